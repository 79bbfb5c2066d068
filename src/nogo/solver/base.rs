//! The positions that a table is about, and their keys.

use super::result::MOST_POINTS;
use crate::game::{Colour, Symmetry};
use crate::nogo::point::{Point, PointSet};
use crate::nogo::shape::Shape;
use crate::nogo::state::Board;

/// Keys by the images of their bytes.
type Image = [[u32; 256]; 4];

/// Positions with the same stones outside some points: all positions of a small board, or those that may follow one of a larger
/// board. A point on which neither colour may play stays empty, so that the points are those on which one may.
pub(super) struct Base {
    shape: Shape,
    points: PointSet,
    /// The stones outside the points, of black and of white.
    outside: [PointSet; 2],
    /// By bit: how many of the points come before.
    ranks: [u8; 96],
    /// The symmetries, other than the identity, under which shape, points and stones outside stay as they are.
    images: Vec<Image>,
}

impl Base {
    /// The positions of a board's shape, if that is small, or those that may follow the board.
    pub(super) fn of(board: &Board) -> Base {
        let shape = board.shape();
        let [black, white] = Colour::ALL.map(|colour| board.allowed(colour));
        let points = if shape.points().len() <= MOST_POINTS { shape.points() } else { black | white };
        let outside = Colour::ALL.map(|colour| board.stones(colour) - points);
        let mut ranks = [0; 96];
        for (rank, point) in points.iter().enumerate() {
            ranks[point.bit() as usize] = rank as u8;
        }
        let mut base = Base { shape, points, outside, ranks, images: Vec::new() };
        if points.len() <= MOST_POINTS {
            let extent = (shape.rows(), shape.columns());
            let all = Symmetry::of(extent.0, extent.1).skip(1);
            base.images = all.filter_map(|symmetry| base.image(|cell| symmetry.cell(extent, cell))).collect();
        }
        base
    }

    /// The images of keys, where points go to other cells.
    fn image(&self, cell: impl Fn((usize, usize)) -> (usize, usize)) -> Option<Image> {
        let to = |point: Point| {
            let (row, column) = cell((point.row(), point.column()));
            Point::new(row, column).expect("in the frame")
        };
        let keeps = |set: PointSet| set.iter().all(|point| set.contains(to(point)));
        if ![self.shape.points(), self.points, self.outside[0], self.outside[1]].into_iter().all(keeps) {
            return None;
        }
        let mut image = [[0; 256]; 4];
        for (rank, point) in self.points.iter().enumerate() {
            let bit = 1 << self.ranks[to(point).bit() as usize];
            for (byte, word) in image[rank / 8].iter_mut().enumerate() {
                *word |= if byte >> (rank % 8) & 1 == 1 { bit } else { 0 };
            }
        }
        Some(image)
    }

    pub(super) fn points(&self) -> PointSet {
        self.points
    }

    /// Whether a board is one of these positions.
    pub(super) fn has(&self, board: &Board) -> bool {
        let outside = Colour::ALL.map(|colour| board.stones(colour) - self.points);
        self.shape == board.shape() && self.outside == outside
    }

    /// A position as a number: the stones of both colours by rank, and the side to move. Zero is the position without such stones and
    /// white to move, which is not looked up.
    pub(super) fn key(&self, board: &Board) -> u64 {
        let stones = |colour: Colour| {
            let stones = board.stones(colour) & self.points;
            stones.iter().map(|point| 1u64 << self.ranks[point.bit() as usize]).sum::<u64>()
        };
        stones(Colour::Black) | stones(Colour::White) << 31 | u64::from(board.to_move() == Colour::Black) << 62
    }

    /// The key after the side to move has played.
    pub(super) fn key_after(&self, key: u64, board: &Board, point: Point) -> u64 {
        (key | 1 << (self.ranks[point.bit() as usize] + 31 * board.to_move() as u8)) ^ 1 << 62
    }

    /// The least key of a position's images.
    pub(super) fn canonical(&self, key: u64) -> u64 {
        const STONES: u64 = (1 << 31) - 1;
        let [black, white] = [key & STONES, key >> 31 & STONES].map(|stones| (stones as u32).to_le_bytes());
        let side = key & 1 << 62;
        let image = |image: &Image| {
            let stones = |bytes: [u8; 4]| {
                bytes.iter().zip(image).fold(0, |stones, (&byte, words)| stones | words[usize::from(byte)])
            };
            u64::from(stones(black)) | u64::from(stones(white)) << 31 | side
        };
        self.images.iter().map(image).fold(key, u64::min)
    }
}
