//! What players and protocols ask of a game, beside its rules.

use super::clock::Limits;
use std::collections::TryReserveError;
use stonemask::game::{Colour, Game};
use stonemask::{gomoku, nogo, othello};

/// A game that players play.
pub(crate) trait Playable: Game {
    /// What finds best play.
    type Solver;

    /// A solver with a table of this size in bytes.
    fn solver(table_bytes: usize) -> Result<Self::Solver, TryReserveError>;

    /// Best play, if it is found within the limits and there is something to find: a solver takes the board, and the side to
    /// move has not lost whatever it plays.
    fn solved(&self, solver: &mut Self::Solver, limits: &mut Limits) -> Option<Solved<Self::Move>>;

    /// The legal plies, or those worth a look, and what each is worth at a glance.
    fn glances(&self) -> Vec<(Self::Move, i32)>;

    /// How many moves a player may still have to make, for the division of its time.
    fn moves_to_come(&self) -> u32;
}

/// Best play.
#[derive(Clone, Debug)]
pub(crate) struct Solved<M> {
    /// The score of the side to move: discs in Othello, else 1 for a win.
    pub(crate) score: i32,
    /// The plies to the end, the next one first.
    pub(crate) line: Vec<M>,
}

/// Othello of 8x8 is solved from this number of empty squares on.
const SOLVABLE: u32 = 24;

impl<const N: usize> Playable for othello::Board<N> {
    type Solver = othello::Solver<N>;

    fn solver(table_bytes: usize) -> Result<othello::Solver<N>, TryReserveError> {
        othello::Solver::new(table_bytes)
    }

    fn solved(&self, solver: &mut othello::Solver<N>, limits: &mut Limits) -> Option<Solved<othello::Move<N>>> {
        if N == 8 && self.empties().len() > SOLVABLE {
            return None;
        }
        let solution = solver.solve_observed(self, |_| limits.flow()).ok()?;
        let score = if self.to_move() == Colour::Black { solution.score } else { -solution.score };
        Some(Solved { score, line: solution.line.0 })
    }

    /// The corners, and how many more squares a side can move to than the other; a game that is over by its discs.
    fn glances(&self) -> Vec<(othello::Move<N>, i32)> {
        let own = self.to_move();
        let corners = [0, N - 1].map(|row| [0, N - 1].map(|column| othello::Square::<N>::new(row, column)));
        let corners: othello::SquareSet<N> = corners.into_iter().flatten().flatten().collect();
        let glance = |(ply, after): (othello::Move<N>, othello::Board<N>)| {
            if after.is_over() {
                let score = if own == Colour::Black { after.score() } else { -after.score() };
                return (ply, 1000 * score);
            }
            let corners = |colour| (after.stones(colour) & corners).len() as i32;
            let [replies, others] =
                [after, othello::Board::new(after.position().pass(), own)].map(|board| board.mobility());
            (ply, 10 * (corners(own) - corners(own.other())) + others as i32 - replies as i32)
        };
        self.children().map(glance).collect()
    }

    fn moves_to_come(&self) -> u32 {
        self.empties().len().div_ceil(2)
    }
}

impl Playable for nogo::Board {
    type Solver = nogo::Solver;

    fn solver(table_bytes: usize) -> Result<nogo::Solver, TryReserveError> {
        nogo::Solver::new(table_bytes)
    }

    fn solved(&self, solver: &mut nogo::Solver, limits: &mut Limits) -> Option<Solved<nogo::Point>> {
        let solution = solver.solve_observed(self, |_| limits.flow()).ok()?;
        (solution.winner == self.to_move()).then_some(Solved { score: 1, line: solution.line })
    }

    /// How many points more a side may play on than the other.
    fn glances(&self) -> Vec<(nogo::Point, i32)> {
        let own = self.to_move();
        let allowed = |board: &nogo::Board, colour| board.allowed(colour).len() as i32;
        self.children().map(|(ply, after)| (ply, allowed(&after, own) - allowed(&after, own.other()))).collect()
    }

    fn moves_to_come(&self) -> u32 {
        self.mobility().div_ceil(2).max(1)
    }
}

/// How far a stone is near to another.
const NEAR: usize = 2;

impl Playable for gomoku::Board {
    type Solver = ();

    fn solver(_: usize) -> Result<(), TryReserveError> {
        Ok(())
    }

    /// No solver takes this game.
    fn solved(&self, (): &mut (), _: &mut Limits) -> Option<Solved<gomoku::Point>> {
        None
    }

    /// A five; then what prevents the opponent's; then open fours, own and prevented; fours and threes; points near stones.
    fn glances(&self) -> Vec<(gomoku::Point, i32)> {
        let (size, own) = (self.size(), self.to_move());
        if self.stone_count() == 0 && self.is_legal(size.centre()) {
            return vec![(size.centre(), 0)];
        }
        let mut opponent = self.clone();
        opponent.set_to_move(own.other());
        let wins = |board: &gomoku::Board| {
            let mut wins = gomoku::PointSet::empty(size);
            board.for_each_child(|point, after| {
                if after.winner() == Some(board.to_move()) {
                    wins.insert(point);
                }
            });
            wins
        };
        let [own_threats, others] = [own, own.other()].map(|colour| self.planes().threats(colour));
        let ranks = [
            (wins(self), 100_000),
            (wins(&opponent), 10_000),
            (own_threats.open_fours, 1000),
            (others.open_fours, 500),
            (own_threats.fours | own_threats.open_threes, 100),
            (others.fours | others.open_threes, 50),
        ];
        let glance = |point: gomoku::Point| {
            let ranked: i32 = ranks.iter().filter(|(points, _)| points.contains(point)).map(|(_, worth)| worth).sum();
            (point, ranked + self.stones_near(point))
        };
        self.plies().map(glance).collect()
    }

    fn moves_to_come(&self) -> u32 {
        ((self.size().points() - self.stone_count()) as u32).div_ceil(2).min(30)
    }
}

/// What the glance at Gomoku counts.
trait Near {
    /// The stones within [`NEAR`] rows and columns of a point.
    fn stones_near(&self, point: gomoku::Point) -> i32;
}

impl Near for gomoku::Board {
    fn stones_near(&self, point: gomoku::Point) -> i32 {
        let around = |at: usize| at.saturating_sub(NEAR)..=at + NEAR;
        let points = around(point.row()).flat_map(|row| around(point.column()).map(move |column| (row, column)));
        points
            .filter(|&(row, column)| gomoku::Point::new(row, column).is_some_and(|at| self.stone(at).is_some()))
            .count() as i32
    }
}
