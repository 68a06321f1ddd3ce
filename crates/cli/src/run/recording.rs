//! Runs that are recorded, and replays of them.

use super::{Arguments, End, engine, outcome, unwritten};
use crate::input;
use crate::output::{Failure, Output};
use clap::Parser;
use pinnacle_record::{Ending, Header, Recording, Tape, sum_of};
use pinnacle_runtime::machine::SystemRandom;
use pinnacle_runtime::{Trap, TrapKind};
use pinnacle_system::random::RandomSource;
use pinnacle_timeline::Timeline;
use pinnacle_wasm::TURN_LENGTH;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

/// Process number of a program whose time and random numbers are derived from a seed.
const PROCESS_ID: u32 = 1;

/// Reads a recording.
pub(crate) fn read(limit: u64, path: &Path) -> Result<Recording, Failure> {
    let bytes = input::read_bytes_within(limit, path)?;
    Recording::from_bytes(&bytes)
        .map_err(|error| Failure::new(format!("{}: {error}", path.display())))
}

/// Takes over the arguments of a recorded run. Outputs, the engine and time limits come from this
/// command line.
pub(super) fn replayed(now: Arguments) -> Result<Arguments, Failure> {
    let Some(path) = now.replay.clone() else {
        return Ok(now);
    };
    if now.program.len() > 1 {
        return Err(
            Failure::new("a replay uses the arguments of the recorded run, found others")
                .hint("leave out the arguments after the program"),
        );
    }
    let recording = read(now.memory.size.0.into(), &path)?;
    pinnacle_page_record::check(&recording)
        .map_err(|error| Failure::new(format!("{}: {error}", path.display())))?;
    let header = recording.header.clone();
    let os = |bytes: &Vec<u8>| text(bytes);
    let mut line: Vec<OsString> = header.words.iter().map(os).collect::<Result<_, _>>()?;
    line.push("--".into());
    let file = now.program.first().cloned();
    line.push(match file {
        Some(file) => file,
        None => text(&header.file)?,
    });
    let arguments = header.arguments.iter().skip(1);
    line.extend(arguments.map(os).collect::<Result<Vec<_>, _>>()?);
    let parsed = crate::Cli::try_parse_from(line).map_err(|error| {
        let version = &header.version;
        Failure::new(format!(
            "{}: the recorded options cannot be read: {error}",
            path.display()
        ))
        .hint(format!(
            "replay it with release {version}, which recorded it"
        ))
    })?;
    let crate::Command::Run(recorded) = parsed.command else {
        return Err(Failure::new(format!(
            "{}: the recording was not made by `pinnacle run`",
            path.display()
        )));
    };
    let is_of_page = header.element.is_some();
    let is_of_code = !is_of_page && engine::recorded_code(&recorded, &header.words)?;
    let mut all = *recorded;
    all.record = None;
    all.replay = Some(path);
    all.argv0 = header
        .arguments
        .first()
        .map(|name| text(name))
        .transpose()?;
    all.timeout = now.timeout;
    all.engine = match is_of_code || is_of_page {
        true => now.engine,
        false => engine::for_interpreted(now.engine),
    };
    all.turn_length = is_of_code.then_some(TURN_LENGTH);
    all.fuel = now.fuel.or(all.fuel);
    all.trace = now.trace;
    all.trace_output = now.trace_output;
    all.measure = now.measure;
    all.debug = now.debug;
    all.jobs = now.jobs;
    all.color = now.color;
    #[cfg(all(feature = "wasmtime", unix))]
    {
        all.no_cache = now.no_cache;
        all.cache_size = now.cache_size;
    }
    all.pepper = all.pepper.replayed(now.pepper);
    all.tape = Some(Tape::replaying(recording));
    all.timeline = now.timeline;
    Ok(all)
}

/// Replays a recording and collects its moments. Returns the exit status of the replay.
pub(crate) fn replay(
    file: &Path,
    program: Option<&Path>,
    timeout: Option<Duration>,
    timeline: Timeline,
    output: &Output,
) -> Result<ExitCode, Failure> {
    let mut option = OsString::from("--replay=");
    option.push(file);
    let mut line: Vec<OsString> = vec!["pinnacle".into(), "run".into(), option];
    if let Some(program) = program {
        line.extend(["--".into(), program.into()]);
    }
    let parsed = crate::Cli::try_parse_from(line);
    let parsed = parsed.map_err(|error| Failure::new(error.to_string()))?;
    let crate::Command::Run(mut arguments) = parsed.command else {
        return Err(Failure::new("the recording cannot be replayed"));
    };
    arguments.timeout = timeout;
    arguments.timeline = Some(timeline);
    super::run(*arguments, output)
}

/// Returns true if a trap ended a replay that has departed from its recording.
pub(super) fn is_departure(trap: &Trap) -> bool {
    matches!(trap.kind, TrapKind::Departed(_))
}

/// Describes the end of a run.
pub(super) fn ending(result: &Result<u8, Trap>) -> String {
    match result {
        Ok(status) => format!("exit status {status}"),
        Err(trap) => trap.kind.to_string(),
    }
}

/// Converts the bytes of an argument to the representation of this system.
#[cfg(unix)]
fn text(bytes: &[u8]) -> Result<OsString, Failure> {
    use std::os::unix::ffi::OsStringExt;
    Ok(OsString::from_vec(bytes.to_vec()))
}

#[cfg(not(unix))]
fn text(bytes: &[u8]) -> Result<OsString, Failure> {
    let text = String::from_utf8(bytes.to_vec());
    text.map(OsString::from).map_err(|_| {
        Failure::new("the recording has an argument that this system cannot represent")
    })
}

/// Checks the program of a replay, or begins a recording.
pub(super) fn begin(arguments: &mut Arguments, output: &Output) -> Result<(), Failure> {
    if arguments.record.is_none() && arguments.tape.is_none() {
        return Ok(());
    }
    if arguments.packed.is_some() {
        return Err(Failure::new("a member of a container cannot be recorded")
            .hint("unpack the container, and record the run of its file"));
    }
    if let Some(option) = arguments.pepper.unrecordable() {
        return Err(Failure::new(format!(
            "{option} and --record cannot be combined: a recording of a browser program has files, \
             messages and input, but neither real time nor the network"
        ))
        .hint("leave it out; virtual time makes the run repeatable"));
    }
    let program = arguments.read_file()?;
    let sum = sum_of(&program.bytes);
    arguments.input = Some(program);
    if let Some(tape) = &arguments.tape {
        return check(&tape.header(), &sum, arguments.path());
    }
    let Some(path) = arguments.record.clone() else {
        return Ok(());
    };
    let header = header(arguments, sum)?;
    let tape = Tape::recording(header, arguments.memory.size.0 as usize);
    arguments.tape = Some(tape.clone());
    unwritten::keep(tape, path, *output)
}

fn check(header: &Header, sum: &[u8; 32], path: &Path) -> Result<(), Failure> {
    if header.sum == *sum {
        return Ok(());
    }
    Err(Failure::new(format!(
        "{} is not the recorded program: its SHA-256 is {}, expected {}",
        path.display(),
        hex(sum),
        hex(&header.sum)
    ))
    .hint("name the file of the recorded run: pinnacle run --replay FILE PROGRAM"))
}

/// Formats a checksum in hexadecimal.
pub(crate) fn hex(sum: &[u8; 32]) -> String {
    sum.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn header(arguments: &Arguments, sum: [u8; 32]) -> Result<Header, Failure> {
    let bytes = |word: &OsString| word.as_encoded_bytes().to_vec();
    let words = match &arguments.words {
        Some(words) => words.clone(),
        None => {
            let mut line = crate::command_line();
            line.truncate(line.len().saturating_sub(arguments.program.len()));
            if line.last().is_some_and(|word| word == "--") {
                line.pop();
            }
            line
        }
    };
    let mut order = [0; 8];
    let random = SystemRandom.fill(&mut order);
    random.map_err(|error| Failure::new(format!("no random numbers: {error}")))?;
    let file = arguments.program.first().map(bytes).unwrap_or_default();
    let name = arguments.argv0.as_ref().map_or(file.clone(), bytes);
    let rest = arguments.program.iter().skip(1).map(bytes);
    let environment = arguments.environment.clone();
    let mut words = without_environment(words).iter().map(bytes).collect();
    engine::name_default(&mut words);
    Ok(Header {
        version: env!("CARGO_PKG_VERSION").into(),
        file,
        sum,
        words,
        arguments: std::iter::once(name).chain(rest).collect(),
        environment: crate::values::environment(environment, arguments.env_all),
        process: match arguments.seed {
            Some(_) => PROCESS_ID,
            None => std::process::id(),
        },
        order: u64::from_le_bytes(order),
        element: None,
    })
}

/// Removes options for environment variables: the recording has their values, and this machine may
/// lack a variable that was passed on.
fn without_environment(words: Vec<OsString>) -> Vec<OsString> {
    let mut words = words.into_iter();
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        match word.as_encoded_bytes() {
            b"--env" => drop(words.next()),
            b"--env-all" => {}
            other if other.starts_with(b"--env=") => {}
            _ => kept.push(word),
        }
    }
    kept
}

/// Returns the end of a replay whose recorded run was stopped before its first call.
pub(super) fn at_start(arguments: &Arguments) -> Option<End> {
    let tape = arguments.tape.as_ref();
    let reason = tape
        .filter(|_| !arguments.measure.has_debugger())?
        .has_ended()?;
    Some(End {
        result: Err(Trap {
            kind: TrapKind::RecordingEnd(reason),
            thread: 0,
            stack: Vec::new(),
            omitted: 0,
        }),
        outcome: None,
        ran: None,
        #[cfg(all(feature = "wasmtime", unix))]
        compilation: None,
    })
}

/// Writes the recording of a finished run. Reports a replay that ended too early, and returns the
/// status.
pub(super) fn conclude(
    tape: &Tape,
    result: &Result<u8, Trap>,
    output: &Output,
) -> Result<Option<u8>, Failure> {
    let kind = result.as_ref().err().map(|trap| &trap.kind);
    let is_stopped = matches!(
        kind,
        // The host ends a program that its debugger has killed.
        Some(
            TrapKind::Timeout
                | TrapKind::OutOfFuel
                | TrapKind::Host(_)
                | TrapKind::Departed(_)
                | TrapKind::RecordingEnd(_)
        )
    );
    if !tape.is_replay() {
        let status = match result {
            Ok(status) => *status,
            Err(trap) => outcome::status_of(&trap.kind),
        };
        unwritten::write(Ending {
            status: (!is_stopped).then_some(status),
            text: ending(result),
            calls: None,
        })?;
        return Ok(None);
    }
    if is_stopped {
        return Ok(None);
    }
    let Some(departure) = tape.departure(true) else {
        return Ok(None);
    };
    output.error(&departure);
    output.hint(outcome::DEPARTURE);
    Ok(Some(outcome::status_of(&TrapKind::Departed(String::new()))))
}
