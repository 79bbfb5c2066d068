//! Calls that may take long: other threads of Python continue during them, and Ctrl-C ends them.

use pyo3::PyClass;
use pyo3::prelude::*;
use pyo3::pyclass::boolean_struct::False;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How long Ctrl-C may wait until it is seen; the work itself looks at its flag more often than
/// this.
const SIGNALS: Duration = Duration::from_millis(100);

/// Does work that may take long in a thread of its own, without the lock of the interpreter, while
/// this thread looks for signals. When one raises an exception, the flag that the work is given
/// becomes true; what it returns then is dropped.
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

/// The threads that share an object's work out: none where one thread does it. A process that was
/// forked off has none of its parent's threads, and starts its own.
pub(crate) struct Pool {
    threads: usize,
    /// The threads, and the process that they are of.
    held: Mutex<Option<(u32, Arc<ThreadPool>)>>,
}

impl Pool {
    /// This number of threads.
    ///
    /// # Errors
    /// When the system has none left.
    pub(crate) fn new(threads: usize) -> PyResult<Pool> {
        let pool = Pool { threads, held: Mutex::new(None) };
        pool.get()?;
        Ok(pool)
    }

    /// How many threads.
    pub(crate) fn threads(&self) -> usize {
        self.threads
    }

    /// The threads of this process; `None` where there is one.
    ///
    /// # Errors
    /// When they are to be started, and the system has none left.
    pub(crate) fn get(&self) -> PyResult<Option<Arc<ThreadPool>>> {
        if self.threads == 1 {
            return Ok(None);
        }
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let process = std::process::id();
        match &*held {
            Some((owner, pool)) if *owner == process => Ok(Some(pool.clone())),
            _ => {
                // A call that waits for the parent's threads here would wait forever.
                std::mem::forget(held.take());
                let pool = Arc::new(pool(self.threads)?);
                *held = Some((process, pool.clone()));
                Ok(Some(pool))
            }
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let held = self.held.get_mut().unwrap_or_else(PoisonError::into_inner);
        if held.as_ref().is_some_and(|(owner, _)| *owner != std::process::id()) {
            std::mem::forget(held.take());
        }
    }
}

/// The threads among which work is shared out.
pub(crate) fn pool(threads: usize) -> PyResult<ThreadPool> {
    let refused = |error: &dyn std::fmt::Display| {
        pyo3::exceptions::PyRuntimeError::new_err(format!("cannot start {threads} threads: {error}"))
    };
    ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| refused(&error))
}

/// The object of a call that changes it.
///
/// # Errors
/// When another call has it.
pub(crate) fn hold_mut<'py, T: PyClass<Frozen = False>>(object: &Bound<'py, T>) -> PyResult<PyRefMut<'py, T>> {
    object.try_borrow_mut().map_err(|_| in_use(object))
}

/// The object of a call that does not change it.
///
/// # Errors
/// When a call has it that does.
pub(crate) fn hold<'py, T: PyClass>(object: &Bound<'py, T>) -> PyResult<PyRef<'py, T>> {
    object.try_borrow().map_err(|_| in_use(object))
}

/// Who has an object, instead of "Already borrowed".
fn in_use<T: PyClass>(object: &Bound<'_, T>) -> PyErr {
    let name = object.as_any().get_type().name().map_or_else(|_| "object".to_owned(), |name| name.to_string());
    pyo3::exceptions::PyRuntimeError::new_err(format!(
        "this {name} is in use by another call that has not returned, of another thread for example: give each thread its own, or a lock"
    ))
}
