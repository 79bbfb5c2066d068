//! Promise: no kernel contains an instruction above its tier, and every vector kernel cleans up behind itself.
//!
//! The kernels are read from the test program itself: whatever has a kernel's name is decoded, so that none escapes.
#![cfg(all(target_arch = "x86_64", target_os = "linux"))]

use iced_x86::{Code, CpuidFeature as F, Decoder, DecoderOptions, FlowControl, Instruction, Mnemonic};
use object::{Object, ObjectSection, ObjectSymbol, SymbolKind};
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

/// Every function in this program whose name is a kernel's.
fn kernels() -> Vec<Kernel> {
    let program = std::fs::read(std::env::current_exe().unwrap()).unwrap();
    let file = object::File::parse(&*program).unwrap();
    let prefix = format!("stonemask_{}_", env!("CARGO_PKG_VERSION").replace('.', "_"));
    let mut kernels = Vec::new();
    for symbol in file.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text) {
        let Some(name) = symbol.name().unwrap().strip_prefix(&prefix) else { continue };
        let section = file.section_by_index(symbol.section_index().unwrap()).unwrap();
        assert!(symbol.size() > 0, "{name} has no .size");
        let bytes = section.data_range(symbol.address(), symbol.size()).unwrap().unwrap();
        let decoder = Decoder::with_ip(64, bytes, symbol.address(), DecoderOptions::NONE);
        let suffix = name.rsplit('_').next().unwrap();
        let tier = suffix.parse().unwrap_or_else(|_| panic!("{name} does not end in its tier"));
        kernels.push(Kernel { name: name.to_owned(), tier, instructions: decoder.into_iter().collect() });
    }
    kernels
}

#[test]
fn no_kernel_contains_an_instruction_above_its_tier() {
    // Links the kernels in.
    let entries = stonemask::othello::Kernels::best().entries();
    let kernels = kernels();
    if Tier::X64.is_available() {
        assert!(kernels.len() >= entries.len());
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
