//! The evaluation of the positions after each move of a 6x6 or 8x8 position: asm/othello/evaluation.inc.
//!
//! The kernels handle two squares a turn. The cuts here separate five parts: the flips of the first square, the sum of its
//! indices, the flips of the second, its sum, and the weights. So each part is shown alone, and the flips square by square.

use super::moves::{Position, square_name};
use crate::bits::{Bits, number, resized};
use crate::graph::Lit;
use crate::image::Kernel;
use crate::memory::{Form, ObjectId, Part};
use crate::places::{Place, Reached};
use crate::proof::Proof;
use crate::refused::{Refused, Result, refuse};
use crate::rules::othello as rules;
use crate::state::{SAVED, State};
use crate::theorems::{Case, Theorem};
use crate::word::Word;
use iced_x86::{Instruction, Mnemonic, OpKind, Register};
use stonemask::Tier;
use stonemask::internals::othello::{evaluation_tables, stage_bytes};

/// What the theorem's boards differ in.
struct Board {
    squares: u64,
    /// Bytes of a stage's weights.
    stage: usize,
    tables: Vec<u16>,
    /// Bytes of an entry of the tables, and where they hold those of the squares.
    entry: usize,
    at_squares: i64,
    /// Patterns: how many images each has, and how many sets of discs an image.
    patterns: &'static [(usize, usize)],
}

impl Board {
    /// That of a kernel, which has its size in its name.
    fn of(kernel: &Kernel) -> Board {
        if is_six(kernel) {
            Board {
                squares: 0x007e_7e7e_7e7e_7e00,
                stage: stage_bytes::<6>(),
                tables: evaluation_tables::<6>(),
                entry: 64,
                at_squares: 6 * 64 * 64,
                patterns: &[(4, 6561), (4, 6561), (8, 6561), (4, 6561), (2, 729), (4, 243)],
            }
        } else {
            let patterns = &[
                (4, 59049),
                (4, 19683),
                (8, 6561),
                (4, 6561),
                (4, 6561),
                (4, 6561),
                (2, 6561),
                (4, 2187),
                (4, 729),
                (4, 243),
                (4, 81),
            ];
            Board {
                squares: u64::MAX,
                stage: stage_bytes::<8>(),
                tables: evaluation_tables::<8>(),
                entry: 128,
                at_squares: 16 * 16 * 128,
                patterns,
            }
        }
    }

    fn images(&self) -> usize {
        self.patterns.iter().map(|&(images, _)| images).sum()
    }

    /// How many weights there are from the first of each image's pattern on.
    fn weights(&self) -> impl Iterator<Item = usize> {
        let mut left = self.stage;
        self.patterns.iter().flat_map(move |&(images, sets)| {
            let here = left;
            left -= sets;
            std::iter::repeat_n(here, images)
        })
    }
}

fn is_six(kernel: &Kernel) -> bool {
    kernel.family().ends_with("_6x6")
}

fn squares(board: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |square| board >> square & 1 == 1)
}

fn cases(kernel: &Kernel) -> Vec<Case> {
    let of = |square, name, is_second| {
        Case::new(format!("{} {name}", square_name(square)), move |p: &mut Proof| flips(p, square, is_second))
    };
    let others = [
        Case::new("entry", entry),
        Case::new("the first square's indices", |p| indices(p, false)),
        Case::new("the second square's indices", |p| indices(p, true)),
        Case::new("the weights", weights),
    ];
    let board = Board::of(kernel).squares;
    let (first, second) =
        (squares(board).map(|s| of(s, "first", false)), squares(board).map(|s| of(s, "second", true)));
    others.into_iter().chain(first).chain(second).collect()
}

pub(super) fn theorems() -> Vec<Theorem> {
    let theorem = |family, claim| Theorem { family, claim, cases, quick_one_of: 38 };
    let children =
        "memory and frame, the legal moves, the positions after them and their numbers of moves, for every position";
    let reply =
        "memory and frame; it ends after the last legal move or when the best is not below beta, for every position";
    vec![
        theorem("othello_evaluate_children_6x6", children),
        theorem("othello_evaluate_children_8x8", children),
        theorem("othello_best_reply_6x6", reply),
        theorem("othello_best_reply_8x8", reply),
    ]
}

/// What does not change during a call, and the state in which the loop is entered.
struct Call {
    board: Board,
    position: Position,
    empty: Bits,
    weights: ObjectId,
    tables: ObjectId,
    /// What one turn writes, where the kernel writes anything.
    outputs: Option<[ObjectId; 2]>,
    /// The position has a legal move; otherwise nothing is written.
    some: Lit,
    beta: Bits,
    entry: State,
    head: State,
}

/// Pushed bytes.
const PUSHES: i64 = 8 * SAVED.len() as i64;

fn call(proof: &mut Proof) -> Result<Call> {
    let this = Board::of(proof.kernel);
    let board = number(this.squares, 64);
    let position = Position::any(&mut proof.graph, &board);
    let at = proof.world.input("the position", number(16, 64), 8);
    let [own, opponent] = [&position.own, &position.opponent];
    proof.world.fill(at, 0, &[own.clone(), opponent.clone()].concat());
    let any = Form(vec![Lit::TRUE; 8]);
    let length = number(this.stage as u64, 64);
    let weights = proof.world.formed("the weights", length, 1, false, vec![Part { from: 0, form: any }]);
    let numbers = &this.tables;
    let tables = proof.world.input("the tables", number(2 * numbers.len() as u64, 64), 64);
    for (&value, offset) in numbers.iter().zip((0..).step_by(2)) {
        proof.world.fill(tables, offset, &number(value.into(), 16));
    }
    let beta = proof.graph.inputs(32);
    let mut arguments = vec![Word::at(at, 0), Word::at(weights, 0), Word::at(tables, 0)];
    let outputs = if proof.kernel.family().starts_with("othello_evaluate_children") {
        let outputs = [proof.output("the children", 32, 8), proof.output("the values", 16, 4)];
        arguments.extend(outputs.map(|output| Word::at(output, 0)));
        Some(outputs)
    } else {
        arguments.push(proof.narrow(&beta));
        None
    };
    // Without a legal move nothing may be written.
    let moves = rules::legal_moves(&mut proof.graph, own, opponent);
    let moves = proof.graph.and_each(&moves, &board);
    let some = proof.graph.any(&moves);
    for output in outputs.into_iter().flatten() {
        proof.world.exists_if(&mut proof.graph, output, some);
    }
    let entry = proof.entry(&arguments);
    let taken = proof.graph.or_each(own, opponent);
    let free = proof.graph.not_each(&taken);
    let empty = proof.graph.and_each(&free, &board);
    let head = proof.until(proof.only_loop()?, &entry)?.0;
    Ok(Call { board: this, position, empty, weights, tables, outputs, some, beta, entry, head })
}

/// The instructions between registers of a given kind, in order.
fn found(proof: &Proof, mnemonic: Mnemonic, to: Register, from: Register) -> Vec<u64> {
    let is = |i: &&Instruction| {
        i.mnemonic() == mnemonic
            && i.op0_register() == to
            && i.op1_kind() == OpKind::Register
            && i.op1_register() == from
    };
    proof.kernel.instructions.values().filter(is).map(Instruction::ip).collect()
}

/// The registers of the first child and of the second: its own discs and the others.
const CHILDREN: [[Register; 2]; 2] = [[Register::RBX, Register::RBP], [Register::R14, Register::R15]];

/// Below rsp, what a child's indices are stored at, and the legal moves.
const INDICES: i64 = 128;
const LEGAL: i64 = 16;

impl Call {
    /// What holds everywhere in the loop, at output number `turn`.
    fn anywhere(&self, proof: &mut Proof, at: u64, turn: i64) -> Place {
        let mut place = Place::new(at);
        place.wide = true;
        place.conditions.push(("there is a legal move", self.some));
        place.pushed(&self.entry, &SAVED);
        place.is(Register::RDI, Word::number(self.position.own.clone()));
        place.is(Register::RSI, Word::number(self.position.opponent.clone()));
        place.is(Register::R9, Word::at(self.weights, 0));
        place.is(Register::R10, Word::at(self.tables, 0));
        match self.outputs {
            Some([children, values]) => {
                place.is(Register::RCX, Word::at(children, 32 * turn));
                place.is(Register::R8, Word::at(values, 16 * turn));
                // All legal moves: the result.
                let all = self.head.get(Register::R11).clone();
                place.stack.push((PUSHES + LEGAL, all));
            }
            None => {
                place.number(&mut proof.graph, Register::RCX, 32);
                place.is(Register::R8, Word::number(resized(&self.beta, 64)));
            }
        }
        let (vectors, masks): (&[usize], &[usize]) = match proof.kernel.tier {
            Tier::Avx512 => (&[0, 1, 5, 6, 14, 16, 17], &[1]),
            _ if is_six(proof.kernel) => (&[0, 1, 4, 5, 14, 15], &[]),
            _ => (&[0, 1, 4, 5, 13, 14, 15], &[]),
        };
        place.vectors.extend(vectors.iter().map(|&vector| (vector, self.head.vectors[vector].clone())));
        place.masks.extend(masks.iter().map(|&mask| (mask, self.head.masks[mask].clone())));
        place
    }

    /// The moves not tried yet: the given ones, or any on empty squares.
    fn moves(&self, proof: &mut Proof, place: &mut Place, moves: Option<&[Lit]>) -> Bits {
        let moves = match moves {
            None => place.number(&mut proof.graph, Register::R11, 64),
            Some(moves) => {
                place.is(Register::R11, Word::number(moves.to_vec()));
                moves.to_vec()
            }
        };
        let taken = proof.graph.not_each(&self.empty);
        let taken = proof.graph.and_each(&moves, &taken);
        let on_empty = proof.graph.is_zero(&taken);
        place.conditions.push(("moves are on empty squares", on_empty));
        moves
    }

    /// The loop's head.
    fn turn(&self, proof: &mut Proof, moves: Option<&[Lit]>, turn: i64) -> Result<Place> {
        let mut place = self.anywhere(proof, proof.only_loop()?, turn);
        let moves = self.moves(proof, &mut place, moves);
        let any = proof.graph.any(&moves);
        place.conditions.push(("there is a move", any));
        Ok(place)
    }

    /// The second square of a turn: the given one, or any empty one; the first of the rest if the rest is not empty.
    fn second(&self, proof: &mut Proof, place: &mut Place, square: Option<usize>) -> Bits {
        let rest = self.moves(proof, place, None);
        let square = match square {
            None => place.number(&mut proof.graph, Register::R12, 6),
            Some(square) => {
                place.is(Register::R12, Word::constant(square as u64));
                number(square as u64, 6)
            }
        };
        let graph = &mut proof.graph;
        let bit = graph.shift_left(&number(1, 64), &square, Lit::FALSE);
        let (first, none) = graph.lowest(&rest);
        let (is_first, here) = (graph.equal(&first, &bit), graph.and_each(&bit, &self.empty));
        let (is_next, empty) = (graph.or(none, is_first), graph.any(&here));
        place.conditions.push(("the second square is the next one", is_next));
        place.conditions.push(("the second square is empty", empty));
        rest
    }

    /// Where the flips of the first or second square are known but its indices are not summed yet. The square may be any empty
    /// one.
    fn flipped(&self, proof: &mut Proof, is_second: bool) -> Result<Place> {
        let [first, second] = found(proof, Mnemonic::Andn, Register::RDX, Register::RDI)[..] else {
            refuse!("not two squares' flips")
        };
        let mut place = self.anywhere(proof, if is_second { second } else { first }, 0);
        if is_second {
            self.first_child(proof, &mut place);
            self.moves(proof, &mut place, None);
        } else {
            self.second(proof, &mut place, None);
        }
        let [mine, other] =
            CHILDREN[usize::from(is_second)].map(|register| place.number(&mut proof.graph, register, 64));
        // What the square adds to each index; the lanes behind hold anything.
        let added = place.any(&mut proof.graph, 8 * self.board.entry);
        place.vectors.extend(self.in_registers(proof, &added));
        let numbers = 16 * self.board.images();
        let of_square = |square: usize| {
            let at = self.board.at_squares + (self.board.entry * square) as i64;
            let bytes = proof.world.now(&mut proof.graph, &self.entry.memory, self.tables, at, numbers / 8)?;
            let same = proof.graph.equal(&bytes, &added[..numbers]);
            // Its new discs are on the square, which is empty, and on some of the opponent's; those were turned.
            let [own, opponent] = [&self.position.own, &self.position.opponent];
            let beside = proof.graph.or_each(own, &number(1 << square, 64));
            let turned = proof.graph.and_each(&other, opponent);
            let discs = proof.graph.or_each(&beside, &turned);
            let is_child = proof.graph.equal(&other, &discs);
            let both = proof.graph.and(same, is_child);
            Ok(proof.graph.and(both, self.empty[square]))
        };
        let any_square: Bits = squares(self.board.squares).map(of_square).collect::<Result<_>>()?;
        let is_one = proof.graph.any(&any_square);
        place.conditions.push(("an empty square's part of the indices, and a disc there", is_one));
        let graph = &mut proof.graph;
        let others = graph.not_each(&other);
        let kept = graph.and_each(&self.position.opponent, &others);
        let same = graph.equal(&mine, &kept);
        place.conditions.push(("its own discs are those that did not turn", same));
        Ok(place)
    }

    /// A child's vectors of indices, by register.
    fn in_registers(&self, proof: &Proof, indices: &[Lit]) -> Vec<(usize, Bits)> {
        match proof.kernel.tier {
            Tier::Avx512 => vec![(8, indices.to_vec())],
            _ => (8..)
                .zip(indices.chunks(256).map(<[Lit]>::to_vec))
                .take((16 * self.board.images()).div_ceil(256))
                .collect(),
        }
    }

    /// Any indices of a child, each one of the weights, and anything in the lanes behind.
    fn any_indices(&self, proof: &mut Proof, place: &mut Place) -> Bits {
        let bits = place.any(&mut proof.graph, 8 * self.board.entry);
        for (index, weights) in bits.chunks(16).zip(self.board.weights()) {
            let inside = proof.graph.below(&resized(index, 32), &number(weights as u64, 32));
            place.conditions.push(("an index is one of the weights", inside));
        }
        bits
    }

    /// A child: it lies on the board, and its discs do not overlap.
    fn child(&self, proof: &mut Proof, place: &mut Place, registers: [Register; 2]) {
        let [own, opponent] = registers.map(|register| place.number(&mut proof.graph, register, 64));
        let graph = &mut proof.graph;
        let (both, either) = (graph.and_each(&own, &opponent), graph.or_each(&own, &opponent));
        let beyond = graph.and_each(&either, &number(!self.board.squares, 64));
        let (none, inside) = (graph.is_zero(&both), graph.is_zero(&beyond));
        place.conditions.push(("discs of a child do not overlap", none));
        place.conditions.push(("they lie on the board", inside));
    }

    /// The first child, its indices on the stack.
    fn first_child(&self, proof: &mut Proof, place: &mut Place) {
        self.child(proof, place, CHILDREN[0]);
        let indices = self.any_indices(proof, place);
        let quads = (16 * self.board.images()).div_ceil(64);
        for (quad, bits) in (0..).zip(indices.chunks(64).take(quads)) {
            place.stack.push((PUSHES + INDICES - 8 * quad, Word::number(bits.to_vec())));
        }
    }

    /// Before the second square, which may be given.
    fn between(&self, proof: &mut Proof, square: Option<usize>) -> Result<Place> {
        let [at] = found(proof, Mnemonic::Mov, Register::EDX, Register::R12D)[..] else {
            refuse!("not one second square")
        };
        let mut place = self.anywhere(proof, at, 0);
        self.second(proof, &mut place, square);
        self.first_child(proof, &mut place);
        Ok(place)
    }

    /// Where both children and their indices are known, those of the second in registers.
    fn both(&self, proof: &mut Proof) -> Result<Place> {
        let [_, at] = found(proof, Mnemonic::Blsr, Register::R11, Register::R11)[..] else {
            refuse!("not two moves are taken")
        };
        let mut place = self.anywhere(proof, at, 0);
        self.moves(proof, &mut place, None);
        self.first_child(proof, &mut place);
        self.child(proof, &mut place, CHILDREN[1]);
        let indices = self.any_indices(proof, &mut place);
        place.vectors.extend(self.in_registers(proof, &indices));
        Ok(place)
    }
}

/// The only place that is reached.
fn only(reached: Reached, at: u64) -> Result<State> {
    let Reached { mut places, returned: None } = reached else { refuse!("it returns too early") };
    match (places.remove(&at), places.is_empty()) {
        (Some(state), true) => Ok(state),
        _ => refuse!("another place is reached"),
    }
}

/// Shows that registers still hold what they held at a cut.
fn show_unchanged(proof: &mut Proof, state: &State, place: &Place, registers: &[Register]) -> Result<()> {
    for register in registers {
        proof.show_equal(&format!("{register:?} stays"), &state.number(*register)?, &place.said(*register)?)?;
    }
    Ok(())
}

fn entry(proof: &mut Proof) -> Result<()> {
    let call = call(proof)?;
    let this = call.turn(proof, None, 0)?;
    let reached = proof.enter(&call.entry, std::slice::from_ref(&this))?;
    let [own, opponent] = [&call.position.own, &call.position.opponent];
    let moves = rules::legal_moves(&mut proof.graph, own, opponent);
    let moves = proof.graph.and_each(&moves, &number(call.board.squares, 64));
    let none = proof.graph.is_zero(&moves);
    let Reached { places, returned: Some(returned) } = reached else { refuse!("it does not return without a move") };
    let head = places.get(&this.at).ok_or_else(|| Refused::new("the loop is not reached"))?;
    let found = proof.graph.gated(head.path, &head.number(Register::R11)?);
    proof.show_equal("the legal moves", &found, &moves)?;
    proof.show_equal("it returns at once without one", &[returned.path], &[none])?;
    let nothing =
        number(if call.outputs.is_some() { 0 } else { 1 << 31 }, if call.outputs.is_some() { 64 } else { 32 });
    let found = proof.result(&returned, nothing.len())?;
    let same = proof.graph.equal(&found, &nothing);
    proof.show_on(returned.path, "what it returns then", same)
}

/// From the loop's head, where `square` is the lowest of the moves, to its flips.
fn flips(proof: &mut Proof, square: usize, is_second: bool) -> Result<()> {
    if is_second { second(proof, square) } else { first(proof, square) }
}

fn first(proof: &mut Proof, square: usize) -> Result<()> {
    let call = call(proof)?;
    let mut now = number(1 << square, 64);
    now[square + 1..].copy_from_slice(&proof.graph.inputs(63 - square));
    let this = call.turn(proof, Some(&now), 0)?;
    let flipped = call.flipped(proof, false)?;
    let reached = proof.leave(&this, &call.entry, std::slice::from_ref(&flipped))?;
    let state = only(reached, flipped.at)?;
    let mut rest = now;
    rest[square] = Lit::FALSE;
    proof.show_equal("the other moves are left", &state.number(Register::R11)?, &rest)?;
    let none = proof.graph.is_zero(&rest);
    let same = proof.graph.equal(&state.number(Register::R12)?, &number(square as u64, 64));
    let same = proof.graph.or(!none, same);
    proof.show("a last move is taken twice", same)?;
    show_child(proof, &call, &state, square, CHILDREN[0])
}

fn second(proof: &mut Proof, square: usize) -> Result<()> {
    let call = call(proof)?;
    let this = call.between(proof, Some(square))?;
    let flipped = call.flipped(proof, true)?;
    let reached = proof.leave(&this, &call.entry, std::slice::from_ref(&flipped))?;
    let state = only(reached, flipped.at)?;
    show_unchanged(proof, &state, &this, &[Register::RBX, Register::RBP, Register::R11])?;
    show_child(proof, &call, &state, square, CHILDREN[1])
}

fn show_child(proof: &mut Proof, call: &Call, state: &State, square: usize, registers: [Register; 2]) -> Result<()> {
    let (theirs, ours) = rules::child(&mut proof.graph, &call.position.own, &call.position.opponent, square);
    for (register, expected) in registers.into_iter().zip([theirs, ours]) {
        proof.show_equal("the position after the square", &state.number(register)?, &expected)?;
    }
    Ok(())
}

/// From a square's flips to where its indices are known.
fn indices(proof: &mut Proof, is_second: bool) -> Result<()> {
    let call = call(proof)?;
    let this = call.flipped(proof, is_second)?;
    let next = if is_second { call.both(proof)? } else { call.between(proof, None)? };
    let reached = proof.leave(&this, &call.entry, std::slice::from_ref(&next))?;
    let state = only(reached, next.at)?;
    let mut same = vec![Register::RBX, Register::RBP, Register::R11];
    same.extend(if is_second { vec![Register::R14, Register::R15] } else { vec![Register::R12] });
    show_unchanged(proof, &state, &this, &same)
}

/// From where both children are known to the next turn or the return.
fn weights(proof: &mut Proof) -> Result<()> {
    let call = call(proof)?;
    let this = call.both(proof)?;
    let next = call.turn(proof, None, 1)?;
    let reached = proof.leave(&this, &call.entry, std::slice::from_ref(&next))?;
    let Reached { places, returned: Some(returned) } = reached else { refuse!("it does not return") };
    let head = places.get(&next.at).ok_or_else(|| Refused::new("no next turn is reached"))?;
    let before = this.said(Register::R11)?;
    let (lowest, _) = proof.graph.lowest(&before);
    let rest = proof.graph.xor_each(&before, &lowest);
    let none = proof.graph.is_zero(&rest);
    let left = head.number(Register::R11)?;
    let left = proof.graph.gated(head.path, &left);
    let Some([children, values]) = call.outputs else {
        let best = returned.number(Register::RAX)?[..32].to_vec();
        let enough = !proof.graph.less(&best, &call.beta);
        let over = proof.graph.or(none, enough);
        proof.show_on(returned.path, "it returns where it may", over)?;
        let best = head.number(Register::RCX)?[..32].to_vec();
        let enough = !proof.graph.less(&best, &call.beta);
        let wrong = proof.graph.or(none, enough);
        let fine = proof.graph.and(head.path, wrong);
        proof.show("it goes on where it must", !fine)?;
        let expected = proof.graph.gated(head.path, &rest);
        return proof.show_equal("the other moves are left", &left, &expected);
    };
    proof.show_equal("the other moves are left", &left, &rest)?;
    proof.show_equal("it returns after the last", &[returned.path, head.path], &[none, !none])?;
    let mut expected = Bits::new();
    for register in [Register::RBX, Register::RBP, Register::R14, Register::R15] {
        expected.extend(this.said(register)?);
    }
    let mut mobilities = Vec::new();
    for discs in expected.chunks(128) {
        let moves = rules::legal_moves(&mut proof.graph, &discs[..64], &discs[64..]);
        mobilities.push(proof.graph.and_each(&moves, &number(call.board.squares, 64)));
    }
    for end in [&returned, head] {
        let found = proof.stored(end, children, 0, 32)?;
        proof.show_equal("the children", &found, &expected)?;
        for (moves, offset) in mobilities.iter().zip([4, 12]) {
            let found = proof.stored(end, values, offset, 4)?;
            super::moves::show_count(proof, &found, moves)?;
        }
    }
    let all = call.head.number(Register::R11)?;
    let found = proof.result(&returned, 64)?;
    proof.show_equal("the legal moves are returned", &found, &all)
}
