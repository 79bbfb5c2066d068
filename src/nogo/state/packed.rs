//! Boards of many games in a fifth of their memory, and the boards on which kernels play a ply of
//! them.

use super::{Board, IDS_BEFORE, NOT_PLAYED};
use crate::bits::each;
use crate::game::Colour;
use crate::kernel::bytes::equal_bytes;
use crate::kernel::memory::{filled, prefetch};
use crate::nogo::point::{Point, PointSet, Windows};
use crate::nogo::shape::Shape;
use std::collections::TryReserveError;

/// Games that are unpacked at once. Their boards stay in the nearest cache.
pub(crate) const GROUP: usize = 16;
/// Bits of the frame up to the last point.
const BITS: usize = 90;

/// A set of points in three words of its 96 bits.
#[derive(Clone, Copy, Debug)]
struct Words([u32; 3]);

impl Words {
    #[inline(always)]
    fn of(set: PointSet) -> Words {
        let bits = set.bits();
        Words([bits as u32, (bits >> 32) as u32, (bits >> 64) as u32])
    }

    #[inline(always)]
    fn set(self) -> PointSet {
        let [low, middle, high] = self.0.map(u64::from);
        PointSet::within_frame(u128::from(low | middle << 32) | u128::from(high) << 64)
    }
}

/// A board but for its size, its shape, and the stones of its groups, which follow from the ids.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Packed {
    stones: [Windows; 2],
    slots: [u64; 2],
    allowed: [Words; 2],
    safe: [Words; 2],
    plies: u32,
    ids: [u8; BITS],
    to_move: u8,
    centre_forbidden: u8,
}

const _: () = assert!(size_of::<Packed>() == 192);

impl Packed {
    fn of(board: &Board) -> Packed {
        let mut packed = Packed {
            stones: board.stones,
            slots: board.slots,
            allowed: [Words([0; 3]); 2],
            safe: [Words([0; 3]); 2],
            plies: 0,
            ids: [0; BITS],
            to_move: 0,
            centre_forbidden: 0,
        };
        packed.take(board);
        packed
    }

    /// Takes over what a ply may change.
    #[inline(always)]
    fn take(&mut self, board: &Board) {
        self.stones = board.stones;
        self.slots = board.slots;
        for colour in 0..2 {
            self.allowed[colour] = Words::of(board.allowed[colour].set());
            self.safe[colour] = Words::of(board.safe[colour].set());
        }
        self.ids.copy_from_slice(&board.ids[IDS_BEFORE..][..BITS]);
        self.to_move = board.to_move;
        self.centre_forbidden = board.centre_forbidden;
    }

    /// Gives a board of the size and shape all but the stones of its groups.
    #[inline(always)]
    fn give(&self, board: &mut Board, shape: PointSet) {
        board.stones = self.stones;
        board.slots = self.slots;
        for colour in 0..2 {
            board.allowed[colour] = self.allowed[colour].set().halves();
            board.safe[colour] = self.safe[colour].set().windows();
        }
        board.empty = (shape - board.stones[0].set() - board.stones[1].set()).windows();
        board.ids[IDS_BEFORE..][..BITS].copy_from_slice(&self.ids);
        board.to_move = self.to_move;
        board.centre_forbidden = self.centre_forbidden;
    }

    /// Gives a board the stones of the group in a slot.
    #[inline(always)]
    fn give_group(&self, board: &mut Board, slot: usize) {
        let stones = equal_bytes(&self.ids, slot as u8);
        board.low[slot] = stones as u64;
        board.high[slot] = (stones >> 64) as u32;
    }

    #[inline]
    fn mover(&self) -> Colour {
        if self.to_move == Colour::Black as u8 { Colour::Black } else { Colour::White }
    }
}

/// Boards of one size, packed.
#[derive(Clone, Debug)]
pub(crate) struct PackedBoards {
    games: Vec<Packed>,
    /// The shape of all boards, or of each where they differ: in `shapes` then.
    shape: Shape,
    shapes: Vec<PointSet>,
    /// Whether a game began where black may not begin at the centre.
    any_centre_forbidden: bool,
    /// Boards of the games unpacked last.
    boards: Vec<Board>,
}

/// Games of a group, each with a point for the side to move, or [`NOT_PLAYED`]. A board with a
/// point has the stones of the groups beside it, and maybe no others: kernels that place a stone
/// there look at no others.
pub(crate) struct Unpacked<'a> {
    pub(in crate::nogo) boards: &'a mut [Board],
    pub(in crate::nogo) points: &'a mut [u8],
}

impl PackedBoards {
    /// Games that begin with a board each, or all with one.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub(crate) fn new(starts: &[Board], games: usize) -> Result<PackedBoards, TryReserveError> {
        let first = &starts[0];
        let mut packed = PackedBoards {
            games: filled(Packed::of(first), games)?,
            shape: first.shape(),
            shapes: Vec::new(),
            any_centre_forbidden: first.centre_forbidden != 0,
            boards: filled(Board::with_shape(first.shape()), GROUP)?,
        };
        packed.make_room(starts)?;
        if starts.len() > 1 {
            starts.iter().enumerate().for_each(|(game, start)| packed.set(game, start));
        }
        Ok(packed)
    }

    /// Makes room for the shapes of boards.
    ///
    /// # Errors
    /// When there is not enough memory; the games are as before.
    pub(crate) fn make_room(&mut self, boards: &[Board]) -> Result<(), TryReserveError> {
        if self.shapes.is_empty() && boards.iter().any(|board| board.shape() != self.shape) {
            self.shapes = filled(self.shape.points(), self.games.len())?;
        }
        Ok(())
    }

    /// Lets a game be this board, for whose shape there is room, with no ply played.
    pub(crate) fn set(&mut self, game: usize, board: &Board) {
        self.games[game] = Packed::of(board);
        self.any_centre_forbidden |= board.centre_forbidden != 0;
        match self.shapes.get_mut(game) {
            Some(shape) => *shape = board.shape().points(),
            None => assert!(board.shape() == self.shape, "room for another shape"),
        }
    }

    /// How many games there are.
    pub(crate) fn len(&self) -> usize {
        self.games.len()
    }

    /// The points of a game's board.
    #[inline]
    pub(crate) fn points(&self, game: usize) -> PointSet {
        self.shapes.get(game).copied().unwrap_or(self.shape.points())
    }

    fn shape_of(&self, game: usize) -> Shape {
        Shape::from_parts(self.shape.rows() as u8, self.shape.columns() as u8, self.points(game))
    }

    #[inline]
    pub(crate) fn stones(&self, game: usize, colour: Colour) -> PointSet {
        self.games[game].stones[colour as usize].set()
    }

    #[inline]
    pub(crate) fn to_move(&self, game: usize) -> Colour {
        self.games[game].mover()
    }

    #[inline]
    pub(crate) fn legal_moves(&self, game: usize) -> PointSet {
        let packed = &self.games[game];
        let allowed = packed.allowed[packed.mover() as usize].set();
        if packed.centre_forbidden == 0 {
            return allowed;
        }
        let centre = self.shape_of(game).centre();
        centre.map_or(allowed, |centre| allowed - centre.set())
    }

    pub(crate) fn any_centre_forbidden(&self) -> bool {
        self.any_centre_forbidden
    }

    #[inline]
    pub(crate) fn centre_is_forbidden(&self, game: usize) -> bool {
        self.games[game].centre_forbidden != 0
    }

    #[inline]
    pub(crate) fn plies(&self, game: usize) -> u32 {
        self.games[game].plies
    }

    pub(crate) fn set_plies(&mut self, game: usize, plies: u32) {
        self.games[game].plies = plies;
    }

    /// A game's board.
    pub(crate) fn board(&self, game: usize) -> Board {
        let (packed, mut board) = (&self.games[game], Board::with_shape(self.shape_of(game)));
        packed.give(&mut board, self.points(game));
        each(packed.slots[0] | packed.slots[1]).for_each(|slot| packed.give_group(&mut board, slot));
        board
    }

    /// Asks for the memory of a group from a game on, which will be unpacked soon.
    pub(crate) fn prefetch(&self, first: usize) {
        for packed in self.games.iter().skip(first).take(GROUP) {
            prefetch(&packed.stones);
            prefetch(&packed.safe);
            prefetch(&packed.to_move);
        }
    }

    /// The first games from `first` on, unpacked for a ply: as many as there are points, and no
    /// more than the boards that there is room for. Points that are not legal become
    /// [`NOT_PLAYED`].
    pub(crate) fn unpack<'a>(&'a mut self, first: usize, points: &'a mut [u8]) -> Unpacked<'a> {
        let len = points.len().min(GROUP);
        let points = &mut points[..len];
        for (game, point) in (first..).zip(&mut *points) {
            let legal = Point::from_bit((*point).into()).is_some_and(|point| self.legal_moves(game).contains(point));
            if !legal {
                *point = NOT_PLAYED;
                continue;
            }
            let (shape, packed, board) = (self.points(game), &self.games[game], &mut self.boards[game - first]);
            packed.give(board, shape);
            let at = IDS_BEFORE + usize::from(*point);
            let slots = [at - 1, at + 1, at - 10, at + 10].map(|beside| usize::from(board.ids[beside]));
            slots.into_iter().for_each(|slot| packed.give_group(board, slot));
            (board.low[0], board.high[0]) = (0, 0);
        }
        Unpacked { boards: &mut self.boards[..len], points }
    }

    /// Takes over the boards that were unpacked last, after the ply at `points`.
    pub(crate) fn pack(&mut self, first: usize, points: &[u8]) {
        for ((packed, board), &point) in self.games[first..].iter_mut().zip(&self.boards).zip(points) {
            if point != NOT_PLAYED {
                packed.take(board);
                packed.plies += 1;
            }
        }
    }
}
