//! `PPB_AudioBuffer`: pieces of sound, which only tracks and encoders give.

use crate::families::media::absent::{nothing, zero};
use crate::table::{Interface, Support, interface};

pub(crate) const AUDIO_BUFFER_0_1: Interface = interface! { "PPB_AudioBuffer" "0.1" Stable:
    IsAudioBuffer(resource: PP_Resource) -> PP_Bool = zero;
    GetTimestamp(buffer: PP_Resource) -> PP_TimeDelta = zero;
    SetTimestamp(buffer: PP_Resource, timestamp: PP_TimeDelta) = nothing;
    GetSampleRate(buffer: PP_Resource) -> PP_AudioBuffer_SampleRate = zero;
    GetSampleSize(buffer: PP_Resource) -> PP_AudioBuffer_SampleSize = zero;
    GetNumberOfChannels(buffer: PP_Resource) -> uint32_t = zero;
    GetNumberOfSamples(buffer: PP_Resource) -> uint32_t = zero;
    GetDataBuffer(buffer: PP_Resource) -> *mut void = zero;
    GetDataBufferSize(buffer: PP_Resource) -> uint32_t = zero;
}
.with_support(Support::Refused("pages cannot post tracks with sound"));
