//! What the trait `Game` promises, of any state: its methods tell the same on every tier.

use stonemask::Tier;
use stonemask::game::{Game, Outcome};

pub(crate) fn hold<G: Game + PartialEq>(game: &G) {
    let children: Vec<(G::Move, G)> = game.children().collect();
    let plies: Vec<G::Move> = children.iter().map(|&(ply, _)| ply).collect();
    assert!(game.legal_moves().eq(plies.iter().copied()), "{game}");
    assert!(game.legal_moves().rev().eq(plies.iter().rev().copied()), "{game}");
    assert_eq!(game.is_over(), plies.is_empty(), "{game}");
    assert_eq!((game.is_over(), game.winner()), (game.outcome().is_some(), game.outcome().and_then(Outcome::winner)));
    for tier in Tier::available() {
        let kernels = G::kernels(tier).unwrap();
        let mut visited = Vec::new();
        game.for_each_child(kernels, |ply, child| visited.push((ply, child.clone())));
        assert_eq!(visited, children, "{tier}, {game}");
        assert!(game.legal_moves_with(kernels).eq(plies.iter().copied()), "{tier}, {game}");
        assert_eq!(game.ply_count(kernels), plies.len() as u64, "{tier}, {game}");
        assert_eq!(game.outcome_with(kernels), game.outcome(), "{tier}, {game}");
    }
}
