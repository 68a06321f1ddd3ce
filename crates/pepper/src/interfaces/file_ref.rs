//! `PPB_FileRef`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const FILE_REF_1_2: Interface = interface! { "PPB_FileRef" "1.2" Stable:
    Create(file_system: PP_Resource, path: *const char) -> PP_Resource = unfinished;
    IsFileRef(resource: PP_Resource) -> PP_Bool = unfinished;
    GetFileSystemType(file_ref: PP_Resource) -> PP_FileSystemType = unfinished;
    GetName(file_ref: PP_Resource) -> PP_Var = unfinished;
    GetPath(file_ref: PP_Resource) -> PP_Var = unfinished;
    GetParent(file_ref: PP_Resource) -> PP_Resource = unfinished;
    MakeDirectory(directory_ref: PP_Resource, make_directory_flags: int32_t, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Touch(file_ref: PP_Resource, last_access_time: PP_Time, last_modified_time: PP_Time, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Delete(file_ref: PP_Resource, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Rename(file_ref: PP_Resource, new_file_ref: PP_Resource, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Query(file_ref: PP_Resource, info: *mut PP_FileInfo, callback: PP_CompletionCallback) -> int32_t = unfinished;
    ReadDirectoryEntries(file_ref: PP_Resource, output: PP_ArrayOutput, callback: PP_CompletionCallback) -> int32_t = unfinished;
};

pub(super) const FILE_REF_1_1: Interface = interface! { "PPB_FileRef" "1.1" Stable:
    Create(file_system: PP_Resource, path: *const char) -> PP_Resource = unfinished;
    IsFileRef(resource: PP_Resource) -> PP_Bool = unfinished;
    GetFileSystemType(file_ref: PP_Resource) -> PP_FileSystemType = unfinished;
    GetName(file_ref: PP_Resource) -> PP_Var = unfinished;
    GetPath(file_ref: PP_Resource) -> PP_Var = unfinished;
    GetParent(file_ref: PP_Resource) -> PP_Resource = unfinished;
    MakeDirectory(directory_ref: PP_Resource, make_ancestors: PP_Bool, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Touch(file_ref: PP_Resource, last_access_time: PP_Time, last_modified_time: PP_Time, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Delete(file_ref: PP_Resource, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Rename(file_ref: PP_Resource, new_file_ref: PP_Resource, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Query(file_ref: PP_Resource, info: *mut PP_FileInfo, callback: PP_CompletionCallback) -> int32_t = unfinished;
    ReadDirectoryEntries(file_ref: PP_Resource, output: PP_ArrayOutput, callback: PP_CompletionCallback) -> int32_t = unfinished;
};

pub(super) const FILE_REF_1_0: Interface = FILE_REF_1_1.earlier("1.0", 10);
