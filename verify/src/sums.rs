//! Terms as sums of products: whether two have the same products.

use crate::graph::{Graph, Lit, Node};
use crate::proof::Proof;
use crate::refused::{Result, refuse};
use std::collections::BTreeSet;

/// The products that a term is the sum of, each by its factors: variables, exclusive sums and
/// negations of these, ascending.
pub(crate) type Products = BTreeSet<Vec<Lit>>;

/// More products than any term that this is meant for.
const MOST: usize = 1 << 18;

/// A term as a sum of products, without products that are never true. Two terms with the same
/// products are the same function.
pub(crate) fn products(graph: &Graph, term: Lit) -> Result<Products> {
    let mut products = Products::new();
    let mut pending = vec![term];
    let mut seen = rustc_hash::FxHashSet::default();
    while let Some(term) = pending.pop() {
        if !seen.insert(term) {
            continue;
        }
        match graph.node(term.node()) {
            // Not (a and b): not a, or not b.
            Node::And(a, b) if term.is_negated() => pending.extend([!a, !b]),
            _ => products.extend(of_product(graph, term)?),
        }
        if products.len() > MOST {
            refuse!("more than {MOST} products");
        }
    }
    Ok(products)
}

/// A product of sums, multiplied out.
fn of_product(graph: &Graph, term: Lit) -> Result<Products> {
    let mut factors = BTreeSet::new();
    let mut sums = Vec::new();
    let mut pending = vec![term];
    while let Some(term) = pending.pop() {
        match graph.node(term.node()) {
            Node::And(a, b) if !term.is_negated() => pending.extend([a, b]),
            Node::And(..) => sums.push(products(graph, term)?),
            _ => _ = factors.insert(term),
        }
    }
    let mut all = vec![factors];
    for sum in sums {
        if all.len() * sum.len() > MOST {
            refuse!("a product of more than {MOST} terms");
        }
        let times = |factors: &BTreeSet<Lit>| -> Vec<BTreeSet<Lit>> {
            sum.iter().map(|product| factors.iter().chain(product).copied().collect()).collect()
        };
        all = all.iter().flat_map(times).collect();
    }
    let possible = |factors: &BTreeSet<Lit>| {
        !factors.contains(&Lit::FALSE) && !factors.iter().any(|&factor| factors.contains(&!factor))
    };
    let without_true = |factors: BTreeSet<Lit>| factors.into_iter().filter(|&factor| factor != Lit::TRUE).collect();
    Ok(all.into_iter().filter(possible).map(without_true).collect())
}

impl Proof<'_> {
    /// Shows that two terms are equal for every input: by equal products, else by the solver.
    pub(crate) fn show_same_sum(&mut self, what: &str, found: Lit, expected: Lit) -> Result<()> {
        self.claims(what, 1);
        self.has_computed(what, &[found], &[expected])?;
        if !self.is_falsified()
            && let (Ok(found), Ok(expected)) = (products(&self.graph, found), products(&self.graph, expected))
            && found == expected
        {
            self.effort.by_structure += 1;
            return Ok(());
        }
        let same = !self.graph.xor(found, expected);
        self.show_part(what, same)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of a sum of products under an assignment.
    fn value(graph: &Graph, products: &Products, assignment: u32) -> bool {
        let values = graph.evaluate(|node, _| if assignment >> (node - 1) & 1 == 1 { u64::MAX } else { 0 });
        products.iter().any(|product| product.iter().all(|&factor| values.of(factor) & 1 == 1))
    }

    #[test]
    fn the_sum_is_the_term() {
        let mut random = stonemask::Random::new(5);
        for _ in 0..200 {
            let graph = Graph::new();
            let mut terms = graph.inputs(5);
            for _ in 0..12 {
                let mut pick = || {
                    let term = terms[random.below(terms.len() as u32) as usize];
                    term.negated_if(random.below(2) == 1)
                };
                let (a, b) = (pick(), pick());
                terms.push(if random.below(5) == 0 { graph.xor(a, b) } else { graph.and(a, b) });
            }
            for &term in &terms {
                for term in [term, !term] {
                    let sum = products(&graph, term).unwrap();
                    for assignment in 0..32 {
                        let values = graph.evaluate(|node, _| if assignment >> (node - 1) & 1 == 1 { 1 } else { 0 });
                        assert_eq!(value(&graph, &sum, assignment), values.of(term) & 1 == 1);
                    }
                }
            }
        }
    }

    #[test]
    fn another_order_is_the_same() {
        let graph = Graph::new();
        let [a, b, c, d] = [(); 4].map(|()| graph.input());
        let either = graph.or(a, b);
        let left = graph.and(either, c);
        let left = graph.or(left, d);
        let (ac, cb) = (graph.and(a, c), graph.and(c, b));
        let right = graph.or(d, cb);
        let right = graph.or(right, ac);
        assert_eq!(products(&graph, left).unwrap(), products(&graph, right).unwrap());
        assert_ne!(products(&graph, left).unwrap(), products(&graph, !right).unwrap());
    }
}
