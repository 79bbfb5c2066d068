//! Boards: the source's cell vector with its cursor, the row bits beside it, moves, outcome; text.

use super::renju::Trial;
use super::{AXES, Colour, Forbidden, Kernels, ParseRuleError, Planes, Point, PointSet, Rule, Size, SizeError};
use crate::game::Outcome;
use std::fmt;
use std::str::FromStr;

/// What the cursor adds to the cell it is on.
const CURSOR: u8 = 20;

/// A step of the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// To the row above: minus the number of columns.
    Up,
    /// To the row below: plus the number of columns.
    Down,
    /// Back by one: from the first column to the end of the row above.
    Left,
    /// On by one: from the last column to the start of the row below.
    Right,
}

/// A Gomoku board with its rule and the side to move.
///
/// The cells stand in one flat vector, row after row from the top: 0 empty, 1 black, 2 white, and 20 more on the cell that the
/// cursor is on. The cursor moves by addition on that vector and starts on the centre.
///
/// As text it is the size, the rule, the rows from the top (`X` black, `O` white, `-` empty), and the side to move; the cursor is
/// not part of it, nor of `==`. The alternate form `{:#}` is a diagram for people.
///
/// ```
/// use stonemask::gomoku::{Board, Direction, Rule, Size};
///
/// let mut board = Board::new(Size::new(3, 4)?, Rule::Freestyle);
/// assert_eq!(board.cells(), [0, 0, 0, 0, 0, 0, 20, 0, 0, 0, 0, 0]);
/// board.place()?;
/// board.move_cursor(Direction::Right);
/// board.move_cursor(Direction::Right);
/// board.place()?;
/// assert_eq!(board.cells(), [0, 0, 0, 0, 0, 0, 1, 0, 22, 0, 0, 0]);
/// assert_eq!(board.to_string(), "3x4 freestyle ----/--X-/O--- X");
/// assert_eq!(board.to_string().parse(), Ok(board));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Board {
    rule: Rule,
    to_move: Colour,
    cursor: u16,
    stones: u16,
    outcome: Option<Outcome>,
    cells: Vec<u8>,
    planes: Planes,
}

impl Board {
    /// A board without stones, black to move, the cursor on the centre.
    pub fn new(size: Size, rule: Rule) -> Board {
        let mut cells = vec![0; size.points()];
        let cursor = size.rows() / 2 * size.columns() + size.columns() / 2;
        cells[cursor] = CURSOR;
        let planes = Planes::new(size);
        Board { rule, to_move: Colour::Black, cursor: cursor as u16, stones: 0, outcome: None, cells, planes }
    }

    /// The size of the board.
    #[inline]
    pub fn size(&self) -> Size {
        self.planes.size()
    }

    /// The rule.
    #[inline]
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The side to move; once the game is over, the side whose turn it would be.
    #[inline]
    pub fn to_move(&self) -> Colour {
        self.to_move
    }

    /// The cell vector: 0 empty, 1 black, 2 white, and 20 more under the cursor.
    #[inline]
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// The same board as row bits.
    #[inline]
    pub fn planes(&self) -> &Planes {
        &self.planes
    }

    /// How many stones there are.
    pub fn stones(&self) -> usize {
        self.stones.into()
    }

    /// The stone on a point; `None` when it is empty or off the board.
    #[inline]
    pub fn stone(&self, point: Point) -> Option<Colour> {
        if !self.size().contains(point) {
            return None;
        }
        match self.cells[self.size().index(point)] % CURSOR {
            0 => None,
            1 => Some(Colour::Black),
            _ => Some(Colour::White),
        }
    }

    /// The point that the cursor is on.
    pub fn cursor(&self) -> Point {
        self.size().point(self.cursor.into())
    }

    /// Moves the cursor as on a vector: right and left by 1, down and up by the number of columns. A step that would leave the
    /// vector is ignored, and false returned.
    pub fn move_cursor(&mut self, direction: Direction) -> bool {
        let columns = self.size().columns() as isize;
        let step = match direction {
            Direction::Up => -columns,
            Direction::Down => columns,
            Direction::Left => -1,
            Direction::Right => 1,
        };
        match usize::from(self.cursor).checked_add_signed(step) {
            Some(next) if next < self.cells.len() => {
                self.cells[usize::from(self.cursor)] -= CURSOR;
                self.cells[next] += CURSOR;
                self.cursor = next as u16;
                true
            }
            _ => false,
        }
    }

    /// Puts the cursor on a point.
    ///
    /// # Panics
    /// When the point is off the board.
    pub fn set_cursor(&mut self, point: Point) {
        assert!(self.size().contains(point), "{point} is off the board of {}", self.size());
        self.cells[usize::from(self.cursor)] -= CURSOR;
        self.cursor = self.size().index(point) as u16;
        self.cells[usize::from(self.cursor)] += CURSOR;
    }

    /// Plays on the cursor's cell, if that is legal.
    ///
    /// # Errors
    /// When it is not; the board is as before.
    pub fn place(&mut self) -> Result<(), IllegalMove> {
        self.try_play(self.cursor())
    }

    /// The points on which the side to move may place a stone; none once the game is over.
    pub fn legal_moves(&self) -> PointSet {
        let mut legal = PointSet::empty(self.size());
        if self.outcome.is_some() {
            return legal;
        }
        let mut trial = self.trial();
        for point in self.size().all().filter(|&point| self.stone(point).is_none()) {
            if trial.as_mut().is_none_or(|trial| trial.forbidden(point).is_none()) {
                legal.insert(point);
            }
        }
        legal
    }

    /// The empty points that renju forbids the side to move: none for white, under other rules, and once the game is over.
    ///
    /// ```
    /// use stonemask::gomoku::{Board, Rule, Size};
    ///
    /// // Two threes meet on h8.
    /// let mut board = Board::new(Size::new(15, 15)?, Rule::Renju);
    /// for point in "h9 a1 h10 a15 i8 o1 j8 o15".split(' ') {
    ///     board.play(point.parse()?);
    /// }
    /// assert_eq!(board.forbidden().to_string(), "h8");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn forbidden(&self) -> PointSet {
        let mut forbidden = PointSet::empty(self.size());
        if self.outcome.is_none()
            && let Some(mut trial) = self.trial()
        {
            for point in self.size().all().filter(|&point| self.stone(point).is_none()) {
                if trial.forbidden(point).is_some() {
                    forbidden.insert(point);
                }
            }
        }
        forbidden
    }

    /// Why renju forbids the side to move a point; `None` when it does not, or the point is not empty.
    pub fn why_forbidden(&self, point: Point) -> Option<Forbidden> {
        if !self.size().contains(point) || self.stone(point).is_some() {
            return None;
        }
        self.trial()?.forbidden(point)
    }

    /// A board to try stones on, when the side to move has forbidden points.
    fn trial(&self) -> Option<Trial> {
        let bound = self.rule == Rule::Renju && self.to_move == Colour::Black;
        bound.then(|| Trial::new(self.size(), &self.cells))
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.outcome.is_some()
    }

    /// Who won; `None` while the game goes on. It is a draw when the board is full, and under renju when every empty point is
    /// forbidden to black, whose turn it is.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The points of the winning runs through a stone; empty when no run through it wins.
    pub fn winning_line(&self, point: Point) -> Vec<Point> {
        let Some(colour) = self.stone(point) else { return Vec::new() };
        let runs = Kernels::best().runs(self, point).expect("a stone is there");
        let mut line = Vec::new();
        for (run, axis) in runs.into_iter().zip(AXES) {
            if self.rule.wins(colour, run) {
                let first = -isize::from(run.before);
                let points = (first..first + isize::from(run.length))
                    .map(|step| point.offset(axis.0 * step, axis.1 * step).expect("a stone is on the board"));
                line.extend(points);
            }
        }
        line.sort();
        line.dedup();
        line
    }

    /// Whether the move is legal.
    ///
    /// # Errors
    /// When it is not, with the reason.
    pub fn check(&self, point: Point) -> Result<(), IllegalMove> {
        let error = |reason| Err(IllegalMove { point, to_move: self.to_move, reason });
        if !self.size().contains(point) {
            return error(Reason::OffBoard(self.size()));
        }
        if self.outcome.is_some() {
            return error(Reason::GameOver);
        }
        if let Some(colour) = self.stone(point) {
            return error(Reason::Occupied(colour));
        }
        match self.trial().and_then(|mut trial| trial.forbidden(point)) {
            Some(forbidden) => error(Reason::Forbidden(forbidden)),
            None => Ok(()),
        }
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

    /// [`Board::try_play`] by the kernels of a chosen tier.
    ///
    /// # Errors
    /// When the move is illegal; the board is as before.
    pub fn try_play_with(&mut self, kernels: &Kernels, point: Point) -> Result<(), IllegalMove> {
        self.check(point)?;
        self.play_unchecked_with(kernels, point);
        Ok(())
    }

    /// Plays a move that is known to be legal. A forbidden one is played all the same.
    ///
    /// # Panics
    /// When the point is off the board or occupied.
    #[inline]
    pub fn play_unchecked(&mut self, point: Point) {
        self.play_unchecked_with(Kernels::best(), point);
    }

    /// [`Board::play_unchecked`] by the kernels of a chosen tier.
    ///
    /// # Panics
    /// When the point is off the board or occupied.
    #[inline]
    pub fn play_unchecked_with(&mut self, kernels: &Kernels, point: Point) {
        let colour = self.to_move;
        // The check leaves the stone itself out, so it need not wait until the stone has reached memory.
        let five = kernels.five(&self.planes, colour, point);
        self.put(point, colour);
        self.to_move = colour.other();
        // A run of five is rare; only then does the rule need the runs themselves.
        let wins = five && (self.rule == Rule::Freestyle || self.wins_by_runs(kernels, colour, point));
        self.outcome = if wins { Some(winner(colour)) } else { self.drawn() };
    }

    /// Sets up a position: what stands on a point from now on. Nobody has won such a board until a move wins, not even when five
    /// in a row were set up, and whose turn it is does not change.
    ///
    /// # Panics
    /// When the point is off the board.
    pub fn set_stone(&mut self, point: Point, stone: Option<Colour>) {
        assert!(self.size().contains(point), "{point} is off the board of {}", self.size());
        if let Some(colour) = self.stone(point) {
            self.cells[self.planes.size().index(point)] -= colour.cell();
            self.planes.toggle(colour, point);
            self.stones -= 1;
        }
        if let Some(colour) = stone {
            self.put(point, colour);
        }
        self.outcome = self.drawn();
    }

    /// The board with these stones, this side to move, and a game that ended so, if it did.
    pub(super) fn set_up(
        (size, rule): (Size, Rule),
        stones: impl IntoIterator<Item = (Point, Colour)>,
        to_move: Colour,
        outcome: Option<Outcome>,
    ) -> Board {
        let mut board = Board::new(size, rule);
        for (point, colour) in stones {
            board.put(point, colour);
        }
        Board { to_move, outcome, ..board }
    }

    /// Takes back the last move, which was on `point`.
    ///
    /// # Panics
    /// When there is no stone of the side that moved last.
    pub fn undo(&mut self, point: Point) {
        let colour = self.to_move.other();
        assert_eq!(self.stone(point), Some(colour), "{colour} did not move to {point} last");
        self.cells[self.planes.size().index(point)] -= colour.cell();
        self.planes.toggle(colour, point);
        self.stones -= 1;
        self.to_move = colour;
        self.outcome = None;
    }

    /// Puts a stone on an empty point, and nothing else.
    #[inline]
    fn put(&mut self, point: Point, colour: Colour) {
        let cell = &mut self.cells[self.planes.size().index(point)];
        assert!((*cell).is_multiple_of(CURSOR), "{point} is occupied");
        *cell += colour.cell();
        self.planes.toggle(colour, point);
        self.stones += 1;
    }

    #[cold]
    fn wins_by_runs(&self, kernels: &Kernels, colour: Colour, point: Point) -> bool {
        let runs = kernels.runs(self, point).expect("the stone was just placed");
        runs.into_iter().any(|run| self.rule.wins(colour, run))
    }

    /// A draw, if the side to move has nowhere to play.
    #[inline]
    fn drawn(&self) -> Option<Outcome> {
        if usize::from(self.stones) == self.cells.len() {
            return Some(Outcome::Draw);
        }
        let mut trial = self.trial()?;
        let mut empties = self.size().all().filter(|&point| self.stone(point).is_none());
        empties.all(|point| trial.forbidden(point).is_some()).then_some(Outcome::Draw)
    }
}

/// The outcome of a game that the colour won.
pub(super) fn winner(colour: Colour) -> Outcome {
    match colour {
        Colour::Black => Outcome::First,
        Colour::White => Outcome::Second,
    }
}

/// The same position under the same rule; where the cursor is does not matter.
impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        (self.rule, self.to_move, &self.planes) == (other.rule, other.to_move, &other.planes)
    }
}

impl Eq for Board {}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |point| self.stone(point).map_or('-', Colour::letter);
        let row = |row| (0..self.size().columns()).map(move |column| Point::new(row, column).expect("on the board"));
        if !f.alternate() {
            write!(f, "{} {} ", self.size(), self.rule)?;
            for index in 0..self.size().rows() {
                let cells: String = row(index).map(letter).collect();
                write!(f, "{}{cells}", if index == 0 { "" } else { "/" })?;
            }
            return write!(f, " {}", self.to_move.letter());
        }
        let width = if self.size().columns() > 26 { 3 } else { 2 };
        write!(f, "  ")?;
        for column in 0..self.size().columns() {
            write!(f, "{:>width$}", Point::column_name(column))?;
        }
        writeln!(f)?;
        for index in 0..self.size().rows() {
            write!(f, "{:>2}", index + 1)?;
            for point in row(index) {
                write!(f, "{:>width$}", letter(point))?;
            }
            writeln!(f)?;
        }
        write!(f, "{} to move, {}", self.to_move, self.rule)
    }
}

impl FromStr for Board {
    type Err = ParseBoardError;

    /// Reads a size, a rule, the rows separated by `/`, and the side to move, in either case. Stones may stand as they like,
    /// except that not both colours can have won.
    fn from_str(text: &str) -> Result<Board, ParseBoardError> {
        let error = |problem| ParseBoardError { text: text.to_owned(), problem };
        let words: Vec<&str> = text.split_whitespace().collect();
        let &[size, rule, rows, side] = words.as_slice() else {
            return Err(error(Problem::Words(words.len())));
        };
        let number = |text: &str| text.parse().ok();
        let (height, width) = size
            .split_once(['x', 'X'])
            .and_then(|(rows, columns)| Some((number(rows)?, number(columns)?)))
            .ok_or_else(|| error(Problem::Size(size.to_owned())))?;
        let size = Size::new(height, width).map_err(|reason| error(Problem::BadSize(reason)))?;
        let mut board = Board::new(size, rule.parse().map_err(|reason| error(Problem::Rule(reason)))?);
        let rows: Vec<&str> = rows.split('/').collect();
        if rows.len() != size.rows() {
            return Err(error(Problem::Rows { found: rows.len(), wanted: size.rows() }));
        }
        for (row, cells) in rows.iter().enumerate() {
            let found = cells.chars().count();
            if found != size.columns() {
                return Err(error(Problem::Columns { row, found, wanted: size.columns() }));
            }
            for (column, character) in cells.chars().enumerate() {
                let point = Point::new(row, column).expect("on the board");
                match Colour::from_letter(character) {
                    Some(colour) => board.put(point, colour),
                    None if character == '-' || character == '.' => {}
                    None => return Err(error(Problem::Foreign { character, point })),
                }
            }
        }
        let mut letters = side.chars();
        board.to_move = match (letters.next().and_then(Colour::from_letter), letters.next()) {
            (Some(colour), None) => colour,
            _ => return Err(error(Problem::Side(side.to_owned()))),
        };
        let won = Colour::ALL.map(|colour| {
            size.all()
                .any(|point| board.stone(point) == Some(colour) && board.wins_by_runs(Kernels::best(), colour, point))
        });
        board.outcome = match won {
            [true, true] => return Err(error(Problem::BothWon)),
            [true, false] => Some(Outcome::First),
            [false, true] => Some(Outcome::Second),
            [false, false] => board.drawn(),
        };
        Ok(board)
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
    Words(usize),
    Size(String),
    BadSize(SizeError),
    Rule(ParseRuleError),
    Rows { found: usize, wanted: usize },
    Columns { row: usize, found: usize, wanted: usize },
    Foreign { character: char, point: Point },
    Side(String),
    BothWon,
}

impl fmt::Display for ParseBoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is no board: ", self.text.escape_debug())?;
        match &self.problem {
            Problem::Words(found) => {
                write!(f, "{found} words, expected the size, the rule, the rows and the side to move")
            }
            Problem::Size(found) => write!(f, "'{}' as the size, expected such as 15x15", found.escape_debug()),
            Problem::BadSize(reason) => write!(f, "{reason}"),
            Problem::Rule(reason) => write!(f, "{reason}"),
            Problem::Rows { found, wanted } => write!(f, "{found} rows, expected {wanted}"),
            Problem::Columns { row, found, wanted } => {
                write!(f, "{found} cells in row {}, expected {wanted}", row + 1)
            }
            Problem::Foreign { character, point } => write!(f, "{character:?} on {point}, expected X, O or -"),
            Problem::Side(found) => write!(f, "'{}' as the side to move, expected X or O", found.escape_debug()),
            Problem::BothWon => write!(f, "both colours have won"),
        }
    }
}

impl std::error::Error for ParseBoardError {}

/// A move that the rules do not allow, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    point: Point,
    to_move: Colour,
    reason: Reason,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Reason {
    OffBoard(Size),
    Occupied(Colour),
    Forbidden(Forbidden),
    GameOver,
}

impl IllegalMove {
    /// The move.
    pub fn illegal_move(&self) -> Point {
        self.point
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IllegalMove { point, to_move, reason } = self;
        write!(f, "illegal move {point} for {to_move}: ")?;
        match reason {
            Reason::OffBoard(size) => write!(f, "the board is {size}"),
            Reason::Occupied(colour) => write!(f, "the point holds a {colour} stone"),
            Reason::Forbidden(forbidden) => write!(f, "renju forbids the {forbidden}"),
            Reason::GameOver => write!(f, "the game is over"),
        }
    }
}

impl std::error::Error for IllegalMove {}
