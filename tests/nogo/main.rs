//! Promise: NoGo is played by its rules, on every tier and in every way that the library offers.

mod batch;
#[path = "../support/cases.rs"]
mod cases;
#[path = "../support/chi_square.rs"]
mod chi_square;
mod differential;
mod draws;
#[path = "../support/draws_at_borders.rs"]
mod draws_at_borders;
#[path = "../support/follow_slab.rs"]
mod follow_slab;
mod founding;
#[path = "../support/game_laws.rs"]
mod game_laws;
mod laws;
#[path = "../support/on_tiers.rs"]
mod on_tiers;
mod oracles;
mod playouts;
mod search;
mod slab;

use stonemask::kernels::NoGo as Kernels;
use stonemask::nogo::reference::{self, Cell, Cells};
use stonemask::nogo::{Colour, Masks, Point, PointSet, Position, Shape};
use stonemask::{Random, Tier};

/// The kernels of every tier that this processor runs.
fn tiers() -> impl Iterator<Item = &'static Kernels> {
    Tier::available().map(|tier| Kernels::get(tier).unwrap())
}

/// The cells of a position.
fn cells(position: &Position) -> Cells {
    std::array::from_fn(|row| {
        std::array::from_fn(|column| {
            let point = Point::new(row, column).unwrap();
            let stone = Colour::ALL.into_iter().find(|&colour| position.stones(colour).contains(point));
            match stone {
                Some(colour) => Cell::Stone(colour),
                None if position.empties().contains(point) => Cell::Empty,
                None => Cell::Off,
            }
        })
    })
}

/// A set of cells.
fn points(cells: &[(usize, usize)]) -> PointSet {
    cells.iter().map(|&(row, column)| Point::new(row, column).unwrap()).collect()
}

/// Both masks by the rules on cells.
fn masks(cells: &Cells) -> Masks {
    Masks {
        black: points(&reference::legal_moves(cells, Colour::Black)),
        white: points(&reference::legal_moves(cells, Colour::White)),
    }
}

/// A random set; each point is a member with a chance of `sixteenths` / 16.
fn random_set(random: &mut Random, sixteenths: u32) -> PointSet {
    PointSet::ALL.iter().filter(|_| random.below(16) < sixteenths).collect()
}

/// A board of any size; every other one has blocked cells.
fn random_shape(random: &mut Random) -> Shape {
    let (rows, columns) = (1 + random.below(9) as usize, 1 + random.below(9) as usize);
    let whole = Shape::new(rows, columns, PointSet::EMPTY).unwrap();
    let share = [0, 2][random.below(2) as usize];
    let blocked = random_set(random, share) & whole.points();
    Shape::new(rows, columns, blocked).unwrap()
}

/// Stones of any density and mixture, without those of groups that have no liberty.
fn random_position(random: &mut Random, shape: Shape) -> Position {
    let (density, mixture) = (random.below(17), random.below(17));
    let (occupied, black) = (random_set(random, density) & shape.points(), random_set(random, mixture));
    let (mut black, mut white) = (occupied & black, occupied - black);
    loop {
        let position = Position::new(shape, black, white).unwrap();
        match reference::dead(&cells(&position)) {
            None => return position,
            Some((row, column)) => {
                let dead = points(&reference::group(&cells(&position), row, column));
                (black, white) = (black - dead, white - dead);
            }
        }
    }
}
