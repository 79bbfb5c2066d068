//! Gomoku.

mod recorded;
mod search;
pub(crate) mod swap2;
mod vectors;

use super::name::Name;
use super::playable::{ByColour, Draws, Mark, OwnProtocol, Playable, Signature, names};
use super::recorded::{Place, Recorded};
use super::setting::Setting;
use super::shape::Shape;
use crate::error::Failure;
use serde::Serialize;
use std::collections::BTreeMap;
use stonemask::game::search::{Level, Limits};
use stonemask::game::{Colour, Game};
use stonemask::gomoku::{Board, Point, PointSet, Rule, Size};

/// The answers of a vector that Gomoku has.
#[derive(Serialize)]
pub(crate) struct Answers {
    winning: ByColour,
    line: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    forbidden: Option<BTreeMap<String, String>>,
}

/// The size that the options describe.
fn size(shape: &Shape) -> Result<Size, Failure> {
    let side = |option: &str, count: Option<usize>| match count.unwrap_or(15) {
        count @ 1..=Size::MAX => Ok(count),
        count => Err(Failure::bad_input(format!("--{option} {count}: expected 1 to {}", Size::MAX))),
    };
    let (rows, columns) = (side("rows", shape.rows)?, side("columns", shape.columns)?);
    Size::new(rows, columns).map_err(Failure::bad_input)
}

/// An empty board.
pub(crate) fn empty(side: usize, rule: Rule) -> String {
    Board::with_size(Size::new(side, side).expect("at most 64"), rule).to_string()
}

/// How far from the centre an opening goes.
const OPENING: usize = 3;

/// How far a stone is near to another.
const NEAR: usize = 2;

impl Playable for Board {
    const OPTIONS: &'static [&'static str] = &["--rows", "--columns", "--rule"];
    const USUAL_SIDE: Option<usize> = Some(15);
    const OWN_PROTOCOL: Option<OwnProtocol> = Some(OwnProtocol::Gomocup);
    const ID: &'static str = "gomoku";
    const OPENING: u32 = 4;
    const SIGNATURE: Option<Signature> =
        Some(Signature { plies: &[3, 4, 5, 6, 7, 8], limits: Limits { depth: Some(6), nodes: None, time: None } });

    fn begin(shape: &Shape) -> Result<Board, Failure> {
        Ok(Board::with_size(size(shape)?, shape.rule.unwrap_or(Rule::Freestyle)))
    }

    fn setting(&self) -> Setting {
        Setting::new(Name::Gomoku, self.extent()).by(self.rule().name())
    }

    fn title(&self) -> String {
        format!("Gomoku {}, {}", self.size(), self.rule())
    }

    fn text(rows: &[String], rule: &str, side: char) -> String {
        let columns = rows.first().map_or(0, |row| row.chars().count());
        format!("{}x{columns} {rule} {} {side}", rows.len(), rows.join("/"))
    }

    fn mark(&self, (row, column): Place) -> Option<Mark> {
        let point = Point::new(row, column)?;
        if self.winning_line().contains(&point) {
            return Some(Mark::Winning);
        }
        self.forbidden().contains(point).then_some(Mark::Illegal)
    }

    fn legend() -> [&'static str; 4] {
        ["X black  O white", "( ) last  [ ] cursor", "! forbidden", "+ star point"]
    }

    fn standing(&self) -> String {
        String::new()
    }

    fn why_illegal(&self, ply: Point) -> Option<String> {
        self.check(ply).err().map(|error| error.reason().to_string())
    }

    fn match_board(&self) -> String {
        format!(" {} {}", self.size(), self.rule())
    }

    fn draws(shape: &Shape) -> Result<Draws, Failure> {
        let setting = vectors::Setting::new(shape)?;
        Ok(Box::new(move |random| setting.draw(random)))
    }

    type Answers = Answers;

    fn answers(&self) -> Answers {
        let on_turn = |colour| {
            let mut turned = self.clone();
            turned.set_to_move(colour);
            turned
        };
        let winning = |colour| {
            if self.is_over() { Vec::new() } else { names(winning_points(on_turn(colour), colour)) }
        };
        let forbidden = || {
            let black = on_turn(Colour::Black);
            let points = if self.is_over() { PointSet::empty(self.size()) } else { black.forbidden() };
            let reason = |point| black.why_forbidden(point).map_or(String::new(), |reason| reason.to_string());
            points.iter().map(|point| (point.to_string(), reason(point))).collect()
        };
        Answers {
            winning: ByColour { black: winning(Colour::Black), white: winning(Colour::White) },
            line: names(self.winning_line()),
            forbidden: (self.rule() == Rule::Renju).then(forbidden),
        }
    }

    /// A five; then what prevents the opponent's; then open fours, own and prevented; fours and
    /// threes; points near stones.
    fn glances(&self) -> Vec<(Point, i32)> {
        let (size, own) = (self.size(), self.to_move());
        if self.stone_count() == 0 && self.is_legal(size.centre()) {
            return vec![(size.centre(), 0)];
        }
        let mut opponent = self.clone();
        opponent.set_to_move(own.other());
        let wins = |board: &Board| {
            let mut wins = PointSet::empty(size);
            board.for_each_child(|point, after| {
                if after.winner() == Some(board.to_move()) {
                    wins.insert(point);
                }
            });
            wins
        };
        let [own_threats, others] = [own, own.other()].map(|colour| self.planes().threats(colour));
        let ranks = [
            (wins(self), 100_000),
            (wins(&opponent), 10_000),
            (own_threats.open_fours, 1000),
            (others.open_fours, 500),
            (own_threats.fours | own_threats.open_threes, 100),
            (others.fours | others.open_threes, 50),
        ];
        let glance = |point: Point| {
            let ranked: i32 = ranks.iter().filter(|(points, _)| points.contains(point)).map(|(_, worth)| worth).sum();
            (point, ranked + self.stones_near(point))
        };
        self.plies().map(glance).collect()
    }

    /// Points near the centre: elsewhere the stones have nothing to do with each other.
    fn opening_plies(&self) -> Vec<Point> {
        let centre = self.size().centre();
        let is_near =
            |point: &Point| point.row().abs_diff(centre.row()).max(point.column().abs_diff(centre.column())) <= OPENING;
        let near: Vec<Point> = self.plies().filter(is_near).collect();
        if near.is_empty() { self.plies().collect() } else { near }
    }

    /// Each more costs a search of its own.
    fn moves_to_analyse(&self) -> usize {
        8
    }

    fn nodes_of(level: Level) -> u64 {
        Board::level_nodes(level)
    }

    fn moves_to_come(&self) -> u32 {
        ((self.size().points() - self.stone_count()) as u32).div_ceil(2).min(30)
    }
}

/// Where a colour, whose turn it is, wins at once.
fn winning_points(mut board: Board, colour: Colour) -> Vec<Point> {
    let legal = board.legal_moves();
    let mut wins = |&point: &Point| {
        let undo = board.make(point);
        let won = board.winner() == Some(colour);
        board.undo(undo);
        won
    };
    legal.iter().filter(|point| wins(point)).collect()
}

/// The counts of the glance at Gomoku.
trait Near {
    /// The stones within [`NEAR`] rows and columns of a point.
    fn stones_near(&self, point: Point) -> i32;
}

impl Near for Board {
    fn stones_near(&self, point: Point) -> i32 {
        let around = |at: usize| at.saturating_sub(NEAR)..=at + NEAR;
        let points = around(point.row()).flat_map(|row| around(point.column()).map(move |column| (row, column)));
        points.filter(|&(row, column)| Point::new(row, column).is_some_and(|at| self.stone(at).is_some())).count()
            as i32
    }
}
