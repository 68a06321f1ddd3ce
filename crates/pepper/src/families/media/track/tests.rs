use super::pixels::Format;
use crate::device::Event;
use crate::device::video::{Acceleration, Coding, TrackPicture, Video};
use crate::families::media::Media;
use crate::harness::Program;
use crate::kernel::call::NOTHING;
use crate::kernel::errors::{COMPLETION_PENDING, OK, PpError};
use crate::kernel::var;
use crate::message::{Builder, Object};
use std::sync::{Arc, Mutex};

const TRACK: &str = "PPB_MediaStreamVideoTrack;0.1";
const FRAME: &str = "PPB_VideoFrame;0.1";
const NUMBER: u32 = 7;
const GOT: u32 = 90;

/// The requested picture sizes, and the number of closed tracks.
#[derive(Clone, Default)]
struct FakeTracks(Arc<Mutex<(Vec<[u32; 2]>, u32)>>);

impl Video for FakeTracks {
    fn create(&mut self, _: u32, _: u32, _: Coding, _: Acceleration) -> bool {
        false
    }

    fn decode(&mut self, _: u32, _: u32, _: &[u8]) {}

    fn put(&mut self, _: u32, _: u32, _: Option<u32>) -> Option<u32> {
        None
    }

    fn delete_texture(&mut self, _: u32, _: u32) {}

    fn flush(&mut self, _: u32) {}

    fn reset(&mut self, _: u32) {}

    fn close(&mut self, _: u32) {}

    fn request_picture(&mut self, track: u32, size: [u32; 2]) {
        assert_eq!(track, NUMBER);
        self.0.lock().unwrap().0.push(size);
    }

    fn close_track(&mut self, _: u32) {
        self.0.lock().unwrap().1 += 1;
    }
}

/// A program that was sent a track.
struct Setting {
    program: Program,
    device: FakeTracks,
    track: u64,
    /// The address where frames are stored.
    frame: u32,
}

fn setting() -> Setting {
    let device = FakeTracks::default();
    let video = device.clone();
    let mut program = Program::with_devices(|devices| devices.video = Box::new(video)).start();
    let mut builder = Builder::default();
    let root = builder.add(Object::VideoTrack {
        number: NUMBER,
        id: "camera".into(),
    });
    let message = builder.finish(root);
    let mut track = 0;
    program
        .pepper
        .call_for_test(&mut program.memory, 0, &[], |call| {
            let var = crate::families::messaging::handler::var_of(call, &message).unwrap();
            if let Some(var::Object::Resource(id)) = call.kernel.vars.get(var) {
                track = *id;
            }
            // The program keeps the track after the message is gone.
            call.kernel.resources.add_ref(track);
            call.kernel.vars.release(var);
            NOTHING
        });
    let frame = program.words(&[0]);
    Setting {
        program,
        device,
        track: track.into(),
        frame,
    }
}

impl Setting {
    fn track_code(&mut self, method: &str, more: &[u64]) -> i32 {
        let args = [&[self.track], more].concat();
        self.program.code(TRACK, method, &args)
    }

    fn configure(&mut self, list: &[u32]) -> i32 {
        let list = self.program.words(list);
        let callback = self.program.callback(GOT, true);
        self.track_code("Configure", &[list.into(), callback])
    }

    fn get(&mut self) -> i32 {
        let callback = self.program.callback(GOT, true);
        let frame = self.frame.into();
        self.track_code("GetFrame", &[frame, callback])
    }

    /// Delivers a picture of two pixels, red and blue.
    fn picture(&mut self) {
        let picture = TrackPicture {
            size: [2, 1],
            time: 1.5,
            rgba: vec![255, 0, 0, 255, 0, 0, 255, 255],
        };
        self.happens(Some(picture));
    }

    fn happens(&mut self, picture: Option<TrackPicture>) {
        let number = NUMBER;
        let event = Event::Track { number, picture };
        self.program.fake.world().events.push_back(event);
    }

    /// Gets a frame.
    fn got(&mut self) -> u64 {
        assert_eq!(self.get(), COMPLETION_PENDING);
        self.picture();
        assert_eq!(self.program.called_back(GOT), OK);
        self.program.memory.load_u32(self.frame).unwrap().into()
    }

    fn asked(&self) -> Vec<[u32; 2]> {
        std::mem::take(&mut self.device.0.lock().unwrap().0)
    }
}

#[test]
fn a_track_of_a_message_is_a_resource_with_a_name() {
    let mut setting = setting();
    let track = setting.track;
    let is_one = setting
        .program
        .call(TRACK, "IsMediaStreamVideoTrack", &[track]);
    assert_eq!(is_one, 1);
    assert_eq!(setting.program.call(TRACK, "HasEnded", &[track]), 0);
    let id = setting.program.words(&[0; 4]);
    setting.program.call(TRACK, "GetId", &[id.into(), track]);
    assert_eq!(setting.program.read_text(id), "camera");
}

#[test]
fn no_other_resource_is_a_track() {
    let mut setting = setting();
    setting.track = 1;
    assert_eq!(setting.program.call(TRACK, "HasEnded", &[1]), 1);
    let bad = PpError::BadResource.code();
    assert_eq!(setting.get(), bad);
    assert_eq!(setting.track_code("RecycleFrame", &[1]), bad);
    assert_eq!(setting.track_code("GetAttrib", &[1, 4096]), bad);
}

#[test]
fn a_frame_stays_in_memory_until_it_is_recycled() {
    let mut setting = setting();
    let frame = setting.got();
    assert_eq!(setting.asked(), [[0, 0]]);
    let ask = |program: &mut Program, method| program.call(FRAME, method, &[frame]);
    let program = &mut setting.program;
    assert_eq!(ask(program, "IsVideoFrame"), 1);
    assert_eq!(ask(program, "GetFormat"), 2, "I420");
    assert_eq!(ask(program, "GetTimestamp"), 1.5_f64.to_bits());
    assert_eq!(ask(program, "GetDataBufferSize"), 4);
    let size = program.words(&[0, 0]);
    assert_eq!(program.call(FRAME, "GetSize", &[frame, size.into()]), 1);
    assert_eq!(program.memory.load_u32(size), Ok(2));
    let at = ask(program, "GetDataBuffer") as u32;
    let mut bytes = [0; 4];
    program.memory.read(at, &mut bytes).unwrap();
    assert_eq!(bytes, [82, 41, 90, 240]);
    assert_eq!(setting.track_code("RecycleFrame", &[frame]), OK);
    let program = &mut setting.program;
    assert_eq!(ask(program, "GetDataBuffer"), 0);
    assert_eq!(ask(program, "GetFormat"), 0);
    assert_eq!(program.call(FRAME, "GetSize", &[frame, size.into()]), 0);
    let again = setting.track_code("RecycleFrame", &[frame]);
    assert_eq!(again, PpError::BadResource.code());
}

#[test]
fn a_program_has_four_frames_at_a_time_or_as_many_as_it_wants() {
    for (list, most) in [(&[0][..], 4), (&[1, 2, 0], 2), (&[1, 100, 0], 8)] {
        let mut setting = setting();
        assert_eq!(setting.configure(list), OK);
        let frames: Vec<u64> = (0..most).map(|_| setting.got()).collect();
        setting.asked();
        assert_eq!(setting.get(), COMPLETION_PENDING);
        assert_eq!(setting.get(), PpError::InProgress.code());
        assert_eq!(setting.asked().len(), 0, "{most}");
        assert_eq!(setting.track_code("RecycleFrame", &[frames[0]]), OK);
        assert_eq!(setting.asked().len(), 1, "{most}");
    }
}

#[test]
fn attributes_are_checked_and_kept() {
    let mut setting = setting();
    for list in [&[9, 1, 0][..], &[2, 3, 0], &[4, 4, 0], &[1, u32::MAX, 0]] {
        let code = setting.configure(list);
        assert_eq!(code, PpError::BadArgument.code(), "{list:?}");
    }
    assert_eq!(setting.configure(&[2, 64, 3, 48, 4, 3, 0]), OK);
    let value = setting.program.words(&[0]);
    for (attribute, expected) in [(1, 4), (2, 64), (3, 48), (4, 3)] {
        let code = setting.track_code("GetAttrib", &[attribute, value.into()]);
        assert_eq!(code, OK);
        assert_eq!(setting.program.memory.load_u32(value), Ok(expected));
    }
    let frame = setting.got();
    assert_eq!(setting.asked(), [[64, 48]]);
    assert_eq!(setting.program.call(FRAME, "GetFormat", &[frame]), 3);
    let busy = setting.configure(&[0]);
    assert_eq!(busy, PpError::InProgress.code(), "while it has a frame");
}

#[test]
fn the_end_of_a_track_ends_a_wait_for_it() {
    let mut setting = setting();
    setting.get();
    setting.happens(None);
    let result = setting.program.called_back(GOT);
    assert_eq!(result, PpError::Aborted.code());
    let ended = setting.program.call(TRACK, "HasEnded", &[setting.track]);
    assert_eq!(ended, 1);
    assert_eq!(setting.get(), PpError::Failed.code());
}

#[test]
fn a_closed_track_takes_its_frames_back() {
    let mut setting = setting();
    let frame = setting.got();
    setting.get();
    let track = setting.track;
    setting.program.call(TRACK, "Close", &[track]);
    let result = setting.program.called_back(GOT);
    assert_eq!(result, PpError::Aborted.code());
    assert_eq!(setting.program.call(FRAME, "GetDataBuffer", &[frame]), 0);
    assert_eq!(setting.get(), PpError::Failed.code());
}

#[test]
fn an_unreferenced_track_is_freed() {
    let mut setting = setting();
    let frame = setting.got();
    for id in [frame, setting.track] {
        setting
            .program
            .call("PPB_Core;1.0", "ReleaseResource", &[id]);
    }
    let kernel = setting.program.pepper.core_for_test();
    assert_eq!(
        (
            kernel.resources.len(),
            kernel.states.get::<Media>().tracks.len()
        ),
        (0, 0)
    );
    assert_eq!(setting.device.0.lock().unwrap().1, 1);
}

#[test]
fn formats_have_their_pixels_in_order() {
    let picture = TrackPicture {
        size: [2, 2],
        time: 0.0,
        rgba: [[255, 255, 255, 255], [0, 0, 0, 255]].concat().repeat(2),
    };
    assert_eq!(
        Format::I420.bytes_of(&picture),
        [235, 16, 235, 16, 128, 128]
    );
    let red = TrackPicture {
        size: [1, 1],
        time: 0.0,
        rgba: vec![255, 0, 0, 255],
    };
    assert_eq!(Format::I420.bytes_of(&red), [82, 90, 240]);
    assert_eq!(Format::Yv12.bytes_of(&red), [82, 240, 90]);
    assert_eq!(Format::Bgra.bytes_of(&red), [0, 0, 255, 255]);
}
