//! Gomoku boards as handles.

use crate::boundary::{apart, bytes, change, check_struct, out, read, slice_mut};
use crate::error::{Code, Result};
use crate::memory::{Users, with_reserve};
use crate::shared::{
    colour, colour_number, outcome_number, stonemask_perft, stonemask_playout, stonemask_tally, symmetry,
};
use crate::stop::{self, stonemask_stop};
use crate::text;
use std::ffi::c_char;
use stonemask::Random;
use stonemask::gomoku::{Board, IllegalMove, Point, PointSet, Reason, Rule, Size, Undo};

/// A board, and the moves that can be taken back.
pub struct stonemask_gomoku {
    pub(crate) board: Board,
    made: Vec<Undo>,
}

/// The state of a board at a glance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct stonemask_gomoku_info {
    /// The size of this struct, set by the caller.
    pub struct_size: usize,
    /// Rows, 1 to 64.
    pub rows: u32,
    /// Columns, 1 to 64.
    pub columns: u32,
    /// `enum stonemask_rule`.
    pub rule: i32,
    /// The side to move; once the game is over, the side whose turn it would be.
    pub to_move: i32,
    /// `enum stonemask_outcome`.
    pub outcome: i32,
    /// Stones of both colours.
    pub stones: u32,
}

/// The most bytes of a board, with room to look at its moves, several times over.
const BOARD: usize = 128 << 10;

/// Plies of the deepest perft: each takes room on the stack.
const DEEPEST: u32 = 64;

pub(crate) fn size(rows: u32, columns: u32) -> Result<Size> {
    Size::new(rows as usize, columns as usize).map_err(|_| Code::BadSize.into())
}

pub(crate) fn rule(number: i32) -> Result<Rule> {
    usize::try_from(number).ok().and_then(|index| Rule::ALL.get(index)).copied().ok_or(Code::BadArgument.into())
}

pub(crate) fn rule_number(rule: Rule) -> i32 {
    rule as i32
}

fn point(row: u32, column: u32) -> Result<Point> {
    Point::new(row as usize, column as usize).ok_or(Code::OffBoard.into())
}

fn point_of(board: &Board, row: u32, column: u32) -> Result<Point> {
    point(row, column).and_then(
        |point| {
            if board.size().contains(point) { Ok(point) } else { Err(Code::OffBoard.into()) }
        },
    )
}

pub(crate) fn reason(illegal: IllegalMove) -> Code {
    match illegal.reason() {
        Reason::OffBoard(_) => Code::OffBoard,
        Reason::Occupied(_) => Code::Occupied,
        Reason::Forbidden(_) => Code::Forbidden,
        Reason::GameOver => Code::GameOver,
    }
}

/// Runs something that allocates under renju alone, where moves are tried on a copy of the board.
fn with_room<T>(rule: Rule, body: impl FnOnce() -> Result<T>) -> Result<T> {
    if rule == Rule::Renju { with_reserve(BOARD, Users::Caller, body) } else { body() }
}

impl stonemask_gomoku {
    fn handle(board: Board) -> Result<*mut stonemask_gomoku> {
        with_reserve(size_of::<stonemask_gomoku>(), Users::Caller, || {
            Ok(Box::new(stonemask_gomoku { board, made: Vec::new() }))
        })
        .map(Box::into_raw)
    }

    /// Plays a legal move and returns what takes it back; the board is as before when it is illegal
    /// or memory runs out.
    fn make(&mut self, row: u32, column: u32) -> Result<Undo> {
        let point = point_of(&self.board, row, column)?;
        let mut undo = None;
        let played = with_room(self.board.rule(), || {
            self.board.check(point).map_err(reason)?;
            undo = Some(self.board.make(point));
            Ok(())
        });
        match (played, undo) {
            (Ok(()), Some(undo)) => Ok(undo),
            (Err(failure), None) => Err(failure),
            (Err(failure), Some(undo)) => {
                self.board.undo(undo);
                Err(failure)
            }
            (Ok(()), None) => Err(Code::Internal.into()),
        }
    }

    /// Changes a copy of the board, which takes its place when all went well.
    fn set_up(&mut self, change: impl FnOnce(&mut Board)) -> Result {
        let board = with_reserve(BOARD, Users::Caller, || {
            let mut board = self.board.clone();
            change(&mut board);
            Ok(board)
        })?;
        self.replace(board);
        Ok(())
    }

    /// Another board in place of this one, of which nothing can be taken back.
    pub(crate) fn replace(&mut self, board: Board) {
        self.board = board;
        self.made.clear();
    }
}

/// Writes a set as a word a row.
///
/// # Safety
/// As for [`slice_mut`].
unsafe fn write_rows(set: &PointSet, rows: *mut u64, capacity: usize) -> Result {
    let count = set.size().rows();
    if capacity < count {
        return Err(Code::ShortBuffer.into());
    }
    // SAFETY: the caller's promise.
    for (row, place) in unsafe { slice_mut(rows, count)? }.iter_mut().enumerate() {
        *place = set.row(row);
    }
    Ok(())
}

/// Frees a board.
///
/// # Safety
/// Null, or a board of this library that is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stonemask_gomoku_free(board: *mut stonemask_gomoku) {
    if !board.is_null() {
        // SAFETY: a box of `handle`, given back once.
        drop(unsafe { Box::from_raw(board) });
    }
}

/// The body of the perfts.
///
/// # Safety
/// As for [`read`] and [`out`].
unsafe fn count_below(
    board: *const stonemask_gomoku,
    plies: u32,
    stop: &stonemask_stop,
    count: *mut stonemask_perft,
) -> Result {
    // SAFETY: the caller's promise.
    let (place, board) = unsafe { (out(count)?, &read(board)?.board) };
    if plies > DEEPEST {
        return Err(Code::BadArgument.into());
    }
    stop::count(board, plies, stop, (plies as usize + 2) * BOARD, place)
}

/// The body of the random games, whose tally is written before it says that it was stopped.
///
/// # Safety
/// As for [`read`] and [`out`].
unsafe fn play_out(
    board: *const stonemask_gomoku,
    (games, seed): (u64, u64),
    stop: &stonemask_stop,
    tally: *mut stonemask_tally,
) -> Result {
    // SAFETY: the caller's promise.
    let (place, board) = unsafe { (out(tally)?, &read(board)?.board) };
    let (tallies, ended) =
        with_reserve(64 * BOARD, Users::Caller, || Ok(stop::tallies(std::slice::from_ref(board), games, seed, stop)))?;
    place.write(tallies[0].into());
    ended
}

exports! {
    /// A board without stones, black to move.
    one fn stonemask_gomoku_new(rows: u32, columns: u32, by: i32, board: *mut *mut stonemask_gomoku) {
        let place = out(board)?;
        let (size, rule) = (size(rows, columns)?, rule(by)?);
        place.write(stonemask_gomoku::handle(with_reserve(BOARD, Users::Caller, || Ok(Board::with_size(size, rule)))?)?);
        Ok(())
    }

    /// Makes one board as another is; nothing can be taken back then.
    one fn stonemask_gomoku_copy_into(from: *const stonemask_gomoku, to: *mut stonemask_gomoku) {
        if std::ptr::eq(from, to) {
            change(to)?.made.clear();
            return Ok(());
        }
        let (from, to) = (read(from)?, change(to)?);
        let board = with_reserve(BOARD, Users::Caller, || Ok(from.board.clone()))?;
        to.replace(board);
        Ok(())
    }

    /// Size, rule, side to move, outcome and number of stones.
    one fn stonemask_gomoku_get_info(board: *const stonemask_gomoku, info: *mut stonemask_gomoku_info) {
        let board = &read(board)?.board;
        let info = change(info)?;
        check_struct::<stonemask_gomoku_info>(info.struct_size)?;
        *info = stonemask_gomoku_info {
            struct_size: info.struct_size,
            rows: board.size().rows() as u32,
            columns: board.size().columns() as u32,
            rule: rule_number(board.rule()),
            to_move: colour_number(board.to_move()),
            outcome: outcome_number(board.outcome()),
            stones: board.stone_count() as u32,
        };
        Ok(())
    }

    /// The stones of a colour, or (0) the empty points, as a word a row.
    one fn stonemask_gomoku_get_stones(board: *const stonemask_gomoku, of: i32, rows: *mut u64, capacity: usize) {
        let board = &read(board)?.board;
        let set = if of == 0 { board.empties() } else { board.stones(colour(of)?) };
        write_rows(&set, rows, capacity)
    }

    /// The points on which the side to move may place a stone, as a word a row.
    one fn stonemask_gomoku_legal_moves(board: *const stonemask_gomoku, rows: *mut u64, capacity: usize) {
        let board = &read(board)?.board;
        let legal = with_room(board.rule(), || Ok(board.legal_moves()))?;
        write_rows(&legal, rows, capacity)
    }

    /// Whether a move is legal, and if not, why.
    one fn stonemask_gomoku_check(board: *const stonemask_gomoku, row: u32, column: u32) {
        let board = &read(board)?.board;
        let point = point_of(board, row, column)?;
        with_room(board.rule(), || Ok(board.check(point).map_err(reason)?))
    }

    /// Whether a colour's stone on a point wins, whatever stands there.
    one fn stonemask_gomoku_wins(
        board: *const stonemask_gomoku,
        of: i32,
        row: u32,
        column: u32,
        wins: *mut i32,
    ) {
        let place = out(wins)?;
        let board = &read(board)?.board;
        let point = point_of(board, row, column)?;
        place.write(board.planes().wins(board.rule(), colour(of)?, point).into());
        Ok(())
    }

    /// Plays a legal move. It cannot be taken back, nor can what was made before.
    one fn stonemask_gomoku_play(board: *mut stonemask_gomoku, row: u32, column: u32) {
        let board = change(board)?;
        board.make(row, column)?;
        board.made.clear();
        Ok(())
    }

    /// Plays a legal move that can be taken back.
    one fn stonemask_gomoku_make(board: *mut stonemask_gomoku, row: u32, column: u32) {
        let board = change(board)?;
        board.made.try_reserve(1).map_err(|_| Code::OutOfMemory)?;
        let undo = board.make(row, column)?;
        board.made.push(undo);
        Ok(())
    }

    /// Takes back the last move that was made.
    one fn stonemask_gomoku_undo(board: *mut stonemask_gomoku) {
        let board = change(board)?;
        let undo = board.made.pop().ok_or(Code::NothingToUndo)?;
        board.board.undo(undo);
        Ok(())
    }

    /// Sets what stands on a point: 0 nothing, 1 black, 2 white. Neither colour has won until a
    /// move wins.
    one fn stonemask_gomoku_set_stone(board: *mut stonemask_gomoku, row: u32, column: u32, stone: i32) {
        let board = change(board)?;
        let point = point_of(&board.board, row, column)?;
        let stone = if stone == 0 { None } else { Some(colour(stone)?) };
        board.set_up(|board| board.set_stone(point, stone))
    }

    /// Sets whose turn it is. Neither colour has won until a move wins.
    one fn stonemask_gomoku_set_to_move(board: *mut stonemask_gomoku, to_move: i32) {
        let to_move = colour(to_move)?;
        change(board)?.set_up(|board| board.set_to_move(to_move))
    }

    /// The points of the winner's runs that win, as `row * columns + column`, in order.
    one fn stonemask_gomoku_winning_line(
        board: *const stonemask_gomoku,
        points: *mut u16,
        capacity: usize,
        count: *mut usize,
    ) {
        let place = out(count)?;
        apart(bytes(points, capacity), &[bytes(count, 1)])?;
        let board = &read(board)?.board;
        let line = with_reserve(BOARD, Users::Caller, || Ok(board.winning_line()))?;
        let points = slice_mut(points, capacity)?;
        if capacity < line.len() {
            return Err(Code::ShortBuffer.into());
        }
        for (place, point) in points.iter_mut().zip(&line) {
            *place = board.size().index(*point) as u16;
        }
        place.write(line.len());
        Ok(())
    }

    /// Reads a board: size, rule, rows and the side to move.
    one fn stonemask_gomoku_parse(from: *const c_char, length: usize, board: *mut *mut stonemask_gomoku) {
        let place = out(board)?;
        let text = text::text(from, length)?;
        let board = with_reserve(text::parse_bytes(length).saturating_add(BOARD), Users::Caller, || {
            Ok(text.parse::<Board>().map_err(|_| Code::BadText)?)
        })?;
        place.write(stonemask_gomoku::handle(board)?);
        Ok(())
    }

    /// Writes a board as `stonemask_gomoku_parse` reads it.
    one fn stonemask_gomoku_print(
        board: *const stonemask_gomoku,
        buffer: *mut c_char,
        size: usize,
        length: *mut usize,
    ) {
        let board = &read(board)?.board;
        text::print(|| Ok(board.to_string()), 32 << 10, buffer, size, length)
    }

    /// Reads a point, such as "h8", whose rows count from the top, or from the bottom of a board
    /// with that many rows.
    one fn stonemask_gomoku_parse_point(
        from: *const c_char,
        length: usize,
        from_bottom: u32,
        row: *mut u32,
        column: *mut u32,
    ) {
        let (row, column) = (out(row)?, out(column)?);
        let point: Point = text::parse(from, length)?;
        row.write(text::row_from_top(point.row(), from_bottom)? as u32);
        column.write(point.column() as u32);
        Ok(())
    }

    /// Writes a point.
    one fn stonemask_gomoku_print_point(
        row: u32,
        column: u32,
        from_bottom: u32,
        buffer: *mut c_char,
        size: usize,
        length: *mut usize,
    ) {
        let row = text::row_from_top(row as usize, from_bottom)? as u32;
        text::print(|| Ok(point(row, column)?.to_string()), 64, buffer, size, length)
    }

    /// Counts the positions some plies below, 64 at most.
    one fn stonemask_gomoku_perft(
        board: *const stonemask_gomoku,
        plies: u32,
        stop: *const stonemask_stop,
        count: *mut stonemask_perft,
    ) {
        count_below(board, plies, stop::stop(stop)?, count)
    }

    /// Plays a random game to its end.
    one fn stonemask_gomoku_playout(
        board: *const stonemask_gomoku,
        seed: u64,
        game: *mut stonemask_playout,
    ) {
        let place = out(game)?;
        let board = &read(board)?.board;
        let game = with_reserve(4 * BOARD, Users::Caller, || {
            Ok(board.playout(&mut Random::new(seed)))
        })?;
        place.write(game.into());
        Ok(())
    }

    /// Plays random games, 32 at once where the rule allows it, and counts them.
    one fn stonemask_gomoku_playouts(
        board: *const stonemask_gomoku,
        games: u64,
        seed: u64,
        stop: *const stonemask_stop,
        tally: *mut stonemask_tally,
    ) {
        play_out(board, (games, seed), stop::stop(stop)?, tally)
    }
}

/// The most bytes of a Gomoku board's images.
const IMAGES: usize = 10 * (128 << 10);

impl stonemask_gomoku {
    /// Puts another board in its place.
    fn image(&mut self, image: impl FnOnce(&Board) -> Result<Board>) -> Result {
        let board = with_reserve(IMAGES, Users::Caller, || image(&self.board))?;
        self.replace(board);
        Ok(())
    }
}

exports! {
    /// Turns or reflects a board.
    one fn stonemask_gomoku_transform(board: *mut stonemask_gomoku, number: u32) {
        change(board)?.image(|board| {
            let size = board.size();
            Ok(board.transform(symmetry(number, (size.rows(), size.columns()))?))
        })
    }

    /// Replaces a board by its canonical image under symmetry.
    one fn stonemask_gomoku_canonical(board: *mut stonemask_gomoku) {
        change(board)?.image(|board| Ok(board.canonical()))
    }

    /// A hash of a board and the side to move.
    one fn stonemask_gomoku_key(board: *const stonemask_gomoku, key: *mut u64) {
        let place = out(key)?;
        let board = &read(board)?.board;
        place.write(with_reserve(IMAGES, Users::Caller, || Ok(board.key()))?);
        Ok(())
    }
}
