//! Recorded games, in the formats of the command's `convert`.

use crate::any::{self, Played as Game};
use crate::board::Board;
use crate::games::{self, Name, Plays};
use crate::records::{Format, Hints, Played, Record, Writer, encoding};
use crate::values::{flag, text, thrown, to_js};
use clap::ValueEnum;
use js_sys::{Object, Reflect, Uint8Array};
use serde::Serialize;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** Formats of recorded games. */
export type Format = "sgf" | "ggf" | "wthor" | "transcript" | "obf" | "psq" | "botzone";

/** Facts that a file may not say. */
export interface ReadOptions {
  /** Botzone's JSON, SGF without GM, and NoGo as GM[1]. */
  game?: Game;
  /** Where a .psq does not name it. */
  rule?: Rule;
  /** Such as "Shift_JIS", whatever the file says. */
  encoding?: string;
}

export interface RecordedGame {
  game: Game;
  /** The text that `Board.parse` reads. */
  start: string;
  plies: string[];
  black?: string;
  white?: string;
  event?: string;
  place?: string;
  date?: string;
  /** The rest of the file, by name. */
  others: string[];
}

export interface WriteOptions {
  /** The players' names. */
  black?: string;
  white?: string;
  event?: string;
  place?: string;
  /** Leave out what the format has no place for, as far as it is not the game. */
  drop?: boolean;
}

export interface WrittenFile {
  bytes: Uint8Array;
  /** The parts that were left out. */
  dropped: string[];
}
"#;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(typescript_type = "Format")]
    pub type FormatName;
    #[wasm_bindgen(typescript_type = "ReadOptions")]
    pub type ReadOptions;
    #[wasm_bindgen(typescript_type = "RecordedGame[]")]
    pub type RecordedGames;
    #[wasm_bindgen(typescript_type = "WriteOptions")]
    pub type WriteOptions;
    #[wasm_bindgen(typescript_type = "WrittenFile")]
    pub type WrittenFile;
}

#[derive(Serialize)]
struct Recorded {
    game: String,
    start: String,
    plies: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    others: Vec<String>,
}

fn format(name: &FormatName) -> Result<Format, JsValue> {
    let name = name.as_string().unwrap_or_default();
    Format::value_variants().iter().copied().find(|format| format.to_string() == name).ok_or_else(|| {
        let names: Vec<String> = Format::value_variants().iter().map(Format::to_string).collect();
        thrown(format!("'{}' is not a format: expected {}", name.escape_debug(), names.join(", ")))
    })
}

/// Reads the games of a file, and plays them by the rules; anything that is not one throws, by
/// name.
#[wasm_bindgen(js_name = readRecords)]
pub fn read_records(bytes: &[u8], format: FormatName, options: Option<ReadOptions>) -> Result<RecordedGames, JsValue> {
    let options: JsValue = options.map_or(JsValue::UNDEFINED, Into::into);
    let game = text(&options, "game")?.map(|name| games::named(&name).map_err(thrown)).transpose()?;
    if game.is_some_and(|game| !game.is_recorded()) {
        let games: Vec<String> = Name::those(Name::is_recorded).iter().map(Name::to_string).collect();
        return Err(thrown(format!("files record {}", games.join(", "))));
    }
    let named = |name: String| encoding::named(&name).ok_or_else(|| thrown("no encoding of that name is known"));
    let hints = Hints {
        game,
        rule: text(&options, "rule")?.map(|rule| rule.parse().map_err(thrown)).transpose()?,
        encoding: text(&options, "encoding")?.map(named).transpose()?,
    };
    let records = self::format(&format)?.read(bytes, hints).map_err(thrown)?;
    let told: Result<Vec<Recorded>, String> = records.into_iter().map(told).collect();
    Ok(to_js(&told.map_err(thrown)?).unchecked_into())
}

fn told(Record { game, notes }: Record) -> Result<Recorded, String> {
    fn texts<G: games::Recorded>(plays: &Plays<G>) -> Result<(String, Vec<String>), String> {
        let ply = |(index, ply): (usize, &Option<G::Move>)| match ply {
            Some(ply) => Ok(ply.to_string()),
            None => Err(format!("move {} is a pass, which boards of {} do not have", index + 1, G::NAME)),
        };
        let plies = plays.plies.iter().enumerate().map(ply).collect::<Result<_, _>>()?;
        Ok((plays.start.to_string(), plies))
    }
    let (start, plies) = games::each!(game.name(), G => texts(game.get::<G>().expect("its game"))?);
    let verdict = notes.verdict.map(|_| "the result".to_owned());
    Ok(Recorded {
        game: game.name().to_string(),
        start,
        plies,
        black: notes.black,
        white: notes.white,
        event: notes.event,
        place: notes.place,
        date: notes.date.map(|date| date.text),
        others: notes
            .others
            .into_iter()
            .chain(notes.kind.map(|kind| format!("the type {kind}")))
            .chain(verdict)
            .collect(),
    })
}

/// Writes a game, from where it began to its last ply, as a file.
#[wasm_bindgen(js_name = writeRecord)]
pub fn write_record(board: &Board, format: FormatName, options: Option<WriteOptions>) -> Result<WrittenFile, JsValue> {
    fn of<G: games::Recorded>(Game { start, plies, .. }: &Game<G>) -> Result<Played, &'static str> {
        if !G::IS_RECORDED {
            return Err("files record Othello on 8x8 boards alone");
        }
        Ok(Played::new(start.clone(), plies.iter().copied()))
    }
    let options: JsValue = options.map_or(JsValue::UNDEFINED, Into::into);
    let game = any::each!(&board.any, played => of(played)).map_err(thrown)?;
    let mut record = Record { game, notes: Default::default() };
    record.notes.black = text(&options, "black")?;
    record.notes.white = text(&options, "white")?;
    record.notes.event = text(&options, "event")?;
    record.notes.place = text(&options, "place")?;
    let mut writer = Writer::new(self::format(&format)?, flag(&options, "drop"));
    writer.add(&record).map_err(thrown)?;
    let (bytes, dropped) = writer.finish();
    let file = Object::new();
    Reflect::set(&file, &"bytes".into(), &Uint8Array::from(bytes.as_slice()))?;
    Reflect::set(&file, &"dropped".into(), &to_js(&dropped))?;
    Ok(JsValue::from(file).unchecked_into())
}
