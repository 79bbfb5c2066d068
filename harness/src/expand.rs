//! The kernels that write bits as entries of arrays, to be compared bit by bit.

use crate::call::{Value, bytes, values};
use crate::cost::{Clock, Cost, row};
use crate::input::UpTo;
use crate::{Exercise, Table, trial};
use std::hint::black_box;
use stonemask::kernels::Expand as Kernels;
use stonemask::{Random, Tier};

impl Table for Kernels {
    fn of(tier: Tier) -> &'static Kernels {
        Kernels::get(tier).expect("the tier is available")
    }
}

/// Words, and one less than the bits of a row; words that make no whole row are left out.
type Rows = (Vec<u64>, UpTo<259>);

pub(crate) fn exercises() -> Vec<Exercise> {
    vec![
        Exercise {
            kernel: "mask",
            trials: vec![trial("expand", |k: &Kernels, rows: &Rows| expanded(rows, 7, |w, b, e| k.mask(w, b, e)))],
            call: |_, random| call(random),
            cost: Cost::Rows(vec![row("expand", "mask of 225", |k: &Kernels, clock| {
                clocked(225, 7, clock, |w, b, e| k.mask(w, b, e));
            })]),
        },
        Exercise {
            kernel: "planes",
            trials: vec![trial("expand", |k: &Kernels, rows: &Rows| {
                expanded(rows, 7.0, |w, b, e| k.planes(w, b, e)).into_iter().map(f32::to_bits).collect::<Vec<_>>()
            })],
            call: |_, random| call(random),
            cost: Cost::Rows(vec![row("expand", "plane of 225", |k: &Kernels, clock| {
                clocked(225, 7.0, clock, |w, b, e| k.planes(w, b, e));
            })]),
        },
    ]
}

fn expanded<T: Clone>((words, UpTo(bits)): &Rows, before: T, expand: impl Fn(&[u64], usize, &mut [T])) -> Vec<T> {
    let bits = *bits as usize + 1;
    let rows = words.len() / bits.div_ceil(64);
    let mut entries = vec![before; rows * bits];
    expand(&words[..rows * bits.div_ceil(64)], bits, &mut entries);
    entries
}

/// A few rows.
fn call(random: &mut Random) -> Vec<Value> {
    let (rows, bits) = (1 + random.below(9) as usize, 1 + random.below(260) as usize);
    let words: Vec<u64> = (0..rows * bits.div_ceil(64)).map(|_| random.next_u64()).collect();
    values![bytes(&words), rows, bits, Value::Elements(rows * bits)]
}

fn clocked<T: Clone>(bits: usize, before: T, clock: Clock, expand: impl Fn(&[u64], usize, &mut [T])) {
    let mut random = Random::new(1);
    let rows = 32;
    let words: Vec<u64> = (0..rows * bits.div_ceil(64)).map(|_| random.next_u64()).collect();
    let mut entries = vec![before; rows * bits];
    clock(rows, &mut || expand(&words, bits, black_box(&mut entries)));
}
