//! Kernels with planted defects: each must be refuted, or rejected for what it breaks.

use crate::image::{Image, Kernel};
use crate::mutants::is_replayed;
use crate::proof::{Proof, Verdict};
use crate::theorems;
use iced_x86::{Code, Encoder, Instruction, Mnemonic as M, OpKind, Register};

/// The first verdict on a kernel that is not a proof.
fn verdict(image: &Image, kernel: &Kernel) -> Verdict {
    let theorems = theorems::all();
    let theorem = theorems.iter().find(|theorem| theorem.family == kernel.family()).expect("a theorem");
    let cases = (theorem.cases)(kernel);
    let mut verdicts = cases.iter().map(|case| Proof::verdict(image, kernel, |proof| (case.prove)(proof)).0);
    verdicts.find(|verdict| *verdict != Verdict::Proved).unwrap_or(Verdict::Proved)
}

/// The kernel with each instruction replaced in turn, where `change` makes a new one of it.
fn changed(kernel: &Kernel, mut change: impl FnMut(&Instruction) -> Option<Instruction>) -> Kernel {
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
    assert!(changes > 0, "nothing to change in {}", kernel.name);
    kernel.with_code(code)
}

/// The kernel with one instruction replaced, for each that `change` can replace.
fn changed_at(kernel: &Kernel, wanted: usize, change: impl Fn(&Instruction) -> Option<Instruction>) -> Kernel {
    let mut place = 0;
    changed(kernel, |i| {
        let new = change(i)?;
        place += 1;
        (place - 1 == wanted).then_some(new)
    })
}

fn image() -> Image {
    Image::of_this_program().unwrap()
}

#[test]
fn a_missing_vzeroupper_is_refused() {
    let image = image();
    let kernel = image.kernel("othello_flips_avx2").unwrap();
    let without = changed(kernel, |i| (i.mnemonic() == M::Vzeroupper).then(|| Instruction::with(Code::Nopd)));
    let Verdict::Refused(reason) = verdict(&image, &without) else { panic!("not refused") };
    assert!(reason.contains("upper half"), "{reason}");
}

#[test]
fn a_clobbered_rbx_is_refused() {
    let image = image();
    let kernel = image.kernel("othello_outflanks_x64").unwrap();
    // The scratch register r8 becomes rbx in two related instructions.
    let mut left = 2;
    let clobbers = changed(kernel, |i| {
        let named = i.op0_register() == Register::R8 && left > 0;
        let mut new = *i;
        if named {
            left -= 1;
            new.set_op0_register(Register::RBX);
        }
        named.then_some(new)
    });
    match verdict(&image, &clobbers) {
        Verdict::Refuted { condition, .. } => assert!(condition.contains("RBX"), "{condition}"),
        Verdict::Refused(reason) => assert!(reason.contains("RBX"), "{reason}"),
        Verdict::Proved => panic!("not seen"),
    }
}

#[test]
fn a_write_past_the_output_is_refused() {
    let image = image();
    for name in ["othello_children_avx2", "othello_children_avx512"] {
        let kernel = image.kernel(name).unwrap();
        let past = changed(kernel, |i| {
            let stores = i.mnemonic() == M::Mov && i.memory_displacement64() == 8;
            let mut new = *i;
            new.set_memory_displacement64(9);
            stores.then_some(new)
        });
        let Verdict::Refuted { condition, .. } = verdict(&image, &past) else { panic!("{name}: not refuted") };
        assert!(condition.contains("bytes 9 to 17 are written"), "{name}: {condition}");
    }
}

#[test]
fn a_write_below_the_red_zone_is_refused() {
    let image = image();
    let kernel = image.kernel("othello_batch_children_avx512").unwrap();
    let below = changed(kernel, |i| {
        let stores = i.mnemonic() == M::Vmovdqu64 && i.op0_kind() == OpKind::Memory && i.memory_base() == Register::RSP;
        let mut new = *i;
        new.set_memory_displacement64(i.memory_displacement64().wrapping_sub(128));
        (stores && i.memory_index() == Register::None).then_some(new)
    });
    let Verdict::Refuted { condition, .. } = verdict(&image, &below) else { panic!("not refuted") };
    assert!(condition.contains("stack: bytes"), "{condition}");
}

#[test]
fn a_walk_past_the_edge_is_refuted() {
    let image = image();
    let kernel = image.kernel("gomoku_runs_x64").unwrap();
    // On one column the last walk's step is 0: it stays within the vector and counts the stone itself.
    for (walk, what) in [(0, "is of the part that there is"), (7, "RAX, at walked")] {
        let past = changed_at(kernel, walk, |i| {
            let mut new = *i;
            new.set_code(Code::Ja_rel8_64);
            (i.code() == Code::Jae_rel8_64).then_some(new)
        });
        let Verdict::Refuted { condition, .. } = verdict(&image, &past) else { panic!("walk {walk}: not refuted") };
        assert!(condition.contains(what), "walk {walk}: {condition}");
    }
}

#[test]
fn a_read_past_the_input_is_refused() {
    let image = image();
    for name in ["gomoku_five_16_x64", "gomoku_five_16_avx2", "gomoku_five_16_avx512"] {
        let kernel = image.kernel(name).unwrap();
        // The rows from four before the stone's to one after it, taken four rows later.
        let past = changed(kernel, |i| {
            let loads = matches!(i.mnemonic(), M::Movq | M::Vmovq) && i.memory_displacement64().cast_signed() == -8;
            let mut new = *i;
            new.set_memory_displacement64(4);
            loads.then_some(new)
        });
        let Verdict::Refuted { condition, .. } = verdict(&image, &past) else { panic!("{name}: not refuted") };
        assert!(condition.contains("plane: bytes 12 to 20 are read"), "{name}: {condition}");
    }
}

/// A changed shift count or displacement of a table.
fn other_constant(i: &Instruction) -> Option<Instruction> {
    let mut new = *i;
    match i.mnemonic() {
        M::Shl | M::Shr | M::Psllq | M::Psrlq | M::Vpsllq | M::Vpsrlq if i.immediate8() > 1 => {
            new.set_immediate8(i.immediate8() - 1);
        }
        M::Vpternlogq => new.set_immediate8(i.immediate8() ^ 1),
        M::Vpermq | M::Vpshufd if i.immediate8() != 0 => new.set_immediate8(i.immediate8() ^ 4),
        _ => return None,
    }
    Some(new)
}

#[test]
fn wrong_constants_are_refuted_with_a_board() {
    let image = image();
    let mut refuted = 0;
    for name in ["othello_legal_moves_8x8_x64", "othello_flips_avx2", "othello_flips_avx512", "othello_outflanks_x64"] {
        let kernel = image.kernel(name).unwrap();
        let candidates = kernel.instructions.values().filter(|i| other_constant(i).is_some()).count();
        for wanted in 0..candidates.min(3) {
            let mutant = changed_at(kernel, wanted, other_constant);
            match verdict(&image, &mutant) {
                Verdict::Refuted { input, .. } => {
                    assert!(is_replayed(kernel, &input), "{input}");
                    refuted += 1;
                }
                Verdict::Refused(reason) => panic!("{name}: {reason}"),
                Verdict::Proved => println!("{name}, change {wanted}: equal for every input"),
            }
        }
    }
    assert!(refuted >= 6, "{refuted}");
}

/// A load of the row above instead of the row below, or the reverse.
fn other_row(i: &Instruction) -> Option<Instruction> {
    let loads = matches!(i.mnemonic(), M::Movdqu | M::Vmovdqu | M::Vmovdqu64) && i.op1_kind() == OpKind::Memory;
    let displacement = i.memory_displacement64().cast_signed();
    if !loads || i.is_ip_rel_memory_operand() || !(1..=32).contains(&displacement.abs()) {
        return None;
    }
    let mut new = *i;
    new.set_memory_displacement64((-displacement).cast_unsigned());
    Some(new)
}

#[test]
fn wrong_rows_are_refuted() {
    let image = image();
    for name in [
        "gomoku_five_32_x64",
        "gomoku_any_five_32_x64",
        "gomoku_any_exact_five_16_avx512",
        "gomoku_winning_cells_16_avx2",
        "gomoku_threats_16_avx2",
    ] {
        let kernel = image.kernel(name).unwrap();
        let candidates = kernel.instructions.values().filter(|i| other_row(i).is_some()).count();
        for wanted in [0, candidates / 2, candidates - 1] {
            let mutant = changed_at(kernel, wanted, other_row);
            match verdict(&image, &mutant) {
                Verdict::Refuted { input, .. } => {
                    assert!(is_replayed(kernel, &input), "{name}, load {wanted}: {input}");
                }
                verdict => panic!("{name}, load {wanted}: {verdict:?}"),
            }
        }
    }
}

/// A shift of words, by one more.
fn other_shift(i: &Instruction) -> Option<Instruction> {
    let shifts = matches!(i.mnemonic(), M::Psllw | M::Psrlw | M::Vpsllw | M::Vpsrlw);
    if !shifts || i.op_kind(i.op_count() - 1) != OpKind::Immediate8 {
        return None;
    }
    let mut new = *i;
    new.set_immediate8(i.immediate8() + 1);
    Some(new)
}

#[test]
fn wrong_shifts_of_many_boards_are_refuted() {
    let image = image();
    for name in ["gomoku_batch_fives_avx512", "gomoku_batch_exact_fives_avx2", "gomoku_batch_winning_cells_avx2"] {
        let kernel = image.kernel(name).unwrap();
        for wanted in [0, 5] {
            let mutant = changed_at(kernel, wanted, other_shift);
            match verdict(&image, &mutant) {
                Verdict::Refuted { input, .. } => {
                    assert!(is_replayed(kernel, &input), "{name}, shift {wanted}: {input}");
                }
                verdict => panic!("{name}, shift {wanted}: {verdict:?}"),
            }
        }
    }
}

/// A pointer advances by one board too few.
fn other_step(i: &Instruction) -> Option<Instruction> {
    if i.mnemonic() != M::Add || i.op1_kind() != OpKind::Immediate8to64 || i.immediate8to64() < 32 {
        return None;
    }
    let mut new = *i;
    new.set_immediate8to64(i.immediate8to64() - 8);
    Some(new)
}

#[test]
fn wrong_steps_through_many_boards_are_refused() {
    let image = image();
    for name in ["othello_batch_moves_inner_avx2", "othello_batch_moves_8x8_avx512", "othello_batch_flips_avx2"] {
        let kernel = image.kernel(name).unwrap();
        for wanted in 0..3 {
            let verdict = verdict(&image, &changed_at(kernel, wanted, other_step));
            assert!(matches!(verdict, Verdict::Refused(_)), "{name}, step {wanted}: {verdict:?}");
        }
    }
}

#[test]
fn wrong_constants_of_many_boards_are_refuted() {
    let image = image();
    for name in [
        "othello_batch_moves_8x8_avx2",
        "othello_batch_mobility_inner_avx2",
        "othello_batch_flips_avx512",
        "othello_bitslices_finish_avx512",
    ] {
        let kernel = image.kernel(name).unwrap();
        for wanted in 0..3 {
            let verdict = verdict(&image, &changed_at(kernel, wanted, other_constant));
            assert!(matches!(verdict, Verdict::Refuted { .. }), "{name}, change {wanted}: {verdict:?}");
        }
    }
}

/// A shift of quadwords, or a rotation, by one less.
fn shorter_shift(i: &Instruction) -> Option<Instruction> {
    let shifts = matches!(i.mnemonic(), M::Shl | M::Shr | M::Psllq | M::Psrlq | M::Vpsllq | M::Vpsrlq | M::Vprolq);
    if !shifts || i.op_kind(i.op_count() - 1) != OpKind::Immediate8 || i.immediate8() <= 1 {
        return None;
    }
    let mut new = *i;
    new.set_immediate8(i.immediate8() - 1);
    Some(new)
}

#[test]
fn wrong_shifts_of_nogo_are_refuted() {
    let image = image();
    let names = [
        "nogo_four_boards_surrounded_x64",
        "nogo_is_legal_x64",
        "nogo_is_legal_avx512",
        "nogo_masks_avx2",
        "nogo_play_x64",
    ];
    for name in names {
        let kernel = image.kernel(name).unwrap();
        let candidates = kernel.instructions.values().filter(|i| shorter_shift(i).is_some()).count();
        for wanted in [candidates / 2, candidates - 1] {
            let mutant = changed_at(kernel, wanted, shorter_shift);
            match verdict(&image, &mutant) {
                Verdict::Refuted { input, .. } => {
                    assert!(is_replayed(kernel, &input), "{name}, shift {wanted}: {input}");
                }
                other => panic!("{name}, shift {wanted}: {other:?}"),
            }
        }
    }
}

#[test]
fn an_action_in_a_game_that_is_over_is_refuted() {
    let image = image();
    let kernel = image.kernel("gomoku_choose_avx2").unwrap();
    let answers_0 = changed(kernel, |i| {
        let mut new = *i;
        new.set_immediate32(0);
        (i.code() == Code::Mov_r32_imm32 && i.immediate32() == 0xffff).then_some(new)
    });
    let Verdict::Refuted { condition, .. } = verdict(&image, &answers_0) else { panic!("not refuted") };
    assert!(condition.contains("action"), "{condition}");
}

#[test]
fn a_draw_beyond_what_is_left_is_refuted() {
    let image = image();
    for name in ["nogo_plays_avx2", "nogo_plays_avx512"] {
        let kernel = image.kernel(name).unwrap();
        // The draw is the upper half of a product; one bit fewer gives twice as much.
        let half = |i: &Instruction| {
            let mut new = *i;
            new.set_immediate8(31);
            (i.mnemonic() == M::Shr && i.op0_register() == Register::R8 && i.immediate8() == 32).then_some(new)
        };
        // The first makes a 32-bit number, which then has one bit more.
        for wanted in [0, 1] {
            let mutant = changed_at(kernel, wanted, half);
            let verdict = verdict(&image, &mutant);
            assert!(matches!(verdict, Verdict::Refuted { .. }), "{name}, {wanted}: {verdict:?}");
        }
    }
}

#[test]
fn a_point_that_is_not_the_one_that_is_drawn_is_refuted() {
    let image = image();
    // Each is a legal point all the same.
    for name in ["nogo_plays_x64", "nogo_random_plies_x64"] {
        let kernel = image.kernel(name).unwrap();
        let refuted = |changed: &Kernel, case: &str, what: &str| {
            let Verdict::Refuted { condition, .. } = verdict_of_case(&image, changed, case) else {
                panic!("{name}, {case}: not refuted")
            };
            assert!(condition.contains(what), "{name}, {case}: {condition}");
        };
        // No point is taken away.
        let stays = changed(kernel, |i| {
            let mut new = *i;
            new.set_memory_displacement64(0);
            (i.mnemonic() == M::Lea && i.memory_base() == Register::R14).then_some(new)
        });
        refuted(&stays, "black takes a lower point away", "the draw stays as it is");
        // Half as many are taken away.
        let fewer = changed(kernel, |i| {
            let counts = i.mnemonic() == M::Dec && i.op0_register() == Register::R8;
            counts.then(|| Instruction::with2(Code::Shr_rm64_1, Register::R8, 1).unwrap())
        });
        refuted(&fewer, "white takes a lower point away", "the draw stays as it is");
        // It is always the lowest point of its half.
        let lowest = changed(kernel, |i| {
            let mut new = *i;
            new.set_code(Code::Jmp_rel8_64);
            let takes = kernel.instructions.get(&i.next_ip()).is_some_and(|next| next.memory_base() == Register::R14);
            (i.code() == Code::Je_rel8_64 && takes).then_some(new)
        });
        let Verdict::Refused(reason) = verdict_of_case(&image, &lowest, "black finds the point") else {
            panic!("{name}: not refused")
        };
        assert!(reason.contains("nothing leads to the place"), "{name}: {reason}");
    }
}

#[test]
fn a_move_that_is_not_nogo_plays_is_refuted() {
    let image = image();
    let kernel = image.kernel("nogo_plays_avx512").unwrap();
    // Of the legal moves of the side to move: 0xa8 and 0xe0 are other functions of three sets.
    let other = |i: &Instruction| {
        let mut new = *i;
        new.set_immediate8(0xe0);
        (i.mnemonic() == M::Vpternlogq && i.immediate8() == 0xa8).then_some(new)
    };
    let Verdict::Refuted { condition, .. } = verdict(&image, &changed_at(kernel, 4, other)) else {
        panic!("not refuted")
    };
    assert!(condition.contains("as nogo_play leaves it"), "{condition}");
}

#[test]
fn plies_of_nogo_that_are_not_counted_are_refuted() {
    let image = image();
    let kernel = image.kernel("nogo_random_plies_avx512").unwrap();
    let mutant = changed(kernel, |i| {
        let counts = i.mnemonic() == M::Inc && i.op0_register() == Register::R13D;
        counts.then(|| Instruction::with1(Code::Dec_rm32, Register::R13D).unwrap())
    });
    assert!(matches!(verdict(&image, &mutant), Verdict::Refuted { .. }));
}

#[test]
fn a_counter_that_is_not_stored_is_refuted() {
    let image = image();
    for name in ["nogo_plays_avx2", "nogo_random_plies_avx2"] {
        let kernel = image.kernel(name).unwrap();
        // What is left to do stands in r12.
        let other = changed(kernel, |i| {
            let mut new = *i;
            new.set_op1_register(Register::R12);
            let stores = i.code() == Code::Mov_rm64_r64 && i.memory_base() == Register::RBP;
            (stores && i.op1_register() == Register::RBX).then_some(new)
        });
        let Verdict::Refuted { condition, .. } = verdict(&image, &other) else { panic!("{name}: not refuted") };
        assert!(condition.contains("the counter is stored"), "{name}: {condition}");
    }
}

#[test]
fn a_register_that_a_ply_loses_is_refuted() {
    let image = image();
    let kernel = image.kernel("nogo_random_plies_avx2").unwrap();
    // The result needs what is counted there, which no ply reads.
    let lost = changed(kernel, |i| {
        let counts = i.mnemonic() == M::Inc && i.op0_register() == Register::R13D;
        counts.then(|| Instruction::with2(Code::Mov_r32_rm32, Register::R13D, Register::EAX).unwrap())
    });
    assert!(matches!(verdict(&image, &lost), Verdict::Refuted { .. }));
}

#[test]
fn games_launched_for_the_other_side_are_refuted() {
    let image = image();
    for name in ["othello_bitslices_launch_avx2", "othello_bitslices_launch_avx512"] {
        let kernel = image.kernel(name).unwrap();
        let mutant = changed(kernel, |i| {
            let mut new = *i;
            new.set_code(Code::Jne_rel8_64);
            (i.code() == Code::Je_rel8_64).then_some(new)
        });
        let Verdict::Refuted { condition, .. } = verdict(&image, &mutant) else { panic!("{name}: not refuted") };
        assert!(condition.contains("of side"), "{name}: {condition}");
    }
}

/// One plane of games in bit slices replaced by the next.
fn other_plane(i: &Instruction) -> Option<Instruction> {
    let moves = matches!(i.mnemonic(), M::Vmovdqa | M::Vmovdqa64 | M::Vpand | M::Vpandq | M::Vpor | M::Vporq);
    let displacement = i.memory_displacement64().cast_signed();
    if !moves || !i.op_kinds().any(|kind| kind == OpKind::Memory) || displacement == 0 {
        return None;
    }
    let mut new = *i;
    let bytes = i.op0_register().size().max(i.op1_register().size()) as i64;
    new.set_memory_displacement64((displacement + bytes).cast_unsigned());
    Some(new)
}

#[test]
fn wrong_random_plies_in_bit_slices_are_seen() {
    let image = image();
    for (name, parts) in [
        ("othello_bitslices_plies_4x4_avx2", 6),
        ("othello_bitslices_plies_6x6_avx512", 3),
        ("nogo_bitslices_plies_avx2", 6),
    ] {
        let kernel = image.kernel(name).unwrap();
        let candidates = kernel.instructions.values().filter(|i| other_plane(i).is_some()).count();
        for part in 0..parts {
            let wanted = part * candidates / parts;
            let verdict = verdict(&image, &changed_at(kernel, wanted, other_plane));
            assert_ne!(verdict, Verdict::Proved, "{name}, plane {wanted}");
        }
    }
}

/// An instruction that writes all words where it should write those of a mask.
fn unmasked(i: &Instruction) -> Option<Instruction> {
    let mut new = *i;
    new.set_op_mask(Register::None);
    i.has_op_mask().then_some(new)
}

/// No game's rules are broken by these: a generator of other numbers, and one that goes on where no game draws.
#[test]
fn a_generator_that_steps_otherwise_is_refuted() {
    let image = image();
    let shorter: fn(&Instruction) -> Option<Instruction> = shorter_shift;
    for (name, change, places) in [
        ("othello_bitslices_plies_4x4_avx2", shorter, [0, 5, 11]),
        ("othello_bitslices_plies_6x6_avx512", shorter, [0, 8, 30]),
        ("othello_bitslices_plies_4x4_avx512", unmasked, [0, 3, 9]),
        ("othello_bitslices_plies_8x8_avx512", unmasked, [1, 22, 40]),
    ] {
        let kernel = image.kernel(name).unwrap();
        for wanted in places {
            match verdict(&image, &changed_at(kernel, wanted, change)) {
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
    let image = image();
    for name in ["gomoku_step_x64", "gomoku_step_avx2"] {
        let kernel = image.kernel(name).unwrap();
        let mutant = changed(kernel, |i| {
            let mut new = *i;
            new.set_code(Code::Dec_rm32);
            (i.code() == Code::Inc_rm32 && i.op0_kind() == OpKind::Memory).then_some(new)
        });
        let Verdict::Refuted { condition, .. } = verdict(&image, &mutant) else { panic!("{name}: not refuted") };
        assert!(condition.starts_with("the plies and who is to move, place"), "{name}: {condition}");
    }
}

#[test]
fn other_keys_of_random_games_are_refuted() {
    let image = image();
    let refuted = |kernel: &Kernel, case: &str, what: &str| {
        let Verdict::Refuted { condition, .. } = verdict_of_case(&image, kernel, case) else {
            panic!("{}, {case}: not refuted", kernel.name)
        };
        assert!(condition.starts_with(what), "{}, {case}: {condition}", kernel.name);
    };
    // The least of two keys for the greatest.
    let least = |i: &Instruction| {
        let mut new = *i;
        new.set_code(match i.code() {
            Code::Pmaxsw_xmm_xmmm128 => Code::Pminsw_xmm_xmmm128,
            Code::VEX_Vpmaxsw_ymm_ymm_ymmm256 => Code::VEX_Vpminsw_ymm_ymm_ymmm256,
            Code::EVEX_Vpmaxsw_zmm_k1z_zmm_zmmm512 => Code::EVEX_Vpminsw_zmm_k1z_zmm_zmmm512,
            _ => return None,
        });
        Some(new)
    };
    // The bit that says that black has won.
    let other_bit = |i: &Instruction| {
        let by_two = i.op_kind(i.op_count() - 1) == OpKind::Immediate8 && i.immediate8() == 2;
        if by_two { other_shift(i) } else { None }
    };
    for name in ["gomoku_playouts_x64", "gomoku_playouts_exact_avx2", "gomoku_playouts_avx512"] {
        let kernel = image.kernel(name).unwrap();
        for (wanted, case) in [(0, "1 windows"), (0, "5 windows"), (1, "6 windows")] {
            refuted(&changed_at(kernel, wanted, least), case, "the best keys");
        }
    }
    let kernel = image.kernel("gomoku_playouts_exact_avx512").unwrap();
    // A neighbour with the same key as the window makes it longer.
    let taken = changed(kernel, |i| {
        let mut new = *i;
        new.set_immediate8(1);
        (i.mnemonic() == M::Vpcmpw && i.immediate8() == 2).then_some(new)
    });
    refuted(&taken, "2 windows", "the best keys");
    let kernel = image.kernel("gomoku_playouts_exact_avx2").unwrap();
    refuted(&changed(kernel, other_bit), "a cell", "the result");
    // How many cells have the same key as black, for those that have one below it.
    let counted = changed(kernel, |i| {
        let mut new = *i;
        new.set_code(Code::VEX_Vpcmpeqw_ymm_ymm_ymmm256);
        (i.code() == Code::VEX_Vpcmpgtw_ymm_ymm_ymmm256 && i.op1_register() == Register::YMM10).then_some(new)
    });
    refuted(&counted, "a cell", "the counts");
}

#[test]
fn a_win_by_another_run_than_exactly_five_is_refuted() {
    let image = image();
    for (name, any_neighbour) in
        [("gomoku_step_x64", Code::Movdqa_xmm_xmmm128), ("gomoku_step_avx2", Code::VEX_Vmovdqa_ymm_ymmm256)]
    {
        let kernel = image.kernel(name).unwrap();
        // Six or more win too, in one direction.
        let longer = |i: &Instruction| {
            let is_one = matches!(i.mnemonic(), M::Pandn | M::Vpandn);
            is_one
                .then(|| Instruction::with2(any_neighbour, i.op0_register(), i.op_register(i.op_count() - 1)).unwrap())
        };
        // The cell after the next one must be free.
        let further = |i: &Instruction| {
            let after = i.op_kind(i.op_count() - 1) == OpKind::Immediate8 && i.immediate8() == 5;
            if after { other_shift(i) } else { None }
        };
        for mutant in [changed_at(kernel, 0, longer), changed_at(kernel, 1, longer), changed_at(kernel, 0, further)] {
            let Verdict::Refuted { condition, .. } = verdict_of_case(&image, &mutant, "h8, exactly five") else {
                panic!("{name}: not refuted")
            };
            assert!(condition.starts_with("the outcome, place"), "{name}: {condition}");
            assert_eq!(verdict_of_case(&image, &mutant, "h8, five or more"), Verdict::Proved, "{name}");
        }
    }
}

#[test]
fn a_loop_that_stays_at_the_first_game_is_refused() {
    let image = image();
    for name in ["gomoku_step_x64", "gomoku_step_avx2"] {
        let kernel = image.kernel(name).unwrap();
        let stays = changed(kernel, |i| {
            let mut new = *i;
            new.set_memory_base(Register::RDI);
            (i.memory_base() == Register::RAX && i.memory_index() == Register::None).then_some(new)
        });
        assert_ne!(verdict(&image, &stays), Verdict::Proved, "{name}");
    }
}

/// The verdict on one case.
fn verdict_of_case(image: &Image, kernel: &Kernel, name: &str) -> Verdict {
    let theorems = theorems::all();
    let theorem = theorems.iter().find(|theorem| theorem.family == kernel.family()).expect("a theorem");
    let cases = (theorem.cases)(kernel);
    let case = cases.iter().find(|case| case.name == name).expect("a case of this name");
    Proof::verdict(image, kernel, |proof| (case.prove)(proof)).0
}

#[test]
fn an_index_beyond_the_weights_is_refuted() {
    let image = image();
    for (name, most) in [("othello_evaluate_children_8x8_avx2", 27), ("othello_best_reply_6x6_avx512", 19)] {
        let kernel = image.kernel(name).unwrap();
        // More moves than have their own weight.
        let more = changed(kernel, |i| {
            let mut new = *i;
            new.set_immediate32(2 * most + 3);
            (i.code() == Code::Mov_r32_imm32 && i.immediate32() == most).then_some(new)
        });
        let Verdict::Refuted { condition, .. } = verdict_of_case(&image, &more, "the weights") else {
            panic!("{name}: not refuted")
        };
        assert!(condition.contains("weights is used within its bytes"), "{name}: {condition}");
    }
}

#[test]
fn another_square_s_part_of_the_indices_is_refuted() {
    let image = image();
    for (name, squares, entry) in
        [("othello_evaluate_children_8x8_avx2", 16 * 16 * 128, 128), ("othello_best_reply_6x6_avx2", 6 * 64 * 64, 64)]
    {
        let kernel = image.kernel(name).unwrap();
        let other = changed(kernel, |i| {
            let (mut new, from) = (*i, i.memory_displacement64());
            new.set_memory_displacement64(from + entry);
            (i.memory_base() == Register::R10 && (squares..squares + entry).contains(&from)).then_some(new)
        });
        let Verdict::Refuted { condition, .. } = verdict_of_case(&image, &other, "b2 first") else {
            panic!("{name}: not refuted")
        };
        assert!(condition.contains("part of the indices"), "{name}: {condition}");
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

/// A weight's place, by one more.
fn next_weight(i: &Instruction) -> Option<Instruction> {
    let mut new = *i;
    new.set_memory_displacement64(i.memory_displacement64() + 1);
    (i.code() == Code::Movsx_r32_rm8 && i.memory_base() == Register::R9).then_some(new)
}

/// The index of the next image.
fn next_index(i: &Instruction) -> Option<Instruction> {
    let mut new = *i;
    new.set_memory_displacement64(i.memory_displacement64() + 2);
    (i.code() == Code::Movzx_r32_rm16 && i.memory_base() == Register::RSP).then_some(new)
}

#[test]
fn weights_of_other_indices_and_numbers_of_moves_are_refuted() {
    let image = image();
    for (number, name) in EVALUATING.into_iter().enumerate() {
        let kernel = image.kernel(name).unwrap();
        let images = if name.contains("_6x6_") { 26 } else { 46 };
        let refuted = |mutant: &Kernel, what: String| {
            let Verdict::Refuted { condition, .. } = verdict_of_case(&image, mutant, "the weights") else {
                panic!("{name}, {what}: not refuted")
            };
            let value = ["a child's value", "the best value", "weights is used within its bytes"];
            assert!(value.iter().any(|value| condition.contains(value)), "{name}, {what}: {condition}");
        };
        // Images of the first child, then the numbers of moves of both sides in it, then in the second child, then its images: half of
        // these for each kernel.
        let weights = [5, images - 3, images, images + 1, images + 3, 2 * images + 1];
        for wanted in weights.into_iter().skip(number % 2).step_by(2) {
            refuted(&changed_at(kernel, wanted, next_weight), format!("weight {wanted}"));
        }
        for wanted in [1, images - 2, images, 2 * images - 5].into_iter().skip(number % 2).step_by(2) {
            refuted(&changed_at(kernel, wanted, next_index), format!("index {wanted}"));
        }
    }
}

#[test]
fn indices_of_other_discs_are_refuted() {
    let image = image();
    for name in EVALUATING {
        let kernel = image.kernel(name).unwrap();
        let is_six = name.contains("_6x6_");
        let mutant = if name.ends_with("_avx2") {
            // A row's entries for the row after it, in the second child.
            let row = if is_six { 64 * 64 } else { 16 * 128 };
            let rows = |i: &Instruction| {
                let mut new = *i;
                new.set_memory_displacement64(i.memory_displacement64() + row);
                let adds = i.mnemonic() == M::Vpaddw && i.memory_base() == Register::R10;
                (adds && i.memory_displacement64() == row).then_some(new)
            };
            let last = kernel.instructions.values().filter(|i| rows(i).is_some()).count() - 1;
            changed_at(kernel, last, rows)
        } else {
            // The highest digits of the first images count as those before them.
            let mut before = 0;
            changed(kernel, |i| {
                let mut new = *i;
                let is_one = i.mnemonic() == M::Vpmaddubsw && i.op0_register() == Register::ZMM13;
                new.set_op1_register(Register::ZMM12);
                before += u32::from(is_one);
                (is_one && before == if is_six { 2 } else { 3 }).then_some(new)
            })
        };
        let Verdict::Refuted { condition, .. } = verdict_of_case(&image, &mutant, "the second square's indices") else {
            panic!("{name}: not refuted")
        };
        assert!(condition.contains("an index is the number of its discs"), "{name}: {condition}");
    }
}

#[test]
fn the_worse_of_two_replies_is_refuted() {
    let image = image();
    for name in EVALUATING.into_iter().filter(|name| name.contains("best_reply")) {
        let kernel = image.kernel(name).unwrap();
        let worse = changed(kernel, |i| {
            let mut new = *i;
            new.set_code(Code::Cmovl_r32_rm32);
            (i.code() == Code::Cmovg_r32_rm32).then_some(new)
        });
        let Verdict::Refuted { condition, .. } = verdict_of_case(&image, &worse, "the weights") else {
            panic!("{name}: not refuted")
        };
        assert!(condition.contains("the best value"), "{name}: {condition}");
    }
}

#[test]
fn a_list_of_moves_without_zeros_behind_it_is_refuted() {
    let image = image();
    let kernel = image.kernel("othello_batch_children_avx512").unwrap();
    // Zeros at its start, which have no use there.
    let mutant = changed(kernel, |i| {
        let mut new = *i;
        new.set_memory_displacement64(i.memory_displacement64() - 64);
        let to_the_list = i.mnemonic() == M::Vmovdqu64 && i.memory_base() == Register::RSP;
        (to_the_list && i.memory_index() == Register::None).then_some(new)
    });
    let Verdict::Refuted { condition, .. } = verdict_of_case(&image, &mutant, "a group") else { panic!("not refuted") };
    assert!(condition.starts_with("memory from byte"), "{condition}");
}

#[test]
fn wrong_frames_and_squares_of_the_last_plies_are_refuted() {
    let image = image();
    for tier in ["avx2", "avx512"] {
        let kernel = image.kernel(&format!("othello_last_plies_8x8_{tier}")).unwrap();
        let refuted = |kernel: &Kernel, case: &str, what: &str| {
            let Verdict::Refuted { condition, .. } = verdict_of_case(&image, kernel, case) else {
                panic!("{tier}, {case}: not refuted")
            };
            assert!(condition.contains(what), "{tier}, {case}: {condition}");
        };
        // The next level's frame begins too early.
        let early = changed(kernel, |i| {
            let mut new = *i;
            new.set_immediate32(312);
            (i.mnemonic() == M::Add && i.op0_register() == Register::RBP).then_some(new)
        });
        refuted(&early, "8x8: 6 of 6 squares, the best child", "RBP");
        // One child more than the level has.
        let skipped = changed(kernel, |i| {
            let next = i.mnemonic() == M::Blsr && i.op0_register() == Register::R8;
            next.then(|| Instruction::with2(Code::Mov_rm64_r64, Register::R8, Register::R8).unwrap())
        });
        refuted(&skipped, "8x8: 6 of 6 squares, child 3", "the number of moves left");
        // Nine children are made at once.
        let nine = changed(kernel, |i| {
            let mut new = *i;
            new.set_immediate32(0x1ff);
            (i.code() == Code::Mov_r32_imm32 && i.immediate32() == 0xff).then_some(new)
        });
        refuted(&nine, "8x8: 9 of 9 squares, the level", "the number of moves left");
        // The moves whose children are made stay among those that are left: it does not end.
        let again = changed(kernel, |i| {
            let taken = i.mnemonic() == M::Xor && i.op0_register() == Register::R8 && i.op1_register() == Register::RAX;
            taken.then(|| Instruction::with2(Code::Mov_rm64_r64, Register::R8, Register::R8).unwrap())
        });
        refuted(&again, "8x8: 9 of 9 squares, the least key", "fewer moves are left");
        // The first child to be searched has a key that none has: without the moves to corners, or all ones.
        let first = |change: fn(&mut Instruction)| {
            changed(kernel, |i| {
                let mut new = *i;
                change(&mut new);
                (i.mnemonic() == M::Cmovb && i.op0_register() == Register::R12D).then_some(new)
            })
        };
        let other = first(|new| new.set_op1_register(Register::EAX));
        refuted(&other, "8x8: 6 of 6 squares, child 3", "the first key is one of them");
        refuted(&other, "8x8: 6 of 6 squares, child 6", "the least key is one of the keys");
        let none = first(|new| new.set_code(Code::Cmova_r32_rm32));
        refuted(&none, "8x8: 6 of 6 squares, child 1", "the first key is not all ones");
        // Alpha stays the first key.
        let alpha = changed_at(kernel, 0, |i| {
            let is_it = i.op0_register() == Register::R12D && i.memory_displacement64() == 280;
            is_it.then(|| Instruction::with2(Code::Mov_r32_rm32, Register::R12D, Register::R12D).unwrap())
        });
        refuted(&alpha, "8x8: 6 of 6 squares, child 6", "memory from byte 280 on");
        // The three squares of the moves, out of four empty ones.
        let lost = changed(kernel, |i| {
            let mut new = *i;
            new.set_memory_displacement64((-8i64).cast_unsigned());
            let empty = i.mnemonic() == M::Mov && i.memory_displacement64().cast_signed() == -16;
            (empty && i.op0_register() == Register::R8).then_some(new)
        });
        refuted(&lost, "8x8: d3, of four", "the empty squares of three");
        // Lines without an empty square are looked for to one side alone.
        let one_sided = changed(kernel, |i| {
            let mut new = *i;
            new.set_op2_register(new.op1_register());
            let either =
                i.mnemonic() == M::Vpor && i.op0_register() == Register::YMM3 && i.op1_register() == Register::YMM7;
            (either && i.op2_kind() == OpKind::Register).then_some(new)
        });
        refuted(&one_sided, "8x8: 6 of 6 squares, the level", "what full lines and the edge hold");
        refuted(&one_sided, "8x8: three squares", "what full lines and the edge hold");
        // Discs count as stable that two axes hold.
        let two_axes = changed(kernel, |i| {
            let mut new = *i;
            new.set_immediate8(0x44);
            (i.mnemonic() == M::Vpermq && i.op0_register() == Register::YMM13).then_some(new)
        });
        refuted(&two_axes, "8x8: 6 of 6 squares, stable discs", "vector register 12");
    }
}
