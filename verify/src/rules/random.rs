//! The generator behind the random numbers: xoshiro256++ by Blackman and Vigna,
//! <https://prng.di.unimi.it/xoshiro256plusplus.c>.

use crate::graph::Logic;

fn add<L: Logic>(logic: &L, a: &[L::Bit], b: &[L::Bit]) -> Vec<L::Bit> {
    let mut carry = logic.constant(false);
    a.iter()
        .zip(b)
        .map(|(&a, &b)| {
            let differ = logic.xor(a, b);
            let sum = logic.xor(differ, carry);
            carry = logic.or(logic.and(a, b), logic.and(differ, carry));
            sum
        })
        .collect()
}

fn xor<L: Logic>(logic: &L, a: &[L::Bit], b: &[L::Bit]) -> Vec<L::Bit> {
    a.iter().zip(b).map(|(&a, &b)| logic.xor(a, b)).collect()
}

fn rotated<B: Copy>(a: &[B], by: usize) -> Vec<B> {
    let mut a = a.to_vec();
    a.rotate_right(by);
    a
}

/// The next number of a sequence, and its state after that.
pub(crate) fn step<L: Logic>(logic: &L, [s0, s1, s2, s3]: [&[L::Bit]; 4]) -> (Vec<L::Bit>, [Vec<L::Bit>; 4]) {
    let sum = add(logic, s0, s3);
    let number = add(logic, &rotated(&sum, 23), s0);
    let mut shifted = vec![logic.constant(false); 17];
    shifted.extend_from_slice(&s1[..47]);
    let (mut s2, mut s3) = (xor(logic, s2, s0), xor(logic, s3, s1));
    let (s1, s0) = (xor(logic, s1, &s2), xor(logic, s0, &s3));
    s2 = xor(logic, &s2, &shifted);
    s3 = rotated(&s3, 45);
    (number, [s0, s1, s2, s3])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Plain;

    /// The authors' program from the state 1, 2, 3, 4.
    #[test]
    fn the_published_numbers() {
        let bits = |number: u64| (0..64).map(|place| number >> place & 1 == 1).collect::<Vec<bool>>();
        let mut state = [1, 2, 3, 4].map(bits);
        for expected in [41_943_041, 58_720_359, 3_588_806_011_781_223] {
            let (number, next) = step(&Plain, state.each_ref().map(|word| &word[..]));
            assert_eq!(number, bits(expected));
            state = next;
        }
    }
}
