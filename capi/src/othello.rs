//! Othello on one position.

use crate::boundary::{apart, bytes, out, slice, slice_mut};
use crate::error::{Code, Result};
use crate::memory::{Users, with_reserve};
use crate::shared::{
    colour, colour_number, outcome_number, stonemask_perft, stonemask_playout, stonemask_tally, symmetry,
};
use crate::stop::{self, stonemask_stop};
use crate::text;
use std::ffi::c_char;
use stonemask::Random;
use stonemask::othello::{Board, Children, Colour, IllegalMove, Move, Position, Reason, Square, SquareSet};

/// The discs of the side to move and of its opponent: bit `8*row + column` of an 8x8 frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct stonemask_othello {
    /// The discs of the side to move.
    pub own: u64,
    /// Those of the other side.
    pub opponent: u64,
}

/// A pass, among squares.
pub const PASS: u8 = 64;

impl stonemask_othello {
    /// The position, if it is one of this board.
    #[inline]
    pub(crate) fn checked<const N: usize>(self) -> Result<Position<N>> {
        let (Some(own), Some(opponent)) = (SquareSet::from_bits(self.own), SquareSet::from_bits(self.opponent)) else {
            return Err(Code::OffBoard.into());
        };
        Position::new(own, opponent).map_err(|_| Code::OverlappingStones.into())
    }

    #[inline]
    pub(crate) fn of<const N: usize>(position: Position<N>) -> stonemask_othello {
        stonemask_othello { own: position.own().bits(), opponent: position.opponent().bits() }
    }

    /// The board with this side to move.
    pub(crate) fn board<const N: usize>(self, to_move: i32) -> Result<Board<N>> {
        Ok(Board::new(self.checked()?, colour(to_move)?))
    }
}

/// A move by its number.
#[inline]
pub(crate) fn ply<const N: usize>(square: u8) -> Result<Move<N>> {
    if square == PASS {
        return Ok(Move::Pass);
    }
    Square::from_bit(square.into()).map(Move::Place).ok_or(Code::OffBoard.into())
}

/// A move's number.
pub(crate) fn number<const N: usize>(ply: Move<N>) -> u8 {
    match ply {
        Move::Place(square) => square.bit() as u8,
        Move::Pass => PASS,
    }
}

fn reason<const N: usize>(illegal: IllegalMove<N>) -> Code {
    match illegal.reason() {
        Reason::Occupied(_) => Code::Occupied,
        Reason::FlipsNothing => Code::FlipsNothing,
        Reason::CanMove(_) => Code::CanMove,
        Reason::GameOver => Code::GameOver,
    }
}

/// A perft of more plies than a game has counts the same: all games have ended.
fn depth<const N: usize>(depth: u32) -> u32 {
    depth.min(2 * (N * N) as u32)
}

/// The bytes that a perft allocates at a depth: for each ply, room for the children of 32
/// positions.
fn perft_bytes(depth: u32) -> usize {
    depth as usize * (80 << 10)
}

#[inline]
fn play<const N: usize>(position: Position<N>, square: u8) -> Result<Position<N>> {
    let ply = ply(square)?;
    if let Move::Place(square) = ply
        && position.empties().contains(square)
    {
        let flips = position.flips(square);
        if !flips.is_empty() {
            let own = position.own() | flips | square.set();
            return Position::new(position.opponent() - flips, own).map_err(|_| Code::Internal.into());
        }
    }
    let mut board = Board::new(position, Colour::Black);
    board.try_play(ply).map_err(reason)?;
    Ok(board.position())
}

/// The body of the perfts.
///
/// # Safety
/// As for [`out`].
unsafe fn count_below<const N: usize>(
    position: stonemask_othello,
    plies: u32,
    stop: &stonemask_stop,
    count: *mut stonemask_perft,
) -> Result {
    // SAFETY: the caller's promise.
    let place = unsafe { out(count)? };
    let (board, plies) = (Board::new(position.checked::<N>()?, Colour::Black), depth::<N>(plies));
    stop::count(&board, plies, stop, perft_bytes(plies), place)
}

/// The body of the random games from each of many positions, whose tallies are written before it
/// says that it was stopped.
///
/// # Safety
/// As for [`slice`] and [`slice_mut`].
unsafe fn play_out<const N: usize>(
    (positions, tallies, count): (*const stonemask_othello, *mut stonemask_tally, usize),
    to_move: i32,
    (games, seed): (u64, u64),
    stop: &stonemask_stop,
) -> Result {
    apart(bytes(tallies, count), &[bytes(positions, count)])?;
    // SAFETY: the caller's promise, and they are apart.
    let (positions, tallies) = unsafe { (slice(positions, count)?, slice_mut(tallies, count)?) };
    let to_move = colour(to_move)?;
    let need = count.saturating_mul(256).saturating_add(1 << 20);
    let (found, ended) = with_reserve(need, Users::Caller, || {
        let mut boards = Vec::with_capacity(count);
        for (index, position) in positions.iter().enumerate() {
            let position = position.checked::<N>().map_err(|failure| failure.code.at(index))?;
            boards.push(Board::new(position, to_move));
        }
        Ok(stop::tallies(&boards, games, seed, stop))
    })?;
    for (place, tally) in tallies.iter_mut().zip(found) {
        *place = tally.into();
    }
    ended
}

/// Runs a block on boards of a side, 8 where none is given.
macro_rules! by_side {
    ([] $n:ident => $body:block) => {{
        const $n: usize = 8;
        $body
    }};
    ([$side:ident] $n:ident => $body:block) => {
        match $side {
            4 => {
                const $n: usize = 4;
                $body
            }
            6 => {
                const $n: usize = 6;
                $body
            }
            8 => {
                const $n: usize = 8;
                $body
            }
            _ => return Err($crate::error::Code::BadSize.into()),
        }
    };
}
pub(crate) use by_side;

macro_rules! othello {
    (
        [$($side:ident: $type:ty)?] $legal_moves:ident $flips:ident $play:ident $children:ident $outcome:ident $parse:ident $print:ident
        $parse_move:ident $print_move:ident $perft:ident $playout:ident $playouts:ident
    ) => {
        exports! {
            /// The squares on which the side to move may place a disc.
            one fn $legal_moves($($side: $type,)? position: stonemask_othello, moves: *mut u64) {
                by_side!([$($side)?] N => {
                    let place = out(moves)?;
                    place.write(position.checked::<N>()?.legal_moves().bits());
                    Ok(())
                })
            }

            /// The opponent's discs that a disc on a square outflanks, whatever stands there; none
            /// for a pass.
            one fn $flips($($side: $type,)? position: stonemask_othello, square: u8, flips: *mut u64) {
                by_side!([$($side)?] N => {
                    let place = out(flips)?;
                    let position = position.checked::<N>()?;
                    place.write(match ply(square)? {
                        Move::Place(square) => position.flips(square).bits(),
                        Move::Pass => 0,
                    });
                    Ok(())
                })
            }

            /// The position after a legal move, as the other side sees it.
            one fn $play($($side: $type,)? position: stonemask_othello,
                square: u8,
                after: *mut stonemask_othello,) {
                by_side!([$($side)?] N => {
                    let place = out(after)?;
                    let after = play::<N>(position.checked()?, square)?;
                    place.write(stonemask_othello::of(after));
                    Ok(())
                })
            }

            /// The positions after every legal move, and those moves: one position a move, lowest
            /// square first.
            one fn $children($($side: $type,)? position: stonemask_othello,
                children: *mut stonemask_othello,
                capacity: usize,
                moves: *mut u64,) {
                by_side!([$($side)?] N => {
                    let place = out(moves)?;
                    let position = position.checked::<N>()?;
                    let mut found = Children::new();
                    let moves_found = position.children(&mut found);
                    let found = found.as_slice();
                    if capacity < found.len() {
                        return Err(Code::ShortBuffer.into());
                    }
                    apart(bytes(children, found.len()), &[bytes(moves, 1)])?;
                    let children = slice_mut(children, found.len())?;
                    for (child, &position) in children.iter_mut().zip(found) {
                        *child = stonemask_othello::of(position);
                    }
                    place.write(moves_found.bits());
                    Ok(())
                })
            }

            /// How the game went, by discs.
            one fn $outcome($($side: $type,)? position: stonemask_othello,
                to_move: i32,
                outcome: *mut i32,) {
                by_side!([$($side)?] N => {
                    let place = out(outcome)?;
                    let board = position.board::<N>(to_move)?;
                    place.write(outcome_number(board.outcome()));
                    Ok(())
                })
            }

            /// Reads a board from a line of an .obf file; what follows a semicolon is not looked
            /// at.
            one fn $parse($($side: $type,)? text: *const c_char, length: usize, position: *mut stonemask_othello, to_move: *mut i32) {
                by_side!([$($side)?] N => {
                    let (position, to_move) = (out(position)?, out(to_move)?);
                    let board: Board<N> = text::parse(text, text::obf_length(text, length)?)?;
                    position.write(stonemask_othello::of(board.position()));
                    to_move.write(colour_number(board.to_move()));
                    Ok(())
                })
            }

            /// Writes a board in .obf form.
            one fn $print($($side: $type,)? position: stonemask_othello,
                to_move: i32,
                buffer: *mut c_char,
                size: usize,
                length: *mut usize,) {
                by_side!([$($side)?] N => {
                    text::print(|| Ok(position.board::<N>(to_move)?.to_string()), 4096, buffer, size, length)
                })
            }

            /// Reads a square, such as "d3", or "pass".
            one fn $parse_move($($side: $type,)? text: *const c_char, length: usize, square: *mut u8) {
                by_side!([$($side)?] N => {
                    let place = out(square)?;
                    place.write(number(text::parse::<Move<N>>(text, length)?));
                    Ok(())
                })
            }

            /// Writes a square or a pass.
            one fn $print_move($($side: $type,)? square: u8, buffer: *mut c_char, size: usize, length: *mut usize) {
                by_side!([$($side)?] N => {
                    text::print(|| Ok(ply::<N>(square)?.to_string()), 64, buffer, size, length)
                })
            }

            /// Counts the positions some plies below.
            one fn $perft($($side: $type,)? position: stonemask_othello,
                plies: u32,
                stop: *const stonemask_stop,
                count: *mut stonemask_perft,) {
                by_side!([$($side)?] N => {
                    count_below::<N>(position, plies, stop::stop(stop)?, count)
                })
            }

            /// Plays a random game to its end.
            one fn $playout($($side: $type,)? position: stonemask_othello,
                to_move: i32,
                seed: u64,
                game: *mut stonemask_playout,) {
                by_side!([$($side)?] N => {
                    let place = out(game)?;
                    let board = position.board::<N>(to_move)?;
                    place.write(board.playout(&mut Random::new(seed)).into());
                    Ok(())
                })
            }

            /// Plays random games from each of many positions.
            many fn $playouts($($side: $type,)? positions: *const stonemask_othello,
                count: usize,
                to_move: i32,
                games: u64,
                seed: u64,
                stop: *const stonemask_stop,
                tallies: *mut stonemask_tally,) {
                by_side!([$($side)?] N => {
                    play_out::<N>((positions, tallies, count), to_move, (games, seed), stop::stop(stop)?)
                })
            }
        }
    };
}

othello! {
    [] stonemask_othello8_legal_moves stonemask_othello8_flips stonemask_othello8_play stonemask_othello8_children
    stonemask_othello8_outcome stonemask_othello8_parse stonemask_othello8_print stonemask_othello8_parse_move
    stonemask_othello8_print_move stonemask_othello8_perft stonemask_othello8_playout stonemask_othello8_playouts
}
othello! {
    [side: u32] stonemask_othello_legal_moves stonemask_othello_flips stonemask_othello_play stonemask_othello_children
    stonemask_othello_outcome stonemask_othello_parse stonemask_othello_print stonemask_othello_parse_move
    stonemask_othello_print_move stonemask_othello_perft stonemask_othello_playout stonemask_othello_playouts
}

/// The position that games begin with, black to move.
#[unsafe(no_mangle)]
pub extern "C" fn stonemask_othello8_start() -> stonemask_othello {
    stonemask_othello::of(Board::<8>::start().position())
}

exports! {
    /// The position that games begin with, black to move.
    one fn stonemask_othello_start(side: u32, start: *mut stonemask_othello) {
        let place = out(start)?;
        place.write(by_side!([side] N => { stonemask_othello::of(Board::<N>::start().position()) }));
        Ok(())
    }
}

exports! {
    /// A position turned or reflected.
    one fn stonemask_othello_transform(
        position: stonemask_othello,
        number: u32,
        image: *mut stonemask_othello,
    ) {
        let place = out(image)?;
        let position = position.checked::<8>()?;
        place.write(stonemask_othello::of(position.transform(symmetry(number, (8, 8))?)));
        Ok(())
    }

    /// One of a position's images, the same for all of them.
    one fn stonemask_othello_canonical(position: stonemask_othello, image: *mut stonemask_othello) {
        let place = out(image)?;
        let board = Board::new(position.checked::<8>()?, Colour::Black);
        place.write(stonemask_othello::of(board.canonical().position()));
        Ok(())
    }

    /// A hash of a position and the side to move.
    one fn stonemask_othello_key(side: u32, position: stonemask_othello, to_move: i32, key: *mut u64) {
        let place = out(key)?;
        place.write(by_side!([side] N => { position.board::<N>(to_move)?.key() }));
        Ok(())
    }
}
