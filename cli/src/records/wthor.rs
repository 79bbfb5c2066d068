//! WTHOR databases; [`stonemask::othello::wthor`] has the format.

use super::notes::Notes;
use super::{Played, Record, of_game, squares, with_passes};
use stonemask::othello::Board;
use stonemask::othello::wthor::{self, Database};

pub(super) fn read(bytes: &[u8]) -> Result<Vec<Record>, String> {
    let database = wthor::read(bytes).map_err(|foreign| foreign.to_string())?;
    let read = |(index, record): (usize, &wthor::Record)| {
        let squares = record.squares().collect::<Result<Vec<_>, _>>();
        let squares = squares.map_err(|bad| format!("the move {} is not a square", bad.byte));
        let plies = squares.and_then(|squares| with_passes(Board::start(), squares));
        let plies = plies.map_err(|error| of_game(index, &error))?;
        let mut notes = Notes::default();
        // They stand in other files of the federation.
        notes.also("the numbers of players and tournaments");
        Ok(Record { game: Played::Othello { start: Board::start(), plies }, notes })
    };
    database.games.iter().enumerate().map(read).collect()
}

pub(super) fn write(records: &[Record]) -> Result<Vec<u8>, String> {
    let written = |(index, record): (usize, &Record)| {
        let Played::Othello { plies, .. } = &record.game else { unreachable!("only Othello is written") };
        let margin = record.game.margin().expect("the game is over");
        let squares: Vec<_> = squares(plies).collect();
        wthor::Record::new(&squares, ((64 + margin) / 2) as u32)
            .ok_or_else(|| of_game(index, "it has more moves than fit"))
    };
    let games = records.iter().enumerate().map(written).collect::<Result<_, _>>()?;
    // The position without empty squares is the end, whose score is the game's.
    Ok(Database { depth: 0, games }.to_bytes())
}
