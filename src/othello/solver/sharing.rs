//! How a thread shares its work with others, and helps them.

use super::crew::{Choice, Split, Wait};
use super::evaluation::Evaluate;
use super::worker::{Stopped, Worker};
use crate::othello::features::Parity;
use crate::othello::square::Square;
use std::sync::Arc;

impl<const N: usize, E: Evaluate<N>> Worker<'_, N, E> {
    /// Works for others until there is nothing left to do.
    pub(super) fn help(&mut self) {
        while let Some(split) = self.shared.crew.wait_for_work() {
            self.help_with(&split);
        }
        self.tell_nodes();
    }

    /// Works on a split that was joined, and leaves it.
    fn help_with(&mut self, split: &Arc<Split<N>>) {
        // Why it ended is for the split's owner to find out.
        let _ = self.work_on(split);
        self.tell_nodes();
        self.shared.crew.leave(split);
    }

    /// Searches moves of a split until none is left or one decides it.
    fn work_on(&mut self, split: &Arc<Split<N>>) -> Result<(), Stopped> {
        let outside = self.split.replace(split.clone());
        let raised = std::mem::replace(&mut self.raised, split.raised);
        let result = loop {
            if split.is_moot() {
                break Ok(());
            }
            let Some((square, child)) = split.take() else { break Ok(()) };
            match self.search(child, -split.alpha - 1, split.empties, split.parity.without(square)) {
                Ok(value) => split.tell(square, -value),
                Err(_) if split.is_decided() => break Ok(()),
                Err(stopped) => break Err(stopped),
            }
        };
        (self.split, self.raised) = (outside, raised);
        result
    }

    /// Searches moves together with idle threads: the value of the best, at least `best`, and the
    /// move if it is better.
    pub(super) fn share(
        &mut self,
        choices: Vec<Choice<N>>,
        best: i32,
        alpha: i32,
        empties: u32,
        parity: Parity,
    ) -> Result<(i32, Option<Square<N>>), Stopped> {
        let crew = &self.shared.crew;
        let split = Arc::new(Split::new(self.split.clone(), choices, best, alpha, empties, parity, self.raised));
        crew.open(split.clone());
        let mut result = self.work_on(&split);
        crew.close(&split);
        loop {
            match crew.wait_for_helpers(&split) {
                Wait::Over => break,
                Wait::Help(inner) => self.help_with(&inner),
                Wait::Nothing => {
                    if self.report().is_err() {
                        result = Err(Stopped);
                    }
                }
            }
        }
        result?;
        if split.is_within_moot() || self.shared.is_stopped() {
            // Helpers may have left moves unfinished.
            return Err(Stopped);
        }
        Ok(split.best())
    }
}
