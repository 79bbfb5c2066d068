//! Boards as planes of the side to move and of its opponent, and the boards before them.

/// Writes the two planes of a board: where the side to move has stones, and where the other has.
#[inline]
pub(crate) fn write<T: From<bool>>(cells: &[u8], to_move: u8, planes: &mut [T]) {
    let (own, opponent) = planes.split_at_mut(cells.len());
    for ((&cell, own), opponent) in cells.iter().zip(own).zip(opponent) {
        *own = (cell == 1 + to_move).into();
        *opponent = (cell == 2 - to_move).into();
    }
}

/// The last boards of each game, as cells.
pub(crate) struct History {
    /// One entry a board back, of all games each; where they go round is `newest`.
    frames: Vec<Vec<u8>>,
    newest: usize,
    cells: usize,
}

impl History {
    /// Room for `length` boards of each game, none yet.
    pub(crate) fn new(length: usize, games: usize, cells: usize) -> History {
        History { frames: vec![vec![0; games * cells]; length], newest: 0, cells }
    }

    /// How many boards it holds.
    pub(crate) fn length(&self) -> usize {
        self.frames.len()
    }

    /// The newest boards, of all games.
    pub(crate) fn newest(&mut self) -> &mut [u8] {
        &mut self.frames[self.newest]
    }

    /// Makes the oldest boards the newest, which are to be written next.
    pub(crate) fn advance(&mut self) {
        self.newest = (self.newest + 1) % self.frames.len();
    }

    /// Forgets the boards of a game before the newest.
    pub(crate) fn forget(&mut self, game: usize) {
        for (index, frame) in self.frames.iter_mut().enumerate() {
            if index != self.newest {
                frame[game * self.cells..][..self.cells].fill(0);
            }
        }
    }

    /// Writes the planes of a game, two a board, the newest first.
    pub(crate) fn write<T: From<bool>>(&self, game: usize, to_move: u8, planes: &mut [T]) {
        for (back, planes) in planes.chunks_exact_mut(2 * self.cells).enumerate() {
            let frame = (self.newest + self.frames.len() - back) % self.frames.len();
            write(&self.frames[frame][game * self.cells..][..self.cells], to_move, planes);
        }
    }
}
