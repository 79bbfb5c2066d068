//! Random games in bit slices: hundreds at once, one bit of a register each.

use super::{Board, Colour, Kernels, Position, SquareSet};
use crate::game::Outcome;
use crate::game::{Playout, Tally};
use crate::random::RandomLanes;
use crate::tier::Tier;

/// What the bit-sliced kernels work on (`asm/othello/sliced_state.inc`): a header, then planes, one bit a game. A plane is
/// `words` quadwords wide, so that a tier with four uses the first half of the memory.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct Slices {
    /// The side, 0 or 1, that is to move in every game.
    pub(crate) turn: u64,
    /// First wins, draws, second wins and plies of the games that were finished.
    pub(crate) tally: [u64; 4],
    /// Quadwords of a plane: 4 or 8.
    pub(crate) words: u64,
    unused: [u64; 2],
    pub(crate) random: RandomLanes,
    planes: [u64; 8 * PLANES],
}

/// The planes by number, as in `sliced_state.inc`; those that only the kernels use are left out.
const PLANES: usize = 373;
/// The two sides' discs, by bit of the 8x8 frame.
pub(crate) const SIDES: usize = 0;
/// Games that had no move in the last ply.
pub(crate) const PASSED: usize = 358;
/// Games that are over.
pub(crate) const OVER: usize = 359;
/// Plies played since the launch, seven bits.
pub(crate) const AGE: usize = 360;
/// Games in which side 0 is black.
pub(crate) const BLACK: usize = 367;
/// Games to finish or to launch.
pub(crate) const MASK: usize = 368;
/// Of the games to finish, those that black won and those that nobody won.
pub(crate) const WON: usize = 369;
pub(crate) const EVEN: usize = 370;

const _: () = assert!(std::mem::offset_of!(Slices, random) == 64 && std::mem::offset_of!(Slices, planes) == 320);

impl Slices {
    /// No games; `words` is 4 or 8.
    fn new(words: usize, seed: u64) -> Box<Slices> {
        assert!(words == 4 || words == 8);
        Box::new(Slices {
            turn: 0,
            tally: [0; 4],
            words: words as u64,
            unused: [0; 2],
            random: RandomLanes::new(seed),
            planes: [0; 8 * PLANES],
        })
    }

    pub(crate) fn words(&self) -> usize {
        self.words as usize
    }

    pub(crate) fn plane(&self, plane: usize) -> &[u64] {
        &self.planes[plane * self.words()..][..self.words()]
    }

    pub(crate) fn plane_mut(&mut self, plane: usize) -> &mut [u64] {
        let words = self.words();
        &mut self.planes[plane * words..][..words]
    }

    pub(crate) fn bit(&self, plane: usize, game: usize) -> u64 {
        self.plane(plane)[game / 64] >> (game % 64) & 1
    }

    pub(crate) fn set_bit(&mut self, plane: usize, game: usize, bit: u64) {
        let word = &mut self.plane_mut(plane)[game / 64];
        *word = *word & !(1 << (game % 64)) | (bit & 1) << (game % 64);
    }

    /// The discs of a side in one game.
    pub(crate) fn side(&self, side: usize, game: usize) -> u64 {
        (0..64).map(|square| self.bit(SIDES + 64 * side + square, game) << square).sum()
    }

    pub(crate) fn set_side(&mut self, side: usize, game: usize, discs: u64) {
        (0..64).for_each(|square| self.set_bit(SIDES + 64 * side + square, game, discs >> square));
    }

    /// A number whose bits are planes.
    pub(crate) fn number(&self, plane: usize, bits: usize, game: usize) -> u32 {
        (0..bits).map(|bit| (self.bit(plane + bit, game) as u32) << bit).sum()
    }

    pub(crate) fn set_number(&mut self, plane: usize, bits: usize, game: usize, number: u32) {
        (0..bits).for_each(|bit| self.set_bit(plane + bit, game, u64::from(number >> bit)));
    }
}

/// Hundreds of random games, advanced together by the bit-sliced kernels: 512 on Avx512, 256 on other tiers (on those below
/// Avx2 slowly, by the rules as they are written, which is what tests are for). The games depend on the seed and on how many
/// there are at once.
///
/// Games do not wait for each other: one that is over stays as it is until its place is given to another.
///
/// ```
/// use stonemask::othello::{Board, Kernels, SlicedGames};
///
/// let mut games = SlicedGames::<8>::new(Kernels::best(), 1);
/// games.launch_all(&Board::start());
/// games.play(5);
/// assert_eq!(games.board(100).empties().len(), 55);
/// ```
#[derive(Clone, Debug)]
pub struct SlicedGames<const N: usize> {
    kernels: &'static Kernels,
    slices: Box<Slices>,
    /// The places in which a game was begun.
    launched: [u64; 8],
}

impl<const N: usize> SlicedGames<N> {
    /// Room for as many games as the tier advances at once, with none in it; random plies come from `seed`.
    pub fn new(kernels: &'static Kernels, seed: u64) -> SlicedGames<N> {
        SlicedGames::with_words(kernels, if kernels.tier() == Tier::Avx512 { 8 } else { 4 }, seed)
    }

    /// The reference of `kernels`: the same games by the rules as they are written.
    #[doc(hidden)]
    pub fn reference(kernels: &'static Kernels, seed: u64) -> SlicedGames<N> {
        let reference = Kernels::get(Tier::Reference).expect("the reference is available everywhere");
        SlicedGames::with_words(reference, if kernels.tier() == Tier::Avx512 { 8 } else { 4 }, seed)
    }

    fn with_words(kernels: &'static Kernels, words: usize, seed: u64) -> SlicedGames<N> {
        SlicedGames { kernels, slices: Slices::new(words, seed), launched: [0; 8] }
    }

    /// How many games there is room for.
    pub fn games(&self) -> usize {
        64 * self.slices.words()
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
        self.slices.plane_mut(MASK).copy_from_slice(&mask[..words]);
        let side_0_black = (board.to_move() == Colour::Black) == (self.slices.turn == 0);
        for (launched, mask) in self.launched.iter_mut().zip(mask).take(words) {
            *launched |= mask;
        }
        for (black, mask) in self.slices.plane_mut(BLACK).iter_mut().zip(mask) {
            *black = if side_0_black { *black | mask } else { *black & !mask };
        }
        self.kernels.sliced_launch(&mut self.slices, board.position());
    }

    /// Plays so many random plies in every game that is not over.
    pub fn play(&mut self, plies: u64) {
        self.play_until(plies, u64::MAX);
    }

    /// The same, until so many games are over; returns how many are, empty places included.
    fn play_until(&mut self, plies: u64, enough: u64) -> u64 {
        if plies == 0 { 0 } else { self.kernels.sliced_plies::<N>(&mut self.slices, plies, enough) }
    }

    /// The board of a game; of an empty place an empty board.
    ///
    /// # Panics
    /// When there is no such place.
    pub fn board(&self, game: usize) -> Board<N> {
        assert!(game < self.games(), "game {game} of {}", self.games());
        let turn = self.slices.turn as usize;
        let side = |side: usize| SquareSet::from_bits_on_board(self.slices.side(side, game));
        let position = Position::new(side(turn), side(1 - turn)).expect("a square holds one disc");
        let black = (self.slices.bit(BLACK, game) == 1) == (turn == 0);
        Board::new(position, if black { Colour::Black } else { Colour::White })
    }

    /// Whether a game is known to be over: two plies after its last move. The side to move of such a board goes on to change.
    ///
    /// # Panics
    /// When there is no such place.
    pub fn is_over(&self, game: usize) -> bool {
        assert!(game < self.games(), "game {game} of {}", self.games());
        self.slices.bit(OVER, game) == 1
    }

    /// Plies played in a game, passes included; a pass counts once a move has followed it.
    ///
    /// # Panics
    /// When there is no such place.
    pub fn plies(&self, game: usize) -> u32 {
        assert!(game < self.games(), "game {game} of {}", self.games());
        self.slices.number(AGE, 7, game)
    }

    /// Counts the games that are over.
    pub fn tally(&mut self) -> Tally {
        let over = self.over(&self.launched);
        self.finish(&over)
    }

    /// Which games of `mask` are over.
    fn over(&self, mask: &[u64; 8]) -> [u64; 8] {
        let over = self.slices.plane(OVER);
        std::array::from_fn(|word| over.get(word).map_or(0, |over| over & mask[word]))
    }

    /// Counts the games of `mask`, which are over.
    fn finish(&mut self, mask: &[u64; 8]) -> Tally {
        let words = self.slices.words();
        self.slices.plane_mut(MASK).copy_from_slice(&mask[..words]);
        self.slices.tally = [0; 4];
        self.kernels.sliced_finish(&mut self.slices);
        let [first_wins, draws, second_wins, plies] = self.slices.tally;
        Tally { first_wins, draws, second_wins, plies }
    }

    /// Plays `games` games from each of `positions`, a free place given to the next of them in order, all to the end.
    pub(crate) fn playout_many(mut self, positions: &[Board<N>], games: u64) -> Vec<Tally> {
        let mut tallies = vec![Tally::default(); positions.len()];
        if games == 0 || positions.is_empty() {
            return tallies;
        }
        // Which position each place's game is from; needed only when there are several.
        let mut from = vec![0; self.games()];
        let words = self.slices.words();
        let mut playing = [0u64; 8];
        // The next game to launch: of which position, and how many of its games are left.
        let (mut next, mut left) = (0, games);
        loop {
            // Free places, lowest first, for the games that are left.
            let mut idle = 0;
            let mut places = std::array::from_fn(|word| if word < words { !playing[word] } else { 0 });
            while next < positions.len() {
                let mask = lowest(&places, left);
                let taken: u64 = mask.iter().map(|word| u64::from(word.count_ones())).sum();
                if taken == 0 {
                    break;
                }
                self.launch_where(&positions[next], &mask);
                if positions.len() > 1 {
                    games_of(&mask).for_each(|game| from[game] = next);
                }
                for word in 0..words {
                    playing[word] |= mask[word];
                    places[word] &= !mask[word];
                }
                left -= taken;
                if left == 0 {
                    (next, left) = (next + 1, games);
                }
            }
            for word in places {
                idle += u64::from(word.count_ones());
            }
            if playing == [0; 8] {
                return tallies;
            }

            // Wait for some games to end, so that counting them and filling their places costs little for each.
            let all = self.games() as u64;
            let enough = if next < positions.len() { idle + all / 8 } else { all };
            self.play_until(u64::MAX, enough);
            let over = self.over(&playing);
            for (playing, over) in playing.iter_mut().zip(over) {
                *playing &= !over;
            }
            let tally = self.finish(&over);
            if positions.len() == 1 {
                tallies[0] += tally;
            } else {
                for game in games_of(&over) {
                    let outcome = match (self.slices.bit(WON, game), self.slices.bit(EVEN, game)) {
                        (1, _) => Outcome::First,
                        (_, 1) => Outcome::Draw,
                        _ => Outcome::Second,
                    };
                    tallies[from[game]].count(Playout { outcome, plies: self.plies(game) });
                }
            }
        }
    }
}

/// The lowest `count` bits that are set.
fn lowest(places: &[u64; 8], mut count: u64) -> [u64; 8] {
    places.map(|mut word| {
        let ones = u64::from(word.count_ones());
        if ones > count {
            let mut taken = 0;
            for _ in 0..count {
                taken |= word & word.wrapping_neg();
                word &= word - 1;
            }
            count = 0;
            taken
        } else {
            count -= ones;
            word
        }
    })
}

/// The games that are set in a plane.
fn games_of(plane: &[u64; 8]) -> impl Iterator<Item = usize> {
    plane.iter().enumerate().flat_map(|(index, &word)| {
        std::iter::successors((word != 0).then_some(word), |word| {
            let rest = word & (word - 1);
            (rest != 0).then_some(rest)
        })
        .map(move |word| 64 * index + word.trailing_zeros() as usize)
    })
}
