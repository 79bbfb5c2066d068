//! Data of the loops that draw in Othello's random plies in bit slices, and where it stands.

use super::bitslices::Games;
use crate::image::Kernel;
use crate::refused::Result;
use stonemask::Tier;

/// The words of a generator's state, and where they are in the games' memory.
pub(super) const SEQUENCE_WORDS: usize = 4;
pub(super) const IN_GAMES: Place = Place::Memory(64, 64);

/// The loops that draw are called so, and then by the bits that they draw for a game.
pub(super) const DRAW: &str = "draw_";

/// Where planes are kept: in vector registers from one on, or in the games' memory from an offset
/// on, a number of bytes apart.
#[derive(Clone, Copy)]
pub(super) enum Place {
    Vectors(usize),
    Memory(i64, i64),
}

/// Where the drawing loops keep their data.
pub(super) struct Drawing {
    /// The games that still draw.
    pub(super) pending: Place,
    /// The numbers, the limit of each, and as many ones as that has bits.
    pub(super) chosen: Place,
    pub(super) limit: Place,
    pub(super) ones: Place,
    pub(super) sequences: Place,
    /// The mask registers, if there are such, with the words in which a game draws and with those
    /// in which one needs a sixth bit.
    pub(super) words: Option<[usize; 2]>,
    /// The code relies on zeros in planes that no ply writes.
    pub(super) keeps_zeros: bool,
}

impl Drawing {
    pub(super) fn of(kernel: &Kernel, games: &Games, size: usize) -> Result<Drawing> {
        let drawn = kernel.cut("drawn")?;
        let from = |name: &str| -> Result<Place> { Ok(Place::Vectors(drawn.vector(name)?)) };
        let pending = from("pending")?;
        let is_avx512 = kernel.tier == Tier::Avx512;
        let sequences = if is_avx512 { from("sequences")? } else { IN_GAMES };
        if is_avx512 && size > 4 {
            let (chosen, limit, ones) = (from("first_chosen")?, from("first_limit")?, from("first_ones")?);
            let words = Some([drawn.mask("drawing")?, drawn.mask("sixth")?]);
            return Ok(Drawing { pending, chosen, limit, ones, sequences, words, keeps_zeros: false });
        }
        let [chosen, limit, ones] =
            ["CHOSEN", "LAST", "SMEAR"].map(|name| Place::Memory(games.at(name, 0), games.bytes as i64));
        Ok(Drawing { pending, chosen, limit, ones, sequences, words: None, keeps_zeros: true })
    }
}
