//! Promise: every kernel keeps to its calling convention and to its memory.
//!
//! A trampoline calls each kernel that is linked into this program, with every callee-saved
//! register seeded, garbage in the others and in the upper halves of narrow arguments, patterns
//! around the stack, and memory that ends or begins at pages that cannot be touched, at every
//! offset that its alignment allows. Inputs cannot be written. Afterwards it looks at the
//! registers, the stack, the direction flag, MXCSR, the upper halves of the vector registers and
//! the memory. Kernels that break these rules, one for each, show that it would see.

use crate::symbols::{self, Symbol};
use crate::trampoline::{Defect, Setting, call, loaded_at, planted, try_settings};
use std::collections::BTreeSet;
use stonemask::internals::{KernelTable, TABLES};
use stonemask::{Random, Tier};
use stonemask_harness::{Argument, Call, Memory, callee};

/// Inputs for each kernel: one for each offset of a byte in a cache line.
const INPUTS: usize = 64;

/// The kernels that this processor runs.
fn runnable() -> Vec<Symbol> {
    symbols::kernels().into_iter().filter(|kernel| kernel.tier.is_available()).collect()
}

#[test]
fn every_kernel_keeps_the_convention() {
    let kernels = runnable();
    assert!(!kernels.is_empty() || !Tier::X64.is_available());
    let ahead = loaded_at();
    let mut defects = Vec::new();
    for Symbol { name, tier, address, .. } in &kernels {
        let (game, rest) = name.split_once('_').unwrap();
        let kernel = rest.strip_suffix(&format!("_{tier}")).unwrap();
        let callee = callee(game, kernel).unwrap_or_else(|| panic!("{game} declares no kernel {kernel}"));
        let mut random = Random::new(2026);
        for round in 0..INPUTS {
            let call = callee.call(*tier, &mut random);
            if let Err(defect) = try_settings(ahead + *address as usize, &call, round, &mut random) {
                defects.push(format!("{game} {kernel}, {tier}, input {round}: {defect}"));
                break;
            }
        }
    }
    assert!(defects.is_empty(), "\n{}", defects.join("\n"));
}

/// A kernel that is in no table would escape the tests that go through the tables; an entry with
/// another kernel's address would try that one twice. A tier has the assembly of the highest tier
/// up to it that declares any, and else Rust.
#[test]
fn the_tables_hold_every_kernel_and_nothing_else() {
    let kernels = runnable();
    let ahead = loaded_at();
    let mut in_tables = BTreeSet::new();
    for KernelTable { game, declarations, entries } in TABLES {
        let declared: Vec<_> = declarations.iter().flat_map(|kernel| kernel.assembly_tiers()).collect();
        for tier in Tier::available() {
            let entries = entries(tier).unwrap();
            assert_eq!(entries.len(), declared.len(), "{game}, {tier}");
            for ((entry, address), (name, tiers)) in entries.into_iter().zip(&declared) {
                assert_eq!(entry, *name, "{game}, {tier}");
                let found = kernels.iter().find(|kernel| ahead + kernel.address as usize == address as usize);
                let found = found.map(|symbol| symbol.name.clone());
                let own = tiers.iter().filter(|&&own| own <= tier).max();
                assert_eq!(found, own.map(|own| format!("{game}_{entry}_{own}")), "{game} {entry}, {tier}");
                in_tables.extend(found);
            }
        }
    }
    let linked: BTreeSet<String> = kernels.iter().map(|kernel| kernel.name.clone()).collect();
    let missing: Vec<_> = linked.difference(&in_tables).collect();
    assert!(missing.is_empty(), "kernels of no table: {missing:?}");
}

#[test]
fn each_planted_defect_is_seen() {
    let random = std::cell::RefCell::new(Random::new(1));
    let in_setting = |kernel: unsafe extern "sysv64" fn(), arguments: &[Argument], at_end, offset| {
        let setting = Setting { at_end, offset, dirty: false };
        call(kernel as *const () as usize, arguments, setting, &mut random.borrow_mut()).defects
    };
    let defects = |kernel, arguments: &[Argument]| in_setting(kernel, arguments, true, 0);
    assert_eq!(defects(planted::harmless, &[]), []);
    assert_eq!(defects(planted::clobbers_rbx, &[]), [Defect::Register("rbx")]);
    assert_eq!(defects(planted::clobbers_rbp, &[]), [Defect::Register("rbp")]);
    assert_eq!(defects(planted::clobbers_r12, &[]), [Defect::Register("r12")]);
    assert_eq!(defects(planted::clobbers_r13, &[]), [Defect::Register("r13")]);
    assert_eq!(defects(planted::clobbers_r14, &[]), [Defect::Register("r14")]);
    assert_eq!(defects(planted::clobbers_r15, &[]), [Defect::Register("r15")]);
    assert_eq!(defects(planted::moves_rsp, &[]), [Defect::Register("rsp")]);
    assert_eq!(defects(planted::sets_direction, &[]), [Defect::DirectionFlag]);
    assert_eq!(defects(planted::changes_mxcsr, &[]), [Defect::Mxcsr]);
    assert_eq!(defects(planted::writes_above_frame, &[]), [Defect::StackAbove]);
    assert_eq!(defects(planted::digs_deep, &[]), [Defect::StackBelow]);
    let fault = |signal, near| [Defect::Fault { signal, near }];
    assert_eq!(defects(planted::overflows_the_stack, &[]), fault("SIGSEGV", None));
    assert_eq!(defects(planted::illegal, &[]), fault("SIGILL", None));
    if is_x86_feature_detected!("avx") {
        assert_eq!(defects(planted::forgets_vzeroupper, &[]), [Defect::UpperHalves]);
    }
    if is_x86_feature_detected!("avx512f") {
        assert_eq!(defects(planted::forgets_vzeroupper_512, &[]), [Defect::UpperHalves]);
    }

    let input = || Memory::input(vec![1, 2, 3, 4, 5, 6, 7, 8], 1);
    let output = || Memory::output(8, 1);
    let with = |kernel, memory| defects(kernel, &[Argument::Memory(memory)]);
    assert_eq!(with(planted::writes_first_byte, output()), []);
    assert_eq!(with(planted::writes_first_byte, output().kept(0..2)), [Defect::Kept { argument: "rdi", byte: 0 }]);
    assert_eq!(with(planted::writes_first_byte, input()), fault("SIGSEGV", Some(("rdi", 0))));
    assert_eq!(with(planted::rewrites_first_byte, input()), fault("SIGSEGV", Some(("rdi", 0))));
    assert_eq!(with(planted::writes_before, output()), [Defect::Beside { argument: "rdi", byte: -1 }]);
    assert_eq!(with(planted::reads_ninth_byte, input()), fault("SIGSEGV", Some(("rdi", 8))));
    assert_eq!(with(planted::writes_ninth_byte, output()), fault("SIGSEGV", Some(("rdi", 8))));
    let below = in_setting(planted::reads_before, &[Argument::Memory(input())], false, 0);
    assert_eq!(below, fault("SIGSEGV", Some(("rdi", -1))));
    // With the pointer in the middle, the bytes before it belong to the kernel.
    assert_eq!(with(planted::reads_before, input().pointer_at(1)), []);
    let away = in_setting(planted::writes_ninth_byte, &[Argument::Memory(output())], true, 1);
    assert_eq!(away, [Defect::Beside { argument: "rdi", byte: 8 }]);
}

/// Kernels that break no rule in one setting alone.
#[test]
fn what_depends_on_the_setting_is_seen() {
    let attempt = |kernel: unsafe extern "sysv64" fn(), argument: Argument, result_bits| {
        let call = Call { arguments: vec![argument], result_bits };
        try_settings(kernel as *const () as usize, &call, 1, &mut Random::new(1)).map_err(|error| error.to_string())
    };
    let depends = |result: Result<(), String>| result.unwrap_err().contains("depends on place or garbage");
    assert_eq!(attempt(planted::relies_on_zero_extension, Argument::Narrow(7), 32), Ok(()));
    assert!(depends(attempt(planted::relies_on_zero_extension, Argument::Narrow(7), 64)));
    // Eight bytes are an output that is written; the ninth keeps its garbage.
    assert_eq!(attempt(planted::writes_eight_bytes, Argument::Memory(Memory::output(8, 1)), 32), Ok(()));
    assert!(depends(attempt(planted::writes_eight_bytes, Argument::Memory(Memory::output(9, 1)), 32)));
    assert_eq!(attempt(planted::writes_eight_bytes, Argument::Memory(Memory::output(9, 1).room(8..9)), 32), Ok(()));
    assert!(depends(attempt(planted::reads_first_byte, Argument::Memory(Memory::output(8, 1).room(0..8)), 32)));
    assert_eq!(attempt(planted::needs_alignment, Argument::Memory(Memory::input(vec![0; 16], 16)), 32), Ok(()));
    assert!(attempt(planted::needs_alignment, Argument::Memory(Memory::input(vec![0; 16], 8)), 32).is_err());
    if is_x86_feature_detected!("avx") {
        assert!(depends(attempt(planted::relies_on_clean_halves, Argument::Narrow(0), 32)));
    }
    if is_x86_feature_detected!("avx512f") {
        assert!(depends(attempt(planted::relies_on_clean_masks, Argument::Narrow(0), 32)));
    }
}
