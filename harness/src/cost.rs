//! Measurements of `stonemask bench`.

use crate::subject::Table;
use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Instant;
use stonemask::Tier;
use stonemask::internals::{Declaration, FOUNDING, KernelTable};
use stonemask::kernels::with_tier;
use stonemask::measure::spin_cycles;

/// How a kernel's cost becomes known.
pub enum Cost {
    /// Measured on its own, on one board or on several.
    Rows(Vec<Row>),
    /// Part of what the row with this name measures.
    Within(&'static str),
    /// Not measured, for this reason.
    Unmeasured(&'static str),
}

/// A row of `stonemask bench`: one measurement for each tier.
pub struct Row {
    /// The game, with its size if it has several.
    pub game: &'static str,
    /// The row's name.
    pub name: &'static str,
    /// For kernels by lane, the lane that it measures; all if `None`.
    lane: Option<u32>,
    /// The kernels that it measures.
    kernels: Vec<Entry>,
    open: Box<dyn Fn(Tier, Clock)>,
}

/// A kernel by its name in a game's table.
pub(crate) type Entry = (&'static KernelTable, String);

/// Takes what a row does with its inputs: how many calls, and what makes them, as often as it is
/// run. It lives as long as the clock has it, so that two tiers can be run in turns.
pub type Clock<'a> = &'a mut dyn FnMut(usize, &mut dyn FnMut());

/// The cost of a call, or of a part of a larger one.
#[derive(Clone, Copy, Debug)]
pub struct Measurement {
    /// Its time.
    pub nanoseconds: f64,
    /// Its time in core cycles.
    pub cycles: f64,
}

/// A row: makes inputs, and hands a clock what is done with them by the kernels of a tier, which
/// are in use meanwhile.
pub(crate) fn row<K: Table>(game: &'static str, name: &'static str, open: fn(&'static K, Clock)) -> Row {
    let on_tier = move |tier: Tier, clock: Clock| {
        // The clock may run what two tiers do in turns, so each turn chooses its own.
        let turns = &mut |calls: usize, work: &mut dyn FnMut()| {
            clock(calls, &mut || with_tier(tier, &mut *work).expect("the tier is available"));
        };
        with_tier(tier, || open(K::of(tier), turns)).expect("the tier is available");
    };
    Row { game, name, lane: None, kernels: Vec::new(), open: Box::new(on_tier) }
}

impl Row {
    /// Hands the clock what the row does on a tier that is available.
    pub fn open(&self, tier: Tier, clock: Clock) {
        (self.open)(tier, clock);
    }

    /// The row, said to measure kernels with lanes of this width alone.
    pub(crate) fn of_lane(self, lane: u32) -> Row {
        Row { lane: Some(lane), ..self }
    }

    /// The row, said to measure a kernel of this declaration too: all of its lanes, or the row's.
    pub(crate) fn with_kernel(self, table: &'static KernelTable, declaration: &Declaration) -> Row {
        let measured =
            |index: usize| declaration.lanes.get(index).is_none_or(|lane| self.lane.is_none_or(|own| own == *lane));
        let names = declaration.names().into_iter().enumerate().filter(|&(index, _)| measured(index));
        let kernels: Vec<_> = names.map(|(_, name)| (table, name)).collect();
        self.with(kernels)
    }

    /// The row, said to measure these kernels too.
    pub(crate) fn with(mut self, kernels: impl IntoIterator<Item = Entry>) -> Row {
        self.kernels.extend(kernels);
        self
    }

    /// Whether two tiers have a kernel of their own each for something that is measured. Rows of no
    /// kernel's own differ nowhere.
    pub fn differs(&self, tier: Tier, other: Tier) -> bool {
        self.kernels.iter().any(|(table, name)| {
            let address = |tier| (table.entries)(tier).and_then(|all| all.into_iter().find(|(entry, _)| entry == name));
            address(tier) != address(other)
        })
    }

    /// Whether it measures one of the tier's founding routines, which need not beat the tier below.
    pub fn is_founding(&self, tier: Tier) -> bool {
        self.kernels.iter().any(|(table, name)| {
            let is_one = |of: &&Declaration| FOUNDING.contains(&(of.game, of.name, tier));
            table.declarations.iter().filter(is_one).any(|of| of.names().contains(name))
        })
    }

    /// Measures on a tier that is available.
    pub fn measure(&self, tier: Tier) -> Measurement {
        let mut measurement = None;
        self.open(tier, &mut |calls, run| measurement = Some(measure(calls, run)));
        measurement.expect("a row calls its clock")
    }
}

/// Measures `run`, which makes `calls` calls: the median of several rounds, each held against a
/// chain of as many dependent additions as tell how long a cycle is then.
fn measure(calls: usize, run: &mut dyn FnMut()) -> Measurement {
    const ROUNDS: usize = 31;
    const CHAIN: u64 = 1 << 18;
    let seconds = |work: &mut dyn FnMut()| {
        let begun = Instant::now();
        work();
        begun.elapsed().as_secs_f64()
    };
    run();
    let mut rounds: Vec<Measurement> = (0..ROUNDS)
        .map(|_| {
            let cycle = seconds(&mut || spin_cycles(CHAIN)) / CHAIN as f64;
            let call = seconds(run) / calls as f64;
            Measurement { nanoseconds: call * 1e9, cycles: call / cycle }
        })
        .collect();
    rounds.sort_by(|a, b| a.cycles.total_cmp(&b.cycles));
    rounds[ROUNDS / 2]
}

/// The value of `make`, made once. Tiers that are compared read the same memory: its place is worth
/// up to a fifth of a kernel's time.
pub(crate) fn once<T: Send + Sync + 'static>(make: impl Fn() -> T + 'static) -> &'static T {
    static MADE: Mutex<Option<HashMap<TypeId, &'static (dyn Any + Send + Sync)>>> = Mutex::new(None);
    // Every function and every closure is a type of its own.
    let key = make.type_id();
    let made = || MADE.lock().expect("no holder of the lock panics");
    let found = made().get_or_insert_default().get(&key).copied();
    let value = found.unwrap_or_else(|| {
        // Without the lock: what is made may rest on what is made once.
        let value: &'static (dyn Any + Send + Sync) = Box::leak(Box::new(make()));
        *made().get_or_insert_default().entry(key).or_insert(value)
    });
    value.downcast_ref().expect("the key's own type")
}
