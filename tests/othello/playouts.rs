//! Promise: random games choose every legal move equally often, and end as random games of Othello
//! are known to.
//!
//! Seeds are fixed, so that a test either passes always or fails always; the false-alarm
//! probabilities are those of the choice of a seed. Tried on the best tier, where many games are
//! played at once.

use crate::chi_square::{assert_follows, assert_same_law};
use crate::on_tiers::{on, on_best_tier, on_every_tier};
use stonemask::internals::othello::BitslicedGames;
use stonemask::kernels::Othello as Kernels;
use stonemask::othello::{Board, Colour};
use stonemask::playout::{Tally, playouts};
use stonemask::{Random, Tier};

/// The kernels of the best tier.
fn best() -> &'static Kernels {
    Kernels::get(Tier::best()).unwrap()
}

/// First moves of 200 000 games or more from boards with every number of moves that random games
/// meet (about 25 boards), against equal shares.
fn first_moves<const N: usize>() {
    let mut random = Random::new(1);
    let mut boards: Vec<Board<N>> = Vec::new();
    for _ in 0..3000 {
        let mut board = Board::start();
        loop {
            let count = board.legal_moves().len();
            if count > 1 && boards.iter().all(|known| known.legal_moves().len() != count) {
                boards.push(board);
            }
            if !board.play_random(&mut random) {
                break;
            }
        }
    }
    assert!(boards.len() > N, "only {} boards", boards.len());
    for board in boards {
        let moves: Vec<_> = board.legal_moves().iter().collect();
        let mut counts = vec![0u32; moves.len()];
        let mut games = BitslicedGames::<N>::new(best(), moves.len() as u64);
        let repeats = 200_000 / games.games() + 1;
        for _ in 0..repeats {
            games.launch_all(&board);
            games.play(1);
            for game in 0..games.games() {
                let placed = board.empties() - games.board(game).empties();
                counts[moves.iter().position(|square| square.set() == placed).expect("a legal move")] += 1;
            }
        }
        let mean = f64::from(counts.iter().sum::<u32>()) / moves.len() as f64;
        assert_follows(board, counts.iter().map(|&count| (count.into(), mean)));
    }
}

#[test]
fn first_moves_are_equally_likely() {
    first_moves::<8>();
    first_moves::<6>();
    first_moves::<4>();
}

/// Outcomes against those of the Reference's playouts, which are another generator's games by the
/// rules as they are written.
fn outcomes<const N: usize>(board: &Board<N>, reference_games: u64) {
    let reference = on(Tier::Reference, || board.playouts(reference_games, 3));
    let sliced = on_best_tier(|| board.playouts(1_000_000, 3));
    let counts = |tally: Tally| [tally.wins[0], tally.draws, tally.wins[1]];
    assert_same_law(
        format_args!("{board}, by the reference and sliced"),
        counts(reference).into_iter().zip(counts(sliced)),
    );
    let (few_games, many_games) = (reference.games() as f64, sliced.games() as f64);
    // Plies a game: a difference of less than 1 in 6x6 games whose lengths vary by less than 3.
    let (few, many) = (reference.plies as f64 / few_games, sliced.plies as f64 / many_games);
    assert!((few - many).abs() < 5.0 * 3.0 / few_games.sqrt(), "{board}: {few} plies of the reference, {many}");
}

#[test]
fn outcomes_are_the_references() {
    outcomes(&Board::<8>::start(), 3_000);
    outcomes(&Board::<6>::start(), 10_000);
    outcomes(&Board::<4>::start(), 30_000);
    let mut later = Board::<6>::start();
    later.try_play_line(&"c2 b4 c5 d2 e4 e3 d1 c1 b1 d5 d6".parse().unwrap()).unwrap();
    assert_eq!(later.to_move(), Colour::White);
    outcomes(&later, 10_000);
}

/// Shares of wins over 10 million games, known to four digits, within three standard errors and the
/// rounding; false alarm 0.3 % each. About four seconds on Avx2, so it is left out where games are
/// played one at a time.
fn shares<const N: usize>(first: f64, second: f64) {
    const GAMES: f64 = 1e7;
    let tally = on_best_tier(|| Board::<N>::start().playouts(GAMES as u64, 7));
    for (wins, known) in [(tally.wins[0], first), (tally.wins[1], second)] {
        let within = 3.0 * (known * (1.0 - known) / GAMES).sqrt() + 0.00005;
        let share = wins as f64 / GAMES;
        assert!((share - known).abs() < within, "{N}x{N}: {share}, known {known}");
    }
}

/// Discs placed in a random game, known to three decimals, within three standard errors of 300 000
/// games and the rounding.
fn placements<const N: usize>(known: f64) {
    let mut games = BitslicedGames::<N>::new(best(), 11);
    let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
    while count < 300_000.0 {
        games.launch_all(&Board::start());
        while (0..games.games()).any(|game| !games.is_over(game)) {
            games.play(1);
        }
        for game in 0..games.games() {
            let placed = f64::from(N as u32 * N as u32 - 4 - games.board(game).empties().len());
            (count, sum, squares) = (count + 1.0, sum + placed, squares + placed * placed);
        }
    }
    let mean = sum / count;
    let error = ((squares / count - mean * mean) / count).sqrt();
    assert!((mean - known).abs() < 3.0 * error + 0.0005, "{N}x{N}: {mean} placements, known {known}, error {error}");
}

#[test]
fn ten_million_games_end_as_random_games_are_known_to() {
    if Tier::best() < Tier::Avx2 {
        eprintln!("not tried: {} plays one game at a time", Tier::best());
        return;
    }
    shares::<8>(0.4540, 0.5040);
    shares::<6>(0.4353, 0.5084);
    placements::<8>(59.966);
    placements::<6>(31.950);
}

#[test]
fn games_in_bulk_are_as_many_as_asked_for_and_those_of_their_seed() {
    let start = Board::<6>::start();
    on_every_tier(|tier| {
        let few = if tier == Tier::Reference { 64 } else { 700 };
        // The last two are from one board, one after the other.
        let tallies = |seed| {
            let [alone, none, one] = [few, 0, 1].map(|count| start.playouts(count, seed));
            let both = playouts(&[start; 2], few, seed);
            [alone, none, one, both[0], both[1]]
        };
        let found = tallies(4);
        assert_eq!(found.map(|tally| tally.games()), [few, 0, 1, few, few], "{tier}");
        assert_eq!(found, tallies(4), "{tier}");
        assert_ne!(found, tallies(5), "{tier}");
        assert_ne!(found[3], found[4], "{tier}: the same games again");
        for tally in found {
            // At least one ply, at most a move on each empty square and a pass before it.
            assert!((tally.games()..=2 * 32 * tally.games()).contains(&tally.plies), "{tier}");
        }
        assert_eq!(found[0], playouts(&[start], few, 4)[0], "{tier}");
    });
}
