//! The inputs on which Othello's kernels are tried.

use crate::input::{Input, UpTo, without_some};
use crate::source::Source;
use std::fmt;
use stonemask::Random;
use stonemask::founding::Packed6;
use stonemask::othello::{Board, Colour, Position, Square, SquareSet};

/// A packed state, a colour and a cell, the pass included.
pub(super) type OnPacked = ((Packed6, Colour), UpTo<{ Packed6::PASS as u32 }>);

/// The cells, the side to move as black: `--X...O- X`.
impl<const N: usize> Input for Position<N> {
    /// Any two sets of discs that do not overlap, from nearly empty to full boards.
    fn arbitrary(source: &mut Source) -> Position<N> {
        let bits = |source: &mut Source| source.bits() & SquareSet::<N>::ALL.bits();
        let occupied = match source.below(6) {
            0 => bits(source) & bits(source) & bits(source),
            1 => bits(source) & bits(source),
            2 => bits(source),
            3 => bits(source) | bits(source),
            4 => bits(source) | bits(source) | bits(source),
            _ => SquareSet::<N>::ALL.bits(),
        };
        let own = match source.below(4) {
            0 => bits(source) & bits(source),
            1 => bits(source) | bits(source),
            _ => bits(source),
        };
        position(occupied & own, occupied & !own)
    }

    /// A random game, ply by ply, each with an arbitrary position.
    fn round(source: &mut Source, found: &mut dyn FnMut(&mut Source, Position<N>)) {
        let mut board = Board::<N>::start();
        loop {
            found(source, board.position());
            let arbitrary = Position::arbitrary(source);
            found(source, arbitrary);
            if !board.play_random(&mut Random::new(source.bits())) {
                return;
            }
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Board::new(*self, Colour::Black))
    }

    fn read(text: &str) -> Result<Position<N>, String> {
        text.parse().map(|board: Board<N>| board.position()).map_err(|error| format!("{error}"))
    }

    fn smaller(&self, take: &mut dyn FnMut(Position<N>) -> bool) -> bool {
        let discs: Vec<u64> = SquareSet::<N>::ALL
            .into_iter()
            .map(|square| square.set().bits())
            .filter(|disc| (self.own() | self.opponent()).bits() & disc != 0)
            .collect();
        without_some(&discs).any(|discs| {
            let discs: u64 = discs.into_iter().sum();
            take(position(self.own().bits() & discs, self.opponent().bits() & discs))
        })
    }
}

pub(super) fn position<const N: usize>(own: u64, opponent: u64) -> Position<N> {
    let on_board = |bits| SquareSet::from_bits(bits).expect("squares of the board");
    Position::new(on_board(own), on_board(opponent)).expect("the sets do not overlap")
}

impl<const N: usize> Input for Square<N> {
    fn arbitrary(source: &mut Source) -> Square<N> {
        let (row, column) = (source.between(0, N - 1), source.between(0, N - 1));
        Square::new(row, column).expect("a square of the board")
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }

    fn read(text: &str) -> Result<Square<N>, String> {
        text.parse().map_err(|error| format!("{error}"))
    }
}

/// `t free pos`, the latter two in hexadecimal.
impl Input for Packed6 {
    fn arbitrary(source: &mut Source) -> Packed6 {
        let (t, free, pos) = (source.below(16) as u8, source.bits() as u32, source.bits() as u32);
        Packed6::new(t, free, pos & free).expect("black only where occupied")
    }

    fn round(source: &mut Source, found: &mut dyn FnMut(&mut Source, Packed6)) {
        Position::<6>::round(source, &mut |source, position| {
            // Among arbitrary positions there are some whose centre is not occupied.
            let of_board = Packed6::from_board(&Board::new(position, Colour::Black));
            let state = of_board.unwrap_or_else(|_| Packed6::arbitrary(source));
            found(source, state);
        });
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:#x} {:#x}", self.t(), self.free(), self.pos())
    }

    fn read(text: &str) -> Result<Packed6, String> {
        let expected = || format!("'{text}' is not a packed state: expected t, free and pos, such as 6 0x81 0x80");
        let hexadecimal = |text: &str| u32::from_str_radix(text.strip_prefix("0x")?, 16).ok();
        let [t, free, pos] = text.split(' ').collect::<Vec<_>>().try_into().map_err(|_| expected())?;
        let t = t.parse().map_err(|_| expected())?;
        let (free, pos) = hexadecimal(free).zip(hexadecimal(pos)).ok_or_else(expected)?;
        Packed6::new(t, free, pos).map_err(|error| format!("{error}"))
    }

    fn smaller(&self, take: &mut dyn FnMut(Packed6) -> bool) -> bool {
        let discs: Vec<u32> = (0..32).map(|bit| 1 << bit).filter(|disc| self.free() & disc != 0).collect();
        without_some(&discs).any(|discs| {
            let discs: u32 = discs.into_iter().sum();
            take(Packed6::new(self.t(), discs, self.pos() & discs).expect("black only where occupied"))
        })
    }
}
