//! GTP version 2 (Farnebäck's draft 2), and the commands by which engines list legal moves and
//! results.

use super::case::{PASS, RESIGNS, read_outcome};
use super::driver::{Driver, GameTime, rest};
use super::engine::{Engine, LONGEST};
use super::fault::{Kind, Stop};
use super::table::{Cells, State};
use stonemask::Colour;
use stonemask::game::Outcome;

/// Columns of a Go board; row 1 is at the bottom.
const COLUMNS: &[u8] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The commands that every engine must have.
const REQUIRED: [&str; 10] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "play",
    "genmove",
];

/// Commands that list legal moves, and whether they take a colour.
const LISTS: [(&str, bool); 4] =
    [("gogui-rules_legal_moves", false), ("all_legal", true), ("legal_moves", true), ("list_legal", true)];

pub(crate) struct Gtp {
    engine: Engine,
    id: u32,
    commands: Option<Vec<String>>,
    /// Whether the engine passes by itself, and is not told of passes.
    skips_passes: bool,
    told: Option<(String, Vec<String>)>,
    /// The time of the game; without it, that of each move.
    time: Option<GameTime>,
    /// Whether a time of whole seconds for a move is told.
    tells_time: bool,
}

impl Gtp {
    pub(crate) fn new(engine: Engine, skips_passes: bool) -> Gtp {
        Gtp { engine, id: 0, commands: None, skips_passes, told: None, time: None, tells_time: false }
    }

    /// An engine that is told how long its moves may take, if it wants to know.
    pub(crate) fn on_time(engine: Engine, skips_passes: bool) -> Gtp {
        Gtp { tells_time: true, ..Gtp::new(engine, skips_passes) }
    }

    /// Sends a command; its answer, or the error that it answers.
    pub(super) fn command(&mut self, command: &str) -> Result<Result<String, String>, Stop> {
        self.id += 1;
        let id = self.id.to_string();
        self.engine.say(&format!("{id} {command}"));
        self.answer(command, &id)
    }

    fn answer(&mut self, command: &str, id: &str) -> Result<Result<String, String>, Stop> {
        let broken = |told: String| Kind::BrokenProtocol.because(format!("after '{command}': {told}"));
        let mut first = self.engine.hear(command)?;
        while first.trim().is_empty() {
            first = self.engine.hear(command)?;
        }
        let good = first.starts_with('=');
        if !good && !first.starts_with('?') {
            return Err(broken(format!("the answer begins with neither = nor ?: '{first}'")));
        }
        let text = first[1..].trim_start_matches(|c: char| c.is_ascii_digit());
        let given = &first[1..first.len() - text.len()];
        if given != id {
            let given = if given.is_empty() { "no id".to_owned() } else { format!("the id {given}") };
            let right = if id.is_empty() { "none".to_owned() } else { id.to_owned() };
            return Err(broken(format!("the answer has {given}, expected {right}")));
        }
        let mut text = text.trim().to_owned();
        loop {
            let line = self.engine.hear(command).map_err(|stop| match stop {
                Stop::Fault(fault) if fault.kind == Kind::Hang => broken("no empty line follows the answer".to_owned()),
                stop => stop,
            })?;
            if line.trim().is_empty() {
                break;
            }
            text += "\n";
            text += line.trim_end();
            if text.len() > LONGEST {
                return Err(broken("an answer longer than 1 MiB".to_owned()));
            }
        }
        self.engine.on_time(command)?;
        Ok(if good { Ok(text) } else { Err(text) })
    }

    /// A command that must succeed.
    fn must(&mut self, command: &str) -> Result<String, Stop> {
        self.command(command)?.map_err(|error| Kind::BrokenProtocol.because(format!("'{command}' fails: {error}")))
    }

    fn knows(&mut self, command: &str) -> Result<bool, Stop> {
        if self.commands.is_none() {
            let list = self.must("list_commands")?;
            self.commands = Some(list.split_whitespace().map(str::to_owned).collect());
        }
        Ok(self.commands.as_ref().expect("just listed").iter().any(|other| other == command))
    }

    /// Brings the engine to a position.
    fn reach(&mut self, state: &State) -> Result<(), Stop> {
        let plies = state.by_colour();
        let left = match rest(&self.told, state) {
            Some(left) => left.len(),
            None => {
                self.begin(state)?;
                plies.len()
            }
        };
        self.told = None;
        let skipped = |ply: &String| self.skips_passes && ply == PASS;
        let left: Vec<_> = plies[plies.len() - left..].iter().filter(|(_, ply)| !skipped(ply)).collect();
        for (colour, ply) in left {
            let command = format!("play {} {}", letter(*colour), vertex(state, ply));
            if let Err(error) = self.command(&command)? {
                let told = format!("'{command}' fails: {error}; {ply} is legal for {colour}");
                return Err(Kind::LegalMoveRefused.because(told));
            }
        }
        self.told = Some((state.start.clone(), state.moves.clone()));
        Ok(())
    }

    /// Begins a game.
    fn begin(&mut self, state: &State) -> Result<(), Stop> {
        self.told = None;
        let (rows, columns) = Cells::of(state.game, &state.start).size();
        check_size((rows, columns)).map_err(Stop::NotStarted)?;
        if let Some(name) = state.game.set_game()
            && self.knows("set_game")?
        {
            // Engines of several games; others say that they do not know it.
            _ = self.command(&format!("set_game {name}"))?;
        }
        if let Err(error) = self.command(&format!("boardsize {rows}"))? {
            return Err(Stop::NotStarted(format!("the engine does not play on {rows}x{rows}: {error}")));
        }
        self.must("clear_board")?;
        if self.tells_time && self.knows("time_settings")? {
            let move_time = self.engine.time();
            let settings = match self.time {
                Some(GameTime { main, .. }) => Some(format!("time_settings {} 0 0", main.as_secs())),
                // Less than a second cannot be said.
                None if move_time.as_secs() > 0 => Some(format!("time_settings 0 {} 1", move_time.as_secs())),
                None => None,
            };
            if let Some(settings) = settings {
                _ = self.command(&settings)?;
            }
        }
        Ok(())
    }

    /// Tells how much of the game's time is left.
    fn tell_time_left(&mut self) -> Result<(), Stop> {
        let Some(GameTime { left, .. }) = self.time else { return Ok(()) };
        if self.knows("time_left")? {
            for (colour, left) in Colour::ALL.into_iter().zip(left) {
                _ = self.command(&format!("time_left {} {} 0", letter(colour), left.as_secs()))?;
            }
        }
        Ok(())
    }
}

impl Driver for Gtp {
    fn engine(&mut self) -> Option<&mut Engine> {
        Some(&mut self.engine)
    }

    fn set_time(&mut self, time: GameTime) {
        self.time = Some(time);
    }

    fn speak(&mut self) -> Result<(), Stop> {
        let version = self.must("protocol_version")?;
        if version != "2" {
            return Err(Kind::BrokenProtocol.because(format!("protocol_version is '{version}', expected 2")));
        }
        for command in REQUIRED {
            if !self.knows(command)? {
                return Err(Kind::BrokenProtocol
                    .because(format!("list_commands does not have {command}, which all engines must")));
            }
        }
        let name = self.must("name")?;
        self.must("version")?;
        let unknown = "stonemask-no-such-command";
        if let Ok(answer) = self.command(unknown)? {
            return Err(Kind::BrokenProtocol.because(format!("'{unknown}' succeeds: {answer}")));
        }
        for (command, right) in [("name", "true"), (unknown, "false")] {
            let told = self.must(&format!("known_command {command}"))?;
            if told != right {
                let told = format!("known_command {command} is '{told}', expected {right}");
                return Err(Kind::BrokenProtocol.because(told));
            }
        }
        // Without an id, between a comment and empty lines, which have no answers.
        for lines in ["name", "# a comment\n\n \tname # another"] {
            self.engine.say(lines);
            let again = self.answer("name", "")?;
            if again.as_ref() != Ok(&name) {
                let told = format!("the answer to 'name' without an id is {again:?}, expected '{name}'");
                return Err(Kind::BrokenProtocol.because(told));
            }
        }
        Ok(())
    }

    fn moves(&mut self, state: &State) -> Result<Option<Vec<String>>, Stop> {
        for (command, has_colour) in LISTS {
            if self.knows(command)? {
                self.reach(state)?;
                let colour = if has_colour { format!(" {}", letter(state.now.to_move())) } else { String::new() };
                let command = format!("{command}{colour}");
                let list = self.must(&command)?;
                let plies = list.split_whitespace().map(|vertex| {
                    ply(state, vertex)
                        .ok_or_else(|| Kind::BrokenProtocol.because(format!("'{command}' has '{vertex}'")))
                });
                return plies.collect::<Result<_, _>>().map(Some);
            }
        }
        Ok(None)
    }

    fn accepts(&mut self, state: &State, ply: &str) -> Result<Option<bool>, Stop> {
        self.reach(state)?;
        let command = format!("play {} {}", letter(state.now.to_move()), vertex(state, ply));
        let accepted = self.command(&command)?.is_ok();
        if accepted {
            self.told = None;
            if state.now.after(ply).is_some() {
                self.told = Some((state.start.clone(), [&state.moves[..], &[ply.to_owned()]].concat()));
            }
        }
        Ok(Some(accepted))
    }

    fn choose(&mut self, state: &State) -> Result<Option<String>, Stop> {
        self.reach(state)?;
        self.tell_time_left()?;
        self.told = None;
        let command = format!("genmove {}", letter(state.now.to_move()));
        let answer = self.must(&command)?;
        if answer.eq_ignore_ascii_case(RESIGNS) {
            return Ok(Some(RESIGNS.to_owned()));
        }
        let Some(chosen) = ply(state, &answer) else {
            return Err(Kind::BrokenProtocol.because(format!("'{command}' has '{answer}'")));
        };
        if state.now.after(&chosen).is_some() {
            self.told = Some((state.start.clone(), [&state.moves[..], std::slice::from_ref(&chosen)].concat()));
        }
        Ok(Some(chosen))
    }

    fn result(&mut self, state: &State) -> Result<Option<Outcome>, Stop> {
        let mut commands = vec!["gogui-rules_final_result"];
        if state.game.counts_discs() {
            // Elsewhere it is the score of a game of Go.
            commands.push("final_score");
        }
        for command in commands {
            if self.knows(command)? {
                self.reach(state)?;
                return Ok(self.command(command)?.ok().and_then(|text| read_outcome(&text)));
            }
        }
        Ok(None)
    }
}

/// Refuses boards that GTP does not have.
pub(super) fn check_size((rows, columns): (usize, usize)) -> Result<(), String> {
    if rows != columns || rows > COLUMNS.len() {
        return Err(format!("GTP has square boards of up to 25 rows, not {rows}x{columns}"));
    }
    Ok(())
}

fn letter(colour: Colour) -> char {
    if colour == Colour::Black { 'b' } else { 'w' }
}

/// A ply as GTP writes it. Rows count from the top where players of the game count so.
fn vertex(state: &State, ply: &str) -> String {
    match state.game.place(ply) {
        Some((row, column)) if !state.game.counts_from_the_top() => {
            let rows = Cells::of(state.game, &state.start).size().0;
            format!("{}{}", COLUMNS[column] as char, rows - row)
        }
        _ => ply.to_ascii_uppercase(),
    }
}

/// The ply that a vertex is; `None` when it is none.
fn ply(state: &State, vertex: &str) -> Option<String> {
    let vertex = vertex.to_ascii_uppercase();
    if vertex == "PASS" {
        return Some(PASS.to_owned());
    }
    if state.game.counts_from_the_top() {
        let ply = vertex.to_ascii_lowercase();
        return state.game.place(&ply).map(|_| ply);
    }
    let rows = Cells::of(state.game, &state.start).size().0;
    let column = COLUMNS.iter().position(|&letter| Some(letter) == vertex.bytes().next())?;
    let number: usize = vertex.get(1..)?.parse().ok()?;
    let row = rows.checked_sub(number).filter(|_| number > 0 && column < rows)?;
    Some(state.game.place_name((row, column)))
}
