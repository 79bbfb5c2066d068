//! The points that renju forbids black, with the reasons, on a board that is read from a diagram.
//!
//! ```sh
//! cargo run --example renju_forbidden
//! ```

use stonemask::gomoku::Board;

const DIAGRAM: &str = "
   a b c d e f g h i j k l m n o
 1 - - - - - - - - - - - - - - -
 2 - - - - - - - - - - - - - - -
 3 - - X - - - - - - - X X X - -
 4 - - X - - - - - - X - - - - -
 5 - - X - - - - - - X - - - - -
 6 - - - - - - - - - X - - - - -
 7 - - X - - - - - - - - - - - -
 8 - - X - - - - O - - - - - - -
 9 - - - - - - - - - - - - - - -
10 - - - - - - - - - - - - - - -
11 - - O - - - - X X - - - - - -
12 - - - - - - X - - - - - - - -
13 - - - - - - X - - - - - - - -
14 - - - - - - - - - - - - - - -
15 - - - - - - - - - - - - - - -
black to move, renju";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board: Board = DIAGRAM.parse()?;
    for point in board.forbidden() {
        println!("{point}: {}", board.why_forbidden(point).expect("it is forbidden"));
    }
    assert_eq!(board.forbidden().to_string(), "j3 c6 g11");

    // A program that gets such a move from its user says why it is refused, and keeps the board.
    let mut after = board.clone();
    let error = after.try_play("c6".parse()?).expect_err("an overline");
    println!("{error}");
    assert_eq!(after, board);

    // White may play anywhere.
    after.set_to_move(stonemask::gomoku::Colour::White);
    assert!(after.forbidden().is_empty());
    Ok(())
}
