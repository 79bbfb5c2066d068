//! What the project's own tests and tools ask of the kernels. No part of the interface: it changes without notice.

pub use crate::kernel::Declaration;

use crate::nogo::planes::Planes;
use crate::tier::Tier;
use crate::{gomoku, nogo, othello, random};

/// The kernels of a game: how they are declared, and the table of a tier.
#[derive(Clone, Copy, Debug)]
pub struct KernelTable {
    /// The game's name, as symbols begin with it; `random` for the kernels of random numbers.
    pub game: &'static str,
    /// The kernels, each once.
    pub declarations: &'static [Declaration],
    /// The name and the address of each kernel in the table of a tier; `None` when it is not available.
    pub entries: fn(Tier) -> Option<Vec<(String, *const ())>>,
}

/// Every game's kernels.
pub const TABLES: [KernelTable; 4] = [
    KernelTable {
        game: "othello",
        declarations: &[],
        entries: |tier| Some(owned(othello::Kernels::get(tier)?.entries())),
    },
    KernelTable {
        game: "gomoku",
        declarations: &[],
        entries: |tier| Some(owned(gomoku::Kernels::get(tier)?.entries())),
    },
    KernelTable {
        game: "nogo",
        declarations: nogo::kernels::DECLARATIONS,
        entries: |tier| Some(nogo::kernels::Kernels::get(tier)?.entries()),
    },
    KernelTable {
        game: "random",
        declarations: random::kernels::DECLARATIONS,
        entries: |tier| Some(random::kernels::Kernels::get(tier)?.entries()),
    },
];

fn owned(entries: Vec<(&'static str, *const ())>) -> Vec<(String, *const ())> {
    entries.into_iter().map(|(name, address)| (name.to_owned(), address)).collect()
}

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
        /// What the plane is about.
        part: &'static str,
        /// Which of the planes about it.
        index: usize,
        /// The kernel's words.
        found: Vec<u64>,
        /// The plain form's.
        expected: Vec<u64>,
    },
}

/// The first difference between what the kernel of a tier and the plain form make, in at most `limit` steps, of NoGo games with
/// `board`, as many as its planes have bits.
pub fn nogo_bitslices_differ(
    kernels: &nogo::Kernels,
    board: &nogo::Board,
    seed: u64,
    limit: u32,
) -> Option<BitslicesDifference> {
    let mut planes = Planes::new(kernels.tier().words(), board.shape() != nogo::Shape::FULL, seed);
    (0..planes.words()).for_each(|word| planes.launch(board, 0, word, u64::MAX));
    let (mut plain, all) = (planes.clone(), planes.games());
    let (found, expected) =
        (kernels.slices(&mut planes, all, limit), nogo::kernels::plain::slices(&mut plain, all, limit));
    if found != expected {
        return Some(BitslicesDifference::Steps { found, expected });
    }
    let (found, expected) = (planes.meaning(), plain.meaning());
    let ((part, index, found), (.., expected)) =
        found.into_iter().zip(expected).find(|(found, expected)| found != expected)?;
    Some(BitslicesDifference::Plane { part, index, found, expected })
}
