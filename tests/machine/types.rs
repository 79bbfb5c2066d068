//! Promise: the library's types have what such types have elsewhere: plain values can be compared,
//! hashed, printed and sent to other threads; errors are errors; whatever holds state can be
//! printed; whatever has a usual value has a default.

use std::error::Error;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;
use stonemask::random::{Random, RandomLanes};
use stonemask::{Tier, founding, game, gomoku, internals, kernels, nogo, othello, sgf, slab};

/// Calls a check with each of the types.
macro_rules! each {
    ($check:ident: $($type:ty),* $(,)?) => { $( $check::<$type>(); )* };
}

fn value<T: Clone + Debug + PartialEq + Eq + Hash + Send + Sync>() {}
fn error<T: Error + Clone + PartialEq + Eq + Send + Sync + 'static>() {}
fn state<T: Debug + Send>() {}
fn default<T: Default>() {}
fn text<T: Display + FromStr<Err: Error>>() {}
fn points<T: IntoIterator<IntoIter: DoubleEndedIterator + ExactSizeIterator>>() {}

#[test]
fn types_have_the_usual_traits() {
    each!(value:
        Tier, game::Colour, game::Outcome, game::Perft, game::Playout, game::Tally, slab::Ended, slab::IllegalAction,
        othello::Board<8>, othello::Position<8>, othello::Square<8>, othello::SquareSet<8>, othello::Move<8>, othello::Line<8>,
        game::Symmetry, othello::Scoring, othello::IllegalMove<8>, othello::Reason<8>, othello::Undo<8>,
        othello::Solution<8>, othello::Progress, othello::Options, othello::Technique,
        gomoku::Board, gomoku::Size, gomoku::Point, gomoku::PointSet, gomoku::Rule, gomoku::Run, gomoku::Forbidden,
        gomoku::CellVector, gomoku::Planes, gomoku::IllegalMove, gomoku::Reason, gomoku::Undo,
        gomoku::Means, gomoku::Solution, gomoku::Progress,
        nogo::Board, nogo::Position, nogo::Point, nogo::PointSet, nogo::Shape, nogo::Masks, nogo::Group,
        nogo::IllegalMove, nogo::Reason, nogo::Solution, nogo::Progress, nogo::Undo, nogo::Ends,
        founding::Packed6, founding::Direction, founding::VectorBoard, founding::FourBoards, founding::CellReason,
        slab::Options,
    );
    each!(error:
        game::ParseColourError, stonemask::ParseTierError, kernels::UnavailableTier, slab::IllegalAction, slab::SlabError,
        othello::IllegalMove<8>, othello::PositionError<8>, othello::PositionsError, othello::ParseBoardError,
        othello::ParseSquareError<8>, othello::ParseTechniqueError,
        gomoku::IllegalMove, gomoku::PositionsError, gomoku::ParseBoardError, gomoku::ParsePointError, gomoku::ParseRuleError,
        sgf::SyntaxError, sgf::PropertyError, othello::SgfError, gomoku::SgfError, nogo::SgfError,
        gomoku::SizeError, gomoku::SolveError,
        nogo::IllegalMove, nogo::PositionError, nogo::ParseBoardError, nogo::ParsePointError, nogo::ShapeError,
        nogo::SolveError,
        founding::Packed6Error, founding::IllegalCell, founding::FourBoardsError,
    );
    each!(state:
        Random, RandomLanes, kernels::Othello, kernels::Gomoku, kernels::NoGo, kernels::RandomNumbers, kernels::Expand, othello::Solver<8>, gomoku::Solver, nogo::Solver,
        nogo::Search, nogo::Batch,
        othello::Slab<8>, gomoku::Slab, nogo::Slab, internals::gomoku::RandomGames,
        internals::othello::BitslicedGames<8>, othello::Children<8>, gomoku::Threats,
    );
    each!(default:
        othello::Board<6>, othello::Position<6>, othello::SquareSet<6>, othello::Square<6>, othello::Line<6>, game::Symmetry,
        othello::Scoring, othello::Options, founding::Packed6, othello::Children<6>,
        gomoku::Board, gomoku::Size, gomoku::Rule, nogo::Board, nogo::Position, nogo::PointSet, nogo::Shape, nogo::Masks,
        game::Perft, game::Tally, slab::Options, nogo::Ends,
    );
    each!(text:
        Tier, game::Colour, othello::Board<4>, othello::Square<4>, othello::SquareSet<4>, othello::Move<4>, othello::Line<4>,
        gomoku::Board, gomoku::Point, gomoku::Rule, nogo::Board, nogo::Point, nogo::PointSet,
    );
    each!(points: othello::SquareSet<8>, gomoku::PointSet, &gomoku::PointSet, nogo::PointSet, othello::Line<8>, &othello::Children<8>);
    each!(clone: othello::Slab<8>, gomoku::Slab, nogo::Slab, nogo::Batch, internals::gomoku::RandomGames,
        internals::othello::BitslicedGames<8>, Random);
}

fn clone<T: Clone>() {}
