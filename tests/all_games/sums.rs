//! Promise: counts of games and of positions add up.

use crate::cases::cases;
use crate::{small_boards, starts};
use proptest::prelude::*;
use stonemask::Random;
use stonemask::game::{Colour, Game, Outcome, Perft, Playout, Tally};
use stonemask::perft::divide;
use stonemask::playout::playouts;

const OUTCOMES: [Outcome; 3] = [Outcome::Win(Colour::Black), Outcome::Draw, Outcome::Win(Colour::White)];

#[test]
fn outcomes_name_their_winner() {
    assert_eq!(OUTCOMES.map(Outcome::winner), [Some(Colour::Black), None, Some(Colour::White)]);
    assert_eq!([64, 1, 0, -1, -64].map(Outcome::from_score), [0, 0, 1, 2, 2].map(|outcome: usize| OUTCOMES[outcome]));
    assert_eq!(OUTCOMES.map(|outcome| outcome.to_string()), ["black won", "draw", "white won"]);
}

proptest! {
    #![proptest_config(cases(100))]

    /// Games counted one by one, in parts, and as sums of parts.
    #[test]
    fn tallies(games in prop::collection::vec((0usize..3, 0u32..200), 0..40), cut in 0usize..40) {
        let games: Vec<Playout> =
            games.into_iter().map(|(outcome, plies)| Playout { outcome: OUTCOMES[outcome], plies }).collect();
        let count = |games: &[Playout]| {
            let mut tally = Tally::default();
            games.iter().for_each(|&game| tally.count(game));
            tally
        };
        let all = count(&games);
        let won = |outcome| games.iter().filter(|game| game.outcome == outcome).count() as u64;
        prop_assert_eq!([all.wins(Colour::Black), all.draws, all.wins(Colour::White)], OUTCOMES.map(won));
        prop_assert_eq!(all.wins, Colour::ALL.map(|colour| all.wins(colour)));
        prop_assert_eq!(all.games(), games.len() as u64);
        prop_assert_eq!(all.plies, games.iter().map(|game| u64::from(game.plies)).sum::<u64>());
        let (before, after) = games.split_at(cut.min(games.len()));
        let parts = [count(before), count(after)];
        let mut sum = parts[0];
        sum += parts[1];
        prop_assert_eq!(sum, all);
        prop_assert_eq!(parts.into_iter().sum::<Tally>(), all);
        prop_assert_eq!(games.chunks(1).map(count).sum::<Tally>(), all);
    }

    #[test]
    fn of_positions(seed: u64) {
        let mut random = Random::new(seed);
        small_boards!(&mut random, board => counts(&board, &mut random));
    }
}

/// Perft and playouts of one position.
fn counts<G: Game>(game: &G, random: &mut Random) {
    for depth in 1..=3 {
        let all = game.perft(depth);
        let of_children: Perft = game.children().map(|(_, child)| child.perft(depth - 1)).sum();
        let over = Perft { nodes: 1, finished: 1 };
        assert_eq!(all, if game.is_over() { over } else { of_children }, "{game}, depth {depth}");
        let parts = divide(game, depth);
        assert!(parts.iter().map(|&(ply, _)| ply).eq(game.plies()), "{game}");
        assert_eq!(parts.into_iter().map(|(_, count)| count).sum::<Perft>(), of_children, "{game}, depth {depth}");
    }
    let playout = game.playout(random);
    assert_eq!(playout.plies == 0, game.is_over(), "{game}");
    for tally in playouts(&[game.clone(), game.clone()], 17, random.next_u64()) {
        assert_eq!(tally.games(), 17, "{game}");
        assert_eq!(Colour::ALL.map(|colour| tally.wins(colour)).iter().sum::<u64>() + tally.draws, 17, "{game}");
        assert_eq!(tally.plies == 0, game.is_over(), "{game}");
        if let Some(outcome) = game.outcome() {
            assert_eq!(outcome.winner().map_or(tally.draws, |colour| tally.wins(colour)), 17, "{game}");
        }
    }
}

/// The trait's methods and the boards' own are the same, and so are one game and many where the
/// generator says so.
#[test]
fn boards_play_as_the_trait_says() {
    macro_rules! same {
        ($board:expr) => {{
            let board = $board;
            assert_eq!(board.perft(2), Game::perft(&board, 2));
            assert_eq!(board.playout(&mut Random::new(4)), Game::playout(&board, &mut Random::new(4)));
            assert!(board.children().eq(Game::children(&board)));
            assert!(board.plies().eq(Game::plies(&board)));
            assert_eq!((board.winner(), board.is_over()), (Game::winner(&board), Game::is_over(&board)));
            let (mut own, mut of_trait, mut random) = (board.clone(), board.clone(), [Random::new(5), Random::new(5)]);
            while own.play_random(&mut random[0]) {
                assert!(Game::play_random(&mut of_trait, &mut random[1]));
                assert_eq!(own, of_trait);
            }
            assert!(!Game::play_random(&mut of_trait, &mut random[1]));
            assert_eq!((own.winner(), own.is_over()), (own.outcome().unwrap().winner(), true));
        }};
    }
    starts!(board => same!(board));
}
