//! Where a command keeps its work: a game that is played, a search that was stopped.

use crate::file;
use std::io;
use std::path::{Path, PathBuf};

/// A file that one command keeps its work in. Another program's writing there stays: the work then
/// goes into a new file.
pub(crate) struct Store {
    path: PathBuf,
    /// The known contents of the file; `None` if it does not exist.
    known: Option<Vec<u8>>,
}

impl Store {
    pub(crate) fn new(path: PathBuf, known: Option<Vec<u8>>) -> Store {
        Store { path, known }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Saves the work. When the file holds something else than it should, returns its name: the
    /// work went into a new file.
    pub(crate) fn save(&mut self, record: Vec<u8>) -> Result<Option<PathBuf>, String> {
        let failure = |error: io::Error| format!("{}: {error}", self.path.display());
        // From here on no other command writes there.
        let _lock = file::lock_folder_of(&self.path);
        let foreign = match self.write(&record).map_err(failure)? {
            Written::Yes => None,
            Written::Foreign => {
                let path = beside(&self.path, &record).map_err(failure)?;
                Some(std::mem::replace(&mut self.path, path))
            }
        };
        self.known = Some(record);
        Ok(foreign)
    }

    /// Writes the file if it is as it was left.
    fn write(&self, record: &[u8]) -> io::Result<Written> {
        let found = match std::fs::read(&self.path) {
            Ok(found) => Some(found),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        match found {
            Some(found) if found == record => Ok(Written::Yes),
            Some(found) if self.known.as_ref() != Some(&found) => Ok(Written::Foreign),
            Some(_) => file::write(&self.path, record).map(|()| Written::Yes),
            None => match file::write_new(&self.path, record) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(Written::Foreign),
                written => written.map(|()| Written::Yes),
            },
        }
    }
}

enum Written {
    Yes,
    /// Another program wrote the file.
    Foreign,
}

/// Writes a new file beside one whose name is taken: `game-2.sgf` beside `game.sgf`.
pub(crate) fn beside(path: &Path, record: &[u8]) -> io::Result<PathBuf> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().map_or(String::new(), |extension| format!(".{}", extension.to_string_lossy()));
    for number in 2..1000 {
        let other = path.with_file_name(format!("{stem}-{number}{extension}"));
        match file::write_new(&other, record) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            written => return written.map(|()| other),
        }
    }
    Err(io::Error::other("this file and all names beside it are taken"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_another_program_wrote_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.sgf");
        let (mut one, mut two) = (Store::new(path.clone(), None), Store::new(path.clone(), None));
        assert_eq!(one.save(b"one".to_vec()), Ok(None));
        assert_eq!(two.save(b"two".to_vec()), Ok(Some(path.clone())));
        assert_eq!(one.save(b"one, longer".to_vec()), Ok(None));
        assert_eq!(two.save(b"two, longer".to_vec()), Ok(None));
        assert_eq!(std::fs::read(&path).unwrap(), b"one, longer");
        assert_eq!(std::fs::read(folder.path().join("game-2.sgf")).unwrap(), b"two, longer");
        std::fs::write(&path, b"edited").unwrap();
        assert_eq!(one.save(b"one, longest".to_vec()), Ok(Some(path.clone())));
        assert_eq!(std::fs::read(folder.path().join("game-3.sgf")).unwrap(), b"one, longest");
        assert_eq!(std::fs::read(&path).unwrap(), b"edited");
    }
}
