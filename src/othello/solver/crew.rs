//! Threads that search together: once the first move of a position near the root has been searched and has not decided it, the
//! others are shared out (young brothers wait).

use super::features::Parity;
use super::search::{Shared, Stopped, Worker};
use crate::othello::{Position, Square};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long the first thread waits before it looks after its observer.
const PATIENCE: Duration = Duration::from_millis(50);

/// A move and the position after it.
pub(super) type Choice<const N: usize> = (Square<N>, Position<N>);

/// A position whose remaining moves several threads search.
pub(super) struct Split<const N: usize> {
    /// The split within which this one came about.
    above: Option<Arc<Split<N>>>,
    alpha: i32,
    /// Empty squares of the positions after the moves.
    empties: u32,
    parity: Parity,
    choices: Vec<Choice<N>>,
    /// The first of `choices` that nobody has taken.
    next: AtomicUsize,
    /// A move above alpha was found: the others need not be searched.
    decided: AtomicBool,
    best: Mutex<(i32, Option<Square<N>>)>,
    /// Helpers at work; changes under the crew's lock.
    helpers: AtomicUsize,
}

impl<const N: usize> Split<N> {
    /// Whether what happens within this split no longer matters.
    #[inline]
    pub(super) fn is_moot(&self) -> bool {
        self.decided.load(Relaxed) || self.above.as_ref().is_some_and(|above| above.is_moot())
    }

    fn has_work(&self) -> bool {
        self.next.load(Relaxed) < self.choices.len() && !self.is_moot()
    }

    fn is_within(&self, outer: &Split<N>) -> bool {
        std::ptr::eq(self, outer) || self.above.as_ref().is_some_and(|above| above.is_within(outer))
    }
}

/// Where threads that have nothing to do find work.
pub(super) struct Crew<const N: usize> {
    splits: Mutex<Vec<Arc<Split<N>>>>,
    changed: Condvar,
    /// Threads that wait for work.
    idle: AtomicUsize,
    dismissed: AtomicBool,
}

impl<const N: usize> Crew<N> {
    pub(super) fn new() -> Crew<N> {
        Crew {
            splits: Mutex::new(Vec::new()),
            changed: Condvar::new(),
            idle: AtomicUsize::new(0),
            dismissed: AtomicBool::new(false),
        }
    }

    /// Whether a thread waits for work.
    #[inline]
    pub(super) fn is_idle(&self) -> bool {
        self.idle.load(Relaxed) > 0
    }

    /// Sends everybody home when the result is dropped.
    pub(super) fn dismiss_at_the_end(&self) -> Dismissal<'_, N> {
        Dismissal(self)
    }

    /// Whoever panicked under the lock left whole splits behind.
    fn lock(&self) -> MutexGuard<'_, Vec<Arc<Split<N>>>> {
        self.splits.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Joins the split with the most empty squares that has work and is part of `outer`, if any is given.
    fn join(splits: &[Arc<Split<N>>], outer: Option<&Split<N>>) -> Option<Arc<Split<N>>> {
        let open = splits.iter().filter(|split| split.has_work() && outer.is_none_or(|outer| split.is_within(outer)));
        let split = open.max_by_key(|split| split.empties)?.clone();
        split.helpers.fetch_add(1, Relaxed);
        Some(split)
    }
}

pub(super) struct Dismissal<'a, const N: usize>(&'a Crew<N>);

impl<const N: usize> Drop for Dismissal<'_, N> {
    fn drop(&mut self) {
        let _splits = self.0.lock();
        self.0.dismissed.store(true, Relaxed);
        self.0.changed.notify_all();
    }
}

impl<const N: usize> Worker<'_, N> {
    /// Works for others until there is nothing left to do.
    pub(super) fn help(&mut self) {
        let shared: &Shared<N> = self.shared;
        let crew = &shared.crew;
        let mut splits = crew.lock();
        while !crew.dismissed.load(Relaxed) {
            if let Some(split) = Crew::join(&splits, None) {
                drop(splits);
                self.help_with(&split);
                splits = crew.lock();
            } else {
                crew.idle.fetch_add(1, Relaxed);
                splits = crew.changed.wait(splits).unwrap_or_else(PoisonError::into_inner);
                crew.idle.fetch_sub(1, Relaxed);
            }
        }
        drop(splits);
        self.tell_nodes();
    }

    /// Works on a split that was joined, and leaves it.
    fn help_with(&mut self, split: &Arc<Split<N>>) {
        // Why it ended is for the split's owner to find out.
        let _ = self.work_on(split);
        self.tell_nodes();
        let _splits = self.shared.crew.lock();
        split.helpers.fetch_sub(1, Relaxed);
        self.shared.crew.changed.notify_all();
    }

    /// Searches moves of a split until none is left or one decides it.
    fn work_on(&mut self, split: &Arc<Split<N>>) -> Result<(), Stopped> {
        let outside = self.split.replace(split.clone());
        let result = loop {
            if split.is_moot() {
                break Ok(());
            }
            let Some(&(square, child)) = split.choices.get(split.next.fetch_add(1, Relaxed)) else { break Ok(()) };
            match self.search(child, -split.alpha - 1, split.empties, split.parity.without(square)) {
                Ok(value) => {
                    let mut best = split.best.lock().unwrap_or_else(PoisonError::into_inner);
                    if -value > best.0 {
                        *best = (-value, Some(square));
                        if -value > split.alpha {
                            split.decided.store(true, Relaxed);
                        }
                    }
                }
                Err(_) if split.decided.load(Relaxed) => break Ok(()),
                Err(stopped) => break Err(stopped),
            }
        };
        self.split = outside;
        result
    }

    /// Searches moves together with whoever is idle: the value of the best, at least `best`, and the move if it is better.
    pub(super) fn share(
        &mut self,
        choices: Vec<Choice<N>>,
        best: i32,
        alpha: i32,
        empties: u32,
        parity: Parity,
    ) -> Result<(i32, Option<Square<N>>), Stopped> {
        let shared: &Shared<N> = self.shared;
        let crew = &shared.crew;
        let split = Arc::new(Split {
            above: self.split.clone(),
            alpha,
            empties,
            parity,
            choices,
            next: AtomicUsize::new(0),
            decided: AtomicBool::new(false),
            best: Mutex::new((best, None)),
            helpers: AtomicUsize::new(0),
        });
        crew.lock().push(split.clone());
        crew.changed.notify_all();

        let mut result = self.work_on(&split);

        // Nobody joins from here on. Those who are still at work may need help with what they have split in turn.
        let mut splits = crew.lock();
        splits.retain(|other| !Arc::ptr_eq(other, &split));
        while split.helpers.load(Relaxed) > 0 {
            if let Some(inner) = Crew::join(&splits, Some(&split)) {
                drop(splits);
                self.help_with(&inner);
                splits = crew.lock();
            } else {
                crew.idle.fetch_add(1, Relaxed);
                splits = crew.changed.wait_timeout(splits, PATIENCE).unwrap_or_else(PoisonError::into_inner).0;
                crew.idle.fetch_sub(1, Relaxed);
                if self.report().is_err() {
                    result = Err(Stopped);
                }
            }
        }
        drop(splits);
        result?;
        if split.above.as_ref().is_some_and(|above| above.is_moot()) || shared.is_stopped() {
            // Helpers may have left moves unfinished.
            return Err(Stopped);
        }
        Ok(*split.best.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
