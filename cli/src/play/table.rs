//! A game on the table.

use super::opponent::{Ask, Job, Seat};
use crate::games::gomoku::swap2::Choice;
use crate::games::{Mark, Place};
use stonemask::game::Colour;

/// A game on the table: what the terminal shows of it, and what the players can do.
pub(crate) trait Table {
    /// The game, its board and its rule.
    fn title(&self) -> String;
    /// Rows and columns.
    fn size(&self) -> (usize, usize);
    /// A column's letters.
    fn column_name(&self, column: usize) -> String;
    /// The point of this name, if the board has it.
    fn find(&self, name: &str) -> Option<Place>;
    /// The stone on a point.
    fn stone(&self, at: Place) -> Option<Colour>;
    /// The mark to show on a point.
    fn mark(&self, at: Place) -> Option<Mark>;
    /// Plays on a point, or says why that is illegal.
    fn place(&mut self, at: Place) -> Result<(), String>;
    /// Takes back a move; false if none was played.
    fn undo(&mut self) -> bool;
    /// Plays a move again that was taken back; false if none was.
    fn redo(&mut self) -> bool;
    /// Where the last move was.
    fn last(&self) -> Option<Place>;
    /// The names of the moves that are on the board.
    fn moves(&self) -> Vec<String>;
    /// Whether there are moves that a new game would lose.
    fn has_moves(&self) -> bool;
    /// Begins a new game.
    fn restart(&mut self);
    /// Whose turn it is; once the game is over, whose it would be.
    fn to_move(&self) -> Colour;
    /// Who is to move, or to choose.
    fn seat(&self) -> Seat {
        Seat::Colour(self.to_move())
    }
    /// The colour of a seat, unless it is still to be chosen.
    fn colour(&self, seat: Seat) -> Option<Colour> {
        match seat {
            Seat::Colour(colour) => Some(colour),
            Seat::Swap2(_) => None,
        }
    }
    /// The choices of which one is to be made in place of a move.
    fn choices(&self) -> &'static [Choice] {
        &[]
    }
    /// Makes such a choice.
    fn choose(&mut self, _: Choice) {}
    /// Where the side to move may play.
    fn legal(&self) -> Vec<Place>;
    /// The legend: the meaning of the marks on the board, in four lines.
    fn legend(&self) -> [&'static str; 4];
    /// A job that answers a question about the board.
    fn ask(&self, ask: Ask) -> Job;
    /// Whose turn it is, or how the game ended.
    fn status(&self) -> String;
    /// Whether the game has ended.
    fn is_over(&self) -> bool;
    /// The name of a file for a game that was cut off before the players named one.
    fn file_name(&self) -> String;
    /// The game as it is saved, or why it cannot be.
    fn record(&self) -> Result<Vec<u8>, String>;

    /// A point's name.
    fn point_name(&self, (row, column): Place) -> String {
        format!("{}{}", self.column_name(column), row + 1)
    }
}
