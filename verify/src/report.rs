//! Which cases are run, and their results.

use crate::arrivals::{self, Covered};
use crate::claims::Assumptions;
use crate::course::Course;
use crate::domain::{self, Held};
use crate::image::{Image, Kernel};
use crate::listed;
use crate::proof::{Looked, Of, Proof, Verdict};
use crate::record;
use crate::row::{Outcome, Row};
use crate::theorem::{Case, Theorem, of_case};
use crate::theorems;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use rustix::time::{ClockId, clock_gettime};
use std::collections::BTreeMap;
use std::time::Duration;

/// One case to be run.
struct Task<'a> {
    row: usize,
    kernel: &'a Kernel,
    case: Case,
}

/// All cases of which there is one of a kind, such as those of the entry, the counts, the ends and
/// the tables; and of the others, which differ from their like in a square or a number alone, one
/// out of `one_of`, beginning with number `first`, and at least one.
fn sample(cases: Vec<Case>, one_of: usize, first: usize) -> impl Iterator<Item = Case> {
    let mut alike: BTreeMap<String, usize> = BTreeMap::new();
    cases.iter().for_each(|case| *alike.entry(kind(&case.name)).or_default() += 1);
    let (single, others): (Vec<_>, Vec<_>) = cases.into_iter().partition(|case| alike[&kind(&case.name)] == 1);
    let apart = one_of.min(others.len()).max(1);
    let some = others.into_iter().enumerate().filter(move |(index, _)| (index + first).is_multiple_of(apart));
    single.into_iter().chain(some.map(|(_, case)| case))
}

/// A case's name without squares and numbers.
fn kind(name: &str) -> String {
    let words = name.split_inclusive(|letter: char| !letter.is_alphanumeric());
    let is_place = |word: &&str| {
        let word = word.trim_end_matches(|letter: char| !letter.is_alphanumeric());
        word.ends_with(|letter: char| letter.is_ascii_digit())
    };
    words.filter(|word| !is_place(word)).collect()
}

/// Runs the theorems about some kernels on all cores; quick runs take a sample of the cases of slow
/// ones.
pub(crate) fn rows(image: &Image, kernels: &[&Kernel], quick: bool) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut tasks = Vec::new();
    for &kernel in kernels {
        let theorem = theorems::about(kernel);
        let cases = theorem.as_ref().map_or_else(Vec::new, |theorem| theorem.cases_of(kernel));
        let of_cases = cases.len();
        let one_of = theorem.as_ref().filter(|_| quick).map_or(1, |theorem| theorem.quick_one_of);
        let before = tasks.len();
        // Each kernel starts with another case, so that not all tiers sample the same ones.
        tasks.extend(sample(cases, one_of, rows.len()).map(|case| Task { row: rows.len(), kernel, case }));
        let listed = match &theorem {
            Some(theorem) => theorem.exceptions.leaves_out,
            None => listed::reason(kernel.family()),
        };
        let outcome = match (&theorem, listed) {
            (Some(_), _) if tasks.len() - before < of_cases => Outcome::Sampled,
            (Some(_), None) => Outcome::Proved,
            (Some(_), Some(_)) => Outcome::Part,
            (None, Some(_)) => Outcome::Listed,
            (None, None) => Outcome::Missing,
        };
        rows.push(Row {
            kernel: kernel.family().to_owned(),
            tier: kernel.tier.to_string(),
            theorem: theorem.map(|theorem| theorem.claim.to_owned()),
            cases: tasks.len() - before,
            of_cases,
            outcome,
            listed,
            notes: listed.map(str::to_owned).into_iter().collect(),
            ..Row::default()
        });
    }
    let bar = progress(tasks.len(), "cases");
    let results: Vec<_> = tasks
        .par_iter()
        .map(|Task { row, kernel, case }| {
            bar.set_message(kernel.name.clone());
            let begun = busy();
            let (verdict, effort) = Proof::verdict_and_start(image, kernel, &case.prove);
            bar.inc(1);
            (*row, &case.name, verdict, effort, (busy() - begun).as_secs_f64())
        })
        .collect();
    bar.finish_and_clear();
    let assumed = of_each(kernels, |_, kernel, theorem| {
        let mut all = Assumptions::default();
        for case in theorem.cases_of(kernel) {
            all.join(Proof::assumptions(image, kernel, &case.prove));
        }
        all
    });
    let covered = covered(image, kernels, quick);
    let held = if quick {
        Vec::new()
    } else {
        of_each(kernels, |row, kernel, theorem| {
            let of_row = results.iter().filter(|(of, ..)| *of == row);
            domain::held(image, kernel, theorem, &of_row.map(|(.., effort, _)| &effort.course).collect::<Vec<_>>())
        })
    };
    let mut calls = vec![0; rows.len()];
    let mut courses = vec![Course::default(); rows.len()];
    for (index, case, verdict, effort, seconds) in results {
        let row = &mut rows[index];
        calls[index] += effort.calls;
        courses[index].join(effort.course);
        row.obligations += effort.by_structure + effort.by_solver;
        row.solved += effort.by_solver;
        row.preconditions += effort.preconditions;
        row.claims.join(effort.claims);
        row.seconds += seconds;
        let of_case = of_case(case);
        match verdict {
            Verdict::Proved => {}
            Verdict::Refuted { condition, input } => {
                row.outcome = Outcome::Refuted;
                row.notes.push(format!("{of_case}{condition} does not hold for: {input}"));
            }
            Verdict::Refused(reason) => {
                if row.outcome != Outcome::Refuted {
                    row.outcome = Outcome::Refused;
                }
                row.notes.push(format!("{of_case}{reason}"));
            }
        }
    }
    for (index, assumptions) in assumed {
        rows[index].assumptions = assumptions;
    }
    for (index, Covered { gap, arrivals }) in covered {
        let row = &mut rows[index];
        let found = courses[index].arrivals;
        let is_whole = row.is_whole() && !row.outcome.is_failure();
        let differ = (is_whole && arrivals != found).then(|| {
            format!("runs may arrive at {found} statements of places, of which {arrivals} are held against cases")
        });
        gap.into_iter().chain(differ).for_each(|problem| row.refuse(problem));
    }
    for (index, Held { problem, calls: counted_on }) in held {
        let row = &mut rows[index];
        let missing = (calls[index] < counted_on && !row.outcome.is_failure()).then(|| {
            format!("{} runs from the kernel's entry where the theorem is taken to have {counted_on}", calls[index])
        });
        let gap = courses[index].gap(&kernels[index].addresses()).filter(|_| !row.outcome.is_failure());
        problem.into_iter().chain(missing).chain(gap).for_each(|problem| row.refuse(problem));
    }
    if !quick {
        for (index, problem) in unsaid(image, &rows, &tasks) {
            rows[index].refuse(problem);
        }
    }
    rows
}

/// Refuses theorems that have less or more than is on record.
pub(crate) fn hold_against_record(rows: &mut [Row]) {
    for (index, gap) in record::gaps(rows) {
        if !rows[index].outcome.is_failure() {
            rows[index].refuse(gap);
        }
    }
}

/// Of the kernels that are proved in full, by their numbers, what theorems look at without saying
/// what it is.
fn unsaid(image: &Image, rows: &[Row], tasks: &[Task]) -> Vec<(usize, String)> {
    let asked: Vec<&Task> = tasks.iter().filter(|task| rows[task.row].outcome == Outcome::Proved).collect();
    let bar = progress(asked.len(), "cases with bits told wrong");
    let said = |task: &&Task| {
        bar.set_message(task.kernel.name.clone());
        let said = Proof::said(image, task.kernel, &task.case.prove);
        bar.inc(1);
        said
    };
    let said: Vec<_> = asked.par_iter().map(said).collect();
    bar.finish_and_clear();
    let mut problems = Vec::new();
    let mut found: BTreeMap<(usize, Looked, usize), Option<String>> = BTreeMap::new();
    for (Task { row, kernel, case }, said) in asked.into_iter().zip(said) {
        let of_case = of_case(&case.name);
        let said = match said {
            Ok(said) => said,
            Err(refused) => {
                problems.push((*row, format!("{of_case}where bits are told wrong: {refused}")));
                continue;
            }
        };
        for ((looked, number), problem) in said {
            let problem = problem
                .map(|problem| format!("{of_case}{} looks at {}: {problem}", looked.0, looked.1.text(kernel.address)));
            let of_bit = found.entry((*row, looked, number)).or_insert_with(|| problem.clone());
            // Of what is left at places and which way a run takes, one of the cases says what it
            // is.
            if (looked.1 == Of::Results) == of_bit.is_none() {
                *of_bit = problem;
            }
        }
    }
    problems.extend(found.into_iter().filter_map(|((row, ..), problem)| Some((row, problem?))));
    problems
}

/// Holds what cases leave at places against those that begin there, by the kernels' numbers; quick
/// runs do so on the highest tier of each theorem, the verifier's tests on the others.
fn covered(image: &Image, kernels: &[&Kernel], quick: bool) -> Vec<(usize, Covered)> {
    let is_highest =
        |kernel: &Kernel| kernels.iter().all(|other| other.family() != kernel.family() || other.tier <= kernel.tier);
    let of_kernel = |_, kernel: &Kernel, theorem: &Theorem| {
        (!quick || is_highest(kernel)).then(|| arrivals::covered(image, kernel, theorem))
    };
    of_each(kernels, of_kernel).into_iter().filter_map(|(row, covered)| Some((row, covered?))).collect()
}

/// The findings for each kernel that has a theorem, by the kernels' numbers.
fn of_each<T: Send>(kernels: &[&Kernel], find: impl Fn(usize, &Kernel, &Theorem) -> T + Sync) -> Vec<(usize, T)> {
    let of_kernel = |(row, kernel): (usize, &&Kernel)| Some((row, find(row, kernel, &theorems::about(kernel)?)));
    kernels.par_iter().enumerate().filter_map(of_kernel).collect()
}

/// How long a core has worked on this thread.
pub(crate) fn busy() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.cast_unsigned(), time.tv_nsec as u32)
}

/// If standard error is a terminal, a line there says how much is done.
pub(crate) fn progress(count: usize, things: &str) -> ProgressBar {
    let template = format!("{{spinner}} {{elapsed}} {{pos}} of {{len}} {things}, {{msg}}");
    ProgressBar::new(count as u64).with_style(ProgressStyle::with_template(&template).expect("a template"))
}

/// The rows as a table, with the notes of what failed below.
pub(crate) fn table(rows: &[Row]) -> String {
    let mut text = format!(
        "{:<30} {:<7} {:<8} {:>7} {:>12} {:>9}  {}\n",
        "kernel", "tier", "verdict", "cases", "obligations", "seconds", "theorem"
    );
    for row in rows {
        let said = match (&row.theorem, row.listed) {
            (Some(theorem), Some(listed)) => format!("{theorem}; not shown: {listed}"),
            (theorem, listed) => theorem.as_deref().or(listed).unwrap_or_default().to_owned(),
        };
        text += &format!(
            "{:<30} {:<7} {:<8} {:>7} {:>12} {:>9.2}  {said}\n",
            row.kernel,
            row.tier,
            row.outcome.text(),
            row.cases,
            row.obligations,
            row.seconds
        );
    }
    for row in rows.iter().filter(|row| row.outcome.is_failure()) {
        let name = format!("{} {}", row.kernel, row.tier);
        match row.notes.as_slice() {
            [] => text += &format!("{name}: neither proved nor listed\n"),
            // The first few say enough.
            notes => notes.iter().take(4).for_each(|note| text += &format!("{name}: {note}\n")),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_have_all_cases_of_which_there_is_one_of_a_kind() {
        for (name, kind_of) in
            [("black d3", "black "), ("8x8: 5 of 7 squares, the level", " of squares, the level"), ("entry", "entry")]
        {
            assert_eq!(kind(name), kind_of);
        }
        let named = |name: &str| Case::new(name, |_| Ok(()));
        let all = || {
            let cells = (0..20).map(|cell| named(&format!("cell {cell}")));
            cells.chain(["entry", "a game that is done"].map(named)).collect::<Vec<_>>()
        };
        for (one_of, first, expected) in [(1, 3, 22), (5, 3, 6), (100, 3, 3)] {
            let names: Vec<String> = sample(all(), one_of, first).map(|case| case.name).collect();
            assert_eq!(names.len(), expected, "{names:?}");
            assert!(names.contains(&"entry".to_owned()) && names.contains(&"a game that is done".to_owned()));
        }
    }
}
