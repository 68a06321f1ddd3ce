//! Writes a program as LLVM IR, for LLVM to compile.

use super::{Arguments, host_functions};
use crate::bitcode::write_text;
use crate::input::Input;
use crate::output::{BAD_FILE, Failure, Output};
use crate::progress::Progress;
use pinnacle_lift::Options;
use pinnacle_pexe::decode::Program;
use std::process::ExitCode;

pub(super) fn make(
    arguments: &Arguments,
    input: &Input,
    program: &Program,
    output: &Output,
) -> Result<ExitCode, Failure> {
    let options = Options {
        host: host_functions(),
        stack_size: arguments.stack.size.0,
        names: !arguments.strip,
        ..Options::default()
    };
    let progress = Progress::start("translating", 1);
    progress.file(&input.name);
    let module = match pinnacle_lift::lift(program, &options) {
        Ok(module) => module,
        Err(error) => {
            drop(progress);
            output.error(format!("{}: {error}", input.name));
            return Ok(BAD_FILE.into());
        }
    };
    drop(progress);
    write_text(&module, &input.name, &arguments.result, output)
}
