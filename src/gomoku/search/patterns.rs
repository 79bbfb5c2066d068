//! Patterns: what a stone would make along one axis, from the eleven cells around it.

use crate::game::Colour;
use crate::gomoku::rule::{Rule, Run};

/// The stone's own bit, and how far the cells around it reach.
pub(super) const CENTRE: usize = 5;
const CELLS: u32 = 0x7ff;

/// The best that a stone makes along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Class {
    None,
    /// One more makes a two.
    One,
    OpenOne,
    /// One more makes a three.
    Two,
    /// One more makes an open three.
    OpenTwo,
    /// One more makes a four.
    Three,
    /// One more makes an open four.
    OpenThree,
    /// One point wins.
    Four,
    /// Two points or more win.
    OpenFour,
    Five,
}

const CLASSES: [Class; 10] = [
    Class::None,
    Class::One,
    Class::OpenOne,
    Class::Two,
    Class::OpenTwo,
    Class::Three,
    Class::OpenThree,
    Class::Four,
    Class::OpenFour,
    Class::Five,
];

/// A class, and whether the stone makes an overline that does not win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pattern(u8);

impl Pattern {
    pub(super) const NONE: Pattern = Pattern(1);
    const OVERLINE: u8 = 0x80;

    #[inline]
    pub(super) fn class(self) -> Class {
        CLASSES[usize::from((self.0 & !Pattern::OVERLINE) - 1)]
    }

    #[inline]
    pub(super) fn is_overline(self) -> bool {
        self.0 & Pattern::OVERLINE != 0
    }
}

/// The patterns of a colour under a rule, as far as they were asked for.
pub(super) struct Patterns {
    rule: Rule,
    colour: Colour,
    /// By the own and the other stones around; 0 is not known yet. Cells off the board count as
    /// both.
    known: Vec<u8>,
}

impl Patterns {
    pub(super) fn new(rule: Rule, colour: Colour) -> Patterns {
        Patterns { rule, colour, known: vec![0; 1 << 20] }
    }

    pub(super) fn rule(&self) -> Rule {
        self.rule
    }

    /// The pattern of a stone between these.
    #[inline]
    pub(super) fn get(&mut self, own: u32, other: u32) -> Pattern {
        let own = own & CELLS | 1 << CENTRE;
        let around = |set: u32| (set & 0x1f | set >> 1 & 0x3e0) as usize;
        let index = around(own) | around(other & CELLS) << 10;
        if self.known[index] == 0 {
            // Cells off the board are nobody's stones.
            let (both, other) = (own & other & !(1 << CENTRE), other & CELLS & !(1 << CENTRE));
            self.known[index] = self.find(own & !both, other & !both, both);
        }
        Pattern(self.known[index])
    }

    fn find(&mut self, own: u32, other: u32, off: u32) -> u8 {
        let overline = if self.run(own, other, CENTRE).length >= 6 { Pattern::OVERLINE } else { 0 };
        if self.wins(own, other, CENTRE) {
            return Class::Five as u8 + 1;
        }
        let empty = (1..2 * CENTRE).filter(|&cell| (own | other | off) >> cell & 1 == 0);
        let completes = |&cell: &usize| self.wins(own | 1 << cell, other, cell) && joined(own | 1 << cell, cell);
        let class = match empty.clone().filter(completes).count() {
            0 => {
                let next = empty.map(|cell| self.get(own | off | 1 << cell, other | off).class()).max();
                match next.unwrap_or(Class::None) {
                    Class::OpenFour => Class::OpenThree,
                    Class::Four => Class::Three,
                    Class::OpenThree => Class::OpenTwo,
                    Class::Three => Class::Two,
                    Class::OpenTwo => Class::OpenOne,
                    Class::Two => Class::One,
                    _ => Class::None,
                }
            }
            1 => Class::Four,
            _ => Class::OpenFour,
        };
        overline | (class as u8 + 1)
    }

    /// The run through a stone.
    fn run(&self, own: u32, other: u32, at: usize) -> Run {
        let after = (own >> at).trailing_ones();
        let before = (own << (31 - at)).leading_ones();
        let ends = [(at as u32 + after), (at as u32).wrapping_sub(before)];
        let blocked = ends.into_iter().filter(|&end| end < 11 && other >> end & 1 != 0).count();
        Run { length: (before + after - 1) as u8, before: (before - 1) as u8, blocked: blocked as u8 }
    }

    fn wins(&self, own: u32, other: u32, at: usize) -> bool {
        self.rule.wins(self.colour, self.run(own, other, at))
    }
}

/// Whether the run through a stone reaches the centre.
fn joined(own: u32, at: usize) -> bool {
    let (low, high) = (at.min(CENTRE), at.max(CENTRE));
    let between = (1 << (high + 1)) - (1 << low);
    own & between == between
}
