//! Results of games between two engines.

use crate::output::grouped;
use serde::Serialize;
use stonemask::game::{Colour, Outcome};

/// The results of the games, from the side of the engine behind `--`.
#[derive(Clone, Copy, Default, Serialize)]
pub(super) struct Results {
    wins: u64,
    draws: u64,
    losses: u64,
    /// Of the games, those that black won.
    black_wins: u64,
    white_wins: u64,
}

impl Results {
    pub(super) fn text(&self) -> String {
        let Results { wins, draws, losses, black_wins, white_wins } = self;
        format!(
            "games   {}\nfirst   {} wins\nsecond  {} wins\ndraws   {}\ncolours {} wins of black, {} of white",
            grouped(wins + draws + losses),
            grouped(*wins),
            grouped(*losses),
            grouped(*draws),
            grouped(*black_wins),
            grouped(*white_wins)
        )
    }

    pub(super) fn count(&mut self, outcome: Outcome, first: Colour) {
        match outcome {
            Outcome::Draw => self.draws += 1,
            Outcome::Win(winner) => {
                *if winner == first { &mut self.wins } else { &mut self.losses } += 1;
                *if winner == Colour::Black { &mut self.black_wins } else { &mut self.white_wins } += 1;
            }
        }
    }
}
