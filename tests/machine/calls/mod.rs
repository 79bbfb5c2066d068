//! What each kernel is called with in tests/machine/abi.rs: one arm for each, or for each family of lanes. Memory is exactly as large
//! and no better aligned than the contract in the kernel's file says.

mod gomoku;
mod nogo;
mod othello;

use crate::trampoline::{Argument, Call, Memory, bytes};
use stonemask::{Random, Tier};

/// Random arguments for a kernel; `None` for one that is not known.
pub(crate) fn call(game: &str, kernel: &str, tier: Tier, random: &mut Random) -> Option<Call> {
    match game {
        "othello" => othello::call(kernel, random),
        "gomoku" => gomoku::call(kernel, random),
        "nogo" => nogo::call(kernel, tier, random),
        "random" if kernel == "fill" => {
            let state: Vec<u64> = (0..32).map(|_| random.next_u64()).collect();
            let steps = random.below(9) as usize;
            let (state, numbers) = (Memory::in_place(bytes(&state), 64), Memory::output(64 * steps, 8));
            let arguments = vec![Argument::Memory(state), Argument::Memory(numbers), Argument::Wide(steps as u64)];
            Some(Call { arguments, result_bits: 0 })
        }
        "cpu" if kernel == "chain" => {
            Some(Call { arguments: vec![Argument::Wide(random.below(1000).into())], result_bits: 0 })
        }
        _ => None,
    }
}
