//! Looks of a case at what a run leaves.

use crate::slot::Slot;
use std::panic::Location;

/// A result that a case is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Of {
    /// Bytes of memory, or the result.
    Results,
    /// The bits that the statement of the place at an address leaves open, there or in memory
    /// (`open.rs`).
    Arrival(u64, Option<Slot>),
    /// The content that a run from an address leaves in a register at the head of a loop.
    Carried { from: u64, at: u64, what: Slot },
    /// The content at a place where a theorem shows which form it has.
    Form { from: u64, at: u64, what: Slot },
    /// Whether a run from an address comes to one of its ends, a place or the return.
    Way { from: u64, to: Option<u64> },
}

impl Of {
    pub(crate) fn text(self, kernel: u64) -> String {
        match self {
            Of::Results => "what the kernel returns or writes".to_owned(),
            Of::Arrival(at, what) => {
                let what = what.map_or_else(|| "memory".to_owned(), |what| what.to_string());
                format!("{what} at {:#x}, where the place leaves it open", at - kernel)
            }
            Of::Carried { at, what, .. } => format!("{what} at {:#x}, the head of a loop", at - kernel),
            Of::Form { at, what, .. } => format!("{what} at {:#x}, a place in a loop", at - kernel),
            Of::Way { from, to } => {
                let to = to.map_or_else(|| "return".to_owned(), |to| format!("way to {:#x}", to - kernel));
                format!("the {to} from {:#x}", from - kernel)
            }
        }
    }
}

/// Where a theorem looks, and at what.
pub(crate) type Looked = (&'static Location<'static>, Of);
