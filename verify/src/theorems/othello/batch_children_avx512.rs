//! The positions after the moves of many Othello boards, tier Avx512:
//! asm/othello/batch_flips_avx512.S.
//!
//! The kernel first lists the moves of a group of boards, then plays four of them at a time. About
//! the list this is shown: each board appends its squares, lowest first, and marks the first one.
//! About the moves: for any list, a turn writes the children of its four squares in order, each
//! from the board whose number in the group is the number of marks so far, minus one. Where the
//! length of the list or the place in it matters, every possible value is a case of its own.

use super::batch_child::{Child, show_children};
use super::batch_children_list::{BELOW, FULL, LIST, call, call_of, zeros_behind};
use super::moves::{Position, whole_board};
use crate::bits::{Bits, number, resized, zeros};
use crate::graph::Lit;
use crate::proof::Proof;
use crate::refused::Result;
use crate::rules::othello as rules;
use crate::state::ARGUMENTS;
use crate::theorem::Case;
use crate::word::Word;
use rustc_hash::FxHashSet;

pub(super) fn cases() -> Vec<Case> {
    let listing = |listed| Case::new(format!("squares join {listed}"), move |p: &mut Proof| join(p, listed));
    let playing = |from| Case::new(format!("moves from {from} on"), move |p: &mut Proof| play(p, from));
    let others = [
        Case::new("entry", entry),
        Case::new("a group", group),
        Case::new("the first board", |proof| board(proof, true)),
        Case::new("another board", |proof| board(proof, false)),
        Case::new("the list is done", listed),
        Case::new("a move", a_move),
        Case::new("a group is done", done),
    ];
    others.into_iter().chain((0..=FULL).map(listing)).chain((0..=LIST).step_by(4).map(playing)).collect()
}

fn entry(proof: &mut Proof) -> Result<()> {
    let mut call = call(proof, 0)?;
    // No children are written yet.
    call.kept.entry.set(ARGUMENTS[4], Word::at(call.kept.children[0], 0));
    let group = call.next_group(proof, &call.boards, &call.left)?;
    let none = proof.graph.is_zero(&call.left);
    call.kept.show_entry(proof, group, none)
}

/// From the head of the loop over groups to the first board.
fn group(proof: &mut Proof) -> Result<()> {
    let mut call = call(proof, 0)?;
    call.group = zeros(64);
    let this = call.next_group(proof, &call.boards, &call.left)?;
    let board = call.next_board(proof, Some(0))?;
    proof.lead(&this, &call.kept.entry, &board).map(drop)
}

/// From a board to where its squares join the list, or past the group if it has none.
fn board(proof: &mut Proof, first: bool) -> Result<()> {
    // It is known whether the group has boards.
    proof.decides = true;
    let set = proof.graph.inputs(64);
    let mut group = if first { zeros(64) } else { proof.graph.inputs(64) };
    let sets = proof.array("squares", 1);
    proof.world.fill(sets, 0, &set);
    let [own, opponent] = ["own", "opponent"].map(|name| Word::at(proof.array(name, 0), 0));
    let sets = proof.start_of("squares", &Word::at(sets, 0), &group);
    let left = proof.graph.inputs(64);
    let mut call = call_of(proof, [own, opponent, sets], left, group.clone(), 0)?;
    let moves = first.then_some(0);
    let list = rules::listed(&proof.graph, &set);
    proof.know_of_any(&[&set], as_many_as_counted)?;
    let this = call.next_board(proof, moves)?;
    let (squares, _, _) = call.squares(proof, moves)?;
    let past = if first {
        group[0] = Lit::TRUE;
        call.group = group;
        call.group_done(proof, 0)?
    } else {
        call.list_done(proof)?
    };
    let reached = proof.leave(&this, &call.kept.entry, &[squares.clone(), past])?;
    proof.show(
        "it goes on, with squares or without",
        Lit::constant(reached.returned.is_none() && reached.places.len() == 2),
    )?;
    if !first {
        call.show_kept(proof, &this, &reached.places, 0)?;
    }
    let joins = reached.arrival(&squares)?;
    proof.show_equal("a board with squares joins the list", &[joins.path], &[!proof.graph.is_zero(&set)])?;
    let found = squares.vector_in(joins, "listed")?.clone();
    let count = squares.number_in(joins, "board")?;
    proof.show_equal("the number of squares", &count, &resized(&proof.graph.count(&set), 64))?;
    let expected: Bits = list.squares.iter().flat_map(|square| resized(square, 8)).collect();
    proof.show_equal("the squares, lowest first", &found, &expected)
}

/// Shows square by square that the list gets exactly the squares of a set, for any list before it;
/// and the condition for it.
fn as_many_as_counted(proof: &mut Proof, set: &[Lit]) -> Result<Lit> {
    for square in 0..64 {
        let [before, after] =
            [square, square + 1].map(|squares| resized(&set[..squares], 64)).map(|set| proof.graph.count(&set));
        let more = proof.graph.add(&before, &resized(&set[square..=square], 7));
        proof.show_equal("a square more, or none, is counted", &after, &more)?;
        // Any squares below this one may be listed.
        let mut one = proof.apart();
        let count = one.graph.inputs(7);
        one.assume(!one.graph.below(&number(square as u64, 7), &count));
        let number_is = (0..=square).map(|number_is| one.graph.equal(&count, &number(number_is as u64, 7))).collect();
        let squares = (0..64)
            .map(|index| {
                let (any, listed) = (one.graph.inputs(6), one.graph.below(&number(index, 7), &count));
                one.graph.gated(listed, &any)
            })
            .collect();
        let mut list = rules::Listed { squares, count: number_is };
        let is_in = one.graph.input();
        list.add(&one.graph, square, is_in);
        let count = one.graph.add(&count, &resized(&[is_in], 7));
        let number_is: Bits =
            (0..=square + 1).map(|number_is| one.graph.equal(&count, &number(number_is as u64, 7))).collect();
        let behind = zeros_behind(&one.graph, &list.squares, &count);
        let shown = one
            .show_equal("the number of squares listed", &list.count, &number_is)
            .and_then(|()| one.show("zeros are behind the squares", behind))
            .and_then(|()| one.can_be(Lit::TRUE, "what is assumed of a list"));
        proof.join(one, shown)?;
    }
    Ok(zeros_behind(&proof.graph, &rules::listed(&proof.graph, set).squares, &proof.graph.count(set)))
}

/// A board's squares join a list of `count` moves.
fn join(proof: &mut Proof, moves: usize) -> Result<()> {
    let mut call = call(proof, 0)?;
    if moves == 0 {
        call.group = zeros(64);
    }
    let (this, squares, count) = call.squares(proof, Some(moves))?;
    let before = match moves {
        0 => Bits::new(),
        _ => this.memory[0].2[..8 * moves].to_vec(),
    };
    call.group = proof.graph.add(&call.group, &number(1, 64));
    let next = call.next_board(proof, None)?;
    let done = call.list_done(proof)?;
    let reached = proof.leave(&this, &call.kept.entry, &[next, done])?;
    proof.show("boards follow, or none", Lit::constant(reached.returned.is_none() && !reached.places.is_empty()))?;
    let mut expected = [before, squares.concat()].concat();
    expected[8 * moves + 7] = Lit::TRUE;
    let all = proof.graph.add(&number(moves as u64, 64), &resized(&count, 64));
    for end in reached.places.values() {
        proof.show_stored("the list", end, (call.stack, BELOW), &resized(&expected, 8 * LIST))?;
        proof.show_equal("the number of moves", &this.number_in(end, "moves")?, &all)?;
    }
    Ok(())
}

/// From the finished list to its first moves.
fn listed(proof: &mut Proof) -> Result<()> {
    let call = call(proof, 0)?;
    let this = call.list_done(proof)?;
    let before = Word::constant(u64::MAX);
    let four = call.play(proof, 0, None, true, Some(before.clone()), 0)?;
    let last = call.play(proof, 0, None, false, Some(before), 0)?;
    let reached = proof.leave(&this, &call.kept.entry, &[four, last])?;
    proof.show("moves are played", Lit::constant(reached.returned.is_none() && reached.places.len() == 2))?;
    call.show_kept(proof, &this, &reached.places, 4)
}

/// The children that a turn of four moves, or of the last ones, writes from a place in the list on,
/// each as a function of its board's discs, own and the opponent's, and of the square; `marks` says
/// which moves after the first are marked.
fn turn(proof: &mut Proof, from: usize, last: Option<usize>, marks: usize) -> Result<Vec<Child>> {
    let moves = last.unwrap_or(4);
    // For each move, its board's distance from the first move's board.
    let board_of: Vec<usize> = (0..moves).map(|index| (marks & ((2 << index) - 1)).count_ones() as usize).collect();
    let boards = board_of.last().map_or(0, |board| board + 1);
    let mut positions = Vec::new();
    let [mut own, mut opponent] = [Bits::new(), Bits::new()];
    for _ in 0..boards {
        // Any discs: what they come to is asked where the moves' function is known.
        let of_board = [(); 2].map(|()| proof.graph.inputs(64));
        own.extend_from_slice(&of_board[0]);
        opponent.extend_from_slice(&of_board[1]);
        positions.push(of_board.concat());
    }
    // The number in the group of the board before the first move, which may be anything. A move has
    // the same board as the one before, unless it is marked.
    let before = proof.graph.inputs(64);
    let marked = if moves == 0 { Lit::FALSE } else { proof.graph.input() };
    let mut board = proof.graph.add_carries(&before, &zeros(64), marked).0;
    let mut array = |name, boards: usize, bits: &[Lit]| {
        let object = proof.array(name, boards);
        proof.world.fill(object, 0, bits);
        proof.start_of(name, &Word::at(object, 0), &board)
    };
    let boards_at = [array("own", boards, &own), array("opponent", boards, &opponent), array("squares", 0, &[])];
    let [left, group] = [(); 2].map(|()| proof.graph.inputs(64));
    let call = call_of(proof, boards_at, left, group, moves)?;
    let mut this = call.play(proof, from, last, last.is_none(), None, 0)?;
    this.holds("board", Word::number(before))?;
    let mut squares = Vec::new();
    for index in 0..moves {
        let byte = &mut this.memory.last_mut().expect("the list").2[8 * (from + index)..][..8];
        squares.push(byte[..6].to_vec());
        byte[7] = if index == 0 { marked } else { Lit::constant(marks >> index & 1 == 1) };
        if index > 0 {
            board = proof.graph.add_carries(&board, &zeros(64), byte[7]).0;
        }
    }
    let next = match last {
        None => {
            let after = Word::number(board);
            vec![
                call.play(proof, from + 4, None, true, Some(after.clone()), 4)?,
                call.play(proof, from + 4, None, false, Some(after), 4)?,
            ]
        }
        Some(_) => vec![call.group_done(proof, moves)?],
    };
    let reached = proof.leave(&this, &call.kept.entry, &next)?;
    proof.can_be(Lit::TRUE, "what a turn assumes")?;
    proof.show("it goes on", Lit::constant(reached.returned.is_none() && reached.places.len() == next.len()))?;
    if last.is_none() {
        call.show_kept(proof, &this, &reached.places, 4)?;
    }
    let mut children = Vec::new();
    for end in reached.places.values() {
        for (index, square) in squares.iter().enumerate() {
            let [own, opponent] = call.kept.children.map(|object| proof.stored(end, object, 8 * index as i64, 8));
            let inputs = [&positions[board_of[index]][..], square].concat();
            children.push(Child { lower: 0, inputs, found: [own?, opponent?].concat() });
        }
    }
    Ok(children)
}

/// The child of a listed move, as a function of its position and square.
fn a_move(proof: &mut Proof) -> Result<()> {
    let mut children = turn(proof, 0, None, 0)?;
    // The discs of a position.
    let [taken, whose] = [(); 2].map(|()| proof.graph.inputs(64));
    let Position { own, opponent } = Position::of(&proof.graph, &taken, &whose, &whole_board());
    for Child { inputs, found, .. } in &mut children {
        let (discs, square) = inputs.split_at(128);
        let discs = discs.iter().map(|disc| disc.node()).zip([&own[..], &opponent].concat()).collect();
        *found = proof.graph.substitute(found, &discs);
        *inputs = [&taken[..], &whose, square].concat();
    }
    let mut apart = proof.apart();
    let shown = show_children(&mut apart, &proof.graph, &children, |_, square| number(square as u64, 6));
    proof.join(apart, shown)
}

/// Shows that every turn from a place in the list on writes the same function of position and
/// square for each move as the first turn does.
fn play(proof: &mut Proof, from: usize) -> Result<()> {
    let one = proof.apart();
    let names = one.graph.inputs(128 + 6);
    let mut functions = FxHashSet::default();
    let is_outset = proof.is_outset();
    let fours = (0..8).filter(|_| from < LIST).map(|marks| (from, None, 2 * marks));
    let lasts = (0..4usize.min(LIST + 1 - from))
        .flat_map(|left| (0..1 << left.saturating_sub(1)).map(move |marks| (from, Some(left), 2 * marks)));
    for (from, last, marks) in [(0, None, 0)].into_iter().chain(fours).chain(lasts) {
        let mut apart = proof.apart();
        apart.is_compared_by_form();
        let children = turn(&mut apart, from, last, marks);
        // Without a run nothing is written.
        for child in children.iter().flatten().take_while(|_| !is_outset) {
            let function = one.graph.renamed(&apart.graph, &child.found, &child.inputs, &names)?;
            proof.effort.by_structure += function.len();
            functions.insert(function);
        }
        proof.join(apart, children)?;
    }
    proof
        .show("every move's child is the same function of its position and square", Lit::constant(functions.len() == 1))
}

/// From the end of one group to the next group or the return.
fn done(proof: &mut Proof) -> Result<()> {
    let call = call(proof, 0)?;
    let this = call.group_done(proof, 0)?;
    let behind = [zeros(3), call.group[..61].to_vec()].concat();
    let boards = call.boards.clone().map(|word| word.with_offset(behind.clone()));
    let left = proof.graph.sub(&call.left, &call.group);
    let next = call.next_group(proof, &boards, &left)?;
    let last = proof.graph.equal(&call.left, &call.group);
    call.kept.show_done(proof, &this, next, last, &call.written)
}
