//! Tests the encoding of recordings, and their replays.

use crate::{
    Element, Ending, Header, Kind, ReadError, RecordedHost, RecordedRandom, RecordedTree,
    Recording, Tape,
};
use pinnacle_system::Errno;
use pinnacle_system::clock::{Clock, VirtualClock};
use pinnacle_system::files::{MemoryTree, OpenRequest, Opened, SetTime, Tree, TreePath, Whence};
use pinnacle_system::host::{Action, Host, HostContext, HostFunction};
use pinnacle_system::irt;
use pinnacle_system::memory::Memory;
use pinnacle_system::random::{RandomSource, Seeded};
use pinnacle_system::trap::TrapKind;
use std::sync::Arc;
use std::time::Duration;

fn header() -> Header {
    Header {
        version: "0.1.0".into(),
        file: b"game.pexe".to_vec(),
        sum: crate::sum_of(b"the program"),
        words: vec![b"--seed".to_vec(), b"7".to_vec()],
        arguments: vec![b"game".to_vec(), Vec::new()],
        environment: vec![b"HOME=/".to_vec()],
        process: 12,
        order: u64::MAX,
        element: Some(Element {
            document: "http://localhost/game.html".into(),
            attributes: vec![("id".into(), "plugin".into())],
            size: Some([-1, 480]),
            numbers: None,
            has_site: true,
            script: Some("{\"at\":1}".into()),
            page: Some(vec![7]),
        }),
    }
}

/// Requests random bytes and performs every operation on files.
fn run(tape: &Tape) -> Vec<String> {
    let mut seen = Vec::new();
    let mut see = |text: String| seen.push(text);
    let mut bytes = [0; 5];
    let mut random = RecordedRandom::new(tape, Seeded::new(3));
    see(format!("{:?} {bytes:?}", random.fill(&mut bytes)));
    see(format!("{bytes:?}"));
    let clock: Arc<dyn Clock> = Arc::new(VirtualClock::new());
    let recorded = crate::RecordedClock::new(tape, clock.clone());
    see(format!(
        "{:?} {:?}",
        recorded.real_time(),
        recorded.monotonic()
    ));
    let outside = (!tape.is_replay()).then(|| {
        let tree: Box<dyn Tree + Sync> = Box::new(MemoryTree::new(1, 1 << 20, clock.clone()));
        tree
    });
    let tree = RecordedTree::new(tape, outside);
    let path = |text: &str| TreePath::new(text.as_bytes()).unwrap();
    see(format!("{:?}", tree.make_directory(&path("/a"), 0o755)));
    let request = OpenRequest {
        read: true,
        write: true,
        create: true,
        mode: 0o644,
        ..OpenRequest::default()
    };
    let Ok(Opened::File(mut file)) = tree.open(&path("/a/b"), &request) else {
        panic!("this is a file");
    };
    see(format!("{:?}", file.write(b"hello")));
    see(format!("{:?}", file.seek(-4, Whence::End)));
    see(format!("{:?} {bytes:?}", file.read(&mut bytes)));
    see(format!("{:?} {:?}", file.set_length(2), file.status()));
    see(format!("{:?}", file.sync(true)));
    see(format!("{:?}", tree.status(&path("/none"), true)));
    let times = (SetTime::Now, SetTime::Now);
    see(format!(
        "{:?}",
        tree.set_times(&path("/a"), times.0, times.1)
    ));
    see(format!("{:?}", tree.rename(&path("/a/b"), &path("/c"))));
    let Ok(Opened::Directory(root)) = tree.open(&path("/"), &OpenRequest::default()) else {
        panic!("this is a directory");
    };
    see(format!("{:?} {:?}", root.entries(), root.status()));
    seen
}

fn recorded() -> (Recording, Vec<String>) {
    let tape = Tape::recording(header(), 1 << 16);
    let seen = run(&tape);
    let ending = Ending {
        status: Some(3),
        text: "exit status 3".into(),
        calls: None,
    };
    (tape.finish(ending).unwrap(), seen)
}

#[test]
fn a_replay_sees_what_the_run_saw() {
    let (recording, seen) = recorded();
    let read = Recording::from_bytes(&recording.to_bytes()).unwrap();
    assert_eq!(read, recording);
    let tape = Tape::replaying(read);
    assert_eq!(run(&tape), seen);
    assert_eq!(tape.departure(true), None);
}

#[test]
fn damaged_recordings_are_refused() {
    let bytes = recorded().0.to_bytes();
    for end in 0..bytes.len() {
        assert!(Recording::from_bytes(&bytes[..end]).is_err(), "{end}");
    }
    let mut damaged = bytes.clone();
    for at in 0..bytes.len() {
        damaged[at] ^= 0x10;
        assert!(Recording::from_bytes(&damaged).is_err(), "{at}");
        damaged[at] = bytes[at];
    }
    assert_eq!(Recording::from_bytes(b"MZ"), Err(ReadError::Mark));
}

/// The checksums of malicious recordings may be correct.
#[test]
fn recordings_that_were_changed_with_their_sum_are_refused_or_depart() {
    let bytes = recorded().0.to_bytes();
    let content = bytes.len() - 32;
    let mut departed = 0;
    for at in crate::MARK.len() + 1..content {
        for change in [1, 0x80] {
            let mut changed = bytes[..content].to_vec();
            changed[at] ^= change;
            let sum = crate::sum_of(&changed);
            changed.extend_from_slice(&sum);
            if let Ok(recording) = Recording::from_bytes(&changed) {
                let tape = Tape::replaying(recording);
                let mut random = RecordedRandom::new(&tape, Seeded::new(3));
                // The answer may differ, but there must be one.
                let _ = random.fill(&mut [0; 5]);
                departed += u32::from(tape.departure(false).is_some());
            }
        }
    }
    assert!(departed > 0);
}

#[test]
fn a_departure_says_where_it_is() {
    let (recording, _) = recorded();
    let tape = Tape::replaying(recording);
    let mut random = RecordedRandom::new(&tape, Seeded::new(3));
    assert_eq!(random.fill(&mut [0; 6]), Err(Errno::EIO));
    let departure = tape.departure(false).unwrap();
    assert_eq!(
        departure.to_string(),
        "the replay departs from the recording at event 1: the program asks for random bytes \
         (6 bytes), but the recording has random bytes (5 bytes)"
    );
}

#[test]
fn a_recording_has_a_bound() {
    let tape = Tape::recording(header(), 100);
    let mut random = RecordedRandom::new(&tape, Seeded::new(3));
    assert_eq!(random.fill(&mut [0; 200]), Ok(()), "the run goes on");
    assert_eq!(tape.finish(Ending::default()), None);
}

/// A host with one function, which requests random bytes.
struct Dice(RecordedRandom, [HostFunction; 1]);

impl Host for Dice {
    fn functions(&self) -> &[HostFunction] {
        &self.1
    }

    fn call(&mut self, _: usize, args: &[u64], _: &mut HostContext<'_>) -> Action {
        let mut bytes = vec![0; args[0] as usize];
        Action::Return(self.0.fill(&mut bytes).is_ok().into())
    }

    fn real_time(&self) -> Duration {
        Duration::ZERO
    }

    fn pass_time(&mut self, _: Duration) {}
}

/// Calls the function of [`Dice`] with each of these counts.
fn roll(tape: &Tape, counts: &[u64]) -> Vec<Action> {
    let random = RecordedRandom::new(tape, Seeded::new(3));
    let function = HostFunction {
        name: "dice.roll".into(),
        ..irt::declarations().next().unwrap()
    };
    let mut host = RecordedHost::new(Dice(random, [function]), Some(tape.clone()));
    let mut memory = Memory::new(1 << 16).unwrap();
    let mut call = |count: &u64| {
        let mut context = HostContext {
            memory: &mut memory,
            thread: 0,
            thread_pointer: 0,
            first_host_function: 1,
            bytes: 0,
            wake: Vec::new(),
        };
        host.call(0, &[*count], &mut context)
    };
    counts.iter().map(&mut call).collect()
}

/// Returns a recording of calls that was stopped after the last one.
fn stopped(counts: &[u64]) -> Recording {
    let tape = Tape::recording(header(), 1 << 16);
    roll(&tape, counts);
    let ending = Ending {
        text: "stopped by signal 2".into(),
        ..Ending::default()
    };
    tape.finish(ending).unwrap()
}

const ROLLED: Action = Action::Return(1);

fn end() -> Action {
    Action::Trap(TrapKind::RecordingEnd("stopped by signal 2".into()))
}

#[test]
fn a_replay_ends_after_the_last_call_of_a_run_that_was_stopped() {
    let recording = stopped(&[4, 4, 4]);
    assert_eq!(recording.ending.calls, Some(3));
    let recording = Recording::from_bytes(&recording.to_bytes()).unwrap();
    let tape = Tape::replaying(recording.clone());
    assert_eq!(roll(&tape, &[4, 4, 4]), [ROLLED, ROLLED, end()]);
    // The debugger can stop the program in the code after the last call.
    let tape = Tape::replaying(recording);
    tape.end_at_next_call();
    assert_eq!(roll(&tape, &[4, 4, 4, 9]), [ROLLED, ROLLED, ROLLED, end()]);
}

#[test]
fn a_replay_ends_at_the_call_that_departs() {
    let tape = Tape::replaying(stopped(&[4, 4]));
    let reason = "the replay departs from the recording at event 2: dice.roll asks for random \
                  bytes (5 bytes), but the recording has random bytes (4 bytes)";
    let departs = Action::Trap(TrapKind::Departed(reason.into()));
    assert_eq!(roll(&tape, &[4, 5]), [ROLLED, departs]);
}

#[test]
fn recordings_of_version_1_end_where_their_events_end() {
    let mut recording = stopped(&[4, 4]);
    // Later versions have added fields to elements, so this recording has no element.
    recording.header.element = None;
    let mut bytes = recording.to_bytes();
    bytes[crate::MARK.len()] = 1;
    // The number of calls is stored before the checksum. Version 1 lacks it.
    bytes.truncate(bytes.len() - 33);
    let sum = crate::sum_of(&bytes);
    bytes.extend_from_slice(&sum);
    let recording = Recording::from_bytes(&bytes).unwrap();
    assert_eq!(recording.ending.calls, None);
    let tape = Tape::replaying(recording);
    assert_eq!(roll(&tape, &[4, 4, 4]), [ROLLED, ROLLED, end()]);
}

#[test]
fn elements_of_version_2_have_no_page() {
    let mut recording = stopped(&[4]);
    let element = recording.header.element.as_mut().unwrap();
    element.page = None;
    let mut bytes = recording.to_bytes();
    bytes[crate::MARK.len()] = 2;
    // The field `page` follows the script and the flag of the site. Version 2 lacks it.
    let end = bytes
        .windows(9)
        .position(|part| part == b"{\"at\":1}\x01")
        .unwrap()
        + 9;
    assert_eq!(bytes.remove(end), 0);
    bytes.truncate(bytes.len() - 32);
    let sum = crate::sum_of(&bytes);
    bytes.extend_from_slice(&sum);
    assert_eq!(Recording::from_bytes(&bytes), Ok(recording));
}

/// Asks questions that usually have the same answer, and answers them with the given ones.
fn ask_rarely(tape: &Tape, answers: &[Option<u8>]) -> Vec<Option<Option<Vec<u8>>>> {
    let one = |answer: &Option<u8>| {
        let answer = answer.map(|byte| vec![byte]);
        tape.ask_rarely(Kind::Page, &[1], || answer)
    };
    answers.iter().map(one).collect()
}

#[test]
fn usual_answers_take_no_space_and_keep_their_order() {
    let answers: Vec<_> = (0..1000).map(|place| (place == 700).then_some(7)).collect();
    let tape = Tape::recording(header(), 1 << 16);
    let seen = ask_rarely(&tape, &answers);
    assert!(tape.size() < 20);
    let recording = tape.finish(Ending::default()).unwrap();
    assert_eq!(recording.counts().len(), 2);
    let tape = Tape::replaying(recording);
    assert_eq!(ask_rarely(&tape, &vec![None; 1000]), seen);
    assert_eq!(tape.departure(true), None);
    assert_eq!(ask_rarely(&tape, &[None]), [None]);
    assert!(tape.has_run_out());
}

#[test]
fn a_replay_departs_in_a_run_of_usual_answers_to_other_questions() {
    let tape = Tape::recording(header(), 1 << 16);
    ask_rarely(&tape, &[None; 5]);
    let recording = tape.finish(Ending::default()).unwrap();
    let tape = Tape::replaying(recording.clone());
    assert_eq!(ask_rarely(&tape, &[None]), [Some(None)]);
    assert_eq!(tape.ask(Kind::Random, &[4], Vec::new), None);
    let departure = tape.departure(false).unwrap();
    assert_eq!(departure.asked.as_deref(), Some("random bytes (4 bytes)"));
    assert_eq!(
        departure.recorded.as_deref(),
        Some("a question with its usual answer")
    );
    // The kinds of the questions are only checked at the end of a series of usual answers.
    let tape = Tape::replaying(recording);
    for _ in 0..4 {
        tape.ask_rarely(Kind::Event, &[], || None);
    }
    assert_eq!(tape.ask_rarely(Kind::Event, &[], || None), None);
    assert!(tape.departure(false).is_some());
}
