//! Boards as people see them: black, white and the side to move; moves, passes, outcome.

use super::kernels::Kernels;
use super::moves::{Line, Move};
use super::position::{Children, Position, PositionError};
use super::square::{Square, SquareSet};
use crate::game::illegal_move::{GAME_OVER, occupied};
use crate::game::slab::array_methods;
use crate::game::svg::to_svg;
use crate::game::{self, Colour, Game, Outcome, Symmetry, own_methods};
use std::fmt;

/// An N x N Othello board with the side to move, N = 4, 6 or 8.
///
/// As text it is in .obf form: the cells, top row first, `X` black, `O` white, `-` empty, a space,
/// and the side to move. The alternate form `{:#}` is a diagram for people.
///
/// ```
/// use stonemask::othello::{Board, Move, Square};
///
/// let mut board = Board::<6>::start();
/// board.play(Square::C2);
/// assert_eq!(board.to_string(), "--------X-----XX----XO-------------- O");
/// assert_eq!(board.to_string().parse(), Ok(board));
/// assert!(board.try_play(Move::Pass).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "fen")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board<const N: usize> {
    position: Position<N>,
    to_move: Colour,
}

impl<const N: usize> Board<N> {
    /// The start position: black on the right of the upper and on the left of the lower centre row,
    /// black to move.
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

    /// The board with these discs, as bits of the 8x8 frame: a1 is bit 0 of an 8x8 board, and a
    /// smaller board lies in the middle.
    ///
    /// ```
    /// use stonemask::othello::{Board, Colour};
    ///
    /// let start = Board::<8>::from_bits(0x0810000000, 0x1008000000, Colour::Black)?;
    /// assert_eq!(start, Board::start());
    /// # Ok::<(), stonemask::othello::PositionError<8>>(())
    /// ```
    ///
    /// # Errors
    /// When a bit is off the board, or a square would hold a disc of both colours.
    pub const fn from_bits(black: u64, white: u64, to_move: Colour) -> Result<Board<N>, PositionError<N>> {
        let (own, opponent) = match to_move {
            Colour::Black => (black, white),
            Colour::White => (white, black),
        };
        match Position::from_bits(own, opponent) {
            Ok(position) => Ok(Board { position, to_move }),
            Err(error) => Err(error),
        }
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
    #[doc(alias = "get")]
    #[doc(alias = "piece")]
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

    /// The squares on which the side to move may place a disc; none where it must pass or the game
    /// is over.
    #[inline]
    pub fn legal_moves(&self) -> SquareSet<N> {
        self.position.legal_moves()
    }

    /// How many squares [`Board::legal_moves`] holds.
    #[inline]
    pub fn mobility(&self) -> u32 {
        self.position.mobility()
    }

    /// The discs that a disc on `square` turns over; none where the move is illegal.
    #[inline]
    pub fn flips(&self, square: Square<N>) -> SquareSet<N> {
        if self.stone(square).is_some() { SquareSet::EMPTY } else { self.position.flips(square) }
    }

    /// The discs that a ply turns over: none for a pass, or where it is illegal. [`Board::flips`]
    /// takes squares alone, so that a text that is parsed for it is a square.
    ///
    /// ```
    /// use stonemask::othello::Board;
    ///
    /// let board = Board::<8>::start();
    /// assert!(board.moves().all(|ply| board.flips_of(ply).len() == 1));
    /// ```
    pub fn flips_of(&self, ply: impl Into<Move<N>>) -> SquareSet<N> {
        match ply.into() {
            Move::Place(square) => self.flips(square),
            Move::Pass => SquareSet::EMPTY,
        }
    }

    /// The legal plies: a disc on each of [`Board::legal_moves`], or the pass where that is all
    /// there is; none when the game is over.
    pub fn plies(&self) -> impl DoubleEndedIterator<Item = Move<N>> + use<N> {
        let moves = self.legal_moves();
        let pass = moves.is_empty() && self.must_pass();
        moves.into_iter().map(Move::Place).chain(pass.then_some(Move::Pass))
    }

    /// Whether the side to move has no legal square while the other side has one.
    pub fn must_pass(&self) -> bool {
        self.mobility() == 0 && self.position.pass().mobility() != 0
    }

    /// Whether neither side can place a disc.
    pub fn is_over(&self) -> bool {
        self.mobility() == 0 && self.position.pass().mobility() == 0
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
        self.is_over().then(|| Outcome::from_score(self.score()))
    }

    /// Who won, by discs; `None` while the game goes on, and when it is drawn.
    pub fn winner(&self) -> Option<Colour> {
        Game::winner(self)
    }

    own_methods!(SquareSet<N>, use<N>);

    array_methods!();

    to_svg!();

    /// Whether the move is legal, and if not, why.
    ///
    /// # Errors
    /// When it is not, with the reason.
    pub fn check(&self, ply: impl Into<Move<N>>) -> Result<(), IllegalMove<N>> {
        let (ply, moves) = (ply.into(), self.legal_moves());
        let stone = |square: Square<N>| self.stone(square).map(Reason::Occupied);
        let reason = match ply {
            Move::Place(square) if moves.contains(square) => return Ok(()),
            Move::Place(square) => {
                stone(square).unwrap_or_else(|| if self.is_over() { Reason::GameOver } else { Reason::FlipsNothing })
            }
            Move::Pass if self.is_over() => Reason::GameOver,
            Move::Pass if moves.is_empty() => return Ok(()),
            Move::Pass => Reason::CanMove(moves),
        };
        Err(IllegalMove::new(ply, self.to_move, reason))
    }

    /// Whether the move is legal.
    pub fn is_legal(&self, ply: impl Into<Move<N>>) -> bool {
        match ply.into() {
            Move::Place(square) => self.legal_moves().contains(square),
            Move::Pass => self.must_pass(),
        }
    }

    /// Plays a legal move: a [`Square`] or a [`Move`].
    ///
    /// ```
    /// use stonemask::othello::{Board, Move, Square};
    ///
    /// let mut board = Board::<8>::start();
    /// board.play(Square::F5);
    /// board.play("f6".parse::<Move<8>>()?);
    /// for square in board.legal_moves() {
    ///     let mut after = board;
    ///     after.play(square);
    ///     assert_eq!(after.stone_count(), 7);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// When the move is illegal.
    #[doc(alias = "do_move")]
    pub fn play(&mut self, ply: impl Into<Move<N>>) {
        self.try_play(ply).unwrap_or_else(|error| panic!("{error}"));
    }

    /// The board after a legal move: a [`Square`] or a [`Move`].
    ///
    /// # Panics
    /// When the move is illegal.
    #[doc(alias = "child")]
    #[doc(alias = "with_move")]
    #[must_use = "the board itself stays as it is"]
    pub fn after(&self, ply: impl Into<Move<N>>) -> Board<N> {
        Game::after(self, ply.into())
    }

    /// Plays the move if it is legal.
    ///
    /// # Errors
    /// When it is not; the board is as before.
    pub fn try_play(&mut self, ply: impl Into<Move<N>>) -> Result<(), IllegalMove<N>> {
        let ply = ply.into();
        self.check(ply)?;
        self.play_unchecked(ply);
        Ok(())
    }

    /// Passes.
    ///
    /// # Panics
    /// When a pass is illegal: the side to move can place a disc, or the game is over.
    pub fn pass(&mut self) {
        self.play(Move::Pass);
    }

    /// Plays a ply that is known to be legal. Of an illegal one the result is unspecified: a panic,
    /// or a board that no game reaches; never undefined behaviour.
    #[inline]
    pub fn play_unchecked(&mut self, ply: impl Into<Move<N>>) {
        self.play_by(Kernels::in_use(), ply.into());
    }

    /// [`Board::play_unchecked`] by these kernels.
    #[inline]
    pub(super) fn play_by(&mut self, kernels: &Kernels, ply: Move<N>) {
        self.position = match ply {
            Move::Place(square) => self.position.place(square, kernels.flips(self.position, square)),
            Move::Pass => self.position.pass(),
        };
        self.to_move = self.to_move.other();
    }

    /// Plays a ply that is known to be legal, as [`Board::play_unchecked`] does, and returns what
    /// takes it back.
    ///
    /// ```
    /// use stonemask::othello::{Board, Square};
    ///
    /// let mut board = Board::<8>::start();
    /// let undo = board.make(Square::F5);
    /// assert_eq!(board.score(), 3);
    /// board.undo(undo);
    /// assert_eq!(board, Board::start());
    /// ```
    #[inline]
    #[doc(alias = "make_move")]
    #[must_use = "without it the ply cannot be taken back"]
    pub fn make(&mut self, ply: impl Into<Move<N>>) -> Undo<N> {
        let before = *self;
        self.play_unchecked(ply);
        Undo { before }
    }

    /// Takes the last ply back, given what [`Board::make`] returned for it.
    #[inline]
    #[doc(alias = "unmake")]
    pub fn undo(&mut self, undo: Undo<N>) {
        *self = undo.before;
    }

    /// Plays moves in order.
    ///
    /// # Errors
    /// At the first illegal one; the board is as before it.
    pub fn try_play_line(&mut self, line: &Line<N>) -> Result<(), IllegalMove<N>> {
        line.into_iter().try_for_each(|&ply| self.try_play(ply))
    }

    /// Rows and columns.
    const fn extent(&self) -> (usize, usize) {
        (N, N)
    }

    /// The words that tell boards apart.
    fn key_words(&self) -> impl Iterator<Item = u64> + use<N> {
        [self.position.own().bits(), self.position.opponent().bits(), 2 * N as u64 + self.to_move as u64].into_iter()
    }

    /// The board turned or reflected.
    pub fn transform(&self, symmetry: Symmetry) -> Board<N> {
        Board { position: self.position.transform(symmetry), to_move: self.to_move }
    }
}

/// The rules, by the kernels in use.
impl<const N: usize> Position<N> {
    /// The squares on which the side to move may place a disc.
    #[inline]
    pub fn legal_moves(self) -> SquareSet<N> {
        Kernels::in_use().legal_moves(self)
    }

    /// How many squares [`Position::legal_moves`] holds.
    #[inline]
    pub fn mobility(self) -> u32 {
        Kernels::in_use().mobility(self)
    }

    /// Whether a disc on `square` outflanks any of the opponent's, whatever stands there.
    #[inline]
    pub fn outflanks(self, square: Square<N>) -> bool {
        Kernels::in_use().outflanks(self, square)
    }

    /// Writes the position after each legal move, as the other side sees it, lowest square first;
    /// returns the moves.
    #[inline]
    pub fn children(self, children: &mut Children<N>) -> SquareSet<N> {
        Kernels::in_use().children(self, children)
    }

    /// The opponent's discs that a disc on `square` outflanks, whatever stands there.
    #[inline]
    pub fn flips(self, square: Square<N>) -> SquareSet<N> {
        Kernels::in_use().flips(self, square)
    }
}

/// The token that takes a ply back: [`Board::make`] returns it and [`Board::undo`] takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
/// use stonemask::othello::{Board, Reason, Square};
///
/// let error = Board::<8>::start().try_play(Square::A1).unwrap_err();
/// assert_eq!(error.reason(), Reason::FlipsNothing);
/// assert_eq!(error.to_string(), "illegal move a1 for black: it flips nothing");
/// ```
pub type IllegalMove<const N: usize> = game::IllegalMove<Move<N>, Reason<N>>;

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
            Reason::Occupied(colour) => occupied(f, ["square", "disc"], *colour),
            Reason::FlipsNothing => f.write_str("it flips nothing"),
            Reason::CanMove(moves) => write!(f, "cannot pass: legal moves are {moves}"),
            Reason::GameOver => f.write_str(GAME_OVER),
        }
    }
}
