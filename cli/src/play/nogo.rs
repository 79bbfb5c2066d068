//! NoGo on the table.

use super::{Mark, Step, Stone, Table};
use crate::error::Failure;
use crate::file;
use crate::games::Shape;
use std::path::Path;
use stonemask::game::Outcome;
use stonemask::nogo::{Board, Colour, Point, PointSet};

/// A game with what was taken back.
pub(super) struct Nogo {
    /// The board before each move that is on the table, and the present one.
    boards: Vec<Board>,
    /// The moves played, then those that were taken back.
    moves: Vec<Point>,
    cursor: (usize, usize),
}

/// The first word of a saved game; the board it begins with and its moves follow, a line each.
const HEADING: &str = "nogo";

/// The longest saved game that is read; those that are written are a few hundred bytes.
const LIMIT_MIB: u64 = 1;

/// The game that the options describe, or the one in a file.
pub(super) fn table(shape: &Shape, load: Option<&Path>) -> Result<Nogo, Failure> {
    let Some(path) = load else {
        return Ok(Nogo::new(shape.nogo_board()?));
    };
    if let Some(option) = shape.given() {
        return Err(Failure::bad_input(format!("{option}: the file of --load says it already")));
    }
    let failure = |reason: &dyn std::fmt::Display| Failure::bad_input(format!("--load {}: {reason}", path.display()));
    let bytes = file::read(path, LIMIT_MIB).map_err(|error| failure(&error))?;
    let text = String::from_utf8(bytes).map_err(|_| failure(&"the text is not UTF-8"))?;
    Nogo::from_record(&text).map_err(|reason| failure(&reason))
}

impl Nogo {
    fn new(board: Board) -> Nogo {
        let cursor = (board.shape().rows() / 2, board.shape().columns() / 2);
        Nogo { boards: vec![board], moves: Vec::new(), cursor }
    }

    fn from_record(text: &str) -> Result<Nogo, String> {
        let mut lines = text.lines();
        if lines.next() != Some(HEADING) {
            return Err(format!("the first line is not '{HEADING}', so this is no saved game of NoGo"));
        }
        let start = lines.next().ok_or("the file ends before the board")?;
        let mut game = Nogo::new(start.parse().map_err(|error| format!("{error}"))?);
        for (index, word) in lines.flat_map(str::split_whitespace).enumerate() {
            let failure = |error: &dyn std::fmt::Display| format!("move {}: {error}", index + 1);
            let point: Point = word.parse().map_err(|error| failure(&error))?;
            game.cursor = (point.row(), point.column());
            game.place().map_err(|error| failure(&error))?;
        }
        Ok(game)
    }

    fn board(&self) -> &Board {
        self.boards.last().expect("there is always a board")
    }

    fn played(&self) -> usize {
        self.boards.len() - 1
    }

    fn last(&self) -> Option<Point> {
        self.moves[..self.played()].last().copied()
    }

    fn go_on(&mut self, point: Point) -> Result<(), String> {
        let mut board = *self.board();
        match board.outcome() {
            Some(_) => return Err("the game is over".to_owned()),
            None => board.try_play(point).map_err(|error| error.to_string())?,
        }
        self.boards.push(board);
        self.cursor = (point.row(), point.column());
        Ok(())
    }
}

impl Table for Nogo {
    fn title(&self) -> String {
        let shape = self.board().shape();
        format!("NoGo {}x{}", shape.rows(), shape.columns())
    }

    fn size(&self) -> (usize, usize) {
        (self.board().shape().rows(), self.board().shape().columns())
    }

    fn column_name(&self, column: usize) -> String {
        let name = Point::new(0, column).map_or(String::new(), |point| point.to_string());
        name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned()
    }

    fn stone(&self, row: usize, column: usize) -> Option<Stone> {
        let point = Point::new(row, column)?;
        let colour = Colour::ALL.into_iter().find(|&colour| self.board().stones(colour).contains(point))?;
        Some(if colour == Colour::Black { Stone::Black } else { Stone::White })
    }

    fn mark(&self, row: usize, column: usize) -> Option<Mark> {
        let point = Point::new(row, column)?;
        let board = self.board();
        if self.last() == Some(point) {
            Some(Mark::Last)
        } else if !board.shape().points().contains(point) {
            Some(Mark::Blocked)
        } else {
            let illegal: PointSet = board.empties() - board.legal_moves();
            illegal.contains(point).then_some(Mark::Illegal)
        }
    }

    fn cursor(&self) -> (usize, usize) {
        self.cursor
    }

    fn step(&mut self, step: Step) {
        let ((rows, columns), (row, column)) = (self.size(), self.cursor);
        self.cursor = match step {
            Step::Up => (row.saturating_sub(1), column),
            Step::Down => ((row + 1).min(rows - 1), column),
            Step::Left => (row, column.saturating_sub(1)),
            Step::Right => (row, (column + 1).min(columns - 1)),
        };
    }

    fn place(&mut self) -> Result<(), String> {
        let point = Point::new(self.cursor.0, self.cursor.1).ok_or("the point is off the board")?;
        self.go_on(point)?;
        self.moves.truncate(self.played() - 1);
        self.moves.push(point);
        Ok(())
    }

    fn undo(&mut self) -> bool {
        let Some(last) = self.last() else { return false };
        self.boards.pop();
        self.cursor = (last.row(), last.column());
        true
    }

    fn redo(&mut self) -> bool {
        let next = self.moves.get(self.played()).copied();
        next.is_some_and(|next| self.go_on(next).is_ok())
    }

    fn has_moves(&self) -> bool {
        !self.moves.is_empty()
    }

    fn restart(&mut self) {
        *self = Nogo::new(self.boards[0]);
    }

    fn status(&self) -> String {
        let board = self.board();
        let last = self.last().map_or(String::new(), |last| format!(", last {last}"));
        let colour = board.to_move();
        let letter = if colour == Colour::Black { 'X' } else { 'O' };
        match board.outcome() {
            Some(outcome) => {
                let winner = if outcome == Outcome::Win(Colour::Black) { Colour::Black } else { Colour::White };
                format!("{winner} wins after {} moves: {colour} has no legal move{last}", self.played())
            }
            None => {
                let cursor = Point::new(self.cursor.0, self.cursor.1).map_or(String::new(), |point| point.to_string());
                format!("move {}: {colour} ({letter}) to play, cursor {cursor}{last}", self.played() + 1)
            }
        }
    }

    fn record(&self) -> Result<String, String> {
        let moves: Vec<String> = self.moves[..self.played()].iter().map(Point::to_string).collect();
        Ok(format!("{HEADING}\n{}\n{}\n", self.boards[0], moves.join(" ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::tests::screen;

    fn game(board: &str) -> Nogo {
        Nogo::new(board.parse().unwrap())
    }

    #[test]
    fn illegal_points_blocked_cells_and_the_last_move_are_shown() {
        let mut table = game("-X-/X--/--# O");
        let lines = screen(&mut table, 70, 8, "l.");
        assert_eq!(
            lines,
            [
                "NoGo 3x3",
                "    a b c",
                " 1  · X ·",
                " 2  X ·[O]",
                " 3  · · #",
                "move 2: black (X) to play, cursor c2, last c2",
                "arrows or hjkl move, enter places, u undo, r redo, n new, s save, q qu",
                "",
            ]
        );
        let lines = screen(&mut table, 70, 8, "hh.kl");
        assert_eq!(lines[2], " 1  ·[X]·");
        // White to move: a1 would be suicide.
        let lines = screen(&mut game("-X-/X--/--- O"), 90, 8, "kh.");
        assert_eq!(lines[2], " 1 [!]X ·");
        assert_eq!(lines[6], "illegal move a1 for white: it would be suicide, its group without a liberty");
    }

    #[test]
    fn a_player_without_a_legal_move_has_lost() {
        let mut table = game("--/-# X");
        // The cursor starts on b2. Black takes a2; a1 would be white's capture, and b1 white's last.
        let lines = screen(&mut table, 70, 8, "h.lk.");
        assert_eq!(lines[4], "white wins after 2 moves: black has no legal move, last b1");
        let lines = screen(&mut table, 70, 8, "h.");
        assert_eq!(lines[5], "the game is over");
    }

    #[test]
    fn moves_are_taken_back_and_played_again_and_saved() {
        let mut table = game("---/-+-/--- X");
        screen(&mut table, 70, 8, ".l.h.");
        let record = table.record().unwrap();
        assert_eq!(record, "nogo\n---/-+-/--- X\nc2 b2\n");
        let again = Nogo::from_record(&record).unwrap();
        assert_eq!((again.board(), again.record().unwrap()), (table.board(), record.clone()));
        assert!(table.undo() && table.undo() && !table.undo());
        assert_eq!(table.record().unwrap(), "nogo\n---/-+-/--- X\n\n");
        assert!(table.redo() && table.redo() && !table.redo());
        assert_eq!(table.record().unwrap(), record);
        for (text, reason) in [
            ("", "the first line is not 'nogo', so this is no saved game of NoGo"),
            ("nogo\n", "the file ends before the board"),
            ("nogo\n--- X\na1 a1", "move 2: illegal move a1 for white: a black stone stands there"),
            ("nogo\n--- X\nz9", "move 1: 'z9' is no point: expected a1 to j9, there is no column i"),
        ] {
            assert_eq!(Nogo::from_record(text).err().as_deref(), Some(reason));
        }
    }
}
