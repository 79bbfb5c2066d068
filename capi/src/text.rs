//! Text in and out.

use crate::boundary::{apart, bytes, out, slice, slice_mut};
use crate::error::{Code, Result};
use crate::memory::{Users, with_reserve};
use std::ffi::c_char;
use std::str::FromStr;

/// The most bytes that reading a text of that length allocates: characters of four bytes, the text
/// again in an error, words and rows.
pub(crate) fn parse_bytes(length: usize) -> usize {
    length.saturating_mul(96)
}

/// Text from C, which need not end in a zero.
///
/// # Safety
/// As for [`slice`].
pub(crate) unsafe fn text<'a>(text: *const c_char, length: usize) -> Result<&'a str> {
    // SAFETY: the caller's promise; a byte is a byte whatever its sign.
    let bytes = unsafe { slice(text.cast::<u8>(), length)? };
    std::str::from_utf8(bytes).map_err(|_| Code::BadText.into())
}

/// How much of a line of an .obf file is the board: all before the first semicolon.
///
/// # Safety
/// As for [`slice`].
pub(crate) unsafe fn obf_length(line: *const c_char, length: usize) -> Result<usize> {
    // SAFETY: the caller's promise; a byte is a byte whatever its sign.
    let bytes = unsafe { slice(line.cast::<u8>(), length)? };
    let board = bytes.split(|&byte| byte == b';').next().unwrap_or_default();
    Ok(board.trim_ascii_end().len())
}

/// The row of a point whose text counts from the top, or, where `rows` is not 0, from the bottom of
/// a board with that many rows.
pub(crate) fn row_from_top(row: usize, rows: u32) -> Result<usize> {
    if rows == 0 { Ok(row) } else { (rows as usize).checked_sub(row + 1).ok_or(Code::OffBoard.into()) }
}

/// Reads a value of at most a few hundred bytes that owns no memory.
///
/// # Safety
/// As for [`slice`].
pub(crate) unsafe fn parse<T: FromStr + Copy>(from: *const c_char, length: usize) -> Result<T> {
    // SAFETY: the caller's promise.
    let text = unsafe { text(from, length)? };
    with_reserve(parse_bytes(length), Users::Caller, || text.parse().map_err(|_| Code::BadText.into()))
}

/// Writes a text and a zero into a buffer, and its length, without the zero, to `length`, also when
/// the buffer is too short: then nothing else is written.
///
/// # Safety
/// `buffer` is as for [`slice_mut`], `length` as for [`out`]; `length` may be null.
pub(crate) unsafe fn print(
    make: impl FnOnce() -> Result<String>,
    most: usize,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> Result {
    apart(bytes(buffer, size), &[bytes(length, usize::from(!length.is_null()))])?;
    // SAFETY: the caller's promise.
    let buffer = unsafe { slice_mut(buffer.cast::<u8>(), size)? };
    // SAFETY: the caller's promise.
    let place = if length.is_null() { None } else { Some(unsafe { out(length)? }) };
    let text = with_reserve(most.saturating_mul(4), Users::Caller, make)?;
    if let Some(place) = place {
        place.write(text.len());
    }
    if size <= text.len() {
        return Err(Code::ShortBuffer.into());
    }
    buffer[..text.len()].copy_from_slice(text.as_bytes());
    buffer[text.len()] = 0;
    Ok(())
}
