//! The kernels as safe methods: what they take for granted is in the types of the arguments, or is
//! checked.

use crate::game::Colour;
use crate::othello::kernels::Kernels;
use crate::othello::kernels::last_plies::LAST_PLIES;
use crate::othello::kernels::last_table::LastTable;
use crate::othello::packed6::Packed6;
use crate::othello::patterns::{Evaluations, TABLES6, TABLES8, weights_per_stage};
use crate::othello::planes::Bitslices;
use crate::othello::position::{Children, Position};
use crate::othello::positions::{PositionArrays, Positions};
use crate::othello::square::{Square, SquareSet};
use crate::tier::Tier;
use std::mem::MaybeUninit;

/// The set of bits that a kernel found.
///
/// # Safety
/// The bits are squares of the board.
#[inline]
unsafe fn set<const N: usize>(bits: u64) -> SquareSet<N> {
    debug_assert!(SquareSet::<N>::from_bits(bits).is_some());
    // SAFETY: a set is its bits (`repr(transparent)`), any that are squares of the board.
    unsafe { std::mem::transmute::<u64, SquareSet<N>>(bits) }
}

/// A position's discs, of the side to move and of the other.
#[inline]
fn discs<const N: usize>(position: Position<N>) -> (u64, u64) {
    (position.own().bits(), position.opponent().bits())
}

impl Kernels {
    /// The squares on which the side to move may place a disc; empty when it must pass or the game
    /// is over.
    #[inline]
    pub fn legal_moves<const N: usize>(&self, position: Position<N>) -> SquareSet<N> {
        let ((own, opponent), board) = (discs(position), SquareSet::<N>::ALL.bits());
        // SAFETY: this processor runs the table's tier (`get`). A position's discs do not overlap
        // and lie on its board, which for N < 8 has an empty ring around it. The kernels touch no
        // memory, and legal moves lie on the board.
        unsafe {
            set(if N == 8 {
                (self.legal_moves_8x8)(own, opponent)
            } else {
                (self.legal_moves_inner)(own, opponent, board)
            })
        }
    }

    /// How many [legal moves](Kernels::legal_moves) the side to move has.
    #[inline]
    pub fn mobility<const N: usize>(&self, position: Position<N>) -> u32 {
        let ((own, opponent), board) = (discs(position), SquareSet::<N>::ALL.bits());
        // SAFETY: this processor runs the table's tier, and the discs are as for `legal_moves`.
        unsafe { if N == 8 { (self.mobility_8x8)(own, opponent) } else { (self.mobility_inner)(own, opponent, board) } }
    }

    /// The opponent's discs that a disc on `square` outflanks: those between it and another disc of
    /// the side to move, with nothing else between, along each of the eight directions. A disc on
    /// `square` does not matter.
    #[inline]
    pub fn flips<const N: usize>(&self, position: Position<N>, square: Square<N>) -> SquareSet<N> {
        let (own, opponent) = discs(position);
        // SAFETY: this processor runs the table's tier. The discs do not overlap, and a square's
        // bit is below 64. The kernel reads constants alone. It turns some of the opponent's discs.
        unsafe { set((self.flips)(own, opponent, square.bit())) }
    }

    /// Whether a disc on `square` outflanks at least one of the opponent's: whether
    /// [`Kernels::flips`] is not empty. What stands on `square` does not matter; a legal move needs
    /// it empty too.
    #[inline]
    pub fn outflanks<const N: usize>(&self, position: Position<N>, square: Square<N>) -> bool {
        let (own, opponent) = discs(position);
        // SAFETY: this processor runs the table's tier. The discs do not overlap, and a square's
        // bit is below 64.
        unsafe { (self.outflanks)(own, opponent, square.bit()) != 0 }
    }

    /// Fills `children` with the position after each legal move, seen by the other side, in
    /// ascending order of squares, and returns the moves.
    #[inline]
    pub fn children<const N: usize>(&self, position: Position<N>, children: &mut Children<N>) -> SquareSet<N> {
        let ((own, opponent), moves) = (discs(position), self.legal_moves(position));
        children.expand(|room| {
            // SAFETY: this processor runs the table's tier. The discs do not overlap. `room` holds
            // 64 positions of two quadwords each (`Position` is `repr(C)`), and the kernel writes
            // one for each of the at most 64 moves, whose discs do not overlap and lie on the board
            // as the moves do.
            unsafe { (self.children)(own, opponent, moves.bits(), room) }
            moves
        })
    }

    /// The value of a position with 5 to 10 empty squares for its side to move, with the scoring of
    /// the table, and how many positions were searched. A value above `alpha` is a lower bound of
    /// the true one, another an upper bound.
    ///
    /// # Panics
    /// When the position has fewer or more empty squares.
    #[inline]
    pub fn last_plies<const N: usize>(&self, position: Position<N>, alpha: i32, table: &mut LastTable) -> (i32, u64) {
        let (own, opponent) = discs(position);
        assert!(LAST_PLIES.contains(&position.empties().len()), "not 5 to 10 empty squares");
        let (alpha, scoring) = (alpha.clamp(-64, 63), table.scoring as u32);
        let mut room = MaybeUninit::uninit();
        // SAFETY: this processor runs the table's tier. The position's discs do not overlap and lie
        // on its board, which for N < 8 is the 4x4 or the 6x6 board with an empty ring around it,
        // and 5 to 10 squares are empty, as just seen: no more than six levels have a frame, and no
        // frame has more than eight children. `room` has the layout that the kernel expects, which
        // reads nothing there before it has written it. The table's places are as searches with
        // this scoring left them. Otherwise it reads constants and uses its own stack.
        let result = unsafe {
            let kernel = if N == 8 { self.last_plies_8x8 } else { self.last_plies_inner };
            kernel(own, opponent, alpha, scoring, room.as_mut_ptr(), &raw mut *table.places)
        };
        (result as u32 as i32, result >> 32)
    }

    /// Fills `children` with the position after each legal move of the 6x6 or 8x8 board, and
    /// `evaluations` with what the weights of a stage say of them, in ascending order of squares;
    /// returns the moves.
    #[inline]
    pub(crate) fn evaluate_children<const N: usize>(
        &self,
        position: Position<N>,
        weights: &[u8],
        children: &mut Children<N>,
        evaluations: &mut Evaluations,
    ) -> SquareSet<N> {
        assert_eq!(weights.len(), weights_per_stage::<N>(), "a stage's weights");
        children.expand(|room| {
            let position: *const Position<N> = &position;
            let (weights, evaluations) = (weights.as_ptr(), evaluations.as_mut_ptr());
            // SAFETY: this processor runs the table's tier. `Position` is `repr(C)`, two quadwords;
            // it is one of 6x6 or 8x8, which alone have patterns. There is room for 64 children and
            // 64 evaluations, more than a position has moves, so that an odd number's last is
            // written twice within it. Every index that the tables give is one of the stage's
            // weights, whose number is what the kernel expects, as just seen. Legal moves lie on
            // the board.
            unsafe {
                set(if N == 6 {
                    (self.evaluate_children_6x6)(position.cast(), weights, &TABLES6, room, evaluations)
                } else {
                    (self.evaluate_children_8x8)(position.cast(), weights, &TABLES8, room, evaluations)
                })
            }
        })
    }

    /// The value of the best legal move of the 6x6 or 8x8 board by the weights of the positions
    /// after it, in ascending order of squares; not all are looked at when that of the first two,
    /// four, and so on is not below `beta`. None without a legal move.
    #[inline]
    pub(crate) fn best_reply<const N: usize>(&self, position: Position<N>, weights: &[u8], beta: i32) -> Option<i32> {
        assert_eq!(weights.len(), weights_per_stage::<N>(), "a stage's weights");
        let position: *const Position<N> = &position;
        let weights = weights.as_ptr();
        // SAFETY: this processor runs the table's tier. The arguments are as for
        // `evaluate_children`; the kernel writes nothing.
        let best = unsafe {
            if N == 6 {
                (self.best_reply_6x6)(position.cast(), weights, &TABLES6, beta)
            } else {
                (self.best_reply_8x8)(position.cast(), weights, &TABLES8, beta)
            }
        };
        (best != i32::MIN).then_some(best)
    }

    /// The founding document's `outflank`: whether a disc of `colour` on `cell`, one of 4..=35,
    /// encloses a disc of the other colour.
    ///
    /// # Panics
    /// When the cell is another.
    #[inline]
    pub fn packed6_outflank(&self, state: &Packed6, colour: Colour, cell: u8) -> bool {
        assert!((4..=35).contains(&cell), "cell {cell}");
        // SAFETY: this processor runs the table's tier, `state` is a valid state by its type's
        // invariant, and the cell is in range.
        unsafe { (self.packed6_outflank)(state, u32::from(colour == Colour::Black), u32::from(cell)) != 0 }
    }

    /// The founding document's `move`: puts a disc of `colour` on `cell`, one of 4..=35, and turns
    /// what it encloses. If that is nothing, it leaves the state as it is and returns false.
    ///
    /// # Panics
    /// When the cell is another.
    #[inline]
    pub fn packed6_move(&self, state: &mut Packed6, colour: Colour, cell: u8) -> bool {
        assert!((4..=35).contains(&cell), "cell {cell}");
        // SAFETY: this processor runs the table's tier, `state` is a valid state by its type's
        // invariant, which the kernel keeps, and the cell is in range.
        unsafe { (self.packed6_move)(state, u32::from(colour == Colour::Black), u32::from(cell)) != 0 }
    }
}

/// Many positions at once.
impl Kernels {
    /// The [legal moves](Kernels::legal_moves) of many positions, as bits of the 8x8 frame.
    ///
    /// # Panics
    /// When there is not room for exactly that.
    pub fn legal_moves_many<const N: usize>(&self, positions: Positions<'_, N>, moves: &mut [u64]) {
        assert_eq!(moves.len(), positions.len(), "moves of {} positions", positions.len());
        let (own, opponent) = (positions.own().as_ptr(), positions.opponent().as_ptr());
        let (moves, boards, board) = (moves.as_mut_ptr(), moves.len(), SquareSet::<N>::ALL.bits());
        // SAFETY: this processor runs the table's tier. The discs of each position do not overlap
        // and lie on its board, by the invariant of `Positions`; a smaller board has an empty ring
        // around it. Each array has `boards` elements.
        unsafe {
            if N == 8 {
                (self.batch_moves_8x8)(own, opponent, moves, boards);
            } else {
                (self.batch_moves_inner)(own, opponent, moves, boards, board);
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
        let (counts, boards, board) = (counts.as_mut_ptr(), counts.len(), SquareSet::<N>::ALL.bits());
        // SAFETY: this processor runs the table's tier. The arguments are as for
        // `legal_moves_many`.
        unsafe {
            if N == 8 {
                (self.batch_mobility_8x8)(own, opponent, counts, boards);
            } else {
                (self.batch_mobility_inner)(own, opponent, counts, boards, board);
            }
        }
    }

    /// The [flips](Kernels::flips) of one square in each of many positions, as bits of the 8x8
    /// frame.
    ///
    /// # Panics
    /// When there is not one square, and room, for each.
    pub fn flips_many<const N: usize>(&self, positions: Positions<'_, N>, squares: &[Square<N>], flips: &mut [u64]) {
        let boards = positions.len();
        assert_eq!((squares.len(), flips.len()), (boards, boards), "squares and flips of {boards} positions");
        let (own, opponent) = (positions.own().as_ptr(), positions.opponent().as_ptr());
        // SAFETY: this processor runs the table's tier. The discs of each position do not overlap,
        // and a square is a transparent byte below 64. Each array has `boards` elements.
        unsafe { (self.batch_flips)(own, opponent, squares.as_ptr().cast(), flips.as_mut_ptr(), boards) }
    }

    /// The positions after `moves` of each of many positions, as the other side sees them: position
    /// by position, lowest square first, into the beginning of `own` and `opponent`. Returns how
    /// many there are. Moves that are not legal are played all the same and give positions that no
    /// game reaches.
    ///
    /// # Panics
    /// When there is not one set of moves for each position, or a move is on an occupied square or
    /// off the board, or the room is too small.
    pub fn children_many<const N: usize>(
        &self,
        positions: Positions<'_, N>,
        moves: &[u64],
        own: &mut [u64],
        opponent: &mut [u64],
    ) -> usize {
        check_children(positions, moves, own.len().min(opponent.len()));
        let (parents, others) = (positions.own().as_ptr(), positions.opponent().as_ptr());
        // SAFETY: this processor runs the table's tier. The discs of each position do not overlap;
        // there are as many positions and sets of moves as are said, the moves are on empty
        // squares, and there is room for a child for each of them, as just checked.
        unsafe {
            let (own, opponent) = (own.as_mut_ptr(), opponent.as_mut_ptr());
            (self.batch_children)(parents, others, moves.as_ptr(), positions.len(), own, opponent)
        }
    }

    /// [`Kernels::children_many`] into arrays of positions.
    pub(crate) fn expand_many<const N: usize>(
        &self,
        positions: Positions<'_, N>,
        moves: &[u64],
        children: &mut PositionArrays<N>,
    ) {
        let (parents, others) = (positions.own().as_ptr(), positions.opponent().as_ptr());
        children.fill(|own, opponent, room| {
            check_children(positions, moves, room);
            // SAFETY: this processor runs the table's tier. The arguments are as for
            // `children_many`. A child's discs do not overlap and lie on the board, as its parent's
            // and the move do.
            unsafe { (self.batch_children)(parents, others, moves.as_ptr(), positions.len(), own, opponent) }
        });
    }
}

/// Checks that there are moves for each position, all on empty squares, and room for the positions
/// after them.
#[inline]
fn check_children<const N: usize>(positions: Positions<'_, N>, moves: &[u64], room: usize) {
    let boards = positions.len();
    assert_eq!(moves.len(), boards, "moves of {boards} positions");
    let taken = |index: usize| positions.own()[index] | positions.opponent()[index] | !SquareSet::<N>::ALL.bits();
    let wrong = (0..boards).fold(0, |wrong, index| wrong | moves[index] & taken(index));
    assert!(wrong == 0, "moves on squares that are not empty");
    if room < 64 * boards {
        let children: usize = moves.iter().map(|moves| moves.count_ones() as usize).sum();
        assert!(room >= children, "room for {room} of {children} children");
    }
}

/// Random games in bit slices.
impl Kernels {
    /// Plays random plies in all games, at least one and at most `plies`, until `enough` are over;
    /// returns how many are.
    pub(crate) fn bitslices_plies<const N: usize>(&self, games: &mut Bitslices, plies: u64, enough: u64) -> u64 {
        self.check_words(games);
        assert!(plies > 0);
        let kernel = match N {
            8 => self.bitslices_plies_8x8,
            6 => self.bitslices_plies_6x6,
            _ => self.bitslices_plies_4x4,
        };
        // SAFETY: this processor runs the table's tier, and the planes are as wide as its
        // registers. `Bitslices` has the layout and the alignment that the kernel expects, and it
        // is not aliased. Its turn is 0 or 1; any other bits in it are within the kernel's domain.
        unsafe { kernel(games, plies, enough) }
    }

    /// Counts the games in the mask.
    pub(crate) fn bitslices_finish(&self, games: &mut Bitslices) {
        self.check_words(games);
        // SAFETY: this processor runs the table's tier, and the state is as for `bitslices_plies`.
        unsafe { (self.bitslices_finish)(games) }
    }

    /// Begins games with `position`, which the side to move of `games` sees, in its mask.
    pub(crate) fn bitslices_launch<const N: usize>(&self, games: &mut Bitslices, position: Position<N>) {
        self.check_words(games);
        let (own, opponent) = discs(position);
        // SAFETY: this processor runs the table's tier, and the state is as for `bitslices_plies`.
        unsafe { (self.bitslices_launch)(games, own, opponent) }
    }

    /// The kernels have planes of a width each; the rules take any.
    fn check_words(&self, games: &Bitslices) {
        let fits = self.tier == Tier::Reference || games.words() == self.tier.words();
        assert!(fits, "{} planes of {} words", self.tier, games.words());
    }
}
