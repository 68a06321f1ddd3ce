//! `PPB_FileSystem`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const FILE_SYSTEM_1_0: Interface = interface! { "PPB_FileSystem" "1.0" Stable:
    Create(instance: PP_Instance, type: PP_FileSystemType) -> PP_Resource = unfinished;
    IsFileSystem(resource: PP_Resource) -> PP_Bool = unfinished;
    Open(file_system: PP_Resource, expected_size: int64_t, callback: PP_CompletionCallback) -> int32_t = unfinished;
    GetType(file_system: PP_Resource) -> PP_FileSystemType = unfinished;
};
