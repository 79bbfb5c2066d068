//! The search of Othello's last plies: what holds throughout, and where its parts are. Body:
//! asm/othello/last_plies.inc.

use super::moves::{board, is_inner, legal};
use crate::bits::{Bits, number, resized};
use crate::graph::{Graph, Lit};
use crate::place::{Place, Reached};
use crate::proof::Proof;
use crate::refused::Result;
use crate::state::{SAVED, State};
use crate::word::{ObjectId, Word};

/// Bytes of one of the six frames.
pub(super) const FRAME: i64 = 320;
/// Where the table of lines holds square a1 of the frame, for each side of a board.
const LINES: [(usize, i64); 3] = [(8, 0), (6, (64 - 9) * 64), (4, (64 + 46 - 18) * 64)];
/// Pushed bytes.
const PUSHES: i64 = 8 * SAVED.len() as i64;

/// The state that does not change during a search.
pub(super) struct Search {
    pub(super) board: u64,
    pub(super) entry: State,
    pub(super) room: ObjectId,
    table: ObjectId,
    lines: Word,
    /// The content of vector registers throughout.
    constants: Vec<(usize, Bits)>,
    /// Where the five-square level keeps its children and its keys: lower levels leave these alone.
    pub(super) frame: Bits,
    pub(super) keys: Bits,
}

/// A search on that board, with or without its room, and whatever the table knows.
pub(super) fn search(proof: &mut Proof, side: usize, discs: [Bits; 2], has_room: bool) -> Result<Search> {
    let board = board(side);
    let room = proof.array("room", usize::from(has_room));
    let table = proof.unknown_array("table", &number(1, 64));
    let [alpha, scoring] = [(); 2].map(|()| proof.graph.inputs(32));
    let [own, opponent] = discs.map(Word::number);
    let [alpha, scoring] = [proof.narrow(&alpha), proof.narrow(&scoring)];
    let entry = proof.entry(&[own, opponent, alpha, scoring, Word::at(room, 0), Word::at(table, 0)]);
    let lines = proof.table("othello_lines")?;
    let (_, offset) = LINES.into_iter().find(|&(of, _)| of == side).expect("a board's side");
    let lines = lines.with_offset(proof.graph.add(lines.offset(), &number(offset.cast_unsigned(), 64)));
    let (frame, keys) = (proof.graph.inputs(64), proof.graph.inputs(128));
    let constants = proof.constants(&[])?;
    Ok(Search { board, entry, room, table, lines, constants, frame, keys })
}

/// A search from any position, at a place within.
pub(super) fn begin(proof: &mut Proof, side: usize, has_room: bool) -> Result<Search> {
    proof.nearby = true;
    let discs = [(); 2].map(|()| proof.graph.inputs(64));
    search(proof, side, discs, has_room)
}

impl Search {
    /// The facts that hold everywhere after the first instructions.
    pub(super) fn place(&self, proof: &Proof, name: &str) -> Result<Place> {
        let mut place = proof.place(name, &self.entry)?;
        place.holds("lines", self.lines.clone())?;
        below(&mut place, 56, Word::at(self.room, 0));
        if is_inner(proof) {
            below(&mut place, 64, Word::constant(self.board));
        }
        below(&mut place, 120, Word::at(self.table, 0));
        place.vectors.extend(self.constants.iter().cloned());
        Ok(place)
    }

    /// Any discs of both sides, four times in each of two registers.
    pub(super) fn discs(&self, proof: &mut Proof, place: &mut Place, registers: [&str; 2]) -> Result<[Bits; 2]> {
        let [own, opponent] = registers.map(|_| place.any(&proof.graph, 64));
        place.holds_vector(registers[0], own.repeat(4))?;
        place.holds_vector(registers[1], opponent.repeat(4))?;
        known(place, "discs do not overlap", proof.graph.apart(&own, &opponent));
        Ok([own, opponent])
    }

    /// A position with `count` empty squares: the discs of both sides, and the moves.
    pub(super) fn position(&self, proof: &mut Proof, place: &mut Place, count: usize) -> Result<[Bits; 3]> {
        let [own, opponent] = self.discs(proof, place, ["owns", "opponents"])?;
        place.holds("own", Word::number(own.clone()))?;
        place.holds("opponent", Word::number(opponent.clone()))?;
        let graph = &proof.graph;
        let moves = place.holds_any(graph, "moves", 64)?;
        let empty = self.others(graph, &[&own, &opponent]);
        known(place, "discs lie on the board", self.on_board(graph, &own, &opponent));
        known(place, "the number of empty squares", exactly(graph, &empty, count));
        known(place, "moves are on empty squares", graph.within(&moves, &empty));
        Ok([own, opponent, moves])
    }

    /// The facts that hold at the head of a loop that looks for stable discs, in a position with
    /// these discs: one side's discs, the squares that are held by full lines and by the edge, and
    /// the stable discs found so far, which are returned.
    pub(super) fn growing(&self, proof: &mut Proof, place: &mut Place, discs: [&[Lit]; 2]) -> Result<Bits> {
        let [side, stable] = [(); 2].map(|()| place.any(&proof.graph, 64));
        let held = place.any(&proof.graph, 4 * 64);
        place.holds_vector("sides", side.repeat(4))?;
        place.holds_vector("stable", stable.repeat(4))?;
        place.holds_vector("held", held.clone())?;
        let graph = &proof.graph;
        let ruled = held_squares(graph, self.board, &self.others(graph, &discs));
        let (mut beside, mut next, mut as_ruled) = (Bits::new(), side.clone(), Bits::new());
        for (axis, (step, _)) in AXES.into_iter().enumerate() {
            let held = &held[64 * axis..][..64];
            let [up, down] =
                [graph.shift_left(&stable, &number(step, 6), Lit::FALSE), stable[step as usize..].to_vec()];
            let on_axis = graph.or_each(&graph.or_each(&up, &resized(&down, 64)), held);
            next = graph.and_each(&next, &on_axis);
            beside.extend(on_axis);
            let board = number(self.board, 64);
            let [found, ruled] = [held, &ruled[axis]].map(|squares| graph.and_each(squares, &board));
            as_ruled.push(graph.equal(&found, &ruled));
        }
        place.holds_vector("up", beside)?;
        let sides = discs.map(|discs| proof.graph.equal(&side, discs));
        known(place, "the discs of one side", proof.graph.any(&sides));
        known(place, "what full lines and the edge hold", proof.graph.all(&as_ruled));
        known(place, "what is stable stays so", proof.graph.within(&stable, &next));
        Ok(stable)
    }

    /// The legal moves of a position.
    pub(super) fn legal_moves(&self, graph: &Graph, own: &[Lit], opponent: &[Lit]) -> Bits {
        legal(graph, own, opponent, &number(self.board, 64))
    }

    /// Runs from a place until it returns or reaches one of others.
    pub(super) fn leave(&self, proof: &mut Proof, from: &Place, to: &[&Place]) -> Result<Reached> {
        let places: Vec<Place> = to.iter().map(|&place| place.clone()).collect();
        proof.leave(from, &self.entry, &places)
    }

    /// Whether discs lie on the board.
    pub(super) fn on_board(&self, graph: &Graph, own: &[Lit], opponent: &[Lit]) -> Lit {
        graph.within(&graph.or_each(own, opponent), &number(self.board, 64))
    }

    /// The squares of the board that are in none of some sets.
    pub(super) fn others(&self, graph: &Graph, sets: &[&[Lit]]) -> Bits {
        let mut others = number(self.board, 64);
        for set in sets {
            others = others.iter().zip(*set).map(|(&other, &in_set)| graph.and(other, !in_set)).collect();
        }
        others
    }
}

/// The axes in the kernels' order: what one step adds to a square's number, and the rows and
/// columns that it goes.
const AXES: [(u64, (i32, i32)); 4] = [(1, (0, 1)), (8, (1, 0)), (9, (1, 1)), (7, (1, -1))];

/// For each axis, the squares of a board that are at its edge, or on a line without an empty
/// square.
fn held_squares(graph: &Graph, board: u64, empty: &[Lit]) -> [Bits; 4] {
    AXES.map(|(_, (rows, columns))| {
        let on_board = |row: i32, column: i32| {
            let in_frame = (0..8).contains(&row) && (0..8).contains(&column);
            (in_frame && board >> (8 * row + column) & 1 == 1).then_some(8 * row + column)
        };
        let held = |square: i32| {
            let along = |sign: i32| {
                (1..8).map_while(move |steps| {
                    on_board(square / 8 + sign * steps * rows, square % 8 + sign * steps * columns)
                })
            };
            if [1, -1].into_iter().any(|sign| along(sign).next().is_none()) {
                return Lit::TRUE;
            }
            let line: Bits = along(1).chain([square]).chain(along(-1)).map(|square| empty[square as usize]).collect();
            !graph.any(&line)
        };
        (0..64).map(held).collect()
    })
}

/// A quadword at an offset below rsp.
pub(super) fn below(place: &mut Place, bytes: i64, word: Word) {
    place.stack.push((PUSHES + bytes, word));
}

/// The same, with free contents.
pub(super) fn any_below(proof: &mut Proof, place: &mut Place, bytes: i64) -> Bits {
    let bits = place.any(&proof.graph, 64);
    below(place, bytes, Word::number(bits.clone()));
    bits
}

/// Adds what is known about a state.
pub(super) fn known(place: &mut Place, what: &'static str, condition: Lit) {
    place.conditions.push((what, condition));
}

/// The set of the one square with this six-bit number.
pub(super) fn one(graph: &Graph, square: &[Lit]) -> Bits {
    graph.shift_left(&number(1, 64), &square[..6], Lit::FALSE)
}

/// More squares than any count here distinguishes.
const MOST: usize = 12;

/// For each number below that, whether a set has at least that many squares: n in one half and the
/// rest in the other.
pub(super) fn at_least(graph: &Graph, set: &[Lit]) -> Bits {
    if let &[square] = set {
        return vec![Lit::TRUE, square];
    }
    let (a, b) = set.split_at(set.len() / 2);
    let (a, b) = (at_least(graph, a), at_least(graph, b));
    (0..(a.len() + b.len() - 1).min(MOST))
        .map(|count| {
            let ways = (0..=count).filter(|&of_a| of_a < a.len() && count - of_a < b.len());
            let ways: Bits = ways.map(|of_a| graph.and(a[of_a], b[count - of_a])).collect();
            graph.any(&ways)
        })
        .collect()
}

/// Whether a set has exactly `count` squares.
pub(super) fn exactly(graph: &Graph, set: &[Lit], count: usize) -> Lit {
    let at_least = at_least(graph, set);
    graph.and(at_least[count], !at_least[count + 1])
}

/// Whether a set has at most `count` squares.
pub(super) fn at_most(graph: &Graph, set: &[Lit], count: usize) -> Lit {
    !at_least(graph, set)[count + 1]
}

/// A square's number in a register: the given one, or any.
pub(super) fn square(proof: &mut Proof, place: &mut Place, register: &str, square: Option<usize>) -> Result<Bits> {
    let Some(square) = square else { return place.holds_any(&proof.graph, register, 6) };
    place.holds(register, Word::constant(square as u64))?;
    Ok(number(square as u64, 6))
}

/// Shows that a turn of the loop that looks for stable discs has found more of them.
pub(super) fn show_more_stable(proof: &mut Proof, place: &Place, state: &State, before: &[Lit]) -> Result<()> {
    let more = strictly_within(&proof.graph, before, &place.vector_in(state, "stable")?[..64]);
    proof.show_where(state.path, "more discs are stable", more)
}

/// Whether a set has some of another's squares, but not all.
pub(super) fn strictly_within(graph: &Graph, inner: &[Lit], outer: &[Lit]) -> Lit {
    graph.and(graph.within(inner, outer), !graph.equal(inner, outer))
}
