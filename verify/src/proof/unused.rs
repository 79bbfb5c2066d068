//! Bits that are said to mean nothing at a place: nothing that a case claims or does from there on
//! may depend on them.

use super::Proof;
use crate::graph::{Lit, Node};
use crate::refused::{Result, refuse};
use rustc_hash::FxHashSet;

/// Variables that mean nothing.
#[derive(Default)]
pub(super) struct Unused {
    variables: FxHashSet<usize>,
    /// By node, whether it depends on them.
    depends: Vec<bool>,
}

impl Proof<'_> {
    /// From here on these variables mean nothing.
    pub(crate) fn means_nothing(&mut self, variables: &[Lit]) {
        self.unused.depends.clear();
        self.unused.variables.extend(variables.iter().map(|variable| variable.node()));
    }

    /// Refuses what depends on a variable that means nothing.
    pub(crate) fn must_mean_something(&mut self, what: &str, bits: &[Lit]) -> Result<()> {
        let Unused { variables, depends } = &mut self.unused;
        if variables.is_empty() || self.told.is_marked() {
            return Ok(());
        }
        for node in depends.len()..self.graph.len() {
            depends.push(match self.graph.node(node) {
                Node::False => false,
                Node::Variable(_) => variables.contains(&node),
                Node::And(a, b) | Node::Xor(a, b) => depends[a.node()] || depends[b.node()],
            });
        }
        match bits.iter().any(|bit| depends[bit.node()]) {
            true => refuse!("{what}: it depends on what is said to mean nothing"),
            false => Ok(()),
        }
    }
}
