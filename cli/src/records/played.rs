//! Where a recorded game begins and what is played, whichever game it is.

use super::notes::{Ending, Verdict};
use crate::games::{Cell, Name, Place, Plays, Recorded};
use std::any::Any;
use std::fmt;
use stonemask::game::Colour;
use stonemask::sgf::Outline;

/// Where a game begins and what is played, of any game.
pub(crate) struct Played(Box<dyn Of>);

/// The questions that formats ask of a game.
trait Of: Any + fmt::Debug {
    fn name(&self) -> Name;
    fn len(&self) -> usize;
    fn has_file_passes(&self) -> bool;
    fn begins_as_usual(&self) -> bool;
    fn is_on_usual_board(&self) -> bool;
    fn sgf_lacks(&self) -> Option<&'static str>;
    fn ending(&self) -> Result<Option<Ending>, String>;
    fn places(&self) -> Vec<Option<Place>>;
    fn outline(&self) -> Outline;
    fn is_as(&self, other: &dyn Any) -> bool;
}

impl Played {
    /// A game by its rules.
    pub(crate) fn new<G: Recorded>(start: G, plies: impl IntoIterator<Item = G::Move>) -> Played {
        Played::of(Plays::new(start, plies))
    }

    /// A game as a file has it.
    pub(crate) fn of<G: Recorded>(plays: Plays<G>) -> Played {
        Played(Box::new(plays))
    }

    /// The game if its boards have this type.
    pub(crate) fn get<G: Recorded>(&self) -> Option<&Plays<G>> {
        (&*self.0 as &dyn Any).downcast_ref()
    }

    /// The boards of the game, its start and one after each move; `None` if boards of this type
    /// have another game.
    pub(crate) fn boards<G: Recorded>(&self) -> Option<Vec<G>> {
        let Plays { start, plies } = self.get::<G>()?;
        let mut boards = vec![start.clone()];
        for &ply in plies {
            let mut board = boards.last().expect("there is a start").clone();
            play(&mut board, ply).ok()?;
            boards.push(board);
        }
        Some(boards)
    }

    /// The game's name.
    pub(crate) fn name(&self) -> Name {
        self.0.name()
    }

    /// How many plies are recorded, passes included.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are passes that the rules do not have.
    pub(super) fn has_file_passes(&self) -> bool {
        self.0.has_file_passes()
    }

    /// Whether the game begins as games do, and not from a position that was set up.
    pub(super) fn begins_as_usual(&self) -> bool {
        self.0.begins_as_usual()
    }

    /// Whether it begins on the board that is usual for the game.
    pub(super) fn is_on_usual_board(&self) -> bool {
        self.0.is_on_usual_board()
    }

    /// The part of the start that SGF has no words for.
    pub(super) fn sgf_lacks(&self) -> Option<&'static str> {
        self.0.sgf_lacks()
    }

    /// Plays the game: how the moves end it, if they do.
    ///
    /// # Errors
    /// When a move is illegal.
    pub(super) fn judged(&self) -> Result<Option<Ending>, String> {
        self.0.ending()
    }

    /// How the moves end the game, if they do: where discs count with black's less white's, empty
    /// squares counted for the winner.
    ///
    /// # Panics
    /// When a move is illegal; reading sees to it that none is.
    pub(super) fn ending(&self) -> Option<Ending> {
        self.0.ending().expect("a record's moves are legal")
    }

    /// Where each ply puts a stone; `None` for a pass.
    pub(super) fn places(&self) -> Vec<Option<Place>> {
        self.0.places()
    }

    /// The game's parts as SGF has them.
    pub(super) fn outline(&self) -> Outline {
        self.0.outline()
    }
}

impl fmt::Debug for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl PartialEq for Played {
    fn eq(&self, other: &Played) -> bool {
        self.0.is_as(&*other.0)
    }
}

fn play<G: Recorded>(board: &mut G, ply: Option<G::Move>) -> Result<(), String> {
    match ply {
        Some(ply) => board.try_play(ply).map_err(|error| error.to_string()),
        None if board.is_over() => Err("a pass, but the game is over".to_owned()),
        None => {
            *board = board.turned_to(board.to_move().other())?;
            Ok(())
        }
    }
}

impl<G: Recorded> Plays<G> {
    /// The last board.
    fn end(&self) -> Result<G, String> {
        let mut board = self.start.clone();
        for (index, &ply) in self.plies.iter().enumerate() {
            play(&mut board, ply).map_err(|why| format!("move {}: {why}", index + 1))?;
        }
        Ok(board)
    }

    /// The empty board, or the start position, of this size and rule.
    fn empty(&self) -> Option<G> {
        let (rows, columns) = self.start.extent();
        self.start.anew(rows, columns)
    }
}

impl<G: Recorded> Of for Plays<G> {
    fn name(&self) -> Name {
        G::NAME
    }

    fn len(&self) -> usize {
        self.plies.len()
    }

    fn has_file_passes(&self) -> bool {
        self.plies.contains(&None)
    }

    fn begins_as_usual(&self) -> bool {
        self.empty().is_some_and(|empty| empty == self.start)
    }

    fn is_on_usual_board(&self) -> bool {
        self.empty().is_some_and(|empty| empty == G::usual())
    }

    fn sgf_lacks(&self) -> Option<&'static str> {
        self.start.sgf_lacks()
    }

    fn ending(&self) -> Result<Option<Ending>, String> {
        let board = self.end()?;
        Ok(board.outcome().map(|outcome| match board.lead() {
            Some(lead) => Verdict::of_discs(lead),
            None => Ending { winner: outcome.winner(), margin: None, cause: None },
        }))
    }

    fn places(&self) -> Vec<Option<Place>> {
        self.plies.iter().map(|ply| ply.and_then(G::place_of)).collect()
    }

    fn outline(&self) -> Outline {
        let (rows, columns) = self.start.extent();
        let places = || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let of = |colour| places().filter(|&place| self.start.cell(place) == Cell::Stone(colour)).collect();
        Outline {
            number: G::SGF,
            size: (rows, columns),
            rule: self.start.sgf_rule(),
            set_up: (!self.begins_as_usual()).then(|| Colour::ALL.map(of)),
            to_move: self.start.to_move(),
            moves: self.places(),
        }
    }

    fn is_as(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<Plays<G>>() == Some(self)
    }
}
