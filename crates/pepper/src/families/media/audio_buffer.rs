//! `PPB_AudioBuffer`: buffers of sound, which only tracks and encoders provide.

use crate::families::media::absent::zero;
use crate::kernel::call::Call;
use crate::table::{Interface, Support, interface};

pub(crate) const AUDIO_BUFFER_0_1: Interface = interface! { "PPB_AudioBuffer" "0.1" Stable:
    IsAudioBuffer(resource: PP_Resource) -> PP_Bool => zero::<bool>;
    GetTimestamp(buffer: PP_Resource) -> PP_TimeDelta => zero::<f64>;
    SetTimestamp(buffer: PP_Resource, timestamp: PP_TimeDelta) => set_timestamp;
    GetSampleRate(buffer: PP_Resource) -> PP_AudioBuffer_SampleRate => zero::<u32>;
    GetSampleSize(buffer: PP_Resource) -> PP_AudioBuffer_SampleSize => zero::<u32>;
    GetNumberOfChannels(buffer: PP_Resource) -> uint32_t => zero::<u32>;
    GetNumberOfSamples(buffer: PP_Resource) -> uint32_t => zero::<u32>;
    GetDataBuffer(buffer: PP_Resource) -> *mut void => zero::<u32>;
    GetDataBufferSize(buffer: PP_Resource) -> uint32_t => zero::<u32>;
}
.with_support(Support::Refused("pages cannot post tracks with sound"));

fn set_timestamp(_: &mut Call<'_, '_>, _buffer: u32, _timestamp: f64) {}
