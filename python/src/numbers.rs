//! Whole numbers that Python gives: one that is out of its range is an error that names the
//! argument and the range.

use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::ops::RangeInclusive;
use stonemask::game::Colour;
use stonemask::nogo::Shape;

fn number(value: &Bound<'_, PyAny>, name: &str, range: RangeInclusive<u64>) -> PyResult<u64> {
    if let Ok(number) = value.extract::<u64>()
        && range.contains(&number)
    {
        return Ok(number);
    }
    let (given, (first, last)) = (text(value, name)?, range.into_inner());
    Err(PyValueError::new_err(format!("{name}={given}: expected {first} to {last}")))
}

/// A whole number of any size as text.
pub(crate) fn text(value: &Bound<'_, PyAny>, name: &str) -> PyResult<String> {
    if value.call_method0("__index__").is_err() {
        let found = value.get_type().name()?;
        return Err(PyTypeError::new_err(format!("{name}: expected a whole number, got {found}")));
    }
    // Python refuses to write numbers of thousands of digits.
    Ok(value.str().map_or_else(|_| String::from("a number of thousands of digits"), |text| text.to_string()))
}

/// Which of `count` games or trees.
pub(crate) fn index(value: &Bound<'_, PyAny>, name: &str, count: usize) -> PyResult<usize> {
    match value.extract() {
        Ok(index) if index < count => Ok(index),
        _ => Err(PyIndexError::new_err(format!("{name} {} of {count}", text(value, name)?))),
    }
}

/// A function that reads an argument of this name.
macro_rules! numbers {
    ($($name:ident: $type:ty = $first:literal..=$last:expr;)*) => {$(
        pub(crate) fn $name(value: &Bound<'_, PyAny>) -> PyResult<$type> {
            Ok(number(value, stringify!($name), $first..=$last)? as $type)
        }
    )*};
}

numbers! {
    seed: u64 = 0..=u64::MAX;
    games: u64 = 0..=u64::MAX;
    playouts: u64 = 1..=u64::MAX;
    depth: u32 = 0..=255;
    nodes: u64 = 1..=u64::MAX;
    level: u8 = 1..=9;
    plies: u32 = 0..=u64::from(u32::MAX);
    threads: usize = 1..=1024;
    top: usize = 1..=64;
    history: usize = 1..=64;
    leaves: usize = 1..=1024;
    table_bytes: usize = 0..=u64::MAX;
}

/// A colour by its number.
pub(crate) fn colour(value: &Bound<'_, PyAny>) -> PyResult<Colour> {
    let colour = value.extract().ok().and_then(Colour::from_cell);
    match colour {
        Some(colour) => Ok(colour),
        None => {
            Err(PyValueError::new_err(format!("colour={}: expected 1, black, or 2, white", text(value, "colour")?)))
        }
    }
}

pub(crate) mod gomoku {
    use super::*;

    numbers! {
        rows: usize = 1..=64;
        columns: usize = 1..=64;
    }
}

pub(crate) mod nogo {
    use super::*;

    numbers! {
        rows: usize = 1..=9;
        // A single row may be longer.
        columns: usize = 1..=Shape::LONGEST_ROW as u64;
    }
}

/// The size of an Othello board.
pub(crate) fn size(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    match value.extract() {
        Ok(size @ (4 | 6 | 8)) => Ok(size),
        _ => Err(PyValueError::new_err(format!("size={}: expected 4, 6 or 8", text(value, "size")?))),
    }
}

/// The first of some shares, and the one after the last.
pub(crate) fn shares(value: &Bound<'_, PyAny>) -> PyResult<Option<(u64, u64)>> {
    let ends: Option<(Bound<'_, PyAny>, Bound<'_, PyAny>)> = value.extract()?;
    let share = |end: Bound<'_, PyAny>| number(&end, "shares", 0..=u64::MAX);
    ends.map(|(first, last)| Ok((share(first)?, share(last)?))).transpose()
}

/// A number that may be left out, of games or trees together.
pub(crate) fn many(value: Option<&Bound<'_, PyAny>>, name: &str) -> PyResult<Option<usize>> {
    value.map(|value| Ok(number(value, name, 1..=u32::MAX.into())? as usize)).transpose()
}

/// The most plies of a search.
pub(crate) fn search_depth(value: &Bound<'_, PyAny>) -> PyResult<u32> {
    Ok(number(value, "depth", 1..=64)? as u32)
}

/// The factor of the prior in a tree search.
pub(crate) fn exploration(value: &Bound<'_, PyAny>) -> PyResult<f32> {
    let given = value.extract()?;
    match given {
        0.0..f32::INFINITY => Ok(given),
        _ => Err(PyValueError::new_err(format!("exploration={given}: expected a finite number, 0 or more"))),
    }
}

/// The share of noise in a mixture.
pub(crate) fn fraction(value: &Bound<'_, PyAny>) -> PyResult<f32> {
    let given = value.extract()?;
    match given {
        0.0..=1.0 => Ok(given),
        _ => Err(PyValueError::new_err(format!("fraction={given}: expected 0 to 1"))),
    }
}

/// A number of plies to begin with.
pub(crate) fn random_plies(value: &Bound<'_, PyAny>) -> PyResult<u8> {
    Ok(number(value, "random_plies", 0..=255)? as u8)
}
