//! `PPB_VideoEncoder`: video encoders. None of them can be initialized.

use crate::families::media::absent::{self, VideoEncoder, ask, close};
use crate::kernel::call::Call;
use crate::table::ctypes::{PP_BitstreamBuffer, PP_Resource, PP_Size};
use crate::table::typed::{At, CallbackArg, Instance, Res};
use crate::table::{Exposure, Interface, Support, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const VIDEO_ENCODER_0_2: Interface = interface! { "PPB_VideoEncoder" "0.2" Stable:
    Create(instance: PP_Instance) -> PP_Resource => create;
    IsVideoEncoder(resource: PP_Resource) -> PP_Bool => is_video_encoder;
    GetSupportedProfiles(video_encoder: PP_Resource, output: PP_ArrayOutput, callback: PP_CompletionCallback) -> int32_t => absent::get_supported_profiles::<VideoEncoder, DESCRIPTION_SIZE>;
    Initialize(video_encoder: PP_Resource, input_format: PP_VideoFrame_Format, input_visible_size: *const PP_Size, output_profile: PP_VideoProfile, initial_bitrate: uint32_t, acceleration: PP_HardwareAcceleration, callback: PP_CompletionCallback) -> int32_t => initialize;
    GetFramesRequired(video_encoder: PP_Resource) -> int32_t => ask::<VideoEncoder>;
    GetFrameCodedSize(video_encoder: PP_Resource, coded_size: *mut PP_Size) -> int32_t => get_frame_coded_size;
    GetVideoFrame(video_encoder: PP_Resource, video_frame: *mut PP_Resource, callback: PP_CompletionCallback) -> int32_t => get_video_frame;
    Encode(video_encoder: PP_Resource, video_frame: PP_Resource, force_keyframe: PP_Bool, callback: PP_CompletionCallback) -> int32_t => encode;
    GetBitstreamBuffer(video_encoder: PP_Resource, bitstream_buffer: *mut PP_BitstreamBuffer, callback: PP_CompletionCallback) -> int32_t => get_bitstream_buffer;
    RecycleBitstreamBuffer(video_encoder: PP_Resource, bitstream_buffer: *const PP_BitstreamBuffer) => recycle_bitstream_buffer;
    RequestEncodingParametersChange(video_encoder: PP_Resource, bitrate: uint32_t, framerate: uint32_t) => request_change;
    Close(video_encoder: PP_Resource) => close::<VideoEncoder>;
}
.with_support(Support::Refused("there are no codecs"));

pub(crate) const VIDEO_ENCODER_0_1: Interface = Interface {
    exposure: Exposure::DevChannel,
    ..VIDEO_ENCODER_0_2.earlier("0.1", 12)
};

/// Size of `PP_VideoProfileDescription`, and of that of version 0.1.
const DESCRIPTION_SIZE: u32 = 24;

fn create(call: &mut Call<'_, '_>, instance: Instance) -> u32 {
    match instance.is_own() {
        true => call.create(VideoEncoder::default()),
        false => 0,
    }
}

fn is_video_encoder(call: &mut Call<'_, '_>, resource: Res<VideoEncoder>) -> bool {
    call.get(resource).is_some()
}

#[expect(
    clippy::too_many_arguments,
    reason = "the method has as many parameters"
)]
fn initialize(
    call: &mut Call<'_, '_>,
    encoder: Res<VideoEncoder>,
    _format: u32,
    _size: At<PP_Size>,
    _profile: u32,
    _bitrate: u32,
    _acceleration: u32,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    absent::initialize(call, encoder, callback)
}

fn get_frame_coded_size(
    call: &mut Call<'_, '_>,
    encoder: Res<VideoEncoder>,
    _size: At<PP_Size>,
) -> i32 {
    ask(call, encoder)
}

fn get_video_frame(
    call: &mut Call<'_, '_>,
    encoder: Res<VideoEncoder>,
    _frame: At<PP_Resource>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    absent::encode(call, encoder, callback)
}

fn encode(
    call: &mut Call<'_, '_>,
    encoder: Res<VideoEncoder>,
    _frame: u32,
    _force_keyframe: bool,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    absent::encode(call, encoder, callback)
}

fn get_bitstream_buffer(
    call: &mut Call<'_, '_>,
    encoder: Res<VideoEncoder>,
    _buffer: At<PP_BitstreamBuffer>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    absent::encode(call, encoder, callback)
}

/// Does nothing, since the program never has a buffer to recycle.
fn recycle_bitstream_buffer(
    _: &mut Call<'_, '_>,
    _encoder: Res<VideoEncoder>,
    _buffer: At<PP_BitstreamBuffer>,
) {
}

/// Does nothing, since no encoder can be initialized.
fn request_change(
    _: &mut Call<'_, '_>,
    _encoder: Res<VideoEncoder>,
    _bitrate: u32,
    _framerate: u32,
) {
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
    fn calls_need_initialization_and_are_aborted_at_the_end() {
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
