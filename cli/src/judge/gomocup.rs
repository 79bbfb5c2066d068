//! The Gomocup protocol, also known as Piskvork's (version 2 by Petr Laštovička).

use super::driver::{Driver, GameTime};
use super::engine::Engine;
use super::fault::{Kind, Stop};
use super::table::{Cells, State};
use crate::games;
use std::time::Duration;
use stonemask::Colour;
use stonemask::gomoku::Rule;

pub(crate) struct Gomocup {
    engine: Engine,
    /// The board that it was started with: rows, columns, rule.
    started: Option<(usize, usize, String)>,
    /// Whether it knows `RESTART`; `START` does the same, but some take longer for it.
    restarts: bool,
    /// The moves that it was told of, its own last.
    told: Option<Vec<String>>,
    /// The time of the game; without it, that of each move.
    time: Option<GameTime>,
}

impl Gomocup {
    pub(crate) fn new(engine: Engine) -> Gomocup {
        Gomocup { engine, started: None, restarts: true, told: None, time: None }
    }

    /// The next line that is an answer.
    fn answer(&mut self, about: &str) -> Result<String, Stop> {
        loop {
            let line = self.engine.hear(about)?;
            let word = line.split_whitespace().next().unwrap_or("").to_ascii_uppercase();
            if !matches!(word.as_str(), "MESSAGE" | "DEBUG" | "") {
                self.engine.on_time(about)?;
                return Ok(line);
            }
        }
    }

    fn start(&mut self, state: &State) -> Result<(), Stop> {
        let cells = Cells::of(state.game, &state.start);
        let (rows, columns) = cells.size();
        let wanted = (rows, columns, cells.rule.clone());
        let order = match &self.started {
            Some(started) if *started == wanted && self.restarts => "RESTART".to_owned(),
            _ if rows == columns => format!("START {rows}"),
            _ => format!("RECTSTART {columns},{rows}"),
        };
        self.engine.say(&order);
        let answer = self.answer(&order)?;
        if !answer.trim().eq_ignore_ascii_case("OK") {
            let stop = match answer.split_whitespace().next().map(str::to_ascii_uppercase).as_deref() {
                Some("ERROR" | "UNKNOWN") if order == "RESTART" => {
                    self.restarts = false;
                    return self.start(state);
                }
                Some("ERROR" | "UNKNOWN") => Stop::NotStarted(format!("'{order}' fails: {answer}")),
                _ => Kind::BrokenProtocol.because(format!("after '{order}': '{answer}', expected OK")),
            };
            return Err(stop);
        }
        let rule = match cells.rule.parse().unwrap_or_default() {
            Rule::Freestyle => 0,
            Rule::Standard => 1,
            Rule::Renju => 4,
            Rule::Caro => 8,
            Rule::CaroExact => 9,
        };
        let (turn, game, left) = match self.time {
            Some(time) => (time.main, time.main, time.main.as_millis()),
            None => (self.engine.time(), Duration::ZERO, 2_147_483_647),
        };
        let (turn, game) = (turn.as_millis(), game.as_millis());
        self.engine.say(&format!(
            "INFO timeout_turn {turn}\nINFO timeout_match {game}\nINFO max_memory 0\nINFO game_type 1\nINFO rule {rule}\n\
             INFO time_left {left}"
        ));
        self.started = Some(wanted);
        Ok(())
    }
}

impl Driver for Gomocup {
    fn engine(&mut self) -> Option<&mut Engine> {
        Some(&mut self.engine)
    }

    fn set_time(&mut self, time: GameTime) {
        self.time = Some(time);
    }

    fn speak(&mut self) -> Result<(), Stop> {
        let state = State::new(games::Name::Gomoku, &games::gomoku::empty(15, Rule::Freestyle), &[]);
        self.choose(&state.expect("an empty board")).map(drop)
    }

    fn choose(&mut self, state: &State) -> Result<Option<String>, Stop> {
        let x_y = |ply: &String| {
            let (row, column) = state.game.place(ply).expect("a point");
            format!("{column},{row}")
        };
        let order = match (&self.told, state.moves.as_slice()) {
            (Some(told), [before @ .., last]) if before == told && !told.is_empty() => format!("TURN {}", x_y(last)),
            (_, moves) => {
                self.start(state)?;
                match moves {
                    [] => "BEGIN".to_owned(),
                    [only] => format!("TURN {}", x_y(only)),
                    _ => {
                        let own = moves.len() % 2;
                        let field = |(index, ply)| format!("{},{}\n", x_y(ply), if index % 2 == own { 1 } else { 2 });
                        format!("BOARD\n{}DONE", moves.iter().enumerate().map(field).collect::<String>())
                    }
                }
            }
        };
        self.told = None;
        if let Some(GameTime { left, .. }) = self.time {
            let left = left[usize::from(state.now.to_move() == Colour::White)].as_millis();
            self.engine.say(&format!("INFO time_left {left}"));
        }
        self.engine.say(&order);
        let about = order.lines().next().expect("a command").to_owned();
        let answer = self.answer(&about)?;
        let numbers: Option<Vec<usize>> = answer.split(',').map(|number| number.trim().parse().ok()).collect();
        let Some(&[column, row]) = numbers.as_deref() else {
            return Err(Kind::BrokenProtocol.because(format!("after '{about}': '{answer}', expected x,y")));
        };
        if row >= 64 || column >= 64 {
            return Err(Kind::IllegalMove.because(format!("{answer} is off the board")));
        }
        let ply = state.game.place_name((row, column));
        if state.now.after(&ply).is_some() {
            self.told = Some([&state.moves[..], std::slice::from_ref(&ply)].concat());
        }
        Ok(Some(ply))
    }
}
