//! Tests of loads, with a device that records its requests.

use super::*;
use crate::device::fetch::Fetch;
use crate::device::storage::StorageKind;
use crate::harness::{Program, called};
use crate::kernel::var::Var;
use pinnacle_system::clock::VirtualClock;
use pinnacle_system::files::{MemoryTree, Tree};
use pinnacle_system::host::Action;
use std::sync::{Arc, Mutex};

const LOADER: &str = "PPB_URLLoader;1.0";
const REQUEST: &str = "PPB_URLRequestInfo;1.0";
const RESPONSE: &str = "PPB_URLResponseInfo;1.0";
const CORE: &str = "PPB_Core;1.0";
const CALLBACK: u32 = 99;

/// A request to the device.
/// The place of captures in the replay of a web archive.
const REPLAY: &str = "http://replay/2013/";

#[derive(Default)]
struct Asked {
    requests: Vec<Request>,
    reads: u32,
    followed: u32,
    cancelled: u32,
}

#[derive(Clone, Default)]
struct FakeFetch(Arc<Mutex<Asked>>);

impl Fetch for FakeFetch {
    fn start(&mut self, _: u32, request: Request) {
        self.0.lock().unwrap().requests.push(request);
    }

    fn follow_redirect(&mut self, _: u32) {
        self.0.lock().unwrap().followed += 1;
    }

    fn read(&mut self, _: u32) {
        self.0.lock().unwrap().reads += 1;
    }

    fn cancel(&mut self, _: u32) {
        self.0.lock().unwrap().cancelled += 1;
    }

    fn document_url(&self) -> String {
        "http://localhost/dir/index.html".into()
    }

    fn captured_url(&self, url: String) -> String {
        url.strip_prefix(REPLAY).map(str::to_owned).unwrap_or(url)
    }
}

struct Downloads;

impl crate::device::storage::Storage for Downloads {
    fn open(&mut self, _: StorageKind) -> Option<Box<dyn Tree + Sync>> {
        let clock = Arc::new(VirtualClock::new());
        let tree = MemoryTree::new(1, 1 << 20, clock);
        tree.insert("sent", b"0123456789").unwrap();
        Some(Box::new(tree))
    }

    fn quota(&self, _: StorageKind) -> u64 {
        1000
    }
}

struct Setting {
    program: Program,
    fetch: FakeFetch,
    request: u64,
    loader: u64,
}

fn setting() -> Setting {
    let fetch = FakeFetch::default();
    let device = fetch.clone();
    let mut program = Program::with_devices(|devices| {
        devices.fetch = Box::new(device);
        devices.storage = Box::new(Downloads);
    })
    .start();
    let request = program.call(REQUEST, "Create", &[1]);
    let loader = program.call(LOADER, "Create", &[1]);
    Setting {
        program,
        fetch,
        request,
        loader,
    }
}

fn head(status: u16) -> Head {
    Head {
        url: "http://localhost/dir/x".into(),
        status,
        status_text: "Not Found".into(),
        headers: vec![("a".into(), "1".into()), ("b".into(), "2".into())],
        redirect: None,
        length: Some(5),
    }
}

impl Setting {
    fn set(&mut self, property: u64, value: Var) -> u64 {
        let var = u64::from(self.program.var(value));
        let args = [self.request, property, var];
        self.program.call(REQUEST, "SetProperty", &args)
    }

    fn set_text(&mut self, property: u64, text: &str) -> u64 {
        let var = u64::from(self.program.text_var(text));
        let args = [self.request, property, var];
        self.program.call(REQUEST, "SetProperty", &args)
    }

    fn open(&mut self) -> i32 {
        let callback = self.program.callback(CALLBACK, false);
        let args = [self.loader, self.request, callback];
        self.program.code(LOADER, "Open", &args)
    }

    fn happens(&mut self, event: FetchEvent) {
        let id = self.loader as u32;
        let event = crate::device::Event::Fetch { id, event };
        self.program.fake.world().events.push_back(event);
    }

    /// Opens the loader and delivers the head of the response.
    fn opened(&mut self, head: Head) {
        assert_eq!(self.open(), -1);
        self.happens(FetchEvent::Head(head));
        assert_eq!(self.program.called_back(CALLBACK), OK);
    }

    /// Processes events that call no function.
    fn idle(&mut self) {
        let action = self.program.turn();
        assert!(matches!(action, Action::Wait { .. }), "{action:?}");
    }

    fn read(&mut self, len: u32) -> (i32, u32) {
        let buffer = self.program.bytes(&[0; 64]);
        let callback = self.program.callback(CALLBACK, true);
        let args = [self.loader, buffer.into(), len.into(), callback];
        (self.program.code(LOADER, "ReadResponseBody", &args), buffer)
    }

    fn bytes(&self, at: u32, len: usize) -> Vec<u8> {
        let mut bytes = vec![0; len];
        self.program.memory.read(at, &mut bytes).unwrap();
        bytes
    }

    fn response(&mut self) -> u64 {
        self.program.call(LOADER, "GetResponseInfo", &[self.loader])
    }

    fn property(&mut self, property: u64) -> u32 {
        let var = self.program.var(Var::Null);
        let args = [var.into(), self.response(), property];
        self.program.call(RESPONSE, "GetProperty", &args);
        var
    }
}

#[test]
fn properties_take_values_of_their_types() {
    let mut setting = setting();
    for property in [0, 1, 2, 7, 10, 13] {
        assert_eq!(setting.set_text(property, "text"), 1, "{property}");
        assert_eq!(setting.set(property, Var::Int32(1)), 0, "{property}");
    }
    for property in [3, 4, 5, 6, 8, 9] {
        assert_eq!(setting.set(property, Var::Bool(true)), 1, "{property}");
        assert_eq!(setting.set(property, Var::Undefined), 0, "{property}");
    }
    for property in [11, 12] {
        assert_eq!(setting.set(property, Var::Int32(1)), 1, "{property}");
        assert_eq!(setting.set(property, Var::Double(1.0)), 0, "{property}");
    }
    for property in [7, 10, 13] {
        assert_eq!(setting.set(property, Var::Undefined), 1, "{property}");
    }
    assert_eq!(setting.set(14, Var::Int32(1)), 0);
    assert!(!setting.program.fake.world().logged.is_empty());
}

#[test]
fn a_request_is_resolved_against_the_document() {
    let mut setting = setting();
    setting.set_text(0, "x?y");
    setting.set_text(1, "post");
    setting.set_text(2, "A: b\nC: d");
    let data = u64::from(setting.program.text("body"));
    let args = [setting.request, data, 4];
    assert_eq!(setting.program.call(REQUEST, "AppendDataToBody", &args), 1);
    setting.open();
    let asked = setting.fetch.0.lock().unwrap();
    let request = &asked.requests[0];
    assert_eq!(
        (&*request.method, &*request.url),
        ("POST", "http://localhost/dir/x?y")
    );
    assert_eq!((request.headers.len(), &*request.body), (2, &b"body"[..]));
    assert!(request.follow_redirects && !request.allow_cross_origin);
}

#[test]
fn forbidden_requests_are_refused_later() {
    for (property, text) in [
        (0, "http://other/"),
        (0, "javascript:1"),
        (1, "TRACE"),
        (2, "Host: a"),
        (7, "http://referrer/"),
        (10, "base64"),
        (13, "agent"),
    ] {
        let mut setting = setting();
        setting.set_text(property, text);
        assert_eq!(setting.open(), -1, "{text}");
        let result = setting.program.called_back(CALLBACK);
        assert_eq!(result, PpError::NoAccess.code(), "{text}");
        assert!(setting.fetch.0.lock().unwrap().requests.is_empty());
    }
}

#[test]
fn other_origins_may_be_asked_if_the_request_says_so() {
    let mut setting = setting();
    setting.set_text(0, "https://other/x");
    setting.set(8, Var::Bool(true));
    setting.open();
    assert!(setting.fetch.0.lock().unwrap().requests[0].allow_cross_origin);
}

#[test]
fn places_in_a_replay_are_the_addresses_of_the_captured_site() {
    for (site, is_asked) in [("http://localhost/x", true), ("http://other/x", false)] {
        let mut setting = setting();
        setting.set_text(0, &format!("{REPLAY}{site}"));
        setting.open();
        let asked = setting.fetch.0.lock().unwrap();
        let urls: Vec<&str> = asked.requests.iter().map(|one| &*one.url).collect();
        assert_eq!(urls, if is_asked { vec![site] } else { vec![] });
    }
}

#[test]
fn a_wrong_request_is_a_bad_argument_and_a_second_open_in_progress() {
    let mut setting = setting();
    let callback = setting.program.callback(CALLBACK, true);
    let wrong = [setting.loader, setting.loader, callback];
    let code = setting.program.code(LOADER, "Open", &wrong);
    assert_eq!(code, PpError::BadArgument.code());
    let right = [setting.loader, setting.request, callback];
    assert_eq!(setting.program.code(LOADER, "Open", &right), -1);
    let code = setting.program.code(LOADER, "Open", &right);
    assert_eq!(code, PpError::InProgress.code());
}

#[test]
fn a_response_of_404_is_not_a_failure() {
    let mut setting = setting();
    assert_eq!(setting.response(), 0, "there is none yet");
    setting.opened(head(404));
    let status = setting.property(3);
    assert_eq!(setting.program.read_var(status), Var::Int32(404));
    for (property, expected) in [
        (0, "http://localhost/dir/x"),
        (4, "Not Found"),
        (5, "a: 1\nb: 2"),
    ] {
        let var = setting.property(property);
        assert_eq!(setting.program.read_text(var), expected);
    }
    for property in [1, 2, 6] {
        let var = setting.property(property);
        assert_eq!(setting.program.read_var(var), Var::Undefined, "{property}");
    }
}

#[test]
fn arrived_data_is_read_at_once_and_the_end_is_0() {
    let mut setting = setting();
    setting.opened(head(200));
    setting.happens(FetchEvent::Data(b"abc".to_vec()));
    setting.happens(FetchEvent::Data(b"de".to_vec()));
    setting.happens(FetchEvent::End);
    setting.idle();
    let (count, at) = setting.read(4);
    assert_eq!((count, setting.bytes(at, 4)), (4, b"abcd".to_vec()));
    let (count, at) = setting.read(4);
    assert_eq!((count, setting.bytes(at, 1)), (1, b"e".to_vec()));
    assert_eq!(setting.read(4).0, 0);
    assert_eq!(setting.read(4).0, 0);
}

#[test]
fn only_one_read_may_wait() {
    let mut setting = setting();
    setting.opened(head(200));
    let (pending, at) = setting.read(4);
    assert_eq!(pending, -1);
    assert_eq!(setting.read(4).0, PpError::InProgress.code());
    setting.happens(FetchEvent::Data(b"abcdef".to_vec()));
    assert_eq!(setting.program.called_back(CALLBACK), 4);
    assert_eq!(setting.bytes(at, 4), b"abcd");
}

#[test]
fn wrong_reads_are_refused() {
    let mut setting = setting();
    assert_eq!(setting.read(4).0, PpError::Failed.code(), "it is not open");
    setting.opened(head(200));
    for (buffer, len) in [(Program::SCRATCH, 0), (Program::SCRATCH, u32::MAX), (0, 4)] {
        let callback = setting.program.callback(CALLBACK, true);
        let args = [setting.loader, buffer.into(), len.into(), callback];
        let code = setting.program.code(LOADER, "ReadResponseBody", &args);
        assert_eq!(code, PpError::BadArgument.code(), "{buffer} {len}");
    }
}

#[test]
fn failures_reach_waiting_and_later_reads() {
    for (error, code) in [
        (FetchError::NoAccess, PpError::NoAccess.code()),
        (FetchError::Failed, PpError::Failed.code()),
    ] {
        let mut setting = setting();
        setting.open();
        setting.happens(FetchEvent::Failed(error));
        assert_eq!(setting.program.called_back(CALLBACK), code);
        let mut later = self::setting();
        later.opened(head(200));
        later.happens(FetchEvent::Data(b"a".to_vec()));
        later.happens(FetchEvent::Failed(error));
        later.idle();
        assert_eq!(later.read(4).0, 1);
        assert_eq!(later.read(4).0, code);
    }
}

#[test]
fn above_the_upper_threshold_the_device_waits() {
    let mut setting = setting();
    setting.set(11, Var::Int32(4));
    setting.set(12, Var::Int32(2));
    setting.opened(head(200));
    setting.happens(FetchEvent::Data(b"abc".to_vec()));
    setting.idle();
    assert_eq!(setting.fetch.0.lock().unwrap().reads, 2);
    setting.happens(FetchEvent::Data(b"def".to_vec()));
    setting.idle();
    assert_eq!(setting.fetch.0.lock().unwrap().reads, 2, "it waits");
    setting.read(3);
    assert_eq!(
        setting.fetch.0.lock().unwrap().reads,
        2,
        "too many are left"
    );
    setting.read(1);
    assert_eq!(setting.fetch.0.lock().unwrap().reads, 3);
}

#[test]
fn a_thread_that_asks_for_the_progress_without_a_pause_sees_data_arrive() {
    let mut setting = setting();
    setting.set(5, Var::Bool(true));
    let places = setting.program.bytes(&[0xff; 16]);
    let args = [setting.loader, places.into(), u64::from(places) + 8];
    setting.opened(head(200));
    for expected in 1..=3 {
        setting.happens(FetchEvent::Data(b"a".to_vec()));
        setting.program.call(LOADER, "GetDownloadProgress", &args);
        assert_eq!(setting.bytes(places, 1), [expected]);
    }
}

#[test]
fn progress_is_told_if_it_was_to_be_recorded() {
    let mut setting = setting();
    setting.set(5, Var::Bool(true));
    let places = setting.program.bytes(&[0xff; 16]);
    let args = [setting.loader, places.into(), u64::from(places) + 8];
    setting.opened(head(200));
    setting.happens(FetchEvent::Data(b"abc".to_vec()));
    setting.idle();
    assert_eq!(
        setting.program.call(LOADER, "GetDownloadProgress", &args),
        1
    );
    assert_eq!(
        setting.bytes(places, 16),
        [[3, 0, 0, 0, 0, 0, 0, 0], [5, 0, 0, 0, 0, 0, 0, 0]].concat()
    );
    assert_eq!(setting.program.call(LOADER, "GetUploadProgress", &args), 0);
    assert_eq!(setting.bytes(places, 16), [0; 16]);
}

#[test]
fn a_redirect_waits_if_the_program_wants_to_be_asked() {
    let mut setting = setting();
    setting.set(4, Var::Bool(false));
    let redirect = Head {
        redirect: Some("/there".into()),
        ..head(302)
    };
    setting.opened(redirect);
    let (first, method) = (setting.property(1), setting.property(2));
    assert_eq!(setting.program.read_text(first), "/there");
    assert_eq!(setting.program.read_text(method), "Not Found");
    let callback = setting.program.callback(CALLBACK, false);
    let args = [setting.loader, callback];
    assert_eq!(setting.program.code(LOADER, "FollowRedirect", &args), -1);
    assert_eq!(setting.fetch.0.lock().unwrap().followed, 1);
    setting.happens(FetchEvent::Head(head(200)));
    assert_eq!(setting.program.called_back(CALLBACK), OK);
    let optional = setting.program.callback(CALLBACK, true);
    let args = [setting.loader, optional];
    let code = setting.program.code(LOADER, "FollowRedirect", &args);
    assert_eq!(code, PpError::Failed.code(), "there is no redirect");
}

#[test]
fn closing_aborts_and_stops_the_device() {
    let mut setting = setting();
    setting.opened(head(200));
    setting.happens(FetchEvent::Data(b"abc".to_vec()));
    setting.idle();
    setting.read(3);
    assert_eq!(setting.read(4).0, -1);
    setting.program.call(LOADER, "Close", &[setting.loader]);
    assert_eq!(
        setting.program.called_back(CALLBACK),
        PpError::Aborted.code()
    );
    assert_eq!(setting.read(4).0, PpError::Aborted.code());
    assert_eq!(setting.fetch.0.lock().unwrap().cancelled, 1);
    setting.happens(FetchEvent::Data(b"late".to_vec()));
    setting.idle();
    let args = [setting.loader];
    setting.program.call(CORE, "ReleaseResource", &args);
    assert_eq!(setting.fetch.0.lock().unwrap().cancelled, 1, "once");
}

#[test]
fn releasing_a_loader_stops_the_device() {
    let mut setting = setting();
    setting.open();
    setting
        .program
        .call(CORE, "ReleaseResource", &[setting.loader]);
    assert_eq!(
        setting.program.called_back(CALLBACK),
        PpError::Aborted.code()
    );
    assert_eq!(setting.fetch.0.lock().unwrap().cancelled, 1);
    setting.happens(FetchEvent::Head(head(200)));
    setting.idle();
}

#[test]
fn a_response_can_be_a_file() {
    let mut setting = setting();
    setting.set(3, Var::Bool(true));
    setting.opened(head(200));
    assert_eq!(setting.read(4).0, PpError::Failed.code());
    let callback = setting.program.callback(CALLBACK, false);
    let args = [setting.loader, callback];
    assert_eq!(
        setting.program.code(LOADER, "FinishStreamingToFile", &args),
        -1
    );
    setting.happens(FetchEvent::Data(b"abc".to_vec()));
    setting.happens(FetchEvent::End);
    assert_eq!(setting.program.called_back(CALLBACK), OK);
    let response = setting.response();
    let file = setting
        .program
        .call(RESPONSE, "GetBodyAsFileRef", &[response]);
    let info = setting.program.bytes(&[0; 40]);
    let callback = setting.program.callback(CALLBACK, false);
    let args = [file, info.into(), callback];
    assert_eq!(setting.program.code("PPB_FileRef;1.1", "Query", &args), -1);
    assert_eq!(setting.program.called_back(CALLBACK), OK);
    assert_eq!(setting.program.memory.load_u32(info), Ok(3));
    let path = setting.program.var(Var::Null);
    setting
        .program
        .call("PPB_FileRef;1.1", "GetPath", &[path.into(), file]);
    assert_eq!(setting.program.read_var(path), Var::Undefined);
    for method in ["Delete", "MakeDirectory"] {
        let callback = setting.program.callback(CALLBACK, true);
        let args: &[u64] = match method {
            "Delete" => &[file, callback],
            _ => &[file, 0, callback],
        };
        let code = setting.program.code("PPB_FileRef;1.1", method, args);
        assert_eq!(code, PpError::NoAccess.code(), "{method}");
    }
}

#[test]
fn parts_of_files_are_sent() {
    let mut setting = setting();
    let program = &mut setting.program;
    let system = program.call("PPB_FileSystem;1.0", "Create", &[1, 2]);
    let callback = program.callback(CALLBACK, false);
    program.call("PPB_FileSystem;1.0", "Open", &[system, 0, callback]);
    assert_eq!(program.called_back(CALLBACK), OK);
    let path = u64::from(program.text("/sent"));
    let file = program.call("PPB_FileRef;1.2", "Create", &[system, path]);
    let part = |start: i64, count: i64| [setting.request, file, start as u64, count as u64, 0];
    for (args, expected) in [
        (part(2, 3), 1),
        (part(8, -1), 1),
        (part(0, 0), 1),
        (part(-1, 1), 0),
        (part(0, -2), 0),
        ([setting.request, 77, 0, 1, 0], 0),
    ] {
        let result = program.call(REQUEST, "AppendFileToBody", &args);
        assert_eq!(result, expected, "{args:?}");
    }
    setting.open();
    assert_eq!(setting.fetch.0.lock().unwrap().requests[0].body, b"23489");
}

#[test]
fn a_file_that_was_changed_is_not_sent() {
    let mut setting = setting();
    let program = &mut setting.program;
    let system = program.call("PPB_FileSystem;1.0", "Create", &[1, 2]);
    let callback = program.callback(CALLBACK, false);
    program.call("PPB_FileSystem;1.0", "Open", &[system, 0, callback]);
    assert_eq!(program.called_back(CALLBACK), OK);
    let path = u64::from(program.text("/sent"));
    let file = program.call("PPB_FileRef;1.2", "Create", &[system, path]);
    let args = [setting.request, file, 0, 1, 5.0_f64.to_bits()];
    assert_eq!(program.call(REQUEST, "AppendFileToBody", &args), 1);
    setting.open();
    assert_eq!(
        setting.program.called_back(CALLBACK),
        PpError::Failed.code()
    );
}

#[test]
fn a_response_without_a_file_cannot_be_finished() {
    let mut setting = setting();
    setting.opened(head(200));
    let callback = setting.program.callback(CALLBACK, true);
    let args = [setting.loader, callback];
    let code = setting.program.code(LOADER, "FinishStreamingToFile", &args);
    assert_eq!(code, PpError::Failed.code());
    let response = setting.response();
    assert_eq!(
        setting
            .program
            .call(RESPONSE, "GetBodyAsFileRef", &[response]),
        0
    );
}

#[test]
fn a_file_that_does_not_fit_breaks_the_load() {
    let mut setting = setting();
    setting.set(3, Var::Bool(true));
    setting.opened(head(200));
    let callback = setting.program.callback(CALLBACK, false);
    let args = [setting.loader, callback];
    setting.program.code(LOADER, "FinishStreamingToFile", &args);
    setting.happens(FetchEvent::Data(vec![0; 2000]));
    assert_eq!(
        setting.program.called_back(CALLBACK),
        PpError::NoQuota.code()
    );
    assert_eq!(setting.fetch.0.lock().unwrap().cancelled, 1);
}

#[test]
fn another_thread_waits_for_its_response() {
    let mut setting = setting();
    setting.program.thread = 1;
    let callback = setting.program.callback(0, false);
    let args = [setting.loader, setting.request, callback];
    let action = setting.program.answer(LOADER, "Open", &args);
    assert!(matches!(action, Action::Wait { .. }), "{action:?}");
    setting.happens(FetchEvent::Head(head(200)));
    assert_eq!(setting.program.resume(0), Action::Return(0));
}

#[test]
fn buffered_data_of_a_load_is_charged() {
    let mut setting = setting();
    setting.opened(head(200));
    let before = setting.program.pepper.core_for_test().budget.charged();
    setting.happens(FetchEvent::Data(vec![0; 1000]));
    setting.idle();
    let after = setting.program.pepper.core_for_test().budget.charged();
    assert_eq!(after - before, 1000);
    setting.program.call(LOADER, "Close", &[setting.loader]);
    let closed = setting.program.pepper.core_for_test().budget.charged();
    assert!(closed < before, "nor is the request kept");
}

#[test]
fn other_resources_are_not_loaders() {
    let mut setting = setting();
    for id in [0, 77, setting.request] {
        assert_eq!(setting.program.call(LOADER, "IsURLLoader", &[id]), 0);
        let callback = setting.program.callback(CALLBACK, false);
        let args = [id, setting.request, callback];
        assert_eq!(setting.program.code(LOADER, "Open", &args), -1);
        let call = called(&setting.program.turn());
        assert_eq!(call.args[1] as u32 as i32, PpError::BadResource.code());
        setting.program.resume(0);
    }
    assert_eq!(setting.program.call(LOADER, "Create", &[2]), 0);
}
