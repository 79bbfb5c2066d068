//! Promise: the batch kernels say of every position what the kernels of one position say, for any
//! number of positions at any place in memory, and touch nothing else.

use crate::on_tiers::{on, on_best_tier};
use stonemask::kernels::Othello as Kernels;
use stonemask::othello::{Board, Children, Colour, Position, Positions, PositionsError, Square, SquareSet};
use stonemask::{Random, Tier, game::Game};

/// Positions of random games and arbitrary ones in turn.
fn arrays<const N: usize>(count: usize, random: &mut Random) -> (Vec<u64>, Vec<u64>) {
    let mut board = Board::<N>::start();
    let on_board = SquareSet::<N>::ALL.bits();
    (0..count)
        .map(|index| {
            if !board.play_random(random) {
                board = Board::start();
            }
            if index % 2 == 0 {
                (board.position().own().bits(), board.position().opponent().bits())
            } else {
                let occupied = [u64::MAX, random.next_u64() & random.next_u64(), random.next_u64() | random.next_u64()]
                    [random.below(3) as usize];
                let own = random.next_u64();
                (occupied & own & on_board, occupied & !own & on_board)
            }
        })
        .unzip()
}

/// Every batch kernel on a number of positions, against the reference of one position. The results
/// stand `shift` elements into room whose other elements must stay.
fn compare<const N: usize>(count: usize, shift: usize, random: &mut Random) {
    const KEPT: u64 = 0x1234_5678_9abc_def0;
    let reference = Kernels::get(Tier::Reference).unwrap();
    let (own, opponent) = arrays::<N>(count + shift, random);
    let positions = Positions::<N>::new(&own[shift..], &opponent[shift..]).unwrap();
    let squares: Vec<Square<N>> = (0..count)
        .map(|_| Square::new(random.below(N as u32) as usize, random.below(N as u32) as usize).unwrap())
        .collect();
    let position = |index: usize| positions.get(index);
    let moves: Vec<u64> = (0..count).map(|index| reference.legal_moves(position(index)).bits()).collect();
    let counts: Vec<u8> = moves.iter().map(|moves| moves.count_ones() as u8).collect();
    let flips: Vec<u64> = (0..count).map(|index| reference.flips(position(index), squares[index]).bits()).collect();
    let mut children = (Vec::new(), Vec::new());
    for index in 0..count {
        let mut room = Children::new();
        reference.children(position(index), &mut room);
        for child in room.as_slice() {
            children.0.push(child.own().bits());
            children.1.push(child.opponent().bits());
        }
    }
    for tier in Tier::available() {
        let kernels = Kernels::get(tier).unwrap();
        let room = |len: usize| vec![KEPT; len + 2 * shift];
        let kept =
            |room: &[u64], len: usize| room[..shift].iter().chain(&room[shift + len..]).all(|&element| element == KEPT);

        let mut result = room(count);
        kernels.legal_moves_many(positions, &mut result[shift..shift + count]);
        assert_eq!(result[shift..shift + count], moves, "moves, {tier}, {count} positions");
        assert!(kept(&result, count), "moves, {tier}, {count} positions");

        let mut result = vec![0xc3; count + 2 * shift];
        kernels.mobility_many(positions, &mut result[shift..shift + count]);
        assert_eq!(result[shift..shift + count], counts, "mobility, {tier}, {count} positions");
        let beside = result[..shift].iter().chain(&result[shift + count..]);
        assert!(beside.into_iter().all(|&byte| byte == 0xc3), "mobility, {tier}, {count} positions");

        let mut result = room(count);
        kernels.flips_many(positions, &squares, &mut result[shift..shift + count]);
        assert_eq!(result[shift..shift + count], flips, "flips, {tier}, {count} positions");
        assert!(kept(&result, count), "flips, {tier}, {count} positions");

        let len = children.0.len();
        let (mut child_own, mut child_opponent) = (room(len), room(len));
        let (first, second) = (&mut child_own[shift..shift + len], &mut child_opponent[shift..shift + len]);
        assert_eq!(kernels.children_many(positions, &moves, first, second), len, "children, {tier}, {count} positions");
        assert_eq!((&*first, &*second), (&children.0[..], &children.1[..]), "children, {tier}, {count} positions");
        assert!(kept(&child_own, len) && kept(&child_opponent, len), "children, {tier}, {count} positions");
    }
}

fn compare_all<const N: usize>() {
    let mut random = Random::new(N as u64);
    for count in (0..34).chain([63, 64, 65, 200]) {
        compare::<N>(count, count % 5, &mut random);
    }
}

#[test]
fn batches_equal_single_positions_8x8() {
    compare_all::<8>();
}

#[test]
fn batches_equal_single_positions_6x6() {
    compare_all::<6>();
}

#[test]
fn batches_equal_single_positions_4x4() {
    compare_all::<4>();
}

#[test]
fn what_is_no_position_is_named() {
    let wrong = Positions::<8>::new(&[1, 2], &[4]).unwrap_err();
    assert_eq!(wrong, PositionsError::Lengths { own: 2, opponent: 1 });
    assert_eq!(wrong.to_string(), "2 sides to move, but 1 opponents");
    let wrong = Positions::<8>::new(&[1, 2, 12], &[4, 8, 9]).unwrap_err();
    assert_eq!(wrong, PositionsError::Overlap { index: 2, squares: 8 });
    assert_eq!(wrong.to_string(), "position 2: both sides have discs on 0x0000000000000008");
    let wrong = Positions::<6>::new(&[1 << 9, 1 << 54], &[0, 1 << 7]).unwrap_err();
    assert_eq!(wrong, PositionsError::OffBoard { index: 1, squares: 1 << 7 });
    assert_eq!(wrong.to_string(), "position 1: discs off the board, 0x0000000000000080");
    assert!(Positions::<6>::new(&[1 << 9], &[1 << 54]).is_ok());
    assert!(Positions::<4>::new(&[], &[]).unwrap().is_empty());
}

/// A panic of each call whose arrays do not fit.
#[test]
fn arrays_that_do_not_fit_are_refused() {
    let start = Board::<8>::start().position();
    let (own, opponent) = ([start.own().bits(); 5], [start.opponent().bits(); 5]);
    let moves = [start.legal_moves().bits(); 5];
    let square = Square::new(0, 0).unwrap();
    for tier in Tier::available() {
        let kernels = Kernels::get(tier).unwrap();
        let positions = Positions::<8>::new(&own, &opponent).unwrap();
        let panics = |call: &dyn Fn()| std::panic::catch_unwind(std::panic::AssertUnwindSafe(call)).is_err();
        assert!(panics(&|| kernels.legal_moves_many(positions, &mut [0; 4])));
        assert!(panics(&|| kernels.mobility_many(positions, &mut [0; 6])));
        assert!(panics(&|| kernels.flips_many(positions, &[square; 4], &mut [0; 5])));
        assert!(panics(&|| kernels.flips_many(positions, &[square; 5], &mut [0; 4])));
        assert!(panics(&|| _ = kernels.children_many(positions, &moves[..4], &mut [0; 20], &mut [0; 20])));
        assert!(panics(&|| _ = kernels.children_many(positions, &moves, &mut [0; 19], &mut [0; 20])));
        assert!(panics(&|| _ = kernels.children_many(positions, &[1 << 27; 5], &mut [0; 20], &mut [0; 20])));
        assert!(!panics(&|| _ = kernels.children_many(positions, &moves, &mut [0; 20], &mut [0; 20])));
    }
}

/// The batched perft counts what perft by single children counts, passes and finished games
/// included.
fn same_perft<const N: usize>(boards: impl Iterator<Item = Board<N>>, depth: u32) {
    fn plain<const N: usize>(board: &Board<N>, depth: u32) -> (u64, u64) {
        if depth == 0 {
            return (1, 0);
        }
        let (mut nodes, mut finished) = (0, 0);
        board.for_each_child(|_, child| {
            let below = plain(child, depth - 1);
            (nodes, finished) = (nodes + below.0, finished + below.1);
        });
        if nodes == 0 { (1, 1) } else { (nodes, finished) }
    }
    for board in boards {
        for depth in 0..=depth {
            let expected = on_best_tier(|| plain(&board, depth));
            for tier in Tier::available().filter(|&tier| tier != Tier::Reference) {
                let count = on(tier, || board.perft(depth));
                assert_eq!((count.nodes, count.finished), expected, "{tier}, depth {depth}, {board}");
            }
        }
    }
}

#[test]
fn batched_perft_counts_what_single_children_count() {
    same_perft([Board::<8>::start()].into_iter(), 6);
    same_perft([Board::<6>::start()].into_iter(), 6);
    same_perft([Board::<4>::start()].into_iter(), 9);
    // Boards near the end, where games pass and finish at all depths, and arbitrary ones.
    let mut random = Random::new(5);
    let (own, opponent) = arrays::<4>(60, &mut random);
    same_perft(
        own.into_iter().zip(opponent).map(|(own, opponent)| {
            let set = |bits| SquareSet::from_bits(bits).unwrap();
            Board::<4>::new(Position::new(set(own), set(opponent)).unwrap(), Colour::White)
        }),
        5,
    );
    let late = std::iter::repeat_with(|| {
        let mut board = Board::<8>::start();
        while board.empties().len() > 6 && board.play_random(&mut random) {}
        board
    });
    same_perft(late.take(60), 8);
}
