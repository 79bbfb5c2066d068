//! `--threads`: how many cores a command uses.

use crate::error::Failure;
use crate::numbers::whole;
use clap::Args;
use rayon::{ThreadPool, ThreadPoolBuilder};

#[derive(Args)]
pub(crate) struct Threads {
    /// The number of threads
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = whole::<u16>(1..=1024), allow_negative_numbers = true)]
    threads: u16,
}

/// The stack of a thread, and what else one takes.
const STACK: usize = (2 << 20) + (1 << 18);
/// The address space that C libraries set aside for the memory of a thread, for so many threads a
/// core.
const ARENA: usize = 128 << 20;
const ARENAS_PER_CORE: usize = 8;

impl Threads {
    pub(crate) fn count(&self) -> usize {
        self.threads.into()
    }

    /// A pool of this many threads.
    pub(crate) fn pool(&self) -> Result<ThreadPool, Failure> {
        self.check()?;
        ThreadPoolBuilder::new()
            .num_threads(self.count())
            .build()
            .map_err(|error| Failure::unfinished(format!("cannot start {} threads: {error}", self.count())))
    }

    /// Whether the system has the memory for them: a thread that finds none when it begins ends the
    /// whole process. To be called when all other memory is at hand.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        // One thread is there already.
        let Some(more @ 1..) = self.count().checked_sub(1) else { return Ok(()) };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let arenas = more.min(ARENAS_PER_CORE * cores);
        let mut probe = Vec::<u8>::new();
        probe.try_reserve_exact(more.saturating_mul(STACK).saturating_add(arenas.saturating_mul(ARENA))).map_err(|_| {
            Failure::bad_input(format!("--threads {}: this machine does not give that much memory", self.count()))
        })
    }
}
