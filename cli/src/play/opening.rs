//! Openings by chance that leave both sides about equal.

use crate::protocol::clock::Limits;
use crate::protocol::playable::{Playable, Worth};
use std::time::Duration;
use stonemask::game::search::Level;
use stonemask::random::Random;

/// Boards that are tried; the most balanced one is taken if none is balanced enough.
const TRIALS: u32 = 40;

/// The board after this many random plies that a shallow search finds worth about as much to one side as to the other. Without
/// estimates of a game every board that is not decided counts as balanced.
pub(super) fn balanced<G: Playable>(start: &G, plies: u32, seed: u64) -> G {
    let mut random = Random::new(seed);
    let boards = (0..TRIALS).map(|_| {
        let mut board = start.clone();
        for _ in 0..plies {
            let _ = board.play_random(&mut random);
        }
        board
    });
    let worth = |board: &G| {
        let Ok(mut search) = G::player(1 << 20) else { return None };
        let mut stop = || false;
        let level = Level::new(5).expect("there are nine");
        let mut limits = Limits::new(Duration::from_secs(10), &mut stop).no_more_than(G::nodes_of(level));
        let found = board.best(&mut search, 1, &mut limits, &mut |_| {});
        found.first().map(|best| best.worth)
    };
    let mut best: Option<(f64, G)> = None;
    for board in boards.filter(|board| !board.is_over()) {
        let worth = worth(&board);
        let off = worth.map_or(0.0, Worth::advantage);
        if best.as_ref().is_none_or(|(least, _)| off < *least) {
            best = Some((off, board));
        }
        if worth.is_none_or(Worth::is_balanced) {
            break;
        }
    }
    best.map_or_else(|| start.clone(), |(_, board)| board)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonemask::game::Game;
    use stonemask::{gomoku, othello};

    #[test]
    fn an_opening_is_of_its_seed_and_has_its_plies() {
        let start = othello::Board::<8>::start();
        let [one, again, other] = [1, 1, 2].map(|seed| balanced(&start, 8, seed));
        assert_eq!(one, again);
        assert_ne!(one, other);
        assert_eq!((one.stone_count(), other.stone_count()), (12, 12));
        let board = balanced(&gomoku::Board::start(), 4, 3);
        assert_eq!((board.stone_count(), Game::is_over(&board)), (4, false));
        assert_eq!(balanced(&start, 0, 1), start);
    }
}
