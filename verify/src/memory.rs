//! Memory: objects at unknown addresses, each with the access that a kernel's contract allows.

use crate::bits::{Bits, known, number, zeros};
use crate::graph::{Graph, Lit, Values};
use crate::image::{Constants, Image, Kernel};
use crate::refused::{Refused, Result, refuse};
use crate::solver::model_of;
use crate::word::{ObjectId, Word};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::ops::Range;
use stonemask::Random;
use stonemask_harness::{self as harness, Array};

/// The content of an object before the kernel runs.
#[derive(Clone)]
enum Initial {
    Constant(Vec<u8>),
    /// Any bytes: the theorem holds for all of them.
    Any,
    /// Bytes never written: no result may depend on them.
    Garbage,
    /// Bytes that are not kept apart: each read gives any, whatever was written. The object may
    /// have any length.
    Unknown,
}

/// Which bytes of an object a kernel may write.
#[derive(Clone, PartialEq, Eq)]
enum Writable {
    None,
    All,
    Below(i64),
}

/// A piece of memory that a contract names.
struct Object {
    name: String,
    /// In bytes; constant, or an expression in a theorem about any number of elements.
    length: Bits,
    /// A power of two.
    alignment: u64,
    writable: Writable,
    /// Bytes that must not be written all the same.
    kept: Range<i64>,
    /// Whether a kernel may leave anything there.
    is_room: bool,
    /// The range that may be read, if not all may be.
    window: Option<[Bits; 2]>,
    initial: Initial,
    /// The initial bytes that were asked for so far.
    bytes: FxHashMap<i64, Vec<Lit>>,
    /// Of an unknown object that is never written, what was read, by offset and number of bits: the
    /// same offset has the same contents. And how many reads were there before.
    reads: FxHashMap<(Bits, usize), (usize, Bits)>,
}

/// A condition that must hold for every input, beside the result.
pub(crate) struct Obligation {
    pub(crate) what: String,
    pub(crate) condition: Lit,
    /// Whether it is that an address is a multiple of something.
    pub(crate) is_alignment: bool,
}

/// The result of a read of an object, from an offset on.
pub(crate) struct Read {
    pub(crate) object: ObjectId,
    pub(crate) offset: Bits,
    pub(crate) bits: Bits,
}

/// The objects, and the obligations that their use has created.
pub(crate) struct World<'a> {
    image: &'a Image,
    objects: Vec<Object>,
    tables: FxHashMap<u64, ObjectId>,
    pub(crate) obligations: Vec<Obligation>,
    /// The reads of unknown objects that are not written: the same place has the same bits each
    /// time, which the theorem has to say.
    pub(crate) reads: Vec<Read>,
    /// Where the instruction at hand stands, for messages.
    pub(crate) ip: u64,
    /// The returns of which what a caller may rely on was noted, by number.
    pub(crate) kept_returns: FxHashSet<usize>,
    /// The lowest stack address in use, for the current rsp: a signal handler may own what lies
    /// more than 128 bytes below.
    red_zone: i64,
}

/// The bytes written so far, on one path.
#[derive(Clone, Default)]
pub(crate) struct Memory {
    /// Bytes of numbers.
    written: FxHashMap<(ObjectId, i64), [Lit; 8]>,
    /// Stored addresses, by place; their bytes are not among the written ones.
    addresses: FxHashMap<(ObjectId, i64), Word>,
    /// The number of the return that it is behind, if it is behind one.
    pub(crate) behind: Option<usize>,
}

impl Memory {
    /// The bytes of addresses that were stored since `before`.
    fn bytes_of_addresses<'b>(&'b self, before: &'b Memory) -> impl Iterator<Item = (ObjectId, i64)> {
        let new = self.addresses.iter().filter(|(place, word)| before.addresses.get(*place) != Some(*word));
        new.flat_map(|(&(object, from), _)| (from..from + 8).map(move |at| (object, at)))
    }

    /// Whether nothing was written.
    pub(crate) fn is_unchanged(&self) -> bool {
        self.written.is_empty() && self.addresses.is_empty()
    }

    /// The bits of numbers that were written.
    pub(crate) fn lits(&self) -> impl Iterator<Item = Lit> {
        self.written.values().flatten().copied()
    }

    /// Stores the bytes of a number. If an address is partly overwritten, the rest of it is
    /// undefined.
    pub(crate) fn put(&mut self, graph: &Graph, object: ObjectId, offset: i64, bits: &[Lit]) {
        self.break_addresses(graph, object, offset, (bits.len() / 8).cast_signed() as i64);
        for (byte, at) in bits.chunks(8).zip(offset..) {
            self.written.insert((object, at), byte.try_into().expect("whole bytes"));
        }
    }

    fn put_address(&mut self, graph: &Graph, object: ObjectId, offset: i64, address: Word) {
        self.break_addresses(graph, object, offset, 8);
        for at in offset..offset + 8 {
            self.written.remove(&(object, at));
        }
        self.addresses.insert((object, offset), address);
    }

    /// Makes the bytes undefined of addresses that overlap some bytes.
    fn break_addresses(&mut self, graph: &Graph, object: ObjectId, offset: i64, size: i64) {
        for from in offset - 7..offset + size {
            if self.addresses.remove(&(object, from)).is_some() {
                self.make_undefined(graph, object, from..from + 8);
            }
        }
    }

    fn make_undefined(&mut self, graph: &Graph, object: ObjectId, places: Range<i64>) {
        for at in places {
            self.written.insert((object, at), [(); 8].map(|()| graph.undefined()));
        }
    }
}

/// One access: `size` bytes at a multiple of `alignment`, if `gate` holds where `path` is taken.
#[derive(Clone, Copy)]
pub(crate) struct Access<'a> {
    pub(crate) path: Lit,
    pub(crate) address: &'a Word,
    pub(crate) size: usize,
    pub(crate) alignment: u64,
    pub(crate) gate: Lit,
}

impl Access<'_> {
    /// When it takes place.
    fn reach(&self, graph: &Graph) -> Lit {
        graph.and(self.path, self.gate)
    }
}

/// Bytes below rsp that the calling convention leaves to a leaf function.
const RED_ZONE: i64 = 128;

/// No object lies in the lowest page of memory, nor in the highest.
const PAGE: u64 = 4096;

/// With at most this many unknown bits, an address is treated as a place in a table.
const FEW_UNKNOWN: usize = 14;

/// If an address depends on at most this many variables, all its values are tried.
const FEW_VARIABLES: usize = 10;

/// More places than this are not treated as a table.
const MOST_PLACES: i64 = 1 << 14;

impl<'a> World<'a> {
    pub(crate) fn new(image: &'a Image) -> World<'a> {
        World {
            image,
            objects: Vec::new(),
            tables: FxHashMap::default(),
            obligations: Vec::new(),
            reads: Vec::new(),
            ip: 0,
            kept_returns: FxHashSet::default(),
            red_zone: 0,
        }
    }

    /// Another kernel of the program.
    pub(crate) fn kernel(&self, name: &str) -> Option<&'a Kernel> {
        self.image.kernel(name)
    }

    /// This program's world, without any object yet.
    pub(crate) fn apart(&self) -> World<'a> {
        World::new(self.image)
    }

    fn object(&mut self, name: &str, length: Bits, alignment: u64, writable: Writable, initial: Initial) -> ObjectId {
        self.objects.push(Object {
            name: name.to_owned(),
            length,
            alignment,
            writable,
            kept: 0..0,
            is_room: false,
            window: None,
            initial,
            bytes: FxHashMap::default(),
            reads: FxHashMap::default(),
        });
        ObjectId(self.objects.len() - 1)
    }

    /// An array of which a contract speaks, with this many bytes, those before its first element
    /// included. It holds any bytes, or bytes that mean nothing if it is only written.
    pub(crate) fn array(&mut self, name: &str, array: &Array, length: Bits) -> ObjectId {
        let is_written = array.access == harness::Access::Write;
        self.array_with(name, array, length, if is_written { Initial::Garbage } else { Initial::Any })
    }

    fn array_with(&mut self, name: &str, array: &Array, length: Bits, initial: Initial) -> ObjectId {
        let writable = if array.access == harness::Access::Read { Writable::None } else { Writable::All };
        // It is the first element that is aligned.
        let [align, before] = [array.align, array.before].map(|bytes| bytes as u64);
        let alignment = if before == 0 { align } else { align.min(1 << before.trailing_zeros()) };
        let object = self.object(name, length, alignment, writable, initial);
        self.objects[object.0].kept = array.kept[0] as i64..array.kept[1] as i64;
        self.objects[object.0].is_room = array.is_room;
        object
    }

    /// An array of unknown bytes.
    pub(crate) fn unknown(&mut self, name: &str, array: &Array, length: Bits) -> ObjectId {
        self.array_with(name, array, length, Initial::Unknown)
    }

    /// The bytes, by the names of their objects, that are part of a kernel's result and were
    /// written since `before`.
    pub(crate) fn results<'b>(
        &'b self,
        memory: &'b Memory,
        before: &'b Memory,
    ) -> impl Iterator<Item = (&'b str, i64)> {
        let is_new = |(place, byte): &(&(ObjectId, i64), &[Lit; 8])| before.written.get(*place) != Some(*byte);
        let bytes = memory.written.iter().filter(is_new).map(|(&place, _)| place);
        let places = bytes.chain(memory.bytes_of_addresses(before)).filter(|(object, _)| self.is_result(*object));
        places.map(|(object, at)| (self.name(object), at))
    }

    fn is_result(&self, object: ObjectId) -> bool {
        let of = &self.objects[object.0];
        of.writable == Writable::All && !of.is_room
    }

    /// The bits of these bytes.
    pub(crate) fn new_bits(&self, memory: &Memory, before: &Memory) -> Bits {
        let is_new = |(place, byte): &(&(ObjectId, i64), &[Lit; 8])| before.written.get(*place) != Some(*byte);
        let new = memory.written.iter().filter(is_new).filter(|((object, _), _)| self.is_result(*object));
        new.flat_map(|(_, byte)| *byte).collect()
    }

    /// In words, a byte that was written since `before` and may not be.
    pub(crate) fn not_kept(&self, memory: &Memory, before: &Memory) -> Option<String> {
        let is_new = |(place, byte): &(&(ObjectId, i64), &[Lit; 8])| before.written.get(*place) != Some(*byte);
        let written = memory.written.iter().filter(is_new).map(|(place, _)| *place);
        let written = written.chain(memory.bytes_of_addresses(before));
        let mut places = written.filter(|(object, at)| self.objects[object.0].kept.contains(at));
        places.next().map(|(object, at)| format!("byte {at} of {} is written, and may not be", self.name(object)))
    }

    /// The stack: `size` bytes below the return address, which is not writable.
    pub(crate) fn stack(&mut self, size: i64) -> ObjectId {
        assert_eq!(size % 16, 8, "the call has pushed 8 bytes onto a stack that was aligned to 16");
        let length = number((size + 8).cast_unsigned(), 64);
        self.object("stack", length, 16, Writable::Below(size), Initial::Garbage)
    }

    /// Says which part of an input exists, by its start and end, 64 bits each: nothing else may be
    /// read.
    pub(crate) fn limit(&mut self, object: ObjectId, begin: Bits, end: Bits) {
        self.objects[object.0].window = Some([begin, end]);
    }

    /// Notes that an access to these places, each if its condition holds, must be within the
    /// object's window.
    fn oblige_window(&mut self, graph: &Graph, access: Access, object: ObjectId, places: &[(Lit, i64)]) {
        let Object { name, window: Some([begin, end]), .. } = &self.objects[object.0] else { return };
        let (name, begin, end) = (name.clone(), begin.clone(), end.clone());
        let reach = access.reach(graph);
        for &(condition, offset) in places {
            let [first, after] =
                [offset, offset + access.size.cast_signed() as i64].map(|at| number(at.cast_unsigned(), 64));
            let (before, beyond) = (graph.below(&first, &begin), graph.below(&end, &after));
            let (inside, here) = (graph.and(!before, !beyond), graph.and(reach, condition));
            self.oblige(graph, here, inside, || format!("{name}: byte {offset} is of the part that there is"));
        }
    }

    /// Sets bytes of an object's beginning.
    pub(crate) fn fill(&mut self, object: ObjectId, offset: i64, bits: &[Lit]) {
        for (byte, at) in bits.chunks(8).zip(offset..) {
            self.objects[object.0].bytes.insert(at, byte.to_vec());
        }
    }

    /// The address of a constant of the program.
    pub(crate) fn constant(&mut self, address: u64) -> Result<Word> {
        let Constants { name, address: start, alignment, bytes } = self.image.constants(address)?;
        let object = match self.tables.get(start) {
            Some(&object) => object,
            None => {
                let length = number(bytes.len() as u64, 64);
                let object = self.object(name, length, *alignment, Writable::None, Initial::Constant(bytes.clone()));
                self.tables.insert(*start, object);
                object
            }
        };
        Ok(Word::at(object, (address - start).cast_signed()))
    }

    /// The start of the constant that a kernel names so.
    pub(crate) fn table(&mut self, kernel: &Kernel, name: &str) -> Result<Word> {
        let named = kernel.instructions.values().filter(|i| i.is_ip_rel_memory_operand());
        let mut constants = named.filter_map(|i| self.image.constants(i.ip_rel_memory_address()).ok());
        let found = constants.find(|constant| constant.name == name);
        let found = found.ok_or_else(|| Refused::new(format!("the kernel names no constant {name}")))?;
        self.constant(found.address)
    }

    /// Notes that `condition` must hold wherever `path` is taken.
    pub(crate) fn oblige(&mut self, graph: &Graph, path: Lit, condition: Lit, what: impl FnOnce() -> String) {
        let condition = graph.or(!path, condition);
        if condition != Lit::TRUE {
            let what = format!("{} at {:#x}", what(), self.ip);
            self.obligations.push(Obligation { what, condition, is_alignment: false });
        }
    }

    fn initial_byte(&mut self, graph: &Graph, object: ObjectId, offset: i64) -> Vec<Lit> {
        let Object { initial, bytes, .. } = &mut self.objects[object.0];
        let byte = bytes.entry(offset).or_insert_with(|| match initial {
            Initial::Constant(data) => match usize::try_from(offset).ok().and_then(|offset| data.get(offset)) {
                Some(&byte) => number(u64::from(byte), 8),
                None => graph.undefined_bits(8), // Beyond its end; the bounds are shown elsewhere.
            },
            Initial::Any | Initial::Unknown => graph.inputs(8),
            Initial::Garbage => graph.undefined_bits(8),
        });
        byte.clone()
    }

    /// Bytes as they are on a path.
    pub(crate) fn now(
        &mut self,
        graph: &Graph,
        memory: &Memory,
        object: ObjectId,
        offset: i64,
        size: usize,
    ) -> Result<Bits> {
        let mut bits = Vec::with_capacity(8 * size);
        for at in offset..offset + size.cast_signed() as i64 {
            if (at - 7..=at).any(|at| memory.addresses.contains_key(&(object, at))) {
                refuse!("bytes of an address are read from {} + {at}", self.objects[object.0].name);
            }
            match memory.written.get(&(object, at)) {
                Some(byte) => bits.extend_from_slice(byte),
                None => bits.extend(self.initial_byte(graph, object, at)),
            }
        }
        Ok(bits)
    }

    /// A quadword as it is on a path: an address where one was stored.
    pub(crate) fn get(&mut self, graph: &Graph, memory: &Memory, object: ObjectId, offset: i64) -> Result<Word> {
        match memory.addresses.get(&(object, offset)) {
            Some(word) => Ok(word.clone()),
            None => Ok(Word::number(self.now(graph, memory, object, offset, 8)?)),
        }
    }

    /// Stores up to eight bytes, or an address, where nothing else is stored.
    pub(crate) fn set(&mut self, graph: &Graph, memory: &mut Memory, object: ObjectId, offset: i64, word: &Word) {
        match word.as_number() {
            Ok(bits) => memory.put(graph, object, offset, bits),
            Err(_) => memory.put_address(graph, object, offset, word.clone()),
        }
    }

    /// Memory after any permitted writes: writable bytes are free.
    pub(crate) fn anything(&self, graph: &Graph) -> Result<Memory> {
        let mut memory = Memory::default();
        for (number, object) in self.objects.iter().enumerate() {
            let limit = match (&object.initial, &object.writable) {
                (Initial::Unknown, _) | (_, Writable::None) => continue,
                (_, Writable::Below(limit)) => *limit,
                (_, Writable::All) => match (known(&object.length), most(&object.length)) {
                    (Some(length), _) => length.cast_signed(),
                    (None, length @ 0..MOST_PLACES) => length,
                    _ => refuse!("{} has no known length", object.name),
                },
            };
            for at in (0..limit).filter(|at| !object.kept.contains(at)) {
                memory.written.insert((ObjectId(number), at), [(); 8].map(|()| graph.input()));
            }
        }
        Ok(memory)
    }

    /// Says that an object exists only if a condition holds; otherwise it has no byte.
    pub(crate) fn exists_if(&mut self, graph: &Graph, object: ObjectId, condition: Lit) {
        let length = &mut self.objects[object.0].length;
        *length = graph.gated(condition, length);
    }

    /// Makes every object but the stack a byte longer.
    #[cfg(test)]
    pub(crate) fn make_longer(&mut self) {
        for object in self.objects.iter_mut().filter(|object| object.name != "stack") {
            if let Some(length) = known(&object.length) {
                object.length = number(length + 1, 64);
            }
        }
    }

    /// The condition that an object lies in a call's memory, at an offset; an error if it cannot.
    pub(crate) fn lies_in(&mut self, graph: &Graph, object: ObjectId, at: i64, memory: &Given) -> Result<Vec<Lit>> {
        let of = &self.objects[object.0];
        let room = memory.length;
        let mut conditions = Vec::new();
        if let Some([begin, end]) = &of.window {
            // The bytes before and behind do not exist.
            let [first, after] = [at, at + room].map(|offset| number(offset.cast_unsigned(), 64));
            conditions.extend([graph.equal(begin, &first), !graph.below(&after, end)]);
        } else {
            if at > 0 {
                refuse!("{} begins {at} bytes too early", of.name);
            }
            let left = number((room + at).max(0).cast_unsigned(), 64);
            let too_long = graph.below(&left, &of.length);
            if too_long == Lit::TRUE {
                refuse!("{} has no more than {} bytes", of.name, room + at);
            }
            conditions.push(!too_long);
        }
        let alignment = memory.alignment.min(1 << at.trailing_zeros().min(12));
        if of.alignment > alignment && known(&of.length) != Some(0) {
            refuse!("{} need be aligned to {alignment} bytes alone, and not to {}", of.name, of.alignment);
        }
        if of.is_room && !memory.is_room {
            refuse!("{} is part of the result", of.name);
        }
        if of.writable != Writable::None && !memory.is_written {
            refuse!("{} may not be written", of.name);
        }
        let byte_at = |offset: i64| usize::try_from(offset - at).ok().and_then(|index| memory.bytes.get(index));
        for (&offset, bits) in &of.bytes {
            let Some(&byte) = byte_at(offset) else { continue };
            let same = graph.equal(bits, &number(u64::from(byte), 8));
            let exists = is_inside(graph, offset, &of.length);
            conditions.push(graph.or(!exists, same));
        }
        Ok(conditions)
    }

    /// In one line an object, the bytes that depend on variables that `is_asked` picks.
    pub(crate) fn shown(&self, values: &Values, is_asked: &dyn Fn(Lit) -> bool) -> Vec<String> {
        let mut lines = Vec::new();
        for Object { name, bytes, .. } in &self.objects {
            let mut asked: Vec<i64> =
                bytes.iter().filter(|(_, bits)| bits.iter().any(|&bit| is_asked(bit))).map(|(&at, _)| at).collect();
            asked.sort_unstable();
            for run in asked.chunk_by(|a, b| a + 1 == *b) {
                let hex: String = run.iter().map(|at| format!("{:02x}", values.number(&bytes[at]))).collect();
                lines.push(format!("{name} from byte {} on = {hex}", run[0]));
            }
        }
        lines
    }

    /// Of each object, the name, whether it is written, whether its bytes on entry may mean
    /// something, and these.
    pub(crate) fn contents(&self) -> impl Iterator<Item = (&str, bool, bool, &FxHashMap<i64, Vec<Lit>>)> {
        self.objects.iter().map(|of| {
            let means = matches!(of.initial, Initial::Any | Initial::Unknown);
            (of.name.as_str(), of.writable != Writable::None, means, &of.bytes)
        })
    }

    /// Whether an object, by its number, has no byte.
    pub(crate) fn is_empty(&self, object: usize) -> bool {
        known(&self.objects[object].length) == Some(0)
    }

    /// An object's name.
    pub(crate) fn name(&self, object: ObjectId) -> &str {
        &self.objects[object.0].name
    }

    /// Whether an address was stored from this place on.
    pub(crate) fn holds_address(&self, memory: &Memory, object: ObjectId, offset: i64) -> bool {
        memory.addresses.contains_key(&(object, offset))
    }

    /// The object of an access, which must permit its direction and alignment, and the bytes that
    /// the access may touch.
    fn accessed(&mut self, graph: &Graph, access: Access, writes: bool) -> Result<(ObjectId, Range<i64>)> {
        let Some(id) = access.address.object() else {
            refuse!("an access at {:#x} to no object, or to more than one", self.ip);
        };
        let object = &self.objects[id.0];
        let name = object.name.clone();
        let length = known(&object.length).map_or(i64::MAX, u64::cast_signed);
        let bytes = match object.writable {
            Writable::None if writes => refuse!("{name} is written at {:#x}", self.ip),
            Writable::Below(limit) => self.red_zone.max(0)..if writes { limit } else { length },
            // `not_kept` sees bytes between others.
            Writable::All if writes && object.kept.start == 0 => object.kept.end..length,
            _ => 0..length,
        };
        let reach = access.reach(graph);
        self.align(graph, reach, access.address, access.alignment)?;
        Ok((id, bytes))
    }

    /// Notes that an address is a multiple of `alignment` wherever `path` is taken.
    pub(crate) fn align(&mut self, graph: &Graph, path: Lit, address: &Word, alignment: u64) -> Result<()> {
        let Some(id) = address.object() else {
            refuse!("an access at {:#x} to no object, or to more than one", self.ip);
        };
        let Object { name, alignment: known, .. } = &self.objects[id.0];
        if alignment > *known {
            refuse!("{name} need not be {alignment}-byte aligned, as it is taken for at {:#x}", self.ip);
        }
        let name = name.clone();
        let on_boundary = !graph.any(&address.offset()[..alignment.trailing_zeros() as usize]);
        let before = self.obligations.len();
        self.oblige(graph, path, on_boundary, || format!("{name}: alignment to {alignment} bytes"));
        self.obligations[before..].iter_mut().for_each(|obligation| obligation.is_alignment = true);
        Ok(())
    }

    /// Whether an offset is so near an object that addresses there have the order of their offsets:
    /// up to a page behind it, and, if it has bytes, up to a page before. An object without bytes
    /// may be anywhere but at zero, as an empty slice's is.
    pub(crate) fn is_near(&self, graph: &Graph, object: ObjectId, offset: &[Lit]) -> Lit {
        let (page, length) = (number(PAGE, 64), &self.objects[object.0].length);
        let behind = graph.and(!offset[63], !graph.below(&graph.add(length, &page), offset));
        let before = graph.and(graph.any(length), graph.below(&graph.add(offset, &page), &page));
        graph.or(behind, before)
    }

    /// Notes where rsp is at the instruction at hand.
    pub(crate) fn stack_is_used_from(&mut self, rsp: i64) {
        self.red_zone = rsp - RED_ZONE;
    }

    /// Records that rsp moved from one place on the stack to another. A signal handler may own what
    /// lies more than 128 bytes below it, so that is undefined from then on.
    pub(crate) fn move_stack(&mut self, graph: &Graph, memory: &mut Memory, stack: ObjectId, from: i64, to: i64) {
        if to <= from {
            return;
        }
        let limit = to - RED_ZONE;
        let on_stack = |&&(object, at): &&(ObjectId, i64)| object == stack && at < limit;
        let mut lost: BTreeSet<i64> = memory.written.keys().filter(on_stack).map(|&(_, at)| at).collect();
        lost.extend(self.objects[stack.0].bytes.keys().copied().filter(|&at| at < limit));
        lost.extend(memory.addresses.keys().filter(on_stack).flat_map(|&(_, at)| at..at + 8));
        for at in lost {
            memory.break_addresses(graph, stack, at, 1);
            memory.make_undefined(graph, stack, at..at + 1);
        }
    }

    /// Whether an access is to an object of unknown bytes; that it lies within them is an
    /// obligation.
    fn is_within_unknown(&mut self, graph: &Graph, access: Access, object: ObjectId) -> bool {
        let Object { name, length, initial: Initial::Unknown, .. } = &self.objects[object.0] else { return false };
        let (name, length, size) = (name.clone(), length.clone(), number(access.size as u64, 64));
        let last = graph.sub(&length, &size);
        let (has_room, before) = (!graph.below(&length, &size), !graph.below(&last, access.address.offset()));
        let (inside, reach) = (graph.and(has_room, before), access.reach(graph));
        self.oblige(graph, reach, inside, || format!("{name} is used within its bytes"));
        true
    }

    /// The places that an access may touch, each with its condition; that it is one of them is an
    /// obligation.
    fn places(
        &mut self,
        graph: &Graph,
        access: Access,
        writes: bool,
        (id, bytes): (ObjectId, Range<i64>),
    ) -> Result<(ObjectId, Vec<(Lit, i64)>)> {
        let Access { address, size, .. } = access;
        let size = size.cast_signed() as i64;
        let Object { name, length, .. } = &self.objects[id.0];
        let (name, length) = (name.clone(), length.clone());
        let verb = if writes { "written" } else { "read" };
        let reach = access.reach(graph);
        if let Some(offset) = only_value(graph, address.offset())? {
            let offset = offset.cast_signed();
            let inside = if bytes.end < i64::MAX {
                Lit::constant(offset >= bytes.start && offset.checked_add(size).is_some_and(|end| end <= bytes.end))
            } else if offset < 0 {
                Lit::FALSE
            } else {
                let end = number((offset + size).cast_unsigned(), 64);
                !graph.below(&length, &end)
            };
            self.oblige(graph, reach, inside, || format!("{name}: bytes {offset} to {} are {verb}", offset + size));
            return Ok((id, vec![(Lit::TRUE, offset)]));
        }
        let step = 1i64 << address.offset().iter().take_while(|bit| bit.known().is_some()).count().min(62);
        let first = known(&address.offset()[..step.trailing_zeros() as usize]).unwrap_or(0).cast_signed();
        if bytes.end == i64::MAX || (bytes.end - size - first) / step >= MOST_PLACES {
            refuse!("{name} is {verb} at an unknown place, at {:#x}", self.ip);
        }
        let possible = graph.table(address.offset(), FEW_VARIABLES, usize::MAX);
        let possible: Option<FxHashSet<u64>> = possible.map(|(_, values)| values.into_iter().collect());
        let mut places = Vec::new();
        let mut offset = first;
        while offset + size <= bytes.end {
            let here = number(offset.cast_unsigned(), 64);
            let condition = graph.equal(address.offset(), &here);
            let excluded = possible.as_ref().is_some_and(|values| !values.contains(&offset.cast_unsigned()));
            if condition != Lit::FALSE && !excluded && offset >= bytes.start {
                places.push((condition, offset));
            }
            offset += step;
        }
        let conditions: Bits = places.iter().map(|place| place.0).collect();
        let inside = graph.any(&conditions);
        self.oblige(graph, reach, inside, || format!("{name} is {verb} within its bytes"));
        Ok((id, places))
    }

    pub(crate) fn read(&mut self, graph: &Graph, memory: &Memory, access: Access) -> Result<Word> {
        let Access { address, .. } = access;
        let accessed = self.accessed(graph, access, false)?;
        if self.is_within_unknown(graph, access, accessed.0) {
            let bits = self.any_at(graph, accessed.0, address.offset(), 8 * access.size);
            if self.objects[accessed.0.0].writable == Writable::None {
                self.reads.push(Read { object: accessed.0, offset: address.offset().to_vec(), bits: bits.clone() });
            }
            return Ok(Word::number(bits));
        }
        let (object, places) = self.places(graph, access, false, accessed)?;
        self.oblige_window(graph, access, object, &places);
        if let [(Lit::TRUE, offset)] = places[..] {
            if let (8, Some(word)) = (access.size, memory.addresses.get(&(object, offset))) {
                return Ok(word.clone());
            }
            return Ok(Word::number(self.seen(graph, memory, object, offset, access.size)?));
        }
        if let Some(bits) = self.constants_at(graph, memory, access, object, &places)? {
            return Ok(Word::number(bits));
        }
        let mut bits = zeros(8 * access.size);
        for (condition, offset) in places {
            let here = self.seen(graph, memory, object, offset, access.size)?;
            let here = graph.gated(condition, &here);
            bits = graph.or_each(&bits, &here);
        }
        Ok(Word::number(bits))
    }

    /// The bytes that a kernel reads. Those that it may not write may be another thread's: each
    /// read finds something else there, but for what the contract says, such as zeros.
    fn seen(&mut self, graph: &Graph, memory: &Memory, object: ObjectId, offset: i64, size: usize) -> Result<Bits> {
        let mut bits = self.now(graph, memory, object, offset, size)?;
        for (byte, at) in bits.chunks_mut(8).zip(offset..) {
            if self.objects[object.0].kept.contains(&at) && byte.iter().any(|bit| bit.known().is_none()) {
                byte.copy_from_slice(&graph.undefined_bits(8));
            }
        }
        Ok(bits)
    }

    /// Any bits at an offset of an object. Where it is never written, the same offset has the same
    /// bits.
    fn any_at(&mut self, graph: &Graph, object: ObjectId, offset: &[Lit], count: usize) -> Bits {
        let Object { writable, reads, .. } = &mut self.objects[object.0];
        if *writable != Writable::None {
            return graph.inputs(count);
        }
        let before = reads.len();
        let new = || (before, graph.inputs(count));
        reads.entry((offset.to_vec(), count)).or_insert_with(new).1.clone()
    }

    /// The byte at an offset of an object of any bytes that is never written.
    pub(crate) fn byte_at(&mut self, graph: &Graph, object: ObjectId, offset: &[Lit]) -> Bits {
        let of = &self.objects[object.0];
        assert!(of.writable == Writable::None && matches!(of.initial, Initial::Unknown));
        self.any_at(graph, object, offset, 8)
    }

    /// The offsets at which bytes of such an object were asked for, each with what is there, in
    /// order.
    pub(crate) fn bytes_read(&self, object: ObjectId) -> Vec<(Bits, Bits)> {
        let mut found: Vec<_> = self.objects[object.0].reads.iter().filter(|((_, count), _)| *count == 8).collect();
        found.sort_unstable_by_key(|(_, (before, _))| *before);
        found.into_iter().map(|((offset, _), (_, bits))| (offset.clone(), bits.clone())).collect()
    }

    /// The value at an address among those of a table: for each bit, a tree over the unknown bits
    /// of the address. Equal branches are shared, so bits without effect do not appear.
    fn constants_at(
        &mut self,
        graph: &Graph,
        memory: &Memory,
        Access { address, size, .. }: Access,
        object: ObjectId,
        places: &[(Lit, i64)],
    ) -> Result<Option<Bits>> {
        let unknown: Vec<usize> = (0..64).filter(|&place| address.offset()[place].known().is_none()).collect();
        if unknown.len() > FEW_UNKNOWN || unknown.windows(2).any(|pair| pair[0] + 1 != pair[1]) {
            return Ok(None);
        }
        let first = number_of_known(address.offset());
        let mut leaves: Vec<Bits> = vec![zeros(8 * size); 1 << unknown.len()];
        for &(_, offset) in places {
            let index = (offset.cast_unsigned() - first) >> unknown.first().copied().unwrap_or(0);
            leaves[index as usize] = self.now(graph, memory, object, offset, size)?;
        }
        if leaves.iter().flatten().any(|bit| bit.known().is_none()) {
            return Ok(None);
        }
        for place in unknown {
            let bit = address.offset()[place];
            leaves = leaves.chunks(2).map(|pair| graph.choose_each(bit, &pair[1], &pair[0])).collect();
        }
        Ok(leaves.pop())
    }

    pub(crate) fn write(&mut self, graph: &Graph, memory: &mut Memory, value: &Word, access: Access) -> Result<()> {
        let accessed = self.accessed(graph, access, true)?;
        if self.is_within_unknown(graph, access, accessed.0) {
            if !value.is_number() {
                refuse!("an address is stored among unknown bytes, at {:#x}", self.ip);
            }
            return Ok(());
        }
        let (object, places) = self.places(graph, access, true, accessed)?;
        let Ok(bits) = value.as_number() else {
            let ([(Lit::TRUE, offset)], Lit::TRUE) = (&places[..], access.gate) else {
                refuse!("an address is stored at an unknown place, at {:#x}", self.ip);
            };
            memory.put_address(graph, object, *offset, value.clone());
            return Ok(());
        };
        for (condition, offset) in places {
            let condition = graph.and(condition, access.gate);
            memory.break_addresses(graph, object, offset, access.size.cast_signed() as i64);
            let bits = match condition {
                Lit::TRUE => bits.to_vec(),
                _ => {
                    let before = self.now(graph, memory, object, offset, access.size)?;
                    graph.choose_each(condition, bits, &before)
                }
            };
            memory.put(graph, object, offset, &bits);
        }
        Ok(())
    }

    /// The memory where two paths meet: `a` if `first` holds, else `b`.
    pub(crate) fn merged(&mut self, graph: &Graph, first: Lit, a: &Memory, b: &Memory) -> Memory {
        let mut merged = a.clone();
        for (&place, byte) in &b.written {
            let other = match a.written.get(&place) {
                Some(other) if other == byte => continue,
                Some(other) => other.to_vec(),
                None => self.initial_byte(graph, place.0, place.1),
            };
            let byte = graph.choose_each(first, &other, byte);
            merged.written.insert(place, byte.try_into().expect("eight bits"));
        }
        let mut only_a: Vec<_> = a.written.iter().filter(|(place, _)| !b.written.contains_key(place)).collect();
        only_a.sort_unstable_by_key(|(place, _)| **place);
        for (&place, byte) in only_a {
            let other = self.initial_byte(graph, place.0, place.1);
            let byte = graph.choose_each(first, byte, &other);
            merged.written.insert(place, byte.try_into().expect("eight bits"));
        }
        // An address stored in only one of them, or different in each, cannot be used.
        for (place, word) in a.addresses.iter().chain(&b.addresses) {
            if a.addresses.get(place) != Some(word) || b.addresses.get(place) != Some(word) {
                merged.addresses.remove(place);
                merged.make_undefined(graph, place.0, place.1..place.1 + 8);
            }
        }
        merged
    }

    /// Frees those bytes of an object that differ in another memory and adds them to the `unknown`
    /// ones, which are free already; whether any were added.
    pub(crate) fn forget(
        &mut self,
        graph: &Graph,
        memory: &mut Memory,
        other: &Memory,
        object: ObjectId,
        unknown: &mut BTreeSet<i64>,
    ) -> Result<bool> {
        let written = memory.written.keys().chain(other.written.keys());
        let places: BTreeSet<i64> = written.filter(|(of, _)| *of == object).map(|&(_, at)| at).collect();
        let before = unknown.len();
        for at in places {
            if unknown.contains(&at) {
                continue;
            }
            if self.now(graph, memory, object, at, 1)? != self.now(graph, other, object, at, 1)? {
                memory.written.insert((object, at), graph.inputs(8).try_into().expect("eight bits"));
                unknown.insert(at);
            }
        }
        Ok(unknown.len() > before)
    }

    /// Makes undefined what is in objects that a loop writes: at its head another element may stand
    /// there, or what an earlier turn has written. They must hold nothing on entry that means
    /// something.
    pub(crate) fn forget_all(&self, graph: &Graph, memory: &mut Memory, objects: &[ObjectId]) -> Result<()> {
        for &object in objects {
            let Object { name, initial, bytes, .. } = &self.objects[object.0];
            if !matches!(initial, Initial::Garbage) {
                refuse!("{name} is not only written in a loop");
            }
            let is_there = |&&(of, _): &&(ObjectId, i64)| of == object;
            // Bytes that were read before they were written may be in a register.
            let mut places: BTreeSet<i64> = bytes.keys().copied().collect();
            places.extend(memory.written.keys().filter(is_there).map(|&(_, at)| at));
            places.extend(memory.addresses.keys().filter(is_there).flat_map(|&(_, at)| at..at + 8));
            memory.addresses.retain(|&(of, _), _| of != object);
            for at in places {
                memory.make_undefined(graph, object, at..at + 1);
            }
        }
        Ok(())
    }

    /// In words, the first place where two memories differ, apart from some objects.
    pub(crate) fn difference(&self, a: &Memory, b: &Memory, but_in: &[ObjectId]) -> Option<String> {
        let within = |one: &Memory, other: &Memory| {
            let differs = |(place, byte): &(&(ObjectId, i64), &[Lit; 8])| {
                let initial = self.objects[place.0.0].bytes.get(&place.1);
                other.written.get(*place).map(|other| &other[..]).or(initial.map(|bits| &bits[..])) != Some(&byte[..])
            };
            one.written.iter().filter(differs).map(|(place, _)| *place).collect::<Vec<_>>()
        };
        let addresses = a.addresses.iter().chain(&b.addresses);
        let moved =
            addresses.filter(|(place, _)| a.addresses.get(place) != b.addresses.get(place)).map(|(place, _)| *place);
        let places = within(a, b).into_iter().chain(within(b, a)).chain(moved);
        let (object, at) = places.filter(|(object, _)| !but_in.contains(object)).min()?;
        Some(format!("byte {at} of {}", self.objects[object.0].name))
    }
}

/// An upper bound of the numbers that bits can form, some of which are known.
fn most(bits: &[Lit]) -> i64 {
    bits.iter().enumerate().fold(0, |most, (place, &bit)| most | i64::from(bit != Lit::FALSE) << place)
}

/// Memory that a call is given.
pub(crate) struct Given<'a> {
    /// In bytes.
    pub(crate) length: i64,
    /// The alignment of its first byte's address.
    pub(crate) alignment: u64,
    pub(crate) is_written: bool,
    /// Whether none of it is part of the result.
    pub(crate) is_room: bool,
    /// Its contents, if they mean anything.
    pub(crate) bytes: &'a [u8],
}

/// Whether an object of some length has a byte at an offset.
fn is_inside(graph: &Graph, offset: i64, length: &[Lit]) -> Lit {
    graph.below(&number(offset.cast_unsigned(), 64), length)
}

/// The number formed by those bits of a vector that are constant and set.
fn number_of_known(bits: &[Lit]) -> u64 {
    bits.iter().enumerate().fold(0, |value, (place, &bit)| value | u64::from(bit == Lit::TRUE) << place)
}

/// The value of a vector, if it is the same for all inputs.
fn only_value(graph: &Graph, bits: &[Lit]) -> Result<Option<u64>> {
    let unknown = bits.iter().filter(|bit| bit.known().is_none()).count();
    if unknown <= FEW_UNKNOWN {
        return Ok(known(bits));
    }
    let mut random = Random::new(3);
    let value = graph.evaluate(|_, _| random.next_u64()).number(bits);
    let differs = !graph.equal(bits, &number(value, 64));
    Ok(model_of(graph, &[differs])?.is_none().then_some(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_offset_of_what_is_never_written_has_the_same_bits() {
        let image = Image::of_this_program().unwrap();
        let (mut world, graph) = (World::new(&image), Graph::new());
        let (a, b) = (graph.inputs(64), graph.inputs(64));
        for (is_written, access) in [(false, harness::Access::Read), (true, harness::Access::Update)] {
            let object = world.unknown("the bytes", &Array::new(access, 1, 1), number(1 << 20, 64));
            let mut read = |offset: &Bits, size| {
                let address = &Word::beside(object, offset.clone());
                let access = Access { path: Lit::TRUE, address, size, alignment: 1, gate: Lit::TRUE };
                world.read(&graph, &Memory::default(), access).unwrap()
            };
            let [first, again, other, longer] = [(&a, 1), (&a, 1), (&b, 1), (&a, 2)].map(|(at, size)| read(at, size));
            assert_eq!(first == again, !is_written);
            assert_ne!(first, other);
            assert_ne!(first.offset(), &longer.offset()[..8]);
        }
    }
}
