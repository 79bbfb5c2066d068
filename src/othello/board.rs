//! Boards as people see them: black, white and the side to move; moves, passes, outcome; text.

use super::{Kernels, ParseSquareError, Position, Square, SquareSet, Symmetry};
use crate::game::{Colour, Outcome};
use std::fmt;
use std::str::FromStr;

/// What a player does in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move<const N: usize> {
    /// Places a disc.
    Place(Square<N>),
    /// Passes, which is legal only when no disc can be placed and the other side can place one.
    Pass,
}

impl<const N: usize> fmt::Display for Move<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(square) => square.fmt(f),
            Move::Pass => f.write_str("pass"),
        }
    }
}

impl<const N: usize> FromStr for Move<N> {
    type Err = ParseSquareError<N>;

    /// Reads a square or `pass`, in either case.
    fn from_str(text: &str) -> Result<Move<N>, ParseSquareError<N>> {
        if text.eq_ignore_ascii_case("pass") { Ok(Move::Pass) } else { text.parse().map(Move::Place) }
    }
}

/// Moves in the order in which they are played.
///
/// ```
/// # use stonemask::othello::Line;
/// let line: Line<8> = "f5 d6 c3".parse().unwrap();
/// assert_eq!("F5D6C3".parse(), Ok(line.clone()));
/// assert_eq!(line.to_string(), "f5 d6 c3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Line<const N: usize>(pub Vec<Move<N>>);

impl<const N: usize> fmt::Display for Line<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, mv) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { " " };
            write!(f, "{separator}{mv}")?;
        }
        Ok(())
    }
}

impl<const N: usize> FromStr for Line<N> {
    type Err = ParseSquareError<N>;

    /// Reads moves separated by white space or commas, or written without any between squares.
    fn from_str(text: &str) -> Result<Line<N>, ParseSquareError<N>> {
        let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
        let mut moves = Vec::new();
        for word in words {
            if word.len() > 2 && word.len().is_multiple_of(2) && word.is_ascii() && !word.eq_ignore_ascii_case("pass") {
                for square in 0..word.len() / 2 {
                    moves.push(word[2 * square..2 * square + 2].parse()?);
                }
            } else {
                moves.push(word.parse()?);
            }
        }
        Ok(Line(moves))
    }
}

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
        const fn bits<const N: usize>(squares: [(usize, usize); 2]) -> u64 {
            let [a, b] = squares;
            let (a, b) = (Square::<N>::new(a.0, a.1), Square::<N>::new(b.0, b.1));
            a.expect("a centre square").set().bits() | b.expect("a centre square").set().bits()
        }
        let black = bits::<N>([(N / 2 - 1, N / 2), (N / 2, N / 2 - 1)]);
        let white = bits::<N>([(N / 2 - 1, N / 2 - 1), (N / 2, N / 2)]);
        let position = Position::new(SquareSet::from_bits_on_board(black), SquareSet::from_bits_on_board(white));
        match position {
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
    pub fn discs(&self, colour: Colour) -> SquareSet<N> {
        if colour == self.to_move { self.position.own() } else { self.position.opponent() }
    }

    /// The squares without a disc.
    #[inline]
    pub fn empties(&self) -> SquareSet<N> {
        self.position.empties()
    }

    /// The squares on which the side to move may place a disc.
    #[inline]
    pub fn legal_moves(&self) -> SquareSet<N> {
        self.position.legal_moves()
    }

    /// Whether the side to move has no legal square while the other side has one.
    pub fn must_pass(&self) -> bool {
        self.legal_moves().is_empty() && !self.position.pass().legal_moves().is_empty()
    }

    /// Whether neither side can place a disc.
    pub fn is_over(&self) -> bool {
        self.position.is_over(Kernels::best())
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

    /// Whether the move is legal.
    ///
    /// # Errors
    /// When it is not, with the reason.
    pub fn check(&self, mv: Move<N>) -> Result<(), IllegalMove<N>> {
        self.check_with(Kernels::best(), mv)
    }

    /// Plays a legal move.
    ///
    /// # Panics
    /// When the move is illegal.
    pub fn play(&mut self, mv: Move<N>) {
        self.try_play(mv).unwrap_or_else(|error| panic!("{error}"));
    }

    /// Plays the move if it is legal.
    ///
    /// # Errors
    /// When it is not; the board is as before.
    pub fn try_play(&mut self, mv: Move<N>) -> Result<(), IllegalMove<N>> {
        self.try_play_with(Kernels::best(), mv)
    }

    /// Plays a move that is known to be legal. An illegal one gives a board that no game reaches, and nothing worse.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move<N>) {
        self.play_unchecked_with(Kernels::best(), mv);
    }

    /// [`Board::check`] by the kernels of a chosen tier.
    ///
    /// # Errors
    /// When the move is illegal, with the reason.
    pub fn check_with(&self, kernels: &Kernels, mv: Move<N>) -> Result<(), IllegalMove<N>> {
        let moves = kernels.legal_moves(self.position);
        let reason = match mv {
            Move::Place(square) if moves.contains(square) => return Ok(()),
            Move::Place(square) if self.discs(Colour::Black).contains(square) => Reason::Occupied(Colour::Black),
            Move::Place(square) if self.discs(Colour::White).contains(square) => Reason::Occupied(Colour::White),
            _ if self.position.is_over(kernels) => Reason::GameOver,
            Move::Place(_) => Reason::FlipsNothing,
            Move::Pass if moves.is_empty() => return Ok(()),
            Move::Pass => Reason::CanMove(moves),
        };
        Err(IllegalMove { mv, to_move: self.to_move, reason })
    }

    /// [`Board::try_play`] by the kernels of a chosen tier.
    ///
    /// # Errors
    /// When the move is illegal; the board is as before.
    pub fn try_play_with(&mut self, kernels: &Kernels, mv: Move<N>) -> Result<(), IllegalMove<N>> {
        self.check_with(kernels, mv)?;
        self.play_unchecked_with(kernels, mv);
        Ok(())
    }

    /// [`Board::play_unchecked`] by the kernels of a chosen tier.
    #[inline]
    pub fn play_unchecked_with(&mut self, kernels: &Kernels, mv: Move<N>) {
        self.position = match mv {
            Move::Place(square) => {
                // A square that is occupied all the same is taken over, so that discs never overlap.
                let position = self.position;
                position.place(square, kernels.flips(position, square) | (position.opponent() & square.set()))
            }
            Move::Pass => self.position.pass(),
        };
        self.to_move = self.to_move.other();
    }

    /// Plays moves in order, by the kernels of a chosen tier.
    ///
    /// # Errors
    /// At the first illegal one; the board is as before it.
    pub fn try_play_line(&mut self, kernels: &Kernels, line: &Line<N>) -> Result<(), IllegalMove<N>> {
        line.0.iter().try_for_each(|&mv| self.try_play_with(kernels, mv))
    }

    /// The board turned or reflected.
    pub fn transform(&self, symmetry: Symmetry) -> Board<N> {
        Board { position: self.position.transform(symmetry), to_move: self.to_move }
    }
}

impl<const N: usize> fmt::Display for Board<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = |square: Square<N>| {
            let colours = [Colour::Black, Colour::White];
            colours.into_iter().find(|&colour| self.discs(colour).contains(square)).map_or('-', Colour::letter)
        };
        if f.alternate() {
            for row in 0..N {
                write!(f, "{} ", row + 1)?;
                for column in 0..N {
                    write!(f, " {}", cell(Square::new(row, column).expect("a square of the board")))?;
                }
                writeln!(f)?;
            }
            write!(f, "  ")?;
            for column in 0..N {
                write!(f, " {}", (b'a' + column as u8) as char)?;
            }
            write!(f, "   {} to move", self.to_move)
        } else {
            for square in SquareSet::<N>::ALL {
                write!(f, "{}", cell(square))?;
            }
            write!(f, " {}", self.to_move.letter())
        }
    }
}

impl<const N: usize> FromStr for Board<N> {
    type Err = ParseBoardError;

    /// Reads the .obf form: N*N cells, then the side to move. White space does not matter, nor case, nor a final `;`; `.`
    /// is empty too.
    fn from_str(text: &str) -> Result<Board<N>, ParseBoardError> {
        let error = |problem| ParseBoardError { text: text.to_owned(), problem };
        let wanted = N * N + 1;
        let characters: Vec<char> =
            text.trim_end().trim_end_matches(';').chars().filter(|c| !c.is_whitespace()).collect();

        let mut discs = [SquareSet::EMPTY; 2];
        for (&character, square) in characters.iter().zip(SquareSet::<N>::ALL) {
            match Colour::from_letter(character) {
                Some(colour) => discs[colour as usize] |= square.set(),
                None if character == '-' || character == '.' => {}
                None => return Err(error(Problem::Foreign { character, square: square.to_string() })),
            }
        }
        if characters.len() != wanted {
            return Err(error(Problem::Length { found: characters.len(), wanted }));
        }
        let side = characters[N * N];
        let to_move = Colour::from_letter(side).ok_or_else(|| error(Problem::Side { found: side }))?;
        let [black, white] = discs;
        let (own, opponent) = if to_move == Colour::Black { (black, white) } else { (white, black) };
        let position = Position::new(own, opponent).expect("a cell holds one character");
        Ok(Board { position, to_move })
    }
}

/// A text that is no board, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseBoardError {
    text: String,
    problem: Problem,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Problem {
    Length { found: usize, wanted: usize },
    Foreign { character: char, square: String },
    Side { found: char },
}

impl fmt::Display for ParseBoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is no board: ", self.text.escape_debug())?;
        match &self.problem {
            Problem::Length { found, wanted } => {
                write!(f, "{found} characters, expected {} cells and the side to move", wanted - 1)
            }
            Problem::Foreign { character, square } => {
                write!(f, "{character:?} on {square}, expected X, O or -")
            }
            Problem::Side { found } => write!(f, "{found:?} as the side to move, expected X or O"),
        }
    }
}

impl std::error::Error for ParseBoardError {}

/// A move that the rules do not allow, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove<const N: usize> {
    mv: Move<N>,
    to_move: Colour,
    reason: Reason<N>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Reason<const N: usize> {
    Occupied(Colour),
    FlipsNothing,
    CanMove(SquareSet<N>),
    GameOver,
}

impl<const N: usize> IllegalMove<N> {
    /// The move.
    pub fn illegal_move(&self) -> Move<N> {
        self.mv
    }
}

impl<const N: usize> fmt::Display for IllegalMove<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IllegalMove { mv, to_move, reason } = self;
        write!(f, "illegal move {mv} for {to_move}: ")?;
        match reason {
            Reason::Occupied(colour) => write!(f, "the square holds a {colour} disc"),
            Reason::FlipsNothing => write!(f, "it flips nothing"),
            Reason::CanMove(moves) => write!(f, "a pass needs that no disc can be placed, but there is {moves}"),
            Reason::GameOver => write!(f, "the game is over"),
        }
    }
}

impl<const N: usize> std::error::Error for IllegalMove<N> {}
