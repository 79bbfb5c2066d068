//! Arbitrary values for fuzzing, with the feature `arbitrary`, of what all games share.

use super::{Colour, Game, Outcome};
use ::arbitrary::{Arbitrary, Result, Unstructured};

impl<'a> Arbitrary<'a> for Colour {
    fn arbitrary(source: &mut Unstructured<'a>) -> Result<Colour> {
        Ok(*source.choose(&Colour::ALL)?)
    }
}

impl<'a> Arbitrary<'a> for Outcome {
    fn arbitrary(source: &mut Unstructured<'a>) -> Result<Outcome> {
        Ok(*source.choose(&[Outcome::First, Outcome::Draw, Outcome::Second])?)
    }
}

/// A game some legal plies on, as many as the source has bytes for at most.
pub(crate) fn played<G: Game>(source: &mut Unstructured<'_>, mut game: G) -> Result<G> {
    while !game.is_over() && source.arbitrary()? {
        let legal: Vec<G::Move> = game.legal_moves().collect();
        _ = game.make_with(G::best_kernels(), *source.choose(&legal)?);
    }
    Ok(game)
}
