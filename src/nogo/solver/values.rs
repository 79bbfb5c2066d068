//! Values of games in which the side that cannot move loses (Conway, *On Numbers and Games*, 1976):
//! each kept once, in its canonical form, which has no dominated and no reversible options.

use crate::game::key;
use std::mem;

/// A value's number in the store. Zero, the game in which nobody has a move, is 0.
pub(super) type Value = u32;

pub(super) const ZERO: Value = 0;

/// The unit of stops: of a game of at most 48 moves, no number has more binary places.
const ONE: i64 = 1 << 48;

/// A canonical form.
#[derive(Clone, Copy)]
struct Form {
    /// Where its options begin, black's and then white's.
    begin: u32,
    counts: [u16; 2],
    negative: Option<Value>,
    /// The number that it is; or at which play ends when black begins and when white begins, each
    /// for as much as there is to get.
    stops: [i64; 2],
    is_number: bool,
}

/// A cache of results that may be lost: pairs of a key that is not zero and a result.
struct Cache {
    entries: Vec<[u32; 3]>,
    used: usize,
}

impl Cache {
    const MOST: usize = 1 << 24;

    fn new() -> Cache {
        Cache { entries: vec![[0; 3]; 1 << 8], used: 0 }
    }

    fn place(&self, one: Value, two: Value) -> usize {
        let mixed = (u64::from(one) << 32 | u64::from(two)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ mixed >> 32) as usize & (self.entries.len() - 1)
    }

    fn get(&self, one: Value, two: Value) -> Option<u32> {
        let [first, second, result] = self.entries[self.place(one, two)];
        ((first, second) == (one, two)).then_some(result)
    }

    /// Two different values, so that no pair of zeros is one.
    fn put(&mut self, one: Value, two: Value, result: u32) {
        if self.used > self.entries.len() && self.entries.len() < Cache::MOST {
            let entries = vec![[0; 3]; 4 * self.entries.len()];
            for [one, two, result] in mem::replace(&mut self.entries, entries) {
                let place = self.place(one, two);
                self.entries[place] = [one, two, result];
            }
            self.used = 0;
        }
        let place = self.place(one, two);
        self.entries[place] = [one, two, result];
        self.used += 1;
    }
}

/// The options of a game, black's and white's.
type Options = [Vec<Value>; 2];

/// The values met so far.
pub(super) struct Values {
    forms: Vec<Form>,
    options: Vec<Value>,
    /// The numbers of forms, each at or behind the place of its hash; 0 is a free place.
    places: Vec<Value>,
    /// Whether the first is at most the second.
    orders: Cache,
    sums: Cache,
}

impl Values {
    pub(super) fn new() -> Values {
        let zero = Form { begin: 0, counts: [0; 2], negative: Some(ZERO), stops: [0; 2], is_number: true };
        Values { forms: vec![zero], options: Vec::new(), places: vec![0; 64], orders: Cache::new(), sums: Cache::new() }
    }

    /// The options of black (0) or of white (1).
    pub(super) fn options(&self, value: Value, side: usize) -> &[Value] {
        let Form { begin, counts: [black, white], .. } = self.forms[value as usize];
        let middle = begin as usize + usize::from(black);
        match side {
            0 => &self.options[begin as usize..middle],
            _ => &self.options[middle..middle + usize::from(white)],
        }
    }

    /// Whether black loses a game of this value when black begins.
    pub(super) fn is_lost(&mut self, value: Value) -> bool {
        self.at_most(value, ZERO)
    }

    /// The sum of its stops, in sixteenths of a move.
    pub(super) fn standing(&self, value: Value) -> i32 {
        let [black, white] = self.forms[value as usize].stops;
        ((black + white) / (ONE / 16)) as i32
    }

    /// Whether one value is at most another: white would not rather have the other.
    fn at_most(&mut self, one: Value, two: Value) -> bool {
        if one == two {
            return true;
        }
        let (first, second) = (&self.forms[one as usize], &self.forms[two as usize]);
        // Less in every order of play, or not in one of them.
        if first.stops[0] < second.stops[1] {
            return true;
        }
        if (0..2).any(|side| first.stops[side] > second.stops[side]) {
            return false;
        }
        if let Some(known) = self.orders.get(one, two) {
            return known != 0;
        }
        let fails = |values: &mut Values| {
            let counts = [values.options(one, 0).len(), values.options(two, 1).len()];
            (0..counts[0]).any(|at| values.at_most(two, values.options(one, 0)[at]))
                || (0..counts[1]).any(|at| values.at_most(values.options(two, 1)[at], one))
        };
        let at_most = !fails(self);
        self.orders.put(one, two, at_most.into());
        at_most
    }

    /// Whether a game of these options is at most (for side 0), or at least (1), a value.
    fn bounded(&mut self, options: &Options, side: usize, value: Value) -> bool {
        let before = |values: &mut Values, one, two| match side {
            0 => values.at_most(one, two),
            _ => values.at_most(two, one),
        };
        !options[side].iter().any(|&option| before(self, value, option))
            && !(0..self.options(value, 1 - side).len()).any(|at| {
                let reply = self.options(value, 1 - side)[at];
                self.bounded(options, 1 - side, reply)
            })
    }

    /// The value of the game with these options.
    pub(super) fn of(&mut self, mut options: Options) -> Value {
        loop {
            for (side, options) in options.iter_mut().enumerate() {
                self.drop_dominated(options, side);
            }
            // An option with a reply that is no worse for who replies than the game itself: the
            // reply's options take its place.
            let reversible = (0..2).find_map(|side| {
                (0..options[side].len()).find_map(|at| {
                    let option = options[side][at];
                    let replies = self.options(option, 1 - side).to_vec();
                    let reply = replies.into_iter().find(|&reply| self.bounded(&options, 1 - side, reply))?;
                    Some((side, at, reply))
                })
            });
            let Some((side, at, reply)) = reversible else { break };
            options[side].swap_remove(at);
            options[side].extend(self.options(reply, side));
        }
        self.intern(options)
    }

    fn drop_dominated(&mut self, options: &mut Vec<Value>, side: usize) {
        options.sort_unstable();
        options.dedup();
        let mut at = 0;
        while at < options.len() {
            let one = options[at];
            let dominated = (0..options.len()).any(|other| {
                let two = options[other];
                other != at && if side == 0 { self.at_most(one, two) } else { self.at_most(two, one) }
            });
            if dominated {
                options.remove(at);
            } else {
                at += 1;
            }
        }
    }

    fn place(&self, options: [&[Value]; 2]) -> usize {
        let words = options.iter().flat_map(|side| side.iter().map(|&option| option.into()).chain([u64::MAX]));
        key::of(words) as usize
    }

    /// The number of a canonical form; its options are in ascending order.
    fn intern(&mut self, options: Options) -> Value {
        if options == [const { Vec::new() }; 2] {
            return ZERO;
        }
        let sides = options.each_ref().map(Vec::as_slice);
        let mut place = self.place(sides) & (self.places.len() - 1);
        while self.places[place] != 0 {
            let value = self.places[place];
            if [0, 1].map(|side| self.options(value, side)) == sides {
                return value;
            }
            place = (place + 1) & (self.places.len() - 1);
        }
        let (is_number, stops) = self.stops(&options);
        let value = Value::try_from(self.forms.len()).expect("fewer values than fill the memory");
        self.forms.push(Form {
            begin: u32::try_from(self.options.len()).expect("fewer options than fill the memory"),
            counts: options.each_ref().map(|side| side.len() as u16),
            negative: None,
            stops,
            is_number,
        });
        options.iter().for_each(|side| self.options.extend(side));
        self.places[place] = value;
        if 2 * self.forms.len() > self.places.len() {
            self.grow();
        }
        value
    }

    fn grow(&mut self) {
        let mask = 4 * self.places.len() - 1;
        let mut places = vec![0; mask + 1];
        for value in 1..self.forms.len() as Value {
            let mut place = self.place([0, 1].map(|side| self.options(value, side))) & mask;
            while places[place] != 0 {
                place = (place + 1) & mask;
            }
            places[place] = value;
        }
        self.places = places;
    }

    /// Whether a canonical form is a number, and its stops.
    fn stops(&self, options: &Options) -> (bool, [i64; 2]) {
        let of = |option: Value| self.forms[option as usize];
        let single = |side: &Vec<Value>| side.len() < 2 && side.iter().all(|&option| of(option).is_number);
        if options.iter().all(single) {
            let sides = options.each_ref().map(|side| side.first().map(|&option| of(option).stops[0]));
            let number = match sides {
                [Some(black), None] => Some(black + ONE),
                [None, Some(white)] => Some(white - ONE),
                [Some(black), Some(white)] => (black < white).then(|| (black + white) / 2),
                [None, None] => Some(0),
            };
            if let Some(number) = number {
                return (true, [number; 2]);
            }
        }
        let black = options[0].iter().map(|&option| of(option).stops[1]).max();
        let white = options[1].iter().map(|&option| of(option).stops[0]).min();
        // A form with options of one side alone is a whole number.
        (false, [black, white].map(|stop| stop.expect("both sides have options")))
    }

    pub(super) fn negative(&mut self, value: Value) -> Value {
        if let Some(negative) = self.forms[value as usize].negative {
            return negative;
        }
        let mut options = [1, 0].map(|side| self.options(value, side).to_vec());
        for side in &mut options {
            side.iter_mut().for_each(|option| *option = self.negative(*option));
            side.sort_unstable();
        }
        let negative = self.intern(options);
        self.forms[value as usize].negative = Some(negative);
        self.forms[negative as usize].negative = Some(value);
        negative
    }

    pub(super) fn sum(&mut self, one: Value, two: Value) -> Value {
        let (one, two) = (one.min(two), one.max(two));
        if one == ZERO {
            return two;
        }
        if self.forms[one as usize].negative == Some(two) {
            return ZERO;
        }
        // A value twice has a place of its own.
        let name = if one == two { (two, 0) } else { (one, two) };
        if let Some(known) = self.sums.get(name.0, name.1) {
            return known;
        }
        let numbers = [one, two].map(|value| self.forms[value as usize].is_number);
        let mut options: Options = Default::default();
        for (moved, rest, number) in [(one, two, numbers[0]), (two, one, numbers[1])] {
            // Moves in a number are dominated while the other game is none.
            if number && numbers != [true; 2] {
                continue;
            }
            for (side, options) in options.iter_mut().enumerate() {
                for at in 0..self.options(moved, side).len() {
                    let option = self.options(moved, side)[at];
                    let sum = self.sum(option, rest);
                    options.push(sum);
                }
            }
        }
        let sum = self.of(options);
        self.sums.put(name.0, name.1, sum);
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_numbers_switches_and_infinitesimals() {
        let mut values = Values::new();
        let one = values.of([vec![ZERO], vec![]]);
        let minus_one = values.negative(one);
        let half = values.of([vec![ZERO], vec![one]]);
        let star = values.of([vec![ZERO], vec![ZERO]]);
        let up = values.of([vec![ZERO], vec![star]]);
        let switch = values.of([vec![one], vec![minus_one]]);

        assert_eq!(values.sum(one, minus_one), ZERO);
        assert_eq!(values.sum(half, half), one);
        assert_eq!(values.sum(star, star), ZERO);
        assert_eq!(values.sum(switch, switch), ZERO);
        assert_eq!(values.negative(switch), switch);
        // The simplest number between the options; a reversible option.
        assert_eq!(values.of([vec![minus_one], vec![one]]), ZERO);
        assert_eq!(values.of([vec![star], vec![]]), ZERO);
        assert_eq!(values.of([vec![star], vec![star]]), ZERO);
        let double = values.sum(up, up);
        let double_star = values.sum(double, star);
        assert_eq!(values.of([vec![ZERO], vec![up]]), double_star);
        assert!(values.at_most(ZERO, up) && !values.at_most(up, ZERO));
        assert!(values.at_most(up, half) && !values.at_most(star, ZERO) && !values.at_most(ZERO, star));
        // Switches cool: the larger first.
        let two = values.sum(one, one);
        let large = values.of([vec![two], vec![minus_one]]);
        let both = values.sum(large, switch);
        let down = values.negative(both);
        assert_eq!(values.sum(both, down), ZERO);
        assert!(!values.is_lost(both));
    }
}
