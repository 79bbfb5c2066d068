//! Many games in step, as learning wants them: masks and boards in, actions out, all in plain
//! arrays.
//!
//! ```sh
//! cargo run --release --example slabs
//! ```

use stonemask::Random;
use stonemask::othello::Board;
use stonemask::slab::{Ended, Observation, Options, Slab};

/// Games at once.
const GAMES: usize = 64;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut random = Random::new(1);

    // Games begin from openings of their own, a few random plies from the start, and stay as they
    // are at their ends.
    let opening = || {
        let mut board = Board::<6>::start();
        for _ in 0..4 {
            let legal: Vec<_> = board.legal_moves().into_iter().collect();
            board.play(legal[random.below(legal.len() as u32) as usize]);
        }
        board
    };
    let openings: Vec<Board<6>> = std::iter::repeat_with(opening).take(GAMES).collect();
    let mut slab = Slab::with_starts(&openings, Options::default().ended(Ended::Freeze))?;

    // The arrays that a network would read and write. Nothing is allocated from here on.
    let (actions_of_each, cells_of_each) = (slab.action_count(), slab.cell_count());
    let mut legal = vec![0; GAMES * actions_of_each];
    let mut cells = vec![0; GAMES * cells_of_each];
    let mut outcomes = vec![0; GAMES];
    let mut actions = vec![0; GAMES];

    let mut finished = [0; 4];
    for _ in 0..100 {
        slab.legal_mask(&mut legal);
        slab.observe(Observation { cells: Some(&mut cells), ..Observation::default() });
        for (game, action) in actions.iter_mut().enumerate() {
            let legal = &legal[game * actions_of_each..][..actions_of_each];
            *action = policy(&cells[game * cells_of_each..][..cells_of_each], legal);
        }
        slab.step(&actions)?;

        slab.observe(Observation { outcomes: Some(&mut outcomes), ..Observation::default() });
        for (game, &outcome) in outcomes.iter().enumerate().filter(|&(_, &outcome)| outcome != 0) {
            finished[usize::from(outcome)] += 1;
            slab.reset_games(&[game]);
        }
    }
    let [_, first, drawn, second] = finished;
    println!("{} games finished: {first} won by black, {drawn} drawn, {second} won by white", first + drawn + second);
    println!("the first game now:\n{:#}", slab.board(0));
    assert!(first + drawn + second > GAMES);
    Ok(())
}

/// Stands in for a network: the first legal action on the fullest row. A game that is over has no
/// legal action, and the action given for it is ignored.
fn policy(cells: &[u8], legal: &[u8]) -> u16 {
    let fullness =
        |action: usize| cells.chunks(6).nth(action / 6).map_or(0, |row| row.iter().filter(|&&c| c != 0).count());
    let legal = (0..legal.len()).rev().filter(|&action| legal[action] == 1);
    legal.max_by_key(|&action| fullness(action)).unwrap_or(0) as u16
}
