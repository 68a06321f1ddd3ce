//! `PPB_MediaStreamVideoTrack`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const MEDIA_STREAM_VIDEO_TRACK_0_1: Interface = interface! { "PPB_MediaStreamVideoTrack" "0.1" Stable:
    IsMediaStreamVideoTrack(resource: PP_Resource) -> PP_Bool = unfinished;
    Configure(video_track: PP_Resource, attrib_list: *const int32_t, callback: PP_CompletionCallback) -> int32_t = unfinished;
    GetAttrib(video_track: PP_Resource, attrib: PP_MediaStreamVideoTrack_Attrib, value: *mut int32_t) -> int32_t = unfinished;
    GetId(video_track: PP_Resource) -> PP_Var = unfinished;
    HasEnded(video_track: PP_Resource) -> PP_Bool = unfinished;
    GetFrame(video_track: PP_Resource, frame: *mut PP_Resource, callback: PP_CompletionCallback) -> int32_t = unfinished;
    RecycleFrame(video_track: PP_Resource, frame: PP_Resource) -> int32_t = unfinished;
    Close(video_track: PP_Resource) = unfinished;
};
