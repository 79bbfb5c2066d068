//! Gomoku in files of recorded games.

use crate::games::name::Name;
use crate::games::recorded::{Cell, Place, Plays, Recorded};
use stonemask::game::Colour;
use stonemask::gomoku::{Board, Point, Record, SgfError, SgfGame, Size};
use stonemask::sgf::Tree;

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
        let written = Record::new(self.clone()).to_sgf();
        matches!(written, Err(SgfError::TooLarge { .. })).then_some("more than 52 rows or columns")
    }

    fn from_sgf(tree: &Tree<'_>) -> Result<Plays<Board>, String> {
        let SgfGame { start, moves } = SgfGame::from_tree(tree).map_err(|error| error.to_string())?;
        Ok(Plays { start, plies: moves })
    }
}
