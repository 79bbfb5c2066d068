//! The games by name.

use clap::ValueEnum;
use std::fmt;

/// A game as users name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Name {
    Othello4,
    Othello6,
    Othello8,
    Gomoku,
    Nogo,
}

impl Name {
    /// The game of this name.
    ///
    /// # Errors
    /// When there is none.
    pub(crate) fn read(text: &str) -> Result<Name, String> {
        Name::value_variants().iter().copied().find(|game| game.to_string() == text).ok_or_else(|| {
            let games: Vec<String> = Name::value_variants().iter().map(Name::to_string).collect();
            format!("'{}' is not a game: expected {}", text.escape_debug(), games.join(", "))
        })
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Name::Othello4 => "othello4",
            Name::Othello6 => "othello6",
            Name::Othello8 => "othello8",
            Name::Gomoku => "gomoku",
            Name::Nogo => "nogo",
        })
    }
}
