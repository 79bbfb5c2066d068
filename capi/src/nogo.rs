//! NoGo: positions by value, and boards as handles.

use crate::boundary::{apart, bytes, change, check_struct, out, read, slice, slice_mut};
use crate::error::{Code, Failure, Result};
use crate::memory::{Users, with_reserve};
use crate::shared::{
    colour, colour_number, outcome_number, stonemask_perft, stonemask_playout, stonemask_tally, symmetry,
};
use crate::stop::{self, stonemask_stop};
use crate::text;
use std::ffi::c_char;
use stonemask::Random;
use stonemask::nogo::{
    Board, Colour, IllegalMove, Masks, ParseBoardError, Point, PointSet, Position, PositionError, Positions, Reason,
    Shape, Undo,
};

/// A set of points: bit `10*row + column`, 0 to 63 in `low` and the rest in `high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct stonemask_nogo_set {
    /// Bits 0 to 63.
    pub low: u64,
    /// Bits 64 to 88.
    pub high: u64,
}

/// Stones and empty points; what is in no set is off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct stonemask_nogo_position {
    /// Black's stones.
    pub black: stonemask_nogo_set,
    /// White's stones.
    pub white: stonemask_nogo_set,
    /// The empty points.
    pub empty: stonemask_nogo_set,
}

/// Where each colour may play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct stonemask_nogo_masks {
    /// Where black may.
    pub black: stonemask_nogo_set,
    /// Where white may.
    pub white: stonemask_nogo_set,
}

/// A board, and the boards before the moves that can be taken back.
pub struct stonemask_nogo {
    pub(crate) board: Board,
    made: Vec<Undo>,
}

/// The state of a board at a glance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct stonemask_nogo_info {
    /// The size of this struct, set by the caller.
    pub struct_size: usize,
    /// Rows, 1 to 9.
    pub rows: u32,
    /// Columns, 1 to 9.
    pub columns: u32,
    /// The side to move.
    pub to_move: i32,
    /// `enum stonemask_outcome`.
    pub outcome: i32,
    /// The stones, and the points without one.
    pub position: stonemask_nogo_position,
    /// Where each colour's stone would neither capture nor be without a liberty, whoever is to
    /// move.
    pub allowed: stonemask_nogo_masks,
    /// The legal moves of the side to move.
    pub legal_moves: stonemask_nogo_set,
}

/// The most bytes that small things of a board allocate.
const SMALL: usize = 64 << 10;

impl stonemask_nogo_set {
    #[inline]
    pub(crate) fn of(set: PointSet) -> stonemask_nogo_set {
        stonemask_nogo_set { low: set.bits() as u64, high: (set.bits() >> 64) as u64 }
    }

    #[inline]
    pub(crate) fn checked(self) -> Result<PointSet> {
        PointSet::from_bits(u128::from(self.low) | u128::from(self.high) << 64).ok_or(Code::OffBoard.into())
    }
}

impl stonemask_nogo_position {
    #[inline]
    fn checked(self) -> Result<Position> {
        let [black, white, empty] = [self.black, self.white, self.empty];
        let (black, white, empty) = (black.checked()?, white.checked()?, empty.checked()?);
        Position::with_empties(black, white, empty).map_err(|_| Code::OverlappingStones.into())
    }
}

impl stonemask_nogo_masks {
    #[inline]
    fn of(masks: Masks) -> stonemask_nogo_masks {
        stonemask_nogo_masks { black: stonemask_nogo_set::of(masks.black), white: stonemask_nogo_set::of(masks.white) }
    }
}

fn position_failure(error: PositionError) -> Failure {
    match error {
        PositionError::Overlap { .. } => Code::OverlappingStones,
        PositionError::OffBoard { .. } => Code::OffBoard,
        PositionError::NoLiberty { .. } => Code::NoLiberty,
    }
    .into()
}

fn reason(illegal: IllegalMove) -> Code {
    match illegal.reason() {
        Reason::OffBoard => Code::OffBoard,
        Reason::Occupied(_) => Code::Occupied,
        Reason::Capture(_) => Code::Capture,
        Reason::Suicide => Code::Suicide,
        Reason::CentreForbidden => Code::CentreForbidden,
    }
}

fn shape(rows: u32, columns: u32, blocked: stonemask_nogo_set) -> Result<Shape> {
    let blocked = blocked.checked()?;
    let side = 1..=9;
    if !side.contains(&rows) || !side.contains(&columns) {
        return Err(Code::BadSize.into());
    }
    Shape::new(rows as usize, columns as usize, blocked).map_err(|_| Code::OffBoard.into())
}

fn point(bit: u8) -> Result<Point> {
    Point::from_bit(bit.into()).ok_or(Code::OffBoard.into())
}

impl stonemask_nogo {
    fn handle(board: Board) -> Result<*mut stonemask_nogo> {
        with_reserve(size_of::<stonemask_nogo>(), Users::Caller, || {
            Ok(Box::new(stonemask_nogo { board, made: Vec::new() }))
        })
        .map(Box::into_raw)
    }

    /// Another board in place of this one, of which nothing can be taken back.
    pub(crate) fn replace(&mut self, board: Board) {
        self.board = board;
        self.made.clear();
    }

    fn info(&self, struct_size: usize) -> stonemask_nogo_info {
        let board = &self.board;
        let set = stonemask_nogo_set::of;
        stonemask_nogo_info {
            struct_size,
            rows: board.shape().rows() as u32,
            columns: board.shape().columns() as u32,
            to_move: colour_number(board.to_move()),
            outcome: outcome_number(board.outcome()),
            position: stonemask_nogo_position {
                black: set(board.stones(Colour::Black)),
                white: set(board.stones(Colour::White)),
                empty: set(board.empties()),
            },
            allowed: stonemask_nogo_masks::of(board.masks()),
            legal_moves: set(board.legal_moves()),
        }
    }
}

/// Frees a board.
///
/// # Safety
/// Null, or a board of this library that is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stonemask_nogo_free(board: *mut stonemask_nogo) {
    if !board.is_null() {
        // SAFETY: a box of `handle`, given back once.
        drop(unsafe { Box::from_raw(board) });
    }
}

/// Positions that are checked and handed to the kernels together.
const TOGETHER: usize = 64;

/// The body of the perfts.
///
/// # Safety
/// As for [`read`] and [`out`].
unsafe fn count_below(
    board: *const stonemask_nogo,
    plies: u32,
    stop: &stonemask_stop,
    count: *mut stonemask_perft,
) -> Result {
    // SAFETY: the caller's promise.
    let (place, board) = unsafe { (out(count)?, &read(board)?.board) };
    // A game has at most 81 plies.
    stop::count(board, plies.min(82), stop, SMALL, place)
}

/// The body of the random games, whose tally is written before it says that it was stopped.
///
/// # Safety
/// As for [`read`] and [`out`].
unsafe fn play_out(
    board: *const stonemask_nogo,
    (games, seed): (u64, u64),
    stop: &stonemask_stop,
    tally: *mut stonemask_tally,
) -> Result {
    // SAFETY: the caller's promise.
    let (place, board) = unsafe { (out(tally)?, &read(board)?.board) };
    let (tallies, ended) =
        with_reserve(4 << 20, Users::Caller, || Ok(stop::tallies(std::slice::from_ref(board), games, seed, stop)))?;
    place.write(tallies[0].into());
    ended
}

exports! {
    /// The legal moves of both colours, from the stones alone.
    one fn stonemask_nogo_find_masks(
        position: *const stonemask_nogo_position,
        masks: *mut stonemask_nogo_masks,
    ) {
        let place = out(masks)?;
        apart(bytes(masks, 1), &[bytes(position, 1)])?;
        let position = read(position)?.checked()?;
        place.write(stonemask_nogo_masks::of(position.masks()));
        Ok(())
    }

    /// The legal moves of both colours, of many positions.
    many fn stonemask_nogo_find_masks_many(
        positions: *const stonemask_nogo_position,
        count: usize,
        masks: *mut stonemask_nogo_masks,
    ) {
        apart(bytes(masks, count), &[bytes(positions, count)])?;
        let (positions, masks) = (slice(positions, count)?, slice_mut(masks, count)?);
        // All are checked before a mask is written.
        for (index, position) in positions.iter().enumerate() {
            position.checked().map_err(|failure| failure.code.at(index))?;
        }
        let (mut checked, mut found) = ([Position::default(); TOGETHER], [Masks::default(); TOGETHER]);
        for (positions, masks) in positions.chunks(TOGETHER).zip(masks.chunks_mut(TOGETHER)) {
            for (place, position) in checked.iter_mut().zip(positions) {
                *place = position.checked()?;
            }
            let (checked, found) = (&checked[..positions.len()], &mut found[..positions.len()]);
            Positions::new(checked).masks(found);
            for (place, &found) in masks.iter_mut().zip(&*found) {
                *place = stonemask_nogo_masks::of(found);
            }
        }
        Ok(())
    }

    /// An empty board, black to move.
    one fn stonemask_nogo_new(
        rows: u32,
        columns: u32,
        blocked: stonemask_nogo_set,
        forbid_centre: i32,
        board: *mut *mut stonemask_nogo,
    ) {
        let place = out(board)?;
        let shape = shape(rows, columns, blocked)?;
        let board = match forbid_centre {
            0 => Board::with_shape(shape),
            1 => Board::with_centre_forbidden(shape).map_err(|_| Code::BadArgument)?,
            _ => return Err(Code::BadArgument.into()),
        };
        place.write(stonemask_nogo::handle(board)?);
        Ok(())
    }

    /// The board with these stones.
    one fn stonemask_nogo_from_stones(
        rows: u32,
        columns: u32,
        blocked: stonemask_nogo_set,
        black: stonemask_nogo_set,
        white: stonemask_nogo_set,
        to_move: i32,
        board: *mut *mut stonemask_nogo,
    ) {
        let place = out(board)?;
        let shape = shape(rows, columns, blocked)?;
        let (black, white) = (black.checked()?, white.checked()?);
        let board = Board::from_stones(shape, black, white, colour(to_move)?).map_err(position_failure)?;
        place.write(stonemask_nogo::handle(board)?);
        Ok(())
    }

    /// Makes one board as another is; nothing can be taken back then.
    one fn stonemask_nogo_copy_into(from: *const stonemask_nogo, to: *mut stonemask_nogo) {
        let board = read(from)?.board;
        let to = change(to)?;
        to.replace(board);
        Ok(())
    }

    /// Size, side to move, outcome, stones and masks.
    one fn stonemask_nogo_get_info(board: *const stonemask_nogo, info: *mut stonemask_nogo_info) {
        let board = read(board)?;
        let info = change(info)?;
        check_struct::<stonemask_nogo_info>(info.struct_size)?;
        *info = board.info(info.struct_size);
        Ok(())
    }

    /// The legal moves of the side to move. Without one, it has lost.
    one fn stonemask_nogo_legal_moves(board: *const stonemask_nogo, moves: *mut stonemask_nogo_set) {
        let place = out(moves)?;
        place.write(stonemask_nogo_set::of(read(board)?.board.legal_moves()));
        Ok(())
    }

    /// Whether a move is legal, and if not, why.
    one fn stonemask_nogo_check(board: *const stonemask_nogo, bit: u8) {
        Ok(read(board)?.board.check(point(bit)?).map_err(reason)?)
    }

    /// Plays a legal move. It cannot be taken back, nor can what was made before.
    one fn stonemask_nogo_play(board: *mut stonemask_nogo, bit: u8) {
        let board = change(board)?;
        board.board.try_play(point(bit)?).map_err(reason)?;
        board.made.clear();
        Ok(())
    }

    /// Plays a legal move that can be taken back.
    one fn stonemask_nogo_make(board: *mut stonemask_nogo, bit: u8) {
        let board = change(board)?;
        let point = point(bit)?;
        board.board.check(point).map_err(reason)?;
        board.made.try_reserve(1).map_err(|_| Code::OutOfMemory)?;
        let undo = board.board.make(point);
        board.made.push(undo);
        Ok(())
    }

    /// Takes back the last move that was made.
    one fn stonemask_nogo_undo(board: *mut stonemask_nogo) {
        let board = change(board)?;
        let undo = board.made.pop().ok_or(Code::NothingToUndo)?;
        board.board.undo(undo);
        Ok(())
    }

    /// Reads a board: rows separated by '/', and the side to move.
    one fn stonemask_nogo_parse(from: *const c_char, length: usize, board: *mut *mut stonemask_nogo) {
        let place = out(board)?;
        let text = text::text(from, length)?;
        let board = with_reserve(text::parse_bytes(length), Users::Caller, || {
            let bad = |error: ParseBoardError| error.position().cloned().map_or(Code::BadText.into(), position_failure);
            text.parse().map_err(bad)
        })?;
        place.write(stonemask_nogo::handle(board)?);
        Ok(())
    }

    /// Writes a board as `stonemask_nogo_parse` reads it.
    one fn stonemask_nogo_print(board: *const stonemask_nogo, buffer: *mut c_char, size: usize, length: *mut usize) {
        let board = &read(board)?.board;
        text::print(|| Ok(board.to_string()), 4096, buffer, size, length)
    }

    /// Reads a point, such as "e5", whose rows count from the top, or from the bottom of a board
    /// with that many rows; the letters skip i.
    one fn stonemask_nogo_parse_point(from: *const c_char, length: usize, from_bottom: u32, bit: *mut u8) {
        let place = out(bit)?;
        let point = text::parse::<Point>(from, length)?;
        place.write((10 * text::row_from_top(point.row(), from_bottom)? + point.column()) as u8);
        Ok(())
    }

    /// Writes a point.
    one fn stonemask_nogo_print_point(
        bit: u8,
        from_bottom: u32,
        buffer: *mut c_char,
        size: usize,
        length: *mut usize,
    ) {
        let shown = 10 * text::row_from_top(usize::from(bit / 10), from_bottom)? + usize::from(bit % 10);
        text::print(|| Ok(point(shown as u8)?.to_string()), 64, buffer, size, length)
    }

    /// Counts the positions some plies below.
    one fn stonemask_nogo_perft(
        board: *const stonemask_nogo,
        plies: u32,
        stop: *const stonemask_stop,
        count: *mut stonemask_perft,
    ) {
        count_below(board, plies, stop::stop(stop)?, count)
    }

    /// Plays a random game to its end.
    one fn stonemask_nogo_playout(
        board: *const stonemask_nogo,
        seed: u64,
        game: *mut stonemask_playout,
    ) {
        let place = out(game)?;
        let board = &read(board)?.board;
        place.write(board.playout(&mut Random::new(seed)).into());
        Ok(())
    }

    /// Plays random games, hundreds at once where the kernels can, and counts them.
    one fn stonemask_nogo_playouts(
        board: *const stonemask_nogo,
        games: u64,
        seed: u64,
        stop: *const stonemask_stop,
        tally: *mut stonemask_tally,
    ) {
        play_out(board, (games, seed), stop::stop(stop)?, tally)
    }
}

impl stonemask_nogo {
    /// Puts another board in its place.
    fn image(&mut self, image: impl FnOnce(&Board) -> Result<Board>) -> Result {
        let board = image(&self.board)?;
        self.replace(board);
        Ok(())
    }
}

exports! {
    /// Turns or reflects a board.
    one fn stonemask_nogo_transform(board: *mut stonemask_nogo, number: u32) {
        change(board)?.image(|board| {
            let shape = board.shape();
            Ok(board.transform(symmetry(number, (shape.rows(), shape.columns()))?))
        })
    }

    /// Replaces a board by its canonical image under symmetry.
    one fn stonemask_nogo_canonical(board: *mut stonemask_nogo) {
        change(board)?.image(|board| Ok(board.canonical()))
    }

    /// A hash of a board and the side to move.
    one fn stonemask_nogo_key(board: *const stonemask_nogo, key: *mut u64) {
        let place = out(key)?;
        place.write(read(board)?.board.key());
        Ok(())
    }
}
