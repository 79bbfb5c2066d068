//! What the Gomocup's manager saves: a line with the size, a move a line as `x,y,milliseconds` with x and y from 1 at the top left,
//! then the players' names and a line with the rule.

use super::Hints;
use super::notes::Notes;
use super::{Played, Record};
use stonemask::gomoku::{Board, Point, Rule, Size};

/// The name of a player who has none.
const UNKNOWN: &str = "?";

pub(super) fn read(text: &str, hints: Hints) -> Result<Vec<Record>, String> {
    let mut lines = text.lines().map(str::trim);
    let size = lines.next().and_then(size).ok_or("line 1: expected such as 'Piskvorky 15x15, 11:11, 0'")?;
    let (mut plies, mut names, mut rule, mut notes) = (Vec::new(), Vec::new(), hints.rule, Notes::default());
    for (number, line) in (2..).zip(lines) {
        let words: Vec<&str> = line.split(',').map(str::trim).collect();
        match words[..] {
            [x, y, time] if names.is_empty() && x.bytes().all(|byte| byte.is_ascii_digit()) => {
                let place = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
                let point = place(x).zip(place(y)).and_then(|(column, row)| Point::new(row, column));
                let point = point.ok_or_else(|| format!("line {number}: '{}' is not a move", line.escape_debug()))?;
                plies.push(Some(point));
                if time != "0" {
                    notes.also("times");
                }
            }
            // The result as the manager counts it, and the tournament, whose name begins with the rule's.
            [_, tournament] => rule = rule.or_else(|| named(tournament)),
            [""] | ["-1"] => {}
            [name] if names.len() < 2 => names.push(Some(name.to_owned()).filter(|name| name != UNKNOWN)),
            _ => return Err(format!("line {number}: '{}' is not a move", line.escape_debug())),
        }
    }
    let mut names = names.into_iter();
    (notes.black, notes.white) = (names.next().flatten(), names.next().flatten());
    let start = Board::new(size, rule.unwrap_or(Rule::Freestyle));
    Ok(vec![Record { game: Played::gomoku(start, plies), notes }])
}

fn size(line: &str) -> Option<Size> {
    let (columns, rows) = line.strip_prefix("Piskvorky ")?.split(',').next()?.trim().split_once('x')?;
    Size::new(rows.parse().ok()?, columns.parse().ok()?).ok()
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
    let Record { game: Played::Gomoku { start, plies }, notes } = record else {
        unreachable!("only Gomoku is written")
    };
    let mut text = format!("Piskvorky {}x{}, 11:11, 0\n", start.size().columns(), start.size().rows());
    for point in plies.iter().flatten() {
        text += &format!("{},{},0\n", point.column() + 1, point.row() + 1);
    }
    // A line each, whatever the name.
    let name = |name: &Option<String>| name.as_deref().unwrap_or(UNKNOWN).replace(['\n', '\r', ','], " ");
    text + &format!("{}\n{}\n-1\n0,{}\n", name(&notes.black), name(&notes.white), start.rule())
}
