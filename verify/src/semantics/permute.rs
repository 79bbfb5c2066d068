//! Instructions that move elements: shuffles, unpacking, packing, insertion, extraction,
//! broadcasts, blends.

use super::{Step, lanes2};
use crate::bits::{Bits, number, zeros};
use crate::graph::{Graph, Lit};
use crate::refused::{Result, refuse};
use iced_x86::{Mnemonic as M, OpKind, Register};

impl Step<'_, '_> {
    pub(super) fn permute(&mut self) -> Result<bool> {
        use M::*;
        let mnemonic = self.instruction.mnemonic();
        match mnemonic {
            Pshufd | Vpshufd => {
                let order = self.immediate();
                self.each_lane(128, 32, |_, lane| chosen(lane, 32, order, 4))?;
            }
            Pshuflw => {
                let order = self.immediate();
                self.each_lane(128, 16, |_, lane| [&chosen(lane, 16, order, 4), &lane[64..]].concat())?;
            }
            Shufps => {
                let order = self.immediate();
                self.each_pair(128, 32, |_, a, b| [chosen(a, 32, order, 2), chosen(b, 32, order >> 4, 2)].concat())?;
            }
            Vpshufb => self.each_pair(128, 8, bytes_chosen)?,
            Vpmultishiftqb => self.each_pair(64, 8, bytes_from_bits)?,
            Punpcklbw => self.unpacked(8, 0)?,
            Punpcklwd => self.unpacked(16, 0)?,
            Punpcklqdq | Vpunpcklqdq => self.unpacked(64, 0)?,
            Punpckhqdq | Vpunpckhqdq => self.unpacked(64, 64)?,
            Packsswb | Vpacksswb => self.packed(16)?,
            Packssdw | Vpackssdw => self.packed(32)?,
            Vpermq | Vpermd | Vpermw | Vpermb => self.permuted()?,
            Vperm2i128 => {
                let (a, b) = (self.read(1)?, self.read(2)?);
                let order = self.immediate();
                let both = [a, b].concat();
                let half = |order: u8| {
                    let from = 128 * usize::from(order & 3);
                    if order & 8 != 0 { zeros(128) } else { both[from..from + 128].to_vec() }
                };
                self.write_vector([half(order), half(order >> 4)].concat(), 64)?;
            }
            Vinserti128 => self.inserted(128, 64)?,
            Vinserti32x4 => self.inserted(128, 32)?,
            Vinserti64x4 => self.inserted(256, 64)?,
            Vextracti128 => self.extracted(128, 64)?,
            Vextracti32x4 => self.extracted(128, 32)?,
            Vextracti64x4 => self.extracted(256, 64)?,
            Vpbroadcastb => self.broadcast(8, 8)?,
            Vpbroadcastw => self.broadcast(16, 16)?,
            Vpbroadcastd => self.broadcast(32, 32)?,
            Vpbroadcastq => self.broadcast(64, 64)?,
            Vbroadcasti128 | Vbroadcasti64x2 => self.broadcast(128, 64)?,
            Vbroadcasti64x4 => self.broadcast(256, 64)?,
            Vpblendvb => self.blended(8)?,
            Vblendvpd => self.blended(64)?,
            Vpblendmb => self.masked_blend(8)?,
            Vpblendmw => self.masked_blend(16)?,
            Vpblendmq => self.masked_blend(64)?,
            Vpcompressb => self.compressed()?,
            Vpblendd => {
                let order = self.immediate();
                let mut place = 0;
                self.each_pair(32, 32, |_, a, b| {
                    place += 1;
                    if order >> (place - 1) & 1 == 1 { b.to_vec() } else { a.to_vec() }
                })?;
            }
            Valignd => {
                let (a, b) = self.sources()?;
                let by = 32 * (usize::from(self.immediate()) % (a.len() / 32));
                let value = [&b[by..], &a[..by]].concat();
                self.write_vector(value, 32)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn unpacked(&mut self, width: usize, from: usize) -> Result<()> {
        let half = from..from + 64;
        self.each_pair(128, width, |_, a, b| lanes2(&a[half.clone()], &b[half.clone()], width, |a, b| [a, b].concat()))
    }

    /// Halves the width of each element, with signed saturation.
    fn packed(&mut self, width: usize) -> Result<()> {
        self.each_pair(128, width / 2, |graph, a, b| {
            [a, b].concat().chunks(width).flat_map(|lane| saturated(graph, lane)).collect()
        })
    }

    fn permuted(&mut self) -> Result<()> {
        let i = self.instruction;
        let width = match i.mnemonic() {
            M::Vpermq => 64,
            M::Vpermd => 32,
            M::Vpermw => 16,
            _ => 8,
        };
        if i.op_kind(i.op_count() - 1) == OpKind::Immediate8 {
            let order = self.immediate();
            return self.each_lane(256, 64, |_, lane| chosen(lane, 64, order, 4));
        }
        let (order, value) = (self.read(1)?, self.read(2)?);
        let digits = (value.len() / width).trailing_zeros() as usize;
        let value = order.chunks(width).flat_map(|index| self.graph.element(&value, width, &index[..digits])).collect();
        self.write_vector(value, width)
    }

    fn inserted(&mut self, width: usize, element: usize) -> Result<()> {
        let mut value = self.read(1)?;
        let part = self.read(2)?[..width].to_vec();
        let place = width * (usize::from(self.immediate()) % (value.len() / width));
        value.splice(place..place + width, part);
        self.write_vector(value, element)
    }

    fn extracted(&mut self, width: usize, element: usize) -> Result<()> {
        let value = self.read(1)?;
        let place = width * (usize::from(self.immediate()) % (value.len() / width));
        let part = value[place..place + width].to_vec();
        if self.instruction.op0_kind() == OpKind::Memory {
            if self.instruction.op_mask() != Register::None {
                refuse!("no semantics under a mask");
            }
            return self.write(0, part);
        }
        self.write_vector(part, element)
    }

    fn broadcast(&mut self, width: usize, element: usize) -> Result<()> {
        let total = self.width(0)?;
        let part = self.read(1)?[..width].to_vec();
        self.write_vector(part.repeat(total / width), element)
    }

    /// The second source where the mask is set, else the first, or zero.
    fn masked_blend(&mut self, width: usize) -> Result<()> {
        let (a, b) = (self.read(1)?, self.read(2)?);
        let gates = self.gates(a.len() / width);
        let otherwise = if self.instruction.zeroing_masking() { zeros(a.len()) } else { a };
        let value =
            (0..b.len()).map(|place| self.graph.choose(gates[place / width], b[place], otherwise[place])).collect();
        self.set_vector(value)
    }

    /// The bytes with a set mask, moved together; above them zero, or the earlier contents.
    fn compressed(&mut self) -> Result<()> {
        if self.instruction.op0_kind() == OpKind::Memory {
            refuse!("no semantics in memory");
        }
        let value = self.read(1)?;
        let gates = self.gates(value.len() / 8);
        let mut elements = vec![zeros(8); gates.len()];
        // One-hot: how many elements are taken so far. The next one goes behind them.
        let mut taken = vec![Lit::TRUE];
        for (element, &gate) in value.chunks(8).zip(&gates) {
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
                let kept = self.graph.gated(!filled, &old[8 * place..8 * place + 8]);
                *element = self.graph.or_each(element, &kept);
            }
        }
        self.set_vector(elements.concat())
    }

    /// By the highest bit of each element of the last operand: the second source if set, else the
    /// first.
    fn blended(&mut self, width: usize) -> Result<()> {
        let (a, b, order) = (self.read(1)?, self.read(2)?, self.read(3)?);
        let value: Bits = (0..a.len())
            .map(|place| {
                let sign = order[place / width * width + width - 1];
                self.graph.choose(sign, b[place], a[place])
            })
            .collect();
        self.write_vector(value, width)
    }
}

/// For each index of `order`, the byte of the lane that it names; zero for a negative index.
fn bytes_chosen(graph: &Graph, lane: &[Lit], order: &[Lit]) -> Bits {
    let chosen = |index: &[Lit]| {
        let byte = graph.element(lane, 8, &index[..4]);
        graph.gated(!index[7], &byte)
    };
    order.chunks(8).flat_map(chosen).collect()
}

/// For each index of `order`, the eight bits that begin there; the lane's highest bit is followed
/// by its lowest.
fn bytes_from_bits(graph: &Graph, order: &[Lit], lane: &[Lit]) -> Bits {
    let bytes: Bits = (0..64).flat_map(|from| (from..from + 8).map(|bit| lane[bit % 64])).collect();
    order.chunks(8).flat_map(|index| graph.element(&bytes, 8, &index[..6])).collect()
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

/// A signed number in half as many bits, or the nearest one that fits.
fn saturated(graph: &Graph, lane: &[Lit]) -> Bits {
    let width = lane.len() / 2;
    let sign = lane[lane.len() - 1];
    let differ: Bits = lane[width - 1..].iter().map(|&bit| graph.xor(bit, sign)).collect();
    let out = graph.any(&differ);
    let mut limit = vec![!sign; width];
    limit[width - 1] = sign;
    graph.choose_each(out, &limit, &lane[..width])
}
