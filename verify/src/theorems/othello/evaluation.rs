//! The evaluation of the positions after each move of a 6x6 or 8x8 position:
//! asm/othello/evaluation.inc.
//!
//! The kernels handle two squares a turn. The cuts here separate five parts: the flips of the first
//! square, the sum of its indices, the flips of the second, its sum, and the weights. So each part
//! is shown alone, and the flips square by square. That an index is the number of the discs on its
//! image's squares is said of the places behind the sums (`numbers.rs`). The rule's sum of weights
//! has the kernels' order, so it is the same term.

use super::moves::{Position, board, legal, square_name, squares, with_lowest};
use crate::bits::{Bits, number, resized, sign_extended};
use crate::exceptions::Exceptions;
use crate::graph::Lit;
use crate::image::Kernel;
use crate::numbers::{Digit, Number};
use crate::place::Place;
use crate::proof::Proof;
use crate::refused::{Result, refuse};
use crate::rules::othello as rules;
use crate::state::{SAVED, State};
use crate::theorem::{Case, Theorem};
use crate::word::{ObjectId, Word};
use iced_x86::Register;
use rustc_hash::FxHashSet;
use stonemask::Tier;
use stonemask::internals::othello::{evaluation_tables, moves_weights, pattern_images, stage_bytes};

/// The differences between the theorem's boards.
struct Board {
    squares: u64,
    /// Bytes of a stage's weights.
    stage: usize,
    tables: Vec<u16>,
    /// Bytes of an entry of the tables, and where they hold those of the squares.
    entry: usize,
    at_squares: i64,
    /// Of each image, where its pattern's weights begin, and its squares, the lowest digit first.
    images: Vec<(usize, Vec<u32>)>,
    /// Where the weights begin of the number of moves of the side to move, and of the other; and
    /// the greatest number.
    moves: [usize; 2],
    most_moves: usize,
}

impl Board {
    /// That of a kernel, which has its size in its name.
    fn of(kernel: &Kernel) -> Board {
        if is_six(kernel) { Board::of_size::<6>(64, 6 * 64) } else { Board::of_size::<8>(128, 16 * 16) }
    }

    fn of_size<const SIZE: usize>(entry: usize, before_squares: usize) -> Board {
        let moves = moves_weights::<SIZE>(0, 0);
        Board {
            squares: board(SIZE),
            stage: stage_bytes::<SIZE>(),
            tables: evaluation_tables::<SIZE>(),
            entry,
            at_squares: (before_squares * entry) as i64,
            images: pattern_images::<SIZE>(),
            moves,
            most_moves: moves_weights::<SIZE>(64, 0)[0] - moves[0],
        }
    }

    fn images(&self) -> usize {
        self.images.len()
    }

    /// The index of an image: the number of ternary digits that discs on its squares are, 1 for one
    /// set and 2 for the other.
    fn index(&self, what: &'static str, image: usize, bits: &[Lit], [ones, twos]: [&[Lit]; 2]) -> Number {
        let squares = &self.images[image].1;
        let digit = |(place, &square): (usize, &u32)| -> Digit {
            ([ones[square as usize], twos[square as usize]], 3u16.pow(place as u32))
        };
        Number { what, bits: bits.to_vec(), digits: squares.iter().enumerate().map(digit).collect() }
    }
}

fn is_six(kernel: &Kernel) -> bool {
    kernel.family().ends_with("_6x6")
}

fn cases(kernel: &Kernel) -> Vec<Case> {
    let case = |name: String, prove: fn(&mut Proof, &Call, usize) -> Result<()>, square| {
        Case::new(name, move |proof: &mut Proof| {
            let call = call(proof)?;
            prove(proof, &call, square)?;
            call.show_nothing(proof)
        })
    };
    let others = [
        case("entry".to_owned(), |proof, call, _| entry(proof, call), 0),
        case("the first square's indices".to_owned(), |proof, call, _| indices(proof, call, false), 0),
        case("the second square's indices".to_owned(), |proof, call, _| indices(proof, call, true), 0),
        case("the weights".to_owned(), |proof, call, _| weights(proof, call), 0),
    ];
    let board = Board::of(kernel).squares;
    let of_first = squares(board).map(|square| case(format!("{} first", square_name(square)), first, square));
    let of_second = squares(board).map(|square| case(format!("{} second", square_name(square)), second, square));
    others.into_iter().chain(of_first).chain(of_second).collect()
}

pub(super) fn theorems() -> Vec<Theorem> {
    let theorem = |family, claim, elements| {
        let exceptions = Exceptions { elements, ..Exceptions::NONE };
        Theorem { family, claim, cases, quick_one_of: 38, exceptions, ..Theorem::PLAIN }
    };
    const OF_CHILDREN: &[&str] = &["children", "values"];
    let children =
        "the legal moves, the positions after them, their values and numbers of moves, for every position and weights";
    let reply =
        "the greatest negated value, of all moves or until it is not below beta, for every position and weights";
    vec![
        theorem("othello_evaluate_children_6x6", children, OF_CHILDREN),
        theorem("othello_evaluate_children_8x8", children, OF_CHILDREN),
        theorem("othello_best_reply_6x6", reply, &[]),
        theorem("othello_best_reply_8x8", reply, &[]),
    ]
}

/// The state that does not change during a call, and the one in which the loop is entered.
struct Call {
    board: Board,
    position: Position,
    empty: Bits,
    weights: ObjectId,
    tables: ObjectId,
    /// The objects that one turn writes, where the kernel writes anything.
    outputs: Option<[ObjectId; 2]>,
    /// The position has a legal move; otherwise nothing is written.
    some: Lit,
    beta: Bits,
    entry: State,
    head: State,
    /// The registers that the loop leaves alone.
    steady: Vec<Register>,
    /// The return without one.
    returned: Option<State>,
}

/// Pushed bytes.
const PUSHES: i64 = 8 * SAVED.len() as i64;

fn call(proof: &mut Proof) -> Result<Call> {
    proof.graph.record_sums();
    let this = Board::of(proof.kernel);
    let board = number(this.squares, 64);
    let position = Position::any(&proof.graph, &board);
    let at = proof.array("position", 1);
    let [own, opponent] = [&position.own, &position.opponent];
    proof.world.fill(at, 0, &[own.clone(), opponent.clone()].concat());
    let weights = proof.unknown_array("weights", &number(this.stage as u64, 64));
    let tables = proof.array("tables", 1);
    for (&value, offset) in this.tables.iter().zip((0..).step_by(2)) {
        proof.world.fill(tables, offset, &number(value.into(), 16));
    }
    let beta = proof.graph.inputs(32);
    let mut arguments = vec![Word::at(at, 0), Word::at(weights, 0), Word::at(tables, 0)];
    let outputs = if proof.kernel.family().starts_with("othello_evaluate_children") {
        let outputs = ["children", "values"].map(|name| proof.array(name, 2));
        arguments.extend(outputs.map(|output| Word::at(output, 0)));
        Some(outputs)
    } else {
        arguments.push(proof.narrow(&beta));
        None
    };
    // Without a legal move nothing may be written.
    let some = proof.graph.any(&legal(&proof.graph, own, opponent, &board));
    for output in outputs.into_iter().flatten() {
        proof.world.exists_if(&proof.graph, output, some);
    }
    let entry = proof.entry(&arguments);
    let empty = proof.graph.and_each(&proof.graph.not_each(&proof.graph.or_each(own, opponent)), &board);
    let turn = proof.kernel.cut("turn")?.at;
    let (head, returned) = proof.until(turn, &entry)?;
    let steady = proof.kernel.steady(turn);
    Ok(Call { board: this, position, empty, weights, tables, outputs, some, beta, entry, head, steady, returned })
}

/// The first child and the second: its own discs and the others.
const CHILDREN: [[&str; 2]; 2] = [["own_a", "other_a"], ["own_b", "other_b"]];

/// The registers with a child's indices, or with a square's addends to them.
const INDEX: [&str; 3] = ["index", "index2", "index3"];

/// Whether the kernel has tables from which it sums the indices.
fn has_tables(proof: &Proof) -> bool {
    proof.kernel.tier != Tier::Avx512
}

/// Bits of a vector register.
fn width(proof: &Proof) -> usize {
    if proof.kernel.tier == Tier::Avx512 { 512 } else { 256 }
}

/// Below rsp, what a child's indices are stored at, and the legal moves.
const INDICES: i64 = 128;
const LEGAL: i64 = 16;

impl Call {
    /// The result without a legal move: none, or the least number.
    fn nothing(&self) -> Bits {
        if self.outputs.is_some() { number(0, 64) } else { number(1 << 31, 32) }
    }

    /// Shows that it is returned, after the first run.
    fn show_nothing(&self, proof: &mut Proof) -> Result<()> {
        let Some(returned) = &self.returned else { refuse!("it does not return without a move") };
        let nothing = self.nothing();
        let found = proof.result(returned)?;
        let same = proof.graph.implies(returned.path, proof.graph.equal(&found, &nothing));
        proof.show("what it returns without a move", same)?;
        proof.show("it returns at once only without a move", proof.graph.implies(returned.path, !self.some))
    }

    /// The facts that hold everywhere in the loop, at output number `turn`.
    fn anywhere(&self, proof: &mut Proof, name: &str, turn: i64) -> Result<Place> {
        let mut place = proof.place(name, &self.entry)?;
        place.conditions.push(("there is a legal move", self.some));
        place.as_in(&self.head, &self.entry, &self.steady);
        match self.outputs {
            Some([children, values]) => {
                place.holds("children", Word::at(children, 32 * turn))?;
                place.holds("values", Word::at(values, 16 * turn))?;
                // All legal moves: the result.
                place.stack.push((PUSHES + LEGAL, Word::number(place.number_in(&self.head, "moves")?)));
            }
            None => _ = place.holds_any(&proof.graph, "best", 32)?,
        }
        // Where there are tables, the constants for flips are made again in each turn.
        for name in ["zero", "ones"].into_iter().filter(|_| has_tables(proof)) {
            place.holds_vector(name, place.vector_in(&self.head, name)?.clone())?;
        }
        Ok(place)
    }

    /// The moves not tried yet: the given ones, or any on empty squares.
    fn moves(&self, proof: &mut Proof, place: &mut Place, moves: Option<&[Lit]>) -> Result<Bits> {
        let moves = moves.map_or_else(|| place.any(&proof.graph, 64), <[Lit]>::to_vec);
        place.holds("moves", Word::number(moves.clone()))?;
        place.conditions.push(("moves are on empty squares", proof.graph.within(&moves, &self.empty)));
        Ok(moves)
    }

    /// The loop's head.
    fn turn(&self, proof: &mut Proof, moves: Option<&[Lit]>, turn: i64) -> Result<Place> {
        let mut place = self.anywhere(proof, "turn", turn)?;
        let moves = self.moves(proof, &mut place, moves)?;
        place.conditions.push(("there is a move", proof.graph.any(&moves)));
        Ok(place)
    }

    /// The second square of a turn: the given one, or any empty one; the first of the rest if the
    /// rest is not empty.
    fn second(&self, proof: &mut Proof, place: &mut Place, given: Option<usize>) -> Result<()> {
        let rest = self.moves(proof, place, None)?;
        let square = given.map_or_else(|| place.any(&proof.graph, 6), |square| number(square as u64, 6));
        place.holds("square_b", Word::number(resized(&square, 64)))?;
        let graph = &proof.graph;
        let bit = graph.shift_left(&number(1, 64), &square, Lit::FALSE);
        let (first, none) = graph.lowest(&rest);
        place.conditions.push(("the second square is the next one", graph.or(none, graph.equal(&first, &bit))));
        place.conditions.push(("the second square is empty", graph.any(&graph.and_each(&bit, &self.empty))));
        Ok(())
    }

    /// Where the flips of the first or second square are known but its indices are not summed yet.
    /// The square may be any empty one.
    fn flipped(&self, proof: &mut Proof, is_second: bool) -> Result<Place> {
        let mut place = self.anywhere(proof, if is_second { "second_flipped" } else { "first_flipped" }, 0)?;
        if is_second {
            self.first_child(proof, &mut place)?;
            self.moves(proof, &mut place, None)?;
        } else {
            self.second(proof, &mut place, None)?;
        }
        let [mine, other] = CHILDREN[usize::from(is_second)];
        let other = place.holds_any(&proof.graph, other, 64)?;
        // Its own discs are those that did not turn.
        let [own, opponent] = [&self.position.own, &self.position.opponent];
        let graph = &proof.graph;
        place.holds(mine, Word::number(graph.and_each(opponent, &graph.not_each(&other))))?;
        if !has_tables(proof) {
            let graph = &proof.graph;
            place.conditions.push(("no own disc turned", graph.within(own, &other)));
            place.conditions.push(("no disc beside the board", graph.within(&other, &number(self.board.squares, 64))));
            return Ok(place);
        }
        // The square's addend to each index; the lanes behind hold anything.
        let numbers = 16 * self.board.images();
        let mut added = place.any(&proof.graph, numbers);
        added.extend(place.unused(&proof.graph, 8 * self.board.entry - numbers));
        self.in_registers(proof, &mut place, &added)?;
        let of_square = |square: usize| {
            let at = self.board.at_squares + (self.board.entry * square) as i64;
            let bytes = proof.world.now(&proof.graph, &self.entry.memory, self.tables, at, numbers / 8)?;
            let same = proof.graph.equal(&bytes, &added[..numbers]);
            // Its new discs are on the square, which is empty, and on some of the opponent's; those
            // were turned.
            let [own, opponent] = [&self.position.own, &self.position.opponent];
            let beside = proof.graph.or_each(own, &number(1 << square, 64));
            let discs = proof.graph.or_each(&beside, &proof.graph.and_each(&other, opponent));
            Ok(proof.graph.and(proof.graph.and(same, proof.graph.equal(&other, &discs)), self.empty[square]))
        };
        let any_square: Bits = squares(self.board.squares).map(of_square).collect::<Result<_>>()?;
        let is_one = proof.graph.any(&any_square);
        place.conditions.push(("an empty square's part of the indices, and a disc there", is_one));
        Ok(place)
    }

    /// Shows what follows from what is said there, for the sums of digits: no own disc is lost, and
    /// what the square adds to an index is the digit 1 on that square.
    fn know_square(&self, proof: &mut Proof, place: &Place, is_second: bool) -> Result<()> {
        let other = place.told_number(CHILDREN[usize::from(is_second)][1])?;
        proof.know_within("the own discs stay", &self.position.own, &other)?;
        if !has_tables(proof) {
            return Ok(());
        }
        let new = proof.graph.and_each(&other, &self.empty);
        let none = vec![Lit::FALSE; 64];
        let added = self.registers(proof).iter().map(|&name| place.told_vector(name));
        let added = added.collect::<Result<Vec<&[Lit]>>>()?.concat();
        let numbers: Vec<Number> = (0..self.board.images())
            .map(|image| self.board.index("what the square adds", image, &added[16 * image..][..16], [&new, &none]))
            .collect();
        proof.show_numbers("what the square adds to the indices", &numbers)
    }

    /// The registers of a child's indices.
    fn registers(&self, proof: &Proof) -> &'static [&'static str] {
        &INDEX[..(16 * self.board.images()).div_ceil(width(proof))]
    }

    /// A child's indices stand in these.
    fn in_registers(&self, proof: &Proof, place: &mut Place, indices: &[Lit]) -> Result<()> {
        let mut registers = self.registers(proof).iter().zip(indices.chunks(width(proof)));
        registers.try_for_each(|(name, indices)| place.holds_vector(name, indices.to_vec()))
    }

    /// The indices of a child, each of its image's weights, and anything in the lanes behind.
    fn indices(&self, proof: &mut Proof, place: &mut Place, child: &[Bits; 2]) -> Bits {
        let numbers = 16 * self.board.images();
        let mut bits = place.any(&proof.graph, numbers);
        for (image, index) in bits.chunks(16).enumerate() {
            let weights = (self.board.stage - self.board.images[image].0) as u64;
            let inside = proof.graph.below(&resized(index, 32), &number(weights, 32));
            place.conditions.push(("an index is one of the weights", inside));
            let [own, other] = child;
            let index = self.board.index("an index is the number of its discs", image, index, [own, other]);
            place.numbers.push((index, Some((weights, inside))));
        }
        bits.extend(place.unused(&proof.graph, 8 * self.board.entry - numbers));
        bits
    }

    /// A child: it lies on the board, and its discs do not overlap.
    fn child(&self, proof: &mut Proof, place: &mut Place, registers: [&str; 2]) -> Result<[Bits; 2]> {
        let own = place.holds_any(&proof.graph, registers[0], 64)?;
        let opponent = place.holds_any(&proof.graph, registers[1], 64)?;
        let either = proof.graph.or_each(&own, &opponent);
        place.conditions.push(("discs of a child do not overlap", proof.graph.apart(&own, &opponent)));
        place.conditions.push(("they lie on the board", proof.graph.within(&either, &number(self.board.squares, 64))));
        Ok([own, opponent])
    }

    /// The first child, its indices on the stack.
    fn first_child(&self, proof: &mut Proof, place: &mut Place) -> Result<()> {
        let child = self.child(proof, place, CHILDREN[0])?;
        let indices = self.indices(proof, place, &child);
        let quads = (16 * self.board.images()).div_ceil(64);
        for (quad, bits) in (0..).zip(indices.chunks(64).take(quads)) {
            place.stack.push((PUSHES + INDICES - 8 * quad, Word::number(bits.to_vec())));
        }
        Ok(())
    }

    /// Before the second square, which may be given.
    fn between(&self, proof: &mut Proof, square: Option<usize>) -> Result<Place> {
        let mut place = self.anywhere(proof, "second_square", 0)?;
        self.second(proof, &mut place, square)?;
        self.first_child(proof, &mut place)?;
        Ok(place)
    }

    /// Where both children and their indices are known, those of the second in registers.
    fn both(&self, proof: &mut Proof) -> Result<Place> {
        let mut place = self.anywhere(proof, "both_children", 0)?;
        self.moves(proof, &mut place, None)?;
        self.first_child(proof, &mut place)?;
        let child = self.child(proof, &mut place, CHILDREN[1])?;
        let indices = self.indices(proof, &mut place, &child);
        self.in_registers(proof, &mut place, &indices)?;
        Ok(place)
    }

    /// Shows that registers still hold what they held at a place, the best value among them.
    fn show_unchanged(&self, proof: &mut Proof, state: &State, place: &Place, registers: &[&str]) -> Result<()> {
        for name in registers.iter().chain(self.outputs.is_none().then_some(&"best")) {
            proof.show_equal(&format!("{name} stays"), &place.number_in(state, name)?, &place.told_number(name)?)?;
        }
        Ok(())
    }

    /// Shows the position after a square, at a place.
    fn show_child(&self, proof: &mut Proof, place: &Place, state: &State, square: usize, child: usize) -> Result<()> {
        let (theirs, ours) = rules::child(&proof.graph, &self.position.own, &self.position.opponent, square);
        for (register, expected) in CHILDREN[child].into_iter().zip([theirs, ours]) {
            proof.show_equal("the position after the square", &place.number_in(state, register)?, &expected)?;
        }
        Ok(())
    }
}

fn entry(proof: &mut Proof, call: &Call) -> Result<()> {
    let this = call.turn(proof, None, 0)?;
    let reached = proof.enter(&call.entry, std::slice::from_ref(&this))?;
    let [own, opponent] = [&call.position.own, &call.position.opponent];
    let moves = legal(&proof.graph, own, opponent, &number(call.board.squares, 64));
    let [head, returned] = reached.both(&this)?;
    let found = proof.graph.gated(head.path, &this.number_in(head, "moves")?);
    proof.show_equal("the legal moves", &found, &moves)?;
    proof.show_equal("it returns at once without one", &[returned.path], &[proof.graph.is_zero(&moves)])?;
    if call.outputs.is_none() {
        let best = this.number_in(head, "best")?;
        proof.show_where(head.path, "no value is the best yet", proof.graph.equal(&best, &number(1 << 31, 64)))?;
    }
    let nothing = call.nothing();
    let found = proof.result(returned)?;
    proof.show_where(returned.path, "what it returns then", proof.graph.equal(&found, &nothing))
}

/// From the loop's head, where `square` is the lowest of the moves, to its flips.
fn first(proof: &mut Proof, call: &Call, square: usize) -> Result<()> {
    let now = with_lowest(&proof.graph, square);
    let this = call.turn(proof, Some(&now), 0)?;
    let flipped = call.flipped(proof, false)?;
    let state = proof.lead(&this, &call.entry, &flipped)?;
    let mut rest = now;
    rest[square] = Lit::FALSE;
    proof.show_equal("the other moves are left", &flipped.number_in(&state, "moves")?, &rest)?;
    let none = proof.graph.is_zero(&rest);
    let same = proof.graph.equal(&flipped.number_in(&state, "square_b")?, &number(square as u64, 64));
    proof.show("a last move is taken twice", proof.graph.implies(none, same))?;
    call.show_unchanged(proof, &state, &this, &[])?;
    call.show_child(proof, &flipped, &state, square, 0)
}

/// The case of the second of the moves.
fn second(proof: &mut Proof, call: &Call, square: usize) -> Result<()> {
    let this = call.between(proof, Some(square))?;
    let flipped = call.flipped(proof, true)?;
    let state = proof.lead(&this, &call.entry, &flipped)?;
    call.show_unchanged(proof, &state, &this, &["own_a", "other_a", "moves"])?;
    call.show_child(proof, &flipped, &state, square, 1)
}

/// From a square's flips to where its indices are known.
fn indices(proof: &mut Proof, call: &Call, is_second: bool) -> Result<()> {
    let this = call.flipped(proof, is_second)?;
    let next = if is_second { call.both(proof)? } else { call.between(proof, None)? };
    let state = proof.any_state(&this, &call.entry)?;
    call.know_square(proof, &this, is_second)?;
    let state = proof.lead_on(&this, state, &call.entry, &next)?;
    let of_second: &[&str] = if is_second { &CHILDREN[1] } else { &["square_b"] };
    call.show_unchanged(proof, &state, &this, &[&["own_a", "other_a", "moves"], of_second].concat())
}

/// From where both children are known to the next turn or the return.
fn weights(proof: &mut Proof, call: &Call) -> Result<()> {
    let this = call.both(proof)?;
    let next = call.turn(proof, None, 1)?;
    let reached = proof.leave(&this, &call.entry, std::slice::from_ref(&next))?;
    let [head, returned] = reached.both(&next)?;
    let before = this.told_number("moves")?;
    let (lowest, _) = proof.graph.lowest(&before);
    let rest = proof.graph.xor_each(&before, &lowest);
    let none = proof.graph.is_zero(&rest);
    let left = proof.graph.gated(head.path, &next.number_in(head, "moves")?);
    let mut children = Vec::new();
    for registers in CHILDREN {
        children.push(registers.into_iter().map(|name| this.told_number(name)).collect::<Result<Vec<Bits>>>()?);
    }
    let values = call.values(proof, &this, &children)?;
    let Some([to_children, to_values]) = call.outputs else {
        let best = resized(&this.told_number("best")?, 32);
        let ends = [(returned, proof.result(returned)?), (head, next.number_in(head, "best")?[..32].to_vec())];
        for (end, found) in &ends {
            show_best(proof, end.path, found, &best, &values)?;
        }
        let [returns, wrong] = ends.map(|(_, best)| proof.graph.or(none, !proof.graph.less(&best, &call.beta)));
        proof.show_where(returned.path, "it returns where it may", returns)?;
        proof.show("it goes on where it must", !proof.graph.and(head.path, wrong))?;
        return proof.show_equal("the other moves are left", &left, &proof.graph.gated(head.path, &rest));
    };
    proof.show_equal("the other moves are left", &left, &rest)?;
    proof.show_equal("it returns after the last", &[returned.path, head.path], &[none, !none])?;
    let mut shown = FxHashSet::default();
    for end in [returned, head] {
        proof.show_stored("the children", end, (to_children, 0), &children.concat().concat())?;
        for (index, child) in children.iter().enumerate() {
            proof.show_stored("a child's value", end, (to_values, 8 * index as i64), &values[index])?;
            let found = proof.stored(end, to_values, 8 * index as i64 + 4, 4)?;
            // Both ends have the same terms.
            if shown.insert((index, found.clone())) {
                let (mut apart, found, [moves, _]) = call.apart(proof, child, &found)?;
                let outcome = super::moves::show_count(&mut apart, &found, &moves);
                proof.join(apart, outcome)?;
            }
        }
    }
    proof.show_result("the legal moves are returned", returned, &next.number_in(&call.head, "moves")?)
}

/// Shows that the best value is now the greatest of what it was and the negated values. None of
/// these is the number that is its own negation: they are sums of 28 or 48 bytes.
fn show_best(proof: &mut Proof, path: Lit, found: &[Lit], best: &[Lit], values: &[Bits]) -> Result<()> {
    let mut greatest = best.to_vec();
    let mut is_least = Vec::new();
    for value in values {
        let negated = proof.graph.neg(value);
        greatest = proof.graph.choose_each(proof.graph.less(&greatest, &negated), &negated, &greatest);
        is_least.push(proof.graph.equal(value, &number(1 << 31, 32)));
    }
    proof.has_computed("the best value", found, &greatest)?;
    let same = proof.graph.or(proof.graph.any(&is_least), proof.graph.equal(found, &greatest));
    proof.can_be(path, "the way to where the best value is shown")?;
    let same = proof.graph.implies(path, same);
    // Whatever the values are.
    let (same, _) = proof.free(&[same], &values.concat());
    proof.show("the best value", same[0])
}

impl Call {
    /// Terms about a child alone, in a proof of their own, and the moves of both sides in it, first
    /// of that to move. There the discs are of one side alone and on the board by their terms: what
    /// is shown so holds for all children that are assumed.
    fn apart<'a>(&self, proof: &Proof<'a>, child: &[Bits], terms: &[Lit]) -> Result<(Proof<'a>, Bits, [Bits; 2])> {
        let apart = proof.apart();
        let graph = &apart.graph;
        let board = number(self.board.squares, 64);
        let [any, other] = [(); 2].map(|()| graph.any_within(&board));
        let mine = graph.and_each(&any, &graph.not_each(&other));
        let moves = [[&mine, &other], [&other, &mine]].map(|[own, opponent]| legal(graph, own, opponent, &board));
        let terms = graph.renamed(&proof.graph, terms, &child.concat(), &[mine, other].concat())?;
        Ok((apart, terms, moves))
    }

    /// The values of both children: sums of the weights of their indices and of their numbers of
    /// moves.
    fn values(&self, proof: &mut Proof, both: &Place, children: &[Vec<Bits>]) -> Result<[Bits; 2]> {
        let mut of_images: Vec<Vec<Bits>> = Vec::new();
        for numbers in both.numbers.chunks(self.board.images()) {
            let places = numbers
                .iter()
                .zip(&self.board.images)
                .map(|((index, _), (from, _))| proof.graph.add(&number(*from as u64, 64), &resized(&index.bits, 64)));
            of_images.push(places.collect());
        }
        let mut read = proof.world.bytes_read(self.weights);
        read.retain(|(place, _)| !of_images.iter().flatten().any(|image| image == place));
        let mut of_moves = Vec::new();
        for (index, child) in children.iter().enumerate() {
            let read = read.get(2 * index..2 * index + 2).unwrap_or_default();
            of_moves.extend(self.weights_of_moves(proof, child, read)?);
        }
        let mut sums = Vec::new();
        for (child, images) in of_images.iter().enumerate() {
            let [own, other] = [&of_moves[2 * child], &of_moves[2 * child + 1]];
            let of_moves = proof.graph.add(other, own);
            // The kernels add those of the first child at the end, and on Avx512 every second image
            // apart.
            let first = if child == 0 { number(0, 32) } else { of_moves.clone() };
            let mut parts = [first, number(0, 32)];
            for (image, place) in images.iter().enumerate() {
                let weight = proof.world.byte_at(&proof.graph, self.weights, place);
                let part = &mut parts[if has_tables(proof) { 0 } else { image % 2 }];
                *part = proof.graph.add(part, &sign_extended(&weight, 32));
            }
            let sum = proof.graph.add(&parts[0], &parts[1]);
            sums.push(if child == 0 { proof.graph.add(&sum, &of_moves) } else { sum });
        }
        let [first, second] = <[Bits; 2]>::try_from(sums).expect("two children");
        Ok([first, second])
    }

    /// The weights of the numbers of moves of the side to move in a child, and of the other, in 32
    /// bits. They are what a kernel has read, the other side's first, if it did so at the same
    /// places for all inputs.
    fn weights_of_moves(&self, proof: &mut Proof, child: &[Bits], read: &[(Bits, Bits)]) -> Result<[Bits; 2]> {
        let places: Bits = read.iter().rev().flat_map(|(place, _)| place.clone()).collect();
        let mut weights = Vec::new();
        if let Ok((mut apart, found, moves)) = self.apart(proof, child, &places) {
            let found = apart.in_terms_of(&found, &moves.concat())?;
            for (index, (found, moves)) in found.chunks(64).zip(&moves).enumerate() {
                let (place, count) = self.place_of_moves(&mut apart, index, moves);
                let (both, _) = apart.free(&[found, &place].concat(), &count);
                let (found, place) = both.split_at(64);
                if apart.are_equal(found, place)? {
                    weights.push((index, read[1 - index].1.clone()));
                }
            }
            proof.join(apart, Ok(()))?;
        }
        let mut both = Vec::new();
        for (index, [own, opponent]) in [[0, 1], [1, 0]].into_iter().enumerate() {
            let byte = match weights.iter().find(|(of, _)| *of == index) {
                Some((_, byte)) => byte.clone(),
                None => {
                    let moves = legal(&proof.graph, &child[own], &child[opponent], &number(self.board.squares, 64));
                    let (place, _) = self.place_of_moves(proof, index, &moves);
                    proof.world.byte_at(&proof.graph, self.weights, &place)
                }
            };
            both.push(sign_extended(&byte, 32));
        }
        Ok(<[Bits; 2]>::try_from(both).expect("two sides"))
    }

    /// Where the weight of a number of moves lies, of the side to move or of the other, and that
    /// number.
    fn place_of_moves(&self, proof: &mut Proof, side: usize, moves: &[Lit]) -> (Bits, Bits) {
        let count = proof.graph.count(moves);
        let most = number(self.board.most_moves as u64, count.len());
        let counted = proof.graph.choose_each(proof.graph.below(&most, &count), &most, &count);
        (proof.graph.add(&number(self.board.moves[side] as u64, 64), &resized(&counted, 64)), count)
    }
}
