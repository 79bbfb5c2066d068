//! The kernels as methods: types of arguments, and what the methods check, are the kernels'
//! preconditions.

use crate::game::slab::Ended;
use crate::game::{Colour, Outcome, Playout};
use crate::gomoku::block::{BOARDS, Block, Found, Row, Sets};
use crate::gomoku::kernels::Kernels;
use crate::gomoku::keys::{Keys, Results};
use crate::gomoku::lane::Lane;
use crate::gomoku::planes::Planes;
use crate::gomoku::point::{Point, Size};
use crate::gomoku::point_set::PointSet;
use crate::gomoku::rule::{AXES, Rule, Run};
use crate::gomoku::single_game::{Playout16, Playout64};
use crate::gomoku::slab_game::{SlabGame, SlabList};
use crate::gomoku::threats::{Room, Scratch, Threats};
use crate::gomoku::vector::CellVector;
use crate::random::Random;
use std::mem::MaybeUninit;

/// The rules, by the kernels in use.
impl Planes {
    /// Whether the stone that `colour` has just placed on `point` is in a run of five or more. A
    /// stone on the point does not matter: so it also says whether a stone there would be.
    ///
    /// # Panics
    /// When the point is off the board.
    #[inline]
    pub fn five(&self, colour: Colour, point: Point) -> bool {
        Kernels::in_use().five(self, colour, point)
    }

    /// Whether a stone of `colour` on `point` wins under a rule, whatever stands there now. That
    /// renju may forbid the point to black does not matter: a stone that wins is not forbidden.
    ///
    /// ```
    /// use stonemask::gomoku::{Board, Colour, Rule};
    ///
    /// let board: Board = "1x9 standard -XXX-XX-- X".parse()?;
    /// let wins = |rule| board.planes().wins(rule, Colour::Black, "e1".parse().unwrap());
    /// assert_eq!(Rule::ALL.map(wins), [true, false, false, true, false]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// When the point is off the board.
    pub fn wins(&self, rule: Rule, colour: Colour, point: Point) -> bool {
        let run = |(down, right)| {
            let (after, end) = self.line(colour, point, (down, right));
            let (before, start) = self.line(colour, point, (-down, -right));
            Run { length: 1 + after + before, before, blocked: u8::from(end) + u8::from(start) }
        };
        self.five(colour, point) && AXES.into_iter().any(|axis| rule.wins(colour, run(axis)))
    }

    /// How many stones of `colour` stand in a row from beside `point` on, by steps of (row,
    /// column), and whether a stone of the other colour ends them.
    fn line(&self, colour: Colour, point: Point, (down, right): (isize, isize)) -> (u8, bool) {
        let (mut row, mut column) = (point.row(), point.column());
        for length in 0.. {
            (row, column) = (row.wrapping_add_signed(down), column.wrapping_add_signed(right));
            if row >= self.size().rows() || column >= self.size().columns() {
                return (length, false);
            }
            if self.stones(colour, row) >> column & 1 == 0 {
                return (length, self.stones(!colour, row) >> column & 1 != 0);
            }
        }
        unreachable!("a row ends at the edge")
    }

    /// Whether black, and whether white, has a run of five or more anywhere.
    #[inline]
    pub fn any_five(&self) -> [bool; 2] {
        Kernels::in_use().any_five(self)
    }

    /// Whether black, and whether white, has a run of exactly five anywhere.
    #[inline]
    pub fn any_exact_five(&self) -> [bool; 2] {
        Kernels::in_use().any_exact_five(self)
    }

    /// Whether black, and whether white, has a run that wins under a rule.
    ///
    /// ```
    /// use stonemask::gomoku::{Board, Rule};
    ///
    /// let board: Board = "2x7 freestyle XOOOOOX/XXXX--- X".parse()?;
    /// assert_eq!(board.planes().winners(Rule::Freestyle), [false, true]);
    /// // Blocked at both ends, a five does not win.
    /// assert_eq!(board.planes().winners(Rule::Caro), [false, false]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn winners(&self, rule: Rule) -> [bool; 2] {
        let found = if rule == Rule::Standard { self.any_exact_five() } else { self.any_five() };
        if found == [false; 2] || matches!(rule, Rule::Freestyle | Rule::Standard) {
            return found;
        }
        Colour::ALL.map(|colour| found[colour as usize] && self.has_won(rule, colour))
    }

    /// Whether one of a colour's stones is in a run that wins.
    #[cold]
    fn has_won(&self, rule: Rule, colour: Colour) -> bool {
        self.size()
            .all()
            .any(|point| self.stones(colour, point.row()) >> point.column() & 1 != 0 && self.wins(rule, colour, point))
    }

    /// The empty points on which a stone makes a run of five or more: black's, then white's.
    pub fn winning_cells(&self) -> [PointSet; 2] {
        Kernels::in_use().winning_cells(self)
    }

    /// As [`winning_cells`](Self::winning_cells), into sets that are used again, in less time.
    ///
    /// # Panics
    /// When the sets are of another size.
    #[inline]
    pub fn winning_cells_into(&self, cells: &mut [PointSet; 2]) {
        Kernels::in_use().winning_cells_into(self, cells);
    }

    /// The points on which a colour makes fours, open fours and open threes.
    pub fn threats(&self, colour: Colour) -> Threats {
        Kernels::in_use().threats(self, colour)
    }

    /// As [`threats`](Self::threats), into sets that are used again, in less time.
    ///
    /// # Panics
    /// When the sets are of another size.
    #[inline]
    pub fn threats_into(&self, colour: Colour, threats: &mut Threats) {
        Kernels::in_use().threats_into(self, colour, threats);
    }
}

impl Kernels {
    /// The runs through the stone on `point`, by [`AXES`](crate::gomoku::AXES): the founding
    /// document's scan of the cell vector. `None` if `point` is empty.
    #[inline]
    pub fn runs(&self, cells: &CellVector, point: Point) -> Option<[Run; 4]> {
        cells.stone(point)?;
        let size = cells.size();
        let position = size.index(point) as u32;
        let cells = cells.as_slice().as_ptr();
        // SAFETY: this processor runs the table's tier. The vector has a cell for each point of the
        // size, each 0, 1 or 2 with or without 20 (the invariant of `CellVector`), and the position
        // is that of a stone on it. The kernel reads the vector alone.
        let runs = unsafe { (self.runs)(cells, size.rows() as u32, size.columns() as u32, position) };
        Some([0, 16, 32, 48].map(|axis| {
            let run = runs >> axis;
            Run { length: (run & 127) as u8, before: (run >> 7 & 63) as u8, blocked: (run >> 13 & 3) as u8 }
        }))
    }

    /// Whether the stone that `colour` has just placed on `point` is in a run of five or more. A
    /// stone on the point does not matter: so it also says whether a stone there would be.
    ///
    /// # Panics
    /// When the point is off the board.
    #[inline]
    pub fn five(&self, planes: &Planes, colour: Colour, point: Point) -> bool {
        assert!(planes.size().contains(point), "{point} is off the board of {}", planes.size());
        let (row, column) = (point.row() as u32, point.column() as u32);
        // SAFETY: this processor runs the table's tier. The plane is one of `planes`, with a cache
        // line of other lanes or zeros before and after it, so the four rows before and after the
        // point's can be read; the lane is theirs.
        unsafe { (self.five[planes.lane() as usize])(planes.plane(colour as usize), row, column) != 0 }
    }

    /// Whether black, and whether white, has a run of five or more anywhere.
    #[inline]
    pub fn any_five(&self, planes: &Planes) -> [bool; 2] {
        let rows = planes.size().rows() as u32;
        // SAFETY: this processor runs the table's tier, and `planes` has the layout of its lane.
        let found = unsafe { (self.any_five[planes.lane() as usize])(planes.as_ptr(), rows) };
        [found & 1 != 0, found & 2 != 0]
    }

    /// Whether black, and whether white, has a run of exactly five anywhere.
    #[inline]
    pub fn any_exact_five(&self, planes: &Planes) -> [bool; 2] {
        let rows = planes.size().rows() as u32;
        // SAFETY: this processor runs the table's tier, and `planes` has the layout of its lane.
        let found = unsafe { (self.any_exact_five[planes.lane() as usize])(planes.as_ptr(), rows) };
        [found & 1 != 0, found & 2 != 0]
    }

    /// The empty points on which a stone makes a run of five or more: black's, then white's.
    pub fn winning_cells(&self, planes: &Planes) -> [PointSet; 2] {
        let size = planes.size();
        if planes.lane() != Lane::W16 {
            let mut cells = [PointSet::empty(size), PointSet::empty(size)];
            self.winning_cells_into(planes, &mut cells);
            return cells;
        }
        let [mut black, mut white] = [[0; 8]; 2];
        // SAFETY: this processor runs the table's tier, and `planes` has the layout of its lane,
        // whose sets take 64 bytes at most.
        unsafe {
            (self.winning_cells[planes.lane() as usize])(
                planes.as_ptr(),
                size.rows() as u32,
                black.as_mut_ptr(),
                white.as_mut_ptr(),
            );
        }
        [black, white].map(|[a, b, c, d, ..]| PointSet::of_words(size, [a, b, c, d]))
    }

    /// Writes the empty points on which a stone makes a run of five or more, black's and white's,
    /// into sets of the board's size.
    ///
    /// # Panics
    /// When the sets are of another size.
    #[inline]
    pub fn winning_cells_into(&self, planes: &Planes, cells: &mut [PointSet; 2]) {
        let size = planes.size();
        assert!(cells.iter().all(|set| set.size() == size), "the sets are of another size");
        let [black, white] = cells.each_mut().map(|set| set.words_mut().as_mut_ptr());
        // SAFETY: this processor runs the table's tier, and `planes` has the layout of its lane. A
        // set has room for 64 lanes of 64 bits, of which the kernel writes as many vectors as the
        // rows take.
        unsafe {
            (self.winning_cells[planes.lane() as usize])(planes.as_ptr(), size.rows() as u32, black, white);
        }
    }

    /// The points on which a colour makes fours, open fours and open threes.
    pub fn threats(&self, planes: &Planes, colour: Colour) -> Threats {
        let size = planes.size();
        if planes.lane() != Lane::W16 {
            let mut threats = Threats::empty(size);
            self.threats_into(planes, colour, &mut threats);
            return threats;
        }
        let mut rooms = [Room::new(), Room::new(), Room::new()];
        // SAFETY: the rooms are as large as `Threats` and lie as its sets do.
        unsafe { self.write_threats(planes, colour, rooms.as_mut_ptr().cast()) };
        let [fours, open_fours, open_threes] = rooms.each_ref().map(Room::words);
        Threats {
            fours: PointSet::of_words(size, fours),
            open_fours: PointSet::of_words(size, open_fours),
            open_threes: PointSet::of_words(size, open_threes),
        }
    }

    /// Writes the points on which a colour makes fours, open fours and open threes into sets of the
    /// board's size.
    ///
    /// # Panics
    /// When the sets are of another size.
    #[inline]
    pub fn threats_into(&self, planes: &Planes, colour: Colour, threats: &mut Threats) {
        let size = planes.size();
        let sets = [&threats.fours, &threats.open_fours, &threats.open_threes];
        assert!(sets.iter().all(|set| set.size() == size), "the sets are of another size");
        // SAFETY: the sets are of the planes' size.
        unsafe { self.write_threats(planes, colour, threats) };
    }

    /// Has the kernel write threats.
    ///
    /// # Safety
    /// There is room for `Threats`; what a set of another size holds there would no longer be one.
    #[inline(always)]
    unsafe fn write_threats(&self, planes: &Planes, colour: Colour, threats: *mut Threats) {
        let rows = planes.size().rows() as u32;
        let mut scratch = MaybeUninit::<Scratch>::uninit();
        let (own, empty) = (planes.plane(colour as usize), planes.plane(2));
        // SAFETY: this processor runs the table's tier. Both planes are of `planes` and of its
        // lane, with a cache line before and after each (half of one after the 16-bit empty points,
        // which the kernel allows for); `Threats`, for which the caller has room, has the layout
        // that the kernel knows, and the scratch is as large and as aligned as the kernel needs,
        // which writes it before it reads it.
        unsafe {
            (self.threats[planes.lane() as usize])(own, empty, rows, threats, scratch.as_mut_ptr());
        }
    }

    /// Plays a freestyle game to its end, from a list of the empty points in order: a point is
    /// drawn, and the last of the list takes its place. `None`, and nothing drawn, where five in a
    /// row stand already, or no point is empty.
    pub(in crate::gomoku) fn playout(&self, planes: &Planes, to_move: Colour, random: &mut Random) -> Option<Playout> {
        // Without five stones there are no five in a row.
        let unfit = |stones, empties| empties == 0 || stones >= 5 && self.any_five(planes) != [false; 2];
        let counter = random.state();
        let result = if planes.lane() == Lane::W16 {
            let mut game = Playout16::new(to_move, *counter);
            let stones = game.fill(planes);
            if unfit(stones, game.empties()) {
                return None;
            }
            // SAFETY: this processor runs the table's tier. The list holds the empty points, all
            // within 15x15, and there is one; the lines are those of the stones.
            let result = unsafe { (self.playout_16)(&mut game) };
            *counter = game.random;
            result
        } else {
            let mut game = Playout64::new(to_move, *counter);
            let stones = game.fill(planes);
            if unfit(stones, game.empties()) {
                return None;
            }
            // SAFETY: this processor runs the table's tier. The list holds the empty points, all
            // within 64x64, and there is one; the lines are those of the stones.
            let result = unsafe { (self.playout_64)(&mut game) };
            *counter = game.random;
            result
        };
        let outcome =
            [Outcome::Draw, Outcome::Win(Colour::Black), Outcome::Win(Colour::White)][(result >> 16) as usize];
        Some(Playout { outcome, plies: result & 0xffff })
    }

    /// Plays 32 games to their ends by their keys (asm/gomoku/playouts.inc).
    ///
    /// # Panics
    /// When the rule is neither freestyle nor standard, or fewer than two points are empty.
    #[inline]
    pub(in crate::gomoku) fn playouts(&self, rule: Rule, to_move: Colour, keys: &Keys, results: &mut Results) {
        let kernel = match rule {
            Rule::Freestyle => self.playouts,
            Rule::Standard => self.playouts_exact,
            _ => panic!("no keys for {rule}"),
        };
        let (rows, lines, cells) = (keys.rows(), keys.lines(), keys.cells());
        assert!((2..=4096).contains(&cells.len()) && cells.len() < rows.len());
        let (rows, lines, count) = (rows.as_ptr(), lines.as_ptr(), cells.len() as u32);
        // SAFETY: this processor runs the table's tier. Lines and cells lie within the rows, and
        // the list of lines ends with one that has no windows (the invariant of `Keys`). `Results`
        // has the layout that the kernel writes.
        unsafe { kernel(rows, lines, cells.as_ptr(), count, to_move as u32, results) };
    }

    /// Bit 0: black has five or more, bit 1: white has, on each board.
    #[inline]
    pub(in crate::gomoku) fn block_fives(&self, block: &Block, rows: usize) -> Row {
        assert!((1..=15).contains(&rows));
        let mut found = Found([0; BOARDS]);
        // SAFETY: this processor runs the table's tier, and `Block` and `Found` have the layout
        // that the kernel knows.
        unsafe { (self.batch_fives)(block, rows as u32, &mut found) };
        found.0
    }

    /// Bit 0: black has exactly five, bit 1: white has, on each board.
    #[inline]
    pub(in crate::gomoku) fn block_exact_fives(&self, block: &Block, rows: usize) -> Row {
        assert!((1..=15).contains(&rows));
        let mut found = Found([0; BOARDS]);
        // SAFETY: this processor runs the table's tier, and `Block` and `Found` have the layout
        // that the kernel knows.
        unsafe { (self.batch_exact_fives)(block, rows as u32, &mut found) };
        found.0
    }

    /// The empty points where black, and white, makes five or more; rows that the boards do not
    /// have are 0.
    #[inline]
    pub(in crate::gomoku) fn block_winning_cells(&self, block: &Block, size: Size, sets: &mut Sets) {
        assert!(size.rows() <= 15 && size.columns() <= 15);
        let (columns, [black, white]) = ((1 << size.columns()) - 1, &mut sets.rows);
        // SAFETY: this processor runs the table's tier, and `Block` has the layout that the kernel
        // knows; a set has 15 rows.
        unsafe { (self.batch_winning_cells)(block, size.rows() as u32, columns, black, white) };
    }

    /// Plays a ply in each game (asm/gomoku/step.inc); those that are over start anew or stay.
    ///
    /// # Errors
    /// The first game whose action is illegal; nothing has been played.
    ///
    /// # Panics
    /// When there is not one action for each game, or the rule is neither freestyle nor standard.
    pub(in crate::gomoku) fn step(
        &self,
        games: &mut SlabList,
        actions: &[u16],
        ended: Ended,
        rule: Rule,
    ) -> Result<(), usize> {
        assert!(matches!(rule, Rule::Freestyle | Rule::Standard), "no slab of {rule}");
        let (list, points, start) = games.parts();
        let count = actions.len();
        assert_eq!(list.len(), count + 1, "an action for each game");
        if count == 0 {
            return Ok(());
        }
        let start = if ended == Ended::Restart { std::ptr::from_ref(start) } else { std::ptr::null() };
        // SAFETY: this processor runs the table's tier. The list holds `count` games after its
        // first entry, which ends in zeros; an action that some game has as an empty point has its
        // row and column in the table (the invariants of `SlabGame` and `SlabList`).
        let done = unsafe {
            let games = list.as_mut_ptr().add(1);
            (self.step)(games, count, actions.as_ptr(), points.as_ptr(), start, (rule == Rule::Standard).into())
        };
        if done == count { Ok(()) } else { Err(done) }
    }

    /// Chooses an empty point in each game by its number, until a number must be drawn anew; how
    /// many games were done.
    ///
    /// # Panics
    /// When there is not an action, or no number, for each game.
    pub(in crate::gomoku) fn choose(&self, games: &[SlabGame], numbers: &[u64], actions: &mut [u16]) -> usize {
        assert!(games.len() == actions.len() && games.len() <= numbers.len());
        if games.is_empty() {
            return 0;
        }
        // SAFETY: this processor runs the table's tier. The numbers and actions are one for each
        // game; a game that is not over has an empty point (the invariant of `SlabGame`).
        unsafe { (self.choose)(games.as_ptr(), games.len(), numbers.as_ptr(), actions.as_mut_ptr()) }
    }

    /// Writes a cell for each point of each game, 0 empty, 1 black, 2 white.
    ///
    /// # Panics
    /// When the size is none of a slab's, or there is not a cell for each point.
    pub(in crate::gomoku) fn observe(&self, games: &[SlabGame], size: Size, cells: &mut [u8]) {
        assert!(SlabGame::fits(size), "a slab's games on boards of {size}");
        assert_eq!(cells.len(), games.len() * size.points(), "cells of {} games", games.len());
        if games.is_empty() {
            return;
        }
        let (rows, columns) = (size.rows() as u32, size.columns() as u32);
        // SAFETY: this processor runs the table's tier. There is a cell for each point, and the
        // games' rows are as the kernel reads them (the layout and the invariant of `SlabGame`).
        unsafe { (self.observe)(games.as_ptr(), games.len(), rows, columns, cells.as_mut_ptr()) };
    }
}
