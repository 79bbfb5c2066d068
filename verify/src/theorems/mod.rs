//! The theorem of each kernel.

mod expand;
mod gomoku;
mod gomoku_batch;
mod gomoku_choose;
mod gomoku_observe;
mod gomoku_playouts;
mod gomoku_runs;
mod gomoku_step;
mod gomoku_threats;
mod nogo;
mod nogo_bitslices;
mod nogo_bitslices_cuts;
mod nogo_bitslices_pass;
mod nogo_bitslices_rule;
mod nogo_bitslices_state;
mod nogo_bitslices_step;
mod nogo_boards;
mod nogo_body;
mod nogo_draw;
mod nogo_is_legal;
mod nogo_masks;
mod nogo_play;
mod nogo_play_rule;
mod nogo_plays;
mod nogo_random_plies;
mod nogo_rule;
mod othello;
mod othello_batch;
mod othello_batch_children;
mod othello_batch_children_avx512;
mod othello_batch_children_list;
pub(crate) mod othello_bitslices;
mod othello_evaluation;
mod othello_last_four;
mod othello_last_four_places;
mod othello_last_levels;
mod othello_last_levels_places;
mod othello_last_plies;
mod othello_packed6;
pub(crate) mod othello_plies;
pub(crate) mod othello_ply;
mod othello_search;
mod random;

use crate::image::Kernel;
use crate::proof::Proof;
use crate::refused::Result;

/// A theorem about the kernels of one name, on all tiers.
pub(crate) struct Theorem {
    /// The kernel's name without a tier.
    pub(crate) family: &'static str,
    /// What it says, in one line.
    pub(crate) claim: &'static str,
    /// Its cases for a kernel. They are independent; together they are the theorem.
    pub(crate) cases: fn(&Kernel) -> Vec<Case>,
    /// Quick runs take one case out of this many.
    pub(crate) quick_one_of: usize,
}

/// Makes the inputs of a case, runs the kernel and shows what must hold.
type Prove = Box<dyn Fn(&mut Proof) -> Result<()> + Send + Sync>;

/// A part of a theorem that is proved on its own.
pub(crate) struct Case {
    /// The inputs that it is about; empty for all.
    pub(crate) name: String,
    pub(crate) prove: Prove,
    /// The part of the theorem that the case belongs to, if the case does not start at the kernel's entry but every call passes
    /// it. Then each random call must be among the inputs of one of the part's cases.
    pub(crate) part: Option<&'static str>,
}

impl Case {
    pub(crate) fn new(
        name: impl Into<String>,
        prove: impl Fn(&mut Proof) -> Result<()> + Send + Sync + 'static,
    ) -> Case {
        Case { name: name.into(), prove: Box::new(prove), part: None }
    }

    /// The same, as a case of a part that every call passes.
    pub(crate) fn of_each_call(self, part: &'static str) -> Case {
        Case { part: Some(part), ..self }
    }
}

/// All theorems.
pub(crate) fn all() -> Vec<Theorem> {
    [
        expand::theorems(),
        gomoku::theorems(),
        gomoku_batch::theorems(),
        gomoku_choose::theorems(),
        gomoku_observe::theorems(),
        gomoku_playouts::theorems(),
        gomoku_runs::theorems(),
        gomoku_step::theorems(),
        gomoku_threats::theorems(),
        nogo::theorems(),
        nogo_bitslices::theorems(),
        nogo_is_legal::theorems(),
        nogo_masks::theorems(),
        nogo_play::theorems(),
        nogo_plays::theorems(),
        nogo_random_plies::theorems(),
        othello::theorems(),
        othello_batch::theorems(),
        othello_batch_children::theorems(),
        othello_bitslices::theorems(),
        othello_evaluation::theorems(),
        othello_last_plies::theorems(),
        othello_packed6::theorems(),
        othello_plies::theorems(),
        random::theorems(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
