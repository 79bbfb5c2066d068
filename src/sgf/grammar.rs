//! The order of words in a text.

use super::scanner::Word;

/// How trees and nodes follow one another.
#[derive(Default)]
pub(crate) struct Grammar {
    /// Trees that have begun and not ended.
    pub(crate) depth: usize,
    /// Whether the last tree that began has a node.
    has_node: bool,
    is_in_node: bool,
}

impl Grammar {
    /// Takes the next word.
    ///
    /// # Errors
    /// When it may not stand there: what is wrong.
    pub(crate) fn take(&mut self, word: &Word<'_>) -> Result<(), &'static str> {
        let is_inside = self.depth > 0;
        match word {
            Word::Open if is_inside && !self.has_node => return Err("there is a tree without a node"),
            Word::Open => {
                *self = Grammar { depth: self.depth + 1, has_node: false, is_in_node: false };
            }
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
