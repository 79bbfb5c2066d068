//! Promise: the clock of `stonemask::measure::spin_cycles` is additions that wait for one another,
//! as many as it is asked for, each of which takes a cycle.

use crate::instructions::kernels;
use iced_x86::{ConditionCode, Instruction, Mnemonic, Register};
use std::time::{Duration, Instant};
use stonemask::Tier;

/// The clock: each turn of its loop makes as many additions to one register as it subtracts from
/// the count.
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
        // Some processors add constants in no time.
        assert_eq!(addition.op1_register(), Register::RDI, "{addition:?}");
    }
    assert_eq!((count.mnemonic(), count.op0_register()), (Mnemonic::Sub, Register::RDI));
    assert_eq!(count.immediate(1), additions.len() as u64);
    // Nothing to count: around the loop.
    let first = chain.instructions.iter().position(Instruction::is_jcc_short_or_near).unwrap();
    let (compared, around) = (&chain.instructions[first - 1], &chain.instructions[first]);
    assert_eq!((compared.op0_register(), compared.immediate(1)), (Register::RDI, 0), "{compared:?}");
    assert_eq!(around.code().condition_code(), ConditionCode::e);
    assert_eq!(chain.instructions[at(around.near_branch_target())].mnemonic(), Mnemonic::Ret);
    // Until none is left, and not at all for none; a processor adds less than 10^10 numbers a
    // second, and more than 10^7.
    assert_eq!(back.code().condition_code(), ConditionCode::a);
    for (additions, fewest, most) in [(0, 0, 1 << 22), (1 << 24, 1 << 24, 1 << 31)] {
        let best = (0..20).map(|_| nanoseconds(|| stonemask::measure::spin_cycles(additions))).min().unwrap();
        assert!((fewest..most).contains(&(best * 10)), "{additions} additions in {best} ns");
    }
}

/// The time of one run.
fn nanoseconds(run: impl FnOnce()) -> u64 {
    let start = Instant::now();
    run();
    start.elapsed().as_nanos() as u64
}

/// Multiplications that wait for one another.
fn multiply(count: u64) {
    let mut product = 3_u32;
    for _ in 0..count / 8 {
        // SAFETY: multiplies a register and touches nothing else.
        unsafe {
            std::arch::asm!(
                ".rept 8", "imul {0:e}, {0:e}", ".endr",
                inout(reg) product, options(pure, nomem, nostack),
            );
        }
    }
    std::hint::black_box(product);
}

/// As many, of which four do not wait for one another.
fn multiply_apart(count: u64) {
    let (mut a, mut b, mut c, mut d) = (3_u32, 3_u32, 3_u32, 3_u32);
    for _ in 0..count / 8 {
        // SAFETY: multiplies registers and touches nothing else.
        unsafe {
            std::arch::asm!(
                ".rept 2", "imul {0:e}, {0:e}", "imul {1:e}, {1:e}", "imul {2:e}, {2:e}", "imul {3:e}, {3:e}", ".endr",
                inout(reg) a, inout(reg) b, inout(reg) c, inout(reg) d, options(pure, nomem, nostack),
            );
        }
    }
    std::hint::black_box((a, b, c, d));
}

/// The clock is held against another chain: a multiplication waits three cycles for the one before
/// it, on some processors four or five, and no processor has a way around that.
///
/// Who shares the core takes cycles from additions and hardly any from multiplications, which
/// mostly wait. So the chains run in turns, the fastest of each counts, and the measurement goes on
/// until the core was free for long enough.
#[test]
fn the_chain_takes_a_cycle_an_addition() {
    const LENGTH: u64 = 1 << 19;
    if !Tier::X64.is_available() {
        return; // Built without assembly.
    }
    let start = Instant::now();
    let (mut waiting, mut apart, mut chain) = (u64::MAX, u64::MAX, u64::MAX);
    loop {
        for _ in 0..20 {
            waiting = waiting.min(nanoseconds(|| multiply(LENGTH)));
            apart = apart.min(nanoseconds(|| multiply_apart(LENGTH)));
            chain = chain.min(nanoseconds(|| stonemask::measure::spin_cycles(LENGTH)));
        }
        let ratio = waiting as f64 / chain as f64;
        let overlaps = waiting >= 2 * apart;
        if overlaps && (2.0..5.5).contains(&ratio) {
            return;
        }
        let limit = Duration::from_secs(if overlaps { 60 } else { 5 });
        if start.elapsed() > limit {
            println!("{LENGTH} multiplications {waiting} ns, apart {apart} ns; as many additions {chain} ns");
            assert!(!overlaps, "a multiplication takes as long as {ratio:.2} additions of the chain");
            println!("SKIPPED: nothing overlaps here, as in an emulator; the chain's time was not looked at");
            return;
        }
    }
}
