//! Stacks for compiled code.
//!
//! How much stack code may use is a property of Wasmtime's engine, so every
//! thread that runs code has as much. It is address space: what is not touched
//! costs nothing.

use std::cell::Cell;
use std::io;
use std::panic::resume_unwind;
use std::thread::{Builder, JoinHandle, Scope, ScopedJoinHandle};

/// The stack that code may use.
pub(super) const CODE_STACK: usize = 256 << 20;

/// What the thread has beyond it, for functions of the host.
pub(super) const HOST_STACK: usize = 4 << 20;

thread_local! {
    /// Whether this thread has a stack for code.
    static LARGE: Cell<bool> = const { Cell::new(false) };
}

fn builder() -> Builder {
    Builder::new().stack_size(CODE_STACK + HOST_STACK)
}

/// Starts a thread that can run code.
pub(super) fn spawn_free(function: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    builder().spawn(|| {
        LARGE.set(true);
        function();
    })
}

/// Whether this thread can run code.
pub(super) fn is_large() -> bool {
    LARGE.get()
}

/// Starts a thread that can run code, within a scope.
pub(super) fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    function: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    builder().spawn_scoped(scope, || {
        LARGE.set(true);
        function()
    })
}

/// Calls a function on a stack that is large enough for code: in this thread
/// if it is such a function that runs, else in one made for it.
///
/// [`Instance`](super::Instance) does so by itself. Around many calls it saves
/// the making of a thread for each.
///
/// # Panics
///
/// If the function does, or if the system gives no thread.
pub fn with_stack<T: Send>(function: impl FnOnce() -> T + Send) -> T {
    if is_large() {
        return function();
    }
    std::thread::scope(|scope| {
        let thread = spawn(scope, function).expect("the system gives a thread");
        thread.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}
