//! Promise: the images of a board are boards of the same game in all that counts, one of them
//! stands for all, and no two boards of a game's first plies have the same key.

use crate::cases::cases;
use crate::{gomoku_board, nogo_board, othello_board};
use proptest::prelude::*;
use std::collections::{HashMap, HashSet};
use stonemask::Random;
use stonemask::game::{Colour, Symmetry};
use stonemask::gomoku::{self, Rule, Size};
use stonemask::nogo::{self, Shape};
use stonemask::othello;

/// The laws of one board; a macro, since boards have these methods in common and no trait has them.
macro_rules! images_hold {
    ($board:expr, $rows:expr, $columns:expr) => {{
        let (board, rows, columns) = (&$board, $rows, $columns);
        let images: Vec<_> = board.symmetries().collect();
        assert_eq!(images.len(), if rows == columns { 8 } else { 4 }, "{board}");
        assert_eq!(&images[0], board);
        let children: HashSet<_> = board.children().map(|(_, child)| child.canonical()).collect();
        let canonical = board.canonical();
        assert!(images.contains(&canonical), "{canonical} is not an image of {board}");
        for image in &images {
            assert_eq!(image.canonical(), canonical, "{image}, an image of {board}");
            assert_eq!(image.canonical().key(), canonical.key());
            assert_eq!(image.symmetries().collect::<HashSet<_>>(), images.iter().cloned().collect(), "{image}");
            // The game is the same.
            assert_eq!(image.perft(2), board.perft(2), "{image}, an image of {board}");
            assert_eq!((image.to_move(), image.outcome()), (board.to_move(), board.outcome()), "{image}");
            for colour in Colour::ALL {
                assert_eq!(image.count(colour), board.count(colour), "{image}, an image of {board}");
            }
            // Equal boards have equal keys; different boards have different keys.
            assert_eq!(image.key() == board.key(), image == board, "{image}, an image of {board}");
            let of_image: HashSet<_> = image.children().map(|(_, child)| child.canonical()).collect();
            assert_eq!(of_image, children, "{image}, an image of {board}");
        }
        for symmetry in Symmetry::ALL {
            let image = board.transform(symmetry);
            assert_eq!(&image.transform(symmetry.inverse()), board, "{symmetry:?}");
            let keeps = rows == columns || symmetry.size((rows, columns)) == (rows, columns);
            assert_eq!(keeps, images.contains(&image), "{symmetry:?} of {board}");
            // Transposed too, the moves go where the stones go.
            assert_eq!(image.perft(1), board.perft(1), "{symmetry:?} of {board}");
        }
        // A board that came by another way.
        let mut again = board.clone();
        again.clone_from(&board.to_string().parse().expect("a board from its text"));
        assert_eq!((&again, again.key()), (board, board.key()));
    }};
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn of_othello(seed: u64) {
        let mut random = Random::new(seed);
        images_hold!(othello_board::<8>(&mut random), 8, 8);
        images_hold!(othello_board::<6>(&mut random), 6, 6);
        images_hold!(othello_board::<4>(&mut random), 4, 4);
    }

    #[test]
    fn of_gomoku(seed: u64) {
        let mut random = Random::new(seed);
        for (rows, columns) in [(7, 7), (3, 8), (9, 2), (1, 6)] {
            images_hold!(gomoku_board(rows, columns, &mut random), rows, columns);
        }
    }

    #[test]
    fn of_nogo(seed: u64) {
        let mut random = Random::new(seed);
        for (rows, columns) in [(5, 5), (3, 6), (7, 2), (1, 8)] {
            images_hold!(nogo_board(rows, columns, &mut random), rows, columns);
        }
    }
}

#[test]
fn of_boards_with_something_special() {
    images_hold!("1x9 freestyle XXXXXOOOO O".parse::<gomoku::Board>().unwrap(), 1, 9);
    images_hold!("5x5 renju X-O-X/-----/O---O/-----/X-O-- X".parse::<gomoku::Board>().unwrap(), 5, 5);
    images_hold!("--- X".parse::<nogo::Board>().unwrap(), 1, 3);
    images_hold!("#-X/--- O".parse::<nogo::Board>().unwrap(), 2, 3);
    images_hold!(nogo::Board::with_centre_forbidden(Shape::FULL).unwrap(), 9, 9);
    images_hold!(nogo::Board::with_centre_forbidden(Shape::new(3, 5, Default::default()).unwrap()).unwrap(), 3, 5);
    images_hold!("XXXXXXXXXXXXXXX- X".parse::<othello::Board<4>>().unwrap(), 4, 4);
}

/// Text by key: each key stands for one board.
#[derive(Default)]
struct Keys {
    boards: HashMap<u64, String>,
}

impl Keys {
    fn insert(&mut self, key: u64, board: String) {
        let other = self.boards.entry(key).or_insert_with(|| board.clone());
        assert_eq!(*other, board, "one key, {key:#018x}");
    }
}

/// Inserts all boards down to a number of plies below.
macro_rules! insert_below {
    ($keys:expr, $start:expr, $depth:expr) => {{
        let mut boards = HashSet::from([$start]);
        for depth in 0..=$depth {
            if depth > 0 {
                boards = boards.iter().flat_map(|board| board.children().map(|(_, child)| child)).collect();
            }
            boards.iter().for_each(|board| $keys.insert(board.key(), board.to_string()));
        }
    }};
}

#[test]
fn no_two_boards_of_othello_have_one_key() {
    let mut keys = Keys::default();
    // The texts of two sizes are of two lengths.
    insert_below!(keys, othello::Board::<8>::start(), 6);
    insert_below!(keys, othello::Board::<6>::start(), 6);
    insert_below!(keys, othello::Board::<4>::start(), 6);
    // Equal discs with the other side to move are another board.
    let start = othello::Board::<8>::start();
    let passed = othello::Board::new(start.position().pass(), !start.to_move());
    assert_eq!(passed.black(), start.black());
    keys.insert(passed.key(), passed.to_string());
    assert!(keys.boards.len() > 8000, "{} boards", keys.boards.len());
}

#[test]
fn no_two_boards_of_gomoku_have_one_key() {
    let mut keys = Keys::default();
    for rule in Rule::ALL {
        for (rows, columns, depth) in [(5, 7, 3), (7, 5, 2), (1, 9, 3), (9, 1, 3), (64, 2, 2)] {
            insert_below!(keys, gomoku::Board::with_size(Size::new(rows, columns).unwrap(), rule), depth);
        }
    }
    assert!(keys.boards.len() > 100_000, "{} boards", keys.boards.len());
    // Five stones in a row win, and the same ones that were set up do not.
    let won: gomoku::Board = "2x5 freestyle XXXXX/OOOO- O".parse().unwrap();
    let mut set_up = won.clone();
    set_up.set_stone("e1".parse().unwrap(), Some(Colour::Black));
    assert_eq!((won.outcome().is_some(), set_up.outcome()), (true, None));
    assert_ne!((won.key(), &won), (set_up.key(), &set_up));
    assert_ne!(won.key(), set_up.key());
}

#[test]
fn no_two_boards_of_nogo_have_one_key() {
    let mut keys = Keys::default();
    for (rows, columns, blocked, depth) in
        [(9, 9, "", 2), (5, 6, "", 3), (6, 5, "", 3), (1, 9, "", 3), (9, 1, "", 3), (5, 6, "c3", 3), (5, 6, "f5", 2)]
    {
        let shape = Shape::new(rows, columns, blocked.parse().unwrap()).unwrap();
        insert_below!(keys, nogo::Board::with_shape(shape), depth);
    }
    let centre = nogo::Board::with_centre_forbidden(Shape::FULL).unwrap();
    keys.insert(centre.key(), centre.to_string());
    assert!(keys.boards.len() > 30_000, "{} boards", keys.boards.len());
}

/// They are kept in files and compared between machines: no version may change them.
#[test]
fn keys_are_the_same_on_every_machine_and_in_every_version() {
    let keys = [
        othello::Board::<8>::start().key(),
        othello::Board::<6>::start().key(),
        othello::Board::<4>::start().key(),
        gomoku::Board::start().key(),
        "3x5 renju X----/-O---/----- X".parse::<gomoku::Board>().unwrap().key(),
        nogo::Board::start().key(),
        "X--/-#-/--O O".parse::<nogo::Board>().unwrap().key(),
    ];
    assert_eq!(keys.map(|key| format!("{key:016x}")), KEYS);
}

const KEYS: [&str; 7] = [
    "b0bfae239fc4bf59",
    "0c003e205dea2e55",
    "1ba706d8c04f3f55",
    "aaedc5fed65664f4",
    "2089568c9d572161",
    "a20e15ecfe6e2cc4",
    "671383ff7db13063",
];
