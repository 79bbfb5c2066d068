//! Othello.

mod exact;
mod recorded;
mod search;
mod vectors;

use super::playable::{Draws, Losses, Mark, OwnProtocol, Playable, Signature, names};
use super::recorded::Place;
use super::shape::Shape;
use crate::error::Failure;
use crate::search_options::OtherWeights;
use serde::Serialize;
use std::collections::{BTreeMap, TryReserveError};
use std::num::NonZeroUsize;
use stonemask::game::Colour;
use stonemask::game::search::{Level, Limits};
use stonemask::othello::{Board, Move, Options, Scoring, Search, Square, SquareSet};

/// The answers of a vector that Othello has.
#[derive(Serialize)]
pub(crate) struct Answers {
    score: i32,
    flips: BTreeMap<String, Vec<String>>,
}

impl<const N: usize> Playable for Board<N> {
    const OPTIONS: &'static [&'static str] = &[];
    const USUAL_SIDE: Option<usize> = None;
    /// 4x4 is solved at once.
    const IS_ANALYSED: bool = N > 4;
    const HAS_PASSES: bool = true;
    const KEEPS_STONES: bool = false;
    const COUNTS_DISCS: bool = true;
    const JOINS_MOVES: bool = true;
    const OWN_PROTOCOL: Option<OwnProtocol> = Some(OwnProtocol::Nboard);
    const ID: &'static str = "othello";
    const SET_GAME: Option<&'static str> = Some("Othello");
    const FROM_THE_TOP: bool = true;
    const RESIGNS: bool = false;
    const OPENING: u32 = match N {
        4 => 2,
        6 => 4,
        _ => 8,
    };
    const SIGNATURE: Option<Signature> = match N {
        6 => Some(Signature { plies: &[4, 8, 12, 16], limits: Limits { depth: Some(12), nodes: None, time: None } }),
        8 => Some(Signature {
            plies: &[4, 12, 20, 28, 36, 46],
            limits: Limits { depth: Some(9), nodes: None, time: None },
        }),
        _ => None,
    };

    fn begin(_: &Shape) -> Result<Board<N>, Failure> {
        Ok(Board::start())
    }

    fn title(&self) -> String {
        format!("Othello {N}x{N}")
    }

    fn text(rows: &[String], _: &str, side: char) -> String {
        format!("{} {side}", rows.concat())
    }

    fn is_called(name: &str) -> bool {
        ["othello", "reversi"].iter().any(|known| name.eq_ignore_ascii_case(known))
    }

    fn mark(&self, (row, column): Place) -> Option<Mark> {
        Square::new(row, column).filter(|&square| self.legal_moves().contains(square)).map(|_| Mark::Legal)
    }

    fn legend() -> [&'static str; 4] {
        ["X black  O white", "( ) last  [ ] cursor", "* a legal move", ""]
    }

    fn standing(&self) -> String {
        let [black, white] = Colour::ALL.map(|colour| self.stones(colour).len());
        format!("discs {black}-{white}")
    }

    fn why_illegal(&self, ply: Move<N>) -> Option<String> {
        // The reason names squares, and their names are GTP's.
        self.check(ply).err().map(|error| error.reason().to_string())
    }

    fn margin(&self) -> u32 {
        self.score().unsigned_abs()
    }

    fn match_board(&self) -> String {
        String::new()
    }

    fn searching(
        _: &str,
        table_bytes: usize,
        threads: NonZeroUsize,
        weights: &OtherWeights,
    ) -> Result<Result<Search<N>, TryReserveError>, Failure> {
        let options = Options::default().threads(threads);
        Ok(match weights.read(Scoring::default())? {
            Some(weights) => Search::with_weights(table_bytes, options, weights),
            None => Search::with_options(table_bytes, options),
        })
    }

    fn losses(table_bytes: usize) -> Option<Box<dyn Losses>> {
        exact::losses::<N>(table_bytes)
    }

    fn draws(_: &Shape) -> Result<Draws, Failure> {
        Ok(Box::new(vectors::draw::<N>))
    }

    type Answers = Answers;

    fn answers(&self) -> Answers {
        let squares = self.legal_moves().into_iter();
        let flips = squares.map(|square| (square.to_string(), names(self.flips(square)))).collect();
        Answers { score: self.score(), flips }
    }

    /// The corners, and how many more squares a side can move to than the other; a game that is
    /// over by its discs.
    fn glances(&self) -> Vec<(Move<N>, i32)> {
        let own = self.to_move();
        let corners = [0, N - 1].map(|row| [0, N - 1].map(|column| Square::<N>::new(row, column)));
        let corners: SquareSet<N> = corners.into_iter().flatten().flatten().collect();
        let glance = |(ply, after): (Move<N>, Board<N>)| {
            if after.is_over() {
                let score = if own == Colour::Black { after.score() } else { -after.score() };
                return (ply, 1000 * score);
            }
            let corners = |colour| (after.stones(colour) & corners).len() as i32;
            let [replies, others] = [after, Board::new(after.position().pass(), own)].map(|board| board.mobility());
            (ply, 10 * (corners(own) - corners(own.other())) + others as i32 - replies as i32)
        };
        self.children().map(glance).collect()
    }

    fn nodes_of(level: Level) -> u64 {
        Board::<N>::level_nodes(level)
    }

    fn moves_to_come(&self) -> u32 {
        self.empties().len().div_ceil(2)
    }
}
