//! Files of the Gomocup's manager, Piskvork: a line with the size, levels, and which of two players
//! began; a move a line as `x,y,milliseconds` with x and y from 1 at the top left; then, of a
//! tournament, the players' names, a line each; a line with a number that says whether an engine
//! failed; and a line with a number and the tournament, whose name begins with the rule's.

use super::Hints;
use super::notes::Notes;
use super::{Played, Record};
use crate::games::Plays;
use stonemask::gomoku::{Board, Point, Rule, Size};

pub(super) fn read(text: &str, hints: Hints) -> Result<Record, String> {
    let mut lines: Vec<&str> = text.lines().collect();
    while lines.last().is_some_and(|line| line.trim().is_empty()) {
        lines.pop();
    }
    let mut lines = (1..).zip(lines);
    let expected = || "line 1: expected such as 'Piskvorky 15x15, 11:11, 0'".to_owned();
    let (size, white_begins) = lines.next().and_then(|(_, line)| head(line)).ok_or_else(expected)?;
    let (mut plies, mut notes) = (Vec::new(), Notes::default());
    let mut tail: Vec<&str> = Vec::new();
    for (number, line) in lines {
        let is_move = tail.is_empty() && is_move(line);
        if !is_move {
            tail.push(line);
            continue;
        }
        let mut words = line.split(',').map(str::trim);
        let place = |text: Option<&str>| text?.parse::<usize>().ok()?.checked_sub(1);
        let (column, row) = (place(words.next()), place(words.next()));
        let point = column.zip(row).and_then(|(column, row)| Point::new(row, column));
        let point = point.ok_or_else(|| format!("line {number}: '{}' is not a move", line.escape_debug()))?;
        plies.push(point);
        if words.next().is_some_and(|time| time.bytes().any(|digit| digit != b'0')) {
            notes.also("times");
        }
    }
    let is_number = |text: &str| text.trim().parse::<i32>().is_ok();
    let wrong = |line: &str| format!("line {}: '{}' is not a move", 2 + plies.len(), line.escape_debug());
    let tournament = match tail[..] {
        [.., code, last] if tail.len() != 3 && is_number(code) => last.split_once(',').filter(|(n, _)| is_number(n)),
        _ => None,
    };
    tail.truncate(tail.len() - usize::from(tournament.is_some()));
    let code = if tail.len() % 2 == 1 { tail.pop() } else { None };
    // -1 and 0 say that all went well.
    match code.map(|code| code.trim().parse::<i32>()) {
        None | Some(Ok(-1 | 0)) => {}
        Some(Ok(_)) => notes.also("the number of an error"),
        Some(Err(_)) => return Err(wrong(code.unwrap_or_default())),
    }
    // Among the names it would be lost.
    if let Some(index) = tail.iter().position(|line| is_move(line)) {
        return Err(format!("line {}: a move behind '{}'", 2 + plies.len() + index, tail[0].escape_debug()));
    }
    let name = |name: &str| Some(name.to_owned()).filter(|name| !name.trim().is_empty());
    (notes.black, notes.white) = match tail[..] {
        [] => (None, None),
        [black, white] if !white_begins => (name(black), name(white)),
        [white, black] => (name(black), name(white)),
        [line, ..] => return Err(wrong(line)),
    };
    let (played, tournament) = tournament.map_or(("0", ""), |(played, tournament)| (played, tournament.trim()));
    if played.trim() != "0" {
        notes.also("the number of the tournament");
    }
    let rule = named(tournament).or(hints.rule).unwrap_or(Rule::Freestyle);
    notes.event = Some(tournament.to_owned()).filter(|tournament| !tournament.is_empty() && tournament != rule.name());
    Ok(Record { game: Played::new(Board::with_size(size, rule), plies), notes })
}

/// The size, and whether the second of the players whose names follow has black.
fn head(line: &str) -> Option<(Size, bool)> {
    let mut words = line.trim().trim_start_matches('\u{feff}').strip_prefix("Piskvorky ")?.split(',').map(str::trim);
    let (columns, rows) = words.next()?.split_once('x')?;
    let size = Size::new(rows.trim().parse().ok()?, columns.trim().parse().ok()?).ok()?;
    let (_levels, first) = (words.next(), words.next());
    match first.unwrap_or("0") {
        "0" => Some((size, false)),
        "1" => Some((size, true)),
        _ => None,
    }
}

/// Whether a line is three numbers.
fn is_move(line: &str) -> bool {
    let words: Vec<&str> = line.split(',').map(str::trim).collect();
    let is_number = |word: &&str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    words.len() == 3 && words.iter().all(is_number)
}

/// Names and events of a record that a file has no place for.
pub(super) fn has_no_place_for(record: &Record) -> Vec<String> {
    let Record { game, notes } = record;
    let Some(Plays { start, .. }) = game.get::<Board>() else { return Vec::new() };
    let names = [&notes.black, &notes.white].into_iter().flatten();
    let is_bad = |name: &&String| is_move(name) || name.contains(char::is_control);
    let bad = names.filter(is_bad).map(|name| format!("the name '{}'", name.escape_debug()));
    let event = notes.event.as_ref().filter(|event| kept(event, start.rule()).is_none());
    bad.chain(event.map(|_| "the event".to_owned())).collect()
}

/// An event, if a file with it has this rule.
fn kept(event: &str, rule: Rule) -> Option<&str> {
    let is_kept = named(event) == Some(rule) && event.trim() == event && event != rule.name();
    Some(event).filter(|event| is_kept && !event.contains(char::is_control))
}

/// The rule whose name a text begins with.
fn named(text: &str) -> Option<Rule> {
    let text = text.to_ascii_lowercase();
    // The longest first: one name may begin with another.
    let mut rules = Rule::ALL;
    rules.sort_by_key(|rule| std::cmp::Reverse(rule.name().len()));
    rules.into_iter().find(|rule| text.starts_with(rule.name()))
}

pub(super) fn write(record: &Record) -> String {
    let Record { game, notes } = record;
    let Plays { start, plies } = game.get::<Board>().expect("only Gomoku is written");
    let mut text = format!("Piskvorky {}x{}, 11:11, 0\n", start.size().columns(), start.size().rows());
    for point in plies.iter().flatten() {
        text += &format!("{},{},0\n", point.column() + 1, point.row() + 1);
    }
    let name = |name: &Option<String>| {
        let name = name.clone().unwrap_or_default();
        // The first would be taken for a move.
        if is_move(&name) { String::new() } else { name.replace(char::is_control, " ") }
    };
    let tournament = notes.event.as_deref().and_then(|event| kept(event, start.rule()));
    text + &format!(
        "{}\n{}\n-1\n0,{}\n",
        name(&notes.black),
        name(&notes.white),
        tournament.unwrap_or(start.rule().name())
    )
}
