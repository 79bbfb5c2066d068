//! Boards as planes of the side to move and of its opponent, and the boards before them.

use stonemask::game::Colour;
use stonemask::slab::Expand;

/// As many words as are expanded together: those of a few games.
const TOGETHER: usize = 512;

/// Rows of bits that are gathered and expanded together, into entries that follow each other.
pub(crate) struct Rows<'a, T> {
    words: [u64; TOGETHER],
    gathered: usize,
    bits: usize,
    entries: &'a mut [T],
}

impl<'a, T: Expand> Rows<'a, T> {
    /// Rows of this number of bits.
    pub(crate) fn new(bits: usize, entries: &'a mut [T]) -> Rows<'a, T> {
        Rows { words: [0; TOGETHER], gathered: 0, bits, entries }
    }

    /// The next row.
    #[inline]
    pub(crate) fn push(&mut self, row: &[u64]) {
        if self.gathered + row.len() > TOGETHER {
            self.expand();
        }
        let room = &mut self.words[self.gathered..][..row.len()];
        // Of one, two and four words it is known how many they are: no call of memcpy.
        match row.len() {
            1 => room[0] = row[0],
            2 => room[..2].copy_from_slice(&row[..2]),
            4 => room[..4].copy_from_slice(&row[..4]),
            _ => room.copy_from_slice(row),
        }
        self.gathered += row.len();
    }

    /// The two planes of a board: where the side to move, 1 or 2, has stones, and where the other
    /// has.
    #[inline]
    pub(crate) fn push_board(&mut self, [black, white]: [&[u64]; 2], to_move: u8) {
        let (own, opponent) = if to_move == Colour::Black.cell() { (black, white) } else { (white, black) };
        self.push(own);
        self.push(opponent);
    }

    /// Writes what was gathered.
    pub(crate) fn expand(&mut self) {
        let rows = self.gathered / self.bits.div_ceil(64);
        let (entries, rest) = std::mem::take(&mut self.entries).split_at_mut(rows * self.bits);
        T::expand(&self.words[..self.gathered], self.bits, entries);
        (self.entries, self.gathered) = (rest, 0);
    }
}

/// The last boards of each game, as black's stones and white's: bits, in this number of words a
/// game.
#[derive(Clone)]
pub(crate) struct History {
    /// One entry a board back, of all games each; where they go round is `newest`.
    frames: Vec<[Vec<u64>; 2]>,
    newest: usize,
    words: usize,
}

impl History {
    /// Room for `length` boards of each game, none yet.
    pub(crate) fn new(length: usize, games: usize, cells: usize) -> History {
        let words = cells.div_ceil(64);
        let frame = || [vec![0; games * words], vec![0; games * words]];
        History { frames: (0..length).map(|_| frame()).collect(), newest: 0, words }
    }

    /// How many boards it holds.
    pub(crate) fn length(&self) -> usize {
        self.frames.len()
    }

    /// The newest boards, of all games.
    pub(crate) fn newest(&mut self) -> &mut [Vec<u64>; 2] {
        &mut self.frames[self.newest]
    }

    /// The newest board of a game.
    pub(crate) fn newest_of(&mut self, game: usize) -> [&mut [u64]; 2] {
        let words = self.words;
        self.frames[self.newest].each_mut().map(|all| &mut all[game * words..][..words])
    }

    /// Makes the oldest boards the newest, which are to be written next.
    pub(crate) fn advance(&mut self) {
        self.newest = (self.newest + 1) % self.frames.len();
    }

    /// Forgets the boards of a game before the newest.
    pub(crate) fn forget(&mut self, game: usize) {
        for (index, frame) in self.frames.iter_mut().enumerate() {
            if index != self.newest {
                frame.iter_mut().for_each(|stones| stones[game * self.words..][..self.words].fill(0));
            }
        }
    }

    /// Writes the planes of all games, two a board, the newest first.
    pub(crate) fn write<T: Expand>(&self, cells: usize, to_move: &[u8], planes: &mut [T]) {
        let mut rows = Rows::new(cells, planes);
        for (game, &to_move) in to_move.iter().enumerate() {
            for back in 0..self.frames.len() {
                let frame = &self.frames[(self.newest + self.frames.len() - back) % self.frames.len()];
                rows.push_board(frame.each_ref().map(|all| &all[game * self.words..][..self.words]), to_move);
            }
        }
        rows.expand();
    }

    /// All of it, the newest boards first.
    pub(crate) fn save(&self) -> impl Iterator<Item = u64> {
        let frames = (0..self.frames.len())
            .map(|back| &self.frames[(self.newest + self.frames.len() - back) % self.frames.len()]);
        frames.flat_map(|frame| frame.iter().flatten().copied())
    }

    /// Puts back what was saved of as many boards; false when there is too little.
    pub(crate) fn restore(&mut self, mut saved: impl Iterator<Item = u64>) -> bool {
        for back in 0..self.frames.len() {
            let frame = (self.newest + self.frames.len() - back) % self.frames.len();
            for word in self.frames[frame].iter_mut().flatten() {
                match saved.next() {
                    Some(saved) => *word = saved,
                    None => return false,
                }
            }
        }
        true
    }
}
