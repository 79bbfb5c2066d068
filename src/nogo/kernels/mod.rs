//! NoGo's kernels and their tables, one per tier.

#[cfg(stonemask_asm)]
use crate::kernel::old::old_assembly;
use crate::kernel::old::{choice, kernel, reference, table};
use crate::nogo::reference::{self, Cell, Cells};
use crate::nogo::slices::{self, Slices};
use crate::nogo::{Board, Colour, FourBoards, Masks, Point, PointSet, Position, State, halves, set, windows};
use crate::random::Random;
use crate::tier::Tier;
use std::ffi::c_void;
use std::sync::atomic::{AtomicPtr, Ordering};

table! {
    /// The NoGo kernels of one tier.
    ///
    /// ```
    /// use stonemask::Tier;
    /// use stonemask::nogo::{Board, Kernels};
    ///
    /// let board: Board = "-X-/X-O/--O X".parse().unwrap();
    /// for tier in Tier::available() {
    ///     let kernels = Kernels::get(tier).unwrap();
    ///     assert_eq!(kernels.masks(&board.position()), board.masks());
    /// }
    /// ```
    pub struct Kernels {
        play: fn(*mut State, u32, u32),
        random_plies: fn(*mut State, *mut u64, u32) -> u32,
        plays: fn(*mut State, *mut u8, usize, *mut u64),
        masks: fn(*const Position, *mut Masks, usize),
        is_legal: fn(*const Position, u32, u32) -> u32,
        slices: fn(*mut c_void, u32, u32) -> u32,
        four_boards_moves: fn(*const FourBoards, u32, *mut [i32; 3]),
        four_boards_surrounded: fn(*const FourBoards, u32, *mut [i32; 3]),
    }
}

/// Among the points for [`Kernels::plays`]: draw one.
pub(crate) const DRAWN: u8 = 0x80;
/// Among these points: play none, or none was played.
pub(crate) const NOT_PLAYED: u8 = 0xff;

choice!();

impl Kernels {
    /// Places a stone, whoever is to move, and brings groups and both masks up to date; the other colour is to move then.
    ///
    /// # Panics
    /// When the point is not among `board.allowed(colour)`.
    #[inline]
    pub fn play(&self, board: &mut Board, colour: Colour, point: Point) {
        assert!(board.allowed(colour).contains(point), "{point} is illegal for {colour}");
        // SAFETY: this processor runs the table's tier (`get`). A board's state is valid by its type's invariant, which the
        // kernel keeps, as the move is legal: it is then a position in which every group has a liberty, so that no more
        // than 61 groups take slots. The kernel accesses nothing but the state, which nobody else has.
        unsafe { (self.play)(board.state_mut(), colour as u32, point.bit()) }
    }

    /// Plays at most `limit` random moves, each among those of [`Board::allowed`] with equal chances, and returns how many.
    /// It ends early where there is none.
    #[inline]
    pub(crate) fn random_plies(&self, board: &mut Board, random: &mut Random, limit: u32) -> u32 {
        // SAFETY: as for `play`; the kernel plays legal moves alone. The counter of the generator is another object.
        unsafe { (self.random_plies)(board.state_mut(), random.state(), limit) }
    }

    /// A ply in each game: of `points`, the one given, if it is legal; one of [`Board::allowed`] with equal chances where it
    /// is [`DRAWN`], which it then tells; none where it is [`NOT_PLAYED`]. That it tells too where nothing was played.
    ///
    /// # Panics
    /// When there is not a point for each board.
    pub(crate) fn plays(&self, boards: &mut [Board], points: &mut [u8], random: &mut Random) {
        assert_eq!(boards.len(), points.len(), "a point for each board");
        for (board, point) in boards.iter().zip(&mut *points) {
            if *point < DRAWN && !board.legal_moves().contains(Point::from_bit((*point).into())) {
                *point = NOT_PLAYED;
            }
        }
        let states = boards.as_mut_ptr().cast::<State>();
        // SAFETY: as for `play`: every point given is legal. A `Board` is a `State` and nothing else (`repr(transparent)`); there
        // are as many of them as points. The counter is another object.
        unsafe { (self.plays)(states, points.as_mut_ptr(), points.len(), random.state()) }
    }

    /// The legal moves of both colours, computed from the stones alone. A stone may not be placed where it would leave a group
    /// next to it, or its own, without a liberty; groups that have none to begin with do not matter.
    #[inline]
    pub fn masks(&self, position: &Position) -> Masks {
        let mut masks = [Masks::default()];
        self.masks_of_all(std::slice::from_ref(position), &mut masks);
        masks[0]
    }

    /// [`Kernels::masks`] of many positions; cheaper for each where the tier works on several at once.
    ///
    /// # Panics
    /// When there are not as many masks as positions.
    pub fn masks_of_all(&self, positions: &[Position], masks: &mut [Masks]) {
        assert_eq!(positions.len(), masks.len(), "one pair of masks for each position");
        if !positions.is_empty() {
            // SAFETY: this processor runs the table's tier. Both slices hold as many values, and not none; `Position` and
            // `Masks` are `repr(C)`, and the sets of a position lie in the frame and do not overlap. The kernel writes subsets
            // of the frame.
            unsafe { (self.masks)(positions.as_ptr(), masks.as_mut_ptr(), positions.len()) }
        }
    }

    /// Whether `colour` may play on `point`, computed from the stones alone: whether the point is among
    /// [`Kernels::masks`].
    #[inline]
    pub fn is_legal(&self, position: &Position, colour: Colour, point: Point) -> bool {
        // SAFETY: this processor runs the table's tier. The position is valid by its type's invariant, and the point is an
        // empty one. The kernel reads the position and constants alone.
        position.empties().contains(point) && unsafe { (self.is_legal)(position, colour as u32, point.bit()) != 0 }
    }

    /// How many words a plane of [`Slices`] has for the `slices` kernel of this tier.
    pub(crate) fn slice_words(&self) -> usize {
        if self.tier == Tier::Avx512 { 8 } else { 4 }
    }

    /// Steps of random games, at most `limit`, until at least `least` of them are over; returns how many.
    ///
    /// # Panics
    /// When the planes have another number of words than this tier's.
    pub(crate) fn slices<const W: usize>(&self, slices: &mut Slices<W>, least: u32, limit: u32) -> u32 {
        assert_eq!(W, self.slice_words(), "planes of {W} words");
        // SAFETY: this processor runs the table's tier, and the state has the layout and width that its kernel takes. The type
        // keeps `last` an offset of one of the two. The kernel accesses nothing but the state, which nobody else has.
        unsafe { (self.slices)(std::ptr::from_mut(slices).cast(), least, limit) }
    }

    /// What `limit` steps of the `slices` kernel make of many games with a board, and what the plain form makes of them: the
    /// same. For checks; no part of the interface.
    #[doc(hidden)]
    pub fn slices_and_plain(&self, board: &Board, seed: u64, limit: u32) -> [String; 2] {
        if self.tier < Tier::Avx2 {
            return Default::default(); // The plain form is their kernel.
        }
        match self.slice_words() {
            8 => slices::after_steps::<8>(self, board, seed, limit),
            _ => slices::after_steps::<4>(self, board, seed, limit),
        }
    }

    /// [`FourBoards::moves`] by the kernels of this tier.
    pub fn four_boards_moves(&self, state: &FourBoards, colour: Colour) -> [i32; 3] {
        let mut moves = [0; 3];
        // SAFETY: this processor runs the table's tier. The kernel takes any twelve words, and writes three.
        unsafe { (self.four_boards_moves)(state, colour as u32, &mut moves) };
        moves
    }

    /// [`FourBoards::surrounded`] by the kernels of this tier.
    pub fn four_boards_surrounded(&self, state: &FourBoards, colour: Colour) -> [i32; 3] {
        let mut points = [0; 3];
        // SAFETY: as for `four_boards_moves`.
        unsafe { (self.four_boards_surrounded)(state, colour as u32, &mut points) };
        points
    }
}

static REFERENCE: Kernels = Kernels {
    tier: Tier::Reference,
    play: reference_play,
    random_plies: reference_random_plies,
    plays: reference_plays,
    masks: reference_masks,
    is_legal: reference_is_legal,
    slices: reference_slices,
    four_boards_moves: reference_four_boards_moves,
    four_boards_surrounded: reference_four_boards_surrounded,
};

#[cfg(stonemask_asm)]
static X64: Kernels = Kernels {
    tier: Tier::X64,
    slices: reference_slices,
    play: nogo_play_x64,
    random_plies: nogo_random_plies_x64,
    plays: nogo_plays_x64,
    masks: nogo_masks_x64,
    is_legal: nogo_is_legal_x64,
    four_boards_moves: nogo_four_boards_moves_x64,
    four_boards_surrounded: nogo_four_boards_surrounded_x64,
};

#[cfg(stonemask_asm)]
static AVX2: Kernels = Kernels {
    tier: Tier::Avx2,
    play: nogo_play_avx2,
    random_plies: nogo_random_plies_avx2,
    plays: nogo_plays_avx2,
    masks: nogo_masks_avx2,
    is_legal: nogo_is_legal_avx2,
    slices: nogo_slices_avx2,
    ..X64
};

#[cfg(stonemask_avx512)]
static AVX512: Kernels = Kernels {
    tier: Tier::Avx512,
    play: nogo_play_avx512,
    random_plies: nogo_random_plies_avx512,
    plays: nogo_plays_avx512,
    masks: nogo_masks_avx512,
    is_legal: nogo_is_legal_avx512,
    slices: nogo_slices_avx512,
    ..AVX2
};

#[cfg(stonemask_asm)]
old_assembly! {
    fn nogo_play_x64(state: *mut State, colour: u32, point: u32);
    fn nogo_random_plies_x64(state: *mut State, random: *mut u64, limit: u32) -> u32;
    fn nogo_plays_x64(states: *mut State, points: *mut u8, count: usize, random: *mut u64);
    fn nogo_masks_x64(positions: *const Position, masks: *mut Masks, count: usize);
    fn nogo_is_legal_x64(position: *const Position, colour: u32, point: u32) -> u32;
    fn nogo_four_boards_moves_x64(state: *const FourBoards, colour: u32, moves: *mut [i32; 3]);
    fn nogo_four_boards_surrounded_x64(state: *const FourBoards, colour: u32, points: *mut [i32; 3]);

    fn nogo_play_avx2(state: *mut State, colour: u32, point: u32);
    fn nogo_random_plies_avx2(state: *mut State, random: *mut u64, limit: u32) -> u32;
    fn nogo_plays_avx2(states: *mut State, points: *mut u8, count: usize, random: *mut u64);
    fn nogo_masks_avx2(positions: *const Position, masks: *mut Masks, count: usize);
    fn nogo_is_legal_avx2(position: *const Position, colour: u32, point: u32) -> u32;
    fn nogo_slices_avx2(slices: *mut c_void, least: u32, limit: u32) -> u32;
}

#[cfg(stonemask_avx512)]
old_assembly! {
    fn nogo_play_avx512(state: *mut State, colour: u32, point: u32);
    fn nogo_random_plies_avx512(state: *mut State, random: *mut u64, limit: u32) -> u32;
    fn nogo_plays_avx512(states: *mut State, points: *mut u8, count: usize, random: *mut u64);
    fn nogo_masks_avx512(positions: *const Position, masks: *mut Masks, count: usize);
    fn nogo_is_legal_avx512(position: *const Position, colour: u32, point: u32) -> u32;
    fn nogo_slices_avx512(slices: *mut c_void, least: u32, limit: u32) -> u32;
}

// The Reference tier: the rules on cells, behind the kernels' signatures.
reference! {
    fn reference_play(state: *mut State, colour: u32, point: u32) {
        // SAFETY: the caller's state is valid, and nobody else has it.
        let state = unsafe { &mut *state };
        let (colour, point) = (colour_of(colour), Point::from_bit(point));
        let mut cells = cells(set(state.stones[0]), set(state.stones[1]), set(state.empty));
        cells[point.row()][point.column()] = Cell::Stone(colour);
        update(state, &cells, colour, point);
        state.to_move = colour.other() as u8;
        state.centre_forbidden = 0;
    }

    fn reference_random_plies(state: *mut State, random: *mut u64, limit: u32) -> u32 {
        // SAFETY: both are the caller's, valid, and nobody else has them.
        let (counter, to_move) = unsafe { (&mut *random, (*state).to_move) };
        let mut random = Random::new(*counter);
        let mut colour = colour_of(to_move.into());
        let mut played = 0;
        while played < limit {
            // SAFETY: the state is the caller's and valid.
            let moves = set(unsafe { (*state).allowed[colour as usize] });
            if moves.is_empty() {
                break;
            }
            let chosen = random.below(moves.len()) as usize;
            let point = moves.iter().nth(chosen).expect("fewer than the moves there are");
            // SAFETY: the same state, and a legal move.
            unsafe { reference_play(state, colour as u32, point.bit()) };
            colour = colour.other();
            played += 1;
        }
        *counter = *random.state();
        played
    }

    fn reference_plays(states: *mut State, points: *mut u8, count: usize, random: *mut u64) {
        // SAFETY: the caller's, as many of both, and nobody else has them.
        let (states, points) =
            unsafe { (std::slice::from_raw_parts_mut(states, count), std::slice::from_raw_parts_mut(points, count)) };
        for (state, point) in states.iter_mut().zip(points) {
            match *point {
                NOT_PLAYED => {}
                DRAWN => {
                    let allowed = set(state.allowed[state.to_move as usize]);
                    // SAFETY: a valid state, and the caller's counter.
                    let played = unsafe { reference_random_plies(state, random, 1) } == 1;
                    let left = set(state.empty);
                    let drawn = allowed.iter().find(|&point| played && !left.contains(point));
                    *point = drawn.map_or(NOT_PLAYED, |point| point.bit() as u8);
                }
                // SAFETY: a valid state, and by contract a legal move.
                bit => unsafe { reference_play(state, state.to_move.into(), bit.into()) },
            }
        }
    }

    fn reference_masks(positions: *const Position, masks: *mut Masks, count: usize) {
        // SAFETY: the caller has as many of both.
        let (positions, masks) =
            unsafe { (std::slice::from_raw_parts(positions, count), std::slice::from_raw_parts_mut(masks, count)) };
        for (position, masks) in positions.iter().zip(masks) {
            let cells = position_cells(position);
            *masks = Masks { black: legal(&cells, Colour::Black), white: legal(&cells, Colour::White) };
        }
    }

    fn reference_is_legal(position: *const Position, colour: u32, point: u32) -> u32 {
        // SAFETY: the caller's position.
        let cells = position_cells(unsafe { &*position });
        let point = Point::from_bit(point);
        u32::from(reference::check(&cells, colour_of(colour), point.row(), point.column()).is_ok())
    }

    fn reference_slices(slices: *mut c_void, least: u32, limit: u32) -> u32 {
        // SAFETY: the caller's state, of this many games, which nobody else has.
        unsafe { &mut *slices.cast::<Slices<4>>() }.run(least, limit)
    }

    fn reference_four_boards_moves(state: *const FourBoards, colour: u32, moves: *mut [i32; 3]) {
        // SAFETY: the caller's state, and room for three words.
        let (FourBoards([black, white, allowed @ ..]), moves) = unsafe { (&*state, &mut *moves) };
        *moves = std::array::from_fn(|word| black[word] & white[word] & allowed[colour as usize][word]);
    }

    fn reference_four_boards_surrounded(state: *const FourBoards, colour: u32, points: *mut [i32; 3]) {
        // SAFETY: the caller's state, and room for three words.
        let (FourBoards([black, white, ..]), points) = unsafe { (&*state, &mut *points) };
        let opponent = if colour == 0 { white } else { black };
        let has = |words: &[i32; 3], bit: i32| (0..96).contains(&bit) && words[bit as usize / 32] >> (bit % 32) & 1 == 1;
        *points = [0; 3];
        for bit in 0..96 {
            let surrounded = [-10, -1, 1, 10].into_iter().all(|step| !has(opponent, bit + step));
            if has(black, bit) && has(white, bit) && surrounded {
                points[bit as usize / 32] |= 1 << (bit % 32);
            }
        }
    }
}

fn colour_of(colour: u32) -> Colour {
    if colour == Colour::Black as u32 { Colour::Black } else { Colour::White }
}

fn position_cells(position: &Position) -> Cells {
    cells(position.stones(Colour::Black), position.stones(Colour::White), position.empties())
}

/// The cells of these sets.
fn cells(black: PointSet, white: PointSet, empty: PointSet) -> Cells {
    std::array::from_fn(|row| {
        std::array::from_fn(|column| {
            let point = Point::new(row, column).expect("in the frame");
            if black.contains(point) {
                Cell::Stone(Colour::Black)
            } else if white.contains(point) {
                Cell::Stone(Colour::White)
            } else if empty.contains(point) {
                Cell::Empty
            } else {
                Cell::Off
            }
        })
    })
}

/// The points of these rows and columns.
fn points(cells: &[(usize, usize)]) -> PointSet {
    cells.iter().map(|&(row, column)| Point::new(row, column).expect("in the frame")).collect()
}

fn legal(cells: &Cells, colour: Colour) -> PointSet {
    points(&reference::legal_moves(cells, colour))
}

/// What the stone just placed on `point` makes of a state: the groups beside it become one, and the rest follows from the
/// cells anew.
fn update(state: &mut State, cells: &Cells, colour: Colour, point: Point) {
    let group = points(&reference::group(cells, point.row(), point.column()));
    for stone in group - point.set() {
        state.slots[colour as usize] &= !(1 << state.id(stone.bit()));
    }
    state.add_group(colour, group);

    let all = || (0..9).flat_map(|row| (0..9).map(move |column| (row, column)));
    let holding = |cell: Cell| points(&all().filter(|&(row, column)| cells[row][column] == cell).collect::<Vec<_>>());
    state.empty = windows(holding(Cell::Empty));
    for colour in Colour::ALL {
        let stones = holding(Cell::Stone(colour));
        let safe = stones.iter().filter(|stone| {
            let group = reference::group(cells, stone.row(), stone.column());
            reference::liberties(cells, &group).len() >= 2
        });
        state.safe[colour as usize] = windows(safe.collect());
        state.stones[colour as usize] = windows(stones);
        state.allowed[colour as usize] = halves(legal(cells, colour));
    }
}
