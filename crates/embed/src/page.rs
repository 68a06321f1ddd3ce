//! Runs programs that use Pepper in a headless page.

use crate::error::PageError;
use crate::messages::Messages;
use crate::runner::{Job, Runner};
use pinnacle_headless::clock::{MachineClock, Pace};
use pinnacle_headless::fetch::Urls;
use pinnacle_headless::inbox::Inbox;
use pinnacle_headless::machine::{Console, Machine, Pause, Session, Settings, console_on_stderr};
use pinnacle_headless::network::{Hosts, Net};
use pinnacle_headless::picture::write_png;
use pinnacle_headless::script::Script;
use pinnacle_headless::storage::Files;
use pinnacle_headless::{json, libraries};
use pinnacle_page::locate::{self, Located};
use pinnacle_pepper::message::Message;
use pinnacle_pepper::message::numbers::Numbers;
use pinnacle_pepper::view::View;
use pinnacle_pepper::{Embedding, Pepper};
use pinnacle_pexe::decode;
use pinnacle_runtime::embed::EngineKind;
use pinnacle_runtime::files::{FileSystem, Stdio, Stream};
use pinnacle_runtime::{irt, machine};
use pinnacle_system::clock::Clock;
use pinnacle_system::loader::{DEFAULT_MEMORY_LIMIT, LoadOptions};
use pinnacle_system::memory_budget::{HOST_RESERVE, MemoryBudget};
use pinnacle_system::random::Seeded;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The process number that programs see.
const PROCESS_ID: u32 = 1;

/// Default size of an element in pixels.
const SIZE: [i32; 2] = [640, 480];

/// Interval between attempts to stop a program.
const STOP_AGAIN: Duration = Duration::from_millis(20);

/// Time for a program to end by itself after its page is closed.
const CLOSE: Duration = Duration::from_secs(1);

/// Options of a page.
pub struct PageOptions {
    /// The engine that runs the program. [`EngineKind::Auto`] starts in the interpreter and
    /// switches to compiled code when it is ready.
    pub kind: EngineKind,
    /// The id of the program's element in a page. Default: the first element.
    pub element: Option<String>,
    /// The folder whose files the program may load. Default: the folder of the page or manifest.
    pub site: Option<PathBuf>,
    /// The size of the element in pixels. Default: the page's, or 640 by 480.
    pub size: Option<[i32; 2]>,
    /// Attributes of the element, added to those of the page or replacing them.
    pub attributes: Vec<(String, String)>,
    /// The folder for the program's own files. Default: in memory.
    pub storage: Option<PathBuf>,
    /// The size of the program's address space in bytes.
    pub memory_limit: u32,
    /// The size of the main thread's stack in bytes.
    pub stack_size: u32,
    /// Seed of random numbers and of the order of threads. Two runs with the same seed and the
    /// same messages are equal.
    pub seed: u64,
    /// Program time after which [`Page::run`] returns even if there is more to do.
    pub step: Duration,
    /// Real time after which [`Page::run`] stops the program with a trap.
    pub timeout: Option<Duration>,
    /// The standard streams of the program.
    pub stdio: Stdio,
    /// Receives the lines of the page's console.
    pub console: Console,
}

impl Default for PageOptions {
    /// Any engine, the first element of the page, the files of its folder, no limit of real time.
    /// Program output and console lines go to this process's streams; standard input is empty.
    fn default() -> PageOptions {
        PageOptions {
            kind: EngineKind::Auto,
            element: None,
            site: None,
            size: None,
            attributes: Vec::new(),
            storage: None,
            memory_limit: DEFAULT_MEMORY_LIMIT,
            stack_size: pinnacle_pexe::layout::DEFAULT_STACK_SIZE,
            seed: 0,
            step: Duration::from_secs(10),
            timeout: None,
            stdio: Stdio {
                input: Stream::default(),
                ..machine::stdio()
            },
            console: console_on_stderr(),
        }
    }
}

impl fmt::Debug for PageOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PageOptions")
            .field("kind", &self.kind)
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}

/// A headless page with one program in it.
///
/// The program has its own thread, but it runs only within [`Page::run`]. Its time is virtual: it
/// stops while the page is idle and skips waits. Two runs with the same messages are therefore
/// identical. The network cannot be reached.
///
/// ```no_run
/// use pinnacle_embed::Page;
///
/// let mut page = Page::open("hello.pexe")?;
/// page.post(r#"{"name": "Ada"}"#)?.run()?;
/// for message in page.messages() {
///     println!("{message}");
/// }
/// std::fs::write("hello.png", page.picture()?)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Page {
    machine: Machine,
    session: Session,
    messages: Messages,
    step: Duration,
    timeout: Option<Duration>,
    state: State,
}

enum State {
    Ready(Box<Job>),
    Running(Runner),
    Ended(u8),
    /// The program cannot continue. The error has been reported.
    Failed,
}

impl fmt::Debug for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Page")
            .field("has_ended", &self.exit_status().is_some())
            .finish_non_exhaustive()
    }
}

impl Page {
    /// Opens a page (`.html`), a manifest (`.nmf`) or a program (`.pexe`).
    ///
    /// # Errors
    ///
    /// Fails if no program uses Pepper, or if the program cannot be read or is not valid.
    pub fn open(path: impl AsRef<Path>) -> Result<Page, PageError> {
        Page::open_with(path, PageOptions::default())
    }

    /// Opens a page, a manifest or a program with options.
    ///
    /// # Errors
    ///
    /// Fails as [`open`](Page::open) does, and if a folder of the options cannot be opened.
    pub fn open_with(path: impl AsRef<Path>, options: PageOptions) -> Result<Page, PageError> {
        let path = path.as_ref();
        let site = options.site.as_deref();
        let located = match locate::names_page(path.as_os_str()) {
            true => locate::locate(path.as_os_str(), options.element.as_deref(), site)?,
            false => locate::program_alone(path, site)?,
        };
        let bytes = std::fs::read(&located.program)
            .map_err(|error| PageError::Read(located.program.clone(), error))?;
        let program = decode::decode(&bytes, &decode::Options::default());
        let program = Arc::new(program.map_err(PageError::Invalid)?);
        if !pinnacle_pepper::is_wanted(program.module()) {
            return Err(PageError::NotPepper(located.program));
        }
        Page::new(program, located, options)
    }

    fn new(
        program: Arc<decode::Program>,
        located: Located,
        options: PageOptions,
    ) -> Result<Page, PageError> {
        let budget = MemoryBudget::new(u64::from(options.memory_limit) + HOST_RESERVE);
        let inbox = Inbox::new(&budget);
        let clock = Arc::new(MachineClock::new(Pace::Virtual, inbox.clone()));
        let size = options.size.or(located.size).unwrap_or(SIZE);
        let view = View::of_size(size[0], size[1]);
        let attributes = attributes(&located, &options.attributes, size);
        let (numbers, _) = Numbers::of_element(&attributes, located.numbers.as_deref());

        let messages = Messages::default();
        let mut settings = Settings::new(view);
        settings.budget = budget.clone();
        settings.messages = Some(Box::new(messages.clone()));
        settings.console = options.console;
        settings.keeps_picture = true;
        let folder = located.program.parent().unwrap_or(Path::new(""));
        let libraries = libraries::beside(folder).map_err(PageError::Device)?;
        let urls = Urls::new(located.site, &located.document, None, inbox.clone())
            .map_err(PageError::Device)?;
        let network = Net::new(Hosts::default(), inbox.clone());
        let time: Arc<dyn Clock> = clock.clone();
        let files = match &options.storage {
            Some(folder) => Files::in_folder(folder, &time, &budget).map_err(PageError::Device)?,
            None => Files::in_memory(&time, &budget),
        };
        let machine = Machine::new(settings, clock.clone(), inbox).map_err(PageError::Device)?;
        let session = machine.session();
        let embedding = Embedding {
            attributes,
            view,
            devices: machine.devices(Box::new(urls), Box::new(files), Box::new(network)),
        };
        let file_system = FileSystem::new(options.stdio, Vec::new())
            .map_err(|error| PageError::Device(error.to_string()))?;
        let seed = options.seed;
        let host = move |arena| {
            let random = Box::new(Seeded::new(seed));
            let irt = irt::Irt::new(file_system, clock, random, arena, PROCESS_ID)
                .with_libraries(libraries)
                .with_memory_budget(budget);
            Pepper::new(irt, embedding).with_numbers(numbers)
        };
        let job = Job {
            program,
            kind: options.kind,
            load: LoadOptions {
                arguments: Vec::new(),
                environment: Vec::new(),
                memory_limit: options.memory_limit,
                stack_size: options.stack_size,
                host_functions: irt::function_count() + pinnacle_pepper::function_count(),
            },
            seed,
            host: Box::new(host),
        };
        Ok(Page {
            machine,
            session,
            messages,
            step: options.step,
            timeout: options.timeout,
            state: State::Ready(Box::new(job)),
        })
    }

    /// Posts a message in JSON, which the program receives in the next [`run`](Page::run).
    /// Objects become dictionaries and arrays arrays; `{"$buffer": "..."}` is an array buffer in
    /// base64.
    ///
    /// # Errors
    ///
    /// Fails if it is not JSON.
    pub fn post(&mut self, message: &str) -> Result<&mut Page, PageError> {
        let message = json::from_text(message)
            .map_err(|error| PageError::Input(format!("the message is not JSON: {error}")))?;
        self.machine.deliver(message);
        Ok(self)
    }

    /// Posts a text, which the program receives in the next [`run`](Page::run).
    pub fn post_text(&mut self, text: &str) -> &mut Page {
        self.machine.deliver(Message::text(text));
        self
    }

    /// Adds user input as lines of a script for `pinnacle run --script`: mouse, keys, touches, a
    /// new size. The next [`run`](Page::run) delivers it.
    ///
    /// # Errors
    ///
    /// Fails if a line of the script is not valid.
    pub fn act(&mut self, script: &str) -> Result<&mut Page, PageError> {
        let script = Script::parse(script).map_err(|error| PageError::Input(error.to_string()))?;
        self.machine.act(script);
        Ok(self)
    }

    /// Runs the program until it has nothing left to do, at most for the time of
    /// [`PageOptions::step`]. The first call starts it.
    ///
    /// # Errors
    ///
    /// Fails if the program cannot be started or is stopped, or a device fails. Fails with
    /// [`PageError::Ended`] if it has ended before.
    pub fn run(&mut self) -> Result<&mut Page, PageError> {
        self.run_for(self.step)
    }

    /// Runs the program until it has nothing left to do, at most for this much program time.
    ///
    /// # Errors
    ///
    /// Fails as [`run`](Page::run) does.
    pub fn run_for(&mut self, time: Duration) -> Result<&mut Page, PageError> {
        if let State::Ended(status) = self.state {
            return Err(PageError::Ended(status));
        }
        self.machine.resume(time);
        self.state = match std::mem::replace(&mut self.state, State::Failed) {
            State::Ready(job) => State::Running(Runner::start(*job, self.session.clone())?),
            other => other,
        };
        let State::Running(runner) = &self.state else {
            return Err(PageError::Device("the program has been stopped".into()));
        };
        let mut pause = self.session.wait(self.timeout);
        while pause == Pause::Late {
            runner.stop();
            pause = self.session.wait(Some(STOP_AGAIN));
        }
        if pause == Pause::Ended {
            self.join()?;
        }
        match self.machine.failures().into_iter().next() {
            Some(failure) => Err(PageError::Device(failure)),
            None => Ok(self),
        }
    }

    fn join(&mut self) -> Result<(), PageError> {
        if let State::Running(runner) = std::mem::replace(&mut self.state, State::Failed) {
            self.state = State::Ended(runner.join()?);
        }
        Ok(())
    }

    /// Takes the messages that the program has posted, each as JSON.
    pub fn messages(&mut self) -> Vec<String> {
        self.messages.take()
    }

    /// Returns the current picture of the element as a PNG file.
    ///
    /// # Errors
    ///
    /// Fails if the picture does not fit in the memory that the program has left, or has no pixels.
    pub fn picture(&self) -> Result<Vec<u8>, PageError> {
        let picture = self.machine.picture().map_err(PageError::Device)?;
        let mut bytes = Vec::new();
        write_png(&picture, &mut bytes)
            .map_err(|error| PageError::Device(format!("cannot make a picture: {error}")))?;
        Ok(bytes)
    }

    /// Returns the exit status, if the program has ended by itself.
    pub fn exit_status(&self) -> Option<u8> {
        match self.state {
            State::Ended(status) => Some(status),
            _ => None,
        }
    }
}

impl Drop for Page {
    /// Ends the program as the browser does, and stops it if it does not end.
    fn drop(&mut self) {
        let State::Running(runner) = &self.state else {
            return;
        };
        self.session.close();
        let mut pause = self.session.wait(Some(CLOSE));
        while pause != Pause::Ended {
            runner.stop();
            pause = self.session.wait(Some(STOP_AGAIN));
        }
        // The result is not needed.
        let _ = self.join();
    }
}

/// Returns the attributes of the element: those of the page, and those of the embedder.
fn attributes(
    located: &Located,
    given: &[(String, String)],
    size: [i32; 2],
) -> Vec<(String, String)> {
    let mut attributes = located.attributes.clone();
    if located.size.is_none() {
        for (name, side) in ["width", "height"].into_iter().zip(size) {
            attributes.push((name.into(), side.to_string()));
        }
    }
    for (name, value) in given {
        match attributes.iter_mut().find(|(found, _)| found == name) {
            Some(found) => found.1.clone_from(value),
            None => attributes.push((name.clone(), value.clone())),
        }
    }
    attributes
}
