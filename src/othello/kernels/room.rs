//! Memory that a kernel needs for itself.

/// Where the search of the last plies keeps four levels: of each, eight children of four quadwords, and eight quadwords.
#[repr(C, align(64))]
pub(crate) struct Room([u64; 160]);
