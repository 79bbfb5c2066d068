//! NBoard's protocol, versions 1 and 2.

use super::driver::{Driver, GameTime, rest};
use super::engine::Engine;
use super::fault::{Kind, Stop};
use super::table::{Cells, State};
use stonemask::Colour;

pub(crate) struct Nboard {
    engine: Engine,
    pings: u32,
    told: Option<(String, Vec<String>)>,
    /// The depth that it is told to search.
    depth: u32,
    time: Option<GameTime>,
}

impl Nboard {
    pub(crate) fn new(engine: Engine) -> Nboard {
        Nboard::of_depth(engine, 2)
    }

    /// An engine that is told to search this deep.
    pub(crate) fn of_depth(engine: Engine, depth: u32) -> Nboard {
        Nboard { engine, pings: 0, told: None, depth, time: None }
    }

    /// Sends lines and waits until the engine has read them.
    fn settle(&mut self, lines: &str) -> Result<(), Stop> {
        self.pings += 1;
        let ping = format!("ping {}", self.pings);
        self.engine.say(&format!("{lines}\n{ping}"));
        loop {
            let line = self.engine.hear(&ping)?;
            if let Some(number) = line.strip_prefix("pong") {
                if number.trim() != self.pings.to_string() {
                    return Err(Kind::BrokenProtocol.because(format!("after '{ping}': '{line}'")));
                }
                return self.engine.on_time(&ping);
            }
        }
    }
}

impl Driver for Nboard {
    fn engine(&mut self) -> Option<&mut Engine> {
        Some(&mut self.engine)
    }

    fn set_time(&mut self, time: GameTime) {
        self.time = Some(time);
    }

    fn speak(&mut self) -> Result<(), Stop> {
        self.settle(&format!("nboard 2\nset depth {}", self.depth))
    }

    fn choose(&mut self, state: &State) -> Result<Option<String>, Stop> {
        if self.pings == 0 {
            self.speak()?;
        }
        let lines = match rest(&self.told, state) {
            Some(left) => left.iter().map(|ply| format!("move {}\n", ply_name(ply))).collect(),
            None => format!("set game {}", ggf(state, self.time)),
        };
        self.told = None;
        if !lines.is_empty() {
            self.settle(lines.trim_end())?;
        }
        self.engine.say("go");
        let answer = loop {
            let line = self.engine.hear("go")?;
            if let Some(answer) = line.strip_prefix("===") {
                self.engine.on_time("go")?;
                break answer.trim().to_owned();
            }
        };
        let first = answer.split(['/', ' ']).next().unwrap_or("").to_ascii_lowercase();
        let ply = match first.as_str() {
            "pa" | "pass" => "pass".to_owned(),
            _ if state.game.place(&first).is_some() => first,
            _ => return Err(Kind::BrokenProtocol.because(format!("after 'go': '=== {answer}', expected a move"))),
        };
        // A move that is sent before the engine has done with the last is no fault of its.
        self.settle("")?;
        self.told = Some((state.start.clone(), state.moves.clone()));
        Ok(Some(ply))
    }
}

fn ply_name(ply: &str) -> String {
    if ply == "pass" { "PA".to_owned() } else { ply.to_ascii_uppercase() }
}

/// The game so far in the Generic Game Format.
fn ggf(state: &State, time: Option<GameTime>) -> String {
    let cells = Cells::of(state.game, &state.start);
    let side = |letter| if letter == 'X' { '*' } else { 'O' };
    let board: String = cells.each().map(|(_, cell)| if cell == '-' { '-' } else { side(cell) }).collect();
    let played: String = state
        .by_colour()
        .iter()
        .map(|(colour, ply)| format!("{}[{}]", if *colour == Colour::Black { 'B' } else { 'W' }, ply_name(ply)))
        .collect();
    let (size, side) = (cells.rows.len(), side(cells.side));
    let seconds = time.map_or(300, |time| time.main.as_secs());
    let time = format!("{}:{:02}", seconds / 60, seconds % 60);
    format!("(;GM[Othello]PC[stonemask]PB[black]PW[white]RE[?]TI[{time}]TY[{size}]BO[{size} {board} {side}]{played};)")
}
