//! Many small boards at once: fives and winning cells of slices of positions.

use super::block::{BOARDS, Block, Row, Sets};
use super::kernels::Kernels;
use super::planes::Planes;
use super::point::Size;
use super::rule::Rule;
use std::error::Error;
use std::fmt;

/// Boards of one size up to 15x15, as a structure of arrays: the rows of all boards one after the
/// other, then the next row. A row of a board is a word with bit c for column c; row r of board b
/// is word `r * boards + b`.
///
/// Larger boards go one by one as [`Planes`](super::Planes).
///
/// ```
/// use stonemask::gomoku::{Positions, Size};
///
/// // Two boards of one row: XXXX-O and OOOOOX.
/// let (black, white) = ([0b001111, 0b100000], [0b100000, 0b011111]);
/// let boards = Positions::new(Size::new(1, 6)?, &black, &white)?;
/// let mut fives = [[false; 2]; 2];
/// boards.any_five(&mut fives);
/// assert_eq!(fives, [[false, false], [false, true]]);
/// let (mut wins, mut losses) = ([0; 2], [0; 2]);
/// boards.winning_cells(&mut wins, &mut losses);
/// assert_eq!((wins, losses), ([0b010000, 0], [0, 0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Positions<'a> {
    size: Size,
    boards: usize,
    black: &'a [u16],
    white: &'a [u16],
}

impl<'a> Positions<'a> {
    /// Boards of this size, with these stones.
    ///
    /// # Errors
    /// When the boards are larger than 15x15, the slices are not of the same length or hold no
    /// whole number of boards, a stone is off its board, or two stones are on one point.
    pub fn new(size: Size, black: &'a [u16], white: &'a [u16]) -> Result<Positions<'a>, PositionsError> {
        if size.rows() > 15 || size.columns() > 15 {
            return Err(PositionsError(Problem::Size(size)));
        }
        if black.len() != white.len() || !black.len().is_multiple_of(size.rows()) {
            return Err(PositionsError(Problem::Lengths { black: black.len(), white: white.len(), rows: size.rows() }));
        }
        let beyond = u16::MAX << size.columns();
        let bad =
            black.iter().zip(white).fold(0, |bad, (&black, &white)| bad | (black | white) & beyond | black & white);
        let boards = black.len() / size.rows();
        if bad != 0 {
            let bad = |(&black, &white): (&u16, &u16)| (black | white) & beyond != 0 || black & white != 0;
            let word = black.iter().zip(white).position(bad).expect("a bad word was seen");
            let off = (black[word] | white[word]) & beyond != 0;
            return Err(PositionsError(Problem::Stones { board: word % boards, row: word / boards, off }));
        }
        Ok(Positions { size, boards, black, white })
    }

    /// The size of the boards.
    pub fn size(&self) -> Size {
        self.size
    }

    /// How many boards there are.
    pub fn boards(&self) -> usize {
        self.boards
    }
}

/// Slices that are no boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionsError(Problem);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Problem {
    Size(Size),
    Lengths { black: usize, white: usize, rows: usize },
    Stones { board: usize, row: usize, off: bool },
}

impl fmt::Display for PositionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Problem::Size(size) => write!(f, "boards of {size}: expected up to 15x15"),
            Problem::Lengths { black, white, rows } => {
                write!(
                    f,
                    "{black} rows of black stones and {white} of white ones: expected equal numbers, multiples of {rows}"
                )
            }
            Problem::Stones { board, row, off: true } => {
                write!(f, "board {board}, row {row}: a stone is off the board")
            }
            Problem::Stones { board, row, off: false } => {
                write!(f, "board {board}, row {row}: two stones on one point")
            }
        }
    }
}

impl Error for PositionsError {}

impl Positions<'_> {
    /// Whether black, and whether white, has a run of five or more, on each board.
    ///
    /// # Panics
    /// When there is not one entry for each board.
    pub fn any_five(&self, fives: &mut [[bool; 2]]) {
        Kernels::in_use().any_five_many(self, fives);
    }

    /// Whether black, and whether white, has a run of exactly five, on each board.
    ///
    /// # Panics
    /// When there is not one entry for each board.
    pub fn any_exact_five(&self, fives: &mut [[bool; 2]]) {
        Kernels::in_use().any_exact_five_many(self, fives);
    }

    /// Whether black, and whether white, has a run that wins under a rule, on each board.
    ///
    /// # Panics
    /// When there is not one entry for each board.
    pub fn winners(&self, rule: Rule, winners: &mut [[bool; 2]]) {
        Kernels::in_use().winners_many(self, rule, winners);
    }

    /// The empty points on which a stone makes a run of five or more, on each board: black's and
    /// white's, rows as in [`Positions`].
    ///
    /// # Panics
    /// When `black` or `white` has not a word for each row of each board.
    pub fn winning_cells(&self, black: &mut [u16], white: &mut [u16]) {
        Kernels::in_use().winning_cells_many(self, black, white);
    }

    /// One of the boards.
    fn planes(&self, board: usize) -> Planes {
        let mut rows = [[0; 15]; 2];
        for (rows, words) in rows.iter_mut().zip([self.black, self.white]) {
            rows.iter_mut().zip(words[board..].iter().step_by(self.boards)).for_each(|(row, &word)| *row = word);
        }
        let [black, white] = &rows;
        Planes::of_rows(self.size, &black[..self.size.rows()], &white[..self.size.rows()])
    }

    /// Calls `visit` with blocks of 32 boards, and the number of each block's first board. The last
    /// block is filled up with boards of the block before; with fewer than 32 boards in all, it
    /// holds only these.
    #[inline]
    fn blocks(&self, mut visit: impl FnMut(&Block, usize)) {
        let mut block = Block::EMPTY;
        for first in (0..self.boards).step_by(BOARDS) {
            let first = first.min(self.boards.saturating_sub(BOARDS));
            block.fill([self.black, self.white], self.boards, first);
            visit(&block, first);
        }
    }
}

/// Slices of boards.
impl Kernels {
    /// Whether black, and whether white, has a run of five or more, on each board.
    ///
    /// # Panics
    /// When there is not one entry for each board.
    pub fn any_five_many(&self, boards: &Positions, fives: &mut [[bool; 2]]) {
        assert_eq!(fives.len(), boards.boards, "entries for the boards");
        boards.blocks(|block, first| write(fives, first, self.block_fives(block, boards.size.rows())));
    }

    /// Whether black, and whether white, has a run of exactly five, on each board.
    ///
    /// # Panics
    /// When there is not one entry for each board.
    pub fn any_exact_five_many(&self, boards: &Positions, fives: &mut [[bool; 2]]) {
        assert_eq!(fives.len(), boards.boards, "entries for the boards");
        boards.blocks(|block, first| write(fives, first, self.block_exact_fives(block, boards.size.rows())));
    }

    /// Whether black, and whether white, has a run that wins under a rule, on each board.
    ///
    /// # Panics
    /// When there is not one entry for each board.
    pub fn winners_many(&self, boards: &Positions, rule: Rule, winners: &mut [[bool; 2]]) {
        match rule {
            Rule::Freestyle | Rule::Renju | Rule::Caro => self.any_five_many(boards, winners),
            Rule::Standard | Rule::CaroExact => self.any_exact_five_many(boards, winners),
        }
        if matches!(rule, Rule::Renju | Rule::Caro | Rule::CaroExact) {
            let found = winners.iter_mut().enumerate().filter(|(_, found)| **found != [false; 2]);
            found.for_each(|(board, found)| *found = boards.planes(board).winners(rule));
        }
    }

    /// The empty points on which a stone makes a run of five or more, on each board: black's and
    /// white's, rows as in [`Positions`].
    ///
    /// # Panics
    /// When there is not one word for each row of each board.
    pub fn winning_cells_many(&self, boards: &Positions, black: &mut [u16], white: &mut [u16]) {
        assert_eq!(black.len(), boards.black.len(), "rows of black's points");
        assert_eq!(white.len(), boards.black.len(), "rows of white's points");
        let mut sets = Sets { rows: [[[0; BOARDS]; 15]; 2] };
        boards.blocks(|block, first| {
            self.block_winning_cells(block, boards.size, &mut sets);
            for (set, words) in sets.rows.iter().zip([&mut *black, &mut *white]) {
                for (row, words) in set.iter().zip(words.chunks_exact_mut(boards.boards)) {
                    let words = &mut words[first..];
                    match words.first_chunk_mut() {
                        Some(words) => *words = *row,
                        None => words.copy_from_slice(&row[..words.len()]),
                    }
                }
            }
        });
    }
}

#[inline]
fn write(fives: &mut [[bool; 2]], first: usize, found: Row) {
    for (fives, found) in fives[first..].iter_mut().zip(found) {
        *fives = [found & 1 != 0, found & 2 != 0];
    }
}
