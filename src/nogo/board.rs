//! Games in progress: what may be played, and playing it.

use super::illegal_move::{IllegalMove, Reason};
use super::kernels::Kernels;
use super::point::{Point, PointSet};
use super::position::{Masks, Position, PositionError};
use super::shape::Shape;
use super::state::Board;
use crate::game::{Colour, Game, Outcome};
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

/// What [`Board::undo`] needs to take a move back: the board before it.
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
        Board::from_stones_with(Kernels::best(), shape, black, white, to_move)
    }

    /// [`Board::from_stones`] by the kernels of a chosen tier.
    ///
    /// # Errors
    /// When stones overlap, stand off the board, or have no liberty.
    pub fn from_stones_with(
        kernels: &Kernels,
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
        // A legal position stays legal when a stone is taken off, so that every order of placing them is one of legal moves.
        let mut board = Board::new(shape);
        for (colour, stones) in Colour::ALL.into_iter().zip([black, white]) {
            for point in stones {
                board.place_with(kernels, colour, point);
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
        self.is_over().then(|| Outcome::win(self.to_move().other()))
    }

    /// Who won; `None` while the game goes on. There is no draw.
    pub fn winner(&self) -> Option<Colour> {
        Game::winner(self)
    }

    /// Each legal move and the board after it.
    ///
    /// ```
    /// use stonemask::nogo::{Board, Colour};
    ///
    /// let board: Board = "--- X".parse()?;
    /// let wins: Vec<String> =
    ///     board.children().filter(|(_, after)| after.winner() == Some(Colour::Black)).map(|(at, _)| at.to_string()).collect();
    /// assert_eq!(wins, ["b1"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn children(&self) -> impl DoubleEndedIterator<Item = (Point, Board)> {
        Game::children(self)
    }

    /// How many stones there are, of both colours.
    pub fn stone_count(&self) -> usize {
        Colour::ALL.into_iter().map(|colour| self.stones(colour).len() as usize).sum()
    }

    /// Whether the side to move may play there.
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

    /// A colour's groups next to a point whose only liberty it is.
    fn in_atari_beside(&self, point: Point, colour: Colour) -> PointSet {
        let next = point.set().neighbours() & (self.stones(colour) - self.safe(colour));
        next.iter().fold(PointSet::EMPTY, |all, stone| all | self.group_stones(stone))
    }

    /// Plays a legal move.
    ///
    /// # Panics
    /// When the move is illegal.
    pub fn play(&mut self, point: Point) {
        self.play_with(Kernels::best(), point);
    }

    /// [`Board::play`] by the kernels of a chosen tier.
    ///
    /// # Panics
    /// When the move is illegal.
    pub fn play_with(&mut self, kernels: &Kernels, point: Point) {
        self.try_play_with(kernels, point).unwrap_or_else(|error| panic!("{error}"));
    }

    /// Plays the move if it is legal.
    ///
    /// # Errors
    /// When it is not; the board is as before.
    pub fn try_play(&mut self, point: Point) -> Result<(), IllegalMove> {
        self.try_play_with(Kernels::best(), point)
    }

    /// [`Board::try_play`] by the kernels of a chosen tier.
    ///
    /// # Errors
    /// When the move is illegal; the board is as before.
    pub fn try_play_with(&mut self, kernels: &Kernels, point: Point) -> Result<(), IllegalMove> {
        self.check(point)?;
        self.play_unchecked_with(kernels, point);
        Ok(())
    }

    /// Plays a ply that is known to be legal. Of an illegal one the result is unspecified: a panic, or a board that no game
    /// reaches; never undefined behaviour.
    #[inline]
    pub fn play_unchecked(&mut self, point: Point) {
        self.play_unchecked_with(Kernels::best(), point);
    }

    /// [`Board::play_unchecked`] by the kernels of a chosen tier.
    #[inline]
    pub fn play_unchecked_with(&mut self, kernels: &Kernels, point: Point) {
        kernels.play(self, self.to_move(), point);
    }

    /// Plays a legal move and returns what takes it back. An illegal one is as for [`Board::play_unchecked`].
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
    pub fn make(&mut self, point: Point) -> Undo {
        self.make_with(Kernels::best(), point)
    }

    /// [`Board::make`] by the kernels of a chosen tier.
    #[inline]
    pub fn make_with(&mut self, kernels: &Kernels, point: Point) -> Undo {
        let undo = Undo { before: *self };
        self.play_unchecked_with(kernels, point);
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
        self.place_with(Kernels::best(), colour, point);
    }

    /// [`Board::place`] by the kernels of a chosen tier.
    ///
    /// # Panics
    /// When the point is not among [`Board::allowed`] of the colour.
    #[inline]
    pub fn place_with(&mut self, kernels: &Kernels, colour: Colour, point: Point) {
        kernels.play(self, colour, point);
    }

    /// Plays uniformly random legal moves, at most `limit`, by the kernels of a chosen tier; returns how many. Fewer than the
    /// limit when the side to move has lost.
    pub fn play_random_plies(&mut self, kernels: &Kernels, random: &mut Random, limit: u32) -> u32 {
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

    /// What boards are told apart by: the groups follow from it, but for the order in which they are stored.
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

/// Legal moves from scratch, by the fastest kernels.
impl Position {
    /// The legal moves of both colours, computed from the stones alone.
    pub fn masks(&self) -> Masks {
        Kernels::best().masks(self)
    }

    /// Whether `colour` may play on `point`, computed from the stones alone.
    pub fn is_legal(&self, colour: Colour, point: Point) -> bool {
        Kernels::best().is_legal(self, colour, point)
    }
}
