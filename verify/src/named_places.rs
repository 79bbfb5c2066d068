//! Places that the assembly names: their registers in a state, and what follows of a place from the
//! instructions alone: which registers are pushed there, and which are still as on entry.

use crate::bits::Bits;
use crate::cuts::Cut;
use crate::image::Kernel;
use crate::refused::{Refused, Result, refuse};
use crate::state::State;
use crate::word::Word;
use iced_x86::{FlowControl, Instruction, InstructionInfoFactory, Mnemonic, OpAccess, Register};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

impl Cut {
    /// The word in the general register that has this name there.
    pub(crate) fn word<'a>(&self, state: &'a State, name: &str) -> Result<&'a Word> {
        Ok(state.get(self.general(name)?))
    }

    /// The register's content if it is a number.
    pub(crate) fn number(&self, state: &State, name: &str) -> Result<Bits> {
        let word = self.word(state, name)?.as_number();
        word.map(<[_]>::to_vec).map_err(|refused| Refused::new(format!("{refused}, in {name} at '{}'", self.name)))
    }

    /// Puts another word into the general register that has this name there.
    pub(crate) fn set(&self, state: &mut State, name: &str, word: Word) -> Result<()> {
        state.set(self.general(name)?, word);
        Ok(())
    }

    /// The lowest bits of the vector register that has this name there.
    pub(crate) fn bits(&self, state: &State, name: &str, count: usize) -> Result<Bits> {
        Ok(state.vectors[self.vector(name)?][..count].to_vec())
    }
}

/// The facts about a place that follow from the instructions that may come before it.
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
        for register in written(instruction, factory).filter(|register| register.is_gpr64()) {
            after.written |= 1 << register.number();
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

/// The registers, as a whole, that an instruction may write.
fn written<'a>(
    instruction: &Instruction,
    factory: &'a mut InstructionInfoFactory,
) -> impl Iterator<Item = Register> + use<'a> {
    let reads = |access| matches!(access, OpAccess::Read | OpAccess::CondRead | OpAccess::NoMemAccess);
    let used = factory.info(instruction).used_registers().iter();
    used.filter(move |used| !reads(used.access())).map(|used| used.register().full_register())
}

/// Where control may go on after an instruction, but for a return.
fn ways_on(instruction: &Instruction) -> impl Iterator<Item = u64> + use<> {
    let flow = instruction.flow_control();
    let falls = !matches!(flow, FlowControl::Return | FlowControl::UnconditionalBranch);
    let jumps = matches!(flow, FlowControl::ConditionalBranch | FlowControl::UnconditionalBranch);
    let (next, target) = (instruction.next_ip(), instruction.near_branch_target());
    falls.then_some(next).into_iter().chain(jumps.then_some(target))
}

impl Kernel {
    /// The place that the assembly names so.
    pub(crate) fn cut(&self, name: &str) -> Result<&Arc<Cut>> {
        Ok(self.cuts_of(name, 1)?[0])
    }

    /// The places that the assembly names so, in order: one for each use of the macro that they are
    /// in.
    pub(crate) fn cuts_of(&self, name: &str, count: usize) -> Result<Vec<&Arc<Cut>>> {
        let mut found: Vec<&Arc<Cut>> = self.cuts.iter().filter(|cut| cut.name == name).collect();
        if found.len() != count {
            refuse!("the assembly names {} places '{name}', not {count}", found.len());
        }
        found.sort_by_key(|cut| cut.at);
        Ok(found)
    }

    /// The facts about a place that follow from the instructions that may come before it.
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
            open.extend(ways_on(instruction).map(|to| (to, after.clone())));
        }
        before.remove(&place).ok_or_else(|| Refused::new("nothing leads to the place"))
    }

    /// The registers that no instruction from a place on writes, but for those that restore what
    /// was on entry: the general ones, but for rsp, then vector and mask registers.
    pub(crate) fn steady(&self, place: u64) -> Vec<Register> {
        let mut factory = InstructionInfoFactory::new();
        let (mut seen, mut open) = (BTreeSet::new(), vec![place]);
        let mut lost: BTreeSet<Register> = BTreeSet::from([Register::RSP]);
        while let Some(at) = open.pop() {
            let Some(instruction) = self.instructions.get(&at).filter(|_| seen.insert(at)) else { continue };
            if !matches!(instruction.mnemonic(), Mnemonic::Pop | Mnemonic::Vzeroupper) {
                lost.extend(written(instruction, &mut factory));
            }
            open.extend(ways_on(instruction));
        }
        let all = Register::values().filter(|of| of.is_gpr64() || of.is_zmm() || of.is_k());
        all.filter(|register| !lost.contains(register)).collect()
    }
}
