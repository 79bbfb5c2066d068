//! Gomoku in files of recorded games.

use crate::games::name::Name;
use crate::games::recorded::{Cell, Place, Plays, Recorded};
use stonemask::game::Colour;
use stonemask::gomoku::{Board, IllegalMove, Point, Rule, Size};
use stonemask::sgf::{self, SetUp, Tree};

/// SGF's letters for rows or columns.
const SGF_LETTERS: usize = 52;

impl Recorded for Board {
    const NAME: Name = Name::Gomoku;
    const SGF: u32 = 4;
    const HAS_RULES: bool = true;
    const SGF_NAME: &'static str = "GM[4] Gomoku";
    const BOTZONE: Option<&'static str> = Some("Gomoku 15x15 freestyle");

    fn usual() -> Board {
        Board::start()
    }

    fn anew(&self, rows: usize, columns: usize) -> Option<Board> {
        Size::new(rows, columns).ok().map(|size| Board::with_size(size, self.rule()))
    }

    fn extent(&self) -> (usize, usize) {
        (self.size().rows(), self.size().columns())
    }

    fn cell(&self, (row, column): Place) -> Cell {
        Point::new(row, column).and_then(|point| self.stone(point)).map_or(Cell::Empty, Cell::Stone)
    }

    fn place_of(ply: Point) -> Option<Place> {
        Some((ply.row(), ply.column()))
    }

    fn ply_at(place: Option<Place>) -> Option<Point> {
        place.and_then(|(row, column)| Point::new(row, column))
    }

    fn turned_to(&self, colour: Colour) -> Result<Board, String> {
        let mut board = self.clone();
        if colour != self.to_move() && !self.is_over() {
            board.set_to_move(colour);
        }
        Ok(board)
    }

    fn sgf_rule(&self) -> Option<&'static str> {
        Some(self.rule().name())
    }

    fn sgf_lacks(&self) -> Option<&'static str> {
        let (rows, columns) = self.extent();
        (rows.max(columns) > SGF_LETTERS).then_some("more than 52 rows or columns")
    }

    fn from_sgf(tree: &Tree<'_>) -> Result<Plays<Board>, String> {
        read(tree)
    }
}

/// A game of SGF, and its passes.
fn read(tree: &Tree<'_>) -> Result<Plays<Board>, String> {
    let root = |name: &str| tree.root(name).map_err(|error| error.to_string());
    let size = match root("SZ")? {
        None => Size::new(15, 15).ok(),
        Some(size) => sgf::sides(&size).and_then(|(rows, columns)| Size::new(rows, columns).ok()),
    };
    let size = size.ok_or("SZ is not a size: expected 1 to 64, or columns:rows")?;
    let rule = match root("RU")?.unwrap_or_default().as_str() {
        "" => Rule::Freestyle,
        rule => Rule::from_sgf(rule).ok_or_else(|| {
            let expected = "freestyle, standard, renju, caro or caro-exact, or Gomocup's number 0, 1, 4, 8 or 9";
            format!("RU[{}] is not a rule: expected {expected}", rule.escape_debug())
        })?,
    };
    let set_up =
        sgf::set_up::<IllegalMove>(tree, (size.rows(), size.columns()), point).map_err(|error| error.to_string())?;
    let SetUp { cells, to_move } = set_up;
    let mut start = Board::with_size(size, rule);
    let stones = cells.iter().flatten().flat_map(|row| row.chars());
    for (index, stone) in stones.enumerate().filter(|&(_, stone)| stone != '-') {
        let colour = if stone == 'X' { Colour::Black } else { Colour::White };
        start.set_stone(size.point(index), Some(colour));
    }
    let count = |colour| start.stones(colour).len();
    let counted = if count(Colour::Black) > count(Colour::White) { Colour::White } else { Colour::Black };
    start.set_to_move(to_move.unwrap_or(counted));
    let (mut board, mut plies) = (start.clone(), Vec::new());
    for (index, (colour, value)) in tree.moves().enumerate() {
        let at = |what: &str| format!("move {}: {what}", index + 1);
        if colour != board.to_move() {
            return Err(at(&format!("{colour} moves out of turn")));
        }
        if value.is_empty() || value == "tt" && size.rows() <= 19 && size.columns() <= 19 {
            if board.is_over() {
                return Err(at("a pass, but the game is over"));
            }
            board.set_to_move(colour.other());
            plies.push(None);
            continue;
        }
        let Some(point) = point(&value).and_then(|(row, column)| Point::new(row, column)) else {
            return Err(at(&format!("'{}' is not a point: expected two letters or such as h8", value.escape_debug())));
        };
        board.try_play(point).map_err(|error| at(&error.to_string()))?;
        plies.push(Some(point));
    }
    Ok(Plays { start, plies })
}

/// A vertex on boards with more rows or columns than small letters can name.
fn point(value: &str) -> Option<(usize, usize)> {
    let letter = |byte: u8| match byte {
        b'a'..=b'z' => Some(usize::from(byte - b'a')),
        b'A'..=b'Z' => Some(usize::from(byte - b'A') + 26),
        _ => None,
    };
    if let &[column, row] = value.as_bytes()
        && let (Some(column), Some(row)) = (letter(column), letter(row))
    {
        return Some((row, column));
    }
    let point: Point = value.parse().ok()?;
    Some((point.row(), point.column()))
}
