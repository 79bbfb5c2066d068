//! Solvers of Gomoku: forced wins.

use crate::boundary::{change, check_given, out, read};
use crate::error::Code;
use crate::gomoku::stonemask_gomoku;
use crate::memory::{Users, with_reserve};
use crate::shared::colour_number;
use crate::solver::{report, stonemask_observer, stonemask_progress};
use crate::stop::{self, stonemask_stop};
use std::ffi::c_void;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use stonemask::gomoku::{Means, Progress, Solution, SolveError, Solver};

/// How a Gomoku solver is made.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct stonemask_gomoku_solver_options {
    /// The size of this struct, set by the caller.
    pub struct_size: usize,
    /// The most bytes of the table.
    pub table_bytes: usize,
    /// `enum stonemask_means`.
    pub means: i32,
    /// Zero.
    pub reserved: u32,
}

/// How much a Gomoku solver does for a board: until the first of these is reached.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct stonemask_gomoku_solver_limits {
    /// The size of this struct, set by the caller.
    pub struct_size: usize,
    /// Positions; 0 without a limit.
    pub nodes: u64,
    /// Microseconds; 0 without a limit.
    pub microseconds: u64,
}

/// Who can force a win, and how.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct stonemask_gomoku_solution {
    /// Positions searched.
    pub nodes: u64,
    /// The winner; 0 where there is none.
    pub winner: i32,
    /// `enum stonemask_means`.
    pub means: i32,
    /// How many moves the line has.
    pub length: u32,
    /// Zero.
    pub reserved: u32,
    /// The moves, `row * columns + column`.
    pub line: [u16; 1024],
}

/// A solver of Gomoku boards.
pub struct stonemask_gomoku_solver(Solver);

/// The most that a solver allocates beside its table: the moves of all positions on the way, and
/// those of a proof.
const NEED: usize = 16 << 20;

/// Frees a solver.
///
/// # Safety
/// Null, or a solver of this library that is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stonemask_gomoku_solver_free(solver: *mut stonemask_gomoku_solver) {
    if !solver.is_null() {
        // SAFETY: a box of `stonemask_gomoku_solver_new`, given back once.
        drop(unsafe { Box::from_raw(solver) });
    }
}

/// A board without a winner, as far as it is known.
fn unsolved(Progress { means, nodes }: Progress) -> stonemask_gomoku_solution {
    stonemask_gomoku_solution { nodes, winner: 0, means: means as i32, length: 0, reserved: 0, line: [0; 1024] }
}

exports! {
    /// A solver with an empty table.
    one fn stonemask_gomoku_solver_new(
        options: *const stonemask_gomoku_solver_options,
        solver: *mut *mut stonemask_gomoku_solver,
    ) {
        let place = out(solver)?;
        let given = read(options)?;
        check_given(options, given.struct_size)?;
        let means = usize::try_from(given.means).ok().and_then(|index| Means::ALL.get(index));
        let (Some(&means), 0) = (means, given.reserved) else { return Err(Code::BadArgument.into()) };
        let solver = with_reserve(1 << 20, Users::Caller, || {
            let solver = Solver::new(given.table_bytes).map_err(|_| Code::OutOfMemory)?;
            Ok(Box::new(stonemask_gomoku_solver(solver.by(means))))
        })?;
        place.write(Box::into_raw(solver));
        Ok(())
    }

    /// Forgets what it knows of the boards solved so far.
    one fn stonemask_gomoku_solver_clear(solver: *mut stonemask_gomoku_solver) {
        change(solver)?.0.clear();
        Ok(())
    }

    /// Who can force a win, and a line of it.
    one fn stonemask_gomoku_solver_solve(
        solver: *mut stonemask_gomoku_solver,
        board: *const stonemask_gomoku,
        limits: *const stonemask_gomoku_solver_limits,
        stop: *const stonemask_stop,
        observer: stonemask_observer,
        user: *mut c_void,
        solution: *mut stonemask_gomoku_solution,
    ) {
        let place = out(solution)?;
        let (solver, board, stop) = (&mut change(solver)?.0, &read(board)?.board, stop::stop(stop)?);
        let (mut most, mut end) = (u64::MAX, None);
        if !limits.is_null() {
            let given = read(limits)?;
            check_given(limits, given.struct_size)?;
            most = if given.nodes > 0 { given.nodes } else { u64::MAX };
            let time = Duration::from_micros(given.microseconds);
            end = Some(time).filter(|time| !time.is_zero()).and_then(|time| Instant::now().checked_add(time));
        }
        let found = with_reserve(NEED, Users::Caller, || {
            let found = solver.solve_observed(board, |Progress { nodes, .. }| {
                if nodes >= most || stop.is_set() || end.is_some_and(|end| Instant::now() >= end) {
                    return ControlFlow::Break(());
                }
                report(observer, user, stonemask_progress { nodes, lower: 0, upper: 0 })
            });
            Ok(match found {
                Ok(Solution { winner, means, line, nodes }) => {
                    let mut found = unsolved(Progress { means, nodes });
                    found.winner = winner.map_or(0, colour_number);
                    found.length = line.len() as u32;
                    for (place, &point) in found.line.iter_mut().zip(&line) {
                        *place = board.size().index(point) as u16;
                    }
                    Ok(found)
                }
                Err(SolveError::Stopped(stopped)) => Err(unsolved(stopped.0)),
                Err(SolveError::TooLarge { .. }) => return Err(Code::TooLarge.into()),
            })
        })?;
        match found {
            Ok(found) => {
                place.write(found);
                Ok(())
            }
            Err(so_far) => {
                place.write(so_far);
                Err(Code::Interrupted.into())
            }
        }
    }
}
