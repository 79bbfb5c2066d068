//! Other programs, libraries and archives, as files have them.

use crate::refused::{Refused, Result, refuse};
use object::read::archive::ArchiveFile;
use object::{Object, ObjectKind, ObjectSection, ObjectSymbol, Relocation, RelocationTarget, SectionKind};
use std::collections::{BTreeMap, HashMap};

/// A section that is loaded, with what the file has of it.
pub(crate) struct Section {
    pub(crate) address: u64,
    pub(crate) bytes: Vec<u8>,
    kind: SectionKind,
}

impl Section {
    fn of(section: &object::Section, address: u64) -> object::Result<Option<Section>> {
        use SectionKind::{Data, ReadOnlyData, ReadOnlyDataWithRel, ReadOnlyString, Text};
        let kind = section.kind();
        let is_loaded = matches!(kind, Text | Data | ReadOnlyData | ReadOnlyDataWithRel | ReadOnlyString);
        Ok(if is_loaded { Some(Section { address, bytes: section.data()?.to_vec(), kind }) } else { None })
    }

    pub(crate) fn at(&self, address: u64, length: usize) -> Option<&[u8]> {
        let from = usize::try_from(address.checked_sub(self.address)?).ok()?;
        self.bytes.get(from..from.checked_add(length)?)
    }

    pub(crate) fn is_only_read(&self) -> bool {
        matches!(self.kind, SectionKind::ReadOnlyData | SectionKind::ReadOnlyString)
    }

    fn is_code(&self) -> bool {
        self.kind == SectionKind::Text
    }
}

/// A program, a library or an archive.
#[derive(Default)]
pub(crate) struct Other {
    pub(crate) sections: Vec<Section>,
    /// The symbols that are ours, with addresses. There may be several of a kernel: those of
    /// another version or source.
    pub(crate) symbols: Vec<(String, u64)>,
    /// Addresses that the loader stores, by place; nothing if that depends on other files.
    pub(crate) relocated: BTreeMap<u64, Option<u64>>,
}

impl Other {
    pub(crate) fn read(file: &[u8]) -> Result<Other> {
        let error = |error: object::Error| Refused::new(error.to_string());
        let mut other = Other::default();
        if let Ok(archive) = ArchiveFile::parse(file) {
            let mut objects = Vec::new();
            for member in archive.members() {
                // Rust's archives have members that are no objects.
                if let Ok(object) = object::File::parse(member.and_then(|member| member.data(file)).map_err(error)?) {
                    objects.push(object);
                }
            }
            other.link(&objects).map_err(error)?;
            return Ok(other);
        }
        let file = object::File::parse(file).map_err(error)?;
        if !is_ours(&file) {
            refuse!("it is not for x86-64");
        }
        if file.kind() == ObjectKind::Relocatable {
            other.link(&[file]).map_err(error)?;
            return Ok(other);
        }
        for section in file.sections() {
            other.sections.extend(Section::of(&section, section.address()).map_err(error)?);
        }
        for symbol in file.symbols().filter(|symbol| symbol.is_definition()) {
            other.add_symbol(symbol.name().map_err(error)?, symbol.address());
        }
        for (at, relocation) in file.dynamic_relocations().into_iter().flatten() {
            let is_relative = relocation.target() == RelocationTarget::Absolute;
            other.relocated.insert(at, is_relative.then(|| relocation.addend().cast_unsigned()));
        }
        Ok(other)
    }

    fn add_symbol(&mut self, name: &str, address: u64) {
        // On macOS they begin with an underscore.
        let name = name.strip_prefix('_').unwrap_or(name);
        if name.starts_with("stonemask_") {
            self.symbols.push((name.to_owned(), address));
        }
    }

    /// Lays out the sections of relocatable objects one behind the other and stores the addresses
    /// that they ask for, as a linker does; those of symbols that no object defines stay as they
    /// are.
    fn link(&mut self, objects: &[object::File]) -> object::Result<()> {
        let mut end = 4096_u64;
        let mut bases = Vec::new();
        let mut global: HashMap<Vec<u8>, u64> = HashMap::new();
        let objects: Vec<&object::File> = objects.iter().filter(|object| is_ours(object)).collect();
        for object in &objects {
            let mut of_object = HashMap::new();
            for section in object.sections() {
                let address = end.next_multiple_of(section.align().max(1));
                if let Some(kept) = Section::of(&section, address)? {
                    end = address + section.size();
                    of_object.insert(section.index(), (self.sections.len(), address));
                    self.sections.push(kept);
                }
            }
            for symbol in object.symbols().filter(|symbol| symbol.is_definition()) {
                let Some(&(_, base)) = symbol.section_index().and_then(|index| of_object.get(&index)) else { continue };
                self.add_symbol(symbol.name()?, base + symbol.address());
                if symbol.is_global() {
                    global.entry(symbol.name_bytes()?.to_vec()).or_insert(base + symbol.address());
                }
            }
            bases.push(of_object);
        }
        for (object, bases) in objects.iter().zip(&bases) {
            for section in object.sections() {
                let Some(&(index, base)) = bases.get(&section.index()) else { continue };
                for (offset, relocation) in section.relocations() {
                    let target = match relocation.target() {
                        RelocationTarget::Section(section) => bases.get(&section).map(|&(_, base)| base),
                        RelocationTarget::Symbol(symbol) => {
                            let symbol = object.symbol_by_index(symbol)?;
                            let section = symbol.section_index().and_then(|index| bases.get(&index));
                            let own = section.map(|&(_, base)| base + symbol.address());
                            own.or_else(|| global.get(symbol.name_bytes().ok()?).copied())
                        }
                        _ => None,
                    };
                    if let Some(target) = target {
                        store(&mut self.sections[index].bytes[offset as usize..], base + offset, &relocation, target);
                    }
                }
            }
        }
        Ok(())
    }

    pub(crate) fn code(&self) -> impl Iterator<Item = &Section> {
        self.sections.iter().filter(|section| section.is_code())
    }

    /// The addresses in sections that are not code at which a kernel's address stands, or will
    /// stand once the file is loaded.
    pub(crate) fn pointers<'a>(&self, places: &'a HashMap<u64, String>) -> BTreeMap<u64, &'a str> {
        let loaded = self.relocated.iter().filter_map(|(&at, target)| Some((at, (*target)?)));
        let in_place = self.sections.iter().filter(|section| !section.is_code()).flat_map(|section| {
            let (words, _) = section.bytes.as_chunks::<8>();
            let addresses = (section.address..).step_by(8);
            words.iter().zip(addresses).map(|(word, at)| (at, u64::from_le_bytes(*word)))
        });
        let named = |(at, target): (u64, u64)| Some((at, places.get(&target)?.as_str()));
        let in_place: BTreeMap<u64, &str> =
            in_place.filter(|(at, _)| !self.relocated.contains_key(at)).filter_map(named).collect();
        in_place.into_iter().chain(loaded.filter_map(named)).collect()
    }

    /// A byte of a section.
    pub(crate) fn byte(&self, address: u64) -> Option<u8> {
        self.sections.iter().find_map(|section| section.at(address, 1)).map(|bytes| bytes[0])
    }
}

/// Whether a file is for x86-64.
fn is_ours(file: &object::File) -> bool {
    file.architecture() == object::Architecture::X86_64 && file.is_64()
}

/// Stores what a relocation asks for, if it is an address or a distance.
fn store(bytes: &mut [u8], at: u64, relocation: &Relocation, target: u64) {
    use object::RelocationKind::{Absolute, PltRelative, Relative};
    let value = target.wrapping_add_signed(relocation.addend());
    let value = match relocation.kind() {
        Absolute => value,
        Relative | PltRelative => value.wrapping_sub(at),
        _ => return,
    };
    let size = usize::from(relocation.size() / 8);
    if let Some(place) = bytes.get_mut(..size) {
        place.copy_from_slice(&value.to_le_bytes()[..size]);
    }
}
