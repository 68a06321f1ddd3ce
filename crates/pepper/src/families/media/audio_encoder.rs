//! `PPB_AudioEncoder`: audio encoders. None of them can be initialized.

use crate::families::media::absent::{self, AudioEncoder, ask, close};
use crate::kernel::call::Call;
use crate::table::ctypes::{PP_AudioBitstreamBuffer, PP_Resource};
use crate::table::typed::{At, CallbackArg, Instance, Res};
use crate::table::{Interface, Support, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const AUDIO_ENCODER_0_1: Interface = interface! { "PPB_AudioEncoder" "0.1" DevChannel:
    Create(instance: PP_Instance) -> PP_Resource => create;
    IsAudioEncoder(resource: PP_Resource) -> PP_Bool => is_audio_encoder;
    GetSupportedProfiles(audio_encoder: PP_Resource, output: PP_ArrayOutput, callback: PP_CompletionCallback) -> int32_t => absent::get_supported_profiles::<AudioEncoder, DESCRIPTION_SIZE>;
    Initialize(audio_encoder: PP_Resource, channels: uint32_t, input_sample_rate: PP_AudioBuffer_SampleRate, input_sample_size: PP_AudioBuffer_SampleSize, output_profile: PP_AudioProfile, initial_bitrate: uint32_t, acceleration: PP_HardwareAcceleration, callback: PP_CompletionCallback) -> int32_t => initialize;
    GetNumberOfSamples(audio_encoder: PP_Resource) -> int32_t => ask::<AudioEncoder>;
    GetBuffer(audio_encoder: PP_Resource, audio_buffer: *mut PP_Resource, callback: PP_CompletionCallback) -> int32_t => get_buffer;
    Encode(audio_encoder: PP_Resource, audio_buffer: PP_Resource, callback: PP_CompletionCallback) -> int32_t => encode;
    GetBitstreamBuffer(audio_encoder: PP_Resource, bitstream_buffer: *mut PP_AudioBitstreamBuffer, callback: PP_CompletionCallback) -> int32_t => get_bitstream_buffer;
    RecycleBitstreamBuffer(audio_encoder: PP_Resource, bitstream_buffer: *const PP_AudioBitstreamBuffer) => recycle_bitstream_buffer;
    RequestBitrateChange(audio_encoder: PP_Resource, bitrate: uint32_t) => request_bitrate_change;
    Close(audio_encoder: PP_Resource) => close::<AudioEncoder>;
}
.with_support(Support::Refused("there are no codecs"));

/// Size of `PP_AudioProfileDescription`.
const DESCRIPTION_SIZE: u32 = 20;

fn create(call: &mut Call<'_, '_>, instance: Instance) -> u32 {
    match instance.is_own() {
        true => call.create(AudioEncoder::default()),
        false => 0,
    }
}

fn is_audio_encoder(call: &mut Call<'_, '_>, resource: Res<AudioEncoder>) -> bool {
    call.get(resource).is_some()
}

#[expect(
    clippy::too_many_arguments,
    reason = "the method has as many parameters"
)]
fn initialize(
    call: &mut Call<'_, '_>,
    encoder: Res<AudioEncoder>,
    _channels: u32,
    _sample_rate: u32,
    _sample_size: u32,
    _profile: u32,
    _bitrate: u32,
    _acceleration: u32,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    absent::initialize(call, encoder, callback)
}

fn get_buffer(
    call: &mut Call<'_, '_>,
    encoder: Res<AudioEncoder>,
    _buffer: At<PP_Resource>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    absent::encode(call, encoder, callback)
}

fn encode(
    call: &mut Call<'_, '_>,
    encoder: Res<AudioEncoder>,
    _buffer: u32,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    absent::encode(call, encoder, callback)
}

fn get_bitstream_buffer(
    call: &mut Call<'_, '_>,
    encoder: Res<AudioEncoder>,
    _buffer: At<PP_AudioBitstreamBuffer>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    absent::encode(call, encoder, callback)
}

/// Does nothing, since the program never has a buffer to return.
fn recycle_bitstream_buffer(
    _: &mut Call<'_, '_>,
    _encoder: Res<AudioEncoder>,
    _buffer: At<PP_AudioBitstreamBuffer>,
) {
}

/// Does nothing, since no encoder can be initialized.
fn request_bitrate_change(_: &mut Call<'_, '_>, _encoder: Res<AudioEncoder>, _bitrate: u32) {}
