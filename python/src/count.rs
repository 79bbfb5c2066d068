//! Perft and random games, which any number of threads share and a flag stops.

use crate::game::{Any, Case, each, kernels};
use crate::{long, types};
use pyo3::prelude::*;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use stonemask::game::{Perft, Tally};
use stonemask::perft::perft_until;
use stonemask::playout::{playout_many_until, seed_of_share, share};

/// Below so many plies more a thread counts alone.
const ALONE: u32 = 4;

/// Counts positions as [`perft`](stonemask::perft::perft) does, by all threads of the pool it runs in; what it returns once `stop`
/// is true means nothing.
fn perft_shared<G: Case>(game: &G, kernels: &'static G::Kernels, depth: u32, stop: &AtomicBool) -> Perft {
    let alone = || perft_until(game, kernels, depth, stop).unwrap_or_default();
    if depth <= ALONE || rayon::current_num_threads() == 1 {
        return alone();
    }
    let mut children = Vec::new();
    game.for_each_child(kernels, |_, child| children.push(child.clone()));
    if children.is_empty() {
        return alone();
    }
    children.par_iter().map(|child| perft_shared(child, kernels, depth - 1, stop)).sum()
}

pub(crate) fn perft_of<'py>(
    py: Python<'py>,
    board: &Any,
    depth: u32,
    threads: usize,
    tier: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    fn count<G: Case>(py: Python<'_>, game: &G, depth: u32, threads: usize, tier: Option<&str>) -> PyResult<Perft> {
        let (kernels, pool) = (kernels::<G>(tier)?, long::pool(threads)?);
        long::run(py, |stop| pool.install(|| perft_shared(game, kernels, depth, stop)))
    }
    types::perft(py, each!(board, game => count(py, game, depth, threads, tier))?)
}

/// The counts below each ply, in the order of the plies.
pub(crate) fn divide<'py>(
    py: Python<'py>,
    board: &Any,
    depth: u32,
    threads: usize,
    tier: Option<&str>,
) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
    fn count<G: Case>(
        py: Python<'_>,
        game: &G,
        depth: u32,
        threads: usize,
        tier: Option<&str>,
    ) -> PyResult<Vec<(String, Perft)>> {
        let Some(below) = depth.checked_sub(1) else {
            return Err(crate::game::value_error("a perft of depth 0 has no first ply to divide by"));
        };
        let (kernels, pool) = (kernels::<G>(tier)?, long::pool(threads)?);
        long::run(py, |stop| {
            let mut children = Vec::new();
            game.for_each_child(kernels, |ply, child| children.push((ply.to_string(), child.clone())));
            let count = |(ply, child): (String, G)| (ply, perft_shared(&child, kernels, below, stop));
            pool.install(|| children.into_par_iter().map(count).collect())
        })
    }
    let counts: Vec<(String, Perft)> = each!(board, game => count(py, game, depth, threads, tier))?;
    counts.into_iter().map(|(ply, count)| Ok((ply, types::perft(py, count)?))).collect()
}

/// Random games in the shares that the command has too: shares `first` to `last` - 1 of `games` games.
pub(crate) fn playouts<'py>(
    py: Python<'py>,
    board: &Any,
    games: u64,
    seed: u64,
    shares: Option<(u64, u64)>,
    threads: usize,
    tier: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    fn count<G: Case>(
        py: Python<'_>,
        game: &G,
        (games, seed): (u64, u64),
        shares: Option<(u64, u64)>,
        threads: usize,
        tier: Option<&str>,
    ) -> PyResult<Tally> {
        let (kernels, pool) = (kernels::<G>(tier)?, long::pool(threads)?);
        let size = share(tier.and_then(|tier| tier.parse().ok()).unwrap_or_else(stonemask::Tier::best));
        let all = games.div_ceil(size);
        let (first, last) = shares.unwrap_or((0, all));
        long::run(py, |stop| {
            let play = |index: u64| {
                // There may be millions of shares left.
                if stop.load(Ordering::Relaxed) {
                    return Tally::default();
                }
                let (games, seed) = (size.min(games - index * size), seed_of_share(seed, index));
                let mut tally = [Tally::default()];
                // Once it is stopped, what was counted is dropped.
                _ = playout_many_until(std::slice::from_ref(game), games, kernels, seed, &mut tally, stop);
                tally[0]
            };
            pool.install(|| (first..last.min(all)).into_par_iter().map(play).sum())
        })
    }
    types::tally(py, each!(board, game => count(py, game, (games, seed), shares, threads, tier))?)
}
