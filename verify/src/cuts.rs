//! The places at which a kernel is cut, as `CUT` in its assembly names them, with the registers
//! that hold what the place speaks of.

use crate::refused::{Refused, Result, refuse};
use iced_x86::Register;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A place that the assembly names. Nothing is taken for true because a name says it. A name that
/// it does not list is that of the kernel's other places, if these agree.
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

    /// The register of this name if it is of a kind.
    fn of_kind(&self, name: &str, kind: &str, is_one: fn(Register) -> bool) -> Result<Register> {
        match self.register(name)? {
            register if is_one(register) => Ok(register),
            register => refuse!("{name} is {register:?}, no {kind} register, at '{}'", self.name),
        }
    }

    /// The number of the vector register that has this name there.
    pub(crate) fn vector(&self, name: &str) -> Result<usize> {
        Ok(self.of_kind(name, "vector", Register::is_vector_register)?.number())
    }

    /// The number of the mask register that has this name there.
    pub(crate) fn mask(&self, name: &str) -> Result<usize> {
        Ok(self.of_kind(name, "mask", Register::is_k)?.number())
    }

    /// The general register that has this name there, as a whole.
    pub(crate) fn general(&self, name: &str) -> Result<Register> {
        Ok(self.of_kind(name, "general", Register::is_gpr)?.full_register())
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

/// The cuts of one kernel, each with the names that the others list.
pub(crate) fn of_kernel(cuts: Vec<Cut>) -> Vec<Arc<Cut>> {
    let mut names: BTreeMap<&str, BTreeSet<Register>> = BTreeMap::new();
    for (name, register) in cuts.iter().flat_map(|cut| &cut.registers) {
        names.entry(name).or_default().insert(*register);
    }
    let complete = |cut: &Cut| {
        let lacks = |name: &str| cut.registers.iter().all(|(own, _)| own != name);
        let agreed = names.iter().filter(|(name, registers)| registers.len() == 1 && lacks(name));
        let others =
            agreed.flat_map(|(name, registers)| registers.iter().map(|register| (name.to_string(), *register)));
        Arc::new(Cut { registers: cut.registers.iter().cloned().chain(others).collect(), ..cut.clone() })
    };
    cuts.iter().map(complete).collect()
}

/// The place at which a kernel has set what its loops do not change.
pub(crate) const THROUGHOUT: &str = "throughout";
