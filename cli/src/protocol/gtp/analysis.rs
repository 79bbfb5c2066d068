//! What `lz-analyze` shows: each legal move with the share of random games that it wins.

use super::table::Table;
use super::vertex;
use stonemask::game::{Colour, Tally};
use stonemask::random::Random;

/// Random games in a share, between two looks at the input: a millisecond or so.
const SHARE: u64 = 64;

/// Random games from each child of a board.
pub(super) struct Analysis<T: Table> {
    board: T,
    colour: Colour,
    children: Vec<(T::Move, T, Tally)>,
    seeds: Random,
    next: usize,
}

impl<T: Table> Analysis<T> {
    pub(super) fn new(board: &T, seed: u64) -> Analysis<T> {
        let children = board.children().map(|(ply, child)| (ply, child, Tally::default())).collect();
        Analysis { board: board.clone(), colour: board.to_move(), children, seeds: Random::new(seed), next: 0 }
    }

    /// Plays some more games from one child, each in its turn.
    pub(super) fn go_on(&mut self) {
        let (_, child, tally) = &mut self.children[self.next];
        *tally += child.playouts(SHARE, self.seeds.next_u64());
        self.next = (self.next + 1) % self.children.len();
    }

    /// All moves, the best first, as Leela Zero and KataGo tell them. Numbers are ten-thousandths, for the side to move.
    pub(super) fn line(&self) -> String {
        let share = |tally: &Tally| match tally.games() {
            0 => 0.5,
            games => (tally.wins(self.colour) as f64 + 0.5 * tally.draws as f64) / games as f64,
        };
        let mut moves: Vec<(T::Move, u64, f64)> =
            self.children.iter().map(|(ply, _, tally)| (*ply, tally.games(), share(tally))).collect();
        moves.sort_by(|one, other| other.2.total_cmp(&one.2));
        let prior = 10_000 / moves.len().max(1);
        let told = moves.iter().enumerate().map(|(order, &(ply, visits, share))| {
            let error = 1.96 * (share * (1.0 - share) / visits.max(1) as f64).sqrt();
            let [winrate, lcb] = [share, (share - error).max(0.0)].map(|share| (10_000.0 * share).round());
            let name = vertex::name(&self.board, ply);
            format!(
                "info move {name} visits {visits} winrate {winrate} prior {prior} lcb {lcb} order {order} pv {name}"
            )
        });
        told.collect::<Vec<String>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonemask::gomoku;

    #[test]
    fn the_move_that_wins_comes_first() {
        let board: gomoku::Board = "3x6 freestyle -XXXX-/OOO---/------ X".parse().unwrap();
        let mut analysis = Analysis::new(&board, 1);
        for _ in 0..board.mobility() {
            analysis.go_on();
        }
        let line = analysis.line();
        assert!(
            line.starts_with("info move A3 visits 64 winrate 10000 prior 909 lcb 10000 order 0 pv A3 info move F3 "),
            "{line}"
        );
        assert_eq!(line.matches("info move").count() as u32, board.mobility());
    }
}
