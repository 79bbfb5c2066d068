//! The kernels with an unproved part: which part, and why. A kernel may have a theorem and be listed here too: then this is what
//! the theorem leaves out. And what kernels write that means nothing.

const SEARCH: &str = "values and the number of positions: what the moves that are searched come to";

/// Every family that is not fully proved, by the kernels' name without a tier, and what is not proved of it.
const LISTED: &[(&str, &str)] = &[
    ("cpu_chain", "it computes nothing; its time is its result"),
    ("othello_last_plies_8x8", SEARCH),
    ("othello_last_plies_inner", SEARCH),
];

/// The entry of a family.
pub(crate) fn reason(family: &str) -> Option<&'static str> {
    LISTED.iter().find(|(of, _)| *of == family).map(|(_, reason)| *reason)
}

const ROOM: &str = "whole vectors are written, and what is behind the last row is the caller's room";
const SCRATCH: &str = "planes from MOVES to PASSED are each ply's scratch";

/// By family, the objects some bytes of which mean nothing after a run, and why.
const MEANS_NOTHING: &[(&str, &[&str], &str)] = &[
    (
        "gomoku_observe",
        &["cells"],
        "a game's last rows may be written beyond its cells, which the next game's turn writes",
    ),
    ("gomoku_winning_cells_16", &["black", "white"], ROOM),
    ("gomoku_winning_cells_32", &["black", "white"], ROOM),
    ("gomoku_winning_cells_64", &["black", "white"], ROOM),
    ("othello_bitslices_launch", &["games"], "the planes of CHOICE are the next ply's scratch"),
    ("othello_bitslices_plies_4x4", &["games"], SCRATCH),
    ("othello_bitslices_plies_6x6", &["games"], SCRATCH),
    ("othello_bitslices_plies_8x8", &["games"], SCRATCH),
];

/// Whether bytes of an object may mean nothing.
pub(crate) fn may_mean_nothing(family: &str, object: &str) -> bool {
    MEANS_NOTHING.iter().any(|(of, objects, _)| *of == family && objects.contains(&object))
}
