//! Numbers of ternary digits: sums of bits times constants, compared as polynomials modulo 2^16.
//!
//! A kernel finds such a number by a chain of additions, in an order of its own, of what tables or
//! multiplications make of a few digits each. To a solver two such chains are alike only after it
//! has tried most digits. So each addition of 16 bits is recorded, and a sum is the sum of the
//! parts that are no recorded sums; what such a part makes of its variables is tried for all their
//! values, and has one polynomial. Equal polynomials are equal numbers.

use crate::bits::{Bits, number};
use crate::graph::{Graph, Lit};
use rustc_hash::FxHashMap;

/// A digit: 1 if the first of two bits is set, 2 if the second is, and how much it counts.
pub(crate) type Digit = ([Lit; 2], u16);

/// A statement: these 16 bits are the sum of these digits.
#[derive(Clone)]
pub(crate) struct Number {
    pub(crate) what: &'static str,
    pub(crate) bits: Bits,
    pub(crate) digits: Vec<Digit>,
}

impl Number {
    /// This number with other terms for its bits and digits.
    pub(crate) fn with(&self, terms: impl Fn(&[Lit]) -> Bits) -> Number {
        let digits = self.digits.iter().map(|(bits, counts)| {
            let new = terms(bits);
            ([new[0], new[1]], *counts)
        });
        Number { what: self.what, bits: terms(&self.bits), digits: digits.collect() }
    }

    /// All terms in it.
    pub(crate) fn terms(&self) -> impl Iterator<Item = Lit> {
        self.bits.iter().copied().chain(self.digits.iter().flat_map(|(bits, _)| *bits))
    }

    /// The greatest sum, if no digit has both of its bits set by their terms alone.
    pub(crate) fn most(&self, graph: &Graph) -> Option<u32> {
        let mut most = 0;
        for &([one, two], counts) in &self.digits {
            if graph.and(one, two) != Lit::FALSE {
                return None;
            }
            most += u32::from(counts) * if two == Lit::FALSE { 1 } else { 2 };
        }
        Some(most)
    }

    /// The sum, in 16 bits.
    pub(crate) fn sum(&self, graph: &Graph) -> Bits {
        let mut sum = number(0, 16);
        for &([one, two], counts) in &self.digits {
            for (bit, counts) in [(one, counts), (two, counts.wrapping_mul(2))] {
                let counted = graph.gated(bit, &number(counts.into(), 16));
                sum = graph.add(&sum, &counted);
            }
        }
        sum
    }
}

/// A sum of products of variables, by the variables' nodes, each with its factor, modulo 2^16; no
/// factor is zero.
type Polynomial = FxHashMap<Vec<usize>, u16>;

/// The facts known of numbers and bits.
#[derive(Default)]
pub(crate) struct Known {
    /// Numbers that stand in these bits.
    pub(crate) numbers: FxHashMap<Bits, Vec<Digit>>,
    /// By the node of a variable, variables that are all set only if it is set too.
    pub(crate) implied: FxHashMap<usize, Vec<usize>>,
}

/// A part of a sum may depend on this many variables, and on this many terms.
const MOST_VARIABLES: usize = 18;
const MOST_TERMS: usize = 1 << 13;

/// More additions are not followed one in another.
const MOST_DEEP: usize = 256;

fn add_to(sum: &mut Polynomial, product: Vec<usize>, factor: u16) {
    let all = sum.entry(product).or_default();
    *all = all.wrapping_add(factor);
}

/// The polynomial of a number that depends on few variables.
pub(crate) fn of_few(graph: &Graph, bits: &[Lit]) -> Option<Polynomial> {
    let (variables, table) = graph.table(bits, MOST_VARIABLES, MOST_TERMS)?;
    let mut factors: Vec<u16> = table.into_iter().map(|value| value as u16).collect();
    for place in 0..variables.len() {
        for choice in (0..factors.len()).filter(|choice| choice >> place & 1 == 1) {
            factors[choice] = factors[choice].wrapping_sub(factors[choice ^ 1 << place]);
        }
    }
    let product = |choice: usize| {
        variables.iter().enumerate().filter(|(place, _)| choice >> place & 1 == 1).map(|(_, &node)| node).collect()
    };
    let factors = factors.into_iter().enumerate().filter(|(_, factor)| *factor != 0);
    Some(factors.map(|(choice, factor)| (product(choice), factor)).collect())
}

/// The polynomial of digits, each of which depends on few variables.
fn of_digits(graph: &Graph, digits: &[Digit]) -> Option<Polynomial> {
    let mut sum = Polynomial::default();
    for (bits, counts) in digits {
        for (product, factor) in of_few(graph, bits)? {
            add_to(&mut sum, product, factor.wrapping_mul(*counts));
        }
    }
    Some(sum)
}

impl Known {
    /// Adds a number's polynomial to a sum; `None` if it has none that is found.
    fn add_number(&self, graph: &Graph, bits: &[Lit], sum: &mut Polynomial, deep: usize) -> Option<()> {
        let parts = if let Some(digits) = self.numbers.get(bits) {
            of_digits(graph, digits)?
        } else if let (Some([a, b]), true) = (graph.addends(bits), deep < MOST_DEEP) {
            self.add_number(graph, &a, sum, deep + 1)?;
            return self.add_number(graph, &b, sum, deep + 1);
        } else {
            of_few(graph, bits)?
        };
        parts.into_iter().for_each(|(product, factor)| add_to(sum, product, factor));
        Some(())
    }

    /// This polynomial without variables that others imply.
    fn reduced(&self, sum: Polynomial) -> Polynomial {
        let mut reduced = Polynomial::default();
        for (mut product, factor) in sum {
            let is_implied = |of: usize, product: &[usize]| {
                self.implied.get(&of).is_some_and(|by| by.iter().all(|node| product.contains(node)))
            };
            while let Some(place) = (0..product.len()).find(|&place| is_implied(product[place], &product)) {
                product.remove(place);
            }
            add_to(&mut reduced, product, factor);
        }
        reduced.retain(|_, factor| *factor != 0);
        reduced
    }

    /// Whether a number's bits and digits have one polynomial.
    pub(crate) fn holds(&self, graph: &Graph, number: &Number) -> bool {
        let mut found = Polynomial::default();
        let added = self.add_number(graph, &number.bits, &mut found, 0);
        match (added, of_digits(graph, &number.digits)) {
            (Some(()), Some(expected)) => self.reduced(found) == self.reduced(expected),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::resized;

    /// A number of eight digits, one square a digit, summed in an order of its own; and the bits of
    /// the digits.
    fn summed(graph: &Graph, wrong: bool) -> Number {
        let (ones, any) = (graph.inputs(8), graph.inputs(8));
        let others = graph.not_each(&ones);
        let twos = graph.and_each(&any, &others);
        let counts = [1, 3, 9, 27, 81, 243, 729, 2187];
        let mut sum = number(0, 16);
        for (place, &counts) in counts.iter().enumerate().rev() {
            let counts = if wrong && place == 5 { counts + 1 } else { counts };
            for bit in [twos[place], ones[place], twos[place]] {
                let part = graph.gated(bit, &number(counts, 16));
                sum = graph.add(&sum, &part);
            }
        }
        let digits = (0..8).map(|place| ([ones[place], twos[place]], counts[place] as u16)).collect();
        Number { what: "a number", bits: sum, digits }
    }

    #[test]
    fn a_sum_in_another_order_is_the_same_and_another_sum_is_not() {
        for wrong in [false, true] {
            let graph = Graph::new();
            graph.record_sums();
            let number = summed(&graph, wrong);
            assert_eq!(Known::default().holds(&graph, &number), !wrong);
            assert_eq!(number.most(&graph), Some(6560));
            // Not recorded, it has too many variables or is found by trying them all.
            let graph = Graph::new();
            let number = summed(&graph, wrong);
            assert_eq!(Known::default().holds(&graph, &number), !wrong);
        }
    }

    #[test]
    fn a_part_that_is_no_sum_of_digits_is_seen() {
        let graph = Graph::new();
        graph.record_sums();
        let mut number = summed(&graph, false);
        let [a, b] = [number.digits[0].0[0], number.digits[1].0[1]];
        let both = graph.and(a, b);
        number.bits = graph.add(&number.bits, &resized(&[both], 16));
        assert!(!Known::default().holds(&graph, &number));
    }

    #[test]
    fn polynomials_have_the_values_of_their_terms() {
        let mut random = stonemask::Random::new(8);
        for _ in 0..100 {
            let graph = Graph::new();
            let mut terms = graph.inputs(8);
            for _ in 0..40 {
                let mut pick = || {
                    let term = terms[random.below(terms.len() as u32) as usize];
                    term.negated_if(random.below(2) == 1)
                };
                let (a, b) = (pick(), pick());
                terms.push(if random.below(3) == 0 { graph.xor(a, b) } else { graph.and(a, b) });
            }
            let bits = terms.split_off(terms.len() - 16);
            let polynomial = of_few(&graph, &bits).unwrap();
            for assignment in 0..256u64 {
                let values = graph.evaluate(|node, _| assignment >> (node - 1) & 1);
                let is_set = |node: &usize| assignment >> (node - 1) & 1 == 1;
                let sum = polynomial.iter().filter(|(product, _)| product.iter().all(is_set));
                let sum = sum.fold(0u16, |sum, (_, factor)| sum.wrapping_add(*factor));
                assert_eq!(u64::from(sum), values.number(&bits));
            }
        }
    }
}
