//! A game whose saved form is its first board and its moves: Othello and NoGo.

use super::opponent::{self, Ask, Job};
use super::table::Table;
use crate::games::{Cell, Mark, Place, Playable};
use stonemask::game::Colour;

/// A game with what was taken back.
pub(super) struct Plain<G: Playable> {
    /// The board before each ply that is on the table, and the present one.
    boards: Vec<G>,
    /// The plies played, then those that were taken back.
    plies: Vec<G::Move>,
}

/// The longest saved game that is read; those that are written are a few hundred bytes.
pub(super) const LIMIT_MIB: u64 = 1;

impl<G: Playable> Plain<G> {
    pub(super) fn new(board: G) -> Plain<G> {
        let mut game = Plain { boards: vec![board], plies: Vec::new() };
        game.pass();
        game
    }

    /// A saved game.
    pub(super) fn from_bytes(bytes: Vec<u8>) -> Result<Plain<G>, String> {
        let text = String::from_utf8(bytes).map_err(|_| "the text is not UTF-8")?;
        let (mut lines, name) = (text.lines(), G::NAME.to_string());
        if lines.next() != Some(&name) {
            return Err(format!("the first line is not '{name}', so this is not a saved game of {name}"));
        }
        let start = lines.next().ok_or("the file ends before the board")?;
        let mut game = Plain { boards: vec![start.parse().map_err(|error| format!("{error}"))?], plies: Vec::new() };
        for (index, word) in lines.flat_map(str::split_whitespace).enumerate() {
            let failure = |error: &dyn std::fmt::Display| format!("move {}: {error}", index + 1);
            let ply: G::Move = word.parse().map_err(|error| failure(&error))?;
            game.go_on(ply).map_err(|error| failure(&error))?;
            game.plies.push(ply);
        }
        game.pass();
        Ok(game)
    }

    pub(super) fn board(&self) -> &G {
        self.boards.last().expect("there is always a board")
    }

    fn played(&self) -> usize {
        self.boards.len() - 1
    }

    fn last_ply(&self) -> Option<G::Move> {
        self.plies[..self.played()].iter().rev().copied().find(|&ply| G::place_of(ply).is_some())
    }

    fn go_on(&mut self, ply: G::Move) -> Result<(), String> {
        let mut board = self.board().clone();
        match board.outcome() {
            Some(_) => return Err("the game is over".to_owned()),
            None => board.try_play(ply).map_err(|error| error.to_string())?,
        }
        self.boards.push(board);
        Ok(())
    }

    /// Passes for a side that has no other ply.
    fn pass(&mut self) {
        while let Some(pass) = self.board().plies().next().filter(|&ply| G::place_of(ply).is_none()) {
            if self.go_on(pass).is_err() {
                return;
            }
            if self.plies.len() < self.played() {
                self.plies.push(pass);
            }
        }
    }
}

impl<G: Playable> Table for Plain<G> {
    fn title(&self) -> String {
        self.board().title()
    }

    fn size(&self) -> (usize, usize) {
        self.board().extent()
    }

    fn column_name(&self, column: usize) -> String {
        G::column_name(column)
    }

    fn find(&self, name: &str) -> Option<Place> {
        let ((rows, columns), (row, column)) = (self.size(), G::find(name)?);
        (row < rows && column < columns).then_some((row, column))
    }

    fn stone(&self, at: Place) -> Option<Colour> {
        match self.board().cell(at) {
            Cell::Stone(colour) => Some(colour),
            Cell::Empty | Cell::Blocked => None,
        }
    }

    fn mark(&self, at: Place) -> Option<Mark> {
        if self.last() == Some(at) { Some(Mark::Last) } else { self.board().mark(at) }
    }

    fn place(&mut self, at: Place) -> Result<(), String> {
        let ply = G::ply_at(Some(at)).ok_or("the point is off the board")?;
        self.go_on(ply)?;
        self.plies.truncate(self.played() - 1);
        self.plies.push(ply);
        self.pass();
        Ok(())
    }

    fn undo(&mut self) -> bool {
        let placed = self.plies[..self.played()].iter().rposition(|&ply| G::place_of(ply).is_some());
        let Some(placed) = placed else { return false };
        self.boards.truncate(placed + 1);
        true
    }

    fn redo(&mut self) -> bool {
        let Some(&next) = self.plies.get(self.played()) else { return false };
        let is_played = self.go_on(next).is_ok();
        self.pass();
        is_played
    }

    fn last(&self) -> Option<Place> {
        self.last_ply().and_then(G::place_of)
    }

    fn moves(&self) -> Vec<String> {
        self.plies[..self.played()].iter().map(G::Move::to_string).collect()
    }

    fn has_moves(&self) -> bool {
        !self.plies.is_empty()
    }

    fn restart(&mut self) {
        *self = Plain::new(self.boards[0].clone());
    }

    fn to_move(&self) -> Colour {
        self.board().to_move()
    }

    fn legal(&self) -> Vec<Place> {
        self.board().plies().filter_map(G::place_of).collect()
    }

    fn status(&self) -> String {
        let (board, played) = (self.board(), self.played());
        let (colour, standing) = (board.to_move(), board.standing());
        match board.outcome() {
            Some(outcome) => {
                let result = outcome.winner().map_or("a draw".to_owned(), |winner| format!("{winner} wins"));
                format!("{result} after {played} moves: {standing}")
            }
            None => {
                let passes = |ply: &G::Move| played > 0 && G::place_of(*ply).is_none();
                let passed = self.plies[..played].last().filter(|ply| passes(ply)).map(|_| colour.other());
                let passed = passed.map_or(String::new(), |other| format!("{other} had to pass; "));
                let standing = if standing.is_empty() { standing } else { format!(", {standing}") };
                format!("{passed}move {}: {colour} ({}) to play{standing}", played + 1, colour.letter())
            }
        }
    }

    fn legend(&self) -> [&'static str; 4] {
        G::legend()
    }

    fn is_over(&self) -> bool {
        self.board().outcome().is_some()
    }

    fn file_name(&self) -> String {
        format!("stonemask-{}.txt", G::NAME)
    }

    fn record(&self) -> Result<Vec<u8>, String> {
        Ok(format!("{}\n{}\n{}\n", G::NAME, self.boards[0], self.moves().join(" ")).into_bytes())
    }

    fn ask(&self, ask: Ask) -> Job {
        opponent::job(self.board().clone(), ask, G::place_of)
    }
}

#[cfg(test)]
mod tests {
    mod nogo;
    mod othello;
}
