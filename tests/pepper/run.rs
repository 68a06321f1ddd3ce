//! Running a program on a machine without a screen.

use crate::fetch::Site;
use anyhow::{Context, Result, anyhow};
use pinnacle_headless::clock::{MachineClock, Pace};
use pinnacle_headless::inbox::Inbox;
use pinnacle_headless::json;
use pinnacle_headless::machine::{Machine, Settings};
use pinnacle_headless::network::{Hosts, Net};
use pinnacle_headless::script::Script;
use pinnacle_pepper::device::storage::{Storage, StorageKind};
use pinnacle_pepper::view::View;
use pinnacle_pepper::{Embedding, Pepper};
use pinnacle_pexe::decode::Program;
use pinnacle_runtime::compiled::{self, Code, CodeOptions, Tiering};
use pinnacle_runtime::files::{Capture, FileSystem, Stdio};
use pinnacle_runtime::interp::{Interpreter, Options, StartState};
use pinnacle_runtime::irt::Irt;
use pinnacle_runtime::loader::{self, Image, LoadOptions};
use pinnacle_system::files::{MemoryTree, Tree};
use pinnacle_system::host::Host;
use pinnacle_system::memory_budget::MemoryBudget;
use pinnacle_system::random::Seeded;
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Time limit of a program with Wasmtime.
const TIMEOUT: Duration = Duration::from_secs(120);

/// Maximum size of files in bytes.
const QUOTA: u64 = 1 << 20;

/// The size of the main thread's stack.
const STACK: u32 = 1 << 20;

/// An engine.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Engine {
    Interpreter,
    Wasmtime,
    /// Starts interpreted and switches to machine code while the program runs.
    Tiered,
}

/// The requests in the comments at the beginning of a program.
pub(crate) struct Wishes {
    view: View,
    attributes: Vec<(String, String)>,
    posts: Vec<String>,
    script: String,
    net: Hosts,
    /// The libraries that it is linked with.
    pub(crate) libraries: Vec<String>,
}

impl Wishes {
    pub(crate) fn read(source: &Path) -> Result<Wishes> {
        Wishes::parse(&std::fs::read_to_string(source)?)
    }

    pub(crate) fn parse(text: &str) -> Result<Wishes> {
        let mut wishes = Wishes {
            view: View::of_size(640, 480),
            attributes: vec![("type".into(), "application/x-pnacl".into())],
            posts: Vec::new(),
            script: String::new(),
            net: Hosts::default(),
            libraries: ["ppapi_gles2", "ppapi"].map(String::from).into(),
        };
        let lines = text.lines().map_while(|line| line.strip_prefix("// "));
        for (name, value) in lines.filter_map(|line| line.split_once(": ")) {
            match name {
                "view" => {
                    let (width, height) = value.split_once('x').context("WIDTHxHEIGHT")?;
                    wishes.view = View::of_size(width.parse()?, height.parse()?);
                }
                "attribute" => {
                    let (name, value) = value.split_once('=').context("NAME=VALUE")?;
                    wishes.attributes.push((name.into(), value.into()));
                }
                "net" => wishes.net = Hosts::parse(&[value]).map_err(anyhow::Error::msg)?,
                "libraries" => {
                    wishes.libraries = value.split_whitespace().map(String::from).collect();
                }
                "post" => wishes.posts.push(value.into()),
                "script" => {
                    wishes.script.push_str(value);
                    wishes.script.push('\n');
                }
                _ => {}
            }
        }
        Ok(wishes)
    }
}

/// The result of a run.
#[derive(Debug)]
pub(crate) struct Seen {
    /// The program's output.
    pub(crate) printed: String,
    /// Messages, as lines of JSON, and lines of the console.
    pub(crate) page: String,
    /// Its exit status.
    pub(crate) status: u8,
}

/// Files in memory, which are gone after the run.
pub(crate) struct MemoryStorage(pub(crate) Arc<MachineClock>);

impl Storage for MemoryStorage {
    fn open(&mut self, kind: StorageKind) -> Option<Box<dyn Tree + Sync>> {
        let tree = MemoryTree::new(kind as u64, QUOTA, self.0.clone());
        Some(Box::new(tree))
    }

    fn quota(&self, _: StorageKind) -> u64 {
        QUOTA
    }
}

/// Everything of a run but the engine.
struct Run {
    machine: Machine,
    clock: Arc<MachineClock>,
    inbox: Arc<Inbox>,
    printed: Capture,
    page: Lines,
}

impl Run {
    fn new(wishes: &Wishes) -> Result<Run> {
        let budget = MemoryBudget::default();
        let inbox = Inbox::new(&budget);
        let clock = Arc::new(MachineClock::new(Pace::Virtual, inbox.clone()));
        let (printed, page) = (Capture::new(), Lines::default());
        let mut settings = Settings::new(wishes.view);
        for post in &wishes.posts {
            let message = json::from_text(post).map_err(|error| anyhow!("{post}: {error}"))?;
            settings.posts.push(message);
        }
        settings.budget = budget;
        settings.script = Script::parse(&wishes.script)?;
        settings.messages = Some(Box::new(page.clone()));
        let mut console = page.clone();
        settings.console = Box::new(move |level, text| {
            let line = format!("{level:?}: {text}\n");
            // A buffer takes everything.
            let _ = std::io::Write::write_all(&mut console, line.as_bytes());
        });
        let machine =
            Machine::new(settings, clock.clone(), inbox.clone()).map_err(anyhow::Error::msg)?;
        Ok(Run {
            machine,
            clock,
            inbox,
            printed,
            page,
        })
    }

    fn host(&self, wishes: &Wishes, arena: Range<u32>) -> Pepper {
        let stdio = Stdio {
            output: self.printed.stream(),
            ..Stdio::default()
        };
        let files = FileSystem::new(stdio, Vec::new()).expect("standard streams are enough");
        let random = Box::new(Seeded::new(1));
        let irt = Irt::new(files, self.clock.clone(), random, arena, 1);
        let embedding = Embedding {
            attributes: wishes.attributes.clone(),
            view: wishes.view,
            devices: self.machine.devices(
                Box::new(Site::new(self.inbox.clone())),
                Box::new(MemoryStorage(self.clock.clone())),
                Box::new(Net::new(wishes.net.clone(), self.inbox.clone())),
            ),
        };
        Pepper::new(irt, embedding)
    }

    fn finish(self, status: u8) -> Result<Seen> {
        let outcome = self.machine.finish();
        let page = self.page.0.lock().expect("nobody panics while writing");
        let mut page = String::from_utf8(page.clone())?;
        if let Some(unexpected) = outcome.unexpected {
            page.push_str(&format!("unexpected: {unexpected}\n"));
        }
        for failure in outcome.failures {
            page.push_str(&format!("failure: {failure}\n"));
        }
        Ok(Seen {
            printed: String::from_utf8(self.printed.take())?,
            page,
            status,
        })
    }
}

/// A buffer that several write to.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let mut all = self.0.lock().expect("nobody panics while writing");
        all.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Runs a program with an engine.
pub(crate) fn run(program: &Arc<Program>, wishes: &Wishes, engine: Engine) -> Result<Seen> {
    let run = Run::new(wishes)?;
    let host = |arena, _| run.host(wishes, arena);
    let status = execute(program, engine, Some(TIMEOUT), host)?;
    run.finish(status)
}

/// Runs a program with an engine to its exit status, with a host made from the addresses
/// that the program can map and those of the main thread's stack.
pub(crate) fn execute<H: Host + Send + 'static>(
    program: &Arc<Program>,
    engine: Engine,
    timeout: Option<Duration>,
    host: impl FnOnce(Range<u32>, Range<u32>) -> H,
) -> Result<u8> {
    let host_functions: Vec<_> = pinnacle_pepper::declarations().collect();
    let load = LoadOptions {
        arguments: vec![b"program".to_vec()],
        environment: Vec::new(),
        memory_limit: loader::DEFAULT_MEMORY_LIMIT,
        stack_size: STACK,
        host_functions: host_functions.len() as u32,
    };
    let module = program.module();
    let image = loader::load(module, &load)?;
    let stack = image.stack.clone();
    let host = |arena| host(arena, stack);
    if let Engine::Interpreter = engine {
        return interpret(program, image, host);
    }
    drop(image);
    let options = CodeOptions {
        stack_size: load.stack_size,
        interruptible: timeout.is_some(),
        host: host_functions,
        ..CodeOptions::default()
    };
    let mut instance = if let Engine::Tiered = engine {
        compiled::Instance::tiered(program, &options, Tiering::default(), &load, host)?
    } else {
        let code = Code::compile(program, &options)?;
        compiled::Instance::with_host(&code, &load, host)?
    };
    instance
        .run(timeout)
        .map_err(|stop| anyhow!("{}", instance.trap(&stop, program)))
}

fn interpret<H: Host>(
    program: &Program,
    mut image: Image,
    host: impl FnOnce(Range<u32>) -> H,
) -> Result<u8> {
    let module = program.module();
    let mut host = host(image.arena.clone());
    let start = StartState {
        entry: module.entry().context("a program has an entry")?,
        argument: image.start_block,
        stack: image.stack.clone(),
    };
    Interpreter::new(
        module,
        program.functions(),
        &image.globals,
        Options::default(),
    )
    .run(&mut image.memory, &start, &mut host, &mut ())
    .map_err(|trap| anyhow!("{trap}"))
}
