//! Promise: no kernel contains an instruction above its tier, and every vector kernel cleans up behind itself.
//!
//! The kernels are read from the test program itself: whatever has a kernel's name is decoded, so that none escapes.
#![cfg(all(target_arch = "x86_64", target_os = "linux", not(miri)))]

mod symbols;

use iced_x86::{
    Code, ConditionCode, CpuidFeature as F, Decoder, DecoderOptions, FlowControl, Instruction, InstructionInfoFactory,
    Mnemonic, OpAccess, Register,
};
use std::collections::HashMap;
use stonemask::Tier;

/// The extensions that a tier adds to the one below.
fn added(tier: Tier) -> &'static [F] {
    match tier {
        Tier::Reference => &[],
        Tier::X64 => &[
            F::INTEL8086,
            F::INTEL186,
            F::INTEL286,
            F::INTEL386,
            F::INTEL486,
            F::X64,
            F::CMOV,
            F::MULTIBYTENOP,
            F::SSE,
            F::SSE2,
            F::CET_IBT,
        ],
        Tier::Avx2 => {
            &[F::SSE3, F::SSSE3, F::SSE4_1, F::SSE4_2, F::AVX, F::AVX2, F::BMI1, F::BMI2, F::LZCNT, F::POPCNT, F::MOVBE]
        }
        Tier::Avx512 => &[
            F::AVX512F,
            F::AVX512CD,
            F::AVX512BW,
            F::AVX512DQ,
            F::AVX512VL,
            F::AVX512_VBMI,
            F::AVX512_VBMI2,
            F::AVX512_BITALG,
            F::AVX512_VPOPCNTDQ,
            F::GFNI,
        ],
    }
}

struct Kernel {
    name: String,
    tier: Tier,
    instructions: Vec<Instruction>,
}

/// Every kernel in this program, decoded.
fn kernels() -> Vec<Kernel> {
    let decode = |symbol: symbols::Symbol| {
        let decoder = Decoder::with_ip(64, &symbol.code, symbol.address, DecoderOptions::NONE);
        Kernel { name: symbol.name, tier: symbol.tier, instructions: decoder.into_iter().collect() }
    };
    symbols::kernels().into_iter().map(decode).collect()
}

#[test]
fn no_kernel_contains_an_instruction_above_its_tier() {
    let kernels = kernels();
    if Tier::X64.is_available() {
        assert!(kernels.len() >= stonemask::othello::Kernels::best().entries().len());
    }
    for Kernel { name, tier, instructions } in &kernels {
        for instruction in instructions {
            assert!(!instruction.is_invalid(), "{name}: bytes that are no instruction at {:#x}", instruction.ip());
            for feature in instruction.cpuid_features() {
                let lowest = Tier::ALL.into_iter().find(|&tier| added(tier).contains(feature));
                assert!(lowest.is_some_and(|lowest| lowest <= *tier), "{name}: {instruction:?} needs {feature:?}");
            }
        }
    }
}

/// A file whose kernels nobody calls is not even linked.
#[test]
fn every_kernel_file_is_linked() {
    if !Tier::X64.is_available() {
        return; // Built without assembly.
    }
    let linked: Vec<String> = symbols::kernels().into_iter().map(|kernel| kernel.name).collect();
    let has_avx512 = linked.iter().any(|name| name.ends_with("_avx512"));
    let mut files = 0;
    for game in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/asm")).unwrap() {
        let Ok(entries) = std::fs::read_dir(game.unwrap().path()) else { continue };
        for path in entries.map(|entry| entry.unwrap().path()).filter(|path| path.extension() == Some("S".as_ref())) {
            if path.to_string_lossy().ends_with("_avx512.S") && !has_avx512 {
                continue;
            }
            files += 1;
            let text = std::fs::read_to_string(&path).unwrap();
            // Kernels of bodies that tiers share have their names made there.
            let names = text.lines().filter_map(|line| line.trim().strip_prefix("FUNCTION(")?.strip_suffix(')'));
            for name in names.filter(|name| !name.contains('(')) {
                assert!(
                    linked.iter().any(|linked| linked == name),
                    "{}: {name} is not linked into this program",
                    path.display()
                );
            }
        }
    }
    assert!(files > 0);
}

#[test]
fn kernels_begin_with_endbr64_are_leaves_and_return_with_clean_upper_halves() {
    for Kernel { name, instructions, .. } in &kernels() {
        assert_eq!(instructions[0].code(), Code::Endbr64, "{name}");
        let wide = instructions.iter().any(|i| {
            (0..i.op_count()).any(|op| {
                let register = i.op_register(op);
                register.is_ymm() || register.is_zmm()
            })
        });
        let mut cleaned = false;
        let mut returns = 0;
        for instruction in instructions {
            match instruction.flow_control() {
                FlowControl::Call | FlowControl::IndirectCall | FlowControl::IndirectBranch => {
                    panic!("{name} is no leaf")
                }
                FlowControl::Return => {
                    returns += 1;
                    // Between the clean-up and the return, no vector register is touched any more.
                    assert!(cleaned || !wide, "{name} returns at {:#x} without vzeroupper", instruction.ip());
                }
                _ if instruction.mnemonic() == Mnemonic::Vzeroupper => cleaned = true,
                _ if instruction.op_register(0).is_vector_register() => cleaned = false,
                _ => {}
            }
        }
        assert!(returns > 0, "{name} does not return");
    }
}

#[test]
fn callee_saved_registers_are_pushed_before_they_change_and_popped_before_the_return() {
    const SAVED: [Register; 6] =
        [Register::RBX, Register::RBP, Register::R12, Register::R13, Register::R14, Register::R15];
    let mut factory = InstructionInfoFactory::new();
    for Kernel { name, instructions, .. } in &kernels() {
        // Every path, with what it has pushed; two paths to one instruction must have pushed the same.
        let mut seen: HashMap<u64, Vec<Register>> = HashMap::new();
        let mut paths = vec![(instructions[0].ip(), Vec::new())];
        while let Some((at, mut pushed)) = paths.pop() {
            if let Some(before) = seen.get(&at) {
                assert_eq!(before, &pushed, "{name}: the stack at {at:#x} depends on the way there");
                continue;
            }
            seen.insert(at, pushed.clone());
            let index = instructions.binary_search_by_key(&at, Instruction::ip);
            let instruction = &instructions[index.unwrap_or_else(|_| panic!("{name}: a jump out of it, to {at:#x}"))];
            match instruction.mnemonic() {
                Mnemonic::Push => pushed.push(instruction.op0_register()),
                Mnemonic::Pop => assert_eq!(pushed.pop(), Some(instruction.op0_register()), "{name}: pop at {at:#x}"),
                Mnemonic::Ret => assert!(pushed.is_empty(), "{name}: {pushed:?} left on the stack at {at:#x}"),
                Mnemonic::Std | Mnemonic::Ldmxcsr | Mnemonic::Vldmxcsr => panic!("{name}: {instruction:?} at {at:#x}"),
                _ => {
                    for used in factory.info(instruction).used_registers() {
                        let register = used.register().full_register();
                        let written = matches!(
                            used.access(),
                            OpAccess::Write | OpAccess::CondWrite | OpAccess::ReadWrite | OpAccess::ReadCondWrite
                        );
                        let kept =
                            SAVED.contains(&register) && !pushed.contains(&register) || register == Register::RSP;
                        assert!(!(written && kept), "{name}: {register:?} written at {at:#x} without being saved");
                    }
                }
            }
            match instruction.flow_control() {
                FlowControl::Return => {}
                FlowControl::UnconditionalBranch => paths.push((instruction.near_branch_target(), pushed)),
                FlowControl::ConditionalBranch => {
                    paths.push((instruction.near_branch_target(), pushed.clone()));
                    paths.push((instruction.next_ip(), pushed));
                }
                _ => paths.push((instruction.next_ip(), pushed)),
            }
        }
    }
}

/// The clock: each turn of its loop is as many additions to one register as it takes off the count.
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
    // Until none is left, and not at all for none; a processor adds less than 10^10 numbers a second, and more than 10^7.
    assert_eq!(back.code().condition_code(), ConditionCode::a);
    for (additions, fewest, most) in [(0, 0, 1 << 22), (1 << 24, 1 << 24, 1 << 31)] {
        let best = least_nanoseconds(&mut || stonemask::spin_cycles(additions));
        assert!((fewest..most).contains(&(best * 10)), "{additions} additions in {best} ns");
    }
}

/// The time of the fastest of 20 runs.
fn least_nanoseconds(run: &mut dyn FnMut()) -> u64 {
    let time = |_| {
        let start = std::time::Instant::now();
        run();
        start.elapsed().as_nanos() as u64
    };
    (0..20).map(time).min().unwrap()
}

/// The clock is held against another chain: a multiplication waits three cycles for the one before it, on some processors four
/// or five, and no processor has a way around that.
#[test]
fn the_chain_takes_a_cycle_an_addition() {
    const LENGTH: u64 = 1 << 19;
    if !Tier::X64.is_available() {
        return; // Built without assembly.
    }
    let waiting = least_nanoseconds(&mut || {
        let mut product = 3_u32;
        for _ in 0..LENGTH / 8 {
            // SAFETY: multiplies registers and touches nothing else.
            unsafe {
                std::arch::asm!(
                    ".rept 8", "imul {0:e}, {0:e}", ".endr",
                    inout(reg) product, options(pure, nomem, nostack),
                );
            }
        }
        std::hint::black_box(product);
    });
    // As many, four of which do not wait for one another.
    let apart = least_nanoseconds(&mut || {
        let (mut a, mut b, mut c, mut d) = (3_u32, 3_u32, 3_u32, 3_u32);
        for _ in 0..LENGTH / 8 {
            // SAFETY: multiplies registers and touches nothing else.
            unsafe {
                std::arch::asm!(
                    ".rept 2", "imul {0:e}, {0:e}", "imul {1:e}, {1:e}", "imul {2:e}, {2:e}", "imul {3:e}, {3:e}", ".endr",
                    inout(reg) a, inout(reg) b, inout(reg) c, inout(reg) d, options(pure, nomem, nostack),
                );
            }
        }
        std::hint::black_box((a, b, c, d));
    });
    let chain = least_nanoseconds(&mut || stonemask::spin_cycles(LENGTH));
    println!("{LENGTH} multiplications {waiting} ns, apart {apart} ns; as many additions {chain} ns");
    if waiting < 2 * apart {
        println!("SKIPPED: nothing overlaps here, as in an emulator; the chain's time was not looked at");
        return;
    }
    assert!((2.0..5.5).contains(&(waiting as f64 / chain as f64)), "{LENGTH}: {waiting} ns, {chain} ns");
}
