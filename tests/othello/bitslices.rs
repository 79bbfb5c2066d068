//! Promise: bit-sliced random games follow the rules ply by ply, are those of the reference bit for
//! bit, and are counted to the last one.

use crate::on_tiers::on;
use crate::tiers;
use stonemask::internals::othello::BitslicedGames;
use stonemask::internals::othello::reference_bitslices;
use stonemask::kernels::Othello as Kernels;
use stonemask::othello::{Board, Colour, Move, Position, SquareSet};
use stonemask::playout::{Playout, Tally, playouts};
use stonemask::{Random, Tier};

/// The tiers with kernels of their own for slices: X64 has Portable's.
fn slicing_tiers() -> impl Iterator<Item = &'static Kernels> {
    tiers().filter(|kernels| kernels.tier() != Tier::X64)
}

/// A board within a random game, or any two sets of discs.
fn board<const N: usize>(random: &mut Random) -> Board<N> {
    if random.below(4) == 0 {
        let set = |bits: u64| SquareSet::from_bits(bits & SquareSet::<N>::ALL.bits()).unwrap();
        let occupied = [random.next_u64(), random.next_u64() & random.next_u64(), u64::MAX][random.below(3) as usize];
        let own = random.next_u64();
        let colour = if random.below(2) == 0 { Colour::Black } else { Colour::White };
        return Board::new(Position::new(set(occupied & own), set(occupied & !own)).unwrap(), colour);
    }
    let mut board = Board::start();
    for _ in 0..random.below(N as u32 * N as u32) {
        if !board.play_random(random) {
            return Board::start();
        }
    }
    board
}

/// The ply that leads from one board to the next; none when the game is over and the board stays.
fn ply_between<const N: usize>(before: &Board<N>, after: &Board<N>) -> Option<Move<N>> {
    match (before.empties() - after.empties()).iter().collect::<Vec<_>>()[..] {
        [] => before.must_pass().then_some(Move::Pass),
        [square] => Some(Move::Place(square)),
        _ => panic!("more than one disc placed between {before} and {after}"),
    }
}

/// Plays on from boards of all kinds and looks at every ply of every game.
fn follow<const N: usize>(kernels: &'static Kernels, plies: u64) {
    let mut random = Random::new(17 + N as u64);
    let mut games = BitslicedGames::<N>::new(kernels, 5);
    let mut reference = reference_bitslices::<N>(kernels, 5);
    let mut finished = Tally::default();
    let mut expected = Vec::new();
    let mut counts = vec![0; games.games()];
    for game in 0..games.games() {
        let board = board(&mut random);
        games.launch(game, &board);
        reference.launch(game, &board);
        expected.push(board);
    }
    for ply in 0..plies {
        games.play(1);
        reference.play(1);
        for (game, (before, count)) in expected.iter_mut().zip(&mut counts).enumerate() {
            let (tier, after) = (kernels.tier(), games.board(game));
            assert_eq!(
                after,
                reference.board(game),
                "{tier}, game {game}, ply {ply}: the reference differs from {before}"
            );
            assert_eq!(games.is_over(game), reference.is_over(game), "{tier}, game {game}, ply {ply}");
            assert_eq!(games.plies(game), reference.plies(game), "{tier}, game {game}, ply {ply}");
            match ply_between(before, &after) {
                Some(mv) => {
                    before.try_play(mv).unwrap_or_else(|error| panic!("{tier}, game {game}, ply {ply}: {error}"));
                    assert_eq!(*before, after, "{tier}, game {game}, ply {ply}, {mv}");
                    *count += 1;
                }
                None => {
                    assert!(before.is_over(), "{tier}, game {game}, ply {ply}: no ply in {before}");
                    assert_eq!(*before, after, "{tier}, game {game}, ply {ply}");
                }
            }
            assert_eq!(games.is_over(game), after.is_over(), "{tier}, game {game}, ply {ply}: {after}");
            assert_eq!(games.plies(game), *count, "{tier}, game {game}, ply {ply}");
            if games.is_over(game) && ply + 1 == plies {
                finished.count(Playout { outcome: before.outcome().unwrap(), plies: *count });
            }
            // Now and then a game that is over gives its place to another.
            if games.is_over(game) && ply + 1 < plies && random.below(3) == 0 {
                *before = board(&mut random);
                games.launch(game, before);
                reference.launch(game, before);
                *count = 0;
            }
        }
    }
    assert_eq!(games.tally(), finished, "{}", kernels.tier());
    assert_eq!(reference.tally(), finished);
    assert!((0..games.games()).any(|game| games.is_over(game)), "no game came to its end");
}

#[test]
fn every_ply_is_legal_and_the_references_8x8() {
    slicing_tiers().for_each(|kernels| on(kernels.tier(), || follow::<8>(kernels, 75)));
}

#[test]
fn every_ply_is_legal_and_the_references_6x6() {
    slicing_tiers().for_each(|kernels| on(kernels.tier(), || follow::<6>(kernels, 60)));
}

#[test]
fn every_ply_is_legal_and_the_references_4x4() {
    slicing_tiers().for_each(|kernels| on(kernels.tier(), || follow::<4>(kernels, 40)));
}

/// Counts, in any mixture of positions and numbers of games: every game launched is counted with
/// its own position.
fn counts<const N: usize>() {
    let mut random = Random::new(3);
    let over = Board::<N>::new(Position::new(SquareSet::ALL, SquareSet::EMPTY).unwrap(), Colour::White);
    for kernels in slicing_tiers() {
        for (positions, games) in [(0, 5), (1, 0), (1, 1), (1, 1000), (3, 1), (700, 1), (40, 30), (2, 600)] {
            let mut boards: Vec<Board<N>> = (0..positions).map(|_| board(&mut random)).collect();
            if let Some(last) = boards.last_mut() {
                *last = over;
            }
            let [tallies, again] = on(kernels.tier(), || [9, 9].map(|seed| playouts(&boards, games, seed)));
            assert_eq!(tallies, again, "{} is not reproducible", kernels.tier());
            assert_eq!(tallies.len(), boards.len());
            for (board, tally) in boards.iter().zip(&tallies) {
                assert_eq!(tally.games(), games, "{} of {board}", kernels.tier());
                if board.is_over() {
                    assert_eq!(tally.plies, 0, "{board}");
                } else {
                    // At least one ply, at most a move on each empty square and a pass before it.
                    assert!((games..=2 * games * u64::from(board.empties().len())).contains(&tally.plies), "{board}");
                }
            }
            if let Some(tally) = tallies.last() {
                assert_eq!((tally.wins[1], tally.plies), (games, 0));
            }
        }
    }
}

#[test]
fn every_game_is_counted() {
    counts::<8>();
    counts::<6>();
    counts::<4>();
}
