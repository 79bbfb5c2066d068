//! Random games many at once, by order statistics instead of moves.
//!
//! A random game, played on after its end until the board is full, is a random order of the E empty
//! points: the side to move takes the first of them, the other side the second, and so on. Any
//! fixed renaming of the places in a uniformly random order is uniformly random too; so let black
//! take its n-th stone from the n-th place of the order counted from its beginning, and white its
//! n-th stone from the n-th place counted from its end. The sides share the E places in the same
//! numbers as before.
//!
//! * The order is that of independent random keys, one for each empty point. When black has n
//!   stones more than at first, they are the n points with the lowest keys; so black has a window
//!   of five cells when it has reached the greatest key in it, and its first five when it has
//!   reached K, the least of these over all windows. Its own earlier stones are lower than every
//!   key, white's higher. The number of its stone is K's rank. White is the mirror image, from the
//!   highest key down.
//! * Exactly five: a stone wins when it completes a window whose neighbours at both ends, where the
//!   board has such, are not its colour's then: their keys come after the window's last, or they
//!   are the other side's for good. A window whose neighbour comes before its last stone is part of
//!   a longer row from the moment it is complete; it never wins, and what comes later wins only by
//!   a window of its own. So K is the least over the windows that come before their neighbours.
//! * Who has the earlier ply of the two wins; if both come after ply E, the board is full without a
//!   five, and the game is drawn.
//!
//! The keys have 16 bits, and two points may have the same one. The 16 bits are then taken for the
//! leading ones of longer, random keys: the points with the same 16 bits stand in a random order,
//! independent of all else. K's leading bits are found all the same, since greatest and least
//! commute with cutting bits off; K's rank is known unless another empty point has the same bits.
//! Only then, in one game of 150 or so on 15x15 before those are left out where it cannot matter,
//! the random order of such points is drawn, and the game looked at point by point from there. For
//! exactly five, keys that are the same count as a neighbour that comes later; if that made K too
//! low, then the neighbour has K's bits too and the game is looked at.

use super::board::Board;
use super::kernels::Kernels;
use super::keys::{BLACK_WON, GAMES, Keys, OPEN, PLIES, Results, WHITE_WON};
use super::open_games::OpenGames;
use super::rule::Rule;
use super::vector;
use crate::game::{Colour, Outcome, Playout, Stopped, Tally, stop, tally_one_by_one};
use crate::random::kernels::Kernels as RandomKernels;
use crate::random::{Random, RandomLanes};
use std::fmt;
use std::iter::FusedIterator;
use std::sync::atomic::AtomicBool;

/// Plays a random game to its end. One list of the empty points serves the whole game: a point is
/// drawn from it, and the last of the list takes its place. In freestyle a kernel plays the game;
/// every tier draws the same numbers.
pub(super) fn random_game(board: &Board, random: &mut Random) -> Playout {
    if let Some(outcome) = board.outcome() {
        return Playout { outcome, plies: 0 };
    }
    if board.rule() == Rule::Freestyle
        && let Some(game) = Kernels::in_use().playout(board.planes(), board.to_move(), random)
    {
        return game;
    }
    let mut empties: Vec<_> = board.empties().iter().collect();
    let (mut board, mut plies) = (board.clone(), 0);
    loop {
        if let Some(outcome) = board.outcome() {
            return Playout { outcome, plies };
        }
        // A forbidden point that is drawn stays empty. Some point is not forbidden, or the game
        // would be over.
        let chosen = random.below(empties.len() as u32) as usize;
        if board.why_forbidden(empties[chosen]).is_none() {
            board.play_unchecked(empties.swap_remove(chosen));
            plies += 1;
        }
    }
}

/// An endless iterator over the results of uniformly random games from one position. A seed gives
/// the same games on every tier.
///
/// Kernels play freestyle and standard games many at once. Other games are played ply by ply, one
/// after the other: under renju and caro, from a start with five or more stones in a row, and with
/// one empty point left. If the game is already over at the start, every game yields that outcome.
#[derive(Clone)]
pub struct RandomGames {
    kernels: &'static Kernels,
    start: Board,
    /// Whether the games are played by keys.
    by_keys: bool,
    keyed: Option<Keyed>,
    lanes: RandomLanes,
    /// The generator of games that are played one after the other.
    random: Random,
}

/// Thirty-two games that are played together.
#[derive(Clone)]
struct Keyed {
    keys: Keys,
    results: Results,
    /// The next of the results to give out.
    next: usize,
    open: OpenGames,
}

impl RandomGames {
    /// Games from `start`.
    pub fn new(start: &Board, kernels: &'static Kernels, seed: u64) -> RandomGames {
        let (lanes, random) = (RandomLanes::new(seed), Random::new(seed));
        let mut games = RandomGames { kernels, start: start.clone(), by_keys: false, keyed: None, lanes, random };
        games.restart(start);
        games
    }

    /// Goes on with games from another start.
    pub(super) fn restart(&mut self, start: &Board) {
        self.by_keys = matches!(start.rule(), Rule::Freestyle | Rule::Standard)
            && start.outcome().is_none()
            && start.size().points() - start.stone_count() >= 2
            && self.kernels.any_five(start.planes()) == [false; 2];
        if self.by_keys {
            let keyed = self.keyed.take().filter(|keyed| keyed.keys.size() == start.size());
            let mut keyed = keyed.unwrap_or_else(|| Keyed {
                keys: Keys::new(start.size()),
                results: Results::NONE,
                next: GAMES,
                open: OpenGames::new(start.size()),
            });
            keyed.keys.set_empties(&start.empties());
            keyed.next = GAMES;
            self.keyed = Some(keyed);
        }
        self.start.clone_from(start);
    }

    /// Plays `games` further games and counts them.
    pub fn tally(&mut self, games: u64) -> Tally {
        self.tally_until(games, &stop::NEVER).expect("the flag is never set")
    }

    /// [`RandomGames::tally`], until `stop` is set.
    ///
    /// # Errors
    /// When it was [stopped](crate::game::stop) before all games were begun; with the tally of
    /// those that were, each played to its end.
    pub fn tally_until(&mut self, games: u64, stop: &AtomicBool) -> Result<Tally, Stopped<Tally>> {
        let RandomGames { kernels, start, lanes, random, .. } = self;
        let Some(keyed) = self.keyed.as_mut().filter(|_| self.by_keys) else {
            return tally_one_by_one(games, stop, || random_game(start, random));
        };
        let mut tally = Tally::default();
        let mut left = games;
        while left > 0 {
            if stop::asked(stop) {
                return Err(Stopped(tally));
            }
            if keyed.next == GAMES {
                keyed.play(start, kernels, lanes);
            }
            let count = left.min((GAMES - keyed.next) as u64) as usize;
            tally += count_results(&keyed.results.games[keyed.next..keyed.next + count]);
            keyed.next += count;
            left -= count as u64;
        }
        Ok(tally)
    }
}

/// Counts games by their results.
fn count_results(games: &[u16]) -> Tally {
    let sum = |value: fn(u16) -> u32| u64::from(games.iter().map(|&game| value(game)).sum::<u32>());
    let black = sum(|game| u32::from(game & BLACK_WON != 0));
    let white = sum(|game| u32::from(game & WHITE_WON != 0));
    let draws = games.len() as u64 - black - white;
    Tally { wins: [black, white], draws, plies: sum(|game| u32::from(game & PLIES)) }
}

impl Keyed {
    /// Plays 32 games.
    fn play(&mut self, start: &Board, kernels: &Kernels, lanes: &mut RandomLanes) {
        let random = RandomKernels::get(kernels.tier()).expect("the tier is available");
        random.fill(lanes, self.keys.rows_mut());
        self.play_by_keys(start, kernels);
    }

    /// Plays 32 games whose keys are drawn.
    fn play_by_keys(&mut self, start: &Board, kernels: &Kernels) {
        let Keyed { keys, results, open, .. } = self;
        if start.stone_count() > 0 {
            for (row, &cell) in keys.rows_mut().iter_mut().zip(start.cells().as_slice()) {
                match vector::stone(cell) {
                    Some(Colour::Black) => *row = [0x8000_8000_8000_8000; 8],
                    Some(Colour::White) => *row = [0x7fff_7fff_7fff_7fff; 8],
                    None => {}
                }
            }
        }
        kernels.playouts(start.rule(), start.to_move(), keys, results);
        for game in 0..GAMES {
            if results.games[game] & OPEN != 0 {
                let keys_of_five = [results.black[game], results.white[game]];
                results.games[game] = open.decide(start, keys, game, keys_of_five);
            }
        }
        self.next = 0;
    }
}

impl Iterator for RandomGames {
    type Item = Playout;

    fn next(&mut self) -> Option<Playout> {
        let RandomGames { kernels, start, lanes, random, .. } = self;
        let Some(keyed) = self.keyed.as_mut().filter(|_| self.by_keys) else {
            return Some(random_game(start, random));
        };
        if keyed.next == GAMES {
            keyed.play(start, kernels, lanes);
        }
        let game = keyed.results.games[keyed.next];
        keyed.next += 1;
        let outcome = match game & (BLACK_WON | WHITE_WON) {
            BLACK_WON => Outcome::Win(Colour::Black),
            WHITE_WON => Outcome::Win(Colour::White),
            _ => Outcome::Draw,
        };
        Some(Playout { outcome, plies: u32::from(game & PLIES) })
    }
}

impl FusedIterator for RandomGames {}

impl fmt::Debug for RandomGames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RandomGames").field("start", &self.start).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::point::Point;
    use crate::gomoku::reference::{self, Cells};
    use crate::tier::Tier;
    use std::collections::HashMap;

    /// The probability of each outcome and length, from the rules on cells: all orders of the empty
    /// points, summed over the positions on the way.
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
    fn play_with_bits(games: &mut RandomGames, bits: u32) -> &Results {
        let RandomGames { kernels, start, lanes, keyed, by_keys, .. } = games;
        let keyed = keyed.as_mut().filter(|_| *by_keys).expect("games by keys");
        RandomKernels::get(kernels.tier()).unwrap().fill(lanes, keyed.keys.rows_mut());
        let (mask, points) = (0xffff << (16 - bits) & 0xffff, start.size().points());
        for word in keyed.keys.rows_mut()[..points].as_flattened_mut() {
            *word &= mask * 0x0001_0001_0001_0001;
        }
        keyed.play_by_keys(start, kernels);
        &keyed.results
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
                    let mut random_games = RandomGames::new(&board, Kernels::get(tier).unwrap(), 7);
                    play_with_bits(&mut random_games, bits);
                    play_with_bits(&mut random_games, bits);
                    let &Results { games: these, black, white } = play_with_bits(&mut random_games, bits);
                    assert_eq!(*games.get_or_insert(these), these, "{tier}, {bits} bits, {text}");
                    assert_eq!(*keys.get_or_insert((black, white)), (black, white), "{tier}, {bits} bits, {text}");
                }
            }
        }
    }

    /// Games by all tiers follow the law, whatever the number of bits that keys have: with few or
    /// none nearly every game is open at first, and empty points have the keys of stones.
    ///
    /// False alarm: each test's statistic exceeds its bound, four and a half deviations of a normal
    /// variable, once in 300 000.
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
                    let mut games = RandomGames::new(&board, Kernels::get(tier).unwrap(), 2026);
                    let mut counts: HashMap<(u16, u32), u32> = HashMap::new();
                    for _ in 0..batches {
                        for game in play_with_bits(&mut games, bits).games {
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
                    // Wilson and Hilferty: the cube root of chi-square over its freedom is nearly
                    // normal.
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
