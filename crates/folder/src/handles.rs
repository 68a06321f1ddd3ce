//! Open files and directories of a folder of this machine.

use super::convert::{bytes_from_os, permissions, status};
use crate::errno::errno;
use cap_std::fs::{Dir, DirEntry, Metadata};
use pinnacle_system::Errno;
use pinnacle_system::files::{Access, Directory, Entry, File, Passed, Status, Whence, retry};
use std::any::Any;
use std::io::{Read, Seek, SeekFrom, Write};

#[derive(Debug)]
pub(super) struct FolderFile(pub(super) std::fs::File);

impl File for FolderFile {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Errno> {
        retry(|| self.0.read(buffer)).map_err(errno)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<usize, Errno> {
        retry(|| self.0.write(bytes)).map_err(errno)
    }

    fn seek(&mut self, offset: i64, whence: Whence) -> Result<u64, Errno> {
        let to = match whence {
            Whence::Start => SeekFrom::Start(u64::try_from(offset).map_err(|_| Errno::EINVAL)?),
            Whence::Current => SeekFrom::Current(offset),
            Whence::End => SeekFrom::End(offset),
        };
        self.0.seek(to).map_err(errno)
    }

    fn status(&self) -> Result<Status, Errno> {
        let metadata = Metadata::from_file(&self.0).map_err(errno)?;
        Ok(status(&metadata))
    }

    fn set_permissions(&mut self, mode: u32) -> Result<(), Errno> {
        set_permissions(&self.0, mode)
    }

    fn set_length(&mut self, length: u64) -> Result<(), Errno> {
        retry(|| self.0.set_len(length)).map_err(errno)
    }

    fn sync(&mut self, data_only: bool) -> Result<(), Errno> {
        sync(&self.0, data_only)
    }

    fn passed(&self) -> Option<(Passed, &dyn Any)> {
        // The descriptor table keeps the access mode of the program.
        let access = Access {
            read: true,
            write: true,
        };
        Some((Passed::File(access), &self.0))
    }
}

#[derive(Debug)]
pub(super) struct FolderDirectory(pub(super) Dir);

impl FolderDirectory {
    /// Returns the directory as a file, for operations that apply to both.
    fn file(&self) -> Result<std::fs::File, Errno> {
        Ok(self.0.try_clone().map_err(errno)?.into_std_file())
    }
}

impl Directory for FolderDirectory {
    fn entries(&self) -> Result<Vec<Entry>, Errno> {
        let entries = self.0.entries().map_err(errno)?;
        entries
            .map(|entry| {
                let entry = entry.map_err(errno)?;
                Ok(Entry {
                    inode: inode(&entry),
                    name: bytes_from_os(&entry.file_name()),
                })
            })
            .collect()
    }

    fn status(&self) -> Result<Status, Errno> {
        Ok(status(&self.0.dir_metadata().map_err(errno)?))
    }

    fn set_permissions(&mut self, mode: u32) -> Result<(), Errno> {
        set_permissions(&self.file()?, mode)
    }

    fn sync(&mut self, data_only: bool) -> Result<(), Errno> {
        sync(&self.file()?, data_only)
    }
}

#[cfg(unix)]
fn inode(entry: &DirEntry) -> u64 {
    std::os::unix::fs::DirEntryExt::ino(entry).max(1)
}

/// Returns 0, because other systems have no inode numbers.
#[cfg(not(unix))]
fn inode(_: &DirEntry) -> u64 {
    0
}

fn set_permissions(file: &std::fs::File, mode: u32) -> Result<(), Errno> {
    let current = file.metadata().map_err(errno)?.permissions();
    file.set_permissions(permissions(current, mode))
        .map_err(errno)
}

fn sync(file: &std::fs::File, data_only: bool) -> Result<(), Errno> {
    retry(|| {
        if data_only {
            file.sync_data()
        } else {
            file.sync_all()
        }
    })
    .map_err(errno)
}
