//! Openings by chance that leave both sides about equal.

use super::playable::Playable;
use super::thought::{Limits, Worth};
use std::time::Duration;
use stonemask::game::search::Level;
use stonemask::random::Random;

/// Boards that are tried; the most balanced one is taken if none is balanced enough.
const TRIALS: u32 = 40;

/// An opening: this many random plies, and the board after them, which a shallow search finds worth
/// about as much to one side as to the other. Without estimates of a game every board that is not
/// decided counts as balanced.
pub(crate) fn balanced<G: Playable>(start: &G, plies: u32, seed: u64) -> (Vec<G::Move>, G) {
    let mut random = Random::new(seed);
    let openings = (0..TRIALS).map(|_| {
        let (mut board, mut played) = (start.clone(), Vec::new());
        for _ in 0..plies {
            let legal = board.opening_plies();
            if legal.is_empty() {
                break;
            }
            let ply = legal[random.below(legal.len() as u32) as usize];
            _ = board.make(ply);
            played.push(ply);
        }
        (played, board)
    });
    let worth = |board: &G| {
        let Ok(mut search) = G::player(1 << 20) else { return None };
        let mut stop = || false;
        let level = Level::new(5).expect("there are nine");
        let mut limits = Limits::new(Duration::from_secs(10), &mut stop).no_more_than(G::nodes_of(level));
        let found = board.best(&mut search, 1, &mut limits, &mut |_| {});
        found.first().map(|best| best.worth)
    };
    let mut best: Option<(f64, _)> = None;
    for (played, board) in openings.filter(|(_, board)| !board.is_over()) {
        let worth = worth(&board);
        let off = worth.map_or(0.0, Worth::advantage);
        if best.as_ref().is_none_or(|(least, _)| off < *least) {
            best = Some((off, (played, board)));
        }
        if worth.is_none_or(Worth::is_balanced) {
            break;
        }
    }
    best.map_or_else(|| (Vec::new(), start.clone()), |(_, opening)| opening)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonemask::game::Game;
    use stonemask::{gomoku, othello};

    #[test]
    fn an_opening_is_of_its_seed_and_has_its_plies() {
        let start = othello::Board::<8>::start();
        let [one, again, other] = [1, 1, 2].map(|seed| balanced(&start, 8, seed).1);
        assert_eq!(one, again);
        assert_ne!(one, other);
        assert_eq!((one.stone_count(), other.stone_count()), (12, 12));
        let (played, board) = balanced(&gomoku::Board::start(), 4, 3);
        assert_eq!(played.len(), 4);
        assert_eq!((board.stone_count(), Game::is_over(&board)), (4, false));
        assert_eq!(balanced(&start, 0, 1), (Vec::new(), start));
    }
}
