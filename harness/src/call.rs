//! Raw calls of kernels, as data: arguments as they lie in registers and in memory. Memory is exactly as large and no better
//! aligned than the contract in the kernel's file says.

use std::ops::Range;
use stonemask::{Random, Tier};

/// Makes random arguments for a kernel.
pub type MakeCall = fn(Kind, &mut Random) -> Call;

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
    pub(crate) make_call: MakeCall,
    pub(crate) lane: usize,
}

impl Callee {
    /// A call with random arguments of a tier's function.
    pub fn call(&self, tier: Tier, random: &mut Random) -> Call {
        (self.make_call)(Kind { tier, lane: self.lane }, random)
    }
}

/// What a kernel is called with, and how much of rax is its result.
#[derive(Clone, Debug)]
pub struct Call {
    /// The arguments, in their order.
    pub arguments: Vec<Argument>,
    /// 0, 32 or 64.
    pub result_bits: u32,
}

impl Call {
    /// A call of a kernel whose result has 0, 32 or 64 bits.
    pub fn new(arguments: Vec<Argument>, result_bits: u32) -> Call {
        Call { arguments, result_bits }
    }
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
    /// What it holds before the call, unless the kernel only writes there.
    pub bytes: Vec<u8>,
    /// The first byte lies at a multiple of this, odd ones too.
    pub align: usize,
    /// What the kernel does with it.
    pub access: Access,
    /// What is added to the address of the first byte to make the argument.
    pub pointer: isize,
    /// Bytes that the kernel must leave as they are, wherever it may write.
    pub kept: Vec<Range<usize>>,
    /// Bytes that are no part of the result.
    pub room: Vec<Range<usize>>,
}

/// What a kernel does with memory.
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
    fn new(bytes: Vec<u8>, align: usize, access: Access) -> Memory {
        // No more than a page.
        assert!(align.is_power_of_two() && align <= 4096);
        Memory { bytes, align, access, pointer: 0, kept: Vec::new(), room: Vec::new() }
    }

    /// Bytes that the kernel reads, at multiples of `align`, odd ones too. They cannot be written during the call.
    pub fn input(bytes: Vec<u8>, align: usize) -> Memory {
        Memory::new(bytes, align, Access::Read)
    }

    /// Bytes that the kernel reads and writes; all of them are its result.
    pub fn in_place(bytes: Vec<u8>, align: usize) -> Memory {
        Memory::new(bytes, align, Access::Update)
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

    /// The argument is not the address of the first byte: it lies this many bytes after it (or before).
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
