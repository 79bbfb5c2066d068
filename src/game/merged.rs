//! Positions by depth with equal ones merged.

use super::Game;
use super::counts::Perft;
use super::merge_error::MergeError;
use super::merge_table::Table;
use super::symmetry::Symmetry;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

/// The different positions some plies below another, and in how many ways each is reached. Those
/// that a symmetry of the first position makes equal are kept as one.
///
/// ```
/// use stonemask::game::stop::NEVER;
/// use stonemask::othello::Board;
/// use stonemask::perft::Merged;
///
/// let mut merged = Merged::new(&Board::<8>::start())?;
/// for _ in 0..5 {
///     merged.advance(1 << 30, &NEVER)?;
/// }
/// assert_eq!((merged.perft().nodes, merged.positions()), (1396, 1288));
/// // The perft of three plies more from each of them, as often as it is reached.
/// assert_eq!(merged.perft_below(3, &NEVER)?, Board::<8>::start().perft(8));
/// # Ok::<(), stonemask::perft::MergeError>(())
/// ```
#[derive(Debug)]
pub struct Merged<G: Game> {
    root: G,
    /// Those that keep the root as it is.
    symmetries: Vec<Symmetry>,
    plies: u32,
    /// The positions whose games go on, and may be found to be over later; and those that are known
    /// to be over.
    open: Table,
    over: Table,
    /// The games that ended above.
    finished: u64,
    /// How many positions there were a ply above.
    before: usize,
}

impl<G: Game> Merged<G> {
    /// The position itself.
    ///
    /// # Errors
    /// When there is no memory.
    pub fn new(game: &G) -> Result<Merged<G>, MergeError> {
        let symmetries = Symmetry::ALL.into_iter().filter(|&symmetry| game.is_kept_by(symmetry)).collect();
        let limit = usize::MAX;
        let over = Table::new(game.packed_width(), 0, limit)?;
        Ok(Merged { root: game.clone(), symmetries, plies: 0, open: game.packed(limit)?, over, finished: 0, before: 1 })
    }

    /// The plies from the first position to these.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// How many different positions there are after so many plies.
    pub fn positions(&self) -> u64 {
        self.open.images() + self.over.images()
    }

    /// How many there are when those that a symmetry of the first position makes equal are one.
    pub fn classes(&self) -> u64 {
        (self.open.len() + self.over.len()) as u64
    }

    /// The perft to these positions.
    pub fn perft(&self) -> Perft {
        Perft { nodes: self.open.ways() + self.over.ways() + self.finished, finished: self.finished }
    }

    /// Goes on to the positions a ply below, in `bytes` of memory at most for these. After an error
    /// all is as before.
    ///
    /// # Errors
    /// When it was stopped, the memory does not suffice, or there are 2^64 ways or more.
    pub fn advance(&mut self, bytes: usize, stop: &AtomicBool) -> Result<(), MergeError> {
        let width = self.open.width();
        // The positions grow in number by about as much as with the ply before.
        let growth = self.open.len().div_ceil(self.before.max(1));
        let expected = self.open.len().saturating_mul(growth).min(bytes / (16 * (width + 1)));
        let mut next = Table::new(width, expected, bytes)?;
        let mut over = Table::new(width, 0, bytes)?;
        let ended = self.root.advance_packed(self.plies, &self.symmetries, &self.open, (&mut next, &mut over), stop)?;
        let finished = [ended, self.over.ways()].into_iter().try_fold(self.finished, u64::checked_add);
        let finished = finished.ok_or(MergeError::Overflow)?;
        let all = [next.ways(), over.ways()].into_iter().try_fold(finished, u64::checked_add);
        all.ok_or(MergeError::Overflow)?;
        self.before = self.open.len();
        (self.open, self.over, self.finished) = (next, over, finished);
        self.plies += 1;
        Ok(())
    }

    /// Goes on until `plies` plies lie above the positions, no position is left, or those a ply
    /// below do not fit in `bytes` of memory.
    ///
    /// # Errors
    /// When it was stopped, or there are 2^64 ways or more.
    pub fn advance_to(&mut self, plies: u32, bytes: usize, stop: &AtomicBool) -> Result<(), MergeError> {
        while self.plies < plies && self.classes() > 0 {
            match self.advance(bytes, stop) {
                Err(MergeError::Memory) => break,
                result => result?,
            }
        }
        Ok(())
    }

    /// The perft to `depth` plies below these positions.
    ///
    /// # Errors
    /// When it was stopped, with the positions counted until then, or a count is 2^64 or more.
    pub fn perft_below(&self, depth: u32, stop: &AtomicBool) -> Result<Perft, MergeError> {
        let all = 0..self.open.capacity();
        let sum = self.root.perft_packed(self.plies, &self.open, all, depth, stop)?;
        sum.plus(self.ended(depth)).ok_or(MergeError::Overflow)
    }

    /// The games that have ended, in a perft to `depth` plies below these positions.
    pub fn ended(&self, depth: u32) -> Perft {
        let (over, finished) = (self.over.ways(), self.finished);
        Perft { nodes: over + finished, finished: if depth == 0 { finished } else { over + finished } }
    }

    /// The positions whose games go on in about `parts` equal parts, so that several threads may
    /// count below them: [`Merged::perft_below`] is the sum of [`Share::perft_below`] and
    /// [`Merged::ended`].
    ///
    /// # Panics
    /// When `parts` is 0.
    pub fn shares(&self, parts: usize) -> impl ExactSizeIterator<Item = Share<'_, G>> {
        let slots = self.open.capacity();
        let parts = parts.min(slots);
        (0..parts).map(move |part| Share { merged: self, slots: slots * part / parts..slots * (part + 1) / parts })
    }
}

/// Some of the positions of a [`Merged`].
#[derive(Clone, Debug)]
pub struct Share<'a, G: Game> {
    merged: &'a Merged<G>,
    slots: Range<usize>,
}

impl<G: Game> Share<'_, G> {
    /// The perft to `depth` plies below these positions, each as often as it is reached.
    ///
    /// # Errors
    /// When it was stopped, with the positions counted until then, or a count is 2^64 or more.
    pub fn perft_below(&self, depth: u32, stop: &AtomicBool) -> Result<Perft, MergeError> {
        let Merged { root, plies, open, .. } = self.merged;
        root.perft_packed(*plies, open, self.slots.clone(), depth, stop)
    }
}

/// [`Game::perft`] with equal positions merged, in `bytes` of memory at most. It merges down to two
/// plies above the depth, or as far as the memory goes; both give the same count.
///
/// ```
/// use stonemask::game::stop::NEVER;
/// use stonemask::othello::Board;
/// use stonemask::perft::merged_until;
///
/// let board = Board::<8>::start();
/// assert_eq!(merged_until(&board, 8, 1 << 30, &NEVER)?, board.perft(8));
/// # Ok::<(), stonemask::perft::MergeError>(())
/// ```
///
/// # Errors
/// When it was stopped, with the positions counted until then, or there are 2^64 of them or more.
pub fn merged_until<G: Game>(game: &G, depth: u32, bytes: usize, stop: &AtomicBool) -> Result<Perft, MergeError> {
    let mut merged = Merged::new(game)?;
    // Two plies are in memory at once, and half of the second again while its table grows.
    merged.advance_to(depth.saturating_sub(2), bytes / 3, stop)?;
    merged.perft_below(depth - merged.plies(), stop)
}
