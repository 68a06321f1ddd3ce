//! `PPB_VideoDecoder`: decoders of video.
//!
//! Source: Chromium's `ppapi/proxy/video_decoder_resource.cc`.

use crate::device::video::{Acceleration, Coding};
use crate::families::graphics::context::Context;
use crate::families::media::decoder::{self, Decoder, Place, Settings};
use crate::kernel::call::Call;
use crate::table::ctypes::{PP_VideoPicture, PP_VideoPicture_0_1, void};
use crate::table::typed::{At, CallbackArg, Instance, Res};
use crate::table::{Interface, Support, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const VIDEO_DECODER_1_1: Interface = interface! { "PPB_VideoDecoder" "1.1" Stable:
    Create(instance: PP_Instance) -> PP_Resource => create;
    IsVideoDecoder(resource: PP_Resource) -> PP_Bool => is_video_decoder;
    Initialize(video_decoder: PP_Resource, graphics3d_context: PP_Resource, profile: PP_VideoProfile, acceleration: PP_HardwareAcceleration, min_picture_count: uint32_t, callback: PP_CompletionCallback) -> int32_t => initialize;
    Decode(video_decoder: PP_Resource, decode_id: uint32_t, size: uint32_t, buffer: *const void, callback: PP_CompletionCallback) -> int32_t => decode;
    GetPicture(video_decoder: PP_Resource, picture: *mut PP_VideoPicture, callback: PP_CompletionCallback) -> int32_t => get_picture;
    RecyclePicture(video_decoder: PP_Resource, picture: *const PP_VideoPicture) => recycle_picture;
    Flush(video_decoder: PP_Resource, callback: PP_CompletionCallback) -> int32_t => flush;
    Reset(video_decoder: PP_Resource, callback: PP_CompletionCallback) -> int32_t => reset;
}
.with_support(BY_CODECS);

pub(crate) const VIDEO_DECODER_1_0: Interface = interface! { "PPB_VideoDecoder" "1.0" Stable:
    Create(instance: PP_Instance) -> PP_Resource => create;
    IsVideoDecoder(resource: PP_Resource) -> PP_Bool => is_video_decoder;
    Initialize(video_decoder: PP_Resource, graphics3d_context: PP_Resource, profile: PP_VideoProfile, acceleration: PP_HardwareAcceleration, callback: PP_CompletionCallback) -> int32_t => initialize_1_0;
    Decode(video_decoder: PP_Resource, decode_id: uint32_t, size: uint32_t, buffer: *const void, callback: PP_CompletionCallback) -> int32_t => decode;
    GetPicture(video_decoder: PP_Resource, picture: *mut PP_VideoPicture, callback: PP_CompletionCallback) -> int32_t => get_picture;
    RecyclePicture(video_decoder: PP_Resource, picture: *const PP_VideoPicture) => recycle_picture;
    Flush(video_decoder: PP_Resource, callback: PP_CompletionCallback) -> int32_t => flush;
    Reset(video_decoder: PP_Resource, callback: PP_CompletionCallback) -> int32_t => reset;
}
.with_support(BY_CODECS);

pub(crate) const VIDEO_DECODER_0_2: Interface = interface! { "PPB_VideoDecoder" "0.2" Stable:
    Create(instance: PP_Instance) -> PP_Resource => create;
    IsVideoDecoder(resource: PP_Resource) -> PP_Bool => is_video_decoder;
    Initialize(video_decoder: PP_Resource, graphics3d_context: PP_Resource, profile: PP_VideoProfile, acceleration: PP_HardwareAcceleration, callback: PP_CompletionCallback) -> int32_t => initialize_1_0;
    Decode(video_decoder: PP_Resource, decode_id: uint32_t, size: uint32_t, buffer: *const void, callback: PP_CompletionCallback) -> int32_t => decode;
    GetPicture(video_decoder: PP_Resource, picture: *mut PP_VideoPicture_0_1, callback: PP_CompletionCallback) -> int32_t => get_old_picture;
    RecyclePicture(video_decoder: PP_Resource, picture: *const PP_VideoPicture) => recycle_picture;
    Flush(video_decoder: PP_Resource, callback: PP_CompletionCallback) -> int32_t => flush;
    Reset(video_decoder: PP_Resource, callback: PP_CompletionCallback) -> int32_t => reset;
}
.with_support(BY_CODECS);

pub(crate) const VIDEO_DECODER_0_1: Interface = interface! { "PPB_VideoDecoder" "0.1" DevChannel:
    Create(instance: PP_Instance) -> PP_Resource => create;
    IsVideoDecoder(resource: PP_Resource) -> PP_Bool => is_video_decoder;
    Initialize(video_decoder: PP_Resource, graphics3d_context: PP_Resource, profile: PP_VideoProfile, allow_software_fallback: PP_Bool, callback: PP_CompletionCallback) -> int32_t => initialize_0_1;
    Decode(video_decoder: PP_Resource, decode_id: uint32_t, size: uint32_t, buffer: *const void, callback: PP_CompletionCallback) -> int32_t => decode;
    GetPicture(video_decoder: PP_Resource, picture: *mut PP_VideoPicture_0_1, callback: PP_CompletionCallback) -> int32_t => get_old_picture;
    RecyclePicture(video_decoder: PP_Resource, picture: *const PP_VideoPicture) => recycle_picture;
    Flush(video_decoder: PP_Resource, callback: PP_CompletionCallback) -> int32_t => flush;
    Reset(video_decoder: PP_Resource, callback: PP_CompletionCallback) -> int32_t => reset;
}
.with_support(BY_CODECS);

/// Support depends on the codecs of the host.
const BY_CODECS: Support =
    Support::Partly("with the codecs of the browser, or of FFmpeg on the command line");

/// Returns the coding for a `PP_VideoProfile`.
fn coding(profile: u32) -> Option<Coding> {
    match profile {
        0..=10 => Some(Coding::H264(profile)),
        11 => Some(Coding::Vp8),
        12 => Some(Coding::Vp9),
        _ => None,
    }
}

/// Returns the acceleration for a `PP_HardwareAcceleration`.
fn acceleration(number: u32) -> Option<Acceleration> {
    match number {
        0 => Some(Acceleration::Only),
        1 => Some(Acceleration::WithFallback),
        2 => Some(Acceleration::Never),
        _ => None,
    }
}

fn create(call: &mut Call<'_, '_>, instance: Instance) -> u32 {
    match instance.is_own() {
        true => call.create(Decoder::default()),
        false => 0,
    }
}

fn is_video_decoder(call: &mut Call<'_, '_>, resource: Res<Decoder>) -> bool {
    call.get(resource).is_some()
}

fn initialize_with(
    call: &mut Call<'_, '_>,
    named: Res<Decoder>,
    context: Res<Context>,
    settings: Settings,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(named);
    call.complete(callback, owner, |call, id| {
        Ok(decoder::initialize(call, named, context, id, settings))
    })
}

fn initialize(
    call: &mut Call<'_, '_>,
    named: Res<Decoder>,
    context: Res<Context>,
    profile: u32,
    accelerated: u32,
    pictures: u32,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let settings = Settings {
        coding: coding(profile),
        acceleration: acceleration(accelerated),
        pictures,
    };
    initialize_with(call, named, context, settings, callback)
}

fn initialize_1_0(
    call: &mut Call<'_, '_>,
    named: Res<Decoder>,
    context: Res<Context>,
    profile: u32,
    accelerated: u32,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    initialize(call, named, context, profile, accelerated, 0, callback)
}

fn initialize_0_1(
    call: &mut Call<'_, '_>,
    named: Res<Decoder>,
    context: Res<Context>,
    profile: u32,
    allow_software_fallback: bool,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let acceleration = match allow_software_fallback {
        false => Acceleration::Only,
        true => Acceleration::WithFallback,
    };
    let settings = Settings {
        coding: coding(profile),
        acceleration: Some(acceleration),
        pictures: 0,
    };
    initialize_with(call, named, context, settings, callback)
}

fn decode(
    call: &mut Call<'_, '_>,
    named: Res<Decoder>,
    unit: u32,
    size: u32,
    buffer: At<void>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(named);
    call.complete(callback, owner, |call, id| {
        decoder::decode(call, named, id, unit, [buffer.address, size])
    })
}

fn get_picture_at(
    call: &mut Call<'_, '_>,
    named: Res<Decoder>,
    place: Place,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(named);
    call.complete(callback, owner, |call, id| {
        Ok(decoder::get_picture(call, named, id, place))
    })
}

fn get_picture(
    call: &mut Call<'_, '_>,
    named: Res<Decoder>,
    picture: At<PP_VideoPicture>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let place = Place {
        at: picture.address,
        is_old: false,
    };
    get_picture_at(call, named, place, callback)
}

fn get_old_picture(
    call: &mut Call<'_, '_>,
    named: Res<Decoder>,
    picture: At<PP_VideoPicture_0_1>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let place = Place {
        at: picture.address,
        is_old: true,
    };
    get_picture_at(call, named, place, callback)
}

fn recycle_picture(
    call: &mut Call<'_, '_>,
    named: Res<Decoder>,
    picture: At<PP_VideoPicture>,
) -> Result<(), Fault> {
    if call.get(named).is_some() {
        let [_, texture] = picture.read_words(call)?;
        decoder::recycle(call.kernel, named.id, texture);
    }
    Ok(())
}

fn flush(
    call: &mut Call<'_, '_>,
    named: Res<Decoder>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(named);
    call.complete(callback, owner, |call, id| {
        Ok(decoder::flush(call, named, id))
    })
}

fn reset(
    call: &mut Call<'_, '_>,
    named: Res<Decoder>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(named);
    call.complete(callback, owner, |call, id| {
        Ok(decoder::reset(call, named, id))
    })
}
