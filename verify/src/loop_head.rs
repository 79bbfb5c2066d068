//! States at the head of a loop: what moves on from turn to turn, and what is known of the rest.

use crate::bits::known;
use crate::graph::{Graph, Lit};
use crate::image::Kernel;
use crate::refused::{Result, refuse};
use crate::slot::Slot;
use crate::state::{Flags, State};
use crate::word::Word;
use iced_x86::{Instruction, Mnemonic as M, Register};

/// A quantity that a loop counts or advances. Wherever a register holds it at the entry of the
/// loop, a turn begins with any such quantity there and the next turn with the next one.
pub(crate) struct Moves {
    /// When the loop is entered.
    pub(crate) entry: Word,
    /// At the start of a turn: in its own variables.
    pub(crate) now: Word,
    /// At the beginning of the next.
    pub(crate) next: Word,
}

/// The facts known of each register at a loop's head.
pub(crate) struct Known {
    /// The quantities that general registers hold.
    pub(crate) roles: [Option<usize>; 16],
    /// Unknown bits of general registers; for vectors, how many of the lowest; masks and flags as a
    /// whole.
    pub(crate) general: [u64; 16],
    pub(crate) vectors: [usize; 32],
    masks: [bool; 8],
    flags: bool,
    /// The vector registers whose upper halves may be in use.
    wide: [bool; 16],
    /// In words: how registers moved that held a quantity and lost it.
    moved: Vec<(usize, String)>,
}

impl Known {
    pub(crate) fn new(moves: &[Moves], first: &State) -> Known {
        let role = |register: usize| moves.iter().position(|of| of.entry == first.general[register]);
        let roles = std::array::from_fn(role);
        let (general, vectors, masks) = ([0; 16], [0; 32], [false; 8]);
        Known { roles, general, vectors, masks, flags: false, wide: first.wide, moved: Vec::new() }
    }

    /// The bits of registers that are unknown, by register.
    pub(crate) fn bits(&self) -> Vec<(Slot, Vec<usize>)> {
        let general = (0..16).map(|register| {
            let bits = (0..64).filter(|bit| self.general[register] >> bit & 1 == 1).collect();
            (Slot::General(Register::RAX + register as u32), bits)
        });
        let vectors =
            self.vectors.iter().enumerate().map(|(vector, &unknown)| (Slot::Vector(vector), (0..unknown).collect()));
        let masks = self.masks.iter().enumerate().filter(|(_, unknown)| **unknown);
        let masks = masks.map(|(mask, _)| (Slot::Mask(mask), (0..64).collect()));
        general.chain(vectors).chain(masks).collect()
    }

    /// A state at the head of a loop that is entered in the state `first`.
    pub(crate) fn head(&self, graph: &Graph, first: &State, moves: &[Moves]) -> Result<State> {
        let mut state = State { path: Lit::TRUE, wide: self.wide, ..first.clone() };
        for (register, word) in state.general.iter_mut().enumerate() {
            if self.general[register] != 0 {
                forget_bits(graph, word, self.general[register]);
            } else if let Some(role) = self.roles[register] {
                if *word != moves[role].entry {
                    refuse!("the loop is not always entered with quantity {role} in the same register");
                }
                *word = moves[role].now.clone();
            }
        }
        for (vector, unknown) in state.vectors.iter_mut().zip(self.vectors) {
            vector.splice(..unknown, graph.inputs(unknown));
        }
        for (mask, _) in state.masks.iter_mut().zip(self.masks).filter(|(_, unknown)| *unknown) {
            *mask = graph.inputs(64);
        }
        if self.flags {
            state.flags = Flags::from_lits([(); 6].map(|()| graph.input()));
        }
        Ok(state)
    }

    /// Forgets what registers still hold as on entry if it is written somewhere: a turn would be
    /// found to change it.
    pub(crate) fn forget_untouched(&mut self, kernel: &Kernel, entry: &State, first: &State) {
        let written = |register: usize| {
            let of =
                |i: &Instruction| i.op0_register().is_gpr() && i.op0_register().full_register().number() == register;
            kernel.instructions.values().any(|i| of(i) && !matches!(i.mnemonic(), M::Push | M::Cmp | M::Test))
        };
        for register in 0..16 {
            let same = first.general[register] == entry.general[register];
            let unknown = same && self.roles[register].is_none() && written(register);
            self.general[register] = if unknown { u64::MAX } else { 0 };
        }
        for (vector, unknown) in self.vectors.iter_mut().enumerate() {
            *unknown = if first.vectors[vector] == entry.vectors[vector] { 512 } else { 0 };
        }
        for (mask, unknown) in self.masks.iter_mut().enumerate() {
            *unknown = first.masks[mask] == entry.masks[mask];
        }
        for (wide, unknown) in self.wide.iter_mut().zip(self.vectors) {
            *wide |= unknown > 128;
        }
        self.flags = true;
    }

    /// In words, a quantity that no register holds any more: the registers that held it on entry of
    /// the loop, and how these move.
    pub(crate) fn lost(&self, first: &State, moves: &[Moves]) -> Option<String> {
        let role = (0..moves.len()).find(|&role| !self.roles.contains(&Some(role)))?;
        let held = |(_, word): &(usize, &Word)| **word == moves[role].entry;
        let registers = first.general.iter().enumerate().filter(held).map(|(register, _)| name(register));
        let registers: Vec<String> = registers.collect();
        if registers.is_empty() {
            return Some(format!("no register holds quantity {role} of those that move on"));
        }
        let how: Vec<&str> = self.moved.iter().filter(|(of, _)| *of == role).map(|(_, how)| how.as_str()).collect();
        Some(format!("{} does not move on as it should: {}", registers.join(" or "), how.join("; ")))
    }

    /// Forgets what differs between this head and the next and does not advance; whether anything
    /// did.
    pub(crate) fn forget(&mut self, graph: &Graph, state: &mut State, next: &State, moves: &[Moves]) -> Result<bool> {
        let mut any = false;
        for register in 0..16 {
            let expected = self.roles[register].map_or(&state.general[register], |role| &moves[role].next);
            let differing = differing(expected, &next.general[register]) & !self.general[register];
            if differing == 0 {
                continue;
            }
            if register == Register::RSP.number() {
                refuse!("rsp moves in the loop: {}", step(graph, &state.general[register], &next.general[register]));
            }
            if let Some(role) = self.roles[register] {
                let found = step(graph, &state.general[register], &next.general[register]);
                let wanted = step(graph, &moves[role].now, &moves[role].next);
                self.moved.push((role, format!("{} moves {found}, and should {wanted}", name(register))));
            }
            // Of a constant, the bits that differ; of everything else, all.
            let constant = |word: &Word, place: usize| word.is_number() && word.offset()[place].known().is_some();
            let constants = (0..64)
                .filter(|place| self.general[register] >> place & 1 == 0)
                .all(|place| constant(expected, place) && constant(&next.general[register], place));
            let bits = if constants && self.roles[register].is_none() { differing } else { u64::MAX };
            (self.roles[register], any) = (None, true);
            self.general[register] |= bits;
            forget_bits(graph, &mut state.general[register], bits);
        }
        for (vector, unknown) in self.vectors.iter_mut().enumerate() {
            let (bits, next) = (&mut state.vectors[vector], &next.vectors[vector]);
            if bits[*unknown..] != next[*unknown..] {
                // Legacy instructions leave the bits above 127 as they are.
                let more = if *unknown < 128 && bits[128..] == next[128..] { 128 } else { 512 };
                bits.splice(*unknown..more, graph.inputs(more - *unknown));
                (*unknown, any) = (more, true);
            }
        }
        for (mask, known) in self.masks.iter_mut().enumerate() {
            if !*known && state.masks[mask] != next.masks[mask] {
                (*known, any) = (true, true);
                state.masks[mask] = graph.inputs(64);
            }
        }
        if !self.flags && state.flags != next.flags {
            (self.flags, any) = (true, true);
            state.flags = Flags::from_lits([(); 6].map(|()| graph.input()));
        }
        for (wide, next) in state.wide.iter_mut().zip(next.wide) {
            any |= next && !*wide;
            *wide |= next;
        }
        self.wide = state.wide;
        Ok(any)
    }
}

/// A general register's name.
fn name(register: usize) -> String {
    format!("{:?}", Register::RAX + register as u32).to_lowercase()
}

/// How a word becomes another, in words.
fn step(graph: &Graph, from: &Word, to: &Word) -> String {
    if !to.has_base_of(from) {
        return "to another object".to_owned();
    }
    let by = graph.sub(to.offset(), from.offset());
    match known(&by) {
        Some(by) => format!("by {}", by.cast_signed()),
        None => "by no constant".to_owned(),
    }
}

/// The bits in which two words differ.
fn differing(a: &Word, b: &Word) -> u64 {
    if !a.has_base_of(b) {
        return u64::MAX;
    }
    a.offset().iter().zip(b.offset()).enumerate().fold(0, |all, (place, (a, b))| all | u64::from(a != b) << place)
}

/// Replaces some bits of a word by free variables.
fn forget_bits(graph: &Graph, word: &mut Word, bits: u64) {
    if bits == u64::MAX {
        *word = Word::number(graph.inputs(64));
        return;
    }
    let mut offset = word.offset().to_vec();
    for (place, bit) in offset.iter_mut().enumerate() {
        if bits >> place & 1 == 1 {
            *bit = graph.input();
        }
    }
    *word = word.with_offset(offset);
}
