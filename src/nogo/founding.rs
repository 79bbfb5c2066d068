//! The state as the founding document keeps it: four boards of three integers.

use super::kernels::Kernels;
use super::point::{Point, PointSet};
use super::position::PositionError;
use super::shape::Shape;
use super::state::Board;
use crate::game::Colour;
use std::fmt;

/// The state of the founding document (`docs/FOUNDING.md`): black, white, allowed for black,
/// allowed for white, each 96 bits in three 32-bit words, the least significant first, bit `10*row
/// + column`.
///
/// In the first two a bit is 1 where the colour has no stone, and 0 where it has one, off the
/// board, and on separators and spares. In the last two it is 0 on the empty points that are
/// illegal for the colour, and 1 elsewhere ("initialised to all ones"; the document calls them
/// *illegal moves*, but a 1 means that the move is not).
///
/// ```
/// use stonemask::founding::FourBoards;
/// use stonemask::nogo::{Board, Colour, PointSet};
///
/// let start = FourBoards::from(&Board::start());
/// let empty = [-537395713, -134348929, 33521631];
/// assert_eq!(start, FourBoards([empty, empty, [-1; 3], [-1; 3]]));
/// assert_eq!(PointSet::from_words(start.moves(Colour::Black)), Some(PointSet::ALL));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
#[cfg_attr(feature = "serde", derive(::serde::Serialize, ::serde::Deserialize))]
pub struct FourBoards(
    /// Black, white, allowed for black, allowed for white.
    pub [[i32; 3]; 4],
);

impl FourBoards {
    /// The document's move generation: `s0 & s1 & s2` for black, `s0 & s1 & s3` for white.
    #[inline]
    pub fn moves(&self, colour: Colour) -> [i32; 3] {
        Kernels::in_use().four_boards_moves(&self.0, colour)
    }

    /// Phase (a) of the document's update alone: the empty points all of whose neighbours are the
    /// opponent's or off the board. They are illegal for `colour`: its stone would have no liberty,
    /// or capture.
    ///
    /// The document prints `s2 & (s0 | s1>>10 | s1<<10 | s1>>1 | s1<<1)`. That removes nothing,
    /// since `s0` is 1 on every empty point; without `s0` the formula does what the text says, and
    /// finds the five points of the text's diagram. So it is meant here. The document breaks off
    /// after it. The captures of single stones and of groups that it announces, and what it leaves
    /// out, suicide of groups, are in the masks of [`Board`], which are exact.
    ///
    /// ```
    /// use stonemask::founding::FourBoards;
    /// use stonemask::nogo::{Board, Colour, PointSet};
    ///
    /// let diagram: Board = "-O-----O-/O-O-----O/-O-----O-/--------O/---------/---------/---------/--------O/-------O- X"
    ///     .parse()
    ///     .unwrap();
    /// let found = FourBoards::from(&diagram).surrounded(Colour::Black);
    /// assert_eq!(PointSet::from_words(found).unwrap().to_string(), "a1 j1 b2 j3 j9");
    /// ```
    #[inline]
    pub fn surrounded(&self, colour: Colour) -> [i32; 3] {
        Kernels::in_use().four_boards_surrounded(&self.0, colour)
    }
}

/// The centre at which black may not begin is illegal for black.
impl From<&Board> for FourBoards {
    fn from(board: &Board) -> FourBoards {
        let points = board.shape().points();
        let free = |colour| (points - board.stones(colour)).words();
        let allowed = |colour| {
            let forbidden = if colour == Colour::Black { board.forbidden_centre() } else { PointSet::EMPTY };
            ((board.empties() - board.allowed(colour)) | forbidden).words().map(|word| !word)
        };
        FourBoards([free(Colour::Black), free(Colour::White), allowed(Colour::Black), allowed(Colour::White)])
    }
}

impl FourBoards {
    /// The board of this state. A point that is 0 in both of the first two is off the board.
    ///
    /// The four boards do not tell how many rows and columns there are. The board has as many as
    /// its points need, so that all of a smaller board comes back, but not a last row or column of
    /// which every cell is blocked. Where the centre of an empty board is illegal for black alone,
    /// black may not begin there.
    ///
    /// ```
    /// use stonemask::founding::FourBoards;
    /// use stonemask::nogo::{Board, Colour};
    ///
    /// let board: Board = "---/-+-/--- X".parse()?;
    /// assert_eq!(FourBoards::from(&board).to_board(Colour::Black)?, board);
    /// let board: Board = "-X-#/O--# X".parse()?;
    /// assert_eq!(FourBoards::from(&board).to_board(Colour::Black)?.to_string(), "-X-/O-- X");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When a separator or spare bit is set, a group has no liberty, or a mask says something else
    /// of an empty point than the rules do.
    pub fn to_board(&self, to_move: Colour) -> Result<Board, FourBoardsError> {
        let FourBoards([black, white, allowed @ ..]) = *self;
        let [free_of_black, free_of_white] = [(black, Colour::Black), (white, Colour::White)]
            .map(|(words, colour)| PointSet::from_words(words).ok_or(FourBoardsError::Spare { colour }));
        let (free_of_black, free_of_white) = (free_of_black?, free_of_white?);
        let shape = FourBoards::shape(free_of_black | free_of_white);
        let (black, white) = (free_of_white - free_of_black, free_of_black - free_of_white);
        let mut board = Board::from_stones(shape, black, white, to_move).map_err(FourBoardsError::Position)?;
        let legal = |colour| PointSet::from_words(self.moves(colour)).expect("a subset of the board");
        if to_move == Colour::Black
            && board.stone_count() == 0
            && let Ok(begun) = Board::with_centre_forbidden(shape)
            && legal(Colour::Black) == begun.legal_moves()
            && legal(Colour::Black) != board.legal_moves()
        {
            board = begun;
        }
        for (colour, words) in [Colour::Black, Colour::White].into_iter().zip(allowed) {
            let forbidden = if colour == Colour::Black { board.forbidden_centre() } else { PointSet::EMPTY };
            if let Some(point) = (legal(colour) ^ (board.allowed(colour) - forbidden)).iter().next() {
                return Err(FourBoardsError::Mask { colour, point, words });
            }
        }
        Ok(board)
    }

    /// The smallest shape with these points.
    fn shape(points: PointSet) -> Shape {
        let rows = points.iter().map(Point::row).max().map_or(1, |last| last + 1);
        let columns = points.iter().map(Point::column).max().map_or(1, |last| last + 1);
        let shape = |blocked| Shape::new(rows, columns, blocked).expect("a size within the frame, and cells of it");
        shape(shape(PointSet::EMPTY).points() - points)
    }
}

/// Words that are no state of [`FourBoards`], and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FourBoardsError {
    /// A colour's board has a separator or spare bit set.
    Spare {
        /// Whose board.
        colour: Colour,
    },
    /// The stones make no position that a game reaches.
    Position(PositionError),
    /// A mask says something else of an empty point than the rules do.
    Mask {
        /// Whose moves it masks.
        colour: Colour,
        /// The point.
        point: Point,
        /// The mask.
        words: [i32; 3],
    },
}

impl fmt::Display for FourBoardsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FourBoardsError::Spare { colour } => write!(f, "the {colour} board has a separator or spare bit set"),
            FourBoardsError::Position(error) => error.fmt(f),
            FourBoardsError::Mask { colour, point, words } => {
                write!(f, "the mask {words:?} of {colour} is wrong about {point}")
            }
        }
    }
}

impl std::error::Error for FourBoardsError {}
