//! Slabs: many games in step, with masks and boards in arrays that the caller owns.

use crate::boundary::{apart, bytes, change, check_struct, out, read, slice, slice_mut};
use crate::error::{Code, Failure, Result};
use crate::gomoku::stonemask_gomoku;
use crate::kernels::{self, stonemask_kernels};
use crate::memory::{Users, with_reserve};
use crate::nogo::stonemask_nogo;
use crate::othello::stonemask_othello;
use stonemask::gomoku::Rule;
use stonemask::slab::{Actions, Ended, Observation, Slab, SlabError};
use stonemask::{gomoku, nogo, othello};

/// Many games of one kind.
pub struct stonemask_slab {
    games: Games,
    /// Whether they are, or may be, boards that own memory, which kernels for many games do not play.
    allocates: bool,
}

#[allow(clippy::large_enum_variant, reason = "a handle has one of these, on the heap")]
#[derive(Clone)]
enum Games {
    Othello4(Slab<othello::Board<4>>),
    Othello6(Slab<othello::Board<6>>),
    Othello8(Slab<othello::Board<8>>),
    Gomoku(Slab<gomoku::Board>),
    Nogo(Slab<nogo::Board>),
}

/// The same for the slab of any game.
macro_rules! any {
    ($games:expr, $slab:ident => $body:expr) => {
        match $games {
            Games::Othello4($slab) => $body,
            Games::Othello6($slab) => $body,
            Games::Othello8($slab) => $body,
            Games::Gomoku($slab) => $body,
            Games::Nogo($slab) => $body,
        }
    };
}

/// How a slab is made.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct stonemask_slab_options {
    /// The size of this struct, set by the caller.
    pub struct_size: usize,
    /// How many games there are.
    pub games: usize,
    /// Of `enum stonemask_ended`.
    pub ended: i32,
    /// Zero.
    pub reserved: i32,
    /// What random plies come from.
    pub seed: u64,
}

/// What arrays a slab needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct stonemask_slab_info {
    /// The size of this struct, set by the caller.
    pub struct_size: usize,
    /// How many games there are.
    pub games: usize,
    /// How many actions there are on its board, legal or not.
    pub actions: usize,
    /// Words of a game's mask: a bit an action, lowest first.
    pub mask_words: usize,
    /// Cells of a game's board.
    pub cells: usize,
}

/// Where a slab writes what it holds.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct stonemask_slab_observation {
    /// The size of this struct, set by the caller.
    pub struct_size: usize,
    /// `games * cells` bytes: 0 empty, 1 black, 2 white, 3 blocked.
    pub cells: *mut u8,
    /// A byte a game: 0 black, 1 white.
    pub to_move: *mut u8,
    /// A byte a game: `enum stonemask_outcome`.
    pub outcomes: *mut u8,
    /// A number a game.
    pub plies: *mut u32,
}

/// More games than memory could hold are told apart from a lack of memory.
const MOST_GAMES: usize = 1 << 40;

/// What the arrays of so many games take at most, with boards on the heap, and growth of a vector to twice its size.
fn slab_bytes(games: usize, cells: usize) -> usize {
    games.saturating_mul(2 * (4096 + 4 * cells)).saturating_add(1 << 20)
}

fn options(pointer: *const stonemask_slab_options) -> Result<(usize, Ended, u64)> {
    // SAFETY: null, misaligned or valid, by the promise to the exported function.
    let options = unsafe { read(pointer)? };
    check_struct::<stonemask_slab_options>(options.struct_size)?;
    let ended = match options.ended {
        0 => Ended::Restart,
        1 => Ended::Freeze,
        _ => return Err(Code::BadArgument.into()),
    };
    if options.reserved != 0 {
        return Err(Code::BadArgument.into());
    }
    if options.games > MOST_GAMES {
        return Err(Code::BadSize.into());
    }
    Ok((options.games, ended, options.seed))
}

/// Boards that a slab may have to keep as they are, in memory of their own.
trait Start: Actions {
    /// Whether kernels for many games do not play from here.
    fn owns_memory(&self) -> bool {
        false
    }
}

impl<const N: usize> Start for othello::Board<N> {}

impl Start for nogo::Board {}

impl Start for gomoku::Board {
    fn owns_memory(&self) -> bool {
        !matches!(self.rule(), Rule::Freestyle | Rule::Standard)
            || self.size().rows() > 15
            || self.size().columns() > 15
            || gomoku::Kernels::best().any_five(self.planes()) != [false; 2]
    }
}

/// A handle of a new slab.
fn handle<G: Start>(
    start: &G,
    kernels: &'static G::Kernels,
    pointer: *const stonemask_slab_options,
    wrap: impl FnOnce(Slab<G>) -> Games,
) -> Result<*mut stonemask_slab> {
    let (games, ended, seed) = options(pointer)?;
    with_reserve(slab_bytes(games, start.cell_count()), Users::Caller, || {
        let slab = Slab::new(start, games, ended, kernels, seed).map_err(|_| Code::OutOfMemory)?;
        Ok(made(wrap(slab), std::slice::from_ref(start)))
    })
    .map(Box::into_raw)
}

/// A slab whose games begin with these boards.
fn made<G: Start>(games: Games, starts: &[G]) -> Box<stonemask_slab> {
    Box::new(stonemask_slab { games, allocates: starts.iter().any(Start::owns_memory) })
}

/// A handle of a new slab with a start for each game, on boards of so many cells.
fn handle_of_starts<G: Start>(
    start: impl Fn(usize) -> Result<G>,
    cells: usize,
    kernels: &'static G::Kernels,
    (games, ended, seed): (usize, Ended, u64),
    wrap: impl FnOnce(Slab<G>) -> Games,
) -> Result<*mut stonemask_slab> {
    with_reserve(slab_bytes(games, 2 * cells), Users::Caller, || {
        let starts = boards(games, start)?;
        let slab = Slab::with_starts(&starts, ended, kernels, seed).map_err(refusal)?;
        Ok(made(wrap(slab), &starts))
    })
    .map(Box::into_raw)
}

/// Boards for so many games; what is wrong with one is told with its index.
fn boards<G>(count: usize, board: impl Fn(usize) -> Result<G>) -> Result<Vec<G>> {
    let mut boards = Vec::new();
    boards.try_reserve_exact(count).map_err(|_| Code::OutOfMemory)?;
    for index in 0..count {
        boards.push(board(index).map_err(|failure| failure.code.at(index))?);
    }
    Ok(boards)
}

/// What a slab has against boards.
fn refusal(error: SlabError) -> Failure {
    match error {
        SlabError::NoStart => Code::BadSize.into(),
        SlabError::Unlike { board } => Code::BadSize.at(board),
        SlabError::Memory(_) => Code::OutOfMemory.into(),
    }
}

impl stonemask_slab {
    fn info(&self, struct_size: usize) -> stonemask_slab_info {
        any!(&self.games, slab => stonemask_slab_info {
            struct_size,
            games: slab.games(),
            actions: slab.action_count(),
            mask_words: slab.mask_words(),
            cells: slab.cell_count(),
        })
    }

    fn games(&self) -> usize {
        any!(&self.games, slab => slab.games())
    }

    /// Changes the games. Where that allocates a copy is changed, which takes their place when all went well.
    fn change(&mut self, change: impl FnOnce(&mut Games) -> Result) -> Result {
        if !self.allocates {
            return change(&mut self.games);
        }
        let info = self.info(0);
        self.games = with_reserve(2 * slab_bytes(info.games, info.cells), Users::Caller, || {
            let mut games = self.games.clone();
            change(&mut games)?;
            Ok(games)
        })?;
        Ok(())
    }

    /// Lets some of the games go on from boards; `slab` finds the slab of their kind among those of all games.
    fn load<G: Start>(
        &mut self,
        indices: &[usize],
        board: impl Fn(usize) -> Result<G>,
        slab: impl Fn(&mut Games) -> Option<&mut Slab<G>>,
    ) -> Result {
        let info = self.info(0);
        if slab(&mut self.games).is_none() {
            return Err(Code::BadArgument.into());
        }
        if let Some(index) = indices.iter().position(|&game| game >= info.games) {
            return Err(Code::BadArgument.at(index));
        }
        let boards =
            with_reserve(slab_bytes(indices.len(), info.cells), Users::Caller, || boards(indices.len(), board))?;
        let allocated = self.allocates;
        self.allocates |= boards.iter().any(Start::owns_memory);
        let loaded = self.change(|games| {
            let slab = slab(games).ok_or(Code::Internal)?;
            slab.load(indices, &boards).map_err(refusal)
        });
        if loaded.is_err() {
            self.allocates = allocated;
        }
        loaded
    }

    /// Checks that an array is for so many games.
    fn check_count(&self, count: usize, each: usize) -> Result {
        match count.cmp(&(self.games() * each)) {
            std::cmp::Ordering::Less => Err(Code::ShortBuffer.into()),
            std::cmp::Ordering::Equal => Ok(()),
            std::cmp::Ordering::Greater => Err(Code::BadSize.into()),
        }
    }
}

/// An array that is written if there is one.
///
/// # Safety
/// As for [`slice_mut`].
unsafe fn wanted<'a, T>(pointer: *mut T, length: usize) -> Result<Option<&'a mut [T]>> {
    if pointer.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller's promise.
    unsafe { slice_mut(pointer, length) }.map(Some)
}

/// Frees a slab.
///
/// # Safety
/// Null, or a slab of this library that nobody uses any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stonemask_slab_free(slab: *mut stonemask_slab) {
    if !slab.is_null() {
        // SAFETY: a box of `handle`, given back once.
        drop(unsafe { Box::from_raw(slab) });
    }
}

/// What Othello games begin with or go on from, side to move included.
fn othello_start<const N: usize>(
    positions: &[stonemask_othello],
    to_move: &[u8],
) -> impl Fn(usize) -> Result<othello::Board<N>> {
    |index| positions[index].board(to_move[index].into())
}

macro_rules! othello_slab {
    ($n:literal $new:ident $with_starts:ident $load:ident $wrap:ident) => {
        exports! {
            /// Games of Othello that begin with one position.
            one fn $new(
                kernels: *const stonemask_kernels,
                start: stonemask_othello,
                to_move: i32,
                options: *const stonemask_slab_options,
                slab: *mut *mut stonemask_slab,
            ) {
                let place = out(slab)?;
                let start = start.board::<$n>(to_move)?;
                place.write(handle(&start, kernels::othello(kernels)?, options, Games::$wrap)?);
                Ok(())
            }

            /// Games of Othello that begin with a position each.
            many fn $with_starts(
                kernels: *const stonemask_kernels,
                starts: *const stonemask_othello,
                to_move: *const u8,
                options: *const stonemask_slab_options,
                slab: *mut *mut stonemask_slab,
            ) {
                let place = out(slab)?;
                let kernels = kernels::othello(kernels)?;
                let options = self::options(options)?;
                let start = othello_start::<$n>(slice(starts, options.0)?, slice(to_move, options.0)?);
                place.write(handle_of_starts(start, $n * $n, kernels, options, Games::$wrap)?);
                Ok(())
            }

            /// Lets some of the games go on from positions.
            many fn $load(
                slab: *mut stonemask_slab,
                games: *const usize,
                positions: *const stonemask_othello,
                to_move: *const u8,
                count: usize,
            ) {
                let (slab, games) = (change(slab)?, slice(games, count)?);
                let board = othello_start::<$n>(slice(positions, count)?, slice(to_move, count)?);
                slab.load(games, board, |games| if let Games::$wrap(slab) = games { Some(slab) } else { None })
            }
        }
    };
}
othello_slab!(4 stonemask_othello4_slab_new stonemask_othello4_slab_with_starts stonemask_othello4_slab_load Othello4);
othello_slab!(6 stonemask_othello6_slab_new stonemask_othello6_slab_with_starts stonemask_othello6_slab_load Othello6);
othello_slab!(8 stonemask_othello8_slab_new stonemask_othello8_slab_with_starts stonemask_othello8_slab_load Othello8);

macro_rules! board_slab {
    ($game:ident $handle:ident $new:ident $with_starts:ident $load:ident $wrap:ident) => {
        exports! {
            /// Games that begin with one board.
            one fn $new(
                kernels: *const stonemask_kernels,
                start: *const $handle,
                options: *const stonemask_slab_options,
                slab: *mut *mut stonemask_slab,
            ) {
                let place = out(slab)?;
                place.write(handle(&read(start)?.board, kernels::$game(kernels)?, options, Games::$wrap)?);
                Ok(())
            }

            /// Games that begin with a board each.
            many fn $with_starts(
                kernels: *const stonemask_kernels,
                starts: *const *const $handle,
                options: *const stonemask_slab_options,
                slab: *mut *mut stonemask_slab,
            ) {
                let place = out(slab)?;
                let kernels = kernels::$game(kernels)?;
                let options = self::options(options)?;
                let starts = slice(starts, options.0)?;
                let cells = match starts {
                    [] => 0,
                    [first, ..] => read(*first)?.board.cell_count(),
                };
                let start = |index: usize| Ok(read(starts[index])?.board.clone());
                place.write(handle_of_starts(start, cells, kernels, options, Games::$wrap)?);
                Ok(())
            }

            /// Lets some of the games go on from boards.
            many fn $load(slab: *mut stonemask_slab, games: *const usize, boards: *const *const $handle, count: usize) {
                let (slab, games, boards) = (change(slab)?, slice(games, count)?, slice(boards, count)?);
                let board = |index: usize| Ok(read(boards[index])?.board.clone());
                slab.load(games, board, |games| if let Games::$wrap(slab) = games { Some(slab) } else { None })
            }
        }
    };
}
board_slab!(gomoku stonemask_gomoku stonemask_gomoku_slab_new stonemask_gomoku_slab_with_starts stonemask_gomoku_slab_load Gomoku);
board_slab!(nogo stonemask_nogo stonemask_nogo_slab_new stonemask_nogo_slab_with_starts stonemask_nogo_slab_load Nogo);

exports! {
    /// Makes one slab as another is, its random plies to come included.
    one fn stonemask_slab_copy_into(from: *const stonemask_slab, to: *mut stonemask_slab) {
        if std::ptr::eq(from, to) {
            read(from)?;
            return Ok(());
        }
        let (from, to) = (read(from)?, change(to)?);
        let info = from.info(0);
        to.games = with_reserve(2 * slab_bytes(info.games, info.cells), Users::Caller, || Ok(from.games.clone()))?;
        to.allocates = from.allocates;
        Ok(())
    }

    /// How many games there are, and what arrays they need.
    one fn stonemask_slab_get_info(slab: *const stonemask_slab, info: *mut stonemask_slab_info) {
        let slab = read(slab)?;
        let info = change(info)?;
        check_struct::<stonemask_slab_info>(info.struct_size)?;
        *info = slab.info(info.struct_size);
        Ok(())
    }

    /// Puts every game back to its start.
    one fn stonemask_slab_reset(slab: *mut stonemask_slab) {
        change(slab)?.change(|games| {
            any!(games, slab => slab.reset());
            Ok(())
        })
    }

    /// Puts some of the games back to their starts.
    many fn stonemask_slab_reset_games(slab: *mut stonemask_slab, games: *const usize, count: usize) {
        let slab = change(slab)?;
        let indices = slice(games, count)?;
        let all = slab.games();
        if let Some(index) = indices.iter().position(|&game| game >= all) {
            return Err(Code::BadArgument.at(index));
        }
        slab.change(|games| {
            any!(games, slab => slab.reset_games(indices));
            Ok(())
        })
    }

    /// Writes which actions are legal in each game, a byte an action.
    one fn stonemask_slab_legal_bytes(slab: *const stonemask_slab, legal: *mut u8, count: usize) {
        let slab = read(slab)?;
        slab.check_count(count, slab.info(0).actions)?;
        let legal = slice_mut(legal, count)?;
        any!(&slab.games, slab => slab.legal_bytes(legal));
        Ok(())
    }

    /// Writes which actions are legal in each game.
    one fn stonemask_slab_legal_masks(slab: *const stonemask_slab, masks: *mut u64, words: usize) {
        let slab = read(slab)?;
        slab.check_count(words, slab.info(0).mask_words)?;
        let masks = slice_mut(masks, words)?;
        any!(&slab.games, slab => slab.legal_masks(masks));
        Ok(())
    }

    /// Plays one action in each game; none, if one of them is illegal.
    many fn stonemask_slab_step(slab: *mut stonemask_slab, actions: *const u16, count: usize) {
        let slab = change(slab)?;
        slab.check_count(count, 1)?;
        let actions = slice(actions, count)?;
        slab.change(|games| {
            any!(games, slab => slab.step(actions)).map_err(|illegal| Code::IllegalAction.at(illegal.game))
        })
    }

    /// Plays a random action in each game and tells which.
    one fn stonemask_slab_step_random(slab: *mut stonemask_slab, actions: *mut u16, count: usize) {
        let slab = change(slab)?;
        slab.check_count(count, 1)?;
        let actions = slice_mut(actions, count)?;
        // What was drawn is told once it has been played.
        if !slab.allocates {
            any!(&mut slab.games, slab => slab.step_random(actions));
            return Ok(());
        }
        let mut drawn = Vec::new();
        drawn.try_reserve_exact(count).map_err(|_| Code::OutOfMemory)?;
        drawn.resize(count, 0);
        slab.change(|games| {
            any!(games, slab => slab.step_random(&mut drawn));
            Ok(())
        })?;
        actions.copy_from_slice(&drawn);
        Ok(())
    }

    /// Writes boards, sides to move, outcomes and plies.
    one fn stonemask_slab_observe(slab: *const stonemask_slab, observation: *const stonemask_slab_observation) {
        let (slab, arrays) = (read(slab)?, read(observation)?);
        check_struct::<stonemask_slab_observation>(arrays.struct_size)?;
        let info = slab.info(0);
        let games = info.games;
        let all = [
            bytes(arrays.cells, games * info.cells),
            bytes(arrays.to_move, games),
            bytes(arrays.outcomes, games),
            bytes(arrays.plies, games),
        ];
        for (index, &one) in all.iter().enumerate() {
            apart(one, &all[index + 1..])?;
        }
        let observation = Observation {
            cells: wanted(arrays.cells, games * info.cells)?,
            to_move: wanted(arrays.to_move, games)?,
            outcomes: wanted(arrays.outcomes, games)?,
            plies: wanted(arrays.plies, games)?,
        };
        any!(&slab.games, slab => slab.observe(observation));
        Ok(())
    }
}
