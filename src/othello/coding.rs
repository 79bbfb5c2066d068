//! Weights of one stage after another in a third of their bytes: each is coded by its difference
//! from that of the stage before (asymmetric numeral systems, Duda 2009). How often a difference
//! comes up is counted for each of a few contexts.

/// Bits of the sum of the frequencies of a context.
const PRECISION: u32 = 12;
const TOTAL: u32 = 1 << PRECISION;
/// The least state between two symbols.
const LEAST: u32 = 1 << 23;
const CONTEXTS: usize = 24;

/// The context of a weight, by those of the two stages before.
#[inline(always)]
fn context(before: u8, before_that: u8) -> usize {
    let size = usize::from((before as i8).unsigned_abs());
    let step = usize::from((before.wrapping_sub(before_that) as i8).unsigned_abs());
    let by_size = match size {
        0 => 0,
        1..=2 => 1,
        3..=5 => 2,
        6..=10 => 3,
        11..=20 => 4,
        _ => 5,
    };
    let by_step = match step {
        0 => 0,
        1..=2 => 1,
        3..=6 => 2,
        _ => 3,
    };
    4 * by_size + by_step
}

/// The weights in the two stages before that of an index, 0 where there are none.
#[inline(always)]
fn before(bytes: &[u8], stage: usize, index: usize) -> (u8, u8) {
    let at = |stages: usize| index.checked_sub(stages * stage).map_or(0, |index| bytes[index]);
    (at(1), at(2))
}

/// The stages of weights, `stage` bytes each, packed.
pub(crate) fn pack(bytes: &[u8], stage: usize) -> Vec<u8> {
    let mut counts = [[0u32; 256]; CONTEXTS];
    let coded: Vec<(usize, u8)> = (0..bytes.len())
        .map(|index| {
            let (last, last_but_one) = before(bytes, stage, index);
            (context(last, last_but_one), bytes[index].wrapping_sub(last))
        })
        .collect();
    coded.iter().for_each(|&(context, symbol)| counts[context][usize::from(symbol)] += 1);

    let mut packed = Vec::new();
    let frequencies = counts.map(|counts| scaled(&counts));
    for frequencies in &frequencies {
        // A frequency below 128 in a byte, a larger one in two; after a 0 the number of 0s that
        // follow.
        let mut at = 0;
        while at < 256 {
            let frequency = frequencies[at];
            at += 1;
            if frequency == 0 {
                let zeros = frequencies[at..].iter().take_while(|&&frequency| frequency == 0).count();
                packed.extend([0, zeros as u8]);
                at += zeros;
            } else if frequency < 128 {
                packed.push(frequency as u8);
            } else {
                packed.extend([0x80 | (frequency >> 8) as u8, frequency as u8]);
            }
        }
    }

    // From the last weight to the first; they come out the other way round.
    let (mut state, mut out) = (LEAST, Vec::new());
    for &(context, symbol) in coded.iter().rev() {
        let frequencies = &frequencies[context];
        let frequency = frequencies[usize::from(symbol)];
        let first: u32 = frequencies[..usize::from(symbol)].iter().sum();
        while state >= ((LEAST >> PRECISION) << 8) * frequency {
            out.push(state as u8);
            state >>= 8;
        }
        state = ((state / frequency) << PRECISION) + state % frequency + first;
    }
    out.extend(state.to_le_bytes());
    packed.extend(out.into_iter().rev());
    packed
}

/// Frequencies that sum up to [`TOTAL`], none of them 0 where the count is not; all 0 where nothing
/// was counted.
fn scaled(counts: &[u32; 256]) -> [u32; 256] {
    let sum: u64 = counts.iter().map(|&count| u64::from(count)).sum();
    if sum == 0 {
        return [0; 256];
    }
    let mut frequencies = counts.map(|count| match u64::from(count) * u64::from(TOTAL) / sum {
        0 => u32::from(count > 0),
        frequency => frequency as u32,
    });
    // The most frequent ones take what is left, or give what is too much.
    loop {
        let sum: u32 = frequencies.iter().sum();
        let most = frequencies.iter_mut().max().expect("256 of them");
        match sum.cmp(&TOTAL) {
            std::cmp::Ordering::Equal => return frequencies,
            std::cmp::Ordering::Less => *most += TOTAL - sum,
            std::cmp::Ordering::Greater => *most -= (sum - TOTAL).min(*most / 2),
        }
    }
}

/// A symbol, the first number that is its own, and how many are.
#[derive(Clone, Copy, Default)]
struct Entry {
    symbol: u8,
    first: u16,
    frequency: u16,
}

/// The weights of which these bytes were [packed](pack): `len` of them, `stage` a stage. None where
/// the bytes are no such.
pub(crate) fn unpack(packed: &[u8], stage: usize, len: usize) -> Option<Vec<u8>> {
    let mut rest = packed.iter().copied();
    let mut entries = vec![Entry::default(); CONTEXTS * TOTAL as usize];
    for entries in entries.chunks_exact_mut(TOTAL as usize) {
        let (mut symbol, mut first) = (0, 0);
        while symbol < 256 {
            let frequency = match rest.next()? {
                0 => {
                    symbol += 1 + usize::from(rest.next()?);
                    continue;
                }
                low @ 1..=127 => usize::from(low),
                high => usize::from(high & 0x7f) << 8 | usize::from(rest.next()?),
            };
            let entry = Entry { symbol: symbol as u8, first: first as u16, frequency: frequency as u16 };
            entries.get_mut(first..first + frequency)?.fill(entry);
            (symbol, first) = (symbol + 1, first + frequency);
        }
        if symbol > 256 || first != 0 && first != TOTAL as usize {
            return None;
        }
    }

    let mut state = 0;
    for _ in 0..4 {
        state = state << 8 | u32::from(rest.next()?);
    }
    let mut bytes = vec![0; len];
    for index in 0..len {
        let (last, last_but_one) = before(&bytes, stage, index);
        let number = state % TOTAL;
        let Entry { symbol, first, frequency } = entries[context(last, last_but_one) << PRECISION | number as usize];
        bytes[index] = last.wrapping_add(symbol);
        // Of a context that never came up, there is no number.
        state = u32::from(frequency).checked_mul(state >> PRECISION)?.checked_add(number - u32::from(first))?;
        while state < LEAST {
            state = state << 8 | u32::from(rest.next()?);
        }
    }
    (state == LEAST && rest.next().is_none()).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn packed_weights_come_out_as_they_were() {
        let mut random = Random::new(3);
        for (stage, stages, bound) in [(1, 1, 256), (1, 7, 1), (500, 3, 1), (500, 6, 3), (700, 4, 40), (300, 9, 256)] {
            let mut weights: Vec<u8> = (0..stage).map(|_| random.below(bound) as u8).collect();
            for index in stage..stage * stages {
                let change = if random.below(3) > 0 { 0 } else { random.below(bound) as u8 };
                weights.push(weights[index - stage].wrapping_sub(change));
            }
            let packed = pack(&weights, stage);
            assert_eq!(unpack(&packed, stage, weights.len()).as_ref(), Some(&weights), "{stage} {stages} {bound}");
            // Zeros alone take no bits, so there could be more of them.
            assert_eq!(unpack(&packed, stage, weights.len() + 1).is_some(), bound == 1);
            let longer = [&packed[..], &[0]].concat();
            assert_eq!(unpack(&longer, stage, weights.len()), None);
            // Cut ones are refused. Damaged ones are refused or are other weights: the file's
            // checksum tells.
            for _ in 0..100 {
                let place = random.below(packed.len() as u32) as usize;
                assert_eq!(unpack(&packed[..place], stage, weights.len()), None);
                let mut damaged = packed.clone();
                damaged[place] ^= 1 << random.below(8);
                let other = unpack(&damaged, stage, weights.len());
                assert!(other.is_none_or(|other| other.len() == weights.len()));
            }
        }
    }

    #[test]
    fn no_weights_are_packed_too() {
        assert_eq!(unpack(&pack(&[], 5), 5, 0), Some(Vec::new()));
    }
}
