//! The checks of Othello's kernels.

use super::{Notes, Rounds};
use stonemask::game::Game;
use stonemask::othello::{Board, Children, Colour, Kernels, Packed6, Position, SquareSet};
use stonemask::{Random, Tier};

pub(crate) struct Checks<const N: usize> {
    /// A random game in progress.
    board: Board<N>,
    children: Children<N>,
    reference_children: Children<N>,
}

impl<const N: usize> Checks<N> {
    pub(crate) fn new() -> Checks<N> {
        Checks { board: Board::start(), children: Children::new(), reference_children: Children::new() }
    }

    fn compare(&mut self, position: Position<N>, tier: Tier, reference: &Kernels, notes: &mut Notes) {
        let kernels = Kernels::get(tier).expect("the tier is available");
        let shown = || Board::new(position, Colour::Black).to_string();
        notes.compare("legal_moves", tier, &kernels.legal_moves(position), &reference.legal_moves(position), shown);
        notes.compare("mobility", tier, &kernels.mobility(position), &reference.mobility(position), shown);
        for square in SquareSet::<N>::ALL {
            let with_square = || format!("{} {square}", shown());
            notes.compare(
                "flips",
                tier,
                &kernels.flips(position, square),
                &reference.flips(position, square),
                with_square,
            );
            let (outflanks, expected) = (kernels.outflanks(position, square), reference.outflanks(position, square));
            notes.compare("outflanks", tier, &outflanks, &expected, with_square);
        }
        kernels.children(position, &mut self.children);
        reference.children(position, &mut self.reference_children);
        notes.compare("children", tier, &self.children.as_slice(), &self.reference_children.as_slice(), shown);
    }
}

impl<const N: usize> Rounds for Checks<N> {
    fn round(&mut self, random: &mut Random, tiers: &[Tier], notes: &mut Notes) {
        let reference = Kernels::get(Tier::Reference).expect("the reference is available everywhere");
        if !self.board.play_random(reference, random) {
            self.board = Board::start();
        }
        for position in [self.board.position(), arbitrary(random)] {
            for &tier in tiers {
                self.compare(position, tier, reference, notes);
                if N == 6 {
                    packed6(random, tier, reference, notes);
                }
            }
        }
    }
}

/// Any two sets of discs that do not overlap, from nearly empty to nearly full boards.
fn arbitrary<const N: usize>(random: &mut Random) -> Position<N> {
    let mut dense = |level: u32| {
        let (mut dense, mut sparse) = (0, u64::MAX);
        for _ in 0..level {
            let bits = random.next_u64();
            (dense, sparse) = (dense | bits, sparse & bits);
        }
        [dense, sparse, dense ^ sparse]
    };
    let ([occupied, ..], [.., own]) = (dense(2), dense(1));
    let kinds = dense(3);
    let occupied = [occupied, kinds[0], kinds[1], u64::MAX][random.below(4) as usize];
    let on_board = |bits: u64| SquareSet::from_bits(bits & SquareSet::<N>::ALL.bits()).expect("on the board");
    Position::new(on_board(occupied & own), on_board(occupied & !own)).expect("no overlap")
}

/// The source's state and its two kernels, on any state.
fn packed6(random: &mut Random, tier: Tier, reference: &Kernels, notes: &mut Notes) {
    let kernels = Kernels::get(tier).expect("the tier is available");
    let (t, free, pos) = (random.next_u64() as u8 & 15, random.next_u64() as u32, random.next_u64() as u32);
    let state = Packed6::new(t, free, pos & free).expect("black only where occupied");
    for colour in [Colour::Black, Colour::White] {
        for cell in 0..=Packed6::PASS {
            let shown = || format!("t {t} free {free:#x} pos {:#x}, {colour} on cell {cell}", pos & free);
            let result = state.outflank_with(kernels, colour, cell);
            let expected = state.outflank_with(reference, colour, cell);
            notes.compare("packed6_outflank", tier, &result, &expected, shown);
            let (mut moved, mut expected) = (state, state);
            let results = (moved.play_with(kernels, colour, cell), expected.play_with(reference, colour, cell));
            notes.compare("packed6_move", tier, &(moved, results.0), &(expected, results.1), shown);
        }
    }
}
