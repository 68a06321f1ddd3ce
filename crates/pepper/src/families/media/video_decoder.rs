//! `PPB_VideoDecoder`: decoders of video.
//!
//! Source: Chromium's `ppapi/proxy/video_decoder_resource.cc`.

use crate::device::video::{Acceleration, Coding};
use crate::families::media::decoder::{Decoder, Place, Settings};
use crate::kernel::call::{Call, NOTHING, boolean, word};
use crate::table::{Interface, Support, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const VIDEO_DECODER_1_1: Interface = interface! { "PPB_VideoDecoder" "1.1" Stable:
    Create(instance: PP_Instance) -> PP_Resource = create;
    IsVideoDecoder(resource: PP_Resource) -> PP_Bool = is_video_decoder;
    Initialize(video_decoder: PP_Resource, graphics3d_context: PP_Resource, profile: PP_VideoProfile, acceleration: PP_HardwareAcceleration, min_picture_count: uint32_t, callback: PP_CompletionCallback) -> int32_t = initialize;
    Decode(video_decoder: PP_Resource, decode_id: uint32_t, size: uint32_t, buffer: *const void, callback: PP_CompletionCallback) -> int32_t = decode;
    GetPicture(video_decoder: PP_Resource, picture: *mut PP_VideoPicture, callback: PP_CompletionCallback) -> int32_t = get_picture;
    RecyclePicture(video_decoder: PP_Resource, picture: *const PP_VideoPicture) = recycle_picture;
    Flush(video_decoder: PP_Resource, callback: PP_CompletionCallback) -> int32_t = flush;
    Reset(video_decoder: PP_Resource, callback: PP_CompletionCallback) -> int32_t = reset;
}
.with_support(IN_PAGES);

pub(crate) const VIDEO_DECODER_1_0: Interface = interface! { "PPB_VideoDecoder" "1.0" Stable:
    Create(instance: PP_Instance) -> PP_Resource = create;
    IsVideoDecoder(resource: PP_Resource) -> PP_Bool = is_video_decoder;
    Initialize(video_decoder: PP_Resource, graphics3d_context: PP_Resource, profile: PP_VideoProfile, acceleration: PP_HardwareAcceleration, callback: PP_CompletionCallback) -> int32_t = initialize_1_0;
    Decode(video_decoder: PP_Resource, decode_id: uint32_t, size: uint32_t, buffer: *const void, callback: PP_CompletionCallback) -> int32_t = decode;
    GetPicture(video_decoder: PP_Resource, picture: *mut PP_VideoPicture, callback: PP_CompletionCallback) -> int32_t = get_picture;
    RecyclePicture(video_decoder: PP_Resource, picture: *const PP_VideoPicture) = recycle_picture;
    Flush(video_decoder: PP_Resource, callback: PP_CompletionCallback) -> int32_t = flush;
    Reset(video_decoder: PP_Resource, callback: PP_CompletionCallback) -> int32_t = reset;
}
.with_support(IN_PAGES);

pub(crate) const VIDEO_DECODER_0_2: Interface = interface! { "PPB_VideoDecoder" "0.2" Stable:
    Create(instance: PP_Instance) -> PP_Resource = create;
    IsVideoDecoder(resource: PP_Resource) -> PP_Bool = is_video_decoder;
    Initialize(video_decoder: PP_Resource, graphics3d_context: PP_Resource, profile: PP_VideoProfile, acceleration: PP_HardwareAcceleration, callback: PP_CompletionCallback) -> int32_t = initialize_1_0;
    Decode(video_decoder: PP_Resource, decode_id: uint32_t, size: uint32_t, buffer: *const void, callback: PP_CompletionCallback) -> int32_t = decode;
    GetPicture(video_decoder: PP_Resource, picture: *mut PP_VideoPicture_0_1, callback: PP_CompletionCallback) -> int32_t = get_old_picture;
    RecyclePicture(video_decoder: PP_Resource, picture: *const PP_VideoPicture) = recycle_picture;
    Flush(video_decoder: PP_Resource, callback: PP_CompletionCallback) -> int32_t = flush;
    Reset(video_decoder: PP_Resource, callback: PP_CompletionCallback) -> int32_t = reset;
}
.with_support(IN_PAGES);

pub(crate) const VIDEO_DECODER_0_1: Interface = interface! { "PPB_VideoDecoder" "0.1" DevChannel:
    Create(instance: PP_Instance) -> PP_Resource = create;
    IsVideoDecoder(resource: PP_Resource) -> PP_Bool = is_video_decoder;
    Initialize(video_decoder: PP_Resource, graphics3d_context: PP_Resource, profile: PP_VideoProfile, allow_software_fallback: PP_Bool, callback: PP_CompletionCallback) -> int32_t = initialize_0_1;
    Decode(video_decoder: PP_Resource, decode_id: uint32_t, size: uint32_t, buffer: *const void, callback: PP_CompletionCallback) -> int32_t = decode;
    GetPicture(video_decoder: PP_Resource, picture: *mut PP_VideoPicture_0_1, callback: PP_CompletionCallback) -> int32_t = get_old_picture;
    RecyclePicture(video_decoder: PP_Resource, picture: *const PP_VideoPicture) = recycle_picture;
    Flush(video_decoder: PP_Resource, callback: PP_CompletionCallback) -> int32_t = flush;
    Reset(video_decoder: PP_Resource, callback: PP_CompletionCallback) -> int32_t = reset;
}
.with_support(IN_PAGES);

/// Where there are codecs.
const IN_PAGES: Support = Support::Partly("in a page alone, with the browser's codecs");

/// `PP_VideoProfile`.
fn coding(profile: u32) -> Option<Coding> {
    match profile {
        0..=10 => Some(Coding::H264(profile)),
        11 => Some(Coding::Vp8),
        12 => Some(Coding::Vp9),
        _ => None,
    }
}

/// `PP_HardwareAcceleration`.
fn acceleration(number: u32) -> Option<Acceleration> {
    match number {
        0 => Some(Acceleration::Only),
        1 => Some(Acceleration::WithFallback),
        2 => Some(Acceleration::Never),
        _ => None,
    }
}

fn create(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    if !call.is_instance(0) {
        return word(0);
    }
    let id = call.create(Decoder::default());
    word(id)
}

fn is_video_decoder(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    boolean(call.resource::<Decoder>(0).is_some())
}

/// With the callback in an argument.
fn initialize_with(
    call: &mut Call<'_, '_>,
    callback: usize,
    acceleration: Option<Acceleration>,
    pictures: u32,
) -> Result<Action, Fault> {
    let owner = call.owner::<Decoder>(0);
    let settings = Settings {
        coding: coding(call.arg(2)),
        acceleration,
        pictures,
    };
    call.complete(callback, owner, |call, id| {
        Ok(call.video_initialize(id, settings))
    })
}

fn initialize(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let acceleration = acceleration(call.arg(3));
    initialize_with(call, 5, acceleration, call.arg(4))
}

fn initialize_1_0(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let acceleration = acceleration(call.arg(3));
    initialize_with(call, 4, acceleration, 0)
}

fn initialize_0_1(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let acceleration = match call.arg(3) {
        0 => Acceleration::Only,
        _ => Acceleration::WithFallback,
    };
    initialize_with(call, 4, Some(acceleration), 0)
}

fn decode(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let owner = call.owner::<Decoder>(0);
    let [name, len, at] = [1, 2, 3].map(|index| call.arg(index));
    call.complete(4, owner, |call, id| call.video_decode(id, name, [at, len]))
}

fn get_picture_with(call: &mut Call<'_, '_>, is_old: bool) -> Result<Action, Fault> {
    let owner = call.owner::<Decoder>(0);
    let place = Place {
        at: call.arg(1),
        is_old,
    };
    call.complete(2, owner, |call, id| Ok(call.video_get_picture(id, place)))
}

fn get_picture(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    get_picture_with(call, false)
}

fn get_old_picture(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    get_picture_with(call, true)
}

fn recycle_picture(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    if call.resource::<Decoder>(0).is_some() {
        let [_, texture] = call.words(1)?;
        call.video_recycle(texture);
    }
    NOTHING
}

fn flush(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let owner = call.owner::<Decoder>(0);
    call.complete(1, owner, |call, id| Ok(call.video_flush(id)))
}

fn reset(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let owner = call.owner::<Decoder>(0);
    call.complete(1, owner, |call, id| Ok(call.video_reset(id)))
}
