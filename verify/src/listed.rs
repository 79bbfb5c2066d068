//! The kernels with an unproved part: which part, and why. A kernel may have a theorem and be listed here too: then this is what
//! the theorem leaves out.

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
