//! Searches of Othello boards that need not go to the end of the game.

use crate::boundary::{apart, bytes, change, check_given, out, read, slice_mut};
use crate::error::Code;
use crate::memory::{Users, with_reserve};
use crate::othello::{number, stonemask_othello};
use crate::othello_solver::{WEIGHTS, stonemask_othello_solver_options};
use crate::search::certainty;
use crate::solver::THREAD;
use std::ffi::c_void;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use stonemask::othello;

/// How much a search does: until the first of these is reached.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct stonemask_othello_limits {
    /// The size of this struct, set by the caller.
    pub struct_size: usize,
    /// Positions; 0 without a limit.
    pub nodes: u64,
    /// Microseconds; 0 without a limit.
    pub microseconds: u64,
    /// Plies; 0 without a limit.
    pub depth: u32,
    /// Zero.
    pub reserved: u32,
}

/// A move, and what is known of it.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct stonemask_othello_candidate {
    /// Black's discs minus white's.
    pub score: i32,
    /// `enum stonemask_certainty`.
    pub certainty: i32,
    /// Of an estimate, in percent; else 0.
    pub confidence: u32,
    /// Plies searched.
    pub depth: u32,
    /// How many moves the line has.
    pub length: u32,
    /// The moves, passes included, the first one this.
    pub line: [u8; 128],
}

/// A search's knowledge of a position.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct stonemask_othello_analysis {
    /// Positions searched.
    pub nodes: u64,
    /// How long it took.
    pub microseconds: u64,
    /// How many moves were written.
    pub count: usize,
    /// Black's discs minus white's.
    pub score: i32,
    /// `enum stonemask_certainty`.
    pub certainty: i32,
    /// Of an estimate, in percent; else 0.
    pub confidence: u32,
    /// Black's score is at least this.
    pub lower: i32,
    /// Black's score is at most this.
    pub upper: i32,
    /// 1 where all is known that was asked for.
    pub complete: i32,
}

/// The observer of a search; anything but 0 stops it.
pub type stonemask_analysis_observer =
    Option<unsafe extern "C" fn(analysis: *const stonemask_othello_analysis, user: *mut c_void) -> i32>;

/// A search of Othello boards.
pub struct stonemask_othello_search {
    sides: Sides,
    threads: usize,
}

enum Sides {
    Four(othello::Search<4>),
    Six(othello::Search<6>),
    Eight(othello::Search<8>),
}

/// The most bytes of the lines of moves in a run, where each result has new ones.
const LINES: usize = 4 << 20;

fn candidate<const N: usize>(of: &othello::Candidate<N>) -> stonemask_othello_candidate {
    let (certainty, confidence) = certainty(of.certainty);
    let (mut line, length) = ([0; 128], of.line.0.len() as u32);
    for (place, &ply) in line.iter_mut().zip(&of.line) {
        *place = number(ply);
    }
    stonemask_othello_candidate { score: of.score, certainty, confidence, depth: of.depth, length, line }
}

fn analysis<const N: usize>(of: &othello::Analysis<N>) -> stonemask_othello_analysis {
    let (certainty, confidence) = certainty(of.certainty());
    stonemask_othello_analysis {
        nodes: of.nodes,
        microseconds: of.time.as_micros() as u64,
        count: of.moves.len(),
        score: of.score(),
        certainty,
        confidence,
        lower: of.lower,
        upper: of.upper,
        complete: of.complete.into(),
    }
}

/// The arguments of a run beside its position, and where its result goes.
struct Run<'a> {
    limits: othello::Limits,
    observer: stonemask_analysis_observer,
    user: *mut c_void,
    moves: &'a mut [stonemask_othello_candidate],
}

impl Run<'_> {
    /// Searches, and tells whether the observer stopped it.
    fn of<const N: usize>(
        self,
        search: &mut othello::Search<N>,
        board: &othello::Board<N>,
    ) -> (stonemask_othello_analysis, bool) {
        let Run { limits, observer, user, moves } = self;
        search.set_best(moves.len());
        let (mut results, mut is_stopped) = (0, false);
        let mut write = |known: &othello::Analysis<N>| {
            for (place, of) in moves.iter_mut().zip(&known.moves) {
                *place = candidate(of);
            }
            analysis(known)
        };
        let observe = |known: &othello::Analysis<N>| {
            let Some(observer) = observer else { return ControlFlow::Continue(()) };
            let told = if known.results > results { write(known) } else { analysis(known) };
            results = known.results;
            // SAFETY: the caller gave a function that takes these, and lets no exception out.
            is_stopped = unsafe { observer(&raw const told, user) } != 0;
            if is_stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let known = search.run_until(board, limits, observe, &AtomicBool::new(false));
        (write(&known), is_stopped)
    }
}

/// Frees a search.
///
/// # Safety
/// Null, or a search of this library that is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stonemask_othello_search_free(search: *mut stonemask_othello_search) {
    if !search.is_null() {
        // SAFETY: a box of `stonemask_othello_search_new`, given back once.
        drop(unsafe { Box::from_raw(search) });
    }
}

exports! {
    /// A search with an empty table.
    one fn stonemask_othello_search_new(
        options: *const stonemask_othello_solver_options,
        search: *mut *mut stonemask_othello_search,
    ) {
        let place = out(search)?;
        let given = read(options)?;
        check_given(options, given.struct_size)?;
        let (options, threads) = given.options()?;
        let table_bytes = given.table_bytes;
        let search = with_reserve(WEIGHTS + THREAD, Users::Caller, || {
            let sides = match given.side {
                4 => othello::Search::with_options(table_bytes, options).map(Sides::Four),
                6 => othello::Search::with_options(table_bytes, options).map(Sides::Six),
                8 => othello::Search::with_options(table_bytes, options).map(Sides::Eight),
                _ => return Err(Code::BadSize.into()),
            };
            Ok(Box::new(stonemask_othello_search { sides: sides.map_err(|_| Code::OutOfMemory)?, threads }))
        })?;
        place.write(Box::into_raw(search));
        Ok(())
    }

    /// Forgets what it knows of the boards searched so far.
    one fn stonemask_othello_search_clear(search: *mut stonemask_othello_search) {
        match &mut change(search)?.sides {
            Sides::Four(search) => search.clear(),
            Sides::Six(search) => search.clear(),
            Sides::Eight(search) => search.clear(),
        }
        Ok(())
    }

    /// Analyses a position until a limit is reached, or the observer stops it.
    one fn stonemask_othello_search_run(
        search: *mut stonemask_othello_search,
        position: stonemask_othello,
        to_move: i32,
        limits: *const stonemask_othello_limits,
        observer: stonemask_analysis_observer,
        user: *mut c_void,
        moves: *mut stonemask_othello_candidate,
        count: usize,
        analysis: *mut stonemask_othello_analysis,
    ) {
        let place = out(analysis)?;
        let given = read(limits)?;
        check_given(limits, given.struct_size)?;
        apart(bytes(moves, count), &[bytes(limits, 1), bytes(analysis, 1)])?;
        let moves = slice_mut(moves, count)?;
        if given.reserved != 0 || count == 0 {
            return Err(Code::BadArgument.into());
        }
        let limits = othello::Limits {
            depth: Some(given.depth).filter(|&depth| depth > 0),
            nodes: Some(given.nodes).filter(|&nodes| nodes > 0),
            time: Some(Duration::from_micros(given.microseconds)).filter(|time| !time.is_zero()),
        };
        let search = change(search)?;
        let run = Run { limits, observer, user, moves };
        let need = (search.threads + 1) * THREAD + LINES;
        let (known, is_stopped) = with_reserve(need, Users::Helpers, || match &mut search.sides {
            Sides::Four(search) => Ok(run.of(search, &position.board(to_move)?)),
            Sides::Six(search) => Ok(run.of(search, &position.board(to_move)?)),
            Sides::Eight(search) => Ok(run.of(search, &position.board(to_move)?)),
        })?;
        place.write(known);
        if is_stopped { Err(Code::Interrupted.into()) } else { Ok(()) }
    }
}
