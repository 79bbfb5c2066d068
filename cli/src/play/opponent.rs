//! The computer at the table: it plays a colour, gives hints and says what the moves are worth, on
//! a thread of its own.

use crate::games::gomoku::swap2::{Choice, Player};
use crate::games::{Found, Limits, Place, Playable};
use crate::protocol::player;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;
use std::time::Duration;
use stonemask::game::Colour;
use stonemask::game::search::Level;

/// The memory of a search, in bytes.
pub(crate) const TABLE: usize = Level::TABLE_BYTES;

/// How long the computer may take for one answer.
pub(super) const LONGEST: Duration = Duration::from_secs(300);

/// A seat at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seat {
    /// Of a game whose players have their colours from the beginning.
    Colour(Colour),
    /// Of a game that begins with swap2.
    Swap2(Player),
}

/// The computer as a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Opponent {
    pub(crate) seat: Seat,
    pub(crate) level: Level,
    pub(crate) seed: u64,
}

/// A question about a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ask {
    /// Which move an opponent plays.
    Move(Opponent),
    /// Which move is good.
    Hint,
    /// The best moves, and what they are worth.
    Analysis,
}

/// The level at which hints and analyses search.
pub(super) fn adviser() -> Level {
    Level::new(7).expect("there are nine")
}

/// How many moves an analysis names.
const MOVES: usize = 6;

/// The answer.
#[derive(Default)]
pub(crate) struct Advice {
    /// The point to play on; in an opening of several stones, one for each.
    pub(super) places: Vec<Place>,
    /// The choice to make in place of a move.
    pub(super) choice: Option<Choice>,
    /// The move with what it is worth, or a line for each move.
    pub(super) told: Vec<String>,
}

/// A job finds an answer, and gives up when the flag is set.
pub(crate) type Job = Box<dyn FnOnce(&AtomicBool) -> Advice + Send>;

/// A job that answers a question about a board.
pub(super) fn job<G: Playable>(board: G, ask: Ask, place: fn(G::Move) -> Option<Place>) -> Job {
    Box::new(move |stop| {
        let own = board.to_move();
        let mut asked = || stop.load(Ordering::Relaxed);
        let mut limits = Limits::new(LONGEST, &mut asked);
        let named = |found: &Found<G::Move>| found.line.first().map(|&ply| format!("{ply} {}", found.worth.told(own)));
        match ask {
            Ask::Move(Opponent { level, seed, .. }) => {
                let thought =
                    player::of_level::<G>(level, seed, TABLE).and_then(|mut player| player.choose(&board, &mut limits));
                Advice {
                    places: thought.and_then(|thought| place(thought.ply)).into_iter().collect(),
                    ..Advice::default()
                }
            }
            Ask::Hint => {
                let thought = player::of_level::<G>(adviser(), 1, TABLE)
                    .and_then(|mut player| player.choose(&board, &mut limits));
                let told = thought.as_ref().map(|thought| match thought.worth {
                    Some(worth) => format!("hint: {} {}", thought.ply, worth.told(own)),
                    None => format!("hint: {}", thought.ply),
                });
                let places = thought.and_then(|thought| place(thought.ply)).into_iter().collect();
                Advice { places, told: told.into_iter().collect(), ..Advice::default() }
            }
            Ask::Analysis => {
                let mut limits = limits.no_more_than(G::nodes_of(adviser()));
                let found = G::player(TABLE)
                    .ok()
                    .map_or_else(Vec::new, |mut search| board.best(&mut search, MOVES, &mut limits, &mut |_| {}));
                let mut told: Vec<String> = found.iter().filter_map(named).collect();
                if told.is_empty() {
                    told.push("nothing is known of this position".to_owned());
                }
                Advice { told, ..Advice::default() }
            }
        }
    })
}

/// A question that is being answered.
pub(super) struct Thinking {
    pub(super) ask: Ask,
    stop: Arc<AtomicBool>,
    answer: Receiver<Advice>,
}

impl Thinking {
    /// Begins; where the system has no thread to give, the answer comes at once.
    pub(super) fn begin(ask: Ask, job: Job) -> Thinking {
        let stop = Arc::new(AtomicBool::new(false));
        let (send, answer) = mpsc::channel();
        let flag = Arc::clone(&stop);
        // A receiver that is gone wants no answer any more.
        let work = move || drop(send.send(job(&flag)));
        // Without a thread nobody holds the sender, and the answer is that there is none.
        let _ = thread::Builder::new().spawn(work);
        Thinking { ask, stop, answer }
    }

    /// The answer once it is there; an error if there will be none.
    pub(super) fn answer(&self) -> Option<Result<Advice, ()>> {
        match self.answer.try_recv() {
            Ok(advice) => Some(Ok(advice)),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err(())),
        }
    }
}

/// Nobody waits for the answer any more.
impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
