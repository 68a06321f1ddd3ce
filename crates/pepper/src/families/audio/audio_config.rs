//! `PPB_AudioConfig`: the sample rate of sound, and the number of frames in a buffer.
//!
//! Source: Chromium's `ppapi/shared_impl/ppb_audio_config_shared.cc`.

use crate::families::audio::playback::AudioConfig;
use crate::kernel::call::Call;
use crate::table::typed::{Instance, Res};
use crate::table::{Interface, interface};

pub(crate) const AUDIO_CONFIG_1_1: Interface = interface! { "PPB_AudioConfig" "1.1" Stable:
    CreateStereo16Bit(instance: PP_Instance, sample_rate: PP_AudioSampleRate, sample_frame_count: uint32_t) -> PP_Resource => create;
    RecommendSampleFrameCount(instance: PP_Instance, sample_rate: PP_AudioSampleRate, requested_sample_frame_count: uint32_t) -> uint32_t => recommend_frame_count;
    IsAudioConfig(resource: PP_Resource) -> PP_Bool => is_audio_config;
    GetSampleRate(config: PP_Resource) -> PP_AudioSampleRate => get_sample_rate;
    GetSampleFrameCount(config: PP_Resource) -> uint32_t => get_frame_count;
    RecommendSampleRate(instance: PP_Instance) -> PP_AudioSampleRate => recommend_sample_rate;
};

pub(crate) const AUDIO_CONFIG_1_0: Interface = interface! { "PPB_AudioConfig" "1.0" Stable:
    CreateStereo16Bit(instance: PP_Instance, sample_rate: PP_AudioSampleRate, sample_frame_count: uint32_t) -> PP_Resource => create;
    RecommendSampleFrameCount(sample_rate: PP_AudioSampleRate, requested_sample_frame_count: uint32_t) -> uint32_t => recommend_frame_count_1_0;
    IsAudioConfig(resource: PP_Resource) -> PP_Bool => is_audio_config;
    GetSampleRate(config: PP_Resource) -> PP_AudioSampleRate => get_sample_rate;
    GetSampleFrameCount(config: PP_Resource) -> uint32_t => get_frame_count;
};

/// Sample rates that programs can use.
const RATES: [u32; 2] = [44_100, 48_000];

/// `PP_AUDIOMINSAMPLEFRAMECOUNT` and `PP_AUDIOMAXSAMPLEFRAMECOUNT`.
const FEWEST_FRAMES: u32 = 64;
const MOST_FRAMES: u32 = 32_768;

/// Recommended number of frames if the device's sample rate differs.
const RESAMPLED_FRAMES: u32 = 512;
/// Recommended number of frames if the device is also slow.
const SLOW_FRAMES: u32 = 2048;

fn create(call: &mut Call<'_, '_>, instance: Instance, sample_rate: u32, frames: u32) -> u32 {
    let is_possible =
        RATES.contains(&sample_rate) && (FEWEST_FRAMES..=MOST_FRAMES).contains(&frames);
    if !instance.is_own() || !is_possible {
        return 0;
    }
    call.create(AudioConfig {
        sample_rate,
        frames,
    })
}

fn recommend_frame_count_1_0(_: &mut Call<'_, '_>, _rate: u32, requested: u32) -> u32 {
    requested.clamp(FEWEST_FRAMES, MOST_FRAMES)
}

/// Returns the smallest multiple of the device's preferred size that is not below the request.
fn recommend_frame_count(
    call: &mut Call<'_, '_>,
    instance: Instance,
    rate: u32,
    requested: u32,
) -> u32 {
    if !instance.is_own() {
        return 0;
    }
    let requested = requested.max(FEWEST_FRAMES);
    let sound = &call.kernel.devices.sound;
    let (native_rate, native_frames) = (sound.sample_rate(), sound.buffer_frames().max(1));
    let step = if native_rate == rate {
        native_frames
    } else if native_frames >= SLOW_FRAMES {
        SLOW_FRAMES
    } else {
        RESAMPLED_FRAMES
    };
    let frames = requested.div_ceil(step).saturating_mul(step);
    frames.min(MOST_FRAMES)
}

fn recommend_sample_rate(call: &mut Call<'_, '_>, instance: Instance) -> u32 {
    match instance.is_own() {
        true => call.kernel.devices.sound.sample_rate(),
        false => 0,
    }
}

fn is_audio_config(call: &mut Call<'_, '_>, resource: Res<AudioConfig>) -> bool {
    call.get(resource).is_some()
}

fn get_sample_rate(call: &mut Call<'_, '_>, config: Res<AudioConfig>) -> u32 {
    call.get(config).map_or(0, |config| config.sample_rate)
}

fn get_frame_count(call: &mut Call<'_, '_>, config: Res<AudioConfig>) -> u32 {
    call.get(config).map_or(0, |config| config.frames)
}

#[cfg(test)]
mod tests {
    use crate::harness::Program;

    const OLD: &str = "PPB_AudioConfig;1.0";
    const NEW: &str = "PPB_AudioConfig;1.1";

    #[test]
    fn a_configuration_says_what_it_was_made_with() {
        let mut program = Program::started();
        let config = program.call(NEW, "CreateStereo16Bit", &[1, 44_100, 64]);
        assert_eq!(program.call(NEW, "IsAudioConfig", &[config]), 1);
        assert_eq!(program.call(NEW, "GetSampleRate", &[config]), 44_100);
        assert_eq!(program.call(NEW, "GetSampleFrameCount", &[config]), 64);
    }

    #[test]
    fn only_two_rates_and_some_frame_counts_can_be() {
        let mut program = Program::started();
        for (rate, frames) in [(22_050, 512), (0, 512), (48_000, 63), (48_000, 32_769)] {
            let made = program.call(OLD, "CreateStereo16Bit", &[1, rate, frames]);
            assert_eq!(made, 0, "{rate} {frames}");
        }
        let made = program.call(OLD, "CreateStereo16Bit", &[2, 48_000, 512]);
        assert_eq!(made, 0, "another instance");
    }

    #[test]
    fn other_resources_have_no_sample_rate() {
        let mut program = Program::started();
        assert_eq!(program.call(OLD, "IsAudioConfig", &[77]), 0);
        assert_eq!(program.call(OLD, "GetSampleRate", &[77]), 0);
        assert_eq!(program.call(OLD, "GetSampleFrameCount", &[77]), 0);
    }

    #[test]
    fn the_old_recommendation_keeps_requests_in_range() {
        let mut program = Program::started();
        for (requested, recommended) in [(0, 64), (700, 700), (99_999, 32_768)] {
            let args = [48_000, requested];
            let given = program.call(OLD, "RecommendSampleFrameCount", &args);
            assert_eq!(given, recommended, "{requested}");
        }
    }

    #[test]
    fn the_new_recommendation_is_a_multiple_of_the_device_s_buffer() {
        let mut program = Program::started();
        for (requested, recommended) in [(0, 512), (512, 512), (513, 1024), (u32::MAX, 32_768)] {
            let args = [1, 48_000, requested.into()];
            let given = program.call(NEW, "RecommendSampleFrameCount", &args);
            assert_eq!(given, recommended, "{requested}");
        }
        assert_eq!(program.call(NEW, "RecommendSampleRate", &[1]), 48_000);
        assert_eq!(program.call(NEW, "RecommendSampleRate", &[9]), 0);
    }
}
