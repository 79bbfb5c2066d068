//! The search of Othello's last plies: memory and frame.

use super::last_four;
use super::last_levels;
use crate::theorems::{Case, Theorem};

pub(super) fn theorems() -> Vec<Theorem> {
    let claim =
        "memory and frame, for every position with five to ten empty squares; moves, and what each turns; it ends";
    vec![
        Theorem { family: "othello_last_plies_8x8", claim, cases: |_| cases(&[8]), quick_one_of: 193 },
        Theorem { family: "othello_last_plies_inner", claim, cases: |_| cases(&[6, 4]), quick_one_of: 193 },
    ]
}

/// The cases of boards with `side` squares on a side.
fn cases(sides: &[usize]) -> Vec<Case> {
    let of = |&side: &usize| last_levels::cases(side).into_iter().chain(last_four::cases(side));
    sides.iter().flat_map(of).collect()
}
