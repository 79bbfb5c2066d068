//! The kernels with an unproved part: which part, and why. A kernel may have a theorem and be listed here too: then this is what
//! the theorem leaves out.

/// A family of kernels, and what is not proved of it.
pub(crate) struct Listed {
    /// The kernels' name without a tier.
    pub(crate) family: &'static str,
    pub(crate) reason: &'static str,
}

const SEARCH: &str = "values and the number of positions: what the moves that are searched come to";

/// Every family that is not fully proved.
pub(crate) const LISTED: &[Listed] = &[
    listed("cpu_chain", "it computes nothing; its time is its result"),
    listed("othello_last_plies_8x8", SEARCH),
    listed("othello_last_plies_inner", SEARCH),
];

const fn listed(family: &'static str, reason: &'static str) -> Listed {
    Listed { family, reason }
}

/// The entry of a family.
pub(crate) fn reason(family: &str) -> Option<&'static str> {
    LISTED.iter().find(|listed| listed.family == family).map(|listed| listed.reason)
}
