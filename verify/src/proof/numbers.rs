//! Numbers of ternary digits in a proof.

use super::Proof;
use crate::bits::Bits;
use crate::graph::{Lit, Node};
use crate::numbers::{Number, of_few};
use crate::refused::{Result, refuse};

impl Proof<'_> {
    /// Takes for known what is said of a number at a place, or was shown.
    pub(crate) fn know_number(&mut self, number: &Number) {
        self.known.numbers.insert(number.bits.clone(), number.digits.clone());
    }

    /// Shows that each bit of `sets` is set only if that of `others` is, a variable, and uses it
    /// for numbers from here on.
    pub(crate) fn know_within(&mut self, what: &str, sets: &[Lit], others: &[Lit]) -> Result<()> {
        let pairs = sets.iter().zip(others).filter(|(set, _)| **set != Lit::FALSE);
        let pairs: Vec<(Lit, Lit)> = pairs.map(|(&set, &other)| (set, other)).collect();
        let within: Bits = pairs.iter().map(|&(set, other)| self.graph.or(!set, other)).collect();
        let within = self.graph.all(&within);
        self.show(what, within)?;
        for (set, other) in pairs {
            // A product of variables.
            let Some(product) = of_few(&self.graph, &[set]) else { continue };
            let is_variable = matches!(self.graph.node(other.node()), Node::Variable(_)) && !other.is_negated();
            if let (true, [(product, 1)]) = (is_variable, &product.into_iter().collect::<Vec<_>>()[..]) {
                self.known.implied.insert(other.node(), product.clone());
            }
        }
        Ok(())
    }

    /// Shows that some numbers' bits are the sums of their digits, and uses it from here on.
    pub(crate) fn show_numbers(&mut self, what: &str, numbers: &[Number]) -> Result<()> {
        let mut same = Bits::new();
        for number in numbers {
            let sum = number.sum(&self.graph);
            same.push(self.graph.equal(&number.bits, &sum));
        }
        self.show_all(what, &same)?;
        numbers.iter().for_each(|number| self.know_number(number));
        Ok(())
    }

    /// Shows that a number's bits are the sum of its digits, wherever a path is taken; whether the
    /// sum is then below `below`, which need not be shown any more.
    pub(crate) fn show_number(&mut self, at: &str, path: Lit, number: &Number, below: u64) -> Result<bool> {
        if self.is_outset() {
            return Ok(true);
        }
        if number.bits.len() != 16 {
            refuse!("a number of {} bits", number.bits.len());
        }
        let is_known = || self.known.numbers.get(&number.bits).is_some_and(|digits| *digits == number.digits);
        if !self.is_falsified() && (is_known() || self.known.holds(&self.graph, number)) {
            self.effort.by_structure += 1;
        } else {
            let sum = number.sum(&self.graph);
            let same = self.graph.equal(&number.bits, &sum);
            let same = self.graph.or(!path, same);
            self.show_part(&format!("{}, {at}", number.what), same)?;
        }
        Ok(number.most(&self.graph).is_some_and(|most| u64::from(most) < below.min(1 << 16)))
    }
}
