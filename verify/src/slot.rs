//! Registers and quadwords of the stack, by name.

use iced_x86::Register;
use std::fmt;

/// Part of a state that holds bits of its own: a register, or a quadword of the stack by its
/// distance below the return address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Slot {
    General(Register),
    Stack(i64),
    Vector(usize),
    Mask(usize),
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Slot::General(register) => write!(f, "{register:?}"),
            Slot::Stack(below) => write!(f, "the quadword {below} bytes down the stack"),
            Slot::Vector(vector) => write!(f, "vector register {vector}"),
            Slot::Mask(mask) => write!(f, "mask register {mask}"),
        }
    }
}
