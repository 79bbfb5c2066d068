//! `stonemask bench --compare`: each tier against the one below, run in turns.

use super::{Selection, gather};
use crate::error::Failure;
use crate::games::Name;
use crate::interrupt;
use crate::output::Output;
use crate::thread_time::thread_time;
use clap::ValueEnum;
use serde::Serialize;
use std::process::{Command, Stdio};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};
use stonemask::Tier;
use stonemask_harness::Row;

/// A kernel earns its place in a tier if it takes less of the time below by more than this part,
/// and is slower if it takes more by as much. Less than that may come from where code and data
/// happen to lie.
const MARGIN: f64 = 0.03;
/// Turns of a kernel: at least the first number, and until they took long enough. On a busy
/// machine, until the interval is not wider than the margin, but not longer than too long, and
/// never more than the last number.
const LEAST_TURNS: usize = 21;
const LONG_ENOUGH: Duration = Duration::from_millis(250);
const TOO_LONG: Duration = Duration::from_secs(3);
const MOST_TURNS: usize = 401;
/// The shortest run that is timed: shorter ones are repeated.
const SHORTEST: Duration = Duration::from_micros(100);
/// How often the interval may miss the median.
const MISSES: f64 = 0.01;
/// How many more processes have to find a kernel slower. In each the system places memory anew,
/// which moves a ratio by up to a seventh on one binary, and no number of turns shows that.
const MORE_PROCESSES: usize = 2;

/// Something to time, and the number of calls that it makes.
struct Timed<'a> {
    calls: usize,
    run: &'a mut dyn FnMut(),
}

impl Timed<'_> {
    /// How many runs take long enough to be timed. It also warms up.
    fn repeats(&mut self) -> u32 {
        (self.run)();
        let seconds = seconds(&mut || (self.run)());
        (SHORTEST.as_secs_f64() / seconds.max(1e-9)).ceil().max(1.0) as u32
    }

    /// The seconds that a call takes.
    fn seconds(&mut self, repeats: u32) -> f64 {
        seconds(&mut || (0..repeats).for_each(|_| (self.run)())) / (f64::from(repeats) * self.calls as f64)
    }
}

/// The time of some work: the processor's, where the system tells it.
fn seconds(work: &mut dyn FnMut()) -> f64 {
    let (begun, before) = (Instant::now(), thread_time());
    work();
    let wall = begun.elapsed();
    let processor = before.zip(thread_time()).map(|(before, after)| after.saturating_sub(before));
    processor.unwrap_or(wall).as_secs_f64()
}

/// The time of one over the time of another, in turns.
#[derive(Serialize)]
struct Ratio {
    turns: usize,
    /// The median of the turns' ratios.
    ratio: f64,
    /// Where that median lies with 99 % confidence, whatever the distribution of the noise.
    interval: [f64; 2],
}

impl Ratio {
    /// Runs both in turns. `None` when an end was asked for.
    fn of(upper: &mut Timed, lower: &mut Timed) -> Option<Ratio> {
        let repeats = [upper.repeats(), lower.repeats()];
        let begun = Instant::now();
        let mut ratios = Vec::new();
        while !interrupt::interrupted() {
            ratios.push(upper.seconds(repeats[0]) / lower.seconds(repeats[1]));
            let (turns, elapsed) = (ratios.len(), begun.elapsed());
            if turns < LEAST_TURNS || turns < MOST_TURNS && elapsed < LONG_ENOUGH {
                continue;
            }
            ratios.sort_by(f64::total_cmp);
            let outside = outside(turns);
            let interval = [ratios[outside], ratios[turns - 1 - outside]];
            if turns >= MOST_TURNS || elapsed > TOO_LONG || interval[1] - interval[0] < MARGIN * interval[0] {
                return Some(Ratio { turns, ratio: ratios[turns / 2], interval });
            }
        }
        None
    }

    /// Runs a row on both tiers in turns.
    fn of_row(row: &Row, tier: Tier, below: Tier) -> Option<Ratio> {
        let mut ratio = None;
        row.open(tier, &mut |calls, run| {
            let mut upper = Timed { calls, run };
            row.open(below, &mut |calls, run| ratio = Ratio::of(&mut upper, &mut Timed { calls, run }));
        });
        ratio
    }

    fn verdict(&self) -> Verdict {
        let [low, high] = self.interval;
        if high < 1.0 - MARGIN {
            Verdict::Faster
        } else if low > 1.0 + MARGIN {
            Verdict::Slower
        } else if low <= 1.0 && high >= 1.0 {
            Verdict::Undecided
        } else {
            Verdict::NoGain
        }
    }
}

/// How many values may be left out at each end of a sorted sample such that the others enclose the
/// median: the median is below the k-th value when fewer than k of the sample are below the median,
/// which is a matter of tossing coins.
fn outside(sample: usize) -> usize {
    let n = sample as f64;
    let (mut exactly, mut at_most) = (0.5_f64.powf(n), 0.0);
    let mut count = 0;
    loop {
        at_most += exactly;
        if 2.0 * at_most > MISSES {
            return count.max(1) - 1;
        }
        exactly *= (n - count as f64) / (count as f64 + 1.0);
        count += 1;
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Faster,
    /// A difference that is too small to count: the tier should have the kernel of the one below.
    #[serde(rename = "no gain")]
    NoGain,
    /// The interval spans 1, or other processes find no loss: either may be the faster.
    Undecided,
    Slower,
}

/// A kernel of a tier beside that of the tier below.
#[derive(Serialize)]
struct Comparison {
    game: &'static str,
    kernel: &'static str,
    tier: &'static str,
    below: &'static str,
    #[serde(flatten)]
    ratio: Ratio,
    verdict: Verdict,
    /// Whether it stays whatever the verdict.
    founding: bool,
}

impl Comparison {
    /// Whether the tier has a kernel that it should not have.
    fn is_failure(&self) -> bool {
        self.verdict == Verdict::Slower && !self.founding
    }
}

/// The tiers to compare, each with the one below. The reference is not written for speed: nothing
/// is held against it.
fn pairs(only: Option<Tier>) -> Result<Vec<[Tier; 2]>, Failure> {
    let tiers: Vec<Tier> = Tier::available().filter(|&tier| tier > Tier::Reference).collect();
    let pairs = tiers.windows(2).map(|pair| [pair[1], pair[0]]);
    let pairs: Vec<[Tier; 2]> = pairs.filter(|&[tier, _]| only.is_none_or(|only| only == tier)).collect();
    if pairs.is_empty() {
        return Err(Failure::bad_input(
            "--compare: it needs two tiers above the reference, and this selection has fewer",
        ));
    }
    Ok(pairs)
}

#[derive(Serialize)]
struct Report {
    /// The game that was asked for.
    game: Option<String>,
    /// The tier that was asked for.
    tier: Option<&'static str>,
    comparisons: Vec<Comparison>,
    /// How often a tier has all that a row measures from the tier below.
    same: usize,
    /// Whether all rows were compared.
    complete: bool,
}

/// The result of a row on a tier.
enum Found {
    /// The tier has the kernels of the one below.
    Same,
    Compared(Comparison),
}

/// Compares and prints what was found. It fails when a kernel is slower than the one below and no
/// founding routine, or not all were compared.
pub(super) fn run(selection: &Selection, only: Option<Tier>, output: Output, once: bool) -> Result<(), Failure> {
    let pairs = pairs(only)?;
    let (of, total) = (selection.clone(), selection.rows()?.len() * pairs.len());
    let (game, tier) = (selection.game.clone(), only.map(Tier::name));
    let mut report = Report { game, tier, comparisons: Vec::new(), same: 0, complete: false };
    report.complete = gather(
        total,
        move |found| compare(&of.rows().expect("as before"), &pairs, once, found),
        |found| match found {
            Found::Same => report.same += 1,
            Found::Compared(comparison) => report.comparisons.push(comparison),
        },
    )?;
    output.print(&report, || text(&report))?;
    if !report.complete {
        let done = report.same + report.comparisons.len();
        return Err(Failure::unfinished(format!("interrupted after {done} of {total} comparisons")));
    }
    if report.comparisons.iter().any(Comparison::is_failure) { Err(Failure::differences()) } else { Ok(()) }
}

/// Compares rows on each pair of tiers as long as the results are taken.
fn compare(rows: &[Row], pairs: &[[Tier; 2]], once: bool, results: &Sender<Found>) {
    let found = rows
        .iter()
        .flat_map(|row| pairs.iter().filter_map(move |&[tier, below]| Found::of_row(row, tier, below, once)));
    for found in found {
        if results.send(found).is_err() {
            return;
        }
    }
}

impl Found {
    /// `None` when an end was asked for.
    fn of_row(row: &Row, tier: Tier, below: Tier, once: bool) -> Option<Found> {
        if !row.differs(tier, below) {
            return Some(Found::Same);
        }
        let ratio = Ratio::of_row(row, tier, below)?;
        let (mut verdict, founding) = (ratio.verdict(), row.is_founding(tier));
        let is_confirmed = || once || founding || (0..MORE_PROCESSES).all(|_| is_slower_again(row, tier));
        if verdict == Verdict::Slower && !is_confirmed() {
            verdict = Verdict::Undecided;
        }
        let [tier, below] = [tier, below].map(Tier::name);
        let (game, kernel) = (row.game, row.name);
        Some(Found::Compared(Comparison { game, kernel, tier, below, ratio, verdict, founding }))
    }
}

/// Whether another process finds the row slower on the tier, too. One that cannot tell does not
/// speak for the kernel.
fn is_slower_again(row: &Row, tier: Tier) -> bool {
    let Ok(command) = std::env::current_exe() else { return true };
    let mut command = Command::new(command);
    command.args(["bench", "--compare", "--once", "--tier", tier.name(), "--kernel", row.name]);
    // Some rows belong to no game.
    if Name::from_str(row.game, false).is_ok() {
        command.args(["--game", row.game]);
    }
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    !status.is_ok_and(|status| status.success())
}

fn text(report: &Report) -> String {
    let mut text = format!(
        "{:<10} {:<15} {:<8} {:<8} {:>6}  {:<13} verdict\n",
        "game", "kernel", "tier", "below", "ratio", "99 % interval"
    );
    for comparison in &report.comparisons {
        let Comparison {
            game,
            kernel,
            tier,
            below,
            ratio: Ratio { ratio, interval: [low, high], .. },
            verdict,
            founding,
        } = comparison;
        let verdict = match (verdict, founding) {
            (Verdict::Faster, _) => "faster",
            (Verdict::Undecided, _) => "undecided",
            (Verdict::NoGain, false) => "no gain: should be the kernel of the tier below",
            (Verdict::Slower, false) => "SLOWER",
            (Verdict::NoGain, true) => "no gain, but a founding routine: it stays",
            (Verdict::Slower, true) => "slower, but a founding routine: it stays",
        };
        let interval = format!("{low:.3}-{high:.3}");
        text += &format!("{game:<10} {kernel:<15} {tier:<8} {below:<8} {ratio:>6.3}  {interval:<13} {verdict}\n");
    }
    text += &format!("left out   {} rows of a tier that has the kernels of the tier below\n", report.same);
    text + "\nratio      the tier's time divided by that of the tier below: less than 1 is faster\n\
            interval   where the median ratio lies with 99 % confidence\n\
            verdict    faster or slower: the whole interval is more than 3 % from 1, slower in three processes;\n           \
            undecided: it spans 1, or other processes find no loss; no gain: the difference may be below 3 %\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_that_of_the_sign_test() {
        // Ranks from the cumulative binomial distribution of n and 1/2.
        for (sample, rank) in [(8, 1), (10, 1), (20, 4), (30, 8), (50, 16), (100, 37)] {
            assert_eq!(outside(sample) + 1, rank, "{sample}");
        }
        assert!((170..180).contains(&outside(MOST_TURNS)));
    }

    #[test]
    fn a_verdict_needs_the_whole_interval() {
        let verdict = |low, high| Ratio { turns: 21, ratio: 1.0, interval: [low, high] }.verdict();
        assert!(verdict(0.5, 0.96) == Verdict::Faster);
        assert!(verdict(0.5, 0.98) == Verdict::NoGain);
        assert!(verdict(0.9, 1.2) == Verdict::Undecided);
        assert!(verdict(0.999, 1.001) == Verdict::Undecided);
        assert!(verdict(1.01, 1.2) == Verdict::NoGain);
        assert!(verdict(1.04, 1.2) == Verdict::Slower);
    }

    #[test]
    fn a_founding_routine_may_be_slower() {
        let comparison = |verdict, founding| {
            let ratio = Ratio { turns: 21, ratio: 1.0, interval: [1.0, 1.0] };
            Comparison { game: "othello8", kernel: "flips", tier: "x64", below: "portable", ratio, verdict, founding }
        };
        assert!(comparison(Verdict::Slower, false).is_failure());
        assert!(!comparison(Verdict::Slower, true).is_failure());
        assert!(!comparison(Verdict::NoGain, false).is_failure());
        let comparisons = vec![comparison(Verdict::Slower, true)];
        let text = text(&Report { game: None, tier: None, comparisons, same: 0, complete: true });
        assert!(text.contains("slower, but a founding routine: it stays"), "{text}");
    }

    #[test]
    fn of_two_runs_the_longer_is_seen() {
        let work = |steps: u64| (0..steps).for_each(|step| _ = std::hint::black_box(step));
        let (mut short, mut long) = (|| work(10_000), || work(20_000));
        let mut timed = [Timed { calls: 1, run: &mut short }, Timed { calls: 1, run: &mut long }];
        let [upper, lower] = &mut timed;
        assert!(Ratio::of(upper, lower).unwrap().verdict() == Verdict::Faster);
        assert!(Ratio::of(lower, upper).unwrap().verdict() == Verdict::Slower);
    }
}
