//! How NoGo's kernels draw a legal point and play it: asm/nogo/draw.inc, and macro DRAW of
//! play_x64.S and random_plies.inc.

use super::four_boards::{COLOURS, bit, point_name};
use super::play::{Before, any_slot, halves, stored_in, until_stored};
use crate::bits::{Bits, number, resized, zeros};
use crate::graph::{Graph, Lit};
use crate::image::Kernel;
use crate::place::{Place, Reached};
use crate::proof::Proof;
use crate::refused::{Refused, Result, refuse};
use crate::rules::nogo::CELLS;
use crate::state::State;
use crate::theorem::Case;
use crate::word::{ObjectId, Word};
use stonemask::Tier;

/// The places of a draw, in order.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// The next random number is about to be made.
    Draw,
    /// The number is made and is about to be multiplied by the number of moves.
    Number,
    /// The product is not one of those that are rejected, because they would favour some moves.
    Product,
    /// On tier X64: lower points are about to be removed.
    Lower,
}

impl Stage {
    /// Those of a tier.
    fn all(tier: Tier) -> &'static [Stage] {
        let stages = &[Stage::Draw, Stage::Number, Stage::Product, Stage::Lower];
        if tier == Tier::X64 { stages } else { &stages[..3] }
    }

    /// The assembly's name of the place.
    pub(super) fn place(self) -> &'static str {
        match self {
            Stage::Draw => "draw",
            Stage::Number => "number",
            Stage::Product => "product",
            Stage::Lower => "lower",
        }
    }

    /// The next action.
    fn does(self) -> &'static str {
        match self {
            Stage::Draw => "draws a number",
            Stage::Number => "multiplies it",
            Stage::Product => "finds the point",
            Stage::Lower => "takes a lower point away",
        }
    }
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
    let mut cases = Vec::new();
    for (colour, of) in COLOURS.into_iter().enumerate() {
        let name = |what: &str| format!("{of} {what}");
        cases.extend(begins.iter().map(|&(what, begin)| Case::new(name(what), move |p: &mut Proof| begin(p, colour))));
        let of_stage = |&stage: &Stage| Case::new(name(stage.does()), move |p: &mut Proof| draw(p, colour, stage));
        cases.extend(Stage::all(kernel.tier).iter().map(of_stage));
        cases.extend(
            (0..CELLS).map(|cell| Case::new(name(&point_name(cell)), move |p: &mut Proof| played(p, colour, cell))),
        );
    }
    cases
}

/// A game in a kernel that draws points and plays them.
pub(super) struct Game {
    /// Which side is to move.
    pub(super) colour: usize,
    pub(super) before: Before,
    pub(super) moves: Moves,
    pub(super) counter: ObjectId,
    pub(super) entry: State,
}

/// A kernel at such a game.
pub(super) trait Plays {
    fn game(&self) -> &Game;

    /// The facts that hold at a place where this side is to move.
    fn to_move(&self, proof: &mut Proof, name: &str) -> Result<Place>;

    /// Further facts where a point is about to be played.
    fn told(&self, _point: &[Lit], _place: &mut Place) {}

    /// Where a legal point is about to be played: any, or this one.
    fn chosen(&self, proof: &mut Proof, cell: Option<usize>) -> Result<Place> {
        let mut place = self.to_move(proof, "chosen")?;
        let point = self.game().moves.at_point(&proof.graph, &mut place, cell)?;
        self.told(&point, &mut place);
        Ok(place)
    }

    /// At a stage of a draw.
    fn at(&self, proof: &mut Proof, stage: Stage) -> Result<Place> {
        let mut place = self.to_move(proof, stage.place())?;
        self.game().moves.at(&proof.graph, stage, &mut place)?;
        Ok(place)
    }

    /// From one stage of a draw to the next, or to where its point is played; shows that the draw
    /// is right.
    fn show_stage(&self, proof: &mut Proof, stage: Stage) -> Result<()> {
        let mut places = vec![self.chosen(proof, None)?];
        for &stage in Stage::all(proof.kernel.tier) {
            places.push(self.at(proof, stage)?);
        }
        self.game().show_stage(proof, stage, &places)
    }

    /// Shows that the point of a cell is played as `nogo_play` plays it (theorem in `play.rs`), for
    /// any slot of the stone's group; returns the state at the place `done`, where the move is
    /// made.
    fn show_played(&self, proof: &mut Proof, cell: usize, done: &Place) -> Result<State> {
        let Game { colour, before, entry, .. } = self.game();
        let begin = self.chosen(proof, Some(cell))?;
        let [colour, point] = [*colour, bit(cell)].map(|value| number(value as u64, 32));
        let (colour, point) = (proof.narrow(&colour), proof.narrow(&point));
        let of_one = proof.entry(&[Word::at(before.object, 0), colour, point]);
        let this = proof.kernel;
        let name = format!("nogo_play_{}", this.tier);
        let play = proof.world.kernel(&name).ok_or_else(|| Refused::new(format!("there is no {name}")))?;

        let state = proof.any_state(&begin, entry)?;
        if proof.is_outset() {
            proof.reach(begin.at, state.clone(), entry, std::slice::from_ref(done))?;
            return Ok(state);
        }
        let (mut state, index) = until_stored(proof, begin.at, state)?;
        proof.kernel = play;
        let (of_one, index_of_one) = until_stored(proof, play.address, of_one)?;
        proof.kernel = this;
        proof.show_equal("the slot of the stone's group is the one that nogo_play takes", &index, &index_of_one)?;
        let slot = any_slot(&proof.graph);
        proof.kernel = play;
        let end = play.cut("move_ends")?.at;
        let mut ends = stored_in(proof, of_one, &slot, &[end])?;
        proof.kernel = this;
        let (Some(of_one), None) = (ends.cuts.remove(&end), ends.returned) else {
            refuse!("nogo_play does not end where its move does");
        };
        let stored = this.cut("slot")?;
        stored.set(&mut state, "slot", Word::number(resized(&slot, 64)))?;
        let mut reached = proof.reach(stored.at, state, entry, std::slice::from_ref(done))?;
        let (Some(state), None) = (reached.places.remove(&done.at), reached.returned) else {
            refuse!("the move does not end where it should");
        };
        let expected = proof.stored(&of_one, before.object, 0, before.size())?;
        proof.show_stored("the game is as nogo_play leaves it", &state, (before.object, 0), &expected)?;
        let (found, counter) = (done.number_in(&state, "counter")?, begin.told_number("counter")?);
        proof.show_equal("the counter stays as it is", &found, &counter)?;
        Ok(state)
    }
}

impl Game {
    /// The facts that hold at any place: the counter is any.
    pub(super) fn place(&self, proof: &mut Proof, name: &str) -> Result<Place> {
        let mut place = proof.place(name, &self.entry)?;
        place.holds("random", Word::at(self.counter, 0))?;
        place.holds_any(&proof.graph, "counter", 64)?;
        Ok(place)
    }

    /// Says that the game is as it is, and whose move it is.
    pub(super) fn is_to_move(&self, place: &mut Place) -> Result<()> {
        place.memory.push((self.before.object, 0, self.before.bytes.clone()));
        place.holds("own", Word::constant(8 * self.colour as u64))
    }

    /// Shows that the counter is the same wherever a run from a place comes to, and stored in its
    /// object where it returns.
    pub(super) fn show_counter(&self, proof: &mut Proof, from: &Place, to: &[Place], reached: &Reached) -> Result<()> {
        self.show_counter_is(proof, &from.told_number("counter")?, "the counter stays as it is", to, reached)
    }

    /// Shows that the counter is read on entry, and stored as it was where the kernel returns at
    /// once.
    pub(super) fn show_first_counter(&self, proof: &mut Proof, to: &[Place], reached: &Reached) -> Result<()> {
        let counter = proof.stored(&self.entry, self.counter, 0, 8)?;
        self.show_counter_is(proof, &counter, "the counter is read", to, reached)
    }

    fn show_counter_is(
        &self,
        proof: &mut Proof,
        counter: &[Lit],
        what: &str,
        to: &[Place],
        reached: &Reached,
    ) -> Result<()> {
        for place in to {
            let Some(end) = reached.at(place) else { continue };
            let same = proof.graph.equal(&place.number_in(end, "counter")?, counter);
            proof.show_where(end.path, what, same)?;
        }
        let Some(end) = &reached.returned else { return Ok(()) };
        let stored = proof.stored(end, self.counter, 0, 8)?;
        proof.show_where(end.path, "the counter is stored", proof.graph.equal(&stored, counter))
    }

    /// From one stage of a draw to the next, or to where its point is played: one of these places,
    /// the latter first.
    fn show_stage(&self, proof: &mut Proof, stage: Stage, places: &[Place]) -> Result<()> {
        let moves = &self.moves;
        let of = |name: &str| places.iter().find(|place| place.cut().is_ok_and(|cut| cut.name == name));
        let this = of(stage.place()).expect("its place");
        let is_x64 = proof.kernel.tier == Tier::X64;
        let point = match stage {
            Stage::Product if !is_x64 => Some(moves.know_point(proof, this)?),
            _ => None,
        };
        let drawn = match stage {
            Stage::Product if is_x64 => {
                moves.halves.iter().try_for_each(|half| proof.know_count(half).map(|_| ()))?;
                Some(moves.drawn(&proof.graph, &this.told_number("drawn")?))
            }
            Stage::Lower => Some(moves.drawn_at_lower(&proof.graph, |name| this.told_number(name))?),
            _ => None,
        };
        let reached = proof.leave(this, &self.entry, places)?;
        let chosen = reached.at(&places[0]).map(|state| Ok((state.path, places[0].number_in(state, "point")?)));
        let chosen = chosen.transpose()?;
        if let (Some(point), Some((_, found))) = (point, &chosen) {
            proof.show_equal("the point that is drawn", found, &point)?;
        }
        if let Some(drawn) = drawn {
            // The draw is the same wherever the run comes to, and the point that is played is the
            // one.
            let lower = of("lower").and_then(|place| Some((place, reached.at(place)?)));
            let (Some((place, lower)), Some((path, point))) = (lower, chosen) else {
                refuse!("lower points are always taken away, or never")
            };
            let found = moves.drawn_at_lower(&proof.graph, |name| place.number_in(lower, name))?;
            proof.show_equal_on(lower.path, "the draw stays as it is", &found.bits(), &drawn.bits())?;
            if stage == Stage::Lower {
                let fewer = proof.graph.sub(&this.told_number("drawn")?, &number(1, 64));
                let left = place.number_in(lower, "drawn")?;
                proof.show_equal_on(lower.path, "one point fewer is to be taken away", &left, &fewer)?;
            }
            proof.show_where(
                path,
                "the point is the one that is drawn",
                moves.is_drawn(&proof.graph, &drawn, &point),
            )?;
        }
        // Nothing else follows; after a number, as is shown below.
        let follow: &[&str] = match stage {
            Stage::Draw => &["number"],
            Stage::Number => &["draw", "product"],
            Stage::Product | Stage::Lower => &["lower", "chosen"],
        };
        let paths: Bits = follow.iter().filter_map(|name| of(name)).map(|place| reached.path(place)).collect();
        proof.show("the draw goes on", proof.graph.any(&paths))?;
        if stage != Stage::Draw {
            self.show_counter(proof, this, places, &reached)?;
        }
        let found = |stage: Stage, name| -> Result<(Lit, Bits)> {
            let place = of(stage.place()).expect("a place");
            let state = reached.at(place).ok_or_else(|| Refused::new(format!("{} is not reached", stage.place())))?;
            Ok((state.path, place.number_in(state, name)?))
        };
        // As `Random::below` draws: the upper half of the next number times the number of moves,
        // unless the lower half is among the rejected ones.
        match stage {
            Stage::Draw => {
                let (drawn, counter) = splitmix(&proof.graph, &this.told_number("counter")?);
                let expected = [&resized(&drawn[32..], 64)[..], &counter].concat();
                let found = [found(Stage::Number, "drawn")?.1, found(Stage::Number, "counter")?.1].concat();
                proof.show_equal("the number and the counter", &found, &expected)
            }
            Stage::Number => {
                let ((again, _), (goes_on, drawn)) = (found(Stage::Draw, "counter")?, found(Stage::Product, "drawn")?);
                let graph = &proof.graph;
                let product = graph.multiply(&this.told_number("drawn")?, &moves.all, 64);
                let (low, moves) = (&product[..32], &moves.all[..32]);
                let many = graph.divide(&resized(&graph.neg(moves), 64), moves).1;
                let few = [graph.below(low, moves), graph.below(low, &many)];
                let refused = graph.all(&few);
                proof.show_equal("whether a number is refused", &[again, goes_on], &[refused, !refused])?;
                proof.show_equal("the draw", &drawn, &product)
            }
            Stage::Product | Stage::Lower => Ok(()),
        }
    }
}

/// The next number of a SplitMix64 sequence, and its counter then: Steele, Lea and Flood, 2014.
fn splitmix(graph: &Graph, counter: &[Lit]) -> (Bits, Bits) {
    let shifted = |bits: &[Lit], by: usize| resized(&bits[by..], 64);
    let next = graph.add(counter, &number(0x9e37_79b9_7f4a_7c15, 64));
    let mut mixed = next.clone();
    for (by, factor) in [(30, 0xbf58_476d_1ce4_e5b9), (27, 0x94d0_49bb_1331_11eb)] {
        mixed = graph.xor_each(&mixed, &shifted(&mixed, by));
        mixed = graph.multiply(&mixed, &number(factor, 64), 64);
    }
    (graph.xor_each(&mixed, &shifted(&mixed, 31)), next)
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
    pub(super) fn of(graph: &Graph, allowed: &[Lit]) -> Moves {
        let both = halves(allowed);
        let halves = [both[..64].to_vec(), both[64..].to_vec()];
        let [low, high] = [0, 1].map(|half: usize| resized(&graph.count(&halves[half]), 64));
        Moves { allowed: allowed.to_vec(), all: graph.add(&high, &low), low, halves }
    }

    /// Whether there is any.
    pub(super) fn some(&self, graph: &Graph) -> Lit {
        graph.any(&self.allowed)
    }

    /// Whether a point is one of them.
    pub(super) fn has(&self, graph: &Graph, point: &[Lit]) -> Lit {
        let mut is_one = Bits::new();
        for (cell, &allowed) in self.allowed.iter().enumerate() {
            is_one.push(graph.and(graph.equal(point, &number(bit(cell) as u64, point.len())), allowed));
        }
        graph.any(&is_one)
    }

    /// Adds to what is known at a stage: the moves, what was drawn, and what remains to do.
    fn at(&self, graph: &Graph, stage: Stage, place: &mut Place) -> Result<()> {
        if stage == Stage::Lower {
            return self.at_lower(graph, place);
        }
        self.held(place)?;
        for (name, bits) in [("moves_low", &self.low), ("moves", &self.all)] {
            place.holds(name, Word::number(bits.clone()))?;
        }
        place.conditions.push(("there is a move", !graph.is_zero(&self.all)));
        match stage {
            Stage::Number => _ = place.holds_any(graph, "drawn", 32)?,
            Stage::Product => {
                let product = place.holds_any(graph, "drawn", 64)?;
                let below = graph.below(&product[32..], &self.all[..32]);
                place.conditions.push(("the draw is below the number of moves", below));
            }
            Stage::Draw | Stage::Lower => {}
        }
        Ok(())
    }

    /// Says that registers hold them.
    pub(super) fn held(&self, place: &mut Place) -> Result<()> {
        for (name, half) in ["low", "high"].into_iter().zip(&self.halves) {
            place.holds(name, Word::number(half.clone()))?;
        }
        Ok(())
    }

    /// Adds to what is known where a legal point is about to be played: any point, or this one.
    fn at_point(&self, graph: &Graph, place: &mut Place, cell: Option<usize>) -> Result<Bits> {
        let point = match cell {
            None => place.holds_any(graph, "point", 7)?,
            Some(cell) => {
                place.holds("point", Word::constant(bit(cell) as u64))?;
                number(bit(cell) as u64, 7)
            }
        };
        place.conditions.push(("the point is legal", self.has(graph, &point)));
        Ok(point)
    }

    /// The number that a product draws: its upper half.
    fn drawn(&self, graph: &Graph, product: &[Lit]) -> Drawn {
        let draw = resized(&product[32..], 64);
        let in_high = graph.sub(&draw, &self.low);
        let is_high = !graph.below(&draw, &self.low);
        Drawn { is_high, before: graph.choose_each(is_high, &in_high, &draw) }
    }

    /// On tier X64, what was drawn where lower points are taken away: as many moves are before it
    /// as there are before the lowest point that is left, and as are still to be taken away.
    fn drawn_at_lower(&self, graph: &Graph, said: impl Fn(&str) -> Result<Bits>) -> Result<Drawn> {
        let (is_high, left, lower) = (said("point")?[5], said("low")?, said("drawn")?);
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
    fn is_drawn(&self, graph: &Graph, drawn: &Drawn, point: &[Lit]) -> Lit {
        let mut is_one = Bits::new();
        for (index, half) in self.halves.iter().enumerate() {
            let is_half = drawn.is_high.negated_if(index == 0);
            for (place, rank) in graph.ranks(half).iter().enumerate().take(half.len()) {
                let here = graph.equal(point, &number((place + 32 * index) as u64, point.len()));
                is_one.push(graph.all(&[half[place], is_half, here, graph.equal(&resized(rank, 64), &drawn.before)]));
            }
        }
        graph.any(&is_one)
    }

    /// The point that a product draws, as PDEP and TZCNT find it in either half. From here on it is
    /// known that it is the legal move whose rank among the moves is the draw (`ranks.rs`).
    fn know_point(&self, proof: &mut Proof, drawn: &Place) -> Result<Bits> {
        let draw = resized(&drawn.told_number("drawn")?[32..], 64);
        let is_high = !proof.graph.below(&draw, &self.low);
        let mut found = Vec::new();
        let in_high = proof.graph.sub(&draw, &self.low);
        for (half, n) in self.halves.iter().zip([draw, in_high]) {
            proof.know_count(half)?;
            let (place, _) = proof.know_place_of_set_bit(half, &n[..6])?;
            proof.whatever(&place);
            found.push(resized(&place, 64));
        }
        Ok(proof.graph.choose_each(is_high, &proof.graph.add(&found[1], &number(32, 64)), &found[0]))
    }

    /// The highest points of one half are left, and some of them are still to be taken away, but
    /// not all.
    fn at_lower(&self, graph: &Graph, place: &mut Place) -> Result<()> {
        let is_high = place.any(graph, 1)[0];
        let mut first = zeros(64);
        first[5] = is_high;
        place.holds("point", Word::number(first))?;
        let left = place.holds_any(graph, "low", 64)?;
        let lower = place.holds_any(graph, "drawn", 6)?;
        let (mut from_lowest, mut any) = (Bits::new(), Lit::FALSE);
        for (&left, &point) in left.iter().zip(&graph.choose_each(is_high, &self.halves[1], &self.halves[0])) {
            any = graph.or(any, left);
            from_lowest.push(graph.and(any, point));
        }
        place.conditions.push(("some are left", any));
        place.conditions.push(("what is left are the highest of the moves", graph.equal(&left, &from_lowest)));
        place.conditions.push(("some are to be taken away", !graph.is_zero(&lower)));
        let drawn = self.drawn_at_lower(graph, |name| place.told_number(name))?;
        let [low, high] = self.halves.each_ref().map(|half| graph.ranks(half).pop().expect("a last rank"));
        let fewer = graph.below(&drawn.before, &resized(&graph.choose_each(is_high, &high, &low), 64));
        place.conditions.push(("fewer are before the draw than there are", fewer));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::known;

    /// From the program of the generator's authors, for the counter 1234567.
    #[test]
    fn the_published_numbers() {
        let graph = Graph::new();
        let mut counter = number(1_234_567, 64);
        for expected in [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423] {
            let (drawn, next) = splitmix(&graph, &counter);
            assert_eq!(known(&drawn), Some(expected));
            counter = next;
        }
    }
}
