//! Promise: the laws of the game and of the types hold.

use crate::cases::cases;
use crate::on_tiers::{on, on_every_tier};
use crate::{arbitrary, game_laws};
use proptest::prelude::*;
use stonemask::Tier;
use stonemask::founding::Packed6;
use stonemask::kernels::Othello as Kernels;
use stonemask::othello::{Board, Colour, Line, Move, Position, PositionError, Reason, Square, SquareSet, Symmetry};

fn board<const N: usize>() -> impl Strategy<Value = Board<N>> {
    (arbitrary::<N>(), any::<bool>())
        .prop_map(|(position, black)| Board::new(position, if black { Colour::Black } else { Colour::White }))
}

fn a_move<const N: usize>() -> impl Strategy<Value = Move<N>> {
    prop_oneof![
        1 => Just(Move::Pass),
        9 => (0..N, 0..N).prop_map(|(row, column)| Move::Place(Square::new(row, column).unwrap())),
    ]
}

/// The laws of the rules on one board, by the tier in use, whose kernels these are.
fn rules<const N: usize>(kernels: &'static Kernels, board: &Board<N>) {
    let position = board.position();
    let moves = kernels.legal_moves(position);
    assert_eq!(moves & !position.empties(), SquareSet::EMPTY);
    assert_eq!(kernels.mobility(position), moves.len());
    for square in position.empties() {
        let flips = kernels.flips(position, square);
        // A square is legal exactly when it turns something, and only the opponent's discs turn.
        assert_eq!(moves.contains(square), !flips.is_empty());
        assert_eq!(moves.contains(square), kernels.outflanks(position, square));
        assert_eq!(moves.contains(square), board.check(Move::Place(square)).is_ok());
        assert_eq!(flips - position.opponent(), SquareSet::EMPTY);
        // Playing it adds one disc, turns those and no other, and gives the turn away; taking both
        // back gives the board.
        let mut after = *board;
        if after.try_play(Move::Place(square)).is_ok() {
            let (mover, other) = (after.position().opponent(), after.position().own());
            assert_eq!(mover, position.own() | flips | square.set());
            assert_eq!(other, position.opponent() - flips);
            assert_eq!(after.to_move(), board.to_move().other());
            let undone = Position::new(mover - flips - square.set(), other | flips).unwrap();
            assert_eq!(Board::new(undone, board.to_move()), *board);
        } else {
            assert_eq!(after, *board, "an illegal move changes nothing");
        }
    }
    // A ply that is made can be undone. Whatever is played unchecked, the discs do not overlap.
    for ply in SquareSet::<N>::ALL.iter().map(Move::from).chain([Move::Pass]) {
        let mut after = *board;
        let undo = after.make(ply);
        assert_eq!(after.to_move(), board.to_move().other());
        assert!(Position::new(after.position().own(), after.position().opponent()).is_ok(), "{ply} on {board}");
        after.undo(undo);
        assert_eq!(after, *board);
    }
    game_laws::hold(board);
    // Every square holds a disc of one colour or none.
    for square in SquareSet::<N>::ALL {
        let holds = |colour: &Colour| board.stones(*colour).contains(square);
        assert_eq!(board.stone(square), Colour::ALL.into_iter().find(holds));
        assert_eq!(board.stone(square).is_none(), board.empties().contains(square));
    }
    // Symmetric boards have symmetric moves and flips.
    for symmetry in Symmetry::ALL {
        let image = position.transform(symmetry);
        assert_eq!(kernels.legal_moves(image), symmetry.set(moves));
        for square in moves {
            assert_eq!(kernels.flips(image, symmetry.square(square)), symmetry.set(kernels.flips(position, square)));
        }
        assert_eq!(image.transform(symmetry.inverse()), position);
    }
    // A pass is legal exactly when only the other side can place a disc.
    let other = kernels.legal_moves(position.pass());
    assert_eq!(board.check(Move::Pass).is_ok(), moves.is_empty() && !other.is_empty());
    assert_eq!(position.pass().pass(), position);
    // The moves of one colour depend on the other's discs by their line only: discs off every line
    // of a square do not matter.
    for square in moves {
        let lines: SquareSet<N> = SquareSet::<N>::ALL
            .iter()
            .filter(|s| {
                let (rows, columns) = (s.row().abs_diff(square.row()), s.column().abs_diff(square.column()));
                rows == 0 || columns == 0 || rows == columns
            })
            .collect();
        let bare = Position::new(position.own() & lines, position.opponent() & lines).unwrap();
        assert_eq!(kernels.flips(bare, square), kernels.flips(position, square));
    }
}

fn texts<const N: usize>(board: &Board<N>, line: &Line<N>, set: u64) {
    assert_eq!(board.to_string().parse(), Ok(*board));
    assert_eq!(board.to_string().to_lowercase().replace('-', ".").parse(), Ok(*board));
    assert_eq!(format!("{board:#}").parse(), Ok(*board));
    assert_eq!(format!("\n {board:#}\n").to_uppercase().replace("TO MOVE", "to move").parse(), Ok(*board));
    assert_eq!(line.to_string().parse(), Ok(line.clone()));
    let set = SquareSet::<N>::from_bits(set & SquareSet::<N>::ALL.bits()).unwrap();
    assert_eq!(set.iter().collect::<SquareSet<N>>(), set);
    assert_eq!(set.to_string().parse(), Ok(set));
    assert_eq!(SquareSet::from_board_bits(set.board_bits()), Some(set));
    let (mut packed, mut again) = ([0; 2], [0; 2]);
    SquareSet::<N>::board_bits_many(&[set.bits(), u64::MAX], &mut packed);
    SquareSet::<N>::frame_bits_many(&packed, &mut again);
    assert_eq!((packed[0], again), (set.board_bits(), [set.bits(), SquareSet::<N>::ALL.bits()]));
    assert_eq!(set.iter().count(), set.len() as usize);
    assert!(set.iter().zip(set.iter().skip(1)).all(|(a, b)| a < b));
    let (mut backwards, forwards): (Vec<_>, Vec<_>) = (set.iter().rev().collect(), set.iter().collect());
    backwards.reverse();
    assert_eq!(backwards, forwards);
    for square in set {
        assert_eq!(square.to_string().parse(), Ok(square));
        assert_eq!(Square::new(square.row(), square.column()), Some(square));
        assert_eq!(Square::from_bit(square.bit()), Some(square));
        assert_eq!(square.set().board_bits(), 1 << (N * square.row() + square.column()));
    }
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn rules_hold_on_8x8(board in board::<8>()) {
        on_every_tier(|tier| rules(Kernels::get(tier).unwrap(), &board));
    }

    #[test]
    fn rules_hold_on_6x6(board in board::<6>()) {
        on_every_tier(|tier| rules(Kernels::get(tier).unwrap(), &board));
    }

    #[test]
    fn rules_hold_on_4x4(board in board::<4>()) {
        on_every_tier(|tier| rules(Kernels::get(tier).unwrap(), &board));
    }

    #[test]
    fn texts_round_trip_8x8(board in board::<8>(), line in prop::collection::vec(a_move(), 0..9), set: u64) {
        texts(&board, &Line(line), set);
    }

    #[test]
    fn texts_round_trip_6x6(board in board::<6>(), line in prop::collection::vec(a_move(), 0..9), set: u64) {
        texts(&board, &Line(line), set);
    }

    #[test]
    fn no_text_makes_a_parser_panic(text in "[ -~]{0,70}|[XxOo.-]{15,66}|\\PC{0,20}") {
        let _ = text.parse::<Board<4>>();
        let _ = text.parse::<Board<6>>();
        let _ = text.parse::<Board<8>>();
        let _ = text.parse::<Line<8>>();
        let _ = text.parse::<Tier>();
    }

    #[test]
    fn sets_are_an_algebra(a: u64, b: u64) {
        let [a, b] = [a, b].map(|bits| SquareSet::<6>::from_bits(bits & SquareSet::<6>::ALL.bits()).unwrap());
        prop_assert_eq!(!(a | b), !a & !b);
        prop_assert_eq!(a - b, a & !b);
        prop_assert_eq!(a ^ b, (a | b) - (a & b));
        prop_assert_eq!(!!a, a);
        prop_assert_eq!((a & b).len() + (a | b).len(), a.len() + b.len());
    }

    #[test]
    fn packed_states_and_boards_are_the_same(t in 0u8..16, free: u32, pos: u32, black: bool) {
        let state = Packed6::new(t, free, pos & free).unwrap();
        let to_move = if black { Colour::Black } else { Colour::White };
        let board = state.to_board(to_move);
        prop_assert_eq!(Packed6::from_board(&board), Ok(state));
        prop_assert_eq!(board.score(), state.value());
        for square in SquareSet::<6>::ALL {
            let cell = Packed6::cell_of(square);
            prop_assert_eq!(Packed6::square_of(cell), Some(square));
            for (colour, tier) in Colour::ALL.into_iter().flat_map(|colour| Tier::available().map(move |tier| (colour, tier))) {
                let kernels = Kernels::get(tier).unwrap();
                let seen = if colour == to_move { board } else { Board::new(board.position().pass(), colour) };
                // The founding document has no lines for the centre cells, which are never free.
                let outflanks = cell > 3 && kernels.outflanks(seen.position(), square);
                prop_assert_eq!(on(tier, || state.outflank(colour, cell)), outflanks, "{} {} {}", tier, colour, cell);
                let mut moved = state;
                if on(tier, || moved.play(colour, cell)).is_ok() {
                    let mut played = seen;
                    prop_assert!(played.try_play(Move::Place(square)).is_ok(), "{tier} {colour} {cell}");
                    prop_assert_eq!(Packed6::from_board(&played), Ok(moved), "{} {} {}", tier, colour, cell);
                } else {
                    prop_assert!(seen.check(Move::Place(square)).is_err(), "{tier} {colour} {cell}");
                    prop_assert_eq!(moved, state);
                }
            }
        }
    }
}

#[test]
fn every_cell_of_the_packed_state_has_its_own_bit() {
    // Every cell in each of its states (the centre is never empty), with the rest of the board as
    // at the start.
    let start = Packed6::start();
    for square in SquareSet::<6>::ALL {
        let cell = Packed6::cell_of(square);
        for disc in [None, Some(Colour::Black), Some(Colour::White)] {
            let discs = [Colour::Black, Colour::White].map(|colour| {
                let others = Board::<6>::start().stones(colour) - square.set();
                if disc == Some(colour) { others | square.set() } else { others }
            });
            let board = Board::new(Position::new(discs[0], discs[1]).unwrap(), Colour::Black);
            let packed = Packed6::from_board(&board);
            if cell <= 3 && disc.is_none() {
                let message = packed.unwrap_err().to_string();
                assert_eq!(message, format!("centre cell {cell} is empty, which a packed state cannot hold"));
                continue;
            }
            let packed = packed.unwrap();
            assert_eq!(packed.to_board(Colour::Black), board);
            let black = u32::from(disc == Some(Colour::Black));
            if cell <= 3 {
                assert_eq!(u32::from(packed.t()) >> cell & 1, black);
                assert_eq!((packed.free(), packed.pos()), (start.free(), start.pos()));
            } else {
                assert_eq!(
                    (packed.free() >> (cell - 4), packed.pos() >> (cell - 4)),
                    (u32::from(disc.is_some()), black)
                );
                assert_eq!(packed.t(), start.t());
            }
        }
    }
}

#[test]
fn bad_input_is_refused_with_its_reason() {
    let message = |result: Result<Board<4>, _>| {
        result.map_err(|e: stonemask::othello::ParseBoardError| e.to_string()).unwrap_err()
    };
    assert_eq!(
        message("-----OX--XO----- ".parse()),
        "'-----OX--XO----- ' is not a board: 16 characters, expected 16 cells and the side to move"
    );
    assert_eq!(
        message("-----OX--XO----- X O".parse()),
        "'-----OX--XO----- X O' is not a board: 18 characters, expected 16 cells and the side to move"
    );
    assert_eq!(
        message("-----OX--XO----Z X".parse()),
        "'-----OX--XO----Z X' is not a board: 'Z' on d4, expected X, O or -"
    );
    assert_eq!(
        message("-----OX--XO----- -".parse()),
        "'-----OX--XO----- -' is not a board: '-' as the side to move, expected X or O"
    );

    let set = |text: &str| text.parse::<Square<8>>().unwrap().set();
    let overlap = Position::new(set("d4") | set("e5"), set("e5")).unwrap_err();
    assert_eq!(overlap, PositionError::Overlap { squares: set("e5") });
    assert_eq!(overlap.to_string(), "both sides have a disc on e5");
    let off = Board::<6>::from_bits(1 << 9 | 1, 1 << 10, Colour::White).unwrap_err();
    assert_eq!(off, PositionError::OffBoard { bits: 1 });
    assert_eq!(off.to_string(), "the bits 0x1 are off the 6x6 board");

    for text in ["", "a", "a0", "a9", "i1", "a11", "1a", "é1"] {
        let message = text.parse::<Square<8>>().unwrap_err().to_string();
        assert_eq!(message, format!("'{text}' is not a square: expected a1 to h8"));
    }
    assert_eq!("g1".parse::<Move<6>>().unwrap_err().to_string(), "'g1' is not a square: expected a1 to f6, or pass");
    assert_eq!(
        "f5d6zz".parse::<Line<8>>().unwrap_err().to_string(),
        "'zz' is not a square: expected a1 to h8, or pass"
    );

    let mut board = Board::<8>::start();
    let mut message = |mv: &str| board.try_play(mv.parse::<Move<8>>().unwrap()).unwrap_err().to_string();
    assert_eq!(message("d4"), "illegal move d4 for black: the square holds a white disc");
    assert_eq!(message("e4"), "illegal move e4 for black: the square holds a black disc");
    assert_eq!(message("a1"), "illegal move a1 for black: it flips nothing");
    assert_eq!(message("pass"), "illegal move pass for black: cannot pass: legal moves are d3 c4 f5 e6");
    assert_eq!(board, Board::start());

    let over = Board::<4>::new(Position::default(), Colour::White);
    for (board, ply, reason) in [
        (Board::<4>::start(), "a1", Reason::FlipsNothing),
        (Board::start(), "b2", Reason::Occupied(Colour::White)),
        (Board::start(), "pass", Reason::CanMove(Board::start().legal_moves())),
        (over, "a1", Reason::GameOver),
        (over, "pass", Reason::GameOver),
    ] {
        let illegal = board.check(ply.parse::<Move<4>>().unwrap()).unwrap_err();
        assert_eq!((illegal.ply().to_string().as_str(), illegal.colour()), (ply, board.to_move()));
        assert_eq!(illegal.reason(), reason);
        assert_eq!(illegal.to_string(), format!("illegal move {ply} for {}: {reason}", board.to_move()));
    }

    let mut state = Packed6::start();
    let mut message = |cell| state.play(Colour::Black, cell).unwrap_err().to_string();
    assert_eq!(message(0), "illegal cell 0 for black: the cell is occupied");
    assert_eq!(message(4), "illegal cell 4 for black: it flips nothing");
    assert_eq!(message(37), "illegal cell 37 for black: expected 0 to 35, or 36 for a pass");
    assert_eq!(state, Packed6::start());
    assert!(Packed6::new(16, 0, 0).is_err() && Packed6::new(0, 1, 2).is_err());
}

#[test]
#[should_panic(expected = "illegal move a1 for black: it flips nothing")]
fn play_panics_on_an_illegal_move() {
    Board::<8>::start().play(Square::A1);
}

#[test]
fn an_illegal_move_unchecked_gives_a_board_without_overlaps() {
    let mut board = Board::<8>::start();
    for mv in ["d4", "a1", "d4", "e5", "pass", "e5"] {
        board.play_unchecked(mv.parse::<Move<8>>().unwrap());
        let position = board.position();
        assert!(Position::new(position.own(), position.opponent()).is_ok());
    }
}
