//! Programs that `pinnacle dap` debugs. Each runs in a separate thread, as under `pinnacle run`.

use super::deadline::Deadline;
use super::{Arguments, Streams, Trace, interpret_program, outcome, pepper, recording};
use crate::input::Refusing;
use crate::load::decoded;
use crate::output::{BAD_USE, Failure, Output};
use clap::Parser;
use pinnacle_dap::{Client, End, Launch, Launched, OutputWriter};
use pinnacle_debug::Addresses;
use pinnacle_debugger::Session;
use pinnacle_runtime::files::{Stdio, Stream};
use std::ffi::OsString;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread;

/// Stack size of the thread. It must allow the same depth of calls as the main thread.
const STACK_SIZE: usize = 8 << 20;

/// Starts a program under a debugger.
pub(crate) fn launch(
    launch: &Launch,
    client: &Client,
    output: &Output,
) -> Result<Launched, String> {
    let arguments = arguments(launch)?;
    let (ready, is_ready) = mpsc::channel();
    let (ended, end) = mpsc::channel();
    let (client, output) = (client.clone(), *output);
    let started = thread::Builder::new()
        .stack_size(STACK_SIZE)
        .spawn(move || {
            let (status, report) = match debug(arguments, &client, &ready, &output) {
                Ok(end) => end,
                Err(failure) => {
                    let text = text(&failure);
                    // If nobody waits for the start, the failure is reported as the end of the run.
                    let _ = ready.send(Err(text.clone()));
                    (BAD_USE, Some(text))
                }
            };
            // The editor may have disconnected.
            let _ = ended.send(End { status, report });
        });
    started.map_err(|error| format!("cannot start a thread: {error}"))?;
    let prepared = is_ready
        .recv()
        .unwrap_or_else(|_| Err("the program could not be started".into()))?;
    Ok(prepared(end))
}

/// A program that is ready to run once it has the channel for its end.
type Prepared = Box<dyn FnOnce(mpsc::Receiver<End>) -> Launched + Send>;

/// Runs a program. Returns its exit status, and a message about its end.
fn debug(
    arguments: Arguments,
    client: &Client,
    ready: &Sender<Result<Prepared, String>>,
    output: &Output,
) -> Result<(u8, Option<String>), Failure> {
    let is_replay = arguments.replay.is_some();
    let mut arguments = match is_replay {
        true => recording::replayed(arguments)?,
        false => pepper::resolve(arguments)?,
    };
    recording::begin(&mut arguments, output)?;
    arguments.given = super::given(&arguments.descriptors)?;
    // Unpacked files are kept until the end of the run.
    let _packed = arguments.packed.take();
    let input = arguments.read()?.assembled()?;
    let name = input.name.clone();
    let program = Arc::new(decoded(&input, arguments.jobs.threads)?);
    let found = arguments.debug.beside(arguments.path())?.find(&program);
    let (symbols, notes) = match found {
        Ok(source) => (source.map(|source| source.symbols), Vec::new()),
        Err(reason) => (None, vec![reason]),
    };
    let (session, remote, stops) = Session::new(Addresses::of(&program));
    arguments.session = Some(match is_replay {
        true => session.with_past(),
        false => session,
    });
    let client = client.clone();
    arguments.streams = Some(Streams(Arc::new(move || Stdio {
        input: Stream::null(),
        output: Stream::writer(OutputWriter::new(client.clone(), "stdout")),
        error: Stream::writer(OutputWriter::new(client.clone(), "stderr")),
    })));
    let known = Arc::clone(&program);
    let prepared: Prepared = Box::new(move |end| Launched {
        name,
        program: known,
        symbols,
        can_go_back: is_replay,
        notes,
        remote,
        stops,
        end,
    });
    // The receiver waits until this arrives.
    let _ = ready.send(Ok(prepared));
    let mut deadline = Deadline::new(None, output);
    let end = interpret_program(&program, arguments, &mut deadline, output)?;
    let shown = end.outcome.as_ref();
    let status = shown.and_then(|outcome| pepper::conclude(outcome, &end.result, output));
    let report = end.result.as_ref().err();
    let report = report.map(|trap| format!("error: {trap}"));
    let status = status.unwrap_or(match &end.result {
        Ok(status) => *status,
        Err(trap) => outcome::status_of(&trap.kind),
    });
    Ok((status, report))
}

/// Returns the arguments of `pinnacle run` for a configuration.
fn arguments(launch: &Launch) -> Result<Arguments, String> {
    if let Some(option) = launch
        .options
        .iter()
        .find(|it| *it == "-" || it.ends_with("=-"))
    {
        return Err(format!(
            "`runOptions` has {option:?}, but standard input and output are the editor's"
        ));
    }
    let mut line: Vec<OsString> = vec!["pinnacle".into(), "run".into()];
    line.extend(launch.options.iter().map(OsString::from));
    for (name, value) in &launch.env {
        line.extend(["--env".into(), format!("{name}={value}").into()]);
    }
    if let Some(file) = &launch.debug_file {
        line.extend(["--debug-file".into(), file.into()]);
    }
    if let Some(file) = &launch.replay {
        line.extend(["--replay".into(), file.into()]);
    }
    if !launch.program.as_os_str().is_empty() {
        line.extend(["--".into(), launch.program.clone().into_os_string()]);
    }
    line.extend(launch.args.iter().map(OsString::from));
    let parsed = crate::Cli::try_parse_from(line).map_err(|error| {
        let text = error.to_string();
        let text = text.strip_prefix("error: ").unwrap_or(&text);
        format!("`runOptions`: {}", text.trim_end())
    })?;
    let crate::Command::Run(arguments) = parsed.command else {
        return Err("`runOptions` are not options of `pinnacle run`".into());
    };
    let refused = match &*arguments {
        it if it.invoke.is_some() => Some("--invoke"),
        it if it.record.is_some() => Some("--record"),
        it if it.timeout.is_some() => Some("--timeout"),
        it if it.end_with_stdin => Some("--end-with-stdin"),
        it if matches!(it.trace, Some(trace) if trace != Trace::Pepper) => Some("--trace"),
        it => it.measure.first_given(),
    };
    if let Some(option) = refused {
        return Err(format!(
            "{option} cannot be used under an editor's debugger"
        ));
    }
    Ok(*arguments)
}

/// Formats a failure as one text, with its hints.
fn text(failure: &Failure) -> String {
    match failure {
        Failure::BrokenPipe => "the output is closed".into(),
        Failure::Told(told) => {
            let mut lines = vec![told.message.clone()];
            lines.extend(told.more.iter().cloned());
            lines.extend(told.hint.iter().map(|hint| format!("hint: {hint}")));
            lines.join("\n")
        }
    }
}
