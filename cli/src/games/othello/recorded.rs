//! Othello in files of recorded games.

use crate::games::name::Name;
use crate::games::recorded::{Cell, Place, Plays, Recorded};
use std::any::Any;
use stonemask::game::Colour;
use stonemask::othello::{Board, Move, Record, Square};
use stonemask::sgf::{self, Tree};

impl<const N: usize> Recorded for Board<N> {
    const NAME: Name = match N {
        4 => Name::Othello4,
        6 => Name::Othello6,
        _ => Name::Othello8,
    };

    /// Records are of 8x8.
    const IS_RECORDED: bool = N == 8;
    const SGF: u32 = 2;
    const SGF_NAME: &'static str = "GM[2] Othello";
    const BOTZONE: Option<&'static str> = if N == 8 { Some("Othello 8x8") } else { None };

    fn usual() -> Board<N> {
        Board::start()
    }

    fn anew(&self, rows: usize, columns: usize) -> Option<Board<N>> {
        ((rows, columns) == (N, N)).then(Board::start)
    }

    fn extent(&self) -> (usize, usize) {
        (N, N)
    }

    fn cell(&self, (row, column): Place) -> Cell {
        let stone = Square::new(row, column).and_then(|square| self.stone(square));
        stone.map_or(Cell::Empty, Cell::Stone)
    }

    fn place_of(ply: Move<N>) -> Option<Place> {
        match ply {
            Move::Place(square) => Some((square.row(), square.column())),
            Move::Pass => None,
        }
    }

    fn ply_at(place: Option<Place>) -> Option<Move<N>> {
        match place {
            Some((row, column)) => Square::new(row, column).map(Move::Place),
            None => Some(Move::Pass),
        }
    }

    /// A side that must pass may leave the pass out.
    fn turned_to(&self, colour: Colour) -> Result<Board<N>, String> {
        if colour == self.to_move() || self.is_over() {
            Ok(*self)
        } else if self.must_pass() {
            Ok(Board::new(self.position().pass(), colour))
        } else {
            Err(format!("it is {}'s turn", self.to_move()))
        }
    }

    fn sgf_rule(&self) -> Option<&'static str> {
        None
    }

    fn sgf_lacks(&self) -> Option<&'static str> {
        None
    }

    fn from_sgf(tree: &Tree<'_>) -> Result<Plays<Board<N>>, String> {
        read(tree)
    }

    fn from_gogui(tree: &Tree<'_>) -> Result<Plays<Board<N>>, String> {
        of_gogui(tree)
    }

    fn lead(&self) -> Option<i32> {
        let score = self.score();
        Some(score + score.signum() * self.empties().len() as i32)
    }
}

/// A game of SGF.
fn read<const N: usize>(tree: &Tree<'_>) -> Result<Plays<Board<N>>, String> {
    of_size(Record::from_tree(tree).map_err(told)?)
}

/// The record, if boards have its size.
fn of_size<const N: usize>(Record { start, moves }: Record) -> Result<Plays<Board<N>>, String> {
    let plays: Box<dyn Any> = Box::new(Plays::new(start, moves));
    plays.downcast().map(|plays| *plays).map_err(|_| format!("SGF has no games of {N}x{N}"))
}

fn told(error: impl ToString) -> String {
    error.to_string()
}

/// A game of Othello that GoGui wrote. It counts rows from the bottom, as Go does: the f5 of its
/// engines is the fifth row from there.
fn of_gogui<const N: usize>(tree: &Tree<'_>) -> Result<Plays<Board<N>>, String> {
    const ROWS: &[u8] = b"abcdefgh";
    if let Some(property) =
        tree.properties().find(|property| ["AB", "AW", "AE", "PL"].iter().any(|name| property.is(name)))
    {
        return Err(format!("{}: a position that GoGui has set up is not read as Othello", property.name()));
    }
    let mut text = format!("(;GM[2]SZ[{}]", tree.root("SZ").map_err(told)?.unwrap_or_else(|| "19".to_owned()));
    for (colour, value) in tree.moves() {
        let mirrored = match value.as_bytes() {
            &[column, row] if ROWS.contains(&row) => String::from_utf8(vec![column, b'a' + b'h' - row]).ok(),
            _ => None,
        };
        let letter = if colour == Colour::Black { 'B' } else { 'W' };
        text += &format!(";{letter}[{}]", sgf::escaped(&mirrored.unwrap_or(value)));
    }
    of_size(Record::from_sgf(text + ")").map_err(told)?)
}
