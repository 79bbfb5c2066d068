//! One ply of Othello's games in bit slices, for one game: a function of its own bits and of the
//! number that it drew.
//!
//! The proof goes in steps, and each step replaces the result of the one before by free variables.
//! First, the moves are those of the rules, and the limit is their number minus one. Then
//! comparisons with counts of moves lead from the drawn number to a column, and there to a row with
//! a move: what is subtracted on the way are the moves on the left and above, so as many are before
//! that move as the number says, and each number leads to another. Last, for any empty square, the
//! new disc and the flips are those of the rules.

use super::moves::{Position, square_name, squares};
use crate::apart::Lane;
use crate::bits::{Bits, number, resized, zeros};
use crate::graph::{Graph, Lit};
use crate::proof::Proof;
use crate::refused::{Result, refuse};
use crate::rules::othello as rules;

/// The squares of a board of this size in the middle of the frame, row by row.
pub(super) fn board(size: usize) -> Vec<usize> {
    squares(super::moves::board(size)).collect()
}

/// A game before a ply, and what is found out about it.
pub(super) struct Ply {
    size: usize,
    /// For each square of the board: whether it is taken, and whether by the side to move.
    taken: Bits,
    whose: Bits,
    passed: Lit,
    age: Bits,
    /// The number of the move.
    chosen: Bits,
    moves: Bits,
    limit: Bits,
    own: Bits,
    opponent: Bits,
    has_passed: Lit,
    is_over: Lit,
    new_age: Bits,
}

impl Ply {
    /// For a lane whose inputs and terms have the order of `othello_plies`.
    pub(super) fn new(size: usize, bits: usize, lane: &Lane) -> Ply {
        let squares = size * size;
        let (position, rest) = lane.inputs.split_at(2 * squares);
        let (passed, rest) = (rest[0], &rest[1..]);
        let (age, chosen) = rest.split_at(rest.len() - bits);
        let mut terms = lane.terms.iter().copied();
        let mut next = |count: usize| -> Bits { terms.by_ref().take(count).collect() };
        let of_square = |place: usize| position.chunks(2).map(|pair| pair[place]).collect();
        Ply {
            size,
            taken: of_square(0),
            whose: of_square(1),
            passed,
            age: age.to_vec(),
            chosen: chosen.to_vec(),
            moves: next(squares),
            limit: next(bits),
            own: next(squares),
            opponent: next(squares),
            has_passed: next(1)[0],
            is_over: next(1)[0],
            new_age: next(age.len()),
        }
    }

    /// The position before the ply.
    fn position(&self, graph: &Graph) -> Position {
        let (mut taken, mut whose) = (zeros(64), zeros(64));
        for (index, square) in board(self.size).into_iter().enumerate() {
            (taken[square], whose[square]) = (self.taken[index], self.whose[index]);
        }
        Position::of(graph, &taken, &whose, &[Lit::TRUE; 64])
    }
}

/// A part of the frame's squares: those of the board.
fn on_board(size: usize, frame: &[Lit]) -> Bits {
    board(size).into_iter().map(|square| frame[square]).collect()
}

/// Shows that two vectors are equal in a step with free variables, so a difference would not be a
/// counterexample.
fn show_step(proof: &mut Proof, what: &str, found: &[Lit], expected: &[Lit]) -> Result<()> {
    proof.claims(what, found.len());
    if !proof.are_equal(found, expected)? {
        refuse!("{what}: not seen to be so");
    }
    Ok(())
}

fn add(graph: &Graph, a: &[Lit], b: &[Lit]) -> Bits {
    let width = a.len().max(b.len()) + 1;
    graph.add(&resized(a, width), &resized(b, width))
}

pub(super) fn show(proof: &mut Proof, ply: &Ply) -> Result<()> {
    let position = ply.position(&proof.graph);
    let (name, seen) = (proof.kernel.name.clone(), position.clone());
    let size = ply.size;
    proof.describe(move |values| format!("{name}: {}", seen.text(values, size)));
    let moves = on_board(ply.size, &rules::legal_moves(&proof.graph, &position.own, &position.opponent));
    proof.show_equal("the legal moves", &ply.moves, &moves)?;
    let all = proof.graph.all(&moves);
    proof.show("some square is not a move", !all)?;

    // From here on the moves are any set of squares except all.
    let rest = [&[ply.has_passed, ply.is_over], &ply.new_age[..], &ply.limit, &ply.own, &ply.opponent].concat();
    let (mut rest, moves) = proof.generalised(&rest, &ply.moves)?;
    let all = proof.graph.all(&moves);
    let counts = Counts::of(&proof.graph, ply.size, &moves);
    for parts in counts.levels() {
        rest = proof.in_terms_of(&rest, &parts)?;
    }
    let total = counts.total.clone();
    let overflow = *total.last().expect("seven bits");
    let fits = proof.graph.or(all, !overflow);
    show_step(proof, "fewer moves than squares", &[fits], &[Lit::TRUE])?;
    let total = resized(&total, ply.limit.len());
    let any = proof.graph.any(&total);
    let (rest_of_counts, discs) = rest.split_at(rest.len() - 2 * moves.len());
    let (counters, limit) = rest_of_counts.split_at(rest_of_counts.len() - ply.limit.len());

    // The limit.
    let less = proof.graph.gated(any, &proof.graph.sub(&total, &number(1, total.len())));
    let (both, _) = proof.generalised(&[limit, &less].concat(), &total)?;
    let (found, expected) = both.split_at(limit.len());
    show_step(proof, "the greatest number that is drawn", found, expected)?;

    // Passes, and the number of plies.
    let rest = proof.in_terms_of(&[counters, discs].concat(), &[any])?;
    let (counters, discs) = rest.split_at(counters.len());
    let (passes, over, age) = rules::counted(&proof.graph, any, ply.passed, &ply.age);
    let expected = [&[passes, over][..], &age].concat();
    let (both, _) = proof.generalised(&[counters, &expected].concat(), &[any])?;
    let (found, expected) = both.split_at(counters.len());
    show_step(proof, "passes, ends and plies", found, expected)?;

    let old = [on_board(ply.size, &position.own), on_board(ply.size, &position.opponent)].concat();
    let passing = proof.with(discs, &[(any, Lit::FALSE)]);
    proof.show_equal("the discs after a pass", &passing, &old)?;
    let discs = proof.with(discs, &[(any, Lit::TRUE)]);
    let (discs, square) = descended(proof, ply, &counts, &moves, &discs)?;

    // Whatever square it is.
    for row in 0..ply.size {
        for column in 0..ply.size {
            placed(proof, ply, &discs, &square, row, column)?;
        }
    }
    Ok(())
}

/// The numbers of moves: in each column of eight, in two columns, in four, and in all.
struct Counts {
    columns: Vec<Bits>,
    pairs: Vec<Bits>,
    halves: Vec<Bits>,
    total: Bits,
}

impl Counts {
    fn of(graph: &Graph, size: usize, moves: &[Lit]) -> Counts {
        let columns: Vec<Bits> = (0..8)
            .map(|column| {
                let row = |row: usize| {
                    if row < size && column < size { moves[size * row + column] } else { Lit::FALSE }
                };
                graph.count(&(0..8).map(row).collect::<Bits>())
            })
            .collect();
        let sums =
            |numbers: &[Bits]| -> Vec<Bits> { numbers.chunks(2).map(|pair| add(graph, &pair[0], &pair[1])).collect() };
        let pairs = sums(&columns);
        let halves = sums(&pairs);
        let total = sums(&halves).remove(0);
        Counts { columns, pairs, halves, total }
    }

    fn levels(&self) -> [Bits; 4] {
        [self.columns.concat(), self.pairs.concat(), self.halves.concat(), self.total.clone()]
    }
}

/// A choice between left and right, and the number searched for there.
struct Step {
    left: Lit,
    rest: Bits,
    /// The number that was searched for is the rest and, on the right, as many as are on the left.
    adds_up: Lit,
}

impl Step {
    /// Go left if the number is below the count on the left; otherwise go right, with the count
    /// subtracted.
    fn of(graph: &Graph, wanted: &[Lit], on_left: &[Lit], keep: usize) -> Step {
        let width = wanted.len().max(on_left.len());
        let (wanted, on_left) = (resized(wanted, width), resized(on_left, width));
        let left = graph.below(&wanted, &on_left);
        let rest = resized(&graph.choose_each(left, &wanted, &graph.sub(&wanted, &on_left)), keep);
        let all = add(graph, &graph.gated(!left, &on_left), &rest);
        let adds_up = graph.equal(&all, &resized(&wanted, all.len()));
        Step { left, rest, adds_up }
    }

    /// Go left, because nothing else exists: on 4x4.
    fn none(wanted: &[Lit]) -> Step {
        Step { left: Lit::TRUE, rest: wanted.to_vec(), adds_up: Lit::TRUE }
    }

    fn parts(&self) -> Bits {
        [&[self.left], &self.rest[..]].concat()
    }
}

/// Whether `a < b`, of any widths.
fn below(graph: &Graph, a: &[Lit], b: &[Lit]) -> Lit {
    let width = a.len().max(b.len());
    graph.below(&resized(a, width), &resized(b, width))
}

/// The choices that lead to a row or column: left or right of the middle, and so on.
type Way = [Lit; 3];

/// Select one of eight by the choices on the way to it.
fn chosen(graph: &Graph, [high, middle, low]: Way, of: &[Bits]) -> Bits {
    let twos: Vec<Bits> = of.chunks(2).map(|two| graph.choose_each(low, &two[0], &two[1])).collect();
    let fours: Vec<Bits> = twos.chunks(2).map(|two| graph.choose_each(middle, &two[0], &two[1])).collect();
    graph.choose_each(high, &fours[0], &fours[1])
}

/// The lines that a way can lead to. On 6x6 the last two are left out: their way is that of the two
/// before them.
fn lines_of(size: usize, lines: &[Bits]) -> Vec<Bits> {
    let last = if size == 6 { 4..6 } else { 6..8 };
    [&lines[..6], &lines[last]].concat()
}

/// Terms in which a way is replaced by any that leads to a line of the board (on 6x6 the right half
/// has nothing on its right). The way follows, and the variables that it consists of.
fn any_way(proof: &mut Proof, size: usize, terms: &[Lit], [high, middle, low]: Way) -> (Bits, Way, Way) {
    if size != 6 {
        return (terms.to_vec(), [high, middle, low], [high, middle, low]);
    }
    let other = proof.graph.input();
    let there = proof.graph.or(other, !high);
    (proof.with(terms, &[(middle, there)]), [high, there, low], [high, other, low])
}

/// The discs as a function of the ways to the chosen square's column and row; the square has a
/// move.
fn descended(proof: &mut Proof, ply: &Ply, counts: &Counts, moves: &[Lit], discs: &[Lit]) -> Result<(Bits, [Way; 2])> {
    let size = ply.size;
    let Counts { columns, pairs, halves, .. } = counts;
    let graph = &proof.graph;
    let high = if size == 4 { Step::none(&ply.chosen) } else { Step::of(graph, &ply.chosen, &halves[0], 5) };
    let on_left = graph.choose_each(high.left, &pairs[0], &pairs[2]);
    let middle = Step::of(graph, &high.rest, &on_left, if size == 4 { 3 } else { 4 });
    let on_left = chosen(graph, [high.left, middle.left, Lit::TRUE], &lines_of(size, columns));
    let low = Step::of(graph, &middle.rest, &on_left, if size == 4 { 2 } else { 3 });
    within_column(proof, ply, counts, [&high, &middle, &low])?;

    let mut discs = discs.to_vec();
    for step in [&high, &middle, &low] {
        discs = proof.in_terms_of(&discs, &step.parts())?;
    }
    let parts = [&[high.left, middle.left, low.left], &low.rest[..]].concat();
    let (discs, parts) = proof.generalised(&discs, &parts)?;
    let (discs, column, column_variables) = any_way(proof, size, &discs, [parts[0], parts[1], parts[2]]);
    let wanted = &parts[3..];

    // The moves in the column, then any moves.
    let graph = &proof.graph;
    let line = |line: usize, at: usize| if line < size && at < size { moves[size * line + at] } else { Lit::FALSE };
    let by_column: Vec<Bits> = (0..8).map(|column| (0..size).map(|row| line(row, column)).collect()).collect();
    let in_column = chosen(graph, column, &by_column);
    let discs = proof.in_terms_of(&discs, &in_column)?;
    let (discs, in_column) = proof.generalised(&discs, &in_column)?;

    let graph = &proof.graph;
    let rows: Vec<Bits> = resized(&in_column, 8).iter().map(|&row| vec![row]).collect();
    let twos: Vec<Bits> = rows.chunks(2).map(|two| add(graph, &two[0], &two[1])).collect();
    let four = add(graph, &twos[0], &twos[1]);
    let high = if size == 4 { Step::none(wanted) } else { Step::of(graph, wanted, &four, 2) };
    let middle = Step::of(graph, &high.rest, &graph.choose_each(high.left, &twos[0], &twos[2]), 1);
    let one = chosen(graph, [high.left, middle.left, Lit::TRUE], &lines_of(size, &rows));
    let low = Step::of(graph, &middle.rest, &one, 1);
    let way = [high.left, middle.left, low.left];
    let is_move = chosen(graph, way, &rows)[0];
    let is_that_move = graph.all(&[is_move, graph.is_zero(&low.rest), high.adds_up, middle.adds_up, low.adds_up]);
    let is_that_move = graph.implies(below(graph, wanted, &graph.count(&in_column)), is_that_move);
    show_step(proof, "the row is that of the move with the number in the column", &[is_that_move], &[Lit::TRUE])?;
    let mut discs = discs;
    for parts in [high.parts(), middle.parts(), vec![low.left]] {
        discs = proof.in_terms_of(&discs, &parts)?;
    }
    let (discs, way) = proof.generalised(&discs, &way)?;
    let (discs, _, row_variables) = any_way(proof, size, &discs, [way[0], way[1], way[2]]);
    Ok((discs, [column_variables, row_variables]))
}

/// Shows that a number below the count of all moves becomes a number below the count in one column
/// of the board: the number less the moves in the columns before.
fn within_column(proof: &mut Proof, ply: &Ply, counts: &Counts, [high, middle, low]: [&Step; 3]) -> Result<()> {
    let Counts { columns, pairs, halves, total } = counts;
    let at_most = |numbers: &[Bits], most: usize| {
        let each: Bits = numbers.iter().map(|of| !below(&proof.graph, &number(most as u64, 8), of)).collect();
        proof.graph.all(&each)
    };
    // At most as many as there are squares.
    let few = [at_most(columns, ply.size), at_most(pairs, 2 * ply.size), at_most(halves, 4 * ply.size)];
    let implied = |proof: &mut Proof, what: &str, from: &[Lit], to: Lit, parts: &[Lit]| {
        let (condition, _) = proof.generalised(&[proof.graph.implies(proof.graph.all(from), to)], parts)?;
        show_step(proof, what, &condition, &[Lit::TRUE])
    };
    show_step(proof, "moves in a column", &[few[0]], &[Lit::TRUE])?;
    implied(proof, "moves in two columns", &[few[0]], few[1], &columns.concat())?;
    implied(proof, "moves in four columns", &[few[1]], few[2], &pairs.concat())?;

    let graph = &proof.graph;
    let drawn = below(graph, &ply.chosen, total);
    let in_half = below(graph, &high.rest, &graph.choose_each(high.left, &halves[0], &halves[1]));
    let in_half = graph.and(in_half, high.adds_up);
    let two: Vec<Bits> = (0..2).map(|at| graph.choose_each(high.left, &pairs[at], &pairs[at + 2])).collect();
    let in_two = below(graph, &middle.rest, &graph.choose_each(middle.left, &two[0], &two[1]));
    let in_two = graph.and(in_two, middle.adds_up);
    let way = [high.left, middle.left, low.left];
    let in_one = graph.and(below(graph, &low.rest, &chosen(graph, way, columns)), low.adds_up);
    implied(proof, "the half", &[drawn, few[2]], in_half, &halves.concat())?;
    let parts = [&pairs.concat()[..], &high.parts()].concat();
    implied(proof, "the two columns", &[in_half, few[1]], in_two, &parts)?;
    if ply.size == 6 {
        let on_board = proof.graph.or(high.left, middle.left);
        implied(proof, "two columns of the board", &[in_half, few[1]], on_board, &parts)?;
    }
    let parts = [&columns.concat()[..], &[high.left], &middle.parts()].concat();
    implied(proof, "the column", &[in_two, few[0]], in_one, &parts)
}

/// Shows the discs after a disc on an empty square.
fn placed(proof: &mut Proof, ply: &Ply, discs: &[Lit], ways: &[Way; 2], row: usize, column: usize) -> Result<()> {
    let index = ply.size * row + column;
    let square = board(ply.size)[index];
    let position = ply.position(&proof.graph);
    let (name, seen) = (proof.kernel.name.clone(), position.clone());
    let size = ply.size;
    proof.describe(move |values| format!("{name}: {}, {}", seen.text(values, size), square_name(square)));
    let (theirs, ours) = rules::child(&proof.graph, &position.own, &position.opponent, square);
    let expected = [on_board(ply.size, &ours), on_board(ply.size, &theirs)].concat();
    let mut values = vec![(ply.taken[index], Lit::FALSE)];
    for (way, line) in ways.iter().zip([column, row]) {
        let last = if ply.size == 4 { 3 } else { 7 };
        let choices = way.iter().zip([4, 2, 1]).filter(|(choice, _)| choice.known().is_none());
        values.extend(choices.map(|(&choice, bit)| (choice, Lit::constant((last - line) & bit != 0))));
    }
    let both = proof.with(&[discs, &expected].concat(), &values);
    let (found, expected) = both.split_at(discs.len());
    proof.show_equal("the discs after a disc on a square", found, expected)?;
    // So that the next ply starts with a position.
    let (ours, theirs) = expected.split_at(expected.len() / 2);
    let twice = proof.graph.and_each(ours, theirs);
    proof.show_equal("squares with a disc of each side", &twice, &zeros(twice.len()))
}
