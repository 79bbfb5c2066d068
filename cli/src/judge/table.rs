//! The referee's board: any game by texts.

use crate::games::{Name, Playable, Recorded, each};
use std::ops::ControlFlow;
use stonemask::Colour;
use stonemask::game::{Game, Outcome};
use stonemask::perft::divide;
use stonemask::sgf::size;

/// A position of any game.
pub(crate) trait Position {
    fn text(&self) -> String;
    fn to_move(&self) -> Colour;
    fn plies(&self) -> Vec<String>;
    fn outcome(&self) -> Option<Outcome>;
    /// Plays a ply, or says why it is illegal.
    fn play(&mut self, ply: &str) -> Result<(), String>;
    fn after(&self, ply: &str) -> Option<Box<dyn Position>>;
    /// The number of nodes below each first ply; with depth 0, or when the game is over, none.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;
    fn perft(&self, depth: u32) -> u64;
    /// The board in the line that names the settings of a match, behind the game's name.
    fn match_board(&self) -> String;
    /// The part of the position that SGF has no words for.
    fn sgf_lacks(&self) -> Option<&'static str>;
    /// The game, the board and the rule as SGF names them, behind `GM[`.
    fn sgf_head(&self) -> String;
}

impl<G: Playable> Position for G {
    fn text(&self) -> String {
        self.to_string()
    }

    fn to_move(&self) -> Colour {
        Game::to_move(self)
    }

    fn plies(&self) -> Vec<String> {
        Game::plies(self).map(|ply| ply.to_string()).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        Game::outcome(self)
    }

    fn play(&mut self, ply: &str) -> Result<(), String> {
        let ply = ply.parse().map_err(|error: <G::Move as std::str::FromStr>::Err| error.to_string())?;
        self.try_play(ply).map_err(|error| error.to_string())
    }

    fn after(&self, ply: &str) -> Option<Box<dyn Position>> {
        let mut after = self.clone();
        Position::play(&mut after, ply).ok()?;
        Some(Box::new(after))
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        if depth == 0 {
            return Vec::new();
        }
        divide(self, depth).into_iter().map(|(ply, count)| (ply.to_string(), count.nodes)).collect()
    }

    fn perft(&self, depth: u32) -> u64 {
        Game::perft(self, depth).nodes
    }

    fn match_board(&self) -> String {
        Playable::match_board(self)
    }

    fn sgf_lacks(&self) -> Option<&'static str> {
        Recorded::sgf_lacks(self)
    }

    fn sgf_head(&self) -> String {
        let (rows, columns) = self.extent();
        let rule = self.sgf_rule().map_or(String::new(), |rule| format!("RU[{rule}]"));
        format!("{}]SZ[{}]{rule}", G::SGF, size((rows, columns)))
    }
}

/// The position of a text.
///
/// # Errors
/// When it is none of the game: why.
pub(crate) fn read(game: Name, text: &str) -> Result<Box<dyn Position>, String> {
    fn of<G: Playable>(text: &str) -> Result<Box<dyn Position>, String> {
        text.parse::<G>().map(|board| Box::new(board) as Box<dyn Position>).map_err(|error| error.to_string())
    }
    each!(game, G => of::<G>(text))
}

/// The cells of a position's text by rows, and what stands before and after them.
pub(crate) struct Cells {
    pub(crate) game: Name,
    pub(crate) rows: Vec<Vec<char>>,
    /// The rule of a game that has several.
    pub(crate) rule: String,
    pub(crate) side: char,
}

impl Cells {
    /// Of a text that a position has.
    pub(crate) fn of(game: Name, text: &str) -> Cells {
        let words: Vec<&str> = text.split(' ').collect();
        let (cells, side) = (words[words.len() - 2], words[words.len() - 1]);
        let side = side.chars().next().expect("a side to move");
        // The rule stands behind the size, where a game has several.
        let rule = if words.len() > 3 { words[1].to_owned() } else { String::new() };
        let rows = if cells.contains('/') || game.usual_side().is_some() {
            cells.split('/').map(|row| row.chars().collect()).collect()
        } else {
            let columns = cells.len().isqrt();
            cells.chars().collect::<Vec<_>>().chunks(columns).map(<[char]>::to_vec).collect()
        };
        Cells { game, rows, rule, side }
    }

    pub(crate) fn text(&self) -> String {
        let rows: Vec<String> = self.rows.iter().map(|row| row.iter().collect()).collect();
        self.game.text(&rows, &self.rule, self.side)
    }

    pub(crate) fn size(&self) -> (usize, usize) {
        (self.rows.len(), self.rows[0].len())
    }

    /// Each cell and where it is.
    pub(crate) fn each(&self) -> impl Iterator<Item = ((usize, usize), char)> + '_ {
        let row = |(row, cells): (usize, &'_ Vec<char>)| {
            cells.iter().copied().enumerate().map(move |(column, cell)| ((row, column), cell)).collect::<Vec<_>>()
        };
        self.rows.iter().enumerate().flat_map(row)
    }
}

/// A start position and the plies after it.
pub(crate) struct State {
    pub(crate) game: Name,
    pub(crate) start: String,
    pub(crate) moves: Vec<String>,
    /// The position after them.
    pub(crate) now: Box<dyn Position>,
}

impl State {
    /// # Errors
    /// When the text is no position, or a ply is illegal: why.
    pub(crate) fn new(game: Name, start: &str, moves: &[String]) -> Result<State, String> {
        let mut now = read(game, start)?;
        for (index, ply) in moves.iter().enumerate() {
            now.play(ply).map_err(|problem| format!("ply {}: {problem}", index + 1))?;
        }
        Ok(State { game, start: start.to_owned(), moves: moves.to_vec(), now })
    }

    pub(crate) fn play(&mut self, ply: &str) {
        self.now.play(ply).expect("a legal ply");
        self.moves.push(ply.to_owned());
    }

    pub(crate) fn is_over(&self) -> bool {
        self.now.outcome().is_some()
    }

    /// The plies that are illegal, though a cell is empty there: those that an engine may take for
    /// legal; and a pass.
    pub(crate) fn illegal(&self) -> Vec<String> {
        let legal = self.now.plies();
        let cells = Cells::of(self.game, &self.now.text());
        let empty = cells.each().filter(|(_, cell)| matches!(cell, '-' | '+')).map(|(at, _)| self.game.place_name(at));
        let pass = self.game.has_passes().then(|| "pass".to_owned());
        empty.chain(pass).filter(|ply| !legal.contains(ply)).collect()
    }

    /// The cells with stones.
    pub(crate) fn occupied(&self) -> Vec<String> {
        let cells = Cells::of(self.game, &self.now.text());
        cells.each().filter(|(_, cell)| matches!(cell, 'X' | 'O')).map(|(at, _)| self.game.place_name(at)).collect()
    }

    /// Who plays each ply, and the ply.
    pub(crate) fn by_colour(&self) -> Vec<(Colour, String)> {
        let mut position = read(self.game, &self.start).expect("it was read before");
        let mut all = Vec::new();
        _ = self.moves.iter().try_for_each(|ply| {
            all.push((position.to_move(), ply.clone()));
            position.play(ply).map_or(ControlFlow::Break(()), ControlFlow::Continue)
        });
        all
    }
}
