//! Provides a folder of this machine as a tree of files. cap-std confines the guest to the folder:
//! neither `..` nor symbolic links lead out of it.

#![forbid(unsafe_code)]

mod convert;
mod errno;
mod handles;
mod links;
mod public;

use cap_fs_ext::{AccessType, DirExt, OpenOptionsMaybeDirExt, OpenOptionsSyncExt, SystemTimeSpec};
use cap_primitives::fs::AccessModes;
use cap_std::ambient_authority;
use cap_std::fs::{Dir, DirBuilder, OpenOptions, Permissions};
pub use convert::host_path;
use convert::{bytes_from_os, path_from_bytes};
pub use errno::errno;
use handles::{FolderDirectory, FolderFile};
use pinnacle_system::Errno;
use pinnacle_system::files::{
    OpenRequest, Opened, SetTime, Status, Tree, TreePath, access_modes, retry,
};
pub use public::public_path;
use std::io;
use std::path::{Path, PathBuf};

/// Wraps a file that this process has opened, for use by a program. It may be a pipe or a socket.
#[must_use]
pub fn opened(file: std::fs::File) -> Box<dyn pinnacle_system::files::File> {
    Box::new(FolderFile(file))
}

/// A folder of this machine.
#[derive(Debug)]
pub struct Folder(Dir);

impl Folder {
    /// Opens a folder.
    ///
    /// # Errors
    ///
    /// Fails if the system cannot open the folder.
    pub fn open(path: &Path) -> io::Result<Folder> {
        Dir::open_ambient_dir(path, ambient_authority()).map(Folder)
    }

    /// Opens a file for writing.
    fn open_for_writing(
        &self,
        path: &Path,
        request: &OpenRequest,
    ) -> Result<cap_std::fs::File, Errno> {
        let mut options = open_options(request);
        options.create(request.create).create_new(request.exclusive);
        // A file opened for appending cannot be truncated in the same step.
        options.truncate(request.truncate && !request.append && !request.exclusive);
        let file = retry(|| self.0.open_with(path, &options)).map_err(errno)?;
        if request.truncate && request.append {
            file.set_len(0).map_err(errno)?;
        }
        Ok(file)
    }

    /// Opens a file for reading, creating it if requested.
    fn open_for_reading(
        &self,
        path: &Path,
        request: &OpenRequest,
    ) -> Result<cap_std::fs::File, Errno> {
        if request.create {
            let mut options = open_options(request);
            options.write(true).create_new(true);
            match self.0.open_with(path, &options) {
                Err(error)
                    if error.kind() == io::ErrorKind::AlreadyExists && !request.exclusive => {}
                result => return result.map_err(errno),
            }
        }
        let mut options = open_options(request);
        options.maybe_dir(true);
        retry(|| self.0.open_with(path, &options)).map_err(errno)
    }
}

fn open_options(request: &OpenRequest) -> OpenOptions {
    let mut options = OpenOptions::new();
    options
        .read(request.read)
        .write(request.write)
        .append(request.append);
    options.sync(request.sync).nonblock(request.non_blocking);
    #[cfg(unix)]
    cap_std::fs::OpenOptionsExt::mode(&mut options, request.mode);
    options
}

/// Removes a slash at the end of a path, which is redundant if only a directory is accepted.
fn without_slash(path: &Path) -> PathBuf {
    path.components().collect()
}

impl Tree for Folder {
    /// Resolves a path by the rules of [`public_path`].
    fn public(&self, path: &TreePath) -> Result<TreePath, Errno> {
        let resolved = public_path(&self.0, &host_path(path)?).map_err(errno)?;
        let names = resolved.components().filter_map(|part| match part {
            std::path::Component::Normal(name) => Some(bytes_from_os(name).into_boxed_slice()),
            _ => None,
        });
        Ok(TreePath {
            names: names.collect(),
            directory: path.directory,
        })
    }

    fn open(&self, path: &TreePath, request: &OpenRequest) -> Result<Opened, Errno> {
        let path = host_path(path)?;
        let file = if request.write {
            self.open_for_writing(&path, request)?
        } else {
            self.open_for_reading(&path, request)?
        };
        let is_directory = file.metadata().map_err(errno)?.is_dir();
        Ok(if is_directory {
            let directory = Dir::from_std_file(file.into_std());
            Opened::Directory(Box::new(FolderDirectory(directory)))
        } else {
            Opened::File(Box::new(FolderFile(file.into_std())))
        })
    }

    fn status(&self, path: &TreePath, follow: bool) -> Result<Status, Errno> {
        let path = host_path(path)?;
        let metadata = if follow {
            self.0.metadata(path)
        } else {
            self.0.symlink_metadata(path)
        };
        Ok(convert::status(&metadata.map_err(errno)?))
    }

    fn make_directory(&self, path: &TreePath, mode: u32) -> Result<(), Errno> {
        #[cfg_attr(not(unix), expect(unused_mut))]
        let mut builder = DirBuilder::new();
        #[cfg(unix)]
        cap_std::fs::DirBuilderExt::mode(&mut builder, mode);
        #[cfg(not(unix))]
        let _ = mode;
        let path = without_slash(&host_path(path)?);
        self.0.create_dir_with(path, &builder).map_err(errno)
    }

    fn remove_directory(&self, path: &TreePath) -> Result<(), Errno> {
        let path = without_slash(&host_path(path)?);
        self.0.remove_dir(path).map_err(errno)
    }

    fn remove_file(&self, path: &TreePath) -> Result<(), Errno> {
        self.0.remove_file(host_path(path)?).map_err(errno)
    }

    fn link(&self, old: &TreePath, new: &TreePath) -> Result<(), Errno> {
        let (old, new) = (host_path(old)?, host_path(new)?);
        links::check_move(&self.0, &old, &new)?;
        self.0.hard_link(old, &self.0, new).map_err(errno)
    }

    fn rename(&self, old: &TreePath, new: &TreePath) -> Result<(), Errno> {
        let (old, new) = (host_path(old)?, host_path(new)?);
        links::check_move(&self.0, &old, &new)?;
        self.0.rename(old, &self.0, new).map_err(errno)
    }

    fn make_symbolic_link(&self, target: &[u8], link: &TreePath) -> Result<(), Errno> {
        let (target, link) = (path_from_bytes(target.to_vec())?, host_path(link)?);
        links::check_target(&self.0, &target, &link)?;
        self.0.symlink(target, link).map_err(errno)
    }

    fn read_link(&self, path: &TreePath) -> Result<Vec<u8>, Errno> {
        let target = self.0.read_link_contents(host_path(path)?).map_err(errno)?;
        if target.is_absolute() {
            // The guest must not learn where the folder is on this machine.
            return Err(Errno::EACCES);
        }
        Ok(bytes_from_os(target.as_os_str()))
    }

    fn set_length(&self, path: &TreePath, length: u64) -> Result<(), Errno> {
        let path = host_path(path)?;
        let mut options = OpenOptions::new();
        options.write(true);
        let file = retry(|| self.0.open_with(&path, &options)).map_err(errno)?;
        retry(|| file.set_len(length)).map_err(errno)
    }

    fn set_permissions(&self, path: &TreePath, mode: u32) -> Result<(), Errno> {
        let path = host_path(path)?;
        #[cfg(unix)]
        let permissions: std::fs::Permissions = std::os::unix::fs::PermissionsExt::from_mode(mode);
        #[cfg(unix)]
        let permissions = Permissions::from_std(permissions);
        #[cfg(not(unix))]
        let permissions: Permissions = {
            let mut permissions = self.0.metadata(&path).map_err(errno)?.permissions();
            permissions.set_readonly(mode & 0o222 == 0);
            permissions
        };
        self.0.set_permissions(path, permissions).map_err(errno)
    }

    fn set_times(
        &self,
        path: &TreePath,
        accessed: SetTime,
        modified: SetTime,
    ) -> Result<(), Errno> {
        let time = |time| -> Result<SystemTimeSpec, Errno> {
            match time {
                SetTime::Now => Ok(SystemTimeSpec::SymbolicNow),
                SetTime::To(time) => {
                    // Times before 1970 are refused, because cap-std panics for them.
                    let time = convert::to_system(time).filter(|_| time.seconds >= 0);
                    let time = cap_std::time::SystemTime::from_std(time.ok_or(Errno::EINVAL)?);
                    Ok(SystemTimeSpec::Absolute(time))
                }
            }
        };
        let (accessed, modified) = (time(accessed)?, time(modified)?);
        self.0
            .set_times(host_path(path)?, Some(accessed), Some(modified))
            .map_err(errno)
    }

    fn check_access(&self, path: &TreePath, modes: u32) -> Result<(), Errno> {
        let access = if modes == 0 {
            AccessType::Exists
        } else {
            AccessType::Access(AccessModes {
                readable: modes & access_modes::READ != 0,
                writable: modes & access_modes::WRITE != 0,
                executable: modes & access_modes::EXECUTE != 0,
            })
        };
        self.0.access(host_path(path)?, access).map_err(errno)
    }
}
