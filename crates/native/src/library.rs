//! Loads machine code that clang compiled from a program, from bytes.
//!
//! The other side of this interface is `crates/driver/native/glue.c`, which is compiled into each
//! such library.
//!
//! # Why this is sound
//!
//! * A library declares the version of its structures. If that is another version, nothing else in
//!   it is used.
//! * It stays loaded forever, so its pointers stay valid.
//! * Its code comes from the lifter, which lets a program access nothing but its memory, its own
//!   variables and its stack; see `docs/native.md`. The documentation of `Trusted::new` says that
//!   other files run with all rights.

use crate::faults;
use pinnacle_runtime::compiled::direct::{
    Entry, Exit, HostCalls, Layout, MachineCode, Mapping, Places, REACH, Reply,
};
use pinnacle_runtime::irt;
use std::cell::UnsafeCell;
use std::ffi::{CStr, CString, c_char, c_void};
use std::fs::File;
use std::io::Write;
use std::ops::Range;
use std::os::fd::AsRawFd;
use std::ptr::NonNull;
use std::sync::Arc;

/// The version of the interface between module and host in `docs/llvm-ir.md`.
const ABI_VERSION: u32 = 2;

/// The version of the structures in this file.
const VERSION: u64 = 1;

/// Number of words in the layout.
const LAYOUT_WORDS: usize = 10;

/// `struct answer` of the glue.
#[repr(C)]
struct Answer {
    value: u64,
    what: u64,
}

impl From<Reply> for Answer {
    fn from(reply: Reply) -> Answer {
        let (what, value) = match reply {
            Reply::Value(value) => (0, value),
            Reply::ThreadPointer(pointer) => (1, pointer.into()),
            Reply::Leave => (2, 0),
        };
        Answer { value, what }
    }
}

/// `struct thread` of the glue.
#[repr(C, align(16))]
pub(super) struct Thread {
    leave: [u8; 512],
    user: *const c_void,
    stack_limit: *const c_void,
    pub(super) frame: *const c_void,
    pub(super) in_program: u32,
    pub(super) trap: u32,
}

/// `struct host` of the glue.
#[repr(C)]
struct Functions {
    call: unsafe extern "C" fn(*const c_void, u32, *const u64) -> Answer,
    fmod: extern "C" fn(f64, f64) -> f64,
    fmodf: extern "C" fn(f32, f32) -> f32,
}

/// The library's exports.
#[repr(C)]
struct Table {
    version: u64,
    begin: *const c_void,
    end: *const c_void,
    layout: *const [u32; LAYOUT_WORDS],
    host_names: *const *const c_char,
    prepare: unsafe extern "C" fn(*mut u8, *const Functions),
    initialize: unsafe extern "C" fn(),
    run: unsafe extern "C" fn(*mut Thread, u32, u32, u32, u32) -> i32,
    leave: unsafe extern "C" fn(*mut Thread) -> !,
}

/// A loaded library without memory for its program. It can be given memory only once, because the
/// library itself keeps the memory's address.
#[derive(Debug)]
pub(super) struct Opened {
    table: NonNull<Table>,
    layout: Layout,
}

// SAFETY: the table is constant, and the functions in it are for any thread.
unsafe impl Send for Opened {}

/// A loaded library with a program and its memory.
#[derive(Debug)]
pub(super) struct Library {
    table: NonNull<Table>,
    memory: NonNull<u8>,
    /// The memory is never freed: threads that are not joined may still run.
    _mapping: Arc<Mapping>,
}

// SAFETY: the table is constant, and the functions in it are for any thread.
unsafe impl Send for Library {}
// SAFETY: as above.
unsafe impl Sync for Library {}

impl Opened {
    /// Loads a library, and checks that it was made for this host.
    pub(super) fn load(bytes: &[u8]) -> Result<Opened, String> {
        let table = open(bytes)?;
        // SAFETY: the version is the first word in every version.
        let version = unsafe { (*table.as_ptr()).version };
        if version != VERSION {
            return Err(format!("it has version {version}, expected {VERSION}"));
        }
        // SAFETY: a library of this version has a table of this form, whose pointers
        // are to constants of these types: as many names as the layout says.
        let (layout, host_names) = unsafe {
            let table = table.as_ref();
            let layout = *table.layout;
            let names = (0..layout[7] as usize).map(|index| {
                let name = *table.host_names.add(index);
                CStr::from_ptr(name).to_string_lossy().into_owned()
            });
            (layout, names.collect::<Vec<_>>())
        };
        let layout = check(&layout, &host_names)?;
        Ok(Opened { table, layout })
    }
}

impl Library {
    /// Gives a library its own memory.
    pub(super) fn with_memory(
        opened: Opened,
        memory: &Arc<Mapping>,
    ) -> Result<(Library, Layout), String> {
        let library = Library {
            table: opened.table,
            memory: memory.base(),
            _mapping: memory.clone(),
        };
        let functions = Functions { call, fmod, fmodf };
        faults::install()?;
        // SAFETY: nothing of the program runs yet. The memory is reserved as far as
        // an access of the program can reach, by the caller.
        unsafe { (library.table.as_ref().prepare)(library.memory.as_ptr(), &functions) };
        Ok((library, opened.layout))
    }

    /// Returns the addresses of its code and constants.
    pub(super) fn range(&self) -> Range<usize> {
        // SAFETY: the table is never freed.
        let table = unsafe { self.table.as_ref() };
        table.begin as usize..table.end as usize
    }

    /// Returns the addresses of the memory.
    pub(super) fn memory(&self) -> Range<usize> {
        let start = self.memory.as_ptr() as usize;
        start..start + REACH
    }

    /// The address where a thread that must leave the program continues.
    pub(super) fn leave(&self) -> usize {
        // SAFETY: the table is never freed.
        unsafe { self.table.as_ref().leave as usize }
    }
}

impl MachineCode for Library {
    fn initialize(&self) {
        // SAFETY: it writes to the program's memory alone, where the layout says that there are
        // initial contents, and that is writable as the trait says.
        unsafe { (self.table.as_ref().initialize)() }
    }

    fn places(&self) -> Places {
        faults::places(&self.range())
    }

    fn run(&self, entry: Entry, calls: &dyn HostCalls, stack: [usize; 2]) -> Exit {
        let [code, host] = stack;
        let (argument, top, limit, thread_pointer) = match entry {
            Entry::Main(block) => (block, 0, 0, 0),
            Entry::Thread {
                function,
                stack,
                limit,
                thread_pointer,
            } => {
                // The glue takes a stack at 0 for the main one. No program has a stack there: page
                // 0 is never accessible.
                (function, stack.max(1), limit, thread_pointer)
            }
        };
        let here: *const c_void = (&raw const calls).cast();
        let thread = UnsafeCell::new(Thread {
            leave: [0; 512],
            user: here,
            stack_limit: here.wrapping_byte_sub(code),
            frame: here,
            in_program: 0,
            trap: 0,
        });
        let watched = here as usize - code - host..here as usize;
        let run = || {
            // SAFETY: the structure outlives the call. The called code follows the rules at the top
            // of this file; it returns normally.
            unsafe { (self.table.as_ref().run)(thread.get(), argument, top, limit, thread_pointer) }
        };
        let (status, fault) = faults::watch(self, &thread, watched, run);
        match (fault, u8::try_from(status)) {
            (Some(fault), _) => Exit::Fault(fault),
            (None, Ok(status)) => Exit::Status(status),
            (None, Err(_)) => Exit::Left,
        }
    }
}

/// Checks that a library was made for this host, and returns its layout.
fn check(layout: &[u32; LAYOUT_WORDS], host_names: &[String]) -> Result<Layout, String> {
    let [
        version,
        constants,
        constants_end,
        stack,
        stack_end,
        end,
        first_host_function,
        ..,
        may_have_threads,
    ] = *layout;
    let host = irt::declarations();
    let is_same = host
        .map(|function| function.name)
        .eq(host_names.iter().cloned());
    if version != ABI_VERSION || !is_same {
        return Err("it needs host functions that this host does not have".into());
    }
    Ok(Layout {
        first_host_function,
        constants: constants..constants_end,
        stack: stack..stack_end,
        end,
        may_have_threads: may_have_threads != 0,
    })
}

/// Makes the system load a library from bytes, and finds its table.
fn open(bytes: &[u8]) -> Result<NonNull<Table>, String> {
    use rustix::fs::{MemfdFlags, memfd_create};
    let file = memfd_create("program", MemfdFlags::CLOEXEC).map(File::from);
    let mut file = file.map_err(|error| format!("cannot make a file in memory: {error}"))?;
    file.write_all(bytes)
        .map_err(|error| format!("cannot write a file in memory: {error}"))?;
    let path = format!("/proc/self/fd/{}", file.as_raw_fd());
    let path = CString::new(path).map_err(|error| error.to_string())?;
    // SAFETY: the path is a string. The library has no code that runs as it is loaded.
    let library = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
    if library.is_null() {
        return Err(last_error());
    }
    // SAFETY: the handle is that of a library, which is never closed.
    let table = unsafe { libc::dlsym(library, c"pinnacle_library".as_ptr()) };
    NonNull::new(table.cast()).ok_or_else(last_error)
}

/// The loader's message about its last failure.
fn last_error() -> String {
    // SAFETY: the result is null or a string that stays until the next call in this
    // thread.
    unsafe {
        let text = libc::dlerror();
        if text.is_null() {
            return "the loader gives no reason".into();
        }
        CStr::from_ptr(text).to_string_lossy().into_owned()
    }
}

/// Handles a call of the host by the program.
///
/// # Safety
///
/// `user` must be what `Library::run` has put into the thread that calls, and there
/// must be as many arguments as the function has.
unsafe extern "C" fn call(user: *const c_void, function: u32, arguments: *const u64) -> Answer {
    // SAFETY: the thread is within `Library::run`, whose frame has the reference.
    let calls = unsafe { *user.cast::<&dyn HostCalls>() };
    let count = calls.argument_count(function);
    let arguments = match count {
        0 => &[],
        // SAFETY: the lifter's code gives as many words as the function has
        // parameters, by the declarations that are compared when it is loaded.
        _ => unsafe { std::slice::from_raw_parts(arguments, count) },
    };
    calls.call(function, arguments).into()
}

extern "C" fn fmod(a: f64, b: f64) -> f64 {
    a % b
}

extern "C" fn fmodf(a: f32, b: f32) -> f32 {
    a % b
}
