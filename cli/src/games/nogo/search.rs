//! NoGo's search.

use crate::search::{Known, Observer, Searched, Value};
use std::collections::TryReserveError;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use stonemask::game::search::{Analysis, Level, Limits};
use stonemask::nogo::{Board, Point, Search};

impl Searched for Board {
    type Search = Search;

    fn search(table_bytes: usize, _: NonZeroUsize) -> Result<Search, TryReserveError> {
        Search::new(table_bytes)
    }

    fn look(
        &self,
        search: &mut Search,
        count: usize,
        limits: Limits,
        observer: Observer<'_, Point>,
        stop: &AtomicBool,
    ) -> Known<Point> {
        let known = |analysis: &Analysis<Vec<Point>>| Known::of(analysis, Value::Score, Vec::clone);
        search.set_best(count);
        known(&search.run_until(self, limits, |analysis| observer(&known(analysis)), stop))
    }

    fn level_move(&self, level: Level, seed: u64, stop: &AtomicBool) -> Result<Option<Point>, TryReserveError> {
        self.level_move_until(level, seed, stop)
    }

    /// Each search begins anew.
    fn clear(_: &mut Search) {}

    fn table_bytes(search: &Search) -> usize {
        search.table_bytes()
    }
}
