//! Starts of cases, without their proofs.

use super::Proof;
use crate::graph::{Graph, Lit};
use crate::image::{Image, Kernel};
use crate::memory::World;
use crate::refused::Result;
use crate::state::State;

/// The start of a case.
pub(crate) struct Outset<'a> {
    pub(crate) graph: Graph,
    pub(crate) world: World<'a>,
    pub(crate) assumptions: Vec<Lit>,
    /// Whether something is assumed of what its runs leave.
    pub(crate) assumes_results: bool,
    /// The first state on entry.
    pub(crate) entry: State,
    /// The states from which it runs the kernel from its start.
    pub(crate) calls: Vec<State>,
}

impl<'a> Proof<'a> {
    /// The start of a case; `None` if it runs no kernel.
    pub(crate) fn outset(
        image: &'a Image,
        kernel: &'a Kernel,
        case: impl FnOnce(&mut Proof<'a>) -> Result<()>,
    ) -> Option<Outset<'a>> {
        let mut proof = Proof { begins_only: true, ..Proof::new(image, kernel) };
        // It may end with an error, because its runs have no results.
        _ = case(&mut proof);
        let Proof { graph, world, assumptions, results, entered, calls, .. } = proof;
        let is_result = |node: &usize| results.iter().any(|variables| variables.contains(node));
        // So a claim could be assumed before it is made.
        let assumes_results = graph.cone(&assumptions).iter().any(is_result);
        let entry = entered.into_iter().next()?;
        Some(Outset { graph, world, assumptions, assumes_results, entry, calls })
    }
}
