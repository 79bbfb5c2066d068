//! What all games share: colours, outcomes, counts, and the trait that perft, playouts, slabs, protocols and terminals are
//! written over.

#[cfg(feature = "arbitrary")]
pub(crate) mod arbitrary;
mod bulk;
pub(crate) mod diagram;
pub(crate) mod key;
pub mod perft;
pub mod playout;
#[cfg(feature = "serde")]
mod serde;
pub mod slab;
pub mod stop;
mod symmetry;

pub(crate) use bulk::{Bulk, clear_tallies, perft_by_plies, playouts_one_by_one, tally_in_turn, tally_one_by_one};
pub use stop::Stopped;
pub use symmetry::Symmetry;

use crate::random::{Random, Source};
use std::error::Error;
use std::fmt;
use std::iter::Sum;
use std::ops::{AddAssign, Not};
use std::str::FromStr;

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

/// `!colour` is the other colour.
impl Not for Colour {
    type Output = Colour;

    #[inline]
    fn not(self) -> Colour {
        self.other()
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

/// How a finished game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(::serde::Serialize, ::serde::Deserialize))]
pub enum Outcome {
    /// This colour won.
    Win(Colour),
    /// Neither colour won.
    Draw,
}

impl Outcome {
    /// The outcome by black's points minus white's.
    pub const fn from_score(score: i32) -> Outcome {
        match score {
            1.. => Outcome::Win(Colour::Black),
            0 => Outcome::Draw,
            _ => Outcome::Win(Colour::White),
        }
    }

    /// Who won; `None` for a draw.
    pub const fn winner(self) -> Option<Colour> {
        match self {
            Outcome::Win(colour) => Some(colour),
            Outcome::Draw => None,
        }
    }
}

/// `black won`, `draw` or `white won`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Outcome::Win(Colour::Black) => "black won",
            Outcome::Draw => "draw",
            Outcome::Win(Colour::White) => "white won",
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

/// Counts of finished games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(::serde::Serialize, ::serde::Deserialize))]
pub struct Tally {
    /// Games that black won, and games that white won.
    pub wins: [u64; 2],
    /// Drawn games.
    pub draws: u64,
    /// Plies of all games together, passes included.
    pub plies: u64,
}

impl Tally {
    /// The games counted.
    pub const fn games(&self) -> u64 {
        self.wins[0] + self.draws + self.wins[1]
    }

    /// The games that a colour won.
    pub const fn wins(&self, colour: Colour) -> u64 {
        self.wins[colour as usize]
    }

    /// Counts one game more.
    ///
    /// ```
    /// use stonemask::game::{Colour, Outcome, Playout, Tally};
    ///
    /// let mut tally = Tally::default();
    /// tally.count(Playout { outcome: Outcome::Win(Colour::White), plies: 9 });
    /// assert_eq!((tally.games(), tally.wins(Colour::White), tally.wins(Colour::Black)), (1, 1, 0));
    /// ```
    pub const fn count(&mut self, game: Playout) {
        match game.outcome {
            Outcome::Win(colour) => self.wins[colour as usize] += 1,
            Outcome::Draw => self.draws += 1,
        }
        self.plies += game.plies as u64;
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.wins[0] += other.wins[0];
        self.wins[1] += other.wins[1];
        self.draws += other.draws;
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
/// Generic programs take a `Game`; the boards have all of it as methods of their own, so that programs about one game need not
/// import the trait.
///
/// ```
/// use stonemask::game::Game;
///
/// /// The plies of a game in which each player takes the first legal one.
/// fn first_plies<G: Game>(mut game: G) -> Vec<G::Move> {
///     let mut played = Vec::new();
///     while let Some(ply) = game.plies().next() {
///         game.make(ply);
///         played.push(ply);
///     }
///     played
/// }
///
/// use stonemask::othello::Board;
/// assert_eq!(first_plies(Board::<4>::start()).len(), 12);
/// ```
pub trait Game: Bulk + Clone + fmt::Debug + fmt::Display + Send + Sync {
    /// A ply: a move, or a pass where the game has passes.
    type Move: Copy + Eq + fmt::Debug + fmt::Display + FromStr<Err: Error> + Send + Sync;
    /// Why a ply is illegal.
    type Illegal: Error;
    /// What takes a ply back.
    type Undo;

    /// The side to move; once the game is over, the side whose turn it would be.
    fn to_move(&self) -> Colour;

    /// The legal plies, a pass included where it is the only one; none when the game is over.
    fn plies(&self) -> impl DoubleEndedIterator<Item = Self::Move> + use<Self>;

    /// Calls `visit` with each legal ply, in the order of [`Game::plies`], and the state after it.
    fn for_each_child(&self, visit: impl FnMut(Self::Move, &Self));

    /// Whether a ply is legal.
    ///
    /// # Errors
    /// When it is not, with the reason.
    fn check(&self, ply: Self::Move) -> Result<(), Self::Illegal>;

    /// Plays a legal ply and returns what [`Game::undo`] needs to take it back. An illegal ply panics, or leaves a state that
    /// no game reaches.
    fn make(&mut self, ply: Self::Move) -> Self::Undo;

    /// Takes the last ply back, given what [`Game::make`] returned for it.
    fn undo(&mut self, undo: Self::Undo);

    /// Plays one of the legal plies, each as likely as any other; false, and nothing played, when the game is over.
    fn play_random(&mut self, random: &mut Random) -> bool;

    /// How the game went; `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Plays a ply if it is legal.
    ///
    /// # Errors
    /// When it is not; the state is as before.
    fn try_play(&mut self, ply: Self::Move) -> Result<(), Self::Illegal> {
        self.check(ply)?;
        _ = self.make(ply);
        Ok(())
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

    /// Counts the positions `depth` plies below, without hashing: the classical check of a move generator. A pass is a ply.
    /// [`perft_until`](perft::perft_until) is the same with a way to stop it.
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

/// The methods of [`Game`] that every board has as its own, so that programs about one game need not import the trait.
macro_rules! own_methods {
    () => {
        /// Each legal ply and the board after it.
        pub fn children(&self) -> impl DoubleEndedIterator<Item = (<Self as $crate::game::Game>::Move, Self)> {
            $crate::game::Game::children(self)
        }

        /// Counts the positions `depth` plies below, as [`Game::perft`]($crate::game::Game::perft) does.
        pub fn perft(&self, depth: u32) -> $crate::game::Perft {
            $crate::game::Game::perft(self, depth)
        }

        /// Plays one of the legal plies, each as likely as any other; false, and nothing played, when the game is over.
        pub fn play_random(&mut self, random: &mut $crate::Random) -> bool {
            $crate::game::Game::play_random(self, random)
        }

        /// Plays a uniformly random game from here to its end. `random` is a [`Random`]($crate::Random), or with the feature `rand`
        /// any generator of the `rand` crate.
        #[doc(alias = "rollout")]
        pub fn playout(&self, random: &mut (impl $crate::random::Source + ?Sized)) -> $crate::game::Playout {
            $crate::game::Game::playout(self, random)
        }

        /// Plays `games` uniformly random games from here, many at once where the kernels can, and counts them.
        #[doc(alias = "rollouts")]
        pub fn playouts(&self, games: u64, seed: u64) -> $crate::game::Tally {
            $crate::game::Game::playouts(self, games, seed)
        }

        /// The images of the board under the symmetries that keep its size, itself first: eight of a square board, four of
        /// another.
        pub fn symmetries(&self) -> impl Iterator<Item = Self> {
            let (rows, columns) = self.extent();
            $crate::game::Symmetry::of(rows, columns).map(|symmetry| self.transform(symmetry))
        }

        /// One of [`symmetries`](Self::symmetries), the same for all of them.
        pub fn canonical(&self) -> Self {
            let least = self.symmetries().min_by(|a, b| a.key_words().cmp(b.key_words()));
            least.expect("the identity keeps the size")
        }

        /// A hash of the position and the side to move: equal boards have equal keys, on every machine and in every version of
        /// the library. Different boards have the same key once in 2^64 pairs.
        #[doc(alias = "zobrist")]
        #[doc(alias = "hash")]
        pub fn key(&self) -> u64 {
            $crate::game::key::of(self.key_words())
        }
    };
}
pub(crate) use own_methods;
