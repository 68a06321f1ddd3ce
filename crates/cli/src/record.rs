//! `pinnacle record`: shows recordings of runs.

use crate::output::{Failure, Output};
use crate::run::recording::{hex, read};
use clap::{Args, Subcommand};
use pinnacle_inspect::numbers::count;
use pinnacle_record::Recording;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Maximum size of a recording, in bytes.
const MAX_BYTES: u64 = 1 << 30;

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
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    let Action::Info { file, json } = &arguments.action;
    let recording = read(MAX_BYTES, file)?;
    if *json {
        output.json(&document(&recording))?;
        return Ok(ExitCode::SUCCESS);
    }
    output.show(|out| print(&recording, out))?;
    Ok(ExitCode::SUCCESS)
}

/// A recording as JSON. Bytes that are not UTF-8 are replaced.
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
