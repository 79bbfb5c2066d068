//! Generic Game Format, of the Generic Game Server and NBoard: games of 8x8 Othello.
//!
//! `BO` has the board: 8, the cells with `*` black, `O` white and `-` empty, and the side to move. A move is a square or `PA`, then
//! an evaluation and the time, each behind a slash. `RE` is black's discs less white's.

use super::notes::{Notes, Verdict};
use super::tree::{Tree, games};
use super::{Played, Record, of_game, othello_board};
use stonemask::game::Colour;
use stonemask::othello::{Board, Move};

pub(super) fn read(bytes: &[u8]) -> Result<Vec<Record>, String> {
    let bytes = without_counts(bytes);
    let read = |(index, tree): (usize, &Tree<'_>)| record(tree).map_err(|error| of_game(index, &error));
    games(&bytes)?.iter().enumerate().map(read).collect()
}

/// The text with spaces in place of the number of games that the server's archive begins each line with.
fn without_counts(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for line in bytes.split_mut(|&byte| byte == b'\n') {
        let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if line[digits..].trim_ascii_start().starts_with(b"(;") {
            line[..digits].fill(b' ');
        }
    }
    bytes
}

fn record(tree: &Tree<'_>) -> Result<Record, String> {
    match tree.head("GM") {
        Some(game) if game.eq_ignore_ascii_case("othello") => {}
        Some(game) => return Err(format!("GM[{}] is not Othello", game.escape_debug())),
        None => return Err("there is no GM[Othello]".to_owned()),
    }
    let start = match tree.head("BO") {
        None => Board::start(),
        Some(text) => board(&text).ok_or_else(|| format!("BO[{}] is not a board of 8x8", text.escape_debug()))??,
    };
    let mut notes = Notes {
        black: tree.head("PB"),
        white: tree.head("PW"),
        event: tree.head("PC"),
        date: tree.head("DT"),
        verdict: tree.head("RE").as_deref().and_then(Verdict::from_ggf),
        ..Notes::default()
    };
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
            name => {
                notes.also(format!("the property {name}"));
                continue;
            }
        };
        let value = property.value();
        let mut parts = value.split('/').map(str::trim);
        let word = parts.next().unwrap_or_default().to_ascii_lowercase();
        let at = |what: &str| format!("move {}: {what}", plies.len() + 1);
        for (what, part) in ["evaluations", "times"].into_iter().zip(parts) {
            if !part.is_empty() {
                notes.also(what);
            }
        }
        if colour != now.to_move() {
            return Err(at(&format!("{colour} moves out of turn")));
        }
        let ply = word.parse::<Move<8>>().map_err(|error| at(&format!("{error}")))?;
        now.try_play(ply).map_err(|error| at(&error.to_string()))?;
        plies.push(ply);
    }
    Ok(Record { game: Played::Othello { start, plies }, notes })
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

pub(super) fn write(record: &Record) -> String {
    let Record { game: game @ Played::Othello { start, plies }, notes } = record else {
        unreachable!("only Othello is written");
    };
    let text = |value: &Option<String>| value.as_deref().unwrap_or("").replace('\\', "\\\\").replace(']', "\\]");
    let verdict = match game.margin() {
        Some(margin) => format!("{margin:+}.000"),
        None => notes.verdict.map_or("?".to_owned(), Verdict::to_ggf),
    };
    let cells = start.to_string().replace('X', "*");
    let (cells, to_move) = cells.split_at(64);
    let rows: Vec<&str> = (0..8).map(|row| &cells[8 * row..8 * row + 8]).collect();
    let mut line = format!(
        "(;GM[Othello]PC[{}]DT[{}]PB[{}]PW[{}]RE[{verdict}]TI[0]TY[8]BO[8 {}{to_move}]",
        text(&notes.event),
        text(&notes.date),
        text(&notes.black),
        text(&notes.white),
        rows.join(" "),
    );
    let first = start.to_move();
    for (ply, colour) in plies.iter().zip([first, first.other()].into_iter().cycle()) {
        let name = if colour == Colour::Black { 'B' } else { 'W' };
        let place = match ply {
            Move::Place(square) => square.to_string(),
            Move::Pass => "PA".to_owned(),
        };
        line += &format!("{name}[{place}]");
    }
    line + ";)\n"
}
