//! Single random games, and the games of a slab.

use super::five::through;
use super::rows::has_exact_five;
use crate::game::Colour;
use crate::game::slab::spread;
use crate::gomoku::single_game::{Playout16, Playout64, SingleGame};
use crate::gomoku::slab_game::SlabGame;
use crate::random::Random;
use std::ops::{BitOrAssign, Shl};
use std::slice::{from_raw_parts, from_raw_parts_mut};

/// # Safety
/// The game is valid and not aliased: at least one point is listed, and no five stand.
pub(in crate::gomoku::kernels) unsafe fn playout_16(game: *mut Playout16) -> u32 {
    // Bit 15 of each line is free, so that shifts leak nothing into fives, and one test serves four
    // axes.
    let five = |lines: [u16; 4]| {
        let lines = lines.into_iter().rev().fold(0, |all, line| all << 16 | u64::from(line));
        has_five(lines)
    };
    // SAFETY: the caller's game, which is not aliased.
    play(unsafe { &mut *game }, five)
}

/// # Safety
/// The game is valid and not aliased: at least one point is listed, and no five stand.
pub(in crate::gomoku::kernels) unsafe fn playout_64(game: *mut Playout64) -> u32 {
    // SAFETY: the caller's game, which is not aliased.
    play(unsafe { &mut *game }, |lines| lines.into_iter().any(has_five))
}

#[inline(always)]
fn has_five(line: u64) -> bool {
    let two = line & line >> 1;
    two & two >> 2 & line >> 4 != 0
}

/// A random game; `five` says of the four lines through a stone whether one has five in a row.
#[inline(always)]
fn play<W, const LINES: usize, const MIDDLE: usize, const LIST: usize>(
    game: &mut SingleGame<W, LINES, MIDDLE, LIST>,
    five: impl Fn([W; 4]) -> bool,
) -> u32
where
    W: Copy + From<u8> + Shl<usize, Output = W> + BitOrAssign,
{
    let mut random = Random::new(game.random);
    let (mut side, mut plies, mut winner) = (game.to_move() as usize, 0, 0);
    while game.empties() > 0 {
        let (row, column) = game.take(random.below(game.empties() as u32) as usize);
        plies += 1;
        if five(game.put(side, row, column)) {
            winner = side as u32 + 1;
            break;
        }
        side ^= 1;
    }
    game.random = *random.state();
    plies | winner << 16
}

/// # Safety
/// As asm/gomoku/step.inc says.
pub(in crate::gomoku::kernels) unsafe fn step(
    games: *mut SlabGame,
    count: usize,
    actions: *const u16,
    points: *const [u8; 2],
    start: *const SlabGame,
    exact: u32,
) -> usize {
    // SAFETY: the caller's arguments are as the kernel's contract has them: that many games, which
    // is not aliased, and actions, 256 points, and a start or null.
    let (games, actions, points, start) = unsafe {
        let (games, actions) = (from_raw_parts_mut(games, count), from_raw_parts(actions, count));
        (games, actions, &*points.cast::<[[u8; 2]; 256]>(), start.as_ref())
    };
    let is_legal =
        |game: &SlabGame, action: u16| action < 256 && game.empty()[usize::from(action / 64)] >> (action % 64) & 1 == 1;
    let illegal = |(game, &action): (&SlabGame, &u16)| game.outcome_code() == 0 && !is_legal(game, action);
    if let Some(illegal) = games.iter().zip(actions).position(illegal) {
        return illegal;
    }
    for (game, &action) in games.iter_mut().zip(actions) {
        if game.outcome_code() == 0 {
            let action = usize::from(action) % 256;
            let at = points[action];
            game.place(action, at, |rows| wins(rows, at, exact != 0));
        } else if let Some(start) = start {
            game.clone_from(start);
        }
    }
    count
}

/// # Safety
/// As asm/gomoku/observe_avx2.S says.
pub(in crate::gomoku::kernels) unsafe fn observe(
    games: *const SlabGame,
    count: usize,
    rows: u32,
    columns: u32,
    cells: *mut u8,
) {
    let (rows, columns) = (rows as usize, columns as usize);
    // SAFETY: the caller's arguments are as the kernel's contract has them: that many games, and a
    // cell for each of their points.
    let (games, cells) = unsafe { (from_raw_parts(games, count), from_raw_parts_mut(cells, count * rows * columns)) };
    for (game, cells) in games.iter().zip(cells.chunks_exact_mut(rows * columns)) {
        // Sixteen cells at a time: what a row writes beyond its own the next one overwrites.
        let mut written = [0; 15 * 15 + 16];
        let [black, white] = Colour::ALL.map(|colour| &game.rows(colour)[..rows]);
        for (row, (black, white)) in black.iter().zip(white).enumerate() {
            let written = &mut written[row * columns..][..16];
            let [low, high] =
                [0, 8].map(|first| (spread((black >> first) as u8) + 2 * spread((white >> first) as u8)).to_le_bytes());
            written[..8].copy_from_slice(&low);
            written[8..].copy_from_slice(&high);
        }
        cells.copy_from_slice(&written[..cells.len()]);
    }
}

/// Whether the stone in this row and column wins; before it neither colour had won.
#[inline(always)]
fn wins(rows: &[u16; 16], [row, column]: [u8; 2], exact: bool) -> bool {
    let mut near = [0; 24];
    near[4..20].copy_from_slice(rows);
    let near = near[usize::from(row) % 16..].first_chunk().expect("four rows and more on each side");
    through(near, column.into()) && (!exact || has_exact_five(rows))
}
