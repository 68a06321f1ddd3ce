//! `PPB_FileIO`: reading and writing files.
//!
//! Source: Chromium's `ppapi/proxy/file_io_resource.cc`,
//! `content/browser/renderer_host/pepper/pepper_file_io_host.cc`.

use crate::device::storage::StorageKind;
use crate::families::files::file::{FileIo, FileRef, OpenFile, Operation, file_info};
use crate::families::files::storage::error;
use crate::kernel::call::{Call, NOTHING, boolean, word};
use crate::kernel::errors::{OK, PpError};
use crate::kernel::interface::ArrayOutput;
use crate::kernel::interface::Begun;
use crate::kernel::interface::Delivery;
use crate::kernel::pending::PendingId;
use crate::table::{Interface, interface};
use pinnacle_system::files::{OpenRequest, Opened};
use pinnacle_system::host::Action;
use pinnacle_system::memory::{Access, Fault};

pub(crate) const FILE_IO_1_1: Interface = interface! { "PPB_FileIO" "1.1" Stable:
    Create(instance: PP_Instance) -> PP_Resource = create;
    IsFileIO(resource: PP_Resource) -> PP_Bool = is_file_io;
    Open(file_io: PP_Resource, file_ref: PP_Resource, open_flags: int32_t, callback: PP_CompletionCallback) -> int32_t = open;
    Query(file_io: PP_Resource, info: *mut PP_FileInfo, callback: PP_CompletionCallback) -> int32_t = query;
    Touch(file_io: PP_Resource, last_access_time: PP_Time, last_modified_time: PP_Time, callback: PP_CompletionCallback) -> int32_t = touch;
    Read(file_io: PP_Resource, offset: int64_t, buffer: *mut char, bytes_to_read: int32_t, callback: PP_CompletionCallback) -> int32_t = read;
    Write(file_io: PP_Resource, offset: int64_t, buffer: *const char, bytes_to_write: int32_t, callback: PP_CompletionCallback) -> int32_t = write;
    SetLength(file_io: PP_Resource, length: int64_t, callback: PP_CompletionCallback) -> int32_t = set_length;
    Flush(file_io: PP_Resource, callback: PP_CompletionCallback) -> int32_t = flush;
    Close(file_io: PP_Resource) = close;
    ReadToArray(file_io: PP_Resource, offset: int64_t, max_read_length: int32_t, output: *mut PP_ArrayOutput, callback: PP_CompletionCallback) -> int32_t = read_to_array;
};

/// Without arrays.
pub(crate) const FILE_IO_1_0: Interface = FILE_IO_1_1.earlier("1.0", 10);

/// The most that one call reads.
const MAX_READ: i32 = 32 << 20;

const READ: u32 = 1;
const WRITE: u32 = 2;
const CREATE: u32 = 4;
const TRUNCATE: u32 = 8;
const EXCLUSIVE: u32 = 16;
const APPEND: u32 = 32;

fn create(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    if !call.is_instance(0) {
        return word(0);
    }
    word(call.create(FileIo::new()))
}

fn is_file_io(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    boolean(call.resource::<FileIo>(0).is_some())
}

/// What flags ask for; none if they contradict each other.
fn open_request(flags: u32) -> Option<OpenRequest> {
    let has = |flag: u32| flags & flag != 0;
    if has(WRITE) && has(APPEND) || has(TRUNCATE) && !has(WRITE) {
        return None;
    }
    Some(OpenRequest {
        // A tree opens nothing for nothing.
        read: has(READ) || flags & (WRITE | APPEND) == 0,
        write: has(WRITE) || has(APPEND),
        create: has(CREATE),
        exclusive: has(CREATE) && has(EXCLUSIVE),
        truncate: has(TRUNCATE),
        append: has(APPEND),
        ..OpenRequest::default()
    })
}

/// Opens a file by its name in a tree.
fn open_file(
    call: &mut Call<'_, '_>,
    request: OpenRequest,
    flags: u32,
) -> Result<OpenFile, PpError> {
    let system_type = call
        .resource::<FileRef>(1)
        .map_or(0, |file| file.system_type);
    let (kind, path) = call.kernel.place(call.arg(1))?;
    if kind == StorageKind::Downloads && flags & !READ != 0 {
        return Err(PpError::NoAccess);
    }
    match call.kernel.volume(kind)?.open(&path, request)? {
        Opened::Directory(_) => Err(PpError::NotAFile),
        Opened::File(file) => Ok(OpenFile {
            file,
            kind,
            system_type,
            path,
            can_read: flags & READ != 0,
            can_write: request.write,
            appends: request.append,
        }),
    }
}

fn open(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let owner = call.owner::<FileIo>(0);
    let (io, flags) = (call.arg(0), call.arg(2));
    call.complete(3, owner, |call, id| {
        if call.resource::<FileRef>(1).is_none() {
            return Ok(PpError::BadResource.into());
        }
        if let Err(error) = check(call, Operation::Exclusive, true) {
            return Ok(error.into());
        }
        let opened = match open_request(flags) {
            Some(request) => open_file(call, request, flags),
            None => Err(PpError::BadArgument),
        };
        Ok(
            call.file_operation(io, id, Operation::Exclusive, move |call| {
                let result = opened.map(|open| {
                    if let Some(file) = call.kernel.resources.of_mut::<FileIo>(io) {
                        file.open = Some(open);
                    }
                    OK
                });
                Ok(Delivery::Result(result.unwrap_or_else(PpError::code)))
            }),
        )
    })
}

/// Whether an operation on the file in the first argument may begin.
fn check(call: &mut Call<'_, '_>, operation: Operation, is_opening: bool) -> Result<(), PpError> {
    let file = call.resource::<FileIo>(0).ok_or(PpError::BadResource)?;
    file.check(operation, is_opening)
}

/// An operation that is done at once and told later.
fn operate(
    call: &mut Call<'_, '_>,
    callback: usize,
    operation: Operation,
    run: impl FnOnce(&mut Call<'_, '_>, &mut OpenFile) -> Result<Result<i32, PpError>, Fault>,
) -> Result<Action, Fault> {
    let owner = call.owner::<FileIo>(0);
    let io = call.arg(0);
    call.complete(callback, owner, |call, id| {
        if let Err(error) = check(call, operation, false) {
            return Ok(error.into());
        }
        let result = call.with_open_file(io, run)?;
        let result = result.unwrap_or(Err(PpError::Failed));
        Ok(call.file_operation(io, id, operation, move |_| {
            Ok(Delivery::Result(result.unwrap_or_else(PpError::code)))
        }))
    })
}

fn query(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let (io, info) = (call.arg(0), call.arg(1));
    let owner = call.owner::<FileIo>(0);
    call.complete(2, owner, |call, id| {
        if let Err(error) = check(call, Operation::Exclusive, false) {
            return Ok(error.into());
        }
        let status = call.with_open_file(io, |_, open| {
            let status = open.file.status().map_err(error);
            Ok(status.map(|status| file_info(&status, open.system_type)))
        })?;
        let status = status.unwrap_or(Err(PpError::Failed));
        Ok(
            call.file_operation(io, id, Operation::Exclusive, move |call| {
                Ok(Delivery::Result(match status {
                    Ok(bytes) => {
                        call.context.memory.write(info, &bytes)?;
                        OK
                    }
                    Err(error) => error.code(),
                }))
            }),
        )
    })
}

fn touch(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let (accessed, modified) = (call.double_arg(1), call.double_arg(2));
    operate(call, 3, Operation::Exclusive, |call, open| {
        let volume = call.kernel.volume(open.kind);
        let touched = volume.and_then(|volume| volume.touch(&open.path, accessed, modified));
        Ok(touched.map(|()| OK))
    })
}

/// Whether a read may begin; how many bytes it may give.
fn readable(call: &mut Call<'_, '_>, len: u32) -> Result<u32, PpError> {
    check(call, Operation::Read, false)?;
    match len as i32 {
        ..0 => Err(PpError::Failed),
        len => Ok(len.min(MAX_READ) as u32),
    }
}

fn read(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let (io, offset, buffer) = (call.arg(0), call.long_arg(1), call.arg(2));
    let owner = call.owner::<FileIo>(0);
    call.complete(4, owner, |call, id| {
        let len = match readable(call, call.arg(3)) {
            Ok(len) => len,
            Err(error) => return Ok(error.into()),
        };
        Ok(call.file_operation(io, id, Operation::Read, move |call| {
            let read =
                |call: &mut Call<'_, '_>, open: &mut OpenFile| open.read(call, offset, buffer, len);
            let result = call.with_open_file(io, read)?;
            let result = result.unwrap_or(Err(PpError::Failed));
            Ok(Delivery::Result(result.unwrap_or_else(PpError::code)))
        }))
    })
}

/// As `read`, into memory that the program is asked for.
fn read_to_array(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let output: [u32; 2] = call.words(3)?;
    let (io, offset) = (call.arg(0), call.long_arg(1));
    let owner = call.owner::<FileIo>(0);
    call.complete(4, owner, |call, id| {
        Ok(match readable(call, call.arg(2)) {
            Ok(len) => begin_read_to_array(call, id, (io, offset, len), output),
            Err(error) => error.into(),
        })
    })
}

fn begin_read_to_array(
    call: &mut Call<'_, '_>,
    id: PendingId,
    (io, offset, len): (u32, i64, u32),
    output: [u32; 2],
) -> Begun {
    call.file_operation(io, id, Operation::Read, move |call| {
        let read = |call: &mut Call<'_, '_>, open: &mut OpenFile| match call.has_room(len.into()) {
            true => Ok(open.read_bytes(offset, len)),
            false => Ok(Err(PpError::NoMemory)),
        };
        let bytes = call.with_open_file(io, read)?;
        Ok(match bytes.unwrap_or(Err(PpError::Failed)) {
            Err(error) => Delivery::Result(error.code()),
            Ok(bytes) => Delivery::Array(ArrayOutput {
                output,
                count: bytes.len() as u32,
                element_size: 1,
                fill: Box::new(move |call, address| {
                    if address == 0 && !bytes.is_empty() {
                        return Ok(PpError::Failed.code());
                    }
                    call.context.memory.write(address, &bytes)?;
                    Ok(bytes.len() as i32)
                }),
            }),
        })
    })
}

fn write(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let (offset, buffer, len) = (call.long_arg(1), call.arg(2), call.arg(3));
    if buffer == 0 || offset < 0 || (len as i32) < 0 {
        return refuse(call, 4);
    }
    operate(call, 4, Operation::Write, |call, open| {
        call.context.memory.check(buffer, len, Access::Read)?;
        let volume = match call.kernel.volume(open.kind) {
            Ok(volume) => volume,
            Err(error) => return Ok(Err(error)),
        };
        let write = |bytes: &[u8]| Ok::<_, Fault>(open.write(volume, offset, bytes));
        call.context.memory.lend(buffer, len, write)
    })
}

/// Arguments that are wrong whatever the file is.
fn refuse(call: &mut Call<'_, '_>, callback: usize) -> Result<Action, Fault> {
    let owner = call.owner::<FileIo>(0);
    call.complete(callback, owner, |_, _| Ok(PpError::Failed.into()))
}

fn set_length(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let Ok(length) = u64::try_from(call.long_arg(1)) else {
        return refuse(call, 2);
    };
    operate(call, 2, Operation::Exclusive, |call, open| {
        let volume = call.kernel.volume(open.kind);
        Ok(volume.and_then(|volume| open.set_length(volume, length)))
    })
}

fn flush(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    operate(call, 1, Operation::Exclusive, |_, open| {
        Ok(open.file.sync(false).map(|()| OK).map_err(error))
    })
}

/// What is under way is aborted. The file cannot be opened again.
fn close(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    if let Some(file) = call.resource::<FileIo>(0) {
        file.close();
        let io = call.arg(0);
        call.kernel.abort_all(io);
    }
    NOTHING
}
