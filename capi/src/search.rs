//! Searches of Gomoku and NoGo: their limits, and their knowledge of a board.

use crate::boundary::{check_given, read};
use crate::error::{Code, Result};
use crate::memory;
use crate::shared::colour_number;
use crate::stop::stonemask_stop;
use std::ffi::c_void;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use stonemask::game::Colour;
use stonemask::game::search::{Analysis, Candidate, Certainty, Limits, Score};

/// How much a search does: until the first of these is reached.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct stonemask_search_limits {
    /// The size of this struct, set by the caller.
    pub struct_size: usize,
    /// Positions or random games; 0 without a limit.
    pub nodes: u64,
    /// Microseconds; 0 without a limit.
    pub microseconds: u64,
    /// Plies; 0 without a limit.
    pub depth: u32,
    /// Zero.
    pub reserved: u32,
}

/// The worth of a position or a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct stonemask_score {
    /// `enum stonemask_score_kind`.
    pub kind: i32,
    /// Of a win; else 0.
    pub winner: i32,
    /// Of a win: plies until the game is over; else 0.
    pub plies: u32,
    /// Black's share of the wins, in ten-thousandths.
    pub share: u32,
}

/// A search's knowledge of a board.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct stonemask_search_analysis {
    /// Positions searched, or random games played.
    pub nodes: u64,
    /// How long it took.
    pub microseconds: u64,
    /// How many moves were written.
    pub count: usize,
    /// The best move's, or that of the finished game.
    pub score: stonemask_score,
    /// `enum stonemask_certainty`.
    pub certainty: i32,
    /// Of an estimate, in percent; else 0.
    pub confidence: u32,
    /// Black's score is at least this.
    pub lower: stonemask_score,
    /// Black's score is at most this.
    pub upper: stonemask_score,
    /// 1 where all is known that was asked for.
    pub complete: i32,
    /// Zero.
    pub reserved: u32,
}

/// The observer of a search; anything but 0 stops it.
pub type stonemask_search_observer =
    Option<unsafe extern "C" fn(analysis: *const stonemask_search_analysis, user: *mut c_void) -> i32>;

/// The most that a search allocates beside its table, until it sees that memory has run out:
/// patterns or the solver's table, moves, lines.
pub(crate) const NEED: usize = 16 << 20;

/// A certainty by its number, and its confidence.
pub(crate) fn certainty(of: Certainty) -> (i32, u32) {
    match of {
        Certainty::Exact => (0, 0),
        Certainty::AtLeast => (1, 0),
        Certainty::AtMost => (2, 0),
        Certainty::Estimate { confidence } => (3, confidence.into()),
    }
}

impl From<Score> for stonemask_score {
    fn from(score: Score) -> stonemask_score {
        let share = score.value(Colour::Black).clamp(0, 10_000) as u32;
        let (kind, winner, plies) = match score {
            Score::Share(_) => (0, 0, 0),
            Score::Win { winner, plies } => (1, colour_number(winner), plies),
            Score::Draw => (2, 0, 0),
        };
        stonemask_score { kind, winner, plies, share }
    }
}

fn analysis<M>(of: &Analysis<Vec<M>>) -> stonemask_search_analysis {
    let (certainty, confidence) = certainty(of.certainty());
    stonemask_search_analysis {
        nodes: of.nodes,
        microseconds: of.time.as_micros() as u64,
        count: of.moves.len(),
        score: of.score().into(),
        certainty,
        confidence,
        lower: of.lower.into(),
        upper: of.upper.into(),
        complete: of.complete.into(),
        reserved: 0,
    }
}

/// Limits, of which there must be one where nothing else ends the search.
///
/// # Safety
/// As for [`read`].
pub(crate) unsafe fn given_limits(limits: *const stonemask_search_limits, ends_otherwise: bool) -> Result<Limits> {
    // SAFETY: the caller's promise.
    let given = unsafe {
        let given = read(limits)?;
        check_given(limits, given.struct_size)?;
        given
    };
    let limits = Limits {
        depth: Some(given.depth).filter(|&depth| depth > 0),
        nodes: Some(given.nodes).filter(|&nodes| nodes > 0),
        time: Some(Duration::from_micros(given.microseconds)).filter(|time| !time.is_zero()),
    };
    let is_endless = limits == Limits::default() && !ends_otherwise;
    if given.reserved != 0 || is_endless { Err(Code::BadArgument.into()) } else { Ok(limits) }
}

/// The arguments of a run beside its board, and where its moves go.
pub(crate) struct Run<'a, M, C> {
    pub(crate) limits: Limits,
    pub(crate) stop: &'a stonemask_stop,
    pub(crate) observer: stonemask_search_observer,
    pub(crate) user: *mut c_void,
    pub(crate) moves: &'a mut [C],
    /// A move as C has it.
    pub(crate) candidate: &'a dyn Fn(&Candidate<Vec<M>>) -> C,
}

impl<M, C> Run<'_, M, C> {
    /// Searches, and tells whether the observer stopped it.
    pub(crate) fn of(
        &mut self,
        search: impl FnOnce(Limits, &mut dyn FnMut(&Analysis<Vec<M>>) -> ControlFlow<()>, &AtomicBool) -> Analysis<Vec<M>>,
    ) -> (Analysis<Vec<M>>, bool) {
        let (limits, stop) = (self.limits, self.stop.flag());
        let (mut results, mut is_stopped) = (0, false);
        let mut observe = |known: &Analysis<Vec<M>>| {
            // Gomoku's search tells once more what it knew when it was stopped.
            if is_stopped || memory::is_touched() {
                return ControlFlow::Break(());
            }
            let Some(observer) = self.observer else { return ControlFlow::Continue(()) };
            if known.results > results {
                self.write(known);
                results = known.results;
            }
            let told = analysis(known);
            // SAFETY: the caller gave a function that takes these, and lets no exception out.
            is_stopped = unsafe { observer(&raw const told, self.user) } != 0;
            if is_stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let known = search(limits, &mut observe, stop);
        let is_stopped = is_stopped || stop.load(std::sync::atomic::Ordering::Relaxed) && !known.complete;
        (known, is_stopped)
    }

    fn write(&mut self, known: &Analysis<Vec<M>>) {
        for (place, of) in self.moves.iter_mut().zip(&known.moves) {
            *place = (self.candidate)(of);
        }
    }

    /// Writes the moves of a search that has ended, and returns the rest of its knowledge.
    pub(crate) fn end(mut self, known: &Analysis<Vec<M>>) -> stonemask_search_analysis {
        self.write(known);
        analysis(known)
    }
}
