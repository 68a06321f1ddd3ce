//! Options and results of translations.

use pinnacle_pexe::FuncId;
use pinnacle_pexe::host::{Exports, HostFunction};
use pinnacle_pexe::layout::{DEFAULT_STACK_SIZE, Layout};

/// A typical [`turn_length`](Options::turn_length), which takes some tenths of a millisecond.
///
/// It is prime, so that a loop does not always end its turn at the same place. If the loop held a
/// lock at that place, other threads would never get the lock.
pub const TURN_LENGTH: u32 = 99_991;

/// Options for translating a program.
#[derive(Clone, Debug)]
pub struct Options {
    /// The functions of the host, in the order of their addresses.
    /// [`host_import`](crate::abi::host_import) returns their import names.
    pub host: Vec<HostFunction>,
    /// The size of the main thread's stack in bytes.
    pub stack_size: u32,
    /// True if the memory is shared between threads. Programs without threads are faster without
    /// shared memory.
    pub shared_memory: bool,
    /// True if the module defines and exports its memory and does not import it. A host that can
    /// give the instances of several threads the same memory should set this together with
    /// [`shared_memory`](Options::shared_memory): the memory then has the plain type, and accesses
    /// are atomic where necessary.
    pub defines_memory: bool,
    /// True if the host protects pages of the memory. Otherwise code checks for accesses to page 0
    /// itself, and copies and fills bytes without accessing each page first.
    pub guards_pages: bool,
    /// True if the module contains the names of its functions (`@f12`, or the program's own names).
    pub names: bool,
    /// The exports in addition to those that every host needs. `@f12` is exported as `f12`.
    pub exports: Exports,
    /// True to allow indirect calls with another signature. Missing arguments are zero, and extra
    /// ones are dropped.
    pub lenient_calls: bool,
    /// The functions that are imported and not translated.
    pub outside: Vec<FuncId>,
    /// Makes code count loop iterations and calls of functions that call others, and call
    /// [`TURN`](crate::abi::TURN) after this number of them, at most 2^30. The host can then run
    /// other threads or stop the program.
    pub turn_length: Option<u32>,
    /// True if the program may load modules while it runs
    /// ([`translate_library`](crate::translate_library)). Its table can then grow, and code calls
    /// [`FOLLOW`](crate::abi::FOLLOW) before it calls a function that is not in the table.
    pub loads_modules: bool,
    /// True to record the file position of each instruction.
    pub source_map: bool,
    /// Number of threads that translate, or 0 for one per core.
    pub jobs: usize,
}

impl Default for Options {
    /// Returns options without host functions, with the default stack size, unshared imported
    /// memory with protected pages, names, only the required exports, and no source map.
    fn default() -> Options {
        Options {
            host: Vec::new(),
            stack_size: DEFAULT_STACK_SIZE,
            shared_memory: false,
            defines_memory: false,
            guards_pages: true,
            names: true,
            exports: Exports::Entry,
            lenient_calls: false,
            outside: Vec::new(),
            turn_length: None,
            loads_modules: false,
            source_map: false,
            jobs: 0,
        }
    }
}

/// A translated program.
#[derive(Clone, Debug)]
pub struct Translation {
    /// The module.
    pub bytes: Vec<u8>,
    /// The layout of the program's memory.
    pub layout: Layout,
    /// The source map of the code, if requested.
    pub source_map: Option<crate::SourceMap>,
}
