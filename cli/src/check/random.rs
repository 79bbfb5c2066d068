//! The random numbers' kernels, to be compared with the generator as it is published.

use super::input::UpTo;
use super::subject::{Subject, Table, subject};
use stonemask::Tier;
use stonemask::random::Kernels as RandomKernels;
use stonemask::random::RandomLanes;

impl Table for RandomKernels {
    fn of(tier: Tier) -> &'static RandomKernels {
        RandomKernels::get(tier).expect("the tier is available")
    }
}

pub(super) fn subjects() -> Vec<Subject> {
    vec![subject(None, "fill", |k: &RandomKernels, (seed, UpTo(steps)): &(u64, UpTo<40>)| {
        let mut random = RandomLanes::new(*seed);
        let mut numbers = vec![[0; 8]; *steps as usize];
        k.fill(&mut random, &mut numbers);
        (numbers, random.step())
    })]
}
