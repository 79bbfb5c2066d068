//! Many games of NoGo advanced together.

use super::kernels::Kernels;
use super::point::{Point, PointSet};
use super::state::packed::{GROUP, PackedBoards};
use super::state::{Board, DRAWN, NOT_PLAYED};
use crate::bits::nth_of_two;
use crate::game::slab::{
    self, Actions, Ended, IllegalAction, NO_ACTION, Observation, Options, Store, outcome_code, spread, start_of,
};
use crate::game::{Colour, Outcome};
use crate::kernel::memory::filled;
use crate::random::Random;
use std::collections::TryReserveError;
use std::ops::Range;

/// A point's number is `row * columns + column`; NoGo has no pass.
impl Actions for Board {
    type Store = SlabGames;

    fn action_count(&self) -> usize {
        self.shape().rows() * self.shape().columns()
    }

    fn action(&self, point: Point) -> usize {
        let (rows, columns) = (self.shape().rows(), self.shape().columns());
        assert!(point.row() < rows && point.column() < columns, "{point} is off the {rows}x{columns} board");
        point.row() * columns + point.column()
    }

    fn ply(&self, action: usize) -> Option<Point> {
        if action >= self.action_count() {
            return None;
        }
        let columns = self.shape().columns();
        Point::new(action / columns, action % columns)
    }

    fn cell_count(&self) -> usize {
        self.action_count()
    }

    fn write_cells(&self, cells: &mut [u8]) {
        assert_eq!(cells.len(), self.cell_count(), "a cell for each point");
        View::of(self).write_cells(self.shape().columns(), cells);
    }

    fn fits(&self, other: &Board) -> bool {
        let (shape, other) = (self.shape(), other.shape());
        (shape.rows(), shape.columns()) == (other.rows(), other.columns())
    }
}

/// Many games of NoGo advanced together.
pub type Slab = slab::Slab<Board>;

/// The games of a [`Slab`]. As boards they take 992 bytes each, and packed 192. Few of them are
/// boards, which stay in a cache near the processor; of many, packed, a group at a time is unpacked
/// for a ply.
#[derive(Clone, Debug)]
pub struct SlabGames {
    /// Rows and columns of every board.
    size: (usize, usize),
    form: Form,
    /// The points to play, as the kernel takes them.
    points: Vec<u8>,
    ended: Ended,
    kernels: &'static Kernels,
    random: Random,
}

/// So many games are boards.
const FEW: usize = 4096;

#[derive(Clone, Debug)]
enum Form {
    Boards { boards: Vec<Board>, plies: Vec<u32> },
    Packed(PackedBoards),
}

/// All that is told of a game.
struct View {
    /// The cells that are not blocked.
    points: PointSet,
    stones: [PointSet; 2],
    legal: PointSet,
    to_move: Colour,
}

impl View {
    #[inline(always)]
    fn of(board: &Board) -> View {
        let stones = Colour::ALL.map(|colour| board.stones(colour));
        let points = board.empties() | stones[0] | stones[1];
        View { points, stones, legal: board.legal_moves(), to_move: board.to_move() }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.legal.is_empty().then(|| Outcome::Win(self.to_move.other()))
    }

    /// Writes the cells of a board with this number of columns, as [`Actions::write_cells`] does.
    #[inline]
    fn write_cells(&self, columns: usize, cells: &mut [u8]) {
        let sets = [self.stones[0], self.stones[1], self.points];
        let [black, white, points] = sets.map(|set| packed(set, columns).to_le_bytes());
        let eight = |index: usize| {
            let [black, white, points] = [black[index], white[index], points[index]].map(spread);
            // No byte is above 3.
            (black + 2 * white + 3 * (spread(0xff) - points)).to_le_bytes()
        };
        let (eights, rest) = cells.as_chunks_mut();
        eights.iter_mut().enumerate().for_each(|(index, cells)| *cells = eight(index));
        if !rest.is_empty() {
            rest.copy_from_slice(&eight(eights.len())[..rest.len()]);
        }
    }
}

impl SlabGames {
    fn with_form(starts: &[Board], games: usize, options: Options, few: bool) -> Result<SlabGames, TryReserveError> {
        let (Options { ended, seed }, kernels) = (options, Kernels::in_use());
        let shape = starts[0].shape();
        let form = if few {
            let mut boards = filled(starts[0], games)?;
            if starts.len() > 1 {
                boards.copy_from_slice(starts);
            }
            Form::Boards { boards, plies: filled(0, games)? }
        } else {
            Form::Packed(PackedBoards::new(starts, games)?)
        };
        Ok(SlabGames {
            size: (shape.rows(), shape.columns()),
            form,
            points: filled(NOT_PLAYED, games)?,
            ended,
            kernels,
            random: Random::new(seed),
        })
    }

    /// All that is told of a game.
    #[inline(always)]
    fn view(&self, game: usize) -> View {
        match &self.form {
            Form::Boards { boards, .. } => View::of(&boards[game]),
            Form::Packed(packed) => View {
                points: packed.points(game),
                stones: Colour::ALL.map(|colour| packed.stones(game, colour)),
                legal: packed.legal_moves(game),
                to_move: packed.to_move(game),
            },
        }
    }

    /// Lets the kernel play `points`; games that are over start anew where they are to.
    fn play_points(&mut self, starts: &[Board]) {
        let restart = self.ended == Ended::Restart;
        match &mut self.form {
            Form::Boards { boards, plies } => {
                if restart {
                    for (game, board) in boards.iter_mut().enumerate() {
                        if board.is_over() {
                            (*board, plies[game]) = (*start_of(starts, game), 0);
                            self.points[game] = NOT_PLAYED;
                        }
                    }
                }
                self.kernels.plays(boards, &mut self.points, &mut self.random);
                for (plies, &point) in plies.iter_mut().zip(&self.points) {
                    *plies += u32::from(point != NOT_PLAYED);
                }
            }
            Form::Packed(packed) => {
                let mut first = 0;
                while first < packed.len() {
                    let len = (packed.len() - first).min(GROUP);
                    let points = &mut self.points[first..][..len];
                    packed.prefetch(first + len);
                    for (game, point) in (first..).zip(&mut *points) {
                        let legal = packed.legal_moves(game);
                        if legal.is_empty() {
                            *point = NOT_PLAYED;
                            if restart {
                                packed.set(game, start_of(starts, game));
                            }
                        } else if *point == DRAWN {
                            *point = drawn(legal, &mut self.random);
                        }
                    }
                    self.kernels.plays_unpacked(packed.unpack(first, points));
                    packed.pack(first, points);
                    first += len;
                }
            }
        }
    }
}

/// One of the points, each as likely as any other: the one that kernels draw.
#[inline(always)]
fn drawn(points: PointSet, random: &mut Random) -> u8 {
    let bits = points.bits();
    nth_of_two([bits as u64, (bits >> 64) as u64], |count| random.below(count)) as u8
}

/// Points by their numbers on a board with this number of columns.
#[inline(always)]
fn packed(points: PointSet, columns: usize) -> u128 {
    // With the shifts of the usual board known it is faster.
    if columns == 9 { packed_by(points, 9) } else { packed_by(points, columns) }
}

#[inline(always)]
fn packed_by(points: PointSet, columns: usize) -> u128 {
    let bits = points.bits();
    let five = |rows: u64| (0..5).fold(0, |all, row| all | (rows >> (10 * row) & 0x1ff) << (columns * row));
    u128::from(five(bits as u64)) | u128::from(five((bits >> 50) as u64)) << (5 * columns)
}

/// Writes points by their numbers on a board with this number of columns.
#[inline(always)]
fn pack(points: PointSet, columns: usize, words: &mut [u64]) {
    let packed = packed(points, columns);
    words[0] = packed as u64;
    if let Some(word) = words.get_mut(1) {
        *word = (packed >> 64) as u64;
    }
}

impl Store<Board> for SlabGames {
    fn new(starts: &[Board], games: usize, options: Options) -> Result<SlabGames, TryReserveError> {
        SlabGames::with_form(starts, games, options, games <= FEW)
    }

    fn make_room(&mut self, boards: &[Board]) -> Result<(), TryReserveError> {
        match &mut self.form {
            Form::Boards { .. } => Ok(()),
            Form::Packed(packed) => packed.make_room(boards),
        }
    }

    fn load(&mut self, game: usize, board: &Board) {
        match &mut self.form {
            Form::Boards { boards, plies } => (boards[game], plies[game]) = (*board, 0),
            Form::Packed(packed) => packed.set(game, board),
        }
    }

    fn legal_masks(&self, games: Range<usize>, masks: &mut [u64]) {
        let (rows, columns) = self.size;
        let words = (rows * columns).div_ceil(64);
        for (game, mask) in games.zip(masks.chunks_exact_mut(words)) {
            pack(self.view(game).legal, columns, mask);
        }
    }

    fn stones(&self, games: Range<usize>, black: &mut [u64], white: &mut [u64]) {
        let (rows, columns) = self.size;
        let words = (rows * columns).div_ceil(64);
        let room = black.chunks_exact_mut(words).zip(white.chunks_exact_mut(words));
        for (game, (black, white)) in games.zip(room) {
            let [black_stones, white_stones] = self.view(game).stones;
            pack(black_stones, columns, black);
            pack(white_stones, columns, white);
        }
    }

    fn check(&self, actions: &[u16]) -> Result<(), IllegalAction> {
        let (_, columns) = self.size;
        for (game, &action) in actions.iter().enumerate() {
            let legal = self.view(game).legal;
            let point = Point::new(usize::from(action) / columns, usize::from(action) % columns);
            if !point.is_some_and(|point| legal.contains(point)) && !legal.is_empty() {
                return Err(IllegalAction { game, action });
            }
        }
        Ok(())
    }

    fn random_state(&self) -> Vec<u64> {
        vec![self.random.position()]
    }

    fn set_random_state(&mut self, state: &[u64]) -> Result<bool, TryReserveError> {
        let &[state] = state else { return Ok(false) };
        self.random = Random::new(state);
        Ok(true)
    }

    fn set_plies(&mut self, game: usize, plies: u32) {
        match &mut self.form {
            Form::Boards { plies: of, .. } => of[game] = plies,
            Form::Packed(packed) => packed.set_plies(game, plies),
        }
    }

    fn step(&mut self, starts: &[Board], actions: &[u16]) -> Result<(), IllegalAction> {
        let (_, columns) = self.size;
        for (game, &action) in actions.iter().enumerate() {
            let moves = self.view(game).legal;
            self.points[game] = if moves.is_empty() {
                NOT_PLAYED
            } else {
                match Point::new(usize::from(action) / columns, usize::from(action) % columns) {
                    Some(point) if moves.contains(point) => point.bit() as u8,
                    _ => return Err(IllegalAction { game, action }),
                }
            };
        }
        self.play_points(starts);
        Ok(())
    }

    fn step_random(&mut self, starts: &[Board], actions: &mut [u16]) {
        let (_, columns) = self.size;
        // The kernel knows nothing of the centre that black may not begin at; it is drawn around
        // here.
        self.points.fill(DRAWN);
        let any_forbidden = match &self.form {
            Form::Boards { .. } => true,
            Form::Packed(packed) => packed.any_centre_forbidden(),
        };
        for game in 0..if any_forbidden { self.points.len() } else { 0 } {
            let is_forbidden = match &self.form {
                Form::Boards { boards, .. } => boards[game].centre_is_forbidden(),
                Form::Packed(packed) => packed.centre_is_forbidden(game),
            };
            if is_forbidden {
                let legal = self.view(game).legal;
                self.points[game] = if legal.is_empty() { NOT_PLAYED } else { drawn(legal, &mut self.random) };
            }
        }
        self.play_points(starts);
        for (action, &point) in actions.iter_mut().zip(&self.points) {
            let number = |point: Point| (point.row() * columns + point.column()) as u16;
            *action = Point::from_bit(point.into()).map_or(NO_ACTION, number);
        }
    }

    fn board(&self, game: usize) -> Board {
        match &self.form {
            Form::Boards { boards, .. } => boards[game],
            Form::Packed(packed) => packed.board(game),
        }
    }

    fn observe(&self, observation: Observation<'_>) {
        let Observation { cells, to_move, outcomes, plies } = observation;
        let (rows, columns) = self.size;
        if let Some(cells) = cells {
            for (game, cells) in cells.chunks_exact_mut(rows * columns).enumerate() {
                self.view(game).write_cells(columns, cells);
            }
        }
        for (game, to_move) in to_move.into_iter().flatten().enumerate() {
            *to_move = self.view(game).to_move.cell();
        }
        for (game, outcome) in outcomes.into_iter().flatten().enumerate() {
            *outcome = outcome_code(self.view(game).outcome());
        }
        for (game, told) in plies.into_iter().flatten().enumerate() {
            *told = match &self.form {
                Form::Boards { plies, .. } => plies[game],
                Form::Packed(packed) => packed.plies(game),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::with_tier;
    use crate::nogo::shape::Shape;
    use crate::tier::Tier;

    /// All that a slab's games tell.
    fn told(games: &SlabGames, len: usize) -> impl PartialEq + std::fmt::Debug + use<> {
        let (cell_count, words) = (games.size.0 * games.size.1, (games.size.0 * games.size.1).div_ceil(64));
        let (mut masks, mut stones) = (vec![9; len * words], [vec![9; len * words], vec![9; len * words]]);
        let (mut cells, mut bytes, mut plies) = (vec![9; len * cell_count], [vec![9; len], vec![9; len]], vec![9; len]);
        games.legal_masks(0..len, &mut masks);
        let ([black, white], [to_move, outcomes]) = (&mut stones, &mut bytes);
        games.stones(0..len, black, white);
        let (to_move, outcomes, observed) = (Some(&mut to_move[..]), Some(&mut outcomes[..]), Some(&mut plies[..]));
        games.observe(Observation { cells: Some(&mut cells), to_move, outcomes, plies: observed });
        let boards: Vec<Board> = (0..len).map(|game| games.board(game)).collect();
        (masks, stones, cells, bytes, plies, boards)
    }

    /// Games from `starts`, one each or all from one, in both forms.
    fn both_forms_play_alike(starts: &[Board], games: usize, steps: usize) {
        for (tier, ended) in Tier::available().flat_map(|tier| [(tier, Ended::Restart), (tier, Ended::Freeze)]) {
            let play = || {
                // The rules on cells are slow.
                let steps = if tier == Tier::Reference { steps / 6 } else { steps };
                let options = Options::default().ended(ended).seed(games as u64);
                let forms = [true, false].map(|few| SlabGames::with_form(starts, games, options, few).unwrap());
                let [mut boards, mut packed] = forms;
                for step in 0..steps {
                    assert_eq!(told(&boards, games), told(&packed, games), "{tier}, step {step}");
                    let (mut actions, mut same) = (vec![0; games], vec![1; games]);
                    if step % 3 < 2 {
                        boards.step_random(starts, &mut actions);
                        packed.step_random(starts, &mut same);
                        assert_eq!(actions, same, "{tier}, step {step}");
                        assert_eq!(boards.random_state(), packed.random_state(), "{tier}, step {step}");
                    } else {
                        let last = |game: usize| packed.view(game).legal.iter().next_back();
                        let action = |game| last(game).map_or(NO_ACTION, |point| starts[0].action(point) as u16);
                        let actions: Vec<u16> = (0..games).map(action).collect();
                        let mut others = actions.clone();
                        others[games / 2] = 400;
                        for actions in [others, actions] {
                            assert_eq!(boards.check(&actions), packed.check(&actions), "{tier}, step {step}");
                            assert_eq!(boards.step(starts, &actions), packed.step(starts, &actions));
                        }
                    }
                    if step % 5 == 4 {
                        // One goes on where another is.
                        let (to, board) = (step % games, boards.board(games - 1 - step % games));
                        packed.make_room(&[board]).unwrap();
                        boards.load(to, &board);
                        packed.load(to, &board);
                    }
                }
            };
            with_tier(tier, play).unwrap();
        }
    }

    #[test]
    fn packed_games_are_those_of_boards() {
        both_forms_play_alike(&[Board::start()], 2 * GROUP + 1, 70);
        let texts =
            ["---/---/--- X", "---/-+-/--- X", "#--/-#-/--- O", "###/#-#/### X", "-XO/---/XO- O", "XX-/---/--- X"];
        both_forms_play_alike(&texts.map(|text| text.parse().unwrap()), texts.len(), 60);
        let row = Board::with_shape(Shape::row(17).unwrap());
        both_forms_play_alike(&[row], GROUP, 40);
        let centre = Board::with_centre_forbidden(Shape::FULL).unwrap();
        both_forms_play_alike(&[centre], 3, 30);
    }

    #[test]
    fn packed_games_take_another_shape() {
        let [start, blocked]: [Board; 2] = ["--/-- X", "-#/-- O"].map(|text| text.parse().unwrap());
        let mut games = SlabGames::with_form(&[start], 3, Options::default(), false).unwrap();
        games.make_room(&[blocked]).unwrap();
        games.load(1, &blocked);
        assert_eq!([0, 1, 2].map(|game| games.board(game)), [start, blocked, start]);
        games.step_random(&[start], &mut [0; 3]);
        assert_eq!([0, 1, 2].map(|game| games.board(game).shape()), [start.shape(), blocked.shape(), start.shape()]);
    }
}
