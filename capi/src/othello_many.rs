//! Othello on many positions, in arrays that the caller owns.

use crate::boundary::{apart, bytes, out, slice, slice_mut};
use crate::error::{Code, Failure, Result};
use crate::othello::by_side;
use stonemask::othello::{Positions, PositionsError, Square};

#[inline]
fn failure(error: PositionsError) -> Failure {
    match error {
        PositionsError::Lengths { .. } => Code::Internal.into(),
        PositionsError::Overlap { index, .. } => Code::OverlappingStones.at(index),
        PositionsError::OffBoard { index, .. } => Code::OffBoard.at(index),
    }
}

/// The positions in two arrays.
///
/// # Safety
/// As for [`slice`], of both.
#[inline]
unsafe fn positions<'a, const N: usize>(
    own: *const u64,
    opponent: *const u64,
    count: usize,
) -> Result<Positions<'a, N>> {
    // SAFETY: the caller's promise.
    let (own, opponent) = unsafe { (slice(own, count)?, slice(opponent, count)?) };
    Positions::new(own, opponent).map_err(failure)
}

/// The squares of a byte array.
#[inline]
fn squares<const N: usize>(bytes: &[u8]) -> Result<&[Square<N>]> {
    if let Some(index) = bytes.iter().position(|&byte| Square::<N>::from_bit(byte.into()).is_none()) {
        return Err(Code::OffBoard.at(index));
    }
    const { assert!(size_of::<Square<N>>() == 1) };
    // SAFETY: `Square` is a transparent byte, the square's bit, and each byte is that of a square
    // of this board.
    Ok(unsafe { std::slice::from_raw_parts(bytes.as_ptr().cast(), bytes.len()) })
}

/// Checks that moves are on empty squares, and counts them.
fn count_children<const N: usize>(positions: Positions<'_, N>, moves: &[u64]) -> Result<usize> {
    let mut total = 0;
    for (index, (position, &moves)) in positions.iter().zip(moves).enumerate() {
        if moves & !position.empties().bits() != 0 {
            let occupied = moves & (position.own() | position.opponent()).bits() != 0;
            return Err(if occupied { Code::Occupied } else { Code::OffBoard }.at(index));
        }
        total += moves.count_ones() as usize;
    }
    Ok(total)
}

macro_rules! othello_many {
    ([$($side:ident: $type:ty)?] $legal_moves_many:ident $mobility_many:ident $flips_many:ident $children_many:ident) => {
        exports! {
            /// The legal moves of many positions.
            many fn $legal_moves_many($($side: $type,)? own: *const u64,
                opponent: *const u64,
                count: usize,
                moves: *mut u64,) {
                by_side!([$($side)?] N => {
                    apart(bytes(moves, count), &[bytes(own, count), bytes(opponent, count)])?;
                    let positions = positions::<N>(own, opponent, count)?;
                    positions.legal_moves(slice_mut(moves, count)?);
                    Ok(())
                })
            }

            /// How many legal moves each of many positions has.
            many fn $mobility_many($($side: $type,)? own: *const u64,
                opponent: *const u64,
                count: usize,
                counts: *mut u8,) {
                by_side!([$($side)?] N => {
                    apart(bytes(counts, count), &[bytes(own, count), bytes(opponent, count)])?;
                    let positions = positions::<N>(own, opponent, count)?;
                    positions.mobility(slice_mut(counts, count)?);
                    Ok(())
                })
            }

            /// The discs that a disc on a square outflanks, in each of many positions.
            many fn $flips_many($($side: $type,)? own: *const u64,
                opponent: *const u64,
                squares: *const u8,
                count: usize,
                flips: *mut u64,) {
                by_side!([$($side)?] N => {
                    apart(bytes(flips, count), &[bytes(own, count), bytes(opponent, count), bytes(squares, count)])?;
                    let positions = positions::<N>(own, opponent, count)?;
                    let squares = self::squares::<N>(slice(squares, count)?)?;
                    positions.flips(squares, slice_mut(flips, count)?);
                    Ok(())
                })
            }

            /// The positions after some moves of each of many positions.
            many fn $children_many($($side: $type,)? own: *const u64,
                opponent: *const u64,
                moves: *const u64,
                count: usize,
                child_own: *mut u64,
                child_opponent: *mut u64,
                capacity: usize,
                children: *mut usize,) {
                by_side!([$($side)?] N => {
                    let place = out(children)?;
                    let inputs = [bytes(own, count), bytes(opponent, count), bytes(moves, count), bytes(children, 1)];
                    apart(bytes(child_own, capacity), &inputs)?;
                    apart(bytes(child_opponent, capacity), &inputs)?;
                    apart(bytes(child_own, capacity), &[bytes(child_opponent, capacity)])?;
                    let positions = positions::<N>(own, opponent, count)?;
                    let moves = slice(moves, count)?;
                    if count_children(positions, moves)? > capacity {
                        return Err(Code::ShortBuffer.into());
                    }
                    let (own, opponent) = (slice_mut(child_own, capacity)?, slice_mut(child_opponent, capacity)?);
                    place.write(positions.children(moves, own, opponent));
                    Ok(())
                })
            }
        }
    };
}

othello_many! {
    [] stonemask_othello8_legal_moves_many stonemask_othello8_mobility_many stonemask_othello8_flips_many
    stonemask_othello8_children_many
}
othello_many! {
    [side: u32] stonemask_othello_legal_moves_many stonemask_othello_mobility_many stonemask_othello_flips_many
    stonemask_othello_children_many
}
