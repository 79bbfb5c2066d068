//! Promise: the four boards of NoGo's founding document hold what a board holds, and every tier
//! reads the same moves from them.

use crate::on_tiers::{on, on_every_tier};
use crate::{random_position, random_set, random_shape};
use stonemask::founding::FourBoards;
use stonemask::nogo::{Board, Colour, PointSet, Shape};
use stonemask::{Random, Tier};

#[test]
fn the_four_boards_of_the_founding_document() {
    let mut random = Random::new(16);
    for _ in 0..200 {
        let shape = Shape::new(9, 9, random_shape(&mut random).points() & random_set(&mut random, 1)).unwrap();
        let position = random_position(&mut random, shape);
        let [black, white] = Colour::ALL.map(|colour| position.stones(colour));
        let board = Board::from_stones(shape, black, white, Colour::Black).unwrap();
        let state = FourBoards::from(&board);
        assert_eq!(state.to_board(Colour::Black).unwrap().position(), position);
        on_every_tier(|tier| {
            for colour in Colour::ALL {
                let moves = PointSet::from_words(state.moves(colour));
                assert_eq!(moves, Some(board.allowed(colour)), "{tier}");
                let surrounded = PointSet::from_words(state.surrounded(colour)).unwrap();
                let open = board.stones(colour) | board.empties();
                assert_eq!(surrounded, board.empties() - open.neighbours(), "{tier}");
                assert!((surrounded & board.allowed(colour)).is_empty());
            }
        });
    }
}

#[test]
fn any_words_at_all_as_four_boards() {
    let mut random = Random::new(17);
    for _ in 0..1000 {
        let state = FourBoards(std::array::from_fn(|_| {
            std::array::from_fn(|_| (random.next_u64() | random.next_u64() >> random.below(64)) as i32)
        }));
        let words = || Colour::ALL.map(|colour| (state.moves(colour), state.surrounded(colour)));
        let expected = on(Tier::Reference, words);
        on_every_tier(|tier| assert_eq!(words(), expected, "{tier}"));
    }
}
