//! Othello's search.

use crate::search::{Known, Observer, Searched, Value};
use std::collections::TryReserveError;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use stonemask::game::search::{Level, Limits};
use stonemask::othello::{Analysis, Board, Move, Options, Search};

impl<const N: usize> Searched for Board<N> {
    type Search = Search<N>;

    const HAS_THREADS: bool = true;

    fn search(table_bytes: usize, threads: NonZeroUsize) -> Result<Search<N>, TryReserveError> {
        Search::with_options(table_bytes, Options::default().threads(threads))
    }

    fn look(
        &self,
        search: &mut Search<N>,
        count: usize,
        limits: Limits,
        observer: Observer<'_, Move<N>>,
        stop: &AtomicBool,
    ) -> Known<Move<N>> {
        let known = |analysis: &Analysis<N>| Known::of(analysis, Value::Discs, |line| line.0.clone());
        search.set_best(count);
        known(&search.run_until(self, limits, |analysis| observer(&known(analysis)), stop))
    }

    fn level_move(&self, level: Level, seed: u64, stop: &AtomicBool) -> Result<Option<Move<N>>, TryReserveError> {
        self.level_move_until(level, seed, stop)
    }

    fn clear(search: &mut Search<N>) {
        search.clear();
    }

    fn table_bytes(search: &Search<N>) -> usize {
        search.table_bytes()
    }

    fn last_depth(&self) -> Option<u32> {
        Some(self.empties().len())
    }
}
