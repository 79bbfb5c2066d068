//! `stonemask man`: the manual pages.

use crate::error::Failure;
use crate::file;
use clap::{Args, Command, ValueHint};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use std::io;
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The folder for the pages: stonemask.1, and one for each command. It is created if necessary
    #[arg(value_hint = ValueHint::DirPath)]
    folder: PathBuf,
}

/// Commands and what they do, by the page that shows them.
const EXAMPLES: &[(&str, &[(&str, &str)])] = &[
    (
        "stonemask",
        &[
            ("stonemask solve othello6 --moves \"c2 b4 c5\"", "Solve a position of 6x6 Othello."),
            ("stonemask play gomoku --rule renju --save game.sgf", "Play a game of renju in the terminal."),
            ("stonemask check --seconds 60", "Compare all kernels with the rules for a minute."),
        ],
    ),
    (
        "stonemask-solve",
        &[
            (
                "stonemask solve othello6 --moves \"c2 b4 c5\" --threads 4",
                "Score and line of best play, on four threads.",
            ),
            ("stonemask solve othello4 --all", "The score of each legal move."),
            ("stonemask solve nogo --rows 4 --columns 4", "The winner of 4x4 NoGo."),
            ("stonemask solve gomoku --rule renju --moves \"h8 h9 i8 a1 j8 a2\"", "A forced win, and its line."),
        ],
    ),
    (
        "stonemask-analyse",
        &[
            ("stonemask analyse othello8 --moves \"f5 d6 c3\" --time 10", "A position, searched for ten seconds."),
            ("stonemask analyse othello8 --depth 14 --top 3 --json", "The best three moves at 14 plies, as JSON."),
        ],
    ),
    (
        "stonemask-serve",
        &[
            ("stonemask serve --threads 2", "Print the address of the page, and serve it until Ctrl-C."),
            (
                "stonemask serve --page web/dist --port 8000",
                "A page that was built by oneself, at a port of one's own.",
            ),
        ],
    ),
    (
        "stonemask-perft",
        &[
            ("stonemask perft othello8 --depth 9", "Count the positions after nine plies."),
            ("stonemask perft gomoku --depth 3 --divide --json", "Count below each first move, as JSON."),
        ],
    ),
    (
        "stonemask-replay",
        &[
            ("stonemask replay WTH_2018.wtb", "Replay a year of recorded games."),
            ("stonemask replay WTH_2018.wtb --solve 14 --games 10", "Solve the end of the first ten games too."),
        ],
    ),
    (
        "stonemask-convert",
        &[
            (
                "stonemask convert WTH_2018.wtb games.txt --drop",
                "A database as transcripts, without the players' numbers.",
            ),
            ("stonemask convert game.ggf game.sgf", "A game of GGS for a viewer of SGF."),
        ],
    ),
    (
        "stonemask-certificate",
        &[
            ("stonemask solve othello4 --certificate proof.cert", "Write a proof of the score."),
            ("stonemask certificate check proof.cert", "Check it without the solver."),
        ],
    ),
    (
        "stonemask-label",
        &[
            ("stonemask label othello8 --out set.obf", "A thousand positions with the exact score of every move."),
            (
                "stonemask label othello8 --out part2.jsonl --first 1000 --positions 1000",
                "The next thousand, as JSON lines.",
            ),
        ],
    ),
    (
        "stonemask-train",
        &[
            ("stonemask train othello6 --out weights.bin", "Train the weights and write them."),
            ("stonemask solve othello6 --weights weights.bin", "Solve the start position by them."),
        ],
    ),
    (
        "stonemask-play",
        &[
            ("stonemask play gomoku --rule renju --save game.sgf", "Begin a game and save it."),
            ("stonemask play gomoku --load game.sgf --save game.sgf", "Continue it."),
            ("stonemask play nogo --blocked e5 --save game.nogo", "NoGo with the centre blocked."),
        ],
    ),
    (
        "stonemask-show",
        &[
            ("stonemask show othello8 --moves \"f5 d6 c3\"", "The board after three plies, and the legal moves."),
            ("stonemask show gomoku --moves \"h8 i9 h9\" --svg board.svg --numbers", "A picture with numbered stones."),
        ],
    ),
    (
        "stonemask-playout",
        &[("stonemask playout othello8 --games 1000000 --threads 4", "Play a million random games on four threads.")],
    ),
    (
        "stonemask-gtp",
        &[
            ("stonemask gtp nogo --rows 7 --columns 7", "NoGo for GoGui, or for any other controller."),
            (
                "stonemask gtp gomoku --rule renju --player greedy --seed 7",
                "An opponent that plays the same game again.",
            ),
        ],
    ),
    (
        "stonemask-gomocup",
        &[
            ("stonemask gomocup --player greedy", "A brain for Piskvork and other managers."),
            (
                "ln -s ~/.cargo/bin/stonemask ~/brains/pbrain-stonemask\n~/brains/pbrain-stonemask",
                "A brain for managers that tell brains by their names.",
            ),
        ],
    ),
    (
        "stonemask-nboard",
        &[("stonemask nboard --table 512 --seconds 60", "An engine for NBoard that thinks for up to a minute a move.")],
    ),
    (
        "stonemask-check",
        &[
            ("stonemask check --seconds 60 --seed 7", "Try random inputs for a minute."),
            ("stonemask check --game nogo --tier avx2", "Try the kernels of one game and one tier."),
        ],
    ),
    (
        "stonemask-vectors",
        &[
            (
                "stonemask vectors othello8 --count 1000 > othello8.jsonl",
                "Print a thousand positions with their answers.",
            ),
            ("stonemask vectors gomoku --rule renju --rows 15 --columns 15", "Of renju, on boards of one size."),
            ("stonemask vectors --check answers.jsonl", "Check somebody's answers."),
        ],
    ),
    (
        "stonemask-judge",
        &[
            (
                "stonemask judge --protocol gtp --game nogo -- ./engine --gtp",
                "Try an engine of NoGo in games and positions.",
            ),
            (
                "stonemask judge --protocol nboard --games 100 --against ./other -- ./engine",
                "Play two engines of Othello against each other.",
            ),
            (
                "stonemask judge --protocol gtp --game othello8 --engines course.txt --json",
                "Mark the engines of a course in one table.",
            ),
            ("stonemask judge --tests opening.tst -- ./engine --gtp", "Mark the answers of an engine of GTP."),
        ],
    ),
    (
        "stonemask-match",
        &[
            (
                "stonemask match othello8 --engine level:4 --engine level:3 --pairs 100 --records games.sgf",
                "Say how much stronger a level is than the one below, and keep the games.",
            ),
            (
                "stonemask match gomoku --engine new=gomocup:./new --engine old=gomocup:./old --sprt 0 20",
                "Find out whether a new version is stronger.",
            ),
        ],
    ),
    (
        "stonemask-bench",
        &[
            ("stonemask bench --game othello8", "Measure the kernels of 8x8 Othello."),
            ("stonemask bench --compare --tier avx2", "Compare the kernels of Avx2 with those of X64."),
        ],
    ),
    ("stonemask-cpu", &[("stonemask cpu --json", "Show the processor's extensions as JSON.")]),
    (
        "stonemask-completions",
        &[(
            "mkdir -p ~/.local/share/bash-completion/completions\n\
                 stonemask completions bash > ~/.local/share/bash-completion/completions/stonemask",
            "Complete commands in bash.",
        )],
    ),
    (
        "stonemask-man",
        &[("stonemask man ~/.cargo/share/man/man1", "Install the pages beside ~/.cargo/bin, where man looks.")],
    ),
];

/// The variables that the commands read.
const ENVIRONMENT: &[(&str, &str)] = &[
    (
        "STONEMASK_TIER",
        "The highest tier to use: reference, portable, x64, avx2 or avx512. The option --tier takes precedence.",
    ),
    ("NO_COLOR", "If it is set and not empty, play uses no colours."),
    ("LC_ALL, LC_CTYPE, LANG", "The first of them that is set and not empty says whether play may use UTF-8."),
    ("TERM", "The type of terminal. With linux or dumb, play uses ASCII only."),
];

/// The meanings of the exit status.
const EXIT_STATUS: &[(&str, &str)] = &[
    ("0", "The work is done."),
    ("1", "A check found a difference, a record or an engine is wrong, or the work was not finished."),
    ("2", "The input is wrong. One line on standard error says why."),
];

pub(crate) fn run(arguments: &Arguments, command: Command) -> Result<(), Failure> {
    let folder = &arguments.folder;
    // The version stands below each page; only the command itself has an option that prints it.
    let command = command.mut_subcommands(|page| page.version(env!("CARGO_PKG_VERSION")).disable_version_flag(true));
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let write = || {
        std::fs::create_dir_all(folder)?;
        let pages = command.get_subcommands().filter(|page| !page.is_hide_set()).cloned();
        pages.chain([command.clone()]).try_for_each(|page| {
            let name = page.get_display_name().unwrap_or(page.get_name()).to_owned();
            file::write(&folder.join(format!("{name}.1")), &rendered(page, &name)?)
        })
    };
    write().map_err(|error| Failure::bad_input(format!("{}: {error}", folder.display())))
}

/// A page.
fn rendered(command: Command, name: &str) -> io::Result<Vec<u8>> {
    let has_commands = command.has_subcommands();
    let page = Man::new(command);
    let mut text = Vec::new();
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    page.render_description_section(&mut text)?;
    page.render_options_section(&mut text)?;
    if has_commands {
        page.render_subcommands_section(&mut text)?;
    }
    let examples = EXAMPLES.iter().find(|(page, _)| *page == name).map_or(&[][..], |(_, examples)| examples);
    let sections = [("EXAMPLES", examples), ("ENVIRONMENT", ENVIRONMENT), ("EXIT STATUS", EXIT_STATUS)];
    sections.into_iter().try_for_each(|(title, entries)| section(title, entries).to_writer(&mut text))?;
    page.render_version_section(&mut text)?;
    Ok(text)
}

/// A section of words and what they mean.
fn section(title: &str, entries: &[(&str, &str)]) -> Roff {
    let mut section = Roff::new();
    section.control("SH", [title]);
    for (word, meaning) in entries {
        section.control("TP", []);
        let lines: Vec<&str> = word.lines().collect();
        for (index, line) in lines.iter().enumerate() {
            section.text([bold(*line)]);
            if index + 1 < lines.len() {
                section.control("TQ", []);
            }
        }
        section.text([roman(*meaning)]);
    }
    section
}
