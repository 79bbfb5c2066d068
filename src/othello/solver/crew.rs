//! Positions whose moves several threads search, and how threads find them. Once the first move of
//! a position near the root has been searched without deciding it, its other moves are shared out
//! (young brothers wait).

use crate::othello::features::Parity;
use crate::othello::position::Position;
use crate::othello::square::Square;
use std::hint;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a thread that waits sleeps at most: the owner of a split then looks whether the search
/// was stopped.
const PATIENCE: Duration = Duration::from_millis(50);
/// How often a thread that waits looks for a change before it sleeps: to be woken takes longer than
/// most tasks do.
const LOOKS: u32 = 2000;

/// A move and the position after it.
pub(super) type Choice<const N: usize> = (Square<N>, Position<N>);

/// A position whose remaining moves several threads search.
pub(super) struct Split<const N: usize> {
    /// The split that contains this one.
    above: Option<Arc<Split<N>>>,
    pub(super) alpha: i32,
    /// Empty squares of the positions after the moves, and their parity before.
    pub(super) empties: u32,
    pub(super) parity: Parity,
    /// That of the worker that opened it.
    pub(super) raised: u32,
    choices: Vec<Choice<N>>,
    /// The first of `choices` that no thread has taken.
    next: AtomicUsize,
    /// A move above alpha was found, so the others need not be searched.
    decided: AtomicBool,
    best: Mutex<(i32, Option<Square<N>>)>,
    /// Helpers at work; changes under the crew's lock.
    helpers: AtomicUsize,
}

impl<const N: usize> Split<N> {
    /// A split in which the best value so far is `best`.
    pub(super) fn new(
        above: Option<Arc<Split<N>>>,
        choices: Vec<Choice<N>>,
        best: i32,
        alpha: i32,
        empties: u32,
        parity: Parity,
        raised: u32,
    ) -> Split<N> {
        Split {
            above,
            alpha,
            empties,
            parity,
            raised,
            choices,
            next: AtomicUsize::new(0),
            decided: AtomicBool::new(false),
            best: Mutex::new((best, None)),
            helpers: AtomicUsize::new(0),
        }
    }

    /// Whether the result of this split no longer matters.
    #[inline]
    pub(super) fn is_moot(&self) -> bool {
        self.is_decided() || self.is_within_moot()
    }

    /// Whether a move above alpha was found.
    pub(super) fn is_decided(&self) -> bool {
        self.decided.load(Relaxed)
    }

    /// Whether an enclosing split point was cut off.
    pub(super) fn is_within_moot(&self) -> bool {
        self.above.as_ref().is_some_and(|above| above.is_moot())
    }

    /// Takes a move that no thread has taken.
    pub(super) fn take(&self) -> Option<Choice<N>> {
        self.choices.get(self.next.fetch_add(1, Relaxed)).copied()
    }

    /// Reports the value of a move.
    pub(super) fn tell(&self, square: Square<N>, value: i32) {
        let mut best = self.lock_best();
        if value > best.0 {
            *best = (value, Some(square));
            if value > self.alpha {
                self.decided.store(true, Relaxed);
            }
        }
    }

    /// The best value so far, and its move if it is one of this split's.
    pub(super) fn best(&self) -> (i32, Option<Square<N>>) {
        *self.lock_best()
    }

    fn lock_best(&self) -> MutexGuard<'_, (i32, Option<Square<N>>)> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has_work(&self) -> bool {
        self.next.load(Relaxed) < self.choices.len() && !self.is_moot()
    }

    fn is_within(&self, outer: &Split<N>) -> bool {
        std::ptr::eq(self, outer) || self.above.as_ref().is_some_and(|above| above.is_within(outer))
    }
}

/// The splits that are open, locked.
type Splits<'a, const N: usize> = MutexGuard<'a, Vec<Arc<Split<N>>>>;

/// Where idle threads find work.
pub(super) struct Crew<const N: usize> {
    splits: Mutex<Vec<Arc<Split<N>>>>,
    changed: Condvar,
    /// How often something has changed for threads that wait; changes under the lock.
    changes: AtomicUsize,
    /// Threads that wait for work.
    idle: AtomicUsize,
    dismissed: AtomicBool,
}

/// The owner's finding when it waits for the helpers of a split.
pub(super) enum Wait<const N: usize> {
    /// All have left.
    Over,
    /// The remaining helpers need help with their own splits. The owner has joined one of these.
    Help(Arc<Split<N>>),
    /// Nothing, or nothing yet.
    Nothing,
}

impl<const N: usize> Crew<N> {
    pub(super) fn new() -> Crew<N> {
        Crew {
            splits: Mutex::new(Vec::new()),
            changed: Condvar::new(),
            changes: AtomicUsize::new(0),
            idle: AtomicUsize::new(0),
            dismissed: AtomicBool::new(false),
        }
    }

    /// Whether a thread waits for work.
    #[inline]
    pub(super) fn is_idle(&self) -> bool {
        self.idle.load(Relaxed) > 0
    }

    /// Ends all helpers when the result is dropped.
    pub(super) fn dismiss_at_the_end(&self) -> Dismissal<'_, N> {
        Dismissal(self)
    }

    /// Waits for work and joins it; `None` when the helpers are to end.
    pub(super) fn wait_for_work(&self) -> Option<Arc<Split<N>>> {
        let mut splits = self.lock();
        while !self.dismissed.load(Relaxed) {
            if let Some(split) = Crew::join(&splits, None) {
                return Some(split);
            }
            splits = self.wait(splits);
        }
        None
    }

    /// Leaves a split that was joined.
    pub(super) fn leave(&self, split: &Split<N>) {
        let _splits = self.lock();
        split.helpers.fetch_sub(1, Relaxed);
        self.tell_of_a_change();
    }

    /// Lets others join a split.
    pub(super) fn open(&self, split: Arc<Split<N>>) {
        let mut splits = self.lock();
        splits.push(split);
        self.tell_of_a_change();
    }

    /// Lets no thread join a split from here on.
    pub(super) fn close(&self, split: &Arc<Split<N>>) {
        self.lock().retain(|other| !Arc::ptr_eq(other, split));
    }

    /// Waits, for a while, for those who have joined a split that is closed.
    pub(super) fn wait_for_helpers(&self, split: &Split<N>) -> Wait<N> {
        let splits = self.lock();
        if split.helpers.load(Relaxed) == 0 {
            return Wait::Over;
        }
        if let Some(inner) = Crew::join(&splits, Some(split)) {
            return Wait::Help(inner);
        }
        drop(self.wait(splits));
        Wait::Nothing
    }

    /// Wakes those who wait; called under the lock.
    fn tell_of_a_change(&self) {
        self.changes.fetch_add(1, Relaxed);
        self.changed.notify_all();
    }

    /// Waits for a change, for a while.
    fn wait<'a>(&'a self, splits: Splits<'a, N>) -> Splits<'a, N> {
        let before = self.changes.load(Relaxed);
        let is_same = || self.changes.load(Relaxed) == before;
        self.idle.fetch_add(1, Relaxed);
        drop(splits);
        let mut looks = 0;
        while is_same() && looks < LOOKS {
            looks += 1;
            hint::spin_loop();
        }
        let mut splits = self.lock();
        if is_same() {
            splits = self.changed.wait_timeout(splits, PATIENCE).unwrap_or_else(PoisonError::into_inner).0;
        }
        self.idle.fetch_sub(1, Relaxed);
        splits
    }

    /// A thread that panicked under the lock left no split half changed.
    fn lock(&self) -> Splits<'_, N> {
        self.splits.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Joins the split with the most empty squares that has work and is part of `outer`, if any is
    /// given.
    fn join(splits: &[Arc<Split<N>>], outer: Option<&Split<N>>) -> Option<Arc<Split<N>>> {
        let open = splits.iter().filter(|split| split.has_work() && outer.is_none_or(|outer| split.is_within(outer)));
        let split = open.max_by_key(|split| split.empties)?.clone();
        split.helpers.fetch_add(1, Relaxed);
        Some(split)
    }
}

/// Ends all helpers when it is dropped.
pub(super) struct Dismissal<'a, const N: usize>(&'a Crew<N>);

impl<const N: usize> Drop for Dismissal<'_, N> {
    fn drop(&mut self) {
        let _splits = self.0.lock();
        self.0.dismissed.store(true, Relaxed);
        self.0.tell_of_a_change();
    }
}
