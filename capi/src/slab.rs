//! Slabs: many games in step, with masks and boards in arrays that the caller owns.
//! `slab_starts.rs` makes them.

use crate::boundary::{apart, bytes, change, check_given, check_struct, read, slice, slice_mut};
use crate::error::{Code, Result};
use crate::memory::{Users, with_reserve};
#[cfg(feature = "gomoku")]
use stonemask::gomoku;
#[cfg(feature = "nogo")]
use stonemask::nogo;
#[cfg(feature = "othello")]
use stonemask::othello;
use stonemask::slab::{Choose, Observation, Slab};

/// Many games of one kind.
pub struct stonemask_slab {
    pub(crate) games: Games,
    /// Whether they are, or may be, boards that own memory, which kernels for many games do not
    /// play.
    pub(crate) allocates: bool,
}

#[allow(clippy::large_enum_variant, reason = "a handle has one of these, on the heap")]
#[derive(Clone)]
pub(crate) enum Games {
    #[cfg(feature = "othello")]
    Othello4(Slab<othello::Board<4>>),
    #[cfg(feature = "othello")]
    Othello6(Slab<othello::Board<6>>),
    #[cfg(feature = "othello")]
    Othello8(Slab<othello::Board<8>>),
    #[cfg(feature = "gomoku")]
    Gomoku(Slab<gomoku::Board>),
    #[cfg(feature = "nogo")]
    Nogo(Slab<nogo::Board>),
}

/// One expression for the slab of any game.
macro_rules! any {
    ($games:expr, $slab:ident => $body:expr) => {
        match $games {
            #[cfg(feature = "othello")]
            Games::Othello4($slab) => $body,
            #[cfg(feature = "othello")]
            Games::Othello6($slab) => $body,
            #[cfg(feature = "othello")]
            Games::Othello8($slab) => $body,
            #[cfg(feature = "gomoku")]
            Games::Gomoku($slab) => $body,
            #[cfg(feature = "nogo")]
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
    /// The seed of random plies.
    pub seed: u64,
}

/// The sizes of a slab's arrays.
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
    /// `games * cells` bytes: `enum stonemask_colour`.
    pub cells: *mut u8,
    /// A byte a game: `enum stonemask_colour`.
    pub to_move: *mut u8,
    /// A byte a game: `enum stonemask_outcome`.
    pub outcomes: *mut u8,
    /// A number a game.
    pub plies: *mut u32,
}

/// The most bytes of the arrays of that many games, with boards on the heap, and growth of a vector
/// to twice its size.
pub(crate) fn slab_bytes(games: usize, cells: usize) -> usize {
    games.saturating_mul(2 * (4096 + 4 * cells)).saturating_add(1 << 20)
}

impl stonemask_slab {
    pub(crate) fn info(&self, struct_size: usize) -> stonemask_slab_info {
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

    /// Changes the games. Where that allocates a copy is changed, which takes their place when all
    /// went well.
    pub(crate) fn change(&mut self, change: impl FnOnce(&mut Games) -> Result) -> Result {
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

    /// Checks that an array is for `count` games.
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
/// Null, or a slab of this library that is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stonemask_slab_free(slab: *mut stonemask_slab) {
    if !slab.is_null() {
        // SAFETY: a box of `handle`, given back once.
        drop(unsafe { Box::from_raw(slab) });
    }
}

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
        any!(&slab.games, slab => slab.legal_mask(legal));
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
        // The actions drawn are told once they have been played.
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

    /// Chooses a legal action in each game by the scores of all actions.
    many fn stonemask_slab_choose(
        slab: *const stonemask_slab,
        scores: *const f32,
        score_count: usize,
        how: i32,
        seed: u64,
        actions: *mut u16,
        count: usize,
    ) {
        let slab = read(slab)?;
        let each = slab.info(0).actions;
        slab.check_count(count, 1)?;
        slab.check_count(score_count, each)?;
        apart(bytes(actions, count), &[bytes(scores, score_count)])?;
        let (scores, actions) = (slice(scores, score_count)?, slice_mut(actions, count)?);
        let choose = match how {
            0 => Choose::best(),
            1 => Choose::by_weights(seed),
            2 => Choose::by_logits(seed),
            _ => return Err(Code::BadArgument.into()),
        };
        // The scores of a game, as numbers of 64 bits in a vector that grows.
        with_reserve(64 * each, Users::Caller, || {
            let chosen = any!(&slab.games, slab => slab.choose(scores, choose, actions));
            chosen.map_err(|error| Code::BadScore.at(error.game()))
        })
    }

    /// Writes boards, sides to move, outcomes and plies.
    one fn stonemask_slab_observe(slab: *const stonemask_slab, observation: *const stonemask_slab_observation) {
        let (slab, arrays) = (read(slab)?, read(observation)?);
        check_given(observation, arrays.struct_size)?;
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
