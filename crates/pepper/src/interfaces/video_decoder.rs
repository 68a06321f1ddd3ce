//! `PPB_VideoDecoder`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const VIDEO_DECODER_1_1: Interface = interface! { "PPB_VideoDecoder" "1.1" Stable:
    Create(instance: PP_Instance) -> PP_Resource = unfinished;
    IsVideoDecoder(resource: PP_Resource) -> PP_Bool = unfinished;
    Initialize(video_decoder: PP_Resource, graphics3d_context: PP_Resource, profile: PP_VideoProfile, acceleration: PP_HardwareAcceleration, min_picture_count: uint32_t, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Decode(video_decoder: PP_Resource, decode_id: uint32_t, size: uint32_t, buffer: *const void, callback: PP_CompletionCallback) -> int32_t = unfinished;
    GetPicture(video_decoder: PP_Resource, picture: *mut PP_VideoPicture, callback: PP_CompletionCallback) -> int32_t = unfinished;
    RecyclePicture(video_decoder: PP_Resource, picture: *const PP_VideoPicture) = unfinished;
    Flush(video_decoder: PP_Resource, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Reset(video_decoder: PP_Resource, callback: PP_CompletionCallback) -> int32_t = unfinished;
};

pub(super) const VIDEO_DECODER_1_0: Interface = interface! { "PPB_VideoDecoder" "1.0" Stable:
    Create(instance: PP_Instance) -> PP_Resource = unfinished;
    IsVideoDecoder(resource: PP_Resource) -> PP_Bool = unfinished;
    Initialize(video_decoder: PP_Resource, graphics3d_context: PP_Resource, profile: PP_VideoProfile, acceleration: PP_HardwareAcceleration, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Decode(video_decoder: PP_Resource, decode_id: uint32_t, size: uint32_t, buffer: *const void, callback: PP_CompletionCallback) -> int32_t = unfinished;
    GetPicture(video_decoder: PP_Resource, picture: *mut PP_VideoPicture, callback: PP_CompletionCallback) -> int32_t = unfinished;
    RecyclePicture(video_decoder: PP_Resource, picture: *const PP_VideoPicture) = unfinished;
    Flush(video_decoder: PP_Resource, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Reset(video_decoder: PP_Resource, callback: PP_CompletionCallback) -> int32_t = unfinished;
};

pub(super) const VIDEO_DECODER_0_2: Interface = interface! { "PPB_VideoDecoder" "0.2" Stable:
    Create(instance: PP_Instance) -> PP_Resource = unfinished;
    IsVideoDecoder(resource: PP_Resource) -> PP_Bool = unfinished;
    Initialize(video_decoder: PP_Resource, graphics3d_context: PP_Resource, profile: PP_VideoProfile, acceleration: PP_HardwareAcceleration, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Decode(video_decoder: PP_Resource, decode_id: uint32_t, size: uint32_t, buffer: *const void, callback: PP_CompletionCallback) -> int32_t = unfinished;
    GetPicture(video_decoder: PP_Resource, picture: *mut PP_VideoPicture_0_1, callback: PP_CompletionCallback) -> int32_t = unfinished;
    RecyclePicture(video_decoder: PP_Resource, picture: *const PP_VideoPicture) = unfinished;
    Flush(video_decoder: PP_Resource, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Reset(video_decoder: PP_Resource, callback: PP_CompletionCallback) -> int32_t = unfinished;
};

pub(super) const VIDEO_DECODER_0_1: Interface = interface! { "PPB_VideoDecoder" "0.1" DevChannel:
    Create(instance: PP_Instance) -> PP_Resource = unfinished;
    IsVideoDecoder(resource: PP_Resource) -> PP_Bool = unfinished;
    Initialize(video_decoder: PP_Resource, graphics3d_context: PP_Resource, profile: PP_VideoProfile, allow_software_fallback: PP_Bool, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Decode(video_decoder: PP_Resource, decode_id: uint32_t, size: uint32_t, buffer: *const void, callback: PP_CompletionCallback) -> int32_t = unfinished;
    GetPicture(video_decoder: PP_Resource, picture: *mut PP_VideoPicture_0_1, callback: PP_CompletionCallback) -> int32_t = unfinished;
    RecyclePicture(video_decoder: PP_Resource, picture: *const PP_VideoPicture) = unfinished;
    Flush(video_decoder: PP_Resource, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Reset(video_decoder: PP_Resource, callback: PP_CompletionCallback) -> int32_t = unfinished;
};
