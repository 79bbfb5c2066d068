//! The Avx512 kernel for the positions after the moves of many boards: what holds at each cut of
//! its code.

use super::batch_child::Kept;
use crate::bits::{Bits, known, number, resized, zeros};
use crate::graph::{Graph, Lit};
use crate::place::Place;
use crate::proof::Proof;
use crate::refused::Result;
use crate::state::{STACK, State};
use crate::word::{ObjectId, Word};
use rustc_hash::FxHashMap;

/// Bytes of the list.
pub(super) const LIST: usize = 128;
/// A board joins only while at most this many moves are listed.
pub(super) const FULL: usize = 64;
/// Where the list begins on the stack, below four saved registers.
pub(super) const BELOW: i64 = STACK - 4 * 8 - LIST as i64;

/// A call at a group of boards, and the output with room for the remaining children.
pub(super) struct Call {
    /// The own discs, the opponent's and the sets, from the group's first board on.
    pub(super) boards: [Word; 3],
    /// How many boards are left, the group's included, and how many of these are in the group so
    /// far.
    pub(super) left: Bits,
    pub(super) group: Bits,
    /// How many children were written before: few enough that their bytes can be counted.
    pub(super) written: Bits,
    pub(super) stack: ObjectId,
    pub(super) kept: Kept,
}

pub(super) fn call(proof: &mut Proof, room: usize) -> Result<Call> {
    let [left, group] = [(); 2].map(|()| proof.graph.inputs(64));
    let boards = ["own", "opponent", "squares"].map(|name| Word::at(proof.array(name, 0), 0));
    call_of(proof, boards, left, group, room)
}

pub(super) fn call_of(proof: &mut Proof, boards: [Word; 3], left: Bits, group: Bits, room: usize) -> Result<Call> {
    let children = ["child_own", "child_opponent"].map(|name| proof.array(name, room));
    let first = [zeros(3), proof.graph.inputs(61)].concat();
    let written = resized(&proof.graph.neg(&first)[3..], 64);
    let first = Word::beside(children[0], first);
    let [own, opponent, sets] = boards.clone();
    let entry = proof.entry(&[own, opponent, sets, Word::number(left.clone()), first, Word::at(children[1], 0)]);
    let stack = entry.stack()?;
    Ok(Call { boards, left, group, written, stack, kept: Kept::new(proof, entry, children)? })
}

impl Call {
    /// The facts that hold at a cut inside a group of boards, after `children` children of this
    /// call's turn.
    fn place(&self, proof: &Proof, name: &str, children: usize) -> Result<Place> {
        let mut place = self.kept.place(proof, name, &self.boards, &self.left, children as i64)?;
        place.holds("group", Word::number(self.group.clone()))?;
        Ok(place)
    }

    /// The group has at least one board and at most all that are left.
    fn some_boards(&self, graph: &Graph, place: &mut Place) {
        let (none, many) = (graph.is_zero(&self.group), graph.below(&self.left, &self.group));
        place.conditions.extend([("the group has boards", !none), ("no more than are left", !many)]);
    }

    /// At least one board is left outside the group.
    fn another_board(&self, graph: &Graph, place: &mut Place) {
        place.conditions.push(("boards are left", graph.below(&self.group, &self.left)));
    }

    /// The content of a list of `count` moves: squares, then zeros. Before the first move only its
    /// end is known.
    fn list(&self, graph: &Graph, place: &mut Place, moves: &[Lit]) {
        match known(moves) {
            Some(0) => place.memory.push((self.stack, BELOW + FULL as i64, zeros(8 * (LIST - FULL)))),
            Some(moves) => {
                let bytes: Bits = (0..moves).flat_map(|_| listed_byte(place, graph)).collect();
                place.memory.push((self.stack, BELOW, resized(&bytes, 8 * LIST)));
            }
            None => {
                let bytes: Vec<Bits> = (0..LIST).map(|_| listed_byte(place, graph)).collect();
                place.conditions.push(("zeros are behind the list", zeros_behind(graph, &bytes, moves)));
                place.memory.push((self.stack, BELOW, bytes.concat()));
            }
        }
    }

    /// A cut with `count` listed moves, or any number from `least` to `most`.
    fn moves(&self, proof: &mut Proof, name: &str, moves: Option<usize>, least: usize, most: usize) -> Result<Place> {
        let mut place = self.place(proof, name, 0)?;
        let graph = &proof.graph;
        let moves = moves.map_or_else(|| place.any(graph, 8), |moves| number(moves as u64, 8));
        place.holds("moves", Word::number(resized(&moves, 64)))?;
        let (few, many) = (graph.below(&moves, &number(least as u64, 8)), graph.below(&number(most as u64, 8), &moves));
        place.conditions.extend([("moves are listed", !few), ("they have room", !many)]);
        self.list(graph, &mut place, &moves);
        Ok(place)
    }

    /// Before a board.
    pub(super) fn next_board(&self, proof: &mut Proof, moves: Option<usize>) -> Result<Place> {
        let mut place = self.moves(proof, "board", moves, usize::from(moves != Some(0)), FULL)?;
        self.another_board(&proof.graph, &mut place);
        if moves != Some(0) {
            self.some_boards(&proof.graph, &mut place);
        }
        Ok(place)
    }

    /// Before a board's squares join the list: the list, the squares, and their number.
    pub(super) fn squares(&self, proof: &mut Proof, moves: Option<usize>) -> Result<(Place, Vec<Bits>, Bits)> {
        let mut place = self.moves(proof, "squares", moves, usize::from(moves != Some(0)), FULL)?;
        let graph = &proof.graph;
        self.another_board(graph, &mut place);
        let count = place.holds_any(graph, "board", 7)?;
        let (none, many) = (graph.is_zero(&count), graph.below(&number(64, 7), &count));
        place.conditions.extend([("the board has squares", !none), ("no more than there are", !many)]);
        let squares: Vec<Bits> = (0..64).map(|_| resized(&place.any(graph, 6), 8)).collect();
        place.conditions.push(("zeros are behind the squares", zeros_behind(graph, &squares, &count)));
        place.holds_vector("listed", squares.concat())?;
        Ok((place, squares, count))
    }

    /// Where the list is finished.
    pub(super) fn list_done(&self, proof: &mut Proof) -> Result<Place> {
        let mut place = self.moves(proof, "list_done", None, 1, LIST)?;
        self.some_boards(&proof.graph, &mut place);
        Ok(place)
    }

    /// Before four moves, or the last few, at a place in the list: that place and the list.
    /// `before` is the number of the board before, `last` the number of moves left (any number if
    /// `None`).
    pub(super) fn play(
        &self,
        proof: &mut Proof,
        from: usize,
        last: Option<usize>,
        four: bool,
        before: Option<Word>,
        children: usize,
    ) -> Result<Place> {
        let mut place = self.place(proof, if four { "four_moves" } else { "last_moves" }, children)?;
        let graph = &proof.graph;
        self.some_boards(graph, &mut place);
        place.holds("move", Word::at(self.stack, BELOW + from as i64))?;
        if let Some(before) = before {
            place.holds("board", before)?;
        }
        // Minus four.
        let (less, left) = match (four, last) {
            (true, _) => {
                let less = place.any(graph, 7);
                (resized(&less, 64), graph.add(&resized(&less, 9), &number(4, 9)))
            }
            (false, Some(left)) => (number((left as u64).wrapping_sub(4), 64), number(left as u64, 9)),
            (false, None) => {
                let left = place.any(graph, 2);
                ([left.clone(), vec![Lit::TRUE; 62]].concat(), resized(&left, 9))
            }
        };
        place.holds("moves", Word::number(less))?;
        let moves = graph.add(&left, &number(from as u64, 9));
        let many = graph.below(&number(LIST as u64, 9), &moves);
        place.conditions.push(("no more moves than the list has room for", !many));
        match known(&moves) {
            Some(0) => {}
            _ => self.list(graph, &mut place, &moves),
        }
        Ok(place)
    }

    /// Where a group is finished.
    pub(super) fn group_done(&self, proof: &mut Proof, children: usize) -> Result<Place> {
        let mut place = self.place(proof, "group_done", children)?;
        self.some_boards(&proof.graph, &mut place);
        Ok(place)
    }

    /// Shows that at every end of a run the list is unchanged and the number of moves is lower by
    /// `less`.
    pub(super) fn show_kept(
        &self,
        proof: &mut Proof,
        this: &Place,
        ends: &FxHashMap<u64, State>,
        less: u64,
    ) -> Result<()> {
        let (_, _, list) = this.memory.last().expect("the list");
        let left = proof.graph.sub(&this.told_number("moves")?, &number(less, 64));
        for end in ends.values() {
            proof.show_stored("the list", end, (self.stack, BELOW), list)?;
            let found = proof.graph.gated(end.path, &this.number_in(end, "moves")?);
            proof.show_equal("the number of moves", &found, &proof.graph.gated(end.path, &left))?;
        }
        Ok(())
    }

    /// Before a group, with `left` boards left.
    pub(super) fn next_group(&self, proof: &mut Proof, boards: &[Word; 3], left: &[Lit]) -> Result<Place> {
        let mut place = self.kept.place(proof, "group", boards, left, 0)?;
        place.conditions.push(("boards are left", proof.graph.any(left)));
        Ok(place)
    }
}

/// A square, marked or not.
fn listed_byte(place: &mut Place, graph: &Graph) -> Bits {
    [&place.any(graph, 6)[..], &[Lit::FALSE], &place.any(graph, 1)].concat()
}

/// Whether a list is zero from element `count` on.
pub(super) fn zeros_behind(graph: &Graph, list: &[Bits], count: &[Lit]) -> Lit {
    let behind = |(index, element): (usize, &Bits)| {
        graph.implies(!graph.below(&number(index as u64, count.len()), count), graph.is_zero(element))
    };
    let behind: Bits = list.iter().enumerate().map(behind).collect();
    graph.all(&behind)
}
