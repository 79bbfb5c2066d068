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
use stonemask::{gomoku, nogo, othello};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** By which moves a win of Gomoku is forced: fours alone, threes too, or all that threaten to win by fours. */
export type Means = "fours" | "threes" | "threats";

/** The proved result of a board. */
export interface Solution {
  /** False where the observer ended the search. */
  complete: boolean;
  /** Othello: black's discs minus white's. */
  score?: number;
  /** NoGo; Gomoku, where a colour can force a win by the solver's means. */
  winner?: Colour;
  /** Gomoku: by which moves; without a winner, those that were tried. */
  means?: Means;
  /** Othello: the proved bounds of a score that is not known. */
  lower?: number;
  upper?: number;
  /** One line of best play to the end, separated by spaces; of Gomoku up to the five, and empty without a winner. */
  line: string;
  nodes: number;
}

/** Hears of the work; `false` ends it. */
export type SolverObserver = (progress: { nodes: number; lower?: number; upper?: number; means?: Means }) => boolean | void;
"#;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(typescript_type = "Solution")]
    pub type SolutionObject;
    #[wasm_bindgen(typescript_type = "SolverObserver")]
    pub type SolverObserver;
    #[wasm_bindgen(typescript_type = "Means")]
    pub type MeansName;
}

#[derive(Serialize)]
struct Found {
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<&'static str>,
    #[serde(flatten)]
    progress: Progress,
    line: String,
}

#[derive(Default, Serialize)]
struct Progress {
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    upper: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    means: Option<&'static str>,
}

impl Progress {
    fn of_nodes(nodes: u64) -> Progress {
        Progress { nodes, ..Progress::default() }
    }
}

impl Found {
    /// A work that the observer ended.
    fn stopped(progress: Progress) -> Found {
        Found { complete: false, score: None, winner: None, progress, line: String::new() }
    }
}

/// A solver, with its table.
#[wasm_bindgen]
pub struct Solver {
    of: OfGame,
}

enum OfGame {
    Othello4(othello::Solver<4>),
    Othello6(othello::Solver<6>),
    Othello8(othello::Solver<8>),
    Gomoku(gomoku::Solver),
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

/// An observer as a solver hears it: of one report of some thousands.
fn heard<P>(observer: Option<&Function>, told: fn(P) -> Progress) -> impl FnMut(P) -> ControlFlow<()> {
    let mut calls = 0;
    move |progress| {
        calls += 1;
        match observer {
            Some(observer) if calls % STRIDE == 1 && !observe(observer, &to_js(&told(progress))) => {
                ControlFlow::Break(())
            }
            _ => ControlFlow::Continue(()),
        }
    }
}

fn joined(line: &[impl ToString]) -> String {
    line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn of_othello<const N: usize>(
    solver: &mut othello::Solver<N>,
    board: &othello::Board<N>,
    observer: Option<&Function>,
) -> Found {
    let told = |progress: othello::Progress| Progress {
        nodes: progress.nodes,
        lower: Some(progress.lower),
        upper: Some(progress.upper),
        means: None,
    };
    match solver.solve_observed(board, heard(observer, told)) {
        Ok(solution) => Found {
            complete: true,
            score: Some(solution.score),
            winner: None,
            progress: Progress::of_nodes(solution.nodes),
            line: solution.line.to_string(),
        },
        Err(Stopped(progress)) => Found::stopped(told(progress)),
    }
}

fn of_gomoku(
    solver: &mut gomoku::Solver,
    board: &gomoku::Board,
    observer: Option<&Function>,
) -> Result<Found, gomoku::SolveError> {
    let told = |progress: gomoku::Progress| Progress {
        means: Some(progress.means.name()),
        ..Progress::of_nodes(progress.nodes)
    };
    match solver.solve_observed(board, heard(observer, told)) {
        Ok(gomoku::Solution { winner, means, line, nodes }) => Ok(Found {
            complete: true,
            score: None,
            winner: winner.map(colour),
            progress: told(gomoku::Progress { means, nodes }),
            line: joined(&line),
        }),
        Err(gomoku::SolveError::Stopped(Stopped(progress))) => Ok(Found::stopped(told(progress))),
        Err(error) => Err(error),
    }
}

fn of_nogo(
    solver: &mut nogo::Solver,
    board: &nogo::Board,
    observer: Option<&Function>,
) -> Result<Found, nogo::SolveError> {
    let told = |progress: nogo::Progress| Progress::of_nodes(progress.nodes);
    match solver.solve_observed(board, heard(observer, told)) {
        Ok(solution) => Ok(Found {
            complete: true,
            score: None,
            winner: Some(colour(solution.winner)),
            progress: Progress::of_nodes(solution.nodes),
            line: joined(&solution.line),
        }),
        Err(nogo::SolveError::Stopped(Stopped(progress))) => Ok(Found::stopped(told(progress))),
        Err(error) => Err(error),
    }
}

fn means_named(name: MeansName) -> Result<gomoku::Means, JsValue> {
    let text = name.as_string().unwrap_or_default();
    let named = gomoku::Means::ALL.into_iter().find(|known| known.name() == text);
    named.ok_or_else(|| thrown("means: expected \"fours\", \"threes\" or \"threats\""))
}

#[wasm_bindgen]
impl Solver {
    /// A solver of a game, with a table of these mebibytes, 16 by default. With weights, those of
    /// 6x6 and 8x8 boards, Othello is solved faster; the score does not depend on them. Of Gomoku
    /// it finds the wins that threats force, or weaker means.
    #[wasm_bindgen(constructor)]
    pub fn new(
        game: GameName,
        table_mib: Option<f64>,
        weights: Option<Weights>,
        means: Option<MeansName>,
    ) -> Result<Solver, JsValue> {
        let (bytes, weights) = (table_bytes(table_mib)?, weights.as_ref());
        let of = match named(&game)? {
            game if means.is_some() && game != Name::Gomoku => {
                return Err(thrown(format!("means do not apply to {game}")));
            }
            Name::Othello4 => OfGame::Othello4(othello(bytes, weights)?),
            Name::Othello6 => OfGame::Othello6(othello(bytes, weights)?),
            Name::Othello8 => OfGame::Othello8(othello(bytes, weights)?),
            game if weights.is_some() => return Err(thrown(format!("weights do not apply to {game}"))),
            Name::Gomoku => {
                let means = means.map_or(Ok(gomoku::Means::Threats), means_named)?;
                OfGame::Gomoku(gomoku::Solver::new(bytes).map_err(thrown)?.by(means))
            }
            Name::Nogo => OfGame::Nogo(nogo::Solver::new(bytes).map_err(thrown)?),
        };
        Ok(Solver { of })
    }

    /// The score of a board, or its winner, and a line of best play; of Gomoku, whether threats
    /// force a win, up to 32x32. Boards that are too large throw where that is known beforehand.
    pub fn solve(&mut self, board: &Board, observer: Option<SolverObserver>) -> Result<SolutionObject, JsValue> {
        let observer: Option<Function> = match observer.map(JsValue::from) {
            Some(observer) => Some(observer.dyn_into().map_err(|_| thrown("observer: expected a function"))?),
            None => None,
        };
        let observer = observer.as_ref();
        let found = match (&mut self.of, &board.any) {
            (OfGame::Othello4(solver), Any::Othello4(played)) => of_othello(solver, &played.board, observer),
            (OfGame::Othello6(solver), Any::Othello6(played)) => of_othello(solver, &played.board, observer),
            (OfGame::Othello8(solver), Any::Othello8(played)) => of_othello(solver, &played.board, observer),
            (OfGame::Gomoku(solver), Any::Gomoku(played)) => {
                of_gomoku(solver, &played.board, observer).map_err(thrown)?
            }
            (OfGame::Nogo(solver), Any::Nogo(played)) => of_nogo(solver, &played.board, observer).map_err(thrown)?,
            _ => return Err(thrown("the solver is of another game than the board")),
        };
        observed()?;
        Ok(to_js(&found).unchecked_into())
    }
}
