//! Gomoku's rows of five, on cells: row by row from the top.
//!
//! Five stones of a colour in an unbroken row, column or diagonal win; exactly five where a rule
//! says so.

use crate::graph::Logic;

/// The four axes, rows down and columns to the right.
const AXES: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// A set of points on a board.
#[derive(Clone)]
pub(crate) struct Field<B> {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// `columns * row + column`.
    pub(crate) cells: Vec<B>,
}

impl<B: Copy> Field<B> {
    /// A cell, `None` if off the board.
    fn at(&self, row: i32, column: i32) -> Option<B> {
        let (row, column) = (usize::try_from(row).ok()?, usize::try_from(column).ok()?);
        (row < self.rows && column < self.columns).then(|| self.cells[self.columns * row + column])
    }

    /// The cells from `first` to `last` steps from a point; `None` if any is off the board.
    fn line(&self, (row, column): (i32, i32), (down, right): (i32, i32), first: i32, last: i32) -> Option<Vec<B>> {
        (first..=last).map(|step| self.at(row + step * down, column + step * right)).collect()
    }
}

fn all<L: Logic>(logic: &L, bits: &[L::Bit]) -> L::Bit {
    bits.iter().fold(logic.constant(true), |all, &bit| logic.and(all, bit))
}

fn points(rows: usize, columns: usize) -> impl Iterator<Item = (i32, i32)> {
    (0..rows as i32).flat_map(move |row| (0..columns as i32).map(move |column| (row, column)))
}

/// A walk from a stone.
pub(crate) struct Walk<B> {
    /// For each number from 0 up, whether the walk passes exactly that number of stones of its
    /// colour.
    pub(crate) passes: Vec<B>,
    /// Whether a stone of the other colour ends it.
    pub(crate) blocked: B,
}

/// The walks from a stone along each axis, first towards the vector's start, then towards its end.
/// A walk passes stones of the stone's colour; a stone of the other colour, an empty cell or the
/// edge ends it.
pub(crate) fn walks<L: Logic>(
    logic: &L,
    same: &Field<L::Bit>,
    other: &Field<L::Bit>,
    point: (i32, i32),
) -> [[Walk<L::Bit>; 2]; 4] {
    AXES.map(|(down, right)| [-1, 1].map(|way| walk(logic, same, other, point, (way * down, way * right))))
}

fn walk<L: Logic>(
    logic: &L,
    same: &Field<L::Bit>,
    other: &Field<L::Bit>,
    point: (i32, i32),
    (down, right): (i32, i32),
) -> Walk<L::Bit> {
    let (mut passes, mut blocked, mut goes_on) = (Vec::new(), logic.constant(false), logic.constant(true));
    for step in 1.. {
        let cell = (point.0 + step * down, point.1 + step * right);
        let Some((same, other)) = same.at(cell.0, cell.1).zip(other.at(cell.0, cell.1)) else { break };
        passes.push(logic.and(goes_on, logic.not(same)));
        blocked = logic.or(blocked, logic.and(goes_on, other));
        goes_on = logic.and(goes_on, same);
    }
    passes.push(goes_on);
    Walk { passes, blocked }
}

/// Whether a stone on a point would stand in a run of five or more, whatever is there now.
pub(crate) fn makes_five<L: Logic>(logic: &L, stones: &Field<L::Bit>, point: (i32, i32)) -> L::Bit {
    makes(logic, stones, point, false)
}

/// Whether a stone on a point would stand in a run of exactly five.
pub(crate) fn makes_exact_five<L: Logic>(logic: &L, stones: &Field<L::Bit>, point: (i32, i32)) -> L::Bit {
    makes(logic, stones, point, true)
}

fn makes<L: Logic>(logic: &L, stones: &Field<L::Bit>, point: (i32, i32), exact: bool) -> L::Bit {
    let mut any = logic.constant(false);
    for axis in AXES {
        for first in -4..=0 {
            if let Some(mut window) = stones.line(point, axis, first, first + 4) {
                window.remove((-first) as usize);
                let mut others = all(logic, &window);
                if exact {
                    others = alone(logic, stones, (point.0 + first * axis.0, point.1 + first * axis.1), axis, others);
                }
                any = logic.or(any, others);
            }
        }
    }
    any
}

/// Whether a five that begins at a point has no stone before or after it.
fn alone<L: Logic>(
    logic: &L,
    stones: &Field<L::Bit>,
    (row, column): (i32, i32),
    (down, right): (i32, i32),
    mut five: L::Bit,
) -> L::Bit {
    for step in [-1, 5] {
        if let Some(beside) = stones.at(row + step * down, column + step * right) {
            five = logic.and(five, logic.not(beside));
        }
    }
    five
}

/// For each place of five in a row on the board, whether the five is there; with `exact`, without a
/// sixth beside it.
pub(crate) fn fives<L: Logic>(logic: &L, stones: &Field<L::Bit>, exact: bool) -> Vec<L::Bit> {
    let mut found = Vec::new();
    for point in points(stones.rows, stones.columns) {
        for axis in AXES {
            let Some(window) = stones.line(point, axis, 0, 4) else { continue };
            let mut five = all(logic, &window);
            if exact {
                five = alone(logic, stones, point, axis, five);
            }
            found.push(five);
        }
    }
    found
}

/// The empty points where a stone makes five or more in a row.
pub(crate) fn winning_cells<L: Logic>(logic: &L, stones: &Field<L::Bit>, empty: &Field<L::Bit>) -> Vec<L::Bit> {
    points(stones.rows, stones.columns)
        .zip(&empty.cells)
        .map(|(point, &empty)| {
            let wins = makes_five(logic, stones, point);
            logic.and(empty, wins)
        })
        .collect()
}

/// The empty points where a stone makes a four, an open four or an open three, as defined by the
/// library's `Threats`.
pub(crate) fn threats<L: Logic>(logic: &L, own: &Field<L::Bit>, empty: &Field<L::Bit>) -> [Vec<L::Bit>; 3] {
    let mut found = [const { Vec::new() }; 3];
    for (point, &free) in points(own.rows, own.columns).zip(&empty.cells) {
        let mut ways = [const { Vec::new() }; 3];
        for axis in AXES {
            // The other cells of a window that begins this many steps before the point: own stones,
            // and empty points.
            let others = |first: i32, length: i32| {
                let (mut stones, mut free) = own.line(point, axis, first, first + length - 1).zip(empty.line(
                    point,
                    axis,
                    first,
                    first + length - 1,
                ))?;
                stones.remove(-first as usize);
                free.remove(-first as usize);
                Some((stones, free))
            };
            // Five cells in a row that then hold four own stones and one empty point.
            for (stones, free) in (-4..=0).filter_map(|first| others(first, 5)) {
                ways[0].push(all_but_one(logic, &stones, &free));
            }
            // Six cells in a row whose outer two are empty; the inner four are then own, or own
            // except for one empty point.
            for first in -3..=0 {
                let ends =
                    empty.line(point, axis, first - 1, first - 1).zip(empty.line(point, axis, first + 4, first + 4));
                let (Some((stones, free)), Some((before, after))) = (others(first, 4), ends) else { continue };
                let open = logic.and(before[0], after[0]);
                let (four, three) = (all(logic, &stones), all_but_one(logic, &stones, &free));
                ways[1].push(logic.and(open, four));
                ways[2].push(logic.and(open, three));
            }
        }
        for (found, ways) in found.iter_mut().zip(ways) {
            let way = any(logic, &ways);
            found.push(logic.and(free, way));
        }
    }
    found
}

fn any<L: Logic>(logic: &L, bits: &[L::Bit]) -> L::Bit {
    bits.iter().fold(logic.constant(false), |any, &bit| logic.or(any, bit))
}

/// Whether all cells are own stones except one, which is an empty point.
fn all_but_one<L: Logic>(logic: &L, own: &[L::Bit], empty: &[L::Bit]) -> L::Bit {
    let mut ways = Vec::new();
    for hole in 0..own.len() {
        let cells: Vec<L::Bit> = (0..own.len()).map(|at| if at == hole { empty[at] } else { own[at] }).collect();
        ways.push(all(logic, &cells));
    }
    any(logic, &ways)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Plain;

    fn any_five(logic: &Plain, stones: &Field<bool>) -> bool {
        fives(logic, stones, false).contains(&true)
    }

    fn field(text: &str) -> Field<bool> {
        let rows: Vec<&str> = text.split('/').collect();
        let cells = rows.concat().chars().map(|cell| cell == 'X').collect();
        Field { rows: rows.len(), columns: rows[0].len(), cells }
    }

    #[test]
    fn a_five_is_one_with_room_for_it_alone() {
        assert!(any_five(&Plain, &field("XXXXX")));
        assert!(!any_five(&Plain, &field("XXXX-X")));
        assert!(any_five(&Plain, &field("----X/---X-/--X--/-X---/X----")));
        // A row does not continue in the next one.
        assert!(!any_five(&Plain, &field("---XX/XXX--")));
        let exact = |text| fives(&Plain, &field(text), true).contains(&true);
        assert!(exact("XXXXX-") && exact("XXXXX") && !exact("XXXXXX"));
    }

    #[test]
    fn walks_end_at_other_stones_empty_cells_and_edges() {
        let text = "XO-XX/-XX-X/OOX-X/-----/X-X--";
        let same = field(text);
        let other = field(&text.replace('X', "-").replace('O', "X"));
        let found = |point| {
            walks(&Plain, &same, &other, point).map(|both| {
                both.map(|walk| {
                    let places: Vec<usize> = (0..walk.passes.len()).filter(|&passed| walk.passes[passed]).collect();
                    assert_eq!(places.len(), 1, "a walk passes one number of stones");
                    (places[0], walk.blocked)
                })
            })
        };
        // From c2: b2, c3 and d1 are of the colour, b1 and b3 of the other.
        let (none, stone) = ((0, false), (0, true));
        let expected = [[(1, false), none], [none, (1, false)], [stone, none], [(1, false), stone]];
        assert_eq!(found((1, 2)), expected);
        // From c3: a1 is at the edge.
        let expected = [[stone, none], [(1, false), none], [(2, false), none], [none, none]];
        assert_eq!(found((2, 2)), expected);
        // From e1, a corner.
        assert_eq!(found((0, 4)).map(|[before, after]| [before.0, after.0]), [[1, 0], [0, 2], [0, 0], [0, 0]]);
    }

    #[test]
    fn fives_are_runs_through_the_stone() {
        for pattern in 0..1 << 9u32 {
            let stones = Field { rows: 1, columns: 9, cells: (0..9).map(|cell| pattern >> cell & 1 == 1).collect() };
            let empty = Field { cells: stones.cells.iter().map(|stone| !stone).collect(), ..stones.clone() };
            let wins = winning_cells(&Plain, &stones, &empty);
            for (cell, &wins) in wins.iter().enumerate() {
                let (before, after) = (&stones.cells[..cell], &stones.cells[cell + 1..]);
                let run = before.iter().rev().take_while(|&&stone| stone).count()
                    + 1
                    + after.iter().take_while(|&&stone| stone).count();
                let point = (0, cell as i32);
                assert_eq!(makes_exact_five(&Plain, &stones, point), run == 5, "{pattern:#b}, cell {cell}");
                assert_eq!(makes_five(&Plain, &stones, point), run >= 5, "{pattern:#b}, cell {cell}");
                assert_eq!(wins, empty.cells[cell] && run >= 5, "{pattern:#b}, cell {cell}");
            }
        }
    }

    /// The text with a stone on a cell, and all its pieces of a length that hold this cell, each
    /// with where the cell is in it.
    fn around(text: &str, cell: usize, length: usize) -> Vec<(String, usize)> {
        let mut with = text.to_owned();
        with.replace_range(cell..=cell, "X");
        let firsts = (0..=cell).filter(|first| (cell + 1..=with.len()).contains(&(first + length)));
        firsts.map(|first| (with[first..first + length].to_owned(), cell - first)).collect()
    }

    #[test]
    fn threats_are_what_the_text_of_a_line_shows() {
        for number in 0..3usize.pow(9) {
            let text: String = (0..9).map(|place| ['-', 'X', 'O'][number / 3usize.pow(place) % 3]).collect();
            let empty = Field { rows: 1, columns: 9, cells: text.chars().map(|cell| cell == '-').collect() };
            let [fours, open_fours, open_threes] = threats(&Plain, &field(&text), &empty);
            for cell in 0..9 {
                let count = |text: &str, of| text.chars().filter(|&cell| cell == of).count();
                let counts = |text: &str| (count(text, 'X'), count(text, '-'));
                let inner: Vec<(usize, usize)> = around(&text, cell, 6)
                    .iter()
                    .filter(|(line, at)| line.starts_with('-') && line.ends_with('-') && (1..5).contains(at))
                    .map(|(line, _)| counts(&line[1..5]))
                    .collect();
                let four = around(&text, cell, 5).iter().any(|(line, _)| counts(line) == (4, 1));
                let expected = [four, inner.contains(&(4, 0)), inner.contains(&(3, 1))];
                let found = [fours[cell], open_fours[cell], open_threes[cell]];
                assert_eq!(found, expected.map(|threat| threat && empty.cells[cell]), "{text}, cell {cell}");
            }
        }
    }

    /// Well known: 572 ways to five in a row on 15x15, 1020 on 19x19.
    #[test]
    fn ways_to_five() {
        for (size, ways) in [(15, 572), (19, 1020)] {
            let full = Field { rows: size, columns: size, cells: vec![true; size * size] };
            assert_eq!(fives(&Plain, &full, false), vec![true; ways]);
        }
    }

    /// Of all sets of five stones on 5x6, only the 20 lines have five in a row; the same lines are
    /// found from each of their cells.
    #[test]
    fn sets_of_five() {
        let (mut all, mut exact, mut makes) = (0, 0, 0);
        let mut set = 0b11111u32;
        while set < 1 << 30 {
            let cells = (0..30).map(|cell| set >> cell & 1 == 1).collect();
            let stones = Field { rows: 5, columns: 6, cells };
            all += u32::from(any_five(&Plain, &stones));
            exact += u32::from(fives(&Plain, &stones, true).contains(&true));
            let mut own = points(5, 6).zip(&stones.cells).filter(|(_, stone)| **stone);
            makes += own.by_ref().filter(|(point, _)| makes_five(&Plain, &stones, *point)).count();
            // The next larger number with the same number of set bits.
            let lowest = set & set.wrapping_neg();
            let ripple = set + lowest;
            set = ripple | (((set ^ ripple) >> 2) / lowest);
        }
        assert_eq!((all, exact, makes), (20, 20, 100));
    }
}
