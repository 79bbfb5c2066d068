//! The extension module of the Python package `stonemask`; `stonemask/_stonemask.pyi` has its
//! types.

#![forbid(unsafe_code)]

mod actions;
mod arrays;
mod batch;
mod board;
mod count;
mod errors;
mod game;
mod gomoku;
mod limits;
mod long;
mod nogo;
mod numbers;
mod observation;
mod othello;
mod planes;
mod rows;
mod slab;
mod states;
mod symmetry;
mod trees;
mod types;
mod wthor;

use pyo3::prelude::*;
use stonemask::Tier;

/// Python's objects are aligned to 16 bytes, and boards of NoGo to 32: what holds one holds it in a
/// box.
const _: () = {
    assert!(align_of::<board::Board>() <= 16);
    assert!(align_of::<board::Undo>() <= 16);
    assert!(align_of::<slab::Slab>() <= 16);
    assert!(align_of::<states::States>() <= 16);
    assert!(align_of::<trees::Trees>() <= 16);
};

/// The tiers of instruction sets that this processor can run, ascending.
#[pyfunction]
fn tiers() -> Vec<&'static str> {
    Tier::available().map(Tier::name).collect()
}

/// The tier in use: the highest that this processor can run, capped by the environment variable
/// STONEMASK_TIER, or the one that `use_tier` chose.
#[pyfunction]
fn tier() -> &'static str {
    stonemask::kernels::tier().name()
}

/// Uses the kernels of a tier from now on, in all threads of this process, for tests and
/// measurements. Slabs keep the kernels that they were made with.
#[pyfunction]
fn use_tier(tier: &str) -> PyResult<()> {
    stonemask::kernels::use_tier(tier.parse().map_err(game::value_error)?).map_err(game::value_error)
}

#[pymodule]
fn _stonemask(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("IllegalMove", py.get_type::<errors::IllegalMove>())?;
    module.add("IllegalAction", py.get_type::<errors::IllegalAction>())?;
    module.add_class::<board::Board>()?;
    module.add_class::<board::Undo>()?;
    module.add_class::<slab::Slab>()?;
    module.add_class::<states::States>()?;
    module.add_class::<trees::Trees>()?;
    module.add("OthelloBoard", py.get_type::<othello::OthelloBoard>())?;
    module.add("GomokuBoard", py.get_type::<gomoku::GomokuBoard>())?;
    module.add("NogoBoard", py.get_type::<nogo::NogoBoard>())?;
    module.add_function(wrap_pyfunction!(board::read, module)?)?;
    for restore in [
        wrap_pyfunction!(board::restore_undo, module)?,
        wrap_pyfunction!(slab::restore_slab, module)?,
        wrap_pyfunction!(states::restore_states, module)?,
        wrap_pyfunction!(trees::restore_trees, module)?,
    ] {
        module.add_function(restore)?;
    }
    module.add_function(wrap_pyfunction!(batch::othello_legal_moves_many, module)?)?;
    module.add_function(wrap_pyfunction!(batch::othello_mobility_many, module)?)?;
    module.add_function(wrap_pyfunction!(batch::othello_flips_many, module)?)?;
    module.add_function(wrap_pyfunction!(batch::othello_children_many, module)?)?;
    module.add_function(wrap_pyfunction!(batch::gomoku_winning_cells_many, module)?)?;
    module.add_function(wrap_pyfunction!(batch::gomoku_any_five_many, module)?)?;
    module.add_function(wrap_pyfunction!(batch::gomoku_any_exact_five_many, module)?)?;
    module.add_function(wrap_pyfunction!(batch::gomoku_winners_many, module)?)?;
    module.add_function(wrap_pyfunction!(batch::nogo_masks_many, module)?)?;
    module.add_function(wrap_pyfunction!(wthor::othello_read_wthor, module)?)?;
    module.add_function(wrap_pyfunction!(tiers, module)?)?;
    module.add_function(wrap_pyfunction!(tier, module)?)?;
    module.add_function(wrap_pyfunction!(use_tier, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
