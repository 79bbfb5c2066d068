//! Operations on bit vectors: slices of literals, lowest bit first.

use crate::graph::{Graph, Lit, Node};
use rustc_hash::{FxHashMap, FxHashSet};

/// A bit vector, lowest bit first.
pub(crate) type Bits = Vec<Lit>;

/// A constant; `width` is at most 64.
pub(crate) fn number(value: u64, width: usize) -> Bits {
    (0..width).map(|place| Lit::constant(value >> place & 1 == 1)).collect()
}

pub(crate) fn zeros(width: usize) -> Bits {
    vec![Lit::FALSE; width]
}

/// The value, if every bit is constant.
pub(crate) fn known(bits: &[Lit]) -> Option<u64> {
    bits.iter().enumerate().try_fold(0, |value, (place, bit)| Some(value | u64::from(bit.known()?) << place))
}

/// Zero-extended, or truncated.
pub(crate) fn resized(bits: &[Lit], width: usize) -> Bits {
    let mut bits = bits.to_vec();
    bits.resize(width, Lit::FALSE);
    bits
}

pub(crate) fn sign_extended(bits: &[Lit], width: usize) -> Bits {
    let mut bits = bits.to_vec();
    let sign = *bits.last().expect("not empty");
    bits.resize(width, sign);
    bits
}

impl Graph {
    pub(crate) fn not_each(&self, a: &[Lit]) -> Bits {
        a.iter().map(|&bit| !bit).collect()
    }

    pub(crate) fn and_each(&self, a: &[Lit], b: &[Lit]) -> Bits {
        a.iter().zip(b).map(|(&a, &b)| self.and(a, b)).collect()
    }

    /// The bits that one set has and the other has not.
    pub(crate) fn without(&self, a: &[Lit], b: &[Lit]) -> Bits {
        a.iter().zip(b).map(|(&a, &b)| self.and(a, !b)).collect()
    }

    pub(crate) fn or_each(&self, a: &[Lit], b: &[Lit]) -> Bits {
        a.iter().zip(b).map(|(&a, &b)| self.or(a, b)).collect()
    }

    pub(crate) fn xor_each(&self, a: &[Lit], b: &[Lit]) -> Bits {
        a.iter().zip(b).map(|(&a, &b)| self.xor(a, b)).collect()
    }

    /// `a` if `gate` holds, else zero.
    pub(crate) fn gated(&self, gate: Lit, a: &[Lit]) -> Bits {
        a.iter().map(|&bit| self.and(gate, bit)).collect()
    }

    pub(crate) fn choose_each(&self, condition: Lit, yes: &[Lit], no: &[Lit]) -> Bits {
        if yes == no {
            return yes.to_vec();
        }
        yes.iter().zip(no).map(|(&yes, &no)| self.choose(condition, yes, no)).collect()
    }

    pub(crate) fn all(&self, bits: &[Lit]) -> Lit {
        self.balanced(bits, Lit::TRUE, Graph::and)
    }

    pub(crate) fn any(&self, bits: &[Lit]) -> Lit {
        self.balanced(bits, Lit::FALSE, Graph::or)
    }

    pub(crate) fn parity(&self, bits: &[Lit]) -> Lit {
        self.balanced(bits, Lit::FALSE, Graph::xor)
    }

    fn balanced(&self, bits: &[Lit], empty: Lit, join: fn(&Graph, Lit, Lit) -> Lit) -> Lit {
        match bits {
            [] => empty,
            &[bit] => bit,
            bits => {
                let (left, right) = bits.split_at(bits.len() / 2);
                let (left, right) = (self.balanced(left, empty, join), self.balanced(right, empty, join));
                join(self, left, right)
            }
        }
    }

    pub(crate) fn equal(&self, a: &[Lit], b: &[Lit]) -> Lit {
        assert_eq!(a.len(), b.len());
        let differ = self.xor_each(a, b);
        !self.any(&differ)
    }

    pub(crate) fn is_zero(&self, a: &[Lit]) -> Lit {
        !self.any(a)
    }

    /// For each element whether the other set has it, if the one has.
    pub(crate) fn implies_each(&self, inner: &[Lit], outer: &[Lit]) -> Bits {
        inner.iter().zip(outer).map(|(&inner, &outer)| self.implies(inner, outer)).collect()
    }

    /// Whether one set is part of another.
    pub(crate) fn within(&self, inner: &[Lit], outer: &[Lit]) -> Lit {
        self.all(&self.implies_each(inner, outer))
    }

    /// Any part of a set.
    pub(crate) fn any_within(&self, most: &[Lit]) -> Bits {
        self.and_each(&self.inputs(most.len()), most)
    }

    /// Any set that contains one set and lies within another.
    pub(crate) fn any_between(&self, least: &[Lit], most: &[Lit]) -> Bits {
        self.or_each(&self.any_within(most), least)
    }

    /// Whether two sets share nothing.
    pub(crate) fn apart(&self, a: &[Lit], b: &[Lit]) -> Lit {
        let both = self.and_each(a, b);
        self.is_zero(&both)
    }

    /// The sum with a carry in, and the carries out of each bit.
    pub(crate) fn add_carries(&self, a: &[Lit], b: &[Lit], carry: Lit) -> (Bits, Bits) {
        assert_eq!(a.len(), b.len());
        let (mut sum, mut carries) = (Vec::with_capacity(a.len()), Vec::with_capacity(a.len()));
        let mut carry = carry;
        for (&a, &b) in a.iter().zip(b) {
            let differ = self.xor(a, b);
            sum.push(self.xor(differ, carry));
            carry = self.majority(a, b, carry);
            carries.push(carry);
        }
        (sum, carries)
    }

    pub(crate) fn add(&self, a: &[Lit], b: &[Lit]) -> Bits {
        let sum = self.add_carries(a, b, Lit::FALSE).0;
        self.record_sum(&sum, [a, b]);
        sum
    }

    pub(crate) fn sub(&self, a: &[Lit], b: &[Lit]) -> Bits {
        let b = self.not_each(b);
        self.add_carries(a, &b, Lit::TRUE).0
    }

    pub(crate) fn neg(&self, a: &[Lit]) -> Bits {
        let zero = zeros(a.len());
        self.sub(&zero, a)
    }

    /// Whether `a < b`, unsigned.
    pub(crate) fn below(&self, a: &[Lit], b: &[Lit]) -> Lit {
        let b = self.not_each(b);
        match self.add_carries(a, &b, Lit::TRUE).1.last() {
            Some(&carry) => !carry,
            None => Lit::FALSE,
        }
    }

    /// Whether `a < b`, in two's complement.
    pub(crate) fn less(&self, a: &[Lit], b: &[Lit]) -> Lit {
        let (mut a, mut b) = (a.to_vec(), b.to_vec());
        let sign = a.len() - 1;
        (a[sign], b[sign]) = (!a[sign], !b[sign]);
        self.below(&a, &b)
    }

    /// The low `width` bits of the product.
    pub(crate) fn multiply(&self, a: &[Lit], b: &[Lit], width: usize) -> Bits {
        let b = resized(b, width);
        let mut product = zeros(width);
        for (place, &bit) in a.iter().enumerate().take(width) {
            if bit == Lit::FALSE {
                continue;
            }
            let part = self.gated(bit, &b[..width - place]);
            let sum = self.add(&product[place..], &part);
            product.splice(place.., sum);
        }
        product
    }

    /// Unsigned quotient and remainder by long division; `b` is not zero.
    pub(crate) fn divide(&self, a: &[Lit], b: &[Lit]) -> (Bits, Bits) {
        let width = b.len() + 1;
        let b = resized(b, width);
        let mut rest = zeros(width);
        let mut quotient = zeros(a.len());
        for place in (0..a.len()).rev() {
            rest.pop();
            rest.insert(0, a[place]);
            let fits = !self.below(&rest, &b);
            let less = self.sub(&rest, &b);
            rest = self.choose_each(fits, &less, &rest);
            quotient[place] = fits;
        }
        rest.pop();
        (quotient, rest)
    }

    /// `a` shifted left; `fill` comes in from below. Counts beyond the width shift everything out.
    pub(crate) fn shift_left(&self, a: &[Lit], count: &[Lit], fill: Lit) -> Bits {
        let mut a = a.to_vec();
        for (place, &bit) in count.iter().enumerate() {
            let by = if place < 32 { (1usize << place).min(a.len()) } else { a.len() };
            let mut shifted = vec![fill; by];
            shifted.extend_from_slice(&a[..a.len() - by]);
            a = self.choose_each(bit, &shifted, &a);
        }
        a
    }

    /// `a` shifted right by a number of places; `fill` comes in.
    pub(crate) fn shift_right(&self, a: &[Lit], count: &[Lit], fill: Lit) -> Bits {
        let mut mirrored: Bits = a.iter().rev().copied().collect();
        mirrored = self.shift_left(&mirrored, count, fill);
        mirrored.reverse();
        mirrored
    }

    /// `a` rotated left; the count is taken modulo the width, a power of two.
    pub(crate) fn rotate_left(&self, a: &[Lit], count: &[Lit]) -> Bits {
        let mut a = a.to_vec();
        for (place, &bit) in count.iter().enumerate().take(a.len().trailing_zeros() as usize) {
            let mut rotated = a.clone();
            rotated.rotate_right(1 << place);
            a = self.choose_each(bit, &rotated, &a);
        }
        a
    }

    /// The number of set bits: pairs, then fours, and so on are added, each time with one bit more.
    pub(crate) fn count(&self, bits: &[Lit]) -> Bits {
        let mut numbers: Vec<Bits> = bits.iter().map(|&bit| vec![bit]).collect();
        while numbers.len() > 1 {
            if numbers.len() % 2 == 1 {
                numbers.push(zeros(numbers[0].len()));
            }
            numbers = numbers.chunks(2).map(|pair| self.longer_sum(&pair[0], &pair[1])).collect();
        }
        numbers.pop().unwrap_or_default()
    }

    /// The sum of two numbers of one width, one bit wider.
    pub(crate) fn longer_sum(&self, a: &[Lit], b: &[Lit]) -> Bits {
        let width = a.len() + 1;
        self.add(&resized(a, width), &resized(b, width))
    }

    /// For each place the number of set bits below it, and at the end the number of all.
    pub(crate) fn ranks(&self, bits: &[Lit]) -> Vec<Bits> {
        let width = bits.len().ilog2() as usize + 1;
        let mut ranks = vec![zeros(width)];
        for (place, &bit) in bits.iter().enumerate() {
            let next = self.add(&ranks[place], &resized(&[bit], width));
            ranks.push(next);
        }
        ranks
    }

    /// The element of a table that an index names.
    pub(crate) fn element(&self, table: &[Lit], width: usize, index: &[Lit]) -> Bits {
        let mut elements: Vec<Bits> = table.chunks(width).map(<[Lit]>::to_vec).collect();
        for &bit in index {
            elements = elements.chunks(2).map(|pair| self.choose_each(bit, &pair[1], &pair[0])).collect();
        }
        elements.swap_remove(0)
    }

    /// For each bit whether it is the lowest set one, and at the end whether none is set.
    pub(crate) fn lowest(&self, bits: &[Lit]) -> (Bits, Lit) {
        let mut none = Lit::TRUE;
        let mut first = Vec::with_capacity(bits.len());
        for &bit in bits {
            first.push(self.and(none, bit));
            none = self.and(none, !bit);
        }
        (first, none)
    }

    /// The variables on which at most 64 bits depend, and the number that these are for each choice
    /// of the variables' values; `None` if there are more variables, or more terms below them.
    pub(crate) fn table(&self, bits: &[Lit], variables: usize, terms: usize) -> Option<(Vec<usize>, Vec<u64>)> {
        let (mut seen, mut cone, mut inputs) = (FxHashSet::default(), Vec::new(), Vec::new());
        let mut pending: Vec<usize> = bits.iter().map(|bit| bit.node()).collect();
        while let Some(node) = pending.pop() {
            if !seen.insert(node) {
                continue;
            }
            cone.push(node);
            match self.node(node) {
                Node::Variable(_) => inputs.push(node),
                Node::And(a, b) | Node::Xor(a, b) => pending.extend([a.node(), b.node()]),
                Node::False => {}
            }
            if cone.len() > terms || inputs.len() > variables {
                return None;
            }
        }
        cone.sort_unstable();
        inputs.sort_unstable();
        // Places in the cone instead of nodes: the cone's own order is that of the graph.
        let places: FxHashMap<usize, usize> = cone.iter().enumerate().map(|(place, &node)| (node, place)).collect();
        let mut table = vec![0; 1 << inputs.len()];
        let mut values = vec![0u64; cone.len()];
        // 64 choices at once: those of the first six variables.
        const LOW: [u64; 6] = [
            0xaaaa_aaaa_aaaa_aaaa,
            0xcccc_cccc_cccc_cccc,
            0xf0f0_f0f0_f0f0_f0f0,
            0xff00_ff00_ff00_ff00,
            0xffff_0000_ffff_0000,
            0xffff_ffff_0000_0000,
        ];
        for first in (0..table.len()).step_by(64) {
            for (place, &node) in cone.iter().enumerate() {
                let of = |lit: Lit| values[places[&lit.node()]] ^ if lit.is_negated() { u64::MAX } else { 0 };
                values[place] = match self.node(node) {
                    Node::False => 0,
                    Node::And(a, b) => of(a) & of(b),
                    Node::Xor(a, b) => of(a) ^ of(b),
                    Node::Variable(_) => {
                        let variable = inputs.binary_search(&node).expect("one of the variables");
                        let high = if first >> variable & 1 == 1 { u64::MAX } else { 0 };
                        LOW.get(variable).copied().unwrap_or(high)
                    }
                };
            }
            for (place, &bit) in bits.iter().enumerate() {
                let all = values[places[&bit.node()]] ^ if bit.is_negated() { u64::MAX } else { 0 };
                for (choice, value) in table[first..].iter_mut().take(64).enumerate() {
                    *value |= (all >> choice & 1) << place;
                }
            }
        }
        Some((inputs, table))
    }

    /// The place of the set bit in a one-hot vector; zero if none is set.
    pub(crate) fn place(&self, one_hot: &[Lit], width: usize) -> Bits {
        (0..width)
            .map(|bit| {
                let with: Bits = (0..one_hot.len()).filter(|place| place >> bit & 1 == 1).map(|i| one_hot[i]).collect();
                self.any(&with)
            })
            .collect()
    }
}
