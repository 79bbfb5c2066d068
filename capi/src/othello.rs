//! Othello on one position.

use crate::boundary::{apart, bytes, out, read, slice, slice_mut};
use crate::error::{Code, Result};
use crate::kernels::{self, stonemask_kernels};
use crate::memory::{Users, with_reserve};
use crate::stop::{self, NEVER, stonemask_stop};
use crate::text;
use std::ffi::c_char;
use stonemask::game::{Outcome, Playout, Tally};
use stonemask::othello::{Board, Children, Colour, IllegalMove, Move, Position, Reason, Square, SquareSet};
use stonemask::slab::outcome_code;
use stonemask::{Random, playout};

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

/// What a perft counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct stonemask_perft {
    /// Positions at the depth and games that ended above it.
    pub nodes: u64,
    /// Those that ended above it.
    pub finished: u64,
}

impl From<stonemask::game::Perft> for stonemask_perft {
    fn from(count: stonemask::game::Perft) -> stonemask_perft {
        stonemask_perft { nodes: count.nodes, finished: count.finished }
    }
}

/// One finished random game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct stonemask_playout {
    /// How it went: `enum stonemask_outcome`.
    pub outcome: i32,
    /// Plies played, passes included.
    pub plies: u32,
}

impl From<Playout> for stonemask_playout {
    fn from(game: Playout) -> stonemask_playout {
        stonemask_playout { outcome: outcome_number(Some(game.outcome)), plies: game.plies }
    }
}

/// How many random games went how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct stonemask_tally {
    /// Games that black won.
    pub black_wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that white won.
    pub white_wins: u64,
    /// Plies of all games together.
    pub plies: u64,
}

impl From<Tally> for stonemask_tally {
    fn from(tally: Tally) -> stonemask_tally {
        let Tally { first_wins, draws, second_wins, plies } = tally;
        stonemask_tally { black_wins: first_wins, draws, white_wins: second_wins, plies }
    }
}

pub(crate) fn outcome_number(outcome: Option<Outcome>) -> i32 {
    outcome_code(outcome).into()
}

pub(crate) fn colour(number: i32) -> Result<Colour> {
    match number {
        0 => Ok(Colour::Black),
        1 => Ok(Colour::White),
        _ => Err(Code::BadArgument.into()),
    }
}

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

/// What a perft allocates at a depth: for each ply, room for the children of 32 positions.
fn perft_bytes(depth: u32) -> usize {
    depth as usize * (80 << 10)
}

#[inline]
fn play<const N: usize>(
    kernels: &stonemask::othello::Kernels,
    position: Position<N>,
    square: u8,
) -> Result<Position<N>> {
    let ply = ply(square)?;
    if let Move::Place(square) = ply
        && position.empties().contains(square)
    {
        let flips = kernels.flips(position, square);
        if !flips.is_empty() {
            let own = position.own() | flips | square.set();
            return Position::new(position.opponent() - flips, own).map_err(|_| Code::Internal.into());
        }
    }
    let mut board = Board::new(position, Colour::Black);
    board.try_play_with(kernels, ply).map_err(reason)?;
    Ok(board.position())
}

/// The body of the perfts.
///
/// # Safety
/// As for [`out`].
unsafe fn count_below<const N: usize>(
    kernels: *const stonemask_kernels,
    position: stonemask_othello,
    plies: u32,
    stop: &stonemask_stop,
    count: *mut stonemask_perft,
) -> Result {
    // SAFETY: the caller's promise.
    let (place, kernels) = unsafe { (out(count)?, kernels::othello(kernels)?) };
    let (board, plies) = (position.board::<N>(0)?, depth::<N>(plies));
    stop::count(&board, kernels, plies, stop, perft_bytes(plies), place)
}

/// The body of the random games from each of many positions, whose tallies are written before it says that it was stopped.
///
/// # Safety
/// As for [`slice`] and [`slice_mut`].
unsafe fn play_out<const N: usize>(
    kernels: *const stonemask_kernels,
    (positions, tallies, count): (*const stonemask_othello, *mut stonemask_tally, usize),
    to_move: i32,
    (games, seed): (u64, u64),
    stop: &stonemask_stop,
) -> Result {
    apart(bytes(tallies, count), &[bytes(positions, count)])?;
    // SAFETY: the caller's promise, and they are apart.
    let (positions, tallies, kernels) =
        unsafe { (slice(positions, count)?, slice_mut(tallies, count)?, kernels::othello(kernels)?) };
    let to_move = colour(to_move)?;
    let need = count.saturating_mul(256).saturating_add(1 << 20);
    let (found, ended) = with_reserve(need, Users::Caller, || {
        let mut boards = Vec::with_capacity(count);
        for (index, position) in positions.iter().enumerate() {
            let position = position.checked::<N>().map_err(|failure| failure.code.at(index))?;
            boards.push(Board::new(position, to_move));
        }
        Ok(stop::tallies(&boards, games, kernels, seed, stop))
    })?;
    for (place, tally) in tallies.iter_mut().zip(found) {
        *place = tally.into();
    }
    ended
}

macro_rules! othello {
    (
        $n:literal $start:ident $legal_moves:ident $flips:ident $play:ident $children:ident $outcome:ident $parse:ident $print:ident
        $parse_move:ident $print_move:ident $perft:ident $perft_until:ident $playout:ident $playouts:ident $playouts_until:ident
    ) => {
        /// The position that games begin with, black to move.
        #[unsafe(no_mangle)]
        pub extern "C" fn $start() -> stonemask_othello {
            stonemask_othello::of(Board::<$n>::start().position())
        }

        exports! {
            /// The squares on which the side to move may place a disc.
            one fn $legal_moves(kernels: *const stonemask_kernels, position: stonemask_othello, moves: *mut u64) {
                let place = out(moves)?;
                place.write(kernels::othello(kernels)?.legal_moves(position.checked::<$n>()?).bits());
                Ok(())
            }

            /// The opponent's discs that a disc on a square outflanks, whatever stands there.
            one fn $flips(kernels: *const stonemask_kernels, position: stonemask_othello, square: u8, flips: *mut u64) {
                let place = out(flips)?;
                let square = Square::<$n>::from_bit(square.into()).ok_or(Code::OffBoard)?;
                place.write(kernels::othello(kernels)?.flips(position.checked()?, square).bits());
                Ok(())
            }

            /// The position after a legal move, as the other side sees it.
            one fn $play(
                kernels: *const stonemask_kernels,
                position: stonemask_othello,
                square: u8,
                after: *mut stonemask_othello,
            ) {
                let place = out(after)?;
                let after = play::<$n>(kernels::othello(kernels)?, position.checked()?, square)?;
                place.write(stonemask_othello::of(after));
                Ok(())
            }

            /// The positions after every legal move, and those moves: one position a move, lowest square first.
            one fn $children(
                kernels: *const stonemask_kernels,
                position: stonemask_othello,
                children: *mut stonemask_othello,
                capacity: usize,
                moves: *mut u64,
            ) {
                let place = out(moves)?;
                let position = position.checked::<$n>()?;
                let mut found = Children::new();
                let moves_found = kernels::othello(kernels)?.children(position, &mut found);
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
            }

            /// How the game went, by discs.
            one fn $outcome(
                kernels: *const stonemask_kernels,
                position: stonemask_othello,
                to_move: i32,
                outcome: *mut i32,
            ) {
                let place = out(outcome)?;
                let board = position.board::<$n>(to_move)?;
                place.write(outcome_number(board.outcome_with(kernels::othello(kernels)?)));
                Ok(())
            }

            /// Reads a board in .obf form.
            one fn $parse(text: *const c_char, length: usize, position: *mut stonemask_othello, to_move: *mut i32) {
                let (position, to_move) = (out(position)?, out(to_move)?);
                let board: Board<$n> = text::parse(text, length)?;
                position.write(stonemask_othello::of(board.position()));
                to_move.write(board.to_move() as i32);
                Ok(())
            }

            /// Writes a board in .obf form.
            one fn $print(
                position: stonemask_othello,
                to_move: i32,
                buffer: *mut c_char,
                size: usize,
                length: *mut usize,
            ) {
                text::print(|| Ok(position.board::<$n>(to_move)?.to_string()), 4096, buffer, size, length)
            }

            /// Reads a square, such as "d3", or "pass".
            one fn $parse_move(text: *const c_char, length: usize, square: *mut u8) {
                let place = out(square)?;
                place.write(number(text::parse::<Move<$n>>(text, length)?));
                Ok(())
            }

            /// Writes a square or a pass.
            one fn $print_move(square: u8, buffer: *mut c_char, size: usize, length: *mut usize) {
                text::print(|| Ok(ply::<$n>(square)?.to_string()), 64, buffer, size, length)
            }

            /// Counts the positions some plies below.
            one fn $perft(
                kernels: *const stonemask_kernels,
                position: stonemask_othello,
                plies: u32,
                count: *mut stonemask_perft,
            ) {
                count_below::<$n>(kernels, position, plies, &NEVER, count)
            }

            /// Counts the positions some plies below, until it is stopped.
            one fn $perft_until(
                kernels: *const stonemask_kernels,
                position: stonemask_othello,
                plies: u32,
                stop: *const stonemask_stop,
                count: *mut stonemask_perft,
            ) {
                count_below::<$n>(kernels, position, plies, read(stop)?, count)
            }

            /// Plays a random game to its end.
            one fn $playout(
                kernels: *const stonemask_kernels,
                position: stonemask_othello,
                to_move: i32,
                seed: u64,
                game: *mut stonemask_playout,
            ) {
                let place = out(game)?;
                let board = position.board::<$n>(to_move)?;
                place.write(playout::playout(board, kernels::othello(kernels)?, &mut Random::new(seed)).into());
                Ok(())
            }

            /// Plays random games from each of many positions.
            many fn $playouts(
                kernels: *const stonemask_kernels,
                positions: *const stonemask_othello,
                count: usize,
                to_move: i32,
                games: u64,
                seed: u64,
                tallies: *mut stonemask_tally,
            ) {
                play_out::<$n>(kernels, (positions, tallies, count), to_move, (games, seed), &NEVER)
            }

            /// Plays random games from each of many positions, until it is stopped.
            many fn $playouts_until(
                kernels: *const stonemask_kernels,
                positions: *const stonemask_othello,
                count: usize,
                to_move: i32,
                games: u64,
                seed: u64,
                stop: *const stonemask_stop,
                tallies: *mut stonemask_tally,
            ) {
                play_out::<$n>(kernels, (positions, tallies, count), to_move, (games, seed), read(stop)?)
            }
        }
    };
}

othello! {
    4 stonemask_othello4_start stonemask_othello4_legal_moves stonemask_othello4_flips stonemask_othello4_play
    stonemask_othello4_children stonemask_othello4_outcome stonemask_othello4_parse stonemask_othello4_print
    stonemask_othello4_parse_move stonemask_othello4_print_move stonemask_othello4_perft
    stonemask_othello4_perft_until stonemask_othello4_playout stonemask_othello4_playouts stonemask_othello4_playouts_until
}
othello! {
    6 stonemask_othello6_start stonemask_othello6_legal_moves stonemask_othello6_flips stonemask_othello6_play
    stonemask_othello6_children stonemask_othello6_outcome stonemask_othello6_parse stonemask_othello6_print
    stonemask_othello6_parse_move stonemask_othello6_print_move stonemask_othello6_perft
    stonemask_othello6_perft_until stonemask_othello6_playout stonemask_othello6_playouts stonemask_othello6_playouts_until
}
othello! {
    8 stonemask_othello8_start stonemask_othello8_legal_moves stonemask_othello8_flips stonemask_othello8_play
    stonemask_othello8_children stonemask_othello8_outcome stonemask_othello8_parse stonemask_othello8_print
    stonemask_othello8_parse_move stonemask_othello8_print_move stonemask_othello8_perft
    stonemask_othello8_perft_until stonemask_othello8_playout stonemask_othello8_playouts stonemask_othello8_playouts_until
}
