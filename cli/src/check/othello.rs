//! Othello's kernels, to be compared with the rules.

use super::input::{Input, UpTo, without_some};
use super::source::Source;
use super::subject::{Subject, Table, subject};
use crate::games::Name;
use std::fmt;
use stonemask::game::Game;
use stonemask::internals::othello::{BitslicesDifference, bitslices_differ, evaluated_children, evaluated_reply};
use stonemask::othello::{Board, Children, Colour, Kernels, Packed6, Position, Positions, Scoring, Square, SquareSet};
use stonemask::{Random, Tier};

impl Table for Kernels {
    fn of(tier: Tier) -> &'static Kernels {
        Kernels::get(tier).expect("the tier is available")
    }
}

pub(super) fn subjects() -> Vec<Subject> {
    let mut subjects = vec![
        subject(Name::Othello8, "legal_moves_8x8", |k: &'static Kernels, p: &Position<8>| k.legal_moves(*p)),
        subject(Name::Othello8, "mobility_8x8", |k: &'static Kernels, p: &Position<8>| k.mobility(*p)),
        subject(Name::Othello6, "legal_moves_inner", |k: &'static Kernels, p: &Position<6>| k.legal_moves(*p)),
        subject(Name::Othello6, "mobility_inner", |k: &'static Kernels, p: &Position<6>| k.mobility(*p)),
        subject(Name::Othello4, "legal_moves_inner", |k: &'static Kernels, p: &Position<4>| k.legal_moves(*p)),
        subject(Name::Othello4, "mobility_inner", |k: &'static Kernels, p: &Position<4>| k.mobility(*p)),
        subject(Name::Othello8, "last_plies_8x8", |k: &'static Kernels, p: &Position<8>| last_plies(k, *p)),
        subject(Name::Othello6, "last_plies_inner", |k: &'static Kernels, p: &Position<6>| last_plies(k, *p)),
        subject(Name::Othello4, "last_plies_inner", |k: &'static Kernels, p: &Position<4>| last_plies(k, *p)),
        subject(Name::Othello6, "evaluate_children", |k: &'static Kernels, p: &Position<6>| evaluated_children(k, *p)),
        subject(Name::Othello6, "best_reply", |k: &'static Kernels, p: &Position<6>| {
            [-200, -40, -1, 0, 1, 40, i32::MAX].map(|beta| evaluated_reply(k, *p, beta))
        }),
        subject(Name::Othello6, "packed6_outflank", |k: &'static Kernels, ((state, colour), cell): &OnPacked| {
            state.outflank_with(k, *colour, cell.0 as u8)
        }),
        subject(Name::Othello6, "packed6_move", |k: &'static Kernels, ((state, colour), cell): &OnPacked| {
            let mut moved = *state;
            let result = moved.play_with(k, *colour, cell.0 as u8);
            (moved, result)
        }),
    ];
    subjects.extend(many::<4>(Name::Othello4, ["batch_moves_inner", "batch_mobility_inner", "bitslices_plies_4x4"]));
    subjects.extend(many::<6>(Name::Othello6, ["batch_moves_inner", "batch_mobility_inner", "bitslices_plies_6x6"]));
    subjects.extend(many::<8>(Name::Othello8, ["batch_moves_8x8", "batch_mobility_8x8", "bitslices_plies_8x8"]));
    subjects.extend(of_any_size::<4>(Name::Othello4));
    subjects.extend(of_any_size::<6>(Name::Othello6));
    subjects.extend(of_any_size::<8>(Name::Othello8));
    subjects
}

fn of_any_size<const N: usize>(game: Name) -> [Subject; 3] {
    [
        subject(game, "flips", |k: &'static Kernels, (p, at): &(Position<N>, Square<N>)| k.flips(*p, *at)),
        subject(game, "outflanks", |k: &'static Kernels, (p, at): &(Position<N>, Square<N>)| k.outflanks(*p, *at)),
        subject(game, "children", |k: &'static Kernels, p: &Position<N>| {
            let mut children = Children::new();
            let moves = k.children(*p, &mut children);
            (moves, children.as_slice().to_vec())
        }),
    ]
}

/// The values and node counts of a position, once it has 5 to 8 empty squares, for a window and every scoring.
fn last_plies<const N: usize>(kernels: &'static Kernels, given: Position<N>) -> [(i32, u64); 3] {
    // The first empty squares stay, or the first squares of all are emptied. How many, and the window, follow from the discs.
    let (empties, own) = (given.empties(), given.own().len());
    let left: SquareSet<N> = empties.iter().chain((!empties).iter()).take(5 + own as usize % 4).collect();
    let own_left = given.own() - left;
    let position = position::<N>(own_left.bits(), (!left - own_left).bits());
    let alpha = own as i32 * 5 % 41 - 20;
    Scoring::ALL.map(|scoring| kernels.last_plies(position, alpha, scoring))
}

/// The kernels for many positions, and those for random games in bit slices, which must be the reference's.
fn many<const N: usize>(game: Name, [moves, mobility, bitslices]: [&'static str; 3]) -> [Subject; 7] {
    [
        subject(game, moves, |k: &'static Kernels, positions: &Vec<Position<N>>| {
            let mut moves = vec![0; positions.len()];
            with_arrays(positions, |positions| k.legal_moves_many(positions, &mut moves));
            moves
        }),
        subject(game, mobility, |k: &'static Kernels, positions: &Vec<Position<N>>| {
            let mut counts = vec![0; positions.len()];
            with_arrays(positions, |positions| k.mobility_many(positions, &mut counts));
            counts
        }),
        subject(game, "batch_flips", |k: &'static Kernels, inputs: &Vec<(Position<N>, Square<N>)>| {
            let (positions, squares): (Vec<_>, Vec<_>) = inputs.iter().copied().unzip();
            let mut flips = vec![0; positions.len()];
            with_arrays(&positions, |positions| k.flips_many(positions, &squares, &mut flips));
            flips
        }),
        subject(game, "batch_children", |k: &'static Kernels, positions: &Vec<Position<N>>| {
            let reference = Kernels::of(Tier::Reference);
            let moves: Vec<u64> = positions.iter().map(|position| reference.legal_moves(*position).bits()).collect();
            let count = moves.iter().map(|moves| moves.count_ones() as usize).sum();
            let (mut own, mut opponent) = (vec![0; count], vec![0; count]);
            with_arrays(positions, |positions| k.children_many(positions, &moves, &mut own, &mut opponent));
            (own, opponent)
        }),
        subject(game, bitslices, |k: &'static Kernels, positions: &Vec<Position<N>>| differs(k, positions, 3)),
        subject(game, "bitslices_launch", |k: &'static Kernels, positions: &Vec<Position<N>>| differs(k, positions, 0)),
        subject(game, "bitslices_finish", |k: &'static Kernels, positions: &Vec<Position<N>>| differs(k, positions, 2)),
    ]
}

/// Where random games in bit slices from these positions part from the reference's within so many plies.
fn differs<const N: usize>(
    kernels: &'static Kernels,
    positions: &[Position<N>],
    plies: u64,
) -> Option<BitslicesDifference<N>> {
    bitslices_differ(kernels, positions, plies)
}

fn with_arrays<const N: usize, T>(positions: &[Position<N>], run: impl FnOnce(Positions<'_, N>) -> T) -> T {
    let (own, opponent): (Vec<u64>, Vec<u64>) =
        positions.iter().map(|position| (position.own().bits(), position.opponent().bits())).unzip();
    run(Positions::new(&own, &opponent).expect("discs do not overlap"))
}

/// A packed state, a colour and a cell, the pass included.
type OnPacked = ((Packed6, Colour), UpTo<{ Packed6::PASS as u32 }>);

/// The cells, the side to move as black: `--X...O- X`.
impl<const N: usize> Input for Position<N> {
    /// Any two sets of discs that do not overlap, from nearly empty to full boards.
    fn arbitrary(source: &mut Source) -> Position<N> {
        let bits = |source: &mut Source| source.bits() & SquareSet::<N>::ALL.bits();
        let occupied = match source.below(6) {
            0 => bits(source) & bits(source) & bits(source),
            1 => bits(source) & bits(source),
            2 => bits(source),
            3 => bits(source) | bits(source),
            4 => bits(source) | bits(source) | bits(source),
            _ => SquareSet::<N>::ALL.bits(),
        };
        let own = match source.below(4) {
            0 => bits(source) & bits(source),
            1 => bits(source) | bits(source),
            _ => bits(source),
        };
        position(occupied & own, occupied & !own)
    }

    /// A random game, ply by ply, each with an arbitrary position.
    fn round(source: &mut Source, found: &mut dyn FnMut(&mut Source, Position<N>)) {
        let mut board = Board::<N>::start();
        loop {
            found(source, board.position());
            let arbitrary = Position::arbitrary(source);
            found(source, arbitrary);
            if !board.play_random(Kernels::of(Tier::Reference), &mut Random::new(source.bits())) {
                return;
            }
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Board::new(*self, Colour::Black))
    }

    fn read(text: &str) -> Result<Position<N>, String> {
        text.parse().map(|board: Board<N>| board.position()).map_err(|error| format!("{error}"))
    }

    fn smaller(&self, take: &mut dyn FnMut(Position<N>) -> bool) -> bool {
        let discs: Vec<u64> = SquareSet::<N>::ALL
            .into_iter()
            .map(|square| square.set().bits())
            .filter(|disc| (self.own() | self.opponent()).bits() & disc != 0)
            .collect();
        without_some(&discs).any(|discs| {
            let discs: u64 = discs.into_iter().sum();
            take(position(self.own().bits() & discs, self.opponent().bits() & discs))
        })
    }
}

fn position<const N: usize>(own: u64, opponent: u64) -> Position<N> {
    let on_board = |bits| SquareSet::from_bits(bits).expect("squares of the board");
    Position::new(on_board(own), on_board(opponent)).expect("the sets do not overlap")
}

impl<const N: usize> Input for Square<N> {
    fn arbitrary(source: &mut Source) -> Square<N> {
        let (row, column) = (source.between(0, N - 1), source.between(0, N - 1));
        Square::new(row, column).expect("a square of the board")
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }

    fn read(text: &str) -> Result<Square<N>, String> {
        text.parse().map_err(|error| format!("{error}"))
    }
}

/// `t free pos`, the latter two in hexadecimal.
impl Input for Packed6 {
    fn arbitrary(source: &mut Source) -> Packed6 {
        let (t, free, pos) = (source.below(16) as u8, source.bits() as u32, source.bits() as u32);
        Packed6::new(t, free, pos & free).expect("black only where occupied")
    }

    fn round(source: &mut Source, found: &mut dyn FnMut(&mut Source, Packed6)) {
        Position::<6>::round(source, &mut |source, position| {
            // Among arbitrary positions there are some whose centre is not occupied.
            let of_board = Packed6::from_board(&Board::new(position, Colour::Black));
            let state = of_board.unwrap_or_else(|_| Packed6::arbitrary(source));
            found(source, state);
        });
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:#x} {:#x}", self.t(), self.free(), self.pos())
    }

    fn read(text: &str) -> Result<Packed6, String> {
        let expected = || format!("'{text}' is no packed state: expected t, free and pos, such as 6 0x81 0x80");
        let hexadecimal = |text: &str| u32::from_str_radix(text.strip_prefix("0x")?, 16).ok();
        let [t, free, pos] = text.split(' ').collect::<Vec<_>>().try_into().map_err(|_| expected())?;
        let t = t.parse().map_err(|_| expected())?;
        let (free, pos) = hexadecimal(free).zip(hexadecimal(pos)).ok_or_else(expected)?;
        Packed6::new(t, free, pos).map_err(|error| format!("{error}"))
    }

    fn smaller(&self, take: &mut dyn FnMut(Packed6) -> bool) -> bool {
        let discs: Vec<u32> = (0..32).map(|bit| 1 << bit).filter(|disc| self.free() & disc != 0).collect();
        without_some(&discs).any(|discs| {
            let discs: u32 = discs.into_iter().sum();
            take(Packed6::new(self.t(), discs, self.pos() & discs).expect("black only where occupied"))
        })
    }
}
