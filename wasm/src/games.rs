//! The games by name, with their searches and their files, as the command has them.

#[path = "../../cli/src/games/gomoku/recorded.rs"]
mod gomoku;
#[path = "../../cli/src/games/gomoku/search.rs"]
mod gomoku_search;
#[path = "../../cli/src/games/name.rs"]
#[allow(dead_code, reason = "the command has more uses for them")]
pub(crate) mod name;
#[path = "../../cli/src/games/nogo/recorded.rs"]
mod nogo;
#[path = "../../cli/src/games/nogo/search.rs"]
mod nogo_search;
#[path = "../../cli/src/games/othello/recorded.rs"]
mod othello;
#[path = "../../cli/src/games/othello/search.rs"]
mod othello_search;
#[path = "../../cli/src/games/recorded.rs"]
pub(crate) mod recorded;

pub(crate) use name::{Name, each};
pub(crate) use recorded::{Cell, Place, Plays, Recorded};

/// The game of this name.
///
/// # Errors
/// When there is none.
pub(crate) fn named(text: &str) -> Result<Name, String> {
    Name::all().into_iter().find(|game| game.to_string() == text).ok_or_else(|| {
        let games: Vec<String> = Name::all().iter().map(Name::to_string).collect();
        format!("'{}' is not a game: expected {}", text.escape_debug(), games.join(", "))
    })
}
