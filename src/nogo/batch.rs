//! Random games from many boards at once, with room that is kept.

use super::kernels::Kernels;
use super::planes::{POINTS, Planes};
use super::point::Point;
use super::shape::Shape;
use super::state::Board;
use crate::bits::each;
use crate::game::streams::STREAMS;
use crate::game::{Colour, Tally};
use crate::random::{Random, RandomLanes};
use std::fmt;

/// Games that are played together.
const GAMES: usize = 64 * STREAMS;

/// The stones at the end of random games, counted point by point: who owns a point.
///
/// ```
/// use stonemask::nogo::{Batch, Board, Colour};
///
/// let board: Board = "-X-/X-O/--O X".parse()?;
/// let (_, ends) = Batch::new(1).run_with_ends(&[board], 100);
/// assert_eq!(ends[0].stones(Colour::Black, "b1".parse()?), 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ends {
    games: u64,
    stones: [[u64; POINTS]; 2],
}

impl Ends {
    /// The games counted.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// In how many of the games a colour had a stone there at the end.
    pub const fn stones(&self, colour: Colour, point: Point) -> u64 {
        self.stones[colour as usize][9 * point.row() + point.column()]
    }

    /// Counts games of a word that are over.
    fn count(&mut self, planes: &Planes, word: usize, games: u64) {
        self.games += u64::from(games.count_ones());
        planes.count_stones(word, games, &mut self.stones);
    }
}

impl Default for Ends {
    fn default() -> Ends {
        Ends { games: 0, stones: [[0; POINTS]; 2] }
    }
}

/// Plays random games from many boards at once, again and again, as a tree search asks for them:
/// 512 games side by side, from one board or from 512. The memory is kept from call to call. The
/// games of a seed and of the calls made so far do not depend on the [tier](crate::Tier).
///
/// ```
/// use stonemask::nogo::{Batch, Board};
///
/// let boards: Vec<Board> = Board::start().children().map(|(_, board)| board).take(8).collect();
/// let tallies = Batch::new(1).run(&boards, 64);
/// assert!(tallies.len() == 8 && tallies.iter().all(|tally| tally.games() == 64));
/// ```
#[derive(Clone)]
pub struct Batch {
    random: Random,
    /// Of the width that the kernels have: together as many words as there are streams.
    planes: Vec<Box<Planes>>,
    /// Whether they are made for boards other than the full 9x9.
    shaped: bool,
}

impl fmt::Debug for Batch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batch").field("random", &self.random).finish_non_exhaustive()
    }
}

impl Batch {
    /// Room for games, which draw from a seed.
    pub fn new(seed: u64) -> Batch {
        Batch { random: Random::new(seed), planes: Vec::new(), shaped: false }
    }

    /// Plays `games` random games from each board.
    pub fn run(&mut self, boards: &[Board], games: u64) -> Vec<Tally> {
        let mut tallies = vec![Tally::default(); boards.len()];
        self.play(boards, games, |index, tally, _, _, _| tallies[index] += tally);
        tallies
    }

    /// [`Batch::run`], with the stones at the end of the games.
    pub fn run_with_ends(&mut self, boards: &[Board], games: u64) -> (Vec<Tally>, Vec<Ends>) {
        let mut tallies = vec![Tally::default(); boards.len()];
        let mut ends = vec![Ends::default(); boards.len()];
        self.play(boards, games, |index, tally, planes, word, places| {
            tallies[index] += tally;
            ends[index].count(planes, word, places);
        });
        (tallies, ends)
    }

    /// [`Batch::run`]; the stones at the end of all games are added to `ends`.
    pub(super) fn run_adding(&mut self, boards: &[Board], games: u64, ends: &mut Ends) -> Vec<Tally> {
        let mut tallies = vec![Tally::default(); boards.len()];
        self.play(boards, games, |index, tally, planes, word, places| {
            tallies[index] += tally;
            ends.count(planes, word, places);
        });
        tallies
    }

    /// Plays the games and calls `count` with a board's index, what became of some of its games,
    /// and where these are: the planes, a word, and places of it.
    fn play(&mut self, boards: &[Board], games: u64, mut count: impl FnMut(usize, Tally, &Planes, usize, u64)) {
        let kernels = Kernels::in_use();
        self.fit(kernels, boards.iter().any(|board| board.shape() != Shape::FULL));
        let all = games.checked_mul(boards.len() as u64).expect("fewer than 2^64 games");
        let words = self.planes.first().map_or(STREAMS, |planes| planes.words());
        let mut first = 0;
        while first < all {
            let lanes = RandomLanes::new(self.random.next_u64());
            let mut random = Random::new(self.random.next_u64());
            let board_of = |place: usize| ((first + place as u64) / games) as usize;
            let begun = (all - first).min(GAMES as u64) as usize;
            for (part, planes) in self.planes.iter_mut().enumerate().take(begun.div_ceil(64 * words)) {
                planes.set_random(&lanes.clone().beginning_with(part * words));
                for word in 0..words {
                    let at = 64 * (part * words + word);
                    launch(planes, word, begun.saturating_sub(at), &mut random, |place| &boards[board_of(at + place)]);
                }
                kernels.bitslices_plies(planes, planes.games(), u32::MAX);
                for word in 0..words {
                    let at = 64 * (part * words + word);
                    let mut place = 0;
                    while place < 64 && at + place < begun {
                        let index = board_of(at + place);
                        let end = (games * (index as u64 + 1) - first).min(begun as u64) as usize;
                        let until = (end - at).min(64);
                        let places = u64::MAX >> (64 - (until - place)) << place;
                        count(index, planes.count_in(word, places), planes, word, places);
                        place = until;
                    }
                }
            }
            first += begun as u64;
        }
    }

    /// Makes planes of the width that the kernels have.
    fn fit(&mut self, kernels: &Kernels, shaped: bool) {
        let words = kernels.tier().words();
        let fits = self.planes.first().is_some_and(|planes| planes.words() == words);
        if !fits || shaped != self.shaped {
            let random = RandomLanes::new(0);
            self.planes = (0..STREAMS / words).map(|_| Planes::new(words, shaped, &random)).collect();
            self.shaped = shaped;
        }
    }
}

/// Begins games in the first places of a word.
fn launch<'a>(
    planes: &mut Planes,
    word: usize,
    places: usize,
    random: &mut Random,
    board: impl Fn(usize) -> &'a Board,
) {
    let places = if places < 64 { (1 << places) - 1 } else { u64::MAX };
    let forbidden = each(places).filter(|&place| board(place).centre_is_forbidden());
    let forbidden: u64 = forbidden.map(|place| 1 << place).sum();
    planes.launch_each(word, places & !forbidden, 0, &board);
    // Points that are forbidden at the start are no matter of the planes: each game begins with a
    // ply of its own.
    for place in each(forbidden) {
        let mut board = *board(place);
        let plies = board.play_random_plies(random, 1);
        planes.launch_each(word, 1 << place, plies, |_| &board);
    }
}
