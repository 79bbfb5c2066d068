//! Searches: what a position is worth.

use crate::any::{Any, Kind, Played};
use crate::board::{Board, GameName, named, observe, observed};
use crate::games::Name;
use crate::search::{Known, Scored, Value};
use crate::values::{number, thrown, to_js, whole};
use crate::weights::{Boards, Take, Weights};
use js_sys::Function;
use serde::Serialize;
use std::fmt::Display;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use stonemask::game::search::{Certainty, Level, Limits};
use stonemask::{gomoku, nogo, othello};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** How much a search does: until the first of these is reached. */
export interface Limits {
  /** Positions searched, or random games played in NoGo. */
  nodes?: number;
  /** Plies of the deepest search. */
  depth?: number;
  /** Seconds. */
  time?: number;
  /** How many best moves are wanted: 1 by default. */
  top?: number;
}

/** Othello: black's discs minus white's. Else who wins in how many plies (null: nobody), or black's share of the wins. */
export type Score = number | { winner: Colour; plies: number } | { winner: null } | { share: number };
export type Certainty = "exact" | "at-least" | "at-most" | "estimate";

/** A score and how sure it is. */
export interface Scored {
  score: Score;
  certainty: Certainty;
  /** Of an estimate, in percent. */
  confidence?: number;
  depth: number;
  /** The move and what follows it, separated by spaces. */
  line: string;
}

/** A search's knowledge, as `stonemask analyse --json` says it. */
export interface Analysis extends Scored {
  /** Whether a limit was reached or the score is exact; false where an observer ended the search. */
  complete: boolean;
  lower: Score;
  upper: Score;
  /** The best moves, the best first. */
  moves: Scored[];
  nodes: number;
  seconds: number;
}

/** Hears of the work; `false` ends it. */
export type AnalysisObserver = (analysis: Analysis) => boolean | void;
"#;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(typescript_type = "Limits")]
    pub type LimitsObject;
    #[wasm_bindgen(typescript_type = "Analysis")]
    pub type AnalysisObject;
    #[wasm_bindgen(typescript_type = "AnalysisObserver")]
    pub type AnalysisObserver;
}

#[derive(Serialize)]
struct Told {
    score: Value,
    certainty: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<u8>,
    depth: u32,
    line: String,
}

#[derive(Serialize)]
struct Report {
    complete: bool,
    #[serde(flatten)]
    best: Told,
    lower: Value,
    upper: Value,
    moves: Vec<Told>,
    nodes: u64,
    seconds: f64,
}

impl Told {
    fn of<M: Display>(Scored { value, certainty, depth, line }: &Scored<M>) -> Told {
        let (certainty, confidence) = match *certainty {
            Certainty::Exact => ("exact", None),
            Certainty::AtLeast => ("at-least", None),
            Certainty::AtMost => ("at-most", None),
            Certainty::Estimate { confidence } => ("estimate", Some(confidence).filter(|&confidence| confidence > 0)),
        };
        let line: Vec<String> = line.iter().map(M::to_string).collect();
        Told { score: *value, certainty, confidence, depth: *depth, line: line.join(" ") }
    }
}

fn report<M: Display>(known: &Known<M>, complete: bool) -> JsValue {
    let of_best = || known.moves.first().map(Told::of);
    let finished = Told { score: known.value(), certainty: "exact", confidence: None, depth: 0, line: String::new() };
    to_js(&Report {
        complete,
        best: of_best().unwrap_or(finished),
        lower: known.lower,
        upper: known.upper,
        moves: known.moves.iter().map(Told::of).collect(),
        nodes: known.nodes,
        seconds: known.time.as_secs_f64(),
    })
}

/// A search of one game, with its table.
#[wasm_bindgen]
pub struct Search {
    of: OfGame,
}

enum OfGame {
    Othello4(othello::Search<4>),
    Othello6(othello::Search<6>),
    Othello8(othello::Search<8>),
    Gomoku(gomoku::Search),
    Nogo(Box<nogo::Search>),
}

fn othello<const N: usize>(bytes: usize, weights: Option<&Weights>) -> Result<othello::Search<N>, JsValue>
where
    Boards: Take<N>,
{
    let weights = <Boards as Take<N>>::take(weights)?;
    othello::Search::with_weights(bytes, othello::Options::default(), weights).map_err(thrown)
}

/// The bytes of a table of some mebibytes, 16 by default.
pub(crate) fn table_bytes(mebibytes: Option<f64>) -> Result<usize, JsValue> {
    let mebibytes = mebibytes.unwrap_or(16.0);
    if (0.0..=2048.0).contains(&mebibytes) {
        Ok((mebibytes * f64::from(1 << 20)) as usize)
    } else {
        Err(thrown("the table's mebibytes: expected 0 to 2048"))
    }
}

#[wasm_bindgen]
impl Search {
    /// A search of a game, with a table of these mebibytes, 16 by default. Of Othello it needs
    /// weights on 6x6 and 8x8 boards: without them it knows only what it has proved.
    #[wasm_bindgen(constructor)]
    pub fn new(game: GameName, table_mib: Option<f64>, weights: Option<Weights>) -> Result<Search, JsValue> {
        let (bytes, weights) = (table_bytes(table_mib)?, weights.as_ref());
        let of = match (named(&game)?, weights) {
            (Name::Gomoku, None) => OfGame::Gomoku(gomoku::Search::new(bytes).map_err(thrown)?),
            (Name::Nogo, None) => OfGame::Nogo(Box::new(nogo::Search::new(bytes).map_err(thrown)?)),
            (Name::Othello4, weights) => OfGame::Othello4(othello(bytes, weights)?),
            (Name::Othello6, weights) => OfGame::Othello6(othello(bytes, weights)?),
            (Name::Othello8, weights) => OfGame::Othello8(othello(bytes, weights)?),
            (game, Some(_)) => return Err(thrown(format!("weights do not apply to {game}"))),
        };
        Ok(Search { of })
    }

    /// The worth of a board when a limit is reached; without limits, when its score is proved. The
    /// observer hears of the search when it knows more, and about four times in a second.
    pub fn run(
        &mut self,
        board: &Board,
        limits: Option<LimitsObject>,
        observer: Option<AnalysisObserver>,
    ) -> Result<AnalysisObject, JsValue> {
        let limits: JsValue = limits.map_or(JsValue::UNDEFINED, Into::into);
        let within = Limits {
            depth: whole(&limits, "depth", 1.0)?.map(|depth| depth.min(4096) as u32),
            nodes: whole(&limits, "nodes", 1.0)?,
            time: number(&limits, "time", 0.0)?.map(|seconds| Duration::from_secs_f64(seconds.min(1e9))),
        };
        let top = whole(&limits, "top", 1.0)?.unwrap_or(1).min(4096) as usize;
        let observer: Option<Function> = match observer.map(JsValue::from) {
            Some(observer) => Some(observer.dyn_into().map_err(|_| thrown("observer: expected a function"))?),
            None => None,
        };
        let observer = observer.as_ref();
        let found = match (&mut self.of, &board.any) {
            (OfGame::Othello4(search), Any::Othello4(played)) => look(played, search, top, within, observer),
            (OfGame::Othello6(search), Any::Othello6(played)) => look(played, search, top, within, observer),
            (OfGame::Othello8(search), Any::Othello8(played)) => look(played, search, top, within, observer),
            (OfGame::Gomoku(search), Any::Gomoku(played)) => look(played, search, top, within, observer),
            (OfGame::Nogo(search), Any::Nogo(played)) => look(played, search, top, within, observer),
            _ => return Err(thrown("the search is of another game than the board")),
        };
        observed()?;
        Ok(found.unchecked_into())
    }

    /// The ply that an opponent of a level plays, 1 to 9: that of the command on every machine, as
    /// long as the level's nodes reach. Undefined when the game is over.
    #[wasm_bindgen(js_name = levelMove)]
    pub fn level_move(&mut self, board: &Board, level: u8, seed: Option<f64>) -> Result<Option<String>, JsValue> {
        let level = Level::new(level).ok_or_else(|| thrown("a level: expected 1 to 9"))?;
        let seed = seed.unwrap_or(1.0) as u64;
        Ok(match (&mut self.of, &board.any) {
            (OfGame::Othello4(search), Any::Othello4(played)) => choose(played, search, level, seed),
            (OfGame::Othello6(search), Any::Othello6(played)) => choose(played, search, level, seed),
            (OfGame::Othello8(search), Any::Othello8(played)) => choose(played, search, level, seed),
            (OfGame::Gomoku(search), Any::Gomoku(played)) => choose(played, search, level, seed),
            (OfGame::Nogo(search), Any::Nogo(played)) => choose(played, search, level, seed),
            _ => return Err(thrown("the search is of another game than the board")),
        })
    }

    /// Forgets what it knows of earlier boards.
    pub fn clear(&mut self) {
        match &mut self.of {
            OfGame::Othello4(search) => search.clear(),
            OfGame::Othello6(search) => search.clear(),
            OfGame::Othello8(search) => search.clear(),
            OfGame::Gomoku(search) => search.clear(),
            OfGame::Nogo(_) => {}
        }
    }
}

static NEVER: AtomicBool = AtomicBool::new(false);

/// Between two reports that say nothing new but how many nodes there are, and between any two.
const PULSE: Duration = Duration::from_millis(250);
const PAUSE: Duration = Duration::from_millis(40);

fn look<G: Kind>(
    played: &Played<G>,
    search: &mut G::Search,
    top: usize,
    limits: Limits,
    observer: Option<&Function>,
) -> JsValue {
    let (mut results, mut last, mut ended) = (0, None, false);
    let hear = &mut |known: &Known<G::Move>| {
        let Some(observer) = observer else { return ControlFlow::Continue(()) };
        let since = last.map_or(Duration::MAX, |last| known.time.saturating_sub(last));
        let wait = if known.results > results { PAUSE } else { PULSE };
        if since < wait || known.moves.is_empty() {
            return ControlFlow::Continue(());
        }
        (results, last) = (known.results, Some(known.time));
        ended = !observe(observer, &report(known, known.complete));
        if ended { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let known = played.board.look(search, top, limits, hear, &NEVER);
    report(&known, known.complete || !ended)
}

fn choose<G: Kind>(played: &Played<G>, search: &mut G::Search, level: Level, seed: u64) -> Option<String> {
    let board = &played.board;
    if let Some(ply) = level.random_ply(board, seed) {
        return Some(ply.to_string());
    }
    G::clear(search);
    let hear = &mut |_: &Known<G::Move>| ControlFlow::Continue(());
    let known = board.look(search, 1, Limits::default().nodes(G::nodes_of(level)), hear, &NEVER);
    // As the library's level_move has it, which searches by weights of its own.
    let best = known.moves.first().and_then(|best| best.line.first().copied());
    best.or_else(|| board.plies().next()).map(|ply| ply.to_string())
}
