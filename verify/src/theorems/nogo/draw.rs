//! How NoGo's kernels draw a legal point: macro DRAW of asm/nogo/play_x64.S and asm/nogo/random_plies.inc.

use super::four_boards::{COLOURS, bit, point_name};
use super::play::halves;
use crate::bits::{Bits, number, resized, zeros};
use crate::graph::{Graph, Lit};
use crate::image::Kernel;
use crate::memory::ObjectId;
use crate::places::{Place, Reached};
use crate::proof::Proof;
use crate::refused::{Refused, Result, refuse};
use crate::rules::nogo::CELLS;
use crate::state::State;
use crate::theorems::Case;
use crate::word::Word;
use iced_x86::{Mnemonic, OpKind, Register};
use stonemask::Tier;

/// The places of a draw, in order.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// The next random number is about to be made.
    Draw,
    /// The number is made and is about to be multiplied by the number of moves.
    Number,
    /// The product is one of those that are rejected, because they would favour some moves.
    Drawn,
    /// On tier X64: lower points are about to be removed.
    Lower,
}

/// How a ply of a colour starts.
pub(super) type Begin = fn(&mut Proof, usize) -> Result<()>;

/// The cases of each colour: the ways a ply starts, the stages of a draw, and each point played.
pub(super) fn cases(
    kernel: &Kernel,
    begins: &[(&str, Begin)],
    draw: fn(&mut Proof, usize, Stage) -> Result<()>,
    played: fn(&mut Proof, usize, usize) -> Result<()>,
) -> Vec<Case> {
    let mut stages =
        vec![("draws a number", Stage::Draw), ("multiplies it", Stage::Number), ("finds the point", Stage::Drawn)];
    if kernel.tier == Tier::X64 {
        stages.push(("takes a lower point away", Stage::Lower));
    }
    let mut cases = Vec::new();
    for (colour, of) in COLOURS.into_iter().enumerate() {
        let name = |what: &str| format!("{of} {what}");
        cases.extend(begins.iter().map(|&(what, begin)| Case::new(name(what), move |p: &mut Proof| begin(p, colour))));
        cases.extend(
            stages.iter().map(|&(what, stage)| Case::new(name(what), move |p: &mut Proof| draw(p, colour, stage))),
        );
        cases.extend(
            (0..CELLS).map(|cell| Case::new(name(&point_name(cell)), move |p: &mut Proof| played(p, colour, cell))),
        );
    }
    cases
}

/// Where the counter of the sequence is from the entry to the return.
pub(super) const COUNTER: Register = Register::RBX;

/// Shows that the counter is the same wherever a run from a place comes to, and stored in its object where it returns.
pub(super) fn show_counter(proof: &mut Proof, from: &Place, reached: &Reached, object: ObjectId) -> Result<()> {
    let counter = from.said(COUNTER)?;
    for end in reached.places.values() {
        let same = proof.graph.equal(&end.number(COUNTER)?, &counter);
        proof.show_on(end.path, "the counter stays as it is", same)?;
    }
    if let Some(end) = &reached.returned {
        show_stored(proof, end, &counter, object)?;
    }
    Ok(())
}

/// Shows that the counter is stored.
pub(super) fn show_stored(proof: &mut Proof, end: &State, counter: &[Lit], object: ObjectId) -> Result<()> {
    let stored = proof.stored(end, object, 0, 8)?;
    let same = proof.graph.equal(&stored, counter);
    proof.show_on(end.path, "the counter is stored", same)
}

/// Shows that the counter is read on entry, and stored as it was where the kernel returns at once.
pub(super) fn show_first_counter(proof: &mut Proof, entry: &State, reached: &Reached, object: ObjectId) -> Result<()> {
    let counter = proof.stored(entry, object, 0, 8)?;
    for end in reached.places.values() {
        let same = proof.graph.equal(&end.number(COUNTER)?, &counter);
        proof.show_on(end.path, "the counter is read", same)?;
    }
    match &reached.returned {
        Some(end) => show_stored(proof, end, &counter, object),
        None => Ok(()),
    }
}

/// The next number of a SplitMix64 sequence, and its counter then: Steele, Lea and Flood, 2014.
fn splitmix(graph: &mut Graph, counter: &[Lit]) -> (Bits, Bits) {
    let shifted = |bits: &[Lit], by: usize| resized(&bits[by..], 64);
    let next = graph.add(counter, &number(0x9e37_79b9_7f4a_7c15, 64));
    let mut mixed = next.clone();
    for (by, factor) in [(30, 0xbf58_476d_1ce4_e5b9), (27, 0x94d0_49bb_1331_11eb)] {
        mixed = graph.xor_each(&mixed, &shifted(&mixed, by));
        mixed = graph.multiply(&mixed, &number(factor, 64), 64);
    }
    (graph.xor_each(&mixed, &shifted(&mixed, 31)), next)
}

/// Where the stages are: the last places of the kernel that loops return to, and the product between them.
pub(super) fn stages(proof: &Proof) -> Result<Vec<(Stage, u64)>> {
    let product = proof.kernel.instructions.values().find(|i| {
        i.mnemonic() == Mnemonic::Imul && i.op1_kind() == OpKind::Register && i.op1_register() == Register::RCX
    });
    let product = product.ok_or_else(|| Refused::new("no number is multiplied by the moves"))?.ip();
    let mut heads = proof.kernel.loop_heads();
    let mut stages = vec![(Stage::Number, product)];
    let of_heads: &[Stage] = if proof.kernel.tier == Tier::X64 {
        &[Stage::Lower, Stage::Drawn, Stage::Draw]
    } else {
        &[Stage::Drawn, Stage::Draw]
    };
    for &stage in of_heads {
        let Some(head) = heads.pop() else { refuse!("a draw has fewer places") };
        stages.push((stage, head));
    }
    Ok(stages)
}

pub(super) fn address_of(proof: &Proof, stage: Stage) -> Result<u64> {
    let found = stages(proof)?.into_iter().find(|(of, _)| *of == stage);
    Ok(found.ok_or_else(|| Refused::new("a draw without such a stage"))?.1)
}

/// A draw by halves: whether it is in the high one, and how many moves of its half are before it.
struct Drawn {
    is_high: Lit,
    before: Bits,
}

impl Drawn {
    fn bits(&self) -> Bits {
        [&[self.is_high][..], &self.before].concat()
    }
}

/// The legal moves that are drawn from.
pub(super) struct Moves {
    /// By cell.
    allowed: Bits,
    /// As halves, each a quadword.
    pub(super) halves: [Bits; 2],
    /// The number of moves: in the low half, in all.
    low: Bits,
    all: Bits,
}

impl Moves {
    pub(super) fn of(graph: &mut Graph, allowed: &[Lit]) -> Moves {
        let both = halves(allowed);
        let halves = [both[..64].to_vec(), both[64..].to_vec()];
        let [low, high] = [0, 1].map(|half: usize| resized(&graph.count(&halves[half]), 64));
        Moves { allowed: allowed.to_vec(), all: graph.add(&high, &low), low, halves }
    }

    /// Whether there is any.
    pub(super) fn some(&self, graph: &mut Graph) -> Lit {
        graph.any(&self.allowed)
    }

    /// Whether a point is one of them.
    pub(super) fn has(&self, graph: &mut Graph, point: &[Lit]) -> Lit {
        let mut is_one = Bits::new();
        for (cell, &allowed) in self.allowed.iter().enumerate() {
            let here = graph.equal(point, &number(bit(cell) as u64, point.len()));
            is_one.push(graph.and(here, allowed));
        }
        graph.any(&is_one)
    }

    /// Adds to what is known at a stage: the moves, what was drawn, and what remains to do.
    pub(super) fn at(&self, graph: &mut Graph, stage: Stage, place: &mut Place) {
        if stage == Stage::Lower {
            return self.at_lower(graph, place);
        }
        let known = [(Register::R14, &self.halves[0]), (Register::R15, &self.halves[1])];
        for (register, bits) in known.into_iter().chain([(Register::R11, &self.low), (Register::RCX, &self.all)]) {
            place.is(register, Word::number(bits.clone()));
        }
        let none = graph.is_zero(&self.all);
        place.conditions.push(("there is a move", !none));
        match stage {
            Stage::Number => _ = place.number(graph, Register::R8, 32),
            Stage::Drawn => {
                let product = place.number(graph, Register::R8, 64);
                let below = graph.below(&product[32..], &self.all[..32]);
                place.conditions.push(("the draw is below the number of moves", below));
            }
            Stage::Draw | Stage::Lower => {}
        }
    }

    /// Adds to what is known where a legal point is about to be played: any point, or this one.
    pub(super) fn at_point(&self, graph: &mut Graph, place: &mut Place, cell: Option<usize>) -> Bits {
        let point = match cell {
            None => place.number(graph, Register::RDX, 7),
            Some(cell) => {
                place.is(Register::RDX, Word::constant(bit(cell) as u64));
                number(bit(cell) as u64, 7)
            }
        };
        let legal = self.has(graph, &point);
        place.conditions.push(("the point is legal", legal));
        point
    }

    /// What a product draws: its upper half.
    fn drawn(&self, graph: &mut Graph, product: &[Lit]) -> Drawn {
        let draw = resized(&product[32..], 64);
        let in_high = graph.sub(&draw, &self.low);
        let is_high = !graph.below(&draw, &self.low);
        Drawn { is_high, before: graph.choose_each(is_high, &in_high, &draw) }
    }

    /// On tier X64, what was drawn where lower points are taken away: as many moves are before it as there are before the lowest
    /// point that is left, and as are still to be taken away.
    fn drawn_at_lower(&self, graph: &mut Graph, said: impl Fn(Register) -> Result<Bits>) -> Result<Drawn> {
        let (is_high, left, lower) = (said(Register::RDX)?[5], said(Register::R14)?, said(Register::R8)?);
        let lowest = graph.lowest(&left).0;
        let [low, high] = self.halves.each_ref().map(|half| {
            let ranks = graph.ranks(half);
            let here: Vec<Bits> = lowest.iter().zip(&ranks).map(|(&lowest, rank)| graph.gated(lowest, rank)).collect();
            let rank = here.into_iter().reduce(|a, b| graph.or_each(&a, &b)).expect("a place");
            resized(&rank, 64)
        });
        let gone = graph.choose_each(is_high, &high, &low);
        Ok(Drawn { is_high, before: graph.add(&gone, &lower) })
    }

    /// Whether a point is the move that was drawn.
    fn is_drawn(&self, graph: &mut Graph, drawn: &Drawn, point: &[Lit]) -> Lit {
        let mut is_one = Bits::new();
        for (index, half) in self.halves.iter().enumerate() {
            let is_half = drawn.is_high.negated_if(index == 0);
            for (place, rank) in graph.ranks(half).iter().enumerate().take(half.len()) {
                let here = graph.equal(point, &number((place + 32 * index) as u64, point.len()));
                let before = graph.equal(&resized(rank, 64), &drawn.before);
                is_one.push(graph.all(&[half[place], is_half, here, before]));
            }
        }
        graph.any(&is_one)
    }

    /// On tier X64, shows that the draw is the same wherever a run from one of its stages comes to, and the point that is played
    /// is the one.
    fn show_point(&self, proof: &mut Proof, drawn: &Drawn, reached: &Reached, played: u64) -> Result<()> {
        let lower = address_of(proof, Stage::Lower)?;
        let (Some(lower), Some(played)) = (reached.places.get(&lower), reached.places.get(&played)) else {
            refuse!("lower points are always taken away, or never")
        };
        let found = self.drawn_at_lower(&mut proof.graph, |register| lower.number(register))?;
        for (found, drawn) in found.bits().into_iter().zip(drawn.bits()) {
            let same = !proof.graph.xor(found, drawn);
            proof.show_on(lower.path, "the draw stays as it is", same)?;
        }
        let is_drawn = self.is_drawn(&mut proof.graph, drawn, &played.number(Register::RDX)?);
        proof.show_on(played.path, "the point is the one that is drawn", is_drawn)
    }

    /// The point that a product draws, as PDEP and TZCNT find it in either half. From here on it is known that it is the legal
    /// move whose rank among the moves is the draw (`ranks.rs`).
    fn know_point(&self, proof: &mut Proof, drawn: &Place) -> Result<Bits> {
        let draw = resized(&drawn.said(Register::R8)?[32..], 64);
        let in_high = proof.graph.sub(&draw, &self.low);
        let is_high = !proof.graph.below(&draw, &self.low);
        let mut found = Vec::new();
        for (half, n) in self.halves.iter().zip([draw, in_high]) {
            proof.know_count(half)?;
            let (place, _) = proof.know_place_of_set_bit(half, &n[..6])?;
            proof.whatever(&place);
            found.push(resized(&place, 64));
        }
        let high = proof.graph.add(&found[1], &number(32, 64));
        Ok(proof.graph.choose_each(is_high, &high, &found[0]))
    }

    /// From one stage of a draw to the next, or to where its point is played; shows that the draw is right.
    pub(super) fn show_stage(
        &self,
        proof: &mut Proof,
        stage: Stage,
        played: Place,
        stages: Vec<Place>,
        entry: &State,
        counter: ObjectId,
    ) -> Result<()> {
        let at = address_of(proof, stage)?;
        let this = stages.iter().find(|place| place.at == at).expect("its place").clone();
        let is_x64 = proof.kernel.tier == Tier::X64;
        let point = match stage {
            Stage::Drawn if !is_x64 => Some(self.know_point(proof, &this)?),
            _ => None,
        };
        let drawn = match stage {
            Stage::Drawn if is_x64 => {
                self.halves.iter().try_for_each(|half| proof.know_count(half).map(|_| ()))?;
                Some(self.drawn(&mut proof.graph, &this.said(Register::R8)?))
            }
            Stage::Lower => Some(self.drawn_at_lower(&mut proof.graph, |register| this.said(register))?),
            _ => None,
        };
        let end = played.at;
        let reached = proof.leave(&this, entry, &[vec![played], stages].concat())?;
        if let (Some(point), Some(played)) = (point, reached.places.get(&end)) {
            proof.show_equal("the point that is drawn", &played.number(Register::RDX)?, &point)?;
        }
        if let Some(drawn) = drawn {
            self.show_point(proof, &drawn, &reached, end)?;
        }
        proof.show("the draw goes on", Lit::constant(reached.returned.is_none()))?;
        if stage != Stage::Draw {
            show_counter(proof, &this, &reached, counter)?;
        }
        self.show_drawn(proof, stage, &this, &reached)
    }

    /// Shows that a stage draws as `Random::below` does: the result is the upper half of the next number times the number of
    /// moves, unless the lower half is among the rejected ones.
    fn show_drawn(&self, proof: &mut Proof, stage: Stage, this: &Place, reached: &Reached) -> Result<()> {
        let end = |proof: &Proof, stage| -> Result<Option<State>> {
            let at = address_of(proof, stage)?;
            Ok(reached.places.get(&at).cloned())
        };
        match stage {
            Stage::Draw => {
                let Some(end) = end(proof, Stage::Number)? else { refuse!("no number is made") };
                let (drawn, counter) = splitmix(&mut proof.graph, &this.said(COUNTER)?);
                let expected = [&resized(&drawn[32..], 64)[..], &counter].concat();
                let found = [&end.number(Register::R8)?[..], &end.number(COUNTER)?].concat();
                proof.show_equal("the number and the counter", &found, &expected)
            }
            Stage::Number => {
                let (Some(again), Some(drawn)) = (end(proof, Stage::Draw)?, end(proof, Stage::Drawn)?) else {
                    refuse!("a number is never refused, or always")
                };
                let graph = &mut proof.graph;
                let product = graph.multiply(&this.said(Register::R8)?, &self.all, 64);
                let (low, moves) = (&product[..32], &self.all[..32]);
                let others = graph.neg(moves);
                let many = graph.divide(&resized(&others, 64), moves).1;
                let few = [graph.below(low, moves), graph.below(low, &many)];
                let refused = graph.all(&few);
                proof.show_equal("whether a number is refused", &[again.path, drawn.path], &[refused, !refused])?;
                proof.show_equal("the draw", &drawn.number(Register::R8)?, &product)
            }
            Stage::Drawn | Stage::Lower => Ok(()),
        }
    }

    /// The highest points of one half are left, and some of them are still to be taken away, but not all.
    fn at_lower(&self, graph: &mut Graph, place: &mut Place) {
        let is_high = place.any(graph, 1)[0];
        let mut first = zeros(64);
        first[5] = is_high;
        place.is(Register::RDX, Word::number(first));
        let left = place.number(graph, Register::R14, 64);
        let lower = place.number(graph, Register::R8, 6);
        let points = graph.choose_each(is_high, &self.halves[1], &self.halves[0]);
        let (mut from_lowest, mut any) = (Bits::new(), Lit::FALSE);
        for (&left, &point) in left.iter().zip(&points) {
            any = graph.or(any, left);
            from_lowest.push(graph.and(any, point));
        }
        place.conditions.push(("some are left", any));
        place.conditions.push(("what is left are the highest of the moves", graph.equal(&left, &from_lowest)));
        let none = graph.is_zero(&lower);
        place.conditions.push(("some are to be taken away", !none));
        let drawn = self.drawn_at_lower(graph, |register| place.said(register)).expect("numbers");
        let [low, high] = self.halves.each_ref().map(|half| graph.ranks(half).pop().expect("a last rank"));
        let all = graph.choose_each(is_high, &high, &low);
        let fewer = graph.below(&drawn.before, &resized(&all, 64));
        place.conditions.push(("fewer are before the draw than there are", fewer));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::known;

    /// From the program of the generator's authors, for the counter 1234567.
    #[test]
    fn the_published_numbers() {
        let mut graph = Graph::new();
        let mut counter = number(1_234_567, 64);
        for expected in [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423] {
            let (drawn, next) = splitmix(&mut graph, &counter);
            assert_eq!(known(&drawn), Some(expected));
            counter = next;
        }
    }
}
