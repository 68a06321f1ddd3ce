//! The folder of a cache: its entries, and their removal.

use super::trust;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The extension of entries.
pub(super) const EXTENSION: &str = ".entry";

/// The extension of entries that are being written.
pub(super) const TEMPORARY_EXTENSION: &str = ".part";

/// Number of hexadecimal digits at the start of every name.
const KEY_DIGITS: usize = 64;

/// Age after which a temporary file's writer is assumed to have died.
const ABANDONED_AFTER: Duration = Duration::from_secs(60 * 60);

/// A file that belongs to a cache.
pub(super) struct CacheFile {
    pub(super) path: PathBuf,
    pub(super) size: u64,
    /// Time of the last use.
    pub(super) used: SystemTime,
    pub(super) temporary: bool,
    /// True if it is a regular file that belongs to the user, which may be read.
    pub(super) is_own: bool,
}

/// Returns the files of a cache in a folder, which may contain other files. A folder that does not
/// exist has none.
pub(super) fn list(folder: &Path) -> io::Result<Vec<CacheFile>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut files = Vec::new();
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name();
        let Some(temporary) = name.to_str().and_then(belongs) else {
            continue;
        };
        // Another process has removed the file.
        let Ok(metadata) = entry.metadata() else {
            continue;
        };
        if !metadata.is_dir() {
            files.push(CacheFile {
                path: entry.path(),
                size: metadata.len(),
                used: metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH),
                temporary,
                is_own: trust::is_own_file(&metadata),
            });
        }
    }
    Ok(files)
}

/// Returns true for an entry that is being written, false for a complete one, and `None` for
/// another file.
fn belongs(name: &str) -> Option<bool> {
    let (key, rest) = name.split_at_checked(KEY_DIGITS)?;
    if !key.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    match rest {
        EXTENSION => Some(false),
        _ => rest.ends_with(TEMPORARY_EXTENSION).then_some(true),
    }
}

/// Removes the least recently used entries until the rest is within the limit, and unfinished
/// entries of other processes.
pub(super) fn shrink(folder: &Path, limit: u64) -> io::Result<()> {
    let now = SystemTime::now();
    let (unfinished, mut entries): (Vec<CacheFile>, Vec<CacheFile>) =
        list(folder)?.into_iter().partition(|file| file.temporary);
    for file in unfinished {
        if now
            .duration_since(file.used)
            .is_ok_and(|age| age > ABANDONED_AFTER)
        {
            remove(&file.path)?;
        }
    }
    let mut sum: u64 = entries.iter().map(|file| file.size).sum();
    if sum <= limit {
        return Ok(());
    }
    entries.sort_by(|a, b| (a.used, &a.path).cmp(&(b.used, &b.path)));
    for file in entries {
        if sum <= limit {
            break;
        }
        remove(&file.path)?;
        sum -= file.size;
    }
    Ok(())
}

/// Removes a file; false if another process did.
pub(super) fn remove(path: &Path) -> io::Result<bool> {
    match fs::remove_file(path) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}
