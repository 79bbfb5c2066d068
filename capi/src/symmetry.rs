//! Turns and reflections, one board of those that these make alike, and keys.

use crate::boundary::{change, out, read};
use crate::error::{Code, Result};
use crate::gomoku::stonemask_gomoku;
use crate::memory::{Users, with_reserve};
use crate::nogo::stonemask_nogo;
use crate::othello::{by_side, stonemask_othello};
use stonemask::game::Symmetry;
use stonemask::othello::{Board, Colour};
use stonemask::{gomoku, nogo};

/// A symmetry by its number; one that exchanges rows and columns only where there are as many of both.
fn symmetry(number: u32, (rows, columns): (usize, usize)) -> Result<Symmetry> {
    let symmetry = Symmetry::ALL.get(number as usize).copied().ok_or(Code::BadArgument)?;
    if symmetry.size((rows, columns)) == (rows, columns) { Ok(symmetry) } else { Err(Code::BadArgument.into()) }
}

/// What the images of a Gomoku board take at most.
const IMAGES: usize = 10 * (128 << 10);

exports! {
    /// A position turned or reflected.
    one fn stonemask_othello_transform(
        position: stonemask_othello,
        number: u32,
        image: *mut stonemask_othello,
    ) {
        let place = out(image)?;
        let position = position.checked::<8>()?;
        place.write(stonemask_othello::of(position.transform(symmetry(number, (8, 8))?)));
        Ok(())
    }

    /// One of a position's images, the same for all of them.
    one fn stonemask_othello_canonical(position: stonemask_othello, image: *mut stonemask_othello) {
        let place = out(image)?;
        let board = Board::new(position.checked::<8>()?, Colour::Black);
        place.write(stonemask_othello::of(board.canonical().position()));
        Ok(())
    }

    /// A hash of a position and the side to move.
    one fn stonemask_othello_key(side: u32, position: stonemask_othello, to_move: i32, key: *mut u64) {
        let place = out(key)?;
        place.write(by_side!([side] N => { position.board::<N>(to_move)?.key() }));
        Ok(())
    }

    /// Turns or reflects a board.
    one fn stonemask_gomoku_transform(board: *mut stonemask_gomoku, number: u32) {
        change(board)?.image(|board| {
            let size = board.size();
            Ok(board.transform(symmetry(number, (size.rows(), size.columns()))?))
        })
    }

    /// Makes a board one of its images, the same for all of them.
    one fn stonemask_gomoku_canonical(board: *mut stonemask_gomoku) {
        change(board)?.image(|board| Ok(board.canonical()))
    }

    /// A hash of a board and the side to move.
    one fn stonemask_gomoku_key(board: *const stonemask_gomoku, key: *mut u64) {
        let place = out(key)?;
        let board = &read(board)?.board;
        place.write(with_reserve(IMAGES, Users::Caller, || Ok(board.key()))?);
        Ok(())
    }

    /// Turns or reflects a board.
    one fn stonemask_nogo_transform(board: *mut stonemask_nogo, number: u32) {
        change(board)?.image(|board| {
            let shape = board.shape();
            Ok(board.transform(symmetry(number, (shape.rows(), shape.columns()))?))
        })
    }

    /// Makes a board one of its images, the same for all of them.
    one fn stonemask_nogo_canonical(board: *mut stonemask_nogo) {
        change(board)?.image(|board| Ok(board.canonical()))
    }

    /// A hash of a board and the side to move.
    one fn stonemask_nogo_key(board: *const stonemask_nogo, key: *mut u64) {
        let place = out(key)?;
        place.write(read(board)?.board.key());
        Ok(())
    }
}

impl stonemask_gomoku {
    /// Puts another board in its place.
    fn image(&mut self, image: impl FnOnce(&gomoku::Board) -> Result<gomoku::Board>) -> Result {
        let board = with_reserve(IMAGES, Users::Caller, || image(&self.board))?;
        self.replace(board);
        Ok(())
    }
}

impl stonemask_nogo {
    /// Puts another board in its place.
    fn image(&mut self, image: impl FnOnce(&nogo::Board) -> Result<nogo::Board>) -> Result {
        let board = image(&self.board)?;
        self.replace(board);
        Ok(())
    }
}
