//! The games of a text, and the main line of each.

use super::error::{PropertyError, SyntaxError};
use super::grammar::Grammar;
use super::scanner::{Property, Scanner, Word};
use crate::game::Colour;

/// The games of a text, one after the other. Text around them, as in a mail, does not matter.
///
/// ```
/// use stonemask::sgf::Trees;
///
/// let mut trees = Trees::utf8("(;GM[2]PB[Ada];B[fe](;W[ff])(;W[df]))");
/// let game = trees.next()?.expect("a game");
/// assert_eq!(game.root("PB")?.as_deref(), Some("Ada"));
/// let moves: Vec<String> = game.moves().map(|(colour, place)| format!("{colour} {place}")).collect();
/// assert_eq!(moves, ["black fe", "white ff"]);
/// assert!(game.has_variations && trees.next()?.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Trees<'a> {
    text: &'a [u8],
    scanner: Scanner<'a>,
}

/// A game of a text.
#[derive(Clone, Debug)]
pub struct Tree<'a> {
    /// The whole game.
    pub text: &'a [u8],
    /// The properties of the main line, the first at every fork.
    properties: Vec<Property<'a>>,
    /// How many of them stand in the first node.
    head: usize,
    /// Whether the game has other lines, too.
    pub has_variations: bool,
}

impl<'a> Trees<'a> {
    /// Of a text in the encodings that its games name.
    pub fn new(text: &'a [u8]) -> Trees<'a> {
        Trees { text, scanner: Scanner::new(text) }
    }

    /// Of a text of UTF-8, whatever its games name.
    pub fn utf8(text: &'a str) -> Trees<'a> {
        Trees { text: text.as_bytes(), scanner: Scanner::utf8(text) }
    }

    /// The next game; `None` at the end.
    ///
    /// # Errors
    /// When it is broken.
    #[expect(clippy::should_implement_trait, reason = "it may fail")]
    pub fn next(&mut self) -> Result<Option<Tree<'a>>, SyntaxError> {
        if !self.scanner.seek_game()? {
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

/// The games of a text of UTF-8, all that [`Trees::utf8`] finds.
///
/// ```
/// let games = stonemask::sgf::parse("(;GM[2];B[fe])(;GM[4];B[hh];W[ii])")?;
/// assert_eq!(games.iter().map(|game| game.moves().count()).collect::<Vec<_>>(), [1, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When one of them is broken.
pub fn parse(text: &str) -> Result<Vec<Tree<'_>>, SyntaxError> {
    let (mut trees, mut games) = (Trees::utf8(text), Vec::new());
    while let Some(game) = trees.next()? {
        games.push(game);
    }
    Ok(games)
}

impl Tree<'_> {
    /// The value of a property of the first node, unless it is empty.
    ///
    /// # Errors
    /// When it says two things, or stands elsewhere.
    pub fn root(&self, name: &str) -> Result<Option<String>, PropertyError> {
        if self.properties[self.head..].iter().any(|property| property.is(name)) {
            return Err(PropertyError::Late { name: name.to_owned() });
        }
        Ok(self.info(name)?.map(|value| value.trim().to_owned()))
    }

    /// The value of a property of any node, unless it is empty. It is a line: a line break within
    /// it is a space.
    ///
    /// # Errors
    /// When it says two things.
    pub fn info(&self, name: &str) -> Result<Option<String>, PropertyError> {
        let mut values = self.properties().filter(|property| property.is(name)).flat_map(Property::values);
        let (value, other) = (values.next(), values.next());
        if other.is_some() {
            return Err(PropertyError::Ambiguous { name: name.to_owned() });
        }
        let line = |value: String| {
            let breaks = value.replace("\r\n", " ").replace("\n\r", " ");
            breaks.replace(|letter: char| letter.is_ascii_whitespace() || letter == '\x0b', " ")
        };
        Ok(value.map(line).filter(|value| !value.trim().is_empty()))
    }

    /// The properties of the main line, in their order.
    pub fn properties(&self) -> impl Iterator<Item = &Property<'_>> {
        self.properties.iter()
    }

    /// The moves of the main line, as they are written. Of a move with two values both are kept,
    /// which are no point.
    pub fn moves(&self) -> impl Iterator<Item = (Colour, String)> {
        self.properties().filter_map(|property| {
            let colour = match property {
                _ if property.is("B") => Colour::Black,
                _ if property.is("W") => Colour::White,
                _ => return None,
            };
            Some((colour, joined(property)))
        })
    }
}

/// The values of a move, of which there should be one: two are no point.
pub(crate) fn joined(property: &Property<'_>) -> String {
    let values: Vec<String> = property.values().map(|value| value.trim().to_owned()).collect();
    values.join("][")
}
