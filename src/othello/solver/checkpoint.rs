//! A solve that was stopped, in bytes: to go on later, or elsewhere.

use super::exact::Solver;
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

/// The first words of a checkpoint, before the board's size; the number is the version of this
/// form.
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
    /// The data to go on with the board at which the last call was stopped: the bounds proved and
    /// the part of the table that took longest; some 20 MiB at most. `None` where it was not
    /// stopped.
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

/// The contents between the first line and the checksum.
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::ControlFlow;

    const BOUNDS: usize = 18;

    /// Behind a checksum that is right, what no search writes is refused: each field of the first
    /// entry, and those before it.
    #[test]
    fn what_cannot_be_is_refused_behind_a_right_checksum() {
        let board = Board::<6>::start();
        let mut solver = Solver::new(1 << 20).unwrap();
        let mut reports = 0;
        let stopped = solver.solve_observed(&board, |_| {
            reports += 1;
            if reports > 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(stopped.is_err());
        let bytes = solver.checkpoint().unwrap();
        let start = MAGIC.len() + 2;
        let first = start + BOUNDS + 3;
        assert!(bytes.len() >= first + ENTRY + 8, "no entries");
        let entry = &bytes[first..][..ENTRY];
        let word = |place: usize| u64::from_le_bytes(entry[place..][..8].try_into().unwrap());
        let (own, opponent) = (word(0), word(8));
        let empties = SquareSet::<6>::ALL.bits() & !(own | opponent);
        let position = Position::<6>::new(SquareSet::from_bits(own).unwrap(), SquareSet::from_bits(opponent).unwrap());
        let position = position.unwrap();
        let illegal =
            (position.empties() - position.legal_moves()).iter().next().expect("a square without a move").bit();

        let resumes = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut told = bytes[..bytes.len() - 8].to_vec();
            change(&mut told);
            let sum = checksum(&told);
            told.extend(sum.to_le_bytes());
            Solver::<6>::new(1 << 20).unwrap().resume(&board, &told)
        };
        assert_eq!(resumes(&|_| ()), Ok(()));
        let byte = |place: usize, value: u8| resumes(&|told| told[place] = value);
        let words = |own: u64, opponent: u64| {
            resumes(&|told| {
                told[first..][..8].copy_from_slice(&own.to_le_bytes());
                told[first + 8..][..8].copy_from_slice(&opponent.to_le_bytes());
            })
        };
        let [lower, upper, best, height, selectivity] = [16, 17, 18, 19, 20].map(|place| first + place);
        let limit = 36_i8;
        for (name, result) in [
            ("a square of both colours", words(own | opponent & opponent.wrapping_neg(), opponent)),
            ("a disc outside the board", words(own | 1, opponent)),
            ("an opponent's disc outside the board", words(own, opponent | 1 << 63)),
            ("a lower bound above the upper one", resumes(&|told| (told[lower], told[upper]) = (5, 4))),
            ("a lower bound below the board", byte(lower, (-limit - 1) as u8)),
            ("an upper bound above the board", byte(upper, (limit + 1) as u8)),
            ("a move that flips nothing", byte(best, illegal as u8)),
            ("a move outside the board", byte(best, 0)),
            ("a move beyond all bits", byte(best, 64)),
            ("more plies than empty squares", byte(height, empties.count_ones() as u8 + 1)),
            ("a level that is none", byte(selectivity, 4)),
            ("half an entry", resumes(&|told| told.truncate(first + ENTRY / 2))),
            ("an entry without its last byte", resumes(&|told| told.truncate(first + ENTRY - 1))),
            ("a colour that is none", byte(start + 16, 2)),
            ("a scoring that is none", byte(start + 17, Scoring::ALL.len() as u8)),
            ("bounds of the whole in the wrong order", resumes(&|told| (told[start + 18], told[start + 19]) = (5, 4))),
            ("bounds of the whole below the board", byte(start + 18, (-limit - 1) as u8)),
            ("bounds of the whole above the board", byte(start + 19, (limit + 1) as u8)),
        ] {
            assert_eq!(result, Err(CheckpointError::Damaged), "{name}");
        }
        // The greatest values that can be.
        assert_eq!(byte(height, empties.count_ones() as u8), Ok(()));
        assert_eq!(byte(selectivity, 3), Ok(()));
        assert_eq!(resumes(&|told| (told[lower], told[upper]) = (-limit as u8, limit as u8)), Ok(()));
        assert_eq!(byte(best, u8::MAX), Ok(()));
    }
}
