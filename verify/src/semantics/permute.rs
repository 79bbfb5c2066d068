//! Instructions that move elements: shuffles, unpacking, packing, insertion, extraction, broadcasts, blends.

use super::{Step, lanes, lanes2};
use crate::bits::{Bits, number, resized, zeros};
use crate::graph::{Graph, Lit};
use crate::memory::Access;
use crate::refused::{Result, refuse};
use crate::word::Word;
use iced_x86::{Mnemonic as M, OpKind, Register};

impl Step<'_, '_> {
    pub(super) fn permute(&mut self) -> Result<bool> {
        use M::*;
        let mnemonic = self.instruction.mnemonic();
        match mnemonic {
            Pshufd | Vpshufd => {
                let (value, order) = (self.source()?, self.immediate());
                let value = lanes(&value, 128, |lane| chosen(lane, 32, order, 4));
                self.write_vector(0, value, 32)?;
            }
            Pshuflw | Vpshuflw | Pshufhw | Vpshufhw => {
                let (value, order) = (self.source()?, self.immediate());
                let low = matches!(mnemonic, Pshuflw | Vpshuflw);
                let value = lanes(&value, 128, |lane| {
                    let (bottom, top) = lane.split_at(64);
                    if low {
                        [chosen(bottom, 16, order, 4), top.to_vec()].concat()
                    } else {
                        [bottom.to_vec(), chosen(top, 16, order, 4)].concat()
                    }
                });
                self.write_vector(0, value, 16)?;
            }
            Shufps | Vshufps => {
                let order = self.immediate();
                let (a, b) = self.sources()?;
                let value =
                    lanes2(&a, &b, 128, |a, b| [chosen(a, 32, order, 2), chosen(b, 32, order >> 4, 2)].concat());
                self.write_vector(0, value, 32)?;
            }
            Pshufb | Vpshufb => {
                let (a, b) = self.sources()?;
                let value = lanes2(&a, &b, 128, |a, b| self.bytes_chosen(a, b));
                self.write_vector(0, value, 8)?;
            }
            Vpmultishiftqb => {
                let (a, b) = (self.read(1)?, self.read(2)?);
                let value = lanes2(&a, &b, 64, |order, lane| self.bytes_from_bits(lane, order));
                self.write_vector(0, value, 8)?;
            }
            Punpcklbw | Vpunpcklbw => self.unpacked(8, 0)?,
            Punpcklwd | Vpunpcklwd => self.unpacked(16, 0)?,
            Punpckldq | Vpunpckldq => self.unpacked(32, 0)?,
            Punpcklqdq | Vpunpcklqdq => self.unpacked(64, 0)?,
            Punpckhbw | Vpunpckhbw => self.unpacked(8, 64)?,
            Punpckhwd | Vpunpckhwd => self.unpacked(16, 64)?,
            Punpckhdq | Vpunpckhdq => self.unpacked(32, 64)?,
            Punpckhqdq | Vpunpckhqdq => self.unpacked(64, 64)?,
            Packsswb | Vpacksswb => self.packed(16, true)?,
            Packssdw | Vpackssdw => self.packed(32, true)?,
            Packuswb | Vpackuswb => self.packed(16, false)?,
            Vpermq | Vpermd | Vpermw | Vpermb => self.permuted()?,
            Vpermi2b | Vpermi2w | Vpermi2d | Vpermi2q | Vpermt2b | Vpermt2w | Vpermt2d | Vpermt2q => {
                self.permuted2()?;
            }
            Vperm2i128 => {
                let (a, b) = (self.read(1)?, self.read(2)?);
                let order = self.immediate();
                let both = [a, b].concat();
                let half = |order: u8| {
                    let from = 128 * usize::from(order & 3);
                    if order & 8 != 0 { zeros(128) } else { both[from..from + 128].to_vec() }
                };
                self.write_vector(0, [half(order), half(order >> 4)].concat(), 64)?;
            }
            Vinserti128 | Vinserti32x4 | Vinserti64x2 => self.inserted(128)?,
            Vinserti64x4 | Vinserti32x8 => self.inserted(256)?,
            Vextracti128 | Vextracti32x4 | Vextracti64x2 => self.extracted(128)?,
            Vextracti64x4 | Vextracti32x8 => self.extracted(256)?,
            Vpbroadcastb => self.broadcast(8)?,
            Vpbroadcastw => self.broadcast(16)?,
            Vpbroadcastd => self.broadcast(32)?,
            Vpbroadcastq => self.broadcast(64)?,
            Vbroadcasti128 | Vbroadcasti64x2 | Vbroadcasti32x4 => self.broadcast_memory(128)?,
            Vbroadcasti64x4 | Vbroadcasti32x8 => self.broadcast_memory(256)?,
            Vpblendvb => self.blended(8)?,
            Vblendvps => self.blended(32)?,
            Vblendvpd => self.blended(64)?,
            Vpblendmb => self.masked_blend(8)?,
            Vpblendmw => self.masked_blend(16)?,
            Vpblendmd => self.masked_blend(32)?,
            Vpblendmq => self.masked_blend(64)?,
            Vpcompressb => self.compressed(8)?,
            Vpcompressw => self.compressed(16)?,
            Vpblendd | Pblendw | Vpblendw => {
                let width = if mnemonic == Vpblendd { 32 } else { 16 };
                let order = self.immediate();
                let (a, b) = self.sources()?;
                let bit = |index: usize| order >> (index % 8) & 1 == 1;
                let value: Bits = (0..a.len() / width)
                    .flat_map(|index| {
                        let from = if bit(index) { &b } else { &a };
                        from[index * width..(index + 1) * width].to_vec()
                    })
                    .collect();
                self.write_vector(0, value, width)?;
            }
            Palignr | Vpalignr => {
                let by = 8 * usize::from(self.immediate());
                let (a, b) = self.sources()?;
                let value = lanes2(&a, &b, 128, |a, b| {
                    let mut both = [b, a].concat();
                    both.resize(by + 128, Lit::FALSE);
                    both[by..by + 128].to_vec()
                });
                self.write_vector(0, value, 8)?;
            }
            Valignq | Valignd => {
                let width = if mnemonic == Valignq { 64 } else { 32 };
                let (a, b) = self.sources()?;
                let by = width * (usize::from(self.immediate()) % (a.len() / width));
                let value = [b, a.clone()].concat()[by..by + a.len()].to_vec();
                self.write_vector(0, value, width)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// For each index of `order`, the byte of the lane that it names; zero for a negative index.
    fn bytes_chosen(&mut self, lane: &[Lit], order: &[Lit]) -> Bits {
        order
            .chunks(8)
            .flat_map(|index| {
                let byte = self.graph.element(lane, 8, &index[..4]);
                self.graph.gated(!index[7], &byte)
            })
            .collect()
    }

    /// For each index of `order`, the eight bits that begin there; the lane's highest bit is followed by its lowest.
    fn bytes_from_bits(&mut self, lane: &[Lit], order: &[Lit]) -> Bits {
        let bytes: Bits = (0..64).flat_map(|from| (from..from + 8).map(|bit| lane[bit % 64])).collect();
        order.chunks(8).flat_map(|index| self.graph.element(&bytes, 8, &index[..6])).collect()
    }

    fn unpacked(&mut self, width: usize, from: usize) -> Result<()> {
        let (a, b) = self.sources()?;
        let value =
            lanes2(&a, &b, 128, |a, b| lanes2(&a[from..from + 64], &b[from..from + 64], width, |a, b| [a, b].concat()));
        self.write_vector(0, value, width)
    }

    /// Halves the width of each element, with signed or unsigned saturation.
    fn packed(&mut self, width: usize, signed: bool) -> Result<()> {
        let (a, b) = self.sources()?;
        let half = width / 2;
        let value = lanes2(&a, &b, 128, |a, b| {
            [a, b].concat().chunks(width).flat_map(|lane| saturated(self.graph, lane, half, signed)).collect()
        });
        self.write_vector(0, value, half)
    }

    fn permuted(&mut self) -> Result<()> {
        let i = self.instruction;
        let width = match i.mnemonic() {
            M::Vpermq => 64,
            M::Vpermd => 32,
            M::Vpermw => 16,
            _ => 8,
        };
        let value = if i.op_kind(i.op_count() - 1) == OpKind::Immediate8 {
            let order = self.immediate();
            let value = self.read(1)?;
            lanes(&value, 256, |lane| chosen(lane, 64, order, 4))
        } else {
            let (order, value) = (self.read(1)?, self.read(2)?);
            let digits = (value.len() / width).trailing_zeros() as usize;
            order.chunks(width).flat_map(|index| self.graph.element(&value, width, &index[..digits])).collect()
        };
        self.write_vector(0, value, width)
    }

    fn permuted2(&mut self) -> Result<()> {
        use M::*;
        let mnemonic = self.instruction.mnemonic();
        let width = match mnemonic {
            Vpermi2q | Vpermt2q => 64,
            Vpermi2d | Vpermt2d => 32,
            Vpermi2w | Vpermt2w => 16,
            _ => 8,
        };
        let (first, second, third) = (self.read(0)?, self.read(1)?, self.read(2)?);
        let by_first = matches!(mnemonic, Vpermi2b | Vpermi2w | Vpermi2d | Vpermi2q);
        let (order, low) = if by_first { (first, second) } else { (second, first) };
        let table = [low, third].concat();
        let digits = (table.len() / width).trailing_zeros() as usize;
        let value = order.chunks(width).flat_map(|index| self.graph.element(&table, width, &index[..digits])).collect();
        self.write_vector(0, value, width)
    }

    fn inserted(&mut self, width: usize) -> Result<()> {
        let mut value = self.read(1)?;
        let part = self.read(2)?[..width].to_vec();
        let place = width * (usize::from(self.immediate()) % (value.len() / width));
        value.splice(place..place + width, part);
        let element = self.element();
        self.write_vector(0, value, element)
    }

    fn extracted(&mut self, width: usize) -> Result<()> {
        let value = self.read(1)?;
        let place = width * (usize::from(self.immediate()) % (value.len() / width));
        let part = value[place..place + width].to_vec();
        if self.instruction.op0_kind() == OpKind::Memory {
            if self.instruction.op_mask() != Register::None {
                refuse!("no semantics under a mask");
            }
            return self.write(0, part);
        }
        let element = self.element();
        self.write_vector(0, part, element)
    }

    /// The width of the elements of a write mask.
    fn element(&self) -> usize {
        use M::*;
        match self.instruction.mnemonic() {
            Vinserti32x4 | Vinserti32x8 | Vextracti32x4 | Vextracti32x8 | Vbroadcasti32x4 | Vbroadcasti32x8 => 32,
            _ => 64,
        }
    }

    fn broadcast(&mut self, width: usize) -> Result<()> {
        let total = self.width(0)?;
        let element = self.read(1)?[..width].to_vec();
        self.write_vector(0, element.repeat(total / width), width)
    }

    fn broadcast_memory(&mut self, width: usize) -> Result<()> {
        let total = self.width(0)?;
        let part = if self.instruction.op1_kind() == OpKind::Memory {
            // iced distinguishes such an operand from an element's broadcast; it is read as a whole.
            let address = self.address()?;
            let access = Access { size: width / 8, alignment: 1, gate: Lit::TRUE };
            let word: Word = self.world.read(self.graph, &self.state.memory, self.state.path, &address, access)?;
            word.into_bits(self.graph)
        } else {
            self.read(1)?[..width].to_vec()
        };
        let element = self.element();
        self.write_vector(0, part.repeat(total / width), element)
    }

    /// The second source where the mask is set, else the first, or zero.
    fn masked_blend(&mut self, width: usize) -> Result<()> {
        let (a, b) = (self.read(1)?, self.read(2)?);
        let gates = self.gates(a.len() / width);
        let otherwise = if self.instruction.zeroing_masking() { zeros(a.len()) } else { a };
        let value =
            (0..b.len()).map(|place| self.graph.choose(gates[place / width], b[place], otherwise[place])).collect();
        self.set_vector(0, value)
    }

    /// The elements with a set mask, moved together; above them zero, or the earlier contents.
    fn compressed(&mut self, width: usize) -> Result<()> {
        if self.instruction.op0_kind() == OpKind::Memory {
            refuse!("no semantics in memory");
        }
        let value = self.read(1)?;
        let count = value.len() / width;
        let gates = self.gates(count);
        let mut elements = vec![zeros(width); count];
        // One-hot: how many elements are taken so far. The next one goes behind them.
        let mut taken = vec![Lit::TRUE];
        for (element, &gate) in value.chunks(width).zip(&gates) {
            let mut more = vec![Lit::FALSE; taken.len() + 1];
            for (place, &is_count) in taken.iter().enumerate() {
                let here = self.graph.and(gate, is_count);
                let element = self.graph.gated(here, element);
                elements[place] = self.graph.or_each(&elements[place], &element);
                let stays = self.graph.and(!gate, is_count);
                more[place] = self.graph.or(more[place], stays);
                more[place + 1] = here;
            }
            taken = more;
        }
        if !self.instruction.zeroing_masking() {
            let old = self.read(0)?;
            let taken = self.graph.count(&gates);
            for (place, element) in elements.iter_mut().enumerate() {
                let filled = self.graph.below(&number(place as u64, taken.len()), &taken);
                let kept = self.graph.gated(!filled, &old[place * width..(place + 1) * width]);
                *element = self.graph.or_each(element, &kept);
            }
        }
        self.set_vector(0, elements.concat())
    }

    /// By the highest bit of each element of the last operand: the second source if set, else the first.
    fn blended(&mut self, width: usize) -> Result<()> {
        let (a, b, order) = (self.read(1)?, self.read(2)?, self.read(3)?);
        let value: Bits = (0..a.len())
            .map(|place| {
                let sign = order[place / width * width + width - 1];
                self.graph.choose(sign, b[place], a[place])
            })
            .collect();
        self.write_vector(0, value, width)
    }
}

/// `count` elements that pairs of bits of an immediate name.
fn chosen(lane: &[Lit], width: usize, order: u8, count: usize) -> Bits {
    (0..count)
        .flat_map(|index| {
            let from = usize::from(order >> (2 * index) & 3) * width;
            lane[from..from + width].to_vec()
        })
        .collect()
}

/// A signed number in fewer bits, or the nearest one that fits.
fn saturated(graph: &mut Graph, lane: &[Lit], width: usize, signed: bool) -> Bits {
    let sign = lane[lane.len() - 1];
    if signed {
        let differ: Bits = lane[width - 1..].iter().map(|&bit| graph.xor(bit, sign)).collect();
        let out = graph.any(&differ);
        let mut limit = vec![!sign; width];
        limit[width - 1] = sign;
        return graph.choose_each(out, &limit, &lane[..width]);
    }
    let over = graph.any(&lane[width..lane.len() - 1]);
    let ones = number(u64::MAX, width);
    let value = graph.choose_each(over, &ones, &lane[..width]);
    graph.gated(!sign, &resized(&value, width))
}
