//! Video tracks of media streams: `PPB_MediaStreamVideoTrack` and `PPB_VideoFrame` on a device of
//! [`crate::device::video`].
//!
//! A track arrives in a message from the page. A program requests one frame after the other. A
//! frame is in the program's memory until it is recycled, and the number of frames at a time is
//! bounded. A recycled frame is empty.
//!
//! Source: Chromium's `ppapi/proxy/media_stream_video_track_resource.cc`,
//! `ppapi/proxy/media_stream_track_resource_base.cc` and
//! `ppapi/proxy/video_frame_resource.cc`.

mod pixels;
#[cfg(test)]
mod tests;

use super::Media;
use crate::device::video::TrackPicture;
use crate::kernel::call::Call;
use crate::kernel::errors::{OK, PpError};
use crate::kernel::heap::Block;
use crate::kernel::interface::Begun;
use crate::kernel::interface::Delivery;
use crate::kernel::interface::Ending;
use crate::kernel::pending::PendingId;
use crate::kernel::resource::{BOXED, PLACE, Resource};
use crate::kernel::state::Kernel;
use crate::kernel::var::Var;
use crate::message::{Message, Object};
use crate::table::ctypes::{PP_Resource, int32_t};
use crate::table::typed::{At, Res};
use pinnacle_system::memory::Fault;
use pixels::Format;

/// Maximum number of frames that a program has at a time, unless it requests another number.
const USUAL_FRAMES: u32 = 4;

/// Maximum number of frames that a program can request.
const MOST_FRAMES: u32 = 8;

/// Maximum width and height that a program can request.
const MAX_SIDE: u32 = 4096;

/// `PP_MediaStreamVideoTrack_Attrib`.
mod attribute {
    pub(super) const NONE: u32 = 0;
    pub(super) const FRAMES: u32 = 1;
    pub(super) const WIDTH: u32 = 2;
    pub(super) const HEIGHT: u32 = 3;
    pub(super) const FORMAT: u32 = 4;
}

/// A program's requirements for frames; 0 means the track's own value.
#[derive(Clone, Copy, Debug, Default)]
struct Attributes {
    frames: u32,
    size: [u32; 2],
    format: u32,
}

/// A track.
#[derive(Debug)]
pub(crate) struct VideoTrack {
    /// Its number in the device.
    number: u32,
    id: Box<str>,
    has_ended: bool,
    attributes: Attributes,
    getting: Option<Getting>,
    /// True if a picture was requested from the device and has not arrived.
    is_asked: bool,
    /// The frames that the program has. This holds references to them.
    lent: Vec<u32>,
}

impl Resource for VideoTrack {
    fn name(&self) -> &'static str {
        "VideoTrack"
    }

    fn size(&self) -> u64 {
        PLACE + BOXED
    }

    fn end(self: Box<Self>, _id: u32, kernel: &mut Kernel) {
        kernel.states.get::<Media>().tracks.remove(&self.number);
        kernel.devices.video.close_track(self.number);
        for frame in self.lent {
            take_frame(kernel, frame);
        }
    }
}

/// A request for the next frame.
#[derive(Clone, Copy, Debug)]
struct Getting {
    id: PendingId,
    at: u32,
}

/// A frame.
#[derive(Debug)]
pub(crate) struct VideoFrame {
    pub(crate) time: f64,
    /// The picture; `None` if the frame was recycled.
    pub(crate) picture: Option<FramePicture>,
}

impl Resource for VideoFrame {
    fn name(&self) -> &'static str {
        "VideoFrame"
    }

    fn size(&self) -> u64 {
        PLACE + BOXED
    }

    fn end(self: Box<Self>, _id: u32, kernel: &mut Kernel) {
        if let Some(picture) = self.picture {
            kernel.free_later(picture.block);
        }
    }
}

/// A picture in the program's memory.
#[derive(Debug)]
pub(crate) struct FramePicture {
    block: Block,
    pub(crate) len: u32,
    pub(crate) size: [u32; 2],
    /// `PP_VideoFrame_Format`.
    pub(crate) format: u32,
}

impl FramePicture {
    pub(crate) fn address(&self) -> u32 {
        self.block.address()
    }
}

impl VideoTrack {
    fn new(number: u32, id: &str) -> VideoTrack {
        VideoTrack {
            number,
            id: id.into(),
            has_ended: false,
            attributes: Attributes::default(),
            getting: None,
            is_asked: false,
            lent: Vec::new(),
        }
    }

    /// Returns true if no further frames will come.
    pub(super) fn has_ended(&self) -> bool {
        self.has_ended
    }

    fn most_frames(&self) -> usize {
        match self.attributes.frames {
            0 => USUAL_FRAMES as usize,
            frames => frames.min(MOST_FRAMES) as usize,
        }
    }
}

/// Creates resources for the tracks in a message, in order; fewer if there is no room.
pub(crate) fn tracks_of(kernel: &mut Kernel, message: &Message) -> Vec<u32> {
    let mut ids = Vec::new();
    for object in message.objects() {
        if let Object::VideoTrack { number, id } = object {
            let track = VideoTrack::new(*number, id);
            if let Some(id) = kernel.create_held(track) {
                kernel.states.get::<Media>().tracks.insert(*number, id);
                ids.push(id);
            }
        }
    }
    ids
}

/// Removes the picture of a frame, and releases the track's reference to the frame.
fn take_frame(kernel: &mut Kernel, id: u32) {
    if let Some(frame) = kernel.resources.of_mut::<VideoFrame>(id)
        && let Some(picture) = frame.picture.take()
    {
        kernel.free_later(picture.block);
    }
    kernel.unhold_resource(id);
}

/// Requests a picture from the device if an operation waits for one and the program may have
/// another frame.
fn ask_for_picture(kernel: &mut Kernel, id: u32) {
    let Some(track) = kernel.resources.of_mut::<VideoTrack>(id) else {
        return;
    };
    if track.getting.is_none() || track.is_asked || track.lent.len() >= track.most_frames() {
        return;
    }
    track.is_asked = true;
    let (number, size) = (track.number, track.attributes.size);
    kernel.devices.video.request_picture(number, size);
}

/// Handles an event of a track: it has a picture, or has ended.
pub(crate) fn track_happened(kernel: &mut Kernel, number: u32, picture: Option<TrackPicture>) {
    let Some(&id) = kernel.states.get::<Media>().tracks.get(&number) else {
        return;
    };
    let Some(track) = kernel.resources.of_mut::<VideoTrack>(id) else {
        return;
    };
    track.is_asked = false;
    let getting = track.getting.take();
    let format = Format::of(track.attributes.format);
    track.has_ended |= picture.is_none();
    match (getting, picture) {
        (Some(getting), Some(picture)) => {
            let ending = lend(kernel, id, getting.at, &picture, format);
            kernel.finish(getting.id, ending);
        }
        (Some(getting), None) => kernel.abort(getting.id),
        (None, _) => {}
    }
}

/// Returns the ending that puts a picture into the program's memory when the callback runs.
fn lend(kernel: &Kernel, id: u32, at: u32, picture: &TrackPicture, format: Format) -> Ending {
    let bytes = format.bytes_of(picture);
    let Ok(kept) = kernel.budget.charge(bytes.len() as u64) else {
        return PpError::NoMemory.into();
    };
    let (size, time) = (picture.size, picture.time);
    Ending::with_output(move |call| {
        drop(kept);
        let frame = create_frame(call, id, &bytes, (time, size, format))?;
        call.context.memory.store_u32(at, frame)?;
        Ok(Delivery::Result(match frame {
            0 => PpError::NoMemory.code(),
            _ => OK,
        }))
    })
}

/// Closes a track that the program no longer needs.
pub(super) fn close(kernel: &mut Kernel, id: u32) {
    let Some(track) = kernel.resources.of_mut::<VideoTrack>(id) else {
        return;
    };
    if std::mem::replace(&mut track.has_ended, true) {
        return;
    }
    let (number, getting) = (track.number, track.getting.take());
    let lent = std::mem::take(&mut track.lent);
    kernel.devices.video.close_track(number);
    if let Some(getting) = getting {
        kernel.abort(getting.id);
    }
    for frame in lent {
        take_frame(kernel, frame);
    }
}

/// Creates a frame of a track with one reference for the program; 0 if there is no room.
fn create_frame(
    call: &mut Call<'_, '_>,
    track: u32,
    bytes: &[u8],
    (time, size, format): (f64, [u32; 2], Format),
) -> Result<u32, Fault> {
    let len = bytes.len() as u32;
    let Some(block) = call.bytes(bytes)? else {
        return Ok(0);
    };
    let format = format.number();
    let id = call.create(VideoFrame {
        time,
        picture: Some(FramePicture {
            block,
            len,
            size,
            format,
        }),
    });
    if id != 0
        && let Some(track) = call.kernel.resources.of_mut::<VideoTrack>(track)
    {
        track.lent.push(id);
        call.kernel.resources.hold(id);
    }
    Ok(id)
}

/// Reads a list of attributes. Returns `None` if it has an unknown one.
fn read_attributes(call: &Call<'_, '_>, list: At<int32_t>) -> Result<Option<Attributes>, Fault> {
    let mut asked = Attributes::default();
    let mut at = list.address;
    loop {
        let name = call.context.memory.load_u32(at)?;
        if name == attribute::NONE {
            return Ok(Some(asked));
        }
        let value = call.context.memory.load_u32(at.wrapping_add(4))?;
        match name {
            attribute::FRAMES => asked.frames = value,
            attribute::WIDTH => asked.size[0] = value,
            attribute::HEIGHT => asked.size[1] = value,
            attribute::FORMAT => asked.format = value,
            _ => return Ok(None),
        }
        at = at.wrapping_add(8);
    }
}

impl Attributes {
    /// Returns true if a track supports these attributes.
    fn can_be(&self) -> bool {
        let is_side = |side: u32| side.is_multiple_of(4) && side <= MAX_SIDE;
        self.frames as i32 >= 0 && self.size.into_iter().all(is_side) && self.format <= Format::LAST
    }
}

/// Implements `Configure(track, attributes, callback)`.
pub(super) fn configure(
    call: &mut Call<'_, '_>,
    track: Res<VideoTrack>,
    list: At<int32_t>,
) -> Result<Begun, Fault> {
    let asked = read_attributes(call, list)?;
    let Some(track) = call.get(track) else {
        return Ok(PpError::BadResource.into());
    };
    if track.has_ended {
        return Ok(PpError::Failed.into());
    }
    if track.getting.is_some() || !track.lent.is_empty() {
        return Ok(PpError::InProgress.into());
    }
    let Some(asked) = asked.filter(Attributes::can_be) else {
        return Ok(PpError::BadArgument.into());
    };
    track.attributes = asked;
    Ok(OK.into())
}

/// Implements `GetAttrib(track, attribute, value)`.
pub(super) fn get_attribute(
    call: &mut Call<'_, '_>,
    track: Res<VideoTrack>,
    name: u32,
    at: At<int32_t>,
) -> Result<i32, Fault> {
    let Some(track) = call.get(track) else {
        return Ok(PpError::BadResource.code());
    };
    let value = match name {
        attribute::FRAMES => track.most_frames() as u32,
        attribute::WIDTH => track.attributes.size[0],
        attribute::HEIGHT => track.attributes.size[1],
        attribute::FORMAT => Format::of(track.attributes.format).number(),
        _ => return Ok(PpError::BadArgument.code()),
    };
    at.write_words(call, [value])?;
    Ok(OK)
}

/// Implements `GetId(track)`.
pub(super) fn get_id(call: &mut Call<'_, '_>, track: Res<VideoTrack>) -> Var {
    match call.get(track).map(|track| track.id.clone()) {
        Some(id) => call.kernel.vars.string(&id),
        None => Var::Undefined,
    }
}

/// Implements `GetFrame(track, frame, callback)`.
pub(super) fn get_frame(
    call: &mut Call<'_, '_>,
    named: Res<VideoTrack>,
    at: At<PP_Resource>,
    pending: PendingId,
) -> Begun {
    let Some(track) = call.get(named) else {
        return PpError::BadResource.into();
    };
    if track.has_ended {
        return PpError::Failed.into();
    }
    if track.getting.is_some() {
        return PpError::InProgress.into();
    }
    track.getting = Some(Getting {
        id: pending,
        at: at.address,
    });
    ask_for_picture(call.kernel, named.id);
    Begun::Later
}

/// Implements `RecycleFrame(track, frame)`.
pub(super) fn recycle(
    call: &mut Call<'_, '_>,
    named: Res<VideoTrack>,
    frame: Res<VideoFrame>,
) -> i32 {
    let Some(track) = call.get(named) else {
        return PpError::BadResource.code();
    };
    let Some(place) = track.lent.iter().position(|&one| one == frame.id) else {
        return PpError::BadResource.code();
    };
    track.lent.swap_remove(place);
    take_frame(call.kernel, frame.id);
    ask_for_picture(call.kernel, named.id);
    OK
}
