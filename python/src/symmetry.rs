//! The turns and reflections of a board, by what becomes of its points and actions.

use numpy::{PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;

/// A turn or reflection: transposed first, then rows and columns counted from the other end, as `othello::Symmetry` does.
#[derive(Clone, Copy)]
pub(crate) struct Symmetry {
    transpose: bool,
    flip_rows: bool,
    flip_columns: bool,
}

/// Those that map a board of so many rows and columns onto itself; the first changes nothing.
pub(crate) fn all((rows, columns): (usize, usize)) -> Vec<Symmetry> {
    let symmetry =
        |index: usize| Symmetry { transpose: index & 4 != 0, flip_rows: index & 2 != 0, flip_columns: index & 1 != 0 };
    (0..if rows == columns { 8 } else { 4 }).map(symmetry).collect()
}

impl Symmetry {
    /// Where a point goes, both as `row * columns + column`.
    pub(crate) fn point(self, (rows, columns): (usize, usize), point: usize) -> usize {
        let (mut row, mut column) = (point / columns, point % columns);
        if self.transpose {
            (row, column) = (column, row);
        }
        if self.flip_rows {
            row = rows - 1 - row;
        }
        if self.flip_columns {
            column = columns - 1 - column;
        }
        row * columns + column
    }
}

/// The image of each action under each symmetry; what is not a point, a pass, stays itself.
pub(crate) fn actions(py: Python<'_>, size: (usize, usize), actions: usize) -> Bound<'_, PyArrayDyn<i64>> {
    let all = all(size);
    let array = PyArrayDyn::<i64>::zeros(py, vec![all.len(), actions], false);
    let points = size.0 * size.1;
    let image = |symmetry: &Symmetry, action| if action < points { symmetry.point(size, action) } else { action };
    let images = all.iter().flat_map(|symmetry| (0..actions).map(move |action| image(symmetry, action)));
    let mut lent = array.readwrite();
    lent.as_slice_mut().expect("a new array").iter_mut().zip(images).for_each(|(to, image)| *to = image as i64);
    drop(lent);
    array
}
