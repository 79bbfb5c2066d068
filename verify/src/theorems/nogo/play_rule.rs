//! The model of a NoGo move follows the rules and keeps the invariants of src/nogo/state.rs: for
//! every board, shown once for all tiers.
//!
//! A set of stones of one colour is linked if it contains, with each stone, all its neighbours of
//! that colour. A group is a minimal non-empty linked set; so two groups are equal or disjoint. The
//! invariants of a state: each group has a liberty; a stone is safe if its group has two; the safe
//! stones decide the legal moves (`Position::allows`); stones of one group have the same slot.
//! Shown for each point: all this still holds after a move there.

use super::boards::{GROUPS, Sets};
use super::four_boards::{COLOURS, any_position_around, point_name};
use super::is_legal::any_closed_if;
use super::play::{Moved, any_slot, liberties, machine, model_slots, moved, two, two_by_numbers, two_by_one_number};
use super::rule;
use crate::bits::{Bits, number, zeros};
use crate::graph::{Graph, Lit};
use crate::image::Kernel;
use crate::proof::Proof;
use crate::refused::Result;
use crate::rules::nogo::{CELLS, Position, neighbours};
use crate::theorem::{Case, Theorem};
use stonemask::Tier;

pub(super) fn theorems() -> Vec<Theorem> {
    vec![Theorem {
        family: "nogo_play",
        claim: "a move: stones, groups, safe stones and the legal moves of both colours, for every board of at most 61 groups",
        cases: |kernel| {
            let moves = (0..CELLS).flat_map(|cell| [0, 1].map(|colour| (cell, colour)));
            let case = |(cell, colour): (usize, usize)| {
                let name = format!("{} {}", COLOURS[colour], point_name(cell));
                Case::new(name, move |proof: &mut Proof| machine(proof, colour, cell))
            };
            moves.map(case).chain(cases(kernel)).collect()
        },
        quick_one_of: 89,
        ..Theorem::PLAIN
    }]
}

/// Shown together with the lowest tier.
fn cases(kernel: &Kernel) -> Vec<Case> {
    if kernel.tier != Tier::X64 {
        return Vec::new();
    }
    let mut cases: Vec<Case> = (0..CELLS)
        .map(|cell| {
            Case::new(format!("the model by the rules: {}", point_name(cell)), move |proof| by_the_rules(proof, cell))
        })
        .collect();
    cases.extend((0..9).map(|row| {
        let prove = move |proof: &mut Proof| (9 * row..9 * row + 9).try_for_each(|cell| safe_is_alive(proof, cell));
        Case::new(
            format!("safe stones have a liberty elsewhere: {} to {}", point_name(9 * row), point_name(9 * row + 8)),
            prove,
        )
    }));
    cases.extend(rule::cases());
    cases.push(Case::new("the model's slots", slots));
    cases.push(Case::new("one liberty by numbers", one_by_numbers));
    cases
}

/// Any set of stones of one cell's colour; the empty set if that cell has no stone.
fn any_of_colour(graph: &Graph, position: &Position<Lit>, cell: usize) -> Bits {
    let mut set = zeros(CELLS);
    for stones in &position.stones {
        set = graph.or_each(&set, &graph.gated(stones[cell], stones));
    }
    let mut some = graph.any_within(&set);
    some[cell] = set[cell];
    some
}

/// That a set contains, with each stone, the neighbours of its colour.
fn linked(graph: &Graph, position: &Position<Lit>, set: &[Lit]) -> Bits {
    graph.implies_each(&position.grown(graph, set), set)
}

/// That one set lies within another if they share a stone.
fn all_or_nothing(graph: &Graph, group: &[Lit], set: &[Lit]) -> Lit {
    graph.implies(graph.any(&graph.and_each(group, set)), graph.within(group, set))
}

/// For each stone of a group: it is safe if and only if the group has two of these liberties.
fn told_safe(graph: &Graph, group: &[Lit], liberties: &[Lit], safe: &[Lit]) -> Bits {
    let two = two_by_numbers(graph, liberties);
    let mut told = Bits::new();
    for (&stone, &safe) in group.iter().zip(safe) {
        told.push(graph.implies(stone, graph.iff(safe, two)));
    }
    told
}

/// Shows that conditions hold, whichever groups have two liberties.
fn show_whatever(proof: &mut Proof, what: &str, conditions: &[Lit], counts: &[Lit]) -> Result<()> {
    let (conditions, _) = proof.generalised(conditions, counts)?;
    for (place, condition) in conditions.into_iter().enumerate() {
        proof.show(&format!("{what}, place {place}"), condition)?;
    }
    Ok(())
}

/// A move of side 0 on a cell of any board.
fn by_the_rules(proof: &mut Proof, cell: usize) -> Result<()> {
    let position = any_position_around(&proof.graph, cell);
    let safe = position.stones.each_ref().map(|stones| proof.graph.any_within(stones));
    let both = proof.graph.or_each(&safe[0], &safe[1]);
    let allowed = [0, 1]
        .map(|side| -> Bits { (0..CELLS).map(|cell| position.allows(&proof.graph, &both, side, cell)).collect() });

    // Assumed of the groups beside the cell: they are linked, their safety is recorded, and each
    // has a liberty; and the move is legal. It follows for their liberties: a group has two if it
    // has one besides the cell, and it had two before if it has two after the move.
    let (mut all_linked, mut alive) = (Bits::new(), Bits::new());
    // By cell: its stone is safe if its group has two liberties; and a group has two liberties if
    // it has this one.
    let (mut told, mut near) = (vec![Bits::new(); CELLS], vec![Bits::new(); CELLS]);
    let (mut groups, mut counts, mut facts): (Vec<Bits>, Bits, Bits) = Default::default();
    let (mut opponents, mut same): (Vec<(Bits, Lit)>, Bits) = Default::default();
    for next in neighbours(cell) {
        let group = any_of_colour(&proof.graph, &position, next);
        all_linked.extend(linked(&proof.graph, &position, &group));
        let free = liberties(&proof.graph, &group, &position.empty);
        for (told, is_told) in told.iter_mut().zip(told_safe(&proof.graph, &group, &free, &both)) {
            told.push(is_told);
        }
        alive.push(proof.graph.implies(group[next], proof.graph.any(&free)));
        let had_two = two_by_numbers(&proof.graph, &free);
        for other in (0..CELLS).filter(|&other| other != cell) {
            near[other].push(proof.graph.implies(free[other], had_two));
        }
        let theirs = proof.graph.and_each(&group, &position.stones[1]);
        let mut empty = position.empty.clone();
        empty[cell] = Lit::FALSE;
        let has_two = two_by_numbers(&proof.graph, &liberties(&proof.graph, &theirs, &empty));
        facts.push(proof.graph.implies(has_two, had_two));
        // Groups that share a stone are equal, so they have the same liberties.
        for (other, other_has_two) in &opponents {
            let meet = proof.graph.any(&proof.graph.and_each(other, &theirs));
            same.push(!proof.graph.and(meet, proof.graph.xor(has_two, *other_has_two)));
        }
        opponents.push((theirs, has_two));
        counts.extend([had_two, has_two]);
        groups.push(group);
    }
    proof.show_all("a group with a liberty that is not the cell has two", &near.concat())?;
    proof.show_all("a group that has two liberties had two", &facts)?;
    let all_told = proof.graph.all(&told.concat());
    let [all_linked, alive, facts, same] = [all_linked, alive, facts, same].map(|all| proof.graph.all(&all));
    let legal = allowed[0][cell];
    proof.can_be(proof.graph.all(&[all_linked, all_told, alive, same, legal]), "what is known of a legal move")?;

    let before = Sets { stones: position.stones.clone(), empty: position.empty.clone(), safe: safe.clone(), allowed };
    let Moved { sets, merged, .. } = moved(&proof.graph, &before, &groups, cell, two_by_numbers);
    let after = position.placed(&proof.graph, 0, cell);
    let safe_after = proof.graph.or_each(&sets.safe[0], &sets.safe[1]);
    let free = liberties(&proof.graph, &merged, &after.empty);
    counts.push(two_by_numbers(&proof.graph, &free));
    let mut follows = Bits::new();
    for (at, near) in near.iter().enumerate() {
        // The facts known here and at the neighbours suffice.
        let mut known: Bits = neighbours(at).flat_map(|next| told[next].clone()).collect();
        known.extend_from_slice(near);
        known.push(facts);
        let known = proof.graph.all(&known);
        for side in 0..2 {
            let legal = after.allows(&proof.graph, &safe_after, side, at);
            follows.push(proof.graph.implies(known, proof.graph.iff(legal, sets.allowed[side][at])));
        }
    }
    show_whatever(proof, "the legal moves follow from the safe stones", &follows, &counts)?;
    let of_their_colour = [0, 1].map(|side| proof.graph.implies_each(&sets.safe[side], &after.stones[side])).concat();
    proof.show_all("safe stones are stones", &of_their_colour)?;
    let mut safety = told_safe(&proof.graph, &merged, &free, &sets.safe[0]);
    for (theirs, _) in &opponents {
        safety.extend(told_safe(&proof.graph, theirs, &liberties(&proof.graph, theirs, &after.empty), &sets.safe[1]));
    }
    let known = proof.graph.all(&[all_told, facts, same]);
    let safety: Bits = safety.into_iter().map(|told| proof.graph.implies(known, told)).collect();
    let what = "it is told whether the groups with and beside the stone are safe";
    let safety = proof.graph.all(&safety);
    show_whatever(proof, what, &[safety], &counts)?;
    let mut lives = vec![proof.graph.any(&free)];
    let mut links = Bits::new();
    for (next, (theirs, _)) in neighbours(cell).zip(&opponents) {
        links.extend(linked(&proof.graph, &after, theirs));
        let free = liberties(&proof.graph, theirs, &after.empty);
        lives.push(proof.graph.implies(position.stones[1][next], proof.graph.any(&free)));
    }
    proof.show_all_where(all_linked, "the opponent's groups beside the stone stay linked", &links)?;
    let known = proof.graph.all(&[all_told, alive, legal]);
    proof.show_all_where(known, "the groups with and beside the stone have a liberty", &lives)?;

    // The new group is a group: it is linked, and any linked set contains all of it or none of it.
    let mut conditions =
        [proof.graph.implies_each(&merged, &after.stones[0]), linked(&proof.graph, &after, &merged)].concat();
    conditions.push(merged[cell]);
    proof.show_all_where(all_linked, "the stone's group is linked", &conditions)?;
    let stones = proof.graph.or_each(&after.stones[0], &after.stones[1]);
    let set = proof.graph.any_between(&zeros(CELLS), &stones);
    let mut known = linked(&proof.graph, &after, &set);
    let is_linked = proof.graph.all(&known);
    let mut without = set.clone();
    without[cell] = Lit::FALSE;
    let conditions = linked(&proof.graph, &position, &without);
    proof.show_all_where(is_linked, "without the stone a linked set is linked before the move", &conditions)?;
    for group in &groups {
        known.push(all_or_nothing(&proof.graph, group, &without));
    }
    let known = proof.graph.all(&known);
    proof.show_all_where(known, "the stone's group is one", &[all_or_nothing(&proof.graph, &merged, &set)])?;

    // Any other group, of a stone anywhere, is disjoint from these.
    let set = proof.graph.any_between(&zeros(CELLS), &stones);
    let mut known = linked(&proof.graph, &position, &set);
    known.push(!set[cell]);
    for group in &groups {
        known.push(!proof.graph.any(&proof.graph.and_each(group, &set)));
    }
    let known = proof.graph.all(&known);
    let mut conditions = linked(&proof.graph, &after, &set);
    let [before_move, after_move] = [&position.empty, &after.empty].map(|empty| liberties(&proof.graph, &set, empty));
    for at in 0..CELLS {
        conditions.push(proof.graph.implies(set[at], proof.graph.iff(both[at], safe_after[at])));
        conditions.push(proof.graph.iff(before_move[at], after_move[at]));
        conditions.push(!proof.graph.and(set[at], merged[at]));
    }
    proof.show_all_where(known, "other groups stay as they are", &conditions)
}

/// For a group beside an empty point: its stones are in the least closed set without the point if
/// and only if it has two liberties. So legal moves by safe stones are legal moves by stones with a
/// liberty elsewhere.
fn safe_is_alive(proof: &mut Proof, cell: usize) -> Result<()> {
    let position = any_position_around(&proof.graph, cell);
    let stones = proof.graph.or_each(&position.stones[0], &position.stones[1]);
    let mut elsewhere = position.empty.clone();
    elsewhere[cell] = Lit::FALSE;
    let touching = position.touching(&proof.graph, &elsewhere);
    let (alive, is_closed) = any_closed_if(&proof.graph, &position, &touching);
    for next in neighbours(cell) {
        let group = any_of_colour(&proof.graph, &position, next);
        let two = two_by_numbers(&proof.graph, &liberties(&proof.graph, &group, &position.empty));
        let mut known = linked(&proof.graph, &position, &group);
        known.push(stones[next]);
        let is_linked = proof.graph.all(&known);
        let known = proof.graph.all(&[is_linked, all_or_nothing(&proof.graph, &group, &alive), is_closed, two]);
        proof.show_all_where(known, "a group with two liberties has one elsewhere", &[alive[next]])?;
        let others = proof.graph.without(&stones, &group);
        let mut conditions =
            [linked(&proof.graph, &position, &others), proof.graph.implies_each(&touching, &others)].concat();
        conditions.push(!others[next]);
        let known = proof.graph.and(is_linked, !two);
        proof.show_all_where(known, "the stones beside a group with one liberty are closed without it", &conditions)?;
    }
    Ok(())
}

/// The slots after a move, given those of the neighbours' groups and of any other stone.
fn slots(proof: &mut Proof) -> Result<()> {
    let graph = &proof.graph;
    let slots = [(); 2].map(|()| {
        let mut slots = zeros(64);
        slots[1..GROUPS].copy_from_slice(&graph.inputs(GROUPS - 1));
        slots
    });
    let mut known = vec![graph.is_zero(&graph.and_each(&slots[0], &slots[1]))];
    // A stone anywhere, or none: whether it is own; the slot of its group, which its colour uses;
    // and that slot as one bit.
    let mut any_stone = |graph: &Graph| {
        let (stone, own) = (graph.input(), graph.input());
        let (own, theirs) = (graph.and(stone, own), graph.and(stone, !own));
        let slot = any_slot(graph);
        let slot = graph.gated(stone, &slot);
        let alone = graph.shift_left(&number(1, 64), &slot, Lit::FALSE);
        for (is, slots) in [(own, &slots[0]), (theirs, &slots[1])] {
            known.push(graph.implies(is, graph.any(&graph.and_each(&alone, slots))));
        }
        (own, theirs, slot, alone)
    };
    let beside: Vec<_> = (0..4).map(|_| any_stone(graph)).collect();
    let (own, theirs, slot, alone) = any_stone(graph);
    let all_beside: Bits = beside.iter().flat_map(|(.., alone)| alone.clone()).collect();
    let (new, used) = model_slots(graph, &slots, &all_beside);
    let new_alone = graph.shift_left(&number(1, 64), &new, Lit::FALSE);
    // Stones of one group have one slot.
    let mut joins = Lit::FALSE;
    let mut some_own = Lit::FALSE;
    let mut of_own = zeros(64);
    for (own_beside, _, slot_beside, alone) in &beside {
        joins = graph.or(joins, graph.and(graph.and(*own_beside, own), graph.equal(slot_beside, &slot)));
        some_own = graph.or(some_own, *own_beside);
        of_own = graph.or_each(&of_own, &graph.gated(*own_beside, alone));
    }
    // The board has at most 61 groups after the move.
    let all: Bits = graph.or_each(&slots[0], &slots[1])[1..GROUPS].to_vec();
    known.push(graph.implies(graph.all(&all), some_own));
    let known = graph.all(&known);

    let mut conditions = Bits::new();
    // The new slot is one of the 61, and no stone of another group has it.
    conditions.push(graph.any(&new_alone[1..GROUPS]));
    conditions.push(!graph.and(graph.and(graph.or(own, theirs), !joins), graph.equal(&new, &slot)));
    // Its colour uses it, and the slots of its groups that did not join, and no other: these groups
    // keep their slots.
    for at in 0..64 {
        conditions.push(graph.iff(used[at], graph.or(graph.and(slots[0][at], !of_own[at]), new_alone[at])));
    }
    for (is, slots) in [(own, &used), (theirs, &slots[1])] {
        conditions.push(graph.implies(graph.and(is, !joins), graph.any(&graph.and_each(&alone, slots))));
    }
    conditions.push(graph.is_zero(&graph.and_each(&used, &slots[1])));
    proof.show_all_where(known, "the slots of groups", &conditions)
}

/// That the arithmetic tests tell two cells from one.
fn one_by_numbers(proof: &mut Proof) -> Result<()> {
    let set = proof.graph.inputs(CELLS);
    let by_cells = two(&proof.graph, &set);
    for (what, by_numbers) in
        [("numbers", two_by_numbers as fn(&Graph, &[Lit]) -> Lit), ("one number", two_by_one_number)]
    {
        proof.show(&format!("{what} tell two from one"), proof.graph.iff(by_cells, by_numbers(&proof.graph, &set)))?;
    }
    Ok(())
}
