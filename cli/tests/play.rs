//! Games in the terminal as people play them: the program in a real pseudo-terminal, keys sent, the
//! screen read.
#![cfg(unix)]

#[path = "support/picture.rs"]
mod picture;

use portable_pty::{Child, CommandBuilder, MasterPty, NativePtySystem, PtySize, PtySystem};
use std::io::{Read, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// The program at a terminal.
struct Play {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    screen: Arc<Mutex<vt100::Parser>>,
    /// Reads what the program writes, until told to leave.
    reader: thread::JoinHandle<()>,
    leave: Arc<AtomicBool>,
}

/// How long the program may take to show something. A loaded machine is slow.
const PATIENCE: Duration = Duration::from_secs(20);

/// The keys of the arrows, and Control with a letter.
const UP: &str = "\x1b[A";
const DOWN: &str = "\x1b[B";
const LEFT: &str = "\x1b[D";
const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";
const CTRL_Y: &str = "\x19";
const CTRL_Z: &str = "\x1a";

fn side(count: u16) -> NonZero<u16> {
    NonZero::new(count).expect("a terminal has rows and columns")
}

impl Play {
    fn start(rows: u16, columns: u16, arguments: &[&str]) -> Play {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_stonemask"));
        command.args(["play", "gomoku"]);
        command.args(arguments);
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", "C.UTF-8");
        command.env_remove("NO_COLOR");
        Play::run(rows, columns, command)
    }

    /// Starts a game in a folder, on a small board.
    fn start_in(folder: &Path, game: &str) -> Play {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_stonemask"));
        command.args(["play", game, "--rows", "5", "--columns", "5"]);
        command.cwd(folder);
        Play::run(24, 80, command)
    }

    /// Starts a game with other variables of the environment.
    fn start_with(variables: &[(&str, &str)]) -> Play {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_stonemask"));
        command.args(["play", "gomoku"]);
        for variable in ["LC_ALL", "LC_CTYPE", "LANG"] {
            command.env_remove(variable);
        }
        variables.iter().for_each(|(name, value)| command.env(name, value));
        Play::run(24, 80, command)
    }

    fn run(rows: u16, columns: u16, command: CommandBuilder) -> Play {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        let pair = NativePtySystem::default().openpty(size).expect("a pseudo-terminal");
        let child = pair.slave.spawn_command(command).expect("the command starts");
        drop(pair.slave);
        let screen = Arc::new(Mutex::new(vt100::Parser::new(side(rows), side(columns), 0)));
        let mut output = pair.master.try_clone_reader().expect("the terminal's output");
        let shown = Arc::clone(&screen);
        let leave = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&leave);
        let reader = thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes)
                && !told.load(Ordering::Relaxed)
            {
                shown.lock().unwrap().process(&bytes[..count]);
            }
        });
        let keys = pair.master.take_writer().expect("the terminal's input");
        Play { child, master: pair.master, keys, screen, reader, leave }
    }

    fn send(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).and_then(|()| self.keys.flush()).expect("keys are taken");
    }

    fn text(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    /// Waits until the screen shows all of these.
    fn sees(&self, wanted: &[&str]) {
        let begun = Instant::now();
        while !wanted.iter().all(|text| self.text().contains(text)) {
            assert!(begun.elapsed() < PATIENCE, "expected {wanted:?} on\n{}", self.text());
            thread::sleep(Duration::from_millis(10));
        }
    }

    fn resize(&mut self, rows: u16, columns: u16) {
        self.screen.lock().unwrap().screen_mut().set_size(side(rows), side(columns));
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        self.master.resize(size).expect("the terminal takes a size");
    }

    /// Sends the program a signal.
    fn signal(&self, signal: &str) {
        let process = self.child.process_id().expect("a child that runs").to_string();
        assert!(Command::new("kill").args([signal, &process]).status().unwrap().success());
    }

    /// Takes the terminal away, as when its window is closed, and waits for the end of the program.
    fn hang_up(mut self) {
        self.leave.store(true, Ordering::Relaxed);
        // Something new on the screen wakes the reader.
        self.send(DOWN);
        while !self.reader.is_finished() {
            thread::sleep(Duration::from_millis(1));
        }
        // The keys end with a Control-D, by which players quit: a program that sleeps until the
        // terminal is gone cannot read it.
        self.signal("-STOP");
        drop((self.keys, self.master));
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                break status;
            }
            if begun.elapsed() > PATIENCE {
                self.child.kill().expect("a child to end");
                panic!("still running without a terminal");
            }
            thread::sleep(Duration::from_millis(10));
        };
        assert_eq!(status.signal(), None);
    }

    /// Waits for the end; its exit status, and the screen is the one before the game again.
    fn ends(self) -> u32 {
        self.ends_with_text().0
    }

    /// The same, and the text printed.
    fn ends_with_text(mut self) -> (u32, String) {
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                break status;
            }
            assert!(begun.elapsed() < PATIENCE, "still running:\n{}", self.text());
            thread::sleep(Duration::from_millis(10));
        };
        let begun = Instant::now();
        while self.screen.lock().unwrap().screen().alternate_screen() {
            assert!(begun.elapsed() < PATIENCE, "the terminal is not as it was");
            thread::sleep(Duration::from_millis(10));
        }
        drop((self.keys, self.master));
        self.reader.join().expect("the reader sees the end");
        let screen = self.screen.lock().unwrap();
        assert!(!screen.screen().hide_cursor());
        assert_eq!(screen.screen().mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        (status.exit_code(), screen.screen().contents())
    }
}

/// A path in the tests' own folder, where nothing is yet.
fn fresh(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

/// A folder of the tests' own in which nothing is.
fn fresh_folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir(&folder).unwrap();
    folder
}

#[test]
fn every_game_is_played_against_the_computer() {
    for (game, options, first) in [
        ("othello8", &["--opponent", "3"][..], "d3"),
        ("othello6", &["--opponent", "2", "--seed", "7"], "c2"),
        ("gomoku", &["--opponent", "1", "--rule", "renju"], "h8"),
        ("nogo", &["--opponent", "3", "--rows", "7", "--columns", "7"], "d4"),
    ] {
        let path = fresh(&format!("computer-{game}"));
        let file = path.to_str().unwrap();
        let with = |more: &[&str]| {
            let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_stonemask"));
            command.args(["play", game]);
            command.args(more);
            command.env("TERM", "xterm-256color");
            command.env("LC_ALL", "C.UTF-8");
            Play::run(30, 100, command)
        };
        let mut play = with(&[options, &["--save", file]].concat());
        play.sees(&["move 1: black (X) to play"]);
        play.send(&format!("{first}\r"));
        // The computer answers, and it is black's turn again.
        play.sees(&["move 3: black (X) to play"]);
        play.send("u\r");
        play.sees(&["move 1: black (X) to play"]);
        play.send(CTRL_Y);
        play.sees(&["move 3: black (X) to play"]);
        play.send("h\r");
        play.sees(&["hint: "]);
        play.send("q\r");
        assert_eq!(play.ends(), 0, "{game}");
        // Continued with the other colour: black is the computer's now.
        let mut play = with(&["--load", file, "--opponent", "2", "--colour", "white"]);
        play.sees(&["move 4: white (O) to play"]);
        // Ctrl-D quits.
        play.send("\x04");
        assert_eq!(play.ends(), 0, "{game}");
    }
}

#[test]
fn a_bad_opponent_is_one_line() {
    for (options, told) in [
        (&["--opponent", "10"][..], "'10' is not a level: expected 1 to 9"),
        (&["--opponent", "0"], "'0' is not a level: expected 1 to 9"),
        (&["--opponent", "2", "--colour", "red"], "[possible values: black, white]"),
        (&["--colour", "white"], "--opponent <LEVEL>"),
        (&["--opening", "21"], "expected a whole number from 0 to 20"),
    ] {
        let output =
            Command::new(env!("CARGO_BIN_EXE_stonemask")).args(["play", "othello8"]).args(options).output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), text.lines().count()), (Some(2), 1), "{text}");
        assert!(text.contains(told), "{text}");
    }
}

#[test]
fn swap2_is_played_as_the_second_player() {
    let path = fresh("swap2-second.sgf");
    let file = path.to_str().unwrap();
    let saved = || std::fs::read_to_string(&path).unwrap();
    let mut play = Play::start(24, 80, &["--opening", "swap2", "--opponent", "3", "--save", file]);
    play.sees(&[
        "Gomoku 15x15, freestyle, swap2",
        "swap2: second player chooses after 3 stones, cursor",
        "w: white, b: black, m: put two more stones, each with Enter; ? shows all keys",
    ]);
    // Neither a key nor a click puts a stone before the choice.
    play.send("a1\r");
    play.sees(&["choose first; w: white, b: black, m: put two more stones, each with Enter"]);
    play.send("\x1b[<0;11;4M\x1b[<0;11;4m");
    play.sees(&["choose first; ", "chooses after 3 stones"]);
    play.send("h\r");
    play.sees(&[" stands better"]);
    play.send("m\r");
    play.sees(&["swap2, two more", "swap2: second player puts stone 4 of 5, white (O)"]);
    play.send("u\r");
    play.sees(&["second player chooses after 3 stones"]);
    play.send("More\r");
    play.sees(&["second player puts stone 4 of 5"]);
    play.send("a1\r");
    play.sees(&["second player puts stone 5 of 5, black (X)", "last a1"]);
    play.send(CTRL_D);
    assert_eq!(play.ends(), 0);
    assert!(saved().contains("ON[swap2, two more];B[") && saved().contains(";W[aa])"), "{}", saved());
    let mut play = Play::start(24, 80, &["--load", file, "--opponent", "3", "--save", file]);
    play.sees(&["second player puts stone 5 of 5, black (X), cursor a1, last a1"]);
    play.send("o15\r");
    play.sees(&["swap2, two more, first player ", "; you play ", " to play, cursor"]);
    let is_black = play.text().contains("you play black");
    let [status, last] =
        if is_black { ["move 7: black (X) to play", "move 9: "] } else { ["move 6: white (O) to play", "move 8: "] };
    play.sees(&[status]);
    play.send("u\r");
    play.sees(&["second player puts stone 5 of 5"]);
    play.send(CTRL_Y);
    play.sees(&[status]);
    play.send("o1\r");
    play.sees(&[last]);
    play.send("q\r");
    assert_eq!(play.ends(), 0);
    // The record is one that others read, and the choices stay in it.
    let chosen = if is_black { "white" } else { "black" };
    assert!(saved().contains(&format!("ON[swap2, two more, first player {chosen}];B[")), "{}", saved());
    let converted =
        Command::new(env!("CARGO_BIN_EXE_stonemask")).args(["convert", file, "-", "--to", "sgf"]).output().unwrap();
    let text = String::from_utf8_lossy(&converted.stdout);
    assert!(
        converted.status.success() && text.contains(&format!("ON[swap2, two more, first player {chosen}]")),
        "{text}"
    );
    let mut play = Play::start(24, 80, &["--load", file, "--opponent", "3"]);
    play.sees(&[last, "; you play "]);
    play.send("q\r");
    assert_eq!(play.ends(), 0);
}

#[test]
fn swap2_is_played_as_the_first_player() {
    let path = fresh("swap2-first.sgf");
    let file = path.to_str().unwrap();
    let mut play = Play::start(24, 80, &["--opening", "swap2", "--opponent", "3", "--first", "--save", file]);
    play.sees(&["swap2: first player puts stone 1 of 3, black (X), cursor h8"]);
    play.send("h\r");
    play.sees(&["hint: ", " leads to equal chances"]);
    play.send("h8\r");
    play.sees(&["first player puts stone 2 of 3, white (O)", "last h8"]);
    play.send("a1\r");
    play.sees(&["first player puts stone 3 of 3, black (X)"]);
    // Black stands much better with a white stone in the corner, so the computer takes black.
    play.send("i9\r");
    play.sees(&["swap2, second player black; you play white", "move 4: white (O) to play"]);
    play.send("u\r");
    play.sees(&["first player puts stone 3 of 3"]);
    play.send(CTRL_Y);
    play.sees(&["you play white", "move 4: white (O) to play"]);
    play.send("i8\r");
    play.sees(&["move 6: white (O) to play"]);
    play.send(CTRL_C);
    assert_eq!(play.ends(), 0);
    let mut play = Play::start(24, 80, &["--load", file, "--opponent", "3", "--first"]);
    play.sees(&["swap2, second player black; you play white", "move 6: white (O) to play"]);
    // A new game begins with the opening.
    play.send("n\ry");
    play.sees(&["freestyle, swap2 ", "first player puts stone 1 of 3"]);
    play.send(CTRL_C);
    assert_eq!(play.ends(), 0);
}

#[test]
fn every_step_of_swap2_outlives_its_terminal() {
    for (keys, status, saved) in [
        ("b2\r", "first player puts stone 2 of 3", "ON[swap2];B[bb])"),
        ("b2\rc3\rd4\r", "second player chooses after 3 stones", "ON[swap2];B[bb];W[cc];B[dd])"),
        ("b2\rc3\rd4\rm\r", "second player puts stone 4 of 5", "ON[swap2, two more];B[bb];W[cc];B[dd])"),
        ("b2\rc3\rd4\rm\ra1\ra5\r", "first player chooses after 5 stones", "ON[swap2, two more];B[bb]"),
        ("b2\rc3\rd4\rblack\r", "move 4: white (O) to play", "ON[swap2, second player black];B[bb]"),
        ("b2\rc3\rd4\rm\ra1\ra5\rw\r", "move 6: white (O) to play", "ON[swap2, two more, first player white];B[bb]"),
    ] {
        let folder = fresh_folder("swap2-hung-up");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_stonemask"));
        command.args(["play", "gomoku", "--rows", "5", "--columns", "5", "--opening", "swap2"]);
        command.cwd(&folder);
        let mut play = Play::run(24, 80, command);
        play.sees(&["first player puts stone 1 of 3"]);
        play.send(keys);
        play.sees(&[status]);
        play.hang_up();
        let path = folder.join("stonemask-gomoku.sgf");
        let text = std::fs::read_to_string(&path).expect("the game is saved");
        assert!(text.contains(saved), "{keys}: {text}");
        let mut again = Play::start(24, 80, &["--load", path.to_str().unwrap()]);
        again.sees(&[status]);
        again.send("q\r");
        assert_eq!(again.ends(), 0);
    }
}

#[test]
fn options_that_do_not_go_with_swap2_are_refused() {
    let path = fresh("swap2-refused.sgf");
    std::fs::write(&path, "(;GM[4]ON[swap2];B[hh])").unwrap();
    let file = path.to_str().unwrap();
    for (arguments, told) in [
        (&["gomoku", "--opening", "swap2", "--opponent", "2", "--colour", "white"][..], "--colour: swap2 decides"),
        (&["gomoku", "--load", file, "--opponent", "2", "--colour", "white"], "--colour: swap2 decides"),
        (&["gomoku", "--load", file, "--opening", "swap2"], "--load"),
        (&["gomoku", "--opening", "swap2", "--first"], "--opponent <LEVEL>"),
        (&["gomoku", "--opening", "swap2", "--rows", "4"], "a board of 4x15 is too small"),
        (&["gomoku", "--opening", "swap3"], "expected a whole number from 0 to 20, or swap2"),
        (&["othello8", "--opening", "swap2"], "--opening swap2: Gomoku begins so, and othello8 does not"),
        (&["nogo", "--opening", "swap2"], "--opening swap2: Gomoku begins so, and nogo does not"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_stonemask")).arg("play").args(arguments).output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), text.lines().count()), (Some(2), 1), "{arguments:?}: {text}");
        assert!(text.contains(told), "{arguments:?}: {text}");
    }
}

#[test]
fn a_game_is_played_to_a_five_saved_and_gone_on_with() {
    let path = fresh("five.sgf");
    let file = path.to_str().unwrap();
    let mut play = Play::start(30, 100, &["--save", file]);
    play.sees(&["Gomoku 15x15, freestyle", "move 1: black (X) to play, cursor h8", "and Enter, or use the arrows"]);
    // Black to the right along row 8, white below it; by arrows, and by names.
    play.send("\r");
    play.sees(&["move 2: white (O) to play", "[X]"]);
    play.send("h9\r");
    play.sees(&["move 3: black", "last h9", "   1. h8    h9"]);
    for _ in 0..3 {
        play.send("\x1b[C\x1b[A\r");
        play.sees(&["white (O) to play"]);
        play.send("\x1b[B ");
        play.sees(&["black (X) to play"]);
    }
    play.send(CTRL_Z);
    play.sees(&["move 8: white (O) to play", "last k8"]);
    play.send(CTRL_Y);
    play.sees(&["move 9: black (X) to play", "last k9"]);
    play.send("L8");
    play.sees(&["> L8"]);
    play.send("\r");
    play.sees(&["black wins after 9 moves, last l8", " X X X X[X]", "O O O O"]);
    {
        let parser = play.screen.lock().unwrap();
        let row =
            (0..30).find(|&row| parser.screen().contents_between(row, 0, row, 100).contains("X X X X[X]")).unwrap();
        let inverse = |column| parser.screen().cell(row, column).is_some_and(|cell| cell.inverse());
        // Columns h to l of a board whose first column is at 4, two apart.
        assert!((7..12).all(|column| inverse(4 + 2 * column)), "the winning line is shown");
        assert!(!inverse(4 + 2 * 6) && !inverse(4 + 2 * 12));
    }
    play.send("\x1b[C\r");
    play.sees(&["illegal move m8 for white: the game is over"]);
    play.send("s\r");
    play.sees(&["saved to"]);
    play.send("q\r");
    assert_eq!(play.ends(), 0);
    let saved = std::fs::read_to_string(&path).unwrap();
    assert!(
        saved.starts_with("(;FF[4]GM[4]") && saved.contains("RE[B+]") && saved.contains(";B[hh];W[hi];B[ih]"),
        "{saved}"
    );

    let mut again = Play::start(30, 100, &["--load", file, "--save", file]);
    again.sees(&["black wins after 9 moves, last l8"]);
    again.send("u\ru\r");
    again.sees(&["move 8: white (O) to play"]);
    again.send("q\r");
    assert_eq!(again.ends(), 0);
    // The moves that were taken back are there still, but as a variation.
    let saved = std::fs::read_to_string(&path).unwrap();
    assert!(!saved.contains("RE[") && saved.contains(";B[kh](;)(;W[ki];B[lh])"), "{saved}");
    let mut again = Play::start(30, 100, &["--load", file]);
    again.sees(&["move 8: white (O) to play"]);
    again.send("q\r");
    assert_eq!(again.ends(), 0);
}

#[test]
fn renju_marks_and_refuses_forbidden_points() {
    let path = fresh("renju.sgf");
    let text = "(;GM[4]RU[renju];B[hi];W[aa];B[hj];W[ao];B[ih];W[oa];B[jh];W[oo])";
    std::fs::write(&path, text).unwrap();
    let mut play = Play::start(24, 80, &["--load", path.to_str().unwrap()]);
    play.sees(&["Gomoku 15x15, renju", "move 9: black (X) to play, cursor o15", "! X X"]);
    play.send(&UP.repeat(7));
    play.send(&LEFT.repeat(7));
    play.sees(&["cursor h8", "[!]"]);
    play.send(" ");
    play.sees(&["illegal move h8 for black: renju forbids the double three", "move 9: black"]);
    // Control-C quits; the file is not touched without --save.
    play.send(CTRL_C);
    assert_eq!(play.ends(), 0);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn control_c_saves_the_game() {
    let path = fresh("interrupted.sgf");
    let mut play = Play::start(24, 80, &["--rows", "5", "--columns", "5", "--save", path.to_str().unwrap()]);
    play.sees(&["cursor c3"]);
    play.send(" ");
    play.sees(&["move 2: white"]);
    play.send(CTRL_C);
    assert_eq!(play.ends(), 0);
    assert!(std::fs::read_to_string(&path).unwrap().contains(";B[cc]"));
}

#[test]
fn a_lost_terminal_ends_and_saves_the_game() {
    let path = fresh("lost.sgf");
    let mut play = Play::start(30, 100, &["--save", path.to_str().unwrap()]);
    play.sees(&["move 1: black"]);
    play.send(" ");
    play.sees(&["move 2: white"]);
    play.hang_up();
    assert!(std::fs::read_to_string(&path).expect("the game is saved").contains("B[hh]"));
}

#[test]
fn a_game_without_a_file_outlives_its_terminal() {
    let folder = fresh_folder("hung_up");
    for name in ["stonemask-gomoku.sgf", "stonemask-gomoku-2.sgf"] {
        let mut play = Play::start_in(&folder, "gomoku");
        play.sees(&["move 1: black"]);
        play.send("b2\r");
        play.sees(&["move 2: white"]);
        play.hang_up();
        assert!(std::fs::read_to_string(folder.join(name)).expect("the game is saved").contains(";B[bb])"));
    }
    // Nothing was played, so there is nothing to keep.
    let play = Play::start_in(&folder, "gomoku");
    play.sees(&["move 1: black"]);
    play.hang_up();
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2);
}

#[test]
fn a_signal_saves_a_game_without_a_file_and_names_the_new_one() {
    // A shell passes a hang-up on, so two signals may come.
    for signals in [&["-TERM"][..], &["-HUP", "-HUP"], &["-INT", "-TERM"]] {
        let folder = fresh_folder("signalled");
        let mut play = Play::start_in(&folder, "nogo");
        play.sees(&["move 1: black"]);
        play.send("b2\ra1\r");
        play.sees(&["move 3: black"]);
        signals.iter().for_each(|signal| play.signal(signal));
        let (status, text) = play.ends_with_text();
        assert_eq!(status, 0, "{text}");
        let text = text.replace('\n', "");
        assert!(
            text.contains("stonemask: the game is saved in /") && text.contains("/stonemask-nogo.txt (cont"),
            "{text}"
        );
        let saved = std::fs::read_to_string(folder.join("stonemask-nogo.txt")).unwrap();
        assert!(saved.ends_with("\nb2 a1\n"), "{saved}");
    }
}

#[test]
fn a_signal_saves_a_game_elsewhere_when_its_folder_is_gone() {
    let folder = fresh_folder("gone_at_a_signal");
    let home = fresh_folder("home_at_a_signal");
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_stonemask"));
    let file = folder.join("game.sgf");
    command.args(["play", "gomoku", "--rows", "5", "--columns", "5", "--save", file.to_str().unwrap()]);
    command.cwd(&home);
    let mut play = Play::run(24, 80, command);
    play.sees(&["move 1: black"]);
    play.send("b2\r");
    play.sees(&["move 2: white"]);
    std::fs::remove_dir(&folder).unwrap();
    play.signal("-TERM");
    let (status, text) = play.ends_with_text();
    assert_eq!(status, 2);
    assert!(text.contains("stonemask: not saved: "), "{text}");
    assert!(std::fs::read_to_string(home.join("stonemask-gomoku.sgf")).unwrap().contains(";B[bb])"));
}

#[test]
fn the_terminal_may_be_small_and_change() {
    let mut play = Play::start(12, 30, &["--rows", "64", "--columns", "64"]);
    play.sees(&["Gomoku 64x64, freestyle", " ag ", "[\u{b7}]"]);
    play.send("\r");
    play.sees(&["[X]"]);
    play.resize(3, 10);
    play.sees(&["too small"]);
    play.resize(40, 120);
    play.sees(&["[X]", " t ", " ay", "move 2: white (O) to play, cursor ag33, last ag33"]);
    play.send("n\r");
    play.sees(&["New game? This one is lost. y/n"]);
    play.send("n");
    play.sees(&["and Enter, or use the arrows", "move 2: white"]);
    play.send("n\ry");
    play.sees(&["move 1: black"]);
    play.send("q\r");
    assert_eq!(play.ends(), 0);
}

/// A file with more than the moves of its first game: `ROOT` and `HERE` stand for the changes.
const ANNOTATED: &str = "(;FF[4]GM[4]SZ[15]PB[Ada \\] Lovelace]PW[B. P.]ROOTC[the first\r\nof two]\r\n;B[hh]C[the centre]\
    (;W[ii]N[direct];B[jg]HERE)(;W[hi]C[another way](;B[aa])(;B[bb])))\n\n(;GM[1]C[a game of Go];B[dd])\n";

fn annotated(root: &str, here: &str) -> String {
    ANNOTATED.replace("ROOT", root).replace("HERE", here)
}

#[test]
fn what_a_file_holds_beside_the_moves_stays() {
    let path = fresh("annotated.sgf");
    let file = path.to_str().unwrap();
    for (keys, shown, root, here) in [
        ("", "last j7", "RE[B+Resign]", ""),
        ("u\rr\r", "last j7", "RE[B+Resign]", ""),
        ("j6\r", "last j6", "", ";W[jf]"),
        ("j6\r\x1aj5\r", "last j5", "", ";W[je]"),
    ] {
        std::fs::write(&path, annotated("RE[B+Resign]", "")).unwrap();
        let mut play = Play::start(30, 100, &["--load", file, "--save", file]);
        play.sees(&["last j7"]);
        play.send(keys);
        play.sees(&[shown]);
        play.send("q\r");
        assert_eq!(play.ends(), 0);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), annotated(root, here), "{keys}");
    }
    // Moves that are taken back, and a game begun anew, leave the old line as a variation.
    for (keys, shown, moves) in
        [("\x1a\x1a", "last h8", 1), ("\x1a\x1ai8 ", "last i8", 2), ("n\ry", "move 1: black", 0)]
    {
        std::fs::write(&path, annotated("RE[B+Resign]", "")).unwrap();
        let mut play = Play::start(30, 100, &["--load", file, "--save", file]);
        play.sees(&["last j7"]);
        play.send(keys);
        play.sees(&[shown]);
        play.send("q\r");
        assert_eq!(play.ends(), 0);
        let saved = std::fs::read_to_string(&path).unwrap();
        for part in
            ["PB[Ada \\] Lovelace]", "[the centre]", "(;W[ii]N[direct];B[jg])(;W[hi]C[another way]", "Go];B[dd])\n"]
        {
            assert!(saved.contains(part), "{keys}: {part} is not in {saved}");
        }
        assert_eq!(stonemask::gomoku::Record::from_sgf(&saved).unwrap().moves.len(), moves, "{saved}");
    }
}

#[test]
fn a_file_is_replaced_whole_and_keeps_its_permissions_and_names() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = fresh_folder("replaced");
    let (file, link) = (folder.join("game.sgf"), folder.join("link.sgf"));
    std::fs::write(&file, "(;GM[4];B[hh])").unwrap();
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o640)).unwrap();
    symlink("game.sgf", &link).unwrap();
    let old = folder.join("old.sgf");
    std::fs::hard_link(&file, &old).unwrap();
    let mut play = Play::start(30, 100, &["--load", link.to_str().unwrap(), "--save", link.to_str().unwrap()]);
    play.sees(&["last h8"]);
    play.send("h9\r\x13");
    play.sees(&["saved to"]);
    play.send("q\r");
    assert_eq!(play.ends(), 0);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "(;GM[4];B[hh];W[hi])");
    assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(std::fs::read_to_string(&old).unwrap(), "(;GM[4];B[hh])", "a new file took the old one's place");
    assert!(link.is_symlink());
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 3, "nothing else is left there");
}

#[test]
fn a_new_file_has_the_permissions_that_new_files_have() {
    use std::os::unix::fs::PermissionsExt;
    let folder = fresh_folder("new");
    let (file, other) = (folder.join("game.sgf"), folder.join("other"));
    std::fs::write(&other, "").unwrap();
    let mut play = Play::start(30, 100, &["--save", file.to_str().unwrap()]);
    play.sees(&["move 1: black"]);
    play.send("q\r");
    assert_eq!(play.ends(), 0);
    assert_eq!(file.metadata().unwrap().permissions().mode(), other.metadata().unwrap().permissions().mode());
}

#[test]
fn a_game_without_a_file_is_printed_when_it_ends() {
    for keys in ["q\r", CTRL_C] {
        let mut play = Play::start(24, 80, &["--rows", "5", "--columns", "5"]);
        play.sees(&["cursor c3"]);
        play.send("b2\rc3\r");
        play.sees(&["move 3: black"]);
        play.send(keys);
        let (status, text) = play.ends_with_text();
        assert_eq!(status, 0);
        assert!(text.contains("(;FF[4]GM[4]CA[UTF-8]AP[stonemask]SZ[5]RU[freestyle];B[bb];W[cc])"), "{text}");
    }
}

#[test]
fn a_save_that_fails_asks_first_and_then_prints_the_game() {
    let folder = fresh_folder("gone");
    let file = folder.join("game.sgf");
    let mut play = Play::start(24, 80, &["--rows", "5", "--columns", "5", "--save", file.to_str().unwrap()]);
    play.sees(&["cursor c3"]);
    play.send("b2\r");
    play.sees(&["move 2: white"]);
    std::fs::remove_dir(&folder).unwrap();
    play.send("q\r");
    play.sees(&["Quit without saving and print the game? y/n"]);
    play.send("n");
    play.sees(&["move 2: white", "and Enter, or use the arrows"]);
    play.send("q\ry");
    let (status, text) = play.ends_with_text();
    assert_eq!(status, 2);
    assert!(text.contains(";B[bb])") && text.contains("stonemask: not saved: "), "{text}");
}

#[test]
fn two_games_on_one_new_file_are_both_kept() {
    let folder = fresh_folder("two");
    let file = folder.join("new.sgf");
    let arguments = ["--rows", "5", "--columns", "5", "--save", file.to_str().unwrap()];
    let (mut one, mut two) = (Play::start(24, 80, &arguments), Play::start(24, 80, &arguments));
    one.sees(&["cursor c3"]);
    two.sees(&["cursor c3"]);
    one.send("a1\r");
    one.sees(&["last a1"]);
    two.send("b2\r");
    two.sees(&["last b2"]);
    one.send("q\r");
    assert_eq!(one.ends(), 0);
    two.send("q\r");
    let (status, text) = two.ends_with_text();
    assert_eq!(status, 0);
    // The terminal breaks long lines.
    assert!(text.replace('\n', "").contains("new-2.sgf: another program wrote "), "{text}");
    assert!(std::fs::read_to_string(&file).unwrap().contains(";B[aa])"));
    assert!(std::fs::read_to_string(folder.join("new-2.sgf")).unwrap().contains(";B[bb])"));
}

#[test]
fn a_byte_order_mark_and_another_encoding_stay() {
    let path = fresh("mark.sgf");
    let file = path.to_str().unwrap();
    std::fs::write(&path, "\u{feff}(;C[x]B[hh];W[ii])").unwrap();
    let mut play = Play::start(24, 80, &["--load", file, "--save", file]);
    play.sees(&["last i9"]);
    play.send("\x1a\x1aa1\r");
    play.sees(&["last a1"]);
    play.send("q\r");
    assert_eq!(play.ends(), 0);
    let saved = std::fs::read_to_string(&path).unwrap();
    assert!(saved.starts_with("\u{feff}(;FF[4]") && saved.ends_with(";B[aa])\n(;C[x]B[hh];W[ii])"), "{saved}");
    let mut again = Play::start(24, 80, &["--load", file]);
    again.sees(&["last a1"]);
    again.send("q\r");
    assert_eq!(again.ends(), 0);

    std::fs::write(&path, b"(;CA[ISO-8859-1]PB[J\xfcrgen];B[hh])").unwrap();
    let mut play = Play::start(24, 80, &["--load", file, "--save", file]);
    play.sees(&["last h8"]);
    play.send("i9\rq\r");
    assert_eq!(play.ends(), 0);
    assert_eq!(std::fs::read(&path).unwrap(), b"(;CA[ISO-8859-1]PB[J\xfcrgen];B[hh];W[ii])");
}

#[test]
fn set_up_stones_passes_and_numbered_points_are_read() {
    let path = fresh("set_up.sgf");
    let file = path.to_str().unwrap();
    std::fs::write(&path, "(;GM[4]SZ[9]AB[e5]AW[ee:ef];B[];W[a1])").unwrap();
    let mut play = Play::start(24, 80, &["--load", file, "--save", file]);
    play.sees(&["Gomoku 9x9", "move 3: black (X) to play, cursor a1, last a1", "1. pass  a1"]);
    play.send("c3\rq\r");
    assert_eq!(play.ends(), 0);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "(;GM[4]SZ[9]AB[e5]AW[ee:ef];B[];W[a1];B[c3])");
}

#[test]
fn the_mouse_plays_and_help_is_shown() {
    let mut play = Play::start(24, 80, &[]);
    play.sees(&["move 1: black"]);
    // A click on d2: column 4, two apart from 4 on, row 2 below the names; counted from 1.
    play.send("\x1b[<0;11;4M\x1b[<0;11;4m");
    play.sees(&["move 2: white (O) to play, cursor d2, last d2"]);
    play.send("?");
    play.sees(&["Take back    Ctrl-Z", "Row 1 is the top row, as in SGF files"]);
    play.send("x");
    play.sees(&["X black  O white", "cursor d2"]);
    play.send(CTRL_Z);
    play.sees(&["move 1: black"]);
    play.send("quit\r");
    assert_eq!(play.ends(), 0);
}

#[test]
fn a_terminal_without_unicode_is_shown_ascii() {
    for (variables, is_ascii) in [
        (&[("TERM", "xterm"), ("LC_ALL", "C")][..], true),
        (&[("TERM", "linux"), ("LANG", "en_US.UTF-8")], true),
        (&[("TERM", "xterm"), ("LANG", "en_US.utf8")], false),
        (&[("TERM", "xterm")], true),
    ] {
        let mut play = Play::start_with(variables);
        play.sees(&["cursor h8"]);
        let text = play.text();
        assert_eq!(text.is_ascii(), is_ascii, "{variables:?}: {text}");
        assert_eq!(text.contains(" . . "), is_ascii, "{text}");
        play.send(CTRL_C);
        assert_eq!(play.ends(), 0);
    }
}

/// docs/play.svg, which README.md shows, is what the program shows; `STONEMASK_UPDATE=1` writes it
/// anew.
#[test]
fn the_picture_of_a_game_is_a_real_screen() {
    let mut play = Play::start(19, 76, &["--rule", "renju"]);
    play.sees(&["move 1: black"]);
    for point in ["h9", "i10", "i8", "g11", "h10", "k6", "j8", "j11"] {
        play.send(point);
        play.send("\r");
    }
    // Black may not play at h8: a double three.
    play.sees(&["last j11", "! X X", "and Enter, or use the arrows"]);
    let image = picture::svg(play.screen.lock().unwrap().screen());
    play.send(CTRL_C);
    assert_eq!(play.ends(), 0);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/play.svg");
    if std::env::var_os("STONEMASK_UPDATE").is_some() {
        std::fs::write(path, &image).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap_or_default(), image, "STONEMASK_UPDATE=1 writes the picture anew");
}
