//! A question to an engine, and the line that asks it again.

use super::driver::{Count, Driver};
use super::fault::{Kind, Stop};
use super::table::State;
use crate::games::Name;
use clap::ValueEnum;
use std::collections::BTreeSet;
use std::fmt;
use stonemask::Colour;
use stonemask::game::Outcome;

/// How an engine is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Protocol {
    Gtp,
    Gomocup,
    Nboard,
    Perft,
    Botzone,
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.to_possible_value().expect("no protocol is hidden").get_name())
    }
}

/// A question to an engine.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Question {
    /// Whether it keeps to the protocol, whatever the game.
    Speak,
    /// The legal moves.
    Moves,
    /// To take a legal move.
    Accept(String),
    /// To refuse an illegal one.
    Refuse(String),
    /// For a move of its own.
    Choose,
    /// How the game went, which is over.
    Result,
    /// For a perft.
    Count(u32),
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Question::Speak => write!(f, "speak"),
            Question::Moves => write!(f, "moves"),
            Question::Accept(ply) => write!(f, "accept {ply}"),
            Question::Refuse(ply) => write!(f, "refuse {ply}"),
            Question::Choose => write!(f, "choose"),
            Question::Result => write!(f, "result"),
            Question::Count(depth) => write!(f, "perft {depth}"),
        }
    }
}

/// A question in a position.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Case {
    pub(crate) start: String,
    pub(crate) moves: Vec<String>,
    pub(crate) question: Question,
    /// How many times one engine is asked, which may take a while to lose its way.
    pub(crate) times: u32,
}

impl Case {
    /// A question that is asked once.
    pub(crate) fn once(start: &str, moves: &[String], question: Question) -> Case {
        Case { start: start.to_owned(), moves: moves.to_vec(), question, times: 1 }
    }
}

/// The line of a case: protocol and game, the start position, the moves after it, the question.
pub(crate) fn line(protocol: Protocol, game: Option<Name>, case: &Case) -> String {
    let times = if case.times == 1 { String::new() } else { format!(" x{}", case.times) };
    match game.filter(|_| case.question != Question::Speak) {
        None => format!("{protocol}; {}{times}", case.question),
        Some(game) => format!("{protocol} {game}; {}; {}; {}{times}", case.start, case.moves.join(" "), case.question),
    }
}

/// Reads a line.
///
/// # Errors
/// When it is none: why.
pub(crate) fn read_line(text: &str) -> Result<(Protocol, Option<Name>, Case), String> {
    let parts: Vec<&str> = text.split(';').map(str::trim).collect();
    let protocol = |name: &str| {
        Protocol::from_str(name, false)
            .map_err(|_| format!("'{name}' is not a protocol: expected gtp, gomocup, nboard, perft or botzone"))
    };
    match parts.as_slice() {
        [name, question] => {
            let (question, times) = read_question(question)?;
            if question != Question::Speak {
                return Err(format!("'{question}': expected a game, a position and moves before it"));
            }
            Ok((protocol(name)?, None, Case { times, ..Case::once("", &[], question) }))
        }
        [about, start, moves, question] => {
            let (name, game) =
                about.split_once(' ').ok_or_else(|| format!("'{about}': expected a protocol and a game"))?;
            let protocol = protocol(name)?;
            let game = Name::from_str(game.trim(), false).map_err(|_| format!("'{game}' is not a game"))?;
            let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
            let (question, times) = read_question(question)?;
            State::new(game, start, &moves)?;
            Ok((protocol, Some(game), Case { times, ..Case::once(start, &moves, question) }))
        }
        _ => Err(
            "expected a protocol and a game, a position, moves and a question with '; ' between, as stonemask judge \
                  prints them"
                .to_owned(),
        ),
    }
}

/// A question, and how many times it is asked.
fn read_question(text: &str) -> Result<(Question, u32), String> {
    let number = |word: &str, most: u32| word.parse::<u32>().ok().filter(|number| *number <= most);
    let words: Vec<&str> = text.split_whitespace().collect();
    let (times, words) = match words.as_slice() {
        [words @ .., last] if last.starts_with('x') => (number(&last[1..], MOST_TIMES), words),
        words => (Some(1), words),
    };
    let question = match words {
        ["speak"] => Some(Question::Speak),
        ["moves"] => Some(Question::Moves),
        ["accept", ply] => Some(Question::Accept((*ply).to_owned())),
        ["refuse", ply] => Some(Question::Refuse((*ply).to_owned())),
        ["choose"] => Some(Question::Choose),
        ["result"] => Some(Question::Result),
        ["perft", depth] => number(depth, 30).map(Question::Count),
        _ => None,
    };
    question.zip(times).ok_or_else(|| {
        format!("'{text}': expected speak, moves, accept MOVE, refuse MOVE, choose, result or perft DEPTH")
    })
}

/// How many times a question is asked at most.
pub(crate) const MOST_TIMES: u32 = 200;

/// Asks, and compares the answer with the rules. The move that the engine chose, if it was asked
/// for one.
///
/// # Errors
/// When the answer is wrong.
pub(crate) fn ask(driver: &mut dyn Driver, state: &State, question: &Question) -> Result<Option<String>, Stop> {
    match question {
        Question::Speak => driver.speak()?,
        Question::Moves => {
            if let Some(given) = driver.moves(state)? {
                compare_moves(&given, &state.now.plies())?;
            }
        }
        Question::Accept(ply) => {
            if driver.accepts(state, ply)? == Some(false) {
                return Err(Kind::LegalMoveRefused.because(format!("{ply} is legal for {}", state.now.to_move())));
            }
        }
        Question::Refuse(ply) => {
            if driver.accepts(state, ply)? == Some(true) {
                return Err(Kind::IllegalMoveAccepted.because(illegal(state, ply)));
            }
        }
        Question::Choose => {
            let chosen = driver.choose(state)?;
            if let Some(ply) = chosen.as_deref().filter(|ply| *ply != RESIGNS)
                && state.now.after(ply).is_none()
            {
                return Err(Kind::IllegalMove.because(illegal(state, ply)));
            }
            return Ok(chosen);
        }
        Question::Result => {
            let right = state.now.outcome();
            if let Some(given) = driver.result(state)?
                && Some(given) != right
            {
                let right = right.map_or("not over".to_owned(), |right| right.to_string());
                return Err(Kind::WrongResult.because(format!("the result is '{given}', expected '{right}'")));
            }
        }
        Question::Count(depth) => {
            if let Some(count) = driver.count(state, *depth)? {
                compare_counts(&count, state, *depth)?;
            }
        }
    }
    Ok(None)
}

/// A pass, as all games write it that have one.
pub(crate) const PASS: &str = "pass";

/// The choice of an engine that gives up.
pub(crate) const RESIGNS: &str = "resign";

/// Why a move is illegal, in the library's words.
fn illegal(state: &State, ply: &str) -> String {
    let mut position = super::table::read(state.game, &state.now.text()).expect("the text of a position");
    position.play(ply).err().unwrap_or_default()
}

fn compare_moves(given: &[String], right: &[String]) -> Result<(), Stop> {
    let set = |list: &[String]| -> BTreeSet<String> { list.iter().cloned().collect() };
    let (given, mut right) = (set(given), set(right));
    // Where a pass is all there is, engines list it or nothing.
    if given.is_empty() && right.iter().all(|ply| ply == PASS) {
        right.clear();
    }
    let list = |set: Vec<&String>| set.into_iter().map(String::as_str).collect::<Vec<_>>().join(" ");
    let (missing, extra) = (list(right.difference(&given).collect()), list(given.difference(&right).collect()));
    if missing.is_empty() && extra.is_empty() {
        return Ok(());
    }
    let missing = if missing.is_empty() { String::new() } else { format!("missing: {missing}") };
    let extra = if extra.is_empty() { String::new() } else { format!("not legal: {extra}") };
    let between = if missing.is_empty() || extra.is_empty() { "" } else { "; " };
    Err(Kind::WrongLegalMoves.because(format!("{missing}{between}{extra}")))
}

fn compare_counts(count: &Count, state: &State, depth: u32) -> Result<(), Stop> {
    match count {
        Count::Total(given) => {
            let right = state.now.perft(depth);
            if *given != right {
                return Err(Kind::WrongCount.because(format!("{given} at depth {depth}, expected {right}")));
            }
        }
        Count::Divide(given) => {
            let right = state.now.divide(depth);
            let moves = |counts: &[(String, u64)]| counts.iter().map(|(ply, _)| ply.clone()).collect::<Vec<_>>();
            compare_moves(&moves(given), &moves(&right))?;
            for (ply, nodes) in given {
                let right = right.iter().find(|(other, _)| other == ply).map_or(0, |(_, nodes)| *nodes);
                if *nodes != right {
                    let told = format!("{nodes} below {ply} at depth {depth}, expected {right}");
                    return Err(Kind::WrongCount.because(told));
                }
            }
        }
    }
    Ok(())
}

/// The outcome in an engine's words, if they are clear.
pub(crate) fn read_outcome(text: &str) -> Option<Outcome> {
    let text = text.trim().to_ascii_lowercase();
    let (black, white) =
        (text.contains("black") || text.starts_with("b+"), text.contains("white") || text.starts_with("w+"));
    match (black, white) {
        (true, false) => Some(Outcome::Win(Colour::Black)),
        (false, true) => Some(Outcome::Win(Colour::White)),
        _ if text == "0" || text.contains("draw") => Some(Outcome::Draw),
        _ => None,
    }
}
