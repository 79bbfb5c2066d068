//! Many positions at once: the masks of slices of them.

use super::kernels::Kernels;
use super::position::{Masks, Position};

/// Positions in an array that the caller owns, for work on all of them at once.
///
/// ```
/// use stonemask::nogo::{Board, Masks, Positions};
///
/// let positions: Vec<_> = Board::new(3, 3)?.child_boards().map(|board| board.position()).collect();
/// let mut masks = vec![Masks::default(); positions.len()];
/// Positions::new(&positions).masks(&mut masks);
/// assert!(positions.iter().zip(&masks).all(|(position, masks)| position.masks() == *masks));
/// # Ok::<(), stonemask::nogo::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Positions<'a> {
    positions: &'a [Position],
}

impl<'a> Positions<'a> {
    /// These positions.
    pub const fn new(positions: &'a [Position]) -> Positions<'a> {
        Positions { positions }
    }

    /// How many there are.
    #[inline]
    pub const fn len(self) -> usize {
        self.positions.len()
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.positions.is_empty()
    }

    /// Writes [`Position::masks`] of each, cheaper than one by one where the kernels work on
    /// several at once.
    ///
    /// # Panics
    /// When there is not one entry for each position.
    pub fn masks(self, masks: &mut [Masks]) {
        Kernels::in_use().masks_many(self.positions, masks);
    }
}
