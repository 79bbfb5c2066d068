//! Whether the turns of a loop cover all numbers with which one may begin: those at the loop's
//! entry, and those that a turn leaves to the next (`induction.rs`).
//!
//! The turns are those of all cases of a theorem. Each has its numbers in variables of its own, and
//! may say something of these and of the kernel's arguments, and of nothing else. So for given
//! numbers and arguments it is a condition whether a turn begins so, and the solver is asked for
//! some with which none does.

use crate::bits::Bits;
use crate::graph::{Graph, Lit, Node, Nodes};
use crate::refused::Result;
use crate::solver::model_of;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Numbers that move on in a loop, in a graph of their own.
#[derive(Clone, Debug)]
pub(crate) struct Numbers {
    pub(crate) graph: Arc<Nodes>,
    /// The arguments that are numbers.
    pub(crate) arguments: Bits,
    /// With which a turn begins, or which are left to the next: all quantities, one after the
    /// other.
    pub(crate) now: Bits,
    /// When that is so.
    pub(crate) when: Lit,
}

impl Numbers {
    /// When a turn begins with these numbers in another graph; never if it says something of more
    /// than these. Whatever it says of other arguments is no matter here: that its case has all of
    /// them is seen elsewhere (`domain.rs`).
    fn begin_with(&self, graph: &Graph, arguments: &[Lit], now: &[Lit]) -> Lit {
        if (self.arguments.len(), self.now.len()) != (arguments.len(), now.len()) {
            return Lit::FALSE;
        }
        let is_variable = |node: usize| matches!(self.graph.node(node), Node::Variable(_));
        let of_now = self.graph.cone(&[&self.now[..], &[self.when]].concat());
        let is_asked = |node: &usize| is_variable(*node) && of_now.binary_search(node).is_ok();
        let mut bound: FxHashMap<usize, Lit> = FxHashMap::default();
        let mut equal = Vec::new();
        let words = [(&self.now[..], now), (&self.arguments[..], arguments)];
        for (&said, &is) in words.into_iter().flat_map(|(said, is)| said.iter().zip(is)) {
            if is_variable(said.node()) && !bound.contains_key(&said.node()) {
                bound.insert(said.node(), is.negated_if(said.is_negated()));
            } else if self.graph.cone(&[said]).iter().any(is_asked) || said.known().is_some() {
                equal.push((said, is));
            }
        }
        let terms: Bits = equal.iter().map(|(said, _)| *said).chain([self.when]).collect();
        let new = graph.copied(&self.graph, self.graph.cone(&terms), |_, node| bound.get(&node).copied());
        let Some(new) = new else { return Lit::FALSE };
        let same = equal.into_iter().map(|(said, is)| graph.iff(new.of(said), is));
        graph.all(&same.chain([new.of(self.when)]).collect::<Bits>())
    }
}

/// The turns of loops, by the addresses of their heads.
#[derive(Clone, Debug, Default)]
pub(crate) struct Turns {
    pub(crate) begun: BTreeMap<u64, Vec<Numbers>>,
    pub(crate) left: BTreeMap<u64, Vec<Numbers>>,
}

impl Turns {
    pub(crate) fn join(&mut self, other: Turns) {
        for (all, of_other) in [(&mut self.begun, other.begun), (&mut self.left, other.left)] {
            for (at, numbers) in of_other {
                all.entry(at).or_default().extend(numbers);
            }
        }
    }

    /// In words, numbers that may be left with which no turn begins.
    pub(crate) fn gap(&self, kernel: u64) -> Result<Option<String>> {
        for (at, left) in &self.left {
            for of in left {
                let graph = Graph::new();
                let new = graph.copied(&of.graph, 0..of.graph.len(), |graph, _| Some(graph.input()));
                let new = new.expect("a variable for each");
                let (arguments, now) = (new.all(&of.arguments), new.all(&of.now));
                let turns = self.begun.get(at).into_iter().flatten();
                let begins: Bits = turns.map(|turn| turn.begin_with(&graph, &arguments, &now)).collect();
                let none = !graph.any(&begins);
                let Some(model) = model_of(&graph, &[new.of(of.when), none])? else { continue };
                let values = graph.values_in(&model);
                let numbers = now.chunks(64).map(|number| values.number(number).to_string());
                let numbers = numbers.collect::<Vec<_>>().join(" and ");
                return Ok(Some(format!(
                    "the loop at {:#x} can go on with {numbers}, and no turn begins so",
                    at - kernel
                )));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::number;

    /// Numbers of a loop at 120 that are below a bound, and not another.
    fn below(bound: u64, but: u64) -> Numbers {
        let graph = Graph::new();
        let (arguments, now) = (graph.inputs(64), graph.inputs(64));
        let is_other = !graph.equal(&now, &number(but, 64));
        let when = graph.and(graph.below(&now, &number(bound, 64)), is_other);
        Numbers { graph: Arc::new(graph.into_nodes()), arguments, now, when }
    }

    #[test]
    fn numbers_with_which_no_turn_begins_are_found() {
        let gap = |left: &[Numbers], begun: &[Numbers]| {
            let of = |numbers: &[Numbers]| BTreeMap::from([(120, numbers.to_vec())]);
            Turns { begun: of(begun), left: of(left) }.gap(100).unwrap().unwrap_or_default()
        };
        let none = u64::MAX;
        assert_eq!(gap(&[below(1 << 40, none)], &[below(1 << 41, none)]), "");
        let words = "the loop at 0x14 can go on with 123456789, and no turn begins so";
        assert_eq!(gap(&[below(1 << 40, none)], &[below(1 << 41, 123_456_789)]), words);
        assert_eq!(gap(&[below(1 << 40, none)], &[below(1 << 41, 123_456_789), below(1 << 27, none)]), "");
        assert_eq!(gap(&[below(1 << 40, none), below(2, 0)], &[below(1 << 41, 1)]), words.replace("123456789", "1"));
    }

    #[test]
    fn a_turn_that_says_something_of_more_begins_with_no_number() {
        let graph = Graph::new();
        let (arguments, now, other) = (graph.inputs(64), graph.inputs(64), graph.input());
        let turn = Numbers { graph: Arc::new(graph.into_nodes()), arguments, now, when: other };
        let to = Graph::new();
        assert_eq!(turn.begin_with(&to, &to.inputs(64), &to.inputs(64)), Lit::FALSE);
    }
}
