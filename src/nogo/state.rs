//! A board in the layout that the kernels keep: stones, groups and both masks, exact after every
//! move.

pub(crate) mod packed;
mod place;

use super::point::{Point, PointSet, Windows};
use super::position::{Masks, Position};
use super::reference::{self, Cell};
use super::shape::{Shape, ShapeError};
use crate::game::Colour;
use crate::kernel::vouched::Vouched;

/// Slots for groups. Number 0 stands for no group.
///
/// No board has more than 61 groups at once: take the empty points, and of each group every stone
/// but one that has a liberty. That set is next to every point of the board, or holds it. With the
/// blocked cells added it does so for 9x9, where it takes 20 points (the domination number of the
/// 9x9 grid, OEIS A104519). So at least 20 cells are not that one stone of a group, and at most 61
/// are.
const SLOTS: usize = 62;

/// The point of which `ids[10]` tells the group is a1; the cells above the board and below it have
/// no group.
const IDS_BEFORE: usize = 10;

/// Among the points that the kernel `plays` is given: draw one.
pub(crate) const DRAWN: u8 = 0x80;
/// Among these points: play none, or none was played.
pub(crate) const NOT_PLAYED: u8 = 0xff;

/// A game of NoGo in progress.
///
/// The groups and the legal moves of both colours are kept up to date by every move; nothing is
/// computed when they are asked for. A board takes 992 bytes, and search copies it. A move changes
/// a quarter of them; where many moves are tried on one board, as in
/// [`Game::for_each_child`](crate::game::Game::for_each_child), these are copied back, which is
/// cheaper than a copy for each.
///
/// As text it is the rows, the top one first, separated by `/`, then the side to move. `X` is
/// black, `O` white, `-` empty, `#` blocked, and `+` the empty centre while black may not begin
/// there. The alternate form `{:#}` is a diagram for people.
///
/// ```
/// use stonemask::nogo::{Board, Colour};
///
/// let mut board = Board::new(3, 3)?;
/// for mv in ["b1", "c3", "a2", "c2"] {
///     board.play(mv.parse()?);
/// }
/// assert_eq!(board.to_string(), "-X-/X-O/--O X");
/// assert_eq!(board.to_string().parse(), Ok(board));
/// assert_eq!(board.allowed(Colour::White).to_string(), "c1 b2 a3 b3");
/// let error = board.try_play("b1".parse()?).unwrap_err();
/// assert_eq!(error.to_string(), "illegal move b1 for black: the point holds a black stone");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
//
// The layout is that of asm/nogo/state.inc. The kernels rely on these facts, and keep them:
// * `stones` do not overlap each other or `empty`; each set's windows agree; separators and spare
//   bits are 0.
// * A point with a stone has in `ids` the number, 1 to 61, of its group's slot; every other byte of
//   `ids` is 0.
// * `slots[colour]` has the bits of the slots of the colour's groups. `low` and `high` hold their
//   stones; slot 0 is empty.
// * Every group has a liberty. `safe[colour]` are the stones of the colour's groups that have two
//   or more.
// * `allowed[colour]` are the legal moves of the colour, in halves.
// A move writes the slot of the stone's group, the lowest that is free or is given up by a group
// that the stone joins, and no other. Nothing but this file, those of its folder and the kernels
// writes any of it.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
#[doc(alias = "fen")]
pub struct Board {
    stones: [Windows; 2],
    safe: [Windows; 2],
    allowed: [Windows; 2],
    slots: [u64; 2],
    to_move: u8,
    rows: u8,
    columns: u8,
    /// 1 while the next move is black's first and may not be at the centre.
    centre_forbidden: u8,
    spare: [u8; 2],
    ids: [u8; 110],
    high: [u32; SLOTS],
    empty: Windows,
    low: [u64; SLOTS],
}

// The offsets of asm/nogo/state.inc.
#[cfg(stonemask_asm)]
const _: () = {
    use std::mem::offset_of;
    assert!(offset_of!(Board, stones) == 0);
    assert!(offset_of!(Board, safe) == 32);
    assert!(offset_of!(Board, allowed) == 64);
    assert!(offset_of!(Board, slots) == 96);
    assert!(offset_of!(Board, to_move) == 112);
    assert!(offset_of!(Board, centre_forbidden) == 115);
    assert!(offset_of!(Board, ids) + IDS_BEFORE == 128);
    assert!(offset_of!(Board, high) == 228);
    assert!(offset_of!(Board, empty) == 480);
    assert!(offset_of!(Board, low) == 496);
    assert!(size_of::<Board>() == 992);
};

impl Board {
    /// The empty 9x9 board, black to move.
    pub fn start() -> Board {
        Board::with_shape(Shape::FULL)
    }

    /// An empty board of 1 to 9 rows and columns, black to move; a single row may have up to 17
    /// cells ([`Shape::new`]).
    ///
    /// ```
    /// use stonemask::nogo::Board;
    ///
    /// assert_eq!(Board::new(9, 9)?, Board::start());
    /// assert!(Board::new(10, 9).is_err());
    /// # Ok::<(), stonemask::nogo::ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// When there are no such boards.
    pub fn new(rows: usize, columns: usize) -> Result<Board, ShapeError> {
        Shape::new(rows, columns, PointSet::EMPTY).map(Board::with_shape)
    }

    /// An empty board of a size, with blocked cells, black to move.
    pub fn with_shape(shape: Shape) -> Board {
        let points = shape.points();
        Board {
            stones: [Windows::EMPTY; 2],
            safe: [Windows::EMPTY; 2],
            allowed: [(points & points.neighbours()).halves(); 2],
            slots: [0; 2],
            to_move: Colour::Black as u8,
            rows: shape.rows() as u8,
            columns: shape.columns() as u8,
            centre_forbidden: 0,
            spare: [0; 2],
            ids: [0; 110],
            high: [0; SLOTS],
            empty: points.windows(),
            low: [0; SLOTS],
        }
    }

    /// An empty board on which black's first move may not be at the centre.
    ///
    /// # Errors
    /// When the board has no cell in the middle, or it is blocked.
    pub fn with_centre_forbidden(shape: Shape) -> Result<Board, ShapeError> {
        match shape.centre() {
            None => Err(ShapeError::NoCentre { rows: shape.rows(), columns: shape.columns() }),
            Some(_) => Ok(Board { centre_forbidden: 1, ..Board::with_shape(shape) }),
        }
    }

    /// The size and the blocked cells.
    pub fn shape(&self) -> Shape {
        let points = self.empties() | self.stones(Colour::Black) | self.stones(Colour::White);
        Shape::from_parts(self.rows, self.columns, points)
    }

    /// The side to move.
    #[inline]
    pub fn to_move(&self) -> Colour {
        if self.to_move == Colour::Black as u8 { Colour::Black } else { Colour::White }
    }

    /// The stones of a colour.
    #[inline]
    pub fn stones(&self, colour: Colour) -> PointSet {
        self.stones[colour as usize].set()
    }

    /// The colour of the stone on a point; `None` without one.
    #[doc(alias = "get")]
    #[doc(alias = "piece")]
    #[inline]
    pub fn stone(&self, point: Point) -> Option<Colour> {
        Colour::ALL.into_iter().find(|&colour| self.stones(colour).contains(point))
    }

    /// The points without a stone.
    #[inline]
    pub fn empties(&self) -> PointSet {
        self.empty.set()
    }

    /// The stones as a [`Position`].
    pub fn position(&self) -> Position {
        Position::from_sets(self.stones(Colour::Black), self.stones(Colour::White), self.empties())
    }

    /// The points on which a colour's stone would neither capture nor be without a liberty, whoever
    /// is to move.
    #[inline]
    pub fn allowed(&self, colour: Colour) -> PointSet {
        self.allowed[colour as usize].set()
    }

    /// [`Board::allowed`] of both colours.
    #[inline]
    pub fn masks(&self) -> Masks {
        Masks { black: self.allowed(Colour::Black), white: self.allowed(Colour::White) }
    }

    /// The legal moves of the side to move. Without one, it has lost.
    #[inline]
    pub fn legal_moves(&self) -> PointSet {
        self.allowed(self.to_move()) - self.forbidden_centre()
    }

    /// Whether the side to move has no legal move: it has lost.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.legal_moves().is_empty()
    }

    /// The centre, while black may not begin there.
    #[inline]
    pub(crate) fn forbidden_centre(&self) -> PointSet {
        if self.centre_forbidden == 0 {
            return PointSet::EMPTY;
        }
        self.shape().centre().map_or(PointSet::EMPTY, Point::set)
    }

    /// Whether black's first move is to come and may not be at the centre.
    pub fn centre_is_forbidden(&self) -> bool {
        self.centre_forbidden != 0
    }

    /// The stones of a colour whose groups have two or more liberties; the other groups are in
    /// atari.
    #[inline]
    pub fn safe(&self, colour: Colour) -> PointSet {
        self.safe[colour as usize].set()
    }

    /// The stones of the group at a point; none without a stone there.
    pub(crate) fn group_stones(&self, point: Point) -> PointSet {
        let slot = self.slot(point);
        PointSet::within_frame(u128::from(self.low[slot]) | u128::from(self.high[slot]) << 64)
    }

    /// The slot of the group at a point; 0 without a stone there.
    #[inline]
    fn slot(&self, point: Point) -> usize {
        self.ids[IDS_BEFORE + point.bit() as usize].into()
    }

    /// Lets a colour move next.
    pub(crate) fn set_to_move(&mut self, colour: Colour) {
        self.to_move = colour as u8;
    }

    /// Places a stone by the rules on cells: the groups beside it become one, and the rest follows
    /// from the cells anew. The other colour is to move then.
    ///
    /// # Panics
    /// When the point is not among `allowed(colour)`.
    pub(crate) fn place_by_the_rules(&mut self, colour: Colour, point: Point) {
        assert!(self.allowed(colour).contains(point), "{point} is illegal for {colour}");
        let mut cells = self.position().cells();
        cells[point.row()][point.column()] = Cell::Stone(colour);
        let group = PointSet::of_cells(&reference::group(&cells, point.row(), point.column()));
        for stone in group - point.set() {
            self.slots[colour as usize] &= !(1 << self.slot(stone));
        }
        self.add_group(colour, group);

        let stones = Colour::ALL.map(|of| if of == colour { self.stones(of) | point.set() } else { self.stones(of) });
        self.stones = stones.map(PointSet::windows);
        self.empty = (self.empties() - point.set()).windows();
        self.safe = stones.map(|stones| {
            let safe = |stone: &Point| {
                let group = reference::group(&cells, stone.row(), stone.column());
                reference::liberties(&cells, &group).len() >= 2
            };
            stones.iter().filter(safe).collect::<PointSet>().windows()
        });
        self.allowed = Colour::ALL.map(|of| PointSet::of_cells(&reference::legal_moves(&cells, of)).halves());
        self.to_move = colour.other() as u8;
        self.centre_forbidden = 0;
    }

    /// Puts a group into a free slot; its stones have no other group.
    fn add_group(&mut self, colour: Colour, group: PointSet) {
        let slot = (1..SLOTS).find(|slot| (self.slots[0] | self.slots[1]) >> slot & 1 == 0).expect("at most 61 groups");
        self.slots[colour as usize] |= 1 << slot;
        self.low[slot] = group.bits() as u64;
        self.high[slot] = (group.bits() >> 64) as u32;
        for point in group {
            self.ids[IDS_BEFORE + point.bit() as usize] = slot as u8;
        }
    }

    /// Takes back a move, which changed the sets, the ids, and one slot, that of its group: this
    /// board, a copy of the one given on which one stone has been placed since, at the point given,
    /// is equal to it again. Of another board the groups of two games would be mixed, and kernels
    /// rely on groups; hence the promise.
    #[inline]
    pub(crate) fn take_back(&mut self, placed: Vouched<(&Board, Point)>) {
        let (before, point) = placed.into_inner();
        let slot = self.slot(point);
        self.low[slot] = before.low[slot];
        self.high[slot] = before.high[slot];
        self.stones = before.stones;
        self.safe = before.safe;
        self.allowed = before.allowed;
        self.slots = before.slots;
        self.to_move = before.to_move;
        self.centre_forbidden = before.centre_forbidden;
        self.ids = before.ids;
        self.empty = before.empty;
    }
}
