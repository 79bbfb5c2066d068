//! The theorem of each kernel.

mod expand;
mod gomoku;
mod limits;
mod nogo;
mod othello;
mod random;

use crate::image::Kernel;
use crate::theorem::Theorem;

/// The theorem about a kernel.
pub(crate) fn about(kernel: &Kernel) -> Option<Theorem> {
    let theorem = all().into_iter().find(|theorem| theorem.family == kernel.family())?;
    Some(Theorem { numbers: limits::of(theorem.family), ..theorem })
}

/// All theorems.
fn all() -> Vec<Theorem> {
    [expand::theorems(), gomoku::theorems(), nogo::theorems(), othello::theorems(), random::theorems()].concat()
}
