//! What the project's own tests and tools ask of the kernels. No part of the interface: it changes without notice.

pub use crate::kernel::Declaration;
pub use crate::kernel::cycles::Kernels as CycleKernels;

use crate::kernel::cycles;
use crate::tier::Tier;
use crate::{gomoku, nogo, othello, random};

/// The kernels of a game: how they are declared, and the table of a tier.
#[derive(Clone, Copy, Debug)]
pub struct KernelTable {
    /// The game's name, as symbols begin with it; `random` for the kernels of random numbers, `cpu` for the clock.
    pub game: &'static str,
    /// The kernels, each once.
    pub declarations: &'static [Declaration],
    /// The name and the address of each kernel in the table of a tier; `None` when it is not available.
    pub entries: fn(Tier) -> Option<Vec<(String, *const ())>>,
}

/// Every game's kernels.
pub const TABLES: [KernelTable; 5] = [
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
    KernelTable { game: "nogo", declarations: &[], entries: |tier| Some(owned(nogo::Kernels::get(tier)?.entries())) },
    KernelTable {
        game: "random",
        declarations: random::kernels::DECLARATIONS,
        entries: |tier| Some(random::kernels::Kernels::get(tier)?.entries()),
    },
    KernelTable {
        game: "cpu",
        declarations: cycles::DECLARATIONS,
        entries: |tier| Some(cycles::Kernels::get(tier)?.entries()),
    },
];

fn owned(entries: Vec<(&'static str, *const ())>) -> Vec<(String, *const ())> {
    entries.into_iter().map(|(name, address)| (name.to_owned(), address)).collect()
}
