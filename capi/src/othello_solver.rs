//! Solvers of Othello.

use crate::boundary::{change, check_given, out, read};
use crate::error::{Code, Result};
use crate::memory::{Users, with_reserve};
use crate::othello::{number, stonemask_othello};
use crate::solver::{THREAD, report, stonemask_observer, stonemask_progress};
use std::ffi::c_void;
use std::num::NonZeroUsize;
use stonemask::othello;

/// How an Othello solver or search is made.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct stonemask_othello_solver_options {
    /// The size of this struct, set by the caller.
    pub struct_size: usize,
    /// The most bytes of the table.
    pub table_bytes: usize,
    /// Rows and columns: 4, 6 or 8.
    pub side: i32,
    /// `enum stonemask_scoring`.
    pub scoring: i32,
    /// Threads that search together, at least 1.
    pub threads: u32,
    /// Zero.
    pub reserved: u32,
}

impl stonemask_othello_solver_options {
    /// The library's options, and the threads.
    pub(crate) fn options(&self) -> Result<(othello::Options, usize)> {
        let scoring = usize::try_from(self.scoring).ok().and_then(|index| othello::Scoring::ALL.get(index));
        let threads = NonZeroUsize::new(self.threads as usize).filter(|_| self.threads <= MOST_THREADS);
        let (Some(&scoring), Some(threads), 0) = (scoring, threads, self.reserved) else {
            return Err(Code::BadArgument.into());
        };
        Ok((othello::Options::default().scoring(scoring).threads(threads), threads.get()))
    }
}

/// A score and a line of best play.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct stonemask_othello_solution {
    /// Positions searched.
    pub nodes: u64,
    /// Black's discs minus white's.
    pub score: i32,
    /// How many moves the line has.
    pub length: u32,
    /// The moves, passes included.
    pub line: [u8; 128],
}

/// A solver of Othello boards.
pub struct stonemask_othello_solver {
    sides: Sides,
    threads: usize,
}

enum Sides {
    Four(othello::Solver<4>),
    Six(othello::Solver<6>),
    Eight(othello::Solver<8>),
}

/// The most bytes of the weights of 8x8 and of their layout.
pub(crate) const WEIGHTS: usize = 4 << 20;

/// More threads than any machine has.
const MOST_THREADS: u32 = 1024;

fn solve_othello<const N: usize>(
    solver: &mut othello::Solver<N>,
    board: &othello::Board<N>,
    (observer, user): (stonemask_observer, *mut c_void),
) -> Result<stonemask_othello_solution> {
    let solution = solver.solve_observed(board, |progress| {
        let othello::Progress { nodes, lower, upper, .. } = progress;
        report(observer, user, stonemask_progress { nodes, lower, upper })
    });
    let solution = solution.map_err(|_| Code::Interrupted)?;
    let mut line = [0; 128];
    for (place, &ply) in line.iter_mut().zip(&solution.line) {
        *place = number(ply);
    }
    let length = solution.line.0.len() as u32;
    Ok(stonemask_othello_solution { nodes: solution.nodes, score: solution.score, length, line })
}

/// Frees a solver.
///
/// # Safety
/// Null, or a solver of this library that is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stonemask_othello_solver_free(solver: *mut stonemask_othello_solver) {
    if !solver.is_null() {
        // SAFETY: a box of `stonemask_othello_solver_new`, given back once.
        drop(unsafe { Box::from_raw(solver) });
    }
}

exports! {
    /// A solver with an empty table.
    one fn stonemask_othello_solver_new(
        options: *const stonemask_othello_solver_options,
        solver: *mut *mut stonemask_othello_solver,
    ) {
        let place = out(solver)?;
        let given = read(options)?;
        check_given(options, given.struct_size)?;
        let (options, threads) = given.options()?;
        let bytes = given.table_bytes;
        let solver = with_reserve(WEIGHTS + THREAD, Users::Caller, || {
            let sides = match given.side {
                4 => othello::Solver::with_options(bytes, options).map(Sides::Four),
                6 => othello::Solver::with_options(bytes, options).map(Sides::Six),
                8 => othello::Solver::with_options(bytes, options).map(Sides::Eight),
                _ => return Err(Code::BadSize.into()),
            };
            let sides = sides.map_err(|_| Code::OutOfMemory)?;
            Ok(Box::new(stonemask_othello_solver { sides, threads }))
        })?;
        place.write(Box::into_raw(solver));
        Ok(())
    }

    /// Forgets what it knows of the boards solved so far.
    one fn stonemask_othello_solver_clear(solver: *mut stonemask_othello_solver) {
        match &mut change(solver)?.sides {
            Sides::Four(solver) => solver.clear(),
            Sides::Six(solver) => solver.clear(),
            Sides::Eight(solver) => solver.clear(),
        }
        Ok(())
    }

    /// The score of a position, and a line of best play.
    one fn stonemask_othello_solver_solve(
        solver: *mut stonemask_othello_solver,
        position: stonemask_othello,
        to_move: i32,
        observer: stonemask_observer,
        user: *mut c_void,
        solution: *mut stonemask_othello_solution,
    ) {
        let place = out(solution)?;
        let solver = change(solver)?;
        let observer = (observer, user);
        let found = with_reserve((solver.threads + 1) * THREAD, Users::Helpers, || match &mut solver.sides {
            Sides::Four(solver) => solve_othello(solver, &position.board(to_move)?, observer),
            Sides::Six(solver) => solve_othello(solver, &position.board(to_move)?, observer),
            Sides::Eight(solver) => solve_othello(solver, &position.board(to_move)?, observer),
        })?;
        place.write(found);
        Ok(())
    }
}
