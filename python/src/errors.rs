//! The package's exceptions.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use stonemask::slab::IllegalAction as Illegal;

create_exception!(stonemask, IllegalMove, PyValueError, "A ply that the rules do not allow; the board is as before.");
create_exception!(
    stonemask,
    IllegalAction,
    PyValueError,
    "An action that is not legal in its game; nothing has been played in any game.\n\n\
     ``game`` is the game's index and ``action`` what was given for it."
);

/// The exception for an action that is illegal in game number `game`.
pub(crate) fn illegal_action(py: Python<'_>, game: usize, action: i64, text: String) -> PyErr {
    let error = IllegalAction::new_err(text);
    let value = error.value(py);
    match value.setattr("game", game).and_then(|()| value.setattr("action", action)) {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// The exception for what a slab refused; `first` is the number of its first game.
pub(crate) fn illegal_in_slab(py: Python<'_>, first: usize, illegal: Illegal) -> PyErr {
    let Illegal { game, action } = illegal;
    let illegal = Illegal { game: game + first, action };
    illegal_action(py, illegal.game, action.into(), illegal.to_string())
}
