//! Boards as people see them: black, white and the side to move; moves, passes, outcome.

use super::kernels::Kernels;
use super::moves::{Line, Move};
use super::position::Position;
use super::square::{Square, SquareSet};
use super::symmetry::Symmetry;
use crate::game::{Colour, Game, Outcome};
use std::fmt;

/// An N x N Othello board with the side to move, N = 4, 6 or 8.
///
/// As text it is in .obf form: the cells, top row first, `X` black, `O` white, `-` empty, a space, and the side to move.
/// The alternate form `{:#}` is a diagram for people.
///
/// ```
/// use stonemask::othello::{Board, Move};
///
/// let mut board = Board::<6>::start();
/// board.play("c2".parse()?);
/// assert_eq!(board.to_string(), "--------X-----XX----XO-------------- O");
/// assert_eq!(board.to_string().parse(), Ok(board));
/// assert!(board.try_play(Move::Pass).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board<const N: usize> {
    position: Position<N>,
    to_move: Colour,
}

impl<const N: usize> Board<N> {
    /// The start position: black on the right of the upper and on the left of the lower centre row, black to move.
    pub const fn start() -> Board<N> {
        const fn pair<const N: usize>(squares: [(usize, usize); 2]) -> SquareSet<N> {
            let [a, b] = squares;
            let (a, b) = (Square::<N>::new(a.0, a.1), Square::<N>::new(b.0, b.1));
            let a = a.expect("a centre square").set().bits();
            SquareSet::within(a | b.expect("a centre square").set().bits())
        }
        let black = pair([(N / 2 - 1, N / 2), (N / 2, N / 2 - 1)]);
        let white = pair([(N / 2 - 1, N / 2 - 1), (N / 2, N / 2)]);
        match Position::new(black, white) {
            Ok(position) => Board { position, to_move: Colour::Black },
            Err(_) => panic!("the start position's discs do not overlap"),
        }
    }

    /// The board on which `to_move` sees `position`.
    pub const fn new(position: Position<N>, to_move: Colour) -> Board<N> {
        Board { position, to_move }
    }

    /// The discs as the side to move sees them.
    #[inline]
    pub const fn position(&self) -> Position<N> {
        self.position
    }

    /// The side to move.
    #[inline]
    pub const fn to_move(&self) -> Colour {
        self.to_move
    }

    /// The discs of a colour.
    #[inline]
    pub fn stones(&self, colour: Colour) -> SquareSet<N> {
        if colour == self.to_move { self.position.own() } else { self.position.opponent() }
    }

    /// The colour of the disc on a square; `None` on an empty one.
    #[inline]
    pub fn stone(&self, square: Square<N>) -> Option<Colour> {
        if self.position.own().contains(square) {
            Some(self.to_move)
        } else if self.position.opponent().contains(square) {
            Some(self.to_move.other())
        } else {
            None
        }
    }

    /// The squares without a disc.
    #[inline]
    pub fn empties(&self) -> SquareSet<N> {
        self.position.empties()
    }

    /// How many discs there are, of both colours.
    #[inline]
    pub fn stone_count(&self) -> usize {
        N * N - self.empties().len() as usize
    }

    /// The squares on which the side to move may place a disc.
    #[inline]
    pub fn legal_moves(&self) -> SquareSet<N> {
        self.legal_moves_with(Kernels::best())
    }

    /// Whether the side to move has no legal square while the other side has one.
    pub fn must_pass(&self) -> bool {
        self.must_pass_with(Kernels::best())
    }

    /// Whether neither side can place a disc.
    pub fn is_over(&self) -> bool {
        self.is_over_with(Kernels::best())
    }

    /// Black's discs minus white's.
    pub fn score(&self) -> i32 {
        match self.to_move {
            Colour::Black => self.position.score(),
            Colour::White => -self.position.score(),
        }
    }

    /// Who won, by discs; `None` while the game goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome_with(Kernels::best())
    }

    /// Who won, by discs; `None` while the game goes on, and when it is drawn.
    pub fn winner(&self) -> Option<Colour> {
        Game::winner(self)
    }

    /// Each legal ply, a pass too, and the board after it.
    ///
    /// ```
    /// use stonemask::othello::Board;
    ///
    /// // The reply that leaves the opponent the fewest moves.
    /// let board: Board<4> = "-----XO--XX--X-- O".parse()?;
    /// let (ply, after) = board.children().min_by_key(|(_, after)| after.legal_moves().len()).unwrap();
    /// assert_eq!((ply.to_string(), after.legal_moves().len()), ("a4".to_owned(), 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn children(&self) -> impl DoubleEndedIterator<Item = (Move<N>, Board<N>)> {
        Game::children(self)
    }

    /// Whether the move is legal.
    ///
    /// # Errors
    /// When it is not, with the reason.
    pub fn check(&self, ply: Move<N>) -> Result<(), IllegalMove<N>> {
        self.check_with(Kernels::best(), ply)
    }

    /// Plays a legal move.
    ///
    /// # Panics
    /// When the move is illegal.
    pub fn play(&mut self, ply: Move<N>) {
        self.play_with(Kernels::best(), ply);
    }

    /// Plays the move if it is legal.
    ///
    /// # Errors
    /// When it is not; the board is as before.
    pub fn try_play(&mut self, ply: Move<N>) -> Result<(), IllegalMove<N>> {
        self.try_play_with(Kernels::best(), ply)
    }

    /// Plays a ply that is known to be legal. Of an illegal one the result is unspecified: a panic, or a board that no game
    /// reaches; never undefined behaviour.
    #[inline]
    pub fn play_unchecked(&mut self, ply: Move<N>) {
        self.play_unchecked_with(Kernels::best(), ply);
    }

    /// Plays a ply that is known to be legal, as [`Board::play_unchecked`] does, and returns what takes it back.
    ///
    /// ```
    /// use stonemask::othello::Board;
    ///
    /// let mut board = Board::<8>::start();
    /// let undo = board.make("f5".parse().unwrap());
    /// assert_eq!(board.score(), 3);
    /// board.undo(undo);
    /// assert_eq!(board, Board::start());
    /// ```
    #[inline]
    pub fn make(&mut self, ply: Move<N>) -> Undo<N> {
        self.make_with(Kernels::best(), ply)
    }

    /// Takes the last ply back, given what [`Board::make`] returned for it.
    #[inline]
    pub fn undo(&mut self, undo: Undo<N>) {
        *self = undo.before;
    }

    /// The board turned or reflected.
    pub fn transform(&self, symmetry: Symmetry) -> Board<N> {
        Board { position: self.position.transform(symmetry), to_move: self.to_move }
    }
}

/// The rules by the kernels of a chosen tier.
impl<const N: usize> Board<N> {
    /// [`Board::legal_moves`] by the kernels of a chosen tier.
    #[inline]
    pub fn legal_moves_with(&self, kernels: &Kernels) -> SquareSet<N> {
        kernels.legal_moves(self.position)
    }

    /// [`Board::must_pass`] by the kernels of a chosen tier.
    pub fn must_pass_with(&self, kernels: &Kernels) -> bool {
        kernels.mobility(self.position) == 0 && kernels.mobility(self.position.pass()) != 0
    }

    /// [`Board::is_over`] by the kernels of a chosen tier.
    pub fn is_over_with(&self, kernels: &Kernels) -> bool {
        kernels.mobility(self.position) == 0 && kernels.mobility(self.position.pass()) == 0
    }

    /// [`Board::outcome`] by the kernels of a chosen tier.
    pub fn outcome_with(&self, kernels: &Kernels) -> Option<Outcome> {
        self.is_over_with(kernels).then(|| Outcome::from_score(self.score()))
    }

    /// [`Board::check`] by the kernels of a chosen tier.
    ///
    /// # Errors
    /// When the move is illegal, with the reason.
    pub fn check_with(&self, kernels: &Kernels, ply: Move<N>) -> Result<(), IllegalMove<N>> {
        let moves = self.legal_moves_with(kernels);
        let stone = |square: Square<N>| self.stone(square).map(Reason::Occupied);
        let reason = match ply {
            Move::Place(square) if moves.contains(square) => return Ok(()),
            Move::Place(square) => stone(square)
                .unwrap_or_else(|| if self.is_over_with(kernels) { Reason::GameOver } else { Reason::FlipsNothing }),
            Move::Pass if self.is_over_with(kernels) => Reason::GameOver,
            Move::Pass if moves.is_empty() => return Ok(()),
            Move::Pass => Reason::CanMove(moves),
        };
        Err(IllegalMove { ply, colour: self.to_move, reason })
    }

    /// [`Board::play`] by the kernels of a chosen tier.
    ///
    /// # Panics
    /// When the move is illegal.
    pub fn play_with(&mut self, kernels: &Kernels, ply: Move<N>) {
        self.try_play_with(kernels, ply).unwrap_or_else(|error| panic!("{error}"));
    }

    /// [`Board::try_play`] by the kernels of a chosen tier.
    ///
    /// # Errors
    /// When the move is illegal; the board is as before.
    pub fn try_play_with(&mut self, kernels: &Kernels, ply: Move<N>) -> Result<(), IllegalMove<N>> {
        self.check_with(kernels, ply)?;
        self.play_unchecked_with(kernels, ply);
        Ok(())
    }

    /// [`Board::play_unchecked`] by the kernels of a chosen tier.
    #[inline]
    pub fn play_unchecked_with(&mut self, kernels: &Kernels, ply: Move<N>) {
        self.position = match ply {
            Move::Place(square) => self.position.place(square, kernels.flips(self.position, square)),
            Move::Pass => self.position.pass(),
        };
        self.to_move = self.to_move.other();
    }

    /// [`Board::make`] by the kernels of a chosen tier.
    #[inline]
    pub fn make_with(&mut self, kernels: &Kernels, ply: Move<N>) -> Undo<N> {
        let before = *self;
        self.play_unchecked_with(kernels, ply);
        Undo { before }
    }

    /// Plays moves in order, by the kernels of a chosen tier.
    ///
    /// # Errors
    /// At the first illegal one; the board is as before it.
    pub fn try_play_line(&mut self, kernels: &Kernels, line: &Line<N>) -> Result<(), IllegalMove<N>> {
        line.into_iter().try_for_each(|&ply| self.try_play_with(kernels, ply))
    }
}

/// Conveniences over the best tier's kernels.
impl<const N: usize> Position<N> {
    /// The squares on which the side to move may place a disc.
    #[inline]
    pub fn legal_moves(self) -> SquareSet<N> {
        Kernels::best().legal_moves(self)
    }

    /// The opponent's discs that a disc on `square` outflanks, whatever stands there.
    #[inline]
    pub fn flips(self, square: Square<N>) -> SquareSet<N> {
        Kernels::best().flips(self, square)
    }
}

/// What takes a ply back: what [`Board::make`] returns and [`Board::undo`] takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use = "without it the ply cannot be taken back"]
pub struct Undo<const N: usize> {
    before: Board<N>,
}

/// The start position.
impl<const N: usize> Default for Board<N> {
    fn default() -> Board<N> {
        Board::start()
    }
}

/// A move that the rules do not allow, and why.
///
/// ```
/// use stonemask::othello::{Board, Reason};
///
/// let error = Board::<8>::start().try_play("a1".parse().unwrap()).unwrap_err();
/// assert_eq!(error.reason(), Reason::FlipsNothing);
/// assert_eq!(error.to_string(), "illegal move a1 for black: it flips nothing");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IllegalMove<const N: usize> {
    ply: Move<N>,
    colour: Colour,
    reason: Reason<N>,
}

impl<const N: usize> IllegalMove<N> {
    /// The move.
    pub const fn ply(&self) -> Move<N> {
        self.ply
    }

    /// The side to move.
    pub const fn colour(&self) -> Colour {
        self.colour
    }

    /// Why the move is illegal.
    pub const fn reason(&self) -> Reason<N> {
        self.reason
    }
}

impl<const N: usize> fmt::Display for IllegalMove<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IllegalMove { ply, colour, reason } = self;
        write!(f, "illegal move {ply} for {colour}: {reason}")
    }
}

impl<const N: usize> std::error::Error for IllegalMove<N> {}

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason<const N: usize> {
    /// The square holds a disc of this colour.
    Occupied(Colour),
    /// The disc would outflank none.
    FlipsNothing,
    /// A pass, while a disc can be placed on these squares.
    CanMove(SquareSet<N>),
    /// The game is over.
    GameOver,
}

impl<const N: usize> fmt::Display for Reason<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Occupied(colour) => write!(f, "the square holds a {colour} disc"),
            Reason::FlipsNothing => f.write_str("it flips nothing"),
            Reason::CanMove(moves) => write!(f, "a pass needs that no disc can be placed, but there is {moves}"),
            Reason::GameOver => f.write_str("the game is over"),
        }
    }
}
