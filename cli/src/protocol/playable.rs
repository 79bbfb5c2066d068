//! What players and protocols ask of a game, beside its rules.

use super::clock::Limits;
use std::collections::TryReserveError;
use std::sync::atomic::AtomicBool;
use stonemask::game::search::Level;
use stonemask::game::{Colour, Game};
use stonemask::othello::Certainty;
use stonemask::{gomoku, nogo, othello};

/// A game that players play.
pub(crate) trait Playable: Game {
    /// Whether a search says of any board what its plies are worth, and not of those alone that it solves in time.
    const HAS_ESTIMATES: bool;

    /// The greatest advantage of a side, as [`Worth::advantage`] counts it, on a board that counts as balanced.
    const BALANCED: u32;

    /// What finds good play.
    type Search: Send;

    /// A search with a table of this size in bytes.
    fn search(table_bytes: usize) -> Result<Self::Search, TryReserveError>;

    /// The best plies, as many as are wanted, the best first, as far as a search knows them when it is done or reaches a limit. None where it
    /// has found nothing, or that the side to move has lost whatever it plays. `hear` is told what is known whenever that changes.
    fn best(
        &self,
        search: &mut Self::Search,
        count: usize,
        limits: &mut Limits,
        hear: &mut Hear<Self::Move>,
    ) -> Vec<Found<Self::Move>>;

    /// What a ply is worth, in a few words.
    fn told(&self, worth: Worth) -> String;

    /// Who wins with best play, if a search finds it within the limits.
    fn solve(&self, search: &mut Self::Search, limits: &mut Limits) -> Option<Solved<Self::Move>> {
        let found = self.best(search, 1, limits, &mut |_| {}).into_iter().next()?;
        let (own, score) = (self.to_move(), found.worth.score);
        let winner = match found.worth.certainty {
            Certainty::Exact | Certainty::AtLeast if score > 0 => Some(own),
            Certainty::Exact | Certainty::AtMost if score < 0 => Some(own.other()),
            Certainty::Exact => None,
            _ => return None,
        };
        let ply = found.line.first().copied().filter(|_| winner != Some(own.other()));
        Some(Solved { winner, ply })
    }

    /// The legal plies, or those worth a look, and what each is worth at a glance.
    fn glances(&self) -> Vec<(Self::Move, i32)>;

    /// Nodes that an opponent of a level spends on a move.
    fn nodes_of(level: Level) -> u64;

    /// Forgets what a search knows of earlier boards, so that its moves do not depend on them.
    fn clear(search: &mut Self::Search);

    /// How many moves a player may still have to make, for the division of its time.
    fn moves_to_come(&self) -> u32;
}

/// Is told what a search has found.
pub(crate) type Hear<'a, M> = dyn FnMut(&[Found<M>]) + 'a;

/// What a search says of a ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found<M> {
    pub(crate) worth: Worth,
    /// The ply, and how it may go on; to the end where the worth is exact.
    pub(crate) line: Vec<M>,
    /// Positions searched until then, for all plies together.
    pub(crate) nodes: u64,
}

/// The value of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Solved<M> {
    /// `None` for a draw.
    pub(crate) winner: Option<Colour>,
    /// A ply of the side to move that wins, or draws where none wins.
    pub(crate) ply: Option<M>,
}

/// What a ply is worth to the side to move: discs in Othello, else 1 for a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Worth {
    pub(crate) score: i32,
    pub(crate) certainty: Certainty,
    /// Plies searched; `None` where the search went to the end of the game.
    pub(crate) depth: Option<u32>,
}

impl Worth {
    /// A score that is proved.
    pub(crate) const fn exact(score: i32) -> Worth {
        Worth { score, certainty: Certainty::Exact, depth: None }
    }

    /// How much one side is ahead, whichever.
    pub(crate) const fn advantage(self) -> u32 {
        self.score.unsigned_abs()
    }
}

/// What is known of the best moves of a board, for its side to move.
fn found<const N: usize>(board: &othello::Board<N>, analysis: &othello::Analysis<N>) -> Vec<Found<othello::Move<N>>> {
    let (black, empties) = (board.to_move() == Colour::Black, board.empties().len());
    let of = |candidate: &othello::Candidate<N>| {
        let (score, certainty) = match candidate.certainty {
            certainty if black => (candidate.score, certainty),
            Certainty::AtLeast => (-candidate.score, Certainty::AtMost),
            Certainty::AtMost => (-candidate.score, Certainty::AtLeast),
            certainty => (-candidate.score, certainty),
        };
        let depth = Some(candidate.depth).filter(|&depth| depth < empties);
        Found { worth: Worth { score, certainty, depth }, line: candidate.line.0.clone(), nodes: analysis.nodes }
    };
    // Of moves that were not searched yet nothing is known.
    analysis.moves.iter().take_while(|candidate| candidate.depth > 0).map(of).collect()
}

impl<const N: usize> Playable for othello::Board<N> {
    const HAS_ESTIMATES: bool = true;

    const BALANCED: u32 = 3;

    type Search = othello::Search<N>;

    fn search(table_bytes: usize) -> Result<othello::Search<N>, TryReserveError> {
        othello::Search::new(table_bytes)
    }

    fn told(&self, Worth { score, certainty, depth }: Worth) -> String {
        match (certainty, depth) {
            (Certainty::Exact, _) => format!("{score:+} exact"),
            (Certainty::AtLeast, _) => format!("at least {score:+}"),
            (Certainty::AtMost, _) => format!("at most {score:+}"),
            (Certainty::Estimate { .. }, Some(depth)) => format!("{score:+} ({depth} plies)"),
            (Certainty::Estimate { confidence }, None) => format!("{score:+} ({confidence} %)"),
        }
    }

    fn best(
        &self,
        search: &mut othello::Search<N>,
        count: usize,
        limits: &mut Limits,
        hear: &mut Hear<othello::Move<N>>,
    ) -> Vec<Found<othello::Move<N>>> {
        let (within, mut results) = (limits.of_search(), 0);
        search.set_best(count);
        let observer = |analysis: &othello::Analysis<N>| {
            if analysis.results > results {
                results = analysis.results;
                hear(&found(self, analysis));
            }
            limits.flow()
        };
        let analysis = search.run_until(self, within, observer, &AtomicBool::new(false));
        found(self, &analysis)
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

    fn nodes_of(level: Level) -> u64 {
        [10, 20, 50, 300, 2_000, 10_000, 50_000, 300_000, 2_000_000][usize::from(level.number()) - 1]
    }

    fn clear(search: &mut othello::Search<N>) {
        search.clear();
    }

    fn moves_to_come(&self) -> u32 {
        self.empties().len().div_ceil(2)
    }
}

impl Playable for nogo::Board {
    const HAS_ESTIMATES: bool = false;

    const BALANCED: u32 = 0;

    type Search = nogo::Solver;

    fn search(table_bytes: usize) -> Result<nogo::Solver, TryReserveError> {
        nogo::Solver::new(table_bytes)
    }

    fn told(&self, worth: Worth) -> String {
        if worth.score > 0 { "wins".to_owned() } else { "loses".to_owned() }
    }

    /// One ply that wins, on boards that the solver takes.
    fn best(
        &self,
        search: &mut nogo::Solver,
        _: usize,
        limits: &mut Limits,
        _: &mut Hear<nogo::Point>,
    ) -> Vec<Found<nogo::Point>> {
        let solution = search.solve_observed(self, |_| limits.flow()).ok();
        let won = solution.filter(|solution| solution.winner == self.to_move());
        won.map(|won| Found { worth: Worth::exact(1), line: won.line, nodes: won.nodes }).into_iter().collect()
    }

    fn solve(&self, search: &mut nogo::Solver, limits: &mut Limits) -> Option<Solved<nogo::Point>> {
        let nogo::Solution { winner, line, .. } = search.solve_observed(self, |_| limits.flow()).ok()?;
        let ply = line.first().copied().filter(|_| winner == self.to_move());
        Some(Solved { winner: Some(winner), ply })
    }

    /// How many points more a side may play on than the other.
    fn glances(&self) -> Vec<(nogo::Point, i32)> {
        let own = self.to_move();
        let allowed = |board: &nogo::Board, colour| board.allowed(colour).len() as i32;
        self.children().map(|(ply, after)| (ply, allowed(&after, own) - allowed(&after, own.other()))).collect()
    }

    fn nodes_of(level: Level) -> u64 {
        [100, 100, 100, 1_000, 10_000, 100_000, 300_000, 1_000_000, 3_000_000][usize::from(level.number()) - 1]
    }

    fn clear(_: &mut nogo::Solver) {}

    fn moves_to_come(&self) -> u32 {
        self.mobility().div_ceil(2).max(1)
    }
}

/// How far a stone is near to another.
const NEAR: usize = 2;

impl Playable for gomoku::Board {
    const HAS_ESTIMATES: bool = false;

    const BALANCED: u32 = 0;

    type Search = ();

    fn search(_: usize) -> Result<(), TryReserveError> {
        Ok(())
    }

    fn told(&self, worth: Worth) -> String {
        if worth.score > 0 { "wins".to_owned() } else { "loses".to_owned() }
    }

    /// Nothing searches this game.
    fn best(&self, (): &mut (), _: usize, _: &mut Limits, _: &mut Hear<gomoku::Point>) -> Vec<Found<gomoku::Point>> {
        Vec::new()
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

    fn nodes_of(level: Level) -> u64 {
        [100, 100, 100, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000][usize::from(level.number()) - 1]
    }

    fn clear((): &mut ()) {}

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
