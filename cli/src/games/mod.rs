//! The games as the command sees them.
//!
//! A game has a folder here with all that the command knows about it, a line in [`Name`], and one
//! in [`each`]. Commands, protocols and files ask [`Playable`]; none of them asks which game it is.

pub(crate) mod gomoku;
pub(crate) mod grid;
pub(crate) mod name;
pub(crate) mod nogo;
pub(crate) mod opening;
mod options;
pub(crate) mod othello;
mod playable;
mod questions;
pub(crate) mod recorded;
mod setting;
mod shape;
mod thought;

pub(crate) use name::{Name, among, each};
pub(crate) use options::{Setup, Start, Task, play_moves, set_up, start};
pub(crate) use playable::{Draws, Exact, Mark, OwnProtocol, Playable, Signature};
pub(crate) use recorded::{Cell, Place, Plays, Recorded};
pub(crate) use setting::Setting;
pub(crate) use shape::Shape;
pub(crate) use thought::{FOREVER, Found, Limits, Solved, Worth};
