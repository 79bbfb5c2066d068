//! Promise: no kernel contains an instruction above its tier, and every vector kernel cleans up
//! behind itself.
//!
//! The kernels are read from the test program itself: whatever has a kernel's name is decoded, so
//! that none escapes.

use crate::extensions::lowest_tier;
use crate::symbols;
use iced_x86::{
    Code, Decoder, DecoderOptions, FlowControl, Instruction, InstructionInfoFactory, Mnemonic, OpAccess, Register,
};
use std::collections::HashMap;
use std::path::Path;
use stonemask::Tier;
use stonemask::internals::TABLES;

/// The registers that belong to the caller, but for rsp.
pub(crate) const SAVED: [Register; 6] =
    [Register::RBX, Register::RBP, Register::R12, Register::R13, Register::R14, Register::R15];

pub(crate) struct Kernel {
    pub(crate) name: String,
    tier: Tier,
    pub(crate) instructions: Vec<Instruction>,
}

/// Every kernel in this program, decoded.
pub(crate) fn kernels() -> Vec<Kernel> {
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
        let declared: usize = TABLES.iter().map(|table| table.declarations.len()).sum();
        assert!(kernels.len() >= declared, "{} kernels of {declared} that are declared", kernels.len());
    }
    for Kernel { name, tier, instructions } in &kernels {
        for instruction in instructions {
            assert!(!instruction.is_invalid(), "{name}: bytes that are no instruction at {:#x}", instruction.ip());
            let lowest = lowest_tier(instruction);
            assert!(lowest.is_ok_and(|lowest| lowest <= *tier), "{name}: {instruction:?} needs {lowest:?}");
        }
    }
}

/// The linker drops a file whose kernels are never called.
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

/// A symbol's name says how its constant is aligned, and the proofs believe it. So the name comes
/// with the alignment, from the macros of asm/abi.inc, and from nowhere else.
#[test]
fn only_the_macros_say_how_constants_are_aligned() {
    let asm = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/asm"));
    let mut files = vec![asm.to_owned()];
    let mut read = 0;
    while let Some(path) = files.pop() {
        if path.is_dir() {
            files.extend(std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path != asm.join("abi.inc") {
            let text = std::fs::read_to_string(&path).unwrap();
            for own in [".section", ".pushsection", ".rodata", ".type", ".size", "aligned_"] {
                assert!(!text.contains(own), "{}: {own}", path.display());
            }
            read += 1;
        }
    }
    assert!(read > 50, "{read} files");
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
                    panic!("{name} is not a leaf")
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

/// Each instruction that some path comes to, with the registers that are on the stack before it.
/// All paths must leave the same ones, and every return none.
pub(crate) fn pushed(Kernel { name, instructions, .. }: &Kernel) -> HashMap<u64, (Instruction, Vec<Register>)> {
    let mut seen: HashMap<u64, (Instruction, Vec<Register>)> = HashMap::new();
    let mut paths = vec![(instructions[0].ip(), Vec::new())];
    while let Some((at, mut pushed)) = paths.pop() {
        if let Some((_, before)) = seen.get(&at) {
            assert_eq!(before, &pushed, "{name}: the stack at {at:#x} depends on the way there");
            continue;
        }
        let index = instructions.binary_search_by_key(&at, Instruction::ip);
        let instruction = &instructions[index.unwrap_or_else(|_| panic!("{name}: a jump out of it, to {at:#x}"))];
        seen.insert(at, (*instruction, pushed.clone()));
        match instruction.mnemonic() {
            Mnemonic::Push => pushed.push(instruction.op0_register()),
            Mnemonic::Pop => assert_eq!(pushed.pop(), Some(instruction.op0_register()), "{name}: pop at {at:#x}"),
            Mnemonic::Ret => assert!(pushed.is_empty(), "{name}: {pushed:?} left on the stack at {at:#x}"),
            _ => {}
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
    seen
}

#[test]
fn callee_saved_registers_are_pushed_before_they_change_and_popped_before_the_return() {
    let mut factory = InstructionInfoFactory::new();
    for kernel in &kernels() {
        let name = &kernel.name;
        for (at, (instruction, pushed)) in &pushed(kernel) {
            match instruction.mnemonic() {
                Mnemonic::Push | Mnemonic::Pop | Mnemonic::Ret => {}
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
        }
    }
}
