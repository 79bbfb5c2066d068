//! Files of GTP commands with expected answers, in the format of GNU Go's regression tests, which
//! gogui-regress reads, too.
//!
//! A command with a number is a test if the next line is `#? [PATTERN]`: its answer must match the
//! regular expression as a whole, or, behind `!`, must not. A `*` behind the bracket says that the
//! engine is expected to fail. These programs have no form for a command that must fail; here it is
//! `#? [? PATTERN]`, as GTP marks errors. Elsewhere such a pattern is no regular expression.

use super::Arguments;
use super::case::Protocol;
use super::engine::Engine;
use super::gtp::Gtp;
use super::many::Contender;
use super::marks::{Finding, Row, Table};
use crate::error::{Failure, cut};
use crate::file;
use crate::interrupt;
use crate::output::Output;
use regex::Regex;
use std::path::Path;
use stonemask_harness::without_controls;

/// How long a file of tests may be, in MiB.
const LONGEST: u64 = 16;

/// The answer that a test expects.
struct Expected {
    /// As the file has it, with its brackets.
    text: String,
    pattern: Regex,
    is_negated: bool,
    /// Whether the pattern is that of an error.
    is_error: bool,
    /// Whether the engine is expected to fail.
    fails: bool,
}

impl Expected {
    /// Reads what stands behind `#?`.
    fn read(text: &str) -> Result<Expected, String> {
        let text = text.trim();
        let (within, fails) = match text.strip_suffix('*') {
            Some(rest) => (rest.trim_end(), true),
            None => (text, false),
        };
        let within = within.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let within = within.ok_or_else(|| format!("'#? {text}': expected #? [PATTERN] or #? [PATTERN]*"))?;
        let (pattern, is_negated) = match within.strip_prefix('!') {
            Some(rest) => (rest, true),
            None => (within, false),
        };
        let (pattern, is_error) = match pattern.strip_prefix('?') {
            Some(rest) => (rest.strip_prefix(' ').unwrap_or(rest), true),
            None => (pattern, false),
        };
        let compiled = Regex::new(&format!("^(?:{pattern})$"))
            .map_err(|_| format!("'{pattern}' is not a regular expression that is known here"))?;
        Ok(Expected { text: format!("[{within}]"), pattern: compiled, is_negated, is_error, fails })
    }

    fn is_met(&self, answer: &Result<String, String>) -> bool {
        let (Ok(text) | Err(text)) = answer;
        answer.is_err() == self.is_error && self.pattern.is_match(text) != self.is_negated
    }
}

/// A command, and the answer that is expected if it is a test.
struct Step {
    /// Where it stands: `FILE:LINE`.
    place: String,
    command: String,
    expected: Option<Expected>,
}

/// The commands of a file.
pub(super) struct Suite(Vec<Step>);

impl Suite {
    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read, or a line is wrong.
    pub(super) fn read(path: &Path) -> Result<Suite, Failure> {
        let shown = path.display();
        let bytes = file::read(path, LONGEST).map_err(|error| Failure::bad_input(format!("{shown}: {error}")))?;
        let text = String::from_utf8(bytes).map_err(|_| Failure::bad_input(format!("{shown}: not UTF-8")))?;
        Suite::of(&text, path).map_err(|problem| Failure::bad_input(format!("{shown}, {problem}")))
    }

    fn of(text: &str, path: &Path) -> Result<Suite, String> {
        let mut steps: Vec<Step> = Vec::new();
        // Whether the command before has a number and no expected answer yet.
        let mut is_open = false;
        for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let wrong = |problem: String| format!("line {}: {problem}", index + 1);
            let line = line.trim();
            if let Some(rest) = line.strip_prefix("#?") {
                let expected = Expected::read(rest).map_err(wrong)?;
                let step = steps.last_mut().filter(|_| is_open);
                let step = step.ok_or_else(|| wrong("no numbered command stands before '#?'".to_owned()))?;
                step.expected = Some(expected);
                is_open = false;
                continue;
            }
            let command = line.split('#').next().unwrap_or("").trim();
            if command.is_empty() {
                continue;
            }
            let rest = command.trim_start_matches(|c: char| c.is_ascii_digit());
            is_open = rest.len() < command.len();
            let rest = rest.trim_start();
            if rest.is_empty() {
                return Err(wrong(format!("'{command}': a command is missing")));
            }
            let command = with_file(rest, path).map_err(wrong)?;
            steps.push(Step { place: format!("{}:{}", path.display(), index + 1), command, expected: None });
        }
        if steps.iter().all(|step| step.expected.is_none()) {
            return Err(
                "line 1: no tests follow: commands 'NUMBER COMMAND', each with a line '#? [PATTERN]'".to_owned()
            );
        }
        Ok(Suite(steps))
    }
}

/// A command whose file, if it loads one, is found from the file of tests.
fn with_file(command: &str, path: &Path) -> Result<String, String> {
    let mut words = command.split_whitespace();
    let (Some("loadsgf"), Some(name)) = (words.next(), words.next()) else { return Ok(command.to_owned()) };
    let found = path.parent().unwrap_or(Path::new("")).join(name);
    if !found.is_file() {
        return Err(format!("'{command}': there is no file '{}'", found.display()));
    }
    let rest: Vec<&str> = words.collect();
    let found = found.to_str().filter(|text| !text.contains(char::is_whitespace));
    let found = found.ok_or_else(|| format!("'{command}': GTP has no file names with spaces"))?;
    Ok(["loadsgf", found].into_iter().chain(rest).collect::<Vec<_>>().join(" "))
}

/// Puts each engine to all tests.
pub(super) fn run(all: &[Contender], arguments: &Arguments, output: Output) -> Result<(), Failure> {
    let suites: Vec<Suite> = arguments.tests.iter().map(|path| Suite::read(path)).collect::<Result<_, _>>()?;
    interrupt::watch()?;
    let mut engines = Vec::new();
    for contender in all {
        let mut row = Row::new(&contender.name, &contender.text);
        for suite in &suites {
            examine(suite, contender, arguments, &mut row);
        }
        engines.push(row);
        if interrupt::interrupted() {
            break;
        }
    }
    let tests = arguments.tests.iter().map(|path| path.display().to_string()).collect();
    let protocol = Protocol::Gtp.to_string();
    let complete = !interrupt::interrupted();
    Table { protocol, game: None, seed: None, tests, engines, complete }.finish(all.len(), output)
}

/// Puts a fresh engine to the tests of a file.
fn examine(suite: &Suite, contender: &Contender, arguments: &Arguments, row: &mut Row) {
    let start = contender.start(arguments);
    let mut engine: Option<Gtp> = None;
    for Step { place, command, expected } in &suite.0 {
        if interrupt::interrupted() {
            return;
        }
        if row.problem.is_some() {
            row.marks.not_asked += u64::from(expected.is_some());
            continue;
        }
        if engine.is_none() {
            match Engine::start(&start) {
                Ok(started) => engine = Some(Gtp::new(started, false)),
                Err(stop) => {
                    row.stop(place, stop, None, expected.is_some());
                    continue;
                }
            }
        }
        let answer = engine.as_mut().expect("just started").command(command);
        let told = |answer: &str| cut(&without_controls(answer));
        let mut find = |kind, told| row.faults.push(Finding { test: place.clone(), kind, told, line: None });
        match (answer, expected) {
            (Err(stop), expected) => {
                // A fresh one goes on.
                engine = None;
                row.stop(place, stop, None, expected.is_some());
            }
            (Ok(Ok(_)), None) => {}
            (Ok(Err(error)), None) => find("command fails", told(&format!("'{command}' fails: {error}"))),
            (Ok(answer), Some(expected)) => {
                let passes = expected.is_met(&answer);
                match (passes, expected.fails) {
                    (true, false) => row.marks.correct += 1,
                    (true, true) => row.marks.unexpected_passes += 1,
                    (false, true) => row.marks.expected_fails += 1,
                    (false, false) => {
                        let given = match &answer {
                            Ok(answer) => format!("answers '{answer}'"),
                            Err(error) => format!("fails: {error}"),
                        };
                        find("wrong answer", told(&format!("'{command}' {given}, expected {}", expected.text)));
                        row.marks.wrong += 1;
                    }
                }
            }
        }
        if command == "quit" {
            engine = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Suite, String> {
        Suite::of(text, Path::new("a.tst"))
    }

    #[test]
    fn tests_have_expected_answers() {
        let text = "# of GNU Go\nboardsize 9 # small\n10 genmove black\n#? [A1|B2]*\n\n20 name\n\n# so\n#? [!gnu.*]\n30 version\n";
        let Suite(steps) = read(text).unwrap();
        let commands: Vec<_> = steps.iter().map(|step| (step.place.as_str(), step.command.as_str())).collect();
        assert_eq!(
            commands,
            [("a.tst:2", "boardsize 9"), ("a.tst:3", "genmove black"), ("a.tst:6", "name"), ("a.tst:10", "version")]
        );
        let expected = |index: usize| steps[index].expected.as_ref().unwrap();
        assert!(expected(1).fails && !expected(1).is_negated && expected(2).is_negated && !expected(2).fails);
        // The whole answer has to match, whichever alternative.
        let is_met = |index: usize, answer: &str| expected(index).is_met(&Ok(answer.to_owned()));
        assert!(is_met(1, "A1") && is_met(1, "B2") && !is_met(1, "A11") && !is_met(1, "AB2"));
        assert!(is_met(2, "a gnu") && !is_met(2, "gnugo"));
        assert!(!expected(1).is_met(&Err("A1".to_owned())) && !expected(2).is_met(&Err("a gnu".to_owned())));
        assert!(steps[0].expected.is_none() && steps[3].expected.is_none());
    }

    #[test]
    fn errors_may_be_expected() {
        let is_met = |expected: &str, answer: Result<&str, &str>| {
            let answer = answer.map(str::to_owned).map_err(str::to_owned);
            Expected::read(expected).unwrap().is_met(&answer)
        };
        for (expected, met, unmet) in [
            ("[? illegal move.*]", Err("illegal move: occupied"), Err("syntax error")),
            ("[?illegal move|]", Err(""), Err("an illegal move")),
            ("[?]", Err(""), Ok("")),
            ("[? .*]*", Err("anything"), Ok("anything")),
            ("[!? unknown command]", Err("illegal move"), Err("unknown command")),
            ("[!? unknown command]", Err(""), Ok("illegal move")),
            ("[(?i)a1]", Ok("A1"), Err("A1")),
        ] {
            assert!(is_met(expected, met) && !is_met(expected, unmet), "{expected}");
        }
    }

    #[test]
    fn bad_lines_are_named() {
        for (text, problem) in [
            ("", "line 1: no tests follow: commands 'NUMBER COMMAND', each with a line '#? [PATTERN]'"),
            ("1 name\n#? [a", "line 2: '#? [a': expected #? [PATTERN] or #? [PATTERN]*"),
            ("1 name\n#? [a]&", "line 2: '#? [a]&': expected #? [PATTERN] or #? [PATTERN]*"),
            ("1 name\n#? a", "line 2: '#? a': expected #? [PATTERN] or #? [PATTERN]*"),
            ("1 name\n#? [(]", "line 2: '(' is not a regular expression that is known here"),
            ("1 name\n#? [? +]", "line 2: '+' is not a regular expression that is known here"),
            ("name\n#? [a]", "line 2: no numbered command stands before '#?'"),
            ("1 name\n#? [a]\n#? [b]", "line 3: no numbered command stands before '#?'"),
            ("#? [a]", "line 1: no numbered command stands before '#?'"),
            ("\n12\n#? [a]", "line 2: '12': a command is missing"),
            ("loadsgf none.sgf 5\n1 name\n#? [a]", "line 1: 'loadsgf none.sgf 5': there is no file 'none.sgf'"),
        ] {
            assert_eq!(read(text).err().as_deref(), Some(problem), "{text}");
        }
    }
}
