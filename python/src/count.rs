//! Perft and random games, which any number of threads share and a flag stops.

use crate::game::{Any, Case, each};
use crate::{long, types};
use pyo3::prelude::*;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use stonemask::game::{Perft, Tally};
use stonemask::perft::perft_until;
use stonemask::playout::{SHARE, playout_share};

/// A thread counts alone when at most this many plies are left.
const ALONE: u32 = 4;

/// The plies that are shared out, from the top. Each takes stack, and more of it wherever a thread
/// that waits helps another.
const SHARED: u32 = 6;

/// Counts positions as [`Game::perft`](stonemask::game::Game::perft) does, by all threads of the
/// pool it runs in; what it returns once `stop` is true means nothing.
fn perft_shared<G: Case>(game: &G, depth: u32, shared: u32, stop: &AtomicBool) -> Perft {
    // There may be thousands of children that are still to be come to, at each of the plies.
    if stop.load(Ordering::Relaxed) {
        return Perft::default();
    }
    let alone = || perft_until(game, depth, stop).unwrap_or_default();
    if depth <= ALONE || shared == 0 || rayon::current_num_threads() == 1 {
        return alone();
    }
    let mut children = Vec::new();
    game.for_each_child(|_, child| children.push(child.clone()));
    if children.is_empty() {
        return alone();
    }
    children.par_iter().map(|child| perft_shared(child, depth - 1, shared - 1, stop)).sum()
}

pub(crate) fn perft_of<'py>(py: Python<'py>, board: &Any, depth: u32, threads: usize) -> PyResult<Bound<'py, PyAny>> {
    fn count<G: Case>(py: Python<'_>, game: &G, depth: u32, threads: usize) -> PyResult<Perft> {
        let pool = long::pool(threads)?;
        long::run(py, |stop| pool.install(|| perft_shared(game, depth, SHARED, stop)))
    }
    types::perft(py, each!(board, game => count(py, game, depth, threads))?)
}

/// The counts below each ply, in the order of the plies.
pub(crate) fn divide<'py>(
    py: Python<'py>,
    board: &Any,
    depth: u32,
    threads: usize,
) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
    fn count<G: Case>(py: Python<'_>, game: &G, depth: u32, threads: usize) -> PyResult<Vec<(String, Perft)>> {
        let Some(below) = depth.checked_sub(1) else {
            return Err(crate::game::value_error("a perft of depth 0 has no first ply to divide by"));
        };
        let pool = long::pool(threads)?;
        long::run(py, |stop| {
            let mut children = Vec::new();
            game.for_each_child(|ply, child| children.push((ply.to_string(), child.clone())));
            let count = |(ply, child): (String, G)| (ply, perft_shared(&child, below, SHARED - 1, stop));
            pool.install(|| children.into_par_iter().map(count).collect())
        })
    }
    let counts: Vec<(String, Perft)> = each!(board, game => count(py, game, depth, threads))?;
    counts.into_iter().map(|(ply, count)| Ok((ply, types::perft(py, count)?))).collect()
}

/// Random games in the shares that the command has too: shares `first` to `last` - 1 of `games`
/// games.
pub(crate) fn playouts<'py>(
    py: Python<'py>,
    board: &Any,
    games: u64,
    seed: u64,
    shares: Option<(u64, u64)>,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    fn count<G: Case>(
        py: Python<'_>,
        game: &G,
        (games, seed): (u64, u64),
        shares: Option<(u64, u64)>,
        threads: usize,
    ) -> PyResult<Tally> {
        let pool = long::pool(threads)?;
        let all = games.div_ceil(SHARE);
        let (first, last) = shares.unwrap_or((0, all));
        long::run(py, |stop| {
            let play = |index: u64| {
                let mut tally = [Tally::default()];
                playout_share(std::slice::from_ref(game), games, index, seed, &mut tally, stop).ok()?;
                Some(tally[0])
            };
            // Once it is stopped, none of the shares that are left is come to: there may be 2^48.
            pool.install(|| (first..last.min(all)).into_par_iter().map(play).while_some().sum())
        })
    }
    types::tally(py, each!(board, game => count(py, game, (games, seed), shares, threads))?)
}
