//! Files: read as far as a limit, and written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Reads a file that is not longer than a limit in MiB.
///
/// # Errors
/// When it cannot be read, or is longer.
pub(crate) fn read(path: &Path, limit_mib: u64) -> io::Result<Vec<u8>> {
    let (file, limit) = (File::open(path)?, limit_mib << 20);
    // A device or a pipe has no size.
    let size = file.metadata()?.len();
    if size > limit {
        return Err(too_long(limit_mib));
    }
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(size as usize + 1)?;
    rest(file, limit_mib, bytes)
}

/// Reads all that there is, if it is not more than a limit in MiB.
///
/// # Errors
/// When it cannot be read, or is longer.
pub(crate) fn read_all(from: impl Read, limit_mib: u64) -> io::Result<Vec<u8>> {
    rest(from, limit_mib, Vec::new())
}

fn rest(from: impl Read, limit_mib: u64, mut bytes: Vec<u8>) -> io::Result<Vec<u8>> {
    let limit = limit_mib << 20;
    from.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { Err(too_long(limit_mib)) } else { Ok(bytes) }
}

fn too_long(limit_mib: u64) -> io::Error {
    io::Error::other(format!("it is longer than {limit_mib} MiB, the limit for such a file"))
}

/// Writes a file, which holds either what it held before or all of the new contents, whatever
/// happens meanwhile: they go to a new file in the same folder, which takes the old one's place,
/// its permissions and its owner. A symbolic link stays one, and what it leads to is replaced;
/// other hard links keep the old contents. Only where the owner cannot be kept are the contents
/// copied into the old file once they are safe in the new one.
///
/// # Errors
/// When it cannot be written; the file is as before.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = target(path)?;
    let Ok(old) = fs::metadata(&target) else {
        staged(&target, bytes)?.persist(&target).map_err(|error| error.error)?;
        return settle(&target);
    };
    // The name would be free to take, but a file that may not be written is to stay.
    let mut into = File::options().append(true).open(&target)?;
    let new = staged(&target, bytes)?;
    if keep_owner(new.as_file(), &old).is_ok() {
        new.as_file().set_permissions(old.permissions())?;
        new.as_file().sync_all()?;
        new.persist(&target).map_err(|error| error.error)?;
    } else {
        into.set_len(0)?;
        into.write_all(bytes)?;
        into.sync_all()?;
    }
    settle(&target)
}

/// Writes a file that does not exist yet, whole or not at all.
///
/// # Errors
/// When it exists, or cannot be written.
pub(crate) fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    staged(path, bytes)?.persist_noclobber(path).map_err(|error| error.error)?;
    settle(path)
}

/// The contents of a file, in a file beside it.
fn staged(target: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let new = temporary(target)?;
    // Not through the temporary file itself, whose errors tell its name.
    new.as_file().write_all(bytes)?;
    new.as_file().sync_all()?;
    Ok(new)
}

/// An empty file beside another.
fn temporary(target: &Path) -> io::Result<NamedTempFile> {
    let mut new = tempfile::Builder::new();
    new.prefix(".stonemask-");
    // Otherwise it would be readable to its owner alone; the system takes away from these what its
    // users want.
    #[cfg(unix)]
    let new = new.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    new.tempfile_in(folder(target)).map_err(without_path)
}

/// An error of a temporary file, without its name, which no user has chosen.
fn without_path(error: io::Error) -> io::Error {
    let text = error.to_string();
    text.rsplit_once(" at path \"").map_or(error, |(reason, _)| io::Error::other(reason.to_owned()))
}

/// Gives a new file to the owner and the group of the old one.
#[cfg_attr(not(unix), expect(clippy::unnecessary_wraps, unused_variables, reason = "only Unix has them"))]
fn keep_owner(new: &File, old: &fs::Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let own = new.metadata()?;
        if (own.uid(), own.gid()) != (old.uid(), old.gid()) {
            fchown(new, Some(old.uid()), Some(old.gid()))?;
        }
    }
    Ok(())
}

/// Waits until no other command of this program writes in the folder of a file, at most as long as
/// one takes for that. The lock ends with the result.
pub(crate) fn lock_folder_of(path: &Path) -> Option<File> {
    #[cfg(unix)]
    {
        use rustix::fs::{FlockOperation, flock};
        let folder = File::open(folder(path)).ok()?;
        for _ in 0..500 {
            match flock(&folder, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => return Some(folder),
                Err(rustix::io::Errno::WOULDBLOCK) => std::thread::sleep(std::time::Duration::from_millis(20)),
                Err(_) => break,
            }
        }
    }
    #[cfg(not(unix))]
    let _ = path;
    None
}

/// Sees that the folder's new entry outlives a loss of power, where a folder can be opened.
#[cfg_attr(not(unix), expect(clippy::unnecessary_wraps, unused_variables, reason = "only Unix opens folders"))]
fn settle(target: &Path) -> io::Result<()> {
    #[cfg(unix)]
    File::open(folder(target))?.sync_all()?;
    Ok(())
}

/// Whether [`write`] can write there, as far as one can tell without the contents.
///
/// # Errors
/// When it cannot: why.
pub(crate) fn check_write(path: &Path) -> io::Result<()> {
    let target = target(path)?;
    if target.file_name().is_none() {
        return Err(io::Error::other("that is not a file name"));
    }
    if target.exists() {
        File::options().append(true).open(&target)?;
    }
    if !folder(&target).metadata()?.is_dir() {
        return Err(io::Error::other("what it is in is not a folder"));
    }
    // Permissions do not tell all, so one is made and taken away.
    temporary(&target).map(drop)
}

/// The file that a name leads to, over symbolic links, if it is one that can be replaced.
fn target(path: &Path) -> io::Result<PathBuf> {
    let target = match fs::canonicalize(path) {
        Ok(target) => target,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            if path.is_symlink() {
                return Err(io::Error::other("it is a symbolic link that leads nowhere"));
            }
            return Ok(path.to_owned());
        }
        Err(error) => return Err(error),
    };
    if target.is_file() { Ok(target) } else { Err(io::Error::other("it is not a regular file, so it is not replaced")) }
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};

    #[test]
    fn a_file_that_is_replaced_keeps_its_permissions_and_its_owner() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, b"old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        // Only root may give files away.
        _ = chown(&path, Some(12345), Some(54321));
        let old = fs::metadata(&path).unwrap();
        write(&path, b"new").unwrap();
        let new = fs::metadata(&path).unwrap();
        assert_eq!((new.uid(), new.gid(), new.mode()), (old.uid(), old.gid(), old.mode()));
        assert_eq!((fs::read(&path).unwrap(), fs::read_dir(&folder).unwrap().count()), (b"new".to_vec(), 1));
    }

    #[test]
    fn no_message_has_the_name_of_a_temporary_file() {
        let missing = Path::new("/nowhere at path \"x\"/file");
        for error in [write(missing, b"x").unwrap_err(), write_new(missing, b"x").unwrap_err()] {
            assert_eq!(error.to_string(), "No such file or directory (os error 2)");
        }
        assert!(lock_folder_of(missing).is_none());
    }
}
