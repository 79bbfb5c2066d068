//! Othello's kernels and their tables, one per tier.

use crate::cpu::Tier;
use crate::othello::patterns::{self, Tables};
use crate::othello::reference::{self, Cells};
use crate::othello::{Children, Colour, Packed6, Position, Scoring, Square, SquareSet};
use std::sync::atomic::{AtomicPtr, Ordering};

table! {
    /// The Othello kernels of one tier.
    ///
    /// ```
    /// use stonemask::Tier;
    /// use stonemask::othello::{Board, Kernels};
    ///
    /// let start = Board::<8>::start().position();
    /// for tier in Tier::available() {
    ///     let kernels = Kernels::get(tier).unwrap();
    ///     assert_eq!(kernels.mobility(start), 4);
    /// }
    /// ```
    pub struct Kernels {
        legal_moves_8x8: fn(u64, u64) -> u64,
        mobility_8x8: fn(u64, u64) -> u32,
        legal_moves_inner: fn(u64, u64, u64) -> u64,
        mobility_inner: fn(u64, u64, u64) -> u32,
        flips: fn(u64, u64, u32) -> u64,
        outflanks: fn(u64, u64, u32) -> u32,
        children: fn(u64, u64, u64, *mut [u64; 2]),
        last_four: fn(u64, u64, u32, i32, u32) -> u64,
        pattern_sums: fn(*const [u64; 2], u64, *const u8, *const Tables, *mut i32),
        packed6_outflank: fn(*const Packed6, u32, u32) -> u32,
        packed6_move: fn(*mut Packed6, u32, u32) -> u64,
    }
}

choice!();

impl Kernels {
    /// The squares on which the side to move may place a disc; empty when it must pass or the game is over.
    #[inline]
    pub fn legal_moves<const N: usize>(&self, position: Position<N>) -> SquareSet<N> {
        let (own, opponent, board) = (position.own().bits(), position.opponent().bits(), SquareSet::<N>::ALL.bits());
        // SAFETY: this processor runs the table's tier (`get`). A position's discs do not overlap and lie on its board, which
        // for N < 8 has an empty ring around it. The kernels touch no memory.
        let moves = unsafe {
            if N == 8 { (self.legal_moves_8x8)(own, opponent) } else { (self.legal_moves_inner)(own, opponent, board) }
        };
        SquareSet::from_bits_on_board(moves)
    }

    /// How many [legal moves](Kernels::legal_moves) the side to move has.
    #[inline]
    pub fn mobility<const N: usize>(&self, position: Position<N>) -> u32 {
        let (own, opponent, board) = (position.own().bits(), position.opponent().bits(), SquareSet::<N>::ALL.bits());
        // SAFETY: as for `legal_moves`.
        unsafe { if N == 8 { (self.mobility_8x8)(own, opponent) } else { (self.mobility_inner)(own, opponent, board) } }
    }

    /// The opponent's discs that a disc on `square` outflanks: those between it and another disc of the side to move, with
    /// nothing else between, along each of the eight directions. What stands on `square` does not matter.
    #[inline]
    pub fn flips<const N: usize>(&self, position: Position<N>, square: Square<N>) -> SquareSet<N> {
        // SAFETY: this processor runs the table's tier. The discs do not overlap, and a square's bit is below 64. The kernel
        // reads constants alone.
        let flips = unsafe { (self.flips)(position.own().bits(), position.opponent().bits(), square.bit()) };
        SquareSet::from_bits_on_board(flips)
    }

    /// Whether a disc on `square` outflanks at least one of the opponent's: whether [`Kernels::flips`] is not empty. What
    /// stands on `square` does not matter; a legal move needs it empty too.
    #[inline]
    pub fn outflanks<const N: usize>(&self, position: Position<N>, square: Square<N>) -> bool {
        // SAFETY: as for `flips`.
        unsafe { (self.outflanks)(position.own().bits(), position.opponent().bits(), square.bit()) != 0 }
    }

    /// Fills `children` with the position after each legal move, seen by the other side, in ascending order of squares, and
    /// returns the moves.
    #[inline]
    pub fn children<const N: usize>(&self, position: Position<N>, children: &mut Children<N>) -> SquareSet<N> {
        let moves = self.legal_moves(position);
        children.expand(moves, |room| {
            // SAFETY: this processor runs the table's tier. The discs do not overlap. `room` holds 64 positions of two
            // quadwords each (`Position` is `repr(C)`), and the kernel writes one for each of the at most 64 moves, whose
            // discs do not overlap and lie on the board as the moves do.
            unsafe { (self.children)(position.own().bits(), position.opponent().bits(), moves.bits(), room) }
        });
        moves
    }

    /// The value of a position with four empty squares for its side to move, tried in this order, and how many positions were
    /// searched. A value above `alpha` is a lower bound of the true one, another an upper bound.
    ///
    /// # Panics
    /// When the squares are not the empty ones of the position.
    #[inline]
    pub fn last_four<const N: usize>(
        &self,
        position: Position<N>,
        squares: [Square<N>; 4],
        alpha: i32,
        scoring: Scoring,
    ) -> (i32, u64) {
        let (own, opponent, empties) = (position.own().bits(), position.opponent().bits(), position.empties().bits());
        let [a, b, c, d] = squares.map(|square| square.set().bits());
        // A sum without carries: no two are equal.
        let all = a | b | c | d;
        let different = u128::from(a) + u128::from(b) + u128::from(c) + u128::from(d) == u128::from(all);
        assert!(different && all == empties, "not the four empty squares");
        let squares = u32::from_le_bytes(squares.map(|square| square.bit() as u8));
        let alpha = alpha.clamp(-64, 63);
        // SAFETY: this processor runs the table's tier. The position's discs do not overlap, and the squares are the four empty
        // ones, as just seen. The kernel reads constants and writes nothing but its own stack.
        let result = unsafe { (self.last_four)(own, opponent, squares, alpha, scoring as u32) };
        (result as u32 as i32, result >> 32)
    }

    /// What the solver's patterns, with the weights of its first stage, make of each position; for tests of the kernel.
    #[doc(hidden)]
    pub fn pattern_values(&self, positions: &[Position<6>]) -> Vec<i32> {
        let mut sums = Vec::new();
        self.pattern_sums(positions, patterns::Weights::built_in().stage(0), &patterns::TABLES, &mut sums);
        sums
    }

    /// The weights of the patterns of each position, summed up, appended to `sums`.
    #[inline]
    pub(crate) fn pattern_sums(
        &self,
        positions: &[Position<6>],
        weights: &[u8; patterns::STAGE],
        tables: &'static Tables,
        sums: &mut Vec<i32>,
    ) {
        let len = sums.len();
        sums.resize(len + positions.len(), 0);
        // SAFETY: this processor runs the table's tier. `Position` is `repr(C)`, two quadwords; there is room for a sum for each,
        // and every index that `tables` gives a position is one of the stage's weights, as its type promises.
        unsafe {
            let count = positions.len() as u64;
            (self.pattern_sums)(positions.as_ptr().cast(), count, weights.as_ptr(), tables, sums[len..].as_mut_ptr());
        }
    }

    /// The source's `outflank`: whether a disc of `colour` on `cell` encloses a disc of the other colour. `cell` is one of
    /// 4..=35; the wrapper in [`Packed6`] answers for the others.
    pub(crate) fn packed6_outflank(&self, state: &Packed6, colour: Colour, cell: u8) -> bool {
        assert!((4..=35).contains(&cell));
        // SAFETY: this processor runs the table's tier, `state` is a valid state by its type's invariant, and the cell is
        // in range.
        unsafe { (self.packed6_outflank)(state, u32::from(colour == Colour::Black), u32::from(cell)) != 0 }
    }

    /// The source's `move`: puts a disc of `colour` on `cell`, one of 4..=35, and turns what it encloses; returns the cells
    /// that turned, as bits.
    pub(crate) fn packed6_move(&self, state: &mut Packed6, colour: Colour, cell: u8) -> u64 {
        assert!((4..=35).contains(&cell));
        // SAFETY: as for `packed6_outflank`; the kernel keeps the state valid.
        unsafe { (self.packed6_move)(state, u32::from(colour == Colour::Black), u32::from(cell)) }
    }
}

static REFERENCE: Kernels = Kernels {
    tier: Tier::Reference,
    legal_moves_8x8: reference_legal_moves_8x8,
    mobility_8x8: reference_mobility_8x8,
    legal_moves_inner: reference_legal_moves_inner,
    mobility_inner: reference_mobility_inner,
    flips: reference_flips,
    outflanks: reference_outflanks,
    children: reference_children,
    last_four: reference_last_four,
    pattern_sums: reference_pattern_sums,
    packed6_outflank: reference_packed6_outflank,
    packed6_move: reference_packed6_move,
};

#[cfg(stonemask_asm)]
static X64: Kernels = Kernels {
    tier: Tier::X64,
    legal_moves_8x8: othello_legal_moves_8x8_x64,
    mobility_8x8: othello_mobility_8x8_x64,
    legal_moves_inner: othello_legal_moves_inner_x64,
    mobility_inner: othello_mobility_inner_x64,
    flips: othello_flips_x64,
    outflanks: othello_outflanks_x64,
    children: othello_children_x64,
    last_four: othello_last_four_x64,
    // Rust, which the compiler makes the same sums of SSE2 additions of.
    pattern_sums: reference_pattern_sums,
    packed6_outflank: othello_packed6_outflank_x64,
    packed6_move: othello_packed6_move_x64,
};

#[cfg(stonemask_asm)]
static AVX2: Kernels = Kernels {
    tier: Tier::Avx2,
    legal_moves_8x8: othello_legal_moves_8x8_avx2,
    mobility_8x8: othello_mobility_8x8_avx2,
    legal_moves_inner: othello_legal_moves_inner_avx2,
    mobility_inner: othello_mobility_inner_avx2,
    flips: othello_flips_avx2,
    outflanks: othello_outflanks_avx2,
    children: othello_children_avx2,
    last_four: othello_last_four_avx2,
    pattern_sums: othello_pattern_sums_avx2,
    ..X64
};

#[cfg(stonemask_avx512)]
static AVX512: Kernels = Kernels {
    tier: Tier::Avx512,
    legal_moves_8x8: othello_legal_moves_8x8_avx512,
    mobility_8x8: othello_mobility_8x8_avx512,
    legal_moves_inner: othello_legal_moves_inner_avx512,
    mobility_inner: othello_mobility_inner_avx512,
    flips: othello_flips_avx512,
    outflanks: othello_outflanks_avx512,
    children: othello_children_avx512,
    ..AVX2
};

#[cfg(stonemask_asm)]
super::assembly! {
    fn othello_legal_moves_8x8_x64(own: u64, opponent: u64) -> u64;
    fn othello_mobility_8x8_x64(own: u64, opponent: u64) -> u32;
    fn othello_legal_moves_inner_x64(own: u64, opponent: u64, board: u64) -> u64;
    fn othello_mobility_inner_x64(own: u64, opponent: u64, board: u64) -> u32;
    fn othello_flips_x64(own: u64, opponent: u64, square: u32) -> u64;
    fn othello_outflanks_x64(own: u64, opponent: u64, square: u32) -> u32;
    fn othello_children_x64(own: u64, opponent: u64, squares: u64, children: *mut [u64; 2]);
    fn othello_last_four_x64(own: u64, opponent: u64, squares: u32, alpha: i32, scoring: u32) -> u64;
    fn othello_packed6_outflank_x64(state: *const Packed6, colour: u32, cell: u32) -> u32;
    fn othello_packed6_move_x64(state: *mut Packed6, colour: u32, cell: u32) -> u64;

    fn othello_legal_moves_8x8_avx2(own: u64, opponent: u64) -> u64;
    fn othello_mobility_8x8_avx2(own: u64, opponent: u64) -> u32;
    fn othello_legal_moves_inner_avx2(own: u64, opponent: u64, board: u64) -> u64;
    fn othello_mobility_inner_avx2(own: u64, opponent: u64, board: u64) -> u32;
    fn othello_flips_avx2(own: u64, opponent: u64, square: u32) -> u64;
    fn othello_outflanks_avx2(own: u64, opponent: u64, square: u32) -> u32;
    fn othello_children_avx2(own: u64, opponent: u64, squares: u64, children: *mut [u64; 2]);
    fn othello_last_four_avx2(own: u64, opponent: u64, squares: u32, alpha: i32, scoring: u32) -> u64;
    fn othello_pattern_sums_avx2(
        positions: *const [u64; 2],
        count: u64,
        weights: *const u8,
        tables: *const Tables,
        sums: *mut i32
    );
}

#[cfg(stonemask_avx512)]
super::assembly! {
    fn othello_legal_moves_8x8_avx512(own: u64, opponent: u64) -> u64;
    fn othello_mobility_8x8_avx512(own: u64, opponent: u64) -> u32;
    fn othello_legal_moves_inner_avx512(own: u64, opponent: u64, board: u64) -> u64;
    fn othello_mobility_inner_avx512(own: u64, opponent: u64, board: u64) -> u32;
    fn othello_flips_avx512(own: u64, opponent: u64, square: u32) -> u64;
    fn othello_outflanks_avx512(own: u64, opponent: u64, square: u32) -> u32;
    fn othello_children_avx512(own: u64, opponent: u64, squares: u64, children: *mut [u64; 2]);
}

// The Reference tier: the rules on cells, behind the kernels' signatures.
reference! {
    fn reference_legal_moves_8x8(own: u64, opponent: u64) -> u64 {
        reference::legal_moves(&cells::<8>(own, opponent), Colour::Black).into_iter().map(bit::<8>).sum()
    }

    fn reference_mobility_8x8(own: u64, opponent: u64) -> u32 {
        reference::legal_moves(&cells::<8>(own, opponent), Colour::Black).len() as u32
    }

    fn reference_legal_moves_inner(own: u64, opponent: u64, board: u64) -> u64 {
        if board == SquareSet::<6>::ALL.bits() {
            reference::legal_moves(&cells::<6>(own, opponent), Colour::Black).into_iter().map(bit::<6>).sum()
        } else {
            reference::legal_moves(&cells::<4>(own, opponent), Colour::Black).into_iter().map(bit::<4>).sum()
        }
    }

    fn reference_mobility_inner(own: u64, opponent: u64, board: u64) -> u32 {
        // SAFETY: the same arguments; the function is unsafe by its type alone.
        unsafe { reference_legal_moves_inner(own, opponent, board) }.count_ones()
    }

    // A ray ends at an empty cell as it does at the edge, so that the cells of the whole frame serve every board.
    fn reference_flips(own: u64, opponent: u64, square: u32) -> u64 {
        let (row, column) = (square as usize / 8, square as usize % 8);
        reference::flips(&cells::<8>(own, opponent), Colour::Black, row, column).into_iter().map(bit::<8>).sum()
    }

    fn reference_outflanks(own: u64, opponent: u64, square: u32) -> u32 {
        let (row, column) = (square as usize / 8, square as usize % 8);
        u32::from(!reference::flips(&cells::<8>(own, opponent), Colour::Black, row, column).is_empty())
    }

    fn reference_children(own: u64, opponent: u64, squares: u64, children: *mut [u64; 2]) {
        let chosen = (0..64).filter(|square| squares >> square & 1 == 1);
        for (index, square) in chosen.enumerate() {
            // SAFETY: `flips` is unsafe by its type alone; the caller has room for one child for each of `squares`.
            unsafe {
                let flips = reference_flips(own, opponent, square);
                children.add(index).write([opponent & !flips, own | flips | 1 << square]);
            }
        }
    }

    fn reference_last_four(own: u64, opponent: u64, squares: u32, alpha: i32, scoring: u32) -> u64 {
        let scoring = [Scoring::Discs, Scoring::EmptiesToWinner, Scoring::FewestDiscs][scoring as usize];
        let mut nodes = 0;
        let value = search_last(own, opponent, &squares.to_le_bytes(), alpha, scoring, false, &mut nodes);
        u64::from(value as u32) | nodes << 32
    }

    fn reference_pattern_sums(
        positions: *const [u64; 2],
        count: u64,
        weights: *const u8,
        tables: *const Tables,
        sums: *mut i32
    ) {
        // SAFETY: the caller has so many positions and tables that are initialised.
        let (positions, tables) = unsafe { (std::slice::from_raw_parts(positions, count as usize), &*tables) };
        for (place, &[own, opponent]) in positions.iter().enumerate() {
            let indices = tables.indices(own, opponent);
            // SAFETY: the indices lie within the weights, and there is room for as many sums as positions.
            unsafe {
                let weight = |&index: &u16| i32::from(weights.add(index.into()).read() as i8);
                sums.add(place).write(indices.iter().map(weight).sum());
            }
        }
    }

    fn reference_packed6_outflank(state: *const Packed6, colour: u32, cell: u32) -> u32 {
        // SAFETY: the caller's state is valid.
        let state = unsafe { &*state };
        let (row, column) = Packed6::place(cell as u8);
        u32::from(!reference::flips(&state.cells(), packed6_colour(colour), row, column).is_empty())
    }

    fn reference_packed6_move(state: *mut Packed6, colour: u32, cell: u32) -> u64 {
        // SAFETY: the caller's state is valid, and nobody else has it.
        let state = unsafe { &mut *state };
        let colour = packed6_colour(colour);
        let (row, column) = Packed6::place(cell as u8);
        let mut cells = state.cells();
        let flips = reference::flips(&cells, colour, row, column);
        for &(row, column) in flips.iter().chain([&(row, column)]) {
            cells[row][column] = Some(colour);
        }
        *state = Packed6::from_cells(&cells).expect("the centre stays occupied");
        flips.into_iter().map(|(row, column)| 1 << Packed6::cell(row, column)).sum()
    }
}

/// Null-window search of the last squares, as `last_four` does it.
fn search_last(
    own: u64,
    opponent: u64,
    squares: &[u8],
    alpha: i32,
    scoring: Scoring,
    passed: bool,
    nodes: &mut u64,
) -> i32 {
    // With one square left, whoever plays it, it is one position; the full board is none.
    *nodes += match squares.len() {
        0 => 0,
        1 => u64::from(!passed),
        _ => 1,
    };
    let mut best = None;
    for (index, &square) in squares.iter().enumerate() {
        // SAFETY: the function is unsafe by its type alone.
        let flips = unsafe { reference_flips(own, opponent, square.into()) };
        if flips == 0 {
            continue;
        }
        // Of three squares, those behind come before those in front.
        let (before, after) = (&squares[..index], &squares[index + 1..]);
        let left = if squares.len() == 3 { [after, before] } else { [before, after] }.concat();
        let (child_own, child_opponent) = (opponent & !flips, own | flips | 1 << square);
        let value = -search_last(child_own, child_opponent, &left, -alpha - 1, scoring, false, nodes);
        best = best.max(Some(value));
        if value > alpha {
            break;
        }
    }
    best.unwrap_or_else(|| {
        if passed || squares.is_empty() {
            scoring.value(own.count_ones() as i32 - opponent.count_ones() as i32, squares.len() as u32)
        } else {
            -search_last(opponent, own, squares, -alpha - 1, scoring, true, nodes)
        }
    })
}

/// The cells of an N x N board in the 8x8 frame, `own` as black.
fn cells<const N: usize>(own: u64, opponent: u64) -> Cells<N> {
    std::array::from_fn(|row| {
        std::array::from_fn(|column| {
            let bit = bit::<N>((row, column));
            if own & bit != 0 {
                Some(Colour::Black)
            } else if opponent & bit != 0 {
                Some(Colour::White)
            } else {
                None
            }
        })
    })
}

/// The bit of a cell of an N x N board in the 8x8 frame.
fn bit<const N: usize>((row, column): (usize, usize)) -> u64 {
    Square::<N>::new(row, column).expect("a cell of the board").set().bits()
}

fn packed6_colour(colour: u32) -> Colour {
    if colour == 0 { Colour::White } else { Colour::Black }
}
