//! Gomoku on the table.

use super::opponent::{self, Advice, Ask, Job, Opponent, Seat, TABLE, adviser};
use super::table::Table;
use crate::games::gomoku::swap2::{self, Choice, Swap2};
use crate::games::{Limits, Mark, Place, Playable};
use std::sync::atomic::{AtomicBool, Ordering};
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
    /// The choices of an opening by swap2, and those that were taken back, the last one first.
    swap2: Option<Swap2>,
    undone: Vec<Choice>,
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
        game.swap2 = file.opening().and_then(|opening| Swap2::read(opening, game.played)).filter(|_| {
            let is_usual = game.start == Board::with_size(game.start.size(), game.start.rule());
            is_usual && Swap2::fits(game.start.size()) && game.moves.iter().take(swap2::FIVE).all(Option::is_some)
        });
        game.file = Some(file);
        game.look();
        Ok(game)
    }

    pub(super) fn new(start: Board) -> Gomoku {
        let (board, forbidden) = (start.clone(), PointSet::empty(start.size()));
        let mut game = Gomoku {
            start,
            board,
            moves: Vec::new(),
            played: 0,
            forbidden,
            winning: Vec::new(),
            swap2: None,
            undone: Vec::new(),
            file: None,
        };
        game.look();
        game
    }

    /// A game that begins with swap2, on an empty board that has room for it.
    pub(super) fn with_swap2(start: Board) -> Gomoku {
        Gomoku { swap2: Some(Swap2::default()), ..Gomoku::new(start) }
    }

    /// The number of stones that the players of swap2 are putting.
    fn opening(&self) -> Option<usize> {
        self.swap2.as_ref().and_then(Swap2::next).filter(|&stones| self.played < stones)
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
        self.board.title() + &self.swap2.as_ref().map_or(String::new(), |swap2| format!(", {swap2}"))
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
        self.undone.clear();
        self.moves.push(Some(point));
        self.redo();
        Ok(())
    }

    fn undo(&mut self) -> bool {
        if let Some(choice) = self.swap2.as_mut().and_then(|swap2| swap2.undo(self.played)) {
            self.undone.push(choice);
            return true;
        }
        let Some(fewer) = self.played.checked_sub(1) else { return false };
        self.played = fewer;
        self.look();
        true
    }

    fn redo(&mut self) -> bool {
        if let Some(swap2) = self.swap2.as_mut().filter(|swap2| !swap2.open(self.played).is_empty()) {
            let choice = self.undone.pop();
            choice.into_iter().for_each(|choice| swap2.choose(choice));
            return choice.is_some();
        }
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
        let (file, swap2) = (self.file.take(), self.swap2.take().map(|_| Swap2::default()));
        *self = Gomoku { file, swap2, ..Gomoku::new(self.start.clone()) };
    }

    fn to_move(&self) -> Colour {
        self.board.to_move()
    }

    fn seat(&self) -> Seat {
        match &self.swap2 {
            Some(swap2) => Seat::Swap2(swap2.player(self.played, self.to_move())),
            None => Seat::Colour(self.to_move()),
        }
    }

    fn colour(&self, seat: Seat) -> Option<Colour> {
        match seat {
            Seat::Colour(colour) => Some(colour),
            Seat::Swap2(player) => self.swap2.as_ref().and_then(|swap2| swap2.colour(player)),
        }
    }

    fn choices(&self) -> &'static [Choice] {
        self.swap2.as_ref().map_or(&[], |swap2| swap2.open(self.played))
    }

    fn choose(&mut self, choice: Choice) {
        if let Some(swap2) = self.swap2.as_mut().filter(|swap2| swap2.open(self.played).contains(&choice)) {
            swap2.choose(choice);
            self.moves.truncate(self.played);
            self.undone.clear();
        }
    }

    fn legal(&self) -> Vec<Place> {
        self.board.plies().map(|point| (point.row(), point.column())).collect()
    }

    fn legend(&self) -> [&'static str; 4] {
        <Board as Playable>::legend()
    }

    fn ask(&self, ask: Ask) -> Job {
        let board = self.board.clone();
        match (ask, self.opening()) {
            (Ask::Move(_) | Ask::Hint, Some(stones)) => return Box::new(move |_| placing(&board, stones, ask)),
            (Ask::Move(_) | Ask::Hint, None) if !self.choices().is_empty() => {
                return Box::new(move |stop| choosing(&board, ask, stop));
            }
            _ => {}
        }
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
                if let (Some(swap2), Some(stones)) = (&self.swap2, self.opening()) {
                    let player = swap2.player(played, colour);
                    let number = played + 1;
                    return format!("swap2: {player} puts stone {number} of {stones}, {colour} ({})", colour.letter());
                }
                if let Some(swap2) = self.swap2.as_ref().filter(|swap2| !swap2.open(played).is_empty()) {
                    return format!("swap2: {} chooses after {played} stones", swap2.player(played, colour));
                }
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
                let start = Board::with_size(self.board.size(), self.board.rule());
                Record { start, moves }.to_sgf().map(String::into_bytes)
            }
        };
        let text = text.map_err(|error| error.to_string())?;
        let Some(swap2) = &self.swap2 else { return Ok(text) };
        let file = SgfFile::parse(text).map_err(|error| error.to_string())?;
        Ok(file.with_opening(&swap2.to_string()))
    }
}

/// The stones of an opening up to a number; as a hint, the next one.
fn placing(board: &Board, stones: usize, ask: Ask) -> Advice {
    let seed = if let Ask::Move(Opponent { seed, .. }) = ask { seed } else { 1 };
    let points = swap2::stones(board, stones, seed);
    let told = points.first().map(|point| format!("hint: {point} leads to equal chances"));
    Advice {
        places: points.iter().map(|point| (point.row(), point.column())).collect(),
        told: told.into_iter().collect(),
        choice: None,
    }
}

/// The colour that stands better.
fn choosing(board: &Board, ask: Ask, stop: &AtomicBool) -> Advice {
    let level = if let Ask::Move(Opponent { level, .. }) = ask { level } else { adviser() };
    let mut asked = || stop.load(Ordering::Relaxed);
    let mut limits = Limits::new(opponent::LONGEST, &mut asked).no_more_than(Board::nodes_of(level));
    let is_worse = <Board as Playable>::player(TABLE)
        .is_ok_and(|mut search| swap2::is_white_worse(board, &mut search, &mut limits));
    let choice = if is_worse { Choice::Black } else { Choice::White };
    let (_, word, _) = choice.told();
    Advice { places: Vec::new(), told: vec![format!("hint: {word} stands better")], choice: Some(choice) }
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
    fn every_step_of_swap2_is_taken_back_and_again() {
        let start = Board::with_size(Size::new(9, 9).unwrap(), Rule::Standard);
        let mut session = Session::new(Gomoku::with_swap2(start), None, None, Glyphs::ASCII);
        // The letters of choices are none before it is time for one.
        let lines = screen(&mut session, 80, 14, "w.");
        assert_eq!(lines[12], "'w' is not a point of this board or a command; ? shows all keys");
        screen(&mut session, 80, 14, "e5.d4.f6.");
        let lines = screen(&mut session, 80, 14, "c3.");
        assert_eq!(lines[12], "choose first; w: white, b: black, m: put two more stones, each with Enter");
        screen(&mut session, 80, 14, "m.c3.g7.");
        let lines = screen(&mut session, 80, 14, "m.");
        assert_eq!(lines[12], "'m' is not a point of this board or a command; ? shows all keys", "two more once");
        let lines = screen(&mut session, 80, 14, "WHITE.");
        assert_eq!(lines[0], "Gomoku 9x9, standard, swap2, two more, first player white");
        let record = session.table.record().unwrap();
        assert!(
            String::from_utf8(record.clone())
                .unwrap()
                .contains("RU[standard]ON[swap2, two more, first player white];B[")
        );
        let shown = [
            "swap2: first player chooses after 5 stones, cursor g7, last g7",
            "swap2: second player puts stone 5 of 5, black (X), cursor g7, last c3",
            "swap2: second player puts stone 4 of 5, white (O), cursor c3, last f6",
            "swap2: second player chooses after 3 stones, cursor f6, last f6",
            "swap2: first player puts stone 3 of 3, black (X), cursor f6, last d4",
            "swap2: first player puts stone 2 of 3, white (O), cursor d4, last e5",
            "swap2: first player puts stone 1 of 3, black (X), cursor e5",
        ];
        for status in shown {
            assert_eq!(screen(&mut session, 80, 14, "-")[11], status);
        }
        assert_eq!(screen(&mut session, 80, 14, "-")[12], "no move to take back");
        for _ in shown {
            screen(&mut session, 80, 14, "r.");
        }
        assert_eq!(session.table.record().unwrap(), record);
        assert_eq!(screen(&mut session, 80, 14, "r.")[12], "no move to play again");
        // Another choice, or another stone, forgets what was taken back.
        screen(&mut session, 80, 14, "----b.");
        assert_eq!(screen(&mut session, 80, 14, "r.")[12], "no move to play again");
        let lines = screen(&mut session, 80, 14, "-");
        assert_eq!(lines[11], "swap2: second player chooses after 3 stones, cursor f6, last f6");
        screen(&mut session, 80, 14, "-f5.");
        assert_eq!(screen(&mut session, 80, 14, "r.")[12], "no move to play again");
        assert_eq!(screen(&mut session, 80, 14, "n.y")[0], "Gomoku 9x9, standard, swap2");
    }

    #[test]
    fn only_openings_that_are_ours_are_gone_on_with() {
        let table = |text: &str| Gomoku::from_sgf(text.as_bytes().to_vec()).unwrap();
        for (text, is_swap2) in [
            ("(;SZ[5]ON[swap2];B[aa])", true),
            ("(;SZ[5]ON[swap2\\, two more];B[aa];W[ab];B[ac];W[ad])", true),
            ("(;SZ[5]ON[swap2];B[aa];W[ab];B[ac];W[ad])", false),
            ("(;SZ[5]ON[two more];B[aa];W[ab];B[ac];W[ad])", false),
            ("(;SZ[5]ON[swap2];B[aa];W[])", false),
            ("(;SZ[5]ON[swap2]AB[aa];B[bb])", false),
            ("(;SZ[4]ON[swap2];B[aa])", false),
            ("(;SZ[5];B[aa])", false),
        ] {
            assert_eq!(table(text).swap2.is_some(), is_swap2, "{text}");
            // A file that is not played on stays byte for byte.
            if !is_swap2 {
                assert_eq!(table(text).record().unwrap(), text.as_bytes());
            }
        }
        // Moves in the first node make a game of their own, which has the opening too.
        let mut game = table("(;SZ[5]ON[swap2]B[aa];W[ab])");
        assert!(game.undo() && game.undo() && game.place((2, 2)).is_ok());
        let record = String::from_utf8(game.record().unwrap()).unwrap();
        assert!(record.contains("ON[swap2];B[cc])\n(;SZ[5]ON[swap2]B[aa];W[ab])"), "{record}");
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
