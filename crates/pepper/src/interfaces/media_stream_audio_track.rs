//! `PPB_MediaStreamAudioTrack`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const MEDIA_STREAM_AUDIO_TRACK_0_1: Interface = interface! { "PPB_MediaStreamAudioTrack" "0.1" Stable:
    IsMediaStreamAudioTrack(resource: PP_Resource) -> PP_Bool = unfinished;
    Configure(audio_track: PP_Resource, attrib_list: *const int32_t, callback: PP_CompletionCallback) -> int32_t = unfinished;
    GetAttrib(audio_track: PP_Resource, attrib: PP_MediaStreamAudioTrack_Attrib, value: *mut int32_t) -> int32_t = unfinished;
    GetId(audio_track: PP_Resource) -> PP_Var = unfinished;
    HasEnded(audio_track: PP_Resource) -> PP_Bool = unfinished;
    GetBuffer(audio_track: PP_Resource, buffer: *mut PP_Resource, callback: PP_CompletionCallback) -> int32_t = unfinished;
    RecycleBuffer(audio_track: PP_Resource, buffer: PP_Resource) -> int32_t = unfinished;
    Close(audio_track: PP_Resource) = unfinished;
};
