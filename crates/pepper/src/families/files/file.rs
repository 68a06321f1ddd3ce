//! The file objects of programs: file systems, names of files, and open files.
//!
//! Operations are executed when they are requested and complete later, as in Chrome, which executed
//! them in another process. Therefore optional callbacks are called as well. [`Operations::check`]
//! decides which operations an open file allows while others are pending.
//!
//! Source: Chromium's `ppapi/shared_impl/file_io_state_manager.cc`,
//! `ppapi/shared_impl/file_ref_util.cc`, `ppapi/proxy/file_io_resource.cc`,
//! `ppapi/proxy/file_ref_resource.cc`.

use crate::device::storage::StorageKind;
use crate::families::files::storage::{Volume, error, finish_when_safe, tree_path, volume};
use crate::kernel::call::Call;
use crate::kernel::errors::{OK, PpError};
use crate::kernel::interface::{Begun, Delivery, Ending};
use crate::kernel::pending::PendingId;
use crate::kernel::resource::{BOXED, PLACE, Resource};
use crate::kernel::state::Kernel;
use crate::table::typed::Res;
use pinnacle_system::files::{File, Status, TreePath, Whence};
use pinnacle_system::memory::Fault;
use pinnacle_system::memory_budget::Charge;
use pinnacle_system::state::{Refusal, Writer};
use std::sync::Arc;

mod saved;

pub(super) use saved::OpenFiles;

/// `PP_FileSystemType` of files outside of the origin's file systems.
pub(super) const TYPE_EXTERNAL: u32 = 1;
const TYPE_PERSISTENT: u32 = 2;
const TYPE_TEMPORARY: u32 = 3;

/// Size of `PP_FileInfo`.
pub(super) const FILE_INFO_SIZE: usize = 40;

/// Returns the `PP_FileType`: 0 for ordinary files, 1 for directories, 2 for everything else.
pub(super) fn file_type(status: &Status) -> u32 {
    match (status.is_regular(), status.is_directory()) {
        (true, _) => 0,
        (_, true) => 1,
        _ => 2,
    }
}

/// Returns the status of a file as `PP_FileInfo`.
pub(super) fn file_info(status: &Status, system_type: u32) -> [u8; FILE_INFO_SIZE] {
    let seconds = |time: pinnacle_system::files::Time| {
        (time.seconds as f64 + f64::from(time.nanoseconds) / 1e9).to_le_bytes()
    };
    let mut info = [0; FILE_INFO_SIZE];
    info[..8].copy_from_slice(&status.size.to_le_bytes());
    info[8..12].copy_from_slice(&file_type(status).to_le_bytes());
    info[12..16].copy_from_slice(&system_type.to_le_bytes());
    info[16..24].copy_from_slice(&seconds(status.changed));
    info[24..32].copy_from_slice(&seconds(status.accessed));
    info[32..].copy_from_slice(&seconds(status.modified));
    info
}

/// A file system.
#[derive(Debug)]
pub(crate) struct FileSystem {
    /// `PP_FileSystemType`.
    pub(super) system_type: u32,
    /// True if the program has requested to open it.
    pub(super) was_asked: bool,
    /// True if it is open.
    pub(super) is_open: bool,
}

impl Resource for FileSystem {
    fn name(&self) -> &'static str {
        "FileSystem"
    }

    fn save(&self, to: &mut Writer) -> Result<(), Refusal> {
        self.write_saved(to);
        Ok(())
    }
}

impl FileSystem {
    /// Returns the device's storage for the file system, or `None` for types that pages cannot
    /// have.
    pub(super) fn kind(&self) -> Option<StorageKind> {
        match self.system_type {
            TYPE_PERSISTENT => Some(StorageKind::Persistent),
            TYPE_TEMPORARY => Some(StorageKind::Temporary),
            _ => None,
        }
    }
}

/// The name of a file or directory, which need not exist.
#[derive(Debug)]
pub(crate) struct FileRef {
    /// The resource of the file system, to which the host holds a reference. 0 for a response that
    /// was saved to a file.
    pub(super) file_system: u32,
    /// `PP_FileSystemType`.
    pub(super) system_type: u32,
    /// The path from the root, without a slash at the end.
    pub(super) path: Arc<str>,
    _charge: Charge,
}

impl Resource for FileRef {
    fn name(&self) -> &'static str {
        "FileRef"
    }

    fn save(&self, to: &mut Writer) -> Result<(), Refusal> {
        self.write_saved(to);
        Ok(())
    }

    fn held(&self) -> Vec<u32> {
        let system = Some(self.file_system);
        system.filter(|&system| system != 0).into_iter().collect()
    }

    fn end(self: Box<Self>, _id: u32, kernel: &mut Kernel) {
        if !self.is_external() {
            kernel.unhold_resource(self.file_system);
            return;
        }
        // If only this resource could name the file, it is deleted too.
        if let (Ok(volume), Ok(path)) = (
            volume(kernel, StorageKind::Downloads),
            tree_path(&self.path),
        ) {
            // A missing file need not be deleted.
            let _ = volume.delete(&path);
        }
    }
}

impl FileRef {
    /// Returns true if the program may know its location.
    pub(super) fn is_external(&self) -> bool {
        self.file_system == 0
    }

    /// Returns the last part of the path; for the root, the path itself.
    pub(super) fn name(&self) -> &str {
        match self.path.rsplit_once('/') {
            Some((_, name)) if !name.is_empty() => name,
            _ => &self.path,
        }
    }

    /// Returns the path of its directory. The root is its own parent.
    pub(super) fn parent(&self) -> &str {
        match self.path.rsplit_once('/') {
            Some(("", _)) | None => "/",
            Some((parent, _)) => parent,
        }
    }
}

/// Creates the resource for a file name. `file_system` is the resource of the file system, or 0 for
/// responses. Returns `None` if there is no memory for it.
pub(super) fn file_ref(
    kernel: &mut Kernel,
    file_system: u32,
    system_type: u32,
    path: &str,
) -> Option<FileRef> {
    let charge = kernel.budget.charge(path.len() as u64).ok()?;
    kernel.resources.hold(file_system);
    Some(FileRef {
        file_system,
        system_type,
        path: path.into(),
        _charge: charge,
    })
}

/// Returns the file system and the path of a file, or `PP_ERROR_FAILED` if the file system is not
/// open.
pub(super) fn place(
    kernel: &mut Kernel,
    file_ref: u32,
) -> Result<(StorageKind, TreePath), PpError> {
    let Some(file) = kernel.resources.of::<FileRef>(file_ref) else {
        return Err(PpError::BadResource);
    };
    let path = tree_path(&file.path)?;
    if file.is_external() {
        return Ok((StorageKind::Downloads, path));
    }
    match kernel.resources.of::<FileSystem>(file.file_system) {
        Some(system) if system.is_open => system
            .kind()
            .map(|kind| (kind, path))
            .ok_or(PpError::Failed),
        _ => Err(PpError::Failed),
    }
}

/// The kinds of operations on an open file. The kind decides which other operations it excludes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operation {
    /// A read, which excludes everything except other reads.
    Read,
    /// A write, which excludes everything except other writes.
    Write,
    /// An operation that excludes all others.
    Exclusive,
}

/// The pending operations on a file: all of one kind.
#[derive(Debug)]
struct Operations {
    kind: Operation,
    count: u32,
}

impl Operations {
    fn check(&self, operation: Operation) -> Result<(), PpError> {
        let excludes = operation != self.kind || operation == Operation::Exclusive;
        match self.count > 0 && excludes {
            true => Err(PpError::InProgress),
            false => Ok(()),
        }
    }
}

/// An open file.
#[derive(Debug)]
pub(super) struct OpenFile {
    pub(super) file: Box<dyn File>,
    pub(super) kind: StorageKind,
    pub(super) system_type: u32,
    pub(super) path: TreePath,
    pub(super) can_read: bool,
    pub(super) can_write: bool,
    pub(super) appends: bool,
}

impl OpenFile {
    /// Reads into the program's memory until the buffer is full or the file ends.
    pub(super) fn read(
        &mut self,
        call: &mut Call<'_, '_>,
        offset: i64,
        buffer: u32,
        len: u32,
    ) -> Result<Result<i32, PpError>, Fault> {
        let len = match self.left(offset) {
            Ok(left) => left.min(len.into()) as u32,
            Err(error) => return Ok(Err(error)),
        };
        let file = &mut self.file;
        let mut outcome = Ok(0);
        call.context.memory.receive(buffer, len, |bytes| {
            outcome = read_whole(file, offset, bytes);
            Ok::<usize, Fault>(outcome.unwrap_or(0))
        })?;
        Ok(self.readable(outcome).map(|count| count as i32))
    }

    /// Reads up to a number of bytes.
    pub(super) fn read_bytes(&mut self, offset: i64, len: u32) -> Result<Vec<u8>, PpError> {
        let left = self.left(offset)?;
        let mut bytes = vec![0; left.min(len.into()) as usize];
        let outcome = read_whole(&mut self.file, offset, &mut bytes);
        let count = self.readable(outcome)?;
        bytes.truncate(count);
        Ok(bytes)
    }

    /// Returns the number of bytes after an offset.
    fn left(&self, offset: i64) -> Result<u64, PpError> {
        let size = self.file.status().map_err(error)?.size;
        let offset = u64::try_from(offset).map_err(|_| PpError::Failed)?;
        Ok(size.saturating_sub(offset))
    }

    fn readable(&self, outcome: Result<usize, PpError>) -> Result<usize, PpError> {
        match self.can_read {
            true => outcome,
            false => Err(PpError::Failed),
        }
    }

    /// Returns the end of a write of this number of bytes, and the size of the file before it.
    fn extent(&self, offset: i64, len: u32) -> Result<(u64, u64), PpError> {
        let size = self.file.status().map_err(error)?.size;
        let start = match self.appends {
            true => size,
            false => u64::try_from(offset).map_err(|_| PpError::Failed)?,
        };
        let end = start.checked_add(len.into());
        let end = end.filter(|end| i64::try_from(*end).is_ok());
        Ok((end.ok_or(PpError::Failed)?, size))
    }

    /// Writes bytes. Fails without writing if they do not fit into the quota. If another error
    /// occurs after some bytes were written, returns their number.
    pub(super) fn write(
        &mut self,
        volume: &mut Volume,
        offset: i64,
        bytes: &[u8],
    ) -> Result<i32, PpError> {
        if !self.can_write {
            return Err(PpError::Failed);
        }
        let (end, size) = self.extent(offset, bytes.len() as u32)?;
        if !bytes.is_empty() && end.saturating_sub(size) > volume.room() {
            return Err(PpError::NoQuota);
        }
        if !self.appends {
            self.file.seek(offset, Whence::Start).map_err(error)?;
        }
        let mut rest = bytes;
        let mut outcome = Ok(());
        while !rest.is_empty() && outcome.is_ok() {
            match self.file.write(rest) {
                Ok(0) => outcome = Err(PpError::NoSpace),
                Ok(count) => rest = rest.get(count..).unwrap_or_default(),
                Err(errno) => outcome = Err(error(errno)),
            }
        }
        let after = self.file.status().map_or(size, |status| status.size);
        volume.resized(size, after);
        let written = bytes.len() - rest.len();
        match outcome {
            Err(error) if written == 0 => Err(error),
            _ => Ok(written as i32),
        }
    }

    /// Truncates or extends the file.
    pub(super) fn set_length(&mut self, volume: &mut Volume, length: u64) -> Result<i32, PpError> {
        if !self.can_write {
            return Err(PpError::Failed);
        }
        let size = self.file.status().map_err(error)?.size;
        if length.saturating_sub(size) > volume.room() {
            return Err(PpError::NoQuota);
        }
        self.file.set_length(length).map_err(error)?;
        volume.resized(size, length);
        Ok(OK)
    }
}

/// Reads at an offset until the buffer is full or the file ends.
fn read_whole(file: &mut Box<dyn File>, offset: i64, buffer: &mut [u8]) -> Result<usize, PpError> {
    file.seek(offset, Whence::Start)
        .map_err(|_| PpError::Failed)?;
    let mut count = 0;
    while count < buffer.len() {
        match file.read(&mut buffer[count..]).map_err(error)? {
            0 => break,
            read => count += read,
        }
    }
    Ok(count)
}

/// `PPB_FileIO`: a file that can be opened once.
#[derive(Debug)]
pub(crate) struct FileIo {
    pub(super) open: Option<OpenFile>,
    was_closed: bool,
    operations: Operations,
}

impl Resource for FileIo {
    fn name(&self) -> &'static str {
        "FileIo"
    }

    fn save(&self, to: &mut Writer) -> Result<(), Refusal> {
        self.write_saved(to)
    }

    fn size(&self) -> u64 {
        PLACE + BOXED
    }
}

impl FileIo {
    pub(super) fn new() -> FileIo {
        FileIo {
            open: None,
            was_closed: false,
            operations: Operations {
                kind: Operation::Exclusive,
                count: 0,
            },
        }
    }

    /// Checks that an operation may start now. Returns `PP_ERROR_FAILED` if the file is not open,
    /// or if it is to be opened for a second time.
    pub(super) fn check(&self, operation: Operation, is_opening: bool) -> Result<(), PpError> {
        let is_usable = match is_opening {
            true => self.open.is_none() && !self.was_closed,
            false => self.open.is_some(),
        };
        match is_usable {
            true => self.operations.check(operation),
            false => Err(PpError::Failed),
        }
    }

    fn began(&mut self, operation: Operation) {
        self.operations.kind = operation;
        self.operations.count += 1;
    }

    /// Closes the file permanently. The caller must abort pending operations.
    pub(super) fn close(&mut self) {
        self.open = None;
        self.was_closed = true;
        self.operations.count = 0;
    }
}

/// Completes an operation whose work is done, but whose callback has yet to run.
pub(crate) fn later(kernel: &mut Kernel, id: PendingId, result: Result<i32, PpError>) -> Begun {
    let ending = result.unwrap_or_else(PpError::code);
    finish_when_safe(kernel, id, ending, Ending::from);
    Begun::Later
}

/// Records an operation on a file. It completes once its changes are stored; its output is produced
/// just before its callback runs.
pub(super) fn file_operation(
    call: &mut Call<'_, '_>,
    io: Res<FileIo>,
    id: PendingId,
    operation: Operation,
    output: impl FnOnce(&mut Call<'_, '_>) -> Result<Delivery, Fault> + Send + 'static,
) -> Begun {
    if let Some(file) = call.get(io) {
        file.began(operation);
    }
    let ended = move |call: &mut Call<'_, '_>| {
        if let Some(file) = call.get(io) {
            file.operations.count = file.operations.count.saturating_sub(1);
        }
    };
    let ending = Ending::with_output(move |call| {
        ended(call);
        output(call)
    });
    finish_when_safe(call.kernel, id, ending, move |error| {
        Ending::with_output(move |call| {
            ended(call);
            Ok(Delivery::Result(error.code()))
        })
    });
    Begun::Later
}

/// Passes the open file of a `FileIO` to a function. Returns `None` if it is not open.
pub(super) fn with_open_file<T>(
    call: &mut Call<'_, '_>,
    io: Res<FileIo>,
    function: impl FnOnce(&mut Call<'_, '_>, &mut OpenFile) -> Result<T, Fault>,
) -> Result<Option<T>, Fault> {
    let Some(mut open) = call.get(io).and_then(|file| file.open.take()) else {
        return Ok(None);
    };
    let result = function(call, &mut open);
    if let Some(file) = call.get(io) {
        file.open = Some(open);
    }
    result.map(Some)
}

#[cfg(test)]
mod tests;
