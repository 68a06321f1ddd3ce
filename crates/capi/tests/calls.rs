//! The C interface, called as C calls it. The CI step `the C interface` runs the examples in C and
//! C++; these tests cover the rest: wrong arguments, traps, limits.

#![allow(
    unsafe_code,
    clippy::undocumented_unsafe_blocks,
    reason = "each call keeps the rules of pinnacle.h, with pointers to variables of this test"
)]

use pinnacle_capi::c::bytes::{pinnacle_bytes_free, pinnacle_bytes_t};
use pinnacle_capi::c::error::*;
use pinnacle_capi::c::instance::*;
use pinnacle_capi::c::linker::*;
use pinnacle_capi::c::page::*;
use pinnacle_capi::c::program::*;
use pinnacle_capi::c::run::*;
use pinnacle_capi::c::value::*;
use pinnacle_capi::c::{PINNACLE_ENGINE_INTERPRETER, pinnacle_config_t};
use std::ffi::{CStr, c_void};
use std::mem::zeroed;
use std::path::Path;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicU32, Ordering};

/// Takes an error: its code, number and text.
fn taken(error: *mut pinnacle_error_t) -> (u32, i32, String) {
    if error.is_null() {
        return (0, 0, String::new());
    }
    unsafe {
        let text = CStr::from_ptr(pinnacle_error_message(error)).to_string_lossy();
        let taken = (
            pinnacle_error_code(error),
            pinnacle_error_number(error),
            text.into_owned(),
        );
        pinnacle_error_free(error);
        taken
    }
}

#[track_caller]
fn works(error: *mut pinnacle_error_t) {
    assert_eq!(taken(error), (0, 0, String::new()));
}

/// Takes bytes as text.
fn text(mut bytes: pinnacle_bytes_t) -> String {
    unsafe {
        let found = std::slice::from_raw_parts(bytes.data, bytes.size);
        let found = String::from_utf8_lossy(found).into_owned();
        assert_eq!(*bytes.data.add(bytes.size), 0, "a NUL byte follows");
        pinnacle_bytes_free(&mut bytes);
        assert!(bytes.data.is_null() && bytes.size == 0);
        // A second time does nothing.
        pinnacle_bytes_free(&mut bytes);
        found
    }
}

/// The program of an example.
fn program(name: &str) -> *mut pinnacle_program_t {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../examples")
        .join(name);
    let source = std::fs::read(path).unwrap();
    unsafe {
        let mut file = zeroed();
        works(pinnacle_assemble(
            source.as_ptr().cast(),
            source.len(),
            &mut file,
        ));
        let mut program = null_mut();
        works(pinnacle_program_read(file.data, file.size, &mut program));
        pinnacle_bytes_free(&mut file);
        program
    }
}

/// Counts its calls, and fails from the second one on.
unsafe extern "C" fn count(
    data: *mut c_void,
    caller: *mut pinnacle_caller_t,
    arguments: *const pinnacle_value_t,
    argument_count: usize,
    _: *mut pinnacle_value_t,
) -> *mut pinnacle_error_t {
    unsafe {
        assert_eq!(argument_count, 2);
        let calls = (*data.cast::<AtomicU32>()).fetch_add(1, Ordering::Relaxed);
        if calls > 0 {
            return pinnacle_error_new(-5, c"enough".as_ptr());
        }
        let mut text = [0; 14];
        let address = (*arguments).of.i32 as u32;
        works(pinnacle_caller_read(caller, address, text.as_mut_ptr(), 14));
        assert_eq!(&text, b"squares summed");
        // The text is constant, and nothing is mapped at 0.
        let error = pinnacle_caller_write(caller, address, text.as_ptr(), 1);
        assert_eq!(taken(error).0, PINNACLE_ERROR_TRAP);
        pinnacle_caller_read(caller, 0, text.as_mut_ptr(), 1)
    }
}

unsafe extern "C" fn freed(data: *mut c_void) {
    unsafe { (*data.cast::<AtomicU32>()).fetch_add(100, Ordering::Relaxed) };
}

#[test]
fn errors_of_host_functions_keep_their_numbers_and_data_is_freed_once() {
    let calls = AtomicU32::new(0);
    let data = (&raw const calls).cast_mut().cast();
    unsafe {
        let program = program("c/journal.pnasm");
        let linker = pinnacle_linker_new();
        let kinds = [PINNACLE_I32, PINNACLE_I32];
        let offer = |name: &CStr, kinds: &[u32], result| {
            let (kinds, many) = (kinds.as_ptr(), kinds.len());
            let (run, name) = (Some(count as _), name.as_ptr());
            pinnacle_linker_function(linker, name, kinds, many, result, run, data, Some(freed))
        };
        assert_eq!(taken(offer(c"a.b", &[9], 0)).0, PINNACLE_ERROR_ARGUMENT);
        assert_eq!(taken(offer(c"a.b", &[0], 0)).0, PINNACLE_ERROR_ARGUMENT);
        assert_eq!(taken(offer(c"\xff", &kinds, 0)).0, PINNACLE_ERROR_ARGUMENT);

        let mut instance = null_mut();
        let error = pinnacle_instance_new(linker, program, null(), &mut instance);
        let (code, _, text) = taken(error);
        assert_eq!(code, PINNACLE_ERROR_LINK, "{text}");
        assert!(text.contains("journal.log"), "{text}");

        works(offer(c"journal.log", &kinds, PINNACLE_VOID));
        works(pinnacle_instance_new(
            linker,
            program,
            null(),
            &mut instance,
        ));
        pinnacle_linker_free(linker);
        pinnacle_program_free(program);
        let ten = pinnacle_value_t {
            kind: PINNACLE_I32,
            of: pinnacle_number_t { i32: 10 },
        };
        let call = |name: &CStr, arguments: &[pinnacle_value_t]| {
            let (values, many) = (arguments.as_ptr(), arguments.len());
            taken(pinnacle_instance_call(
                instance,
                name.as_ptr(),
                values,
                many,
                null_mut(),
            ))
        };
        // Its entry function returns at once.
        works(pinnacle_instance_initialize(instance));
        // The error that a function of the interface gave is passed on.
        let (code, _, text) = call(c"sum", &[ten]);
        assert_eq!(code, PINNACLE_ERROR_HOST, "{text}");
        let (code, number, text) = call(c"sum", &[ten]);
        assert_eq!((code, number), (PINNACLE_ERROR_HOST, -5), "{text}");
        assert!(
            text.contains("enough") && text.contains("@f1 \"sum\""),
            "{text}"
        );
        assert_eq!(call(c"sum", &[]).0, PINNACLE_ERROR_TYPE);
        assert_eq!(call(c"none", &[ten]).0, PINNACLE_ERROR_TYPE);
        let void = pinnacle_value_t {
            kind: PINNACLE_VOID,
            ..ten
        };
        assert_eq!(call(c"sum", &[void]).0, PINNACLE_ERROR_ARGUMENT);
        assert_eq!(calls.load(Ordering::Relaxed), 2, "nothing is freed yet");
        pinnacle_instance_free(instance);
        assert_eq!(calls.load(Ordering::Relaxed), 102);
    }
}

#[test]
fn null_is_an_error_and_frees_nothing() {
    unsafe {
        let mut bytes = zeroed();
        let mut result = zeroed();
        let mut size = 0;
        let mut program = null_mut();
        let mut page = null_mut();
        for error in [
            pinnacle_program_read(null(), 1, &mut program),
            pinnacle_program_read(c"x".as_ptr().cast(), usize::MAX, &mut program),
            pinnacle_verify(null(), 1, &mut size, &mut bytes),
            pinnacle_verify(null(), 0, null_mut(), &mut bytes),
            pinnacle_print(null(), 0, 7, &mut bytes),
            pinnacle_assemble(null(), 1, &mut bytes),
            pinnacle_program_translate(null(), &mut bytes),
            pinnacle_program_run(null(), null(), &mut result),
            pinnacle_program_run(null(), null(), null_mut()),
            pinnacle_linker_irt(null_mut()),
            pinnacle_instance_new(null(), null(), null(), null_mut()),
            pinnacle_instance_call(null_mut(), null(), null(), 0, null_mut()),
            pinnacle_instance_read(null_mut(), 0, null_mut(), 1),
            pinnacle_caller_read(null_mut(), 0, null_mut(), 1),
            pinnacle_page_open(null(), null(), &mut page),
            pinnacle_page_run(null_mut(), 0),
            pinnacle_page_message(null_mut(), &mut bytes),
            pinnacle_page_picture(null(), &mut bytes),
        ] {
            let (code, _, text) = taken(error);
            assert_eq!(code, PINNACLE_ERROR_ARGUMENT, "{text}");
        }
        assert_eq!(pinnacle_error_code(null()), 0);
        assert!(pinnacle_error_message(null()).is_null());
        pinnacle_error_free(null_mut());
        pinnacle_bytes_free(null_mut());
        pinnacle_program_free(null_mut());
        pinnacle_linker_free(null_mut());
        pinnacle_instance_free(null_mut());
        pinnacle_page_free(null_mut());
    }
}

#[test]
fn whole_programs_have_input_output_and_limits() {
    unsafe {
        let count = program("count.pnasm");
        let mut options: pinnacle_run_options_t = zeroed();
        (options.input, options.input_size) = (c"two words\n".as_ptr().cast(), 10);
        let mut result = zeroed();
        works(pinnacle_program_run(count, &options, &mut result));
        assert_eq!(result.exit_status, 0);
        assert_eq!(text(result.output), "1 2 10\n");
        assert_eq!(text(result.error_output), "");

        options.config.engine = PINNACLE_ENGINE_INTERPRETER;
        options.config.fuel = 20;
        let mut result = zeroed();
        let (code, _, _) = taken(pinnacle_program_run(count, &options, &mut result));
        assert_eq!((code, result.exit_status), (PINNACLE_ERROR_TIMEOUT, -1));
        pinnacle_bytes_free(&mut result.output);
        pinnacle_bytes_free(&mut result.error_output);
        options.config = pinnacle_config_t {
            engine: 9,
            ..pinnacle_config_t::default()
        };
        let error = pinnacle_program_run(count, &options, &mut result);
        assert_eq!(taken(error).0, PINNACLE_ERROR_ARGUMENT);
        pinnacle_program_free(count);
    }
}

#[test]
fn files_with_errors_are_reported_and_printed() {
    unsafe {
        let (mut errors, mut report, mut printed) = (0, zeroed(), zeroed());
        let file = b"no program";
        works(pinnacle_verify(
            file.as_ptr(),
            file.len(),
            &mut errors,
            &mut report,
        ));
        assert_eq!(errors, 1);
        assert_eq!(text(report).lines().count(), 1);
        let form = PINNACLE_PRINT_LISTING;
        works(pinnacle_print(
            file.as_ptr(),
            file.len(),
            form,
            &mut printed,
        ));
        text(printed);
        let mut program = null_mut();
        let error = pinnacle_program_read(file.as_ptr(), file.len(), &mut program);
        assert_eq!(taken(error).0, PINNACLE_ERROR_INVALID_PROGRAM);
        let mut page = null_mut();
        let error = pinnacle_page_open(c"no/such.pexe".as_ptr(), null(), &mut page);
        assert_eq!(taken(error).0, PINNACLE_ERROR_IO);
    }
}
