//! Batches of positions by the library's kernels: arrays in, arrays out.

use crate::arrays;
use crate::game::value_error;
use numpy::PyUntypedArrayMethods;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use stonemask::{gomoku, othello};

/// Positions that are worked on at once: they are copied, so that nobody changes them between the check and the kernel.
const BLOCK: usize = 256;

/// How many items an array of one axis has.
fn length(value: &Bound<'_, PyAny>, name: &str) -> PyResult<usize> {
    match arrays::untyped(value, name)?.shape() {
        &[length] => Ok(length),
        shape => Err(PyValueError::new_err(format!("{name}: expected one axis, got {}", shape.len()))),
    }
}

/// What is asked of Othello positions.
enum Question<'a> {
    LegalMoves(&'a mut [u64]),
    Mobility(&'a mut [u8]),
    Flips(&'a [u8], &'a mut [u64]),
}

fn ask<const N: usize>(own: &[u64], opponent: &[u64], mut question: Question<'_>) -> PyResult<()> {
    let kernels = othello::Kernels::best();
    let (mut owns, mut opponents) = ([0; BLOCK], [0; BLOCK]);
    let mut squares = [othello::Square::<N>::default(); BLOCK];
    for first in (0..own.len()).step_by(BLOCK) {
        let block = first..own.len().min(first + BLOCK);
        let length = block.len();
        owns[..length].copy_from_slice(&own[block.clone()]);
        opponents[..length].copy_from_slice(&opponent[block.clone()]);
        let positions = othello::Positions::<N>::new(&owns[..length], &opponents[..length])
            .map_err(|error| PyValueError::new_err(format!("positions from {first} on: {error}")))?;
        match &mut question {
            Question::LegalMoves(out) => kernels.legal_moves_many(positions, &mut out[block]),
            Question::Mobility(out) => kernels.mobility_many(positions, &mut out[block]),
            Question::Flips(actions, out) => {
                for (square, (index, &action)) in
                    squares.iter_mut().zip(actions.iter().enumerate().skip(first).take(length))
                {
                    let point = usize::from(action);
                    *square = othello::Square::new(point / N, point % N).ok_or_else(|| {
                        PyValueError::new_err(format!("squares: entry {index} is {action}, off the board"))
                    })?;
                }
                kernels.flips_many(positions, &squares[..length], &mut out[block]);
            }
        }
    }
    Ok(())
}

fn ask_sized(py: Python<'_>, size: usize, own: &[u64], opponent: &[u64], question: Question<'_>) -> PyResult<()> {
    py.detach(|| match size {
        4 => ask::<4>(own, opponent, question),
        6 => ask::<6>(own, opponent, question),
        8 => ask::<8>(own, opponent, question),
        _ => Err(PyValueError::new_err(format!("size={size}: expected 4, 6 or 8"))),
    })
}

/// Writes the squares on which the sides to move may place a disc to ``out``, uint64 [n], and returns it. ``own`` and
/// ``opponent``, uint64 [n], are discs as bits, ``8 * row + column`` in the 8x8 frame in whose middle smaller boards lie.
#[pyfunction]
#[pyo3(signature = (own, opponent, out, *, size = 8))]
pub(crate) fn othello_legal_moves_many<'py>(
    py: Python<'py>,
    own: &Bound<'py, PyAny>,
    opponent: &Bound<'py, PyAny>,
    out: Bound<'py, PyAny>,
    size: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let shape = [length(own, "own")?];
    let own = arrays::read::<u64>(own, "own", &shape)?;
    let opponent = arrays::read::<u64>(opponent, "opponent", &shape)?;
    let mut lent = arrays::write::<u64>(&out, "out", &shape)?;
    ask_sized(py, size, own.as_slice()?, opponent.as_slice()?, Question::LegalMoves(lent.as_slice_mut()?))?;
    Ok(out)
}

/// Writes how many squares the sides to move may place a disc on to ``out``, uint8 [n], and returns it.
#[pyfunction]
#[pyo3(signature = (own, opponent, out, *, size = 8))]
pub(crate) fn othello_mobility_many<'py>(
    py: Python<'py>,
    own: &Bound<'py, PyAny>,
    opponent: &Bound<'py, PyAny>,
    out: Bound<'py, PyAny>,
    size: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let shape = [length(own, "own")?];
    let own = arrays::read::<u64>(own, "own", &shape)?;
    let opponent = arrays::read::<u64>(opponent, "opponent", &shape)?;
    let mut lent = arrays::write::<u8>(&out, "out", &shape)?;
    ask_sized(py, size, own.as_slice()?, opponent.as_slice()?, Question::Mobility(lent.as_slice_mut()?))?;
    Ok(out)
}

/// Writes the discs that a disc on each of ``squares``, uint8 [n], ``row * size + column``, outflanks to ``out``, uint64 [n], and
/// returns it.
#[pyfunction]
#[pyo3(signature = (own, opponent, squares, out, *, size = 8))]
pub(crate) fn othello_flips_many<'py>(
    py: Python<'py>,
    own: &Bound<'py, PyAny>,
    opponent: &Bound<'py, PyAny>,
    squares: &Bound<'py, PyAny>,
    out: Bound<'py, PyAny>,
    size: usize,
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

/// Writes the empty points on which a stone makes five or more in a row to ``black_out`` and ``white_out``. All arrays are uint16
/// [rows, n]: row r of board b is ``[r, b]``, bit c for column c. Boards of up to 15 rows and ``columns`` columns.
#[pyfunction]
pub(crate) fn gomoku_winning_cells_many<'py>(
    py: Python<'py>,
    black: &Bound<'py, PyAny>,
    white: &Bound<'py, PyAny>,
    black_out: &Bound<'py, PyAny>,
    white_out: &Bound<'py, PyAny>,
    columns: usize,
) -> PyResult<()> {
    let shape = match arrays::untyped(black, "black")?.shape() {
        &[rows, boards] => [rows, boards],
        shape => return Err(PyValueError::new_err(format!("black: expected two axes, got {}", shape.len()))),
    };
    let size = gomoku::Size::new(shape[0], columns).map_err(value_error)?;
    let [black, white] = [arrays::read::<u16>(black, "black", &shape)?, arrays::read::<u16>(white, "white", &shape)?];
    let mut black_out = arrays::write::<u16>(black_out, "black_out", &shape)?;
    let mut white_out = arrays::write::<u16>(white_out, "white_out", &shape)?;
    let (black, white) = (black.as_slice()?, white.as_slice()?);
    let (black_out, white_out) = (black_out.as_slice_mut()?, white_out.as_slice_mut()?);
    py.detach(|| {
        let positions = gomoku::Positions::new(size, black, white).map_err(value_error)?;
        gomoku::Kernels::best().winning_cells_many(&positions, black_out, white_out);
        Ok(())
    })
}
