//! Looks for forced wins in the positions of another search.

use super::fours::{Fours, Halted, Look, Work};
use super::lines::Lines;
use super::table::{Numbers, Table};
use super::threes::{Replies, Threes};
use crate::game::Colour;
use crate::gomoku::board::Board;
use crate::gomoku::point::Point;
use std::collections::TryReserveError;

/// The facts that looks have found so far.
pub(in crate::gomoku) struct Knowledge {
    table: Table,
    fours: Fours,
    is_used: bool,
}

impl Knowledge {
    /// With a table of at most `table_bytes`.
    pub(in crate::gomoku) fn new(table_bytes: usize) -> Result<Knowledge, TryReserveError> {
        Ok(Knowledge { table: Table::new(table_bytes)?, fours: Fours::new(), is_used: false })
    }

    pub(in crate::gomoku) fn bytes(&self) -> usize {
        self.table.bytes()
    }

    pub(in crate::gomoku) fn clear(&mut self) {
        self.fours.clear();
        if std::mem::take(&mut self.is_used) {
            self.table.clear();
        }
    }
}

/// A board that follows a search.
pub(in crate::gomoku) struct Force<'a> {
    lines: Lines,
    knowledge: &'a mut Knowledge,
}

impl Force<'_> {
    /// `None` when the board is larger than the solver takes.
    pub(in crate::gomoku) fn new<'a>(board: &Board, knowledge: &'a mut Knowledge) -> Option<Force<'a>> {
        Lines::new(board).map(|lines| Force { lines, knowledge })
    }

    pub(in crate::gomoku) fn put(&mut self, point: Point, colour: Colour) {
        self.lines.put(point, colour);
    }

    /// Takes the stone away that was placed last.
    pub(in crate::gomoku) fn take(&mut self) {
        self.lines.take();
    }

    /// With how many fours the colour to move wins, if it is found within so many nodes.
    pub(in crate::gomoku) fn fours(
        &mut self,
        colour: Colour,
        most: u32,
        nodes: u64,
        work: &mut Work<'_>,
    ) -> Result<Option<u32>, Halted> {
        Ok(match self.knowledge.fours.look_short(&mut self.lines, colour, most, nodes, work)? {
            Look::Win(fours) => Some(fours),
            Look::NoWin | Look::Unknown => None,
        })
    }

    /// A line of a win by fours that was found.
    pub(in crate::gomoku) fn line_of_fours(
        &mut self,
        colour: Colour,
        fours: u32,
        work: &mut Work<'_>,
    ) -> Result<Vec<Point>, Halted> {
        self.knowledge.fours.line(&mut self.lines, colour, fours, work)
    }

    /// The first move of a win by fours that was found.
    pub(in crate::gomoku) fn first_of_fours(
        &mut self,
        colour: Colour,
        fours: u32,
        work: &mut Work<'_>,
    ) -> Result<Option<Point>, Halted> {
        self.knowledge.fours.first_move(&mut self.lines, colour, fours, work)
    }

    /// A line of a win by fours and threes of the colour to move, if it is found within so many
    /// nodes.
    pub(in crate::gomoku) fn threes(
        &mut self,
        colour: Colour,
        nodes: u64,
        work: &mut Work<'_>,
    ) -> Result<Option<Vec<Point>>, Halted> {
        let placed = self.lines.placed();
        let all = work.end;
        let end = work.nodes.saturating_add(nodes);
        work.end = end.min(all);
        let mut threes = self.threats_of(colour, false);
        let found = threes
            .attack(Numbers::KNOWN, work)
            .and_then(|numbers| if numbers.proof == 0 { threes.line(true, work).map(Some) } else { Ok(None) });
        work.end = all;
        if found.is_err() && work.nodes >= end && end < all {
            // Nothing was found with these nodes, but there are others.
            while self.lines.placed() > placed {
                self.lines.take();
            }
            return Ok(None);
        }
        found
    }

    /// The moves of the colour to move after which the other does not win at once by fours: no
    /// other move matters. `None` when no such threat is found.
    pub(in crate::gomoku) fn answers(
        &mut self,
        colour: Colour,
        work: &mut Work<'_>,
    ) -> Result<Option<Vec<Point>>, Halted> {
        Ok(match self.threats_of(colour.other(), true).replies(work)? {
            Replies::Free => None,
            Replies::Lost => Some(Vec::new()),
            Replies::These(points) => Some(points),
        })
    }

    fn threats_of(&mut self, attacker: Colour, is_wide: bool) -> Threes<'_> {
        let Knowledge { table, fours, is_used } = self.knowledge;
        *is_used = true;
        Threes { lines: &mut self.lines, attacker, is_wide, table, fours }
    }
}
