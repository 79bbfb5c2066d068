//! Serialization of what all games share.

use super::Colour;

crate::serde::as_text!(Colour);
