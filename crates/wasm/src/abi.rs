//! Defines the interface between a translated module and its host.
//!
//! Addresses of the program are addresses of its memory. Addresses of functions are indices of its
//! table, which are the same in every instance and never 0. `docs/wasm-abi.md` is the full contract
//! for authors of hosts.

/// The module that the memory is imported from, as [`MEMORY`].
pub const MEMORY_MODULE: &str = "env";

/// The name of the memory. It is shared if the options request that. The host provides at least the
/// pages that the import declares. A module that defines its memory
/// ([`crate::Options::defines_memory`]) exports it.
pub const MEMORY: &str = "memory";

/// The module for host functions whose names do not include an interface, as
/// `nacl-irt-basic-0.1.exit` does. The only such function is the query function.
pub const HOST_MODULE: &str = "nacl-irt";

/// The module that provides the functions of [`crate::Options::outside`], under names such as `f12`
/// for `@f12`.
pub const OUTSIDE_MODULE: &str = "pinnacle-outside";

/// The module that provides [`TURN`], if the module counts loop iterations and calls.
pub const TURN_MODULE: &str = "pinnacle-threads";

/// A function `() -> ()` that code calls at regular intervals, at the same places in every run; see
/// [`crate::Options::turn_length`].
pub const TURN: &str = "turn";

/// The module that provides [`FOLLOW`] to programs that load modules.
pub const MODULES_MODULE: &str = "pinnacle-modules";

/// A function `() -> ()` that code calls before it calls an address that is missing from the table.
/// The host then adds the functions of all modules that were loaded in the meantime.
pub const FOLLOW: &str = "follow";

/// The module that provides the exports of the program's own module to a loop entry.
pub const CODE_MODULE: &str = "pinnacle-code";

/// The function that a loop entry exports.
pub const LOOP_ENTRY: &str = "enter";

/// A mutable global of modules that import [`TURN`]: the number of iterations and calls until the
/// next call of `TURN`. A host that continues with another thread in the same instance sets it to
/// [`crate::Options::turn_length`].
pub const TURN_LEFT: &str = "__turn_left";

/// The entry function, with the same type as in the program.
pub const START: &str = "_start";

/// A function `() -> ()` that writes the initial contents of all globals. The host calls it once
/// for each memory, before any other function.
pub const INITIALIZE_MEMORY: &str = "__initialize_memory";

/// The table of host functions and of all functions whose address the program takes.
pub const TABLE: &str = "__indirect_function_table";

/// A mutable global: the stack pointer. Its initial value is the end of the main stack.
pub const STACK_POINTER: &str = "__stack_pointer";

/// A mutable global: the lowest value that the stack pointer may have. Its initial value is the
/// start of the main stack.
pub const STACK_LIMIT: &str = "__stack_limit";

/// A mutable global: the thread pointer. Its initial value is 0.
pub const THREAD_POINTER: &str = "__thread_pointer";

/// Constant globals: the start and end of the range that the host may write-protect after memory is
/// initialised.
pub const CONSTANTS: [&str; 2] = ["__constants_start", "__constants_end"];

/// Constant globals: the start and end of the main stack.
pub const STACK: [&str; 2] = ["__stack_start", "__stack_end"];

/// A constant global: the first address after the program's data, a multiple of 16. The host places
/// the start-up block there.
pub const DATA_END: &str = "__data_end";

/// A constant global: the address of the host's first function, which is its index in the table.
pub const FIRST_HOST_FUNCTION: &str = "__first_host_function";

/// The tag of the exception that `llvm.nacl.longjmp` throws. Only modules that call setjmp or
/// longjmp have it.
pub const LONGJMP_TAG: &str = "__longjmp";

/// A mutable `i64` global, exported with the tag: the position in the program's file, in bits, of
/// the last longjmp that ran. If no setjmp catches the exception, it identifies the call that threw
/// it.
pub const LONGJMP_POSITION: &str = "__longjmp_position";

/// A mutable `i64` global with the tag: the number of calls so far of functions that call setjmp. A
/// host that runs several instances with the same memory sets it to values far apart before their
/// code runs, so that the setjmp calls of two threads are not confused.
pub const ACTIVATIONS: &str = "__activations";

/// Returns the module and the name from which a host function is imported.
/// `nacl-irt-basic-0.1.exit` is `exit` of `nacl-irt-basic-0.1`.
pub fn host_import(name: &str) -> (&str, &str) {
    name.rsplit_once('.').unwrap_or((HOST_MODULE, name))
}
