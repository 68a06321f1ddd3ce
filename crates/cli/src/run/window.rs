//! `pinnacle run --window`: the window uses the first thread of the process, and the program runs
//! in another one.

use super::deadline::Deadline;
use super::{Arguments, start};
use crate::output::{Failure, Output};
use pinnacle_window::{Gone, Window};
use std::process::ExitCode;
use std::thread;

/// Stack size of the program's thread in bytes, as large as that of a first thread on Linux.
const STACK: usize = 8 << 20;

/// Runs a program and shows it until it ends.
pub(super) fn run(
    mut arguments: Arguments,
    mut deadline: Deadline,
    output: &Output,
) -> Result<ExitCode, Failure> {
    let (window, host) = Window::new().map_err(|error| {
        Failure::new(format!("cannot open a window: {error}")).hint(
            "leave --window out to run the program without a screen; --screenshot FILE saves \
                 its picture",
        )
    })?;
    arguments.window = Some(host);
    let output = *output;
    let program = thread::Builder::new()
        .name("program".to_owned())
        .stack_size(STACK)
        .spawn(move || start(arguments, &mut deadline, &output))
        .map_err(|error| Failure::new(format!("cannot start a thread: {error}")))?;
    match window.run() {
        Ok(Gone::Ended) => match program.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        },
        Ok(Gone::Abandoned) => std::process::exit(0),
        Err(error) => Err(Failure::new(format!("cannot show the program: {error}"))),
    }
}
