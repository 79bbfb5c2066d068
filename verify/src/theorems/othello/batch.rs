//! Othello's batch kernels, for any number of boards, by induction over the turns of the loop.
//!
//! One turn handles as many boards as fit in a register. If more boards remain than one turn takes,
//! the turn leads to the next one, whatever their number. The last turn is run once for each number
//! of boards that it can be left with, and the kernel once for each number that is too small for a
//! full turn. The arrays hold exactly the boards of the run, so the pointers advance by the boards
//! of a turn.

use super::moves::{Position, any_inner_board, describe, is_inner, legal, show_count, square_name, whole_board};
use crate::bits::{Bits, number};
use crate::graph::{Graph, Lit};
use crate::loop_head::Moves;
use crate::proof::Proof;
use crate::refused::{Result, refuse};
use crate::rules::othello as rules;
use crate::state::State;
use crate::theorem::{Case, Theorem};
use crate::word::{ObjectId, Word};
use rustc_hash::FxHashSet;
use stonemask::Tier;

pub(super) fn theorems() -> Vec<Theorem> {
    let theorem = |family, claim| Theorem { family, claim, cases: |_| vec![Case::new("", batch)], ..Theorem::PLAIN };
    vec![
        theorem("othello_batch_moves_8x8", "the legal moves of any number of positions"),
        theorem("othello_batch_moves_inner", "the legal moves of any number of positions on every board within 6x6"),
        theorem("othello_batch_mobility_8x8", "the numbers of legal moves of any number of positions"),
        theorem(
            "othello_batch_mobility_inner",
            "the numbers of legal moves of any number of positions on every board within 6x6",
        ),
        theorem("othello_batch_flips", "the discs that turn, for any number of positions and a square of each"),
    ]
}

/// The result of a kernel for each board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Task {
    Moves,
    Mobility,
    Flips,
}

impl Task {
    /// The parameter for the results.
    fn results(self) -> &'static str {
        match self {
            Task::Moves => "moves",
            Task::Mobility => "counts",
            Task::Flips => "flips",
        }
    }
}

/// Any position and, if the kernel takes one, any square.
struct Element {
    position: Position,
    square: Bits,
    /// The variables that the position consists of.
    variables: Bits,
}

impl Element {
    fn any(graph: &Graph, board: &[Lit], task: Task) -> Element {
        let (taken, whose) = (graph.inputs(64), graph.inputs(64));
        let square = if task == Task::Flips { graph.inputs(6) } else { Bits::new() };
        let position = Position::of(graph, &taken, &whose, board);
        let variables = [taken, whose, square.clone()].concat();
        Element { position, square, variables }
    }
}

/// The arrays of a run, each with the bytes of an element.
struct Arrays {
    elements: Vec<Element>,
    inputs: Vec<(ObjectId, i64)>,
    results: (ObjectId, i64),
}

/// A theorem while it is being shown.
struct Batch {
    task: Task,
    /// The squares of the board.
    board: Bits,
    is_inner: bool,
    /// The board whose variable names are used to show every result.
    named: Element,
    /// The results shown so far for that board.
    shown: FxHashSet<Bits>,
}

impl Batch {
    fn arrays(&self, proof: &mut Proof, boards: usize) -> Arrays {
        let elements: Vec<Element> = (0..boards).map(|_| Element::any(&proof.graph, &self.board, self.task)).collect();
        let mut array = |name: &str, of: &dyn Fn(&Element) -> Bits| {
            let (object, size) = (proof.array(name, boards), proof.element(name));
            for (element, at) in elements.iter().zip((0..).step_by(size as usize)) {
                proof.world.fill(object, at, &of(element));
            }
            (object, size)
        };
        let mut inputs = vec![
            array("own", &|element| element.position.own.clone()),
            array("opponent", &|element| element.position.opponent.clone()),
        ];
        if self.task == Task::Flips {
            inputs.push(array("squares", &|element| [element.square.clone(), number(0, 2)].concat()));
        }
        let results = self.task.results();
        let results = (proof.array(results, boards), proof.element(results));
        Arrays { elements, inputs, results }
    }

    /// The state on entry, for a call with `count` boards.
    fn entry(&self, proof: &mut Proof, arrays: &Arrays, boards: &[Lit]) -> State {
        let mut arguments: Vec<Word> = arrays.inputs.iter().map(|&(object, _)| Word::at(object, 0)).collect();
        arguments.extend([Word::at(arrays.results.0, 0), Word::number(boards.to_vec())]);
        if self.is_inner {
            arguments.push(Word::number(self.board.clone()));
        }
        proof.entry(&arguments)
    }

    /// The state at the entry of the loop, and how the kernel counts boards there.
    fn first(&self, proof: &mut Proof, arrays: &Arrays, head: u64, per_turn: usize) -> Result<(State, State, Word)> {
        let boards = proof.graph.inputs(64);
        let few = proof.graph.below(&boards, &number(per_turn as u64, 64));
        let entry = State { path: !few, ..self.entry(proof, arrays, &boards) };
        let (first, returned) = proof.until(head, &entry)?;
        if returned.is_some() && !proof.is_outset() {
            refuse!("it returns with boards enough for a turn");
        }
        proof.show_equal("it enters the loop with boards enough for a turn", &[first.path], &[!few])?;
        // Some kernels count from minus the boards of one turn.
        let counted = Word::number(proof.graph.sub(&boards, &number(per_turn as u64, 64)));
        if !first.general.contains(&counted) && !proof.is_outset() {
            refuse!("no register holds the number of boards, less a turn's");
        }
        Ok((entry, first, counted))
    }

    /// The quantities that advance in a turn with `now` boards after its own.
    fn moves(&self, graph: &Graph, arrays: &Arrays, counted: Word, now: Bits, per_turn: usize) -> Vec<Moves> {
        let next = graph.sub(&now, &number(per_turn as u64, 64));
        let mut moves = vec![Moves { entry: counted, now: Word::number(now), next: Word::number(next) }];
        moves.extend(arrays.inputs.iter().chain([&arrays.results]).map(|&(object, size)| {
            let here = Word::at(object, 0);
            Moves { entry: here.clone(), now: here, next: Word::at(object, per_turn as i64 * size) }
        }));
        moves
    }

    /// The variables of the set of squares: the same for all boards.
    fn board_variables(&self) -> Bits {
        self.board.iter().copied().filter(|square| square.known().is_none()).collect()
    }

    /// Shows the results of the first boards, in a call with `count` boards.
    fn show(&mut self, proof: &mut Proof, arrays: &Arrays, state: &State, boards: usize, of: usize) -> Result<()> {
        let (results, size) = arrays.results;
        self.describe(proof, of, 0);
        for (index, element) in arrays.elements.iter().enumerate().take(boards) {
            let found = proof.stored(state, results, index as i64 * size, size as usize)?;
            let of_all = [&element.variables[..], &self.board_variables()].concat();
            let names = [&self.named.variables[..], &self.board_variables()].concat();
            let found = proof.renamed(&found, &of_all, &names)?;
            if self.shown.contains(&found) {
                proof.effort.by_structure += found.len();
                continue;
            }
            self.show_named(proof, &found, of)?;
            self.shown.insert(found);
        }
        Ok(())
    }

    /// Says that a counterexample is an array of copies of the named board, with this square.
    fn describe(&self, proof: &mut Proof, boards: usize, square: usize) {
        let (seen, flips) = (self.named.position.clone(), self.task == Task::Flips);
        describe(proof, &self.board, move |values, side| {
            let text = seen.text(values, side);
            let one = if flips { format!("{text}, {}", square_name(square)) } else { text };
            vec![one; boards].join("; ")
        });
    }

    /// Shows the result of the named board.
    fn show_named(&self, proof: &mut Proof, found: &[Lit], of: usize) -> Result<()> {
        let Position { own, opponent } = &self.named.position;
        if self.task == Task::Flips {
            for square in 0..64 {
                let names = [&self.named.variables[..128], &number(square as u64, 6)].concat();
                let found = proof.renamed(found, &self.named.variables, &names)?;
                let flips = rules::flips(&proof.graph, own, opponent, square);
                self.describe(proof, of, square);
                proof.show_equal(&format!("the discs that square {square} turns"), &found, &flips)?;
            }
            return Ok(());
        }
        let moves = legal(&proof.graph, own, opponent, &self.board);
        match self.task {
            Task::Mobility => show_count(proof, found, &moves),
            _ => proof.show_equal("the legal moves", found, &moves),
        }
    }
}

fn batch(proof: &mut Proof) -> Result<()> {
    proof.decides = true;
    let is_inner = is_inner(proof);
    let task = match proof.kernel.family() {
        "othello_batch_flips" => Task::Flips,
        family if family.contains("mobility") => Task::Mobility,
        _ => Task::Moves,
    };
    // Boards a turn. One more than the truth would be refused as a read beyond the arrays, one less
    // because of the pointers.
    let per_turn = if proof.kernel.tier == Tier::Avx512 && task != Task::Flips { 8 } else { 4 };
    let board = if is_inner { any_inner_board(&proof.graph) } else { whole_board() };
    let named = Element::any(&proof.graph, &board, task);
    let mut batch = Batch { task, board, is_inner, named, shown: FxHashSet::default() };

    batch.describe(proof, per_turn, 0);
    for boards in 0..per_turn {
        let arrays = batch.arrays(proof, boards);
        let entry = batch.entry(proof, &arrays, &number(boards as u64, 64));
        let state = proof.call(&entry)?;
        batch.show(proof, &arrays, &state, boards, boards)?;
    }

    let head = proof.kernel.cut("turn")?.at;
    let arrays = batch.arrays(proof, per_turn);
    let (entry, first, counted) = batch.first(proof, &arrays, head, per_turn)?;
    let after = proof.graph.inputs(64);
    let enough = !proof.graph.below(&after, &number(per_turn as u64, 64));
    let moves = batch.moves(&proof.graph, &arrays, counted, after, per_turn);
    let turn = proof.turn(head, &first, &moves, enough, &[arrays.results.0], &entry)?;
    let (Some(next), None) = (turn.next, turn.returned) else {
        refuse!("it does not go on with boards enough for another turn");
    };
    proof.show_equal("it goes on with boards enough for another turn", &[next.path], &[enough])?;
    batch.show(proof, &arrays, &next, per_turn, 2 * per_turn)?;

    for left in 0..per_turn {
        let arrays = batch.arrays(proof, per_turn + left);
        let (entry, first, counted) = batch.first(proof, &arrays, head, per_turn)?;
        let moves = batch.moves(&proof.graph, &arrays, counted, number(left as u64, 64), per_turn);
        let state = proof.last_turn(head, &first, &turn.known, &moves, &[arrays.results.0], &entry)?;
        batch.show(proof, &arrays, &state, per_turn + left, per_turn + left)?;
    }
    Ok(())
}
