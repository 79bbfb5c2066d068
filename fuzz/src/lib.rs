//! The fuzz targets: every parser and every kernel, as functions of bytes that panic when a promise
//! is broken.
//!
//! `fuzz/run SECONDS` fuzzes each for so long; `tests/seeds.rs` tries the committed seeds in every
//! run of the tests. A kernel comes here by itself from the trials of `stonemask-harness`: its
//! input is text that `--replay` takes, or else drawn from the bytes.

use std::fmt::{Debug, Display};
use std::path::PathBuf;
use std::str::FromStr;
use stonemask::{Tier, gomoku, nogo, othello};

/// Tries some bytes, and panics when a promise is broken.
pub type Trial = dyn Fn(&[u8]);

/// A target without data of its own.
type Parser = fn(&[u8]);

/// Something to fuzz.
pub struct Target {
    /// Its name, such as `nogo-board` or `othello8-flips`.
    pub name: String,
    /// Whether it is a parser, which takes microseconds; a kernel's reference may take
    /// milliseconds.
    pub is_parser: bool,
    /// Tries some bytes.
    pub run: Box<Trial>,
}

/// Every target.
pub fn targets() -> Vec<Target> {
    let parsers: [(&str, Parser); 24] = [
        ("othello4-board", parser::<othello::Board<4>>),
        ("othello6-board", parser::<othello::Board<6>>),
        ("othello8-board", parser::<othello::Board<8>>),
        ("othello8-square", parser::<othello::Square<8>>),
        ("othello8-move", parser::<othello::Move<8>>),
        ("othello8-line", parser::<othello::Line<8>>),
        ("gomoku-board", parser::<gomoku::Board>),
        ("gomoku-point", parser::<gomoku::Point>),
        ("gomoku-rule", parser::<gomoku::Rule>),
        ("gomoku-sgf", sgf),
        ("nogo-board", parser::<nogo::Board>),
        ("nogo-point", parser::<nogo::Point>),
        ("nogo-points", parser::<nogo::PointSet>),
        ("nogo-shape", shape),
        ("tier", parser::<Tier>),
        ("command-line", command_line),
        ("check-line", check_line),
        ("wthor", wthor),
        ("records", records),
        ("gtp-othello8", |bytes| engine("gtp-othello8", bytes)),
        ("gtp-gomoku", |bytes| engine("gtp-gomoku", bytes)),
        ("gtp-nogo", |bytes| engine("gtp-nogo", bytes)),
        ("gomocup", |bytes| engine("gomocup", bytes)),
        ("nboard", |bytes| engine("nboard", bytes)),
    ];
    let parsers =
        parsers.into_iter().map(|(name, run)| Target { name: name.to_owned(), is_parser: true, run: Box::new(run) });
    let kernels = stonemask_harness::subjects().into_iter().map(|subject| Target {
        name: format!("{}-{}", subject.game(), subject.kernel()),
        is_parser: false,
        run: Box::new(move |bytes| {
            let input = subject.input_of(bytes);
            if let Err(problem) = subject.try_all_tiers(&input) {
                panic!("{problem}");
            }
        }),
    });
    let calls =
        Target { name: "capi-calls".to_owned(), is_parser: false, run: Box::new(stonemask_capi::sequences::run) };
    parsers.chain(kernels).chain([calls]).collect()
}

/// The committed seeds of a target: a line each of `seeds/<target>.txt`, with `\n`, `\\` and `\xNN`
/// for other bytes.
///
/// # Panics
/// When the file cannot be read or has another escape.
pub fn seeds(target: &str) -> Vec<Vec<u8>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("seeds").join(format!("{target}.txt"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(unescape).collect()
}

fn unescape(line: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = line.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match (byte, byte == b'\\') {
            (byte, false) => byte,
            _ => match rest.next() {
                Some(b'n') => b'\n',
                Some(b'\\') => b'\\',
                Some(b'x') => {
                    let digits: String = rest.by_ref().take(2).map(char::from).collect();
                    u8::from_str_radix(&digits, 16).expect("two hexadecimal digits after \\x")
                }
                other => panic!("no escape: \\{other:?} in {line}"),
            },
        });
    }
    bytes
}

/// An error's message is one line that can be printed, and not much longer than the input.
fn check_message(message: &str, input: usize) {
    assert!(!message.trim().is_empty(), "an error says nothing");
    assert!(!message.contains(char::is_control), "an error is not a line: {message:?}");
    assert!(message.len() <= 600 + 12 * input, "an error of {} bytes for an input of {input}", message.len());
}

/// A value that is read must be printed so that it is read again.
fn parser<T: FromStr<Err: Display> + Display + PartialEq + Debug>(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match text.parse::<T>() {
        Err(error) => check_message(&error.to_string(), text.len()),
        Ok(value) => {
            let printed = value.to_string();
            match printed.parse::<T>() {
                Ok(again) => {
                    assert_eq!(again, value, "printed as {printed:?}");
                    assert_eq!(again.to_string(), printed);
                }
                Err(error) => panic!("{value:?} is printed as {printed:?}: {error}"),
            }
        }
    }
}

fn sgf(bytes: &[u8]) {
    match gomoku::SgfFile::parse(bytes) {
        Err(error) => check_message(&error.to_string(), bytes.len()),
        Ok(file) => sgf_file(bytes, &file),
    }
    match othello::Record::from_sgf(bytes) {
        Err(error) => check_message(&error.to_string(), bytes.len()),
        Ok(record) => assert_eq!(othello::Record::from_sgf(record.to_sgf()), Ok(record)),
    }
    match nogo::Record::from_sgf(bytes) {
        Err(error) => check_message(&error.to_string(), bytes.len()),
        // A row that bends can be read, and has no words to be written in.
        Ok(record) => match record.to_sgf() {
            Err(error) => check_message(&error.to_string(), bytes.len()),
            Ok(text) => assert_eq!(nogo::Record::from_sgf(text), Ok(record)),
        },
    }
    // A record holds less than a file, and says why it does not hold one.
    match gomoku::Record::from_sgf(bytes) {
        Err(error) => check_message(&error.to_string(), bytes.len()),
        // A file may have a size that it has no letters for, as long as no move needs one.
        Ok(record) => match record.to_sgf() {
            Err(error) => assert!(matches!(error, gomoku::SgfError::TooLarge { .. }), "{record:?}: {error}"),
            Ok(printed) => {
                let again = gomoku::Record::from_sgf(&printed).expect("a file of ours");
                assert_eq!(again, record, "printed as {printed:?}");
                assert_eq!(again.to_sgf().expect("the same game"), printed);
            }
        },
    }
}

/// A file keeps its bytes, whatever line of moves is written into it.
fn sgf_file(bytes: &[u8], file: &gomoku::SgfFile) {
    match file.with_moves(file.moves()) {
        Err(error) => return assert!(matches!(error, gomoku::SgfError::TooLarge { .. }), "{error}"),
        Ok(same) => assert_eq!(same, bytes),
    }
    let mut board = file.start().clone();
    for (common, next) in file.moves().iter().copied().map(Some).chain([None]).enumerate() {
        let mut moves = file.moves()[..common].to_vec();
        let free = board.legal_moves().iter().next_back();
        for ply in std::iter::once(None).chain(free.map(Some)) {
            moves.extend(ply.map(Some));
            let changed = file.with_moves(&moves).expect("legal moves");
            let again = gomoku::SgfFile::parse(changed).expect("a file of ours");
            assert_eq!(again.moves(), moves, "written into {bytes:?}");
            // Without a move the stones tell whose turn it is.
            assert!(moves.is_empty() || again.start() == file.start(), "{moves:?} written into {bytes:?}");
        }
        match next {
            Some(Some(point)) => board.play(point),
            Some(None) => board.set_to_move(board.to_move().other()),
            None => {}
        }
    }
}

/// Two bytes of rows and columns, then the blocked cells as text.
fn shape(bytes: &[u8]) {
    let [rows, columns, text @ ..] = bytes else { return };
    let Ok(blocked) = std::str::from_utf8(text).unwrap_or("?").parse() else { return };
    for shape in [nogo::Shape::new((*rows).into(), (*columns).into(), blocked), nogo::Shape::row((*rows).into())] {
        match shape {
            Err(error) => check_message(&error.to_string(), bytes.len()),
            Ok(shape) => {
                assert!((shape.points() & shape.points()).len() <= (shape.rows() * shape.columns()) as u32);
                let board = nogo::Board::with_shape(shape);
                assert_eq!(board.to_string().parse(), Ok(board));
            }
        }
    }
}

/// A command line, a word a line; every command sets up what it would begin with.
fn command_line(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let words: Vec<&str> = text.split('\n').filter(|word| !word.contains('\0')).collect();
    if let Err(message) = stonemask_cli::understand(&words) {
        check_message(&message, text.len());
    }
}

/// A line for `check --replay`.
fn check_line(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Err(message) = stonemask_cli::check::understand(text) {
        check_message(&message, text.len());
    }
}

fn wthor(bytes: &[u8]) {
    if let Err(message) = stonemask_cli::understand_wthor(bytes) {
        check_message(&message, bytes.len());
    }
}

fn records(bytes: &[u8]) {
    for message in stonemask_cli::understand_records(bytes) {
        check_message(&message, bytes.len());
    }
}

/// Lines sent to an engine, whose answers must all be in its protocol.
fn engine(name: &str, bytes: &[u8]) {
    if let Err(problem) = stonemask_cli::converse(name, bytes) {
        panic!("{problem}");
    }
}
