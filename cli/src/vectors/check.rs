//! `stonemask vectors --check`: somebody's answers against those of the rules.

use super::answers::Vector;
use crate::error::Failure;
use crate::games::{Name, each};
use crate::interrupt;
use crate::output::{Output, grouped};
use clap::ValueEnum;
use serde::Serialize;
use serde_json::{Map, Value};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// How long a line may be; that of the largest board is a tenth of it.
const LONGEST: u64 = 1 << 20;

/// The deepest perft that is counted.
const DEEPEST: u64 = 30;

/// The fields of the question; the other fields are answers, and those that are missing were not
/// given.
const QUESTION: [&str; 7] = ["game", "size", "rule", "position", "rows", "to_move", "depth"];

#[derive(Serialize, Default)]
struct Report {
    lines: u64,
    /// The answers that were looked at.
    answers: u64,
    wrong: u64,
    first: Option<Wrong>,
    complete: bool,
}

/// A wrong answer.
#[derive(Serialize)]
struct Wrong {
    line: u64,
    field: String,
    given: Value,
    expected: Value,
}

impl Report {
    fn text(&self) -> String {
        let mut text = format!(
            "lines  {}, {} answers\nwrong  {}",
            grouped(self.lines),
            grouped(self.answers),
            grouped(self.wrong)
        );
        if let Some(Wrong { line, field, given, expected }) = &self.first {
            text += &format!("\nfirst  line {line}, {field}: {given}, expected {expected}");
        }
        text
    }
}

pub(super) fn run(path: &Path, output: Output) -> Result<(), Failure> {
    let name = if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() };
    let failed = |problem: &dyn std::fmt::Display| Failure::bad_input(format!("{name}: {problem}"));
    let mut lines: Box<dyn BufRead> = match path.to_str() {
        Some("-") => Box::new(io::stdin().lock()),
        _ => Box::new(BufReader::new(File::open(path).map_err(|error| failed(&error))?)),
    };
    // A terminal or a pipe may keep it waiting, where Ctrl-C is to end it as it ends any program.
    if path.is_file() {
        interrupt::watch()?;
    }
    let mut report = Report::default();
    let mut line = Vec::new();
    while !interrupt::interrupted() {
        line.clear();
        let read = lines.by_ref().take(LONGEST).read_until(b'\n', &mut line).map_err(|error| failed(&error))?;
        if read == 0 {
            report.complete = true;
            break;
        }
        report.lines += 1;
        let judged =
            if read as u64 == LONGEST { Err("it is longer than 1 MiB".to_owned()) } else { judge(&line, report.lines) };
        let Judged { answers, wrong } =
            judged.map_err(|problem| failed(&format!("line {}: {problem}", report.lines)))?;
        report.answers += answers;
        if let Some(wrong) = wrong.filter(|_| !interrupt::interrupted()) {
            report.wrong += 1;
            report.first.get_or_insert(wrong);
        }
    }
    if report.complete && report.lines == 0 {
        return Err(failed(&"it is empty, expected lines of 'stonemask vectors'"));
    }
    output.print(&report, || report.text())?;
    match report {
        Report { complete: false, lines, .. } => {
            Err(Failure::unfinished(format!("interrupted after {} lines", grouped(lines))))
        }
        Report { wrong: 0, .. } => Ok(()),
        _ => Err(Failure::differences()),
    }
}

/// How many answers a line has, and the first that is wrong.
struct Judged {
    answers: u64,
    wrong: Option<Wrong>,
}

/// Compares the answers of the line with a number.
///
/// # Errors
/// When the line is not one of vectors: why.
fn judge(line: &[u8], number: u64) -> Result<Judged, String> {
    let given: Map<String, Value> = serde_json::from_slice(line.trim_ascii()).map_err(|error| {
        let problem = error.to_string();
        // Its own line number is that within this line.
        format!("not a JSON object: {}", problem.replace("line 1 column", "column"))
    })?;
    let text = |name: &str| {
        given.get(name).and_then(Value::as_str).ok_or_else(|| format!("'{name}' is missing or is not a text"))
    };
    let game = Name::from_str(text("game")?, false)
        .map_err(|_| format!("game '{}': expected {}", text("game").unwrap_or(""), Name::listed(&Name::all())))?;
    let depth = match given.get("depth") {
        None if ["nodes", "finished"].iter().any(|name| given.contains_key(*name)) => {
            return Err("'depth' is missing, to which 'nodes' and 'finished' are counted".to_owned());
        }
        None => 0,
        Some(depth) => {
            let depth = depth.as_u64().filter(|depth| *depth <= DEEPEST);
            depth.ok_or_else(|| format!("'depth' is {}: expected 0 to {DEEPEST}", given["depth"]))?
        }
    };
    let position = text("position")?;
    let expected = each!(game, G => serde_json::to_value(Vector::to_depth::<G>(position, depth as u32)?));
    let Ok(Value::Object(expected)) = expected else { unreachable!("a vector is an object") };
    let mut answers = 0;
    let mut wrong = None;
    for (name, value) in &given {
        let Some(right) = expected.get(name) else {
            match name.as_str() {
                "id" | "kind" => continue,
                _ => return Err(format!("'{name}' is not a field of a vector of this game")),
            }
        };
        let differs = in_order(value) != in_order(right);
        if QUESTION.contains(&name.as_str()) {
            if differs {
                return Err(format!("'{name}' is not what 'position' says"));
            }
            continue;
        }
        answers += 1;
        if differs && wrong.is_none() {
            let (field, given, expected) = (name.clone(), value.clone(), right.clone());
            wrong = Some(Wrong { line: number, field, given, expected });
        }
    }
    Ok(Judged { answers, wrong })
}

/// The value with lists of names in order: they are sets. Those of rows are not.
fn in_order(value: &Value) -> Value {
    match value {
        Value::Array(items) => {
            let mut items = items.clone();
            if !items.iter().all(|item| item.as_str().is_some_and(|name| name.starts_with(['X', 'O', '-', '#', '+']))) {
                items.sort_by_key(Value::to_string);
            }
            Value::Array(items)
        }
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), in_order(value))).collect(),
        other => other.clone(),
    }
}
