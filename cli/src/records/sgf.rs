//! Smart Game Format, FF[4]: GM[1] with RU[NoGo], GM[2] Othello, GM[4] Gomoku.

use super::encoding;
use super::notes::{Date, Notes, Style, Verdict};
use super::{Hints, Played, Record, info, root};
use crate::games::{Name, Recorded, each};
use stonemask::sgf::{Tree, Trees};

/// The next game of a text whose games name their encodings.
pub(super) fn next(trees: &mut Trees<'_>, hints: Hints) -> Option<Result<Record, String>> {
    let tree = trees.next().transpose()?;
    Some(tree.map_err(told).and_then(|tree| {
        let charset = root(&tree, "CA")?;
        let text = encoding::game(tree.text, charset.as_deref())?;
        // Of an encoding with pairs only now it is sure where values end.
        if text.as_bytes() == tree.text {
            return record(&tree, hints);
        }
        let tree = Trees::utf8(&text).next().map_err(told)?.ok_or("it holds no game")?;
        record(&tree, hints)
    }))
}

/// A game whose text is UTF-8.
pub(super) fn record(tree: &Tree<'_>, hints: Hints) -> Result<Record, String> {
    let game = played(tree, hints)?;
    Ok(Record { notes: notes(tree, &game)?, game })
}

fn told(error: impl ToString) -> String {
    error.to_string()
}

fn played(tree: &Tree<'_>, hints: Hints) -> Result<Played, String> {
    let (number, rule) = (root(tree, "GM")?, root(tree, "RU")?.unwrap_or_default());
    let is_of_gogui = number.as_deref().unwrap_or("1") == "1" && is_of_gogui(tree)?;
    let recorded = || Name::those(Name::is_recorded);
    let hinted = hints.game.filter(|game| game.is_recorded());
    let is_named = |game: &Name| !game.sgf_needs_rule() || hints.game == Some(*game) || game.is_sgf_rule(&rule);
    let game = match (number.as_deref(), hinted) {
        (_, Some(game)) if is_of_gogui => game,
        (Some(number), _) => {
            let mut games = recorded().into_iter().filter(|game| game.sgf_number().to_string() == number);
            games.find(is_named).ok_or_else(|| match number {
                "1" => "GM[1] is Go, unless RU[NoGo] stands beside it, or --game nogo says so".to_owned(),
                _ => {
                    let games: Vec<_> = recorded().into_iter().map(Name::sgf_name).collect();
                    format!("GM[{}] is none of {}", number.escape_debug(), games.join(", "))
                }
            })?
        }
        (None, Some(game)) => game,
        (None, None) => {
            let games = Name::listed(&recorded());
            return Err(match hints.game {
                Some(other) => format!("SGF is not read as {other}"),
                None => format!("no GM says which game it is: --game {games} does; it is Go by SGF"),
            });
        }
    };
    each!(game, G => Ok(Played::of(if is_of_gogui { G::from_gogui(tree)? } else { G::from_sgf(tree)? })))
}

/// Whether GoGui wrote the game, or gogui-twogtp, which knows every game as Go.
fn is_of_gogui(tree: &Tree<'_>) -> Result<bool, String> {
    let program = root(tree, "AP")?.unwrap_or_default().to_ascii_lowercase();
    Ok(program.starts_with("gogui"))
}

/// The facts about the game beside its moves.
fn notes(tree: &Tree<'_>, game: &Played) -> Result<Notes, String> {
    let date = info(tree, "DT")?.map(|text| Date { text, style: Style::Sgf });
    let mut notes = Notes {
        black: info(tree, "PB")?,
        white: info(tree, "PW")?,
        event: info(tree, "EV")?,
        place: info(tree, "PC")?,
        opening: info(tree, "ON")?,
        date,
        ..Notes::default()
    };
    if let Some(result) = info(tree, "RE")? {
        match Verdict::from_sgf(&result) {
            Some(verdict) => notes.verdict = Some(verdict),
            None => notes.also(format!("the result RE[{}]", result.escape_debug())),
        }
    }
    let rule = root(tree, "RU")?.unwrap_or_default();
    // Of a game with several rules it is read.
    let is_read = rule.is_empty() || game.name().has_rules() || game.name().is_sgf_rule(&rule);
    if !is_read {
        notes.also("the property RU");
    }
    const KNOWN: [&str; 20] = [
        "FF", "GM", "CA", "AP", "SZ", "RU", "RE", "ST", "PB", "PW", "PC", "EV", "DT", "ON", "AB", "AW", "AE", "PL",
        "B", "W",
    ];
    for property in tree.properties().filter(|property| !KNOWN.iter().any(|name| property.is(name))) {
        match property.name().as_str() {
            "C" | "GC" | "N" => notes.also("comments"),
            "TM" | "BL" | "WL" | "OB" | "OW" | "OT" => notes.also("times"),
            name => notes.also(format!("the property {name}")),
        }
    }
    if tree.has_variations {
        notes.also("variations");
    }
    Ok(notes)
}

pub(super) fn write(record: &Record) -> String {
    let Record { game, notes } = record;
    let date = notes.date.as_ref().and_then(|date| date.written(Style::Sgf).0);
    let texts = [
        ("PB", &notes.black),
        ("PW", &notes.white),
        ("EV", &notes.event),
        ("PC", &notes.place),
        ("DT", &date),
        ("ON", &notes.opening),
    ];
    let texts: Vec<(&str, &str)> =
        texts.into_iter().filter_map(|(name, value)| Some((name, value.as_deref()?))).collect();
    game.outline().text(&texts, result(record).as_deref())
}

/// RE: what the record says, or the moves.
fn result(record: &Record) -> Option<String> {
    let verdict = record.notes.verdict.or_else(|| Some(Verdict::Ended(record.game.ending()?)))?;
    Some(verdict.to_sgf().0)
}
