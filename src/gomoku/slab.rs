//! Many games advanced together.

use super::board::Board;
use super::kernels::Kernels;
use super::point::Size;
use super::rule::Rule;
use super::slab_game::{SlabGame, SlabList};
use crate::game::Colour;
use crate::game::slab::{
    self, Actions, Ended, IllegalAction, NO_ACTION, Observation, Options, Store, outcome_code, start_of,
};
use crate::kernel::memory::filled;
use crate::random::kernels::Kernels as RandomKernels;
use crate::random::{Random, RandomLanes};
use std::collections::TryReserveError;
use std::ops::Range;

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

    fn fits(&self, other: &Board) -> bool {
        (self.size(), self.rule()) == (other.size(), other.rule())
    }
}

/// Many games of Gomoku advanced together.
pub type Slab = slab::Slab<Board>;

/// The games of a [`Slab`]. Freestyle and standard games on boards up to 15x15 go through kernels
/// that play a ply in all of them at once; games under other rules, on larger boards, or from
/// boards where stones stand five in a row already and neither colour has won are boards, played
/// one after the other.
#[derive(Clone, Debug)]
pub struct SlabGames {
    size: Size,
    rule: Rule,
    ended: Ended,
    kernels: &'static Kernels,
    seed: u64,
    form: Form,
}

/// One of them a slab, so their sizes do not matter.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant)]
enum Form {
    Kernels {
        games: SlabList,
        random: RandomLanes,
        /// A number for each game, and more up to a multiple of eight.
        numbers: Vec<u64>,
    },
    Boards {
        /// The games, and the plies played in each.
        games: Vec<(Board, u32)>,
        random: Random,
    },
}

/// Whether the kernels can play on from this board: it fits, its rule is one of theirs, and no five
/// is set up that neither colour has won by.
fn suits_kernels(board: &Board, kernels: &Kernels) -> bool {
    SlabGame::fits(board.size())
        && matches!(board.rule(), Rule::Freestyle | Rule::Standard)
        && (board.is_over() || kernels.any_five(board.planes()) == [false; 2])
}

impl SlabGames {
    /// Keeps the games as boards from now on.
    ///
    /// # Errors
    /// When there is not enough memory; they are kept as they were then.
    fn become_boards(&mut self) -> Result<(), TryReserveError> {
        if let Form::Kernels { games, .. } = &self.form {
            let mut boards = room_for_boards(games.games().len(), self.size)?;
            boards.extend(games.games().iter().enumerate().map(|(game, at)| (self.board(game), at.plies())));
            self.form = Form::Boards { games: boards, random: Random::new(self.seed) };
        }
        Ok(())
    }
}

/// Room for `games` games as boards. A board's cells are on the heap; the system is asked for all
/// of them first, since it would be too late when they are filled.
///
/// # Errors
/// When there is not enough memory.
fn room_for_boards(games: usize, size: Size) -> Result<Vec<(Board, u32)>, TryReserveError> {
    let bytes = size_of::<(Board, u32)>() + size.points();
    Vec::<u8>::new().try_reserve_exact(games.saturating_mul(bytes))?;
    let mut boards = Vec::new();
    boards.try_reserve_exact(games)?;
    Ok(boards)
}

/// Whether a step may have this action: any, where the game is over.
fn is_legal(board: &Board, action: u16) -> bool {
    board.is_over() || board.ply(action.into()).is_some_and(|point| board.check(point).is_ok())
}

impl Store<Board> for SlabGames {
    fn new(starts: &[Board], games: usize, options: Options) -> Result<SlabGames, TryReserveError> {
        let (Options { ended, seed }, kernels) = (options, Kernels::in_use());
        let first = &starts[0];
        let form = if starts.iter().all(|start| suits_kernels(start, kernels)) {
            let numbers = filled(0, games.saturating_add(7) & !7)?;
            let mut list = SlabList::new(first.planes(), first.to_move(), first.outcome(), games)?;
            if starts.len() > 1 {
                for (game, start) in starts.iter().enumerate() {
                    list.load(game, start.planes(), start.to_move(), start.outcome());
                }
            }
            Form::Kernels { games: list, random: RandomLanes::new(seed), numbers }
        } else {
            let mut boards = room_for_boards(games, first.size())?;
            boards.extend((0..games).map(|game| (start_of(starts, game).clone(), 0)));
            Form::Boards { games: boards, random: Random::new(seed) }
        };
        Ok(SlabGames { size: first.size(), rule: first.rule(), ended, kernels, seed, form })
    }

    fn make_room(&mut self, boards: &[Board]) -> Result<(), TryReserveError> {
        let suit = boards.iter().all(|board| suits_kernels(board, self.kernels));
        if suit { Ok(()) } else { self.become_boards() }
    }

    fn load(&mut self, game: usize, board: &Board) {
        match &mut self.form {
            Form::Kernels { games, .. } => games.load(game, board.planes(), board.to_move(), board.outcome()),
            Form::Boards { games, .. } => games[game] = (board.clone(), 0),
        }
    }

    fn legal_masks(&self, of: Range<usize>, masks: &mut [u64]) {
        let words = self.size.points().div_ceil(64);
        match &self.form {
            Form::Kernels { games, .. } => {
                for (mask, game) in masks.chunks_exact_mut(words).zip(&games.games()[of]) {
                    let open = u64::from(game.outcome_code() == 0).wrapping_neg();
                    for (to, empty) in mask.iter_mut().zip(game.empty()) {
                        *to = empty & open;
                    }
                }
            }
            Form::Boards { games, .. } => {
                masks.fill(0);
                for (mask, (board, _)) in masks.chunks_exact_mut(words).zip(&games[of]) {
                    for point in &board.legal_moves() {
                        let action = self.size.index(point);
                        mask[action / 64] |= 1 << (action % 64);
                    }
                }
            }
        }
    }

    fn stones(&self, of: Range<usize>, black: &mut [u64], white: &mut [u64]) {
        let words = self.size.points().div_ceil(64);
        let games = black.chunks_exact_mut(words).zip(white.chunks_exact_mut(words));
        match &self.form {
            Form::Kernels { games: list, .. } => {
                for ((black, white), game) in games.zip(&list.games()[of]) {
                    game.pack(self.size, black, white);
                }
            }
            Form::Boards { games: list, .. } => {
                black.fill(0);
                white.fill(0);
                let games = black.chunks_exact_mut(words).zip(white.chunks_exact_mut(words));
                for ((black, white), (board, _)) in games.zip(&list[of]) {
                    for (action, &cell) in board.cells().as_slice().iter().enumerate() {
                        black[action / 64] |= u64::from(cell == Colour::Black.cell()) << (action % 64);
                        white[action / 64] |= u64::from(cell == Colour::White.cell()) << (action % 64);
                    }
                }
            }
        }
    }

    fn check(&self, actions: &[u16]) -> Result<(), IllegalAction> {
        let legal = |game: usize, action: u16| match &self.form {
            Form::Kernels { games, .. } => {
                let game = &games.games()[game];
                let word = game.empty().get(usize::from(action) / 64).copied().unwrap_or(0);
                game.outcome_code() != 0 || word >> (action % 64) & 1 == 1
            }
            Form::Boards { games, .. } => is_legal(&games[game].0, action),
        };
        match (0..).zip(actions).find(|&(game, &action)| !legal(game, action)) {
            Some((game, &action)) => Err(IllegalAction { game, action }),
            None => Ok(()),
        }
    }

    fn random_state(&self) -> Vec<u64> {
        match &self.form {
            Form::Kernels { random, .. } => random.state().as_flattened().to_vec(),
            Form::Boards { random, .. } => vec![random.position()],
        }
    }

    fn set_random_state(&mut self, state: &[u64]) -> Result<bool, TryReserveError> {
        match (RandomLanes::from_words(state), state) {
            (Some(lanes), _) => {
                let Form::Kernels { random, .. } = &mut self.form else { return Ok(false) };
                *random = lanes;
            }
            (None, &[state]) => {
                self.become_boards()?;
                let Form::Boards { random, .. } = &mut self.form else { return Ok(false) };
                *random = Random::new(state);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn set_plies(&mut self, game: usize, plies: u32) {
        match &mut self.form {
            Form::Kernels { games, .. } => games.set_plies(game, plies),
            Form::Boards { games, .. } => games[game].1 = plies,
        }
    }

    fn step(&mut self, starts: &[Board], actions: &[u16]) -> Result<(), IllegalAction> {
        let illegal = |game: usize| IllegalAction { game, action: actions[game] };
        match &mut self.form {
            Form::Kernels { games, .. } if starts.len() == 1 || self.ended == Ended::Freeze => {
                self.kernels.step(games, actions, self.ended, self.rule).map_err(illegal)
            }
            Form::Kernels { games, numbers, .. } => {
                // The kernel knows one start. It leaves games alone that were over; they have no
                // ply to show for this step. They are marked in the room for the random numbers,
                // which the next random step draws anew.
                for (over, game) in numbers.iter_mut().zip(games.games()) {
                    *over = u64::from(game.outcome_code() != 0);
                }
                self.kernels.step(games, actions, Ended::Freeze, self.rule).map_err(illegal)?;
                for (game, _) in numbers[..actions.len()].iter().enumerate().filter(|&(_, &over)| over != 0) {
                    let start = &starts[game];
                    games.load(game, start.planes(), start.to_move(), start.outcome());
                }
                Ok(())
            }
            Form::Boards { games, .. } => {
                let boards = games.iter().map(|(board, _)| board);
                if let Some(game) = boards.zip(actions).position(|(board, &action)| !is_legal(board, action)) {
                    return Err(illegal(game));
                }
                for (game, ((board, plies), &action)) in games.iter_mut().zip(actions).enumerate() {
                    if !board.is_over() {
                        board.play_unchecked(self.size.point(action.into()));
                        *plies += 1;
                    } else if self.ended == Ended::Restart {
                        board.clone_from(start_of(starts, game));
                        *plies = 0;
                    }
                }
                Ok(())
            }
        }
    }

    fn step_random(&mut self, starts: &[Board], actions: &mut [u16]) {
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
                    *action = match board.mobility() {
                        0 => NO_ACTION,
                        count => {
                            let chosen = random.below(count) as usize;
                            let point = board.legal_moves().iter().nth(chosen).expect("fewer than there are");
                            self.size.index(point) as u16
                        }
                    };
                }
            }
        }
        self.step(starts, actions).expect("empty points are legal");
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

    fn observe(&self, observation: Observation<'_>) {
        let Observation { cells, to_move, outcomes, plies } = observation;
        let to_move = to_move.into_iter().flatten();
        let outcomes = outcomes.into_iter().flatten();
        let plies = plies.into_iter().flatten();
        match &self.form {
            Form::Kernels { games, .. } => {
                let games = games.games();
                cells.into_iter().for_each(|cells| self.kernels.observe(games, self.size, cells));
                to_move.zip(games).for_each(|(to_move, game)| *to_move = game.to_move().cell());
                outcomes.zip(games).for_each(|(outcome, game)| *outcome = game.outcome_code());
                plies.zip(games).for_each(|(plies, game)| *plies = game.plies());
            }
            Form::Boards { games, .. } => {
                let boards = cells.into_iter().flat_map(|cells| cells.chunks_exact_mut(self.size.points()));
                boards.zip(games).for_each(|(cells, (board, _))| board.write_cells(cells));
                to_move.zip(games).for_each(|(to_move, (board, _))| *to_move = board.to_move().cell());
                outcomes.zip(games).for_each(|(outcome, (board, _))| *outcome = outcome_code(board.outcome()));
                plies.zip(games).for_each(|(plies, (_, played))| *plies = *played);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tier::Tier;

    /// Numbers whose product with the points left has one of the low halves that are too many,
    /// which come up once in 10^17.
    #[test]
    fn every_tier_turns_down_the_numbers_that_would_favour_some_points() {
        let mut random = Random::new(1);
        for empty in [1, 2, 3, 64, 65, 100, 128, 131, 192, 200, 225] {
            let size = Size::new(15, 15).unwrap();
            let mut board = Board::with_size(size, Rule::Freestyle);
            while size.points() - board.stone_count() > empty {
                board.set_stone(size.point(random.below(225) as usize), Some(Colour::Black));
            }
            let games = SlabList::new(board.planes(), board.to_move(), board.outcome(), 64).unwrap();
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
