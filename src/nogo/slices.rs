//! Many random games at once, bit-sliced: 64 games for each word of a plane, and a plane for each point and each thing there is
//! to know of it. asm/nogo/slices.inc says how a step goes and why its law is uniform; this is its layout, its plain form, and
//! what launches and counts games.

use super::{Board, Colour, Kernels, PointSet, Shape};
use crate::game::Tally;
use crate::random::{Random, RandomLanes};
use std::mem::{offset_of, size_of};

/// Points of the frame, row by row.
const POINTS: usize = 81;
/// Attempts to draw a number below the number of candidates in one step; who fails draws in the next.
const ROUNDS: usize = 3;
/// Bits of such a number: it is at most 80.
const BITS: usize = 7;

/// One bit for each game.
type Plane<const W: usize> = [u64; W];
/// A plane for each point.
type Planes<const W: usize> = [Plane<W>; POINTS];

/// A drawn point of each game; none where all rows are 0.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C)]
struct Drawn<const W: usize> {
    rows: [Plane<W>; 9],
    columns: [Plane<W>; 9],
}

/// The state of 64 * W random games, in the layout that asm/nogo/slices.inc describes.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct Slices<const W: usize> {
    /// Stones; the point under trial too, until a step after it is refused; and cells off the board.
    occupied: Planes<W>,
    /// White stones. Bits of points without a stone mean nothing.
    colour: Planes<W>,
    /// Stones from which no way to an empty point has been found. It lasts for games whose point is pending.
    unreached: Planes<W>,
    /// Empty points that have not been refused: black's, white's.
    candidates: [Planes<W>; 2],
    /// The points of this step and of the step before it take turns.
    drawn: [Drawn<W>; 2],
    /// White is to move.
    side: Plane<W>,
    /// The side to move has no candidate: it has lost.
    over: Plane<W>,
    /// Whether the point last drawn is legal is not known yet.
    pending: Plane<W>,
    /// The point last drawn was illegal.
    refused: Plane<W>,
    /// The point last drawn is no candidate any more: of black's, of white's.
    dropped: [Plane<W>; 2],
    /// Plies played, lowest bit first.
    plies: [Plane<W>; BITS],
    /// Which of `drawn` is the last, as its offset from the first, in bytes.
    last: u64,
    /// 1 when there are boards other than the full 9x9.
    shaped: u64,
    random: RandomLanes,
    scratch: [Plane<W>; 112],
    /// For shaped boards: between which points there is a board's edge (a point and its right neighbour, a point and the one
    /// above), and which points are on the board.
    edge_right: Planes<W>,
    edge_above: Planes<W>,
    inside: Planes<W>,
    /// Between which points nothing flows; the kernels' own.
    wall_right: Planes<W>,
    wall_above: Planes<W>,
}

// The offsets of asm/nogo/slices.inc, in planes.
const _: () = {
    assert_layout::<4>();
    assert_layout::<8>();
};

const fn assert_layout<const W: usize>() {
    let plane = 8 * W;
    assert!(offset_of!(Slices<W>, occupied) == 0);
    assert!(offset_of!(Slices<W>, colour) == 81 * plane);
    assert!(offset_of!(Slices<W>, unreached) == 162 * plane);
    assert!(offset_of!(Slices<W>, candidates) == 243 * plane);
    assert!(offset_of!(Slices<W>, drawn) == 405 * plane);
    assert!(offset_of!(Slices<W>, side) == 441 * plane);
    assert!(offset_of!(Slices<W>, dropped) == 445 * plane);
    assert!(offset_of!(Slices<W>, plies) == 447 * plane);
    assert!(offset_of!(Slices<W>, last) == 454 * plane);
    assert!(offset_of!(Slices<W>, random) == 454 * plane + 64);
    assert!(offset_of!(Slices<W>, scratch) == 454 * plane + 320);
    assert!(offset_of!(Slices<W>, edge_right) == 566 * plane + 320);
    assert!(offset_of!(Slices<W>, inside) == 728 * plane + 320);
    assert!(offset_of!(Slices<W>, wall_right) == 809 * plane + 320);
    assert!(offset_of!(Slices<W>, wall_above) == 890 * plane + 320);
    assert!(size_of::<Slices<W>>() >= 971 * plane + 320);
}

impl<const W: usize> Slices<W> {
    /// No game; `seed` is that of all random numbers.
    fn new(shaped: bool, seed: u64) -> Box<Slices<W>> {
        let none = [[0; W]; POINTS];
        let nothing = Drawn { rows: [[0; W]; 9], columns: [[0; W]; 9] };
        Box::new(Slices {
            occupied: none,
            colour: none,
            unreached: none,
            candidates: [none; 2],
            drawn: [nothing.clone(), nothing],
            side: [0; W],
            over: [u64::MAX; W],
            pending: [0; W],
            refused: [0; W],
            dropped: [[0; W]; 2],
            plies: [[0; W]; BITS],
            last: 0,
            shaped: shaped.into(),
            random: RandomLanes::new(seed),
            scratch: [[0; W]; 112],
            edge_right: none,
            edge_above: none,
            inside: none,
            wall_right: none,
            wall_above: none,
        })
    }

    /// Begins games with a board: those of word `word` that `games` has. `plies` have been played.
    fn launch(&mut self, board: &Board, plies: u32, word: usize, games: u64) {
        let set = |planes: &mut Planes<W>, points: PointSet| {
            for (row, planes) in planes.chunks_exact_mut(9).enumerate() {
                let mut points = (points.bits() >> (10 * row)) as u64;
                for plane in planes {
                    plane[word] = plane[word] & !games | (points & 1).wrapping_neg() & games;
                    points >>= 1;
                }
            }
        };
        set(&mut self.occupied, !board.empties());
        set(&mut self.colour, board.stones(Colour::White));
        for (planes, colour) in self.candidates.iter_mut().zip(Colour::ALL) {
            let to_move = colour == board.to_move();
            set(planes, if to_move { board.legal_moves() } else { board.allowed(colour) });
        }
        if self.shaped != 0 {
            let inside = board.shape().points().bits();
            let both = |next: u128| PointSet::from_bits_in_frame(inside & next);
            set(&mut self.inside, both(inside));
            set(&mut self.edge_right, !both(inside >> 1));
            set(&mut self.edge_above, !both(inside << 10));
        }
        let fill = |plane: &mut Plane<W>, bit: bool| plane[word] = plane[word] & !games | if bit { games } else { 0 };
        self.drawn.iter_mut().flat_map(|drawn| &mut drawn.rows).for_each(|plane| fill(plane, false));
        fill(&mut self.side, board.to_move() == Colour::White);
        fill(&mut self.pending, false);
        fill(&mut self.refused, false);
        for (bit, plane) in self.plies.iter_mut().enumerate() {
            fill(plane, plies >> bit & 1 == 1);
        }
    }

    /// Counts games that are over: those of word `word` that `games` has.
    fn count(&self, tally: &mut Tally, word: usize, games: u64) {
        let first = u64::from((games & self.side[word]).count_ones());
        tally.first_wins += first;
        tally.second_wins += u64::from(games.count_ones()) - first;
        for (bit, plane) in self.plies.iter().enumerate() {
            tally.plies += u64::from((plane[word] & games).count_ones()) << bit;
        }
    }

    /// What a kernel does: steps, at most `limit`, until at least `least` games are over; returns how many.
    pub(crate) fn run(&mut self, least: u32, limit: u32) -> u32 {
        for steps in 0.. {
            for word in 0..W {
                self.drop_candidates(word);
                let moves = |index: usize| self.moves(word, index);
                self.over[word] = !(0..POINTS).fold(0, |any, index| any | moves(index));
            }
            let over: u32 = self.over.iter().map(|word| word.count_ones()).sum();
            if over >= least || steps == limit {
                return steps;
            }
            let random = self.random_planes();
            for word in 0..W {
                self.step(word, random.map(|plane| plane[word]));
            }
            self.last = size_of::<Drawn<W>>() as u64 - self.last;
        }
        unreachable!("steps end")
    }

    /// The random bits of a step: successive numbers of the generator fill planes; what is left over is lost.
    fn random_planes(&mut self) -> [Plane<W>; ROUNDS * BITS] {
        let numbers: [[u64; 8]; ROUNDS * BITS] = match W {
            8 => std::array::from_fn(|_| self.random.step()),
            _ => {
                let mut pair = [0; 8];
                std::array::from_fn(|plane| {
                    if plane % 2 == 0 {
                        pair = self.random.step();
                    } else {
                        pair.copy_within(4.., 0);
                    }
                    pair
                })
            }
        };
        numbers.map(|numbers| std::array::from_fn(|word| numbers[word]))
    }

    /// The games whose side to move has a point as a candidate.
    fn moves(&self, word: usize, index: usize) -> u64 {
        let side = self.side[word];
        self.candidates[0][index][word] & !side | self.candidates[1][index][word] & side
    }

    /// The games whose last point, or the one before it, is this.
    fn is_drawn(&self, last: bool, word: usize, index: usize) -> u64 {
        let drawn = &self.drawn[usize::from((self.last == 0) != last)];
        drawn.rows[index / 9][word] & drawn.columns[index % 9][word]
    }

    fn drop_candidates(&mut self, word: usize) {
        for index in 0..POINTS {
            let drawn = self.is_drawn(true, word, index);
            for colour in 0..2 {
                self.candidates[colour][index][word] &= !(drawn & self.dropped[colour][word]);
            }
        }
    }

    /// A step of 64 games.
    fn step(&mut self, word: usize, random: [u64; ROUNDS * BITS]) {
        let (pending, refused, side) = (self.pending[word], self.refused[word], self.side[word]);
        let before: [u64; POINTS] = std::array::from_fn(|index| self.is_drawn(true, word, index));

        // Draw, game by game.
        let mut after = [0; POINTS];
        let mut fresh = 0;
        for game in 0..64 {
            let candidates: Vec<usize> = (0..POINTS).filter(|&i| self.moves(word, i) >> game & 1 == 1).collect();
            let count = candidates.len() as u64;
            let mask = count.checked_ilog2().map_or(0, |top| (2 << top) - 1);
            let number =
                |round: usize| (0..BITS).fold(0, |k, b| k | (random[round * BITS + b] >> game & 1) << b) & mask;
            let number = (0..ROUNDS).map(number).find(|&number| number < count);
            if let (Some(number), 0) = (number, pending >> game & 1) {
                after[candidates[number as usize]] |= 1 << game;
                fresh |= 1 << game;
            }
        }

        // Place.
        let mut occupied = [0; POINTS];
        let mut colour = [0; POINTS];
        for index in 0..POINTS {
            after[index] |= before[index] & pending;
            let drawn = after[index];
            occupied[index] = self.occupied[index][word] & !(before[index] & refused) | drawn;
            colour[index] = self.colour[index][word] & !drawn | side & drawn;
            self.occupied[index][word] = occupied[index];
            self.colour[index][word] = colour[index];
        }
        let next = &mut self.drawn[usize::from(self.last == 0)];
        for line in 0..9 {
            next.rows[line][word] = (0..9).fold(0, |all, column| all | after[9 * line + column]);
            next.columns[line][word] = (0..9).fold(0, |all, row| all | after[9 * row + line]);
        }

        // Flood: down, up, down.
        let inside: [u64; POINTS] =
            std::array::from_fn(|index| if self.shaped == 0 { u64::MAX } else { self.inside[index][word] });
        let link = |a: usize, b: usize| !(colour[a] ^ colour[b]) & inside[a] & inside[b];
        let mut unreached: [u64; POINTS] = std::array::from_fn(|index| {
            let next = neighbours(index).fold(u64::MAX, |all, next| all & occupied[next]);
            occupied[index] & (next | !inside[index]) & (self.unreached[index][word] | !pending)
        });
        let mut changed = 0;
        for pass in 0..3 {
            let start = unreached;
            for step in 0..9 {
                let row = if pass == 1 { 8 - step } else { step };
                if step > 0 {
                    let from = if pass == 1 { row + 1 } else { row - 1 };
                    for column in 0..9 {
                        let (to, from) = (9 * row + column, 9 * from + column);
                        unreached[to] &= unreached[from] | !link(to, from);
                    }
                }
                for to in 9 * row + 1..9 * row + 9 {
                    unreached[to] &= unreached[to - 1] | !link(to, to - 1);
                }
                for to in (9 * row..9 * row + 8).rev() {
                    unreached[to] &= unreached[to + 1] | !link(to, to + 1);
                }
            }
            changed = (0..POINTS).fold(0, |all, index| all | start[index] ^ unreached[index]);
        }

        // Decide.
        let tried = fresh | pending;
        let bad = (0..POINTS).fold(0, |all, index| all | unreached[index] & inside[index]);
        let legal = tried & !bad;
        self.refused[word] = tried & bad & !changed;
        self.pending[word] = tried & bad & changed;
        self.dropped[0][word] = legal | self.refused[word] & !side;
        self.dropped[1][word] = legal | self.refused[word] & side;
        self.side[word] ^= legal;
        let mut carry = legal;
        for plane in &mut self.plies {
            (plane[word], carry) = (plane[word] ^ carry, plane[word] & carry);
        }
        for (plane, unreached) in self.unreached.iter_mut().zip(unreached) {
            plane[word] = unreached;
        }
    }

    /// What of a state matters to what follows, part by part.
    fn meaning(&self) -> Vec<Vec<Plane<W>>> {
        let and = |a: &Plane<W>, b: &Plane<W>| -> Plane<W> { std::array::from_fn(|word| a[word] & b[word]) };
        let all = [u64::MAX; W];
        let inside = |index: usize| if self.shaped == 0 { &all } else { &self.inside[index] };
        let masked = |planes: &Planes<W>, mask: &dyn Fn(usize) -> Plane<W>| {
            (0..POINTS).map(|index| and(&planes[index], &and(inside(index), &mask(index)))).collect()
        };
        let drawn = &self.drawn[usize::from(self.last != 0)];
        vec![
            masked(&self.occupied, &|_| all),
            masked(&self.colour, &|index| self.occupied[index]),
            masked(&self.unreached, &|_| self.pending),
            self.candidates[0].to_vec(),
            self.candidates[1].to_vec(),
            drawn.rows.to_vec(),
            drawn.columns.to_vec(),
            vec![self.side, self.over, self.pending, self.refused],
            self.dropped.to_vec(),
            self.plies.to_vec(),
        ]
    }
}

/// Games with a board, as many as the planes have bits: what their state means after at most `limit` steps, by the kernels and
/// in the plain form.
pub(crate) fn after_steps<const W: usize>(kernels: &Kernels, board: &Board, seed: u64, limit: u32) -> [String; 2] {
    let mut slices = Slices::<W>::new(board.shape() != Shape::FULL, seed);
    (0..W).for_each(|word| slices.launch(board, 0, word, u64::MAX));
    let mut plain = slices.clone();
    let steps = [kernels.slices(&mut slices, 64 * W as u32, limit), plain.run(64 * W as u32, limit)];
    let parts = [slices.meaning(), plain.meaning()];
    std::array::from_fn(|way| format!("{} steps, {:x?}", steps[way], parts[way]))
}

/// The indices of a point's neighbours in the frame.
fn neighbours(index: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (index / 9, index % 9);
    [
        (row > 0).then(|| index - 9),
        (row < 8).then(|| index + 9),
        (column > 0).then(|| index - 1),
        (column < 8).then(|| index + 1),
    ]
    .into_iter()
    .flatten()
}

/// Plays `games` random games from each position, as many at once as the planes have bits; the result depends on the seed and
/// W alone.
pub(crate) fn playout_many<const W: usize>(
    positions: &[Board],
    games: u64,
    kernels: &Kernels,
    seed: u64,
) -> Vec<Tally> {
    let mut tallies = vec![Tally::default(); positions.len()];
    let mut random = Random::new(seed);
    let shaped = positions.iter().any(|board| board.shape() != Shape::FULL);
    let mut slices = Slices::<W>::new(shaped, random.next_u64());
    // Whose game it is that a bit plays.
    let mut owners = [[0; 64]; W];
    let mut waiting = positions.iter().enumerate().map(|(index, board)| (index, board, games)).filter(|_| games > 0);
    let mut first = waiting.next();
    loop {
        // Launch games where there is none. The last of those at work, one in 32, go on meanwhile: games end within some
        // ten steps of each other, and the last ones would keep the others waiting.
        let mut running = [0; W];
        for word in 0..W {
            let mut idle = slices.over[word];
            while let (Some((index, board, left)), 1..) = (&mut first, idle) {
                let mut board = **board;
                let (launched, plies) = if board.centre_is_forbidden() {
                    (idle & idle.wrapping_neg(), board.play_random_plies(kernels, &mut random, 1))
                } else {
                    (lowest(idle, *left), 0)
                };
                slices.launch(&board, plies, word, launched);
                each(launched, |game| owners[word][game] = *index);
                idle &= !launched;
                *left -= u64::from(launched.count_ones());
                if *left == 0 {
                    first = waiting.next();
                }
            }
            running[word] = !idle;
        }
        if running.iter().all(|&games| games == 0) {
            return tallies;
        }
        let all = 64 * W as u32;
        kernels.slices(&mut slices, if first.is_some() { all - all / 32 } else { all }, u32::MAX);
        for word in 0..W {
            let mut ended = running[word] & slices.over[word];
            while ended != 0 {
                let owner = owners[word][ended.trailing_zeros() as usize];
                let mut games = 0;
                each(ended, |game| games |= u64::from(owners[word][game] == owner) << game);
                slices.count(&mut tallies[owner], word, games);
                ended &= !games;
            }
        }
    }
}

/// The lowest bits of a word, at most so many.
fn lowest(word: u64, most: u64) -> u64 {
    let mut rest = word;
    if u64::from(word.count_ones()) > most {
        (0..most).for_each(|_| rest &= rest - 1);
        return word & !rest;
    }
    word
}

/// Calls `visit` with the number of each bit that is set.
fn each(mut word: u64, mut visit: impl FnMut(usize)) {
    while word != 0 {
        visit(word.trailing_zeros() as usize);
        word &= word - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nogo::Point;
    use crate::tier::Tier;

    /// All points, by their index in [`Planes`].
    fn points() -> impl Iterator<Item = (usize, Point)> {
        (0..POINTS).map(|index| (index, Point::new(index / 9, index % 9).unwrap()))
    }

    /// A board of any size, with blocked cells or without, and some plies played.
    fn random_board(random: &mut Random) -> Board {
        let side = |random: &mut Random| 1 + random.below(9) as usize;
        let shape = if random.below(2) == 0 {
            Shape::FULL
        } else {
            let (rows, columns) = (side(random), side(random));
            let blocked = points()
                .map(|(_, point)| point)
                .filter(|point| point.row() < rows && point.column() < columns && random.next_u64().is_multiple_of(8));
            Shape::new(rows, columns, blocked.collect()).unwrap()
        };
        let mut board = Board::new(shape);
        let plies = random.below(60);
        board.play_random_plies(Kernels::best(), random, plies);
        board
    }

    fn equals_the_plain_form<const W: usize>(kernels: &Kernels) {
        let mut random = Random::new(31);
        for round in 0..4 {
            let mut slices = Slices::<W>::new(round % 2 == 1, round);
            for word in 0..W {
                for game in 0..64 {
                    let board = if round % 2 == 0 { Board::start() } else { random_board(&mut random) };
                    slices.launch(&board, 0, word, 1 << game);
                }
            }
            let mut plain = slices.clone();
            for step in 0.. {
                let limit = 1 + step % 3;
                let made = kernels.slices(&mut slices, 64 * W as u32, limit);
                assert_eq!(made, plain.run(64 * W as u32, limit), "{}, step {step}", kernels.tier());
                for (part, (found, expected)) in slices.meaning().iter().zip(&plain.meaning()).enumerate() {
                    assert_eq!(found, expected, "{}, round {round}, step {step}, part {part}", kernels.tier());
                }
                if made < limit {
                    break;
                }
            }
        }
    }

    /// Calls what is generic over the words of a plane with those of each tier.
    macro_rules! on_every_tier {
        ($test:ident) => {
            // X64 has the plain form of the Reference tier.
            for tier in Tier::available().filter(|&tier| tier != Tier::X64) {
                let kernels = Kernels::get(tier).unwrap();
                match kernels.slice_words() {
                    8 => $test::<8>(kernels),
                    _ => $test::<4>(kernels),
                }
            }
        };
    }

    #[test]
    fn every_tier_equals_the_plain_form() {
        on_every_tier!(equals_the_plain_form);
    }

    /// Some boards' games by single steps, each ply held against the board that plays along.
    fn plays_by_the_rules<const W: usize>(kernels: &Kernels) {
        let mut random = Random::new(32);
        for shaped in [false, true] {
            let mut slices = Slices::<W>::new(shaped, 33);
            let mut boards: Vec<Board> = (0..64 * W)
                .map(|game| {
                    let board = if shaped { random_board(&mut random) } else { Board::start() };
                    slices.launch(&board, 0, game / 64, 1 << (game % 64));
                    board
                })
                .collect();
            let (mut refusals, mut pendings) = (0, 0);
            for step in 0.. {
                let before = slices.clone();
                let made = kernels.slices(&mut slices, 64 * W as u32, 1);
                for (game, board) in boards.iter_mut().enumerate() {
                    let (word, bit) = (game / 64, game % 64);
                    let told = (kernels.tier(), step, game);
                    let is = |plane: &Plane<W>| plane[word] >> bit & 1 == 1;
                    let number =
                        |planes: &[Plane<W>]| (0..planes.len()).filter(|&i| is(&planes[i])).collect::<Vec<_>>();
                    let drawn = &slices.drawn[usize::from(slices.last != 0)];
                    let (rows, columns) = (number(&drawn.rows), number(&drawn.columns));
                    let plies = |slices: &Slices<W>| number(&slices.plies).iter().map(|bit| 1 << bit).sum::<u32>();
                    let played = plies(&slices) - plies(&before);
                    let (refused, pending) = (is(&slices.refused), is(&slices.pending));
                    let mut ghost = None;
                    if made == 1 && rows.len() == 1 && columns.len() == 1 {
                        let point = Point::new(rows[0], columns[0]).unwrap();
                        assert_eq!(
                            played == 1,
                            board.legal_moves().contains(point) && !pending,
                            "{told:?} {point}: {board}"
                        );
                        assert_eq!(u32::from(refused) + u32::from(pending) + played, 1, "{told:?} {point}: {board}");
                        if played == 1 {
                            board.play(point);
                        } else {
                            ghost = Some(point);
                            refusals += u32::from(refused);
                            pendings += u32::from(pending);
                        }
                    } else {
                        assert_eq!(played, 0, "{told:?}: {board}");
                        assert!(made == 0 || rows.is_empty() && columns.is_empty(), "{told:?}: {board}");
                    }
                    assert_eq!(is(&slices.side), board.to_move() == Colour::White, "{told:?}: {board}");
                    if is(&slices.over) {
                        assert!(board.outcome().is_some(), "{told:?}: {board}");
                    }
                    if made == 0 {
                        assert!(is(&slices.over), "{told:?}: {board}");
                        continue;
                    }
                    for (index, point) in points() {
                        let stone = is(&slices.occupied[index]) && ghost != Some(point);
                        assert_eq!(stone, !board.empties().contains(point), "{told:?} {point}: {board}");
                        if stone && board.shape().points().contains(point) {
                            let white = board.stones(Colour::White).contains(point);
                            assert_eq!(is(&slices.colour[index]), white, "{told:?} {point}: {board}");
                        }
                        for colour in Colour::ALL {
                            let candidate = is(&slices.candidates[colour as usize][index]);
                            assert!(!candidate || board.empties().contains(point), "{told:?} {point}: {board}");
                            assert!(candidate || !board.allowed(colour).contains(point), "{told:?} {point}: {board}");
                        }
                    }
                }
                if made == 0 {
                    break;
                }
            }
            assert!(refusals > 64 * W as u32 && pendings > 0, "{refusals} refusals, {pendings} left pending");
        }
    }

    #[test]
    fn every_step_is_by_the_rules() {
        on_every_tier!(plays_by_the_rules);
    }

    /// First points drawn from a position, each as often as any other.
    fn draws_uniformly<const W: usize>(kernels: &Kernels) {
        let batches = if kernels.tier() == Tier::Avx2 { 400 } else { 20 };
        let mut random = Random::new(34);
        for plies in [0, 20, 45, 60, 68] {
            let mut board = Board::start();
            board.play_random_plies(kernels, &mut random, plies);
            let moves = board.legal_moves();
            let mut counts = [0u32; POINTS];
            for seed in 0..batches {
                let mut slices = Slices::<W>::new(false, seed);
                (0..W).for_each(|word| slices.launch(&board, 0, word, u64::MAX));
                kernels.slices(&mut slices, 64 * W as u32, 1);
                for (index, _) in points() {
                    let drawn = |word: usize| slices.is_drawn(true, word, index);
                    counts[index] += (0..W).map(|word| drawn(word).count_ones()).sum::<u32>();
                }
            }
            let total: u32 = counts.iter().sum();
            // Three attempts fail with a chance of at most one in eight.
            assert!(u64::from(total) > (64 * W) as u64 * batches * 6 / 7, "too many games have drawn nothing");
            let expected = f64::from(total) / f64::from(moves.len());
            let mut chi_square = 0.0;
            for (index, point) in points() {
                if moves.contains(point) {
                    chi_square += (f64::from(counts[index]) - expected).powi(2) / expected;
                } else {
                    assert_eq!(counts[index], 0, "{point} is illegal on {board}");
                }
            }
            // Wilson and Hilferty's normal approximation; beyond 4.5 once in 300 000 tests.
            let freedom = f64::from(moves.len() - 1).max(1.0);
            let spread = 2.0 / (9.0 * freedom);
            let deviation = ((chi_square / freedom).cbrt() - (1.0 - spread)) / spread.sqrt();
            assert!(deviation < 4.5, "{}: {counts:?} from {board}", kernels.tier());
        }
    }

    #[test]
    fn every_candidate_is_drawn_as_often_as_any_other() {
        on_every_tier!(draws_uniformly);
    }
}
