//! Random games in bulk.

use super::kernels::Kernels;
use super::planes::Planes;
use super::state::Board;
use crate::bits::{each, lowest};
use crate::game::{Bulk, Stopped, Tally, clear_tallies, stop, tally_in_turn, tally_one_by_one};
use crate::random::Random;
use std::sync::atomic::AtomicBool;

/// Words of a plane at most.
const WORDS: usize = 8;

/// Where random games are played: as many at once as planes have bits, or one.
///
/// Games that are played at once end at different times, and the last ones keep the rest waiting: a few thousand in one call
/// cost less for each than a few hundred.
#[derive(Clone, Debug)]
pub(super) struct RandomGames {
    kernels: &'static Kernels,
    random: Random,
    /// None where single games are faster: without wide registers.
    planes: Option<Box<Planes>>,
}

impl RandomGames {
    /// Room for games; `shaped` where a board is not the full 9x9 one.
    pub(super) fn new(shaped: bool, kernels: &'static Kernels, seed: u64) -> RandomGames {
        let mut random = Random::new(seed);
        let planes = kernels.tier().is_wide().then(|| Planes::new(kernels.tier().words(), shaped, random.next_u64()));
        RandomGames { kernels, random, planes }
    }

    /// Plays `games` games from each position; once `stop` is set no more are begun.
    pub(super) fn tally(
        &mut self,
        positions: &[Board],
        games: u64,
        tallies: &mut [Tally],
        stop: &AtomicBool,
    ) -> Result<(), Stopped> {
        let RandomGames { kernels, random, planes } = self;
        match planes {
            Some(planes) => tally_in_planes(positions, games, kernels, planes, random, tallies, stop),
            None => {
                tally_in_turn(positions, tallies, |board| tally_one_by_one(games, stop, || board.random_game(random)))
            }
        }
    }
}

fn tally_in_planes(
    positions: &[Board],
    games: u64,
    kernels: &Kernels,
    planes: &mut Planes,
    random: &mut Random,
    tallies: &mut [Tally],
    stop: &AtomicBool,
) -> Result<(), Stopped> {
    clear_tallies(positions.len(), tallies);
    let mut waiting = Waiting { positions, games, left: games, next: if games == 0 { positions.len() } else { 0 } };
    let mut stopped = false;
    // Whose game it is that a bit plays.
    let mut owners = [[0; 64]; WORDS];
    let all = planes.games();
    loop {
        if !waiting.is_empty() && stop::asked(stop) {
            stopped = true;
            waiting.next = positions.len();
        }
        // Launch games where there is none. The last of those at work, one in 32, go on meanwhile: games end within some
        // ten steps of each other, and the last ones would keep the others waiting.
        let mut running = [0; WORDS];
        for word in 0..planes.words() {
            running[word] = !waiting.launch(planes, word, &mut owners[word], random);
        }
        if running == [0; WORDS] {
            return if stopped { Err(Stopped(())) } else { Ok(()) };
        }
        kernels.bitslices_plies(planes, if waiting.is_empty() { all } else { all - all / 32 }, u32::MAX);
        for word in 0..planes.words() {
            let mut ended = running[word] & planes.over(word);
            while ended != 0 {
                let owner = owners[word][ended.trailing_zeros() as usize];
                let games = each(ended).fold(0, |games, game| games | u64::from(owners[word][game] == owner) << game);
                planes.count(&mut tallies[owner], word, games);
                ended &= !games;
            }
        }
    }
}

/// The games that have not begun.
struct Waiting<'a> {
    positions: &'a [Board],
    /// Games of each position.
    games: u64,
    /// The position whose games begin next, and how many of them are left; at least one.
    next: usize,
    left: u64,
}

impl Waiting<'_> {
    fn is_empty(&self) -> bool {
        self.next == self.positions.len()
    }

    /// Begins games where those of a word are over, and notes whose they are; the places that stay without one.
    fn launch(&mut self, planes: &mut Planes, word: usize, owners: &mut [usize; 64], random: &mut Random) -> u64 {
        let mut idle = planes.over(word);
        while idle != 0 && !self.is_empty() {
            let mut board = self.positions[self.next];
            // What is forbidden at the start is no matter of the planes: each game begins with a ply of its own.
            let (launched, plies) = if board.centre_is_forbidden() {
                (idle & idle.wrapping_neg(), board.play_random_plies(random, 1))
            } else {
                (lowest(idle, self.left), 0)
            };
            planes.launch(&board, plies, word, launched);
            each(launched).for_each(|game| owners[game] = self.next);
            idle &= !launched;
            self.left -= u64::from(launched.count_ones());
            if self.left == 0 {
                (self.next, self.left) = (self.next + 1, self.games);
            }
        }
        idle
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Colour;
    use crate::nogo::kernels::plain;
    use crate::nogo::planes::{CANDIDATES, COLOUR, DRAWN, OCCUPIED, OVER, PENDING, PLIES, POINTS, REFUSED, SIDE};
    use crate::nogo::point::Point;
    use crate::nogo::shape::Shape;
    use crate::tier::Tier;

    /// All points, by the index of their planes.
    fn points() -> impl Iterator<Item = (usize, Point)> {
        (0..POINTS).map(|index| (index, Point::new(index / 9, index % 9).unwrap()))
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
        let mut board = Board::new(shape);
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
                let mut planes = Planes::new(kernels.tier().words(), round % 2 == 1, round);
                for game in 0..planes.games() as usize {
                    let board = if round % 2 == 0 { Board::start() } else { random_board(&mut random) };
                    planes.launch(&board, 0, game / 64, 1 << (game % 64));
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

    /// What became of one game in a step, held against the board that plays along; whether its point was refused, and whether
    /// it is pending.
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
                let mut planes = Planes::new(kernels.tier().words(), shaped, 33);
                let all = planes.games();
                let mut boards: Vec<Board> = Vec::new();
                for game in 0..all as usize {
                    boards.push(if shaped { random_board(&mut random) } else { Board::start() });
                    planes.launch(&boards[game], 0, game / 64, 1 << (game % 64));
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
                let mut planes = Planes::new(words, false, seed);
                (0..words).for_each(|word| planes.launch(&board, 0, word, u64::MAX));
                kernels.bitslices_plies(&mut planes, 64 * words as u32, 1);
                for (index, _) in points() {
                    let drawn = |word: usize| planes.is_drawn(planes.last(), word, index);
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
    fn every_candidate_is_drawn_as_often_as_any_other() {
        tiers().for_each(draws_uniformly);
    }
}
