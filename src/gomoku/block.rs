//! Thirty-two small boards, as asm/gomoku/batch.inc has them.

/// Boards that one call of a kernel takes.
pub(super) const BOARDS: usize = 32;

/// A row of 32 boards.
pub(super) type Row = [u16; BOARDS];

/// The input of asm/gomoku/batch.inc.
///
/// Invariant: all rows but the first `rows` of each colour are 0, and so is what the boards do not
/// have of these.
#[repr(C, align(64))]
pub(super) struct Block {
    margin: [Row; 4],
    black: [Row; 15],
    between: [Row; 4],
    white: [Row; 15],
    end: [Row; 4],
}

impl Block {
    /// Boards without stones.
    pub(super) const EMPTY: Block = Block {
        margin: [[0; 32]; 4],
        black: [[0; 32]; 15],
        between: [[0; 32]; 4],
        white: [[0; 32]; 15],
        end: [[0; 32]; 4],
    };

    /// The boards from a first one on, 32 of them or as many as there are: `stones` are black's
    /// rows and white's, row 0 of all `boards`, then row 1, and so on.
    #[inline]
    pub(super) fn fill(&mut self, stones: [&[u16]; 2], boards: usize, first: usize) {
        for (rows, words) in [&mut self.black, &mut self.white].into_iter().zip(stones) {
            for (row, words) in rows.iter_mut().zip(words.chunks_exact(boards)) {
                let words = &words[first..];
                match words.first_chunk() {
                    Some(words) => *row = *words,
                    None => row[..words.len()].copy_from_slice(words),
                }
            }
        }
    }

    /// The rows of both colours.
    pub(super) fn rows(&self) -> [&[Row; 15]; 2] {
        [&self.black, &self.white]
    }
}

/// Points of both colours, by row.
#[repr(C, align(64))]
pub(super) struct Sets {
    pub(super) rows: [[Row; 15]; 2],
}

/// A row, aligned as the kernels want it.
#[repr(C, align(64))]
pub(super) struct Found(pub(super) Row);
