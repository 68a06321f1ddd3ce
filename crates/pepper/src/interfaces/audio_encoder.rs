//! `PPB_AudioEncoder`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const AUDIO_ENCODER_0_1: Interface = interface! { "PPB_AudioEncoder" "0.1" DevChannel:
    Create(instance: PP_Instance) -> PP_Resource = unfinished;
    IsAudioEncoder(resource: PP_Resource) -> PP_Bool = unfinished;
    GetSupportedProfiles(audio_encoder: PP_Resource, output: PP_ArrayOutput, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Initialize(audio_encoder: PP_Resource, channels: uint32_t, input_sample_rate: PP_AudioBuffer_SampleRate, input_sample_size: PP_AudioBuffer_SampleSize, output_profile: PP_AudioProfile, initial_bitrate: uint32_t, acceleration: PP_HardwareAcceleration, callback: PP_CompletionCallback) -> int32_t = unfinished;
    GetNumberOfSamples(audio_encoder: PP_Resource) -> int32_t = unfinished;
    GetBuffer(audio_encoder: PP_Resource, audio_buffer: *mut PP_Resource, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Encode(audio_encoder: PP_Resource, audio_buffer: PP_Resource, callback: PP_CompletionCallback) -> int32_t = unfinished;
    GetBitstreamBuffer(audio_encoder: PP_Resource, bitstream_buffer: *mut PP_AudioBitstreamBuffer, callback: PP_CompletionCallback) -> int32_t = unfinished;
    RecycleBitstreamBuffer(audio_encoder: PP_Resource, bitstream_buffer: *const PP_AudioBitstreamBuffer) = unfinished;
    RequestBitrateChange(audio_encoder: PP_Resource, bitrate: uint32_t) = unfinished;
    Close(audio_encoder: PP_Resource) = unfinished;
};
