//! Host functions that programs call.

use super::error::pinnacle_error_t;
use super::value::{PINNACLE_VOID, pinnacle_number_t, pinnacle_value_t, type_of};
use super::{guard, guard_quietly, pointer};
use crate::error::{Code, Error};
use pinnacle_embed::{Caller, Halt, Linker, Value};
use pinnacle_runtime::Memory;
use std::ffi::{c_char, c_void};
use std::fmt;

/// The functions that programs can import. Its creator must free it with `pinnacle_linker_free`.
#[derive(Debug)]
pub struct pinnacle_linker_t(pub(super) Linker<()>);

/// The program that calls a function of the host. It is only valid during that call.
pub struct pinnacle_caller_t {
    memory: *mut Memory,
}

impl fmt::Debug for pinnacle_caller_t {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("pinnacle_caller_t").finish_non_exhaustive()
    }
}

/// A function of the host. `data` is the pointer that was passed to `pinnacle_linker_function`.
/// `arguments` have the declared types and belong to the caller. The function must set `result` if
/// a result type was declared. It returns null, or an error of `pinnacle_error_new`, which stops
/// the program.
///
/// It must not call the instance that calls it, and must return: neither an exception nor
/// `longjmp` may leave it.
pub type pinnacle_function_t = Option<
    unsafe extern "C" fn(
        data: *mut c_void,
        caller: *mut pinnacle_caller_t,
        arguments: *const pinnacle_value_t,
        argument_count: usize,
        result: *mut pinnacle_value_t,
    ) -> *mut pinnacle_error_t,
>;

/// Frees the data of a function of the host.
pub type pinnacle_drop_t = Option<unsafe extern "C" fn(data: *mut c_void)>;

/// A function of C with its data.
struct HostFunction {
    run: unsafe extern "C" fn(
        *mut c_void,
        *mut pinnacle_caller_t,
        *const pinnacle_value_t,
        usize,
        *mut pinnacle_value_t,
    ) -> *mut pinnacle_error_t,
    data: *mut c_void,
    drop: pinnacle_drop_t,
}

// SAFETY: `pinnacle_linker_function` demands of its caller that the function and its data can be
// used by any thread, and by several at the same time.
unsafe impl Send for HostFunction {}
// SAFETY: as above.
unsafe impl Sync for HostFunction {}

impl Drop for HostFunction {
    fn drop(&mut self) {
        if let Some(drop) = self.drop {
            // SAFETY: it belongs to this data, which nobody uses any longer.
            unsafe { drop(self.data) };
        }
    }
}

impl HostFunction {
    fn call(&self, caller: &mut Caller<'_, ()>, args: &[Value]) -> Result<Option<Value>, Halt> {
        let failed = |error: Error| Halt::Error(Box::new(error.into_host_failure()));
        let mut arguments = Vec::with_capacity(args.len());
        for &value in args {
            arguments.push(pinnacle_value_t::new(Some(value)).map_err(failed)?);
        }
        let mut caller = pinnacle_caller_t {
            memory: caller.memory,
        };
        let mut result = pinnacle_value_t {
            kind: PINNACLE_VOID,
            of: pinnacle_number_t { i64: 0 },
        };
        // SAFETY: whoever registered it promised that it is a function of this type. Its arguments
        // live until it returns, and the memory is borrowed for that time.
        let error = unsafe {
            (self.run)(
                self.data,
                &mut caller,
                arguments.as_ptr(),
                arguments.len(),
                &mut result,
            )
        };
        if !error.is_null() {
            // SAFETY: the function gives what `pinnacle_error_new` gave it.
            let error = unsafe { Box::from_raw(error) };
            return Err(failed(error.0));
        }
        // SAFETY: all bytes of the number were initialised above, and the function writes the
        // member of the type that it sets.
        unsafe { result.get() }.map_err(failed)
    }
}

/// Makes a linker without functions.
#[unsafe(no_mangle)]
pub extern "C" fn pinnacle_linker_new() -> *mut pinnacle_linker_t {
    pointer::give(pinnacle_linker_t(Linker::new()))
}

/// Adds the operating system of command-line programs: files, output, threads.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pinnacle_linker_irt(
    linker: *mut pinnacle_linker_t,
) -> *mut pinnacle_error_t {
    guard(|| {
        // SAFETY: the caller keeps the rules of handles.
        let linker = unsafe { pointer::borrow_mut(linker, "linker")? };
        linker.0.irt();
        Ok(())
    })
}

/// Adds a function called `interface.function`. `parameters` are the types of its parameters,
/// and `result` is that of its result: `PINNACLE_VOID` to `PINNACLE_F64`.
///
/// The linker and all instances made with it keep `data`. The last of them to be freed calls `drop`
/// on it, which may be null. If this function fails, `data` stays with the caller. A program with
/// threads calls the function from several threads, so it and its data must allow that.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pinnacle_linker_function(
    linker: *mut pinnacle_linker_t,
    name: *const c_char,
    parameters: *const u32,
    parameter_count: usize,
    result: u32,
    function: pinnacle_function_t,
    data: *mut c_void,
    drop: pinnacle_drop_t,
) -> *mut pinnacle_error_t {
    guard(|| {
        // SAFETY: the caller keeps the rules of handles, texts and arrays.
        let (linker, name, parameters) = unsafe {
            (
                pointer::borrow_mut(linker, "linker")?,
                pointer::text(name, "name")?,
                pointer::array(parameters, parameter_count, "parameters")?,
            )
        };
        let run = function.ok_or_else(|| Error::argument("function", "is null"))?;
        let mut types = Vec::with_capacity(parameters.len());
        for &parameter in parameters {
            if parameter == PINNACLE_VOID {
                return Err(Error::argument("parameters", "contains PINNACLE_VOID"));
            }
            types.push(type_of(parameter)?);
        }
        let result = type_of(result)?;
        let own = HostFunction { run, data, drop };
        linker
            .0
            .function(name, &types, result, move |caller, args| {
                own.call(caller, args)
            });
        Ok(())
    })
}

/// Frees a linker; null is allowed. Instances made with it stay valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pinnacle_linker_free(linker: *mut pinnacle_linker_t) {
    guard_quietly(|| {
        // SAFETY: the caller keeps the rules of handles.
        unsafe { pointer::free(linker) }
    });
}

/// Reads `size` bytes of the memory of the program that calls a function of the host.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pinnacle_caller_read(
    caller: *mut pinnacle_caller_t,
    address: u32,
    buffer: *mut u8,
    size: usize,
) -> *mut pinnacle_error_t {
    guard(|| {
        // SAFETY: a caller is valid during the call of a function of the host, which borrows the
        // memory for as long; the rest are the rules of handles and results.
        unsafe {
            let caller = pointer::borrow_mut(caller, "caller")?;
            read(&mut *caller.memory, address, buffer, size)
        }
    })
}

/// Writes `size` bytes to the memory of the program that calls a function of the host: all, or
/// none if the program may not write there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pinnacle_caller_write(
    caller: *mut pinnacle_caller_t,
    address: u32,
    bytes: *const u8,
    size: usize,
) -> *mut pinnacle_error_t {
    guard(|| {
        // SAFETY: as for `pinnacle_caller_read`.
        unsafe {
            let caller = pointer::borrow_mut(caller, "caller")?;
            write(&mut *caller.memory, address, bytes, size)
        }
    })
}

/// Copies bytes of a program's memory to C.
///
/// # Safety
///
/// The buffer is null or valid for writes of that many bytes.
pub(super) unsafe fn read(
    memory: &mut Memory,
    address: u32,
    buffer: *mut u8,
    size: usize,
) -> Result<(), Error> {
    if size == 0 {
        return Ok(());
    }
    if buffer.is_null() {
        return Err(Error::argument("buffer", "is null"));
    }
    let length = u32::try_from(size).map_err(|_| Error::argument("size", "is more than 4 GiB"))?;
    let bytes = memory
        .bytes(address, length)
        .map_err(|fault| Error::new(Code::Trap, fault))?;
    // SAFETY: there are that many bytes, the caller promises room for them, and nothing of Rust
    // lies there.
    unsafe { buffer.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
    Ok(())
}

/// Copies bytes of C to a program's memory.
///
/// # Safety
///
/// The pointer is null or valid for reads of that many bytes.
pub(super) unsafe fn write(
    memory: &mut Memory,
    address: u32,
    bytes: *const u8,
    size: usize,
) -> Result<(), Error> {
    // SAFETY: the caller promises that.
    let bytes = unsafe { pointer::array(bytes, size, "bytes")? };
    memory
        .write(address, bytes)
        .map_err(|fault| Error::new(Code::Trap, fault))
}
