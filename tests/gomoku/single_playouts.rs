//! Promise: random games are the same on every tier, as drawn from a list move by move, and with
//! the statistics of published runs.

use crate::on_tiers::{on, on_best_tier};
use crate::start;
use stonemask::game::Outcome;
use stonemask::gomoku::{Colour, Rule};
use stonemask::playout::Playout;
use stonemask::{Random, Tier};

/// From the start, from positions in between, and from any stones set up, five in a row among them
/// or not; on boards of every lane width.
#[test]
fn every_tier_plays_the_same_games() {
    for (rows, columns) in
        [(15, 15), (1, 1), (1, 7), (7, 1), (5, 5), (3, 15), (15, 16), (19, 19), (32, 9), (64, 64), (5, 64)]
    {
        let mut random = Random::new(11);
        for round in 0..20 {
            let mut board = start(rows, columns, Rule::Freestyle);
            for _ in 0..2 * round {
                board.play_random(&mut random);
            }
            if round % 4 == 3 {
                for point in board.size().all() {
                    if random.below(20) <= round {
                        board.set_stone(point, Some(Colour::ALL[random.below(2) as usize]));
                    }
                }
                board.set_to_move(Colour::ALL[random.below(2) as usize]);
            }
            let seed = random.next_u64();
            let games: Vec<(Playout, u64)> = Tier::available()
                .map(|tier| {
                    let mut random = Random::new(seed);
                    (on(tier, || board.playout(&mut random)), random.next_u64())
                })
                .collect();
            assert!(games.iter().all(|game| *game == games[0]), "{board}, seed {seed}: {games:?}");
        }
    }
}

#[test]
fn a_random_game_is_drawn_from_a_list_move_by_move() {
    for (rows, columns) in [(15, 15), (9, 9), (20, 20), (4, 33)] {
        for seed in 0..50 {
            let mut random = Random::new(seed);
            let game = start(rows, columns, Rule::Freestyle).playout(&mut random);
            let mut again = Random::new(seed);
            let mut board = start(rows, columns, Rule::Freestyle);
            let mut empties: Vec<_> = board.size().all().collect();
            while !board.is_over() {
                let chosen = again.below(empties.len() as u32) as usize;
                board.play(empties.swap_remove(chosen));
            }
            assert_eq!(game, Playout { outcome: board.outcome().unwrap(), plies: board.stone_count() as u32 });
            assert_eq!(random.next_u64(), again.next_u64());
        }
    }
}

/// Mean plies, their standard deviation, and black's share of the wins.
fn statistics(rows: usize, columns: usize, games: u32) -> (f64, f64, f64) {
    let mut random = Random::new(2026);
    let (mut plies, mut squares, mut first) = (0.0, 0.0, 0.0);
    for _ in 0..games {
        let game = start(rows, columns, Rule::Freestyle).playout(&mut random);
        plies += f64::from(game.plies);
        squares += f64::from(game.plies).powi(2);
        first += f64::from(u8::from(game.outcome == Outcome::Win(Colour::Black)));
    }
    let games = f64::from(games);
    let mean = plies / games;
    (mean, (squares / games - mean * mean).sqrt(), first / games)
}

/// Published: 109.05 plies with a deviation of 24.85, black wins 0.5097; five standard errors on
/// either side.
#[test]
fn random_games_on_15x15_have_the_published_statistics() {
    let (mean, deviation, first) = on_best_tier(|| statistics(15, 15, 100_000));
    assert!((mean - 109.051).abs() < 0.40, "{mean} plies");
    assert!((deviation - 24.85).abs() < 0.30, "deviation {deviation}");
    assert!((first - 0.5097).abs() < 0.008, "black wins {first}");
}

/// Published: 53.5 plies.
#[test]
fn random_games_on_9x9_have_the_published_length() {
    let (mean, ..) = on_best_tier(|| statistics(9, 9, 50_000));
    assert!((mean - 53.5).abs() < 0.3, "{mean} plies");
}

#[test]
fn games_under_every_rule_end() {
    for rule in Rule::ALL {
        for seed in 0..20 {
            let game = start(9, 9, rule).playout(&mut Random::new(seed));
            assert!((9..=81).contains(&game.plies), "{rule}: {game:?}");
        }
    }
}
