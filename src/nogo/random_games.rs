//! Random games in bulk.

use super::kernels::Kernels;
use super::planes::Planes;
use super::shape::Shape;
use super::state::Board;
use crate::bits::each;
use crate::game::streams::{self, Places, STREAMS, Set, places_of};
use crate::game::{Playout, Stopped, Tally};
use crate::random::{Random, RandomLanes};
use std::sync::atomic::AtomicBool;

/// Plays `games` games from each position and adds them to their tallies; once `stop` is set no
/// more are begun.
pub(super) fn playouts(
    positions: &[Board],
    games: u64,
    seed: u64,
    tallies: &mut [Tally],
    stop: &AtomicBool,
) -> Result<(), Stopped> {
    let kernels = Kernels::in_use();
    playouts_by(kernels, kernels.tier().words(), positions, games, seed, tallies, stop)
}

/// Plays the games by kernels, in planes of a width that they have.
fn playouts_by(
    kernels: &'static Kernels,
    words: usize,
    positions: &[Board],
    games: u64,
    seed: u64,
    tallies: &mut [Tally],
    stop: &AtomicBool,
) -> Result<(), Stopped> {
    let shaped = positions.iter().any(|board| board.shape() != Shape::FULL);
    let mut random = Random::new(seed);
    let lanes = RandomLanes::new(random.next_u64());
    let randoms = [(); STREAMS].map(|()| Random::new(random.next_u64()));
    let places = |first| {
        let mut randoms = randoms.clone();
        randoms.rotate_left(first);
        let lanes = lanes.clone().beginning_with(first);
        RandomGames { kernels, planes: Planes::new(words, shaped, &lanes), randoms }
    };
    streams::playouts(places, positions, games, tallies, stop)
}

/// Boards from which it is cheaper to begin word by word than board by board.
const MANY: usize = 16;

/// The places of some streams.
struct RandomGames {
    kernels: &'static Kernels,
    planes: Box<Planes>,
    /// For first plies, by stream.
    randoms: [Random; STREAMS],
}

impl Places<Board> for RandomGames {
    // Games that begin together need fewer passes in their first steps.
    const ENOUGH: u32 = 60;

    fn streams(&self) -> usize {
        self.planes.words()
    }

    fn launch(&mut self, board: &Board, places: &Set) {
        if !board.centre_is_forbidden() {
            return self.planes.launch(board, 0, places);
        }
        // The planes ignore a forbidden centre: the first ply of each game is played before they
        // start.
        for place in places_of(places) {
            let (mut board, mut one) = (*board, [0; STREAMS]);
            one[place / 64] = 1 << (place % 64);
            let plies = board.play_random_plies(&mut self.randoms[place / 64], 1);
            self.planes.launch(&board, plies, &one);
        }
    }

    fn launch_many(&mut self, begun: &[(&Board, Set)]) {
        if begun.len() < MANY || begun.iter().any(|(board, _)| board.centre_is_forbidden()) {
            return begun.iter().for_each(|(board, places)| self.launch(board, places));
        }
        for word in 0..self.planes.words() {
            let mut boards = [begun[0].0; 64];
            for (board, places) in begun {
                each(places[word]).for_each(|place| boards[place] = board);
            }
            let all = begun.iter().fold(0, |all, (_, places)| all | places[word]);
            self.planes.launch_each(word, all, 0, |place| boards[place]);
        }
    }

    fn play_period(&mut self) {
        self.kernels.bitslices_plies(&mut self.planes, u32::MAX, 12);
    }

    fn play_to_the_end(&mut self) {
        let all = self.planes.games();
        self.kernels.bitslices_plies(&mut self.planes, all, u32::MAX);
    }

    fn over(&self) -> Set {
        std::array::from_fn(|word| if word < self.planes.words() { self.planes.over(word) } else { u64::MAX })
    }

    fn count(&mut self, places: &Set) -> Tally {
        self.planes.count(places)
    }

    fn playout(&self, place: usize) -> Playout {
        self.planes.playout(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Colour, stop};
    use crate::nogo::kernels::plain;
    use crate::nogo::planes::{CANDIDATES, COLOUR, DRAWN, OCCUPIED, OVER, PENDING, PLIES, POINTS, REFUSED, SIDE};
    use crate::nogo::point::Point;
    use crate::nogo::shape::Shape;
    use crate::tier::Tier;

    /// All points, by the index of their planes.
    fn points() -> impl Iterator<Item = (usize, Point)> {
        (0..POINTS).map(|index| (index, Point::new(index / 9, index % 9).unwrap()))
    }

    /// One game's place.
    fn only(game: usize) -> Set {
        std::array::from_fn(|word| if word == game / 64 { 1 << (game % 64) } else { 0 })
    }

    /// A board of any size, with blocked cells or without, and some plies played.
    fn random_board(random: &mut Random) -> Board {
        let side = |random: &mut Random| 1 + random.below(9) as usize;
        let shape = if random.below(2) == 0 {
            Shape::FULL
        } else {
            let (rows, columns) = (side(random), side(random));
            let blocked = points()
                .map(|(_, point)| point)
                .filter(|point| point.row() < rows && point.column() < columns && random.next_u64().is_multiple_of(8));
            Shape::new(rows, columns, blocked.collect()).unwrap()
        };
        let mut board = Board::with_shape(shape);
        let plies = random.below(60);
        board.play_random_plies(random, plies);
        board
    }

    /// The kernels of every tier, but that X64 has the plain form, as Reference has.
    fn tiers() -> impl Iterator<Item = &'static Kernels> {
        Tier::available().filter(|&tier| tier != Tier::X64).map(|tier| Kernels::get(tier).unwrap())
    }

    /// The bits of one game.
    struct Bits<'a> {
        planes: &'a Planes,
        game: usize,
    }

    impl Bits<'_> {
        fn is(&self, plane: usize) -> bool {
            self.planes.plane(plane)[self.game / 64] >> (self.game % 64) & 1 == 1
        }

        /// Which of some planes have the bit.
        fn of(&self, first: usize, planes: usize) -> Vec<usize> {
            (0..planes).filter(|&index| self.is(first + index)).collect()
        }

        fn plies(&self) -> u32 {
            self.of(PLIES, 7).iter().map(|bit| 1 << bit).sum()
        }

        /// The point last drawn.
        fn drawn(&self) -> Option<Point> {
            let first = DRAWN + 18 * self.planes.last();
            match (&self.of(first, 9)[..], &self.of(first + 9, 9)[..]) {
                (&[row], &[column]) => Point::new(row, column),
                (rows, columns) => {
                    assert!(rows.is_empty() && columns.is_empty(), "game {}: {rows:?} {columns:?}", self.game);
                    None
                }
            }
        }
    }

    #[test]
    fn every_tier_equals_the_plain_form() {
        for kernels in tiers() {
            let mut random = Random::new(31);
            for round in 0..4 {
                let mut planes = Planes::new(kernels.tier().words(), round % 2 == 1, &RandomLanes::new(round));
                for game in 0..planes.games() as usize {
                    let board = if round % 2 == 0 { Board::start() } else { random_board(&mut random) };
                    planes.launch(&board, 0, &only(game));
                }
                let (mut expected, all) = (planes.clone(), planes.games());
                for step in 0.. {
                    let limit = 1 + step % 3;
                    let made = kernels.bitslices_plies(&mut planes, all, limit);
                    assert_eq!(
                        made,
                        plain::bitslices_plies(&mut expected, all, limit),
                        "{}, step {step}",
                        kernels.tier()
                    );
                    for (found, expected) in planes.meaning().iter().zip(&expected.meaning()) {
                        assert_eq!(found, expected, "{}, round {round}, step {step}", kernels.tier());
                    }
                    if made < limit {
                        break;
                    }
                }
            }
        }
    }

    /// Compares one game after a step with the board that plays along. Returns whether its point
    /// was refused, and whether it is pending.
    fn follow(before: &Bits, after: &Bits, made: u32, board: &mut Board) -> (bool, bool) {
        let game = after.game;
        let (refused, pending) = (after.is(REFUSED), after.is(PENDING));
        let played = after.plies() - before.plies();
        assert_eq!(after.is(SIDE), (board.to_move() == Colour::White) ^ (played == 1), "game {game}: {board}");
        if made == 0 {
            assert!(after.is(OVER) && board.is_over() && played == 0, "game {game}: {board}");
            return (false, false);
        }
        let drawn = after.drawn();
        if let Some(point) = drawn {
            let legal = board.legal_moves().contains(point);
            assert_eq!(played == 1, legal && !pending, "game {game} {point}: {board}");
            assert_eq!(u32::from(refused) + u32::from(pending) + played, 1, "game {game} {point}: {board}");
        } else {
            assert_eq!(played, 0, "game {game}: {board}");
        }
        // A point that was drawn and not played is among the stones for this step.
        let ghost = drawn.filter(|_| played == 0);
        if played == 1 {
            board.play(drawn.unwrap());
        }
        assert!(!after.is(OVER) || board.is_over(), "game {game}: {board}");
        for (index, point) in points() {
            let stone = after.is(OCCUPIED + index) && ghost != Some(point);
            assert_eq!(stone, !board.empties().contains(point), "game {game} {point}: {board}");
            if let Some(colour) = board.stone(point) {
                assert_eq!(after.is(COLOUR + index), colour == Colour::White, "game {game} {point}: {board}");
            }
            for colour in Colour::ALL {
                let candidate = after.is(CANDIDATES + POINTS * colour as usize + index);
                assert!(!candidate || board.empties().contains(point), "game {game} {point}: {board}");
                assert!(candidate || !board.allowed(colour).contains(point), "game {game} {point}: {board}");
            }
        }
        (drawn.is_some() && refused, drawn.is_some() && pending)
    }

    /// Some boards' games by single steps, each ply held against the board that plays along.
    #[test]
    fn every_step_is_by_the_rules() {
        for kernels in tiers() {
            let mut random = Random::new(32);
            for shaped in [false, true] {
                let mut planes = Planes::new(kernels.tier().words(), shaped, &RandomLanes::new(33));
                let all = planes.games();
                let mut boards: Vec<Board> = Vec::new();
                for game in 0..all as usize {
                    boards.push(if shaped { random_board(&mut random) } else { Board::start() });
                    planes.launch(&boards[game], 0, &only(game));
                }
                let (mut refusals, mut pendings) = (0, 0);
                loop {
                    let before = planes.clone();
                    let made = kernels.bitslices_plies(&mut planes, all, 1);
                    for (game, board) in boards.iter_mut().enumerate() {
                        let [before, after] = [&before, &planes].map(|planes| Bits { planes, game });
                        let (refused, pending) = follow(&before, &after, made, board);
                        refusals += u32::from(refused);
                        pendings += u32::from(pending);
                    }
                    if made == 0 {
                        break;
                    }
                }
                let tier = kernels.tier();
                assert!(refusals > all && pendings > 0, "{tier}: {refusals} refusals, {pendings} left pending");
            }
        }
    }

    /// First points drawn from a position, each as often as any other.
    fn draws_uniformly(kernels: &Kernels) {
        let batches = if kernels.tier() == Tier::Avx2 { 400 } else { 20 };
        let (mut random, words) = (Random::new(34), kernels.tier().words());
        for plies in [0, 20, 45, 60, 68] {
            let mut board = Board::start();
            board.play_random_plies(&mut random, plies);
            let moves = board.legal_moves();
            let mut counts = [0u32; POINTS];
            for seed in 0..batches {
                let mut planes = Planes::new(words, false, &RandomLanes::new(seed));
                planes.launch(&board, 0, &[u64::MAX; STREAMS]);
                kernels.bitslices_plies(&mut planes, 64 * words as u32, 1);
                for (index, _) in points() {
                    let first = DRAWN + 18 * planes.last();
                    let drawn =
                        |word| planes.plane(first + index / 9)[word] & planes.plane(first + 9 + index % 9)[word];
                    counts[index] += (0..words).map(|word| drawn(word).count_ones()).sum::<u32>();
                }
            }
            let total: u32 = counts.iter().sum();
            // Three attempts fail with a chance of at most one in eight.
            assert!(u64::from(total) > (64 * words) as u64 * batches * 6 / 7, "too many games have drawn nothing");
            let expected = f64::from(total) / f64::from(moves.len());
            let mut chi_square = 0.0;
            for (index, point) in points() {
                if moves.contains(point) {
                    chi_square += (f64::from(counts[index]) - expected).powi(2) / expected;
                } else {
                    assert_eq!(counts[index], 0, "{point} is illegal on {board}");
                }
            }
            // Wilson and Hilferty's normal approximation; beyond 4.5 once in 300 000 tests.
            let freedom = f64::from(moves.len() - 1).max(1.0);
            let spread = 2.0 / (9.0 * freedom);
            let deviation = ((chi_square / freedom).cbrt() - (1.0 - spread)) / spread.sqrt();
            assert!(deviation < 4.5, "{}: {counts:?} from {board}", kernels.tier());
        }
    }

    #[test]
    fn boards_begun_word_by_word_are_those_begun_one_by_one() {
        let mut random = Random::new(37);
        for (words, shaped) in [(4, false), (4, true), (8, true)] {
            let mut one_by_one = Planes::new(words, shaped, &RandomLanes::new(38));
            let mut by_word = one_by_one.clone();
            for round in 0..4 {
                let boards: Vec<Board> = (0..64)
                    .map(|_| match random_board(&mut random) {
                        board if shaped || board.shape() == Shape::FULL => board,
                        _ => Board::start(),
                    })
                    .collect();
                let (word, places, plies) = (round % words, random.next_u64(), random.below(2));
                for place in each(places) {
                    one_by_one.launch(&boards[place], plies, &only(64 * word + place));
                }
                by_word.launch_each(word, places, plies, |place| &boards[place]);
                assert_eq!(one_by_one.meaning(), by_word.meaning(), "round {round}");
                let all = by_word.games();
                plain::bitslices_plies(&mut one_by_one, all, u32::MAX);
                plain::bitslices_plies(&mut by_word, all, u32::MAX);
            }
        }
    }

    /// So that a seed gives the same games on Avx512, whether or not this processor has it.
    #[test]
    fn games_do_not_depend_on_the_width_of_planes() {
        let reference = Kernels::get(Tier::Reference).unwrap();
        let mut random = Random::new(35);
        let several = [Board::start(), random_board(&mut random), random_board(&mut random)];
        let forbidden = [Board::with_centre_forbidden(Shape::FULL).unwrap()];
        for (positions, games) in [(&several[..1], 1), (&several[..1], 1500), (&several, 400), (&forbidden, 700)] {
            let found = [4, 8].map(|words| {
                let mut tallies = vec![Tally::default(); positions.len()];
                playouts_by(reference, words, positions, games, 36, &mut tallies, &stop::NEVER).unwrap();
                tallies
            });
            assert_eq!(found[0], found[1], "{games} games from {} positions", positions.len());
        }
    }

    #[test]
    fn every_candidate_is_drawn_as_often_as_any_other() {
        tiers().for_each(draws_uniformly);
    }
}
