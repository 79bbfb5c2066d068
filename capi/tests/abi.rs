//! The interface that programs are built against: exported functions, constants and layouts are
//! those of the committed lists in `abi/`. `STONEMASK_UPDATE=1 cargo test -p stonemask-capi --test
//! abi` writes the lists. Whether the numbers of the interface go up is decided against the last
//! release, whose lists stand in `abi/released.txt` (RELEASE.md has the command).

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

const HEADER: &str = include_str!("../include/stonemask.h");

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The header without comments and preprocessor lines.
fn declarations(header: &str) -> String {
    let mut rest = header;
    let mut text = String::new();
    while let Some(begin) = rest.find("/*") {
        text += &rest[..begin];
        let end = rest[begin..].find("*/").expect("a comment ends") + begin + 2;
        rest = &rest[end..];
    }
    text += rest;
    let text: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    text.join("\n").replace("extern \"C\" {", "").replace("STONEMASK_NODISCARD ", "")
}

/// The name of a pointer to a function, such as `uint64_t (STONEMASK_KERNEL *flips)(uint64_t own)`,
/// if it is one.
fn pointer(declaration: &str) -> Option<&str> {
    let (head, _) = declaration.split_once('(')?.1.split_once(')')?;
    head.split_once('*').filter(|(before, _)| ["", "STONEMASK_KERNEL "].contains(before)).map(|(_, name)| name)
}

/// The functions as lines `name: prototype`, sorted.
fn functions(header: &str) -> String {
    let mut lines: Vec<String> = declarations(header)
        .split(';')
        .map(|statement| statement.split_whitespace().collect::<Vec<_>>().join(" "))
        .map(|statement| statement.rsplit(['{', '}']).next().expect("a part").trim().to_owned())
        .filter(|statement| {
            statement.ends_with(')') && !statement.starts_with("typedef") && pointer(statement).is_none()
        })
        .map(|prototype| {
            let before = &prototype[..prototype.find('(').expect("a parenthesis")];
            let name = before.rsplit([' ', '*']).next().expect("a name");
            format!("{name}: {prototype}\n")
        })
        .collect();
    lines.sort();
    lines.concat()
}

/// The structs with the names of their fields, and the constants.
fn structs_and_constants(header: &str) -> (Vec<(String, Vec<String>)>, Vec<String>) {
    let text = declarations(header);
    let (mut structs, mut constants) = (Vec::new(), Vec::new());
    let mut rest = text.as_str();
    while let Some(begin) = rest.find('{') {
        let end = begin + rest[begin..].find('}').expect("a block ends");
        let (head, body) = (rest[..begin].trim_end(), &rest[begin + 1..end]);
        let mut words = head.rsplit(char::is_whitespace);
        let (name, kind) = (words.next().expect("a name"), words.next().unwrap_or_default());
        if kind == "struct" {
            let field = |field: &str| {
                if let Some(name) = pointer(field) {
                    return name.to_owned();
                }
                let name = field.split('[').next().expect("a part").rsplit([' ', '*', '\n']).next().expect("a name");
                name.to_owned()
            };
            structs
                .push((name.to_owned(), body.split(';').filter(|part| !part.trim().is_empty()).map(field).collect()));
        } else if kind == "enum" {
            constants.extend(body.split(',').map(|part| part.split('=').next().expect("a name").trim().to_owned()));
        }
        rest = &rest[end + 1..];
    }
    let defined = header.lines().filter_map(|line| line.strip_prefix("#define STONEMASK_")).filter_map(|line| {
        let (name, value) = line.split_once(' ')?;
        value.parse::<u32>().ok().map(|_| format!("STONEMASK_{name}"))
    });
    constants.extend(defined);
    (structs, constants)
}

/// Sizes, alignments, offsets and values, as the C compiler has them.
fn layouts(header: &str) -> String {
    let (structs, constants) = structs_and_constants(header);
    assert!(structs.len() > 20 && constants.len() > 40, "the header was not understood");
    let mut program = String::from("#include <stdio.h>\n#include \"stonemask.h\"\nint main(void) {\n");
    for (name, fields) in &structs {
        let _ = writeln!(program, "struct a_{name} {{ char c; {name} s; }};");
        let _ = writeln!(
            program,
            "printf(\"{name}: size %zu, alignment %zu\\n\", sizeof({name}), offsetof(struct a_{name}, s));"
        );
        for field in fields {
            let _ = writeln!(
                program,
                "printf(\"{name}.{field}: offset %zu, size %zu\\n\", offsetof({name}, {field}), sizeof((({name} *)0)->{field}));"
            );
        }
    }
    for name in &constants {
        let _ = writeln!(program, "printf(\"{name}: %d\\n\", (int){name});");
    }
    program += "return 0; }\n";

    static WORK: AtomicU32 = AtomicU32::new(0);
    let number = WORK.fetch_add(1, Ordering::Relaxed);
    let work = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("abi-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&work).unwrap();
    std::fs::write(work.join("stonemask.h"), header).unwrap();
    std::fs::write(work.join("layouts.c"), program).unwrap();
    run(Command::new("cc").args(["-std=c99", "-o", "layouts", "layouts.c"]).current_dir(&work));
    let printed = run(&mut Command::new(work.join("layouts")));
    std::fs::remove_dir_all(&work).unwrap();
    printed
}

fn run(command: &mut Command) -> String {
    let done = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(done.status.success(), "{command:?}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).expect("text")
}

/// Compares a list with the committed one, or commits it.
fn compare(path: &Path, found: &str) {
    if std::env::var_os("STONEMASK_UPDATE").is_some() {
        std::fs::write(path, found).unwrap();
    }
    let committed = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let missing: Vec<&str> = committed.lines().filter(|line| !found.lines().any(|other| other == *line)).collect();
    let new: Vec<&str> = found.lines().filter(|line| !committed.lines().any(|other| other == *line)).collect();
    assert!(
        missing.is_empty() && new.is_empty(),
        "{} has\n{}\nwhere the header has\n{}\nRun this test with STONEMASK_UPDATE=1",
        path.display(),
        missing.join("\n"),
        new.join("\n")
    );
}

#[test]
fn the_functions_are_those_of_the_list() {
    compare(&folder().join("abi/functions.txt"), &functions(HEADER));
}

#[test]
fn the_layouts_and_constants_are_those_of_the_list() {
    compare(&folder().join("abi/layouts.txt"), &layouts(HEADER));
}

#[test]
fn a_change_is_seen() {
    let changed = |from: &str, to: &str| {
        let header = HEADER.replacen(from, to, 1);
        assert_ne!(header, HEADER, "{from} is not in the header");
        header
    };
    let argument = changed("uint8_t square, uint64_t *flips", "uint16_t square, uint64_t *flips");
    assert_ne!(functions(&argument), functions(HEADER));
    assert_eq!(layouts(&argument), layouts(HEADER));
    let removed = changed("stonemask_status stonemask_gomoku_undo(stonemask_gomoku *board);", "");
    assert_eq!(functions(&removed).lines().count() + 1, functions(HEADER).lines().count());
    for (from, to) in [
        ("uint32_t stones; /**<", "uint64_t stones; /**<"),
        ("uint64_t own;\n    uint64_t opponent;", "uint64_t opponent;\n    uint64_t own;"),
        ("STONEMASK_OCCUPIED = 32", "STONEMASK_OCCUPIED = 31"),
        ("STONEMASK_PASS = 64", "STONEMASK_PASS = 65"),
        ("#define STONEMASK_ABI_VERSION 1", "#define STONEMASK_ABI_VERSION 2"),
    ] {
        assert_ne!(layouts(&changed(from, to)), layouts(HEADER), "{from}");
    }
}

/// The numbers by which programs find their library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    /// The package's first two numbers, which the soname has (`version_suffix_components` in
    /// Cargo.toml).
    version: [u32; 2],
    /// `STONEMASK_ABI_VERSION`.
    abi: u32,
}

impl Numbers {
    /// The numbers of the tree.
    fn now() -> Numbers {
        let number = |text: &str| text.parse().expect("a number");
        let abi =
            HEADER.lines().find_map(|line| line.strip_prefix("#define STONEMASK_ABI_VERSION ")).expect("a version");
        let version = [env!("CARGO_PKG_VERSION_MAJOR"), env!("CARGO_PKG_VERSION_MINOR")].map(number);
        Numbers { version, abi: number(abi) }
    }
}

/// The lists of a release, after a line such as `0.1.0 abi 1`.
fn released(text: &str) -> (Numbers, Vec<&str>) {
    let mut lines = text.lines();
    let words: Vec<&str> = lines.next().expect("the release's numbers").split([' ', '.']).collect();
    let [major, minor, _, "abi", abi] = words[..] else { panic!("{words:?}: expected a line such as 0.1.0 abi 1") };
    let number = |text: &str| text.parse().expect("a number");
    (Numbers { version: [major, minor].map(number), abi: number(abi) }, lines.collect())
}

/// A line of a release that is gone or changed breaks programs built against it: then both numbers
/// are others than the release's. Otherwise `STONEMASK_ABI_VERSION` is the release's, so that no
/// program is refused without need.
fn check_numbers(numbers: Numbers, lines: &[&str], released: (Numbers, Vec<&str>)) -> Result<(), String> {
    let (before, kept) = released;
    let is_number = |line: &&str| line.starts_with("STONEMASK_ABI_VERSION:");
    let broken: Vec<&str> = kept.into_iter().filter(|line| !is_number(line) && !lines.contains(line)).collect();
    match broken.first() {
        None if numbers.abi == before.abi => Ok(()),
        None => Err(format!("nothing is broken since ABI {}, and it is {}", before.abi, numbers.abi)),
        Some(_) if numbers.abi > before.abi && numbers.version > before.version => Ok(()),
        Some(line) => Err(format!(
            "'{line}' of the last release is gone or changed: STONEMASK_ABI_VERSION is to be above {}, and the version above {:?}, which the soname has",
            before.abi, before.version
        )),
    }
}

/// Before the first release there are no such lists, and no numbers that they ask for.
#[test]
fn the_numbers_follow_from_the_last_release() {
    let lists = ["abi/functions.txt", "abi/layouts.txt"]
        .map(|list| std::fs::read_to_string(folder().join(list)).unwrap())
        .concat();
    let lines: Vec<&str> = lists.lines().collect();
    let now = Numbers::now();
    assert!(lines.contains(&format!("STONEMASK_ABI_VERSION: {}", now.abi).as_str()));
    match std::fs::read_to_string(folder().join("abi/released.txt")) {
        Ok(text) => check_numbers(now, &lines, released(&text)).unwrap_or_else(|broken| panic!("{broken}")),
        Err(_) => {
            assert_eq!((now.version, now.abi), ([0, 1], 1), "a release has been made: abi/released.txt is missing");
        }
    }

    // The rule itself, on this tree's lists as a release.
    let [major, minor] = now.version;
    let release = format!("{major}.{minor}.0 abi {}\n{lists}", now.abi);
    let check = |numbers, lines: &[&str]| check_numbers(numbers, lines, released(&release)).is_ok();
    let next = Numbers { abi: now.abi + 1, version: [major, minor + 1] };
    let more = [&lines[..], &["stonemask_new: int32_t stonemask_new(void)"]].concat();
    assert!(check(now, &lines) && check(now, &more));
    assert!(!check(next, &more), "a number that goes up without need");
    for gone in ["stonemask_abi_version:", "stonemask_perft.nodes:", "STONEMASK_PASS:"] {
        let changed: Vec<&str> = lines.iter().filter(|line| !line.starts_with(gone)).copied().collect();
        assert_eq!(changed.len() + 1, lines.len(), "{gone}");
        assert!(check(next, &changed));
        assert!(!check(now, &changed));
        assert!(!check(Numbers { abi: now.abi, ..next }, &changed), "the soname alone");
        assert!(!check(Numbers { version: now.version, ..next }, &changed), "the ABI's number alone");
    }
}

/// C++ has what C has: each function stands in stonemask.hpp by its name, or among those that it
/// makes by size or width.
#[test]
fn every_function_is_in_the_header_of_cpp() {
    let header = include_str!("../include/stonemask.hpp");
    let words: Vec<&str> = header.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '#').collect();
    let has = |name: &str| words.contains(&name);
    for function in functions(HEADER).lines().filter_map(|line| line.split(':').next()) {
        let sized = function.strip_prefix("stonemask_othello_").map(|rest| format!("STONEMASK_HPP_SIZED({rest})"));
        let by_width = function.trim_end_matches(|c: char| c.is_ascii_digit());
        assert!(
            has(function)
                || sized.is_some_and(|line| header.contains(&line))
                || by_width != function && has(&format!("{by_width}##BITS")),
            "{function} is not in stonemask.hpp"
        );
    }
}

fn size_of_field<T, F>(_: impl Fn(&T) -> &F) -> usize {
    size_of::<F>()
}

/// The Rust side of the layouts: the committed list says where each field stands.
#[test]
fn rust_has_the_same_layouts() {
    use stonemask_capi::{
        error::*, gomoku::*, gomoku_rows::*, gomoku_search::*, gomoku_solver::*, kernels::*, levels::LEVELS, nogo::*,
        nogo_search::*, nogo_solver::*, othello::*, othello_search::*, othello_solver::*, search::*, sgf::*, shared::*,
        slab::*, solver::*, tiers, wthor::*,
    };
    let list = std::fs::read_to_string(folder().join("abi/layouts.txt")).unwrap();
    let mut seen = Vec::new();
    let mut expect = |name: String, line: String| {
        assert!(list.lines().any(|listed| listed == line), "the list has not '{line}'");
        seen.push(name);
    };
    macro_rules! layout {
        ($($name:ident { $($field:ident),* })*) => {$(
            let name = stringify!($name);
            expect(name.to_owned(), format!("{name}: size {}, alignment {}", size_of::<$name>(), align_of::<$name>()));
            $(
                let field = concat!(stringify!($name), ".", stringify!($field));
                let size = size_of_field(|value: &$name| &value.$field);
                let offset = std::mem::offset_of!($name, $field);
                expect(field.to_owned(), format!("{field}: offset {offset}, size {size}"));
            )*
        )*};
    }
    layout! {
        stonemask_result { status, index }
        stonemask_perft { nodes, finished }
        stonemask_playout { outcome, plies }
        stonemask_tally { black_wins, draws, white_wins, plies }
        stonemask_othello { own, opponent }
        stonemask_gomoku_threats16 { fours, open_fours, open_threes }
        stonemask_gomoku_threats32 { fours, open_fours, open_threes }
        stonemask_gomoku_threats64 { fours, open_fours, open_threes }
        stonemask_gomoku_info { struct_size, rows, columns, rule, to_move, outcome, stones }
        stonemask_gomoku_record { struct_size, rows, columns, rule, moves }
        stonemask_nogo_set { low, high }
        stonemask_nogo_position { black, white, empty }
        stonemask_nogo_masks { black, white }
        stonemask_nogo_info { struct_size, rows, columns, to_move, outcome, position, allowed, legal_moves }
        stonemask_othello_table { struct_size, tier, reserved, legal_moves, mobility, flips, outflanks, children }
        stonemask_gomoku_table { struct_size, tier, reserved, five16, five32, five64 }
        stonemask_nogo_table { struct_size, tier, reserved, is_legal, find_masks }
        stonemask_slab_options { struct_size, games, ended, reserved, seed }
        stonemask_slab_info { struct_size, games, actions, mask_words, cells }
        stonemask_slab_observation { struct_size, cells, to_move, outcomes, plies }
        stonemask_progress { nodes, lower, upper }
        stonemask_othello_solver_options { struct_size, table_bytes, side, scoring, threads, reserved }
        stonemask_othello_solution { nodes, score, length, line }
        stonemask_othello_limits { struct_size, nodes, microseconds, depth, reserved }
        stonemask_othello_candidate { score, certainty, confidence, depth, length, line }
        stonemask_othello_analysis { nodes, microseconds, count, score, certainty, confidence, lower, upper, complete }
        stonemask_search_limits { struct_size, nodes, microseconds, depth, reserved }
        stonemask_score { kind, winner, plies, share }
        stonemask_search_analysis {
            nodes, microseconds, count, score, certainty, confidence, lower, upper, complete, reserved
        }
        stonemask_gomoku_search_options { struct_size, table_bytes }
        stonemask_gomoku_candidate { score, certainty, confidence, depth, length, line }
        stonemask_nogo_search_options { struct_size, table_bytes, seed }
        stonemask_nogo_candidate { score, certainty, confidence, depth, length, line }
        stonemask_nogo_ends { games, black, white }
        stonemask_nogo_solver_options { struct_size, table_bytes }
        stonemask_gomoku_solver_options { struct_size, table_bytes, means, reserved }
        stonemask_gomoku_solver_limits { struct_size, nodes, microseconds }
        stonemask_gomoku_solution { nodes, winner, means, length, reserved, line }
        stonemask_nogo_solution { nodes, winner, length, line }
        stonemask_wthor_game { black, theoretical, moves, squares }
    }
    for line in list.lines().filter(|line| line.starts_with("stonemask_")) {
        let name = line.split(':').next().expect("a name");
        assert!(seen.iter().any(|seen| seen == name), "{name} is not compared");
    }
    assert!(list.contains(&format!("STONEMASK_ABI_VERSION: {}\n", tiers::ABI_VERSION)));
    let version = ["MAJOR", "MINOR", "PATCH"].map(|part| {
        let line = list.lines().find_map(|line| line.strip_prefix(&format!("STONEMASK_VERSION_{part}: ")));
        line.unwrap_or_else(|| panic!("no {part}")).to_owned()
    });
    assert_eq!(version.join("."), env!("CARGO_PKG_VERSION"));
    assert!(list.contains(&format!("STONEMASK_PASS: {PASS}\n")));
    assert!(list.contains(&format!("STONEMASK_LEVELS: {LEVELS}\n")));
    assert!(list.contains(&format!("STONEMASK_NO_ACTION: {}\n", stonemask::slab::NO_ACTION)));
}
