//! A set of positions whose moves have exact scores: how often the search finds the best one, and
//! what it loses.

use super::Arguments;
use crate::error::Failure;
use crate::interrupt;
use crate::output::{Output, grouped, rate, short};
use crate::progress::spinner;
use crate::search::{Known, Searched};
use serde::Serialize;
use std::ops::ControlFlow;
use stonemask::game::search::Limits;
use stonemask::othello::{Board, Move};

/// Nodes for a position, where no limit is given.
const NODES: u64 = 1_000_000;

#[derive(Serialize)]
struct Report {
    file: String,
    complete: bool,
    positions: usize,
    /// How often the best move, or one of them, was found.
    best: usize,
    /// The average loss of the moves found against the best, in discs.
    mean_error: f64,
    nodes: u64,
    seconds: f64,
    nodes_per_second: f64,
    tier: &'static str,
}

/// A position and what its moves are worth to the side to move.
struct Marked {
    board: Board<8>,
    scores: Vec<(Move<8>, i32)>,
}

/// Reads `CELLS SIDE; MOVE:SCORE; MOVE:SCORE;`, a line a position.
fn read(text: &str) -> Result<Vec<Marked>, String> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split(['%', '#']).next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let at = |what: &dyn std::fmt::Display| format!("line {}: {what}", index + 1);
        let mut parts = line.split(';').map(str::trim);
        let board: Board<8> = parts.next().unwrap_or_default().parse().map_err(|error| at(&error))?;
        let mut scores = Vec::new();
        for part in parts.filter(|part| !part.is_empty()) {
            let (name, score) = part.split_once(':').ok_or_else(|| at(&format!("'{part}' is not MOVE:SCORE")))?;
            let ply: Move<8> = name.trim().parse().map_err(|error| at(&error))?;
            board.check(ply).map_err(|error| at(&error))?;
            let score = score.trim().parse().map_err(|_| at(&format!("'{score}' is not a score")))?;
            scores.push((ply, score));
        }
        if scores.is_empty() && !board.is_over() {
            return Err(at(&"no move has a score"));
        }
        found.push(Marked { board, scores });
    }
    if found.is_empty() { Err("there are no positions".to_owned()) } else { Ok(found) }
}

pub(super) fn run(
    name: &str,
    bytes: &[u8],
    arguments: &Arguments,
    tier: &'static str,
    output: Output,
) -> Result<(), Failure> {
    let of = |error: &dyn std::fmt::Display| Failure::bad_input(format!("{name}: {error}"));
    if arguments.svg.is_some() {
        return Err(Failure::bad_input("--svg: a set of positions has no plot"));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| of(&"the text is not UTF-8"))?;
    let set = read(text).map_err(|error| of(&error))?;
    let mut search = arguments.search::<Board<8>>()?;
    let mut limits = arguments.limits();
    if limits == Limits::default() {
        limits.nodes = Some(NODES);
    }
    interrupt::watch()?;
    let bar = spinner();
    let mut report = Report {
        file: name.to_owned(),
        complete: true,
        positions: 0,
        best: 0,
        mean_error: 0.0,
        nodes: 0,
        seconds: 0.0,
        nodes_per_second: 0.0,
        tier,
    };
    let mut lost = 0;
    for Marked { board, scores } in set.iter().filter(|marked| !marked.scores.is_empty()) {
        bar.set_message(format!("{} of {} positions", report.positions, set.len()));
        let mut flow = |_: &Known<Move<8>>| -> ControlFlow<()> { interrupt::flow() };
        // Each position for itself: the same answer whatever stands before it.
        search.clear();
        let known = board.look(&mut search, 1, limits, &mut flow, interrupt::flag());
        if interrupt::interrupted() {
            report.complete = false;
            break;
        }
        let ply = known.moves.first().and_then(|best| best.line.first());
        let most = scores.iter().map(|&(_, score)| score).max().expect("there are scores");
        let score = scores.iter().find(|(other, _)| Some(other) == ply).map(|&(_, score)| score);
        let score = score.ok_or_else(|| {
            let ply = ply.map_or("no move".to_owned(), Move::to_string);
            of(&format!("position {}: {ply} has no score", report.positions + 1))
        })?;
        report.positions += 1;
        report.best += usize::from(score == most);
        lost += most - score;
        report.nodes += known.nodes;
        report.seconds += known.time.as_secs_f64();
    }
    bar.finish_and_clear();
    report.mean_error = if report.positions == 0 { 0.0 } else { f64::from(lost) / report.positions as f64 };
    report.nodes_per_second = rate(report.nodes, report.seconds);
    output.print(&report, || report.text())?;
    if report.complete {
        return Ok(());
    }
    Err(Failure::unfinished(format!("interrupted after {} positions", report.positions)))
}

impl Report {
    fn text(&self) -> String {
        let Report { positions, best, mean_error, nodes, seconds, nodes_per_second, tier, .. } = self;
        let share = if *positions == 0 { 0.0 } else { 100.0 * *best as f64 / *positions as f64 };
        format!(
            "positions   {positions}\nbest move   {best} ({share:.1} %)\nmean error  {mean_error:.2} discs\nnodes       {} in {seconds:.2} s, {}nodes/s, tier {tier}",
            grouped(*nodes),
            short(*nodes_per_second)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_cannot_be_read_is_named() {
        let start = Board::<8>::start();
        let good = format!("% a comment\n{start}; D3:+2; C4:-4; f5:0;\n");
        let set = read(&good).unwrap();
        assert_eq!(set[0].scores.iter().map(|&(_, score)| score).collect::<Vec<_>>(), [2, -4, 0]);
        for (scores, reason) in [
            ("", "line 1: no move has a score"),
            ("D3", "line 1: 'D3' is not MOVE:SCORE"),
            ("D3:x", "line 1: 'x' is not a score"),
            ("A1:2", "line 1: illegal move a1 for black: it flips nothing"),
        ] {
            assert_eq!(read(&format!("{start}; {scores}")).err().as_deref(), Some(reason));
        }
        assert_eq!(read("\n# nothing\n").err().as_deref(), Some("there are no positions"));
    }
}
