//! Texts of games as trees of nodes, which SGF and GGF are: the main line of each game.

use stonemask::gomoku::SgfError;
use stonemask::internals::sgf::{Grammar, Property, Scanner, Word};

/// The games of a text, one after the other.
pub(crate) struct Trees<'a> {
    text: &'a [u8],
    scanner: Scanner<'a>,
}

/// A game of a text.
pub(crate) struct Tree<'a> {
    /// The whole game.
    pub(crate) text: &'a [u8],
    /// The properties of the main line, the first at every fork.
    properties: Vec<Property<'a>>,
    /// How many of them stand in the first node.
    head: usize,
    /// Whether the game has other lines, too.
    pub(super) has_variations: bool,
}

impl<'a> Trees<'a> {
    /// Of a text in the encodings that its games name.
    pub(super) fn new(text: &'a [u8]) -> Trees<'a> {
        Trees { text, scanner: Scanner::new(text) }
    }

    /// Of a text of UTF-8, whatever its games name.
    pub(crate) fn utf8(text: &'a str) -> Trees<'a> {
        Trees { text: text.as_bytes(), scanner: Scanner::utf8(text) }
    }

    /// The next game.
    ///
    /// # Errors
    /// When it is broken.
    pub(crate) fn next(&mut self) -> Result<Option<Tree<'a>>, String> {
        self.read().map_err(|error| match error {
            SgfError::Syntax { line, what } => format!("line {line}: {what}"),
            other => other.to_string(),
        })
    }

    fn read(&mut self) -> Result<Option<Tree<'a>>, SgfError> {
        if !self.scanner.to_game()? {
            return Ok(None);
        }
        let mut grammar = Grammar::default();
        let mut game = Tree { text: &[], properties: Vec::new(), head: 0, has_variations: false };
        let (mut begin, mut is_main, mut nodes) = (None, true, 0);
        while let Some(token) = self.scanner.next()? {
            let begin = *begin.get_or_insert(token.span.start);
            grammar.take(&token.word).map_err(|what| self.scanner.error(token.span.start, what))?;
            match token.word {
                Word::Open if !is_main => game.has_variations = true,
                Word::Close => {
                    is_main = false;
                    if grammar.depth == 0 {
                        game.text = &self.text[begin..token.span.end];
                        return Ok(Some(game));
                    }
                }
                Word::Node => nodes += 1,
                Word::Property(property) if is_main => {
                    game.properties.push(property);
                    game.head += usize::from(nodes == 1);
                }
                _ => {}
            }
        }
        Err(self.scanner.error(self.scanner.end(), "it ends within the game, ')' is missing"))
    }
}

impl Tree<'_> {
    /// The value of a property of the first node, unless it is empty.
    ///
    /// # Errors
    /// When it says two things, or stands elsewhere.
    pub(crate) fn root(&self, name: &str) -> Result<Option<String>, String> {
        if self.properties[self.head..].iter().any(|property| property.is(name)) {
            return Err(format!("{name} stands behind the first node"));
        }
        Ok(self.info(name)?.map(|value| value.trim().to_owned()))
    }

    /// The value of a property of any node, unless it is empty. It is a line: a line break within it is a space.
    ///
    /// # Errors
    /// When it says two things.
    pub(super) fn info(&self, name: &str) -> Result<Option<String>, String> {
        let mut values = self.properties().filter(|property| property.is(name)).flat_map(Property::values);
        let (value, other) = (values.next(), values.next());
        if other.is_some() {
            return Err(format!("{name} says two things"));
        }
        let line = |value: String| {
            let breaks = value.replace("\r\n", " ").replace("\n\r", " ");
            breaks.replace(|letter: char| letter.is_ascii_whitespace() || letter == '\x0b', " ")
        };
        Ok(value.map(line).filter(|value| !value.trim().is_empty()))
    }

    /// The properties of the main line, in their order.
    pub(crate) fn properties(&self) -> impl Iterator<Item = &Property<'_>> {
        self.properties.iter()
    }
}
