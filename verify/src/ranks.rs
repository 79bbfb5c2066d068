//! The n-th set bit: what PDEP of a power of two finds with TZCNT, and what POPCNT counts, in terms
//! of the number of set bits below (the rank).

use crate::bits::{Bits, number, resized};
use crate::graph::Lit;
use crate::proof::Proof;
use crate::refused::{Result, refuse};
use crate::semantics::bmi::{deposit, zeros_before};
use crate::solver::model_of;
use rustc_hash::FxHashMap;

const WORD: usize = 64;

impl Proof<'_> {
    /// Shows that a condition follows from others, with the parts that they all depend on left
    /// free.
    pub(crate) fn show_whatever(&mut self, what: &str, given: &[Lit], then: Lit, parts: &[Lit]) -> Result<()> {
        if self.is_outset() {
            return Ok(());
        }
        self.claims(what, 1);
        let follows = self.graph.implies(self.graph.all(given), then);
        if self.only_notes(&[follows]) {
            return Ok(());
        }
        let mut free = FxHashMap::default();
        for part in parts.iter().filter(|part| part.known().is_none()) {
            free.entry(part.node()).or_insert_with(|| self.graph.input());
        }
        let conditions = self.graph.substitute(&[given, &[!then]].concat(), &free);
        let given = self.graph.all(given);
        self.show_reached(given, what)?;
        self.effort.by_solver += 1;
        if model_of(&self.graph, &conditions)?.is_none() { Ok(()) } else { refuse!("{what} does not follow") }
    }

    /// Returns the condition that the popcount of a word is its last rank and at most 64, known
    /// from here on.
    pub(crate) fn know_count(&mut self, word: &[Lit]) -> Result<Lit> {
        self.know_of_any(&[word], |proof, word| proof.count_is_last_rank(word))
    }

    /// The place of a word's n-th set bit, counted from 0, as a kernel finds it. Known from here
    /// on, and returned as a condition: if the last rank is above n, this place is below 64, its
    /// bit is set, and its rank is n.
    pub(crate) fn know_place_of_set_bit(&mut self, word: &[Lit], n: &[Lit]) -> Result<(Bits, Lit)> {
        let known = self.know_of_any(&[word, n], |proof, inputs| {
            let (word, n) = inputs.split_at(WORD);
            proof.set_bit_has_its_rank(word, n)
        })?;
        let bits = deposited(self, word, n);
        Ok((zeros_before(&self.graph, &bits), known))
    }

    /// The popcount is built of pairs, fours and so on: the rank before a block plus its count is
    /// the rank after it.
    fn count_is_last_rank(&mut self, word: &[Lit]) -> Result<Lit> {
        let ranks = self.graph.ranks(word);
        let width = ranks[0].len();
        let mut blocks: Vec<Bits> = word.iter().map(|&bit| vec![bit]).collect();
        let mut known: Bits = Vec::new();
        while blocks.len() > 1 {
            let size = WORD / blocks.len();
            let mut next = Vec::new();
            let sums: Vec<Bits> = blocks.chunks(2).map(|pair| self.graph.longer_sum(&pair[0], &pair[1])).collect();
            for (index, (pair, sum)) in blocks.chunks(2).zip(&sums).enumerate() {
                let from = 2 * size * index;
                let after = self.graph.add(&ranks[from], &resized(sum, width));
                let same = self.graph.equal(&after, &ranks[from + 2 * size]);
                let many = self.graph.below(&number(2 * size as u64, sum.len()), sum);
                let then = self.graph.and(same, !many);
                if size == 1 {
                    self.show_whatever("the count of two bits", &[], then, &ranks[from])?;
                } else {
                    let parts = [&ranks[from], &ranks[from + size], &ranks[from + 2 * size], &pair[0], &pair[1]];
                    let parts: Bits = parts.into_iter().flatten().copied().collect();
                    self.show_whatever("the count of two blocks", &known[2 * index..2 * index + 2], then, &parts)?;
                }
                next.push(then);
            }
            (blocks, known) = (sums, next);
        }
        Ok(known[0])
    }

    fn set_bit_has_its_rank(&mut self, word: &[Lit], n: &[Lit]) -> Result<Lit> {
        let ranks = self.graph.ranks(word);
        let wide = resized(n, ranks[0].len());
        let bits = deposited(self, word, n);
        let mut is_nth = Bits::new();
        // No bit is selected while at most n are below; and at most as many are below as there are
        // places.
        let (mut none, mut is_none, mut few) = (Lit::TRUE, Lit::TRUE, Lit::TRUE);
        for place in 0..WORD {
            let here = self.graph.equal(&ranks[place], &wide);
            let here = self.graph.and(word[place], here);
            is_nth.push(!self.graph.xor(bits[place], here));
            self.show_whatever("the bit that is set is the n-th", &[few], is_nth[place], &ranks[place])?;
            let next = self.graph.and(none, !bits[place]);
            let below = self.graph.below(&wide, &ranks[place + 1]);
            let is_next = self.graph.xor(next, below);
            let many = self.graph.below(&number(place as u64 + 1, wide.len()), &ranks[place + 1]);
            let then = self.graph.and(is_next, !many);
            let parts = [&[none, bits[place]], &ranks[place][..]].concat();
            self.show_whatever("whether the n-th bit is below", &[is_none, few, is_nth[place]], then, &parts)?;
            (none, is_none, few) = (next, is_next, !many);
        }
        // The place that the kernel finds is that of the bit.
        let place = zeros_before(&self.graph, &bits);
        let digits = place.len() - 1;
        let enough = self.graph.below(&wide, &ranks[WORD]);
        let set = self.graph.element(word, 1, &place[..digits])[0];
        let rank = self.graph.element(&ranks[..WORD].concat(), wide.len(), &place[..digits]);
        let same = self.graph.equal(&rank, &wide);
        let right = self.graph.all(&[!place[digits], set, same]);
        let then = self.graph.or(!enough, right);
        let parts = [&bits[..], &ranks.concat()].concat();
        self.show_whatever("the place of the n-th bit", &[&is_nth[..], &[is_none]].concat(), then, &parts)?;
        Ok(then)
    }
}

/// The n-th bit alone, as PDEP leaves it.
fn deposited(proof: &mut Proof, word: &[Lit], n: &[Lit]) -> Bits {
    let source = proof.graph.shift_left(&number(1, WORD), n, Lit::FALSE);
    deposit(&proof.graph, &source, word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image::Image;

    #[test]
    fn what_does_not_follow_is_refused() {
        let image = Image::of_this_program().unwrap();
        let mut proof = Proof::new(&image, &image.kernels[0]);
        let [a, b] = [(); 2].map(|()| proof.graph.input());
        let both = proof.graph.and(a, b);
        assert!(proof.show_whatever("itself", &[both], both, &[both]).is_ok());
        assert!(proof.show_whatever("a part", &[both], a, &[]).is_ok());
        assert!(proof.show_whatever("a part, whatever the whole is", &[both], a, &[both]).is_err());
    }

    #[test]
    fn the_place_is_that_of_the_n_th_bit() {
        let image = Image::of_this_program().unwrap();
        let mut proof = Proof::new(&image, &image.kernels[0]);
        let (word, n) = (proof.graph.inputs(WORD), proof.graph.inputs(6));
        let (place, known) = proof.know_place_of_set_bit(&word, &n).unwrap();
        let mut drawn = stonemask::Random::new(1);
        for _ in 0..10 {
            let values = proof.graph.evaluate(|_, _| drawn.next_u64());
            assert_eq!(values.of(known), u64::MAX, "the lemma holds of all words");
            let (of, n) = (values.number(&word), values.number(&n));
            let expected = (0..64).filter(|bit| of >> bit & 1 == 1).nth(n as usize).unwrap_or(64);
            assert_eq!(values.number(&place), expected);
        }
    }
}
