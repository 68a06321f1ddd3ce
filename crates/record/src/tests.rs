//! Recordings as bytes, and what replays see of them.

use crate::{Element, Ending, Header, ReadError, RecordedRandom, RecordedTree, Recording, Tape};
use pinnacle_system::Errno;
use pinnacle_system::clock::{Clock, VirtualClock};
use pinnacle_system::files::{MemoryTree, OpenRequest, Opened, SetTime, Tree, TreePath, Whence};
use pinnacle_system::random::{RandomSource, Seeded};
use std::sync::Arc;

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
        }),
    }
}

/// Asks for random bytes, and uses files in every way.
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

/// A hostile recording has a sum that fits.
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
                // Any answer will do, as long as there is one.
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
         (\\x06), and the recording has random bytes (\\x05)"
    );
}

#[test]
fn a_recording_has_a_bound() {
    let tape = Tape::recording(header(), 100);
    let mut random = RecordedRandom::new(&tape, Seeded::new(3));
    assert_eq!(random.fill(&mut [0; 200]), Ok(()), "the run goes on");
    assert_eq!(tape.finish(Ending::default()), None);
}
