//! `stonemask nboard`: the protocol between NBoard, a program that shows games of Othello, and its
//! engines, in both versions.

mod game;

use super::inbox::Inbox;
use super::player::{Player, Seat};
use crate::error::Failure;
use crate::games::{Found, Limits, Playable, Worth};
use clap::Args;
use game::{Game, read_move};
use std::io::{self, Write};
use std::time::Instant;
use stonemask::game::Colour;
use stonemask::othello::{Board, Certainty, Move, Search};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    seat: Seat,
}

/// Answers a viewer's commands until it has no more.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let engine = Engine::new(arguments.seat.clone())?;
    super::converse(|inbox, out| engine.run(inbox, out))
}

/// A whole conversation, for fuzzing: what is answered to these bytes.
pub(crate) fn answer(bytes: &[u8]) -> Vec<u8> {
    let engine = Engine::new(Seat::quick()).expect("there is memory for a small table");
    let mut out = Vec::new();
    engine.run(&mut Inbox::of(bytes), &mut out).expect("memory takes all that is written");
    out
}

/// The depth until the viewer sets one, in plies: positions with this number of empty squares or
/// fewer are solved.
const DEPTH: u32 = 16;

/// The engine's side.
struct Engine {
    seat: Seat,
    player: Box<dyn Player<Board<8>>>,
    /// Finds what moves are worth; the player has its own.
    search: Search<8>,
    game: Game,
    depth: u32,
}

impl Engine {
    fn new(seat: Seat) -> Result<Engine, Failure> {
        let (player, search) = (seat.player()?, seat.search::<Board<8>>()?);
        Ok(Engine { seat, player, search, game: Game::default(), depth: DEPTH })
    }

    fn run(mut self, inbox: &mut Inbox, out: &mut dyn Write) -> io::Result<()> {
        while let Some(line) = inbox.next() {
            let mut words = line.split_whitespace();
            let Some(command) = words.next() else { continue };
            let rest = line.trim_start()[command.len()..].trim();
            match command {
                "nboard" => writeln!(out, "set myname stonemask")?,
                "set" => self.set(rest, out)?,
                "move" => self.make(rest, out)?,
                "hint" => self.hint(rest, inbox, out)?,
                "go" => self.go(inbox, out)?,
                "ping" => {
                    if let Ok(number) = rest.parse::<i64>() {
                        writeln!(out, "pong {number}")?;
                    }
                }
                "learn" => writeln!(out, "learned")?,
                "analyze" => self.analyze(inbox, out)?,
                "quit" => return Ok(()),
                // The first version sends moves as they are.
                _ if is_move(command) => self.make(line.trim(), out)?,
                _ => {}
            }
            out.flush()?;
        }
        Ok(())
    }

    fn set(&mut self, rest: &str, out: &mut dyn Write) -> io::Result<()> {
        let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        match key {
            "game" => match Game::read(value) {
                Ok(game) => self.game = game,
                Err(problem) => return refuse(out, &problem),
            },
            "depth" => match value.trim().parse::<u32>() {
                Ok(depth) => self.depth = depth,
                Err(_) => return refuse(out, "set depth takes a number"),
            },
            _ => {}
        }
        Ok(())
    }

    fn make(&mut self, text: &str, out: &mut dyn Write) -> io::Result<()> {
        let made = read_move(text).and_then(|(ply, took)| self.game.play(ply, took));
        made.or_else(|problem| refuse(out, &problem))
    }

    fn go(&mut self, inbox: &mut Inbox, out: &mut dyn Write) -> io::Result<()> {
        let begun = Instant::now();
        let board = *self.game.board();
        if board.is_over() {
            return refuse(out, "the game is over");
        }
        let clock = &self.game.clocks[board.to_move() as usize];
        let time = clock.allotted(board.moves_to_come()).unwrap_or_else(|| self.seat.time());
        writeln!(out, "status stonemask is thinking")?;
        out.flush()?;
        let mut stop = || is_pinged(inbox);
        let mut limits = Limits::new(time, &mut stop).no_deeper_than(self.depth);
        let thought = self.player.choose(&board, &mut limits).expect("the game is not over");
        if !limits.is_stopped() {
            let value = thought.worth.map_or(String::new(), |worth| format!("{:.2}", discs(worth, board.to_move())));
            writeln!(out, "=== {}/{value}/{:.2}", short(thought.ply), begun.elapsed().as_secs_f64())?;
        }
        writeln!(out, "status")
    }

    /// The best moves and what they are worth, again whenever more is known.
    fn hint(&mut self, rest: &str, inbox: &mut Inbox, out: &mut dyn Write) -> io::Result<()> {
        let board = *self.game.board();
        if board.is_over() {
            return refuse(out, "the game is over");
        }
        let count = rest.parse::<usize>().unwrap_or(1).max(1);
        writeln!(out, "status stonemask is analyzing")?;
        let mut stop = || is_pinged(inbox);
        let mut limits = Limits::new(self.seat.time(), &mut stop).no_deeper_than(self.depth);
        let (mut told, mut written) = (Vec::new(), Ok(()));
        let mut hear = |found: &[Found<Move<8>>]| {
            let lines: Vec<String> = found.iter().filter_map(|found| hint(found, board.to_move())).collect();
            let mut news = lines.iter().filter(|line| !told.contains(*line));
            if written.is_ok() {
                written = news.try_for_each(|line| writeln!(out, "{line}")).and_then(|()| out.flush());
            }
            told = lines;
        };
        let found = board.best(&mut self.search, count, &mut limits, &mut hear);
        if !limits.is_stopped() {
            hear(&found);
        }
        written?;
        writeln!(out, "status")
    }

    /// Values each position of the game for the side to move, from the last one back.
    fn analyze(&mut self, inbox: &mut Inbox, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "status stonemask is analyzing")?;
        let boards = self.game.boards.clone();
        for (made, board) in boards.iter().enumerate().rev() {
            let Some(value) = self.value(board, inbox) else { break };
            writeln!(out, "analysis {made} {:.2}", f64::from(value))?;
            out.flush()?;
        }
        writeln!(out, "status")
    }

    /// The value of a position for the side to move; `None` when the viewer wants no more of it.
    fn value(&mut self, board: &Board<8>, inbox: &mut Inbox) -> Option<i32> {
        let mut stop = || is_pinged(inbox);
        let mut limits = Limits::new(self.seat.time(), &mut stop).no_deeper_than(self.depth);
        let found = board.best(&mut self.search, 1, &mut limits, &mut |_| {});
        if limits.flow().is_break() && limits.is_stopped() {
            return None;
        }
        let over = || if board.to_move() == Colour::Black { board.score() } else { -board.score() };
        Some(found.first().map_or_else(over, |best| best.worth.value.rank(board.to_move()) as i32))
    }
}

/// The line of a hint; `None` of a move of which no more than a bound is known, since the viewer
/// would take that for its value.
fn hint(Found { worth, line, .. }: &Found<Move<8>>, own: Colour) -> Option<String> {
    let depth = match (worth.certainty, worth.depth) {
        (Certainty::AtLeast | Certainty::AtMost, _) => return None,
        (Certainty::Exact, _) => "100%".to_owned(),
        (Certainty::Estimate { .. }, Some(plies)) => plies.to_string(),
        (Certainty::Estimate { confidence }, None) => format!("{confidence}%"),
    };
    let line: String = line.iter().copied().map(short).collect();
    Some(format!("search {line} {:.2} 0 {depth}", discs(*worth, own)))
}

/// The worth of a ply to a side.
fn discs(worth: Worth, own: Colour) -> f64 {
    worth.value.rank(own) as f64
}

/// Whether a word is a move of two characters, with or without its value and time.
fn is_move(word: &str) -> bool {
    word.split('/').next().is_some_and(|name| name.len() == 2 && read_move(name).is_ok())
}

/// Whether a ping has come, after which nothing about the position before it may be said.
fn is_pinged(inbox: &mut Inbox) -> bool {
    inbox.has(|line| matches!(line.split_whitespace().next(), Some("ping" | "quit")))
}

/// Tells the viewer's user what cannot be done: the protocol has no errors.
fn refuse(out: &mut dyn Write, problem: &str) -> io::Result<()> {
    writeln!(out, "status stonemask: {}", stonemask_harness::without_controls(problem))
}

/// A move of two characters.
fn short(ply: Move<8>) -> String {
    match ply {
        Move::Place(square) => square.to_string().to_uppercase(),
        Move::Pass => "PA".to_owned(),
    }
}
