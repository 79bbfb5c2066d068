//! What slabs promise, for every game: a slab plays by the rules of the single boards, on every tier, and its random plies are those
//! of its seed.

use stonemask::game::Game;
use stonemask::slab::{Actions, Ended, IllegalAction, NO_ACTION, Observation, Slab, outcome_code};
use stonemask::{Random, Tier};

type Kernels<B> = &'static <B as Game>::Kernels;

/// A slab's state in plain arrays.
#[derive(Clone, Debug, PartialEq)]
struct Seen {
    masks: Vec<u64>,
    cells: Vec<u8>,
    to_move: Vec<u8>,
    outcomes: Vec<u8>,
    plies: Vec<u32>,
}

fn look<B: Actions>(slab: &Slab<B>, cell_count: usize) -> Seen {
    let games = slab.games();
    // Garbage beforehand, so that whatever is not written shows.
    let mut seen = Seen {
        masks: vec![0xa5a5; games * slab.mask_words()],
        cells: vec![9; games * cell_count],
        to_move: vec![9; games],
        outcomes: vec![9; games],
        plies: vec![999; games],
    };
    slab.legal_masks(&mut seen.masks);
    slab.observe(&mut Observation {
        cells: &mut seen.cells,
        to_move: &mut seen.to_move,
        outcomes: &mut seen.outcomes,
        plies: &mut seen.plies,
    });
    seen
}

/// One game as the single boards play it.
#[derive(Clone)]
struct Single<B> {
    board: B,
    plies: u32,
}

/// What a slab of these games must show.
fn expected<B: Actions>(singles: &[Single<B>], kernels: Kernels<B>, words: usize) -> Seen {
    let mut seen =
        Seen { masks: Vec::new(), cells: Vec::new(), to_move: Vec::new(), outcomes: Vec::new(), plies: Vec::new() };
    for Single { board, plies } in singles {
        let mut mask = vec![0u64; words];
        board.for_each_child(kernels, |ply, _| {
            let action = board.action(ply);
            assert_eq!(board.ply(action), Some(ply), "action {action}");
            mask[action / 64] |= 1 << (action % 64);
        });
        seen.masks.extend(mask);
        let at = seen.cells.len();
        seen.cells.resize(at + board.cell_count(), 9);
        board.write_cells(&mut seen.cells[at..]);
        seen.to_move.push(board.second_to_move().into());
        seen.outcomes.push(outcome_code(board.outcome_with(kernels)));
        seen.plies.push(*plies);
    }
    seen
}

/// Plays `steps` random plies in slabs of `games` games from `start`, on every tier, and compares each of them with single
/// boards and with a slab that is given the same actions; tries illegal actions meanwhile, and resets.
pub(crate) fn follow<B: Actions>(start: &B, games: usize, steps: usize) {
    for ended in [Ended::Restart, Ended::Freeze] {
        let mut histories = Vec::new();
        for tier in Tier::available() {
            let kernels: Kernels<B> = B::kernels(tier).unwrap();
            histories.push((tier, follow_on::<B>(start, games, steps, ended, kernels)));
        }
        for (tier, history) in &histories[1..] {
            assert_eq!(history, &histories[0].1, "{tier}, {ended:?}: other random games than the reference's");
        }
    }
}

/// The actions of each step on one tier.
fn follow_on<B: Actions>(start: &B, games: usize, steps: usize, ended: Ended, kernels: Kernels<B>) -> Vec<Vec<u16>> {
    const SEED: u64 = 2026;
    let single = Single { board: start.clone(), plies: 0 };
    let mut singles = vec![single.clone(); games];
    let mut slab = Slab::new(start, games, ended, kernels, SEED);
    let mut given = Slab::new(start, games, ended, kernels, SEED + 1);
    let mut random = Random::new(7);
    let mut history = Vec::new();
    let (words, cells) = (slab.mask_words(), start.cell_count());
    assert_eq!((slab.games(), words), (games, start.action_count().div_ceil(64)));
    for step in 0..steps {
        let before = expected(&singles, kernels, words);
        assert_eq!(look(&slab, cells), before, "{ended:?}, step {step}");
        assert_eq!(look(&given, cells), before, "{ended:?}, step {step}, given actions");

        let mut actions = vec![12345; games];
        slab.step_random(&mut actions);
        refuse(&mut given, start, &before, &actions, &mut random, cells);
        given.step(&actions).unwrap();
        for (game, Single { board, plies }) in singles.iter_mut().enumerate() {
            let action = actions[game];
            if before.outcomes[game] != 0 {
                assert_eq!(action, NO_ACTION, "{ended:?}, step {step}, game {game} is over");
                if ended == Ended::Restart {
                    (*board, *plies) = (single.board.clone(), single.plies);
                }
                continue;
            }
            let ply = board.ply(action.into()).unwrap_or_else(|| panic!("step {step}, game {game}: action {action}"));
            board.try_play_with(kernels, ply).unwrap_or_else(|error| panic!("step {step}, game {game}: {error}"));
            *plies += 1;
        }
        history.push(actions);
    }
    let last = expected(&singles, kernels, words);
    assert_eq!(look(&slab, cells), last, "{ended:?}, the end");
    assert_eq!(look(&given, cells), last, "{ended:?}, the end, given actions");

    slab.reset();
    assert_eq!(look(&slab, cells), expected(&vec![single; games], kernels, words), "{ended:?}, reset");
    history
}

/// An illegal action in one game: an error that names it, and nothing played in any game.
fn refuse<B: Actions>(
    slab: &mut Slab<B>,
    start: &B,
    before: &Seen,
    actions: &[u16],
    random: &mut Random,
    cells: usize,
) {
    let words = slab.mask_words();
    let game = random.below(actions.len() as u32) as usize;
    if before.outcomes[game] != 0 {
        return;
    }
    let legal = |action: u16| {
        let action = usize::from(action);
        action < start.action_count() && before.masks[game * words + action / 64] >> (action % 64) & 1 == 1
    };
    let any = random.below(start.action_count() as u32) as u16;
    for action in [any, start.action_count() as u16, NO_ACTION] {
        if !legal(action) {
            let mut actions = actions.to_vec();
            actions[game] = action;
            assert_eq!(slab.step(&actions), Err(IllegalAction { game, action }));
            assert_eq!(&look(slab, cells), before, "an illegal action was played, or kept others from staying");
        }
    }
}
