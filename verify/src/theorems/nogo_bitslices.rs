//! NoGo's random games in bit slices: a step from any state of the games. Contract and layout: asm/nogo/bitslices.inc.
//!
//! The code of a step is cut at its head and at eight places within, three of which are the heads of the loops over rows in which
//! sets of stones grow. At each cut what was made since the last one is named, and then taken for anything. What the code makes
//! between two cuts is shown of one game in `nogo_bitslices_step.rs`, as all games are the same function of their own bits; that a
//! step made of these parts keeps to the rules is shown in `nogo_bitslices_rule.rs`.
//!
//! The games of a step share two things beside the random numbers: how many of them are over, and whether any of them needs one
//! pass more over its rows. So a step has three ends, after one pass, two or three.

use super::nogo_bitslices_step::{self as step, Named, Step};
use super::{Case, Theorem, nogo_bitslices_rule};
use crate::bits::{Bits, number, resized, zeros};
use crate::graph::{Graph, Lit};
use crate::image::Kernel;
use crate::memory::{ObjectId, Word};
use crate::places::Place;
use crate::proof::Proof;
use crate::refused::{Refused, Result, refuse};
use crate::rules::nogo::CELLS;
use crate::rules::random;
use crate::state::State;
use iced_x86::{Instruction, OpKind, Register};
use stonemask::Tier;

pub(super) fn theorems() -> Vec<Theorem> {
    vec![Theorem {
        family: "nogo_bitslices_plies",
        claim: "each part of a step of every game, the random numbers, memory and frame, for every state of the games",
        cases,
        quick_one_of: 13,
    }]
}

fn cases(kernel: &Kernel) -> Vec<Case> {
    let mut cases = Vec::new();
    for shaped in [false, true] {
        for half in [0, 1] {
            let boards = if shaped { "any boards" } else { "full boards" };
            let name = format!("{boards}, the last point in half {half}");
            cases.push(Case::new(name, move |proof: &mut Proof| steps(proof, half, shaped)));
        }
    }
    // Once for all tiers.
    if kernel.tier == Tier::Avx2 {
        cases.extend(nogo_bitslices_rule::cases());
    }
    cases
}

// The planes by number, as in asm/nogo/bitslices.inc.
const OCCUPIED: usize = 0;
const COLOUR: usize = 81;
const UNREACHED: usize = 162;
const CANDIDATES: usize = 243;
const DRAWN: usize = 405;
/// Of each half of the points drawn.
const ROWS_AND_COLUMNS: usize = 18;
const SIDE: usize = 441;
const OVER: usize = 442;
const PENDING: usize = 443;
const REFUSED: usize = 444;
const DROPPED: usize = 445;
const PLIES: usize = 447;
const SCRATCH: usize = 454;
const PREFIX: usize = SCRATCH + 36;
const MASK: usize = SCRATCH + 99;
const FRESH: usize = SCRATCH + 107;
const TRIED: usize = SCRATCH + 108;
/// The edges on the right, those above, and the points on the board.
const EDGES: usize = 566;
const WALL_RIGHT: usize = 809;
const WALL_ABOVE: usize = 890;
const PLANES: usize = 971;
/// Bytes between the planes: the half of the last point, whether boards are shaped, and the random numbers.
const NUMBERS: i64 = 320;
const RANDOM_BYTES: i64 = 256;

/// The games, and what stays the same in a call.
struct Slices {
    object: ObjectId,
    /// Bytes of a plane.
    bytes: usize,
    /// Whether there are boards other than the full one; the points on the board.
    shaped: Bits,
    inside: Vec<Bits>,
    least: Bits,
    limit: Bits,
    entry: State,
}

/// Where a plane is.
#[derive(Clone, Copy)]
enum At {
    Plane(usize),
    Vector(usize),
}

impl Slices {
    fn games(&self) -> usize {
        8 * self.bytes
    }

    fn plane_at(&self, plane: usize) -> i64 {
        (plane * self.bytes) as i64 + if plane < SCRATCH { 0 } else { NUMBERS }
    }

    /// Where the offset of the last point's half is, then whether boards are shaped; and the random numbers' state.
    fn last_at(&self) -> i64 {
        (SCRATCH * self.bytes) as i64
    }

    fn random_at(&self) -> i64 {
        self.last_at() + 64
    }

    /// The offset of a half of the points drawn from the first half.
    fn half(&self, half: usize) -> i64 {
        (half * ROWS_AND_COLUMNS * self.bytes) as i64
    }

    fn get(&self, proof: &mut Proof, state: &State, at: At) -> Result<Bits> {
        match at {
            At::Plane(plane) => proof.stored(state, self.object, self.plane_at(plane), self.bytes),
            At::Vector(vector) => Ok(state.vectors[vector][..self.games()].to_vec()),
        }
    }

    fn set(&self, proof: &Proof, state: &mut State, at: At, plane: &[Lit]) {
        match at {
            At::Plane(index) => proof.world.put(&mut state.memory, self.object, self.plane_at(index), plane),
            At::Vector(vector) => _ = state.vectors[vector].splice(..plane.len(), plane.iter().copied()),
        }
    }

    fn planes(&self, proof: &mut Proof, state: &State, first: usize, count: usize) -> Result<Vec<Bits>> {
        (first..first + count).map(|plane| self.get(proof, state, At::Plane(plane))).collect()
    }

    /// What is known at a step's head, where the last point is in a half.
    fn head(&self, proof: &mut Proof, half: usize) -> Place {
        let mut place = Place::new(proof.kernel.loop_heads()[0]);
        place.wide = true;
        place.pushed(&self.entry, &[Register::RBX]);
        use Register::{R8, R12, R13, R14, R15, RBP, RBX, RDI, RDX, RSI};
        place.kept(&self.entry, &[RBP, R12, R13, R14, R15, RDI, RSI]);
        place.is(R8, Word::at(self.object, self.plane_at(DRAWN) + self.half(half)));
        let left = place.any(&mut proof.graph, 64);
        place.is(RDX, Word::number(left.clone()));
        let steps = place.number(&mut proof.graph, RBX, 32);
        let sum = proof.graph.add(&steps, &left[..32]);
        let all = proof.graph.equal(&sum, &self.limit);
        place.conditions.push(("the steps made and those left are the limit", all));
        place.memory.push((self.object, self.last_at() + 8, self.shaped.clone()));
        if let Some(planes) = self.of_boards(proof) {
            place.memory.push((self.object, self.plane_at(EDGES), planes));
        }
        place
    }

    /// The planes of the boards' edges and points, where there may be others than the full board.
    fn of_boards(&self, proof: &mut Proof) -> Option<Bits> {
        let inside = (!self.inside.is_empty()).then_some(&self.inside)?;
        let games = self.games();
        let mut edge = |a: Option<usize>, b: usize| -> Bits {
            let Some(a) = a else { return vec![Lit::TRUE; games] };
            let both = proof.graph.and_each(&inside[a], &inside[b]);
            proof.graph.not_each(&both)
        };
        let right: Vec<Bits> = (0..CELLS).map(|cell| edge((cell % 9 < 8).then_some(cell + 1), cell)).collect();
        let above: Vec<Bits> = (0..CELLS).map(|cell| edge(cell.checked_sub(9), cell)).collect();
        Some([right, above, inside.clone()].concat().concat())
    }
}

/// Where the code is cut within a step.
struct Cuts {
    head: u64,
    /// The candidates are counted; numbers are made; one is drawn; its row is chosen; and its column.
    counted: u64,
    numbered: u64,
    drawn: u64,
    row: u64,
    column: u64,
    /// For full boards and for others: the heads of the three passes over the rows, and where they end.
    passes: [[(u64, u64); 3]; 2],
}

impl Cuts {
    fn of(proof: &Proof, slices: &Slices) -> Result<Cuts> {
        let kernel = proof.kernel;
        let [head, _, _, row, _, first, up, second, _, shaped_first, shaped_up, shaped_second] =
            kernel.loop_heads()[..]
        else {
            refuse!("there are not twelve loops");
        };
        let last_random = slices.random_at() + RANDOM_BYTES - slices.bytes as i64;
        let stores = |i: &Instruction, at: i64| {
            i.op0_kind() == OpKind::Memory
                && i.memory_base() == Register::RDI
                && i.memory_displacement64().cast_signed() == at
                && i.op1_register().is_vector_register()
        };
        let tried = slices.plane_at(TRIED);
        let counted = |i: &Instruction| i.op0_register() == Register::EAX && i.op1_register() == Register::ESI;
        let column = |i: &Instruction| {
            i.op0_kind() == OpKind::Memory && i.memory_displacement64().cast_signed() == slices.last_at() + 8
        };
        let [first, up, second, shaped_first, shaped_up, shaped_second] =
            [first, up, second, shaped_first, shaped_up, shaped_second].map(|head| (head, kernel.after_loop(head)));
        Ok(Cuts {
            head,
            counted: the_one(kernel, counted)?.ip(),
            numbered: the_one(kernel, |i| stores(i, last_random))?.next_ip(),
            drawn: the_one(kernel, |i| stores(i, tried))?.next_ip(),
            row,
            column: the_one(kernel, column)?.ip(),
            passes: [[first, up, second], [shaped_first, shaped_up, shaped_second]],
        })
    }
}

/// The one instruction that is so.
fn the_one(kernel: &Kernel, is: impl Fn(&Instruction) -> bool) -> Result<Instruction> {
    let mut found = kernel.instructions.values().filter(|i| is(i));
    match (found.next(), found.next()) {
        (Some(one), None) => Ok(*one),
        (None, _) => Err(Refused::new("an instruction that names a cut is not there")),
        _ => refuse!("an instruction that names a cut is there more than once"),
    }
}

/// A step under way: what is known at its cuts.
struct Cutting<'a> {
    slices: &'a Slices,
    /// By name, planes that are anything from a cut on, and what the code made of them before it.
    given: Named<Bits>,
    found: Named<Bits>,
}

impl Cutting<'_> {
    /// Names planes, which are anything from here on.
    fn cut(&mut self, proof: &mut Proof, state: &mut State, name: &'static str, places: &[At]) -> Result<()> {
        for &at in places {
            let found = self.slices.get(proof, state, at)?;
            let given = proof.graph.inputs(self.slices.games());
            self.slices.set(proof, state, at, &given);
            self.found.entry(name).or_default().push(found);
            self.given.entry(name).or_default().push(given);
        }
        Ok(())
    }

    fn cut_planes(
        &mut self,
        proof: &mut Proof,
        state: &mut State,
        name: &'static str,
        first: usize,
        count: usize,
    ) -> Result<()> {
        let places: Vec<At> = (first..first + count).map(At::Plane).collect();
        self.cut(proof, state, name, &places)
    }

    /// A pass over the rows in an order, in each of which what is not reached is anything from there on.
    fn pass(
        &mut self,
        proof: &mut Proof,
        name: &'static str,
        mut state: State,
        (head, done): (u64, u64),
        rows: &[usize],
    ) -> Result<State> {
        let mut by_cell = (vec![Bits::new(); CELLS], vec![Bits::new(); CELLS]);
        for (turn, row) in rows.iter().enumerate() {
            let to = if turn + 1 < rows.len() { head } else { done };
            state = only(proof, head, state, &[head, done], to)?;
            for column in 0..9 {
                let cell = 9 * row + column;
                let (register, memory) = (At::Vector(column), At::Plane(UNREACHED + cell));
                let found = self.slices.get(proof, &state, register)?;
                if self.slices.get(proof, &state, memory)? != found {
                    refuse!("a row is not stored as it is in registers");
                }
                let given = proof.graph.inputs(self.slices.games());
                self.slices.set(proof, &mut state, register, &given);
                self.slices.set(proof, &mut state, memory, &given);
                (by_cell.0[cell], by_cell.1[cell]) = (given, found);
            }
        }
        self.given.insert(name, by_cell.0);
        self.found.insert(name, by_cell.1);
        Ok(state)
    }

    /// Where a pass has ended: the state at the next pass, and at the step's end if no game needs that.
    fn next_pass(
        &mut self,
        proof: &mut Proof,
        state: State,
        missing: &[Lit],
        [from, next, settled]: [u64; 3],
    ) -> Result<[State; 2]> {
        let mut ends = proof.run(from, state, &[next, settled])?;
        let (Some(on), Some(settled), None) = (ends.cuts.remove(&next), ends.cuts.remove(&settled), ends.returned)
        else {
            refuse!("a pass does not lead to the next one and to the end of a step");
        };
        let tried = &self.given["tried"][0];
        let needs_more = proof.graph.and_each(missing, tried);
        let more = proof.graph.any(&needs_more);
        proof.show_equal("another pass is made if some game needs it", &[on.path, settled.path], &[more, !more])?;
        proof.can_be(on.path, "the way to another pass")?;
        proof.can_be(settled.path, "the way past another pass")?;
        Ok([on, settled].map(|state| State { path: Lit::TRUE, ..state }))
    }

    /// From where a step's passes end to the next step, of which everything is known.
    fn end(
        &mut self,
        proof: &mut Proof,
        name: &'static str,
        pass: &str,
        from: u64,
        state: State,
        next: &Place,
    ) -> Result<()> {
        let state = only(proof, from, state, &[next.at], next.at)?;
        proof.show_place(next, &state, &self.slices.entry)?;
        // What the step has made before is as it was.
        let half = next_half(next, self.slices);
        let kept = [
            ("stones", OCCUPIED),
            ("colours", COLOUR),
            (pass, UNREACHED),
            ("black left", CANDIDATES),
            ("white left", CANDIDATES + CELLS),
            ("row", DRAWN + half * ROWS_AND_COLUMNS),
            ("column", DRAWN + half * ROWS_AND_COLUMNS + 9),
        ];
        for (name, first) in kept {
            let planes = &self.given[name];
            if self.slices.planes(proof, &state, first, planes.len())? != *planes {
                refuse!("{name}: others at the next step's head than before");
            }
        }
        let made = [PENDING, REFUSED, DROPPED, DROPPED + 1, SIDE].into_iter().chain(PLIES..PLIES + step::PLIES);
        let mut planes = Vec::new();
        for plane in made {
            planes.push(self.slices.get(proof, &state, At::Plane(plane))?);
        }
        self.found.insert(name, planes);
        Ok(())
    }
}

/// Which half of the points drawn a step begins with.
fn next_half(head: &Place, slices: &Slices) -> usize {
    let (_, word) = head.general.iter().find(|(register, _)| *register == Register::R8).expect("the last point");
    usize::from(*word != Word::at(slices.object, slices.plane_at(DRAWN)))
}

/// Runs from a place to another, where every path leads.
fn only(proof: &mut Proof, from: u64, state: State, cuts: &[u64], to: u64) -> Result<State> {
    let mut ends = proof.run(from, state, cuts)?;
    match (ends.cuts.remove(&to), ends.cuts.is_empty(), ends.returned) {
        (Some(state), true, None) if state.path == Lit::TRUE => Ok(state),
        _ => refuse!("a path does not lead from {:#x} to {:#x}", from, to),
    }
}

fn steps(proof: &mut Proof, half: usize, shaped: bool) -> Result<()> {
    let bytes = if proof.kernel.tier == Tier::Avx512 { 64 } else { 32 };
    let length = NUMBERS + (bytes * PLANES) as i64;
    let object = proof.world.state("the games", number(length.cast_unsigned(), 64), 64);
    let (least, limit) = (proof.graph.inputs(32), proof.graph.inputs(32));
    let arguments = [Word::at(object, 0), proof.narrow(&least), proof.narrow(&limit)];
    let entry = proof.entry(&arguments);
    let (is_shaped, inside) = if shaped {
        (proof.graph.inputs(64), (0..CELLS).map(|_| proof.graph.inputs(8 * bytes)).collect())
    } else {
        (zeros(64), Vec::new())
    };
    let slices = Slices { object, bytes, shaped: is_shaped, inside, least, limit, entry };
    proof.world.fill(object, slices.last_at(), &number(slices.half(half).cast_unsigned(), 64));
    proof.world.fill(object, slices.last_at() + 8, &slices.shaped);
    if let Some(planes) = slices.of_boards(proof) {
        proof.world.fill(object, slices.plane_at(EDGES), &planes);
    }
    let cuts = Cuts::of(proof, &slices)?;

    let head = slices.head(proof, half);
    let reached = proof.enter(&slices.entry, std::slice::from_ref(&head))?;
    let (Some(first), None) = (reached.places.get(&head.at), &reached.returned) else {
        refuse!("a step is not always begun");
    };
    proof.show("a step is begun", first.path)?;
    let whole = [&slices.entry, first].map(|state| proof.stored(state, object, 0, length as usize));
    let [before, begun] = whole;
    if before? != begun? {
        refuse!("the games change before the first step");
    }

    let state = proof.any_state(&head, &slices.entry)?;
    let mut cutting = Cutting { slices: &slices, given: Named::new(), found: Named::new() };
    let planes = [
        ("occupied", OCCUPIED, CELLS),
        ("colour", COLOUR, CELLS),
        ("unreached", UNREACHED, CELLS),
        ("black", CANDIDATES, CELLS),
        ("white", CANDIDATES + CELLS, CELLS),
        ("last", DRAWN + half * ROWS_AND_COLUMNS, ROWS_AND_COLUMNS),
        ("side", SIDE, 1),
        ("pending", PENDING, 1),
        ("refused", REFUSED, 1),
        ("dropped", DROPPED, 2),
        ("plies", PLIES, step::PLIES),
    ];
    for (name, first, count) in planes {
        cutting.given.insert(name, slices.planes(proof, &state, first, count)?);
    }
    if shaped {
        cutting.given.insert("inside", slices.inside.clone());
    }

    let state = counted(proof, &mut cutting, &cuts, state)?;
    let state = numbered(proof, &mut cutting, &cuts, &head, state, half)?;
    let state = chosen(proof, &mut cutting, &cuts, state, 1 - half)?;
    let state = placed(proof, &mut cutting, &cuts, state, shaped)?;
    let next = slices.head(proof, 1 - half);
    flooded(proof, &mut cutting, cuts.passes[usize::from(shaped)], state, &next)?;
    proof.settle()?;

    let Cutting { given, found, .. } = cutting;
    let (mut apart, lane) = proof.one_lane(slices.games(), |game| {
        let of = |named: &Named<Bits>| named.values().flatten().map(|plane| plane[game]).collect::<Bits>();
        (of(&given), of(&found))
    })?;
    let named = |planes: &Named<Bits>, bits: &[Lit]| -> Named<Lit> {
        let mut bits = bits.iter().copied();
        planes.iter().map(|(&name, planes)| (name, bits.by_ref().take(planes.len()).collect())).collect()
    };
    let of_one = Step { given: named(&given, &lane.inputs), found: named(&found, &lane.terms) };
    let outcome = of_one.show(&mut apart);
    proof.join(apart, outcome)
}

/// To where the candidates are counted: those that are left, how many there are up to each row, and which games are over.
fn counted(proof: &mut Proof, cutting: &mut Cutting, cuts: &Cuts, state: State) -> Result<State> {
    let mut state = only(proof, cuts.head, state, &[cuts.counted], cuts.counted)?;
    let over = cutting.slices.get(proof, &state, At::Plane(OVER))?;
    cutting.found.insert("over", vec![over.clone()]);
    let mut ended = zeros(32);
    for word in over.chunks(64) {
        let here = resized(&proof.graph.count(word), 32);
        ended = proof.graph.add(&ended, &here);
    }
    let found = proof.result(&state, 32)?;
    proof.show_equal("how many games are over", &found, &ended)?;
    // From here on that is any number of them.
    let ended = resized(&proof.graph.inputs(10), 64);
    state.set(Register::RAX, Word::number(ended));
    cutting.cut_planes(proof, &mut state, "black left", CANDIDATES, CELLS)?;
    cutting.cut_planes(proof, &mut state, "white left", CANDIDATES + CELLS, CELLS)?;
    for row in 0..9 {
        cutting.cut_planes(proof, &mut state, "prefix", PREFIX + 7 * row, step::prefix_bits(row))?;
    }
    cutting.cut_planes(proof, &mut state, "mask", MASK, 7)?;
    Ok(state)
}

/// To where random numbers are made, or the return.
fn numbered(
    proof: &mut Proof,
    cutting: &mut Cutting,
    cuts: &Cuts,
    head: &Place,
    state: State,
    half: usize,
) -> Result<State> {
    let slices = cutting.slices;
    let mut ends = proof.run(cuts.counted, state.clone(), &[cuts.numbered])?;
    let (Some(on), Some(returned)) = (ends.cuts.remove(&cuts.numbered), ends.returned) else {
        refuse!("a step does not lead to random numbers and to the return");
    };
    let ended = proof.result(&state, 32)?;
    let no_more = !proof.graph.below(&number(slices.games() as u64, 32), &ended);
    let too_few = proof.graph.below(&ended, &slices.least);
    let word = |register| head.general.iter().find(|(of, _)| *of == register).expect("a counter").1.bits.clone();
    let (steps, left) = (word(Register::RBX), word(Register::RDX));
    let none = proof.graph.is_zero(&left[..32]);
    let goes_on = proof.graph.and(too_few, !none);
    proof.show_equal("when it ends", &[on.path, returned.path], &[goes_on, !goes_on])?;
    for (path, what) in [(on.path, "the way to a step"), (returned.path, "the way to the return")] {
        let way = proof.graph.and(no_more, path);
        proof.can_be(way, what)?;
    }
    returned.check_return(&mut proof.graph, &mut proof.world, &slices.entry)?;
    proof.settle()?;
    let result = proof.result(&returned, 32)?;
    proof.show_equal("how many steps were made", &result, &steps[..32])?;
    let last = proof.stored(&returned, slices.object, slices.last_at(), 8)?;
    proof.show_equal("where the last point is", &last, &number(slices.half(half).cast_unsigned(), 64))?;
    for (at, size) in
        [(0, slices.last_at()), (slices.last_at() + 8, NUMBERS + (PLANES * slices.bytes) as i64 - slices.last_at() - 8)]
    {
        let [before, after] = [&state, &returned].map(|state| proof.stored(state, slices.object, at, size as usize));
        if before? != after? {
            refuse!("the games are others at the return than when they were counted");
        }
    }

    // Eight sequences; a plane has a number of each, or of four.
    let before = proof.stored(&state, slices.object, slices.random_at(), RANDOM_BYTES as usize)?;
    let mut words: Vec<Bits> = before.chunks(64).map(<[Lit]>::to_vec).collect();
    let planes_at_once = 64 / slices.bytes;
    let turns = step::NUMBERS.div_ceil(planes_at_once);
    for turn in 0..turns {
        let mut numbers = Bits::new();
        for lane in 0..8 {
            let state = [0, 1, 2, 3].map(|word| words[8 * word + lane].clone());
            let (drawn, next) = random_step(proof, state.each_ref().map(|word| &word[..]))?;
            numbers.extend(drawn);
            next.into_iter().enumerate().for_each(|(word, bits)| words[8 * word + lane] = bits);
        }
        let at = slices.plane_at(SCRATCH + turn * planes_at_once);
        let found = proof.stored(&on, slices.object, at, 64)?;
        proof.show_equal("the random numbers", &found, &numbers)?;
    }
    let after = proof.stored(&on, slices.object, slices.random_at(), RANDOM_BYTES as usize)?;
    proof.show_equal("the sequences after these numbers", &after, &words.concat())?;
    let mut on = State { path: Lit::TRUE, ..on };
    cutting.cut_planes(proof, &mut on, "numbers", SCRATCH, step::NUMBERS)?;
    // They are no function of one game.
    cutting.found.remove("numbers");
    Ok(on)
}

/// A step of a sequence. Avx512 adds three terms up in another order than the rule does, which is shown to be no matter.
fn random_step(proof: &mut Proof, state: [&[Lit]; 4]) -> Result<(Bits, [Bits; 4])> {
    let (drawn, mut next) = random::step(&mut proof.graph, state);
    if proof.kernel.tier == Tier::Avx512 {
        let [a, b, c] = [(); 3].map(|()| proof.graph.input());
        let orders = |graph: &mut Graph, a, b, c| {
            let (first, last) = (graph.xor(a, b), graph.xor(b, c));
            (graph.xor(first, c), graph.xor(a, last))
        };
        let (by_rule, by_code) = orders(&mut proof.graph, a, b, c);
        proof.show_equal("three terms in another order", &[by_code], &[by_rule])?;
        let shifted = [&zeros(17), &state[1][..47]].concat();
        for (place, bit) in next[2].iter_mut().enumerate() {
            let (by_rule, by_code) = orders(&mut proof.graph, state[2][place], state[0][place], shifted[place]);
            if *bit != by_rule {
                refuse!("the rule's step has another form");
            }
            *bit = by_code;
        }
    }
    Ok((drawn, next))
}

/// To where a point is chosen.
fn chosen(proof: &mut Proof, cutting: &mut Cutting, cuts: &Cuts, state: State, next: usize) -> Result<State> {
    let mut state = only(proof, cuts.numbered, state, &[cuts.drawn], cuts.drawn)?;
    cutting.cut(proof, &mut state, "number", &[0, 1, 2, 3, 4, 5, 6].map(At::Vector))?;
    cutting.cut_planes(proof, &mut state, "fresh", FRESH, 1)?;
    cutting.cut_planes(proof, &mut state, "tried", TRIED, 1)?;
    let mut state = only(proof, cuts.drawn, state, &[cuts.row], cuts.row)?;
    let rows = DRAWN + next * ROWS_AND_COLUMNS;
    cutting.cut_planes(proof, &mut state, "row", rows, 9)?;
    cutting.cut(proof, &mut state, "rest", &[9, 10, 11, 12].map(At::Vector))?;
    let mut state = only(proof, cuts.row, state, &[cuts.column], cuts.column)?;
    cutting.cut_planes(proof, &mut state, "column", rows + 9, 9)?;
    Ok(state)
}

/// To where the stone is on the board.
fn placed(proof: &mut Proof, cutting: &mut Cutting, cuts: &Cuts, state: State, shaped: bool) -> Result<State> {
    let firsts = cuts.passes.map(|passes| passes[0].0);
    let mut ends = proof.run(cuts.column, state, &firsts)?;
    if ends.returned.is_some() {
        refuse!("a step is not ended");
    }
    let state = ends.cuts.remove(&firsts[usize::from(shaped)]);
    let state = state.ok_or_else(|| Refused::new("no stone is placed"))?;
    let is_shaped = proof.graph.any(&cutting.slices.shaped);
    proof.show_equal("whether there are boards of any shape", &[state.path], &[is_shaped.negated_if(!shaped)])?;
    let mut state = State { path: Lit::TRUE, ..state };
    cutting.cut_planes(proof, &mut state, "stones", OCCUPIED, CELLS)?;
    cutting.cut_planes(proof, &mut state, "colours", COLOUR, CELLS)?;
    if proof.kernel.tier == Tier::Avx2 {
        for row in 0..9 {
            cutting.cut_planes(proof, &mut state, "walls right", WALL_RIGHT + 9 * row, 8)?;
        }
        cutting.cut_planes(proof, &mut state, "walls above", WALL_ABOVE, CELLS)?;
    }
    Ok(state)
}

/// To the next step, after one pass over the rows, two or three.
fn flooded(
    proof: &mut Proof,
    cutting: &mut Cutting,
    passes: [(u64, u64); 3],
    state: State,
    next: &Place,
) -> Result<()> {
    let [first, up, second] = passes;
    let settled = second.1;
    let (missing, changed) = if proof.kernel.tier == Tier::Avx512 { (27, 28) } else { (9, 10) };
    let downwards: Vec<usize> = (0..9).collect();
    let upwards: Vec<usize> = (0..9).rev().collect();

    let mut state = cutting.pass(proof, "first", state, first, &downwards)?;
    cutting.cut(proof, &mut state, "missing first", &[At::Vector(missing)])?;
    let lacks = cutting.given["missing first"][0].clone();
    let [state, end] = cutting.next_pass(proof, state, &lacks, [first.1, up.0, settled])?;
    cutting.end(proof, "end first", "first", settled, end, next)?;

    let mut state = cutting.pass(proof, "up", state, up, &upwards)?;
    cutting.cut(proof, &mut state, "missing up", &[At::Vector(missing)])?;
    let lacks = cutting.given["missing up"][0].clone();
    let [state, end] = cutting.next_pass(proof, state, &lacks, [up.1, second.0, settled])?;
    cutting.end(proof, "end up", "up", settled, end, next)?;

    let mut state = cutting.pass(proof, "second", state, second, &downwards)?;
    cutting.cut(proof, &mut state, "missing second", &[At::Vector(missing)])?;
    cutting.cut(proof, &mut state, "changed", &[At::Vector(changed)])?;
    cutting.end(proof, "end second", "second", settled, state, next)
}
