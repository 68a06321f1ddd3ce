//! Runs programs as commands with arguments, input and output.

use super::bytes::pinnacle_bytes_t;
use super::error::pinnacle_error_t;
use super::program::pinnacle_program_t;
use super::{guard, pinnacle_config_t, pointer};
use crate::error::{Code, Error};
use pinnacle_embed::{Capture, Engine, Linker, Stdio, Stream};
use std::ffi::{CStr, c_char};

/// Arguments of a program. All zero is the default, and so is a null pointer.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct pinnacle_run_options_t {
    /// The options of the run.
    pub config: pinnacle_config_t,
    /// Its arguments, starting with its name.
    pub arguments: *const *const c_char,
    /// The number of arguments.
    pub argument_count: usize,
    /// Its standard input.
    pub input: *const u8,
    /// The size of its standard input in bytes.
    pub input_size: usize,
    /// True to write its output to that of this process instead of capturing it.
    pub inherit_output: bool,
}

/// The result of a run. Both outputs must be freed with `pinnacle_bytes_free`.
#[repr(C)]
#[derive(Debug)]
pub struct pinnacle_run_result_t {
    /// The exit status.
    pub exit_status: i32,
    /// The bytes of standard output.
    pub output: pinnacle_bytes_t,
    /// The bytes of standard error.
    pub error_output: pinnacle_bytes_t,
}

/// Runs a command-line program from start to end. `options` may be null.
///
/// `result` is always set, so the output of a program that is stopped by a trap is available; its
/// exit status is then -1. Use `pinnacle_page_open` for a Pepper program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pinnacle_program_run(
    program: *const pinnacle_program_t,
    options: *const pinnacle_run_options_t,
    result: *mut pinnacle_run_result_t,
) -> *mut pinnacle_error_t {
    guard(|| {
        let nothing = pinnacle_run_result_t {
            exit_status: -1,
            output: pinnacle_bytes_t::none(),
            error_output: pinnacle_bytes_t::none(),
        };
        // SAFETY: the caller keeps the rules of results and handles. The result is initialised
        // first, so that it can be borrowed.
        let (program, result) = unsafe {
            pointer::put(result, nothing, "result")?;
            let program = pointer::borrow(program, "program")?;
            (program, pointer::borrow_mut(result, "result")?)
        };
        if pinnacle_embed::is_pepper(&program.0) {
            let message = "a browser program needs pinnacle_page_open";
            return Err(Error::new(Code::Unsupported, message));
        }
        // SAFETY: the caller keeps the rules of pointers.
        let (config, arguments, input, inherits) = unsafe {
            match options.as_ref() {
                None => (pinnacle_config_t::default(), Vec::new(), Vec::new(), false),
                Some(options) => (
                    options.config,
                    arguments(options)?,
                    pointer::array(options.input, options.input_size, "input")?.to_vec(),
                    options.inherit_output,
                ),
            }
        };
        let (output, error) = (Capture::new(), Capture::new());
        let mut run = config.run_options();
        run.arguments = arguments;
        run.stdio = match inherits {
            true => pinnacle_embed::stdio(),
            false => Stdio {
                output: output.stream(),
                error: error.stream(),
                ..Stdio::default()
            },
        };
        run.stdio.input = Stream::bytes(input);
        let mut linker = Linker::new();
        linker.irt();
        let prepared = linker.prepare(&Engine::new(config.embed()?), &program.0)?;
        let status = prepared.instantiate_with((), run)?.run();
        result.output = pinnacle_bytes_t::new(output.take());
        result.error_output = pinnacle_bytes_t::new(error.take());
        result.exit_status = status?.into();
        Ok(())
    })
}

/// Returns the arguments of a program.
///
/// # Safety
///
/// The array and its texts follow the rules of pointers.
unsafe fn arguments(options: &pinnacle_run_options_t) -> Result<Vec<Vec<u8>>, Error> {
    // SAFETY: the caller promises that.
    let pointers =
        unsafe { pointer::array(options.arguments, options.argument_count, "arguments")? };
    let mut arguments = Vec::with_capacity(pointers.len());
    for &argument in pointers {
        if argument.is_null() {
            return Err(Error::argument("arguments", "has a null pointer"));
        }
        // SAFETY: it is not null, and the caller promises the rest.
        let text = unsafe { CStr::from_ptr(argument) };
        arguments.push(text.to_bytes().to_vec());
    }
    Ok(arguments)
}
