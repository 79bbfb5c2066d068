//! A game as a file has it: the board, the rule and the moves, whose passes the rules do not know.

use super::error::SgfError;
use super::points::{Notation, point, points};
use crate::game::Colour;
use crate::gomoku::board::Board;
use crate::gomoku::point::{Point, Size};
use crate::gomoku::rule::Rule;
use crate::sgf::{self, Property, SetUp, Tree};

/// The main line of a game as a file has it: with passes, which a [`Record`](super::Record) has
/// not.
///
/// ```
/// use stonemask::gomoku::SgfGame;
/// use stonemask::sgf::Trees;
///
/// let mut trees = Trees::utf8("(;GM[4]SZ[9];B[ee];W[])(;GM[4];B[hh])");
/// let tree = trees.next()?.expect("a game");
/// let game = SgfGame::from_tree(&tree)?;
/// assert_eq!((game.start.size().rows(), game.moves), (9, vec![Some("e5".parse()?), None]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfGame {
    /// The board before the first move.
    pub start: Board,
    /// The moves of both sides in turn; `None` is a pass.
    pub moves: Vec<Option<Point>>,
}

impl SgfGame {
    /// The game of a tree, whatever number of a game it names. Files that programs go on with are
    /// read as leniently as programs write them; here PL must tell the truth, as in all games.
    ///
    /// # Errors
    /// When it is no game of Gomoku, or a move is illegal.
    pub fn from_tree(tree: &Tree<'_>) -> Result<SgfGame, SgfError> {
        let size = tree.root("SZ")?.map(read_size).transpose()?;
        let rule = tree.root("RU")?.map(read_rule).transpose()?;
        let mut played = Played::new(size, rule);
        let (rows, columns) = (played.game.start.size().rows(), played.game.start.size().columns());
        let place = |value: &str| point(value).map(|(point, _)| (point.row(), point.column()));
        let SetUp { to_move, .. } = sgf::set_up(tree, (rows, columns), place)?;
        for property in tree.properties() {
            played.go_on(property)?;
            if let (Some(named), [_]) = (to_move, &played.game.moves[..])
                && named != played.game.start.to_move()
            {
                return Err(SgfError::Turn { number: 1, colour: named.other() });
            }
        }
        Ok(played.game)
    }
}

/// A game as far as it has been read.
pub(super) struct Played {
    pub(super) game: SgfGame,
    /// How the last point is written.
    pub(super) notation: Notation,
    /// The board after the moves, once there is one.
    board: Option<Board>,
    /// Whether something was set up, or the side to move named.
    is_set_up: bool,
    /// The side to move that the file names before the moves.
    turn: Option<Colour>,
}

impl Played {
    /// A game on an empty board, by default of 15x15 and freestyle.
    pub(super) fn new(size: Option<Size>, rule: Option<Rule>) -> Played {
        let start = Board::with_size(size.unwrap_or_default(), rule.unwrap_or(Rule::Freestyle));
        let game = SgfGame { start, moves: Vec::new() };
        Played { game, notation: Notation::Letters, board: None, is_set_up: false, turn: None }
    }

    /// Takes a property. Whether it set up the board before the moves.
    pub(super) fn go_on(&mut self, property: &Property<'_>) -> Result<bool, SgfError> {
        let set_up = [("AB", Some(Colour::Black)), ("AW", Some(Colour::White)), ("AE", None)];
        if let Some((name, stone)) = set_up.into_iter().find(|(name, _)| property.is(name)) {
            self.set_up(name, stone, property)?;
            return Ok(true);
        }
        if property.is("PL") {
            return Ok(self.name_turn(property));
        }
        let moves = [("B", Colour::Black), ("W", Colour::White)];
        if let Some((_, colour)) = moves.into_iter().find(|(name, _)| property.is(name)) {
            self.play(colour, sgf::joined(property))?;
        }
        Ok(false)
    }

    /// Sets up stones of a colour, or takes stones away.
    fn set_up(&mut self, name: &str, stone: Option<Colour>, property: &Property<'_>) -> Result<(), SgfError> {
        let SgfGame { start, moves } = &mut self.game;
        if !moves.is_empty() {
            return Err(SgfError::LateSetup { name: name.to_owned(), moves: moves.len() });
        }
        for value in property.values() {
            let on_board = |points: &Vec<Point>| points.iter().all(|&point| start.size().contains(point));
            let Some(points) = points(&value).filter(on_board) else {
                return Err(SgfError::SetupPoint { name: name.to_owned(), value });
            };
            points.into_iter().for_each(|point| start.set_stone(point, stone));
        }
        self.give_turn();
        Ok(())
    }

    /// Takes note of the side that is said to move first; later the moves themselves tell.
    fn name_turn(&mut self, property: &Property<'_>) -> bool {
        self.turn = match property.value().trim() {
            "B" | "b" => Some(Colour::Black),
            "W" | "w" => Some(Colour::White),
            _ => self.turn,
        };
        let is_first = self.game.moves.is_empty();
        if is_first {
            self.give_turn();
        }
        is_first
    }

    /// Gives the first turn to the side that is named; without one to white if black has more
    /// stones.
    fn give_turn(&mut self) {
        self.is_set_up = true;
        let start = &mut self.game.start;
        let [black, white] = Colour::ALL.map(|colour| start.stones(colour).iter().count());
        let counted = if black > white { Colour::White } else { Colour::Black };
        start.set_to_move(self.turn.unwrap_or(counted));
    }

    fn play(&mut self, colour: Colour, value: String) -> Result<(), SgfError> {
        let SgfGame { start, moves } = &mut self.game;
        if self.is_set_up && moves.is_empty() {
            // Whatever else is said, the first move tells whose turn it is.
            start.set_to_move(colour);
        }
        let number = moves.len() + 1;
        let board = self.board.get_or_insert_with(|| start.clone());
        if colour != board.to_move() {
            return Err(SgfError::Turn { number, colour });
        }
        let ply = if is_pass(&value, board.size()) {
            None
        } else {
            let (point, notation) = point(&value).ok_or(SgfError::Point { number, value })?;
            self.notation = notation;
            Some(point)
        };
        go_on(board, ply, number)?;
        moves.push(ply);
        Ok(())
    }
}

/// Whether a move's value is a pass: nothing, or on boards up to 19x19 what old files write.
fn is_pass(value: &str, size: Size) -> bool {
    match value.trim() {
        "" => true,
        "tt" => size.rows() <= 19 && size.columns() <= 19,
        _ => false,
    }
}

/// Plays a move, or passes.
pub(super) fn go_on(board: &mut Board, ply: Option<Point>, number: usize) -> Result<(), SgfError> {
    match ply {
        Some(point) => board.try_play(point).map_err(|reason| SgfError::Illegal { number, reason })?,
        None if board.is_over() => return Err(SgfError::PassAfterEnd { number }),
        None => board.set_to_move(board.to_move().other()),
    }
    Ok(())
}

/// The size that SZ names.
pub(super) fn read_size(size: String) -> Result<Size, SgfError> {
    let sides = sgf::sides(&size).and_then(|(rows, columns)| Size::new(rows, columns).ok());
    sides.ok_or(SgfError::Size { size, why: "expected 1 to 64, or columns:rows".to_owned() })
}

impl Rule {
    /// The rule that SGF's RU names: by its name here or, as managers of tournaments write it, by
    /// its number in Gomocup's protocol.
    pub fn from_sgf(text: &str) -> Option<Rule> {
        let numbers = [
            ("0", Rule::Freestyle),
            ("1", Rule::Standard),
            ("4", Rule::Renju),
            ("8", Rule::Caro),
            ("9", Rule::CaroExact),
        ];
        let numbered = numbers.into_iter().find(|(number, _)| *number == text).map(|(_, rule)| rule);
        numbered.or_else(|| text.parse().ok())
    }
}

/// The rule that RU names.
pub(super) fn read_rule(rule: String) -> Result<Rule, SgfError> {
    let expected = "freestyle, standard, renju, caro or caro-exact, or Gomocup's number 0, 1, 4, 8 or 9";
    Rule::from_sgf(rule.trim()).ok_or(SgfError::Rule { rule, expected })
}
