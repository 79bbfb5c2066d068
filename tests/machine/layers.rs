//! Promise: the files of the library and of the command form layers. Each names only files above it
//! in the lists below; none form a circle; none goes through the root, the facade of a game, or
//! that of its own folder; `unsafe` stays inside the fence; and no game of the library names
//! another.
//!
//! The verifier's files form layers too: the engine names no theorem, and no theorem one of another
//! game's.
//!
//! Read are the paths in the text that begin with `crate`, `super` or `self`, or in a `use` with a
//! module of the file's own; comments, strings and `#[cfg(test)]` modules are left out. The names
//! that a macro makes are not seen: the list of a game's kernels names the modules `reference`,
//! `portable` and `plain` beside it that way.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

/// The library from the top, a row a layer: files of a row and of those above it may be named. A
/// name that ends in `/` is all of a folder, and `*` is each game.
const LAYERS: [&[&str]; 8] = [
    &["tier.rs", "bits.rs", "plane.rs", "serde.rs"],
    &["kernel/"],
    &["random/", "expand/"],
    &["game/", "sgf/"],
    &["*/"],
    &["founding.rs", "kernels.rs"],
    &["internals/"],
    &["lib.rs"],
];

/// The command from the top, in the same way.
const COMMAND_LAYERS: [&[&str]; 14] = [
    &["error.rs", "named.rs", "numbers.rs", "search.rs", "thread_time.rs"],
    &["file.rs", "interrupt.rs", "output.rs", "threads.rs"],
    &["progress.rs", "search_options.rs", "store.rs"],
    // The games.
    &["games/name.rs", "games/grid.rs", "games/recorded.rs", "games/setting.rs", "games/shape.rs", "games/thought.rs"],
    &["games/playable.rs"],
    &["games/options.rs", "games/opening.rs", "games/questions.rs", "games/*/"],
    &["records/"],
    &["protocol/", "vectors/"],
    &["judge/", "play/"],
    &["matches/", "certificate/"],
    &["analyse/"],
    // The other commands.
    &[
        "bench/",
        "check/",
        "completions.rs",
        "convert.rs",
        "cpu.rs",
        "label.rs",
        "man.rs",
        "perft.rs",
        "playout.rs",
        "replay.rs",
        "serve/",
        "show.rs",
        "solve/",
        "train.rs",
    ],
    &["lib.rs"],
    &["main.rs"],
];

/// The games: the folders of src/ that have a board.
static GAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let folders = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap();
    let games = folders.map(|entry| entry.unwrap().path()).filter(|folder| folder.join("board.rs").exists());
    games.map(|folder| folder.file_name().unwrap().to_string_lossy().into_owned()).collect()
});

/// A game from the top, in the same way.
const GAME_LAYERS: [&[&str]; 7] = [
    // Plain types.
    &[
        "square.rs",
        "frame.rs",
        "point.rs",
        "lane.rs",
        "point_set.rs",
        "rule.rs",
        "scoring.rs",
        "shape.rs",
        "symmetry.rs",
        "moves.rs",
        "illegal_move.rs",
    ],
    // The rules on cells.
    &["reference.rs"],
    // Valid states, and layouts that kernels read.
    &[
        "position.rs",
        "positions.rs",
        "planes.rs",
        "state.rs",
        "state/",
        "packed6.rs",
        "packed6_walk.rs",
        "coding.rs",
        "patterns.rs",
        "features.rs",
        "vector.rs",
        "block.rs",
        "keys.rs",
        "near.rs",
        "single_game.rs",
        "slab_game.rs",
        "threats.rs",
    ],
    &["kernels/"],
    // The users' types, over kernels.
    &[
        "board.rs",
        "text.rs",
        "wthor.rs",
        "sgf.rs",
        "renju.rs",
        "sgf/",
        "many.rs",
        "rows.rs",
        "bitslices.rs",
        "open_games.rs",
        "random_games.rs",
        "merging.rs",
        "batch.rs",
        "slab.rs",
        "founding.rs",
        "game.rs",
        "serde.rs",
        "arbitrary.rs",
    ],
    &["solver/"],
    &["search/"],
];

/// Where `unsafe` may stand: folders, and files.
const FENCE: [&str; 4] = ["kernel/", "random/kernels.rs", "expand/kernels.rs", "*/kernels/"];

/// A file of src/, by its path there.
struct Source {
    path: String,
    tokens: Vec<String>,
}

impl Source {
    fn new(path: &str, text: &str) -> Source {
        Source { path: path.to_owned(), tokens: without_tests(tokens(&without_comments(text))) }
    }

    /// The module that the file is.
    fn module(&self) -> Vec<String> {
        let path = self.path.trim_end_matches(".rs");
        let path = path.strip_suffix("/mod").unwrap_or(if path == "lib" { "" } else { path });
        path.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect()
    }

    /// Whether the file holds nothing but `mod` and `pub use`: what stands in other files, under
    /// other names.
    fn is_facade(&self) -> bool {
        let is_passed_on = |(is_public, item)| item == "mod" || item == "use" && is_public;
        self.path == "lib.rs" || self.path.ends_with("/mod.rs") && items(&self.tokens).all(is_passed_on)
    }
}

/// The text with its comments and strings blanked out.
fn without_comments(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let is_word = code.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let raw =
            rest.strip_prefix('r').filter(|_| !is_word).map(|raw| (raw, raw.len() - raw.trim_start_matches('#').len()));
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if let Some((raw, hashes)) = raw.filter(|(raw, hashes)| raw[*hashes..].starts_with('"')) {
            let end = format!("\"{}", "#".repeat(hashes));
            let begin = hashes + 1;
            1 + begin + raw[begin..].find(&end).map_or(raw.len() - begin, |at| at + end.len())
        } else if c == '"' {
            quoted(rest, '"')
        } else if c == '\'' && is_character(rest) {
            quoted(rest, '\'')
        } else {
            code.push(c);
            rest = &rest[c.len_utf8()..];
            continue;
        };
        code.push(' ');
        rest = &rest[length..];
    }
    code
}

/// Whether a quote begins a character and not a lifetime.
fn is_character(text: &str) -> bool {
    let mut after = text.chars().skip(1);
    matches!((after.next(), after.next()), (Some('\\'), _) | (Some(_), Some('\'')))
}

/// The length of what begins with a quote and ends with one.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    let end = text.char_indices().skip(1).find(|&(_, c)| {
        let ends = c == quote && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}

/// Words and signs; `::` is one sign.
fn tokens(code: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut before = ' ';
    for c in code.chars() {
        match tokens.last_mut() {
            Some(last) if is_word(before) && is_word(c) || last == ":" && before == ':' && c == ':' => last.push(c),
            _ if c.is_whitespace() => {}
            _ => tokens.push(c.to_string()),
        }
        before = c;
    }
    tokens
}

/// The index after the bracket that closes the one at `open`.
fn closing(tokens: &[String], open: usize) -> usize {
    let mut depth = 0;
    for (index, token) in tokens.iter().enumerate().skip(open) {
        depth +=
            i32::from(matches!(token.as_str(), "{" | "[" | "(")) - i32::from(matches!(token.as_str(), "}" | "]" | ")"));
        if depth == 0 {
            return index + 1;
        }
    }
    tokens.len()
}

/// Without the modules of tests: these may look anywhere.
fn without_tests(tokens: Vec<String>) -> Vec<String> {
    let begin = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at..].iter().take(begin.len()).eq(begin) {
            let item = (at + begin.len()..tokens.len()).find(|&index| tokens[index] == "{" || tokens[index] == ";");
            at = item.map_or(tokens.len(), |item| if tokens[item] == "{" { closing(&tokens, item) } else { item + 1 });
        } else {
            kept.push(tokens[at].clone());
            at += 1;
        }
    }
    kept
}

/// The kinds of items of a file, and whether others see them.
fn items(tokens: &[String]) -> impl Iterator<Item = (bool, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        // Attributes and visibility come before an item.
        let mut is_public = false;
        loop {
            is_public |= tokens.get(at)? == "pub";
            at = match tokens.get(at)?.as_str() {
                "#" => closing(tokens, at + 1 + usize::from(tokens[at + 1] == "!")),
                "pub" if tokens.get(at + 1).is_some_and(|next| next == "(") => closing(tokens, at + 1),
                "pub" => at + 1,
                _ => break,
            };
        }
        let item = &tokens[at];
        let end =
            (at..tokens.len()).find(|&index| tokens[index] == ";" || tokens[index] == "{" && tokens[index - 1] != "::");
        let is_block = end.is_some_and(|end| tokens[end] == "{");
        at = end.map_or(tokens.len(), |end| if is_block { closing(tokens, end) } else { end + 1 });
        Some((is_public, if is_block { "block" } else { item.as_str() }))
    })
}

/// The paths that a file names, from the root of the crate.
fn paths(source: &Source, modules: &BTreeMap<Vec<String>, &Source>) -> Vec<Vec<String>> {
    let tokens = &source.tokens;
    // The module at hand, and where it ends.
    let mut within = vec![(source.module(), tokens.len())];
    let mut paths = Vec::new();
    for at in 0..tokens.len() {
        within.retain(|&(_, end)| at < end);
        let here = within.last().expect("the file").0.clone();
        let next = |sign: &str| tokens.get(at + 1).is_some_and(|next| next == sign);
        let before = at.checked_sub(1).map_or("", |before| tokens[before].as_str());
        match tokens[at].as_str() {
            "mod" if tokens.get(at + 2).is_some_and(|sign| sign == "{") => {
                let inner = here.iter().chain([&tokens[at + 1]]).cloned().collect();
                within.push((inner, closing(tokens, at + 2)));
            }
            // Not that of `pub(in crate::nogo)`, which says who may look.
            "crate" | "super" | "self"
                if next("::") && before != "::" && !(before == "in" && tokens[at - 2] == "(") =>
            {
                tree(tokens, at, &here, &mut paths);
            }
            word if before == "use" && modules.contains_key(&[&here[..], &[word.to_owned()]].concat()) => {
                tree(tokens, at, &here, &mut paths);
            }
            _ => {}
        }
    }
    paths
}

/// The paths of one tree of a `use`, or one path anywhere; the index after it.
fn tree(tokens: &[String], mut at: usize, from: &[String], paths: &mut Vec<Vec<String>>) -> usize {
    let mut path = from.to_vec();
    loop {
        match tokens[at].as_str() {
            "crate" => path.clear(),
            "super" => _ = path.pop(),
            "self" => {}
            "{" => {
                let end = closing(tokens, at);
                at += 1;
                while at < end - 1 {
                    at = tree(tokens, at, &path, paths);
                    // A name of its own, and the comma.
                    while at < end - 1 && tokens[at - 1] != "," {
                        at += 1;
                    }
                }
                return end;
            }
            word if word.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '*') => {
                path.push(word.to_owned());
            }
            // The `<` of generic arguments.
            _ => break,
        }
        at += 1;
        if tokens.get(at).is_none_or(|sign| sign != "::") {
            break;
        }
        at += 1;
    }
    // A macro's `crate::$name` names nothing.
    if !path.is_empty() {
        paths.push(path);
    }
    at
}

/// Whether a name of the lists is this file, or a folder that it is in.
fn holds(name: &str, path: &str) -> bool {
    let fits = |name: &str| if name.ends_with('/') { path.starts_with(name) } else { path == name };
    if name.contains('*') { GAMES.iter().any(|game| fits(&name.replace('*', game))) } else { fits(name) }
}

/// The row of a file in a list.
fn row(layers: &[&[&str]], path: &str) -> Option<usize> {
    layers.iter().position(|row| row.iter().any(|name| holds(name, path)))
}

/// The game in whose folder a file is, within a folder.
fn game_of<'a>(within: &str, path: &'a str) -> Option<&'a str> {
    let (first, _) = path.strip_prefix(within)?.split_once('/')?;
    GAMES.iter().any(|game| game == first).then_some(first)
}

/// The layer of a file: the row in a list, and in that of its game.
fn layer(layers: &[&[&str]], path: &str) -> Option<(usize, usize)> {
    let outer = row(layers, path)?;
    match game_of("", path) {
        Some(game) => Some((outer, row(&GAME_LAYERS, &path[game.len() + 1..])?)),
        None => Some((outer, 0)),
    }
}

/// The violations in a crate of these files.
fn violations(layers: &[&[&str]], sources: &[Source]) -> Vec<String> {
    let modules: BTreeMap<Vec<String>, &Source> = sources.iter().map(|source| (source.module(), source)).collect();
    let mut violations = Vec::new();
    let mut arrows: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for source in sources {
        let path = source.path.as_str();
        violations.extend(fence(source));
        if source.is_facade() {
            continue;
        }
        if GAMES.iter().any(|game| path == format!("{game}/mod.rs")) {
            violations.push(format!("{path}: holds more than mod and pub use, but a game's mod.rs is a facade"));
            continue;
        }
        let Some(own) = layer(layers, path) else {
            violations.push(format!("{path}: is in no layer of tests/machine/layers.rs"));
            continue;
        };
        for named in paths(source, &modules) {
            let length = (0..=named.len()).rfind(|&length| modules.contains_key(&named[..length])).unwrap_or(0);
            let Some(target) = modules.get(&named[..length]) else { continue };
            let (to, shown) = (target.path.as_str(), named.join("::"));
            if to == path {
                continue;
            }
            if let (Some(own), Some(other)) = (game_of("", path), game_of("", to))
                && own != other
            {
                violations.push(format!("{path}: {shown}: a game names another"));
            } else if target.is_facade()
                && (to == "lib.rs" || game_of("", to).is_some() || path.starts_with(to.trim_end_matches("mod.rs")))
            {
                violations.push(format!("{path}: {shown}: goes through the facade {to}"));
            } else if target.is_facade() && layer_of_facade(layers, to) > own.0 {
                violations.push(format!("{path}: {shown}: {to} is below"));
            } else if let Some(below) = layer(layers, to)
                && below > own
            {
                violations.push(format!("{path}: {shown}: {to} is below"));
            } else if !target.is_facade() {
                arrows.entry(path).or_default().insert(to);
            }
        }
    }
    violations.extend(circles(&arrows));
    violations.sort();
    violations.dedup();
    violations
}

/// The last row with files of a facade's folder, any of which it may pass on.
fn layer_of_facade(layers: &[&[&str]], path: &str) -> usize {
    let folder = path.trim_end_matches("mod.rs");
    let is_of_it = |name: &&str| holds(name, path) || name.starts_with(folder);
    layers.iter().rposition(|row| row.iter().any(is_of_it)).unwrap_or(layers.len())
}

/// The fault of a file's `unsafe`.
fn fence(source: &Source) -> Option<String> {
    let path = source.path.as_str();
    if FENCE.iter().any(|fence| holds(fence, path)) {
        return None;
    }
    let found = source.tokens.iter().any(|token| token == "unsafe");
    found.then(|| format!("{path}: unsafe outside the fence"))
}

/// The circles of files, each told once, from its first file.
fn circles(arrows: &BTreeMap<&str, BTreeSet<&str>>) -> Vec<String> {
    let reached = |from: &str| {
        let mut reached: BTreeSet<&str> = BTreeSet::new();
        let mut left: Vec<&str> = arrows.get(from).into_iter().flatten().copied().collect();
        while let Some(file) = left.pop() {
            if reached.insert(file) {
                left.extend(arrows.get(file).into_iter().flatten());
            }
        }
        reached
    };
    let reached: BTreeMap<&str, BTreeSet<&str>> = arrows.keys().map(|&file| (file, reached(file))).collect();
    let together = |a: &str, b: &str| reached[a].contains(b) && reached.get(b).is_some_and(|back| back.contains(a));
    let mut told = BTreeSet::new();
    let mut circles = Vec::new();
    for &file in arrows.keys() {
        let circle: Vec<&str> = arrows.keys().copied().filter(|&other| together(file, other)).collect();
        if !circle.is_empty() && told.insert(circle[0]) {
            circles.push(format!("a circle of files: {}", circle.join(", ")));
        }
    }
    circles
}

/// All of a folder of sources.
fn sources(folder: &str) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let (mut folders, mut sources) = (vec![root.clone()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
                sources.push(Source::new(&name, &std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    sources
}

#[test]
fn the_library_has_layers() {
    let sources = sources("src");
    assert!(GAMES.len() >= 3, "{GAMES:?}");
    assert!(sources.len() > 50, "{} files", sources.len());
    let violations = violations(&LAYERS, &sources);
    assert!(violations.is_empty(), "\n{}\n", violations.join("\n"));
}

#[test]
fn the_command_has_layers() {
    let sources = sources("cli/src");
    assert!(sources.len() > 50, "{} files", sources.len());
    let violations = violations(&COMMAND_LAYERS, &sources);
    assert!(violations.is_empty(), "\n{}\n", violations.join("\n"));
}

#[test]
fn a_command_that_looks_down_is_seen() {
    let of = |path: &str, text: &str| {
        let sound =
            [("error.rs", "fn f() {}"), ("games/mod.rs", "mod name; mod nogo;"), ("games/name.rs", "fn f() {}")];
        let planted = [("games/nogo/mod.rs", "fn f() {}"), ("judge/mod.rs", "use crate::games::Name; fn f() {}")];
        let others = sound.iter().chain(&planted).filter(|(name, _)| *name != path);
        let files = others.chain([&(path, text)]).map(|(name, text)| Source::new(name, text)).collect::<Vec<_>>();
        violations(&COMMAND_LAYERS, &files)
    };
    assert_eq!(of("error.rs", "fn f() {}"), [""; 0]);
    assert_eq!(of("error.rs", "use crate::judge::x;"), ["error.rs: judge::x: judge/mod.rs is below"]);
    assert_eq!(of("output.rs", "use crate::games::Name;"), ["output.rs: games::Name: games/mod.rs is below"]);
    let down = "games/name.rs: games::nogo::x: games/nogo/mod.rs is below";
    assert_eq!(of("games/name.rs", "use super::nogo::x;"), [down]);
    assert_eq!(of("judge/extra/x.rs", ""), [""; 0]);
    assert_eq!(of("extra.rs", ""), ["extra.rs: is in no layer of tests/machine/layers.rs"]);
}

/// A small library without defects.
const SOUND: [(&str, &str); 17] = [
    (
        "lib.rs",
        "#![deny(unsafe_code)] mod tier; mod bits; mod kernel; pub mod game; pub mod nogo; pub mod gomoku;
        pub use nogo::Board; pub mod measure { pub use crate::kernel::spin; } struct Readme;",
    ),
    ("tier.rs", "pub enum Tier { X64 }"),
    ("bits.rs", "macro_rules! each { () => { $crate::bits::each!() }; }"),
    (
        "kernel/mod.rs",
        "pub mod memory; use crate::tier::Tier; macro_rules! kernels { () => { $crate::tier::Tier } } unsafe fn f() {}",
    ),
    ("kernel/memory.rs", "fn zeros() { unsafe { g() } }"),
    (
        "game/mod.rs",
        "pub enum Colour { Black } #[cfg(test)] mod tests { use crate::nogo::board::Board; use super::*; }",
    ),
    (
        "nogo/mod.rs",
        "//! unsafe\nmod board; mod point; pub(crate) mod kernels; mod state; #[doc(inline)] pub use self::board::{Board, Undo};",
    ),
    (
        "nogo/point.rs",
        "/// use crate::nogo::board::Board;\nuse crate::{game::Colour, random::Random}; const S: &str = \"unsafe { crate::nogo::Board }\";",
    ),
    (
        "nogo/state.rs",
        "use super::point::{self, Point as P}; impl B { fn take_back<'a>(c: char) -> bool { c == '\"' } }",
    ),
    ("nogo/kernels/mod.rs", "mod safe; use super::state::Board; crate::kernel::kernels! { fn play(); }"),
    (
        "nogo/kernels/safe.rs",
        "use super::Kernels; use crate::{nogo::{point::Point, state::Board}, tier::Tier}; impl Kernels { unsafe {} }",
    ),
    (
        "nogo/board.rs",
        "use super::kernels::Kernels; use super::state::Board; use std::fmt; fn f(p: super::point::Point) {}",
    ),
    ("gomoku/mod.rs", "mod point; pub use crate::game::Colour;"),
    ("random/mod.rs", "mod kernels; pub use kernels::Random;"),
    ("random/kernels.rs", "use crate::kernel::kernels; fn f() { unsafe {} }"),
    ("gomoku/point.rs", "pub struct Point;"),
    ("internals/mod.rs", "use crate::nogo::state::Board; pub mod nogo { pub use crate::nogo::point; }"),
];

/// The violations where this text takes the place of a file's, or is one more file.
fn with(path: &str, text: &str) -> Vec<String> {
    let others = SOUND.iter().filter(|(name, _)| *name != path).map(|(name, text)| Source::new(name, text));
    violations(&LAYERS, &others.chain([Source::new(path, text)]).collect::<Vec<_>>())
}

#[test]
fn each_planted_violation_is_seen() {
    let sound: Vec<Source> = SOUND.iter().map(|(name, text)| Source::new(name, text)).collect();
    assert_eq!(violations(&LAYERS, &sound), [""; 0]);
    let below = "nogo/point.rs: nogo::board::Board: nogo/board.rs is below";
    let facade = "nogo/board.rs: nogo::Point: goes through the facade nogo/mod.rs";
    let fence = "nogo/board.rs: unsafe outside the fence";
    for (path, text, expected) in [
        // Downward, in every form of a path.
        ("nogo/point.rs", "use super::board::Board;", below),
        ("nogo/point.rs", "pub(crate) use crate::nogo::board::Board as B;", below),
        ("nogo/point.rs", "use crate::{game::Colour, nogo::{point::{self, X}, board::{Board}}};", below),
        ("nogo/point.rs", "fn f() { let b = 'x'; crate::nogo::board::Board }", below),
        ("nogo/point.rs", "fn f<'a>(b: &'a super::board::Board) {}", below),
        ("nogo/point.rs", "mod inner { use super::super::board::Board; }", below),
        ("nogo/point.rs", "#[cfg(test)] mod tests { use super::x; } use super::board::Board;", below),
        (
            "nogo/state.rs",
            "use super::kernels::safe;",
            "nogo/state.rs: nogo::kernels::safe: nogo/kernels/safe.rs is below",
        ),
        ("game/mod.rs", "use crate::nogo::board; fn f() {}", "game/mod.rs: nogo::board: nogo/board.rs is below"),
        ("kernel/memory.rs", "use crate::random::Random;", "kernel/memory.rs: random::Random: random/mod.rs is below"),
        ("kernel/memory.rs", "type C = crate::game::Colour;", "kernel/memory.rs: game::Colour: game/mod.rs is below"),
        ("bits.rs", "use crate::kernel::*;", "bits.rs: kernel::*: kernel/mod.rs is below"),
        ("bits.rs", "macro_rules! m { () => { $crate::kernel::x!() } }", "bits.rs: kernel::x: kernel/mod.rs is below"),
        // Through a facade.
        ("nogo/board.rs", "use super::Point;", facade),
        ("nogo/board.rs", "use crate::nogo::{Point, state::Board};", facade),
        ("nogo/board.rs", "fn f(p: super::Point) {}", facade),
        ("nogo/board.rs", "use super::*;", "nogo/board.rs: nogo::*: goes through the facade nogo/mod.rs"),
        ("internals/mod.rs", "use crate::nogo;", "internals/mod.rs: nogo: goes through the facade nogo/mod.rs"),
        ("random/kernels.rs", "use super::X;", "random/kernels.rs: random::X: goes through the facade random/mod.rs"),
        ("nogo/board.rs", "use crate::Board;", "nogo/board.rs: Board: goes through the facade lib.rs"),
        (
            "nogo/mod.rs",
            "mod a; fn f() {}",
            "nogo/mod.rs: holds more than mod and pub use, but a game's mod.rs is a facade",
        ),
        // Beyond the fence.
        ("nogo/board.rs", "fn f() { unsafe { g() } }", fence),
        ("nogo/board.rs", r#"const A: &str = "\""; const B: char = '\''; unsafe trait T {}"#, fence),
        ("nogo/board.rs", "const A: &str = r\"\\\"; /* unsafe */ unsafe impl Send for A {}", fence),
        ("nogo/state.rs", "unsafe fn take_back() {}", "nogo/state.rs: unsafe outside the fence"),
        ("lib.rs", "mod tier; unsafe impl Send for X {}", "lib.rs: unsafe outside the fence"),
        // From game to game.
        ("gomoku/point.rs", "use crate::nogo::point::P;", "gomoku/point.rs: nogo::point::P: a game names another"),
        ("gomoku/point.rs", "use crate::nogo::Point;", "gomoku/point.rs: nogo::Point: a game names another"),
        // In no layer.
        ("nogo/extra.rs", "", "nogo/extra.rs: is in no layer of tests/machine/layers.rs"),
        ("extra.rs", "", "extra.rs: is in no layer of tests/machine/layers.rs"),
    ] {
        assert_eq!(with(path, text), [expected], "{path}: {text}");
    }
    // Rows may look along themselves.
    assert_eq!(with("tier.rs", "use crate::bits::x;"), [""; 0]);
    assert_eq!(with("nogo/text.rs", "use super::board::x;"), [""; 0]);
}

#[test]
fn each_planted_circle_is_seen() {
    let circle = |planted: &[(&str, &str)], expected: &str| {
        let others = SOUND.iter().filter(|(name, _)| planted.iter().all(|(path, _)| path != name));
        let sources = others.chain(planted).map(|(name, text)| Source::new(name, text)).collect::<Vec<_>>();
        assert_eq!(violations(&LAYERS, &sources), [expected], "{planted:?}");
    };
    circle(
        &[("tier.rs", "use crate::bits::x;"), ("bits.rs", "fn f() { crate::tier::Tier::X64 }")],
        "a circle of files: bits.rs, tier.rs",
    );
    circle(
        &[("kernel/mod.rs", "pub mod memory; use memory::zeros; fn f() {}"), ("kernel/memory.rs", "use super::f;")],
        "a circle of files: kernel/memory.rs, kernel/mod.rs",
    );
    circle(
        &[
            ("nogo/board.rs", "use super::text::x;"),
            ("nogo/text.rs", "use super::slab::x;"),
            ("nogo/slab.rs", "use crate::nogo::board::x;"),
            ("nogo/game.rs", "use super::board::x; use super::text::y;"),
        ],
        "a circle of files: nogo/board.rs, nogo/slab.rs, nogo/text.rs",
    );
}

mod verifier {
    use super::{Source, circles, game_of, paths, row};
    use std::collections::{BTreeMap, BTreeSet};

    /// verify/src/ from the top: files of a row and of those above it may be named.
    const LAYERS: [&[&str]; 15] = [
        &["refused.rs", "scratch.rs"],
        // Terms, and questions about them.
        &["graph.rs", "bits.rs", "clauses.rs", "proofs.rs", "solver.rs"],
        // Code, addresses and numbers.
        &["cuts.rs", "image.rs", "word.rs", "slot.rs", "contract.rs"],
        &["memory.rs", "state.rs", "named_places.rs"],
        // Instructions on terms.
        &["semantics/", "execute.rs"],
        // Statements of theorems, as data.
        &["claims.rs", "exceptions.rs", "numbers.rs", "turns.rs", "course.rs", "place.rs", "loop_head.rs"],
        &["proof.rs", "proof/"],
        // Ways to prove.
        &["apart.rs", "renaming.rs", "ranks.rs", "sums.rs", "places.rs", "induction.rs"],
        &["theorem.rs"],
        // Whether a theorem is as wide as its contract.
        &["parts.rs", "cover.rs", "arrivals.rs", "domain.rs"],
        &["rules/"],
        &["theorems/"],
        &["listed.rs", "row.rs", "record.rs", "other.rs", "tables.rs", "same_code.rs", "report.rs"],
        &["cosim/", "mutants/"],
        &["main.rs"],
    ];

    /// Folders that are one module with the file of their name: a type, and its methods in several
    /// files.
    const WHOLE: [&str; 5] = ["cosim", "mutants", "proof", "rules", "semantics"];

    /// Tests, which may look anywhere.
    const TESTS: [&str; 2] = ["planted.rs", "planted_small.rs"];

    fn layer(path: &str) -> Option<usize> {
        row(&LAYERS, path)
    }

    /// The file, or the module that it is a part of.
    fn whole(path: &str) -> &str {
        let first = path.split(['/', '.']).next().unwrap_or(path);
        if WHOLE.contains(&first) { first } else { path }
    }

    fn violations(sources: &[Source]) -> Vec<String> {
        let modules: BTreeMap<Vec<String>, &Source> = sources.iter().map(|source| (source.module(), source)).collect();
        let (mut violations, mut arrows) = (Vec::new(), BTreeMap::<&str, BTreeSet<&str>>::new());
        for source in sources {
            let path = source.path.as_str();
            let Some(own) = layer(path) else {
                violations.push(format!("{path}: is in no layer of tests/machine/layers.rs"));
                continue;
            };
            for named in paths(source, &modules) {
                let known = (1..=named.len()).rfind(|&length| modules.contains_key(&named[..length]));
                let Some(to) = known.map(|length| modules[&named[..length]].path.as_str()) else { continue };
                let [own_game, other] = [path, to].map(|path| game_of("theorems/", path));
                if layer(to).is_some_and(|to| to > own) {
                    violations.push(format!("{path}: {}: {to} is below", named.join("::")));
                } else if own_game.is_some() && other.is_some() && own_game != other {
                    violations.push(format!("{path}: {}: a game's theorem names another's", named.join("::")));
                } else if whole(to) != whole(path) {
                    arrows.entry(whole(path)).or_default().insert(whole(to));
                }
            }
        }
        violations.extend(circles(&arrows));
        violations
    }

    #[test]
    fn the_verifier_has_layers() {
        let mut sources = super::sources("verify/src");
        sources.retain(|source| !TESTS.contains(&source.path.as_str()));
        assert!(sources.len() > 100, "{} files", sources.len());
        let violations = violations(&sources);
        assert!(violations.is_empty(), "\n{}\n", violations.join("\n"));
    }

    #[test]
    fn a_planted_violation_of_the_verifier_is_seen() {
        let sound = [
            ("graph.rs", "pub struct Graph;"),
            ("proof.rs", "mod told; use crate::graph::Graph; pub struct Proof; pub(crate) use told::Told;"),
            ("proof/told.rs", "use super::Proof; #[cfg(test)] mod tests { use crate::theorems; }"),
            ("apart.rs", "use crate::proof::Proof;"),
            ("places.rs", ""),
            ("theorems/mod.rs", "mod othello; mod nogo; mod random;"),
            ("theorems/random.rs", ""),
            ("theorems/othello/moves.rs", "use crate::theorems::random;"),
            ("theorems/nogo/play.rs", "use crate::proof::Proof;"),
        ];
        let with = |path: &str, text: &str| {
            let others = sound.iter().filter(|(name, _)| *name != path);
            violations(&others.chain([&(path, text)]).map(|(name, text)| Source::new(name, text)).collect::<Vec<_>>())
        };
        assert_eq!(with("places.rs", "use crate::apart;"), [""; 0]);
        for (path, text, expected) in [
            ("graph.rs", "use crate::proof::Proof;", "graph.rs: proof::Proof: proof.rs is below"),
            ("proof/told.rs", "use crate::apart::x;", "proof/told.rs: apart::x: apart.rs is below"),
            (
                "apart.rs",
                "fn f() { crate::theorems::othello::moves::x() }",
                "apart.rs: theorems::othello::moves::x: theorems/othello/moves.rs is below",
            ),
            (
                "theorems/nogo/play.rs",
                "use crate::theorems::othello::moves::x;",
                "theorems/nogo/play.rs: theorems::othello::moves::x: a game's theorem names another's",
            ),
            ("extra.rs", "", "extra.rs: is in no layer of tests/machine/layers.rs"),
            (
                "theorems/random.rs",
                "use super::othello::moves::x;",
                "a circle of files: theorems/othello/moves.rs, theorems/random.rs",
            ),
        ] {
            assert_eq!(with(path, text), [expected], "{path}: {text}");
        }
    }
}
