//! Othello on the 8x8 frame, a cell a bit: row by row from the top, `8 * row + column`.
//!
//! Source: the rules of the World Othello Federation. A disc may be placed on an empty square if,
//! in at least one of the eight directions, one or more of the opponent's discs stand in line next
//! to it and an own disc right behind them; all discs so enclosed turn.

use crate::graph::Logic;

/// The eight directions, rows down and columns to the right.
const DIRECTIONS: [(i8, i8); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// The squares from a square's neighbour to the edge, in a direction.
fn ray(square: usize, (down, right): (i8, i8)) -> Vec<usize> {
    let (mut row, mut column) = ((square / 8) as i8, (square % 8) as i8);
    let mut squares = Vec::new();
    loop {
        (row, column) = (row + down, column + right);
        if !(0..8).contains(&row) || !(0..8).contains(&column) {
            return squares;
        }
        squares.push((8 * row + column) as usize);
    }
}

/// For each disc of a ray, whether a disc at the ray's origin turns it: it and all before it are
/// the opponent's, followed by any number of opponent discs and then an own disc.
fn turned<L: Logic>(logic: &L, own: &[L::Bit], opponent: &[L::Bit], ray: &[usize]) -> Vec<L::Bit> {
    // From the far end: whether, from this square on, any number of opponent discs is followed by
    // an own one.
    let mut closed = vec![logic.constant(false); ray.len() + 1];
    for (place, &square) in ray.iter().enumerate().rev() {
        closed[place] = logic.or(own[square], logic.and(opponent[square], closed[place + 1]));
    }
    let mut unbroken = logic.constant(true);
    let mut turned = Vec::with_capacity(ray.len());
    for (place, &square) in ray.iter().enumerate() {
        unbroken = logic.and(unbroken, opponent[square]);
        turned.push(logic.and(unbroken, closed[place + 1]));
    }
    turned
}

/// The discs that a disc on a square turns, whatever stands on the square.
pub(crate) fn flips<L: Logic>(logic: &L, own: &[L::Bit], opponent: &[L::Bit], square: usize) -> Vec<L::Bit> {
    let mut flips = vec![logic.constant(false); 64];
    for direction in DIRECTIONS {
        let ray = ray(square, direction);
        for (place, disc) in ray.iter().zip(turned(logic, own, opponent, &ray)) {
            flips[*place] = disc;
        }
    }
    flips
}

/// Whether a disc on a square turns any disc, whatever stands on the square.
pub(crate) fn outflanks<L: Logic>(logic: &L, own: &[L::Bit], opponent: &[L::Bit], square: usize) -> L::Bit {
    let mut any = logic.constant(false);
    for direction in DIRECTIONS {
        if let Some(&first) = turned(logic, own, opponent, &ray(square, direction)).first() {
            any = logic.or(any, first);
        }
    }
    any
}

/// The squares on which the side to move may place a disc.
pub(crate) fn legal_moves<L: Logic>(logic: &L, own: &[L::Bit], opponent: &[L::Bit]) -> Vec<L::Bit> {
    (0..64)
        .map(|square| {
            let outflanks = outflanks(logic, own, opponent, square);
            logic.and(logic.not(logic.or(own[square], opponent[square])), outflanks)
        })
        .collect()
}

/// The position of the other side after a disc on a square: its discs, then ours.
pub(crate) fn child<L: Logic>(
    logic: &L,
    own: &[L::Bit],
    opponent: &[L::Bit],
    square: usize,
) -> (Vec<L::Bit>, Vec<L::Bit>) {
    let flips = flips(logic, own, opponent, square);
    let theirs = (0..64).map(|at| logic.and(opponent[at], logic.not(flips[at]))).collect();
    let mut ours: Vec<L::Bit> = (0..64).map(|at| logic.or(own[at], flips[at])).collect();
    ours[square] = logic.constant(true);
    (theirs, ours)
}

/// Squares, listed one after the other.
pub(crate) struct Listed<B> {
    /// In six bits each; behind the last, zeros.
    pub(crate) squares: Vec<Vec<B>>,
    /// Whether the list has this length.
    pub(crate) count: Vec<B>,
}

impl<B: Copy> Listed<B> {
    /// Lists a square behind the others if it `is_in`.
    pub(crate) fn add<L: Logic<Bit = B>>(&mut self, logic: &L, square: usize, is_in: B) {
        let is_out = logic.not(is_in);
        let mut count = vec![logic.constant(false); self.count.len() + 1];
        for (place, &is_count) in self.count.iter().enumerate() {
            let here = logic.and(is_in, is_count);
            for (digit, bit) in self.squares[place].iter_mut().enumerate() {
                if square >> digit & 1 == 1 {
                    *bit = logic.or(*bit, here);
                }
            }
            count[place] = logic.or(count[place], logic.and(is_out, is_count));
            count[place + 1] = here;
        }
        self.count = count;
    }
}

/// The squares of a set, lowest first.
pub(crate) fn listed<L: Logic>(logic: &L, set: &[L::Bit]) -> Listed<L::Bit> {
    let mut listed =
        Listed { squares: vec![vec![logic.constant(false); 6]; set.len()], count: vec![logic.constant(true)] };
    for (square, &is_in) in set.iter().enumerate() {
        listed.add(logic, square, is_in);
    }
    listed
}

/// The record of a ply in a game in which a side may have a move: whether it is a pass, whether the
/// game is over (the ply before was a pass too), and the number of plies, where a pass counts once
/// a move has followed it.
pub(crate) fn counted<L: Logic>(
    logic: &L,
    has_moves: L::Bit,
    passed: L::Bit,
    age: &[L::Bit],
) -> (L::Bit, L::Bit, Vec<L::Bit>) {
    let passes = logic.not(has_moves);
    let over = logic.and(passes, passed);
    (passes, over, plus(logic, age, &[has_moves, logic.and(has_moves, passed)]))
}

/// A number, modulo its width, plus the number of set bits: one digit and two bits of its weight
/// make one digit and a bit of the next.
pub(crate) fn plus<L: Logic>(logic: &L, number: &[L::Bit], bits: &[L::Bit]) -> Vec<L::Bit> {
    let mut number = number.to_vec();
    let mut bits = bits.to_vec();
    for digit in &mut number {
        let mut carries = Vec::new();
        for bits in bits.chunks(2) {
            let (a, b) = (bits[0], bits.get(1).copied().unwrap_or_else(|| logic.constant(false)));
            let differ = logic.xor(a, b);
            carries.push(logic.or(logic.and(a, b), logic.and(differ, *digit)));
            *digit = logic.xor(differ, *digit);
        }
        bits = carries;
    }
    number
}

/// The bits of a lead: 64 and the difference of the two sides' discs.
pub(crate) const LEAD: usize = 8;

/// The counts of a lead, row by row from zero: the first side's discs, then the squares without a
/// disc of the second side.
pub(crate) fn lead_rows<L: Logic>(logic: &L, first: &[L::Bit], second: &[L::Bit]) -> Vec<Vec<L::Bit>> {
    let without: Vec<L::Bit> = second.iter().map(|&disc| logic.not(disc)).collect();
    first.chunks(8).chain(without.chunks(8)).map(<[L::Bit]>::to_vec).collect()
}

/// Whether the first side has more discs than the second, and whether equally many, by a lead of at
/// most 128.
pub(crate) fn result<L: Logic>(logic: &L, lead: &[L::Bit]) -> (L::Bit, L::Bit) {
    let mut any_lower = logic.constant(false);
    for &digit in &lead[..LEAD - 2] {
        any_lower = logic.or(any_lower, digit);
    }
    let (low, high) = (lead[LEAD - 2], lead[LEAD - 1]);
    let over = logic.and(low, any_lower);
    let none_lower = logic.not(any_lower);
    (logic.or(high, over), logic.and(low, none_lower))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Plain;

    /// Positions after `depth` plies; a pass is a ply, two of them end the game.
    fn perft(own: &[bool], opponent: &[bool], board: &[usize], depth: u32, passed: bool) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = legal_moves(&Plain, own, opponent);
        let moves: Vec<usize> = board.iter().copied().filter(|&square| moves[square]).collect();
        if moves.is_empty() {
            // The last position of a game counts once, at the depth where the game is known to be
            // over.
            return if passed { 1 } else { perft(opponent, own, board, depth - 1, true) };
        }
        moves
            .into_iter()
            .map(|square| {
                let (theirs, ours) = child(&Plain, own, opponent, square);
                perft(&theirs, &ours, board, depth - 1, false)
            })
            .sum()
    }

    fn start(size: usize) -> (Vec<bool>, Vec<bool>, Vec<usize>) {
        let of = |squares: [usize; 2]| (0..64).map(|square| squares.contains(&square)).collect();
        let first = 4 - size / 2;
        let board = (0..64).filter(|s| (first..8 - first).contains(&(s / 8)) && (first..8 - first).contains(&(s % 8)));
        (of([28, 35]), of([27, 36]), board.collect())
    }

    #[test]
    fn the_result_is_that_of_the_numbers_of_discs() {
        let mut random = stonemask::Random::new(1);
        for round in 0..300 {
            // Sides of every size.
            let mut side = |most: u32| -> Vec<bool> { (0..64).map(|_| random.below(64) < most).collect() };
            let (first, second) = (side(round % 65), side((round / 3) % 65));
            let mut lead = vec![false; LEAD];
            for row in lead_rows(&Plain, &first, &second) {
                lead = plus(&Plain, &lead, &row);
            }
            let count = |side: &[bool]| side.iter().filter(|&&disc| disc).count();
            let (first, second) = (count(&first), count(&second));
            assert_eq!(result(&Plain, &lead), (first > second, first == second), "{first} and {second}");
        }
    }

    #[test]
    fn squares_are_listed_lowest_first() {
        let mut random = stonemask::Random::new(1);
        for round in 0..300 {
            let set: Vec<bool> = (0..64).map(|_| random.below(64) < round % 65).collect();
            let Listed { squares, count } = listed(&Plain, &set);
            let number = |square: &Vec<bool>| (0..6).map(|digit| usize::from(square[digit]) << digit).sum::<usize>();
            let numbers: Vec<usize> = squares.iter().map(number).collect();
            let mut expected: Vec<usize> = (0..64).filter(|&square| set[square]).collect();
            assert_eq!(count.iter().position(|&is_count| is_count), Some(expected.len()));
            expected.resize(64, 0);
            assert_eq!(numbers, expected);
        }
    }

    /// Well known: <https://aartbik.com/strategy.php>.
    #[test]
    fn perft_of_8x8() {
        let (own, opponent, board) = start(8);
        for (depth, count) in [1, 4, 12, 56, 244, 1396, 8200].into_iter().enumerate() {
            assert_eq!(perft(&own, &opponent, &board, depth as u32, false), count, "depth {depth}");
        }
    }
}
