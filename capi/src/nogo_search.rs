//! Searches of NoGo boards.

use crate::boundary::{apart, bytes, change, check_given, out, read, slice_mut};
use crate::error::{Code, Result};
use crate::memory::{self, Users, with_reserve};
use crate::nogo::stonemask_nogo;
use crate::search::{
    NEED, Run, certainty, given_limits, stonemask_score, stonemask_search_analysis, stonemask_search_limits,
    stonemask_search_observer,
};
use crate::stop::{self, stonemask_stop};
use std::ffi::c_void;
use stonemask::game::search::Candidate;
use stonemask::nogo::{Colour, Ends, Point, PointSet, Search};

/// How a search of NoGo is made.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct stonemask_nogo_search_options {
    /// The size of this struct, set by the caller.
    pub struct_size: usize,
    /// The most bytes of the tree.
    pub table_bytes: usize,
    /// The seed of random games.
    pub seed: u64,
}

/// A move, and what is known of it.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct stonemask_nogo_candidate {
    /// Its worth.
    pub score: stonemask_score,
    /// `enum stonemask_certainty`.
    pub certainty: i32,
    /// Of an estimate, in percent; else 0.
    pub confidence: u32,
    /// Plies searched.
    pub depth: u32,
    /// How many moves the line has.
    pub length: u32,
    /// The moves, as bits, the first one this.
    pub line: [u8; 96],
}

/// The stones at the end of random games.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct stonemask_nogo_ends {
    /// The games counted.
    pub games: u64,
    /// In how many of them black had a stone there, by bit.
    pub black: [u64; 96],
    /// In how many of them white had one.
    pub white: [u64; 96],
}

/// A search of NoGo boards.
pub struct stonemask_nogo_search {
    /// None after memory has run out: what it had made for itself is gone then. Each run begins
    /// with nothing known.
    search: Option<Search>,
    table_bytes: usize,
    seed: u64,
    /// Of the last run.
    ends: Ends,
}

fn new(table_bytes: usize, seed: u64) -> Result<Search> {
    let mut search = Search::new(table_bytes).map_err(|_| Code::OutOfMemory)?;
    search.set_seed(seed);
    Ok(search)
}

fn candidate(of: &Candidate<Vec<Point>>) -> stonemask_nogo_candidate {
    let (certainty, confidence) = certainty(of.certainty);
    let mut line = [0; 96];
    for (place, point) in line.iter_mut().zip(&of.line) {
        *place = point.bit() as u8;
    }
    let length = of.line.len() as u32;
    stonemask_nogo_candidate { score: of.score.into(), certainty, confidence, depth: of.depth, length, line }
}

/// Frees a search.
///
/// # Safety
/// Null, or a search of this library that is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stonemask_nogo_search_free(search: *mut stonemask_nogo_search) {
    if !search.is_null() {
        // SAFETY: a box of `stonemask_nogo_search_new`, given back once.
        drop(unsafe { Box::from_raw(search) });
    }
}

exports! {
    /// A search with an empty tree.
    one fn stonemask_nogo_search_new(
        options: *const stonemask_nogo_search_options,
        search: *mut *mut stonemask_nogo_search,
    ) {
        let place = out(search)?;
        let given = read(options)?;
        check_given(options, given.struct_size)?;
        let (table_bytes, seed) = (given.table_bytes, given.seed);
        let search = with_reserve(1 << 20, Users::Caller, || {
            let search = Some(new(table_bytes, seed)?);
            Ok(Box::new(stonemask_nogo_search { search, table_bytes, seed, ends: Ends::default() }))
        })?;
        place.write(Box::into_raw(search));
        Ok(())
    }

    /// Analyses a board until a limit is reached, the stop is set, or the observer stops it.
    one fn stonemask_nogo_search_run(
        search: *mut stonemask_nogo_search,
        board: *const stonemask_nogo,
        limits: *const stonemask_search_limits,
        stop: *const stonemask_stop,
        observer: stonemask_search_observer,
        user: *mut c_void,
        moves: *mut stonemask_nogo_candidate,
        count: usize,
        analysis: *mut stonemask_search_analysis,
    ) {
        let place = out(analysis)?;
        let most = given_limits(limits, !stop.is_null() || observer.is_some())?;
        apart(bytes(moves, count), &[bytes(limits, 1), bytes(analysis, 1)])?;
        let moves = slice_mut(moves, count)?;
        if count == 0 {
            return Err(Code::BadArgument.into());
        }
        let (board, stop) = (&read(board)?.board, stop::stop(stop)?);
        let handle = change(search)?;
        let mut run = Run { limits: most, stop, observer, user, moves, candidate: &candidate };
        let table = if handle.search.is_some() { 0 } else { handle.table_bytes };
        let need = NEED.saturating_add(table);
        let ((known, is_stopped), ends) = with_reserve(need, Users::Caller, || {
            let mut search = handle.search.take().map_or_else(|| new(handle.table_bytes, handle.seed), Ok)?;
            search.set_best(count);
            let found = run.of(|limits, observe, stop| search.run_until(board, limits, observe, stop));
            let ends = search.ends().clone();
            handle.search = Some(search).filter(|_| !memory::is_touched());
            Ok((found, ends))
        })?;
        handle.ends = ends;
        place.write(run.end(&known));
        if is_stopped { Err(Code::Interrupted.into()) } else { Ok(()) }
    }

    /// The stones at the end of the last run's random games.
    one fn stonemask_nogo_search_ends(search: *const stonemask_nogo_search, ends: *mut stonemask_nogo_ends) {
        let place = out(ends)?;
        let known = &read(search)?.ends;
        let mut found = stonemask_nogo_ends { games: known.games(), black: [0; 96], white: [0; 96] };
        for point in PointSet::ALL {
            let bit = point.bit() as usize;
            found.black[bit] = known.stones(Colour::Black, point);
            found.white[bit] = known.stones(Colour::White, point);
        }
        place.write(found);
        Ok(())
    }
}
