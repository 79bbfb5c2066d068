//! Random games many at once, by order statistics instead of moves.
//!
//! A random game, played on after its end until the board is full, is a random order of the E empty points: the side to move
//! takes the first of them, the other side the second, and so on. Any fixed renaming of the places in a uniformly random order
//! is uniformly random too; so let black take its n-th stone from the n-th place of the order counted from its beginning, and
//! white its n-th stone from the n-th place counted from its end. The sides share the E places in the same numbers as before.
//!
//! * The order is that of independent random keys, one for each empty point. When black has n stones more than at first, they
//!   are the n points with the lowest keys; so black has a window of five cells when it has reached the greatest key in it, and its
//!   first five when it has reached K, the least of these over all windows. Its own earlier stones are lower than every key,
//!   white's higher. The number of its stone is K's rank. White is the mirror image, from the highest key down.
//! * Exactly five: a stone wins when it completes a window whose neighbours at both ends, where the board has such, are not
//!   its colour's then: their keys come after the window's last, or they are the other side's for good. A window whose neighbour
//!   comes before its last stone is part of a longer row from the moment it is complete; it never wins, and what comes later wins
//!   only by a window of its own. So K is the least over the windows that come before their neighbours.
//! * Who has the earlier ply of the two wins; if both come after ply E, the board is full without a five, and the game is drawn.
//!
//! The keys have 16 bits, and two points may have the same one. The 16 bits are then taken for the leading ones of longer, random
//! keys: the points with the same 16 bits stand in a random order, independent of all else. K's leading bits are found all the same,
//! since greatest and least commute with cutting bits off; K's rank is known unless another empty point has the same bits. Only then,
//! in one game of 150 or so on 15x15 before those are left out where it cannot matter, the random order of such points is drawn, and the
//! game looked at point by point from there. For exactly five, keys that are the same count as a neighbour that comes later;
//! if that made K too low, then the neighbour has K's bits too and the game is looked at.

use super::{AXES, Board, Colour, Kernels, Rule, Size};
use crate::game::Outcome;
use crate::game::{Playout, Tally};
use crate::random::kernels::Kernels as RandomKernels;
use crate::random::{Random, RandomLanes};

/// Games played together.
const GAMES: usize = 32;
/// Bytes from the keys of a cell to those of the next.
const ROW: u32 = 64;

/// A line of cells, as asm/gomoku/playouts.inc has it.
#[repr(C)]
pub(crate) struct Line {
    /// The byte where the keys of its first cell are.
    pub(crate) first: u32,
    /// Bytes from cell to cell.
    pub(crate) step: u32,
    /// Windows of five cells that it has; 0 ends a list of lines.
    pub(crate) windows: u32,
}

/// What the kernels tell of 32 games, as asm/gomoku/playouts.inc has it.
#[repr(C, align(64))]
pub(crate) struct Results {
    /// Plies, 2^13 if black won, 2^14 if white won, 2^15 if the game is open.
    pub(crate) games: [u16; GAMES],
    /// The key by which black has five.
    pub(crate) black: [i16; GAMES],
    /// The key by which white has five.
    pub(crate) white: [i16; GAMES],
}

/// What the kernels look at: the keys of 32 games from one position.
///
/// Invariant: there is a row of keys for every point; lines and cells lie within them, and the lines end as they must.
pub(crate) struct Keys {
    size: Size,
    /// From `start` on, eight words a point, and eight more from which open games are decided. Game g's key of a point is the
    /// 16 bits from 16g on, signed, lowest word first.
    words: Vec<u64>,
    start: usize,
    lines: Vec<Line>,
    cells: Vec<u32>,
}

impl Keys {
    fn new(size: Size) -> Keys {
        let words = vec![0; 8 * (size.points() + 2)];
        // A row is a cache line.
        let start = words.as_ptr().align_offset(64).min(8);
        Keys { size, words, start, lines: lines(size), cells: Vec::with_capacity(size.points()) }
    }

    /// The keys: a row for each point, and one more.
    #[inline]
    pub(crate) fn rows(&self) -> &[[u64; 8]] {
        &self.words[self.start..].as_chunks().0[..=self.size.points()]
    }

    fn rows_mut(&mut self) -> &mut [[u64; 8]] {
        &mut self.words[self.start..].as_chunks_mut().0[..=self.size.points()]
    }

    /// The lines of five cells or more; the last one has no windows.
    #[inline]
    pub(crate) fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Where the keys of the empty points are.
    #[inline]
    pub(crate) fn cells(&self) -> &[u32] {
        &self.cells
    }

    fn key(&self, point: usize, game: usize) -> i16 {
        (self.rows()[point][game / 4] >> (16 * (game % 4))) as i16
    }
}

/// Every line of five cells or more, and the end of the list.
fn lines(size: Size) -> Vec<Line> {
    let mut lines = Vec::new();
    for (down, right) in AXES {
        for first in size.all() {
            let on_board = |steps| first.offset(down * steps, right * steps).is_some_and(|point| size.contains(point));
            if !on_board(-1) && on_board(4) {
                let cells = (5..).find(|&steps| !on_board(steps)).expect("a board ends");
                let step = down * size.columns() as isize + right;
                lines.push(Line {
                    first: ROW * size.index(first) as u32,
                    step: ROW * step as u32,
                    windows: cells as u32 - 4,
                });
            }
        }
    }
    lines.push(Line { first: 0, step: 0, windows: 0 });
    lines
}

/// Uniformly random games from one position, without end: an iterator over how they went.
///
/// ```
/// use stonemask::gomoku::{Board, Kernels, Playouts, Rule, Size};
///
/// let board = Board::new(Size::new(15, 15)?, Rule::Standard);
/// let games = Playouts::new(&board, Kernels::best(), 1).expect("standard is played this way");
/// let plies: u32 = games.take(1000).map(|game| game.plies).sum();
/// assert!((100_000..120_000).contains(&plies));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Playouts<'a> {
    kernels: &'a Kernels,
    board: Board,
    random: RandomLanes,
    keys: Keys,
    results: Results,
    /// The next of the results to give out.
    next: usize,
    open: Open,
}

impl<'a> Playouts<'a> {
    /// Games from `board`. The same seed gives the same games on every tier. `None` where games are not played this way: under
    /// renju and caro; where the game is over, or one empty point is left; and where stones stand five or more in a row already.
    pub fn new(board: &Board, kernels: &'a Kernels, seed: u64) -> Option<Playouts<'a>> {
        if !suits(board, kernels) {
            return None;
        }
        let mut playouts = Playouts {
            kernels,
            board: board.clone(),
            random: RandomLanes::new(seed),
            keys: Keys::new(board.size()),
            results: Results { games: [0; GAMES], black: [0; GAMES], white: [0; GAMES] },
            next: GAMES,
            open: Open { taken: vec![false; board.size().points()], tied: Vec::new() },
        };
        playouts.list_cells();
        Some(playouts)
    }

    /// Goes on with games from another position; false, and nothing changed, where they are not played this way.
    pub(crate) fn restart(&mut self, board: &Board) -> bool {
        if !suits(board, self.kernels) {
            return false;
        }
        if board.size() != self.board.size() {
            self.keys = Keys::new(board.size());
            self.open.taken = vec![false; board.size().points()];
        }
        self.board.clone_from(board);
        self.next = GAMES;
        self.list_cells();
        true
    }

    fn list_cells(&mut self) {
        self.keys.cells.clear();
        for (index, point) in self.board.size().all().enumerate() {
            if self.board.stone(point).is_none() {
                self.keys.cells.push(ROW * index as u32);
            }
        }
    }

    /// Plays 32 games.
    fn play(&mut self) {
        RandomKernels::get(self.kernels.tier())
            .expect("the tier is available")
            .fill(&mut self.random, self.keys.rows_mut());
        self.play_by_keys();
    }

    /// Plays 32 games whose keys are drawn.
    fn play_by_keys(&mut self) {
        let Playouts { kernels, board, keys, results, .. } = self;
        if board.stones() > 0 {
            for (index, point) in board.size().all().enumerate() {
                match board.stone(point) {
                    Some(Colour::Black) => keys.rows_mut()[index] = [0x8000_8000_8000_8000; 8],
                    Some(Colour::White) => keys.rows_mut()[index] = [0x7fff_7fff_7fff_7fff; 8],
                    None => {}
                }
            }
        }
        kernels.playouts(board.rule(), board.to_move(), keys, results);
        for game in 0..GAMES {
            if results.games[game] & OPEN != 0 {
                let keys_of_five = [results.black[game], results.white[game]];
                results.games[game] = self.open.decide(board, keys, game, keys_of_five);
            }
        }
        self.next = 0;
    }

    /// Plays so many games and counts them.
    pub fn tally(&mut self, games: u64) -> Tally {
        let mut tally = Tally::default();
        let mut left = games;
        while left > 0 {
            if self.next == GAMES {
                self.play();
            }
            let count = left.min((GAMES - self.next) as u64) as usize;
            let games = &self.results.games[self.next..self.next + count];
            let sum = |value: fn(u16) -> u32| games.iter().map(|&game| value(game)).sum::<u32>().into();
            let first_wins: u64 = sum(|game| u32::from(game >> 13 & 1));
            let second_wins: u64 = sum(|game| u32::from(game >> 14 & 1));
            tally += Tally {
                first_wins,
                draws: count as u64 - first_wins - second_wins,
                second_wins,
                plies: sum(|game| u32::from(game & PLIES)),
            };
            self.next += count;
            left -= count as u64;
        }
        tally
    }
}

const PLIES: u16 = (1 << 13) - 1;
const BLACK_WON: u16 = 1 << 13;
const WHITE_WON: u16 = 1 << 14;
const OPEN: u16 = 1 << 15;

/// Whether the keys decide games from here.
fn suits(board: &Board, kernels: &Kernels) -> bool {
    matches!(board.rule(), Rule::Freestyle | Rule::Standard)
        && board.outcome().is_none()
        && board.size().points() - board.stones() >= 2
        && kernels.any_five(board.planes()) == [false; 2]
}

impl Iterator for Playouts<'_> {
    type Item = Playout;

    fn next(&mut self) -> Option<Playout> {
        if self.next == GAMES {
            self.play();
        }
        let game = self.results.games[self.next];
        self.next += 1;
        let outcome = match game & (BLACK_WON | WHITE_WON) {
            BLACK_WON => Outcome::First,
            WHITE_WON => Outcome::Second,
            _ => Outcome::Draw,
        };
        Some(Playout { outcome, plies: u32::from(game & PLIES) })
    }
}

impl std::fmt::Debug for Playouts<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Playouts").field("board", &self.board).finish_non_exhaustive()
    }
}

/// Room to decide games that their keys leave open.
struct Open {
    /// The points with a side's stones.
    taken: Vec<bool>,
    /// The points with one key, in order.
    tied: Vec<usize>,
}

impl Open {
    /// The result of a game, of which it is known that black has no five before its key of five, nor white.
    fn decide(&mut self, board: &Board, keys: &Keys, game: usize, keys_of_five: [i16; 2]) -> u16 {
        // The row beyond the points', which the keys do not depend on: a number for each game.
        let words = keys.rows()[board.size().points()];
        let seed = words[game % 8].wrapping_add((game as u64) << 32);
        let [black, white] = Colour::ALL.map(|colour| {
            let stone = self.first_five(board, keys, game, colour, keys_of_five[colour as usize], seed);
            stone.map_or(u32::MAX, |stone| 2 * stone - u32::from(board.to_move() == colour))
        });
        let full = keys.cells().len() as u32;
        let plies = black.min(white).min(full) as u16;
        if black <= full && black < white {
            plies | BLACK_WON
        } else if white <= full {
            plies | WHITE_WON
        } else {
            plies
        }
    }

    /// The number of the stone by which a side has five, if it took all empty points by its order; there is none before `from`.
    fn first_five(
        &mut self,
        board: &Board,
        keys: &Keys,
        game: usize,
        colour: Colour,
        from: i16,
        seed: u64,
    ) -> Option<u32> {
        let Open { taken, tied } = self;
        // Seen from white, keys ascend from the highest down.
        let view = |key: i16| if colour == Colour::Black { key } else { !key };
        let seen = |point: usize| view(keys.key(point, game));
        let size = board.size();
        taken.fill(false);
        if board.stones() > 0 {
            for (taken, point) in taken.iter_mut().zip(size.all()) {
                *taken = board.stone(point) == Some(colour);
            }
        }
        let points = || keys.cells().iter().map(|&cell| (cell / ROW) as usize);
        let from = view(from);
        let mut number = 0;
        for point in points() {
            let before = seen(point) < from;
            taken[point] |= before;
            number += u32::from(before);
        }
        let mut next = Some(from);
        while let Some(key) = next {
            tied.clear();
            tied.extend(points().filter(|&point| seen(point) == key));
            // The order of points with one key depends on that key, so that both sides find the same.
            let mut random = Random::new(seed ^ u64::from(view(key) as u16));
            for last in (1..tied.len()).rev() {
                tied.swap(last, random.below(last as u32 + 1) as usize);
            }
            if colour == Colour::White {
                tied.reverse();
            }
            for &point in &*tied {
                number += 1;
                taken[point] = true;
                if wins(taken, size, board.rule(), point) {
                    return Some(number);
                }
            }
            next = points().map(seen).filter(|&other| other > key).min();
        }
        None
    }
}

/// Whether the stone on a point, the last one, wins.
fn wins(taken: &[bool], size: Size, rule: Rule, point: usize) -> bool {
    let at = size.point(point);
    AXES.into_iter().any(|(down, right)| {
        let stones = |sign: isize| {
            let stone = |&steps: &isize| {
                let next = at.offset(sign * down * steps, sign * right * steps);
                next.is_some_and(|next| size.contains(next) && taken[size.index(next)])
            };
            (1..).take_while(stone).count()
        };
        let run = 1 + stones(1) + stones(-1);
        run == 5 || run > 5 && rule == Rule::Freestyle
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::Point;
    use crate::gomoku::reference::{self, Cells};
    use crate::tier::Tier;
    use std::collections::HashMap;

    /// The probability of each outcome and length, from the rules on cells: all orders of the empty points, summed over the
    /// positions on the way.
    fn law(board: &Board) -> HashMap<(u16, u32), f64> {
        let size = board.size();
        let bit = |point: Point| 1u64 << size.index(point);
        let stones = |colour| size.all().filter(|&point| board.stone(point) == Some(colour)).map(bit).sum::<u64>();
        let mut layer = HashMap::from([(Colour::ALL.map(stones), 1.0)]);
        let mut law = HashMap::new();
        let (mut colour, mut plies) = (board.to_move(), 0);
        while !layer.is_empty() {
            plies += 1;
            let mut next = HashMap::new();
            for ([black, white], probability) in layer {
                let empty: Vec<Point> = size.all().filter(|&point| (black | white) & bit(point) == 0).collect();
                let each = probability / empty.len() as f64;
                for &point in &empty {
                    let mut sides = [black, white];
                    sides[colour as usize] |= bit(point);
                    let mut cells = Cells::new(size);
                    if sides[colour as usize].count_ones() >= 5 {
                        for other in size.all().filter(|&other| sides[colour as usize] & bit(other) != 0) {
                            cells.set(other, Some(colour));
                        }
                    } else {
                        cells.set(point, Some(colour));
                    }
                    if reference::wins(&cells, board.rule(), point) {
                        *law.entry(([BLACK_WON, WHITE_WON][colour as usize], plies)).or_insert(0.0) += each;
                    } else if empty.len() == 1 {
                        *law.entry((0, plies)).or_insert(0.0) += each;
                    } else {
                        *next.entry(sides).or_insert(0.0) += each;
                    }
                }
            }
            layer = next;
            colour = colour.other();
        }
        law
    }

    /// Plays 32 games by keys of which the highest bits alone are random.
    fn play_with_bits(playouts: &mut Playouts, bits: u32) {
        let random = RandomKernels::get(playouts.kernels.tier()).unwrap();
        random.fill(&mut playouts.random, playouts.keys.rows_mut());
        let (mask, points) = (0xffff << (16 - bits) & 0xffff, playouts.board.size().points());
        for word in playouts.keys.rows_mut()[..points].as_flattened_mut() {
            *word &= mask * 0x0001_0001_0001_0001;
        }
        playouts.play_by_keys();
    }

    #[test]
    fn every_tier_decides_the_same_keys_alike() {
        for text in [
            "1x5 freestyle ----- X",
            "2x6 standard ------/------ O",
            "2x8 standard XXX-XX--/-OOO-O-O O",
            "5x5 freestyle XO-XO/-X--X/OO-O-/X-O-X/-XO-O O",
            "7x6 standard ------/--X---/------/---O--/------/------/------ X",
            "9x9 freestyle ---------/---------/---------/----X----/---------/---------/---------/---------/--------- O",
        ] {
            let board: Board = text.parse().unwrap();
            for bits in [16, 8, 3, 1, 0] {
                let (mut games, mut keys) = (None, None);
                for tier in Tier::available() {
                    let mut playouts = Playouts::new(&board, Kernels::get(tier).unwrap(), 7).unwrap();
                    for _ in 0..3 {
                        play_with_bits(&mut playouts, bits);
                    }
                    let Results { games: these, black, white } = playouts.results;
                    assert_eq!(*games.get_or_insert(these), these, "{tier}, {bits} bits, {text}");
                    assert_eq!(*keys.get_or_insert((black, white)), (black, white), "{tier}, {bits} bits, {text}");
                }
            }
        }
    }

    /// Games by all tiers follow the law, whatever the number of bits that keys have: with few or none nearly every game is
    /// open at first, and empty points have the keys of stones.
    ///
    /// False alarm: each test's statistic exceeds its bound, four and a half deviations of a normal variable, once in 300 000.
    #[test]
    fn games_follow_the_law_of_all_orders() {
        const BATCHES: usize = 1000;
        for text in [
            "1x5 freestyle ----- X",
            "1x6 freestyle ------ O",
            "1x9 freestyle --------- X",
            "1x10 standard ---------- X",
            "9x1 standard -/-/-/-/-/-/-/-/- O",
            "1x12 standard ------------ X",
            "2x5 freestyle -----/----- X",
            "2x6 standard ------/------ X",
            "3x5 freestyle -----/-X---/---O- X",
            "5x5 freestyle XO-XO/-X--X/OO-O-/X-O-X/-XO-O O",
            "5x5 standard XOXOX/-X--X/OO-O-/X---X/-XO-O X",
            "1x12 standard X----------- O",
            "1x12 standard X-XXX-X----X O",
            "2x7 standard XX-X---/OO-OO-- X",
            "2x7 standard OO-O-OO/XX-X-XX X",
            "2x8 standard XXX-XX--/-OOO-O-O O",
            "2x8 freestyle XXX--X--/-OOO--O- O",
            "1x9 freestyle OOOO----- X",
            "1x9 standard XXXX----- X",
            "2x6 freestyle XXXX--/------ O",
            "3x4 freestyle ----/--X-/---- X",
            "1x5 freestyle XXX-- O",
            "1x7 standard XX--XXX X",
        ] {
            let board: Board = text.parse().unwrap();
            let law = law(&board);
            assert!((law.values().sum::<f64>() - 1.0).abs() < 1e-9, "{text}");
            for tier in Tier::available() {
                let batches = if tier == Tier::Reference { BATCHES / 10 } else { BATCHES };
                for bits in [16, 3, 1, 0] {
                    let mut playouts = Playouts::new(&board, Kernels::get(tier).unwrap(), 2026).unwrap();
                    let mut counts: HashMap<(u16, u32), u32> = HashMap::new();
                    for _ in 0..batches {
                        play_with_bits(&mut playouts, bits);
                        for game in playouts.results.games {
                            *counts.entry((game & !PLIES, (game & PLIES).into())).or_insert(0) += 1;
                        }
                    }
                    let games = (batches * GAMES) as f64;
                    assert!(counts.keys().all(|key| law.contains_key(key)), "{text}, {tier}, {bits} bits: {counts:?}");
                    let expected = law.iter().map(|(key, probability)| (*key, probability * games));
                    // Rare ones together.
                    let (common, rare): (Vec<_>, Vec<_>) = expected.partition(|&(_, expected)| expected >= 10.0);
                    let count = |key| f64::from(counts.get(&key).copied().unwrap_or(0));
                    let mut cells: Vec<(f64, f64)> = common.iter().map(|&(key, mean)| (count(key), mean)).collect();
                    if !rare.is_empty() {
                        let found = rare.iter().map(|&(key, _)| count(key)).sum();
                        cells.push((found, rare.iter().map(|(_, mean)| mean).sum::<f64>().max(1.0)));
                    }
                    let freedom = (cells.len() - 1) as f64;
                    let statistic: f64 = cells.iter().map(|(found, mean)| (found - mean).powi(2) / mean).sum();
                    // Wilson and Hilferty: the cube root of chi-square over its freedom is nearly normal.
                    let spread = 2.0 / (9.0 * freedom);
                    let bound = freedom * (1.0 - spread + 4.5 * spread.sqrt()).powi(3);
                    assert!(
                        freedom == 0.0 || statistic < bound,
                        "{text}, {tier}, {bits} bits: {statistic}, {freedom} degrees; {counts:?}, {law:?}"
                    );
                }
            }
        }
    }
}
