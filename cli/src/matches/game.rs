//! A game of a match: two engines, a referee and a clock.

use super::engine::Spec;
use crate::games::{Exact, Name, Playable, each, opening};
use crate::judge::case::{self, PASS, Question, RESIGNS};
use crate::judge::driver::{Driver, GameTime};
use crate::judge::fault::{Fault, Kind, Stop};
use crate::judge::table::State;
use crate::thread_time::thread_time;
use clap::ValueEnum;
use std::time::{Duration, Instant};
use stonemask::game::{Colour, Outcome};

/// How many times its time an engine may take for its first move, and to be silent where processor
/// time counts.
const PATIENCE: u32 = 10;

/// Which time counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Clock {
    /// The time that passes
    Wall,
    /// The processor time of the engine and of what it starts, on Linux, in ticks of 10 ms
    Processor,
}

/// The time that engines have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timing {
    pub(super) clock: Clock,
    /// For a move, where there is no time for the game.
    pub(super) per_move: Duration,
    /// For the game, and what each move adds.
    pub(super) per_game: Option<(Duration, Duration)>,
    /// How much later an answer may come.
    pub(super) margin: Duration,
    /// The depth that engines of NBoard are told.
    pub(super) depth: u32,
}

/// An engine at a table.
pub(super) struct Seat<'a> {
    pub(super) spec: &'a Spec,
    driver: Option<Box<dyn Driver>>,
    /// Whether it has made a move.
    is_warm: bool,
}

/// Why a game ended: by the rules, `resignation`, `time`, or the kind of a fault.
pub(super) type Reason = &'static str;

pub(super) const RULES: Reason = "rules";
pub(super) const RESIGNATION: Reason = "resignation";
pub(super) const TIME: Reason = "time";
pub(super) const NOT_STARTED: Reason = "not started";

/// A game that is over.
#[derive(Clone, Debug)]
pub(super) struct Game {
    pub(super) moves: Vec<String>,
    /// How many of the moves are the opening.
    pub(super) opening: usize,
    pub(super) outcome: Outcome,
    pub(super) reason: Reason,
    /// The fault in a line.
    pub(super) told: Option<String>,
    /// The time that black and white have used.
    pub(super) used: [Duration; 2],
    /// Black's discs more than white's at the end, with the empty squares for the winner, where the
    /// rules ended a game of Othello.
    pub(super) discs: Option<i32>,
    pub(super) exact: Option<Exact>,
}

impl<'a> Seat<'a> {
    pub(super) fn new(spec: &'a Spec) -> Seat<'a> {
        Seat { spec, driver: None, is_warm: false }
    }

    /// Starts it if it does not run, for a game whose random choices are of this seed.
    fn begin(&mut self, game: Name, timing: &Timing, seed: u64) -> Result<(), Stop> {
        if self.driver.is_none() {
            self.driver = Some(self.spec.kind.start(game, timing.per_move, timing.depth)?);
            self.is_warm = false;
        }
        self.driver.as_mut().expect("just started").begin(seed);
        Ok(())
    }

    /// Asks for a move, and says how long it took.
    fn choose(
        &mut self,
        state: &State,
        timing: &Timing,
        left: Option<[Duration; 2]>,
    ) -> Result<(Option<String>, Duration, bool), Stop> {
        let driver = self.driver.as_mut().expect("it was started").as_mut();
        let side = usize::from(state.now.to_move() == Colour::White);
        let allowed = left.map_or(timing.per_move, |left| left[side]) + timing.margin;
        let allowed = if self.is_warm || left.is_some() { allowed } else { allowed * PATIENCE };
        if let Some((left, (main, increment))) = left.zip(timing.per_game) {
            driver.set_time(GameTime { main, increment, left });
        }
        let before = match driver.engine() {
            Some(engine) => {
                let is_wall = timing.clock == Clock::Wall;
                engine.set_patience(if is_wall { allowed } else { allowed * PATIENCE });
                engine.processor_time()
            }
            None => thread_time(),
        };
        let begun = Instant::now();
        let chosen = case::ask(driver, state, &Question::Choose)?;
        let wall = begun.elapsed();
        let (after, is_process) = match driver.engine() {
            Some(engine) => (engine.processor_time(), true),
            None => (thread_time(), false),
        };
        let processor = before.zip(after).map(|(before, after)| after.saturating_sub(before));
        let used = if timing.clock == Clock::Wall { wall } else { processor.unwrap_or(wall) };
        self.is_warm = true;
        Ok((chosen, used, is_process && used > allowed))
    }
}

/// Plays a game between black and white from an opening. Who breaks the rules of the game, the
/// protocol or the clock has lost.
///
/// # Errors
/// After an interrupt.
pub(super) fn play(seats: [&mut Seat<'_>; 2], mut state: State, timing: &Timing, seed: u64) -> Result<Game, Stop> {
    let opening = state.moves.len();
    let mut used = [Duration::ZERO; 2];
    let mut left = timing.per_game.map(|(main, _)| [main; 2]);
    let mut is_new = [true; 2];
    let (outcome, reason, told) = loop {
        if let Some(outcome) = state.now.outcome() {
            break (outcome, RULES, None);
        }
        let own = state.now.to_move();
        let (side, lost) = (usize::from(own == Colour::White), Outcome::Win(own.other()));
        let seat = &mut *seats[side];
        if seat.spec.kind.skips_passes() && state.now.plies() == [PASS] {
            state.play(PASS);
            continue;
        }
        let begun = match std::mem::take(&mut is_new[side]) {
            true => seat.begin(state.game, timing, seed ^ side as u64),
            false => Ok(()),
        };
        match begun.and_then(|()| seat.choose(&state, timing, left)) {
            Ok((chosen, time, is_late)) => {
                used[side] += time;
                if is_late {
                    seat.driver = None;
                    break (lost, TIME, Some(format!("the move took {} ms", time.as_millis())));
                }
                if let Some((left, (_, increment))) = left.as_mut().zip(timing.per_game) {
                    left[side] = left[side].saturating_sub(time) + increment;
                }
                match chosen.as_deref() {
                    Some(RESIGNS) => break (lost, RESIGNATION, None),
                    Some(ply) => state.play(ply),
                    None => break (lost, Kind::BrokenProtocol.name(), Some("it has no move".to_owned())),
                }
            }
            Err(Stop::Interrupted) => return Err(Stop::Interrupted),
            Err(Stop::NotStarted(told)) => {
                seat.driver = None;
                break (lost, NOT_STARTED, Some(told));
            }
            Err(Stop::Fault(Fault { kind, told })) => {
                // Its state is not known any more: the next game has a fresh one.
                seat.driver = None;
                break (lost, if kind == Kind::Hang { TIME } else { kind.name() }, Some(told));
            }
        }
    };
    let discs = (state.game.counts_discs() && reason == RULES).then(|| discs(&state.now.text(), outcome));
    Ok(Game { moves: state.moves, opening, outcome, reason, told, used, discs, exact: None })
}

/// Black's discs more than white's, with the empty squares for the winner.
fn discs(text: &str, outcome: Outcome) -> i32 {
    let cells = text.rsplit_once(' ').map_or(text, |(cells, _)| cells);
    let count = |letter: char| cells.chars().filter(|&cell| cell == letter).count() as i32;
    let empty = match outcome {
        Outcome::Win(Colour::Black) => count('-'),
        Outcome::Win(Colour::White) => -count('-'),
        Outcome::Draw => 0,
    };
    count('X') - count('O') + empty
}

/// Random plies that leave both sides about equal.
pub(super) fn opening(game: Name, start: &str, plies: u32, seed: u64) -> Vec<String> {
    fn of<G: Playable>(start: &str, plies: u32, seed: u64) -> Vec<String> {
        let start = start.parse::<G>().ok().expect("the text of a position");
        opening::balanced(&start, plies, seed).0.iter().map(G::Move::to_string).collect()
    }
    each!(game, G => of::<G>(start, plies, seed))
}

/// The name of a reason, from a record.
pub(super) fn reason(name: &str) -> Option<Reason> {
    const OTHERS: [Reason; 4] = [RULES, RESIGNATION, TIME, NOT_STARTED];
    let faults = Kind::ALL.iter().map(|kind| kind.name());
    OTHERS.into_iter().chain(faults).find(|other| *other == name)
}
