//! Many games advanced together.

use super::board::Board;
use super::kernels::Kernels;
use super::point::Size;
use super::rule::Rule;
use super::slab_game::{SlabGame, SlabList};
use crate::game::slab::{self, Actions, Ended, IllegalAction, NO_ACTION, Observation, Store, outcome_code};
use crate::game::{Colour, Game};
use crate::random::kernels::Kernels as RandomKernels;
use crate::random::{Random, RandomLanes};

impl Actions for Board {
    type Store = SlabGames;

    fn action_count(&self) -> usize {
        self.size().points()
    }

    fn action(&self, ply: Self::Move) -> usize {
        self.size().index(ply)
    }

    fn ply(&self, action: usize) -> Option<Self::Move> {
        (action < self.size().points()).then(|| self.size().point(action))
    }

    fn cell_count(&self) -> usize {
        self.size().points()
    }

    fn write_cells(&self, cells: &mut [u8]) {
        cells.copy_from_slice(self.cells().as_slice());
    }

    fn second_to_move(&self) -> bool {
        self.to_move() == Colour::White
    }
}

/// Many games of Gomoku advanced together.
pub type Slab = slab::Slab<Board>;

/// The games of a [`Slab`]. Freestyle and standard games on boards up to 15x15 go through kernels that play a ply in all of them
/// at once; games under other rules, on larger boards, or from a start where stones stand five in a row already are boards,
/// played one after the other.
#[derive(Clone)]
pub struct SlabGames {
    size: Size,
    rule: Rule,
    ended: Ended,
    kernels: &'static Kernels,
    form: Form,
}

/// One of them a slab, so their sizes do not matter.
#[derive(Clone)]
#[allow(clippy::large_enum_variant)]
enum Form {
    Kernels {
        games: SlabList,
        random: RandomLanes,
        /// A number for each game, and more up to a multiple of eight.
        numbers: Vec<u64>,
    },
    Boards {
        start: Board,
        /// The games, and the plies played in each.
        games: Vec<(Board, u32)>,
        random: Random,
    },
}

impl Store<Board> for SlabGames {
    fn new(start: &Board, games: usize, ended: Ended, kernels: &'static Kernels, seed: u64) -> SlabGames {
        let (size, rule) = (start.size(), start.rule());
        let form = if SlabGame::fits(size)
            && matches!(rule, Rule::Freestyle | Rule::Standard)
            && (start.is_over() || kernels.any_five(start.planes()) == [false; 2])
        {
            let numbers = vec![0; games.next_multiple_of(8)];
            let games = SlabList::new(start.planes(), start.to_move(), start.outcome(), games);
            Form::Kernels { games, random: RandomLanes::new(seed), numbers }
        } else {
            Form::Boards { start: start.clone(), games: vec![(start.clone(), 0); games], random: Random::new(seed) }
        };
        SlabGames { size, rule, ended, kernels, form }
    }

    fn reset(&mut self) {
        match &mut self.form {
            Form::Kernels { games, .. } => games.reset(),
            Form::Boards { start, games, .. } => {
                for (board, plies) in games {
                    board.clone_from(start);
                    *plies = 0;
                }
            }
        }
    }

    fn legal_masks(&self, masks: &mut [u64]) {
        let words = self.size.points().div_ceil(64);
        match &self.form {
            Form::Kernels { games, .. } => {
                for (mask, game) in masks.chunks_exact_mut(words).zip(games.games()) {
                    let open = u64::from(game.outcome_code() == 0).wrapping_neg();
                    for (to, empty) in mask.iter_mut().zip(game.empty()) {
                        *to = empty & open;
                    }
                }
            }
            Form::Boards { games, .. } => {
                masks.fill(0);
                for (mask, (board, _)) in masks.chunks_exact_mut(words).zip(games) {
                    for point in &board.legal_moves() {
                        let action = self.size.index(point);
                        mask[action / 64] |= 1 << (action % 64);
                    }
                }
            }
        }
    }

    fn step(&mut self, actions: &[u16]) -> Result<(), IllegalAction> {
        let illegal = |game: usize| IllegalAction { game, action: actions[game] };
        match &mut self.form {
            Form::Kernels { games, .. } => self.kernels.step(games, actions, self.ended, self.rule).map_err(illegal),
            Form::Boards { start, games, .. } => {
                let legal = |(board, action): (&Board, u16)| {
                    board.is_over() || board.ply(action.into()).is_some_and(|point| board.check(point).is_ok())
                };
                let boards = games.iter().map(|(board, _)| board);
                if let Some(game) = boards.zip(actions.iter().copied()).position(|ply| !legal(ply)) {
                    return Err(illegal(game));
                }
                for ((board, plies), &action) in games.iter_mut().zip(actions) {
                    if !board.is_over() {
                        board.play_unchecked_with(self.kernels, self.size.point(action.into()));
                        *plies += 1;
                    } else if self.ended == Ended::Restart {
                        board.clone_from(start);
                        *plies = 0;
                    }
                }
                Ok(())
            }
        }
    }

    fn step_random(&mut self, actions: &mut [u16]) {
        match &mut self.form {
            Form::Kernels { games, random, numbers } => {
                let fill = RandomKernels::get(self.kernels.tier()).expect("the tier is available");
                fill.fill(random, numbers.as_chunks_mut().0);
                let mut done = 0;
                loop {
                    done += self.kernels.choose(&games.games()[done..], &numbers[done..], &mut actions[done..]);
                    if done == actions.len() {
                        break;
                    }
                    // A number that would favour some points: another one.
                    numbers[done] = random.step()[0];
                }
            }
            Form::Boards { games, random, .. } => {
                for ((board, _), action) in games.iter().zip(&mut *actions) {
                    *action = match board.ply_count(self.kernels) {
                        0 => NO_ACTION,
                        count => {
                            let chosen = random.below(count as u32) as usize;
                            let point = board.legal_moves().iter().nth(chosen).expect("fewer than there are");
                            self.size.index(point) as u16
                        }
                    };
                }
            }
        }
        self.step(actions).expect("empty points are legal");
    }

    fn board(&self, game: usize) -> Board {
        match &self.form {
            Form::Kernels { games, .. } => {
                let game = &games.games()[game];
                let stones = self.size.all().filter_map(|point| Some((point, game.stone(point)?)));
                Board::set_up((self.size, self.rule), stones, game.to_move(), game.outcome())
            }
            Form::Boards { games, .. } => games[game].0.clone(),
        }
    }

    fn observe(&self, observation: &mut Observation<'_>) {
        let cells = self.size.points();
        let boards = observation.cells.chunks_exact_mut(cells);
        let rest = observation.to_move.iter_mut().zip(&mut *observation.outcomes).zip(&mut *observation.plies);
        let entries = boards.zip(rest).map(|(cells, ((to_move, outcome), plies))| (cells, to_move, outcome, plies));
        match &self.form {
            Form::Kernels { games, .. } => {
                let columns = self.size.columns();
                for ((cells, to_move, outcome, plies), game) in entries.zip(games.games()) {
                    // Sixteen cells at a time: what a row writes beyond its own the next one overwrites.
                    let mut rows = [0; 15 * 15 + 16];
                    let [black, white] = Colour::ALL.map(|colour| &game.rows(colour)[..self.size.rows()]);
                    for (row, (black, white)) in black.iter().zip(white).enumerate() {
                        let row = &mut rows[row * columns..][..16];
                        let [low, high] = [0, 8].map(|first| {
                            (spread((black >> first) as u8) + 2 * spread((white >> first) as u8)).to_le_bytes()
                        });
                        row[..8].copy_from_slice(&low);
                        row[8..].copy_from_slice(&high);
                    }
                    cells.copy_from_slice(&rows[..cells.len()]);
                    (*to_move, *outcome, *plies) = (game.to_move() as u8, game.outcome_code(), game.plies());
                }
            }
            Form::Boards { games, .. } => {
                for ((cells, to_move, outcome, plies), (board, played)) in entries.zip(games) {
                    board.write_cells(cells);
                    (*to_move, *outcome, *plies) = (board.to_move() as u8, outcome_code(board.outcome()), *played);
                }
            }
        }
    }
}

/// Bit i of a byte as byte i, lowest first: 0 or 1.
fn spread(bits: u8) -> u64 {
    // Each byte keeps its own bit, which carries into the byte's highest.
    let kept = (u64::from(bits) * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    (kept + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tier::Tier;

    /// Numbers whose product with the points left has one of the low halves that are too many, which come up once in 10^17.
    #[test]
    fn every_tier_turns_down_the_numbers_that_would_favour_some_points() {
        let mut random = Random::new(1);
        for empty in [1, 2, 3, 64, 65, 100, 128, 131, 192, 200, 225] {
            let size = Size::new(15, 15).unwrap();
            let mut board = Board::new(size, Rule::Freestyle);
            while size.points() - board.stone_count() > empty {
                board.set_stone(size.point(random.below(225) as usize), Some(Colour::Black));
            }
            let games = SlabList::new(board.planes(), board.to_move(), board.outcome(), 64);
            let too_many = (empty as u64).wrapping_neg() % empty as u64;
            for number in [0, 1, 2, u64::MAX, u64::MAX / empty as u64, (u64::MAX / empty as u64).wrapping_add(1)] {
                let mut numbers = [0; 64].map(|_| random.next_u64());
                numbers[40] = number;
                let refused = number.wrapping_mul(empty as u64) < too_many;
                let mut first = None;
                for tier in Tier::available() {
                    let mut actions = [0; 64];
                    let done = Kernels::get(tier).unwrap().choose(games.games(), &numbers, &mut actions);
                    assert_eq!(done, if refused { 40 } else { 64 }, "{tier}, {empty} empty points, number {number}");
                    assert_eq!(*first.get_or_insert(actions[..done].to_vec()), actions[..done], "{tier}");
                }
            }
        }
    }
}
