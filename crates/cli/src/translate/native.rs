//! Makes an executable of a program.

use super::{Arguments, Threads, summary};
use crate::input::Input;
use crate::output::{BAD_FILE, Failure, Output};
use crate::progress::Progress;
use crate::{native, whole_file};
use pinnacle_pexe::decode::Program;
use pinnacle_runtime::compiled::{self, Code, CodeError, CodeOptions};
use serde_json::json;
use std::process::ExitCode;

pub(super) fn make(
    arguments: &Arguments,
    input: &Input,
    program: &Program,
    output: &Output,
) -> Result<ExitCode, Failure> {
    let command = native::this_command()?;
    let options = CodeOptions {
        stack_size: arguments.stack.size.0,
        lenient_calls: arguments.calls.lenient,
        threads: match arguments.threads {
            Threads::Auto => compiled::Threads::Auto,
            Threads::On => compiled::Threads::On,
            Threads::Off => compiled::Threads::Off,
        },
        jobs: arguments.jobs.threads,
        ..CodeOptions::default()
    };
    let progress = Progress::start("compiling", 1);
    progress.file(&input.name);
    let result = compile(program, &options);
    drop(progress);
    let (code, bytes) = match result {
        Ok(compiled) => compiled,
        Err(error) => {
            output.error(format!("{}: {error}", input.name));
            if let CodeError::Translate(pinnacle_wasm::Error::Layout(_)) = error {
                output.hint("--stack gives it a smaller stack");
            }
            return Ok(BAD_FILE.into());
        }
    };
    let mut app = Vec::new();
    native::write(&mut app, &command, &bytes, &input.bytes)?;
    let target = arguments.result.file();
    match target {
        Some(path) => whole_file::write_executable_with(path, |out| out.write_all(&app))?,
        None => output.show(|out| out.write_all(&app))?,
    }
    if arguments.json {
        let document = json!({
            "file": input.name,
            "size": input.bytes.len(),
            "to": "native",
            "output": target.map(|path| path.display().to_string()),
            "output_size": app.len(),
            "code_size": bytes.len(),
            "memory": {
                "shared": code.has_threads(),
                "stack": arguments.stack.size.0,
            },
            "features": summary::features(program, code.has_threads()),
        });
        output.json(&document)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Compiles a program; gives its code also as bytes.
fn compile(program: &Program, options: &CodeOptions) -> Result<(Code, Vec<u8>), CodeError> {
    let code = Code::compile(program, options)?;
    let bytes = code.to_bytes()?;
    Ok((code, bytes))
}
