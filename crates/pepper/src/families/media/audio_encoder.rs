//! `PPB_AudioEncoder`: encoders of sound, none of which can be initialized.

use crate::families::media::absent::{self, AudioEncoder, ask, close, nothing};
use crate::kernel::call::{Call, boolean, word};
use crate::table::{Interface, Support, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const AUDIO_ENCODER_0_1: Interface = interface! { "PPB_AudioEncoder" "0.1" DevChannel:
    Create(instance: PP_Instance) -> PP_Resource = create;
    IsAudioEncoder(resource: PP_Resource) -> PP_Bool = is_audio_encoder;
    GetSupportedProfiles(audio_encoder: PP_Resource, output: PP_ArrayOutput, callback: PP_CompletionCallback) -> int32_t = get_supported_profiles;
    Initialize(audio_encoder: PP_Resource, channels: uint32_t, input_sample_rate: PP_AudioBuffer_SampleRate, input_sample_size: PP_AudioBuffer_SampleSize, output_profile: PP_AudioProfile, initial_bitrate: uint32_t, acceleration: PP_HardwareAcceleration, callback: PP_CompletionCallback) -> int32_t = initialize;
    GetNumberOfSamples(audio_encoder: PP_Resource) -> int32_t = ask::<AudioEncoder>;
    GetBuffer(audio_encoder: PP_Resource, audio_buffer: *mut PP_Resource, callback: PP_CompletionCallback) -> int32_t = get_buffer;
    Encode(audio_encoder: PP_Resource, audio_buffer: PP_Resource, callback: PP_CompletionCallback) -> int32_t = encode;
    GetBitstreamBuffer(audio_encoder: PP_Resource, bitstream_buffer: *mut PP_AudioBitstreamBuffer, callback: PP_CompletionCallback) -> int32_t = get_bitstream_buffer;
    RecycleBitstreamBuffer(audio_encoder: PP_Resource, bitstream_buffer: *const PP_AudioBitstreamBuffer) = nothing;
    RequestBitrateChange(audio_encoder: PP_Resource, bitrate: uint32_t) = nothing;
    Close(audio_encoder: PP_Resource) = close::<AudioEncoder>;
}
.with_support(Support::Refused("there are no codecs"));

/// Size of `PP_AudioProfileDescription`.
const DESCRIPTION_SIZE: u32 = 20;

fn create(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    if !call.is_instance(0) {
        return word(0);
    }
    let id = call.create(AudioEncoder::default());
    word(id)
}

fn is_audio_encoder(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    boolean(call.resource::<AudioEncoder>(0).is_some())
}

fn get_supported_profiles(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    absent::get_supported_profiles::<AudioEncoder>(call, DESCRIPTION_SIZE)
}

fn initialize(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    absent::initialize::<AudioEncoder>(call, 7)
}

fn get_buffer(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    absent::encode::<AudioEncoder>(call, 2)
}

fn encode(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    absent::encode::<AudioEncoder>(call, 2)
}

fn get_bitstream_buffer(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    absent::encode::<AudioEncoder>(call, 2)
}
