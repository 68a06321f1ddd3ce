//! `pinnacle record`: shows recordings of runs.

use crate::output::{Failure, Output};
use crate::run::recording::{hex, read, replay};
use crate::values::{ByteCount, byte_count, duration};
use crate::whole_file;
use clap::{Args, Subcommand};
use pinnacle_inspect::numbers::count;
use pinnacle_record::Recording;
use pinnacle_timeline::{Limits, Timeline};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Maximum size of a recording, in bytes.
const MAX_BYTES: u64 = 1 << 30;

/// Exit status of a replay that departs from its recording.
const DEPARTED: u8 = 134;

/// Show the contents of a recording of a run.
///
/// `pinnacle run --record FILE` makes recordings, and `pinnacle run --replay FILE` repeats the run.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle run --record crash.rec crash.pexe
  pinnacle record info crash.rec
  pinnacle run --replay crash.rec

Exit status:
  0  success
  2  wrong usage, or the file is not a recording")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Show the program, its options, its outcome, and the input that it received.
    #[command(after_long_help = "\
Examples:
  pinnacle record info crash.rec
  pinnacle record info --json crash.rec | jq -r .end.text

`pinnacle docs record-info/1` shows the schema of the JSON.

Exit status:
  0  success
  2  wrong usage, or the file is not a recording")]
    Info {
        /// The recording.
        file: PathBuf,

        /// Write the result as JSON.
        #[arg(long)]
        json: bool,
    },

    /// Replay a browser program, and write a page with the picture of each moment.
    ///
    /// The page has a slider over the frames, the messages and the input, and lists the calls that
    /// drew a pixel. It is one file that needs no network.
    #[command(after_long_help = "\
Examples:
  pinnacle run --record game.rec --until frame:60 game.pexe
  pinnacle record show game.rec -o game.html
  pinnacle record show game.rec game.pexe -o game.html     if the program has moved
  pinnacle record show --max-size 256m game.rec -o game.html

The page is written whatever the end of the replay, also after a trap. If it would exceed --max-size,
the frames that do not fit are left out, from the end.

Exit status:
  0    the page was written
  1    the program is not valid
  2    wrong usage, a file cannot be read or written, or the program shows no picture
  134  the page was written up to the call at which the replay departs from the recording")]
    Show(ShowArguments),
}

#[derive(Args, Debug)]
struct ShowArguments {
    /// The recording.
    file: PathBuf,

    /// The program, if it has moved since.
    program: Option<PathBuf>,

    /// The HTML file to write.
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,

    /// Maximum size of the pictures, events and calls on the page.
    #[arg(long, value_name = "SIZE", value_parser = byte_count, default_value = "64m")]
    max_size: ByteCount,

    /// Stop the replay after this long, such as 10s or 2m.
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    timeout: Option<Duration>,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    let (file, json) = match &arguments.action {
        Action::Info { file, json } => (file, json),
        Action::Show(arguments) => return show(arguments, output),
    };
    let recording = read(MAX_BYTES, file)?;
    if *json {
        output.json(&document(&recording))?;
        return Ok(ExitCode::SUCCESS);
    }
    output.show(|out| print(&recording, out))?;
    Ok(ExitCode::SUCCESS)
}

/// Replays a recording, and writes the page.
fn show(arguments: &ShowArguments, output: &Output) -> Result<ExitCode, Failure> {
    let timeline = Timeline::new(Limits {
        bytes: arguments.max_size.0,
    });
    let file = &arguments.file;
    let program = arguments.program.as_deref();
    let status = replay(file, program, arguments.timeout, timeline.clone(), output)?;
    if !timeline.has_ended() {
        return Ok(status);
    }
    if !timeline.has_frames() {
        return Err(
            Failure::new(format!("{}: the program shows no picture", file.display()))
                .hint("`pinnacle run --replay` repeats the run without one"),
        );
    }
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    whole_file::write(&arguments.output, timeline.page(&name).as_bytes())?;
    if let (kept, left_out @ 1..) = timeline.frames() {
        let frames = count(kept + left_out, "frame");
        output.note(format_args!(
            "the last {left_out} of {frames} are left out, as the page would exceed --max-size; a \
             larger size shows them"
        ));
    }
    Ok(match timeline.has_departed() {
        true => DEPARTED.into(),
        false => ExitCode::SUCCESS,
    })
}

/// Returns a recording as JSON. Bytes that are not UTF-8 are replaced.
fn document(recording: &Recording) -> Value {
    let header = &recording.header;
    let text = |word: &Vec<u8>| String::from_utf8_lossy(word).into_owned();
    let words = |words: &[Vec<u8>]| words.iter().map(text).collect::<Vec<_>>();
    let events = recording.counts().into_iter().map(|(kind, (events, bytes))| {
        json!({ "kind": kind.to_string(), "events": events, "bytes": bytes })
    });
    json!({
        "schema": "record-info/1",
        "program": text(&header.file),
        "sha256": hex(&header.sum),
        "command": words(header.words.get(1..).unwrap_or_default()),
        "arguments": words(&header.arguments),
        "environment": words(&header.environment),
        "page": header.element.as_ref().map(|element| &element.document),
        "end": {
            "status": recording.ending.status,
            "text": recording.ending.text,
            "calls": recording.ending.calls,
        },
        "version": header.version,
        "from_outside": events.collect::<Vec<_>>(),
    })
}

/// Prints a recording. Control characters in names are replaced, because a recording may be
/// hostile.
fn print(recording: &Recording, out: &mut dyn Write) -> io::Result<()> {
    let header = &recording.header;
    let shown = |words: &[Vec<u8>]| {
        let words = words.iter().map(|word| word.escape_ascii().to_string());
        words.collect::<Vec<_>>().join(" ")
    };
    writeln!(out, "program      {}", header.file.escape_ascii())?;
    writeln!(out, "SHA-256      {}", hex(&header.sum))?;
    writeln!(
        out,
        "command      {}",
        shown(header.words.get(1..).unwrap_or_default())
    )?;
    writeln!(out, "arguments    {}", shown(&header.arguments))?;
    let variables = header.environment.len() as u64;
    writeln!(out, "environment  {}", count(variables, "variable"))?;
    if let Some(element) = &header.element {
        writeln!(out, "page         {}", element.document.escape_default())?;
    }
    writeln!(
        out,
        "end          {}",
        recording.ending.text.escape_default()
    )?;
    if let Some(calls) = recording.ending.calls {
        let calls = count(calls, "call");
        writeln!(out, "stopped      after {calls} of the runtime")?;
    }
    writeln!(out, "version      {}", header.version.escape_default())?;
    let counts = recording.counts();
    let nothing = if counts.is_empty() { " nothing" } else { "" };
    writeln!(out, "from outside{nothing}")?;
    for (kind, (events, bytes)) in counts {
        let kind = kind.to_string();
        writeln!(out, "  {kind:32} {events:8} {bytes:10} bytes")?;
    }
    Ok(())
}
