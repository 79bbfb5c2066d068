//! Gomoku's kernels and their tables, one per tier.

use crate::game::Outcome;
use crate::game::Playout;
use crate::game::slab::{Ended, NO_ACTION};
use crate::gomoku::batch::{BOARDS, Block, Found, Row, Sets};
use crate::gomoku::playouts::{Keys, Line, Results};
use crate::gomoku::reference::{self, Cells};
use crate::gomoku::slab::{Game, Games};
use crate::gomoku::{Board, Colour, Lane, Planes, Point, PointSet, Rule, Run, Size};
#[cfg(stonemask_asm)]
use crate::kernel::old::old_assembly;
use crate::kernel::old::{choice, kernel, reference, table};
use crate::random::Random;
use crate::tier::Tier;
use std::mem::offset_of;
use std::sync::atomic::{AtomicPtr, Ordering};

table! {
    /// The Gomoku kernels of one tier.
    ///
    /// ```
    /// use stonemask::Tier;
    /// use stonemask::gomoku::{Board, Colour, Kernels};
    ///
    /// let board: Board = "3x7 freestyle XX-XX--/OOOOO--/------- X".parse()?;
    /// for tier in Tier::available() {
    ///     let kernels = Kernels::get(tier).unwrap();
    ///     assert_eq!(kernels.any_five(board.planes()), [false, true]);
    ///     assert_eq!(kernels.winning_cells(board.planes())[0].to_string(), "c1");
    ///     assert!(kernels.five(board.planes(), Colour::White, "c2".parse()?));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub struct Kernels {
        runs: fn(*const u8, u32, u32, u32) -> u64,
        playout_16: fn(*mut Playout16) -> u32,
        playout_64: fn(*mut Playout64) -> u32,
        playouts: fn(*const [u64; 8], *const Line, *const u32, u32, u32, *mut Results),
        playouts_exact: fn(*const [u64; 8], *const Line, *const u32, u32, u32, *mut Results),
        batch_fives: fn(*const Block, u32, *mut Found),
        batch_exact_fives: fn(*const Block, u32, *mut Found),
        batch_winning_cells: fn(*const Block, u32, u32, *mut [Row; 15], *mut [Row; 15]),
        step: fn(*mut Game, usize, *const u16, *const [u8; 2], *const Game, u32) -> usize,
        choose: fn(*const Game, usize, *const u64, *mut u16) -> usize,
    }
    by lane {
        five: fn(*const u64, u32, u32) -> u32,
        any_five: fn(*const u64, u32) -> u32,
        any_exact_five: fn(*const u64, u32) -> u32,
        winning_cells: fn(*const u64, u32, *mut u64, *mut u64),
        threats: fn(*const u64, *const u64, u32, *mut Threats, *mut Scratch),
    }
}

/// The empty points on which a stone of a colour makes a four, an open four or an open three. Whether it makes a five as well
/// does not matter, nor does what a rule forbids; a run of five or more counts as five.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Threats {
    /// The stone is one of five cells in a row that then hold four stones of the colour and one empty point.
    pub fours: PointSet,
    /// The stone is one of four in an unbroken row with an empty point at each end.
    pub open_fours: PointSet,
    /// Of six cells in a row the outer two are empty, and the inner four then hold three stones of the colour, this one among
    /// them, and one empty point: one stone more makes an open four.
    pub open_threes: PointSet,
}

/// The distance from one map to the next in [`Threats`], as asm/gomoku/threats.inc has it.
const MAP: usize = 576;
const _: () = assert!(offset_of!(Threats, open_fours) == MAP && offset_of!(Threats, open_threes) == 2 * MAP);

/// Room for the windows that `threats` finds before it spreads them: three planes with a cache line before each and one after.
#[repr(C, align(64))]
struct Scratch([std::mem::MaybeUninit<u64>; 8 + 3 * 72]);

/// A random game on a board of 16-bit lanes.
#[repr(C, align(64))]
struct Playout16 {
    /// Of each colour: the rows, the columns, the diagonals by row - column + 15, and those by row + column; in a column
    /// bit r is row r, in the others bit c is column c. Bit 15 is never set.
    lines: [[[u16; 32]; 4]; 2],
    /// The random numbers' counter.
    random: u64,
    /// How many points the list holds, at least one.
    empties: u32,
    /// The side to move: 0 black, 1 white.
    to_move: u32,
    /// The empty points, 256*row + column.
    list: [u16; 256],
}

/// A random game on a board of any size: as [`Playout16`], the diagonals by row - column + 64.
#[repr(C, align(64))]
struct Playout64 {
    lines: [[[u64; 128]; 4]; 2],
    random: u64,
    empties: u32,
    to_move: u32,
    list: [u16; 4096 + 64],
}

choice!();

impl Kernels {
    /// The source's scan on the cell vector: the runs through the stone on `point`, by [`AXES`](crate::gomoku::AXES). The
    /// cursor does not matter. `None` when there is no stone on `point`.
    pub fn runs(&self, board: &Board, point: Point) -> Option<[Run; 4]> {
        board.stone(point)?;
        let (cells, size) = (board.cells(), board.size());
        assert!(cells.len() == size.points() && size.contains(point));
        // SAFETY: this processor runs the table's tier. The vector has a cell for each point of the size, each 0, 1 or 2 with or
        // without 20 (a board's invariant), and the position is that of a stone on it. The kernel reads the vector alone.
        let runs =
            unsafe { (self.runs)(cells.as_ptr(), size.rows() as u32, size.columns() as u32, size.index(point) as u32) };
        Some([0, 16, 32, 48].map(|axis| {
            let run = runs >> axis;
            Run { length: (run & 127) as u8, before: (run >> 7 & 63) as u8, blocked: (run >> 13 & 3) as u8 }
        }))
    }

    /// Whether the stone that `colour` has just placed on `point` is in a run of five or more. What stands on the point does
    /// not matter: so it also says whether a stone there would be.
    ///
    /// # Panics
    /// When the point is off the board.
    #[inline]
    pub fn five(&self, planes: &Planes, colour: Colour, point: Point) -> bool {
        assert!(planes.size().contains(point), "{point} is off the board of {}", planes.size());
        let (row, column) = (point.row() as u32, point.column() as u32);
        // SAFETY: this processor runs the table's tier. The plane is one of `planes`, with a cache line of other lanes or
        // zeros before and after it, so the four rows before and after the point's can be read; the lane is theirs.
        unsafe { (self.five[planes.lane() as usize])(planes.plane(colour as usize), row, column) != 0 }
    }

    /// Whether black, and whether white, has a run of five or more anywhere.
    #[inline]
    pub fn any_five(&self, planes: &Planes) -> [bool; 2] {
        // SAFETY: this processor runs the table's tier, and `planes` has the layout of its lane.
        let found = unsafe { (self.any_five[planes.lane() as usize])(planes.as_ptr(), planes.size().rows() as u32) };
        [found & 1 != 0, found & 2 != 0]
    }

    /// Whether black, and whether white, has a run of exactly five anywhere.
    #[inline]
    pub fn any_exact_five(&self, planes: &Planes) -> [bool; 2] {
        // SAFETY: as for `any_five`.
        let found =
            unsafe { (self.any_exact_five[planes.lane() as usize])(planes.as_ptr(), planes.size().rows() as u32) };
        [found & 1 != 0, found & 2 != 0]
    }

    /// The empty points on which a stone makes a run of five or more: black's, then white's.
    pub fn winning_cells(&self, planes: &Planes) -> [PointSet; 2] {
        let mut cells = [PointSet::empty(planes.size()), PointSet::empty(planes.size())];
        self.winning_cells_into(planes, &mut cells);
        cells
    }

    /// The same into sets of the board's size that are there already.
    ///
    /// # Panics
    /// When the sets are of another size.
    #[inline]
    pub fn winning_cells_into(&self, planes: &Planes, cells: &mut [PointSet; 2]) {
        let size = planes.size();
        assert!(cells.iter().all(|set| set.size() == size), "the sets are of another size");
        let [black, white] = cells;
        // SAFETY: this processor runs the table's tier, and `planes` has the layout of its lane. A set has room for 64 lanes of
        // 64 bits, of which the kernel writes as many vectors as the rows take.
        unsafe {
            (self.winning_cells[planes.lane() as usize])(
                planes.as_ptr(),
                size.rows() as u32,
                black.words.as_mut_ptr(),
                white.words.as_mut_ptr(),
            );
        }
    }

    /// The points on which a colour makes fours, open fours and open threes.
    pub fn threats(&self, planes: &Planes, colour: Colour) -> Threats {
        let empty = || PointSet::empty(planes.size());
        let mut threats = Threats { fours: empty(), open_fours: empty(), open_threes: empty() };
        let mut scratch = std::mem::MaybeUninit::<Scratch>::uninit();
        // SAFETY: this processor runs the table's tier. Both planes are of `planes` and of its lane, with a cache line before
        // and after each (half of one after the 16-bit empty points, which the kernel allows for); `Threats` has the layout
        // that the kernel knows, with sets of the planes' size, and the scratch is as large and as aligned as the kernel needs,
        // which writes it before it reads it.
        unsafe {
            (self.threats[planes.lane() as usize])(
                planes.plane(colour as usize),
                planes.plane(2),
                planes.size().rows() as u32,
                &mut threats,
                scratch.as_mut_ptr(),
            );
        }
        threats
    }

    /// Plays a freestyle game that is not over to its end, from a list of the empty points in order: a point is drawn, and the last
    /// of the list takes its place.
    pub(crate) fn playout(&self, board: &Board, random: &mut Random) -> Playout {
        assert!(board.outcome().is_none());
        let planes = board.planes();
        let (to_move, empties) = (board.to_move() as u32, (board.size().points() - board.stones()) as u32);
        let result = if planes.lane() == Lane::W16 {
            let mut game =
                Playout16 { lines: [[[0; 32]; 4]; 2], list: [0; 256], random: *random.state(), empties, to_move };
            list(planes, &mut game.list);
            if board.stones() > 0 {
                lines(planes, |colour, axis, line, bit| game.lines[colour][axis][line] |= 1 << bit, 15);
            }
            // SAFETY: this processor runs the table's tier. The list holds the empty points, all within 15x15, and there is one,
            // or the game would be over; the lines are those of the stones.
            let result = unsafe { (self.playout_16)(&mut game) };
            *random.state() = game.random;
            result
        } else {
            let mut game = Playout64 {
                lines: [[[0; 128]; 4]; 2],
                list: [0; 4096 + 64],
                random: *random.state(),
                empties,
                to_move,
            };
            list(planes, &mut game.list);
            if board.stones() > 0 {
                lines(planes, |colour, axis, line, bit| game.lines[colour][axis][line] |= 1 << bit, 64);
            }
            // SAFETY: the same, within 64x64.
            let result = unsafe { (self.playout_64)(&mut game) };
            *random.state() = game.random;
            result
        };
        let outcome = [Outcome::Draw, Outcome::First, Outcome::Second][(result >> 16) as usize];
        Playout { outcome, plies: result & 0xffff }
    }

    /// Bit 0: black has five or more, bit 1: white has, on each board.
    #[inline]
    pub(crate) fn block_fives(&self, block: &Block, rows: usize) -> Row {
        assert!((1..=15).contains(&rows));
        let mut found = Found([0; BOARDS]);
        // SAFETY: this processor runs the table's tier, and `Block` and `Found` have the layout that the kernel knows.
        unsafe { (self.batch_fives)(block, rows as u32, &mut found) };
        found.0
    }

    /// Bit 0: black has exactly five, bit 1: white has, on each board.
    #[inline]
    pub(crate) fn block_exact_fives(&self, block: &Block, rows: usize) -> Row {
        assert!((1..=15).contains(&rows));
        let mut found = Found([0; BOARDS]);
        // SAFETY: as for `block_fives`.
        unsafe { (self.batch_exact_fives)(block, rows as u32, &mut found) };
        found.0
    }

    /// The empty points where black, and white, makes five or more; rows that the boards do not have are 0.
    #[inline]
    pub(crate) fn block_winning_cells(&self, block: &Block, size: Size, sets: &mut Sets) {
        assert!(size.rows() <= 15 && size.columns() <= 15);
        let (columns, [black, white]) = ((1 << size.columns()) - 1, &mut sets.rows);
        // SAFETY: as for `block_fives`; a set has 15 rows.
        unsafe { (self.batch_winning_cells)(block, size.rows() as u32, columns, black, white) };
    }

    /// Plays a ply in each game (asm/gomoku/step.inc); those that are over start anew or stay.
    ///
    /// # Errors
    /// The first game whose action is illegal; nothing has been played.
    ///
    /// # Panics
    /// When there is not one action for each game, or the rule is neither freestyle nor standard.
    pub(crate) fn step(&self, games: &mut Games, actions: &[u16], ended: Ended, rule: Rule) -> Result<(), usize> {
        assert!(matches!(rule, Rule::Freestyle | Rule::Standard), "no slab of {rule}");
        let (list, points, start) = games.list_mut();
        let count = actions.len();
        assert_eq!(list.len(), count + 1, "an action for each game");
        if count == 0 {
            return Ok(());
        }
        let start = if ended == Ended::Restart { std::ptr::from_ref(start) } else { std::ptr::null() };
        // SAFETY: this processor runs the table's tier. The list holds `count` games after its first entry, which ends in zeros; an
        // action that some game has as an empty point has its row and column in the table (the invariants of `Game` and `Games`).
        let done = unsafe {
            let games = list.as_mut_ptr().add(1);
            (self.step)(games, count, actions.as_ptr(), points.as_ptr(), start, (rule == Rule::Standard).into())
        };
        if done == count { Ok(()) } else { Err(done) }
    }

    /// Chooses an empty point in each game by its number, until a number must be drawn anew; how many games were done.
    ///
    /// # Panics
    /// When there is not an action, or no number, for each game.
    pub(crate) fn choose(&self, games: &[Game], numbers: &[u64], actions: &mut [u16]) -> usize {
        assert!(games.len() == actions.len() && games.len() <= numbers.len());
        if games.is_empty() {
            return 0;
        }
        // SAFETY: this processor runs the table's tier. There are as many games, numbers and actions; a game that is not over has
        // an empty point (the invariant of `Game`).
        unsafe { (self.choose)(games.as_ptr(), games.len(), numbers.as_ptr(), actions.as_mut_ptr()) }
    }

    /// Plays 32 games to their ends by their keys (asm/gomoku/playouts.inc).
    ///
    /// # Panics
    /// When the rule is neither freestyle nor standard, or fewer than two points are empty.
    #[inline]
    pub(crate) fn playouts(&self, rule: Rule, to_move: Colour, keys: &Keys, results: &mut Results) {
        let kernel = match rule {
            Rule::Freestyle => self.playouts,
            Rule::Standard => self.playouts_exact,
            _ => panic!("no keys for {rule}"),
        };
        let (rows, lines, cells) = (keys.rows(), keys.lines(), keys.cells());
        assert!((2..=4096).contains(&cells.len()) && cells.len() < rows.len());
        // SAFETY: this processor runs the table's tier. Lines and cells lie within the rows, and the list of lines ends with one
        // that has no windows (the invariant of `Keys`). `Results` has the layout that the kernel writes.
        unsafe {
            let (rows, lines) = (rows.as_ptr(), lines.as_ptr());
            kernel(rows, lines, cells.as_ptr(), cells.len() as u32, to_move as u32, results);
        }
    }
}

/// Lists the empty points in order, 256*row + column. Room beyond the last may be overwritten.
#[inline]
fn list(planes: &Planes, list: &mut [u16]) {
    let columns = planes.size().columns();
    let mut length = 0;
    for row in 0..planes.size().rows() {
        let mut empty = planes.empty(row);
        let first = 256 * row as u16;
        if empty == u64::MAX >> (64 - columns) {
            // A row without stones: whole vectors at once.
            let room = list[length..].len();
            let width = if columns <= 16 { 16 } else { 64 };
            for (column, entry) in list[length..length + width.min(room)].iter_mut().enumerate() {
                *entry = first + column as u16;
            }
            length += columns;
            continue;
        }
        while empty != 0 {
            list[length] = first + empty.trailing_zeros() as u16;
            length += 1;
            empty &= empty - 1;
        }
    }
}

/// Calls `set` with the colour, axis, line and bit of each stone on each of its four lines.
fn lines(planes: &Planes, mut set: impl FnMut(usize, usize, usize, usize), middle: usize) {
    for colour in Colour::ALL {
        for row in 0..planes.size().rows() {
            let stones = planes.stones(colour, row);
            for column in (0..planes.size().columns()).filter(|column| stones >> column & 1 == 1) {
                let lines = [(row, column), (column, row), (row + middle - column, column), (row + column, column)];
                for (axis, (line, bit)) in lines.into_iter().enumerate() {
                    set(colour as usize, axis, line, bit);
                }
            }
        }
    }
}

static REFERENCE: Kernels = Kernels {
    tier: Tier::Reference,
    runs: reference_runs,
    five: [reference_five_16, reference_five_32, reference_five_64],
    any_five: [reference_any_five_16, reference_any_five_32, reference_any_five_64],
    any_exact_five: [reference_any_exact_five_16, reference_any_exact_five_32, reference_any_exact_five_64],
    winning_cells: [reference_winning_cells_16, reference_winning_cells_32, reference_winning_cells_64],
    threats: [reference_threats_16, reference_threats_32, reference_threats_64],
    playout_16: reference_playout16,
    playout_64: reference_playout64,
    playouts: reference_playouts,
    playouts_exact: reference_playouts_exact,
    batch_fives: reference_batch_fives,
    batch_exact_fives: reference_batch_exact_fives,
    batch_winning_cells: reference_batch_winning_cells,
    step: reference_step,
    choose: reference_choose,
};

#[cfg(stonemask_asm)]
static X64: Kernels = Kernels {
    tier: Tier::X64,
    runs: gomoku_runs_x64,
    five: [gomoku_five_16_x64, gomoku_five_32_x64, gomoku_five_64_x64],
    any_five: [gomoku_any_five_16_x64, gomoku_any_five_32_x64, gomoku_any_five_64_x64],
    any_exact_five: [gomoku_any_exact_five_16_x64, gomoku_any_exact_five_32_x64, gomoku_any_exact_five_64_x64],
    winning_cells: [gomoku_winning_cells_16_x64, gomoku_winning_cells_32_x64, gomoku_winning_cells_64_x64],
    threats: [gomoku_threats_16_x64, gomoku_threats_32_x64, gomoku_threats_64_x64],
    playout_16: gomoku_playout_16_x64,
    playout_64: gomoku_playout_64_x64,
    playouts: gomoku_playouts_x64,
    playouts_exact: gomoku_playouts_exact_x64,
    batch_fives: gomoku_batch_fives_x64,
    batch_exact_fives: gomoku_batch_exact_fives_x64,
    batch_winning_cells: gomoku_batch_winning_cells_x64,
    step: gomoku_step_x64,
    // Without popcnt and pdep there is nothing to gain.
    choose: reference_choose,
};

#[cfg(stonemask_asm)]
static AVX2: Kernels = Kernels {
    tier: Tier::Avx2,
    playouts: gomoku_playouts_avx2,
    playouts_exact: gomoku_playouts_exact_avx2,
    batch_fives: gomoku_batch_fives_avx2,
    batch_exact_fives: gomoku_batch_exact_fives_avx2,
    batch_winning_cells: gomoku_batch_winning_cells_avx2,
    step: gomoku_step_avx2,
    choose: gomoku_choose_avx2,
    five: [gomoku_five_16_avx2, gomoku_five_32_avx2, gomoku_five_64_avx2],
    any_five: [gomoku_any_five_16_avx2, gomoku_any_five_32_avx2, gomoku_any_five_64_avx2],
    any_exact_five: [gomoku_any_exact_five_16_avx2, gomoku_any_exact_five_32_avx2, gomoku_any_exact_five_64_avx2],
    winning_cells: [gomoku_winning_cells_16_avx2, gomoku_winning_cells_32_avx2, gomoku_winning_cells_64_avx2],
    threats: [gomoku_threats_16_avx2, gomoku_threats_32_avx2, gomoku_threats_64_avx2],
    ..X64
};

#[cfg(stonemask_avx512)]
static AVX512: Kernels = Kernels {
    tier: Tier::Avx512,
    playouts: gomoku_playouts_avx512,
    playouts_exact: gomoku_playouts_exact_avx512,
    batch_fives: gomoku_batch_fives_avx512,
    batch_exact_fives: gomoku_batch_exact_fives_avx512,
    batch_winning_cells: gomoku_batch_winning_cells_avx512,
    five: [gomoku_five_16_avx512, gomoku_five_32_avx512, gomoku_five_64_avx512],
    any_five: [gomoku_any_five_16_avx512, gomoku_any_five_32_avx512, gomoku_any_five_64_avx512],
    any_exact_five: [gomoku_any_exact_five_16_avx512, gomoku_any_exact_five_32_avx512, gomoku_any_exact_five_64_avx512],
    winning_cells: [gomoku_winning_cells_16_avx512, gomoku_winning_cells_32_avx512, gomoku_winning_cells_64_avx512],
    ..AVX2
};

#[cfg(stonemask_asm)]
old_assembly! {
    fn gomoku_runs_x64(cells: *const u8, rows: u32, columns: u32, position: u32) -> u64;
    fn gomoku_playout_16_x64(game: *mut Playout16) -> u32;
    fn gomoku_playout_64_x64(game: *mut Playout64) -> u32;
    fn gomoku_playouts_x64(
        keys: *const [u64; 8],
        lines: *const Line,
        cells: *const u32,
        count: u32,
        to_move: u32,
        results: *mut Results
    );
    fn gomoku_playouts_exact_x64(
        keys: *const [u64; 8],
        lines: *const Line,
        cells: *const u32,
        count: u32,
        to_move: u32,
        results: *mut Results
    );
    fn gomoku_batch_fives_x64(boards: *const Block, rows: u32, found: *mut Found);
    fn gomoku_batch_exact_fives_x64(boards: *const Block, rows: u32, found: *mut Found);
    fn gomoku_batch_winning_cells_x64(
        boards: *const Block,
        rows: u32,
        columns: u32,
        black: *mut [Row; 15],
        white: *mut [Row; 15]
    );
    fn gomoku_step_x64(
        games: *mut Game,
        count: usize,
        actions: *const u16,
        points: *const [u8; 2],
        start: *const Game,
        exact: u32
    ) -> usize;
    fn gomoku_five_16_x64(plane: *const u64, row: u32, column: u32) -> u32;
    fn gomoku_five_32_x64(plane: *const u64, row: u32, column: u32) -> u32;
    fn gomoku_five_64_x64(plane: *const u64, row: u32, column: u32) -> u32;
    fn gomoku_any_five_16_x64(planes: *const u64, rows: u32) -> u32;
    fn gomoku_any_five_32_x64(planes: *const u64, rows: u32) -> u32;
    fn gomoku_any_five_64_x64(planes: *const u64, rows: u32) -> u32;
    fn gomoku_any_exact_five_16_x64(planes: *const u64, rows: u32) -> u32;
    fn gomoku_any_exact_five_32_x64(planes: *const u64, rows: u32) -> u32;
    fn gomoku_any_exact_five_64_x64(planes: *const u64, rows: u32) -> u32;
    fn gomoku_winning_cells_16_x64(planes: *const u64, rows: u32, black: *mut u64, white: *mut u64);
    fn gomoku_winning_cells_32_x64(planes: *const u64, rows: u32, black: *mut u64, white: *mut u64);
    fn gomoku_winning_cells_64_x64(planes: *const u64, rows: u32, black: *mut u64, white: *mut u64);
    fn gomoku_threats_16_x64(own: *const u64, empty: *const u64, rows: u32, threats: *mut Threats, scratch: *mut Scratch);
    fn gomoku_threats_32_x64(own: *const u64, empty: *const u64, rows: u32, threats: *mut Threats, scratch: *mut Scratch);
    fn gomoku_threats_64_x64(own: *const u64, empty: *const u64, rows: u32, threats: *mut Threats, scratch: *mut Scratch);
}

#[cfg(stonemask_asm)]
old_assembly! {
    fn gomoku_playouts_avx2(
        keys: *const [u64; 8],
        lines: *const Line,
        cells: *const u32,
        count: u32,
        to_move: u32,
        results: *mut Results
    );
    fn gomoku_playouts_exact_avx2(
        keys: *const [u64; 8],
        lines: *const Line,
        cells: *const u32,
        count: u32,
        to_move: u32,
        results: *mut Results
    );
    fn gomoku_batch_fives_avx2(boards: *const Block, rows: u32, found: *mut Found);
    fn gomoku_batch_exact_fives_avx2(boards: *const Block, rows: u32, found: *mut Found);
    fn gomoku_batch_winning_cells_avx2(
        boards: *const Block,
        rows: u32,
        columns: u32,
        black: *mut [Row; 15],
        white: *mut [Row; 15]
    );
    fn gomoku_step_avx2(
        games: *mut Game,
        count: usize,
        actions: *const u16,
        points: *const [u8; 2],
        start: *const Game,
        exact: u32
    ) -> usize;
    fn gomoku_choose_avx2(games: *const Game, count: usize, numbers: *const u64, actions: *mut u16) -> usize;
    fn gomoku_five_16_avx2(plane: *const u64, row: u32, column: u32) -> u32;
    fn gomoku_five_32_avx2(plane: *const u64, row: u32, column: u32) -> u32;
    fn gomoku_five_64_avx2(plane: *const u64, row: u32, column: u32) -> u32;
    fn gomoku_any_five_16_avx2(planes: *const u64, rows: u32) -> u32;
    fn gomoku_any_five_32_avx2(planes: *const u64, rows: u32) -> u32;
    fn gomoku_any_five_64_avx2(planes: *const u64, rows: u32) -> u32;
    fn gomoku_any_exact_five_16_avx2(planes: *const u64, rows: u32) -> u32;
    fn gomoku_any_exact_five_32_avx2(planes: *const u64, rows: u32) -> u32;
    fn gomoku_any_exact_five_64_avx2(planes: *const u64, rows: u32) -> u32;
    fn gomoku_winning_cells_16_avx2(planes: *const u64, rows: u32, black: *mut u64, white: *mut u64);
    fn gomoku_winning_cells_32_avx2(planes: *const u64, rows: u32, black: *mut u64, white: *mut u64);
    fn gomoku_winning_cells_64_avx2(planes: *const u64, rows: u32, black: *mut u64, white: *mut u64);
    fn gomoku_threats_16_avx2(own: *const u64, empty: *const u64, rows: u32, threats: *mut Threats, scratch: *mut Scratch);
    fn gomoku_threats_32_avx2(own: *const u64, empty: *const u64, rows: u32, threats: *mut Threats, scratch: *mut Scratch);
    fn gomoku_threats_64_avx2(own: *const u64, empty: *const u64, rows: u32, threats: *mut Threats, scratch: *mut Scratch);
}

#[cfg(stonemask_avx512)]
old_assembly! {
    fn gomoku_playouts_avx512(
        keys: *const [u64; 8],
        lines: *const Line,
        cells: *const u32,
        count: u32,
        to_move: u32,
        results: *mut Results
    );
    fn gomoku_playouts_exact_avx512(
        keys: *const [u64; 8],
        lines: *const Line,
        cells: *const u32,
        count: u32,
        to_move: u32,
        results: *mut Results
    );
    fn gomoku_batch_fives_avx512(boards: *const Block, rows: u32, found: *mut Found);
    fn gomoku_batch_exact_fives_avx512(boards: *const Block, rows: u32, found: *mut Found);
    fn gomoku_batch_winning_cells_avx512(
        boards: *const Block,
        rows: u32,
        columns: u32,
        black: *mut [Row; 15],
        white: *mut [Row; 15]
    );
    fn gomoku_five_16_avx512(plane: *const u64, row: u32, column: u32) -> u32;
    fn gomoku_five_32_avx512(plane: *const u64, row: u32, column: u32) -> u32;
    fn gomoku_five_64_avx512(plane: *const u64, row: u32, column: u32) -> u32;
    fn gomoku_any_five_16_avx512(planes: *const u64, rows: u32) -> u32;
    fn gomoku_any_five_32_avx512(planes: *const u64, rows: u32) -> u32;
    fn gomoku_any_five_64_avx512(planes: *const u64, rows: u32) -> u32;
    fn gomoku_any_exact_five_16_avx512(planes: *const u64, rows: u32) -> u32;
    fn gomoku_any_exact_five_32_avx512(planes: *const u64, rows: u32) -> u32;
    fn gomoku_any_exact_five_64_avx512(planes: *const u64, rows: u32) -> u32;
    fn gomoku_winning_cells_16_avx512(planes: *const u64, rows: u32, black: *mut u64, white: *mut u64);
    fn gomoku_winning_cells_32_avx512(planes: *const u64, rows: u32, black: *mut u64, white: *mut u64);
    fn gomoku_winning_cells_64_avx512(planes: *const u64, rows: u32, black: *mut u64, white: *mut u64);
}

// The Reference tier: the rules on cells, behind the kernels' signatures.
reference! {
    fn reference_runs(cells: *const u8, rows: u32, columns: u32, position: u32) -> u64 {
        let size = Size::new(rows as usize, columns as usize).expect("the caller's size is one");
        let mut board = Cells::new(size);
        for (index, point) in size.all().enumerate() {
            // SAFETY: the caller's vector has a cell for each point.
            board.set(point, match unsafe { *cells.add(index) } % 20 {
                0 => None,
                1 => Some(Colour::Black),
                _ => Some(Colour::White),
            });
        }
        let runs = reference::runs(&board, size.point(position as usize));
        let packed = runs.map(|run| u64::from(run.length) | u64::from(run.before) << 7 | u64::from(run.blocked) << 13);
        packed.into_iter().enumerate().map(|(axis, run)| run << (16 * axis)).sum()
    }

    fn reference_playout16(game: *mut Playout16) -> u32 {
        // SAFETY: the caller's game, which nobody else has.
        let game = unsafe { &mut *game };
        let rows = [0, 1].map(|colour| game.lines[colour][0].map(u64::from));
        play_on_cells(15, rows, &mut game.list, &mut game.random, game.empties, game.to_move)
    }

    fn reference_playout64(game: *mut Playout64) -> u32 {
        // SAFETY: the caller's game, which nobody else has.
        let game = unsafe { &mut *game };
        let rows = [0, 1].map(|colour| game.lines[colour][0]);
        play_on_cells(64, rows, &mut game.list, &mut game.random, game.empties, game.to_move)
    }

    fn reference_playouts(
        keys: *const [u64; 8],
        lines: *const Line,
        cells: *const u32,
        count: u32,
        to_move: u32,
        results: *mut Results
    ) {
        // SAFETY: the caller's arguments are as the kernels' contract has them.
        unsafe { decide_by_keys(keys, lines, cells, count, to_move, results, false) }
    }

    fn reference_playouts_exact(
        keys: *const [u64; 8],
        lines: *const Line,
        cells: *const u32,
        count: u32,
        to_move: u32,
        results: *mut Results
    ) {
        // SAFETY: the caller's arguments are as the kernels' contract has them.
        unsafe { decide_by_keys(keys, lines, cells, count, to_move, results, true) }
    }

    fn reference_step(
        games: *mut Game,
        count: usize,
        actions: *const u16,
        points: *const [u8; 2],
        start: *const Game,
        exact: u32
    ) -> usize {
        // SAFETY: the caller's arguments are as the kernels' contract has them.
        let (games, actions, points) = unsafe {
            let games = std::slice::from_raw_parts_mut(games, count);
            (games, std::slice::from_raw_parts(actions, count), std::slice::from_raw_parts(points, 256))
        };
        let legal = |game: &Game, action: u16| {
            game.empty.get(usize::from(action / 64)).is_some_and(|word| word >> (action % 64) & 1 == 1)
        };
        let illegal = games.iter().zip(actions).position(|(game, &action)| game.outcome == 0 && !legal(game, action));
        if let Some(illegal) = illegal {
            return illegal;
        }
        for (game, &action) in games.iter_mut().zip(actions) {
            if game.outcome == 0 {
                game.place(action.into(), points[usize::from(action)], exact != 0);
            // SAFETY: null or the caller's.
            } else if let Some(start) = unsafe { start.as_ref() } {
                game.clone_from(start);
            }
        }
        count
    }

    fn reference_choose(games: *const Game, count: usize, numbers: *const u64, actions: *mut u16) -> usize {
        // SAFETY: the caller's arguments are as the kernels' contract has them.
        let (games, numbers, actions) = unsafe {
            let (games, numbers) = (std::slice::from_raw_parts(games, count), std::slice::from_raw_parts(numbers, count));
            (games, numbers, std::slice::from_raw_parts_mut(actions, count))
        };
        for (index, (game, (&number, action))) in games.iter().zip(numbers.iter().zip(actions)).enumerate() {
            *action = NO_ACTION;
            if game.outcome == 0 {
                let left = u64::from(game.left);
                let product = u128::from(number) * u128::from(left);
                // Of the 2^64 low halves the first (2^64 mod left) are one too many.
                if (product as u64) < left.wrapping_neg() % left {
                    return index;
                }
                let mut chosen = (product >> 64) as u32;
                for (word, &bits) in game.empty.iter().enumerate() {
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

    fn reference_batch_fives(boards: *const Block, rows: u32, found: *mut Found) {
        // SAFETY: both are the caller's and valid.
        let (boards, found) = unsafe { (&*boards, &mut *found) };
        found.0 = boards_on_cells(boards, rows).map(|sides| pair(sides.map(|side| reference::any_five(&side, Colour::Black))));
    }

    fn reference_batch_exact_fives(boards: *const Block, rows: u32, found: *mut Found) {
        // SAFETY: both are the caller's and valid.
        let (boards, found) = unsafe { (&*boards, &mut *found) };
        let exact = |side: Cells| reference::any_exact_five(&side, Colour::Black);
        found.0 = boards_on_cells(boards, rows).map(|sides| pair(sides.map(exact)));
    }

    fn reference_batch_winning_cells(
        boards: *const Block,
        rows: u32,
        columns: u32,
        black: *mut [Row; 15],
        white: *mut [Row; 15]
    ) {
        // SAFETY: all are the caller's and valid.
        let (boards, sets) = unsafe { (&*boards, [&mut *black, &mut *white]) };
        for (board, sides) in boards_on_cells(boards, rows).into_iter().enumerate() {
            for (colour, side) in sides.into_iter().enumerate() {
                sets[colour][..rows as usize].iter_mut().for_each(|row| row[board] = 0);
                for point in reference::winning_cells(&side, Colour::Black) {
                    sets[colour][point.row()][board] |= columns as u16 & 1 << point.column();
                }
            }
        }
    }
}

fn pair(found: [bool; 2]) -> u16 {
    u16::from(found[0]) | u16::from(found[1]) << 1
}

/// The boards of a block as each colour sees them, its own stones as black, with as many columns as a word has bits.
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

/// Games by their keys, as asm/gomoku/playouts.inc says.
///
/// # Safety
/// The arguments are as the contract there has them.
unsafe fn decide_by_keys(
    keys: *const [u64; 8],
    lines: *const Line,
    cells: *const u32,
    count: u32,
    to_move: u32,
    results: *mut Results,
    exact: bool,
) {
    // SAFETY: the caller's promise.
    let (cells, results) = unsafe { (std::slice::from_raw_parts(cells, count as usize), &mut *results) };
    for game in 0..32 {
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
        // Of each side: the ply of its five at the earliest and at the latest, and whether its key may be that of several points.
        let side = |before: i32, same: i32, stone: bool, begins: i32| {
            let same = same + i32::from(stone);
            (2 * (before + 1) - begins, 2 * (before + same) - begins, same > 1)
        };
        let first = 1 - to_move as i32;
        let (early_black, black_plies, tied_black) =
            side(count_of(&|key| key < black), count_of(&|key| key == black), black == i16::MIN, first);
        let (early_white, white_plies, tied_white) =
            side(count_of(&|key| key > white), count_of(&|key| key == white), white == i16::MAX, 1 - first);
        let full = count as i32;
        let open = match (tied_black, tied_white) {
            (false, false) => false,
            (true, false) => early_black <= white_plies.min(full),
            (false, true) => early_white <= black_plies.min(full),
            (true, true) => true,
        };
        let mut result = black_plies.min(white_plies).min(full) as u16;
        if black_plies < white_plies && black_plies <= full {
            result |= 1 << 13;
        }
        if white_plies < black_plies && white_plies <= full {
            result |= 1 << 14;
        }
        results.games[game] = result | u16::from(open) << 15;
        (results.black[game], results.white[game]) = (black, white);
    }
}

/// A random game on cells; points that are not in the list and hold no stone lie off the board, and are never stones.
fn play_on_cells<const R: usize>(
    side: usize,
    rows: [[u64; R]; 2],
    list: &mut [u16],
    state: &mut u64,
    mut empties: u32,
    to_move: u32,
) -> u32 {
    let mut cells = Cells::new(Size::new(side, side).expect("a size"));
    for point in cells.size().all() {
        for colour in Colour::ALL {
            if rows[colour as usize][point.row()] >> point.column() & 1 == 1 {
                cells.set(point, Some(colour));
            }
        }
    }
    let mut random = Random::new(*state);
    let mut colour = Colour::ALL[to_move as usize];
    let mut plies = 0;
    let mut winner = 0;
    while empties > 0 && winner == 0 {
        let chosen = random.below(empties) as usize;
        let entry = usize::from(list[chosen]);
        empties -= 1;
        list[chosen] = list[empties as usize];
        let point = Point::new(entry / 256, entry % 256).expect("a point of the board");
        cells.set(point, Some(colour));
        plies += 1;
        if reference::runs(&cells, point).into_iter().any(|run| run.length >= 5) {
            winner = u32::from(colour.cell());
        }
        colour = colour.other();
    }
    *state = *random.state();
    plies | winner << 16
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

/// A board as wide as a lane, with `own` as black, the points of `empty` empty, and white everywhere else.
///
/// # Safety
/// Both planes can be read for so many rows.
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
    let mut bits = [0; Size::MAX];
    for point in points {
        lane.set(&mut bits, point.row(), point.column());
    }
    // SAFETY: the caller's promise.
    unsafe { words.cast::<[u64; Size::MAX]>().write(bits) }
}

macro_rules! reference_by_lane {
    ($($lane:ident $five:ident $any_five:ident $any_exact_five:ident $winning_cells:ident $threats:ident;)*) => { $(
        reference! {
            fn $five(plane: *const u64, row: u32, column: u32) -> u32 {
                // The four rows before and after, and the point taken as a stone.
                let size = Size::new(9, Lane::$lane.bits()).expect("a size");
                let mut near = Cells::new(size);
                for point in size.all() {
                    // SAFETY: the caller's plane can be read four rows before and after the point's.
                    let bits = unsafe { lane_at(plane, Lane::$lane, row as isize + point.row() as isize - 4) };
                    near.set(point, (bits >> point.column() & 1 == 1).then_some(Colour::Black));
                }
                let point = Point::new(4, column as usize).expect("a point of the board");
                near.set(point, Some(Colour::Black));
                u32::from(reference::runs(&near, point).into_iter().any(|run| run.length >= 5))
            }

            fn $any_five(planes: *const u64, rows: u32) -> u32 {
                // SAFETY: the caller's planes have the layout of the lane.
                let [black, white] = unsafe { colours(planes, Lane::$lane, rows) };
                let found = [&black, &white].map(|cells| u32::from(reference::any_five(cells, Colour::Black)));
                found[0] | found[1] << 1
            }

            fn $any_exact_five(planes: *const u64, rows: u32) -> u32 {
                // SAFETY: the caller's planes have the layout of the lane.
                let [black, white] = unsafe { colours(planes, Lane::$lane, rows) };
                let found = [&black, &white].map(|cells| u32::from(reference::any_exact_five(cells, Colour::Black)));
                found[0] | found[1] << 1
            }

            fn $winning_cells(planes: *const u64, rows: u32, black: *mut u64, white: *mut u64) {
                // SAFETY: the caller's planes have the layout of the lane, and its sets room for 64 words.
                unsafe {
                    for (cells, set) in colours(planes, Lane::$lane, rows).iter().zip([black, white]) {
                        write(&reference::winning_cells(cells, Colour::Black), Lane::$lane, set);
                    }
                }
            }

            fn $threats(own: *const u64, empty: *const u64, rows: u32, threats: *mut Threats, _scratch: *mut Scratch) {
                // SAFETY: the caller's planes have the layout of the lane, and its sets room for 64 words.
                unsafe {
                    let cells = cells(own, empty, Lane::$lane, rows);
                    let Threats { fours, open_fours, open_threes } = &mut *threats;
                    write(&reference::fours(&cells, Colour::Black), Lane::$lane, fours.words.as_mut_ptr());
                    write(&reference::open_fours(&cells, Colour::Black), Lane::$lane, open_fours.words.as_mut_ptr());
                    write(&reference::open_threes(&cells, Colour::Black), Lane::$lane, open_threes.words.as_mut_ptr());
                }
            }
        }
    )* };
}

reference_by_lane! {
    W16 reference_five_16 reference_any_five_16 reference_any_exact_five_16 reference_winning_cells_16 reference_threats_16;
    W32 reference_five_32 reference_any_five_32 reference_any_exact_five_32 reference_winning_cells_32 reference_threats_32;
    W64 reference_five_64 reference_any_five_64 reference_any_exact_five_64 reference_winning_cells_64 reference_threats_64;
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
