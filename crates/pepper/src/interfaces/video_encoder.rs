//! `PPB_VideoEncoder`.

use crate::call::unfinished;
use crate::table::{Exposure, Interface, interface};

pub(super) const VIDEO_ENCODER_0_2: Interface = interface! { "PPB_VideoEncoder" "0.2" Stable:
    Create(instance: PP_Instance) -> PP_Resource = unfinished;
    IsVideoEncoder(resource: PP_Resource) -> PP_Bool = unfinished;
    GetSupportedProfiles(video_encoder: PP_Resource, output: PP_ArrayOutput, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Initialize(video_encoder: PP_Resource, input_format: PP_VideoFrame_Format, input_visible_size: *const PP_Size, output_profile: PP_VideoProfile, initial_bitrate: uint32_t, acceleration: PP_HardwareAcceleration, callback: PP_CompletionCallback) -> int32_t = unfinished;
    GetFramesRequired(video_encoder: PP_Resource) -> int32_t = unfinished;
    GetFrameCodedSize(video_encoder: PP_Resource, coded_size: *mut PP_Size) -> int32_t = unfinished;
    GetVideoFrame(video_encoder: PP_Resource, video_frame: *mut PP_Resource, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Encode(video_encoder: PP_Resource, video_frame: PP_Resource, force_keyframe: PP_Bool, callback: PP_CompletionCallback) -> int32_t = unfinished;
    GetBitstreamBuffer(video_encoder: PP_Resource, bitstream_buffer: *mut PP_BitstreamBuffer, callback: PP_CompletionCallback) -> int32_t = unfinished;
    RecycleBitstreamBuffer(video_encoder: PP_Resource, bitstream_buffer: *const PP_BitstreamBuffer) = unfinished;
    RequestEncodingParametersChange(video_encoder: PP_Resource, bitrate: uint32_t, framerate: uint32_t) = unfinished;
    Close(video_encoder: PP_Resource) = unfinished;
};

pub(super) const VIDEO_ENCODER_0_1: Interface = Interface {
    exposure: Exposure::DevChannel,
    ..VIDEO_ENCODER_0_2.earlier("0.1", 12)
};
