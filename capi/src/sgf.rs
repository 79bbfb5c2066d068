//! Recorded games of Gomoku: SGF.

use crate::boundary::{apart, bytes, change, check_given, check_struct, read, slice, slice_mut};
use crate::error::Code;
use crate::gomoku::{rule, rule_number, size};
use crate::memory::{Users, with_reserve};
use crate::text;
use std::ffi::c_char;
use stonemask::gomoku::{Board, Record, SgfError};

/// A recorded game of Gomoku, but for its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct stonemask_gomoku_record {
    /// The size of this struct, set by the caller.
    pub struct_size: usize,
    /// Rows of the board.
    pub rows: u32,
    /// Columns of the board.
    pub columns: u32,
    /// `enum stonemask_rule`.
    pub rule: i32,
    /// How many moves there are.
    pub moves: u32,
}

/// The most bytes that reading an SGF file of that length allocates.
fn sgf_bytes(length: usize) -> usize {
    length.saturating_mul(512).saturating_add(1 << 20)
}

fn sgf_failure(error: SgfError) -> Code {
    match error {
        SgfError::Illegal { reason, .. } => crate::gomoku::reason(reason),
        SgfError::TooLarge { .. } => Code::BadSize,
        _ => Code::BadFile,
    }
}

exports! {
    /// Reads the first game of an SGF file. Of an illegal move the index is its number, from 0.
    many fn stonemask_gomoku_read_sgf(
        from: *const c_char,
        length: usize,
        record: *mut stonemask_gomoku_record,
        points: *mut u16,
        capacity: usize,
    ) {
        apart(bytes(points, capacity), &[bytes(from, length), bytes(record, 1)])?;
        let text = text::text(from, length).map_err(|failure| match failure.code {
            Code::BadText => Code::BadFile.into(),
            _ => failure,
        })?;
        let place = change(record)?;
        check_struct::<stonemask_gomoku_record>(place.struct_size)?;
        let (read, is_set_up) = with_reserve(sgf_bytes(length), Users::Caller, || {
            let read = Record::from_sgf(text).map_err(|error| {
                let index = if let SgfError::Illegal { number, .. } = error { number - 1 } else { 0 };
                sgf_failure(error).at(index)
            });
            read.map(|read| {
                let is_set_up = read.start != Board::with_size(read.start.size(), read.start.rule());
                (read, is_set_up)
            })
        })?;
        let (size, rule) = (read.start.size(), read.start.rule());
        // The struct has no place for stones that are set up.
        if is_set_up {
            return Err(Code::BadFile.into());
        }
        if capacity < read.moves.len() {
            return Err(Code::ShortBuffer.into());
        }
        for (point, &read_point) in slice_mut(points, read.moves.len())?.iter_mut().zip(&read.moves) {
            *point = size.index(read_point) as u16;
        }
        *place = stonemask_gomoku_record {
            struct_size: place.struct_size,
            rows: size.rows() as u32,
            columns: size.columns() as u32,
            rule: rule_number(rule),
            moves: read.moves.len() as u32,
        };
        Ok(())
    }

    /// Writes a game as an SGF file. Of an illegal move the index is its number, from 0.
    many fn stonemask_gomoku_write_sgf(
        record: *const stonemask_gomoku_record,
        points: *const u16,
        buffer: *mut c_char,
        room: usize,
        length: *mut usize,
    ) {
        let given = read(record)?;
        check_given(record, given.struct_size)?;
        let size = size(given.rows, given.columns)?;
        let rule = rule(given.rule)?;
        let points = slice(points, given.moves as usize)?;
        if points.len() > size.points() {
            return Err(Code::BadSize.into());
        }
        if let Some(index) = points.iter().position(|&point| usize::from(point) >= size.points()) {
            return Err(Code::OffBoard.at(index));
        }
        let make = || {
            let mut record = Record::new(Board::with_size(size, rule));
            record.moves.extend(points.iter().map(|&point| size.point(point.into())));
            record.to_sgf().map_err(|error| {
                let index = if let SgfError::Illegal { number, .. } = error { number - 1 } else { 0 };
                sgf_failure(error).at(index)
            })
        };
        text::print(make, 128 << 10, buffer, room, length)
    }
}
