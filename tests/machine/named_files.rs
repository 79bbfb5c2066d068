//! Promise: a file that a comment or a page names is there, and so is an item that a page names by
//! its path.

use std::path::{Path, PathBuf};

const FOLDERS: [&str; 15] = [
    "asm/",
    "benches/",
    "capi/",
    "cli/",
    "docs/",
    "examples/",
    "fuzz/",
    "harness/",
    "python/",
    "src/",
    "tests/",
    "theorem/",
    "verify/",
    "wasm/",
    "web/",
];
const KINDS: [&str; 8] = [".rs", ".S", ".inc", ".md", ".py", ".h", ".hpp", ".v"];

/// The files of a folder that are text of ours.
fn texts(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        // Others' packages, and what is built of ours.
        let is_foreign = ["target", "node_modules", "pkg", "dist"].contains(&name.as_str());
        if path.is_dir() && !is_foreign && !name.starts_with('.') {
            texts(&path, found);
        } else if KINDS.iter().any(|kind| name.ends_with(kind)) {
            found.push(path);
        }
    }
}

#[test]
fn no_comment_and_no_page_names_a_file_that_is_not_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut files, mut missing) = (Vec::new(), Vec::new());
    texts(root, &mut files);
    assert!(files.len() > 300, "{} files", files.len());
    for file in &files {
        let text = std::fs::read_to_string(file).unwrap();
        let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || "_./-".contains(c)));
        let named = words.map(|word| word.trim_end_matches('.')).filter(|word| {
            FOLDERS.iter().any(|folder| word.starts_with(folder)) && KINDS.iter().any(|kind| word.ends_with(kind))
        });
        // From the root, or from the package that the file belongs to.
        let package = file.strip_prefix(root).unwrap().iter().next().unwrap();
        let absent = |name: &&str| !root.join(name).exists() && !root.join(package).join(name).exists();
        // `asm/go` is the made-up game of the prototypes' own tests.
        missing.extend(
            named
                .filter(|name| absent(name) && !name.starts_with("asm/go/"))
                .map(|name| format!("{} names {name}", file.strip_prefix(root).unwrap().display())),
        );
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// The text of the library and the harness: path and contents.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    ["src", "harness/src"].iter().for_each(|folder| texts(&root.join(folder), &mut files));
    let relative = |file: &PathBuf| file.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
    files.iter().map(|file| (relative(file), std::fs::read_to_string(file).unwrap())).collect()
}

/// The words of a text, with the byte at which each begins.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.split(move |c| !is_part(c))
        .filter(|word| !word.is_empty())
        .map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

/// Whether a statement of this text declares the name; with `public`, to everybody.
fn declares(text: &str, name: &str, public: bool) -> bool {
    const KINDS: [&str; 9] = ["fn", "struct", "enum", "trait", "type", "mod", "const", "static", "union"];
    words(text).filter(|(_, word)| *word == name).any(|(start, _)| {
        let line_start = text[..start].rfind('\n').map_or(0, |end| end + 1);
        let before = text[line_start..start].trim();
        let is_declared = before.split_whitespace().last().is_some_and(|word| KINDS.contains(&word));
        // A re-export may go over several lines.
        let statement = text[..start].rfind([';', '}']).map_or(0, |end| end + 1);
        let is_exported = words(&text[statement..start]).any(|(_, word)| word == "use")
            && text[statement..start].lines().any(|line| line.trim_start().starts_with("pub use "));
        is_declared && (!public || before.starts_with("pub ")) || is_exported
    })
}

/// Whether the type's variants or methods have this name, somewhere.
fn has_member(sources: &[(String, String)], name: &str) -> bool {
    let is_variant = |line: &str| {
        line.trim().strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with([',', '(', ' ']))
    };
    sources.iter().any(|(_, text)| declares(text, name, false) || text.lines().any(is_variant))
}

/// The fault of a path such as `othello::Board::start`, if it has one. With `public`, a module's
/// items must be for everybody.
fn fault(sources: &[(String, String)], path: &str, public: bool) -> Option<String> {
    let parts: Vec<&str> = path
        .split("::")
        .map(|part| part.split('<').next().unwrap())
        .filter(|part| !part.is_empty() && *part != "crate")
        .collect();
    let from_outside = |first: &str| {
        let root = sources.iter().find(|(file, _)| file == "src/lib.rs").expect("the library's root");
        first == "stonemask" || first.starts_with(char::is_uppercase) || declares(&root.1, first, true)
    };
    if public && !from_outside(parts[0]) {
        return Some(format!("`{path}`: stonemask has no public {}", parts[0]));
    }
    for pair in parts.windows(2) {
        let (parent, child) = (pair[0], pair[1]);
        let is_there = if parent.starts_with(char::is_uppercase) {
            let is_type = |(_, text): &(String, String)| {
                declares(text, parent, false)
                    || words(text).any(|(start, word)| word == parent && text[..start].ends_with(" as "))
            };
            sources.iter().any(is_type) && has_member(sources, child)
        } else {
            let inline = format!("mod {parent} {{");
            let is_module = |file: &str| {
                file == "src/lib.rs" && parent == "stonemask"
                    || file.ends_with(&format!("/{parent}.rs"))
                    || file.ends_with(&format!("/{parent}/mod.rs"))
            };
            sources.iter().any(|(file, text)| {
                is_module(file) && declares(text, child, public)
                    || text.split_once(&inline).is_some_and(|(_, inside)| declares(inside, child, public))
            })
        };
        if !is_there {
            return Some(format!("`{path}`: {parent} has no {}{child}", if public { "public " } else { "" }));
        }
    }
    None
}

/// The paths of items between backticks, outside blocks of code.
fn paths(page: &str) -> Vec<String> {
    let prose: Vec<&str> = page.split("\n```").step_by(2).collect();
    let quoted = prose.iter().flat_map(|prose| prose.split('`').skip(1).step_by(2));
    let is_part = |c: char| c.is_alphanumeric() || "_:<>".contains(c);
    let words = quoted.flat_map(move |code| code.split(move |c| !is_part(c)));
    words.filter(|word| word.contains("::")).map(|word| word.trim_matches(':').to_owned()).collect()
}

#[test]
fn each_item_that_a_page_names_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sources = sources();
    let mut pages: Vec<PathBuf> =
        ["README.md", "CONTRIBUTING.md", "verify/README.md"].map(|page| root.join(page)).into();
    texts(&root.join("docs"), &mut pages);
    let (mut tried, mut faults) = (0, Vec::new());
    for page in pages {
        let name = page.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
        // These are about the source; the others are for users.
        let inside = ["CONTRIBUTING.md", "verify/README.md", "docs/ARCHITECTURE.md"].contains(&&*name)
            || name.contains("/notes/");
        for path in paths(&std::fs::read_to_string(&page).unwrap()) {
            tried += 1;
            faults.extend(fault(&sources, &path, !inside).map(|fault| format!("{name} names {fault}")));
        }
    }
    assert!(tried >= 15, "{tried} items");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn an_item_that_is_not_there_is_seen() {
    let sources = sources();
    let page =
        "one `othello::Board`, `stonemask::gomoku::Rule::Renju` and `x`\n```rust\n`no::item`\n```\n`Kernels::get()`";
    assert_eq!(paths(page), ["othello::Board", "stonemask::gomoku::Rule::Renju", "Kernels::get"]);
    for path in
        ["othello::Board", "stonemask::gomoku::Rule::Renju", "stonemask::measure::spin_cycles", "Board::<8>::start"]
    {
        assert_eq!(fault(&sources, path, true), None);
    }
    // The first three stood on pages.
    for path in [
        "othello::Packed6",
        "gomoku::lane",
        "internals::playouts_on",
        "stonemask::nothing",
        "no_module::Board",
        "NoType::start",
        "Board::no_method",
    ] {
        assert!(fault(&sources, path, true).is_some(), "{path}");
    }
    // Private, but a page about the source may name it.
    assert_eq!(fault(&sources, "kernel::vouched::Vouched", false), None);
    assert!(fault(&sources, "kernel::vouched::Vouched", true).is_some());
}
