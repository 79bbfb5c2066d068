//! The progress that a long command shows on a terminal while it works.

use crate::output::{grouped, rate, short};
use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How often the terminal shows something new.
pub(crate) const TICK: Duration = Duration::from_millis(200);

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("a template")
}

/// A spinner with the time and a message.
pub(crate) fn spinner() -> ProgressBar {
    let bar = ProgressBar::new_spinner().with_style(style("{spinner} {elapsed} {msg}"));
    bar.enable_steady_tick(TICK);
    bar
}

/// A bar of things done, of a known number: how many, how many a second, and the time left.
pub(crate) fn bar(length: u64, unit: &'static str) -> ProgressBar {
    let done = move |state: &ProgressState, text: &mut dyn Write| {
        let (done, length) = (grouped(state.pos()), grouped(state.len().unwrap_or(0)));
        _ = write!(text, "{done} of {length} {unit}, {}{unit}/s", short(state.per_sec()));
    };
    let style = style("{elapsed} {wide_bar} {done}, {left}").with_key("done", done).with_key("left", left);
    ProgressBar::new(length).with_style(style)
}

/// A bar of some length, beside which something else is counted.
pub(crate) fn bar_counting(length: u64, unit: &'static str, count: Arc<AtomicU64>) -> ProgressBar {
    let counted = move |state: &ProgressState, text: &mut dyn Write| {
        let count = count.load(Ordering::Relaxed);
        let speed = short(rate(count, state.elapsed().as_secs_f64()));
        _ = write!(text, "{} {unit}, {speed}{unit}/s", grouped(count));
    };
    let style = style("{elapsed} {wide_bar} {percent} %, {counted}, {left}");
    ProgressBar::new(length).with_style(style.with_key("counted", counted).with_key("left", left))
}

/// The time left.
fn left(state: &ProgressState, text: &mut dyn Write) {
    _ = write!(text, "{} left", time_left(state.eta()));
}

/// A time that is left, in words.
pub(crate) fn time_left(time: Duration) -> String {
    HumanDuration(time).to_string()
}
