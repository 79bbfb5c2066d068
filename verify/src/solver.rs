//! Asks a SAT solver whether a condition can fail, and its checker to verify each proof that it
//! cannot.

use crate::clauses::clauses;
use crate::graph::{Graph, Lit};
use crate::proofs::{keep, solved};
use crate::refused::{Refused, Result};
use rustc_hash::{FxHashMap, FxHashSet};
use sha2::{Digest, Sha256};
use std::sync::{LazyLock, Mutex, PoisonError};
use varisat::checker::Checker;
use varisat::{CnfFormula, ProofFormat, Var};

/// An assignment of the variables of a question, by node.
pub(crate) type Model = FxHashMap<usize, bool>;

/// Digests of the formulas that are shown to be unsatisfiable, by proofs that the checker has
/// verified. The cases of a theorem, and the tiers of a kernel, often ask the same question again.
static SHOWN: LazyLock<Mutex<FxHashSet<[u8; 32]>>> = LazyLock::new(Mutex::default);

/// An assignment under which all of `conditions` hold; `None` if none exists, and the checker has
/// verified the proof.
pub(crate) fn model_of(graph: &Graph, conditions: &[Lit]) -> Result<Option<Model>> {
    if conditions.contains(&Lit::FALSE) {
        return Ok(None);
    }
    let (formula, variables) = clauses(graph, conditions);
    let digest = digest(&formula);
    if SHOWN.lock().unwrap_or_else(PoisonError::into_inner).contains(&digest) {
        return Ok(None);
    }
    let (model, proof) = solved(&formula, ProofFormat::Varisat)?;
    if let Some(model) = model {
        let positive: FxHashMap<Var, bool> = model.into_iter().map(|lit| (lit.var(), lit.is_positive())).collect();
        let of = |var: &Var| positive.get(var).copied().unwrap_or(false);
        return Ok(Some(variables.iter().map(|(&node, var)| (node, of(var))).collect()));
    }
    check(&formula, &proof)?;
    keep(&formula)?;
    SHOWN.lock().unwrap_or_else(PoisonError::into_inner).insert(digest);
    Ok(None)
}

/// SHA-256 of a formula: of each clause the number of literals, then these.
fn digest(formula: &CnfFormula) -> [u8; 32] {
    let mut text = Vec::new();
    for clause in formula.iter() {
        text.extend((clause.len() as u32).to_le_bytes());
        clause.iter().for_each(|lit| text.extend((lit.code() as u32).to_le_bytes()));
    }
    Sha256::digest(text).into()
}

/// Has the checker verify a proof that a formula is not satisfiable.
fn check(formula: &CnfFormula, proof: &[u8]) -> Result<()> {
    let rejected = |error: &dyn std::fmt::Display| Refused::new(format!("the checker rejects the proof: {error}"));
    let mut checker = Checker::new();
    checker.add_formula(formula).map_err(|e| rejected(&e))?;
    checker.check_proof(proof).map_err(|e| rejected(&e))
}

#[cfg(test)]
mod tests {
    use super::*;
    use varisat::ExtendFormula;

    #[test]
    fn a_false_goal_is_satisfiable_and_a_true_one_is_not() {
        let graph = Graph::new();
        let (a, b) = (graph.inputs(16), graph.inputs(16));
        let (sum, reversed) = (graph.add(&a, &b), graph.add(&b, &a));
        let differ = !graph.equal(&sum, &reversed);
        assert!(model_of(&graph, &[differ]).unwrap().is_none());
        let (left, right) = (graph.sub(&a, &b), graph.sub(&b, &a));
        let differ = !graph.equal(&left, &right);
        assert!(model_of(&graph, &[differ]).unwrap().is_some());
    }

    #[test]
    fn formulas_that_differ_have_different_digests() {
        let graph = Graph::new();
        let (a, b) = (graph.input(), graph.input());
        let (and, xor) = (graph.and(a, b), graph.xor(a, b));
        let of = |conditions: &[Lit]| digest(&clauses(&graph, conditions).0);
        let questions = [&[and][..], &[xor], &[!xor], &[and, xor], &[and, !xor], &[xor, and], &[a], &[!a], &[]];
        let digests: FxHashSet<_> = questions.iter().map(|conditions| of(conditions)).collect();
        // `a` and `b` are each other's copies by other names, so one of them is enough.
        assert_eq!(digests.len(), questions.len());
        assert_eq!(of(&[a]), of(&[b]));
        // That both hold is the same question in one condition and in two.
        assert_eq!(of(&[a, b]), of(&[and]));
        // One clause of two literals is not two of one.
        let formula = |clauses: &[&[varisat::Lit]]| {
            let mut formula = CnfFormula::new();
            clauses.iter().for_each(|clause| formula.add_clause(clause));
            formula
        };
        let [x, y] = [0, 1].map(|index| varisat::Lit::from_var(Var::from_index(index), true));
        assert_ne!(digest(&formula(&[&[x, y]])), digest(&formula(&[&[x], &[y]])));
    }

    #[test]
    fn a_question_is_remembered_only_once_it_is_shown() {
        let graph = Graph::new();
        let (a, b) = (graph.inputs(9), graph.inputs(9));
        let (both, either) = (graph.and_each(&a, &b), graph.or_each(&a, &b));
        let (sum, other_sum, difference) = (graph.add(&a, &b), graph.add(&both, &either), graph.sub(&a, &b));
        let (never, sometimes) = (!graph.equal(&sum, &other_sum), !graph.equal(&sum, &difference));
        assert_ne!(never, Lit::FALSE, "this is to be a question to the solver");
        let remembered = |condition| {
            SHOWN.lock().unwrap_or_else(PoisonError::into_inner).contains(&digest(&clauses(&graph, &[condition]).0))
        };
        assert!(!remembered(never));
        for _ in 0..2 {
            assert!(model_of(&graph, &[never]).unwrap().is_none());
            assert!(model_of(&graph, &[sometimes]).unwrap().is_some());
            assert!(remembered(never) && !remembered(sometimes));
        }
    }

    #[test]
    fn the_checker_rejects_what_is_no_proof() {
        let graph = Graph::new();
        let (a, b) = (graph.input(), graph.input());
        let (or, and) = (graph.or(a, b), graph.and(a, b));
        let satisfiable = clauses(&graph, &[or, and]).0;
        assert!(check(&satisfiable, &[]).is_err());
        let different = graph.xor(a, b);
        let (formula, _) = clauses(&graph, &[and, different]);
        let (model, proof) = solved(&formula, ProofFormat::Varisat).unwrap();
        assert!(model.is_none());
        check(&formula, &proof).unwrap();
        assert!(check(&satisfiable, &proof).is_err(), "a proof about another formula");
    }
}
