//! Arrays of actions, one a game.

use crate::arrays;
use numpy::PyReadonlyArrayDyn;
use pyo3::prelude::*;

/// Reads actions of a type into `chosen`. An action that is not a number of 16 bits becomes one
/// that no game has.
fn choose<T: Copy + TryInto<u16> + numpy::Element>(
    actions: &PyReadonlyArrayDyn<'_, T>,
    chosen: &mut [u16],
) -> PyResult<()> {
    let given = actions.as_slice()?;
    chosen.iter_mut().zip(given).for_each(|(to, &action)| *to = action.try_into().unwrap_or(u16::MAX));
    Ok(())
}

/// Reads an array of actions: uint16, int32 or int64.
pub(crate) fn read_actions(value: &Bound<'_, PyAny>, chosen: &mut [u16]) -> PyResult<()> {
    let shape = [chosen.len()];
    if arrays::holds::<u16>(value) {
        choose(&arrays::read::<u16>(value, "actions", &shape)?, chosen)
    } else if arrays::holds::<i32>(value) {
        choose(&arrays::read::<i32>(value, "actions", &shape)?, chosen)
    } else if arrays::holds::<i64>(value) {
        choose(&arrays::read::<i64>(value, "actions", &shape)?, chosen)
    } else {
        Err(arrays::unlike(arrays::untyped(value, "actions")?, "actions", "int64, int32 or uint16"))
    }
}

/// The number that stands at an index of an array of actions.
pub(crate) fn action_given(value: &Bound<'_, PyAny>, index: usize) -> i64 {
    value.get_item(index).and_then(|item| item.extract()).unwrap_or(-1)
}
