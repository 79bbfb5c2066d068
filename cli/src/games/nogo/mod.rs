//! NoGo.

mod recorded;
mod search;
mod vectors;

use super::name::Name;
use super::playable::{ByColour, Draws, Mark, Playable, Signature, names};
use super::recorded::{Place, Recorded};
use super::setting::Setting;
use super::shape::Shape;
use super::thought::{Limits, Solved};
use crate::error::Failure;
use serde::Serialize;
use stonemask::game::Colour;
use stonemask::game::search::{Level, Limits as SearchLimits};
use stonemask::nogo::{self, Board, Point, PointSet, Search, Solution, Solver};

/// The answers of a vector that NoGo has.
#[derive(Serialize)]
pub(crate) struct Answers {
    allowed: ByColour,
}

impl Playable for Board {
    const OPTIONS: &'static [&'static str] = &["--rows", "--columns", "--blocked", "--forbid-centre"];
    const USUAL_SIDE: Option<usize> = Some(9);
    const ID: &'static str = "nogo";
    const OPENING: u32 = 6;
    const SIGNATURE: Option<Signature> = Some(Signature {
        plies: &[0, 10, 20, 30],
        limits: SearchLimits { depth: None, nodes: Some(8_000), time: None },
    });

    fn begin(shape: &Shape) -> Result<Board, Failure> {
        let blocked: PointSet = match &shape.blocked {
            None => PointSet::EMPTY,
            Some(text) => text.parse().map_err(|error| Failure::bad_input(format!("--blocked: {error}")))?,
        };
        let cells = match (shape.rows.unwrap_or(9), shape.columns.unwrap_or(9)) {
            (cells @ 10.., 1) => nogo::Shape::new(1, cells, blocked),
            (rows, columns) => nogo::Shape::new(rows, columns, blocked),
        };
        let cells = cells.map_err(|error| Failure::bad_input(format!("--rows, --columns, --blocked: {error}")))?;
        if !shape.forbid_centre {
            return Ok(Board::with_shape(cells));
        }
        Board::with_centre_forbidden(cells).map_err(|error| {
            let centre = Point::new(cells.rows() / 2, cells.columns() / 2);
            let reason = match centre.filter(|&centre| blocked.contains(centre)) {
                Some(centre) => format!("the centre {centre} is blocked"),
                None => error.to_string(),
            };
            Failure::bad_input(format!("--forbid-centre: {reason}"))
        })
    }

    /// Size and rule do not tell which cells are blocked.
    fn setting(&self) -> Setting {
        Setting::new(Name::Nogo, self.extent()).at(self.to_string())
    }

    fn title(&self) -> String {
        format!("NoGo {}x{}", self.shape().rows(), self.shape().columns())
    }

    fn column_name(column: usize) -> String {
        let name = Point::new(0, column).map_or(String::new(), |point| point.to_string());
        name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned()
    }

    fn find(name: &str) -> Option<Place> {
        let point: Point = name.to_lowercase().parse().ok()?;
        Some((point.row(), point.column()))
    }

    fn mark(&self, (row, column): Place) -> Option<Mark> {
        let point = Point::new(row, column)?;
        if !self.shape().points().contains(point) {
            return Some(Mark::Blocked);
        }
        let illegal: PointSet = self.empties() - self.legal_moves();
        illegal.contains(point).then_some(Mark::Illegal)
    }

    fn legend() -> [&'static str; 4] {
        ["X black  O white", "( ) last  [ ] cursor", "! not allowed  # blocked", "+ star point"]
    }

    fn standing(&self) -> String {
        match self.outcome() {
            Some(_) => format!("{} has no legal move", self.to_move()),
            None => String::new(),
        }
    }

    fn why_illegal(&self, ply: Point) -> Option<String> {
        if self.is_over() {
            return Some("the game is over".to_owned());
        }
        self.check(ply).err().map(|error| match error.reason() {
            // Its points have other names in GTP.
            nogo::Reason::Capture(_) => "it would capture".to_owned(),
            reason => reason.to_string(),
        })
    }

    fn match_board(&self) -> String {
        let text = self.to_string();
        if text.contains(['#', '+']) {
            return format!(" {text}");
        }
        // By its text, in which a row that bends is one.
        let rows: Vec<&str> = text.split(' ').next().unwrap_or_default().split('/').collect();
        format!(" {}x{}", rows.len(), rows[0].len())
    }

    fn draws(shape: &Shape) -> Result<Draws, Failure> {
        let setting = vectors::Setting::new(shape)?;
        Ok(Box::new(move |random| setting.draw(random)))
    }

    type Answers = Answers;

    fn answers(&self) -> Answers {
        let allowed = |colour| names(self.allowed(colour));
        Answers { allowed: ByColour { black: allowed(Colour::Black), white: allowed(Colour::White) } }
    }

    /// Of small boards by the solver, which is faster where it comes to an end.
    fn solve(&self, search: &mut Search, limits: &mut Limits) -> Option<Solved<Point>> {
        let mut solver = Solver::new(Search::table_bytes(search)).ok()?;
        let Solution { winner, line, .. } = solver.solve_observed(self, |_| limits.flow()).ok()?;
        let ply = line.first().copied().filter(|_| winner == self.to_move());
        Some(Solved { winner: Some(winner), ply })
    }

    /// How many points more a side may play on than the other.
    fn glances(&self) -> Vec<(Point, i32)> {
        let own = self.to_move();
        let allowed = |board: &Board, colour| board.allowed(colour).len() as i32;
        self.children().map(|(ply, after)| (ply, allowed(&after, own) - allowed(&after, own.other()))).collect()
    }

    fn nodes_of(level: Level) -> u64 {
        Board::level_nodes(level)
    }

    fn moves_to_come(&self) -> u32 {
        self.mobility().div_ceil(2).max(1)
    }
}
