//! Tracks of media streams that have pictures: what `PPB_MediaStreamVideoTrack` and
//! `PPB_VideoFrame` do with a device of [`crate::device::video`].
//!
//! A track comes in a message of the page. A program asks for one frame after the other,
//! which lies in its memory until it gives it back; it can have so many at a time. A frame
//! that it has given back is empty.
//!
//! Source: Chromium's `ppapi/proxy/media_stream_video_track_resource.cc`,
//! `ppapi/proxy/media_stream_track_resource_base.cc` and
//! `ppapi/proxy/video_frame_resource.cc`.

mod pixels;
#[cfg(test)]
mod tests;

use crate::device::video::TrackPicture;
use crate::kernel::call::Call;
use crate::kernel::completion::{Begun, Delivery, Ending, PendingId};
use crate::kernel::errors::{OK, PpError};
use crate::kernel::heap::Block;
use crate::kernel::resource::{BOXED, PLACE, Resource};
use crate::kernel::state::Kernel;
use crate::kernel::var::Var;
use crate::message::{Message, Object};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;
use pixels::Format;

/// So many frames a program can have at a time, unless it asks for others.
const USUAL_FRAMES: u32 = 4;

/// It can ask for so many.
const MOST_FRAMES: u32 = 8;

/// The greatest width and height that it can ask for.
const MAX_SIDE: u32 = 4096;

/// `PP_MediaStreamVideoTrack_Attrib`.
mod attribute {
    pub(super) const NONE: u32 = 0;
    pub(super) const FRAMES: u32 = 1;
    pub(super) const WIDTH: u32 = 2;
    pub(super) const HEIGHT: u32 = 3;
    pub(super) const FORMAT: u32 = 4;
}

/// What a program asks of frames; 0 is what the track has by itself.
#[derive(Clone, Copy, Debug, Default)]
struct Attributes {
    frames: u32,
    size: [u32; 2],
    format: u32,
}

/// A track.
#[derive(Debug)]
pub(crate) struct VideoTrack {
    /// The number by which the device knows it.
    number: u32,
    id: Box<str>,
    has_ended: bool,
    attributes: Attributes,
    getting: Option<Getting>,
    /// The device was asked for a picture that has not come.
    is_asked: bool,
    /// The frames that the program has, of which the track holds references.
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
        kernel.track_gone(*self);
    }
}

/// Where the resource of the next frame goes.
#[derive(Clone, Copy, Debug)]
struct Getting {
    id: PendingId,
    at: u32,
}

/// A frame.
#[derive(Debug)]
pub(crate) struct VideoFrame {
    pub(crate) time: f64,
    /// None if it was given back.
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

    fn most_frames(&self) -> usize {
        match self.attributes.frames {
            0 => USUAL_FRAMES as usize,
            frames => frames.min(MOST_FRAMES) as usize,
        }
    }
}

impl Kernel {
    fn track(&mut self, id: u32) -> Option<&mut VideoTrack> {
        self.resources.of_mut(id)
    }

    /// Resources for the tracks in a message, in order; fewer if there is no room.
    pub(crate) fn tracks_of(&mut self, message: &Message) -> Vec<u32> {
        let mut ids = Vec::new();
        for object in message.objects() {
            if let Object::VideoTrack { number, id } = object {
                let track = VideoTrack::new(*number, id);
                if let Some(id) = self.create_held(track) {
                    self.tracks.insert(*number, id);
                    ids.push(id);
                }
            }
        }
        ids
    }

    /// A track is gone.
    fn track_gone(&mut self, track: VideoTrack) {
        self.tracks.remove(&track.number);
        self.devices.video.close_track(track.number);
        for frame in track.lent {
            self.take_frame(frame);
        }
    }

    /// Takes the picture of a frame away, and the reference of the track.
    fn take_frame(&mut self, id: u32) {
        if let Some(frame) = self.resources.of_mut::<VideoFrame>(id)
            && let Some(picture) = frame.picture.take()
        {
            self.free_later(picture.block);
        }
        self.unhold_resource(id);
    }

    /// Asks the device for a picture, if somebody waits for one who may have one more.
    fn ask_for_picture(&mut self, id: u32) {
        let Some(track) = self.track(id) else {
            return;
        };
        if track.getting.is_none() || track.is_asked || track.lent.len() >= track.most_frames() {
            return;
        }
        track.is_asked = true;
        let (number, size) = (track.number, track.attributes.size);
        self.devices.video.request_picture(number, size);
    }

    /// A track has a picture, or has ended.
    pub(crate) fn track_happened(&mut self, number: u32, picture: Option<TrackPicture>) {
        let Some(&id) = self.tracks.get(&number) else {
            return;
        };
        let Some(track) = self.track(id) else {
            return;
        };
        track.is_asked = false;
        let getting = track.getting.take();
        let format = Format::of(track.attributes.format);
        track.has_ended |= picture.is_none();
        match (getting, picture) {
            (Some(getting), Some(picture)) => {
                let ending = self.lend(id, getting, &picture, format);
                self.finish(getting.id, ending);
            }
            (Some(getting), None) => self.abort(getting.id),
            (None, _) => {}
        }
    }

    /// Puts a picture into the program's memory when its callback runs.
    fn lend(&self, id: u32, getting: Getting, picture: &TrackPicture, format: Format) -> Ending {
        let bytes = format.bytes_of(picture);
        let Ok(kept) = self.budget.charge(bytes.len() as u64) else {
            return PpError::NoMemory.into();
        };
        let (size, time) = (picture.size, picture.time);
        Ending::with_output(move |call| {
            drop(kept);
            let frame = call.create_frame(id, &bytes, time, size, format)?;
            call.context.memory.store_u32(getting.at, frame)?;
            Ok(Delivery::Result(match frame {
                0 => PpError::NoMemory.code(),
                _ => OK,
            }))
        })
    }

    /// The program wants no more of a track.
    fn close_track(&mut self, id: u32) {
        let Some(track) = self.track(id) else {
            return;
        };
        if std::mem::replace(&mut track.has_ended, true) {
            return;
        }
        let (number, getting) = (track.number, track.getting.take());
        let lent = std::mem::take(&mut track.lent);
        self.devices.video.close_track(number);
        if let Some(getting) = getting {
            self.abort(getting.id);
        }
        for frame in lent {
            self.take_frame(frame);
        }
    }
}

impl Call<'_, '_> {
    fn track(&mut self) -> Option<&mut VideoTrack> {
        self.kernel.track(self.arg(0))
    }

    /// A frame of a track, of which the program has a reference; 0 if there is no room.
    fn create_frame(
        &mut self,
        track: u32,
        bytes: &[u8],
        time: f64,
        size: [u32; 2],
        format: Format,
    ) -> Result<u32, Fault> {
        let len = bytes.len() as u32;
        let Some(block) = self.bytes(bytes)? else {
            return Ok(0);
        };
        let format = format.number();
        let id = self.create(VideoFrame {
            time,
            picture: Some(FramePicture {
                block,
                len,
                size,
                format,
            }),
        });
        if id != 0
            && let Some(track) = self.kernel.track(track)
        {
            track.lent.push(id);
            self.kernel.resources.hold(id);
        }
        Ok(id)
    }

    /// `Configure(track, attributes, callback)`.
    pub(crate) fn track_configure(&mut self) -> Result<Begun, Fault> {
        let mut asked = Attributes::default();
        let mut at = self.arg(1);
        let is_known = loop {
            let name = self.context.memory.load_u32(at)?;
            if name == attribute::NONE {
                break true;
            }
            let value = self.context.memory.load_u32(at.wrapping_add(4))?;
            match name {
                attribute::FRAMES => asked.frames = value,
                attribute::WIDTH => asked.size[0] = value,
                attribute::HEIGHT => asked.size[1] = value,
                attribute::FORMAT => asked.format = value,
                _ => break false,
            }
            at = at.wrapping_add(8);
        };
        let Some(track) = self.track() else {
            return Ok(PpError::BadResource.into());
        };
        if track.has_ended {
            return Ok(PpError::Failed.into());
        }
        if track.getting.is_some() || !track.lent.is_empty() {
            return Ok(PpError::InProgress.into());
        }
        let is_side = |side: u32| side.is_multiple_of(4) && side <= MAX_SIDE;
        let is_right = asked.frames as i32 >= 0
            && asked.size.into_iter().all(is_side)
            && asked.format <= Format::LAST;
        if !is_known || !is_right {
            return Ok(PpError::BadArgument.into());
        }
        track.attributes = asked;
        Ok(OK.into())
    }

    /// `GetAttrib(track, attribute, value)`.
    pub(crate) fn track_attribute(&mut self) -> Result<i32, Fault> {
        let name = self.arg(1);
        let Some(track) = self.track() else {
            return Ok(PpError::BadResource.code());
        };
        let value = match name {
            attribute::FRAMES => track.most_frames() as u32,
            attribute::WIDTH => track.attributes.size[0],
            attribute::HEIGHT => track.attributes.size[1],
            attribute::FORMAT => Format::of(track.attributes.format).number(),
            _ => return Ok(PpError::BadArgument.code()),
        };
        self.store_word(2, value)?;
        Ok(OK)
    }

    /// `GetId(track)`, which writes a var to the first argument.
    pub(crate) fn track_id(&mut self) -> Result<Action, Fault> {
        let track = self.kernel.track(self.arg(1));
        let var = match track.map(|track| track.id.clone()) {
            Some(id) => self.kernel.vars.string(&id),
            None => Var::Undefined,
        };
        self.give_var(0, var)
    }

    /// Whether a track has ended, as one that is not there has.
    pub(crate) fn track_has_ended(&mut self) -> bool {
        self.track().is_none_or(|track| track.has_ended)
    }

    /// `GetFrame(track, frame, callback)`.
    pub(crate) fn track_get_frame(&mut self, pending: PendingId) -> Begun {
        let (id, at) = (self.arg(0), self.arg(1));
        let Some(track) = self.track() else {
            return PpError::BadResource.into();
        };
        if track.has_ended {
            return PpError::Failed.into();
        }
        if track.getting.is_some() {
            return PpError::InProgress.into();
        }
        track.getting = Some(Getting { id: pending, at });
        self.kernel.ask_for_picture(id);
        Begun::Later
    }

    /// `RecycleFrame(track, frame)`.
    pub(crate) fn track_recycle(&mut self) -> i32 {
        let [id, frame] = [self.arg(0), self.arg(1)];
        let Some(track) = self.track() else {
            return PpError::BadResource.code();
        };
        let Some(place) = track.lent.iter().position(|&one| one == frame) else {
            return PpError::BadResource.code();
        };
        track.lent.swap_remove(place);
        self.kernel.take_frame(frame);
        self.kernel.ask_for_picture(id);
        OK
    }

    /// `Close(track)`.
    pub(crate) fn track_close(&mut self) {
        self.kernel.close_track(self.arg(0));
    }
}
