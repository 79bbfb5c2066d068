//! The options of the solver.

use crate::othello::scoring::Scoring;
use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;

macro_rules! techniques {
    ($($(#[doc = $doc:literal])* $name:ident $text:literal;)*) => {
        /// A part of the search that can be switched off, to measure its effect. The score does not
        /// depend on any.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Technique {
            $($(#[doc = $doc])* $name,)*
        }

        impl Technique {
            /// All of them.
            pub const ALL: &[Technique] = &[$(Technique::$name),*];

            /// Its name in text.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Technique::$name => $text,)*
                }
            }
        }
    };
}

techniques! {
    /// The trained evaluation of patterns for the order of moves, on 6x6 and 8x8. Without it:
    /// mobility and corners.
    Patterns "patterns";
    /// Shallow searches for the order of moves near the root. Without them: the evaluation of the
    /// position after the move.
    DeepOrdering "deep-ordering";
    /// A bonus, in the order of moves, for few replies, on top of the evaluation.
    Mobility "mobility";
    /// A first guess of the score by a shallow search. Without it: 0.
    FirstGuess "first-guess";
    /// Selective searches before the exact ones, for a better first guess and better first moves,
    /// where there are patterns.
    PreSearch "pre-search";
    /// Cutoffs by discs that cannot be turned over.
    Stability "stability";
    /// Looking up all children before any is searched (enhanced transposition cutoff).
    ChildrenLookup "children-lookup";
    /// One table entry for the symmetric forms of a position near the root.
    Symmetry "symmetry";
    /// Moves in regions with an odd number of empty squares first, near the leaves.
    Parity "parity";
    /// The kernel for the last empty squares. Without it, parity or stability: the same search in
    /// Rust over smaller kernels.
    LeafKernel "leaf-kernel";
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Technique {
    type Err = ParseTechniqueError;

    /// Reads a technique's name.
    fn from_str(text: &str) -> Result<Technique, ParseTechniqueError> {
        let found = Technique::ALL.iter().find(|technique| technique.name() == text);
        found.copied().ok_or_else(|| ParseTechniqueError { text: text.to_owned() })
    }
}

/// A text that names no technique.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseTechniqueError {
    text: String,
}

impl fmt::Display for ParseTechniqueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = Technique::ALL.iter().map(|technique| technique.name()).collect();
        write!(f, "'{}' is not a technique: expected {}", self.text.escape_debug(), names.join(", "))
    }
}

impl std::error::Error for ParseTechniqueError {}

/// How a [`Solver`](super::exact::Solver) works.
///
/// ```
/// use std::num::NonZeroUsize;
/// use stonemask::othello::{Options, Scoring, Technique};
///
/// let two = NonZeroUsize::new(2).unwrap();
/// let options = Options::default().threads(two).scoring(Scoring::FewestDiscs).without(Technique::Stability);
/// assert!(options.uses(Technique::Parity) && !options.uses(Technique::Stability));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    pub(super) scoring: Scoring,
    pub(super) threads: NonZeroUsize,
    /// A bit for each technique that is switched off.
    off: u32,
}

/// Most discs win, one thread, every technique.
impl Default for Options {
    fn default() -> Options {
        Options { scoring: Scoring::default(), threads: NonZeroUsize::MIN, off: 0 }
    }
}

impl Options {
    /// These options, with finished games scored so.
    #[must_use]
    pub const fn scoring(mut self, scoring: Scoring) -> Options {
        self.scoring = scoring;
        self
    }

    /// These options, with `threads` threads that search together.
    #[must_use]
    pub const fn threads(mut self, threads: NonZeroUsize) -> Options {
        self.threads = threads;
        self
    }

    /// These options, with a technique switched off.
    #[must_use]
    pub const fn without(mut self, technique: Technique) -> Options {
        self.off |= 1 << technique as u32;
        self
    }

    /// Whether a technique is in use.
    #[inline]
    pub const fn uses(&self, technique: Technique) -> bool {
        self.off >> technique as u32 & 1 == 0
    }
}
