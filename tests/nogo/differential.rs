//! Promise: every tier of the NoGo kernels equals the rules on cells: along random games and on
//! arbitrary positions, on boards of every size, with blocked cells and without.

use crate::on_tiers::{on, on_every_tier};
use crate::{cells, masks, points, random_position, random_set, random_shape, tiers};
use stonemask::kernels::NoGo as Kernels;
use stonemask::nogo::reference::{self, Cells};
use stonemask::nogo::{Board, Colour, Masks, PointSet, Position, Shape};
use stonemask::{Random, Tier};

/// Everything a board knows, against the rules.
fn check_board(board: &Board, cells: &Cells, tier: Tier) {
    assert_eq!(board.masks(), masks(cells), "{tier}: masks of {board}");
    for colour in Colour::ALL {
        let mut safe = PointSet::EMPTY;
        for stone in board.stones(colour) {
            let stones = reference::group(cells, stone.row(), stone.column());
            let liberties = points(&reference::liberties(cells, &stones));
            let group = board.group(stone).unwrap();
            assert_eq!(
                (group.colour, group.stones, group.liberties),
                (colour, points(&stones), liberties),
                "{tier}: {board}"
            );
            if liberties.len() >= 2 {
                safe |= group.stones;
            }
        }
        assert_eq!(board.safe(colour), safe, "{tier}: safe {colour} stones of {board}");
    }
    for point in board.empties() {
        assert_eq!(board.group(point), None, "{tier}: {board}");
    }
}

/// The kernels that need no groups, against the rules.
fn check_position(kernels: &'static Kernels, position: &Position, expected: Masks) {
    assert_eq!(kernels.masks(position), expected, "{}: {position:?}", kernels.tier());
    for colour in Colour::ALL {
        for point in PointSet::ALL {
            let legal = kernels.is_legal(position, colour, point);
            assert_eq!(legal, expected.of(colour).contains(point), "{}: {colour} {point} {position:?}", kernels.tier());
        }
    }
}

#[test]
fn every_tier_along_random_games_on_every_size() {
    let mut random = Random::new(11);
    for rows in 1..=9 {
        for columns in 1..=9 {
            for share in [0, 2] {
                let whole = Shape::new(rows, columns, PointSet::EMPTY).unwrap();
                let shape = Shape::new(rows, columns, random_set(&mut random, share) & whole.points()).unwrap();
                let mut boards: Vec<(&Kernels, Board)> = tiers().map(|k| (k, Board::with_shape(shape))).collect();
                loop {
                    let cells = cells(&boards[0].1.position());
                    for (kernels, board) in &boards {
                        check_board(board, &cells, kernels.tier());
                        check_position(kernels, &board.position(), masks(&cells));
                    }
                    let moves = boards[0].1.legal_moves();
                    if moves.is_empty() {
                        assert!(boards.iter().all(|(_, board)| board.outcome().is_some()));
                        break;
                    }
                    let chosen = moves.iter().nth(random.below(moves.len()) as usize).unwrap();
                    for (kernels, board) in &mut boards {
                        on(kernels.tier(), || board.try_play(chosen)).unwrap();
                    }
                }
            }
        }
    }
}

#[test]
fn every_tier_on_arbitrary_legal_positions() {
    let mut random = Random::new(12);
    for round in 0..600 {
        let shape = if round % 2 == 0 { Shape::FULL } else { random_shape(&mut random) };
        let position = random_position(&mut random, shape);
        let cells = cells(&position);
        let expected = masks(&cells);
        for kernels in tiers() {
            check_position(kernels, &position, expected);
            let [black, white] = Colour::ALL.map(|colour| position.stones(colour));
            let board = on(kernels.tier(), || Board::from_stones(shape, black, white, Colour::White)).unwrap();
            check_board(&board, &cells, kernels.tier());
            assert_eq!(board.position(), position);
            assert_eq!(board.to_move(), Colour::White);
        }
    }
}

#[test]
fn kernels_that_need_no_groups_on_any_stones_at_all() {
    // Groups without liberties do not matter to the question whether a stone may be placed.
    let mut random = Random::new(13);
    for _ in 0..400 {
        let shape = random_shape(&mut random);
        let density = random.below(17);
        let occupied = random_set(&mut random, density) & shape.points();
        let black = random_set(&mut random, 8) & occupied;
        let position = Position::new(shape, black, occupied - black).unwrap();
        let expected = masks(&cells(&position));
        for kernels in tiers() {
            check_position(kernels, &position, expected);
        }
    }
}

#[test]
fn masks_of_many_positions_are_those_of_each() {
    let mut random = Random::new(14);
    let positions: Vec<Position> = (0..13).map(|_| random_position(&mut random, Shape::FULL)).collect();
    let expected: Vec<Masks> = positions.iter().map(|position| masks(&cells(position))).collect();
    for kernels in tiers() {
        for count in 0..positions.len() {
            let mut found = vec![Masks::default(); count];
            kernels.masks_many(&positions[..count], &mut found);
            assert_eq!(found, expected[..count], "{}", kernels.tier());
        }
    }
}

#[test]
fn tiers_take_turns_on_one_board() {
    // Slots may be numbered differently by different tiers; each must understand what another left.
    let tiers: Vec<Tier> = Tier::available().collect();
    let mut random = Random::new(15);
    for _ in 0..20 {
        let mut board = Board::start();
        loop {
            let tier = tiers[random.below(tiers.len() as u32) as usize];
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            let point = moves.iter().nth(random.below(moves.len()) as usize).unwrap();
            on(tier, || board.play_unchecked(point));
            check_board(&board, &cells(&board.position()), tier);
        }
    }
}

#[test]
fn random_games_are_the_same_on_every_tier() {
    for seed in 0..40 {
        let shape = random_shape(&mut Random::new(seed));
        let mut games: Vec<(Board, Random)> = Vec::new();
        on_every_tier(|tier| {
            let (mut board, mut random) = (Board::with_shape(shape), Random::new(seed));
            let plies = board.play_random_plies(&mut random, 5);
            assert_eq!(board.play_random_plies(&mut random, 0), 0);
            let more = board.play_random_plies(&mut random, u32::MAX);
            assert!(plies == 5 || more == 0);
            assert!(board.outcome().is_some());
            assert_eq!(plies + more, (shape.points() - board.empties()).len());
            check_board(&board, &cells(&board.position()), tier);
            games.push((board, random));
        });
        for (board, random) in &mut games[1..].to_vec() {
            assert_eq!(*board, games[0].0);
            assert_eq!(random.next_u64(), games[0].1.clone().next_u64());
        }
    }
}

#[test]
fn the_most_groups_that_a_board_can_have() {
    // A smallest dominating set of the 9x9 grid empty, the rest in a checkerboard: 61 groups of one
    // stone each.
    let board: Board = MOST_GROUPS.parse().unwrap();
    let groups = |colour: Colour| board.stones(colour).len();
    assert_eq!(groups(Colour::Black) + groups(Colour::White), 61);
    let cells = cells(&board.position());
    for kernels in tiers() {
        let [black, white] = Colour::ALL.map(|colour| board.stones(colour));
        let again = on(kernels.tier(), || Board::from_stones(Shape::FULL, black, white, Colour::Black)).unwrap();
        check_board(&again, &cells, kernels.tier());
    }
}

const MOST_GROUPS: &str = include_str!("../data/nogo_61_groups.txt");

/// The first stone ends the rule about the centre, whichever tier plays it.
#[test]
fn the_centre_is_forbidden_until_the_first_stone() {
    on_every_tier(|tier| {
        for point in Shape::FULL.points().iter() {
            let mut board = Board::with_centre_forbidden(Shape::FULL).unwrap();
            let legal = board.try_play(point).is_ok();
            let centre = point.bit() == 44;
            assert_eq!((legal, board.centre_is_forbidden()), (!centre, centre), "{tier}, {point}");
            assert_eq!(board.stones(Colour::Black).len(), u32::from(legal));
        }
    });
}
