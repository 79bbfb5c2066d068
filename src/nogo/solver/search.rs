//! The search: of all moves it looks first for one that leaves the opponent none, then for one
//! whose position the table has as lost, then tries them in the order of how badly the opponent
//! stands after them. It stops at the first move that wins.

use super::base::{Base, Ranks};
use super::crew::{Crew, LEAST_POINTS};
use super::decide::{Decides, NODES_PER_REPORT, Solved, Stopped};
use super::position::{Position, ranks};
use super::result::{MOST_POINTS, Progress, Solution, SolveError};
use super::rows::{self, Rows};
use super::table::Table;
use crate::game::{self, Colour, stop};
use crate::nogo::state::Board;
use std::collections::TryReserveError;
use std::fmt;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Finds the winner of boards of up to 39 points, of larger ones with at most 39 points on which a
/// colour may still play, and of rows of up to 48 points. It keeps its table from one position of a
/// game to the next.
///
/// Rows are boards whose points lie in paths, also bent ones. A row's positions are sums of
/// independent segments, and small segments have values that add up. Those are kept beside the
/// table, which is then one of hashes of 127 bits: in a row of 40 points, a gigabyte of values.
///
/// ```
/// use stonemask::nogo::{Board, Colour, Solver};
///
/// let mut solver = Solver::new(1 << 20)?;
/// let board = Board::new(3, 3)?;
/// assert_eq!(solver.solve(&board)?.winner, Colour::Black);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    table: Table,
    /// The boards that the table is about; none when it is empty.
    about: Option<About>,
    threads: NonZeroUsize,
}

enum About {
    Base(Base),
    Rows(Rows),
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points = self.about.as_ref().map(|about| match about {
            About::Base(base) => base.points(),
            About::Rows(rows) => rows.shape().points(),
        });
        f.debug_struct("Solver").field("points", &points).finish_non_exhaustive()
    }
}

impl Solver {
    /// A solver with a table of at most `table_bytes`; at least one bucket of 64 bytes, and
    /// otherwise rounded down to a power of two.
    ///
    /// # Errors
    /// If the allocation fails.
    pub fn new(table_bytes: usize) -> Result<Solver, TryReserveError> {
        Ok(Solver { table: Table::new(table_bytes)?, about: None, threads: NonZeroUsize::MIN })
    }

    /// This solver, with `threads` threads that search together: of all boards but rows, which one
    /// thread searches. The winner is the same; the line of play and the nodes need not be.
    #[must_use]
    pub fn threads(self, threads: NonZeroUsize) -> Solver {
        Solver { threads, ..self }
    }

    /// The winner with best play from here, whoever is to move, and a line of it.
    ///
    /// # Errors
    /// When more points may still be played than the solver takes.
    pub fn solve(&mut self, board: &Board) -> Result<Solution, SolveError> {
        self.solve_observed(board, |_| ControlFlow::Continue(()))
    }

    /// [`Solver::solve`], until `stop` is set.
    ///
    /// # Errors
    /// When more points may still be played than the solver takes, or it was
    /// [stopped](crate::game::stop).
    pub fn solve_until(&mut self, board: &Board, stop: &AtomicBool) -> Result<Solution, SolveError> {
        self.solve_observed(board, |_| stop::flow(stop))
    }

    /// [`Solver::solve`], with `observer` called every hundred nodes or so: several times in a
    /// millisecond.
    ///
    /// # Errors
    /// When more points may still be played than the solver takes, or the observer breaks off.
    pub fn solve_observed(
        &mut self,
        board: &Board,
        mut observer: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Solution, SolveError> {
        self.run(board, self.threads, true, &mut observer)
    }

    /// The winner alone, until `stop` is set. One thread searches.
    ///
    /// # Errors
    /// Those of [`Solver::solve_until`].
    pub fn winner_until(&mut self, board: &Board, stop: &AtomicBool) -> Result<Colour, SolveError> {
        let solution = self.run(board, NonZeroUsize::MIN, false, &mut |_| stop::flow(stop))?;
        Ok(solution.winner)
    }

    fn run(
        &mut self,
        board: &Board,
        threads: NonZeroUsize,
        with_line: bool,
        observer: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Solution, SolveError> {
        let (result, nodes) = match self.turn_to(board)? {
            // There are no threads in WebAssembly.
            (table, About::Base(base)) if threads == NonZeroUsize::MIN || cfg!(target_family = "wasm") => {
                Search::new(table, base, None, observer).solve(board, with_line)
            }
            (table, About::Base(base)) => solve_together(table, base, threads, board, observer),
            (table, About::Rows(rows)) => rows::Search::new(table, rows, observer).solve(board, with_line),
        };
        match result {
            Ok((winner, line)) => Ok(Solution { winner, line, nodes }),
            Err(Stopped) => Err(SolveError::Stopped(game::Stopped(Progress { nodes }))),
        }
    }
}

impl Solver {
    /// Forgets all positions.
    pub(in crate::nogo) fn clear(&mut self) {
        self.about = None;
        self.table.clear();
    }

    /// The table, and the boards that it is about now: those of the board's shape where that is of
    /// rows, or else what has the board.
    fn turn_to(&mut self, board: &Board) -> Result<(&Table, &mut About), SolveError> {
        let is_new = !matches!(&self.about, Some(About::Rows(rows)) if rows.shape() == board.shape());
        match is_new.then(|| Rows::of(board.shape())).flatten() {
            Some(rows) => self.replace(About::Rows(rows)),
            None if is_new => drop(self.rebase(board)?),
            None => {}
        }
        Ok((&self.table, self.about.as_mut().expect("one was made")))
    }

    fn replace(&mut self, about: About) {
        if self.about.replace(about).is_some() {
            self.table.clear();
        }
    }

    /// Makes the table one about positions like the board, known by their stones.
    fn rebase(&mut self, board: &Board) -> Result<(&Table, &Base), SolveError> {
        if !matches!(&self.about, Some(About::Base(base)) if base.has(board)) {
            let base = Base::of(board);
            let points = base.points().len();
            if points > MOST_POINTS {
                return Err(SolveError::TooLarge { points });
            }
            self.replace(About::Base(base));
        }
        let Some(About::Base(base)) = &self.about else { unreachable!("there is a base now") };
        Ok((&self.table, base))
    }

    /// Whether the side to move wins, where about this many nodes show it; and how many were
    /// searched.
    ///
    /// # Panics
    /// When more than 39 points may still be played.
    pub(in crate::nogo) fn wins_within(&mut self, board: &Board, most: u64) -> (Option<bool>, u64) {
        let (table, base) = self.rebase(board).expect("few points to play");
        let mut observer = |progress: Progress| {
            if progress.nodes >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let mut search = Search::new(table, base, None, &mut observer);
        let wins = search.wins_on(board).ok();
        (wins, search.nodes)
    }
}

/// Lets helpers search a board too.
fn solve_together(
    table: &Table,
    base: &Base,
    threads: NonZeroUsize,
    board: &Board,
    observer: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Solved {
    let crew = Crew::new();
    let help = || {
        let mut observer = |_| {
            crew.nodes.fetch_add(NODES_PER_REPORT, Ordering::Relaxed);
            stop::flow(&crew.ended)
        };
        // It stops when the first thread is done, or is done itself.
        let _ = Search::new(table, base, Some(&crew), &mut observer).wins_on(board);
    };
    let (result, nodes) = thread::scope(|scope| {
        for _ in 1..threads.get() {
            // Fewer threads than wanted find the same winner.
            if thread::Builder::new().spawn_scoped(scope, help).is_err() {
                break;
            }
        }
        let mut observer =
            |progress: Progress| observer(Progress { nodes: progress.nodes + crew.nodes.load(Ordering::Relaxed) });
        let _end = crew.end_of_scope();
        Search::new(table, base, Some(&crew), &mut observer).solve(board, true)
    });
    (result, nodes + crew.nodes.into_inner())
}

/// The position after a move, its key, and how well its side to move stands there.
#[derive(Clone, Copy)]
struct Child {
    position: Position,
    key: u64,
    standing: i32,
}

struct Search<'a> {
    table: &'a Table,
    base: &'a Base,
    nodes: u64,
    /// The groups of the positions on the way to the present one, and of their children.
    groups: Vec<Ranks>,
    children: Vec<Child>,
    observer: &'a mut dyn FnMut(Progress) -> ControlFlow<()>,
    crew: Option<&'a Crew>,
    /// The keys of the positions on the way to the present one of which the crew was told.
    way: Vec<u64>,
    /// Which of these another thread has decided, and whether its side to move wins; its search is
    /// being given up.
    decided: Option<(usize, bool)>,
}

impl<'a> Search<'a> {
    fn new(
        table: &'a Table,
        base: &'a Base,
        crew: Option<&'a Crew>,
        observer: &'a mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Search<'a> {
        let (groups, children, way) = (Vec::new(), Vec::new(), Vec::new());
        Search { table, base, nodes: 0, groups, children, observer, crew, way, decided: None }
    }

    /// Tries moves, up to one that leaves the other side none, the last child then.
    fn expand(&mut self, position: &Position, moves: Ranks, first: usize) -> bool {
        debug_assert_eq!(self.children.len(), first);
        for rank in ranks(moves) {
            let child = position.after(self.base.near(), &mut self.groups, rank);
            let ends = child.allowed[0] == 0;
            self.children.push(Child { position: child, key: 0, standing: 0 });
            if ends {
                return true;
            }
        }
        false
    }

    /// Whether the side to move wins, by one of these moves.
    fn wins(&mut self, position: &Position, moves: Ranks, turn: u64, key: Option<u64>) -> Result<bool, Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_REPORT) {
            self.report()?;
        }
        let (children, groups) = (self.children.len(), self.groups.len());
        let turn = self.base.other(turn);
        let wins = if self.expand(position, moves, children) || self.known_win(children, turn) {
            true
        } else {
            self.children[children..].sort_unstable_by_key(|child| (child.standing, child.key));
            let live = position.allowed[0] | position.allowed[1];
            match (self.crew, key) {
                (Some(crew), Some(key)) if live.count_ones() >= LEAST_POINTS => {
                    self.searched_win_among(crew, key, children, turn)?
                }
                _ => self.searched_win(children, turn)?,
            }
        };
        self.children.truncate(children);
        self.groups.truncate(groups);
        if let Some(key) = key {
            self.table.store(key, wins);
        }
        Ok(wins)
    }

    /// Tells the observer how far the search is, and looks whether another thread has decided a
    /// position on the way to this one.
    fn report(&mut self) -> Result<(), Stopped> {
        if (self.observer)(Progress { nodes: self.nodes }).is_break() {
            return Err(Stopped);
        }
        let decided = |(depth, &key): (usize, &u64)| self.table.look_up(key).map(|wins| (depth, wins));
        self.decided = self.way.iter().enumerate().find_map(decided);
        if self.decided.is_some() { Err(Stopped) } else { Ok(()) }
    }

    /// [`Search::searched_win`] of a position with this key, of which the crew is told.
    fn searched_win_among(&mut self, crew: &Crew, key: u64, first: usize, turn: u64) -> Result<bool, Stopped> {
        let depth = self.way.len();
        self.way.push(key);
        crew.begin(key);
        let mut result = self.searched_win(first, turn);
        crew.end(key);
        self.way.truncate(depth);
        if let (Err(Stopped), Some((at, wins))) = (&result, self.decided)
            && at == depth
        {
            self.decided = None;
            result = Ok(wins);
        }
        result
    }

    /// Whether the table has a child that is lost for the other side; those that it wins go.
    fn known_win(&mut self, first: usize, turn: u64) -> bool {
        for child in &mut self.children[first..] {
            child.key = self.base.key(child.position.stones, turn);
            self.table.prefetch(child.key);
        }
        let mut at = first;
        while let Some(child) = self.children.get_mut(at) {
            match self.table.look_up(child.key) {
                Some(false) => return true,
                Some(true) => {
                    self.children.swap_remove(at);
                }
                None => {
                    child.standing = child.position.standing();
                    at += 1;
                }
            }
        }
        false
    }

    /// Whether a child, searched in their order, is lost for the other side.
    fn searched_win(&mut self, first: usize, turn: u64) -> Result<bool, Stopped> {
        // Those that another thread is searching come last.
        let mut busy = 0u64;
        for at in first..self.children.len() {
            let key = self.children[at].key;
            if at > first && self.crew.is_some_and(|crew| crew.is_busy(key)) {
                busy |= 1 << (at - first);
            } else if self.is_lost(at, turn)? {
                return Ok(true);
            }
        }
        for at in ranks(busy) {
            if self.is_lost(first + at, turn)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a child is lost for the other side.
    fn is_lost(&mut self, at: usize, turn: u64) -> Result<bool, Stopped> {
        let Child { position, key, .. } = self.children[at];
        // It may have been met below another child.
        match self.table.look_up(key) {
            Some(known) => Ok(!known),
            None => Ok(!self.wins(&position, position.allowed[0], turn, Some(key))?),
        }
    }
}

impl Decides for Search<'_> {
    fn wins_on(&mut self, board: &Board) -> Result<bool, Stopped> {
        self.children.clear();
        self.groups.clear();
        let position = Position::of(self.base, board, &mut self.groups);
        let moves = self.base.ranks_of(board.legal_moves());
        if moves == 0 {
            return Ok(false);
        }
        let turn = self.base.turn(board.to_move());
        // The centre forbidden at the start is not in the key.
        if board.centre_is_forbidden() {
            return self.wins(&position, moves, turn, None);
        }
        let key = self.base.key(position.stones, turn);
        match self.table.look_up(key) {
            Some(known) => Ok(known),
            None => self.wins(&position, moves, turn, Some(key)),
        }
    }

    fn outlook(&mut self, board: &Board) -> (bool, i32) {
        let position = Position::of(self.base, board, &mut self.groups);
        let key = self.base.key(position.stones, self.base.turn(board.to_move()));
        (position.allowed[0] == 0 || self.table.look_up(key) == Some(false), position.standing())
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Colour, Symmetry};
    use crate::nogo::point::PointSet;
    use crate::nogo::shape::Shape;
    use crate::random::Random;
    use std::collections::HashMap;

    /// Who wins, by search without order, with a map of boards.
    fn plain(board: &Board, seen: &mut HashMap<Board, bool>) -> bool {
        if let Some(&known) = seen.get(board) {
            return known;
        }
        let wins = board.legal_moves().iter().any(|point| {
            let mut child = *board;
            child.play(point);
            !plain(&child, seen)
        });
        seen.insert(*board, wins);
        wins
    }

    #[test]
    fn a_table_of_one_bucket_and_a_large_one_agree_with_plain_search_on_every_small_board() {
        for rows in 1..=3 {
            for columns in 1..=4 {
                for blocked in ["", "a1", "b1"] {
                    let Ok(shape) = Shape::new(rows, columns, blocked.parse().unwrap()) else { continue };
                    let board = Board::with_shape(shape);
                    let winner = if plain(&board, &mut HashMap::new()) { Colour::Black } else { Colour::White };
                    for bytes in [0, 1 << 20] {
                        let solution = Solver::new(bytes).unwrap().solve(&board).unwrap();
                        assert_eq!(solution.winner, winner, "{board}");
                        let mut end = board;
                        solution.line.iter().for_each(|&point| end.play(point));
                        assert_eq!((end.legal_moves(), end.to_move()), (PointSet::EMPTY, winner.other()));
                    }
                }
            }
        }
    }

    /// A board with random stones, as many of a colour as come, and a random side to move.
    fn strewn(shape: Shape, stones: u32, random: &mut Random) -> Board {
        let mut board = Board::with_shape(shape);
        for _ in 0..stones {
            let colour = Colour::ALL[random.below(2) as usize];
            let allowed = board.allowed(colour);
            if !allowed.is_empty() {
                board.place(colour, allowed.iter().nth(random.below(allowed.len()) as usize).unwrap());
            }
        }
        board.set_to_move(Colour::ALL[random.below(2) as usize]);
        board
    }

    /// Holds the winner of a board and of the boards after every move, and of their images, against
    /// plain search.
    fn holds(solver: &mut Solver, board: &Board, seen: &mut HashMap<Board, bool>) {
        let children = board.legal_moves().iter().map(|point| {
            let mut child = *board;
            child.play(point);
            child
        });
        for board in children.chain([*board]) {
            let wins = plain(&board, seen);
            for image in Symmetry::of(9, 9).map(|symmetry| board.transform(symmetry)) {
                assert_eq!(solver.solve(&image).unwrap().winner == board.to_move(), wins, "{image}");
                let alone = solver.winner_until(&image, &stop::NEVER).unwrap();
                assert_eq!(alone == board.to_move(), wins, "{image}");
            }
        }
    }

    #[test]
    fn random_stones_every_move_after_them_and_their_images_agree_with_plain_search() {
        let mut random = Random::new(11);
        let shapes = [(2, 4, "", 0), (3, 3, "", 0), (2, 6, "", 3), (3, 4, "b2", 3), (3, 4, "", 4), (4, 4, "", 7)];
        for (rows, columns, blocked, stones) in shapes {
            let shape = Shape::new(rows, columns, blocked.parse().unwrap()).unwrap();
            let (mut large, mut small) = (Solver::new(1 << 16).unwrap(), Solver::new(1 << 9).unwrap());
            let mut seen = HashMap::new();
            for more in 0..30 {
                let board = strewn(shape, stones + more % 5, &mut random);
                holds(&mut large, &board, &mut seen);
                holds(&mut small, &board, &mut seen);
            }
        }
    }

    #[test]
    fn ends_of_games_on_the_full_board_agree_with_plain_search() {
        let mut random = Random::new(12);
        let mut solver = Solver::new(1 << 12).unwrap();
        for _ in 0..40 {
            let mut board = strewn(Shape::FULL, random.below(60), &mut random);
            while (board.allowed(Colour::Black) | board.allowed(Colour::White)).len() > 9 && !board.is_over() {
                board.play_random_plies(&mut random, 1);
            }
            holds(&mut solver, &board, &mut HashMap::new());
        }
    }

    #[test]
    fn positions_allow_after_every_move_the_points_that_boards_allow() {
        let mut random = Random::new(13);
        for game in 0..400 {
            let shape =
                [Shape::FULL, Shape::new(4, 6, "b2".parse().unwrap()).unwrap(), Shape::row(17).unwrap()][game % 3];
            let mut board = strewn(shape, random.below(40), &mut random);
            while (board.allowed(Colour::Black) | board.allowed(Colour::White)).len() > 39 {
                board.play_random_plies(&mut random, 1);
            }
            let (base, mut groups) = (Base::of(&board), Vec::new());
            let mut position = Position::of(&base, &board, &mut groups);
            let mut turn = base.turn(board.to_move());
            while !board.is_over() {
                let moves = board.legal_moves();
                let point = moves.iter().nth(random.below(moves.len()) as usize).unwrap();
                board.play(point);
                let rank = ranks(base.ranks_of(point.set())).next().unwrap();
                position = position.after(base.near(), &mut groups, rank);
                turn = base.other(turn);

                let sides = [board.to_move(), board.to_move().other()];
                let live = board.allowed(Colour::Black) | board.allowed(Colour::White);
                let beside = |colour| base.ranks_of(board.stones(colour).neighbours() & live);
                assert_eq!(position.allowed, sides.map(|colour| base.ranks_of(board.allowed(colour))), "{board}");
                assert_eq!(position.beside, sides.map(beside), "{board}");
                assert_eq!(position.stones, sides.map(|colour| base.ranks_of(board.stones(colour))), "{board}");
                let (key, stones) = (base.key(position.stones, turn), position.stones[0] | position.stones[1]);
                assert_eq!((turn, key >> 63), (base.turn(board.to_move()), 0));
                assert_eq!(super::super::base::stones(key), stones.count_ones());
            }
        }
    }

    #[test]
    fn the_largest_key_leaves_a_bit_for_the_winner() {
        let shape = Shape::new(5, 8, "a1".parse().unwrap()).unwrap();
        let base = Base::of(&Board::with_shape(shape));
        let mut position = Position::of(&base, &Board::with_shape(shape), &mut Vec::new());
        position.stones = [0, (1 << 39) - 1];
        assert_eq!(base.key(position.stones, 1), 2 * (3u64.pow(39) - 1) + 1);
        assert_eq!(base.key(position.stones, 1) >> 63, 0);
    }

    #[test]
    fn from_every_position_along_a_game() {
        let mut solver = Solver::new(1 << 16).unwrap();
        let mut seen = HashMap::new();
        let mut board = Board::with_shape(Shape::new(3, 3, PointSet::EMPTY).unwrap());
        let mut random = Random::new(5);
        loop {
            let wins = plain(&board, &mut seen);
            assert_eq!(solver.solve(&board).unwrap().winner == board.to_move(), wins, "{board}");
            if board.play_random_plies(&mut random, 1) == 0 {
                break;
            }
        }
    }

    #[test]
    fn threads_find_the_same_winners() {
        let mut random = Random::new(16);
        let [one, three] = [1, 3].map(|count| NonZeroUsize::new(count).unwrap());
        for game in 0..60 {
            let shape = Shape::new(4, 4, PointSet::EMPTY).unwrap();
            let board = strewn(shape, game % 6, &mut random);
            let mut solvers = [one, three].map(|threads| Solver::new(1 << 14).unwrap().threads(threads));
            let [alone, together] = solvers.each_mut().map(|solver| solver.solve(&board).unwrap());
            assert_eq!(alone.winner, together.winner, "{board}");
            let mut end = board;
            together.line.iter().for_each(|&point| end.play(point));
            assert!(end.is_over() && end.to_move() == together.winner.other(), "{board}");
        }
        let centre = Board::with_centre_forbidden(Shape::new(3, 5, PointSet::EMPTY).unwrap()).unwrap();
        let winner = |threads| Solver::new(1 << 20).unwrap().threads(threads).solve(&centre).unwrap().winner;
        assert_eq!(winner(one), winner(three));
        let mut solver = Solver::new(1 << 16).unwrap().threads(three);
        let board = Board::with_shape(Shape::new(5, 6, PointSet::EMPTY).unwrap());
        assert!(matches!(solver.solve_until(&board, &AtomicBool::new(true)), Err(SolveError::Stopped(_))));
    }

    #[test]
    fn what_is_too_large_and_what_is_interrupted() {
        let mut solver = Solver::new(1 << 16).unwrap();
        assert_eq!(solver.solve(&Board::start()), Err(SolveError::TooLarge { points: 81 }));
        let board = Board::with_shape(Shape::new(5, 6, PointSet::EMPTY).unwrap());
        let interrupted = Err(SolveError::Stopped(game::Stopped(Progress { nodes: NODES_PER_REPORT })));
        assert_eq!(solver.solve_observed(&board, |_| ControlFlow::Break(())), interrupted);
        assert_eq!(solver.solve_until(&board, &AtomicBool::new(true)), interrupted);
        assert!(Solver::new(isize::MAX as usize / 2).is_err());
    }

    /// A shape of rows, which `#` block apart.
    fn shape(text: &str) -> Shape {
        format!("{text} X").parse::<Board>().unwrap().shape()
    }

    #[test]
    fn boards_of_rows_agree_with_plain_search() {
        let mut random = Random::new(14);
        let shapes = [
            Shape::row(9).unwrap(),
            Shape::row(14).unwrap(),
            shape("-----/####-/-----"),
            shape("---#-/-#-#-/-#---"),
            shape("------/######/------"),
            shape("---/###/---/###/---/###/---"),
        ];
        for shape in shapes {
            let (mut large, mut small) = (Solver::new(1 << 20).unwrap(), Solver::new(0).unwrap());
            let mut seen = HashMap::new();
            for game in 0..40 {
                let least = shape.points().len().saturating_sub(9);
                let mut board = strewn(shape, least + game % 8, &mut random);
                board.set_to_move(Colour::ALL[random.below(2) as usize]);
                let wins = plain(&board, &mut seen);
                for solver in [&mut large, &mut small] {
                    let solution = solver.solve(&board).unwrap();
                    assert_eq!(solution.winner == board.to_move(), wins, "{board}");
                    let mut end = board;
                    solution.line.iter().for_each(|&point| end.play(point));
                    assert!(end.is_over() && end.to_move() == solution.winner.other(), "{board}");
                }
            }
        }
    }

    #[test]
    fn empty_rows() {
        let mut solver = Solver::new(1 << 20).unwrap();
        for cells in 1..=17 {
            let board = Board::with_shape(Shape::row(cells).unwrap());
            let wins = if cells <= 11 { plain(&board, &mut HashMap::new()) } else { true };
            assert_eq!(solver.solve(&board).unwrap().winner == Colour::Black, wins, "{cells}");
        }
        for cells in [3, 5, 9] {
            let board = Board::with_centre_forbidden(Shape::row(cells).unwrap()).unwrap();
            let solution = solver.solve(&board).unwrap();
            assert_eq!(solution.winner == Colour::Black, plain(&board, &mut HashMap::new()), "{cells}");
            assert_ne!(solution.line.first().copied(), board.shape().centre());
        }
    }
}
