//! The WTHOR database format of the French Othello Federation: recorded tournament games.
//!
//! All little-endian. A header of 16 bytes: century, year, month and day of creation; u32 number of games; u16 number of
//! records of other kinds; u16 year of the games; u8 board size (0 or 8: 8x8); u8 type (0: games); u8 depth of the
//! theoretical scores; u8 reserved. Then 68 bytes a game: u16 tournament, u16 black, u16 white, u8 black's final
//! discs, u8 black's theoretical discs, 60 moves as 10*row + column, both from 1, and 0 after the end. Passes are not recorded.

use std::fmt;
use stonemask::othello::Square;

const HEADER: usize = 16;
const RECORD: usize = 68;

/// A year of games.
pub(crate) struct Database {
    /// The number of empty squares of the positions that theoretical scores are about.
    pub(crate) depth: u32,
    pub(crate) games: Vec<Record>,
}

/// A recorded game.
pub(crate) struct Record {
    /// Black's discs at the end; empty squares go to the winner, halved in a draw.
    pub(crate) black: u32,
    /// Black's discs with perfect play from the position with [`Database::depth`] empty squares, counted likewise.
    pub(crate) theoretical: u32,
    /// The squares in the order in which they were played, passes left out.
    pub(crate) squares: Result<Vec<Square<8>>, BadMove>,
}

/// A move byte that names no square.
pub(crate) struct BadMove {
    /// Which of the recorded moves, from 1.
    pub(crate) ply: usize,
    pub(crate) byte: u8,
}

/// Why some bytes are no database of 8x8 games.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Foreign {
    Short,
    NoDate,
    Kind { kind: u8 },
    BoardSize { size: u8 },
    Length { games: u32, expected: u64, found: u64 },
}

impl fmt::Display for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Foreign::Short => write!(f, "no WTHOR database: too short for a header"),
            Foreign::NoDate => write!(f, "no WTHOR database: its header has no date"),
            Foreign::Kind { kind } => write!(f, "no WTHOR games: the type is {kind}, expected 0"),
            Foreign::BoardSize { size } => write!(f, "no 8x8 games: the board size is {size}"),
            Foreign::Length { games, expected, found } => {
                let what = if found < expected { "truncated" } else { "no WTHOR database" };
                write!(f, "{what}: {found} bytes, but its {games} games take {expected}")
            }
        }
    }
}

/// Reads a database.
pub(crate) fn read(bytes: &[u8]) -> Result<Database, Foreign> {
    let header = bytes.get(..HEADER).ok_or(Foreign::Short)?;
    let (month, day) = (header[2], header[3]);
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return Err(Foreign::NoDate);
    }
    let games = u32::from_le_bytes(header[4..8].try_into().expect("four bytes"));
    let (size, kind) = (header[12], header[13]);
    if kind != 0 {
        return Err(Foreign::Kind { kind });
    }
    if size != 0 && size != 8 {
        return Err(Foreign::BoardSize { size });
    }
    let expected = HEADER as u64 + RECORD as u64 * u64::from(games);
    let found = bytes.len() as u64;
    if found != expected {
        return Err(Foreign::Length { games, expected, found });
    }
    let games = bytes[HEADER..].chunks_exact(RECORD).map(record).collect();
    Ok(Database { depth: bytes[14].into(), games })
}

fn record(bytes: &[u8]) -> Record {
    let played = bytes[8..].iter().take_while(|&&byte| byte != 0).enumerate();
    let square = |(index, &byte): (usize, &u8)| {
        let (row, column) = (usize::from(byte) / 10, usize::from(byte) % 10);
        Square::new(row.wrapping_sub(1), column.wrapping_sub(1)).ok_or(BadMove { ply: index + 1, byte })
    };
    Record { black: bytes[6].into(), theoretical: bytes[7].into(), squares: played.map(square).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let Database { depth, games } = read(&database(1, &record)).unwrap();
        assert_eq!((depth, games[0].black, games[0].theoretical), (22, 40, 42));
        let squares: Vec<String> = games[0].squares.as_ref().ok().unwrap().iter().map(Square::to_string).collect();
        assert_eq!(squares, ["f5", "d6", "c3"]);
    }

    #[test]
    fn names_a_move_that_is_no_square() {
        for byte in [9, 10, 19, 90, 91, 255] {
            let mut record = vec![0; RECORD];
            record[8] = 56;
            record[9] = byte;
            let games = read(&database(1, &record)).unwrap().games;
            assert!(matches!(games[0].squares, Err(BadMove { ply: 2, byte: found }) if found == byte));
        }
    }

    #[test]
    fn refuses_what_is_no_database() {
        assert_eq!(read(b"").err(), Some(Foreign::Short));
        assert_eq!(read(b"just some text that is long enough").err(), Some(Foreign::NoDate));
        let whole = database(2, &[0; 2 * RECORD]);
        let cut = read(&whole[..whole.len() - 1]).err();
        assert_eq!(cut, Some(Foreign::Length { games: 2, expected: 152, found: 151 }));
        let mut ten = whole.clone();
        ten[12] = 10;
        assert_eq!(read(&ten).err(), Some(Foreign::BoardSize { size: 10 }));
        let mut solitaires = whole;
        solitaires[13] = 1;
        assert_eq!(read(&solitaires).err(), Some(Foreign::Kind { kind: 1 }));
    }
}
