//! Whether other programs and libraries contain the code and constants that were proved: the instructions one by one, and the
//! bytes of each constant that they name, wherever they are linked.

use crate::image::{Constants, Image, Kernel};
use crate::refused::{Refused, Result, refuse};
use iced_x86::{Decoder, DecoderOptions};
use object::{Object, ObjectSection, ObjectSymbol, SectionKind};
use std::fmt::Display;
use std::path::Path;
use stonemask::internals::SYMBOL_PREFIX;

/// Kernels that a library may lack, because nothing in it calls them: they measure the processor.
const MAY_LACK: &[&str] = &["cpu_chain"];

/// A section with what the file has of it.
struct Section {
    address: u64,
    bytes: Vec<u8>,
    kind: SectionKind,
}

impl Section {
    fn at(&self, address: u64, length: usize) -> Option<&[u8]> {
        let from = usize::try_from(address.checked_sub(self.address)?).ok()?;
        self.bytes.get(from..from.checked_add(length)?)
    }
}

/// A program or a library.
struct Other {
    sections: Vec<Section>,
    /// The kernels that its symbols name, by their names, and where they are.
    kernels: Vec<(String, u64)>,
    relocated: Vec<u64>,
}

/// The result of a comparison.
pub(crate) struct Compared {
    /// The number of kernels with the same code and constants.
    pub(crate) same: usize,
    /// The kernels that the file lacks, and may lack.
    pub(crate) lacking: Vec<String>,
    /// The differences, in a line a kernel.
    pub(crate) differences: Vec<String>,
}

/// Compares the kernels of a file with those of an image.
pub(crate) fn compare(image: &Image, kernels: &[&Kernel], path: &Path) -> Result<Compared> {
    let failed = |error: &dyn Display| Refused::new(format!("{} cannot be read: {error}", path.display()));
    let file = std::fs::read(path).map_err(|e| failed(&e))?;
    let other = Other::read(&file).map_err(|e| failed(&e))?;
    let mut compared = Compared { same: 0, lacking: Vec::new(), differences: Vec::new() };
    for kernel in kernels {
        match other.find(kernel) {
            Some(address) => match other.difference(image, kernel, address) {
                None => compared.same += 1,
                Some(difference) => compared.differences.push(format!("{}: {difference}", kernel.name)),
            },
            None if MAY_LACK.contains(&kernel.family()) => compared.lacking.push(kernel.name.clone()),
            None => compared.differences.push(format!("{}: its code is not there", kernel.name)),
        }
    }
    Ok(compared)
}

impl Other {
    fn read(file: &[u8]) -> Result<Other> {
        let error = |error: object::Error| Refused::new(error.to_string());
        let file = object::File::parse(file).map_err(error)?;
        if file.architecture() != object::Architecture::X86_64
            || !file.is_64()
            || file.kind() == object::ObjectKind::Relocatable
        {
            refuse!("it is not a linked program or library for x86-64");
        }
        let mut sections = Vec::new();
        for section in file.sections() {
            sections.push(Section {
                address: section.address(),
                bytes: section.data().map_err(error)?.to_vec(),
                kind: section.kind(),
            });
        }
        let mut kernels = Vec::new();
        for symbol in file.symbols().filter(|symbol| symbol.is_definition()) {
            if let Some(name) = symbol.name().map_err(error)?.strip_prefix(SYMBOL_PREFIX) {
                kernels.push((name.to_owned(), symbol.address()));
            }
        }
        let relocated = file.dynamic_relocations().map(|all| all.map(|(at, _)| at).collect()).unwrap_or_default();
        Ok(Other { sections, kernels, relocated })
    }

    fn code(&self) -> impl Iterator<Item = &Section> {
        self.sections.iter().filter(|section| section.kind == SectionKind::Text)
    }

    /// Where a kernel is: by its symbol, or in a file without symbols by its bytes, of which the beginning or the end may be others.
    fn find(&self, kernel: &Kernel) -> Option<u64> {
        if let Some((_, address)) = self.kernels.iter().find(|(name, _)| *name == kernel.name) {
            return Some(*address);
        }
        if !self.kernels.is_empty() {
            return None;
        }
        let pattern = pattern(kernel);
        let half = pattern.len() / 2;
        [0..pattern.len(), 0..half, half..pattern.len()].into_iter().find_map(|part| {
            let found = self.code().find_map(|section| {
                let at = position(&section.bytes, &pattern[part.clone()])?;
                Some(section.address + at as u64)
            });
            found?.checked_sub(part.start as u64)
        })
    }

    /// How the code at an address differs from a kernel's, or a constant from the one that the kernel reads.
    fn difference(&self, image: &Image, kernel: &Kernel, address: u64) -> Option<String> {
        let code = self.code().find_map(|section| section.at(address, kernel.code.len()));
        let Some(code) = code else { return Some("its code is not all there".to_owned()) };
        for (&byte, (&own, at)) in code.iter().zip(kernel.code.iter().zip(0..)) {
            if byte != own && !is_displacement(kernel, kernel.address + at) {
                return Some(format!("byte {at:#x} of its code is {byte:#04x}, and {own:#04x} was proved"));
            }
        }
        let instructions = Decoder::with_ip(64, code, address, DecoderOptions::NONE);
        kernel.instructions.values().zip(instructions.into_iter().collect::<Vec<_>>()).find_map(|(own, other)| {
            if !own.is_ip_rel_memory_operand() {
                return None;
            }
            let at = own.ip() - kernel.address;
            let named = self.constant_differs(image, own.ip_rel_memory_address(), other.ip_rel_memory_address())?;
            Some(format!("at {at:#x} it names {named}"))
        })
    }

    /// How what is at an address differs from the constant in which another lies in the image.
    fn constant_differs(&self, image: &Image, own: u64, other: u64) -> Option<String> {
        let constants = match image.constants(own) {
            Ok(constants) => constants,
            Err(refused) => return Some(refused.to_string()),
        };
        let Constants { name, address, alignment, bytes } = constants;
        let start = other.wrapping_sub(own - address);
        if !start.is_multiple_of(*alignment) {
            return Some(format!("{name}, which is not aligned to {alignment} bytes"));
        }
        let is_only_read =
            |section: &&Section| matches!(section.kind, SectionKind::ReadOnlyData | SectionKind::ReadOnlyString);
        let has_all = |section: &&Section| section.at(start, bytes.len()).is_some();
        let Some(section) = self.sections.iter().filter(is_only_read).find(has_all) else {
            return Some(format!("{name}, which is in no section that is only read"));
        };
        let end = start + bytes.len() as u64;
        if self.relocated.iter().any(|at| at + 8 > start && *at < end) {
            return Some(format!("{name}, which the loader changes"));
        }
        let there = section.at(start, bytes.len()).expect("it was found");
        let place = there.iter().zip(bytes).position(|(there, own)| there != own)?;
        Some(format!("{name}, of which byte {place} is {:#04x}, and {:#04x} was proved", there[place], bytes[place]))
    }
}

/// Whether a byte is one of those that say how far a constant is.
fn is_displacement(kernel: &Kernel, address: u64) -> bool {
    let Some((_, instruction)) = kernel.instructions.range(..=address).next_back() else { return false };
    if !instruction.is_ip_rel_memory_operand() {
        return false;
    }
    let from = (instruction.ip() - kernel.address) as usize;
    let bytes = &kernel.code[from..from + instruction.len()];
    // The decoder knows the places of what it decoded last.
    let mut decoder = Decoder::with_ip(64, bytes, instruction.ip(), DecoderOptions::NONE);
    let decoded = decoder.decode();
    let offsets = decoder.get_constant_offsets(&decoded);
    let from = instruction.ip() + offsets.displacement_offset() as u64;
    offsets.has_displacement() && (from..from + offsets.displacement_size() as u64).contains(&address)
}

/// A kernel's bytes, but for those that say how far a constant is.
fn pattern(kernel: &Kernel) -> Vec<Option<u8>> {
    let bytes = kernel.code.iter().zip(kernel.address..);
    bytes.map(|(&byte, address)| (!is_displacement(kernel, address)).then_some(byte)).collect()
}

fn position(bytes: &[u8], pattern: &[Option<u8>]) -> Option<usize> {
    let matches = |window: &[u8]| window.iter().zip(pattern).all(|(byte, of)| of.is_none_or(|of| of == *byte));
    bytes.windows(pattern.len()).position(matches)
}

/// What a comparison came to, in lines.
pub(crate) fn text(path: &Path, Compared { same, lacking, differences }: &Compared) -> String {
    let mut text = format!("{}: {same} kernels have the code and constants that are proved", path.display());
    if !lacking.is_empty() {
        text += &format!("; not in it: {}", lacking.join(", "));
    }
    text.push('\n');
    differences.iter().for_each(|difference| text += &format!("{}: {difference}\n", path.display()));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    /// A copy of this program, changed.
    struct Copy(PathBuf);

    impl Copy {
        fn new(name: &str, change: impl FnOnce(&mut Vec<u8>)) -> Copy {
            let mut bytes = std::fs::read(std::env::current_exe().unwrap()).unwrap();
            change(&mut bytes);
            let path = std::env::temp_dir().join(format!("stonemask-{}-{name}", std::process::id()));
            std::fs::write(&path, bytes).unwrap();
            Copy(path)
        }

        fn compared(&self) -> Compared {
            let image = Image::of_this_program().unwrap();
            compare(&image, &image.kernels.iter().collect::<Vec<_>>(), &self.0).unwrap()
        }
    }

    impl Drop for Copy {
        fn drop(&mut self) {
            _ = std::fs::remove_file(&self.0);
        }
    }

    /// Where bytes that lie at an address of this program are in its file.
    fn in_file(bytes: &[u8], address: u64) -> usize {
        let file = object::File::parse(bytes).unwrap();
        let mut places = file.sections().filter_map(|section| {
            let (offset, length) = section.file_range()?;
            let within = address.checked_sub(section.address()).filter(|&within| within < length)?;
            (section.address() != 0).then_some((offset + within) as usize)
        });
        places.next().unwrap()
    }

    /// Takes the names of symbols away, as `strip` does.
    fn without_symbols(bytes: &mut [u8]) {
        let prefix = SYMBOL_PREFIX.as_bytes();
        let places: Vec<usize> =
            bytes.windows(prefix.len()).enumerate().filter(|(_, w)| *w == prefix).map(|(at, _)| at).collect();
        places.into_iter().for_each(|at| bytes[at] = b'x');
    }

    #[test]
    fn this_program_has_its_own_code_with_and_without_symbols() {
        let image = Image::of_this_program().unwrap();
        for compared in [Copy::new("same", |_| {}).compared(), Copy::new("stripped", |b| without_symbols(b)).compared()]
        {
            assert_eq!(compared.differences, Vec::<String>::new());
            assert_eq!(compared.same, image.kernels.len());
        }
    }

    #[test]
    fn the_distances_to_constants_are_left_out_and_nothing_else() {
        let image = Image::of_this_program().unwrap();
        for kernel in &image.kernels {
            let distances = kernel.instructions.values().filter(|i| i.is_ip_rel_memory_operand()).count();
            let left_out = pattern(kernel).iter().filter(|byte| byte.is_none()).count();
            assert_eq!(left_out, 4 * distances, "{}", kernel.name);
        }
    }

    #[test]
    fn a_byte_of_code_that_is_another_is_found() {
        let image = Image::of_this_program().unwrap();
        let kernel = image.kernel("gomoku_choose_avx2").unwrap();
        // The first byte, one in the middle of it, and the last.
        for (place, stripped) in [(0, false), (40, false), (40, true), (kernel.code.len() - 1, true)] {
            let copy = Copy::new(&format!("code-{place}-{stripped}"), |bytes| {
                let at = in_file(bytes, kernel.address + place as u64);
                bytes[at] ^= 1;
                if stripped {
                    without_symbols(bytes);
                }
            });
            let Compared { same, differences, .. } = copy.compared();
            assert_eq!(same, image.kernels.len() - 1);
            let [difference] = &differences[..] else { panic!("{differences:?}") };
            assert!(
                difference.starts_with(&format!("gomoku_choose_avx2: byte {place:#x} of its code is ")),
                "{difference}"
            );
        }
    }

    #[test]
    fn a_byte_of_a_constant_that_is_another_is_found() {
        let image = Image::of_this_program().unwrap();
        let kernel = image.kernel("gomoku_observe_avx2").unwrap();
        let names = kernel.instructions.values().find(|i| i.is_ip_rel_memory_operand()).unwrap();
        let constant = image.constants(names.ip_rel_memory_address()).unwrap();
        let copy = Copy::new("constant", |bytes| {
            let at = in_file(bytes, constant.address + 3);
            bytes[at] ^= 1;
        });
        let differences = copy.compared().differences;
        let of_kernel =
            differences.iter().find(|difference| difference.starts_with("gomoku_observe_avx2: at ")).unwrap();
        assert!(of_kernel.contains(&format!("it names {}, of which byte 3 is ", constant.name)), "{of_kernel}");
    }

    #[test]
    fn what_is_no_program_is_refused() {
        let image = Image::of_this_program().unwrap();
        let refused = |path: &Path| compare(&image, &[], path).err().unwrap().to_string();
        assert!(refused(Path::new("/nothing/here")).starts_with("/nothing/here cannot be read: "));
        let text = Copy::new("text", |bytes| *bytes = b"no program".to_vec());
        assert!(refused(&text.0).contains("cannot be read: "));
    }
}
