//! Reads, verifies, prints, assembles and translates programs.

use super::bytes::pinnacle_bytes_t;
use super::error::pinnacle_error_t;
use super::{guard, guard_quietly, pointer};
use crate::error::{Code, Error};
use pinnacle_embed::Module;
use pinnacle_pexe::text::{parse, print};
use pinnacle_pexe::verify;
use pinnacle_runtime::irt;
use std::ffi::c_char;
use std::fmt::Write;

/// PNaClAsm, which can be assembled again.
pub const PINNACLE_PRINT_ASSEMBLY: u32 = 0;
/// Bit positions, records and assembly in three columns.
pub const PINNACLE_PRINT_LISTING: u32 = 1;

/// A verified program. The receiver must free it with `pinnacle_program_free`.
#[derive(Debug)]
pub struct pinnacle_program_t(pub(super) Module);

/// Reads and verifies the bytes of a `.pexe` file, which are not used afterwards. Stores the
/// program in `program`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pinnacle_program_read(
    bytes: *const u8,
    size: usize,
    program: *mut *mut pinnacle_program_t,
) -> *mut pinnacle_error_t {
    guard(|| {
        // SAFETY: the caller keeps the rules of bytes.
        let bytes = unsafe { pointer::array(bytes, size, "bytes")? };
        let read = pointer::give(pinnacle_program_t(Module::new(bytes)?));
        // SAFETY: the caller follows the rules for results; a result that cannot be stored is
        // freed.
        unsafe { pointer::put(program, read, "program").inspect_err(|_| pointer::free(read)) }
    })
}

/// Frees a program; null is allowed. Instances of it stay valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pinnacle_program_free(program: *mut pinnacle_program_t) {
    guard_quietly(|| {
        // SAFETY: the caller keeps the rules of handles.
        unsafe { pointer::free(program) }
    });
}

/// Assembles PNaClAsm, a text of `size` bytes. Stores the bytes of the program in `file`; they are
/// not verified yet. An error lists the mistakes in the text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pinnacle_assemble(
    text: *const c_char,
    size: usize,
    file: *mut pinnacle_bytes_t,
) -> *mut pinnacle_error_t {
    guard(|| {
        // SAFETY: the caller keeps the rules of bytes.
        let text = unsafe { pointer::array(text.cast::<u8>(), size, "text")? };
        let assembled =
            parse::assemble(text).map_err(|errors| Error::new(Code::InvalidProgram, errors))?;
        // SAFETY: the caller keeps the rules of results.
        unsafe { put_bytes(file, assembled.bytes, "file") }
    })
}

/// Checks a file against every rule. Stores a text with a line for each error in `report`, which is
/// empty for a valid file, and their number in `errors`. The function succeeds for a file with
/// errors.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pinnacle_verify(
    bytes: *const u8,
    size: usize,
    errors: *mut usize,
    report: *mut pinnacle_bytes_t,
) -> *mut pinnacle_error_t {
    guard(|| {
        // SAFETY: the caller keeps the rules of bytes.
        let bytes = unsafe { pointer::array(bytes, size, "bytes")? };
        let found = verify::verify(bytes, &verify::Options::default());
        let mut text = String::new();
        for error in &found.errors {
            let _ = writeln!(text, "{error}");
        }
        if found.more {
            text.push_str("there are more errors\n");
        }
        // SAFETY: the caller keeps the rules of results.
        unsafe {
            pointer::put(errors, found.errors.len(), "errors")?;
            put_bytes(report, text.into_bytes(), "report")
        }
    })
}

/// Prints a file. `form` is one of `PINNACLE_PRINT_*`. Stores the text in `text`. A file with
/// errors is printed as far as it can be read, with each error under its record.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pinnacle_print(
    bytes: *const u8,
    size: usize,
    form: u32,
    text: *mut pinnacle_bytes_t,
) -> *mut pinnacle_error_t {
    guard(|| {
        // SAFETY: the caller keeps the rules of bytes.
        let bytes = unsafe { pointer::array(bytes, size, "bytes")? };
        let form = match form {
            PINNACLE_PRINT_ASSEMBLY => print::Form::Assembly,
            PINNACLE_PRINT_LISTING => print::Form::Listing,
            _ => return Err(Error::argument("form", "is not one of PINNACLE_PRINT_*")),
        };
        let found = verify::verify(bytes, &verify::Options::default());
        let options = print::Options {
            form,
            ..print::Options::default()
        };
        let mut printed = Vec::new();
        print::print(bytes, &found.errors, &options, &mut printed)
            .map_err(|error| Error::new(Code::Io, error))?;
        // SAFETY: the caller keeps the rules of results.
        unsafe { put_bytes(text, printed, "text") }
    })
}

/// Translates a program to a module of WebAssembly, as `pinnacle translate` does. Stores it in
/// `wasm`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pinnacle_program_translate(
    program: *const pinnacle_program_t,
    wasm: *mut pinnacle_bytes_t,
) -> *mut pinnacle_error_t {
    guard(|| {
        // SAFETY: the caller keeps the rules of handles.
        let program = unsafe { pointer::borrow(program, "program")? };
        let program = program.0.program();
        let options = pinnacle_wasm::Options {
            shared_memory: irt::uses_threads(program.module()),
            guards_pages: false,
            host: irt::declarations().collect(),
            names: true,
            ..pinnacle_wasm::Options::default()
        };
        let translation = pinnacle_wasm::translate(program, &options)
            .map_err(|error| Error::new(Code::Unsupported, error))?;
        // SAFETY: the caller keeps the rules of results.
        unsafe { put_bytes(wasm, translation.bytes, "wasm") }
    })
}

/// Gives bytes to C.
///
/// # Safety
///
/// The pointer is null or valid for a write.
pub(super) unsafe fn put_bytes(
    pointer: *mut pinnacle_bytes_t,
    bytes: Vec<u8>,
    name: &str,
) -> Result<(), Error> {
    if pointer.is_null() {
        return Err(Error::argument(name, "is null"));
    }
    // SAFETY: the caller promises that.
    unsafe { pointer::put(pointer, pinnacle_bytes_t::new(bytes), name) }
}
