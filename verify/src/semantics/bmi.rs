//! Single bits: tests, counts, scans, extraction and deposit.

use super::Step;
use crate::bits::{Bits, number, resized};
use crate::graph::{Graph, Lit};
use crate::refused::{Result, refuse};
use crate::state::Flags;
use iced_x86::{Mnemonic as M, OpKind};

impl Step<'_, '_> {
    pub(super) fn bit_manipulation(&mut self) -> Result<bool> {
        match self.instruction.mnemonic() {
            M::Popcnt => {
                let value = self.read(1)?;
                let count = self.graph.count(&value);
                self.counted(&count, value.len())?;
                let zero = self.graph.is_zero(&value);
                self.state.flags = Flags { zero, ..Flags::CLEAR };
            }
            M::Tzcnt => {
                let value = self.read(1)?;
                let count = zeros_before(self.graph, &value);
                let result = self.counted(&count, value.len())?;
                let carry = self.graph.is_zero(&value);
                let zero = self.graph.is_zero(&result);
                self.state.flags = Flags { carry, zero, ..Flags::undefined(self.graph) };
            }
            M::Bsf => self.scan()?,
            M::Bt | M::Bts | M::Btr => self.bit_test()?,
            M::Andn => {
                let (a, b) = (self.read(1)?, self.read(2)?);
                let result = self.graph.without(&b, &a);
                self.logic_flags(&result, Lit::FALSE);
                self.write(0, result)?;
            }
            M::Blsi | M::Blsr => self.lowest()?,
            M::Bzhi => self.zero_high()?,
            M::Pext | M::Pdep => {
                let (source, mask) = (self.read(1)?, self.read(2)?);
                let result = if self.instruction.mnemonic() == M::Pext {
                    extract(self.graph, &source, &mask)
                } else {
                    deposit(self.graph, &source, &mask)
                };
                self.write(0, result)?;
            }
            M::Shlx => {
                let (a, count) = (self.read(1)?, self.read(2)?);
                let count = &count[..a.len().trailing_zeros() as usize];
                let result = self.graph.shift_left(&a, count, Lit::FALSE);
                self.write(0, result)?;
            }
            M::Rorx => {
                let mut a = self.read(1)?;
                let by = usize::from(self.immediate()) % a.len();
                a.rotate_left(by);
                self.write(0, a)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Writes a count to the first operand, at its width.
    fn counted(&mut self, count: &[Lit], width: usize) -> Result<Bits> {
        let result = resized(count, width);
        self.write(0, result.clone())?;
        Ok(result)
    }

    fn logic_flags(&mut self, result: &[Lit], carry: Lit) {
        self.state.flags = Flags {
            carry,
            zero: self.graph.is_zero(result),
            sign: result[result.len() - 1],
            overflow: Lit::FALSE,
            parity: self.graph.undefined(),
            adjust: self.graph.undefined(),
        };
    }

    /// bsf: for zero the result is undefined, as are all flags but zero.
    fn scan(&mut self) -> Result<()> {
        let value = self.read(1)?;
        let width = value.len();
        let (first, none) = self.graph.lowest(&value);
        let place = self.graph.place(&first, width);
        let unknown = self.graph.undefined_bits(width);
        let result = self.graph.choose_each(none, &unknown, &place);
        self.state.flags = Flags { zero: none, ..Flags::undefined(self.graph) };
        self.write(0, result)
    }

    fn bit_test(&mut self) -> Result<()> {
        let i = self.instruction;
        if i.op0_kind() == OpKind::Memory && i.op1_kind() == OpKind::Register {
            refuse!("a bit beside its operand");
        }
        let value = self.read(0)?;
        let width = value.len();
        let place = resized(&self.read(1)?, 64)[..width.trailing_zeros() as usize].to_vec();
        let one_hot = self.graph.shift_left(&number(1, width), &place, Lit::FALSE);
        let hit = self.graph.and_each(&value, &one_hot);
        let carry = self.graph.any(&hit);
        // Intel keeps the zero flag; AMD leaves it undefined.
        self.state.flags = Flags { carry, ..Flags::undefined(self.graph) };
        let result = match i.mnemonic() {
            M::Bt => return Ok(()),
            M::Bts => self.graph.or_each(&value, &one_hot),
            _ => self.graph.without(&value, &one_hot),
        };
        self.write(0, result)
    }

    fn lowest(&mut self) -> Result<()> {
        let value = self.read(1)?;
        let (first, none) = self.graph.lowest(&value);
        let (result, carry) = match self.instruction.mnemonic() {
            M::Blsi => (first, !none),
            _ => (self.graph.xor_each(&value, &first), none),
        };
        self.logic_flags(&result, carry);
        self.write(0, result)
    }

    fn zero_high(&mut self) -> Result<()> {
        let (value, index) = (self.read(1)?, self.read(2)?);
        let width = value.len();
        let index = &index[..8];
        let beyond = !self.graph.below(index, &number(width as u64, 8));
        let ones = vec![Lit::TRUE; width];
        let high = self.graph.shift_left(&ones, index, Lit::FALSE);
        let kept = self.graph.without(&value, &high);
        let result = self.graph.choose_each(beyond, &value, &kept);
        self.logic_flags(&result, beyond);
        self.write(0, result)
    }
}

/// The number of zeros below the lowest set bit; for zero, the width.
pub(crate) fn zeros_before(graph: &Graph, value: &[Lit]) -> Bits {
    let (mut first, none) = graph.lowest(value);
    first.push(none);
    let width = value.len().ilog2() as usize + 1;
    graph.place(&first, width)
}

/// The bits of `source` where `mask` is set, moved together: a renaming for a constant mask, else a
/// network of shifts.
fn extract(graph: &Graph, source: &[Lit], mask: &[Lit]) -> Bits {
    let width = source.len();
    let mut kept = graph.and_each(source, mask);
    for (stage, moves) in compress_stages(graph, mask).into_iter().enumerate() {
        let by = 1 << stage;
        kept = (0..width)
            .map(|place| {
                let stays = graph.and(kept[place], !moves[place]);
                let comes =
                    if place + by < width { graph.and(kept[place + by], moves[place + by]) } else { Lit::FALSE };
                graph.or(stays, comes)
            })
            .collect();
    }
    kept
}

/// The inverse: where `mask` is set, bit number n of `source`, where n is the number of set places
/// of `mask` below.
pub(crate) fn deposit(graph: &Graph, source: &[Lit], mask: &[Lit]) -> Bits {
    let digits = mask.len().ilog2() as usize;
    let ranks = graph.ranks(mask);
    let places = mask.iter().zip(ranks);
    places
        .map(|(&set, rank)| {
            let bit = graph.element(source, 1, &rank[..digits])[0];
            graph.and(set, bit)
        })
        .collect()
}

/// For each power of two, the places whose bit moves down that far, after the earlier stages. In
/// all, a bit moves by the number of zeros of the mask below it.
fn compress_stages(graph: &Graph, mask: &[Lit]) -> Vec<Bits> {
    let width = mask.len();
    let digits = width.ilog2() as usize;
    let mut distance: Vec<Bits> = Vec::with_capacity(width);
    let mut count = number(0, digits);
    for &bit in mask {
        // The number of zeros below, kept only for the set places.
        distance.push(graph.gated(bit, &count));
        count = graph.add_carries(&count, &number(0, digits), !bit).0;
    }
    let mut stages = Vec::new();
    for stage in 0..digits {
        let by = 1 << stage;
        let moves: Bits = distance.iter().map(|distance| distance[stage]).collect();
        distance = (0..width)
            .map(|place| {
                let stays = graph.gated(!moves[place], &distance[place]);
                if place + by < width {
                    let comes = graph.gated(moves[place + by], &distance[place + by]);
                    graph.or_each(&stays, &comes)
                } else {
                    stays
                }
            })
            .collect();
        stages.push(moves);
    }
    stages
}
