//! Merged positions of Othello: two words, the discs of the side to move and those of the other.

use super::board::Board;
use super::kernels::Kernels;
use super::position::Position;
use super::positions::PositionArrays;
use super::square::SquareSet;
use crate::game::merge_table::{Filler, Table};
use crate::game::{Bulk, Colour, MergeError, Perft, Stopped, Symmetry, stop};
use std::ops::Range;
use std::sync::atomic::AtomicBool;

/// The words of a packed position.
pub(super) const WIDTH: usize = 2;
/// Positions whose children are made together.
const TOGETHER: usize = 32;

/// A table that holds one position.
pub(super) fn packed<const N: usize>(position: Position<N>, limit: usize) -> Result<Table, MergeError> {
    let mut table = Table::new(WIDTH, 1, limit)?;
    let mut filler = Filler::new(&mut table, &stop::NEVER);
    filler.add([position.own().bits(), position.opponent().bits()], 1, 1)?;
    filler.finish()?;
    Ok(table)
}

/// Positions of a table, some at a time, with the ways to them, and their children.
struct Level<const N: usize> {
    positions: PositionArrays<N>,
    ways: Vec<u64>,
    moves: [u64; TOGETHER],
    children: PositionArrays<N>,
}

impl<const N: usize> Level<N> {
    fn new() -> Level<N> {
        let (positions, children) = Default::default();
        Level { positions, ways: Vec::with_capacity(TOGETHER), moves: [0; TOGETHER], children }
    }

    /// Takes the next positions; false when there are none.
    fn take(&mut self, level: &mut impl Iterator<Item = ([u64; WIDTH], u64)>) -> bool {
        self.positions.clear(TOGETHER);
        self.ways.clear();
        for ([own, opponent], ways) in level.take(TOGETHER) {
            let (own, opponent) = (SquareSet::within(own), SquareSet::within(opponent));
            self.positions.push(Position::without_overlap(own, opponent));
            self.ways.push(ways);
        }
        !self.ways.is_empty()
    }

    /// Makes the children of the positions taken. Calls `passed` with each position without a move:
    /// what the other side sees, and the ways to it; `None` where the game is over.
    fn expand<E>(
        &mut self,
        kernels: &Kernels,
        mut passed: impl FnMut(Option<Position<N>>, u64) -> Result<(), E>,
    ) -> Result<(), E> {
        let positions = self.positions.as_positions();
        let moves = &mut self.moves[..positions.len()];
        kernels.legal_moves_many(positions, moves);
        // Room for a child on every square.
        self.children.clear(TOGETHER * 64);
        kernels.expand_many(positions, moves, &mut self.children);
        for (index, _) in moves.iter().enumerate().filter(|&(_, &moves)| moves == 0) {
            let position = positions.get(index).pass();
            passed((kernels.mobility(position) != 0).then_some(position), self.ways[index])?;
        }
        Ok(())
    }

    /// The number of children of each position, and the ways to it.
    fn families(&self) -> impl Iterator<Item = (usize, u64)> {
        self.moves.iter().map(|moves| moves.count_ones() as usize).zip(self.ways.iter().copied())
    }
}

/// The positions a ply below those of `level`, into `next`. Returns the ways to those of `level`
/// whose games are over.
pub(super) fn advance<const N: usize>(
    symmetries: &[Symmetry],
    level: &Table,
    next: &mut Table,
    stop: &AtomicBool,
) -> Result<u64, MergeError> {
    let kernels = Kernels::in_use();
    let mut filler = Filler::<WIDTH>::new(next, stop);
    let mut positions = level.iter::<WIDTH>(0..level.capacity());
    let (mut some, mut finished) = (Level::<N>::new(), 0_u64);
    let mut add = |position: Position<N>, ways| {
        let (least, images) = least(position, symmetries);
        filler.add(least, ways, images)
    };
    while some.take(&mut positions) {
        some.expand(kernels, |passed, ways| match passed {
            Some(position) => add(position, ways),
            None => {
                finished = finished.checked_add(ways).ok_or(MergeError::Overflow)?;
                Ok(())
            }
        })?;
        let mut children = some.children.as_positions().iter();
        for (count, ways) in some.families() {
            children.by_ref().take(count).try_for_each(|child| add(child, ways))?;
        }
    }
    filler.finish()?;
    Ok(finished)
}

/// The least image of a position, and how many different images it has.
#[inline]
fn least<const N: usize>(position: Position<N>, symmetries: &[Symmetry]) -> ([u64; WIDTH], u32) {
    let (mut least, mut equal) = ([u64::MAX; WIDTH], 0);
    for &symmetry in symmetries {
        let image = position.transform(symmetry);
        let image = [image.own().bits(), image.opponent().bits()];
        if image < least {
            (least, equal) = (image, 0);
        }
        equal += u32::from(image == least);
    }
    (least, symmetries.len() as u32 / equal)
}

/// The perft over positions of a table, each as often as there are ways to it.
pub(super) fn perft<const N: usize>(
    level: &Table,
    slots: Range<usize>,
    depth: u32,
    stop: &AtomicBool,
) -> Result<Perft, MergeError> {
    let kernels = Kernels::in_use();
    let mut positions = level.iter::<WIDTH>(slots);
    let (mut some, mut sum) = (Level::<N>::new(), Perft::default());
    if depth == 2 && kernels.tier().is_wide() {
        let mut counts = Vec::new();
        while some.take(&mut positions) {
            sum = two_plies(&mut some, kernels, &mut counts, sum).ok_or(MergeError::Overflow)?;
            if stop::asked(stop) {
                return Err(MergeError::Stopped(sum));
            }
        }
        return Ok(sum);
    }
    while some.take(&mut positions) {
        for (index, &ways) in some.ways.iter().enumerate() {
            let board = Board::new(some.positions.get(index), Colour::Black);
            let count = board.perft_in_bulk(depth, stop);
            let stopped = count.is_err();
            let count = count.unwrap_or_else(|Stopped(so_far)| so_far);
            sum = count.times(ways).and_then(|count| sum.plus(count)).ok_or(MergeError::Overflow)?;
            if stopped {
                return Err(MergeError::Stopped(sum));
            }
        }
    }
    Ok(sum)
}

/// Adds the perft of two plies over the positions taken; `None` from 2^64 on. The moves of all
/// their children are counted together.
fn two_plies<const N: usize>(
    some: &mut Level<N>,
    kernels: &Kernels,
    counts: &mut Vec<u8>,
    mut sum: Perft,
) -> Option<Perft> {
    let expanded = some.expand(kernels, |passed, ways| {
        let count =
            passed.map_or(Perft::FINISHED, |position| Perft { nodes: kernels.mobility(position).into(), finished: 0 });
        sum = count.times(ways).and_then(|count| sum.plus(count)).ok_or(())?;
        Ok::<(), ()>(())
    });
    expanded.ok()?;
    let children = some.children.as_positions();
    counts.resize(children.len(), 0);
    kernels.mobility_many(children, counts);
    let mut first = 0;
    for (children_here, ways) in some.families() {
        let counts = &counts[first..first + children_here];
        let mut count = Perft { nodes: counts.iter().map(|&count| u64::from(count)).sum(), finished: 0 };
        for (index, _) in counts.iter().enumerate().filter(|&(_, &count)| count == 0) {
            // A pass, or the end of the game: one position either way.
            let over = kernels.mobility(children.get(first + index).pass()) == 0;
            count += if over { Perft::FINISHED } else { Perft::LEAF };
        }
        sum = count.times(ways).and_then(|count| sum.plus(count))?;
        first += children_here;
    }
    Some(sum)
}
