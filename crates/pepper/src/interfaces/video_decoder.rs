//! `PPB_VideoDecoder`: decoders of video, none of which can be initialized, since there
//! are no codecs.
//!
//! Source: Chromium's `ppapi/proxy/video_decoder_resource.cc`.

use crate::call::{Call, NOTHING, boolean, word};
use crate::errors::PpError;
use crate::media::VideoDecoder;
use crate::resource::Resource;
use crate::table::{Interface, Support, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(super) const VIDEO_DECODER_1_1: Interface = interface! { "PPB_VideoDecoder" "1.1" Stable:
    Create(instance: PP_Instance) -> PP_Resource = create;
    IsVideoDecoder(resource: PP_Resource) -> PP_Bool = is_video_decoder;
    Initialize(video_decoder: PP_Resource, graphics3d_context: PP_Resource, profile: PP_VideoProfile, acceleration: PP_HardwareAcceleration, min_picture_count: uint32_t, callback: PP_CompletionCallback) -> int32_t = initialize;
    Decode(video_decoder: PP_Resource, decode_id: uint32_t, size: uint32_t, buffer: *const void, callback: PP_CompletionCallback) -> int32_t = decode;
    GetPicture(video_decoder: PP_Resource, picture: *mut PP_VideoPicture, callback: PP_CompletionCallback) -> int32_t = get_picture;
    RecyclePicture(video_decoder: PP_Resource, picture: *const PP_VideoPicture) = recycle_picture;
    Flush(video_decoder: PP_Resource, callback: PP_CompletionCallback) -> int32_t = flush;
    Reset(video_decoder: PP_Resource, callback: PP_CompletionCallback) -> int32_t = reset;
}
.with_support(Support::Refused("there are no codecs"));

pub(super) const VIDEO_DECODER_1_0: Interface = interface! { "PPB_VideoDecoder" "1.0" Stable:
    Create(instance: PP_Instance) -> PP_Resource = create;
    IsVideoDecoder(resource: PP_Resource) -> PP_Bool = is_video_decoder;
    Initialize(video_decoder: PP_Resource, graphics3d_context: PP_Resource, profile: PP_VideoProfile, acceleration: PP_HardwareAcceleration, callback: PP_CompletionCallback) -> int32_t = initialize_1_0;
    Decode(video_decoder: PP_Resource, decode_id: uint32_t, size: uint32_t, buffer: *const void, callback: PP_CompletionCallback) -> int32_t = decode;
    GetPicture(video_decoder: PP_Resource, picture: *mut PP_VideoPicture, callback: PP_CompletionCallback) -> int32_t = get_picture;
    RecyclePicture(video_decoder: PP_Resource, picture: *const PP_VideoPicture) = recycle_picture;
    Flush(video_decoder: PP_Resource, callback: PP_CompletionCallback) -> int32_t = flush;
    Reset(video_decoder: PP_Resource, callback: PP_CompletionCallback) -> int32_t = reset;
}
.with_support(Support::Refused("there are no codecs"));

pub(super) const VIDEO_DECODER_0_2: Interface = interface! { "PPB_VideoDecoder" "0.2" Stable:
    Create(instance: PP_Instance) -> PP_Resource = create;
    IsVideoDecoder(resource: PP_Resource) -> PP_Bool = is_video_decoder;
    Initialize(video_decoder: PP_Resource, graphics3d_context: PP_Resource, profile: PP_VideoProfile, acceleration: PP_HardwareAcceleration, callback: PP_CompletionCallback) -> int32_t = initialize_1_0;
    Decode(video_decoder: PP_Resource, decode_id: uint32_t, size: uint32_t, buffer: *const void, callback: PP_CompletionCallback) -> int32_t = decode;
    GetPicture(video_decoder: PP_Resource, picture: *mut PP_VideoPicture_0_1, callback: PP_CompletionCallback) -> int32_t = get_picture;
    RecyclePicture(video_decoder: PP_Resource, picture: *const PP_VideoPicture) = recycle_picture;
    Flush(video_decoder: PP_Resource, callback: PP_CompletionCallback) -> int32_t = flush;
    Reset(video_decoder: PP_Resource, callback: PP_CompletionCallback) -> int32_t = reset;
}
.with_support(Support::Refused("there are no codecs"));

pub(super) const VIDEO_DECODER_0_1: Interface = interface! { "PPB_VideoDecoder" "0.1" DevChannel:
    Create(instance: PP_Instance) -> PP_Resource = create;
    IsVideoDecoder(resource: PP_Resource) -> PP_Bool = is_video_decoder;
    Initialize(video_decoder: PP_Resource, graphics3d_context: PP_Resource, profile: PP_VideoProfile, allow_software_fallback: PP_Bool, callback: PP_CompletionCallback) -> int32_t = initialize_0_1;
    Decode(video_decoder: PP_Resource, decode_id: uint32_t, size: uint32_t, buffer: *const void, callback: PP_CompletionCallback) -> int32_t = decode;
    GetPicture(video_decoder: PP_Resource, picture: *mut PP_VideoPicture_0_1, callback: PP_CompletionCallback) -> int32_t = get_picture;
    RecyclePicture(video_decoder: PP_Resource, picture: *const PP_VideoPicture) = recycle_picture;
    Flush(video_decoder: PP_Resource, callback: PP_CompletionCallback) -> int32_t = flush;
    Reset(video_decoder: PP_Resource, callback: PP_CompletionCallback) -> int32_t = reset;
}
.with_support(Support::Refused("there are no codecs"));

/// `PP_VIDEOPROFILE_MAX`.
const LAST_PROFILE: u32 = 12;

/// `PP_HARDWAREACCELERATION_LAST`.
const LAST_ACCELERATION: u32 = 2;

/// At most so many pictures can be asked for.
const MOST_PICTURES: u32 = 100;

fn create(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    if !call.is_instance(0) {
        return word(0);
    }
    let id = call.create(Resource::VideoDecoder(VideoDecoder));
    word(id)
}

fn is_video_decoder(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    boolean(call.resource::<VideoDecoder>(0).is_some())
}

/// With the callback in an argument, and whether the others are right.
fn initialize_with(
    call: &mut Call<'_, '_>,
    callback: usize,
    is_right: bool,
) -> Result<Action, Fault> {
    let owner = call.owner::<VideoDecoder>(0);
    let is_right = is_right && call.arg(2) <= LAST_PROFILE;
    call.complete(callback, owner, |_, _| {
        let error = match is_right {
            true => PpError::BadResource,
            false => PpError::BadArgument,
        };
        Ok(error.into())
    })
}

fn initialize(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let is_right = call.arg(3) <= LAST_ACCELERATION && call.arg(4) <= MOST_PICTURES;
    initialize_with(call, 5, is_right)
}

fn initialize_1_0(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let is_right = call.arg(3) <= LAST_ACCELERATION;
    initialize_with(call, 4, is_right)
}

fn initialize_0_1(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    initialize_with(call, 4, true)
}

/// A method that needs an initialized decoder.
fn fail(call: &mut Call<'_, '_>, callback: usize) -> Result<Action, Fault> {
    let owner = call.owner::<VideoDecoder>(0);
    call.complete(callback, owner, |_, _| Ok(PpError::Failed.into()))
}

fn decode(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    fail(call, 4)
}

fn get_picture(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    fail(call, 2)
}

fn recycle_picture(_: &mut Call<'_, '_>) -> Result<Action, Fault> {
    NOTHING
}

fn flush(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    fail(call, 1)
}

fn reset(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    fail(call, 1)
}

#[cfg(test)]
mod tests {
    use crate::errors::PpError;
    use crate::harness::Program;

    const DECODER: &str = "PPB_VideoDecoder;1.1";

    #[test]
    fn a_decoder_needs_a_context_and_right_arguments() {
        let mut program = Program::started();
        let decoder = program.call(DECODER, "Create", &[1]);
        assert_eq!(program.call(DECODER, "IsVideoDecoder", &[decoder]), 1);
        let callback = program.callback(99, true);
        for (profile, acceleration, pictures, error) in [
            (11, 1, 0, PpError::BadResource),
            (13, 1, 0, PpError::BadArgument),
            (11, 3, 0, PpError::BadArgument),
            (11, 1, 101, PpError::BadArgument),
        ] {
            let args = [decoder, 0, profile, acceleration, pictures, callback];
            assert_eq!(program.code(DECODER, "Initialize", &args), error.code());
        }
    }

    #[test]
    fn a_decoder_that_is_not_initialized_does_nothing() {
        let mut program = Program::started();
        let decoder = program.call(DECODER, "Create", &[1]);
        let callback = program.callback(99, true);
        for (method, more) in [
            ("Decode", &[1, 1, 1][..]),
            ("GetPicture", &[4096]),
            ("Flush", &[]),
            ("Reset", &[]),
        ] {
            for (decoder, error) in [(decoder, PpError::Failed), (77, PpError::BadResource)] {
                let args = [&[decoder], more, &[callback]].concat();
                assert_eq!(
                    program.code(DECODER, method, &args),
                    error.code(),
                    "{method}"
                );
            }
        }
    }
}
