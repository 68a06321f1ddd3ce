//! Operations on paths.

use super::directory::virtual_inode;
use super::mount::{Mount, Place};
use super::tree::{SetTime, TreePath};
use super::{FileSystem, MODE_PERMISSIONS, Status, Time};
use crate::Errno;

/// The modes of `access`, with the guest's numbers.
pub mod access_modes {
    /// The file may be executed, or the directory searched.
    pub const EXECUTE: u32 = 1;
    /// The file may be written.
    pub const WRITE: u32 = 2;
    /// The file may be read.
    pub const READ: u32 = 4;
}

impl FileSystem {
    fn place(&self, path: &[u8]) -> Result<Place<'_>, Errno> {
        Ok(self.mounts.place(&self.resolve(path)?))
    }

    /// Finds an existing file that is to be changed.
    fn existing(&self, path: &[u8]) -> Result<(&Mount, TreePath), Errno> {
        match self.place(path)? {
            Place::Nothing => Err(Errno::ENOENT),
            place => place.writable(),
        }
    }

    /// Does the same as [`Self::existing`], for a file that must be a directory entry.
    fn existing_entry(&self, path: &[u8]) -> Result<(&Mount, TreePath), Errno> {
        match self.place(path)? {
            Place::Nothing => Err(Errno::ENOENT),
            place => place.entry(),
        }
    }

    /// Finds the location of a new file.
    fn new_entry(&self, path: &[u8]) -> Result<(&Mount, TreePath), Errno> {
        match self.place(path)? {
            Place::Virtual => Err(Errno::EEXIST),
            place => place.entry().map_err(|errno| match errno {
                Errno::EBUSY => Errno::EEXIST,
                errno => errno,
            }),
        }
    }

    /// Returns the metadata of a file. With `follow`, a symbolic link is followed.
    pub fn status(&self, path: &[u8], follow: bool) -> Result<Status, Errno> {
        let resolved = self.resolve(path)?;
        let virtual_status = Status::of_virtual_directory(virtual_inode(&resolved.path));
        match self.mounts.place(&resolved) {
            Place::Mounted(mount, path) => {
                // A final slash also makes the path follow the link.
                match mount.tree.status(&path, follow || resolved.directory) {
                    Ok(status) if resolved.directory && !status.is_directory() => {
                        Err(Errno::ENOTDIR)
                    }
                    Err(Errno::ENOENT) if self.mounts.is_virtual(&resolved.path) => {
                        Ok(virtual_status)
                    }
                    result => result,
                }
            }
            Place::Virtual => Ok(virtual_status),
            Place::Nothing => Err(Errno::ENOENT),
        }
    }

    /// Makes a directory.
    pub fn mkdir(&mut self, path: &[u8], mode: u32) -> Result<(), Errno> {
        let (mount, path) = self.new_entry(path)?;
        mount.tree.make_directory(&path, mode & MODE_PERMISSIONS)
    }

    /// Removes an empty directory.
    pub fn rmdir(&mut self, path: &[u8]) -> Result<(), Errno> {
        let (mount, path) = self.existing_entry(path)?;
        mount.tree.remove_directory(&path)
    }

    /// Changes the working directory.
    pub fn chdir(&mut self, path: &[u8]) -> Result<(), Errno> {
        if !self.status(path, true)?.is_directory() {
            return Err(Errno::ENOTDIR);
        }
        self.working_directory = self.resolve(path)?.path;
        Ok(())
    }

    /// Returns the working directory.
    pub fn getcwd(&self) -> Vec<u8> {
        self.working_directory.to_bytes()
    }

    /// Removes a name of a file that is not a directory.
    pub fn unlink(&mut self, path: &[u8]) -> Result<(), Errno> {
        let (mount, path) = self.existing_entry(path)?;
        if mount.tree.status(&path, false)?.is_directory() {
            return Err(Errno::EISDIR);
        }
        if path.directory {
            return Err(Errno::ENOTDIR);
        }
        mount.tree.remove_file(&path)
    }

    /// Truncates or extends a file.
    pub fn truncate(&mut self, path: &[u8], length: i64) -> Result<(), Errno> {
        let length = u64::try_from(length).map_err(|_| Errno::EINVAL)?;
        let (mount, path) = self.existing(path)?;
        mount.tree.set_length(&path, length)
    }

    /// Adds a name for a file.
    pub fn link(&mut self, old: &[u8], new: &[u8]) -> Result<(), Errno> {
        let (from, old) = self.existing_entry(old)?;
        let (to, new) = self.new_entry(new)?;
        if !std::ptr::eq(from, to) {
            return Err(Errno::EXDEV);
        }
        from.tree.link(&old, &new)
    }

    /// Moves a file.
    pub fn rename(&mut self, old: &[u8], new: &[u8]) -> Result<(), Errno> {
        let (from, old) = self.existing_entry(old)?;
        let (to, new) = match self.place(new)? {
            Place::Virtual => return Err(Errno::EBUSY),
            place => place.entry()?,
        };
        if !std::ptr::eq(from, to) {
            return Err(Errno::EXDEV);
        }
        from.tree.rename(&old, &new)
    }

    /// Creates a symbolic link. Its target must be relative.
    pub fn symlink(&mut self, target: &[u8], link: &[u8]) -> Result<(), Errno> {
        if target.is_empty() {
            return Err(Errno::ENOENT);
        }
        let (mount, link) = self.new_entry(link)?;
        mount.tree.make_symbolic_link(target, &link)
    }

    /// Changes the permissions of a file.
    pub fn chmod(&mut self, path: &[u8], mode: u32) -> Result<(), Errno> {
        let (mount, path) = self.existing(path)?;
        mount.tree.set_permissions(&path, mode & MODE_PERMISSIONS)
    }

    /// Checks that a file may be accessed in a mode, a sum of [`access_modes`].
    pub fn access(&self, path: &[u8], mode: u32) -> Result<(), Errno> {
        use access_modes::{EXECUTE, READ, WRITE};
        if mode & !(READ | WRITE | EXECUTE) != 0 {
            return Err(Errno::EINVAL);
        }
        // Fails for a missing file, or if a parent is not a directory. Also handles virtual
        // directories.
        self.status(path, true)?;
        match self.place(path)? {
            Place::Mounted(mount, _) if mount.read_only && mode & WRITE != 0 => Err(Errno::EROFS),
            Place::Mounted(mount, path) if mount.tree.status(&path, true).is_ok() => {
                mount.tree.check_access(&path, mode)
            }
            _ if mode & WRITE != 0 => Err(Errno::EACCES),
            _ => Ok(()),
        }
    }

    /// Returns the target of a symbolic link.
    pub fn readlink(&self, path: &[u8]) -> Result<Vec<u8>, Errno> {
        match self.place(path)? {
            Place::Mounted(mount, path) => mount.tree.read_link(&path),
            Place::Virtual => Err(Errno::EINVAL),
            Place::Nothing => Err(Errno::ENOENT),
        }
    }

    /// Sets the access and modification times of a file; `None` means now. Times before 1970 are
    /// rejected.
    pub fn utimes(&mut self, path: &[u8], times: Option<(Time, Time)>) -> Result<(), Errno> {
        let absolute = |time: Time| {
            if time.seconds < 0 {
                Err(Errno::EINVAL)
            } else {
                Ok(SetTime::To(time))
            }
        };
        let (accessed, modified) = match times {
            Some((accessed, modified)) => (absolute(accessed)?, absolute(modified)?),
            None => (SetTime::Now, SetTime::Now),
        };
        let (mount, path) = self.existing(path)?;
        mount.tree.set_times(&path, accessed, modified)
    }
}
