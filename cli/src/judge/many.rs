//! Several engines, each put to the same tests.

use super::case::line;
use super::engine::Start;
use super::marks::{Row, Table};
use super::rounds::Plan;
use super::{Arguments, Judge};
use crate::error::Failure;
use crate::file;
use crate::games::Name;
use crate::interrupt::interrupted;
use crate::named::given_name;
use crate::output::Output;
use std::ffi::OsString;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;
use stonemask_harness::without_controls;

/// How long a list of engines may be, in MiB.
const LONGEST: u64 = 16;

/// An engine of a list: `[NAME=]COMMAND`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Contender {
    pub(super) name: String,
    pub(super) text: String,
    pub(super) command: Vec<OsString>,
}

impl FromStr for Contender {
    type Err = String;

    fn from_str(text: &str) -> Result<Contender, String> {
        let (name, text) = given_name(text)?;
        if text.is_empty() {
            return Err("a command is missing".to_owned());
        }
        let shown = without_controls(text);
        // Without a name it is called by its command.
        let name = name.map_or_else(|| shown.chars().take(80).collect(), str::to_owned);
        let command = text.split_whitespace().map(OsString::from).collect();
        Ok(Contender { name, text: shown, command })
    }
}

impl Contender {
    /// The engine behind `--`.
    fn alone(command: &[OsString]) -> Contender {
        let words: Vec<_> = command.iter().map(|word| word.to_string_lossy()).collect();
        let text = without_controls(&words.join(" "));
        Contender { name: text.chars().take(80).collect(), text, command: command.to_vec() }
    }

    pub(super) fn start(&self, arguments: &Arguments) -> Start {
        Start::judged(self.command.clone(), Duration::from_millis(arguments.time), arguments.skip_passes)
    }
}

/// The engines of the command line, and of its file.
///
/// # Errors
/// When the file cannot be read, or two engines have one name.
pub(super) fn contenders(arguments: &Arguments) -> Result<Vec<Contender>, Failure> {
    let mut all = arguments.engine.clone();
    if let Some(path) = &arguments.engines {
        all.extend(read(path)?);
    }
    if !arguments.command.is_empty() {
        all.push(Contender::alone(&arguments.command));
    }
    for (index, Contender { name, .. }) in all.iter().enumerate() {
        if all[..index].iter().any(|other| other.name == *name) {
            return Err(Failure::bad_input(format!("two engines are called '{name}': NAME=COMMAND names one")));
        }
    }
    Ok(all)
}

/// Reads a list of engines, one a line; empty lines and those that begin with # are none.
fn read(path: &Path) -> Result<Vec<Contender>, Failure> {
    let shown = path.display();
    let bytes = file::read(path, LONGEST).map_err(|error| Failure::bad_input(format!("{shown}: {error}")))?;
    let text = String::from_utf8(bytes).map_err(|_| Failure::bad_input(format!("{shown}: not UTF-8")))?;
    let lines = text.trim_start_matches('\u{feff}').lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    let engine = |(index, line): (usize, &str)| {
        line.parse().map_err(|problem| Failure::bad_input(format!("{shown}, line {}: {problem}", index + 1)))
    };
    let all: Vec<_> = lines.map(engine).collect::<Result<_, _>>()?;
    if all.is_empty() { Err(Failure::bad_input(format!("{shown}: no engines"))) } else { Ok(all) }
}

/// Puts each engine to all tests of the plan.
pub(super) fn run(
    game: Option<Name>,
    plan: &Plan,
    all: &[Contender],
    arguments: &Arguments,
    output: Output,
) -> Result<(), Failure> {
    let protocol = plan.protocol();
    let mut engines = Vec::new();
    for contender in all {
        let mut row = Row::new(&contender.name, &contender.text);
        let mut judge = Judge::new(protocol, game, contender.start(arguments));
        for test in plan.tests() {
            if interrupted() {
                break;
            }
            if row.problem.is_some() {
                row.marks.not_asked += 1;
                continue;
            }
            match plan.ask(&mut judge, &test) {
                Ok(()) => row.marks.correct += 1,
                Err(wrong) => {
                    judge.driver = None;
                    row.stop(&test.to_string(), wrong.stop, Some(line(protocol, game, &wrong.case)), true);
                    row.keep_first_faults();
                }
            }
        }
        judge.bar.finish_and_clear();
        engines.push(row);
        if interrupted() {
            break;
        }
    }
    let complete = !interrupted();
    let (protocol, game) = (protocol.to_string(), game.map(|game| game.to_string()));
    let table = Table { protocol, game, seed: Some(arguments.seed), tests: Vec::new(), engines, complete };
    table.finish(all.len(), output)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_have_names() {
        let read =
            |text: &str| text.parse::<Contender>().map(|engine| (engine.name, engine.text, engine.command.len()));
        let is = |name: &str, text: &str, words| Ok((name.to_owned(), text.to_owned(), words));
        assert_eq!(read("./a --x=1"), is("./a --x=1", "./a --x=1", 2));
        assert_eq!(read(" ann = python3  a.py "), is("ann", "python3  a.py", 2));
        assert_eq!(read("./ann x = 1"), is("./ann x = 1", "./ann x = 1", 4));
        assert_eq!(read("ann=python3 a.py"), is("ann", "python3 a.py", 2));
        assert_eq!(read("ann= python3 x=1"), is("ann", "python3 x=1", 2));
        assert_eq!(read("/opt/a=b/engine"), is("/opt/a=b/engine", "/opt/a=b/engine", 1));
        for bad in ["", "ann=", "ann= ", "=a.py", "a\u{1b}nn=a.py", &format!("{}=a.py", "n".repeat(41))] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
