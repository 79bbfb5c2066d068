//! NumPy arrays that the caller owns: what they must be, and how they are lent. Nothing is ever
//! copied or converted, and two arguments that share memory, one of which is written, are refused.

use numpy::{
    BorrowError, Element, PyArrayDescrMethods, PyArrayDyn, PyReadonlyArrayDyn, PyReadwriteArrayDyn, PyUntypedArray,
    PyUntypedArrayMethods, dtype,
};
use numpy::{PyArray, PyArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// An array of this type and shape, C-contiguous and aligned.
fn checked<'a, 'py, T: Element>(
    value: &'a Bound<'py, PyAny>,
    name: &str,
    shape: &[usize],
) -> PyResult<&'a Bound<'py, PyArrayDyn<T>>> {
    let array = untyped(value, name)?;
    let typed = value.cast::<PyArrayDyn<T>>().map_err(|_| unlike(array, name, dtype::<T>(value.py())))?;
    if array.shape() != shape {
        let (wanted, found) = (tuple(shape), tuple(array.shape()));
        return Err(PyValueError::new_err(format!("{name}: expected shape {wanted}, got {found}")));
    }
    if !array.is_c_contiguous() {
        return Err(PyValueError::new_err(format!(
            "{name}: expected a C-contiguous array, got strides {:?}",
            array.strides()
        )));
    }
    if !array.is_aligned() {
        return Err(PyValueError::new_err(format!("{name}: the array is not aligned to its items")));
    }
    Ok(typed)
}

/// The error for an array of another type than those that are wanted.
pub(crate) fn unlike(array: &Bound<'_, PyUntypedArray>, name: &str, wanted: impl std::fmt::Display) -> PyErr {
    PyTypeError::new_err(format!("{name}: expected an array of dtype {wanted}, got {}", array.dtype()))
}

/// Any array.
pub(crate) fn untyped<'a, 'py>(value: &'a Bound<'py, PyAny>, name: &str) -> PyResult<&'a Bound<'py, PyUntypedArray>> {
    value.cast::<PyUntypedArray>().map_err(|_| {
        let found = value.get_type().name().map(|name| name.to_string()).unwrap_or_default();
        PyTypeError::new_err(format!("{name}: expected a NumPy array, got {found}"))
    })
}

/// Whether an array holds items of this type.
pub(crate) fn holds<T: Element>(value: &Bound<'_, PyAny>) -> bool {
    value.cast::<PyUntypedArray>().is_ok_and(|array| array.dtype().is_equiv_to(&dtype::<T>(value.py())))
}

/// An array of int8 or bool as one of uint8, over the same memory; one of uint8 as it is.
pub(crate) fn as_bytes<'py>(value: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let array = untyped(value, name)?;
    if holds::<bool>(value) || holds::<i8>(value) {
        value.call_method1("view", (dtype::<u8>(value.py()),))
    } else if holds::<u8>(value) {
        Ok(value.clone())
    } else {
        Err(unlike(array, name, "uint8, int8 or bool"))
    }
}

/// Whether planes are of float32; otherwise they are of uint8.
pub(crate) fn are_floats(planes: &Bound<'_, PyAny>) -> PyResult<bool> {
    let array = untyped(planes, "planes")?;
    let floats = holds::<f32>(planes);
    if floats || holds::<u8>(planes) { Ok(floats) } else { Err(unlike(array, "planes", "uint8 or float32")) }
}

fn borrowed(name: &str, error: &BorrowError) -> PyErr {
    PyValueError::new_err(match error {
        BorrowError::NotWriteable => format!("{name}: the array is read-only"),
        _ => format!("{name}: the array shares memory with another argument, or another thread is using it"),
    })
}

/// An array that is only read.
pub(crate) fn read<'py, T: Element>(
    value: &Bound<'py, PyAny>,
    name: &str,
    shape: &[usize],
) -> PyResult<PyReadonlyArrayDyn<'py, T>> {
    checked::<T>(value, name, shape)?.try_readonly().map_err(|error| borrowed(name, &error))
}

/// An array that is written.
pub(crate) fn write<'py, T: Element>(
    value: &Bound<'py, PyAny>,
    name: &str,
    shape: &[usize],
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    checked::<T>(value, name, shape)?.try_readwrite().map_err(|error| borrowed(name, &error))
}

/// Fills the array given, or a new one, and returns it.
pub(crate) fn into<'py, T: Element + Default>(
    py: Python<'py>,
    out: Option<&Bound<'py, PyAny>>,
    name: &str,
    shape: &[usize],
    fill: impl FnOnce(&mut [T]),
) -> PyResult<Bound<'py, PyAny>> {
    let array = match out {
        Some(array) => array.clone(),
        None => PyArray::<T, _>::zeros(py, shape, false).into_any(),
    };
    fill(write::<T>(&array, name, shape)?.as_slice_mut()?);
    Ok(array)
}

/// A shape as Python writes it.
fn tuple(shape: &[usize]) -> String {
    match shape {
        [one] => format!("({one},)"),
        _ => format!("({})", shape.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
    }
}
