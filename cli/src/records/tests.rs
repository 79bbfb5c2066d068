//! Laws of the formats: what is written is read back, what cannot be said is refused, what is broken is named.

use super::*;
use stonemask::game::Game;
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
    let start = othello::Board::start();
    Played::Othello { start, plies: plies(&start, random, most) }
}

fn gomoku(random: &mut Random, size: gomoku::Size, rule: gomoku::Rule) -> Played {
    let start = gomoku::Board::new(size, rule);
    let plies = plies(&start, random, usize::MAX).into_iter().map(Some).collect();
    Played::gomoku(start, plies)
}

fn nogo(random: &mut Random, rows: usize, columns: usize) -> Played {
    let start = nogo::Board::new(nogo::Shape::new(rows, columns, nogo::PointSet::EMPTY).unwrap());
    let plies = plies(&start, random, usize::MAX);
    Played::nogo(start, plies)
}

fn plain(game: Played) -> Record {
    Record { game, notes: Notes::default() }
}

/// Writes a record and reads it back.
fn there_and_back(format: Format, record: &Record) -> Record {
    let bytes = format.write(std::slice::from_ref(record), false, &mut Vec::new()).unwrap();
    let hints = Hints { game: Some(record.game.name()), rule: None };
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
        let Played::Othello { start, plies } = othello(&mut random, most) else { unreachable!() };
        let mut board = start;
        plies.iter().for_each(|&ply| board.play(ply));
        let position = plain(Played::Othello { start: board, plies: Vec::new() });
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
            date: text("2026-11-23"),
            verdict: Some(Verdict { winner: Some(Colour::White), margin: Some(12), cause: None }),
            others: Vec::new(),
        },
    };
    for format in [Format::Sgf, Format::Ggf] {
        assert_eq!(there_and_back(format, &record), record);
    }
    // SGF has a place for stones that were set up in the other games, too.
    for game in [
        Played::gomoku("3x3 renju X--/-O-/--- O".parse().unwrap(), vec!["a2".parse().ok(), None]),
        Played::nogo("X--/-O-/--- O".parse().unwrap(), vec!["c1".parse().unwrap()]),
    ] {
        let record = plain(game);
        assert_eq!(there_and_back(Format::Sgf, &record), record);
    }
}

/// What reading fails with.
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
        (Format::Sgf, "(;GM[2];B[zz])", "game 1: move 1: 'zz' is not a square"),
        (Format::Sgf, "(;GM[2];W[f5])", "game 1: move 1: white moves out of turn"),
        (Format::Sgf, "(;GM[2]SZ[6])", "game 1: Othello is read on 8x8: SZ is another"),
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
        (Format::Sgf, "x", "line 1: it does not begin with '('"),
        (Format::Ggf, "(;GM[Go])", "game 1: GM[Go] is not Othello"),
        (Format::Ggf, "(;GM[Othello]BO[6 --])", "game 1: BO[6 --] is not a board of 8x8"),
        (Format::Ggf, "(;GM[Othello]B[f5]B[d6];)", "game 1: move 2: black moves out of turn"),
        (Format::Wthor, "x", "not a WTHOR database: too short for a header"),
        (Format::Transcript, "f5d6\nf5f6d6", "game 2: move 3: illegal move d6 for black: it flips nothing"),
        (Format::Transcript, "f5x", "game 1: move 2: 'x' is not a square: expected a1 to h8, or pass"),
        (Format::Obf, "\nX", "line 2: "),
        (Format::Psq, "hello", "line 1: expected such as 'Piskvorky 15x15, 11:11, 0'"),
        (Format::Psq, "Piskvorky 15x15, 11:11, 0\n0,1,0", "line 2: '0,1,0' is not a move"),
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
    let with_passes = plain(Played::gomoku("3x3 renju ---/---/--- X".parse().unwrap(), vec![None]));
    let blocked = plain(Played::nogo("#--/---/--- X".parse().unwrap(), Vec::new()));
    for (format, record, expected) in [
        (Format::Psq, &game, "game 1: .psq has no games of othello8"),
        (
            Format::Transcript,
            &plain(othello(&mut random, 0)),
            "game 1: a transcript has no place for a game without moves",
        ),
        (Format::Obf, &game, "game 1: .obf has positions only, no moves"),
        (Format::Wthor, &game, "game 1: WTHOR has no place for a game that is not over"),
        (Format::Psq, &with_passes, "game 1: .psq has no passes in Gomoku"),
        (Format::Ggf, &blocked, "game 1: GGF has no games of nogo"),
        (Format::Sgf, &blocked, "game 1: SGF has no blocked cells"),
    ] {
        assert_eq!(
            (refused(format, record, false), refused(format, record, true)),
            (expected.to_owned(), expected.to_owned())
        );
    }
    let ggf = "(;GM[Othello]PB[Ada]PW[]DT[1]RE[-3:r]TI[5:00]BO[8 ---------------------------O*------*O--------------------------- *]\
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
    let sgf = Format::Sgf.write(&read, true, &mut Vec::new()).unwrap();
    assert_eq!(
        String::from_utf8(sgf).unwrap(),
        "(;FF[4]CA[UTF-8]AP[stonemask]GM[2]SZ[8]PB[Ada]DT[1]RE[W+R];B[fe];W[df])\n"
    );
}

#[test]
fn files_of_other_programs_are_read() {
    // As the Generic Game Server's archive has them, and as Edax writes SGF; both from the literature.
    let ggf = "1 (;GM[Othello]PC[GGS/os]PB[a]PW[b]RE[?]TI[0]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
               B[F5//0.01]W[D6];)\n1 (;GM[Othello]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[d3];)\n";
    let read = Format::Ggf.read(ggf.as_bytes(), Hints::default()).unwrap();
    assert_eq!(read.iter().map(|record| record.game.len()).collect::<Vec<_>>(), [2, 1]);
    let sgf = "(;FF[4]GM[2]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]\nB[f5];W[d6];\nB[c3];W[d3];\nB[c4];)";
    let Played::Othello { start, plies } = &Format::Sgf.read(sgf.as_bytes(), Hints::default()).unwrap()[0].game else {
        unreachable!()
    };
    assert_eq!((*start, plies.len()), (othello::Board::start(), 5));
    let psq = "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,7,301\r\na.zip\r\nb.zip\r\n-1\r\n0,Renju2\r\n";
    let read = Format::Psq.read(psq.as_bytes(), Hints::default()).unwrap().remove(0);
    let Played::Gomoku { start, plies } = &read.game else { unreachable!() };
    assert_eq!((start.rule(), plies[1].unwrap().to_string()), (gomoku::Rule::Renju, "i7".to_owned()));
    assert_eq!((read.notes.black.as_deref(), read.notes.others), (Some("a.zip"), vec!["times".to_owned()]));
    let transcript = "F5 D6 C3 d3 # a comment\n\nf5f6e6f4g5\n";
    assert_eq!(Format::Transcript.read(transcript.as_bytes(), Hints::default()).unwrap().len(), 2);
}
