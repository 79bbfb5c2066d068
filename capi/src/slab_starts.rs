//! What the games of slabs begin with, and go on from.

use crate::boundary::{change, check_struct, out, read, slice};
use crate::error::{Code, Failure, Result};
use crate::gomoku::stonemask_gomoku;
use crate::kernels::{self, stonemask_kernels};
use crate::memory::{Users, with_reserve};
use crate::nogo::stonemask_nogo;
use crate::othello::stonemask_othello;
use crate::slab::{Games, slab_bytes, stonemask_slab, stonemask_slab_options};
use stonemask::gomoku::Rule;
use stonemask::slab::{Actions, Ended, Slab, SlabError};
use stonemask::{gomoku, nogo, othello};

/// More games than memory could hold are told apart from a lack of memory.
const MOST_GAMES: usize = 1 << 40;

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
