//! The main line of the first game of a text: what the board, the rule and the moves are, and where
//! they stand.

use super::error::SgfError;
use super::game::{Played, read_rule, read_size};
use crate::sgf::{Grammar, Property, Scanner, SyntaxError, Word};
use std::ops::Range;

/// The part of a text that is kept, a few bytes a move.
pub(super) struct MainLine {
    /// The board and the moves.
    pub(super) played: Played,
    /// Number of moves up to the end of a node, and where the last node with that number ends;
    /// ascending.
    pub(super) ends: Vec<(usize, usize)>,
    /// Where the first node ends.
    pub(super) head_end: usize,
    /// Where the first node says how the game ended.
    pub(super) result: Option<Range<usize>>,
    /// Where the first node names the opening, and how.
    pub(super) opening: Option<(Range<usize>, String)>,
    is_in_head: bool,
    /// Whether the present node sets up the board.
    is_set_up_here: bool,
}

/// Reads the whole text, so that a broken one is noticed wherever it breaks.
pub(super) fn read(text: &[u8]) -> Result<MainLine, SgfError> {
    if text.starts_with(&[0xff, 0xfe]) || text.starts_with(&[0xfe, 0xff]) {
        let what = "it is UTF-16, which is not read; save it as UTF-8";
        return Err(SyntaxError { line: 1, what }.into());
    }
    let mut scanner = Scanner::new(text);
    let mut grammar = Grammar::default();
    let mut line: Option<Result<MainLine, SgfError>> = None;
    // From the first closing bracket on, everything is a variation or another game.
    let mut is_main = true;
    let mut nodes = 0;
    while grammar.depth > 0 || scanner.seek_game()? {
        let Some(token) = scanner.next()? else { break };
        grammar.take(&token.word).map_err(|what| scanner.error(token.span.start, what))?;
        match token.word {
            Word::Close => is_main = false,
            Word::Property(property) if is_main && nodes > 1 && property.is_of_the_root() => {
                return Err(scanner.error(token.span.start, "GM, SZ and RU belong into the first node").into());
            }
            Word::Node | Word::Property(_) if is_main => {
                nodes += usize::from(matches!(token.word, Word::Node));
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
        return Err(scanner.error(scanner.end(), "it ends within the game, ')' is missing").into());
    }
    line.unwrap_or_else(|| Err(scanner.error(scanner.end(), "it holds no game").into()))
}

impl MainLine {
    /// The game that the first node describes, whose properties come next.
    fn begin(mut properties: Scanner<'_>) -> Result<MainLine, SgfError> {
        let (mut size, mut rule, mut result, mut opening) = (None, None, None, None);
        while let Some(token) = properties.next()?
            && let Word::Property(property) = token.word
        {
            let is_second = |name: &str, has: bool| has && property.is(name);
            if is_second("SZ", size.is_some()) || is_second("RU", rule.is_some()) {
                return Err(properties.error(token.span.start, "there is a second SZ or RU").into());
            }
            if property.is("GM") && property.value().trim() != "4" {
                return Err(SgfError::Game { game: property.value(), name: "Gomoku", number: 4 });
            } else if property.is("SZ") {
                size = Some(read_size(property.value())?);
            } else if property.is("RU") {
                rule = Some(read_rule(property.value())?);
            } else if property.is("RE") && result.is_none() {
                result = Some(token.span);
            } else if property.is("ON") && opening.is_none() {
                opening = Some((token.span, property.value()));
            }
        }
        Ok(MainLine {
            played: Played::new(size, rule),
            ends: Vec::new(),
            head_end: 0,
            result,
            opening,
            is_in_head: false,
            is_set_up_here: false,
        })
    }

    /// The line with the next word of it, which ends at `end`.
    fn after(mut self, word: &Word<'_>, end: usize) -> Result<MainLine, SgfError> {
        match word {
            Word::Property(property) => self.property(property)?,
            _ => {
                self.is_in_head = self.ends.is_empty();
                self.is_set_up_here = false;
                if let [.., before, last] = self.ends[..]
                    && before.0 == last.0
                {
                    self.ends.remove(self.ends.len() - 2);
                }
                self.ends.push((0, 0));
            }
        }
        *self.ends.last_mut().expect("a node has begun") = (self.played.game.moves.len(), end);
        if self.is_in_head {
            self.head_end = end;
        }
        Ok(self)
    }

    fn property(&mut self, property: &Property<'_>) -> Result<(), SgfError> {
        let is_first = self.played.game.moves.is_empty();
        self.is_set_up_here |= self.played.go_on(property)?;
        if self.is_set_up_here && is_first && !self.played.game.moves.is_empty() {
            // Stones set up beside the first move would be missing in a line that leaves before it.
            self.ends.drain(..self.ends.len() - 1);
        }
        Ok(())
    }
}
