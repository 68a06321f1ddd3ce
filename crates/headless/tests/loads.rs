//! Runs real programs in the interpreter that load URLs and store files.

use pinnacle_headless::clock::{MachineClock, Pace};
use pinnacle_headless::fetch::Urls;
use pinnacle_headless::inbox::Inbox;
use pinnacle_headless::json;
use pinnacle_headless::machine::{Machine, Settings};
use pinnacle_headless::storage::Files;
use pinnacle_page::site::Site;
use pinnacle_pepper::device::fetch::{Fetch, FetchError, FetchEvent, Head, Request};
use pinnacle_pepper::device::{Absent, Event};
use pinnacle_pepper::view::View;
use pinnacle_pepper::{Embedding, Pepper};
use pinnacle_runtime::files::{Capture, FileSystem, Stdio};
use pinnacle_runtime::interp::{Interpreter, Options, StartState};
use pinnacle_runtime::irt::Irt;
use pinnacle_runtime::loader::{self, LoadOptions};
use pinnacle_system::clock::Clock;
use pinnacle_system::memory_budget::MemoryBudget;
use pinnacle_system::random::Seeded;
use std::collections::VecDeque;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// Returns the path of a program of the corpus. Prints a note and returns `None` if it is missing.
fn program(path: &str) -> Option<PathBuf> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let path = corpus.join(path);
    if !path.exists() {
        eprintln!("left out: there is no {}", path.display());
        return None;
    }
    Some(path)
}

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The inputs of the program in a page.
struct Page {
    clock: Arc<MachineClock>,
    inbox: Arc<Inbox>,
    settings: Settings,
    messages: Lines,
}

impl Page {
    fn new(posts: &[&str]) -> Page {
        let inbox = Inbox::new(&MemoryBudget::default());
        let clock = Arc::new(MachineClock::new(Pace::Virtual, inbox.clone()));
        let messages = Lines::default();
        let mut settings = Settings::new(View::of_size(640, 480));
        settings.posts = posts
            .iter()
            .map(|text| json::from_text(text).unwrap())
            .collect();
        settings.messages = Some(Box::new(messages.clone()));
        Page {
            clock,
            inbox,
            settings,
            messages,
        }
    }

    /// Runs a program until nothing is left to do. Returns its messages as lines of JSON, and its
    /// output.
    fn run(self, path: &Path, fetch: Box<dyn Fetch + Send>, files: Files) -> (Vec<String>, String) {
        let bytes = std::fs::read(path).unwrap();
        let program = pinnacle_pexe::decode::decode(&bytes, &Default::default()).unwrap();
        let load = LoadOptions {
            arguments: vec![],
            environment: vec![],
            memory_limit: 1 << 30,
            stack_size: 1 << 20,
            host_functions: pinnacle_runtime::irt::function_count()
                + pinnacle_pepper::function_count(),
        };
        let mut image = loader::load(program.module(), &load).unwrap();
        let machine = Machine::new(self.settings, self.clock.clone(), self.inbox).unwrap();
        let devices = machine.devices(fetch, Box::new(files), Box::new(Absent));
        let printed = Capture::default();
        let stdio = Stdio {
            output: printed.stream(),
            error: printed.stream(),
            ..Stdio::default()
        };
        let file_system = FileSystem::new(stdio, Vec::new()).unwrap();
        let random = Box::new(Seeded::new(0));
        let irt = Irt::new(file_system, self.clock, random, image.arena.clone(), 1);
        let embedding = Embedding {
            attributes: vec![("src".into(), "program.nmf".into())],
            view: View::of_size(640, 480),
            devices,
        };
        let mut pepper = Pepper::new(irt, embedding);
        let start = StartState {
            entry: program.module().entry().unwrap(),
            argument: image.start_block,
            stack: image.stack.clone(),
        };
        let (module, functions) = (program.module(), program.functions());
        let interpreter = Interpreter::new(module, functions, &image.globals, Options::default());
        interpreter
            .run(&mut image.memory, &start, &mut pepper, &mut ())
            .unwrap();
        machine.finish();
        let messages = self.messages.0.lock().unwrap().clone();
        let messages = String::from_utf8(messages).unwrap();
        let printed = String::from_utf8_lossy(&printed.take()).into_owned();
        (messages.lines().map(str::to_owned).collect(), printed)
    }
}

/// A network in which only the first address answers.
struct Leak {
    inbox: Arc<Inbox>,
    asked: Arc<Mutex<Vec<Request>>>,
    body: VecDeque<&'static [u8]>,
}

impl Leak {
    fn tell(&self, id: u32, event: FetchEvent) {
        self.inbox.post(Event::Fetch { id, event });
    }
}

impl Fetch for Leak {
    fn start(&mut self, id: u32, request: Request) {
        let url = request.url.clone();
        let mut asked = self.asked.lock().unwrap();
        asked.push(request);
        let is_first = asked.len() == 1;
        drop(asked);
        if !is_first {
            return self.tell(id, FetchEvent::Failed(FetchError::Failed));
        }
        let head = Head {
            url,
            status: 200,
            status_text: "OK".into(),
            headers: Vec::new(),
            redirect: None,
            length: None,
        };
        self.tell(id, FetchEvent::Head(head));
    }

    fn follow_redirect(&mut self, _: u32) {}

    fn read(&mut self, id: u32) {
        let event = match self.body.pop_front() {
            Some(piece) => FetchEvent::Data(piece.to_vec()),
            None => FetchEvent::End,
        };
        self.tell(id, event);
    }

    fn cancel(&mut self, _: u32) {}

    fn document_url(&self) -> String {
        "https://example.com/".into()
    }
}

/// The program loads a URL, and then a second one, whose query contains the first response.
#[test]
fn a_program_loads_one_url_after_the_other() {
    let Some(path) = program("ppapi/url_loader.pexe") else {
        return;
    };
    let page = Page::new(&[]);
    let asked: Arc<Mutex<Vec<Request>>> = Arc::default();
    let fetch = Box::new(Leak {
        inbox: page.inbox.clone(),
        asked: asked.clone(),
        body: [&b"the "[..], b"secret"].into(),
    });
    let clock: Arc<dyn Clock> = page.clock.clone();
    let (messages, printed) = page.run(
        &path,
        fetch,
        Files::in_memory(&clock, &MemoryBudget::default()),
    );
    println!("{messages:?} {printed:?}");
    let asked = asked.lock().unwrap();
    let urls: Vec<&str> = asked.iter().map(|request| &*request.url).collect();
    let expected = [
        "https://test.shhnjk.com/secret.html",
        "https://attack.shhnjk.com/?leak=the%20secret",
    ];
    assert_eq!(urls, expected);
    assert!(asked[0].allow_cross_origin && asked[0].allow_credentials);
}

/// Returns the answers of the `nacl_io` demonstration to these messages.
fn session(posts: &[&str], storage: &Path) -> Option<Vec<String>> {
    let path = program("pages/nacl-io-demo/pnacl/Release/nacl_io_demo.pexe")?;
    let site = tempfile::tempdir().unwrap();
    std::fs::write(site.path().join("index.html"), "<!doctype html>").unwrap();
    let page = Page::new(posts);
    let files = Some(Site::open(site.path()).unwrap());
    let urls = Urls::new(files, "index.html", None, page.inbox.clone()).unwrap();
    let clock: Arc<dyn Clock> = page.clock.clone();
    let files = Files::in_folder(storage, &clock, &MemoryBudget::default()).unwrap();
    Some(page.run(&path, Box::new(urls), files).0)
}

#[test]
fn the_c_library_reads_and_writes_files_of_all_kinds() {
    let storage = tempfile::tempdir().unwrap();
    let said = session(
        &[
            r#"{"cmd":"fopen","args":["/a.txt","w"]}"#,
            r#"{"cmd":"fwrite","args":[0,"hello"]}"#,
            r#"{"cmd":"fclose","args":[0]}"#,
            r#"{"cmd":"stat","args":["/a.txt"]}"#,
            r#"{"cmd":"fopen","args":["/a.txt","r"]}"#,
            r#"{"cmd":"fread","args":[0,5]}"#,
            r#"{"cmd":"fclose","args":[0]}"#,
            r#"{"cmd":"fopen","args":["/nope","r"]}"#,
            r#"{"cmd":"nope","args":[]}"#,
            r#"{"cmd":"getcwd","args":[]}"#,
            r#"{"cmd":"fopen","args":["/http/index.html","r"]}"#,
            r#"{"cmd":"fread","args":[0,9]}"#,
            r#"{"cmd":"fclose","args":[0]}"#,
            r#"{"cmd":"fopen","args":["/persistent/kept","w"]}"#,
            r#"{"cmd":"fwrite","args":[0,"for ever"]}"#,
            r#"{"cmd":"fclose","args":[0]}"#,
        ],
        storage.path(),
    );
    let Some(said) = said else {
        return;
    };
    let expected = [
        r#"{"args":["/a.txt",0],"cmd":"fopen"}"#,
        r#"{"args":[0,5],"cmd":"fwrite"}"#,
        r#"{"args":[0],"cmd":"fclose"}"#,
        r#"{"args":["/a.txt",5],"cmd":"stat"}"#,
        r#"{"args":["/a.txt",0],"cmd":"fopen"}"#,
        r#"{"args":[0,"hello"],"cmd":"fread"}"#,
        r#"{"args":[0],"cmd":"fclose"}"#,
        r#""Error: \"fopen\" failed: fopen returned a NULL FILE*.""#,
        r#""Error: Unknown function \"nope\"""#,
        r#"{"args":["/"],"cmd":"getcwd"}"#,
        r#"{"args":["/http/index.html",0],"cmd":"fopen"}"#,
        r#"{"args":[0,"<!doctype"],"cmd":"fread"}"#,
        r#"{"args":[0],"cmd":"fclose"}"#,
        r#"{"args":["/persistent/kept",0],"cmd":"fopen"}"#,
        r#"{"args":[0,8],"cmd":"fwrite"}"#,
        r#"{"args":[0],"cmd":"fclose"}"#,
    ];
    assert_eq!(said, expected);
    let file = storage.path().join("persistent/kept");
    assert_eq!(std::fs::read(file).unwrap(), b"for ever");
}

#[test]
fn files_are_there_in_the_next_run() {
    let storage = tempfile::tempdir().unwrap();
    std::fs::create_dir(storage.path().join("persistent")).unwrap();
    std::fs::write(storage.path().join("persistent/kept"), "for ever").unwrap();
    let said = session(
        &[
            r#"{"cmd":"stat","args":["/persistent/kept"]}"#,
            r#"{"cmd":"mkdir","args":["/persistent/new",511]}"#,
            r#"{"cmd":"opendir","args":["/persistent"]}"#,
            r#"{"cmd":"readdir","args":[0]}"#,
            r#"{"cmd":"readdir","args":[0]}"#,
            r#"{"cmd":"readdir","args":[0]}"#,
            r#"{"cmd":"readdir","args":[0]}"#,
            r#"{"cmd":"closedir","args":[0]}"#,
        ],
        storage.path(),
    );
    let Some(said) = said else {
        return;
    };
    assert_eq!(said[0], r#"{"args":["/persistent/kept",8],"cmd":"stat"}"#);
    for name in ["kept", "new"] {
        let is_listed = |line: &String| line.contains("readdir") && line.contains(name);
        assert!(said.iter().any(is_listed), "{name}: {said:#?}");
    }
    assert!(storage.path().join("persistent/new").is_dir());
}
