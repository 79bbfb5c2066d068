//! Promise: every kernel of every tier equals the reference, on reachable and on arbitrary
//! positions, on every square.

use crate::cases::cases;
use crate::on_tiers::on;
use crate::{arbitrary, random_board, tiers};
use proptest::prelude::*;
use stonemask::Random;
use stonemask::Tier;
use stonemask::founding::{IllegalCell, Packed6};
use stonemask::kernels::{LastTable, Othello as Kernels};
use stonemask::othello::{Board, Children, Colour, Move, Position, Scoring, Square, SquareSet};

/// Every kernel on one position and all its squares.
fn compare<const N: usize>(position: Position<N>) {
    let reference = Kernels::get(Tier::Reference).unwrap();
    let shown = Board::new(position, Colour::Black);
    let mut expected = Children::new();
    reference.children(position, &mut expected);
    for kernels in tiers() {
        let tier = kernels.tier();
        assert_eq!(kernels.legal_moves(position), reference.legal_moves(position), "legal moves, {tier}, {shown}");
        assert_eq!(kernels.mobility(position), reference.mobility(position), "mobility, {tier}, {shown}");
        for square in SquareSet::<N>::ALL {
            let (flips, expected) = (kernels.flips(position, square), reference.flips(position, square));
            assert_eq!(flips, expected, "flips, {tier}, {shown}, {square}");
            assert_eq!(
                kernels.outflanks(position, square),
                !expected.is_empty(),
                "outflanks, {tier}, {shown}, {square}"
            );
        }
        let mut children = Children::new();
        kernels.children(position, &mut children);
        assert_eq!(children.as_slice(), expected.as_slice(), "children, {tier}, {shown}");
    }
}

/// A colour's move to a cell: whether it outflanks, whether it is played, and the state after it.
type PackedMove = (Colour, u8, bool, Result<(), IllegalCell>, Packed6);

/// Each colour's moves to each cell, to the pass and beyond.
fn packed_moves(state: Packed6) -> Vec<PackedMove> {
    let moves = Colour::ALL.into_iter().flat_map(|colour| (0..=Packed6::PASS + 1).map(move |cell| (colour, cell)));
    let result = moves.map(|(colour, cell)| {
        let mut moved = state;
        let played = moved.play(colour, cell);
        (colour, cell, state.outflank(colour, cell), played, moved)
    });
    result.collect()
}

/// A position of a random game: each number picks one of the legal plies.
fn reachable<const N: usize>() -> impl Strategy<Value = Board<N>> {
    prop::collection::vec(any::<prop::sample::Index>(), 0..N * N).prop_map(|picks| {
        let mut board = Board::start();
        for pick in picks {
            let moves: Vec<_> = board.legal_moves().iter().collect();
            if !moves.is_empty() {
                board.play(Move::Place(*pick.get(&moves)));
            } else if board.must_pass() {
                board.play(Move::Pass);
            }
        }
        board
    })
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn arbitrary_8x8(position in arbitrary::<8>()) {
        compare(position);
    }

    #[test]
    fn arbitrary_6x6(position in arbitrary::<6>()) {
        compare(position);
    }

    #[test]
    fn arbitrary_4x4(position in arbitrary::<4>()) {
        compare(position);
    }

    #[test]
    fn reachable_8x8(board in reachable::<8>()) {
        compare(board.position());
    }

    #[test]
    fn reachable_6x6(board in reachable::<6>()) {
        compare(board.position());
    }

    #[test]
    fn reachable_4x4(board in reachable::<4>()) {
        compare(board.position());
    }

    #[test]
    fn any_packed_state(t in 0u8..16, free: u32, pos: u32) {
        let state = Packed6::new(t, free, pos & free).unwrap();
        let expected = on(Tier::Reference, || packed_moves(state));
        for kernels in tiers() {
            prop_assert_eq!(&on(kernels.tier(), || packed_moves(state)), &expected, "{}", kernels.tier());
        }
    }
}

/// One ray in each direction from every square, with runs of every length, closed and open: every
/// way in which a mask, a shift or an edge can be wrong shows in one of these.
fn every_run<const N: usize>() {
    let reach = N as isize - 1;
    for from in SquareSet::<N>::ALL {
        for (row_step, column_step) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
            let at = |distance: isize| {
                let row = from.row().checked_add_signed(row_step * distance)?;
                let column = from.column().checked_add_signed(column_step * distance)?;
                stonemask::othello::Square::<N>::new(row, column)
            };
            for length in 0..=reach {
                let run: SquareSet<N> = (1..=length).filter_map(at).collect();
                let own = at(length + 1).map_or(SquareSet::EMPTY, |square| square.set());
                for own in [own, SquareSet::EMPTY] {
                    compare(Position::new(own, run).unwrap());
                    // With every other square taken by one side, so that a leak across an edge
                    // would close or open a run.
                    let rest = SquareSet::ALL - run - own - from.set();
                    compare(Position::new(own | rest, run).unwrap());
                    compare(Position::new(own, run | rest).unwrap());
                }
            }
        }
    }
}

#[test]
fn every_run_8x8() {
    every_run::<8>();
}

#[test]
fn every_run_6x6() {
    every_run::<6>();
}

#[test]
fn every_run_4x4() {
    every_run::<4>();
}

/// Full boards, empty boards, boards of one colour, boards with one empty square.
fn extremes<const N: usize>() {
    let all = SquareSet::<N>::ALL;
    let none = SquareSet::EMPTY;
    for (own, opponent) in [(none, none), (all, none), (none, all)] {
        compare(Position::new(own, opponent).unwrap());
    }
    for square in all {
        for (own, opponent) in [(square.set(), none), (none, square.set()), (square.set(), all - square.set())] {
            compare(Position::new(own, opponent).unwrap());
            compare(Position::new(opponent, own).unwrap());
        }
        compare(Position::new(all - square.set(), none).unwrap());
        compare(Position::new(none, all - square.set()).unwrap());
    }
}

#[test]
fn extremes_of_all_sizes() {
    extremes::<8>();
    extremes::<6>();
    extremes::<4>();
}

const SCORINGS: [Scoring; 3] = [Scoring::Discs, Scoring::EmptiesToWinner, Scoring::FewestDiscs];

/// A board with a given number of empty squares and any discs: all of one colour, most of one
/// colour, about half of each.
fn any_ending<const N: usize>(empties: usize, kind: usize, random: &mut Random) -> Position<N> {
    let mut left: Vec<Square<N>> = SquareSet::ALL.iter().collect();
    for _ in 0..empties {
        left.swap_remove(random.below(left.len() as u32) as usize);
    }
    let discs: SquareSet<N> = left.into_iter().collect();
    let bits = [random.next_u64(), random.next_u64(), random.next_u64()];
    let own = [bits[0], bits[0] & bits[1], bits[0] | bits[1], bits[0] & bits[1] & bits[2], 0, u64::MAX][kind % 6];
    let own = SquareSet::from_bits(own & discs.bits()).unwrap();
    Position::new(own, discs - own).unwrap()
}

/// The last plies of a position: value and number of nodes, for every scoring and windows on all
/// sides of the value, each searched by one that knows nothing and by one that knows what was
/// searched before.
fn compare_last_plies<const N: usize>(position: Position<N>, expected: &'static Kernels, random: &mut Random) {
    for scoring in SCORINGS {
        let new = || LastTable::new(scoring);
        let (value, _) = expected.last_plies(position, -64, &mut new());
        let mut windows = [-64, -1, 0, 63, value - 1, value, value + 1, random.below(128) as i32 - 64];
        windows.rotate_left(random.below(8) as usize);
        let results = |kernels: &Kernels| {
            let mut table = new();
            windows.map(|alpha| [&mut new(), &mut table].map(|table| kernels.last_plies(position, alpha, table)))
        };
        let expected = results(expected);
        for kernels in tiers() {
            let (tier, board) = (kernels.tier(), Board::new(position, Colour::Black));
            assert_eq!(results(kernels), expected, "last plies, {tier}, {board}, {windows:?}, {scoring:?}");
        }
    }
}

/// Many positions against the search in Rust over the kernels of the lowest tier, some against the
/// one over the rules.
fn last_plies<const N: usize>(rounds: usize) {
    let reference = Kernels::get(Tier::Reference).unwrap();
    let lowest = tiers().next().unwrap_or(reference);
    let mut random = Random::new(4);
    for round in 0..rounds {
        let empties = 5 + round % 6;
        let position = if round % 5 == 0 {
            random_board(&mut random, empties as u32).position()
        } else {
            any_ending(empties, round / 6, &mut random)
        };
        let expected = if round % 61 == 0 { reference } else { lowest };
        compare_last_plies::<N>(position, expected, &mut random);
    }
}

#[test]
fn last_plies_8x8() {
    last_plies::<8>(1200);
}

#[test]
fn last_plies_6x6() {
    last_plies::<6>(2400);
}

#[test]
fn last_plies_4x4() {
    last_plies::<4>(2400);
}

/// More than eight moves, for the side to move or after it passes: they are searched eight at a
/// time.
fn last_plies_of_many_moves<const N: usize>() {
    let lowest = tiers().next().unwrap_or(Kernels::get(Tier::Reference).unwrap());
    let mut random = Random::new(9);
    let mut found = [0; 3];
    for round in 0..400_000 {
        let position = any_ending::<N>(9 + round % 2, round / 2, &mut random);
        let [now, passed] = [position, position.pass()].map(|position| position.legal_moves().len());
        let kind = match (now, passed) {
            (10, _) => 0,
            (9, _) => 1,
            (0, 9..) => 2,
            _ => continue,
        };
        found[kind] += 1;
        if found[kind] <= 12 {
            compare_last_plies(position, lowest, &mut random);
        }
        if found.iter().all(|&count| count >= 12) {
            return;
        }
    }
    panic!("{found:?} boards with ten moves, with nine, and with as many after a pass");
}

#[test]
fn last_plies_of_many_moves_on_all_sizes() {
    last_plies_of_many_moves::<8>();
    last_plies_of_many_moves::<6>();
}

/// The value of a position, by trying everything.
fn exact<const N: usize>(position: Position<N>, scoring: Scoring, passed: bool) -> i32 {
    let kernels = Kernels::get(Tier::best()).unwrap();
    let mut children = Children::new();
    kernels.children(position, &mut children);
    let value = |child: &Position<N>| -exact(*child, scoring, false);
    children.as_slice().iter().map(value).max().unwrap_or_else(|| {
        if !passed {
            return -exact(position.pass(), scoring, true);
        }
        let (score, empties) = (position.score(), position.empties().len() as i32);
        match scoring {
            Scoring::Discs => score,
            Scoring::EmptiesToWinner => score + empties * score.signum(),
            Scoring::FewestDiscs => -score,
        }
    })
}

/// A result is a true bound: a lower one above alpha, else an upper one; whatever was searched
/// before.
fn last_plies_bound_the_value<const N: usize>() {
    let mut random = Random::new(44);
    let mut tables: Vec<_> =
        SCORINGS.map(|scoring| tiers().map(|_| LastTable::new(scoring)).collect::<Vec<_>>()).into();
    for round in 0..60 {
        let empties = 5 + round % 3;
        let position: Position<N> = if round % 2 == 0 {
            random_board(&mut random, empties as u32).position()
        } else {
            any_ending(empties, round, &mut random)
        };
        for (scoring, tables) in SCORINGS.into_iter().zip(&mut tables) {
            let value = exact(position, scoring, false);
            for alpha in [value - 7, -64, value, value - 1, value + 5, 63] {
                for (kernels, table) in tiers().zip(&mut *tables) {
                    let (bound, nodes) = kernels.last_plies(position, alpha, table);
                    let holds =
                        if value > alpha { alpha < bound && bound <= value } else { value <= bound && bound <= alpha };
                    let (tier, board) = (kernels.tier(), Board::new(position, Colour::Black));
                    assert!(holds, "{bound} for {value}, {tier}, {board}, {alpha}, {scoring:?}");
                    assert!(nodes > 0);
                }
            }
        }
    }
}

#[test]
fn last_plies_bound_the_value_on_all_sizes() {
    last_plies_bound_the_value::<8>();
    last_plies_bound_the_value::<6>();
    last_plies_bound_the_value::<4>();
}

#[test]
#[should_panic(expected = "not 5 to 10 empty squares")]
fn last_plies_of_too_many_squares() {
    Kernels::in_use().last_plies(Board::<4>::start().position(), 0, &mut LastTable::new(Scoring::Discs));
}
