//! Where random games draw from.

use super::generator::Random;

/// A generator that random games can draw from: [`Random`], and with the feature `rand` every
/// generator of `rand` 0.10.
#[diagnostic::on_unimplemented(note = "generators of `rand` 0.10 need stonemask's feature `rand`; others do not serve")]
pub trait Source {
    /// Lets `draw` take its numbers from here.
    #[doc(hidden)]
    fn draw<T>(&mut self, draw: impl FnOnce(&mut Random) -> T) -> T;
}

impl Source for Random {
    fn draw<T>(&mut self, draw: impl FnOnce(&mut Random) -> T) -> T {
        draw(self)
    }
}

/// One number is drawn for the seed of all that is needed.
#[cfg(feature = "rand")]
impl<R: rand_core::Rng + ?Sized> Source for R {
    fn draw<T>(&mut self, draw: impl FnOnce(&mut Random) -> T) -> T {
        draw(&mut Random::new(self.next_u64()))
    }
}
