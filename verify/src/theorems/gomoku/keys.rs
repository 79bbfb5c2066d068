//! Who wins random games by their keys, as asm/gomoku/playouts.inc has it: 16-bit numbers with a
//! sign, one a cell.

use crate::bits::{Bits, number, resized};
use crate::graph::{Graph, Lit};
use crate::proof::Proof;
use crate::refused::Result;
use std::ops::Range;

/// Bits of a key.
pub(super) const KEY: usize = 16;
/// Bits in which plies are counted: wide enough that no number overflows.
const PLIES: usize = 20;
/// Of a result, the bits of the number of plies; those above say who has won, and whether the keys
/// do not decide it.
const PLY: usize = 13;

/// The best keys so far: black's least, white's greatest.
pub(super) struct Best {
    pub(super) black: Bits,
    pub(super) white: Bits,
}

/// Some windows of five cells of a line.
pub(super) struct Windows<'a> {
    /// The line, or a part of it with all neighbours of the windows, by cell.
    pub(super) line: &'a [Bits],
    /// The first cells of the windows. The first of them is an even one of the line.
    pub(super) first: Range<usize>,
    /// Whether the line ends with them.
    pub(super) are_last: bool,
    /// Exactly five: neighbours that are taken before a window make it longer.
    pub(super) exact: bool,
}

/// The findings of a proof, in which named parts are anything.
struct Found<'a, 'b> {
    proof: &'a mut Proof<'b>,
    bits: Bits,
}

impl Found<'_, '_> {
    /// Shows where parts stand in what was found; from here on they are anything.
    fn named<const N: usize>(&mut self, parts: [Bits; N]) -> Result<[Bits; N]> {
        let all = parts.concat();
        let found = self.proof.in_terms_of(&self.bits, &all)?;
        let (found, names) = self.proof.free(&found, &all);
        self.bits = found;
        let mut names = names.chunks(KEY);
        Ok(parts.map(|_| names.next().expect("a name for each").to_vec()))
    }

    /// The greatest and the least of the greatest and least of some keys.
    fn extremes(&mut self, a: &[Bits; 2], b: &[Bits; 2]) -> Result<[Bits; 2]> {
        let graph = &mut self.proof.graph;
        let parts = [greater(graph, &a[0], &b[0]), lesser(graph, &a[1], &b[1])];
        self.named(parts)
    }
}

/// Shows that what was found, first black's key, are the best keys with some windows too: of the
/// greatest keys of the windows the least, and of the least ones the greatest.
///
/// Two windows share four cells, two pairs of them; kernels find the greatest and least of these
/// first.
pub(super) fn show_best(proof: &mut Proof, bits: &[Lit], best: Best, windows: &Windows) -> Result<()> {
    let &Windows { line, ref first, are_last, exact } = windows;
    let mut found = Found { proof, bits: bits.to_vec() };
    let Best { mut black, mut white } = best;
    let cell = |at: usize| [line[at].clone(), line[at].clone()];
    let mut shared = [Bits::new(), Bits::new()];
    // The pair that the next two windows share with these.
    let mut next = None;
    for window in first.clone() {
        let is_second = (window - first.start) % 2 == 1;
        let is_last = window + 1 == first.end;
        let is_alone = is_last && are_last && !is_second;
        if !is_second {
            let pair = match next {
                Some(pair) => pair,
                None => found.extremes(&cell(window + 1), &cell(window + 2))?,
            };
            next = None;
            shared = if is_alone {
                let three = found.extremes(&pair, &cell(window + 3))?;
                found.extremes(&three, &cell(window + 4))?
            } else {
                let other = found.extremes(&cell(window + 3), &cell(window + 4))?;
                next = Some(other.clone());
                found.extremes(&pair, &other)?
            };
        }
        let end = cell(if is_second { window + 4 } else { window });
        let graph = &mut found.proof.graph;
        let mut of_five = [greater(graph, &shared[0], &end[0]), lesser(graph, &shared[1], &end[1])];
        let (mut not_black, mut not_white) = (Lit::FALSE, Lit::FALSE);
        if exact {
            of_five = found.named(of_five)?;
            let beside = [window.checked_sub(1), Some(window + 5)].into_iter().flatten();
            let mut beside = beside.filter(|&at| at < line.len()).map(cell);
            let mut bounds = beside.next();
            if let (Some(one), Some(other)) = (&bounds, beside.next()) {
                bounds = Some(found.extremes(one, &other)?);
            }
            let graph = &mut found.proof.graph;
            if let Some([greatest, least]) = bounds {
                (not_black, not_white) = (graph.less(&least, &of_five[0]), graph.less(&of_five[1], &greatest));
            }
        }
        let graph = &mut found.proof.graph;
        let [with_black, with_white] = [lesser(graph, &black, &of_five[0]), greater(graph, &white, &of_five[1])];
        black = graph.choose_each(not_black, &black, &with_black);
        white = graph.choose_each(not_white, &white, &with_white);
        if !is_last && (exact || is_second) {
            [black, white] = found.named([black, white])?;
        }
    }
    let bits = found.bits;
    found.proof.show_equal("the best keys", &bits, &[black, white].concat())
}

fn lesser(graph: &Graph, a: &[Lit], b: &[Lit]) -> Bits {
    graph.choose_each(graph.less(b, a), b, a)
}

fn greater(graph: &Graph, a: &[Lit], b: &[Lit]) -> Bits {
    graph.choose_each(graph.less(a, b), b, a)
}

/// Of empty cells, how many keys are below black's, the same, above white's, and the same as it; a
/// stone's key counts as one more.
pub(super) type Counts = [Bits; 4];

/// The counts before any cell.
pub(super) fn no_cells(graph: &Graph, best: &Best) -> Counts {
    let least = graph.equal(&best.black, &number(1 << (KEY - 1), KEY));
    let greatest = graph.equal(&best.white, &number((1 << (KEY - 1)) - 1, KEY));
    [Lit::FALSE, least, Lit::FALSE, greatest].map(|one| resized(&[one], KEY))
}

/// The counts with one cell more.
pub(super) fn with_cell(graph: &Graph, counts: &Counts, key: &[Lit], best: &Best) -> Counts {
    let more = [
        graph.less(key, &best.black),
        graph.equal(key, &best.black),
        graph.less(&best.white, key),
        graph.equal(key, &best.white),
    ];
    [0, 1, 2, 3].map(|of| graph.add(&counts[of], &resized(&[more[of]], KEY)))
}

/// The condition on each count: no more cells than were looked at, and a stone.
pub(super) fn is_possible(graph: &Graph, count: &[Lit], cells: &[Lit], left: &[Lit]) -> Lit {
    let [cells, left] = [cells, left].map(|bits| resized(bits, KEY));
    !graph.below(&graph.add(&graph.sub(&cells, &left), &number(1, KEY)), count)
}

/// A game's result, from the counts of all empty cells.
pub(super) fn result(graph: &Graph, counts: &Counts, cells: &[Lit], white_begins: Lit) -> Bits {
    let full = resized(cells, PLIES);
    let one = number(1, PLIES);
    let side = |before: &[Lit], same: &[Lit], begins: Lit| {
        let [before, same] = [before, same].map(|count| resized(count, PLIES));
        let ply = |graph: &Graph, stone: &[Lit]| graph.sub(&graph.add(stone, stone), &resized(&[begins], PLIES));
        (ply(graph, &graph.add(&before, &one)), ply(graph, &graph.add(&before, &same)), graph.less(&one, &same))
    };
    let (early_black, black, tied_black) = side(&counts[0], &counts[1], !white_begins);
    let (early_white, white, tied_white) = side(&counts[2], &counts[3], white_begins);
    let [until_white, until_black] = [lesser(graph, &white, &full), lesser(graph, &black, &full)];
    let [late_black, late_white] = [graph.less(&until_white, &early_black), graph.less(&until_black, &early_white)];
    let both = graph.and(tied_black, tied_white);
    let [by_black, by_white] = [graph.and(tied_black, !late_black), graph.and(tied_white, !late_white)];
    let open = graph.any(&[both, by_black, by_white]);
    let [black_late, white_late] = [graph.less(&full, &black), graph.less(&full, &white)];
    let [black_first, white_first] = [graph.less(&black, &white), graph.less(&white, &black)];
    let black_won = graph.and(black_first, !black_late);
    let white_won = graph.and(white_first, !white_late);
    let mut result = lesser(graph, &lesser(graph, &black, &white), &full)[..KEY].to_vec();
    for (bit, flag) in result[PLY..].iter_mut().zip([black_won, white_won, open]) {
        *bit = graph.or(*bit, flag);
    }
    result
}
