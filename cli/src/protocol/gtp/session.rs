//! A conversation: commands in, answers out.

use super::analysis;
use super::vertex;
use crate::error::Failure;
use crate::file;
use crate::games::{Cell, FOREVER, Limits, Playable, Solved};
use crate::protocol::clock::{Clock, Control};
use crate::protocol::inbox::Inbox;
use crate::protocol::player::{Player, Seat};
use crate::records::{Format, Hints};
use std::cell::RefCell;
use std::io::{self, Write};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};
use stonemask::game::{Colour, Outcome};

/// The longest SGF file that is read.
const LIMIT_MIB: u64 = 64;

/// The reply to a command: an answer, or the fault of the command.
type Answer<T> = Result<Reply<T>, String>;

enum Reply<T: Playable> {
    Text(String),
    /// Lines about this board at this interval, until there is more input.
    Analysis(T, Duration),
    /// Lines about this board at this interval while a move is found, and then the move.
    Genmove(T, Duration),
    Quit,
}

impl<T: Playable, S: Into<String>> From<S> for Reply<T> {
    fn from(text: S) -> Reply<T> {
        Reply::Text(text.into())
    }
}

/// The function that does a command with its arguments.
type Handler<T> = fn(&mut Session<T>, &[&str]) -> Answer<T>;

/// The engine's side of a conversation.
pub(super) struct Session<T: Playable> {
    /// The start of a game on this board, by these rules.
    start: T,
    /// The board before each move that can be undone, and the present one.
    boards: Vec<T>,
    seat: Seat,
    player: Box<dyn Player<T>>,
    /// The search that analyses boards, from the first time on.
    search: Option<T::Search>,
    control: Control,
    /// The time that `timelimit` allows a move or a solution.
    limit: Option<Duration>,
    /// Black's and white's.
    clocks: [Clock; 2],
}

impl<T: Playable + 'static> Session<T> {
    pub(super) fn new(board: T, seat: Seat) -> Result<Session<T>, Failure> {
        let (player, control) = (seat.player()?, Control::Unlimited);
        Ok(Session {
            start: board.clone(),
            boards: vec![board],
            seat,
            player,
            search: None,
            control,
            limit: None,
            clocks: [Clock::new(control); 2],
        })
    }

    /// Every command, in the order of the alphabet.
    const COMMANDS: &[(&str, Handler<T>)] = &[
        ("boardsize", Session::boardsize),
        ("clear_board", Session::clear_board),
        ("final_score", Session::final_score),
        ("genmove", Session::genmove),
        ("gogui-analyze_commands", |_, _| {
            Ok("plist/Legal Moves/gogui-rules_legal_moves\nstring/Result/gogui-rules_final_result".into())
        }),
        ("gogui-rules_board", Session::cells),
        ("gogui-rules_board_size", Session::side),
        ("gogui-rules_final_result", Session::result),
        ("gogui-rules_game_id", |_, _| Ok(T::ID.into())),
        ("gogui-rules_legal_moves", Session::legal_moves),
        ("gogui-rules_side_to_move", |session, _| Ok(session.board().to_move().to_string().into())),
        ("kata-time_settings", Session::named_time_settings),
        ("kgs-time_settings", Session::named_time_settings),
        ("known_command", Session::known_command),
        ("komi", Session::komi),
        ("list_commands", Session::list_commands),
        ("loadsgf", Session::loadsgf),
        ("lz-analyze", Session::analyze),
        ("lz-genmove_analyze", Session::genmove_analyze),
        ("name", |_, _| Ok("stonemask".into())),
        ("play", Session::play),
        ("protocol_version", |_, _| Ok("2".into())),
        ("quit", |_, _| Ok(Reply::Quit)),
        ("rectangular_boardsize", Session::rectangular_boardsize),
        ("reg_genmove", Session::reg_genmove),
        ("set_game", Session::set_game),
        ("showboard", |session, _| Ok(format!("\n{}", vertex::diagram(session.board())).into())),
        ("solve", Session::solve),
        ("time_left", Session::time_left),
        ("time_settings", Session::time_settings),
        ("timelimit", Session::timelimit),
        ("undo", Session::undo),
        ("version", |_, _| Ok(env!("CARGO_PKG_VERSION").into())),
    ];

    fn handler(name: &str) -> Option<Handler<T>> {
        let commands = Session::<T>::COMMANDS;
        commands.binary_search_by_key(&name, |(known, _)| known).ok().map(|index| commands[index].1)
    }

    /// Answers commands until the controller quits or has no more.
    pub(super) fn run(mut self, inbox: &mut Inbox, out: &mut dyn Write) -> io::Result<()> {
        while let Some(line) = inbox.next() {
            let text = plain(&line);
            let mut words = text.split(' ').filter(|word| !word.is_empty()).peekable();
            let id = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
            // Numbers are answered as numbers, as GNU Go does.
            let id = id.map_or("", |digits| &digits[digits.find(|digit| digit != '0').unwrap_or(digits.len() - 1)..]);
            let Some(command) = words.next() else {
                // A number alone is no command; nothing at all is no line.
                if !id.is_empty() {
                    tell(out, '?', id, "unknown command")?;
                }
                continue;
            };
            let words: Vec<&str> = words.collect();
            let answer = match Session::handler(command) {
                Some(handler) => handler(&mut self, &words),
                None => Err("unknown command".to_owned()),
            };
            match answer {
                Ok(Reply::Text(text)) => tell(out, '=', id, &text)?,
                Ok(Reply::Analysis(board, interval)) => {
                    writeln!(out, "={id} ")?;
                    out.flush()?;
                    self.show(&board, interval, inbox, out)?;
                    writeln!(out)?;
                    out.flush()?;
                }
                Ok(Reply::Genmove(board, interval)) => {
                    writeln!(out, "={id} ")?;
                    out.flush()?;
                    let name = self.genmove_shown(board, interval, out)?;
                    writeln!(out, "play {name}\n")?;
                    out.flush()?;
                }
                Ok(Reply::Quit) => return tell(out, '=', id, ""),
                Err(problem) => tell(out, '?', id, &problem)?,
            }
        }
        Ok(())
    }

    fn board(&self) -> &T {
        self.boards.last().expect("there is always a board")
    }

    fn known_command(&mut self, words: &[&str]) -> Answer<T> {
        let is_known = words.first().is_some_and(|word| Session::<T>::handler(word).is_some());
        Ok(is_known.to_string().into())
    }

    fn list_commands(&mut self, _: &[&str]) -> Answer<T> {
        let names: Vec<&str> = Session::<T>::COMMANDS.iter().map(|(name, _)| *name).collect();
        Ok(names.join("\n").into())
    }

    fn set_game(&mut self, words: &[&str]) -> Answer<T> {
        let is_this = words.first().is_some_and(|name| T::is_called(name));
        if is_this { Ok("".into()) } else { Err("unsupported game".to_owned()) }
    }

    /// None of these games has a komi, but controllers set one.
    fn komi(&mut self, words: &[&str]) -> Answer<T> {
        let komi = words.first().and_then(|word| word.parse::<f64>().ok());
        komi.map(|_| "".into()).ok_or_else(|| "komi not a float".to_owned())
    }

    fn final_score(&mut self, _: &[&str]) -> Answer<T> {
        self::final_score(self.board()).map(Reply::Text).ok_or_else(|| "the game is not over".to_owned())
    }

    fn clear_board(&mut self, _: &[&str]) -> Answer<T> {
        self.boards = vec![self.start.clone()];
        self.clocks = [Clock::new(self.control); 2];
        Ok("".into())
    }

    fn boardsize(&mut self, words: &[&str]) -> Answer<T> {
        match words {
            [side] => self.rectangular_boardsize(&[side, side]),
            _ => self.rectangular_boardsize(words),
        }
    }

    fn rectangular_boardsize(&mut self, words: &[&str]) -> Answer<T> {
        let side =
            |at: usize| words.get(at).and_then(|word| word.parse::<usize>().ok()).ok_or("boardsize not an integer");
        let (columns, rows) = (side(0)?, side(1)?);
        let fits = (1..=vertex::MOST).contains(&columns) && (1..=vertex::MOST).contains(&rows);
        self.start = fits.then(|| self.start.anew(rows, columns)).flatten().ok_or("unacceptable size")?;
        self.clear_board(&[])
    }

    fn play(&mut self, words: &[&str]) -> Answer<T> {
        let [colour, vertex, ..] = words else { return Err("invalid color or coordinate".to_owned()) };
        let colour = self::colour(colour).ok_or("invalid color or coordinate")?;
        let place = vertex::parse(self.board(), vertex).ok_or("invalid color or coordinate")?;
        let illegal = |reason: String| format!("illegal move: {reason}");
        let ply = T::ply_at(place).ok_or_else(|| illegal(format!("{} has no pass", T::ID)))?;
        if place.is_none() && Session::passes_after_the_end(self.board()) {
            self.boards.push(self.board().clone());
            return Ok("".into());
        }
        let mut board = self.board().turned_to(colour).map_err(illegal)?;
        if let Some(reason) = board.why_illegal(ply) {
            return Err(illegal(reason));
        }
        _ = board.make(ply);
        self.boards.push(board);
        Ok("".into())
    }

    /// Whether nothing is left but to pass, as controllers let both sides do until they call a game
    /// over.
    fn passes_after_the_end(board: &T) -> bool {
        board.is_over() && T::ply_at(None).is_some()
    }

    /// The board when it is this colour's turn to find a move, or what it answers instead.
    fn asked(&self, words: &[&str]) -> Result<T, Answer<T>> {
        let colour =
            words.first().and_then(|word| self::colour(word)).ok_or_else(|| Err("invalid color".to_owned()))?;
        let over = |board: &T| match board.winner() {
            Some(winner) if winner != colour && T::RESIGNS => Ok("resign".into()),
            _ if Session::passes_after_the_end(board) => Ok("pass".into()),
            _ => Err("the game is over".to_owned()),
        };
        let board = self.board();
        if board.is_over() {
            return Err(over(board));
        }
        let board = board.turned_to(colour).map_err(Err)?;
        if board.is_over() { Err(over(&board)) } else { Ok(board) }
    }

    fn genmove(&mut self, words: &[&str]) -> Answer<T> {
        let mut board = match self.asked(words) {
            Ok(board) => board,
            Err(answer) => {
                if answer.is_ok() && Session::passes_after_the_end(self.board()) {
                    self.boards.push(self.board().clone());
                }
                return answer;
            }
        };
        let clock = board.to_move() as usize;
        let begun = Instant::now();
        let time = self.time_for(&board);
        // Commands that come meanwhile wait, as the protocol has it.
        let mut stop = || false;
        let thought = self.player.choose(&board, &mut Limits::new(time, &mut stop)).expect("the game is not over");
        let name = vertex::name(&board, thought.ply);
        _ = board.make(thought.ply);
        self.boards.push(board);
        self.clocks[clock].spend(begun.elapsed());
        Ok(name.into())
    }

    /// The time for a move on a board.
    fn time_for(&self, board: &T) -> Duration {
        let of_clock = self.clocks[board.to_move() as usize].allotted(board.moves_to_come());
        [of_clock, self.limit].into_iter().flatten().min().unwrap_or_else(|| self.seat.time())
    }

    /// Like `genmove`, with lines as of `lz-analyze` while it thinks, and the move behind `play`.
    fn genmove_analyze(&mut self, words: &[&str]) -> Answer<T> {
        let Some((colour, rest)) = words.split_first() else { return Err("invalid color".to_owned()) };
        let board = match self.asked(&[colour]) {
            Ok(board) => board,
            // A game that is over has no lines.
            Err(_) => {
                return self.genmove(&[colour]).map(|reply| match reply {
                    Reply::Text(text) => format!("\nplay {text}").into(),
                    other => other,
                });
            }
        };
        let interval = interval(rest)?;
        self.search()?;
        Ok(Reply::Genmove(board, interval))
    }

    /// Plays a move; what is known of all moves is shown meanwhile.
    fn genmove_shown(&mut self, mut board: T, interval: Duration, out: &mut dyn Write) -> io::Result<String> {
        let (clock, begun, time) = (board.to_move() as usize, Instant::now(), self.time_for(&board));
        let (mut shown, mut written, mut last) = (None::<Instant>, Ok(()), String::new());
        let search = self.search.as_mut().expect("made when the move was asked for");
        let mut stop = || false;
        let mut limits = Limits::new(time, &mut stop);
        // All moves to tell of them share the time; a player by level or at a glance has its own
        // after that.
        let found = board.best(search, board.moves_to_analyse(), &mut limits, &mut |found| {
            last = analysis::found(&board, found);
            if shown.is_none_or(|shown| shown.elapsed() >= interval) && !last.is_empty() && written.is_ok() {
                written = writeln!(out, "{last}").and_then(|()| out.flush());
                shown = Some(Instant::now());
            }
        });
        written?;
        let line = analysis::found(&board, &found);
        if !line.is_empty() {
            writeln!(out, "{line}")?;
        }
        let best = found.first().and_then(|best| best.line.first().copied()).filter(|_| self.seat.searches());
        let ply = match best {
            Some(ply) => ply,
            None => {
                let mut stop = || false;
                let mut limits = Limits::new(time, &mut stop);
                self.player.choose(&board, &mut limits).expect("the game is not over").ply
            }
        };
        let name = vertex::name(&board, ply);
        _ = board.make(ply);
        self.boards.push(board);
        self.clocks[clock].spend(begun.elapsed());
        Ok(name)
    }

    /// Like `genmove`, but the move is not played, and the same question has the same answer.
    fn reg_genmove(&mut self, words: &[&str]) -> Answer<T> {
        let board = match self.asked(words) {
            Ok(board) => board,
            Err(answer) => return answer,
        };
        let mut player = self.seat.player::<T>().map_err(|failure| failure.message().unwrap_or_default())?;
        let mut stop = || false;
        let thought = player.choose(&board, &mut Limits::new(self.limit(), &mut stop)).expect("the game is not over");
        Ok(vertex::name(&board, thought.ply).into())
    }

    /// The time for an answer that no clock counts.
    fn limit(&self) -> Duration {
        self.limit.unwrap_or_else(|| self.seat.time())
    }

    /// `timelimit` and `solve` as courses on games have them: the most seconds for a move or a
    /// solution from now on.
    fn timelimit(&mut self, words: &[&str]) -> Answer<T> {
        self.limit = Some(duration(words, 0)?);
        Ok("".into())
    }

    /// Who wins with best play, and the move that does it where the side to move wins or draws.
    fn solve(&mut self, _: &[&str]) -> Answer<T> {
        let winner = |winner: Option<Colour>| match winner {
            None => "draw",
            Some(Colour::Black) => "b",
            Some(Colour::White) => "w",
        };
        if let Some(outcome) = self.board().outcome() {
            return Ok(winner(match outcome {
                Outcome::Draw => None,
                Outcome::Win(colour) => Some(colour),
            })
            .into());
        }
        let (board, mut stop) = (self.board().clone(), || false);
        let mut limits = Limits::new(self.limit(), &mut stop);
        let solved = board.solve(self.search()?, &mut limits);
        Ok(match solved {
            None => "unknown".into(),
            Some(Solved { winner: known, ply }) => {
                let ply = ply.map_or(String::new(), |ply| format!(" {}", vertex::name(&board, ply)));
                format!("{}{ply}", winner(known)).into()
            }
        })
    }

    /// The search that analyses and solves boards, with the memory that it may have.
    fn search(&mut self) -> Result<&mut T::Search, String> {
        if self.search.is_none() {
            self.search = Some(self.seat.search::<T>().map_err(|failure| failure.message().unwrap_or_default())?);
        }
        Ok(self.search.as_mut().expect("just made"))
    }

    fn undo(&mut self, _: &[&str]) -> Answer<T> {
        if self.boards.len() < 2 {
            return Err("cannot undo".to_owned());
        }
        self.boards.pop();
        Ok("".into())
    }

    fn loadsgf(&mut self, words: &[&str]) -> Answer<T> {
        let failure = || "cannot load file".to_owned();
        let [name, before @ ..] = words else { return Err("missing filename".to_owned()) };
        let before = match before.first() {
            Some(number) => number.parse::<usize>().ok().filter(|&number| number > 0).ok_or_else(failure)?,
            None => usize::MAX,
        };
        let bytes = file::read(Path::new(name), LIMIT_MIB).map_err(|_| failure())?;
        let hints = Hints { game: Some(T::NAME), ..Hints::default() };
        let contents = Format::Sgf.contents(&bytes, hints).map_err(|_| failure())?;
        // How the game ended does not matter here.
        let record = contents.recorded().map_err(|_| failure())?.next().ok_or_else(failure)?.map_err(|_| failure())?;
        let mut boards = record.game.boards::<T>().ok_or_else(failure)?;
        let (rows, columns) = boards[0].extent();
        if rows.max(columns) > vertex::MOST {
            return Err(failure());
        }
        boards.truncate(before);
        self.start = boards[0].anew(rows, columns).expect("a board of its own size");
        self.clear_board(&[])?;
        self.boards = boards;
        Ok("".into())
    }

    fn time_settings(&mut self, words: &[&str]) -> Answer<T> {
        let (main, period, stones) = (duration(words, 0)?, duration(words, 1)?, number(words, 2)? as u32);
        // The draft: periods without stones are no limit, and without periods the main time is all
        // there is.
        self.set_control(match (period.is_zero(), stones) {
            (true, _) => Control::Game { main, increment: Duration::ZERO },
            (false, 0) => Control::Unlimited,
            (false, stones) => Control::Canadian { main, period, stones },
        })
    }

    /// The settings of KGS and KataGo, which begin with their kind.
    fn named_time_settings(&mut self, words: &[&str]) -> Answer<T> {
        let count =
            |at| number(words, at).and_then(|count| if count >= 1.0 { Ok(count as u32) } else { Err(syntax()) });
        let control = match words.first().copied() {
            Some("none") => Control::Unlimited,
            Some("absolute") => Control::Game { main: duration(words, 1)?, increment: Duration::ZERO },
            Some("fischer") => Control::Game { main: duration(words, 1)?, increment: duration(words, 2)? },
            Some("canadian") => {
                Control::Canadian { main: duration(words, 1)?, period: duration(words, 2)?, stones: count(3)? }
            }
            Some("byoyomi") => {
                Control::Byoyomi { main: duration(words, 1)?, period: duration(words, 2)?, periods: count(3)? }
            }
            _ => return Err(syntax()),
        };
        self.set_control(control)
    }

    fn set_control(&mut self, control: Control) -> Answer<T> {
        self.control = control;
        self.clocks = [Clock::new(control); 2];
        Ok("".into())
    }

    fn time_left(&mut self, words: &[&str]) -> Answer<T> {
        let colour = words.first().and_then(|word| self::colour(word)).ok_or("invalid color")?;
        // A referee may count below nothing.
        let is_overdrawn = words.get(1).is_some_and(|word| word.starts_with('-'));
        let left = if is_overdrawn { Duration::ZERO } else { duration(words, 1)? };
        self.clocks[colour as usize].set_left(left, number(words, 2)? as u32);
        Ok("".into())
    }

    fn analyze(&mut self, words: &[&str]) -> Answer<T> {
        let mut words = words.iter().copied().peekable();
        let colour = words.next_if(|word| self::colour(word).is_some()).and_then(self::colour);
        let board = self.board().turned_to(colour.unwrap_or(self.board().to_move()))?;
        if board.is_over() {
            return Err("the game is over".to_owned());
        }
        let rest: Vec<&str> = words.collect();
        let interval = interval(&rest)?;
        self.search()?;
        Ok(Reply::Analysis(board, interval))
    }

    /// Shows what is known of the moves of a board, until there is more input.
    fn show(&mut self, board: &T, interval: Duration, inbox: &mut Inbox, out: &mut dyn Write) -> io::Result<()> {
        let (mut shown, mut written) = (Instant::now(), Ok(()));
        let mut show_in_time = |line: &dyn Fn() -> String| {
            let line = if shown.elapsed() >= interval { line() } else { String::new() };
            // An empty line would be the end.
            if !line.is_empty() && written.is_ok() {
                written = writeln!(out, "{line}").and_then(|()| out.flush());
                shown = Instant::now();
            }
            written.is_err() || inbox.has_any()
        };
        let search = self.search.as_mut().expect("made when the analysis was asked for");
        let known = RefCell::new(String::new());
        let mut is_over = || show_in_time(&|| known.borrow().clone());
        let mut limits = Limits::new(FOREVER, &mut is_over);
        let found = board.best(search, board.moves_to_analyse(), &mut limits, &mut |found| {
            known.replace(analysis::found(board, found));
        });
        known.replace(analysis::found(board, &found));
        // All is known; controllers want lines nevertheless.
        while limits.flow().is_continue() {
            thread::sleep(Duration::from_millis(1));
        }
        written
    }

    /// The stones, a line a row. GoGui takes the first line for the row with the highest number.
    fn cells(&mut self, _: &[&str]) -> Answer<T> {
        let board = self.board();
        let (rows, columns) = board.extent();
        let cell = |row, column| match board.cell((row, column)) {
            Cell::Stone(Colour::Black) => "X",
            Cell::Stone(Colour::White) => "O",
            // GoGui skips other characters than these three.
            Cell::Empty | Cell::Blocked => ".",
        };
        let row = |row| (0..columns).map(|column| cell(row, column)).collect::<Vec<_>>().join(" ");
        let mut lines: Vec<String> = (0..rows).map(row).collect();
        if T::FROM_THE_TOP {
            lines.reverse();
        }
        Ok(lines.join("\n").into())
    }

    fn side(&mut self, _: &[&str]) -> Answer<T> {
        match self.board().extent() {
            (rows, columns) if rows == columns => Ok(rows.to_string().into()),
            (rows, columns) => Err(format!("the board is {columns} wide and {rows} high")),
        }
    }

    fn result(&mut self, _: &[&str]) -> Answer<T> {
        Ok(match self.board().outcome() {
            None => "unknown",
            Some(Outcome::Draw) => "draw",
            Some(Outcome::Win(Colour::Black)) => "black",
            Some(Outcome::Win(Colour::White)) => "white",
        }
        .into())
    }

    fn legal_moves(&mut self, _: &[&str]) -> Answer<T> {
        let board = self.board();
        Ok(board.plies().map(|ply| vertex::name(board, ply)).collect::<Vec<_>>().join(" ").into())
    }
}

/// A line as the draft has it read: without comment and control characters, tabs as spaces.
fn plain(line: &str) -> String {
    let text = line.split('#').next().unwrap_or_default();
    text.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect()
}

/// Answers a command: two newlines end the answer.
fn tell(out: &mut dyn Write, sign: char, id: &str, text: &str) -> io::Result<()> {
    write!(out, "{sign}{id} {text}\n\n")?;
    out.flush()
}

/// A colour, by its name or its first letter, in either case.
fn colour(word: &str) -> Option<Colour> {
    Colour::ALL.into_iter().find(|colour| {
        let name = colour.to_string();
        word.eq_ignore_ascii_case(&name) || word.eq_ignore_ascii_case(&name[..1])
    })
}

/// The time between two lines of an analysis, from the words that follow the colour.
fn interval(words: &[&str]) -> Result<Duration, String> {
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let mut words = words.iter().copied().peekable();
    let mut centiseconds = words.next_if(is_number);
    while let Some(key) = words.next() {
        let value = words.next();
        if key == "interval" {
            centiseconds = Some(value.filter(is_number).ok_or_else(syntax)?);
        }
    }
    let centiseconds = centiseconds.map_or(Ok(100), |word| word.parse::<u32>().map_err(|_| syntax()))?;
    Ok(Duration::from_millis(10) * centiseconds.max(1))
}

fn syntax() -> String {
    "syntax error".to_owned()
}

/// A number that is not negative.
fn number(words: &[&str], at: usize) -> Result<f64, String> {
    let number = words.get(at).and_then(|word| word.parse::<f64>().ok());
    number.filter(|number| number.is_finite() && *number >= 0.0).ok_or_else(syntax)
}

/// A time in seconds, at most a thousand years.
fn duration(words: &[&str], at: usize) -> Result<Duration, String> {
    number(words, at).map(|seconds| Duration::from_secs_f64(seconds.min(3e10)))
}

/// The result of a game as `final_score` gives it: `B+4`, `W+1`, `0`; `None` while it goes on.
fn final_score(board: &impl Playable) -> Option<String> {
    Some(match board.outcome()? {
        Outcome::Draw => "0".to_owned(),
        Outcome::Win(Colour::Black) => format!("B+{}", board.margin()),
        Outcome::Win(Colour::White) => format!("W+{}", board.margin()),
    })
}
