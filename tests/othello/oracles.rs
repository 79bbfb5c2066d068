//! Promise: the reference and every tier give the published numbers.

use crate::on_tiers::{on, on_best_tier, on_every_tier};
use stonemask::Tier;
use stonemask::founding::Packed6;
use stonemask::game::Outcome;
use stonemask::othello::{Board, Colour, Line, Move, Solver};
use stonemask::perft::{Perft, divide};

/// Positions by depth from 1; a pass is a ply, and a game finished above the depth counts once.
const PERFT_8X8: [u64; 12] =
    [4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288, 24_571_284, 212_258_800, 1_939_886_636];
const PERFT_6X6: [u64; 10] = [4, 12, 56, 244, 1364, 7604, 47740, 308_716, 2_114_912, 14_976_792];
const PERFT_4X4: [u64; 10] = [4, 12, 44, 128, 424, 1256, 3624, 9116, 20044, 36540];

fn check_perft<const N: usize>(counts: &[u64], reference_depth: usize, kernels_depth: usize) {
    on_every_tier(|tier| {
        let deepest = if tier == Tier::Reference { reference_depth } else { kernels_depth };
        for (index, &nodes) in counts[..deepest].iter().enumerate() {
            let depth = index as u32 + 1;
            assert_eq!(Board::<N>::start().perft(depth).nodes, nodes, "{tier}, depth {depth}");
        }
    });
}

#[test]
fn perft_8x8() {
    check_perft::<8>(&PERFT_8X8, 6, 10);
}

#[test]
fn perft_6x6() {
    check_perft::<6>(&PERFT_6X6, 7, 10);
}

#[test]
fn perft_4x4() {
    check_perft::<4>(&PERFT_4X4, 9, 10);
}

#[test]
fn perft_depth_0_is_the_position_itself() {
    assert_eq!(Board::<8>::start().perft(0), Perft { nodes: 1, finished: 0 });
}

#[test]
fn perft_divides_into_its_first_plies() {
    let counts = on_best_tier(|| divide(&Board::<8>::start(), 7));
    assert_eq!(counts.iter().map(|(ply, _)| ply.to_string()).collect::<Vec<_>>(), ["d3", "c4", "f5", "e6"]);
    assert_eq!(counts.iter().map(|(_, count)| count.nodes).sum::<u64>(), PERFT_8X8[6]);
}

#[test]
fn a_finished_game_counts_once_above_the_depth_and_is_told_apart() {
    // Black has nothing left: over.
    let over: Board<4> = "OOOOOOOOOOOOOOO- X".parse().unwrap();
    assert_eq!(over.outcome(), Some(Outcome::Win(Colour::White)));
    assert_eq!(over.perft(0), Perft { nodes: 1, finished: 0 });
    for depth in 1..5 {
        assert_eq!(over.perft(depth), Perft { nodes: 1, finished: 1 });
    }
    // A game that ended above one depth ended above the next; on 4x4 some end above ply 10, none
    // above ply 7.
    let finished: Vec<u64> = on_best_tier(|| (1..=14).map(|depth| Board::<4>::start().perft(depth).finished).collect());
    assert!(finished.is_sorted(), "{finished:?}");
    assert!(finished[6] == 0 && finished[9] > 0, "{finished:?}");
}

/// Best play from the 6x6 start (J. Feinstein, *Amenor wins world 6x6 championships!*, British
/// Othello Federation newsletter, July 1993), in the founding document's cell numbers, and in
/// coordinates.
const FEINSTEIN_CELLS: [u8; 33] = [
    12, 21, 26, 13, 22, 18, 7, 6, 5, 27, 33, 23, 17, 11, 19, 15, 14, 31, 20, 32, 30, 10, 25, 24, 34, 28, 16, 4, 29, 35,
    36, 8, 9,
];
const FEINSTEIN_LINE: &str =
    "c2 b4 c5 d2 e4 e3 d1 c1 b1 d5 d6 f4 b3 b2 f3 f2 e2 b6 a4 c6 a6 a2 b5 a5 e6 e5 a3 a1 f5 f6 pass e1 f1";

#[test]
fn feinsteins_game_is_the_same_in_every_form_on_every_tier() {
    let line: Line<6> = FEINSTEIN_LINE.parse().unwrap();
    let cells: Vec<u8> = line.0.iter().map(|&mv| Packed6::cell_of_move(mv)).collect();
    assert_eq!(cells, FEINSTEIN_CELLS);
    on_every_tier(|tier| {
        let mut board = Board::<6>::start();
        let mut state = Packed6::start();
        for (&mv, &cell) in line.0.iter().zip(&FEINSTEIN_CELLS) {
            let colour = board.to_move();
            assert!(state.outflank(colour, cell));
            state.play(colour, cell).unwrap();
            board.try_play(mv).unwrap();
            assert_eq!(Packed6::from_board(&board), Ok(state), "{tier}, after {mv}");
            assert_eq!(state.to_board(board.to_move()), board, "{tier}, after {mv}");
        }
        let discs = [Colour::Black, Colour::White].map(|colour| board.stones(colour).len());
        assert_eq!((discs, state.value()), ([16, 20], -4));
        assert_eq!(board.outcome(), Some(Outcome::Win(Colour::White)));
        assert_eq!(board.empties().len(), 0);
    });
}

#[test]
fn the_start_positions_are_the_published_ones() {
    assert_eq!(Board::<6>::start().to_string(), "--------------OX----XO-------------- X");
    assert_eq!(Packed6::from_board(&Board::start()), Ok(Packed6::start()));
    let start = Board::<8>::start();
    assert_eq!(start.stones(Colour::Black).to_string(), "e4 d5");
    assert_eq!(start.stones(Colour::White).to_string(), "d4 e5");
}

#[test]
fn a_game_in_which_nobody_can_move_before_the_board_is_full_is_over() {
    // The shortest 8x8 game: black wipes white out with the ninth disc.
    let mut board = Board::<8>::start();
    board.try_play_line(&"e6 f4 e3 f6 g5 d6 e7 f5 c5".parse().unwrap()).unwrap();
    assert_eq!(board.stones(Colour::White).len(), 0);
    assert!(board.is_over() && !board.must_pass());
    assert_eq!((board.outcome(), board.score()), (Some(Outcome::Win(Colour::Black)), 13));
    assert!(board.try_play(Move::Pass).unwrap_err().to_string().ends_with("the game is over"));
}

#[test]
fn best_play_on_4x4_loses_by_eight() {
    // The second player wins 4x4 by 8 discs, 3 to 11.
    for tier in Tier::available() {
        let mut solver = on(tier, || Solver::<4>::new(1 << 16)).unwrap();
        let solution = solver.solve(&Board::start());
        let mut board = Board::<4>::start();
        board.try_play_line(&solution.line).unwrap();
        assert_eq!((solution.score, board.score(), board.is_over()), (-8, -8, true), "{tier}");
    }
}

#[test]
fn best_play_along_feinsteins_line_loses_by_four() {
    let line: Line<6> = FEINSTEIN_LINE.parse().unwrap();
    for tier in Tier::available().filter(|&tier| tier != Tier::Reference) {
        let mut solver = on(tier, || Solver::<6>::new(16 << 20)).unwrap();
        let mut board = Board::<6>::start();
        for (ply, &mv) in line.0.iter().enumerate() {
            if ply >= 12 {
                let solution = solver.solve(&board);
                let mut end = board;
                end.try_play_line(&solution.line).unwrap();
                assert_eq!((solution.score, end.score(), end.is_over()), (-4, -4, true), "{tier}, ply {ply}");
            }
            board.play(mv);
        }
    }
}
