//! Moves and lines of them, and how they are written.

use super::square::{ParseSquareError, Square};
use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

/// A player's turn.
///
/// ```
/// use stonemask::othello::{Move, Square};
///
/// let d3: Square<8> = "d3".parse().unwrap();
/// assert_eq!("D3".parse(), Ok(Move::from(d3)));
/// assert_eq!(Move::<8>::Pass.to_string(), "pass");
/// assert_eq!("PA".parse(), Ok(Move::<8>::Pass));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move<const N: usize> {
    /// Places a disc.
    Place(Square<N>),
    /// Passes, which is legal only when no disc can be placed and the other side can place one.
    Pass,
}

impl<const N: usize> From<Square<N>> for Move<N> {
    fn from(square: Square<N>) -> Move<N> {
        Move::Place(square)
    }
}

impl<const N: usize> fmt::Display for Move<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(square) => square.fmt(f),
            Move::Pass => f.write_str("pass"),
        }
    }
}

/// How a pass is written: here, in GGF, and by other programs.
const PASSES: [&str; 4] = ["pass", "pa", "ps", "--"];

impl<const N: usize> FromStr for Move<N> {
    type Err = ParseSquareError<N>;

    /// Reads a square or a pass, in either case: `pass`, or as other programs write it `pa`, `ps`
    /// or `--`.
    fn from_str(text: &str) -> Result<Move<N>, ParseSquareError<N>> {
        if PASSES.iter().any(|pass| text.eq_ignore_ascii_case(pass)) {
            return Ok(Move::Pass);
        }
        text.parse().map(Move::Place).map_err(ParseSquareError::or_a_pass)
    }
}

/// Moves in the order in which they are played.
///
/// ```
/// # use stonemask::othello::Line;
/// let line: Line<8> = "f5 d6 c3".parse().unwrap();
/// assert_eq!("F5D6C3".parse(), Ok(line.clone()));
/// assert_eq!(line.to_string(), "f5 d6 c3");
/// assert_eq!(line.first(), Some(&"f5".parse().unwrap()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Line<const N: usize>(pub Vec<Move<N>>);

impl<const N: usize> Deref for Line<N> {
    type Target = [Move<N>];

    fn deref(&self) -> &[Move<N>] {
        &self.0
    }
}

impl<const N: usize> FromIterator<Move<N>> for Line<N> {
    fn from_iter<I: IntoIterator<Item = Move<N>>>(moves: I) -> Line<N> {
        Line(moves.into_iter().collect())
    }
}

impl<const N: usize> IntoIterator for Line<N> {
    type Item = Move<N>;
    type IntoIter = std::vec::IntoIter<Move<N>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, const N: usize> IntoIterator for &'a Line<N> {
    type Item = &'a Move<N>;
    type IntoIter = std::slice::Iter<'a, Move<N>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<const N: usize> fmt::Display for Line<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, ply) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { " " };
            write!(f, "{separator}{ply}")?;
        }
        Ok(())
    }
}

impl<const N: usize> FromStr for Line<N> {
    type Err = ParseSquareError<N>;

    /// Reads moves separated by white space or commas, or written without any between squares.
    fn from_str(text: &str) -> Result<Line<N>, ParseSquareError<N>> {
        let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
        let mut moves = Vec::new();
        for word in words {
            if word.len() > 2 && word.len().is_multiple_of(2) && word.is_ascii() && !word.eq_ignore_ascii_case("pass") {
                for square in 0..word.len() / 2 {
                    moves.push(word[2 * square..2 * square + 2].parse()?);
                }
            } else {
                moves.push(word.parse()?);
            }
        }
        Ok(Line(moves))
    }
}
