//! Gomoku on the table.

use super::{Mark, Step, Stone, Table};
use crate::error::Failure;
use crate::file;
use crate::games::Shape;
use std::path::Path;
use stonemask::founding::{Direction, VectorBoard};
use stonemask::game::Outcome;
use stonemask::gomoku::{Colour, Point, PointSet, Record, Rule, SgfFile, Size, Undo};

/// A game with what was taken back.
pub(super) struct Gomoku {
    board: VectorBoard,
    /// The moves played, then those that were taken back.
    moves: Vec<Point>,
    /// What takes back each of those that are on the board.
    played: Vec<Undo>,
    forbidden: PointSet,
    winning: Vec<Point>,
    /// What the game was read from and is written into.
    file: Option<SgfFile>,
}

/// The longest SGF file that is read.
const LIMIT_MIB: u64 = 64;

/// The game that the options describe, or the one in a file.
pub(super) fn table(shape: &Shape, load: Option<&Path>) -> Result<Gomoku, Failure> {
    let Some(path) = load else {
        return Ok(Gomoku::new(shape.gomoku_size()?, shape.rule.unwrap_or(Rule::Freestyle)));
    };
    if let Some(option) = shape.given() {
        return Err(Failure::bad_input(format!("{option}: the file of --load says it already")));
    }
    let failure = |reason: &dyn std::fmt::Display| Failure::bad_input(format!("--load {}: {reason}", path.display()));
    let bytes = file::read(path, LIMIT_MIB).map_err(|error| failure(&error))?;
    let text = String::from_utf8(bytes).map_err(|_| failure(&"broken SGF: the text is not UTF-8"))?;
    let file = SgfFile::parse(text).map_err(|error| failure(&error))?;
    let record = file.record();
    let mut game = Gomoku::new(record.size, record.rule);
    game.moves.clone_from(&record.moves);
    game.file = Some(file);
    while game.redo() {}
    Ok(game)
}

impl Gomoku {
    fn new(size: Size, rule: Rule) -> Gomoku {
        let board = VectorBoard::new(size, rule);
        let mut game = Gomoku {
            board,
            moves: Vec::new(),
            played: Vec::new(),
            forbidden: PointSet::empty(size),
            winning: Vec::new(),
            file: None,
        };
        game.look();
        game
    }

    fn last(&self) -> Option<Point> {
        self.played.last().map(Undo::ply)
    }

    /// Sees what the position shows.
    fn look(&mut self) {
        self.forbidden = self.board.board().forbidden();
        self.winning = self.board.board().winning_line();
    }
}

impl Table for Gomoku {
    fn title(&self) -> String {
        format!("Gomoku {}, {}", self.board.board().size(), self.board.board().rule())
    }

    fn size(&self) -> (usize, usize) {
        (self.board.board().size().rows(), self.board.board().size().columns())
    }

    fn column_name(&self, column: usize) -> String {
        Point::column_name(column)
    }

    fn stone(&self, row: usize, column: usize) -> Option<Stone> {
        self.board.board().stone(Point::new(row, column)?).map(|colour| match colour {
            Colour::Black => Stone::Black,
            Colour::White => Stone::White,
        })
    }

    fn mark(&self, row: usize, column: usize) -> Option<Mark> {
        let point = Point::new(row, column)?;
        if self.winning.contains(&point) {
            Some(Mark::Winning)
        } else if self.last() == Some(point) {
            Some(Mark::Last)
        } else {
            self.forbidden.contains(point).then_some(Mark::Illegal)
        }
    }

    fn cursor(&self) -> (usize, usize) {
        let cursor = self.board.cursor();
        (cursor.row(), cursor.column())
    }

    fn step(&mut self, step: Step) {
        self.board.move_cursor(match step {
            Step::Up => Direction::Up,
            Step::Down => Direction::Down,
            Step::Left => Direction::Left,
            Step::Right => Direction::Right,
        });
    }

    fn place(&mut self) -> Result<(), String> {
        let undo = self.board.place().map_err(|error| error.to_string())?;
        self.moves.truncate(self.played.len());
        self.moves.push(self.board.cursor());
        self.played.push(undo);
        self.look();
        Ok(())
    }

    fn undo(&mut self) -> bool {
        let Some(undo) = self.played.pop() else { return false };
        self.board.set_cursor(undo.ply());
        self.board.undo(undo);
        self.look();
        true
    }

    fn redo(&mut self) -> bool {
        let Some(&next) = self.moves.get(self.played.len()) else { return false };
        self.board.set_cursor(next);
        self.played.push(self.board.place().expect("the move was played before"));
        self.look();
        true
    }

    fn has_moves(&self) -> bool {
        !self.moves.is_empty()
    }

    fn restart(&mut self) {
        let file = self.file.take();
        *self = Gomoku::new(self.board.board().size(), self.board.board().rule());
        self.file = file;
    }

    fn status(&self) -> String {
        let last = self.last().map_or(String::new(), |last| format!(", last {last}"));
        let cursor = self.board.cursor();
        match self.board.board().outcome() {
            Some(Outcome::Win(Colour::Black)) => format!("black wins after {} moves{last}", self.played.len()),
            Some(Outcome::Win(Colour::White)) => format!("white wins after {} moves{last}", self.played.len()),
            Some(Outcome::Draw) => format!("a draw after {} moves{last}", self.played.len()),
            None => {
                let (number, colour) = (self.played.len() + 1, self.board.board().to_move());
                format!("move {number}: {colour} ({}) to play, cursor {cursor}{last}", colour.letter())
            }
        }
    }

    fn record(&self) -> Result<String, String> {
        let moves = &self.moves[..self.played.len()];
        let text = match &self.file {
            Some(file) => file.with_moves(moves),
            None => {
                let (size, rule) = (self.board.board().size(), self.board.board().rule());
                Record { size, rule, moves: moves.to_vec() }.to_sgf()
            }
        };
        text.map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::tests::screen;

    fn game(rows: usize, columns: usize, rule: Rule) -> Gomoku {
        Gomoku::new(Size::new(rows, columns).unwrap(), rule)
    }

    #[test]
    fn the_board_is_painted_with_cursor_stones_and_last_move() {
        let lines = screen(&mut game(3, 5, Rule::Freestyle), 60, 8, "l.h.kk");
        assert_eq!(
            lines,
            [
                "Gomoku 3x5, freestyle",
                "    a b c d e",
                " 1  · ·[·]· ·",
                " 2  · ·(O)X ·",
                " 3  · · · · ·",
                "move 3: black (X) to play, cursor c1, last c2",
                "arrows or hjkl move, enter places, u undo, r redo, n new, s",
                "",
            ]
        );
    }

    #[test]
    fn a_win_is_told_and_shown_and_ends_the_game() {
        let mut table = game(5, 5, Rule::Freestyle);
        // The cursor starts on c3; black fills row 3 from the left, white row 4.
        let lines = screen(&mut table, 60, 10, "hh.j.kl.j.kl.j.kl.j.kl..");
        assert_eq!(lines[4], " 3  X X X X[X]");
        assert_eq!(lines[7], "black wins after 9 moves, last e3");
        assert_eq!(lines[8], "illegal move e3 for white: the game is over");
        assert!((0..5).all(|column| table.mark(2, column) == Some(Mark::Winning)));
        let lines = screen(&mut table, 60, 10, "uu");
        assert_eq!(lines[7], "move 8: white (O) to play, cursor d4, last d3");
        assert_eq!(lines[4], " 3  X X X(X)·");
        let lines = screen(&mut table, 60, 10, "rrr");
        assert_eq!(
            (lines[7].as_str(), lines[8].as_str()),
            ("black wins after 9 moves, last e3", "no move to play again")
        );
    }

    #[test]
    fn a_new_game_is_begun_only_when_confirmed() {
        let mut table = game(3, 3, Rule::Standard);
        screen(&mut table, 60, 10, ".nn");
        assert_eq!(table.played.len(), 1);
        screen(&mut table, 60, 10, "ny");
        assert_eq!((table.played.len(), table.has_moves()), (0, false));
    }

    #[test]
    fn forbidden_points_are_marked_and_refused() {
        let mut table = game(15, 15, Rule::Renju);
        for point in "h9 a1 h10 a15 i8 o1 j8 o15".split(' ') {
            table.board.set_cursor(point.parse().unwrap());
            table.place().unwrap();
        }
        table.board.set_cursor("h8".parse().unwrap());
        let lines = screen(&mut table, 70, 20, ".");
        assert_eq!(lines[9], " 8  · · · · · · ·[!]X X · · · · ·");
        assert_eq!(lines[18], "illegal move h8 for black: renju forbids the double three");
        assert_eq!(table.played.len(), 8);
    }

    #[test]
    fn small_screens_show_the_part_around_the_cursor() {
        let mut table = game(64, 64, Rule::Freestyle);
        let lines = screen(&mut table, 14, 6, ".");
        assert_eq!(
            lines,
            ["Gomoku 64x64,", "    af ag ah", "32   ·  ·  ·", "33   · [X] ·", "move 2: white", "arrows or hjkl"]
        );
        for (width, height) in [(0, 0), (1, 1), (5, 3), (7, 5), (3, 40), (200, 4)] {
            screen(&mut table, width, height, "");
        }
        assert_eq!(screen(&mut table, 20, 4, "")[0], "too small");
    }
}
