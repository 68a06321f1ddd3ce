//! The interface between a module and the host that it is linked with.
//!
//! `docs/llvm-ir.md` has the full contract, with the declarations in C.

/// Defined by the module, set by the host before any code of the module runs: the host's address of
/// the program's address 0.
pub const MEMORY: &str = "pinnacle_memory";

/// Defined by the module, one for each thread: the thread pointer.
pub const THREAD_POINTER: &str = "pinnacle_thread_pointer";

/// Defined by the module: numbers that the host needs, see
/// `docs/llvm-ir.md`.
pub const LAYOUT: &str = "pinnacle_layout";

/// Defined by the module: the names of the host's functions. The layout has their number.
pub const HOST_NAMES: &str = "pinnacle_host_names";

/// Defined by the module: `void (void)`, writes the initial contents of all
/// globals to memory that is zero.
pub const INITIALIZE: &str = "pinnacle_initialize";

/// Defined by the module: `int (int block)`, runs the entry function on the main stack and returns
/// its result, or 0 if it has none.
pub const START: &str = "pinnacle_start";

/// Defined by the module: `void (int function, int stack, int limit, int
/// thread_pointer)`, runs a thread of the program in the calling thread.
pub const START_THREAD: &str = "pinnacle_start_thread";

/// Defined by the module with [`Exports::All`](pinnacle_pexe::host::Exports::All): for each
/// function of the program a `void (*)(const void *arguments, void *result)`,
/// null if it has no body.
pub const FUNCTIONS: &str = "pinnacle_functions";

/// Defined by the host: `uint64_t (int function, uint64_t *arguments)`, calls
/// one of its functions.
pub const HOST: &str = "pinnacle_host";

/// Defined by the host: `void (int code)`, which does not return. The codes
/// are those of [`Trap`].
pub const TRAP: &str = "pinnacle_trap";

/// The version of this interface, the first word of the layout.
pub const VERSION: u32 = 2;

/// Maximum size of the buffer of the host's `setjmp` in bytes.
pub const JUMP_BUFFER_SIZE: u64 = 512;

/// The reason why a program is stopped. The discriminant is the code that the host receives.
/// Accesses outside the program's memory have none: the host detects these by signals.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u32)]
pub enum Trap {
    /// `unreachable` was reached.
    Unreachable = 1,
    /// `llvm.trap` was called.
    Called = 2,
    /// Integer division or remainder by zero.
    DivisionByZero = 3,
    /// The smallest integer was divided by -1.
    IntegerOverflow = 4,
    /// A call through a number that is not a function address.
    BadFunctionAddress = 5,
    /// A call through the address of a function with another signature.
    SignatureMismatch = 6,
    /// The program's stack is used up.
    StackOverflow = 7,
    /// A longjmp to a buffer that no setjmp of a running call filled.
    BadLongjmp = 8,
    /// An atomic access to an address that is not a multiple of its size.
    Misaligned = 9,
    /// The start function of a thread returned.
    ThreadReturned = 10,
}

impl Trap {
    /// All reasons, in the order of their codes.
    pub const ALL: [Trap; 10] = [
        Trap::Unreachable,
        Trap::Called,
        Trap::DivisionByZero,
        Trap::IntegerOverflow,
        Trap::BadFunctionAddress,
        Trap::SignatureMismatch,
        Trap::StackOverflow,
        Trap::BadLongjmp,
        Trap::Misaligned,
        Trap::ThreadReturned,
    ];

    /// Returns the code that the host receives.
    #[must_use]
    pub const fn code(self) -> u32 {
        self as u32
    }
}
