//! Promise: the four boards of NoGo's founding document hold what a board holds, and every tier reads the same moves from
//! them.

use crate::{random_position, random_set, random_shape, tiers};
use stonemask::nogo::{Board, Colour, FourBoards, Kernels, PointSet, Shape};
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
        for kernels in tiers() {
            for colour in Colour::ALL {
                let moves = PointSet::from_words(state.moves_with(kernels, colour));
                assert_eq!(moves, Some(board.allowed(colour)), "{}", kernels.tier());
                let surrounded = PointSet::from_words(state.surrounded_with(kernels, colour)).unwrap();
                let open = board.stones(colour) | board.empties();
                assert_eq!(surrounded, board.empties() - open.neighbours(), "{}", kernels.tier());
                assert!((surrounded & board.allowed(colour)).is_empty());
            }
        }
    }
}

#[test]
fn any_words_at_all_as_four_boards() {
    let mut random = Random::new(17);
    let reference = Kernels::get(Tier::Reference).unwrap();
    for _ in 0..1000 {
        let state = FourBoards(std::array::from_fn(|_| {
            std::array::from_fn(|_| (random.next_u64() | random.next_u64() >> random.below(64)) as i32)
        }));
        for kernels in tiers() {
            for colour in Colour::ALL {
                assert_eq!(state.moves_with(kernels, colour), state.moves_with(reference, colour));
                assert_eq!(state.surrounded_with(kernels, colour), state.surrounded_with(reference, colour));
            }
        }
    }
}
