//! `PPB_VideoEncoder`: encoders of video, none of which can be initialized.

use crate::families::media::absent::{self, VideoEncoder, ask, close, nothing};
use crate::kernel::call::{Call, boolean, word};
use crate::table::{Exposure, Interface, Support, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const VIDEO_ENCODER_0_2: Interface = interface! { "PPB_VideoEncoder" "0.2" Stable:
    Create(instance: PP_Instance) -> PP_Resource = create;
    IsVideoEncoder(resource: PP_Resource) -> PP_Bool = is_video_encoder;
    GetSupportedProfiles(video_encoder: PP_Resource, output: PP_ArrayOutput, callback: PP_CompletionCallback) -> int32_t = get_supported_profiles;
    Initialize(video_encoder: PP_Resource, input_format: PP_VideoFrame_Format, input_visible_size: *const PP_Size, output_profile: PP_VideoProfile, initial_bitrate: uint32_t, acceleration: PP_HardwareAcceleration, callback: PP_CompletionCallback) -> int32_t = initialize;
    GetFramesRequired(video_encoder: PP_Resource) -> int32_t = ask::<VideoEncoder>;
    GetFrameCodedSize(video_encoder: PP_Resource, coded_size: *mut PP_Size) -> int32_t = ask::<VideoEncoder>;
    GetVideoFrame(video_encoder: PP_Resource, video_frame: *mut PP_Resource, callback: PP_CompletionCallback) -> int32_t = get_video_frame;
    Encode(video_encoder: PP_Resource, video_frame: PP_Resource, force_keyframe: PP_Bool, callback: PP_CompletionCallback) -> int32_t = encode;
    GetBitstreamBuffer(video_encoder: PP_Resource, bitstream_buffer: *mut PP_BitstreamBuffer, callback: PP_CompletionCallback) -> int32_t = get_bitstream_buffer;
    RecycleBitstreamBuffer(video_encoder: PP_Resource, bitstream_buffer: *const PP_BitstreamBuffer) = nothing;
    RequestEncodingParametersChange(video_encoder: PP_Resource, bitrate: uint32_t, framerate: uint32_t) = nothing;
    Close(video_encoder: PP_Resource) = close::<VideoEncoder>;
}
.with_support(Support::Refused("there are no codecs"));

pub(crate) const VIDEO_ENCODER_0_1: Interface = Interface {
    exposure: Exposure::DevChannel,
    ..VIDEO_ENCODER_0_2.earlier("0.1", 12)
};

/// Size of `PP_VideoProfileDescription`, and of that of version 0.1.
const DESCRIPTION_SIZE: u32 = 24;

fn create(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    if !call.is_instance(0) {
        return word(0);
    }
    let id = call.create(VideoEncoder::default());
    word(id)
}

fn is_video_encoder(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    boolean(call.resource::<VideoEncoder>(0).is_some())
}

fn get_supported_profiles(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    absent::get_supported_profiles::<VideoEncoder>(call, DESCRIPTION_SIZE)
}

fn initialize(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    absent::initialize::<VideoEncoder>(call, 6)
}

fn get_video_frame(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    absent::encode::<VideoEncoder>(call, 2)
}

fn encode(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    absent::encode::<VideoEncoder>(call, 3)
}

fn get_bitstream_buffer(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    absent::encode::<VideoEncoder>(call, 2)
}

#[cfg(test)]
mod tests {
    use crate::harness::{Program, called};
    use crate::kernel::errors::{COMPLETION_PENDING, PpError};

    const ENCODER: &str = "PPB_VideoEncoder;0.2";

    #[test]
    fn no_profile_is_supported() {
        let mut program = Program::started();
        let encoder = program.call(ENCODER, "Create", &[1]);
        let (output, callback) = (program.words(&[50, 3]), program.callback(99, true));
        let args = [encoder, output.into(), callback];
        let begun = program.code(ENCODER, "GetSupportedProfiles", &args);
        assert_eq!(begun, COMPLETION_PENDING);
        let question = called(&program.turn());
        assert_eq!(
            (question.address, &question.args[..3]),
            (50, &[3, 0, 24][..])
        );
        let answer = called(&program.resume(0));
        assert_eq!((answer.address, answer.args[1]), (99, 0));
    }

    #[test]
    fn none_can_be_initialized() {
        let mut program = Program::started();
        let encoder = program.call(ENCODER, "Create", &[1]);
        let (size, callback) = (program.words(&[64, 64]), program.callback(99, true));
        let args = [encoder, 2, size.into(), 11, 1000, 1, callback];
        assert_eq!(
            program.code(ENCODER, "Initialize", &args),
            COMPLETION_PENDING
        );
        let error = program.code(ENCODER, "Initialize", &args);
        assert_eq!(error, PpError::InProgress.code());
        assert_eq!(program.called_back(99), PpError::NotSupported.code());
        assert_eq!(
            program.code(ENCODER, "Initialize", &args),
            COMPLETION_PENDING
        );
    }

    #[test]
    fn what_needs_initialization_fails_and_is_aborted_after_the_end() {
        let mut program = Program::started();
        let encoder = program.call(ENCODER, "Create", &[1]);
        let callback = program.callback(99, true);
        for error in [PpError::Failed, PpError::Aborted] {
            let args = [encoder, 77, 0, callback];
            assert_eq!(program.code(ENCODER, "Encode", &args), error.code());
            let required = program.code(ENCODER, "GetFramesRequired", &[encoder]);
            assert_eq!(required, error.code());
            program.call(ENCODER, "Close", &[encoder]);
        }
        let error = program.code(ENCODER, "GetFramesRequired", &[77]);
        assert_eq!(error, PpError::BadResource.code());
    }
}
