//! Files as a program uses them, in trees in memory.

use super::*;
use crate::device::Event;
use crate::device::storage::{Storage, Stored};
use crate::harness::{Program, called};
use crate::kernel::var::Var;
use pinnacle_system::Errno;
use pinnacle_system::clock::VirtualClock;
use pinnacle_system::files::{MemoryTree, Tree};
use pinnacle_system::host::Action;

const SYSTEM: &str = "PPB_FileSystem;1.0";
const REF: &str = "PPB_FileRef;1.2";
const IO: &str = "PPB_FileIO;1.1";
const CORE: &str = "PPB_Core;1.0";
const CALLBACK: u32 = 99;
const FILL: u32 = 50;
const QUOTA: u64 = 2000;

const READ: u64 = 1;
const WRITE: u64 = 2;
const CREATE: u64 = 4;
const TRUNCATE: u64 = 8;
const EXCLUSIVE: u64 = 16;
const APPEND: u64 = 32;

struct Trees(MemoryTree);

/// A device that stores changes slowly: each time it is asked, one more change is not stored yet.
struct Slow(Trees, u64);

impl Storage for Slow {
    fn open(&mut self, kind: StorageKind) -> Option<Box<dyn Tree + Sync>> {
        self.0.open(kind)
    }

    fn quota(&self, kind: StorageKind) -> u64 {
        self.0.quota(kind)
    }

    fn unsettled(&mut self) -> Option<u64> {
        self.1 += 1;
        Some(self.1)
    }
}

impl Storage for Trees {
    fn open(&mut self, kind: StorageKind) -> Option<Box<dyn Tree + Sync>> {
        match kind {
            StorageKind::Persistent => Some(Box::new(self.0.clone())),
            _ => None,
        }
    }

    fn quota(&self, _: StorageKind) -> u64 {
        QUOTA
    }
}

struct Setting {
    program: Program,
    tree: MemoryTree,
    system: u64,
}

/// Returns a program with an open file system that contains `/a` and `/d/f`.
fn setting() -> Setting {
    let mut setting = closed();
    let callback = setting.program.callback(CALLBACK, true);
    let args = [setting.system, 0, callback];
    assert_eq!(setting.program.code(SYSTEM, "Open", &args), -1);
    assert_eq!(setting.program.called_back(CALLBACK), OK);
    setting
}

fn closed() -> Setting {
    let tree = MemoryTree::new(1, 1 << 20, Arc::new(VirtualClock::new()));
    tree.insert("a", b"0123456789").unwrap();
    tree.insert("d/f", b"deep").unwrap();
    let device = Trees(tree.clone());
    let mut program = Program::with_devices(|devices| devices.storage = Box::new(device)).start();
    let system = program.call(SYSTEM, "Create", &[1, 2]);
    Setting {
        program,
        tree,
        system,
    }
}

impl Setting {
    fn file(&mut self, path: &str) -> u64 {
        let path = u64::from(self.program.text(path));
        self.program.call(REF, "Create", &[self.system, path])
    }

    /// Performs an operation with an optional callback, which runs later although the work is done.
    fn later(&mut self, interface: &str, method: &str, args: &[u64]) -> i32 {
        let callback = self.program.callback(CALLBACK, true);
        let args: Vec<u64> = args.iter().copied().chain([callback]).collect();
        match self.program.code(interface, method, &args) {
            -1 => self.program.called_back(CALLBACK),
            code => panic!("{method} gave {code} at once"),
        }
    }

    /// Calls a method with a callback that must fail immediately.
    fn now(&mut self, interface: &str, method: &str, args: &[u64]) -> i32 {
        let callback = self.program.callback(CALLBACK, true);
        let args: Vec<u64> = args.iter().copied().chain([callback]).collect();
        self.program.code(interface, method, &args)
    }

    fn by_name(&mut self, method: &str, path: &str, more: &[u64]) -> i32 {
        let file = self.file(path);
        let args: Vec<u64> = [file].iter().chain(more).copied().collect();
        self.later(REF, method, &args)
    }

    fn io(&mut self) -> u64 {
        self.program.call(IO, "Create", &[1])
    }

    fn open(&mut self, path: &str, flags: u64) -> (u64, i32) {
        let (io, file) = (self.io(), self.file(path));
        let result = self.later(IO, "Open", &[io, file, flags]);
        (io, result)
    }

    fn opened(&mut self, path: &str, flags: u64) -> u64 {
        let (io, result) = self.open(path, flags);
        assert_eq!(result, OK, "{path}");
        io
    }

    fn text_of(&mut self, method: &str, file: u64) -> String {
        let var = self.program.var(Var::Null);
        self.program.call(REF, method, &[var.into(), file]);
        self.program.read_text(var)
    }

    fn write(&mut self, io: u64, offset: u64, bytes: &[u8]) -> i32 {
        let at = u64::from(self.program.bytes(bytes));
        self.later(IO, "Write", &[io, offset, at, bytes.len() as u64])
    }

    fn read(&mut self, io: u64, offset: u64, len: u64) -> (i32, Vec<u8>) {
        let at = self.program.bytes(&[0; 64]);
        let result = self.later(IO, "Read", &[io, offset, at.into(), len]);
        let mut bytes = vec![0; result.max(0) as usize];
        self.program.memory.read(at, &mut bytes).unwrap();
        (result, bytes)
    }
}

#[test]
fn a_file_system_opens_once() {
    let mut setting = setting();
    let args = [setting.system, 0];
    assert_eq!(setting.now(SYSTEM, "Open", &args), PpError::Failed.code());
    assert_eq!(
        setting.program.call(SYSTEM, "GetType", &[setting.system]),
        2
    );
}

#[test]
fn other_kinds_of_file_systems_cannot_be_opened() {
    let mut setting = setting();
    for kind in [0, 1, 4] {
        let system = setting.program.call(SYSTEM, "Create", &[1, kind]);
        assert_ne!(system, 0);
        let result = setting.now(SYSTEM, "Open", &[system, 0]);
        assert_eq!(result, PpError::Failed.code(), "{kind}");
    }
    let absent = setting.program.call(SYSTEM, "Create", &[1, 3]);
    let result = setting.later(SYSTEM, "Open", &[absent, 0]);
    assert_eq!(result, PpError::Failed.code(), "the device has none");
    assert_eq!(setting.program.call(SYSTEM, "Create", &[2, 2]), 0);
}

#[test]
fn paths_start_at_the_root_and_never_go_up() {
    let mut setting = closed();
    for path in ["", "a", "./a", "/..", "/a/../b", "/a..b"] {
        assert_eq!(setting.file(path), 0, "{path:?}");
    }
    let bad = u64::from(setting.program.bytes(&[b'/', 0xff, 0]));
    assert_eq!(
        setting.program.call(REF, "Create", &[setting.system, bad]),
        0
    );
    for (path, name, whole, parent) in [
        ("/", "/", "/", "/"),
        ("/x", "x", "/x", "/"),
        ("/x/y/", "y", "/x/y", "/x"),
    ] {
        let file = setting.file(path);
        assert_eq!(setting.text_of("GetName", file), name);
        assert_eq!(setting.text_of("GetPath", file), whole);
        let above = setting.program.call(REF, "GetParent", &[file]);
        assert_eq!(setting.text_of("GetPath", above), parent);
        assert_eq!(setting.program.call(REF, "GetFileSystemType", &[file]), 2);
    }
}

#[test]
fn nothing_works_before_the_file_system_is_open() {
    let mut setting = closed();
    let (file, io) = (setting.file("/a"), setting.io());
    let failed = PpError::Failed.code();
    assert_eq!(setting.now(REF, "Delete", &[file]), failed);
    assert_eq!(setting.now(REF, "MakeDirectory", &[file, 0]), failed);
    assert_eq!(setting.now(REF, "Query", &[file, 0]), failed);
    assert_eq!(setting.later(IO, "Open", &[io, file, READ]), failed);
}

#[test]
fn directories_are_made_with_or_without_those_above() {
    let mut setting = setting();
    for (path, flags, result) in [
        ("/d", 0, OK),
        ("/d", 2, PpError::FileExists.code()),
        ("/a", 0, PpError::Failed.code()),
        ("/x/y", 0, PpError::FileNotFound.code()),
        ("/x/y", 1, OK),
        ("/x/z", 3, OK),
        ("/a/b", 1, PpError::Failed.code()),
        ("/", 0, OK),
    ] {
        let code = setting.by_name("MakeDirectory", path, &[flags]);
        assert_eq!(code, result, "{path} {flags}");
    }
}

#[test]
fn only_what_is_empty_is_deleted() {
    let mut setting = setting();
    for (path, result) in [
        ("/d", PpError::Failed.code()),
        ("/d/f", OK),
        ("/d/f", PpError::FileNotFound.code()),
        ("/d", OK),
        ("/a/x", PpError::FileNotFound.code()),
        ("/", PpError::Failed.code()),
    ] {
        assert_eq!(setting.by_name("Delete", path, &[]), result, "{path}");
    }
}

#[test]
fn renaming_stays_within_a_file_system() {
    let mut setting = setting();
    let (old, new) = (setting.file("/a"), setting.file("/d/f"));
    assert_eq!(setting.later(REF, "Rename", &[old, new]), OK);
    assert_eq!(setting.tree.contents("d/f").unwrap(), b"0123456789");
    let bad = PpError::BadResource.code();
    assert_eq!(setting.now(REF, "Rename", &[old, 0]), bad);
    assert_eq!(setting.now(REF, "Rename", &[0, new]), bad);
}

#[test]
fn queries_tell_size_type_and_times() {
    let mut setting = setting();
    assert_eq!(
        setting.by_name("Touch", "/a", &[1.5_f64.to_bits(), 2.5_f64.to_bits()]),
        OK
    );
    let info = setting.program.bytes(&[0xff; FILE_INFO_SIZE]);
    assert_eq!(setting.by_name("Query", "/a", &[info.into()]), OK);
    let mut bytes = [0; FILE_INFO_SIZE];
    setting.program.memory.read(info, &mut bytes).unwrap();
    assert_eq!(
        bytes[..16],
        [10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0]
    );
    assert_eq!(bytes[24..32], 1.5_f64.to_le_bytes());
    assert_eq!(bytes[32..], 2.5_f64.to_le_bytes());
    assert_eq!(setting.by_name("Query", "/d", &[info.into()]), OK);
    assert_eq!(setting.program.memory.load_u32(info + 8), Ok(1));
    let missing = setting.by_name("Query", "/x", &[info.into()]);
    assert_eq!(missing, PpError::FileNotFound.code());
    let never = (-1.0_f64).to_bits();
    let result = setting.by_name("Touch", "/a", &[never, never]);
    assert_eq!(result, PpError::Failed.code());
}

#[test]
fn directories_are_listed_by_name() {
    let mut setting = setting();
    let root = setting.file("/");
    let output = u64::from(setting.program.words(&[FILL, 3]));
    let place = setting.program.bytes(&[0; 64]);
    let callback = setting.program.callback(CALLBACK, false);
    let args = [root, output, callback];
    assert_eq!(setting.program.code(REF, "ReadDirectoryEntries", &args), -1);
    let question = called(&setting.program.turn());
    assert_eq!(
        (question.address, &question.args[..3]),
        (FILL, &[3, 2, 8][..])
    );
    let answer = called(&setting.program.resume(place));
    assert_eq!((answer.address, answer.args[1]), (CALLBACK, 0));
    setting.program.resume(0);
    for (at, path, kind) in [(place, "/a", 0), (place + 8, "/d", 1)] {
        let file = setting.program.memory.load_u32(at).unwrap();
        assert_eq!(setting.text_of("GetPath", file.into()), path);
        assert_eq!(setting.program.memory.load_u32(at + 4), Ok(kind));
    }
    let result = setting.by_name("ReadDirectoryEntries", "/a", &[output]);
    assert_eq!(result, PpError::Failed.code());
    let result = setting.by_name("ReadDirectoryEntries", "/x", &[output]);
    assert_eq!(result, PpError::FileNotFound.code());
}

#[test]
fn flags_say_what_may_be_there() {
    let mut setting = setting();
    for (path, flags, result) in [
        ("/a", READ, OK),
        ("/x", READ, PpError::FileNotFound.code()),
        ("/x", READ | CREATE, OK),
        ("/a", WRITE | CREATE | EXCLUSIVE, PpError::FileExists.code()),
        ("/y", WRITE | CREATE | EXCLUSIVE, OK),
        ("/d", READ, PpError::NotAFile.code()),
        ("/d", WRITE, PpError::NotAFile.code()),
        ("/a", WRITE | APPEND, PpError::BadArgument.code()),
        ("/a", READ | TRUNCATE, PpError::BadArgument.code()),
        ("/a", WRITE | TRUNCATE, OK),
    ] {
        assert_eq!(setting.open(path, flags).1, result, "{path} {flags}");
    }
    assert_eq!(setting.tree.contents("a").unwrap(), b"");
    let io = setting.io();
    let result = setting.now(IO, "Open", &[io, io, READ]);
    assert_eq!(result, PpError::BadResource.code());
}

#[test]
fn reads_and_writes_have_offsets() {
    let mut setting = setting();
    let io = setting.opened("/a", READ | WRITE);
    assert_eq!(setting.read(io, 2, 3), (3, b"234".to_vec()));
    assert_eq!(setting.read(io, 8, 60), (2, b"89".to_vec()));
    assert_eq!(setting.read(io, 100, 4), (0, Vec::new()));
    assert_eq!(setting.write(io, 12, b"end"), 3);
    assert_eq!(setting.tree.contents("a").unwrap(), b"0123456789\0\0end");
    assert_eq!(setting.later(IO, "SetLength", &[io, 2]), OK);
    assert_eq!(setting.later(IO, "Flush", &[io]), OK);
    assert_eq!(setting.tree.contents("a").unwrap(), b"01");
    let info = setting.program.bytes(&[0; FILE_INFO_SIZE]);
    assert_eq!(setting.later(IO, "Query", &[io, info.into()]), OK);
    assert_eq!(setting.program.memory.load_u32(info), Ok(2));
}

#[test]
fn appending_ignores_offsets() {
    let mut setting = setting();
    let io = setting.opened("/a", APPEND);
    assert_eq!(setting.write(io, 0, b"ab"), 2);
    assert_eq!(setting.write(io, 3, b"c"), 1);
    assert_eq!(setting.tree.contents("a").unwrap(), b"0123456789abc");
}

#[test]
fn rights_are_those_of_the_flags() {
    let mut setting = setting();
    let (reads, writes) = (setting.opened("/a", READ), setting.opened("/a", WRITE));
    let failed = PpError::Failed.code();
    assert_eq!(setting.write(reads, 0, b"x"), failed);
    assert_eq!(setting.later(IO, "SetLength", &[reads, 0]), failed);
    assert_eq!(setting.read(writes, 0, 1).0, failed);
}

#[test]
fn wrong_ranges_fail() {
    let mut setting = setting();
    let io = setting.opened("/a", READ | WRITE);
    let at = u64::from(setting.program.bytes(&[0; 16]));
    let (failed, negative) = (PpError::Failed.code(), u64::MAX);
    assert_eq!(setting.now(IO, "Read", &[io, 0, at, 0xffff_ffff]), failed);
    assert_eq!(setting.later(IO, "Read", &[io, negative, at, 1]), failed);
    assert_eq!(setting.now(IO, "Write", &[io, 0, 0, 1]), failed);
    assert_eq!(setting.now(IO, "Write", &[io, negative, at, 1]), failed);
    assert_eq!(setting.now(IO, "Write", &[io, 0, at, 0xffff_ffff]), failed);
    assert_eq!(
        setting.later(IO, "Write", &[io, i64::MAX as u64, at, 1]),
        failed
    );
    assert_eq!(setting.now(IO, "SetLength", &[io, negative]), failed);
}

#[test]
fn writes_beyond_the_quota_fail() {
    let mut setting = setting();
    let io = setting.opened("/a", READ | WRITE);
    let no_quota = PpError::NoQuota.code();
    assert_eq!(setting.later(IO, "SetLength", &[io, QUOTA]), no_quota);
    assert_eq!(setting.write(io, QUOTA, b"x"), no_quota);
    assert_eq!(setting.later(IO, "SetLength", &[io, 1000]), OK);
    assert_eq!(setting.write(io, 1000, &[1; 900]), no_quota);
    assert_eq!(setting.later(IO, "SetLength", &[io, 0]), OK);
    assert_eq!(setting.write(io, 0, &[1; 900]), 900);
}

#[test]
fn a_file_that_is_not_open_fails_and_so_does_opening_it_twice() {
    let mut setting = setting();
    let (io, file) = (setting.io(), setting.file("/a"));
    let at = u64::from(setting.program.bytes(&[0; 64]));
    let failed = PpError::Failed.code();
    for (method, args) in [
        ("Query", &[io, at][..]),
        ("Touch", &[io, 0, 0]),
        ("Read", &[io, 0, at, 1]),
        ("Write", &[io, 0, at, 1]),
        ("SetLength", &[io, 0]),
        ("Flush", &[io]),
        ("ReadToArray", &[io, 0, 1, at]),
    ] {
        assert_eq!(setting.now(IO, method, args), failed, "{method}");
    }
    assert_eq!(setting.later(IO, "Open", &[io, file, READ]), OK);
    assert_eq!(setting.now(IO, "Open", &[io, file, READ]), failed);
    setting.program.call(IO, "Close", &[io]);
    setting.program.call(IO, "Close", &[io]);
    assert_eq!(setting.now(IO, "Open", &[io, file, READ]), failed);
    assert_eq!(setting.now(IO, "Flush", &[io]), failed);
}

#[test]
fn reads_overlap_reads_and_nothing_else() {
    let mut setting = setting();
    let io = setting.opened("/a", READ | WRITE);
    let at = u64::from(setting.program.bytes(&[0; 64]));
    let read = [io, 0, at, 1];
    let busy = PpError::InProgress.code();
    assert_eq!(setting.now(IO, "Read", &read), -1);
    assert_eq!(setting.now(IO, "Read", &read), -1);
    assert_eq!(setting.now(IO, "Write", &read), busy);
    assert_eq!(setting.now(IO, "Flush", &[io]), busy);
    assert_eq!(called(&setting.program.turn()).args[1], 1);
    assert_eq!(setting.now(IO, "Flush", &[io]), busy, "one read is left");
    assert_eq!(called(&setting.program.resume(0)).args[1], 1);
    setting.program.resume(0);
    assert_eq!(setting.now(IO, "Flush", &[io]), -1);
    assert_eq!(setting.now(IO, "Flush", &[io]), busy);
    assert_eq!(setting.program.called_back(CALLBACK), OK);
}

#[test]
fn closing_aborts_what_is_under_way() {
    let mut setting = setting();
    let io = setting.opened("/a", READ);
    let at = setting.program.bytes(&[7; 16]);
    assert_eq!(setting.now(IO, "Read", &[io, 0, at.into(), 4]), -1);
    setting.program.call(IO, "Close", &[io]);
    let aborted = PpError::Aborted.code();
    assert_eq!(setting.program.called_back(CALLBACK), aborted);
    assert_eq!(
        setting.program.memory.load_u32(at),
        Ok(0x0707_0707),
        "it is not written"
    );
    let io = setting.opened("/a", READ);
    assert_eq!(setting.now(IO, "Flush", &[io]), -1);
    setting.program.call(CORE, "ReleaseResource", &[io]);
    assert_eq!(setting.program.called_back(CALLBACK), aborted);
}

#[test]
fn arrays_get_what_was_read() {
    let mut setting = setting();
    let io = setting.opened("/a", READ);
    let output = u64::from(setting.program.words(&[FILL, 3]));
    let place = setting.program.bytes(&[0; 16]);
    for (offset, count) in [(8, 2), (10, 0)] {
        let callback = setting.program.callback(CALLBACK, false);
        let args = [io, offset, 5, output, callback];
        assert_eq!(setting.program.code(IO, "ReadToArray", &args), -1);
        let question = called(&setting.program.turn());
        assert_eq!(&question.args[..3], &[3, count, 1]);
        let answer = called(&setting.program.resume(place));
        assert_eq!(answer.args[1], count);
        setting.program.resume(0);
    }
    assert_eq!(
        setting.program.memory.load_u32(place),
        Ok(u32::from_le_bytes(*b"89\0\0"))
    );
}

#[test]
fn a_thread_that_waits_gets_its_result() {
    let mut setting = setting();
    let io = setting.opened("/a", READ);
    setting.program.thread = 1;
    let at = setting.program.bytes(&[0; 16]);
    let callback = setting.program.callback(0, false);
    let args = [io, 0, at.into(), 4, callback];
    assert_eq!(setting.program.answer(IO, "Read", &args), Action::Return(4));
    assert_eq!(
        setting.program.memory.load_u32(at),
        Ok(u32::from_le_bytes(*b"0123"))
    );
}

#[test]
fn names_of_files_are_counted() {
    let mut setting = setting();
    let charged = |program: &mut Program| program.pepper.core_for_test().budget.charged();
    let start = charged(&mut setting.program);
    let short = setting.file("/n");
    let between = charged(&mut setting.program);
    let long = setting.file("/name");
    let after = charged(&mut setting.program);
    assert_eq!((after - between) - (between - start), 3);
    for file in [short, long] {
        setting.program.call(CORE, "ReleaseResource", &[file]);
    }
    assert_eq!(charged(&mut setting.program), start);
}

#[test]
fn operations_end_when_they_are_safe_or_have_failed() {
    let tree = MemoryTree::new(1, 1 << 20, Arc::new(VirtualClock::new()));
    let device = Slow(Trees(tree), 0);
    let mut program = Program::with_devices(|devices| devices.storage = Box::new(device)).start();
    let stored = |program: &mut Program, until, result| {
        let event = Event::Stored(Stored { until, result });
        program.fake.world().events.push_back(event);
    };
    let system = program.call(SYSTEM, "Create", &[1, 2]);
    let [first, second, third] = [1, 2, 3].map(|number| program.callback(90 + number, false));
    assert_eq!(program.code(SYSTEM, "Open", &[system, 0, first]), -1);
    assert!(matches!(program.turn(), Action::Wait { .. }));
    stored(&mut program, 1, Ok(()));
    assert_eq!(program.called_back(91), OK);
    let path = u64::from(program.text("/d"));
    let directory = program.call(REF, "Create", &[system, path]);
    assert_eq!(
        program.code(REF, "MakeDirectory", &[directory, 0, first]),
        -1
    );
    assert_eq!(program.code(REF, "Touch", &[directory, 0, 0, second]), -1);
    assert_eq!(program.code(REF, "Delete", &[directory, third]), -1);
    stored(&mut program, 2, Ok(()));
    assert_eq!(program.called_back(91), OK);
    stored(&mut program, 3, Err(Errno::EDQUOT));
    assert_eq!(program.called_back(92), PpError::NoQuota.code());
    assert!(matches!(program.turn(), Action::Wait { .. }));
    stored(&mut program, 4, Ok(()));
    assert_eq!(program.called_back(93), OK);
}
