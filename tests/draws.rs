//! Promise: the kernels that play random games draw what [`Random`] draws, to the last bit, where a bit decides: on both sides of
//! the border between two moves, and of what Lemire's method draws anew.

use stonemask::gomoku::{self, Colour, Rule, Size};
use stonemask::nogo;
use stonemask::playout::playout;
use stonemask::{Random, Tier};

/// The inverse of an odd number modulo 2^64.
fn inverse(odd: u64) -> u64 {
    // Newton's iteration doubles the number of right bits, three at first.
    (0..5).fold(odd, |inverse, _| inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse))))
}

/// The generator whose next number is `number`: SplitMix64 backwards.
fn about_to_draw(number: u64) -> Random {
    // x ^ x >> s undone: what is above 2s bits from the top is shifted out.
    let unshift = |mixed: u64, by: u32| mixed ^ mixed >> by ^ mixed.checked_shr(2 * by).unwrap_or(0);
    let mixed = unshift(number, 31).wrapping_mul(inverse(0x94d0_49bb_1331_11eb));
    let mixed = unshift(mixed, 27).wrapping_mul(inverse(0xbf58_476d_1ce4_e5b9));
    let random = Random::new(unshift(mixed, 30).wrapping_sub(0x9e37_79b9_7f4a_7c15));
    assert_eq!(random.clone().next_u64(), number);
    random
}

/// Generators whose first draw below `bound` lies at a border.
fn borders(bound: u32) -> impl Iterator<Item = Random> {
    let one = 1u64 << 32;
    let again = one % u64::from(bound); // the low halves below this are one too many
    // Upper halves at the borders of the moves, and upper halves whose product has a certain low half.
    let moves =
        (0..=u64::from(bound)).step_by(1 + bound as usize / 80).map(move |k| (k * one).div_ceil(u64::from(bound)));
    let lows =
        [0, again.wrapping_sub(1), again, again + 1, u64::from(bound) - 1, u64::from(bound), u64::from(bound) + 1];
    let lows = lows.into_iter().map(move |low| low.wrapping_mul(inverse(u64::from(bound | 1))) % one);
    let uppers = moves.chain(lows).flat_map(move |upper| [upper.wrapping_sub(1) % one, upper % one]);
    uppers.flat_map(move |upper| [0, 0x9e37_79b9, one - 1].map(|low| about_to_draw(upper << 32 | low)))
}

#[test]
fn gomoku() {
    // Odd numbers of points, on which a low half can be had, and even ones; 16-bit lanes and the others.
    for (rows, columns) in [(15, 15), (9, 9), (5, 7), (6, 6), (19, 19), (1, 33), (20, 20), (63, 63)] {
        let board = gomoku::Board::new(Size::new(rows, columns).unwrap(), Rule::Freestyle);
        let bound = (rows * columns) as u32;
        for random in borders(bound) {
            let games: Vec<_> = Tier::available()
                .map(|tier| {
                    let mut random = random.clone();
                    (playout(board.clone(), gomoku::Kernels::get(tier).unwrap(), &mut random), random.next_u64())
                })
                .collect();
            assert!(games.iter().all(|game| *game == games[0]), "{rows}x{columns}, {random:?}: {games:?}");
        }
    }
}

#[test]
fn nogo() {
    for blocked in [0, 1, 2, 5] {
        let points = nogo::Shape::FULL.points().iter().take(blocked).collect();
        let board = nogo::Board::new(nogo::Shape::new(9, 9, points).unwrap());
        for random in borders(board.allowed(board.to_move()).len()) {
            let plies: Vec<_> = Tier::available()
                .map(|tier| {
                    let (mut board, mut random) = (board, random.clone());
                    board.play_random_plies(nogo::Kernels::get(tier).unwrap(), &mut random, 1);
                    (board, random.next_u64())
                })
                .collect();
            assert!(plies.iter().all(|ply| *ply == plies[0]), "{random:?}: {plies:?}");
        }
    }
}

/// Random games over the last points of boards without a five: where the kernels pack lines side by side, a run that goes on in
/// its neighbour would show.
#[test]
fn the_last_points_of_full_gomoku_boards() {
    let mut random = Random::new(5);
    for (rows, columns) in [(15, 15), (15, 15), (15, 15), (14, 15), (15, 14), (16, 16), (32, 20), (64, 7), (7, 64)] {
        for _ in 0..150 {
            let mut board = gomoku::Board::new(Size::new(rows, columns).unwrap(), Rule::Freestyle);
            let kernels = gomoku::Kernels::best();
            for point in board.size().all() {
                let first = Colour::ALL[random.below(2) as usize];
                let other = Colour::ALL[usize::from(first == Colour::ALL[0])];
                let colour = [first, other].into_iter().find(|&colour| !kernels.five(board.planes(), colour, point));
                if random.below(24) > 0 {
                    board.set_stone(point, colour);
                }
            }
            if board.is_over() {
                continue;
            }
            let seed = random.next_u64();
            let games: Vec<_> = Tier::available()
                .map(|tier| playout(board.clone(), gomoku::Kernels::get(tier).unwrap(), &mut Random::new(seed)))
                .collect();
            assert!(games.iter().all(|game| *game == games[0]), "{board}, seed {seed}: {games:?}");
        }
    }
}
