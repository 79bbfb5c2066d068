//! Questions that are asked of a game by its name.

use super::name::{Name, each};
use super::playable::{Draws, Losses, OwnProtocol, Playable};
use super::recorded::{Place, Recorded};
use super::shape::Shape;
use crate::error::Failure;

impl Name {
    /// Whether it is searched at any position.
    pub(crate) fn is_analysed(self) -> bool {
        each!(self, G => G::IS_ANALYSED)
    }

    /// Whether a side may have to pass.
    pub(crate) fn has_passes(self) -> bool {
        each!(self, G => G::HAS_PASSES)
    }

    /// Whether stones stay as they are played, so that a position is told by moves in any order.
    pub(crate) fn keeps_stones(self) -> bool {
        each!(self, G => G::KEEPS_STONES)
    }

    /// Whether the number of discs decides.
    pub(crate) fn counts_discs(self) -> bool {
        each!(self, G => G::COUNTS_DISCS)
    }

    /// The protocol that other programs speak about this game alone.
    pub(crate) fn own_protocol(self) -> Option<OwnProtocol> {
        each!(self, G => G::OWN_PROTOCOL)
    }

    /// The side of the usual board, where boards have several sizes.
    pub(crate) fn usual_side(self) -> Option<usize> {
        each!(self, G => G::USUAL_SIDE)
    }

    /// Whether GTP numbers its rows from the top.
    pub(crate) fn counts_from_the_top(self) -> bool {
        each!(self, G => G::FROM_THE_TOP)
    }

    /// The name by which an engine of several games is told that it is this one, where engines have
    /// several.
    pub(crate) fn set_game(self) -> Option<&'static str> {
        each!(self, G => G::SET_GAME)
    }

    /// The text of its usual start position.
    pub(crate) fn usual_start(self) -> String {
        each!(self, G => G::usual().to_string())
    }

    /// The name of a place on the board.
    pub(crate) fn place_name(self, (row, column): Place) -> String {
        format!("{}{}", each!(self, G => G::column_name(column)), row + 1)
    }

    /// The place with a name; `None` when that is a pass, or nothing.
    pub(crate) fn place(self, name: &str) -> Option<Place> {
        each!(self, G => G::find(name))
    }

    /// Random plies before a game of `match`.
    pub(crate) fn match_opening(self) -> u32 {
        each!(self, G => G::OPENING)
    }

    /// Counts the discs lost in games with a table of this size in bytes; `None` where no discs are
    /// counted, or without memory.
    pub(crate) fn losses(self, table_bytes: usize) -> Option<Box<dyn Losses>> {
        each!(self, G => G::losses(table_bytes))
    }

    /// A text with these cells, and this side to move. `rule` is that of a game that has several.
    pub(crate) fn text(self, rows: &[String], rule: &str, side: char) -> String {
        each!(self, G => G::text(rows, rule, side))
    }

    /// Draws positions, on boards of the size that is given, if one is.
    pub(crate) fn draws(self, shape: &Shape) -> Result<Draws, Failure> {
        each!(self, G => G::draws(shape))
    }

    /// The text of the start position that options describe.
    pub(crate) fn start(self, shape: &Shape) -> Result<String, Failure> {
        Ok(each!(self, G => G::begin(shape)?.to_string()))
    }

    /// Refuses options that do not apply.
    pub(crate) fn check(self, shape: &Shape) -> Result<(), Failure> {
        let applying = each!(self, G => G::OPTIONS);
        let refused = shape.all_given().find(|option| !applying.contains(option));
        refused.map_or(Ok(()), |option| Err(Failure::bad_input(format!("{option} does not apply to {self}"))))
    }
}
