//! The search of Othello's last plies: memory and frame.

use super::last_four;
use super::last_levels;
use crate::exceptions::Exceptions;
use crate::theorem::{Case, Theorem};

pub(super) fn theorems() -> Vec<Theorem> {
    let claim =
        "memory and frame, for every position with five to ten empty squares; moves, and what each turns; it ends";
    let leaves_out = "values and the number of positions: what the moves that are searched come to";
    let exceptions = Exceptions { aside: &["room"], leaves_out: Some(leaves_out), ..Exceptions::NONE };
    let of_both = Theorem { claim, quick_one_of: 193, exceptions, ..Theorem::PLAIN };
    vec![
        Theorem { family: "othello_last_plies_8x8", cases: |_| cases(&[8]), ..of_both.clone() },
        Theorem { family: "othello_last_plies_inner", cases: |_| cases(&[6, 4]), ..of_both },
    ]
}

/// The cases of boards with `side` squares on a side.
fn cases(sides: &[usize]) -> Vec<Case> {
    let of = |&side: &usize| last_levels::cases(side).into_iter().chain(last_four::cases(side));
    sides.iter().flat_map(of).collect()
}
