//! Conditions as clauses for the solver (Tseitin 1968), with few variables: a node that a single
//! other one is made of is written out within that one's clauses.

use crate::graph::{Graph, Lit, Node};
use crate::scratch;
use rustc_hash::{FxHashMap, FxHashSet};
use varisat::{CnfFormula, ExtendFormula, Var};

/// The clauses of a formula that holds for an assignment of the inputs, with some assignment of the
/// other variables, exactly if all of `conditions` do; and its variables, by node.
///
/// Each clause is true whatever the inputs are, once the conditions hold. Each node that stands in
/// one is defined by the clauses, so the conditions follow from them.
pub(crate) fn clauses(graph: &Graph, conditions: &[Lit]) -> (CnfFormula, FxHashMap<usize, Var>) {
    let cone = graph.cone(conditions);
    let mut terms = Terms::new(graph, &cone);
    terms.state(conditions);
    // A node comes after the nodes that it is made of.
    for &node in cone.iter().rev() {
        if terms.named.contains(&node) {
            terms.define(node);
        }
    }
    scratch::give_back(std::mem::take(&mut terms.uses), &cone);
    let named = cone.into_iter().filter(|node| terms.named.contains(node));
    let variables: FxHashMap<usize, Var> =
        named.enumerate().map(|(place, node)| (node, Var::from_index(place))).collect();
    let of = |lit: &Lit| varisat::Lit::from_var(variables[&lit.node()], !lit.is_negated());
    let mut formula = CnfFormula::new();
    for clause in &terms.clauses {
        formula.add_clause(&clause.iter().map(of).collect::<Vec<_>>());
    }
    (formula, variables)
}

/// A conjunction of more terms than `MANY` is written as one of `FEW`: what the solver learns from
/// a long clause is long, too.
const MANY: usize = 64;
const FEW: usize = 16;

/// The nodes of a formula and its clauses so far.
struct Terms<'a> {
    graph: &'a Graph,
    /// By node, how many nodes of the formula are made of it.
    uses: Vec<u32>,
    clauses: Vec<Vec<Lit>>,
    /// The nodes that stand in clauses.
    named: FxHashSet<usize>,
}

impl<'a> Terms<'a> {
    fn new(graph: &'a Graph, cone: &[usize]) -> Terms<'a> {
        let mut uses = scratch::take(graph.len());
        for &node in cone {
            if let Node::And(a, b) | Node::Xor(a, b) = graph.node(node) {
                uses[a.node()] += 1;
                uses[b.node()] += 1;
            }
        }
        Terms { graph, uses, clauses: Vec::new(), named: FxHashSet::default() }
    }

    fn clause(&mut self, clause: Vec<Lit>) {
        self.named.extend(clause.iter().map(|lit| lit.node()));
        self.clauses.push(clause);
    }

    /// Says that conditions hold.
    fn state(&mut self, conditions: &[Lit]) {
        let mut pending = conditions.to_vec();
        while let Some(condition) = pending.pop() {
            let node = condition.node();
            match self.graph.node(node) {
                Node::And(a, b) if self.uses[node] == 0 && !condition.is_negated() => pending.extend([a, b]),
                Node::And(..) if self.uses[node] == 0 => {
                    let parts = self.parts(node);
                    self.clause(parts.into_iter().map(|part| !part).collect());
                }
                _ => self.clause(vec![condition]),
            }
        }
    }

    /// Says what a node is.
    fn define(&mut self, node: usize) {
        let it = Lit::of(node);
        match self.graph.node(node) {
            Node::False => self.clause(vec![!it]),
            Node::Variable(_) => {}
            Node::And(a, b) => {
                if let Some([condition, yes, no]) = self.choice(a, b) {
                    // The last two follow from the others, and let the solver conclude more at
                    // once.
                    self.clause(vec![!condition, !it, yes]);
                    self.clause(vec![!condition, it, !yes]);
                    self.clause(vec![condition, !it, no]);
                    self.clause(vec![condition, it, !no]);
                    self.clause(vec![!it, yes, no]);
                    self.clause(vec![it, !yes, !no]);
                    return;
                }
                let parts = self.parts(node);
                for &part in &parts {
                    self.clause(vec![!it, part]);
                }
                self.clause(parts.into_iter().map(|part| !part).chain([it]).collect());
            }
            Node::Xor(a, b) => {
                let (a, b) = if self.is_inner(a) { (b, a) } else { (a, b) };
                match self.graph.node(b.node()) {
                    Node::Xor(b, c) if self.is_inner(b) => self.even(&[it, a, b, c]),
                    _ => self.even(&[it, a, b]),
                }
            }
        }
    }

    /// Says that an even number of these hold.
    fn even(&mut self, lits: &[Lit]) {
        for held in 0_u32..1 << lits.len() {
            if held.count_ones() % 2 == 1 {
                let clause = lits.iter().enumerate().map(|(place, lit)| lit.negated_if(held >> place & 1 == 1));
                self.clause(clause.collect());
            }
        }
    }

    /// Whether a single node is made of this one.
    fn is_inner(&self, lit: Lit) -> bool {
        self.uses[lit.node()] == 1
    }

    /// The terms whose conjunction an AND node is: its operands, and for an AND that no other node
    /// is made of, its operands; of many terms a few conjunctions.
    fn parts(&self, node: usize) -> Vec<Lit> {
        let parts = self.parts_up_to(usize::MAX, node);
        if parts.len() > MANY { self.parts_up_to(FEW, node) } else { parts }
    }

    /// The same, up to a given number.
    fn parts_up_to(&self, most: usize, node: usize) -> Vec<Lit> {
        let (mut pending, mut parts) = (vec![Lit::of(node)], Vec::new());
        while let Some(lit) = pending.pop() {
            let is_split = lit.node() == node
                || !lit.is_negated() && self.is_inner(lit) && parts.len() + pending.len() + 2 <= most;
            match self.graph.node(lit.node()) {
                Node::And(a, b) if is_split => pending.extend([b, a]),
                _ => parts.push(lit),
            }
        }
        parts
    }

    /// Condition, yes and no, if the conjunction of two terms is a choice: neither `condition &
    /// !yes` nor `!condition & !no`.
    fn choice(&self, a: Lit, b: Lit) -> Option<[Lit; 3]> {
        let pair = |lit: Lit| match self.graph.node(lit.node()) {
            Node::And(a, b) if lit.is_negated() && self.is_inner(lit) => Some([(a, b), (b, a)]),
            _ => None,
        };
        let (first, second) = (pair(a)?, pair(b)?);
        first.into_iter().find_map(|(condition, no_yes)| {
            let (_, no_no) = second.into_iter().find(|&(other, _)| other == !condition)?;
            Some([condition, !no_yes, !no_no])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonemask::Random;
    use varisat::Solver;

    /// Whether conditions can hold with an assignment of the inputs, by their clauses and by their
    /// terms.
    fn holds(graph: &Graph, inputs: &[Lit], conditions: &[Lit], value: impl Fn(usize) -> bool) -> (bool, bool) {
        let values = graph.evaluate(|node, _| {
            let place = inputs.iter().position(|input| input.node() == node).expect("an input");
            if value(place) { u64::MAX } else { 0 }
        });
        let (formula, variables) = clauses(graph, conditions);
        let mut solver = Solver::new();
        solver.add_formula(&formula);
        for (place, input) in inputs.iter().enumerate() {
            if let Some(&variable) = variables.get(&input.node()) {
                solver.add_clause(&[varisat::Lit::from_var(variable, value(place))]);
            }
        }
        (solver.solve().unwrap(), conditions.iter().all(|&condition| values.of(condition) != 0))
    }

    #[test]
    fn a_conjunction_of_many_terms_is_written_in_shorter_clauses() {
        let graph = Graph::new();
        let inputs = graph.inputs(2 * (MANY + 30));
        let pairs: Vec<Lit> = inputs.chunks(2).map(|pair| graph.or(pair[0], pair[1])).collect();
        let all = graph.all(&pairs);
        for condition in [all, !all] {
            let (formula, _) = clauses(&graph, &[condition, inputs[0]]);
            assert!(formula.iter().all(|clause| clause.len() <= MANY + 1));
            for broken in (0..=pairs.len()).step_by(3) {
                for first in [false, true] {
                    let value = |place: usize| place / 2 != broken && place.is_multiple_of(2) == first;
                    let (found, expected) = holds(&graph, &inputs, &[condition], value);
                    assert_eq!(found, expected, "{broken}");
                    assert_eq!(expected, (broken == pairs.len()) == (condition == all), "{broken}");
                }
            }
        }
    }

    /// For every assignment of five inputs: the clauses can be satisfied with it if and only if the
    /// conditions hold.
    #[test]
    fn clauses_hold_exactly_where_the_conditions_do() {
        const INPUTS: usize = 5;
        let mut random = Random::new(1);
        let (mut some, mut none, mut fewer) = (0, 0, 0);
        for round in 0..400 {
            let graph = Graph::new();
            let inputs = graph.inputs(INPUTS);
            let mut lits = inputs.clone();
            for _ in 0..random.below(40) {
                let mut any = || lits[random.below(lits.len() as u32) as usize].negated_if(random.below(2) == 1);
                let [a, b, c] = [any(), any(), any()];
                lits.push(match random.below(4) {
                    0 => graph.xor(a, b),
                    1 => graph.choose(a, b, c),
                    _ => graph.and(a, b),
                });
            }
            // Of the last few terms, so that some are made of others.
            let mut last = || {
                let back = random.below(lits.len().min(9) as u32) as usize;
                lits[lits.len() - 1 - back].negated_if(random.below(3) == 0)
            };
            let conditions: Vec<Lit> = (0..1 + round % 3).map(|_| last()).collect();
            let (_, variables) = clauses(&graph, &conditions);
            fewer += usize::from(variables.len() < graph.cone(&conditions).len());
            for assignment in 0..1_u32 << INPUTS {
                let (found, expected) = holds(&graph, &inputs, &conditions, |place| assignment >> place & 1 == 1);
                assert_eq!(found, expected, "round {round}, inputs {assignment:05b}");
                *if expected { &mut some } else { &mut none } += 1;
            }
        }
        assert!(some > 1000 && none > 1000 && fewer > 100, "{some} {none} {fewer}");
    }
}
