//! The search of Othello's last plies, from five empty squares up.

use super::last_levels_places::*;
use super::moves::{board, square_name, squares};
use super::search::{Search, begin, exactly, search, show_more_stable, strictly_within};
use crate::graph::Lit;
use crate::place::{Place, Reached};
use crate::proof::Proof;
use crate::refused::{Result, refuse};
use crate::rules::othello as rules;
use crate::state::State;
use crate::theorem::Case;
use crate::word::Word;

/// A function that shows one part of a level.
type Prove = fn(&mut Proof, &Search, Level) -> Result<()>;

/// The cases of a board with `side` squares on a side.
pub(super) fn cases(side: usize) -> Vec<Case> {
    let mut cases = Vec::new();
    for root in 5..=10 {
        cases.push(Case::new(format!("{side}x{side}: {root} squares, entry"), move |p: &mut Proof| {
            entry(p, side, root)
        }));
        for above in 0..=root - 5 {
            let level = Level { above, empty: root - above };
            let of = |name: &str| format!("{side}x{side}: {} of {root} squares, {name}", level.empty);
            let parts: [(&str, Prove); 6] = [
                ("the level", begun),
                ("stable discs", stable),
                ("the least key", least),
                ("the best child", best),
                ("a child's value", child_known),
                ("its value", over),
            ];
            let begin = move |p: &mut Proof| begin(p, side, true);
            cases.extend(parts.map(|(name, prove)| {
                Case::new(of(name), move |p: &mut Proof| begin(p).and_then(|search| prove(p, &search, level)))
            }));
            cases.extend((0..level.together()).map(|before| {
                let child = move |p: &mut Proof| begin(p).and_then(|search| child(p, &search, level, before));
                Case::new(of(&format!("child {}", before + 1)), child)
            }));
        }
    }
    cases.extend(squares(board(side)).map(|square| {
        let name = format!("{side}x{side}: {}, a child", square_name(square));
        Case::new(name, move |p: &mut Proof| move_of_level(p, side, square))
    }));
    cases
}

/// From the entry to the first level.
fn entry(proof: &mut Proof, side: usize, empty: usize) -> Result<()> {
    let discs = [(); 2].map(|()| proof.graph.inputs(64));
    let search = search(proof, side, discs.clone(), true)?;
    let graph = &proof.graph;
    let [own, opponent] = &discs;
    let free = search.others(graph, &[own, opponent]);
    let conditions = [graph.apart(own, opponent), search.on_board(graph, own, opponent), exactly(graph, &free, empty)];
    conditions.into_iter().for_each(|condition| proof.assume(condition));
    let level = Level { above: 0, empty };
    let (first, _) = level.begun(proof, &search)?;
    let reached = proof.enter(&search.entry, std::slice::from_ref(&first))?;
    let legal = search.legal_moves(&proof.graph, own, opponent);
    proof.show_equal("the legal moves", &first.number_in(reached.arrival(&first)?, "moves")?, &legal)
}

/// The ways out of a level's start: a cutoff, its children, the other side's turn, or the end.
fn from_begun(proof: &mut Proof, search: &Search, level: Level, from: &Place, position: &Position) -> Result<Reached> {
    let (again, _) = level.begun(proof, search)?;
    let (stable, ..) = level.stable(proof, search)?;
    let (children, over) = (level.next_child(proof, search, 0)?, level.over(proof, search)?);
    let reached = search.leave(proof, from, &[&again, &stable, &children, &over])?;
    let state = reached.arrival(&again)?;
    let after = proof.stored(state, search.room, level.frame() + PASSED, 4)?;
    let first = proof.graph.and(proof.graph.is_zero(&position.passed), proof.graph.any(&after));
    proof.show_where(state.path, "no side has passed before, and now one has", first)?;
    let legal = search.legal_moves(&proof.graph, &position.opponent, &position.own);
    let same = proof.graph.equal(&again.number_in(state, "moves")?, &legal);
    proof.show_where(state.path, "the other side's legal moves", same)?;
    Ok(reached)
}

fn begun(proof: &mut Proof, search: &Search, level: Level) -> Result<()> {
    let (this, position) = level.begun(proof, search)?;
    from_begun(proof, search, level, &this, &position).map(drop)
}

fn stable(proof: &mut Proof, search: &Search, level: Level) -> Result<()> {
    let (this, position, before) = level.stable(proof, search)?;
    let reached = from_begun(proof, search, level, &this, &position)?;
    show_more_stable(proof, &this, reached.arrival(&this)?, &before)
}

/// The flips of a child's square; the only memory that is read is the table of rays.
fn move_of_level(proof: &mut Proof, side: usize, square: usize) -> Result<()> {
    let discs = [(); 2].map(|()| proof.graph.inputs(64));
    let search = search(proof, side, discs, false)?;
    let stays = ["frame", "empties", "child", "first_key", "odd", "nodes"];
    let values = stays.map(|_| Word::number(proof.graph.inputs(64)));
    let place = |proof: &Proof, name: &str| -> Result<Place> {
        let mut place = search.place(proof, name)?;
        stays.iter().zip(&values).try_for_each(|(register, word)| place.holds(register, word.clone()))?;
        place.holds_vector("keys", search.keys.clone())?;
        Ok(place)
    };
    let (mut this, mut next) = (place(proof, "make_child")?, place(proof, "child_made")?);
    let OfLevel { discs: [own, opponent], .. } = OfLevel::any(proof, &search, &mut this, Some(square))?;
    OfLevel::with_child(proof, &search, &mut next)?;
    // The facts known of the level's moves and squares stay so.
    for register in ["empty", "moves"] {
        next.holds_too(register, this.told(register)?.clone())?;
    }
    let reached = search.leave(proof, &this, &[&next])?;
    let state = reached.arrival(&next)?;
    let (theirs, ours) = rules::child(&proof.graph, &own, &opponent, square);
    for (discs, expected) in [("movers", theirs), ("inner", ours)] {
        proof.show_equal("the position after the move", &next.vector_in(state, discs)?[..64], &expected)?;
    }
    Ok(())
}

/// From where a child is known, the child number `before`, to the next child or, past the choice,
/// to the first that is searched.
fn child(proof: &mut Proof, search: &Search, level: Level, before: usize) -> Result<()> {
    let (this, [own, opponent]) = level.child_made(proof, search, before)?;
    let (best, ..) = level.least(proof, search)?;
    let mut places = vec![best.clone()];
    if before + 1 < level.together() {
        places.push(level.next_child(proof, search, before + 1)?);
    } else {
        // No move is left here.
        proof.decides = true;
    }
    let reached = search.leave(proof, &this, &places.iter().collect::<Vec<_>>())?;
    let left = level.left_of(search, &this);
    for state in reached.places.values() {
        show_left_stays(proof, search, level, state, left.as_deref())?;
    }
    let state = reached.arrival(&best)?;
    let at = level.frame() + BYTES_OF_CHILD * before as i64 + 16;
    let found = proof.stored(state, search.room, at, 8)?;
    proof.show_equal("the child's legal moves", &found, &search.legal_moves(&proof.graph, &own, &opponent))?;
    let after = proof.stored(state, search.room, level.frame() + ALPHA, 4)?;
    let before = level.alpha_of(search, &this);
    proof.show_equal("alpha in the frame", &after, &before)
}

/// From the choice to the best child, to those of more moves, or to the level's value.
fn least(proof: &mut Proof, search: &Search, level: Level) -> Result<()> {
    let (this, keys, left_before) = level.best(proof, search)?;
    let (next, ..) = level.least(proof, search)?;
    let over = level.over(proof, search)?;
    let more = (level.empty > CHILDREN).then(|| level.next_child(proof, search, 0)).transpose()?;
    let places: Vec<&Place> = [&over, &next].into_iter().chain(&more).collect();
    let reached = search.leave(proof, &this, &places)?;
    if let Some(more) = &more {
        let state = reached.arrival(more)?;
        let left = level.left(proof, search, state)?;
        proof.show_where(state.path, "fewer moves are left", strictly_within(&proof.graph, &left, &left_before))?;
    }
    let state = reached.arrival(&next)?;
    show_left_stays(proof, search, level, state, level.left_of(search, &this).as_deref())?;
    show_stays(proof, state, "the keys stay", &next.vector_in(state, "keys")?[..128], &keys)?;
    proof.show("each is reached", Lit::constant(reached.places.len() == places.len() && reached.returned.is_none()))
}

/// Shows that something is what it was where a run comes to a state.
fn show_stays(proof: &mut Proof, state: &State, what: &str, found: &[Lit], before: &[Lit]) -> Result<()> {
    proof.show_where(state.path, what, proof.graph.equal(found, before))
}

/// Shows so of the moves whose children are not made yet, if the frame has them.
fn show_left_stays(
    proof: &mut Proof,
    search: &Search,
    level: Level,
    state: &State,
    before: Option<&[Lit]>,
) -> Result<()> {
    let Some(before) = before else { return Ok(()) };
    let left = level.left(proof, search, state)?;
    show_stays(proof, state, "the moves that are left stay", &left, before)
}

fn best(proof: &mut Proof, search: &Search, level: Level) -> Result<()> {
    let (this, keys, _) = level.least(proof, search)?;
    let next = if level.empty == 5 { level.four(proof, search)? } else { level.next().begun(proof, search)?.0 };
    let reached = search.leave(proof, &this, &[&next])?;
    let state = reached.arrival(&next)?;
    let left = if level.empty == 5 {
        next.vector_in(state, "keys")?[..128].to_vec()
    } else {
        proof.stored(state, search.room, level.frame() + KEYS, 16)?
    };
    show_left_stays(proof, search, level, state, level.left_of(search, &this).as_deref())?;
    // A key that is taken out becomes all ones.
    proof.show_where(state.path, "a key less is left", strictly_within(&proof.graph, &keys, &left))
}

fn child_known(proof: &mut Proof, search: &Search, level: Level) -> Result<()> {
    let this = level.child_known(proof, search)?;
    let ((best, ..), over) = (level.best(proof, search)?, level.over(proof, search)?);
    let reached = search.leave(proof, &this, &[&best, &over])?;
    let state = reached.arrival(&best)?;
    show_left_stays(proof, search, level, state, level.left_of(search, &this).as_deref())?;
    let keys = this.told_vector("keys")?;
    show_stays(proof, state, "the keys stay", &best.vector_in(state, "keys")?[..128], keys)?;
    proof.show("either is reached", Lit::constant(reached.places.len() == 2 && reached.returned.is_none()))
}

/// From where a level's value is known to the level above, or the return.
fn over(proof: &mut Proof, search: &Search, level: Level) -> Result<()> {
    let this = level.over(proof, search)?;
    if level.above == 0 {
        let reached = search.leave(proof, &this, &[])?;
        return proof.show("it returns", Lit::constant(reached.returned.is_some()));
    }
    let above = level.last().child_known(proof, search)?;
    let reached = search.leave(proof, &this, &[&above])?;
    let state = reached.arrival(&above)?;
    let always = state.path;
    let keys = level.last().keys_of(search, &this);
    show_stays(proof, state, "the keys of the level above", &above.vector_in(state, "keys")?[..128], &keys)?;
    show_left_stays(proof, search, level.last(), state, level.last().left_of(search, &this).as_deref())?;
    if reached.returned.is_some() {
        refuse!("it returns before the first level's value is known");
    }
    proof.show("the level above goes on", always)
}
