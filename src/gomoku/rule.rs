//! Colours, runs, and what wins under each rule.

use crate::game::Colour;
use std::fmt;
use std::str::FromStr;

/// The stones of one colour that stand in an unbroken row through a stone along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(::serde::Serialize, ::serde::Deserialize))]
pub struct Run {
    /// How many they are, the stone itself included.
    pub length: u8,
    /// How many of its stones lie before the stone in the cell vector.
    pub before: u8,
    /// How many of its two ends touch a stone of the other colour. The edge of the board does not
    /// count.
    pub blocked: u8,
}

/// The axes as steps of (row, column), in the order in which runs are reported: along the row, down
/// the column, down to the right, down to the left.
pub const AXES: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// The winning rows, and the points that black may not play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Rule {
    /// A run of five or more wins. Gomocup's rule 0.
    #[default]
    Freestyle,
    /// A run of exactly five wins; six or more do not, and the game goes on. Gomocup's rule 1.
    Standard,
    /// Black wins with exactly five and may make no double three, double four or overline; white
    /// wins with five or more. Gomocup's rule 4; the rules of the Renju International Federation,
    /// sections 3 and 9.
    Renju,
    /// Six or more win, and exactly five when fewer than two of their ends touch stones of the
    /// other colour. Gomocup's rule 8.
    Caro,
    /// Exactly five win when fewer than two of their ends touch stones of the other colour.
    /// Gomocup's rule 9.
    CaroExact,
}

impl Rule {
    /// All rules.
    pub const ALL: [Rule; 5] = [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::Caro, Rule::CaroExact];

    /// The rule's name as users write it: `freestyle`, `standard`, `renju`, `caro` or `caro-exact`.
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Freestyle => "freestyle",
            Rule::Standard => "standard",
            Rule::Renju => "renju",
            Rule::Caro => "caro",
            Rule::CaroExact => "caro-exact",
        }
    }

    /// Whether a run of this colour wins.
    pub const fn wins(self, colour: Colour, run: Run) -> bool {
        match (self, colour) {
            (Rule::Freestyle, _) | (Rule::Renju, Colour::White) => run.length >= 5,
            (Rule::Standard, _) | (Rule::Renju, Colour::Black) => run.length == 5,
            (Rule::Caro, _) => run.length >= 6 || run.length == 5 && run.blocked < 2,
            (Rule::CaroExact, _) => run.length == 5 && run.blocked < 2,
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Rule {
    type Err = ParseRuleError;

    /// Reads a rule's name, in either case.
    fn from_str(text: &str) -> Result<Rule, ParseRuleError> {
        Rule::ALL
            .into_iter()
            .find(|rule| rule.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| ParseRuleError { text: text.to_owned() })
    }
}

/// A text that names no [`Rule`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseRuleError {
    text: String,
}

impl fmt::Display for ParseRuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.text.escape_debug();
        write!(f, "'{text}' is not a rule: expected freestyle, standard, renju, caro or caro-exact")
    }
}

impl std::error::Error for ParseRuleError {}

/// Why renju forbids black a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(::serde::Serialize, ::serde::Deserialize))]
pub enum Forbidden {
    /// Two or more fours at once.
    DoubleFour,
    /// Two or more threes at once.
    DoubleThree,
    /// Six or more in a row.
    Overline,
}

impl fmt::Display for Forbidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Forbidden::DoubleFour => "double four",
            Forbidden::DoubleThree => "double three",
            Forbidden::Overline => "overline",
        })
    }
}
