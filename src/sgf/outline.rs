//! Games as they are written.

use super::places::{Place, escaped, letters, size};
use crate::game::Colour;

/// The parts of a game as SGF has them.
///
/// ```
/// use stonemask::Colour;
/// use stonemask::sgf::Outline;
///
/// let moves = vec![Some((3, 4)), None];
/// let game = Outline { number: 2, size: (8, 8), rule: None, set_up: None, to_move: Colour::Black, moves };
/// assert_eq!(
///     game.text(&[("PB", "Ada [1]")], Some("B+2")),
///     "(;FF[4]CA[UTF-8]AP[stonemask]GM[2]SZ[8]PB[Ada [1\\]]RE[B+2];B[ed];W[])\n",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// GM, the number of the game.
    pub number: u32,
    /// Rows and columns.
    pub size: (usize, usize),
    /// RU, the rule.
    pub rule: Option<&'static str>,
    /// Black's and white's stones, where the game begins with some that are set up, or not as
    /// usual.
    pub set_up: Option<[Vec<Place>; 2]>,
    /// The side that moves first.
    pub to_move: Colour,
    /// The moves of both sides in turn; `None` is a pass.
    pub moves: Vec<Option<Place>>,
}

impl Outline {
    /// The game as a text of UTF-8, with properties of its first node, such as the players' names,
    /// and its result.
    ///
    /// # Panics
    /// When a place has no letters: its row or column is above 52.
    pub fn text(&self, properties: &[(&str, &str)], result: Option<&str>) -> String {
        let mut text = format!("(;FF[4]CA[UTF-8]AP[stonemask]GM[{}]SZ[{}]", self.number, size(self.size));
        if let Some(rule) = self.rule {
            text += &format!("RU[{rule}]");
        }
        for (name, value) in properties {
            text += &format!("{name}[{}]", escaped(value));
        }
        if let Some(stones) = &self.set_up {
            for (name, stones) in ["AB", "AW"].into_iter().zip(stones).filter(|(_, stones)| !stones.is_empty()) {
                let stones: Vec<String> = stones.iter().copied().map(letters).collect();
                text += &format!("{name}[{}]", stones.join("]["));
            }
            text += &format!("PL[{}]", name(self.to_move));
        }
        if let Some(result) = result {
            text += &format!("RE[{result}]");
        }
        let colours = [self.to_move, self.to_move.other()].into_iter().cycle();
        for ((index, ply), colour) in self.moves.iter().enumerate().zip(colours) {
            let line_end = if index > 0 && index % 10 == 0 { "\n" } else { "" };
            let place = ply.map_or(String::new(), letters);
            text += &format!("{line_end};{}[{place}]", name(colour));
        }
        text + ")\n"
    }
}

fn name(colour: Colour) -> char {
    if colour == Colour::Black { 'B' } else { 'W' }
}
