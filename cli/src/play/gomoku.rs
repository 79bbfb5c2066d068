//! Gomoku on the table.

use super::opponent::{self, Ask, Job};
use super::table::Table;
use crate::games::{Mark, Place, Playable};
use stonemask::game::Outcome;
use stonemask::gomoku::{Board, Colour, Point, PointSet, Record, SgfFile};

/// A game with what was taken back.
pub(super) struct Gomoku {
    start: Board,
    board: Board,
    /// The moves played, then those that were taken back; `None` is a pass, which only files have.
    moves: Vec<Option<Point>>,
    /// How many of them are on the board.
    played: usize,
    forbidden: PointSet,
    winning: Vec<Point>,
    /// The file from which the game was read and into which it is written.
    file: Option<SgfFile>,
}

/// The longest SGF file that is read.
pub(super) const LIMIT_MIB: u64 = 64;

impl Gomoku {
    /// The first game of a file.
    pub(super) fn from_sgf(bytes: Vec<u8>) -> Result<Gomoku, String> {
        let file = SgfFile::parse(bytes).map_err(|error| error.to_string())?;
        let mut game = Gomoku::new(file.start().clone());
        game.moves = file.moves().to_vec();
        game.played = game.moves.len();
        game.file = Some(file);
        game.look();
        Ok(game)
    }

    pub(super) fn new(start: Board) -> Gomoku {
        let (board, forbidden) = (start.clone(), PointSet::empty(start.size()));
        let mut game =
            Gomoku { start, board, moves: Vec::new(), played: 0, forbidden, winning: Vec::new(), file: None };
        game.look();
        game
    }

    fn last(&self) -> Option<Point> {
        self.moves[..self.played].last().copied().flatten()
    }

    /// Sets the board up as it is after the moves played, and sees what the position shows.
    fn look(&mut self) {
        self.board = self.start.clone();
        for &ply in &self.moves[..self.played] {
            match ply {
                Some(point) => self.board.play_unchecked(point),
                None => self.board.set_to_move(self.board.to_move().other()),
            }
        }
        self.forbidden = self.board.forbidden();
        self.winning = self.board.winning_line();
    }
}

impl Table for Gomoku {
    fn title(&self) -> String {
        self.board.title()
    }

    fn size(&self) -> (usize, usize) {
        (self.board.size().rows(), self.board.size().columns())
    }

    fn column_name(&self, column: usize) -> String {
        Point::column_name(column)
    }

    fn find(&self, name: &str) -> Option<Place> {
        let point: Point = name.parse().ok()?;
        self.board.size().contains(point).then(|| (point.row(), point.column()))
    }

    fn stone(&self, (row, column): Place) -> Option<Colour> {
        self.board.stone(Point::new(row, column)?)
    }

    fn mark(&self, (row, column): Place) -> Option<Mark> {
        let point = Point::new(row, column)?;
        if self.winning.contains(&point) {
            Some(Mark::Winning)
        } else if self.last() == Some(point) {
            Some(Mark::Last)
        } else {
            self.forbidden.contains(point).then_some(Mark::Illegal)
        }
    }

    fn place(&mut self, (row, column): Place) -> Result<(), String> {
        let point = Point::new(row, column).ok_or("the point is off the board")?;
        self.board.check(point).map_err(|error| error.to_string())?;
        self.moves.truncate(self.played);
        self.moves.push(Some(point));
        self.redo();
        Ok(())
    }

    fn undo(&mut self) -> bool {
        let Some(fewer) = self.played.checked_sub(1) else { return false };
        self.played = fewer;
        self.look();
        true
    }

    fn redo(&mut self) -> bool {
        if self.played == self.moves.len() {
            return false;
        }
        self.played += 1;
        self.look();
        true
    }

    fn last(&self) -> Option<Place> {
        Gomoku::last(self).map(|point| (point.row(), point.column()))
    }

    fn moves(&self) -> Vec<String> {
        let name = |ply: &Option<Point>| ply.map_or("pass".to_owned(), |point| point.to_string());
        self.moves[..self.played].iter().map(name).collect()
    }

    fn has_moves(&self) -> bool {
        !self.moves.is_empty()
    }

    fn restart(&mut self) {
        let file = self.file.take();
        *self = Gomoku { file, ..Gomoku::new(self.start.clone()) };
    }

    fn to_move(&self) -> Colour {
        self.board.to_move()
    }

    fn legal(&self) -> Vec<Place> {
        self.board.plies().map(|point| (point.row(), point.column())).collect()
    }

    fn legend(&self) -> [&'static str; 4] {
        <Board as Playable>::legend()
    }

    fn ask(&self, ask: Ask) -> Job {
        opponent::job(self.board.clone(), ask, |point: Point| Some((point.row(), point.column())))
    }

    fn status(&self) -> String {
        let played = self.played;
        match self.board.outcome() {
            Some(Outcome::Win(Colour::Black)) => format!("black wins after {played} moves"),
            Some(Outcome::Win(Colour::White)) => format!("white wins after {played} moves"),
            Some(Outcome::Draw) => format!("a draw after {played} moves"),
            None => {
                let colour = self.board.to_move();
                format!("move {}: {colour} ({}) to play", played + 1, colour.letter())
            }
        }
    }

    fn is_over(&self) -> bool {
        self.board.is_over()
    }

    fn file_name(&self) -> String {
        "stonemask-gomoku.sgf".to_owned()
    }

    fn record(&self) -> Result<Vec<u8>, String> {
        let moves = &self.moves[..self.played];
        let text = match &self.file {
            Some(file) => file.with_moves(moves),
            None => {
                let moves = moves.iter().copied().flatten().collect();
                Record { size: self.board.size(), rule: self.board.rule(), moves }.to_sgf().map(String::into_bytes)
            }
        };
        text.map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::layout::Glyphs;
    use crate::play::screen::tests::screen;
    use crate::play::session::Session;
    use stonemask::gomoku::{Rule, Size};

    fn game(rows: usize, columns: usize, rule: Rule) -> Session<Gomoku> {
        let board = Board::with_size(Size::new(rows, columns).unwrap(), rule);
        Session::new(Gomoku::new(board), None, None, Glyphs::UNICODE)
    }

    #[test]
    fn the_board_is_painted_with_cursor_stones_and_last_move() {
        let lines = screen(&mut game(3, 5, Rule::Freestyle), 80, 8, ">.<.^^");
        let expected = [
            "Gomoku 3x5, freestyle",
            "    a b c d e   X black  O white",
            " 1  · ·[·]· ·   ( ) last  [ ] cursor",
            " 2  · ·(O)X ·   ! forbidden",
            " 3  · · · · ·   + star point",
            "move 3: black (X) to play, cursor c1, last c2",
            "type a1 and Enter, or use the arrows and Space, or click; ? shows all keys",
            "",
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn points_are_typed_and_moves_listed() {
        let mut session = game(15, 15, Rule::Freestyle);
        let lines = screen(&mut session, 80, 24, "h8");
        assert_eq!(lines[18], "> h8   (Enter: do it, Esc: clear)");
        let lines = screen(&mut session, 80, 24, ".G7.n15.");
        assert_eq!(lines[17], "move 4: white (O) to play, cursor n15, last n15");
        assert!(lines[5].starts_with(" 4  · · · + · · · · · · · + · · ·"), "{lines:?}");
        assert!(lines[1..8].iter().any(|line| line.ends_with("   1. h8    g7")), "{lines:?}");
        assert!(lines[1..9].iter().any(|line| line.ends_with("   3. n15")), "{lines:?}");
        let lines = screen(&mut session, 80, 24, "p1.");
        assert_eq!(lines[18], "'p1' is not a point of this board or a command; ? shows all keys");
        let lines = screen(&mut session, 80, 24, "-undo.");
        assert_eq!(lines[17], "move 2: white (O) to play, cursor g7, last h8");
        let lines = screen(&mut session, 80, 24, "?");
        assert!(lines[0].starts_with("Play         type a point such as c4"), "{lines:?}");
        let lines = screen(&mut session, 80, 24, "g9.");
        assert_eq!(lines[17], "move 2: white (O) to play, cursor g7, last h8", "the first key leaves the help");
    }

    #[test]
    fn a_win_is_told_and_shown_and_ends_the_game() {
        let mut session = game(5, 5, Rule::Freestyle);
        // Black fills row 3 from the left, white row 4.
        let lines = screen(&mut session, 60, 10, "a3.a4.b3.b4.c3.c4.d3.d4.e3..");
        assert!(lines[4].starts_with(" 3  X X X X[X]"), "{lines:?}");
        assert_eq!(lines[7], "black wins after 9 moves, last e3");
        assert_eq!(lines[8], "illegal move e3 for white: the game is over");
        assert!((0..5).all(|column| session.table.mark((2, column)) == Some(Mark::Winning)));
        let lines = screen(&mut session, 60, 10, "--");
        assert_eq!(lines[7], "move 8: white (O) to play, cursor d4, last d3");
        assert!(lines[4].starts_with(" 3  X X X(X)·"), "{lines:?}");
        let lines = screen(&mut session, 60, 10, "r.r.r.");
        assert_eq!(lines[7..9], ["black wins after 9 moves, last e3", "no move to play again"]);
    }

    #[test]
    fn a_new_game_is_begun_only_when_confirmed() {
        let mut session = game(3, 3, Rule::Standard);
        let lines = screen(&mut session, 60, 10, ".n.");
        assert_eq!(lines[6], "New game? This one is lost. y/n");
        screen(&mut session, 60, 10, "n");
        assert_eq!(session.table.played, 1);
        screen(&mut session, 60, 10, "n.y");
        assert_eq!((session.table.played, session.table.has_moves()), (0, false));
    }

    #[test]
    fn forbidden_points_are_marked_and_refused() {
        let mut session = game(15, 15, Rule::Renju);
        let lines = screen(&mut session, 80, 20, "h9.a1.h10.a15.i8.o1.j8.o15.h8");
        assert_eq!(lines[17], "move 9: black (X) to play, cursor h8 (not allowed), last o15");
        let lines = screen(&mut session, 70, 20, ".");
        assert!(lines[9].starts_with(" 8  · · · · · · ·[!]X X · · · · ·"), "{lines:?}");
        assert_eq!(lines[18], "illegal move h8 for black: renju forbids the double three");
        assert_eq!(session.table.played, 8);
    }

    #[test]
    fn small_screens_show_the_part_around_the_cursor() {
        let mut session = game(64, 64, Rule::Freestyle);
        let lines = screen(&mut session, 14, 6, ".");
        assert_eq!(
            lines,
            ["Gomoku 64x64,", "    af ag ah", "32   ·  ·  ·", "33   · [X] ·", "move 2: white", "type a1 and En"]
        );
        for (width, height) in [(0, 0), (1, 1), (5, 3), (7, 5), (3, 40), (200, 4)] {
            screen(&mut session, width, height, "a");
        }
        assert_eq!(screen(&mut session, 20, 4, "")[0], "too small");
    }

    #[test]
    fn a_game_with_set_up_stones_and_passes_goes_on() {
        let text = b"(;SZ[5]AB[aa]AW[bb];B[];W[c3])";
        let mut session = Session::new(Gomoku::from_sgf(text.to_vec()).unwrap(), None, None, Glyphs::ASCII);
        let lines = screen(&mut session, 60, 9, "d4.");
        assert!(lines[2].starts_with(" 1  X . . . .") && lines[4].starts_with(" 3  . . O . ."), "{lines:?}");
        assert_eq!(lines[7], "move 4: white (O) to play, cursor d4, last d4");
        assert_eq!(session.table.record().unwrap(), b"(;SZ[5]AB[aa]AW[bb];B[];W[c3];B[d4])");
        let lines = screen(&mut session, 60, 9, "---");
        assert_eq!(lines[7], "move 1: black (X) to play, cursor c3");
        screen(&mut session, 60, 9, "n.y");
        assert!(session.table.record().unwrap().starts_with(b"(;SZ[5]AB[aa]AW[bb](;)"));
    }
}
