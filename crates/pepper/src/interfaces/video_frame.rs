//! `PPB_VideoFrame`: pictures, which only tracks and encoders give.

use crate::media::{nothing, zero};
use crate::table::{Interface, Support, interface};

pub(super) const VIDEO_FRAME_0_1: Interface = interface! { "PPB_VideoFrame" "0.1" Stable:
    IsVideoFrame(resource: PP_Resource) -> PP_Bool = zero;
    GetTimestamp(frame: PP_Resource) -> PP_TimeDelta = zero;
    SetTimestamp(frame: PP_Resource, timestamp: PP_TimeDelta) = nothing;
    GetFormat(frame: PP_Resource) -> PP_VideoFrame_Format = zero;
    GetSize(frame: PP_Resource, size: *mut PP_Size) -> PP_Bool = zero;
    GetDataBuffer(frame: PP_Resource) -> *mut void = zero;
    GetDataBufferSize(frame: PP_Resource) -> uint32_t = zero;
}
.with_support(Support::Refused("pages have no media streams"));
