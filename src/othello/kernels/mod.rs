//! Othello's kernels and their tables, one per tier.

#[cfg(stonemask_asm)]
use crate::kernel::old::old_assembly;
use crate::kernel::old::{choice, kernel, reference, table};
use crate::othello::patterns::{self, Evaluation, Evaluations, Tables};
use crate::othello::reference::{self, Cells};
use crate::othello::sliced::{self, Slices};
use crate::othello::{
    Children, Colour, LAST_PLIES, LastPlies, Packed6, Position, Positions, Scoring, Square, SquareSet,
};
use crate::tier::Tier;
use std::mem::MaybeUninit;
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
        last_plies_8x8: fn(u64, u64, i32, u32, *mut Room) -> u64,
        last_plies_inner: fn(u64, u64, i32, u32, *mut Room, u64) -> u64,
        evaluate_children: fn(*const [u64; 2], *const u8, *const Tables, *mut [u64; 2], *mut Evaluation) -> u64,
        best_reply: fn(*const [u64; 2], *const u8, *const Tables, i32) -> i32,
        packed6_outflank: fn(*const Packed6, u32, u32) -> u32,
        packed6_move: fn(*mut Packed6, u32, u32) -> u64,
        batch_moves_8x8: fn(*const u64, *const u64, *mut u64, usize),
        batch_moves_inner: fn(*const u64, *const u64, *mut u64, usize, u64),
        batch_mobility_8x8: fn(*const u64, *const u64, *mut u8, usize),
        batch_mobility_inner: fn(*const u64, *const u64, *mut u8, usize, u64),
        batch_flips: fn(*const u64, *const u64, *const u8, *mut u64, usize),
        batch_children: fn(*const u64, *const u64, *const u64, usize, *mut u64, *mut u64) -> usize,
        sliced_plies_8x8: fn(*mut Slices, u64, u64) -> u64,
        sliced_plies_6x6: fn(*mut Slices, u64, u64) -> u64,
        sliced_plies_4x4: fn(*mut Slices, u64, u64) -> u64,
        sliced_finish: fn(*mut Slices),
        sliced_launch: fn(*mut Slices, u64, u64),
    }
}

choice!();

/// Where the search of the last plies keeps four levels: of each, eight children of four quadwords, and eight quadwords.
#[repr(C, align(64))]
struct Room([u64; 160]);

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
        self.children_of(position, moves, children);
        moves
    }

    /// Fills `children` with the position after each of `moves`, which are empty squares.
    #[inline]
    fn children_of<const N: usize>(&self, position: Position<N>, moves: SquareSet<N>, children: &mut Children<N>) {
        children.expand(|room| {
            // SAFETY: this processor runs the table's tier. The discs do not overlap. `room` holds 64 positions of two
            // quadwords each (`Position` is `repr(C)`), and the kernel writes one for each of the at most 64 moves, whose
            // discs do not overlap and lie on the board as the moves do.
            unsafe { (self.children)(position.own().bits(), position.opponent().bits(), moves.bits(), room) }
            moves
        });
    }

    /// The value of a position with 5 to 8 empty squares for its side to move, and how many positions were searched. A value
    /// above `alpha` is a lower bound of the true one, another an upper bound.
    ///
    /// # Panics
    /// When the position has fewer or more empty squares.
    #[inline]
    pub fn last_plies<const N: usize>(&self, position: Position<N>, alpha: i32, scoring: Scoring) -> (i32, u64) {
        let (own, opponent, board) = (position.own().bits(), position.opponent().bits(), SquareSet::<N>::ALL.bits());
        assert!(LAST_PLIES.contains(&position.empties().len()), "not 5 to 8 empty squares");
        let alpha = alpha.clamp(-64, 63);
        if self.tier == Tier::X64 {
            return LastPlies::new(self, scoring).search(position, alpha);
        }
        let mut room = MaybeUninit::uninit();
        // SAFETY: this processor runs the table's tier. The position's discs do not overlap and lie on its board, which for N < 8
        // is the 4x4 or the 6x6 board with an empty ring around it, and 5 to 8 squares are empty, as just seen: no level has more
        // than 8 moves, and no more than four levels have a frame. `room` has the layout that the kernel expects, and the kernel
        // reads nothing there before it has written it; otherwise it reads constants and uses its own stack.
        let result = unsafe {
            if N == 8 {
                (self.last_plies_8x8)(own, opponent, alpha, scoring as u32, room.as_mut_ptr())
            } else {
                (self.last_plies_inner)(own, opponent, alpha, scoring as u32, room.as_mut_ptr(), board)
            }
        };
        (result as u32 as i32, result >> 32)
    }

    /// The positions after each legal move, what the solver's evaluation, by the weights of its first stage, makes of them, and
    /// their numbers of moves. For tests of the kernel.
    #[doc(hidden)]
    pub fn evaluated_children(&self, position: Position<6>) -> Vec<(Position<6>, i32, u32)> {
        let (weights, mut children, mut evaluations) =
            (patterns::Weights::built_in(), Children::new(), Evaluation::NONE);
        self.evaluate_children(position, weights.stage(0), &mut children, &mut evaluations);
        let found = children.as_slice().iter().zip(evaluations);
        found.map(|(&child, evaluation)| (child, evaluation.value, evaluation.mobility)).collect()
    }

    /// The value of the best reply by the weights of the first stage. For tests of the kernel.
    #[doc(hidden)]
    pub fn evaluated_reply(&self, position: Position<6>, beta: i32) -> Option<i32> {
        self.best_reply(position, patterns::Weights::built_in().stage(0), beta)
    }

    /// Fills `children` with the position after each legal move, and `evaluations` with what the weights say of them, in
    /// ascending order of squares; returns the moves.
    #[inline]
    pub(crate) fn evaluate_children(
        &self,
        position: Position<6>,
        weights: &[u8; patterns::STAGE],
        children: &mut Children<6>,
        evaluations: &mut Evaluations,
    ) -> SquareSet<6> {
        if self.tier == Tier::X64 {
            return patterns::evaluate_children(self, position, weights, children, evaluations);
        }
        children.expand(|room| {
            let position: *const Position<6> = &position;
            // SAFETY: this processor runs the table's tier. `Position` is `repr(C)`, two quadwords. There is room for 64 children
            // and 36 evaluations, and of 36 squares some are taken where there is a move, so that an odd number's last is
            // written twice within it. Every index that the tables give is one of the stage's weights, which are as many as
            // the kernel says.
            let moves = unsafe {
                let evaluations = evaluations.as_mut_ptr();
                (self.evaluate_children)(position.cast(), weights.as_ptr(), &patterns::TABLES, room, evaluations)
            };
            SquareSet::from_bits_on_board(moves)
        })
    }

    /// The value of the best legal move by the weights of the positions after it, in ascending order of squares; not all are
    /// looked at when that of the first two, four, and so on is not below `beta`. None without a legal move.
    #[inline]
    pub(crate) fn best_reply(&self, position: Position<6>, weights: &[u8; patterns::STAGE], beta: i32) -> Option<i32> {
        let best = if self.tier == Tier::X64 {
            patterns::best_reply(self, position, weights, beta)
        } else {
            let position: *const Position<6> = &position;
            // SAFETY: as for `evaluate_children`; the kernel writes nothing.
            unsafe { (self.best_reply)(position.cast(), weights.as_ptr(), &patterns::TABLES, beta) }
        };
        (best != i32::MIN).then_some(best)
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

    /// The [legal moves](Kernels::legal_moves) of many positions, as bits of the 8x8 frame.
    ///
    /// # Panics
    /// When there is not room for exactly that.
    pub fn legal_moves_many<const N: usize>(&self, positions: Positions<'_, N>, moves: &mut [u64]) {
        assert_eq!(moves.len(), positions.len(), "moves of {} positions", positions.len());
        let (own, opponent) = (positions.own().as_ptr(), positions.opponent().as_ptr());
        if self.tier == Tier::X64 {
            for (index, moves) in moves.iter_mut().enumerate() {
                *moves = self.legal_moves(positions.get(index)).bits();
            }
        } else if N == 8 {
            // SAFETY: this processor runs the table's tier. The discs of each position do not overlap and lie on its board,
            // by the invariant of `Positions`; there are as many own, opponent's and results as are said.
            unsafe { (self.batch_moves_8x8)(own, opponent, moves.as_mut_ptr(), moves.len()) }
        } else {
            // SAFETY: as above; a smaller board has an empty ring around it.
            unsafe {
                (self.batch_moves_inner)(own, opponent, moves.as_mut_ptr(), moves.len(), SquareSet::<N>::ALL.bits());
            }
        }
    }

    /// The [mobility](Kernels::mobility) of many positions.
    ///
    /// # Panics
    /// When there is not room for exactly that.
    pub fn mobility_many<const N: usize>(&self, positions: Positions<'_, N>, counts: &mut [u8]) {
        assert_eq!(counts.len(), positions.len(), "counts of {} positions", positions.len());
        let (own, opponent) = (positions.own().as_ptr(), positions.opponent().as_ptr());
        if self.tier == Tier::X64 {
            for (index, count) in counts.iter_mut().enumerate() {
                *count = self.mobility(positions.get(index)) as u8;
            }
        } else if N == 8 {
            // SAFETY: as for `legal_moves_many`.
            unsafe { (self.batch_mobility_8x8)(own, opponent, counts.as_mut_ptr(), counts.len()) }
        } else {
            // SAFETY: as for `legal_moves_many`.
            unsafe {
                (self.batch_mobility_inner)(
                    own,
                    opponent,
                    counts.as_mut_ptr(),
                    counts.len(),
                    SquareSet::<N>::ALL.bits(),
                );
            }
        }
    }

    /// The [flips](Kernels::flips) of one square in each of many positions, as bits of the 8x8 frame.
    ///
    /// # Panics
    /// When there is not one square, and room, for each.
    pub fn flips_many<const N: usize>(&self, positions: Positions<'_, N>, squares: &[Square<N>], flips: &mut [u64]) {
        let boards = positions.len();
        assert_eq!((squares.len(), flips.len()), (boards, boards), "squares and flips of {boards} positions");
        if self.tier == Tier::X64 {
            for (index, (&square, flips)) in squares.iter().zip(flips).enumerate() {
                *flips = self.flips(positions.get(index), square).bits();
            }
            return;
        }
        let (own, opponent) = (positions.own().as_ptr(), positions.opponent().as_ptr());
        // SAFETY: as for `legal_moves_many`; a square is a transparent byte below 64.
        unsafe { (self.batch_flips)(own, opponent, squares.as_ptr().cast(), flips.as_mut_ptr(), boards) }
    }

    /// The positions after `moves` of each of many positions, as the other side sees them: position by position, lowest square
    /// first, into the beginning of `own` and `opponent`. Returns how many there are. Moves that are not legal are
    /// played all the same and give positions that no game reaches.
    ///
    /// # Panics
    /// When there is not one set of moves for each position, or a move is on an occupied square or off the board, or the room
    /// is too small.
    pub fn children_many<const N: usize>(
        &self,
        positions: Positions<'_, N>,
        moves: &[u64],
        own: &mut [u64],
        opponent: &mut [u64],
    ) -> usize {
        let boards = positions.len();
        assert_eq!(moves.len(), boards, "moves of {boards} positions");
        let taken = |index: usize| positions.own()[index] | positions.opponent()[index] | !SquareSet::<N>::ALL.bits();
        let wrong = (0..boards).fold(0, |wrong, index| wrong | moves[index] & taken(index));
        assert!(wrong == 0, "moves on squares that are not empty");
        let room = own.len().min(opponent.len());
        if room < 64 * boards {
            let children: usize = moves.iter().map(|moves| moves.count_ones() as usize).sum();
            assert!(room >= children, "room for {room} of {children} children");
        }
        if self.tier == Tier::X64 {
            let mut children = Children::<N>::new();
            let mut count = 0;
            for (index, &moves) in moves.iter().enumerate() {
                self.children_of(positions.get(index), SquareSet::from_bits_on_board(moves), &mut children);
                for child in children.as_slice() {
                    (own[count], opponent[count]) = (child.own().bits(), child.opponent().bits());
                    count += 1;
                }
            }
            return count;
        }
        let (parents, others) = (positions.own().as_ptr(), positions.opponent().as_ptr());
        // SAFETY: as for `legal_moves_many`; there is room for a child for each of the moves.
        unsafe {
            (self.batch_children)(parents, others, moves.as_ptr(), boards, own.as_mut_ptr(), opponent.as_mut_ptr())
        }
    }

    /// Plays random plies in all games of `slices`, at least one and at most `plies`, until `enough` are over; returns how
    /// many are.
    pub(crate) fn sliced_plies<const N: usize>(&self, slices: &mut Slices, plies: u64, enough: u64) -> u64 {
        self.check_words(slices);
        assert!(plies > 0);
        let kernel = match N {
            8 => self.sliced_plies_8x8,
            6 => self.sliced_plies_6x6,
            _ => self.sliced_plies_4x4,
        };
        // SAFETY: this processor runs the table's tier, and the planes are as wide as its registers. `Slices` has the layout
        // and the alignment that the kernel expects, and nobody else has it. Any bits in it are within the kernel's domain.
        unsafe { kernel(slices, plies, enough) }
    }

    /// Counts the games in the mask of `slices`.
    pub(crate) fn sliced_finish(&self, slices: &mut Slices) {
        self.check_words(slices);
        // SAFETY: as for `sliced_plies`.
        unsafe { (self.sliced_finish)(slices) }
    }

    /// Begins games with `position`, which the side to move of `slices` sees, in its mask.
    pub(crate) fn sliced_launch<const N: usize>(&self, slices: &mut Slices, position: Position<N>) {
        self.check_words(slices);
        // SAFETY: as for `sliced_plies`.
        unsafe { (self.sliced_launch)(slices, position.own().bits(), position.opponent().bits()) }
    }

    /// The assembly's planes are as wide as its registers; the reference takes both.
    fn check_words(&self, slices: &Slices) {
        let fits = match self.tier {
            Tier::Reference | Tier::X64 => true,
            Tier::Avx2 => slices.words == 4,
            Tier::Avx512 => slices.words == 8,
        };
        assert!(fits, "{} planes of {} words", self.tier, slices.words);
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
    last_plies_8x8: reference_last_plies_8x8,
    last_plies_inner: reference_last_plies_inner,
    evaluate_children: reference_evaluate_children,
    best_reply: reference_best_reply,
    packed6_outflank: reference_packed6_outflank,
    packed6_move: reference_packed6_move,
    batch_moves_8x8: reference_batch_moves_8x8,
    batch_moves_inner: reference_batch_moves_inner,
    batch_mobility_8x8: reference_batch_mobility_8x8,
    batch_mobility_inner: reference_batch_mobility_inner,
    batch_flips: reference_batch_flips,
    batch_children: reference_batch_children,
    sliced_plies_8x8: reference_sliced_plies_8x8,
    sliced_plies_6x6: reference_sliced_plies_6x6,
    sliced_plies_4x4: reference_sliced_plies_4x4,
    sliced_finish: reference_sliced_finish,
    sliced_launch: reference_sliced_launch,
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
    packed6_outflank: othello_packed6_outflank_x64,
    packed6_move: othello_packed6_move_x64,
    // Without wide registers single games are faster than slices, and the batches' wrappers call the kernels of one board;
    // the last plies' wrapper searches in Rust over these kernels.
    ..REFERENCE
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
    last_plies_8x8: othello_last_plies_8x8_avx2,
    last_plies_inner: othello_last_plies_inner_avx2,
    evaluate_children: othello_evaluate_children_avx2,
    best_reply: othello_best_reply_avx2,
    batch_moves_8x8: othello_batch_moves_8x8_avx2,
    batch_moves_inner: othello_batch_moves_inner_avx2,
    batch_mobility_8x8: othello_batch_mobility_8x8_avx2,
    batch_mobility_inner: othello_batch_mobility_inner_avx2,
    batch_flips: othello_batch_flips_avx2,
    batch_children: othello_batch_children_avx2,
    sliced_plies_8x8: othello_sliced_plies_8x8_avx2,
    sliced_plies_6x6: othello_sliced_plies_6x6_avx2,
    sliced_plies_4x4: othello_sliced_plies_4x4_avx2,
    sliced_finish: othello_sliced_finish_avx2,
    sliced_launch: othello_sliced_launch_avx2,
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
    batch_moves_8x8: othello_batch_moves_8x8_avx512,
    batch_moves_inner: othello_batch_moves_inner_avx512,
    batch_mobility_8x8: othello_batch_mobility_8x8_avx512,
    batch_mobility_inner: othello_batch_mobility_inner_avx512,
    batch_flips: othello_batch_flips_avx512,
    batch_children: othello_batch_children_avx512,
    sliced_plies_8x8: othello_sliced_plies_8x8_avx512,
    sliced_plies_6x6: othello_sliced_plies_6x6_avx512,
    sliced_plies_4x4: othello_sliced_plies_4x4_avx512,
    sliced_finish: othello_sliced_finish_avx512,
    sliced_launch: othello_sliced_launch_avx512,
    ..AVX2
};

#[cfg(stonemask_asm)]
old_assembly! {
    fn othello_legal_moves_8x8_x64(own: u64, opponent: u64) -> u64;
    fn othello_mobility_8x8_x64(own: u64, opponent: u64) -> u32;
    fn othello_legal_moves_inner_x64(own: u64, opponent: u64, board: u64) -> u64;
    fn othello_mobility_inner_x64(own: u64, opponent: u64, board: u64) -> u32;
    fn othello_flips_x64(own: u64, opponent: u64, square: u32) -> u64;
    fn othello_outflanks_x64(own: u64, opponent: u64, square: u32) -> u32;
    fn othello_children_x64(own: u64, opponent: u64, squares: u64, children: *mut [u64; 2]);
    fn othello_packed6_outflank_x64(state: *const Packed6, colour: u32, cell: u32) -> u32;
    fn othello_packed6_move_x64(state: *mut Packed6, colour: u32, cell: u32) -> u64;

    fn othello_legal_moves_8x8_avx2(own: u64, opponent: u64) -> u64;
    fn othello_mobility_8x8_avx2(own: u64, opponent: u64) -> u32;
    fn othello_legal_moves_inner_avx2(own: u64, opponent: u64, board: u64) -> u64;
    fn othello_mobility_inner_avx2(own: u64, opponent: u64, board: u64) -> u32;
    fn othello_flips_avx2(own: u64, opponent: u64, square: u32) -> u64;
    fn othello_outflanks_avx2(own: u64, opponent: u64, square: u32) -> u32;
    fn othello_children_avx2(own: u64, opponent: u64, squares: u64, children: *mut [u64; 2]);
    fn othello_last_plies_8x8_avx2(own: u64, opponent: u64, alpha: i32, scoring: u32, room: *mut Room) -> u64;
    fn othello_last_plies_inner_avx2(own: u64, opponent: u64, alpha: i32, scoring: u32, room: *mut Room, board: u64) -> u64;
    fn othello_evaluate_children_avx2(
        position: *const [u64; 2],
        weights: *const u8,
        tables: *const Tables,
        children: *mut [u64; 2],
        evaluations: *mut Evaluation
    ) -> u64;
    fn othello_best_reply_avx2(position: *const [u64; 2], weights: *const u8, tables: *const Tables, beta: i32) -> i32;
    fn othello_batch_moves_8x8_avx2(own: *const u64, opponent: *const u64, moves: *mut u64, boards: usize);
    fn othello_batch_moves_inner_avx2(own: *const u64, opponent: *const u64, moves: *mut u64, boards: usize, board: u64);
    fn othello_batch_mobility_8x8_avx2(own: *const u64, opponent: *const u64, counts: *mut u8, boards: usize);
    fn othello_batch_mobility_inner_avx2(own: *const u64, opponent: *const u64, counts: *mut u8, boards: usize, board: u64);
    fn othello_batch_flips_avx2(own: *const u64, opponent: *const u64, squares: *const u8, flips: *mut u64, boards: usize);
    fn othello_batch_children_avx2(own: *const u64, opponent: *const u64, squares: *const u64, boards: usize, child_own: *mut u64, child_opponent: *mut u64) -> usize;
    fn othello_sliced_plies_8x8_avx2(slices: *mut Slices, plies: u64, enough: u64) -> u64;
    fn othello_sliced_plies_6x6_avx2(slices: *mut Slices, plies: u64, enough: u64) -> u64;
    fn othello_sliced_plies_4x4_avx2(slices: *mut Slices, plies: u64, enough: u64) -> u64;
    fn othello_sliced_finish_avx2(slices: *mut Slices);
    fn othello_sliced_launch_avx2(slices: *mut Slices, own: u64, opponent: u64);
}

#[cfg(stonemask_avx512)]
old_assembly! {
    fn othello_legal_moves_8x8_avx512(own: u64, opponent: u64) -> u64;
    fn othello_mobility_8x8_avx512(own: u64, opponent: u64) -> u32;
    fn othello_legal_moves_inner_avx512(own: u64, opponent: u64, board: u64) -> u64;
    fn othello_mobility_inner_avx512(own: u64, opponent: u64, board: u64) -> u32;
    fn othello_flips_avx512(own: u64, opponent: u64, square: u32) -> u64;
    fn othello_outflanks_avx512(own: u64, opponent: u64, square: u32) -> u32;
    fn othello_children_avx512(own: u64, opponent: u64, squares: u64, children: *mut [u64; 2]);
    fn othello_batch_moves_8x8_avx512(own: *const u64, opponent: *const u64, moves: *mut u64, boards: usize);
    fn othello_batch_moves_inner_avx512(own: *const u64, opponent: *const u64, moves: *mut u64, boards: usize, board: u64);
    fn othello_batch_mobility_8x8_avx512(own: *const u64, opponent: *const u64, counts: *mut u8, boards: usize);
    fn othello_batch_mobility_inner_avx512(own: *const u64, opponent: *const u64, counts: *mut u8, boards: usize, board: u64);
    fn othello_batch_flips_avx512(own: *const u64, opponent: *const u64, squares: *const u8, flips: *mut u64, boards: usize);
    fn othello_batch_children_avx512(own: *const u64, opponent: *const u64, squares: *const u64, boards: usize, child_own: *mut u64, child_opponent: *mut u64) -> usize;
    fn othello_sliced_plies_8x8_avx512(slices: *mut Slices, plies: u64, enough: u64) -> u64;
    fn othello_sliced_plies_6x6_avx512(slices: *mut Slices, plies: u64, enough: u64) -> u64;
    fn othello_sliced_plies_4x4_avx512(slices: *mut Slices, plies: u64, enough: u64) -> u64;
    fn othello_sliced_finish_avx512(slices: *mut Slices);
    fn othello_sliced_launch_avx512(slices: *mut Slices, own: u64, opponent: u64);
}

// The Reference tier: the rules on cells, behind the kernels' signatures.
/// What the kernels of the evaluation are given, as the reference takes it. It finds the indices of the patterns by itself.
///
/// # Safety
/// The pointers are to a position of the 6x6 board, to a stage's weights, and to the tables.
unsafe fn evaluation_arguments<'a>(
    position: *const [u64; 2],
    weights: *const u8,
    tables: *const Tables,
) -> (Position<6>, &'a [u8; patterns::STAGE]) {
    debug_assert!(std::ptr::eq(tables, &patterns::TABLES));
    // SAFETY: as the caller says.
    let ([own, opponent], weights) = unsafe { (position.read(), &*weights.cast()) };
    let set = SquareSet::from_bits_on_board;
    (Position::new(set(own), set(opponent)).expect("discs that do not overlap"), weights)
}

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

    fn reference_last_plies_8x8(own: u64, opponent: u64, alpha: i32, scoring: u32, _room: *mut Room) -> u64 {
        last_plies::<8>(own, opponent, alpha, scoring)
    }

    fn reference_last_plies_inner(own: u64, opponent: u64, alpha: i32, scoring: u32, _room: *mut Room, board: u64) -> u64 {
        if board == SquareSet::<6>::ALL.bits() {
            last_plies::<6>(own, opponent, alpha, scoring)
        } else {
            last_plies::<4>(own, opponent, alpha, scoring)
        }
    }

    fn reference_evaluate_children(
        position: *const [u64; 2],
        weights: *const u8,
        tables: *const Tables,
        children: *mut [u64; 2],
        evaluations: *mut Evaluation
    ) -> u64 {
        // SAFETY: the caller has a position of the 6x6 board, a stage's weights, and room for as many children and evaluations as
        // there are moves.
        unsafe {
            let (position, weights) = evaluation_arguments(position, weights, tables);
            let (mut found, mut values) = (Children::new(), Evaluation::NONE);
            let moves = patterns::evaluate_children(&REFERENCE, position, weights, &mut found, &mut values);
            for (index, child) in found.as_slice().iter().enumerate() {
                children.add(index).write([child.own().bits(), child.opponent().bits()]);
                evaluations.add(index).write(values[index]);
            }
            moves.bits()
        }
    }

    fn reference_best_reply(position: *const [u64; 2], weights: *const u8, tables: *const Tables, beta: i32) -> i32 {
        // SAFETY: the caller has a position of the 6x6 board and a stage's weights.
        let (position, weights) = unsafe { evaluation_arguments(position, weights, tables) };
        patterns::best_reply(&REFERENCE, position, weights, beta)
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

    fn reference_batch_moves_8x8(own: *const u64, opponent: *const u64, moves: *mut u64, boards: usize) {
        for index in 0..boards {
            // SAFETY: the caller's arrays have `boards` elements each.
            unsafe { moves.add(index).write(reference_legal_moves_8x8(*own.add(index), *opponent.add(index))) };
        }
    }

    fn reference_batch_moves_inner(own: *const u64, opponent: *const u64, moves: *mut u64, boards: usize, board: u64) {
        for index in 0..boards {
            // SAFETY: as above.
            unsafe { moves.add(index).write(reference_legal_moves_inner(*own.add(index), *opponent.add(index), board)) };
        }
    }

    fn reference_batch_mobility_8x8(own: *const u64, opponent: *const u64, counts: *mut u8, boards: usize) {
        for index in 0..boards {
            // SAFETY: as above.
            unsafe { counts.add(index).write(reference_mobility_8x8(*own.add(index), *opponent.add(index)) as u8) };
        }
    }

    fn reference_batch_mobility_inner(own: *const u64, opponent: *const u64, counts: *mut u8, boards: usize, board: u64) {
        for index in 0..boards {
            // SAFETY: as above.
            unsafe { counts.add(index).write(reference_mobility_inner(*own.add(index), *opponent.add(index), board) as u8) };
        }
    }

    fn reference_batch_flips(own: *const u64, opponent: *const u64, squares: *const u8, flips: *mut u64, boards: usize) {
        for index in 0..boards {
            // SAFETY: as above.
            unsafe {
                let square = u32::from(*squares.add(index));
                flips.add(index).write(reference_flips(*own.add(index), *opponent.add(index), square));
            }
        }
    }

    fn reference_batch_children(own: *const u64, opponent: *const u64, squares: *const u64, boards: usize, child_own: *mut u64, child_opponent: *mut u64) -> usize {
        let mut count = 0;
        for index in 0..boards {
            // SAFETY: as above; the caller has room for a child for each of the squares.
            unsafe {
                let mut children = [[0; 2]; 64];
                let squares = *squares.add(index);
                reference_children(*own.add(index), *opponent.add(index), squares, children.as_mut_ptr());
                for child in &children[..squares.count_ones() as usize] {
                    child_own.add(count).write(child[0]);
                    child_opponent.add(count).write(child[1]);
                    count += 1;
                }
            }
        }
        count
    }

    fn reference_sliced_plies_8x8(slices: *mut Slices, plies: u64, enough: u64) -> u64 {
        // SAFETY: the caller's slices are valid, and nobody else has them.
        sliced_plies::<8>(unsafe { &mut *slices }, plies, enough)
    }

    fn reference_sliced_plies_6x6(slices: *mut Slices, plies: u64, enough: u64) -> u64 {
        // SAFETY: as above.
        sliced_plies::<6>(unsafe { &mut *slices }, plies, enough)
    }

    fn reference_sliced_plies_4x4(slices: *mut Slices, plies: u64, enough: u64) -> u64 {
        // SAFETY: as above.
        sliced_plies::<4>(unsafe { &mut *slices }, plies, enough)
    }

    fn reference_sliced_finish(slices: *mut Slices) {
        // SAFETY: as above.
        let slices = unsafe { &mut *slices };
        for game in 0..64 * slices.words() {
            let counted = slices.bit(sliced::MASK, game) == 1;
            let [first, second] = [0, 1].map(|side| slices.side(side, game).count_ones() as i32);
            let black = if slices.bit(sliced::BLACK, game) == 1 { first - second } else { second - first };
            slices.set_bit(sliced::WON, game, u64::from(counted && black > 0));
            slices.set_bit(sliced::EVEN, game, u64::from(counted && black == 0));
            if counted {
                slices.tally[(1 - black.signum()) as usize] += 1;
                slices.tally[3] += u64::from(slices.number(sliced::AGE, 7, game));
            }
        }
    }

    fn reference_sliced_launch(slices: *mut Slices, own: u64, opponent: u64) {
        // SAFETY: as above.
        let slices = unsafe { &mut *slices };
        let turn = slices.turn as usize;
        for game in 0..64 * slices.words() {
            if slices.bit(sliced::MASK, game) == 1 {
                slices.set_side(turn, game, own);
                slices.set_side(1 - turn, game, opponent);
                slices.set_bit(sliced::PASSED, game, 0);
                slices.set_bit(sliced::OVER, game, 0);
                slices.set_number(sliced::AGE, 7, game, 0);
            }
        }
    }
}

/// Random plies of sliced games, one game after the other; the random numbers are drawn as the assembly draws them.
fn sliced_plies<const N: usize>(slices: &mut Slices, plies: u64, enough: u64) -> u64 {
    let games = 64 * slices.words();
    for _ in 0..plies {
        let turn = slices.turn as usize;
        // Each game's moves, column by column.
        let moves: Vec<Vec<(usize, usize)>> = (0..games)
            .map(|game| {
                let cells = cells::<N>(slices.side(turn, game), slices.side(1 - turn, game));
                let mut moves = reference::legal_moves(&cells, Colour::Black);
                moves.sort_by_key(|&(row, column)| (column, row));
                moves
            })
            .collect();
        let chosen = draw::<N>(slices, &moves);
        for (game, moves) in moves.iter().enumerate() {
            let passed = slices.bit(sliced::PASSED, game) == 1;
            slices.set_bit(sliced::OVER, game, u64::from(passed && moves.is_empty()));
            slices.set_bit(sliced::PASSED, game, u64::from(moves.is_empty()));
            if let Some(&(row, column)) = moves.get(chosen[game]) {
                let (own, opponent) = (slices.side(turn, game), slices.side(1 - turn, game));
                let flips = reference::flips(&cells::<N>(own, opponent), Colour::Black, row, column);
                let flips: u64 = flips.into_iter().map(bit::<N>).sum();
                slices.set_side(turn, game, own | flips | bit::<N>((row, column)));
                slices.set_side(1 - turn, game, opponent & !flips);
                let age = slices.number(sliced::AGE, 7, game) + 1 + u32::from(passed);
                slices.set_number(sliced::AGE, 7, game, age);
            }
        }
        slices.turn ^= 1;
        let over = slices.plane(sliced::OVER).iter().map(|word| u64::from(word.count_ones())).sum();
        if over >= enough {
            return over;
        }
    }
    slices.plane(sliced::OVER).iter().map(|word| u64::from(word.count_ones())).sum()
}

/// A number below each game's number of moves; 0 where there are none. Bits are drawn for all games at once, a plane for each
/// bit, under the ones that the greatest number allowed smears to; again and again, until each game has had a number that
/// is low enough, which is the one it keeps.
fn draw<const N: usize>(slices: &mut Slices, moves: &[Vec<(usize, usize)>]) -> Vec<usize> {
    let last: Vec<usize> = moves.iter().map(|moves| moves.len().saturating_sub(1)).collect();
    let bits = match N {
        4 => 4,
        _ if last.iter().any(|&last| last >= 32) => 6,
        _ => 5,
    };
    let words = slices.words();
    let mut chosen = vec![None; moves.len()];
    let mut round = 0;
    while chosen.contains(&None) {
        // Planes of four words come from the first and the last four sequences in turn.
        let sequences = if words == 8 { 0..8 } else { 4 * (round % 2)..4 * (round % 2) + 4 };
        let planes: Vec<Vec<u64>> = (0..bits).map(|_| slices.random.step_some(sequences.clone())).collect();
        for (game, chosen) in chosen.iter_mut().enumerate() {
            let smear = (last[game] + 1).next_power_of_two() - 1;
            let number =
                (0..bits).map(|bit| (planes[bit][game / 64] >> (game % 64) & 1) << bit).sum::<u64>() as usize & smear;
            if number <= last[game] && chosen.is_none() {
                *chosen = Some(number);
            }
        }
        round += 1;
    }
    chosen.into_iter().flatten().collect()
}

/// The search of the last plies over the rules.
fn last_plies<const N: usize>(own: u64, opponent: u64, alpha: i32, scoring: u32) -> u64 {
    let set = SquareSet::<N>::from_bits_on_board;
    let position = Position::new(set(own), set(opponent)).expect("the discs do not overlap");
    let scoring = [Scoring::Discs, Scoring::EmptiesToWinner, Scoring::FewestDiscs][scoring as usize];
    let (value, nodes) = LastPlies::new(&REFERENCE, scoring).search(position, alpha);
    u64::from(value as u32) | nodes << 32
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
