//! The options of searches that several commands share.

use crate::error::Failure;
use crate::file;
use crate::numbers::whole;
use clap::{Args, ValueHint};
use std::fmt::Display;
use std::path::PathBuf;
use stonemask::othello::{Scoring, Weights};

/// `--table`: the memory of a search.
#[derive(Args, Clone, Debug)]
pub(crate) struct Memory {
    /// Memory for the transposition table, in MiB, at most 16384; a power of two, or the next one
    /// below is used
    #[arg(long, value_name = "MIB", default_value_t = 128, value_parser = whole::<u32>(1..=1 << 14), allow_negative_numbers = true)]
    table: u32,
}

impl Memory {
    pub(crate) fn bytes(&self) -> Result<usize, Failure> {
        usize::try_from(u64::from(self.table) << 20)
            .map_err(|_| Failure::bad_input(format!("--table {}: more than this machine addresses", self.table)))
    }

    pub(crate) fn refused(&self) -> Failure {
        Failure::bad_input(format!("--table {}: this machine does not give that much memory", self.table))
    }
}

/// `--weights`: those of another training.
#[derive(Args, Clone, Debug)]
pub(crate) struct OtherWeights {
    /// othello6 and othello8: evaluate positions by the weights in this file, which `stonemask
    /// train` wrote
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    weights: Option<PathBuf>,
}

impl OtherWeights {
    /// The longest file, in MiB.
    const LIMIT: u64 = 16;

    /// Whether a file is named.
    pub(crate) fn is_given(&self) -> bool {
        self.weights.is_some()
    }

    /// The file's, if one was named.
    pub(crate) fn read<const N: usize>(&self, scoring: Scoring) -> Result<Option<Weights<N>>, Failure> {
        let Some(path) = &self.weights else { return Ok(None) };
        if N == 4 {
            return Err(Failure::bad_input("--weights does not apply to othello4"));
        }
        let failure = |error: &dyn Display| Failure::bad_input(format!("{}: {error}", path.display()));
        let bytes = file::read(path, OtherWeights::LIMIT).map_err(|error| failure(&error))?;
        Weights::read(&bytes, scoring).map(Some).map_err(|error| failure(&error))
    }
}

/// The name of a scoring in JSON.
pub(crate) fn scoring_name(scoring: Scoring) -> &'static str {
    match scoring {
        Scoring::Discs => "discs",
        Scoring::EmptiesToWinner => "winner-takes-empties",
        Scoring::FewestDiscs => "anti",
    }
}
