//! Theorems, and their cases.

use crate::exceptions::Exceptions;
use crate::image::Kernel;
use crate::proof::Proof;
use crate::refused::Result;

/// A theorem about the kernels of one name, on all tiers.
#[derive(Clone)]
pub(crate) struct Theorem {
    /// The kernel's name without a tier.
    pub(crate) family: &'static str,
    /// Its claim, in one line.
    pub(crate) claim: &'static str,
    /// Makes its cases for a kernel. They are independent; together they are the theorem.
    pub(crate) cases: fn(&Kernel) -> Vec<Case>,
    /// Quick runs take one case out of this many of those that differ in a square or a number
    /// alone.
    pub(crate) quick_one_of: usize,
    pub(crate) exceptions: Exceptions,
    /// The family on whose theorem this one rests, because it compares code with that family's.
    /// Both kernels may read the same constant, of which that one's theorem alone says what it must
    /// be.
    pub(crate) rests_on: Option<&'static str>,
    /// Contracts in words: numbers among the arguments, and which of their bits may be set.
    pub(crate) numbers: Vec<(&'static str, u64)>,
}

impl Theorem {
    /// A theorem without exceptions, of which quick runs take all cases.
    pub(crate) const PLAIN: Theorem = Theorem {
        family: "",
        claim: "",
        cases: |_| Vec::new(),
        quick_one_of: 1,
        exceptions: Exceptions::NONE,
        rests_on: None,
        numbers: Vec::new(),
    };

    /// The cases for a kernel, each of which hands the theorem's exceptions to its proof.
    pub(crate) fn cases_of(&self, kernel: &Kernel) -> Vec<Case> {
        let exceptions = self.exceptions;
        let with_exceptions = |Case { name, prove, part }| {
            let prove: Prove = Box::new(move |proof: &mut Proof| {
                proof.take_exceptions(exceptions);
                prove(proof)
            });
            Case { name, prove, part }
        };
        (self.cases)(kernel).into_iter().map(with_exceptions).collect()
    }
}

/// Makes the inputs of a case, runs the kernel and shows what must hold.
type Prove = Box<dyn Fn(&mut Proof) -> Result<()> + Send + Sync>;

/// A part of a theorem that is proved on its own.
pub(crate) struct Case {
    /// The inputs that it is about; empty for all.
    pub(crate) name: String,
    pub(crate) prove: Prove,
    /// The part of the theorem that the case belongs to, if the case does not start at the kernel's
    /// entry but every call passes it. Then each random call must be among the inputs of one of the
    /// part's cases.
    pub(crate) part: Option<&'static str>,
}

impl Case {
    pub(crate) fn new(
        name: impl Into<String>,
        prove: impl Fn(&mut Proof) -> Result<()> + Send + Sync + 'static,
    ) -> Case {
        Case { name: name.into(), prove: Box::new(prove), part: None }
    }

    /// The same, with something done behind it.
    #[cfg(test)]
    pub(crate) fn then(self, more: impl Fn(&mut Proof) + Send + Sync + 'static) -> Case {
        let Case { name, prove, part } = self;
        let both = move |proof: &mut Proof| {
            let outcome = prove(proof);
            more(proof);
            outcome
        };
        Case { name, prove: Box::new(both), part }
    }

    /// The same, as a case of a part that every call passes.
    pub(crate) fn of_each_call(self, part: &'static str) -> Case {
        Case { part: Some(part), ..self }
    }
}

/// The beginning of messages about a case.
pub(crate) fn of_case(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!("case {name}: ") }
}
