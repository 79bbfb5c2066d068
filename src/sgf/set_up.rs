//! Positions that a file sets up before the first move.

use super::error::SgfError;
use super::places::Place;
use super::tree::Tree;
use crate::game::Colour;

/// A position that a file sets up before the first move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetUp {
    /// The rows, if it sets up stones: `X` for black, `O` for white, `-` for an empty point.
    pub cells: Option<Vec<String>>,
    /// The side to move, if it says so: by PL, or where stones are set up by the first move.
    pub to_move: Option<Colour>,
}

/// The position that AB, AW, AE and PL set up on a board of so many rows and columns. `place` reads
/// points.
///
/// # Errors
/// When one of them stands behind a move, or names no point of the board or no colour.
pub fn set_up<I>(
    tree: &Tree<'_>,
    (rows, columns): (usize, usize),
    place: fn(&str) -> Option<Place>,
) -> Result<SetUp, SgfError<I>> {
    let mut cells = vec![vec!['-'; columns]; rows];
    let (mut is_set_up, mut to_move, mut moves) = (false, None, 0);
    for property in tree.properties() {
        let stone = match property {
            _ if property.is("B") || property.is("W") => {
                moves += 1;
                continue;
            }
            _ if property.is("PL") => ' ',
            _ if property.is("AB") => 'X',
            _ if property.is("AW") => 'O',
            _ if property.is("AE") => '-',
            _ => continue,
        };
        if moves > 0 {
            return Err(SgfError::LateSetup { name: property.name(), moves });
        }
        if stone == ' ' {
            let value = property.value();
            to_move = Some(colour(&value).ok_or(SgfError::ToMove { value })?);
            continue;
        }
        is_set_up = true;
        for value in property.values() {
            let (first, last) = value.split_once(':').unwrap_or((&value, &value));
            let is_inside = |&(row, column): &Place| row < rows && column < columns;
            let corner = |text: &str| place(text.trim()).filter(is_inside);
            let Some((one, other)) = corner(first).zip(corner(last)) else {
                return Err(SgfError::SetupPoint { name: property.name(), value });
            };
            for row in &mut cells[one.0.min(other.0)..=one.0.max(other.0)] {
                row[one.1.min(other.1)..=one.1.max(other.1)].fill(stone);
            }
        }
    }
    let to_move = to_move.or_else(|| tree.moves().next().map(|(colour, _)| colour).filter(|_| is_set_up));
    Ok(SetUp { cells: is_set_up.then(|| cells.iter().map(|row| row.iter().collect()).collect()), to_move })
}

/// The colour that a word names.
fn colour(text: &str) -> Option<Colour> {
    match text.trim().to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Colour::Black),
        "w" | "white" => Some(Colour::White),
        _ => None,
    }
}
