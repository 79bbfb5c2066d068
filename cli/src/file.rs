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

/// Writes a file, which holds either what it held before or all of the new contents, whatever happens meanwhile: they go to a
/// new file in the same folder, which takes the old one's place and its permissions. A symbolic link stays one, and what it
/// leads to is replaced; other hard links keep the old contents.
///
/// # Errors
/// When it cannot be written; the file is as before.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = target(path)?;
    let permissions = match fs::metadata(&target) {
        Ok(old) => {
            // The name would be free to take, but a file that may not be written is to stay.
            File::options().append(true).open(&target)?;
            Some(old.permissions())
        }
        Err(_) => None,
    };
    staged(&target, bytes, permissions)?.persist(&target).map_err(|error| error.error)?;
    settle(&target)
}

/// Writes a file that does not exist yet, whole or not at all.
///
/// # Errors
/// When it exists, or cannot be written.
pub(crate) fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    staged(path, bytes, None)?.persist_noclobber(path).map_err(|error| error.error)?;
    settle(path)
}

/// The contents of a file, in a file beside it.
fn staged(target: &Path, bytes: &[u8], permissions: Option<fs::Permissions>) -> io::Result<NamedTempFile> {
    let mut new = tempfile::Builder::new();
    new.prefix(".stonemask-");
    // Otherwise it would be readable to its owner alone; the system takes away from these what its users want.
    #[cfg(unix)]
    let new = new.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut new = new.tempfile_in(folder(target))?;
    new.write_all(bytes)?;
    if let Some(permissions) = permissions {
        new.as_file().set_permissions(permissions)?;
    }
    new.as_file().sync_all()?;
    Ok(new)
}

/// Sees that the folder's new entry outlives a loss of power, where a folder can be opened.
#[cfg_attr(not(unix), expect(clippy::unnecessary_wraps, unused_variables, reason = "only Unix opens folders"))]
fn settle(target: &Path) -> io::Result<()> {
    #[cfg(unix)]
    File::open(folder(target))?.sync_all()?;
    Ok(())
}

/// Whether [`write`] can write there, as far as one can tell without doing so.
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
    if folder(&target).metadata()?.is_dir() { Ok(()) } else { Err(io::Error::other("what it is in is not a folder")) }
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
