//! Promise: the clock of `stonemask::spin_cycles` is additions that wait for one another, as many as it is asked for.

use crate::instructions::kernels;
use iced_x86::{ConditionCode, Instruction, Mnemonic, OpKind, Register};

/// Each turn of its loop is as many additions to one register as it takes off the count.
#[test]
fn the_chain_is_additions_that_wait_for_one_another_and_as_many_as_it_counts() {
    let kernels = kernels();
    let Some(chain) = kernels.iter().find(|kernel| kernel.name == "cpu_chain_x64") else { return };
    let at = |address: u64| chain.instructions.binary_search_by_key(&address, Instruction::ip).unwrap();
    let is_back = |i: &&Instruction| i.is_jcc_short_or_near() && i.near_branch_target() < i.ip();
    let back = chain.instructions.iter().find(is_back).expect("there is a loop");
    let turn = &chain.instructions[at(back.near_branch_target())..at(back.ip())];
    let (count, additions) = turn.split_last().unwrap();
    for addition in additions {
        assert_eq!((addition.mnemonic(), addition.op0_register()), (Mnemonic::Add, Register::RAX), "{addition:?}");
        // Some processors add 0 in no time.
        assert_eq!((addition.op1_kind(), addition.immediate(1)), (OpKind::Immediate8to64, 1), "{addition:?}");
    }
    assert_eq!((count.mnemonic(), count.op0_register()), (Mnemonic::Sub, Register::RDI));
    assert_eq!(count.immediate(1), additions.len() as u64);
    // Nothing to count: around the loop.
    let first = chain.instructions.iter().position(Instruction::is_jcc_short_or_near).unwrap();
    let (compared, around) = (&chain.instructions[first - 1], &chain.instructions[first]);
    assert_eq!((compared.op0_register(), compared.immediate(1)), (Register::RDI, 0), "{compared:?}");
    assert_eq!(around.code().condition_code(), ConditionCode::e);
    assert_eq!(chain.instructions[at(around.near_branch_target())].mnemonic(), Mnemonic::Ret);
    // Until none is left, and not at all for none; a processor adds less than 10^10 numbers a second, and more than 10^7.
    assert_eq!(back.code().condition_code(), ConditionCode::a);
    for (additions, fewest, most) in [(0, 0, 1 << 22), (1 << 24, 1 << 24, 1 << 31)] {
        let nanoseconds = (0..20).map(|_| {
            let start = std::time::Instant::now();
            stonemask::spin_cycles(additions);
            start.elapsed().as_nanos() as u64
        });
        let best = nanoseconds.min().unwrap();
        assert!((fewest..most).contains(&(best * 10)), "{additions} additions in {best} ns");
    }
}
