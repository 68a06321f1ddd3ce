//! Video decoders, implemented with the browser's WebCodecs in JavaScript, and media stream tracks,
//! whose pictures the page sends.

use crate::boundary::{acceleration as numbers, video_state};
use crate::machine::Machine;
use crate::outside;
use pinnacle_pepper::device::Event;
use pinnacle_pepper::device::video::{
    Acceleration, Coding, TrackPicture, Video, VideoError, VideoEvent,
};
use wasm_bindgen::prelude::*;

/// The decoders of a page.
#[derive(Debug)]
pub(super) struct WebVideo;

/// The `profile_idc` of H.264 for each `PP_VideoProfile`, in the notation of browsers.
const H264_PROFILES: [&str; 11] = [
    "42", "4d", "58", "64", "6e", "7a", "f4", "53", "56", "80", "76",
];

/// Returns the browsers' name of a codec. The level of a stream is not known in advance, so H.264
/// gets level 5.2, usually the highest that hardware supports.
fn codec(coding: Coding) -> Option<String> {
    match coding {
        Coding::H264(profile) => {
            let profile = H264_PROFILES.get(profile as usize)?;
            Some(format!("avc1.{profile}0034"))
        }
        Coding::Vp8 => Some("vp8".into()),
        Coding::Vp9 => Some("vp09.00.51.08".into()),
    }
}

impl Video for WebVideo {
    fn create(
        &mut self,
        id: u32,
        context: u32,
        coding: Coding,
        acceleration: Acceleration,
    ) -> bool {
        let acceleration = match acceleration {
            Acceleration::Only => numbers::ONLY,
            Acceleration::WithFallback => numbers::WITH_FALLBACK,
            Acceleration::Never => numbers::NEVER,
        };
        codec(coding)
            .is_some_and(|codec| outside::create_decoder(id, context, &codec, acceleration))
    }

    fn decode(&mut self, id: u32, unit: u32, bytes: &[u8]) {
        outside::decode_video(id, unit, bytes);
    }

    fn put(&mut self, id: u32, frame: u32, texture: Option<u32>) -> Option<u32> {
        // 0 stands for no texture.
        let name = outside::put_frame(id, frame, texture.unwrap_or(0));
        (name != 0).then_some(name)
    }

    fn delete_texture(&mut self, id: u32, texture: u32) {
        outside::delete_video_texture(id, texture);
    }

    fn flush(&mut self, id: u32) {
        outside::flush_decoder(id);
    }

    fn reset(&mut self, id: u32) {
        outside::reset_decoder(id);
    }

    fn close(&mut self, id: u32) {
        outside::close_decoder(id);
    }

    fn request_picture(&mut self, track: u32, [width, height]: [u32; 2]) {
        outside::request_picture(track, width, height);
    }

    fn close_track(&mut self, track: u32) {
        outside::close_track(track);
    }
}

impl Machine {
    fn video(&self, id: u32, event: VideoEvent) {
        self.inbox.push(Event::Video { id, event });
    }
}

#[wasm_bindgen]
impl Machine {
    /// Reports the state of a decoder, a `video_state` of the module `boundary`.
    #[wasm_bindgen(js_name = videoState)]
    pub fn video_state(&self, id: u32, state: u32) {
        let event = match state {
            video_state::READY => VideoEvent::Ready,
            video_state::FLUSHED => VideoEvent::Flushed,
            video_state::RESET => VideoEvent::Reset,
            video_state::NOT_SUPPORTED => VideoEvent::Failed(VideoError::NotSupported),
            video_state::MALFORMED => VideoEvent::Failed(VideoError::Malformed),
            _ => VideoEvent::Failed(VideoError::Failed),
        };
        self.video(id, event);
    }

    /// Reports that a decoder has taken this number of further units.
    #[wasm_bindgen(js_name = videoTaken)]
    pub fn video_taken(&self, id: u32, count: u32) {
        self.video(id, VideoEvent::Taken(count));
    }

    /// Reports a frame that a decoder has decoded from a unit.
    #[wasm_bindgen(js_name = videoFrame)]
    pub fn video_frame(&self, id: u32, frame: u32, unit: u32, width: u32, height: u32) {
        let size = [width, height];
        self.video(id, VideoEvent::Frame { frame, unit, size });
    }

    /// Passes on the requested picture of a track. `time` is in seconds since an arbitrary moment.
    #[wasm_bindgen(js_name = trackPicture)]
    pub fn track_picture(&self, number: u32, width: u32, height: u32, time: f64, rgba: Vec<u8>) {
        let picture = TrackPicture {
            size: [width, height],
            time,
            rgba,
        };
        let picture = Some(picture);
        self.inbox.push(Event::Track { number, picture });
    }

    /// Reports that a track has ended.
    #[wasm_bindgen(js_name = trackEnded)]
    pub fn track_ended(&self, number: u32) {
        let picture = None;
        self.inbox.push(Event::Track { number, picture });
    }
}
