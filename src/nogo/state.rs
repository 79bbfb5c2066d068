//! What the kernels keep of a game: stones, groups and both masks, exact after every move.

use super::{Colour, PointSet, Shape};
use std::mem::{offset_of, size_of};

/// Slots for groups: number 0 is no group.
///
/// No board has more than 61 groups at once: take the empty points, and of each group every stone but one that has a
/// liberty. That set is next to every point of the board, or holds it. With the blocked cells added it does so for 9x9,
/// where it takes 20 points (the domination number of the 9x9 grid, OEIS A104519). So at least 20 cells are not that one
/// stone of a group, and at most 61 are.
pub(crate) const SLOTS: usize = 62;

/// The point of which `ids[10]` tells the group is a1; the cells above the board and below it have no group.
const IDS_BEFORE: usize = 10;

/// A set as the kernels compute with it: two windows on its 96 bits that overlap by 32, bits 0..=63 and bits 32..=95. A
/// shift by a row or a column then needs no carry from one to the other: the bits that it spoils lie where the other
/// window is right.
pub(crate) type Windows = [u64; 2];

/// The bits of each window that count when the overlap must not count twice: 0..=47 and 48..=95.
pub(crate) const HALVES: Windows = [0x0000_ffff_ffff_ffff, 0xffff_ffff_ffff_0000];

/// The state of a game, in the layout that asm/nogo/state.inc describes: 992 bytes.
///
/// What the kernels rely on, and keep:
/// * `stones` do not overlap each other or `empty`; each set's windows agree; separators and spare bits are 0.
/// * A point with a stone has in `ids` the number, 1 to 61, of its group's slot; every other byte of `ids` is 0.
/// * `slots[colour]` has the bits of the slots of the colour's groups. `low` and `high` hold their stones; slot 0 is empty.
/// * Every group has a liberty. `safe[colour]` are the stones of the colour's groups that have two or more.
/// * `allowed[colour]` are the legal moves of the colour, each in its half.
///
/// A move writes the slot of the stone's group, the lowest that is free or is given up by a group that the stone joins, and
/// no other.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(crate) struct State {
    pub(crate) stones: [Windows; 2],
    pub(crate) safe: [Windows; 2],
    pub(crate) allowed: [Windows; 2],
    pub(crate) slots: [u64; 2],
    pub(crate) to_move: u8,
    pub(crate) rows: u8,
    pub(crate) columns: u8,
    /// 1 while the next move is black's first and may not be at the centre.
    pub(crate) centre_forbidden: u8,
    pub(crate) spare: [u8; 2],
    pub(crate) ids: [u8; 110],
    pub(crate) high: [u32; SLOTS],
    pub(crate) empty: Windows,
    pub(crate) low: [u64; SLOTS],
}

// The offsets of asm/nogo/state.inc.
const _: () = {
    assert!(offset_of!(State, stones) == 0);
    assert!(offset_of!(State, safe) == 32);
    assert!(offset_of!(State, allowed) == 64);
    assert!(offset_of!(State, slots) == 96);
    assert!(offset_of!(State, to_move) == 112);
    assert!(offset_of!(State, ids) + IDS_BEFORE == 128);
    assert!(offset_of!(State, high) == 228);
    assert!(offset_of!(State, empty) == 480);
    assert!(offset_of!(State, low) == 496);
    assert!(size_of::<State>() == 992);
};

/// A set's windows.
#[inline]
pub(crate) const fn windows(set: PointSet) -> Windows {
    [set.bits() as u64, (set.bits() >> 32) as u64]
}

/// A set's halves: its windows without the overlap.
#[inline]
pub(crate) const fn halves(set: PointSet) -> Windows {
    let [low, high] = windows(set);
    [low & HALVES[0], high & HALVES[1]]
}

/// The set of these windows or halves.
#[inline]
pub(crate) const fn set([low, high]: Windows) -> PointSet {
    PointSet::from_bits_in_frame(low as u128 | (high as u128) << 32)
}

impl State {
    /// The state without stones, black to move.
    pub(crate) fn new(shape: Shape) -> State {
        let points = shape.points();
        let allowed = halves(points & points.neighbours());
        State {
            stones: [[0; 2]; 2],
            safe: [[0; 2]; 2],
            allowed: [allowed; 2],
            slots: [0; 2],
            to_move: Colour::Black as u8,
            rows: shape.rows() as u8,
            columns: shape.columns() as u8,
            centre_forbidden: 0,
            spare: [0; 2],
            ids: [0; 110],
            high: [0; SLOTS],
            empty: windows(points),
            low: [0; SLOTS],
        }
    }

    /// The slot of the group at a bit of the frame; 0 without a stone there.
    #[inline]
    pub(crate) fn id(&self, bit: u32) -> usize {
        self.ids[IDS_BEFORE + bit as usize].into()
    }

    /// The stones of a slot's group.
    #[inline]
    pub(crate) fn group(&self, id: usize) -> PointSet {
        PointSet::from_bits_in_frame(u128::from(self.low[id]) | u128::from(self.high[id]) << 64)
    }

    /// Puts a group into a free slot; its stones have no other group.
    pub(crate) fn add_group(&mut self, colour: Colour, group: PointSet) {
        let id = (1..SLOTS).find(|id| (self.slots[0] | self.slots[1]) >> id & 1 == 0).expect("at most 61 groups");
        self.slots[colour as usize] |= 1 << id;
        self.low[id] = group.bits() as u64;
        self.high[id] = (group.bits() >> 64) as u32;
        for point in group {
            self.ids[IDS_BEFORE + point.bit() as usize] = id as u8;
        }
    }

    /// Takes back a move at `bit`, made on a copy of `before`: it changed the sets, the ids, and one slot, that of its group.
    #[inline]
    pub(crate) fn take_back(&mut self, before: &State, bit: u32) {
        let id = self.id(bit);
        self.low[id] = before.low[id];
        self.high[id] = before.high[id];
        self.stones = before.stones;
        self.safe = before.safe;
        self.allowed = before.allowed;
        self.slots = before.slots;
        self.to_move = before.to_move;
        self.centre_forbidden = before.centre_forbidden;
        self.ids = before.ids;
        self.empty = before.empty;
    }
}
