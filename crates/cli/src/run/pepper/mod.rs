//! `pinnacle run` for Pepper programs: their page, and the headless machine that they run on.
//!
//! * `options`: the options of the command line;
//! * `progress`: reports on long runs;
//! * `recorded`: the page in recordings.

mod options;
mod progress;
mod recorded;

use super::{Arguments, StandardOutput, Trace};
use crate::output::{Failure, Output};
use clap::{CommandFactory, FromArgMatches};
pub(super) use options::Options;
use options::{ClockKind, Scale};
use pinnacle_driver::finalize::finalize_library;
use pinnacle_headless::clock::{MachineClock, Pace};
use pinnacle_headless::fetch::Urls;
use pinnacle_headless::inbox::Inbox;
use pinnacle_headless::libraries;
use pinnacle_headless::machine::{Machine, Outcome, Settings, Until, console_on_stderr};
use pinnacle_headless::network::{Hosts, Net};
use pinnacle_headless::saved;
use pinnacle_headless::script::Script;
use pinnacle_headless::storage::Files;
use pinnacle_headless::trace::Traced;
use pinnacle_inspect::Kind;
use pinnacle_page::locate::{self, Located};
use pinnacle_pepper::device::page::LogLevel;
use pinnacle_pepper::device::screen::Content;
use pinnacle_pepper::message::numbers::Numbers;
use pinnacle_pepper::view::View;
use pinnacle_pepper::{Embedding, Pepper};
use pinnacle_pexe::text::parse::assemble;
use pinnacle_record::PageEngine;
use pinnacle_runtime::files::FileSystem;
use pinnacle_runtime::machine::SystemRandom;
use pinnacle_runtime::{Trap, TrapKind};
use pinnacle_system::clock::Clock;
use pinnacle_system::irt::{Irt, Libraries};
use pinnacle_system::memory_budget::{HOST_RESERVE, MemoryBudget};
use pinnacle_system::random::{RandomSource, Seeded};
use pinnacle_system::state::Reader;
use pinnacle_timeline::{Display, Seen, Timeline};
use progress::{ShownMessages, Watch};
use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// Exit status if a message did not match the script.
pub(super) const UNEXPECTED: u8 = 3;

/// Exit status of a program that ran out of time, as for the command `timeout`.
pub(crate) const TIMEOUT: u8 = 124;

/// The process number of repeatable runs.
const PROCESS_ID: u32 = 1;

/// The document URL of a machine that loads nothing.
const NO_DOCUMENT: &str = "http://localhost/";

/// Default size of an element, in CSS pixels.
const SIZE: [i32; 2] = [640, 480];

/// A program's machine, and the parts of its host.
pub(super) struct Prepared {
    machine: Machine,
    embedding: Embedding,
    numbers: Numbers,
    clock: Arc<MachineClock>,
    seed: Option<u64>,
    libraries: Libraries,
    budget: MemoryBudget,
    /// The page of the recorded run, in a replay of one.
    page: Option<recorded::Page>,
    /// The saved state that the program continues from.
    restored: Option<Reader>,
    /// Destination of the trace of calls.
    trace: Option<Box<dyn Write + Send>>,
    /// Reports progress.
    watch: Option<Watch>,
    /// Shows the program.
    #[cfg(feature = "window")]
    window: Option<pinnacle_window::Host>,
}

/// Resolves a member of a container to its file, and a page or manifest to its program. Parses
/// options after the file, since Pepper programs have no command-line arguments.
pub(super) fn resolve(mut arguments: Arguments) -> Result<Arguments, Failure> {
    let Some(file) = arguments.program.first() else {
        return Ok(arguments);
    };
    let packed = super::packed::unpack(Path::new(file))?;
    let is_page = match &packed {
        Some(packed) => packed.is_page,
        None => locate::names_page(file),
    };
    if let Some(packed) = &packed {
        arguments.program[0] = packed.file.clone().into_os_string();
    }
    let has_options =
        arguments.program.len() > 1 && arguments.program[1].as_encoded_bytes().starts_with(b"--");
    let has_options = has_options && !arguments.no_page;
    if has_options && (is_page || is_program(&mut arguments)?) {
        let input = arguments.input.take();
        arguments = with_options(&arguments.program)?;
        arguments.input = input;
    }
    if is_page && let Some(file) = arguments.program.first() {
        let options = &arguments.pepper;
        let site = packed.as_ref().map(super::packed::Packed::site);
        let site = options.urls.as_deref().or(site);
        let source = locate::locate(file, options.element.as_deref(), site)?;
        arguments.program[0] = source.program.clone().into_os_string();
        arguments.source = Some(source);
    }
    if let Some(packed) = packed {
        let name = packed.name.clone();
        arguments.argv0.get_or_insert(name);
        arguments.packed = Some(packed);
    }
    Ok(arguments)
}

/// Returns true if the file is a Pepper program. Returns false for an invalid program, whose errors
/// are reported when it is run.
fn is_program(arguments: &mut Arguments) -> Result<bool, Failure> {
    let input = arguments.read_file()?;
    let options = pinnacle_pexe::decode::Options {
        jobs: arguments.jobs.threads,
    };
    let assembled = match input.kind {
        Kind::Pnaclasm => assemble(&input.bytes).ok().map(|program| program.bytes),
        _ => None,
    };
    let bytes = assembled.as_ref().unwrap_or(&input.bytes);
    let program = pinnacle_pexe::decode::decode(bytes, &options);
    arguments.input = Some(input);
    Ok(program.is_ok_and(|program| pinnacle_pepper::is_wanted(program.module())))
}

/// Refuses options for Pepper programs, for any other program.
pub(super) fn refuse_options(arguments: &Arguments) -> Result<(), Failure> {
    let trace = (arguments.trace == Some(Trace::Pepper)).then_some("--trace pepper");
    let Some(option) = arguments.pepper.first_given().or(trace) else {
        return Ok(());
    };
    Err(Failure::new(format!(
        "{option} is for browser programs, and {} is not one",
        arguments.path().display()
    ))
    .hint("`pinnacle info` lists what a program uses; leave the option out to run this one"))
}

/// Parses the words after the file as further options, by parsing the command line again with the
/// file at its end.
fn with_options(words: &[OsString]) -> Result<Arguments, Failure> {
    let mut line = crate::command_line();
    line.truncate(line.len().saturating_sub(words.len()));
    if line.last().is_some_and(|word| word == "--") {
        line.pop();
    }
    let (file, behind) = words.split_at(words.len().min(1));
    line.extend_from_slice(behind);
    let words_before = line.clone();
    line.push("--".into());
    line.extend_from_slice(file);
    let usage = "pinnacle run [OPTIONS] FILE [OPTIONS]";
    let command = crate::Cli::command().mut_subcommand("run", |run| run.override_usage(usage));
    let cli = command
        .try_get_matches_from(line)
        .and_then(|matches| crate::Cli::from_arg_matches(&matches))
        .map_err(|error| {
            let text = error.to_string();
            let text = text.strip_prefix("error: ").unwrap_or(&text);
            Failure::new(text.trim_end())
        })?;
    match cli.command {
        crate::Command::Run(mut arguments) => {
            arguments.color = Some(cli.color);
            arguments.words = Some(words_before);
            Ok(*arguments)
        }
        _ => Err(Failure::new("the options after the file cannot be parsed")),
    }
}

/// Makes the machine of a program.
pub(super) fn prepare(arguments: &mut Arguments, output: &Output) -> Result<Prepared, Failure> {
    if arguments.nacl_syscalls {
        return Err(Failure::new(
            "--nacl-syscalls is for command-line programs, not for browser programs",
        ));
    }
    if let Some(word) = arguments.program.get(1) {
        return Err(Failure::new(format!(
            "a browser program takes no arguments, found {:?}",
            word.to_string_lossy()
        ))
        .hint(
            "options may follow the file, but the first must begin with --; --no-page \
             runs the program as a command with arguments",
        ));
    }
    let source = arguments.source.take();
    if source.is_none()
        && let Some(id) = &arguments.pepper.element
    {
        let name = arguments.path().display();
        return Err(Failure::new(format!(
            "--element {id} names an element of a page, and {name} is not a page"
        ))
        .hint("leave --element out, or name the page (.html) that embeds the program"));
    }
    let name = arguments.path().to_owned();
    let options = std::mem::take(&mut arguments.pepper);
    let messages = options.messages.as_deref();
    arguments.standard_output = match messages.is_some_and(crate::input::is_stdin) {
        true => StandardOutput::ToError,
        false => StandardOutput::AtOnce,
    };
    let budget = MemoryBudget::new(u64::from(arguments.memory.size.0) + HOST_RESERVE);
    let inbox = Inbox::new(&budget);
    let clock = match options.has_window() {
        true => ClockKind::Real,
        false => options.clock.unwrap_or(ClockKind::Virtual),
    };
    let pace = match clock {
        ClockKind::Virtual => Pace::Virtual,
        ClockKind::Real => Pace::Real,
    };
    let tape = arguments.tape.clone();
    let page = recorded::Page::of(tape.as_ref())?;
    let clock = Arc::new(match &page {
        Some(page) => MachineClock::given(page.machine_clock(), inbox.clone()),
        None => MachineClock::new(pace, inbox.clone()),
    });
    let source = match source {
        Some(source) => source,
        None => locate::program_alone(&name, options.urls.as_deref())?,
    };
    let source = placed(source, options.page_url.as_deref());
    let (source, script) = match &tape {
        Some(tape) => recorded::element(tape, source, &options)?,
        None => (source, recorded::script(&options)?),
    };
    let (view, attributes) = match &page {
        Some(page) => (page.start.view, source.attributes.clone()),
        None => {
            let view = view(&options, source.size);
            (view, attributes(&options, &source, &view))
        }
    };
    let numbers = numbers(&options, &attributes, source.numbers.as_deref());
    let hosts = Hosts::parse(&options.net).map_err(Failure::new)?;
    let folder = source.program.parent().unwrap_or(Path::new(""));
    let libraries = match &tape {
        Some(tape) => recorded::libraries(tape, folder)?,
        None => libraries::beside(folder).map_err(Failure::new)?,
    };
    let reach = (!options.net.is_empty()).then(|| hosts.reach());
    // In a replay of a page, nothing is loaded, so the document's address does not matter.
    let document = match &page {
        Some(_) => NO_DOCUMENT,
        None => source.document.as_str(),
    };
    let urls = Urls::new(source.site, document, reach, inbox.clone());
    let urls = urls.map_err(Failure::new)?;
    let urls = urls.with_report(Box::new(complain));
    let network = Net::new(hosts, inbox.clone()).with_origin(urls.origin());
    let network = network.with_report(Box::new(complain));
    let files = match &tape {
        Some(tape) => recorded::files(tape, &options, clock.clone(), &budget)?,
        None => files(&options, clock.clone(), &budget).map_err(Failure::new)?,
    };
    let sum = arguments.sum;
    let memory = arguments.memory.size.0;
    let restored = options.restore.as_deref();
    let restored = restored.map(|path| saved::open(path, &sum.unwrap_or_default(), memory));
    let restored = restored.transpose().map_err(Failure::new)?;
    let is_quiet = options.quiet || options.has_window();
    let mut settings = settings(options, view, script.as_deref())?;
    let until = settings.until;
    settings.budget = budget.clone();
    settings.program = sum;
    #[cfg(feature = "window")]
    let window = arguments.window.take();
    #[cfg(feature = "window")]
    if let Some(window) = &window {
        settings.keeps_picture = true;
        settings.speaker = Some(Box::new(pinnacle_window::Player::default()));
        settings.on_change = Some(window.on_change());
    }
    let timeline = arguments.timeline.take();
    follow(timeline.as_ref(), &mut settings);
    let machine = Machine::new(settings, clock.clone(), inbox).map_err(Failure::new)?;
    #[cfg(feature = "window")]
    if let Some(window) = &window {
        window.open(&machine, &title(&name));
    }
    let devices = machine.devices(Box::new(urls), Box::new(files), Box::new(network));
    let devices = match &page {
        Some(page) => page.devices(&machine, devices),
        None => devices,
    };
    let devices = match &timeline {
        Some(timeline) => timeline.watch(Box::new(Headless(machine.clone())), devices),
        None => devices,
    };
    let seed = match pace {
        Pace::Virtual => Some(arguments.seed.unwrap_or(0)),
        Pace::Real => arguments.seed,
    };
    Ok(Prepared {
        embedding: Embedding {
            attributes,
            view,
            devices,
        },
        numbers,
        clock,
        seed,
        libraries,
        budget,
        page,
        restored,
        trace: trace(arguments)?,
        watch: (!is_quiet).then(|| {
            let watched = machine.clone();
            Watch::start(move || watched.progress(), until, *output)
        }),
        machine,
        #[cfg(feature = "window")]
        window,
    })
}

/// The display of a machine that keeps its picture.
struct Headless(Machine);

impl Display for Headless {
    fn seen(&mut self, _: &Content<'_>) -> Option<Seen> {
        // The machine reports a picture that does not fit in the program's memory.
        let picture = self.0.picture().ok()?;
        Some(Seen {
            number: self.0.progress().frames,
            picture,
            device_scale: self.0.appearance().view.device_scale,
        })
    }
}

/// Makes settings for a timeline, whose page is the only file that is written.
fn follow(timeline: Option<&Timeline>, settings: &mut Settings) {
    if let Some(timeline) = timeline {
        settings.keeps_picture = true;
        settings.messages = Some(timeline.messages());
        settings.save = None;
        settings.script.write_no_files();
    }
}

/// Returns the title of a program's window: the file name without its extension.
#[cfg(feature = "window")]
fn title(file: &Path) -> String {
    let name = file.file_stem().unwrap_or(file.as_os_str());
    name.to_string_lossy().into_owned()
}

/// Destination of the trace of the program's calls, if requested.
fn trace(arguments: &Arguments) -> Result<Option<Box<dyn Write + Send>>, Failure> {
    if arguments.trace != Some(Trace::Pepper) {
        return Ok(None);
    }
    Ok(Some(match &arguments.trace_output {
        Some(path) => Box::new(std::io::BufWriter::new(create(path)?)),
        None => Box::new(std::io::LineWriter::new(std::io::stderr())),
    }))
}

impl Prepared {
    /// Returns the engine of the page in a replay of one.
    pub(super) fn page_engine(&self) -> Option<PageEngine> {
        self.page.as_ref().map(recorded::Page::engine)
    }

    /// Returns the machine, and a function that makes the program's host from its files and the
    /// address range in which memory can be mapped.
    pub(super) fn host(self, files: FileSystem) -> (Run, impl FnOnce(Range<u32>) -> Traced) {
        let Prepared {
            machine,
            embedding,
            numbers,
            clock,
            seed,
            libraries,
            budget,
            page,
            restored,
            trace,
            watch,
            #[cfg(feature = "window")]
            window,
        } = self;
        let host = move |arena| {
            let random: Box<dyn RandomSource> = match (&page, seed) {
                (Some(page), _) => page.random(),
                (None, Some(seed)) => Box::new(Seeded::new(seed)),
                (None, None) => Box::new(SystemRandom),
            };
            let process = match clock.is_virtual() {
                true => PROCESS_ID,
                false => std::process::id(),
            };
            let (clock, processors): (Arc<dyn Clock>, u32) = match page {
                Some(page) => (page.clock, page.start.processors),
                None => (clock, 1),
            };
            let irt = Irt::new(files, clock, random, arena, process)
                .with_processors(processors)
                .with_modules(Some(finalize_library))
                .with_libraries(libraries)
                .with_memory_budget(budget);
            let pepper = Pepper::new(irt, embedding).with_numbers(numbers);
            let pepper = match restored {
                Some(state) => pepper.with_saved_state(state),
                None => pepper,
            };
            Traced::new(pepper, trace)
        };
        let run = Run {
            machine,
            watch,
            #[cfg(feature = "window")]
            _window: window,
        };
        (run, host)
    }
}

/// A run of a program.
pub(super) struct Run {
    machine: Machine,
    watch: Option<Watch>,
    /// Open until the end of the run.
    #[cfg(feature = "window")]
    _window: Option<pinnacle_window::Host>,
}

impl Run {
    /// Completes the output files after the end of the program.
    pub(super) fn finish(self) -> Outcome {
        drop(self.watch);
        self.machine.finish()
    }
}

/// Reports on standard error why something could not be loaded or reached.
fn complain(line: &str) {
    // There may be no reader.
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Returns the program's own files.
fn files(
    options: &Options,
    clock: Arc<MachineClock>,
    budget: &MemoryBudget,
) -> Result<Files, String> {
    let clock: Arc<dyn Clock> = clock;
    match &options.storage {
        Some(folder) => Files::in_folder(folder, &clock, budget),
        None => Ok(Files::in_memory(&clock, budget)),
    }
}

fn view(options: &Options, size: Option<[i32; 2]>) -> View {
    let (size, scale) = match options.view {
        Some(view) => (view.size, view.scale),
        None => (size.unwrap_or(SIZE), Scale(1.0)),
    };
    let mut view = View::of_size(size[0], size[1]);
    view.device_scale = scale.0;
    view
}

/// Places the page of a program on a server, if its address is given.
fn placed(mut source: Located, page_url: Option<&str>) -> Located {
    if let Some(url) = page_url {
        source.document = url.to_owned();
        source.site = None;
    }
    source
}

/// Returns the attributes of the element. Those of the command line replace attributes of the same
/// name or are appended.
fn attributes(options: &Options, source: &Located, view: &View) -> Vec<(String, String)> {
    let mut attributes = source.attributes.clone();
    if source.size.is_none() {
        for (name, side) in [("width", view.rect.width), ("height", view.rect.height)] {
            attributes.push((name.into(), side.to_string()));
        }
    }
    for (name, value) in &options.attributes {
        match attributes.iter_mut().find(|(found, _)| found == name) {
            Some(found) => found.1.clone_from(value),
            None => attributes.push((name.clone(), value.clone())),
        }
    }
    attributes
}

/// Returns the type of whole numbers in messages: from the command line, else the element, else the
/// script tag of the page.
fn numbers(options: &Options, attributes: &[(String, String)], page: Option<&str>) -> Numbers {
    if let Some(kind) = options.numbers {
        return kind.into();
    }
    let (numbers, unknown) = Numbers::of_element(attributes, page);
    if let Some(text) = unknown {
        console_on_stderr()(LogLevel::Warning, &text);
    }
    numbers
}

fn settings(options: Options, view: View, script: Option<&str>) -> Result<Settings, Failure> {
    let script = match (script, &options.script) {
        (Some(text), Some(path)) => Script::parse(text)
            .map_err(|error| Failure::new(format!("{}: {error}", path.display())))?,
        _ => Script::default(),
    };
    let messages: Option<Box<dyn Write + Send>> = match &options.messages {
        None if !options.quiet && std::io::stderr().is_terminal() => {
            Some(Box::new(ShownMessages::default()))
        }
        None => None,
        Some(path) if crate::input::is_stdin(path) => Some(Box::new(std::io::stdout())),
        Some(path) => Some(Box::new(create(path)?)),
    };
    let has_work = match (options.posts.is_empty(), script.steps.is_empty()) {
        (false, _) => Some("--post"),
        (true, false) => Some("--script"),
        (true, true) => None,
    };
    if let (Some(Until::Load), Some(option)) = (options.until, has_work) {
        return Err(Failure::new(format!(
            "{option} and --until load cannot be combined: the run ends before anything is posted"
        ))
        .hint("--until idle, message:N or time:S ends it later"));
    }
    let mut settings = Settings::new(view);
    settings.posts = options.posts;
    settings.script = script;
    settings.until = options.until.unwrap_or(Until::Idle);
    settings.messages = messages;
    settings.console = console_on_stderr();
    settings.screenshot = options.screenshot;
    settings.frames = options.frames;
    settings.film = options.film;
    settings.sound = options.sound;
    settings.save = options.save;
    Ok(settings)
}

fn create(path: &Path) -> Result<std::fs::File, Failure> {
    std::fs::File::create(path)
        .map_err(|error| Failure::new(format!("cannot write {}: {error}", path.display())))
}

/// Prints the messages about a run. Returns the exit status.
pub(super) fn conclude(
    outcome: &Outcome,
    result: &Result<u8, Trap>,
    output: &Output,
) -> Option<u8> {
    for failure in &outcome.failures {
        output.error(failure);
    }
    let kind = result.as_ref().err().map(|trap| &trap.kind);
    // A missing message may come after the end of the recording.
    if let Some(TrapKind::Departed(_) | TrapKind::RecordingEnd(_)) = kind {
        return None;
    }
    if let Some(unexpected) = &outcome.unexpected {
        output.error(unexpected);
        return Some(UNEXPECTED);
    }
    if let Err(trap) = result
        && trap.kind == TrapKind::Timeout
    {
        output.error(trap);
        return Some(TIMEOUT);
    }
    if result.is_ok() && !outcome.failures.is_empty() {
        return Some(crate::output::BAD_USE);
    }
    None
}
