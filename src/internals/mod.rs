//! Access to the kernels for the project's own tests and tools. No part of the interface: it
//! changes without notice.

mod founding;
pub mod gomoku;
pub mod nogo;
pub mod othello;

pub use crate::kernel::Declaration;
pub use crate::kernel::cycles::Kernels as CycleKernels;
pub use founding::FOUNDING;

use crate::tier::Tier;

/// The start of every kernel's symbol, as the build script defines it.
pub const SYMBOL_PREFIX: &str = env!("STONEMASK_SYMBOL_PREFIX");

/// The name and the address of each kernel in a table.
pub type Entries = Vec<(String, *const ())>;

/// The kernels of a game: how they are declared, and the table of a tier.
#[derive(Clone, Copy, Debug)]
pub struct KernelTable {
    /// The game's name, as symbols begin with it; `random` for the kernels of random numbers,
    /// `expand` for those that write bits as entries of arrays, `cpu` for the clock.
    pub game: &'static str,
    /// The kernels, each once.
    pub declarations: &'static [Declaration],
    /// The name and the address of each kernel in the table of a tier; `None` when it is not
    /// available.
    pub entries: fn(Tier) -> Option<Entries>,
}

macro_rules! tables {
    ($($game:ident: $($module:ident)::+,)*) => {
        /// Every game's kernels.
        pub const TABLES: [KernelTable; [$(stringify!($game)),*].len()] = [$(KernelTable {
            game: stringify!($game),
            declarations: crate::$($module)::+::DECLARATIONS,
            entries: |tier| Some(crate::$($module)::+::Kernels::get(tier)?.entries()),
        },)*];
    };
}

tables! {
    othello: othello::kernels,
    gomoku: gomoku::kernels,
    nogo: nogo::kernels,
    random: random::kernels,
    expand: expand::kernels,
    cpu: kernel::cycles,
}
