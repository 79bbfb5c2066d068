//! Raw calls of kernels, as data: arguments as they lie in registers and in memory. Memory is
//! exactly as large and no better aligned than the kernel's contract says.

use crate::contract::Contract;
use std::ops::Range;
use stonemask::internals::Declaration;
use stonemask::{Random, Tier};

/// Makes random values for a kernel's parameters.
pub type MakeValues = fn(Kind, &mut Random) -> Vec<Value>;

/// Which of a kernel's forms is to be called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The tier whose function it is.
    pub tier: Tier,
    /// The width of the lanes; 0 where the kernel has none.
    pub lane: usize,
}

/// A kernel that is to be called by its raw signature.
#[derive(Clone, Copy, Debug)]
pub struct Callee {
    pub(crate) declaration: &'static Declaration,
    pub(crate) call: MakeValues,
    pub(crate) lane: usize,
}

impl Callee {
    /// The contract of a tier's function.
    pub fn contract(&self, tier: Tier) -> Contract {
        Contract::of(self.declaration, Kind { tier, lane: self.lane })
    }

    /// A call with random arguments of a tier's function.
    pub fn call(&self, tier: Tier, random: &mut Random) -> Call {
        self.contract(tier).call((self.call)(Kind { tier, lane: self.lane }, random))
    }
}

/// A value of a parameter.
pub enum Value {
    /// A number, or 0 if an array is missing.
    Number(u64),
    /// The content of an array that is read, and of the bytes before it.
    Bytes(Vec<u8>),
    /// How many elements an array has that is only written.
    Elements(usize),
    /// An array of which more is to be said.
    Changed(Box<Value>, Box<dyn FnOnce(Memory) -> Memory>),
}

impl Value {
    /// The same, with more said of its memory.
    pub(crate) fn with(self, change: impl FnOnce(Memory) -> Memory + 'static) -> Value {
        Value::Changed(Box::new(self), Box::new(change))
    }
}

macro_rules! of_numbers {
    ($($number:ty)*) => { $(
        impl From<$number> for Value {
            fn from(number: $number) -> Value {
                Value::Number(number as u64)
            }
        }
    )* };
}

of_numbers! { u32 u64 usize }

impl From<Vec<u8>> for Value {
    fn from(bytes: Vec<u8>) -> Value {
        Value::Bytes(bytes)
    }
}

/// Values of parameters: numbers, bytes and others.
macro_rules! values {
    ($($value:expr),* $(,)?) => { vec![$($crate::call::Value::from($value)),*] };
}
pub(crate) use values;

/// The arguments of a kernel's call, and how much of rax is its result.
#[derive(Clone, Debug)]
pub struct Call {
    /// The arguments, in their order.
    pub arguments: Vec<Argument>,
    /// 0, 32 or 64.
    pub result_bits: u32,
}

/// An argument in a register.
#[derive(Clone, Debug)]
pub enum Argument {
    /// 64 bits.
    Wide(u64),
    /// 32 bits or fewer; the rest of the register is garbage.
    Narrow(u32),
    /// A pointer.
    Memory(Memory),
}

/// Memory for a kernel: it may touch these bytes and no others.
#[derive(Clone, Debug)]
pub struct Memory {
    /// The content before the call, unless the kernel only writes there.
    pub bytes: Vec<u8>,
    /// The argument is a multiple of this, odd ones too.
    pub align: usize,
    /// The kernel's use of it.
    pub access: Access,
    /// The offset from the address of the first byte to the argument.
    pub pointer: isize,
    /// Bytes that the kernel must leave as they are, wherever it may write.
    pub kept: Vec<Range<usize>>,
    /// Bytes that are no part of the result.
    pub room: Vec<Range<usize>>,
}

/// A kernel's use of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// It reads; the memory cannot be written during the call.
    Read,
    /// It reads and writes.
    Update,
    /// It writes without reading; the memory holds garbage before.
    Write,
}

impl Memory {
    pub(crate) fn new(bytes: Vec<u8>, align: usize, access: Access) -> Memory {
        Memory { bytes, align, access, pointer: 0, kept: Vec::new(), room: Vec::new() }
    }

    /// Bytes that the kernel reads, at multiples of `align`, odd ones too. They cannot be written
    /// during the call.
    pub fn input(bytes: Vec<u8>, align: usize) -> Memory {
        Memory::new(bytes, align, Access::Read)
    }

    /// Bytes that the kernel writes without reading them, each of them; garbage before.
    pub fn output(len: usize, align: usize) -> Memory {
        Memory::new(vec![0; len], align, Access::Write)
    }

    /// Of these bytes, some that the kernel may read but must leave as they are.
    pub fn kept(mut self, range: Range<usize>) -> Memory {
        self.kept.push(range);
        self
    }

    /// Of these bytes, some that the kernel may use as it likes: no part of the result.
    pub fn room(mut self, range: Range<usize>) -> Memory {
        self.room.push(range);
        self
    }

    /// How far behind a multiple of the alignment the first byte lies: it is the argument that is
    /// one.
    pub fn ahead(&self) -> usize {
        (-self.pointer).rem_euclid(self.align as isize) as usize
    }

    /// The argument is not the address of the first byte: it lies this many bytes after it (or
    /// before).
    pub fn pointer_at(mut self, byte: isize) -> Memory {
        self.pointer = byte;
        self
    }
}

/// The bytes of numbers, as they lie in memory.
pub(crate) fn bytes<T: Number>(numbers: &[T]) -> Vec<u8> {
    numbers.iter().flat_map(|&number| number.bytes()).collect()
}

pub(crate) trait Number: Copy {
    fn bytes(self) -> Vec<u8>;
}

macro_rules! numbers {
    ($($number:ty)*) => { $(
        impl Number for $number {
            fn bytes(self) -> Vec<u8> {
                self.to_ne_bytes().into()
            }
        }
    )* };
}

numbers! { u8 u16 u32 i32 u64 u128 }
