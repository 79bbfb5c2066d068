//! Files of certificates, and the games that they are for.

use crate::search_options::scoring_name;
use std::hash::Hash;
use stonemask::game::{Colour, Game};
use stonemask::nogo;
use stonemask::othello::{Board, Move, Scoring};

/// The first line of a file.
const TITLE: &str = "stonemask certificate 1";

/// A position of a game that certificates are for.
pub(super) trait Position: Clone + Sync + Send {
    /// A position under the symmetries of the board, with the side to move.
    type Key: Eq + Hash;

    fn key(&self) -> Self::Key;

    fn to_move(&self) -> Colour;

    /// Black's result of a finished game.
    fn result(&self) -> Option<i32>;

    fn empties(&self) -> u32;

    /// The legal moves' cells in order, and the positions after them; a pass has no cell.
    fn replies(&self) -> impl Iterator<Item = (Option<u8>, Self)>;

    /// Whether the side that wins with fewest is black's: then black holds upper bounds.
    fn is_reversed(&self) -> bool {
        false
    }
}

/// A position of Othello, and how its end is scored.
#[derive(Clone)]
pub(super) struct Othello<const N: usize> {
    pub(super) board: Board<N>,
    pub(super) scoring: Scoring,
}

impl<const N: usize> Position for Othello<N> {
    type Key = Board<N>;

    fn key(&self) -> Board<N> {
        self.board.canonical()
    }

    fn to_move(&self) -> Colour {
        self.board.to_move()
    }

    fn result(&self) -> Option<i32> {
        let score = self.board.is_over().then(|| self.board.score())?;
        let empties = self.board.empties().len() as i32;
        Some(if self.scoring == Scoring::EmptiesToWinner { score + score.signum() * empties } else { score })
    }

    fn empties(&self) -> u32 {
        self.board.empties().len()
    }

    fn replies(&self) -> impl Iterator<Item = (Option<u8>, Self)> {
        self.board.children().map(|(ply, board)| {
            let cell = match ply {
                Move::Place(square) => Some((square.row() * N + square.column()) as u8),
                Move::Pass => None,
            };
            (cell, Othello { board, scoring: self.scoring })
        })
    }

    fn is_reversed(&self) -> bool {
        self.scoring == Scoring::FewestDiscs
    }
}

/// A position of NoGo: black's win is 1, white's -1.
impl Position for nogo::Board {
    type Key = nogo::Board;

    fn key(&self) -> nogo::Board {
        self.canonical()
    }

    fn to_move(&self) -> Colour {
        self.to_move()
    }

    fn result(&self) -> Option<i32> {
        self.winner().map(|winner| if winner == Colour::Black { 1 } else { -1 })
    }

    fn empties(&self) -> u32 {
        self.empties().len()
    }

    fn replies(&self) -> impl Iterator<Item = (Option<u8>, Self)> {
        let columns = self.shape().columns();
        Game::children(self).map(move |(point, board)| (Some((point.row() * columns + point.column()) as u8), board))
    }
}

/// A bound of black's score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    AtLeast(i32),
    AtMost(i32),
}

impl Bound {
    pub(super) fn holds(self, score: i32) -> bool {
        match self {
            Bound::AtLeast(least) => score >= least,
            Bound::AtMost(most) => score <= most,
        }
    }

    /// The side that holds it.
    pub(super) fn holder(self, of: &impl Position) -> Colour {
        if matches!(self, Bound::AtLeast(_)) ^ of.is_reversed() { Colour::Black } else { Colour::White }
    }
}

impl std::fmt::Display for Bound {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Bound::AtLeast(score) => write!(f, "at-least {score}"),
            Bound::AtMost(score) => write!(f, "at-most {score}"),
        }
    }
}

/// A claim and its proof, as a file has them.
pub(super) struct Certificate {
    pub(super) game: String,
    pub(super) position: String,
    pub(super) scoring: Option<Scoring>,
    /// `score N` or `winner COLOUR`.
    pub(super) claim: Claim,
    /// Positions with this many empty cells or fewer are leaves; Gomoku has none.
    pub(super) leaves: Option<u32>,
    pub(super) sections: Vec<(Bound, Vec<u8>)>,
}

/// Why a check ended without a proof.
pub(super) enum End {
    Interrupted,
    Wrong(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    Score(i32),
    Winner(Colour),
}

impl Claim {
    /// The bounds that prove it.
    pub(super) fn bounds(self) -> Vec<Bound> {
        match self {
            Claim::Score(score) => vec![Bound::AtLeast(score), Bound::AtMost(score)],
            Claim::Winner(Colour::Black) => vec![Bound::AtLeast(1)],
            Claim::Winner(Colour::White) => vec![Bound::AtMost(-1)],
        }
    }
}

impl std::fmt::Display for Claim {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Claim::Score(score) => write!(f, "score {score}"),
            Claim::Winner(winner) => write!(f, "winner {winner}"),
        }
    }
}

impl Certificate {
    pub(super) fn bytes(&self) -> Vec<u8> {
        let Certificate { game, position, scoring, claim, leaves, sections } = self;
        let mut text = format!("{TITLE}\ngame {game}\nposition {position}\n");
        if let Some(scoring) = scoring {
            text += &format!("scoring {}\n", scoring_name(*scoring));
        }
        text += &format!("{claim}\n");
        if let Some(leaves) = leaves {
            text += &format!("leaves {leaves}\n");
        }
        for (bound, moves) in sections {
            text += &format!("{bound}: {} bytes\n", moves.len());
        }
        let mut bytes = (text + "\n").into_bytes();
        sections.iter().for_each(|(_, moves)| bytes.extend(moves));
        bytes
    }

    /// Reads a file, or says why it is none.
    pub(super) fn read(bytes: &[u8]) -> Result<Certificate, String> {
        let end =
            bytes.windows(2).position(|two| two == b"\n\n").ok_or("it is not a certificate, or cut in its head")?;
        let text = std::str::from_utf8(&bytes[..end]).map_err(|_| "it is not a certificate")?;
        let mut lines = text.lines();
        if lines.next() != Some(TITLE) {
            return Err("it is not a certificate, or one of another version".to_owned());
        }
        let mut next = |name: &'static str| -> Result<&str, String> {
            let line = lines.next().ok_or(format!("its head has no line '{name}'"))?;
            line.strip_prefix(name)
                .and_then(|rest| rest.strip_prefix(' '))
                .ok_or(format!("'{line}' in place of '{name}'"))
        };
        let (game, position) = (next("game")?.to_owned(), next("position")?.to_owned());
        let (is_gomoku, has_winner) = (game == "gomoku", game == "gomoku" || game == "nogo");
        let scoring = if has_winner {
            None
        } else {
            let name = next("scoring")?;
            let found = Scoring::ALL.into_iter().find(|&scoring| scoring_name(scoring) == name);
            Some(found.ok_or(format!("'{name}' is no scoring"))?)
        };
        let number = |text: &str| text.parse().map_err(|_| format!("'{text}' is not a number"));
        let claim = if has_winner {
            Claim::Winner(match next("winner")? {
                "black" => Colour::Black,
                "white" => Colour::White,
                other => return Err(format!("'{other}' is no winner")),
            })
        } else {
            Claim::Score(number(next("score")?)?)
        };
        let leaves = if is_gomoku { None } else { Some(number(next("leaves")?)? as u32) };
        let mut rest = &bytes[end + 2..];
        let mut sections = Vec::new();
        for line in lines {
            let (bound, length) = line.split_once(": ").ok_or(format!("'{line}' is no section"))?;
            let length = length.strip_suffix(" bytes").and_then(|length| length.parse::<usize>().ok());
            let length = length.ok_or(format!("'{line}' is no section"))?;
            let bound = match bound.split_once(' ') {
                Some(("at-least", score)) => Bound::AtLeast(number(score)?),
                Some(("at-most", score)) => Bound::AtMost(number(score)?),
                _ => return Err(format!("'{line}' is no section")),
            };
            let moves = rest.get(..length).ok_or(format!("it is cut in its section {bound}"))?;
            rest = &rest[length..];
            sections.push((bound, moves.to_vec()));
        }
        if !rest.is_empty() {
            return Err("its sections end before it does".to_owned());
        }
        Ok(Certificate { game, position, scoring, claim, leaves, sections })
    }
}
