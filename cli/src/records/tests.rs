//! Laws of the formats: what is written is read back, what cannot be said is refused, what is
//! broken is named.

use super::notes::Date;
use super::*;
use stonemask::game::Game;
use stonemask::nogo;
use stonemask::random::Random;
use stonemask_harness::without_controls;

/// The first plies of a random game.
fn plies<G: Game>(start: &G, random: &mut Random, most: usize) -> Vec<G::Move> {
    let (mut board, mut played) = (start.clone(), Vec::new());
    while played.len() < most {
        let plies: Vec<G::Move> = board.plies().collect();
        if plies.is_empty() || board.is_over() {
            break;
        }
        let ply = plies[random.below(plies.len() as u32) as usize];
        _ = board.make(ply);
        played.push(ply);
    }
    played
}

fn othello(random: &mut Random, most: usize) -> Played {
    let start = othello::Board::<8>::start();
    Played::new(start, plies(&start, random, most))
}

fn gomoku(random: &mut Random, size: gomoku::Size, rule: gomoku::Rule) -> Played {
    let start = gomoku::Board::with_size(size, rule);
    let plies = plies(&start, random, usize::MAX);
    Played::new(start, plies)
}

fn nogo(random: &mut Random, rows: usize, columns: usize) -> Played {
    let start = nogo::Board::with_shape(nogo::Shape::new(rows, columns, nogo::PointSet::EMPTY).unwrap());
    let plies = plies(&start, random, usize::MAX);
    Played::new(start, plies)
}

fn plain(game: Played) -> Record {
    Record { game, notes: Notes::default() }
}

/// Writes a record and reads it back.
fn there_and_back(format: Format, record: &Record) -> Record {
    let bytes = format.write(std::slice::from_ref(record), false, &mut Vec::new()).unwrap();
    let hints = Hints { game: Some(record.game.name()), ..Hints::default() };
    let mut read =
        format.read(&bytes, hints).unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&bytes)));
    assert_eq!(read.len(), 1);
    read.remove(0)
}

#[test]
fn games_are_read_as_they_were_written() {
    let mut random = Random::new(11);
    let size = |rows, columns| gomoku::Size::new(rows, columns).unwrap();
    for round in 0..50 {
        for format in [Format::Sgf, Format::Ggf, Format::Transcript, Format::Botzone] {
            let record = plain(othello(&mut random, 1 + 3 * round));
            assert_eq!(there_and_back(format, &record).game, record.game);
        }
        let record = plain(othello(&mut random, usize::MAX));
        assert_eq!(there_and_back(Format::Wthor, &record).game, record.game);
        let (rows, columns) = (1 + round % 9, 1 + random.below(9) as usize);
        if rows * columns > 1 {
            let record = plain(nogo(&mut random, rows, columns));
            assert_eq!(there_and_back(Format::Sgf, &record), record);
        }
        let record = plain(nogo(&mut random, 9, 9));
        assert_eq!(there_and_back(Format::Botzone, &record), record);
        let rule = gomoku::Rule::ALL[round % gomoku::Rule::ALL.len()];
        let record = plain(gomoku(&mut random, size(1 + round, 1 + round / 2), rule));
        assert_eq!(there_and_back(Format::Sgf, &record), record);
        assert_eq!(there_and_back(Format::Psq, &record), record);
        let record = plain(gomoku(&mut random, size(15, 15), gomoku::Rule::Freestyle));
        assert_eq!(there_and_back(Format::Botzone, &record), record);
    }
}

#[test]
fn positions_and_notes_are_read_as_they_were_written() {
    let mut random = Random::new(12);
    for most in 0..40 {
        let boards = othello(&mut random, most).boards::<othello::Board<8>>().unwrap();
        let position = plain(Played::new(*boards.last().unwrap(), []));
        for format in [Format::Obf, Format::Sgf, Format::Ggf] {
            assert_eq!(there_and_back(format, &position), position);
        }
    }
    let text = |text: &str| Some(text.to_owned());
    let record = Record {
        game: othello(&mut random, 20),
        notes: Notes {
            black: text("A]da\\"),
            white: text("Bob"),
            event: text("Final"),
            place: text("Tokyo"),
            date: Some(Date { text: "2026-11-23".to_owned(), style: Style::Sgf }),
            opening: text("Rose [1]"),
            verdict: Some(Verdict::Ended(Ending { winner: Some(Colour::White), margin: Some(12_500), cause: None })),
            ..Notes::default()
        },
    };
    assert_eq!(there_and_back(Format::Sgf, &record), record);
    let date = Date { text: "2026.11.23_10:00:00.MEZ".to_owned(), style: Style::Ggf };
    let cause = Some(Cause::Agreed);
    let verdict = Some(Verdict::Ended(Ending { winner: Some(Colour::Black), margin: Some(8_000), cause }));
    let notes = Notes { event: None, opening: None, date: Some(date), verdict, kind: text("s8r20"), ..record.notes };
    let record = Record { notes, ..record };
    assert_eq!(there_and_back(Format::Ggf, &record), record);
    // SGF has a place for stones that were set up in the other games, too.
    for game in [
        Played::of(Plays::<gomoku::Board> {
            start: "3x3 renju X--/-O-/--- O".parse().unwrap(),
            plies: vec!["a2".parse().ok(), None],
        }),
        Played::new::<nogo::Board>("X--/-O-/--- O".parse().unwrap(), ["c1".parse().unwrap()]),
    ] {
        let record = plain(game);
        assert_eq!(there_and_back(Format::Sgf, &record), record);
    }
}

/// The error with which reading fails.
fn problem(format: Format, text: &str) -> String {
    let error = format.read(text.as_bytes(), Hints::default()).expect_err(text);
    assert_eq!(error, without_controls(&error));
    error
}

#[test]
fn what_is_broken_is_named() {
    for (format, text, expected) in [
        (Format::Sgf, "", "it holds no game"),
        (Format::Sgf, "(;GM[2];B[ff])", "game 1: move 1: illegal move f6 for black: it flips nothing"),
        (Format::Sgf, "(;GM[2];B[zz])", "game 1: move 1: 'zz' is not a point: expected two letters or such as h8"),
        (Format::Sgf, "(;GM[2];W[f5])", "game 1: move 1: white moves out of turn"),
        (Format::Sgf, "(;GM[2]SZ[6])", "game 1: SZ[6]: Othello is read on 8x8"),
        (Format::Sgf, "(;GM[2]AB[i1])", "game 1: AB[i1] is not a point of the board"),
        (
            Format::Sgf,
            "(;GM[2];B[f5];AE[a1])",
            "game 1: AE after move 1: stones can be set up only before the first move",
        ),
        (Format::Sgf, "(;GM[1])", "game 1: GM[1] is Go, unless RU[NoGo] stands beside it, or --game nogo says so"),
        (Format::Sgf, "(;GM[1]RU[NoGo]SZ[19])", "game 1: SZ[19]: 19x19 is not a board: "),
        (Format::Sgf, "(;GM[4])(;GM[4];B[hh];B[ii])", "game 2: move 2: black moves out of turn"),
        (Format::Sgf, "(;GM[2]", "line 1: it ends within the game, ')' is missing"),
        (Format::Sgf, "x", "it holds no game"),
        (Format::Sgf, "(;GM[2];B[fe]);W[df])", "line 1: there is a property outside a game"),
        (Format::Sgf, "(;GM[2];B[éf])", "game 1: move 1: 'éf' is not a point: expected two letters or such as h8"),
        (Format::Sgf, "(;GM[2];B[fé])", "game 1: move 1: 'fé' is not a point: expected two letters or such as h8"),
        (Format::Sgf, "(;GM[4];B[fé])", "game 1: move 1: 'fé' is not a point: expected two letters or such as h8"),
        (
            Format::Sgf,
            "(;GM[1]RU[NoGo];B[表1])",
            "game 1: move 1: '表1' is not a point: expected two letters or such as h8",
        ),
        (Format::Sgf, "(;GM[2]AB[éa:bé])", "game 1: AB[éa:bé] is not a point of the board"),
        (Format::Sgf, "(;GM[2];B[f+5])", "game 1: move 1: 'f+5' is not a point: expected two letters or such as h8"),
        (
            Format::Sgf,
            "(;SZ[19];B[dd])",
            "game 1: no GM says which game it is: --game othello8, gomoku or nogo does; it is Go by SGF",
        ),
        (Format::Sgf, "(;SZ[8];GM[2];B[fe])", "game 1: GM stands behind the first node"),
        (Format::Sgf, "(;GM[4]GM[2])", "game 1: GM says two things"),
        (Format::Sgf, "(;GM[7])", "game 1: GM[7] is none of GM[2] Othello, GM[4] Gomoku, GM[1] with RU[NoGo]"),
        (Format::Sgf, "(;GM[4]PB[a];PB[b])", "game 1: PB says two things"),
        (
            Format::Sgf,
            "(;GM[4];B[hh][ii])",
            "game 1: move 1: 'hh][ii' is not a point: expected two letters or such as h8",
        ),
        (Format::Sgf, "(;GM[2]RU[anti])", "game 1: RU[anti] is not a rule: expected othello, reversi or standard"),
        (
            Format::Sgf,
            "(;GM[2];B[fe];PL[B])",
            "game 1: PL after move 1: the side to move can be named only before the first move",
        ),
        (
            Format::Sgf,
            "(;GM[4]CA[klingon])",
            "game 1: CA[klingon] is not an encoding that is known; --encoding NAME names another",
        ),
        (Format::Ggf, "(;GM[Go])", "game 1: GM[Go] is not Othello"),
        (Format::Ggf, "(;GM[Othello]BO[6 --])", "game 1: BO[6 --] is not a board of 8x8"),
        (Format::Ggf, "(;GM[Othello]B[f5]B[d6];)", "game 1: move 2: black moves out of turn"),
        (Format::Ggf, "(;GM[Othello]B[é5];)", "game 1: move 1: 'é5' is not a square: expected a1 to h8, or pass"),
        (Format::Ggf, "(;GM[Othello]B[f5/1/2/3];)", "game 1: move 1: '3' stands behind its time"),
        (Format::Ggf, "(;GM[Othello]TY[8a])", "game 1: TY[8a] is anti-Othello, which the fewer discs win"),
        (Format::Ggf, "(;GM[Othello]TY[s8ar18])", "game 1: TY[s8ar18] is anti-Othello, which the fewer discs win"),
        (Format::Ggf, "(;GM[Othello]TY[8kr])", "game 1: TY[8kr] is a game with komi, which is not read"),
        (Format::Ggf, "(;GM[Othello]TY[10])", "game 1: TY[10] is a board of 10x10, and 8x8 alone is read"),
        (Format::Ggf, "(;GM[Othello]TY[8x])", "game 1: TY[8x]: 'x' is not known"),
        (Format::Ggf, "(;GM[Othello]KM[2])", "game 1: KM: games with komi are not read"),
        (Format::Wthor, "x", "not a WTHOR database: too short for a header"),
        (Format::Transcript, "f5d6\nf5f6d6", "game 2: move 3: illegal move d6 for black: it flips nothing"),
        (Format::Transcript, "f5x", "game 1: move 2: 'x' is not a square: expected a1 to h8, or pass"),
        (Format::Transcript, "f5d6--c3", "game 1: move 3: "),
        (Format::Transcript, "f5d6c3 pass", "game 1: move 4: "),
        (Format::Obf, "\nX", "line 2: "),
        (Format::Psq, "hello", "line 1: expected such as 'Piskvorky 15x15, 11:11, 0'"),
        (Format::Psq, "Piskvorky 15x15, 11:11, 0\n0,1,0", "line 2: '0,1,0' is not a move"),
        (Format::Psq, "Piskvorky 15x15, 11:11, 0\n8,8,0\nx\n8,9,0\n", "line 4: a move behind 'x'"),
        (Format::Psq, "Piskvorky 15x15, 11:11, 0\n8,8,0\nx\n", "line 3: 'x' is not a move"),
        (Format::Psq, "Piskvorky 15x15, 11:11, 2\n", "line 1: expected such as 'Piskvorky 15x15, 11:11, 0'"),
        (Format::Psq, "Piskvorky 5x5, 11:11, 0\n6,1,0", "game 1: move 1: "),
        (Format::Botzone, "{}", "Botzone's JSON does not name the game: --game othello8, gomoku or nogo does"),
    ] {
        let found = problem(format, text);
        assert!(
            if expected.ends_with(' ') { found.starts_with(expected) } else { found == expected },
            "{text}: {found}"
        );
    }
}

#[test]
fn what_a_format_cannot_say_is_refused_by_name() {
    let mut random = Random::new(13);
    let refused = |format: Format, record: &Record, drop| {
        format.write(std::slice::from_ref(record), drop, &mut Vec::new()).unwrap_err()
    };
    let game = plain(othello(&mut random, 30));
    let start: gomoku::Board = "3x3 renju ---/---/--- X".parse().unwrap();
    let with_passes = plain(Played::of(Plays { start, plies: vec![None] }));
    let blocked = plain(Played::new::<nogo::Board>("#--/---/--- X".parse().unwrap(), []));
    for (format, record, expected) in [
        (Format::Psq, &game, "game 1: .psq has no games of othello8"),
        (
            Format::Transcript,
            &plain(othello(&mut random, 0)),
            "game 1: a transcript has no place for a game without moves",
        ),
        (Format::Obf, &game, "game 1: .obf has positions only, no moves"),
        (Format::Wthor, &game, "game 1: WTHOR has no place for a game that is not over"),
        (Format::Psq, &with_passes, "game 1: .psq has no passes in gomoku"),
        (Format::Ggf, &blocked, "game 1: GGF has no games of nogo"),
        (Format::Sgf, &blocked, "game 1: SGF has no blocked cells"),
    ] {
        assert_eq!(
            (refused(format, record, false), refused(format, record, true)),
            (expected.to_owned(), expected.to_owned())
        );
    }
    let ggf = "(;GM[Othello]PB[Ada]PW[]DT[2003.12.15_13:24:03.MST]RE[-3:r]TI[5:00]BO[8 ---------------------------O*------*O--------------------------- *]\
               B[f5/1.0/2]W[D6//0.1];)";
    let read = Format::Ggf.read(ggf.as_bytes(), Hints::default()).unwrap();
    let line = Format::Transcript.write(&read, false, &mut Vec::new()).unwrap_err();
    assert_eq!(
        line,
        "game 1: a transcript has no place for the players' names (--drop leaves out what is not the game)"
    );
    let mut dropped = Vec::new();
    assert_eq!(Format::Transcript.write(&read, true, &mut dropped).unwrap(), b"f5d6\n");
    assert_eq!(
        dropped,
        ["the players' names", "the date", "the result of a game that was not played out", "times", "evaluations"]
    );
    let sgf = Format::Sgf.write(&read, true, &mut dropped).unwrap();
    assert_eq!(
        String::from_utf8(sgf).unwrap(),
        "(;FF[4]CA[UTF-8]AP[stonemask]GM[2]SZ[8]PB[Ada]DT[2003-12-15]RE[W+R];B[fe];W[df])\n"
    );
    assert_eq!(dropped, ["the time of day", "the score of a game that was given up", "times", "evaluations"]);
}

#[test]
fn files_of_other_programs_are_read() {
    // As the Generic Game Server's archive has them, and as Edax writes SGF; both from the
    // literature.
    let ggf = "1 (;GM[Othello]PC[GGS/os]PB[a]PW[b]RE[?]TI[0]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
               B[F5//0.01]W[D6];)\n1 (;GM[Othello]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[d3];)\n";
    let read = Format::Ggf.read(ggf.as_bytes(), Hints::default()).unwrap();
    assert_eq!(read.iter().map(|record| record.game.len()).collect::<Vec<_>>(), [2, 1]);
    let sgf = "(;FF[4]GM[2]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]\nB[f5];W[d6];\nB[c3];W[d3];\nB[c4];)";
    let read = Format::Sgf.read(sgf.as_bytes(), Hints::default()).unwrap();
    let Plays { start, plies } = of_othello(&read[0].game);
    assert_eq!((*start, plies.len()), (othello::Board::start(), 5));
    let psq = "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,7,301\r\na.zip\r\nb.zip\r\n-1\r\n0,Renju2\r\n";
    let read = Format::Psq.read(psq.as_bytes(), Hints::default()).unwrap().remove(0);
    let Plays { start, plies } = read.game.get::<gomoku::Board>().unwrap();
    assert_eq!((start.rule(), plies[1].unwrap().to_string()), (gomoku::Rule::Renju, "i7".to_owned()));
    assert_eq!((read.notes.black.as_deref(), read.notes.others), (Some("a.zip"), vec!["times".to_owned()]));
    assert_eq!(read.notes.event.as_deref(), Some("Renju2"));
    let transcript = "F5 D6 C3 d3 # a comment\n\nf5f6e6f4g5\n";
    assert_eq!(Format::Transcript.read(transcript.as_bytes(), Hints::default()).unwrap().len(), 2);
}

#[test]
fn games_that_gogui_wrote_are_read() {
    let hints = Hints { game: Some(Name::Othello8), ..Hints::default() };
    for program in ["AP[GoGui:1.5.1]GM[1]", "AP[gogui-twogtp:1.5.1]"] {
        let text = format!("(;FF[4]CA[UTF-8]{program}SZ[8]KM[0]RE[B+R];B[fd];W[dc];B[cf])");
        let read = Format::Sgf.read(text.as_bytes(), hints).unwrap();
        let mut board = othello::Board::start();
        let expected = ["f5", "d6", "c3"].map(|square| square.parse::<othello::Move<8>>().unwrap());
        expected.iter().for_each(|&ply| board.play(ply));
        assert_eq!(of_othello(&read[0].game).plies, expected.map(Some));
    }
    for game in [Name::Gomoku, Name::Nogo] {
        let hints = Hints { game: Some(game), ..Hints::default() };
        let read = Format::Sgf.read(b"(;AP[GoGui:1.5.1]GM[1]SZ[9];B[aa];W[ib])", hints).unwrap().remove(0);
        assert_eq!((read.game.name(), read.game.len()), (game, 2));
        let text = String::from_utf8(Format::Sgf.write(&[read], false, &mut Vec::new()).unwrap()).unwrap();
        assert!(text.contains(";B[aa];W[ib]"), "{text}");
    }
    for (text, reason) in [
        ("(;AP[GoGui]GM[1]SZ[8];B[fe])", "move 1: illegal move f4 for black: it flips nothing"),
        ("(;AP[GoGui]GM[1]SZ[8];B[fd];W[xy])", "move 2: 'xy' is not a point: expected two letters or such as h8"),
        ("(;AP[GoGui]GM[1];B[fd])", "SZ[19]: Othello is read on 8x8"),
        ("(;AP[GoGui]GM[1]SZ[8]AB[aa];B[fd])", "AB: a position that GoGui has set up is not read as Othello"),
        ("(;AP[CGoban]GM[1]SZ[8];B[fd])", "GM[1] is Go, unless RU[NoGo] stands beside it, or --game nogo says so"),
    ] {
        let error = Format::Sgf.read(text.as_bytes(), hints).unwrap_err();
        assert_eq!(error, format!("game 1: {reason}"), "{text}");
    }
}

/// A game through `convert`: what comes out, or the line that refuses it.
fn converted(from: Format, to: Format, bytes: &[u8]) -> Result<String, String> {
    let read = from.read(bytes, Hints::default())?;
    Ok(String::from_utf8(to.write(&read, false, &mut Vec::new())?).expect("UTF-8 is written"))
}

#[test]
fn every_encoding_is_read() {
    for (label, name) in [
        ("ISO-8859-1", "Jörg"),
        ("latin1", "éß"),
        ("ISO-8859-2", "Łukasz Ž"),
        ("iso-8859-15", "€"),
        ("windows-1250", "Ondřej"),
        ("cp1251", "Иван"),
        ("KOI8-R", "Пётр"),
        ("Shift_JIS", "表ソ能 ]\\"),
        ("cp932", "表"),
        ("EUC-JP", "強い"),
        ("ISO-2022-JP", "強いソ]"),
        ("Big5", "許功蓋"),
        ("GB2312", "王小"),
        ("GBK", "乗許]"),
        ("gb18030", "€😀功"),
        ("EUC-KR", "김민"),
        ("TIS-620", "ก"),
        ("UTF-8", "😀"),
    ] {
        let escaped = name.replace('\\', "\\\\").replace(']', "\\]");
        let encoding = encoding::named(label).expect(label);
        let encoded = |charset: &str| {
            let text = format!("(;GM[4]CA[{charset}]SZ[15]PB[{escaped}]PW[b];B[hh])(;GM[2]PB[c];B[fe])");
            let (bytes, _, is_lossy) = encoding.encode(&text);
            assert!(!is_lossy, "{label}");
            bytes.into_owned()
        };
        let read =
            Format::Sgf.read(&encoded(label), Hints::default()).unwrap_or_else(|error| panic!("{label}: {error}"));
        assert_eq!(read[0].notes.black.as_deref(), Some(name), "{label}");
        assert_eq!((read.len(), read[0].notes.white.as_deref()), (2, Some("b")), "{label}");
        let written = Format::Sgf.write(&read, false, &mut Vec::new()).unwrap();
        assert_eq!(Format::Sgf.read(&written, Hints::default()).unwrap(), read, "{label}");
        // The command line decides, whatever the file says.
        let hints = Hints { encoding: Some(encoding), ..Hints::default() };
        assert_eq!(Format::Sgf.read(&encoded("x-unknown"), hints), Ok(read), "{label}");
    }
}

#[test]
fn text_is_utf_8_or_says_what_it_is() {
    let text = "(;GM[4]CA[UTF-16]PB[é強];B[hh])";
    let utf_16 =
        |to_bytes: fn(u16) -> [u8; 2]| format!("\u{feff}{text}").encode_utf16().flat_map(to_bytes).collect::<Vec<u8>>();
    for bytes in [utf_16(u16::to_le_bytes), utf_16(u16::to_be_bytes), format!("\u{feff}{text}").into_bytes()] {
        let read = Format::Sgf.read(&bytes, Hints::default()).unwrap();
        assert_eq!(read[0].notes.black.as_deref(), Some("é強"));
    }
    // A mark says more than CA.
    let text = "\u{feff}(;GM[4]CA[Shift_JIS]PB[é];B[hh])";
    assert_eq!(Format::Sgf.read(text.as_bytes(), Hints::default()).unwrap()[0].notes.black.as_deref(), Some("é"));
    let undeclared = "game 1: it is not UTF-8, and no CA names its encoding; --encoding NAME does";
    let declared =
        |name: &str| format!("game 1: the text is not in the encoding of CA[{name}]; --encoding NAME names another");
    let line = |line: u32| format!("line {line} is not UTF-8; --encoding NAME says what it is");
    for (format, bytes, expected) in [
        (Format::Sgf, &b"(;GM[4]PB[J\xf6rg];B[hh])"[..], undeclared.to_owned()),
        (Format::Sgf, b"(;GM[4]PB[\x1b$BI=\x1b(B];B[hh])", undeclared.to_owned()),
        (Format::Transcript, b"f5d6\n\x1b(Bf5d6", line(2)),
        (Format::Sgf, b"(;GM[4]CA[us-ascii]PB[J\xf6rg];B[hh])", declared("us-ascii")),
        (Format::Sgf, b"(;GM[4]CA[UTF-8]PB[J\xf6rg];B[hh])", declared("UTF-8")),
        (Format::Sgf, b"(;GM[4]CA[Big5]PB[\xb3\x20];B[hh])", declared("Big5")),
        (Format::Ggf, b"(;GM[Othello]\nPB[J\xf6rg]B[f5];)", line(2)),
        (Format::Transcript, b"f5d6\nf5d6 # \xf6", line(2)),
        (Format::Obf, b"\xf6", line(1)),
        (Format::Psq, b"Piskvorky 15x15, 11:11, 0\n8,8,0\nJ\xf6rg\nx\n-1\n", line(3)),
    ] {
        assert_eq!(format.read(bytes, Hints::default()).unwrap_err(), expected);
    }
    let hints = Hints { encoding: encoding::named("windows-1252"), ..Hints::default() };
    for (format, bytes) in [
        (Format::Sgf, &b"(;GM[4]PB[J\xf6rg];B[hh])"[..]),
        (Format::Ggf, b"(;GM[Othello]PB[J\xf6rg]B[f5];)"),
        (Format::Psq, b"Piskvorky 15x15, 11:11, 0\n8,8,0\nJ\xf6rg\nx\n-1\n"),
    ] {
        assert_eq!(format.read(bytes, hints).unwrap()[0].notes.black.as_deref(), Some("Jörg"));
    }
    let database = Format::Wthor.read(&[], hints).unwrap_err();
    assert_eq!(database, "--encoding does not apply to WTHOR, which is no text");
}

/// The shortest game, which black wins by all discs.
const WON: &str = ";B[ef];W[fd];B[ec];W[ff];B[ge];W[df];B[eg];W[fe];B[ce]";
const WON_GGF: &str = "B[e6]W[f4]B[e3]W[f6]B[g5]W[d6]B[e7]W[f5]B[c5]";

#[test]
fn a_result_is_kept_or_refused() {
    let sgf = |result: &str, moves: &str| {
        converted(Format::Sgf, Format::Sgf, format!("(;GM[2]RE[{result}]{moves})").as_bytes())
    };
    for (result, expected) in [
        ("B+64", "B+64"),
        ("B+64.0", "B+64"),
        ("B+", "B+"),
        ("b+r", "B+R"),
        ("B+Time", "B+T"),
        ("B+Forfeit", "B+F"),
        ("B+Illegal", "B+Illegal"),
        ("?", "?"),
        ("Void", "Void"),
    ] {
        let written = sgf(result, WON).expect(result);
        assert!(written.contains(&format!("]RE[{expected}];")), "{result}: {written}");
    }
    for result in ["W+64", "B+13", "B+63.5", "0", "Draw", "W+T", "W+R", "W+F", "W+"] {
        let shown = if result == "Draw" { "0" } else { result };
        assert_eq!(
            sgf(result, WON).unwrap_err(),
            format!("game 1: its result is {shown}, but its moves end with B+64")
        );
    }
    for result in ["B+0.5", "W+3.125", "B+0", "W+F", "B+R", "0", "?", "Void", "W+"] {
        let written = sgf(result, ";B[fe]").expect(result);
        assert!(written.contains(&format!("]RE[{result}];")), "{result}: {written}");
    }
    let refused = |what: &str| format!("game 1: {what} (--drop leaves out what is not the game)");
    for result in ["B+0.0001", "+", "X+1", "B+1e3", "B-1", "黒", "B+nan"] {
        assert_eq!(
            sgf(result, ";B[fe]").unwrap_err(),
            refused(&format!("convert does not keep the result RE[{result}]"))
        );
    }
    let five = "(;GM[4]SZ[5]RE[W+T];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea])";
    let nogo = "(;GM[1]RU[NoGo]SZ[2:1]RE[W+];B[aa])";
    for (text, said) in [(five, "W+T"), (nogo, "W+")] {
        let line = format!("game 1: its result is {said}, but its moves end with B+");
        assert_eq!(converted(Format::Sgf, Format::Sgf, text.as_bytes()).unwrap_err(), line);
    }
    // The number is that of the game in the file.
    let two = format!("(;GM[2];B[fe])(;GM[2]RE[W+R]{WON})");
    assert!(Format::Sgf.read(two.as_bytes(), Hints::default()).unwrap_err().starts_with("game 2: its result"));
    let ggf = |result: &str, to| converted(Format::Ggf, to, format!("(;GM[Othello]RE[{result}]{WON_GGF};)").as_bytes());
    for (result, expected) in [("+64.000", "+64.000"), ("+10:t", "+10.000:t"), ("+64:s", "+64.000:s"), ("?", "?")] {
        assert!(ggf(result, Format::Ggf).expect(result).contains(&format!("RE[{expected}]")), "{result}");
    }
    assert_eq!(ggf("-64.000:t", Format::Ggf).unwrap_err(), "game 1: its result is W+T, but its moves end with B+64");
    assert_eq!(ggf("+64.01:s", Format::Ggf).unwrap_err(), "game 1: its result is B+64.01, but its moves end with B+64");
    assert_eq!(ggf("+13", Format::Ggf).unwrap_err(), "game 1: its result is B+13, but its moves end with B+64");
    assert_eq!(ggf("+64:l", Format::Ggf).unwrap_err(), refused("convert does not keep the result RE[+64:l]"));
    let timed = format!("(;GM[2]RE[B+T]{WON})");
    for (from, to, text, what) in [
        (
            Format::Ggf,
            Format::Sgf,
            "(;GM[Othello]RE[-3.000:r]B[f5];)",
            "SGF has no place for the score of a game that was given up",
        ),
        (
            Format::Ggf,
            Format::Sgf,
            "(;GM[Othello]RE[-3.000:s]B[f5];)",
            "SGF has no place for a result that was agreed on",
        ),
        (Format::Sgf, Format::Ggf, "(;GM[2]RE[W+F];B[fe])", "GGF has no place for a result by forfeit"),
        (Format::Sgf, Format::Ggf, "(;GM[2]RE[W+];B[fe])", "GGF has no place for a win without a score"),
        (Format::Sgf, Format::Ggf, "(;GM[2]RE[Void];B[fe])", "GGF has no place for a result that is void"),
        (
            Format::Sgf,
            Format::Transcript,
            "(;GM[2]RE[W+R];B[fe])",
            "a transcript has no place for the result of a game that was not played out",
        ),
        (Format::Sgf, Format::Wthor, &timed, "WTHOR has no place for a result that the moves do not tell"),
        (Format::Ggf, Format::Sgf, "(;GM[Othello]TY[8r18]B[f5];)", "SGF has no place for the type of the game"),
        (Format::Sgf, Format::Sgf, "(;GM[2]C[x];B[fe])", "convert does not keep comments"),
        (Format::Transcript, Format::Sgf, "# a comment\nf5 d6", "convert does not keep comments"),
    ] {
        assert_eq!(converted(from, to, text.as_bytes()).unwrap_err(), refused(what));
    }
    let plain = format!("(;GM[2]RE[B+]{WON})");
    assert!(converted(Format::Sgf, Format::Ggf, plain.as_bytes()).unwrap().contains("RE[+64.000]"));
}

#[test]
fn a_score_of_wthor_is_kept_or_refused() {
    let bytes = |moves: usize, black: u8, theoretical: u8| {
        let squares: Vec<_> = squares(&of_othello(&othello(&mut Random::new(15), moves)).plies).collect();
        let mut bytes = wthor::file(vec![othello::wthor::Record::new(&squares, black.into()).unwrap()]);
        bytes[16 + 7] = theoretical;
        bytes
    };
    let read = |bytes: &[u8]| Format::Wthor.read(bytes, Hints::default());
    // Given up, with the score that was agreed on.
    let early = read(&bytes(20, 40, 40)).unwrap();
    assert_eq!(early[0].notes.verdict, Some(Verdict::Ended(Verdict::of_discs(16))));
    let sgf = String::from_utf8(Format::Sgf.write(&early, true, &mut Vec::new()).unwrap()).unwrap();
    assert!(sgf.contains("RE[B+16]"), "{sgf}");
    assert_eq!(Format::Wthor.write(&early, true, &mut Vec::new()).unwrap()[16..], bytes(20, 40, 40)[16..]);
    let other = read(&bytes(20, 40, 33)).unwrap();
    assert_eq!(other[0].notes.others[1], "theoretical scores");
    let over = (0..=64).filter(|&black| read(&bytes(usize::MAX, black, black)).is_ok()).count();
    assert_eq!(over, 1);
    // A move behind a 0.
    let mut broken = bytes(20, 40, 40);
    broken[16 + 8 + 5] = 0;
    assert_eq!(read(&broken).unwrap_err(), "game 1: the move 0 is not a square");
}

#[test]
fn what_is_said_beside_a_game_is_kept() {
    let sgf = |text: &str| converted(Format::Sgf, Format::Sgf, text.as_bytes()).expect(text);
    for (text, expected) in [
        ("(;GM[2]PC[Tokyo]EV[Meijin];B[fe])", "EV[Meijin]PC[Tokyo]"),
        ("(;GM[2];PB[Ada]RE[B+R];B[fe])", "PB[Ada]RE[B+R]"),
        ("(;GM[2]DT[1996-12-27,28];B[fe])", "DT[1996-12-27,28]"),
        ("(;GM[4]PB[Ann\\\na];B[hh])", "PB[Anna]"),
        ("(;GM[4]PB[Ann\\\r\na];B[h\\\nh])", "PB[Anna]"),
        ("(;GM[4]PB[Ann\r\nB\tC];B[hh])", "PB[Ann B C]"),
        ("(;GM[4]PB[ a\\]b\\\\c\\:];B[hh])", "PB[ a\\]b\\\\c:]"),
        ("(;gm[4]pb[x];b[hh];w[ii])", "PB[x];B[hh];W[ii]"),
        ("(;GaMe[4]PlayerB[x];Black[hh])", "PB[x];B[hh]"),
        ("(;GM[4]RU[4];B[hh])", "RU[renju];"),
        ("(;GM[4]RU[9];B[hh])", "RU[caro-exact];"),
        ("(;GM[4]PL[W];W[hh])", "PL[W];W[hh]"),
        ("(;GM[2]PL[W];W[fd])", "PL[W];W[fd]"),
        ("(;GM[1]RU[NoGo]PL[W];W[aa])", "PL[W];W[aa]"),
        ("(;GM[1]RU[NoGo]SZ[3]AB[cc:aa]AE[bb]PL[W])", "AB[aa][ba][ca][ab][cb][ac][bc][cc]PL[W]"),
        ("(;GM[4]SZ[3]AB[ca:ab]PL[W])", "AB[aa][ba][ca][ab][bb][cb]PL[W]"),
        ("Subject: [SGF] (a) game\n\n(;GM[4];B[hh])\n-- \nAnn :)\x1a", ";B[hh]"),
    ] {
        assert!(sgf(text).contains(expected), "{text}: {}", sgf(text));
    }
    let ggf = "(;GM[Othello]PC[GGS/os]DT[2003.12.15]TY[S8r18]B[f5];)";
    let written = converted(Format::Ggf, Format::Ggf, ggf.as_bytes()).unwrap();
    assert!(written.contains("PC[GGS/os]DT[2003.12.15]") && written.contains("TY[S8r18]"), "{written}");
    let plain = "(;GM[Othello]PC[GGS/os]DT[2003.12.15]TY[8]B[f5];)";
    let written = converted(Format::Ggf, Format::Sgf, plain.as_bytes()).unwrap();
    assert!(written.contains("PC[GGS/os]DT[2003-12-15]"), "{written}");
    for (date, expected) in [
        ("2003-12-15", Some("DT[2003.12.15]")),
        ("2003-12", Some("DT[2003.12]")),
        ("1996-12-27,28", None),
        ("2003-13-01", None),
        ("yesterday", None),
    ] {
        let written = converted(Format::Sgf, Format::Ggf, format!("(;GM[2]DT[{date}];B[fe])").as_bytes());
        match expected {
            Some(expected) => assert!(written.as_ref().is_ok_and(|text| text.contains(expected)), "{written:?}"),
            None => assert!(written.unwrap_err().contains("GGF has no place for the date ("), "{date}"),
        }
    }
}

#[test]
fn names_of_psq_are_kept_or_refused() {
    for name in ["Muster, Anna", "-1", "?", "0", "0,Renju", "a.zip", " x ", "1,2"] {
        let text = format!("(;GM[4]PB[{name}]PW[{name}];B[hh])");
        let written = converted(Format::Sgf, Format::Psq, text.as_bytes()).expect(name);
        let read = Format::Psq.read(written.as_bytes(), Hints::default()).unwrap().remove(0);
        assert_eq!((read.notes.black.as_deref(), read.notes.white.as_deref()), (Some(name), Some(name)));
        assert_eq!(read.game.len(), 1);
    }
    let line = "game 1: .psq has no place for the name '1,2,3' (--drop leaves out what is not the game)";
    assert_eq!(converted(Format::Sgf, Format::Psq, b"(;GM[4]PB[1,2,3];B[hh])").unwrap_err(), line);
    // The second player began; a game that was not part of a tournament has no names.
    let read = |text: &str| Format::Psq.read(text.as_bytes(), Hints::default()).unwrap().remove(0);
    let swapped = read("Piskvorky 15x15, 11:11, 1\n8,8,0\na\nb\n-1\n1,Freestyle1\n");
    assert_eq!(swapped.notes.black.as_deref(), Some("b"));
    assert_eq!(swapped.notes.others, ["the number of the tournament"]);
    let alone = read("Piskvorky 15x15, 0:11, 0\n8,8,0\n-1\n");
    assert_eq!(alone.notes, Notes::default());
    let failed = read("Piskvorky 15x15, 0:11, 0\n8,8,0\na\nb\n15\n");
    assert_eq!(failed.notes.others, ["the number of an error"]);
    // The file's word comes before the hint.
    let hints = Hints { rule: Some(gomoku::Rule::Caro), ..Hints::default() };
    for (text, rule) in [("0,Renju2", gomoku::Rule::Renju), ("0,Cup", gomoku::Rule::Caro)] {
        let text = format!("Piskvorky 15x15, 11:11, 0\n8,8,0\na\nb\n-1\n{text}\n");
        let read = Format::Psq.read(text.as_bytes(), hints).unwrap().remove(0);
        assert_eq!(read.game.get::<gomoku::Board>().unwrap().start.rule(), rule);
    }
    let botzone = r#"{"requests":[{"x":-1,"y":-1}],"responses":[{"x":2,"y":3}],"data":"x"}"#;
    let hints = Hints { game: Some(Name::Nogo), ..Hints::default() };
    assert_eq!(Format::Botzone.read(botzone.as_bytes(), hints).unwrap()[0].notes.others, ["the field data"]);
}
