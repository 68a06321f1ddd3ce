//! Errors.

use super::{guard_quietly, pointer};
use crate::error::{Code, Error};
use std::ffi::{CStr, c_char};
use std::ptr;

/// An argument is not allowed: a null pointer, say, or a text that is not UTF-8.
pub const PINNACLE_ERROR_ARGUMENT: u32 = 1;
/// A file is not a valid program. The message lists its errors.
pub const PINNACLE_ERROR_INVALID_PROGRAM: u32 = 2;
/// A file cannot be read.
pub const PINNACLE_ERROR_IO: u32 = 3;
/// This build of the library, or the engine, cannot do what was asked for.
pub const PINNACLE_ERROR_UNSUPPORTED: u32 = 4;
/// The program imports a function that is not offered, or one that is offered has types that are
/// not allowed.
pub const PINNACLE_ERROR_LINK: u32 = 5;
/// The program has no function of that name, or it has other parameters.
pub const PINNACLE_ERROR_TYPE: u32 = 6;
/// The program cannot be started: there is not enough memory, say.
pub const PINNACLE_ERROR_START: u32 = 7;
/// The program was stopped by a trap. The message has the reason and the calls that led to it.
pub const PINNACLE_ERROR_TRAP: u32 = 8;
/// The program used up the time or the fuel that it was given.
pub const PINNACLE_ERROR_TIMEOUT: u32 = 9;
/// The program ended; `pinnacle_error_number` is its exit status.
pub const PINNACLE_ERROR_EXITED: u32 = 10;
/// A function of the host failed; `pinnacle_error_number` is the number that it gave.
pub const PINNACLE_ERROR_HOST: u32 = 11;
/// A device of a page failed.
pub const PINNACLE_ERROR_DEVICE: u32 = 12;
/// A fault in Pinnacle. Handles that the function was given can only be freed.
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

/// Why a function failed. Whoever gets one frees it by `pinnacle_error_free`.
#[derive(Debug)]
pub struct pinnacle_error_t(pub(super) Error);

/// Makes the error of a function of the host. Returned by that function, it stops the program, and
/// the call of the program returns it with the code `PINNACLE_ERROR_HOST` and this number.
/// `message` is copied; null stands for an empty one.
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

/// Returns the text of an error for people. It belongs to the error. Null for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pinnacle_error_message(error: *const pinnacle_error_t) -> *const c_char {
    // SAFETY: the caller keeps the rules of handles.
    let error = unsafe { error.as_ref() };
    error.map_or(ptr::null(), |error| error.0.message().as_ptr())
}

/// Returns the number of an error: an exit status for `PINNACLE_ERROR_EXITED`, the number given to
/// `pinnacle_error_new` for `PINNACLE_ERROR_HOST`, else 0.
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
