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

impl Threads {
    pub(crate) fn count(&self) -> usize {
        self.threads.into()
    }

    /// A pool of this many threads.
    pub(crate) fn pool(&self) -> Result<ThreadPool, Failure> {
        ThreadPoolBuilder::new()
            .num_threads(self.count())
            .build()
            .map_err(|error| Failure::unfinished(format!("cannot start {} threads: {error}", self.count())))
    }
}
