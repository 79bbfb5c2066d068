//! The marks of engines, in one table.

use super::fault::{Fault, Kind, Stop};
use crate::error::Failure;
use crate::output::{Output, grouped};
use serde::Serialize;

/// How many tests went which way.
#[derive(Default, Serialize)]
pub(super) struct Marks {
    pub(super) correct: u64,
    pub(super) illegal: u64,
    pub(super) wrong: u64,
    pub(super) crashed: u64,
    pub(super) timed_out: u64,
    pub(super) broken_protocol: u64,
    /// Wrong, as the test says they would be.
    pub(super) expected_fails: u64,
    /// Correct, though the test says that they would be wrong.
    pub(super) unexpected_passes: u64,
    /// After the engine was given up.
    pub(super) not_asked: u64,
}

impl Marks {
    /// The columns of the table, and whether they stand there without a number above 0.
    fn columns(&self) -> [(&'static str, u64, bool); 10] {
        let total = self.total();
        [
            ("correct", self.correct, true),
            ("illegal", self.illegal, true),
            ("wrong", self.wrong, true),
            ("crashed", self.crashed, true),
            ("timed out", self.timed_out, true),
            ("broken protocol", self.broken_protocol, false),
            ("expected fails", self.expected_fails, false),
            ("unexpected passes", self.unexpected_passes, false),
            ("not asked", self.not_asked, false),
            ("total", total, true),
        ]
    }

    fn total(&self) -> u64 {
        self.correct
            + self.illegal
            + self.wrong
            + self.crashed
            + self.timed_out
            + self.broken_protocol
            + self.expected_fails
            + self.unexpected_passes
            + self.not_asked
    }

    pub(super) fn count(&mut self, kind: Kind) {
        *match kind {
            Kind::IllegalMove => &mut self.illegal,
            Kind::LegalMoveRefused
            | Kind::IllegalMoveAccepted
            | Kind::WrongLegalMoves
            | Kind::WrongCount
            | Kind::WrongResult => &mut self.wrong,
            Kind::Crash => &mut self.crashed,
            Kind::Hang | Kind::LateAnswer => &mut self.timed_out,
            Kind::BrokenProtocol => &mut self.broken_protocol,
        } += 1;
    }
}

/// A fault, and the test that showed it.
#[derive(Serialize)]
pub(super) struct Finding {
    pub(super) test: String,
    pub(super) kind: &'static str,
    pub(super) told: String,
    /// The line for `--replay`, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) line: Option<String>,
}

/// An engine with its marks.
#[derive(Serialize)]
pub(super) struct Row {
    pub(super) name: String,
    /// Its command line.
    pub(super) engine: String,
    #[serde(flatten)]
    pub(super) marks: Marks,
    total: u64,
    pub(super) faults: Vec<Finding>,
    /// Why not all was asked.
    pub(super) problem: Option<String>,
    #[serde(skip)]
    hangs: u32,
}

/// After so many tests in which it hangs an engine is given up.
const MOST_HANGS: u32 = 3;

impl Row {
    pub(super) fn new(name: &str, engine: &str) -> Row {
        let (name, engine) = (name.to_owned(), engine.to_owned());
        Row { name, engine, marks: Marks::default(), total: 0, faults: Vec::new(), problem: None, hangs: 0 }
    }

    /// Counts a test that was stopped.
    pub(super) fn stop(&mut self, test: &str, stop: Stop, line: Option<String>, is_test: bool) {
        let test = test.to_owned();
        match stop {
            Stop::Interrupted => {}
            Stop::NotStarted(problem) => {
                self.marks.not_asked += u64::from(is_test);
                // As the command says it where it has one engine.
                self.problem = Failure::bad_input(problem).message();
            }
            Stop::Fault(Fault { kind, told }) => {
                if is_test {
                    self.marks.count(kind);
                }
                self.faults.push(Finding { test, kind: kind.name(), told, line });
                self.hangs += u32::from(kind == Kind::Hang);
                if self.hangs == MOST_HANGS {
                    self.problem = Some(format!("given up after {MOST_HANGS} hangs"));
                }
            }
        }
    }

    /// Of each kind of fault the first remains.
    pub(super) fn keep_first_faults(&mut self) {
        let mut kinds = Vec::new();
        self.faults.retain(|fault| {
            let is_new = !kinds.contains(&fault.kind);
            kinds.push(fault.kind);
            is_new
        });
    }

    fn is_clean(&self) -> bool {
        self.faults.is_empty() && self.problem.is_none()
    }

    /// Its faults, a line or two each.
    fn told(&self) -> String {
        let name = &self.name;
        let mut text = String::new();
        for Finding { test, kind, told, line } in &self.faults {
            text += &format!("\n{name}: {test}: {kind}: {told}");
            text += &line.as_ref().map_or(String::new(), |line| format!("\nline {line}"));
        }
        text + &self.problem.as_ref().map_or(String::new(), |problem| format!("\n{name}: {problem}"))
    }
}

/// All engines.
#[derive(Serialize)]
pub(super) struct Table {
    pub(super) protocol: String,
    pub(super) game: Option<String>,
    /// The seed of the games and positions, where tests are such.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seed: Option<u64>,
    /// The files of tests, where there are any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) tests: Vec<String>,
    pub(super) engines: Vec<Row>,
    pub(super) complete: bool,
}

impl Table {
    fn text(&self) -> String {
        let rows: Vec<_> = self.engines.iter().map(|row| (row.name.as_str(), row.marks.columns())).collect();
        let names = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max("engine".len());
        let shown = |column: &usize| rows.iter().any(|(_, columns)| columns[*column].2 || columns[*column].1 > 0);
        let shown: Vec<usize> = (0..Marks::default().columns().len()).filter(shown).collect();
        let heads = Marks::default().columns().map(|(head, ..)| head);
        let mut text = format!("{:names$}", "engine");
        shown.iter().for_each(|&column| text += &format!("  {}", heads[column]));
        for (name, columns) in &rows {
            text += &format!("\n{name:names$}");
            for &column in &shown {
                text += &format!("  {:>width$}", grouped(columns[column].1), width = heads[column].len());
            }
        }
        let told: String = self.engines.iter().map(Row::told).collect();
        if told.is_empty() { text } else { text + "\n" + &told }
    }

    /// Prints it. The exit status says whether any engine is at fault.
    pub(super) fn finish(mut self, of: usize, output: Output) -> Result<(), Failure> {
        self.engines.iter_mut().for_each(|row| row.total = row.marks.total());
        output.print(&self, || self.text())?;
        if !self.complete {
            let done = self.engines.len().saturating_sub(1);
            Err(Failure::unfinished(format!("interrupted after {done} of {of} engines")))
        } else if self.engines.iter().all(Row::is_clean) {
            Ok(())
        } else {
            Err(Failure::differences())
        }
    }
}
