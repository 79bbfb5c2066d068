//! A game as the command sees it: all that commands, protocols and files ask of it beside its
//! rules.

use super::recorded::{Place, Recorded};
use super::setting::Setting;
use super::shape::Shape;
use super::thought::{Found, Hear, Limits, Solved, found};
use crate::error::Failure;
use crate::search::{Known, Searched, Value};
use crate::search_options::OtherWeights;
use serde::Serialize;
use std::collections::TryReserveError;
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use stonemask::game::Colour;
use stonemask::game::search::{self, Certainty, Level, Score};
use stonemask::random::Random;

/// The look of a point, besides the stone on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// The last move was there.
    Last,
    /// A stone of the winning line.
    Winning,
    /// The side to move may play there, where that is worth showing.
    Legal,
    /// The side to move may not play there.
    Illegal,
    /// The cell is blocked.
    Blocked,
}

/// A protocol that is spoken about one game alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OwnProtocol {
    Gomocup,
    Nboard,
}

/// Draws positions for `vectors` and `judge`: of what kind each is, and its text.
pub(crate) type Draws = Box<dyn Fn(&mut Random) -> (&'static str, String)>;

/// The positions of `bench --signature`: of random games, after how many plies, and how far each is
/// searched.
pub(crate) struct Signature {
    pub(crate) plies: &'static [u32],
    pub(crate) limits: search::Limits,
}

/// Discs lost in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Exact {
    /// Black's lead with best play, from the first position with as few empty squares.
    pub(crate) lead: i32,
    /// How much less than best play black's and white's moves were worth from there.
    pub(crate) lost: [i32; 2],
}

/// Says how many discs were lost after a number of empty squares.
pub(crate) trait Losses {
    /// The discs lost in a game that the rules ended, from the first position with at most this
    /// many empty squares; `None` after `stop`.
    fn exact(&mut self, start: &str, moves: &[String], empties: u32, stop: &AtomicBool) -> Option<Exact>;
}

/// A game as the command sees it.
pub(crate) trait Playable: Recorded + Searched + FromStr<Err: Display> {
    /// The options of a board that apply.
    const OPTIONS: &'static [&'static str];

    /// The side of the usual board, where boards have several sizes.
    const USUAL_SIDE: Option<usize>;

    /// Whether it is searched at any position, and not just solved.
    const IS_ANALYSED: bool = true;

    /// Whether a side may have to pass.
    const HAS_PASSES: bool = false;

    /// Whether stones stay as they are played.
    const KEEPS_STONES: bool = true;

    /// Whether the number of discs decides.
    const COUNTS_DISCS: bool = false;

    /// Whether moves are written without anything between them, as in transcripts.
    const JOINS_MOVES: bool = false;

    /// The protocol that is spoken about this game alone.
    const OWN_PROTOCOL: Option<OwnProtocol> = None;

    /// `set_game` and `gogui-rules_game_id` of GTP, in lower case.
    const ID: &'static str;

    /// The name by which GTP tells an engine of several games that it is this one, where engines
    /// have several.
    const SET_GAME: Option<&'static str> = None;

    /// Whether GTP numbers rows from the top, and not from the bottom as in Go.
    const FROM_THE_TOP: bool = false;

    /// Whether a side gives up for want of a move: the game is lost for it, and it has nothing else
    /// to answer.
    const RESIGNS: bool = true;

    /// Random plies before a game of `match`.
    const OPENING: u32;

    /// The positions of `bench --signature`.
    const SIGNATURE: Option<Signature>;

    /// The empty board that options describe, or the start position.
    fn begin(shape: &Shape) -> Result<Self, Failure>;

    /// The game in reports.
    fn setting(&self) -> Setting {
        Setting::new(Self::NAME, self.extent())
    }

    /// The game, its board and its rule, as a heading.
    fn title(&self) -> String;

    /// A text with the cells of each row, and this side to move. `rule` is that of a game that has
    /// several.
    fn text(rows: &[String], _rule: &str, side: char) -> String {
        format!("{} {side}", rows.join("/"))
    }

    /// A column's letters.
    fn column_name(column: usize) -> String {
        stonemask::gomoku::Point::column_name(column)
    }

    /// The place of this name, in either case, whether the board has it or not: letters as most
    /// games have them.
    fn find(name: &str) -> Option<Place> {
        let point: stonemask::gomoku::Point = name.parse().ok()?;
        Some((point.row(), point.column()))
    }

    /// Whether a game of this name is this one.
    fn is_called(name: &str) -> bool {
        name.eq_ignore_ascii_case(Self::ID)
    }

    /// The mark of a place, apart from that of the last move.
    fn mark(&self, place: Place) -> Option<Mark>;

    /// The legend: the meaning of the board's marks.
    fn legend() -> [&'static str; 4];

    /// How the game ended, where it did; how it stands, in a few words, where there is something to
    /// count.
    fn standing(&self) -> String;

    /// Why a ply is illegal; `None` if it is not.
    fn why_illegal(&self, ply: Self::Move) -> Option<String>;

    /// How many points the winner is ahead by, once the game is over: 1 where there are no points.
    fn margin(&self) -> u32 {
        1
    }

    /// The board in the line that names the settings of a match, behind the game's name.
    fn match_board(&self) -> String;

    /// The legal plies, or those worth a look, and what each is worth at a glance.
    fn glances(&self) -> Vec<(Self::Move, i32)>;

    /// The plies that an opening by chance is made of.
    fn opening_plies(&self) -> Vec<Self::Move> {
        self.plies().collect()
    }

    /// Nodes that an opponent of a level spends on a move.
    fn nodes_of(level: Level) -> u64;

    /// How many moves a controller is told of.
    fn moves_to_analyse(&self) -> usize {
        self.plies().count()
    }

    /// How many moves a player may still have to make, for the division of its time.
    fn moves_to_come(&self) -> u32;

    /// The best plies, as many as are wanted, the best first, as far as a search knows them when it
    /// is done or reaches a limit. None where it has found nothing. `hear` is told what is known
    /// whenever that changes.
    fn best(
        &self,
        search: &mut Self::Search,
        count: usize,
        limits: &mut Limits,
        hear: &mut Hear<Self::Move>,
    ) -> Vec<Found<Self::Move>> {
        let (within, mut results) = (limits.of_search(), 0);
        let observer = &mut |known: &Known<Self::Move>| {
            if known.results > results {
                results = known.results;
                hear(&found(self, known));
            }
            limits.flow()
        };
        found(self, &self.look(search, count, within, observer, &AtomicBool::new(false)))
    }

    /// A search for players: one thread, since by nodes it then finds the same moves everywhere.
    fn player(table_bytes: usize) -> Result<Self::Search, TryReserveError> {
        Self::search(table_bytes, NonZeroUsize::MIN)
    }

    /// A search for analyses, by other weights if some are named. `subject` is the game in
    /// messages.
    fn searching(
        subject: &str,
        table_bytes: usize,
        threads: NonZeroUsize,
        weights: &OtherWeights,
    ) -> Result<Result<Self::Search, TryReserveError>, Failure> {
        if weights.is_given() {
            return Err(Failure::bad_input(format!("--weights does not apply to {subject}")));
        }
        if !Self::HAS_THREADS && threads != NonZeroUsize::MIN {
            return Err(Failure::bad_input(format!("--threads: {subject} is searched by one thread")));
        }
        Ok(Self::search(table_bytes, threads))
    }

    /// Who wins with best play, if a search finds it within the limits.
    fn solve(&self, search: &mut Self::Search, limits: &mut Limits) -> Option<Solved<Self::Move>> {
        let found = self.best(search, 1, limits, &mut |_| {}).into_iter().next()?;
        let winner = match (found.worth.value, found.worth.certainty) {
            (Value::Discs(1..), Certainty::Exact | Certainty::AtLeast) => Some(Colour::Black),
            (Value::Discs(..0), Certainty::Exact | Certainty::AtMost) => Some(Colour::White),
            (Value::Score(Score::Win { winner, .. }), Certainty::Exact) => Some(winner),
            (Value::Discs(0) | Value::Score(Score::Draw), Certainty::Exact) => None,
            _ => return None,
        };
        let ply = found.line.first().copied().filter(|_| winner != Some(self.to_move().other()));
        Some(Solved { winner, ply })
    }

    /// Counts the discs lost in games with a table of this size in bytes; `None` where no discs are
    /// counted, or without memory.
    fn losses(_table_bytes: usize) -> Option<Box<dyn Losses>> {
        None
    }

    /// Draws positions, on boards of the size that is given, if one is.
    fn draws(shape: &Shape) -> Result<Draws, Failure>;

    /// The answers of a vector that this game alone has.
    type Answers: Serialize;

    /// The answers to a position.
    fn answers(&self) -> Self::Answers;
}

/// The names of points.
pub(super) fn names<T: ToString>(points: impl IntoIterator<Item = T>) -> Vec<String> {
    points.into_iter().map(|point| point.to_string()).collect()
}

/// Points of both colours.
#[derive(Serialize)]
pub(crate) struct ByColour {
    pub(super) black: Vec<String>,
    pub(super) white: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::name::{Name, each};
    use crate::games::recorded::Cell;

    /// Places, plies and texts go together.
    fn keeps<G: Playable>() {
        let board = G::usual();
        let (rows, columns) = board.extent();
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        for place in places {
            let name = format!("{}{}", G::column_name(place.1), place.0 + 1);
            assert_eq!((G::find(&name), G::find(&name.to_uppercase())), (Some(place), Some(place)), "{name}");
        }
        for ply in board.plies() {
            assert_eq!(G::ply_at(G::place_of(ply)), Some(ply));
            assert_eq!(G::place_of(ply).map(|place| board.cell(place)), Some(Cell::Empty));
            assert_eq!(board.why_illegal(ply), None);
        }
        assert_eq!(G::ply_at(None).is_some(), G::HAS_PASSES);
        let letter = |place: Place| match board.cell(place) {
            Cell::Empty => '-',
            Cell::Stone(colour) => colour.letter(),
            Cell::Blocked => '#',
        };
        let row = |row: usize| (0..columns).map(|column| letter((row, column))).collect::<String>();
        let cells: Vec<String> = (0..rows).map(row).collect();
        let text = G::text(&cells, board.setting().rule().unwrap_or_default(), board.to_move().letter());
        assert_eq!(text, board.to_string());
        assert_eq!(board.anew(rows, columns).map(|board| board.to_string()), Some(text));
        assert_eq!(G::USUAL_SIDE.unwrap_or(rows), rows);
        assert!(G::is_called(G::ID) && !G::is_called("chess"));
        assert_eq!(board.setting().game(), G::NAME.to_string());
    }

    #[test]
    fn every_game_keeps_its_promises() {
        for game in Name::all() {
            each!(game, G => keeps::<G>());
        }
    }
}
