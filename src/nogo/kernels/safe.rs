//! The safe calls of the kernels. An argument's type says what its kernel relies on.

use super::Kernels;
use crate::game::Colour;
use crate::kernel::vouched::Vouched;
use crate::nogo::planes::Planes;
use crate::nogo::point::Point;
use crate::nogo::position::{Masks, Position};
use crate::nogo::state::packed::Unpacked;
use crate::nogo::state::{Board, DRAWN, NOT_PLAYED};
use crate::random::Random;
use crate::tier::Tier;

impl Kernels {
    /// Places a stone of a colour, whoever is to move, and brings groups and both masks up to date.
    ///
    /// # Panics
    /// When the point is not among `board.allowed(colour)`.
    #[inline]
    pub(crate) fn play(&self, board: &mut Board, colour: Colour, point: Point) {
        assert!(board.allowed(colour).contains(point), "{point} is illegal for {colour}");
        // SAFETY: this processor runs the table's tier (`get`). A board is valid by its type's
        // invariant, which the kernel keeps, as the move is legal: it is then a position in which
        // every group has a liberty, so that no more than 61 groups take slots. The kernel accesses
        // nothing but the board, which is not aliased.
        unsafe { (self.play)(board, colour as u32, point.bit()) }
    }

    /// Calls `visit` with each legal move and the board after it.
    #[inline]
    pub(crate) fn for_each_child(&self, board: &Board, mut visit: impl FnMut(Point, &Board)) {
        let (colour, mut child) = (board.to_move(), *board);
        for point in board.legal_moves() {
            self.play(&mut child, colour, point);
            visit(point, &child);
            // SAFETY: the child was equal to `board`, and one stone has been placed on it since, at
            // `point`; `visit` cannot have changed it.
            child.take_back(unsafe { Vouched::new((board, point)) });
        }
    }

    /// Plays at most `limit` random moves, each among those of [`Board::allowed`] with equal
    /// chances, and returns how many. It ends early where there is none.
    #[inline]
    pub(crate) fn random_plies(&self, board: &mut Board, random: &mut Random, limit: u32) -> u32 {
        // SAFETY: as for `play`; the kernel plays legal moves alone. The counter of the generator
        // is another object.
        unsafe { (self.random_plies)(board, random.state(), limit) }
    }

    /// A ply in each game: of `points`, the bit of the one given, if it is legal; one of
    /// [`Board::allowed`] with equal chances where it is [`DRAWN`], whose bit takes its place; none
    /// where it is [`NOT_PLAYED`]. That takes the place of a point that was not played, too.
    ///
    /// # Panics
    /// When there is not a point for each board.
    pub(crate) fn plays(&self, boards: &mut [Board], points: &mut [u8], random: &mut Random) {
        assert_eq!(boards.len(), points.len(), "a point for each board");
        for (board, point) in boards.iter().zip(&mut *points) {
            let is_legal = |point: Point| board.legal_moves().contains(point);
            if *point != DRAWN && !Point::from_bit((*point).into()).is_some_and(is_legal) {
                *point = NOT_PLAYED;
            }
        }
        // SAFETY: as for `play`, of each board: every point given is legal, and the others are
        // DRAWN or NOT_PLAYED. There are as many boards as points. The counter is another object.
        unsafe { (self.plays)(boards.as_mut_ptr(), points.as_mut_ptr(), points.len(), random.state()) }
    }

    /// A ply in each of these games, at its point.
    pub(crate) fn plays_unpacked(&self, games: Unpacked<'_>) {
        let Unpacked { boards, points } = games;
        assert_eq!(boards.len(), points.len(), "a point for each board");
        let mut none_drawn = 0;
        // SAFETY: as for `plays`. All that a board may lack are the stones of groups that are not
        // beside its point: the kernel reads no others, and where it writes does not depend on
        // them.
        unsafe { (self.plays)(boards.as_mut_ptr(), points.as_mut_ptr(), points.len(), &mut none_drawn) }
    }

    /// The legal moves of both colours, computed from the stones alone. A stone may not be placed
    /// where it would leave a group next to it, or its own, without a liberty; groups that have
    /// none to begin with do not matter.
    #[inline]
    pub fn masks(&self, position: &Position) -> Masks {
        let mut masks = [Masks::default()];
        self.masks_many(std::slice::from_ref(position), &mut masks);
        masks[0]
    }

    /// [`Kernels::masks`] of many positions; cheaper for each where the tier works on several at
    /// once.
    ///
    /// # Panics
    /// If the numbers of masks and positions differ.
    pub fn masks_many(&self, positions: &[Position], masks: &mut [Masks]) {
        assert_eq!(positions.len(), masks.len(), "one pair of masks for each position");
        if !positions.is_empty() {
            // SAFETY: this processor runs the table's tier. Both slices have the same length, which
            // is not 0; `Position` and `Masks` are `repr(C)`, and the sets of a position lie in the
            // frame and do not overlap. The kernel writes subsets of the frame.
            unsafe { (self.masks)(positions.as_ptr(), masks.as_mut_ptr(), positions.len()) }
        }
    }

    /// Whether `colour` may play on `point`, computed from the stones alone: whether the point is
    /// among [`Kernels::masks`].
    #[inline]
    pub fn is_legal(&self, position: &Position, colour: Colour, point: Point) -> bool {
        // SAFETY: this processor runs the table's tier. The position is valid by its type's
        // invariant, and the point is an empty one. The kernel reads the position and constants
        // alone.
        position.empties().contains(point) && unsafe { (self.is_legal)(position, colour as u32, point.bit()) != 0 }
    }

    /// Steps of random games, at most `limit`, until at least `least` of them are over; returns how
    /// many.
    ///
    /// # Panics
    /// When the planes have another number of words than this tier's; the reference takes any.
    pub(crate) fn bitslices_plies(&self, planes: &mut Planes, least: u32, limit: u32) -> u32 {
        let fits = self.tier == Tier::Reference || planes.words() == self.tier.words();
        assert!(fits, "{} planes of {} words", self.tier, planes.words());
        // SAFETY: this processor runs the table's tier, and the planes have the layout and width
        // that its kernel takes. One thing in them leads to an address, which of two halves has the
        // points last drawn; their type keeps it one of the two. The kernel accesses nothing but
        // the planes, which is not aliased.
        unsafe { (self.bitslices_plies)(planes, least, limit) }
    }

    /// The moves of [`FourBoards::moves`](crate::founding::FourBoards::moves) by the words of its
    /// four boards.
    #[inline]
    pub fn four_boards_moves(&self, boards: &[[i32; 3]; 4], colour: Colour) -> [i32; 3] {
        let mut moves = [0; 3];
        // SAFETY: this processor runs the table's tier. The kernel takes any twelve words, and
        // writes three.
        unsafe { (self.four_boards_moves)(boards, colour as u32, &mut moves) };
        moves
    }

    /// The points of [`FourBoards::surrounded`](crate::founding::FourBoards::surrounded) by the
    /// words of its four boards.
    #[inline]
    pub fn four_boards_surrounded(&self, boards: &[[i32; 3]; 4], colour: Colour) -> [i32; 3] {
        let mut points = [0; 3];
        // SAFETY: as for `four_boards_moves`.
        unsafe { (self.four_boards_surrounded)(boards, colour as u32, &mut points) };
        points
    }
}
