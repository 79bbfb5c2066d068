//! A solve that was stopped, in bytes: to go on later, or elsewhere.

use super::Solver;
use super::result::{Begun, State};
use super::table::Known;
use crate::game::Colour;
use crate::othello::board::Board;
use crate::othello::patterns::checksum;
use crate::othello::position::Position;
use crate::othello::scoring::Scoring;
use crate::othello::square::{Square, SquareSet};
use std::error::Error;
use std::fmt;

/// What a checkpoint begins with, before the board's size; the number is the version of this form.
const MAGIC: &str = "stonemask solve 1, othello";
/// The most entries of the table that a checkpoint holds: those of the highest searches.
const MOST_ENTRIES: usize = 1 << 20;
/// The bytes of one.
const ENTRY: usize = 21;

/// Why a solver cannot go on from a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckpointError {
    /// The bytes are no checkpoint of a board of this size, or one of another version.
    Foreign,
    /// The checkpoint is cut or damaged.
    Damaged,
    /// It is of another position.
    OtherBoard,
    /// It is of a game scored otherwise.
    OtherScoring(Scoring),
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CheckpointError::Foreign => "not a saved search of this game, or one of another version",
            CheckpointError::Damaged => "a saved search that is cut or damaged",
            CheckpointError::OtherBoard => "the saved search of another position",
            CheckpointError::OtherScoring(Scoring::Discs) => "a saved search in which empty squares do not count",
            CheckpointError::OtherScoring(Scoring::EmptiesToWinner) => {
                "a saved search in which the winner takes the empty squares"
            }
            CheckpointError::OtherScoring(Scoring::FewestDiscs) => "a saved search in which fewest discs win",
        })
    }
}

impl Error for CheckpointError {}

impl<const N: usize> Solver<N> {
    /// What it takes to go on with the board at which the last call was stopped: the bounds proved and the part of the table that took
    /// longest; some 20 MiB at most. `None` where it was not stopped.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use stonemask::othello::{Board, Solver};
    ///
    /// let (start, mut solver) = (Board::<6>::start(), Solver::new(1 << 20)?);
    /// assert!(solver.solve_observed(&start, |_| ControlFlow::Break(())).is_err());
    /// let bytes = solver.checkpoint().expect("it was stopped");
    ///
    /// let mut other = Solver::<6>::new(1 << 20)?;
    /// other.resume(&start, &bytes)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn checkpoint(&self) -> Option<Vec<u8>> {
        let Begun { board, state } = self.begun?;
        let mut bytes = format!("{MAGIC}{N}\n").into_bytes();
        bytes.extend(board.position().own().bits().to_le_bytes());
        bytes.extend(board.position().opponent().bits().to_le_bytes());
        bytes.push(u8::from(board.to_move() == Colour::White));
        bytes.push(Scoring::ALL.iter().position(|&scoring| scoring == self.options.scoring).expect("one of all") as u8);
        let (lower, upper) = state.bounds;
        // No guess is as low as this.
        bytes.extend([lower, upper, state.guess.unwrap_or(i8::MIN.into())].map(|value| value as i8 as u8));
        for (position, Known { lower, upper, best, height, selectivity }) in self.table.highest(MOST_ENTRIES) {
            bytes.extend(position.own().bits().to_le_bytes());
            bytes.extend(position.opponent().bits().to_le_bytes());
            bytes.extend([
                lower as u8,
                upper as u8,
                best.map_or(u8::MAX, |square| square.bit() as u8),
                height,
                selectivity,
            ]);
        }
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        Some(bytes)
    }

    /// Goes on from a checkpoint: the next call that solves this board does.
    ///
    /// # Errors
    /// When the bytes are not a checkpoint of it with this scoring; then the solver is as before.
    pub fn resume(&mut self, board: &Board<N>, bytes: &[u8]) -> Result<(), CheckpointError> {
        let rest = bytes.strip_prefix(format!("{MAGIC}{N}\n").as_bytes()).ok_or(CheckpointError::Foreign)?;
        let (told, sum) = bytes.split_last_chunk().ok_or(CheckpointError::Damaged)?;
        if checksum(told) != u64::from_le_bytes(*sum) {
            return Err(CheckpointError::Damaged);
        }
        let rest = rest.strip_suffix(sum).ok_or(CheckpointError::Damaged)?;
        let read = read::<N>(rest).ok_or(CheckpointError::Damaged)?;
        let (Begun { board: saved, state }, scoring, entries) = read;
        if saved != *board {
            return Err(CheckpointError::OtherBoard);
        }
        if scoring != self.options.scoring {
            return Err(CheckpointError::OtherScoring(scoring));
        }
        self.table.open(board.empties().len());
        entries.iter().for_each(|&(position, known)| self.table.put(position, known));
        self.begun = Some(Begun { board: saved, state });
        Ok(())
    }
}

/// What stands between the first line and the checksum.
type Contents<const N: usize> = (Begun<N>, Scoring, Vec<(Position<N>, Known<N>)>);

fn read<const N: usize>(bytes: &[u8]) -> Option<Contents<N>> {
    let (position, bytes) = read_position::<N>(bytes)?;
    let (&[colour, scoring, lower, upper, guess], bytes) = bytes.split_first_chunk()?;
    let colour = *[Colour::Black, Colour::White].get(usize::from(colour))?;
    let scoring = *Scoring::ALL.get(usize::from(scoring))?;
    let (lower, upper) = read_bounds::<N>(lower, upper)?;
    let guess = Some(guess as i8).filter(|&guess| guess != i8::MIN).map(i32::from);
    let state = State { bounds: (lower.into(), upper.into()), guess };
    let entries = bytes.chunks(ENTRY).map(|entry| {
        let (position, data) = read_position::<N>(entry)?;
        let &[lower, upper, best, height, selectivity] = data.first_chunk()?;
        let (lower, upper) = read_bounds::<N>(lower, upper)?;
        let best = match best {
            u8::MAX => None,
            bit => Some(Square::from_bit(bit.into()).filter(|&square| position.legal_moves().contains(square))?),
        };
        let is_known = u32::from(height) <= position.empties().len() && selectivity < 4;
        is_known.then_some((position, Known { lower, upper, best, height, selectivity }))
    });
    let begun = Begun { board: Board::new(position, colour), state };
    Some((begun, scoring, entries.collect::<Option<Vec<_>>>()?))
}

fn read_position<const N: usize>(bytes: &[u8]) -> Option<(Position<N>, &[u8])> {
    let (own, bytes) = bytes.split_first_chunk()?;
    let (opponent, bytes) = bytes.split_first_chunk()?;
    let [own, opponent] = [own, opponent].map(|&word| SquareSet::from_bits(u64::from_le_bytes(word)));
    Some((Position::new(own?, opponent?).ok()?, bytes))
}

fn read_bounds<const N: usize>(lower: u8, upper: u8) -> Option<(i8, i8)> {
    let (lower, upper, most) = (lower as i8, upper as i8, (N * N) as i8);
    (-most <= lower && lower <= upper && upper <= most).then_some((lower, upper))
}
