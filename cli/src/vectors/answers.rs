//! The rules' answers for a position.

use crate::games::Playable;
use crate::interrupt;
use serde::Serialize;
use stonemask::Colour;
use stonemask::game::{Game, Outcome, Stopped};
use stonemask::perft::{Perft, perft_until};

/// A position as others can read it, and what the rules say of it.
#[derive(Serialize)]
pub(crate) struct Vector<A> {
    game: String,
    size: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'static str>,
    /// The text for `--position`.
    position: String,
    /// The cells of each row, the top one first.
    rows: Vec<String>,
    to_move: String,
    /// The depth of the perft.
    depth: u32,
    #[serde(flatten)]
    answers: Option<Answers<A>>,
}

#[derive(Serialize)]
struct Answers<A> {
    legal: Vec<String>,
    outcome: Option<&'static str>,
    nodes: u64,
    finished: u64,
    #[serde(flatten)]
    of_game: A,
}

/// How much is said.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Detail {
    Questions,
    Answers,
}

/// How deep a perft goes that has few nodes, as near the end of a game.
const DEEPEST: u32 = 6;

impl<A> Vector<A> {
    /// The vector of a position. Its perft has at most this number of nodes, or depth 1.
    ///
    /// # Errors
    /// When the text is no position of the game: why.
    pub(super) fn new<G: Playable<Answers = A>>(
        position: &str,
        nodes: u64,
        detail: Detail,
    ) -> Result<Vector<A>, String> {
        Vector::of::<G>(position, detail, &Perfts::Within(nodes))
    }

    /// The vector of a position with a perft to this depth.
    ///
    /// # Errors
    /// When the text is no position of the game: why.
    pub(super) fn to_depth<G: Playable<Answers = A>>(position: &str, depth: u32) -> Result<Vector<A>, String> {
        Vector::of::<G>(position, Detail::Answers, &Perfts::Depth(depth))
    }

    fn of<G: Playable<Answers = A>>(text: &str, detail: Detail, perfts: &Perfts) -> Result<Vector<A>, String> {
        let board: G = text.parse().map_err(|error: G::Err| error.to_string())?;
        let (depth, Perft { nodes, finished }) = perfts.count(&board);
        let answers = || Answers {
            legal: board.plies().map(|ply| ply.to_string()).collect(),
            outcome: board.outcome().map(outcome),
            nodes,
            finished,
            of_game: board.answers(),
        };
        let (position, setting) = (board.to_string(), board.setting());
        Ok(Vector {
            game: setting.game().to_owned(),
            size: setting.size().to_owned(),
            rule: setting.rule(),
            rows: row_texts(&position, board.extent().1),
            position,
            to_move: board.to_move().to_string(),
            depth,
            answers: (detail == Detail::Answers).then(answers),
        })
    }
}

/// The cells of each row, from the text of a position of any game: they stand before the side to
/// move.
fn row_texts(position: &str, columns: usize) -> Vec<String> {
    let cells = position.rsplit(' ').nth(1).expect("cells, and the side to move");
    let cells: Vec<char> = cells.chars().filter(|&cell| cell != '/').collect();
    cells.chunks(columns).map(|row| row.iter().collect()).collect()
}

fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Colour::Black) => "black",
        Outcome::Win(Colour::White) => "white",
        Outcome::Draw => "draw",
    }
}

/// How far perfts go.
enum Perfts {
    /// As far as there are this many nodes.
    Within(u64),
    Depth(u32),
}

impl Perfts {
    fn count<G: Game>(&self, board: &G) -> (u32, Perft) {
        // The report of an interrupted command does not depend on it.
        let perft = |depth| perft_until(board, depth, interrupt::flag()).unwrap_or_else(|Stopped(so_far)| so_far);
        match *self {
            Perfts::Depth(depth) => (depth, perft(depth)),
            Perfts::Within(most) => {
                let (mut depth, mut count) = (1, perft(1));
                let plies = count.nodes;
                // A tree that is likely to be far too large is not counted.
                while depth < DEEPEST && count.nodes.saturating_mul(plies) <= most.saturating_mul(2) {
                    let deeper = perft(depth + 1);
                    if deeper.nodes > most {
                        break;
                    }
                    (depth, count) = (depth + 1, deeper);
                }
                (depth, count)
            }
        }
    }
}
