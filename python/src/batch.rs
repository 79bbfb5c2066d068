//! Batches of positions by the library's kernels: arrays in, arrays out.

use crate::game::value_error;
use crate::{arrays, numbers};
use numpy::{PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use stonemask::{gomoku, nogo, othello};

/// Positions for one call. They are copied, so they cannot change between the check and the kernel.
const BLOCK: usize = 256;

/// How many items an array of one axis has.
fn length(value: &Bound<'_, PyAny>, name: &str) -> PyResult<usize> {
    match arrays::untyped(value, name)?.shape() {
        &[length] => Ok(length),
        shape => Err(PyValueError::new_err(format!("{name}: expected one axis, got {}", shape.len()))),
    }
}

/// A question about Othello positions.
enum Question<'a> {
    LegalMoves(&'a mut [u64]),
    Mobility(&'a mut [u8]),
    Flips(&'a [u8], &'a mut [u64]),
    Children { moves: &'a [u64], own: &'a mut [u64], opponent: &'a mut [u64], written: &'a mut usize },
}

fn ask<const N: usize>(own: &[u64], opponent: &[u64], mut question: Question<'_>) -> PyResult<()> {
    let (mut owns, mut opponents) = ([0; BLOCK], [0; BLOCK]);
    let (mut squares, mut some) = ([othello::Square::<N>::default(); BLOCK], [0; BLOCK]);
    for first in (0..own.len()).step_by(BLOCK) {
        let block = first..own.len().min(first + BLOCK);
        let length = block.len();
        owns[..length].copy_from_slice(&own[block.clone()]);
        opponents[..length].copy_from_slice(&opponent[block.clone()]);
        let positions = othello::Positions::<N>::new(&owns[..length], &opponents[..length]).map_err(|mut error| {
            use othello::PositionsError::{OffBoard, Overlap};
            if let Overlap { index, .. } | OffBoard { index, .. } = &mut error {
                *index += first;
            }
            value_error(error)
        })?;
        match &mut question {
            Question::LegalMoves(out) => positions.legal_moves(&mut out[block]),
            Question::Mobility(out) => positions.mobility(&mut out[block]),
            Question::Flips(actions, out) => {
                for (square, (index, &action)) in
                    squares.iter_mut().zip(actions.iter().enumerate().skip(first).take(length))
                {
                    let point = usize::from(action);
                    *square = othello::Square::new(point / N, point % N).ok_or_else(|| {
                        PyValueError::new_err(format!("squares: entry {index} is {action}, off the board"))
                    })?;
                }
                positions.flips(&squares[..length], &mut out[block]);
            }
            Question::Children { moves, own, opponent, written } => {
                let some = &mut some[..length];
                some.copy_from_slice(&moves[block]);
                let empty = |index: usize| othello::SquareSet::<N>::ALL.bits() & !(owns[index] | opponents[index]);
                if let Some(index) = (0..length).find(|&index| some[index] & !empty(index) != 0) {
                    let index = first + index;
                    return Err(PyValueError::new_err(format!("moves: entry {index} has squares that are not empty")));
                }
                let (own, opponent) = (&mut own[**written..], &mut opponent[**written..]);
                if own.len() < squares_of(some) {
                    return Err(PyValueError::new_err("moves: another thread is changing the array"));
                }
                **written += positions.children(some, own, opponent);
            }
        }
    }
    Ok(())
}

/// How many squares there are in all sets together.
fn squares_of(sets: &[u64]) -> usize {
    sets.iter().map(|set| set.count_ones() as usize).sum()
}

fn ask_sized(py: Python<'_>, size: usize, own: &[u64], opponent: &[u64], question: Question<'_>) -> PyResult<()> {
    py.detach(|| match size {
        4 => ask::<4>(own, opponent, question),
        6 => ask::<6>(own, opponent, question),
        _ => ask::<8>(own, opponent, question),
    })
}

/// Writes the squares on which the sides to move may place a disc to ``out``, uint64 [n], and
/// returns it. ``own`` and ``opponent``, uint64 [n], are discs as bits, ``8 * row + column`` in the
/// 8x8 frame in whose middle smaller boards lie.
#[pyfunction]
#[pyo3(signature = (own, opponent, out, *, size = 8))]
pub(crate) fn othello_legal_moves_many<'py>(
    py: Python<'py>,
    own: &Bound<'py, PyAny>,
    opponent: &Bound<'py, PyAny>,
    out: Bound<'py, PyAny>,
    #[pyo3(from_py_with = numbers::size)] size: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let shape = [length(own, "own")?];
    let own = arrays::read::<u64>(own, "own", &shape)?;
    let opponent = arrays::read::<u64>(opponent, "opponent", &shape)?;
    let mut lent = arrays::write::<u64>(&out, "out", &shape)?;
    ask_sized(py, size, own.as_slice()?, opponent.as_slice()?, Question::LegalMoves(lent.as_slice_mut()?))?;
    Ok(out)
}

/// Writes how many squares the sides to move may place a disc on to ``out``, uint8 [n], and returns
/// it.
#[pyfunction]
#[pyo3(signature = (own, opponent, out, *, size = 8))]
pub(crate) fn othello_mobility_many<'py>(
    py: Python<'py>,
    own: &Bound<'py, PyAny>,
    opponent: &Bound<'py, PyAny>,
    out: Bound<'py, PyAny>,
    #[pyo3(from_py_with = numbers::size)] size: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let shape = [length(own, "own")?];
    let own = arrays::read::<u64>(own, "own", &shape)?;
    let opponent = arrays::read::<u64>(opponent, "opponent", &shape)?;
    let mut lent = arrays::write::<u8>(&out, "out", &shape)?;
    ask_sized(py, size, own.as_slice()?, opponent.as_slice()?, Question::Mobility(lent.as_slice_mut()?))?;
    Ok(out)
}

/// Writes the discs that a disc on each of ``squares``, uint8 [n], ``row * size + column``,
/// outflanks to ``out``, uint64 [n], and returns it.
#[pyfunction]
#[pyo3(signature = (own, opponent, squares, out, *, size = 8))]
pub(crate) fn othello_flips_many<'py>(
    py: Python<'py>,
    own: &Bound<'py, PyAny>,
    opponent: &Bound<'py, PyAny>,
    squares: &Bound<'py, PyAny>,
    out: Bound<'py, PyAny>,
    #[pyo3(from_py_with = numbers::size)] size: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let shape = [length(own, "own")?];
    let own = arrays::read::<u64>(own, "own", &shape)?;
    let opponent = arrays::read::<u64>(opponent, "opponent", &shape)?;
    let squares = arrays::read::<u8>(squares, "squares", &shape)?;
    let mut lent = arrays::write::<u64>(&out, "out", &shape)?;
    let question = Question::Flips(squares.as_slice()?, lent.as_slice_mut()?);
    ask_sized(py, size, own.as_slice()?, opponent.as_slice()?, question)?;
    Ok(out)
}

/// Writes the positions after ``moves``, uint64 [n], sets of empty squares, as the other side sees
/// them, to the beginning of ``own_out`` and ``opponent_out``, uint64 [room]: position by position,
/// lowest square first. Returns how many there are. Moves that are not legal are played all the
/// same and give positions that no game reaches.
#[pyfunction]
#[pyo3(signature = (own, opponent, moves, own_out, opponent_out, *, size = 8))]
pub(crate) fn othello_children_many(
    py: Python<'_>,
    own: &Bound<'_, PyAny>,
    opponent: &Bound<'_, PyAny>,
    moves: &Bound<'_, PyAny>,
    own_out: &Bound<'_, PyAny>,
    opponent_out: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = numbers::size)] size: usize,
) -> PyResult<usize> {
    let (shape, room) = ([length(own, "own")?], [length(own_out, "own_out")?]);
    let own = arrays::read::<u64>(own, "own", &shape)?;
    let opponent = arrays::read::<u64>(opponent, "opponent", &shape)?;
    let moves = arrays::read::<u64>(moves, "moves", &shape)?;
    let mut own_out = arrays::write::<u64>(own_out, "own_out", &room)?;
    let mut opponent_out = arrays::write::<u64>(opponent_out, "opponent_out", &room)?;
    let (moves, children) = (moves.as_slice()?, squares_of(moves.as_slice()?));
    if room[0] < children {
        return Err(PyValueError::new_err(format!("own_out: room for {} of {children} children", room[0])));
    }
    let (mut written, lent) = (0, (own_out.as_slice_mut()?, opponent_out.as_slice_mut()?));
    let question = Question::Children { moves, own: lent.0, opponent: lent.1, written: &mut written };
    ask_sized(py, size, own.as_slice()?, opponent.as_slice()?, question)?;
    Ok(written)
}

/// Boards of up to 15x15 as arrays that are read.
struct Stones<'py> {
    size: gomoku::Size,
    /// Rows, and boards.
    shape: [usize; 2],
    black: PyReadonlyArrayDyn<'py, u16>,
    white: PyReadonlyArrayDyn<'py, u16>,
}

impl<'py> Stones<'py> {
    fn read(black: &Bound<'py, PyAny>, white: &Bound<'py, PyAny>, columns: usize) -> PyResult<Stones<'py>> {
        let shape = match arrays::untyped(black, "black")?.shape() {
            &[rows, boards] => [rows, boards],
            shape => return Err(PyValueError::new_err(format!("black: expected two axes, got {}", shape.len()))),
        };
        let size = gomoku::Size::new(shape[0], columns).map_err(value_error)?;
        let black = arrays::read::<u16>(black, "black", &shape)?;
        Ok(Stones { size, shape, black, white: arrays::read::<u16>(white, "white", &shape)? })
    }
}

/// Writes the empty points on which a stone makes five or more in a row to ``black_out`` and
/// ``white_out``. All arrays are uint16 [rows, n]: row r of board b is ``[r, b]``, bit c for column
/// c. Boards of up to 15 rows and ``columns`` columns.
#[pyfunction]
pub(crate) fn gomoku_winning_cells_many(
    py: Python<'_>,
    black: &Bound<'_, PyAny>,
    white: &Bound<'_, PyAny>,
    black_out: &Bound<'_, PyAny>,
    white_out: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = numbers::gomoku::columns)] columns: usize,
) -> PyResult<()> {
    let stones = Stones::read(black, white, columns)?;
    let mut black_out = arrays::write::<u16>(black_out, "black_out", &stones.shape)?;
    let mut white_out = arrays::write::<u16>(white_out, "white_out", &stones.shape)?;
    let (size, black, white) = (stones.size, stones.black.as_slice()?, stones.white.as_slice()?);
    let (black_out, white_out) = (black_out.as_slice_mut()?, white_out.as_slice_mut()?);
    py.detach(|| {
        let positions = gomoku::Positions::new(size, black, white).map_err(value_error)?;
        positions.winning_cells(black_out, white_out);
        Ok(())
    })
}

/// Asks a kernel whether each side has a run on each board.
fn fives<'py>(
    py: Python<'py>,
    stones: &Stones<'py>,
    out: Bound<'py, PyAny>,
    ask: impl Fn(&gomoku::Positions<'_>, &mut [[bool; 2]]) + Sync,
) -> PyResult<Bound<'py, PyAny>> {
    let bytes = arrays::as_bytes(&out, "out")?;
    let mut lent = arrays::write::<u8>(&bytes, "out", &[stones.shape[1], 2])?;
    let (size, black, white, lent) =
        (stones.size, stones.black.as_slice()?, stones.white.as_slice()?, lent.as_slice_mut()?);
    py.detach(|| {
        let positions = gomoku::Positions::new(size, black, white).map_err(value_error)?;
        // Not in the caller's array, whose bytes before are perhaps no booleans.
        let mut fives = vec![[false; 2]; positions.boards()];
        ask(&positions, &mut fives);
        lent.iter_mut().zip(fives.as_flattened()).for_each(|(byte, &five)| *byte = five.into());
        Ok::<(), PyErr>(())
    })?;
    Ok(out)
}

/// Writes whether black, and whether white, has five or more in a row to ``out``, bool, uint8 or
/// int8 [n, 2], and returns it. ``black`` and ``white`` are as for `winning_cells_many`.
#[pyfunction]
pub(crate) fn gomoku_any_five_many<'py>(
    py: Python<'py>,
    black: &Bound<'py, PyAny>,
    white: &Bound<'py, PyAny>,
    out: Bound<'py, PyAny>,
    #[pyo3(from_py_with = numbers::gomoku::columns)] columns: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let stones = Stones::read(black, white, columns)?;
    fives(py, &stones, out, |positions, fives| positions.any_five(fives))
}

/// Writes whether black, and whether white, has exactly five in a row to ``out``, bool, uint8 or
/// int8 [n, 2], and returns it. ``black`` and ``white`` are as for `winning_cells_many`.
#[pyfunction]
pub(crate) fn gomoku_any_exact_five_many<'py>(
    py: Python<'py>,
    black: &Bound<'py, PyAny>,
    white: &Bound<'py, PyAny>,
    out: Bound<'py, PyAny>,
    #[pyo3(from_py_with = numbers::gomoku::columns)] columns: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let stones = Stones::read(black, white, columns)?;
    fives(py, &stones, out, |positions, fives| positions.any_exact_five(fives))
}

/// Writes whether black, and whether white, has a run that wins under ``rule`` to ``out``, bool,
/// uint8 or int8 [n, 2], and returns it. ``black`` and ``white`` are as for `winning_cells_many`.
#[pyfunction]
#[pyo3(signature = (black, white, out, columns, rule = "freestyle"))]
pub(crate) fn gomoku_winners_many<'py>(
    py: Python<'py>,
    black: &Bound<'py, PyAny>,
    white: &Bound<'py, PyAny>,
    out: Bound<'py, PyAny>,
    #[pyo3(from_py_with = numbers::gomoku::columns)] columns: usize,
    rule: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let rule: gomoku::Rule = rule.parse().map_err(value_error)?;
    let stones = Stones::read(black, white, columns)?;
    fives(py, &stones, out, |positions, winners| positions.winners(rule, winners))
}

/// A set of points of NoGo from its three words.
fn points(words: &[u32]) -> Option<nogo::PointSet> {
    nogo::PointSet::from_bits(words.iter().rev().fold(0, |bits, &word| bits << 32 | u128::from(word)))
}

/// Writes the points on which black, and on which white, may place a stone to ``black_out`` and
/// ``white_out``, by the stones alone: a forbidden centre is not looked at. All arrays are uint32
/// [n, 3], a position's point in row r and column c being bit ``(10 * r + c) % 32`` of word ``(10 *
/// r + c) // 32``, whatever the size. ``rows``, ``columns`` and ``blocked`` are as for `Board`.
#[pyfunction]
#[pyo3(signature = (black, white, black_out, white_out, *, rows = 9, columns = 9, blocked = ""))]
#[allow(clippy::too_many_arguments, reason = "keywords in Python")]
pub(crate) fn nogo_masks_many(
    py: Python<'_>,
    black: &Bound<'_, PyAny>,
    white: &Bound<'_, PyAny>,
    black_out: &Bound<'_, PyAny>,
    white_out: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = numbers::nogo::rows)] rows: usize,
    #[pyo3(from_py_with = numbers::nogo::columns)] columns: usize,
    blocked: &str,
) -> PyResult<()> {
    let shape = nogo::Shape::new(rows, columns, blocked.parse().map_err(value_error)?).map_err(value_error)?;
    let axes = match arrays::untyped(black, "black")?.shape() {
        &[positions, _] => [positions, 3],
        shape => return Err(PyValueError::new_err(format!("black: expected two axes, got {}", shape.len()))),
    };
    let [black, white] = [arrays::read::<u32>(black, "black", &axes)?, arrays::read::<u32>(white, "white", &axes)?];
    let mut black_out = arrays::write::<u32>(black_out, "black_out", &axes)?;
    let mut white_out = arrays::write::<u32>(white_out, "white_out", &axes)?;
    let (black, white) = (black.as_slice()?, white.as_slice()?);
    let (black_out, white_out) = (black_out.as_slice_mut()?, white_out.as_slice_mut()?);
    py.detach(|| {
        let mut positions = [nogo::Position::default(); BLOCK];
        let mut masks = [nogo::Masks::default(); BLOCK];
        for first in (0..axes[0]).step_by(BLOCK) {
            let length = BLOCK.min(axes[0] - first);
            for (index, position) in (first..).zip(&mut positions[..length]) {
                let wrong = |what: String| PyValueError::new_err(format!("position {index}: {what}"));
                let set = |words: &[u32]| {
                    points(&words[3 * index..][..3]).ok_or_else(|| wrong("bits that are no points of 9x9".to_owned()))
                };
                *position =
                    nogo::Position::new(shape, set(black)?, set(white)?).map_err(|error| wrong(error.to_string()))?;
            }
            nogo::Positions::new(&positions[..length]).masks(&mut masks[..length]);
            for (index, masks) in (first..).zip(&masks[..length]) {
                for (out, set) in [(&mut *black_out, masks.black), (&mut *white_out, masks.white)] {
                    let bits = set.bits();
                    out[3 * index..][..3].copy_from_slice(&[bits as u32, (bits >> 32) as u32, (bits >> 64) as u32]);
                }
            }
        }
        Ok(())
    })
}
