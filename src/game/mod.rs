//! Shared by all games: colours, outcomes, counts, and the trait that perft, playouts, slabs,
//! protocols and terminals are written over.

#[cfg(feature = "arbitrary")]
pub(crate) mod arbitrary;
mod bulk;
mod choose;
mod clock;
mod colour;
mod counts;
pub(crate) mod diagram;
pub(crate) mod growing;
pub(crate) mod illegal_move;
pub(crate) mod key;
mod merge_error;
pub(crate) mod merge_table;
mod merged;
pub mod perft;
pub mod playout;
pub mod search;
#[cfg(feature = "serde")]
mod serde;
pub mod slab;
pub mod stop;
pub(crate) mod streams;
pub mod svg;
mod symmetry;

pub(crate) use bulk::{Bulk, tally_in_turn, tally_one_by_one};
pub(crate) use clock::Clock;
pub use colour::{Colour, Outcome, ParseColourError};
pub use counts::{Perft, Playout, Tally};
pub use illegal_move::IllegalMove;
pub(crate) use merge_error::MergeError;
pub use stop::Stopped;
pub use symmetry::Symmetry;

use crate::random::{Random, Source};
use std::error::Error;
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

/// A state of a two-player game without chance or hidden information.
///
/// Generic programs take a `Game`; the boards have all of it but [`Game::for_each_child`] as
/// methods of their own, so that programs about one game need not import the trait.
///
/// ```
/// use stonemask::game::Game;
///
/// /// The plies of a game in which each player takes the first legal one.
/// fn first_plies<G: Game>(mut game: G) -> Vec<G::Move> {
///     let mut played = Vec::new();
///     while let Some(ply) = game.plies().next() {
///         _ = game.make(ply);
///         played.push(ply);
///     }
///     played
/// }
///
/// use stonemask::othello::Board;
/// assert_eq!(first_plies(Board::<4>::start()).len(), 12);
/// ```
pub trait Game: Bulk + Clone + fmt::Debug + fmt::Display + Send + Sync + 'static {
    /// A ply: a move, or a pass where the game has passes.
    type Move: Copy + Eq + fmt::Debug + fmt::Display + FromStr<Err: Error + Send + Sync> + Send + Sync + 'static;
    /// Why a ply is illegal.
    type Illegal: Error + Send + Sync + 'static;
    /// The token that takes a ply back.
    type Undo;

    /// The side to move; once the game is over, the side whose turn it would be.
    fn to_move(&self) -> Colour;

    /// The legal plies, a pass included where it is the only one; none when the game is over.
    fn plies(&self) -> impl DoubleEndedIterator<Item = Self::Move> + use<Self>;

    /// The legal plies: [`Game::plies`] by another name.
    fn moves(&self) -> impl DoubleEndedIterator<Item = Self::Move> + use<Self> {
        self.plies()
    }

    /// Calls `visit` with each legal ply, in the order of [`Game::plies`], and the state after it.
    fn for_each_child(&self, visit: impl FnMut(Self::Move, &Self));

    /// Whether a ply is legal.
    ///
    /// # Errors
    /// When it is not, with the reason.
    fn check(&self, ply: Self::Move) -> Result<(), Self::Illegal>;

    /// Plays a legal ply and returns what [`Game::undo`] needs to take it back. An illegal ply
    /// panics, or leaves a state that no game reaches.
    #[must_use = "without it the ply cannot be taken back"]
    fn make(&mut self, ply: Self::Move) -> Self::Undo;

    /// Takes the last ply back, given what [`Game::make`] returned for it.
    fn undo(&mut self, undo: Self::Undo);

    /// Plays one of the legal plies, each as likely as any other; false, and nothing played, when
    /// the game is over.
    fn play_random(&mut self, random: &mut Random) -> bool;

    /// How the game went; `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Plays a legal ply.
    ///
    /// # Panics
    /// When the ply is illegal.
    fn play(&mut self, ply: Self::Move) {
        self.try_play(ply).unwrap_or_else(|error| panic!("{error}"));
    }

    /// Plays a ply if it is legal.
    ///
    /// # Errors
    /// When it is not; the state is as before.
    fn try_play(&mut self, ply: Self::Move) -> Result<(), Self::Illegal> {
        self.check(ply)?;
        _ = self.make(ply);
        Ok(())
    }

    /// The state after a legal ply.
    ///
    /// # Panics
    /// When the ply is illegal.
    fn after(&self, ply: Self::Move) -> Self {
        let mut after = self.clone();
        after.play(ply);
        after
    }

    /// Each legal ply and the state after it.
    fn children(&self) -> impl DoubleEndedIterator<Item = (Self::Move, Self)> {
        self.plies().map(|ply| {
            let mut child = self.clone();
            _ = child.make(ply);
            (ply, child)
        })
    }

    /// Whether the game is over.
    fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// Who won; `None` while the game goes on, and when it is drawn.
    fn winner(&self) -> Option<Colour> {
        self.outcome().and_then(Outcome::winner)
    }

    /// Counts the positions `depth` plies below, without hashing: the classical check of a move
    /// generator. A pass is a ply. [`perft_until`](perft::perft_until) is the same with a way to
    /// stop it. Both call themselves once a ply of the depth, which takes stack: about a kilobyte a
    /// ply on the largest boards.
    fn perft(&self, depth: u32) -> Perft {
        self.perft_in_bulk(depth, &stop::NEVER).expect("the flag is never set")
    }

    /// Plays a uniformly random game from here to its end.
    fn playout(&self, random: &mut (impl Source + ?Sized)) -> Playout {
        random.draw(|random| self.random_game(random))
    }

    /// Plays `games` uniformly random games from here, many at once where the kernels can.
    /// [`playouts`](playout::playouts) plays them from several positions.
    fn playouts(&self, games: u64, seed: u64) -> Tally {
        playout::playouts(std::slice::from_ref(self), games, seed)[0]
    }
}

/// [`Bulk::perft_in_bulk`] by a walk through the tree, ply by ply.
pub(crate) fn perft_by_plies<G: Game>(game: &G, depth: u32, stop: &AtomicBool) -> Result<Perft, Stopped<Perft>> {
    let mut walk = Walk { stop, stopped: false };
    let count = walk.perft(game, depth);
    if walk.stopped { Err(Stopped(count)) } else { Ok(count) }
}

/// A perft by a walk through the tree.
struct Walk<'a> {
    stop: &'a AtomicBool,
    /// Whether positions were left out.
    stopped: bool,
}

impl Walk<'_> {
    fn perft<G: Game>(&mut self, game: &G, depth: u32) -> Perft {
        if depth == 0 {
            return Perft::LEAF;
        }
        if depth == 1 {
            return match game.count_plies() {
                0 => Perft::FINISHED,
                plies => Perft { nodes: plies, finished: 0 },
            };
        }
        let mut count = Perft::default();
        game.for_each_child(|_, child| {
            self.stopped = self.stopped || stop::asked(self.stop);
            if !self.stopped {
                count += self.perft(child, depth - 1);
            }
        });
        if count.nodes == 0 && !self.stopped { Perft::FINISHED } else { count }
    }
}

/// Methods of [`Game`] that every board has as its own, so that programs about one game need not
/// import the trait.
macro_rules! own_methods {
    ($set:ty, $($captured:tt)*) => {
        /// The start position after this many random plies, or at the end of the game where it
        /// comes first. A seed gives the same board on every machine;
        /// [`play_random`](Self::play_random) goes on from any board.
        pub fn random(plies: u32, seed: u64) -> Self {
            let (mut board, mut random) = (Self::start(), $crate::random::generator::Random::new(seed));
            (0..plies).all(|_| board.play_random(&mut random));
            board
        }

        /// Black's stones.
        #[inline]
        pub fn black(&self) -> $set {
            self.stones($crate::game::Colour::Black)
        }

        /// White's stones.
        #[inline]
        pub fn white(&self) -> $set {
            self.stones($crate::game::Colour::White)
        }

        /// How many stones a colour has.
        #[inline]
        pub fn count(&self, colour: $crate::game::Colour) -> u32 {
            self.stones(colour).len()
        }

        /// The points without a stone: [`empties`](Self::empties) by another name.
        #[inline]
        pub fn empty(&self) -> $set {
            self.empties()
        }

        /// The legal plies: [`plies`](Self::plies) by another name.
        pub fn moves(&self) -> impl DoubleEndedIterator<Item = <Self as $crate::game::Game>::Move> + $($captured)* {
            self.plies()
        }

        /// The board after each legal ply, in the order of [`plies`](Self::plies).
        #[doc(alias = "successors")]
        pub fn child_boards(&self) -> impl DoubleEndedIterator<Item = Self> {
            self.children().map(|(_, board)| board)
        }

        /// Each legal ply and the board after it.
        pub fn children(&self) -> impl DoubleEndedIterator<Item = (<Self as $crate::game::Game>::Move, Self)> {
            $crate::game::Game::children(self)
        }

        /// Counts the positions `depth` plies below, as [`Game::perft`]($crate::game::Game::perft)
        /// does.
        pub fn perft(&self, depth: u32) -> $crate::game::Perft {
            $crate::game::Game::perft(self, depth)
        }

        /// Plays one of the legal plies, each as likely as any other; false, and nothing played,
        /// when the game is over.
        pub fn play_random(&mut self, random: &mut $crate::random::generator::Random) -> bool {
            $crate::game::Game::play_random(self, random)
        }

        /// Plays a uniformly random game from here to its end. `random` is a
        /// [`Random`]($crate::random::generator::Random), or with the feature `rand` any generator
        /// of `rand` 0.10.
        #[doc(alias = "rollout")]
        pub fn playout(&self, random: &mut (impl $crate::random::source::Source + ?Sized)) -> $crate::game::Playout {
            $crate::game::Game::playout(self, random)
        }

        /// Plays `games` uniformly random games from here, many at once where the kernels can, and
        /// counts them.
        #[doc(alias = "rollouts")]
        pub fn playouts(&self, games: u64, seed: u64) -> $crate::game::Tally {
            $crate::game::Game::playouts(self, games, seed)
        }

        /// The images of the board under the symmetries that keep its size, itself first: eight of
        /// a square board, four of another.
        pub fn symmetries(&self) -> impl Iterator<Item = Self> {
            let (rows, columns) = self.extent();
            $crate::game::Symmetry::of(rows, columns).map(|symmetry| self.transform(symmetry))
        }

        /// One of [`symmetries`](Self::symmetries), the same for all of them.
        pub fn canonical(&self) -> Self {
            let least = self.symmetries().min_by(|a, b| a.key_words().cmp(b.key_words()));
            least.expect("the identity keeps the size")
        }

        /// A hash of the position and the side to move: equal boards have equal keys, on every
        /// machine and in every version of the library. Different boards have the same key once in
        /// 2^64 pairs.
        #[doc(alias = "zobrist")]
        #[doc(alias = "hash")]
        pub fn key(&self) -> u64 {
            $crate::game::key::of(self.key_words())
        }
    };
}
pub(crate) use own_methods;

/// The part of [`Game`] that is a board's own methods.
macro_rules! game_by_own_methods {
    ($move:ty, $illegal:ty, $undo:ty, $($captured:tt)*) => {
        type Move = $move;
        type Illegal = $illegal;
        type Undo = $undo;

        fn to_move(&self) -> $crate::game::Colour {
            self.to_move()
        }

        fn plies(&self) -> impl DoubleEndedIterator<Item = $move> + $($captured)* {
            self.plies()
        }

        fn check(&self, ply: $move) -> Result<(), $illegal> {
            self.check(ply)
        }

        fn make(&mut self, ply: $move) -> $undo {
            self.make(ply)
        }

        fn undo(&mut self, undo: $undo) {
            self.undo(undo);
        }

        fn outcome(&self) -> Option<$crate::game::Outcome> {
            self.outcome()
        }
    };
}
pub(crate) use game_by_own_methods;
