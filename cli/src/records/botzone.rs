//! The requests and responses of botzone.org, as a program is sent them: one JSON object, each move
//! as `x` and `y` from 0.
//!
//! A first request of -1, -1 says that the program plays black; in Othello -1, -1 is also a pass. x
//! counts columns.

use super::notes::Notes;
use super::{Hints, Played, Record};
use crate::games::{self, Name, Recorded, each};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Serialize, Deserialize)]
struct Log {
    requests: Vec<Place>,
    responses: Vec<Place>,
    /// Fields that the site sends beside them.
    #[serde(flatten)]
    others: BTreeMap<String, serde_json::Value>,
}

#[derive(Clone, Copy, Serialize, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct Place {
    x: i32,
    y: i32,
}

const NONE: Place = Place { x: -1, y: -1 };

fn place_of(ply: &Option<games::Place>) -> Place {
    ply.map_or(NONE, |(row, column)| Place { x: column as i32, y: row as i32 })
}

pub(super) fn read(text: &str, hints: Hints) -> Result<Record, String> {
    let game = hints.game.ok_or_else(|| {
        let games = Name::listed(&Name::those(has));
        format!("Botzone's JSON does not name the game: --game {games} does")
    })?;
    let Log { requests, responses, others } =
        serde_json::from_str(text).map_err(|error| format!("not Botzone's JSON: {error}"))?;
    if requests.len() != responses.len() && requests.len() != responses.len() + 1 {
        return Err(format!("{} requests do not go with {} responses", requests.len(), responses.len()));
    }
    // By turns, beginning with a request.
    let mut places = Vec::new();
    for (index, &request) in requests.iter().enumerate() {
        places.push(request);
        places.extend(responses.get(index));
    }
    if places.first() == Some(&NONE) {
        places.remove(0);
    }
    let mut notes = Notes::default();
    for name in others.keys() {
        notes.also(format!("the field {}", name.escape_debug()));
    }
    if !has(game) {
        return Err(format!("Botzone has no {game}"));
    }
    let game = each!(game, G => played::<G>(&places)?);
    Ok(Record { game, notes })
}

fn played<G: Recorded>(places: &[Place]) -> Result<Played, String> {
    let ply = |(index, &Place { x, y }): (usize, &Place)| {
        let place = usize::try_from(y).ok().zip(usize::try_from(x).ok());
        let is_place = place.is_some() || Place { x, y } == NONE;
        let ply = if is_place { G::ply_at(place) } else { None };
        ply.ok_or_else(|| format!("move {}: no place of the board", index + 1))
    };
    let plies = places.iter().enumerate().map(ply).collect::<Result<Vec<_>, _>>()?;
    Ok(Played::new(G::usual(), plies))
}

pub(super) fn write(record: &Record) -> String {
    let places = record.game.places().iter().map(place_of).collect();
    // As black's program is sent it.
    serde_json::to_string(&log(places, true)).expect("plain data") + "\n"
}

/// Plies by turns as the program of a side is sent them.
fn log(places: Vec<Place>, is_black: bool) -> Log {
    let (black, white): (Vec<_>, Vec<_>) = places.into_iter().enumerate().partition(|(index, _)| index % 2 == 0);
    let only = |places: Vec<(usize, Place)>| places.into_iter().map(|(_, place)| place).collect::<Vec<_>>();
    let (black, white) = (only(black), only(white));
    let (requests, responses) = if is_black { ([vec![NONE], white].concat(), black) } else { (black, white) };
    Log { requests, responses, others: BTreeMap::new() }
}

/// Whether the site has a game.
pub(crate) fn has(game: Name) -> bool {
    game.on_botzone().is_some()
}

/// The line that asks a program for the next ply: those before it by row and column, a pass without
/// them; and its last answer, with whether that is of this game.
pub(crate) fn request(plies: &[Option<(usize, usize)>], last: Option<(&Answer, bool)>) -> String {
    let mut log = log(plies.iter().map(place_of).collect(), plies.len().is_multiple_of(2));
    if let Some((answer, is_of_this_game)) = last {
        let kept = [("data", answer.data.as_ref().filter(|_| is_of_this_game)), ("globaldata", answer.global.as_ref())];
        log.others = kept.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?.clone()))).collect();
    }
    serde_json::to_string(&log).expect("plain data")
}

/// A program's answer.
#[derive(Deserialize)]
pub(crate) struct Answer {
    #[serde(rename = "response", deserialize_with = "place")]
    pub(crate) place: (i64, i64),
    /// It is sent to the program again in this game.
    data: Option<serde_json::Value>,
    /// It is sent to the program again in all games.
    #[serde(rename = "globaldata")]
    global: Option<serde_json::Value>,
}

impl Answer {
    /// # Errors
    /// When a line is none: why.
    pub(crate) fn read(line: &str) -> Result<Answer, String> {
        serde_json::from_str(line).map_err(|_| "expected {\"response\": {\"x\": X, \"y\": Y}}".to_owned())
    }
}

/// x and y, whatever else stands beside them.
fn place<'de, D: serde::Deserializer<'de>>(from: D) -> Result<(i64, i64), D::Error> {
    #[derive(Deserialize)]
    struct Loose {
        x: i64,
        y: i64,
    }
    Loose::deserialize(from).map(|Loose { x, y }| (x, y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_asked_from_its_side() {
        let d3 = Some((2, 3));
        assert_eq!(request(&[], None), r#"{"requests":[{"x":-1,"y":-1}],"responses":[]}"#);
        assert_eq!(request(&[d3], None), r#"{"requests":[{"x":3,"y":2}],"responses":[]}"#);
        let two = r#"{"requests":[{"x":-1,"y":-1},{"x":-1,"y":-1}],"responses":[{"x":3,"y":2}]"#;
        assert_eq!(request(&[d3, None], None), format!("{two}}}"));
        let answer =
            Answer::read(r#"{"response":{"x":3,"y":2,"z":1},"debug":"","data":[1],"globaldata":"g"}"#).unwrap();
        assert_eq!(answer.place, (3, 2));
        assert_eq!(request(&[d3, None], Some((&answer, true))), format!("{two},\"data\":[1],\"globaldata\":\"g\"}}"));
        assert_eq!(request(&[d3, None], Some((&answer, false))), format!("{two},\"globaldata\":\"g\"}}"));
        for bad in [
            "",
            "{}",
            "3",
            r#"{"response":{"x":3}}"#,
            r#"{"response":{"x":"3","y":2}}"#,
            r#"{"response":{"x":0.5,"y":2}}"#,
        ] {
            assert!(Answer::read(bad).is_err(), "{bad}");
        }
    }
}
