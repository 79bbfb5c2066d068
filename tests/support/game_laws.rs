//! The promises of the trait `Game`, of any state: its methods tell the same on every tier.

use crate::on_tiers::on_every_tier;
use stonemask::game::{Game, Outcome};

pub(crate) fn hold<G: Game + PartialEq>(game: &G) {
    let children: Vec<(G::Move, G)> = game.children().collect();
    let outcome = game.outcome();
    let plies: Vec<G::Move> = children.iter().map(|&(ply, _)| ply).collect();
    assert!(game.plies().eq(plies.iter().copied()), "{game}");
    assert!(game.plies().rev().eq(plies.iter().rev().copied()), "{game}");
    assert_eq!(game.is_over(), plies.is_empty(), "{game}");
    assert_eq!((game.is_over(), game.winner()), (outcome.is_some(), outcome.and_then(Outcome::winner)));
    on_every_tier(|tier| {
        let mut visited = Vec::new();

        game.for_each_child(|ply, child| visited.push((ply, child.clone())));
        assert!(game.children().eq(children.iter().cloned()), "{tier}, {game}");
        assert!(game.plies().eq(plies.iter().copied()), "{tier}, {game}");
        assert_eq!(game.perft(1).nodes, plies.len().max(1) as u64, "{tier}, {game}");
        assert_eq!(game.perft(1).finished, u64::from(plies.is_empty()), "{tier}, {game}");
        assert_eq!(game.outcome(), outcome, "{tier}, {game}");
        assert_eq!(visited, children, "{tier}, {game}");
    });
}
