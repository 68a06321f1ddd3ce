//! File systems, names of files and open files in a saved state.

use super::{FileIo, FileRef, FileSystem, OpenFile, Operation, Operations};
use crate::device::storage::StorageKind;
use crate::families::files::storage::tree_path;
use pinnacle_system::files::{File, TreePath};
use pinnacle_system::state::{Reader, Refusal, Unusable, Writer};

/// Maximum length of a path.
const MAX_PATH: usize = 1 << 16;

/// Maximum number of open files.
const MAX_OPEN: usize = 1 << 24;

fn damaged() -> Unusable {
    Unusable::damaged("a file is inconsistent")
}

impl FileSystem {
    pub(super) fn write_saved(&self, to: &mut Writer) {
        to.word(self.system_type);
        to.truth(self.was_asked);
        to.truth(self.is_open);
    }

    /// Reads a file system from a saved state.
    pub(crate) fn read_saved(from: &mut Reader) -> Result<FileSystem, Unusable> {
        Ok(FileSystem {
            system_type: from.word()?,
            was_asked: from.truth()?,
            is_open: from.truth()?,
        })
    }
}

impl FileRef {
    pub(super) fn write_saved(&self, to: &mut Writer) {
        to.words(&[self.file_system, self.system_type]);
        to.text(&self.path);
    }

    /// Reads the name of a file from a saved state.
    pub(crate) fn read_saved(from: &mut Reader) -> Result<FileRef, Unusable> {
        let [file_system, system_type] = from.words()?;
        let path = from.text(MAX_PATH)?;
        Ok(FileRef {
            file_system,
            system_type,
            _charge: from.charge(path.len() as u64)?,
            path: path.into(),
        })
    }
}

impl FileIo {
    pub(super) fn write_saved(&self, to: &mut Writer) -> Result<(), Refusal> {
        if self.operations.count > 0 {
            return Err(Refusal::for_now("a pending operation of a FileIo"));
        }
        to.truth(self.was_closed);
        Ok(())
    }

    /// Reads a file from a saved state. [`OpenFiles`] opens it.
    pub(crate) fn read_saved(from: &mut Reader) -> Result<FileIo, Unusable> {
        Ok(FileIo {
            open: None,
            was_closed: from.truth()?,
            operations: Operations {
                kind: Operation::Exclusive,
                count: 0,
            },
        })
    }
}

/// The open files of a saved state.
pub(in crate::families::files) struct OpenFiles;

impl OpenFiles {
    /// Writes the open files, with the ids of their resources.
    pub(in crate::families::files) fn save<'f>(
        files: impl Iterator<Item = (u32, &'f FileIo)>,
        to: &mut Writer,
    ) -> Result<(), Refusal> {
        let open = files.filter_map(|(id, io)| io.open.as_ref().map(|open| (id, open)));
        let open: Vec<(u32, &OpenFile)> = open.collect();
        to.count(open.len());
        for (id, file) in open {
            let status = file.file.status();
            let status = status.map_err(|_| Refusal::of("a file that no longer exists"))?;
            to.words(&[id, file.kind as u32, file.system_type]);
            to.number(status.inode);
            to.bytes(&text_of(&file.path));
            [file.can_read, file.can_write, file.appends]
                .into_iter()
                .for_each(|one| to.truth(one));
        }
        Ok(())
    }

    /// Reads the files. `reopen` opens a file of a file system by its number; its last argument is
    /// true for appending.
    pub(in crate::families::files) fn read(
        from: &mut Reader,
        mut reopen: impl FnMut(StorageKind, u64, bool) -> Option<Box<dyn File>>,
    ) -> Result<Vec<(u32, OpenFile)>, Unusable> {
        let mut files = Vec::new();
        for _ in 0..from.count(MAX_OPEN)? {
            let [id, kind, system_type] = from.words()?;
            let kind = match kind {
                0 => StorageKind::Persistent,
                1 => StorageKind::Temporary,
                2 => StorageKind::Downloads,
                _ => return Err(damaged()),
            };
            let inode = from.number()?;
            let path = from.text(MAX_PATH)?;
            let path = tree_path(&path).map_err(|_| damaged())?;
            let [can_read, can_write, appends] = [from.truth()?, from.truth()?, from.truth()?];
            let file = OpenFile {
                file: reopen(kind, inode, appends).ok_or_else(damaged)?,
                kind,
                system_type,
                path,
                can_read,
                can_write,
                appends,
            };
            files.push((id, file));
        }
        Ok(files)
    }
}

impl FileIo {
    /// Opens the file of a saved state. Returns false if it is or was open.
    pub(in crate::families::files) fn open_again(&mut self, file: OpenFile) -> bool {
        if self.was_closed || self.open.is_some() {
            return false;
        }
        self.open = Some(file);
        true
    }
}

fn text_of(path: &TreePath) -> Vec<u8> {
    let names = path.names.iter();
    names.flat_map(|name| [b"/", &**name].concat()).collect()
}
