use crate::device::Event;
use crate::device::gl::{ContextAttributes, Function, Gl};
use crate::device::video::{Acceleration, Coding, Video, VideoError, VideoEvent};
use crate::families::media::Media;
use crate::harness::{Program, called};
use crate::kernel::errors::{COMPLETION_PENDING, OK, PpError};
use pinnacle_system::host::Action;
use pinnacle_system::memory::{Fault, Memory};
use std::sync::{Arc, Mutex};

const DECODER: &str = "PPB_VideoDecoder;1.1";
/// Addresses of the program's callbacks.
const INITIALIZED: u32 = 90;
const DECODED: u32 = 91;
const GOT: u32 = 92;
const FLUSHED: u32 = 93;
const RESET: u32 = 94;

/// A call that the device received.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Told {
    Create(u32, Coding, Acceleration),
    Decode(u32, Vec<u8>),
    Put(u32, Option<u32>),
    Delete(u32),
    Flush,
    Reset,
    Close,
}

#[derive(Default)]
struct State {
    told: Vec<Told>,
    /// The name of the last texture.
    last: u32,
    has_no_codec: bool,
    /// Textures that the program has deleted.
    deleted: Vec<u32>,
}

#[derive(Clone, Default)]
struct FakeVideo(Arc<Mutex<State>>);

impl FakeVideo {
    fn tell(&self, told: Told) {
        self.0.lock().unwrap().told.push(told);
    }

    fn told(&self) -> Vec<Told> {
        std::mem::take(&mut self.0.lock().unwrap().told)
    }
}

impl Video for FakeVideo {
    fn create(&mut self, _: u32, context: u32, coding: Coding, how: Acceleration) -> bool {
        self.tell(Told::Create(context, coding, how));
        !self.0.lock().unwrap().has_no_codec
    }

    fn decode(&mut self, _: u32, unit: u32, bytes: &[u8]) {
        self.tell(Told::Decode(unit, bytes.to_vec()));
    }

    fn put(&mut self, _: u32, frame: u32, texture: Option<u32>) -> Option<u32> {
        self.tell(Told::Put(frame, texture));
        let mut state = self.0.lock().unwrap();
        match texture {
            Some(texture) => (!state.deleted.contains(&texture)).then_some(texture),
            None => {
                state.last += 1;
                Some(state.last)
            }
        }
    }

    fn delete_texture(&mut self, _: u32, texture: u32) {
        self.tell(Told::Delete(texture));
    }

    fn flush(&mut self, _: u32) {
        self.tell(Told::Flush);
    }

    fn reset(&mut self, _: u32) {
        self.tell(Told::Reset);
    }

    fn close(&mut self, _: u32) {
        self.tell(Told::Close);
    }
}

/// A device with any number of contexts, which draw nothing.
struct Canvas;

impl Gl for Canvas {
    fn create(&mut self, _: u32, _: &ContextAttributes, _: Option<u32>) -> bool {
        true
    }

    fn destroy(&mut self, _: u32) {}

    fn resize(&mut self, _: u32, _: [u32; 2]) {}

    fn swap(&mut self, _: u32) {}

    fn call(&mut self, _: u32, _: Function, _: &[u64], _: &mut Memory) -> Result<u64, Fault> {
        Ok(0)
    }

    fn string(&mut self, _: u32, _: u32) -> Option<String> {
        None
    }
}

/// A program with a context and a decoder.
struct Setting {
    program: Program,
    video: FakeVideo,
    context: u64,
    decoder: u64,
    /// The address where pictures are stored.
    picture: u32,
}

fn setting() -> Setting {
    let video = FakeVideo::default();
    let device = video.clone();
    let mut program = Program::with_devices(|devices| {
        devices.video = Box::new(device);
        devices.gl = Box::new(Canvas);
    })
    .start();
    let context = program.call("PPB_Graphics3D;1.0", "Create", &[1, 0, 0]);
    let decoder = program.call(DECODER, "Create", &[1]);
    let picture = program.words(&[0; 9]);
    Setting {
        program,
        video,
        context,
        decoder,
        picture,
    }
}

/// Returns a decoder that is initialized for VP8.
fn ready() -> Setting {
    let mut setting = setting();
    assert_eq!(setting.initialize(11, 1, 0), COMPLETION_PENDING);
    setting.happens(VideoEvent::Ready);
    assert_eq!(setting.program.called_back(INITIALIZED), OK);
    setting.video.told();
    setting
}

impl Setting {
    fn initialize(&mut self, profile: u64, acceleration: u64, pictures: u64) -> i32 {
        let callback = self.program.callback(INITIALIZED, true);
        let context = self.context;
        let args = [
            self.decoder,
            context,
            profile,
            acceleration,
            pictures,
            callback,
        ];
        self.program.code(DECODER, "Initialize", &args)
    }

    fn happens(&mut self, event: VideoEvent) {
        let id = self.decoder as u32;
        let event = Event::Video { id, event };
        self.program.fake.world().events.push_back(event);
    }

    /// Checks that the program waits and nothing calls it.
    fn nothing_is_called(&mut self) {
        let action = self.program.turn();
        assert!(matches!(action, Action::Wait { .. }), "{action:?}");
    }

    /// Runs the callbacks that are due, which must be these functions. Returns their arguments.
    fn called_back(&mut self, functions: &[u32]) -> Vec<i32> {
        let mut action = self.program.turn();
        let mut results = Vec::new();
        for &function in functions {
            let call = called(&action);
            assert_eq!(call.address, function);
            results.push(call.args[1] as u32 as i32);
            action = self.program.resume(0);
        }
        assert!(matches!(action, Action::Wait { .. }), "{action:?}");
        results
    }

    fn decode(&mut self, name: u64) -> i32 {
        let unit = self.program.bytes(b"unit");
        let callback = self.program.callback(DECODED, true);
        let args = [self.decoder, name, 4, unit.into(), callback];
        self.program.code(DECODER, "Decode", &args)
    }

    fn get(&mut self) -> i32 {
        let callback = self.program.callback(GOT, true);
        let args = [self.decoder, self.picture.into(), callback];
        self.program.code(DECODER, "GetPicture", &args)
    }

    fn flush(&mut self) -> i32 {
        let callback = self.program.callback(FLUSHED, true);
        let args = [self.decoder, callback];
        self.program.code(DECODER, "Flush", &args)
    }

    fn reset(&mut self) -> i32 {
        let callback = self.program.callback(RESET, true);
        let args = [self.decoder, callback];
        self.program.code(DECODER, "Reset", &args)
    }

    fn frame(&mut self, frame: u32, unit: u32, size: [u32; 2]) {
        self.happens(VideoEvent::Frame { frame, unit, size });
    }

    /// Returns the words of the picture.
    fn words(&self) -> [u32; 9] {
        let memory = &self.program.memory;
        [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|word| memory.load_u32(self.picture + 4 * word).unwrap())
    }

    fn recycle(&mut self, texture: u32) {
        let picture = self.program.words(&[0, texture, 0, 0, 0, 0, 0, 0, 0]);
        let args = [self.decoder, picture.into()];
        self.program.call(DECODER, "RecyclePicture", &args);
    }
}

#[test]
fn a_decoder_needs_a_context_and_right_arguments() {
    let mut setting = setting();
    let is_one = setting
        .program
        .call(DECODER, "IsVideoDecoder", &[setting.decoder]);
    assert_eq!(is_one, 1);
    for (profile, acceleration, pictures) in [(13, 1, 0), (11, 3, 0), (11, 1, 101)] {
        let code = setting.initialize(profile, acceleration, pictures);
        assert_eq!(code, PpError::BadArgument.code());
    }
    setting.context = 0;
    let code = setting.initialize(11, 1, 0);
    assert_eq!(code, PpError::BadResource.code());
    assert_eq!(setting.video.told(), []);
}

#[test]
fn the_device_receives_the_requests() {
    let mut setting = setting();
    setting.initialize(3, 0, 0);
    let context = setting.context as u32;
    let told = Told::Create(context, Coding::H264(3), Acceleration::Only);
    assert_eq!(setting.video.told(), [told]);
    let again = setting.initialize(3, 0, 0);
    assert_eq!(again, PpError::InProgress.code());
    setting.happens(VideoEvent::Ready);
    assert_eq!(setting.program.called_back(INITIALIZED), OK);
    assert_eq!(setting.initialize(3, 0, 0), PpError::Failed.code());
}

#[test]
fn the_first_version_asks_for_hardware_unless_software_may_do() {
    for (fallback, how) in [(0, Acceleration::Only), (1, Acceleration::WithFallback)] {
        let mut setting = setting();
        let callback = setting.program.callback(INITIALIZED, true);
        let args = [setting.decoder, setting.context, 12, fallback, callback];
        let code = setting
            .program
            .code("PPB_VideoDecoder;0.1", "Initialize", &args);
        assert_eq!(code, COMPLETION_PENDING);
        let told = Told::Create(setting.context as u32, Coding::Vp9, how);
        assert_eq!(setting.video.told(), [told]);
    }
}

#[test]
fn without_codecs_it_is_not_supported_and_can_be_tried_again() {
    let mut setting = setting();
    setting.video.0.lock().unwrap().has_no_codec = true;
    for _ in 0..2 {
        assert_eq!(setting.initialize(11, 1, 0), COMPLETION_PENDING);
        let result = setting.program.called_back(INITIALIZED);
        assert_eq!(result, PpError::NotSupported.code());
    }
    assert_eq!(setting.get(), PpError::NotSupported.code());
    setting.video.0.lock().unwrap().has_no_codec = false;
    setting.initialize(11, 1, 0);
    setting.happens(VideoEvent::Failed(VideoError::NotSupported));
    let result = setting.program.called_back(INITIALIZED);
    assert_eq!(result, PpError::NotSupported.code());
    assert_eq!(setting.video.told().last(), Some(&Told::Close));
}

#[test]
fn a_decoder_that_is_not_initialized_does_nothing() {
    let mut setting = setting();
    let failed = PpError::Failed.code();
    let results = [
        setting.decode(1),
        setting.get(),
        setting.flush(),
        setting.reset(),
    ];
    assert_eq!(results, [failed; 4]);
    setting.decoder = 77;
    let bad = PpError::BadResource.code();
    let results = [
        setting.decode(1),
        setting.get(),
        setting.flush(),
        setting.reset(),
    ];
    assert_eq!(results, [bad; 4]);
    setting.recycle(1);
}

#[test]
fn the_program_waits_with_the_eighth_unit_until_one_is_taken() {
    let mut setting = ready();
    for name in 0..7 {
        assert_eq!(setting.decode(name), OK);
    }
    assert_eq!(setting.decode(7), COMPLETION_PENDING);
    assert_eq!(setting.decode(8), PpError::InProgress.code());
    let told = setting.video.told();
    assert_eq!(told.len(), 8);
    assert_eq!(told[7], Told::Decode(7, b"unit".to_vec()));
    setting.happens(VideoEvent::Taken(1));
    assert_eq!(setting.program.called_back(DECODED), OK);
}

#[test]
fn a_unit_has_at_most_four_mebibytes() {
    let mut setting = ready();
    let callback = setting.program.callback(DECODED, true);
    let args = [setting.decoder, 1, (4 << 20) + 1, 0, callback];
    let code = setting.program.code(DECODER, "Decode", &args);
    assert_eq!(code, PpError::NoMemory.code());
    let args = [setting.decoder, 1, 4, 4, callback];
    let action = setting.program.answer(DECODER, "Decode", &args);
    assert!(matches!(action, Action::Trap(_)), "{action:?}");
}

#[test]
fn a_picture_bears_the_name_of_its_unit_and_its_texture() {
    let mut setting = ready();
    setting.decode(70);
    setting.decode(71);
    assert_eq!(setting.get(), COMPLETION_PENDING);
    assert_eq!(setting.get(), PpError::InProgress.code());
    setting.frame(5, 1, [64, 48]);
    assert_eq!(setting.program.called_back(GOT), OK);
    assert_eq!(setting.words(), [71, 1, 0xde1, 64, 48, 0, 0, 64, 48]);
    setting.frame(6, 0, [64, 48]);
    setting.nothing_is_called();
    assert_eq!(setting.get(), OK, "it is there already");
    assert_eq!(setting.words()[..2], [70, 2]);
}

#[test]
fn old_versions_write_no_visible_part() {
    let mut setting = ready();
    setting.decode(70);
    setting.frame(1, 0, [64, 48]);
    setting.nothing_is_called();
    let callback = setting.program.callback(GOT, true);
    let args = [setting.decoder, setting.picture.into(), callback];
    let code = setting
        .program
        .code("PPB_VideoDecoder;0.2", "GetPicture", &args);
    assert_eq!(code, OK);
    assert_eq!(setting.words(), [70, 1, 0xde1, 64, 48, 0, 0, 0, 0]);
}

#[test]
fn frames_wait_for_textures_and_units_with_them() {
    let mut setting = ready();
    for frame in 0..9 {
        setting.frame(frame, 0, [8, 8]);
    }
    setting.nothing_is_called();
    let told = setting.video.told();
    assert_eq!(told.len(), 8, "there are eight textures");
    assert_eq!(setting.get(), OK);
    for name in 0..8 {
        setting.decode(name);
    }
    setting.happens(VideoEvent::Taken(8));
    setting.nothing_is_called();
    setting.video.told();
    setting.recycle(2);
    assert_eq!(setting.video.told(), [], "that one is not the program's");
    setting.recycle(1);
    assert_eq!(setting.video.told(), [Told::Put(8, Some(1))]);
    assert_eq!(setting.program.called_back(DECODED), OK);
}

#[test]
fn a_program_gets_as_many_pictures_as_it_asks_for() {
    let mut setting = setting();
    setting.initialize(11, 1, 12);
    setting.happens(VideoEvent::Ready);
    assert_eq!(setting.program.called_back(INITIALIZED), OK);
    setting.video.told();
    for frame in 0..13 {
        setting.frame(frame, 0, [8, 8]);
    }
    setting.nothing_is_called();
    assert_eq!(setting.video.told().len(), 12);
}

#[test]
fn frames_of_another_size_have_other_textures() {
    let mut setting = ready();
    setting.frame(0, 0, [8, 8]);
    setting.frame(1, 0, [8, 8]);
    setting.nothing_is_called();
    assert_eq!(setting.get(), OK);
    setting.recycle(1);
    assert_eq!(setting.get(), OK);
    setting.video.told();
    setting.frame(2, 0, [16, 16]);
    setting.nothing_is_called();
    assert_eq!(
        setting.video.told(),
        [Told::Delete(1), Told::Put(2, None)],
        "what nobody has is deleted at once"
    );
    setting.recycle(2);
    assert_eq!(setting.video.told(), [Told::Delete(2)]);
}

#[test]
fn a_texture_that_the_program_has_deleted_is_replaced() {
    let mut setting = ready();
    setting.frame(0, 0, [8, 8]);
    setting.nothing_is_called();
    assert_eq!(setting.get(), OK);
    setting.video.0.lock().unwrap().deleted.push(1);
    setting.recycle(1);
    setting.video.told();
    setting.frame(1, 0, [8, 8]);
    setting.nothing_is_called();
    let told = setting.video.told();
    assert_eq!(told, [Told::Put(1, Some(1)), Told::Put(1, None)]);
}

#[test]
fn textures_have_a_bound() {
    let mut setting = ready();
    for frame in 0..8 {
        setting.frame(frame, 0, [8192, 4096]);
    }
    setting.nothing_is_called();
    assert_eq!(setting.video.told().len(), 4, "128 MiB each");
    let mut setting = ready();
    setting.frame(0, 0, [16384, 16384]);
    assert_eq!(setting.get(), COMPLETION_PENDING);
    let result = setting.program.called_back(GOT);
    assert_eq!(result, PpError::ResourceFailed.code());
}

#[test]
fn a_flush_ends_when_all_frames_are_pictures() {
    let mut setting = ready();
    setting.decode(1);
    assert_eq!(setting.flush(), COMPLETION_PENDING);
    assert_eq!(setting.flush(), PpError::InProgress.code());
    assert_eq!(setting.decode(2), PpError::Failed.code());
    assert_eq!(setting.reset(), PpError::Failed.code());
    assert_eq!(setting.get(), COMPLETION_PENDING);
    setting.frame(0, 0, [8, 8]);
    setting.happens(VideoEvent::Flushed);
    assert_eq!(setting.called_back(&[GOT, FLUSHED]), [OK, OK]);
    assert_eq!(setting.decode(2), OK);
}

#[test]
fn a_flush_ends_a_wait_for_a_picture() {
    let mut setting = ready();
    setting.get();
    setting.flush();
    setting.happens(VideoEvent::Flushed);
    let results = setting.called_back(&[GOT, FLUSHED]);
    assert_eq!(results, [PpError::Aborted.code(), OK]);
}

#[test]
fn a_flush_does_not_end_while_a_frame_waits() {
    let mut setting = ready();
    setting.flush();
    for frame in 0..9 {
        setting.frame(frame, 0, [8, 8]);
    }
    setting.happens(VideoEvent::Flushed);
    setting.nothing_is_called();
    assert_eq!(setting.get(), OK);
    setting.recycle(1);
    assert_eq!(setting.program.called_back(FLUSHED), OK);
}

#[test]
fn a_reset_aborts_what_waits_and_forgets_pictures() {
    let mut setting = ready();
    setting.get();
    for name in 0..8 {
        setting.decode(name);
    }
    setting.video.told();
    assert_eq!(setting.reset(), COMPLETION_PENDING);
    assert_eq!(setting.reset(), PpError::InProgress.code());
    assert_eq!(setting.video.told(), [Told::Reset]);
    let failed = PpError::Failed.code();
    let results = [setting.get(), setting.decode(9), setting.flush()];
    assert_eq!(results, [failed; 3]);
    let aborted = PpError::Aborted.code();
    assert_eq!(setting.called_back(&[DECODED, GOT]), [aborted; 2]);
    setting.frame(0, 0, [8, 8]);
    setting.happens(VideoEvent::Reset);
    assert_eq!(setting.program.called_back(RESET), OK);
    assert_eq!(setting.video.told(), [], "what came before is old");
    assert_eq!(setting.get(), COMPLETION_PENDING);
    assert_eq!(setting.decode(9), OK);
}

#[test]
fn after_a_reset_all_textures_are_free() {
    let mut setting = ready();
    for frame in 0..8 {
        setting.frame(frame, 0, [8, 8]);
    }
    setting.nothing_is_called();
    assert_eq!(setting.get(), OK);
    setting.reset();
    setting.happens(VideoEvent::Reset);
    assert_eq!(setting.program.called_back(RESET), OK);
    setting.video.told();
    setting.frame(8, 0, [8, 8]);
    setting.nothing_is_called();
    assert_eq!(setting.video.told(), [Told::Put(8, Some(1))]);
}

#[test]
fn an_error_ends_all_that_waits_and_all_that_follows() {
    let mut setting = ready();
    setting.get();
    setting.flush();
    setting.happens(VideoEvent::Failed(VideoError::Malformed));
    let malformed = PpError::MalformedInput.code();
    assert_eq!(setting.called_back(&[GOT, FLUSHED]), [malformed; 2]);
    let results = [
        setting.decode(1),
        setting.get(),
        setting.flush(),
        setting.reset(),
    ];
    assert_eq!(results, [malformed; 4]);
    assert_eq!(setting.initialize(11, 1, 0), PpError::Failed.code());
    setting.frame(0, 0, [8, 8]);
    setting.nothing_is_called();
}

#[test]
fn a_decoder_keeps_its_context_and_gives_all_back() {
    let mut setting = ready();
    let context = setting.context;
    let release = |setting: &mut Setting, id| {
        setting
            .program
            .call("PPB_Core;1.0", "ReleaseResource", &[id]);
    };
    release(&mut setting, context);
    setting.frame(0, 0, [8, 8]);
    setting.nothing_is_called();
    assert_eq!(setting.get(), OK);
    assert_eq!(setting.get(), COMPLETION_PENDING);
    let decoder = setting.decoder;
    release(&mut setting, decoder);
    assert_eq!(setting.video.told().last(), Some(&Told::Close));
    let result = setting.program.called_back(GOT);
    assert_eq!(result, PpError::Aborted.code());
    let kernel = setting.program.pepper.core_for_test();
    assert_eq!(kernel.resources.len(), 0);
    let media = kernel.states.get::<Media>();
    assert_eq!((media.decoders, media.texture_bytes), (0, 0));
}

#[test]
fn decoders_have_a_bound() {
    let mut setting = setting();
    for _ in 0..32 {
        setting.decoder = setting.program.call(DECODER, "Create", &[1]);
        assert_eq!(setting.initialize(11, 1, 0), COMPLETION_PENDING);
    }
    setting.decoder = setting.program.call(DECODER, "Create", &[1]);
    setting.initialize(11, 1, 0);
    let result = setting.program.called_back(INITIALIZED);
    assert_eq!(result, PpError::NotSupported.code());
}
