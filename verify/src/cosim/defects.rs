//! Semantics that are wrong on purpose: the processor must show each.

use super::forms::forms;
use super::model::After;
use super::native::Machine;
use super::{has, try_form};
use crate::bits::{known, zeros};
use crate::graph::Lit;
use crate::image::Image;
use iced_x86::{Mnemonic as M, Register};

/// A defect: its name, its instruction, and the change.
type Wrong = (&'static str, M, fn(&mut After));

const DEFECTS: &[Wrong] = &[
    ("the overflow of a sum is its carry", M::Add, |a| a.state.flags.overflow = a.state.flags.carry),
    ("a difference never borrows from bit 4", M::Sub, |a| a.state.flags.adjust = Lit::FALSE),
    ("a comparison leaves the parity", M::Cmp, |a| a.state.flags.parity = a.before.flags.parity),
    ("an increment changes the carry", M::Inc, |a| a.state.flags.carry = a.state.flags.zero),
    ("a shift leaves the carry", M::Shl, |a| a.state.flags.carry = a.before.flags.carry),
    ("a count is never zero", M::Popcnt, |a| a.state.flags.zero = Lit::FALSE),
    ("blsr has the carry of blsi", M::Blsr, |a| a.state.flags.carry = !a.state.flags.carry),
    ("the top bit never counts", M::Tzcnt, |a| {
        let register = destination(a);
        put(a, register, 6, &[Lit::FALSE]);
    }),
    ("a 32-bit move keeps the upper half", M::Mov, |a| {
        if a.instruction.op0_register().is_gpr32() {
            let register = destination(a);
            let before = a.before.general[register].offset()[32..].to_vec();
            put(a, register, 32, &before);
        }
    }),
    ("a push does not move rsp", M::Push, |a| a.state.general[4] = a.before.general[4].clone()),
    ("VEX keeps what is above", M::Vpand, |a| {
        let vector = destination(a);
        let above = 8 * a.instruction.op0_register().size();
        let before = a.before.vectors[vector][above..].to_vec();
        a.state.vectors[vector].splice(above.., before);
    }),
    ("legacy SSE clears what is above", M::Pand, |a| {
        let vector = destination(a);
        a.state.vectors[vector].splice(128.., zeros(384));
    }),
    ("vzeroupper forgets a register", M::Vzeroupper, |a| a.state.vectors[15] = a.before.vectors[15].clone()),
    ("words are compared without sign", M::Pcmpgtw, |a| {
        let (to, from) = (destination(a), a.instruction.op1_register());
        if from.is_xmm() {
            let (x, y) = (a.before.vectors[to][..128].to_vec(), a.before.vectors[from.number()][..128].to_vec());
            for (lane, (x, y)) in x.chunks(16).zip(y.chunks(16)).enumerate() {
                let found = a.graph.below(y, x);
                a.state.vectors[to].splice(16 * lane..16 * lane + 16, vec![found; 16]);
            }
        }
    }),
    ("the last sign is left out", M::Pmovmskb, |a| {
        let register = destination(a);
        put(a, register, 15, &[Lit::FALSE]);
    }),
    ("counts beyond the lane are taken modulo its width", M::Vpsllvq, |a| {
        let i = a.instruction;
        if i.op2_register() != Register::None {
            let (value, count) = (i.op1_register().number(), i.op2_register().number());
            let (value, count) = (a.before.vectors[value][..64].to_vec(), a.before.vectors[count][..6].to_vec());
            let shifted = a.graph.shift_left(&value, &count, Lit::FALSE);
            let to = destination(a);
            a.state.vectors[to].splice(..64, shifted);
        }
    }),
    // Nothing that has variables alone shows this one.
    ("a table of three operands folds wrongly where the last is constant", M::Vpternlogq, |a| {
        let i = a.instruction;
        if i.op2_register().is_vector_register() && i.op2_register() != i.op0_register() {
            let third = a.before.vectors[i.op2_register().number()][..64].to_vec();
            if known(&third).is_some() {
                let to = destination(a);
                a.state.vectors[to].splice(..64, zeros(64));
            }
        }
    }),
];

/// Sets bits of a general register, from a place on.
fn put(after: &mut After, register: usize, from: usize, bits: &[Lit]) {
    let word = &mut after.state.general[register];
    let mut all = word.offset().to_vec();
    all.splice(from..from + bits.len(), bits.iter().copied());
    *word = word.with_offset(all);
}

fn destination(after: &After) -> usize {
    after.instruction.op0_register().full_register().number()
}

#[test]
fn every_defect_of_the_semantics_is_seen() {
    let image = Image::of_this_program().unwrap();
    let mut machine = Machine::new().unwrap();
    let mut caught = 0;
    for &(name, mnemonic, wrong) in DEFECTS {
        let forms = forms(&image.kernels);
        let mut of_mnemonic: Vec<_> = forms
            .into_iter()
            .filter(|form| form.instruction.mnemonic() == mnemonic && has(&form.instruction))
            .collect();
        if of_mnemonic.is_empty() {
            println!("left out, this processor lacks it: {name}");
            continue;
        }
        let defect = |after: &mut After| {
            if after.instruction.mnemonic() == mnemonic {
                wrong(after);
            }
        };
        let seen = |form| try_form(&image, &mut machine, &form, 64, Some(&defect)).unwrap().is_some();
        assert!(of_mnemonic.drain(..).any(seen), "{name} is not seen");
        caught += 1;
    }
    println!("{caught} of {} defects caught", DEFECTS.len());
    assert!(caught >= 15 || !stonemask::Tier::Avx512.is_available());
}
