//! Promise: random games played many at once follow the law of uniformly random legal moves: from the start and from any
//! position, on boards of any size, every launched game counted.
//!
//! Seeds are fixed: a test that passes passes always. Stated chances are those of failing with seeds drawn anew.

use std::collections::HashMap;
use stonemask::game::{Game, Outcome};
use stonemask::nogo::{Board, Kernels, Shape};
use stonemask::playout::{Tally, playout_many};
use stonemask::{Random, Tier};

/// How a game may go: its plies, and whether black wins.
type Course = (u32, bool);

/// Chi-square as a standard normal deviation, by Wilson and Hilferty's approximation.
fn deviation(chi_square: f64, freedom: f64) -> f64 {
    let spread = 2.0 / (9.0 * freedom);
    ((chi_square / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
}

/// Exceeded once in 300 000 tests by a standard normal number.
const LIMIT: f64 = 4.5;

fn tiers() -> impl Iterator<Item = &'static Kernels> {
    Tier::available().map(|tier| Kernels::get(tier).unwrap())
}

/// Fewer games where they are played one at a time, and on Avx512, which is tested under emulation.
fn games(kernels: &'static Kernels, most: usize) -> usize {
    match kernels.tier() {
        Tier::Reference => most / 500,
        Tier::X64 => most / 20,
        Tier::Avx2 => most,
        Tier::Avx512 => most / 10,
    }
}

/// The courses of single games from one position.
fn courses(board: &Board, games: usize, kernels: &'static Kernels, seed: u64) -> HashMap<Course, u64> {
    let mut courses = HashMap::new();
    for tally in playout_many(&vec![*board; games], 1, kernels, seed) {
        assert_eq!((tally.games(), tally.draws), (1, 0));
        *courses.entry((tally.plies as u32, tally.first_wins == 1)).or_default() += 1;
    }
    courses
}

/// The chances of all courses, by enumeration of the whole tree.
fn chances(board: Board, known: &mut HashMap<Board, HashMap<Course, f64>>) -> HashMap<Course, f64> {
    if let Some(chances) = known.get(&board) {
        return chances.clone();
    }
    let mut all = HashMap::new();
    let moves = board.legal_moves();
    if moves.is_empty() {
        all.insert((0, board.outcome() == Some(Outcome::First)), 1.0);
    }
    for point in moves {
        let mut child = board;
        child.play(point);
        for ((plies, black), chance) in chances(child, known) {
            *all.entry((plies + 1, black)).or_default() += chance / f64::from(moves.len());
        }
    }
    known.insert(board, all.clone());
    all
}

#[test]
fn small_boards_go_as_enumeration_says() {
    let bent = Board::new(Shape::row(11).unwrap());
    let hollow = Board::new(Shape::new(3, 4, "b2 d1".parse().unwrap()).unwrap());
    let boards = [
        "--/-- X",
        "---/--- X",
        "---/---/--- X",
        "---/-+-/--- X",
        "X--/-O-/--- O",
        "----/----/--#- O",
        "-------- X",
        "X--#/----/#--- X",
    ];
    let boards = boards.iter().map(|text| text.parse().unwrap()).chain([bent, hollow]);
    for (number, board) in boards.enumerate() {
        let chances = chances(board, &mut HashMap::new());
        assert!((chances.values().sum::<f64>() - 1.0).abs() < 1e-9);
        for kernels in tiers() {
            let games = games(kernels, 200_000);
            let found = courses(&board, games, kernels, 100 + number as u64);
            assert!(found.keys().all(|course| chances.contains_key(course)), "{}: {board}", kernels.tier());
            // Courses with few expected games count as one.
            let (mut chi_square, mut cells, mut rest) = (0.0, 0, (0.0, 0.0));
            for (course, chance) in &chances {
                let expected = chance * games as f64;
                let count = *found.get(course).unwrap_or(&0) as f64;
                if expected < 10.0 {
                    rest = (rest.0 + expected, rest.1 + count);
                } else {
                    chi_square += (count - expected).powi(2) / expected;
                    cells += 1;
                }
            }
            if rest.0 >= 10.0 {
                chi_square += (rest.1 - rest.0).powi(2) / rest.0;
                cells += 1;
            }
            if cells > 1 {
                let deviation = deviation(chi_square, f64::from(cells - 1));
                assert!(deviation < LIMIT, "{}: {board}: {found:?}, by enumeration {chances:?}", kernels.tier());
            }
        }
    }
}

/// Two samples of courses: whether they can be of one law.
fn same_law(a: &HashMap<Course, u64>, b: &HashMap<Course, u64>) -> f64 {
    let total = |courses: &HashMap<Course, u64>| courses.values().sum::<u64>() as f64;
    let (all_a, all_b) = (total(a), total(b));
    let mut keys: Vec<&Course> = a.keys().chain(b.keys()).collect();
    keys.sort();
    keys.dedup();
    let (mut chi_square, mut cells, mut rest) = (0.0, 0, (0.0, 0.0));
    let mut cell = |a: f64, b: f64| {
        let share = (a + b) / (all_a + all_b);
        chi_square += (a - share * all_a).powi(2) / (share * all_a) + (b - share * all_b).powi(2) / (share * all_b);
        cells += 1;
    };
    for key in keys {
        let (a, b) = (*a.get(key).unwrap_or(&0) as f64, *b.get(key).unwrap_or(&0) as f64);
        if (a + b) * all_a.min(all_b) / (all_a + all_b) < 10.0 {
            rest = (rest.0 + a, rest.1 + b);
        } else {
            cell(a, b);
        }
    }
    if rest.0 + rest.1 > 0.0 {
        cell(rest.0, rest.1);
    }
    deviation(chi_square, f64::from((cells - 1).max(1)))
}

#[test]
fn games_on_9x9_go_as_games_played_one_at_a_time() {
    // Single games are the same, seed by seed, by the rules on cells (tests/nogo/differential.rs).
    let mut random = Random::new(5);
    for plies in [0, 30, 60] {
        let mut board = Board::start();
        board.play_random_plies(Kernels::best(), &mut random, plies);
        let mut single: HashMap<Course, u64> = HashMap::new();
        for _ in 0..100_000 {
            let game = board.playout(Kernels::best(), &mut random);
            *single.entry((game.plies, game.outcome == Outcome::First)).or_default() += 1;
        }
        for kernels in tiers() {
            let many = courses(&board, games(kernels, 100_000), kernels, 6);
            assert!(same_law(&single, &many) < LIMIT, "{}: {many:?}, one at a time {single:?}", kernels.tier());
        }
    }
}

#[test]
fn ten_million_games_have_the_published_means() {
    // 74.399 plies and 0.5016 of the games for black; three standard errors, with half a unit of the last digit published.
    for kernels in tiers().filter(|kernels| kernels.tier() >= Tier::Avx2) {
        let games = games(kernels, 10_000_000) as u64;
        let tally = playout_many(&[Board::start()], games, kernels, 1)[0];
        assert_eq!(tally.games(), games);
        let (plies, black) = (tally.plies as f64 / games as f64, tally.first_wins as f64 / games as f64);
        let root = (games as f64).sqrt();
        assert!((plies - 74.399).abs() < 3.0 * 2.8 / root + 0.0005, "{}: {plies} plies", kernels.tier());
        assert!((black - 0.5016).abs() < 3.0 * 0.5 / root + 0.00005, "{}: black wins {black}", kernels.tier());
    }
}

#[test]
fn every_game_is_counted_for_its_own_position() {
    let over: Board = "-X/X- O".parse().unwrap();
    assert_eq!(over.outcome(), Some(Outcome::First));
    let lost: Board = "# X".parse().unwrap();
    let mut late = Board::start();
    late.play_random_plies(Kernels::best(), &mut Random::new(8), 65);
    let positions = [over, Board::start(), late, lost, "--- O".parse().unwrap(), "---/-+-/--- X".parse().unwrap()];
    for kernels in tiers() {
        // A game by the rules on cells takes 20 ms.
        for &games in if kernels.tier() == Tier::Reference { &[0, 5][..] } else { &[0, 1, 5, 300] } {
            let tallies = playout_many(&positions, games, kernels, 9);
            assert_eq!(tallies, playout_many(&positions, games, kernels, 9), "the same seed");
            assert!(tallies.iter().all(|tally| tally.games() == games && tally.draws == 0));
            let [over, start, late, lost, row, centre] = tallies[..] else { unreachable!() };
            assert_eq!(over, Tally { first_wins: games, ..Tally::default() });
            assert_eq!(lost, Tally { second_wins: games, ..Tally::default() });
            assert!((60 * games..=81 * games).contains(&start.plies));
            assert!(late.plies <= 16 * games);
            assert!((games..=2 * games).contains(&row.plies));
            assert!((2 * games..=8 * games).contains(&centre.plies));
        }
        assert!(playout_many::<Board>(&[], 7, kernels, 1).is_empty());
        let start = "----/----/----/---- X".parse().unwrap();
        let [a, b] = [1, 2].map(|seed| playout_many::<Board>(&[start], 2000, kernels, seed));
        assert_ne!(a, b, "two seeds");
    }
}
