//! A game as files of recorded games see it.

use super::name::{Name, each};
use stonemask::game::Colour;
use stonemask::sgf::Tree;
use stonemask::slab::Actions;

/// A row and a column, both from 0 at the top left.
pub(crate) type Place = (usize, usize);

/// A place of the board and what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    Empty,
    Stone(Colour),
    /// Nobody ever plays there.
    Blocked,
}

/// Where a recorded game begins, and what is played. `None` is a pass that only files have: the
/// rules know none.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Plays<G: Recorded> {
    pub(crate) start: G,
    pub(crate) plies: Vec<Option<G::Move>>,
}

impl<G: Recorded> Plays<G> {
    /// A game by its rules.
    pub(crate) fn new(start: G, plies: impl IntoIterator<Item = G::Move>) -> Plays<G> {
        Plays { start, plies: plies.into_iter().map(Some).collect() }
    }
}

/// A game with all that its files need. A game that files do not have lacks only what it says so
/// of.
pub(crate) trait Recorded: Actions + PartialEq {
    /// The command's name of the game.
    const NAME: Name;

    /// Whether files of recorded games have it.
    const IS_RECORDED: bool = true;

    /// SGF's number of the game.
    const SGF: u32;

    /// Whether it has several rules, which RU names.
    const HAS_RULES: bool = false;

    /// The game as messages about SGF name it.
    const SGF_NAME: &'static str;

    /// Whether another game has the number too, so that RU has to name the rule.
    const SGF_NEEDS_RULE: bool = false;

    /// The usual board as messages name it, if botzone.org has games on it.
    const BOTZONE: Option<&'static str> = None;

    /// The start on the usual board.
    fn usual() -> Self;

    /// The start of a game by the rules of this one, which has not begun, with this number of rows
    /// and columns; `None` where there is none.
    fn anew(&self, rows: usize, columns: usize) -> Option<Self>;

    /// Rows and columns.
    fn extent(&self) -> (usize, usize);

    /// The content of a place of the board.
    fn cell(&self, place: Place) -> Cell;

    /// Where a ply puts a stone; `None` for a pass.
    fn place_of(ply: Self::Move) -> Option<Place>;

    /// The ply that puts a stone on a place of the board, or the pass; `None` where the game has no
    /// such ply.
    fn ply_at(place: Option<Place>) -> Option<Self::Move>;

    /// The board when it is this colour's turn, as GTP lets controllers say, or why it cannot be.
    fn turned_to(&self, colour: Colour) -> Result<Self, String>;

    /// SGF's rule, if a file names it.
    fn sgf_rule(&self) -> Option<&'static str>;

    /// The part of the start position that SGF has no words for.
    fn sgf_lacks(&self) -> Option<&'static str>;

    /// A game of SGF.
    fn from_sgf(tree: &Tree<'_>) -> Result<Plays<Self>, String>;

    /// A game of SGF that GoGui wrote, which counts rows from the bottom, as Go does.
    fn from_gogui(tree: &Tree<'_>) -> Result<Plays<Self>, String> {
        Self::from_sgf(tree)
    }

    /// Black's discs less white's once the game is over, empty squares counted for the winner as
    /// tournaments count; `None` where no discs are counted.
    fn lead(&self) -> Option<i32> {
        None
    }
}

impl Name {
    /// Whether files of recorded games have it.
    pub(crate) fn is_recorded(self) -> bool {
        each!(self, G => G::IS_RECORDED)
    }

    /// SGF's number of it.
    pub(crate) fn sgf_number(self) -> u32 {
        each!(self, G => G::SGF)
    }

    /// Its name in messages about SGF.
    pub(crate) fn sgf_name(self) -> &'static str {
        each!(self, G => G::SGF_NAME)
    }

    /// Whether RU has to name its rule in SGF.
    pub(crate) fn sgf_needs_rule(self) -> bool {
        each!(self, G => G::SGF_NEEDS_RULE)
    }

    /// Whether SGF's RU says that it is played by its rule.
    pub(crate) fn is_sgf_rule(self, rule: &str) -> bool {
        each!(self, G => G::usual().sgf_rule()).is_some_and(|known| known.eq_ignore_ascii_case(rule))
    }

    /// Whether it has several rules.
    pub(crate) fn has_rules(self) -> bool {
        each!(self, G => G::HAS_RULES)
    }

    /// The board that botzone.org has it on, if it does.
    pub(crate) fn on_botzone(self) -> Option<&'static str> {
        each!(self, G => G::BOTZONE)
    }
}
