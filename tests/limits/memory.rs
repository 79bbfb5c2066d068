//! Promise: a size that does not fit in memory is an error, and no input makes the program abort.

use crate::on_tiers::{on_best_tier, on_every_tier};
use stonemask::game::Game;
use stonemask::gomoku::{self, Rule, Size};
use stonemask::nogo;
use stonemask::othello::training::{self, Plan};
use stonemask::othello::{self, Solver};
use stonemask::perft::Perft;
use stonemask::slab::{Actions, Ended, Options, Slab};

/// Numbers of games that no machine has the memory for.
const TOO_MANY: [usize; 5] = [1_000_000_000_000, 1 << 56, usize::MAX / 128, usize::MAX - 7, usize::MAX];

fn no_slab_of<G: Actions>(start: &G) {
    on_every_tier(|tier| {
        let frozen = Options::default().ended(Ended::Freeze);
        for games in TOO_MANY {
            assert!(Slab::new(start, games).is_err(), "{games} games, {tier}: {start}");
            assert!(Slab::with_options(start, games, frozen).is_err(), "{games} games, {tier}: {start}");
        }
        assert_eq!(Slab::new(start, 3).unwrap().games(), 3);
        assert_eq!(Slab::with_options(start, 3, frozen).unwrap().games(), 3);
    });
}

#[test]
#[cfg_attr(miri, ignore = "an interpreter has no memory to refuse")]
fn slabs() {
    no_slab_of(&othello::Board::<4>::start());
    no_slab_of(&othello::Board::<8>::start());
    no_slab_of(&nogo::Board::start());
    // Games of these forms are kept in different ways.
    for (side, rule) in [(15, Rule::Freestyle), (15, Rule::Renju), (64, Rule::Freestyle)] {
        no_slab_of(&gomoku::Board::with_size(Size::new(side, side).unwrap(), rule));
    }
}

#[test]
#[cfg_attr(miri, ignore = "an interpreter has no memory to refuse")]
fn tables() {
    for bytes in [1 << 60, usize::MAX] {
        assert!(Solver::<8>::new(bytes).is_err());
        assert!(nogo::Solver::new(bytes).is_err());
    }
}

#[test]
#[cfg_attr(miri, ignore = "an interpreter has no memory to refuse")]
fn training() {
    for positions in TOO_MANY {
        assert!(on_best_tier(|| training::train::<6>(Plan { positions, ..Plan::of::<6>() }, |_| ())).is_err());
        assert!(on_best_tier(|| training::train::<8>(Plan { positions, ..Plan::of::<8>() }, |_| ())).is_err());
    }
}

/// A depth is a number of plies, however few of them a game has left.
#[test]
fn depths() {
    fn of<G: Game + std::str::FromStr<Err: std::fmt::Debug>>(text: &str, counts: [Perft; 2]) {
        let game: G = text.parse().unwrap();
        on_every_tier(|tier| {
            for (depth, expected) in [3, u32::MAX].into_iter().zip(counts) {
                assert_eq!(game.perft(depth), expected, "{text}, depth {depth}, {tier}");
            }
        });
    }
    let over = Perft { nodes: 1, finished: 1 };
    of::<othello::Board<4>>("XXXXXXXXXXXXXXX- X", [over; 2]);
    // Every game from the start, of which no other depth than the last is counted here.
    let games = Perft { nodes: 60_060, finished: 60_060 };
    of::<othello::Board<4>>("-----OX--XO----- X", [Perft { nodes: 44, finished: 0 }, games]);
    of::<gomoku::Board>("1x4 freestyle ---- X", [Perft { nodes: 24, finished: 0 }, Perft { nodes: 24, finished: 24 }]);
    of::<nogo::Board>("-- X", [Perft { nodes: 2, finished: 2 }; 2]);
}
