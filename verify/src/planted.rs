//! Kernels with planted defects: each must be refuted, or rejected for what it breaks.

use crate::image::{Image, Kernel};
use crate::mutants::is_replayed;
use crate::proof::{Proof, Verdict};
use crate::theorems;
use iced_x86::{Code, Encoder, Instruction, MemoryOperand, Mnemonic as M, OpKind, Register};
use std::sync::LazyLock;

static IMAGE: LazyLock<Image> = LazyLock::new(|| Image::of_this_program().unwrap());

fn kernel(name: &str) -> &'static Kernel {
    IMAGE.kernel(name).expect("a kernel of this name")
}

/// The first verdict on a kernel that is not a proof, among those of the cases that `is_one` picks
/// by their names.
fn verdict_of_cases(kernel: &Kernel, is_one: impl Fn(&str) -> bool) -> Verdict {
    let mut cases = theorems::about(kernel).expect("a theorem").cases_of(kernel);
    cases.retain(|case| is_one(&case.name));
    assert!(!cases.is_empty(), "{} has no such case", kernel.name);
    let mut verdicts = cases.iter().map(|case| Proof::verdict(&IMAGE, kernel, &case.prove).0);
    verdicts.find(|verdict| *verdict != Verdict::Proved).unwrap_or(Verdict::Proved)
}

fn verdict(kernel: &Kernel) -> Verdict {
    verdict_of_cases(kernel, |_| true)
}

fn verdict_of_case(kernel: &Kernel, case: &str) -> Verdict {
    verdict_of_cases(kernel, |name| name == case)
}

/// A condition of these words is refuted.
#[track_caller]
fn assert_refuted(kernel: &Kernel, what: &str) {
    assert_is_refuted(kernel, &verdict(kernel), what);
}

/// The check in one case.
#[track_caller]
fn assert_case_refuted(kernel: &Kernel, case: &str, what: &str) {
    println!("case {case}");
    assert_is_refuted(kernel, &verdict_of_case(kernel, case), what);
}

#[track_caller]
fn assert_is_refuted(kernel: &Kernel, verdict: &Verdict, what: &str) {
    let Verdict::Refuted { condition, .. } = verdict else { panic!("{}: {verdict:?}", kernel.name) };
    assert!(condition.contains(what), "{}: {condition}", kernel.name);
}

/// It is refuted by an input that `stonemask check --replay` reads.
#[track_caller]
fn assert_replayed(kernel: &Kernel) {
    let verdict = verdict(kernel);
    let Verdict::Refuted { input, .. } = &verdict else { panic!("{}: {verdict:?}", kernel.name) };
    assert!(is_replayed(kernel, input), "{}: {input}", kernel.name);
}

/// The kernel with each instruction replaced, where `change` makes a new one of it.
fn changed(name: &str, mut change: impl FnMut(&Instruction) -> Option<Instruction>) -> Kernel {
    let kernel = kernel(name);
    let mut code = kernel.code.clone();
    let mut changes = 0;
    for instruction in kernel.instructions.values() {
        let Some(new) = change(instruction) else { continue };
        let mut encoder = Encoder::new(64);
        encoder.encode(&new, instruction.ip()).expect("it can be encoded");
        let mut bytes = encoder.take_buffer();
        assert!(bytes.len() <= instruction.len(), "{new} is longer than {instruction}");
        bytes.resize(instruction.len(), 0x90);
        let at = (instruction.ip() - kernel.address) as usize;
        code[at..at + bytes.len()].copy_from_slice(&bytes);
        changes += 1;
    }
    assert!(changes > 0, "nothing to change in {name}");
    kernel.with_code(code)
}

/// The kernel with one instruction replaced, of those that `change` can replace the one with this
/// number.
fn changed_at(name: &str, wanted: usize, change: impl Fn(&Instruction) -> Option<Instruction>) -> Kernel {
    println!("{name}, place {wanted}");
    let mut place = 0;
    changed(name, |i| {
        let new = change(i)?;
        place += 1;
        (place - 1 == wanted).then_some(new)
    })
}

/// How many instructions of a kernel `change` can replace.
fn places(name: &str, change: impl Fn(&Instruction) -> Option<Instruction>) -> usize {
    kernel(name).instructions.values().filter(|i| change(i).is_some()).count()
}

/// An instruction with something changed, if it is one of those to be changed.
fn edited(i: &Instruction, is_one: bool, edit: impl FnOnce(&mut Instruction)) -> Option<Instruction> {
    is_one.then(|| {
        let mut new = *i;
        edit(&mut new);
        new
    })
}

/// Another instruction with these two operands, in place of one of those to be changed.
fn with2(is_one: bool, code: Code, to: Register, from: Register) -> Option<Instruction> {
    is_one.then(|| Instruction::with2(code, to, from).expect("an instruction of two registers"))
}

/// The count of a shift or the like, if its last operand is an immediate.
fn last_immediate(i: &Instruction) -> Option<u8> {
    (i.op_kind(i.op_count() - 1) == OpKind::Immediate8).then(|| i.immediate8())
}

/// The kernel with other instructions in the place of one and of those behind it whose room a jump
/// takes: they stand behind its end, and a jump leads back.
fn detoured(kernel: &Kernel, from: u64, change: impl FnOnce(&[Instruction]) -> Vec<Instruction>) -> Kernel {
    const JUMP: u64 = 5;
    let mut old: Vec<Instruction> = Vec::new();
    let mut back = from;
    while back < from + JUMP {
        let mut instruction = kernel.instructions[&back];
        back = instruction.next_ip();
        instruction.as_near_branch();
        old.push(instruction);
    }
    let encoded = |instruction: &Instruction, at: u64| {
        let mut encoder = Encoder::new(64);
        encoder.encode(instruction, at).expect("it can be encoded");
        encoder.take_buffer()
    };
    let mut code = kernel.code.clone();
    let end = kernel.address + code.len() as u64;
    let mut jump = encoded(&branch(Code::Jmp_rel32_64, end), from);
    jump.resize((back - from) as usize, 0x90);
    let at = (from - kernel.address) as usize;
    code[at..at + jump.len()].copy_from_slice(&jump);
    for instruction in change(&old).iter().chain([&branch(Code::Jmp_rel32_64, back)]) {
        code.extend(encoded(instruction, kernel.address + code.len() as u64));
    }
    kernel.with_code(code)
}

fn branch(code: Code, target: u64) -> Instruction {
    Instruction::with_branch(code, target).expect("a branch")
}

fn of_registers(code: Code, to: Register, from: Register) -> Instruction {
    Instruction::with2(code, to, from).expect("an instruction of two registers")
}

fn of_number(code: Code, register: Register, number: i32) -> Instruction {
    Instruction::with2(code, register, number).expect("an instruction of a register and a number")
}

/// The address of the first instruction that is one of these.
fn first(kernel: &Kernel, is_one: impl Fn(&Instruction) -> bool) -> u64 {
    kernel.instructions.values().find(|i| is_one(i)).expect("such an instruction").ip()
}

/// Where the assembly names a place.
fn place(kernel: &Kernel, name: &str) -> u64 {
    kernel.cut(name).unwrap().at
}

#[test]
fn a_missing_vzeroupper_is_refused() {
    let nop = |i: &Instruction| edited(i, i.mnemonic() == M::Vzeroupper, |new| *new = Instruction::with(Code::Nopd));
    let Verdict::Refused(reason) = verdict(&changed("othello_flips_avx2", nop)) else { panic!("not refused") };
    assert!(reason.contains("upper half"), "{reason}");
}

#[test]
fn a_clobbered_rbx_is_refused() {
    // The scratch register r8 becomes rbx in two related instructions.
    let mut left = 2;
    let clobbers = changed("othello_outflanks_x64", |i| {
        let named = i.op0_register() == Register::R8 && left > 0;
        left -= i32::from(named);
        edited(i, named, |new| new.set_op0_register(Register::RBX))
    });
    match verdict(&clobbers) {
        Verdict::Refuted { condition, .. } => assert!(condition.contains("RBX"), "{condition}"),
        Verdict::Refused(reason) => assert!(reason.contains("RBX"), "{reason}"),
        Verdict::Proved => panic!("not seen"),
    }
}

#[test]
fn a_write_past_the_output_is_refused() {
    for name in ["othello_children_avx2", "othello_children_avx512"] {
        let past = changed(name, |i| {
            let stores = i.mnemonic() == M::Mov && i.memory_displacement64() == 8;
            edited(i, stores, |new| new.set_memory_displacement64(9))
        });
        assert_refuted(&past, "bytes 9 to 17 are written");
    }
}

#[test]
fn a_write_below_the_red_zone_is_refused() {
    let below = changed("othello_batch_children_avx512", |i| {
        let stores = i.mnemonic() == M::Vmovdqu64 && i.op0_kind() == OpKind::Memory && i.memory_base() == Register::RSP;
        let lower = i.memory_displacement64().wrapping_sub(128);
        edited(i, stores && i.memory_index() == Register::None, |new| new.set_memory_displacement64(lower))
    });
    assert_refuted(&below, "stack: bytes");
}

#[test]
fn a_walk_past_the_edge_is_refuted() {
    // On one column the last walk's step is 0: it stays within the vector and counts the stone
    // itself.
    for (walk, what) in [(0, "is of the part that there is"), (7, "RAX, at walked")] {
        let past = changed_at("gomoku_runs_x64", walk, |i| {
            edited(i, i.code() == Code::Jae_rel8_64, |new| new.set_code(Code::Ja_rel8_64))
        });
        assert_refuted(&past, what);
    }
}

#[test]
fn a_read_past_the_input_is_refused() {
    for name in ["gomoku_five_16_x64", "gomoku_five_16_avx2", "gomoku_five_16_avx512"] {
        // The rows from four before the stone's to one after it, taken four rows later.
        let past = changed(name, |i| {
            let loads = matches!(i.mnemonic(), M::Movq | M::Vmovq) && i.memory_displacement64().cast_signed() == -8;
            edited(i, loads, |new| new.set_memory_displacement64(4))
        });
        assert_refuted(&past, "plane: bytes 12 to 20 are read");
    }
}

/// A changed shift count or displacement of a table.
fn other_constant(i: &Instruction) -> Option<Instruction> {
    let by = i.immediate8();
    let new = match i.mnemonic() {
        M::Shl | M::Shr | M::Psllq | M::Psrlq | M::Vpsllq | M::Vpsrlq if by > 1 => by - 1,
        M::Vpternlogq => by ^ 1,
        M::Vpermq | M::Vpshufd if by != 0 => by ^ 4,
        _ => return None,
    };
    edited(i, true, |i| i.set_immediate8(new))
}

#[test]
fn wrong_constants_are_refuted_with_a_board() {
    let mut refuted = 0;
    for name in ["othello_legal_moves_8x8_x64", "othello_flips_avx2", "othello_flips_avx512", "othello_outflanks_x64"] {
        for wanted in 0..places(name, other_constant).min(3) {
            match verdict(&changed_at(name, wanted, other_constant)) {
                Verdict::Refuted { input, .. } => {
                    assert!(is_replayed(kernel(name), &input), "{input}");
                    refuted += 1;
                }
                Verdict::Refused(reason) => panic!("{name}: {reason}"),
                Verdict::Proved => println!("equal for every input"),
            }
        }
    }
    assert!(refuted >= 6, "{refuted}");
}

/// A load of the row above instead of the row below, or the reverse.
fn other_row(i: &Instruction) -> Option<Instruction> {
    let loads = matches!(i.mnemonic(), M::Movdqu | M::Vmovdqu | M::Vmovdqu64) && i.op1_kind() == OpKind::Memory;
    let displacement = i.memory_displacement64().cast_signed();
    let is_row = loads && !i.is_ip_rel_memory_operand() && (1..=32).contains(&displacement.abs());
    edited(i, is_row, |new| new.set_memory_displacement64((-displacement).cast_unsigned()))
}

#[test]
fn wrong_rows_are_refuted() {
    for name in [
        "gomoku_five_32_x64",
        "gomoku_any_five_32_x64",
        "gomoku_any_exact_five_16_avx512",
        "gomoku_winning_cells_16_avx2",
        "gomoku_threats_16_avx2",
    ] {
        let count = places(name, other_row);
        for wanted in [0, count / 2, count - 1] {
            assert_replayed(&changed_at(name, wanted, other_row));
        }
    }
}

/// A shift of words, by one more.
fn other_shift(i: &Instruction) -> Option<Instruction> {
    let shifts = matches!(i.mnemonic(), M::Psllw | M::Psrlw | M::Vpsllw | M::Vpsrlw);
    let by = last_immediate(i)?;
    edited(i, shifts, |new| new.set_immediate8(by + 1))
}

#[test]
fn wrong_shifts_of_many_boards_are_refuted() {
    for name in ["gomoku_batch_fives_avx512", "gomoku_batch_exact_fives_avx2", "gomoku_batch_winning_cells_avx2"] {
        for wanted in [0, 5] {
            assert_replayed(&changed_at(name, wanted, other_shift));
        }
    }
}

/// A pointer advances by one board too few.
fn other_step(i: &Instruction) -> Option<Instruction> {
    let steps = i.mnemonic() == M::Add && i.op1_kind() == OpKind::Immediate8to64 && i.immediate8to64() >= 32;
    edited(i, steps, |new| new.set_immediate8to64(i.immediate8to64() - 8))
}

#[test]
fn wrong_steps_through_many_boards_are_refused() {
    for name in ["othello_batch_moves_inner_avx2", "othello_batch_moves_8x8_avx512", "othello_batch_flips_avx2"] {
        for wanted in 0..3 {
            let verdict = verdict(&changed_at(name, wanted, other_step));
            assert!(matches!(verdict, Verdict::Refused(_)), "{name}, step {wanted}: {verdict:?}");
        }
    }
}

#[test]
fn wrong_constants_of_many_boards_are_refuted() {
    for name in [
        "othello_batch_moves_8x8_avx2",
        "othello_batch_mobility_inner_avx2",
        "othello_batch_flips_avx512",
        "othello_bitslices_finish_avx512",
    ] {
        for wanted in 0..3 {
            assert_refuted(&changed_at(name, wanted, other_constant), "");
        }
    }
}

/// A shift of quadwords, or a rotation, by one less.
fn shorter_shift(i: &Instruction) -> Option<Instruction> {
    let shifts = matches!(i.mnemonic(), M::Shl | M::Shr | M::Psllq | M::Psrlq | M::Vpsllq | M::Vpsrlq | M::Vprolq);
    let by = last_immediate(i)?;
    edited(i, shifts && by > 1, |new| new.set_immediate8(by - 1))
}

#[test]
fn wrong_shifts_of_nogo_are_refuted() {
    for name in [
        "nogo_four_boards_surrounded_x64",
        "nogo_is_legal_x64",
        "nogo_is_legal_avx512",
        "nogo_masks_avx2",
        "nogo_play_x64",
    ] {
        let count = places(name, shorter_shift);
        for wanted in [count / 2, count - 1] {
            assert_replayed(&changed_at(name, wanted, shorter_shift));
        }
    }
}

#[test]
fn an_action_in_a_game_that_is_over_is_refuted() {
    let answers_0 = changed("gomoku_choose_avx2", |i| {
        edited(i, i.code() == Code::Mov_r32_imm32 && i.immediate32() == 0xffff, |new| new.set_immediate32(0))
    });
    assert_refuted(&answers_0, "action");
}

#[test]
fn a_draw_beyond_what_is_left_is_refuted() {
    // The draw is the upper half of a product; one bit fewer gives twice as much.
    let half = |i: &Instruction| {
        let halves = i.mnemonic() == M::Shr && i.op0_register() == Register::R8 && i.immediate8() == 32;
        edited(i, halves, |new| new.set_immediate8(31))
    };
    for name in ["nogo_plays_avx2", "nogo_plays_avx512"] {
        // The first makes a 32-bit number, which then has one bit more.
        for wanted in [0, 1] {
            assert_refuted(&changed_at(name, wanted, half), "");
        }
    }
}

#[test]
fn a_point_that_is_not_the_one_that_is_drawn_is_refuted() {
    // Each is a legal point all the same.
    for name in ["nogo_plays_x64", "nogo_random_plies_x64"] {
        // No point is taken away.
        let stays = changed(name, |i| {
            let takes = i.mnemonic() == M::Lea && i.memory_base() == Register::R14;
            edited(i, takes, |new| new.set_memory_displacement64(0))
        });
        assert_case_refuted(&stays, "black takes a lower point away", "the draw stays as it is");
        // Half as many are taken away.
        let fewer = changed(name, |i| {
            let counts = i.mnemonic() == M::Dec && i.op0_register() == Register::R8;
            edited(i, counts, |new| *new = Instruction::with2(Code::Shr_rm64_1, Register::R8, 1).unwrap())
        });
        assert_case_refuted(&fewer, "white takes a lower point away", "the draw stays as it is");
        // It is always the lowest point of its half.
        let before = &kernel(name).instructions;
        let lowest = changed(name, |i| {
            let takes = before.get(&i.next_ip()).is_some_and(|next| next.memory_base() == Register::R14);
            edited(i, i.code() == Code::Je_rel8_64 && takes, |new| new.set_code(Code::Jmp_rel8_64))
        });
        let Verdict::Refused(reason) = verdict_of_case(&lowest, "black finds the point") else {
            panic!("{name}: not refused")
        };
        assert!(reason.contains("nothing leads to the place"), "{name}: {reason}");
    }
}

#[test]
fn a_count_that_is_right_in_its_lower_half_alone_is_refuted() {
    use Register::{EAX, ECX, ESI, RAX, RCX};
    let kernel = kernel("nogo_bitslices_plies_avx2");
    let counted = place(kernel, "counted");
    // The games that are over are counted in the upper bits too, and these compared as well.
    let last = first(kernel, |i| i.mnemonic() == M::Popcnt && i.next_ip() + 3 == counted);
    let counts = detoured(kernel, last, |old| {
        let upper = [
            of_registers(Code::Mov_r64_rm64, RCX, RAX),
            of_number(Code::Shl_rm64_imm8, RCX, 40),
            of_registers(Code::Or_r64_rm64, RAX, RCX),
        ];
        [old, &upper].concat()
    });
    let compares = detoured(&counts, counted, |old| {
        assert_eq!((old[0].op0_register(), old[0].op1_register()), (EAX, ESI));
        let all = [of_registers(Code::Mov_r32_rm32, ECX, ESI), of_registers(Code::Cmp_r64_rm64, RAX, RCX)];
        [&all, &old[1..]].concat()
    });
    assert_case_refuted(&compares, "full boards, the last point in half 0", "how many games are over");
}

#[test]
fn a_step_that_is_counted_twice_is_refuted() {
    use Register::{EBX, EDX};
    for name in ["nogo_bitslices_plies_avx2", "nogo_bitslices_plies_avx512"] {
        let kernel = kernel(name);
        let counts = first(kernel, |i| i.mnemonic() == M::Inc && i.op0_register() == EBX);
        let twice = detoured(kernel, counts, |old| {
            let more = [(Code::Inc_rm32, EBX), (Code::Dec_rm32, EDX)].map(|(code, of)| Instruction::with1(code, of));
            [&more.map(|more| more.expect("an instruction of a register")), old].concat()
        });
        assert_case_refuted(&twice, "full boards, the last point in half 1", "one step is counted");
    }
}

#[test]
fn random_games_that_end_too_early_are_refuted() {
    use Register::{EBP, ECX, R13D};
    let what = "the next cell, the next part of the rows or the return";
    // The last cell is never looked at.
    let exact = kernel("gomoku_playouts_exact_avx512");
    let counts = first(exact, |i| i.mnemonic() == M::Dec && i.op0_register() == EBP);
    let fewer = detoured(exact, counts, |old| {
        let [counts, jumps, rest @ ..] = old else { panic!("another number of instructions") };
        let again = branch(Code::Ja_rel32_64, jumps.near_branch_target());
        [&[*counts, of_number(Code::Cmp_rm32_imm8, EBP, 1), again], rest].concat()
    });
    assert_case_refuted(&fewer, "a cell", what);
    // Only the first part of each row is, when the number of cells is odd.
    let kernel = kernel("gomoku_playouts_avx2");
    let counts = first(kernel, |i| i.mnemonic() == M::Dec && i.op0_register() == R13D);
    let one_part = detoured(kernel, counts, |old| {
        let [counts, jumps] = old else { panic!("another number of instructions") };
        vec![
            *counts,
            branch(Code::Je_rel32_64, jumps.next_ip()),
            of_number(Code::Test_rm32_imm32, ECX, 1),
            branch(Code::Je_rel32_64, jumps.near_branch_target()),
        ]
    });
    assert_case_refuted(&one_part, "a cell", what);
}

#[test]
fn a_draw_that_does_not_go_on_is_refuted() {
    use Register::R8;
    for name in ["nogo_plays_x64", "nogo_random_plies_x64"] {
        let kernel = kernel(name);
        // With three points to take away, none is, forever.
        let lower = place(kernel, "lower");
        let stays = detoured(kernel, lower, |old| {
            let three = [of_number(Code::Cmp_rm64_imm8, R8, 3), branch(Code::Je_rel32_64, lower)];
            [&three, old].concat()
        });
        assert_case_refuted(&stays, "black takes a lower point away", "one point fewer");
    }
    for name in ["nogo_plays_x64", "nogo_plays_avx2", "nogo_random_plies_avx512"] {
        let kernel = kernel(name);
        // Every second product is refused, whatever it is.
        let [product, draw] = ["product", "draw"].map(|name| place(kernel, name));
        let refuses = detoured(kernel, product, |old| {
            let odd = [of_number(Code::Test_rm64_imm32, R8, 1), branch(Code::Jne_rel32_64, draw)];
            [&odd, old].concat()
        });
        assert_case_refuted(&refuses, "white finds the point", "the draw goes on");
    }
}

#[test]
fn a_set_that_is_passed_over_is_refuted() {
    let kernel = kernel("othello_batch_children_avx2");
    let [board, done] = ["board", "board_done"].map(|name| place(kernel, name));
    // That of the first square alone has no child.
    let passes = detoured(kernel, board, |old| {
        let first = of_number(Code::Xor_rm64_imm8, old[0].op0_register(), 1);
        [&[old[0], first, branch(Code::Je_rel32_64, done), first], &old[1..]].concat()
    });
    assert_case_refuted(&passes, "a board", "a board is done when no squares are left");
}

#[test]
fn a_move_that_is_not_nogo_plays_is_refuted() {
    // Of the legal moves of the side to move: 0xa8 and 0xe0 are other functions of three sets.
    let other = |i: &Instruction| {
        edited(i, i.mnemonic() == M::Vpternlogq && i.immediate8() == 0xa8, |new| new.set_immediate8(0xe0))
    };
    assert_refuted(&changed_at("nogo_plays_avx512", 4, other), "as nogo_play leaves it");
}

/// Whether an instruction counts the plies of NoGo's random games.
fn counts_plies(i: &Instruction) -> bool {
    i.mnemonic() == M::Inc && i.op0_register() == Register::R13D
}

#[test]
fn plies_of_nogo_that_are_not_counted_are_refuted() {
    let mutant =
        changed("nogo_random_plies_avx512", |i| edited(i, counts_plies(i), |new| new.set_code(Code::Dec_rm32)));
    assert_refuted(&mutant, "");
}

#[test]
fn a_counter_that_is_not_stored_is_refuted() {
    for name in ["nogo_plays_avx2", "nogo_random_plies_avx2"] {
        // The boards left to do stand in r12.
        let other = changed(name, |i| {
            let stores = i.code() == Code::Mov_rm64_r64 && i.memory_base() == Register::RBP;
            edited(i, stores && i.op1_register() == Register::RBX, |new| new.set_op1_register(Register::R12))
        });
        assert_refuted(&other, "the counter is stored");
    }
}

#[test]
fn a_register_that_a_ply_loses_is_refuted() {
    // The result needs what is counted there, which no ply reads.
    let lost = changed("nogo_random_plies_avx2", |i| {
        with2(counts_plies(i), Code::Mov_r32_rm32, Register::R13D, Register::EAX)
    });
    assert_refuted(&lost, "");
}

#[test]
fn games_launched_for_the_other_side_are_refuted() {
    for name in ["othello_bitslices_launch_avx2", "othello_bitslices_launch_avx512"] {
        let mutant = changed(name, |i| edited(i, i.code() == Code::Je_rel8_64, |new| new.set_code(Code::Jne_rel8_64)));
        assert_refuted(&mutant, "of side");
    }
}

/// One plane of games in bit slices replaced by the next.
fn other_plane(i: &Instruction) -> Option<Instruction> {
    let moves = matches!(i.mnemonic(), M::Vmovdqa | M::Vmovdqa64 | M::Vpand | M::Vpandq | M::Vpor | M::Vporq);
    let names_plane = i.op_kinds().any(|kind| kind == OpKind::Memory) && i.memory_displacement64() != 0;
    let bytes = i.op0_register().size().max(i.op1_register().size()) as u64;
    let next = i.memory_displacement64().wrapping_add(bytes);
    edited(i, moves && names_plane, |new| new.set_memory_displacement64(next))
}

#[test]
fn wrong_random_plies_in_bit_slices_are_seen() {
    for (name, parts) in [
        ("othello_bitslices_plies_4x4_avx2", 6),
        ("othello_bitslices_plies_6x6_avx512", 3),
        ("nogo_bitslices_plies_avx2", 6),
    ] {
        let count = places(name, other_plane);
        for part in 0..parts {
            let wanted = part * count / parts;
            let verdict = verdict(&changed_at(name, wanted, other_plane));
            assert_ne!(verdict, Verdict::Proved, "{name}, plane {wanted}");
        }
    }
}

/// An instruction that writes all words where it should write those of a mask.
fn unmasked(i: &Instruction) -> Option<Instruction> {
    edited(i, i.has_op_mask(), |new| new.set_op_mask(Register::None))
}

/// No game's rules are broken by these: a generator of other numbers, and one that goes on where no
/// game draws.
#[test]
fn a_generator_that_steps_otherwise_is_refuted() {
    let shorter: fn(&Instruction) -> Option<Instruction> = shorter_shift;
    for (name, change, places) in [
        ("othello_bitslices_plies_4x4_avx2", shorter, [0, 5, 11]),
        ("othello_bitslices_plies_6x6_avx512", shorter, [0, 8, 30]),
        ("othello_bitslices_plies_4x4_avx512", unmasked, [0, 3, 9]),
        ("othello_bitslices_plies_8x8_avx512", unmasked, [1, 22, 40]),
    ] {
        for wanted in places {
            match verdict(&changed_at(name, wanted, change)) {
                Verdict::Refuted { condition, .. } => assert!(condition.contains("sequences"), "{name}: {condition}"),
                // The numbers are not those of the rule, for which free variables stand.
                Verdict::Refused(reason) => assert!(reason.contains("more than its own input"), "{name}: {reason}"),
                Verdict::Proved => panic!("{name}, place {wanted}"),
            }
        }
    }
}

#[test]
fn a_ply_that_is_taken_off_the_count_is_refuted() {
    for name in ["gomoku_step_x64", "gomoku_step_avx2"] {
        let mutant = changed(name, |i| {
            let counts = i.code() == Code::Inc_rm32 && i.op0_kind() == OpKind::Memory;
            edited(i, counts, |new| new.set_code(Code::Dec_rm32))
        });
        assert_refuted(&mutant, "the plies and who is to move, place");
    }
}

#[test]
fn other_keys_of_random_games_are_refuted() {
    // The least of two keys for the greatest.
    let least = |i: &Instruction| {
        let code = match i.code() {
            Code::Pmaxsw_xmm_xmmm128 => Code::Pminsw_xmm_xmmm128,
            Code::VEX_Vpmaxsw_ymm_ymm_ymmm256 => Code::VEX_Vpminsw_ymm_ymm_ymmm256,
            Code::EVEX_Vpmaxsw_zmm_k1z_zmm_zmmm512 => Code::EVEX_Vpminsw_zmm_k1z_zmm_zmmm512,
            _ => return None,
        };
        edited(i, true, |new| new.set_code(code))
    };
    for name in ["gomoku_playouts_x64", "gomoku_playouts_exact_avx2", "gomoku_playouts_avx512"] {
        for (wanted, case) in [(0, "1 windows"), (0, "5 windows"), (1, "6 windows")] {
            assert_case_refuted(&changed_at(name, wanted, least), case, "the best keys");
        }
    }
    // A neighbour with the same key as the window makes it longer.
    let taken = changed("gomoku_playouts_exact_avx512", |i| {
        edited(i, i.mnemonic() == M::Vpcmpw && i.immediate8() == 2, |new| new.set_immediate8(1))
    });
    assert_case_refuted(&taken, "2 windows", "the best keys");
    // The bit that says that black has won.
    let other_bit = |i: &Instruction| other_shift(i).filter(|_| i.immediate8() == 2);
    assert_case_refuted(&changed("gomoku_playouts_exact_avx2", other_bit), "a cell", "the result");
    // How many cells have the same key as black, for those that have one below it.
    let counted = changed("gomoku_playouts_exact_avx2", |i| {
        let compares = i.code() == Code::VEX_Vpcmpgtw_ymm_ymm_ymmm256 && i.op1_register() == Register::YMM10;
        edited(i, compares, |new| new.set_code(Code::VEX_Vpcmpeqw_ymm_ymm_ymmm256))
    });
    assert_case_refuted(&counted, "a cell", "the counts");
}

#[test]
fn a_win_by_another_run_than_exactly_five_is_refuted() {
    for (name, any_neighbour) in
        [("gomoku_step_x64", Code::Movdqa_xmm_xmmm128), ("gomoku_step_avx2", Code::VEX_Vmovdqa_ymm_ymmm256)]
    {
        // Six or more win too, in one direction.
        let longer = |i: &Instruction| {
            let excludes = matches!(i.mnemonic(), M::Pandn | M::Vpandn);
            with2(excludes, any_neighbour, i.op0_register(), i.op_register(i.op_count() - 1))
        };
        // The cell after the next one must be free.
        let further = |i: &Instruction| other_shift(i).filter(|_| i.immediate8() == 5);
        for mutant in [changed_at(name, 0, longer), changed_at(name, 1, longer), changed_at(name, 0, further)] {
            assert_case_refuted(&mutant, "h8, exactly five", "the outcome, place");
            assert_eq!(verdict_of_case(&mutant, "h8, five or more"), Verdict::Proved, "{name}");
        }
    }
}

#[test]
fn a_loop_that_stays_at_the_first_game_is_refused() {
    for name in ["gomoku_step_x64", "gomoku_step_avx2"] {
        let stays = changed(name, |i| {
            let names_game = i.memory_base() == Register::RAX && i.memory_index() == Register::None;
            edited(i, names_game, |new| new.set_memory_base(Register::RDI))
        });
        assert_ne!(verdict(&stays), Verdict::Proved, "{name}");
    }
}

#[test]
fn an_index_beyond_the_weights_is_refuted() {
    for (name, most) in [("othello_evaluate_children_8x8_avx2", 27), ("othello_best_reply_6x6_avx512", 19)] {
        // More moves than have their own weight.
        let more = changed(name, |i| {
            let bounds = i.code() == Code::Mov_r32_imm32 && i.immediate32() == most;
            edited(i, bounds, |new| new.set_immediate32(2 * most + 3))
        });
        assert_case_refuted(&more, "the weights", "weights is used within its bytes");
    }
}

#[test]
fn another_square_s_part_of_the_indices_is_refuted() {
    for (name, squares, entry) in
        [("othello_evaluate_children_8x8_avx2", 16 * 16 * 128, 128), ("othello_best_reply_6x6_avx2", 6 * 64 * 64, 64)]
    {
        let other = changed(name, |i| {
            let from = i.memory_displacement64();
            let is_entry = i.memory_base() == Register::R10 && (squares..squares + entry).contains(&from);
            edited(i, is_entry, |new| new.set_memory_displacement64(from + entry))
        });
        assert_case_refuted(&other, "b2 first", "part of the indices");
    }
}

/// The kernels that evaluate.
const EVALUATING: [&str; 8] = [
    "othello_evaluate_children_6x6_avx2",
    "othello_evaluate_children_8x8_avx2",
    "othello_best_reply_6x6_avx2",
    "othello_best_reply_8x8_avx2",
    "othello_evaluate_children_6x6_avx512",
    "othello_evaluate_children_8x8_avx512",
    "othello_best_reply_6x6_avx512",
    "othello_best_reply_8x8_avx512",
];

#[test]
fn weights_of_other_indices_and_numbers_of_moves_are_refuted() {
    let next_weight = |i: &Instruction| {
        let reads = i.code() == Code::Movsx_r32_rm8 && i.memory_base() == Register::R9;
        edited(i, reads, |new| new.set_memory_displacement64(i.memory_displacement64() + 1))
    };
    // The index of the next image.
    let next_index = |i: &Instruction| {
        let reads = i.code() == Code::Movzx_r32_rm16 && i.memory_base() == Register::RSP;
        edited(i, reads, |new| new.set_memory_displacement64(i.memory_displacement64() + 2))
    };
    let assert_refuted = |mutant: Kernel| {
        let verdict = verdict_of_case(&mutant, "the weights");
        let Verdict::Refuted { condition, .. } = verdict else { panic!("{}: {verdict:?}", mutant.name) };
        let value = ["a child's value", "the best value", "weights is used within its bytes"];
        assert!(value.iter().any(|value| condition.contains(value)), "{}: {condition}", mutant.name);
    };
    for name in EVALUATING {
        // Images of the first child, then the numbers of moves of both sides in it, then in the
        // second child, then its images: half of these for each kernel. There are 26 images on 6x6,
        // and 46 on 8x8.
        let (weights, indices) = match name.contains("_6x6_") {
            true => ([5, 26, 29], [1, 26]),
            false => ([43, 47, 93], [44, 87]),
        };
        weights.into_iter().for_each(|wanted| assert_refuted(changed_at(name, wanted, next_weight)));
        indices.into_iter().for_each(|wanted| assert_refuted(changed_at(name, wanted, next_index)));
    }
}

#[test]
fn indices_of_other_discs_are_refuted() {
    for name in EVALUATING {
        let is_six = name.contains("_6x6_");
        let mutant = if name.ends_with("_avx2") {
            // A row's entries for the row after it, in the second child.
            let row = if is_six { 64 * 64 } else { 16 * 128 };
            let rows = |i: &Instruction| {
                let adds = i.mnemonic() == M::Vpaddw && i.memory_base() == Register::R10;
                edited(i, adds && i.memory_displacement64() == row, |new| new.set_memory_displacement64(2 * row))
            };
            changed_at(name, places(name, rows) - 1, rows)
        } else {
            // The highest digits of the first images count as those before them.
            changed_at(name, if is_six { 1 } else { 2 }, |i| {
                let multiplies = i.mnemonic() == M::Vpmaddubsw && i.op0_register() == Register::ZMM13;
                edited(i, multiplies, |new| new.set_op1_register(Register::ZMM12))
            })
        };
        assert_case_refuted(&mutant, "the second square's indices", "an index is the number of its discs");
    }
}

#[test]
fn the_worse_of_two_replies_is_refuted() {
    for name in EVALUATING.into_iter().filter(|name| name.contains("best_reply")) {
        let worse =
            changed(name, |i| edited(i, i.code() == Code::Cmovg_r32_rm32, |new| new.set_code(Code::Cmovl_r32_rm32)));
        assert_case_refuted(&worse, "the weights", "the best value");
    }
}

#[test]
fn a_list_of_moves_without_zeros_behind_it_is_refuted() {
    // Zeros at its start, which have no use there.
    let mutant = changed("othello_batch_children_avx512", |i| {
        let to_the_list = i.mnemonic() == M::Vmovdqu64 && i.memory_base() == Register::RSP;
        let before = i.memory_displacement64().wrapping_sub(64);
        edited(i, to_the_list && i.memory_index() == Register::None, |new| new.set_memory_displacement64(before))
    });
    assert_case_refuted(&mutant, "a group", "memory from byte");
}

#[test]
fn wrong_frames_and_squares_of_the_last_plies_are_refuted() {
    for name in ["othello_last_plies_8x8_avx2", "othello_last_plies_8x8_avx512"] {
        // The next level's frame begins too early.
        let early = changed(name, |i| {
            let adds = i.mnemonic() == M::Add && i.op0_register() == Register::RBP;
            edited(i, adds, |new| new.set_immediate32(312))
        });
        assert_case_refuted(&early, "8x8: 6 of 6 squares, the best child", "RBP");
        // One child more than the level has.
        let skipped = changed(name, |i| {
            let next = i.mnemonic() == M::Blsr && i.op0_register() == Register::R8;
            with2(next, Code::Mov_rm64_r64, Register::R8, Register::R8)
        });
        assert_case_refuted(&skipped, "8x8: 6 of 6 squares, child 3", "the number of moves left");
        // Nine children are made at once.
        let nine = changed(name, |i| {
            edited(i, i.code() == Code::Mov_r32_imm32 && i.immediate32() == 0xff, |new| new.set_immediate32(0x1ff))
        });
        assert_case_refuted(&nine, "8x8: 9 of 9 squares, the level", "the number of moves left");
        // The moves whose children are made stay among those that are left: it does not end.
        let again = changed(name, |i| {
            let taken = i.mnemonic() == M::Xor && i.op0_register() == Register::R8 && i.op1_register() == Register::RAX;
            with2(taken, Code::Mov_rm64_r64, Register::R8, Register::R8)
        });
        assert_case_refuted(&again, "8x8: 9 of 9 squares, the least key", "fewer moves are left");
        // The first child to be searched has a key that none has: without the moves to corners, or
        // all ones.
        let is_first = |i: &Instruction| i.mnemonic() == M::Cmovb && i.op0_register() == Register::R12D;
        let other = changed(name, |i| edited(i, is_first(i), |new| new.set_op1_register(Register::EAX)));
        assert_case_refuted(&other, "8x8: 6 of 6 squares, child 3", "the first key is one of them");
        assert_case_refuted(&other, "8x8: 6 of 6 squares, child 6", "the least key is one of the keys");
        let none = changed(name, |i| edited(i, is_first(i), |new| new.set_code(Code::Cmova_r32_rm32)));
        assert_case_refuted(&none, "8x8: 6 of 6 squares, child 1", "the first key is not all ones");
        // Alpha stays the first key.
        let alpha = changed_at(name, 0, |i| {
            let is_it = i.op0_register() == Register::R12D && i.memory_displacement64() == 280;
            with2(is_it, Code::Mov_r32_rm32, Register::R12D, Register::R12D)
        });
        assert_case_refuted(&alpha, "8x8: 6 of 6 squares, child 6", "memory from byte 280 on");
        // The three squares of the moves, out of four empty ones.
        let lost = changed(name, |i| {
            let empty = i.mnemonic() == M::Mov && i.memory_displacement64().cast_signed() == -16;
            let moves = (-8i64).cast_unsigned();
            edited(i, empty && i.op0_register() == Register::R8, |new| new.set_memory_displacement64(moves))
        });
        assert_case_refuted(&lost, "8x8: d3, of four", "the empty squares of three");
        // Lines without an empty square are looked for to one side alone.
        let one_sided = changed(name, |i| {
            let either =
                i.mnemonic() == M::Vpor && i.op0_register() == Register::YMM3 && i.op1_register() == Register::YMM7;
            edited(i, either && i.op2_kind() == OpKind::Register, |new| new.set_op2_register(Register::YMM7))
        });
        assert_case_refuted(&one_sided, "8x8: 6 of 6 squares, the level", "what full lines and the edge hold");
        assert_case_refuted(&one_sided, "8x8: three squares", "what full lines and the edge hold");
        // Discs count as stable that two axes hold.
        let two_axes = changed(name, |i| {
            let reorders = i.mnemonic() == M::Vpermq && i.op0_register() == Register::YMM13;
            edited(i, reorders, |new| new.set_immediate8(0x44))
        });
        assert_case_refuted(&two_axes, "8x8: 6 of 6 squares, stable discs", "vector register 12");
    }
}

#[test]
fn sequences_that_a_step_changes_after_its_numbers_are_refuted() {
    use Register::{R8, R9, RDI, RDX};
    let kernel = kernel("nogo_bitslices_plies_avx2");
    let ends = first(kernel, |i| i.mnemonic() == M::Mov && (i.op0_register(), i.op1_register()) == (R8, R9));
    let counted = place(kernel, "counted");
    let load = first(kernel, |i| i.ip() > counted && i.mnemonic() == M::Vmovdqa);
    let sequences = MemoryOperand::with_base_displ(RDI, kernel.instructions[&load].memory_displacement64() as i64);
    let changes = detoured(kernel, ends, |old| {
        let store = Instruction::with2(Code::Mov_rm64_r64, sequences, RDX).expect("a store");
        [&[store], old].concat()
    });
    assert_case_refuted(&changes, "any boards, the last point in half 0", "the sequences at the next step's head");
}

#[test]
fn a_sequence_that_steps_while_another_ones_games_draw_is_refuted() {
    use Register::{YMM12, YMM13};
    let kernel = kernel("othello_bitslices_plies_4x4_avx2");
    // The words in which no game draws: V12.
    let done = first(kernel, |i| i.mnemonic() == M::Vpcmpeqq && i.op0_register() == YMM12);
    let both = detoured(kernel, done, |old| {
        let others = Instruction::with3(Code::VEX_Vpermq_ymm_ymmm256_imm8, YMM13, YMM12, 0xb1).expect("a permutation");
        let both = Instruction::with3(Code::VEX_Vpand_ymm_ymm_ymmm256, YMM12, YMM12, YMM13).expect("an intersection");
        [&old[..1], &[others, both], &old[1..]].concat()
    });
    assert_refuted(&both, "the sequences, as many steps on as bits are drawn");
}

#[test]
fn what_a_step_takes_away_and_a_return_does_not_give_back_is_refuted() {
    use Register::{EBX, RDI, YMM0};
    const LAST_OF_PLIES: i64 = 32 * (447 + 6);
    const NEED: i64 = 32 * (454 + 106) + 320;
    let kernel = kernel("nogo_bitslices_plies_avx2");
    let at = |offset| MemoryOperand::with_base_displ(RDI, offset);
    let load = |offset| Instruction::with2(Code::VEX_Vmovdqa_ymm_ymmm256, YMM0, at(offset)).expect("a load");
    let store = |offset| Instruction::with2(Code::VEX_Vmovdqa_ymmm256_ymm, at(offset), YMM0).expect("a store");
    let zero = Instruction::with3(Code::VEX_Vpxor_ymm_ymm_ymmm256, YMM0, YMM0, YMM0).expect("zeros");
    let takes = detoured(kernel, place(kernel, "step"), |old| {
        [&[load(LAST_OF_PLIES), store(NEED), zero, store(LAST_OF_PLIES)], old].concat()
    });
    let goes_on = first(kernel, |i| i.mnemonic() == M::Inc && i.op0_register() == EBX);
    let gives = detoured(&takes, goes_on, |old| [old, &[load(NEED), store(LAST_OF_PLIES)]].concat());
    assert_case_refuted(
        &gives,
        "full boards, the last point in half 0",
        "what is not counted is as at the step's head",
    );
}
