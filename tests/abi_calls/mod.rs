//! What each kernel is called with in tests/abi.rs: one arm for each, or for each family of lanes. Memory is exactly as large
//! and no better aligned than the contract in the kernel's file says.

mod gomoku;
mod nogo;
mod othello;

use crate::abi_support::{Argument, Call};
use stonemask::{Random, Tier};

/// Random arguments for a kernel; `None` for one that is not known.
pub(crate) fn call(game: &str, kernel: &str, tier: Tier, random: &mut Random) -> Option<Call> {
    match game {
        "othello" => othello::call(kernel, random),
        "gomoku" => gomoku::call(kernel, random),
        "nogo" => nogo::call(kernel, tier, random),
        "cpu" if kernel == "chain" => {
            Some(Call { arguments: vec![Argument::Wide(random.below(1000).into())], result_bits: 0 })
        }
        _ => None,
    }
}
