//! Things that a theorem asks the engine not to check, each with its reason. A reader decides
//! whether the reason is good.

use stonemask::Tier;
use stonemask_harness::Call;

/// Changes a call that the exercise draws into one that the theorem is about.
pub(crate) type Mend = fn(&mut Call, Tier);

/// Things that are not checked of one theorem.
#[derive(Clone, Copy)]
pub(crate) struct Exceptions {
    /// The objects that are elements of arrays: a case speaks of one, and may go on with another.
    pub(crate) elements: &'static [&'static str],
    /// The objects of which the cases of a part have no byte (`parts.rs`).
    pub(crate) aside: &'static [&'static str],
    /// The parts of a start that are not held against arrivals, and why: registers, or objects of
    /// whose contents an arrival says nothing or that they mean nothing.
    pub(crate) not_held: (&'static [&'static str], &'static str),
    /// The objects some bytes of which mean nothing after a run, and why.
    pub(crate) mean_nothing: (&'static [&'static str], &'static str),
    /// A change of each drawn call, because the theorem assumes what the calls violate, and why.
    pub(crate) mended: Option<(Mend, &'static str)>,
    /// The results of which the theorem says nothing.
    pub(crate) leaves_out: Option<&'static str>,
}

impl Exceptions {
    pub(crate) const NONE: Exceptions = Exceptions {
        elements: &[],
        aside: &[],
        not_held: (&[], ""),
        mean_nothing: (&[], ""),
        mended: None,
        leaves_out: None,
    };
}
