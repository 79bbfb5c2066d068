//! `stonemask analyse --stream`: positions come as JSON lines on standard input, analyses leave as JSON lines in the order in which they
//! are done.

use super::{Arguments, Told};
use crate::error::Failure;
use crate::games::{self, Name, Playable, Setting, Shape, Start, each};
use crate::interrupt;
use crate::output;
use crate::search::{Known, Value};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::any::Any;
use std::collections::{BinaryHeap, HashMap};
use std::io::{BufRead, Read};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use stonemask::game::search::Limits;
use stonemask::gomoku;

/// How many positions wait; who asks for more has to wait, too.
const MOST: usize = 4096;
/// How long a line may be, in bytes.
const LONGEST: usize = 1 << 20;
/// How soon an interrupt is noticed.
const WINK: Duration = Duration::from_millis(50);
/// Nodes for a position, where no limit is given.
const NODES: u64 = 100_000;

/// A line of the input.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: Option<String>,
    /// The id of what is not wanted any more.
    terminate: Option<String>,
    game: Option<String>,
    rows: Option<usize>,
    cols: Option<usize>,
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

/// A position that is asked about.
struct Query {
    id: String,
    game: Name,
    start: Start,
    limits: Limits,
    top: usize,
    report: Option<Duration>,
    priority: i64,
    /// The order in which they came.
    number: u64,
    /// Whether it is not wanted any more.
    stop: Arc<AtomicBool>,
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

struct Desk {
    work: Mutex<Work>,
    /// Something has changed.
    change: Condvar,
    /// Nobody reads the answers any more, or they cannot be written: why.
    broken: Mutex<Option<Result<(), Failure>>>,
    is_broken: AtomicBool,
    /// Whether an interrupt has cost an analysis.
    is_cut: AtomicBool,
    defaults: Defaults,
}

/// Values that hold where a line has none.
struct Defaults {
    limits: Limits,
    top: u16,
    table_bytes: usize,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Desk {
    fn say(&self, line: &impl Serialize) {
        let text = serde_json::to_string(line).expect("answers are plain data") + "\n";
        // A pipe that is closed is no failure of a command, but the end of its work.
        if let Err(end) = output::write_or_end(text.as_bytes()) {
            *lock(&self.broken) = Some(end);
            self.is_broken.store(true, Ordering::Relaxed);
            self.stop_all();
        }
    }

    fn wrong(&self, id: Option<&str>, error: &str) {
        let error = crate::error::cut(&stonemask_harness::without_controls(error));
        self.say(&Wrong { id, error: &error });
    }

    fn is_over(&self) -> bool {
        self.is_broken.load(Ordering::Relaxed) || interrupt::interrupted()
    }

    fn stop_all(&self) {
        lock(&self.work).open.values().for_each(|stop| stop.store(true, Ordering::Relaxed));
        self.change.notify_all();
    }

    /// Takes lines until there are no more.
    fn listen(&self, mut input: impl BufRead) {
        let mut line = Vec::new();
        loop {
            line.clear();
            match input.by_ref().take(LONGEST as u64 + 1).read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => break,
                Ok(length) if length > LONGEST => {
                    self.wrong(None, "a line is longer than 1 MiB");
                    while !line.ends_with(b"\n") {
                        line.clear();
                        if !matches!(input.by_ref().take(1 << 16).read_until(b'\n', &mut line), Ok(1..)) {
                            break;
                        }
                    }
                }
                Ok(_) if line.trim_ascii().is_empty() => {}
                Ok(_) => self.take(&line),
            }
            if self.is_over() {
                break;
            }
        }
        lock(&self.work).is_closed = true;
        self.change.notify_all();
    }

    fn take(&self, line: &[u8]) {
        let json: Json = match serde_json::from_slice(line) {
            Ok(json) => json,
            Err(error) => return self.wrong(None, &format!("it is no JSON: {error}")),
        };
        let id = json.get("id").and_then(Json::as_str).map(str::to_owned);
        let line: Line = match serde_json::from_value(json) {
            Ok(line) => line,
            Err(error) => return self.wrong(id.as_deref(), &error.to_string()),
        };
        if let Some(other) = &line.terminate {
            return self.terminate(id.as_deref(), other);
        }
        let Some(id) = line.id.clone() else { return self.wrong(None, "id is missing") };
        match self.query(id.clone(), line) {
            Ok(query) => self.enqueue(query),
            Err(problem) => self.wrong(Some(&id), &problem),
        }
    }

    fn query(&self, id: String, line: Line) -> Result<Query, String> {
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
            cols: line.cols,
            rule: rule.transpose()?,
            blocked: line.blocked,
            forbid_centre: line.forbid_centre,
        };
        let moves = line.moves.map(|moves| match moves {
            Moves::Text(text) => text,
            Moves::List(list) => list.join(" "),
        });
        let start = Start { position: line.position, moves, shape };
        let given = Limits { depth: line.depth, nodes: line.nodes, time: seconds("time", line.time)? };
        let limits = if given == Limits::default() { self.defaults.limits } else { given };
        let limits = if limits == Limits::default() { limits.nodes(NODES) } else { limits };
        let report = seconds("report", line.report)?;
        let top = line.top.unwrap_or(self.defaults.top).into();
        let query =
            Query { id, game, start, limits, top, report, priority: line.priority, number: 0, stop: Arc::default() };
        // Wrong positions are told of at once.
        game.check(&query.start.shape).and_then(|()| games::set_up(game, &query.start)).map_err(told)?;
        Ok(query)
    }

    /// Puts it among those that wait, as soon as there is room.
    fn enqueue(&self, mut query: Query) {
        let mut work = lock(&self.work);
        while work.waiting.len() >= MOST && !self.is_over() {
            work = self.change.wait_timeout(work, WINK).unwrap_or_else(PoisonError::into_inner).0;
        }
        if work.open.contains_key(&query.id) {
            drop(work);
            return self.wrong(Some(&query.id), "an analysis of this id is not done yet");
        }
        query.number = work.asked;
        work.asked += 1;
        work.open.insert(query.id.clone(), Arc::clone(&query.stop));
        work.waiting.push(query);
        drop(work);
        self.change.notify_all();
    }

    fn terminate(&self, id: Option<&str>, other: &str) {
        let mut work = lock(&self.work);
        let found = work.open.get(other).map(|stop| stop.store(true, Ordering::Relaxed)).is_some();
        let waited = work.waiting.iter().any(|query| query.id == other);
        if waited {
            work.waiting.retain(|query| query.id != other);
            work.open.remove(other);
        }
        drop(work);
        if waited {
            self.say(&Dropped { id: other, terminated: true });
        }
        if let Some(id) = id {
            self.say(&Terminated { id, terminate: other, found });
        }
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
            let done = each!(query.game, G => self.analyse::<G>(&query, &mut kept));
            lock(&self.work).open.remove(&query.id);
            if let Err(problem) = done {
                self.wrong(Some(&query.id), &problem);
            }
            self.change.notify_all();
        }
    }

    fn analyse<G: Playable>(&self, query: &Query, kept: &mut Option<Box<dyn Any>>) -> Result<(), String>
    where
        G::Search: 'static,
    {
        let mut board: G = games::start(&query.start).map_err(told)?;
        games::play_moves(&mut board, &query.start).map_err(told)?;
        if kept.as_ref().is_none_or(|search| !search.is::<G::Search>()) {
            // The memory of the other game's is free first.
            *kept = None;
            let search = G::search(self.defaults.table_bytes, NonZeroUsize::MIN);
            *kept = Some(Box::new(search.map_err(|_| "this machine does not give the memory of --table".to_owned())?));
        }
        let search = kept.as_mut().and_then(|search| search.downcast_mut::<G::Search>()).expect("just made");
        // An analysis depends on its line alone.
        G::clear(search);
        let setting = board.setting().at(board.to_string());
        let answer = |known: &Known<G::Move>, interim: bool, terminated: bool| {
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
        };
        let mut last = Instant::now();
        let observer = &mut |known: &Known<G::Move>| {
            if let Some(report) = query.report
                && last.elapsed() >= report
                && !known.moves.is_empty()
            {
                last = Instant::now();
                self.say(&answer(known, true, false));
            }
            if self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let known = board.look(search, query.top, query.limits, observer, &query.stop);
        let terminated = (query.stop.load(Ordering::Relaxed) || self.is_over()) && !known.complete;
        self.is_cut.fetch_or(terminated && interrupt::interrupted(), Ordering::Relaxed);
        self.say(&answer(&known, false, terminated));
        Ok(())
    }
}

/// A failure in the words of a line: options are its fields.
fn told(failure: Failure) -> String {
    failure.message().unwrap_or_default().replace("--forbid-centre", "forbid_centre").replace("--", "")
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let defaults = Defaults { limits: arguments.limits(), top: arguments.top, table_bytes: arguments.memory.bytes()? };
    arguments.threads.check()?;
    interrupt::watch()?;
    let desk = Arc::new(Desk {
        work: Mutex::default(),
        change: Condvar::new(),
        broken: Mutex::new(None),
        is_broken: AtomicBool::new(false),
        is_cut: AtomicBool::new(false),
        defaults,
    });
    let failed = |error| Failure::unfinished(format!("cannot start a thread: {error}"));
    let workers: Vec<thread::JoinHandle<()>> = (0..arguments.threads.count())
        .map(|_| {
            let desk = Arc::clone(&desk);
            thread::Builder::new().spawn(move || desk.serve())
        })
        .collect::<Result<_, _>>()
        .map_err(failed)?;
    let listening = Arc::clone(&desk);
    // It may wait for a line for ever, so nobody waits for it.
    thread::Builder::new().spawn(move || listening.listen(std::io::stdin().lock())).map_err(failed)?;
    while workers.iter().any(|worker| !worker.is_finished()) {
        if interrupt::interrupted() {
            desk.stop_all();
        }
        let work = lock(&desk.work);
        drop(desk.change.wait_timeout(work, WINK));
    }
    for worker in workers {
        worker.join().map_err(|_| Failure::unfinished("a thread ended by a defect"))?;
    }
    if let Some(end) = lock(&desk.broken).take() {
        return end;
    }
    let work = lock(&desk.work);
    let is_done = work.is_closed && work.open.is_empty() && !desk.is_cut.load(Ordering::Relaxed);
    if interrupt::interrupted() && !is_done {
        return Err(Failure::unfinished("interrupted before all was analysed"));
    }
    Ok(())
}
