//! Serialization of what all games share.

use super::colour::Colour;

crate::serde::as_text!(Colour);
