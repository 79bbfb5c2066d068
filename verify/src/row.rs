//! Kernels, and what was shown about each.

use crate::claims::{Assumptions, Claims};
use serde::Serialize;

/// A kernel, and what was shown about it.
#[derive(Default, Serialize)]
pub(crate) struct Row {
    pub(crate) kernel: String,
    pub(crate) tier: String,
    /// The statement of the theorem, or nothing.
    pub(crate) theorem: Option<String>,
    /// Cases run, and all cases.
    pub(crate) cases: usize,
    pub(crate) of_cases: usize,
    /// Conditions shown to hold: by structure, and by the solver.
    pub(crate) obligations: usize,
    pub(crate) solved: usize,
    /// Preconditions that some input was shown to meet.
    pub(crate) preconditions: usize,
    /// The claims.
    pub(crate) claims: Claims,
    /// How much all cases assume, whether or not they were run.
    pub(crate) assumptions: Assumptions,
    /// Results that the theorem leaves out, or why there is none.
    #[serde(skip)]
    pub(crate) listed: Option<&'static str>,
    /// Seconds of one core.
    pub(crate) seconds: f64,
    pub(crate) outcome: Outcome,
    /// The claims that failed, each with its input, or those that are not shown.
    pub(crate) notes: Vec<String>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Outcome {
    Proved,
    /// The theorem holds; what it leaves out is listed, with the reason in the notes.
    Part,
    /// A sample of the cases was run, and all hold.
    Sampled,
    /// No theorem; the notes have the reason.
    Listed,
    /// It fails on some input.
    Refuted,
    /// Something could not be shown.
    Refused,
    /// Neither a theorem nor a reason is there.
    #[default]
    Missing,
}

impl Outcome {
    pub(crate) fn is_failure(self) -> bool {
        matches!(self, Outcome::Refuted | Outcome::Refused | Outcome::Missing)
    }

    pub(crate) fn text(self) -> &'static str {
        match self {
            Outcome::Proved => "proved",
            Outcome::Part => "in part",
            Outcome::Sampled => "sampled",
            Outcome::Listed => "listed",
            Outcome::Refuted => "REFUTED",
            Outcome::Refused => "REFUSED",
            Outcome::Missing => "MISSING",
        }
    }
}

impl Row {
    /// Whether all cases were run.
    pub(crate) fn is_whole(&self) -> bool {
        self.cases == self.of_cases
    }

    pub(crate) fn refuse(&mut self, problem: String) {
        self.outcome = Outcome::Refused;
        self.notes.push(problem);
    }
}
