//! `stonemask vectors`: positions with the answers that the rules give, for other people's tests.
//!
//! A vector depends on the seed and its number alone, so that the first hundred of a thousand are
//! the hundred of a hundred.

mod answers;
mod check;

use crate::error::Failure;
use crate::games::{Draws, Name, Playable, Shape, each};
use crate::interrupt;
use crate::numbers::whole;
use crate::output::{Output, grouped, told};
use answers::{Detail, Vector};
use clap::{Args, ValueHint};
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use stonemask::Random;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The game. Of gomoku and nogo the sizes vary unless --rows or --columns is given, and of nogo
    /// the blocked cells too
    #[arg(required_unless_present = "check")]
    game: Option<Name>,
    /// The number of vectors
    #[arg(long, value_name = "N", default_value_t = 1000, allow_negative_numbers = true, value_parser = whole::<u64>(0..=u64::MAX))]
    count: u64,
    /// The seed of the random numbers: the same vectors on every machine and tier
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,
    /// Count the perft of each position to the greatest depth that has at most this many nodes, but
    /// to depth 1 in any case
    #[arg(long, value_name = "NODES", default_value_t = 200, allow_negative_numbers = true, value_parser = whole::<u64>(0..=1_000_000_000))]
    perft: u64,
    /// Leave the answers out
    #[arg(long)]
    questions: bool,
    /// Read lines with somebody's answers, and report the first wrong one and how many are wrong.
    /// "-" is standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with_all = ["game", "count", "seed", "perft", "questions", "rows", "columns", "rule", "blocked", "forbid_centre"])]
    check: Option<PathBuf>,
    #[command(flatten)]
    shape: Shape,
}

pub(crate) fn run(arguments: &Arguments, output: Output) -> Result<(), Failure> {
    if let Some(path) = &arguments.check {
        return check::run(path, output);
    }
    let game = arguments.game.expect("clap asks for it");
    let source = Source::new(game, &arguments.shape)?;
    interrupt::watch()?;
    each!(game, G => lines::<G>(arguments, &source))
}

/// Prints the vectors of a game.
fn lines<G: Playable>(arguments: &Arguments, source: &Source) -> Result<(), Failure> {
    let mut lines = BufWriter::new(io::stdout().lock());
    for id in 0..arguments.count {
        let (kind, position) = source.draw(arguments.seed, id);
        let detail = if arguments.questions { Detail::Questions } else { Detail::Answers };
        let vector = Vector::new::<G>(&position, arguments.perft, detail).expect("a position of the game");
        let line = Line { id, kind, vector };
        let written =
            serde_json::to_writer(&mut lines, &line).map_err(io::Error::from).and_then(|()| lines.write_all(b"\n"));
        if let Err(error) = written {
            return told(Err(error));
        }
        if interrupt::interrupted() {
            told(lines.flush())?;
            let (done, all) = (grouped(id + 1), grouped(arguments.count));
            return Err(Failure::unfinished(format!("interrupted after {done} of {all} vectors")));
        }
    }
    told(lines.flush())
}

/// A vector as it is printed; docs/vectors.schema.json describes it.
#[derive(serde::Serialize)]
struct Line<A: serde::Serialize> {
    id: u64,
    kind: &'static str,
    #[serde(flatten)]
    vector: Vector<A>,
}

/// Where positions come from: random play, and boards that are composed.
pub(crate) struct Source(Draws);

impl Source {
    /// Positions of a game, on boards of the size that is given, if one is.
    pub(crate) fn new(game: Name, shape: &Shape) -> Result<Source, Failure> {
        game.check(shape)?;
        game.draws(shape).map(Source)
    }

    /// The position with a number, and of what kind it is.
    pub(crate) fn draw(&self, seed: u64, id: u64) -> (&'static str, String) {
        // Successive seeds are far apart in the sequence of the generator, and so are successive
        // numbers.
        let mut random = Random::new(Random::new(seed).next_u64() ^ Random::new(!id).next_u64());
        (self.0)(&mut random)
    }
}
