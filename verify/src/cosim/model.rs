//! Compares what the semantics say about an instruction with what the processor did.

use super::Defect;
use super::draw::Plan;
use super::native::{FLAG_PLACES, ROOM, Registers, has_avx512};
use crate::bits::{Bits, number};
use crate::graph::{Graph, Lit, Origin, Values};
use crate::image::Image;
use crate::memory::World;
use crate::refused::Result;
use crate::semantics::{self, Flow};
use crate::state::{Flags, State};
use crate::word::{ObjectId, Word};
use iced_x86::Mnemonic;
use rustc_hash::FxHashMap;
use stonemask_harness::{Access, Array};

/// The bytes written, by their place in the room.
struct Stored {
    bytes: Vec<(i64, Bits)>,
    addresses: Vec<(i64, Word)>,
}

/// Some runs of one instruction, at most 64.
pub(crate) struct Question<'a> {
    pub(crate) image: &'a Image,
    pub(crate) plan: &'a Plan,
    pub(crate) before: &'a [Registers],
    pub(crate) after: &'a [Registers],
    pub(crate) defect: Option<Defect<'a>>,
}

/// A state after the semantics, which a planted defect may change.
#[cfg_attr(not(test), allow(dead_code))]
pub(crate) struct After<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) before: &'a State,
    pub(crate) state: &'a mut State,
    pub(crate) instruction: &'a iced_x86::Instruction,
}

/// Turns what differs between runs into variables, and remembers which ones.
struct Inputs<'a> {
    graph: Graph,
    values: FxHashMap<usize, u64>,
    runs: &'a [Registers],
}

impl Inputs<'_> {
    /// The bits of a number in each run: variables, or constants if only one run exists.
    fn bits(&mut self, width: usize, symbolic: bool, of: impl Fn(&Registers) -> u64) -> Bits {
        if !symbolic {
            return number(of(&self.runs[0]), width);
        }
        (0..width)
            .map(|bit| {
                let input = self.graph.input();
                let column = |(run, registers): (usize, &Registers)| (of(registers) >> bit & 1) << run;
                self.values.insert(input.node(), self.runs.iter().enumerate().map(column).sum());
                input
            })
            .collect()
    }
}

fn room(world: &mut World) -> ObjectId {
    world.array("the room", &Array::new(Access::Update, ROOM, 64), number(ROOM as u64, 64))
}

impl Question<'_> {
    /// In words, the first difference. The semantics are evaluated; the registers that `symbolic`
    /// picks are variables if they differ between runs.
    pub(crate) fn ask(&self, mut symbolic: impl FnMut(usize) -> bool) -> Result<Option<String>> {
        let plan = self.plan;
        let mut inputs = Inputs { graph: Graph::new(), values: FxHashMap::default(), runs: self.before };
        let mut world = World::new(self.image);
        let room = room(&mut world);
        let mut picked = 0;
        let mut pick = || {
            picked += 1;
            symbolic(picked)
        };
        let mut state = plan.constants.clone();
        for &(n, offset) in &plan.addresses {
            state.general[n] = Word::at(room, offset);
        }
        for &n in &plan.general {
            state.general[n] = Word::number(inputs.bits(64, pick(), |run| run.general[n]));
        }
        for &n in &plan.vectors {
            state.vectors[n] = (0..8).flat_map(|part| inputs.bits(64, pick(), |run| run.vectors[n][part])).collect();
        }
        for &n in &plan.masks {
            state.masks[n] = inputs.bits(64, pick(), |run| run.masks[n]);
        }
        let drawn = pick();
        state.flags = Flags::from_lits(FLAG_PLACES.map(|place| inputs.bits(1, drawn, |run| run.flags >> place & 1)[0]));
        for &(from, to) in &plan.windows {
            for offset in from..to {
                let drawn = (offset % 8 == 0 && pick()) || self.before.len() > 1;
                let byte = inputs.bits(8, drawn, |run| u64::from(run.room[offset as usize]));
                world.fill(room, offset, &byte);
            }
        }
        let before = state.clone();
        let graph = &mut inputs.graph;
        let flow = semantics::execute(graph, &mut world, &mut state, &plan.instruction)?;
        if let Some(defect) = self.defect {
            defect(&mut After { graph, before: &before, state: &mut state, instruction: &plan.instruction });
        }
        let mut memory = Vec::new();
        let mut stored = Vec::new();
        for &(from, to) in &plan.windows {
            for offset in from..to {
                if world.holds_address(&state.memory, room, offset) {
                    stored.push((offset, world.get(graph, &state.memory, room, offset)?));
                }
                if (offset - 7..=offset).all(|at| !world.holds_address(&state.memory, room, at)) {
                    memory.push((offset, world.now(graph, &state.memory, room, offset, 1)?));
                }
            }
        }
        let evaluated = [0, u64::MAX, 0x6996_9669_9669_6996].map(|undefined| {
            graph.evaluate(|node, origin| match origin {
                Origin::Undefined(_) => undefined,
                Origin::Input(_) | Origin::Mark(_) => inputs.values.get(&node).copied().unwrap_or(0),
            })
        });
        // More bits of an address are undefined than a few values show.
        let undefined = if plan.has_addresses_as_data { graph.undefined_nodes() } else { Vec::new() };
        let stored = Stored { bytes: memory, addresses: stored };
        Ok(self.compared(&evaluated, &undefined, [&before, &state], &flow, &stored, room))
    }

    fn compared(
        &self,
        evaluated: &[Values; 3],
        undefined_nodes: &[bool],
        [before, state]: [&State; 2],
        flow: &Flow,
        memory: &Stored,
        room: ObjectId,
    ) -> Option<String> {
        let defined_flags = self.defined_flags();
        let same_general = places_of_same(&before.general, &state.general);
        let same_vectors = places_of_same(&before.vectors, &state.vectors);
        let same_masks = places_of_same(&before.masks, &state.masks);
        for (run, after) in self.after.iter().enumerate() {
            let undefined = |lit: Lit| {
                undefined_nodes.get(lit.node()).is_some_and(|&undefined| undefined)
                    || (1..3).any(|n| evaluated[n].of(lit) >> run & 1 != evaluated[0].of(lit) >> run & 1)
            };
            let bit = |lit: Lit| evaluated[0].of(lit) >> run & 1;
            let value =
                |bits: &[Lit]| bits.iter().enumerate().fold(0, |value, (place, &lit)| value | bit(lit) << place);
            // A register that the semantics leave alone holds what it held.
            let held = &self.before[run];
            for (n, word) in state.general.iter().enumerate() {
                if same_general[n] && held.general[n] == after.general[n] {
                    continue;
                }
                let found = value(word.offset()).wrapping_add(self.times_of(word, room));
                // If one bit of an address is undefined, so are all above it.
                let first = word.offset().iter().position(|&lit| undefined(lit)).filter(|_| !word.is_number());
                let is_defined =
                    |place: usize| first.is_none_or(|first| place < first) && !undefined(word.offset()[place]);
                let defined = (0..64).filter(|&place| is_defined(place)).fold(0, |mask, place| mask | 1u64 << place);
                if (found ^ after.general[n]) & defined != 0 {
                    return Some(format!("r{n} is {:#x}, not {found:#x}", after.general[n]));
                }
            }
            for (n, vector) in state.vectors.iter().enumerate() {
                if n >= 16 && !has_avx512() {
                    break;
                }
                if same_vectors[n] && held.vectors[n] == after.vectors[n] {
                    continue;
                }
                for (part, bits) in vector.chunks(64).enumerate().take(if has_avx512() { 8 } else { 4 }) {
                    let unknown = bits.iter().enumerate().filter(|(_, lit)| undefined(**lit));
                    let unknown = unknown.fold(0, |mask, (place, _)| mask | 1u64 << place);
                    // Without addresses vectors are never undefined.
                    let wrong = (value(bits) ^ after.vectors[n][part]) & !unknown != 0;
                    if wrong || unknown != 0 && !self.plan.has_addresses_as_data {
                        let native = after.vectors[n][part];
                        return Some(format!("zmm{n}[{part}] is {native:#x}, not {:#x}", value(bits)));
                    }
                }
            }
            for (n, bits) in state.masks.iter().enumerate() {
                if same_masks[n] && held.masks[n] == after.masks[n] {
                    continue;
                }
                let is_known = !bits.iter().any(|&lit| undefined(lit)) || !self.plan.has_addresses_as_data;
                if is_known && value(bits) != after.masks[n] && has_avx512() {
                    return Some(format!("k{n} is {:#x}, not {:#x}", after.masks[n], value(bits)));
                }
            }
            for ((lit, place), defined) in state.flags.lits().into_iter().zip(FLAG_PLACES).zip(defined_flags) {
                if undefined(lit) {
                    if defined && !self.plan.has_addresses_as_data {
                        return Some(format!("bit {place} of the flags is not undefined"));
                    }
                } else if bit(lit) != after.flags >> place & 1 {
                    return Some(format!("bit {place} of the flags is {}", after.flags >> place & 1));
                }
            }
            for (offset, word) in &memory.addresses {
                let native = u64::from_le_bytes(after.room[*offset as usize..][..8].try_into().expect("eight bytes"));
                let found = value(word.offset()).wrapping_add(self.times_of(word, room));
                if native != found {
                    return Some(format!("the address at {offset} is {native:#x}, not {found:#x}"));
                }
            }
            for (offset, byte) in &memory.bytes {
                if self.plan.has_addresses_as_data && byte.iter().any(|&lit| undefined(lit)) {
                    continue;
                }
                let native = after.room[*offset as usize];
                if value(byte) != u64::from(native) {
                    return Some(format!("byte {offset} of memory is {native:#x}, not {:#x}", value(byte)));
                }
            }
            let inside = |at: usize| self.plan.windows.iter().any(|&(from, to)| (from..to).contains(&(at as i64)));
            let elsewhere = |at: &usize| after.room[*at] != held.room[*at] && !inside(*at);
            if let (false, Some(at)) = (self.plan.windows.is_empty(), (0..ROOM).find(elsewhere)) {
                return Some(format!("byte {at} of memory has changed"));
            }
            let taken = match flow {
                Flow::Jump(condition, _) if undefined(*condition) => after.taken,
                Flow::Jump(condition, _) => bit(*condition) == 1,
                Flow::Next | Flow::Return => true,
            };
            if taken != after.taken {
                return Some(format!("a branch is {}taken", if after.taken { "" } else { "not " }));
            }
        }
        None
    }

    /// The room's address as often as a word counts it.
    fn times_of(&self, word: &Word, room: ObjectId) -> u64 {
        let times: i64 = word.objects().iter().map(|&(object, times)| if object == room { times } else { 0 }).sum();
        self.plan.room.wrapping_mul(times.cast_unsigned())
    }

    /// Whether the semantics demand another alignment of the memory operand than it has.
    pub(crate) fn is_misaligned(&self) -> Result<bool> {
        let (graph, mut world) = (Graph::new(), World::new(self.image));
        let room = room(&mut world);
        let mut state = State::anything(&graph);
        for (n, word) in state.general.iter_mut().enumerate() {
            *word = match self.plan.addresses.iter().find(|&&(register, _)| register == n) {
                Some(&(_, offset)) => Word::at(room, offset),
                None => Word::constant(self.before[0].general[n]),
            };
        }
        semantics::execute(&graph, &mut world, &mut state, &self.plan.instruction)?;
        Ok(world.obligations.iter().any(|obligation| obligation.is_alignment && obligation.condition == Lit::FALSE))
    }

    /// Which of the flags the manuals define after the instruction. The semantics leave those of
    /// imul alone. The zero flag after a test of a bit is as before in Intel's manual, and
    /// undefined in AMD's.
    fn defined_flags(&self) -> [bool; 6] {
        use iced_x86::RflagsBits as R;
        let i = &self.plan.instruction;
        if matches!(i.mnemonic(), Mnemonic::Imul) || !self.plan.addresses.is_empty() && i.mnemonic() == Mnemonic::Lea {
            return [false; 6];
        }
        let undefined = i.rflags_undefined();
        let shift =
            matches!(i.mnemonic(), Mnemonic::Shl | Mnemonic::Shr | Mnemonic::Sar | Mnemonic::Rol | Mnemonic::Ror);
        let tests_a_bit = matches!(i.mnemonic(), Mnemonic::Bt | Mnemonic::Bts | Mnemonic::Btr);
        [R::CF, R::PF, R::AF, R::ZF, R::SF, R::OF].map(|flag| {
            let either = shift && matches!(flag, R::AF | R::OF | R::CF) || tests_a_bit && flag == R::ZF;
            undefined & flag == 0 && !either
        })
    }
}

/// For each register, whether it is the same before and after.
fn places_of_same<T: PartialEq>(before: &[T], after: &[T]) -> Vec<bool> {
    before.iter().zip(after).map(|(before, after)| before == after).collect()
}
