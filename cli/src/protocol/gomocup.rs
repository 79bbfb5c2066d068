//! `stonemask gomocup`: the protocol of Gomocup and Piskvork, between a manager and a brain that
//! plays Gomoku.
//!
//! The brain refuses a rule only when a move is due: the manager reads nothing while it sends
//! `INFO`.

use super::clock::{Clock, Control, MARGIN};
use super::inbox::Inbox;
use super::player::{Player, Seat};
use crate::error::Failure;
use crate::games::gomoku::swap2;
use crate::games::{Limits, Playable};
use clap::Args;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};
use stonemask::gomoku::{Board, Colour, Point, Rule, Size};
use stonemask_harness::without_controls;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    seat: Seat,
}

/// Plays for a manager until it ends the brain.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let brain = Brain::new(arguments.seat.clone())?;
    super::converse(|inbox, out| brain.run(inbox, out))
}

/// A whole conversation, for fuzzing: what is answered to these bytes.
pub(crate) fn answer(bytes: &[u8]) -> Vec<u8> {
    let brain = Brain::new(Seat::quick()).expect("it takes no memory");
    let mut out = Vec::new();
    brain.run(&mut Inbox::of(bytes), &mut out).expect("memory takes all that is written");
    out
}

/// The command line of a program whose name says that it is a brain: managers start
/// `pbrain-stonemask` without arguments.
pub(crate) fn by_name(words: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = words.into_iter().collect();
    let name =
        words.first().and_then(|word| Path::new(word).file_name()).map(|name| name.to_string_lossy().to_lowercase());
    if name.is_some_and(|name| name.starts_with("pbrain-")) {
        words.insert(1, "gomocup".into());
    }
    words
}

/// The smallest board on which five in a row fit along every axis.
const LEAST: usize = 5;

/// As many lines as `BOARD` takes, and how much of each is kept: no more can make sense.
const MOST_STONES: usize = Size::MAX * Size::MAX;
const LONGEST_STONE: usize = 80;

/// Remaining time of a match that has no limit.
const UNLIMITED: i64 = 2_147_483_647;

/// The most nodes by which an opening is judged.
const JUDGING: u64 = 30_000;

/// The brain's side.
struct Brain {
    seat: Seat,
    player: Box<dyn Player<Board>>,
    rule: Result<Rule, String>,
    /// The board, once one is begun.
    size: Option<Size>,
    /// The stones in the order in which they were placed.
    stones: Vec<(Point, Colour)>,
    to_move: Colour,
    /// The limit of a turn; nothing is as fast as possible, `None` no limit.
    turn: Option<Duration>,
    game: Clock,
    /// Whether the manager tells what is left of the match, so that the clock need not run.
    is_told: bool,
}

/// The outcome of a command.
enum Outcome {
    Reply(String),
    Silence,
    End,
}

/// A reply, or the message of an error.
type Answer = Result<Outcome, String>;

impl Brain {
    fn new(seat: Seat) -> Result<Brain, Failure> {
        let game = Clock::new(Control::Unlimited);
        let player = seat.player()?;
        let (rule, stones, to_move) = (Ok(Rule::Freestyle), Vec::new(), Colour::Black);
        Ok(Brain { seat, player, rule, size: None, stones, to_move, turn: None, game, is_told: false })
    }

    fn run(mut self, inbox: &mut Inbox, out: &mut dyn Write) -> io::Result<()> {
        while let Some(line) = inbox.next() {
            let Some(command) = line.split_whitespace().next() else { continue };
            let rest = line.trim_start()[command.len()..].trim();
            let answer = match command.to_ascii_uppercase().as_str() {
                "START" => self.start(rest),
                "RECTSTART" => pair(rest).and_then(|(columns, rows)| self.begin_on(columns, rows)),
                "RESTART" => self.restart(),
                "BEGIN" => self.begin(inbox),
                "TURN" => self.turn(rest, inbox),
                "BOARD" => self.board(inbox, true),
                "SWAP2BOARD" => self.swap2(inbox),
                "YXBOARD" => self.board(inbox, false),
                "YXNBEST" => self.best(rest, inbox),
                "YXSHOWFORBID" => self.forbidden(),
                // Thinking has ended when this is read.
                "YXSTOP" => Ok(Outcome::Silence),
                "YXSHOWINFO" => Ok(Outcome::Reply(
                    "MESSAGE stonemask plays freestyle, standard, renju, caro and caro-exact, and opens by swap2"
                        .to_owned(),
                )),
                "TAKEBACK" => self.take_back(rest),
                "INFO" => self.info(rest),
                "ABOUT" => Ok(Outcome::Reply(format!(
                    "name=\"stonemask\", version=\"{}\", author=\"the authors of stonemask\", country=\"-\"",
                    env!("CARGO_PKG_VERSION")
                ))),
                "END" => Ok(Outcome::End),
                _ => Ok(Outcome::Reply("UNKNOWN command".to_owned())),
            };
            match answer {
                Ok(Outcome::Reply(reply)) => writeln!(out, "{reply}")?,
                Ok(Outcome::Silence) => {}
                Ok(Outcome::End) => return Ok(()),
                Err(problem) => writeln!(out, "ERROR {}", without_controls(&problem))?,
            }
            out.flush()?;
        }
        Ok(())
    }

    fn start(&mut self, rest: &str) -> Answer {
        let side = rest.parse().map_err(|_| "START takes the size of the board")?;
        self.begin_on(side, side)
    }

    fn begin_on(&mut self, columns: usize, rows: usize) -> Answer {
        let size = Size::new(rows, columns).ok().filter(|_| rows.min(columns) >= LEAST);
        self.size = Some(size.ok_or_else(|| format!("the board has {LEAST} to {} rows and columns", Size::MAX))?);
        self.restart()
    }

    fn restart(&mut self) -> Answer {
        self.size.ok_or(NO_BOARD)?;
        (self.stones, self.to_move) = (Vec::new(), Colour::Black);
        Ok(Outcome::Reply("OK".to_owned()))
    }

    /// The board with the stones that were placed, or why there is none on which a move can be
    /// made.
    fn position(&self) -> Result<Board, String> {
        let (size, rule) = (self.size.ok_or(NO_BOARD)?, self.rule.clone()?);
        let mut board = Board::with_size(size, rule);
        for &(point, colour) in &self.stones {
            board.set_stone(point, Some(colour));
        }
        board.set_to_move(self.to_move);
        // A board that is read says who has won; one that was set up does not.
        board.to_string().parse::<Board>().map_err(|error| error.to_string())
    }

    fn begin(&mut self, inbox: &mut Inbox) -> Answer {
        if !self.stones.is_empty() {
            return Err("BEGIN needs an empty board".to_owned());
        }
        self.go(inbox)
    }

    fn turn(&mut self, rest: &str, inbox: &mut Inbox) -> Answer {
        let begun = Instant::now();
        let board = self.position()?;
        let point = point(pair(rest)?)?;
        board.check(point).map_err(|error| error.reason().to_string())?;
        self.place(point);
        self.go_since(begun, inbox)
    }

    /// The lines up to `DONE`.
    fn lines(command: &str, inbox: &mut Inbox) -> Result<Vec<String>, String> {
        let (mut lines, mut is_longer) = (Vec::new(), false);
        loop {
            let Some(line) = inbox.next() else { return Err(format!("{command} without DONE")) };
            match line.trim() {
                done if done.eq_ignore_ascii_case("done") => break,
                "" => {}
                line if lines.len() < MOST_STONES => lines.push(line.chars().take(LONGEST_STONE).collect::<String>()),
                _ => is_longer = true,
            }
        }
        if is_longer {
            return Err(format!(
                "{command} has more than {MOST_STONES} lines, one for each point of the largest board"
            ));
        }
        Ok(lines)
    }

    /// Takes a position, and plays a move in it unless it was `YXBOARD`.
    fn board(&mut self, inbox: &mut Inbox, plays: bool) -> Answer {
        let begun = Instant::now();
        let lines = Brain::lines(if plays { "BOARD" } else { "YXBOARD" }, inbox)?;
        let size = self.size.ok_or(NO_BOARD)?;
        let is_renju = self.rule.clone()? == Rule::Renju;
        let mut stones: Vec<(Point, bool)> = Vec::new();
        for line in &lines {
            let [column, row, field] = numbers(line).ok_or("BOARD takes lines of X,Y,field")?;
            let point = point((column, row))?;
            if !size.contains(point) {
                return Err(format!("{column},{row} is off the board"));
            }
            match field {
                1 | 2 if stones.iter().any(|&(other, _)| other == point) => {
                    return Err(format!("two stones on {column},{row}"));
                }
                1 | 2 => stones.push((point, field == 1)),
                // A point that renju forbids, which is known here.
                3 if is_renju => {}
                _ => return Err(format!("field {field} is not 1 or 2")),
            }
        }
        let own = stones.iter().filter(|&&(_, is_own)| is_own).count();
        let others = stones.len() - own;
        // Black began, so it has as many stones as white, or one more.
        if is_renju && own != others && own + 1 != others {
            return Err(format!("{own} own stones and {others} of the opponent: renju needs as many, or one more"));
        }
        let colour = if own < others { Colour::White } else { Colour::Black };
        self.stones =
            stones.into_iter().map(|(point, is_own)| (point, if is_own { colour } else { colour.other() })).collect();
        self.to_move = colour;
        if plays { self.go_since(begun, inbox) } else { Ok(Outcome::Silence) }
    }

    /// The opening by swap2, whose stones come in their order, black first. Without stones three
    /// are placed; with three or five the brain stays with white by a move, or takes black by
    /// `SWAP`.
    fn swap2(&mut self, inbox: &mut Inbox) -> Answer {
        let lines = Brain::lines("SWAP2BOARD", inbox)?;
        let (size, rule) = (self.size.ok_or(NO_BOARD)?, self.rule.clone()?);
        (self.stones, self.to_move) = (Vec::new(), Colour::Black);
        let mut board = Board::with_size(size, rule);
        for line in &lines {
            let [column, row] = numbers(line).ok_or("SWAP2BOARD takes lines of X,Y")?;
            let point = point((column, row))?;
            board.try_play(point).map_err(|error| error.to_string())?;
            self.place(point);
        }
        match lines.len() {
            0 => {
                let placed = swap2::stones(&board, swap2::THREE, self.seat.seed());
                if placed.len() < swap2::THREE {
                    return Err("the board has no place for an opening".to_owned());
                }
                placed.iter().for_each(|&point| self.place(point));
                let told: Vec<String> =
                    placed.iter().map(|point| format!("{},{}", point.column(), point.row())).collect();
                Ok(Outcome::Reply(told.join(" ")))
            }
            swap2::THREE | swap2::FIVE => {
                let mut search =
                    self.seat.search::<Board>().map_err(|failure| failure.message().unwrap_or_default())?;
                let mut stop = || false;
                let mut limits = Limits::new(self.time_for(&board), &mut stop).no_more_than(JUDGING);
                let is_worse = swap2::is_white_worse(&board, &mut search, &mut limits);
                if is_worse { Ok(Outcome::Reply("SWAP".to_owned())) } else { self.go(inbox) }
            }
            count => Err(format!("SWAP2BOARD has {count} stones: 0, 3 or 5 are expected")),
        }
    }

    /// Tells the best moves of the position, as many as are wanted, and plays none.
    fn best(&mut self, rest: &str, inbox: &mut Inbox) -> Answer {
        let count = rest.parse::<usize>().ok().filter(|count| (1..=MOST_STONES).contains(count));
        let count = count.ok_or("YXNBEST takes how many moves")?;
        let board = self.position()?;
        let mut search = self.seat.search::<Board>().map_err(|failure| failure.message().unwrap_or_default())?;
        let mut stop = || inbox.has(|line| ["end", "yxstop"].contains(&line.trim().to_ascii_lowercase().as_str()));
        let mut limits = Limits::new(self.time_for(&board), &mut stop);
        let found = board.best(&mut search, count, &mut limits, &mut |_| {});
        let told = found.iter().filter_map(|found| {
            let point = found.line.first()?;
            Some(format!("MESSAGE {},{} {}", point.column(), point.row(), found.worth.told(board.to_move())))
        });
        let mut lines: Vec<String> = told.collect();
        let best = found.first().and_then(|best| best.line.first()).ok_or("the game is over")?;
        lines.push(format!("{},{}", best.column(), best.row()));
        Ok(Outcome::Reply(lines.join("\n")))
    }

    /// The points that renju forbids to black, two digits for the row and two for the column of
    /// each.
    fn forbidden(&self) -> Answer {
        let mut board = self.position()?;
        let is_renju = board.rule() == Rule::Renju && !board.is_over();
        board.set_to_move(Colour::Black);
        let points = board.size().rows() * board.size().columns();
        let empty = (0..points).map(|index| board.size().point(index)).filter(|&point| board.stone(point).is_none());
        let told: String = empty
            .filter(|&point| is_renju && board.check(point).is_err())
            .map(|point| format!("{:02}{:02}", point.row(), point.column()))
            .collect();
        Ok(Outcome::Reply(format!("FORBID {told}.")))
    }

    fn take_back(&mut self, rest: &str) -> Answer {
        let point = point(pair(rest)?)?;
        let index = self.stones.iter().rposition(|&(stone, _)| stone == point).ok_or("no stone is there")?;
        self.stones.remove(index);
        // Managers take back several stones in either order, so the stones say whose turn it is.
        let count = |colour| self.stones.iter().filter(|&&(_, other)| other == colour).count();
        self.to_move = if count(Colour::Black) > count(Colour::White) { Colour::White } else { Colour::Black };
        Ok(Outcome::Reply("OK".to_owned()))
    }

    /// Keys that are not known, or values that make no sense, have no effect, as the protocol wants
    /// it.
    fn info(&mut self, rest: &str) -> Answer {
        let mut words = rest.split_whitespace();
        let (key, value) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let number = value.parse::<i64>().ok();
        let time = |milliseconds: i64| Duration::from_millis(milliseconds.max(0) as u64);
        match (key.to_ascii_lowercase().as_str(), number) {
            ("timeout_turn", Some(limit)) => self.turn = Some(time(limit)),
            ("timeout_match", Some(limit)) if !self.is_told => {
                let main = time(limit);
                let control =
                    if limit == 0 { Control::Unlimited } else { Control::Game { main, increment: Duration::ZERO } };
                self.game = Clock::new(control);
            }
            ("time_left", Some(left)) => {
                self.game = Clock::new(Control::Unlimited);
                if left != UNLIMITED {
                    self.game.set_left(time(left), 0);
                }
                self.is_told = true;
            }
            ("rule", _) => {
                let rules = [
                    (0, Rule::Freestyle),
                    (1, Rule::Standard),
                    (4, Rule::Renju),
                    (8, Rule::Caro),
                    (9, Rule::CaroExact),
                ];
                let rule = rules.into_iter().find(|&(mask, _)| number == Some(mask)).map(|(_, rule)| rule);
                self.rule = rule.ok_or_else(|| format!("rule {value} is not played here: 0, 1, 4, 8 and 9 are"));
            }
            // Memory, the kind of opponent, a place to look at, a folder: nothing here depends on
            // them.
            _ => {}
        }
        Ok(Outcome::Silence)
    }

    fn go(&mut self, inbox: &mut Inbox) -> Answer {
        self.go_since(Instant::now(), inbox)
    }

    /// Makes a move in a turn that began at this time.
    fn go_since(&mut self, begun: Instant, inbox: &mut Inbox) -> Answer {
        let board = self.position()?;
        let limit = self.time_for(&board);
        // The end is not kept waiting; the move at hand is told, since commands before the end are
        // answered.
        let mut stop = || inbox.has(|line| line.trim().eq_ignore_ascii_case("end"));
        let mut limits = Limits::new(limit.saturating_sub(begun.elapsed()), &mut stop);
        let thought = self.player.choose(&board, &mut limits).ok_or("the game is over")?;
        self.place(thought.ply);
        self.game.spend(begun.elapsed());
        Ok(Outcome::Reply(format!("{},{}", thought.ply.column(), thought.ply.row())))
    }

    /// The time for a move.
    fn time_for(&self, board: &Board) -> Duration {
        let of_game = self.game.allotted(board.moves_to_come());
        // The way through the pipes is part of the turn.
        let of_turn = self.turn.map(|turn| turn.saturating_sub(MARGIN));
        [of_game, of_turn].into_iter().flatten().min().unwrap_or_else(|| self.seat.time())
    }

    fn place(&mut self, point: Point) {
        self.stones.push((point, self.to_move));
        self.to_move = self.to_move.other();
    }
}

const NO_BOARD: &str = "no board: START comes first";

/// Numbers between commas.
fn numbers<const N: usize>(text: &str) -> Option<[usize; N]> {
    let numbers: Option<Vec<usize>> = text.split(',').map(|word| word.trim().parse().ok()).collect();
    numbers?.try_into().ok()
}

/// A column and a row.
fn pair(text: &str) -> Result<(usize, usize), String> {
    let [column, row] = numbers(text).ok_or("two numbers with a comma between them are wanted")?;
    Ok((column, row))
}

fn point((column, row): (usize, usize)) -> Result<Point, String> {
    Point::new(row, column).ok_or_else(|| format!("{column},{row} is off the board"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_are_taken_back_in_either_order() {
        let game = ["h8", "g7", "h9", "g8"].map(|name| name.parse::<Point>().unwrap());
        for order in [[3, 2], [2, 3]] {
            let mut brain = Brain::new(Seat::quick()).unwrap();
            assert!(brain.start("15").is_ok());
            game.iter().for_each(|&point| brain.place(point));
            for index in order {
                let point = game[index];
                assert!(brain.take_back(&format!("{},{}", point.column(), point.row())).is_ok());
            }
            assert_eq!((brain.stones.len(), brain.to_move), (2, Colour::Black));
        }
    }

    #[test]
    fn a_program_called_pbrain_is_a_brain() {
        let words = |name: &str| {
            by_name([name.into(), "--seed".into()])
                .into_iter()
                .map(|word| word.into_string().unwrap())
                .collect::<Vec<_>>()
        };
        for name in ["pbrain-stonemask", "/opt/x/PBRAIN-stonemask64.exe", "./pbrain-a"] {
            assert_eq!(words(name), [name, "gomocup", "--seed"]);
        }
        for name in ["stonemask", "/pbrain-x/stonemask", "xpbrain-"] {
            assert_eq!(words(name), [name, "--seed"]);
        }
        assert!(by_name([]).is_empty());
    }
}
