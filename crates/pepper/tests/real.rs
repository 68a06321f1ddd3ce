//! Runs real programs in the interpreter, with pages that post the same messages as the real ones.

use pinnacle_pepper::device::page::{Cursor, Flow, LogLevel, Page};
use pinnacle_pepper::device::{Devices, Event, Events};
use pinnacle_pepper::message::Message;
use pinnacle_pepper::view::View;
use pinnacle_pepper::{Embedding, Pepper};
use pinnacle_runtime::files::{FileSystem, Stdio};
use pinnacle_runtime::interp::{Interpreter, Options, StartState};
use pinnacle_runtime::irt::Irt;
use pinnacle_runtime::loader::{self, LoadOptions};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

#[derive(Default)]
struct Talk {
    to_program: VecDeque<Message>,
    from_program: Vec<Message>,
}

#[derive(Clone)]
struct TestPage(Arc<Mutex<Talk>>);

impl Page for TestPage {
    fn post(&mut self, message: Message) -> Flow {
        self.0.lock().unwrap().from_program.push(message);
        Flow::Continue
    }
    fn log(&mut self, _: LogLevel, _: &str) {}
    fn screen_size(&self) -> [i32; 2] {
        [640, 480]
    }
    fn lock_mouse(&mut self) {}
    fn set_cursor(&mut self, _: Cursor) -> bool {
        false
    }
}

impl Events for TestPage {
    fn next_event(&mut self, _: Duration) -> Option<Event> {
        self.0
            .lock()
            .unwrap()
            .to_program
            .pop_front()
            .map(Event::Message)
    }
    fn next_event_time(&self, _: Duration) -> Option<Duration> {
        None
    }
    fn at_rest(&mut self, _: Duration) -> Option<Event> {
        None
    }
}

fn run(name: &str, to_program: Vec<Message>) -> Vec<Message> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/corpus/ppapi")
        .join(name);
    let program =
        pinnacle_pexe::decode::decode(&std::fs::read(path).unwrap(), &Default::default()).unwrap();
    let talk = Arc::new(Mutex::new(Talk {
        to_program: to_program.into(),
        from_program: Vec::new(),
    }));
    let files = FileSystem::new(Stdio::default(), Vec::new()).unwrap();
    let mut image = loader::load(
        program.module(),
        &LoadOptions {
            arguments: vec![],
            environment: vec![],
            memory_limit: 1 << 30,
            stack_size: 1 << 20,
            host_functions: pinnacle_runtime::irt::function_count()
                + pinnacle_pepper::function_count(),
        },
    )
    .unwrap();
    let irt = Irt::repeatable(files, 1, image.arena.clone());
    let page = TestPage(talk.clone());
    let mut devices = Devices::absent();
    devices.events = Box::new(page.clone());
    devices.page = Box::new(page);
    let mut pepper = Pepper::new(
        irt,
        Embedding {
            attributes: vec![("src".into(), "x.nmf".into())],
            view: View::of_size(640, 480),
            devices,
        },
    );
    let start = StartState {
        entry: program.module().entry().unwrap(),
        argument: image.start_block,
        stack: image.stack.clone(),
    };
    let result = Interpreter::new(
        program.module(),
        program.functions(),
        &image.globals,
        Options::default(),
    )
    .run(&mut image.memory, &start, &mut pepper, &mut ());
    result.unwrap();
    std::mem::take(&mut talk.lock().unwrap().from_program)
}

#[test]
fn hello() {
    let said = run("hello_tutorial.pexe", vec![Message::text("hello")]);
    assert_eq!(said[0].as_text(), Some("Hello from NaCl!"));
}
