//! Promise: the laws of NoGo hold, as properties of random games and positions, and counts by a
//! method that knows nothing of moves.

use crate::cases::cases;
use crate::on_tiers::{on, on_best_tier};
use crate::{cells, game_laws, random_position, random_shape};
use proptest::prelude::*;
use std::collections::HashMap;
use stonemask::founding::FourBoards;
use stonemask::nogo::{Board, Colour, Point, PointSet, Shape, reference};
use stonemask::{Random, Tier};

fn random_board(random: &mut Random) -> Board {
    let shape = random_shape(random);
    let position = random_position(random, shape);
    let [black, white] = Colour::ALL.map(|colour| position.stones(colour));
    let to_move = Colour::ALL[random.below(2) as usize];
    Board::from_stones(shape, black, white, to_move).unwrap()
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn an_illegal_point_stays_illegal_until_it_is_occupied(seed: u64) {
        let mut random = Random::new(seed);
        for tier in Tier::available().filter(|&tier| tier != Tier::Reference) {
            let mut board = Board::with_shape(random_shape(&mut random));
            loop {
                let before = board;
                if on(tier, || board.play_random_plies(&mut random, 1)) == 0 {
                    break;
                }
                for colour in Colour::ALL {
                    prop_assert!((board.allowed(colour) - before.allowed(colour)).is_empty(), "{before} to {board}");
                }
            }
        }
    }

    #[test]
    fn a_legal_position_without_one_of_its_stones_is_legal(seed: u64) {
        let mut random = Random::new(seed);
        let board = random_board(&mut random);
        let position = board.position();
        for point in board.shape().points() - board.empties() {
            let [black, white] = Colour::ALL.map(|colour| position.stones(colour) - point.set());
            let without = Board::from_stones(board.shape(), black, white, Colour::Black);
            prop_assert!(without.is_ok(), "{board} without {point}");
            prop_assert_eq!(reference::dead(&cells(&without.unwrap().position())), None);
        }
    }

    #[test]
    fn the_order_of_the_moves_does_not_matter(seed: u64) {
        let mut random = Random::new(seed);
        let board = random_board(&mut random);
        let mut stones: Vec<(Colour, Point)> = Colour::ALL
            .into_iter()
            .flat_map(|colour| board.stones(colour).iter().map(move |point| (colour, point)))
            .collect();
        for last in (1..stones.len()).rev() {
            stones.swap(last, random.below(last as u32 + 1) as usize);
        }
        let mut again = Board::with_shape(board.shape());
        for (colour, point) in stones {
            prop_assert!(again.allowed(colour).contains(point), "{again}: {colour} {point} on the way to {board}");
            again.place(colour, point);
        }
        prop_assert_eq!(again.masks(), board.masks());
        prop_assert_eq!(again.position(), board.position());
        for point in PointSet::ALL {
            prop_assert_eq!(again.group(point), board.group(point));
        }
    }

    #[test]
    fn exactly_the_legal_moves_can_be_played_and_others_change_nothing(seed: u64) {
        let mut random = Random::new(seed);
        let board = random_board(&mut random);
        for point in PointSet::ALL {
            let mut played = board;
            let result = played.try_play(point);
            prop_assert_eq!(result.is_ok(), board.legal_moves().contains(point));
            if let Err(error) = result {
                prop_assert_eq!(played, board);
                prop_assert_eq!(error.ply(), point);
                let expected = reference::check(&cells(&board.position()), board.to_move(), point.row(), point.column());
                let same = match (expected.unwrap_err(), error.reason()) {
                    (reference::Illegal::Off, stonemask::nogo::Reason::OffBoard) => true,
                    (reference::Illegal::Occupied(a), stonemask::nogo::Reason::Occupied(b)) => a == b,
                    (reference::Illegal::Capture, stonemask::nogo::Reason::Capture(stones)) => !stones.is_empty(),
                    (reference::Illegal::Suicide, stonemask::nogo::Reason::Suicide) => true,
                    _ => false,
                };
                prop_assert!(same, "{board}: {error}");
            } else {
                let mut unchecked = board;
                unchecked.play_unchecked(point);
                prop_assert_eq!(unchecked, played);
                prop_assert_eq!(played.to_move(), board.to_move().other());
                prop_assert_eq!(board.empties() - played.empties(), point.set());
            }
        }
    }

    /// The result is a panic or some board that can be looked at and played on.
    #[test]
    fn an_illegal_move_played_unchecked_is_a_panic_or_a_board(seed: u64) {
        let mut random = Random::new(seed);
        let board = random_board(&mut random);
        let illegal = !board.legal_moves();
        // On a 9x9 board without stones every point is legal.
        prop_assume!(!illegal.is_empty());
        let point = illegal.iter().nth(random.below(illegal.len()) as usize).unwrap();
        let played = std::panic::catch_unwind(|| {
            let mut board = board;
            board.play_unchecked(point);
            board
        });
        if let Ok(mut board) = played {
            board.play_random_plies(&mut random, u32::MAX);
            prop_assert!(board.is_over());
        }
    }

    #[test]
    fn a_move_that_was_made_is_undone(seed: u64) {
        let mut random = Random::new(seed);
        let mut board = random_board(&mut random);
        let start = board;
        let (mut undos, mut boards) = (Vec::new(), Vec::new());
        while !board.is_over() {
            let moves = board.legal_moves();
            let point = moves.iter().nth(random.below(moves.len()) as usize).unwrap();
            boards.push(board);
            undos.push(board.make(point));
            prop_assert_eq!(board.stone(point), Some(boards.last().unwrap().to_move()));
        }
        while let (Some(undo), Some(before)) = (undos.pop(), boards.pop()) {
            board.undo(undo);
            prop_assert_eq!(board, before);
            prop_assert_eq!(board.masks(), before.masks());
            for point in PointSet::ALL {
                prop_assert_eq!(board.group(point), before.group(point));
            }
        }
        prop_assert_eq!(board, start);
    }

    #[test]
    fn boards_round_trip_through_text_and_words(seed: u64) {
        let board = random_board(&mut Random::new(seed));
        // On larger boards the rules on cells take long.
        if board.empties().len() < 30 {
            game_laws::hold(&board);
        }
        prop_assert_eq!(board.to_string().parse(), Ok(board));
        prop_assert_eq!(board.to_string().to_lowercase().replace('-', ".").replace('/', " ").parse(), Ok(board));
        prop_assert_eq!(format!("{board:#}").parse(), Ok(board));
        let words = FourBoards::from(&board);
        let again = words.to_board(board.to_move()).unwrap();
        prop_assert_eq!(again.position(), board.position());
        prop_assert_eq!(FourBoards::from(&again), words);
        // Of the shape only last rows and columns that are blocked are lost.
        let last = |place: fn(Point) -> usize| board.shape().points().iter().map(place).max().map_or(1, |last| last + 1);
        prop_assert_eq!((again.shape().rows(), again.shape().columns()), (last(Point::row), last(Point::column)));
        if let Ok(begun) = Board::with_centre_forbidden(again.shape()) {
            prop_assert_eq!(format!("{begun:#}").parse(), Ok(begun));
            // If neither side could play at the centre anyway, the four boards do not tell.
            let told = begun.legal_moves() != begun.allowed(Colour::Black);
            let expected = if told { begun } else { Board::with_shape(again.shape()) };
            prop_assert_eq!(FourBoards::from(&begun).to_board(Colour::Black), Ok(expected));
        }
    }

    #[test]
    fn no_text_panics(text in "[-XO#+./ xo]{0,90}") {
        if let Ok(board) = text.parse::<Board>() {
            prop_assert_eq!(board.to_string().parse(), Ok(board));
        }
    }
}

/// The number of colourings of the board with given numbers of black and white stones that leave
/// every group a liberty, by a sweep over the cells that keeps the frontier alone: of each cell on
/// it the colour, which cells are connected so far, and which of these groups have a liberty
/// already.
fn legal_colourings(rows: usize, columns: usize, blocked: PointSet, black: u32, white: u32) -> u64 {
    /// A frontier cell: blocked, empty, or a stone with its group's number.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    enum Edge {
        Off,
        Empty,
        Stone(Colour, u8),
    }
    /// The frontier, which groups on it have a liberty, and the stones placed.
    type Key = (Vec<Edge>, Vec<bool>, u32, u32);

    fn canonical(frontier: &[Edge], free: &HashMap<u8, bool>) -> (Vec<Edge>, Vec<bool>) {
        let (mut names, mut flags): (HashMap<u8, u8>, Vec<bool>) = (HashMap::new(), Vec::new());
        let frontier = frontier
            .iter()
            .map(|&edge| match edge {
                Edge::Stone(colour, group) => {
                    let name = *names.entry(group).or_insert_with(|| {
                        flags.push(free[&group]);
                        flags.len() as u8 - 1
                    });
                    Edge::Stone(colour, name)
                }
                other => other,
            })
            .collect();
        (frontier, flags)
    }

    let mut counts: HashMap<Key, u64> = HashMap::from([((vec![Edge::Off; columns], vec![], 0, 0), 1)]);
    for row in 0..rows {
        for column in 0..columns {
            let mut next: HashMap<Key, u64> = HashMap::new();
            for ((frontier, flags, blacks, whites), count) in counts {
                let above = frontier[column];
                let left = if column == 0 { Edge::Off } else { frontier[column - 1] };
                let is_blocked = blocked.contains(Point::new(row, column).unwrap());
                let choices: &[Option<Colour>] =
                    if is_blocked { &[None] } else { &[None, Some(Colour::Black), Some(Colour::White)] };
                for &choice in choices {
                    let mut frontier = frontier.clone();
                    let mut free: HashMap<u8, bool> = (0..).zip(flags.iter().copied()).collect();
                    let (blacks, whites) = match choice {
                        Some(Colour::Black) => (blacks + 1, whites),
                        Some(Colour::White) => (blacks, whites + 1),
                        None => (blacks, whites),
                    };
                    if blacks > black || whites > white {
                        continue;
                    }
                    frontier[column] = match choice {
                        None if is_blocked => Edge::Off,
                        None => {
                            for edge in [above, left] {
                                if let Edge::Stone(_, group) = edge {
                                    free.insert(group, true);
                                }
                            }
                            Edge::Empty
                        }
                        Some(colour) => {
                            let own = 100;
                            let mut liberty = above == Edge::Empty || left == Edge::Empty;
                            for edge in [above, left] {
                                if let Edge::Stone(other, group) = edge
                                    && other == colour
                                    && let Some(had) = free.remove(&group)
                                {
                                    liberty |= had;
                                    for cell in &mut frontier {
                                        if *cell == Edge::Stone(colour, group) {
                                            *cell = Edge::Stone(colour, own);
                                        }
                                    }
                                }
                            }
                            free.insert(own, liberty);
                            Edge::Stone(colour, own)
                        }
                    };
                    // A group that leaves the frontier must have a liberty.
                    let stays =
                        |group: u8| frontier.iter().any(|edge| matches!(edge, Edge::Stone(_, g) if *g == group));
                    if free.iter().any(|(&group, &liberty)| !liberty && !stays(group)) {
                        continue;
                    }
                    let (frontier, flags) = canonical(&frontier, &free);
                    *next.entry((frontier, flags, blacks, whites)).or_default() += count;
                }
            }
            counts = next;
        }
    }
    let alive =
        counts.into_iter().filter(|((_, flags, b, w), _)| flags.iter().all(|&free| free) && (*b, *w) == (black, white));
    alive.map(|(_, count)| count).sum()
}

#[test]
fn perft_counts_each_legal_colouring_in_every_order_of_its_moves() {
    let factorial = |n: u64| (1..=n).product::<u64>();
    let boards = [
        (9, 9, "", 4u32),
        (9, 9, "e5", 3),
        (9, 9, "e5 d4 f6 a1 j9 b2", 3),
        (7, 7, "", 4),
        (5, 5, "", 5),
        (5, 5, "c3 a1", 5),
        (4, 4, "", 6),
        (3, 3, "", 8),
        (3, 5, "b2", 7),
        (2, 7, "", 7),
        (1, 9, "", 8),
    ];
    for (rows, columns, blocked, deepest) in boards {
        let blocked: PointSet = blocked.parse().unwrap();
        let board = Board::with_shape(Shape::new(rows, columns, blocked).unwrap());
        for depth in 1..=deepest {
            let (black, white) = (depth.div_ceil(2), depth / 2);
            let colourings = legal_colourings(rows, columns, blocked, black, white);
            let count = on_best_tier(|| board.perft(depth));
            let expected = colourings * factorial(black.into()) * factorial(white.into());
            assert_eq!(count.nodes - count.finished, expected, "{board}, depth {depth}");
        }
    }
}

#[test]
fn the_counter_knows_the_number_of_legal_go_positions() {
    // Tromp and Farnebäck, Combinatorics of Go, 2016: 1x1 to 4x4.
    for (side, known) in [(1, 1), (2, 57), (3, 12_675), (4, 24_318_165)] {
        let stones = (side * side) as u32;
        let counts = (0..=stones).flat_map(|black| (0..=stones - black).map(move |white| (black, white)));
        let total: u64 = counts.map(|(b, w)| legal_colourings(side, side, PointSet::EMPTY, b, w)).sum();
        assert_eq!(total, known, "{side}x{side}");
    }
}
