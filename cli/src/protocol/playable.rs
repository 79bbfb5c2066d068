//! A game as players and protocols see it, beside its rules.

use super::clock::Limits;
use crate::search::{Known, Searched, Value};
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use stonemask::game::search::{Certainty, Level, Score};
use stonemask::game::{Colour, Game};
use stonemask::{gomoku, nogo, othello};

/// A game that players play.
pub(crate) trait Playable: Searched {
    /// The best plies, as many as are wanted, the best first, as far as a search knows them when it is done or reaches a limit. None where it
    /// has found nothing. `hear` is told what is known whenever that changes.
    fn best(
        &self,
        search: &mut Self::Search,
        count: usize,
        limits: &mut Limits,
        hear: &mut Hear<Self::Move>,
    ) -> Vec<Found<Self::Move>> {
        let (within, mut results) = (limits.of_search(), 0);
        let observer = &mut |known: &Known<Self::Move>| {
            if known.results > results {
                results = known.results;
                hear(&found(self, known));
            }
            limits.flow()
        };
        found(self, &self.look(search, count, within, observer, &AtomicBool::new(false)))
    }

    /// A search for players: one thread, since by nodes it then finds the same moves everywhere.
    fn player(table_bytes: usize) -> Result<Self::Search, std::collections::TryReserveError> {
        Self::search(table_bytes, NonZeroUsize::MIN)
    }

    /// Who wins with best play, if a search finds it within the limits.
    fn solve(&self, search: &mut Self::Search, limits: &mut Limits) -> Option<Solved<Self::Move>> {
        let found = self.best(search, 1, limits, &mut |_| {}).into_iter().next()?;
        let winner = match (found.worth.value, found.worth.certainty) {
            (Value::Discs(1..), Certainty::Exact | Certainty::AtLeast) => Some(Colour::Black),
            (Value::Discs(..0), Certainty::Exact | Certainty::AtMost) => Some(Colour::White),
            (Value::Score(Score::Win { winner, .. }), Certainty::Exact) => Some(winner),
            (Value::Discs(0) | Value::Score(Score::Draw), Certainty::Exact) => None,
            _ => return None,
        };
        let ply = found.line.first().copied().filter(|_| winner != Some(self.to_move().other()));
        Some(Solved { winner, ply })
    }

    /// The legal plies, or those worth a look, and what each is worth at a glance.
    fn glances(&self) -> Vec<(Self::Move, i32)>;

    /// The plies that an opening by chance is made of.
    fn opening_plies(&self) -> Vec<Self::Move> {
        self.plies().collect()
    }

    /// Nodes that an opponent of a level spends on a move.
    fn nodes_of(level: Level) -> u64;

    /// How many moves a controller is told of.
    fn moves_to_analyse(&self) -> usize {
        self.plies().count()
    }

    /// How many moves a player may still have to make, for the division of its time.
    fn moves_to_come(&self) -> u32;
}

/// Is told what a search has found.
pub(crate) type Hear<'a, M> = dyn FnMut(&[Found<M>]) + 'a;

/// A search's result for a ply.
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

/// The worth of a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Worth {
    pub(crate) value: Value,
    pub(crate) certainty: Certainty,
    /// Plies searched; `None` where the search went to the end of the game.
    pub(crate) depth: Option<u32>,
}

impl Worth {
    /// In a few words, with discs for this side.
    pub(crate) fn told(self, own: Colour) -> String {
        let value = match self.value {
            Value::Discs(_) => format!("{:+}", self.value.rank(own)),
            Value::Score(Score::Share(_)) => format!("{:.1} %", 100.0 * self.value.share(self.certainty, own)),
            Value::Score(score) => return score.to_string(),
        };
        match (self.certainty, self.depth, own) {
            (Certainty::Exact, ..) => format!("{value} exact"),
            (Certainty::AtLeast, _, Colour::Black) | (Certainty::AtMost, _, Colour::White) => {
                format!("at least {value}")
            }
            (Certainty::AtMost, ..) | (Certainty::AtLeast, ..) => format!("at most {value}"),
            (Certainty::Estimate { .. }, Some(depth), _) => format!("{value} ({depth} plies)"),
            (Certainty::Estimate { confidence }, None, _) => format!("{value} ({confidence} %)"),
        }
    }

    /// Whether it is worth about as much to one side as to the other: up to three discs, or six in a hundred games.
    pub(crate) fn is_balanced(self) -> bool {
        self.advantage() <= 3.0
    }

    /// How far one side is ahead, in discs or in games of a hundred more than half.
    pub(crate) fn advantage(self) -> f64 {
        match self.value {
            Value::Discs(discs) => f64::from(discs).abs(),
            Value::Score(score) => 100.0 * (score.share(Colour::Black) - 0.5).abs(),
        }
    }
}

/// The best moves of a board, as far as they are known.
fn found<G: Searched>(board: &G, known: &Known<G::Move>) -> Vec<Found<G::Move>> {
    let last = board.last_depth();
    // Of moves that were not searched yet nothing is known.
    let searched = known.moves.iter().take_while(|scored| scored.depth > 0);
    let of = |scored: &crate::search::Scored<G::Move>| {
        let depth = Some(scored.depth).filter(|&depth| Some(depth) != last);
        let worth = Worth { value: scored.value, certainty: scored.certainty, depth };
        Found { worth, line: scored.line.clone(), nodes: known.nodes }
    };
    searched.map(of).collect()
}

impl<const N: usize> Playable for othello::Board<N> {
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
        othello::Board::<N>::level_nodes(level)
    }

    fn moves_to_come(&self) -> u32 {
        self.empties().len().div_ceil(2)
    }
}

impl Playable for nogo::Board {
    /// Of small boards by the solver, which is faster where it comes to an end.
    fn solve(&self, search: &mut nogo::Search, limits: &mut Limits) -> Option<Solved<nogo::Point>> {
        let mut solver = nogo::Solver::new(nogo::Search::table_bytes(search)).ok()?;
        let nogo::Solution { winner, line, .. } = solver.solve_observed(self, |_| limits.flow()).ok()?;
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
        nogo::Board::level_nodes(level)
    }

    fn moves_to_come(&self) -> u32 {
        self.mobility().div_ceil(2).max(1)
    }
}

/// How far from the centre an opening goes.
const OPENING: usize = 3;

/// How far a stone is near to another.
const NEAR: usize = 2;

impl Playable for gomoku::Board {
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

    /// Points near the centre: elsewhere the stones have nothing to do with each other.
    fn opening_plies(&self) -> Vec<gomoku::Point> {
        let centre = self.size().centre();
        let is_near = |point: &gomoku::Point| {
            point.row().abs_diff(centre.row()).max(point.column().abs_diff(centre.column())) <= OPENING
        };
        let near: Vec<gomoku::Point> = self.plies().filter(is_near).collect();
        if near.is_empty() { self.plies().collect() } else { near }
    }

    /// Each more costs a search of its own.
    fn moves_to_analyse(&self) -> usize {
        8
    }

    fn nodes_of(level: Level) -> u64 {
        gomoku::Board::level_nodes(level)
    }

    fn moves_to_come(&self) -> u32 {
        ((self.size().points() - self.stone_count()) as u32).div_ceil(2).min(30)
    }
}

/// The counts of the glance at Gomoku.
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
