//! The random numbers' kernels, to be compared with the generator as it is published.

use crate::call::{Value, bytes, values};
use crate::cost::{Cost, row};
use crate::input::UpTo;
use crate::{Exercise, Table, trial};
use std::hint::black_box;
use stonemask::Tier;
use stonemask::kernels::RandomNumbers as Kernels;
use stonemask::random::RandomLanes;

impl Table for Kernels {
    fn of(tier: Tier) -> &'static Kernels {
        Kernels::get(tier).expect("the tier is available")
    }
}

pub(crate) fn exercises() -> Vec<Exercise> {
    vec![Exercise {
        kernel: "fill",
        trials: vec![trial("random", |k: &Kernels, (seed, UpTo(steps)): &(u64, UpTo<40>)| {
            let mut random = RandomLanes::new(*seed);
            let mut numbers = vec![[0; 8]; *steps as usize];
            k.fill(&mut random, &mut numbers);
            (numbers, random.step())
        })],
        call: |_, random| {
            let state: Vec<u64> = (0..32).map(|_| random.next_u64()).collect();
            let steps = random.below(9) as usize;
            values![bytes(&state), Value::Elements(steps), steps]
        },
        cost: Cost::Rows(vec![row("random", "8 numbers", |k: &Kernels, clock| {
            let (mut random, mut numbers) = (RandomLanes::new(1), vec![[0; 8]; 256]);
            clock(numbers.len(), &mut || k.fill(&mut random, black_box(&mut numbers)));
        })]),
    }]
}
