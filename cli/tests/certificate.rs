//! Promise: a certificate proves its claim to checkers that share nothing with the solver, and no
//! changed one proves another.

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use support::{bad, good, json, scratch, skipped, stonemask, told};

/// A file that does not exist.
fn fresh(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path.to_str().unwrap().to_owned()
}

/// The checker in Python: its line, or nothing where there is no Python.
fn python(file: &str) -> Option<(bool, String)> {
    let checker = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/check_certificate.py");
    let output = Command::new("python3").arg(checker).arg(file).output();
    let Ok(output) = output else {
        skipped("certificate: there is no python3");
        return None;
    };
    let text = if output.status.success() { output.stdout } else { output.stderr };
    Some((output.status.success(), String::from_utf8_lossy(&text).trim().to_owned()))
}

const GAMES: [&[&str]; 8] = [
    &["othello4"],
    &["othello4", "--anti"],
    &["othello4", "--moves", "b1 a1 d3", "--winner-takes-empties"],
    // White to move, near the end.
    &["othello6", "--moves", "c2 b4 c5 d2 e4 e3 d1 c1 b1 d5 d6 f4 b3 b2 f3 f2 e2 b6 a4 a3 a5"],
    &["othello8", "--position", "OOOOO----OOOO----OOOOXX-OOOOOXX-OOOOOXX-OOOOXXX-O-OOOXO-X-XOOX-X X"],
    &["nogo", "--rows", "3", "--columns", "3"],
    &["nogo", "--rows", "2", "--columns", "5", "--blocked", "c1"],
    &["nogo", "--rows", "1", "--columns", "7", "--moves", "a1 g1"],
];

#[test]
fn what_the_solver_says_is_proved_by_two_checkers() {
    for (number, game) in GAMES.into_iter().enumerate() {
        for leaves in ["0", "5"] {
            if leaves == "0" && game[0] == "othello8" {
                continue;
            }
            let file = fresh(&format!("{number}-{leaves}.cert"));
            let solved = json(&[&["solve"], game].concat());
            let written = json(&[&["solve"], game, &["--certificate", &file, "--leaves", leaves]].concat());
            assert_eq!((&written["score"], &written["winner"]), (&solved["score"], &solved["winner"]));
            let checked = json(&["certificate", "check", &file]);
            assert_eq!(checked["proved"], true);
            assert_eq!(checked["position"], written["position"]);
            let claim = match &solved["winner"] {
                serde_json::Value::String(winner) => format!("winner {winner}"),
                _ => format!("score {}", solved["score"]),
            };
            assert_eq!(checked["claim"], *claim);
            // By the rules on cells, and on two threads.
            json(&["certificate", "check", &file, "--tier", "reference", "--threads", "2"]);
            if let Some((proved, line)) = python(&file) {
                assert!(proved && line.starts_with("proved ") && line.ends_with(&format!(": {claim}")), "{line}");
            }
        }
    }
}

/// Another move may hold as well, so a changed byte may leave a proof, of this claim and no other.
#[test]
fn what_was_changed_proves_nothing_else() {
    let file = fresh("changed.cert");
    good(&["solve", "othello4", "--certificate", &file, "--leaves", "5"]);
    let bytes = std::fs::read(&file).unwrap();
    let head = bytes.windows(2).position(|two| two == b"\n\n").unwrap() + 2;
    let (mut refused, mut named) = (0, 0);
    for place in head..bytes.len() {
        for change in [1, 2, 0x80] {
            let mut other = bytes.clone();
            other[place] ^= change;
            let changed = scratch("changed-byte.cert", &other);
            let output = stonemask(&["certificate", "check", &changed]);
            // Starting Python takes long.
            let asked = place % 7 == 0 && change == 1;
            let agreed = !asked || python(&changed).is_none_or(|(proved, _)| proved == output.status.success());
            assert!(agreed, "byte {place} ^ {change}: the checkers disagree");
            if output.status.success() {
                assert!(support::stdout(&output).contains(": score -8\n"));
                continue;
            }
            assert_eq!(output.status.code(), Some(1));
            let line = told(&output);
            assert!(line.starts_with(&format!("{changed}: not proved: at-")), "{line}");
            named += usize::from(line.contains(&format!("byte {}: cell", place - head)));
            refused += 1;
        }
    }
    let all = 3 * (bytes.len() - head);
    assert!(refused > all * 9 / 10 && named > all / 4, "{refused} refused, {named} at the byte, of {all}");
    let text = String::from_utf8_lossy(&bytes[..head]).into_owned();
    let with = |from: &str, to: &str| [text.replace(from, to).as_bytes(), &bytes[head..]].concat();
    let section = text.lines().find(|line| line.starts_with("at-most")).unwrap();
    for (bytes, status, line) in [
        (with("score -8", "score -6"), 1, "not proved: 'score -6' needs the sections at-least -6, at-most -6"),
        (with("-8", "-10"), 1, "not proved: at-most -10: "),
        (with("-8", "-6"), 1, "not proved: at-least -6: "),
        (with("scoring discs", "scoring anti"), 1, "not proved: at-"),
        (with("XO----- X", "XO----- O"), 1, "not proved: at-"),
        (with("leaves 5", "leaves 4"), 1, "not proved: at-"),
        (with("leaves 5", "leaves 6"), 1, "not proved: at-"),
        (with("othello4", "othello6"), 2, "position: "),
        (with("othello4", "chess"), 2, "'chess' is no game that has certificates"),
        (with("certificate 1", "certificate 2"), 2, "it is not a certificate, or one of another version"),
        (with("leaves 5", "leaves"), 2, "'leaves' in place of 'leaves'"),
        (with(&format!("{section}\n"), ""), 2, ""),
        (bytes[..bytes.len() - 1].to_vec(), 2, "it is cut in its section at-most -8"),
        ([&bytes[..], b"x"].concat(), 2, "its sections end before it does"),
        (bytes[..head - 2].to_vec(), 2, "it is not a certificate, or cut in its head"),
        (Vec::new(), 2, "it is not a certificate, or cut in its head"),
    ] {
        both_refuse("changed-head.cert", &bytes, status, line);
    }
}

/// A wrong leaf is named as the first one is, however many threads finish leaves.
#[test]
fn threads_name_the_first_fault() {
    let file = fresh("threads.cert");
    let moves = "c2 b4 c5 d2 e4 e3 d1 c1 b1 d5 d6 f4";
    good(&["solve", "othello6", "--moves", moves, "--certificate", &file, "--leaves", "8"]);
    let bytes = std::fs::read(&file).unwrap();
    assert!(json(&["certificate", "check", &file])["leaves"].as_u64().unwrap() > 4096, "too few leaves to share");
    let head = bytes.windows(2).position(|two| two == b"\n\n").unwrap() + 2;
    let (mut leaf, mut refused) = (0, 0);
    for place in (head..bytes.len()).step_by((bytes.len() - head) / 12) {
        for cell in (0..36).step_by(3) {
            let mut other = bytes.clone();
            other[place] = cell;
            let changed = scratch("threads-changed.cert", &other);
            let [one, three] =
                ["1", "3"].map(|threads| stonemask(&["certificate", "check", &changed, "--threads", threads]));
            assert_eq!(one.status.code(), three.status.code());
            if !one.status.success() {
                assert_eq!(told(&one), told(&three), "byte {place}, cell {cell}");
                leaf += usize::from(told(&one).contains("a position with few empty cells"));
                refused += 1;
            }
        }
    }
    assert!(leaf > 1 && refused > leaf, "{leaf} wrong leaves, {refused} refused");
}

/// These bytes in a file of this name are refused with a line that begins so, by both checkers.
fn both_refuse(name: &str, bytes: &[u8], status: i32, line: &str) {
    let file = scratch(name, bytes);
    let output = stonemask(&["certificate", "check", &file]);
    let told = told(&output);
    assert_eq!(output.status.code(), Some(status), "{told}");
    assert!(told.starts_with(&format!("{file}: {line}")), "{told} instead of {line}");
    if let Some((proved, line)) = python(&file) {
        assert!(!proved && line.starts_with("not proved: ") && !line.contains('\n'), "{line}");
    }
}

#[test]
fn nothing_is_lost_where_none_is_written() {
    let file = scratch("taken.cert", b"mine");
    bad(&["solve", "othello4", "--certificate", &file], 2, &format!("{file}: the file exists"));
    assert_eq!(std::fs::read(&file).unwrap(), b"mine");
    let output = stonemask(&["solve", "othello4", "--all", "--certificate", "x.cert"]);
    assert_eq!(output.status.code(), Some(2));
    let output = stonemask(&["certificate", "check", "/nowhere/x.cert"]);
    assert!(told(&output).starts_with("/nowhere/x.cert: "));
    assert_eq!(output.status.code(), Some(2));
}

const RULES: [&str; 5] = ["freestyle", "standard", "renju", "caro", "caro-exact"];

/// A win by threes, which the first move begins.
const THREES: &str = "---------/---------/---XX----/-----X---/-----X---/O--------/O-------O X";

/// Wins that the library's tests have: the first by fours and by threes under each rule.
fn shipped() -> Vec<(String, String)> {
    let wins = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/gomoku_wins.txt");
    let wins = std::fs::read_to_string(wins).unwrap();
    let mut found: Vec<(String, String)> = Vec::new();
    for line in wins.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split(' ').collect();
        let kind = format!("{} {}", words[1], words[4]);
        if found.iter().all(|(other, _)| *other != kind) {
            found.push((kind, words[..4].join(" ")));
        }
    }
    assert_eq!(found.len(), 2 * RULES.len());
    found
}

#[test]
fn forced_wins_of_gomoku_are_proved_under_every_rule() {
    let mut boards: Vec<(String, &str)> = Vec::new();
    for rule in RULES {
        // Black has a five at once, has won, wins by a four, by threes; and with white to move.
        for (size, cells, winner) in [
            ("1x9", "--XXXX--- X", "black"),
            ("1x9", "--XXXXX-- O", "black"),
            ("1x9", "--XXX---- X", "black"),
            ("1x9", "--OOO---- O", "white"),
            ("1x9", "--XXXX--- O", "black"),
            ("7x9", THREES, "black"),
        ] {
            boards.push((format!("{size} {rule} {cells}"), winner));
        }
        // Cells of two bytes.
        let first = format!("{}-XXX-{}", "-".repeat(20), "-".repeat(7));
        let rows = [vec![first], vec!["-".repeat(32); 31]].concat().join("/");
        boards.push((format!("32x32 {rule} {rows} X"), "black"));
    }
    for (number, (board, winner)) in boards.iter().enumerate() {
        proved(&format!("gomoku-{number}.cert"), board, Some(winner));
    }
    for (kind, board) in shipped() {
        proved(&format!("gomoku-{kind}.cert").replace(' ', "-"), &board, None);
    }
}

/// The certificate of a board, which all checkers accept.
fn proved(name: &str, board: &str, winner: Option<&str>) -> Vec<u8> {
    let file = fresh(name);
    let written = json(&["solve", "gomoku", "--position", board, "--certificate", &file]);
    let winner = winner.unwrap_or(written["winner"].as_str().unwrap());
    assert_eq!(written["winner"], *winner, "{board}");
    let claim = format!("winner {winner}");
    let checked = json(&["certificate", "check", &file]);
    assert_eq!((&checked["claim"], &checked["position"]), (&claim.as_str().into(), &board.into()));
    assert_eq!(json(&["certificate", "check", &file, "--tier", "reference"])["claim"], *claim);
    if let Some((proved, line)) = python(&file) {
        assert!(proved && line.ends_with(&format!(": {claim}")), "{board}: {line}");
    }
    std::fs::read(&file).unwrap()
}

#[test]
fn a_changed_win_of_gomoku_proves_nothing_else() {
    for (rule, every) in [("freestyle", 7), ("renju", 11), ("caro", 13)] {
        let board = format!("7x9 {rule} {THREES}");
        let bytes = proved(&format!("changed-{rule}.cert"), &board, Some("black"));
        let head = bytes.windows(2).position(|two| two == b"\n\n").unwrap() + 2;
        let (mut refused, mut asked) = (0, 0);
        for place in head..bytes.len() {
            for change in [1, 2, 0x80] {
                let mut other = bytes.clone();
                other[place] ^= change;
                let changed = scratch(&format!("changed-byte-{rule}.cert"), &other);
                let output = stonemask(&["certificate", "check", &changed]);
                asked += 1;
                // Starting Python takes long.
                let agreed =
                    asked % every != 0 || python(&changed).is_none_or(|(proved, _)| proved == output.status.success());
                assert!(agreed, "byte {place} ^ {change}: the checkers disagree");
                if output.status.success() {
                    assert!(support::stdout(&output).contains(": winner black\n"));
                    continue;
                }
                assert_eq!(output.status.code(), Some(1));
                let line = told(&output);
                assert!(line.starts_with(&format!("{changed}: not proved: at-least 1: ")), "{line}");
                refused += 1;
            }
        }
        assert!(refused > asked * 3 / 4, "{refused} refused of {asked}");
        let text = String::from_utf8_lossy(&bytes[..head]).into_owned();
        let length = bytes.len() - head;
        let with = |from: &str, to: &str| [text.replace(from, to).as_bytes(), &bytes[head..]].concat();
        let mut shorter = with(&format!("{length} bytes"), &format!("{} bytes", length - 1));
        shorter.pop();
        for (bytes, status, line) in [
            (with("winner black", "winner white"), 1, "not proved: 'winner white' needs the sections at-most -1"),
            (with("---XX----", "---X-----"), 1, "not proved: at-least 1: byte "),
            (with("XX----/-----X", "XX-O--/-----X"), 1, "not proved: at-least 1: byte "),
            (with("O X", "O O"), 1, "not proved: at-least 1: "),
            (with("winner black", "winner none"), 2, "'none' is no winner"),
            (with(rule, "go"), 2, "position: "),
            (with("7x9", "9x7"), 2, "position: "),
            (shorter, 1, "not proved: at-least 1: it ends before the proof does"),
            (bytes[..bytes.len() - 1].to_vec(), 2, "it is cut in its section at-least 1"),
        ] {
            both_refuse(&format!("changed-head-{rule}.cert"), &bytes, status, line);
        }
    }
}

/// Overlines and blocked ends decide.
#[test]
fn a_win_under_one_rule_is_none_under_another() {
    let proof = |from: &str, to: &str, board: &str| {
        let bytes = proved("other-rule.cert", &board.replace("RULE", from), Some("black"));
        let text = String::from_utf8_lossy(&bytes).into_owned();
        // All cells of these are below 128.
        let file = scratch("other-rule-changed.cert", text.replace(from, to).as_bytes());
        let output = stonemask(&["certificate", "check", &file]);
        assert_eq!(output.status.code(), Some(1), "{from} as {to}: {}", told(&output));
        assert!(python(&file).is_none_or(|(proved, _)| !proved), "{from} as {to}");
    };
    // Six in a row; a five with both ends blocked.
    for to in ["standard", "renju", "caro-exact"] {
        proof("freestyle", to, "1x9 RULE --XX-XXX- X");
    }
    for to in ["caro", "caro-exact"] {
        proof("freestyle", to, "1x9 RULE -OXXXX-O- X");
    }
}

#[test]
fn nothing_is_written_where_no_win_is_proved() {
    let file = fresh("no-win.cert");
    bad(
        &["solve", "gomoku", "--position", "1x9 freestyle ---X----- X", "--certificate", &file],
        1,
        &format!("no win is proved: {file} was not written"),
    );
    assert!(!Path::new(&file).exists());
}
