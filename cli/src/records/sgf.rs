//! Smart Game Format, FF[4]: GM[1] with RU[NoGo], GM[2] Othello, GM[4] Gomoku.

use super::notes::{Notes, Verdict, colour};
use super::tree::{Tree, games};
use super::{Hints, Played, Record, othello_board};
use crate::games::Name;
use stonemask::game::{Colour, Outcome};
use stonemask::gomoku::SgfFile;
use stonemask::{nogo, othello};

pub(super) fn read(bytes: &[u8], hints: Hints) -> Result<Vec<Record>, String> {
    let read = |(index, tree): (usize, &Tree<'_>)| {
        let game = played(tree, hints).map_err(|error| super::of_game(index, &error))?;
        Ok(Record { game, notes: notes(tree) })
    };
    games(bytes)?.iter().enumerate().map(read).collect()
}

fn played(tree: &Tree<'_>, hints: Hints) -> Result<Played, String> {
    let number = tree.head("GM");
    let rule = tree.head("RU").unwrap_or_default();
    match number.as_deref() {
        Some("2") => othello(tree),
        Some("1") if hints.game == Some(Name::Nogo) || rule.eq_ignore_ascii_case("nogo") => nogo(tree),
        Some("1") => Err("GM[1] is Go, unless RU[NoGo] stands beside it, or --game nogo says so".to_owned()),
        None if hints.game == Some(Name::Othello8) => othello(tree),
        None if hints.game == Some(Name::Nogo) => nogo(tree),
        _ => {
            let file = SgfFile::parse(tree.text).map_err(|error| error.to_string())?;
            Ok(Played::gomoku(file.start().clone(), file.moves().to_vec()))
        }
    }
}

fn othello(tree: &Tree<'_>) -> Result<Played, String> {
    if tree.head("SZ").is_some_and(|size| size != "8") {
        return Err("Othello is read on 8x8: SZ is another".to_owned());
    }
    let start = match set_up(tree, 8, 8)? {
        None => othello::Board::start(),
        Some((cells, to_move)) => othello_board(&cells.concat(), to_move)?,
    };
    let (mut board, mut plies) = (start, Vec::new());
    for (index, (colour, value)) in moves(tree).enumerate() {
        let at = |what: &str| format!("move {}: {what}", index + 1);
        // Some files leave passes out.
        if colour != board.to_move() && board.try_play(othello::Move::Pass).is_ok() {
            plies.push(othello::Move::Pass);
        }
        if colour != board.to_move() {
            return Err(at(&format!("{colour} moves out of turn")));
        }
        let ply = match place(&value) {
            _ if is_pass(&value) || value.eq_ignore_ascii_case("pa") => othello::Move::Pass,
            Some((row, column)) if let Some(square) = othello::Square::new(row, column) => square.into(),
            _ => return Err(at(&format!("'{}' is not a square", value.escape_debug()))),
        };
        board.try_play(ply).map_err(|error| at(&error.to_string()))?;
        plies.push(ply);
    }
    Ok(Played::Othello { start, plies })
}

fn nogo(tree: &Tree<'_>) -> Result<Played, String> {
    let size = tree.head("SZ").unwrap_or_else(|| "9".to_owned());
    let (columns, rows) = size.split_once(':').unwrap_or((&size, &size));
    let side = |text: &str| text.trim().parse::<usize>().ok();
    let shape =
        side(rows).zip(side(columns)).map(|(rows, columns)| nogo::Shape::new(rows, columns, nogo::PointSet::EMPTY));
    let shape = match shape {
        Some(Ok(shape)) => shape,
        Some(Err(error)) => return Err(format!("SZ[{size}]: {error}")),
        None => return Err(format!("SZ[{}] is not a size", size.escape_debug())),
    };
    let start = match set_up(tree, shape.rows(), shape.columns())? {
        None => nogo::Board::new(shape),
        Some((cells, to_move)) => format!("{} {}", cells.join("/"), to_move.letter())
            .parse()
            .map_err(|error: nogo::ParseBoardError| error.to_string())?,
    };
    let (mut board, mut plies) = (start, Vec::new());
    for (index, (colour, value)) in moves(tree).enumerate() {
        let at = |what: &str| format!("move {}: {what}", index + 1);
        if colour != board.to_move() {
            return Err(at(&format!("{colour} moves out of turn")));
        }
        let Some(point) = place(&value).and_then(|(row, column)| nogo::Point::new(row, column)) else {
            return Err(at(&format!("'{}' is not a point", value.escape_debug())));
        };
        board.try_play(point).map_err(|error| at(&error.to_string()))?;
        plies.push(point);
    }
    Ok(Played::nogo(start, plies))
}

/// The moves of the main line.
fn moves<'a>(tree: &'a Tree<'_>) -> impl Iterator<Item = (Colour, String)> + 'a {
    tree.properties().filter_map(|property| match property {
        _ if property.is("B") => Some((Colour::Black, property.value().trim().to_owned())),
        _ if property.is("W") => Some((Colour::White, property.value().trim().to_owned())),
        _ => None,
    })
}

/// The rows that the file sets up before the first move, and the side to move; `None` when it sets up nothing.
fn set_up(tree: &Tree<'_>, rows: usize, columns: usize) -> Result<Option<(Vec<String>, Colour)>, String> {
    let mut cells = vec![vec!['-'; columns]; rows];
    let (mut is_set_up, mut turn, mut moves) = (false, None, 0);
    for property in tree.properties() {
        let stone = match property {
            _ if property.is("B") || property.is("W") => {
                moves += 1;
                continue;
            }
            _ if property.is("PL") && moves == 0 => {
                turn = colour(&property.value());
                continue;
            }
            _ if property.is("AB") => 'X',
            _ if property.is("AW") => 'O',
            _ if property.is("AE") => '-',
            _ => continue,
        };
        if moves > 0 {
            return Err(format!(
                "{} after move {moves}: stones can be set up only before the first move",
                property.name()
            ));
        }
        is_set_up = true;
        for value in property.values() {
            let (first, last) = value.split_once(':').unwrap_or((&value, &value));
            let ends = place(first).zip(place(last)).filter(|(_, (row, column))| *row < rows && *column < columns);
            let Some(((top, left), (bottom, right))) = ends else {
                return Err(format!("{}[{}] is not a point of the board", property.name(), value.escape_debug()));
            };
            cells.iter_mut().take(bottom + 1).skip(top).for_each(|row| {
                row.iter_mut().take(right + 1).skip(left).for_each(|cell| *cell = stone);
            });
        }
    }
    // Whoever moves first in the file is to move, where it does not say so otherwise.
    let first = turn.or_else(|| self::moves(tree).next().map(|(colour, _)| colour)).unwrap_or(Colour::Black);
    Ok(is_set_up.then(|| (cells.iter().map(|row| row.iter().collect()).collect(), first)))
}

/// The row and the column that two letters name, or a letter and a number; both count from the top left.
fn place(value: &str) -> Option<(usize, usize)> {
    let value = value.trim().to_ascii_lowercase();
    let letter = |byte: u8| byte.is_ascii_lowercase().then(|| usize::from(byte - b'a'));
    let (&column, row) = value.as_bytes().split_first()?;
    let row = match row {
        &[row] if row.is_ascii_lowercase() => letter(row)?,
        _ => value[1..].parse::<usize>().ok()?.checked_sub(1)?,
    };
    Some((row, letter(column)?))
}

fn is_pass(value: &str) -> bool {
    value.is_empty() || value == "tt"
}

/// What is said of the game beside its moves.
fn notes(tree: &Tree<'_>) -> Notes {
    let mut notes = Notes {
        black: tree.head("PB"),
        white: tree.head("PW"),
        event: tree.head("EV").or_else(|| tree.head("PC")),
        date: tree.head("DT"),
        ..Notes::default()
    };
    const KNOWN: [&str; 18] =
        ["FF", "GM", "CA", "AP", "SZ", "RU", "ST", "PB", "PW", "PC", "EV", "DT", "AB", "AW", "AE", "PL", "B", "W"];
    for property in tree.properties().filter(|property| !KNOWN.iter().any(|name| property.is(name))) {
        match property.name().as_str() {
            "RE" if matches!(property.value().trim(), "" | "?" | "Void") => {}
            "RE" => match Verdict::from_sgf(&property.value()) {
                Some(verdict) => notes.verdict = Some(verdict),
                None => notes.also("the property RE"),
            },
            "C" | "GC" | "N" => notes.also("comments"),
            "TM" | "BL" | "WL" | "OB" | "OW" | "OT" => notes.also("times"),
            name => notes.also(format!("the property {name}")),
        }
    }
    if tree.has_variations {
        notes.also("variations");
    }
    notes
}

pub(super) fn write(record: &Record) -> String {
    let Record { game, notes } = record;
    let (head, stones, to_move) = match game {
        Played::Othello { start, .. } => {
            let stones = Colour::ALL.map(|colour| {
                start
                    .stones(colour)
                    .into_iter()
                    .map(|square| letters(square.row(), square.column()))
                    .collect::<Vec<_>>()
            });
            ("GM[2]SZ[8]".to_owned(), stones, start.to_move())
        }
        Played::Gomoku { start, .. } => {
            let stones = Colour::ALL.map(|colour| {
                start.stones(colour).iter().map(|point| letters(point.row(), point.column())).collect::<Vec<_>>()
            });
            let size = size(start.size().rows(), start.size().columns());
            (format!("GM[4]SZ[{size}]RU[{}]", start.rule()), stones, start.to_move())
        }
        Played::Nogo { start, .. } => {
            let stones = Colour::ALL.map(|colour| {
                start.stones(colour).into_iter().map(|point| letters(point.row(), point.column())).collect::<Vec<_>>()
            });
            let size = size(start.shape().rows(), start.shape().columns());
            (format!("GM[1]SZ[{size}]RU[NoGo]"), stones, start.to_move())
        }
    };
    let mut text = format!("(;FF[4]CA[UTF-8]AP[stonemask]{head}");
    for (name, value) in [("PB", &notes.black), ("PW", &notes.white), ("EV", &notes.event), ("DT", &notes.date)] {
        if let Some(value) = value {
            text += &format!("{name}[{}]", escaped(value));
        }
    }
    if !game.begins_as_usual() {
        for (name, stones) in ["AB", "AW"].into_iter().zip(stones).filter(|(_, stones)| !stones.is_empty()) {
            text += &format!("{name}[{}]", stones.join("]["));
        }
        text += &format!("PL[{}]", name(to_move));
    }
    if let Some(result) = result(record) {
        text += &format!("RE[{result}]");
    }
    let plies: Vec<String> = match game {
        Played::Othello { plies, .. } => plies
            .iter()
            .map(|ply| match ply {
                othello::Move::Place(square) => letters(square.row(), square.column()),
                othello::Move::Pass => String::new(),
            })
            .collect(),
        Played::Gomoku { plies, .. } => {
            plies.iter().map(|ply| ply.map_or(String::new(), |point| letters(point.row(), point.column()))).collect()
        }
        Played::Nogo { plies, .. } => plies.iter().map(|point| letters(point.row(), point.column())).collect(),
    };
    for ((index, ply), colour) in plies.iter().enumerate().zip([to_move, to_move.other()].into_iter().cycle()) {
        let line_end = if index > 0 && index % 10 == 0 { "\n" } else { "" };
        text += &format!("{line_end};{}[{ply}]", name(colour));
    }
    text + ")\n"
}

/// RE: what the moves say, or the record.
fn result(record: &Record) -> Option<String> {
    let outcome = record.game.outcome().expect("a record's moves are legal");
    let verdict = match (outcome, record.game.margin()) {
        (None, _) => record.notes.verdict?,
        (Some(outcome), margin) => Verdict {
            winner: match outcome {
                Outcome::Win(colour) => Some(colour),
                Outcome::Draw => None,
            },
            margin: margin.map(i32::unsigned_abs),
            cause: None,
        },
    };
    Some(verdict.to_sgf())
}

fn name(colour: Colour) -> char {
    if colour == Colour::Black { 'B' } else { 'W' }
}

fn size(rows: usize, columns: usize) -> String {
    if rows == columns { rows.to_string() } else { format!("{columns}:{rows}") }
}

fn letters(row: usize, column: usize) -> String {
    let letter = |index: usize| char::from(if index < 26 { b'a' } else { b'A' } + (index % 26) as u8);
    [letter(column), letter(row)].iter().collect()
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}
