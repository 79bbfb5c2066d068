//! Slabs: many games of one kind, advanced together by a ply, with masks, boards and results in
//! plain arrays that the caller owns. Only the construction of a slab allocates, and it returns an
//! error if memory runs out.
//!
//! Actions are numbers, as in OpenSpiel: a point of a board with `columns` columns is `row *
//! columns + column`, counted from the top left; in Othello one more is the pass. Arrays run game
//! by game: what belongs to game g stands at `g * width ..`.

use super::Game;
pub use super::choose::{Choose, NO_ACTION, ScoreError};
use super::colour::{Colour, Outcome};
use crate::expand::kernels::Kernels;
use std::collections::TryReserveError;
use std::error::Error;
use std::fmt;
use std::ops::Range;

/// A game whose plies and boards have numbers.
pub trait Actions: Game {
    /// How a [`Slab`] keeps its games.
    type Store: Store<Self>;

    /// How many actions there are on this board, legal or not.
    fn action_count(&self) -> usize;

    /// The number of a ply.
    ///
    /// # Panics
    /// When the ply is off the board.
    fn action(&self, ply: Self::Move) -> usize;

    /// The ply with this number, if one has it.
    fn ply(&self, action: usize) -> Option<Self::Move>;

    /// How many cells the board has.
    fn cell_count(&self) -> usize;

    /// Writes the board, row by row from the top left: 0 empty, 1 black, 2 white, 3 blocked.
    ///
    /// # Panics
    /// When there is not room for exactly [`Actions::cell_count`] cells.
    fn write_cells(&self, cells: &mut [u8]);

    /// Which actions are legal, `action_count` bytes: 1 for a legal one, 0 for another; none when
    /// the game is over. [`Slab::legal_mask`] writes those of many games.
    fn legal_mask(&self) -> Vec<u8> {
        let mut mask = vec![0; self.action_count()];
        self.plies().for_each(|ply| mask[self.action(ply)] = 1);
        mask
    }

    /// The stones of the side to move, then its opponent's: two planes of `cell_count` bytes, row
    /// by row from the top left, 1 for a stone and 0 for none.
    ///
    /// ```
    /// use stonemask::othello::Board;
    ///
    /// let planes = Board::<4>::start().observe();
    /// assert_eq!(planes[..16], [0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
    /// assert_eq!(planes[16..], [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]);
    /// ```
    #[doc(alias = "planes")]
    fn observe(&self) -> Vec<u8> {
        let mut cells = vec![0; self.cell_count()];
        self.write_cells(&mut cells);
        let plane = |colour: Colour| cells.iter().map(move |&cell| u8::from(cell == colour.cell()));
        plane(self.to_move()).chain(plane(self.to_move().other())).collect()
    }

    /// Whether stones stand on the crossings of lines, and not in squares.
    fn on_crossings(&self) -> bool {
        true
    }

    /// Whether games on this board and games on the other can stand in one slab: the boards have
    /// one size, and one rule where the game has several.
    fn fits(&self, other: &Self) -> bool;
}

/// Methods of [`Actions`] that every board has as its own.
macro_rules! array_methods {
    () => {
        /// Which actions are legal, as
        /// [`Actions::legal_mask`]($crate::game::slab::Actions::legal_mask) has it.
        pub fn legal_mask(&self) -> Vec<u8> {
            $crate::game::slab::Actions::legal_mask(self)
        }

        /// How many actions there are on this board, legal or not.
        pub fn action_count(&self) -> usize {
            $crate::game::slab::Actions::action_count(self)
        }

        /// The number of a ply, as [`slab`]($crate::game::slab) counts them.
        ///
        /// # Panics
        /// When the ply is off the board.
        pub fn action(&self, ply: <Self as $crate::game::Game>::Move) -> usize {
            $crate::game::slab::Actions::action(self, ply)
        }

        /// The ply with this number, if one has it.
        #[doc(alias = "from_index")]
        pub fn ply(&self, action: usize) -> Option<<Self as $crate::game::Game>::Move> {
            $crate::game::slab::Actions::ply(self, action)
        }

        /// The stones as two planes, as [`Actions::observe`]($crate::game::slab::Actions::observe)
        /// has them.
        pub fn observe(&self) -> Vec<u8> {
            $crate::game::slab::Actions::observe(self)
        }
    };
}
pub(crate) use array_methods;

/// The treatment of a game that is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(::serde::Serialize, ::serde::Deserialize))]
pub enum Ended {
    /// It starts anew with the next step; the action given for it in that step is not looked at.
    #[default]
    Restart,
    /// It stays as it is; actions given for it are not looked at.
    Freeze,
}

/// How a [`Slab`] plays.
///
/// ```
/// use stonemask::othello::Board;
/// use stonemask::slab::{Ended, Options, Slab};
///
/// let options = Options::default().ended(Ended::Freeze).seed(7);
/// let slab = Slab::with_options(&Board::<8>::start(), 100, options)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    pub(crate) ended: Ended,
    pub(crate) seed: u64,
}

impl Options {
    /// Sets the treatment of games that are over; they restart by default.
    pub const fn ended(self, ended: Ended) -> Options {
        Options { ended, ..self }
    }

    /// The seed of random plies; 0 unless this says otherwise.
    pub const fn seed(self, seed: u64) -> Options {
        Options { seed, ..self }
    }
}

/// An action that is not legal in its game. Nothing has been played in any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IllegalAction {
    /// The game's index in the slab.
    pub game: usize,
    /// The action given.
    pub action: u16,
}

impl fmt::Display for IllegalAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}: action {} is illegal", self.game, self.action)
    }
}

impl Error for IllegalAction {}

/// Why boards cannot stand in one slab.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SlabError {
    /// The board to begin with is missing.
    NoStart,
    /// A board has another size or another rule than the first.
    Unlike {
        /// The board's index among those given.
        board: usize,
    },
    /// There is not enough memory.
    Memory(TryReserveError),
}

impl From<TryReserveError> for SlabError {
    fn from(error: TryReserveError) -> SlabError {
        SlabError::Memory(error)
    }
}

impl fmt::Display for SlabError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SlabError::NoStart => write!(f, "a slab needs at least one board to begin with"),
            SlabError::Unlike { board } => {
                write!(f, "board {board} has another size or rule than the slab's first")
            }
            SlabError::Memory(error) => error.fmt(f),
        }
    }
}

impl Error for SlabError {}

/// Where a slab writes what it holds: one entry a game, `cell_count` of them for the cells. An
/// array that is `None` is not written.
///
/// ```
/// use stonemask::othello::Board;
/// use stonemask::slab::{Observation, Slab};
///
/// let slab = Slab::new(&Board::<8>::start(), 2)?;
/// let mut plies = [9; 2];
/// slab.observe(Observation { plies: Some(&mut plies), ..Observation::default() });
/// assert_eq!(plies, [0, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Observation<'a> {
    /// The boards, as [`Actions::write_cells`] has them.
    pub cells: Option<&'a mut [u8]>,
    /// The side to move, as [`Colour::cell`] numbers it: 1 for black, 2 for white.
    pub to_move: Option<&'a mut [u8]>,
    /// 0 while the game goes on, 1 when the first player won, 2 when it was drawn, 3 when the
    /// second player won.
    pub outcomes: Option<&'a mut [u8]>,
    /// Plies played since the game's start, passes included.
    pub plies: Option<&'a mut [u32]>,
}

impl Observation<'_> {
    /// Checks that there is room for exactly `games` games of `cells` cells.
    fn check(&self, games: usize, cells: usize) {
        let check = |what: &str, found: Option<usize>, wanted: usize| {
            assert!(found.is_none_or(|found| found == wanted), "room for {found:?} {what}: there are {wanted}");
        };
        check("cells", self.cells.as_ref().map(|cells| cells.len()), games * cells);
        check("sides to move", self.to_move.as_ref().map(|to_move| to_move.len()), games);
        check("outcomes", self.outcomes.as_ref().map(|outcomes| outcomes.len()), games);
        check("numbers of plies", self.plies.as_ref().map(|plies| plies.len()), games);
    }
}

/// An outcome as [`Observation::outcomes`] has it.
pub fn outcome_code(outcome: Option<Outcome>) -> u8 {
    match outcome {
        None => 0,
        Some(Outcome::Win(Colour::Black)) => 1,
        Some(Outcome::Draw) => 2,
        Some(Outcome::Win(Colour::White)) => 3,
    }
}

/// Many games advanced together by a ply. Actions given lead to the same games on every tier, and
/// so does a seed.
///
/// ```
/// use stonemask::othello::Board;
/// use stonemask::slab::Slab;
///
/// let mut slab = Slab::new(&Board::<8>::start(), 100)?;
/// let mut actions = [0; 100];
/// slab.step_random(&mut actions);
/// assert!(actions.iter().all(|action| [19, 26, 37, 44].contains(action)));
/// assert!(slab.boards().all(|board| board.stone_count() == 5));
/// slab.reset();
/// assert!(slab.boards().all(|board| board == Board::start()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Slab<G: Actions> {
    /// One for each game, or one for all of them.
    starts: Vec<G>,
    games: usize,
    store: G::Store,
}

/// The start of a game, of one for each or one for all.
pub(crate) fn start_of<G>(starts: &[G], game: usize) -> &G {
    if let [start] = starts { start } else { &starts[game] }
}

/// How a game keeps the games of a [`Slab`], which has checked the arguments. Starts are one for
/// each game, or one for all.
pub trait Store<G: Game>: Clone + fmt::Debug + Send + Sync {
    /// `games` games that begin with `starts`.
    ///
    /// # Errors
    /// When there is not enough memory.
    fn new(starts: &[G], games: usize, options: Options) -> Result<Self, TryReserveError>;

    /// Makes room for games that go on from these boards.
    ///
    /// # Errors
    /// When there is not enough memory; the games are as before.
    fn make_room(&mut self, _boards: &[G]) -> Result<(), TryReserveError> {
        Ok(())
    }

    /// Lets a game go on from a board that there is room for; no ply has been played then.
    fn load(&mut self, game: usize, board: &G);

    /// Writes the legal actions of these games, `mask_words` words a game.
    fn legal_masks(&self, games: Range<usize>, masks: &mut [u64]);

    /// Writes black's stones of these games, and white's, `cell_count` bits each.
    fn stones(&self, games: Range<usize>, black: &mut [u64], white: &mut [u64]);

    /// Whether [`Store::step`] would play these actions.
    ///
    /// # Errors
    /// The first that is illegal.
    fn check(&self, actions: &[u16]) -> Result<(), IllegalAction>;

    /// The state of the generator of random plies.
    fn random_state(&self) -> Vec<u64>;

    /// Lets random plies go on from such a state, if it is one of this game's.
    fn set_random_state(&mut self, state: &[u64]) -> Result<bool, TryReserveError>;

    /// Says how many plies were played in a game.
    fn set_plies(&mut self, game: usize, plies: u32);

    /// Plays one action in each game.
    ///
    /// # Errors
    /// When one is illegal; no game has moved then.
    fn step(&mut self, starts: &[G], actions: &[u16]) -> Result<(), IllegalAction>;

    /// Plays a random action in each game and tells which.
    fn step_random(&mut self, starts: &[G], actions: &mut [u16]);

    /// The state of one game.
    fn board(&self, game: usize) -> G;

    /// Writes what the games hold.
    fn observe(&self, observation: Observation<'_>);
}

impl<G: Actions> Slab<G> {
    /// `games` games that begin with `start`. They restart when they are over, and random plies
    /// have seed 0; [`Slab::with_options`] has it otherwise.
    ///
    /// # Errors
    /// When there is not enough memory. A game takes some 50 bytes in Othello, 136 in Gomoku where
    /// kernels play it and a few thousand where they do not, 193 in NoGo, or 1000 where there are
    /// at most 4096.
    pub fn new(start: &G, games: usize) -> Result<Slab<G>, TryReserveError> {
        Slab::with_options(start, games, Options::default())
    }

    /// [`Slab::new`] with chosen options.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn with_options(start: &G, games: usize, options: Options) -> Result<Slab<G>, TryReserveError> {
        let starts = vec![start.clone()];
        Ok(Slab { games, store: G::Store::new(&starts, games, options)?, starts })
    }

    /// A game for each of these starts, to which it returns.
    ///
    /// ```
    /// use stonemask::nogo::Board;
    /// use stonemask::slab::{Options, Slab};
    ///
    /// let starts: [Board; 2] = ["---/---/--- X".parse()?, "-X-/O--/--- X".parse()?];
    /// let mut slab = Slab::with_starts(&starts, Options::default().seed(1))?;
    /// slab.step_random(&mut [0; 2]);
    /// assert_eq!(slab.board(1).stone_count(), 3);
    /// slab.reset_games(&[1]);
    /// assert_eq!((slab.board(0).stone_count(), slab.board(1)), (1, starts[1]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If no board is given, if they differ in size or rule, or if memory runs out.
    pub fn with_starts(starts: &[G], options: Options) -> Result<Slab<G>, SlabError> {
        let first = starts.first().ok_or(SlabError::NoStart)?;
        check_fit(first, starts)?;
        let games = starts.len();
        let store = G::Store::new(starts, games, options)?;
        Ok(Slab { games, store, starts: starts.to_vec() })
    }

    /// How many games there are.
    #[doc(alias = "len")]
    pub fn games(&self) -> usize {
        self.games
    }

    /// The state that a game begins with.
    ///
    /// # Panics
    /// If the game does not exist.
    pub fn start(&self, game: usize) -> &G {
        assert!(game < self.games, "game {game} of {}", self.games);
        start_of(&self.starts, game)
    }

    /// Puts every game back to its start.
    pub fn reset(&mut self) {
        (0..self.games).for_each(|game| self.store.load(game, start_of(&self.starts, game)));
    }

    /// Puts some of the games back to their starts.
    ///
    /// # Panics
    /// If the game does not exist.
    pub fn reset_games(&mut self, games: &[usize]) {
        for &game in games {
            assert!(game < self.games, "game {game} of {}", self.games);
            self.store.load(game, start_of(&self.starts, game));
        }
    }

    /// Lets some of the games go on from boards, one for each, with no ply played. Their starts
    /// stay what they are.
    ///
    /// ```
    /// use stonemask::othello::Board;
    /// use stonemask::slab::Slab;
    ///
    /// let mut slab = Slab::new(&Board::<4>::start(), 3)?;
    /// let over: Board<4> = "XXXXXXXXXXXXXXX- X".parse()?;
    /// slab.load(&[2], &[over])?;
    /// assert_eq!(slab.board(2), over);
    /// slab.step_random(&mut [0; 3]);
    /// assert_eq!(slab.board(2), Board::start());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When a board has another size or rule than the slab's, or there is not enough memory; no
    /// game is changed then.
    ///
    /// # Panics
    /// If a game does not exist, or the boards are not one for each.
    pub fn load(&mut self, games: &[usize], boards: &[G]) -> Result<(), SlabError> {
        assert_eq!(boards.len(), games.len(), "boards for {} games", games.len());
        if let Some(game) = games.iter().find(|&&game| game >= self.games) {
            panic!("game {game} of {}", self.games);
        }
        check_fit(&self.starts[0], boards)?;
        self.store.make_room(boards)?;
        games.iter().zip(boards).for_each(|(&game, board)| self.store.load(game, board));
        Ok(())
    }

    /// How many actions there are in each game, legal or not.
    pub fn action_count(&self) -> usize {
        self.starts[0].action_count()
    }

    /// How many cells each board has.
    pub fn cell_count(&self) -> usize {
        self.starts[0].cell_count()
    }

    /// 64-bit words of a game's mask: `action_count` bits, lowest first.
    pub fn mask_words(&self) -> usize {
        self.action_count().div_ceil(64)
    }

    /// Writes which actions are legal in each game, `mask_words` words a game; none in a game that
    /// is over.
    ///
    /// # Panics
    /// When there is not room for exactly that.
    pub fn legal_masks(&self, masks: &mut [u64]) {
        assert_eq!(masks.len(), self.games * self.mask_words(), "words of the masks of {} games", self.games);
        self.store.legal_masks(0..self.games, masks);
    }

    /// Writes which actions are legal in each game, `action_count` bytes a game: 1 for a legal one,
    /// 0 for another.
    ///
    /// ```
    /// use stonemask::othello::Board;
    /// use stonemask::slab::Slab;
    ///
    /// let slab = Slab::new(&Board::<4>::start(), 1)?;
    /// let mut legal = [9; 17];
    /// slab.legal_mask(&mut legal);
    /// assert_eq!(legal, [0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// When there is not room for exactly that.
    #[doc(alias = "legal_bytes")]
    pub fn legal_mask(&self, bytes: &mut [u8]) {
        let (actions, words) = (self.action_count(), self.mask_words());
        assert_eq!(bytes.len(), self.games * actions, "bytes of the masks of {} games", self.games);
        // As many games at once as the words of one on the largest board.
        let mut masks = [0; MOST_WORDS];
        let together = MOST_WORDS / words;
        for (block, bytes) in bytes.chunks_mut(together * actions).enumerate() {
            let first = block * together;
            let games = bytes.len() / actions;
            let masks = &mut masks[..games * words];
            self.store.legal_masks(first..first + games, masks);
            u8::expand(masks, actions, bytes);
        }
    }

    /// Writes black's stones and white's of some of the games, `cell_count.div_ceil(64)` words a
    /// game, bit `row * columns + column` for a point.
    ///
    /// ```
    /// use stonemask::othello::Board;
    /// use stonemask::slab::Slab;
    ///
    /// let slab = Slab::new(&Board::<4>::start(), 3)?;
    /// let (mut black, mut white) = ([9], [9]);
    /// slab.stones(1..2, &mut black, &mut white);
    /// assert_eq!((black, white), ([1 << 6 | 1 << 9], [1 << 5 | 1 << 10]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// When there is not room for exactly that, or one of the games does not exist.
    pub fn stones(&self, games: Range<usize>, black: &mut [u64], white: &mut [u64]) {
        assert!(games.start <= games.end && games.end <= self.games, "games {games:?} of {}", self.games);
        let words = games.len() * self.cell_count().div_ceil(64);
        assert_eq!((black.len(), white.len()), (words, words), "words of the stones of games {games:?}");
        self.store.stones(games, black, white);
    }

    /// Whether [`Slab::step`] would play these actions.
    ///
    /// # Errors
    /// The first that is illegal.
    ///
    /// # Panics
    /// When there is not one action for each game.
    pub fn check(&self, actions: &[u16]) -> Result<(), IllegalAction> {
        assert_eq!(actions.len(), self.games, "actions for {} games", self.games);
        self.store.check(actions)
    }

    /// The state of the generator of random plies, for [`Slab::restore`].
    pub fn random_state(&self) -> Vec<u64> {
        self.store.random_state()
    }

    /// Puts a slab that was made with the same arguments where another was: the boards of all
    /// games, the plies played in each, and what random plies are drawn from.
    ///
    /// ```
    /// use stonemask::nogo::Board;
    /// use stonemask::slab::{Observation, Slab};
    ///
    /// let mut slab = Slab::new(&Board::start(), 3)?;
    /// slab.step_random(&mut [0; 3]);
    /// let (boards, random): (Vec<Board>, _) = (slab.boards().collect(), slab.random_state());
    /// let mut other = Slab::new(&Board::start(), 3)?;
    /// assert!(other.restore(&boards, &[1; 3], &random)?);
    /// let (mut actions, mut same) = ([0; 3], [0; 3]);
    /// slab.step_random(&mut actions);
    /// other.step_random(&mut same);
    /// assert_eq!(actions, same);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// False where the random state is not one of this game's: nothing is changed then.
    ///
    /// # Errors
    /// As [`Slab::load`].
    ///
    /// # Panics
    /// When there are not as many boards and numbers of plies as games.
    pub fn restore(&mut self, boards: &[G], plies: &[u32], random: &[u64]) -> Result<bool, SlabError> {
        assert_eq!((boards.len(), plies.len()), (self.games, self.games), "boards and plies of {} games", self.games);
        check_fit(&self.starts[0], boards)?;
        self.store.make_room(boards)?;
        if !self.store.set_random_state(random)? {
            return Ok(false);
        }
        for (game, (board, &plies)) in boards.iter().zip(plies).enumerate() {
            self.store.load(game, board);
            self.store.set_plies(game, plies);
        }
        Ok(true)
    }

    /// Plays one action in each game.
    ///
    /// # Errors
    /// When one is illegal; no game has moved then.
    ///
    /// # Panics
    /// When there is not one action for each game.
    pub fn step(&mut self, actions: &[u16]) -> Result<(), IllegalAction> {
        assert_eq!(actions.len(), self.games, "actions for {} games", self.games);
        self.store.step(&self.starts, actions)
    }

    /// Plays one of the legal actions in each game, each as likely as any other, and tells which;
    /// [`NO_ACTION`] for a game that was over.
    ///
    /// # Panics
    /// When there is not room for one action for each game.
    pub fn step_random(&mut self, actions: &mut [u16]) {
        assert_eq!(actions.len(), self.games, "room for the actions of {} games", self.games);
        self.store.step_random(&self.starts, actions);
    }

    /// Chooses a legal action in each game by the scores of all actions, `action_count` a game, and
    /// writes it for [`Slab::step`]; [`NO_ACTION`] for a game that is over. Nothing is played.
    ///
    /// ```
    /// use stonemask::othello::Board;
    /// use stonemask::slab::{Choose, Slab};
    ///
    /// let slab = Slab::new(&Board::<4>::start(), 2)?;
    /// let mut scores = [0.0; 34];
    /// (scores[0], scores[4], scores[17 + 11]) = (9.0, 1.0, 1.0);
    /// let mut actions = [0; 2];
    /// slab.choose(&scores, Choose::best(), &mut actions)?;
    /// assert_eq!(actions, [4, 11]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When a legal action has a score that is no number or, where one is drawn, no weight, or none
    /// has a weight; the actions of the games before are written then.
    ///
    /// # Panics
    /// When there is not a score for each action, or not room for one action for each game.
    pub fn choose(&self, scores: &[f32], choose: Choose, actions: &mut [u16]) -> Result<(), ScoreError> {
        let (count, words) = (self.action_count(), self.mask_words());
        assert_eq!(scores.len(), self.games * count, "scores of the actions of {} games", self.games);
        assert_eq!(actions.len(), self.games, "room for the actions of {} games", self.games);
        let mut masks = [0; MOST_WORDS];
        let mut weights = Vec::new();
        let together = MOST_WORDS / words;
        for (block, (actions, scores)) in actions.chunks_mut(together).zip(scores.chunks(together * count)).enumerate()
        {
            let first = block * together;
            let masks = &mut masks[..actions.len() * words];
            self.store.legal_masks(first..first + actions.len(), masks);
            let games = actions.iter_mut().zip(scores.chunks_exact(count)).zip(masks.chunks_exact(words));
            for (game, ((action, scores), mask)) in (first..).zip(games) {
                *action = choose.action(game, mask, scores, &mut weights)?;
            }
        }
        Ok(())
    }

    /// The state of one game.
    ///
    /// # Panics
    /// If the game does not exist.
    pub fn board(&self, game: usize) -> G {
        assert!(game < self.games, "game {game} of {}", self.games);
        self.store.board(game)
    }

    /// The state of every game.
    pub fn boards(&self) -> impl DoubleEndedIterator<Item = G> + ExactSizeIterator {
        (0..self.games).map(|game| self.store.board(game))
    }

    /// Writes boards, sides to move, outcomes and ply counts, those of them that are asked for.
    ///
    /// # Panics
    /// When there is not room for exactly that.
    pub fn observe(&self, observation: Observation<'_>) {
        observation.check(self.games, self.cell_count());
        self.store.observe(observation);
    }
}

impl<G: Actions> fmt::Debug for Slab<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Slab").field("start", &self.starts[0]).field("games", &self.games).finish_non_exhaustive()
    }
}

/// Whether all boards are like the first.
fn check_fit<G: Actions>(first: &G, boards: &[G]) -> Result<(), SlabError> {
    match boards.iter().position(|board| !first.fits(board)) {
        Some(board) => Err(SlabError::Unlike { board }),
        None => Ok(()),
    }
}

/// The words of a game's mask on the largest board of any game, 64x64.
const MOST_WORDS: usize = 64;

/// A type in which bits are written, as 0 and 1.
pub trait Expand: Copy {
    /// Writes rows of `bits` bits, one entry a bit. The words have the bits of a row lowest first,
    /// `bits.div_ceil(64)` words a row; what is above in the last is not looked at.
    ///
    /// ```
    /// use stonemask::slab::Expand;
    ///
    /// let mut entries = [9.0; 6];
    /// f32::expand(&[0b110, 0b001], 3, &mut entries);
    /// assert_eq!(entries, [0.0, 1.0, 1.0, 1.0, 0.0, 0.0]);
    /// ```
    ///
    /// # Panics
    /// When the entries are not those of whole rows, or the words not theirs.
    fn expand(words: &[u64], bits: usize, entries: &mut [Self]);
}

impl Expand for u8 {
    #[inline]
    fn expand(words: &[u64], bits: usize, entries: &mut [u8]) {
        Kernels::in_use().mask(words, bits, entries);
    }
}

impl Expand for f32 {
    #[inline]
    fn expand(words: &[u64], bits: usize, entries: &mut [f32]) {
        Kernels::in_use().planes(words, bits, entries);
    }
}

/// Bit i of a byte as byte i, lowest first: 0 or 1.
#[inline]
pub(crate) fn spread(bits: u8) -> u64 {
    // Each byte keeps its own bit, which carries into the byte's highest.
    let kept = (u64::from(bits) * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    (kept + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101
}
