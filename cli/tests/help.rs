//! Promise: the command explains itself: its help fits the terminal, a slip is answered with a
//! guess, shells complete it, `man` knows it.

mod support;

use std::path::Path;
use std::process::Command;
use support::{GAMES, bad, good, stonemask};

/// The commands that the help lists.
fn commands() -> Vec<String> {
    let help = good(&["--help"]);
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names: Vec<String> = list.map(|line| line.split_whitespace().next().unwrap().to_owned()).collect();
    assert!(names.len() > 10 && names.contains(&"solve".to_owned()), "{help}");
    names
}

/// All that a command prints on a terminal of a given width.
#[cfg(unix)]
fn on_terminal(columns: u16, arguments: &[&str]) -> String {
    use portable_pty::{CommandBuilder, NativePtySystem, PtySize, PtySystem};
    use std::io::Read;
    let size = PtySize { rows: 24, cols: columns, pixel_width: 0, pixel_height: 0 };
    let pair = NativePtySystem::default().openpty(size).expect("a pseudo-terminal");
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_stonemask"));
    command.args(arguments);
    command.env("TERM", "xterm-256color");
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS"] {
        command.env_remove(variable);
    }
    let mut child = pair.slave.spawn_command(command).expect("the command starts");
    drop(pair.slave);
    let mut output = Vec::new();
    // The end of a terminal is an error on Linux.
    let _ = pair.master.try_clone_reader().expect("the terminal's output").read_to_end(&mut output);
    assert!(child.wait().unwrap().success());
    String::from_utf8(output).unwrap()
}

/// A text without its colours.
#[cfg(unix)]
fn plain(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap().to_owned();
    parts.fold(first, |all, part| all + part.split_once('m').unwrap().1)
}

#[cfg(unix)]
#[test]
fn help_fits_the_terminal() {
    for command in commands().iter().filter(|name| *name != "help") {
        for columns in [60, 100] {
            let help = plain(&on_terminal(columns, &[command, "--help"]));
            let widest = help.lines().map(|line| line.trim_end().chars().count()).max().unwrap();
            // Options and their values are no words that could be broken.
            assert!(widest <= usize::from(columns), "{command} on {columns} columns: {widest}\n{help}");
        }
    }
}

#[cfg(unix)]
#[test]
fn help_has_colours_on_a_terminal_and_nowhere_else() {
    let coloured = on_terminal(100, &["--help"]);
    assert!(coloured.contains("\x1b[1m\x1b[36msolve") || coloured.contains("\x1b[36m\x1b[1msolve"), "{coloured:?}");
    assert!(!good(&["--help"]).contains('\x1b'));
}

/// Options of games that a command does not take are in none of its help.
#[test]
fn options_that_never_apply_are_not_shown() {
    let folder = tempfile::tempdir().unwrap();
    good(&["man", folder.path().to_str().unwrap()]);
    for command in ["train", "label"] {
        let page = std::fs::read_to_string(folder.path().join(format!("stonemask-{command}.1"))).unwrap();
        let text = good(&[command, "--help"]) + &page.replace('\\', "");
        for option in ["--rows", "--rule", "--blocked"] {
            assert!(!text.contains(option), "{command} {option}");
        }
    }
}

#[test]
fn a_slip_is_answered_with_what_was_meant() {
    let games = GAMES.join(", ");
    let misspelt =
        format!("invalid value 'othelo8' for '<GAME>' [possible values: {games}] (a similar value exists: 'othello8')");
    for (arguments, line) in [
        (
            &["sovle", "othello6"][..],
            "unrecognized subcommand 'sovle' (some similar subcommands exist: 'serve', 'solve')",
        ),
        (
            &["perft", "othello8", "--dept", "3"],
            "unexpected argument '--dept' found (a similar argument exists: '--depth')",
        ),
        (&["perft", "othelo8"], misspelt.as_str()),
        (&["perft", "othello8", "--zzz"], "unexpected argument '--zzz' found"),
    ] {
        bad(arguments, 2, line);
    }
}

#[test]
fn every_shell_gets_a_script_with_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = good(&["completions", shell]);
        for command in commands() {
            assert!(script.contains(&command), "{shell}: {command}");
        }
        assert!(script.contains("winner-takes-empties"), "{shell}");
        assert!(!script.contains("worker"), "{shell} shows what is hidden");
    }
}

/// The completions that bash offers for the last of these words.
#[cfg(unix)]
fn bash_offers(script: &Path, words: &[&str]) -> Vec<String> {
    let ask = r#"
        source "$1"; shift
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
        _stonemask stonemask "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        echo "${COMPREPLY[@]}"
    "#;
    let output = Command::new("bash").args(["-c", ask, "bash"]).arg(script).args(words).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8(output.stdout).unwrap().split_whitespace().map(str::to_owned).collect()
}

#[cfg(unix)]
#[test]
fn bash_completes() {
    if Command::new("bash").arg("--version").output().is_err() {
        support::skipped("this machine has no bash");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("stonemask");
    std::fs::write(&script, good(&["completions", "bash"])).unwrap();
    assert_eq!(bash_offers(&script, &["stonemask", "pl"]), ["play", "playout"]);
    assert_eq!(bash_offers(&script, &["stonemask", "check"]), ["check"]);
    assert_eq!(bash_offers(&script, &["stonemask", "solve", "othello"]), ["othello4", "othello6", "othello8"]);
    assert_eq!(bash_offers(&script, &["stonemask", "perft", "nogo", "--div"]), ["--divide"]);
    assert_eq!(bash_offers(&script, &["stonemask", "analyse", "nogo", "--ro"]), ["--rows"]);
    assert_eq!(bash_offers(&script, &["stonemask", "perft", "--tier", "av"]), ["avx2", "avx512"]);
    let rules = ["caro", "caro-exact"];
    assert_eq!(bash_offers(&script, &["stonemask", "play", "--rule", "ca"]), rules);
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    // A folder that is not there yet is made.
    let pages = folder.path().join("share").join("man1");
    assert_eq!(good(&["man", pages.to_str().unwrap()]), "");
    let page = |name: &str| std::fs::read_to_string(pages.join(format!("{name}.1"))).unwrap();
    let first = page("stonemask");
    assert!(
        first.contains(&format!("stonemask {}", env!("CARGO_PKG_VERSION")))
            && ["EXAMPLES", "ENVIRONMENT", "EXIT STATUS"].iter().all(|title| first.contains(title)),
        "{first}"
    );
    let mut count = 1;
    for command in commands().iter().filter(|name| *name != "help") {
        assert!(first.contains(&format!("stonemask\\-{command}(1)")), "{command} in {first}");
        let text = page(&format!("stonemask-{command}"));
        assert!(
            text.contains(&format!(".TH stonemask-{command} 1")) && text.contains(env!("CARGO_PKG_VERSION")),
            "{text}"
        );
        for title in ["EXAMPLES", "ENVIRONMENT", "EXIT STATUS"] {
            assert!(text.lines().any(|line| line.starts_with(".SH") && line.contains(title)), "{title} in {text}");
        }
        let examples = text.split("EXAMPLES").nth(1).unwrap().split(".SH").next().unwrap();
        assert!(examples.contains(&format!("stonemask {command} ")), "{command}: {examples}");
        count += 1;
    }
    assert_eq!(std::fs::read_dir(&pages).unwrap().count(), count, "pages of what is hidden");
    assert!(page("stonemask-solve").contains(r"\-\-winner\-takes\-empties"));

    let taken = folder.path().join("file");
    std::fs::write(&taken, "").unwrap();
    let output = stonemask(&["man", taken.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().starts_with(&format!("stonemask: {}: ", taken.display())));
}

/// The README installs the program into ~/.cargo/bin and its pages into ~/.cargo/share/man: man
/// looks beside the folders of PATH.
#[cfg(unix)]
#[test]
fn man_finds_the_pages_beside_the_program() {
    let has_man_db = Command::new("man").arg("--version").output();
    if !has_man_db.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).starts_with("man ")) {
        support::skipped("this machine has no man-db");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (bin, pages) = (folder.path().join("bin"), folder.path().join("share/man/man1"));
    std::fs::create_dir(&bin).unwrap();
    good(&["man", pages.to_str().unwrap()]);
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let found = Command::new("man").args(["-w", "stonemask-solve"]).env("PATH", path).env_remove("MANPATH").output();
    let found = String::from_utf8(found.unwrap().stdout).unwrap();
    assert_eq!(Path::new(found.trim()), pages.join("stonemask-solve.1"));
}
