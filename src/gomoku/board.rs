//! Boards: stones in two forms, the side to move, moves and the way back, the outcome.

use super::illegal_move::{IllegalMove, Reason};
use super::kernels::Kernels;
use super::planes::Planes;
use super::point::{Point, Size, SizeError};
use super::point_set::PointSet;
use super::renju::Trial;
use super::rule::{AXES, Forbidden, Rule};
use super::vector::CellVector;
use crate::game::slab::array_methods;
use crate::game::svg::to_svg;
use crate::game::{Colour, Game, Outcome, Symmetry, own_methods};
use std::hash::{Hash, Hasher};

/// A Gomoku board with its rule and the side to move.
///
/// As text it is the size, the rule, the rows from the top (`X` black, `O` white, `-` empty), and
/// the side to move. The alternate form `{:#}` is a diagram for people.
///
/// Boards are equal when stones, side to move, size, rule and outcome are.
///
/// ```
/// use stonemask::game::Outcome;
/// use stonemask::gomoku::{Board, Colour, Rule};
///
/// let mut board = Board::new(3, 5, Rule::Freestyle)?;
/// for point in "a1 a3 b1 b3 c1 c3 d1 d3".split(' ') {
///     board.play(point.parse()?);
/// }
/// assert_eq!(board.to_string(), "3x5 freestyle XXXX-/-----/OOOO- X");
/// assert_eq!(board.to_string().parse(), Ok(board.clone()));
/// let undo = board.make("e1".parse()?);
/// assert_eq!(board.outcome(), Some(Outcome::Win(Colour::Black)));
/// board.undo(undo);
/// assert_eq!((board.to_move(), board.outcome()), (Colour::Black, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "fen")]
#[derive(Clone, Debug)]
pub struct Board {
    rule: Rule,
    to_move: Colour,
    stones: u16,
    outcome: Option<Outcome>,
    /// Where the last ply was, if one was played since stones were set up.
    last: Option<Point>,
    cells: CellVector,
    planes: Planes,
}

/// The token that takes a ply back: [`Board::make`] returns it and [`Board::undo`] uses it up.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Undo {
    point: Point,
    last: Option<Point>,
    outcome: Option<Outcome>,
}

impl Undo {
    /// The ply that it takes back.
    pub fn ply(&self) -> Point {
        self.point
    }
}

impl Board {
    /// The usual start: 15x15 without stones, freestyle, black to move.
    pub fn start() -> Board {
        Board::with_size(Size::new(15, 15).expect("a size"), Rule::Freestyle)
    }

    /// A board of 1 to 64 rows and columns without stones, black to move.
    ///
    /// ```
    /// use stonemask::gomoku::{Board, Rule};
    ///
    /// assert_eq!(Board::new(15, 15, Rule::Freestyle)?, Board::start());
    /// assert!(Board::new(15, 65, Rule::Renju).is_err());
    /// # Ok::<(), stonemask::gomoku::SizeError>(())
    /// ```
    ///
    /// # Errors
    /// When there are no such boards.
    pub fn new(rows: usize, columns: usize, rule: Rule) -> Result<Board, SizeError> {
        Ok(Board::with_size(Size::new(rows, columns)?, rule))
    }

    /// A board of a size without stones, black to move.
    pub fn with_size(size: Size, rule: Rule) -> Board {
        let (cells, planes) = (CellVector::new(size), Planes::new(size));
        Board { rule, to_move: Colour::Black, stones: 0, outcome: None, last: None, cells, planes }
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

    /// The stones as cells.
    #[inline]
    pub fn cells(&self) -> &CellVector {
        &self.cells
    }

    /// The stones as row bits.
    #[inline]
    pub fn planes(&self) -> &Planes {
        &self.planes
    }

    /// The points with a colour's stones.
    pub fn stones(&self, colour: Colour) -> PointSet {
        self.planes.points(colour as usize)
    }

    /// The empty points.
    pub fn empties(&self) -> PointSet {
        self.planes.points(2)
    }

    /// How many stones there are, of both colours.
    #[inline]
    pub fn stone_count(&self) -> usize {
        self.stones.into()
    }

    /// The stone on a point; `None` when it is empty or off the board.
    #[doc(alias = "get")]
    #[doc(alias = "piece")]
    #[inline]
    pub fn stone(&self, point: Point) -> Option<Colour> {
        self.cells.stone(point)
    }

    /// The points on which the side to move may place a stone; none once the game is over.
    pub fn legal_moves(&self) -> PointSet {
        if self.outcome.is_some() {
            return PointSet::empty(self.size());
        }
        let mut legal = self.empties();
        if let Some(mut trial) = self.trial() {
            for point in &self.empties() {
                if trial.forbidden(point).is_some() {
                    legal.remove(point);
                }
            }
        }
        legal
    }

    /// The empty points that renju forbids the side to move: none for white, under other rules, and
    /// once the game is over.
    ///
    /// ```
    /// use stonemask::gomoku::{Board, Rule};
    ///
    /// // Two threes meet on h8.
    /// let mut board = Board::new(15, 15, Rule::Renju)?;
    /// for point in "h9 a1 h10 a15 i8 o1 j8 o15".split(' ') {
    ///     board.play(point.parse()?);
    /// }
    /// assert_eq!(board.forbidden().to_string(), "h8");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn forbidden(&self) -> PointSet {
        if self.outcome.is_some() || self.trial().is_none() {
            return PointSet::empty(self.size());
        }
        self.empties() - self.legal_moves()
    }

    /// Why renju forbids the side to move a point; `None` when it does not, or the point is not
    /// empty.
    pub fn why_forbidden(&self, point: Point) -> Option<Forbidden> {
        if !self.size().contains(point) || self.stone(point).is_some() {
            return None;
        }
        self.trial()?.forbidden(point)
    }

    /// A board to try stones on, when the side to move has forbidden points.
    fn trial(&self) -> Option<Trial> {
        let bound = self.rule == Rule::Renju && self.to_move == Colour::Black;
        bound.then(|| Trial::new(&self.cells))
    }

    /// Whether the game is over.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.outcome.is_some()
    }

    /// Who won; `None` while the game goes on. It is a draw when the board is full, and under renju
    /// when every empty point is forbidden to black, whose turn it is.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Who won; `None` while the game goes on, and when it is drawn.
    pub fn winner(&self) -> Option<Colour> {
        self.outcome.and_then(Outcome::winner)
    }

    /// The legal moves, by rows from the top; none once the game is over.
    pub fn plies(&self) -> impl DoubleEndedIterator<Item = Point> + use<> {
        self.legal_moves().into_iter()
    }

    /// How many points [`Board::legal_moves`] holds.
    #[inline]
    pub fn mobility(&self) -> u32 {
        if self.is_over() {
            0
        } else if self.rule() == Rule::Renju {
            self.legal_moves().len()
        } else {
            (self.size().points() - self.stone_count()) as u32
        }
    }

    own_methods!(PointSet, use<>);

    array_methods!();

    to_svg!();

    /// Rows and columns.
    fn extent(&self) -> (usize, usize) {
        (self.size().rows(), self.size().columns())
    }

    /// The words that tell boards apart.
    fn key_words(&self) -> impl Iterator<Item = u64> + '_ {
        let (rows, columns) = self.extent();
        let outcome = crate::game::slab::outcome_code(self.outcome);
        let kind = [rows as u64, columns as u64, self.rule as u64, self.to_move as u64, outcome.into()];
        let stones = Colour::ALL.map(|colour| self.stones(colour));
        kind.into_iter().chain(stones.into_iter().flat_map(move |set| (0..rows).map(move |row| set.row(row))))
    }

    /// The board turned or reflected. Who has won stays as it is; where the last ply was is
    /// forgotten.
    pub fn transform(&self, symmetry: Symmetry) -> Board {
        let extent = self.extent();
        let (rows, columns) = symmetry.size(extent);
        let size = Size::new(rows, columns).expect("the rows and columns of a size");
        let image = |point: Point| {
            let (row, column) = symmetry.cell(extent, (point.row(), point.column()));
            Point::new(row, column).expect("a symmetry keeps the board")
        };
        let stones = self.size().all().filter_map(|point| Some((image(point), self.stone(point)?)));
        Board::set_up((size, self.rule), stones, self.to_move, self.outcome)
    }

    /// The points of the winner's runs that win, in order; empty while the game goes on, and when
    /// it is drawn.
    ///
    /// ```
    /// use stonemask::gomoku::Board;
    ///
    /// let mut board: Board = "2x5 freestyle XXXX-/OOOO- X".parse()?;
    /// board.play("e1".parse()?);
    /// let line: Vec<String> = board.winning_line().iter().map(|point| point.to_string()).collect();
    /// assert_eq!(line, ["a1", "b1", "c1", "d1", "e1"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn winning_line(&self) -> Vec<Point> {
        let Some(colour) = self.winner() else { return Vec::new() };
        let mut line: Vec<Point> = match self.last {
            Some(last) => self.winning_runs(colour, last),
            None => self.stones(colour).iter().flat_map(|point| self.winning_runs(colour, point)).collect(),
        };
        line.sort();
        line.dedup();
        line
    }

    /// The points of the runs through a stone that win for its colour.
    fn winning_runs(&self, colour: Colour, point: Point) -> Vec<Point> {
        let runs = Kernels::in_use().runs(&self.cells, point).expect("a stone is there");
        let winning = runs.into_iter().zip(AXES).filter(|&(run, _)| self.rule.wins(colour, run));
        winning
            .flat_map(|(run, axis)| {
                let first = -isize::from(run.before);
                (first..first + isize::from(run.length))
                    .map(move |step| point.offset(axis.0 * step, axis.1 * step).expect("a stone is on the board"))
            })
            .collect()
    }

    /// Whether the move is legal.
    ///
    /// # Errors
    /// When it is not, with the reason.
    pub fn check(&self, point: Point) -> Result<(), IllegalMove> {
        let error = |reason| Err(IllegalMove::new(point, self.to_move, reason));
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

    /// Whether the move is legal.
    pub fn is_legal(&self, point: Point) -> bool {
        self.check(point).is_ok()
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
        let (kernels, colour) = (Kernels::in_use(), self.to_move);
        // The check leaves the stone itself out, so it need not wait until the stone has reached
        // memory.
        let five = kernels.five(&self.planes, colour, point);
        self.put(point, colour);
        self.to_move = colour.other();
        self.last = Some(point);
        // A run of five is rare; only then does the rule need the runs themselves.
        let wins = five && (self.rule == Rule::Freestyle || self.wins_by_runs(colour, point));
        self.outcome = if wins { Some(Outcome::Win(colour)) } else { self.drawn() };
    }

    /// Plays a ply that is known to be legal, as [`Board::play_unchecked`] does, and returns what
    /// takes it back.
    #[inline]
    #[doc(alias = "make_move")]
    #[must_use = "without it the ply cannot be taken back"]
    pub fn make(&mut self, point: Point) -> Undo {
        let undo = Undo { point, last: self.last, outcome: self.outcome };
        self.play_unchecked(point);
        undo
    }

    /// Takes back the last ply, given what [`Board::make`] returned for it.
    ///
    /// # Panics
    /// When that was not the last ply.
    pub fn undo(&mut self, undo: Undo) {
        let Undo { point, last, outcome } = undo;
        assert!(self.last == Some(point), "the last ply was not on {point}");
        self.take(point);
        (self.to_move, self.last, self.outcome) = (self.to_move.other(), last, outcome);
    }

    /// Sets up a position: what stands on a point from now on. Neither colour has won such a board
    /// until a move wins, not even when five in a row were set up (its text, read again, is a board
    /// that is won), and whose turn it is does not change.
    ///
    /// # Panics
    /// When the point is off the board.
    pub fn set_stone(&mut self, point: Point, stone: Option<Colour>) {
        assert!(self.size().contains(point), "{point} is off the board of {}", self.size());
        if self.stone(point).is_some() {
            self.take(point);
        }
        if let Some(colour) = stone {
            self.put(point, colour);
        }
        (self.last, self.outcome) = (None, self.drawn());
    }

    /// Sets up a position: whose turn it is from now on. Neither colour has won such a board until
    /// a move wins.
    pub fn set_to_move(&mut self, colour: Colour) {
        self.to_move = colour;
        (self.last, self.outcome) = (None, self.drawn());
    }

    /// The board with these stones, this side to move, and a game that ended so, if it did.
    pub(super) fn set_up(
        (size, rule): (Size, Rule),
        stones: impl IntoIterator<Item = (Point, Colour)>,
        to_move: Colour,
        outcome: Option<Outcome>,
    ) -> Board {
        let mut board = Board::with_size(size, rule);
        for (point, colour) in stones {
            board.put(point, colour);
        }
        Board { to_move, outcome, ..board }
    }

    /// The board with the outcome that its stones tell; `None` when both colours have won.
    pub(super) fn judged(self) -> Option<Board> {
        let won = Colour::ALL.map(|colour| {
            let wins = |point| self.wins_by_runs(colour, point);
            self.stones(colour).iter().any(wins)
        });
        let outcome = match won {
            [true, true] => return None,
            [true, false] => Some(Outcome::Win(Colour::Black)),
            [false, true] => Some(Outcome::Win(Colour::White)),
            [false, false] => self.drawn(),
        };
        Some(Board { outcome, ..self })
    }

    /// Puts a stone on an empty point, and nothing else.
    #[inline]
    fn put(&mut self, point: Point, colour: Colour) {
        self.cells.put(point, colour);
        self.planes.toggle(colour, point);
        self.stones += 1;
    }

    /// Takes a stone away, and nothing else.
    fn take(&mut self, point: Point) {
        let colour = self.cells.take(point).expect("a stone to take away");
        self.planes.toggle(colour, point);
        self.stones -= 1;
    }

    #[cold]
    fn wins_by_runs(&self, colour: Colour, point: Point) -> bool {
        let runs = Kernels::in_use().runs(&self.cells, point).expect("a stone stands there");
        runs.into_iter().any(|run| self.rule.wins(colour, run))
    }

    /// A draw, if the side to move has nowhere to play.
    #[inline(always)]
    fn drawn(&self) -> Option<Outcome> {
        if self.stone_count() == self.size().points() {
            return Some(Outcome::Draw);
        }
        let mut trial = self.trial()?;
        self.empties().iter().all(|point| trial.forbidden(point).is_some()).then_some(Outcome::Draw)
    }
}

/// The board of [`Board::start`].
impl Default for Board {
    fn default() -> Board {
        Board::start()
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        (self.rule, self.to_move, self.outcome, &self.planes)
            == (other.rule, other.to_move, other.outcome, &other.planes)
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.rule, self.to_move, self.outcome, &self.planes).hash(state);
    }
}
