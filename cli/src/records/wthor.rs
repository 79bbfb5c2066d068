//! WTHOR databases; [`stonemask::othello::wthor`] has the format.

use super::notes::{Notes, Verdict};
use super::{Played, Record, of_othello, squares, with_passes};
use stonemask::othello::Board;
use stonemask::othello::wthor::{self, Database};

pub(super) fn games(bytes: &[u8]) -> Result<impl Iterator<Item = Result<Record, String>> + use<>, String> {
    let database = wthor::read(bytes).map_err(|foreign| foreign.to_string())?;
    // The header has the year of the games.
    let has_year = bytes.get(10..12).is_some_and(|year| year != [0, 0]);
    Ok(database.games.into_iter().map(move |record| {
        let squares = record.squares().collect::<Result<Vec<_>, _>>();
        let squares = squares.map_err(|bad| format!("the move {} is not a square", bad.byte))?;
        let plies = with_passes(Board::start(), squares.into_iter().map(Into::into))?;
        let mut notes = Notes::default();
        let black = i32::try_from(record.black()).ok().filter(|black| *black <= 64);
        let black = black.ok_or_else(|| format!("{} discs of black", record.black()))?;
        notes.verdict = Some(Verdict::Ended(Verdict::of_discs(2 * black - 64)));
        // They stand in other files of the federation.
        notes.also("the numbers of players and tournaments");
        if has_year {
            notes.also("the year");
        }
        if record.theoretical() != record.black() {
            notes.also("theoretical scores");
        }
        Ok(Record { game: Played::new(Board::start(), plies), notes })
    }))
}

/// Black's discs at the end, by the record or by its moves.
pub(super) fn discs(record: &Record) -> Option<u32> {
    let ending = record.game.ending().map(Verdict::Ended);
    // The record keeps only what is more than the moves say.
    ending.or(record.notes.verdict)?.to_discs()
}

pub(super) fn game(record: &Record) -> Result<wthor::Record, String> {
    let squares: Vec<_> = squares(&of_othello(&record.game).plies).collect();
    let black = discs(record).expect("checked before");
    wthor::Record::new(&squares, black).ok_or_else(|| "it has more moves than fit".to_owned())
}

pub(super) fn file(games: Vec<wthor::Record>) -> Vec<u8> {
    // The position without empty squares is the end, whose score is the game's.
    Database { depth: 0, games }.to_bytes()
}
