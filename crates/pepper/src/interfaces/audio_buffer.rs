//! `PPB_AudioBuffer`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const AUDIO_BUFFER_0_1: Interface = interface! { "PPB_AudioBuffer" "0.1" Stable:
    IsAudioBuffer(resource: PP_Resource) -> PP_Bool = unfinished;
    GetTimestamp(buffer: PP_Resource) -> PP_TimeDelta = unfinished;
    SetTimestamp(buffer: PP_Resource, timestamp: PP_TimeDelta) = unfinished;
    GetSampleRate(buffer: PP_Resource) -> PP_AudioBuffer_SampleRate = unfinished;
    GetSampleSize(buffer: PP_Resource) -> PP_AudioBuffer_SampleSize = unfinished;
    GetNumberOfChannels(buffer: PP_Resource) -> uint32_t = unfinished;
    GetNumberOfSamples(buffer: PP_Resource) -> uint32_t = unfinished;
    GetDataBuffer(buffer: PP_Resource) -> *mut void = unfinished;
    GetDataBufferSize(buffer: PP_Resource) -> uint32_t = unfinished;
};
