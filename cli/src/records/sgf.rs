//! Smart Game Format, FF[4]: GM[1] with RU[NoGo], GM[2] Othello, GM[4] Gomoku.

use super::encoding;
use super::notes::{Date, Notes, Style, Verdict, colour};
use super::tree::{Tree, Trees};
use super::{Hints, Played, Record, othello_board};
use crate::games::Name;
use stonemask::game::Colour;
use stonemask::internals::sgf::rule_named;
use stonemask::{gomoku, nogo, othello};

/// The next game of a text whose games name their encodings.
pub(super) fn next(trees: &mut Trees<'_>, hints: Hints) -> Option<Result<Record, String>> {
    let tree = trees.next().transpose()?;
    Some(tree.and_then(|tree| {
        let charset = tree.root("CA")?;
        let text = encoding::game(tree.text, charset.as_deref())?;
        // Of an encoding with pairs only now it is sure where values end.
        if text.as_bytes() == tree.text {
            return record(&tree, hints);
        }
        let tree = Trees::utf8(&text).next()?.ok_or("it holds no game")?;
        record(&tree, hints)
    }))
}

/// A game whose text is UTF-8.
pub(super) fn record(tree: &Tree<'_>, hints: Hints) -> Result<Record, String> {
    let game = played(tree, hints)?;
    Ok(Record { notes: notes(tree, &game)?, game })
}

fn played(tree: &Tree<'_>, hints: Hints) -> Result<Played, String> {
    let (number, rule) = (tree.root("GM")?, tree.root("RU")?.unwrap_or_default());
    let game = match number.as_deref() {
        Some("2") => Name::Othello8,
        Some("4") => Name::Gomoku,
        Some("1") if hints.game == Some(Name::Nogo) || rule.eq_ignore_ascii_case("nogo") => Name::Nogo,
        Some("1") => return Err("GM[1] is Go, unless RU[NoGo] stands beside it, or --game nogo says so".to_owned()),
        Some(number) => {
            let games = "GM[2] Othello, GM[4] Gomoku, GM[1] with RU[NoGo]";
            return Err(format!("GM[{}] is none of {games}", number.escape_debug()));
        }
        None => {
            hints.game.ok_or("no GM says which game it is: --game othello8, gomoku or nogo does; it is Go by SGF")?
        }
    };
    match game {
        Name::Othello8 => othello(tree, &rule),
        Name::Gomoku => gomoku(tree, &rule),
        Name::Nogo => nogo(tree),
        other => Err(format!("SGF is not read as {other}")),
    }
}

fn othello(tree: &Tree<'_>, rule: &str) -> Result<Played, String> {
    if tree.root("SZ")?.is_some_and(|size| !["8", "8:8"].contains(&size.as_str())) {
        return Err("Othello is read on 8x8: SZ is another".to_owned());
    }
    if !["", "othello", "reversi", "standard"].contains(&rule.to_ascii_lowercase().as_str()) {
        return Err(format!("RU[{}] is no rule of Othello that is read", rule.escape_debug()));
    }
    let SetUp { cells, turn } = set_up(tree, 8, 8, place)?;
    let start = othello::Board::start();
    let start = match (cells, turn) {
        (None, None) => start,
        (None, Some(turn)) => othello_board(&start.to_string()[..64], turn)?,
        (Some(cells), turn) => othello_board(&cells.concat(), turn.unwrap_or(Colour::Black))?,
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
        let ply = match place(&value).and_then(|(row, column)| othello::Square::new(row, column)) {
            _ if is_pass(&value) || value.parse() == Ok(othello::Move::<8>::Pass) => othello::Move::Pass,
            Some(square) => square.into(),
            None => return Err(at(&format!("'{}' is not a square", value.escape_debug()))),
        };
        board.try_play(ply).map_err(|error| at(&error.to_string()))?;
        plies.push(ply);
    }
    Ok(Played::Othello { start, plies })
}

fn gomoku(tree: &Tree<'_>, rule: &str) -> Result<Played, String> {
    let size = match tree.root("SZ")? {
        None => gomoku::Size::new(15, 15).ok(),
        Some(size) => sides(&size).and_then(|(rows, columns)| gomoku::Size::new(rows, columns).ok()),
    };
    let size = size.ok_or("SZ is not a size: expected 1 to 64, or columns:rows")?;
    let rule = match rule {
        "" => gomoku::Rule::Freestyle,
        rule => rule_named(rule).ok_or_else(|| {
            let expected = "freestyle, standard, renju, caro or caro-exact, or Gomocup's number 0, 1, 4, 8 or 9";
            format!("RU[{}] is not a rule: expected {expected}", rule.escape_debug())
        })?,
    };
    let SetUp { cells, turn } = set_up(tree, size.rows(), size.columns(), point)?;
    let mut start = gomoku::Board::new(size, rule);
    let stones = cells.iter().flatten().flat_map(|row| row.chars());
    for (index, stone) in stones.enumerate().filter(|&(_, stone)| stone != '-') {
        let colour = if stone == 'X' { Colour::Black } else { Colour::White };
        start.set_stone(size.point(index), Some(colour));
    }
    let count = |colour| start.stones(colour).len();
    let counted = if count(Colour::Black) > count(Colour::White) { Colour::White } else { Colour::Black };
    start.set_to_move(turn.unwrap_or(counted));
    let (mut board, mut plies) = (start.clone(), Vec::new());
    for (index, (colour, value)) in moves(tree).enumerate() {
        let at = |what: &str| format!("move {}: {what}", index + 1);
        if colour != board.to_move() {
            return Err(at(&format!("{colour} moves out of turn")));
        }
        if value.is_empty() || value == "tt" && size.rows() <= 19 && size.columns() <= 19 {
            if board.is_over() {
                return Err(at("a pass, but the game is over"));
            }
            board.set_to_move(colour.other());
            plies.push(None);
            continue;
        }
        let Some(point) = point(&value).and_then(|(row, column)| gomoku::Point::new(row, column)) else {
            return Err(at(&format!("'{}' is not a point: expected two letters or such as h8", value.escape_debug())));
        };
        board.try_play(point).map_err(|error| at(&error.to_string()))?;
        plies.push(Some(point));
    }
    Ok(Played::gomoku(start, plies))
}

fn nogo(tree: &Tree<'_>) -> Result<Played, String> {
    let size = tree.root("SZ")?.unwrap_or_else(|| "9".to_owned());
    let shape = sides(&size).map(|(rows, columns)| nogo::Shape::new(rows, columns, nogo::PointSet::EMPTY));
    let shape = match shape {
        Some(Ok(shape)) => shape,
        Some(Err(error)) => return Err(format!("SZ[{size}]: {error}")),
        None => return Err(format!("SZ[{}] is not a size", size.escape_debug())),
    };
    let SetUp { cells, turn } = set_up(tree, shape.rows(), shape.columns(), place)?;
    let turn = turn.unwrap_or(Colour::Black);
    let cells = cells.unwrap_or_else(|| vec!["-".repeat(shape.columns()); shape.rows()]);
    let start: nogo::Board = format!("{} {}", cells.join("/"), turn.letter())
        .parse()
        .map_err(|error: nogo::ParseBoardError| error.to_string())?;
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

/// The rows and the columns that SZ names.
fn sides(size: &str) -> Option<(usize, usize)> {
    let (columns, rows) = size.split_once(':').unwrap_or((size, size));
    rows.trim().parse().ok().zip(columns.trim().parse().ok())
}

/// The moves of the main line. One of two values is none, but not lost.
fn moves<'a>(tree: &'a Tree<'_>) -> impl Iterator<Item = (Colour, String)> + 'a {
    tree.properties().filter_map(|property| {
        let colour = match property {
            _ if property.is("B") => Colour::Black,
            _ if property.is("W") => Colour::White,
            _ => return None,
        };
        let values: Vec<String> = property.values().map(|value| value.trim().to_owned()).collect();
        Some((colour, values.join("][")))
    })
}

/// A position that a file sets up before the first move.
struct SetUp {
    /// The rows, if it sets up stones.
    cells: Option<Vec<String>>,
    /// The side to move, if it says so.
    turn: Option<Colour>,
}

fn set_up(
    tree: &Tree<'_>,
    rows: usize,
    columns: usize,
    place: fn(&str) -> Option<(usize, usize)>,
) -> Result<SetUp, String> {
    let mut cells = vec![vec!['-'; columns]; rows];
    let (mut is_set_up, mut turn, mut moves) = (false, None, 0);
    for property in tree.properties() {
        let stone = match property {
            _ if property.is("B") || property.is("W") => {
                moves += 1;
                continue;
            }
            _ if property.is("PL") => ' ',
            _ if property.is("AB") => 'X',
            _ if property.is("AW") => 'O',
            _ if property.is("AE") => '-',
            _ => continue,
        };
        if moves > 0 {
            let what = if stone == ' ' { "the side to move can be named" } else { "stones can be set up" };
            return Err(format!("{} after move {moves}: {what} only before the first move", property.name()));
        }
        if stone == ' ' {
            let value = property.value();
            let named = colour(&value).ok_or_else(|| format!("PL[{}] is not B or W", value.escape_debug()))?;
            turn = Some(named);
            continue;
        }
        is_set_up = true;
        for value in property.values() {
            let (first, last) = value.split_once(':').unwrap_or((&value, &value));
            let is_inside = |&(row, column): &(usize, usize)| row < rows && column < columns;
            let corner = |text: &str| place(text.trim()).filter(is_inside);
            let Some((one, other)) = corner(first).zip(corner(last)) else {
                return Err(format!("{}[{}] is not a point of the board", property.name(), value.escape_debug()));
            };
            for row in &mut cells[one.0.min(other.0)..=one.0.max(other.0)] {
                row[one.1.min(other.1)..=one.1.max(other.1)].fill(stone);
            }
        }
    }
    // Whoever moves first in the file is to move, where stones are set up and it does not say so otherwise.
    let turn = turn.or_else(|| self::moves(tree).next().map(|(colour, _)| colour).filter(|_| is_set_up));
    Ok(SetUp { cells: is_set_up.then(|| cells.iter().map(|row| row.iter().collect()).collect()), turn })
}

/// The row and the column that two letters name, or a letter and a number; both count from the top left.
fn place(value: &str) -> Option<(usize, usize)> {
    let letter = |byte: u8| byte.is_ascii_alphabetic().then(|| usize::from(byte.to_ascii_lowercase() - b'a'));
    let (&column, row) = value.as_bytes().split_first()?;
    let row = match row {
        &[row] if row.is_ascii_alphabetic() => letter(row)?,
        digits if digits.iter().all(u8::is_ascii_digit) => {
            std::str::from_utf8(digits).ok()?.parse::<usize>().ok()?.checked_sub(1)?
        }
        _ => return None,
    };
    Some((row, letter(column)?))
}

/// A vertex on boards with more rows or columns than small letters can name.
fn point(value: &str) -> Option<(usize, usize)> {
    let letter = |byte: u8| match byte {
        b'a'..=b'z' => Some(usize::from(byte - b'a')),
        b'A'..=b'Z' => Some(usize::from(byte - b'A') + 26),
        _ => None,
    };
    if let &[column, row] = value.as_bytes()
        && let (Some(column), Some(row)) = (letter(column), letter(row))
    {
        return Some((row, column));
    }
    let point: gomoku::Point = value.parse().ok()?;
    Some((point.row(), point.column()))
}

fn is_pass(value: &str) -> bool {
    value.is_empty() || value == "tt"
}

/// The facts about the game beside its moves.
fn notes(tree: &Tree<'_>, game: &Played) -> Result<Notes, String> {
    let date = tree.info("DT")?.map(|text| Date { text, style: Style::Sgf });
    let mut notes = Notes {
        black: tree.info("PB")?,
        white: tree.info("PW")?,
        event: tree.info("EV")?,
        place: tree.info("PC")?,
        date,
        ..Notes::default()
    };
    if let Some(result) = tree.info("RE")? {
        match Verdict::from_sgf(&result) {
            Some(verdict) => notes.verdict = Some(verdict),
            None => notes.also(format!("the result RE[{}]", result.escape_debug())),
        }
    }
    let rule = tree.root("RU")?.unwrap_or_default();
    match game {
        Played::Othello { .. } if !rule.is_empty() => notes.also("the property RU"),
        Played::Nogo { .. } if !rule.is_empty() && !rule.eq_ignore_ascii_case("nogo") => notes.also("the property RU"),
        _ => {}
    }
    const KNOWN: [&str; 19] = [
        "FF", "GM", "CA", "AP", "SZ", "RU", "RE", "ST", "PB", "PW", "PC", "EV", "DT", "AB", "AW", "AE", "PL", "B", "W",
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
    let date = notes.date.as_ref().and_then(|date| date.written(Style::Sgf).0);
    let texts = [("PB", &notes.black), ("PW", &notes.white), ("EV", &notes.event), ("PC", &notes.place), ("DT", &date)];
    for (name, value) in texts {
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

/// RE: what the record says, or the moves.
fn result(record: &Record) -> Option<String> {
    let verdict = record.notes.verdict.or_else(|| Some(Verdict::Ended(record.game.ending()?)))?;
    Some(verdict.to_sgf().0)
}

fn name(colour: Colour) -> char {
    if colour == Colour::Black { 'B' } else { 'W' }
}

pub(crate) fn size(rows: usize, columns: usize) -> String {
    if rows == columns { rows.to_string() } else { format!("{columns}:{rows}") }
}

pub(crate) fn letters(row: usize, column: usize) -> String {
    let letter = |index: usize| char::from(if index < 26 { b'a' } else { b'A' } + (index % 26) as u8);
    [letter(column), letter(row)].iter().collect()
}

pub(crate) fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}
