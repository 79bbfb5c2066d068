//! The main line of the first game of a text: what the board, the rule and the moves are, and where
//! they stand.

use super::error::SgfError;
use super::points::{Notation, point, points};
use crate::game::Colour;
use crate::gomoku::board::Board;
use crate::gomoku::point::{Point, Size};
use crate::gomoku::rule::Rule;
use crate::sgf::{Grammar, Property, Scanner, SyntaxError, Word};
use std::ops::Range;

/// The part of a text that is kept, a few bytes a move.
pub(super) struct MainLine {
    /// The board before the moves.
    pub(super) start: Board,
    /// The moves; `None` is a pass.
    pub(super) moves: Vec<Option<Point>>,
    /// How the last point is written.
    pub(super) notation: Notation,
    /// Number of moves up to the end of a node, and where the last node with that number ends;
    /// ascending.
    pub(super) ends: Vec<(usize, usize)>,
    /// Where the first node ends.
    pub(super) head_end: usize,
    /// Where the first node says how the game ended.
    pub(super) result: Option<Range<usize>>,
    /// Where the first node names the opening, and how.
    pub(super) opening: Option<(Range<usize>, String)>,
    is_in_head: bool,
    /// The board after the moves, once there is one.
    board: Option<Board>,
    /// Whether something was set up, or the side to move named.
    is_set_up: bool,
    /// Whether the present node did so.
    is_set_up_here: bool,
    /// The side to move that the file names before the moves.
    turn: Option<Colour>,
}

/// Reads the whole text, so that a broken one is noticed wherever it breaks.
pub(super) fn read(text: &[u8]) -> Result<MainLine, SgfError> {
    if text.starts_with(&[0xff, 0xfe]) || text.starts_with(&[0xfe, 0xff]) {
        let what = "it is UTF-16, which is not read; save it as UTF-8";
        return Err(SyntaxError { line: 1, what }.into());
    }
    let mut scanner = Scanner::new(text);
    let mut grammar = Grammar::default();
    let mut line: Option<Result<MainLine, SgfError>> = None;
    // From the first closing bracket on, everything is a variation or another game.
    let mut is_main = true;
    let mut nodes = 0;
    while grammar.depth > 0 || scanner.seek_game()? {
        let Some(token) = scanner.next()? else { break };
        grammar.take(&token.word).map_err(|what| scanner.error(token.span.start, what))?;
        match token.word {
            Word::Close => is_main = false,
            Word::Property(property) if is_main && nodes > 1 && property.is_of_the_root() => {
                return Err(scanner.error(token.span.start, "GM, SZ and RU belong into the first node").into());
            }
            Word::Node | Word::Property(_) if is_main => {
                nodes += usize::from(matches!(token.word, Word::Node));
                let read = match line.take() {
                    None => MainLine::begin(scanner.clone()),
                    Some(line) => line,
                };
                line = Some(read.and_then(|line| line.after(&token.word, token.span.end)));
            }
            _ => {}
        }
    }
    if grammar.depth > 0 {
        return Err(scanner.error(scanner.end(), "it ends within the game, ')' is missing").into());
    }
    line.unwrap_or_else(|| Err(scanner.error(scanner.end(), "it holds no game").into()))
}

impl MainLine {
    /// The game that the first node describes, whose properties come next.
    fn begin(mut properties: Scanner<'_>) -> Result<MainLine, SgfError> {
        let (mut size, mut rule, mut result, mut opening) = (None, None, None, None);
        while let Some(token) = properties.next()?
            && let Word::Property(property) = token.word
        {
            let is_second = |name: &str, has: bool| has && property.is(name);
            if is_second("SZ", size.is_some()) || is_second("RU", rule.is_some()) {
                return Err(properties.error(token.span.start, "there is a second SZ or RU").into());
            }
            if property.is("GM") && property.value().trim() != "4" {
                return Err(SgfError::Game { game: property.value(), name: "Gomoku", number: 4 });
            } else if property.is("SZ") {
                size = Some(read_size(&property)?);
            } else if property.is("RU") {
                rule = Some(read_rule(&property)?);
            } else if property.is("RE") && result.is_none() {
                result = Some(token.span);
            } else if property.is("ON") && opening.is_none() {
                opening = Some((token.span, property.value()));
            }
        }
        let size = size.unwrap_or(Size::new(15, 15).expect("a size"));
        Ok(MainLine {
            start: Board::with_size(size, rule.unwrap_or(Rule::Freestyle)),
            moves: Vec::new(),
            notation: Notation::Letters,
            ends: Vec::new(),
            head_end: 0,
            result,
            opening,
            is_in_head: false,
            board: None,
            is_set_up: false,
            is_set_up_here: false,
            turn: None,
        })
    }

    /// The line with the next word of it, which ends at `end`.
    fn after(mut self, word: &Word<'_>, end: usize) -> Result<MainLine, SgfError> {
        match word {
            Word::Property(property) => self.property(property)?,
            _ => {
                self.is_in_head = self.ends.is_empty();
                self.is_set_up_here = false;
                if let [.., before, last] = self.ends[..]
                    && before.0 == last.0
                {
                    self.ends.remove(self.ends.len() - 2);
                }
                self.ends.push((0, 0));
            }
        }
        *self.ends.last_mut().expect("a node has begun") = (self.moves.len(), end);
        if self.is_in_head {
            self.head_end = end;
        }
        Ok(self)
    }

    fn property(&mut self, property: &Property<'_>) -> Result<(), SgfError> {
        let set_up = [("AB", Some(Colour::Black)), ("AW", Some(Colour::White)), ("AE", None)];
        if let Some((name, stone)) = set_up.into_iter().find(|(name, _)| property.is(name)) {
            return self.set_up(name, stone, property);
        }
        match [("PL", None), ("B", Some(Colour::Black)), ("W", Some(Colour::White))]
            .into_iter()
            .find(|(name, _)| property.is(name))
        {
            None => Ok(()),
            Some((_, None)) => {
                self.name_turn(property);
                Ok(())
            }
            Some((_, Some(colour))) => self.play(colour, property.value()),
        }
    }

    /// Sets up stones of a colour, or takes stones away.
    fn set_up(&mut self, name: &str, stone: Option<Colour>, property: &Property<'_>) -> Result<(), SgfError> {
        if !self.moves.is_empty() {
            return Err(SgfError::LateSetup { name: name.to_owned(), moves: self.moves.len() });
        }
        for value in property.values() {
            let on_board = |points: &Vec<Point>| points.iter().all(|&point| self.start.size().contains(point));
            let Some(points) = points(&value).filter(on_board) else {
                return Err(SgfError::SetupPoint { name: name.to_owned(), value });
            };
            points.into_iter().for_each(|point| self.start.set_stone(point, stone));
        }
        self.give_turn();
        Ok(())
    }

    /// Takes note of the side that is said to move first; later the moves themselves tell.
    fn name_turn(&mut self, property: &Property<'_>) {
        self.turn = match property.value().trim() {
            "B" | "b" => Some(Colour::Black),
            "W" | "w" => Some(Colour::White),
            _ => self.turn,
        };
        if self.moves.is_empty() {
            self.give_turn();
        }
    }

    /// Gives the first turn to the side that is named; without one to white if black has more
    /// stones.
    fn give_turn(&mut self) {
        (self.is_set_up, self.is_set_up_here) = (true, true);
        let [black, white] = Colour::ALL.map(|colour| self.start.stones(colour).iter().count());
        let counted = if black > white { Colour::White } else { Colour::Black };
        self.start.set_to_move(self.turn.unwrap_or(counted));
    }

    fn play(&mut self, colour: Colour, value: String) -> Result<(), SgfError> {
        if self.is_set_up && self.moves.is_empty() {
            // Whatever else is said, the first move tells whose turn it is.
            self.start.set_to_move(colour);
        }
        if self.is_set_up_here && self.moves.is_empty() {
            // Stones set up beside the first move would be missing in a line that leaves before it.
            self.ends.drain(..self.ends.len() - 1);
        }
        let number = self.moves.len() + 1;
        let board = self.board.get_or_insert_with(|| self.start.clone());
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
        self.moves.push(ply);
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

fn read_size(property: &Property<'_>) -> Result<Size, SgfError> {
    let size = property.value();
    let (columns, rows) = size.split_once(':').unwrap_or((&size, &size));
    match (rows.trim().parse(), columns.trim().parse()) {
        (Ok(rows), Ok(columns)) => Size::new(rows, columns).ok(),
        _ => None,
    }
    .ok_or(SgfError::Size { size, why: "expected 1 to 64, or columns:rows".to_owned() })
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

fn read_rule(property: &Property<'_>) -> Result<Rule, SgfError> {
    let rule = property.value();
    let expected = "freestyle, standard, renju, caro or caro-exact, or Gomocup's number 0, 1, 4, 8 or 9";
    Rule::from_sgf(rule.trim()).ok_or(SgfError::Rule { rule, expected })
}
