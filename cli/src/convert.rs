//! `stonemask convert`: recorded games from one file format to another.

use crate::error::Failure;
use crate::file;
use crate::games::{Name, among};
use crate::named::named;
use crate::output::{self, Output, grouped};
use crate::records::{Format, Hints, Writer, encoding as encodings};
use clap::{Args, ValueHint};
use encoding_rs::Encoding;
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};
use stonemask::gomoku;
use stonemask_harness::without_controls;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The file to read; - is standard input, with --from
    #[arg(value_name = "IN", value_hint = ValueHint::FilePath)]
    input: PathBuf,
    /// The file to write, or to replace: .sgf, .ggf, .wtb, .txt (a transcript a line), .obf, .psq
    /// or .json (Botzone); - is standard output, with --to
    #[arg(value_name = "OUT", value_hint = ValueHint::FilePath)]
    out: PathBuf,
    /// The format of IN [default: the one that its name ends with]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// The format of OUT [default: the one that its name ends with]
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,
    /// The game, where IN does not name it: Botzone's JSON, SGF without GM, and NoGo as GM[1]
    #[arg(long, value_name = "GAME", value_parser = among(Name::is_recorded))]
    game: Option<Name>,
    /// The rule of Gomoku, where a .psq does not name it [default: freestyle]
    #[arg(long, value_name = "RULE", value_parser = named(&gomoku::Rule::ALL, gomoku::Rule::name))]
    rule: Option<gomoku::Rule>,
    /// The encoding of IN, such as Shift_JIS or windows-1252, whatever IN says [default: what SGF's
    /// CA or a byte order mark names, or UTF-8]. OUT is UTF-8
    #[arg(long, value_name = "NAME", value_parser = encoding)]
    encoding: Option<&'static Encoding>,
    /// Leave out what OUT's format has no place for, such as names, times and comments. Games are
    /// never changed
    #[arg(long)]
    drop: bool,
}

#[derive(Serialize)]
struct Report {
    from: String,
    to: String,
    games: u64,
    plies: u64,
    /// The parts of the records that were left out.
    dropped: Vec<String>,
}

/// The longest file that is read.
const LIMIT_MIB: u64 = 512;

pub(crate) fn run(arguments: &Arguments, output: Output) -> Result<(), Failure> {
    let Arguments { input, out, from, to, game, rule, encoding, drop } = arguments;
    let (from, to) = (format("--from", input, *from)?, format("--to", out, *to)?);
    let of = |path: &Path, error: &dyn std::fmt::Display| {
        Failure::bad_input(format!("{}: {error}", without_controls(&path.to_string_lossy())))
    };
    let [is_stdin, is_stdout] = [input, out].map(|path| path == Path::new("-"));
    if is_stdout && output.is_json() {
        return Err(Failure::bad_input("--json: the games go to standard output, where the report would go"));
    }
    let bytes = if is_stdin { file::read_all(std::io::stdin(), LIMIT_MIB) } else { file::read(input, LIMIT_MIB) };
    let bytes = bytes.map_err(|error| of(input, &error))?;
    let hints = Hints { game: *game, rule: *rule, encoding: *encoding };
    let mut writer = Writer::new(to, *drop);
    let (mut games, mut plies) = (0, 0);
    let mut convert = || {
        for record in from.contents(&bytes, hints)?.games()? {
            let record = record?;
            writer.add(&record)?;
            (games, plies) = (games + 1, plies + record.game.len() as u64);
        }
        Ok(())
    };
    convert().map_err(|error: String| of(input, &error))?;
    let (written, dropped) = writer.finish();
    let is_same = || fs::canonicalize(input).is_ok_and(|input| fs::canonicalize(out).is_ok_and(|out| input == out));
    if !dropped.is_empty() && !is_stdin && !is_stdout && is_same() {
        return Err(of(out, &format!("IN is not replaced by what lacks {}", dropped.join(", "))));
    }
    if is_stdout {
        if !dropped.is_empty() {
            eprintln!("stonemask: left out: {}", without_controls(&dropped.join(", ")));
        }
        return output::write(&written);
    }
    file::check_write(out).and_then(|()| file::write(out, &written)).map_err(|error| of(out, &error))?;
    let report = Report { from: from.to_string(), to: to.to_string(), games, plies, dropped };
    output.print(&report, || report.text())
}

/// The encoding of this name.
fn encoding(name: &str) -> Result<&'static Encoding, String> {
    encodings::named(name).ok_or_else(|| "no encoding of that name is known".to_owned())
}

/// The format that an option names, or a file's name.
fn format(option: &str, path: &Path, named: Option<Format>) -> Result<Format, Failure> {
    named.or_else(|| Format::of(path)).ok_or_else(|| {
        let name = without_controls(&path.to_string_lossy());
        Failure::bad_input(format!("{name}: the name does not end with a format that is known; {option} names one"))
    })
}

impl Report {
    fn text(&self) -> String {
        let Report { games, plies, dropped, .. } = self;
        let mut text = format!("games    {}\nplies    {}", grouped(*games), grouped(*plies));
        if !dropped.is_empty() {
            text += &format!("\ndropped  {}", dropped.join(", "));
        }
        text
    }
}
