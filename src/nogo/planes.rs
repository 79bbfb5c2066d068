//! The state of many random games in bit slices: 64 games for each word of a plane, and a plane for
//! each point and each thing there is to know of it. asm/nogo/bitslices.inc says how a step goes
//! and why its law is uniform; this is its layout.

use super::point::PointSet;
use super::shape::Shape;
use super::state::Board;
use crate::bits::{each, transpose};
use crate::game::streams::Set;
use crate::game::{Colour, Outcome, Playout, Tally};
use crate::random::RandomLanes;
use std::array;

/// Points of the frame, row by row.
pub(crate) const POINTS: usize = 81;
/// Bits of a number of plies, and of a number below that of a board's points.
pub(crate) const BITS: usize = 7;

// The planes by number, as in asm/nogo/bitslices.inc.

/// Stones; the point under trial too, until a step after it is refused; and cells off the board.
pub(crate) const OCCUPIED: usize = 0;
/// White stones. Bits of points without a stone mean nothing.
pub(crate) const COLOUR: usize = OCCUPIED + POINTS;
/// Stones from which no way to an empty point has been found. It lasts for games whose point is
/// pending.
pub(crate) const UNREACHED: usize = COLOUR + POINTS;
/// Empty points that have not been refused: black's, white's.
pub(crate) const CANDIDATES: usize = UNREACHED + POINTS;
/// The points drawn in this step and in the step before it take turns: nine rows and nine columns
/// each. No point is drawn where all rows are 0.
pub(crate) const DRAWN: usize = CANDIDATES + 2 * POINTS;
/// White is to move.
pub(crate) const SIDE: usize = DRAWN + 2 * 18;
/// The side to move has no candidate: it has lost.
pub(crate) const OVER: usize = SIDE + 1;
/// Whether the point last drawn is legal is not known yet.
pub(crate) const PENDING: usize = OVER + 1;
/// The point last drawn was illegal.
pub(crate) const REFUSED: usize = PENDING + 1;
/// Whether the point last drawn is no longer a candidate, of black and of white.
pub(crate) const DROPPED: usize = REFUSED + 1;
/// Plies played, lowest bit first.
pub(crate) const PLIES: usize = DROPPED + 2;
/// Here numbers stand between the planes: which half of [`DRAWN`] is the last, as its offset in
/// bytes; whether there are boards other than the full 9x9; and, from the next cache line on, the
/// random numbers' state.
const NUMBERS: usize = PLIES + BITS;
/// The kernels' own.
const SCRATCH: usize = NUMBERS;
/// For shaped boards: between which points there is a board's edge, a point and its right
/// neighbour, a point and the one above.
const EDGE_RIGHT: usize = SCRATCH + 112;
const EDGE_ABOVE: usize = EDGE_RIGHT + POINTS;
/// For shaped boards: the points on the board.
pub(crate) const INSIDE: usize = EDGE_ABOVE + POINTS;
/// Between which points nothing flows; the kernels' own.
const WALLS: usize = INSIDE + POINTS;
const PLANES: usize = WALLS + 2 * POINTS;

/// Words between the planes: a cache line, and the four words of eight generators.
const NUMBERS_LEN: usize = 8 + 4 * 8;
/// Sets of points that a game begins with; full boards need the first four alone.
const PARTS: usize = 7;
/// Words of a plane at most.
const MOST_WORDS: usize = 8;

/// The state of 64 random games for each word of a plane. A plane is `words` words wide, so that a
/// tier with four uses a half of the memory.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct Planes {
    memory: [u64; MOST_WORDS * PLANES + NUMBERS_LEN],
    words: usize,
}

// The offsets of asm/nogo/bitslices.inc, in planes.
const _: () = {
    assert!(COLOUR == 81 && UNREACHED == 162 && CANDIDATES == 243 && DRAWN == 405);
    assert!(SIDE == 441 && OVER == 442 && PENDING == 443 && REFUSED == 444 && DROPPED == 445 && PLIES == 447);
    assert!(NUMBERS == 454 && SCRATCH == 454 && EDGE_RIGHT == 566 && EDGE_ABOVE == 647 && INSIDE == 728);
    assert!(WALLS == 809 && PLANES == 971 && 8 * NUMBERS_LEN == 320);
    assert!(std::mem::offset_of!(Planes, memory) == 0 && size_of::<RandomLanes>() == 256);
};

impl Planes {
    /// No game; planes of four or eight words. `shaped` where there will be boards other than the
    /// full 9x9. Each word of a plane draws from a sequence of its own.
    pub(crate) fn new(words: usize, shaped: bool, random: &RandomLanes) -> Box<Planes> {
        assert!(words == 4 || words == MOST_WORDS, "planes of {words} words");
        let mut planes = Box::new(Planes { memory: [0; MOST_WORDS * PLANES + NUMBERS_LEN], words });
        planes.plane_mut(OVER).fill(u64::MAX);
        let numbers = NUMBERS * words;
        planes.memory[numbers + 1] = shaped.into();
        planes.set_random(random);
        planes
    }

    /// The words of a plane: 64 games each.
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// How many games there are.
    pub(crate) fn games(&self) -> u32 {
        64 * self.words as u32
    }

    /// Where in memory a plane begins.
    #[inline]
    fn at(&self, plane: usize) -> usize {
        plane * self.words + if plane < NUMBERS { 0 } else { NUMBERS_LEN }
    }

    /// A plane, by its number.
    #[inline]
    pub(crate) fn plane(&self, plane: usize) -> &[u64] {
        &self.memory[self.at(plane)..][..self.words]
    }

    #[inline]
    pub(crate) fn plane_mut(&mut self, plane: usize) -> &mut [u64] {
        let at = self.at(plane);
        &mut self.memory[at..][..self.words]
    }

    /// The games of a word that are over, and the places without one.
    pub(crate) fn over(&self, word: usize) -> u64 {
        self.plane(OVER)[word]
    }

    /// Which half of [`DRAWN`] has the points last drawn: 0 or 1.
    pub(crate) fn last(&self) -> usize {
        usize::from(self.memory[NUMBERS * self.words] != 0)
    }

    /// Lets the other half of [`DRAWN`] be the last.
    pub(crate) fn swap_drawn(&mut self) {
        let half = 18 * 8 * self.words as u64;
        let last = &mut self.memory[NUMBERS * self.words];
        *last = half - *last;
    }

    /// Whether there may be boards other than the full 9x9.
    pub(crate) fn is_shaped(&self) -> bool {
        self.memory[NUMBERS * self.words + 1] != 0
    }

    /// The generators.
    pub(crate) fn random(&self) -> RandomLanes {
        RandomLanes::from_state(array::from_fn(|word| {
            array::from_fn(|lane| self.memory[NUMBERS * self.words + 8 + 8 * word + lane])
        }))
    }

    pub(crate) fn set_random(&mut self, random: &RandomLanes) {
        let at = NUMBERS * self.words + 8;
        self.memory[at..][..32].copy_from_slice(random.state().as_flattened());
    }

    /// Begins games with a board, those of a set. `plies` have been played.
    ///
    /// # Panics
    /// When the board is not the full 9x9, and the planes were not made for others.
    pub(crate) fn launch(&mut self, board: &Board, plies: u32, games: &Set) {
        for (&first, points) in self.parts().iter().zip(self.parts_of(board)) {
            self.set_points(first, points, games);
        }
        self.set(SIDE, board.to_move() == Colour::White, games);
        self.begin(plies, games);
    }

    /// Begins games in some places of a word, each with a board of its own. `plies` have been
    /// played on all of them.
    ///
    /// # Panics
    /// As [`Planes::launch`] does.
    pub(crate) fn launch_each<'a>(&mut self, word: usize, places: u64, plies: u32, board: impl Fn(usize) -> &'a Board) {
        let Some(first) = each(places).next().map(&board) else { return };
        let parts = self.parts();
        let white = |board: &Board| board.to_move() == Colour::White;
        let sides = if each(places).all(|place| std::ptr::eq(board(place), first)) {
            for (&part, points) in parts.iter().zip(self.parts_of(first)) {
                let bits = array::from_fn(|bit| (points.bits() >> bit) as u64 & 1);
                self.set_word(part, word, places, &bits.map(u64::wrapping_neg));
            }
            if white(first) { places } else { 0 }
        } else {
            self.set_transposed(word, places, &board);
            each(places).filter(|&place| white(board(place))).fold(0, |sides, place| sides | 1 << place)
        };
        let side = &mut self.plane_mut(SIDE)[word];
        *side = *side & !places | sides;
        self.begin(plies, &array::from_fn(|index| if index == word { places } else { 0 }));
    }

    /// Sets the planes of the points for games of a word, each with a board of its own.
    fn set_transposed<'a>(&mut self, word: usize, places: u64, board: impl Fn(usize) -> &'a Board) {
        // A row for each game: a part's lower 64 bits, or the upper 32 of two parts.
        let (mut lower, mut upper) = ([[0; 64]; PARTS], [[0; 64]; PARTS.div_ceil(2)]);
        let parts = self.parts();
        for place in each(places) {
            for (part, points) in self.parts_of(board(place)).into_iter().enumerate().take(parts.len()) {
                lower[part][place] = points.bits() as u64;
                upper[part / 2][place] |= ((points.bits() >> 64) as u64) << (32 * (part % 2));
            }
        }
        lower[..parts.len()].iter_mut().for_each(transpose);
        upper[..parts.len().div_ceil(2)].iter_mut().for_each(transpose);
        for (part, &first) in parts.iter().enumerate() {
            let mut bits = [0; 96];
            bits[..64].copy_from_slice(&lower[part]);
            bits[64..].copy_from_slice(&upper[part / 2][32 * (part % 2)..][..32]);
            self.set_word(first, word, places, &bits);
        }
    }

    /// Sets the planes of all points for games of a word; the words are by the points' bits.
    fn set_word(&mut self, first: usize, word: usize, places: u64, bits: &[u64; 96]) {
        let (at, words) = (self.at(first), self.words);
        let planes = &mut self.memory[at..][..POINTS * words];
        for (row, planes) in planes.chunks_exact_mut(9 * words).enumerate() {
            for (plane, bits) in planes.chunks_exact_mut(words).zip(&bits[10 * row..]) {
                plane[word] = plane[word] & !places | bits & places;
            }
        }
    }

    /// The planes that a board's points are in, where each of these sets of planes begins.
    fn parts(&self) -> &'static [usize] {
        const ALL: [usize; PARTS] = [OCCUPIED, COLOUR, CANDIDATES, CANDIDATES + POINTS, INSIDE, EDGE_RIGHT, EDGE_ABOVE];
        if self.is_shaped() { &ALL } else { &ALL[..4] }
    }

    /// A board's points in each of [`Planes::parts`].
    fn parts_of(&self, board: &Board) -> [PointSet; PARTS] {
        let shape = board.shape();
        assert!(self.is_shaped() || shape == Shape::FULL, "planes for full boards");
        let candidates = Colour::ALL
            .map(|colour| if colour == board.to_move() { board.legal_moves() } else { board.allowed(colour) });
        let inside = shape.points().bits();
        let both = |next: u128| PointSet::within_frame(inside & next);
        [
            !board.empties(),
            board.stones(Colour::White),
            candidates[0],
            candidates[1],
            both(inside),
            !both(inside >> 1),
            !both(inside << 10),
        ]
    }

    /// Begins games whose points and sides are set.
    fn begin(&mut self, plies: u32, games: &Set) {
        for row in 0..9 {
            self.set(DRAWN + row, false, games);
            self.set(DRAWN + 18 + row, false, games);
        }
        self.set(PENDING, false, games);
        self.set(REFUSED, false, games);
        for bit in 0..BITS {
            self.set(PLIES + bit, plies >> bit & 1 == 1, games);
        }
    }

    /// Adds the stones at the end of games, black's and white's, point by point. The games of a
    /// word, which are over.
    pub(crate) fn count_stones(&self, word: usize, games: u64, counts: &mut [[u64; POINTS]; 2]) {
        let drawn = DRAWN + 18 * self.last();
        let refused = self.plane(REFUSED)[word];
        let columns: [u64; 9] = array::from_fn(|column| self.plane(drawn + 9 + column)[word]);
        let [black, white] = counts;
        for row in 0..9 {
            // A point that was refused last is among the stones.
            let refused = self.plane(drawn + row)[word] & refused;
            for (column, drawn) in columns.into_iter().enumerate() {
                let index = 9 * row + column;
                let inside = if self.is_shaped() { self.plane(INSIDE + index)[word] } else { u64::MAX };
                let stones = self.plane(OCCUPIED + index)[word] & inside & games & !(refused & drawn);
                let all = u64::from(stones.count_ones());
                let of_white = u64::from((stones & self.plane(COLOUR + index)[word]).count_ones());
                black[index] += all - of_white;
                white[index] += of_white;
            }
        }
    }

    /// The results of a set's games, of one word.
    pub(crate) fn count_in(&self, word: usize, games: u64) -> Tally {
        let first = u64::from((games & self.plane(SIDE)[word]).count_ones());
        let plies = (0..BITS).map(|bit| u64::from((self.plane(PLIES + bit)[word] & games).count_ones()) << bit).sum();
        Tally { wins: [first, u64::from(games.count_ones()) - first], draws: 0, plies }
    }

    /// Sets a bit of some games.
    fn set(&mut self, plane: usize, bit: bool, games: &Set) {
        for (bits, games) in self.plane_mut(plane).iter_mut().zip(games) {
            *bits = *bits & !games | if bit { *games } else { 0 };
        }
    }

    /// Sets the planes of all points for some games, those of the set to 1.
    fn set_points(&mut self, first: usize, points: PointSet, games: &Set) {
        let (at, words) = (self.at(first), self.words);
        let planes = &mut self.memory[at..][..POINTS * words];
        match words {
            4 => set_in_planes::<4>(planes, points, games),
            _ => set_in_planes::<MOST_WORDS>(planes, points, games),
        }
    }

    /// Counts games that are over, those of a set.
    pub(crate) fn count(&self, games: &Set) -> Tally {
        (0..self.words).map(|word| self.count_in(word, games[word])).sum()
    }

    /// How a game went that is over.
    pub(crate) fn playout(&self, game: usize) -> Playout {
        let bit = |plane: usize| self.plane(plane)[game / 64] >> (game % 64) & 1;
        let winner = if bit(SIDE) == 1 { Colour::Black } else { Colour::White };
        Playout {
            outcome: Outcome::Win(winner),
            plies: (0..BITS).map(|place| (bit(PLIES + place) as u32) << place).sum(),
        }
    }

    /// The part of the state on which later steps depend: each plane's part and number in it, and
    /// its meaning.
    pub(crate) fn meaning(&self) -> Vec<(&'static str, usize, Vec<u64>)> {
        let points = |first: usize| (0..POINTS).map(move |index| (index, first + index));
        let inside = |index: usize| self.is_shaped().then(|| self.plane(INSIDE + index));
        let masked = |plane: usize, index: usize, mask: Option<usize>| -> Vec<u64> {
            let and = |words: Option<&[u64]>, word: usize| words.map_or(u64::MAX, |words| words[word]);
            let (mask, inside) = (mask.map(|mask| self.plane(mask)), inside(index));
            self.plane(plane)
                .iter()
                .enumerate()
                .map(|(word, bits)| bits & and(mask, word) & and(inside, word))
                .collect()
        };
        let mut parts = Vec::new();
        parts.extend(points(OCCUPIED).map(|(index, plane)| ("stones", index, masked(plane, index, None))));
        let colour = |(index, plane)| ("white stones", index, masked(plane, index, Some(OCCUPIED + index)));
        parts.extend(points(COLOUR).map(colour));
        let unreached = |(index, plane)| ("unreached", index, masked(plane, index, Some(PENDING)));
        parts.extend(points(UNREACHED).map(unreached));
        let drawn = DRAWN + 18 * self.last();
        let whole = [
            ("black's candidates", CANDIDATES, POINTS),
            ("white's candidates", CANDIDATES + POINTS, POINTS),
            ("rows drawn", drawn, 9),
            ("columns drawn", drawn + 9, 9),
            ("side to move", SIDE, 1),
            ("over", OVER, 1),
            ("pending", PENDING, 1),
            ("refused", REFUSED, 1),
            ("dropped", DROPPED, 2),
            ("plies", PLIES, BITS),
        ];
        for (part, first, planes) in whole {
            parts.extend((0..planes).map(|index| (part, index, self.plane(first + index).to_vec())));
        }
        parts
    }
}

/// Sets planes of W words, one for each point, for some games, those of the set to 1.
fn set_in_planes<const W: usize>(planes: &mut [u64], points: PointSet, games: &Set) {
    for (row, planes) in planes.chunks_exact_mut(9 * W).enumerate() {
        let mut points = (points.bits() >> (10 * row)) as u64;
        for plane in planes.as_chunks_mut::<W>().0 {
            for (plane, games) in plane.iter_mut().zip(games) {
                *plane = *plane & !games | (points & 1).wrapping_neg() & games;
            }
            points >>= 1;
        }
    }
}
