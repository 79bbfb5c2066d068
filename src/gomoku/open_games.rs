//! Random games that their keys leave open, point by point (random_games.rs says how games are
//! played by keys).

use super::board::Board;
use super::keys::{BLACK_WON, Keys, WHITE_WON};
use super::point::Size;
use super::rule::{AXES, Rule};
use crate::game::Colour;
use crate::random::Random;

/// Room to decide games that their keys leave open.
#[derive(Clone)]
pub(super) struct OpenGames {
    /// The points with a side's stones.
    taken: Vec<bool>,
    /// The keys of the game's empty points, side by side.
    keys: Vec<i16>,
    /// The points with one key, in order.
    tied: Vec<usize>,
}

impl OpenGames {
    /// Room for games on boards of a size.
    pub(super) fn new(size: Size) -> OpenGames {
        OpenGames { taken: vec![false; size.points()], keys: Vec::new(), tied: Vec::new() }
    }

    /// The result of a game, of which it is known that black has no five before its key of five,
    /// nor white.
    pub(super) fn decide(&mut self, board: &Board, keys: &Keys, game: usize, keys_of_five: [i16; 2]) -> u16 {
        // The row beyond the points', which the keys do not depend on: a number for each game.
        let words = keys.rows()[board.size().points()];
        let seed = words[game % 8].wrapping_add((game as u64) << 32);
        self.keys.clear();
        self.keys.extend(keys.of_game(game));
        let [black, white] = Colour::ALL.map(|colour| {
            let stone = self.first_five(board, keys, colour, keys_of_five[colour as usize], seed);
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

    /// The number of the stone by which a side has five, if it took all empty points by its order;
    /// there is none before `from`.
    fn first_five(&mut self, board: &Board, places: &Keys, colour: Colour, from: i16, seed: u64) -> Option<u32> {
        let OpenGames { taken, keys, tied } = self;
        // Seen from white, keys ascend from the highest down.
        let view = |key: i16| if colour == Colour::Black { key } else { !key };
        let size = board.size();
        taken.fill(false);
        if board.stone_count() > 0 {
            for (taken, point) in taken.iter_mut().zip(size.all()) {
                *taken = board.stone(point) == Some(colour);
            }
        }
        let points = || places.empties().zip(keys.iter().map(|&key| view(key)));
        let from = view(from);
        let mut number = 0;
        for (point, key) in points() {
            taken[point] = key < from;
            number += u32::from(key < from);
        }
        let mut next = Some(from);
        while let Some(key) = next {
            tied.clear();
            tied.extend(points().filter(|&(_, other)| other == key).map(|(point, _)| point));
            // The order of points with one key depends on that key, so that both sides find the
            // same.
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
            next = points().map(|(_, other)| other).filter(|&other| other > key).min();
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
