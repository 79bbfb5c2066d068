//! Boards of real games as states of NoGo's theorems, so that counterexamples are real boards where
//! possible.

use super::four_boards::point_name;
use crate::bits::Bits;
use crate::graph::{Graph, Lit};
use crate::rules::nogo::{CELLS, neighbours};
use stonemask::kernels::with_tier;
use stonemask::nogo::{Board, Colour, Point, PointSet};
use stonemask::{Random, Tier};

/// Slot numbers; 0 stands for no group.
pub(super) const GROUPS: usize = 62;

/// The sets of a state: those of the side to move, and those of the other.
#[derive(Clone)]
pub(super) struct Sets {
    pub(super) stones: [Bits; 2],
    pub(super) empty: Bits,
    pub(super) safe: [Bits; 2],
    pub(super) allowed: [Bits; 2],
}

/// The number of boards tried, and the most stones on one.
const BOARDS: usize = 96;
const MOST_STONES: u32 = 75;

/// A board of a game at which a legal move follows.
struct Played {
    board: Board,
    /// The stones in order and then the move, as `stonemask check --replay` reads them.
    text: String,
    /// By slot, the stones of its group; and by cell, the slot.
    groups: Vec<Vec<usize>>,
    ids: [usize; CELLS],
}

fn point(cell: usize) -> Point {
    Point::new(cell / 9, cell % 9).expect("a cell")
}

fn is_in(set: PointSet, cell: usize) -> bool {
    set.contains(point(cell))
}

impl Played {
    /// A random game of some plies, after which a colour may move on a cell.
    fn drawn(random: &mut Random, colour: usize, cell: usize) -> Option<Played> {
        let (board, groups) = (Board::start(), vec![Vec::new(); GROUPS]);
        let mut played = Played { board, text: "9x9".to_owned(), groups, ids: [0; CELLS] };
        for _ in 0..random.below(MOST_STONES) {
            let side = random.below(2) as usize;
            let moves = played.board.allowed(Colour::ALL[side]);
            let chosen = (0..CELLS).filter(|&other| other != cell && is_in(moves, other));
            let chosen: Vec<usize> = chosen.collect();
            if !chosen.is_empty() {
                played.place(side, chosen[random.below(chosen.len() as u32) as usize]);
            }
        }
        played.tell(colour, cell);
        is_in(played.board.allowed(Colour::ALL[colour]), cell).then_some(played)
    }

    fn tell(&mut self, colour: usize, cell: usize) {
        self.text += &format!(" {}{}", ["X", "O"][colour], point_name(cell));
    }

    /// Places a stone. Its group takes the lowest slot that is free or given up.
    fn place(&mut self, colour: usize, cell: usize) {
        let own = self.board.stones(Colour::ALL[colour]);
        let mut group = vec![cell];
        for next in neighbours(cell).filter(|&next| is_in(own, next)) {
            group.append(&mut self.groups[self.ids[next]]);
        }
        let slot = (1..GROUPS).find(|&slot| self.groups[slot].is_empty()).expect("at most 61 groups");
        group.iter().for_each(|&stone| self.ids[stone] = slot);
        self.groups[slot] = group;
        let place = || self.board.place(Colour::ALL[colour], point(cell));
        with_tier(Tier::Portable, place).expect("every processor has it");
        self.tell(colour, cell);
    }

    /// That a state, with a colour to move, is this board.
    fn is(&self, graph: &Graph, state: &Seen, colour: usize) -> Lit {
        let mut same = Bits::new();
        let mut set = |bits: &[Lit], values: &dyn Fn(usize) -> bool| {
            same.extend(bits.iter().enumerate().map(|(place, bit)| bit.negated_if(!values(place))));
        };
        for (side, of) in [colour, 1 - colour].map(|of| Colour::ALL[of]).into_iter().enumerate() {
            let [stones, safe, allowed] = [self.board.stones(of), self.board.safe(of), self.board.allowed(of)];
            set(&state.sets.stones[side], &|cell| is_in(stones, cell));
            set(&state.sets.safe[side], &|cell| is_in(safe, cell));
            set(&state.sets.allowed[side], &|cell| is_in(allowed, cell));
            set(&state.slots[side], &|slot| {
                self.groups.get(slot).and_then(|group| group.first()).is_some_and(|&stone| is_in(stones, stone))
            });
        }
        set(&state.sets.empty, &|cell| is_in(self.board.empties(), cell));
        for (cell, id) in state.ids.iter().enumerate() {
            set(id, &|bit| self.ids[cell] >> bit & 1 == 1);
        }
        for (stones, group) in self.groups.iter().zip(&state.groups).filter(|(stones, _)| !stones.is_empty()) {
            set(group, &|cell| stones.contains(&cell));
        }
        graph.all(&same)
    }
}

/// The parts of a state that a board determines.
#[derive(Clone)]
pub(super) struct Seen {
    /// Those of the side to move, and of the other.
    pub(super) sets: Sets,
    /// By cell, the slot of its group.
    pub(super) ids: Vec<Bits>,
    /// The slots that are in use, of both sides.
    pub(super) slots: [Bits; 2],
    /// By slot, the stones of its group.
    pub(super) groups: Vec<Bits>,
}

/// A move on a state that may be that of a board.
pub(super) struct OnBoards {
    /// The kernel's name, as `stonemask check --replay` reads it.
    pub(super) name: String,
    pub(super) seen: Seen,
    pub(super) colour: usize,
    pub(super) cell: usize,
}

impl OnBoards {
    /// The examples: each boards' line on which the move is legal, where some terms have the values
    /// that others have on the board.
    pub(super) fn with(&self, terms: &[Lit], values: &[Lit]) -> impl Fn(&Graph) -> Vec<(Lit, String)> + 'static {
        let (name, seen, colour, cell) = (self.name.clone(), self.seen.clone(), self.colour, self.cell);
        let (terms, values) = (terms.to_vec(), values.to_vec());
        move |graph| {
            let same = graph.equal(&terms, &values);
            let mut random = Random::new((2 * cell + colour) as u64);
            let drawn = std::iter::repeat_with(|| Played::drawn(&mut random, colour, cell)).take(8 * BOARDS).flatten();
            let boards: Vec<Played> = drawn.take(BOARDS).collect();
            let line =
                |board: Played| (graph.and(board.is(graph, &seen, colour), same), format!("{name} {}", board.text));
            boards.into_iter().map(line).collect()
        }
    }
}
