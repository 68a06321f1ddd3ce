//! Loaded programs whose functions the host calls.

use super::error::pinnacle_error_t;
use super::linker::{self, pinnacle_linker_t};
use super::program::pinnacle_program_t;
use super::value::pinnacle_value_t;
use super::{guard, guard_quietly, pinnacle_config_t, pointer};
use crate::error::{Code, Error};
use pinnacle_embed::{Engine, Instance};
use std::ffi::c_char;

/// A program in memory. Its creator must free it with `pinnacle_instance_free`.
#[derive(Debug)]
pub struct pinnacle_instance_t(Instance<()>);

/// Makes an instance of a program, which can import the functions of a linker. `config` may be
/// null. Stores it in `instance`. The program and the linker can be freed before the instance.
///
/// A program with the IRT writes to standard output and standard error of this process.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pinnacle_instance_new(
    linker: *const pinnacle_linker_t,
    program: *const pinnacle_program_t,
    config: *const pinnacle_config_t,
    instance: *mut *mut pinnacle_instance_t,
) -> *mut pinnacle_error_t {
    guard(|| {
        // SAFETY: the caller keeps the rules of handles and pointers.
        let (linker, program, config) = unsafe {
            (
                pointer::borrow(linker, "linker")?,
                pointer::borrow(program, "program")?,
                config.as_ref().copied().unwrap_or_default(),
            )
        };
        let engine = Engine::new(config.embed()?);
        let prepared = linker.0.prepare(&engine, &program.0)?;
        let mut options = config.run_options();
        options.stdio = pinnacle_embed::stdio();
        options.stdio.input = pinnacle_embed::Stream::default();
        let made = prepared.instantiate_with((), options)?;
        let made = pointer::give(pinnacle_instance_t(made));
        // SAFETY: the caller follows the rules for results; a result that cannot be stored is
        // freed.
        unsafe { pointer::put(instance, made, "instance").inspect_err(|_| pointer::free(made)) }
    })
}

/// Initialises a library: runs its constructors. `pinnacle cc --export` makes libraries, which
/// have no `main`. A program with a `main` runs to its end, and `PINNACLE_ERROR_EXITED` is
/// returned.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pinnacle_instance_initialize(
    instance: *mut pinnacle_instance_t,
) -> *mut pinnacle_error_t {
    guard(|| {
        // SAFETY: the caller keeps the rules of handles.
        let instance = unsafe { pointer::borrow_mut(instance, "instance")? };
        Ok(instance.0.initialize()?)
    })
}

/// Calls a function of the program by name. Stores its result in `result`, with the type
/// `PINNACLE_VOID` if it returns nothing. `result` may be null.
///
/// After a trap the instance can be called again. Its memory is as the trap left it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pinnacle_instance_call(
    instance: *mut pinnacle_instance_t,
    name: *const c_char,
    arguments: *const pinnacle_value_t,
    argument_count: usize,
    result: *mut pinnacle_value_t,
) -> *mut pinnacle_error_t {
    guard(|| {
        // SAFETY: the caller keeps the rules of handles, texts and arrays.
        let (instance, name, arguments) = unsafe {
            (
                pointer::borrow_mut(instance, "instance")?,
                pointer::text(name, "name")?,
                pointer::array(arguments, argument_count, "arguments")?,
            )
        };
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            // SAFETY: the caller has set the member of the type.
            let value = unsafe { argument.get()? };
            values
                .push(value.ok_or_else(|| Error::argument("arguments", "contains a void value"))?);
        }
        let returned = pinnacle_value_t::new(instance.0.call(name, &values)?)?;
        if result.is_null() {
            return Ok(());
        }
        // SAFETY: the caller keeps the rules of results.
        unsafe { pointer::put(result, returned, "result") }
    })
}

/// Stores the address of a global variable of the program in `address`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pinnacle_instance_global(
    instance: *const pinnacle_instance_t,
    name: *const c_char,
    address: *mut u32,
) -> *mut pinnacle_error_t {
    guard(|| {
        // SAFETY: the caller keeps the rules of handles and texts.
        let (instance, name) = unsafe {
            (
                pointer::borrow(instance, "instance")?,
                pointer::text(name, "name")?,
            )
        };
        let global = instance.0.module().global(name);
        let found = global.and_then(|global| instance.0.global(global));
        let none = || {
            Error::new(
                Code::Type,
                format_args!("the program has no variable {name:?}"),
            )
        };
        // SAFETY: the caller keeps the rules of results.
        unsafe { pointer::put(address, found.ok_or_else(none)?, "address") }
    })
}

/// Reads `size` bytes of the program's memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pinnacle_instance_read(
    instance: *mut pinnacle_instance_t,
    address: u32,
    buffer: *mut u8,
    size: usize,
) -> *mut pinnacle_error_t {
    guard(|| {
        // SAFETY: the caller keeps the rules of handles and results.
        unsafe {
            let instance = pointer::borrow_mut(instance, "instance")?;
            instance
                .0
                .with_memory(|memory| linker::read(memory, address, buffer, size))
        }
    })
}

/// Writes `size` bytes to the program's memory: all, or none if the program may not write there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pinnacle_instance_write(
    instance: *mut pinnacle_instance_t,
    address: u32,
    bytes: *const u8,
    size: usize,
) -> *mut pinnacle_error_t {
    guard(|| {
        // SAFETY: the caller keeps the rules of handles and bytes.
        unsafe {
            let instance = pointer::borrow_mut(instance, "instance")?;
            instance
                .0
                .with_memory(|memory| linker::write(memory, address, bytes, size))
        }
    })
}

/// Frees an instance; null is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pinnacle_instance_free(instance: *mut pinnacle_instance_t) {
    guard_quietly(|| {
        // SAFETY: the caller keeps the rules of handles.
        unsafe { pointer::free(instance) }
    });
}
