//! A game as GTP sees it: places, whose turn it is, results, and files.

use crate::games::Name;
use crate::protocol::playable::Playable;
use crate::records::Played;
use stonemask::game::{Colour, Outcome};
use stonemask::{gomoku, nogo, othello};

/// A row and a column, both from 0 at the top left.
pub(super) type Place = (usize, usize);

/// The content of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    Empty,
    Stone(Colour),
    /// Nobody ever plays there.
    Blocked,
}

/// A game as GTP sees it.
pub(super) trait Table: Playable {
    /// Its name for `set_game` and `gogui-rules_game_id`, in lower case.
    const ID: &'static str;
    /// Whether rows are numbered from the top, as Othello's are, and not from the bottom as in Go.
    const FROM_THE_TOP: bool;

    /// Rows and columns.
    fn extent(&self) -> (usize, usize);

    /// The start of a game by the rules of this one, which has not begun, with this number of rows and columns; `None` where there is none.
    fn anew(&self, rows: usize, columns: usize) -> Option<Self>;

    /// The content of a place of the board.
    fn cell(&self, place: Place) -> Cell;

    /// Where a ply puts a stone; `None` for a pass.
    fn place(ply: Self::Move) -> Option<Place>;

    /// The ply that puts a stone on a place of the board, or the pass; `None` where the game has no such ply.
    fn ply(place: Option<Place>) -> Option<Self::Move>;

    /// The board when it is this colour's turn, as GTP lets controllers say, or why it cannot be.
    fn turned_to(&self, colour: Colour) -> Result<Self, String>;

    /// Why a ply is illegal; `None` if it is not.
    fn why_illegal(&self, ply: Self::Move) -> Option<String>;

    /// How many points the winner is ahead by, once the game is over: 1 where there are no points.
    fn margin(&self) -> u32;

    /// Whether a side gives up for want of a move: the game is lost for it, and it has nothing else to answer.
    const RESIGNS: bool;

    /// The command's name of the game.
    const NAME: Name;

    /// The boards of a recorded game, its start and one after each move; `None` if it is another game.
    fn boards(played: Played) -> Option<Vec<Self>>;

    /// Whether a game of this name is this one.
    fn is_called(name: &str) -> bool {
        name.eq_ignore_ascii_case(Self::ID)
    }
}

/// Why nothing is legal any more.
const OVER: &str = "the game is over";

impl<const N: usize> Table for othello::Board<N> {
    const ID: &'static str = "othello";
    const FROM_THE_TOP: bool = true;
    const RESIGNS: bool = false;

    fn extent(&self) -> (usize, usize) {
        (N, N)
    }

    fn anew(&self, rows: usize, columns: usize) -> Option<othello::Board<N>> {
        ((rows, columns) == (N, N)).then(othello::Board::start)
    }

    fn cell(&self, (row, column): Place) -> Cell {
        let stone = othello::Square::new(row, column).and_then(|square| self.stone(square));
        stone.map_or(Cell::Empty, Cell::Stone)
    }

    fn place(ply: othello::Move<N>) -> Option<Place> {
        match ply {
            othello::Move::Place(square) => Some((square.row(), square.column())),
            othello::Move::Pass => None,
        }
    }

    fn ply(place: Option<Place>) -> Option<othello::Move<N>> {
        match place {
            Some((row, column)) => othello::Square::new(row, column).map(othello::Move::Place),
            None => Some(othello::Move::Pass),
        }
    }

    /// A side that must pass may leave the pass out.
    fn turned_to(&self, colour: Colour) -> Result<othello::Board<N>, String> {
        if colour == self.to_move() || self.is_over() {
            Ok(*self)
        } else if self.must_pass() {
            Ok(othello::Board::new(self.position().pass(), colour))
        } else {
            Err(format!("it is {}'s turn", self.to_move()))
        }
    }

    fn why_illegal(&self, ply: othello::Move<N>) -> Option<String> {
        // The reason names squares, and their names are GTP's.
        self.check(ply).err().map(|error| error.reason().to_string())
    }

    fn margin(&self) -> u32 {
        self.score().unsigned_abs()
    }

    const NAME: Name = match N {
        4 => Name::Othello4,
        6 => Name::Othello6,
        _ => Name::Othello8,
    };

    /// Records are of 8x8.
    fn boards(played: Played) -> Option<Vec<othello::Board<N>>> {
        let Played::Othello { start, plies } = played else { return None };
        let start = othello::Board::from_bits(start.black().bits(), start.white().bits(), start.to_move()).ok()?;
        let mut boards = vec![start];
        for ply in plies {
            let place = <othello::Board<8> as Table>::place(ply);
            let mut board = *boards.last().expect("there is a start");
            board.try_play(<othello::Board<N> as Table>::ply(place)?).ok()?;
            boards.push(board);
        }
        (N == 8).then_some(boards)
    }

    fn is_called(name: &str) -> bool {
        ["othello", "reversi"].iter().any(|known| name.eq_ignore_ascii_case(known))
    }
}

impl Table for gomoku::Board {
    const ID: &'static str = "gomoku";
    const FROM_THE_TOP: bool = false;
    const RESIGNS: bool = true;

    fn extent(&self) -> (usize, usize) {
        (self.size().rows(), self.size().columns())
    }

    fn anew(&self, rows: usize, columns: usize) -> Option<gomoku::Board> {
        gomoku::Size::new(rows, columns).ok().map(|size| gomoku::Board::new(size, self.rule()))
    }

    fn cell(&self, (row, column): Place) -> Cell {
        gomoku::Point::new(row, column).and_then(|point| self.stone(point)).map_or(Cell::Empty, Cell::Stone)
    }

    fn place(ply: gomoku::Point) -> Option<Place> {
        Some((ply.row(), ply.column()))
    }

    fn ply(place: Option<Place>) -> Option<gomoku::Point> {
        place.and_then(|(row, column)| gomoku::Point::new(row, column))
    }

    fn turned_to(&self, colour: Colour) -> Result<gomoku::Board, String> {
        let mut board = self.clone();
        if colour != self.to_move() && !self.is_over() {
            board.set_to_move(colour);
        }
        Ok(board)
    }

    fn why_illegal(&self, ply: gomoku::Point) -> Option<String> {
        self.check(ply).err().map(|error| error.reason().to_string())
    }

    fn margin(&self) -> u32 {
        1
    }

    const NAME: Name = Name::Gomoku;

    fn boards(played: Played) -> Option<Vec<gomoku::Board>> {
        let Played::Gomoku { start, plies } = played else { return None };
        let mut boards = vec![*start];
        for ply in plies {
            let mut board = boards.last().expect("there is a start").clone();
            match ply {
                Some(point) => board.try_play(point).ok()?,
                None => board.set_to_move(board.to_move().other()),
            }
            boards.push(board);
        }
        Some(boards)
    }
}

impl Table for nogo::Board {
    const ID: &'static str = "nogo";
    const FROM_THE_TOP: bool = false;
    const RESIGNS: bool = true;

    fn extent(&self) -> (usize, usize) {
        (self.shape().rows(), self.shape().columns())
    }

    /// Blocked cells stay blocked, and a centre that black may not begin at stays so.
    fn anew(&self, rows: usize, columns: usize) -> Option<nogo::Board> {
        let shape = self.shape();
        let all = nogo::Shape::new(shape.rows(), shape.columns(), nogo::PointSet::EMPTY).ok()?.points();
        let shape = nogo::Shape::new(rows, columns, all - shape.points()).ok()?;
        match self.centre_is_forbidden() {
            true => nogo::Board::with_centre_forbidden(shape).ok(),
            false => Some(nogo::Board::new(shape)),
        }
    }

    fn cell(&self, (row, column): Place) -> Cell {
        match nogo::Point::new(row, column) {
            Some(point) if self.shape().points().contains(point) => self.stone(point).map_or(Cell::Empty, Cell::Stone),
            _ => Cell::Blocked,
        }
    }

    fn place(ply: nogo::Point) -> Option<Place> {
        Some((ply.row(), ply.column()))
    }

    fn ply(place: Option<Place>) -> Option<nogo::Point> {
        place.and_then(|(row, column)| nogo::Point::new(row, column))
    }

    fn turned_to(&self, colour: Colour) -> Result<nogo::Board, String> {
        if colour == self.to_move() || self.is_over() {
            return Ok(*self);
        }
        if self.centre_is_forbidden() {
            return Err("black begins".to_owned());
        }
        let turned = nogo::Board::from_stones(self.shape(), self.black(), self.white(), colour);
        turned.map_err(|error| error.to_string())
    }

    fn why_illegal(&self, ply: nogo::Point) -> Option<String> {
        if self.is_over() {
            return Some(OVER.to_owned());
        }
        self.check(ply).err().map(|error| match error.reason() {
            // Its points have other names here.
            nogo::Reason::Capture(_) => "it would capture".to_owned(),
            reason => reason.to_string(),
        })
    }

    fn margin(&self) -> u32 {
        1
    }

    const NAME: Name = Name::Nogo;

    fn boards(played: Played) -> Option<Vec<nogo::Board>> {
        let Played::Nogo { start, plies } = played else { return None };
        let mut boards = vec![*start];
        for ply in plies {
            let mut board = *boards.last().expect("there is a start");
            board.try_play(ply).ok()?;
            boards.push(board);
        }
        Some(boards)
    }
}

/// The result of a game as `final_score` gives it: `B+4`, `W+1`, `0`; `None` while it goes on.
pub(super) fn final_score(board: &impl Table) -> Option<String> {
    Some(match board.outcome()? {
        Outcome::Draw => "0".to_owned(),
        Outcome::Win(Colour::Black) => format!("B+{}", board.margin()),
        Outcome::Win(Colour::White) => format!("W+{}", board.margin()),
    })
}
