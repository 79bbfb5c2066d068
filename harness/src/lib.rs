//! What tests and tools know of a kernel beyond its declaration: an exercise for each, which says how `stonemask check` and the
//! fuzz targets try it, what the test of the calling convention calls it with, and how `stonemask bench` measures it.
//!
//! A kernel's declaration (`kernels!` in the library) decides that there is an exercise to be; all who need one go through
//! [`kernels`], which follows the declarations and misses none.

mod call;
mod cost;
mod cpu;
mod games;
#[path = "../../cli/src/check/gomoku.rs"]
mod gomoku;
#[path = "../../tests/machine/calls/gomoku.rs"]
mod gomoku_calls;
#[path = "../../cli/src/bench/gomoku.rs"]
mod gomoku_costs;
mod input;
#[path = "../../cli/src/check/nogo.rs"]
mod nogo;
#[path = "../../tests/machine/calls/nogo.rs"]
mod nogo_calls;
#[path = "../../cli/src/bench/nogo.rs"]
mod nogo_costs;
mod othello;
mod random;
mod source;
mod subject;

/// By this name the calls import what they are made of.
mod trampoline {
    pub(crate) use crate::call::{Argument, Call, Memory, bytes};
}

pub use call::{Access, Argument, Call, Kind, MakeCall, Memory};
pub use cost::{Cost, Measurement, Row};
use games::Costs;
pub use input::{Input, UpTo};
pub use source::Source;
use stonemask::internals::{Declaration, KernelTable, TABLES};
use stonemask::{Random, Tier};
pub use subject::{Comparison, Difference, Subject, Table, Trial, Watch, parse_line, trial, without_controls};

/// All that is written by hand for one kernel.
pub struct Exercise {
    /// The name by which it is declared, without a lane.
    pub kernel: &'static str,
    /// How it is compared with the reference: on each board that it serves, for each lane. None where nothing comes back.
    pub trials: Vec<Trial>,
    /// What it is called with by its raw signature.
    pub call: MakeCall,
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

/// What is written by hand for the kernels of a game.
pub struct Game {
    /// The game's name, as its table has it.
    pub name: &'static str,
    /// An exercise for each kernel.
    pub exercises: fn() -> Vec<Exercise>,
    /// What else is measured: operations that users call and that are no kernel's own.
    pub operations: fn() -> Vec<Row>,
}

/// All games, and what belongs to none.
pub const GAMES: [Game; 3] = [
    Game { name: "othello", exercises: othello::exercises, operations: Vec::new },
    Game { name: "random", exercises: random::exercises, operations: Vec::new },
    Game { name: "cpu", exercises: cpu::exercises, operations: Vec::new },
];

/// Every declared kernel, in the order of the declarations.
///
/// # Panics
/// When one has no exercise.
pub fn kernels() -> Vec<Kernel> {
    let mut kernels = Vec::new();
    for KernelTable { game, declarations, .. } in TABLES {
        if !GAMES.iter().any(|of| of.name == game) {
            continue;
        }
        let mut exercises = GAMES.iter().find(|of| of.name == game).map_or_else(Vec::new, |of| (of.exercises)());
        for declaration in declarations {
            let name = declaration.name;
            let found = exercises.iter().position(|exercise| exercise.kernel == name);
            let found = found.unwrap_or_else(|| panic!("harness/src has no exercise of {game}'s kernel {name}"));
            kernels.push(Kernel { declaration, exercise: exercises.swap_remove(found) });
        }
    }
    kernels
}

/// What the check and the fuzz targets try: every kernel on every board that it serves.
pub fn subjects() -> Vec<Subject> {
    let of = |Kernel { declaration, exercise }| exercise.trials.into_iter().map(|trial| trial.of(declaration.name));
    let games = [gomoku::subjects(), nogo::subjects()].into_iter().flatten();
    games.chain(kernels().into_iter().flat_map(of)).collect()
}

/// What `stonemask bench` measures: the kernels, then the operations of each game.
pub fn rows() -> Vec<Row> {
    let of_kernel = |Kernel { exercise, .. }| match exercise.cost {
        Cost::Rows(rows) => rows,
        Cost::Within(_) | Cost::Unmeasured(_) => Vec::new(),
    };
    kernels().into_iter().flat_map(of_kernel).chain(GAMES.iter().flat_map(|game| (game.operations)())).collect()
}

/// What a game's rows measure on a tier, where its exercises are not written yet.
pub fn measure_others(game: &str, tier: Tier) -> Vec<(&'static str, Measurement)> {
    let mut costs = Costs { list: Vec::new() };
    match game {
        "gomoku" => gomoku_costs::measure(tier, &mut costs),
        "nogo" => nogo_costs::measure(tier, &mut costs),
        _ => {}
    }
    costs.list
}

/// How calls are made of the kernel with this name in a game's table; `None` when there is no such kernel.
pub fn calls_of(game: &str, entry: &str) -> Option<Box<dyn Fn(Tier, &mut Random) -> Call>> {
    for Kernel { declaration, exercise } in kernels() {
        if declaration.game == game
            && let Some(index) = declaration.names().iter().position(|name| name == entry)
        {
            let lane = declaration.lanes.get(index).map_or(0, |&lane| lane as usize);
            return Some(Box::new(move |tier, random| (exercise.call)(Kind { tier, lane }, random)));
        }
    }
    let entry = entry.to_owned();
    match game {
        "gomoku" => Some(Box::new(move |_, random| gomoku_calls::call(&entry, random).expect("a known kernel"))),
        "nogo" => Some(Box::new(move |tier, random| nogo_calls::call(&entry, tier, random).expect("a known kernel"))),
        _ => None,
    }
}
