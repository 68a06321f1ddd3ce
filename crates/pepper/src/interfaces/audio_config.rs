//! `PPB_AudioConfig`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const AUDIO_CONFIG_1_1: Interface = interface! { "PPB_AudioConfig" "1.1" Stable:
    CreateStereo16Bit(instance: PP_Instance, sample_rate: PP_AudioSampleRate, sample_frame_count: uint32_t) -> PP_Resource = unfinished;
    RecommendSampleFrameCount(instance: PP_Instance, sample_rate: PP_AudioSampleRate, requested_sample_frame_count: uint32_t) -> uint32_t = unfinished;
    IsAudioConfig(resource: PP_Resource) -> PP_Bool = unfinished;
    GetSampleRate(config: PP_Resource) -> PP_AudioSampleRate = unfinished;
    GetSampleFrameCount(config: PP_Resource) -> uint32_t = unfinished;
    RecommendSampleRate(instance: PP_Instance) -> PP_AudioSampleRate = unfinished;
};

pub(super) const AUDIO_CONFIG_1_0: Interface = interface! { "PPB_AudioConfig" "1.0" Stable:
    CreateStereo16Bit(instance: PP_Instance, sample_rate: PP_AudioSampleRate, sample_frame_count: uint32_t) -> PP_Resource = unfinished;
    RecommendSampleFrameCount(sample_rate: PP_AudioSampleRate, requested_sample_frame_count: uint32_t) -> uint32_t = unfinished;
    IsAudioConfig(resource: PP_Resource) -> PP_Bool = unfinished;
    GetSampleRate(config: PP_Resource) -> PP_AudioSampleRate = unfinished;
    GetSampleFrameCount(config: PP_Resource) -> uint32_t = unfinished;
};
