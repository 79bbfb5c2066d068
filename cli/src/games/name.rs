//! The games by name.

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::fmt;

/// A game as users name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Name {
    Othello4,
    Othello6,
    #[value(aliases = ["othello", "reversi"])]
    Othello8,
    Gomoku,
    Nogo,
}

/// Does the same with the type of a game's boards, whichever game it is.
macro_rules! each {
    ($name:expr, $Board:ident => $body:expr) => {{
        use $crate::games::name::Name as Of;
        match $name {
            Of::Othello4 => {
                type $Board = stonemask::othello::Board<4>;
                $body
            }
            Of::Othello6 => {
                type $Board = stonemask::othello::Board<6>;
                $body
            }
            Of::Othello8 => {
                type $Board = stonemask::othello::Board<8>;
                $body
            }
            Of::Gomoku => {
                type $Board = stonemask::gomoku::Board;
                $body
            }
            Of::Nogo => {
                type $Board = stonemask::nogo::Board;
                $body
            }
        }
    }};
}
pub(crate) use each;

impl Name {
    /// The games that a question is answered with yes for.
    pub(crate) fn those(is_one: impl Fn(Name) -> bool) -> Vec<Name> {
        Name::value_variants().iter().copied().filter(|&game| is_one(game)).collect()
    }

    /// Their names, in a sentence.
    pub(crate) fn listed(games: &[Name]) -> String {
        let names: Vec<String> = games.iter().map(Name::to_string).collect();
        names.split_last().map_or(String::new(), |(last, others)| format!("{} or {last}", others.join(", ")))
    }

    /// All games, in the order in which they are named.
    pub(crate) fn all() -> Vec<Name> {
        Name::those(|_| true)
    }
}

/// Reads the name of one of these games, and offers no other.
pub(crate) fn among(is_one: impl Fn(Name) -> bool) -> impl TypedValueParser<Value = Name> {
    let games = Name::those(is_one);
    let names = games.iter().map(|game| game.to_possible_value().expect("no game is hidden"));
    PossibleValuesParser::new(names).map(|name| Name::from_str(&name, false).expect("it is one of them"))
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.to_possible_value().expect("no game is hidden").get_name())
    }
}
