//! Texts of games as trees of nodes, which SGF and GGF are: the main line of each game.

use stonemask::gomoku::SgfError;
use stonemask::internals::sgf::{Grammar, Property, Scanner, Word};

/// A game of a text.
pub(crate) struct Tree<'a> {
    /// The whole game.
    pub(super) text: &'a [u8],
    /// The properties of each node of the main line, the first at every fork.
    pub(super) nodes: Vec<Vec<Property<'a>>>,
    /// Whether the game has other lines, too.
    pub(super) has_variations: bool,
}

/// The games of a text.
///
/// # Errors
/// When it is broken.
pub(crate) fn games(text: &[u8]) -> Result<Vec<Tree<'_>>, String> {
    let broken = |error| match error {
        SgfError::Syntax { line, what } => format!("line {line}: {what}"),
        other => other.to_string(),
    };
    let (mut scanner, mut grammar) = (Scanner::new(text), Grammar::default());
    let mut games: Vec<Tree<'_>> = Vec::new();
    let (mut begin, mut is_main) = (0, true);
    while let Some(token) = scanner.next().map_err(broken)? {
        // Between games nothing has begun.
        if grammar.depth == 0 && matches!(token.word, Word::Open) {
            (begin, is_main) = (token.span.start, true);
            games.push(Tree { text: &[], nodes: Vec::new(), has_variations: false });
        }
        grammar.take(&token.word).map_err(|what| broken(scanner.error(token.span.start, what)))?;
        let game = games.last_mut().expect("the grammar begins with a game");
        match token.word {
            Word::Open if !is_main => game.has_variations = true,
            Word::Close => {
                is_main = false;
                if grammar.depth == 0 {
                    game.text = &text[begin..token.span.end];
                }
            }
            Word::Node if is_main => game.nodes.push(Vec::new()),
            Word::Property(property) if is_main => {
                game.nodes.last_mut().expect("a property stands in a node").push(property);
            }
            _ => {}
        }
    }
    if grammar.depth > 0 {
        return Err(broken(scanner.error(scanner.end(), "it ends within the game, ')' is missing")));
    }
    Ok(games)
}

impl Tree<'_> {
    /// The value of a property of the first node, unless it is empty.
    pub(super) fn head(&self, name: &str) -> Option<String> {
        let property = self.nodes[0].iter().find(|property| property.is(name))?;
        Some(property.value().trim().to_owned()).filter(|value| !value.is_empty())
    }

    /// The properties of all nodes, in their order.
    pub(crate) fn properties(&self) -> impl Iterator<Item = &Property<'_>> {
        self.nodes.iter().flatten()
    }
}
