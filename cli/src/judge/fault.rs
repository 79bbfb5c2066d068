//! Faults of engines.

use crate::error::cut;
use std::fmt;

/// A kind of fault, by the name that reports have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    IllegalMove,
    LegalMoveRefused,
    IllegalMoveAccepted,
    WrongLegalMoves,
    WrongCount,
    WrongResult,
    Crash,
    Hang,
    LateAnswer,
    BrokenProtocol,
}

impl Kind {
    pub(crate) const ALL: [Kind; 10] = [
        Kind::IllegalMove,
        Kind::LegalMoveRefused,
        Kind::IllegalMoveAccepted,
        Kind::WrongLegalMoves,
        Kind::WrongCount,
        Kind::WrongResult,
        Kind::Crash,
        Kind::Hang,
        Kind::LateAnswer,
        Kind::BrokenProtocol,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::IllegalMove => "illegal move",
            Kind::LegalMoveRefused => "legal move refused",
            Kind::IllegalMoveAccepted => "illegal move accepted",
            Kind::WrongLegalMoves => "wrong legal moves",
            Kind::WrongCount => "wrong count",
            Kind::WrongResult => "wrong result",
            Kind::Crash => "crash",
            Kind::Hang => "hang",
            Kind::LateAnswer => "late answer",
            Kind::BrokenProtocol => "broken protocol",
        }
    }

    /// The fault, with what happened.
    pub(crate) fn because(self, told: impl fmt::Display) -> Stop {
        Stop::Fault(Fault { kind: self, told: cut(&stonemask_harness::without_controls(&told.to_string())) })
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub(crate) kind: Kind,
    /// The event, in one short line.
    pub(crate) told: String,
}

/// Why a question has no right answer.
#[derive(Clone, Debug)]
pub(crate) enum Stop {
    Fault(Fault),
    /// The user has had enough.
    Interrupted,
    /// The engine is not there, or does not play this game: why.
    NotStarted(String),
}
