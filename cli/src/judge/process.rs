//! The process of a foreign engine, and what ends it.
//!
//! On Unix a guard stands between: a process of this program that starts the engine and holds one
//! end of a leash, a pair of sockets. When the other end is let go, however the judge ended, the
//! guard ends the engine and all that the engine started.

use std::ffi::OsString;
use std::io;
use std::process::{ChildStdin, ChildStdout};
use std::time::Duration;

/// The pipes to an engine.
pub(crate) struct Pipes {
    pub(crate) input: ChildStdin,
    pub(crate) output: ChildStdout,
}

/// How a process ended.
pub(crate) enum Ending {
    Status(i32),
    Signal(i32),
}

#[cfg(unix)]
pub(crate) use guarded::Process;
#[cfg(unix)]
pub(crate) use guarded::serve;
#[cfg(not(unix))]
pub(crate) use unguarded::Process;

#[cfg(unix)]
mod guarded {
    use super::{Duration, Ending, OsString, Pipes, io};
    use crate::error::Failure;
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, WaitOptions, kill_process_group, wait, waitid};
    use std::fs::File;
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::Shutdown;
    use std::os::fd::{AsFd, OwnedFd};
    use std::os::unix::ffi::{OsStrExt, OsStringExt};
    use std::os::unix::net::UnixStream;
    use std::os::unix::process::CommandExt;
    use std::path::Path;
    use std::process::{Child, Command, Stdio};
    use std::thread;
    use std::time::Instant;

    /// The command that is a guard.
    const GUARD: &str = "engine-guard";
    /// How long a guard may take to start an engine.
    const STARTING: Duration = Duration::from_secs(20);
    /// How long a guard goes on ending processes that start others meanwhile.
    const SWEEPING: Duration = Duration::from_secs(2);

    pub(crate) struct Process {
        guard: Child,
        leash: BufReader<UnixStream>,
        /// The group of the engine's processes.
        group: String,
    }

    impl Process {
        pub(crate) fn start(command: &[OsString]) -> io::Result<(Process, Pipes)> {
            let (leash, far) = UnixStream::pair()?;
            let program = match std::env::current_exe() {
                Ok(program) if program.exists() => program,
                // It was replaced since this process began.
                _ => Path::new("/proc/self/exe").to_owned(),
            };
            let mut guard = Command::new(program);
            // Ctrl-C is for the judge. The name is not this program's: whoever ends all of that
            // name leaves the guards to their work.
            guard.arg0(GUARD).arg(GUARD).process_group(0);
            guard.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(OwnedFd::from(far));
            let mut guard = guard.spawn()?;
            let pipes =
                Pipes { input: guard.stdin.take().expect("a pipe"), output: guard.stdout.take().expect("a pipe") };
            // It has the only copy of the far end.
            let mut process = Process { guard, leash: BufReader::new(leash), group: String::new() };
            let mut leash = process.leash.get_ref();
            leash.set_read_timeout(Some(STARTING))?;
            leash.write_all(&(command.len() as u32).to_le_bytes())?;
            for word in command {
                leash.write_all(&(word.len() as u32).to_le_bytes())?;
                leash.write_all(word.as_bytes())?;
            }
            match process.told()?.split_once(' ') {
                Some(("started", group)) => {
                    process.group = group.to_owned();
                    Ok((process, pipes))
                }
                Some(("failed", why)) => Err(io::Error::other(why.to_owned())),
                _ => Err(io::Error::other("the process that guards it does not answer")),
            }
        }

        /// The next line of the guard, empty when it is gone.
        fn told(&mut self) -> io::Result<String> {
            let mut line = String::new();
            self.leash.read_line(&mut line)?;
            Ok(line.trim_end().to_owned())
        }

        /// The processor time of its processes and of those of them that have ended, in the
        /// system's ticks of usually 10 ms.
        pub(crate) fn processor_time(&self) -> Option<Duration> {
            let ticks: Vec<u64> = processes()
                .filter_map(|(_, fields)| {
                    let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
                    // After the state and the parent comes the group; utime, stime, cutime and
                    // cstime begin at the twelfth.
                    (*fields.get(2)? == self.group).then(|| (11..15).filter_map(number).sum())
                })
                .collect();
            let a_second = rustix::param::clock_ticks_per_second();
            (!ticks.is_empty()).then(|| Duration::from_millis(ticks.iter().sum::<u64>() * 1000 / a_second.max(1)))
        }

        /// How it ended, if it does within this time.
        pub(crate) fn ending(&mut self, within: Duration) -> Option<Ending> {
            self.leash.get_ref().set_read_timeout(Some(within)).ok()?;
            let told = self.told().ok()?;
            let (word, number) = told.split_once(' ')?;
            let number = number.parse().ok()?;
            Some(if word == "signal" { Ending::Signal(number) } else { Ending::Status(number) })
        }
    }

    impl Drop for Process {
        fn drop(&mut self) {
            _ = self.leash.get_ref().shutdown(Shutdown::Both);
            _ = self.guard.wait();
        }
    }

    /// The guard's side: starts the engine that the leash names, and ends it when the leash is let
    /// go.
    pub(crate) fn serve() -> Result<(), Failure> {
        let alone = |_| Failure::bad_input(format!("{GUARD} is for stonemask judge"));
        let mut leash = UnixStream::from(io::stderr().as_fd().try_clone_to_owned().map_err(alone)?);
        leash.peer_addr().map_err(alone)?;
        let failure = |error: io::Error| Failure::unfinished(format!("{GUARD}: {error}"));
        let null = File::options().read(true).write(true).open("/dev/null").map_err(failure)?;
        // Now nothing but the leash itself holds it.
        rustix::stdio::dup2_stderr(&null).map_err(|error| failure(error.into()))?;
        #[cfg(target_os = "linux")]
        {
            _ = rustix::thread::set_name(c"engine-guard");
            // Processes that the engine starts and leaves come to the guard.
            _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
        }
        let words = command(&mut leash).map_err(failure)?;
        let (program, arguments) = words.split_first().ok_or_else(|| alone(io::ErrorKind::InvalidInput.into()))?;
        let mut command = Command::new(program);
        command.args(arguments).stderr(Stdio::null()).process_group(0);
        let engine = match command.spawn() {
            Ok(engine) => Pid::from_child(&engine),
            Err(error) => return writeln!(leash, "failed {error}").map_err(failure),
        };
        // The engine's pipes end with the engine.
        for replaced in [rustix::stdio::dup2_stdin(&null), rustix::stdio::dup2_stdout(&null)] {
            replaced.map_err(|error| failure(error.into()))?;
        }
        _ = writeln!(leash, "started {}", engine.as_raw_nonzero());
        if let Ok(teller) = leash.try_clone() {
            _ = thread::Builder::new().spawn(move || tell_ending(engine, teller));
        }
        while leash.read(&mut [0]).is_ok_and(|read| read > 0) {}
        // The engine was not waited for, so the number is no other group's.
        _ = kill_process_group(engine, Signal::KILL);
        sweep();
        Ok(())
    }

    /// Reads a command: the number of words, then each behind its length.
    fn command(leash: &mut UnixStream) -> io::Result<Vec<OsString>> {
        fn number(leash: &mut UnixStream) -> io::Result<u32> {
            let mut number = [0; 4];
            leash.read_exact(&mut number)?;
            Ok(u32::from_le_bytes(number))
        }
        let words = number(leash)?;
        let word = |_| {
            let length = number(leash)?;
            let mut word = Vec::new();
            leash.take(length.into()).read_to_end(&mut word)?;
            Ok(OsString::from_vec(word))
        };
        (0..words).map(word).collect()
    }

    /// Waits for the engine's end, but leaves it in the table of processes.
    fn tell_ending(engine: Pid, mut leash: UnixStream) {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        let Ok(Some(status)) = waitid(WaitId::Pid(engine), options) else { return };
        _ = match (status.exit_status(), status.terminating_signal()) {
            (Some(status), _) => writeln!(leash, "status {status}"),
            (_, Some(signal)) => writeln!(leash, "signal {signal}"),
            _ => Ok(()),
        };
    }

    /// Ends all processes that came to this one, until there are none.
    fn sweep() {
        let begun = Instant::now();
        while begun.elapsed() < SWEEPING {
            match wait(WaitOptions::NOHANG) {
                Ok(Some(_)) => {}
                Ok(None) => {
                    for child in children() {
                        _ = rustix::process::kill_process(child, Signal::KILL);
                    }
                    thread::sleep(Duration::from_millis(2));
                }
                Err(_) => return,
            }
        }
    }

    /// The processes whose parent this one is, where the system shows them.
    fn children() -> Vec<Pid> {
        let own = rustix::process::getpid().as_raw_nonzero().to_string();
        let numbers = processes().filter(|(_, fields)| fields.get(1) == Some(&own)).map(|(number, _)| number);
        numbers.filter_map(Pid::from_raw).collect()
    }

    /// The processes, where the system shows them: each number, and what stands behind the name,
    /// from the state on.
    fn processes() -> impl Iterator<Item = (i32, Vec<String>)> {
        std::fs::read_dir("/proc").into_iter().flatten().flatten().filter_map(|entry| {
            let number = entry.file_name().to_str()?.parse().ok()?;
            let stat = std::fs::read(entry.path().join("stat")).ok()?;
            let stat = String::from_utf8_lossy(&stat);
            // The name, in parentheses, may have any bytes.
            let fields = stat.rsplit_once(')')?.1.split_whitespace();
            Some((number, fields.map(str::to_owned).collect()))
        })
    }
}

#[cfg(not(unix))]
mod unguarded {
    use super::{Duration, Ending, OsString, Pipes, io};
    use std::process::{Child, Command, Stdio};
    use std::time::Instant;

    pub(crate) struct Process {
        engine: Child,
    }

    impl Process {
        pub(crate) fn start(command: &[OsString]) -> io::Result<(Process, Pipes)> {
            let (program, arguments) = command.split_first().expect("clap asks for it");
            let mut command = Command::new(program);
            command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
            let mut engine = command.spawn()?;
            let pipes =
                Pipes { input: engine.stdin.take().expect("a pipe"), output: engine.stdout.take().expect("a pipe") };
            Ok((Process { engine }, pipes))
        }

        /// The system is not asked.
        pub(crate) fn processor_time(&self) -> Option<Duration> {
            None
        }

        /// How it ended, if it does within this time.
        pub(crate) fn ending(&mut self, within: Duration) -> Option<Ending> {
            let begun = Instant::now();
            while begun.elapsed() < within {
                if let Ok(Some(status)) = self.engine.try_wait() {
                    return status.code().map(Ending::Status);
                }
                std::thread::sleep(Duration::from_millis(5));
            }
            None
        }
    }

    impl Drop for Process {
        fn drop(&mut self) {
            _ = self.engine.kill();
            _ = self.engine.wait();
        }
    }
}
