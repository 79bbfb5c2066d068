//! The checks of NoGo's kernels.

use super::{Notes, Rounds};
use stonemask::nogo::{Board, Colour, FourBoards, Group, Kernels, Masks, Point, PointSet, Position, Shape};
use stonemask::{Random, Tier};

pub(crate) struct Checks {
    /// A random game in progress, on a random board.
    board: Board,
}

impl Checks {
    pub(crate) fn new() -> Checks {
        Checks { board: Board::start() }
    }
}

/// Whatever a board knows.
fn knowledge(board: &Board) -> (Board, Masks, [PointSet; 2], Vec<Option<Group>>) {
    let groups = board.shape().points().iter().map(|point| board.group(point)).collect();
    (*board, board.masks(), Colour::ALL.map(|colour| board.safe(colour)), groups)
}

impl Rounds for Checks {
    fn round(&mut self, random: &mut Random, tiers: &[Tier], notes: &mut Notes) {
        let reference = Kernels::get(Tier::Reference).expect("the reference is available everywhere");
        let moves = self.board.legal_moves();
        if moves.is_empty() {
            self.board = Board::new(random_shape(random));
            return;
        }
        let point = moves.iter().nth(random.below(moves.len()) as usize).expect("fewer than the moves there are");
        let mut after = self.board;
        after.play_unchecked_with(reference, point);
        let expected = knowledge(&after);
        let seed = random.next_u64();
        let plies = random.below(8);
        let later = random_plies(reference, after, seed, plies);
        for &tier in tiers {
            let kernels = Kernels::get(tier).expect("the tier is available");
            let mut board = self.board;
            board.play_unchecked_with(kernels, point);
            notes.compare("play", tier, &knowledge(&board), &expected, || format!("{} {point}", self.board));
            let result = random_plies(kernels, after, seed, plies);
            notes.compare("random_plies", tier, &result, &later, || format!("{after}, seed {seed}, {plies} plies"));
        }
        self.board = after;

        for position in [after.position(), arbitrary(random)] {
            let masks = reference.masks(&position);
            for &tier in tiers {
                compare(Kernels::get(tier).expect("the tier is available"), &position, masks, notes);
            }
        }
        let state = FourBoards::from(&after);
        for &tier in tiers {
            let kernels = Kernels::get(tier).expect("the tier is available");
            for colour in Colour::ALL {
                let shown = || format!("{after}, {colour}");
                let (moves, expected) =
                    (kernels.four_boards_moves(&state, colour), reference.four_boards_moves(&state, colour));
                notes.compare("four_boards_moves", tier, &moves, &expected, shown);
                let (points, expected) =
                    (kernels.four_boards_surrounded(&state, colour), reference.four_boards_surrounded(&state, colour));
                notes.compare("four_boards_surrounded", tier, &points, &expected, shown);
            }
        }
    }
}

/// What some random plies make of a board and of the generator.
fn random_plies(kernels: &Kernels, mut board: Board, seed: u64, plies: u32) -> (u32, Board, Masks, u64) {
    let mut random = Random::new(seed);
    let played = board.play_random_plies(kernels, &mut random, plies);
    (played, board, board.masks(), random.next_u64())
}

fn compare(kernels: &Kernels, position: &Position, masks: Masks, notes: &mut Notes) {
    let tier = kernels.tier();
    notes.compare("masks", tier, &kernels.masks(position), &masks, || format!("{position:?}"));
    for colour in Colour::ALL {
        for point in position.empties() {
            let legal = kernels.is_legal(position, colour, point);
            let expected = masks.of(colour).contains(point);
            notes.compare("is_legal", tier, &legal, &expected, || format!("{colour} {point} {position:?}"));
        }
    }
}

/// Each point with a chance of `sixteenths` / 16.
fn random_set(random: &mut Random, sixteenths: u32) -> PointSet {
    PointSet::ALL.iter().filter(|_| random.below(16) < sixteenths).collect()
}

/// 9x9, or any size, with blocked cells or without.
fn random_shape(random: &mut Random) -> Shape {
    let mut side = || if random.below(2) == 0 { 9 } else { 1 + random.below(9) as usize };
    let (rows, columns) = (side(), side());
    let share = 2 * random.below(2);
    let blocked: PointSet = random_set(random, share);
    let inside: PointSet =
        blocked.iter().filter(|point: &Point| point.row() < rows && point.column() < columns).collect();
    Shape::new(rows, columns, inside).expect("a size from 1 to 9, and cells of it")
}

/// Stones of any density and mixture, without groups that have no liberty.
fn arbitrary(random: &mut Random) -> Position {
    let shape = random_shape(random);
    let (density, mixture) = (random.below(17), random.below(17));
    let occupied = random_set(random, density) & shape.points();
    let mut black = random_set(random, mixture) & occupied;
    let mut white = occupied - black;
    loop {
        let position = Position::new(shape, black, white).expect("stones apart, on the board");
        match position.dead_group() {
            None => return position,
            Some(dead) => (black, white) = (black - dead, white - dead),
        }
    }
}
