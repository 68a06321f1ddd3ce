//! `PPB_Audio`: sound that a program makes buffer by buffer, on its own thread.
//!
//! Source: Chromium's `ppapi/proxy/ppb_audio_proxy.cc`.

use crate::families::audio::playback::{self, Audio, AudioConfig};
use crate::kernel::call::Call;
use crate::table::ctypes::void;
use crate::table::typed::{At, Instance, Res};
use crate::table::{Interface, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const AUDIO_1_1: Interface = interface! { "PPB_Audio" "1.1" Stable:
    Create(instance: PP_Instance, config: PP_Resource, audio_callback: PPB_Audio_Callback, user_data: *mut void) -> PP_Resource => create;
    IsAudio(resource: PP_Resource) -> PP_Bool => is_audio;
    GetCurrentConfig(audio: PP_Resource) -> PP_Resource => get_current_config;
    StartPlayback(audio: PP_Resource) -> PP_Bool => start_playback;
    StopPlayback(audio: PP_Resource) -> PP_Bool => stop_playback;
};

pub(crate) const AUDIO_1_0: Interface = interface! { "PPB_Audio" "1.0" Stable:
    Create(instance: PP_Instance, config: PP_Resource, audio_callback: PPB_Audio_Callback_1_0, user_data: *mut void) -> PP_Resource => create_1_0;
    IsAudio(resource: PP_Resource) -> PP_Bool => is_audio;
    GetCurrentConfig(audio: PP_Resource) -> PP_Resource => get_current_config;
    StartPlayback(audio: PP_Resource) -> PP_Bool => start_playback;
    StopPlayback(audio: PP_Resource) -> PP_Bool => stop_playback;
};

/// Creates a sound whose callback receives the latency.
fn create(
    call: &mut Call<'_, '_>,
    instance: Instance,
    config: Res<AudioConfig>,
    callback: u32,
    user_data: At<void>,
) -> u32 {
    create_with(call, instance, config, (callback, user_data), true)
}

/// Creates a sound whose callback does not receive the latency.
fn create_1_0(
    call: &mut Call<'_, '_>,
    instance: Instance,
    config: Res<AudioConfig>,
    callback: u32,
    user_data: At<void>,
) -> u32 {
    create_with(call, instance, config, (callback, user_data), false)
}

fn create_with(
    call: &mut Call<'_, '_>,
    instance: Instance,
    config: Res<AudioConfig>,
    (callback, user_data): (u32, At<void>),
    takes_latency: bool,
) -> u32 {
    if !instance.is_own() || callback == 0 {
        return 0;
    }
    let Some(&mut known) = call.get(config) else {
        return 0;
    };
    let audio = Audio::new(
        (config.id, known),
        callback,
        user_data.address,
        takes_latency,
    );
    let id = call.create(audio);
    if id != 0 {
        call.kernel.resources.hold(config.id);
    }
    id
}

fn is_audio(call: &mut Call<'_, '_>, resource: Res<Audio>) -> bool {
    call.get(resource).is_some()
}

/// Returns the configuration, with a new reference for the caller.
fn get_current_config(call: &mut Call<'_, '_>, audio: Res<Audio>) -> u32 {
    let config = call.get(audio).map_or(0, |audio| audio.config_resource);
    call.kernel.resources.add_ref(config);
    config
}

fn start_playback(call: &mut Call<'_, '_>, audio: Res<Audio>) -> Result<Action, Fault> {
    playback::start_playback(call, audio)
}

fn stop_playback(call: &mut Call<'_, '_>, audio: Res<Audio>) -> Result<Action, Fault> {
    playback::stop_playback(call, audio)
}

#[cfg(test)]
mod tests {
    use crate::device::sound::Sound;
    use crate::harness::{Program, called};
    use pinnacle_pexe::Type;
    use pinnacle_system::host::{Action, GuestCall, Host};
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    const OLD: &str = "PPB_Audio;1.0";
    const NEW: &str = "PPB_Audio;1.1";
    const CORE: &str = "PPB_Core;1.0";

    /// Addresses of functions of the program.
    const CREATE: u32 = 61;
    const JOIN: u32 = 62;
    const CALLBACK: u32 = 63;
    const USER_DATA: u64 = 5;
    /// Number of the playback thread, and the program's ID of it.
    const PLAYER: u32 = 3;
    const PLAYER_NAME: u32 = 0x300;

    /// A call that a device received.
    #[derive(Clone, PartialEq, Debug)]
    enum Told {
        Start(u32, u32),
        Play(Duration, Vec<u8>),
        Stop,
    }

    #[derive(Clone, Default)]
    struct Recorder(Arc<Mutex<Vec<Told>>>, Arc<Mutex<Option<Duration>>>);

    impl Recorder {
        fn take(&self) -> Vec<Told> {
            std::mem::take(&mut self.0.lock().unwrap())
        }
    }

    impl Sound for Recorder {
        fn sample_rate(&self) -> u32 {
            48_000
        }

        fn start(&mut self, _: u32, rate: u32, frames: u32) {
            self.0.lock().unwrap().push(Told::Start(rate, frames));
        }

        fn wanted(&self, _: u32) -> Option<Duration> {
            *self.1.lock().unwrap()
        }

        fn play(&mut self, _: u32, at: Duration, samples: &[u8]) {
            let told = Told::Play(at, samples.to_vec());
            self.0.lock().unwrap().push(told);
        }

        fn stop(&mut self, _: u32) {
            self.0.lock().unwrap().push(Told::Stop);
        }
    }

    struct Player {
        program: Program,
        recorder: Recorder,
        audio: u64,
        config: u64,
        interface: &'static str,
    }

    impl Player {
        /// Creates a program with a sound that has 96 frames per buffer, two milliseconds.
        fn new(interface: &'static str) -> Player {
            let recorder = Recorder::default();
            let device = recorder.clone();
            let mut program = Program::with_devices(|devices| devices.sound = Box::new(device));
            program = program.start();
            let config = "PPB_AudioConfig;1.1";
            let config = program.call(config, "CreateStereo16Bit", &[1, 48_000, 96]);
            let args = [1, config, CALLBACK.into(), USER_DATA];
            let audio = program.call(interface, "Create", &args);
            assert_ne!(audio, 0);
            Player {
                program,
                recorder,
                audio,
                config,
                interface,
            }
        }

        fn register(&mut self) {
            let functions = self.program.words(&[CREATE, JOIN]);
            let register = self.program.pepper.irt().function_count() + 1;
            self.program
                .action(register as usize, &[u64::from(functions)]);
        }

        fn answer(&mut self, method: &str) -> Action {
            self.program.answer(self.interface, method, &[self.audio])
        }

        /// Starts to play. Returns the first action of the playback's thread.
        fn start(&mut self) -> Action {
            self.register();
            let create = called(&self.answer("StartPlayback"));
            assert_eq!(create.address, CREATE);
            let place = create.args[0] as u32;
            self.program.memory.store_u32(place, PLAYER_NAME).unwrap();
            let started = self.program.resume(0);
            assert_eq!(started, Action::Return(1));
            let thread = create.args[1] as u32 - Program::FIRST_HOST_FUNCTION;
            self.on_player(|program| program.action(thread as usize, &create.args[2..3]))
        }

        fn on_player<T>(&mut self, act: impl FnOnce(&mut Program) -> T) -> T {
            self.program.thread = PLAYER;
            let result = act(&mut self.program);
            self.program.thread = 0;
            result
        }

        /// Lets the callback fill the buffer with one byte value.
        fn filled(&mut self, call: &GuestCall, byte: u8) -> Action {
            let [buffer, len] = [0, 1].map(|index| call.args[index] as u32);
            self.program.memory.fill(buffer, len, byte).unwrap();
            self.on_player(|program| program.resume(0))
        }

        fn pass(&mut self, milliseconds: u64) {
            let time = Duration::from_millis(milliseconds);
            self.program.pepper.pass_time(time);
        }
    }

    /// Returns the time until which an action waits.
    fn until(action: &Action) -> Duration {
        match action {
            Action::Wait {
                deadline: Some(deadline),
            } => *deadline,
            action => panic!("no wait: {action:?}"),
        }
    }

    #[test]
    fn a_sound_needs_a_callback_and_a_configuration() {
        let mut player = Player::new(OLD);
        let (program, config) = (&mut player.program, player.config);
        assert_eq!(program.call(OLD, "Create", &[1, config, 0, 0]), 0);
        assert_eq!(program.call(OLD, "Create", &[1, 77, 63, 0]), 0);
        assert_eq!(program.call(OLD, "Create", &[2, config, 63, 0]), 0);
        assert_eq!(program.call(OLD, "IsAudio", &[config]), 0);
        assert_eq!(program.call(OLD, "IsAudio", &[player.audio]), 1);
    }

    #[test]
    fn the_configuration_lives_with_the_sound() {
        let mut player = Player::new(OLD);
        let (program, config) = (&mut player.program, player.config);
        program.call(CORE, "ReleaseResource", &[config]);
        let again = program.call(OLD, "GetCurrentConfig", &[player.audio]);
        assert_eq!(again, config);
        assert_eq!(program.call(OLD, "GetCurrentConfig", &[config]), 0);
        program.call(CORE, "ReleaseResource", &[player.audio]);
        program.call(CORE, "ReleaseResource", &[config]);
        assert_eq!(program.pepper.core_for_test().resources.len(), 0);
    }

    #[test]
    fn without_functions_that_make_threads_nothing_plays() {
        let mut player = Player::new(OLD);
        assert_eq!(player.answer("StartPlayback"), Action::Return(0));
        assert_eq!(player.program.call(OLD, "StartPlayback", &[77]), 0);
        assert_eq!(player.program.call(OLD, "StopPlayback", &[77]), 0);
    }

    #[test]
    fn a_thread_that_cannot_be_made_plays_nothing() {
        let mut player = Player::new(OLD);
        player.register();
        called(&player.answer("StartPlayback"));
        assert_eq!(player.program.resume(11), Action::Return(0));
        assert_eq!(
            player.recorder.take(),
            [Told::Start(48_000, 96), Told::Stop]
        );
        called(&player.answer("StartPlayback"));
    }

    #[test]
    fn buffers_are_requested_at_once_and_then_by_the_clock() {
        let mut player = Player::new(OLD);
        let start = player.program.pepper.real_time();
        let mut call = called(&player.start());
        let buffer = call.args[0] as u32;
        assert_eq!(call.args, [buffer.into(), 384, USER_DATA, 0]);
        assert_eq!(player.program.memory.load_u32(buffer), Ok(0));
        for round in 1..4_u8 {
            let due = until(&player.filled(&call, round));
            let expected = start + Duration::from_millis(2 * u64::from(round));
            assert_eq!(due.as_millis(), expected.as_millis());
            let played = player.recorder.take().pop().unwrap();
            assert_eq!(played, Told::Play(due, vec![round; 384]));
            player.pass(2);
            let next = player.on_player(|program| program.resume(0));
            call = called(&next);
            assert_eq!(call.args[0], u64::from(buffer), "the same memory");
        }
    }

    #[test]
    fn a_device_says_when_it_wants_the_next_buffer() {
        let mut player = Player::new(OLD);
        let wants = player.recorder.1.clone();
        *wants.lock().unwrap() = Some(Duration::ZERO);
        let call = called(&player.start());
        let call = called(&player.filled(&call, 1));
        *wants.lock().unwrap() = Some(Duration::from_millis(7));
        let now = player.program.pepper.real_time();
        let due = until(&player.filled(&call, 2));
        assert_eq!((due - now).as_millis(), 7);
        // The device makes no more requests, so the clock takes over.
        *wants.lock().unwrap() = None;
        player.pass(7);
        let call = called(&player.on_player(|program| program.resume(0)));
        let next = until(&player.filled(&call, 3));
        assert_eq!((next - due).as_millis(), 2);
    }

    #[test]
    fn the_newer_callback_is_told_the_latency() {
        let mut player = Player::new(NEW);
        let call = called(&player.start());
        let params = [Type::I32, Type::I32, Type::Double, Type::I32];
        assert_eq!(call.params, params);
        assert_eq!(f64::from_bits(call.args[2]), 0.002);
        assert_eq!(call.args[3], USER_DATA);
    }

    #[test]
    fn a_late_program_misses_buffers_and_does_not_run_ahead() {
        let mut player = Player::new(OLD);
        let call = called(&player.start());
        player.pass(1000);
        let call = called(&player.filled(&call, 1));
        let now = player.program.pepper.real_time();
        let due = until(&player.filled(&call, 2));
        assert_eq!((due - now).as_millis(), 1, "a little less than two");
    }

    #[test]
    fn stopping_waits_for_the_thread() {
        let mut player = Player::new(OLD);
        let call = called(&player.start());
        player.filled(&call, 1);
        let join = called(&player.answer("StopPlayback"));
        assert_eq!((join.address, join.args[0]), (JOIN, PLAYER_NAME.into()));
        assert_eq!(player.program.woken, [PLAYER]);
        let ended = player.on_player(|program| program.resume(0));
        assert_eq!(ended, Action::Return(0));
        assert_eq!(player.program.resume(0), Action::Return(1));
        assert_eq!(player.recorder.take().pop(), Some(Told::Stop));
        assert_eq!(player.answer("StopPlayback"), Action::Return(1));
    }

    #[test]
    fn buffers_filled_after_the_end_are_silent() {
        let mut player = Player::new(OLD);
        let call = called(&player.start());
        called(&player.answer("StopPlayback"));
        player.recorder.take();
        assert_eq!(player.filled(&call, 1), Action::Return(0));
        assert_eq!(player.recorder.take(), []);
    }

    #[test]
    fn a_callback_that_stops_its_own_sound_is_not_waited_for() {
        let mut player = Player::new(OLD);
        let call = called(&player.start());
        let audio = player.audio;
        let stopped = player.on_player(|program| program.answer(OLD, "StopPlayback", &[audio]));
        assert_eq!(stopped, Action::Return(1));
        assert_eq!(player.filled(&call, 1), Action::Return(0));
    }

    #[test]
    fn the_last_release_stops_the_sound() {
        let mut player = Player::new(OLD);
        let call = called(&player.start());
        let args = [player.audio];
        let join = called(&player.program.answer(CORE, "ReleaseResource", &args));
        assert_eq!(join.address, JOIN);
        assert_eq!(player.filled(&call, 1), Action::Return(0));
        player.program.resume(0);
        assert_eq!(player.program.call(OLD, "IsAudio", &args), 0);
        player
            .program
            .call(CORE, "ReleaseResource", &[player.config]);
        let kernel = player.program.pepper.core_for_test();
        assert_eq!(kernel.resources.len(), 0);
    }

    #[test]
    fn an_idle_playback_ends_its_thread_at_once() {
        let mut player = Player::new(OLD);
        let thread = player.program.pepper.irt().function_count() + crate::host::PLAYER;
        let action = player.program.action(thread as usize, &[77]);
        assert_eq!(action, Action::Return(0));
    }
}
