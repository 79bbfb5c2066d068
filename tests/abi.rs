//! Promise: every kernel keeps to its calling convention and to its buffers.
//!
//! A trampoline calls each kernel of each tier, with every callee-saved register seeded, garbage in the others and in the
//! upper halves of narrow arguments, patterns around the stack, and buffers that end or begin at pages that cannot be
//! touched. Afterwards it looks at the registers, the stack, the direction flag, MXCSR, the upper halves of the vector
//! registers and the buffers. Kernels that break these rules, one for each, show that it would see.
#![cfg(all(target_arch = "x86_64", target_os = "linux"))]

mod abi_support;

use abi_support::{Argument, Buffer, Defect, call};
use stonemask::othello::{self, Board, Packed6, SquareSet};
use stonemask::{Random, Tier, game::Game};

/// Inputs that each kernel is tried on.
const INPUTS: usize = 60;

/// What one kernel is called with, and how many bits of rax are its result. A new kernel without an entry here fails the test.
fn othello_call(kernel: &str, random: &mut Random) -> (Vec<Argument>, u32) {
    let mut board = Board::<8>::start();
    for _ in 0..random.below(60) {
        board.play_random(othello::Kernels::best(), random);
    }
    let inner = SquareSet::<6>::ALL.bits();
    let (own, opponent) = (board.position().own().bits(), board.position().opponent().bits());
    let square = Argument::Narrow(random.below(64));
    let free = random.next_u64() as u32;
    let state = |pos: u32| {
        // t, three bytes of padding, free, pos
        let words = [random_byte(pos), free, pos & free];
        words.into_iter().flat_map(u32::to_ne_bytes).collect::<Vec<u8>>()
    };
    let cell = Argument::Narrow(4 + random.below(32));
    let colour = Argument::Narrow(random.below(2));
    match kernel {
        "legal_moves_8x8" => (vec![Argument::Wide(own), Argument::Wide(opponent)], 64),
        "mobility_8x8" => (vec![Argument::Wide(own), Argument::Wide(opponent)], 32),
        "legal_moves_inner" | "mobility_inner" => {
            let arguments = [own & inner, opponent & inner, inner].map(Argument::Wide);
            (arguments.into(), if kernel == "mobility_inner" { 32 } else { 64 })
        }
        "flips" => (vec![Argument::Wide(own), Argument::Wide(opponent), square], 64),
        "outflanks" => (vec![Argument::Wide(own), Argument::Wide(opponent), square], 32),
        "children" => {
            let moves = board.legal_moves();
            let children = Buffer::output(16 * moves.len() as usize, 8);
            let numbers = [own, opponent, moves.bits()].map(Argument::Wide);
            (numbers.into_iter().chain([Argument::Buffer(children)]).collect(), 0)
        }
        "packed6_outflank" => {
            (vec![Argument::Buffer(Buffer::input(&state(random.next_u64() as u32), 4)), colour, cell], 32)
        }
        "packed6_move" => {
            (vec![Argument::Buffer(Buffer::in_place(&state(random.next_u64() as u32), 4)), colour, cell], 64)
        }
        _ => panic!("tests/abi.rs does not know what to call the kernel {kernel} with"),
    }
}

/// The byte `t` of a packed state, among padding that the kernel must not care about.
fn random_byte(seed: u32) -> u32 {
    seed.wrapping_mul(0x9e37_79b9) & !0xf0
}

/// Tries every kernel of a game's tables.
fn try_kernels(
    game: &str,
    entries: impl Fn(Tier) -> Vec<(&'static str, *const ())>,
    input: impl Fn(&str, &mut Random) -> (Vec<Argument>, u32),
) {
    let mut tried = 0;
    for tier in Tier::available().filter(|&tier| tier != Tier::Reference) {
        for (name, address) in entries(tier) {
            let mut random = Random::new(2026);
            for round in 0..INPUTS {
                let seed = random.next_u64();
                // The same input with its buffers against the page above and against the page below, and other garbage.
                let [above, below] = [true, false].map(|at_end| {
                    let (arguments, bits) = input(name, &mut Random::new(seed));
                    let (result, defects) = call(address, &arguments, at_end, &mut random);
                    assert!(defects.is_empty(), "{game} {name}, {tier}, input {round}: {defects:?}");
                    let result = if bits == 0 { 0 } else { result << (64 - bits) };
                    (result, arguments.iter().map(Argument::contents).collect::<Vec<_>>())
                });
                assert_eq!(
                    above, below,
                    "{game} {name}, {tier}, input {round}: the result depends on place or garbage"
                );
                tried += 1;
            }
        }
    }
    assert!(tried > 0 || !Tier::X64.is_available());
}

#[test]
fn othello_kernels_keep_the_convention() {
    try_kernels("othello", |tier| othello::Kernels::get(tier).unwrap().entries(), othello_call);
    // The packed state's padding is not the kernels' to rely on: the layout that the arguments above assume.
    assert_eq!((size_of::<Packed6>(), align_of::<Packed6>()), (12, 4));
}

#[test]
fn each_planted_defect_is_seen() {
    use abi_support::planted;
    let mut random = Random::new(1);
    let mut defects = |kernel: unsafe extern "sysv64" fn(), arguments: &[Argument]| {
        call(kernel as *const (), arguments, true, &mut random).1
    };
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
    if Tier::Avx2.is_available() {
        assert_eq!(defects(planted::forgets_vzeroupper, &[]), [Defect::UpperHalves]);
    }
    let input = || Argument::Buffer(Buffer::input(&[1, 2, 3, 4, 5, 6, 7, 8], 8));
    assert_eq!(defects(planted::writes_first_byte, &[input()]), [Defect::InputChanged]);
    // One byte before the buffer lies beside it when its end is at the guard page.
    let output = || Argument::Buffer(Buffer::output(8, 8));
    assert_eq!(defects(planted::writes_first_byte, &[output()]), []);
    assert_eq!(defects(planted::writes_before, &[output()]), [Defect::BesideBuffer]);
    assert_eq!(defects(planted::reads_ninth_byte, &[input()]), [Defect::Fault(libc::SIGSEGV)]);
    assert_eq!(defects(planted::writes_ninth_byte, &[output()]), [Defect::Fault(libc::SIGSEGV)]);
    assert_eq!(defects(planted::illegal, &[]), [Defect::Fault(libc::SIGILL)]);
}
