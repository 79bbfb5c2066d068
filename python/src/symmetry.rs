//! The turns and reflections of a board, by what becomes of its actions.

use numpy::{PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;
use stonemask::game::Symmetry;

/// How many symmetries keep the size of a board.
pub(crate) fn count((rows, columns): (usize, usize)) -> usize {
    Symmetry::of(rows, columns).count()
}

/// The image of each action under each symmetry; an action that is not a point, a pass, stays
/// itself.
pub(crate) fn actions(py: Python<'_>, size: (usize, usize), actions: usize) -> Bound<'_, PyArrayDyn<i64>> {
    let (rows, columns) = size;
    let array = PyArrayDyn::<i64>::zeros(py, vec![count(size), actions], false);
    let image = |symmetry: Symmetry, action: usize| {
        if action >= rows * columns {
            return action;
        }
        let (row, column) = symmetry.cell(size, (action / columns, action % columns));
        row * columns + column
    };
    let images =
        Symmetry::of(rows, columns).flat_map(|symmetry| (0..actions).map(move |action| image(symmetry, action)));
    let mut lent = array.readwrite();
    lent.as_slice_mut().expect("a new array").iter_mut().zip(images).for_each(|(to, image)| *to = image as i64);
    drop(lent);
    array
}
