//! Boards for JavaScript.

use crate::any::{Any, Kind, Played, colour, each, outcome};
use crate::games::{self, Name};
use crate::values::{flag, property, thrown, to_js, whole};
use js_sys::Float32Array;
use serde::Serialize;
use std::cell::RefCell;
use std::collections::BTreeMap;
use stonemask::game::{Colour, Game, Perft, Tally};
use stonemask::perft::divide;
use stonemask::playout::playouts;
use stonemask::slab::Actions;
use stonemask::svg::Drawing;
use stonemask::{gomoku, nogo};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** The games by name. */
export type Game = "othello4" | "othello6" | "othello8" | "gomoku" | "nogo";
export type Colour = "black" | "white";
/** Of Gomoku. */
export type Rule = "freestyle" | "standard" | "renju" | "caro" | "caro-exact";

/** Parts of a picture beside stones, letters and numbers. */
export interface SvgOptions {
  /** Marks the last move. */
  last?: boolean;
  /** Marks the legal moves. */
  legalMoves?: boolean;
  /** Writes on each stone the number of its move. */
  numbers?: boolean;
  /** A number for each point, NaN for none. */
  values?: Float32Array;
}

/** Positions at a depth, plus the games that ended above it, each once. A pass is a ply. */
export interface Perft {
  nodes: number;
  /** Of these, the games that ended above the depth. */
  finished: number;
}

/** Counts of finished games. */
export interface Tally {
  black: number;
  white: number;
  draws: number;
  /** Plies of all games together, passes included. */
  plies: number;
}
"#;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(typescript_type = "Game")]
    pub type GameName;
    #[wasm_bindgen(typescript_type = "Colour")]
    pub type ColourName;
    #[wasm_bindgen(typescript_type = "Colour | undefined")]
    pub type MaybeColour;
    #[wasm_bindgen(typescript_type = "Colour | \"draw\" | undefined")]
    pub type MaybeOutcome;
    #[wasm_bindgen(typescript_type = "Rule | undefined")]
    pub type MaybeRule;
    #[wasm_bindgen(typescript_type = "SvgOptions")]
    pub type SvgOptions;
    #[wasm_bindgen(typescript_type = "Perft")]
    pub type PerftObject;
    #[wasm_bindgen(typescript_type = "Record<string, Perft>")]
    pub type Divided;
    #[wasm_bindgen(typescript_type = "Tally")]
    pub type TallyObject;
    #[wasm_bindgen(typescript_type = "Record<string, string>")]
    pub type Reasons;
}

#[derive(Serialize)]
struct Counted {
    nodes: u64,
    finished: u64,
}

impl From<Perft> for Counted {
    fn from(Perft { nodes, finished }: Perft) -> Counted {
        Counted { nodes, finished }
    }
}

#[derive(Serialize)]
struct Tallied {
    black: u64,
    white: u64,
    draws: u64,
    plies: u64,
}

/// A game in progress: a board, and the plies that led to it.
#[wasm_bindgen]
pub struct Board {
    pub(crate) any: Any,
}

/// The game of this name.
pub(crate) fn named(game: &GameName) -> Result<Name, JsValue> {
    let text = game.as_string().ok_or_else(|| thrown("a game's name: expected a string"))?;
    games::named(&text).map_err(thrown)
}

pub(crate) fn colour_named(name: &ColourName) -> Result<Colour, JsValue> {
    match name.as_string().as_deref() {
        Some("black") => Ok(Colour::Black),
        Some("white") => Ok(Colour::White),
        _ => Err(thrown("expected \"black\" or \"white\"")),
    }
}

#[wasm_bindgen]
impl Board {
    /// The start of a game: Gomoku's is 15x15 freestyle, NoGo's 9x9.
    pub fn start(game: GameName) -> Result<Board, JsValue> {
        Ok(Board { any: Any::start(named(&game)?) })
    }

    /// An empty board of Gomoku, of 1 to 64 rows and columns.
    pub fn gomoku(rows: usize, columns: usize, rule: &str) -> Result<Board, JsValue> {
        let size = gomoku::Size::new(rows, columns).map_err(thrown)?;
        let board = gomoku::Board::with_size(size, rule.parse().map_err(thrown)?);
        Ok(Board { any: Any::Gomoku(Played::new(board)) })
    }

    /// An empty board of NoGo, up to 9x9. `blocked` are cells, such as "a1 e5"; with
    /// `forbid_centre` black's first move may not be there.
    pub fn nogo(
        rows: usize,
        columns: usize,
        blocked: Option<String>,
        forbid_centre: Option<bool>,
    ) -> Result<Board, JsValue> {
        let blocked = blocked.unwrap_or_default().parse().map_err(thrown)?;
        let shape = nogo::Shape::new(rows, columns, blocked).map_err(thrown)?;
        let board = match forbid_centre {
            Some(true) => nogo::Board::with_centre_forbidden(shape).map_err(thrown)?,
            _ => nogo::Board::with_shape(shape),
        };
        Ok(Board { any: Any::Nogo(Played::new(board)) })
    }

    /// The board of a text, as `toString` and `toDiagram` write it.
    pub fn parse(game: GameName, text: &str) -> Result<Board, JsValue> {
        Ok(Board { any: Any::read(named(&game)?, text).map_err(thrown)? })
    }

    /// A copy of the board with its plies.
    #[wasm_bindgen(js_name = clone)]
    pub fn duplicate(&self) -> Board {
        let any = match &self.any {
            Any::Othello4(played) => Any::Othello4(played.duplicate()),
            Any::Othello6(played) => Any::Othello6(played.duplicate()),
            Any::Othello8(played) => Any::Othello8(played.duplicate()),
            Any::Gomoku(played) => Any::Gomoku(played.duplicate()),
            Any::Nogo(played) => Any::Nogo(played.duplicate()),
        };
        Board { any }
    }

    /// The game's name.
    #[wasm_bindgen(getter)]
    pub fn game(&self) -> GameName {
        fn of<G: Kind>(_: &Played<G>) -> Name {
            G::name()
        }
        JsValue::from(each!(&self.any, played => of(played)).to_string()).unchecked_into()
    }

    #[wasm_bindgen(getter)]
    pub fn rows(&self) -> usize {
        self.extent().0
    }

    #[wasm_bindgen(getter)]
    pub fn columns(&self) -> usize {
        self.extent().1
    }

    fn extent(&self) -> (usize, usize) {
        match &self.any {
            Any::Othello4(_) => (4, 4),
            Any::Othello6(_) => (6, 6),
            Any::Othello8(_) => (8, 8),
            Any::Gomoku(played) => (played.board.size().rows(), played.board.size().columns()),
            Any::Nogo(played) => (played.board.shape().rows(), played.board.shape().columns()),
        }
    }

    /// Gomoku's rule.
    #[wasm_bindgen(getter)]
    pub fn rule(&self) -> MaybeRule {
        JsValue::from(each!(&self.any, played => Kind::rule(&played.board))).unchecked_into()
    }

    /// The side to move; once the game is over, the side whose turn it would be.
    #[wasm_bindgen(getter, js_name = toMove)]
    pub fn to_move(&self) -> ColourName {
        JsValue::from(colour(each!(&self.any, played => Game::to_move(&played.board)))).unchecked_into()
    }

    #[wasm_bindgen(getter, js_name = isOver)]
    pub fn is_over(&self) -> bool {
        each!(&self.any, played => Game::is_over(&played.board))
    }

    /// Who won; undefined while the game goes on.
    #[wasm_bindgen(getter)]
    pub fn outcome(&self) -> MaybeOutcome {
        JsValue::from(each!(&self.any, played => Game::outcome(&played.board)).map(outcome)).unchecked_into()
    }

    #[wasm_bindgen(getter)]
    pub fn winner(&self) -> MaybeColour {
        JsValue::from(each!(&self.any, played => Game::winner(&played.board)).map(colour)).unchecked_into()
    }

    /// Othello: black's discs minus white's.
    #[wasm_bindgen(getter)]
    pub fn score(&self) -> Option<i32> {
        each!(&self.any, played => Kind::score(&played.board))
    }

    /// The plies played.
    #[wasm_bindgen(getter)]
    pub fn plies(&self) -> Vec<String> {
        each!(&self.any, played => played.plies.iter().map(ToString::to_string).collect())
    }

    /// The cells, row by row from the top left: 0 empty, 1 black, 2 white, 3 blocked.
    #[wasm_bindgen(getter)]
    pub fn cells(&self) -> Vec<u8> {
        each!(&self.any, played => {
            let mut cells = vec![0; played.board.cell_count()];
            played.board.write_cells(&mut cells);
            cells
        })
    }

    /// The names of the cells, in their order.
    #[wasm_bindgen(getter)]
    pub fn points(&self) -> Vec<String> {
        each!(&self.any, played => {
            let name = |action| played.board.ply(action).map(|ply| ply.to_string()).unwrap_or_default();
            (0..played.board.cell_count()).map(name).collect()
        })
    }

    /// The legal plies; "pass" where it is the only one, none when the game is over.
    #[wasm_bindgen(js_name = legalMoves)]
    pub fn legal_moves(&self) -> Vec<String> {
        each!(&self.any, played => Game::plies(&played.board).map(|ply| ply.to_string()).collect())
    }

    /// The points where a colour may play, whoever is to move.
    pub fn allowed(&self, colour: ColourName) -> Result<Vec<String>, JsValue> {
        let colour = colour_named(&colour)?;
        Ok(each!(&self.any, played => Kind::allowed(&played.board, colour)))
    }

    /// Why a ply is not legal; undefined where it is.
    pub fn check(&self, ply: &str) -> Option<String> {
        each!(&self.any, played => played.legal(ply).err())
    }

    /// Plays a ply; an illegal one throws, and the board is as before.
    pub fn play(&mut self, ply: &str) -> Result<(), JsValue> {
        each!(&mut self.any, played => played.play(ply)).map_err(thrown)
    }

    /// Takes the last ply back and returns it; undefined at the start.
    pub fn undo(&mut self) -> Option<String> {
        each!(&mut self.any, played => played.undo().map(|ply| ply.to_string()))
    }

    /// Othello: the discs that a legal ply turns.
    pub fn flips(&self, ply: &str) -> Result<Vec<String>, JsValue> {
        each!(&self.any, played => played.legal(ply).map(|ply| Kind::flips(&played.board, ply))).map_err(thrown)
    }

    /// Gomoku: the points that renju forbids to black, who is to move, each with the reason.
    pub fn forbidden(&self) -> Reasons {
        to_js(&each!(&self.any, played => Kind::forbidden(&played.board))).unchecked_into()
    }

    /// Gomoku: the stones that won.
    #[wasm_bindgen(js_name = winningLine)]
    pub fn winning_line(&self) -> Vec<String> {
        each!(&self.any, played => Kind::winning_line(&played.board))
    }

    /// The board in one line, as `parse` reads it.
    #[wasm_bindgen(js_name = toString)]
    #[allow(clippy::inherent_to_string, reason = "JavaScript's name")]
    pub fn to_string(&self) -> String {
        each!(&self.any, played => played.board.to_string())
    }

    /// The board at which the plies begin, in one line.
    #[wasm_bindgen(getter, js_name = startText)]
    pub fn start_text(&self) -> String {
        each!(&self.any, played => played.start.to_string())
    }

    /// The board as a diagram, as `parse` reads it.
    #[wasm_bindgen(js_name = toDiagram)]
    pub fn to_diagram(&self) -> String {
        each!(&self.any, played => format!("{:#}", played.board))
    }

    /// The board as an SVG picture.
    #[wasm_bindgen(js_name = toSvg)]
    pub fn to_svg(&self, options: Option<SvgOptions>) -> Result<String, JsValue> {
        let options: JsValue = options.map_or(JsValue::UNDEFINED, Into::into);
        let values: Vec<f32> = match property(&options, "values") {
            Some(values) => {
                values.dyn_into::<Float32Array>().map_err(|_| thrown("values: expected a Float32Array"))?.to_vec()
            }
            None => Vec::new(),
        };
        Ok(each!(&self.any, played => {
            let mut drawing = Drawing::of(&played.board).values(&values);
            if let (true, Some(&ply)) = (flag(&options, "last"), played.plies.last()) {
                drawing = drawing.last(ply);
            }
            if flag(&options, "legalMoves") {
                drawing = drawing.legal_moves();
            }
            if flag(&options, "numbers") {
                drawing = drawing.numbers(&played.plies);
            }
            drawing.to_string()
        }))
    }

    /// A hash of the position and the side to move, equal on every machine.
    #[wasm_bindgen(getter)]
    pub fn key(&self) -> u64 {
        match &self.any {
            Any::Othello4(played) => played.board.key(),
            Any::Othello6(played) => played.board.key(),
            Any::Othello8(played) => played.board.key(),
            Any::Gomoku(played) => played.board.key(),
            Any::Nogo(played) => played.board.key(),
        }
    }

    /// Counts the positions `depth` plies below.
    pub fn perft(&self, depth: u32) -> PerftObject {
        to_js(&Counted::from(each!(&self.any, played => Game::perft(&played.board, depth)))).unchecked_into()
    }

    /// The perft of each first ply, `depth` from 1.
    pub fn divide(&self, depth: u32) -> Result<Divided, JsValue> {
        if depth == 0 {
            return Err(thrown("depth: expected 1 or more"));
        }
        let mut counts = BTreeMap::new();
        // Not `collect`, which sorts first: that is much code.
        each!(&self.any, played => counts.extend(
            divide(&played.board, depth).into_iter().map(|(ply, count)| (ply.to_string(), Counted::from(count)))
        ));
        Ok(to_js(&counts).unchecked_into())
    }

    /// Plays random games to their end: the same on every machine for a seed.
    pub fn playouts(&self, games: f64, seed: Option<f64>) -> Result<TallyObject, JsValue> {
        let (games, seed) = counts(games, seed)?;
        let tally: Tally = each!(&self.any, played => playouts(std::slice::from_ref(&played.board), games, seed)[0]);
        let [black, white] = Colour::ALL.map(|colour| tally.wins(colour));
        Ok(to_js(&Tallied { black, white, draws: tally.draws, plies: tally.plies }).unchecked_into())
    }

    /// NoGo: for each cell, in how many of these random games it is black's at their end less in
    /// how many it is white's, from -1 to 1.
    pub fn ownership(&self, games: f64, seed: Option<f64>) -> Result<Vec<f32>, JsValue> {
        let Any::Nogo(played) = &self.any else { return Err(thrown("ownership is of nogo alone")) };
        let (games, seed) = counts(games, seed)?;
        let (_, ends) = nogo::Batch::new(seed).run_with_ends(&[played.board], games);
        let share = |action| {
            let Some(point) = played.board.ply(action) else { return 0.0 };
            let [black, white] = Colour::ALL.map(|colour| ends[0].stones(colour, point) as f32);
            (black - white) / ends[0].games().max(1) as f32
        };
        Ok((0..played.board.cell_count()).map(share).collect())
    }
}

/// A number of games, and a seed.
fn counts(games: f64, seed: Option<f64>) -> Result<(u64, u64), JsValue> {
    let object = js_sys::Object::new();
    let set = |name: &str, value: f64| js_sys::Reflect::set(&object, &name.into(), &value.into());
    set("games", games)?;
    set("seed", seed.unwrap_or(1.0))?;
    let number = |name, least| Ok::<u64, JsValue>(whole(&object, name, least)?.expect("it was set"));
    Ok((number("games", 1.0)?, number("seed", 0.0)?))
}

thread_local! {
    /// The error that an observer threw, until its search has returned.
    static THROWN: RefCell<Option<JsValue>> = const { RefCell::new(None) };
}

/// Calls an observer; whether it lets the work go on. It says `false`, or throws, to end it.
pub(crate) fn observe(observer: &js_sys::Function, value: &JsValue) -> bool {
    match observer.call1(&JsValue::NULL, value) {
        Ok(answer) => answer != JsValue::FALSE,
        Err(error) => {
            THROWN.with(|thrown| thrown.replace(Some(error)));
            false
        }
    }
}

/// The error that an observer threw.
///
/// # Errors
/// If one did.
pub(crate) fn observed() -> Result<(), JsValue> {
    THROWN.with(|thrown| thrown.take()).map_or(Ok(()), Err)
}
