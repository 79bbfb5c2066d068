//! Promise: Othello is played by its rules, on every tier and in every way that the library offers.

mod batch;
mod bitslices;
#[path = "../support/cases.rs"]
mod cases;
#[path = "../support/chi_square.rs"]
mod chi_square;
mod differential;
#[path = "../support/follow_slab.rs"]
mod follow_slab;
#[path = "../support/game_laws.rs"]
mod game_laws;
mod laws;
#[path = "../support/on_tiers.rs"]
mod on_tiers;
mod oracles;
mod planes;
mod playouts;
mod search;
mod slab;
mod solver;

use proptest::prelude::*;
use stonemask::kernels::Othello as Kernels;
use stonemask::othello::{Board, Position, SquareSet};
use stonemask::{Random, Tier};

/// The kernels of every tier that this processor runs, but the reference.
fn tiers() -> impl Iterator<Item = &'static Kernels> {
    Tier::available().filter(|&tier| tier != Tier::Reference).filter_map(Kernels::get)
}

/// Any two sets that do not overlap, from nearly empty to full boards.
fn arbitrary<const N: usize>() -> impl Strategy<Value = Position<N>> {
    let bits = any::<u64>;
    (bits(), bits(), bits(), bits(), 0..6).prop_map(|(a, b, c, own, density)| {
        let occupied = [a & b & c, a & b, a, a | b, a | b | c, u64::MAX][density as usize];
        let set = |bits: u64| SquareSet::from_bits(bits & SquareSet::<N>::ALL.bits()).unwrap();
        Position::new(set(occupied & own), set(occupied & !own)).unwrap()
    })
}

/// A position of a random game with a given number of empty squares. Passes are made as they occur.
fn random_board<const N: usize>(random: &mut Random, empties: u32) -> Board<N> {
    loop {
        let mut board = Board::start();
        while board.empties().len() > empties && board.play_random(random) {}
        if board.empties().len() == empties {
            return board;
        }
    }
}
