//! Promise: a slab's games are those of single boards: ply by ply on the same actions, on every
//! tier, under every rule.

use crate::chi_square::assert_follows;
use crate::follow_slab::{follow, follow_starts};
use crate::on_tiers::on;
use stonemask::gomoku::{Board, Colour, Rule, Size, Slab};
use stonemask::slab::{Actions, Ended, IllegalAction, NO_ACTION, Observation, Options, SlabError, outcome_code};
use stonemask::{Random, Tier};

/// A slab's reports of its games.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Seen {
    masks: Vec<u64>,
    cells: Vec<u8>,
    to_move: Vec<u8>,
    outcomes: Vec<u8>,
    plies: Vec<u32>,
}

impl Seen {
    /// Arrays full of what must be overwritten.
    fn room(games: usize, words: usize, cells: usize) -> Seen {
        Seen {
            masks: vec![u64::MAX; games * words],
            cells: vec![9; games * cells],
            to_move: vec![9; games],
            outcomes: vec![9; games],
            plies: vec![9; games],
        }
    }

    fn of(slab: &Slab, cells: usize) -> Seen {
        let mut seen = Seen::room(slab.games(), slab.mask_words(), cells);
        slab.legal_masks(&mut seen.masks);
        let Seen { cells, to_move, outcomes, plies, .. } = &mut seen;
        slab.observe(Observation {
            cells: Some(cells),
            to_move: Some(to_move),
            outcomes: Some(outcomes),
            plies: Some(plies),
        });
        seen
    }

    /// The reports of single boards and the plies played in them.
    fn of_boards(boards: &[(Board, u32)]) -> Seen {
        let (points, words) = (boards[0].0.cell_count(), boards[0].0.action_count().div_ceil(64));
        let mut seen = Seen::room(boards.len(), words, points);
        seen.masks.fill(0);
        for (game, (board, plies)) in boards.iter().enumerate() {
            for point in board.legal_moves().iter() {
                let action = board.action(point);
                seen.masks[game * words + action / 64] |= 1 << (action % 64);
            }
            board.write_cells(&mut seen.cells[game * points..][..points]);
            seen.to_move[game] = board.to_move().cell();
            seen.outcomes[game] = outcome_code(board.outcome());
            seen.plies[game] = *plies;
        }
        seen
    }
}

/// A slab by the kernels in use.
fn slab(start: &Board, games: usize, ended: Ended, seed: u64) -> Slab {
    Slab::with_options(start, games, Options::default().ended(ended).seed(seed)).unwrap()
}

fn compare(start: &Board, ended: Ended, steps: usize) {
    const GAMES: usize = 21;
    let mut slabs: Vec<(Tier, Slab)> =
        Tier::available().map(|tier| (tier, on(tier, || slab(start, GAMES, ended, 1)))).collect();
    let mut boards = vec![(start.clone(), 0); GAMES];
    let mut random = Random::new(7);
    let mut over = 0;
    for step in 0..steps {
        let mut actions = [0; GAMES];
        for ((board, plies), action) in boards.iter_mut().zip(&mut actions) {
            let legal: Vec<_> = board.legal_moves().iter().collect();
            if legal.is_empty() {
                over += 1;
                *action = random.next_u64() as u16;
                if ended == Ended::Restart {
                    (*board, *plies) = (start.clone(), 0);
                }
            } else {
                // Beside the last stones more often than elsewhere, so that rows come about.
                let chosen = random.below(legal.len() as u32).min(random.below(legal.len() as u32));
                *action = board.action(legal[chosen as usize]) as u16;
                board.play(legal[chosen as usize]);
                *plies += 1;
            }
        }
        let expected = Seen::of_boards(&boards);
        for (tier, slab) in &mut slabs {
            on(*tier, || slab.step(&actions)).unwrap();
            assert_eq!(Seen::of(slab, start.cell_count()), expected, "{tier}, step {step}, {start}");
        }
    }
    assert!(over > 0, "no game ended: {start}");
    for (_, slab) in &mut slabs {
        slab.reset();
        assert_eq!(Seen::of(slab, start.cell_count()), Seen::of_boards(&vec![(start.clone(), 0); GAMES]), "{start}");
    }
}

#[test]
fn given_actions_lead_to_the_games_of_single_boards() {
    for text in [
        "15x15 freestyle",
        "15x15 standard",
        "9x9 freestyle",
        "7x15 standard",
        "15x6 standard",
        "6x6 freestyle",
        "5x5 standard",
        "1x9 freestyle",
        "12x1 standard",
        "2x2 freestyle",
        "1x1 standard",
        "6x6 renju",
        "7x7 caro",
        "5x7 caro-exact",
        "16x15 freestyle",
        "5x17 standard",
    ] {
        let (size, rule) = text.split_once(' ').unwrap();
        let (rows, columns) = size.split_once('x').unwrap();
        let size = Size::new(rows.parse().unwrap(), columns.parse().unwrap()).unwrap();
        let start = Board::with_size(size, rule.parse().unwrap());
        for ended in [Ended::Restart, Ended::Freeze] {
            compare(&start, ended, 3 * size.points().min(90) + 3);
        }
    }
}

#[test]
fn games_may_begin_anywhere() {
    for text in [
        "5x7 freestyle XX-XX--/OO-OO--/-------/XX-XX--/------- O",
        "5x7 standard XXX-XX-/OO-OOO-/-------/XX-XX--/------- X",
        "1x7 standard XXX-XX- X",
        "1x8 standard XXXXXX-- O",
        "1x8 freestyle XXXXX--- O",
        "3x3 freestyle XOX/OXO/OX- O",
        "2x2 freestyle XO/XO X",
    ] {
        let start: Board = text.parse().unwrap();
        compare(&start, Ended::Restart, 60);
        compare(&start, Ended::Freeze, 60);
    }
    // A row of five that decides nothing, because it was set up stone by stone.
    let mut start = Board::with_size(Size::new(3, 7).unwrap(), Rule::Freestyle);
    for column in 0..5 {
        start.set_stone(start.size().point(column), Some(Colour::White));
    }
    compare(&start, Ended::Freeze, 30);
}

/// By the kernels; by boards; and from kernels to boards, when a row of five is loaded that decides
/// nothing.
#[test]
fn games_have_starts_of_their_own() {
    let boards = |texts: &[&str]| texts.iter().map(|text| text.parse().unwrap()).collect::<Vec<Board>>();
    for texts in [
        ["2x7 freestyle -------/------- X", "2x7 freestyle XXXX---/OOOO--- O", "2x7 freestyle XXXXX--/------- O"],
        ["2x7 standard -------/------- X", "2x7 standard XXX-XX-/OO-OOO- X", "2x7 standard XOXOXOX/OXOXOX- O"],
        ["3x6 renju ------/------/------ X", "3x6 renju XXX-XX/------/------ X", "3x6 renju OOO-OO/------/------ O"],
        ["16x1 caro -/-/-/-/-/-/-/-/-/-/-/-/-/-/-/- X"; 3],
    ] {
        follow_starts(&boards(&texts), 60);
    }
    let mut starts = boards(&["1x8 freestyle -------- X"; 4]);
    let size = starts[2].size();
    (0..5).for_each(|column| starts[2].set_stone(size.point(column), Some(Colour::White)));
    follow_starts(&starts, 30);
    follow(&starts[0], 21, 40);
    let (first, five) = (starts[0].clone(), starts.swap_remove(2));
    for ended in [Ended::Restart, Ended::Freeze] {
        let mut slab = slab(&first, 3, ended, 1);
        slab.step(&[5, 6, 7]).unwrap();
        slab.load(&[1], std::slice::from_ref(&five)).unwrap();
        let boards: Vec<(Board, u32)> = slab.boards().zip([1, 0, 1]).collect();
        assert_eq!(Seen::of(&slab, 8), Seen::of_boards(&boards), "{ended:?}");
        assert_eq!(boards[1].0, five);
        slab.step(&[0, 5, 0]).unwrap();
        assert_eq!(slab.board(1), five.children().find(|(point, _)| point.column() == 5).unwrap().1);
    }
}

#[test]
fn boards_of_other_sizes_and_rules_are_refused() {
    let boards: Vec<Board> = ["1x2 freestyle -- X", "1x2 freestyle X- O", "1x2 standard -- X", "2x1 freestyle -/- X"]
        .map(|t| t.parse().unwrap())
        .into();
    let frozen = Options::default().ended(Ended::Freeze);
    let mut slab = Slab::with_starts(&boards[..2], frozen).unwrap();
    for unlike in &boards[2..] {
        let mixed = [boards[0].clone(), unlike.clone()];
        let error = Slab::with_starts(&mixed, frozen).unwrap_err();
        assert_eq!(error, SlabError::Unlike { board: 1 });
        assert_eq!(slab.load(&[1, 0], &mixed), Err(SlabError::Unlike { board: 1 }));
        assert!(slab.boards().eq(boards[..2].iter().cloned()), "an error loaded boards");
    }
    assert_eq!(Slab::with_starts(&[], frozen).unwrap_err(), SlabError::NoStart);
}

#[test]
fn an_illegal_action_leaves_all_games_as_they_were() {
    for (size, rule) in [((15, 15), Rule::Freestyle), ((5, 5), Rule::Standard), ((19, 19), Rule::Freestyle)] {
        let start = Board::with_size(Size::new(size.0, size.1).unwrap(), rule);
        let points = start.action_count() as u16;
        for tier in Tier::available() {
            let mut slab = on(tier, || slab(&start, 9, Ended::Freeze, 1));
            slab.step(&[3; 9]).unwrap();
            let before = Seen::of(&slab, start.cell_count());
            for action in
                [3, points, points + 1, 255, 256, 257, 1000, NO_ACTION].into_iter().filter(|&a| a == 3 || a >= points)
            {
                let mut actions = [4; 9];
                (actions[5], actions[7]) = (action, action);
                assert_eq!(slab.step(&actions), Err(IllegalAction { game: 5, action }), "{tier}");
                assert_eq!(Seen::of(&slab, start.cell_count()), before, "{tier}, action {action}");
            }
            slab.step(&[4; 9]).unwrap();
        }
    }
}

#[test]
fn random_plies_are_legal_and_the_same_on_every_tier() {
    for (size, rule) in
        [((15, 15), Rule::Freestyle), ((6, 7), Rule::Standard), ((5, 5), Rule::Renju), ((17, 3), Rule::Standard)]
    {
        let start = Board::with_size(Size::new(size.0, size.1).unwrap(), rule);
        for (ended, games) in [(Ended::Restart, 37), (Ended::Freeze, 8)] {
            let mut slabs: Vec<Slab> =
                Tier::available().map(|tier| on(tier, || slab(&start, games, ended, 5))).collect();
            for _ in 0..120 {
                let before = Seen::of(&slabs[0], start.cell_count());
                let mut actions = vec![vec![9999; games]; slabs.len()];
                for ((slab, actions), tier) in slabs.iter_mut().zip(&mut actions).zip(Tier::available()) {
                    on(tier, || slab.step_random(actions));
                }
                for (slab, others) in slabs.iter().zip(&actions) {
                    assert_eq!(others, &actions[0], "{start}");
                    assert_eq!(Seen::of(slab, start.cell_count()), Seen::of(&slabs[0], start.cell_count()), "{start}");
                }
                let words = slabs[0].mask_words();
                for (game, &action) in actions[0].iter().enumerate() {
                    let mask = &before.masks[game * words..][..words];
                    let legal = mask.get(usize::from(action) / 64).is_some_and(|word| word >> (action % 64) & 1 == 1);
                    assert_eq!(legal, before.outcomes[game] == 0, "{start}, action {action}");
                    assert_eq!(action == NO_ACTION, before.outcomes[game] != 0);
                }
            }
        }
    }
}

/// The point chosen in a position with 150 empty ones.
#[test]
fn random_plies_are_uniform() {
    let mut start = Board::with_size(Size::new(15, 15).unwrap(), Rule::Freestyle);
    let mut random = Random::new(3);
    while start.stone_count() < 75 || start.is_over() {
        if !start.play_random(&mut random) {
            start = Board::with_size(start.size(), start.rule());
        }
    }
    for tier in Tier::available().filter(|&tier| tier != Tier::Reference) {
        let mut slab = on(tier, || slab(&start, 1000, Ended::Freeze, 11));
        let mut counts = [0u32; 225];
        let mut actions = [0; 1000];
        for _ in 0..200 {
            slab.step_random(&mut actions);
            actions.iter().for_each(|&action| counts[usize::from(action)] += 1);
            slab.reset();
        }
        let mean = 200_000.0 / 150.0;
        let chosen: Vec<u32> = counts.into_iter().filter(|&count| count > 0).collect();
        assert_eq!(chosen.len(), 150);
        assert_follows(tier, chosen.into_iter().map(|count| (count.into(), mean)));
    }
}

#[test]
fn a_slab_may_hold_no_games() {
    let start = Board::with_size(Size::new(15, 15).unwrap(), Rule::Freestyle);
    let mut slab = Slab::new(&start, 0).unwrap();
    slab.step(&[]).unwrap();
    slab.step_random(&mut []);
    slab.legal_masks(&mut []);
}

#[test]
fn actions_number_the_points() {
    let board = Board::with_size(Size::new(3, 7).unwrap(), Rule::Freestyle);
    assert_eq!((board.action_count(), board.cell_count()), (21, 21));
    for (action, point) in board.size().all().enumerate() {
        assert_eq!((board.action(point), board.ply(action)), (action, Some(point)));
    }
    assert_eq!(board.ply(21), None);
}
