//! Tests the encoding of events, and devices that are recorded and replayed.

use crate::clock::PageClock;
use crate::start::Start;
use crate::{event, recorded, replayed};
use pinnacle_pepper::device::fetch::{Fetch, FetchError, FetchEvent, Head, Request};
use pinnacle_pepper::device::input::{
    CompositionAction, Gamepad, Input, InputEvent, KeyAction, MouseAction, MouseButton,
    TouchAction, TouchPoint,
};
use pinnacle_pepper::device::network::{NetworkError, NetworkEvent, Operation, WebSocketMessage};
use pinnacle_pepper::device::page::{Cursor, Flow, LogLevel, Page};
use pinnacle_pepper::device::sound::Sound;
use pinnacle_pepper::device::storage::Stored;
use pinnacle_pepper::device::video::VideoEvent;
use pinnacle_pepper::device::{Devices, Event, Events};
use pinnacle_pepper::message::Message;
use pinnacle_pepper::view::View;
use pinnacle_record::{Ending, Header, Kind, Recording, Tape};
use pinnacle_system::Errno;
use pinnacle_system::clock::Clock;
use pinnacle_system::memory_budget::MemoryBudget;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The limit of the recordings of these tests, in bytes.
const LIMIT: usize = 1 << 16;

fn input(input: Input) -> Event {
    Event::Input(InputEvent {
        time: Duration::from_nanos(1_234_567_891),
        modifiers: 1 << 14,
        input,
    })
}

/// Returns one event of each kind.
fn events() -> Vec<Event> {
    let point = TouchPoint {
        id: 3,
        position: [1.5, -2.25],
        radius: [4.0, 5.0],
        rotation_angle: 90.0,
        pressure: 0.5,
        tilt: [-10.0, 20.0],
    };
    let head = Head {
        url: "http://localhost/a".into(),
        status: 206,
        status_text: "Partial Content".into(),
        headers: vec![("Content-Type".into(), "text/plain".into())],
        redirect: Some("/b".into()),
        length: Some(1 << 40),
    };
    let fetch = |event| Event::Fetch { id: 7, event };
    let network = |event| Event::Network { id: 8, event };
    vec![
        Event::Message(Message::text("hello")),
        Event::BlockingMessage(Message::text("")),
        Event::View(View {
            scroll_offset: [-1, 2],
            device_scale: 1.25,
            ..View::of_size(800, 600)
        }),
        Event::Focus(true),
        input(Input::Mouse {
            action: MouseAction::ContextMenu,
            button: MouseButton::Right,
            position: [-5, 70_000],
            click_count: 2,
            movement: [1, -1],
        }),
        input(Input::Wheel {
            delta: [0.5, -120.0],
            ticks: [0.0, -1.0],
            by_page: true,
        }),
        input(Input::Key {
            action: KeyAction::Up,
            key_code: 65,
            code: "KeyA".into(),
        }),
        input(Input::Character("ü".into())),
        input(Input::Touch {
            action: TouchAction::Cancel,
            touches: vec![point, point],
            changed: vec![point],
            target: Vec::new(),
        }),
        input(Input::Composition {
            action: CompositionAction::Update,
            text: "ab".into(),
            segments: vec![0, 2],
            target_segment: -1,
            selection: [1, 2],
        }),
        Event::FullscreenRefused,
        Event::MouseLock(false),
        Event::MouseLockLost,
        Event::Frame,
        Event::ContextLost(u32::MAX),
        Event::End,
        fetch(FetchEvent::Sent(9)),
        fetch(FetchEvent::Head(head)),
        fetch(FetchEvent::Data(vec![0, 255])),
        fetch(FetchEvent::End),
        fetch(FetchEvent::Failed(FetchError::NoAccess)),
        Event::Stored(Stored {
            until: 5,
            result: Err(Errno::EDQUOT),
        }),
        network(NetworkEvent::Opened {
            protocol: "chat".into(),
        }),
        network(NetworkEvent::Message(WebSocketMessage::Text("a".into()))),
        network(NetworkEvent::Message(WebSocketMessage::Binary(vec![1]))),
        network(NetworkEvent::Sent(4)),
        network(NetworkEvent::Closed {
            was_clean: true,
            code: 1000,
            reason: "done".into(),
        }),
        network(NetworkEvent::Failed(
            Operation::Connect,
            NetworkError::NameNotResolved,
        )),
    ]
}

#[test]
fn events_are_read_as_they_were_written_and_no_part_of_one_is_an_event() {
    for event in events() {
        let bytes = event::to_bytes(&event).unwrap();
        assert_eq!(event::from_bytes(&bytes), Some(event.clone()));
        let more = [&bytes[..], &[0]].concat();
        assert_eq!(event::from_bytes(&more), None, "{event:?}");
        for end in 0..bytes.len() {
            assert_eq!(event::from_bytes(&bytes[..end]), None, "{event:?} {end}");
        }
    }
}

#[test]
fn starts_are_read_as_they_were_written() {
    let start = Start {
        view: View::of_size(3, 4),
        base_url: "http://localhost/".into(),
        processors: 8,
        time: Duration::from_nanos(u64::MAX / 2),
        takes_turns: true,
    };
    let bytes = start.to_bytes();
    assert_eq!(Start::from_bytes(&bytes), Some(start));
    assert_eq!(Start::from_bytes(&bytes[1..]), None);
}

/// A page whose answers and time the test sets, and which logs the program's output.
#[derive(Clone, Debug, Default)]
struct Fake(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    events: Vec<Event>,
    width: i32,
    time: Duration,
    shown: Vec<String>,
}

impl Fake {
    fn with<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn devices(&self) -> Devices {
        Devices {
            events: Box::new(self.clone()),
            page: Box::new(self.clone()),
            sound: Box::new(self.clone()),
            fetch: Box::new(self.clone()),
            ..Devices::absent()
        }
    }
}

impl Events for Fake {
    fn next_event(&mut self, _: Duration) -> Option<Event> {
        self.with(|state| (!state.events.is_empty()).then(|| state.events.remove(0)))
    }

    fn next_event_time(&self, _: Duration) -> Option<Duration> {
        None
    }

    fn at_rest(&mut self, _: Duration) -> Option<Event> {
        None
    }
}

impl Page for Fake {
    fn post(&mut self, message: Message) -> Flow {
        self.with(|state| state.shown.push(format!("{message:?}")));
        Flow::Continue
    }

    fn log(&mut self, _: LogLevel, text: &str) {
        self.with(|state| state.shown.push(text.into()));
    }

    fn screen_size(&self) -> [i32; 2] {
        self.with(|state| [state.width, 1])
    }

    fn lock_mouse(&mut self) {}

    fn set_cursor(&mut self, _: Cursor) -> bool {
        true
    }

    fn gamepads(&self) -> [Option<Gamepad>; 4] {
        let gamepad = Gamepad {
            id: "pad".into(),
            timestamp: 1.5,
            axes: vec![0.5],
            buttons: vec![1.0, 0.0],
        };
        [None, Some(gamepad), None, None]
    }
}

impl Sound for Fake {
    fn sample_rate(&self) -> u32 {
        44_100
    }

    fn start(&mut self, _: u32, _: u32, _: u32) {}

    fn wanted(&self, _: u32) -> Option<Duration> {
        Some(Duration::from_nanos(17))
    }

    fn play(&mut self, _: u32, _: Duration, samples: &[u8]) {
        self.with(|state| state.shown.push(format!("{samples:?}")));
    }

    fn stop(&mut self, _: u32) {}
}

/// The replay of a web archive: addresses below `/replay/` are places of captures.
impl Fetch for Fake {
    fn start(&mut self, _: u32, _: Request) {}

    fn follow_redirect(&mut self, _: u32) {}

    fn read(&mut self, _: u32) {}

    fn cancel(&mut self, _: u32) {}

    fn document_url(&self) -> String {
        "http://localhost/".into()
    }

    fn captured_url(&self, url: String) -> String {
        let original = url.strip_prefix("http://localhost/replay/");
        original.map_or_else(|| url.clone(), str::to_owned)
    }
}

impl Clock for Fake {
    fn real_time(&self) -> Duration {
        self.with(|state| state.time)
    }

    fn monotonic(&self) -> Duration {
        self.real_time()
    }

    fn resolution(&self) -> Duration {
        Duration::from_nanos(1)
    }

    fn pass(&self, _: Duration) {}
}

/// Uses devices as a program does. `change` changes the page before each step.
fn steps(devices: &mut Devices, clock: &PageClock, mut change: impl FnMut(u64)) -> Vec<String> {
    let mut seen = Vec::new();
    for step in 0..100 {
        change(step);
        let mut see = |text: String| seen.push(text);
        let now = clock.real_time();
        see(format!("{now:?} {:?}", clock.monotonic()));
        see(format!("{:?}", devices.events.next_event(now)));
        see(format!("{:?}", devices.page.screen_size()));
        see(format!("{:?}", devices.page.has_user_gesture()));
        if step % 25 == 0 {
            let urls = ["http://localhost/a", "http://localhost/replay/http://old/a"];
            for url in urls {
                see(devices.fetch.captured_url(url.into()));
            }
        }
        if step % 10 == 0 {
            see(format!("{:?}", devices.page.gamepads()));
            see(format!(
                "{:?} {:?}",
                devices.sound.sample_rate(),
                devices.sound.wanted(1)
            ));
            see(format!("{:?}", devices.page.post(Message::text("posted"))));
            devices.page.log(LogLevel::Log, "a line");
            devices.sound.play(1, now, &[step as u8]);
        }
    }
    seen
}

const START: Duration = Duration::from_secs(1_700_000_000);

fn tape() -> Tape {
    Tape::recording_within(Header::default(), LIMIT, &MemoryBudget::default())
}

/// Records the steps in a page that changes. Returns the recording, the answers that the program
/// got, and the output that the page received.
fn recording() -> (Recording, Vec<String>, Vec<String>) {
    let (fake, tape) = (Fake::default(), tape());
    let clock = PageClock::new(&tape, START, Some(Arc::new(fake.clone())));
    let seen = steps(&mut recorded(&tape, fake.devices()), &clock, |step| {
        fake.with(|state| {
            // Some consecutive readings have the same time.
            state.time = START + Duration::from_micros(step * 33);
            state.width = if step < 50 { 800 } else { 640 };
            match step {
                20 => state.events.push(Event::Frame),
                21 => state.events.push(Event::Focus(true)),
                _ => {}
            }
        });
    });
    let shown = fake.with(|state| std::mem::take(&mut state.shown));
    (tape.finish(Ending::default()).unwrap(), seen, shown)
}

#[test]
fn a_replay_sees_what_the_page_showed_at_the_same_questions() {
    let (recording, seen, shown) = recording();
    let bytes = recording.to_bytes();
    let read = Recording::from_bytes(&bytes).unwrap();
    assert_eq!(crate::check(&read), Ok(()));
    let (fake, tape) = (Fake::default(), Tape::replaying(read));
    let clock = PageClock::new(&tape, START, None);
    let mut devices = replayed(
        &tape,
        fake.devices(),
        ["http://localhost/".into(), String::new()],
        Box::new(|_| {}),
    );
    assert_eq!(steps(&mut devices, &clock, |_| {}), seen);
    assert_eq!(fake.with(|state| state.shown.clone()), shown);
    assert_eq!(tape.departure(true), None);
    // The engine's time is the last one that the program has read.
    let last = format!("{:?}", clock.engine_clock().real_time());
    assert!(seen[seen.len() - 4].starts_with(&last));
}

#[test]
fn the_end_of_a_replay_asks_the_program_once_to_end() {
    let (recording, ..) = recording();
    let (fake, tape) = (Fake::default(), Tape::replaying(recording));
    let clock = PageClock::new(&tape, START, None);
    let urls = [String::new(), String::new()];
    let mut devices = replayed(&tape, fake.devices(), urls, Box::new(|_| {}));
    steps(&mut devices, &clock, |_| {});
    assert_eq!(devices.events.next_event(START), Some(Event::End));
    assert_eq!(devices.events.next_event(START), None);
    assert!(tape.departure(false).is_none());
}

#[test]
fn other_questions_than_the_recorded_ones_depart() {
    let (recording, ..) = recording();
    let tape = Tape::replaying(recording);
    let clock = PageClock::new(&tape, START, None);
    // The recorded run asked for events between clock readings.
    for _ in 0..20 {
        clock.real_time();
    }
    let departure = tape.departure(true).unwrap();
    assert_eq!(
        departure.asked.as_deref(),
        Some("a clock reading (real time)")
    );
}

#[test]
fn a_recording_keeps_its_beginning_when_it_is_full_or_the_budget_is_exhausted() {
    for (limit, budget) in [(100, u64::MAX), (LIMIT, 200)] {
        let budget = MemoryBudget::new(budget);
        let tape = Tape::recording_within(Header::default(), limit, &budget);
        let fake = Fake::default();
        let clock = PageClock::new(&tape, START, Some(Arc::new(fake.clone())));
        let mut devices = recorded(&tape, fake.devices());
        let change = |step| fake.with(|state| state.time = START + Duration::from_secs(step));
        let seen = steps(&mut devices, &clock, change);
        let reason = tape.stopped().unwrap();
        assert!(budget.charged() <= budget.limit());
        let recording = tape.finish(Ending::default()).unwrap();
        assert_eq!(recording.ending.text, reason);
        let tape = Tape::replaying(recording);
        let clock = PageClock::new(&tape, START, None);
        let urls = [String::new(), String::new()];
        let mut devices = replayed(&tape, fake.devices(), urls, Box::new(|_| {}));
        let replay = steps(&mut devices, &clock, |_| {});
        assert_eq!(replay[..4], seen[..4], "{reason}");
        assert!(tape.departure(false).is_none() && tape.has_run_out());
    }
}

#[test]
fn a_recording_ends_where_the_program_uses_video() {
    let (fake, tape) = (Fake::default(), tape());
    fake.with(|state| {
        state.events = vec![
            Event::Frame,
            Event::Video {
                id: 1,
                event: VideoEvent::Ready,
            },
            Event::Frame,
        ];
    });
    let mut devices = recorded(&tape, fake.devices());
    while devices.events.next_event(START).is_some() {}
    let recording = tape.finish(Ending::default()).unwrap();
    assert_eq!(recording.answers(Kind::Event).count(), 1);
    assert!(recording.ending.text.contains("video"));
}

#[test]
fn malformed_events_are_found_before_a_replay() {
    let tape = tape();
    tape.ask(Kind::Event, &[], || vec![0xff]);
    let recording = tape.finish(Ending::default()).unwrap();
    assert!(crate::check(&recording).is_err());
}
