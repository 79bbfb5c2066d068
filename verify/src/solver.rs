//! Asks a SAT solver whether a condition can fail, and its checker to verify each proof that it cannot.

use crate::graph::{Graph, Lit, Node};
use crate::proofs;
use crate::refused::{Refused, Result};
use rustc_hash::FxHashMap;
use varisat::checker::Checker;
use varisat::{CnfFormula, ExtendFormula, ProofFormat, Solver, Var};

/// An assignment of the variables of a question, by node.
pub(crate) type Model = FxHashMap<usize, bool>;

/// The solver's answer.
pub(crate) enum Answer {
    /// No assignment exists, and the checker has verified the proof.
    Never,
    Sometimes(Model),
}

/// Whether all of `conditions` can hold together.
pub(crate) fn satisfiable(graph: &Graph, conditions: &[Lit]) -> Result<Answer> {
    if conditions.contains(&Lit::FALSE) {
        return Ok(Answer::Never);
    }
    let (formula, variables) = clauses(graph, conditions);
    let mut proof = Vec::new();
    let failed = |error: &dyn std::fmt::Display| Refused::new(format!("the solver failed: {error}"));
    let model = {
        let mut solver = Solver::new();
        solver.write_proof(&mut proof, ProofFormat::Varisat);
        solver.add_formula(&formula);
        let found = solver.solve().map_err(|e| failed(&e))?;
        let model = if found { solver.model() } else { None };
        solver.close_proof().map_err(|e| failed(&e))?;
        if found && model.is_none() {
            return Err(Refused::new("the solver has no model"));
        }
        model
    };
    if let Some(model) = model {
        let positive: FxHashMap<Var, bool> = model.into_iter().map(|lit| (lit.var(), lit.is_positive())).collect();
        let of = |var: &Var| positive.get(var).copied().unwrap_or(false);
        return Ok(Answer::Sometimes(variables.iter().map(|(&node, var)| (node, of(var))).collect()));
    }
    check(&formula, &proof)?;
    proofs::keep(&formula)?;
    Ok(Answer::Never)
}

/// Has the checker verify a proof that a formula is not satisfiable.
fn check(formula: &CnfFormula, proof: &[u8]) -> Result<()> {
    let rejected = |error: &dyn std::fmt::Display| Refused::new(format!("the checker rejects the proof: {error}"));
    let mut checker = Checker::new();
    checker.add_formula(formula).map_err(|e| rejected(&e))?;
    checker.check_proof(proof).map_err(|e| rejected(&e))
}

/// The conditions and the nodes that they depend on as clauses, with a variable for each node.
fn clauses(graph: &Graph, conditions: &[Lit]) -> (CnfFormula, FxHashMap<usize, Var>) {
    let cone = graph.cone(conditions);
    let variables: FxHashMap<usize, Var> =
        cone.iter().enumerate().map(|(index, &node)| (node, Var::from_index(index))).collect();
    let of = |lit: Lit| varisat::Lit::from_var(variables[&lit.node()], !lit.is_negated());
    let mut formula = CnfFormula::new();
    for &node in &cone {
        let it = varisat::Lit::from_var(variables[&node], true);
        match graph.node(node) {
            Node::False => formula.add_clause(&[!it]),
            Node::Variable(_) => {}
            Node::And(a, b) => {
                let (a, b) = (of(a), of(b));
                formula.add_clause(&[!it, a]);
                formula.add_clause(&[!it, b]);
                formula.add_clause(&[it, !a, !b]);
            }
            Node::Xor(a, b) => {
                let (a, b) = (of(a), of(b));
                formula.add_clause(&[!it, a, b]);
                formula.add_clause(&[!it, !a, !b]);
                formula.add_clause(&[it, !a, b]);
                formula.add_clause(&[it, a, !b]);
            }
        }
    }
    conditions.iter().for_each(|&condition| formula.add_clause(&[of(condition)]));
    (formula, variables)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_false_goal_is_satisfiable_and_a_true_one_is_not() {
        let mut graph = Graph::new();
        let (a, b) = (graph.inputs(16), graph.inputs(16));
        let (sum, reversed) = (graph.add(&a, &b), graph.add(&b, &a));
        let differ = !graph.equal(&sum, &reversed);
        assert!(matches!(satisfiable(&graph, &[differ]).unwrap(), Answer::Never));
        let (left, right) = (graph.sub(&a, &b), graph.sub(&b, &a));
        let differ = !graph.equal(&left, &right);
        assert!(matches!(satisfiable(&graph, &[differ]).unwrap(), Answer::Sometimes(_)));
    }

    #[test]
    fn the_checker_rejects_what_is_no_proof() {
        let mut graph = Graph::new();
        let (a, b) = (graph.input(), graph.input());
        let (or, and) = (graph.or(a, b), graph.and(a, b));
        let satisfiable = clauses(&graph, &[or, and]).0;
        assert!(check(&satisfiable, &[]).is_err());
        let different = graph.xor(a, b);
        let (formula, _) = clauses(&graph, &[and, different]);
        let mut proof = Vec::new();
        let mut solver = Solver::new();
        solver.write_proof(&mut proof, ProofFormat::Varisat);
        solver.add_formula(&formula);
        assert!(!solver.solve().unwrap());
        solver.close_proof().unwrap();
        drop(solver);
        check(&formula, &proof).unwrap();
        assert!(check(&satisfiable, &proof).is_err(), "a proof about another formula");
    }
}
