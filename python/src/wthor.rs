//! Recorded games of 8x8 Othello (WTHOR), replayed by the rules.

use crate::game::value_error;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use std::path::PathBuf;
use stonemask::game::Outcome;
use stonemask::othello::{Board, Move, wthor};
use stonemask::slab::outcome_code;

/// A replayed record: the actions, passes included, black's discs and the theoretical ones, the
/// outcome by the rules.
type Game = (Vec<usize>, u32, u32, u8);

/// Replays a record. Some end before the game does.
fn replay(record: &wthor::Record) -> Result<Game, String> {
    let (mut board, mut actions) = (Board::<8>::start(), Vec::new());
    for (index, square) in record.squares().enumerate() {
        let wrong = |error: &dyn std::fmt::Display| format!("move {}: {error}", index + 1);
        let square = square.map_err(|bad| wrong(&format!("{} names no square", bad.byte)))?;
        if board.must_pass() {
            board.play(Move::Pass);
            actions.push(board.action(Move::Pass));
        }
        board.try_play(square).map_err(|error| wrong(&error))?;
        actions.push(board.action(square.into()));
    }
    let outcome: Option<Outcome> = board.outcome();
    Ok((actions, record.black(), record.theoretical(), outcome_code(outcome)))
}

/// Reads a WTHOR database (.wtb) of 8x8 games and replays each by the rules: a list of tuples of
/// the actions (passes, which the file leaves out, among them), black's discs at the end (empty
/// squares the winner's), black's with perfect play from the depth that the file is about, and the
/// outcome, 0 where the record ends before the game.
///
/// Raises ValueError, with the game and the move, where a record breaks the rules, and OSError if
/// the file cannot be read.
#[pyfunction]
pub(crate) fn othello_read_wthor(py: Python<'_>, path: PathBuf) -> PyResult<Vec<Game>> {
    let name = path.display().to_string();
    // By Python, whose errors have the number, the text and the path.
    let file: PyBackedBytes =
        py.import("pathlib")?.getattr("Path")?.call1((path,))?.call_method0("read_bytes")?.extract()?;
    py.detach(|| {
        let database = wthor::read(&file[..]).map_err(|error| value_error(format!("{name}: {error}")))?;
        let replayed = database.games.iter().enumerate().map(|(index, record)| {
            replay(record).map_err(|error| value_error(format!("{name}, game {}, {error}", index + 1)))
        });
        replayed.collect()
    })
}
