//! Options of a translation.

use pinnacle_pexe::host::{Exports, HostFunction};
use pinnacle_pexe::layout::DEFAULT_STACK_SIZE;

/// Options for translating a program.
#[derive(Clone, Debug)]
pub struct Options {
    /// The functions of the host, in the order of their addresses; the first
    /// is the query function.
    pub host: Vec<HostFunction>,
    /// The size of the main thread's stack in bytes.
    pub stack_size: u32,
    /// True if values and blocks are named as in PNaClAsm (`%v12`, `b3`) instead of numbered, and
    /// functions by the program's own names too.
    pub names: bool,
    /// The functions that the host can call: all through [`abi::FUNCTIONS`](crate::abi::FUNCTIONS).
    pub exports: Exports,
    /// True if every access of the program's memory is volatile. LLVM then removes none, so each
    /// invalid access traps at its place. Code is slower.
    pub volatile: bool,
    /// True if threads of the program may run at the same time. If false, the host must not start
    /// threads; atomic accesses are then ordinary ones, and only the thread pointer is
    /// thread-local.
    pub threads: bool,
    /// True if machine code of the module can be traced back to the program: instructions have
    /// locations, whose lines are the numbers of the program's instructions plus one (print them
    /// with [`PrintOptions::lines`](pinnacle_llvm::PrintOptions::lines)), and a host can walk the
    /// stack.
    pub places: bool,
    /// The target triple of the module, such as `x86_64-pc-linux-gnu`. If empty, the module has
    /// none and can be compiled for any target.
    pub triple: String,
}

impl Default for Options {
    /// No host functions, the usual stack size, names, the entry function only, ordinary accesses,
    /// threads, no places, any target.
    fn default() -> Options {
        Options {
            host: Vec::new(),
            stack_size: DEFAULT_STACK_SIZE,
            names: true,
            exports: Exports::Entry,
            volatile: false,
            threads: true,
            places: false,
            triple: String::new(),
        }
    }
}
