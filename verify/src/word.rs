//! The contents of a register or a quadword of memory: a number, or an address.

use crate::bits::{Bits, number};
use crate::graph::{Graph, Lit};
use crate::refused::{Result, refuse};

/// An object of memory, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ObjectId(pub(crate) usize);

impl ObjectId {
    pub(crate) fn index(self) -> usize {
        self.0
    }
}

/// A number of any width, or an address of 64 bits: the sum of multiples of objects' unknown
/// addresses and an offset.
///
/// The bits of an address are unknown, whatever its offset is. So only a number has bits, and the
/// offset has a method of its own: [`as_number`](Word::as_number) refuses an address, and
/// [`into_bits`](Word::into_bits) makes undefined bits of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    /// Objects by ascending number, each with the number of times that its address is counted,
    /// which is never zero.
    base: Vec<(ObjectId, i64)>,
    /// The offset from these addresses; for a number, all of it.
    offset: Bits,
}

impl Word {
    pub(crate) fn number(bits: Bits) -> Word {
        Word { base: Vec::new(), offset: bits }
    }

    pub(crate) fn constant(value: u64) -> Word {
        Word::number(number(value, 64))
    }

    pub(crate) fn at(object: ObjectId, offset: i64) -> Word {
        Word::beside(object, number(offset.cast_unsigned(), 64))
    }

    /// An object's address plus an offset.
    pub(crate) fn beside(object: ObjectId, offset: Bits) -> Word {
        assert_eq!(offset.len(), 64);
        Word { base: vec![(object, 1)], offset }
    }

    pub(crate) fn is_number(&self) -> bool {
        self.base.is_empty()
    }

    /// The object that an address belongs to, if it is the sum of one object's address and an
    /// offset.
    pub(crate) fn object(&self) -> Option<ObjectId> {
        match self.base[..] {
            [(object, 1)] => Some(object),
            _ => None,
        }
    }

    /// How often each object's address is counted.
    pub(crate) fn objects(&self) -> &[(ObjectId, i64)] {
        &self.base
    }

    /// The bits of a number. Those of an address are unknown.
    pub(crate) fn as_number(&self) -> Result<&[Lit]> {
        if self.is_number() { Ok(&self.offset) } else { refuse!("an address stands where a number should") }
    }

    /// The bits; those of an address are undefined.
    pub(crate) fn into_bits(self, graph: &Graph) -> Bits {
        if self.is_number() { self.offset } else { graph.undefined_bits(self.offset.len()) }
    }

    /// The offset from the objects' addresses; for an address these are not its bits.
    pub(crate) fn offset(&self) -> &[Lit] {
        &self.offset
    }

    /// In bits.
    pub(crate) fn width(&self) -> usize {
        self.offset.len()
    }

    /// Whether two words count the same addresses, so their difference is that of their offsets.
    pub(crate) fn has_base_of(&self, other: &Word) -> bool {
        self.base == other.base
    }

    /// These addresses with another offset.
    pub(crate) fn with_offset(&self, offset: Bits) -> Word {
        Word { base: self.base.clone(), offset }
    }

    /// The objects of `self + times * other`; the caller computes the offset.
    pub(crate) fn joined(&self, other: &Word, times: i64, offset: Bits) -> Word {
        let mut base = self.base.clone();
        for &(object, count) in &other.base {
            match base.iter_mut().find(|(of, _)| *of == object) {
                Some((_, already)) => *already += times * count,
                None => base.push((object, times * count)),
            }
        }
        base.retain(|&(_, count)| count != 0);
        base.sort_unstable();
        Word { base, offset }
    }
}
