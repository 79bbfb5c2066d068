//! Calls that may take long: other threads of Python continue during them, and Ctrl-C ends them.

use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How long Ctrl-C may wait until it is seen; the work itself looks at its flag more often than this.
const SIGNALS: Duration = Duration::from_millis(100);

/// Does work that may take long in a thread of its own, without the lock of the interpreter, while this thread looks for
/// signals. When one raises an exception, the flag that the work is given becomes true; what it returns then is dropped.
///
/// # Errors
/// The exception that a signal's handler raised: `KeyboardInterrupt` for Ctrl-C.
pub(crate) fn run<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> T + Send) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    py.detach(|| {
        std::thread::scope(|scope| {
            let (done, wait) = channel();
            let stop = &stop;
            scope.spawn(move || _ = done.send(work(stop)));
            loop {
                match wait.recv_timeout(SIGNALS) {
                    Ok(result) => return Ok(result),
                    // The scope passes the panic on.
                    Err(RecvTimeoutError::Disconnected) => panic!("the work ended without a result"),
                    Err(RecvTimeoutError::Timeout) => {
                        if let Err(raised) = Python::attach(|py| py.check_signals()) {
                            stop.store(true, Ordering::Relaxed);
                            return Err(raised);
                        }
                    }
                }
            }
        })
    })
}

/// So many threads, to share work out among.
pub(crate) fn pool(threads: usize) -> PyResult<ThreadPool> {
    let refused = |error: &dyn std::fmt::Display| {
        pyo3::exceptions::PyRuntimeError::new_err(format!("cannot start {threads} threads: {error}"))
    };
    if !(1..=1024).contains(&threads) {
        return Err(pyo3::exceptions::PyValueError::new_err(format!("threads={threads}: expected 1 to 1024")));
    }
    ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| refused(&error))
}
