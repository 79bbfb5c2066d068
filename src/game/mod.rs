//! What all games share: colours, outcomes, counts, and the trait that perft, playouts, slabs, protocols and terminals are
//! written over.

#[cfg(feature = "arbitrary")]
pub(crate) mod arbitrary;
pub(crate) mod diagram;
pub mod perft;
pub mod playout;
#[cfg(feature = "serde")]
mod serde;
pub mod slab;
pub mod stop;

pub use stop::Stopped;

use crate::random::Random;
use crate::tier::Tier;
use std::error::Error;
use std::fmt;
use std::iter::Sum;
use std::ops::AddAssign;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

/// A player's colour. Black moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Colour {
    /// The first player, `X` in text.
    Black,
    /// The second player, `O` in text.
    White,
}

impl Colour {
    /// Both colours, black first.
    pub const ALL: [Colour; 2] = [Colour::Black, Colour::White];

    /// The other colour.
    #[inline]
    pub const fn other(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }

    /// A stone of this colour in arrays of cells: 1 for black, 2 for white; 0 stands for an empty cell.
    #[inline]
    pub const fn cell(self) -> u8 {
        self as u8 + 1
    }

    /// The letter of a stone in text: `X` or `O`.
    #[inline]
    pub const fn letter(self) -> char {
        match self {
            Colour::Black => 'X',
            Colour::White => 'O',
        }
    }

    /// The colour that a letter stands for, `X` or `O` in either case.
    ///
    /// ```
    /// use stonemask::game::Colour;
    ///
    /// assert_eq!(Colour::from_letter('x'), Some(Colour::Black));
    /// assert_eq!(Colour::from_letter('-'), None);
    /// ```
    pub const fn from_letter(letter: char) -> Option<Colour> {
        match letter {
            'X' | 'x' => Some(Colour::Black),
            'O' | 'o' => Some(Colour::White),
            _ => None,
        }
    }
}

/// `black` or `white`.
impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Colour::Black => "black",
            Colour::White => "white",
        })
    }
}

/// Reads `black` or `white`, in either case.
impl FromStr for Colour {
    type Err = ParseColourError;

    fn from_str(text: &str) -> Result<Colour, ParseColourError> {
        let named = |colour: &Colour| colour.to_string().eq_ignore_ascii_case(text);
        Colour::ALL.into_iter().find(named).ok_or_else(|| ParseColourError { text: text.to_owned() })
    }
}

/// A text that names no [`Colour`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseColourError {
    text: String,
}

impl fmt::Display for ParseColourError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is no colour: expected black or white", self.text.escape_debug())
    }
}

impl Error for ParseColourError {}

/// How a finished game went. The first player is the one who moves first from the start: black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(::serde::Serialize, ::serde::Deserialize))]
pub enum Outcome {
    /// The first player won.
    First,
    /// Nobody won.
    Draw,
    /// The second player won.
    Second,
}

impl Outcome {
    /// The outcome of a game by the first player's points minus the second's.
    pub const fn from_score(score: i32) -> Outcome {
        match score {
            1.. => Outcome::First,
            0 => Outcome::Draw,
            _ => Outcome::Second,
        }
    }

    /// The outcome of a game that `colour` won.
    pub const fn win(colour: Colour) -> Outcome {
        match colour {
            Colour::Black => Outcome::First,
            Colour::White => Outcome::Second,
        }
    }

    /// Who won; `None` for a draw.
    pub const fn winner(self) -> Option<Colour> {
        match self {
            Outcome::First => Some(Colour::Black),
            Outcome::Draw => None,
            Outcome::Second => Some(Colour::White),
        }
    }
}

/// `black won`, `draw` or `white won`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Outcome::First => "black won",
            Outcome::Draw => "draw",
            Outcome::Second => "white won",
        })
    }
}

/// What a perft counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(::serde::Serialize, ::serde::Deserialize))]
pub struct Perft {
    /// Positions at the depth, plus the games that ended above it, each once. A pass is a ply.
    pub nodes: u64,
    /// The games among `nodes` that ended above the depth.
    pub finished: u64,
}

impl Perft {
    /// One position at the depth.
    pub(crate) const LEAF: Perft = Perft { nodes: 1, finished: 0 };
    /// One game that ended above the depth.
    pub(crate) const FINISHED: Perft = Perft { nodes: 1, finished: 1 };
}

impl AddAssign for Perft {
    fn add_assign(&mut self, other: Perft) {
        self.nodes += other.nodes;
        self.finished += other.finished;
    }
}

impl Sum for Perft {
    fn sum<I: Iterator<Item = Perft>>(counts: I) -> Perft {
        counts.fold(Perft::default(), |mut sum, count| {
            sum += count;
            sum
        })
    }
}

/// One finished random game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(::serde::Serialize, ::serde::Deserialize))]
pub struct Playout {
    /// How it went.
    pub outcome: Outcome,
    /// Plies played from the state given to the end, passes included.
    pub plies: u32,
}

/// How many games went: counts of finished games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(::serde::Serialize, ::serde::Deserialize))]
pub struct Tally {
    /// Games that the first player won.
    pub first_wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that the second player won.
    pub second_wins: u64,
    /// Plies of all games together, passes included.
    pub plies: u64,
}

impl Tally {
    /// The games counted.
    pub const fn games(&self) -> u64 {
        self.first_wins + self.draws + self.second_wins
    }

    /// The games that a colour won.
    pub const fn wins(&self, colour: Colour) -> u64 {
        match colour {
            Colour::Black => self.first_wins,
            Colour::White => self.second_wins,
        }
    }

    /// Counts one game more.
    ///
    /// ```
    /// use stonemask::game::{Colour, Outcome, Playout, Tally};
    ///
    /// let mut tally = Tally::default();
    /// tally.count(Playout { outcome: Outcome::Second, plies: 9 });
    /// assert_eq!((tally.games(), tally.wins(Colour::White), tally.wins(Colour::Black)), (1, 1, 0));
    /// ```
    pub const fn count(&mut self, game: Playout) {
        *match game.outcome {
            Outcome::First => &mut self.first_wins,
            Outcome::Draw => &mut self.draws,
            Outcome::Second => &mut self.second_wins,
        } += 1;
        self.plies += game.plies as u64;
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.first_wins += other.first_wins;
        self.draws += other.draws;
        self.second_wins += other.second_wins;
        self.plies += other.plies;
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Tally>>(tallies: I) -> Tally {
        tallies.fold(Tally::default(), |mut sum, tally| {
            sum += tally;
            sum
        })
    }
}

/// A state of a two-player game without chance or hidden information.
///
/// The kernels are an argument, so that tests and measurements run any tier; `Kernels::best()` is the one to use otherwise.
/// A board's own methods without that argument use it.
///
/// ```
/// use stonemask::game::Game;
///
/// /// The plies of a game in which each player takes the first legal move.
/// fn first_moves<G: Game>(mut game: G) -> Vec<G::Move> {
///     let mut plies = Vec::new();
///     while let Some(ply) = game.legal_moves().next() {
///         game.make_with(G::best_kernels(), ply);
///         plies.push(ply);
///     }
///     plies
/// }
///
/// use stonemask::othello::Board;
/// assert_eq!(first_moves(Board::<4>::start()).len(), 12);
/// ```
pub trait Game: Clone + fmt::Debug + fmt::Display + Send + Sync {
    /// A ply: a move, or a pass where the game has passes.
    type Move: Copy + Eq + fmt::Debug + fmt::Display + FromStr<Err: Error> + Send + Sync;
    /// Why a ply is illegal.
    type Illegal: Error;
    /// What takes a ply back.
    type Undo;
    /// The table of kernels.
    type Kernels: Sync + 'static;

    /// The kernels of a tier; `None` when this processor or this build lacks it.
    fn kernels(tier: Tier) -> Option<&'static Self::Kernels>;

    /// The kernels of the best tier.
    fn best_kernels() -> &'static Self::Kernels {
        Self::kernels(Tier::best()).expect("the best tier is one of those that run here")
    }

    /// The side to move; once the game is over, the side whose turn it would be.
    fn to_move(&self) -> Colour;

    /// The legal plies; none when the game is over. A pass is one where the game has passes.
    fn legal_moves_with(
        &self,
        kernels: &'static Self::Kernels,
    ) -> impl DoubleEndedIterator<Item = Self::Move> + use<Self>;

    /// Calls `visit` with each legal ply, in the order of [`Game::legal_moves`], and the state after it. A state without one is
    /// the end of a game.
    fn for_each_child(&self, kernels: &'static Self::Kernels, visit: impl FnMut(Self::Move, &Self));

    /// How many legal plies there are; 0 when the game is over.
    fn ply_count(&self, kernels: &'static Self::Kernels) -> u64;

    /// Plays a ply if it is legal.
    ///
    /// # Errors
    /// When it is not; the state is as before.
    fn try_play_with(&mut self, kernels: &'static Self::Kernels, ply: Self::Move) -> Result<(), Self::Illegal>;

    /// Plays a legal ply and returns what [`Game::undo`] needs to take it back. An illegal ply panics, or leaves a state that
    /// no game reaches.
    fn make_with(&mut self, kernels: &'static Self::Kernels, ply: Self::Move) -> Self::Undo;

    /// Takes the last ply back, given what [`Game::make_with`] returned for it.
    fn undo(&mut self, undo: Self::Undo);

    /// Plays one of the legal plies, each as likely as any other; false, and nothing played, when the game is over.
    fn play_random(&mut self, kernels: &'static Self::Kernels, random: &mut Random) -> bool;

    /// How the game went; `None` while it goes on.
    fn outcome_with(&self, kernels: &'static Self::Kernels) -> Option<Outcome>;

    /// The legal plies; none when the game is over. A pass is one where the game has passes, unlike in the sets of squares that
    /// the boards of Othello return.
    fn legal_moves(&self) -> impl DoubleEndedIterator<Item = Self::Move> + use<Self> {
        self.legal_moves_with(Self::best_kernels())
    }

    /// Each legal ply and the state after it.
    fn children(&self) -> impl DoubleEndedIterator<Item = (Self::Move, Self)> {
        self.legal_moves().map(|ply| {
            let mut child = self.clone();
            _ = child.make_with(Self::best_kernels(), ply);
            (ply, child)
        })
    }

    /// Whether the game is over.
    fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// How the game went; `None` while it goes on.
    fn outcome(&self) -> Option<Outcome> {
        self.outcome_with(Self::best_kernels())
    }

    /// Who won; `None` while the game goes on, and when nobody did.
    fn winner(&self) -> Option<Colour> {
        self.outcome().and_then(Outcome::winner)
    }

    /// Counts the positions `depth` plies below, as [`perft`](perft::perft) says.
    fn perft(&self, kernels: &'static Self::Kernels, depth: u32) -> Perft {
        self.perft_until(kernels, depth, &stop::NEVER).expect("nobody stops this count")
    }

    /// [`Game::perft`], until `stop` is set.
    ///
    /// # Errors
    /// When it was stopped; with the positions counted until then.
    fn perft_until(
        &self,
        kernels: &'static Self::Kernels,
        depth: u32,
        stop: &AtomicBool,
    ) -> Result<Perft, Stopped<Perft>> {
        perft_one_by_one(self, kernels, depth, stop)
    }

    /// Plays uniformly random legal plies until the game is over.
    fn playout(mut self, kernels: &'static Self::Kernels, random: &mut Random) -> Playout {
        let mut plies = 0;
        while self.play_random(kernels, random) {
            plies += 1;
        }
        Playout { outcome: self.outcome_with(kernels).expect("a game without plies left is over"), plies }
    }

    /// Plays `games` random games from each of `positions`; the result depends on the seed and the tier alone,
    /// as [`Tier`] says.
    fn playout_many(positions: &[Self], games: u64, kernels: &'static Self::Kernels, seed: u64) -> Vec<Tally> {
        let mut tallies = vec![Tally::default(); positions.len()];
        Self::playout_many_until(positions, games, kernels, seed, &mut tallies, &stop::NEVER)
            .expect("nobody stops these games");
        tallies
    }

    /// [`Game::playout_many`], until `stop` is set, as [`playout_many_until`](playout::playout_many_until) says.
    ///
    /// # Errors
    /// When it was stopped; the tallies have the games played until then.
    ///
    /// # Panics
    /// When there is not one tally for each position.
    fn playout_many_until(
        positions: &[Self],
        games: u64,
        kernels: &'static Self::Kernels,
        seed: u64,
        tallies: &mut [Tally],
        stop: &AtomicBool,
    ) -> Result<(), Stopped> {
        playout_one_by_one(positions, games, kernels, seed, tallies, stop)
    }
}

/// [`Game::perft_until`] without kernels for many positions at once.
pub(crate) fn perft_one_by_one<G: Game>(
    game: &G,
    kernels: &'static G::Kernels,
    depth: u32,
    stop: &AtomicBool,
) -> Result<Perft, Stopped<Perft>> {
    let mut walk = Walk { kernels, stop, stopped: false };
    let count = walk.perft(game, depth);
    if walk.stopped { Err(Stopped(count)) } else { Ok(count) }
}

/// A perft by a walk through the tree.
struct Walk<'a, K: 'static> {
    kernels: &'static K,
    stop: &'a AtomicBool,
    /// Whether positions were left out.
    stopped: bool,
}

impl<K> Walk<'_, K> {
    fn perft<G: Game<Kernels = K>>(&mut self, game: &G, depth: u32) -> Perft {
        if depth == 0 {
            return Perft::LEAF;
        }
        if depth == 1 {
            return match game.ply_count(self.kernels) {
                0 => Perft::FINISHED,
                plies => Perft { nodes: plies, finished: 0 },
            };
        }
        let mut count = Perft::default();
        game.for_each_child(self.kernels, |_, child| {
            self.stopped = self.stopped || stop::asked(self.stop);
            if !self.stopped {
                count += self.perft(child, depth - 1);
            }
        });
        if count.nodes == 0 && !self.stopped { Perft::FINISHED } else { count }
    }
}

/// [`Game::playout_many_until`] without kernels for many games at once.
pub(crate) fn playout_one_by_one<G: Game>(
    positions: &[G],
    games: u64,
    kernels: &'static G::Kernels,
    seed: u64,
    tallies: &mut [Tally],
    stop: &AtomicBool,
) -> Result<(), Stopped> {
    let mut random = Random::new(seed);
    tally_in_turn(positions, tallies, |position| {
        tally_one_by_one(games, stop, || position.clone().playout(kernels, &mut random))
    })
}

/// The tallies of positions whose games are played one position after the other.
///
/// # Panics
/// When there is not one tally for each position.
pub(crate) fn tally_in_turn<G>(
    positions: &[G],
    tallies: &mut [Tally],
    mut tally: impl FnMut(&G) -> Result<Tally, Stopped<Tally>>,
) -> Result<(), Stopped> {
    clear_tallies(positions.len(), tallies);
    for (position, sum) in positions.iter().zip(tallies) {
        *sum = tally(position).map_err(|Stopped(so_far)| {
            *sum = so_far;
            Stopped(())
        })?;
    }
    Ok(())
}

/// Sets the tallies of so many positions to nothing.
///
/// # Panics
/// When there are not as many.
pub(crate) fn clear_tallies(positions: usize, tallies: &mut [Tally]) {
    assert_eq!(tallies.len(), positions, "tallies of {positions} positions");
    tallies.fill(Tally::default());
}

/// Counts games that are played one after the other.
pub(crate) fn tally_one_by_one(
    games: u64,
    stop: &AtomicBool,
    mut play: impl FnMut() -> Playout,
) -> Result<Tally, Stopped<Tally>> {
    let mut tally = Tally::default();
    for _ in 0..games {
        if stop::asked(stop) {
            return Err(Stopped(tally));
        }
        tally.count(play());
    }
    Ok(tally)
}
