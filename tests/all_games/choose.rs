//! Promise: a slab chooses legal actions by their scores, the same ones for a seed, as often as the
//! scores say.

use crate::starts;
use stonemask::slab::{Actions, Choose, NO_ACTION, Options, Slab};
use stonemask::{Random, othello};

const GAMES: usize = 70;

/// Scores that rise and fall.
fn scores(random: &mut Random, len: usize) -> Vec<f32> {
    (0..len).map(|_| random.below(50) as f32 / 10.0 - 1.0).collect()
}

fn follows_scores<G: Actions>(start: &G) {
    let mut slab = Slab::with_options(start, GAMES, Options::default().seed(3)).unwrap();
    let (count, mut random) = (slab.action_count(), Random::new(1));
    let mut actions = vec![0; GAMES];
    for step in 0..40 {
        slab.step_random(&mut actions);
        let mut legal = vec![0; GAMES * count];
        slab.legal_mask(&mut legal);
        let mut scores = scores(&mut random, GAMES * count);
        for (score, _) in scores.iter_mut().zip(&legal).filter(|(_, legal)| **legal == 0) {
            *score = [f32::NAN, f32::INFINITY, 99.0][step % 3];
        }
        let mut chosen = vec![9; GAMES];
        slab.choose(&scores, Choose::best(), &mut chosen).unwrap();
        for (game, &action) in chosen.iter().enumerate() {
            let legal: Vec<usize> = (0..count).filter(|action| legal[game * count + action] == 1).collect();
            let score = |action: usize| scores[game * count + action];
            let best =
                legal.iter().copied().reduce(|best, action| if score(action) > score(best) { action } else { best });
            assert_eq!(best.map_or(NO_ACTION, |best| best as u16), action, "game {game}");
            assert_eq!(legal.is_empty(), slab.board(game).is_over());
        }
        // Of all weights but one 0, and of one logit far above the others, nothing else is drawn.
        let (mut weights, mut logits) = (vec![0.0; GAMES * count], vec![-1e4; GAMES * count]);
        for (game, &action) in chosen.iter().enumerate().filter(|(_, action)| **action != NO_ACTION) {
            (weights[game * count + usize::from(action)], logits[game * count + usize::from(action)]) = (1e-30, 1e4);
        }
        for (scores, choose) in [(&weights, Choose::by_weights(step as u64)), (&logits, Choose::by_logits(step as u64))]
        {
            let mut drawn = vec![9; GAMES];
            slab.choose(scores, choose, &mut drawn).unwrap();
            assert_eq!(drawn, chosen);
        }
    }
}

#[test]
fn the_best_legal_action_is_chosen() {
    starts!(board => follows_scores(&board));
}

/// The four first moves of Othello, drawn with odds of 1, 2, 3 and 4, or with none.
#[test]
fn actions_are_drawn_as_often_as_their_scores_say() {
    let slab = Slab::new(&othello::Board::<8>::start(), 40_000).unwrap();
    let first = [19, 26, 37, 44];
    for odds in [[1.0_f32, 2.0, 3.0, 4.0], [5.0, 0.0, 5.0, 0.0], [0.0, 0.0, 0.0, 10.0]] {
        let mut row = [0.0; 65];
        first.iter().zip(odds).for_each(|(&action, odds)| row[action] = odds);
        let weights = row.repeat(slab.games());
        let logits: Vec<f32> = weights.iter().map(|weight| weight.ln() + 3.0).collect();
        for (scores, choose) in [(&weights, Choose::by_weights(7)), (&logits, Choose::by_logits(8))] {
            let mut actions = vec![0; slab.games()];
            slab.choose(scores, choose, &mut actions).unwrap();
            for (action, odds) in first.into_iter().zip(odds) {
                let share = actions.iter().filter(|&&chosen| usize::from(chosen) == action).count() as f32 / 4000.0;
                // Five standard deviations.
                let deviation = 5.0 * (odds * (10.0 - odds) / 40_000.0).sqrt();
                assert!((share - odds).abs() <= deviation, "{action}: {share} of {odds}");
            }
            let mut again = vec![0; slab.games()];
            slab.choose(scores, choose, &mut again).unwrap();
            assert_eq!(again, actions);
            // Games by their number, wherever they stand.
            let part = Slab::new(&othello::Board::<8>::start(), 1000).unwrap();
            let mut drawn = vec![0; 1000];
            part.choose(&scores[..65_000], choose.first_game(5000), &mut drawn).unwrap();
            assert_eq!(drawn, actions[5000..6000]);
        }
    }
}

#[test]
fn scores_that_say_nothing_are_named() {
    let slab = Slab::new(&othello::Board::<8>::start(), 2).unwrap();
    let told = |score: f32, choose: Choose| {
        let mut scores = [1.0; 130];
        scores[65 + 26] = score;
        slab.choose(&scores, choose.first_game(10), &mut [0; 2]).map_err(|error| error.to_string())
    };
    assert_eq!(told(f32::NAN, Choose::best()).unwrap_err(), "game 11: the score of action 26 is NaN");
    for weight in [-1.0, f32::NAN, f32::INFINITY] {
        let error = told(weight, Choose::by_weights(1)).unwrap_err();
        assert_eq!(error, "game 11: the weight of action 26 is negative, infinite or NaN");
    }
    for logit in [f32::NAN, f32::INFINITY] {
        let error = told(logit, Choose::by_logits(1)).unwrap_err();
        assert_eq!(error, "game 11: the logit of action 26 is infinite or NaN");
    }
    for (score, choose) in
        [(f32::NEG_INFINITY, Choose::best()), (f32::NEG_INFINITY, Choose::by_logits(1)), (0.0, Choose::by_weights(1))]
    {
        assert_eq!(told(score, choose), Ok(()));
    }
    let all = |score: f32, choose| slab.choose(&[score; 130], choose, &mut [0; 2]).map_err(|error| error.to_string());
    assert_eq!(all(0.0, Choose::by_weights(1)).unwrap_err(), "game 0: the weights of all legal actions are 0");
    let error = all(f32::NEG_INFINITY, Choose::by_logits(1)).unwrap_err();
    assert_eq!(error, "game 0: the logits of all legal actions are minus infinity");
    assert_eq!(all(f32::NEG_INFINITY, Choose::best()), Ok(()));
    assert_eq!(all(f32::MAX, Choose::by_weights(1)), Ok(()));
}
