//! Walks a folder and the folders below it in a stable order.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

/// Passes each file in a folder and the folders below it to `take`, sorted by name, a folder's
/// files before its subfolders. Passes the error for a file or folder that cannot be read.
///
/// Links to folders are not followed, so no folder is entered twice. Devices and pipes are skipped.
pub(crate) fn each_file(folder: &Path, take: &mut dyn FnMut(&Path, io::Result<Metadata>)) {
    let mut open = vec![folder.to_owned()];
    while let Some(path) = open.pop() {
        let entries = fs::read_dir(&path).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let mut entries = match entries {
            Ok(entries) => entries,
            Err(error) => {
                take(&path, Err(error));
                continue;
            }
        };
        entries.sort_by_key(fs::DirEntry::file_name);
        let mut folders: Vec<PathBuf> = Vec::new();
        for entry in entries {
            let path = entry.path();
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            match fs::metadata(&path) {
                _ if is_folder => folders.push(path),
                // This is a device, a pipe, or a link to a folder.
                Ok(about) if !about.is_file() => {}
                about => take(&path, about),
            }
        }
        open.extend(folders.into_iter().rev());
    }
}
