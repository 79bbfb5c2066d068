//! Othello's kernels of one board.

use crate::bits::{Bits, number, resized, zeros};
use crate::graph::{Graph, Lit, Values};
use crate::loop_head::Moves;
use crate::proof::Proof;
use crate::refused::{Refused, Result};
use crate::rules::othello as rules;
use crate::state::State;
use crate::theorem::{Case, Theorem};
use crate::word::Word;

/// Two disjoint sets of discs. Two free variables a square, "is taken" and "by whom", make every
/// such pair.
#[derive(Clone)]
pub(super) struct Position {
    pub(super) own: Bits,
    pub(super) opponent: Bits,
}

impl Position {
    /// Any position on the squares of `board`.
    pub(super) fn any(graph: &Graph, board: &[Lit]) -> Position {
        let (taken, whose) = (graph.inputs(64), graph.inputs(64));
        Position::of(graph, &taken, &whose, board)
    }

    /// The position on the squares of `board` that the variables "is taken" and "by whom" describe.
    pub(super) fn of(graph: &Graph, taken: &[Lit], whose: &[Lit], board: &[Lit]) -> Position {
        let taken = graph.and_each(taken, board);
        let others = graph.not_each(whose);
        Position { own: graph.and_each(&taken, whose), opponent: graph.and_each(&taken, &others) }
    }

    pub(super) fn arguments(&self) -> [Word; 2] {
        [Word::number(self.own.clone()), Word::number(self.opponent.clone())]
    }

    /// The squares of the centred board with sides of this length, as `stonemask check --replay`
    /// reads them.
    pub(super) fn text(&self, values: &Values, side: usize) -> String {
        let (own, opponent) = (values.number(&self.own), values.number(&self.opponent));
        let cell = |square: usize| match (own >> square & 1, opponent >> square & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '-',
        };
        squares(board(side)).map(cell).chain(" X".chars()).collect()
    }
}

/// Says how a counterexample is printed: if its squares fit a real board, as `stonemask check
/// --replay` reads it. `side` squares on a side.
pub(super) fn describe(proof: &mut Proof, board: &[Lit], input: impl Fn(&Values, usize) -> String + 'static) {
    let optional: Bits = board.iter().copied().filter(|square| square.known().is_none()).collect();
    proof.prefer(&[proof.graph.all(&optional)]);
    let (kernel, board) = (proof.kernel.family().trim_start_matches("othello_").to_owned(), board.to_vec());
    let tier = proof.kernel.tier;
    proof.describe(move |values| match values.number(&board) {
        u64::MAX => format!("othello8 {kernel} {tier} {}", input(values, 8)),
        INNER => format!("othello6 {kernel} {tier} {}", input(values, 6)),
        squares => format!("{kernel} {tier} on {squares:#x}: {}", input(values, 8)),
    });
}

/// The squares of the 6x6 board.
const INNER: u64 = 0x007e_7e7e_7e7e_7e00;

pub(super) fn square_name(square: usize) -> String {
    format!("{}{}", (b'a' + (square % 8) as u8) as char, square / 8 + 1)
}

pub(super) fn whole_board() -> Bits {
    vec![Lit::TRUE; 64]
}

/// Any board inside the frame's ring of border squares.
pub(super) fn any_inner_board(graph: &Graph) -> Bits {
    (0..64).map(|square| if INNER >> square & 1 == 1 { graph.input() } else { Lit::FALSE }).collect()
}

/// Whether the kernel is for the boards inside the ring; its name says so.
pub(super) fn is_inner(proof: &Proof) -> bool {
    proof.kernel.family().ends_with("_inner")
}

/// The squares of the centred board with `side` squares on a side.
pub(crate) fn board(side: usize) -> u64 {
    let lines = (8 - side) / 2..(8 + side) / 2;
    lines.clone().flat_map(|row| lines.clone().map(move |column| 1 << (8 * row + column))).sum()
}

/// The squares of a set.
pub(crate) fn squares(set: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |square| set >> square & 1 == 1)
}

/// A set with this lowest square: any higher ones.
pub(super) fn with_lowest(graph: &Graph, square: usize) -> Bits {
    [number(1 << square, square + 1), graph.inputs(63 - square)].concat()
}

/// The legal moves on a board.
pub(super) fn legal(graph: &Graph, own: &[Lit], opponent: &[Lit], board: &[Lit]) -> Bits {
    graph.and_each(&rules::legal_moves(graph, own, opponent), board)
}

pub(super) fn theorems() -> Vec<Theorem> {
    let moves =
        |name, claim| Theorem { family: name, claim, cases: |_| vec![Case::new("", legal_moves)], ..Theorem::PLAIN };
    let per_square = |family, claim, cases| Theorem { family, claim, cases, ..Theorem::PLAIN };
    vec![
        moves("othello_legal_moves_8x8", "the legal moves, for every position"),
        moves("othello_legal_moves_inner", "the legal moves, for every board within 6x6 and every position on it"),
        moves("othello_mobility_8x8", "the number of legal moves, for every position"),
        moves(
            "othello_mobility_inner",
            "the number of legal moves, for every board within 6x6 and every position on it",
        ),
        per_square("othello_flips", "the discs that turn, for every position and square", |_| {
            (0..64).map(|square| Case::new(square_name(square), move |proof| flips(proof, square))).collect()
        }),
        per_square("othello_outflanks", "whether any disc turns, for every position and square", |_| {
            (0..64).map(|square| Case::new(square_name(square), move |proof| outflanks(proof, square))).collect()
        }),
        per_square("othello_children", "the positions after each square of a set, for every position and set", |_| {
            let turn = |square| Case::new(square_name(square), move |proof: &mut Proof| children(proof, Some(square)));
            (0..64).map(turn).chain([Case::new("no squares", |proof| children(proof, None))]).collect()
        }),
    ]
}

fn legal_moves(proof: &mut Proof) -> Result<()> {
    let board = if is_inner(proof) { any_inner_board(&proof.graph) } else { whole_board() };
    let position = Position::any(&proof.graph, &board);
    let seen = position.clone();
    describe(proof, &board, move |values, side| seen.text(values, side));
    let mut arguments = position.arguments().to_vec();
    if is_inner(proof) {
        arguments.push(Word::number(board.clone()));
    }
    let entry = proof.entry(&arguments);
    let state = proof.call(&entry)?;
    let moves = legal(&proof.graph, &position.own, &position.opponent, &board);
    let found = proof.result(&state)?;
    match proof.kernel.family().contains("mobility") {
        true => show_count(proof, &found, &moves),
        false => proof.show_equal("the legal moves", &found, &moves),
    }
}

/// Shows that `found` is the number of `moves`, in three steps. First, each group of eight has its
/// own count. Then, for any moves, the counts stand in the kernel's sum; then, for any counts that
/// a row can have, the sum is right.
pub(super) fn show_count(proof: &mut Proof, found: &[Lit], moves: &[Lit]) -> Result<()> {
    const NAME: &str = "the number of legal moves";
    let count = resized(&proof.graph.count(moves), found.len());
    if proof.are_drawn_apart(found, &count) {
        return proof.show_equal(NAME, found, &count);
    }
    let by_moves = proof.in_terms_of(found, moves)?;
    let (by_moves, any_moves) = proof.generalised(&by_moves, moves)?;
    let (mut rows, mut fit) = (Bits::new(), Bits::new());
    for row in any_moves.chunks(8) {
        let count = proof.graph.count(row);
        let most = number(row.iter().filter(|&&square| square != Lit::FALSE).count() as u64, count.len());
        fit.push(!proof.graph.below(&most, &count));
        rows.extend(count);
    }
    let fits = proof.graph.all(&fit);
    let always_fits = proof.are_equal(&[fits], &[Lit::TRUE])?;
    let by_rows = proof.in_terms_of(&by_moves, &rows)?;
    let of_any = resized(&proof.graph.count(&any_moves), found.len());
    let (all, _) = proof.generalised(&[by_rows, of_any, vec![fits]].concat(), &rows)?;
    let [by_rows, of_any] = [&all[..found.len()], &all[found.len()..2 * found.len()]];
    let [by_rows, of_any] = [by_rows, of_any].map(|count| proof.graph.gated(all[2 * found.len()], count));
    if always_fits && proof.are_equal(&by_rows, &of_any)? {
        proof.claims(NAME, found.len());
        return Ok(());
    }
    proof.show_equal(NAME, found, &count)
}

/// A position and a square on entry.
fn with_square(proof: &mut Proof, square: usize) -> (Position, State) {
    let position = Position::any(&proof.graph, &whole_board());
    let seen = position.clone();
    describe(proof, &whole_board(), move |values, side| {
        format!("{}, {}", seen.text(values, side), square_name(square))
    });
    let [own, opponent] = position.arguments();
    let square = proof.narrow(&number(square as u64, 32));
    let entry = proof.entry(&[own, opponent, square]);
    (position, entry)
}

fn flips(proof: &mut Proof, square: usize) -> Result<()> {
    let (position, entry) = with_square(proof, square);
    let state = proof.call(&entry)?;
    let flips = rules::flips(&proof.graph, &position.own, &position.opponent, square);
    proof.show_result("the discs that turn", &state, &flips)
}

fn outflanks(proof: &mut Proof, square: usize) -> Result<()> {
    let (position, entry) = with_square(proof, square);
    let state = proof.call(&entry)?;
    let outflanks = rules::outflanks(&proof.graph, &position.own, &position.opponent, square);
    let found = proof.result(&state)?;
    let mut expected = zeros(32);
    expected[0] = outflanks;
    proof.show_equal("whether any disc turns", &found, &expected)
}

/// One turn of the loop for sets whose lowest square is given, or the way into the loop; an empty
/// set goes past it.
///
/// Induction over the squares of the set: each turn writes the position after the lowest square,
/// removes that square from the set, and advances the output; it returns when the set is empty.
fn children(proof: &mut Proof, lowest: Option<usize>) -> Result<()> {
    proof.decides = true;
    let position = Position::any(&proof.graph, &whole_board());
    let [own, opponent] = position.arguments();
    let squares = proof.graph.inputs(64);
    let (seen, set, tier) = (position.clone(), squares.clone(), proof.kernel.tier);
    // `check` asks for the children after all legal moves, so the lowest square must be legal.
    let (mut is_move, mut bit) = (Lit::FALSE, 0);
    if let Some(square) = lowest {
        let outflanks = rules::outflanks(&proof.graph, &position.own, &position.opponent, square);
        let taken = proof.graph.or(position.own[square], position.opponent[square]);
        (is_move, bit) = (proof.graph.and(outflanks, !taken), 1 << square);
    }
    proof.prefer(&[is_move]);
    proof.describe(move |values| match values.of(is_move) & 1 {
        1 => format!("othello8 children {tier} {}", seen.text(values, 8)),
        _ => format!("children {tier} on {:#x}: {}", values.number(&set) | bit, seen.text(values, 8)),
    });
    let one_turn = proof.array("children", 1);
    let some = proof.graph.any(&squares);
    proof.world.exists_if(&proof.graph, one_turn, some);
    let pointer = Word::at(one_turn, 0);
    let entry = proof.entry(&[own, opponent, Word::number(squares.clone()), pointer.clone()]);
    let head = proof.kernel.cut("turn")?.at;
    let (first, returned) = proof.until(head, &entry)?;
    let empty = proof.graph.is_zero(&squares);
    let Some(square) = lowest else {
        let returned = returned.ok_or_else(|| Refused::new("the kernel does not return for an empty set"))?;
        proof.show("it returns at once if and only if there are no squares", proof.graph.iff(returned.path, empty))?;
        return proof.show("else it enters the loop", proof.graph.xor(returned.path, first.path));
    };
    let now = with_lowest(&proof.graph, square);
    let mut rest = now.clone();
    rest[square] = Lit::FALSE;
    let moves = [
        Moves { entry: Word::number(squares), now: Word::number(now), next: Word::number(rest.clone()) },
        Moves { entry: pointer.clone(), now: pointer, next: Word::at(one_turn, 16) },
    ];
    let turn = proof.turn(head, &first, &moves, some, &[one_turn], &entry)?;
    let (theirs, ours) = rules::child(&proof.graph, &position.own, &position.opponent, square);
    let ends = [&turn.next, &turn.returned];
    for end in ends.into_iter().flatten() {
        proof.show_stored(
            "the position after the square",
            end,
            (one_turn, 0),
            &[theirs.clone(), ours.clone()].concat(),
        )?;
    }
    let over = proof.graph.is_zero(&rest);
    let returns = turn.returned.map_or(Lit::FALSE, |end| end.path);
    let goes_on = turn.next.map_or(Lit::FALSE, |end| end.path);
    let [ends, goes_on] =
        [(returns, over), (goes_on, !over)].map(|(path, when)| proof.graph.iff(path, proof.graph.and(some, when)));
    proof.show("it returns after the last square", ends)?;
    proof.show("it goes on while there are squares", goes_on)
}
