//! Promise: random games many at once are the same on every tier, and distributed as those that are
//! played ply by ply.
//!
//! The exact law on small boards is tested beside the code (src/gomoku/random_games.rs). Statistics
//! here are of fixed seeds.

use crate::chi_square::assert_same_law;
use crate::on_tiers::{on, on_best_tier, on_every_tier};
use crate::start;
use std::collections::HashMap;
use stonemask::game::Outcome;
use stonemask::gomoku::{Board, Colour, Rule};
use stonemask::internals::gomoku::RandomGames;
use stonemask::kernels::Gomoku as Kernels;
use stonemask::playout::{Playout, Tally, playouts, seed_of_share};
use stonemask::{Random, Tier};

/// The kernels of the best tier.
fn best() -> &'static Kernels {
    Kernels::get(Tier::best()).unwrap()
}

/// A position some random plies into a game, or with random stones, five in a row among them or
/// not; none that is over.
fn position(random: &mut Random) -> Board {
    loop {
        let side = |random: &mut Random| random.below(20) as usize + 1;
        let (rows, columns) = match random.below(4) {
            0 => (15, 15),
            1 => (1 + random.below(4) as usize, side(random)),
            _ => (side(random), side(random)),
        };
        let mut board = start(rows, columns, [Rule::Freestyle, Rule::Standard][random.below(2) as usize]);
        let stones = random.below(board.size().points() as u32);
        let any = random.below(2) == 0;
        for _ in 0..stones {
            if any {
                let point = board.size().point(random.below(board.size().points() as u32) as usize);
                board.set_stone(point, Some(Colour::ALL[random.below(2) as usize]));
            } else {
                board.play_random(random);
            }
        }
        if !board.is_over() {
            return board;
        }
    }
}

#[test]
fn every_tier_plays_the_same_games() {
    let mut random = Random::new(1);
    let mut set_up = 0;
    for _ in 0..60 {
        let board = position(&mut random);
        let seed = random.next_u64();
        let share = seed_of_share(seed, 0);
        let games: Vec<Vec<Playout>> = Tier::available()
            .map(|tier| on(tier, || RandomGames::new(&board, Kernels::get(tier).unwrap(), share).take(70).collect()))
            .collect();
        assert!(games.iter().all(|others| *others == games[0]), "{board}, seed {seed}");
        let tallies: Vec<Tally> = Tier::available().map(|tier| on(tier, || board.playouts(70, seed))).collect();
        let mut expected = Tally::default();
        games[0].iter().for_each(|&game| expected.count(game));
        assert!(tallies.iter().all(|tally| *tally == expected), "{board}, seed {seed}: {tallies:?}");
        set_up += usize::from(best().any_five(board.planes()) != [false; 2]);
    }
    assert!((5..40).contains(&set_up), "{set_up} of 60 positions have five in a row");
}

/// Five white stones in a row that were set up: they win nothing until white makes the row longer.
/// Half of the games are drawn, half won by white.
#[test]
fn a_row_that_was_set_up_wins_nothing_on_any_tier() {
    let mut board = start(1, 9, Rule::Freestyle);
    for point in board.size().all().take(5) {
        board.set_stone(point, Some(Colour::White));
    }
    let mut expected = None;
    on_every_tier(|tier| {
        let mut tally = Tally::default();
        let mut random = Random::new(seed_of_share(1, 0));
        (0..1000).for_each(|_| tally.count(board.playout(&mut random)));
        for tally in [tally, board.playouts(1000, 1)] {
            // Six deviations of a binomial count.
            assert!(tally.wins[0] == 0 && tally.draws.abs_diff(500) < 95, "{tier}: {tally:?}");
            assert_eq!(*expected.get_or_insert(tally), tally, "{tier}");
        }
    });
}

/// Renju and caro, games that are over, a single empty point, and fives that stand already: all of
/// them played ply by ply.
#[test]
fn what_is_not_played_by_keys_is_played_all_the_same() {
    for text in [
        "5x5 renju -----/-----/-----/-----/----- X",
        "5x5 caro -----/-----/-----/-----/----- X",
        "1x6 standard XXXXXX O",
        "1x7 standard XXXXXX- O",
        "1x9 standard XXXXXX--- O",
        "1x1 freestyle - X",
        "1x7 freestyle XXXXX-- X",
        "2x2 freestyle XO/XO X",
    ] {
        let board: Board = text.parse().unwrap();
        let share = seed_of_share(1, 0);
        let mut random = Random::new(share);
        let singles: Vec<Playout> = (0..100).map(|_| board.playout(&mut random)).collect();
        let games: Vec<Playout> = RandomGames::new(&board, best(), share).take(100).collect();
        assert_eq!(games, singles, "{text}");
        let mut both = Tally::default();
        singles.iter().for_each(|&game| both.count(game));
        let tallies = playouts(&[board.clone(), board], 100, 1);
        assert_eq!(tallies[0], both, "{text}");
        assert_eq!(tallies[1].games(), 100, "{text}");
    }
}

#[test]
fn tallies_count_the_games_that_the_iterator_gives() {
    let board = start(9, 9, Rule::Standard);
    let share = seed_of_share(5, 0);
    for games in [0, 1, 31, 32, 33, 1000] {
        let mut expected = Tally::default();
        for game in RandomGames::new(&board, best(), share).take(games) {
            expected.count(game);
        }
        assert_eq!(RandomGames::new(&board, best(), share).tally(games as u64), expected);
        assert_eq!(board.playouts(games as u64, 5), expected);
    }
    // Whole tallies one after the other are those of the games one after the other, and so with
    // single games between.
    let mut random_games = RandomGames::new(&board, best(), 6);
    let mut parts = random_games.tally(50);
    parts.count(random_games.next().unwrap());
    parts += random_games.tally(13);
    assert_eq!(parts, RandomGames::new(&board, best(), 6).tally(64));
}

/// Published: 109.051 plies with a deviation of 24.85, black wins 0.5097; three standard errors on
/// either side, and half of the last digit.
#[test]
fn ten_million_games_have_the_published_statistics() {
    const GAMES: usize = 10_000_000;
    let (mut plies, mut squares, mut first) = (0u64, 0u64, 0u64);
    for game in RandomGames::new(&start(15, 15, Rule::Freestyle), best(), 2026).take(GAMES) {
        plies += u64::from(game.plies);
        squares += u64::from(game.plies).pow(2);
        first += u64::from(game.outcome == Outcome::Win(Colour::Black));
    }
    let [mean, square, first] = [plies, squares, first].map(|sum| sum as f64 / GAMES as f64);
    let (deviation, root) = ((square - mean * mean).sqrt(), (GAMES as f64).sqrt());
    assert!((mean - 109.051).abs() < 3.0 * 24.85 / root + 0.0005, "{mean} plies");
    assert!((deviation - 24.85).abs() < 3.0 * 24.85 / root + 0.005, "deviation {deviation}");
    assert!((first - 0.5097).abs() < 3.0 * 0.5 / root + 0.000_05, "black wins {first}");
}

/// Compares outcomes and lengths of games with the same number of games played ply by ply.
fn compare(board: &Board, games: u32) {
    let mut random = Random::new(99);
    let mut counts: HashMap<(Outcome, u32), [u64; 2]> = HashMap::new();
    let mut count = |game: Playout, which: usize| {
        // Lengths five by five.
        counts.entry((game.outcome, game.plies / 5)).or_default()[which] += 1;
    };
    on_best_tier(|| {
        for game in RandomGames::new(board, best(), 7).take(games as usize) {
            count(game, 0);
            count(board.playout(&mut random), 1);
        }
    });
    assert_same_law(format_args!("{board}, at once and ply by ply"), counts.into_values().map(Into::into));
}

#[test]
fn games_are_distributed_as_those_played_ply_by_ply() {
    for rule in [Rule::Freestyle, Rule::Standard] {
        for (rows, columns, games) in
            [(15, 15, 100_000), (7, 7, 50_000), (5, 20, 50_000), (19, 19, 20_000), (20, 20, 20_000), (40, 33, 2000)]
        {
            compare(&start(rows, columns, rule), games);
        }
    }
}

#[test]
fn games_from_positions_are_distributed_as_those_played_ply_by_ply() {
    let mut random = Random::new(4);
    let mut compared = 0;
    while compared < 20 {
        let board = position(&mut random);
        // Where five in a row stand already, games are played ply by ply.
        if best().any_five(board.planes()) == [false; 2] {
            compare(&board, 10_000);
            compared += 1;
        }
    }
}
