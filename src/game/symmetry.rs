//! Turns and reflections of boards.

/// A turn or reflection of a board: rows and columns are exchanged or not, then counted from the
/// other end or not.
///
/// The default is the identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(::serde::Serialize, ::serde::Deserialize))]
pub struct Symmetry {
    pub(crate) transpose: bool,
    pub(crate) flip_rows: bool,
    pub(crate) flip_columns: bool,
}

impl Symmetry {
    /// All eight; the first changes nothing.
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry { transpose: false, flip_rows: false, flip_columns: false }; 8];
        let mut index = 0;
        while index < 8 {
            all[index] =
                Symmetry { transpose: index & 4 != 0, flip_rows: index & 2 != 0, flip_columns: index & 1 != 0 };
            index += 1;
        }
        all
    };

    /// The symmetry that undoes this one.
    pub const fn inverse(self) -> Symmetry {
        if self.transpose {
            Symmetry { transpose: true, flip_rows: self.flip_columns, flip_columns: self.flip_rows }
        } else {
            self
        }
    }

    /// Those that keep the size of a board: all eight of a square one, four of another.
    ///
    /// ```
    /// use stonemask::game::Symmetry;
    ///
    /// assert_eq!(Symmetry::of(15, 15).count(), 8);
    /// assert_eq!(Symmetry::of(2, 5).count(), 4);
    /// ```
    pub fn of(rows: usize, columns: usize) -> impl Iterator<Item = Symmetry> {
        Symmetry::ALL.into_iter().filter(move |symmetry| rows == columns || !symmetry.transpose)
    }

    /// The rows and columns of a board's image.
    pub const fn size(self, (rows, columns): (usize, usize)) -> (usize, usize) {
        if self.transpose { (columns, rows) } else { (rows, columns) }
    }

    /// Where a cell of a board with these rows and columns goes.
    #[doc(alias = "apply")]
    pub const fn cell(self, size: (usize, usize), (mut row, mut column): (usize, usize)) -> (usize, usize) {
        let (rows, columns) = self.size(size);
        if self.transpose {
            (row, column) = (column, row);
        }
        if self.flip_rows {
            row = rows - 1 - row;
        }
        if self.flip_columns {
            column = columns - 1 - column;
        }
        (row, column)
    }
}
