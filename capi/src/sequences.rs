//! Sequences of calls that bytes spell, each held against the Rust library: what fuzzing and tests
//! run. Allocations fail and panics are planted on the way; a call that fails leaves the boards as
//! they were.

use crate::boundary::plant_panic;
use crate::error::Code;
use crate::memory::fail_after;
use crate::{gomoku as c_gomoku, nogo as c_nogo, othello as c_othello, shared};
use std::ptr::{null, null_mut};
use stonemask::{gomoku, nogo, othello};

/// The boards of both sides.
struct Boards {
    gomoku: *mut c_gomoku::stonemask_gomoku,
    gomoku_rust: Vec<gomoku::Board>,
    nogo: *mut c_nogo::stonemask_nogo,
    nogo_rust: Vec<nogo::Board>,
    othello: c_othello::stonemask_othello,
    othello_rust: othello::Board<8>,
}

/// Whether a call ended with the Rust library's answer, or with the planted fault.
fn agrees(status: i32, legal: bool) -> bool {
    let planted = status == Code::OutOfMemory as i32 || status == Code::Internal as i32;
    assert!(
        planted || (status == 0) == legal,
        "status {status}, and the move is {}",
        if legal { "legal" } else { "illegal" }
    );
    status == 0
}

impl Boards {
    fn new(rule: gomoku::Rule) -> Boards {
        let size = gomoku::Size::new(9, 9).expect("a size");
        let (mut gomoku, mut nogo) = (null_mut(), null_mut());
        let none = c_nogo::stonemask_nogo_set { low: 0, high: 0 };
        // SAFETY: room for handles.
        let made = unsafe {
            let gomoku = c_gomoku::stonemask_gomoku_new(9, 9, c_gomoku::rule_number(rule), &raw mut gomoku);
            (gomoku, c_nogo::stonemask_nogo_new(9, 9, none, 0, &raw mut nogo))
        };
        assert_eq!(made, (0, 0));
        let othello = c_othello::stonemask_othello8_start();
        Boards {
            gomoku,
            gomoku_rust: vec![gomoku::Board::with_size(size, rule)],
            nogo,
            nogo_rust: vec![nogo::Board::start()],
            othello,
            othello_rust: othello::Board::start(),
        }
    }

    /// One call, on both sides.
    fn call(&mut self, what: u8, argument: u8) {
        let (row, column) = (u32::from(argument) / 10, u32::from(argument) % 10);
        // SAFETY: of every call: the handles are this struct's, and there is room for what is
        // written.
        unsafe {
            match what % 6 {
                0 => {
                    let board = self.gomoku_rust.last().expect("a board");
                    let point = gomoku::Point::new(row as usize, column as usize);
                    let legal = point.filter(|&point| board.check(point).is_ok());
                    let status = c_gomoku::stonemask_gomoku_make(self.gomoku, row, column);
                    if let (true, Some(point)) = (agrees(status, legal.is_some()), legal) {
                        let mut after = board.clone();
                        after.play(point);
                        self.gomoku_rust.push(after);
                    }
                }
                1 => {
                    let status = c_gomoku::stonemask_gomoku_undo(self.gomoku);
                    if agrees(status, self.gomoku_rust.len() > 1) {
                        self.gomoku_rust.pop();
                    }
                }
                2 => {
                    let board = self.nogo_rust.last().expect("a board");
                    let legal = nogo::Point::from_bit(argument.into()).filter(|&point| board.check(point).is_ok());
                    let status = c_nogo::stonemask_nogo_make(self.nogo, argument);
                    if let (true, Some(point)) = (agrees(status, legal.is_some()), legal) {
                        let mut after = *board;
                        after.play(point);
                        self.nogo_rust.push(after);
                    }
                }
                3 => {
                    let status = c_nogo::stonemask_nogo_undo(self.nogo);
                    if agrees(status, self.nogo_rust.len() > 1) {
                        self.nogo_rust.pop();
                    }
                }
                4 => {
                    let ply = match argument {
                        c_othello::PASS => Some(othello::Move::Pass),
                        bit => othello::Square::from_bit(bit.into()).map(othello::Move::Place),
                    };
                    let mut after = self.othello_rust;
                    let legal = ply.is_some_and(|ply| after.try_play(ply).is_ok());
                    let place = &raw mut self.othello;
                    if agrees(c_othello::stonemask_othello8_play(place.read(), argument, place), legal) {
                        self.othello_rust = after;
                    }
                }
                _ => {
                    let mut count = shared::stonemask_perft { nodes: 0, finished: 0 };
                    let status = c_gomoku::stonemask_gomoku_perft(self.gomoku, 1, null(), &raw mut count);
                    let board = self.gomoku_rust.last().expect("a board");
                    if agrees(status, true) {
                        let expected = board.perft(1);
                        assert_eq!(count, expected.into());
                    }
                }
            }
        }
    }

    /// Whether both sides have the same boards.
    fn compare(&self) {
        let (mut rows, mut moves) = ([0; 9], c_nogo::stonemask_nogo_set { low: 0, high: 0 });
        // SAFETY: the handles are this struct's, and there is room for nine rows and a set.
        unsafe {
            assert_eq!(c_gomoku::stonemask_gomoku_legal_moves(self.gomoku, rows.as_mut_ptr(), 9), 0);
            assert_eq!(c_nogo::stonemask_nogo_legal_moves(self.nogo, &raw mut moves), 0);
        }
        let legal = self.gomoku_rust.last().expect("a board").legal_moves();
        assert!(rows.iter().enumerate().all(|(row, &bits)| bits == legal.row(row)));
        let legal = self.nogo_rust.last().expect("a board").legal_moves();
        assert_eq!(moves, c_nogo::stonemask_nogo_set::of(legal));
        assert_eq!(self.othello, c_othello::stonemask_othello::of(self.othello_rust.position()));
    }
}

impl Drop for Boards {
    fn drop(&mut self) {
        // SAFETY: this struct's handles, given back once.
        unsafe {
            c_gomoku::stonemask_gomoku_free(self.gomoku);
            c_nogo::stonemask_nogo_free(self.nogo);
        }
    }
}

/// Makes the calls that the bytes spell: the rule of Gomoku, then three bytes a call: which, its
/// argument, and what goes wrong.
///
/// # Panics
/// When a call gives something else than the Rust library, or one that fails changes a board.
pub fn run(bytes: &[u8]) {
    let Some((&rule, calls)) = bytes.split_first() else { return };
    let mut boards = Boards::new(gomoku::Rule::ALL[usize::from(rule) % gomoku::Rule::ALL.len()]);
    for call in calls.chunks_exact(3).take(300) {
        let &[what, argument, fault] = call else { unreachable!("three bytes") };
        if fault == 255 {
            plant_panic();
        }
        // The Rust side allocates too, so failures are let loose for a board that it does not need
        // anew.
        if fault > 200 && fault < 255 {
            boards.call_with_failures(what, argument, u32::from(fault - 201));
        } else {
            boards.call(what, argument);
        }
        boards.compare();
    }
}

impl Boards {
    /// A call whose allocations fail after some; the other side follows if it succeeds all the
    /// same.
    fn call_with_failures(&mut self, what: u8, argument: u8, granted: u32) {
        let (row, column) = (u32::from(argument) / 10, u32::from(argument) % 10);
        fail_after(Some(granted));
        // SAFETY: as in `call`.
        let status = unsafe {
            match what % 2 {
                0 => c_gomoku::stonemask_gomoku_check(self.gomoku, row, column),
                _ => c_gomoku::stonemask_gomoku_make(self.gomoku, row, column),
            }
        };
        fail_after(None);
        let point = gomoku::Point::new(row as usize, column as usize);
        let board = self.gomoku_rust.last().expect("a board");
        let legal = point.filter(|&point| board.check(point).is_ok());
        if let (true, Some(point), 1) = (agrees(status, legal.is_some()), legal, what % 2) {
            let mut after = board.clone();
            after.play(point);
            self.gomoku_rust.push(after);
        }
    }
}
