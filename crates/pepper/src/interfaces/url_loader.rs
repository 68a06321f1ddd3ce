//! `PPB_URLLoader`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const URL_LOADER_1_0: Interface = interface! { "PPB_URLLoader" "1.0" Stable:
    Create(instance: PP_Instance) -> PP_Resource = unfinished;
    IsURLLoader(resource: PP_Resource) -> PP_Bool = unfinished;
    Open(loader: PP_Resource, request_info: PP_Resource, callback: PP_CompletionCallback) -> int32_t = unfinished;
    FollowRedirect(loader: PP_Resource, callback: PP_CompletionCallback) -> int32_t = unfinished;
    GetUploadProgress(loader: PP_Resource, bytes_sent: *mut int64_t, total_bytes_to_be_sent: *mut int64_t) -> PP_Bool = unfinished;
    GetDownloadProgress(loader: PP_Resource, bytes_received: *mut int64_t, total_bytes_to_be_received: *mut int64_t) -> PP_Bool = unfinished;
    GetResponseInfo(loader: PP_Resource) -> PP_Resource = unfinished;
    ReadResponseBody(loader: PP_Resource, buffer: *mut void, bytes_to_read: int32_t, callback: PP_CompletionCallback) -> int32_t = unfinished;
    FinishStreamingToFile(loader: PP_Resource, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Close(loader: PP_Resource) = unfinished;
};
