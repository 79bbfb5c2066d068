//! A case's assumptions: about its inputs, and those that a separate proof has shown of any.
//!
//! Completeness is checked with the start of a case, which neither runs nor shows anything
//! (`domain.rs`, `arrivals.rs`). So a proof must assume the same as its start.

use super::visits::Visits;
use super::{Effort, Proof, Verdict};
use crate::bits::Bits;
use crate::claims::Assumptions;
use crate::graph::{Graph, Lit, Node};
use crate::image::{Image, Kernel};
use crate::refused::{Result, refuse};
use stonemask::Random;

/// A case's assumptions, but for those shown of any inputs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Assumed {
    /// Where it, or a separate proof within it, first runs the kernel. Until then its start has the
    /// same terms.
    at_runs: Vec<Bits>,
    /// In all, how many things each of these assumes.
    in_all: Vec<usize>,
    /// Whether the kernel has been run.
    has_run: bool,
    /// Whether something was shown of any inputs: a proof has other terms than its start from there
    /// on.
    knows: bool,
}

impl Assumed {
    /// Adds what a separate proof assumes, if it has run the kernel.
    pub(super) fn join(&mut self, other: Assumed) {
        if !other.at_runs.is_empty() {
            self.at_runs.extend(other.at_runs);
            self.in_all.extend(other.in_all);
        }
    }
}

/// Rounds of 64 inputs each for which what was shown of any inputs is tried.
const DRAWS: usize = 16;

impl<'a> Proof<'a> {
    /// Runs a case to its verdict, and refuses one that assumes something else where nothing is run
    /// or shown.
    pub(crate) fn verdict_and_start(
        image: &Image,
        kernel: &Kernel,
        case: impl Fn(&mut Proof) -> Result<()>,
    ) -> (Verdict, Effort) {
        let (verdict, effort) = Proof::verdict(image, kernel, &case);
        let mut start = Proof::start(image, kernel, case);
        if verdict == Verdict::Proved && start.all_assumed() != effort.assumed {
            let reason = "its proof assumes something else than what is held against calls and other cases";
            return (Verdict::Refused(reason.to_owned()), effort);
        }
        (verdict, effort)
    }

    /// How much a case assumes, without its proof.
    pub(crate) fn assumptions(
        image: &Image,
        kernel: &Kernel,
        case: impl FnOnce(&mut Proof) -> Result<()>,
    ) -> Assumptions {
        let mut start = Proof::start(image, kernel, case);
        start.all_assumed();
        start.effort.assumptions
    }

    /// A case in which nothing is run or shown.
    fn start<'b>(image: &'b Image, kernel: &'b Kernel, case: impl FnOnce(&mut Proof<'b>) -> Result<()>) -> Proof<'b> {
        let mut start = Proof { begins_only: true, visits: Some(Visits::default()), ..Proof::new(image, kernel) };
        // It may end with an error, because its runs have no results.
        _ = case(&mut start);
        start
    }

    /// The assumptions that were not shown of any inputs.
    pub(crate) fn own_assumptions(&self) -> Bits {
        self.assumptions.iter().copied().filter(|one| !self.lemmas.contains(one)).collect()
    }

    /// Takes note of what is assumed before the first run.
    pub(super) fn note_assumed(&mut self) {
        if !std::mem::replace(&mut self.effort.assumed.has_run, true) {
            let mut assumed = self.own_assumptions();
            if self.effort.assumed.knows {
                assumed.fill(Lit::TRUE);
            }
            self.effort.assumed.at_runs.push(assumed);
        }
    }

    /// The assumptions when the case ends.
    pub(super) fn all_assumed(&mut self) -> Assumed {
        let mut all = std::mem::take(&mut self.effort.assumed);
        let own = self.own_assumptions();
        all.in_all.push(own.len());
        let is_variable = |node: &usize| matches!(self.graph.node(*node), Node::Variable(_));
        self.effort.assumptions.join(Assumptions {
            number: own.iter().filter(|one| one.known().is_none()).count(),
            variables: self.graph.cone(&own).into_iter().filter(is_variable).count(),
        });
        all
    }

    /// Shows, for a word of free variables, what is assumed above for given words.
    pub(crate) fn know_of_any(
        &mut self,
        words: &[&[Lit]],
        shown: impl FnOnce(&mut Proof, &[Lit]) -> Result<Lit>,
    ) -> Result<Lit> {
        self.effort.assumed.knows = true;
        if self.is_outset() {
            return Ok(Lit::TRUE);
        }
        let words = words.concat();
        let mut apart = self.apart();
        let inputs = apart.graph.inputs(words.len());
        let outcome = shown(&mut apart, &inputs);
        apart.evaluate_claims()?;
        if !apart.own_assumptions().is_empty() {
            refuse!("what is to be known of any inputs is shown of some");
        }
        let graph = std::mem::replace(&mut apart.graph, Graph::new());
        let lemma = self.join(apart, outcome)?;
        // However it was shown: with many bits set, and with few.
        let mut random = Random::new(1);
        for draw in 0..DRAWS {
            let values = graph.evaluate(|_, _| {
                let few = (0..draw % 8 / 2).fold(random.next_u64(), |few, _| few & random.next_u64());
                if draw % 2 == 0 { few } else { !few }
            });
            if values.of(lemma) != u64::MAX {
                refuse!("what is to be known of any inputs does not hold of some that are drawn");
            }
        }
        let lemma = self.graph.renamed(&graph, &[lemma], &inputs, &words)?;
        self.assume(lemma[0]);
        self.lemmas.insert(lemma[0]);
        Ok(lemma[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorems;

    #[test]
    fn a_proof_assumes_what_its_start_does() {
        let image = Image::of_this_program().unwrap();
        fn assume(proof: &mut Proof, is_other: bool) {
            let bit = proof.graph.input().negated_if(is_other);
            proof.assume(bit);
        }
        type Assume = fn(&mut Proof);
        let in_proof: Assume = |proof| {
            if !proof.is_outset() {
                assume(proof, false);
            }
        };
        // Before the run and after it.
        let ways: [(bool, Assume, Assume); 5] = [
            (true, |_| (), |_| ()),
            (true, |proof| assume(proof, false), |_| ()),
            (false, in_proof, |_| ()),
            (false, |proof| assume(proof, proof.is_outset()), |_| ()),
            (false, |_| (), in_proof),
        ];
        for name in ["othello_outflanks_x64", "gomoku_choose_avx2", "expand_mask_avx2"] {
            let kernel = image.kernel(name).unwrap();
            let cases = theorems::about(kernel).unwrap().cases_of(kernel);
            for (is_fine, before, after) in ways {
                let (verdict, _) = Proof::verdict_and_start(&image, kernel, |proof| {
                    before(proof);
                    (cases[0].prove)(proof)?;
                    after(proof);
                    Ok(())
                });
                assert_eq!(verdict == Verdict::Proved, is_fine, "{name}: {verdict:?}");
            }
        }
    }

    #[test]
    fn what_is_known_of_any_inputs_holds_of_drawn_ones() {
        let image = Image::of_this_program().unwrap();
        let reason_of = |know: fn(&mut Proof, &[Lit]) -> Result<Lit>| {
            let mut proof = Proof::new(&image, &image.kernels[0]);
            let word = proof.graph.inputs(64);
            proof.know_of_any(&[&word], know).err().map(|refused| refused.to_string()).unwrap_or_default()
        };
        assert_eq!(reason_of(|_, _| Ok(Lit::TRUE)), "");
        let drawn = "what is to be known of any inputs does not hold of some that are drawn";
        assert_eq!(reason_of(|_, word| Ok(word[5])), drawn);
        assert_eq!(reason_of(|proof, word| Ok(proof.graph.any(&word[..8]))), drawn);
        assert_eq!(reason_of(|proof, word| Ok(!proof.graph.all(&word[..8]))), drawn);
        let of_some = |proof: &mut Proof, word: &[Lit]| {
            proof.assume(word[5]);
            proof.show("the bit", word[5])?;
            Ok(word[5])
        };
        assert_eq!(reason_of(of_some), "what is to be known of any inputs is shown of some");
    }
}
