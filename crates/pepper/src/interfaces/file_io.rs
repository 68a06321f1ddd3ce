//! `PPB_FileIO`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const FILE_IO_1_1: Interface = interface! { "PPB_FileIO" "1.1" Stable:
    Create(instance: PP_Instance) -> PP_Resource = unfinished;
    IsFileIO(resource: PP_Resource) -> PP_Bool = unfinished;
    Open(file_io: PP_Resource, file_ref: PP_Resource, open_flags: int32_t, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Query(file_io: PP_Resource, info: *mut PP_FileInfo, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Touch(file_io: PP_Resource, last_access_time: PP_Time, last_modified_time: PP_Time, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Read(file_io: PP_Resource, offset: int64_t, buffer: *mut char, bytes_to_read: int32_t, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Write(file_io: PP_Resource, offset: int64_t, buffer: *const char, bytes_to_write: int32_t, callback: PP_CompletionCallback) -> int32_t = unfinished;
    SetLength(file_io: PP_Resource, length: int64_t, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Flush(file_io: PP_Resource, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Close(file_io: PP_Resource) = unfinished;
    ReadToArray(file_io: PP_Resource, offset: int64_t, max_read_length: int32_t, output: *mut PP_ArrayOutput, callback: PP_CompletionCallback) -> int32_t = unfinished;
};

pub(super) const FILE_IO_1_0: Interface = FILE_IO_1_1.earlier("1.0", 10);
