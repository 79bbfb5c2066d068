//! A random game of each kind, from the start to the end. The seed decides, on every machine.
//!
//! ```sh
//! cargo run --example random_game -- 7
//! ```

use stonemask::game::Game;
use stonemask::{Random, gomoku, nogo, othello};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seed = std::env::args().nth(1).map_or(Ok(1), |text| text.parse())?;
    let mut random = Random::new(seed);
    play("Othello", othello::Board::<8>::start(), &mut random);
    play("Gomoku", gomoku::Board::new(9, 9, gomoku::Rule::Freestyle)?, &mut random);
    play("NoGo", nogo::Board::start(), &mut random);
    Ok(())
}

/// `Game` is what all boards have in common. Programs about one game need no trait: a board has the
/// methods itself.
fn play<G: Game>(name: &str, mut game: G, random: &mut Random) {
    let mut moves = Vec::new();
    while !game.is_over() {
        let legal: Vec<G::Move> = game.plies().collect();
        let chosen = legal[random.below(legal.len() as u32) as usize];
        _ = game.make(chosen);
        moves.push(chosen.to_string());
    }
    let outcome = game.outcome().expect("the game is over");
    println!("{name}, {} plies, {outcome}:\n{}\n{game:#}\n", moves.len(), moves.join(" "));
}
