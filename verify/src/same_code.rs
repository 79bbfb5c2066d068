//! Whether other programs, libraries and archives contain the code and constants that were proved:
//! the instructions one by one, and the bytes of each constant that they name, wherever they are
//! linked; whether their tables of kernels name these kernels, each where it belongs; and whether
//! the tables that kernels of Othello's evaluation are given are those of the proofs.

use crate::image::{Constants, Image, Kernel};
use crate::other::{Other, Section};
use crate::refused::{Refused, Result};
use crate::tables::{self, Table};
use iced_x86::{Decoder, DecoderOptions};
use std::collections::HashMap;
use std::fmt::Display;
use std::ops::Range;
use std::path::Path;
use stonemask::internals::othello::evaluation_tables;

/// The result of a comparison.
#[derive(Default)]
pub(crate) struct Compared {
    /// The number of kernels with the same code and constants.
    pub(crate) same: usize,
    /// The number of tables of kernels that name the right ones.
    pub(crate) tables: usize,
    /// The kernels, and the tables, that the file lacks, because nothing in it needs them.
    pub(crate) lacking: Vec<String>,
    /// The differences, in a line each.
    pub(crate) differences: Vec<String>,
}

/// The kernel that measures the processor, and its tables; libraries lack it, because nothing in
/// them calls it.
const CLOCK: &str = "cpu";

impl Compared {
    /// Takes what is lacking for a difference.
    pub(crate) fn refuse_lacking(&mut self) {
        let is_of_clock = |name: &String| name.split([' ', '_']).any(|word| word == CLOCK);
        let (of_clock, others) = std::mem::take(&mut self.lacking).into_iter().partition(is_of_clock);
        self.lacking = of_clock;
        let others: Vec<String> = others;
        self.differences.extend(others.into_iter().map(|name| format!("{name}: it is not there")));
    }
}

/// Compares the kernels of a file with those of an image.
pub(crate) fn compare(image: &Image, kernels: &[&Kernel], path: &Path) -> Result<Compared> {
    let failed = |error: &dyn Display| Refused::new(format!("{} cannot be read: {error}", path.display()));
    let file = std::fs::read(path).map_err(|e| failed(&e))?;
    let other = Other::read(&file).map_err(|e| failed(&e))?;
    let mut compared = Compared::default();
    let mut places = HashMap::new();
    for kernel in kernels {
        let found = other.find(kernel);
        if found.is_empty() {
            compared.lacking.push(kernel.name.clone());
            continue;
        }
        let before = compared.differences.len();
        for (name, address) in found {
            places.insert(address, kernel.name.clone());
            if let Some(difference) = other.difference(image, kernel, address) {
                compared.differences.push(format!("{name}: {difference}"));
            }
        }
        compared.same += usize::from(compared.differences.len() == before);
    }
    if places.is_empty() {
        compared.differences.push("none of these kernels is there".to_owned());
        return Ok(compared);
    }
    let has = |kernel: &String| kernels.iter().any(|of| of.name == *kernel);
    // If some kernels alone are asked for, so are their entries alone.
    let expected: Vec<Table> = tables::all().into_iter().map(|table| table.with(&has)).collect();
    for (table, found) in expected.iter().zip(tables::find(&expected, &other, &places)) {
        match found {
            None if table.has_kernels() => compared.lacking.push(table.name()),
            None => {}
            Some(differences) if differences.is_empty() => compared.tables += 1,
            Some(differences) => compared.differences.extend(differences),
        }
    }
    for (size, numbers) in [(6, evaluation_tables::<6>()), (8, evaluation_tables::<8>())] {
        let is_given = |kernel: &&Kernel| {
            ["evaluate_children", "best_reply"]
                .iter()
                .any(|name| kernel.family() == format!("othello_{name}_{size}x{size}"))
        };
        if kernels.iter().any(is_given) {
            let name = format!("the table for the evaluation of {size}x{size}");
            let bytes: Vec<u8> = numbers.into_iter().flat_map(u16::to_le_bytes).collect();
            match other.table_differs(&bytes) {
                None => compared.lacking.push(name),
                Some(None) => compared.tables += 1,
                Some(Some(difference)) => compared.differences.push(format!("{name}: {difference}")),
            }
        }
    }
    Ok(compared)
}

impl Other {
    /// Where a kernel is, each by its name: by its symbols, or in a file without symbols by its
    /// bytes, of which the beginning or the end may be others.
    fn find(&self, kernel: &Kernel) -> Vec<(String, u64)> {
        let ending = format!("_{}", kernel.name);
        let of_kernel: Vec<_> = self.symbols.iter().filter(|(name, _)| name.ends_with(&ending)).cloned().collect();
        if let [(_, address)] = of_kernel[..] {
            return vec![(kernel.name.clone(), address)];
        }
        if !of_kernel.is_empty() || self.symbols.iter().any(|(name, _)| name.ends_with("_x64")) {
            return of_kernel;
        }
        let pattern = pattern(kernel);
        let half = pattern.len() / 2;
        let found = [0..pattern.len(), 0..half, half..pattern.len()].into_iter().find_map(|part| {
            let found = self.code().find_map(|section| {
                let at = position(&section.bytes, &pattern[part.clone()])?;
                Some(section.address + at as u64)
            });
            found?.checked_sub(part.start as u64)
        });
        found.map(|address| (kernel.name.clone(), address)).into_iter().collect()
    }

    /// How a table in a section that is only read differs from what it should be; nothing if no
    /// part of it is there.
    fn table_differs(&self, table: &[u8]) -> Option<Option<String>> {
        // A part that has many values is found in one place.
        let parts = (0..16).map(|part| part * table.len() / 16..(part + 1) * table.len() / 16);
        let is_telling = |part: &Range<usize>| table[part.clone()].iter().filter(|&&byte| byte != 0).count() > 32;
        let there = parts.filter(is_telling).find_map(|part| {
            self.sections.iter().filter(|section| section.is_only_read()).find_map(|section| {
                let mut windows = section.bytes.windows(part.len());
                let at = windows.position(|window| *window == table[part.clone()])?;
                section.bytes.get(at.checked_sub(part.start)?..)?.get(..table.len())
            })
        })?;
        let place = there.iter().zip(table).position(|(there, own)| there != own);
        Some(place.map(|place| {
            format!("byte {place} is {:#04x}, and {:#04x} belongs to the proofs", there[place], table[place])
        }))
    }

    /// How the code at an address differs from a kernel's, or a constant from the one that the
    /// kernel reads.
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
        let has_all = |section: &&Section| section.at(start, bytes.len()).is_some();
        let Some(section) = self.sections.iter().filter(|section| section.is_only_read()).find(has_all) else {
            return Some(format!("{name}, which is in no section that is only read"));
        };
        let end = start + bytes.len() as u64;
        if self.relocated.range(start.saturating_sub(7)..end).next().is_some() {
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

/// The result of a comparison, in lines.
pub(crate) fn text(path: &Path, Compared { same, tables, lacking, differences }: &Compared) -> String {
    let mut text = format!(
        "{}: {same} kernels have the code and constants that are proved, and {tables} tables are right",
        path.display()
    );
    match &lacking[..] {
        [] => {}
        few if few.len() <= 4 => text += &format!("; not in it: {}", few.join(", ")),
        many => text += &format!("; {} kernels and tables are not in it, such as {}", many.len(), many[0]),
    }
    text.push('\n');
    differences.iter().for_each(|difference| text += &format!("{}: {difference}\n", path.display()));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use object::{Object, ObjectSection};
    use std::path::PathBuf;
    use stonemask::internals::SYMBOL_PREFIX;

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
            assert_eq!(compared.lacking, Vec::<String>::new());
            // Each game's, and those of the evaluation.
            assert_eq!(compared.tables, tables::all().len() + 2);
        }
    }

    /// Where the file says which address the loader stores at another.
    fn stored_address(bytes: &[u8], at: u64) -> usize {
        let place =
            bytes.windows(24).position(|entry| entry[..8] == at.to_le_bytes() && entry[8..16] == 8_u64.to_le_bytes());
        place.expect("a relative relocation") + 16
    }

    #[test]
    fn an_entry_of_a_table_that_is_another_kernel_is_found() {
        let image = Image::of_this_program().unwrap();
        let other = Other::read(&std::fs::read(std::env::current_exe().unwrap()).unwrap()).unwrap();
        let places: HashMap<u64, String> =
            image.kernels.iter().map(|kernel| (kernel.address, kernel.name.clone())).collect();
        let pointers = other.pointers(&places);
        let spoilt = "othello_mobility_8x8_avx2";
        let at = *pointers.iter().find(|(_, name)| **name == spoilt).unwrap().0;
        let instead = |name: &str| image.kernel(name).unwrap().address;
        // Another kernel, one of another tier, and none.
        for address in [instead("othello_legal_moves_8x8_avx2"), instead("othello_mobility_8x8_x64"), 0x1234] {
            let copy = Copy::new(&format!("entry-{address:x}"), |bytes| {
                let place = stored_address(bytes, at);
                bytes[place..place + 8].copy_from_slice(&address.to_le_bytes());
            });
            let compared = copy.compared();
            assert_eq!(compared.same, image.kernels.len());
            let [difference] = &compared.differences[..] else { panic!("{:?}", compared.differences) };
            let start = "the table of othello on avx2: its entry mobility_8x8 is ";
            assert!(difference.starts_with(start) && difference.ends_with(spoilt), "{difference}");
        }
    }

    #[test]
    fn a_table_of_the_evaluation_that_is_another_is_found() {
        let table: Vec<u8> = evaluation_tables::<8>().into_iter().flat_map(u16::to_le_bytes).collect();
        for place in [0, table.len() / 2, table.len() - 1] {
            let copy = Copy::new(&format!("evaluation-{place}"), |bytes| {
                let at = bytes.windows(table.len()).position(|window| window == table).unwrap();
                bytes[at + place] ^= 1;
            });
            let [difference] = &copy.compared().differences[..] else { panic!("one difference") };
            let start = format!("the table for the evaluation of 8x8: byte {place} is ");
            assert!(difference.starts_with(&start), "{difference}");
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
