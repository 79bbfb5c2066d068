//! The rules, written once more: on cells, without bit tricks, shared with neither the kernels nor
//! the library's Reference.
//!
//! They are generic over the logic: on `bool` they are played and counted against published numbers
//! (`tests` of each file), on terms they are what a kernel is compared with.

pub(crate) mod gomoku;
pub(crate) mod nogo;
pub(crate) mod othello;
pub(crate) mod random;

/// The library's Reference, against which its kernels are tested, states the same rules.
#[cfg(test)]
mod tests {
    use super::{gomoku, nogo, othello};
    use crate::graph::Plain;
    use stonemask::Random;
    use stonemask::game::Colour;
    use stonemask::gomoku::reference as gomoku_cells;
    use stonemask::gomoku::{Point, Size};
    use stonemask::nogo::reference as nogo_cells;
    use stonemask::othello::reference as othello_cells;

    /// A stone of either colour, or none; of 16 cells, `most` have none.
    fn drawn(random: &mut Random, most: u32) -> Option<Colour> {
        let colour = if random.below(2) == 0 { Colour::Black } else { Colour::White };
        (random.below(16) >= most).then_some(colour)
    }

    fn othello_is_as_the_reference<const N: usize>() {
        let mut random = Random::new(N as u64);
        let first = 4 - N / 2;
        let in_frame = |(row, column): (usize, usize)| 8 * (row + first) + column + first;
        let set = |cells: Vec<(usize, usize)>| {
            let mut set = vec![false; 64];
            cells.into_iter().for_each(|cell| set[in_frame(cell)] = true);
            set
        };
        let all: Vec<(usize, usize)> = (0..N).flat_map(|row| (0..N).map(move |column| (row, column))).collect();
        for round in 0..200 {
            let cells: othello_cells::Cells<N> =
                std::array::from_fn(|_| std::array::from_fn(|_| drawn(&mut random, round % 16)));
            for colour in [Colour::Black, Colour::White] {
                let of = |colour| {
                    set(all.iter().copied().filter(|&(row, column)| cells[row][column] == Some(colour)).collect())
                };
                let (own, opponent) = (of(colour), of(colour.other()));
                let legal = othello::legal_moves(&Plain, &own, &opponent);
                let is_legal = |&(row, column): &(usize, usize)| legal[in_frame((row, column))];
                let legal: Vec<(usize, usize)> = all.iter().copied().filter(is_legal).collect();
                assert_eq!(legal, othello_cells::legal_moves(&cells, colour), "{cells:?}");
                for &(row, column) in &all {
                    let flips = othello::flips(&Plain, &own, &opponent, in_frame((row, column)));
                    let expected = set(othello_cells::flips(&cells, colour, row, column));
                    assert_eq!(flips, expected, "({row}, {column}) of {cells:?}");
                    let outflanks = othello::outflanks(&Plain, &own, &opponent, in_frame((row, column)));
                    assert_eq!(outflanks, expected.contains(&true), "({row}, {column}) of {cells:?}");
                }
            }
        }
    }

    #[test]
    fn othello_is_as_the_reference_has_it() {
        othello_is_as_the_reference::<4>();
        othello_is_as_the_reference::<6>();
        othello_is_as_the_reference::<8>();
    }

    #[test]
    fn gomoku_is_as_the_reference_has_it() {
        let mut random = Random::new(1);
        let mut fives = [0; 2];
        for round in 0..300 {
            let [rows, columns] = [(); 2].map(|()| 5 + random.below(8) as usize);
            let points: Vec<Point> =
                (0..rows).flat_map(|row| (0..columns).map(move |column| Point::new(row, column).unwrap())).collect();
            let mut cells = gomoku_cells::Cells::new(Size::new(rows, columns).unwrap());
            // One colour has most stones in many rounds, so that there are rows of five, six and
            // more.
            let rare = random.below(8);
            for &point in &points {
                let stone = drawn(&mut random, round % 12);
                cells.set(point, stone.map(|stone| if random.below(8) < rare { Colour::Black } else { stone }));
            }
            let field = |of: Option<Colour>| gomoku::Field {
                rows,
                columns,
                cells: points.iter().map(|&point| cells.get(point) == of).collect::<Vec<bool>>(),
            };
            let empty = field(None);
            for colour in [Colour::Black, Colour::White] {
                let (own, other) = (field(Some(colour)), field(Some(colour.other())));
                let set = |bits: &[bool]| -> Vec<Point> {
                    points.iter().zip(bits).filter(|(_, bit)| **bit).map(|(point, _)| *point).collect()
                };
                let any = |exact| gomoku::fives(&Plain, &own, exact).contains(&true);
                let expected = [gomoku_cells::any_five(&cells, colour), gomoku_cells::any_exact_five(&cells, colour)];
                assert_eq!([any(false), any(true)], expected, "{cells:?}");
                (0..2).for_each(|exact| fives[exact] += u32::from(expected[exact]));
                let wins = gomoku::winning_cells(&Plain, &own, &empty);
                assert_eq!(set(&wins), gomoku_cells::winning_cells(&cells, colour), "{cells:?}");
                let threats = gomoku::threats(&Plain, &own, &empty).map(|threat| set(&threat));
                let reference = [gomoku_cells::fours, gomoku_cells::open_fours, gomoku_cells::open_threes];
                assert_eq!(threats, reference.map(|find| find(&cells, colour)), "{cells:?}");
                for &point in points.iter().filter(|&&point| cells.get(point) == Some(colour)) {
                    let at = (point.row() as i32, point.column() as i32);
                    let runs = gomoku_cells::runs(&cells, point);
                    let walks = gomoku::walks(&Plain, &own, &other, at);
                    for (run, [back, on]) in runs.iter().zip(walks) {
                        let passed = |walk: &gomoku::Walk<bool>| walk.passes.iter().position(|&is| is).unwrap() as u8;
                        let found = (1 + passed(&back) + passed(&on), passed(&back));
                        assert_eq!(found, (run.length, run.before), "{point} of {cells:?}");
                        assert_eq!(u8::from(back.blocked) + u8::from(on.blocked), run.blocked, "{point} of {cells:?}");
                    }
                    let wins = runs.iter().any(|run| run.length >= 5);
                    assert_eq!(gomoku::makes_five(&Plain, &own, at), wins, "{point} of {cells:?}");
                    let wins = runs.iter().any(|run| run.length == 5);
                    assert_eq!(gomoku::makes_exact_five(&Plain, &own, at), wins, "{point} of {cells:?}");
                }
            }
        }
        assert!(fives.iter().all(|&fives| (50..550).contains(&fives)), "{fives:?}");
    }

    #[test]
    fn nogo_is_as_the_reference_has_it() {
        let mut random = Random::new(1);
        let (mut legal, mut illegal) = (0, 0);
        for round in 0..400 {
            // Some cells of some boards are off them.
            let blocked = round / 16 % 4;
            let cells: nogo_cells::Cells = std::array::from_fn(|_| {
                std::array::from_fn(|_| match drawn(&mut random, round % 16) {
                    _ if random.below(8) < blocked => nogo_cells::Cell::Off,
                    None => nogo_cells::Cell::Empty,
                    Some(colour) => nogo_cells::Cell::Stone(colour),
                })
            });
            let set = |of: nogo_cells::Cell| (0..nogo::CELLS).map(|cell| cells[cell / 9][cell % 9] == of).collect();
            let stones = [Colour::Black, Colour::White].map(|colour| set(nogo_cells::Cell::Stone(colour)));
            let position = nogo::Position { stones, empty: set(nogo_cells::Cell::Empty) };
            let alive = nogo::tests::alive(&position);
            let all_live = (0..nogo::CELLS).all(|cell| alive[cell] == position.stones.iter().any(|of| of[cell]));
            assert_eq!(all_live, nogo_cells::dead(&cells).is_none(), "{cells:?}");
            for (number, colour) in [Colour::Black, Colour::White].into_iter().enumerate() {
                for cell in (0..nogo::CELLS).filter(|&cell| position.empty[cell]) {
                    let after = position.placed(&Plain, number, cell);
                    let permits = after.permits(&Plain, &nogo::tests::alive(&after), cell);
                    let expected = nogo_cells::check(&cells, colour, cell / 9, cell % 9).is_ok();
                    assert_eq!(permits, expected, "cell {cell} of {cells:?}");
                    *(if expected { &mut legal } else { &mut illegal }) += 1;
                }
            }
        }
        assert!(legal > 1000 && illegal > 1000, "{legal} legal moves, {illegal} illegal ones");
    }
}
