//! Searches of Gomoku boards.

use crate::boundary::{apart, bytes, change, check_given, out, read, slice_mut};
use crate::error::{Code, Result};
use crate::gomoku::stonemask_gomoku;
use crate::memory::{self, Users, with_reserve};
use crate::search::{
    NEED, Run, certainty, given_limits, stonemask_score, stonemask_search_analysis, stonemask_search_limits,
    stonemask_search_observer,
};
use crate::stop::{self, stonemask_stop};
use std::ffi::c_void;
use stonemask::game::search::Candidate;
use stonemask::gomoku::{Point, Search, Size};

/// How a search of Gomoku is made.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct stonemask_gomoku_search_options {
    /// The size of this struct, set by the caller.
    pub struct_size: usize,
    /// The most bytes of the table.
    pub table_bytes: usize,
}

/// A move, and what is known of it.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct stonemask_gomoku_candidate {
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
    /// The moves, `row * columns + column`, the first one this.
    pub line: [u16; 1024],
}

/// A search of Gomoku boards.
pub struct stonemask_gomoku_search {
    /// None after memory has run out: what it had made for itself is gone then. Each run begins
    /// with nothing known.
    search: Option<Search>,
    table_bytes: usize,
}

/// The most that the first ply allocates for a point of the board, several times over: a move's
/// lines, and boards to try them on.
const POINT: usize = 16 << 10;

fn new(table_bytes: usize) -> Result<Search> {
    Ok(Search::new(table_bytes).map_err(|_| Code::OutOfMemory)?)
}

fn candidate(size: Size, of: &Candidate<Vec<Point>>) -> stonemask_gomoku_candidate {
    let (certainty, confidence) = certainty(of.certainty);
    let mut line = [0; 1024];
    for (place, &point) in line.iter_mut().zip(&of.line) {
        *place = size.index(point) as u16;
    }
    let length = of.line.len().min(line.len()) as u32;
    stonemask_gomoku_candidate { score: of.score.into(), certainty, confidence, depth: of.depth, length, line }
}

/// Frees a search.
///
/// # Safety
/// Null, or a search of this library that is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stonemask_gomoku_search_free(search: *mut stonemask_gomoku_search) {
    if !search.is_null() {
        // SAFETY: a box of `stonemask_gomoku_search_new`, given back once.
        drop(unsafe { Box::from_raw(search) });
    }
}

exports! {
    /// A search with an empty table.
    one fn stonemask_gomoku_search_new(
        options: *const stonemask_gomoku_search_options,
        search: *mut *mut stonemask_gomoku_search,
    ) {
        let place = out(search)?;
        let given = read(options)?;
        check_given(options, given.struct_size)?;
        let table_bytes = given.table_bytes;
        let search = with_reserve(1 << 20, Users::Caller, || {
            Ok(Box::new(stonemask_gomoku_search { search: Some(new(table_bytes)?), table_bytes }))
        })?;
        place.write(Box::into_raw(search));
        Ok(())
    }

    /// Analyses a board until a limit is reached, the stop is set, or the observer stops it.
    one fn stonemask_gomoku_search_run(
        search: *mut stonemask_gomoku_search,
        board: *const stonemask_gomoku,
        limits: *const stonemask_search_limits,
        stop: *const stonemask_stop,
        observer: stonemask_search_observer,
        user: *mut c_void,
        moves: *mut stonemask_gomoku_candidate,
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
        let candidate = |of: &_| candidate(board.size(), of);
        let mut run = Run { limits: most, stop, observer, user, moves, candidate: &candidate };
        let table = if handle.search.is_some() { 0 } else { handle.table_bytes };
        let need = (NEED + board.size().points() * POINT).saturating_add(table);
        let (known, is_stopped) = with_reserve(need, Users::Caller, || {
            let mut search = handle.search.take().map_or_else(|| new(handle.table_bytes), Ok)?;
            search.set_best(count);
            let found = run.of(|limits, observe, stop| search.run_until(board, limits, observe, stop));
            handle.search = Some(search).filter(|_| !memory::is_touched());
            Ok(found)
        })?;
        place.write(run.end(&known));
        if is_stopped { Err(Code::Interrupted.into()) } else { Ok(()) }
    }
}
