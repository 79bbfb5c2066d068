//! Smart Game Format, FF[4]: GM[1] with RU[NoGo], GM[2] Othello, GM[4] Gomoku.

use super::encoding;
use super::notes::{Date, Notes, Style, Verdict};
use super::{Hints, Played, Record, info, root};
use crate::games::Name;
use stonemask::game::Colour;
use stonemask::sgf::{self, Outline, SetUp, Tree, Trees};
use stonemask::{gomoku, nogo, othello};

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
    if is_of_gogui && hints.game == Some(Name::Othello8) {
        return of_gogui(tree);
    }
    let game = match number.as_deref() {
        Some("2") => Name::Othello8,
        Some("4") => Name::Gomoku,
        // The engines of Gomoku and NoGo count rows as GoGui does, so that its files are as ours.
        Some("1") if is_of_gogui && hints.game == Some(Name::Gomoku) => Name::Gomoku,
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
        Name::Othello8 => {
            let othello::Record { start, plies } = othello::Record::from_tree(tree).map_err(told)?;
            Ok(Played::Othello { start, plies })
        }
        Name::Gomoku => gomoku(tree, &rule),
        Name::Nogo => {
            let nogo::Record { start, moves } = nogo::Record::from_tree(tree).map_err(told)?;
            Ok(Played::nogo(start, moves))
        }
        other => Err(format!("SGF is not read as {other}")),
    }
}

/// Whether GoGui wrote the game, or gogui-twogtp, which knows every game as Go.
fn is_of_gogui(tree: &Tree<'_>) -> Result<bool, String> {
    let program = root(tree, "AP")?.unwrap_or_default().to_ascii_lowercase();
    Ok(program.starts_with("gogui"))
}

/// A game of Othello that GoGui wrote. It counts rows from the bottom, as Go does: the f5 of its engines is the fifth row from there.
fn of_gogui(tree: &Tree<'_>) -> Result<Played, String> {
    const ROWS: &[u8] = b"abcdefgh";
    if let Some(property) =
        tree.properties().find(|property| ["AB", "AW", "AE", "PL"].iter().any(|name| property.is(name)))
    {
        return Err(format!("{}: a position that GoGui has set up is not read as Othello", property.name()));
    }
    let mut text = format!("(;GM[2]SZ[{}]", root(tree, "SZ")?.unwrap_or_else(|| "19".to_owned()));
    for (colour, value) in tree.moves() {
        let mirrored = match value.as_bytes() {
            &[column, row] if ROWS.contains(&row) => String::from_utf8(vec![column, b'a' + b'h' - row]).ok(),
            _ => None,
        };
        let letter = if colour == Colour::Black { 'B' } else { 'W' };
        text += &format!(";{letter}[{}]", sgf::escaped(&mirrored.unwrap_or(value)));
    }
    let record = othello::Record::from_sgf(text + ")").map_err(told)?;
    Ok(Played::Othello { start: record.start, plies: record.plies })
}

fn gomoku(tree: &Tree<'_>, rule: &str) -> Result<Played, String> {
    let size = match root(tree, "SZ")? {
        None => gomoku::Size::new(15, 15).ok(),
        Some(size) => sgf::sides(&size).and_then(|(rows, columns)| gomoku::Size::new(rows, columns).ok()),
    };
    let size = size.ok_or("SZ is not a size: expected 1 to 64, or columns:rows")?;
    let rule = match rule {
        "" => gomoku::Rule::Freestyle,
        rule => gomoku::Rule::from_sgf(rule).ok_or_else(|| {
            let expected = "freestyle, standard, renju, caro or caro-exact, or Gomocup's number 0, 1, 4, 8 or 9";
            format!("RU[{}] is not a rule: expected {expected}", rule.escape_debug())
        })?,
    };
    let set_up = sgf::set_up::<gomoku::IllegalMove>(tree, (size.rows(), size.columns()), point).map_err(told)?;
    let SetUp { cells, to_move } = set_up;
    let mut start = gomoku::Board::with_size(size, rule);
    let stones = cells.iter().flatten().flat_map(|row| row.chars());
    for (index, stone) in stones.enumerate().filter(|&(_, stone)| stone != '-') {
        let colour = if stone == 'X' { Colour::Black } else { Colour::White };
        start.set_stone(size.point(index), Some(colour));
    }
    let count = |colour| start.stones(colour).len();
    let counted = if count(Colour::Black) > count(Colour::White) { Colour::White } else { Colour::Black };
    start.set_to_move(to_move.unwrap_or(counted));
    let (mut board, mut plies) = (start.clone(), Vec::new());
    for (index, (colour, value)) in tree.moves().enumerate() {
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
    match game {
        Played::Othello { .. } if !rule.is_empty() => notes.also("the property RU"),
        Played::Nogo { .. } if !rule.is_empty() && !rule.eq_ignore_ascii_case("nogo") => notes.also("the property RU"),
        _ => {}
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
    outline(game).text(&texts, result(record).as_deref())
}

/// The game's parts as SGF has them.
fn outline(game: &Played) -> Outline {
    match game {
        Played::Othello { start, plies } => othello::Record { start: *start, plies: plies.clone() }.outline(),
        Played::Nogo { start, plies } => {
            let record = nogo::Record { start: **start, moves: plies.clone() };
            record.outline().expect("what SGF has no words for was refused")
        }
        Played::Gomoku { start, plies } => {
            let places = |colour| start.stones(colour).iter().map(|point| (point.row(), point.column())).collect();
            Outline {
                number: 4,
                size: (start.size().rows(), start.size().columns()),
                rule: Some(start.rule().name()),
                set_up: (!game.begins_as_usual()).then(|| Colour::ALL.map(places)),
                to_move: start.to_move(),
                moves: plies.iter().map(|ply| ply.map(|point| (point.row(), point.column()))).collect(),
            }
        }
    }
}

/// RE: what the record says, or the moves.
fn result(record: &Record) -> Option<String> {
    let verdict = record.notes.verdict.or_else(|| Some(Verdict::Ended(record.game.ending()?)))?;
    Some(verdict.to_sgf().0)
}
