//! Tier Reference: the rules on cells behind the kernels' signatures. The functions here make the
//! demands on arguments that the kernels' files in asm/ make.

use crate::game::Colour;
use crate::game::slab::NO_ACTION;
use crate::gomoku::block::{BOARDS, Block, Found, Row};
use crate::gomoku::keys::{BLACK_WON, GAMES, KeyLine, OPEN, Results, WHITE_WON};
use crate::gomoku::lane::Lane;
use crate::gomoku::point::{Point, Size};
use crate::gomoku::reference::{self as rules, Cells};
use crate::gomoku::rule::Rule;
use crate::gomoku::single_game::{Playout16, Playout64, SingleGame};
use crate::gomoku::slab_game::SlabGame;
use crate::gomoku::threats::{Scratch, Threats};
use crate::gomoku::vector;
use crate::random::Random;
use std::slice::{from_raw_parts, from_raw_parts_mut};

/// # Safety
/// As asm/gomoku/runs.inc says.
pub(super) unsafe fn runs(cells: *const u8, rows: u32, columns: u32, position: u32) -> u64 {
    let size = Size::new(rows as usize, columns as usize).expect("the caller's size is one");
    // SAFETY: the caller's vector has a cell for each point.
    let cells = unsafe { from_raw_parts(cells, size.points()) };
    let mut board = Cells::new(size);
    for (point, &cell) in size.all().zip(cells) {
        board.set(point, vector::stone(cell));
    }
    let runs = rules::runs(&board, size.point(position as usize));
    let packed = runs.map(|run| u64::from(run.length) | u64::from(run.before) << 7 | u64::from(run.blocked) << 13);
    packed.into_iter().enumerate().map(|(axis, run)| run << (16 * axis)).sum()
}

/// # Safety
/// As asm/gomoku/five_x64.S says.
pub(super) unsafe fn five<const LANE: u32>(plane: *const u64, row: u32, column: u32) -> u32 {
    // The four rows before and after, and the point taken as a stone.
    let lane = Lane::of_bits(LANE);
    let size = Size::new(9, lane.bits()).expect("a size");
    let mut near = Cells::new(size);
    for point in size.all() {
        // SAFETY: the caller's plane can be read four rows before and after the point's.
        let bits = unsafe { lane_at(plane, lane, row as isize + point.row() as isize - 4) };
        near.set(point, (bits >> point.column() & 1 == 1).then_some(Colour::Black));
    }
    let point = Point::new(4, column as usize).expect("a point of the board");
    near.set(point, Some(Colour::Black));
    u32::from(rules::runs(&near, point).into_iter().any(|run| run.length >= 5))
}

/// # Safety
/// As asm/gomoku/fives.inc says.
pub(super) unsafe fn any_five<const LANE: u32>(planes: *const u64, rows: u32) -> u32 {
    // SAFETY: the caller's planes have the layout of the lane.
    let sides = unsafe { colours(planes, Lane::of_bits(LANE), rows) };
    u32::from(pair(sides.map(|side| rules::any_five(&side, Colour::Black))))
}

/// # Safety
/// As asm/gomoku/fives.inc says.
pub(super) unsafe fn any_exact_five<const LANE: u32>(planes: *const u64, rows: u32) -> u32 {
    // SAFETY: the caller's planes have the layout of the lane.
    let sides = unsafe { colours(planes, Lane::of_bits(LANE), rows) };
    u32::from(pair(sides.map(|side| rules::any_exact_five(&side, Colour::Black))))
}

/// # Safety
/// As asm/gomoku/winning_cells.inc says, with room for 64 words in each set.
pub(super) unsafe fn winning_cells<const LANE: u32>(planes: *const u64, rows: u32, black: *mut u64, white: *mut u64) {
    let lane = Lane::of_bits(LANE);
    // SAFETY: the caller's planes have the layout of the lane.
    let sides = unsafe { colours(planes, lane, rows) };
    for (side, set) in sides.iter().zip([black, white]) {
        // SAFETY: the caller's sets have room for 64 words.
        unsafe { write(&rules::winning_cells(side, Colour::Black), lane, set) };
    }
}

/// # Safety
/// As asm/gomoku/threats.inc says.
pub(super) unsafe fn threats<const LANE: u32>(
    own: *const u64,
    empty: *const u64,
    rows: u32,
    threats: *mut Threats,
    _scratch: *mut Scratch,
) {
    let lane = Lane::of_bits(LANE);
    // SAFETY: the caller's planes have the layout of the lane; its threats are valid and not
    // aliased.
    let (cells, threats) = unsafe { (cells(own, empty, lane, rows), &mut *threats) };
    let Threats { fours, open_fours, open_threes } = threats;
    let set = |points: Vec<Point>| lane.bits_of(&points);
    *fours.words_mut() = set(rules::fours(&cells, Colour::Black));
    *open_fours.words_mut() = set(rules::open_fours(&cells, Colour::Black));
    *open_threes.words_mut() = set(rules::open_threes(&cells, Colour::Black));
}

/// # Safety
/// The game is valid and not aliased: at least one point is listed, and no five stand.
pub(super) unsafe fn playout_16(game: *mut Playout16) -> u32 {
    // SAFETY: the caller's game, which is not aliased.
    play_on_cells(unsafe { &mut *game }, 15)
}

/// # Safety
/// The game is valid and not aliased: at least one point is listed, and no five stand.
pub(super) unsafe fn playout_64(game: *mut Playout64) -> u32 {
    // SAFETY: the caller's game, which is not aliased.
    play_on_cells(unsafe { &mut *game }, 64)
}

/// A random game on cells; points that are not in the list and hold no stone lie off the board, and
/// are never stones.
fn play_on_cells<W: Copy + Into<u64>, const LINES: usize, const MIDDLE: usize, const LIST: usize>(
    game: &mut SingleGame<W, LINES, MIDDLE, LIST>,
    side: usize,
) -> u32 {
    let mut cells = Cells::new(Size::new(side, side).expect("a size"));
    for point in cells.size().all() {
        for colour in Colour::ALL {
            if game.rows(colour)[point.row()].into() >> point.column() & 1 == 1 {
                cells.set(point, Some(colour));
            }
        }
    }
    let mut random = Random::new(game.random);
    let mut colour = game.to_move();
    let mut plies = 0;
    let mut winner = 0;
    while game.empties() > 0 && winner == 0 {
        let (row, column) = game.take(random.below(game.empties() as u32) as usize);
        let point = Point::new(row, column).expect("a point of the board");
        cells.set(point, Some(colour));
        plies += 1;
        if rules::wins(&cells, Rule::Freestyle, point) {
            winner = u32::from(colour.cell());
        }
        colour = colour.other();
    }
    game.random = *random.state();
    plies | winner << 16
}

/// # Safety
/// As asm/gomoku/playouts.inc says.
pub(super) unsafe fn playouts(
    keys: *const [u64; 8],
    lines: *const KeyLine,
    cells: *const u32,
    count: u32,
    to_move: u32,
    results: *mut Results,
) {
    // SAFETY: the caller's arguments are as the kernel's contract has them.
    unsafe { decide_by_keys(keys, lines, cells, count, to_move, results, false) }
}

/// # Safety
/// As asm/gomoku/playouts.inc says.
pub(super) unsafe fn playouts_exact(
    keys: *const [u64; 8],
    lines: *const KeyLine,
    cells: *const u32,
    count: u32,
    to_move: u32,
    results: *mut Results,
) {
    // SAFETY: the caller's arguments are as the kernel's contract has them.
    unsafe { decide_by_keys(keys, lines, cells, count, to_move, results, true) }
}

/// Games by their keys, as asm/gomoku/playouts.inc says.
///
/// # Safety
/// The arguments are as the contract there has them.
unsafe fn decide_by_keys(
    keys: *const [u64; 8],
    lines: *const KeyLine,
    cells: *const u32,
    count: u32,
    to_move: u32,
    results: *mut Results,
    exact: bool,
) {
    // SAFETY: the caller's promise.
    let (cells, results) = unsafe { (std::slice::from_raw_parts(cells, count as usize), &mut *results) };
    for game in 0..GAMES {
        // SAFETY: the caller's rows of keys reach as far as lines and cells do.
        let key = |at: u32| unsafe { (*keys.add(at as usize / 64))[game / 4] >> (16 * (game % 4)) } as i16;
        let (mut black, mut white) = (i16::MAX, i16::MIN);
        // SAFETY: the list of lines ends with one that has no windows.
        let lines = (0..).map(|index| unsafe { &*lines.add(index) }).take_while(|line| line.windows > 0);
        for line in lines {
            let line: Vec<i16> = (0..line.windows + 4).map(|cell| key(line.first + cell * line.step)).collect();
            for (first, window) in line.windows(5).enumerate() {
                let (greatest, least) = (*window.iter().max().expect("five"), *window.iter().min().expect("five"));
                let ends = [first.checked_sub(1), Some(first + 5)].into_iter().flatten();
                let neighbours: Vec<i16> = ends.filter_map(|cell| line.get(cell).copied()).filter(|_| exact).collect();
                if neighbours.iter().all(|&neighbour| neighbour >= greatest) {
                    black = black.min(greatest);
                }
                if neighbours.iter().all(|&neighbour| neighbour <= least) {
                    white = white.max(least);
                }
            }
        }
        let count_of = |of: &dyn Fn(i16) -> bool| cells.iter().filter(|&&cell| of(key(cell))).count() as i32;
        let counts = [
            count_of(&|key| key < black),
            count_of(&|key| key == black),
            count_of(&|key| key > white),
            count_of(&|key| key == white),
        ];
        results.games[game] = game_result(counts, black, white, count as i32, to_move);
        (results.black[game], results.white[game]) = (black, white);
    }
}

/// A game's result, from how many keys of empty cells are below black's key, the same, above
/// white's, and the same as it.
pub(super) fn game_result(counts: [i32; 4], black: i16, white: i16, full: i32, to_move: u32) -> u16 {
    let [below, same_black, above, same_white] = counts;
    // Of each side: the ply of its five at the earliest and at the latest, and whether its key may
    // be that of several points.
    let side = |before: i32, same: i32, stone: bool, begins: i32| {
        let same = same + i32::from(stone);
        (2 * (before + 1) - begins, 2 * (before + same) - begins, same > 1)
    };
    let first = 1 - to_move as i32;
    let (early_black, black_plies, tied_black) = side(below, same_black, black == i16::MIN, first);
    let (early_white, white_plies, tied_white) = side(above, same_white, white == i16::MAX, 1 - first);
    let open = match (tied_black, tied_white) {
        (false, false) => false,
        (true, false) => early_black <= white_plies.min(full),
        (false, true) => early_white <= black_plies.min(full),
        (true, true) => true,
    };
    let mut result = black_plies.min(white_plies).min(full) as u16;
    if black_plies < white_plies && black_plies <= full {
        result |= BLACK_WON;
    }
    if white_plies < black_plies && white_plies <= full {
        result |= WHITE_WON;
    }
    if open { result | OPEN } else { result }
}

/// # Safety
/// As asm/gomoku/batch.inc says.
pub(super) unsafe fn batch_fives(boards: *const Block, rows: u32, found: *mut Found) {
    // SAFETY: both are the caller's and valid.
    let (boards, found) = unsafe { (&*boards, &mut *found) };
    let any = |side: Cells| rules::any_five(&side, Colour::Black);
    found.0 = boards_on_cells(boards, rows).map(|sides| pair(sides.map(any)));
}

/// # Safety
/// As asm/gomoku/batch.inc says.
pub(super) unsafe fn batch_exact_fives(boards: *const Block, rows: u32, found: *mut Found) {
    // SAFETY: both are the caller's and valid.
    let (boards, found) = unsafe { (&*boards, &mut *found) };
    let exact = |side: Cells| rules::any_exact_five(&side, Colour::Black);
    found.0 = boards_on_cells(boards, rows).map(|sides| pair(sides.map(exact)));
}

/// # Safety
/// As asm/gomoku/batch.inc says, with room for 15 rows in each set.
pub(super) unsafe fn batch_winning_cells(
    boards: *const Block,
    rows: u32,
    columns: u32,
    black: *mut [Row; 15],
    white: *mut [Row; 15],
) {
    // SAFETY: all are the caller's and valid.
    let (boards, sets) = unsafe { (&*boards, [&mut *black, &mut *white]) };
    for (board, sides) in boards_on_cells(boards, rows).into_iter().enumerate() {
        for (colour, side) in sides.into_iter().enumerate() {
            sets[colour][..rows as usize].iter_mut().for_each(|row| row[board] = 0);
            for point in rules::winning_cells(&side, Colour::Black) {
                sets[colour][point.row()][board] |= columns as u16 & 1 << point.column();
            }
        }
    }
}

/// # Safety
/// As asm/gomoku/step.inc says.
pub(super) unsafe fn step(
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
        (games, actions, from_raw_parts(points, 256), start.as_ref())
    };
    let legal = |game: &SlabGame, action: u16| {
        game.empty().get(usize::from(action / 64)).is_some_and(|word| word >> (action % 64) & 1 == 1)
    };
    let on = |game: &SlabGame| game.outcome().is_none();
    if let Some(illegal) = games.iter().zip(actions).position(|(game, &action)| on(game) && !legal(game, action)) {
        return illegal;
    }
    let rule = if exact != 0 { Rule::Standard } else { Rule::Freestyle };
    for (game, &action) in games.iter_mut().zip(actions) {
        if on(game) {
            let at = points[usize::from(action)];
            game.place(action.into(), at, |rows| wins(rows, rule, at));
        } else if let Some(start) = start {
            game.clone_from(start);
        }
    }
    count
}

/// Whether the stone in this row and column, one of those in `rows`, wins.
fn wins(rows: &[u16; 16], rule: Rule, [row, column]: [u8; 2]) -> bool {
    let mut cells = Cells::new(Size::new(15, 15).expect("a size"));
    for point in cells.size().all() {
        cells.set(point, (rows[point.row()] >> point.column() & 1 == 1).then_some(Colour::Black));
    }
    rules::wins(&cells, rule, Point::new(row.into(), column.into()).expect("a point of the board"))
}

/// # Safety
/// As asm/gomoku/choose_avx2.S says.
pub(super) unsafe fn choose(games: *const SlabGame, count: usize, numbers: *const u64, actions: *mut u16) -> usize {
    // SAFETY: the caller's arguments are as the kernel's contract has them: that many games,
    // numbers and actions.
    let (games, numbers, actions) =
        unsafe { (from_raw_parts(games, count), from_raw_parts(numbers, count), from_raw_parts_mut(actions, count)) };
    for (index, (game, (&number, action))) in games.iter().zip(numbers.iter().zip(actions)).enumerate() {
        *action = NO_ACTION;
        if game.outcome_code() == 0 {
            let left = u64::from(game.left());
            let product = u128::from(number) * u128::from(left);
            // Of the 2^64 low halves the first (2^64 mod left) are one too many.
            if (product as u64) < left.wrapping_neg() % left {
                return index;
            }
            let mut chosen = (product >> 64) as u32;
            for (word, &bits) in game.empty().iter().enumerate() {
                if chosen < bits.count_ones() {
                    let later = (0..chosen).fold(bits, |bits, _| bits & (bits - 1));
                    *action = 64 * word as u16 + later.trailing_zeros() as u16;
                    break;
                }
                chosen -= bits.count_ones();
            }
        }
    }
    count
}

/// # Safety
/// As asm/gomoku/observe_avx2.S says.
pub(super) unsafe fn observe(games: *const SlabGame, count: usize, rows: u32, columns: u32, cells: *mut u8) {
    let size = Size::new(rows as usize, columns as usize).expect("the caller's size is one");
    // SAFETY: the caller's arguments are as the kernel's contract has them: that many games, and a
    // cell for each of their points.
    let (games, cells) = unsafe { (from_raw_parts(games, count), from_raw_parts_mut(cells, count * size.points())) };
    for (game, cells) in games.iter().zip(cells.chunks_exact_mut(size.points())) {
        for (point, cell) in size.all().zip(cells) {
            *cell = game.stone(point).map_or(0, Colour::cell);
        }
    }
}

/// The board as each colour sees it, its own stones as black.
///
/// # Safety
/// The planes have the layout of the lane.
unsafe fn colours(planes: *const u64, lane: Lane, rows: u32) -> [Cells; 2] {
    let [black, white, empty] = lane.planes();
    // SAFETY: the caller's promise; the planes stand where the layout says.
    [black, white].map(|own| unsafe { cells(planes.add(own), planes.add(empty), lane, rows) })
}

/// A row's lane, counted from a plane's first; rows before and after it are the margin.
///
/// # Safety
/// The lane can be read.
unsafe fn lane_at(plane: *const u64, lane: Lane, row: isize) -> u64 {
    // SAFETY: the caller's promise; a plane begins at an eight-byte boundary.
    unsafe {
        match lane {
            Lane::W16 => (*plane.cast::<u16>().offset(row)).into(),
            Lane::W32 => (*plane.cast::<u32>().offset(row)).into(),
            Lane::W64 => *plane.offset(row),
        }
    }
}

/// A board as wide as a lane, with `own` as black, the points of `empty` empty, and white
/// everywhere else.
///
/// # Safety
/// Both planes can be read for that many rows.
unsafe fn cells(own: *const u64, empty: *const u64, lane: Lane, rows: u32) -> Cells {
    let mut cells = Cells::new(Size::new(rows as usize, lane.bits()).expect("a size"));
    for point in cells.size().all() {
        // SAFETY: the caller's promise.
        let [own, empty] = [own, empty].map(|plane| unsafe { lane_at(plane, lane, point.row() as isize) });
        let is = |bits: u64| bits >> point.column() & 1 == 1;
        cells.set(point, if is(own) { Some(Colour::Black) } else { (!is(empty)).then_some(Colour::White) });
    }
    cells
}

/// Writes a set of points, rows without any included.
///
/// # Safety
/// There is room for 64 words.
unsafe fn write(points: &[Point], lane: Lane, words: *mut u64) {
    // SAFETY: the caller's promise.
    unsafe { words.cast::<[u64; Size::MAX]>().write(lane.bits_of(points)) }
}

fn pair(found: [bool; 2]) -> u16 {
    u16::from(found[0]) | u16::from(found[1]) << 1
}

/// The boards of a block as each colour sees them, its own stones as black, with as many columns as
/// a word has bits.
fn boards_on_cells(boards: &Block, rows: u32) -> [[Cells; 2]; BOARDS] {
    let size = Size::new(rows as usize, 16).expect("a size");
    let [black, white] = boards.rows();
    std::array::from_fn(|board| {
        [[black, white], [white, black]].map(|[own, opponent]| {
            let mut cells = Cells::new(size);
            for point in size.all() {
                let is = |rows: &[Row; 15]| rows[point.row()][board] >> point.column() & 1 == 1;
                let opponent = is(opponent).then_some(Colour::White);
                cells.set(point, if is(own) { Some(Colour::Black) } else { opponent });
            }
            cells
        })
    })
}
