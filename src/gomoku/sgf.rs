//! Games as SGF files, the format of Go servers and editors: FF[4], and GM[4], which its registry calls "Gomoku+Renju".
//!
//! A move is two letters, column and row, a to z for 1 to 26 and A to Z for 27 to 52, from the top left; so a board with more
//! rows or columns than 52 cannot be written. The rule stands in RU by its name here; without RU it is freestyle. Of a file with
//! variations the main line is read, the first at every fork. Games begin on an empty board: setup stones are refused.

use super::board::Board;
use super::illegal_move::IllegalMove;
use super::point::{Point, Size};
use super::rule::Rule;
use crate::game::{Colour, Outcome};
use std::fmt;

/// A game as it was played: the board, the rule and the moves, black's and white's in turn.
///
/// ```
/// use stonemask::gomoku::{Record, Rule, Size};
///
/// let mut record = Record::new(Size::new(15, 15)?, Rule::Renju);
/// record.moves.push("h8".parse()?);
/// record.moves.push("i9".parse()?);
/// let text = record.to_sgf()?;
/// assert_eq!(text, "(;FF[4]GM[4]CA[UTF-8]AP[stonemask]SZ[15]RU[renju];B[hh];W[ii])\n");
/// assert_eq!(Record::from_sgf(&text)?, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The size of the board.
    pub size: Size,
    /// The rule.
    pub rule: Rule,
    /// The moves, black's first.
    pub moves: Vec<Point>,
}

/// Rows or columns that a letter can name.
const LETTERS: usize = 52;

impl Record {
    /// A game without moves.
    pub fn new(size: Size, rule: Rule) -> Record {
        Record { size, rule, moves: Vec::new() }
    }

    /// The board after the moves.
    ///
    /// # Errors
    /// When a move is illegal: its number, from 1, and the reason.
    pub fn board(&self) -> Result<Board, (usize, IllegalMove)> {
        let mut board = Board::new(self.size, self.rule);
        for (index, &point) in self.moves.iter().enumerate() {
            board.try_play(point).map_err(|reason| (index + 1, reason))?;
        }
        Ok(board)
    }

    /// The game as an SGF file.
    ///
    /// # Errors
    /// When the board has more than 52 rows or columns, or a move is illegal.
    pub fn to_sgf(&self) -> Result<String, SgfError> {
        let (rows, columns) = (self.size.rows(), self.size.columns());
        if rows > LETTERS || columns > LETTERS {
            return Err(SgfError::TooLarge(self.size));
        }
        let board = self.board().map_err(|(number, reason)| SgfError::Illegal { number, reason })?;
        let size = if rows == columns { rows.to_string() } else { format!("{columns}:{rows}") };
        let result = match board.outcome() {
            None => "",
            Some(Outcome::First) => "RE[B+]",
            Some(Outcome::Second) => "RE[W+]",
            Some(Outcome::Draw) => "RE[0]",
        };
        let mut text = format!("(;FF[4]GM[4]CA[UTF-8]AP[stonemask]SZ[{size}]RU[{}]{result}", self.rule);
        for (index, point) in self.moves.iter().enumerate() {
            if index > 0 && index % 10 == 0 {
                text.push('\n');
            }
            let colour = if index % 2 == 0 { 'B' } else { 'W' };
            text += &format!(";{colour}[{}{}]", letter(point.column()), letter(point.row()));
        }
        Ok(text + ")\n")
    }

    /// Reads the first game of an SGF file.
    ///
    /// # Errors
    /// When the text is no SGF, is of another game, or a move in it is illegal.
    pub fn from_sgf(text: &str) -> Result<Record, SgfError> {
        let mut record = None;
        for (index, node) in main_line(text)?.into_iter().enumerate() {
            if index == 0 {
                record = Some(head(&node)?);
            }
            let record = record.as_mut().expect("set from the first node");
            for (name, values) in node {
                let colour = match name.as_str() {
                    "B" => Colour::Black,
                    "W" => Colour::White,
                    "AB" | "AW" | "AE" => return Err(SgfError::Setup { name }),
                    _ => continue,
                };
                let number = record.moves.len() + 1;
                let turn = if number % 2 == 1 { Colour::Black } else { Colour::White };
                if colour != turn {
                    return Err(SgfError::Turn { number, colour });
                }
                let value = values.concat();
                let point = point(&value).ok_or(SgfError::Point { number, value })?;
                record.moves.push(point);
            }
        }
        let record = record.ok_or(SgfError::Syntax { line: 1, what: "there is no game in it" })?;
        match record.board() {
            Ok(_) => Ok(record),
            Err((number, reason)) => Err(SgfError::Illegal { number, reason }),
        }
    }
}

/// A property: its name and its values.
type Property = (String, Vec<String>);

/// What the first node says of the game.
fn head(node: &[Property]) -> Result<Record, SgfError> {
    let property = |wanted: &str| node.iter().find(|(name, _)| name == wanted).map(|(_, values)| values.concat());
    if let Some(game) = property("GM")
        && game.trim() != "4"
    {
        return Err(SgfError::Game { game });
    }
    let size = property("SZ").unwrap_or_else(|| "15".to_owned());
    let (columns, rows) = size.split_once(':').unwrap_or((&size, &size));
    let size = match (rows.trim().parse(), columns.trim().parse()) {
        (Ok(rows), Ok(columns)) => Size::new(rows, columns).ok(),
        _ => None,
    }
    .ok_or(SgfError::Size { size })?;
    let rule = match property("RU") {
        None => Rule::Freestyle,
        Some(rule) => rule.trim().parse().map_err(|_| SgfError::Rule { rule })?,
    };
    Ok(Record::new(size, rule))
}

/// The nodes of the first game's main line. The whole text is read, so that a broken file is noticed wherever it breaks.
fn main_line(text: &str) -> Result<Vec<Vec<Property>>, SgfError> {
    let mut nodes: Vec<Vec<Property>> = Vec::new();
    let (mut depth, mut line) = (0, 1);
    // From the first closing bracket on, everything is a variation or another game.
    let mut ended = false;
    let mut in_node = false;
    let mut begun = false;
    let mut rest = text.trim_start_matches('\u{feff}').chars().peekable();
    while let Some(character) = rest.next() {
        let error = |what| Err(SgfError::Syntax { line, what });
        match character {
            '\n' => line += 1,
            _ if character.is_whitespace() => {}
            '(' => {
                (depth, begun, in_node) = (depth + 1, true, false);
            }
            _ if depth == 0 => {
                let what = if begun { "there is something after the game" } else { "it does not begin with '('" };
                return error(what);
            }
            ')' => (depth, ended, in_node) = (depth - 1, true, false),
            ';' => {
                in_node = true;
                if !ended {
                    nodes.push(Vec::new());
                }
            }
            'A'..='Z' | 'a'..='z' => {
                if !in_node {
                    return error("there is a property outside a node");
                }
                // Capitals alone count; old files write out the names with small letters between them.
                let mut name = String::new();
                let mut next = Some(character);
                while let Some(letter) = next {
                    if letter.is_ascii_uppercase() {
                        name.push(letter);
                    }
                    next = rest.next_if(char::is_ascii_alphabetic);
                }
                let mut values = Vec::new();
                loop {
                    while let Some(space) = rest.next_if(|c| c.is_whitespace()) {
                        line += usize::from(space == '\n');
                    }
                    if rest.next_if_eq(&'[').is_none() {
                        break;
                    }
                    let mut value = String::new();
                    loop {
                        match rest.next() {
                            None => {
                                return Err(SgfError::Syntax { line, what: "it ends within a value, ']' is missing" });
                            }
                            Some(']') => break,
                            Some('\\') => value.extend(rest.next()),
                            Some(other) => {
                                line += usize::from(other == '\n');
                                value.push(other);
                            }
                        }
                    }
                    values.push(value);
                }
                if values.is_empty() {
                    return Err(SgfError::Syntax { line, what: "there is a property without a value" });
                }
                if !ended {
                    nodes.last_mut().expect("a node was begun").push((name, values));
                }
            }
            _ => return error("there is a character that belongs nowhere"),
        }
    }
    if depth > 0 {
        return Err(SgfError::Syntax { line, what: "it ends within the game, ')' is missing" });
    }
    if nodes.is_empty() {
        return Err(SgfError::Syntax { line, what: "there is no game in it" });
    }
    Ok(nodes)
}

fn letter(index: usize) -> char {
    let first = if index < 26 { b'a' } else { b'A' };
    char::from(first + (index % 26) as u8)
}

fn point(value: &str) -> Option<Point> {
    let index = |letter: u8| match letter {
        b'a'..=b'z' => Some(usize::from(letter - b'a')),
        b'A'..=b'Z' => Some(usize::from(letter - b'A') + 26),
        _ => None,
    };
    match value.trim().as_bytes() {
        &[column, row] => Point::new(index(row)?, index(column)?),
        _ => None,
    }
}

/// Why a text is no game, or a game no SGF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SgfError {
    /// The text is not in the format.
    Syntax {
        /// The line, from 1.
        line: usize,
        /// What is wrong there.
        what: &'static str,
    },
    /// The game is another one: GM is not 4.
    Game {
        /// GM's value.
        game: String,
    },
    /// SZ names no size that a board can have.
    Size {
        /// SZ's value.
        size: String,
    },
    /// RU names no rule.
    Rule {
        /// RU's value.
        rule: String,
    },
    /// The game begins with, or is changed by, stones that were not played.
    Setup {
        /// The property: AB, AW or AE.
        name: String,
    },
    /// A colour moves out of turn.
    Turn {
        /// The move, from 1.
        number: usize,
        /// The colour.
        colour: Colour,
    },
    /// A move names no point.
    Point {
        /// The move, from 1.
        number: usize,
        /// The move's value.
        value: String,
    },
    /// A move is illegal.
    Illegal {
        /// The move, from 1.
        number: usize,
        /// Why.
        reason: IllegalMove,
    },
    /// SGF has no letters for so many rows or columns.
    TooLarge(Size),
}

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SgfError::Syntax { line, what } => write!(f, "broken SGF, line {line}: {what}"),
            SgfError::Game { game } => write!(f, "GM[{}] is no Gomoku: expected GM[4]", game.escape_debug()),
            SgfError::Size { size } => {
                write!(f, "SZ[{}] is no size: expected 1 to {}, or columns:rows", size.escape_debug(), Size::MAX)
            }
            SgfError::Rule { rule } => {
                let rule = rule.escape_debug();
                write!(f, "RU[{rule}] is no rule: expected freestyle, standard, renju, caro or caro-exact")
            }
            SgfError::Setup { name } => write!(f, "{name}: games with stones set up are not read"),
            SgfError::Turn { number, colour } => write!(f, "move {number}: {colour} moves out of turn"),
            SgfError::Point { number, value } => {
                write!(f, "move {number}: '{}' is no point: expected two letters", value.escape_debug())
            }
            SgfError::Illegal { number, reason } => write!(f, "move {number}: {reason}"),
            SgfError::TooLarge(size) => {
                write!(f, "a board of {size} cannot be written as SGF, whose letters end at {LETTERS}")
            }
        }
    }
}

impl std::error::Error for SgfError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> String {
        Record::from_sgf(text).expect_err(text).to_string()
    }

    #[test]
    fn says_what_is_broken() {
        for (text, expected) in [
            ("", "broken SGF, line 1: there is no game in it"),
            ("hello", "broken SGF, line 1: it does not begin with '('"),
            ("()", "broken SGF, line 1: there is no game in it"),
            ("(;GM[4]\n;B[hh]", "broken SGF, line 2: it ends within the game, ')' is missing"),
            ("(;GM[4];B[hh", "broken SGF, line 1: it ends within a value, ']' is missing"),
            ("(;GM[4];B)", "broken SGF, line 1: there is a property without a value"),
            ("(GM[4])", "broken SGF, line 1: there is a property outside a node"),
            ("(;GM[4]) x", "broken SGF, line 1: there is something after the game"),
            ("(;GM[4]!)", "broken SGF, line 1: there is a character that belongs nowhere"),
            ("(;GM[1])", "GM[1] is no Gomoku: expected GM[4]"),
            ("(;GM[4]SZ[65])", "SZ[65] is no size: expected 1 to 64, or columns:rows"),
            ("(;GM[4]SZ[0:3])", "SZ[0:3] is no size: expected 1 to 64, or columns:rows"),
            ("(;RU[go])", "RU[go] is no rule: expected freestyle, standard, renju, caro or caro-exact"),
            ("(;AB[hh])", "AB: games with stones set up are not read"),
            ("(;GM[4];W[hh])", "move 1: white moves out of turn"),
            ("(;GM[4];B[hh];W[])", "move 2: '' is no point: expected two letters"),
            ("(;GM[4];B[h8])", "move 1: 'h8' is no point: expected two letters"),
            ("(;GM[4];B[hh];W[hh])", "move 2: illegal move h8 for white: the point holds a black stone"),
            ("(;GM[4]SZ[9];B[hj])", "move 1: illegal move h10 for black: the board is 9x9"),
        ] {
            assert_eq!(problem(text), expected, "{text}");
        }
    }

    #[test]
    fn reads_the_main_line_of_a_real_file() {
        let text = "\u{feff}(;FF[4]GM[4]SZ[19:15]\nC[a comment \\] with a bracket]\n\
                    ;B[aa](;W[sa]C[first];B[AA:])(;W[bb];B[cc]))\n";
        assert_eq!(problem(text), "move 3: 'AA:' is no point: expected two letters");
        let text = text.replace("AA:", "so");
        let record = Record::from_sgf(&text).unwrap();
        assert_eq!((record.size.rows(), record.size.columns()), (15, 19));
        let moves: Vec<String> = record.moves.iter().map(Point::to_string).collect();
        assert_eq!(moves, ["a1", "s1", "s15"]);
    }

    #[test]
    fn every_point_of_the_largest_board_round_trips() {
        let size = Size::new(52, 52).unwrap();
        for point in size.all() {
            let mut record = Record::new(size, Rule::Freestyle);
            record.moves.push(point);
            assert_eq!(Record::from_sgf(&record.to_sgf().unwrap()), Ok(record));
        }
        let large = Record::new(Size::new(1, 53).unwrap(), Rule::Freestyle);
        assert_eq!(
            large.to_sgf().unwrap_err().to_string(),
            "a board of 1x53 cannot be written as SGF, whose letters end at 52"
        );
    }
}
