//! Access to NoGo's kernels.

pub use crate::nogo::kernels::singles::Singles;
pub use crate::nogo::search::settings::Settings;

use crate::game::streams::STREAMS;
use crate::nogo::kernels::{Kernels, plain};
use crate::nogo::planes::Planes;
use crate::nogo::search::run::Search;
use crate::nogo::shape::Shape;
use crate::nogo::state::Board;
use crate::random::RandomLanes;
use std::collections::TryReserveError;

/// Where what a kernel made of random games in bit slices is not what the plain form makes of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BitslicesDifference {
    /// Another number of steps.
    Steps {
        /// The kernel's.
        found: u32,
        /// The plain form's.
        expected: u32,
    },
    /// Other bits in a plane.
    Plane {
        /// The subject of the plane.
        part: &'static str,
        /// Which of the planes about it.
        index: usize,
        /// The kernel's words.
        found: Vec<u64>,
        /// The plain form's.
        expected: Vec<u64>,
    },
}

/// The first difference between a tier's kernel and the plain form, in at most `limit` steps of
/// NoGo games with `board`. The planes are full of games.
pub fn bitslices_differ(kernels: &Kernels, board: &Board, seed: u64, limit: u32) -> Option<BitslicesDifference> {
    let mut planes = Planes::new(kernels.tier().words(), board.shape() != Shape::FULL, &RandomLanes::new(seed));
    planes.launch(board, 0, &[u64::MAX; STREAMS]);
    let (mut plain, all) = (planes.clone(), planes.games());
    let (found, expected) =
        (kernels.bitslices_plies(&mut planes, all, limit), plain::bitslices_plies(&mut plain, all, limit));
    if found != expected {
        return Some(BitslicesDifference::Steps { found, expected });
    }
    let (found, expected) = (planes.meaning(), plain.meaning());
    let ((part, index, found), (.., expected)) =
        found.into_iter().zip(expected).find(|(found, expected)| found != expected)?;
    Some(BitslicesDifference::Plane { part, index, found, expected })
}

/// The functions of a table that hosts in C call without a wrapper.
pub fn singles(kernels: &Kernels) -> Singles {
    kernels.singles()
}

/// A search by other settings.
///
/// # Errors
/// If the allocation fails.
pub fn search_with(table_bytes: usize, settings: Settings) -> Result<Search, TryReserveError> {
    Search::with_settings(table_bytes, settings)
}
