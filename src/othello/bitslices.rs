//! Random games in bit slices: hundreds at once, one bit of a register each.

use super::board::Board;
use super::kernels::Kernels;
use super::planes::{self, Bitslices};
use super::position::Position;
use super::square::SquareSet;
use crate::bits::{each, lowest};
use crate::game::{Colour, Outcome, Playout, Stopped, Tally, clear_tallies, stop};
use crate::tier::Tier;
use std::sync::atomic::AtomicBool;

/// Hundreds of random games, advanced together by the bit-sliced kernels: 512 on Avx512, 256 on other tiers (on those below
/// Avx2 slowly, by the rules as they are written, which is what tests are for). The games depend on the seed and on how many
/// there are at once.
///
/// Games do not wait for each other: one that is over stays as it is until its place is given to another.
#[derive(Clone, Debug)]
pub struct BitslicedGames<const N: usize> {
    kernels: &'static Kernels,
    slices: Box<Bitslices>,
    /// The places in which a game was begun.
    launched: [u64; 8],
    /// Those of them whose first ply was black's.
    black_began: [u64; 8],
}

impl<const N: usize> BitslicedGames<N> {
    /// Room for as many games as the tier advances at once, with none in it; random plies come from `seed`.
    pub fn new(kernels: &'static Kernels, seed: u64) -> BitslicedGames<N> {
        BitslicedGames::in_planes_of(kernels.tier(), kernels, seed)
    }

    /// The games that another tier would play, by these kernels, which must be the reference or have planes as wide.
    pub(crate) fn in_planes_of(tier: Tier, kernels: &'static Kernels, seed: u64) -> BitslicedGames<N> {
        BitslicedGames { kernels, slices: Bitslices::new(tier, seed), launched: [0; 8], black_began: [0; 8] }
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
    fn launch_where(&mut self, board: &Board<N>, mask: &[u64; 8]) {
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

    /// Plays `plies` random plies, or until `enough` games are over; returns how many are, empty places included.
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

    /// Counts the games that are over; those of empty places do not count. What is counted stays, and is counted again the next
    /// time.
    pub fn tally(&mut self) -> Tally {
        let mut over = self.over(&self.launched);
        for game in games_of(&self.launched).filter(|&game| !bit(&over, game)).collect::<Vec<_>>() {
            over[game / 64] |= u64::from(self.is_over(game)) << (game % 64);
        }
        self.finish(&over)
    }

    /// Which games of `mask` are over.
    fn over(&self, mask: &[u64; 8]) -> [u64; 8] {
        let over = self.slices.plane(planes::OVER);
        std::array::from_fn(|word| over.get(word).map_or(0, |over| over & mask[word]))
    }

    /// Counts the games of `mask`, which are over.
    fn finish(&mut self, mask: &[u64; 8]) -> Tally {
        let words = self.slices.words();
        self.slices.plane_mut(planes::MASK).copy_from_slice(&mask[..words]);
        self.slices.tally = [0; 4];
        self.kernels.bitslices_finish(&mut self.slices);
        let [black, draws, white, plies] = self.slices.tally;
        Tally { wins: [black, white], draws, plies }
    }

    /// Plays `games` games from each of `positions`, a free place given to the next of them in order, all to the end; once `stop`
    /// is set no more are begun. What was in the places before is lost.
    pub(crate) fn playouts(
        &mut self,
        positions: &[Board<N>],
        games: u64,
        tallies: &mut [Tally],
        stop: &AtomicBool,
    ) -> Result<(), Stopped> {
        clear_tallies(positions.len(), tallies);
        if games == 0 {
            return Ok(());
        }
        let mut stopped = false;
        let mut work =
            Work { positions, games, next: 0, left: games, playing: [0; 8], from: vec![0; self.games()], tallies };
        loop {
            if work.next < positions.len() && stop::asked(stop) {
                stopped = true;
                work.next = positions.len();
            }
            let idle = self.fill(&mut work);
            if work.playing == [0; 8] {
                return if stopped { Err(Stopped(())) } else { Ok(()) };
            }
            // Wait for some games to end, so that counting them and filling their places costs little for each.
            let all = self.games() as u64;
            let enough = if work.next < positions.len() { idle + all / 8 } else { all };
            self.play_until(u64::MAX, enough);
            self.count(&mut work);
        }
    }

    /// Begins the next games in the free places, lowest first; returns how many stay free.
    fn fill(&mut self, work: &mut Work<'_, N>) -> u64 {
        let words = self.slices.words();
        let mut places: [u64; 8] = std::array::from_fn(|word| if word < words { !work.playing[word] } else { 0 });
        while work.next < work.positions.len() {
            let (mut mask, mut taken) = ([0; 8], 0);
            for (mask, &word) in mask.iter_mut().zip(&places) {
                *mask = lowest(word, work.left - taken);
                taken += u64::from(mask.count_ones());
            }
            if taken == 0 {
                break;
            }
            self.launch_where(&work.positions[work.next], &mask);
            if work.positions.len() > 1 {
                games_of(&mask).for_each(|game| work.from[game] = work.next);
            }
            for word in 0..words {
                work.playing[word] |= mask[word];
                places[word] &= !mask[word];
            }
            work.left -= taken;
            if work.left == 0 {
                (work.next, work.left) = (work.next + 1, work.games);
            }
        }
        places.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// Counts the games that have ended; their places are free.
    fn count(&mut self, work: &mut Work<'_, N>) {
        let over = self.over(&work.playing);
        for (playing, over) in work.playing.iter_mut().zip(over) {
            *playing &= !over;
        }
        let tally = self.finish(&over);
        if let [all] = &mut *work.tallies {
            *all += tally;
            return;
        }
        for game in games_of(&over) {
            let outcome = match (self.slices.bit(planes::WON, game), self.slices.bit(planes::EVEN, game)) {
                (true, _) => Outcome::Win(Colour::Black),
                (_, true) => Outcome::Draw,
                _ => Outcome::Win(Colour::White),
            };
            work.tallies[work.from[game]].count(Playout { outcome, plies: self.plies(game) });
        }
    }
}

/// Games to be played from positions, and how far that has come.
struct Work<'a, const N: usize> {
    positions: &'a [Board<N>],
    /// For each of them.
    games: u64,
    /// The next game to begin: of which position, and how many of its games are left.
    next: usize,
    left: u64,
    /// The places whose games go on.
    playing: [u64; 8],
    /// Which position each place's game is from; needed only when there are several.
    from: Vec<usize>,
    tallies: &'a mut [Tally],
}

/// Whether a game is set in a plane.
fn bit(plane: &[u64; 8], game: usize) -> bool {
    plane[game / 64] >> (game % 64) & 1 == 1
}

/// The games that are set in a plane.
fn games_of(plane: &[u64; 8]) -> impl Iterator<Item = usize> {
    plane.iter().enumerate().flat_map(|(index, &word)| each(word).map(move |bit| 64 * index + bit))
}
