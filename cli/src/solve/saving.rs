//! `--save` and `--resume`: the file that keeps a search.
//!
//! For one score it is the solver's checkpoint. For all moves (`--all`) it is a line with a
//! checksum of what follows, a line of JSON with the moves that are solved, and the checkpoint of
//! the next one.

use crate::error::Failure;
use crate::file;
use crate::search_options::scoring_name;
use crate::store::Store;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use stonemask::othello::{Board, CheckpointError, Line, Move, Scoring, Solver};

/// The first words of a file of all moves; the number is the version of this form.
const ALL: &str = "stonemask solve --all 1, ";

/// A legal move of the board, and its result.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Scored {
    #[serde(rename = "move")]
    pub(super) ply: String,
    pub(super) score: i32,
    pub(super) line: String,
    pub(super) nodes: u64,
}

pub(super) struct Saving<'a, const N: usize> {
    pub(super) file: &'a Path,
    /// The file that was named, or the one that took its place when another program wrote it.
    store: RefCell<Store>,
    pub(super) resumes: bool,
    pub(super) all: bool,
    pub(super) board: Board<N>,
    pub(super) scoring: Scoring,
}

/// Where a search was kept.
pub(super) struct Kept {
    pub(super) path: PathBuf,
    /// The file for which it was meant, if another program wrote that meanwhile.
    pub(super) foreign: Option<PathBuf>,
}

/// The second line of a file of all moves.
#[derive(Serialize, Deserialize)]
struct Moves<'a> {
    board: String,
    scoring: Cow<'a, str>,
    /// Those that are solved, in the order of the board's moves.
    moves: Cow<'a, [Scored]>,
}

impl<'a, const N: usize> Saving<'a, N> {
    /// The longest file, in MiB.
    const LIMIT: u64 = 64;

    pub(super) fn new(file: &'a Path, resumes: bool, all: bool, board: Board<N>, scoring: Scoring) -> Saving<'a, N> {
        Saving { file, store: RefCell::new(Store::new(file.to_owned(), None)), resumes, all, board, scoring }
    }

    pub(super) fn failure(&self, error: impl Display) -> Failure {
        Failure::bad_input(format!("{}: {error}", self.file.display()))
    }

    /// Reads the file, or sees that one can be written there; the moves that are solved already.
    pub(super) fn begin(&self, solver: &mut Solver<N>) -> Result<Vec<Scored>, Failure> {
        file::check_write(self.file).map_err(|error| self.failure(error))?;
        if self.resumes {
            let bytes = file::read(self.file, Self::LIMIT).map_err(|error| self.failure(error))?;
            let moves = self.resume(&bytes, solver).map_err(|reason| self.failure(reason))?;
            *self.store.borrow_mut() = Store::new(self.file.to_owned(), Some(bytes));
            return Ok(moves);
        }
        // It may be the only trace of days of work.
        if self.file.exists() {
            Err(self.failure("the file exists; --resume goes on from a saved search"))
        } else {
            Ok(Vec::new())
        }
    }

    fn resume(&self, bytes: &[u8], solver: &mut Solver<N>) -> Result<Vec<Scored>, String> {
        let told = |error: CheckpointError| error.to_string();
        let Some(rest) = bytes.strip_prefix(ALL.as_bytes()) else {
            solver.resume(&self.board, bytes).map_err(told)?;
            return if self.all { Err("the saved search of one score, without --all".into()) } else { Ok(Vec::new()) };
        };
        let (kept, checkpoint) = read(rest).ok_or_else(|| told(CheckpointError::Damaged))?;
        if kept.board != self.board.to_string() {
            return Err(told(CheckpointError::OtherBoard));
        }
        let saved = Scoring::ALL.into_iter().find(|&scoring| scoring_name(scoring) == kept.scoring);
        let saved = saved.ok_or_else(|| told(CheckpointError::Damaged))?;
        if saved != self.scoring {
            return Err(told(CheckpointError::OtherScoring(saved)));
        }
        if !self.all {
            return Err("the saved search of all moves, with --all".into());
        }
        let mut children = self.board.children();
        let hold = kept.moves.iter().all(|scored| children.next().is_some_and(|child| self.is_result(scored, child)));
        let next = children.next().filter(|_| hold).ok_or_else(|| told(CheckpointError::Damaged))?;
        solver.resume(&next.1, checkpoint).map_err(told)?;
        Ok(kept.moves.into_owned())
    }

    /// Writes what the solver knows, and with `--all` the moves that are solved: how to go on from
    /// that, or why it was not written.
    pub(super) fn keep(&self, solver: &Solver<N>, moves: &[Scored]) -> Result<Kept, String> {
        let mut bytes = solver.checkpoint().expect("the search was stopped");
        if self.all {
            let (board, scoring) = (self.board.to_string(), scoring_name(self.scoring).into());
            let kept = Moves { board, scoring, moves: moves.into() };
            let mut rest = serde_json::to_vec(&kept).expect("moves are plain data");
            rest.push(b'\n');
            rest.append(&mut bytes);
            bytes = format!("{ALL}{:08x}\n", crc32fast::hash(&rest)).into_bytes();
            bytes.append(&mut rest);
        }
        let mut store = self.store.borrow_mut();
        let foreign = store.save(bytes)?;
        Ok(Kept { foreign, path: store.path().to_owned() })
    }

    /// Whether these are this move, and a game after it that ends with its score.
    fn is_result(&self, scored: &Scored, (ply, mut child): (Move<N>, Board<N>)) -> bool {
        let Ok(line) = scored.line.parse::<Line<N>>() else { return false };
        let ends = child.try_play_line(&line).is_ok() && child.is_over();
        let (score, empties) = (child.score(), child.empties().len() as i32);
        let score = if self.scoring == Scoring::EmptiesToWinner { score + score.signum() * empties } else { score };
        ends && (&scored.ply, scored.score) == (&ply.to_string(), score)
    }
}

/// Reads the text behind the first words of a file of all moves.
fn read(bytes: &[u8]) -> Option<(Moves<'static>, &[u8])> {
    let (sum, rest) = bytes.split_at_checked(9)?;
    if sum != format!("{:08x}\n", crc32fast::hash(rest)).as_bytes() {
        return None;
    }
    let end = rest.iter().position(|&byte| byte == b'\n')?;
    Some((serde_json::from_slice(&rest[..end]).ok()?, &rest[end + 1..]))
}
