//! `PPB_VideoFrame`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const VIDEO_FRAME_0_1: Interface = interface! { "PPB_VideoFrame" "0.1" Stable:
    IsVideoFrame(resource: PP_Resource) -> PP_Bool = unfinished;
    GetTimestamp(frame: PP_Resource) -> PP_TimeDelta = unfinished;
    SetTimestamp(frame: PP_Resource, timestamp: PP_TimeDelta) = unfinished;
    GetFormat(frame: PP_Resource) -> PP_VideoFrame_Format = unfinished;
    GetSize(frame: PP_Resource, size: *mut PP_Size) -> PP_Bool = unfinished;
    GetDataBuffer(frame: PP_Resource) -> *mut void = unfinished;
    GetDataBufferSize(frame: PP_Resource) -> uint32_t = unfinished;
};
