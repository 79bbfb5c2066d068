//! Many positions at once, in plain arrays: what generators of training data and servers want.
//!
//! ```sh
//! cargo run --release --example batches
//! ```

use stonemask::game::Game;
use stonemask::{Random, gomoku, nogo, othello};

/// Positions of each game.
const COUNT: usize = 1000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut random = Random::new(1);
    othello(&mut random)?;
    gomoku(&mut random)?;
    nogo(&mut random);
    Ok(())
}

/// Boards some random plies after the start.
fn boards<G: Game>(start: &G, random: &mut Random) -> Vec<G> {
    let mut some = || {
        let mut board = start.clone();
        for _ in 0..random.below(30) {
            board.play_random(random);
        }
        board
    };
    (0..COUNT).map(|_| some()).collect()
}

/// Two arrays of bitboards in, one of legal moves out.
fn othello(random: &mut Random) -> Result<(), Box<dyn std::error::Error>> {
    use othello::{Board, Positions, SquareSet};

    let boards = boards(&Board::<6>::start(), random);
    let own: Vec<u64> = boards.iter().map(|board| board.position().own().bits()).collect();
    let opponent: Vec<u64> = boards.iter().map(|board| board.position().opponent().bits()).collect();
    let mut moves = vec![0; COUNT];
    Positions::<6>::new(&own, &opponent)?.legal_moves(&mut moves);

    // Bitboards lie in an 8x8 frame. Without its gaps the moves of a 6x6 board are 36 bits.
    let mut packed = vec![0; COUNT];
    SquareSet::<6>::board_bits_many(&moves, &mut packed);
    assert!(packed.iter().all(|&bits| bits >> 36 == 0));
    let count: u32 = packed.iter().map(|bits| bits.count_ones()).sum();
    println!("Othello 6x6: {COUNT} positions, {count} legal moves");
    assert!(boards.iter().zip(&moves).all(|(board, &moves)| board.legal_moves().bits() == moves));
    Ok(())
}

/// Rows as words: row r of board b at `r * boards + b`, bit c for column c.
fn gomoku(random: &mut Random) -> Result<(), Box<dyn std::error::Error>> {
    use gomoku::{Board, Colour, Positions, Rule, Size};

    let size = Size::new(9, 9)?;
    let boards = boards(&Board::with_size(size, Rule::Freestyle), random);
    let rows = |colour| -> Vec<u16> {
        let rows_of = |row| boards.iter().map(move |board| board.planes().stones(colour, row) as u16);
        (0..size.rows()).flat_map(rows_of).collect()
    };
    let (black, white) = (rows(Colour::Black), rows(Colour::White));
    let positions = Positions::new(size, &black, &white)?;
    let (mut wins, mut losses) = (vec![0; black.len()], vec![0; white.len()]);
    positions.winning_cells(&mut wins, &mut losses);
    let count = |words: &[u16]| words.iter().map(|word| word.count_ones()).sum::<u32>();
    println!("Gomoku 9x9: {COUNT} positions, black wins on {} points, white on {}", count(&wins), count(&losses));
    Ok(())
}

/// Positions in, the legal moves of both colours out.
fn nogo(random: &mut Random) {
    use nogo::{Board, Masks, Positions};

    let boards = boards(&Board::start(), random);
    let positions: Vec<_> = boards.iter().map(|board| board.position()).collect();
    let mut masks = vec![Masks::default(); COUNT];
    Positions::new(&positions).masks(&mut masks);
    let count: u32 = masks.iter().map(|masks| (masks.black - masks.white).len()).sum();
    println!("NoGo 9x9: {COUNT} positions, {count} points where black alone may play");
    // A board in progress has kept them all along.
    assert!(boards.iter().zip(&masks).all(|(board, masks)| board.masks() == *masks));
}
