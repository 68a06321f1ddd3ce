//! Video decoders: those of FFmpeg, which is loaded when a program creates its first decoder.
//!
//! A unit is decoded by the call that passes it, so a run is the same each time. A program cannot
//! detect whether a decoder uses hardware.
//!
//! Without FFmpeg the machine behaves like one without hardware decoders. Chrome had a software
//! decoder for this case, and most programs assert that they get a decoder. So they get one that
//! takes the stream and never outputs a picture.

use super::Machine;
use super::graphics::Graphics;
use crate::inbox::Inbox;
use pinnacle_codecs::{self as codecs, DecodeError, Library, Picture};
use pinnacle_pepper::device::Event;
use pinnacle_pepper::device::page::{LogLevel, Page};
use pinnacle_pepper::device::video::{Acceleration, Coding, Video, VideoError, VideoEvent};
use pinnacle_system::memory_budget::{Charge, MemoryBudget};
use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::sync::Arc;

/// Number of pictures that a decoder keeps: 16, the maximum that H.264 may refer to, and the
/// current one.
const KEPT_PICTURES: u64 = 17;

/// Size in bytes of two pixels in YUV 4:2:0, the format of the pictures that decoders keep.
const KEPT_BYTES_OF_TWO: u64 = 3;

/// The video decoders of a machine. Reports on the console if FFmpeg is missing.
pub(super) struct MachineVideo {
    machine: Machine,
    graphics: Graphics,
    inbox: Arc<Inbox>,
    budget: MemoryBudget,
    library: Loaded,
    decoders: HashMap<u32, Entry>,
}

/// The library.
enum Loaded {
    /// The library has not been requested yet.
    No,
    Yes(Library),
    /// Decoding is not available.
    Failed,
}

/// A decoder.
struct Entry {
    /// FFmpeg's decoder; `None` without FFmpeg.
    decoder: Option<codecs::Decoder>,
    /// The context of its textures.
    context: u32,
    textures: BTreeSet<u32>,
    /// Charge for the pictures that FFmpeg keeps.
    kept: Charge,
    /// Pictures that are not yet in a texture, by their numbers.
    pictures: HashMap<u32, (Picture, Charge)>,
    next_picture: u32,
}

impl fmt::Debug for MachineVideo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MachineVideo").finish_non_exhaustive()
    }
}

impl MachineVideo {
    pub(super) fn new(machine: &Machine) -> MachineVideo {
        let state = machine.lock();
        MachineVideo {
            machine: machine.clone(),
            graphics: state.graphics.clone(),
            inbox: state.inbox.clone(),
            budget: state.budget.clone(),
            library: Loaded::No,
            decoders: HashMap::new(),
        }
    }

    /// Creates decoders for a machine without FFmpeg.
    #[cfg(test)]
    pub(super) fn without_library(machine: &Machine) -> MachineVideo {
        MachineVideo {
            library: Loaded::Failed,
            ..MachineVideo::new(machine)
        }
    }

    /// Returns the library, which is loaded when it is first needed.
    fn library(&mut self) -> Option<&Library> {
        if let Loaded::No = self.library {
            self.library = match Library::load() {
                Ok(library) => Loaded::Yes(library),
                Err(error) => {
                    self.machine.log(LogLevel::Error, &error.to_string());
                    Loaded::Failed
                }
            };
        }
        match &self.library {
            Loaded::Yes(library) => Some(library),
            Loaded::No | Loaded::Failed => None,
        }
    }

    fn post(&self, id: u32, event: VideoEvent) {
        self.inbox.post(Event::Video { id, event });
    }

    /// Reports the pictures of a step, and whether the step failed. Returns true if it succeeded.
    fn report(&mut self, id: u32, pictures: Vec<Picture>, result: Result<(), DecodeError>) -> bool {
        let Some(entry) = self.decoders.get_mut(&id) else {
            return false;
        };
        let mut events = Vec::new();
        let mut failed = None;
        for picture in pictures {
            match entry.keep(picture, &self.budget) {
                Some(event) => events.push(event),
                None => failed = Some(VideoError::Failed),
            }
        }
        let failed = failed.or(match result {
            Ok(()) => None,
            Err(DecodeError::Malformed) => Some(VideoError::Malformed),
            Err(DecodeError::Failed) => Some(VideoError::Failed),
        });
        events.extend(failed.map(VideoEvent::Failed));
        for event in events {
            self.post(id, event);
        }
        failed.is_none()
    }
}

impl Entry {
    /// Keeps a picture until the program takes it. Returns its event, or `None` if there is no
    /// room.
    fn keep(&mut self, picture: Picture, budget: &MemoryBudget) -> Option<VideoEvent> {
        let (size, unit) = (picture.size, picture.unit);
        let pixels = u64::from(size[0]) * u64::from(size[1]);
        let kept = KEPT_PICTURES * pixels * KEPT_BYTES_OF_TWO / 2;
        self.kept.resize(kept).ok()?;
        let charge = budget.charge(picture.rgba.len() as u64).ok()?;
        let frame = self.next_picture;
        self.next_picture = frame.wrapping_add(1);
        self.pictures.insert(frame, (picture, charge));
        Some(VideoEvent::Frame { frame, unit, size })
    }
}

impl Video for MachineVideo {
    fn create(
        &mut self,
        id: u32,
        context: u32,
        coding: Coding,
        acceleration: Acceleration,
    ) -> bool {
        let coding = match coding {
            Coding::H264(_) => codecs::Coding::H264,
            Coding::Vp8 => codecs::Coding::Vp8,
            Coding::Vp9 => codecs::Coding::Vp9,
        };
        let decoder = self
            .library()
            .and_then(|library| codecs::Decoder::new(library, coding));
        if decoder.is_none() && acceleration == Acceleration::Only {
            return false;
        }
        let entry = Entry {
            decoder,
            context,
            textures: BTreeSet::new(),
            kept: self.budget.empty_charge(),
            pictures: HashMap::new(),
            next_picture: 0,
        };
        self.decoders.insert(id, entry);
        self.post(id, VideoEvent::Ready);
        true
    }

    fn decode(&mut self, id: u32, unit: u32, bytes: &[u8]) {
        let Some(entry) = self.decoders.get_mut(&id) else {
            return;
        };
        let mut pictures = Vec::new();
        let result = match &mut entry.decoder {
            Some(decoder) => decoder.decode(unit, bytes, &mut pictures),
            None => Ok(()),
        };
        if self.report(id, pictures, result) {
            self.post(id, VideoEvent::Taken(1));
        }
    }

    fn put(&mut self, id: u32, frame: u32, texture: Option<u32>) -> Option<u32> {
        let entry = self.decoders.get_mut(&id)?;
        let (picture, charge) = entry.pictures.remove(&frame)?;
        // If the texture already exists, it has the size of the frame.
        let has_room = texture.is_some() || self.budget.has_room(charge.bytes());
        let name = match has_room {
            true => self
                .graphics
                .put_frame(entry.context, texture, picture.size, &picture.rgba),
            false => None,
        };
        match name {
            Some(name) => {
                entry.textures.insert(name);
            }
            // The picture is kept, because the program may try another texture.
            None => {
                entry.pictures.insert(frame, (picture, charge));
            }
        }
        name
    }

    fn delete_texture(&mut self, id: u32, texture: u32) {
        if let Some(entry) = self.decoders.get_mut(&id)
            && entry.textures.remove(&texture)
        {
            self.graphics.delete_frame(entry.context, texture);
        }
    }

    fn flush(&mut self, id: u32) {
        let Some(entry) = self.decoders.get_mut(&id) else {
            return;
        };
        let mut pictures = Vec::new();
        let result = match &mut entry.decoder {
            Some(decoder) => decoder.flush(&mut pictures),
            None => Ok(()),
        };
        if self.report(id, pictures, result) {
            self.post(id, VideoEvent::Flushed);
        }
    }

    fn reset(&mut self, id: u32) {
        if let Some(entry) = self.decoders.get_mut(&id) {
            if let Some(decoder) = &mut entry.decoder {
                decoder.reset();
            }
            entry.pictures.clear();
            self.post(id, VideoEvent::Reset);
        }
    }

    fn close(&mut self, id: u32) {
        if let Some(entry) = self.decoders.remove(&id) {
            for texture in entry.textures {
                self.graphics.delete_frame(entry.context, texture);
            }
        }
    }
}
