//! Tests of the verifier: kernels with one changed byte must be refuted, by an input on which they
//! are wrong when the processor runs them; and each theorem must fail when one of its claims is
//! made false.

mod choose;
mod native;

use crate::image::{Image, Kernel};
use crate::proof::{Proof, Verdict};
use crate::report::busy;
use crate::theorem::{Case, Theorem};
use crate::theorems;
use choose::{Mutant, Mutants};
use iced_x86::{Code, Instruction};
#[cfg(test)]
pub(crate) use native::is_replayed;
pub(crate) use native::serve;
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use serde::Serialize;
use stonemask_harness::Difference;

/// How many mutants of a kernel must be detected, on the processor too.
const WANTED: usize = 3;

/// How many mutants of a kernel are tried at most.
const MOST: usize = 32;

/// The result of a mutant.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "fate")]
enum Fate {
    /// Refuted; the processor shows the difference, on the counterexample or on a random input.
    Differs { by_counterexample: bool, difference: Difference },
    /// Refuted; the processor shows no difference on the inputs tried, or lacks the tier.
    Refuted { condition: String, input: String },
    /// Rejected, because it breaks a precondition.
    Refused { reason: String },
    /// Proved: the change has no effect on any input.
    Equivalent,
    /// No difference in a sample of the cases, nor on the processor.
    Undecided,
    /// Proved, but the processor shows a difference: the verifier is wrong.
    Unsound { difference: Difference },
}

/// A mutant and its result.
#[derive(Debug, Serialize)]
struct Tried {
    #[serde(flatten)]
    mutant: Mutant,
    #[serde(flatten)]
    fate: Fate,
}

/// A kernel and its mutants.
#[derive(Serialize)]
pub(crate) struct Row {
    kernel: String,
    tier: String,
    tried: Vec<Tried>,
    /// Whether this processor runs the kernel.
    runs: bool,
    /// Seconds of one core.
    seconds: f64,
    /// A fault of the verifier.
    problems: Vec<String>,
}

/// Tries the mutants of the proved kernels among the given ones; in quick runs only of those that
/// are proved fast.
pub(crate) fn rows(image: &Image, kernels: &[&Kernel], quick: bool) -> Vec<Row> {
    let known: FxHashSet<Code> =
        image.kernels.iter().flat_map(|kernel| kernel.instructions.values()).map(Instruction::code).collect();
    let proved = kernels.iter().filter_map(|&kernel| Some((kernel, theorems::about(kernel)?)));
    // Quick runs test a theorem if they do not have to sample its cases.
    let tasks: Vec<_> = proved.filter(|(_, theorem)| !quick || theorem.quick_one_of == 1).collect();
    let bar = crate::report::progress(tasks.len(), "kernels");
    let row = |(kernel, theorem): &(&Kernel, Theorem)| {
        bar.set_message(kernel.name.clone());
        let row = row(image, kernel, theorem, &known);
        bar.inc(1);
        row
    };
    let rows = tasks.par_iter().map(row).collect();
    bar.finish_and_clear();
    rows
}

/// The kernel on which another's theorem rests.
fn rests_on<'a>(image: &'a Image, kernel: &Kernel) -> Option<&'a Kernel> {
    let family = theorems::about(kernel)?.rests_on?;
    image.kernels.iter().find(|other| other.family() == family && other.tier == kernel.tier)
}

/// The first verdict on a kernel that is not a proof, by some cases.
fn first_failure<'a>(image: &Image, kernel: &Kernel, cases: impl IntoIterator<Item = &'a Case>) -> Option<Verdict> {
    let mut verdicts = cases.into_iter().map(|case| Proof::verdict(image, kernel, &case.prove).0);
    verdicts.find(|verdict| *verdict != Verdict::Proved)
}

fn row(image: &Image, kernel: &Kernel, theorem: &Theorem, known: &FxHashSet<Code>) -> Row {
    let begun = busy();
    let cases = theorem.cases_of(kernel);
    let mut problems = Vec::new();
    match cases.iter().find_map(|case| Proof::verdict_of_a_false_claim(image, kernel, &case.prove)) {
        Some(Verdict::Refuted { .. }) => {}
        Some(Verdict::Proved) => problems.push("a false claim is proved".to_owned()),
        Some(Verdict::Refused(reason)) => problems.push(format!("a false claim is not refuted: {reason}")),
        None => problems.push("the theorem claims nothing that could be false".to_owned()),
    }
    let mut tried: Vec<Tried> = Vec::new();
    let runs = kernel.tier.is_available();
    // A partly proved kernel may be wrong elsewhere.
    let wanted = if theorem.exceptions.leaves_out.is_some() { 0 } else { WANTED };
    let seen = |tried: &[Tried]| {
        let counts =
            |of: &&Tried| matches!(of.fate, Fate::Differs { .. }) || !runs && matches!(of.fate, Fate::Refuted { .. });
        tried.iter().filter(counts).count()
    };
    for mutant in Mutants::of(image, kernel, known).take(MOST) {
        if seen(&tried) == wanted {
            break;
        }
        let fate = fate(image, kernel, theorem.quick_one_of, &cases, &mutant)
            .unwrap_or_else(|refused| Fate::Refused { reason: refused.to_string() });
        if let Fate::Unsound { difference } = &fate {
            problems.push(format!("{} is proved, and differs: {}", mutant.text, difference.line));
        }
        tried.push(Tried { mutant, fate });
    }
    if seen(&tried) < wanted {
        problems.push(format!(
            "{} of {} mutants are refuted and differ: fewer than {wanted}",
            seen(&tried),
            tried.len()
        ));
    }
    let (kernel, tier, seconds) = (kernel.family().to_owned(), kernel.tier.to_string(), (busy() - begun).as_secs_f64());
    Row { kernel, tier, tried, runs, seconds, problems }
}

fn fate<'a>(
    image: &Image,
    kernel: &Kernel,
    quick_one_of: usize,
    cases: &'a [Case],
    mutant: &Mutant,
) -> crate::refused::Result<Fate> {
    let (changed_image, changed) = applied(image, kernel, mutant);
    let image = changed_image.as_ref().unwrap_or(image);
    let runs = kernel.tier.is_available();
    let drawn = || if runs { native::run(kernel, mutant, None) } else { Ok(None) };
    let (sample, others): (Vec<_>, Vec<_>) =
        cases.iter().enumerate().partition(|(index, _)| index.is_multiple_of(quick_one_of));
    let cases_of = |part: Vec<(usize, &'a Case)>| part.into_iter().map(|(_, case)| case);
    let mut failure = first_failure(image, &changed, cases_of(sample));
    if failure.is_none() {
        let seen = drawn()?;
        if seen.is_none() && quick_one_of > 1 {
            return Ok(Fate::Undecided);
        }
        failure = first_failure(image, &changed, cases_of(others));
        if let (None, Some(kernel), true) = (&failure, rests_on(image, kernel), changed_image.is_some()) {
            let cases = theorems::about(kernel).expect("its theorem").cases_of(kernel);
            failure = first_failure(image, kernel, &cases);
        }
        if failure.is_none() {
            return Ok(seen.map_or(Fate::Equivalent, |difference| Fate::Unsound { difference }));
        }
    }
    match failure {
        Some(Verdict::Refuted { condition, input }) => {
            if runs
                && native::is_replayed(kernel, &input)
                && let Some(difference) = native::run(kernel, mutant, Some(&input))?
            {
                return Ok(Fate::Differs { by_counterexample: true, difference });
            }
            Ok(match drawn()? {
                Some(difference) => Fate::Differs { by_counterexample: false, difference },
                None => Fate::Refuted { condition, input },
            })
        }
        Some(Verdict::Refused(reason)) => Ok(Fate::Refused { reason }),
        Some(Verdict::Proved) | None => unreachable!("one that is not proved"),
    }
}

/// The image, with a changed constant if need be, and the kernel with the mutant's byte.
fn applied(image: &Image, kernel: &Kernel, mutant: &Mutant) -> (Option<Image>, Kernel) {
    if !kernel.addresses().contains(&mutant.address) {
        return (Some(image.with_constant(mutant.address, mutant.after)), kernel.clone());
    }
    let mut code = kernel.code.clone();
    code[(mutant.address - kernel.address) as usize] = mutant.after;
    (None, kernel.with_code(code))
}

impl Row {
    pub(crate) fn is_failure(&self) -> bool {
        !self.problems.is_empty()
    }

    fn count(&self, is: impl Fn(&Fate) -> bool) -> usize {
        self.tried.iter().filter(|tried| is(&tried.fate)).count()
    }
}

/// The rows as a table; below it the mutants that are not defects, and the faults found.
pub(crate) fn table(rows: &[Row]) -> String {
    let mut text = format!(
        "{:<30} {:<7} {:<7} {:>7} {:>14} {:>8} {:>7} {:>7} {:>10} {:>9} {:>9}\n",
        "kernel",
        "tier",
        "verdict",
        "mutants",
        "counterexample",
        "drawn",
        "refuted",
        "refused",
        "equivalent",
        "undecided",
        "seconds"
    );
    for row in rows {
        text += &format!(
            "{:<30} {:<7} {:<7} {:>7} {:>14} {:>8} {:>7} {:>7} {:>10} {:>9} {:>9.2}\n",
            row.kernel,
            row.tier,
            if row.is_failure() { "FAILED" } else { "seen" },
            row.tried.len(),
            row.count(|fate| matches!(fate, Fate::Differs { by_counterexample: true, .. })),
            row.count(|fate| matches!(fate, Fate::Differs { by_counterexample: false, .. })),
            row.count(|fate| matches!(fate, Fate::Refuted { .. })),
            row.count(|fate| matches!(fate, Fate::Refused { .. })),
            row.count(|fate| matches!(fate, Fate::Equivalent)),
            row.count(|fate| matches!(fate, Fate::Undecided)),
            row.seconds
        );
    }
    for row in rows {
        let name = format!("{} {}", row.kernel, row.tier);
        for Tried { mutant, fate } in &row.tried {
            if let Fate::Equivalent = fate {
                text += &format!("{name}: {} is not a defect: proved for every input\n", mutant.text);
            }
        }
        row.problems.iter().for_each(|problem| text += &format!("{name}: {problem}\n"));
    }
    let runs = rows.iter().filter(|row| !row.runs).count();
    if runs > 0 {
        text += &format!("{runs} kernels were not run: this processor lacks their tier\n");
    }
    text
}
