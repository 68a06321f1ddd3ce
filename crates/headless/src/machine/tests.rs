use super::*;
use crate::clock::Pace;
use crate::json;
use pinnacle_pepper::device::input::{CompositionAction, Input, class};
use pinnacle_pepper::device::page::{Flow, Page};
use pinnacle_pepper::device::screen::{Content, Picture, PixelFormat, Screen};
use pinnacle_pepper::device::sound::Sound;
use pinnacle_pepper::device::{Event, Events};
use pinnacle_system::memory_budget::MemoryBudget;

/// Creates a machine with a view of 4 by 2 pixels, and its clock.
fn machine(change: impl FnOnce(&mut Settings)) -> (Machine, Arc<MachineClock>) {
    let mut settings = Settings::new(View::of_size(4, 2));
    change(&mut settings);
    let inbox = Inbox::new(&MemoryBudget::default());
    let clock = Arc::new(MachineClock::new(Pace::Virtual, inbox.clone()));
    let machine = Machine::new(settings, clock.clone(), inbox).unwrap();
    (machine, clock)
}

fn script(text: &str) -> Script {
    Script::parse(text).unwrap()
}

/// Returns all events that are due.
fn events(machine: &mut Machine, clock: &MachineClock) -> Vec<Event> {
    let now = clock.real_time();
    std::iter::from_fn(|| machine.next_event(now)).collect()
}

fn message(json: &str) -> Message {
    json::from_text(json).unwrap()
}

/// A writer whose content the test can inspect.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn the_picture_can_be_taken_at_any_time() {
    let (mut machine, _) = machine(|settings| settings.keeps_picture = true);
    let is_blank = |machine: &Machine| {
        let picture = machine.picture().unwrap();
        assert_eq!((picture.width(), picture.height()), (4, 2));
        picture.pixels().iter().all(|&byte| byte == 0)
    };
    assert!(is_blank(&machine));
    machine.show(picture(&[1, 2, 3, 255]), true);
    assert!(!is_blank(&machine));
}

#[test]
fn posts_come_after_the_start_and_then_the_script() {
    let (mut machine, clock) = machine(|settings| {
        settings.posts = vec![message("1"), message("2")];
        settings.script = script("{\"post\":3}\n{\"at\":1,\"post\":4}");
    });
    assert_eq!(events(&mut machine, &clock), []);
    machine.loaded();
    let posted = |json| Event::Message(message(json));
    let first = [posted("1"), posted("2"), posted("3")];
    assert_eq!(events(&mut machine, &clock), first);
    let now = clock.real_time();
    let next = machine.next_event_time(now).unwrap();
    assert!(next > now && next < now + Duration::from_secs(1));
    clock.pass(next - now);
    assert_eq!(events(&mut machine, &clock), [posted("4")]);
    assert_eq!(machine.at_rest(clock.real_time()), None);
    assert!(machine.finish().unexpected.is_none());
}

#[test]
fn a_line_waits_for_its_message_and_passes_over_others() {
    let (mut machine, clock) = machine(|settings| {
        settings.script = script("{\"after\":{\"a\":1},\"post\":true}\n{\"expect\":2}");
    });
    machine.loaded();
    assert_eq!(events(&mut machine, &clock), []);
    for json in ["7", "{\"a\":1,\"b\":2}", "2"] {
        assert_eq!(machine.post(message(json)), Flow::Continue);
    }
    assert_eq!(
        events(&mut machine, &clock),
        [Event::Message(message("true"))]
    );
    let outcome = machine.finish();
    assert_eq!((outcome.unexpected, outcome.messages), (None, 3));
}

#[test]
fn messages_that_a_script_does_not_look_at_are_bounded() {
    let (mut machine, _) = machine(|settings| {
        settings.script = script("{\"at\":100,\"post\":true}");
        settings.budget = MemoryBudget::new(10_000);
    });
    machine.loaded();
    let large = message(&format!("\"{}\"", "x".repeat(4_000)));
    assert_eq!(machine.post(large.clone()), Flow::Continue);
    assert_eq!(machine.post(large.clone()), Flow::Continue);
    assert_eq!(machine.post(large), Flow::End);
}

#[test]
fn an_unexpected_message_ends_the_run() {
    let (mut machine, clock) = machine(|settings| {
        settings.script = script("\n{\"expect\":{\"a\":[1]}}\n{\"post\":1}");
    });
    machine.loaded();
    machine.post(message("{\"a\":[2]}"));
    assert_eq!(events(&mut machine, &clock), [Event::End]);
    let unexpected = machine.finish().unexpected.unwrap();
    assert_eq!(
        unexpected.to_string(),
        "line 2 of the script: .a[0]: expected 1, found 2\n- {\"a\":[1]}\n+ {\"a\":[2]}"
    );
}

#[test]
fn a_message_that_never_comes_is_told_at_the_end() {
    for text in ["{\"expect\":1}", "{\"after\":1}", "{\"at\":9,\"expect\":1}"] {
        let (mut machine, clock) = machine(|settings| settings.script = script(text));
        machine.loaded();
        events(&mut machine, &clock);
        let unexpected = machine.finish().unexpected.unwrap();
        assert_eq!((unexpected.line, unexpected.found), (1, None), "{text}");
    }
}

#[test]
fn the_last_message_is_still_compared() {
    let (mut machine, _) = machine(|settings| {
        settings.script = script("{\"expect\":1}\n{\"expect\":2}");
        settings.until = Until::Message(2);
    });
    machine.loaded();
    assert_eq!(machine.post(message("1")), Flow::Continue);
    assert_eq!(machine.post(message("2")), Flow::End);
    assert!(machine.finish().unexpected.is_none());
}

#[test]
fn the_picture_that_the_last_message_tells_of_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("last.png");
    let out = Shared::default();
    let (mut machine, clock) = machine(|settings| {
        settings.until = Until::Message(1);
        settings.screenshot = Some(path.clone());
        settings.messages = Some(Box::new(out.clone()));
    });
    machine.loaded();
    assert_eq!(machine.post(message("1")), Flow::Continue);
    assert_eq!(machine.post(message("2")), Flow::Continue);
    // Only now has the program displayed its drawing.
    machine.request_frame();
    let now = clock.real_time();
    clock.pass(machine.next_event_time(now).unwrap() - now);
    assert_eq!(events(&mut machine, &clock), [Event::Frame]);
    machine.show(Content::Nothing, true);
    let now = clock.real_time();
    clock.pass(machine.next_event_time(now).unwrap() - now);
    assert_eq!(events(&mut machine, &clock), [Event::End]);
    assert_eq!(machine.finish().messages, 1);
    assert_eq!(*out.0.lock().unwrap(), b"1\n");
    assert!(path.exists());
}

#[test]
fn a_picture_without_room_in_the_budget_is_an_error_that_names_the_option() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.png");
    let (machine, _) = machine(|settings| {
        settings.view = View::of_size(99_999_999, 99_999_999);
        settings.screenshot = Some(path.clone());
        settings.budget = MemoryBudget::new(40 << 20);
    });
    let failures = machine.finish().failures;
    let expected = "a picture of 16384 by 16384 pixels does not fit";
    assert!(failures[0].starts_with(expected), "{failures:?}");
    assert!(failures[0].contains("--memory") && !path.exists());
}

#[test]
fn a_response_is_a_message_for_which_the_script_waits() {
    let (mut machine, clock) = machine(|settings| {
        settings.script = script("{\"ask\":1}\n{\"post\":2}\n{\"expect\":3}");
    });
    machine.loaded();
    let asked = [Event::BlockingMessage(message("1"))];
    assert_eq!(events(&mut machine, &clock), asked);
    assert_eq!(events(&mut machine, &clock), []);
    machine.respond(Some(message("3")));
    assert_eq!(events(&mut machine, &clock), [Event::Message(message("2"))]);
    assert!(machine.finish().unexpected.is_none());
}

#[test]
fn messages_are_lines_of_json() {
    let out = Shared::default();
    let (mut machine, _) = machine(|settings| settings.messages = Some(Box::new(out.clone())));
    machine.post(message("{\"b\":1,\"a\":{\"$double\":2}}"));
    machine.post(message("\"x\""));
    machine.finish();
    let expected = "{\"a\":{\"$double\":2.0},\"b\":1}\n\"x\"\n";
    assert_eq!(String::from_utf8_lossy(&out.0.lock().unwrap()), expected);
}

#[test]
fn a_message_beyond_the_budget_is_an_error_in_its_line() {
    let out = Shared::default();
    let (mut machine, _) = machine(|settings| {
        settings.messages = Some(Box::new(out.clone()));
        settings.budget = MemoryBudget::new(1 << 20);
    });
    machine.post(Message::text(&"x".repeat(1 << 20)));
    machine.post(Message::text(&"x".repeat(10)));
    machine.finish();
    let expected = "{\"$error\":\"the message takes more than 512 KiB as JSON\"}\n\"xxxxxxxxxx\"\n";
    assert_eq!(String::from_utf8_lossy(&out.0.lock().unwrap()), expected);
}

#[test]
fn a_run_ends_when_it_should() {
    let (mut one, clock) = machine(|settings| settings.until = Until::Load);
    one.loaded();
    assert_eq!(events(&mut one, &clock), [Event::End]);

    let (mut one, clock) = machine(|settings| settings.until = Until::Time(Duration::from_secs(2)));
    one.loaded();
    assert_eq!(events(&mut one, &clock), []);
    let now = clock.real_time();
    clock.pass(one.next_event_time(now).unwrap() - now);
    assert_eq!(events(&mut one, &clock), [Event::End]);

    let (mut one, clock) = machine(|settings| {
        settings.script = script("{\"stop\":true}\n{\"expect\":1}");
    });
    one.loaded();
    assert_eq!(events(&mut one, &clock), [Event::End]);
    assert!(one.finish().unexpected.is_none());
}

fn picture(pixels: &[u8]) -> Content<'_> {
    Content::Picture(Picture {
        surface: 1,
        width: pixels.len() as u32 / 4,
        height: 1,
        format: PixelFormat::Rgba,
        pixels,
        is_opaque: false,
        scale: 1.0,
        offset: [0.0; 2],
    })
}

#[test]
fn frames_come_sixty_times_in_a_second() {
    let (mut machine, clock) = machine(|settings| settings.until = Until::Frame(3));
    machine.loaded();
    let start = clock.real_time();
    for frame in 1..=3 {
        machine.request_frame();
        assert_eq!(events(&mut machine, &clock), []);
        let now = clock.real_time();
        clock.pass(machine.next_event_time(now).unwrap() - now);
        let frames = (clock.real_time() - start).as_secs_f64() * 60.0;
        assert!((frames - f64::from(frame)).abs() < 0.01, "{frames}");
        assert_eq!(events(&mut machine, &clock), [Event::Frame]);
        machine.show(picture(&[0; 4]), true);
    }
    assert_eq!(events(&mut machine, &clock), [Event::End]);
    assert_eq!(machine.finish().frames, 3);
}

#[test]
fn pictures_and_sound_go_into_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (mut machine, _) = machine(|settings| {
        settings.screenshot = Some(path("last.png"));
        settings.frames = Some(path("frames"));
        settings.film = Some(path("film.png"));
        settings.sound = Some(path("sound.wav"));
    });
    machine.loaded();
    machine.show(picture(&[1, 2, 3, 255]), true);
    machine.show(picture(&[1, 2, 3, 255]), false);
    machine.start(1, 48000, 2);
    machine.play(1, Duration::from_secs(1_000_000_000), &[1, 0, 2, 0]);
    machine.stop(1);
    let outcome = machine.finish();
    assert!(outcome.failures.is_empty(), "{:?}", outcome.failures);
    let frames = std::fs::read_dir(path("frames")).unwrap().count();
    assert_eq!(frames, 1);
    let file = std::io::BufReader::new(File::open(path("last.png")).unwrap());
    let info = png::Decoder::new(file).read_info().unwrap();
    assert_eq!((info.info().width, info.info().height), (4, 2));
    for name in ["film.png", "sound.wav"] {
        assert!(std::fs::metadata(path(name)).unwrap().len() > 40, "{name}");
    }
}

#[test]
fn input_brings_the_focus_and_counts_as_a_gesture() {
    let (mut machine, clock) = machine(|settings| settings.script = script("{\"key\":\"a\"}"));
    machine.loaded();
    assert!(!machine.set_fullscreen(true));
    let events = events(&mut machine, &clock);
    assert_eq!(events.len(), 4);
    assert_eq!(events[0], Event::Focus(true));
    assert!(machine.set_fullscreen(true));
    let Some(Event::View(view)) = machine.next_event(clock.real_time()) else {
        panic!();
    };
    assert_eq!((view.rect.width, view.is_fullscreen), (1920, true));
    assert!(machine.set_fullscreen(false));
    clock.pass(Duration::from_secs(5));
    assert!(!machine.has_user_gesture());
}

#[test]
fn the_script_changes_the_view() {
    let (mut machine, clock) = machine(|settings| {
        settings.script =
            script("{\"resize\":{\"width\":7,\"height\":8,\"scale\":2}}\n{\"hide\":true}");
    });
    machine.loaded();
    let events = events(&mut machine, &clock);
    let [Event::View(resized), Event::View(hidden)] = events[..] else {
        panic!("{events:?}");
    };
    assert_eq!((resized.rect.width, resized.clip.height), (7, 8));
    assert_eq!(resized.device_scale, 2.0);
    assert!(!hidden.is_page_visible);
}

#[test]
fn a_session_is_stopped_between_its_steps() {
    let (machine, clock) = machine(|settings| settings.keeps_picture = true);
    let session = machine.session();
    let mut program = machine.clone();
    program.loaded();
    let thread = std::thread::spawn(move || {
        let mut seen = Vec::new();
        while let Some(event) = program.at_rest(clock.real_time()) {
            let is_end = event == Event::End;
            seen.push(event);
            if is_end {
                break;
            }
        }
        seen
    });
    assert_eq!(session.wait(None), Pause::Paused);
    machine.deliver(message("1"));
    assert_eq!(
        session.wait(None),
        Pause::Paused,
        "nothing comes before the step"
    );
    machine.resume(Duration::from_secs(1));
    assert_eq!(session.wait(None), Pause::Paused);
    // A step with nothing to do ends at once.
    machine.resume(Duration::from_secs(1));
    assert_eq!(session.wait(None), Pause::Paused);
    assert_eq!(machine.picture().unwrap().width(), 4);
    session.close();
    let seen = thread.join().unwrap();
    session.end();
    assert_eq!(session.wait(None), Pause::Ended);
    assert_eq!(seen, [Event::Message(message("1")), Event::End]);
}

/// A program that asserts that there is a decoder continues without FFmpeg.
#[test]
fn without_ffmpeg_a_decoder_takes_units_and_has_no_picture() {
    use pinnacle_pepper::device::video::{Acceleration, Coding, Video, VideoEvent};
    let (mut machine, clock) = machine(|_| {});
    let mut video = video::MachineVideo::without_library(&machine);
    assert!(!video.create(1, 9, Coding::Vp8, Acceleration::Only));
    assert!(video.create(2, 9, Coding::Vp8, Acceleration::WithFallback));
    video.decode(2, 0, b"a frame");
    video.flush(2);
    video.reset(2);
    let happened = [
        VideoEvent::Ready,
        VideoEvent::Taken(1),
        VideoEvent::Flushed,
        VideoEvent::Reset,
    ];
    let happened = happened.map(|event| Event::Video { id: 2, event });
    assert_eq!(events(&mut machine, &clock), happened);
}

#[test]
fn the_user_composes_a_text() {
    let (mut machine, clock) = machine(|_| {});
    machine.loaded();
    machine.user_composes(CompositionAction::Update, "né", [1, 3]);
    let events = events(&mut machine, &clock);
    let [Event::Focus(true), Event::Input(event)] = &events[..] else {
        panic!("{events:?}");
    };
    let expected = Input::Composition {
        action: CompositionAction::Update,
        text: "né".into(),
        segments: vec![0, 3],
        target_segment: 0,
        selection: [1, 3],
    };
    assert_eq!(event.input, expected);
}

#[test]
fn the_text_of_the_program_is_visible_to_input_methods() {
    let (mut machine, _) = machine(|_| {});
    let takes_text = |machine: &Machine| machine.appearance().text_input.takes_text();
    assert!(!takes_text(&machine), "the program has requested no keys");
    machine.inputs_wanted(class::MOUSE, class::KEYBOARD);
    assert!(takes_text(&machine), "programs take text from the start");
    machine.set_text_input_type(0);
    assert!(!takes_text(&machine), "the type is none");
    machine.set_text_input_type(5);
    machine.set_caret([3, 4, 1, 12]);
    machine.cancel_composition();
    let text_input = machine.appearance().text_input;
    assert!(text_input.takes_text());
    assert_eq!((text_input.caret.x, text_input.caret.height), (3, 12));
    assert_eq!(text_input.cancellations, 1);
}
