//! Runs a mutant on the processor: this program is started anew, changes the byte in its own memory
//! and tries the kernel against the reference, as `stonemask check` does.

use super::choose::Mutant;
use crate::image::Kernel;
use crate::refused::{Refused, Result, refuse};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use stonemask::Tier;
use stonemask::internals::TABLES;
use stonemask_harness::{Comparison, Difference, Subject, Watch, parse_line, subjects};

/// Seconds until a mutant is taken to loop forever.
const PATIENCE: u32 = 20;

/// Rounds of inputs for each board size, about a hundred inputs each.
const ROUNDS: u64 = 4;

/// The order for the process.
#[derive(Serialize, Deserialize)]
struct Order {
    /// The kernel, and its place in the program's file.
    kernel: String,
    tier: String,
    kernel_address: u64,
    address: u64,
    before: u8,
    after: u8,
    /// The input; if none is given, random ones.
    line: Option<String>,
}

/// The process' answer at its end: a difference from the reference, if it sees one, or why the
/// order cannot be carried out.
type Answer = std::result::Result<Option<Difference>, String>;

/// Whether a line is an input of a kernel for `stonemask check --replay`.
pub(crate) fn is_replayed(kernel: &Kernel, line: &str) -> bool {
    let subjects = subjects();
    parse_line(&subjects, line).is_ok_and(|(subject, tier, input)| {
        // The reference reads it too.
        is_of(kernel.family(), subject) && tier == kernel.tier && subject.compare(Tier::Reference, input).is_ok()
    })
}

fn is_of(family: &str, subject: &Subject) -> bool {
    let (game, kernel) = family.split_once('_').expect("a kernel's name begins with its game");
    subject.kernel() == kernel && subject.game().starts_with(game)
}

/// Runs a mutant on the input of a line, or on random inputs. Returns where it gives another result
/// than the reference, or does not return.
pub(crate) fn run(kernel: &Kernel, mutant: &Mutant, line: Option<&str>) -> Result<Option<Difference>> {
    let &Mutant { address, before, after, .. } = mutant;
    let (tier, kernel_address, line) = (kernel.tier.to_string(), kernel.address, line.map(str::to_owned));
    let order = Order { kernel: kernel.family().to_owned(), tier, kernel_address, address, before, after, line };
    let failed = |error: &dyn std::fmt::Display| Refused::new(format!("a mutant cannot be run: {error}"));
    let program = std::env::current_exe().map_err(|e| failed(&e))?;
    let mut process = Command::new(program)
        .arg("--run-mutant")
        .env_remove("STONEMASK_TIER")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|e| failed(&e))?;
    let text = serde_json::to_string(&order).expect("an order is plain data");
    process.stdin.take().expect("a pipe").write_all(text.as_bytes()).map_err(|e| failed(&e))?;
    let output = process.wait_with_output().map_err(|e| failed(&e))?;
    if let Some(signal) = output.status.signal() {
        let result = match signal {
            libc::SIGALRM => format!("no end after {PATIENCE} s"),
            signal => format!("signal {signal}"),
        };
        let line = order.line.unwrap_or_else(|| "an input that was drawn".to_owned());
        return Ok(Some(Difference { line, result, reference: "an answer".to_owned() }));
    }
    let answer: Answer = serde_json::from_slice(&output.stdout).map_err(|e| failed(&e))?;
    answer.map_err(|reason| failed(&reason))
}

/// The process's side: carries out the order on standard input.
pub(crate) fn serve() -> Result<()> {
    // A panic is a result here and needs no message.
    std::panic::set_hook(Box::new(|_| {}));
    let order: Order = serde_json::from_reader(std::io::stdin().lock())
        .map_err(|error| Refused::new(format!("standard input is not an order: {error}")))?;
    // SAFETY: it sets a timer that ends this process.
    unsafe { libc::alarm(PATIENCE) };
    let answer: Answer = answer(&order).map_err(|refused| refused.to_string());
    println!("{}", serde_json::to_string(&answer).expect("an answer is plain data"));
    Ok(())
}

fn answer(order: &Order) -> Result<Option<Difference>> {
    let tier: Tier = order.tier.parse().map_err(|error| Refused::new(format!("{error}")))?;
    change(order, tier)?;
    let subjects = subjects();
    if let Some(line) = &order.line {
        let compared = parse_line(&subjects, line).and_then(|(subject, tier, input)| subject.compare(tier, input));
        let Comparison { result, reference, differs } = compared.map_err(Refused::new)?;
        return Ok(differs.then(|| Difference { line: line.clone(), result, reference }));
    }
    let mut first = First(None);
    for subject in subjects.iter().filter(|subject| is_of(&order.kernel, subject)) {
        for round in 0..ROUNDS {
            if first.0.is_none() {
                subject.round(1, round, &[tier], &mut first);
            }
        }
    }
    Ok(first.0)
}

/// Changes the byte in this process, whatever the protection of its page. Other processes are not
/// affected.
fn change(order: &Order, tier: Tier) -> Result<()> {
    let (game, name) = order.kernel.split_once('_').expect("a kernel's name begins with its game");
    let entries = TABLES.iter().filter(|table| table.game == game).filter_map(|table| (table.entries)(tier)).flatten();
    let entry = entries.into_iter().find(|(of, _)| of == name);
    let Some((_, entry)) = entry else { refuse!("{} is in no table of {tier}", order.kernel) };
    // The distance from where the file places the program.
    let ahead = (entry as u64).wrapping_sub(order.kernel_address);
    let place = order.address.wrapping_add(ahead);
    let error = |error: std::io::Error| Refused::new(format!("this process's memory: {error}"));
    let memory = File::options().read(true).write(true).open("/proc/self/mem").map_err(error)?;
    let mut byte = [0];
    memory.read_exact_at(&mut byte, place).map_err(error)?;
    if byte != [order.before] {
        refuse!("another byte stands at {:#x}", order.address);
    }
    memory.write_all_at(&[order.after], place).map_err(error)
}

/// The first difference.
struct First(Option<Difference>);

impl Watch for First {
    fn before(&mut self, _: &dyn Fn() -> String) {}

    fn after(&mut self, _: Tier, difference: Option<Difference>) {
        self.0 = self.0.take().or(difference);
    }
}
