//! Random games by their keys: asm/gomoku/playouts.inc says how.

use crate::gomoku::kernels::reference::game_result;
use crate::gomoku::keys::{GAMES, KeyLine, Results};
use std::slice::from_raw_parts;

/// Games looked at together: the keys of a vector register.
const LANES: usize = 8;
/// A key for each of them.
type Lanes = [i16; LANES];

/// # Safety
/// As asm/gomoku/playouts.inc says.
pub(in crate::gomoku::kernels) unsafe fn playouts(
    keys: *const [u64; 8],
    lines: *const KeyLine,
    cells: *const u32,
    count: u32,
    to_move: u32,
    results: *mut Results,
) {
    // SAFETY: the caller's arguments are as the kernel's contract has them.
    unsafe { decide::<false>(keys, lines, cells, count, to_move, results) }
}

/// # Safety
/// As asm/gomoku/playouts.inc says.
pub(in crate::gomoku::kernels) unsafe fn playouts_exact(
    keys: *const [u64; 8],
    lines: *const KeyLine,
    cells: *const u32,
    count: u32,
    to_move: u32,
    results: *mut Results,
) {
    // SAFETY: the caller's arguments are as the kernel's contract has them.
    unsafe { decide::<true>(keys, lines, cells, count, to_move, results) }
}

#[inline(always)]
fn min(a: Lanes, b: Lanes) -> Lanes {
    std::array::from_fn(|lane| a[lane].min(b[lane]))
}

#[inline(always)]
fn max(a: Lanes, b: Lanes) -> Lanes {
    std::array::from_fn(|lane| a[lane].max(b[lane]))
}

/// # Safety
/// The arguments are as the contract in asm/gomoku/playouts.inc has them.
#[inline(always)]
unsafe fn decide<const EXACT: bool>(
    keys: *const [u64; 8],
    lines: *const KeyLine,
    cells: *const u32,
    count: u32,
    to_move: u32,
    results: *mut Results,
) {
    // SAFETY: the caller's promise.
    let (cells, results) = unsafe { (from_raw_parts(cells, count as usize), &mut *results) };
    for part in (0..GAMES).step_by(LANES) {
        // SAFETY: the caller's rows of keys reach as far as lines and cells do. A row is 32 keys of
        // 16 bits.
        let row = |at: u32| unsafe { keys.cast::<i16>().byte_add(at as usize).add(part).cast::<Lanes>().read() };
        // SAFETY: the list of lines ends with one that has no windows.
        let lines = (0..).map(|index| unsafe { &*lines.add(index) }).take_while(|line| line.windows > 0);
        let (black, white) = if EXACT { exact_fives(lines, row) } else { fives(lines, row) };
        let (mut below, mut same_black, mut above, mut same_white) =
            ([0_i16; LANES], [0_i16; LANES], [0_i16; LANES], [0_i16; LANES]);
        for &cell in cells {
            let keys = row(cell);
            for lane in 0..LANES {
                below[lane] += i16::from(keys[lane] < black[lane]);
                same_black[lane] += i16::from(keys[lane] == black[lane]);
                above[lane] += i16::from(keys[lane] > white[lane]);
                same_white[lane] += i16::from(keys[lane] == white[lane]);
            }
        }
        for lane in 0..LANES {
            let counts = [below[lane], same_black[lane], above[lane], same_white[lane]].map(i32::from);
            results.games[part + lane] = game_result(counts, black[lane], white[lane], count as i32, to_move);
        }
        results.black[part..part + LANES].copy_from_slice(&black);
        results.white[part..part + LANES].copy_from_slice(&white);
    }
}

/// The least of all windows' greatest keys, and the greatest of their least.
#[inline(always)]
fn fives<'a>(lines: impl Iterator<Item = &'a KeyLine>, row: impl Fn(u32) -> Lanes) -> (Lanes, Lanes) {
    let (mut black, mut white) = ([i16::MAX; LANES], [i16::MIN; LANES]);
    for &KeyLine { first, step, windows } in lines {
        let mut at = first;
        let mut cells = [0, 1, 2, 3].map(|steps| row(at + steps * step));
        let mut left = windows;
        // Two windows share four cells, s the greatest of them: min(max(a, s), max(b, s)) = max(s,
        // min(a, b)).
        while left >= 2 {
            let [a, b, c, d] = cells;
            let (e, f) = (row(at + 4 * step), row(at + 5 * step));
            let (most, least) = (max(max(b, c), max(d, e)), min(min(b, c), min(d, e)));
            black = min(black, max(most, min(a, f)));
            white = max(white, min(least, max(a, f)));
            cells = [c, d, e, f];
            (at, left) = (at + 2 * step, left - 2);
        }
        if left == 1 {
            let ([a, b, c, d], e) = (cells, row(at + 4 * step));
            black = min(black, max(max(max(a, b), max(c, d)), e));
            white = max(white, min(min(min(a, b), min(c, d)), e));
        }
    }
    (black, white)
}

/// `fives` of the windows that no neighbour at their ends made longer: a neighbour taken before.
#[inline(always)]
fn exact_fives<'a>(lines: impl Iterator<Item = &'a KeyLine>, row: impl Fn(u32) -> Lanes) -> (Lanes, Lanes) {
    let (mut black, mut white) = ([i16::MAX; LANES], [i16::MIN; LANES]);
    for &KeyLine { first, step, windows } in lines {
        // Beyond the line's ends there is nothing to be taken, by black or by white.
        let (mut earliest, mut latest) = ([i16::MAX; LANES], [i16::MIN; LANES]);
        let mut at = first;
        let mut cells = [0, 1, 2, 3, 4].map(|steps| row(at + steps * step));
        for left in (0..windows).rev() {
            let [a, b, c, d, e] = cells;
            let (most, least) = (max(max(max(a, b), max(c, d)), e), min(min(min(a, b), min(c, d)), e));
            let next = row(at + if left > 0 { 5 * step } else { 0 });
            let (next_earliest, next_latest) =
                if left > 0 { (next, next) } else { ([i16::MAX; LANES], [i16::MIN; LANES]) };
            let (earlier, later) = (min(earliest, next_earliest), max(latest, next_latest));
            for lane in 0..LANES {
                let longer = if earlier[lane] < most[lane] { i16::MAX } else { most[lane] };
                black[lane] = black[lane].min(longer);
                let longer = if later[lane] > least[lane] { i16::MIN } else { least[lane] };
                white[lane] = white[lane].max(longer);
            }
            (earliest, latest) = (a, a);
            cells = [b, c, d, e, next];
            at = at.wrapping_add(step);
        }
    }
    (black, white)
}
