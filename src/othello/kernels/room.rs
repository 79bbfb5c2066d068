//! Memory that a kernel works in.

/// Where the kernel `last_plies` keeps four levels: of each, eight children of four quadwords, and eight quadwords.
#[repr(C, align(64))]
pub(crate) struct Room([u64; 160]);
