//! Opens files: decodes the guest's flags, and checks the access that they request.

use super::descriptors::{Object, OpenFile};
use super::devices;
use super::directory::OpenDirectory;
use super::mount::{Mount, Place};
use super::path::Resolved;
use super::tree::{OpenRequest, Opened, TreePath};
use super::{FileSystem, MODE_PERMISSIONS};
use crate::Errno;

/// The flags of `open`, with the guest's numbers.
pub mod flags {
    /// Read only.
    pub const READ_ONLY: u32 = 0;
    /// Write only.
    pub const WRITE_ONLY: u32 = 1;
    /// Reading and writing.
    pub const READ_WRITE: u32 = 2;
    /// The bits of the access mode.
    pub const ACCESS_MODE: u32 = 3;
    /// Create the file if it is missing.
    pub const CREATE: u32 = 0o100;
    /// With [`CREATE`]: the file must be missing.
    pub const EXCLUSIVE: u32 = 0o200;
    /// Truncate the file to length zero.
    pub const TRUNCATE: u32 = 0o1000;
    /// Append: write at the end.
    pub const APPEND: u32 = 0o2000;
    /// Do not wait for the other end of a named pipe.
    pub const NON_BLOCKING: u32 = 0o4000;
    /// Writes return once the data is on disk.
    pub const SYNC: u32 = 0o1_0000;
    /// The file must be a directory.
    pub const DIRECTORY: u32 = 0o20_0000;
}

/// The decoded flags of one `open`.
#[derive(Clone, Copy)]
struct Request {
    open: OpenRequest,
    /// True if the path must be a directory.
    directory: bool,
}

impl Request {
    /// Decodes flags. Flags that are unknown or have no meaning here are ignored.
    fn new(bits: u32, mode: u32) -> Result<Request, Errno> {
        let (read, write) = match bits & flags::ACCESS_MODE {
            flags::READ_ONLY => (true, false),
            flags::WRITE_ONLY => (false, true),
            flags::READ_WRITE => (true, true),
            _ => return Err(Errno::EINVAL),
        };
        let has = |flag| bits & flag != 0;
        let open = OpenRequest {
            read,
            write,
            create: has(flags::CREATE),
            exclusive: has(flags::CREATE) && has(flags::EXCLUSIVE),
            truncate: has(flags::TRUNCATE),
            append: write && has(flags::APPEND),
            non_blocking: has(flags::NON_BLOCKING),
            sync: has(flags::SYNC),
            mode: mode & MODE_PERMISSIONS,
        };
        let directory = has(flags::DIRECTORY);
        if open.truncate && !write || open.create && directory {
            return Err(Errno::EINVAL);
        }
        Ok(Request { open, directory })
    }

    /// Opens a file of a read-only tree.
    fn open_read_only(self, mount: &Mount, path: &TreePath) -> Result<Opened, Errno> {
        let OpenRequest {
            create, exclusive, ..
        } = self.open;
        if self.open.write {
            return Err(Errno::EROFS);
        }
        let existing = OpenRequest {
            create: false,
            exclusive: false,
            ..self.open
        };
        match mount.tree.open(path, &existing) {
            Ok(_) if exclusive => Err(Errno::EEXIST),
            Err(Errno::ENOENT) if create => Err(Errno::EROFS),
            result => result,
        }
    }

    fn open(self, mount: &Mount, path: &TreePath, resolved: &Resolved) -> Result<Object, Errno> {
        if self.open.create && resolved.directory {
            return Err(Errno::EISDIR);
        }
        let opened = if mount.read_only {
            self.open_read_only(mount, path)?
        } else {
            mount.tree.open(path, &self.open)?
        };
        match opened {
            Opened::Directory(directory) => Ok(Object::Directory(OpenDirectory::mounted(
                resolved.path.clone(),
                directory,
                mount.read_only,
            ))),
            Opened::File(_) if self.directory || resolved.directory => Err(Errno::ENOTDIR),
            Opened::File(file) => Ok(Object::File(OpenFile {
                file,
                readable: self.open.read,
                writable: self.open.write,
                read_only_mount: mount.read_only,
                _charge: None,
            })),
        }
    }
}

impl FileSystem {
    /// Opens a file and returns its descriptor.
    pub fn open(&mut self, path: &[u8], flags: u32, mode: u32) -> Result<u32, Errno> {
        let request = Request::new(flags, mode)?;
        let OpenRequest {
            write,
            create,
            exclusive,
            ..
        } = request.open;
        let resolved = self.resolve(path)?;
        self.descriptors.check_room()?;
        if self.has_devices
            && !exclusive
            && let Some(descriptor) = devices::descriptor_of(&resolved.path)
        {
            return self.dup(descriptor);
        }
        let object = match self.mounts.place(&resolved) {
            Place::Mounted(mount, path) => match request.open(mount, &path, &resolved) {
                Err(Errno::ENOENT) if !write && self.mounts.is_virtual(&resolved.path) => {
                    Object::Directory(OpenDirectory::virtual_directory(resolved.path))
                }
                result => result?,
            },
            Place::Virtual if exclusive => return Err(Errno::EEXIST),
            Place::Virtual if write || create => return Err(Errno::EISDIR),
            Place::Virtual => Object::Directory(OpenDirectory::virtual_directory(resolved.path)),
            Place::Nothing if create => return Err(Errno::EACCES),
            Place::Nothing => return Err(Errno::ENOENT),
        };
        self.descriptors.insert(object)
    }
}
