//! Opponents of a level.

use super::run::Search;
use crate::game::search::{Level, Limits};
use crate::game::stop;
use crate::gomoku::board::Board;
use crate::gomoku::point::Point;
use std::collections::TryReserveError;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

impl Board {
    /// The positions that a level spends on a move.
    pub const fn level_nodes(level: Level) -> u64 {
        const NODES: [u64; 9] = [100, 100, 100, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000];
        NODES[level.number() as usize - 1]
    }

    /// The ply that an opponent of a level plays; `None` when the game is over. It depends on the board, the level and the seed of
    /// the random moves of low levels alone.
    ///
    /// ```
    /// use stonemask::game::search::Level;
    /// use stonemask::gomoku::{Board, Rule, Size};
    ///
    /// let (level, mut board) = (Level::new(2).expect("there are nine"), Board::new(Size::new(9, 9)?, Rule::Renju));
    /// while let Some(ply) = board.level_move(level, 7)? {
    ///     board.play(ply);
    /// }
    /// assert!(board.is_over());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there is no memory for the search, [`Level::TABLE_BYTES`].
    #[doc(alias = "opponent")]
    pub fn level_move(&self, level: Level, seed: u64) -> Result<Option<Point>, TryReserveError> {
        self.level_move_until(level, seed, &stop::NEVER)
    }

    /// [`Board::level_move`], which returns the best ply known soon after `stop` is set.
    ///
    /// # Errors
    /// If there is no memory for the search.
    pub fn level_move_until(
        &self,
        level: Level,
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<Option<Point>, TryReserveError> {
        level.ply(self, seed, || {
            let mut search = Search::new(Level::TABLE_BYTES)?;
            let limits = Limits::default().nodes(Self::level_nodes(level));
            let analysis = search.run_until(self, limits, |_| ControlFlow::Continue(()), stop);
            Ok(analysis.moves.first().map(|best| best.ply()))
        })
    }
}
