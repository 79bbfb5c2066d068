//! Discs lost in games, by the solver. Empty squares count for the winner, as in the games'
//! results.

use crate::games::playable::{Exact, Losses};
use std::sync::atomic::AtomicBool;
use stonemask::game::Colour;
use stonemask::othello::{Board, Move, Options, Scoring, Solver};

/// Counts them with a table of this size in bytes; `None` without memory.
pub(super) fn losses<const N: usize>(table_bytes: usize) -> Option<Box<dyn Losses>> {
    let options = Options::default().scoring(Scoring::EmptiesToWinner);
    Some(Box::new(Solved(Solver::<N>::with_options(table_bytes, options).ok()?)))
}

struct Solved<const N: usize>(Solver<N>);

impl<const N: usize> Losses for Solved<N> {
    fn exact(&mut self, start: &str, moves: &[String], empties: u32, stop: &AtomicBool) -> Option<Exact> {
        exact(&mut self.0, start, moves, empties, stop)
    }
}

fn exact<const N: usize>(
    solver: &mut Solver<N>,
    start: &str,
    moves: &[String],
    empties: u32,
    stop: &AtomicBool,
) -> Option<Exact> {
    let mut board: Board<N> = start.parse().ok()?;
    let mut plies = moves.iter();
    while board.empties().len() > empties {
        board.try_play(plies.next()?.parse::<Move<N>>().ok()?).ok()?;
    }
    let mut value = solver.solve_until(&board, stop).ok()?.score;
    let mut exact = Exact { lead: value, lost: [0; 2] };
    for ply in plies {
        let (own, had_choice) = (board.to_move(), board.mobility() > 1);
        board.try_play(ply.parse::<Move<N>>().ok()?).ok()?;
        if had_choice {
            let after = solver.solve_until(&board, stop).ok()?.score;
            let lost = if own == Colour::Black { value - after } else { after - value };
            exact.lost[usize::from(own == Colour::White)] += lost;
            value = after;
        }
    }
    Some(exact)
}
