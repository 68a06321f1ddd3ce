//! Executables that are one program: a copy of this command followed by the program's machine code.
//!
//! [`payload`] defines the form, [`elf`] leaves out of the copy the parts that only debuggers read,
//! and [`environment`] reads the options. A mark in its data distinguishes an executable from the
//! command, so it need not read its own file to know what it is. If the mark is there and the
//! program is not, the file is damaged.

mod elf;
mod environment;
mod payload;

use crate::output::{Failure, Output};
use crate::run::deadline::end_process_after;
use crate::run::outcome;
use environment::Settings;
use payload::Payload;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
use pinnacle_native::Lifted;
use pinnacle_pexe::decode::{self, Program, decode};
use pinnacle_runtime::Trap;
use pinnacle_runtime::compiled::{Code, CodeError, Instance, Stop, Trusted, with_stack};
use pinnacle_runtime::irt::Irt;
use pinnacle_runtime::machine;
use pinnacle_runtime::program::RunOptions;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;

pub(crate) use payload::{has_program, program_in, program_offset};

/// Writes an executable that runs code.
pub(crate) fn write(
    out: &mut dyn Write,
    command: &[u8],
    code: &[u8],
    program: &[u8],
) -> io::Result<()> {
    let mut command = elf::loaded_part(command).into_owned();
    let end = command.len() + payload::size(code, program);
    let interpreter = elf::move_interpreter(&mut command, end);
    payload::write(out, &command, code, program)?;
    out.write_all(&interpreter)
}

/// Reads this command's executable, to be copied.
pub(crate) fn this_command() -> Result<Vec<u8>, Failure> {
    let read = || fs::read(std::env::current_exe()?);
    let bytes = read().map_err(|error| {
        Failure::new(format!(
            "cannot read this command to make a copy of it: {error}"
        ))
    })?;
    if payload::has_one_mark(&bytes) {
        Ok(bytes)
    } else {
        Err(Failure::new(
            "this command cannot be copied: its file has no place for a program",
        ))
    }
}

/// Runs the program that this executable was made for. All arguments are the
/// program's.
pub(crate) fn run(offset: u64, output: &Output) -> Result<ExitCode, Failure> {
    let damaged = |what: &str| {
        Failure::new(format!("this executable is damaged: {what}"))
            .hint("make it again with pinnacle translate --to native")
    };
    let mut arguments = std::env::args_os();
    let settings = Settings::from_environment(arguments.next())?;
    let not_whole = || damaged("the program in it is incomplete");
    let payload = Payload::read(offset)
        .map_err(|error| Failure::new(format!("cannot read this executable: {error}")))?
        .ok_or_else(not_whole)?;
    let code = Machine::new(payload.code().ok_or_else(not_whole)?)
        .map_err(|error| damaged(&error.to_string()))?;
    let words = arguments.map(OsString::into_encoded_bytes);
    let options = RunOptions {
        arguments: std::iter::once(settings.name).chain(words).collect(),
        environment: settings.environment,
        memory_limit: settings.memory,
        folders: settings.folders,
        stdio: machine::gathering_stdio(),
        seed: settings.seed,
        ..RunOptions::default()
    };
    if let Some(timeout) = settings.timeout {
        end_process_after(timeout, *output);
    }
    let (result, wanted_pepper) = code.run(options)?;
    Ok(match result {
        Ok(status) => {
            if status != 0 && wanted_pepper {
                hint_at_pepper(output);
            }
            status.into()
        }
        Err(stop) => {
            let trap = match decode(payload.program(), &decode::Options::default()) {
                Ok(program) => code.trap(&stop, &program),
                Err(_) => stop.without_place(),
            };
            output.error(&trap);
            outcome::status_of(&trap.kind).into()
        }
    })
}

/// The code of an executable.
enum Machine {
    /// Wasmtime made it.
    Wasmtime(Code),
    /// Clang made it.
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    Lifted(Lifted),
}

impl Machine {
    fn new(code: Trusted<'_>) -> Result<Machine, CodeError> {
        #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
        if pinnacle_native::is_library(code.bytes()) {
            return Ok(Machine::Lifted(Lifted::new(code)));
        }
        Code::from_bytes(code).map(Machine::Wasmtime)
    }

    /// Runs the program to its end. Returns how it ended, and true if it requested a browser.
    fn run(&self, options: RunOptions) -> Result<(Result<u8, Stop>, bool), Failure> {
        let result = match self {
            Machine::Wasmtime(code) => with_stack(|| {
                let mut instance = Instance::new(code, options)?;
                let result = instance.run(None);
                Ok((result, instance.with_host_state(|irt| wanted_pepper(irt))))
            })
            .unwrap_or_else(|error| Err(error.into())),
            #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
            Machine::Lifted(lifted) => lifted.run(options, |irt| wanted_pepper(irt)),
        };
        result.map_err(|error| environment::no_start(&error))
    }

    fn trap(&self, stop: &Stop, program: &Program) -> Trap {
        match self {
            Machine::Wasmtime(code) => stop.trap(code, program),
            #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
            Machine::Lifted(lifted) => lifted.trap(stop, program),
        }
    }
}

/// The first interface that browser programs request.
const PEPPER_INTERFACE: &str = "nacl-irt-ppapihook-0.1";

/// Returns true if a program requested a browser.
fn wanted_pepper(irt: &Irt) -> bool {
    irt.missing_interfaces()
        .any(|name| name == PEPPER_INTERFACE)
}

/// Prints a hint that a program failed because it needs a browser.
fn hint_at_pepper(output: &Output) {
    output.hint(
        "the program uses Pepper, the API of web browsers, which executables do not have; use \
         `pinnacle run`",
    );
}
