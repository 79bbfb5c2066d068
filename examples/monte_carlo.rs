//! The simplest player there is: of all moves it plays the one after which random games go best. It
//! plays ten games of each kind against a random player. The seed decides, on every machine.
//!
//! ```sh
//! cargo run --release --example monte_carlo -- 7
//! ```

use stonemask::game::{Colour, Game};
use stonemask::playout::playouts;
use stonemask::{Random, gomoku, nogo, othello};

/// Random games for each move.
const PLAYOUTS: u64 = 100;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seed = std::env::args().nth(1).map_or(Ok(1), |text| text.parse())?;
    let mut random = Random::new(seed);
    compete("Othello 6x6", &othello::Board::<6>::start(), &mut random);
    compete("Gomoku 7x7", &gomoku::Board::new(7, 7, gomoku::Rule::Freestyle)?, &mut random);
    compete("NoGo 5x5", &nogo::Board::new(5, 5)?, &mut random);
    Ok(())
}

/// The move after which the side to move wins most of the random games and loses fewest; `None`
/// when the game is over.
fn choose<G: Game>(game: &G, random: &mut Random) -> Option<G::Move> {
    let (moves, boards): (Vec<G::Move>, Vec<G>) = game.children().unzip();
    let tallies = playouts(&boards, PLAYOUTS, random.next_u64());
    let own = game.to_move();
    let value = |index: &usize| tallies[*index].wins(own) as i64 - tallies[*index].wins(own.other()) as i64;
    (0..moves.len()).max_by_key(value).map(|best| moves[best])
}

/// Ten games against a random player, in which the colours change.
fn compete<G: Game>(name: &str, start: &G, random: &mut Random) {
    let (mut won, mut drawn) = (0, 0);
    for game in 0..10 {
        let own = Colour::ALL[game % 2];
        let mut board = start.clone();
        while !board.is_over() {
            if board.to_move() == own {
                let best = choose(&board, random).expect("the game goes on");
                _ = board.make(best);
            } else {
                board.play_random(random);
            }
        }
        match board.winner() {
            Some(winner) => won += u32::from(winner == own),
            None => drawn += 1,
        }
    }
    println!("{name}: {won} of 10 won against the random player, {drawn} drawn");
    assert!(won + drawn >= 7, "a player that looks ahead should do better");
}
