//! NoGo's random games in bit slices: that a step, made of the parts in `bitslices_step.rs`, keeps
//! to the rules.
//!
//! Between two steps a game is a legal position, the point last drawn with what became of it, and
//! candidates of both colours. Conditions on these at a step's head hold again at the next: every
//! closed set holds all stones; where a point is empty and no candidate of a colour, some set that
//! is closed after its move shows the move to be illegal; and what no closed set with a pending
//! stone holds is not reached yet. These speak of all sets, or of some set: what is shown of any
//! set, or of one that is made from another, is shown of all.
//!
//! So a stone that stays is a legal move by the rules, one that is taken away is an illegal one,
//! and a game whose side to move has no candidate has no legal move.

use super::bitslices_pass::{Field, Turn};
use super::bitslices_step::{Fate, candidates_left, colours_with, exactly_one, point, stones_with, under_trial};
use super::four_boards::point_name;
use crate::bits::Bits;
use crate::graph::{Graph, Lit};
use crate::proof::Proof;
use crate::refused::Result;
use crate::rules::nogo::{CELLS, Position};
use crate::theorem::Case;

pub(super) fn cases() -> Vec<Case> {
    let passes = ["after one pass", "after two passes", "after three passes"].into_iter().enumerate();
    let mut cases: Vec<Case> =
        passes.map(|(index, name)| Case::new(name, move |proof: &mut Proof| reached(proof, index))).collect();
    cases.push(Case::new("the stone", placed));
    cases.push(Case::new("a step by the rules", by_the_rules));
    cases.extend((0..9).map(|row| {
        let name = format!("not a candidate: {} to {}", point_name(9 * row), point_name(9 * row + 8));
        Case::new(name, move |proof: &mut Proof| (9 * row..9 * row + 9).try_for_each(|cell| no_candidate(proof, cell)))
    }));
    cases
}

/// Whether a set is closed.
fn is_closed(graph: &Graph, position: &Position<Lit>, set: &[Lit]) -> Lit {
    let (grown, least) = (position.grown(graph, set), position.touching(graph, &position.empty));
    graph.and(graph.within(&grown, set), graph.within(&least, set))
}

/// The position of stones, and cells off the board, of which some are white.
fn position(graph: &Graph, occupied: &[Lit], white: &[Lit], inside: &[Lit]) -> Position<Lit> {
    let stones = graph.and_each(occupied, inside);
    let stones = [graph.without(&stones, white), graph.and_each(&stones, white)];
    Position { stones, empty: graph.not_each(occupied) }
}

fn stones(graph: &Graph, position: &Position<Lit>) -> Bits {
    graph.or_each(&position.stones[0], &position.stones[1])
}

/// The stones of a position that are not in a set.
fn stones_not_in(graph: &Graph, position: &Position<Lit>, set: &[Lit]) -> Bits {
    graph.without(&stones(graph, position), set)
}

/// Any cells that are taken: those off the board are.
fn any_occupied(graph: &Graph, inside: &[Lit]) -> Bits {
    let (some, outside) = (graph.inputs(CELLS), graph.not_each(inside));
    graph.or_each(&some, &outside)
}

/// The stones that the passes leave unreached, from those that each of their turns leaves: all
/// stones that some closed set has not, and, where the last pass has changed nothing, no stones but
/// those of a closed set's complement.
fn reached(proof: &mut Proof, passes: usize) -> Result<()> {
    let graph = &proof.graph;
    let inside = graph.inputs(CELLS);
    let field = Field { occupied: any_occupied(graph, &inside), white: graph.inputs(CELLS), inside };
    let trial = position(graph, &field.occupied, &field.white, &field.inside);
    let (closed, first) = (graph.inputs(CELLS), graph.inputs(CELLS));
    let lacking = stones_not_in(graph, &trial, &closed);
    let mut sets = vec![first];
    for index in 0..=passes {
        let (before, after) = (sets[index].clone(), proof.graph.inputs(CELLS));
        for turn in Turn::of_pass(index) {
            for (_, left) in turn.leaves(&proof.graph, &field, &before, &after, &lacking) {
                proof.assume(left);
            }
        }
        sets.push(after);
    }
    let (before, after) = (&sets[0], &sets[passes + 1]);
    let known = proof.graph.and(is_closed(&proof.graph, &trial, &closed), proof.graph.within(&lacking, before));
    let conditions = proof.graph.implies_each(&lacking, after);
    proof.show_all_where(known, "what a closed set has not is not reached", &conditions)?;
    proof.show_all("empty points are reached", &proof.graph.implies_each(after, &field.occupied))?;
    if passes == 2 {
        let same = proof.graph.equal(&sets[2], after);
        let closed = is_closed(&proof.graph, &trial, &stones_not_in(&proof.graph, &trial, after));
        proof.show_where(same, "what is reached is closed where the last pass has changed nothing", closed)?;
    }
    Ok(())
}

/// A step of a game, whatever is drawn and reached.
struct Game {
    /// The position before, with the stone under trial, and after.
    before: Position<Lit>,
    trial: Position<Lit>,
    after: Position<Lit>,
    /// Candidates of both colours before and after.
    left: [Bits; 2],
    left_after: [Bits; 2],
    side: Lit,
    side_after: Lit,
    pending: Lit,
    tried: Lit,
    /// The point under trial.
    rows: Bits,
    columns: Bits,
    new: Bits,
    /// Stones in memory, and their colours.
    occupied: Bits,
    white: Bits,
    unreached: Bits,
    unreached_before: Bits,
    fate: Fate,
    /// The settled points after the trial: with the stone, if it is legal.
    settled_after: Bits,
}

impl Game {
    /// Any game of which there holds what may be at a step's head, and what a step draws, places
    /// and reaches.
    fn any(proof: &mut Proof) -> Game {
        let graph = &proof.graph;
        let inside = graph.inputs(CELLS);
        let settled = any_occupied(graph, &inside);
        let white = graph.inputs(CELLS);
        let before = position(graph, &settled, &white, &inside);
        let left = [(); 2].map(|()| graph.any_within(&before.empty));
        let [side, pending, refused] = [(); 3].map(|()| graph.input());
        let (rows, columns) = (graph.inputs(9), graph.inputs(9));
        let last = point(graph, &rows, &columns);
        let (mut known, of_side) = (Bits::new(), graph.choose_each(side, &left[1], &left[0]));
        known.extend(at_head(graph, [pending, refused, side], (&rows, &columns), &settled, &white, &of_side));

        // The draw, as it is found to be.
        let fresh = graph.input();
        let (drawn_rows, drawn_columns) = (graph.inputs(9), graph.inputs(9));
        let drawn = point(graph, &drawn_rows, &drawn_columns);
        let one = [exactly_one(graph, &drawn_rows), exactly_one(graph, &drawn_columns), !pending];
        let candidate: Bits = drawn.iter().zip(&of_side).map(|(&drawn, &left)| graph.implies(drawn, left)).collect();
        known.push(graph.implies(fresh, graph.all(&[&one[..], &candidate].concat())));
        let [rows, columns] = [(&drawn_rows, &rows), (&drawn_columns, &columns)]
            .map(|(drawn, last)| under_trial(graph, [fresh, pending], drawn, last));
        let new = point(graph, &rows, &columns);
        let tried = graph.or(fresh, pending);

        // The stone.
        let on_board = graph.or_each(&settled, &graph.gated(graph.or(pending, refused), &last));
        let occupied = stones_with(graph, &on_board, refused, &last, &new);
        let white = colours_with(graph, &white, &new, side);
        let trial = position(graph, &occupied, &white, &inside);

        // The stones that are reached, and the fate of the stone.
        let (unreached_before, unreached) = (graph.inputs(CELLS), graph.inputs(CELLS));
        let (missing, goes_on) = (graph.any(&graph.and_each(&unreached, &inside)), graph.input());
        let fate = Fate::of(graph, tried, missing, goes_on);
        let settled_after = graph.or_each(&settled, &graph.gated(fate.legal, &new));
        let after = position(graph, &settled_after, &white, &inside);
        let dropped = fate.dropped(graph, side);
        let left_after = [0, 1].map(|colour| candidates_left(graph, &left[colour], dropped[colour], &new));
        let side_after = fate.side_after(graph, side);
        known.into_iter().for_each(|condition| proof.assume(condition));
        Game {
            before,
            trial,
            after,
            left,
            left_after,
            side,
            side_after,
            pending,
            tried,
            rows,
            columns,
            new,
            occupied,
            white,
            unreached,
            unreached_before,
            fate,
            settled_after,
        }
    }

    /// The stones that are reached, with the one under trial.
    fn reached(&self, graph: &Graph) -> Bits {
        stones_not_in(graph, &self.trial, &self.unreached)
    }

    /// Whether a set permits the stone under trial.
    fn permits(&self, graph: &Graph, set: &[Lit]) -> Lit {
        let each: Bits =
            (0..CELLS).map(|cell| graph.implies(self.new[cell], self.trial.permits(graph, set, cell))).collect();
        graph.all(&each)
    }
}

/// The conditions at a step's head on the point last drawn, beside what is written where it is
/// made.
fn at_head(
    graph: &Graph,
    [pending, refused, side]: [Lit; 3],
    (rows, columns): (&[Lit], &[Lit]),
    settled: &[Lit],
    white: &[Lit],
    candidates: &[Lit],
) -> Bits {
    let last = point(graph, rows, columns);
    let (none, one) = (graph.is_zero(rows), [exactly_one(graph, rows), exactly_one(graph, columns)]);
    let (one, on_trial) = (graph.all(&one), graph.or(pending, refused));
    let mut known = vec![graph.or(none, one), !graph.and(pending, refused), graph.implies(on_trial, !none)];
    for cell in 0..CELLS {
        let here = graph.and(on_trial, last[cell]);
        known.push(graph.implies(here, graph.and(!settled[cell], graph.iff(white[cell], side))));
        known.push(graph.implies(graph.and(pending, last[cell]), candidates[cell]));
    }
    known
}

/// The stone under trial is on one point, which is empty and a candidate, and nothing else is
/// changed.
fn placed(proof: &mut Proof) -> Result<()> {
    let game = Game::any(proof);
    let one = [exactly_one(&proof.graph, &game.rows), exactly_one(&proof.graph, &game.columns)];
    proof.show_all_where(game.tried, "there is one point under trial", &one)?;
    let (mut candidate, mut same) = (Bits::new(), Bits::new());
    for cell in 0..CELLS {
        let graph = &proof.graph;
        let here = graph.and(game.tried, game.new[cell]);
        let left = graph.choose(game.side, game.left[1][cell], game.left[0][cell]);
        candidate.push(graph.implies(here, graph.and(game.before.empty[cell], left)));
        for colour in [0, 1] {
            let placed = game.before.placed(graph, colour, cell);
            let here = graph.and(here, graph.xor(game.side, Lit::constant(colour == 0)));
            for (placed, trial) in placed.stones.iter().zip(&game.trial.stones) {
                same.push(graph.implies(here, graph.equal(placed, trial)));
            }
            same.push(graph.implies(here, graph.equal(&placed.empty, &game.trial.empty)));
        }
    }
    proof.show_all("the point is empty, and a candidate", &candidate)?;
    proof.show_all("the stone is placed there, and no other is changed", &same)
}

/// A stone that stays is a legal move, and one that is taken away an illegal one; and what holds at
/// a step's head holds at the next.
fn by_the_rules(proof: &mut Proof) -> Result<()> {
    let game = Game::any(proof);
    let closed = proof.graph.inputs(CELLS);
    let reached = game.reached(&proof.graph);
    let all_of = |proof: &mut Proof, position: &Position<Lit>, set: &[Lit]| {
        let is_closed = is_closed(&proof.graph, position, set);
        proof.graph.implies(is_closed, proof.graph.within(&stones(&proof.graph, position), set))
    };
    // In the position before, every closed set holds all stones: this one, and what is reached but
    // for the new stone.
    let of_before = all_of(proof, &game.before, &closed);
    proof.assume(of_before);
    let reached_before = stones_not_in(&proof.graph, &game.before, &game.unreached);
    let of_before = all_of(proof, &game.before, &reached_before);
    proof.assume(of_before);
    // Stones outside a closed set with the new stone are not reached, nor were they before where
    // that counts.
    let lacking = stones_not_in(&proof.graph, &game.trial, &closed);
    let is_closed_set = is_closed(&proof.graph, &game.trial, &closed);
    let not_before = proof.graph.within(&lacking, &game.unreached_before);
    let not_now = proof.graph.within(&lacking, &game.unreached);
    proof.assume(proof.graph.implies(proof.graph.and(game.pending, is_closed_set), not_before));
    let known = proof.graph.and(is_closed_set, proof.graph.implies(game.pending, not_before));
    proof.assume(proof.graph.implies(known, not_now));
    proof.graph.implies_each(&game.unreached, &game.occupied).into_iter().for_each(|condition| proof.assume(condition));
    let is_closed_now = is_closed(&proof.graph, &game.trial, &reached);
    proof.assume(proof.graph.implies(game.fate.refused, is_closed_now));

    // The move.
    let permits = game.permits(&proof.graph, &closed);
    let legal = proof.graph.and(game.fate.legal, is_closed_set);
    proof.show_all_where(legal, "a stone that stays leaves each group a liberty", &[permits])?;
    proof.show_all_where(
        game.fate.refused,
        "a stone that is taken away leaves a group without",
        &[is_closed_now, !game.permits(&proof.graph, &reached)],
    )?;

    // The next step's head.
    let all = all_of(proof, &game.after, &closed);
    proof.show("every closed set holds all stones", all)?;
    let waits = proof.graph.and(game.fate.pending, is_closed_set);
    proof.show_all_where(waits, "what a closed set has not, with a pending stone, is not reached", &[not_now])?;
    let Fate { pending, refused, .. } = game.fate;
    let of_side = proof.graph.choose_each(game.side_after, &game.left_after[1], &game.left_after[0]);
    let fate = [pending, refused, game.side_after];
    let (new, settled) = ((&game.rows[..], &game.columns[..]), &game.settled_after);
    let conditions = at_head(&proof.graph, fate, new, settled, &game.white, &of_side);
    proof.show_all("what is known of the point last drawn", &conditions)?;
    for left in &game.left_after {
        proof.show_all("candidates are empty points", &proof.graph.implies_each(left, &game.after.empty))?;
    }
    let graph = &proof.graph;
    let expected = graph.or_each(&game.settled_after, &graph.gated(graph.or(pending, refused), &game.new));
    proof.show("the stones, with the one on trial", proof.graph.equal(&game.occupied, &expected))?;
    let Fate { legal, pending, refused } = game.fate;
    for (fate, what) in [(legal, "a legal stone"), (pending, "a pending one"), (refused, "one that is refused")] {
        proof.can_be(fate, what)?;
    }
    Ok(())
}

/// An empty point that is not a candidate of a colour is not a legal move of it: if a set shows
/// that before a step, one does after it.
fn no_candidate(proof: &mut Proof, cell: usize) -> Result<()> {
    let game = Game::any(proof);
    let reached = game.reached(&proof.graph);
    // As `by_the_rules` shows.
    let is_closed_now = is_closed(&proof.graph, &game.trial, &reached);
    let permits = game.permits(&proof.graph, &reached);
    proof.assume(proof.graph.implies(game.fate.refused, proof.graph.and(is_closed_now, !permits)));
    for colour in [0, 1] {
        let witness = proof.graph.inputs(CELLS);
        let (before, after) =
            (game.before.placed(&proof.graph, colour, cell), game.after.placed(&proof.graph, colour, cell));
        let is_closed_before = is_closed(&proof.graph, &before, &witness);
        let is_illegal = proof.graph.and(is_closed_before, !before.permits(&proof.graph, &witness, cell));
        let known = proof.graph.implies(proof.graph.and(game.before.empty[cell], !game.left[colour][cell]), is_illegal);

        let moves = proof.graph.xor(game.side, Lit::constant(colour == 0));
        let refused = proof.graph.all(&[game.fate.refused, game.new[cell], moves]);
        let with_stone = proof.graph.or_each(&witness, &proof.graph.gated(game.fate.legal, &game.new));
        let witness = proof.graph.choose_each(refused, &reached, &with_stone);
        let is_closed_after = is_closed(&proof.graph, &after, &witness);
        let permits = after.permits(&proof.graph, &witness, cell);
        let known = proof.graph.and(known, proof.graph.and(game.after.empty[cell], !game.left_after[colour][cell]));
        proof.show_all_where(known, "a point that is not a candidate is illegal", &[is_closed_after, !permits])?;
    }
    Ok(())
}
