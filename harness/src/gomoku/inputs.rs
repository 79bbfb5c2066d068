//! The inputs on which Gomoku's kernels are tried.

use crate::input::{Input, without_some};
use crate::source::Source;
use std::fmt;
use stonemask::founding::VectorBoard;
use stonemask::gomoku::{Board, Colour, Point, Rule, Size};

/// Instead of the bits of a lane: boards on which single random games have lines of 64 bits.
pub(super) const LONG: usize = 128;

/// The sides of boards whose rows take this many bits in the kernels; 0: of any board.
fn sides(lane: usize) -> [usize; 2] {
    match lane {
        LONG => [16, 64],
        16 => [1, 15],
        32 => [16, 32],
        64 => [33, 64],
        _ => [1, 64],
    }
}

/// A size with such lanes, the usual ones more often.
fn size<const LANE: usize>(source: &mut Source) -> Size {
    let [least, most] = sides(LANE);
    let usual = if LANE == 32 || LANE == LONG { 19 } else { most.min(15) };
    let (rows, columns) = match source.below(4) {
        0 if LANE != 64 => (usual, usual),
        1 => (source.between(1, most), source.between(least, most)),
        _ => (source.between(least, most), source.between(1, most)),
    };
    Size::new(rows, columns).expect("within 64")
}

fn check_size<const LANE: usize>(size: Size) -> Result<(), String> {
    let [least, most] = sides(LANE);
    let longer = size.rows().max(size.columns());
    match LANE {
        _ if (least..=most).contains(&longer) => Ok(()),
        LONG => Err(format!("another kernel plays on {size}")),
        _ => Err(format!("a board of {size} has no {LANE}-bit lanes")),
    }
}

/// Stones on a board, as rows: `-X-/OX-`.
#[derive(Clone)]
pub(super) struct Stones<const LANE: usize>(pub(super) Board);

impl<const LANE: usize> Stones<LANE> {
    fn new(size: Size, stones: impl IntoIterator<Item = (Point, Colour)>) -> Stones<LANE> {
        let mut board = Board::with_size(size, Rule::Freestyle);
        for (point, colour) in stones {
            board.set_stone(point, Some(colour));
        }
        Stones(board)
    }

    fn stones(&self) -> Vec<(Point, Colour)> {
        self.0.size().all().filter_map(|point| Some((point, self.0.stone(point)?))).collect()
    }

    /// The stones of a part of the board.
    fn part(&self, part: Part) -> Stones<LANE> {
        let inside = |(point, colour)| Some((part.point(point)?, colour));
        Stones::new(part.size, self.stones().into_iter().filter_map(inside))
    }

    /// Offers the board with fewer stones.
    fn fewer(&self, take: &mut dyn FnMut(Stones<LANE>) -> bool) -> bool {
        without_some(&self.stones()).any(|stones| take(Stones::new(self.0.size(), stones)))
    }

    fn point(&self, source: &mut Source) -> Point {
        self.0.size().point(source.below(self.0.size().points() as u32) as usize)
    }
}

/// A part of a board that is a board: its top row, its left column, its size.
#[derive(Clone, Copy)]
struct Part {
    top: usize,
    left: usize,
    size: Size,
}

impl Part {
    /// The halves of a board, and what is left without an outer line, where the lanes stay.
    fn of<const LANE: usize>(size: Size) -> impl Iterator<Item = Part> {
        let (rows, columns) = (size.rows(), size.columns());
        let horizontal = [(rows / 2, rows), (0, rows.div_ceil(2)), (1, rows), (0, rows - 1)];
        let vertical = [(columns / 2, columns), (0, columns.div_ceil(2)), (1, columns), (0, columns - 1)];
        let horizontal = horizontal.map(|(top, end)| (top, 0, end - top, columns));
        let vertical = vertical.map(|(left, end)| (0, left, rows, end - left));
        let parts = horizontal
            .into_iter()
            .chain(vertical)
            .filter_map(|(top, left, rows, columns)| Some(Part { top, left, size: Size::new(rows, columns).ok()? }));
        parts.filter(move |part| part.size != size && check_size::<LANE>(part.size).is_ok())
    }

    /// Where a point is in the part.
    fn point(self, point: Point) -> Option<Point> {
        let moved = Point::new(point.row().checked_sub(self.top)?, point.column().checked_sub(self.left)?);
        moved.filter(|&point| self.size.contains(point))
    }
}

impl<const LANE: usize> Input for Stones<LANE> {
    /// Any stones, from nearly none to a full board.
    fn arbitrary(source: &mut Source) -> Stones<LANE> {
        let size = size::<LANE>(source);
        let (density, black) = (source.one_of(&[2, 8, 16, 24, 30, 32]), 4 + source.below(25));
        let mut stones = Vec::new();
        for point in size.all() {
            if source.below(32) < density {
                stones.push((point, if source.below(32) < black { Colour::Black } else { Colour::White }));
            }
        }
        Stones::new(size, stones)
    }

    /// Some boards of a random game, each with an arbitrary one.
    fn round(source: &mut Source, found: &mut dyn FnMut(&mut Source, Stones<LANE>)) {
        let mut board = Board::with_size(size::<LANE>(source), Rule::Freestyle);
        let mut empties: Vec<Point> = board.size().all().collect();
        let between = 1 + empties.len() as u32 / 16;
        while !board.is_over() {
            let point = empties.swap_remove(source.below(empties.len() as u32) as usize);
            board.play_unchecked(point);
            if board.is_over() || source.below(between) == 0 {
                found(source, Stones(board.clone()));
                let arbitrary = Stones::arbitrary(source);
                found(source, arbitrary);
            }
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.size();
        for (index, point) in size.all().enumerate() {
            if index > 0 && point.column() == 0 {
                write!(f, "/")?;
            }
            let stone = self.0.stone(point);
            write!(f, "{}", stone.map_or('-', |colour| if colour == Colour::Black { 'X' } else { 'O' }))?;
        }
        Ok(())
    }

    fn read(text: &str) -> Result<Stones<LANE>, String> {
        let rows: Vec<&str> = text.split('/').collect();
        let size = Size::new(rows.len(), rows[0].len()).map_err(|error| format!("'{text}': {error}"))?;
        check_size::<LANE>(size)?;
        let mut stones = Vec::new();
        for (row, cells) in rows.iter().enumerate() {
            if cells.chars().count() != size.columns() {
                return Err(format!("'{text}': row {} is not as long as the first", row + 1));
            }
            for (column, cell) in cells.chars().enumerate() {
                let point = Point::new(row, column).expect("on the board");
                match cell {
                    'X' => stones.push((point, Colour::Black)),
                    'O' => stones.push((point, Colour::White)),
                    '-' => {}
                    _ => return Err(format!("'{text}': {cell:?} on {point}, expected X, O or -")),
                }
            }
        }
        Ok(Stones::new(size, stones))
    }

    fn smaller(&self, take: &mut dyn FnMut(Stones<LANE>) -> bool) -> bool {
        Part::of::<LANE>(self.0.size()).any(|part| take(self.part(part))) || self.fewer(take)
    }
}

/// A board, a colour, and any of its points: `-X-/OX-, white b2`.
#[derive(Clone)]
pub(super) struct At<const LANE: usize> {
    pub(super) stones: Stones<LANE>,
    pub(super) colour: Colour,
    pub(super) point: Point,
}

impl<const LANE: usize> Input for At<LANE> {
    fn arbitrary(source: &mut Source) -> At<LANE> {
        let stones = Stones::arbitrary(source);
        At { colour: Colour::arbitrary(source), point: stones.point(source), stones }
    }

    /// Each board with some points.
    fn round(source: &mut Source, found: &mut dyn FnMut(&mut Source, At<LANE>)) {
        Stones::round(source, &mut |source, stones: Stones<LANE>| {
            for _ in 0..16 {
                let (colour, point) = (Colour::arbitrary(source), stones.point(source));
                found(source, At { stones: stones.clone(), colour, point });
            }
        });
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.stones.write(f)?;
        write!(f, ", {} {}", self.colour, self.point)
    }

    fn read(text: &str) -> Result<At<LANE>, String> {
        let parts = text.split_once(", ").and_then(|(stones, at)| Some((stones, at.split_once(' ')?)));
        let (stones, (colour, point)) =
            parts.ok_or_else(|| format!("'{text}': expected rows, a colour and a point"))?;
        let (stones, colour, point) = (Stones::read(stones)?, Colour::read(colour)?, read_point(point)?);
        if !stones.0.size().contains(point) {
            return Err(format!("'{text}': {point} is off the board"));
        }
        Ok(At { stones, colour, point })
    }

    fn smaller(&self, take: &mut dyn FnMut(At<LANE>) -> bool) -> bool {
        let mut parts = Part::of::<LANE>(self.stones.0.size()).filter_map(|part| {
            Some(At { stones: self.stones.part(part), colour: self.colour, point: part.point(self.point)? })
        });
        parts.any(&mut *take) || self.stones.fewer(&mut |stones| take(At { stones, ..self.clone() }))
    }
}

fn read_point(text: &str) -> Result<Point, String> {
    text.parse().map_err(|error| format!("{error}"))
}

/// A board, one of its stones, and the cursor anywhere: `-X-/OX-, b2 cursor a1`.
#[derive(Clone)]
pub(super) struct OnStone {
    stones: Stones<0>,
    pub(super) on: Point,
    cursor: Point,
}

impl OnStone {
    pub(super) fn vector(&self) -> VectorBoard {
        let mut board = VectorBoard::from(self.stones.0.clone());
        board.set_cursor(self.cursor);
        board
    }
}

impl Input for OnStone {
    fn arbitrary(source: &mut Source) -> OnStone {
        let mut stones = Stones::arbitrary(source);
        let on = stones.point(source);
        if stones.0.stone(on).is_none() {
            stones.0.set_stone(on, Some(Colour::arbitrary(source)));
        }
        let cursor = stones.point(source);
        OnStone { stones, on, cursor }
    }

    /// Each board with some stones.
    fn round(source: &mut Source, found: &mut dyn FnMut(&mut Source, OnStone)) {
        Stones::<0>::round(source, &mut |source, stones| {
            let all = stones.stones();
            for _ in 0..if all.is_empty() { 0 } else { 16 } {
                let cursor = stones.point(source);
                let (on, _) = source.one_of(&all);
                found(source, OnStone { stones: stones.clone(), on, cursor });
            }
        });
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.stones.write(f)?;
        write!(f, ", {} cursor {}", self.on, self.cursor)
    }

    fn read(text: &str) -> Result<OnStone, String> {
        let parts = text.split_once(", ").and_then(|(stones, at)| Some((stones, at.split_once(" cursor ")?)));
        let (stones, (on, cursor)) = parts.ok_or_else(|| format!("'{text}': expected rows, a stone and the cursor"))?;
        let (stones, on, cursor) = (Stones::<0>::read(stones)?, read_point(on)?, read_point(cursor)?);
        if stones.0.stone(on).is_none() || !stones.0.size().contains(cursor) {
            return Err(format!("'{text}': no stone on {on}, or {cursor} off the board"));
        }
        Ok(OnStone { stones, on, cursor })
    }

    fn smaller(&self, take: &mut dyn FnMut(OnStone) -> bool) -> bool {
        let OnStone { stones, on, cursor } = self;
        let mut parts = Part::of::<0>(stones.0.size()).filter_map(|part| {
            let on = part.point(*on)?;
            Some(OnStone { stones: stones.part(part), on, cursor: part.point(*cursor).unwrap_or(on) })
        });
        parts.any(&mut *take)
            || stones.fewer(&mut |stones| stones.0.stone(*on).is_some() && take(OnStone { stones, ..*self }))
    }
}

/// A position that counts as not won, whatever rows it holds, and the side to move: `-X-/OX-,
/// white`.
#[derive(Clone)]
pub(super) struct SetUp<const LANE: usize> {
    stones: Stones<LANE>,
    to_move: Colour,
}

impl<const LANE: usize> SetUp<LANE> {
    pub(super) fn size(&self) -> Size {
        self.stones.0.size()
    }

    pub(super) fn board(&self, rule: Rule) -> Board {
        let mut board = Board::with_size(self.size(), rule);
        for (point, colour) in self.stones.stones() {
            board.set_stone(point, Some(colour));
        }
        board.set_to_move(self.to_move);
        board
    }
}

impl<const LANE: usize> Input for SetUp<LANE> {
    /// Any stones, many with five in a row among them; more often some plies of a game that is not
    /// over.
    fn arbitrary(source: &mut Source) -> SetUp<LANE> {
        if source.below(4) == 0 {
            return SetUp { stones: Stones::arbitrary(source), to_move: Colour::arbitrary(source) };
        }
        let mut board = Board::with_size(size::<LANE>(source), Rule::Freestyle);
        let mut empties: Vec<Point> = board.size().all().collect();
        for _ in 0..source.below(40) {
            let point = empties.swap_remove(source.below(empties.len() as u32) as usize);
            let undo = board.make(point);
            if board.is_over() {
                board.undo(undo);
                break;
            }
        }
        SetUp { to_move: board.to_move(), stones: Stones(board) }
    }

    fn round(source: &mut Source, found: &mut dyn FnMut(&mut Source, SetUp<LANE>)) {
        for _ in 0..8 {
            let set_up = SetUp::arbitrary(source);
            found(source, set_up);
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.stones.write(f)?;
        write!(f, ", {}", self.to_move)
    }

    fn read(text: &str) -> Result<SetUp<LANE>, String> {
        let (stones, to_move) =
            text.split_once(", ").ok_or_else(|| format!("'{text}': expected rows and the side to move"))?;
        Ok(SetUp { stones: Stones::read(stones)?, to_move: Colour::read(to_move)? })
    }

    fn smaller(&self, take: &mut dyn FnMut(SetUp<LANE>) -> bool) -> bool {
        self.stones.smaller(&mut |stones| take(SetUp { stones, to_move: self.to_move }))
    }
}
