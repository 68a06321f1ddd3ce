//! Saved states with threads, sound, files and loaders.

use super::{CORE, outcome_of_saving, save};
use crate::device::Event;
use crate::device::storage::{Storage, StorageKind};
use crate::harness::{Program, called};
use pinnacle_system::clock::VirtualClock;
use pinnacle_system::files::{MemoryTree, Tree};
use pinnacle_system::host::{Action, Host, ThreadStart};
use pinnacle_testing::damage::stride;
use std::sync::Arc;
use std::time::Duration;

const LOOP: &str = "PPB_MessageLoop;1.0";
const SOUND: &str = "PPB_Audio;1.1";
const FILES: &str = "PPB_FileIO;1.1";
const LOADER: &str = "PPB_URLLoader;1.0";

/// Addresses of functions of the program.
const CREATE: u32 = 61;
const JOIN: u32 = 62;
const FILL: u32 = 63;
const WORK: u32 = 64;
const START: u32 = 65;

/// The number of the second thread before the state, and after it.
const OLD: u32 = 3;
const NEW: u32 = 1;

struct Trees;

impl Storage for Trees {
    fn open(&mut self, kind: StorageKind) -> Option<Box<dyn Tree + Sync>> {
        let clock = Arc::new(VirtualClock::new());
        Some(Box::new(MemoryTree::new(kind as u64, 1 << 20, clock)))
    }

    fn quota(&self, _: StorageKind) -> u64 {
        1 << 20
    }
}

fn program() -> Program {
    Program::with_devices(|devices| devices.storage = Box::new(Trees))
}

fn index(program: &Program, name: &str) -> usize {
    let functions = program.pepper.functions();
    let index = functions.iter().position(|function| function.name == name);
    index.unwrap_or_else(|| panic!("there is no {name}"))
}

/// Calls a function of the host in a thread.
fn in_thread(program: &mut Program, thread: u32, name: &str, args: &[u64]) -> Action {
    let function = index(program, name);
    program.thread = thread;
    let action = program.action(function, args);
    program.thread = 0;
    action
}

fn resume_in(program: &mut Program, thread: u32) -> Action {
    program.thread = thread;
    let action = program.resume(0);
    program.thread = 0;
    action
}

/// Simulates that the program starts a thread, as its C library does.
fn start_thread(program: &mut Program) {
    let create = index(program, "nacl-irt-thread-0.1.thread_create");
    let args = [START.into(), 0x9000, 0];
    let started = program.action(create, &args);
    assert!(matches!(started, Action::StartThread { .. }), "{started:?}");
}

/// Creates a program whose second thread waits in its message loop. Returns the loop too.
fn working() -> (Program, u64) {
    let mut program = program().start();
    start_thread(&mut program);
    let message_loop = program.call(LOOP, "Create", &[1]);
    let run = run(&mut program, OLD, message_loop);
    assert_eq!(run, Action::Wait { deadline: None });
    (program, message_loop)
}

fn run(program: &mut Program, thread: u32, message_loop: u64) -> Action {
    let attach = format!("{LOOP}.AttachToCurrentThread");
    let attached = in_thread(program, thread, &attach, &[message_loop]);
    assert_eq!(attached, Action::Return(0));
    in_thread(program, thread, &format!("{LOOP}.Run"), &[message_loop])
}

/// Creates a program that plays a sound, and returns the sound. The buffers have 96 frames, two
/// milliseconds.
fn playing() -> (Program, u64) {
    let mut program = program().start();
    let functions = program.words(&[CREATE, JOIN]);
    let register = program.pepper.irt().function_count() + 1;
    program.action(register as usize, &[u64::from(functions)]);
    let config = program.call("PPB_AudioConfig;1.1", "CreateStereo16Bit", &[1, 48_000, 96]);
    let sound = program.call(SOUND, "Create", &[1, config, FILL.into(), 5]);
    let create = called(&program.answer(SOUND, "StartPlayback", &[sound]));
    start_thread(&mut program);
    program.resume(0);
    let fill = in_thread(&mut program, OLD, "PPB_Audio.thread", &create.args[2..3]);
    assert_eq!(called(&fill).address, FILL);
    (program, sound)
}

/// Returns the state of a program with a sound, an open file, a loader and a request.
fn everything() -> Vec<u8> {
    let (mut program, _) = playing();
    resume_in(&mut program, OLD);
    let system = program.call("PPB_FileSystem;1.0", "Create", &[1, 3]);
    let callback = program.callback(99, true);
    program.answer("PPB_FileSystem;1.0", "Open", &[system, 0, callback]);
    assert_eq!(program.called_back(99), 0);
    let path = program.bytes(b"/file\0");
    let name = program.call("PPB_FileRef;1.2", "Create", &[system, path.into()]);
    let file = program.call(FILES, "Create", &[1]);
    program.answer(FILES, "Open", &[file, name, 1 | 2 | 4, callback]);
    assert_eq!(program.called_back(99), 0);
    program.call(LOADER, "Create", &[1]);
    program.call("PPB_URLRequestInfo;1.0", "Create", &[1]);
    save(&mut program)
}

/// Lets the thread of a restored program reach a function of the host, and runs the program.
fn arrive(program: &mut Program, first: &Action, arrive: impl FnOnce(&mut Program) -> Action) {
    let start = ThreadStart {
        start: START,
        stack: 0x9000,
        thread_pointer: 0,
    };
    assert_eq!(*first, Action::RestartThread(start));
    let action = program.resume(0);
    let waits = matches!(action, Action::Wait { deadline: Some(_) });
    assert!(waits, "the thread has yet to arrive: {action:?}");
    let waits = Action::Wait { deadline: None };
    assert_eq!(arrive(program), waits, "the rest of the state is missing");
    assert_eq!(program.woken, [0], "all have arrived");
    program.woken.clear();
    let again = resume_in(program, NEW);
    assert_eq!(again, waits, "it was woken by work of its own");
    let action = program.resume(0);
    assert!(matches!(action, Action::Wait { .. }), "{action:?}");
    assert!(program.woken.contains(&NEW), "{:?}", program.woken);
}

#[test]
fn a_sound_goes_on_with_its_next_buffer() {
    let (mut program, sound) = playing();
    program.fake.world().events.push_back(Event::Save);
    program.turn();
    assert_eq!(
        program.fake.world().refused,
        None,
        "a buffer is being filled"
    );
    let waits = resume_in(&mut program, OLD);
    assert!(program.woken.contains(&0), "the main thread can save now");
    program.turn();
    assert_eq!(program.fake.world().refused, Some(Ok(())));
    let state = program.fake.world().saved.clone();
    let (mut other, action) = self::program().restored_from(state);
    arrive(&mut other, &action, |other| {
        in_thread(other, NEW, "PPB_Audio.thread", &[1])
    });
    let due = resume_in(&mut other, NEW);
    assert_eq!(due, waits);
    for (program, thread) in [(&mut program, OLD), (&mut other, NEW)] {
        program.pepper.pass_time(Duration::from_millis(3));
        assert_eq!(called(&resume_in(program, thread)).address, FILL);
        let stop = program.answer(SOUND, "StopPlayback", &[sound]);
        assert_eq!(called(&stop).address, JOIN);
        assert_eq!(resume_in(program, thread), Action::Return(0));
    }
}

#[test]
fn a_thread_goes_on_in_its_message_loop_and_cannot_leave_it() {
    let (mut program, message_loop) = working();
    let state = save(&mut program);
    let (mut other, action) = self::program().restored_from(state);
    arrive(&mut other, &action, |other| run(other, NEW, message_loop));
    let callback = other.callback(WORK, false);
    other.call(LOOP, "PostWork", &[message_loop, callback, 0]);
    assert_eq!(called(&resume_in(&mut other, NEW)).address, WORK);
    other.call(LOOP, "PostQuit", &[message_loop, 1]);
    let action = resume_in(&mut other, NEW);
    assert!(matches!(action, Action::Trap(_)), "{action:?}");
}

#[test]
fn a_thread_does_on_its_way_only_what_leaves_nothing_behind() {
    let (mut program, _) = working();
    let state = save(&mut program);
    let (mut other, _) = self::program().restored_from(state.clone());
    other.resume(0);
    let core = in_thread(&mut other, NEW, "PPB_Core;1.0.AddRefResource", &[1]);
    assert_eq!(core, Action::Return(0));
    let beep = in_thread(&mut other, NEW, "PPB_Console;1.0.Log", &[1, 0, 0]);
    assert!(matches!(beep, Action::Trap(_)), "{beep:?}");
    let (mut stuck, _) = self::program().restored_from(state);
    stuck.resume(0);
    assert!(
        matches!(stuck.resume(0), Action::Wait { .. }),
        "an event has come"
    );
    stuck.pepper.pass_time(Duration::from_secs(30));
    let action = stuck.resume(0);
    assert!(matches!(action, Action::Trap(_)), "{action:?}");
}

#[test]
fn a_thread_of_its_own_code_is_refused() {
    let (mut program, message_loop) = working();
    let callback = program.callback(WORK, false);
    program.call(LOOP, "PostWork", &[message_loop, callback, 0]);
    assert_eq!(called(&resume_in(&mut program, OLD)).address, WORK);
    program.fake.world().events.push_back(Event::Save);
    program.turn();
    let outcome = program.fake.world().refused.take();
    assert_eq!(outcome, None, "the thread may come to rest");
    resume_in(&mut program, OLD);
    start_thread(&mut program);
    assert_eq!(
        outcome_of_saving(&mut program),
        Err("a thread that runs its own functions".into()),
        "another thread computes"
    );
}

/// Whatever a file contains, the program continues or ends with a reason.
#[test]
fn hostile_states_of_threads_and_files_harm_nobody() {
    let (mut program, message_loop) = working();
    for state in [everything(), save(&mut program)] {
        let parts = state.len().min(2000);
        for len in (0..parts).step_by(5 * stride()) {
            let (_, action) = self::program().restored_from(state[..len].to_vec());
            assert!(matches!(action, Action::Trap(_)), "{len}: {action:?}");
        }
        for at in (0..parts).step_by(stride()) {
            let mut bytes = state.clone();
            bytes[at] ^= 1 << (at % 8);
            live(self::program().restored_from(bytes), message_loop);
        }
    }
}

/// Runs a restored program for a while, if it runs.
fn live((mut program, mut action): (Program, Action), message_loop: u64) {
    for _ in 0..3 {
        if !matches!(action, Action::RestartThread(_)) {
            break;
        }
        action = program.resume(0);
    }
    if !matches!(action, Action::Wait { .. }) {
        return;
    }
    in_thread(&mut program, NEW, "PPB_Audio.thread", &[1]);
    let attach = format!("{LOOP}.AttachToCurrentThread");
    in_thread(&mut program, NEW, &attach, &[message_loop]);
    in_thread(&mut program, NEW, &format!("{LOOP}.Run"), &[message_loop]);
    program.pepper.at_rest();
    program.resume(0);
    if !program.woken.contains(&NEW) {
        return;
    }
    program.pepper.pass_time(Duration::from_millis(2));
    resume_in(&mut program, NEW);
    for id in 1..8 {
        program.answer(FILES, "Close", &[id]);
        program.answer(CORE, "ReleaseResource", &[id]);
    }
}
