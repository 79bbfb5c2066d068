//! The judge's questions to an engine, whatever the protocol.

use super::engine::Engine;
use super::fault::Stop;
use super::table::State;
use std::time::Duration;
use stonemask::game::Outcome;

/// The time of a game, as an engine is told of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GameTime {
    /// In the beginning.
    pub(crate) main: Duration,
    /// The time that each move adds.
    pub(crate) increment: Duration,
    /// The rest of black's and of white's.
    pub(crate) left: [Duration; 2],
}

/// An engine's perft.
pub(crate) enum Count {
    Total(u64),
    /// By first move.
    Divide(Vec<(String, u64)>),
}

/// An engine that runs, spoken to by its protocol. A question that a protocol cannot ask has no
/// answer.
pub(crate) trait Driver {
    /// Goes through what the protocol says whatever the game.
    fn speak(&mut self) -> Result<(), Stop>;

    /// The process, if it is one.
    fn engine(&mut self) -> Option<&mut Engine> {
        None
    }

    /// A new game begins, whose random choices are of this seed.
    fn begin(&mut self, _: u64) {}

    /// From now on games are played on time.
    fn set_time(&mut self, _: GameTime) {}

    /// Its legal moves.
    fn moves(&mut self, _: &State) -> Result<Option<Vec<String>>, Stop> {
        Ok(None)
    }

    /// Whether it takes a move.
    fn accepts(&mut self, _: &State, _: &str) -> Result<Option<bool>, Stop> {
        Ok(None)
    }

    /// The move that it plays.
    fn choose(&mut self, _: &State) -> Result<Option<String>, Stop> {
        Ok(None)
    }

    /// How a game went that is over.
    fn result(&mut self, _: &State) -> Result<Option<Outcome>, Stop> {
        Ok(None)
    }

    /// A perft.
    fn count(&mut self, _: &State, _: u32) -> Result<Option<Count>, Stop> {
        Ok(None)
    }
}

/// The plies that an engine has yet to be told of, if what it was told is the beginning of a game.
pub(crate) fn rest<'a>(told: &Option<(String, Vec<String>)>, state: &'a State) -> Option<&'a [String]> {
    let (start, moves) = told.as_ref()?;
    (*start == state.start && state.moves.starts_with(moves)).then(|| &state.moves[moves.len()..])
}
