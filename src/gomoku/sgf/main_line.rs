//! The main line of the first game of a text: what the board, the rule and the moves are, and where they stand.

use super::error::SgfError;
use super::points::{point, to_move};
use super::scanner::{Property, Scanner, Word};
use crate::game::Colour;
use crate::gomoku::board::Board;
use crate::gomoku::point::{Point, Size};
use crate::gomoku::rule::Rule;
use std::ops::Range;

/// What is kept of a text. It takes a few bytes a move, and no game has more moves than its board has points.
pub(super) struct MainLine {
    /// The board after the moves.
    pub(super) board: Board,
    pub(super) moves: Vec<Point>,
    /// How many moves there are up to the end of a node, and where that is: the last node with that many, ascending.
    pub(super) ends: Vec<(usize, usize)>,
    /// Where the first node ends.
    pub(super) head_end: usize,
    /// Where the first node says how the game ended.
    pub(super) result: Option<Range<usize>>,
    is_in_head: bool,
}

/// Reads the whole text, so that a broken one is noticed wherever it breaks.
pub(super) fn read(text: &str) -> Result<MainLine, SgfError> {
    let mut scanner = Scanner::new(text);
    let mut grammar = Grammar::default();
    let mut line: Option<Result<MainLine, SgfError>> = None;
    // From the first closing bracket on, everything is a variation or another game.
    let mut is_main = true;
    while let Some(token) = scanner.next()? {
        grammar.take(&token.word).map_err(|what| scanner.error(token.span.start, what))?;
        match token.word {
            Word::Close => is_main = false,
            Word::Node | Word::Property(_) if is_main => {
                let read = match line.take() {
                    None => MainLine::begin(scanner.clone()),
                    Some(line) => line,
                };
                line = Some(read.and_then(|line| line.after(&token.word, token.span.end)));
            }
            _ => {}
        }
    }
    if grammar.depth > 0 {
        return Err(scanner.error(scanner.end(), "it ends within the game, ')' is missing"));
    }
    line.unwrap_or_else(|| Err(scanner.error(scanner.end(), "there is no game in it")))
}

/// How trees and nodes follow one another.
#[derive(Default)]
struct Grammar {
    /// Trees that have begun and not ended.
    depth: usize,
    has_begun: bool,
    /// Whether the last tree that began has a node.
    has_node: bool,
    is_in_node: bool,
}

impl Grammar {
    fn take(&mut self, word: &Word<'_>) -> Result<(), &'static str> {
        let is_inside = self.depth > 0;
        match word {
            Word::Open if is_inside && !self.has_node => return Err("there is a tree without a node"),
            Word::Open => {
                *self = Grammar { depth: self.depth + 1, has_begun: true, has_node: false, is_in_node: false };
            }
            _ if !is_inside && self.has_begun => return Err("there is something after the game"),
            _ if !is_inside => return Err("it does not begin with '('"),
            Word::Close if !self.has_node => return Err("there is a tree without a node"),
            Word::Close => (self.depth, self.is_in_node) = (self.depth - 1, false),
            Word::Node => (self.has_node, self.is_in_node) = (true, true),
            Word::Property(_) if !self.is_in_node => return Err("there is a property outside a node"),
            Word::Property(property) if property.is_bare() => return Err("there is a property without a value"),
            Word::Property(_) => {}
            Word::Foreign => return Err("there is a character that belongs nowhere"),
        }
        Ok(())
    }
}

impl MainLine {
    /// The game that the first node describes, whose properties come next.
    fn begin(mut properties: Scanner<'_>) -> Result<MainLine, SgfError> {
        let (mut size, mut rule, mut result) = (None, None, None);
        while let Some(token) = properties.next()?
            && let Word::Property(property) = token.word
        {
            if property.is("GM") && property.value().trim() != "4" {
                return Err(SgfError::Game { game: property.value() });
            } else if property.is("SZ") && size.is_none() {
                size = Some(read_size(&property)?);
            } else if property.is("RU") && rule.is_none() {
                rule = Some(read_rule(&property)?);
            } else if property.is("RE") && result.is_none() {
                result = Some(token.span);
            }
        }
        let size = size.unwrap_or(Size::new(15, 15).expect("a size"));
        let board = Board::new(size, rule.unwrap_or(Rule::Freestyle));
        Ok(MainLine { board, moves: Vec::new(), ends: Vec::new(), head_end: 0, result, is_in_head: false })
    }

    /// The line with the next word of it, which ends at `end`.
    fn after(mut self, word: &Word<'_>, end: usize) -> Result<MainLine, SgfError> {
        match word {
            Word::Property(property) => self.property(property)?,
            _ => {
                self.is_in_head = self.ends.is_empty();
                if let [.., before, last] = self.ends[..]
                    && before.0 == last.0
                {
                    self.ends.remove(self.ends.len() - 2);
                }
                self.ends.push((0, 0));
            }
        }
        *self.ends.last_mut().expect("a node has begun") = (self.moves.len(), end);
        if self.is_in_head {
            self.head_end = end;
        }
        Ok(self)
    }

    fn property(&mut self, property: &Property<'_>) -> Result<(), SgfError> {
        if let Some(name) = ["AB", "AW", "AE"].into_iter().find(|name| property.is(name)) {
            return Err(SgfError::Setup { name: name.to_owned() });
        }
        let colour = if property.is("B") {
            Colour::Black
        } else if property.is("W") {
            Colour::White
        } else {
            return Ok(());
        };
        let number = self.moves.len() + 1;
        if colour != to_move(self.moves.len()) {
            return Err(SgfError::Turn { number, colour });
        }
        let value = property.value();
        let point = point(&value).ok_or(SgfError::Point { number, value })?;
        self.board.try_play(point).map_err(|reason| SgfError::Illegal { number, reason })?;
        self.moves.push(point);
        Ok(())
    }
}

fn read_size(property: &Property<'_>) -> Result<Size, SgfError> {
    let size = property.value();
    let (columns, rows) = size.split_once(':').unwrap_or((&size, &size));
    match (rows.trim().parse(), columns.trim().parse()) {
        (Ok(rows), Ok(columns)) => Size::new(rows, columns).ok(),
        _ => None,
    }
    .ok_or(SgfError::Size { size })
}

fn read_rule(property: &Property<'_>) -> Result<Rule, SgfError> {
    let rule = property.value();
    rule.trim().parse().map_err(|_| SgfError::Rule { rule })
}
