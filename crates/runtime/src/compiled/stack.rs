//! Stacks for compiled code.
//!
//! The stack size of code is a setting of Wasmtime's engine, so every thread that runs code has the
//! same. It is address space: unused stack costs nothing.

use crate::program::StartError;
use std::cell::Cell;
use std::fmt;
use std::io;
use std::panic::resume_unwind;
use std::thread::{Builder, JoinHandle, Scope, ScopedJoinHandle};

/// The stack that code may use.
pub(super) const CODE_STACK: usize = 256 << 20;

/// Size in bytes of the thread's second stack, for host functions.
pub(super) const HOST_STACK: usize = 4 << 20;

thread_local! {
    /// True if this thread has a stack for code.
    static LARGE: Cell<bool> = const { Cell::new(false) };
}

fn builder() -> Builder {
    Builder::new().stack_size(CODE_STACK + HOST_STACK)
}

/// Starts a thread that can run code.
pub(super) fn spawn_free(
    function: impl FnOnce() + Send + 'static,
) -> Result<JoinHandle<()>, NoStack> {
    let spawned = builder().spawn(|| {
        LARGE.set(true);
        function();
    });
    spawned.map_err(NoStack)
}

/// Returns true if this thread can run code.
pub(super) fn is_large() -> bool {
    LARGE.get()
}

/// Starts a thread that can run code, within a scope.
pub(super) fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    function: impl FnOnce() -> T + Send + 'scope,
) -> Result<ScopedJoinHandle<'scope, T>, NoStack> {
    let spawned = builder().spawn_scoped(scope, || {
        LARGE.set(true);
        function()
    });
    spawned.map_err(NoStack)
}

/// Calls a function on a stack that is large enough for code: in the current thread if it was
/// started by this function, and otherwise in a new one.
///
/// [`Instance`](super::Instance) does so by itself. Wrapping many calls in one saves the creation
/// of a thread for each.
///
/// # Errors
///
/// Fails if the system refuses the thread; the function is then not called.
///
/// # Panics
///
/// Panics if the function does.
pub fn with_stack<T: Send>(function: impl FnOnce() -> T + Send) -> Result<T, NoStack> {
    if is_large() {
        return Ok(function());
    }
    std::thread::scope(|scope| {
        let thread = spawn(scope, function)?;
        Ok(thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

/// The system could not provide a thread with a stack for code.
#[derive(Debug)]
pub struct NoStack(io::Error);

impl fmt::Display for NoStack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = (CODE_STACK + HOST_STACK) >> 20;
        let NoStack(error) = self;
        write!(
            f,
            "the system refused a thread with {size} MiB of address space for its stack: {error}"
        )
    }
}

impl std::error::Error for NoStack {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.source()
    }
}

impl From<NoStack> for StartError {
    fn from(error: NoStack) -> StartError {
        StartError::AddressSpace(error.to_string())
    }
}
