//! Files sent and received over the network: bodies of responses that become files, and parts of
//! files that are sent with requests.

use crate::device::storage::StorageKind;
use crate::families::files::file::{OpenFile, TYPE_EXTERNAL, file_ref, place};
use crate::families::files::storage::{error, open_volume, tree_path, volume};
use crate::kernel::errors::PpError;
use crate::kernel::state::Kernel;
use pinnacle_system::files::{OpenRequest, Opened, Whence};

/// A file that receives the body of a response.
#[derive(Debug)]
pub(crate) struct Download(OpenFile);

impl Download {
    /// Creates a file whose name is a number. Returns the file and the resource of its name; the
    /// host holds a reference to the resource.
    pub(crate) fn begin(kernel: &mut Kernel, number: u32) -> Result<(Download, u32), PpError> {
        let path = format!("/{number}");
        let request = OpenRequest {
            read: true,
            write: true,
            create: true,
            truncate: true,
            ..OpenRequest::default()
        };
        let place = tree_path(&path)?;
        let kind = StorageKind::Downloads;
        let Opened::File(file) = open_volume(kernel, kind)?.open(&place, request)? else {
            return Err(PpError::Failed);
        };
        let open = OpenFile {
            file,
            kind,
            system_type: TYPE_EXTERNAL,
            path: place,
            can_read: true,
            can_write: true,
            appends: true,
        };
        let name = file_ref(kernel, 0, TYPE_EXTERNAL, &path);
        let name = name.and_then(|name| kernel.create_held(name));
        Ok((Download(open), name.ok_or(PpError::NoMemory)?))
    }

    /// Writes bytes at the end: `PP_ERROR_NOSPACE` unless all of them fit.
    pub(crate) fn append(&mut self, kernel: &mut Kernel, bytes: &[u8]) -> Result<(), PpError> {
        let volume = volume(kernel, StorageKind::Downloads)?;
        match self.0.write(volume, 0, bytes)? as usize == bytes.len() {
            true => Ok(()),
            false => Err(PpError::NoSpace),
        }
    }
}

/// A part of a file that a request sends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FilePart {
    /// The resource of the file's name.
    pub(crate) file_ref: u32,
    /// The offset of its first byte.
    pub(crate) start: u64,
    /// The number of bytes; `None` for the rest of the file.
    pub(crate) count: Option<u64>,
    /// Required time of the last modification, in seconds since 1970; 0 if any time is accepted.
    pub(crate) modified: f64,
}

impl FilePart {
    /// Reads the part and appends it to the request body. Fails with `PP_ERROR_FAILED` if the file
    /// is missing or was changed.
    pub(crate) fn read(&self, kernel: &mut Kernel, body: &mut Vec<u8>) -> Result<(), PpError> {
        let (kind, path) = place(kernel, self.file_ref)?;
        let request = OpenRequest {
            read: true,
            ..OpenRequest::default()
        };
        let opened = volume(kernel, kind)?.open(&path, request);
        let Ok(Opened::File(mut file)) = opened else {
            return Err(PpError::Failed);
        };
        let status = file.status().map_err(error)?;
        // Chrome compared whole seconds.
        if self.modified != 0.0 && self.modified.floor() as i64 != status.modified.seconds {
            return Err(PpError::Failed);
        }
        let left = status.size.saturating_sub(self.start);
        let count = self.count.map_or(left, |count| count.min(left));
        let count = usize::try_from(count).map_err(|_| PpError::NoMemory)?;
        if !kernel.has_room(body.len().saturating_add(count) as u64) {
            return Err(PpError::NoMemory);
        }
        let start = i64::try_from(self.start).map_err(|_| PpError::Failed)?;
        file.seek(start, Whence::Start).map_err(error)?;
        let mut filled = body.len();
        body.resize(filled + count, 0);
        while filled < body.len() {
            match file.read(&mut body[filled..]).map_err(error)? {
                0 => break,
                read => filled += read,
            }
        }
        body.truncate(filled);
        Ok(())
    }
}
