//! Video decoders: `PPB_VideoDecoder` on a device of [`crate::device::video`].
//!
//! A decoder takes several units of a stream at a time and hands out pictures: textures of the
//! program's context. The number of textures is fixed. While frames wait for the program to return
//! a texture, the decoder takes no units.
//!
//! Source: Chromium's `ppapi/proxy/video_decoder_resource.cc`,
//! `content/renderer/pepper/pepper_video_decoder_host.cc` and
//! `content/renderer/pepper/video_decoder_shim.cc`.

use super::Media;
use crate::device::video::{Acceleration, Coding, VideoError, VideoEvent};
use crate::families::graphics::context::Context;
use crate::kernel::call::Call;
use crate::kernel::errors::{OK, PpError};
use crate::kernel::interface::Begun;
use crate::kernel::pending::PendingId;
use crate::kernel::resource::{PLACE, Resource};
use crate::kernel::state::Kernel;
use crate::table::typed::Res;
use pictures::{decoder_goes_on, drop_old_textures};
use pinnacle_system::memory::Fault;
use pinnacle_system::memory_budget::Charge;
use std::collections::VecDeque;

mod pictures;
#[cfg(test)]
mod tests;

/// Maximum size of a unit in bytes.
const MOST_UNIT_BYTES: u32 = 4 << 20;

/// Maximum number of units that the decoder has not taken yet. At this number, the program must
/// wait.
const MOST_UNITS: usize = 8;

/// Maximum number of units between the unit that contains a picture and the output of that picture.
const MOST_DELAY: usize = 64;

/// Maximum number of textures, unless a program requests more.
const USUAL_TEXTURES: usize = 8;

/// Maximum number of textures that a program can request.
const MOST_TEXTURES: u32 = 100;

/// Maximum size in bytes of the textures of all decoders.
const MOST_TEXTURE_BYTES: u64 = 512 << 20;

/// Maximum number of decoders that a program can use at the same time.
const MOST_DECODERS: u32 = 32;

/// A program's requirements for a decoder. A field is `None` if the requested value does not exist.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) coding: Option<Coding>,
    pub(crate) acceleration: Option<Acceleration>,
    /// Number of pictures that the program needs at the same time.
    pub(crate) pictures: u32,
}

/// A decoder.
#[derive(Debug)]
pub(crate) struct Decoder {
    /// The error after which the decoder no longer works.
    error: Option<PpError>,
    is_ready: bool,
    /// The context of the textures. Once the device has created the decoder, this holds a reference
    /// to the context.
    context: Option<u32>,
    initializing: Option<PendingId>,
    decoding: Option<PendingId>,
    getting: Option<Getting>,
    flushing: Option<PendingId>,
    resetting: Option<PendingId>,
    /// The number of the next unit.
    next_unit: u32,
    /// The program's IDs of the latest units, by unit number modulo [`MOST_DELAY`].
    names: [u32; MOST_DELAY],
    /// Memory charged for units that the decoder has not consumed.
    units: VecDeque<Charge>,
    /// Number of taken units that were not reported to the program yet.
    taken: usize,
    /// Frames without textures.
    frames: VecDeque<Frame>,
    /// The size of the last frame.
    size: [u32; 2],
    textures: Vec<Texture>,
    most_textures: usize,
    /// Pictures that the program has not requested yet.
    pictures: VecDeque<Picture>,
    /// True if the device has reported all frames of the pending flush.
    is_flushed: bool,
}

impl Resource for Decoder {
    fn name(&self) -> &'static str {
        "VideoDecoder"
    }

    fn size(&self) -> u64 {
        PLACE + size_of::<Decoder>() as u64
    }

    fn end(self: Box<Self>, id: u32, kernel: &mut Kernel) {
        let bytes = self.textures.iter().map(|one| texture_bytes(one.size));
        kernel.states.get::<Media>().texture_bytes -= bytes.sum::<u64>();
        if let Some(context) = self.context {
            close(kernel, id, context);
        }
    }
}

/// A request for the next picture.
#[derive(Clone, Copy, Debug)]
struct Getting {
    id: PendingId,
    place: Place,
}

/// A `PP_VideoPicture` in the program's memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) at: u32,
    /// True for the version without `visible_rect`.
    pub(crate) is_old: bool,
}

#[derive(Clone, Copy, Debug)]
struct Frame {
    frame: u32,
    unit: u32,
    size: [u32; 2],
}

#[derive(Clone, Copy, Debug)]
struct Texture {
    name: u32,
    size: [u32; 2],
    use_: Use,
}

/// The owner of a texture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Use {
    /// The texture is free.
    Free,
    /// The decoder: the texture is a picture that the program has not requested yet.
    Waiting,
    /// The program.
    Lent,
}

#[derive(Clone, Copy, Debug)]
struct Picture {
    unit: u32,
    texture: u32,
    size: [u32; 2],
}

impl Default for Decoder {
    fn default() -> Decoder {
        Decoder {
            error: Some(PpError::Failed),
            is_ready: false,
            context: None,
            initializing: None,
            decoding: None,
            getting: None,
            flushing: None,
            resetting: None,
            next_unit: 0,
            names: [0; MOST_DELAY],
            units: VecDeque::new(),
            taken: 0,
            frames: VecDeque::new(),
            size: [0, 0],
            textures: Vec::new(),
            most_textures: 0,
            pictures: VecDeque::new(),
            is_flushed: false,
        }
    }
}

impl Decoder {
    /// Returns the number of units whose consumption was not reported to the program yet.
    fn in_flight(&self) -> usize {
        self.units.len() + self.taken
    }

    /// Returns the program's ID of a unit.
    fn name(&self, unit: u32) -> u32 {
        self.names[unit as usize % MOST_DELAY]
    }
}

/// Returns the size of a texture in bytes.
fn texture_bytes([width, height]: [u32; 2]) -> u64 {
    4 * u64::from(width) * u64::from(height)
}

/// Begins to initialize a decoder for a context.
pub(super) fn initialize(
    call: &mut Call<'_, '_>,
    named: Res<Decoder>,
    context: Res<Context>,
    pending: PendingId,
    settings: Settings,
) -> Begun {
    let has_context = call.get(context).is_some();
    let (id, context) = (named.id, context.id);
    let Some(decoder) = call.get(named) else {
        return PpError::BadResource.into();
    };
    if decoder.is_ready {
        return PpError::Failed.into();
    }
    let (Some(coding), Some(acceleration)) = (settings.coding, settings.acceleration) else {
        return PpError::BadArgument.into();
    };
    if settings.pictures > MOST_TEXTURES {
        return PpError::BadArgument.into();
    }
    if decoder.initializing.is_some() {
        return PpError::InProgress.into();
    }
    if !has_context {
        return PpError::BadResource.into();
    }
    decoder.initializing = Some(pending);
    decoder.most_textures = USUAL_TEXTURES.max(settings.pictures as usize);
    let kernel = &mut *call.kernel;
    let is_made = kernel.states.get::<Media>().decoders < MOST_DECODERS
        && kernel
            .devices
            .video
            .create(id, context, coding, acceleration);
    if is_made {
        kernel.states.get::<Media>().decoders += 1;
        kernel.resources.hold(context);
        if let Some(decoder) = decoder_of(kernel, id) {
            decoder.context = Some(context);
        }
    } else {
        decoder_failed(kernel, id, PpError::NotSupported);
    }
    Begun::Later
}

/// Decodes a unit of the stream, which the program identifies by this ID.
pub(super) fn decode(
    call: &mut Call<'_, '_>,
    named: Res<Decoder>,
    pending: PendingId,
    name: u32,
    [at, len]: [u32; 2],
) -> Result<Begun, Fault> {
    let Some(decoder) = call.get(named) else {
        return Ok(PpError::BadResource.into());
    };
    if let Some(error) = decoder.error {
        return Ok(error.into());
    }
    if decoder.flushing.is_some() || decoder.resetting.is_some() {
        return Ok(PpError::Failed.into());
    }
    if decoder.decoding.is_some() {
        return Ok(PpError::InProgress.into());
    }
    if len > MOST_UNIT_BYTES {
        return Ok(PpError::NoMemory.into());
    }
    let Ok(charge) = call.kernel.budget.charge(len.into()) else {
        return Ok(PpError::NoMemory.into());
    };
    let bytes = call.context.memory.bytes(at, len)?;
    call.context.bytes += u64::from(len);
    let Some(decoder) = call.get(named) else {
        return Ok(PpError::BadResource.into());
    };
    let unit = decoder.next_unit;
    decoder.next_unit = unit.wrapping_add(1);
    decoder.names[unit as usize % MOST_DELAY] = name;
    decoder.units.push_back(charge);
    let begun = match decoder.in_flight() < MOST_UNITS {
        true => OK.into(),
        false => {
            decoder.decoding = Some(pending);
            Begun::Later
        }
    };
    call.kernel.devices.video.decode(named.id, unit, &bytes);
    Ok(begun)
}

/// Returns the next picture, now or as soon as there is one.
pub(super) fn get_picture(
    call: &mut Call<'_, '_>,
    named: Res<Decoder>,
    pending: PendingId,
    place: Place,
) -> Begun {
    let Some(decoder) = call.get(named) else {
        return PpError::BadResource.into();
    };
    if let Some(error) = decoder.error {
        return error.into();
    }
    if decoder.resetting.is_some() {
        return PpError::Failed.into();
    }
    if decoder.getting.is_some() {
        return PpError::InProgress.into();
    }
    match decoder.pictures.pop_front() {
        Some(picture) => Begun::Done(decoder.lend(picture, place)),
        None => {
            decoder.getting = Some(Getting { id: pending, place });
            decoder_goes_on(call.kernel, named.id);
            Begun::Later
        }
    }
}

/// Decodes all pending units.
pub(super) fn flush(call: &mut Call<'_, '_>, named: Res<Decoder>, pending: PendingId) -> Begun {
    let Some(decoder) = call.get(named) else {
        return PpError::BadResource.into();
    };
    if let Some(error) = decoder.error {
        return error.into();
    }
    if decoder.resetting.is_some() {
        return PpError::Failed.into();
    }
    if decoder.flushing.is_some() {
        return PpError::InProgress.into();
    }
    decoder.flushing = Some(pending);
    decoder.is_flushed = false;
    call.kernel.devices.video.flush(named.id);
    Begun::Later
}

/// Discards all pending units and pictures.
pub(super) fn reset(call: &mut Call<'_, '_>, named: Res<Decoder>, pending: PendingId) -> Begun {
    let Some(decoder) = call.get(named) else {
        return PpError::BadResource.into();
    };
    if let Some(error) = decoder.error {
        return error.into();
    }
    if decoder.flushing.is_some() {
        return PpError::Failed.into();
    }
    if decoder.resetting.is_some() {
        return PpError::InProgress.into();
    }
    decoder.resetting = Some(pending);
    let given_up = [
        decoder.decoding.take(),
        decoder.getting.take().map(|getting| getting.id),
    ];
    call.kernel.devices.video.reset(named.id);
    for pending in given_up.into_iter().flatten() {
        call.kernel.abort(pending);
    }
    Begun::Later
}

/// Called when the program no longer needs the picture in a texture.
pub(super) fn recycle(kernel: &mut Kernel, id: u32, texture: u32) {
    let Some(decoder) = decoder_of(kernel, id) else {
        return;
    };
    // After a reset all textures are free.
    if decoder.error.is_some() || decoder.resetting.is_some() {
        return;
    }
    let lent = decoder
        .textures
        .iter_mut()
        .find(|one| one.name == texture && one.use_ == Use::Lent);
    if let Some(lent) = lent {
        lent.use_ = Use::Free;
        drop_old_textures(kernel, id);
        decoder_goes_on(kernel, id);
    }
}

/// Returns the decoder with an id.
fn decoder_of(kernel: &mut Kernel, id: u32) -> Option<&mut Decoder> {
    kernel.resources.of_mut(id)
}

/// Removes a decoder from the device and releases its context.
fn close(kernel: &mut Kernel, id: u32, context: u32) {
    kernel.states.get::<Media>().decoders -= 1;
    kernel.devices.video.close(id);
    kernel.unhold_resource(context);
}

/// Handles an event of a decoder, which may no longer exist.
pub(crate) fn video_happened(kernel: &mut Kernel, id: u32, event: VideoEvent) {
    let Some(decoder) = decoder_of(kernel, id) else {
        return;
    };
    let has_ended = decoder.context.is_none() || decoder.error.is_some() && decoder.is_ready;
    let is_old =
        decoder.resetting.is_some() && !matches!(event, VideoEvent::Reset | VideoEvent::Failed(_));
    if has_ended || is_old {
        return;
    }
    match event {
        VideoEvent::Ready => {
            decoder.is_ready = true;
            decoder.error = None;
            let pending = decoder.initializing.take();
            finish_slot(kernel, pending, OK);
        }
        VideoEvent::Taken(count) => {
            let count = decoder.units.len().min(count as usize);
            decoder.units.drain(..count);
            decoder.taken += count;
        }
        VideoEvent::Frame { frame, unit, size } => {
            decoder.frames.push_back(Frame { frame, unit, size });
        }
        VideoEvent::Flushed => decoder.is_flushed = decoder.flushing.is_some(),
        VideoEvent::Reset => {
            decoder.units.clear();
            decoder.taken = 0;
            decoder.frames.clear();
            decoder.pictures.clear();
            for texture in &mut decoder.textures {
                texture.use_ = Use::Free;
            }
            let pending = decoder.resetting.take();
            drop_old_textures(kernel, id);
            finish_slot(kernel, pending, OK);
        }
        VideoEvent::Failed(error) => decoder_failed(
            kernel,
            id,
            match error {
                VideoError::NotSupported => PpError::NotSupported,
                VideoError::Malformed => PpError::MalformedInput,
                VideoError::Failed => PpError::ResourceFailed,
            },
        ),
    }
    decoder_goes_on(kernel, id);
}

fn finish_slot(kernel: &mut Kernel, slot: Option<PendingId>, result: i32) {
    if let Some(pending) = slot {
        kernel.finish(pending, result);
    }
}

/// Handles a failure: the decoder keeps only the pictures that the program has. A decoder that was
/// never ready can be initialized again.
fn decoder_failed(kernel: &mut Kernel, id: u32, error: PpError) {
    let Some(decoder) = decoder_of(kernel, id) else {
        return;
    };
    decoder.error = Some(error);
    decoder.frames.clear();
    decoder.pictures.clear();
    decoder.units.clear();
    let context = match decoder.is_ready {
        true => None,
        false => decoder.context.take(),
    };
    let slots = [
        decoder.initializing.take(),
        decoder.decoding.take(),
        decoder.getting.take().map(|getting| getting.id),
        decoder.flushing.take(),
        decoder.resetting.take(),
    ];
    if let Some(context) = context {
        close(kernel, id, context);
    }
    for pending in slots.into_iter().flatten() {
        kernel.finish(pending, error);
    }
}
