//! The machinery of the check, on kernels that are wrong on purpose.

use super::worker::{self, Worker};
use super::{Progress, show};
use crate::output::Output;
use std::process::Command;
use stonemask::Tier;
use stonemask::othello::{Position, Square};
use stonemask_harness::{Comparison, Difference, Subject, Table, UpTo, trial};

/// Kernels that are wrong on purpose, of tiers that every processor is taken to have.
struct Fake(Tier);

impl Table for Fake {
    fn of(tier: Tier) -> &'static Fake {
        static FAKES: [Fake; 5] =
            [Fake(Tier::Reference), Fake(Tier::Portable), Fake(Tier::X64), Fake(Tier::Avx2), Fake(Tier::Avx512)];
        FAKES.iter().find(|fake| fake.0 == tier).unwrap()
    }
}

const TIERS: [Tier; 2] = [Tier::X64, Tier::Avx2];

fn square(name: &str) -> Square<8> {
    name.parse().unwrap()
}

/// Whether these two squares are own discs.
fn triggers(position: &Position<8>) -> bool {
    position.own().contains(square("c3")) && position.own().contains(square("f6"))
}

fn kill_this_process(signal: &str) {
    Command::new("kill").args([signal, &std::process::id().to_string()]).status().unwrap();
    std::thread::sleep(std::time::Duration::from_secs(30));
}

fn fakes() -> Vec<Subject> {
    vec![
        trial("othello8", |_: &Fake, position: &Position<8>| position.own().len()).of("right"),
        trial("othello8", |fake: &Fake, position: &Position<8>| {
            position.own().len() + u32::from(fake.0 == Tier::Avx2 && triggers(position))
        })
        .of("wrong"),
        trial("othello8", |fake: &Fake, (position, UpTo(number)): &(Position<8>, UpTo<20>)| {
            assert!(fake.0 != Tier::X64 || *number < 7 || !triggers(position), "no\nsuch thing");
        })
        .of("panics"),
        trial("othello8", |fake: &Fake, position: &Position<8>| {
            if fake.0 == Tier::X64 && triggers(position) {
                kill_this_process("-ILL");
            }
            position.own().len()
        })
        .of("crashes"),
    ]
}

/// The worker of the fakes: this test program, started again for this one test.
#[test]
#[ignore = "a part of another test"]
fn worker_of_the_fakes() {
    if std::env::var_os(WORKER).is_some() {
        worker::serve(&fakes()).unwrap();
    }
}

const WORKER: &str = "STONEMASK_TEST_WORKER";

fn start_worker_of_the_fakes() -> std::io::Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["-q", "--ignored", "--nocapture", "--exact", "check::tests::worker_of_the_fakes"]).env(WORKER, "1");
    Ok(command)
}

/// The findings of a fake's rounds, and on how many inputs its tiers were tried.
fn rounds(worker: &mut Worker, kernel: &str, rounds: u64) -> (Vec<Difference>, Vec<u64>) {
    let fakes = fakes();
    let index = fakes.iter().position(|subject| subject.kernel() == kernel).unwrap();
    let mut progress = Progress::new(index, &fakes[index], &TIERS);
    let differences = (0..rounds).flat_map(|_| progress.round(worker, 1).unwrap()).collect();
    (differences, progress.tallies.iter().map(|tally| tally.inputs).collect())
}

const SHRUNK: &str = "------------------X--------------------------X------------------ X";

#[test]
fn a_difference_is_shrunk_and_its_line_reproduces_it() {
    let fakes = fakes();
    let mut worker = Worker::started_by(&fakes, start_worker_of_the_fakes);
    let (differences, inputs) = rounds(&mut worker, "wrong", 3);
    let line = format!("othello8 wrong avx2 {SHRUNK}");
    assert_eq!(differences, [Difference { line: line.clone(), result: "3".to_owned(), reference: "2".to_owned() }]);
    // The tier that is right goes on.
    assert!(inputs[0] > inputs[1] && inputs[1] > 0, "{inputs:?}");
    let replayed = worker.compare(&line).unwrap().unwrap().unwrap();
    assert_eq!(replayed, Comparison { result: "3".to_owned(), reference: "2".to_owned(), differs: true });
    // A replay of it ends with status 1, and one that agrees with 0.
    let shown = |comparison| show(&line, comparison, Output::new("check", true)).map_err(|failure| failure.status());
    assert_eq!(shown(replayed), Err(1));
    let other_tier = worker.compare(&line.replace("avx2", "x64")).unwrap().unwrap().unwrap();
    assert!(!other_tier.differs);
    assert_eq!(shown(other_tier), Ok(()));

    assert_eq!(rounds(&mut worker, "right", 3).0, []);
}

#[test]
fn a_panic_is_a_difference() {
    let fakes = fakes();
    let mut worker = Worker::started_by(&fakes, start_worker_of_the_fakes);
    let (differences, _) = rounds(&mut worker, "panics", 8);
    let line = format!("othello8 panics x64 {SHRUNK}, 7");
    let result = "a panic: no\\nsuch thing".to_owned();
    assert_eq!(differences, [Difference { line, result, reference: "()".to_owned() }]);
}

#[cfg(unix)]
#[test]
fn a_crash_is_the_kernels_failure_and_the_check_goes_on() {
    let fakes = fakes();
    let mut worker = Worker::started_by(&fakes, start_worker_of_the_fakes);
    let (differences, inputs) = rounds(&mut worker, "crashes", 3);
    let line = format!("othello8 crashes x64 {SHRUNK}");
    let result = "a crash: SIGILL, an illegal instruction".to_owned();
    assert_eq!(differences, [Difference { line: line.clone(), result: result.clone(), reference: "2".to_owned() }]);
    assert!(inputs[1] > inputs[0] && inputs[0] > 0, "{inputs:?}");
    let replayed = worker.compare(&line).unwrap().unwrap().unwrap();
    assert_eq!(replayed, Comparison { result, reference: "2".to_owned(), differs: true });
    // The next one is unaffected too.
    assert_eq!(rounds(&mut worker, "right", 1).0, []);
}
