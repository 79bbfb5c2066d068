//! Where a game is saved for which no file was named.

use crate::file;
use crate::store::beside;
use std::env;
use std::io;
use std::path::{Path, PathBuf};

/// Writes a game for which no file was named into a new one: in the current folder, or else in the
/// home folder, or else in the one for temporary files.
pub(super) fn rescue(name: &str, record: &[u8]) -> io::Result<PathBuf> {
    let folders = [env::current_dir().ok(), env::home_dir(), Some(env::temp_dir())];
    let mut written = Err(io::ErrorKind::NotFound.into());
    for folder in folders.into_iter().flatten() {
        written = rescue_in(&folder, name, record);
        if written.is_ok() {
            break;
        }
    }
    written
}

fn rescue_in(folder: &Path, name: &str, record: &[u8]) -> io::Result<PathBuf> {
    let path = folder.join(name);
    match file::write_new(&path, record) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => beside(&path, record),
        written => written.map(|()| path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rescued_game_takes_a_name_that_is_free() {
        let folder = tempfile::tempdir().unwrap();
        for (name, contents) in [("game.sgf", "one"), ("game-2.sgf", "two"), ("game-3.sgf", "three")] {
            let path = rescue_in(folder.path(), "game.sgf", contents.as_bytes()).unwrap();
            assert_eq!(path, folder.path().join(name));
            assert_eq!(std::fs::read_to_string(path).unwrap(), contents);
        }
        assert!(rescue_in(&folder.path().join("missing"), "game.sgf", b"one").is_err());
    }
}
