//! What is asked of a translation, and what comes out of it.

use pinnacle_pexe::FuncId;
use pinnacle_pexe::host::{Exports, HostFunction};
use pinnacle_pexe::layout::{DEFAULT_STACK_SIZE, Layout};

/// A usual [`turn_length`](Options::turn_length), some tenths of a millisecond.
///
/// It is a prime, so that a loop does not lose its turn at the same place each time: with a lock in
/// its hand there, it would keep others from it for ever.
pub const TURN_LENGTH: u32 = 99_991;

/// Options for translating a program.
#[derive(Clone, Debug)]
pub struct Options {
    /// The functions of the host, in the order of their addresses;
    /// [`host_import`](crate::abi::host_import) says how they are imported.
    pub host: Vec<HostFunction>,
    /// The size of the main thread's stack in bytes.
    pub stack_size: u32,
    /// True if the memory is shared between threads. Programs that start none are faster without.
    pub shared_memory: bool,
    /// True if the module defines its memory, and exports it, instead of importing it. A host that
    /// can give the instances of several threads the same bytes should set this with
    /// [`shared_memory`](Options::shared_memory) too: the type of the memory is the plain one, and
    /// accesses are atomic where they have to be.
    pub defines_memory: bool,
    /// True if the host protects pages of the memory. Where it does not, code traps by
    /// itself where it accesses page 0, and bytes are copied and filled without a look at
    /// each page before.
    pub guards_pages: bool,
    /// True if the module contains the names of its functions (`@f12`, or the program's own names).
    pub names: bool,
    /// The exports besides those that every host needs; `@f12` is exported as `f12`.
    pub exports: Exports,
    /// Lets indirect calls with another signature through: missing arguments
    /// are zero, further ones are dropped.
    pub lenient_calls: bool,
    /// Functions that are not translated but imported.
    pub outside: Vec<FuncId>,
    /// Has the code count the rounds of loops and the calls of functions that call others, and call
    /// [`TURN`](crate::abi::TURN) after a number of them, at most 2^30. The host can have other
    /// threads run there, or stop the program.
    pub turn_length: Option<u32>,
    /// True if the program may load modules while it runs
    /// ([`translate_library`](crate::translate_library)): its table can grow, and code calls
    /// [`FOLLOW`](crate::abi::FOLLOW) before it calls a function that is not in the table.
    pub loads_modules: bool,
    /// True to keep the place in the file that each instruction came from.
    pub source_map: bool,
    /// Number of threads that translate: 0 for one per core.
    pub jobs: usize,
}

impl Default for Options {
    /// No functions of a host, the usual stack, imported memory that is not shared and
    /// whose pages are protected, names, the entry function only, no source map.
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

/// A program as WebAssembly.
#[derive(Clone, Debug)]
pub struct Translation {
    /// The module.
    pub bytes: Vec<u8>,
    /// The layout of its memory.
    pub layout: Layout,
    /// The origins of its code, if requested.
    pub source_map: Option<crate::SourceMap>,
}
