//! Kernels of a few instructions that do one forbidden thing: each is rejected, and a correct
//! variant is proved.

use crate::bits::{Bits, known, number, zeros};
use crate::graph::Lit;
use crate::image::{Image, Kernel};
use crate::induction::Turn;
use crate::loop_head::Moves;
use crate::place::Place;
use crate::proof::{Proof, Verdict};
use crate::refused::Result;
use crate::state::{Flags, SAVED, State};
use crate::word::{ObjectId, Word};
use iced_x86::code_asm::*;
use iced_x86::{BlockEncoderOptions, Code, IcedError, Instruction, MemoryOperand, Register};
use std::sync::LazyLock;
use stonemask::Tier;
use stonemask_harness::{Access, Array};

/// Writes the instructions of a kernel, but for the return.
type Write<'a> = &'a dyn Fn(&mut CodeAssembler) -> std::result::Result<(), IcedError>;

/// The kernels' arguments: 64 bytes of memory and two numbers, in rdi, rsi and rdx.
struct Call {
    memory: ObjectId,
    numbers: [Bits; 2],
}

/// The result that a kernel should return, if specified.
type Expected = fn(&mut Proof, &Call) -> Option<Bits>;

static IMAGE: LazyLock<Image> = LazyLock::new(|| Image::of_this_program().unwrap());

fn kernel(write: Write) -> Kernel {
    // As close to the constants as a real kernel.
    let address = IMAGE.kernels[0].address;
    let mut a = CodeAssembler::new(64).unwrap();
    write(&mut a).and_then(|()| a.ret()).unwrap();
    let code = a.assemble_options(address, BlockEncoderOptions::NONE).unwrap().inner.code_buffer;
    Kernel::planted(address, code)
}

/// A kernel that counts rsi down to zero; what it does before, and in each turn first.
fn loop_of(before: Write, turn: Write) -> Kernel {
    kernel(&|a| {
        let mut head = a.create_label();
        before(a)?;
        a.set_label(&mut head)?;
        turn(a)?;
        a.dec(rsi)?;
        a.jnz(head)
    })
}

/// An instruction that names a place beside rip.
fn constant_at(code: Code, register: Register, address: u64) -> Instruction {
    let at = MemoryOperand::with_base_displ(Register::RIP, address.cast_signed());
    Instruction::with2(code, register, at).expect("a register and a place in memory")
}

fn verdict_in(array: &Array, expected: Expected, write: Write) -> Verdict {
    let case = |proof: &mut Proof| -> Result<()> {
        let memory = proof.world.array("the memory", array, number(64, 64));
        let numbers = [proof.graph.inputs(64), proof.graph.inputs(64)];
        let [a, b] = numbers.clone().map(Word::number);
        let entry = proof.entry(&[Word::at(memory, 0), a, b]);
        let expected = expected(proof, &Call { memory, numbers });
        let end = proof.call(&entry)?;
        match expected {
            Some(expected) => {
                let found = proof.result(&end)?;
                proof.show_equal("the result", &found, &expected)
            }
            None => Ok(()),
        }
    };
    Proof::verdict(&IMAGE, &kernel(write), case).0
}

/// An array of which each byte may be read and written.
fn aligned(alignment: usize) -> Array {
    Array::new(Access::Update, 64, alignment)
}

#[track_caller]
fn assert_proved(expected: Expected, write: Write) {
    assert_eq!(verdict_in(&aligned(8), expected, write), Verdict::Proved);
}

/// It is not proved, for a reason or condition that contains this.
#[track_caller]
fn assert_refused(what: &str, expected: Expected, write: Write) {
    assert_is_refused(verdict_in(&aligned(8), expected, write), what);
}

#[track_caller]
fn assert_is_refused(verdict: Verdict, what: &str) {
    match &verdict {
        Verdict::Refused(reason) => assert!(reason.contains(what), "{reason}"),
        Verdict::Refuted { condition, .. } => assert!(condition.contains(what), "{condition}"),
        Verdict::Proved => panic!("proved"),
    }
}

fn nothing(_: &mut Proof, _: &Call) -> Option<Bits> {
    None
}

fn zero(_: &mut Proof, _: &Call) -> Option<Bits> {
    Some(number(0, 64))
}

fn first(_: &mut Proof, call: &Call) -> Option<Bits> {
    Some(call.numbers[0].clone())
}

#[test]
fn the_stack_is_eight_bytes_off_a_boundary_on_entry() {
    for below in [24, 40] {
        assert_proved(nothing, &|a| a.movdqa(xmmword_ptr(rsp - below), xmm0));
    }
    for below in [16, 32] {
        assert_refused("alignment to 16", nothing, &|a| a.movdqa(xmmword_ptr(rsp - below), xmm0));
    }
    // After a push it is the other way round.
    assert_proved(nothing, &|a| {
        a.push(rbx)?;
        a.movdqa(xmmword_ptr(rsp - 16), xmm0)?;
        a.pop(rbx)
    });
    // Only 16 is guaranteed.
    assert_refused("need not be 32-byte aligned", nothing, &|a| {
        a.vmovdqa(ymmword_ptr(rsp - 40), ymm0)?;
        a.vzeroupper()
    });
}

#[test]
fn masked_moves_are_aligned_whatever_the_mask() {
    let store: Write = &|a| {
        a.kmovd(k1, edx)?;
        a.vmovdqa64(zmmword_ptr(rdi).k1(), zmm0)?;
        a.vzeroupper()
    };
    let load: Write = &|a| {
        a.kmovd(k1, edx)?;
        a.vmovdqa64(zmm0.k1().z(), zmmword_ptr(rdi))?;
        a.vzeroupper()
    };
    for write in [store, load] {
        assert_eq!(verdict_in(&aligned(64), nothing, write), Verdict::Proved);
        assert_is_refused(verdict_in(&aligned(32), nothing, write), "need not be 64-byte aligned");
    }
    // No element is stored, yet the address must be a multiple of 64.
    let beside = verdict_in(&aligned(64), nothing, &|a| {
        a.xor(edx, edx)?;
        a.kmovd(k1, edx)?;
        a.vmovdqa64(zmmword_ptr(rdi + 8).k1(), zmm0)?;
        a.vzeroupper()
    });
    assert_is_refused(beside, "alignment to 64");
}

#[test]
fn bytes_that_may_not_be_written_are_not_even_with_what_they_hold() {
    let whole: Write = &|a| {
        a.mov(eax, dword_ptr(rdi))?;
        a.mov(dword_ptr(rdi), eax)
    };
    let first: Write = &|a| {
        a.movzx(eax, byte_ptr(rdi))?;
        a.mov(byte_ptr(rdi), al)
    };
    let array = |from, to| Array { kept: [from, to], ..aligned(8) };
    for (array, write) in [(array(4, 8), whole), (array(4, 8), first), (array(1, 4), first)] {
        assert_eq!(verdict_in(&array, nothing, write), Verdict::Proved);
    }
    // Between others, and before the first element.
    for (array, write) in [(array(1, 4), whole), (array(0, 1), first)] {
        assert_is_refused(verdict_in(&array, nothing, write), "of the memory is written, and may not be");
    }
}

#[test]
fn bytes_that_may_not_be_written_may_change_between_two_reads() {
    let twice: Write = &|a| {
        a.mov(rax, qword_ptr(rdi))?;
        a.mov(rcx, qword_ptr(rdi))?;
        a.sub(rax, rcx)
    };
    assert_eq!(verdict_in(&aligned(8), zero, twice), Verdict::Proved);
    let array = Array { kept: [1, 4], ..aligned(8) };
    assert_is_refused(verdict_in(&array, zero, twice), "the result, bit 8 (it may depend on something undefined)");
}

#[test]
fn a_vector_register_is_clean_or_as_on_entry_at_the_return() {
    // On one path it is the one, on the other the other.
    assert_proved(nothing, &|a| {
        let mut end = a.create_label();
        a.test(rsi, rsi)?;
        a.jz(end)?;
        a.vzeroupper()?;
        a.set_label(&mut end)?;
        a.nop()
    });
}

#[test]
fn an_address_is_written_like_a_number() {
    let array = |from, to| Array { kept: [from, to], ..aligned(8) };
    let address: Write = &|a| a.mov(qword_ptr(rdi + 16), rdi);
    assert_is_refused(verdict_in(&array(20, 24), nothing, address), "of the memory is written, and may not be");
    assert_eq!(verdict_in(&array(24, 32), nothing, address), Verdict::Proved);
    let kernel = kernel(address);
    let case = |proof: &mut Proof| -> Result<()> {
        let memory = proof.world.array("the memory", &aligned(8), number(64, 64));
        let entry = proof.entry(&[Word::at(memory, 0)]);
        proof.call(&entry).map(|_| ())
    };
    let gap = Proof::verdict(&IMAGE, &kernel, case).1.course.gap(&kernel.addresses()).unwrap();
    assert!(gap.starts_with("byte 16 of the memory is written"), "{gap}");
}

#[test]
fn addresses_far_from_an_object_have_no_order() {
    // Zero if an address is below the object's start.
    let below = |by: i64| {
        move |a: &mut CodeAssembler| {
            a.mov(rcx, -by)?;
            a.lea(rax, ptr(rdi + rcx))?;
            a.cmp(rax, rdi)?;
            a.sbb(rax, rax)?;
            a.inc(rax)
        }
    };
    let verdict = |length: u64, by: i64| {
        let write = below(by);
        let case = |proof: &mut Proof| -> Result<()> {
            let memory = proof.world.array("the memory", &aligned(8), number(length, 64));
            let entry = proof.entry(&[Word::at(memory, 0)]);
            let end = proof.call(&entry)?;
            proof.show_result("the result", &end, &number(0, 64))
        };
        Proof::verdict(&IMAGE, &kernel(&write), case).0
    };
    assert_eq!(verdict(64, 64), Verdict::Proved);
    // The start of an empty slice may be 8.
    for (length, by) in [(64, 1 << 62), (64, 4097), (0, 64)] {
        assert_is_refused(verdict(length, by), "the result");
    }
}

#[test]
fn a_constant_ends_with_its_symbol() {
    let constant = |name: &str| IMAGE.constant_of_name(name).expect("a constant of this name");
    // A table that several files read, and a constant of one file.
    for name in ["gomoku_lines_16", "HALVES"] {
        let table = constant(name);
        let length = table.bytes.len() as i64;
        let at = |offset: i64| {
            move |a: &mut CodeAssembler| {
                a.add_instruction(constant_at(Code::Lea_r64_m, Register::RCX, table.address))?;
                a.mov(rax, qword_ptr(rcx + offset))
            }
        };
        assert_proved(nothing, &at(0));
        assert_proved(nothing, &at(length - 8));
        for outside in [length - 7, length, length + 512 * 1024, -1] {
            assert_refused("are read", nothing, &at(outside));
        }
    }
    // The bytes between and behind the kernels' constants belong to no kernel.
    let stranger = constant_at(Code::Mov_r64_rm64, Register::RAX, IMAGE.kernels[0].address);
    assert_refused("none of the kernels' constants", nothing, &|a| a.add_instruction(stranger));
    // Here the linker may put a constant on a boundary by chance.
    let eight = constant("MIRROR");
    assert_eq!(eight.alignment, 8);
    let chance = constant_at(Code::Movdqa_xmm_xmmm128, Register::XMM0, eight.address);
    assert_refused("need not be 16-byte aligned", nothing, &|a| a.add_instruction(chance));
}

#[test]
fn bits_of_an_address_are_unknown() {
    let plants: [Write; 8] = [
        &|a| {
            a.mov(rax, rdi)?;
            a.imul_2(rax, rsi)
        },
        &|a| {
            a.mov(rax, rdi)?;
            a.mul(rsi)
        },
        &|a| {
            a.mov(rax, rsi)?;
            a.mul(rdi)
        },
        &|a| {
            a.mov(rax, rdi)?;
            a.xor(edx, edx)?;
            a.mov(ecx, 1)?;
            a.div(rcx)
        },
        // Seven bytes of the address remain.
        &|a| {
            a.push(rdi)?;
            a.mov(byte_ptr(rsp), 0)?;
            a.pop(rax)
        },
        &|a| {
            a.mov(qword_ptr(rsp - 8), rdi)?;
            a.mov(byte_ptr(rsp - 4), 0)?;
            a.mov(eax, dword_ptr(rsp - 8))
        },
        &|a| {
            a.mov(qword_ptr(rsp - 16), rdi)?;
            a.mov(qword_ptr(rsp - 12), rsi)?;
            a.mov(eax, dword_ptr(rsp - 16))
        },
        &|a| a.lea(eax, ptr(rdi)),
    ];
    for plant in plants {
        let verdict = verdict_in(&aligned(8), zero, plant);
        assert_ne!(verdict, Verdict::Proved);
        if let Verdict::Refused(reason) = verdict {
            assert!(reason.contains("bytes of an address"), "{reason}");
        }
    }
    // An address kept as a whole, or cleared, is fine.
    assert_proved(zero, &|a| {
        a.push(rdi)?;
        a.mov(rax, rdi)?;
        a.pop(rcx)?;
        a.sub(rax, rcx)
    });
    // Data written over an address are data again.
    assert_proved(first, &|a| {
        a.push(rdi)?;
        a.mov(qword_ptr(rsp), rsi)?;
        a.pop(rax)
    });
}

#[test]
fn a_stored_address_is_part_of_what_is_claimed() {
    let of_address: Expected = |proof, call| {
        assert!(known(Word::at(call.memory, 0).offset()).is_some() && proof.assumed().is_empty());
        Some(vec![Lit::FALSE; 64])
    };
    assert_refused("an address stands where a number should, in RAX", of_address, &|a| {
        a.mov(qword_ptr(rdi), rdi)?;
        a.mov(rax, qword_ptr(rdi))
    });
}

#[test]
fn forms_that_no_kernel_has_are_refused() {
    let plants: [Write; 9] = [
        &|a| a.ret_1(8),
        // It faults where split locks do, if the eight bytes are in two cache lines.
        &|a| a.xchg(qword_ptr(rdi), rax),
        &|a| {
            a.push(ax)?;
            a.pop(ax)
        },
        &|a| a.vmovups(zmm0.k1().z(), zmmword_ptr(rdi)),
        &|a| a.vmovups(zmmword_ptr(rdi).k1(), zmm0),
        &|a| a.vandps(zmm0.k1(), zmm1, zmm2),
        &|a| a.vpandq(zmm0.k1(), zmm1, zmm2),
        &|a| a.db(&[0xf3, 0x48, 0x89, 0xf8]),
        &|a| a.db(&[0x65, 0x48, 0x8b, 0x07]),
    ];
    for plant in plants {
        assert_refused("without semantics", nothing, &|a| {
            plant(a)?;
            a.vzeroupper()
        });
    }
}

#[test]
fn bytes_that_processors_read_differently_are_refused() {
    // AMD's processors take 66 before a return or a jump for a shorter address, Intel's ignore it.
    let plants: [&[u8]; 4] = [
        &[0x66, 0xc3],
        &[0x66, 0x0f, 0x84, 0x01, 0x00, 0x00, 0x00, 0xc3, 0xc3],
        &[0x67, 0x48, 0x89, 0xf8],
        &[0x40, 0x48, 0x89, 0xf8],
    ];
    for bytes in plants {
        assert_refused("not those that an assembler writes", nothing, &|a| a.db(bytes));
    }
    // A constant's address in 32 bits, where the program lies below 4 GiB in its file.
    let lea: Write = &|a| a.db(&[0x67, 0x48, 0x8d, 0x05, 0x00, 0x00, 0x00, 0x00]);
    assert_refused("an address of 32 bits", nothing, lea);
}

#[test]
fn instructions_above_the_tier_are_refused() {
    let plants: [(Tier, Write); 3] = [
        (Tier::X64, &|a| a.tzcnt(rax, rsi)),
        (Tier::X64, &|a| a.vpxor(xmm0, xmm0, xmm0)),
        (Tier::Avx2, &|a| a.vpxorq(zmm16, zmm16, zmm16)),
    ];
    for (tier, write) in plants {
        let case = |proof: &mut Proof| {
            let entry = proof.entry(&[]);
            proof.call(&entry).map(|_| ())
        };
        let verdict = |tier| Proof::verdict(&IMAGE, &Kernel { tier, ..kernel(write) }, case).0;
        assert_is_refused(verdict(tier), "need not have it");
        assert_eq!(verdict(Tier::Avx512), Verdict::Proved);
    }
}

#[test]
fn what_falls_below_the_red_zone_is_lost() {
    // Lowered, written, raised and lowered again.
    let again = |raised: i32| {
        move |a: &mut CodeAssembler| {
            a.sub(rsp, 512)?;
            a.mov(qword_ptr(rsp), rsi)?;
            if raised > 0 {
                a.add(rsp, raised)?;
                a.sub(rsp, raised)?;
            }
            a.mov(rax, qword_ptr(rsp))?;
            a.add(rsp, 512)
        }
    };
    // By 128 it stays within the red zone.
    for raised in [0, 128] {
        assert_proved(first, &again(raised));
    }
    for raised in [136, 256, 512] {
        assert_refused("the result", first, &again(raised));
    }
    // Addresses and bytes never written are lost too.
    assert_refused("to no object", nothing, &|a| {
        a.sub(rsp, 512)?;
        a.mov(qword_ptr(rsp), rdi)?;
        a.add(rsp, 512)?;
        a.sub(rsp, 512)?;
        a.mov(rcx, qword_ptr(rsp))?;
        a.mov(rax, qword_ptr(rcx))?;
        a.add(rsp, 512)
    });
    assert_refused("the result", zero, &|a| {
        a.sub(rsp, 512)?;
        a.mov(rax, qword_ptr(rsp))?;
        a.add(rsp, 512)?;
        a.sub(rsp, 512)?;
        a.mov(rcx, qword_ptr(rsp))?;
        a.sub(rax, rcx)?;
        a.add(rsp, 512)
    });
}

#[test]
fn a_kernel_has_one_kibibyte_of_stack() {
    let deep = |bytes: i32| -> Verdict {
        verdict_in(&aligned(8), nothing, &|a| {
            a.sub(rsp, bytes - 128)?;
            a.mov(qword_ptr(rsp - 128), rdi)?;
            a.add(rsp, bytes - 128)
        })
    };
    assert_eq!(deep(1016), Verdict::Proved);
    assert_is_refused(deep(1032), "stack: bytes -16 to -8 are written");
}

#[test]
fn rsp_stays_on_the_stack_below_the_return_address() {
    let plants: [Write; 4] = [
        &|a| {
            a.add(rsp, 8)?;
            a.sub(rsp, 8)
        },
        &|a| {
            a.pop(rax)?;
            a.push(rax)
        },
        &|a| {
            a.sub(rsp, 8192)?;
            a.add(rsp, 8192)
        },
        &|a| {
            a.xchg(rsp, rdi)?;
            a.xchg(rsp, rdi)
        },
    ];
    for plant in plants {
        assert_refused("rsp ", nothing, plant);
    }
}

#[test]
fn a_run_begins_with_what_any_caller_may_leave() {
    let begin = |change: fn(&mut Proof, &mut State)| {
        let case = |proof: &mut Proof| {
            let mut entry = proof.entry(&[Word::constant(0)]);
            change(proof, &mut entry);
            proof.call(&entry).map(drop)
        };
        Proof::verdict(&IMAGE, &kernel(&|a| a.nop()), case).0
    };
    assert_eq!(begin(|_, _| ()), Verdict::Proved);
    assert_eq!(begin(|_, entry| entry.set(Register::RDI, Word::constant(1))), Verdict::Proved);
    let changes: [fn(&mut Proof, &mut State); 5] = [
        |_, entry| entry.set(Register::R10, Word::constant(0)),
        |_, entry| entry.vectors[15] = zeros(512),
        |_, entry| entry.masks[1][0] = Lit::TRUE,
        |_, entry| entry.flags = Flags::CLEAR,
        |proof, entry| {
            let stack = entry.get(Register::RSP).object().unwrap();
            proof.world.set(&proof.graph, &mut entry.memory, stack, 0, &Word::constant(0));
        },
    ];
    for change in changes {
        assert_is_refused(begin(change), "with something that no caller promises");
    }
}

/// A loop that counts rsi down, shown only for turns that at least `after` others follow: no case
/// continues from the rest.
fn gap_of_a_loop(followed_by: u64, more: fn(&mut Proof, &Turn)) -> (Verdict, Option<String>) {
    gap_of_turns(followed_by, |_, _| Lit::TRUE, more)
}

/// The gap of turns that meet a condition too, on the number on entry and the one that is left.
fn gap_of_turns(
    followed_by: u64,
    given: fn(&mut Proof, [&[Lit]; 2]) -> Lit,
    more: fn(&mut Proof, &Turn),
) -> (Verdict, Option<String>) {
    let kernel = loop_of(&|a| a.xor(eax, eax), &|_| Ok(()));
    let case = |proof: &mut Proof| -> Result<()> {
        let (count, now) = (proof.graph.inputs(64), proof.graph.inputs(64));
        let entry = proof.entry(&[Word::constant(0), Word::number(count.clone())]);
        let some = proof.graph.any(&count);
        proof.assume(some);
        let head = *proof.kernel.instructions.keys().nth(1).expect("the loop behind its first instruction");
        let (first, _) = proof.until(head, &entry)?;
        let next = proof.graph.sub(&now, &number(1, 64));
        let followed = !proof.graph.below(&now, &number(followed_by + 1, 64));
        let given = given(proof, [&count, &now]);
        let moves = [Moves { entry: Word::number(count), now: Word::number(now), next: Word::number(next) }];
        let followed = proof.graph.and(followed, given);
        let turn = proof.turn(head, &first, &moves, followed, &[], &entry)?;
        more(proof, &turn);
        Ok(())
    };
    let (verdict, effort) = Proof::verdict(&IMAGE, &kernel, case);
    (verdict, effort.course.gap(&kernel.addresses()))
}

#[test]
fn a_loop_without_its_last_turns_is_not_complete() {
    assert_eq!(gap_of_a_loop(0, |_, _| ()), (Verdict::Proved, None));
    let (verdict, gap) = gap_of_a_loop(3, |_, _| ());
    assert_eq!(verdict, Verdict::Proved);
    let gap = gap.unwrap();
    assert!(gap.starts_with("the loop at 0x") && gap.ends_with("and no turn begins so"), "{gap}");
}

#[test]
fn a_turn_begins_with_what_a_run_has_left() {
    let kernel = loop_of(&|a| a.xor(eax, eax), &|_| Ok(()));
    let turns = |change: fn(&mut State)| {
        let case = |proof: &mut Proof| -> Result<()> {
            let (count, now) = (proof.graph.inputs(64), proof.graph.inputs(64));
            let entry = proof.entry(&[Word::constant(0), Word::number(count.clone())]);
            let head = *proof.kernel.instructions.keys().nth(1).expect("the loop behind its first instruction");
            let (mut first, _) = proof.until(head, &entry)?;
            change(&mut first);
            let next = proof.graph.sub(&now, &number(1, 64));
            let moves = [Moves { entry: Word::number(count), now: Word::number(now), next: Word::number(next) }];
            proof.turn(head, &first, &moves, Lit::TRUE, &[], &entry).map(drop)
        };
        Proof::verdict(&IMAGE, &kernel, case).0
    };
    assert_eq!(turns(|_| ()), Verdict::Proved);
    assert_is_refused(turns(|first| first.set(Register::R10, Word::constant(0))), "what a run has left at its head");
}

#[test]
fn nothing_is_assumed_of_a_loops_head_behind_its_turn() {
    let (verdict, _) = gap_of_a_loop(0, |proof, turn| {
        let bit = turn.head.get(Register::RSI).offset()[5];
        proof.assume(!bit);
    });
    assert_is_refused(verdict, "behind the runs of a loop");
}

#[test]
fn a_turn_assumes_nothing_but_how_much_is_left() {
    let (verdict, _) = gap_of_turns(0, |proof, _| proof.graph.input(), |_, _| ());
    assert_is_refused(verdict, "of more than what moves on");
}

#[test]
fn a_turn_begins_with_every_number_whatever_the_first_was() {
    let but_one: fn(&mut Proof, [&[Lit]; 2]) -> Lit = |proof, [_, now]| {
        let one = proof.graph.equal(now, &number(123_456_789, 64));
        !one
    };
    let (verdict, gap) = gap_of_turns(0, but_one, |_, _| ());
    assert_eq!(verdict, Verdict::Proved);
    assert!(gap.as_ref().is_some_and(|gap| gap.contains("can go on with 123456789, and no turn")), "{gap:?}");
    let of_small: fn(&mut Proof, [&[Lit]; 2]) -> Lit = |proof, [count, _]| proof.graph.is_zero(&count[20..]);
    let (verdict, gap) = gap_of_turns(0, of_small, |_, _| ());
    assert_eq!(verdict, Verdict::Proved);
    assert!(gap.as_ref().is_some_and(|gap| gap.ends_with("and no turn begins so")), "{gap:?}");
}

/// At what a theorem looks without saying what it is, about a loop that counts rsi down to zero and
/// rax up from zero by twos: it says how rax goes on, when the loop is left, and what rax is then,
/// or not.
fn not_said(claims: [bool; 3]) -> Vec<String> {
    let kernel = loop_of(&|a| a.xor(eax, eax), &|a| a.add(rax, 2));
    let case = |proof: &mut Proof| -> Result<()> {
        let (count, now) = (proof.graph.inputs(64), proof.graph.inputs(64));
        let entry = proof.entry(&[Word::constant(0), Word::number(count.clone())]);
        let [some, left] = [&count, &now].map(|count| proof.graph.any(count));
        proof.assume(some);
        let head = *proof.kernel.instructions.keys().nth(1).expect("the loop behind its first instruction");
        let (first, _) = proof.until(head, &entry)?;
        let next = proof.graph.sub(&now, &number(1, 64));
        let goes_on = proof.graph.any(&next);
        let moves = [Moves { entry: Word::number(count), now: Word::number(now), next: Word::number(next) }];
        let turn = proof.turn(head, &first, &moves, left, &[], &entry)?;
        let more = proof.graph.add(&turn.head.number(Register::RAX)?, &number(2, 64));
        let (next, returned) = (turn.next.expect("a next turn"), turn.returned.expect("a return"));
        let (found, result) = (next.number(Register::RAX)?, proof.result(&returned)?);
        let [on, over] = [goes_on, !goes_on].map(|how| proof.graph.and(left, how));
        if claims[0] {
            proof.show_equal_where(next.path, "rax at the next turn", &found, &more)?;
        }
        if claims[1] {
            proof.show_equal("when it goes on, and when it ends", &[next.path, returned.path], &[on, over])?;
        }
        if claims[2] {
            proof.show_equal_where(returned.path, "the result", &result, &more)?;
        }
        Ok(())
    };
    unsaid(&kernel, case)
}

/// The bits of which a proved case says nothing, in words.
fn unsaid(kernel: &Kernel, case: impl Fn(&mut Proof) -> Result<()>) -> Vec<String> {
    assert_eq!(Proof::verdict(&IMAGE, kernel, &case).0, Verdict::Proved);
    let said = Proof::said(&IMAGE, kernel, &case).unwrap();
    let mut problems: Vec<_> = said.into_iter().filter(|(_, problem)| problem.is_some()).collect();
    problems.dedup_by_key(|(((_, of), _), _)| *of);
    problems.into_iter().map(|(((_, of), _), _)| of.text(kernel.address)).collect()
}

#[test]
fn what_a_theorem_does_not_say_of_a_loops_turns_is_seen() {
    assert!(not_said([true; 3]).is_empty());
    assert_eq!(not_said([false, true, true]), ["RAX at 0x2, the head of a loop"]);
    assert_eq!(not_said([true, false, true]), ["the return from 0x2", "the way to 0x2 from 0x2"]);
    assert_eq!(not_said([true, true, false]), ["what the kernel returns or writes"]);
}

/// Runs a theorem about a loop that counts rsi down and rax up, with one claim left out by the
/// flags: of rax, of rsi, or of the loop's end. Returns what the checker misses.
fn not_said_of_a_place(claims: [bool; 3], of: &[usize]) -> Vec<String> {
    let kernel = loop_of(&|a| a.xor(eax, eax), &|a| a.inc(rax));
    let case = |proof: &mut Proof| -> Result<()> {
        let entry = proof.entry(&[Word::constant(0)]);
        let mut place = Place::new(*proof.kernel.instructions.keys().nth(1).expect("the loop's head"));
        let [up, down] = [Register::RAX, Register::RSI].map(|register| place.number(&proof.graph, register, 64));
        place.conditions.push(("a turn is left", proof.graph.any(&down)));
        place.pushed(&entry, &[]);
        place.kept(&entry, &SAVED);
        let reached = proof.leave(&place, &entry, std::slice::from_ref(&place))?;
        let [next, returned] = reached.both(&place)?;
        let one = number(1, 64);
        let (more, less) = (proof.graph.add(&up, &one), proof.graph.sub(&down, &one));
        let is_more = proof.graph.equal(&next.number(Register::RAX)?, &more);
        let is_less = proof.graph.equal(&next.number(Register::RSI)?, &less);
        let goes_on = proof.graph.any(&less);
        for (claimed, what, holds) in [(claims[0], "one more", is_more), (claims[1], "one less", is_less)] {
            if claimed {
                proof.show_where(next.path, what, holds)?;
            }
        }
        if claims[2] {
            let some = proof.graph.is_zero(&of.iter().map(|&bit| down[bit]).collect::<Vec<_>>());
            proof.show_equal_where(some, "when it ends", &[next.path, returned.path], &[goes_on, !goes_on])?;
        }
        Ok(())
    };
    unsaid(&kernel, case)
}

#[test]
fn what_a_theorem_does_not_say_of_a_place_is_seen() {
    let is = |claims, of: &[usize], unsaid: &[&str]| assert_eq!(not_said_of_a_place(claims, of), unsaid);
    is([true, true, true], &[], &[]);
    is([false, true, true], &[], &["RAX at 0x2, where the place leaves it open"]);
    is([true, false, true], &[], &["RSI at 0x2, where the place leaves it open"]);
    let ways = ["the way to 0x2 from 0x2"];
    is([true, true, false], &[], &ways);
    is([true, true, true], &[40, 50, 60], &ways);
}

#[test]
fn a_case_says_what_was_written_on_the_way_to_a_place() {
    let kernel = kernel(&|a| {
        a.mov(byte_ptr(rdi), 1)?;
        a.nop()
    });
    let verdict = |looks: bool| {
        let case = |proof: &mut Proof| -> Result<()> {
            let array = Array::new(Access::Write, 1, 1);
            let memory = proof.world.array("the byte", &array, number(1, 64));
            let entry = proof.entry(&[Word::at(memory, 0)]);
            let mut place = Place::new(*proof.kernel.instructions.keys().nth(1).expect("behind the write"));
            place.pushed(&entry, &[]);
            place.kept(&entry, &SAVED);
            let reached = proof.enter(&entry, std::slice::from_ref(&place))?;
            if looks {
                proof.show_stored("the byte", reached.arrival(&place)?, (memory, 0), &number(1, 8))?;
            }
            Ok(())
        };
        Proof::verdict(&IMAGE, &kernel, case).0
    };
    assert_eq!(verdict(true), Verdict::Proved);
    assert_is_refused(verdict(false), "what byte 0 of the byte is where a run ends");
}

#[test]
fn nothing_depends_on_what_means_nothing_at_a_place() {
    // A loop that counts rsi down to zero and rax up.
    let kernel = loop_of(&|a| a.mov(rdx, rdi), &|a| a.inc(rax));
    // Of which register nothing is meant, and whether something is claimed of rax or assumed of the
    // register.
    let verdict = |register: Option<Register>, claims: bool, assumes: bool| {
        let case = |proof: &mut Proof| -> Result<()> {
            let entry = proof.entry(&[Word::constant(0)]);
            let mut place = Place::new(*proof.kernel.instructions.keys().nth(1).expect("the loop's head"));
            let [up, down] = [Register::RAX, Register::RSI].map(|of| {
                let graph = &proof.graph;
                let bits = if register == Some(of) { place.unused(graph, 64) } else { place.any(graph, 64) };
                place.is(of, Word::number(bits.clone()));
                bits
            });
            if assumes {
                place.conditions.push(("it is odd", up[0]));
            }
            place.pushed(&entry, &[]);
            place.kept(&entry, &SAVED);
            let reached = proof.leave(&place, &entry, std::slice::from_ref(&place))?;
            let [next, _] = reached.both(&place)?;
            let one = number(1, 64);
            let (more, less) = (proof.graph.add(&up, &one), proof.graph.sub(&down, &one));
            proof.show_equal_on(next.path, "one less", &next.number(Register::RSI)?, &less)?;
            if claims {
                proof.show_equal("one more", &next.number(Register::RAX)?, &more)?;
            }
            Ok(())
        };
        Proof::verdict(&IMAGE, &kernel, case).0
    };
    let up = Some(Register::RAX);
    assert_eq!(verdict(None, true, false), Verdict::Proved);
    assert_eq!(verdict(up, false, false), Verdict::Proved);
    for (register, claims, assumes, what) in [
        (up, true, false, "one more"),
        (up, false, true, "it is odd"),
        (Some(Register::RSI), false, false, "to which end a run comes"),
    ] {
        let what = format!("{what}: it depends on what is said to mean nothing");
        assert_is_refused(verdict(register, claims, assumes), &what);
    }
}

/// A loop over the elements of an array, each of which should be zero after its turn.
fn verdict_of_a_turn(prologue: Write, turn: Write) -> Verdict {
    let kernel = kernel(&|a| {
        let mut head = a.create_label();
        prologue(a)?;
        a.set_label(&mut head)?;
        turn(a)?;
        a.add(rdi, 8)?;
        a.dec(rsi)?;
        a.jnz(head)
    });
    let case = |proof: &mut Proof| -> Result<()> {
        let array = Array::new(Access::Write, 8, 8);
        let memory = proof.world.array("the elements", &array, number(8, 64));
        let (count, now) = (proof.graph.inputs(64), proof.graph.inputs(64));
        let to = Word::at(memory, 0);
        let entry = proof.entry(&[to.clone(), Word::number(count.clone())]);
        let some = proof.graph.any(&count);
        proof.assume(some);
        let head = proof.kernel.instructions.values().rev().find(|i| i.is_jcc_short()).expect("a jump back");
        let head = head.near_branch_target();
        let (first, _) = proof.until(head, &entry)?;
        let next = proof.graph.sub(&now, &number(1, 64));
        let moves = [
            Moves { entry: to.clone(), now: to, next: Word::at(memory, 8) },
            Moves { entry: Word::number(count), now: Word::number(now), next: Word::number(next) },
        ];
        let turn = proof.turn(head, &first, &moves, some, &[memory], &entry)?;
        for end in turn.next.iter().chain(&turn.returned) {
            proof.show_stored("the element", end, (memory, 0), &number(0, 64))?;
        }
        Ok(())
    };
    Proof::verdict(&IMAGE, &kernel, case).0
}

#[test]
fn a_turn_knows_nothing_of_its_element_before_it_writes_there() {
    let zero: Write = &|a| a.mov(qword_ptr(rdi), 0);
    let nothing: Write = &|_| Ok(());
    assert_eq!(verdict_of_a_turn(zero, zero), Verdict::Proved);
    // As the entry has left it, though the second element is another; what was there on entry; and
    // an address.
    let plants: [[Write; 2]; 4] = [
        [zero, nothing],
        [zero, &|a| {
            a.mov(rax, qword_ptr(rdi))?;
            a.mov(qword_ptr(rdi), rax)
        }],
        [&|a| a.mov(rax, qword_ptr(rdi)), &|a| a.xor(qword_ptr(rdi), rax)],
        [&|a| a.mov(qword_ptr(rdi), rdi), &|a| {
            a.mov(rax, qword_ptr(rdi))?;
            a.sub(rax, rdi)?;
            a.mov(qword_ptr(rdi), rax)
        }],
    ];
    for [prologue, turn] in plants {
        assert_is_refused(verdict_of_a_turn(prologue, turn), "the element");
    }
}

/// The gaps in a theorem about a loop that adds rdi's bits to rax, which says that rax has no
/// others, at first and after a turn.
fn not_said_of_a_form(claims: [bool; 2]) -> Vec<String> {
    let kernel = loop_of(&|a| a.xor(eax, eax), &|a| a.or(rax, rdi));
    let case = |proof: &mut Proof| -> Result<()> {
        let [most, some, count, now] = [(); 4].map(|()| proof.graph.inputs(64));
        let entry = proof.entry(&[Word::number(most.clone()), Word::number(count.clone())]);
        let mut place = Place::new(*proof.kernel.instructions.keys().nth(1).expect("the loop's head"));
        place.is(Register::RAX, Word::number(proof.graph.and_each(&most, &some)));
        place.is(Register::RSI, Word::number(now.clone()));
        let (start, sections) = proof.sections(&entry, std::slice::from_ref(&place), &[])?;
        let (first, next) = (&start.cuts[&place.at], &sections[0].cuts[&place.at]);
        let returned = sections[0].returned.as_ref().expect("it returns");
        let left = proof.graph.sub(&now, &number(1, 64));
        for (claimed, state, count) in [(claims[0], first, &count), (claims[1], next, &left)] {
            proof.show_equal_where(state.path, "the turns left", &state.number(Register::RSI)?, count)?;
            if claimed {
                let within = proof.graph.implies_each(&state.number(Register::RAX)?, &most);
                proof.show_all_where(state.path, "no others", &within)?;
            }
        }
        let goes_on = proof.graph.any(&left);
        proof.show_equal("when it ends", &[next.path, returned.path], &[goes_on, !goes_on])?;
        proof.show_result("all", returned, &most)
    };
    unsaid(&kernel, case)
}

#[test]
fn what_a_theorem_does_not_say_of_a_form_is_seen() {
    let form = ["RAX at 0x2, a place in a loop"];
    assert!(not_said_of_a_form([true; 2]).is_empty());
    assert_eq!(not_said_of_a_form([false, true]), form);
    assert_eq!(not_said_of_a_form([true, false]), form);
}

#[test]
fn nothing_is_known_at_a_place_of_what_runs_write() {
    let kernel = loop_of(&|a| a.mov(qword_ptr(rdi), 0), &|a| {
        a.mov(rax, qword_ptr(rdi))?;
        a.mov(qword_ptr(rdi), -1)
    });
    let case = |proof: &mut Proof| -> Result<()> {
        let array = Array::new(Access::Write, 8, 8);
        let memory = proof.world.array("the output", &array, number(8, 64));
        let (count, now) = (proof.graph.inputs(64), proof.graph.inputs(64));
        let entry = proof.entry(&[Word::at(memory, 0), Word::number(count)]);
        let mut place = Place::new(*proof.kernel.instructions.keys().nth(1).expect("the loop"));
        place.is(Register::RSI, Word::number(now));
        let (_, sections) = proof.sections(&entry, &[place], &[memory])?;
        let end = sections[0].returned.as_ref().expect("it returns");
        proof.show_stored("the output", end, (memory, 0), &vec![Lit::TRUE; 64])?;
        // This holds in the first turn alone.
        proof.show_result("what was there", end, &number(0, 64))
    };
    assert_is_refused(Proof::verdict(&IMAGE, &kernel, case).0, "what was there");
}

/// A lane's claim that a bit, which is set in the lanes of which it is assumed outside, stays so.
fn verdict_of_lanes(assumed: usize) -> Verdict {
    let case = |proof: &mut Proof| {
        let bits = proof.graph.inputs(4);
        bits[..assumed].iter().for_each(|&bit| proof.assume(bit));
        proof.one_lane(
            4,
            |lane| (vec![bits[lane]], vec![bits[lane]]),
            |apart, lane| {
                apart.assume(lane.inputs[0]);
                apart.show("the bit is set", lane.terms[0])
            },
        )
    };
    Proof::verdict(&IMAGE, &kernel(&|_| Ok(())), case).0
}

#[test]
fn what_is_assumed_of_one_lane_is_shown_of_each() {
    assert_eq!(verdict_of_lanes(4), Verdict::Proved);
    for assumed in [0, 3] {
        assert_is_refused(verdict_of_lanes(assumed), "what is assumed of a lane");
    }
}
