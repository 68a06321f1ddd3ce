//! `PPB_FileIO`: reading and writing files. `PPB_FileIO_Private`: descriptors of open files, which
//! are refused.
//!
//! Source: Chromium's `ppapi/proxy/file_io_resource.cc`,
//! `content/browser/renderer_host/pepper/pepper_file_io_host.cc`.

use crate::device::storage::StorageKind;
use crate::families::files::file::{
    FileIo, FileRef, OpenFile, Operation, file_info, file_operation, place, with_open_file,
};
use crate::families::files::storage::{error, volume};
use crate::kernel::call::Call;
use crate::kernel::errors::{OK, PpError};
use crate::kernel::interface::{ArrayOutput, Begun, Delivery};
use crate::kernel::pending::PendingId;
use crate::kernel::state::Kernel;
use crate::table::ctypes::{PP_ArrayOutput, PP_FileHandle, PP_FileInfo, char};
use crate::table::typed::{At, CallbackArg, Instance, Res};
use crate::table::{Interface, Support, interface};
use pinnacle_system::files::{OpenRequest, Opened};
use pinnacle_system::host::Action;
use pinnacle_system::memory::{Access, Fault};

pub(crate) const FILE_IO_1_1: Interface = interface! { "PPB_FileIO" "1.1" Stable:
    Create(instance: PP_Instance) -> PP_Resource => create;
    IsFileIO(resource: PP_Resource) -> PP_Bool => is_file_io;
    Open(file_io: PP_Resource, file_ref: PP_Resource, open_flags: int32_t, callback: PP_CompletionCallback) -> int32_t => open;
    Query(file_io: PP_Resource, info: *mut PP_FileInfo, callback: PP_CompletionCallback) -> int32_t => query;
    Touch(file_io: PP_Resource, last_access_time: PP_Time, last_modified_time: PP_Time, callback: PP_CompletionCallback) -> int32_t => touch;
    Read(file_io: PP_Resource, offset: int64_t, buffer: *mut char, bytes_to_read: int32_t, callback: PP_CompletionCallback) -> int32_t => read;
    Write(file_io: PP_Resource, offset: int64_t, buffer: *const char, bytes_to_write: int32_t, callback: PP_CompletionCallback) -> int32_t => write;
    SetLength(file_io: PP_Resource, length: int64_t, callback: PP_CompletionCallback) -> int32_t => set_length;
    Flush(file_io: PP_Resource, callback: PP_CompletionCallback) -> int32_t => flush;
    Close(file_io: PP_Resource) => close;
    ReadToArray(file_io: PP_Resource, offset: int64_t, max_read_length: int32_t, output: *mut PP_ArrayOutput, callback: PP_CompletionCallback) -> int32_t => read_to_array;
};

/// Like 1.1, without `ReadToArray`.
pub(crate) const FILE_IO_1_0: Interface = FILE_IO_1_1.earlier("1.0", 10);

pub(crate) const FILE_IO_PRIVATE_0_1: Interface = interface! { "PPB_FileIO_Private" "0.1" Private:
    RequestOSFileHandle(file_io: PP_Resource, handle: *mut PP_FileHandle, callback: PP_CompletionCallback) -> int32_t => request_os_file_handle;
}
.with_support(Support::Refused("only programs of a list got descriptors"));

/// Maximum number of bytes that one call reads.
const MAX_READ: i32 = 32 << 20;

const READ: u32 = 1;
const WRITE: u32 = 2;
const CREATE: u32 = 4;
const TRUNCATE: u32 = 8;
const EXCLUSIVE: u32 = 16;
const APPEND: u32 = 32;

fn create(call: &mut Call<'_, '_>, instance: Instance) -> u32 {
    match instance.is_own() {
        true => call.create(FileIo::new()),
        false => 0,
    }
}

fn is_file_io(call: &mut Call<'_, '_>, resource: Res<FileIo>) -> bool {
    call.get(resource).is_some()
}

/// Returns the request for these flags, or `None` if the flags contradict each other.
fn open_request(flags: u32) -> Option<OpenRequest> {
    let has = |flag: u32| flags & flag != 0;
    if has(WRITE) && has(APPEND) || has(TRUNCATE) && !has(WRITE) {
        return None;
    }
    Some(OpenRequest {
        // Trees do not open a file without any access, so read access is the default.
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
    kernel: &mut Kernel,
    file_ref: Res<FileRef>,
    request: OpenRequest,
    flags: u32,
) -> Result<OpenFile, PpError> {
    let known = kernel.resources.of::<FileRef>(file_ref.id);
    let system_type = known.map_or(0, |file| file.system_type);
    let (kind, path) = place(kernel, file_ref.id)?;
    if kind == StorageKind::Downloads && flags & !READ != 0 {
        return Err(PpError::NoAccess);
    }
    match volume(kernel, kind)?.open(&path, request)? {
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

fn open(
    call: &mut Call<'_, '_>,
    io: Res<FileIo>,
    file_ref: Res<FileRef>,
    flags: u32,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(io);
    call.complete(callback, owner, |call, id| {
        if call.get(file_ref).is_none() {
            return Ok(PpError::BadResource.into());
        }
        if let Err(error) = check(call, io, Operation::Exclusive, true) {
            return Ok(error.into());
        }
        let opened = match open_request(flags) {
            Some(request) => open_file(call.kernel, file_ref, request, flags),
            None => Err(PpError::BadArgument),
        };
        Ok(file_operation(
            call,
            io,
            id,
            Operation::Exclusive,
            move |call| {
                let result = opened.map(|open| {
                    if let Some(file) = call.get(io) {
                        file.open = Some(open);
                    }
                    OK
                });
                Ok(Delivery::Result(result.unwrap_or_else(PpError::code)))
            },
        ))
    })
}

/// Returns an error if an operation on a file may not begin.
fn check(
    call: &mut Call<'_, '_>,
    io: Res<FileIo>,
    operation: Operation,
    is_opening: bool,
) -> Result<(), PpError> {
    let file = call.get(io).ok_or(PpError::BadResource)?;
    file.check(operation, is_opening)
}

/// Performs an operation immediately and reports its result later.
fn operate(
    call: &mut Call<'_, '_>,
    io: Res<FileIo>,
    callback: CallbackArg,
    operation: Operation,
    run: impl FnOnce(&mut Call<'_, '_>, &mut OpenFile) -> Result<Result<i32, PpError>, Fault>,
) -> Result<Action, Fault> {
    let owner = call.own(io);
    call.complete(callback, owner, |call, id| {
        if let Err(error) = check(call, io, operation, false) {
            return Ok(error.into());
        }
        let result = with_open_file(call, io, run)?;
        let result = result.unwrap_or(Err(PpError::Failed));
        Ok(file_operation(call, io, id, operation, move |_| {
            Ok(Delivery::Result(result.unwrap_or_else(PpError::code)))
        }))
    })
}

fn query(
    call: &mut Call<'_, '_>,
    io: Res<FileIo>,
    info: At<PP_FileInfo>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(io);
    call.complete(callback, owner, |call, id| {
        if let Err(error) = check(call, io, Operation::Exclusive, false) {
            return Ok(error.into());
        }
        let status = with_open_file(call, io, |_, open| {
            let status = open.file.status().map_err(error);
            Ok(status.map(|status| file_info(&status, open.system_type)))
        })?;
        let status = status.unwrap_or(Err(PpError::Failed));
        Ok(file_operation(
            call,
            io,
            id,
            Operation::Exclusive,
            move |call| {
                Ok(Delivery::Result(match status {
                    Ok(bytes) => {
                        call.context.memory.write(info.address, &bytes)?;
                        OK
                    }
                    Err(error) => error.code(),
                }))
            },
        ))
    })
}

fn touch(
    call: &mut Call<'_, '_>,
    io: Res<FileIo>,
    accessed: f64,
    modified: f64,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    operate(call, io, callback, Operation::Exclusive, |call, open| {
        let volume = volume(call.kernel, open.kind);
        let touched = volume.and_then(|volume| volume.touch(&open.path, accessed, modified));
        Ok(touched.map(|()| OK))
    })
}

/// Fails as in Chrome for programs that were not on its list.
fn request_os_file_handle(
    call: &mut Call<'_, '_>,
    io: Res<FileIo>,
    _: At<PP_FileHandle>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    operate(call, io, callback, Operation::Exclusive, |_, _| {
        Ok(Err(PpError::NoAccess))
    })
}

/// Returns the maximum number of bytes of a read, or an error if reading may not start.
fn readable(call: &mut Call<'_, '_>, io: Res<FileIo>, len: i32) -> Result<u32, PpError> {
    check(call, io, Operation::Read, false)?;
    match len {
        ..0 => Err(PpError::Failed),
        len => Ok(len.min(MAX_READ) as u32),
    }
}

fn read(
    call: &mut Call<'_, '_>,
    io: Res<FileIo>,
    offset: i64,
    buffer: At<char>,
    len: i32,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(io);
    call.complete(callback, owner, |call, id| {
        let len = match readable(call, io, len) {
            Ok(len) => len,
            Err(error) => return Ok(error.into()),
        };
        Ok(file_operation(call, io, id, Operation::Read, move |call| {
            let result = with_open_file(call, io, |call, open| {
                open.read(call, offset, buffer.address, len)
            })?;
            let result = result.unwrap_or(Err(PpError::Failed));
            Ok(Delivery::Result(result.unwrap_or_else(PpError::code)))
        }))
    })
}

/// Like `read`, but into memory that a callback of the program allocates.
fn read_to_array(
    call: &mut Call<'_, '_>,
    io: Res<FileIo>,
    offset: i64,
    len: i32,
    output: At<PP_ArrayOutput>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let output = output.read_words(call)?;
    let owner = call.own(io);
    call.complete(callback, owner, |call, id| {
        Ok(match readable(call, io, len) {
            Ok(len) => begin_read_to_array(call, id, (io, offset, len), output),
            Err(error) => error.into(),
        })
    })
}

fn begin_read_to_array(
    call: &mut Call<'_, '_>,
    id: PendingId,
    (io, offset, len): (Res<FileIo>, i64, u32),
    output: [u32; 2],
) -> Begun {
    file_operation(call, io, id, Operation::Read, move |call| {
        let bytes = with_open_file(call, io, |call, open| match call.has_room(len.into()) {
            true => Ok(open.read_bytes(offset, len)),
            false => Ok(Err(PpError::NoMemory)),
        })?;
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

fn write(
    call: &mut Call<'_, '_>,
    io: Res<FileIo>,
    offset: i64,
    buffer: At<char>,
    len: i32,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let (buffer, Ok(len)) = (buffer.address, u32::try_from(len)) else {
        return refuse(call, io, callback);
    };
    if buffer == 0 || offset < 0 {
        return refuse(call, io, callback);
    }
    operate(call, io, callback, Operation::Write, |call, open| {
        call.context.memory.check(buffer, len, Access::Read)?;
        let volume = match volume(call.kernel, open.kind) {
            Ok(volume) => volume,
            Err(error) => return Ok(Err(error)),
        };
        let write = |bytes: &[u8]| Ok::<_, Fault>(open.write(volume, offset, bytes));
        call.context.memory.lend(buffer, len, write)
    })
}

/// Rejects arguments that are invalid for every file.
fn refuse(
    call: &mut Call<'_, '_>,
    io: Res<FileIo>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(io);
    call.complete(callback, owner, |_, _| Ok(PpError::Failed.into()))
}

fn set_length(
    call: &mut Call<'_, '_>,
    io: Res<FileIo>,
    length: i64,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let Ok(length) = u64::try_from(length) else {
        return refuse(call, io, callback);
    };
    operate(call, io, callback, Operation::Exclusive, |call, open| {
        let volume = volume(call.kernel, open.kind);
        Ok(volume.and_then(|volume| open.set_length(volume, length)))
    })
}

fn flush(call: &mut Call<'_, '_>, io: Res<FileIo>, callback: CallbackArg) -> Result<Action, Fault> {
    operate(call, io, callback, Operation::Exclusive, |_, open| {
        Ok(open.file.sync(false).map(|()| OK).map_err(error))
    })
}

/// Aborts pending operations. The file cannot be opened again.
fn close(call: &mut Call<'_, '_>, io: Res<FileIo>) {
    if let Some(file) = call.get(io) {
        file.close();
        call.kernel.abort_all(io.id);
    }
}
