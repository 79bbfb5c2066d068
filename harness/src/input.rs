//! The inputs on which kernels are tried: how one is drawn, written as text, read again and made
//! smaller.

use super::source::Source;
use std::fmt;
use stonemask::game::Colour;

/// An input on which a kernel is tried. Nothing here may depend on a kernel but those of the
/// Reference tier.
pub trait Input: Clone + 'static {
    /// Any input, whether or not it comes up in a game.
    fn arbitrary(source: &mut Source) -> Self;

    /// Hands on the inputs of a round, a hundred or so: those of a game, where games have them, and
    /// arbitrary ones.
    fn round(source: &mut Source, found: &mut dyn FnMut(&mut Source, Self)) {
        for _ in 0..64 {
            let input = Self::arbitrary(source);
            found(source, input);
        }
    }

    /// As text of one line, from which [`Input::read`] makes the same input.
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// # Errors
    /// If the text is not an input: what is wrong with it.
    fn read(text: &str) -> Result<Self, String>;

    /// Offers smaller inputs of the kind, the smallest first, until one is taken; says whether one
    /// was. Repeated, this must come to an end.
    fn smaller(&self, take: &mut dyn FnMut(Self) -> bool) -> bool {
        let _ = take;
        false
    }
}

/// An input as its text.
pub(crate) struct Written<'a, I>(pub(crate) &'a I);

impl<I: Input> fmt::Display for Written<'_, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f)
    }
}

/// Two inputs that do not depend on each other: `first, second`.
impl<A: Input, B: Input> Input for (A, B) {
    fn arbitrary(source: &mut Source) -> (A, B) {
        let first = A::arbitrary(source);
        (first, B::arbitrary(source))
    }

    /// Each of the first with some of the second.
    fn round(source: &mut Source, found: &mut dyn FnMut(&mut Source, (A, B))) {
        A::round(source, &mut |source, first| {
            for _ in 0..2 {
                let second = B::arbitrary(source);
                found(source, (first.clone(), second));
            }
        });
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", Written(&self.0), Written(&self.1))
    }

    fn read(text: &str) -> Result<(A, B), String> {
        let (first, second) =
            text.rsplit_once(", ").ok_or_else(|| format!("'{text}': expected two parts with ', ' between"))?;
        Ok((A::read(first)?, B::read(second)?))
    }

    fn smaller(&self, take: &mut dyn FnMut((A, B)) -> bool) -> bool {
        self.0.smaller(&mut |first| take((first, self.1.clone())))
            || self.1.smaller(&mut |second| take((self.0.clone(), second)))
    }
}

/// The most inputs in a slice that is drawn.
const MOST: usize = 9;

/// The inputs of kernels that take slices, one at least: `first; second; third`.
impl<A: Input> Input for Vec<A> {
    fn arbitrary(source: &mut Source) -> Vec<A> {
        let count = source.between(1, MOST);
        (0..count).map(|_| A::arbitrary(source)).collect()
    }

    fn round(source: &mut Source, found: &mut dyn FnMut(&mut Source, Vec<A>)) {
        let mut inputs = Vec::new();
        A::round(source, &mut |source, input| {
            inputs.push(input);
            if inputs.len() == MOST || source.below(MOST as u32) == 0 {
                found(source, std::mem::take(&mut inputs));
            }
        });
        if !inputs.is_empty() {
            found(source, inputs);
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, input) in self.iter().enumerate() {
            write!(f, "{}{}", if index > 0 { "; " } else { "" }, Written(input))?;
        }
        Ok(())
    }

    fn read(text: &str) -> Result<Vec<A>, String> {
        text.split("; ").map(A::read).collect()
    }

    fn smaller(&self, take: &mut dyn FnMut(Vec<A>) -> bool) -> bool {
        without_some(self).filter(|inputs| !inputs.is_empty()).any(&mut *take)
            || (0..self.len()).any(|index| {
                self[index].smaller(&mut |input| {
                    let mut inputs = self.clone();
                    inputs[index] = input;
                    take(inputs)
                })
            })
    }
}

/// The items without one half or the other, without each quarter, and so on to each single one.
pub(crate) fn without_some<T: Clone>(items: &[T]) -> impl Iterator<Item = Vec<T>> {
    let sizes = std::iter::successors(Some(items.len()), |&size| (size > 1).then_some(size.div_ceil(2)));
    let starts =
        sizes.filter(|&size| size > 0).flat_map(|size| (0..items.len()).step_by(size).map(move |at| (at, size)));
    starts.map(|(at, size)| [&items[..at], &items[(at + size).min(items.len())..]].concat())
}

/// A seed, or any number; no smaller.
impl Input for u64 {
    fn arbitrary(source: &mut Source) -> u64 {
        source.bits()
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }

    fn read(text: &str) -> Result<u64, String> {
        text.parse().map_err(|_| format!("'{text}' is not a number"))
    }
}

/// A number from 0 to `MOST`.
#[derive(Clone, Copy)]
pub struct UpTo<const MOST: u32>(pub u32);

impl<const MOST: u32> Input for UpTo<MOST> {
    fn arbitrary(source: &mut Source) -> UpTo<MOST> {
        UpTo(source.below(MOST + 1))
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }

    fn read(text: &str) -> Result<UpTo<MOST>, String> {
        let number = text.parse().ok().filter(|&number| number <= MOST);
        number.map(UpTo).ok_or_else(|| format!("'{text}' is not a number from 0 to {MOST}"))
    }

    fn smaller(&self, take: &mut dyn FnMut(UpTo<MOST>) -> bool) -> bool {
        let steps = std::iter::successors(Some(self.0), |&step| (step > 1).then_some(step / 2));
        steps.filter(|&step| step > 0).any(|step| take(UpTo(self.0 - step)))
    }
}

impl Input for Colour {
    fn arbitrary(source: &mut Source) -> Colour {
        source.one_of(&Colour::ALL)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }

    fn read(text: &str) -> Result<Colour, String> {
        text.parse().map_err(|error| format!("{error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_left_out_from_halves_to_single_ones() {
        let left: Vec<Vec<u8>> = without_some(&[1, 2, 3, 4]).collect();
        let expected: [&[u8]; 7] = [&[], &[3, 4], &[1, 2], &[2, 3, 4], &[1, 3, 4], &[1, 2, 4], &[1, 2, 3]];
        assert_eq!(left, expected);
        assert_eq!(without_some(&[1, 2, 3]).collect::<Vec<_>>(), [&[][..], &[3], &[1, 2], &[2, 3], &[1, 3], &[1, 2]]);
        assert_eq!(without_some(&[7]).collect::<Vec<Vec<u8>>>(), [Vec::<u8>::new()]);
        assert_eq!(without_some::<u8>(&[]).count(), 0);
    }

    #[test]
    fn numbers_shrink_towards_zero() {
        let smaller = |number| {
            let mut offered = Vec::new();
            let mut note = |UpTo(number): UpTo<99>| {
                offered.push(number);
                false
            };
            assert!(!UpTo(number).smaller(&mut note));
            offered
        };
        assert_eq!(smaller(20), [0, 10, 15, 18, 19]);
        assert_eq!(smaller(1), [0]);
        assert!(smaller(0).is_empty());
    }
}
