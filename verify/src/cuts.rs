//! The places at which a kernel is cut, as `CUT` in its assembly names them, with the registers that hold what the place speaks
//! of; and what follows of a place from the instructions alone: what is pushed there and what is still as on entry.

use crate::bits::Bits;
use crate::image::Kernel;
use crate::refused::{Refused, Result, refuse};
use crate::state::State;
use crate::word::Word;
use iced_x86::{FlowControl, Instruction, InstructionInfoFactory, Mnemonic, OpAccess, Register};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// A place that the assembly names. Nothing is taken for true because a name says it.
#[derive(Clone, Debug)]
pub(crate) struct Cut {
    pub(crate) at: u64,
    pub(crate) name: String,
    /// The names that the assembly gives to registers, each with its register.
    registers: Vec<(String, Register)>,
}

impl Cut {
    /// The register that has this name there.
    fn register(&self, name: &str) -> Result<Register> {
        let found = self.registers.iter().find(|(other, _)| other == name);
        found.map(|(_, register)| *register).ok_or_else(|| Refused::new(format!("'{}' names no {name}", self.name)))
    }

    /// The number of the vector register that has this name there.
    pub(crate) fn vector(&self, name: &str) -> Result<usize> {
        match self.register(name)? {
            register if register.is_vector_register() => Ok(register.number()),
            register => refuse!("{name} is {register:?}, no vector register, at '{}'", self.name),
        }
    }

    /// The general register that has this name there, as a whole.
    pub(crate) fn general(&self, name: &str) -> Result<Register> {
        match self.register(name)?.full_register() {
            register if register.is_gpr64() => Ok(register),
            register => refuse!("{name} is {register:?}, no general register, at '{}'", self.name),
        }
    }

    /// The word in the general register that has this name there.
    pub(crate) fn word<'a>(&self, state: &'a State, name: &str) -> Result<&'a Word> {
        Ok(state.get(self.general(name)?))
    }

    /// The same if it is a number.
    pub(crate) fn number(&self, state: &State, name: &str) -> Result<Bits> {
        let word = self.word(state, name)?.as_number();
        word.map(<[_]>::to_vec).map_err(|refused| Refused::new(format!("{refused}, in {name} at '{}'", self.name)))
    }

    /// Puts another word into the general register that has this name there.
    pub(crate) fn set(&self, state: &mut State, name: &str, word: Word) -> Result<()> {
        state.set(self.general(name)?, word);
        Ok(())
    }

    /// The vector registers that have names there.
    pub(crate) fn vectors(&self) -> impl Iterator<Item = usize> + '_ {
        let registers = self.registers.iter().map(|(_, register)| *register);
        registers.filter(|register| register.is_vector_register()).map(Register::number)
    }

    /// The lowest bits of the vector register that has this name there.
    pub(crate) fn bits(&self, state: &State, name: &str, count: usize) -> Result<Bits> {
        Ok(state.vectors[self.vector(name)?][..count].to_vec())
    }
}

/// The names of registers that differ in a number, from 0 on.
pub(crate) fn numbered(name: &str, count: usize) -> Vec<String> {
    (0..count).map(|number| format!("{name}{number}")).collect()
}

/// The section that `CUT` of asm/abi.inc writes.
pub(crate) const SECTION: &str = ".stonemask.cuts";

/// The cuts in that section: an address, and three texts that end in zero.
pub(crate) fn read(mut section: &[u8]) -> Result<Vec<Cut>> {
    let all: FxHashMap<String, Register> =
        Register::values().map(|register| (format!("{register:?}").to_lowercase(), register)).collect();
    let mut cuts = Vec::new();
    while let Some((address, rest)) = section.split_first_chunk::<8>() {
        section = rest;
        let mut text = || {
            let end = section.iter().position(|&byte| byte == 0);
            let (text, rest) = section.split_at(end.ok_or_else(|| Refused::new("a cut does not end"))?);
            section = &rest[1..];
            std::str::from_utf8(text).map_err(|_| Refused::new("a cut has a name that is no text"))
        };
        let (name, names, registers) = (text()?, text()?, text()?);
        let [names, registers] =
            [names, registers].map(|list| list.split(',').map(str::trim).filter(|n| !n.is_empty()));
        let of_name = |name: &str| {
            let found = all.get(name).copied();
            found.ok_or_else(|| Refused::new(format!("{name} is not a register")))
        };
        let registers = names.zip(registers).map(|(name, register)| Ok((name.to_owned(), of_name(register)?)));
        let registers = registers.collect::<Result<_>>()?;
        cuts.push(Cut { at: u64::from_le_bytes(*address), name: name.to_owned(), registers });
    }
    Ok(cuts)
}

/// What follows of a place from the instructions that may come before it.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Before {
    /// The registers that are on the stack, in the order in which they were pushed.
    pub(crate) pushed: Vec<Register>,
    /// By number, the general registers that some instruction may have written.
    written: u16,
    /// Whether the upper halves of vector registers may be in use.
    pub(crate) wide: bool,
}

impl Before {
    /// The registers that no instruction has written.
    pub(crate) fn kept(&self) -> impl Iterator<Item = Register> + '_ {
        let general = Register::values().filter(|register| register.is_gpr64() && *register != Register::RSP);
        general.filter(|register| self.written >> register.number() & 1 == 0)
    }

    /// After an instruction.
    fn after(&self, instruction: &Instruction, factory: &mut InstructionInfoFactory) -> Before {
        let mut after = self.clone();
        let operands = (0..instruction.op_count()).map(|operand| instruction.op_register(operand));
        after.wide |= operands.into_iter().any(|register| register.is_ymm() || register.is_zmm());
        match instruction.mnemonic() {
            Mnemonic::Push => after.pushed.push(instruction.op0_register()),
            Mnemonic::Pop => drop(after.pushed.pop()),
            Mnemonic::Vzeroupper => after.wide = false,
            _ => {}
        }
        for used in factory.info(instruction).used_registers() {
            let register = used.register().full_register();
            let writes = !matches!(used.access(), OpAccess::Read | OpAccess::CondRead | OpAccess::NoMemAccess);
            if writes && register.is_gpr64() {
                after.written |= 1 << register.number();
            }
        }
        after
    }

    /// After either.
    fn join(&mut self, other: &Before) -> Result<()> {
        if self.pushed != other.pushed {
            refuse!("the stack is not the same on two ways to a place");
        }
        self.written |= other.written;
        self.wide |= other.wide;
        Ok(())
    }
}

impl Kernel {
    /// The place that the assembly names so.
    pub(crate) fn cut(&self, name: &str) -> Result<&Cut> {
        Ok(self.cuts_of(name, 1)?[0])
    }

    /// The places that the assembly names so, in order: one for each use of the macro that they are in.
    pub(crate) fn cuts_of(&self, name: &str, count: usize) -> Result<Vec<&Cut>> {
        let mut found: Vec<&Cut> = self.cuts.iter().filter(|cut| cut.name == name).collect();
        if found.len() != count {
            refuse!("the assembly names {} places '{name}', not {count}", found.len());
        }
        found.sort_by_key(|cut| cut.at);
        Ok(found)
    }

    /// What follows of a place from the instructions that may come before it.
    pub(crate) fn before(&self, place: u64) -> Result<Before> {
        let mut factory = InstructionInfoFactory::new();
        let mut before: BTreeMap<u64, Before> = BTreeMap::new();
        let mut open = vec![(self.address, Before { pushed: Vec::new(), written: 0, wide: false })];
        while let Some((at, arrival)) = open.pop() {
            let joined = match before.get(&at) {
                None => arrival,
                Some(known) => {
                    let mut joined = known.clone();
                    joined.join(&arrival)?;
                    if joined == *known {
                        continue;
                    }
                    joined
                }
            };
            let Some(instruction) = self.instructions.get(&at) else { refuse!("a jump leaves the kernel") };
            let after = joined.after(instruction, &mut factory);
            before.insert(at, joined);
            if !matches!(instruction.flow_control(), FlowControl::Return | FlowControl::UnconditionalBranch) {
                open.push((instruction.next_ip(), after.clone()));
            }
            if matches!(instruction.flow_control(), FlowControl::ConditionalBranch | FlowControl::UnconditionalBranch) {
                open.push((instruction.near_branch_target(), after));
            }
        }
        before.remove(&place).ok_or_else(|| Refused::new("nothing leads to the place"))
    }
}
