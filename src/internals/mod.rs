//! What the project's own tests and tools ask of the kernels. No part of the interface: it changes without notice.

pub mod nogo;
pub mod othello;

pub use crate::kernel::Declaration;

use crate::tier::Tier;

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

macro_rules! tables {
    ($($game:ident)*) => {
        /// Every game's kernels.
        pub const TABLES: [KernelTable; [$(stringify!($game)),*].len()] = [$(KernelTable {
            game: stringify!($game),
            declarations: crate::$game::kernels::DECLARATIONS,
            entries: |tier| Some(crate::$game::kernels::Kernels::get(tier)?.entries()),
        },)*];
    };
}

tables! { othello gomoku nogo random }
