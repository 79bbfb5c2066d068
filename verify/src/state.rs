//! The state of the processor on one path.

use crate::bits::{Bits, known};
use crate::graph::{Graph, Lit, Values};
use crate::memory::{Memory, World};
use crate::refused::{Refused, Result};
use crate::slot::Slot;
use crate::word::{ObjectId, Word};
use iced_x86::Register;

/// The bytes of stack that a kernel may use below its return address, which lies 8 bytes above a
/// multiple of 16: not all of 1 KiB.
pub(crate) const STACK: i64 = 1016;

/// The arithmetic flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Flags {
    pub(crate) carry: Lit,
    pub(crate) parity: Lit,
    pub(crate) adjust: Lit,
    pub(crate) zero: Lit,
    pub(crate) sign: Lit,
    pub(crate) overflow: Lit,
}

impl Flags {
    pub(crate) const CLEAR: Flags = Flags::from_lits([Lit::FALSE; 6]);

    pub(crate) fn undefined(graph: &Graph) -> Flags {
        Flags::from_lits([(); 6].map(|()| graph.undefined()))
    }

    pub(crate) fn lits(self) -> [Lit; 6] {
        [self.carry, self.parity, self.adjust, self.zero, self.sign, self.overflow]
    }

    pub(crate) const fn from_lits([carry, parity, adjust, zero, sign, overflow]: [Lit; 6]) -> Flags {
        Flags { carry, parity, adjust, zero, sign, overflow }
    }
}

#[derive(Clone)]
pub(crate) struct State {
    /// The condition for this path.
    pub(crate) path: Lit,
    /// By the number that encodings use: rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8...
    pub(crate) general: Vec<Word>,
    pub(crate) flags: Flags,
    /// zmm0-31.
    pub(crate) vectors: Vec<Bits>,
    /// For registers 0-15, whether bits above 127 are in use since the last vzeroupper.
    pub(crate) wide: [bool; 16],
    /// k0-7.
    pub(crate) masks: Vec<Bits>,
    pub(crate) memory: Memory,
}

/// The registers of arguments, in order.
pub(crate) const ARGUMENTS: [Register; 6] =
    [Register::RDI, Register::RSI, Register::RDX, Register::RCX, Register::R8, Register::R9];

/// The registers that a kernel must keep besides rsp, in the order in which kernels push them.
pub(crate) const SAVED: [Register; 6] =
    [Register::RBX, Register::RBP, Register::R12, Register::R13, Register::R14, Register::R15];

impl State {
    /// A kernel's entry: every register is free; rsp is at the return address. Returns the stack's
    /// object too.
    pub(crate) fn entry(graph: &Graph, world: &mut World) -> (State, ObjectId) {
        let stack = world.stack(STACK);
        let mut state = State::anything(graph);
        state.general[4] = Word::at(stack, STACK);
        (state, stack)
    }

    /// Any registers, flags and masks, and unchanged memory.
    pub(crate) fn anything(graph: &Graph) -> State {
        State {
            path: Lit::TRUE,
            general: (0..16).map(|_| Word::number(graph.inputs(64))).collect(),
            flags: Flags::from_lits([(); 6].map(|()| graph.input())),
            vectors: (0..32).map(|_| graph.inputs(512)).collect(),
            wide: [false; 16],
            masks: (0..8).map(|_| graph.inputs(64)).collect(),
            memory: Memory::default(),
        }
    }

    /// Whether all is as in a state on entry, but for the arguments and the path.
    pub(crate) fn is_entered_as(&self, entry: &State) -> bool {
        let is_argument = |register: usize| ARGUMENTS.iter().any(|argument| argument.number() == register);
        (0..16).all(|register| is_argument(register) || self.general[register] == entry.general[register])
            && (self.flags, &self.vectors, &self.wide) == (entry.flags, &entry.vectors, &entry.wide)
            && (&self.masks, self.memory.is_unchanged()) == (&entry.masks, true)
    }

    /// The stack's object, on entry.
    pub(crate) fn stack(&self) -> Result<ObjectId> {
        self.get(Register::RSP).object().ok_or_else(|| Refused::new("rsp is not on the stack"))
    }

    /// The terms in registers, flags and written memory.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = usize> {
        let general = self.general.iter().flat_map(|word| word.offset());
        let wide = self.vectors.iter().chain(&self.masks).flatten();
        let narrow = self.flags.lits().into_iter().chain([self.path]);
        let own = general.chain(wide).copied().chain(narrow).chain(self.memory.lits());
        own.filter(|lit| lit.known().is_none()).map(Lit::node)
    }

    /// Sets a whole general register.
    pub(crate) fn set(&mut self, register: Register, value: Word) {
        self.general[register.number()] = value;
    }

    pub(crate) fn get(&self, register: Register) -> &Word {
        &self.general[register.number()]
    }

    /// An argument, on entry.
    pub(crate) fn argument(&self, index: usize) -> &Word {
        self.get(ARGUMENTS[index])
    }

    /// The bits of a number that a general register holds.
    pub(crate) fn number(&self, register: Register) -> Result<Bits> {
        let word = self.get(register).as_number();
        word.map(<[Lit]>::to_vec).map_err(|refused| Refused::new(format!("{refused}, in {register:?}")))
    }

    /// The bits of a register.
    pub(crate) fn bits_of(&self, what: Slot) -> &[Lit] {
        match what {
            Slot::General(register) => self.get(register).offset(),
            Slot::Vector(vector) => &self.vectors[vector],
            Slot::Mask(mask) => &self.masks[mask],
            Slot::Stack(_) => &[],
        }
    }

    /// Sets some of them.
    pub(crate) fn set_bits(&mut self, what: Slot, new: impl IntoIterator<Item = (usize, Lit)>) {
        let mut bits = self.bits_of(what).to_vec();
        new.into_iter().for_each(|(place, bit)| bits[place] = bit);
        match what {
            Slot::General(register) => self.set(register, self.get(register).with_offset(bits)),
            Slot::Vector(vector) => self.vectors[vector] = bits,
            Slot::Mask(mask) => self.masks[mask] = bits,
            Slot::Stack(_) => {}
        }
    }

    /// The registers and flags that depend on variables that `is_asked` picks.
    pub(crate) fn shown(&self, world: &World, values: &Values, is_asked: &dyn Fn(Lit) -> bool) -> Vec<String> {
        let asked = |bits: &[Lit]| bits.iter().any(|&bit| is_asked(bit));
        let hex = |bits: &[Lit]| {
            let words: Vec<u64> = bits.chunks(64).map(|word| values.number(word)).rev().collect();
            let digits: String = words.iter().map(|word| format!("{word:016x}")).collect();
            let digits = digits.trim_start_matches('0');
            format!("0x{}", if digits.is_empty() { "0" } else { digits })
        };
        let mut parts = Vec::new();
        for (number, word) in self.general.iter().enumerate().filter(|(_, word)| asked(word.offset())) {
            let name = format!("{:?}", Register::RAX + number as u32).to_lowercase();
            let object = word.object().map_or(String::new(), |object| format!("{} + ", world.name(object)));
            parts.push(format!("{name} = {object}{:#x}", values.number(word.offset())));
        }
        for (number, bits) in self.vectors.iter().enumerate().filter(|(_, bits)| asked(bits)) {
            parts.push(format!("zmm{number} = {}", hex(bits)));
        }
        for (number, bits) in self.masks.iter().enumerate().filter(|(_, bits)| asked(bits)) {
            parts.push(format!("k{number} = {:#x}", values.number(bits)));
        }
        for (name, bit) in ["CF", "PF", "AF", "ZF", "SF", "OF"].into_iter().zip(self.flags.lits()) {
            if asked(&[bit]) {
                parts.push(format!("{name} = {}", values.of(bit) & 1));
            }
        }
        parts
    }

    /// The state where two paths meet.
    pub(crate) fn merged(graph: &Graph, world: &mut World, a: &State, b: &State) -> State {
        let first = a.path;
        let choose = |a: &[Lit], b: &[Lit]| graph.choose_each(first, a, b);
        let vectors = a.vectors.iter().zip(&b.vectors).map(|(a, b)| choose(a, b)).collect();
        let masks = a.masks.iter().zip(&b.masks).map(|(a, b)| choose(a, b)).collect();
        let flags = Flags::from_lits(choose(&a.flags.lits(), &b.flags.lits()).try_into().expect("six flags"));
        let mut wide = a.wide;
        wide.iter_mut().zip(b.wide).for_each(|(a, b)| *a |= b);
        let general = a.general.iter().zip(&b.general).map(|(a, b)| merged_word(graph, first, a, b)).collect();
        let memory = world.merged(graph, first, &a.memory, &b.memory);
        State { path: graph.or(a.path, b.path), general, flags, vectors, wide, masks, memory }
    }

    /// Whether registers and flags are the same as in another state, on the same path.
    pub(crate) fn has_registers_of(&self, other: &State) -> bool {
        self.path == other.path
            && self.general == other.general
            && self.flags == other.flags
            && self.vectors == other.vectors
            && self.wide == other.wide
            && self.masks == other.masks
    }

    /// Records what a caller may rely on after `ret`, which has removed the return address from the
    /// stack.
    pub(crate) fn check_return(&self, graph: &Graph, world: &mut World, entry: &State) -> Result<()> {
        world.kept_returns.extend(self.memory.behind);
        for register in SAVED {
            let (before, after) = (entry.get(register), self.get(register));
            if !after.has_base_of(before) {
                return Err(Refused::new(format!("{register:?} is not what it was on entry")));
            }
            let same = graph.equal(before.offset(), after.offset());
            world.oblige(graph, self.path, same, || format!("{register:?} is what it was on entry, at the return"));
        }
        let (before, after) = (entry.get(Register::RSP), self.get(Register::RSP));
        let expected = crate::bits::number(8, 64);
        let expected = graph.add(before.offset(), &expected);
        if !after.has_base_of(before) || known(&expected) != known(after.offset()) || known(&expected).is_none() {
            return Err(Refused::new("rsp is not what it was on entry, above the return address"));
        }
        if let Some(register) = self.wide.iter().position(|&wide| wide) {
            return Err(Refused::new(format!("the upper half of ymm{register} is in use at the return")));
        }
        for (register, (before, after)) in entry.vectors.iter().zip(&self.vectors).enumerate().take(16) {
            let (before, after) = (&before[128..], &after[128..]);
            if before != after {
                let is_clean = graph.or(graph.is_zero(after), graph.equal(before, after));
                let what = || format!("zmm{register} above bit 127 is clean or as on entry, at the return");
                world.oblige(graph, self.path, is_clean, what);
            }
        }
        Ok(())
    }
}

fn merged_word(graph: &Graph, first: Lit, a: &Word, b: &Word) -> Word {
    if a.has_base_of(b) {
        return a.with_offset(graph.choose_each(first, a.offset(), b.offset()));
    }
    // An address on one path and something else on the other: the value may not be used.
    Word::number(graph.undefined_bits(64))
}
