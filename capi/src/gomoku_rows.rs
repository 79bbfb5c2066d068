//! Gomoku boards that somebody else keeps, as rows of bits: is there a five, where does one win,
//! where are threats.

use crate::boundary::{apart, bytes, out, slice, slice_mut};
use crate::error::{Code, Failure, Result};
use crate::gomoku::{rule, size};
use crate::shared::colour;
use stonemask::gomoku::{Point, PointSet, Positions, Row, Rows, RowsError, Size};

/// The board whose rows C has, which are `width` bits wide.
///
/// # Safety
/// As for [`slice`] of a word for each row, of both arrays.
#[inline]
unsafe fn board<'a, T: Row>((rows, columns): (u32, u32), black: *const T, white: *const T) -> Result<Rows<'a, T>> {
    let size = size_within::<T>(rows, columns)?;
    // SAFETY: the caller's promise.
    let (black, white) = unsafe { (slice(black, size.rows())?, slice(white, size.rows())?) };
    Rows::new(size, black, white).map_err(|error| match error {
        RowsError::OffBoard { row } => Code::OffBoard.at(row),
        RowsError::Overlap { row } => Code::OverlappingStones.at(row),
        RowsError::Lengths { .. } => Code::Internal.into(),
    })
}

/// A size whose rows fit into words of this type.
#[inline]
fn size_within<T>(rows: u32, columns: u32) -> Result<Size> {
    let size = size(rows, columns)?;
    // The kernels keep boards up to 15x15 in rows of 16 bits.
    let most = if size_of::<T>() == 2 { 15 } else { 8 * size_of::<T>() };
    if size.rows() > most || size.columns() > most { Err(Code::BadSize.into()) } else { Ok(size) }
}

/// The bits of a set in rows as wide as C has them; rows that the board does not have are 0.
fn rows_of<T: Copy + Default + TryFrom<u64>, const W: usize>(set: &PointSet) -> Result<[T; W]> {
    let mut rows = [T::default(); W];
    for (index, row) in rows.iter_mut().enumerate().take(set.size().rows()) {
        *row = T::try_from(set.row(index)).map_err(|_| Code::Internal)?;
    }
    Ok(rows)
}

#[inline]
fn bits([black, white]: [bool; 2]) -> u32 {
    u32::from(black) | u32::from(white) << 1
}

macro_rules! rows {
    (
        $word:ty, $width:literal, $struct:ident, $any_five:ident $any_exact_five:ident $wins:ident $winners:ident
        $winning_cells:ident $threats:ident
    ) => {
        /// Where a colour makes fours and threes.
        #[derive(Clone, Copy, Debug)]
        #[repr(C)]
        pub struct $struct {
            /// A stone there makes a four.
            pub fours: [$word; $width],
            /// A stone there makes an open four.
            pub open_fours: [$word; $width],
            /// A stone there makes an open three.
            pub open_threes: [$word; $width],
        }

        exports! {
            /// Which colours have five or more in a row: bit 0 black, bit 1 white.
            many fn $any_five(
                rows: u32,
                columns: u32,
                black: *const $word,
                white: *const $word,
                colours: *mut u32,
            ) {
                let place = out(colours)?;
                let planes = board((rows, columns), black, white)?.planes();
                place.write(bits(planes.any_five()));
                Ok(())
            }

            /// Which colours have exactly five in a row.
            many fn $any_exact_five(
                rows: u32,
                columns: u32,
                black: *const $word,
                white: *const $word,
                colours: *mut u32,
            ) {
                let place = out(colours)?;
                let planes = board((rows, columns), black, white)?.planes();
                place.write(bits(planes.any_exact_five()));
                Ok(())
            }

            /// Whether a colour's stone on a point wins under a rule, whatever stands there.
            many fn $wins(
                rows: u32,
                columns: u32,
                black: *const $word,
                white: *const $word,
                by: i32,
                of: i32,
                row: u32,
                column: u32,
                wins: *mut i32,
            ) {
                let place = out(wins)?;
                let board = board((rows, columns), black, white)?;
                let point = Point::new(row as usize, column as usize).filter(|&point| board.size().contains(point));
                let point = point.ok_or(Code::OffBoard)?;
                place.write(board.wins(rule(by)?, colour(of)?, point).into());
                Ok(())
            }

            /// Which colours have a run that wins under a rule.
            many fn $winners(
                rows: u32,
                columns: u32,
                black: *const $word,
                white: *const $word,
                by: i32,
                colours: *mut u32,
            ) {
                let place = out(colours)?;
                let board = board((rows, columns), black, white)?;
                place.write(bits(board.winners(rule(by)?)));
                Ok(())
            }

            /// The empty points on which each colour makes five or more.
            many fn $winning_cells(
                rows: u32,
                columns: u32,
                black: *const $word,
                white: *const $word,
                black_cells: *mut $word,
                white_cells: *mut $word,
            ) {
                let words = size_within::<$word>(rows, columns)?.rows();
                let inputs = [bytes(black, words), bytes(white, words)];
                apart(bytes(black_cells, words), &inputs)?;
                apart(bytes(white_cells, words), &inputs)?;
                apart(bytes(black_cells, words), &[bytes(white_cells, words)])?;
                let places = [slice_mut(black_cells, words)?, slice_mut(white_cells, words)?];
                let found = board((rows, columns), black, white)?.planes().winning_cells();
                let found: [[$word; $width]; 2] = [rows_of(&found[0])?, rows_of(&found[1])?];
                for (place, found) in places.into_iter().zip(found) {
                    place.copy_from_slice(&found[..words]);
                }
                Ok(())
            }

            /// The empty points on which a colour makes fours and threes.
            many fn $threats(
                rows: u32,
                columns: u32,
                black: *const $word,
                white: *const $word,
                of: i32,
                threats: *mut $struct,
            ) {
                let place = out(threats)?;
                let words = size_within::<$word>(rows, columns)?.rows();
                apart(bytes(threats, 1), &[bytes(black, words), bytes(white, words)])?;
                let planes = board((rows, columns), black, white)?.planes();
                let found = planes.threats(colour(of)?);
                place.write($struct {
                    fours: rows_of(&found.fours)?,
                    open_fours: rows_of(&found.open_fours)?,
                    open_threes: rows_of(&found.open_threes)?,
                });
                Ok(())
            }
        }
    };
}

rows! {
    u16, 16, stonemask_gomoku_threats16, stonemask_gomoku_any_five16 stonemask_gomoku_any_exact_five16 stonemask_gomoku_wins16
    stonemask_gomoku_winners16 stonemask_gomoku_winning_cells16 stonemask_gomoku_find_threats16
}
rows! {
    u32, 32, stonemask_gomoku_threats32, stonemask_gomoku_any_five32 stonemask_gomoku_any_exact_five32 stonemask_gomoku_wins32
    stonemask_gomoku_winners32 stonemask_gomoku_winning_cells32 stonemask_gomoku_find_threats32
}
rows! {
    u64, 64, stonemask_gomoku_threats64, stonemask_gomoku_any_five64 stonemask_gomoku_any_exact_five64 stonemask_gomoku_wins64
    stonemask_gomoku_winners64 stonemask_gomoku_winning_cells64 stonemask_gomoku_find_threats64
}

/// Many boards in arrays: row r of board b is word `r * boards + b`.
///
/// # Safety
/// As for [`slice`], of both arrays.
unsafe fn positions<'a>(
    (rows, columns): (u32, u32),
    boards: usize,
    black: *const u16,
    white: *const u16,
) -> Result<(Positions<'a>, usize)> {
    let size: Size = size(rows, columns)?;
    if size.rows() > 15 || size.columns() > 15 {
        return Err(Code::BadSize.into());
    }
    let words = boards.checked_mul(size.rows()).ok_or(Code::BadSize)?;
    // SAFETY: the caller's promise.
    let (black, white) = unsafe { (slice(black, words)?, slice(white, words)?) };
    let beyond = u16::MAX << size.columns();
    match Positions::new(size, black, white) {
        Ok(positions) => Ok((positions, words)),
        Err(_) => Err(first_wrong(black, white, beyond, boards)),
    }
}

/// The first board, in the order of the words, that has a stone off the board or two on one point.
#[cold]
fn first_wrong(black: &[u16], white: &[u16], beyond: u16, boards: usize) -> Failure {
    for (word, (&black, &white)) in black.iter().zip(white).enumerate() {
        if (black | white) & beyond != 0 {
            return Code::OffBoard.at(word % boards);
        }
        if black & white != 0 {
            return Code::OverlappingStones.at(word % boards);
        }
    }
    Code::Internal.into()
}

/// Runs a kernel whose answers are pairs of truth values, and writes them as bits.
///
/// # Safety
/// As for [`positions`], and for [`slice_mut`] of `colours`.
unsafe fn fives_many(
    (rows, columns): (u32, u32),
    boards: usize,
    (black, white, colours): (*const u16, *const u16, *mut u8),
    kernel: impl FnOnce(&Positions, &mut [[bool; 2]]),
) -> Result {
    // SAFETY: the caller's promise.
    let (positions, words) = unsafe { positions((rows, columns), boards, black, white)? };
    apart(bytes(colours, boards), &[bytes(black, words), bytes(white, words)])?;
    // SAFETY: the caller's promise.
    let colours = unsafe { slice_mut(colours, boards)? };
    let mut found = Vec::new();
    found.try_reserve_exact(boards).map_err(|_| Code::OutOfMemory)?;
    found.resize(boards, [false; 2]);
    kernel(&positions, &mut found);
    for (place, found) in colours.iter_mut().zip(found) {
        *place = bits(found) as u8;
    }
    Ok(())
}

exports! {
    /// Which colours have five or more in a row, on each of many boards.
    many fn stonemask_gomoku_any_five_many(
        rows: u32,
        columns: u32,
        black: *const u16,
        white: *const u16,
        boards: usize,
        colours: *mut u8,
    ) {
        fives_many((rows, columns), boards, (black, white, colours), |positions, found| {
            positions.any_five(found);
        })
    }

    /// Which colours have exactly five in a row, on each of many boards.
    many fn stonemask_gomoku_any_exact_five_many(
        rows: u32,
        columns: u32,
        black: *const u16,
        white: *const u16,
        boards: usize,
        colours: *mut u8,
    ) {
        fives_many((rows, columns), boards, (black, white, colours), |positions, found| {
            positions.any_exact_five(found);
        })
    }

    /// Which colours have a run that wins under a rule, on each of many boards.
    many fn stonemask_gomoku_winners_many(
        rows: u32,
        columns: u32,
        black: *const u16,
        white: *const u16,
        boards: usize,
        by: i32,
        colours: *mut u8,
    ) {
        let rule = rule(by)?;
        fives_many((rows, columns), boards, (black, white, colours), |positions, found| {
            positions.winners(rule, found);
        })
    }

    /// The empty points on which each colour makes five or more, on each of many boards.
    many fn stonemask_gomoku_winning_cells_many(
        rows: u32,
        columns: u32,
        black: *const u16,
        white: *const u16,
        boards: usize,
        black_cells: *mut u16,
        white_cells: *mut u16,
    ) {
        let (positions, words) = positions((rows, columns), boards, black, white)?;
        let inputs = [bytes(black, words), bytes(white, words)];
        apart(bytes(black_cells, words), &inputs)?;
        apart(bytes(white_cells, words), &inputs)?;
        apart(bytes(black_cells, words), &[bytes(white_cells, words)])?;
        let (black, white) = (slice_mut(black_cells, words)?, slice_mut(white_cells, words)?);
        positions.winning_cells(black, white);
        Ok(())
    }
}
