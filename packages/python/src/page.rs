//! A program of the browser that runs beside Python, in real time, without a screen.

use crate::messages::{End, Messages, Waited};
use crate::program::Program;
use crate::run::{decoded, duration};
use crate::{failure, refused};
use pinnacle_commands::Outcome;
use pinnacle_commands::outcome::BAD_USE;
use pinnacle_headless::clock::{MachineClock, Pace};
use pinnacle_headless::fetch::Urls;
use pinnacle_headless::inbox::{InFlight, Inbox};
use pinnacle_headless::json;
use pinnacle_headless::machine::{Machine, Settings};
use pinnacle_headless::network::{Hosts, Net};
use pinnacle_headless::picture::write_png;
use pinnacle_headless::script::Script;
use pinnacle_headless::storage::Files;
use pinnacle_page::locate::{self, Located, names_page};
use pinnacle_pepper::device::Event;
use pinnacle_pepper::message::numbers::Numbers;
use pinnacle_pepper::view::View;
use pinnacle_pepper::{Embedding, Pepper};
use pinnacle_runtime::files::{Capture, FileSystem, Stdio};
use pinnacle_runtime::interp::{Interpreter, Options, StartState};
use pinnacle_runtime::irt::Irt;
use pinnacle_runtime::loader::{self, DEFAULT_MEMORY_LIMIT, LoadOptions};
use pinnacle_runtime::machine::SystemRandom;
use pinnacle_system::clock::Clock;
use pinnacle_system::memory_budget::{HOST_RESERVE, MemoryBudget};
use pyo3::exceptions::PyTimeoutError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The size of an element whose page does not state one.
const SIZE: [i32; 2] = [640, 480];

/// The interval at which Python checks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(100);

/// The time that a program has to end when it is closed, before it is stopped.
const GRACE: Duration = Duration::from_secs(2);

/// A program of the browser that runs.
#[pyclass(frozen)]
pub(crate) struct Page {
    machine: Machine,
    inbox: Arc<Inbox>,
    messages: Messages,
    printed: Capture,
    /// As long as it is there the program is not over when nothing is left to do.
    open: Mutex<Option<InFlight>>,
    stop: Arc<AtomicBool>,
}

/// Options of a page.
struct Wishes {
    program: pinnacle_pexe::decode::Program,
    source: Located,
    size: Option<[i32; 2]>,
    attributes: Vec<(String, String)>,
    script: Script,
    memory: u32,
}

#[pymethods]
impl Page {
    /// Opens a program, a manifest or a page, and waits until the program has started.
    #[staticmethod]
    #[pyo3(signature = (path, program, folder, size, attributes, script, memory, timeout))]
    fn open(
        py: Python<'_>,
        path: PathBuf,
        program: Option<Py<Program>>,
        folder: Option<PathBuf>,
        size: Option<[i32; 2]>,
        attributes: Vec<(String, String)>,
        script: &str,
        memory: Option<u32>,
        timeout: Option<f64>,
    ) -> PyResult<Page> {
        let source = locate(&path, folder.as_deref())?;
        let decoded = match program {
            Some(program) => decoded(path.display().to_string(), program.get().bytes())?,
            None => read(&source.program)?,
        };
        if !pinnacle_pepper::is_wanted(decoded.module()) {
            let name = source.program.display();
            return Err(refused(format!(
                "{name} is not a browser program; run it with run"
            )));
        }
        let script = Script::parse(script).map_err(|error| refused(error.to_string()))?;
        let wishes = Wishes {
            program: decoded,
            source,
            size,
            attributes,
            script,
            memory: memory.unwrap_or(DEFAULT_MEMORY_LIMIT),
        };
        let page = Page::start(wishes).map_err(refused)?;
        page.wait_for_load(py, duration(timeout)?)?;
        Ok(page)
    }

    /// Posts a message, in the JSON of messages.
    fn post(&self, text: &str) -> PyResult<()> {
        if let Some(end) = self.messages.end() {
            return Err(ended(&end));
        }
        let message = json::from_text(text).map_err(refused)?;
        self.inbox.post(Event::Message(message));
        Ok(())
    }

    /// Takes the messages that have come.
    fn take_messages(&self) -> Vec<String> {
        self.messages.take()
    }

    /// Waits for a message.
    fn next_message(&self, py: Python<'_>, timeout: Option<f64>) -> PyResult<String> {
        let until = deadline(duration(timeout)?);
        loop {
            let left = left(until);
            match py.detach(|| self.messages.wait(left.min(LOOK))) {
                Waited::Message(line) => return Ok(line),
                Waited::Ended(end) => return Err(ended(&end)),
                Waited::TimeOut if left.is_zero() => {
                    return Err(PyTimeoutError::new_err("no message arrived in time"));
                }
                Waited::TimeOut => py.check_signals()?,
            }
        }
    }

    /// Returns what is seen: width and height in pixels, RGBA bytes, and a PNG.
    fn picture<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(u32, u32, Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let (picture, png) = py
            .detach(|| {
                let picture = self.machine.picture()?;
                let mut png = Vec::new();
                let written = write_png(&picture, &mut png);
                written.map_err(|error| format!("cannot write the picture: {error}"))?;
                Ok::<_, String>((picture, png))
            })
            .map_err(refused)?;
        let pixels = PyBytes::new(py, &picture.straight());
        Ok((
            picture.width(),
            picture.height(),
            pixels,
            PyBytes::new(py, &png),
        ))
    }

    /// Takes what the program printed.
    fn take_output<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.printed.take())
    }

    /// The number of the frame that was shown last.
    #[getter]
    fn frames(&self) -> u64 {
        self.machine.progress().frames
    }

    /// The exit status, once the program has ended; a program that trapped raises the trap.
    #[getter]
    fn status(&self) -> PyResult<Option<u8>> {
        match self.messages.end() {
            None => Ok(None),
            Some(End::Exited(status)) => Ok(Some(status)),
            Some(end @ End::Failed(_)) => Err(ended(&end)),
        }
    }

    /// Ends the program and waits for that.
    fn close(&self, py: Python<'_>) {
        py.detach(|| self.end());
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        // The thread ends soon, and nobody waits for it.
        self.ask_to_end();
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Page {
    /// Makes the machine, and starts the program on a thread of its own.
    fn start(mut wishes: Wishes) -> Result<Page, String> {
        let budget = MemoryBudget::new(u64::from(wishes.memory) + HOST_RESERVE);
        let inbox = Inbox::new(&budget);
        let clock = Arc::new(MachineClock::new(Pace::Real, inbox.clone()));
        let size = wishes.size.or(wishes.source.size).unwrap_or(SIZE);
        let view = View::of_size(size[0], size[1]);
        let messages = Messages::default();
        let mut settings = Settings::new(view);
        settings.budget = budget.clone();
        settings.keeps_picture = true;
        settings.script = std::mem::take(&mut wishes.script);
        settings.messages = Some(Box::new(messages.clone()));
        let machine = Machine::new(settings, clock.clone(), inbox.clone())?;
        let page = Page {
            open: Mutex::new(Some(inbox.begin())),
            stop: Arc::new(AtomicBool::new(false)),
            printed: Capture::new(),
            machine,
            inbox,
            messages,
        };
        let run = Run {
            machine: page.machine.clone(),
            inbox: page.inbox.clone(),
            printed: page.printed.clone(),
            stop: page.stop.clone(),
            clock,
            budget,
            view,
            wishes,
        };
        let messages = page.messages.clone();
        let thread = thread::Builder::new().name("pinnacle-page".into());
        let started = thread.spawn(move || {
            let _finish = messages.finish_with_thread();
            let end = run.run();
            messages.finish(end.unwrap_or_else(End::Failed));
        });
        started.map_err(|error| format!("cannot start a thread: {error}"))?;
        Ok(page)
    }

    fn wait_for_load(&self, py: Python<'_>, timeout: Option<Duration>) -> PyResult<()> {
        let until = deadline(timeout);
        while !self.machine.progress().has_loaded {
            let left = left(until);
            if left.is_zero() {
                return Err(PyTimeoutError::new_err("the program did not start in time"));
            }
            let pause = Duration::from_millis(2).min(left);
            if let Some(end) = py.detach(|| self.messages.wait_for_end(pause)) {
                // What has ended by itself may have done all it was to do.
                return match end {
                    End::Exited(_) => Ok(()),
                    End::Failed(_) => Err(ended(&end)),
                };
            }
            py.check_signals()?;
        }
        Ok(())
    }

    fn ask_to_end(&self) {
        let open = self.open.lock();
        drop(open.unwrap_or_else(PoisonError::into_inner).take());
        self.inbox.post(Event::End);
    }

    fn end(&self) {
        if self.messages.end().is_some() {
            return;
        }
        self.ask_to_end();
        if self.messages.wait_for_end(GRACE).is_none() {
            self.stop.store(true, Ordering::Relaxed);
            self.messages.wait_for_end(GRACE);
        }
    }
}

/// State of a program's thread.
struct Run {
    machine: Machine,
    inbox: Arc<Inbox>,
    printed: Capture,
    stop: Arc<AtomicBool>,
    clock: Arc<MachineClock>,
    budget: MemoryBudget,
    view: View,
    wishes: Wishes,
}

impl Run {
    /// Runs the program to its end.
    fn run(self) -> Result<End, String> {
        let Wishes {
            program,
            source,
            attributes: further,
            memory,
            ..
        } = self.wishes;
        let text = |error: &dyn std::fmt::Display| error.to_string();
        let load = LoadOptions {
            arguments: Vec::new(),
            environment: Vec::new(),
            memory_limit: memory,
            stack_size: pinnacle_pexe::layout::DEFAULT_STACK_SIZE,
            host_functions: pinnacle_runtime::irt::function_count()
                + pinnacle_pepper::function_count(),
        };
        let mut image = loader::load(program.module(), &load).map_err(|error| text(&error))?;
        let attributes = attributes(&source, &self.view, further);
        let (numbers, _) = Numbers::of_element(&attributes, source.numbers.as_deref());
        let urls = Urls::new(source.site, &source.document, None, self.inbox.clone())?;
        let hosts = Hosts::parse::<&str>(&[])?;
        let network = Net::new(hosts, self.inbox);
        let clock: Arc<dyn Clock> = self.clock.clone();
        let files = Files::in_memory(&clock, &self.budget);
        let devices = self
            .machine
            .devices(Box::new(urls), Box::new(files), Box::new(network));
        let stdio = Stdio {
            output: self.printed.stream(),
            error: self.printed.stream(),
            ..Stdio::default()
        };
        let file_system = FileSystem::new(stdio, Vec::new()).map_err(|error| text(&error))?;
        let random = Box::new(SystemRandom);
        let process = std::process::id();
        let irt = Irt::new(
            file_system,
            self.clock,
            random,
            image.arena.clone(),
            process,
        )
        .with_memory_budget(self.budget);
        let embedding = Embedding {
            attributes,
            view: self.view,
            devices,
        };
        let mut pepper = Pepper::new(irt, embedding).with_numbers(numbers);
        let entry = program
            .module()
            .entry()
            .ok_or("the program has no _start")?;
        let start = StartState {
            entry,
            argument: image.start_block,
            stack: image.stack.clone(),
        };
        let (module, functions) = (program.module(), program.functions());
        let interpreter = Interpreter::new(module, functions, &image.globals, Options::default());
        let ended = interpreter.with_interrupt(self.stop).run(
            &mut image.memory,
            &start,
            &mut pepper,
            &mut (),
        );
        let outcome = self.machine.finish();
        let status = ended.map_err(|trap| trap.to_string())?;
        match (outcome.unexpected, outcome.failures.first()) {
            (Some(unexpected), _) => Err(unexpected.to_string()),
            (None, Some(failure)) => Err(failure.clone()),
            (None, None) => Ok(End::Exited(status)),
        }
    }
}

/// The attributes of the element, with further ones in their places or behind.
fn attributes(
    source: &Located,
    view: &View,
    further: Vec<(String, String)>,
) -> Vec<(String, String)> {
    let mut attributes = source.attributes.clone();
    if source.size.is_none() {
        for (name, side) in [("width", view.rect.width), ("height", view.rect.height)] {
            attributes.push((name.into(), side.to_string()));
        }
    }
    for (name, value) in further {
        match attributes.iter_mut().find(|(found, _)| *found == name) {
            Some(found) => found.1 = value,
            None => attributes.push((name, value)),
        }
    }
    attributes
}

/// The program that a path leads to, with what is around it.
fn locate(path: &Path, folder: Option<&Path>) -> PyResult<Located> {
    let name = path.as_os_str();
    let located = match names_page(name) {
        true => locate::locate(name, None, folder),
        false => locate::program_alone(path, folder),
    };
    located.map_err(|error| {
        let outcome = Outcome::failed(BAD_USE, [error.to_string()]);
        failure(&outcome.hint(error.hint().map(str::to_owned)))
    })
}

/// Reads and decodes the file of a program.
fn read(path: &Path) -> PyResult<pinnacle_pexe::decode::Program> {
    let name = path.display().to_string();
    let bytes =
        std::fs::read(path).map_err(|error| refused(format!("cannot read {name}: {error}")))?;
    let program = Program::of(name.clone(), bytes)?;
    decoded(name, program.bytes())
}

/// The exception for a program that has ended.
fn ended(end: &End) -> PyErr {
    match end {
        End::Exited(status) => refused(format!("the program has ended with status {status}")),
        End::Failed(text) => crate::Trap::new_err((vec![text.clone()], None::<String>)),
    }
}

fn deadline(timeout: Option<Duration>) -> Option<Instant> {
    timeout.and_then(|timeout| Instant::now().checked_add(timeout))
}

fn left(until: Option<Instant>) -> Duration {
    until.map_or(Duration::MAX, |until| {
        until.saturating_duration_since(Instant::now())
    })
}
