//! `stonemask analyse --stream`: positions come as JSON lines on standard input, analyses leave as
//! JSON lines in the order in which they are done.

use super::Arguments;
use super::desk::{Defaults, Desk, Hear, LONGEST, lock};
use crate::error::Failure;
use crate::interrupt;
use crate::output;
use std::io::{BufRead, Read};
use std::sync::{Arc, Mutex};
use std::thread;

/// Takes lines until there are no more, or nobody waits for answers.
fn listen(desk: &Desk, hear: &Hear, mut input: impl BufRead) {
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.by_ref().take(LONGEST as u64 + 1).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(length) if length > LONGEST => {
                desk.wrong(hear, None, "a line is longer than 1 MiB");
                while !line.ends_with(b"\n") {
                    line.clear();
                    if !matches!(input.by_ref().take(1 << 16).read_until(b'\n', &mut line), Ok(1..)) {
                        break;
                    }
                }
            }
            Ok(_) if line.trim_ascii().is_empty() => {}
            Ok(_) => drop(desk.take(&line, hear)),
        }
        if desk.is_over() {
            break;
        }
    }
    desk.close();
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let defaults = Defaults { limits: arguments.limits(), top: arguments.top, table_bytes: arguments.memory.bytes()? };
    arguments.threads.check()?;
    interrupt::watch()?;
    // A pipe that is closed is no failure of a command, but the end of its work: how it ends.
    let broken: Arc<Mutex<Option<Result<(), Failure>>>> = Arc::default();
    let ends = Arc::clone(&broken);
    let hear: Hear = Arc::new(move |line| match output::write_or_end(format!("{line}\n").as_bytes()) {
        Ok(()) => true,
        Err(end) => {
            *lock(&ends) = Some(end);
            false
        }
    });
    let desk = Desk::new(defaults);
    let workers = desk.start(arguments.threads.count())?;
    let listening = Arc::clone(&desk);
    // It may wait for a line for ever, so nobody waits for it.
    let listener = move || listen(&listening, &hear, std::io::stdin().lock());
    thread::Builder::new()
        .spawn(listener)
        .map_err(|error| Failure::unfinished(format!("cannot start a thread: {error}")))?;
    while workers.iter().any(|worker| !worker.is_finished()) {
        if interrupt::interrupted() || lock(&broken).is_some() {
            desk.abandon();
        }
        desk.wait();
    }
    for worker in workers {
        worker.join().map_err(|_| Failure::unfinished("a thread ended by a defect"))?;
    }
    if let Some(end) = lock(&broken).take() {
        return end;
    }
    if interrupt::interrupted() && !desk.is_done() {
        return Err(Failure::unfinished("interrupted before all was analysed"));
    }
    Ok(())
}
