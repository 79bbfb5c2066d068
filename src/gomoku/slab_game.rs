//! The games of a slab, as asm/gomoku/slab_game.inc has them.

use super::planes::Planes;
use super::point::{Point, Size};
use crate::game::slab::outcome_code;
use crate::game::{Colour, Outcome};
use crate::kernel::memory::filled;
use std::collections::TryReserveError;
use std::mem::offset_of;

/// A game on a board up to 15x15.
///
/// Invariant: `rows[..][15]` and `zero` are 0; the bits of `empty` are actions of the board; while
/// `outcome` is 0, `left` is their number and not 0.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(super) struct SlabGame {
    /// Black's rows, then white's.
    rows: [[u16; 16]; 2],
    /// The empty points, by action.
    empty: [u64; 4],
    plies: u32,
    /// How many points are empty.
    left: u16,
    to_move: u8,
    /// As in [`Observation::outcomes`](crate::game::slab::Observation::outcomes).
    outcome: u8,
    zero: [u64; 3],
}

// The layout that slab_game.inc relies on.
const _: () = {
    assert!(offset_of!(SlabGame, rows) == 0 && offset_of!(SlabGame, empty) == 64 && offset_of!(SlabGame, plies) == 96);
    assert!(offset_of!(SlabGame, left) == 100 && offset_of!(SlabGame, to_move) == 102);
    assert!(offset_of!(SlabGame, outcome) == 103 && size_of::<SlabGame>() == 128);
};

impl SlabGame {
    /// No game: over, and all zeros at its end.
    const NONE: SlabGame =
        SlabGame { rows: [[0; 16]; 2], empty: [0; 4], plies: 0, left: 0, to_move: 0, outcome: 2, zero: [0; 3] };

    /// The game at a board; one with no point left is over.
    fn new(planes: &Planes, to_move: Colour, outcome: Option<Outcome>) -> SlabGame {
        let size = planes.size();
        assert!(SlabGame::fits(size), "a slab's game on a board of {size}");
        let mut game = SlabGame::NONE;
        for row in 0..size.rows() {
            for colour in Colour::ALL {
                game.rows[colour as usize][row] = planes.stones(colour, row) as u16;
            }
            let (empty, at) = (planes.empty(row), row * size.columns());
            game.empty[at / 64] |= empty << (at % 64);
            // Bits beyond the word; with nothing to shift by, there are none.
            if let Some(next) = game.empty.get_mut(at / 64 + 1) {
                *next |= empty.checked_shr(64 - (at % 64) as u32).unwrap_or(0);
            }
        }
        game.left = game.empty.iter().map(|word| word.count_ones() as u16).sum();
        assert!(outcome.is_some() || game.left > 0, "a game with no point left is over");
        game.to_move = to_move as u8;
        game.outcome = outcome_code(outcome);
        game
    }

    /// Whether a game on a board of this size has the form.
    pub(super) fn fits(size: Size) -> bool {
        size.rows() <= 15 && size.columns() <= 15
    }

    /// The stones of a colour, by rows.
    #[inline]
    pub(super) fn rows(&self, colour: Colour) -> &[u16; 16] {
        &self.rows[colour as usize]
    }

    /// The stone on a point.
    pub(super) fn stone(&self, point: Point) -> Option<Colour> {
        Colour::ALL.into_iter().find(|&colour| self.rows(colour)[point.row()] >> point.column() & 1 == 1)
    }

    /// The empty points, by action.
    #[inline]
    pub(super) fn empty(&self) -> &[u64; 4] {
        &self.empty
    }

    /// Writes black's stones and white's by action.
    #[inline]
    pub(super) fn pack(&self, size: Size, black: &mut [u64], white: &mut [u64]) {
        // With the shifts of the usual board known it is twice as fast.
        let packed = |rows| if size.columns() == 15 { packed(rows, 15) } else { packed(rows, size.columns()) };
        let packed_black = packed(self.rows(Colour::Black));
        for (to, from) in black.iter_mut().zip(packed_black) {
            *to = from;
        }
        if self.outcome != 0 {
            white.copy_from_slice(&packed(self.rows(Colour::White))[..white.len()]);
            return;
        }
        // Points that are neither empty nor black's.
        for ((to, empty), black) in white.iter_mut().zip(self.empty).zip(packed_black) {
            *to = !(empty | black);
        }
        let points = size.points();
        if !points.is_multiple_of(64) {
            white[points / 64] &= (1 << (points % 64)) - 1;
        }
    }

    /// How many points are empty.
    pub(super) fn left(&self) -> u16 {
        self.left
    }

    /// Plies played since the start.
    #[inline]
    pub(super) fn plies(&self) -> u32 {
        self.plies
    }

    /// The side to move.
    #[inline]
    pub(super) fn to_move(&self) -> Colour {
        Colour::ALL[usize::from(self.to_move & 1)]
    }

    /// How the game went; `None` while it goes on.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        [None, Some(Outcome::Win(Colour::Black)), Some(Outcome::Draw), Some(Outcome::Win(Colour::White))]
            [usize::from(self.outcome)]
    }

    /// The outcome as a slab tells it.
    #[inline]
    pub(super) fn outcome_code(&self) -> u8 {
        self.outcome
    }

    /// Places a stone: `action` is an empty point, in this row and column. `wins` says of the rows
    /// of the side that moved whether it has won.
    pub(super) fn place(&mut self, action: usize, [row, column]: [u8; 2], wins: impl FnOnce(&[u16; 16]) -> bool) {
        assert!(row < 15 && column < 15, "a point of the board");
        let mover = self.to_move();
        self.rows[mover as usize][usize::from(row)] |= 1 << column;
        self.empty[action / 64] &= !(1 << (action % 64));
        self.plies += 1;
        self.left -= 1;
        self.to_move ^= 1;
        if wins(&self.rows[mover as usize]) {
            self.outcome = outcome_code(Some(Outcome::Win(mover)));
        } else if self.left == 0 {
            self.outcome = outcome_code(Some(Outcome::Draw));
        }
    }
}

/// Rows of this number of columns, one after the other; a fifth word is 0.
#[inline(always)]
fn packed(rows: &[u16; 16], columns: usize) -> [u64; 5] {
    let second = ((1 << columns) - 1) << columns;
    let second_pair = ((1 << (2 * columns)) - 1) << (2 * columns);
    let mut packed = [0u64; 5];
    for (rows, at) in rows.as_chunks::<4>().0.iter().zip((0..).step_by(4 * columns)) {
        // Four rows of 16 bits, then two pairs of 32 bits, then what they have one after the other.
        let rows = rows.iter().rev().fold(0, |rows, &row| rows << 16 | u64::from(row));
        let pairs = (rows & 0xffff_0000_ffff) | ((rows >> (16 - columns)) & (second * 0x1_0000_0001));
        let four = u128::from((pairs & 0xffff_ffff) | ((pairs >> (32 - 2 * columns)) & second_pair)) << (at % 64);
        packed[at / 64] |= four as u64;
        packed[at / 64 + 1] |= (four >> 64) as u64;
    }
    packed
}

/// The games of a slab, all on boards of one size.
#[derive(Clone, Debug)]
pub(super) struct SlabList {
    /// One that is not a game and is all zeros at its end, then the games.
    list: Vec<SlabGame>,
    /// The row and column of each action; unused entries hold anything.
    points: [[u8; 2]; 256],
    /// The position from which the kernel starts games anew.
    start: SlabGame,
}

impl SlabList {
    /// `games` games that begin with these stones.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub(super) fn new(
        planes: &Planes,
        to_move: Colour,
        outcome: Option<Outcome>,
        games: usize,
    ) -> Result<SlabList, TryReserveError> {
        let mut points = [[0; 2]; 256];
        for (entry, point) in points.iter_mut().zip(planes.size().all()) {
            *entry = [point.row() as u8, point.column() as u8];
        }
        let start = SlabGame::new(planes, to_move, outcome);
        let mut list = filled(start.clone(), games.saturating_add(1))?;
        list[0] = SlabGame::NONE;
        Ok(SlabList { list, points, start })
    }

    /// Lets a game go on from these stones, with no ply played.
    pub(super) fn load(&mut self, game: usize, planes: &Planes, to_move: Colour, outcome: Option<Outcome>) {
        self.list[1..][game] = SlabGame::new(planes, to_move, outcome);
    }

    /// Says how many plies were played in a game.
    pub(super) fn set_plies(&mut self, game: usize, plies: u32) {
        self.list[1..][game].plies = plies;
    }

    /// The games.
    #[inline]
    pub(super) fn games(&self) -> &[SlabGame] {
        &self.list[1..]
    }

    /// The memory that `step` reads and writes: the games after an entry that is zeros at its end,
    /// the point of each action, the start.
    #[inline]
    pub(super) fn parts(&mut self) -> (&mut [SlabGame], &[[u8; 2]; 256], &SlabGame) {
        (&mut self.list, &self.points, &self.start)
    }
}
