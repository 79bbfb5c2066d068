//! The positions that a table is about, and their keys.

use super::result::MOST_POINTS;
use crate::game::{Colour, Symmetry};
use crate::nogo::point::{Point, PointSet};
use crate::nogo::shape::Shape;
use crate::nogo::state::Board;

/// Points by rank.
pub(super) type Ranks = u64;

const BYTES: usize = (MOST_POINTS as usize).div_ceil(8);

/// For the bytes of a set, the sum of 3 to the power of its points' images.
type Powers = [[u64; 256]; BYTES];

/// Positions with the same stones outside some points: all positions of a small board, or those
/// that may follow one of a larger board. A point on which neither colour may play stays empty, so
/// that the points are those on which one may.
pub(super) struct Base {
    shape: Shape,
    points: PointSet,
    /// The stones outside the points, of black and of white.
    outside: [PointSet; 2],
    /// The points, by rank.
    by_rank: Vec<Point>,
    /// By bit: how many of the points come before.
    rank: [u8; 96],
    /// By rank: the points next to it.
    near: Vec<Ranks>,
    /// By the identity and the symmetries under which shape, points and stones outside stay as they
    /// are.
    images: Vec<Powers>,
}

impl Base {
    /// The positions of a board's shape, if that is small, or those that may follow the board.
    pub(super) fn of(board: &Board) -> Base {
        let shape = board.shape();
        let [black, white] = Colour::ALL.map(|colour| board.allowed(colour));
        let points = if shape.points().len() <= MOST_POINTS { shape.points() } else { black | white };
        let outside = Colour::ALL.map(|colour| board.stones(colour) - points);
        let by_rank: Vec<Point> = points.iter().collect();
        let mut base = Base { shape, points, outside, by_rank, rank: [0; 96], near: Vec::new(), images: Vec::new() };
        if points.len() <= MOST_POINTS {
            for (rank, point) in points.iter().enumerate() {
                base.rank[point.bit() as usize] = rank as u8;
            }
            base.near = points.iter().map(|point| base.ranks_of(point.set().neighbours())).collect();
            let extent = (shape.rows(), shape.columns());
            let all = Symmetry::of(extent.0, extent.1);
            base.images = all.filter_map(|symmetry| base.image(|cell| symmetry.cell(extent, cell))).collect();
        }
        base
    }

    /// The powers of images, where points go to other cells.
    fn image(&self, cell: impl Fn((usize, usize)) -> (usize, usize)) -> Option<Powers> {
        let to = |point: Point| {
            let (row, column) = cell((point.row(), point.column()));
            Point::new(row, column).expect("in the frame")
        };
        let keeps = |set: PointSet| set.iter().all(|point| set.contains(to(point)));
        if ![self.shape.points(), self.points, self.outside[0], self.outside[1]].into_iter().all(keeps) {
            return None;
        }
        let mut powers = [[0; 256]; BYTES];
        for (rank, &point) in self.by_rank.iter().enumerate() {
            let power = 3u64.pow(self.rank[to(point).bit() as usize].into());
            let (words, bit) = (&mut powers[rank / 8], 1 << (rank % 8));
            for byte in bit..2 * bit {
                words[byte] = words[byte - bit] + power;
            }
        }
        Some(powers)
    }

    pub(super) fn points(&self) -> PointSet {
        self.points
    }

    pub(super) fn near(&self) -> &[Ranks] {
        &self.near
    }

    /// Those of a set that are among the points.
    pub(super) fn ranks_of(&self, set: PointSet) -> Ranks {
        (set & self.points).iter().fold(0, |ranks, point| ranks | 1 << self.rank[point.bit() as usize])
    }

    /// Whether a board is one of these positions.
    pub(super) fn has(&self, board: &Board) -> bool {
        let outside = Colour::ALL.map(|colour| board.stones(colour) - self.points);
        self.shape == board.shape() && self.outside == outside
    }

    /// The bit of a key for the side to move. Without stones outside, a position with its colours
    /// exchanged is won by the same side, the one to move or the other, so that the colour of this
    /// side does not matter.
    pub(super) fn turn(&self, to_move: Colour) -> u64 {
        u64::from(to_move == Colour::Black && self.outside != [PointSet::EMPTY; 2])
    }

    /// The turn after a move.
    pub(super) fn other(&self, turn: u64) -> u64 {
        if self.outside == [PointSet::EMPTY; 2] { 0 } else { 1 - turn }
    }

    /// A position as a number below 2^63: its stones as digits to base 3, 1 those of the side to
    /// move and 2 the other's, the least among the position's images; and the turn, its lowest bit.
    /// Zero is a position without such stones, which is not looked up.
    pub(super) fn key(&self, stones: [Ranks; 2], turn: u64) -> u64 {
        let bytes = self.by_rank.len().div_ceil(8);
        let [own, other] = stones.map(u64::to_le_bytes);
        let digits = |powers: &Powers| {
            let of = |stones: [u8; 8]| -> u64 {
                powers.iter().zip(stones).take(bytes).map(|(words, byte)| words[usize::from(byte)]).sum()
            };
            of(own) + 2 * of(other)
        };
        let least = self.images.iter().map(digits).min().expect("the identity keeps all");
        2 * least + turn
    }
}

/// How many stones the position of a key has.
pub(super) fn stones(key: u64) -> u32 {
    let mut digits = key / 2;
    let mut stones = 0;
    while digits != 0 {
        stones += u32::from(!digits.is_multiple_of(3));
        digits /= 3;
    }
    stones
}
