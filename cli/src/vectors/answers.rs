//! The rules' answers for a position.

use crate::games::Name;
use crate::interrupt;
use serde::Serialize;
use std::collections::BTreeMap;
use stonemask::Colour;
use stonemask::game::{Game, Outcome, Stopped};
use stonemask::gomoku;
use stonemask::nogo;
use stonemask::othello;
use stonemask::perft::{Perft, perft_until};

/// A position as others can read it, and what the rules say of it.
#[derive(Serialize)]
pub(crate) struct Vector {
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
    answers: Option<Answers>,
}

#[derive(Serialize)]
struct Answers {
    legal: Vec<String>,
    outcome: Option<&'static str>,
    nodes: u64,
    finished: u64,
    #[serde(flatten)]
    of_game: OfGame,
}

#[derive(Serialize)]
#[serde(untagged)]
enum OfGame {
    Othello {
        score: i32,
        flips: BTreeMap<String, Vec<String>>,
    },
    Gomoku {
        winning: ByColour,
        line: Vec<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        forbidden: Option<BTreeMap<String, String>>,
    },
    Nogo {
        allowed: ByColour,
    },
}

#[derive(Serialize)]
struct ByColour {
    black: Vec<String>,
    white: Vec<String>,
}

/// How much is said.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Detail {
    Questions,
    Answers,
}

/// How deep a perft goes that has few nodes, as near the end of a game.
const DEEPEST: u32 = 6;

impl Vector {
    /// The vector of a position. Its perft has at most this number of nodes, or depth 1.
    ///
    /// # Errors
    /// When the text is no position of the game: why.
    pub(super) fn new(game: Name, position: &str, nodes: u64, detail: Detail) -> Result<Vector, String> {
        Vector::of_text(game, position, detail, &Perfts::Within(nodes))
    }

    /// The vector of a position with a perft to this depth.
    ///
    /// # Errors
    /// When the text is no position of the game: why.
    pub(super) fn to_depth(game: Name, position: &str, depth: u32) -> Result<Vector, String> {
        Vector::of_text(game, position, Detail::Answers, &Perfts::Depth(depth))
    }

    fn of_text(game: Name, text: &str, detail: Detail, perfts: &Perfts) -> Result<Vector, String> {
        match game {
            Name::Othello4 => of_othello::<4>(text, detail, perfts),
            Name::Othello6 => of_othello::<6>(text, detail, perfts),
            Name::Othello8 => of_othello::<8>(text, detail, perfts),
            Name::Gomoku => of_gomoku(text, detail, perfts),
            Name::Nogo => of_nogo(text, detail, perfts),
        }
    }

    fn of<G: Game>(
        game: Name,
        board: &G,
        (rows, columns): (usize, usize),
        detail: Detail,
        perfts: &Perfts,
        of_game: impl FnOnce() -> OfGame,
    ) -> Vector {
        let (depth, Perft { nodes, finished }) = perfts.count(board);
        let answers = || Answers {
            legal: board.plies().map(|ply| ply.to_string()).collect(),
            outcome: board.outcome().map(outcome),
            nodes,
            finished,
            of_game: of_game(),
        };
        let position = board.to_string();
        Vector {
            game: game.to_string(),
            size: format!("{rows}x{columns}"),
            rule: None,
            rows: row_texts(&position, columns),
            position,
            to_move: board.to_move().to_string(),
            depth,
            answers: (detail == Detail::Answers).then(answers),
        }
    }
}

/// The cells of each row, from the text of a position of any game: they stand before the side to move.
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

fn names<T: ToString>(points: impl IntoIterator<Item = T>) -> Vec<String> {
    points.into_iter().map(|point| point.to_string()).collect()
}

fn of_othello<const N: usize>(text: &str, detail: Detail, perfts: &Perfts) -> Result<Vector, String> {
    let board: othello::Board<N> = text.parse().map_err(|error: othello::ParseBoardError| error.to_string())?;
    let game = [Name::Othello4, Name::Othello6, Name::Othello8][N / 2 - 2];
    Ok(Vector::of(game, &board, (N, N), detail, perfts, || {
        let squares = board.legal_moves().into_iter();
        let flips = squares.map(|square| (square.to_string(), names(board.flips(square)))).collect();
        OfGame::Othello { score: board.score(), flips }
    }))
}

fn of_gomoku(text: &str, detail: Detail, perfts: &Perfts) -> Result<Vector, String> {
    let board: gomoku::Board = text.parse().map_err(|error: gomoku::ParseBoardError| error.to_string())?;
    let (size, rule) = (board.size(), board.rule());
    let vector = Vector::of(Name::Gomoku, &board, (size.rows(), size.columns()), detail, perfts, || {
        let on_turn = |colour| {
            let mut turned = board.clone();
            turned.set_to_move(colour);
            turned
        };
        let winning = |colour| {
            if board.is_over() { Vec::new() } else { names(winning_points(on_turn(colour), colour)) }
        };
        let forbidden = || {
            let black = on_turn(Colour::Black);
            let points = if board.is_over() { gomoku::PointSet::empty(size) } else { black.forbidden() };
            let reason = |point| black.why_forbidden(point).map_or(String::new(), |reason| reason.to_string());
            points.iter().map(|point| (point.to_string(), reason(point))).collect()
        };
        OfGame::Gomoku {
            winning: ByColour { black: winning(Colour::Black), white: winning(Colour::White) },
            line: names(board.winning_line()),
            forbidden: (rule == gomoku::Rule::Renju).then(forbidden),
        }
    });
    Ok(Vector { rule: Some(rule.name()), ..vector })
}

/// Where a colour, whose turn it is, wins at once.
fn winning_points(mut board: gomoku::Board, colour: Colour) -> Vec<gomoku::Point> {
    let legal = board.legal_moves();
    let mut wins = |&point: &gomoku::Point| {
        let undo = board.make(point);
        let won = board.winner() == Some(colour);
        board.undo(undo);
        won
    };
    legal.iter().filter(|point| wins(point)).collect()
}

fn of_nogo(text: &str, detail: Detail, perfts: &Perfts) -> Result<Vector, String> {
    let board: nogo::Board = text.parse().map_err(|error: nogo::ParseBoardError| error.to_string())?;
    let (rows, columns) = (board.shape().rows(), board.shape().columns());
    Ok(Vector::of(Name::Nogo, &board, (rows, columns), detail, perfts, || OfGame::Nogo {
        allowed: ByColour { black: names(board.allowed(Colour::Black)), white: names(board.allowed(Colour::White)) },
    }))
}
