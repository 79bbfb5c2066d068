//! Promise: random games played many at once follow the law of uniformly random legal moves: from
//! the start and from any position, on boards of any size, every launched game counted.
//!
//! Seeds are fixed: a test that passes passes always. Stated chances are those of failing with
//! seeds drawn anew.

use crate::chi_square::{assert_follows, assert_same_law};
use crate::on_tiers::{on, on_best_tier, on_every_tier};
use std::collections::{BTreeSet, HashMap};
use stonemask::game::Outcome;
use stonemask::nogo::{Board, Colour, Shape};
use stonemask::playout::{Tally, playouts};
use stonemask::{Random, Tier};

/// How a game may go: its plies, and whether black wins.
type Course = (u32, bool);

/// Fewer games where they are played one at a time, and on Avx512, which is tested under emulation.
fn games(tier: Tier, most: usize) -> usize {
    match tier {
        Tier::Reference => most / 500,
        Tier::Portable | Tier::X64 => most / 20,
        Tier::Avx2 => most,
        Tier::Avx512 => most / 10,
    }
}

/// The courses of single games from one position, by the tier in use.
fn courses(board: &Board, games: usize, seed: u64) -> HashMap<Course, u64> {
    let mut courses = HashMap::new();
    for tally in playouts(&vec![*board; games], 1, seed) {
        assert_eq!((tally.games(), tally.draws), (1, 0));
        *courses.entry((tally.plies as u32, tally.wins[0] == 1)).or_default() += 1;
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
        all.insert((0, board.outcome() == Some(Outcome::Win(Colour::Black))), 1.0);
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
    let bent = Board::with_shape(Shape::row(11).unwrap());
    let hollow = Board::with_shape(Shape::new(3, 4, "b2 d1".parse().unwrap()).unwrap());
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
        on_every_tier(|tier| {
            let games = games(tier, 200_000);
            let found = courses(&board, games, 100 + number as u64);
            assert!(found.keys().all(|course| chances.contains_key(course)), "{tier}: {board}");
            let what = format!("{board}, {tier}");
            assert_follows(what, expected(&chances, games).map(|(course, mean)| (of(&found, course), mean)));
        });
    }
}

/// How often each course should come.
fn expected(chances: &HashMap<Course, f64>, games: usize) -> impl Iterator<Item = (&Course, f64)> {
    chances.iter().map(move |(course, chance)| (course, chance * games as f64))
}

/// How often a course came.
fn of(courses: &HashMap<Course, u64>, course: &Course) -> u64 {
    courses.get(course).copied().unwrap_or(0)
}

/// The games of a board, and its law with the most frequent course one part in twenty more frequent
/// than it is.
fn games_and_a_law_that_is_not_theirs() -> (Vec<u64>, Vec<f64>) {
    let board: Board = "---/---/--- X".parse().unwrap();
    let mut law = chances(board, &mut HashMap::new());
    *law.values_mut().max_by(|a, b| a.total_cmp(b)).expect("at least one course") *= 1.05;
    let all: f64 = law.values().sum();
    let found = on_best_tier(|| courses(&board, 100_000, 1));
    expected(&law, 100_000).map(|(course, mean)| (of(&found, course), mean / all)).unzip()
}

#[test]
#[should_panic(expected = "a deviation of")]
fn a_law_that_is_not_that_of_the_games_is_seen() {
    let (found, law) = games_and_a_law_that_is_not_theirs();
    assert_follows("another law", found.into_iter().zip(law));
}

#[test]
#[should_panic(expected = "a deviation of")]
fn two_samples_of_two_laws_are_seen() {
    let (found, law) = games_and_a_law_that_is_not_theirs();
    assert_same_law("two laws", found.into_iter().zip(law.into_iter().map(|mean| 10 * mean.round() as u64)));
}

#[test]
fn games_on_9x9_go_as_games_played_one_at_a_time() {
    // Single games are the same, seed by seed, by the rules on cells (tests/nogo/differential.rs).
    let mut random = Random::new(5);
    for plies in [0, 30, 60] {
        let mut board = Board::start();
        board.play_random_plies(&mut random, plies);
        let mut single: HashMap<Course, u64> = HashMap::new();
        on_best_tier(|| {
            for _ in 0..100_000 {
                let game = board.playout(&mut random);
                *single.entry((game.plies, game.outcome == Outcome::Win(Colour::Black))).or_default() += 1;
            }
        });
        for tier in Tier::available() {
            let many = on(tier, || courses(&board, games(tier, 100_000), 6));
            let all: BTreeSet<&Course> = single.keys().chain(many.keys()).collect();
            let what = format!("{plies} plies into a game, one at a time and many, {tier}");
            assert_same_law(what, all.into_iter().map(|course| (of(&single, course), of(&many, course))));
        }
    }
}

#[test]
fn ten_million_games_have_the_published_means() {
    // 74.399 plies and 0.5016 of the games for black; three standard errors, with half a unit of
    // the last digit published.
    for tier in Tier::available().filter(|&tier| tier >= Tier::Avx2) {
        let games = games(tier, 10_000_000) as u64;
        let tally = on(tier, || Board::start().playouts(games, 1));
        assert_eq!(tally.games(), games);
        let (plies, black) = (tally.plies as f64 / games as f64, tally.wins[0] as f64 / games as f64);
        let root = (games as f64).sqrt();
        assert!((plies - 74.399).abs() < 3.0 * 2.8 / root + 0.0005, "{tier}: {plies} plies");
        assert!((black - 0.5016).abs() < 3.0 * 0.5 / root + 0.00005, "{tier}: black wins {black}");
    }
}

#[test]
fn every_game_is_counted_for_its_own_position() {
    let over: Board = "-X/X- O".parse().unwrap();
    assert_eq!(over.outcome(), Some(Outcome::Win(Colour::Black)));
    let lost: Board = "# X".parse().unwrap();
    let mut late = Board::start();
    late.play_random_plies(&mut Random::new(8), 65);
    let positions = [over, Board::start(), late, lost, "--- O".parse().unwrap(), "---/-+-/--- X".parse().unwrap()];
    on_every_tier(|tier| {
        // A game by the rules on cells takes 20 ms.
        for &games in if tier == Tier::Reference { &[0, 5][..] } else { &[0, 1, 5, 300] } {
            let tallies = playouts(&positions, games, 9);
            assert_eq!(tallies, playouts(&positions, games, 9), "the same seed");
            assert!(tallies.iter().all(|tally| tally.games() == games && tally.draws == 0));
            let [over, start, late, lost, row, centre] = tallies[..] else { unreachable!() };
            assert_eq!(over, Tally { wins: [games, 0], ..Tally::default() });
            assert_eq!(lost, Tally { wins: [0, games], ..Tally::default() });
            assert!((60 * games..=81 * games).contains(&start.plies));
            assert!(late.plies <= 16 * games);
            assert!((games..=2 * games).contains(&row.plies));
            assert!((2 * games..=8 * games).contains(&centre.plies));
        }
        assert!(playouts::<Board>(&[], 7, 1).is_empty());
        let start: Board = "----/----/----/---- X".parse().unwrap();
        let [a, b] = [1, 2].map(|seed| start.playouts(2000, seed));
        assert_ne!(a, b, "two seeds");
    });
}

#[test]
fn games_in_bulk_from_one_position_are_those_of_its_board_and_then_others() {
    for tier in [Tier::X64, Tier::Avx2, Tier::Avx512].into_iter().filter(|tier| tier.is_available()) {
        for text in ["---/-+-/--- X", "----/-#--/----/--X- O"] {
            let start: Board = text.parse().unwrap();
            let (alone, none, both) =
                on(tier, || (start.playouts(700, 11), start.playouts(0, 11), playouts(&[start; 2], 700, 11)));
            assert_eq!(alone, on(tier, || playouts(&[start], 700, 11)[0]), "{tier}: {text}");
            assert_eq!((none, alone.games()), (Tally::default(), 700));
            assert_eq!([both[0].games(), both[1].games()], [700, 700]);
            assert_ne!(both[0], both[1], "{tier}: {text}");
        }
    }
}
