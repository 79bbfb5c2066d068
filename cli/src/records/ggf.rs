//! Generic Game Format, of the Generic Game Server and NBoard: games of 8x8 Othello.
//!
//! `BO` has the board: 8, the cells with `*` black, `O` white and `-` empty, and the side to move.
//! A move is a square or `PA`, then an evaluation and the time, each behind a slash. `RE` is
//! black's discs less white's.

use super::notes::{Date, Notes, Style, Verdict};
use super::{Played, Record, info, of_othello, othello_board, root};
use crate::games::Plays;
use stonemask::game::Colour;
use stonemask::othello::{Board, Move};
use stonemask::sgf::{Tree, Trees};

/// The next game of a text.
pub(super) fn next(trees: &mut Trees<'_>) -> Option<Result<Record, String>> {
    let tree = trees.next().transpose()?;
    Some(tree.map_err(|error| error.to_string()).and_then(|tree| record(&tree)))
}

/// A game as it stands in a text.
pub(crate) fn record(tree: &Tree<'_>) -> Result<Record, String> {
    match root(tree, "GM")? {
        Some(game) if game.eq_ignore_ascii_case("othello") => {}
        Some(game) => return Err(format!("GM[{}] is not Othello", game.escape_debug())),
        None => return Err("there is no GM[Othello]".to_owned()),
    }
    let kind = root(tree, "TY")?.map(kind).transpose()?.flatten();
    let start = match root(tree, "BO")? {
        None => Board::start(),
        Some(text) => board(&text).ok_or_else(|| format!("BO[{}] is not a board of 8x8", text.escape_debug()))??,
    };
    let mut notes = Notes {
        black: info(tree, "PB")?,
        white: info(tree, "PW")?,
        place: info(tree, "PC")?,
        date: info(tree, "DT")?.map(|text| Date { text, style: Style::Ggf }),
        kind,
        ..Notes::default()
    };
    if let Some(result) = info(tree, "RE")? {
        match Verdict::from_ggf(&result) {
            Some(verdict) => notes.verdict = Some(verdict),
            None => notes.also(format!("the result RE[{}]", result.escape_debug())),
        }
    }
    let (mut now, mut plies) = (start, Vec::new());
    for property in tree.properties() {
        let colour = match property.name().as_str() {
            "B" => Colour::Black,
            "W" => Colour::White,
            "GM" | "BO" | "PB" | "PW" | "PC" | "DT" | "RE" | "TY" => continue,
            "TI" | "TB" | "TW" => {
                if property.value() != "0" {
                    notes.also("times");
                }
                continue;
            }
            "RB" | "RW" => {
                notes.also("ratings");
                continue;
            }
            name @ ("KB" | "KW" | "KM") => return Err(format!("{name}: games with komi are not read")),
            name => {
                notes.also(format!("the property {name}"));
                continue;
            }
        };
        let at = |what: &str| format!("move {}: {what}", plies.len() + 1);
        let value = property.values().collect::<Vec<_>>().join("][");
        let mut parts = value.split('/').map(str::trim);
        let word = parts.next().unwrap_or_default();
        for (what, part) in ["evaluations", "times"].into_iter().zip(parts.by_ref()) {
            if !part.is_empty() {
                notes.also(what);
            }
        }
        if let Some(more) = parts.next() {
            return Err(at(&format!("'{}' stands behind its time", more.escape_debug())));
        }
        if colour != now.to_move() {
            return Err(at(&format!("{colour} moves out of turn")));
        }
        let ply = word.parse::<Move<8>>().map_err(|error| at(&format!("{error}")))?;
        now.try_play(ply).map_err(|error| at(&error.to_string()))?;
        plies.push(ply);
    }
    if tree.has_variations {
        notes.also("variations");
    }
    Ok(Record { game: Played::new(start, plies), notes })
}

/// The type of a game, `None` for the usual one: `s` for one of two games at once, the size, then
/// letters.
///
/// # Errors
/// When by its type it is another game.
fn kind(text: String) -> Result<Option<String>, String> {
    let shown = || format!("TY[{}]", text.escape_debug());
    let plain = text.to_ascii_lowercase();
    let rest = plain.strip_prefix('s').unwrap_or(&plain);
    let letters = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let size = &rest[..rest.len() - letters.len()];
    if size.is_empty() {
        return Err(format!("{} is not a type of game", shown()));
    }
    if size != "8" {
        return Err(format!("{} is a board of {size}x{size}, and 8x8 alone is read", shown()));
    }
    let mut letters = letters.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            // Who has which colour.
            'b' | 'w' => {}
            // Discs that were put down at random, which BO has.
            'r' => while letters.next_if(char::is_ascii_digit).is_some() {},
            'a' => return Err(format!("{} is anti-Othello, which the fewer discs win", shown())),
            'k' => return Err(format!("{} is a game with komi, which is not read", shown())),
            _ => return Err(format!("{}: '{}' is not known", shown(), letter.escape_debug())),
        }
    }
    Ok(Some(text).filter(|_| plain != "8"))
}

/// The board that BO describes; `None` if it is not one of 8x8.
fn board(text: &str) -> Option<Result<Board<8>, String>> {
    let cells = text.trim().strip_prefix('8')?;
    let cells: String =
        cells.chars().filter(|cell| !cell.is_whitespace()).map(|cell| if cell == '*' { 'X' } else { cell }).collect();
    let (cells, to_move) = cells.split_at_checked(64)?;
    let to_move = match to_move {
        "X" => Colour::Black,
        "O" => Colour::White,
        _ => return None,
    };
    Some(othello_board(cells, to_move))
}

/// A verdict with the score of the board, where it is a win without one at the end of the game.
pub(super) fn scored(verdict: Verdict, game: &Played) -> Verdict {
    match (verdict, game.ending()) {
        (Verdict::Ended(ending), Some(board)) if ending.cause.is_none() && ending.margin.is_none() => {
            Verdict::Ended(board)
        }
        _ => verdict,
    }
}

pub(super) fn write(record: &Record) -> String {
    let Record { game, notes } = record;
    let Plays { start, plies } = of_othello(game);
    let text = |value: &Option<String>| value.as_deref().unwrap_or("").replace('\\', "\\\\").replace(']', "\\]");
    let verdict = notes.verdict.or_else(|| Some(Verdict::Ended(game.ending()?)));
    let verdict = verdict.map_or("?".to_owned(), |verdict| scored(verdict, game).to_ggf().0);
    let date = notes.date.as_ref().and_then(|date| date.written(Style::Ggf).0);
    let kind = notes.kind.as_deref().unwrap_or("8");
    let cells = start.to_string().replace('X', "*");
    let (cells, to_move) = cells.split_at(64);
    let rows: Vec<&str> = (0..8).map(|row| &cells[8 * row..8 * row + 8]).collect();
    let mut line = format!(
        "(;GM[Othello]PC[{}]DT[{}]PB[{}]PW[{}]RE[{verdict}]TI[0]TY[{kind}]BO[8 {}{to_move}]",
        text(&notes.place),
        text(&date),
        text(&notes.black),
        text(&notes.white),
        rows.join(" "),
    );
    let first = start.to_move();
    for (ply, colour) in plies.iter().flatten().zip([first, first.other()].into_iter().cycle()) {
        let name = if colour == Colour::Black { 'B' } else { 'W' };
        let place = match ply {
            Move::Place(square) => square.to_string(),
            Move::Pass => "PA".to_owned(),
        };
        line += &format!("{name}[{place}]");
    }
    line + ";)\n"
}
