//! Othello's kernels on the founding document's 6x6 state: the three numbers t, free and pos, over
//! the document's cells.

use crate::bits::{Bits, number, zeros};
use crate::graph::{Lit, Values};
use crate::proof::Proof;
use crate::refused::Result;
use crate::rules::othello as rules;
use crate::state::State;
use crate::theorem::{Case, Theorem};
use crate::word::{ObjectId, Word};

/// The document's numbers of the cells, top row first; `docs/FOUNDING.md` has the picture.
const CELLS: [[usize; 6]; 6] = [
    [4, 5, 6, 7, 8, 9],
    [10, 11, 12, 13, 14, 15],
    [16, 17, 0, 1, 18, 19],
    [20, 21, 2, 3, 22, 23],
    [24, 25, 26, 27, 28, 29],
    [30, 31, 32, 33, 34, 35],
];

/// The square of a cell in the rules' frame, of which the 6x6 board is the middle.
fn square(cell: usize) -> usize {
    let place = CELLS.iter().flatten().position(|&number| number == cell).expect("one of 36 cells");
    8 * (place / 6 + 1) + place % 6 + 1
}

pub(super) fn theorems() -> Vec<Theorem> {
    let of_cells = |family, claim, cases| Theorem { family, claim, cases, ..Theorem::PLAIN };
    vec![
        of_cells("othello_packed6_outflank", "whether a disc encloses any, for every state, colour and cell", |_| {
            (4..36).map(|cell| Case::new(format!("cell {cell}"), move |proof| outflank(proof, cell))).collect()
        }),
        of_cells("othello_packed6_move", "the state after a move, for every state, colour and cell", |_| {
            (4..36).map(|cell| Case::new(format!("cell {cell}"), move |proof| play(proof, cell))).collect()
        }),
    ]
}

/// A state on entry, and the colour that plays.
struct Call {
    object: ObjectId,
    /// By cell.
    black: Bits,
    occupied: Bits,
    plays_black: Lit,
    entry: State,
}

/// Any state and colour.
fn call(proof: &mut Proof, cell: usize) -> Call {
    let object = proof.array("state", 1);
    let [t, free, any] = [4, 32, 32].map(|count| proof.graph.inputs(count));
    let pos = proof.graph.and_each(&free, &any);
    // The bytes between t and free mean nothing.
    let between = proof.graph.undefined_bits(24);
    proof.world.fill(object, 0, &[&t[..], &zeros(4), &between, &free, &pos].concat());
    let plays_black = proof.graph.input();
    let mut colour = zeros(32);
    colour[0] = plays_black;
    let arguments = [Word::at(object, 0), proof.narrow(&colour), proof.narrow(&number(cell as u64, 32))];
    let entry = proof.entry(&arguments);
    let name = proof.kernel.family().trim_start_matches("othello_").to_owned();
    let tier = proof.kernel.tier;
    let (black, occupied) = ([&t[..], &pos].concat(), [&[Lit::TRUE; 4][..], &free].concat());
    proof.describe(move |values: &Values| {
        let [t, free, pos] = [&t, &free, &pos].map(|number| values.number(number));
        let colour = if values.of(plays_black) & 1 == 1 { "black" } else { "white" };
        format!("othello6 {name} {tier} {t} {free:#x} {pos:#x}, {colour}, {cell}")
    });
    Call { object, black, occupied, plays_black, entry }
}

impl Call {
    /// The cells that a disc on a cell encloses.
    fn enclosed(&self, proof: &mut Proof, cell: usize) -> Bits {
        let graph = &proof.graph;
        let white = graph.and_each(&self.occupied, &graph.not_each(&self.black));
        let own = graph.choose_each(self.plays_black, &self.black, &white);
        let [own, opponent] = [own, graph.choose_each(self.plays_black, &white, &self.black)].map(|cells| {
            let mut squares = zeros(64);
            cells.iter().enumerate().for_each(|(cell, &disc)| squares[square(cell)] = disc);
            squares
        });
        let flips = rules::flips(graph, &own, &opponent, square(cell));
        (0..36).map(|cell| flips[square(cell)]).collect()
    }
}

fn outflank(proof: &mut Proof, cell: usize) -> Result<()> {
    let call = call(proof, cell);
    let state = proof.call(&call.entry)?;
    let enclosed = call.enclosed(proof, cell);
    let mut expected = zeros(32);
    expected[0] = proof.graph.any(&enclosed);
    proof.show_result("whether the disc encloses any", &state, &expected)
}

fn play(proof: &mut Proof, cell: usize) -> Result<()> {
    let call = call(proof, cell);
    let state = proof.call(&call.entry)?;
    let enclosed = call.enclosed(proof, cell);
    let mut expected = zeros(64);
    expected[..36].copy_from_slice(&enclosed);
    proof.show_result("the discs that turn", &state, &expected)?;
    let graph = &proof.graph;
    let plays = graph.any(&enclosed);
    let mut placed = enclosed;
    placed[cell] = plays;
    let black: Bits =
        placed.iter().zip(&call.black).map(|(&placed, &black)| graph.choose(placed, call.plays_black, black)).collect();
    let mut occupied = call.occupied.clone();
    occupied[cell] = graph.or(occupied[cell], plays);
    let found = [proof.stored(&state, call.object, 0, 1)?, proof.stored(&state, call.object, 4, 8)?].concat();
    let expected = [&black[..4], &zeros(4), &occupied[4..], &black[4..]].concat();
    proof.show_equal("the state after the move", &found, &expected)
}
