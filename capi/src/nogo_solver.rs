//! Solvers of NoGo.

use crate::boundary::{change, check_given, out, read};
use crate::error::Code;
use crate::memory::{Users, with_reserve};
use crate::nogo::stonemask_nogo;
use crate::shared::colour_number;
use crate::solver::{THREAD, report, stonemask_observer, stonemask_progress};
use std::ffi::c_void;
use stonemask::nogo;

/// How a NoGo solver is made.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct stonemask_nogo_solver_options {
    /// The size of this struct, set by the caller.
    pub struct_size: usize,
    /// The most bytes of the table.
    pub table_bytes: usize,
}

/// Who wins, and a line of play.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct stonemask_nogo_solution {
    /// Positions searched.
    pub nodes: u64,
    /// The winner.
    pub winner: i32,
    /// How many moves the line has.
    pub length: u32,
    /// The moves, as bits.
    pub line: [u8; 96],
}

/// A solver of NoGo boards.
pub struct stonemask_nogo_solver(nogo::Solver);

/// Frees a solver.
///
/// # Safety
/// Null, or a solver of this library that is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stonemask_nogo_solver_free(solver: *mut stonemask_nogo_solver) {
    if !solver.is_null() {
        // SAFETY: a box of `stonemask_nogo_solver_new`, given back once.
        drop(unsafe { Box::from_raw(solver) });
    }
}

exports! {
    /// A solver with an empty table.
    one fn stonemask_nogo_solver_new(
        options: *const stonemask_nogo_solver_options,
        solver: *mut *mut stonemask_nogo_solver,
    ) {
        let place = out(solver)?;
        let given = read(options)?;
        check_given(options, given.struct_size)?;
        let solver = with_reserve(THREAD, Users::Caller, || {
            let solver = nogo::Solver::new(given.table_bytes).map_err(|_| Code::OutOfMemory)?;
            Ok(Box::new(stonemask_nogo_solver(solver)))
        })?;
        place.write(Box::into_raw(solver));
        Ok(())
    }

    /// Who wins with best play, and a line of it.
    one fn stonemask_nogo_solver_solve(
        solver: *mut stonemask_nogo_solver,
        board: *const stonemask_nogo,
        observer: stonemask_observer,
        user: *mut c_void,
        solution: *mut stonemask_nogo_solution,
    ) {
        let place = out(solution)?;
        let (solver, board) = (&mut change(solver)?.0, &read(board)?.board);
        let found = with_reserve(THREAD, Users::Caller, || {
            let solution = solver.solve_observed(board, |nogo::Progress { nodes }| {
                report(observer, user, stonemask_progress { nodes, lower: 0, upper: 0 })
            });
            let solution = solution.map_err(|error| match error {
                nogo::SolveError::TooLarge { .. } => Code::TooLarge,
                nogo::SolveError::Stopped(_) => Code::Interrupted,
            })?;
            let mut line = [0; 96];
            for (place, point) in line.iter_mut().zip(&solution.line) {
                *place = point.bit() as u8;
            }
            Ok(stonemask_nogo_solution {
                nodes: solution.nodes,
                winner: colour_number(solution.winner),
                length: solution.line.len() as u32,
                line,
            })
        })?;
        place.write(found);
        Ok(())
    }
}
