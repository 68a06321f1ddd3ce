//! Opening files: from the guest's flags to a file of the host.

use super::descriptors::{Object, OpenFile};
use super::directory::Directory;
use super::mount::{Mount, Place};
use super::path::Resolved;
use super::{FileSystem, MODE_PERMISSIONS, stdio::retry};
use crate::Errno;
use cap_fs_ext::{OpenOptionsMaybeDirExt, OpenOptionsSyncExt};
use cap_std::fs::{Dir, OpenOptions};
use std::io;
use std::path::Path;
use std::sync::Arc;

/// The flags of `open`, with the guest's numbers.
pub mod flags {
    /// Only reading.
    pub const READ_ONLY: u32 = 0;
    /// Only writing.
    pub const WRITE_ONLY: u32 = 1;
    /// Reading and writing.
    pub const READ_WRITE: u32 = 2;
    /// The bits that tell these three apart.
    pub const ACCESS_MODE: u32 = 3;
    /// Create the file if it is missing.
    pub const CREATE: u32 = 0o100;
    /// With [`CREATE`]: the file must be missing.
    pub const EXCLUSIVE: u32 = 0o200;
    /// Make the file empty.
    pub const TRUNCATE: u32 = 0o1000;
    /// Write at the end.
    pub const APPEND: u32 = 0o2000;
    /// Do not wait for the other end of a named pipe.
    pub const NON_BLOCKING: u32 = 0o4000;
    /// Writes return when the data is safe.
    pub const SYNC: u32 = 0o1_0000;
    /// The file must be a directory.
    pub const DIRECTORY: u32 = 0o20_0000;
}

/// The flags of one `open`, taken apart.
#[derive(Clone, Copy)]
struct Request {
    read: bool,
    write: bool,
    create: bool,
    exclusive: bool,
    truncate: bool,
    append: bool,
    non_blocking: bool,
    sync: bool,
    directory: bool,
    mode: u32,
}

impl Request {
    /// Flags that are unknown, or that mean nothing here, are ignored.
    fn new(bits: u32, mode: u32) -> Result<Request, Errno> {
        let (read, write) = match bits & flags::ACCESS_MODE {
            flags::READ_ONLY => (true, false),
            flags::WRITE_ONLY => (false, true),
            flags::READ_WRITE => (true, true),
            _ => return Err(Errno::EINVAL),
        };
        let has = |flag| bits & flag != 0;
        let request = Request {
            read,
            write,
            create: has(flags::CREATE),
            exclusive: has(flags::CREATE) && has(flags::EXCLUSIVE),
            truncate: has(flags::TRUNCATE),
            append: has(flags::APPEND),
            non_blocking: has(flags::NON_BLOCKING),
            sync: has(flags::SYNC),
            directory: has(flags::DIRECTORY),
            mode: mode & MODE_PERMISSIONS,
        };
        if request.truncate && !write || request.create && request.directory {
            return Err(Errno::EINVAL);
        }
        Ok(request)
    }

    fn options(self) -> OpenOptions {
        let mut options = OpenOptions::new();
        options
            .read(self.read)
            .write(self.write)
            .append(self.write && self.append);
        options.sync(self.sync).nonblock(self.non_blocking);
        #[cfg(unix)]
        cap_std::fs::OpenOptionsExt::mode(&mut options, self.mode);
        options
    }

    /// Opens a file that is to be written.
    fn open_for_writing(self, mount: &Mount, path: &Path) -> Result<cap_std::fs::File, Errno> {
        let mut options = self.options();
        options.create(self.create).create_new(self.exclusive);
        // A file opened for appending cannot be made empty in one step.
        options.truncate(self.truncate && !self.append && !self.exclusive);
        let file = retry(|| mount.directory.open_with(path, &options))?;
        if self.truncate && self.append {
            file.set_len(0)?;
        }
        Ok(file)
    }

    /// Opens a file that is only read, but may have to be created.
    fn open_for_reading(self, mount: &Mount, path: &Path) -> Result<cap_std::fs::File, Errno> {
        if self.create && !mount.read_only {
            let mut options = self.options();
            options.write(true).create_new(true);
            match mount.directory.open_with(path, &options) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && !self.exclusive => {}
                result => return Ok(result?),
            }
        }
        let mut options = self.options();
        options.maybe_dir(true);
        let result = retry(|| mount.directory.open_with(path, &options));
        if self.create && mount.read_only {
            return match result {
                Ok(_) if self.exclusive => Err(Errno::EEXIST),
                Err(Errno::ENOENT) => Err(Errno::EROFS),
                result => result,
            };
        }
        result
    }

    fn open(self, mount: &Arc<Mount>, path: &Path, resolved: &Resolved) -> Result<Object, Errno> {
        if self.create && resolved.directory {
            return Err(Errno::EISDIR);
        }
        if self.write && mount.read_only {
            return Err(Errno::EROFS);
        }
        let file = if self.write {
            self.open_for_writing(mount, path)?
        } else {
            self.open_for_reading(mount, path)?
        };
        let is_directory = file.metadata()?.is_dir();
        if is_directory {
            let directory = Dir::from_std_file(file.into_std());
            let host = Some((mount.clone(), directory));
            return Ok(Object::Directory(Directory::new(
                resolved.path.clone(),
                host,
            )));
        }
        if self.directory || resolved.directory {
            return Err(Errno::ENOTDIR);
        }
        Ok(Object::File(OpenFile {
            file: file.into_std(),
            readable: self.read,
            writable: self.write,
            read_only_mount: mount.read_only,
        }))
    }
}

impl FileSystem {
    /// Opens a file and gives its descriptor.
    pub fn open(&mut self, path: &[u8], flags: u32, mode: u32) -> Result<u32, Errno> {
        let request = Request::new(flags, mode)?;
        let resolved = self.resolve(path)?;
        self.descriptors.check_room()?;
        let object = match self.mounts.place(&resolved)? {
            Place::Mounted(mount, path) => match request.open(&mount, &path, &resolved) {
                Err(Errno::ENOENT) if !request.write && self.mounts.is_virtual(&resolved.path) => {
                    Object::Directory(Directory::new(resolved.path, None))
                }
                result => result?,
            },
            Place::Virtual if request.exclusive => return Err(Errno::EEXIST),
            Place::Virtual if request.write || request.create => return Err(Errno::EISDIR),
            Place::Virtual => Object::Directory(Directory::new(resolved.path, None)),
            Place::Nothing if request.create => return Err(Errno::EACCES),
            Place::Nothing => return Err(Errno::ENOENT),
        };
        self.descriptors.insert(object)
    }
}
