//! Contracts as data: what a caller promises of each argument, and what comes back. The theorems of
//! verify/ assume this and no more; random calls have memory that is exactly so.
//!
//! A contract follows from a kernel's declaration, which is the prototype in its file's header: an
//! array lies in memory as its type says, unless it is named here.

use crate::call::{Access, Argument, Call, Kind, Memory, Value};
use stonemask::Tier;
use stonemask::internals::Declaration;
use stonemask::internals::othello::PLANE_COUNT;

/// The parameters of a kernel, and how much of rax is its result.
#[derive(Clone, Debug)]
pub struct Contract {
    /// The parameters with their names, in their order.
    pub parameters: Vec<(&'static str, Parameter)>,
    /// 0, 32 or 64.
    pub result_bits: u32,
}

/// The content of a register on entry.
#[derive(Clone, Copy, Debug)]
pub enum Parameter {
    /// 64 bits.
    Wide,
    /// 32 bits or fewer; the rest of the register is garbage.
    Narrow,
    /// The address of an array's first element.
    Array(Array),
}

/// An array that a kernel may touch; how many elements it has depends on the other arguments.
#[derive(Clone, Copy, Debug)]
pub struct Array {
    /// The kernel's use of it.
    pub access: Access,
    /// Bytes of an element.
    pub element: usize,
    /// The first element lies at a multiple of this, odd ones too.
    pub align: usize,
    /// Bytes before the first element that can be read.
    pub before: usize,
    /// The first and the one behind the last of the bytes, those before the first element included,
    /// that no kernel may write, not even with what they hold: they may be another thread's.
    pub kept: [usize; 2],
    /// Whether the kernel may leave anything there: no part of the result.
    pub is_room: bool,
    /// Whether the argument may be null.
    pub is_optional: bool,
}

/// The bytes of an element of some type, and what the first of an array is aligned to.
pub(crate) fn layout(element: &str, Kind { tier, .. }: Kind) -> (usize, usize) {
    let plane = if tier == Tier::Avx512 { 64 } else { 32 };
    match element {
        "u8" => (1, 1),
        "u16" => (2, 2),
        "u32" | "f32" => (4, 4),
        "u64" => (8, 8),
        "[u8; 2]" => (2, 1),
        "[i32; 3]" => (12, 4),
        "[[i32; 3]; 4]" => (48, 4),
        "[u64; 2]" => (16, 8),
        "[u64; 8]" => (64, 8),
        "RandomLanes" => (256, 64),
        "Evaluation" => (8, 4),
        "Tables6" => (28_672, 64),
        "Tables8" => (40_960, 64),
        "Room" => (6 * 320, 64),
        "Places" => (24 << 12, 8),
        "Packed6" => (12, 4),
        "Bitslices" => (320 + plane * PLANE_COUNT, 64),
        "Playout16" => (1088, 64),
        "Playout64" => (16_576, 64),
        "KeyLine" => (12, 1),
        "Results" => (192, 1),
        "Threats" => (2 * 576 + 512, 1),
        "Scratch" => (1792, 1),
        "SlabGame" => (128, 64),
        "Block" => (42 * 64, 64),
        "Found" | "[Row; 15]" => (64, 64),
        "Board" => (992, 32),
        "Position" => (48, 16),
        "Masks" => (32, 16),
        "Planes" => (320 + plane * 971, 64),
        _ => panic!("how does {element} lie in memory?"),
    }
}

/// The types of what kernels change; else they write without reading it.
const UPDATED: [&str; 9] =
    ["RandomLanes", "Places", "Packed6", "Bitslices", "Playout16", "Playout64", "SlabGame", "Board", "Planes"];

/// The bytes of a board's planes in lanes of some width.
pub(crate) fn bytes_of_planes(lane: usize) -> usize {
    match lane {
        16 => 256,
        32 => 640,
        _ => 1792,
    }
}

impl Array {
    /// An array of elements of `element` bytes, the first at a multiple of `align`.
    pub fn new(access: Access, element: usize, align: usize) -> Array {
        // No more than a page.
        assert!(align.is_power_of_two() && align <= 4096);
        Array { access, element, align, before: 0, kept: [0; 2], is_room: false, is_optional: false }
    }

    /// The array that a kernel's parameter points to.
    fn of(kernel: &str, name: &str, pointer: &str, kind: Kind) -> Array {
        let (access, to) = pointer.split_once(' ').expect("*const or *mut, and what it points to");
        let is_updated = UPDATED.contains(&to) || matches!((kernel, name), (_, "random") | ("plays", "points"));
        let access = match access {
            "const" => Access::Read,
            _ if is_updated => Access::Update,
            _ => Access::Write,
        };
        let ((element, align), lane) = (layout(to, kind), kind.lane / 8);
        let (element, align, before) = match (kernel, name) {
            // Rows of a board and sets of points, whose type is that of words.
            ("five", _) => (lane, lane, 0),
            ("threats", "own" | "empty") => (lane, lane, 64),
            (_, "planes") => (bytes_of_planes(kind.lane), 64, 0),
            ("winning_cells", _) => (1, 1, 0),
            // At any address.
            ("playouts" | "playouts_exact", _) | ("step", "actions") => (element, 1, 0),
            ("step", "games") => (element, align, 8),
            _ => (element, align, 0),
        };
        let (is_room, is_optional) = (matches!(to, "Room" | "Scratch"), name == "start");
        // Those before the first, or what a founding document's state has between its t and free.
        let kept = if to == "Packed6" { [1, 4] } else { [0, before] };
        Array { before, kept, is_room, is_optional, ..Array::new(access, element, align) }
    }

    /// Memory that is as this array asks for.
    fn memory(self, value: Value) -> Memory {
        let bytes = match value {
            Value::Bytes(bytes) if self.access != Access::Write => bytes,
            Value::Elements(count) if self.access == Access::Write => vec![0; count * self.element],
            Value::Changed(value, change) => return change(self.memory(*value)),
            _ => panic!("what is read has bytes, what is only written has a number of elements"),
        };
        assert_eq!((bytes.len() - self.before) % self.element, 0, "{} bytes are no elements of {self:?}", bytes.len());
        let (all, [from, to]) = (0..bytes.len(), self.kept);
        let memory = Memory::new(bytes, self.align, self.access).pointer_at(self.before as isize);
        let memory = if self.is_room { memory.room(all) } else { memory };
        if from < to { memory.kept(from..to) } else { memory }
    }
}

/// The bits of a Rust type of numbers.
fn bits_of(rust: &str) -> u32 {
    match rust {
        "" => 0,
        "u64" | "usize" => 64,
        "u32" | "i32" => 32,
        _ => panic!("{rust} is no type of a register"),
    }
}

impl Contract {
    /// The contract of a declared kernel.
    pub(crate) fn of(declaration: &Declaration, kind: Kind) -> Contract {
        let parameter = |&(name, rust): &(&'static str, &str)| {
            let parameter = match rust.strip_prefix('*') {
                Some(pointer) => Parameter::Array(Array::of(declaration.name, name, pointer, kind)),
                None if bits_of(rust) == 64 => Parameter::Wide,
                None => Parameter::Narrow,
            };
            (name, parameter)
        };
        let parameters = declaration.arguments.iter().map(parameter).collect();
        Contract { parameters, result_bits: bits_of(declaration.result) }
    }

    /// The array that a parameter of this name points to.
    ///
    /// # Panics
    /// When there is none.
    pub fn array(&self, parameter: &str) -> Array {
        let array = self.parameters.iter().find_map(|(name, of)| match of {
            Parameter::Array(array) if *name == parameter => Some(*array),
            _ => None,
        });
        array.unwrap_or_else(|| panic!("the contract has no array {parameter}: {:?}", self.parameters))
    }

    /// A call with these values.
    pub(crate) fn call(&self, values: Vec<Value>) -> Call {
        assert_eq!(values.len(), self.parameters.len(), "values for {:?}", self.parameters);
        let argument = |((name, parameter), value): (&(&str, Parameter), Value)| match (parameter, value) {
            (Parameter::Wide, Value::Number(number)) => Argument::Wide(number),
            (Parameter::Narrow, Value::Number(number)) => Argument::Narrow(number.try_into().expect("32 bits")),
            (Parameter::Array(Array { is_optional: true, .. }), Value::Number(0)) => Argument::Wide(0),
            (Parameter::Array(array), value) => Argument::Memory(array.memory(value)),
            _ => panic!("{name} is a number"),
        };
        let arguments = self.parameters.iter().zip(values).map(argument).collect();
        Call { arguments, result_bits: self.result_bits }
    }
}
