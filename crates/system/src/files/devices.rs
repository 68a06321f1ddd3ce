//! The devices that a program has without any mounted folder: `/dev/null`, `/dev/zero`,
//! `/dev/full`, `/dev/random` and `/dev/urandom`, and its own standard streams as `/dev/stdin`,
//! `/dev/stdout`, `/dev/stderr` and `/dev/fd/N`.
//!
//! Using them opens no file of the host. Written data is discarded, and random bytes come from a
//! source that the embedder chooses. The tree cannot be changed.

use super::path::GuestPath;
use super::tree::{Directory, Entry, File, OpenRequest, Opened, SetTime, Tree, TreePath, Whence};
use super::{BLOCK_SIZE, MODE_CHARACTER, MODE_DIRECTORY, Status, access_modes};
use crate::Errno;
use crate::random::RandomSource;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// The tree's device number. No folder uses it.
const TREE: u64 = u64::MAX;

/// The inode of the directory. Devices follow in the order of the list.
const ROOT_INODE: u64 = 1;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Device {
    Null,
    Zero,
    Full,
    Random,
    /// A standard stream, by its descriptor.
    Stream(u32),
    /// The directory of descriptors.
    Descriptors,
}

/// The names in the tree, each with its device number on Linux.
const DEVICES: [(&[u8], Device, u64); 9] = [
    (b"null", Device::Null, 0x103),
    (b"zero", Device::Zero, 0x105),
    (b"full", Device::Full, 0x107),
    (b"random", Device::Random, 0x108),
    (b"urandom", Device::Random, 0x109),
    (b"stdin", Device::Stream(0), 0),
    (b"stdout", Device::Stream(1), 0),
    (b"stderr", Device::Stream(2), 0),
    (b"fd", Device::Descriptors, 0),
];

/// Returns the descriptor of a path in `/dev`: both `/dev/stdin` and `/dev/fd/0` are descriptor 0.
pub(super) fn descriptor_of(path: &GuestPath) -> Option<u32> {
    match path.strip_prefix(&directory())? {
        [name] => match find(name)?.1 {
            Device::Stream(descriptor) => Some(descriptor),
            _ => None,
        },
        [folder, number] if **folder == *b"fd" => {
            let number = std::str::from_utf8(number).ok()?;
            let is_plain = number == "0" || !number.starts_with(['0', '+']);
            is_plain.then(|| number.parse().ok())?
        }
        _ => None,
    }
}

/// Returns the directory at which the tree is mounted.
pub(super) fn directory() -> GuestPath {
    let root = GuestPath::root();
    root.resolve(b"/dev").map_or(root, |resolved| resolved.path)
}

fn find(name: &[u8]) -> Option<(u64, Device, u64)> {
    let place = DEVICES.iter().position(|(known, ..)| *known == name)?;
    let (_, device, special) = DEVICES[place];
    Some((ROOT_INODE + 1 + place as u64, device, special))
}

type Source = Arc<Mutex<Box<dyn RandomSource>>>;

/// The tree of devices.
pub(super) struct Devices(Source);

impl Devices {
    /// Creates the devices. `random` is the source of the bytes of `/dev/urandom`.
    pub(super) fn new(random: Box<dyn RandomSource>) -> Devices {
        Devices(Arc::new(Mutex::new(random)))
    }
}

impl fmt::Debug for Devices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Devices").finish_non_exhaustive()
    }
}

fn status(inode: u64, special_device: u64, mode: u32) -> Status {
    Status {
        device: TREE,
        inode,
        mode,
        links: 1,
        special_device,
        block_size: BLOCK_SIZE,
        ..Status::default()
    }
}

fn status_at(path: &TreePath) -> Result<(Device, Status), Errno> {
    let [name] = &path.names[..] else {
        return Err(Errno::ENOENT);
    };
    let (inode, device, special) = find(name).ok_or(Errno::ENOENT)?;
    if device == Device::Descriptors {
        return Ok((device, status(inode, 0, MODE_DIRECTORY | 0o555)));
    }
    if path.directory {
        return Err(Errno::ENOTDIR);
    }
    Ok((device, status(inode, special, MODE_CHARACTER | 0o666)))
}

impl Tree for Devices {
    fn open(&self, path: &TreePath, request: &OpenRequest) -> Result<Opened, Errno> {
        let (device, status) = match self.status(path, true) {
            Ok(status) if path.names.is_empty() => (Device::Descriptors, status),
            Err(Errno::ENOENT) if request.create => return Err(Errno::EACCES),
            _ => status_at(path)?,
        };
        match device {
            _ if request.exclusive => Err(Errno::EEXIST),
            Device::Descriptors if request.write => Err(Errno::EISDIR),
            Device::Descriptors => Ok(Opened::Directory(Box::new(DeviceDirectory(status)))),
            _ => Ok(Opened::File(Box::new(OpenDevice {
                device,
                status,
                random: self.0.clone(),
            }))),
        }
    }

    fn status(&self, path: &TreePath, _: bool) -> Result<Status, Errno> {
        if path.names.is_empty() {
            return Ok(status(ROOT_INODE, 0, MODE_DIRECTORY | 0o555));
        }
        Ok(status_at(path)?.1)
    }

    fn make_directory(&self, path: &TreePath, _: u32) -> Result<(), Errno> {
        match self.status(path, false) {
            Ok(_) => Err(Errno::EEXIST),
            Err(_) => Err(Errno::EACCES),
        }
    }

    fn remove_directory(&self, path: &TreePath) -> Result<(), Errno> {
        self.refuse(path)
    }

    fn remove_file(&self, path: &TreePath) -> Result<(), Errno> {
        self.refuse(path)
    }

    fn link(&self, old: &TreePath, _: &TreePath) -> Result<(), Errno> {
        self.refuse(old)
    }

    fn rename(&self, old: &TreePath, _: &TreePath) -> Result<(), Errno> {
        self.refuse(old)
    }

    fn make_symbolic_link(&self, _: &[u8], _: &TreePath) -> Result<(), Errno> {
        Err(Errno::EACCES)
    }

    fn read_link(&self, path: &TreePath) -> Result<Vec<u8>, Errno> {
        self.status(path, false)?;
        Err(Errno::EINVAL)
    }

    fn set_length(&self, path: &TreePath, _: u64) -> Result<(), Errno> {
        match self.status(path, true)?.is_directory() {
            true => Err(Errno::EISDIR),
            false => Err(Errno::EINVAL),
        }
    }

    fn set_permissions(&self, path: &TreePath, _: u32) -> Result<(), Errno> {
        self.refuse(path)
    }

    fn set_times(&self, path: &TreePath, _: SetTime, _: SetTime) -> Result<(), Errno> {
        self.refuse(path)
    }

    fn check_access(&self, path: &TreePath, modes: u32) -> Result<(), Errno> {
        let unwanted = match self.status(path, true)?.is_directory() {
            true => access_modes::WRITE,
            false => access_modes::EXECUTE,
        };
        if modes & unwanted == 0 {
            Ok(())
        } else {
            Err(Errno::EACCES)
        }
    }
}

impl Devices {
    /// Returns the error for an attempt to change an existing file.
    fn refuse(&self, path: &TreePath) -> Result<(), Errno> {
        self.status(path, false)?;
        Err(Errno::EACCES)
    }
}

struct OpenDevice {
    device: Device,
    status: Status,
    random: Source,
}

impl fmt::Debug for OpenDevice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("OpenDevice").field(&self.device).finish()
    }
}

impl File for OpenDevice {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Errno> {
        match self.device {
            Device::Zero | Device::Full => buffer.fill(0),
            Device::Random => {
                let random = self.random.lock();
                random
                    .unwrap_or_else(PoisonError::into_inner)
                    .fill(buffer)?;
            }
            Device::Null | Device::Stream(_) | Device::Descriptors => return Ok(0),
        }
        Ok(buffer.len())
    }

    fn write(&mut self, bytes: &[u8]) -> Result<usize, Errno> {
        match self.device {
            Device::Full if !bytes.is_empty() => Err(Errno::ENOSPC),
            _ => Ok(bytes.len()),
        }
    }

    fn seek(&mut self, _: i64, _: Whence) -> Result<u64, Errno> {
        Ok(0)
    }

    fn status(&self) -> Result<Status, Errno> {
        Ok(self.status)
    }

    fn set_permissions(&mut self, _: u32) -> Result<(), Errno> {
        Err(Errno::EACCES)
    }

    fn set_length(&mut self, _: u64) -> Result<(), Errno> {
        Err(Errno::EINVAL)
    }

    fn sync(&mut self, _: bool) -> Result<(), Errno> {
        Err(Errno::EINVAL)
    }
}

/// `/dev`, or the directory of descriptors, whose listing is empty.
#[derive(Debug)]
struct DeviceDirectory(Status);

impl Directory for DeviceDirectory {
    fn entries(&self) -> Result<Vec<Entry>, Errno> {
        if self.0.inode != ROOT_INODE {
            return Ok(Vec::new());
        }
        let entry = |(place, (name, ..)): (usize, &(&[u8], Device, u64))| Entry {
            inode: ROOT_INODE + 1 + place as u64,
            name: name.to_vec(),
        };
        Ok(DEVICES.iter().enumerate().map(entry).collect())
    }

    fn status(&self) -> Result<Status, Errno> {
        Ok(self.0)
    }

    fn set_permissions(&mut self, _: u32) -> Result<(), Errno> {
        Err(Errno::EACCES)
    }

    fn sync(&mut self, _: bool) -> Result<(), Errno> {
        Err(Errno::EINVAL)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{FileSystem, MODE_TYPE, MemoryTree, Mount, Stdio, flags};
    use super::*;
    use crate::clock::VirtualClock;
    use crate::random::Seeded;

    fn with_devices(mounts: Vec<Mount>, seed: u64) -> FileSystem {
        let mut files = FileSystem::new(Stdio::default(), mounts).unwrap();
        files.offer_devices(Box::new(Seeded::new(seed)));
        files
    }

    fn read(files: &mut FileSystem, path: &str) -> (usize, [u8; 8]) {
        let descriptor = files.open(path.as_bytes(), flags::READ_ONLY, 0).unwrap();
        let mut buffer = [7; 8];
        let count = files.read(descriptor, &mut buffer).unwrap();
        files.close(descriptor).unwrap();
        (count, buffer)
    }

    #[test]
    fn devices_are_there_without_a_folder() {
        let mut files = with_devices(Vec::new(), 1);
        assert!(!files.has_mounts(), "no folder was given");
        assert_eq!(read(&mut files, "/dev/null"), (0, [7; 8]));
        assert_eq!(read(&mut files, "/dev/zero"), (8, [0; 8]));
        let null = files.open(b"/dev/null", flags::WRITE_ONLY | flags::TRUNCATE, 0);
        assert_eq!(files.write(null.unwrap(), &[1; 1000]), Ok(1000));
        let full = files.open(b"/dev/full", flags::WRITE_ONLY, 0).unwrap();
        assert_eq!(files.write(full, &[1]), Err(Errno::ENOSPC));
        let status = files.status(b"/dev/null", true).unwrap();
        assert_eq!(status.mode & MODE_TYPE, MODE_CHARACTER);
        assert_eq!(status.special_device, 0x103);
    }

    #[test]
    fn a_seed_repeats_the_bytes_of_urandom() {
        let bytes = |seed| read(&mut with_devices(Vec::new(), seed), "/dev/urandom");
        assert_eq!(bytes(1), bytes(1));
        assert_ne!(bytes(1), bytes(2));
    }

    #[test]
    fn streams_have_names() {
        let mut files = with_devices(Vec::new(), 1);
        for path in ["/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/fd/1"] {
            let opened = files.open(path.as_bytes(), flags::READ_WRITE, 0);
            assert!(opened.is_ok(), "{path}: {opened:?}");
        }
        for path in ["/dev/fd/99", "/dev/fd/01", "/dev/fd/x", "/dev/none"] {
            let opened = files.open(path.as_bytes(), flags::READ_ONLY, 0);
            assert!(opened.is_err(), "{path}");
        }
    }

    #[test]
    fn nothing_of_them_can_be_changed() {
        let mut files = with_devices(Vec::new(), 1);
        let create = flags::WRITE_ONLY | flags::CREATE;
        assert_eq!(files.open(b"/dev/new", create, 0o666), Err(Errno::EACCES));
        assert_eq!(files.unlink(b"/dev/null"), Err(Errno::EACCES));
        assert_eq!(
            files.open(b"/dev", flags::WRITE_ONLY, 0),
            Err(Errno::EISDIR)
        );
        assert_eq!(
            files.open(b"/dev/null/x", flags::READ_ONLY, 0),
            Err(Errno::ENOENT)
        );
    }

    #[test]
    fn a_folder_of_the_program_comes_first() {
        let tree = MemoryTree::new(1, 1 << 16, std::sync::Arc::new(VirtualClock::new()));
        tree.insert("null", b"mine").unwrap();
        let mount = Mount {
            guest: directory(),
            tree: Box::new(tree),
            read_only: false,
        };
        let mut files = with_devices(vec![mount], 1);
        assert_eq!(read(&mut files, "/dev/null").0, 4);
        assert_eq!(files.open(b"/dev/zero", 0, 0), Err(Errno::ENOENT));
    }
}
