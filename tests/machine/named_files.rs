//! Promise: a file that a comment or a page names is there.

use std::path::{Path, PathBuf};

const FOLDERS: [&str; 12] = [
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
    "verify/",
];
const KINDS: [&str; 7] = [".rs", ".S", ".inc", ".md", ".py", ".h", ".hpp"];

/// The files of a folder that are text of ours.
fn texts(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
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
