//! Solvers: exact scores.

use crate::analysis::table_bytes;
use crate::any::{Any, colour};
use crate::board::{Board, GameName, named, observe, observed};
use crate::games::Name;
use crate::values::{thrown, to_js};
use crate::weights::{Boards, Take, Weights};
use js_sys::Function;
use serde::Serialize;
use std::ops::ControlFlow;
use stonemask::game::Stopped;
use stonemask::{nogo, othello};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** The proved result of a board. */
export interface Solution {
  /** False where the observer ended the search. */
  complete: boolean;
  /** Othello: black's discs minus white's. */
  score?: number;
  /** NoGo. */
  winner?: Colour;
  /** Othello: the proved bounds of a score that is not known. */
  lower?: number;
  upper?: number;
  /** One line of best play to the end, separated by spaces. */
  line: string;
  nodes: number;
}

/** Hears of the work; `false` ends it. */
export type SolverObserver = (progress: { nodes: number; lower?: number; upper?: number }) => boolean | void;
"#;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(typescript_type = "Solution")]
    pub type SolutionObject;
    #[wasm_bindgen(typescript_type = "SolverObserver")]
    pub type SolverObserver;
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Found {
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<&'static str>,
    #[serde(flatten)]
    progress: Option<Progress>,
    line: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
}

#[derive(Serialize)]
struct Progress {
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    upper: Option<i32>,
}

/// A solver of Othello or NoGo, with its table.
#[wasm_bindgen]
pub struct Solver {
    of: OfGame,
}

enum OfGame {
    Othello4(othello::Solver<4>),
    Othello6(othello::Solver<6>),
    Othello8(othello::Solver<8>),
    Nogo(nogo::Solver),
}

fn othello<const N: usize>(bytes: usize, weights: Option<&Weights>) -> Result<othello::Solver<N>, JsValue>
where
    Boards: Take<N>,
{
    let weights = <Boards as Take<N>>::take(weights)?;
    othello::Solver::with_weights(bytes, othello::Options::default(), weights).map_err(thrown)
}

/// One report of some thousands.
const STRIDE: u32 = 64;

fn solve<const N: usize>(
    solver: &mut othello::Solver<N>,
    board: &othello::Board<N>,
    observer: Option<&Function>,
) -> Found {
    let mut calls = 0;
    let told = |progress: othello::Progress| Progress {
        nodes: progress.nodes,
        lower: Some(progress.lower),
        upper: Some(progress.upper),
    };
    let hear = |progress| {
        calls += 1;
        flow(observer.filter(|_| calls % STRIDE == 1), &told(progress))
    };
    match solver.solve_observed(board, hear) {
        Ok(solution) => Found {
            complete: true,
            score: Some(solution.score),
            winner: None,
            progress: None,
            line: solution.line.to_string(),
            nodes: Some(solution.nodes),
        },
        Err(Stopped(progress)) => Found {
            complete: false,
            score: None,
            winner: None,
            progress: Some(told(progress)),
            line: String::new(),
            nodes: None,
        },
    }
}

fn flow(observer: Option<&Function>, progress: &Progress) -> ControlFlow<()> {
    match observer {
        Some(observer) if !observe(observer, &to_js(progress)) => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    }
}

#[wasm_bindgen]
impl Solver {
    /// A solver of Othello or NoGo, with a table of these mebibytes, 16 by default. With weights, those of 6x6 and 8x8 boards, Othello is
    /// solved faster; the score does not depend on them.
    #[wasm_bindgen(constructor)]
    pub fn new(game: GameName, table_mib: Option<f64>, weights: Option<Weights>) -> Result<Solver, JsValue> {
        let (bytes, weights) = (table_bytes(table_mib)?, weights.as_ref());
        let of = match named(&game)? {
            Name::Othello4 => OfGame::Othello4(othello(bytes, weights)?),
            Name::Othello6 => OfGame::Othello6(othello(bytes, weights)?),
            Name::Othello8 => OfGame::Othello8(othello(bytes, weights)?),
            Name::Nogo if weights.is_some() => return Err(thrown("weights do not apply to nogo")),
            Name::Nogo => OfGame::Nogo(nogo::Solver::new(bytes).map_err(thrown)?),
            Name::Gomoku => return Err(thrown("gomoku has no solver; its search proves wins")),
        };
        Ok(Solver { of })
    }

    /// The score of a board, or its winner, and a line of best play. Boards that are too large throw where that is known beforehand.
    pub fn solve(&mut self, board: &Board, observer: Option<SolverObserver>) -> Result<SolutionObject, JsValue> {
        let observer: Option<Function> = match observer.map(JsValue::from) {
            Some(observer) => Some(observer.dyn_into().map_err(|_| thrown("observer: expected a function"))?),
            None => None,
        };
        let observer = observer.as_ref();
        let found = match (&mut self.of, &board.any) {
            (OfGame::Othello4(solver), Any::Othello4(played)) => solve(solver, &played.board, observer),
            (OfGame::Othello6(solver), Any::Othello6(played)) => solve(solver, &played.board, observer),
            (OfGame::Othello8(solver), Any::Othello8(played)) => solve(solver, &played.board, observer),
            (OfGame::Nogo(solver), Any::Nogo(played)) => {
                let mut calls = 0;
                let hear = |progress: nogo::Progress| {
                    calls += 1;
                    let told = Progress { nodes: progress.nodes, lower: None, upper: None };
                    flow(observer.filter(|_| calls % STRIDE == 1), &told)
                };
                match solver.solve_observed(&played.board, hear) {
                    Ok(solution) => Found {
                        complete: true,
                        score: None,
                        winner: Some(colour(solution.winner)),
                        progress: None,
                        line: solution.line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
                        nodes: Some(solution.nodes),
                    },
                    Err(nogo::SolveError::Stopped(Stopped(progress))) => Found {
                        complete: false,
                        score: None,
                        winner: None,
                        progress: Some(Progress { nodes: progress.nodes, lower: None, upper: None }),
                        line: String::new(),
                        nodes: None,
                    },
                    Err(error) => return Err(thrown(error)),
                }
            }
            _ => return Err(thrown("the solver is of another game than the board")),
        };
        observed()?;
        Ok(to_js(&found).unchecked_into())
    }
}
