//! Othello's weights, which pages load apart.

use crate::values::thrown;
use stonemask::internals::othello::weights_of_files;
use stonemask::othello;
use wasm_bindgen::prelude::*;

/// The weights by which Othello's searches value positions and its solver orders moves: of 6x6 or
/// of 8x8 boards.
#[wasm_bindgen]
pub struct Weights {
    pub(crate) of: OfSize,
}

pub(crate) enum OfSize {
    Six(othello::Weights<6>),
    Eight(othello::Weights<8>),
}

#[wasm_bindgen]
impl Weights {
    /// The weights in files of the package: the endgame's, and of 8x8 boards the midgame's. `size`
    /// is 6 or 8.
    #[wasm_bindgen(constructor)]
    pub fn new(size: u8, endgame: &[u8], midgame: Option<Vec<u8>>) -> Result<Weights, JsValue> {
        let of = match (size, midgame) {
            (6, None) => OfSize::Six(weights_of_files(Some(endgame), None).map_err(thrown)?),
            (6, Some(_)) => return Err(thrown("weights of the midgame are of 8x8 boards alone")),
            (8, midgame) => OfSize::Eight(weights_of_files(Some(endgame), midgame.as_deref()).map_err(thrown)?),
            _ => return Err(thrown("weights are of boards of size 6 or 8")),
        };
        Ok(Weights { of })
    }

    /// The size of the boards.
    #[wasm_bindgen(getter)]
    pub fn size(&self) -> u8 {
        match self.of {
            OfSize::Six(_) => 6,
            OfSize::Eight(_) => 8,
        }
    }
}

/// The weights of boards of a size, or none.
pub(crate) trait Take<const N: usize> {
    fn take(given: Option<&Weights>) -> Result<othello::Weights<N>, JsValue>;
}

/// The boards of Othello.
pub(crate) struct Boards;

fn none<const N: usize>() -> othello::Weights<N> {
    weights_of_files(None, None).expect("none are wanted")
}

fn other(size: usize) -> JsValue {
    thrown(format!("the weights are not of {size}x{size} boards"))
}

impl Take<4> for Boards {
    fn take(given: Option<&Weights>) -> Result<othello::Weights<4>, JsValue> {
        if given.is_some() { Err(other(4)) } else { Ok(none()) }
    }
}

impl Take<6> for Boards {
    fn take(given: Option<&Weights>) -> Result<othello::Weights<6>, JsValue> {
        match given.map(|weights| &weights.of) {
            None => Ok(none()),
            Some(OfSize::Six(weights)) => Ok(weights.clone()),
            Some(_) => Err(other(6)),
        }
    }
}

impl Take<8> for Boards {
    fn take(given: Option<&Weights>) -> Result<othello::Weights<8>, JsValue> {
        match given.map(|weights| &weights.of) {
            None => Ok(none()),
            Some(OfSize::Eight(weights)) => Ok(weights.clone()),
            Some(_) => Err(other(8)),
        }
    }
}
