//! Memory of the search of the last plies: for its levels, and what it remembers from one call to
//! the next.

use crate::othello::position::Position;
use crate::othello::scoring::Scoring;

/// Where the kernels keep six levels: of each, eight children of four quadwords, and eight
/// quadwords.
#[repr(C, align(64))]
pub(crate) struct Room([u64; 6 * 40]);

/// Places, a power of two.
const PLACES: usize = 1 << 12;

/// A position, and bounds of its value for the side to move.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
struct Place {
    own: u64,
    opponent: u64,
    lower: i32,
    upper: i32,
}

/// The places, as the kernels have them.
#[derive(Clone, Debug)]
#[repr(transparent)]
pub(crate) struct Places([Place; PLACES]);

/// Results of searches of the last plies for one scoring, of positions with 5 to 10 empty squares.
/// Each position has one place, and the latest takes it. One table serves boards of all sizes: they
/// have other numbers of discs.
#[derive(Clone, Debug)]
pub struct LastTable {
    pub(super) scoring: Scoring,
    pub(crate) places: Box<Places>,
}

impl LastTable {
    /// A table that knows nothing.
    pub fn new(scoring: Scoring) -> LastTable {
        // No position that is looked up has no disc.
        LastTable { scoring, places: Box::new(Places([Place::default(); PLACES])) }
    }
}

impl Places {
    fn place(&mut self, own: u64, opponent: u64) -> &mut Place {
        let mixed = own.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(opponent.wrapping_mul(0xbf58_476d_1ce4_e5b9));
        &mut self.0[(mixed >> (64 - PLACES.ilog2())) as usize]
    }

    /// A bound that decides whether a position's value is above `alpha`.
    pub(super) fn bound<const N: usize>(&mut self, position: Position<N>, alpha: i32) -> Option<i32> {
        let (own, opponent) = (position.own().bits(), position.opponent().bits());
        let place = *self.place(own, opponent);
        if (place.own, place.opponent) != (own, opponent) {
            None
        } else if place.lower > alpha {
            Some(place.lower)
        } else {
            Some(place.upper).filter(|&upper| upper <= alpha)
        }
    }

    /// Remembers a value that a search for `alpha` found: a lower bound if it is above, else an
    /// upper one.
    pub(super) fn remember<const N: usize>(&mut self, position: Position<N>, alpha: i32, value: i32) {
        let (own, opponent) = (position.own().bits(), position.opponent().bits());
        let place = self.place(own, opponent);
        if (place.own, place.opponent) != (own, opponent) {
            *place = Place { own, opponent, lower: -128, upper: 128 };
        }
        *(if value > alpha { &mut place.lower } else { &mut place.upper }) = value;
    }
}
