//! Errors.

use super::{guard_quietly, pointer};
use crate::error::{Code, Error};
use std::ffi::{CStr, c_char};
use std::ptr;

/// An argument is invalid, such as a null pointer or a text that is not UTF-8.
pub const PINNACLE_ERROR_ARGUMENT: u32 = 1;
/// A file is not a valid program. The message lists its errors.
pub const PINNACLE_ERROR_INVALID_PROGRAM: u32 = 2;
/// A file cannot be read.
pub const PINNACLE_ERROR_IO: u32 = 3;
/// This build of the library, or the engine, does not support the request.
pub const PINNACLE_ERROR_UNSUPPORTED: u32 = 4;
/// The program imports a function that the linker does not have, or a function of the linker has
/// types that are not allowed.
pub const PINNACLE_ERROR_LINK: u32 = 5;
/// The program has no function with this name, or the function has other parameters.
pub const PINNACLE_ERROR_TYPE: u32 = 6;
/// The program cannot be started, for example for lack of memory.
pub const PINNACLE_ERROR_START: u32 = 7;
/// The program was stopped by a trap. The message has the reason and a back trace.
pub const PINNACLE_ERROR_TRAP: u32 = 8;
/// The program used up its time or its fuel.
pub const PINNACLE_ERROR_TIMEOUT: u32 = 9;
/// The program ended; `pinnacle_error_number` is its exit status.
pub const PINNACLE_ERROR_EXITED: u32 = 10;
/// A function of the host failed; `pinnacle_error_number` is the number of its error.
pub const PINNACLE_ERROR_HOST: u32 = 11;
/// A device of a page failed.
pub const PINNACLE_ERROR_DEVICE: u32 = 12;
/// A fault in Pinnacle. The handles that were passed to the function can only be freed.
pub const PINNACLE_ERROR_PANIC: u32 = 13;

const _: () = {
    assert!(Code::Argument as u32 == PINNACLE_ERROR_ARGUMENT);
    assert!(Code::InvalidProgram as u32 == PINNACLE_ERROR_INVALID_PROGRAM);
    assert!(Code::Io as u32 == PINNACLE_ERROR_IO);
    assert!(Code::Unsupported as u32 == PINNACLE_ERROR_UNSUPPORTED);
    assert!(Code::Link as u32 == PINNACLE_ERROR_LINK);
    assert!(Code::Type as u32 == PINNACLE_ERROR_TYPE);
    assert!(Code::Start as u32 == PINNACLE_ERROR_START);
    assert!(Code::Trap as u32 == PINNACLE_ERROR_TRAP);
    assert!(Code::Timeout as u32 == PINNACLE_ERROR_TIMEOUT);
    assert!(Code::Exited as u32 == PINNACLE_ERROR_EXITED);
    assert!(Code::Host as u32 == PINNACLE_ERROR_HOST);
    assert!(Code::Device as u32 == PINNACLE_ERROR_DEVICE);
    assert!(Code::Panic as u32 == PINNACLE_ERROR_PANIC);
};

/// The reason why a function failed. The receiver must free it with `pinnacle_error_free`.
#[derive(Debug)]
pub struct pinnacle_error_t(pub(super) Error);

/// Makes an error for a function of the host to return. It stops the program, and the call of the
/// program returns it with the code `PINNACLE_ERROR_HOST` and this number. `message` is copied;
/// null means an empty one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pinnacle_error_new(
    number: i32,
    message: *const c_char,
) -> *mut pinnacle_error_t {
    let message = if message.is_null() {
        c""
    } else {
        // SAFETY: it is not null, and the caller keeps the rules of texts.
        unsafe { CStr::from_ptr(message) }
    };
    pointer::give(pinnacle_error_t(Error::host(
        number,
        &message.to_string_lossy(),
    )))
}

/// Returns the code of an error, one of `PINNACLE_ERROR_*`; 0 for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pinnacle_error_code(error: *const pinnacle_error_t) -> u32 {
    // SAFETY: the caller keeps the rules of handles.
    let error = unsafe { error.as_ref() };
    error.map_or(0, |error| error.0.code() as u32)
}

/// Returns the message of an error, which belongs to the error; null for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pinnacle_error_message(error: *const pinnacle_error_t) -> *const c_char {
    // SAFETY: the caller keeps the rules of handles.
    let error = unsafe { error.as_ref() };
    error.map_or(ptr::null(), |error| error.0.message().as_ptr())
}

/// Returns the number of an error: an exit status for `PINNACLE_ERROR_EXITED`, the number passed to
/// `pinnacle_error_new` for `PINNACLE_ERROR_HOST`, otherwise 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pinnacle_error_number(error: *const pinnacle_error_t) -> i32 {
    // SAFETY: the caller keeps the rules of handles.
    let error = unsafe { error.as_ref() };
    error.map_or(0, |error| error.0.number())
}

/// Frees an error; null is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pinnacle_error_free(error: *mut pinnacle_error_t) {
    guard_quietly(|| {
        // SAFETY: the caller keeps the rules of handles.
        unsafe { pointer::free(error) }
    });
}
