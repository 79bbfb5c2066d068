//! Random games in bit slices: hundreds at once, one bit of a register each.

use super::board::Board;
use super::kernels::Kernels;
use super::planes::{self, Bitslices};
use super::position::Position;
use super::square::SquareSet;
use crate::game::streams::{Places, STREAMS, Set, places_of};
use crate::game::{Colour, Outcome, Playout, Tally};
use crate::random::RandomLanes;
use crate::tier::Tier;

/// Hundreds of random games, advanced together by the bit-sliced kernels: the streams of a seed
/// (`game::streams`), eight on Avx512 and four on other tiers, 64 games each.
///
/// Games do not wait for each other: one that is over stays as it is until its place is given to
/// another.
#[derive(Clone, Debug)]
pub struct BitslicedGames<const N: usize> {
    kernels: &'static Kernels,
    slices: Box<Bitslices>,
    /// The places in which a game was begun.
    launched: Set,
    /// Those of them whose first ply was black's.
    black_began: Set,
}

impl<const N: usize> BitslicedGames<N> {
    /// Room for as many games as the tier advances at once, with none in it; random plies come from
    /// `seed`.
    pub fn new(kernels: &'static Kernels, seed: u64) -> BitslicedGames<N> {
        BitslicedGames::in_planes_of(kernels.tier(), kernels, RandomLanes::new(seed))
    }

    /// The games that another tier would play, by these kernels, which must be the reference or
    /// have planes as wide.
    pub(crate) fn in_planes_of(tier: Tier, kernels: &'static Kernels, random: RandomLanes) -> BitslicedGames<N> {
        BitslicedGames { kernels, slices: Bitslices::new(tier, random), launched: [0; 8], black_began: [0; 8] }
    }

    /// How many games there is room for.
    pub fn games(&self) -> usize {
        self.slices.games()
    }

    /// Begins a game from `board` in every place.
    pub fn launch_all(&mut self, board: &Board<N>) {
        let all = [u64::MAX; 8];
        self.launch_where(board, &all);
    }

    /// Begins a game from `board` in one place.
    ///
    /// # Panics
    /// When there is no such place.
    pub fn launch(&mut self, game: usize, board: &Board<N>) {
        assert!(game < self.games(), "game {game} of {}", self.games());
        let mut mask = [0; 8];
        mask[game / 64] = 1 << (game % 64);
        self.launch_where(board, &mask);
    }

    /// Begins games from `board` in the places of `mask`.
    fn launch_where(&mut self, board: &Board<N>, mask: &Set) {
        let words = self.slices.words();
        self.slices.plane_mut(planes::MASK).copy_from_slice(&mask[..words]);
        let side_0_black = (board.to_move() == Colour::Black) == (self.slices.turn() == 0);
        for (word, mask) in mask.iter().enumerate().take(words) {
            self.launched[word] |= mask;
            self.black_began[word] &= !mask;
            if board.to_move() == Colour::Black {
                self.black_began[word] |= mask;
            }
        }
        for (black, mask) in self.slices.plane_mut(planes::BLACK).iter_mut().zip(mask) {
            *black = if side_0_black { *black | mask } else { *black & !mask };
        }
        self.kernels.bitslices_launch(&mut self.slices, board.position());
    }

    /// Plays `plies` random plies in every game that is not over.
    pub fn play(&mut self, plies: u64) {
        self.play_until(plies, u64::MAX);
    }

    /// Plays `plies` random plies, or until `enough` games are over; returns how many are, empty
    /// places included.
    fn play_until(&mut self, plies: u64, enough: u64) -> u64 {
        if plies == 0 { 0 } else { self.kernels.bitslices_plies::<N>(&mut self.slices, plies, enough) }
    }

    /// The board of a game; of an empty place an empty board.
    ///
    /// # Panics
    /// When there is no such place.
    pub fn board(&self, game: usize) -> Board<N> {
        let began = if bit(&self.black_began, game) { Colour::Black } else { Colour::White };
        let to_move = if self.plies(game).is_multiple_of(2) { began } else { began.other() };
        let black = usize::from(!self.slices.bit(planes::BLACK, game));
        Board::new(self.position(game, if to_move == Colour::Black { black } else { 1 - black }), to_move)
    }

    /// The position of a game as one of its two sides sees it.
    fn position(&self, game: usize, own: usize) -> Position<N> {
        let side = |side: usize| SquareSet::within(self.slices.side(side, game));
        Position::new(side(own), side(1 - own)).expect("a square holds one disc")
    }

    /// Whether a game is over; an empty place counts as one that is.
    ///
    /// # Panics
    /// When there is no such place.
    pub fn is_over(&self, game: usize) -> bool {
        assert!(game < self.games(), "game {game} of {}", self.games());
        // The kernels know it once both sides have passed.
        self.slices.bit(planes::OVER, game) || {
            let position = self.position(game, 0);
            self.kernels.mobility(position) == 0 && self.kernels.mobility(position.pass()) == 0
        }
    }

    /// Plies played in a game, passes included.
    ///
    /// # Panics
    /// When there is no such place.
    pub fn plies(&self, game: usize) -> u32 {
        assert!(game < self.games(), "game {game} of {}", self.games());
        // The kernels count a pass once a move has followed it. In a game that is over none does.
        let passed = self.slices.bit(planes::PASSED, game) && !self.is_over(game);
        self.slices.age(game) + u32::from(passed)
    }

    /// Counts the games that are over; those of empty places do not count. Counted games stay, and
    /// are counted again the next time.
    pub fn tally(&mut self) -> Tally {
        let mut over = self.over_in(&self.launched);
        for game in places_of(&self.launched).filter(|&game| !bit(&over, game)).collect::<Vec<_>>() {
            over[game / 64] |= u64::from(self.is_over(game)) << (game % 64);
        }
        self.finish(&over)
    }

    /// Which games of `mask` are over.
    fn over_in(&self, mask: &Set) -> Set {
        let over = self.slices.plane(planes::OVER);
        std::array::from_fn(|word| over.get(word).map_or(0, |over| over & mask[word]))
    }

    /// Counts the games of `mask`, which are over.
    fn finish(&mut self, mask: &Set) -> Tally {
        let words = self.slices.words();
        self.slices.plane_mut(planes::MASK).copy_from_slice(&mask[..words]);
        self.slices.tally = [0; 4];
        self.kernels.bitslices_finish(&mut self.slices);
        let [black, draws, white, plies] = self.slices.tally;
        Tally { wins: [black, white], draws, plies }
    }
}

impl<const N: usize> Places<Board<N>> for BitslicedGames<N> {
    const ENOUGH: u32 = 32;

    fn streams(&self) -> usize {
        self.slices.words()
    }

    fn launch(&mut self, board: &Board<N>, places: &Set) {
        self.launch_where(board, places);
    }

    fn play_period(&mut self) {
        self.play(4);
    }

    fn play_to_the_end(&mut self) {
        self.play_until(u64::MAX, self.games() as u64);
    }

    fn over(&self) -> Set {
        self.over_in(&[u64::MAX; STREAMS])
    }

    fn count(&mut self, places: &Set) -> Tally {
        self.finish(places)
    }

    fn playout(&self, place: usize) -> Playout {
        let outcome = match (self.slices.bit(planes::WON, place), self.slices.bit(planes::EVEN, place)) {
            (true, _) => Outcome::Win(Colour::Black),
            (_, true) => Outcome::Draw,
            _ => Outcome::Win(Colour::White),
        };
        Playout { outcome, plies: self.slices.age(place) }
    }
}

/// Whether a game is set in a plane.
fn bit(plane: &Set, game: usize) -> bool {
    plane[game / 64] >> (game % 64) & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{stop, streams};

    /// So that a seed gives the same games on Avx512, whether or not this processor has it.
    #[test]
    fn games_do_not_depend_on_the_width_of_planes() {
        let reference = Kernels::get(Tier::Reference).unwrap();
        let start = Board::<4>::start();
        let later = start.children().next().unwrap().1;
        for (positions, games) in [(vec![start], 1), (vec![start], 1500), (vec![start, later, start], 400)] {
            let found = [Tier::Avx2, Tier::Avx512].map(|tier| {
                let random = RandomLanes::new(8);
                let places =
                    |first| BitslicedGames::in_planes_of(tier, reference, random.clone().beginning_with(first));
                let mut tallies = vec![Tally::default(); positions.len()];
                streams::playouts(places, &positions, games, &mut tallies, &stop::NEVER).unwrap();
                tallies
            });
            assert_eq!(found[0], found[1], "{games} games from {} positions", positions.len());
        }
    }
}
