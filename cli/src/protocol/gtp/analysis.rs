//! The lines of `lz-analyze`: moves as a search values them.

use super::vertex;
use crate::games::{Found, Playable, Worth};
use crate::search::Value;
use stonemask::game::Colour;
use stonemask::game::search::Certainty;

/// A move as Leela Zero and KataGo tell it. Shares are of 1, for the side to move.
struct Info {
    visits: u64,
    winrate: f64,
    /// A careful winrate.
    lcb: f64,
    /// Discs, where there are such.
    score: Option<i32>,
    pv: Vec<String>,
}

/// All moves, the best first.
fn line(moves: &[Info]) -> String {
    let prior = 10_000 / moves.len().max(1);
    let told = moves.iter().enumerate().map(|(order, Info { visits, winrate, lcb, score, pv })| {
        let [winrate, lcb] = [winrate, lcb].map(|share| (10_000.0 * share).round());
        let score = score.map_or(String::new(), |score| format!("scoreLead {score} "));
        let (name, pv) = (&pv[0], pv.join(" "));
        format!(
            "info move {name} visits {visits} winrate {winrate} {score}prior {prior} lcb {lcb} order {order} pv {pv}"
        )
    });
    told.collect::<Vec<String>>().join(" ")
}

/// The line of a search's moves, for the side to move.
pub(super) fn found<T: Playable>(board: &T, found: &[Found<T::Move>]) -> String {
    let own = board.to_move();
    let info = |Found { worth: Worth { value, certainty, .. }, line, nodes }: &Found<T::Move>| {
        let (score, least) = match (*value, *certainty) {
            (Value::Discs(discs), Certainty::Estimate { .. }) => {
                (Some(value.rank(own) as i32), Value::Discs(if own == Colour::Black { discs - 2 } else { discs + 2 }))
            }
            (Value::Discs(_), _) => (Some(value.rank(own) as i32), *value),
            (Value::Score(_), _) => (None, *value),
        };
        let [winrate, lcb] = [*value, least].map(|value| value.share(*certainty, own));
        let pv = line.iter().map(|&ply| vertex::name(board, ply)).collect();
        Info { visits: *nodes, winrate, lcb, score, pv }
    };
    line(&found.iter().map(info).collect::<Vec<Info>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonemask::othello;

    #[test]
    fn a_winrate_grows_with_the_score_and_with_the_confidence_of_a_lead() {
        let board = othello::Board::<8>::start();
        let winrate = |score, certainty| {
            let worth = Worth { value: Value::Discs(score), certainty, depth: Some(1) };
            let text = found(&board, &[Found { worth, line: board.plies().collect(), nodes: 7 }]);
            let number = |key: &str| text.split(&format!(" {key} ")).nth(1).unwrap().split(' ').next().unwrap();
            assert_eq!((number("scoreLead"), number("visits"), number("move")), (&score.to_string()[..], "7", "D3"));
            assert!(text.ends_with(" pv D3 C4 F5 E6"), "{text}");
            let [winrate, lcb] = ["winrate", "lcb"].map(|key| number(key).parse::<u32>().unwrap());
            assert!(lcb <= winrate && winrate <= 10_000, "{text}");
            winrate
        };
        for confidence in [26, 50, 87] {
            let certainty = Certainty::Estimate { confidence };
            let winrates: Vec<u32> = (-64..=64).map(|score| winrate(score, certainty)).collect();
            assert!(winrates.is_sorted() && winrates[64] == 5000, "{winrates:?}");
            assert!((0..=128).all(|index| winrates[index] + winrates[128 - index] == 10_000));
        }
        let of = |confidence| winrate(6, Certainty::Estimate { confidence });
        assert!(5000 < of(26) && of(26) < of(50) && of(50) < of(87));
        assert_eq!([-2, 0, 2].map(|score| winrate(score, Certainty::Exact)), [0, 5000, 10_000]);
    }
}
