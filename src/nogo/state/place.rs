//! A move by bits: the groups beside the stone are looked up, and sets change by what the move did
//! to them.

use super::{Board, IDS_BEFORE};
use crate::game::Colour;
use crate::nogo::point::{Point, PointSet, around, is_single};

impl Board {
    /// Places a stone that is allowed for the colour, whoever is to move; the other colour is to
    /// move then.
    #[inline]
    pub(crate) fn place_by_bits(&mut self, colour: Colour, point: Point) {
        let (own, other) = (colour as usize, colour.other() as usize);
        let stone = point.set().bits();
        let empty = self.empties().bits() & !stone;
        let own_stones = self.stones(colour).bits();
        let opponents = self.stones(colour.other()).bits();

        // The groups beside the stone, by their slots; of the opponent's, those that have one
        // liberty left, and where.
        let (mut beside, mut merged, mut atari, mut taken) = (0_u64, 0, 0, 0);
        for step in [-1, 1, -10, 10] {
            let slot = self.ids[(IDS_BEFORE + point.bit() as usize).wrapping_add_signed(step)];
            let group = self.in_slot(slot.into());
            beside |= 1 << (slot % 64);
            merged |= group;
            let liberties = around(group & opponents) & empty;
            let one_left = u128::from(!is_single(liberties)).wrapping_sub(1);
            taken |= liberties & one_left;
            atari |= group & opponents & one_left;
        }
        let merged = merged & own_stones | stone;
        let liberties = around(merged) & empty;
        let one_left = u128::from(!is_single(liberties)).wrapping_sub(1);

        // Not the point, no capture, no suicide.
        let safe =
            [(self.safe(colour).bits() | merged) & !(merged & one_left), self.safe(colour.other()).bits() & !atari];
        let no_more = [stone | taken, stone | liberties & one_left];
        for (index, of) in [own, other].into_iter().enumerate() {
            let allowed = self.allowed[of].set().bits() & !no_more[index] & around(safe[index] | empty);
            self.allowed[of] = PointSet::within_frame(allowed).halves();
            self.safe[of] = PointSet::within_frame(safe[index]).windows();
        }
        self.stones[own] = PointSet::within_frame(own_stones | stone).windows();
        self.empty = PointSet::within_frame(empty).windows();
        self.join(own, beside, merged);
        self.to_move = other as u8;
        self.centre_forbidden = 0;
    }

    /// The stones of the group in a slot.
    #[inline]
    fn in_slot(&self, slot: usize) -> u128 {
        u128::from(self.low[slot]) | u128::from(self.high[slot]) << 64
    }

    /// Puts a colour's new group into the lowest slot that is free or is given up by a group that
    /// is part of it: these are some of the slots `beside`.
    #[inline]
    fn join(&mut self, own: usize, beside: u64, group: u128) {
        let given_up = beside & self.slots[own];
        let slot = (!(self.slots[0] | self.slots[1] | 1) | given_up).trailing_zeros();
        // Stones of a group that gives this slot up know it already.
        let known = if given_up >> slot & 1 == 1 { self.in_slot(slot as usize) } else { 0 };
        self.slots[own] = self.slots[own] & !given_up | 1 << slot;
        self.low[slot as usize] = group as u64;
        self.high[slot as usize] = (group >> 64) as u32;
        let mut left = group & !known;
        while left != 0 {
            self.ids[IDS_BEFORE + left.trailing_zeros() as usize] = slot as u8;
            left &= left - 1;
        }
    }
}
