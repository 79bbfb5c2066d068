//! The search: a move is tried first that leaves the opponent the fewest replies for those it leaves to oneself; it stops at the
//! first move that wins.

use super::base::Base;
use super::result::{MOST_POINTS, Progress, Solution, SolveError};
use super::table::Table;
use crate::game::{self, Colour, stop};
use crate::nogo::point::Point;
use crate::nogo::state::Board;
use std::collections::TryReserveError;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// How often an observer hears of the search, in nodes: several times in a millisecond, and a hundred times in a second by the
/// rules on cells.
const NODES_PER_REPORT: u64 = 1 << 7;

/// Finds the winner of boards of up to 31 points, and of larger ones with at most 31 points on which a colour may still play. It keeps
/// its table from one position of a game to the next.
///
/// ```
/// use stonemask::nogo::{Board, Colour, Solver};
///
/// let mut solver = Solver::new(1 << 20)?;
/// let board = Board::new(3, 3)?;
/// assert_eq!(solver.solve(&board)?.winner, Colour::Black);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    table: Table,
    /// The boards that the table is about; none when it is empty.
    base: Option<Base>,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points = self.base.as_ref().map(Base::points);
        f.debug_struct("Solver").field("points", &points).finish_non_exhaustive()
    }
}

impl Solver {
    /// A solver with a table of at most `table_bytes`; at least one bucket of 64 bytes, and otherwise
    /// rounded down to a power of two.
    ///
    /// # Errors
    /// If the allocation fails.
    pub fn new(table_bytes: usize) -> Result<Solver, TryReserveError> {
        Ok(Solver { table: Table::new(table_bytes)?, base: None })
    }

    /// The winner with best play from here, whoever is to move, and a line of it.
    ///
    /// # Errors
    /// When more than 31 points may still be played.
    pub fn solve(&mut self, board: &Board) -> Result<Solution, SolveError> {
        self.solve_observed(board, |_| ControlFlow::Continue(()))
    }

    /// [`Solver::solve`], until `stop` is set.
    ///
    /// # Errors
    /// When more than 31 points may still be played, or it was [stopped](crate::game::stop).
    pub fn solve_until(&mut self, board: &Board, stop: &AtomicBool) -> Result<Solution, SolveError> {
        self.solve_observed(board, |_| stop::flow(stop))
    }

    /// [`Solver::solve`], with `observer` called every hundred nodes or so: several times in a millisecond, on tier Reference a
    /// hundred times in a second.
    ///
    /// # Errors
    /// When more than 31 points may still be played, or the observer breaks off.
    pub fn solve_observed(
        &mut self,
        board: &Board,
        mut observer: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Solution, SolveError> {
        self.rebase(board)?;
        let Solver { table, base: Some(base) } = self else { unreachable!("there is a base now") };
        let mut search = Search { table, base, nodes: 0, observer: &mut observer };
        let result = search.solve(board);
        let nodes = search.nodes;
        match result {
            Ok((winner, line)) => Ok(Solution { winner, line, nodes }),
            Err(Stopped) => Err(SolveError::Stopped(game::Stopped(Progress { nodes }))),
        }
    }
}

impl Solver {
    /// Forgets all positions.
    pub(in crate::nogo) fn clear(&mut self) {
        self.base = None;
        self.table.clear();
    }

    /// Makes the table one about the board.
    fn rebase(&mut self, board: &Board) -> Result<(), SolveError> {
        if self.base.as_ref().is_some_and(|base| base.has(board)) {
            return Ok(());
        }
        let base = Base::of(board);
        let points = base.points().len();
        if points > MOST_POINTS {
            return Err(SolveError::TooLarge { points });
        }
        if self.base.replace(base).is_some() {
            self.table.clear();
        }
        Ok(())
    }

    /// Whether the side to move wins, where about this many nodes show it; and how many were searched.
    ///
    /// # Panics
    /// When more than 31 points may still be played.
    pub(in crate::nogo) fn wins_within(&mut self, board: &Board, most: u64) -> (Option<bool>, u64) {
        self.rebase(board).expect("few points to play");
        let Solver { table, base: Some(base) } = self else { unreachable!("there is a base now") };
        let mut observer = |progress: Progress| {
            if progress.nodes >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let mut search = Search { table, base, nodes: 0, observer: &mut observer };
        let wins = search.wins(board, base.key(board)).ok();
        (wins, search.nodes)
    }
}

/// The observer broke off.
struct Stopped;

struct Search<'a> {
    table: &'a Table,
    base: &'a Base,
    nodes: u64,
    observer: &'a mut dyn FnMut(Progress) -> ControlFlow<()>,
}

impl Search<'_> {
    fn after(&self, board: &Board, point: Point) -> Board {
        let mut child = *board;
        child.play_unchecked(point);
        child
    }

    fn solve(&mut self, board: &Board) -> Result<(Colour, Vec<Point>), Stopped> {
        let first_wins = self.wins(board, self.base.key(board))?;
        let winner = if first_wins { board.to_move() } else { board.to_move().other() };
        let mut line = Vec::new();
        let mut board = *board;
        while !board.legal_moves().is_empty() {
            let moves = self.ordered(&board);
            let mut chosen = moves[0].1;
            if board.to_move() == winner {
                for &(_, point) in &moves {
                    let child = self.after(&board, point);
                    if !self.wins(&child, self.base.key(&child))? {
                        chosen = point;
                        break;
                    }
                }
            }
            line.push(chosen);
            board = self.after(&board, chosen);
        }
        debug_assert_eq!(board.to_move(), winner.other());
        Ok((winner, line))
    }

    /// The legal moves, most promising first: those that leave the opponent little and the player much.
    fn ordered(&self, board: &Board) -> Vec<(i32, Point)> {
        let mut moves: Vec<(i32, Point)> = board
            .legal_moves()
            .iter()
            .map(|point| {
                let child = self.after(board, point);
                let [theirs, ours] =
                    [child.to_move(), board.to_move()].map(|colour| child.allowed(colour).len() as i32);
                (if theirs == 0 { i32::MIN } else { theirs - ours }, point)
            })
            .collect();
        moves.sort_unstable_by_key(|&(score, point)| (score, point));
        moves
    }

    /// Whether the side to move wins.
    fn wins(&mut self, board: &Board, key: u64) -> Result<bool, Stopped> {
        if board.legal_moves().is_empty() {
            return Ok(false);
        }
        // The centre forbidden at the start is not in the key.
        let keyed = !board.centre_is_forbidden();
        let entry = self.base.canonical(key);
        if keyed && let Some(known) = self.table.look_up(entry) {
            return Ok(known);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_REPORT) && (self.observer)(Progress { nodes: self.nodes }).is_break() {
            return Err(Stopped);
        }
        let mut wins = false;
        for (score, point) in self.ordered(board) {
            if score == i32::MIN || !self.wins(&self.after(board, point), self.base.key_after(key, board, point))? {
                wins = true;
                break;
            }
        }
        if keyed {
            self.table.store(entry, wins);
        }
        Ok(wins)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nogo::point::PointSet;
    use crate::nogo::shape::Shape;
    use std::collections::HashMap;

    /// Who wins, by search without order, with a map of boards.
    fn plain(board: &Board, seen: &mut HashMap<Board, bool>) -> bool {
        if let Some(&known) = seen.get(board) {
            return known;
        }
        let wins = board.legal_moves().iter().any(|point| {
            let mut child = *board;
            child.play(point);
            !plain(&child, seen)
        });
        seen.insert(*board, wins);
        wins
    }

    #[test]
    fn a_table_of_one_bucket_and_a_large_one_agree_with_plain_search_on_every_small_board() {
        for rows in 1..=3 {
            for columns in 1..=4 {
                for blocked in ["", "a1", "b1"] {
                    let Ok(shape) = Shape::new(rows, columns, blocked.parse().unwrap()) else { continue };
                    let board = Board::with_shape(shape);
                    let winner = if plain(&board, &mut HashMap::new()) { Colour::Black } else { Colour::White };
                    for bytes in [0, 1 << 20] {
                        let solution = Solver::new(bytes).unwrap().solve(&board).unwrap();
                        assert_eq!(solution.winner, winner, "{board}");
                        let mut end = board;
                        solution.line.iter().for_each(|&point| end.play(point));
                        assert_eq!((end.legal_moves(), end.to_move()), (PointSet::EMPTY, winner.other()));
                    }
                }
            }
        }
    }

    #[test]
    fn from_every_position_along_a_game() {
        let mut solver = Solver::new(1 << 16).unwrap();
        let mut seen = HashMap::new();
        let mut board = Board::with_shape(Shape::new(3, 3, PointSet::EMPTY).unwrap());
        let mut random = crate::random::Random::new(5);
        loop {
            let wins = plain(&board, &mut seen);
            assert_eq!(solver.solve(&board).unwrap().winner == board.to_move(), wins, "{board}");
            if board.play_random_plies(&mut random, 1) == 0 {
                break;
            }
        }
    }

    #[test]
    fn what_is_too_large_and_what_is_interrupted() {
        let mut solver = Solver::new(1 << 16).unwrap();
        assert_eq!(solver.solve(&Board::start()), Err(SolveError::TooLarge { points: 81 }));
        let board = Board::with_shape(Shape::new(5, 6, PointSet::EMPTY).unwrap());
        let interrupted = Err(SolveError::Stopped(game::Stopped(Progress { nodes: NODES_PER_REPORT })));
        assert_eq!(solver.solve_observed(&board, |_| ControlFlow::Break(())), interrupted);
        assert_eq!(solver.solve_until(&board, &AtomicBool::new(true)), interrupted);
        assert!(Solver::new(isize::MAX as usize / 2).is_err());
    }
}
