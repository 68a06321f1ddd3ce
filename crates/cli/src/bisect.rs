//! `pinnacle bisect`: finds the function that machine code and the interpreter run differently.

use crate::load::load;
use crate::options::{Memory, Stack};
use crate::output::{BAD_FILE, Failure, Output};
use crate::values;
use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser};
use pinnacle_pexe::FuncId;
use pinnacle_pexe::decode::Program;
use pinnacle_runtime::bisect::{Behaviour, Error, Found, Settings, bisect};
use pinnacle_runtime::machine::MountSpec;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// The schema of the report in JSON.
const SCHEMA: &str = "bisect/1";

/// Exit status if the engines disagree.
const DIFFERENCE: u8 = 1;

/// Find the function that behaves differently as machine code and in the interpreter.
///
/// Runs the program in the interpreter and as machine code. If the outcome or the output differs,
/// runs it again with some functions compiled and the others interpreted, until it finds the
/// function that makes the difference. Time and random numbers are the same in every run. Programs
/// with threads are not supported.
#[derive(Args, Debug)]
#[command(
    override_usage = "pinnacle bisect [OPTIONS] FILE [-- ARGS]...",
    after_long_help = "\
Examples:
  pinnacle bisect sums.pexe
  pinnacle bisect sums.pexe -- --count 100
  pinnacle bisect --input numbers.txt --json sort.pexe

Exit status:
  0  the engines agree
  1  they disagree, or FILE is not a valid program
  2  wrong usage, a file cannot be read, or the program cannot be compared"
)]
pub(crate) struct Arguments {
    /// The program, or - for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The program's arguments.
    #[arg(value_name = "ARGS", last = true)]
    arguments: Vec<OsString>,

    /// Give the program this file as standard input [default: empty].
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,

    /// Give the program access to a folder.
    #[arg(
        long = "dir",
        value_name = "HOST[::GUEST][:ro]",
        value_parser = OsStringValueParser::new().try_map(|text| MountSpec::from_os(&text)),
    )]
    folders: Vec<MountSpec>,

    #[command(flatten)]
    memory: Memory,

    #[command(flatten)]
    stack: Stack,

    /// Derive time and random numbers from N, the same in every run.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Stop a run after this long.
    #[arg(long, value_name = "DURATION", value_parser = values::duration, default_value = "1m")]
    timeout: Duration,

    /// Write the report as JSON to standard output.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: Arguments, output: &Output) -> Result<ExitCode, Failure> {
    let Some((_, program)) = load(&arguments.file, 0, output)? else {
        return Ok(BAD_FILE.into());
    };
    let input = match &arguments.input {
        None => Vec::new(),
        Some(path) => fs::read(path)
            .map_err(|error| Failure::new(format!("cannot read {}: {error}", path.display())))?,
    };
    let name = arguments.file.clone().into_os_string();
    let words = std::iter::once(name).chain(arguments.arguments);
    let settings = Settings {
        arguments: words.map(OsString::into_encoded_bytes).collect(),
        input,
        folders: arguments.folders,
        memory_limit: arguments.memory.size.0,
        stack_size: arguments.stack.size.0,
        seed: arguments.seed,
        timeout: arguments.timeout,
    };
    let program = Arc::new(program);
    let found = bisect(&program, &program, &settings).map_err(|error| failure(&error))?;
    match &found {
        Found::Agreement(behaviour) => {
            if arguments.json {
                let behaviour = describe_json(behaviour);
                output.json(&json!({
                    "schema": SCHEMA,
                    "agree": true,
                    "function": null,
                    "name": null,
                    "difference": null,
                    "interpreted": behaviour,
                    "compiled": behaviour,
                    "runs": null,
                }))?;
            } else {
                let behaviour = describe(behaviour);
                output.show(|out| writeln!(out, "the engines agree: {behaviour}"))?;
            }
            Ok(ExitCode::SUCCESS)
        }
        Found::Function {
            function,
            interpreted,
            compiled,
            runs,
        } => {
            let name = name_of(&program, *function);
            let difference = interpreted.difference(compiled);
            if arguments.json {
                output.json(&json!({
                    "schema": SCHEMA,
                    "agree": false,
                    "function": function.0,
                    "name": name,
                    "difference": difference,
                    "interpreted": describe_json(interpreted),
                    "compiled": describe_json(compiled),
                    "runs": runs,
                }))?;
            } else {
                let name = name.map_or_else(String::new, |name| format!(" \"{name}\""));
                let what = difference.unwrap_or("nothing");
                output.show(|out| {
                    writeln!(
                        out,
                        "the engines disagree in {function}{name}: {what} differs"
                    )?;
                    writeln!(out, "  interpreted: {}", describe(interpreted))?;
                    writeln!(out, "  compiled:    {}", describe(compiled))
                })?;
            }
            Ok(DIFFERENCE.into())
        }
        Found::Unrepeatable => Err(Failure::new(
            "the program behaves differently each time, even with the same engine",
        )
        .hint("it may depend on files that it changes")),
        Found::Unmixable => Err(Failure::new(
            "the engines disagree, but not when they take turns: no function can be named",
        )
        .hint("longjmp from one engine to the other does not work")),
    }
}

#[cold]
fn failure(error: &Error) -> Failure {
    let failure = Failure::new(error.to_string());
    match error {
        Error::TooSlow => failure.hint("give it more time with --timeout"),
        Error::Threads => failure.hint("only programs without threads can be compared"),
        _ => failure,
    }
}

/// Returns the name that the program has for a function.
fn name_of(program: &Program, function: FuncId) -> Option<String> {
    let name = program.module().functions[function.index()].name.as_ref()?;
    Some(String::from_utf8_lossy(name).into_owned())
}

fn describe(behaviour: &Behaviour) -> String {
    let end = match &behaviour.end {
        Ok(status) => format!("exit status {status}"),
        Err(kind) => format!("trap: {kind}"),
    };
    let (out, err) = (behaviour.stdout.len(), behaviour.stderr.len());
    format!("{end}, {out} bytes on standard output, {err} on standard error")
}

fn describe_json(behaviour: &Behaviour) -> Value {
    json!({
        "status": behaviour.end.as_ref().ok(),
        "trap": behaviour.end.as_ref().err().map(ToString::to_string),
        "stdout": String::from_utf8_lossy(&behaviour.stdout),
        "stderr": String::from_utf8_lossy(&behaviour.stderr),
    })
}
