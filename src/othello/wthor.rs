//! The WTHOR database format of the French Othello Federation: recorded tournament games.
//!
//! All little-endian. A header of 16 bytes: century, year, month and day of creation; u32 number of
//! games; u16 number of records of other kinds; u16 year of the games; u8 board size (0 or 8: 8x8);
//! u8 type (0: games); u8 depth of the theoretical scores; u8 reserved. Then 68 bytes a game: u16
//! tournament, u16 black, u16 white, u8 black's final discs, u8 black's theoretical discs, 60 moves
//! as 10*row + column, both from 1, and 0 after the end. Passes are not recorded.

use super::square::Square;
use std::error::Error;
use std::fmt;
use std::io::{self, BufReader, Read};

const HEADER: usize = 16;
const RECORD: usize = 68;

/// The most games that are read of a file, 272 MiB; that of a year has a few thousand.
const MOST_GAMES: u32 = 1 << 22;

/// A year of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Database {
    /// The number of empty squares of the positions that theoretical scores are about.
    pub depth: u32,
    /// The games, in the order of the file.
    pub games: Vec<Record>,
}

impl Database {
    /// The database as a file. Dates, and the numbers of players and tournaments, are not kept: it
    /// says that it was made on 1 January 2000, and names no year.
    ///
    /// # Panics
    /// With more games than are read of a file, 4 194 304, or a depth above 255.
    pub fn to_bytes(&self) -> Vec<u8> {
        let games = u32::try_from(self.games.len()).ok().filter(|&games| games <= MOST_GAMES);
        let depth = u8::try_from(self.depth).expect("a depth is at most 255");
        let mut bytes = vec![20, 0, 1, 1];
        bytes.extend(games.expect("no more games than are read of a file").to_le_bytes());
        bytes.extend([0, 0, 0, 0, 8, 0, depth, 0]);
        self.games.iter().for_each(|Record(record)| bytes.extend(record));
        bytes
    }
}

/// A recorded game, as it stands in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record([u8; RECORD]);

impl Record {
    /// A game of these moves, passes left out, after which black has this many discs; the
    /// theoretical score is the same. `None` when there are more than 60 moves or 64 discs.
    pub fn new(squares: &[Square<8>], black: u32) -> Option<Record> {
        let mut record = [0; RECORD];
        let moves = record[8..].get_mut(..squares.len())?;
        for (byte, square) in moves.iter_mut().zip(squares) {
            *byte = (10 * (square.row() + 1) + square.column() + 1) as u8;
        }
        let discs = u8::try_from(black).ok().filter(|&discs| discs <= 64)?;
        record[6..8].fill(discs);
        Some(Record(record))
    }

    /// Black's discs at the end; empty squares go to the winner, halved in a draw.
    pub fn black(&self) -> u32 {
        self.0[6].into()
    }

    /// Black's discs with perfect play from the position with [`Database::depth`] empty squares,
    /// counted likewise.
    pub fn theoretical(&self) -> u32 {
        self.0[7].into()
    }

    /// The squares in the order in which they were played, passes left out. A 0 before another move
    /// is a [`BadMove`].
    pub fn squares(&self) -> impl Iterator<Item = Result<Square<8>, BadMove>> {
        let moves = &self.0[8..];
        let played = moves[..moves.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1)].iter();
        played.map(|&byte| {
            let (row, column) = (usize::from(byte) / 10, usize::from(byte) % 10);
            Square::new(row.wrapping_sub(1), column.wrapping_sub(1)).ok_or(BadMove { byte })
        })
    }
}

/// A move byte that names no square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadMove {
    /// The byte.
    pub byte: u8,
}

impl fmt::Display for BadMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a square: expected 11 to 88, row and column", self.byte)
    }
}

impl Error for BadMove {}

/// Why a file is not a database of 8x8 games.
#[derive(Debug)]
pub enum Foreign {
    /// It could not be read.
    Unread(io::Error),
    /// It is shorter than a header.
    Short,
    /// The header's date is none.
    NoDate,
    /// It holds something else than games.
    Kind {
        /// The kind in its header.
        kind: u8,
    },
    /// The games are not on 8x8 boards.
    BoardSize {
        /// The size in their header.
        size: u8,
    },
    /// It has more games than are read of a file.
    TooMany {
        /// How many the header says there are.
        games: u32,
    },
    /// It ends too early.
    Truncated {
        /// How many games the header says there are.
        games: u32,
        /// The bytes of such a file.
        expected: u64,
        /// The bytes that there are.
        found: u64,
    },
    /// It goes on after the games.
    TooLong {
        /// How many games the header says there are.
        games: u32,
        /// The bytes of such a file.
        expected: u64,
    },
}

impl fmt::Display for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Foreign::Unread(error) => error.fmt(f),
            Foreign::Short => write!(f, "not a WTHOR database: too short for a header"),
            Foreign::NoDate => write!(f, "not a WTHOR database: its header has no date"),
            Foreign::Kind { kind } => write!(f, "not WTHOR games: the type is {kind}, expected 0"),
            Foreign::BoardSize { size } => write!(f, "no 8x8 games: the board size is {size}"),
            Foreign::TooMany { games } => write!(f, "{games} games, but at most {MOST_GAMES} are read of a file"),
            Foreign::Truncated { games, expected, found } => {
                write!(f, "truncated: {found} bytes, but its {games} games take {expected}")
            }
            Foreign::TooLong { games, expected } => {
                write!(f, "not a WTHOR database: longer than the {expected} bytes that its {games} games take")
            }
        }
    }
}

impl std::error::Error for Foreign {}

impl From<io::Error> for Foreign {
    fn from(error: io::Error) -> Foreign {
        Foreign::Unread(error)
    }
}

/// Reads a database, no further than its header says.
///
/// # Errors
/// When it is none, or the source fails. A move that names no square is an error of
/// [`Record::squares`] alone.
pub fn read(mut source: impl Read) -> Result<Database, Foreign> {
    let mut header = Vec::new();
    source.by_ref().take(HEADER as u64).read_to_end(&mut header)?;
    let Ok(header) = <[u8; HEADER]>::try_from(header) else { return Err(Foreign::Short) };
    let [_, _, month, day, g0, g1, g2, g3, _, _, _, _, size, kind, depth, _] = header;
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return Err(Foreign::NoDate);
    }
    if kind != 0 {
        return Err(Foreign::Kind { kind });
    }
    if size != 0 && size != 8 {
        return Err(Foreign::BoardSize { size });
    }
    let games = u32::from_le_bytes([g0, g1, g2, g3]);
    if games > MOST_GAMES {
        return Err(Foreign::TooMany { games });
    }
    let expected = (HEADER + RECORD * games as usize) as u64;
    let mut source = BufReader::new(source);
    let mut records = Vec::new();
    for game in 0..games {
        let mut record = Vec::with_capacity(RECORD);
        let found = source.by_ref().take(RECORD as u64).read_to_end(&mut record)?;
        let Ok(record) = <[u8; RECORD]>::try_from(record) else {
            let found = (HEADER + RECORD * game as usize + found) as u64;
            return Err(Foreign::Truncated { games, expected, found });
        };
        records.push(Record(record));
    }
    if source.read(&mut [0])? > 0 {
        return Err(Foreign::TooLong { games, expected });
    }
    Ok(Database { depth: depth.into(), games: records })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::square::SquareSet;

    fn database(games: u32, records: &[u8]) -> Vec<u8> {
        let mut bytes = vec![20, 18, 12, 31];
        bytes.extend(games.to_le_bytes());
        bytes.extend([0, 0, 0xe2, 7, 8, 0, 22, 0]);
        bytes.extend(records);
        bytes
    }

    #[test]
    fn reads_squares_up_to_the_end_of_the_game() {
        let mut record = vec![0; RECORD];
        record[6] = 40;
        record[7] = 42;
        record[8..11].copy_from_slice(&[56, 64, 33]);
        let Database { depth, games } = read(&*database(1, &record)).unwrap();
        assert_eq!((depth, games[0].black(), games[0].theoretical()), (22, 40, 42));
        let squares: Vec<String> = games[0].squares().map(|square| square.unwrap().to_string()).collect();
        assert_eq!(squares, ["f5", "d6", "c3"]);
    }

    #[test]
    fn what_is_written_is_read_back() {
        let all: Vec<Square<8>> = SquareSet::<8>::ALL.into_iter().take(60).collect();
        let games: Vec<Record> = [(0, 2), (1, 64), (60, 0)]
            .map(|(moves, black)| {
                let record = Record::new(&all[..moves], black).unwrap();
                let read: Vec<_> = record.squares().map(Result::unwrap).collect();
                assert_eq!((record.black(), record.theoretical(), &read[..]), (black, black, &all[..moves]));
                record
            })
            .into();
        let database = Database { depth: 22, games };
        assert_eq!(read(&*database.to_bytes()).unwrap(), database);
        assert_eq!(Record::new(&all, 65), None);
        assert_eq!(Record::new(&[all[0]; 61], 1), None);
    }

    #[test]
    fn names_a_move_that_is_no_square() {
        for byte in [0, 9, 10, 19, 90, 91, 255] {
            let mut record = vec![0; RECORD];
            record[8] = 56;
            record[9] = byte;
            record[10] = 64;
            let games = read(&*database(1, &record)).unwrap().games;
            assert_eq!(games[0].squares().nth(1), Some(Err(BadMove { byte })));
        }
    }

    #[test]
    fn refuses_what_is_no_database() {
        let whole = database(2, &[0; 2 * RECORD]);
        assert!(read(&*whole).is_ok());
        let changed = |index: usize, value: u8| {
            let mut bytes = whole.clone();
            bytes[index] = value;
            bytes
        };
        let longer = [&whole[..], &[0]].concat();
        for (bytes, reason) in [
            (&b""[..], "not a WTHOR database: too short for a header"),
            (b"just some text that is long enough", "not a WTHOR database: its header has no date"),
            (&whole[..whole.len() - 1], "truncated: 151 bytes, but its 2 games take 152"),
            (&longer, "not a WTHOR database: longer than the 152 bytes that its 2 games take"),
            (&changed(12, 10), "no 8x8 games: the board size is 10"),
            (&changed(13, 1), "not WTHOR games: the type is 1, expected 0"),
            (&changed(7, 1), "16777218 games, but at most 4194304 are read of a file"),
        ] {
            assert_eq!(read(bytes).err().map(|foreign| foreign.to_string()).as_deref(), Some(reason));
        }
    }
}
