//! Why positions were not merged or counted to the end.

use super::counts::Perft;
use std::fmt;

/// Why a count with merged positions has no end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MergeError {
    /// It was [stopped](crate::game::stop); with the positions counted until then, none while they
    /// were merged.
    Stopped(Perft),
    /// The different positions do not fit in the memory.
    Memory,
    /// A count is 2^64 or more.
    Overflow,
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MergeError::Stopped(_) => "stopped before the end",
            MergeError::Memory => "the different positions do not fit in the memory",
            MergeError::Overflow => "the count is 2^64 or more",
        })
    }
}

impl std::error::Error for MergeError {}
