//! Operations on paths.

use super::directory::virtual_inode;
use super::mount::{Mount, Place};
use super::path::{bytes_from_os, path_from_bytes};
use super::stdio::retry;
use super::{FileSystem, MODE_PERMISSIONS, Status, Time};
use crate::Errno;
use cap_fs_ext::{AccessType, DirExt, SystemTimeSpec};
use cap_primitives::fs::AccessModes;
use cap_std::fs::{DirBuilder, OpenOptions, Permissions};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The modes of `access`, with the guest's numbers.
pub mod access_modes {
    /// May be run, or searched.
    pub const EXECUTE: u32 = 1;
    /// May be written.
    pub const WRITE: u32 = 2;
    /// May be read.
    pub const READ: u32 = 4;
}

/// The host's permissions that come closest to a mode.
#[cfg(unix)]
pub(super) fn permissions(_: std::fs::Permissions, mode: u32) -> std::fs::Permissions {
    std::os::unix::fs::PermissionsExt::from_mode(mode)
}

/// The host's permissions that come closest to a mode.
#[cfg(not(unix))]
pub(super) fn permissions(current: std::fs::Permissions, mode: u32) -> std::fs::Permissions {
    let mut permissions = current;
    permissions.set_readonly(mode & 0o222 == 0);
    permissions
}

/// The path without a slash at its end, which means nothing where only a
/// directory will do.
fn without_slash(path: &Path) -> PathBuf {
    path.components().collect()
}

#[cfg(unix)]
fn set_permissions(mount: &Mount, path: PathBuf, mode: u32) -> Result<(), Errno> {
    let permissions: std::fs::Permissions = std::os::unix::fs::PermissionsExt::from_mode(mode);
    Ok(mount
        .directory
        .set_permissions(path, Permissions::from_std(permissions))?)
}

#[cfg(not(unix))]
fn set_permissions(mount: &Mount, path: PathBuf, mode: u32) -> Result<(), Errno> {
    let mut permissions = mount.directory.metadata(&path)?.permissions();
    permissions.set_readonly(mode & 0o222 == 0);
    Ok(mount.directory.set_permissions(path, permissions)?)
}

impl FileSystem {
    fn place(&self, path: &[u8]) -> Result<Place, Errno> {
        self.mounts.place(&self.resolve(path)?)
    }

    /// Where to change something that exists.
    fn existing(&self, path: &[u8]) -> Result<(Arc<Mount>, PathBuf), Errno> {
        match self.place(path)? {
            Place::Nothing => Err(Errno::ENOENT),
            place => place.writable(),
        }
    }

    /// As [`FileSystem::existing`], for what is an entry of a directory.
    fn existing_entry(&self, path: &[u8]) -> Result<(Arc<Mount>, PathBuf), Errno> {
        match self.place(path)? {
            Place::Nothing => Err(Errno::ENOENT),
            place => place.entry(),
        }
    }

    /// Where to make something new.
    fn new_entry(&self, path: &[u8]) -> Result<(Arc<Mount>, PathBuf), Errno> {
        match self.place(path)? {
            Place::Virtual => Err(Errno::EEXIST),
            place => place.entry().map_err(|errno| match errno {
                Errno::EBUSY => Errno::EEXIST,
                errno => errno,
            }),
        }
    }

    /// What is known about a file; with `follow` about the one that a
    /// symbolic link leads to.
    pub fn status(&self, path: &[u8], follow: bool) -> Result<Status, Errno> {
        let resolved = self.resolve(path)?;
        let virtual_status = Status::of_virtual_directory(virtual_inode(&resolved.path));
        match self.mounts.place(&resolved)? {
            Place::Mounted(mount, path) => {
                // A path that ends in a slash goes through the link.
                let metadata = if follow || resolved.directory {
                    mount.directory.metadata(path)
                } else {
                    mount.directory.symlink_metadata(path)
                };
                match metadata.map_err(Errno::from) {
                    Ok(metadata) if resolved.directory && !metadata.is_dir() => Err(Errno::ENOTDIR),
                    Ok(metadata) => Ok(Status::of_metadata(&metadata)),
                    Err(Errno::ENOENT) if self.mounts.is_virtual(&resolved.path) => {
                        Ok(virtual_status)
                    }
                    Err(errno) => Err(errno),
                }
            }
            Place::Virtual => Ok(virtual_status),
            Place::Nothing => Err(Errno::ENOENT),
        }
    }

    /// Makes a directory.
    pub fn mkdir(&mut self, path: &[u8], mode: u32) -> Result<(), Errno> {
        let (mount, path) = self.new_entry(path)?;
        #[cfg_attr(not(unix), expect(unused_mut))]
        let mut builder = DirBuilder::new();
        #[cfg(unix)]
        cap_std::fs::DirBuilderExt::mode(&mut builder, mode & MODE_PERMISSIONS);
        #[cfg(not(unix))]
        let _ = mode;
        Ok(mount
            .directory
            .create_dir_with(without_slash(&path), &builder)?)
    }

    /// Removes an empty directory.
    pub fn rmdir(&mut self, path: &[u8]) -> Result<(), Errno> {
        let (mount, path) = self.existing_entry(path)?;
        Ok(mount.directory.remove_dir(without_slash(&path))?)
    }

    /// Changes the working directory.
    pub fn chdir(&mut self, path: &[u8]) -> Result<(), Errno> {
        if !self.status(path, true)?.is_directory() {
            return Err(Errno::ENOTDIR);
        }
        self.working_directory = self.resolve(path)?.path;
        Ok(())
    }

    /// The working directory.
    pub fn getcwd(&self) -> Vec<u8> {
        self.working_directory.to_bytes()
    }

    /// Removes a name of a file that is not a directory.
    pub fn unlink(&mut self, path: &[u8]) -> Result<(), Errno> {
        let directory = self.resolve(path)?.directory;
        let (mount, host) = self.existing_entry(path)?;
        let is_directory = mount.directory.symlink_metadata(&host)?.is_dir();
        if is_directory {
            return Err(Errno::EISDIR);
        }
        if directory {
            return Err(Errno::ENOTDIR);
        }
        Ok(mount.directory.remove_file(host)?)
    }

    /// Cuts or extends a file.
    pub fn truncate(&mut self, path: &[u8], length: i64) -> Result<(), Errno> {
        let length = u64::try_from(length).map_err(|_| Errno::EINVAL)?;
        let (mount, path) = self.existing(path)?;
        let file = retry(|| {
            mount
                .directory
                .open_with(&path, OpenOptions::new().write(true))
        })?;
        retry(|| file.set_len(length))
    }

    /// Gives a file another name.
    pub fn link(&mut self, old: &[u8], new: &[u8]) -> Result<(), Errno> {
        let (from, old) = self.existing_entry(old)?;
        let (to, new) = self.new_entry(new)?;
        if !Arc::ptr_eq(&from, &to) {
            return Err(Errno::EXDEV);
        }
        Ok(from.directory.hard_link(old, &to.directory, new)?)
    }

    /// Moves a file.
    pub fn rename(&mut self, old: &[u8], new: &[u8]) -> Result<(), Errno> {
        let (from, old) = self.existing_entry(old)?;
        let (to, new) = match self.place(new)? {
            Place::Virtual => return Err(Errno::EBUSY),
            place => place.entry()?,
        };
        if !Arc::ptr_eq(&from, &to) {
            return Err(Errno::EXDEV);
        }
        Ok(from.directory.rename(old, &to.directory, new)?)
    }

    /// Makes a symbolic link. Its target may not be absolute: to the host it
    /// would name another file than to the guest.
    pub fn symlink(&mut self, target: &[u8], link: &[u8]) -> Result<(), Errno> {
        if target.is_empty() {
            return Err(Errno::ENOENT);
        }
        let target = path_from_bytes(target.to_vec())?;
        let (mount, link) = self.new_entry(link)?;
        Ok(mount.directory.symlink(target, link)?)
    }

    /// Changes the permissions of a file.
    pub fn chmod(&mut self, path: &[u8], mode: u32) -> Result<(), Errno> {
        let (mount, path) = self.existing(path)?;
        set_permissions(&mount, path, mode & MODE_PERMISSIONS)
    }

    /// Whether a file may be used so; modes as in [`access_modes`].
    pub fn access(&self, path: &[u8], mode: u32) -> Result<(), Errno> {
        use access_modes::{EXECUTE, READ, WRITE};
        if mode & !(READ | WRITE | EXECUTE) != 0 {
            return Err(Errno::EINVAL);
        }
        // Finds out what is missing or not a directory, virtual ones included.
        self.status(path, true)?;
        match self.place(path)? {
            Place::Mounted(mount, _) if mount.read_only && mode & WRITE != 0 => Err(Errno::EROFS),
            Place::Mounted(mount, path) if mount.directory.exists(&path) => {
                let modes = AccessModes {
                    readable: mode & READ != 0,
                    writable: mode & WRITE != 0,
                    executable: mode & EXECUTE != 0,
                };
                let access = if mode == 0 {
                    AccessType::Exists
                } else {
                    AccessType::Access(modes)
                };
                Ok(mount.directory.access(path, access)?)
            }
            _ if mode & WRITE != 0 => Err(Errno::EACCES),
            _ => Ok(()),
        }
    }

    /// The target of a symbolic link.
    pub fn readlink(&self, path: &[u8]) -> Result<Vec<u8>, Errno> {
        match self.place(path)? {
            Place::Mounted(mount, path) => {
                let target = mount.directory.read_link_contents(path)?;
                Ok(bytes_from_os(target.as_os_str()))
            }
            Place::Virtual => Err(Errno::EINVAL),
            Place::Nothing => Err(Errno::ENOENT),
        }
    }

    /// Sets when a file was read and written last; to the present without
    /// times. Times before 1970 are refused, since cap-std panics on them.
    pub fn utimes(&mut self, path: &[u8], times: Option<(Time, Time)>) -> Result<(), Errno> {
        let absolute = |time: Time| {
            let time = time.to_system().filter(|_| time.seconds >= 0);
            let time = cap_std::time::SystemTime::from_std(time.ok_or(Errno::EINVAL)?);
            Ok::<_, Errno>(SystemTimeSpec::Absolute(time))
        };
        let (accessed, modified) = match times {
            Some((accessed, modified)) => (absolute(accessed)?, absolute(modified)?),
            None => (SystemTimeSpec::SymbolicNow, SystemTimeSpec::SymbolicNow),
        };
        let (mount, path) = self.existing(path)?;
        Ok(mount
            .directory
            .set_times(path, Some(accessed), Some(modified))?)
    }
}
