//! Makes an executable from a program.

use super::{Arguments, Threads};
use crate::input::Input;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
use crate::output::BAD_USE;
use crate::output::{BAD_FILE, Failure, Output};
use crate::progress::Progress;
use crate::{native, whole_file};
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
use pinnacle_driver::native::Compiler;
use pinnacle_inspect::document::TRANSLATE;
use pinnacle_inspect::translation;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
use pinnacle_native::{CompileError, Lifted};
use pinnacle_pexe::decode::Program;
use pinnacle_runtime::compiled::{self, Code, CodeError, CodeOptions};
use serde_json::json;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
use std::ffi::OsStr;
use std::process::ExitCode;

pub(super) fn make(
    arguments: &Arguments,
    input: &Input,
    program: &Program,
    output: &Output,
) -> Result<ExitCode, Failure> {
    let command = native::this_command()?;
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    if let Some(clang) = &arguments.with {
        return with_clang(arguments, clang, &command, input, program, output);
    }
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
                output.hint("give it a smaller stack with --stack");
            }
            return Ok(BAD_FILE.into());
        }
    };
    let made = Made {
        command: &command,
        code: &bytes,
        shared: code.has_threads(),
    };
    made.write(arguments, input, program, output)
}

/// Makes an executable with code that clang compiled.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn with_clang(
    arguments: &Arguments,
    clang: &OsStr,
    command: &[u8],
    input: &Input,
    program: &Program,
    output: &Output,
) -> Result<ExitCode, Failure> {
    let environment = pinnacle_driver::Environment::of_process("pinnacle translate");
    let compiler = Compiler::find(clang, &environment)
        .map_err(|error| Failure::of_toolchain(&error, BAD_USE))?;
    let options = pinnacle_native::Options {
        stack_size: arguments.stack.size.0,
        threads: arguments.threads.shared_memory(program.module()),
    };
    let progress = Progress::start("compiling", 1);
    progress.file(&input.name);
    let result = Lifted::compile(program, &compiler, options);
    drop(progress);
    let library = match result {
        Ok(library) => library,
        Err(CompileError::Clang(error)) => return Err(Failure::of_toolchain(&error, BAD_USE)),
        Err(error) => {
            output.error(format!("{}: {error}", input.name));
            return Ok(BAD_FILE.into());
        }
    };
    let made = Made {
        command,
        code: library.bytes(),
        shared: options.threads,
    };
    made.write(arguments, input, program, output)
}

/// The parts of an executable.
struct Made<'a> {
    command: &'a [u8],
    code: &'a [u8],
    /// True if the program can start threads.
    shared: bool,
}

impl Made<'_> {
    fn write(
        &self,
        arguments: &Arguments,
        input: &Input,
        program: &Program,
        output: &Output,
    ) -> Result<ExitCode, Failure> {
        let mut app = Vec::new();
        native::write(&mut app, self.command, self.code, &input.bytes)?;
        let target = arguments.result.file();
        match target {
            Some(path) => whole_file::write_executable_with(path, |out| out.write_all(&app))?,
            None => output.show(|out| out.write_all(&app))?,
        }
        if arguments.json {
            let document = json!({
                "schema": TRANSLATE,
                "file": input.name,
                "size": input.bytes.len(),
                "to": "native",
                "output": target.map(|path| path.display().to_string()),
                "output_size": app.len(),
                "code_size": self.code.len(),
                "data_size": null,
                "name_size": null,
                "functions": null,
                "imports": null,
                "memory": {
                    "pages": null,
                    "shared": self.shared,
                    "stack": arguments.stack.size.0,
                },
                "features": translation::features(program, self.shared),
            });
            output.json(&document)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Compiles a program. Returns its code, and the same code as bytes.
fn compile(program: &Program, options: &CodeOptions) -> Result<(Code, Vec<u8>), CodeError> {
    let code = Code::compile(program, options)?;
    let bytes = code.to_bytes()?;
    Ok((code, bytes))
}
