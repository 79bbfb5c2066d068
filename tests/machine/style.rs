//! Promise: pages, and comments of Rust, are at most 100 columns wide, and no comment begins with
//! "What" or "The same": its subject is a noun.

use std::path::{Path, PathBuf};

const COLUMNS: usize = 100;
const FOLDERS: [&str; 15] = [
    ".ci", "asm", "benches", "capi", "cli", "examples", "fuzz", "harness", "python", "src", "tests", "theorem",
    "verify", "wasm", "web",
];
const KINDS: [&str; 15] =
    [".rs", ".S", ".inc", ".c", ".h", ".hpp", ".cpp", ".py", ".pyi", ".js", ".ts", ".toml", ".sh", ".v", ".ml"];
/// The marks of comments, longest first.
const MARKS: [&str; 11] = ["///", "//!", "//", "/**", "/*", "*", "#", "\"\"\"", ";;", "(**", "(*"];

/// The files of a folder that may have comments; scripts need no ending.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            // Others' packages, and what is built of ours.
            if !["target", "node_modules", "pkg", "dist"].contains(&name.as_str()) && !name.starts_with('.') {
                sources(&path, found);
            }
        } else if KINDS.iter().any(|kind| name.ends_with(kind)) || !name.contains('.') {
            found.push(path);
        }
    }
}

/// The lines of a page that are too wide, by number. Rows of tables, pictures and lone links cannot
/// be broken; code can.
fn wide(page: &str) -> Vec<usize> {
    let is_wide = |line: &str| line.chars().count() > COLUMNS;
    let may_be = |line: &str| line.starts_with('|') || line.split_whitespace().count() <= 2 || line.starts_with("![");
    page.lines().enumerate().filter(|(_, line)| is_wide(line) && !may_be(line)).map(|(at, _)| at + 1).collect()
}

/// The lines of Rust that are a comment and too wide, by number. A word may be wider, as may a row
/// of a table, and code in an example.
fn wide_comments(text: &str) -> Vec<usize> {
    let mut in_example = false;
    let mut is_wide = |line: &str| {
        let line = line.trim_end();
        let Some(words) = line.trim_start().strip_prefix("//").map(|rest| rest.trim_start_matches(['/', '!', ' ']))
        else {
            in_example = false;
            return false;
        };
        in_example ^= words.starts_with("```");
        let may_be = in_example || words.starts_with('|') || words.split_whitespace().count() <= 2;
        line.chars().count() > COLUMNS && !may_be
    };
    text.lines().enumerate().filter(|(_, line)| is_wide(line)).map(|(at, _)| at + 1).collect()
}

/// The lines whose comment has no noun to begin with, by number.
fn without_a_noun(text: &str) -> Vec<usize> {
    let comment = |line: &str| {
        let line = line.trim_start();
        let mark = MARKS.iter().find(|mark| line.starts_with(**mark))?;
        Some(line[mark.len()..].trim_start().to_owned())
    };
    let is_at_fault =
        |line: &str| comment(line).is_some_and(|words| words.starts_with("What ") || words.starts_with("The same "));
    text.lines().enumerate().filter(|(_, line)| is_at_fault(line)).map(|(at, _)| at + 1).collect()
}

#[test]
fn pages_keep_their_width() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages: Vec<PathBuf> = ["README.md", "CONTRIBUTING.md", "RELEASE.md", "SECURITY.md", "verify/README.md"]
        .map(|page| root.join(page))
        .into();
    for folder in ["docs", "docs/notes"] {
        let entries = std::fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path());
        pages.extend(entries.filter(|path| path.extension().is_some_and(|kind| kind == "md")));
    }
    assert!(pages.len() > 20, "{} pages", pages.len());
    let faults: Vec<String> = pages
        .iter()
        .flat_map(|page| {
            let text = std::fs::read_to_string(page).unwrap();
            wide(&text).into_iter().map(|line| format!("{}:{line}", page.display())).collect::<Vec<_>>()
        })
        .collect();
    assert!(faults.is_empty(), "wider than {COLUMNS} columns:\n{}", faults.join("\n"));
}

#[test]
fn comments_begin_with_nouns() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    FOLDERS.iter().for_each(|folder| sources(&root.join(folder), &mut files));
    assert!(files.len() > 500, "{} files", files.len());
    let mut faults = Vec::new();
    for file in files {
        // A program without an ending may stand beside the scripts.
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        faults.extend(without_a_noun(&text).into_iter().map(|line| format!("{}:{line}", file.display())));
    }
    assert!(faults.is_empty(), "comments that begin with \"What\" or \"The same\":\n{}", faults.join("\n"));
}

#[test]
fn comments_keep_their_width() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    FOLDERS.iter().for_each(|folder| sources(&root.join(folder), &mut files));
    files.retain(|file| file.extension().is_some_and(|kind| kind == "rs"));
    files.push(root.join("build.rs"));
    assert!(files.len() > 500, "{} files", files.len());
    let mut faults = Vec::new();
    for file in files {
        let lines = wide_comments(&std::fs::read_to_string(&file).unwrap());
        faults.extend(lines.into_iter().map(|line| format!("{}:{line}", file.display())));
    }
    assert!(faults.is_empty(), "comments wider than {COLUMNS} columns:\n{}", faults.join("\n"));
}

#[test]
fn faults_are_seen() {
    let row = format!("| {} |", "word ".repeat(40));
    let line = "word ".repeat(21);
    assert_eq!(wide(&format!("{row}\n{line}\nshort")), [2]);
    assert_eq!(wide(&format!("```sh\n{line}\n```")), [2]);
    assert_eq!(wide_comments(&format!("let wide = 1; {line}\n    /// {line}\n//! short")), [2]);
    let excused = format!("//! | {line} |\n/// ```\n/// {line}\n/// ```\n/// {line}\nmod tests;\n// {line}");
    assert_eq!(wide_comments(&excused), [5, 7]);
    let text = "/// What it is.\n    // The same.\n    // The same again.\n# Whatever\n * What\n\"\"\"What ends\nlet what = 1; // What";
    assert_eq!(without_a_noun(text), [1, 3, 6]);
}
