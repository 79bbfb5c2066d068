//! Whole numbers that Python gives: one that is out of its range is an error that names the argument and the range.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::ops::RangeInclusive;

fn number(value: &Bound<'_, PyAny>, name: &str, range: RangeInclusive<u64>) -> PyResult<u64> {
    if let Ok(number) = value.extract::<u64>()
        && range.contains(&number)
    {
        return Ok(number);
    }
    if value.call_method0("__index__").is_err() {
        let found = value.get_type().name()?;
        return Err(PyTypeError::new_err(format!("{name}: expected a whole number, got {found}")));
    }
    let (first, last) = range.into_inner();
    // Python refuses to write numbers of thousands of digits.
    let given = value.str().map_or_else(|_| String::from("a number of thousands of digits"), |text| text.to_string());
    Err(PyValueError::new_err(format!("{name}={given}: expected {first} to {last}")))
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
    threads: usize = 1..=1024;
    top: usize = 1..=64;
    history: usize = 1..=64;
    leaves: usize = 1..=1024;
}

/// A number that may be left out, of games or trees together.
pub(crate) fn many(value: Option<&Bound<'_, PyAny>>, name: &str) -> PyResult<Option<usize>> {
    value.map(|value| Ok(number(value, name, 1..=u32::MAX.into())? as usize)).transpose()
}

/// The most plies of a search.
pub(crate) fn plies(value: &Bound<'_, PyAny>) -> PyResult<u32> {
    Ok(number(value, "depth", 1..=64)? as u32)
}

/// A number of plies to begin with.
pub(crate) fn random_plies(value: &Bound<'_, PyAny>) -> PyResult<u8> {
    Ok(number(value, "random_plies", 0..=255)? as u8)
}
