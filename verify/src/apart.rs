//! Terms in a separate graph. A result that depends on few terms is shown faster there. If many
//! lanes are the same function of their own inputs, the result is shown for one lane.

use crate::bits::Bits;
use crate::graph::{Graph, Lit};
use crate::proof::Proof;
use crate::refused::{Refused, Result, refuse};
use rustc_hash::FxHashMap;

impl Graph {
    /// Terms of another graph, with its variables renamed; a variable without a name is an error.
    pub(crate) fn renamed(&self, from: &Graph, terms: &[Lit], inputs: &[Lit], names: &[Lit]) -> Result<Bits> {
        let named = inputs.iter().zip(names).filter(|(input, _)| input.known().is_none());
        let named: FxHashMap<usize, Lit> =
            named.map(|(input, name)| (input.node(), name.negated_if(input.is_negated()))).collect();
        match self.copied(&from.nodes(), from.cone(terms), |_, node| named.get(&node).copied()) {
            Some(copied) => Ok(copied.all(terms)),
            None => refuse!("a result depends on more than its own input"),
        }
    }
}

/// One lane of many equal ones.
pub(crate) struct Lane {
    /// Variables for the lane's inputs.
    pub(crate) inputs: Bits,
    /// The lane's terms as functions of these variables.
    pub(crate) terms: Bits,
}

impl<'a> Proof<'a> {
    /// Shows in a separate graph that each lane's terms are the same function of its inputs, and,
    /// by `show`, what function that is.
    ///
    /// `lane` gives the inputs and the terms of a lane. Inputs are variables or constants;
    /// constants are equal in all lanes.
    pub(crate) fn one_lane(
        &mut self,
        lanes: usize,
        lane: impl Fn(usize) -> (Bits, Bits),
        show: impl FnOnce(&mut Proof<'a>, Lane) -> Result<()>,
    ) -> Result<()> {
        self.claims("lanes that are one function of their inputs", lanes);
        let mut apart = self.apart();
        let (inputs, terms) = lane(0);
        let names: Bits =
            inputs.iter().map(|input| if input.known().is_some() { *input } else { apart.graph.input() }).collect();
        let first = apart.graph.renamed(&self.graph, &terms, &inputs, &names)?;
        for index in 1..lanes {
            let (inputs, terms) = lane(index);
            let other = apart.graph.renamed(&self.graph, &terms, &inputs, &names);
            let other = other.map_err(|refused| Refused::new(format!("lane {index}: {refused}")))?;
            let same = apart.graph.equal(&other, &first);
            if !apart.only_notes(&[same]) && other != first {
                refuse!("lane {index} is another function of its input than lane 0");
            }
            self.effort.by_structure += terms.len();
        }
        let outcome = show(&mut apart, Lane { inputs: names.clone(), terms: first });
        // Assumptions about one lane must hold in each; facts that another proof has shown hold
        // anywhere.
        let assumed = apart.own_assumptions();
        let lanes = if assumed.is_empty() || self.is_outset() { 0 } else { lanes };
        for index in 0..lanes {
            let of_lane = self.graph.renamed(&apart.graph, &assumed, &names, &lane(index).0)?;
            self.show_all("what is assumed of a lane", &of_lane)?;
        }
        self.join(apart, outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_the_same_function_of_other_names() {
        let (from, to) = (Graph::new(), Graph::new());
        let (a, b) = (from.input(), from.input());
        let term = from.or(a, !b);
        let names = to.inputs(2);
        let expected = to.or(names[0], !names[1]);
        assert_eq!(to.renamed(&from, &[term, !term], &[a, b], &names).unwrap(), [expected, !expected]);
        assert!(to.renamed(&from, &[term], &[a], &names[..1]).is_err(), "b has no name");
    }
}
