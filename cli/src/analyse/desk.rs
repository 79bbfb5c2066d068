//! A desk at which positions wait and workers analyse them: `analyse --stream` hands them over from
//! standard input, `serve` from a page.

use super::Told;
use crate::error::Failure;
use crate::games::{self, Name, Playable, Setting, Shape, Start, each};
use crate::interrupt;
use crate::search::{Known, Searched, Value};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::any::Any;
use std::collections::{BinaryHeap, HashMap};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use stonemask::game::search::{Level, Limits};
use stonemask::gomoku;

/// How many positions wait; who asks for more has to wait, too.
const MOST: usize = 4096;
/// How long a line may be, in bytes.
pub(crate) const LONGEST: usize = 1 << 20;
/// How soon an interrupt is noticed.
const WINK: Duration = Duration::from_millis(50);
/// Nodes for a position, where no limit is given.
const NODES: u64 = 100_000;

const NO_MEMORY: &str = "this machine does not give the memory of a search";

/// A line of the input.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: Option<String>,
    /// The id of what is not wanted any more.
    terminate: Option<String>,
    game: Option<String>,
    rows: Option<usize>,
    #[serde(alias = "cols")]
    columns: Option<usize>,
    rule: Option<String>,
    blocked: Option<String>,
    #[serde(default)]
    forbid_centre: bool,
    position: Option<String>,
    moves: Option<Moves>,
    nodes: Option<u64>,
    depth: Option<u32>,
    /// Seconds.
    time: Option<f64>,
    top: Option<u16>,
    /// The move of an opponent of this level is asked for, not an analysis.
    level: Option<u8>,
    /// Of a level.
    seed: Option<u64>,
    #[serde(default)]
    priority: i64,
    /// Seconds between lines that tell what is known meanwhile.
    report: Option<f64>,
}

/// Moves as a text or as a list.
#[derive(Deserialize)]
#[serde(untagged)]
enum Moves {
    Text(String),
    List(Vec<String>),
}

/// Whoever hears answers, as JSON: false when nobody is left.
pub(crate) type Hear = Arc<dyn Fn(&str) -> bool + Send + Sync>;

/// A position that is asked about.
struct Query {
    id: String,
    game: Name,
    start: Start,
    task: Task,
    priority: i64,
    /// The order in which they came.
    number: u64,
    /// Whether it is not wanted any more.
    stop: Arc<AtomicBool>,
    hear: Hear,
}

/// The question about a position.
enum Task {
    /// An analysis of the best moves, with reports meanwhile.
    Analyse { limits: Limits, top: usize, report: Option<Duration> },
    /// The move of an opponent.
    Move { level: Level, seed: u64 },
}

impl Ord for Query {
    fn cmp(&self, other: &Query) -> std::cmp::Ordering {
        self.priority.cmp(&other.priority).then(other.number.cmp(&self.number))
    }
}

impl PartialOrd for Query {
    fn partial_cmp(&self, other: &Query) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Query {
    fn eq(&self, other: &Query) -> bool {
        self.number == other.number
    }
}

impl Eq for Query {}

/// An analysis.
#[derive(Serialize)]
struct Answer<'a> {
    id: &'a str,
    #[serde(flatten)]
    setting: Setting,
    complete: bool,
    /// Whether more of it will come.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interim: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    terminated: bool,
    #[serde(flatten)]
    result: Told,
    lower: Value,
    upper: Value,
    moves: Vec<Told>,
    nodes: u64,
    seconds: f64,
}

impl<'a> Answer<'a> {
    fn of<M: std::fmt::Display>(
        query: &'a Query,
        setting: &Setting,
        known: &Known<M>,
        interim: bool,
        terminated: bool,
    ) -> Answer<'a> {
        let moves: Vec<Told> = known.moves.iter().map(Told::of).collect();
        Answer {
            id: &query.id,
            setting: setting.clone(),
            complete: !interim && !terminated,
            interim,
            terminated,
            result: moves.first().cloned().unwrap_or_else(|| Told::finished(known.value())),
            lower: known.lower,
            upper: known.upper,
            moves,
            nodes: known.nodes,
            seconds: known.time.as_secs_f64(),
        }
    }
}

/// The move of an opponent.
#[derive(Serialize)]
struct Played<'a> {
    id: &'a str,
    #[serde(flatten)]
    setting: Setting,
    level: u8,
    seed: u64,
    /// None when the game is over.
    #[serde(rename = "move")]
    ply: Option<String>,
}

/// An error in a line. The id is null where it has none.
#[derive(Serialize)]
struct Wrong<'a> {
    id: Option<&'a str>,
    error: &'a str,
}

/// A position that was given up before anything was known of it.
#[derive(Serialize)]
struct Dropped<'a> {
    id: &'a str,
    terminated: bool,
}

/// The fate of a wish to terminate, for who gave it an id.
#[derive(Serialize)]
struct Terminated<'a> {
    id: &'a str,
    terminate: &'a str,
    /// Whether there was something to terminate.
    found: bool,
}

/// Queries that are not answered yet.
#[derive(Default)]
struct Work {
    waiting: BinaryHeap<Query>,
    /// All of them by id, also those that wait.
    open: HashMap<String, Arc<AtomicBool>>,
    asked: u64,
    /// Whether no more will come.
    is_closed: bool,
}

pub(crate) struct Desk {
    work: Mutex<Work>,
    /// Something has changed.
    change: Condvar,
    /// Whether nobody waits for answers any more.
    is_over: AtomicBool,
    /// Whether an interrupt has cost an analysis.
    is_cut: AtomicBool,
    defaults: Defaults,
}

/// Values that hold where a line has none.
pub(crate) struct Defaults {
    pub(crate) limits: Limits,
    pub(crate) top: u16,
    pub(crate) table_bytes: usize,
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Desk {
    pub(crate) fn new(defaults: Defaults) -> Arc<Desk> {
        Arc::new(Desk {
            work: Mutex::default(),
            change: Condvar::new(),
            is_over: AtomicBool::new(false),
            is_cut: AtomicBool::new(false),
            defaults,
        })
    }

    /// Starts threads that analyse until no more positions come.
    pub(crate) fn start(self: &Arc<Desk>, threads: usize) -> Result<Vec<JoinHandle<()>>, Failure> {
        let worker = |_| {
            let desk = Arc::clone(self);
            thread::Builder::new().spawn(move || desk.serve())
        };
        let workers: Result<_, _> = (0..threads).map(worker).collect();
        workers.map_err(|error| Failure::unfinished(format!("cannot start a thread: {error}")))
    }

    /// No more positions will come.
    pub(crate) fn close(&self) {
        lock(&self.work).is_closed = true;
        self.change.notify_all();
    }

    /// Nobody waits for answers any more: searches end, and what waits is forgotten.
    pub(crate) fn abandon(&self) {
        self.is_over.store(true, Ordering::Relaxed);
        lock(&self.work).open.values().for_each(|stop| stop.store(true, Ordering::Relaxed));
        self.change.notify_all();
    }

    /// Waits for a change, or a wink.
    pub(crate) fn wait(&self) {
        drop(self.change.wait_timeout(lock(&self.work), WINK));
    }

    /// Whether no more positions wait than may.
    pub(crate) fn has_room(&self) -> bool {
        lock(&self.work).waiting.len() < MOST
    }

    /// Whether all that was asked is answered in full, and no more will come.
    pub(crate) fn is_done(&self) -> bool {
        let work = lock(&self.work);
        work.is_closed && work.open.is_empty() && !self.is_cut.load(Ordering::Relaxed)
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed) || interrupt::interrupted()
    }

    fn say(&self, hear: &Hear, line: &impl Serialize) -> bool {
        let is_heard = hear(&serde_json::to_string(line).expect("answers are plain data"));
        if !is_heard {
            self.change.notify_all();
        }
        is_heard
    }

    pub(super) fn wrong(&self, hear: &Hear, id: Option<&str>, error: &str) {
        let error = crate::error::cut(&stonemask_harness::without_controls(error));
        self.say(hear, &Wrong { id, error: &error });
    }

    /// Takes a line, and waits as long as there is no room for its position. Returns the id of a
    /// position that will be answered.
    pub(crate) fn take(&self, line: &[u8], hear: &Hear) -> Option<String> {
        let wrong = |id: Option<&str>, problem: &str| {
            self.wrong(hear, id, problem);
            None
        };
        let json: Json = match serde_json::from_slice(line) {
            Ok(json) => json,
            Err(error) => return wrong(None, &format!("it is no JSON: {error}")),
        };
        let id = json.get("id").and_then(Json::as_str).map(str::to_owned);
        let line: Line = match serde_json::from_value(json) {
            Ok(line) => line,
            Err(error) => return wrong(id.as_deref(), &error.to_string()),
        };
        if let Some(other) = &line.terminate {
            self.terminate(hear, id.as_deref(), other);
            return None;
        }
        let Some(id) = line.id.clone() else { return wrong(None, "id is missing") };
        match self.query(id.clone(), line, hear).and_then(|query| self.enqueue(query)) {
            Ok(()) => Some(id),
            Err(problem) => wrong(Some(&id), &problem),
        }
    }

    fn query(&self, id: String, line: Line, hear: &Hear) -> Result<Query, String> {
        let name = line.game.ok_or("game is missing")?;
        let game = super::games().into_iter().find(|game| game.to_string() == name);
        let game = game.ok_or_else(|| format!("game '{name}': expected {}", super::names()))?;
        let rule = line.rule.as_deref().map(|rule| {
            let found = gomoku::Rule::ALL.into_iter().find(|other| other.name() == rule);
            found.ok_or_else(|| format!("rule '{rule}': expected freestyle, standard, renju, caro or caro-exact"))
        });
        let seconds = |name: &str, given: Option<f64>| {
            let of = |seconds: f64| {
                let time = Duration::try_from_secs_f64(seconds).ok();
                time.filter(|time| (1..=31_536_000_000).contains(&time.as_millis()))
                    .ok_or_else(|| format!("{name}: expected seconds from 0.001 to 31536000"))
            };
            given.map(of).transpose()
        };
        let positive =
            |name: &str, is_zero: bool| if is_zero { Err(format!("{name}: expected 1 or more")) } else { Ok(()) };
        positive("nodes", line.nodes == Some(0))?;
        positive("depth", line.depth == Some(0))?;
        positive("top", line.top == Some(0))?;
        let shape = Shape {
            rows: line.rows,
            columns: line.columns,
            rule: rule.transpose()?,
            blocked: line.blocked,
            forbid_centre: line.forbid_centre,
        };
        let moves = line.moves.map(|moves| match moves {
            Moves::Text(text) => text,
            Moves::List(list) => list.join(" "),
        });
        let start = Start { position: line.position, moves, plain_moves: Vec::new(), shape };
        let given = Limits { depth: line.depth, nodes: line.nodes, time: seconds("time", line.time)? };
        let limits = if given == Limits::default() { self.defaults.limits } else { given };
        let limits = if limits == Limits::default() { limits.nodes(NODES) } else { limits };
        let report = seconds("report", line.report)?;
        let task = match line.level {
            None if line.seed.is_some() => return Err("seed: it belongs to a level".to_owned()),
            None => Task::Analyse { limits, top: line.top.unwrap_or(self.defaults.top).into(), report },
            Some(_) if given != Limits::default() || line.top.is_some() || report.is_some() => {
                return Err("level: nodes, depth, time, top and report do not apply to it".to_owned());
            }
            Some(level) => {
                Task::Move { level: Level::new(level).ok_or("level: expected 1 to 9")?, seed: line.seed.unwrap_or(1) }
            }
        };
        let (priority, stop, hear) = (line.priority, Arc::default(), Arc::clone(hear));
        let query = Query { id, game, start, task, priority, number: 0, stop, hear };
        // Wrong positions are told of at once.
        game.check(&query.start.shape).and_then(|()| games::set_up(game, &query.start)).map_err(told)?;
        Ok(query)
    }

    /// Puts it among those that wait, as soon as there is room.
    fn enqueue(&self, mut query: Query) -> Result<(), String> {
        let mut work = lock(&self.work);
        while work.waiting.len() >= MOST && !self.is_over() {
            work = self.change.wait_timeout(work, WINK).unwrap_or_else(PoisonError::into_inner).0;
        }
        if work.open.contains_key(&query.id) {
            return Err("an analysis of this id is not done yet".to_owned());
        }
        query.number = work.asked;
        work.asked += 1;
        work.open.insert(query.id.clone(), Arc::clone(&query.stop));
        work.waiting.push(query);
        drop(work);
        self.change.notify_all();
        Ok(())
    }

    fn terminate(&self, hear: &Hear, id: Option<&str>, other: &str) {
        let mut work = lock(&self.work);
        let found = work.open.get(other).map(|stop| stop.store(true, Ordering::Relaxed)).is_some();
        let mut waited = None;
        work.waiting.retain(|query| {
            let is_other = query.id == other;
            if is_other {
                waited = Some(Arc::clone(&query.hear));
            }
            !is_other
        });
        if waited.is_some() {
            work.open.remove(other);
        }
        drop(work);
        if let Some(waited) = waited {
            self.say(&waited, &Dropped { id: other, terminated: true });
        }
        if let Some(id) = id {
            self.say(hear, &Terminated { id, terminate: other, found });
        }
        self.change.notify_all();
    }

    /// Gives up a position that nobody waits for any more.
    pub(crate) fn forget(&self, id: &str) {
        let mut work = lock(&self.work);
        if let Some(stop) = work.open.get(id) {
            stop.store(true, Ordering::Relaxed);
        }
        let before = work.waiting.len();
        work.waiting.retain(|query| query.id != id);
        if work.waiting.len() < before {
            work.open.remove(id);
        }
        drop(work);
        self.change.notify_all();
    }

    /// Analyses positions until there are no more.
    fn serve(&self) {
        // The search of the last game: another game's takes its place.
        let mut kept: Option<Box<dyn Any>> = None;
        loop {
            let mut work = lock(&self.work);
            let query = loop {
                if self.is_over() {
                    return;
                }
                match work.waiting.pop() {
                    Some(query) => break query,
                    None if work.is_closed => return,
                    None => work = self.change.wait_timeout(work, WINK).unwrap_or_else(PoisonError::into_inner).0,
                }
            };
            drop(work);
            self.change.notify_all();
            let done = each!(query.game, G => self.answer::<G>(&query, &mut kept));
            lock(&self.work).open.remove(&query.id);
            if let Err(problem) = done {
                self.wrong(&query.hear, Some(&query.id), &problem);
            }
            self.change.notify_all();
        }
    }

    fn answer<G: Playable>(&self, query: &Query, kept: &mut Option<Box<dyn Any>>) -> Result<(), String>
    where
        G::Search: 'static,
    {
        let mut board: G = games::start(&query.start).map_err(told)?;
        games::play_moves(&mut board, &query.start).map_err(told)?;
        let setting = board.setting().at(board.to_string());
        match query.task {
            Task::Analyse { limits, top, report } => {
                let search = self.search::<G>(kept)?;
                let known = self.analyse(&board, &setting, query, search, (limits, top, report));
                let terminated = (query.stop.load(Ordering::Relaxed) || self.is_over()) && !known.complete;
                self.is_cut.fetch_or(terminated && interrupt::interrupted(), Ordering::Relaxed);
                self.say(&query.hear, &Answer::of(query, &setting, &known, false, terminated));
            }
            Task::Move { level, seed } => {
                let ply = board.level_move(level, seed, &query.stop).map_err(|_| NO_MEMORY)?;
                let (level, ply) = (level.number(), ply.map(|ply| ply.to_string()));
                self.say(&query.hear, &Played { id: &query.id, setting, level, seed, ply });
            }
        }
        Ok(())
    }

    /// The search of this game, which knows nothing.
    fn search<'a, G: Searched>(&self, kept: &'a mut Option<Box<dyn Any>>) -> Result<&'a mut G::Search, String>
    where
        G::Search: 'static,
    {
        if kept.as_ref().is_none_or(|search| !search.is::<G::Search>()) {
            // The memory of the other game's is free first.
            *kept = None;
            let search = G::search(self.defaults.table_bytes, NonZeroUsize::MIN);
            *kept = Some(Box::new(search.map_err(|_| NO_MEMORY)?));
        }
        let search = kept.as_mut().and_then(|search| search.downcast_mut::<G::Search>()).expect("just made");
        // An analysis depends on its line alone.
        G::clear(search);
        Ok(search)
    }

    fn analyse<G: Searched>(
        &self,
        board: &G,
        setting: &Setting,
        query: &Query,
        search: &mut G::Search,
        (limits, top, report): (Limits, usize, Option<Duration>),
    ) -> Known<G::Move> {
        let mut last = Instant::now();
        let mut is_heard = true;
        let observer = &mut |known: &Known<G::Move>| {
            if let Some(report) = report
                && last.elapsed() >= report
                && !known.moves.is_empty()
            {
                last = Instant::now();
                is_heard = self.say(&query.hear, &Answer::of(query, setting, known, true, false));
            }
            if self.is_over() || !is_heard { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        board.look(search, top, limits, observer, &query.stop)
    }
}

/// A failure in the words of a line: options are its fields.
fn told(failure: Failure) -> String {
    failure.message().unwrap_or_default().replace("--forbid-centre", "forbid_centre").replace("--", "")
}
