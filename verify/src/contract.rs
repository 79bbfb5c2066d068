//! Promises of a kernel's callers, as the harness has them.

use crate::image::Kernel;
use stonemask_harness::{Callee, Contract};

/// The source of a kernel's calls.
pub(crate) fn callee(kernel: &Kernel) -> Option<Callee> {
    let (game, entry) = kernel.family().split_once('_')?;
    stonemask_harness::callee(game, entry)
}

/// The promises of a kernel's caller.
pub(crate) fn contract(kernel: &Kernel) -> Option<Contract> {
    callee(kernel).map(|callee| callee.contract(kernel.tier))
}
