//! `stonemask nboard`: the protocol between NBoard, a program that shows games of Othello, and its engines, in both versions.

mod game;

use super::clock::Limits;
use super::inbox::Inbox;
use super::playable::Playable;
use super::player::{Player, Seat};
use crate::error::Failure;
use clap::Args;
use game::{Game, read_move};
use std::io::{self, Write};
use std::time::{Duration, Instant};
use stonemask::othello::{self, Board, Move};

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

/// The depth until the viewer sets one: positions with this number of empty squares or fewer are solved.
const DEPTH: u32 = 16;

/// The engine's side.
struct Engine {
    seat: Seat,
    player: Box<dyn Player<Board<8>>>,
    /// Finds what moves are worth; the player has its own.
    solver: othello::Solver<8>,
    game: Game,
    depth: u32,
}

impl Engine {
    fn new(seat: Seat) -> Result<Engine, Failure> {
        let (player, solver) = (seat.player()?, seat.solver::<Board<8>>()?);
        Ok(Engine { seat, player, solver, game: Game::default(), depth: DEPTH })
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
                _ if command.len() == 2 && read_move(command).is_ok() => self.make(line.trim(), out)?,
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
        // Without time, the player only looks at the moves.
        let time = if board.empties().len() <= self.depth { time } else { Duration::ZERO };
        writeln!(out, "status stonemask is thinking")?;
        out.flush()?;
        let mut stop = || is_pinged(inbox);
        let mut limits = Limits::new(time, &mut stop);
        let thought = self.player.choose(&board, &mut limits).expect("the game is not over");
        if !limits.is_stopped() {
            let value = thought.solved.map_or(String::new(), |solved| format!("{:.2}", f64::from(solved.score)));
            writeln!(out, "=== {}/{value}/{:.2}", short(thought.ply), begun.elapsed().as_secs_f64())?;
        }
        writeln!(out, "status")
    }

    /// The best moves by a glance; then, near the end, by what they are worth.
    fn hint(&mut self, rest: &str, inbox: &mut Inbox, out: &mut dyn Write) -> io::Result<()> {
        let board = *self.game.board();
        if board.is_over() {
            return refuse(out, "the game is over");
        }
        let count = rest.parse::<usize>().unwrap_or(1).max(1);
        writeln!(out, "status stonemask is analyzing")?;
        let mut glances = board.glances();
        glances.sort_by_key(|&(_, value)| -value);
        for &(ply, value) in glances.iter().take(count) {
            writeln!(out, "search {} {value:.2} 0 1", short(ply), value = f64::from(value))?;
        }
        out.flush()?;
        if board.empties().len() <= self.depth {
            let mut stop = || is_pinged(inbox);
            let mut limits = Limits::new(self.seat.time(), &mut stop);
            let solved = board.children().map(|(ply, after)| {
                let reply = after.solved(&mut self.solver, &mut limits)?;
                Some((-reply.score, [ply].into_iter().chain(reply.line).map(short).collect()))
            });
            // Of some moves alone the best need not be the best.
            let mut solved: Vec<(i32, String)> = solved.collect::<Option<_>>().unwrap_or_default();
            solved.sort_by_key(|&(value, _)| -value);
            for (value, line) in solved.iter().take(count) {
                writeln!(out, "search {line} {:.2} 0 100%", f64::from(*value))?;
            }
        }
        writeln!(out, "status")
    }

    /// What each position of the game is worth for the side to move, from the last one back.
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

    /// What a position is worth for the side to move: its score where that is found in time, else the best move's worth at a
    /// glance; `None` when the viewer wants no more of it.
    fn value(&mut self, board: &Board<8>, inbox: &mut Inbox) -> Option<i32> {
        let mut stop = || is_pinged(inbox);
        let mut limits = Limits::new(self.seat.time(), &mut stop);
        let is_solvable = board.is_over() || board.empties().len() <= self.depth;
        let solved = is_solvable.then(|| board.solved(&mut self.solver, &mut limits)).flatten();
        if limits.flow().is_break() && limits.is_stopped() {
            return None;
        }
        let best = || board.glances().into_iter().map(|(_, value)| value).max();
        solved.map(|solved| solved.score).or_else(best)
    }
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
