//! The records of a match: SGF, a game appended when it is over. They are all that a match knows,
//! so a match goes on from them.

use super::game::{self, Game, RESIGNATION, RULES, TIME};
use crate::games::{Exact, Name};
use crate::judge::table::{self, State};
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::Duration;
use stonemask::game::{Colour, Outcome};
use stonemask::sgf::{Tree, Trees, escaped, letters};

/// The beginning of each record.
const HEAD: &str = "(;FF[4]CA[UTF-8]AP[stonemask]GM[";

/// The longest file that is read, in bytes.
const LONGEST: u64 = 1 << 30;

/// A game with who played it.
pub(super) struct Record {
    /// The engines' names, black's first, and their command lines.
    pub(super) names: [String; 2],
    pub(super) texts: [String; 2],
    /// The number of the pair of games from one opening.
    pub(super) pair: u64,
    pub(super) game: Game,
}

/// The file of a match.
pub(super) struct Records {
    file: File,
}

impl Records {
    /// Opens a file for a match with these settings, and reads the games in it. A game at its end
    /// that was not written as a whole is cut off; it is played again.
    ///
    /// # Errors
    /// When it cannot be read, is none of this match, or another match writes to it.
    pub(super) fn open(path: &Path, settings: &str, resume: bool) -> Result<(Records, Vec<Record>), String> {
        let failure = |error: io::Error| error.to_string();
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(resume).create_new(!resume);
        let mut file = options.open(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => "it exists; --resume goes on with its match".to_owned(),
            _ => error.to_string(),
        })?;
        #[cfg(unix)]
        {
            use rustix::fs::{FlockOperation, flock};
            // Some file systems have no locks.
            if flock(&file, FlockOperation::NonBlockingLockExclusive) == Err(rustix::io::Errno::WOULDBLOCK) {
                return Err("another match writes to it".to_owned());
            }
        }
        let mut text = String::new();
        let length = Read::by_ref(&mut file).take(LONGEST + 1).read_to_string(&mut text).map_err(failure)?;
        if length as u64 > LONGEST {
            return Err("it is longer than 1 GiB".to_owned());
        }
        let (records, end) = read(&text, settings)?;
        let rest = text[end..].trim_start();
        if !rest.is_empty() && !rest.starts_with(HEAD) && !HEAD.starts_with(rest) {
            return Err("behind its games stands something else".to_owned());
        }
        if !rest.is_empty() {
            file.set_len(end as u64).map_err(failure)?;
            file.seek(SeekFrom::End(0)).map_err(failure)?;
            file.write_all(b"\n").map_err(failure)?;
        }
        Ok((Records { file }, records))
    }

    /// Appends a game.
    pub(super) fn add(&mut self, text: &str) -> io::Result<()> {
        self.file.write_all(text.as_bytes())?;
        self.file.sync_data()
    }
}

/// The games of a text, and where the last whole one ends.
fn read(text: &str, settings: &str) -> Result<(Vec<Record>, usize), String> {
    let (mut trees, mut records, mut end) = (Trees::utf8(text), Vec::new(), 0);
    loop {
        // An error may be a game that was not written as a whole; who called looks at what is left.
        let Ok(Some(tree)) = trees.next() else { return Ok((records, end)) };
        let number = records.len() + 1;
        let record = record(&tree, settings).map_err(|what| format!("game {number}: {what}"))?;
        end = tree.text.as_ptr() as usize - text.as_ptr() as usize + tree.text.len();
        records.push(record);
    }
}

fn record(tree: &Tree<'_>, settings: &str) -> Result<Record, String> {
    let root = |name: &str| tree.root(name).map_err(|error| error.to_string());
    let property = |name: &str| root(name)?.ok_or_else(|| format!("{name} is missing, it is no game of a match"));
    let event = property("EV")?;
    if event != settings {
        return Err(format!("it was played as '{event}', and this match is '{settings}'"));
    }
    let comment = property("C")?;
    let (comment, told) = match comment.split_once("; told: ") {
        Some((comment, told)) => (comment.to_owned(), Some(told.to_owned())),
        None => (comment, None),
    };
    let field = |name: &str| comment.split("; ").find_map(|field| field.strip_prefix(name)?.strip_prefix(": "));
    let must = |name: &str| field(name).ok_or_else(|| format!("its comment does not have '{name}'"));
    let number = |text: &str| text.parse::<f64>().ok().filter(|number| (0.0..1e9).contains(number));
    let seconds: Option<Vec<Duration>> =
        must("seconds")?.split(' ').map(|word| number(word).map(Duration::from_secs_f64)).collect();
    let [black, white] = seconds.as_deref().unwrap_or_default() else {
        return Err("its comment has no seconds of both sides".to_owned());
    };
    let exact = field("exact").map(|text| {
        let numbers: Option<Vec<i32>> = text.split(' ').map(|word| word.parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[lead, black, white]) => Ok(Exact { lead, lost: [black, white] }),
            _ => Err("its comment has no three numbers of discs".to_owned()),
        }
    });
    let result = property("RE")?;
    let outcome = match result.as_bytes() {
        [b'B', b'+', ..] => Outcome::Win(Colour::Black),
        [b'W', b'+', ..] => Outcome::Win(Colour::White),
        b"0" => Outcome::Draw,
        _ => return Err(format!("RE[{}] is none of a match", result.escape_debug())),
    };
    let reason = must("end")?;
    let game = Game {
        // The moves are not needed any more.
        moves: Vec::new(),
        opening: 0,
        outcome,
        reason: game::reason(reason).ok_or_else(|| format!("'{}' is no end of a game", reason.escape_debug()))?,
        told,
        used: [*black, *white],
        discs: None,
        exact: exact.transpose()?,
    };
    let name = property("GN")?;
    let pair = name.strip_prefix("pair ").and_then(|number| number.parse().ok()).filter(|&number: &u64| number > 0);
    let pair = pair.ok_or_else(|| format!("GN[{}] has no number of a pair", name.escape_debug()))?;
    Ok(Record {
        names: [property("PB")?, property("PW")?],
        texts: [must("black")?.to_owned(), must("white")?.to_owned()],
        pair: pair - 1,
        game,
    })
}

/// A game as SGF.
pub(super) fn text(name: Name, start: &str, settings: &str, record: &Record) -> String {
    let Record { names, texts, pair, game } = record;
    let head = table::read(name, start).expect("a start position").sgf_head();
    let result = match game.outcome {
        Outcome::Draw => "0".to_owned(),
        Outcome::Win(winner) => {
            let how = match game.reason {
                RULES => game.discs.map_or(String::new(), |discs| discs.abs().to_string()),
                RESIGNATION => "R".to_owned(),
                TIME => "T".to_owned(),
                _ => "F".to_owned(),
            };
            format!("{}+{how}", if winner == Colour::Black { 'B' } else { 'W' })
        }
    };
    let [black, white] = game.used.map(|used| used.as_secs_f64());
    let mut comment = format!(
        "end: {}; seconds: {black:.3} {white:.3}; opening: {}; black: {}; white: {}",
        game.reason,
        game.opening,
        plain(&texts[0]),
        plain(&texts[1])
    );
    if let Some(Exact { lead, lost: [black, white] }) = game.exact {
        _ = write!(comment, "; exact: {lead} {black} {white}");
    }
    if let Some(told) = &game.told {
        _ = write!(comment, "; told: {told}");
    }
    let mut text = format!(
        "{HEAD}{head}PB[{}]PW[{}]EV[{}]GN[pair {}]RE[{result}]C[{}]",
        escaped(&names[0]),
        escaped(&names[1]),
        escaped(settings),
        pair + 1,
        escaped(&comment)
    );
    let state = State::new(name, start, &game.moves).expect("a game that was played");
    for (index, (colour, ply)) in state.by_colour().into_iter().enumerate() {
        let place = name.place(&ply).map_or(String::new(), letters);
        let line_end = if index > 0 && index % 10 == 0 { "\n" } else { "" };
        _ = write!(text, "{line_end};{}[{place}]", if colour == Colour::Black { 'B' } else { 'W' });
    }
    text + ")\n"
}

/// A command line without what separates fields.
pub(super) fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace("; ", ";")
}
