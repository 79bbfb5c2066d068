//! Error codes.

use std::ffi::{CStr, c_char};

/// 0, or one of the numbers of `enum stonemask_code`.
pub type stonemask_status = i32;

/// A status, and which of many things it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct stonemask_result {
    /// 0, or the error.
    pub status: stonemask_status,
    /// The index of the first thing that is wrong; 0 where it is about none.
    pub index: usize,
}

macro_rules! codes {
    ($($name:ident = $number:literal $text:literal;)*) => {
        /// The kind of a failure. Numbers never change their meaning.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(i32)]
        pub enum Code {
            $(#[doc = $text] $name = $number,)*
        }

        /// The text of a code, as a C string.
        fn message(status: stonemask_status) -> &'static CStr {
            let text = match status {
                0 => "success\0",
                $($number => concat!($text, "\0"),)*
                _ => "no status of this library\0",
            };
            CStr::from_bytes_with_nul(text.as_bytes()).expect("it ends in the only zero")
        }
    };
}

codes! {
    NullPointer = 1 "a pointer is null";
    Misaligned = 2 "a pointer is not aligned as its type demands";
    ShortBuffer = 3 "a buffer is too short";
    OverlappingBuffers = 4 "two buffers overlap";
    BadSize = 5 "the size is not one of a board, or a count is too large";
    BadArgument = 6 "an argument is out of its range";
    BadStructSize = 7 "this library does not know this struct_size";
    OutOfMemory = 8 "there is not enough memory";
    TierUnavailable = 9 "this processor or this build does not have the tier";
    OverlappingStones = 16 "two stones on one point";
    OffBoard = 17 "a stone or a move is off the board or on a blocked cell";
    NoLiberty = 18 "a group has no liberty";
    Occupied = 32 "illegal move: a stone stands there";
    FlipsNothing = 33 "illegal move: it flips nothing";
    CanMove = 34 "illegal pass: there is a legal move";
    GameOver = 35 "illegal move: the game is over";
    Forbidden = 36 "illegal move: renju forbids the point";
    Capture = 37 "illegal move: it would capture";
    Suicide = 38 "illegal move: its own group would have no liberty";
    CentreForbidden = 39 "illegal move: black may not begin at the centre";
    IllegalAction = 40 "an action is illegal in its game";
    NothingToUndo = 41 "no move to take back";
    BadScore = 42 "the score of a legal action is no number or no weight";
    BadText = 48 "the text is not in its format";
    BadFile = 49 "the file is not in its format";
    TooLarge = 64 "the board is too large for this solver";
    Interrupted = 65 "stopped before the end";
    Internal = 99 "a defect in stonemask; free the handles that were passed and report it";
}

/// Why a call failed: the code, and the index of the thing that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) code: Code,
    pub(crate) index: usize,
}

impl From<Code> for Failure {
    fn from(code: Code) -> Failure {
        Failure { code, index: 0 }
    }
}

impl Code {
    /// The code about the thing with this index.
    pub(crate) fn at(self, index: usize) -> Failure {
        Failure { code: self, index }
    }
}

pub(crate) type Result<T = ()> = std::result::Result<T, Failure>;

/// The text of a status, in English: a static string, never null.
#[unsafe(no_mangle)]
pub extern "C" fn stonemask_strerror(status: stonemask_status) -> *const c_char {
    message(status).as_ptr()
}
