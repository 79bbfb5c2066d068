//! The inputs on which NoGo's kernels are tried.

use crate::input::{Input, without_some};
use crate::source::Source;
use std::fmt;
use stonemask::founding::FourBoards;
use stonemask::nogo::{Board, Colour, Point, PointSet, Position, Shape};

fn read_point(text: &str) -> Result<Point, String> {
    text.parse().map_err(|error| format!("{error}"))
}

fn random_point(source: &mut Source, set: PointSet) -> Option<Point> {
    if set.is_empty() { None } else { set.iter().nth(source.below(set.len()) as usize) }
}

/// Each point with a chance of `sixteenths` / 16.
fn random_set(source: &mut Source, sixteenths: u32) -> PointSet {
    PointSet::ALL.iter().filter(|_| source.below(16) < sixteenths).collect()
}

/// 9x9, or any size, with blocked cells or without.
fn random_shape(source: &mut Source) -> Shape {
    let mut side = || if source.below(2) == 0 { 9 } else { source.between(1, 9) };
    let (rows, columns) = (side(), side());
    let share = 2 * source.below(2);
    let blocked = random_set(source, share);
    let inside = |point: &Point| point.row() < rows && point.column() < columns;
    Shape::new(rows, columns, blocked.iter().filter(inside).collect()).expect("a size from 1 to 9, and cells of it")
}

/// A board and the stones that came onto it one by one, in any order of colours: `9x9 #e5 Xa1 Ob2`.
/// The order decides where the board keeps its groups.
#[derive(Clone)]
pub(super) struct History {
    shape: Shape,
    moves: Vec<(Colour, Point)>,
    pub(super) board: Board,
}

impl History {
    fn new(shape: Shape) -> History {
        History { shape, moves: Vec::new(), board: Board::with_shape(shape) }
    }

    /// Places one more stone.
    fn place(&mut self, colour: Colour, point: Point) -> bool {
        let legal = self.board.allowed(colour).contains(point);
        if legal {
            self.board.place(colour, point);
            self.moves.push((colour, point));
        }
        legal
    }

    /// The board after these stones; `None` when one of them is illegal.
    fn of(shape: Shape, moves: &[(Colour, Point)]) -> Option<History> {
        let mut history = History::new(shape);
        moves.iter().all(|&(colour, point)| history.place(colour, point)).then_some(history)
    }

    /// A random legal move of a colour.
    fn draw(&self, source: &mut Source, colour: Colour) -> Option<Point> {
        random_point(source, self.board.allowed(colour))
    }
}

impl Input for History {
    fn arbitrary(source: &mut Source) -> History {
        let mut history = History::new(random_shape(source));
        for _ in 0..source.below(60) {
            let colour = Colour::arbitrary(source);
            let Some(point) = history.draw(source, colour) else { break };
            history.place(colour, point);
        }
        history
    }

    /// A random game, ply by ply, the colours in turn or in any order.
    fn round(source: &mut Source, found: &mut dyn FnMut(&mut Source, History)) {
        let mut history = History::new(random_shape(source));
        let in_turn = source.below(2) == 0;
        loop {
            found(source, history.clone());
            let colour = if in_turn { history.board.to_move() } else { Colour::arbitrary(source) };
            let Some(point) = history.draw(source, colour) else { return };
            history.place(colour, point);
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rows, columns) = (self.shape.rows(), self.shape.columns());
        write!(f, "{rows}x{columns}")?;
        let whole = Shape::new(rows, columns, PointSet::EMPTY).expect("the size of a board");
        for point in whole.points() - self.shape.points() {
            write!(f, " #{point}")?;
        }
        self.moves.iter().try_for_each(|&(colour, point)| write!(f, " {}{point}", colour.letter()))
    }

    fn read(text: &str) -> Result<History, String> {
        let expected = || format!("'{text}': expected a size, blocked cells and stones, such as 5x5 #c3 Xa1 Ob2");
        let mut words = text.split(' ');
        let (rows, columns) = words.next().and_then(|size| size.split_once('x')).ok_or_else(expected)?;
        let (rows, columns) = rows.parse().ok().zip(columns.parse().ok()).ok_or_else(expected)?;
        let (mut blocked, mut moves) = (PointSet::EMPTY, Vec::new());
        for word in words {
            let mut characters = word.chars();
            let kind = characters.next();
            let point = read_point(characters.as_str())?;
            match kind {
                Some('#') => blocked |= point.set(),
                Some('X') => moves.push((Colour::Black, point)),
                Some('O') => moves.push((Colour::White, point)),
                _ => return Err(expected()),
            }
        }
        let shape = Shape::new(rows, columns, blocked).map_err(|error| format!("'{text}': {error}"))?;
        History::of(shape, &moves).ok_or_else(|| format!("'{text}': one of the stones is illegal"))
    }

    fn smaller(&self, take: &mut dyn FnMut(History) -> bool) -> bool {
        let (rows, columns) = (self.shape.rows(), self.shape.columns());
        let whole = Shape::new(rows, columns, PointSet::EMPTY).expect("the size of a board");
        let blocked: Vec<Point> = (whole.points() - self.shape.points()).iter().collect();
        let sizes = [(rows - 1, columns), (rows, columns - 1)].into_iter().filter_map(|(rows, columns)| {
            let inside = |point: &Point| point.row() < rows && point.column() < columns;
            Shape::new(rows, columns, blocked.iter().copied().filter(inside).collect()).ok()
        });
        let freer = without_some(&blocked)
            .map(|blocked| Shape::new(rows, columns, blocked.into_iter().collect()).expect("cells of the board"));
        let mut shapes = sizes.chain(freer).filter_map(|shape| History::of(shape, &self.moves));
        shapes.any(&mut *take)
            || without_some(&self.moves).filter_map(|moves| History::of(self.shape, &moves)).any(take)
    }
}

/// The last stone of a history, and what was before it.
#[derive(Clone)]
pub(super) struct Play {
    pub(super) before: History,
    pub(super) colour: Colour,
    pub(super) point: Point,
}

impl Play {
    /// A move of either colour; `None` where neither has one.
    fn after(source: &mut Source, before: History) -> Option<Play> {
        let colour = Colour::arbitrary(source);
        let (colour, point) =
            [colour, colour.other()].into_iter().find_map(|colour| Some((colour, before.draw(source, colour)?)))?;
        Some(Play { before, colour, point })
    }

    fn of(mut history: History) -> Option<Play> {
        let (colour, point) = history.moves.pop()?;
        Some(Play { before: History::of(history.shape, &history.moves)?, colour, point })
    }

    fn history(&self) -> History {
        let mut history = self.before.clone();
        assert!(history.place(self.colour, self.point), "the move is legal");
        history
    }
}

impl Input for Play {
    fn arbitrary(source: &mut Source) -> Play {
        let history = History::arbitrary(source);
        // Only a board without any moves is without one: a single point, or blocked cells all over.
        Play::after(source, history)
            .or_else(|| Play::after(source, History::new(Shape::FULL)))
            .expect("the empty board has moves")
    }

    /// At each ply of a game, some moves; and an arbitrary one, for a game without any.
    fn round(source: &mut Source, found: &mut dyn FnMut(&mut Source, Play)) {
        let arbitrary = Play::arbitrary(source);
        found(source, arbitrary);
        History::round(source, &mut |source, history| {
            for _ in 0..2 {
                if let Some(play) = Play::after(source, history.clone()) {
                    found(source, play);
                }
            }
        });
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.history().write(f)
    }

    fn read(text: &str) -> Result<Play, String> {
        Play::of(History::read(text)?).ok_or_else(|| format!("'{text}': expected a stone"))
    }

    fn smaller(&self, take: &mut dyn FnMut(Play) -> bool) -> bool {
        self.history().smaller(&mut |history| Play::of(history).is_some_and(&mut *take))
    }
}

/// Stones and empty points of the 9x9 frame, the rest off the board: `-X/O#`.
#[derive(Clone)]
pub(super) struct Stones(pub(super) Position);

impl Stones {
    fn new(points: PointSet, black: PointSet, white: PointSet) -> Stones {
        let shape = Shape::new(9, 9, PointSet::ALL - points).expect("cells of the frame");
        Stones(Position::new(shape, black, white).expect("stones apart, on the board"))
    }
}

impl Input for Stones {
    /// Stones of any density and mixture; groups without a liberty stay in half of them.
    fn arbitrary(source: &mut Source) -> Stones {
        let points = random_shape(source).points();
        let (density, mixture) = (source.below(17), source.below(17));
        let occupied = random_set(source, density) & points;
        let black = random_set(source, mixture) & occupied;
        let mut stones = Stones::new(points, black, occupied - black);
        if source.below(2) == 0 {
            while let Some(dead) = stones.0.dead_group() {
                let [black, white] = Colour::ALL.map(|colour| stones.0.stones(colour) - dead);
                stones = Stones::new(points, black, white);
            }
        }
        stones
    }

    /// A game's positions, each with an arbitrary one.
    fn round(source: &mut Source, found: &mut dyn FnMut(&mut Source, Stones)) {
        History::round(source, &mut |source, history| {
            found(source, Stones(history.board.position()));
            let arbitrary = Stones::arbitrary(source);
            found(source, arbitrary);
        });
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points = self.0.points();
        let rows = 1 + points.iter().map(Point::row).max().unwrap_or(0);
        let columns = 1 + points.iter().map(Point::column).max().unwrap_or(0);
        for row in 0..rows {
            write!(f, "{}", if row > 0 { "/" } else { "" })?;
            for column in 0..columns {
                let point = Point::new(row, column).expect("in the frame");
                let stone = Colour::ALL.into_iter().find(|&colour| self.0.stones(colour).contains(point));
                let empty = if points.contains(point) { '-' } else { '#' };
                write!(f, "{}", stone.map_or(empty, Colour::letter))?;
            }
        }
        Ok(())
    }

    fn read(text: &str) -> Result<Stones, String> {
        let (mut points, mut stones) = (PointSet::EMPTY, [PointSet::EMPTY; 2]);
        for (row, cells) in text.split('/').enumerate() {
            for (column, cell) in cells.chars().enumerate() {
                let point = Point::new(row, column).ok_or_else(|| format!("'{text}': more than 9x9 cells"))?;
                match cell {
                    'X' => stones[0] |= point.set(),
                    'O' => stones[1] |= point.set(),
                    '-' => {}
                    '#' => continue,
                    _ => return Err(format!("'{text}': {cell:?} on {point}, expected X, O, - or #")),
                }
                points |= point.set();
            }
        }
        let [black, white] = stones;
        Ok(Stones::new(points, black, white))
    }

    fn smaller(&self, take: &mut dyn FnMut(Stones) -> bool) -> bool {
        let points: Vec<Point> = self.0.points().iter().collect();
        let [black, white] = Colour::ALL.map(|colour| self.0.stones(colour));
        let kept = |points: Vec<Point>| points.into_iter().collect::<PointSet>();
        let mut fewer_points =
            without_some(&points).map(kept).map(|kept| Stones::new(kept, black & kept, white & kept));
        let stones: Vec<Point> = (black | white).iter().collect();
        let all = self.0.points();
        let mut fewer_stones = without_some(&stones).map(kept).map(|kept| Stones::new(all, black & kept, white & kept));
        fewer_points.any(&mut *take) || fewer_stones.any(take)
    }
}

/// A position, a colour and an empty point: `-X/O#, black a1`.
#[derive(Clone)]
pub(super) struct Try {
    pub(super) stones: Stones,
    pub(super) colour: Colour,
    pub(super) point: Point,
}

impl Try {
    fn on(source: &mut Source, stones: Stones) -> Option<Try> {
        let point = random_point(source, stones.0.empties())?;
        Some(Try { colour: Colour::arbitrary(source), point, stones })
    }
}

impl Input for Try {
    fn arbitrary(source: &mut Source) -> Try {
        let stones = Stones::arbitrary(source);
        let without = Stones::new(PointSet::ALL, PointSet::EMPTY, PointSet::EMPTY);
        Try::on(source, stones).or_else(|| Try::on(source, without)).expect("the empty board has empty points")
    }

    /// Each position with some points; and an arbitrary one, for a game without empty points.
    fn round(source: &mut Source, found: &mut dyn FnMut(&mut Source, Try)) {
        let arbitrary = Try::arbitrary(source);
        found(source, arbitrary);
        Stones::round(source, &mut |source, stones| {
            for _ in 0..16 {
                if let Some(input) = Try::on(source, stones.clone()) {
                    found(source, input);
                }
            }
        });
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.stones.write(f)?;
        write!(f, ", {} {}", self.colour, self.point)
    }

    fn read(text: &str) -> Result<Try, String> {
        let parts = text.split_once(", ").and_then(|(stones, at)| Some((stones, at.split_once(' ')?)));
        let (stones, (colour, point)) =
            parts.ok_or_else(|| format!("'{text}': expected rows, a colour and a point"))?;
        let (stones, colour, point) = (Stones::read(stones)?, Colour::read(colour)?, read_point(point)?);
        if !stones.0.empties().contains(point) {
            return Err(format!("'{text}': {point} is not empty"));
        }
        Ok(Try { stones, colour, point })
    }

    fn smaller(&self, take: &mut dyn FnMut(Try) -> bool) -> bool {
        self.stones
            .smaller(&mut |stones| stones.0.empties().contains(self.point) && take(Try { stones, ..self.clone() }))
    }
}

/// The founding document's four boards, any twelve words, in hexadecimal.
#[derive(Clone)]
pub(super) struct Words(pub(super) FourBoards);

impl Words {
    fn of(words: [u32; 12]) -> Words {
        Words(FourBoards(std::array::from_fn(|board| std::array::from_fn(|word| words[3 * board + word] as i32))))
    }

    fn words(&self) -> [u32; 12] {
        std::array::from_fn(|index| self.0.0[index / 3][index % 3] as u32)
    }
}

impl Input for Words {
    fn arbitrary(source: &mut Source) -> Words {
        let few = source.below(3);
        Words::of(std::array::from_fn(|_| {
            let word = source.bits();
            match few {
                0 => word as u32,
                1 => (word & word >> 32) as u32,
                _ => (word | word >> 32) as u32,
            }
        }))
    }

    /// A game's states, each with arbitrary words.
    fn round(source: &mut Source, found: &mut dyn FnMut(&mut Source, Words)) {
        History::round(source, &mut |source, history| {
            found(source, Words(FourBoards::from(&history.board)));
            let arbitrary = Words::arbitrary(source);
            found(source, arbitrary);
        });
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.words().map(|word| format!("{word:x}"));
        f.write_str(&words.join(" "))
    }

    fn read(text: &str) -> Result<Words, String> {
        let words: Option<Vec<u32>> = text.split(' ').map(|word| u32::from_str_radix(word, 16).ok()).collect();
        let words: Option<[u32; 12]> = words.and_then(|words| words.try_into().ok());
        words.map(Words::of).ok_or_else(|| format!("'{text}': expected twelve hexadecimal words"))
    }

    fn smaller(&self, take: &mut dyn FnMut(Words) -> bool) -> bool {
        let bits: Vec<u32> = (0..384).filter(|&bit| self.words()[bit as usize / 32] >> (bit % 32) & 1 == 1).collect();
        without_some(&bits).any(|bits| {
            let mut words = [0; 12];
            bits.into_iter().for_each(|bit| words[bit as usize / 32] |= 1 << (bit % 32));
            take(Words::of(words))
        })
    }
}
