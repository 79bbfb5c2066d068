//! Arbitrary values for fuzzing, with the feature `arbitrary`, of what all games share.

use super::Game;
use super::colour::{Colour, Outcome};
use ::arbitrary::{Arbitrary, Result, Unstructured};

impl<'a> Arbitrary<'a> for Colour {
    fn arbitrary(source: &mut Unstructured<'a>) -> Result<Colour> {
        Ok(*source.choose(&Colour::ALL)?)
    }
}

impl<'a> Arbitrary<'a> for Outcome {
    fn arbitrary(source: &mut Unstructured<'a>) -> Result<Outcome> {
        Ok(*source.choose(&[Outcome::Win(Colour::Black), Outcome::Draw, Outcome::Win(Colour::White)])?)
    }
}

/// A game after some legal plies, at most as many as the source has bytes.
pub(crate) fn played<G: Game>(source: &mut Unstructured<'_>, mut game: G) -> Result<G> {
    while !game.is_over() && source.arbitrary()? {
        let legal: Vec<G::Move> = game.plies().collect();
        _ = game.make(*source.choose(&legal)?);
    }
    Ok(game)
}
