//! Many conditions that differ only in the names of their variables: one is solved, and the others
//! are recognized as equal to it.

use crate::graph::{Graph, Lit, Node};
use crate::proof::Proof;
use crate::refused::{Result, refuse};
use rustc_hash::{FxHashMap, FxHashSet};

/// The facts that are already shown for every input.
#[derive(Default)]
pub(crate) struct Shown {
    conditions: FxHashSet<Lit>,
    shapes: FxHashSet<Vec<u32>>,
}

impl Shown {
    /// Shows that two vectors are equal for every input, bit by bit.
    pub(crate) fn equal(&mut self, proof: &mut Proof, what: &str, found: &[Lit], expected: &[Lit]) -> Result<()> {
        if !proof.assumed().is_empty() {
            refuse!("{what}: a condition that holds under an assumption need not hold under other names");
        }
        if found.len() != expected.len() {
            refuse!("{what}: {} bits against {}", found.len(), expected.len());
        }
        proof.claims(what, found.len());
        proof.has_computed(what, found, expected)?;
        let pairs = found.iter().zip(expected);
        let same: Vec<Lit> = pairs.map(|(&found, &expected)| !proof.graph.xor(found, expected)).collect();
        if proof.only_notes(&same) {
            return Ok(());
        }
        // If a random input refutes a bit, the bits before it need not be shown.
        if let Some(place) = proof.first_drawn_apart(&same) {
            proof.show_part(&format!("{what}, bit {place}"), same[place])?;
        }
        for (place, &same) in same.iter().enumerate() {
            if !proof.is_falsified() && (same == Lit::TRUE || self.conditions.contains(&same)) {
                proof.effort.by_structure += 1;
                continue;
            }
            let shape = shape(&proof.graph, same);
            if self.shapes.contains(&shape) {
                proof.effort.by_structure += 1;
            } else {
                proof.show_part(&format!("{what}, bit {place}"), same)?;
                self.shapes.insert(shape);
            }
            self.conditions.insert(same);
        }
        Ok(())
    }
}

/// A term without the names of its variables: its nodes in post-order, each by kind and operands.
/// Terms of one shape are one function, of variables named in the order in which the walk meets
/// them.
fn shape(graph: &Graph, root: Lit) -> Vec<u32> {
    let mut shape = Vec::new();
    let mut numbers: FxHashMap<usize, u32> = FxHashMap::default();
    let mut pending = vec![root.node()];
    while let Some(&node) = pending.last() {
        if numbers.contains_key(&node) {
            pending.pop();
            continue;
        }
        let named = |lit: Lit| numbers.get(&lit.node()).map(|number| number << 1 | u32::from(lit.is_negated()));
        match graph.node(node) {
            Node::False => shape.push(0),
            Node::Variable(_) => shape.push(1),
            Node::And(a, b) | Node::Xor(a, b) => match (named(a), named(b)) {
                (Some(left), Some(right)) => {
                    let kind = if matches!(graph.node(node), Node::And(..)) { 2 } else { 3 };
                    shape.extend([kind, left, right]);
                }
                (left, right) => {
                    if right.is_none() {
                        pending.push(b.node());
                    }
                    if left.is_none() {
                        pending.push(a.node());
                    }
                    continue;
                }
            },
        }
        numbers.insert(node, numbers.len() as u32);
        pending.pop();
    }
    shape.push(u32::from(root.is_negated()));
    shape
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_matter_and_all_else_does() {
        let graph = Graph::new();
        let of = |negated: bool, same: bool| {
            let (a, b) = (graph.input(), graph.input());
            let c = if same { a } else { graph.input() };
            let both = graph.and(a, b.negated_if(negated));
            let term = graph.xor(both, c);
            shape(&graph, term)
        };
        assert_eq!(of(false, false), of(false, false));
        assert_ne!(of(false, false), of(true, false));
        assert_ne!(of(false, false), of(false, true));
        let (a, b) = (graph.input(), graph.input());
        assert_ne!(shape(&graph, a), shape(&graph, !a));
        let (and, xor) = (graph.and(a, b), graph.xor(a, b));
        assert_ne!(shape(&graph, and), shape(&graph, xor));
    }
}
