//! The clock's kernel.

use crate::call::values;
use crate::cost::Cost;
use crate::{Exercise, Table};
use stonemask::Tier;
use stonemask::internals::CycleKernels;

impl Table for CycleKernels {
    fn of(tier: Tier) -> &'static CycleKernels {
        CycleKernels::get(tier).expect("the tier is available")
    }
}

pub(crate) fn exercises() -> Vec<Exercise> {
    vec![Exercise {
        kernel: "chain",
        // It gives nothing back but the time that it takes.
        trials: Vec::new(),
        call: |_, random| values![random.below(1000)],
        cost: Cost::Unmeasured("the others are measured by it"),
    }]
}
