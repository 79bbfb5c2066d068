//! Promises of slabs, for every game: a slab plays by the rules of the single boards, on every
//! tier, and its random plies are those of its seed.

use crate::on_tiers::on;
use stonemask::slab::{Actions, Ended, IllegalAction, NO_ACTION, Observation, Options, Slab, outcome_code};
use stonemask::{Random, Tier};

/// A slab's state in plain arrays.
#[derive(Clone, Debug, PartialEq)]
struct Seen {
    masks: Vec<u64>,
    bytes: Vec<u8>,
    cells: Vec<u8>,
    to_move: Vec<u8>,
    outcomes: Vec<u8>,
    plies: Vec<u32>,
}

fn look<B: Actions>(slab: &Slab<B>) -> Seen {
    let games = slab.games();
    // Garbage beforehand, so that whatever is not written shows.
    let mut seen = Seen {
        masks: vec![0xa5a5; games * slab.mask_words()],
        bytes: vec![9; games * slab.action_count()],
        cells: vec![9; games * slab.cell_count()],
        to_move: vec![9; games],
        outcomes: vec![9; games],
        plies: vec![999; games],
    };
    slab.legal_masks(&mut seen.masks);
    slab.legal_mask(&mut seen.bytes);
    // In two parts, which leave each other alone.
    slab.observe(Observation {
        cells: Some(&mut seen.cells),
        outcomes: Some(&mut seen.outcomes),
        ..Observation::default()
    });
    slab.observe(Observation {
        to_move: Some(&mut seen.to_move),
        plies: Some(&mut seen.plies),
        ..Observation::default()
    });
    seen
}

/// One game as the single boards play it.
#[derive(Clone)]
struct Single<B> {
    board: B,
    plies: u32,
}

/// The reports that a slab of these games must give.
fn expected<B: Actions>(singles: &[Single<B>], words: usize) -> Seen {
    let mut seen = Seen {
        masks: Vec::new(),
        bytes: Vec::new(),
        cells: Vec::new(),
        to_move: Vec::new(),
        outcomes: Vec::new(),
        plies: Vec::new(),
    };
    for Single { board, plies } in singles {
        let mut mask = vec![0u64; words];
        board.for_each_child(|ply, _| {
            let action = board.action(ply);
            assert_eq!(board.ply(action), Some(ply), "action {action}");
            mask[action / 64] |= 1 << (action % 64);
        });
        seen.bytes.extend((0..board.action_count()).map(|action| (mask[action / 64] >> (action % 64) & 1) as u8));
        seen.masks.extend(mask);
        let at = seen.cells.len();
        seen.cells.resize(at + board.cell_count(), 9);
        board.write_cells(&mut seen.cells[at..]);
        seen.to_move.push(board.to_move().cell());
        seen.outcomes.push(outcome_code(board.outcome()));
        seen.plies.push(*plies);
    }
    seen
}

/// Plays `steps` random plies in slabs of `games` games from `start`, on every tier, and compares
/// each of them with single boards and with a slab that is given the same actions; tries illegal
/// actions meanwhile, resets, and loads.
pub(crate) fn follow<B: Actions + PartialEq>(start: &B, games: usize, steps: usize) {
    follow_slabs(&vec![start.clone(); games], steps, |options| Slab::with_options(start, games, options).unwrap());
}

/// [`follow`] with a start for each game.
pub(crate) fn follow_starts<B: Actions + PartialEq>(starts: &[B], steps: usize) {
    follow_slabs(starts, steps, |options| Slab::with_starts(starts, options).unwrap());
}

fn follow_slabs<B: Actions + PartialEq>(starts: &[B], steps: usize, slab: impl Fn(Options) -> Slab<B>) {
    const SEED: u64 = 2026;
    for ended in [Ended::Restart, Ended::Freeze] {
        let mut histories = Vec::new();
        for tier in Tier::available() {
            let history = on(tier, || {
                let slabs = [SEED, SEED + 1].map(|seed| slab(Options::default().ended(ended).seed(seed)));
                follow_on(starts, slabs, steps, ended)
            });
            histories.push((tier, history));
        }
        for (tier, history) in &histories[1..] {
            assert_eq!(history, &histories[0].1, "{tier}, {ended:?}: other random games than the reference's");
        }
    }
}

/// The actions of each step on the tier in use.
fn follow_on<B: Actions + PartialEq>(
    starts: &[B],
    [mut slab, mut given]: [Slab<B>; 2],
    steps: usize,
    ended: Ended,
) -> Vec<Vec<u16>> {
    let games = starts.len();
    let begin = || starts.iter().map(|start| Single { board: start.clone(), plies: 0 }).collect::<Vec<_>>();
    let mut singles = begin();
    let mut random = Random::new(7);
    let mut history = Vec::new();
    let words = slab.mask_words();
    assert_eq!((slab.games(), words), (games, starts[0].action_count().div_ceil(64)));
    assert_eq!((slab.action_count(), slab.cell_count()), (starts[0].action_count(), starts[0].cell_count()));
    assert!((0..games).all(|game| slab.start(game) == &starts[game]));
    for step in 0..steps {
        let before = expected(&singles, words);
        assert_eq!(look(&slab), before, "{ended:?}, step {step}");
        assert_eq!(look(&given), before, "{ended:?}, step {step}, given actions");
        assert!(slab.boards().eq(singles.iter().map(|single| single.board.clone())), "{ended:?}, step {step}");

        let mut actions = vec![12345; games];
        let mut copy = slab.clone();
        slab.step_random(&mut actions);
        let mut again = vec![54321; games];
        copy.step_random(&mut again);
        assert_eq!((look(&copy), &again), (look(&slab), &actions), "{ended:?}, step {step}: a clone plays on alike");
        refuse(&mut given, &starts[0], &before, &actions, &mut random);
        given.step(&actions).unwrap();
        for (game, Single { board, plies }) in singles.iter_mut().enumerate() {
            let action = actions[game];
            if before.outcomes[game] != 0 {
                assert_eq!(action, NO_ACTION, "{ended:?}, step {step}, game {game} is over");
                if ended == Ended::Restart {
                    (*board, *plies) = (starts[game].clone(), 0);
                }
                continue;
            }
            let ply = board.ply(action.into()).unwrap_or_else(|| panic!("step {step}, game {game}: action {action}"));
            board.try_play(ply).unwrap_or_else(|error| panic!("step {step}, game {game}: {error}"));
            *plies += 1;
        }
        history.push(actions);

        if step % 7 == 3 {
            let mut any = || random.below(games as u32) as usize;
            // Two games, or one twice, go back to their starts; another goes on from where a fourth
            // is.
            let (resets, [to, from]) = ([any(), any()], [any(), any()]);
            let board = singles[from].board.clone();
            for slab in [&mut slab, &mut given] {
                slab.reset_games(&resets);
                slab.load(&[to], std::slice::from_ref(&board)).unwrap();
            }
            resets.into_iter().for_each(|game| singles[game] = Single { board: starts[game].clone(), plies: 0 });
            singles[to] = Single { board, plies: 0 };
        }
    }
    let last = expected(&singles, words);
    assert_eq!(look(&slab), last, "{ended:?}, the end");
    assert_eq!(look(&given), last, "{ended:?}, the end, given actions");

    slab.reset();
    assert_eq!(look(&slab), expected(&begin(), words), "{ended:?}, reset");
    history
}

/// An illegal action in one game: an error that names it, and nothing played in any game.
fn refuse<B: Actions>(slab: &mut Slab<B>, start: &B, before: &Seen, actions: &[u16], random: &mut Random) {
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
            assert_eq!(&look(slab), before, "an illegal action was played, or kept others from staying");
        }
    }
}
