//! The machine code and constants of the kernels, as linked into a program: this one.

use crate::cuts::{self, Cut};
use crate::extensions::lowest_tier;
use crate::refused::{Refused, Result, refuse};
use iced_x86::{Code, Decoder, DecoderOptions, Encoder, Instruction, Mnemonic};
use object::elf::SHF_WRITE;
use object::{Object, ObjectSection, ObjectSymbol, SectionFlags, SectionKind, SymbolKind};
use std::collections::BTreeMap;
use std::sync::Arc;
use stonemask::Tier;
use stonemask::internals::SYMBOL_PREFIX;

/// A kernel as the symbol table has it, decoded.
#[derive(Clone)]
pub(crate) struct Kernel {
    /// Its name without the crate's prefix, such as `othello_flips_avx2`.
    pub(crate) name: String,
    pub(crate) tier: Tier,
    pub(crate) address: u64,
    pub(crate) code: Vec<u8>,
    pub(crate) instructions: BTreeMap<u64, Instruction>,
    /// The places that its assembly names.
    pub(crate) cuts: Vec<Arc<Cut>>,
}

impl Kernel {
    /// Its name without the tier: `othello_flips`.
    pub(crate) fn family(&self) -> &str {
        self.name.rsplit_once('_').expect("a kernel's name ends in its tier").0
    }

    /// A kernel that is assembled for a test.
    #[cfg(test)]
    pub(crate) fn planted(address: u64, code: Vec<u8>) -> Kernel {
        let instructions = decoded(address, &code);
        Kernel { name: "planted_avx512".to_owned(), tier: Tier::Avx512, address, code, instructions, cuts: Vec::new() }
    }

    /// Where its code lies.
    pub(crate) fn addresses(&self) -> std::ops::Range<u64> {
        self.address..self.address + self.code.len() as u64
    }

    /// This kernel with other bytes.
    pub(crate) fn with_code(&self, code: Vec<u8>) -> Kernel {
        let instructions = decoded(self.address, &code);
        Kernel { code, instructions, ..self.clone() }
    }

    /// Refuses code that a caller with a pointer may not enter, where the processor looks for
    /// `endbr64`.
    fn is_entered(&self) -> Result<()> {
        match self.instructions.get(&self.address).map(Instruction::code) {
            Some(Code::Endbr64) => Ok(()),
            _ => refuse!("{} does not begin with endbr64", self.name),
        }
    }

    /// Refuses an instruction that processors of its tier may read differently: one that they need
    /// not have (to older ones `tzcnt` is `bsf`), and one with bytes that it does not need, such as
    /// a prefix 66 before a return or a jump, which shortens the address on AMD's and not on
    /// Intel's.
    pub(crate) fn is_clear(&self, instruction: &Instruction) -> Result<()> {
        match lowest_tier(instruction) {
            Ok(lowest) if lowest <= self.tier => {}
            Ok(lowest) => refuse!("tier {} need not have it, but {lowest}", self.tier),
            Err(feature) => refuse!("no tier has {feature:?}"),
        }
        let from = (instruction.ip() - self.address) as usize;
        let bytes = &self.code[from..from + instruction.len()];
        let mut encoder = Encoder::new(64);
        let encoded = encoder.encode(instruction, instruction.ip());
        // Paddings have prefixes to be longer.
        if instruction.mnemonic() != Mnemonic::Nop && (encoded.is_err() || encoder.take_buffer() != bytes) {
            refuse!("its bytes are not those that an assembler writes for it");
        }
        Ok(())
    }
}

/// A constant of the kernels: the bytes of a sized symbol of their object files.
#[derive(Clone)]
pub(crate) struct Constants {
    pub(crate) name: String,
    pub(crate) address: u64,
    /// The alignment that asm/abi.inc guarantees, wherever the constant is linked.
    pub(crate) alignment: u64,
    pub(crate) bytes: Vec<u8>,
}

impl Constants {
    /// A symbol without the crate's prefix: a table that several files read, or a file's own
    /// constant, whose name gives its alignment.
    fn of_symbol(name: &str, address: u64, bytes: Vec<u8>) -> Result<Constants> {
        let aligned = name.strip_prefix("aligned_").and_then(|rest| rest.split_once('_'));
        let (alignment, name) = match aligned.and_then(|(alignment, name)| Some((alignment.parse().ok()?, name))) {
            Some((alignment, name)) => (alignment, name),
            None => (OF_TABLE, name),
        };
        if !u64::is_power_of_two(alignment) || !address.is_multiple_of(alignment) {
            refuse!("{name} is not aligned to {alignment} bytes");
        }
        Ok(Constants { name: name.to_owned(), address, alignment, bytes })
    }

    fn holds(&self, address: u64) -> bool {
        address >= self.address && address - self.address < self.bytes.len() as u64
    }
}

/// The alignment of a table that several files read.
const OF_TABLE: u64 = 64;

/// The parts that are read from the program.
#[derive(Clone, Default)]
pub(crate) struct Image {
    pub(crate) kernels: Vec<Kernel>,
    /// The kernels' constants, each by its symbol.
    constants: Vec<Constants>,
    /// Bytes that the loader would change.
    relocated: Vec<u64>,
}

impl Image {
    /// The kernels that are linked into this program.
    pub(crate) fn of_this_program() -> Result<Image> {
        // Links the kernels in.
        for table in stonemask::internals::TABLES {
            std::hint::black_box((table.entries)(std::hint::black_box(Tier::Reference)));
        }
        let error = |error: &dyn std::fmt::Display| Refused::new(format!("this program cannot be read: {error}"));
        let path = std::env::current_exe().map_err(|e| error(&e))?;
        let program = std::fs::read(path).map_err(|e| error(&e))?;
        let file = object::File::parse(&*program).map_err(|e| error(&e))?;
        let named =
            file.section_by_name(cuts::SECTION).map(|section| section.data()).transpose().map_err(|e| error(&e))?;
        let named = cuts::read(named.unwrap_or_default())?;
        let (mut kernels, mut constants) = (Vec::new(), Vec::new());
        for symbol in file.symbols() {
            let name = symbol.name().map_err(|e| error(&e))?;
            let (Some(name), Some(section)) = (name.strip_prefix(SYMBOL_PREFIX), symbol.section_index()) else {
                continue;
            };
            let section = file.section_by_index(section).map_err(|e| error(&e))?;
            if matches!(section.flags(), SectionFlags::Elf { sh_flags, .. } if sh_flags & SHF_WRITE == SHF_WRITE) {
                refuse!("{name} is in a section that may be written");
            }
            let is_constant = matches!(section.kind(), SectionKind::ReadOnlyData | SectionKind::ReadOnlyString);
            let bytes = section.data_range(symbol.address(), symbol.size()).map_err(|e| error(&e))?;
            let bytes = bytes.filter(|bytes| !bytes.is_empty());
            let bytes = bytes.ok_or_else(|| Refused::new(format!("{name} has no size")))?.to_vec();
            let address = symbol.address();
            match symbol.kind() {
                SymbolKind::Text => {
                    let suffix = name.rsplit('_').next().unwrap_or_default();
                    let tier = suffix.parse().map_err(|_| Refused::new(format!("{name} does not end in its tier")))?;
                    let instructions = decoded(address, &bytes);
                    let cuts = named.iter().filter(|cut| instructions.contains_key(&cut.at)).cloned().collect();
                    let cuts = cuts::of_kernel(cuts);
                    kernels.push(Kernel { name: name.to_owned(), tier, address, code: bytes, instructions, cuts });
                }
                SymbolKind::Data if is_constant => constants.push(Constants::of_symbol(name, address, bytes)?),
                kind => refuse!("{name} is neither a function nor a constant, but {kind:?}"),
            }
        }
        kernels.iter().try_for_each(Kernel::is_entered)?;
        let relocated: Vec<u64> = file.dynamic_relocations().into_iter().flatten().map(|(at, _)| at).collect();
        for kernel in &kernels {
            let Kernel { address, code, .. } = kernel;
            if let Some(at) = relocated.iter().find(|&&at| at + 8 > *address && at < address + code.len() as u64) {
                refuse!("the loader writes into {}, at {at:#x}", kernel.name);
            }
        }
        kernels.sort_by(|a, b| (a.family(), a.tier).cmp(&(b.family(), b.tier)));
        Ok(Image { kernels, constants, relocated })
    }

    /// A constant by its name.
    #[cfg(test)]
    pub(crate) fn constant_of_name(&self, name: &str) -> Option<&Constants> {
        self.constants.iter().find(|constant| constant.name == name)
    }

    pub(crate) fn kernel(&self, name: &str) -> Option<&Kernel> {
        self.kernels.iter().find(|kernel| kernel.name == name)
    }

    /// A byte that does not change.
    pub(crate) fn constant(&self, address: u64) -> Option<u8> {
        let Constants { address: start, bytes, .. } = self.constants(address).ok()?;
        bytes.get((address - start) as usize).copied()
    }

    /// This program with another byte among its constants.
    pub(crate) fn with_constant(&self, address: u64, byte: u8) -> Image {
        let mut changed = self.clone();
        for constants in &mut changed.constants {
            if constants.holds(address) {
                constants.bytes[(address - constants.address) as usize] = byte;
            }
        }
        changed
    }

    /// The constant in which an address lies.
    pub(crate) fn constants(&self, address: u64) -> Result<&Constants> {
        let found = self.constants.iter().find(|constants| constants.holds(address));
        let found = found.ok_or_else(|| Refused::new(format!("{address:#x} is in none of the kernels' constants")))?;
        // No kernel reads what the loader writes; a section that the loader writes into is refused
        // only if a kernel names it.
        let near = |&&at: &&u64| at + 8 > address.saturating_sub(4096) && at < address + 4096 && found.holds(at);
        match self.relocated.iter().find(near) {
            Some(at) => Err(Refused::new(format!("the loader writes near a constant, at {at:#x}"))),
            None => Ok(found),
        }
    }
}

fn decoded(address: u64, code: &[u8]) -> BTreeMap<u64, Instruction> {
    Decoder::with_ip(64, code, address, DecoderOptions::NONE).into_iter().map(|i| (i.ip(), i)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kernel_begins_with_endbr64() {
        let code = vec![0xf3, 0x0f, 0x1e, 0xfa, 0xc3];
        assert!(Kernel::planted(0, code.clone()).is_entered().is_ok());
        assert!(Kernel::planted(0, code[4..].to_vec()).is_entered().is_err());
    }
}
