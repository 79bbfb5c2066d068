//! `stonemask-verify`: proves that the machine code of stonemask's kernels, as it stands in this
//! program, equals the rules for every input. docs/SOUNDNESS.md says what that rests on.

mod apart;
mod arrivals;
mod bits;
mod claims;
mod clauses;
mod contract;
mod cosim;
mod course;
mod cover;
mod cuts;
mod domain;
mod exceptions;
mod execute;
#[path = "../../tests/support/extensions.rs"]
mod extensions;
mod graph;
mod image;
mod induction;
mod listed;
mod loop_head;
mod memory;
mod mutants;
mod named_places;
mod numbers;
mod other;
mod parts;
mod place;
mod places;
#[cfg(test)]
mod planted;
#[cfg(test)]
mod planted_small;
mod proof;
mod proofs;
mod ranks;
mod record;
mod refused;
mod renaming;
mod report;
mod row;
mod rules;
mod same_code;
mod scratch;
mod semantics;
mod slot;
mod solver;
mod state;
mod sums;
mod tables;
mod theorem;
mod theorems;
mod turns;
mod word;

use clap::Parser;
use image::{Image, Kernel};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use stonemask::Tier;

/// Proves that the machine code of stonemask's kernels equals the rules, for every input.
///
/// Exit status: 0 if everything that was asked holds, 1 if something does not, 2 if the question
/// makes no sense.
#[derive(Parser)]
struct Arguments {
    /// The kernels with this name, with or without their tier [default: all]
    #[arg(long, value_name = "NAME")]
    kernel: Option<String>,
    /// The kernels of this tier alone
    #[arg(long)]
    tier: Option<Tier>,
    /// A sample of the cases of slow theorems; two minutes on two cores
    #[arg(long)]
    quick: bool,
    /// Instead of proofs: whether kernels with one byte changed are refuted, and differ on this
    /// processor
    #[arg(long)]
    mutants: bool,
    /// Instead of proofs: whether programs, libraries and archives have the kernels' code,
    /// constants and tables as they are in this program; what the linker left out is named, and no
    /// difference
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["mutants", "proofs", "quick", "json"])]
    same_code: Vec<PathBuf>,
    /// With --same-code: what a file lacks is a difference, but for the clock
    #[arg(long, requires = "same_code")]
    whole: bool,
    /// Also writes what the solver was asked and its proof to this directory, as DIMACS and DRAT;
    /// it must be empty
    #[arg(long, value_name = "DIRECTORY", conflicts_with = "mutants")]
    proofs: Option<PathBuf>,
    /// Also puts the cases, assumptions and claims of these kernels' theorems on record in this
    /// file, verify/src/record.txt; with --quick, claims only where all cases are run
    #[arg(long, value_name = "FILE", conflicts_with_all = ["mutants", "same_code"])]
    record: Option<PathBuf>,
    /// Does what standard input says with a mutant, in a process of its own
    #[arg(long, hide = true)]
    run_mutant: bool,
    /// Prints one JSON object
    #[arg(long)]
    json: bool,
}

/// All that a run found.
#[derive(Serialize)]
struct Report {
    rows: Vec<row::Row>,
    /// The comparison of the instructions' semantics with this processor.
    semantics: cosim::Tally,
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        // Help, asked for.
        Err(error) if !error.use_stderr() => error.exit(),
        Err(error) => {
            eprintln!("{}", first_paragraph(&error.to_string()));
            return ExitCode::from(2);
        }
    };
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// The fault of a command line, in one line, without clap's advice below.
fn first_paragraph(text: &str) -> String {
    let lines: Vec<&str> = text.lines().take_while(|line| !line.trim().is_empty()).map(str::trim).collect();
    lines.join(" ")
}

/// Whether everything holds.
fn run(arguments: &Arguments) -> refused::Result<bool> {
    if arguments.run_mutant {
        return mutants::serve().map(|()| true);
    }
    let image = Image::of_this_program()?;
    let asked = |kernel: &&Kernel| {
        arguments.tier.is_none_or(|tier| kernel.tier == tier)
            && arguments.kernel.as_ref().is_none_or(|name| *name == kernel.name || name == kernel.family())
    };
    let kernels: Vec<&Kernel> = image.kernels.iter().filter(asked).collect();
    if kernels.is_empty() {
        return Err(refused::Refused::new(none_is_asked(arguments, &image)));
    }
    if let Some(directory) = &arguments.proofs {
        proofs::keep_in(directory)?;
    }
    if let Some(path) = &arguments.record {
        // Before hours of work.
        record::write(path, &[])?;
    }
    if !arguments.same_code.is_empty() {
        return have_same_code(arguments, &image, &kernels);
    }
    if arguments.mutants {
        let rows = mutants::rows(&image, &kernels, arguments.quick);
        if let (true, Some(name)) = (rows.is_empty(), &arguments.kernel) {
            refused::refuse!("nothing is proved of {name}, so it has no mutants");
        }
        print(arguments, &rows, || mutants::table(&rows));
        return Ok(!rows.iter().any(mutants::Row::is_failure));
    }
    let mut rows = report::rows(&image, &kernels, arguments.quick);
    match &arguments.record {
        Some(path) => record::write(path, &rows)?,
        None => report::hold_against_record(&mut rows),
    }
    // Quick runs try the forms of these kernels' instructions half as often.
    let semantics = cosim::try_all(&image, &kernels, if arguments.quick { 50 } else { 100 })?;
    let holds = !rows.iter().any(|row| row.outcome.is_failure()) && semantics.differences.is_empty();
    let report = Report { rows, semantics };
    print(arguments, &report, || text(&report));
    Ok(holds)
}

/// Whether all files that are named have the kernels' code.
fn have_same_code(arguments: &Arguments, image: &Image, kernels: &[&Kernel]) -> refused::Result<bool> {
    let mut all_same = true;
    for path in &arguments.same_code {
        let mut compared = same_code::compare(image, kernels, path)?;
        if arguments.whole {
            compared.refuse_lacking();
        }
        print!("{}", same_code::text(path, &compared));
        all_same &= compared.differences.is_empty();
    }
    Ok(all_same)
}

fn print(arguments: &Arguments, report: &impl Serialize, text: impl Fn() -> String) {
    if arguments.json {
        println!("{}", serde_json::to_string(report).expect("a report is JSON"));
    } else {
        print!("{}", text());
    }
}

/// Why no kernel is asked for.
fn none_is_asked(Arguments { kernel, tier, .. }: &Arguments, image: &Image) -> String {
    let Some(name) = kernel else {
        return match tier {
            Some(tier) if !image.kernels.is_empty() => format!("no kernel is written for {tier}"),
            _ => "this program has no kernels: it was built without an assembler".to_owned(),
        };
    };
    let of_name = |kernel: &&Kernel| *name == kernel.name || name == kernel.family();
    let tiers: Vec<String> = image.kernels.iter().filter(of_name).map(|kernel| kernel.tier.to_string()).collect();
    match (tiers.is_empty(), tier) {
        (false, Some(tier)) => format!("{name} is not written for {tier}, but for {}", tiers.join(", ")),
        _ => format!("no kernel is called '{}': without --kernel all are listed", name.escape_debug()),
    }
}

fn text(report: &Report) -> String {
    let mut text = report::table(&report.rows);
    let mut counts: BTreeMap<row::Outcome, usize> = BTreeMap::new();
    report.rows.iter().for_each(|row| *counts.entry(row.outcome).or_default() += 1);
    let counts: Vec<String> = counts.iter().map(|(outcome, count)| format!("{count} {}", outcome.text())).collect();
    let sum = |cases: fn(&row::Row) -> usize| report.rows.iter().map(cases).sum::<usize>();
    let (cases, of_cases) = (sum(|row| row.cases), sum(|row| row.of_cases));
    text += &format!("{} kernels: {}; {cases} of {of_cases} cases\n", report.rows.len(), counts.join(", "));
    let cosim::Tally { forms, runs, left_out, differences } = &report.semantics;
    text += &format!("{forms} forms of instructions on this processor, {runs} runs: {} differences", differences.len());
    text += &if *left_out > 0 { format!("; {left_out} forms that it lacks left out\n") } else { "\n".to_owned() };
    differences.iter().for_each(|difference| text += &format!("  {difference}\n"));
    text
}
