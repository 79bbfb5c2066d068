//! NoGo on the table.

use super::{Mark, Place, Stone, Table};
use crate::error::Failure;
use crate::games::Shape;
use stonemask::nogo::{Board, Colour, Point, PointSet};

/// A game with what was taken back.
pub(super) struct Nogo {
    /// The board before each move that is on the table, and the present one.
    boards: Vec<Board>,
    /// The moves played, then those that were taken back.
    moves: Vec<Point>,
}

/// The first word of a saved game; the board it begins with and its moves follow, a line each.
const HEADING: &str = "nogo";

/// The longest saved game that is read; those that are written are a few hundred bytes.
pub(super) const LIMIT_MIB: u64 = 1;

impl Nogo {
    /// The game that the options describe.
    pub(super) fn described(shape: &Shape) -> Result<Nogo, Failure> {
        Ok(Nogo::new(shape.nogo_board()?))
    }

    /// A saved game.
    pub(super) fn from_bytes(bytes: Vec<u8>) -> Result<Nogo, String> {
        Nogo::from_record(&String::from_utf8(bytes).map_err(|_| "the text is not UTF-8")?)
    }

    fn new(board: Board) -> Nogo {
        Nogo { boards: vec![board], moves: Vec::new() }
    }

    fn from_record(text: &str) -> Result<Nogo, String> {
        let mut lines = text.lines();
        if lines.next() != Some(HEADING) {
            return Err(format!("the first line is not '{HEADING}', so this is not a saved game of NoGo"));
        }
        let start = lines.next().ok_or("the file ends before the board")?;
        let mut game = Nogo::new(start.parse().map_err(|error| format!("{error}"))?);
        for (index, word) in lines.flat_map(str::split_whitespace).enumerate() {
            let failure = |error: &dyn std::fmt::Display| format!("move {}: {error}", index + 1);
            let point: Point = word.parse().map_err(|error| failure(&error))?;
            game.place((point.row(), point.column())).map_err(|error| failure(&error))?;
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

    fn find(&self, name: &str) -> Option<Place> {
        let point: Point = name.to_lowercase().parse().ok()?;
        let is_shown = point.row() < self.size().0 && point.column() < self.size().1;
        is_shown.then(|| (point.row(), point.column()))
    }

    fn stone(&self, (row, column): Place) -> Option<Stone> {
        let point = Point::new(row, column)?;
        let colour = Colour::ALL.into_iter().find(|&colour| self.board().stones(colour).contains(point))?;
        Some(if colour == Colour::Black { Stone::Black } else { Stone::White })
    }

    fn mark(&self, (row, column): Place) -> Option<Mark> {
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

    fn place(&mut self, (row, column): Place) -> Result<(), String> {
        let point = Point::new(row, column).ok_or("the point is off the board")?;
        self.go_on(point)?;
        self.moves.truncate(self.played() - 1);
        self.moves.push(point);
        Ok(())
    }

    fn undo(&mut self) -> bool {
        self.played() > 0 && self.boards.pop().is_some()
    }

    fn redo(&mut self) -> bool {
        let next = self.moves.get(self.played()).copied();
        next.is_some_and(|next| self.go_on(next).is_ok())
    }

    fn last(&self) -> Option<Place> {
        Nogo::last(self).map(|point| (point.row(), point.column()))
    }

    fn moves(&self) -> Vec<String> {
        self.moves[..self.played()].iter().map(Point::to_string).collect()
    }

    fn has_moves(&self) -> bool {
        !self.moves.is_empty()
    }

    fn restart(&mut self) {
        *self = Nogo::new(self.boards[0]);
    }

    fn status(&self) -> String {
        let (board, played) = (self.board(), self.played());
        let colour = board.to_move();
        let letter = if colour == Colour::Black { 'X' } else { 'O' };
        match board.outcome() {
            Some(outcome) => {
                let winner = outcome.winner().expect("NoGo has no draws");
                format!("{winner} wins after {played} moves: {colour} has no legal move")
            }
            None => format!("move {}: {colour} ({letter}) to play", played + 1),
        }
    }

    fn is_over(&self) -> bool {
        self.board().outcome().is_some()
    }

    fn file_name(&self) -> &'static str {
        "stonemask-nogo.txt"
    }

    fn record(&self) -> Result<Vec<u8>, String> {
        Ok(format!("{HEADING}\n{}\n{}\n", self.boards[0], self.moves().join(" ")).into_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::screen::Glyphs;
    use crate::play::screen::tests::screen;
    use crate::play::session::{HELP, Session};

    fn game(board: &str) -> Session<Nogo> {
        Session::new(Nogo::new(board.parse().unwrap()), None, Glyphs::UNICODE)
    }

    #[test]
    fn illegal_points_blocked_cells_and_the_last_move_are_shown() {
        let mut session = game("-X-/X--/--# O");
        let lines = screen(&mut session, 30, 8, ">.");
        let expected = [
            "NoGo 3x3",
            "    a b c",
            " 1  · X ·",
            " 2  X ·[O]",
            " 3  · · #",
            "move 2: black (X) to play, cur",
            HELP[..30].trim_end(),
            "",
        ];
        assert_eq!(lines, expected);
        let lines = screen(&mut session, 70, 8, "c3");
        assert!(lines[4].starts_with(" 3  · ·[#]"), "{lines:?}");
        assert_eq!(lines[5], "move 2: black (X) to play, cursor c3 (blocked), last c2");
        let lines = screen(&mut session, 30, 8, ".b1");
        assert_eq!(lines[2], " 1  ·[X]·");
        // White to move: a1 would be suicide.
        let lines = screen(&mut game("-X-/X--/--- O"), 90, 8, "A1.");
        assert!(lines[2].starts_with(" 1 [!]X ·"), "{lines:?}");
        assert_eq!(lines[6], "illegal move a1 for white: it would be suicide, its group without a liberty");
    }

    #[test]
    fn a_player_without_a_legal_move_has_lost() {
        let mut session = game("--/-# X");
        // Black takes a2; a1 would be white's capture, and b1 white's last.
        let lines = screen(&mut session, 70, 8, "a2.b1.");
        assert_eq!(lines[4], "white wins after 2 moves: black has no legal move, last b1");
        let lines = screen(&mut session, 70, 8, "a1.");
        assert_eq!(lines[5], "the game is over");
    }

    #[test]
    fn moves_are_taken_back_and_played_again_and_saved() {
        let mut session = game("---/-+-/--- X");
        screen(&mut session, 70, 8, ".>.<.");
        let table = &mut session.table;
        let record = String::from_utf8(table.record().unwrap()).unwrap();
        assert_eq!(record, "nogo\n---/-+-/--- X\nc2 b2\n");
        let again = Nogo::from_record(&record).unwrap();
        assert_eq!((again.board(), again.record().unwrap()), (table.board(), record.clone().into_bytes()));
        assert!(table.undo() && table.undo() && !table.undo());
        assert_eq!(table.record().unwrap(), b"nogo\n---/-+-/--- X\n\n");
        assert!(table.redo() && table.redo() && !table.redo());
        assert_eq!(table.record().unwrap(), record.into_bytes());
        for (text, reason) in [
            ("", "the first line is not 'nogo', so this is not a saved game of NoGo"),
            ("nogo\n", "the file ends before the board"),
            ("nogo\n--- X\na1 a1", "move 2: illegal move a1 for white: a black stone stands there"),
            ("nogo\n--- X\nz9", "move 1: 'z9' is not a point: expected a1 to j9, the letters skip i"),
        ] {
            assert_eq!(Nogo::from_record(text).err().as_deref(), Some(reason));
        }
    }
}
