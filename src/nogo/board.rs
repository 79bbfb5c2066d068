//! Games in progress: what may be played, and playing it.

use super::illegal_move::{IllegalMove, Reason};
use super::kernels::Kernels;
use super::point::{Point, PointSet};
use super::position::{Masks, Position, PositionError};
use super::shape::Shape;
use super::state::Board;
use crate::game::slab::array_methods;
use crate::game::svg::to_svg;
use crate::game::{Colour, Game, Outcome, Symmetry, own_methods};
use crate::random::Random;
use std::hash::{Hash, Hasher};

/// A group: stones of one colour, connected by steps between neighbours.
///
/// ```
/// use stonemask::nogo::Board;
///
/// let board: Board = "-XX/---/--- O".parse()?;
/// let group = board.group("b1".parse()?).unwrap();
/// assert_eq!(group.stones.to_string(), "b1 c1");
/// assert_eq!(group.liberties.to_string(), "a1 b2 c2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Group {
    /// The colour of its stones.
    pub colour: Colour,
    /// Its stones.
    pub stones: PointSet,
    /// The empty points next to it; never none.
    pub liberties: PointSet,
}

/// The token with which [`Board::undo`] takes a move back: the board before it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Undo {
    before: Board,
}

impl Board {
    /// The board with these stones.
    ///
    /// # Errors
    /// When stones overlap, stand off the board, or have no liberty.
    pub fn from_stones(
        shape: Shape,
        black: PointSet,
        white: PointSet,
        to_move: Colour,
    ) -> Result<Board, PositionError> {
        let position = Position::new(shape, black, white)?;
        if let Some(stones) = position.dead_group() {
            let colour = if (stones & black).is_empty() { Colour::White } else { Colour::Black };
            return Err(PositionError::NoLiberty { colour, stones });
        }
        // A legal position stays legal when a stone is taken off, so that every order of placing
        // them is one of legal moves.
        let mut board = Board::with_shape(shape);
        for (colour, stones) in Colour::ALL.into_iter().zip([black, white]) {
            for point in stones {
                board.place(colour, point);
            }
        }
        board.set_to_move(to_move);
        Ok(board)
    }

    /// The group at a point; `None` without a stone there.
    pub fn group(&self, point: Point) -> Option<Group> {
        let (colour, stones) = (self.stone(point)?, self.group_stones(point));
        Some(Group { colour, stones, liberties: stones.neighbours() & self.empties() })
    }

    /// Who won; `None` while the side to move has a legal move.
    pub fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| Outcome::Win(self.to_move().other()))
    }

    /// Who won; `None` while the game goes on. NoGo has no draws.
    pub fn winner(&self) -> Option<Colour> {
        Game::winner(self)
    }

    own_methods!(PointSet, use<>);

    array_methods!();

    to_svg!();

    /// Rows and columns.
    fn extent(&self) -> (usize, usize) {
        (self.shape().rows(), self.shape().columns())
    }

    /// The words that tell boards apart.
    fn key_words(&self) -> impl Iterator<Item = u64> + use<> {
        let shape = self.shape();
        let sets =
            [shape.points(), self.black(), self.white()].map(|set| [set.bits() as u64, (set.bits() >> 64) as u64]);
        let kind = [shape.rows(), shape.columns(), self.to_move() as usize, self.centre_is_forbidden().into()];
        kind.map(|number| number as u64).into_iter().chain(sets.into_iter().flatten())
    }

    /// The board turned or reflected.
    pub fn transform(&self, symmetry: Symmetry) -> Board {
        let extent = self.extent();
        let image = |set: PointSet| -> PointSet {
            let cell = |point: Point| symmetry.cell(extent, (point.row(), point.column()));
            set.iter().map(cell).map(|(row, column)| Point::new(row, column).expect("in the frame")).collect()
        };
        let (rows, columns) = symmetry.size(extent);
        let all = Shape::new(rows, columns, PointSet::EMPTY).expect("the rows and columns of a shape").points();
        let shape = Shape::new(rows, columns, all - image(self.shape().points())).expect("as many points as before");
        if self.centre_is_forbidden() {
            return Board::with_centre_forbidden(shape).expect("the image of a centre");
        }
        Board::from_stones(shape, image(self.black()), image(self.white()), self.to_move()).expect("a legal position")
    }

    /// The legal moves of the side to move, by rows from the top; none once the game is over.
    pub fn plies(&self) -> impl DoubleEndedIterator<Item = Point> + use<> {
        self.legal_moves().into_iter()
    }

    /// How many legal moves the side to move has.
    pub fn mobility(&self) -> u32 {
        self.legal_moves().len()
    }

    /// How many stones there are, of both colours.
    pub fn stone_count(&self) -> usize {
        Colour::ALL.into_iter().map(|colour| self.stones(colour).len() as usize).sum()
    }

    /// Whether the side to move may play there, and if not, why.
    ///
    /// # Errors
    /// When it may not, with the reason.
    pub fn check(&self, point: Point) -> Result<(), IllegalMove> {
        if self.legal_moves().contains(point) {
            return Ok(());
        }
        let colour = self.to_move();
        let reason = if let Some(stone) = self.stone(point) {
            Reason::Occupied(stone)
        } else if !self.empties().contains(point) {
            Reason::OffBoard
        } else if self.forbidden_centre().contains(point) {
            Reason::CentreForbidden
        } else {
            let captured = self.in_atari_beside(point, colour.other());
            if captured.is_empty() { Reason::Suicide } else { Reason::Capture(captured) }
        };
        Err(IllegalMove::new(point, colour, reason))
    }

    /// Whether the side to move may play there.
    pub fn is_legal(&self, point: Point) -> bool {
        self.legal_moves().contains(point)
    }

    /// A colour's groups next to a point whose only liberty it is.
    fn in_atari_beside(&self, point: Point, colour: Colour) -> PointSet {
        let next = point.set().neighbours() & (self.stones(colour) - self.safe(colour));
        next.iter().fold(PointSet::EMPTY, |all, stone| all | self.group_stones(stone))
    }

    /// Plays a legal move.
    ///
    /// # Panics
    /// When the move is illegal.
    #[doc(alias = "do_move")]
    pub fn play(&mut self, point: Point) {
        self.try_play(point).unwrap_or_else(|error| panic!("{error}"));
    }

    /// The board after a legal move.
    ///
    /// # Panics
    /// When the move is illegal.
    #[doc(alias = "child")]
    #[doc(alias = "with_move")]
    #[must_use = "the board itself stays as it is"]
    pub fn after(&self, point: Point) -> Board {
        Game::after(self, point)
    }

    /// Plays the move if it is legal.
    ///
    /// # Errors
    /// When it is not; the board is as before.
    pub fn try_play(&mut self, point: Point) -> Result<(), IllegalMove> {
        self.check(point)?;
        self.play_unchecked(point);
        Ok(())
    }

    /// Plays moves in order.
    ///
    /// # Errors
    /// At the first illegal one; the board is as before it.
    pub fn try_play_line(&mut self, line: &[Point]) -> Result<(), IllegalMove> {
        line.iter().try_for_each(|&point| self.try_play(point))
    }

    /// Plays a ply that is known to be legal. Of an illegal one the result is unspecified: a panic,
    /// or a board that no game reaches; never undefined behaviour.
    #[inline]
    pub fn play_unchecked(&mut self, point: Point) {
        Kernels::in_use().play(self, self.to_move(), point);
    }

    /// Plays a legal move and returns what takes it back. An illegal one is as for
    /// [`Board::play_unchecked`].
    ///
    /// ```
    /// use stonemask::nogo::Board;
    ///
    /// let mut board = Board::start();
    /// let undo = board.make("e5".parse()?);
    /// board.undo(undo);
    /// assert_eq!(board, Board::start());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use = "without it the ply cannot be taken back"]
    pub fn make(&mut self, point: Point) -> Undo {
        let undo = Undo { before: *self };
        self.play_unchecked(point);
        undo
    }

    /// Takes back the move for which [`Board::make`] returned `undo`.
    #[inline]
    pub fn undo(&mut self, undo: Undo) {
        *self = undo.before;
    }

    /// Places a stone of a colour, whoever is to move; the other colour is to move then.
    ///
    /// # Panics
    /// When the point is not among [`Board::allowed`] of the colour.
    #[inline]
    pub fn place(&mut self, colour: Colour, point: Point) {
        Kernels::in_use().play(self, colour, point);
    }

    /// Plays uniformly random legal moves, at most `limit`; returns how many. Fewer than the limit
    /// when the side to move has lost.
    pub fn play_random_plies(&mut self, random: &mut Random, limit: u32) -> u32 {
        let kernels = Kernels::in_use();
        if limit == 0 || !self.centre_is_forbidden() {
            return kernels.random_plies(self, random, limit);
        }
        let moves = self.legal_moves();
        let Some(last) = moves.len().checked_sub(1) else { return 0 };
        let chosen = random.below(last + 1) as usize;
        let point = moves.iter().nth(chosen).expect("fewer than the moves there are");
        kernels.play(self, Colour::Black, point);
        1 + kernels.random_plies(self, random, limit - 1)
    }

    /// The facts that tell boards apart: the groups follow from them, but for the order in which
    /// they are stored.
    fn identity(&self) -> (Shape, Position, Colour, bool) {
        (self.shape(), self.position(), self.to_move(), self.centre_is_forbidden())
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.identity().hash(hasher);
    }
}

impl Default for Board {
    fn default() -> Board {
        Board::start()
    }
}

/// Legal moves from scratch, by the kernels in use.
impl Position {
    /// The legal moves of both colours, computed from the stones alone.
    pub fn masks(&self) -> Masks {
        Kernels::in_use().masks(self)
    }

    /// Whether `colour` may play on `point`, computed from the stones alone.
    pub fn is_legal(&self, colour: Colour, point: Point) -> bool {
        Kernels::in_use().is_legal(self, colour, point)
    }
}
