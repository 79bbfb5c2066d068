//! Logic, arithmetic and comparisons on vectors.

use super::bmi::zeros_before;
use super::{Step, lanes2};
use crate::bits::{Bits, number, resized, sign_extended, zeros};
use crate::graph::{Graph, Lit};
use crate::refused::Result;
use crate::state::Flags;
use iced_x86::Mnemonic as M;

/// An operation on two lanes.
type Operation = fn(&Graph, &[Lit], &[Lit]) -> Bits;

/// A question about two lanes.
type Comparison = fn(&Graph, &[Lit], &[Lit]) -> Lit;

impl Step<'_, '_> {
    pub(super) fn vector(&mut self) -> Result<bool> {
        if let Some((width, operation)) = binary(self.instruction.mnemonic()) {
            self.each_pair(width, width, operation)?;
            return Ok(true);
        }
        if let Some((width, operation)) = comparison(self.instruction.mnemonic()) {
            let (a, b) = self.sources()?;
            let found = lanes2(&a, &b, width, |a, b| vec![operation(self.graph, a, b)]);
            self.write_found(&found, width)?;
            return Ok(true);
        }
        use M::*;
        match self.instruction.mnemonic() {
            Vpternlogq => self.ternary()?,
            Vpcmpw => self.compared()?,
            Vptest => {
                let (a, b) = (self.read(0)?, self.read(1)?);
                let both = self.graph.and_each(&a, &b);
                let rest = self.graph.without(&b, &a);
                let (zero, carry) = (self.graph.is_zero(&both), self.graph.is_zero(&rest));
                self.state.flags = Flags { carry, zero, ..Flags::CLEAR };
            }
            Vpopcntq => self.each_lane(64, 64, |graph, lane| resized(&graph.count(lane), 64))?,
            Vplzcntq => self.each_lane(64, 64, |graph, lane| {
                let mirrored: Bits = lane.iter().rev().copied().collect();
                resized(&zeros_before(graph, &mirrored), 64)
            })?,
            Vpsadbw => self.each_pair(64, 64, differences)?,
            Vgf2p8affineqb => {
                let constant = self.immediate();
                self.each_pair(64, 8, |graph, a, matrix| affine(graph, a, matrix, constant))?;
            }
            Vphminposuw => self.each_lane(128, 64, smallest_word)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The result of a comparison: a bit of a mask register, or a lane of ones.
    fn write_found(&mut self, found: &[Lit], width: usize) -> Result<()> {
        if self.writes_mask() {
            return self.write_compared(found);
        }
        let value = found.iter().flat_map(|&bit| vec![bit; width]).collect();
        self.write_vector(value, width)
    }

    /// A comparison of signed words that an immediate names.
    fn compared(&mut self) -> Result<()> {
        let (a, b) = (self.read(1)?, self.read(2)?);
        let predicate = self.immediate() & 7;
        let graph = self.graph;
        let found = lanes2(&a, &b, 16, |a, b| {
            vec![match predicate {
                0 => graph.equal(a, b),
                1 => graph.less(a, b),
                2 => !graph.less(b, a),
                3 => Lit::FALSE,
                4 => !graph.equal(a, b),
                5 => !graph.less(a, b),
                6 => graph.less(b, a),
                _ => Lit::TRUE,
            }]
        });
        self.write_found(&found, 16)
    }

    /// Any function of three bits, given by its table; the bit of the first operand counts four.
    fn ternary(&mut self) -> Result<()> {
        let (a, b, c) = (self.read(0)?, self.read(1)?, self.read(2)?);
        let table = self.immediate();
        let value = (0..a.len()).map(|place| of_table(self.graph, table, [a[place], b[place], c[place]])).collect();
        self.write_vector(value, 64)
    }
}

/// Each byte times the 8x8 matrix of bits of its quadword, plus a constant: bit i of a byte is the
/// parity of the byte and the matrix's byte 7 - i.
fn affine(graph: &Graph, bytes: &[Lit], matrix: &[Lit], constant: u8) -> Bits {
    let mut bits = Bits::new();
    for byte in bytes.chunks(8) {
        for (bit, row) in matrix.chunks(8).rev().enumerate() {
            let both = graph.and_each(byte, row);
            bits.push(graph.parity(&both).negated_if(constant >> bit & 1 == 1));
        }
    }
    bits
}

fn binary(mnemonic: M) -> Option<(usize, Operation)> {
    use M::*;
    Some(match mnemonic {
        Pand | Vpand | Vpandq => (64, Graph::and_each as Operation),
        Por | Vpor | Vporq => (64, Graph::or_each),
        Pxor | Vpxor | Vpxorq => (64, Graph::xor_each),
        Pandn | Vpandn | Vpandnq => (64, |graph, a, b| graph.without(b, a)),
        Vpaddb => (8, Graph::add),
        Paddw | Vpaddw => (16, Graph::add),
        Vpaddd => (32, Graph::add),
        Vpaddq => (64, Graph::add),
        Vpsubb => (8, Graph::sub),
        Psubw | Vpsubw => (16, Graph::sub),
        Vpsubd => (32, Graph::sub),
        Vpsubq => (64, Graph::sub),
        Pminsw | Vpminsw => (16, |graph, a, b| {
            let less = graph.less(a, b);
            graph.choose_each(less, a, b)
        }),
        Pmaxsw | Vpmaxsw => (16, |graph, a, b| {
            let less = graph.less(a, b);
            graph.choose_each(less, b, a)
        }),
        Vpminub => (8, least),
        Vpminuq => (64, least),
        Vpmaddubsw => (16, products_of_bytes),
        Vpmaddwd => (32, products_of_words),
        Vpmullw => (16, |graph, a, b| graph.multiply(a, b, 16)),
        _ => return None,
    })
}

fn comparison(mnemonic: M) -> Option<(usize, Comparison)> {
    use M::*;
    let equal: Comparison = Graph::equal;
    let greater: Comparison = |graph, a, b| graph.less(b, a);
    let meets: Comparison = |graph, a, b| {
        let both = graph.and_each(a, b);
        graph.any(&both)
    };
    Some(match mnemonic {
        Pcmpeqb | Vpcmpeqb => (8, equal),
        Pcmpeqw | Vpcmpeqw => (16, equal),
        Pcmpeqd | Vpcmpeqd => (32, equal),
        Vpcmpeqq => (64, equal),
        Vpcmpgtb => (8, greater),
        Pcmpgtw | Vpcmpgtw => (16, greater),
        Vpcmpgtd => (32, greater),
        Vptestmw => (16, meets),
        Vptestmd => (32, meets),
        Vptestmq => (64, meets),
        _ => return None,
    })
}

/// The sum of two products of an unsigned and a signed byte; if a word cannot hold it, the nearest
/// number in range.
fn products_of_bytes(graph: &Graph, a: &[Lit], b: &[Lit]) -> Bits {
    let product = |place: usize| {
        let b = sign_extended(&b[place..place + 8], 18);
        graph.multiply(&resized(&a[place..place + 8], 18), &b, 18)
    };
    let (low, high) = (product(0), product(8));
    let sum = graph.add(&low, &high);
    let negative = sum[17];
    let fits = sum[15..17].iter().fold(Lit::TRUE, |fits, &bit| {
        let same = !graph.xor(bit, negative);
        graph.and(fits, same)
    });
    let mut nearest = vec![!negative; 15];
    nearest.push(negative);
    graph.choose_each(fits, &sum[..16], &nearest)
}

/// The sum of two products of signed words.
fn products_of_words(graph: &Graph, a: &[Lit], b: &[Lit]) -> Bits {
    let product = |from: usize| {
        let [a, b] = [a, b].map(|of| sign_extended(&of[from..from + 16], 32));
        graph.multiply(&a, &b, 32)
    };
    let (low, high) = (product(0), product(16));
    graph.add(&low, &high)
}

fn least(graph: &Graph, a: &[Lit], b: &[Lit]) -> Bits {
    let below = graph.below(a, b);
    graph.choose_each(below, a, b)
}

/// The sum of the differences of eight bytes.
fn differences(graph: &Graph, a: &[Lit], b: &[Lit]) -> Bits {
    let mut parts: Vec<Bits> = Vec::new();
    for (a, b) in a.chunks(8).zip(b.chunks(8)) {
        let below = graph.below(a, b);
        let (up, down) = (graph.sub(b, a), graph.sub(a, b));
        parts.push(graph.choose_each(below, &up, &down));
    }
    while parts.len() > 1 {
        parts = parts.chunks(2).map(|pair| graph.longer_sum(&pair[0], &pair[1])).collect();
    }
    resized(&parts[0], 64)
}

/// The smallest of eight words, and then the lowest place that holds it.
fn smallest_word(graph: &Graph, value: &[Lit]) -> Bits {
    let mut best = value[..16].to_vec();
    let mut place = zeros(3);
    for (index, word) in value.chunks(16).enumerate().skip(1) {
        let below = graph.below(word, &best);
        best = graph.choose_each(below, word, &best);
        place = graph.choose_each(below, &number(index as u64, 3), &place);
    }
    best.extend(place);
    resized(&best, 128)
}

/// The function of three bits with this truth table.
fn of_table(graph: &Graph, table: u8, [a, b, c]: [Lit; 3]) -> Lit {
    // By halves: the function of b and c where a holds, and where it does not.
    let of_two = |graph: &Graph, table: u8| {
        let of_one = |table: u8| match table & 3 {
            0 => Lit::FALSE,
            1 => !c,
            2 => c,
            _ => Lit::TRUE,
        };
        graph.choose(b, of_one(table >> 2), of_one(table))
    };
    let (yes, no) = (of_two(graph, table >> 4), of_two(graph, table));
    graph.choose(a, yes, no)
}
