//! Where a colour makes fours and threes.

use super::point::Size;
use super::point_set::PointSet;
use std::mem::{MaybeUninit, offset_of};

/// The empty points on which a stone of a colour makes a four, an open four or an open three.
/// Whether it makes a five as well does not matter, nor does what a rule forbids; a run of five or
/// more counts as five.
///
/// ```
/// use stonemask::gomoku::{Board, Colour};
///
/// let board: Board = "1x7 freestyle --XXX-- O".parse()?;
/// let threats = board.planes().threats(Colour::Black);
/// assert_eq!(threats.fours.to_string(), "a1 b1 f1 g1");
/// assert_eq!(threats.open_fours.to_string(), "b1 f1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Threats {
    /// The stone is one of five cells in a row that then hold four stones of the colour and one
    /// empty point.
    pub fours: PointSet,
    /// The stone is one of four in an unbroken row with an empty point at each end.
    pub open_fours: PointSet,
    /// Of six cells in a row the outer two are empty, and the inner four then hold three stones of
    /// the colour, this one among them, and one empty point: one stone more makes an open four.
    pub open_threes: PointSet,
}

impl Threats {
    /// Three sets without points, of a board of this size.
    pub const fn empty(size: Size) -> Threats {
        Threats { fours: PointSet::empty(size), open_fours: PointSet::empty(size), open_threes: PointSet::empty(size) }
    }
}

/// The distance from one map to the next in [`Threats`], as asm/gomoku/threats.inc has it.
const MAP: usize = 576;
const _: () = assert!(offset_of!(Threats, open_fours) == MAP && offset_of!(Threats, open_threes) == 2 * MAP);

/// Room for the windows that the kernel finds before it spreads them: three planes with a cache
/// line before each and one after.
#[repr(C, align(64))]
pub(super) struct Scratch([MaybeUninit<u64>; 8 + 3 * 72]);

/// Room for a set of [`Threats`] in lanes of 16 bits, of which the kernel writes whole vectors: so
/// much is zeroed and copied, and not the set's 576 bytes.
#[repr(C, align(64))]
pub(super) struct Room {
    words: [u64; 4],
    rest: [MaybeUninit<u64>; 68],
}
const _: () = assert!(size_of::<[Room; 3]>() == size_of::<Threats>());

impl Room {
    /// Room without points.
    #[inline]
    pub(super) const fn new() -> Room {
        Room { words: [0; 4], rest: [MaybeUninit::uninit(); 68] }
    }

    /// The rows that were written.
    #[inline]
    pub(super) const fn words(&self) -> [u64; 4] {
        self.words
    }
}
