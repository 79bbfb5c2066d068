//! Boards with which the games of slabs begin, and from which they go on.

use crate::boundary::{change, check_given, out, read, slice};
use crate::error::{Code, Failure, Result};
#[cfg(feature = "gomoku")]
use crate::gomoku::stonemask_gomoku;
use crate::memory::{Users, with_reserve};
#[cfg(feature = "nogo")]
use crate::nogo::stonemask_nogo;
#[cfg(feature = "othello")]
use crate::othello::{by_side, stonemask_othello};
use crate::slab::{Games, slab_bytes, stonemask_slab, stonemask_slab_options};
#[cfg(feature = "gomoku")]
use stonemask::gomoku;
#[cfg(feature = "nogo")]
use stonemask::nogo;
#[cfg(feature = "othello")]
use stonemask::othello;
use stonemask::slab::{Actions, Ended, Options, Slab, SlabError};

/// More games than memory could hold are told apart from a lack of memory.
const MOST_GAMES: usize = 1 << 40;

fn options(pointer: *const stonemask_slab_options) -> Result<(usize, Options)> {
    // SAFETY: null, misaligned or valid, by the promise to the exported function.
    let options = unsafe { read(pointer)? };
    // SAFETY: by the same promise.
    unsafe { check_given(pointer, options.struct_size)? };
    let ended = match options.ended {
        0 => Ended::Restart,
        1 => Ended::Freeze,
        _ => return Err(Code::BadArgument.into()),
    };
    if options.reserved != 0 {
        return Err(Code::BadArgument.into());
    }
    if !(1..=MOST_GAMES).contains(&options.games) {
        return Err(Code::BadSize.into());
    }
    Ok((options.games, Options::default().ended(ended).seed(options.seed)))
}

/// A board with which games of a slab can begin.
trait Start: Actions {
    /// The slab as one of any game.
    fn any(slab: Slab<Self>) -> Games;

    /// The slab of these boards, if it is theirs.
    fn of(games: &mut Games) -> Option<&mut Slab<Self>>;

    /// Whether kernels for many games do not play from here, so that the slab keeps boards with
    /// memory of their own.
    fn owns_memory(&self) -> bool;
}

macro_rules! start {
    ($board:ty, $case:ident, $owns_memory:expr) => {
        impl Start for $board {
            fn any(slab: Slab<Self>) -> Games {
                Games::$case(slab)
            }

            fn of(games: &mut Games) -> Option<&mut Slab<Self>> {
                if let Games::$case(slab) = games { Some(slab) } else { None }
            }

            fn owns_memory(&self) -> bool {
                let owns_memory: fn(&Self) -> bool = $owns_memory;
                owns_memory(self)
            }
        }
    };
}
#[cfg(feature = "othello")]
start!(othello::Board<4>, Othello4, |_| false);
#[cfg(feature = "othello")]
start!(othello::Board<6>, Othello6, |_| false);
#[cfg(feature = "othello")]
start!(othello::Board<8>, Othello8, |_| false);
#[cfg(feature = "nogo")]
start!(nogo::Board, Nogo, |_| false);
#[cfg(feature = "gomoku")]
start!(gomoku::Board, Gomoku, |board| {
    !matches!(board.rule(), gomoku::Rule::Freestyle | gomoku::Rule::Standard)
        || board.size().rows() > 15
        || board.size().columns() > 15
        || board.planes().any_five() != [false; 2]
});

/// A handle of a new slab.
fn handle<G: Start>(start: &G, pointer: *const stonemask_slab_options) -> Result<*mut stonemask_slab> {
    let (games, options) = options(pointer)?;
    with_reserve(slab_bytes(games, start.cell_count()), Users::Caller, || {
        let slab = Slab::with_options(start, games, options).map_err(|_| Code::OutOfMemory)?;
        Ok(made(G::any(slab), std::slice::from_ref(start)))
    })
    .map(Box::into_raw)
}

/// A slab whose games begin with these boards.
fn made<G: Start>(games: Games, starts: &[G]) -> Box<stonemask_slab> {
    Box::new(stonemask_slab { games, allocates: starts.iter().any(Start::owns_memory) })
}

/// A handle of a new slab with a start for each game, on boards of `cells` cells.
fn handle_of_starts<G: Start>(
    start: impl Fn(usize) -> Result<G>,
    cells: usize,
    (games, options): (usize, Options),
) -> Result<*mut stonemask_slab> {
    with_reserve(slab_bytes(games, 2 * cells), Users::Caller, || {
        let starts = boards(games, start)?;
        let slab = Slab::with_starts(&starts, options).map_err(refusal)?;
        Ok(made(G::any(slab), &starts))
    })
    .map(Box::into_raw)
}

/// Boards for `count` games; what is wrong with one is told with its index.
fn boards<G>(count: usize, board: impl Fn(usize) -> Result<G>) -> Result<Vec<G>> {
    let mut boards = Vec::new();
    boards.try_reserve_exact(count).map_err(|_| Code::OutOfMemory)?;
    for index in 0..count {
        boards.push(board(index).map_err(|failure| failure.code.at(index))?);
    }
    Ok(boards)
}

/// The failure for boards that a slab refuses.
fn refusal(error: SlabError) -> Failure {
    match error {
        SlabError::NoStart => Code::BadSize.into(),
        SlabError::Unlike { board } => Code::BadSize.at(board),
        SlabError::Memory(_) => Code::OutOfMemory.into(),
    }
}

impl stonemask_slab {
    /// Lets some of the games go on from boards.
    fn load<G: Start>(&mut self, indices: &[usize], board: impl Fn(usize) -> Result<G>) -> Result {
        let info = self.info(0);
        if G::of(&mut self.games).is_none() {
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
            let slab = G::of(games).ok_or(Code::Internal)?;
            slab.load(indices, &boards).map_err(refusal)
        });
        if loaded.is_err() {
            self.allocates = allocated;
        }
        loaded
    }
}

#[cfg(feature = "othello")]
/// Boards with which Othello games begin or go on, side to move included.
fn othello_start<const N: usize>(
    positions: &[stonemask_othello],
    to_move: &[u8],
) -> impl Fn(usize) -> Result<othello::Board<N>> {
    |index| positions[index].board(to_move[index].into())
}

#[cfg(feature = "othello")]
macro_rules! othello_slab {
    ([$($side:ident: $type:ty)?] $new:ident $with_starts:ident $load:ident) => {
        exports! {
            /// Games of Othello that begin with one position.
            one fn $new($($side: $type,)? start: stonemask_othello,
                to_move: i32,
                options: *const stonemask_slab_options,
                slab: *mut *mut stonemask_slab,) {
                by_side!([$($side)?] N => {
                    let place = out(slab)?;
                    let start = start.board::<N>(to_move)?;
                    place.write(handle(&start, options)?);
                    Ok(())
                })
            }

            /// Games of Othello that begin with a position each.
            many fn $with_starts($($side: $type,)? starts: *const stonemask_othello,
                to_move: *const u8,
                options: *const stonemask_slab_options,
                slab: *mut *mut stonemask_slab,) {
                by_side!([$($side)?] N => {
                    let place = out(slab)?;
                    let options = self::options(options)?;
                    let start = othello_start::<N>(slice(starts, options.0)?, slice(to_move, options.0)?);
                    place.write(handle_of_starts(start, N * N, options)?);
                    Ok(())
                })
            }

            /// Lets some of the games go on from positions.
            many fn $load($($side: $type,)? slab: *mut stonemask_slab,
                games: *const usize,
                positions: *const stonemask_othello,
                to_move: *const u8,
                count: usize,) {
                by_side!([$($side)?] N => {
                    let (slab, games) = (change(slab)?, slice(games, count)?);
                    let board = othello_start::<N>(slice(positions, count)?, slice(to_move, count)?);
                    slab.load(games, board)
                })
            }
        }
    };
}
#[cfg(feature = "othello")]
othello_slab!([] stonemask_othello8_slab_new stonemask_othello8_slab_with_starts stonemask_othello8_slab_load);
#[cfg(feature = "othello")]
othello_slab!([side: u32] stonemask_othello_slab_new stonemask_othello_slab_with_starts stonemask_othello_slab_load);

#[cfg(any(feature = "gomoku", feature = "nogo"))]
macro_rules! board_slab {
    ($handle:ident $new:ident $with_starts:ident $load:ident) => {
        exports! {
            /// Games that begin with one board.
            one fn $new(
                start: *const $handle,
                options: *const stonemask_slab_options,
                slab: *mut *mut stonemask_slab,
            ) {
                let place = out(slab)?;
                place.write(handle(&read(start)?.board, options)?);
                Ok(())
            }

            /// Games that begin with a board each.
            many fn $with_starts(
                starts: *const *const $handle,
                options: *const stonemask_slab_options,
                slab: *mut *mut stonemask_slab,
            ) {
                let place = out(slab)?;
                let options = self::options(options)?;
                let starts = slice(starts, options.0)?;
                let cells = match starts {
                    [] => 0,
                    [first, ..] => read(*first)?.board.cell_count(),
                };
                let start = |index: usize| Ok(read(starts[index])?.board.clone());
                place.write(handle_of_starts(start, cells, options)?);
                Ok(())
            }

            /// Lets some of the games go on from boards.
            many fn $load(slab: *mut stonemask_slab, games: *const usize, boards: *const *const $handle, count: usize) {
                let (slab, games, boards) = (change(slab)?, slice(games, count)?, slice(boards, count)?);
                let board = |index: usize| Ok(read(boards[index])?.board.clone());
                slab.load(games, board)
            }
        }
    };
}
#[cfg(feature = "gomoku")]
board_slab!(stonemask_gomoku stonemask_gomoku_slab_new stonemask_gomoku_slab_with_starts stonemask_gomoku_slab_load);
#[cfg(feature = "nogo")]
board_slab!(stonemask_nogo stonemask_nogo_slab_new stonemask_nogo_slab_with_starts stonemask_nogo_slab_load);
