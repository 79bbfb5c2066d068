//! NoGo in files of recorded games.

use crate::games::name::Name;
use crate::games::recorded::{Cell, Place, Plays, Recorded};
use stonemask::game::Colour;
use stonemask::nogo::{self, Board, Point, PointSet};
use stonemask::sgf::Tree;

impl Recorded for Board {
    const NAME: Name = Name::Nogo;
    const SGF: u32 = 1;
    const SGF_NAME: &'static str = "GM[1] with RU[NoGo]";
    /// The number is Go's.
    const SGF_NEEDS_RULE: bool = true;
    const BOTZONE: Option<&'static str> = Some("NoGo 9x9 without blocked cells");

    fn usual() -> Board {
        Board::start()
    }

    /// Blocked cells stay blocked, and a centre that black may not begin at stays so.
    fn anew(&self, rows: usize, columns: usize) -> Option<Board> {
        let shape = self.shape();
        let all = nogo::Shape::new(shape.rows(), shape.columns(), PointSet::EMPTY).ok()?.points();
        let shape = nogo::Shape::new(rows, columns, all - shape.points()).ok()?;
        match self.centre_is_forbidden() {
            true => Board::with_centre_forbidden(shape).ok(),
            false => Some(Board::with_shape(shape)),
        }
    }

    fn extent(&self) -> (usize, usize) {
        (self.shape().rows(), self.shape().columns())
    }

    fn cell(&self, (row, column): Place) -> Cell {
        match Point::new(row, column) {
            Some(point) if self.shape().points().contains(point) => self.stone(point).map_or(Cell::Empty, Cell::Stone),
            _ => Cell::Blocked,
        }
    }

    fn place_of(ply: Point) -> Option<Place> {
        Some((ply.row(), ply.column()))
    }

    fn ply_at(place: Option<Place>) -> Option<Point> {
        place.and_then(|(row, column)| Point::new(row, column))
    }

    fn turned_to(&self, colour: Colour) -> Result<Board, String> {
        if colour == self.to_move() || self.is_over() {
            return Ok(*self);
        }
        if self.centre_is_forbidden() {
            return Err("black begins".to_owned());
        }
        let turned = Board::from_stones(self.shape(), self.black(), self.white(), colour);
        turned.map_err(|error| error.to_string())
    }

    fn sgf_rule(&self) -> Option<&'static str> {
        Some("NoGo")
    }

    fn sgf_lacks(&self) -> Option<&'static str> {
        match nogo::Record::new(*self).outline() {
            Err(nogo::SgfError::Unwritable { what }) => Some(what),
            _ => None,
        }
    }

    fn from_sgf(tree: &Tree<'_>) -> Result<Plays<Board>, String> {
        let nogo::Record { start, moves } = nogo::Record::from_tree(tree).map_err(|error| error.to_string())?;
        Ok(Plays::new(start, moves))
    }
}
