//! The kernels that play, and what users call of slabs besides. Where many games advance, what is
//! measured is the share of one.

use super::calls;
use super::inputs::{LONG, SetUp};
use super::samples::square;
use crate::cost::{Clock, Cost, Row, row};
use crate::{Exercise, trial};
use std::fmt::Debug;
use std::hint::black_box;
use stonemask::gomoku::{Board, Rule, Slab};
use stonemask::internals::gomoku::RandomGames;
use stonemask::kernels::Gomoku as Kernels;
use stonemask::playout::Playout;
use stonemask::slab::{Ended, Observation, Options};
use stonemask::{Random, Tier};

pub(super) fn exercises() -> Vec<Exercise> {
    vec![
        Exercise {
            kernel: "playout_16",
            trials: vec![trial("gomoku", playout::<16>)],
            call: |kind, random| calls::playout(kind, 16, random),
            cost: Cost::Rows(vec![row("gomoku", "playout 15", |k, clock| playout_cost(15, k, clock))]),
        },
        Exercise {
            kernel: "playout_64",
            trials: vec![trial("gomoku", playout::<LONG>)],
            call: |kind, random| calls::playout(kind, 64, random),
            cost: Cost::Rows(vec![row("gomoku", "playout 19", |k, clock| playout_cost(19, k, clock))]),
        },
        Exercise {
            kernel: "playouts",
            trials: vec![trial("gomoku", |k, game| random_games(k, game, Rule::Freestyle))],
            call: |_, random| calls::playouts(random),
            cost: Cost::Rows(vec![row("gomoku", "games", |k, clock| random_games_cost(k, Rule::Freestyle, clock))]),
        },
        Exercise {
            kernel: "playouts_exact",
            trials: vec![trial("gomoku", |k, game| random_games(k, game, Rule::Standard))],
            call: |_, random| calls::playouts(random),
            cost: Cost::Rows(vec![row("gomoku", "games exact", |k, clock| {
                random_games_cost(k, Rule::Standard, clock);
            })]),
        },
        Exercise {
            kernel: "step",
            trials: vec![trial("gomoku", |_: &Kernels, game| slab(game, 60))],
            call: |_, random| calls::step(random),
            cost: Cost::Rows(vec![row("gomoku", "random step", |k: &'static Kernels, clock| {
                let (mut slab, games) = slab_of_all_ages(k);
                let mut actions = vec![0; games];
                clock(games, &mut || slab.step_random(black_box(&mut actions)));
            })]),
        },
        Exercise {
            kernel: "choose",
            trials: vec![trial("gomoku", |_: &Kernels, game| slab(game, 1))],
            call: |_, random| calls::choose(random),
            cost: Cost::Within("random step"),
        },
        Exercise {
            kernel: "observe",
            trials: vec![trial("gomoku", observe)],
            call: |_, random| calls::observe(random),
            cost: Cost::Rows(vec![row("gomoku", "observe", |k: &'static Kernels, clock| {
                let (slab, games) = slab_of_all_ages(k);
                let mut cells = vec![0; games * square(15).points()];
                let (mut to_move, mut outcomes, mut plies) = (vec![0; games], vec![0; games], vec![0; games]);
                clock(games, &mut || {
                    slab.observe(Observation {
                        cells: Some(black_box(&mut cells)),
                        to_move: Some(&mut to_move),
                        outcomes: Some(&mut outcomes),
                        plies: Some(&mut plies),
                    });
                });
            })]),
        },
    ]
}

/// The work of slabs that needs no kernel.
pub(crate) fn operations() -> Vec<Row> {
    vec![row("gomoku", "legal masks", |k: &'static Kernels, clock| {
        let (slab, games) = slab_of_all_ages(k);
        let mut masks = vec![0; games * slab.mask_words()];
        clock(games, &mut || slab.legal_masks(black_box(&mut masks)));
    })]
}

/// A game's outcome and length, and what the generator says next.
fn playout<const LANE: usize>(_: &Kernels, (set_up, seed): &(SetUp<LANE>, u64)) -> impl PartialEq + Debug + use<LANE> {
    let mut random = Random::new(*seed);
    (set_up.board(Rule::Freestyle).playout(&mut random), random.next_u64())
}

fn playout_cost(side: usize, kernels: &'static Kernels, clock: Clock) {
    let start = Board::with_size(square(side), Rule::Freestyle);
    let mut random = Random::new(1);
    let games = if kernels.tier() == Tier::Reference { 1 } else { 256 };
    clock(games, &mut || {
        for _ in 0..games {
            black_box(start.playout(&mut random));
        }
    });
}

/// Games at once from a position.
fn random_games(kernels: &'static Kernels, (set_up, seed): &(SetUp<16>, u64), rule: Rule) -> Vec<Playout> {
    RandomGames::new(&set_up.board(rule), kernels, *seed).take(64).collect()
}

fn random_games_cost(kernels: &'static Kernels, rule: Rule, clock: Clock) {
    let games = if kernels.tier() == Tier::Reference { 32 } else { 4096 };
    let mut random_games = RandomGames::new(&Board::with_size(square(15), rule), kernels, 1);
    clock(games as usize, &mut || {
        black_box(random_games.tally(games));
    });
}

/// Five games of a slab, freestyle and standard, some random plies long: the points chosen, then
/// boards, outcomes and plies.
fn slab((set_up, seed): &(SetUp<16>, u64), steps: usize) -> impl PartialEq + Debug + use<> {
    const GAMES: usize = 5;
    [Rule::Freestyle, Rule::Standard].map(|rule| {
        let mut slab = Slab::with_options(&set_up.board(rule), GAMES, Options::default().seed(*seed)).expect("memory");
        let mut actions = vec![[0; GAMES]; steps];
        actions.iter_mut().for_each(|actions| slab.step_random(actions));
        let mut cells = vec![0; GAMES * set_up.size().points()];
        let (mut to_move, mut outcomes, mut plies) = ([0; GAMES], [0; GAMES], [0; GAMES]);
        slab.observe(Observation {
            cells: Some(&mut cells),
            to_move: Some(&mut to_move),
            outcomes: Some(&mut outcomes),
            plies: Some(&mut plies),
        });
        (actions, cells, to_move, outcomes, plies)
    })
}

/// The stones on the boards of a slab's games, enough of them to fill many registers on small
/// boards too: the position, then each game a few random plies on.
fn observe(_: &Kernels, (set_up, seed): &(SetUp<16>, u64)) -> impl PartialEq + Debug + use<> {
    const GAMES: usize = 40;
    let board = set_up.board(Rule::Freestyle);
    let mut slab =
        Slab::with_options(&board, GAMES, Options::default().ended(Ended::Freeze).seed(*seed)).expect("memory");
    [0, 4].map(|plies| {
        (0..plies).for_each(|_| slab.step_random(&mut [0; GAMES]));
        let mut cells = vec![0; GAMES * set_up.size().points()];
        slab.observe(Observation { cells: Some(&mut cells), ..Observation::default() });
        cells
    })
}

/// Games of all ages, to measure on, and how many there are.
fn slab_of_all_ages(kernels: &'static Kernels) -> (Slab, usize) {
    let games = if kernels.tier() == Tier::Reference { 8 } else { 512 };
    let mut slab = Slab::new(&Board::with_size(square(15), Rule::Freestyle), games).expect("memory");
    let mut actions = vec![0; games];
    (0..200).for_each(|_| slab.step_random(&mut actions));
    (slab, games)
}
