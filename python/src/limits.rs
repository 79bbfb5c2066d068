//! How long a search takes, as Python says it.

use crate::numbers;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::time::Duration;
use stonemask::game::search::Limits;

/// The limits of a search, of which there must be one.
pub(crate) fn limits(
    time: Option<f64>,
    depth: Option<&Bound<'_, PyAny>>,
    nodes: Option<&Bound<'_, PyAny>>,
) -> PyResult<Limits> {
    if time.is_none() && depth.is_none() && nodes.is_none() {
        return Err(PyValueError::new_err("analyse needs a limit: time, depth or nodes"));
    }
    Ok(Limits {
        time: time.map(duration).transpose()?.flatten(),
        depth: depth.map(numbers::search_depth).transpose()?,
        nodes: nodes.map(numbers::nodes).transpose()?,
    })
}

/// A time in seconds; infinity is no limit.
pub(crate) fn duration(seconds: f64) -> PyResult<Option<Duration>> {
    let expected = || PyValueError::new_err(format!("time={seconds}: expected seconds, more than 0"));
    if seconds.is_nan() || seconds <= 0.0 {
        return Err(expected());
    }
    Ok(Duration::try_from_secs_f64(seconds).ok())
}
