//! Players and outcomes.

use std::error::Error;
use std::fmt;
use std::ops::Not;
use std::str::FromStr;

/// A player's colour. Black moves first.
///
/// As a number black is 1 and white 2 wherever numbers leave the library, in every language: in
/// arrays of cells, of sides to move, and in the C library; 0 is neither. In Rust [`Colour::cell`]
/// is that number, and `colour as usize` an index of pairs such as [`Colour::ALL`].
#[doc(alias = "Color")]
#[doc(alias = "player")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Colour {
    /// The first player, `X` in text.
    Black,
    /// The second player, `O` in text.
    White,
}

impl Colour {
    /// Both colours, black first.
    pub const ALL: [Colour; 2] = [Colour::Black, Colour::White];

    /// The other colour.
    #[inline]
    pub const fn other(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }

    /// The colour's number, in arrays of cells and of sides to move: 1 for black, 2 for white; 0
    /// stands for an empty cell.
    #[inline]
    pub const fn cell(self) -> u8 {
        self as u8 + 1
    }

    /// The colour of a number, as [`Colour::cell`] gives it.
    ///
    /// ```
    /// use stonemask::game::Colour;
    ///
    /// assert_eq!([0, 1, 2, 3].map(Colour::from_cell), [None, Some(Colour::Black), Some(Colour::White), None]);
    /// ```
    #[inline]
    pub const fn from_cell(cell: u8) -> Option<Colour> {
        match cell {
            1 => Some(Colour::Black),
            2 => Some(Colour::White),
            _ => None,
        }
    }

    /// The letter of a stone in text: `X` or `O`.
    #[inline]
    pub const fn letter(self) -> char {
        match self {
            Colour::Black => 'X',
            Colour::White => 'O',
        }
    }

    /// The colour that a letter stands for, `X` or `O` in either case.
    ///
    /// ```
    /// use stonemask::game::Colour;
    ///
    /// assert_eq!(Colour::from_letter('x'), Some(Colour::Black));
    /// assert_eq!(Colour::from_letter('-'), None);
    /// ```
    pub const fn from_letter(letter: char) -> Option<Colour> {
        match letter {
            'X' | 'x' => Some(Colour::Black),
            'O' | 'o' => Some(Colour::White),
            _ => None,
        }
    }
}

/// `!colour` is the other colour.
impl Not for Colour {
    type Output = Colour;

    #[inline]
    fn not(self) -> Colour {
        self.other()
    }
}

/// `black` or `white`.
impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Colour::Black => "black",
            Colour::White => "white",
        })
    }
}

/// Reads `black` or `white`, in either case.
impl FromStr for Colour {
    type Err = ParseColourError;

    fn from_str(text: &str) -> Result<Colour, ParseColourError> {
        let named = |colour: &Colour| colour.to_string().eq_ignore_ascii_case(text);
        Colour::ALL.into_iter().find(named).ok_or_else(|| ParseColourError { text: text.to_owned() })
    }
}

/// A text that names no [`Colour`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseColourError {
    text: String,
}

impl fmt::Display for ParseColourError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not a colour: expected black or white", self.text.escape_debug())
    }
}

impl Error for ParseColourError {}

/// How a finished game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(::serde::Serialize, ::serde::Deserialize))]
pub enum Outcome {
    /// This colour won.
    Win(Colour),
    /// Neither colour won.
    Draw,
}

impl Outcome {
    /// The outcome by black's points minus white's.
    pub const fn from_score(score: i32) -> Outcome {
        match score {
            1.. => Outcome::Win(Colour::Black),
            0 => Outcome::Draw,
            _ => Outcome::Win(Colour::White),
        }
    }

    /// Who won; `None` for a draw.
    pub const fn winner(self) -> Option<Colour> {
        match self {
            Outcome::Win(colour) => Some(colour),
            Outcome::Draw => None,
        }
    }
}

/// `black won`, `draw` or `white won`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Outcome::Win(Colour::Black) => "black won",
            Outcome::Draw => "draw",
            Outcome::Win(Colour::White) => "white won",
        })
    }
}
