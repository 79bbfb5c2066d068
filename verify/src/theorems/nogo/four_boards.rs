//! NoGo: how sets of points lie in words, and the kernels of the founding document's four boards.

use crate::bits::{Bits, number, zeros};
use crate::graph::{Graph, Lit, Values};
use crate::proof::Proof;
use crate::refused::Result;
use crate::rules::nogo::{self as rules, CELLS, Position};
use crate::theorem::{Case, Theorem};
use crate::word::Word;

/// Where a cell's bit is: src/nogo/point.rs.
pub(super) fn bit(cell: usize) -> usize {
    10 * (cell / 9) + cell % 9
}

/// A set of cells as a number.
pub(super) fn packed(cells: &[Lit], width: usize) -> Bits {
    let mut bits = zeros(width);
    cells.iter().enumerate().for_each(|(cell, &lit)| bits[bit(cell)] = lit);
    bits
}

/// A set of cells as two overlapping windows: bits 0-63 and 32-95.
pub(super) fn windows(cells: &[Lit]) -> Bits {
    let bits = packed(cells, 96);
    [&bits[..64], &bits[32..]].concat()
}

/// The cells of both windows, each from the half that is still right after a step.
pub(super) fn cells_of_windows(windows: &[Lit]) -> Bits {
    (0..CELLS).map(|cell| windows[if bit(cell) < 48 { bit(cell) } else { bit(cell) + 32 }]).collect()
}

/// Any position: each cell is empty, holds a stone of either colour, or is off the board.
pub(super) fn any_position(graph: &Graph) -> Position<Lit> {
    let mut position = Position { stones: [Bits::new(), Bits::new()], empty: Bits::new() };
    for _ in 0..CELLS {
        let (stone, which) = (graph.input(), graph.input());
        position.stones[0].push(graph.and(stone, which));
        position.stones[1].push(graph.and(stone, !which));
        position.empty.push(graph.and(!stone, which));
    }
    position
}

/// Any position in which a cell is empty.
pub(super) fn any_position_around(graph: &Graph, cell: usize) -> Position<Lit> {
    let mut position = any_position(graph);
    position.stones.iter_mut().for_each(|stones| stones[cell] = Lit::FALSE);
    position.empty[cell] = Lit::TRUE;
    position
}

pub(super) fn point_name(cell: usize) -> String {
    format!("{}{}", b"abcdefghj"[cell % 9] as char, cell / 9 + 1)
}

pub(super) const COLOURS: [&str; 2] = ["black", "white"];

/// `nogo`, the kernel and its tier, as `stonemask check --replay` reads them.
pub(super) fn name(proof: &Proof) -> String {
    format!("nogo {} {}", proof.kernel.family().trim_start_matches("nogo_"), proof.kernel.tier)
}

/// Stones as `stonemask check --replay` reads them.
pub(super) fn text(values: &Values, position: &Position<Lit>) -> String {
    let [black, white] = &position.stones;
    let cell = |cell: usize| match [black, white, &position.empty].map(|set| values.of(set[cell]) & 1) {
        [1, _, _] => 'X',
        [_, 1, _] => 'O',
        [_, _, 1] => '-',
        _ => '#',
    };
    (0..9).map(|row| (9 * row..9 * row + 9).map(cell).collect::<String>()).collect::<Vec<_>>().join("/")
}

pub(super) fn theorems() -> Vec<Theorem> {
    vec![
        Theorem {
            family: "nogo_four_boards_moves",
            claim: "the founding document's moves, for any words and both colours",
            cases: |_| of_colours(four_boards_moves),
            ..Theorem::PLAIN
        },
        Theorem {
            family: "nogo_four_boards_surrounded",
            claim: "the founding document's surrounded points, for any words and both colours",
            cases: |_| of_colours(four_boards_surrounded),
            ..Theorem::PLAIN
        },
    ]
}

/// A case for each colour.
fn of_colours(prove: fn(&mut Proof, usize) -> Result<()>) -> Vec<Case> {
    (0..2).map(|colour| Case::new(COLOURS[colour], move |proof: &mut Proof| prove(proof, colour))).collect()
}

fn four_boards_moves(proof: &mut Proof, colour: usize) -> Result<()> {
    four_boards(proof, colour, |graph, boards| {
        rules::four_boards_moves(graph, [&boards[0], &boards[1], &boards[2 + colour]])
    })
}

fn four_boards_surrounded(proof: &mut Proof, colour: usize) -> Result<()> {
    four_boards(proof, colour, |graph, boards| {
        rules::four_boards_surrounded(graph, &boards[colour], &boards[1 - colour])
    })
}

/// For any words, the kernel's result on four boards is that of the rule.
fn four_boards(proof: &mut Proof, colour: usize, rule: impl Fn(&Graph, &[Bits]) -> Bits) -> Result<()> {
    let state = proof.array("state", 1);
    let words = proof.graph.inputs(4 * 96);
    proof.world.fill(state, 0, &words);
    let output = proof.array(if proof.kernel.family().ends_with("moves") { "moves" } else { "points" }, 1);
    let boards: Vec<Bits> = words.chunks(96).map(<[Lit]>::to_vec).collect();
    let name = name(proof);
    proof.describe(move |values| {
        let words: Vec<String> = words.chunks(32).map(|word| format!("{:x}", values.number(word))).collect();
        format!("{name} {}, {}", words.join(" "), COLOURS[colour])
    });
    let colour = proof.narrow(&number(colour as u64, 32));
    let entry = proof.entry(&[Word::at(state, 0), colour, Word::at(output, 0)]);
    let after = proof.call(&entry)?;
    let found = proof.stored(&after, output, 0, 12)?;
    proof.show_equal("the points", &found, &rule(&proof.graph, &boards))
}
