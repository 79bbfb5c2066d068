//! The facts about a kernel beyond its declaration: an exercise for each, which says how `stonemask
//! check` and the fuzz targets try it, what the test of the calling convention calls it with, and
//! how `stonemask bench` measures it.
//!
//! A kernel's declaration (`kernels!` in the library) decides that there is an exercise to be; all
//! who need one go through [`kernels`], which follows the declarations and misses none.

mod call;
mod contract;
mod cost;
mod cpu;
mod expand;
mod gomoku;
mod input;
mod nogo;
mod othello;
mod random;
mod source;
mod subject;

pub use call::{Access, Argument, Call, Callee, Kind, MakeValues, Memory, Value};
pub use contract::{Array, Contract, Parameter};
pub use cost::{Clock, Cost, Measurement, Row};
pub use input::{Input, UpTo};
pub use source::Source;
use stonemask::internals::{Declaration, KernelTable, TABLES};
pub use subject::{Comparison, Difference, Subject, Table, Trial, Watch, parse_line, trial, without_controls};

/// All that is written by hand for one kernel.
pub struct Exercise {
    /// The name by which it is declared, without a lane.
    pub kernel: &'static str,
    /// How it is compared with the reference: on each board that it serves, for each lane. None
    /// where nothing comes back.
    pub trials: Vec<Trial>,
    /// Its arguments by its raw signature.
    pub call: MakeValues,
    /// How its cost is measured.
    pub cost: Cost,
}

/// A declared kernel with its exercise.
pub struct Kernel {
    /// The declaration.
    pub declaration: &'static Declaration,
    /// The exercise.
    pub exercise: Exercise,
}

/// The part that is written by hand for the kernels of a game.
pub struct Game {
    /// The game's name, as its table has it.
    pub name: &'static str,
    /// An exercise for each kernel.
    pub exercises: fn() -> Vec<Exercise>,
    /// Further measurements: operations that users call and that are no kernel's own.
    pub operations: fn() -> Vec<Row>,
}

/// All games, and what belongs to none.
pub const GAMES: [Game; 6] = [
    Game { name: "othello", exercises: othello::exercises, operations: Vec::new },
    Game { name: "gomoku", exercises: gomoku::exercises, operations: gomoku::operations },
    Game { name: "nogo", exercises: nogo::exercises, operations: nogo::operations },
    Game { name: "random", exercises: random::exercises, operations: Vec::new },
    Game { name: "expand", exercises: expand::exercises, operations: Vec::new },
    Game { name: "cpu", exercises: cpu::exercises, operations: Vec::new },
];

/// Every declared kernel, in the order of the declarations.
///
/// # Panics
/// When one has no exercise.
pub fn kernels() -> Vec<Kernel> {
    let mut kernels = Vec::new();
    for KernelTable { game, declarations, .. } in TABLES {
        let mut exercises = GAMES.iter().find(|of| of.name == game).map_or_else(Vec::new, |of| (of.exercises)());
        for declaration in declarations {
            let name = declaration.name;
            let found = exercises.iter().position(|exercise| exercise.kernel == name);
            let found = found.unwrap_or_else(|| panic!("harness/src/{game} has no exercise of the kernel {name}"));
            kernels.push(Kernel { declaration, exercise: exercises.swap_remove(found) });
        }
    }
    kernels
}

/// The subjects of the check and the fuzz targets: every kernel on every board that it serves.
pub fn subjects() -> Vec<Subject> {
    let of = |Kernel { declaration, exercise }| exercise.trials.into_iter().map(|trial| trial.of(declaration.name));
    kernels().into_iter().flat_map(of).collect()
}

/// The rows of `stonemask bench`: the kernels, then the operations.
pub fn rows() -> Vec<Row> {
    let (mut rows, mut parts) = (Vec::new(), Vec::new());
    for Kernel { declaration, exercise } in kernels() {
        let table = TABLES.iter().find(|table| table.game == declaration.game).expect("a table has its kernels");
        let entries = declaration.names().into_iter().map(|name| (table, name));
        match exercise.cost {
            Cost::Rows(of_kernel) => rows.extend(of_kernel.into_iter().map(|row| row.with_kernel(table, declaration))),
            Cost::Within(whole) => parts.extend(entries.map(|entry| (whole, entry))),
            Cost::Unmeasured(_) => {}
        }
    }
    let with_parts = |row: Row| {
        let inside = parts.iter().filter(|(whole, (table, _))| row.name == *whole && row.game.starts_with(table.game));
        let inside: Vec<_> = inside.map(|(_, entry)| entry.clone()).collect();
        row.with(inside)
    };
    let operations = GAMES.iter().flat_map(|game| (game.operations)());
    rows.into_iter().map(with_parts).chain(operations).collect()
}

/// The arguments with which the kernel of this name in a game's table is called.
pub fn callee(game: &str, entry: &str) -> Option<Callee> {
    kernels().into_iter().filter(|kernel| kernel.declaration.game == game).find_map(
        |Kernel { declaration, exercise }| {
            let index = declaration.names().iter().position(|name| name == entry)?;
            let lane = declaration.lanes.get(index).map_or(0, |&lane| lane as usize);
            Some(Callee { declaration, call: exercise.call, lane })
        },
    )
}
