//! Games in progress: stones, groups, both masks, the side to move; text.

use super::{Kernels, Masks, Point, PointSet, Position, PositionError, Shape, ShapeError, State, set};
use crate::game::{Colour, Outcome};
use crate::random::Random;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

/// A group: stones of one colour, connected by steps between neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Group {
    /// The colour of its stones.
    pub colour: Colour,
    /// Its stones.
    pub stones: PointSet,
    /// The empty points next to it; never none.
    pub liberties: PointSet,
}

/// A game of NoGo in progress.
///
/// The groups and the legal moves of both colours are kept up to date by every move; nothing is computed when they are asked
/// for. A board takes 992 bytes, and search copies it. A move changes a quarter of them; where many moves are tried on one
/// board, as in [`Game::for_each_child`](crate::game::Game::for_each_child), these are copied back, which is cheaper than
/// a copy for each.
///
/// As text it is the rows, the top one first, separated by `/`, then the side to move. `X` is black, `O` white, `-` empty, `#`
/// blocked, and `+` the empty centre while black may not begin there. The alternate form `{:#}` is a diagram for people.
///
/// ```
/// use stonemask::nogo::{Board, Colour, Shape};
///
/// let mut board = Board::new(Shape::new(3, 3, Default::default())?);
/// for mv in ["b1", "c3", "a2", "c2"] {
///     board.play(mv.parse()?);
/// }
/// assert_eq!(board.to_string(), "-X-/X-O/--O X");
/// assert_eq!(board.to_string().parse(), Ok(board));
/// assert_eq!(board.allowed(Colour::White).to_string(), "c1 b2 a3 b3");
/// let error = board.try_play("b1".parse()?).unwrap_err();
/// assert_eq!(error.to_string(), "illegal move b1 for black: a black stone stands there");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Board {
    state: State,
}

impl Board {
    /// The empty 9x9 board, black to move.
    pub fn start() -> Board {
        Board::new(Shape::FULL)
    }

    /// An empty board, black to move.
    pub fn new(shape: Shape) -> Board {
        Board { state: State::new(shape) }
    }

    /// An empty board on which black's first move may not be at the centre.
    ///
    /// # Errors
    /// When the board has no cell in the middle, or it is blocked.
    pub fn with_centre_forbidden(shape: Shape) -> Result<Board, ShapeError> {
        match shape.centre() {
            None => Err(ShapeError::NoCentre { rows: shape.rows(), columns: shape.columns() }),
            Some(_) => {
                let mut board = Board::new(shape);
                board.state.centre_forbidden = 1;
                Ok(board)
            }
        }
    }

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
                assert!(board.allowed(colour).contains(point), "a legal position is reached by legal moves");
                kernels.play(&mut board, colour, point);
            }
        }
        board.state.to_move = to_move as u8;
        Ok(board)
    }

    /// The size and the blocked cells.
    pub fn shape(&self) -> Shape {
        let [black, white] = self.state.stones;
        let points = set(self.state.empty) | set(black) | set(white);
        Shape::from_parts(self.state.rows, self.state.columns, points)
    }

    /// The side to move.
    #[inline]
    pub fn to_move(&self) -> Colour {
        if self.state.to_move == Colour::Black as u8 { Colour::Black } else { Colour::White }
    }

    /// The stones of a colour.
    #[inline]
    pub fn stones(&self, colour: Colour) -> PointSet {
        set(self.state.stones[colour as usize])
    }

    /// The points without a stone.
    #[inline]
    pub fn empties(&self) -> PointSet {
        set(self.state.empty)
    }

    /// The stones as a [`Position`].
    pub fn position(&self) -> Position {
        Position::from_sets(self.stones(Colour::Black), self.stones(Colour::White), self.empties())
    }

    /// The points on which a colour's stone would neither capture nor be without a liberty, whoever is to move.
    #[inline]
    pub fn allowed(&self, colour: Colour) -> PointSet {
        set(self.state.allowed[colour as usize])
    }

    /// [`Board::allowed`] of both colours.
    #[inline]
    pub fn masks(&self) -> Masks {
        Masks { black: self.allowed(Colour::Black), white: self.allowed(Colour::White) }
    }

    /// The legal moves of the side to move; when there are none, it has lost.
    #[inline]
    pub fn legal_moves(&self) -> PointSet {
        self.allowed(self.to_move()) - self.forbidden()
    }

    /// The centre, while black may not begin there.
    #[inline]
    fn forbidden(&self) -> PointSet {
        if self.state.centre_forbidden == 0 {
            return PointSet::EMPTY;
        }
        self.shape().centre().map_or(PointSet::EMPTY, Point::set)
    }

    /// Whether black's first move is to come and may not be at the centre.
    pub fn centre_is_forbidden(&self) -> bool {
        self.state.centre_forbidden != 0
    }

    /// The stones of a colour whose groups have two or more liberties; the other groups are in atari.
    #[inline]
    pub fn safe(&self, colour: Colour) -> PointSet {
        set(self.state.safe[colour as usize])
    }

    /// The group at a point; `None` without a stone there.
    pub fn group(&self, point: Point) -> Option<Group> {
        let stones = match self.state.id(point.bit()) {
            0 => return None,
            id => self.state.group(id),
        };
        let colour = if self.stones(Colour::Black).contains(point) { Colour::Black } else { Colour::White };
        Some(Group { colour, stones, liberties: stones.neighbours() & self.empties() })
    }

    /// Who won; `None` while the side to move has a legal move.
    pub fn outcome(&self) -> Option<Outcome> {
        let lost = self.legal_moves().is_empty();
        lost.then_some(if self.to_move() == Colour::Black { Outcome::Second } else { Outcome::First })
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
        let in_atari = |other: Colour| {
            let next = point.set().neighbours() & (self.stones(other) - self.safe(other));
            next.iter().filter_map(|stone| self.group(stone)).fold(PointSet::EMPTY, |all, group| all | group.stones)
        };
        let reason = if let Some(group) = self.group(point) {
            Reason::Occupied(group.colour)
        } else if !self.empties().contains(point) {
            Reason::OffBoard
        } else if self.forbidden().contains(point) {
            Reason::CentreForbidden
        } else {
            let captured = in_atari(colour.other());
            if captured.is_empty() { Reason::Suicide } else { Reason::Capture(captured) }
        };
        Err(IllegalMove { point, colour, reason })
    }

    /// Plays a legal move.
    ///
    /// # Panics
    /// When the move is illegal.
    pub fn play(&mut self, point: Point) {
        self.try_play(point).unwrap_or_else(|error| panic!("{error}"));
    }

    /// Plays the move if it is legal.
    ///
    /// # Errors
    /// When it is not; the board is as before.
    pub fn try_play(&mut self, point: Point) -> Result<(), IllegalMove> {
        self.try_play_with(Kernels::best(), point)
    }

    /// Plays a move that is known to be legal. An illegal one leaves the board as it is: the masks are at hand, so that the
    /// test costs next to nothing.
    #[inline]
    pub fn play_unchecked(&mut self, point: Point) {
        self.play_unchecked_with(Kernels::best(), point);
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

    /// [`Board::play_unchecked`] by the kernels of a chosen tier.
    #[inline]
    pub fn play_unchecked_with(&mut self, kernels: &Kernels, point: Point) {
        let colour = self.to_move();
        if self.legal_moves().contains(point) {
            kernels.play(self, colour, point);
        }
    }

    /// Takes back the move at `point` that was made on a copy of `before`. Not for everybody: on other boards it would mix the
    /// groups of two games.
    #[inline]
    pub(crate) fn take_back(&mut self, before: &Board, point: Point) {
        self.state.take_back(&before.state, point.bit());
    }

    /// Plays uniformly random legal moves, at most `limit`, by the kernels of a chosen tier; returns how many. Fewer than the
    /// limit when the side to move has lost.
    pub fn play_random_plies(&mut self, kernels: &Kernels, random: &mut Random, limit: u32) -> u32 {
        if limit == 0 || !self.centre_is_forbidden() {
            return kernels.random_plies(self, random, limit);
        }
        let moves = self.legal_moves();
        if moves.is_empty() {
            return 0;
        }
        let chosen = random.below(moves.len()) as usize;
        let point = moves.iter().nth(chosen).expect("fewer than the moves there are");
        kernels.play(self, Colour::Black, point);
        1 + kernels.random_plies(self, random, limit - 1)
    }

    pub(crate) fn state_mut(&mut self) -> &mut State {
        &mut self.state
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

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = self.shape();
        let cell = |row, column| {
            let point = Point::new(row, column).expect("in the frame");
            let stone = Colour::ALL.into_iter().find(|&colour| self.stones(colour).contains(point));
            match stone {
                Some(colour) => colour.letter(),
                None if self.forbidden().contains(point) => '+',
                None if self.empties().contains(point) => '-',
                None => '#',
            }
        };
        if f.alternate() {
            for row in 0..shape.rows() {
                write!(f, "{} ", row + 1)?;
                for column in 0..shape.columns() {
                    write!(f, " {}", cell(row, column))?;
                }
                writeln!(f)?;
            }
            write!(f, "  ")?;
            for column in 0..shape.columns() {
                write!(f, " {}", (b'a' + column as u8 + u8::from(column >= 8)) as char)?;
            }
            write!(f, "   {} to move", self.to_move())
        } else {
            for row in 0..shape.rows() {
                if row > 0 {
                    write!(f, "/")?;
                }
                for column in 0..shape.columns() {
                    write!(f, "{}", cell(row, column))?;
                }
            }
            write!(f, " {}", self.to_move().letter())
        }
    }
}

impl FromStr for Board {
    type Err = ParseBoardError;

    /// Reads rows separated by `/` or white space, then the side to move. Case does not matter; `.` is empty too.
    fn from_str(text: &str) -> Result<Board, ParseBoardError> {
        let error = |problem| ParseBoardError { text: text.to_owned(), problem };
        let trimmed = text.trim_end();
        let side = trimmed.chars().next_back().ok_or_else(|| error(Problem::Empty))?;
        let to_move = Colour::from_letter(side);
        let cells = &trimmed[..trimmed.len() - side.len_utf8()];
        // The side to move stands alone: what is before it ends a row.
        let to_move = to_move.filter(|_| cells.is_empty() || cells.ends_with(|c: char| c.is_whitespace()));
        let to_move = to_move.ok_or_else(|| error(Problem::Side { found: side }))?;

        let rows: Vec<&str> =
            cells.split(|c: char| c.is_whitespace() || c == '/').filter(|row| !row.is_empty()).collect();
        let columns = rows.first().map_or(0, |row| row.chars().count());
        let (mut blocked, mut forbidden) = (PointSet::EMPTY, PointSet::EMPTY);
        let mut stones = [PointSet::EMPTY; 2];
        Shape::new(rows.len(), columns, PointSet::EMPTY).map_err(|wrong| error(Problem::Shape(wrong)))?;
        for (row, line) in rows.iter().enumerate() {
            let found = line.chars().count();
            if found != columns {
                return Err(error(Problem::Row { row: row + 1, found, wanted: columns }));
            }
            for (column, character) in line.chars().enumerate() {
                let point = Point::new(row, column).expect("in the frame");
                match (Colour::from_letter(character), character) {
                    (Some(colour), _) => stones[colour as usize] |= point.set(),
                    (None, '-' | '.') => {}
                    (None, '#') => blocked |= point.set(),
                    (None, '+') => forbidden |= point.set(),
                    (None, character) => return Err(error(Problem::Foreign { character, point })),
                }
            }
        }
        let shape = Shape::new(rows.len(), columns, blocked).expect("a board's size, and cells of it");
        if forbidden.is_empty() {
            let [black, white] = stones;
            return Board::from_stones(shape, black, white, to_move).map_err(|wrong| error(Problem::Position(wrong)));
        }
        let begins = stones == [PointSet::EMPTY; 2] && to_move == Colour::Black;
        if !begins || shape.centre().map(Point::set) != Some(forbidden) {
            return Err(error(Problem::Forbidden { points: forbidden }));
        }
        Board::with_centre_forbidden(shape).map_err(|wrong| error(Problem::Shape(wrong)))
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
    Empty,
    Side { found: char },
    Shape(ShapeError),
    Row { row: usize, found: usize, wanted: usize },
    Foreign { character: char, point: Point },
    Forbidden { points: PointSet },
    Position(PositionError),
}

impl fmt::Display for ParseBoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is no board: ", self.text.escape_debug())?;
        match &self.problem {
            Problem::Empty => write!(f, "it is empty, expected rows and the side to move"),
            Problem::Side { found } => {
                write!(f, "it ends in {found:?}, expected the side to move, X or O, on its own")
            }
            Problem::Shape(error) => error.fmt(f),
            Problem::Row { row, found, wanted } => {
                write!(f, "row {row} has {found} cells, but the first has {wanted}")
            }
            Problem::Foreign { character, point } => write!(f, "{character:?} on {point}, expected X, O, -, # or +"),
            Problem::Forbidden { points } => {
                write!(f, "'+' on {points}, which is not the centre of an empty board with black to move")
            }
            Problem::Position(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ParseBoardError {}

/// A move that the rules do not allow, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    point: Point,
    colour: Colour,
    reason: Reason,
}

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The cell is blocked or beyond the edge.
    OffBoard,
    /// A stone of this colour stands there.
    Occupied(Colour),
    /// It would capture these stones.
    Capture(PointSet),
    /// Its own group would have no liberty.
    Suicide,
    /// Black may not begin at the centre.
    CentreForbidden,
}

impl IllegalMove {
    /// Where.
    pub fn point(&self) -> Point {
        self.point
    }

    /// Whose move.
    pub fn colour(&self) -> Colour {
        self.colour
    }

    /// Why.
    pub fn reason(&self) -> Reason {
        self.reason
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IllegalMove { point, colour, reason } = self;
        write!(f, "illegal move {point} for {colour}: ")?;
        match reason {
            Reason::OffBoard => write!(f, "the point is off the board or blocked"),
            Reason::Occupied(stone) => write!(f, "a {stone} stone stands there"),
            Reason::Capture(stones) => write!(f, "it would capture {stones}"),
            Reason::Suicide => write!(f, "it would be suicide, its group without a liberty"),
            Reason::CentreForbidden => write!(f, "black may not begin at the centre"),
        }
    }
}

impl std::error::Error for IllegalMove {}
