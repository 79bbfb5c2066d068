//! Merged positions of games whose plies add a stone and change nothing else: Gomoku and NoGo.

use super::Game;
use super::bulk::Bulk;
use super::colour::Colour;
use super::counts::Perft;
use super::merge_error::MergeError;
use super::merge_table::{Filler, Table};
use super::stop::{self, Stopped};
use super::symmetry::Symmetry;
use crate::bits;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

/// A game whose plies add a stone and change nothing else. A packed position has a bit for each of
/// black's stones in the first half of its words, for white's in the second.
pub(crate) trait Growing: Game {
    /// The bit of a ply's point.
    fn bit_of(&self, ply: Self::Move) -> usize;

    /// The row and the column of a bit; `None` where the bit is no point.
    fn cell_of(&self, bit: usize) -> Option<(usize, usize)>;

    /// Rows and columns.
    fn sides(&self) -> (usize, usize);

    /// The bit of a cell.
    fn bit_of_cell(&self, cell: (usize, usize)) -> usize;

    /// The stones of a colour, as bits of as many words.
    fn stones_packed(&self, colour: Colour, words: &mut [u64]);

    /// The board with these stones, in a game that goes on; it differs from this one by stones
    /// alone.
    fn with_stones_packed(&self, black: &[u64], white: &[u64], to_move: Colour) -> Self;
}

/// [`Bulk::packed`].
pub(crate) fn packed<G: Growing, const W: usize>(board: &G, limit: usize) -> Result<Table, MergeError> {
    let mut position = [0; W];
    let (black, white) = position.split_at_mut(W / 2);
    board.stones_packed(Colour::Black, black);
    board.stones_packed(Colour::White, white);
    let mut table = Table::new(W, 1, limit)?;
    let mut filler = Filler::new(&mut table, &stop::NEVER);
    filler.add(position, 1, 1)?;
    filler.finish()?;
    Ok(table)
}

/// The board of a position so many plies below the root.
fn unpacked<G: Growing, const W: usize>(root: &G, plies: u32, position: &[u64; W]) -> G {
    if plies == 0 {
        return root.clone();
    }
    let to_move = if plies.is_multiple_of(2) { root.to_move() } else { root.to_move().other() };
    let (black, white) = position.split_at(W / 2);
    root.with_stones_packed(black, white, to_move)
}

/// [`Bulk::advance_packed`].
pub(crate) fn advance<G: Growing + Bulk, const W: usize>(
    root: &G,
    plies: u32,
    symmetries: &[Symmetry],
    level: &Table,
    (next, over): (&mut Table, &mut Table),
    stop: &AtomicBool,
) -> Result<u64, MergeError> {
    let half = W / 2;
    // Where each symmetry takes each bit.
    let moved: Vec<Vec<u16>> = symmetries
        .iter()
        .map(|symmetry| {
            let moved = |bit| root.cell_of(bit).map_or(0, |cell| root.bit_of_cell(symmetry.cell(root.sides(), cell)));
            (0..64 * half).map(|bit| moved(bit) as u16).collect()
        })
        .collect();
    let (mut next, mut over) = (Filler::<W>::new(next, stop), Filler::<W>::new(over, stop));
    let mut images = vec![[0; W]; symmetries.len()];
    let mut finished: u64 = 0;
    for (position, ways) in level.iter::<W>(0..level.capacity()) {
        for (image, moved) in images.iter_mut().zip(&moved) {
            *image = [0; W];
            for (word, bits) in position.into_iter().enumerate() {
                let (colour, first) = (word / half * half, word % half * 64);
                for bit in bits::each(bits) {
                    let to = usize::from(moved[first + bit]);
                    image[colour + to / 64] |= 1 << (to % 64);
                }
            }
        }
        let board = unpacked(root, plies, &position);
        let (colour, mut result, mut children) = (board.to_move() as usize * half, Ok(()), 0_u64);
        board.for_each_child(|ply, child| {
            let bit = board.bit_of(ply);
            let mut least = [u64::MAX; W];
            // How many symmetries give the least image: so many times each image comes about.
            let mut equal = 0;
            for (image, moved) in images.iter().zip(&moved) {
                let (mut image, to) = (*image, usize::from(moved[bit]));
                image[colour + to / 64] |= 1 << (to % 64);
                if image < least {
                    (least, equal) = (image, 0);
                }
                equal += usize::from(image == least);
            }
            let filler = if child.is_over() { &mut over } else { &mut next };
            if result.is_ok() {
                result = filler.add(least, ways, (symmetries.len() / equal) as u32);
            }
            children += 1;
        });
        result?;
        if children == 0 {
            finished = finished.checked_add(ways).ok_or(MergeError::Overflow)?;
        }
    }
    next.finish()?;
    over.finish()?;
    Ok(finished)
}

/// [`Bulk::perft_packed`].
pub(crate) fn perft<G: Growing + Bulk, const W: usize>(
    root: &G,
    plies: u32,
    level: &Table,
    slots: Range<usize>,
    depth: u32,
    stop: &AtomicBool,
) -> Result<Perft, MergeError> {
    let mut sum = Perft::default();
    for (position, ways) in level.iter::<W>(slots) {
        let board = unpacked(root, plies, &position);
        let count = board.perft_in_bulk(depth, stop);
        let stopped = count.is_err();
        let count = count.unwrap_or_else(|Stopped(so_far)| so_far);
        sum = count.times(ways).and_then(|count| sum.plus(count)).ok_or(MergeError::Overflow)?;
        if stopped || stop::asked(stop) {
            return Err(MergeError::Stopped(sum));
        }
    }
    Ok(sum)
}
