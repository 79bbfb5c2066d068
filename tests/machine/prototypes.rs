//! Promise: each kernel is declared in Rust as the header of its assembly file has it in C.
//!
//! A header is the comment that a file of asm/ begins with. Its prototypes stand in lines of their
//! own:
//!
//! ```text
//! //   uint64_t othello_flips_avx2(uint64_t own, uint64_t opponent, uint32_t square)
//! ```
//!
//! A file of a tier (`flips_avx2.S`) names its kernels whole. A file that others include
//! (`step.inc`) leaves out the tier. `gomoku_five_{16,32,64}_x64` are three prototypes, `(the
//! same)` are the arguments of the prototype before. A Rust type has one form in C: `u32` is
//! `uint32_t`, `f32` is `float`, `usize` is `size_t`, any name is a struct, `KeyLine` is `struct
//! key_line`; `*mut T` is a pointer, `*const T` one to const, and `*mut [u64; 2]` is `uint64_t
//! (*name)[2]`.

use std::collections::BTreeMap;
use std::path::Path;
use stonemask::Tier;
use stonemask::internals::{Declaration, TABLES};

/// A file of asm/, by its path there.
struct File {
    path: String,
    text: String,
}

/// A prototype in a header, its spaces normalised: `uint32_t nogo_play_x64(struct board *state)`.
#[derive(Clone, Debug, PartialEq)]
struct Prototype {
    name: String,
    text: String,
}

/// Words, numbers and signs, each apart.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut in_word = false;
    for c in text.chars() {
        match tokens.last_mut() {
            Some(last) if in_word && is_word(c) => last.push(c),
            _ if c.is_whitespace() => {}
            _ => tokens.push(c.to_string()),
        }
        in_word = is_word(c);
    }
    tokens
}

/// Names of arrays, which C has not.
const ALIASES: [(&str, &str); 1] = [("Row", "[u16; 32]")];

/// One text, however it was spaced and broken into lines.
fn normalised(text: &str) -> String {
    let tokens = tokens(text);
    let is_word = |token: &String| token.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    let mut normal = String::new();
    for (index, token) in tokens.iter().enumerate() {
        let (before, after) = (index.checked_sub(1).map(|before| &tokens[before]), tokens.get(index + 1));
        let to_array = token == "(" && after.is_some_and(|after| after == "*");
        let after_word = before.is_some_and(is_word) && (is_word(token) || token == "*" || to_array);
        if after_word || before.is_some_and(|before| before == ",") {
            normal.push(' ');
        }
        normal += token;
    }
    normal
}

/// A parameter of this Rust type in C.
fn parameter(rust: &[String], constant: bool, declarator: String) -> String {
    match rust {
        [star, access, to @ ..] if star == "*" => {
            let declarator = if to[0] == "[" { format!("(*{declarator})") } else { format!("*{declarator}") };
            parameter(to, access == "const", declarator)
        }
        [open, element @ .., semicolon, length, close] if open == "[" && semicolon == ";" && close == "]" => {
            parameter(element, constant, format!("{declarator}[{length}]"))
        }
        [name] if ALIASES.iter().any(|(alias, _)| alias == name) => {
            let (_, array) = ALIASES.iter().find(|(alias, _)| alias == name).expect("the guard has found it");
            parameter(&tokens(array), constant, declarator)
        }
        [name] => {
            let name = match name.as_str() {
                "u8" | "u16" | "u32" | "u64" => format!("uint{}_t", &name[1..]),
                "i8" | "i16" | "i32" | "i64" => format!("int{}_t", &name[1..]),
                "f32" => "float".to_owned(),
                "usize" => "size_t".to_owned(),
                _ => format!("struct {}", snake_case(name)),
            };
            format!("{}{name} {declarator}", if constant { "const " } else { "" })
        }
        _ => panic!("{} has no form in C", rust.concat()),
    }
}

fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    snake
}

/// The prototype that a kernel of this name must have.
fn expected(declaration: &Declaration, name: &str) -> String {
    let parameters: Vec<String> =
        declaration.arguments.iter().map(|(name, rust)| parameter(&tokens(rust), false, (*name).to_owned())).collect();
    let result = match declaration.result {
        "" => "void".to_owned(),
        rust => parameter(&tokens(rust), false, String::new()),
    };
    normalised(&format!("{} {name}({})", result.trim_end(), parameters.join(", ")))
}

/// The prototypes in a header.
fn prototypes(game: &str, text: &str) -> Vec<Prototype> {
    let mut header = text.lines().map_while(|line| line.strip_prefix("//"));
    let mut found: Vec<Prototype> = Vec::new();
    let begins = |line: &str| {
        let (before, _) = line.strip_prefix("   ")?.split_once('(')?;
        let (result, name) = before.trim_end().rsplit_once([' ', '*'])?;
        (!result.trim().is_empty() && name.starts_with(&format!("{game}_"))).then(|| name.to_owned())
    };
    while let Some(line) = header.next() {
        let Some(name) = begins(line) else { continue };
        let mut whole = line.to_owned();
        while whole.matches('(').count() > whole.matches(')').count() {
            let Some(next) = header.next() else { break };
            whole = whole + " " + next.trim_start();
        }
        // The text after the last parenthesis is for the reader.
        whole.truncate(whole.rfind(')').map_or(whole.len(), |end| end + 1));
        if let (Some(begin), Some(before)) = (whole.find("(the same)"), found.last()) {
            let arguments = before.text.split_once('(').map_or("", |(_, arguments)| arguments);
            whole = format!("{}({arguments}", &whole[..begin]);
        }
        let mut add = |name: &str, whole: &str| {
            found.push(Prototype { name: name.to_owned(), text: normalised(whole) });
        };
        match name.split_once('{').and_then(|(begin, rest)| Some((begin, rest.split_once('}')?))) {
            Some((begin, (lanes, end))) => {
                for lane in lanes.split(',') {
                    let one = format!("{begin}{lane}{end}");
                    add(&one, &whole.replace(&name, &one));
                }
            }
            None => add(&name, &whole),
        }
    }
    found
}

/// The faults of the headers of a game.
fn violations(game: &str, declarations: &[Declaration], files: &[File]) -> Vec<String> {
    // By the name of a prototype in the files of a tier, and in those that they include.
    let mut declared = BTreeMap::new();
    let mut shared = BTreeMap::new();
    for declaration in declarations {
        for (name, tiers) in declaration.assembly_tiers() {
            for tier in tiers {
                let symbol = format!("{game}_{name}_{tier}");
                declared.insert(symbol.clone(), (tier, expected(declaration, &symbol)));
            }
            let name = format!("{game}_{name}");
            shared.insert(name.clone(), expected(declaration, &name));
        }
    }

    let mut violations = Vec::new();
    let mut seen: Vec<String> = Vec::new();
    for File { path, text } in files {
        let tier = Tier::ALL.into_iter().find(|tier| path.ends_with(&format!("_{tier}.S")));
        for Prototype { name, text } in prototypes(game, text) {
            let wanted = match tier {
                Some(tier) => declared.get(&name).filter(|(of, _)| *of == tier).map(|(_, wanted)| wanted),
                None => shared.get(&name),
            };
            match wanted {
                None => violations.push(format!("{path}: {text}: no such kernel is declared here")),
                Some(wanted) if *wanted != text => {
                    violations.push(format!("{path}: {text}: declared as {wanted}"));
                }
                Some(_) if seen.contains(&name) => violations.push(format!("{path}: {text}: stands twice")),
                Some(_) => {}
            }
            seen.push(name);
        }
    }
    for symbol in declared.keys().filter(|symbol| !seen.contains(symbol)) {
        violations.push(format!("{symbol}: no header has its prototype: {}", declared[symbol].1));
    }
    violations
}

/// The files of a game, with those that several tiers include.
fn files(game: &str) -> Vec<File> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("asm").join(game);
    let mut files: Vec<File> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy();
            File { path: format!("asm/{game}/{name}"), text: std::fs::read_to_string(&path).unwrap() }
        })
        .collect();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

#[test]
fn every_declaration_is_its_header_s_prototype() {
    let mut all = Vec::new();
    for table in TABLES {
        assert!(!table.declarations.is_empty(), "{}", table.game);
        all.extend(violations(table.game, table.declarations, &files(table.game)));
    }
    assert!(all.is_empty(), "\n{}\n", all.join("\n"));
}

/// Kernels of a game that does not exist.
const PLANTED: [Declaration; 2] = [
    Declaration {
        game: "go",
        name: "play",
        lanes: &[],
        arguments: &[("state", "*mut GoBoard"), ("moves", "*const [[i32; 3]; 4]"), ("count", "usize")],
        layouts: &[(0, 0); 3],
        result: "u32",
        assembly: &[Some((Tier::X64, &[])), Some((Tier::Avx2, &[]))],
    },
    Declaration {
        game: "go",
        name: "five",
        lanes: &[16, 32, 64],
        arguments: &[("plane", "*const u64")],
        layouts: &[(0, 0)],
        result: "",
        assembly: &[None, Some((Tier::Avx2, &[16, 32]))],
    },
];

/// The faults found in the files of that game, whose headers are these.
fn planted(headers: [&str; 2], shared: &str) -> Vec<String> {
    let file = |name: &str, text: &str| File { path: format!("asm/go/{name}"), text: text.to_owned() };
    violations(
        "go",
        &PLANTED,
        &[file("all_avx2.S", headers[1]), file("all_x64.S", headers[0]), file("play.inc", shared)],
    )
}

#[test]
fn wrong_missing_and_extra_prototypes_are_refused() {
    let x64 = "// Go.\n//\n//   uint32_t go_play_x64(struct go_board *state, const int32_t (*moves)[4][3],\n\
               //                        size_t count)      see play.inc\n//\n\
               // Entry    go_play_x64(is called)\n\nret\n\
               //   void go_no_header_x64(int x)\n";
    let avx2 = "//   uint32_t go_play_avx2(struct go_board *state, const int32_t (*moves)[4][3], size_t count)\n\
                //   void go_five_{16,32}_avx2(const uint64_t *plane)\n";
    let shared = "//   uint32_t go_play(struct go_board *state, const int32_t (*moves)[4][3], size_t count)\n";
    assert_eq!(planted([x64, avx2], shared), [""; 0]);
    assert_eq!(planted([x64, avx2], ""), [""; 0]);

    let declared =
        "declared as uint32_t go_play_x64(struct go_board *state, const int32_t (*moves)[4][3], size_t count)";
    for (right, wrong) in [
        ("uint32_t go_play", "uint64_t go_play"),
        ("uint32_t go_play", "void go_play"),
        ("size_t count", "uint32_t count"),
        ("size_t count", "size_t number"),
        ("const int32_t (*moves)", "int32_t (*moves)"),
        ("(*moves)[4][3]", "(*moves)[3][4]"),
        ("(*moves)[4][3]", "*moves"),
        ("struct go_board *state", "struct board *state"),
        ("struct go_board *state, ", ""),
        ("size_t count)", "size_t count, uint32_t more)"),
    ] {
        assert!(x64.contains(right), "{right}");
        let found = planted([&x64.replacen(right, wrong, 1), avx2], shared);
        assert!(matches!(&found[..], [one] if one.ends_with(declared)), "{wrong}: {found:?}");
        let found = planted([x64, avx2], &shared.replacen(right, wrong, 1));
        assert!(matches!(&found[..], [one] if one.starts_with("asm/go/play.inc")), "{wrong}: {found:?}");
    }

    let one = |found: Vec<String>, expected: &str| assert_eq!(found, [expected]);
    one(
        planted(["", avx2], shared),
        "go_play_x64: no header has its prototype: \
         uint32_t go_play_x64(struct go_board *state, const int32_t (*moves)[4][3], size_t count)",
    );
    one(
        planted([x64, &avx2.replace("{16,32}", "16")], shared),
        "go_five_32_avx2: no header has its prototype: void go_five_32_avx2(const uint64_t *plane)",
    );
    one(
        planted([x64, &avx2.replace("{16,32}", "{16,32,64}")], shared),
        "asm/go/all_avx2.S: void go_five_64_avx2(const uint64_t *plane): no such kernel is declared here",
    );
    let with = |header: &str, more: &str| format!("{header}//   {more}\n");
    let x64 = x64.split_inclusive("see play.inc\n").next().unwrap();
    one(
        planted([&with(x64, "void go_pass_x64(struct go_board *state)"), avx2], shared),
        "asm/go/all_x64.S: void go_pass_x64(struct go_board *state): no such kernel is declared here",
    );
    one(
        planted([&with(x64, "void go_five_16_avx2(const uint64_t *plane)"), avx2], shared),
        "asm/go/all_x64.S: void go_five_16_avx2(const uint64_t *plane): no such kernel is declared here",
    );
    one(
        planted([&with(x64, "void go_five_16_x64(the same)"), avx2], shared),
        "asm/go/all_x64.S: void go_five_16_x64(struct go_board *state, const int32_t (*moves)[4][3], size_t count): \
         no such kernel is declared here",
    );
    one(
        planted([x64, &with(avx2, "void go_five_16_avx2(const uint64_t *plane)")], shared),
        "asm/go/all_avx2.S: void go_five_16_avx2(const uint64_t *plane): stands twice",
    );
}
