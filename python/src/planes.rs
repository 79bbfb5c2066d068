//! Boards as planes of the side to move and of its opponent, and the boards before them.

use stonemask::slab::Spread;

/// Writes the two planes of a board: where the side to move has stones, and where the other has.
#[inline]
pub(crate) fn write<T: Spread>([black, white]: [&[u64]; 2], to_move: u8, planes: &mut [T]) {
    let (own, opponent) = planes.split_at_mut(planes.len() / 2);
    let (first, second) = if to_move == 0 { (black, white) } else { (white, black) };
    T::spread(first, own);
    T::spread(second, opponent);
}

/// [`write`] from cells, 0 empty, 1 black, 2 white.
#[inline]
pub(crate) fn write_cells<T: From<bool>>(cells: &[u8], to_move: u8, planes: &mut [T]) {
    let (own, opponent) = planes.split_at_mut(cells.len());
    for ((&cell, own), opponent) in cells.iter().zip(own).zip(opponent) {
        *own = (cell == 1 + to_move).into();
        *opponent = (cell == 2 - to_move).into();
    }
}

/// The last boards of each game, as black's stones and white's: bits in so many words a game.
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

    /// Writes the planes of a game, two a board, the newest first.
    #[inline]
    pub(crate) fn write<T: Spread>(&self, game: usize, to_move: u8, planes: &mut [T]) {
        let each = planes.len() / self.frames.len();
        for (back, planes) in planes.chunks_exact_mut(each).enumerate() {
            let frame = &self.frames[(self.newest + self.frames.len() - back) % self.frames.len()];
            write(frame.each_ref().map(|all| &all[game * self.words..][..self.words]), to_move, planes);
        }
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
