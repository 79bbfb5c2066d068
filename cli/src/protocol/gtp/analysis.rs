//! What `lz-analyze` shows: each legal move with what a search says of it, or, in games without estimates, with the share of random games
//! that it wins.

use super::table::Table;
use super::vertex;
use crate::protocol::playable::{Found, Worth};
use crate::search::Value;
use stonemask::game::search::Certainty;
use stonemask::game::{Colour, Tally};
use stonemask::random::Random;

/// Random games in a share, between two looks at the input: a millisecond or so.
const SHARE: u64 = 64;

/// A move as Leela Zero and KataGo tell it. Shares are of 1, for the side to move.
struct Info {
    visits: u64,
    winrate: f64,
    /// A careful winrate.
    lcb: f64,
    /// Discs, where there are such.
    score: Option<i32>,
    pv: Vec<String>,
}

/// All moves, the best first.
fn line(moves: &[Info]) -> String {
    let prior = 10_000 / moves.len().max(1);
    let told = moves.iter().enumerate().map(|(order, Info { visits, winrate, lcb, score, pv })| {
        let [winrate, lcb] = [winrate, lcb].map(|share| (10_000.0 * share).round());
        let score = score.map_or(String::new(), |score| format!("scoreLead {score} "));
        let (name, pv) = (&pv[0], pv.join(" "));
        format!(
            "info move {name} visits {visits} winrate {winrate} {score}prior {prior} lcb {lcb} order {order} pv {pv}"
        )
    });
    told.collect::<Vec<String>>().join(" ")
}

/// What a search found of the moves of a board, for its side to move.
pub(super) fn found<T: Table>(board: &T, found: &[Found<T::Move>]) -> String {
    let own = board.to_move();
    let info = |Found { worth: Worth { value, certainty, .. }, line, nodes }: &Found<T::Move>| {
        let (score, least) = match (*value, *certainty) {
            (Value::Discs(discs), Certainty::Estimate { .. }) => {
                (Some(value.rank(own) as i32), Value::Discs(if own == Colour::Black { discs - 2 } else { discs + 2 }))
            }
            (Value::Discs(_), _) => (Some(value.rank(own) as i32), *value),
            (Value::Score(_), _) => (None, *value),
        };
        let [winrate, lcb] = [*value, least].map(|value| value.share(*certainty, own));
        let pv = line.iter().map(|&ply| vertex::name(board, ply)).collect();
        Info { visits: *nodes, winrate, lcb, score, pv }
    };
    line(&found.iter().map(info).collect::<Vec<Info>>())
}

/// Random games from each child of a board.
pub(super) struct RandomGames<T: Table> {
    board: T,
    colour: Colour,
    children: Vec<(T::Move, T, Tally)>,
    seeds: Random,
    next: usize,
}

impl<T: Table> RandomGames<T> {
    pub(super) fn new(board: &T, seed: u64) -> RandomGames<T> {
        let children = board.children().map(|(ply, child)| (ply, child, Tally::default())).collect();
        RandomGames { board: board.clone(), colour: board.to_move(), children, seeds: Random::new(seed), next: 0 }
    }

    /// Plays some more games from one child, each in its turn.
    pub(super) fn go_on(&mut self) {
        let (_, child, tally) = &mut self.children[self.next];
        *tally += child.playouts(SHARE, self.seeds.next_u64());
        self.next = (self.next + 1) % self.children.len();
    }

    /// The moves, those that win the most first.
    pub(super) fn line(&self) -> String {
        let info = |(ply, _, tally): &(T::Move, T, Tally)| {
            let (visits, wins) = (tally.games(), tally.wins(self.colour) as f64 + 0.5 * tally.draws as f64);
            let winrate = if visits == 0 { 0.5 } else { wins / visits as f64 };
            let error = 1.96 * (winrate * (1.0 - winrate) / visits.max(1) as f64).sqrt();
            let pv = vec![vertex::name(&self.board, *ply)];
            Info { visits, winrate, lcb: (winrate - error).max(0.0), score: None, pv }
        };
        let mut moves: Vec<Info> = self.children.iter().map(info).collect();
        moves.sort_by(|one, other| other.winrate.total_cmp(&one.winrate));
        line(&moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonemask::{gomoku, othello};

    #[test]
    fn the_move_that_wins_comes_first() {
        let board: gomoku::Board = "3x6 freestyle -XXXX-/OOO---/------ X".parse().unwrap();
        let mut games = RandomGames::new(&board, 1);
        for _ in 0..board.mobility() {
            games.go_on();
        }
        let line = games.line();
        assert!(
            line.starts_with("info move A3 visits 64 winrate 10000 prior 909 lcb 10000 order 0 pv A3 info move F3 "),
            "{line}"
        );
        assert_eq!(line.matches("info move").count() as u32, board.mobility());
    }

    #[test]
    fn a_winrate_grows_with_the_score_and_with_the_confidence_of_a_lead() {
        let board = othello::Board::<8>::start();
        let winrate = |score, certainty| {
            let worth = Worth { value: Value::Discs(score), certainty, depth: Some(1) };
            let text = found(&board, &[Found { worth, line: board.plies().collect(), nodes: 7 }]);
            let number = |key: &str| text.split(&format!(" {key} ")).nth(1).unwrap().split(' ').next().unwrap();
            assert_eq!((number("scoreLead"), number("visits"), number("move")), (&score.to_string()[..], "7", "D3"));
            assert!(text.ends_with(" pv D3 C4 F5 E6"), "{text}");
            let [winrate, lcb] = ["winrate", "lcb"].map(|key| number(key).parse::<u32>().unwrap());
            assert!(lcb <= winrate && winrate <= 10_000, "{text}");
            winrate
        };
        for confidence in [26, 50, 87] {
            let certainty = Certainty::Estimate { confidence };
            let winrates: Vec<u32> = (-64..=64).map(|score| winrate(score, certainty)).collect();
            assert!(winrates.is_sorted() && winrates[64] == 5000, "{winrates:?}");
            assert!((0..=128).all(|index| winrates[index] + winrates[128 - index] == 10_000));
        }
        let of = |confidence| winrate(6, Certainty::Estimate { confidence });
        assert!(5000 < of(26) && of(26) < of(50) && of(50) < of(87));
        assert_eq!([-2, 0, 2].map(|score| winrate(score, Certainty::Exact)), [0, 5000, 10_000]);
    }
}
