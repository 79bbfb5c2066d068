//! The game that a report is about.

use super::name::Name;
use serde::Serialize;

/// The game that a command is about, in JSON.
#[derive(Clone, Serialize)]
pub(crate) struct Setting {
    game: String,
    /// Rows and columns.
    size: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'static str>,
    /// The text for `--position`: of games whose size and rule do not tell all of the board, and
    /// where positions are shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
}

impl Setting {
    /// A game on a board of so many rows and columns.
    pub(super) fn new(game: Name, (rows, columns): (usize, usize)) -> Setting {
        Setting { game: game.to_string(), size: format!("{rows}x{columns}"), rule: None, position: None }
    }

    /// With a rule, of a game that has several.
    pub(super) fn by(self, rule: &'static str) -> Setting {
        Setting { rule: Some(rule), ..self }
    }

    /// With the position, as `--position` reads it.
    pub(crate) fn at(self, position: String) -> Setting {
        Setting { position: Some(position), ..self }
    }

    pub(crate) fn game(&self) -> &str {
        &self.game
    }

    pub(crate) fn size(&self) -> &str {
        &self.size
    }

    pub(crate) fn rule(&self) -> Option<&'static str> {
        self.rule
    }

    pub(crate) fn position(&self) -> Option<&str> {
        self.position.as_deref()
    }
}
