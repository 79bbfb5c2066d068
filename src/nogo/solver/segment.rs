//! Rows: boards whose points lie in paths, and the segments that their positions consist of.

use crate::game::Colour;
use crate::nogo::point::{Point, PointSet};
use crate::nogo::shape::Shape;
use crate::nogo::state::Board;

/// Nothing lies between two points, or beyond the last one.
const NOTHING: u8 = 0;
/// Beside the last point lies one on which neither colour may play: an empty one for ever.
const DEAD: u8 = 5;
const BOTH: [u8; 2] = [BLACK, WHITE];
/// A group of black stones. Between two points these are its liberties; beyond the last point that
/// is its only liberty.
pub(super) const BLACK: u8 = 1;
/// A group of white stones.
const WHITE: u8 = 2;

pub(super) const fn other(colour: u8) -> u8 {
    3 - colour
}

/// Beyond the last point: a group that always has a liberty elsewhere.
const fn safe(colour: u8) -> u8 {
    colour + 2
}

/// The most points of all segments: two bits for each of the gaps between them, and the stops of
/// [`Values`](super::values::Values) are exact.
pub(super) const MOST: usize = 48;

/// Points in a path on which a colour may still play, and all that matters for them: the gaps
/// between them and the ends. A group is next to at most two points. It is in the gap between them,
/// or at an end, where it has lost its other liberty or has one for ever. So that play in a segment
/// changes nothing in another, and neither the place of a segment nor the number of its stones
/// matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Segment {
    points: u8,
    ends: [u8; 2],
    /// Two bits a gap, the first gap lowest.
    gaps: u128,
}

/// Exchanges the bits of each pair, which exchanges the colours of gaps.
const fn exchanged(gaps: u128) -> u128 {
    const LOW: u128 = u128::MAX / 3;
    (gaps & LOW) << 1 | gaps >> 1 & LOW
}

impl Segment {
    pub(super) fn points(&self) -> u32 {
        self.points.into()
    }

    pub(super) fn words(&self) -> [u64; 3] {
        let [first, last] = self.ends.map(u64::from);
        [u64::from(self.points) << 6 | first << 3 | last, self.gaps as u64, (self.gaps >> 64) as u64]
    }

    /// The segment or its mirror image, which is less.
    fn least(self) -> Segment {
        let [first, last] = self.ends;
        let gaps = match self.points {
            1 => 0,
            points => exchanged(self.gaps.reverse_bits() >> (128 - 2 * (points - 1))),
        };
        self.min(Segment { points: self.points, ends: [last, first], gaps })
    }

    /// With the colours exchanged.
    pub(super) fn negative(&self) -> Segment {
        let ends = self.ends.map(|end| match end {
            NOTHING | DEAD => end,
            BLACK | WHITE => other(end),
            _ => safe(other(end - 2)),
        });
        Segment { points: self.points, ends, gaps: exchanged(self.gaps) }.least()
    }

    /// The part from one point to another, with ends of its own.
    fn part(&self, from: u32, to: u32, ends: [u8; 2]) -> Segment {
        let gaps = self.gaps >> (2 * from) & ((1 << (2 * (to - from))) - 1);
        Segment { points: (to - from + 1) as u8, ends, gaps }
    }

    fn gap(&self, index: u32) -> u8 {
        (self.gaps >> (2 * index)) as u8 & 3
    }

    /// Both sides of a point: the gap if there is one, and the end.
    fn beside(&self, point: u32) -> [(Option<u8>, u8); 2] {
        let before = (point > 0).then(|| self.gap(point - 1));
        let after = (point + 1 < self.points()).then(|| self.gap(point));
        [(before, self.ends[0]), (after, self.ends[1])]
    }

    /// Whether a colour may play on a point: it takes no group's only liberty, and its stone has a
    /// liberty beside it or by a group that it joins.
    pub(super) fn allows(&self, point: u32, colour: u8) -> bool {
        let beside = self.beside(point);
        let takes = |(gap, end): (Option<u8>, u8)| gap.is_none() && end == other(colour);
        let lives = |(gap, end): (Option<u8>, u8)| match gap {
            Some(gap) => gap != other(colour),
            None => end == DEAD || end == safe(colour),
        };
        !beside.into_iter().any(takes) && beside.into_iter().any(lives)
    }

    /// Hands on the segments that are left without the points on which neither may play.
    fn settle(&self, found: &mut impl FnMut(Segment)) {
        let beyond = |gap: u8| if gap == NOTHING { DEAD } else { safe(gap) };
        let (mut begin, mut end) = (0, self.ends[0]);
        for point in 0..self.points() {
            if BOTH.iter().any(|&colour| self.allows(point, colour)) {
                continue;
            }
            if point > begin {
                found(self.part(begin, point - 1, [end, beyond(self.gap(point - 1))]).least());
            }
            if point + 1 < self.points() {
                end = beyond(self.gap(point));
            }
            begin = point + 1;
        }
        if begin < self.points() {
            found(self.part(begin, self.points() - 1, [end, self.ends[1]]).least());
        }
    }

    /// Hands on the segments that are left after a move that is allowed.
    pub(super) fn play(&self, point: u32, colour: u8, found: &mut impl FnMut(Segment)) {
        let beside = self.beside(point);
        let is_safe = beside.iter().any(|&(gap, end)| gap.is_none() && (end == DEAD || end == safe(colour)));
        let is_liberty = beside.map(|(gap, _)| gap.is_some_and(|gap| gap != other(colour)));
        if is_liberty == [true; 2] && !is_safe {
            let low = (1 << (2 * (point - 1))) - 1;
            let gaps = self.gaps & low | u128::from(colour) << (2 * (point - 1)) | self.gaps >> 2 & !(low << 2 | 3);
            return Segment { points: self.points - 1, ends: self.ends, gaps }.settle(found);
        }
        let end = is_liberty.map(|liberty| match (liberty, is_safe) {
            (true, true) => safe(colour),
            (true, false) => colour,
            (false, _) => other(colour),
        });
        if point > 0 {
            self.part(0, point - 1, [self.ends[0], end[0]]).settle(found);
        }
        if point + 1 < self.points() {
            self.part(point + 1, self.points() - 1, [end[1], self.ends[1]]).settle(found);
        }
    }

    /// How well black stands, to move: as [`Position::standing`](super::position::Position) has it.
    pub(super) fn standing(&self) -> i32 {
        let mut standing = 0;
        for point in 0..self.points() {
            let allowed = BOTH.map(|colour| i32::from(self.allows(point, colour)));
            let beside = BOTH.map(|colour| {
                let has =
                    |(gap, end): (Option<u8>, u8)| gap.unwrap_or(end) == colour || end == safe(colour) && gap.is_none();
                i32::from(self.beside(point).into_iter().any(has))
            });
            standing += 10 * (allowed[0] - allowed[1]) + 5 * (beside[0] - beside[1]);
            standing += 4 * allowed[0] * allowed[1] + 2 * beside[0] * beside[1];
        }
        standing
    }
}

/// The paths that a shape's points lie in, if they do: each as its points in order.
pub(super) fn paths(shape: Shape) -> Option<Vec<Vec<Point>>> {
    let next = |point: Point| point.set().neighbours() & shape.points();
    let mut left = shape.points();
    let mut paths = Vec::new();
    if left.iter().any(|point| next(point).len() > 2) {
        return None;
    }
    while let Some(first) = left.iter().find(|&point| next(point).len() < 2) {
        let mut path = Vec::new();
        let mut at = Some(first);
        while let Some(point) = at {
            path.push(point);
            left -= point.set();
            at = (next(point) & left).iter().next();
        }
        paths.push(path);
    }
    // Rings are left.
    left.is_empty().then_some(paths)
}

/// The segments of a board on one of the paths, seen by the side to move, which is black here.
pub(super) fn segments(board: &Board, path: &[Point], found: &mut impl FnMut(Segment)) {
    let live = board.allowed(Colour::Black) | board.allowed(Colour::White);
    let stones = |colour: Colour| board.stones(colour);
    let sides = [stones(board.to_move()), stones(board.to_move().other())];
    // The last empty point, if there is one and whether it is live; the groups since.
    let mut last: Option<bool> = None;
    let mut groups: Vec<u8> = Vec::new();
    let mut segment = Segment { points: 0, ends: [NOTHING; 2], gaps: 0 };
    for point in path.iter().map(|&point| Some(point)).chain([None]) {
        let of = |set: PointSet| point.is_some_and(|point| set.contains(point));
        if let Some(side) = (0..2).find(|&side| of(sides[side])) {
            if groups.last() != Some(&BOTH[side]) {
                groups.push(BOTH[side]);
            }
            continue;
        }
        let now = point.map(|point| live.contains(point));
        // How an empty point sees the group next to it and, beyond a single group, another.
        let seen = |group: Option<&u8>, beyond: Option<bool>| match (group, beyond) {
            (None, Some(_)) => DEAD,
            (None, None) => NOTHING,
            (Some(&colour), Some(false)) if groups.len() == 1 => safe(colour),
            (Some(&colour), _) => colour,
        };
        let joins = last == Some(true) && now == Some(true) && groups.len() < 2;
        if joins {
            let gap = groups.first().map_or(NOTHING, |&colour| colour);
            segment.gaps |= u128::from(gap) << (2 * (segment.points - 1));
            segment.points += 1;
        } else {
            if last == Some(true) {
                segment.ends[1] = seen(groups.first(), now);
                found(segment.least());
            }
            segment = Segment { points: 1, ends: [seen(groups.last(), last), NOTHING], gaps: 0 };
        }
        last = now;
        groups.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nogo::point::PointSet;
    use crate::random::Random;

    fn sorted(board: &Board, path: &[Point]) -> Vec<Segment> {
        let mut found = Vec::new();
        segments(board, path, &mut |segment| found.push(segment));
        found.sort();
        found
    }

    #[test]
    fn segments_allow_as_many_points_as_boards_and_have_their_moves() {
        let mut random = Random::new(15);
        let snake = "---------/########-/---------/-########/--------- X";
        let shapes = [snake.parse::<Board>().unwrap().shape(), Shape::row(12).unwrap()];
        for game in 0..300 {
            let mut board = Board::with_shape(shapes[game % 2]);
            let [path] = paths(board.shape()).unwrap().try_into().unwrap();
            while !board.is_over() {
                let before = sorted(&board, &path);
                for (side, colour) in [board.to_move(), board.to_move().other()].into_iter().enumerate() {
                    let allowed = |segment: &Segment| {
                        (0..segment.points()).filter(|&point| segment.allows(point, BOTH[side])).count()
                    };
                    let all: usize = before.iter().map(allowed).sum();
                    assert_eq!(all as u32, board.allowed(colour).len(), "{board}");
                }
                board.play_random_plies(&mut random, 1);
                let after = sorted(&board, &path);
                let moves = before.iter().enumerate().flat_map(|(at, segment)| {
                    (0..segment.points()).filter(|&point| segment.allows(point, BLACK)).map(move |point| (at, point))
                });
                let mut results = moves.map(|(at, point)| {
                    let mut rest = before.clone();
                    rest.swap_remove(at).play(point, BLACK, &mut |part| rest.push(part));
                    let mut rest: Vec<Segment> = rest.iter().map(Segment::negative).collect();
                    rest.sort();
                    rest
                });
                assert!(results.any(|result| result == after), "{board}");
            }
        }
    }

    #[test]
    fn shapes_of_paths() {
        let of = |text: &str| paths(format!("{text} X").parse::<Board>().unwrap().shape()).map(|paths| paths.len());
        assert_eq!(of("---"), Some(1));
        assert_eq!(of("-#-/-#-"), Some(2));
        assert_eq!(of("--/--"), None);
        assert_eq!(of("---/-#-"), Some(1));
        assert_eq!(of("---/#-#"), None);
        assert_eq!(paths(Shape::new(2, 2, PointSet::ALL & "a1 a2 b1 b2".parse().unwrap()).unwrap()).unwrap().len(), 0);
    }
}
