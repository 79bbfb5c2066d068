//! A game in progress, whichever game it is.

use crate::games::Name;
use crate::search::Searched;
use std::collections::BTreeMap;
use stonemask::game::search::Level;
use stonemask::game::{Colour, Outcome};
use stonemask::slab::Actions;
use stonemask::{gomoku, nogo, othello};

/// A board with the plies that led to it.
pub(crate) struct Played<G: Actions> {
    pub(crate) start: G,
    pub(crate) board: G,
    pub(crate) plies: Vec<G::Move>,
    undos: Vec<G::Undo>,
}

impl<G: Actions> Played<G> {
    pub(crate) fn new(board: G) -> Played<G> {
        Played { start: board.clone(), board, plies: Vec::new(), undos: Vec::new() }
    }

    /// Plays a ply.
    ///
    /// # Errors
    /// When it is no ply, or illegal: why.
    pub(crate) fn play(&mut self, text: &str) -> Result<(), String> {
        let ply = self.legal(text)?;
        self.undos.push(self.board.make(ply));
        self.plies.push(ply);
        Ok(())
    }

    /// The legal ply that a text names.
    ///
    /// # Errors
    /// When it is no ply, or illegal: why.
    pub(crate) fn legal(&self, text: &str) -> Result<G::Move, String> {
        let ply: G::Move = text.parse().map_err(|error: <G::Move as std::str::FromStr>::Err| error.to_string())?;
        self.board.check(ply).map_err(|error| error.to_string())?;
        Ok(ply)
    }

    /// Takes the last ply back, if there is one.
    pub(crate) fn undo(&mut self) -> Option<G::Move> {
        self.board.undo(self.undos.pop()?);
        self.plies.pop()
    }

    /// A copy.
    pub(crate) fn duplicate(&self) -> Played<G> {
        let mut copy = Played::new(self.start.clone());
        for &ply in &self.plies {
            copy.undos.push(copy.board.make(ply));
            copy.plies.push(ply);
        }
        copy
    }
}

/// Questions to a game beside what the library's traits have.
pub(crate) trait Kind: Actions + Searched {
    fn name() -> Name;

    /// The nodes that an opponent of a level spends on a move: those of the command.
    fn nodes_of(level: Level) -> u64;

    /// The rule, where the game has several.
    fn rule(&self) -> Option<&'static str> {
        None
    }

    /// Black's discs minus white's, where they are counted.
    fn score(&self) -> Option<i32> {
        None
    }

    /// The points that renju forbids, with the reason.
    fn forbidden(&self) -> BTreeMap<String, String> {
        BTreeMap::new()
    }

    /// The stones that won.
    fn winning_line(&self) -> Vec<String> {
        Vec::new()
    }

    /// The points that a ply turns, itself left out.
    fn flips(&self, _: Self::Move) -> Vec<String> {
        Vec::new()
    }

    /// The points where a colour may play, whoever is to move.
    fn allowed(&self, colour: Colour) -> Vec<String>;
}

fn names<T: ToString>(points: impl IntoIterator<Item = T>) -> Vec<String> {
    points.into_iter().map(|point| point.to_string()).collect()
}

impl<const N: usize> Kind for othello::Board<N> {
    fn nodes_of(level: Level) -> u64 {
        othello::Board::<N>::level_nodes(level)
    }

    fn name() -> Name {
        match N {
            4 => Name::Othello4,
            6 => Name::Othello6,
            _ => Name::Othello8,
        }
    }

    fn score(&self) -> Option<i32> {
        Some(othello::Board::score(self))
    }

    fn flips(&self, ply: othello::Move<N>) -> Vec<String> {
        match ply {
            othello::Move::Place(square) => names(othello::Board::flips(self, square)),
            othello::Move::Pass => Vec::new(),
        }
    }

    fn allowed(&self, colour: Colour) -> Vec<String> {
        let turned = if colour == self.to_move() { self.position() } else { self.position().pass() };
        names(turned.legal_moves())
    }
}

impl Kind for gomoku::Board {
    fn nodes_of(level: Level) -> u64 {
        gomoku::Board::level_nodes(level)
    }

    fn name() -> Name {
        Name::Gomoku
    }

    fn rule(&self) -> Option<&'static str> {
        Some(gomoku::Board::rule(self).name())
    }

    fn forbidden(&self) -> BTreeMap<String, String> {
        let points = gomoku::Board::forbidden(self);
        let reason = |point| self.why_forbidden(point).map_or(String::new(), |reason| reason.to_string());
        let mut reasons = BTreeMap::new();
        // Not `collect`, which sorts first: that is much code.
        reasons.extend(points.iter().map(|point| (point.to_string(), reason(point))));
        reasons
    }

    fn winning_line(&self) -> Vec<String> {
        names(gomoku::Board::winning_line(self))
    }

    fn allowed(&self, colour: Colour) -> Vec<String> {
        let mut turned = self.clone();
        turned.set_to_move(colour);
        names(turned.legal_moves().iter())
    }
}

impl Kind for nogo::Board {
    fn nodes_of(level: Level) -> u64 {
        nogo::Board::level_nodes(level)
    }

    fn name() -> Name {
        Name::Nogo
    }

    fn allowed(&self, colour: Colour) -> Vec<String> {
        names(nogo::Board::allowed(self, colour))
    }
}

/// A game in progress.
#[allow(clippy::large_enum_variant, reason = "JavaScript holds each on the heap")]
pub(crate) enum Any {
    Othello4(Played<othello::Board<4>>),
    Othello6(Played<othello::Board<6>>),
    Othello8(Played<othello::Board<8>>),
    Gomoku(Played<gomoku::Board>),
    Nogo(Played<nogo::Board>),
}

/// Does the same with every game.
macro_rules! each {
    ($any:expr, $played:ident => $body:expr) => {
        match $any {
            $crate::any::Any::Othello4($played) => $body,
            $crate::any::Any::Othello6($played) => $body,
            $crate::any::Any::Othello8($played) => $body,
            $crate::any::Any::Gomoku($played) => $body,
            $crate::any::Any::Nogo($played) => $body,
        }
    };
}
pub(crate) use each;

impl Any {
    /// The start of a game.
    pub(crate) fn start(game: Name) -> Any {
        match game {
            Name::Othello4 => Any::Othello4(Played::new(othello::Board::start())),
            Name::Othello6 => Any::Othello6(Played::new(othello::Board::start())),
            Name::Othello8 => Any::Othello8(Played::new(othello::Board::start())),
            Name::Gomoku => Any::Gomoku(Played::new(gomoku::Board::start())),
            Name::Nogo => Any::Nogo(Played::new(nogo::Board::start())),
        }
    }

    /// The board of a text.
    ///
    /// # Errors
    /// When it is none of this game.
    pub(crate) fn read(game: Name, text: &str) -> Result<Any, String> {
        fn read<B: Actions + std::str::FromStr<Err: ToString>>(text: &str) -> Result<Played<B>, String> {
            text.parse().map(Played::new).map_err(|error: B::Err| error.to_string())
        }
        Ok(match game {
            Name::Othello4 => Any::Othello4(read(text)?),
            Name::Othello6 => Any::Othello6(read(text)?),
            Name::Othello8 => Any::Othello8(read(text)?),
            Name::Gomoku => Any::Gomoku(read(text)?),
            Name::Nogo => Any::Nogo(read(text)?),
        })
    }
}

pub(crate) const fn colour(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "black",
        Colour::White => "white",
    }
}

pub(crate) const fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(winner) => colour(winner),
        Outcome::Draw => "draw",
    }
}
