//! The instruction of the machine that faulted last in a thread.
//!
//! Wasmtime reports the place of a fault in the WebAssembly code, which is the same for an access
//! and for a load that the compiler folded into it. The address of the native instruction
//! distinguishes them.

use std::cell::Cell;
use std::ffi::{c_int, c_void};
use wasmtime::Store;
use wasmtime::unix::StoreExt;

thread_local! {
    /// 0 if there was no fault since the last read.
    static LAST: Cell<usize> = const { Cell::new(0) };
}

/// Records the address of each instruction that faults in the code of a store.
pub(crate) fn note<T>(store: &mut Store<T>) {
    let handler = |_: c_int, _: *const libc::siginfo_t, context: *const c_void| {
        // SAFETY: the system gives a handler for three arguments the thread's context.
        let context = unsafe { &*context.cast::<libc::ucontext_t>() };
        LAST.set(context.uc_mcontext.gregs[libc::REG_RIP as usize] as usize);
        // Wasmtime continues as if there were no handler.
        false
    };
    // SAFETY: a handler must be safe to call at any moment. This one reads the arguments that the
    // system passes and writes a number to a thread-local that needs no initialisation.
    unsafe { store.set_signal_handler(handler) }
}

/// Returns the address of the last instruction that faulted in this thread. Each is returned once.
pub(crate) fn take() -> Option<usize> {
    match LAST.take() {
        0 => None,
        address => Some(address),
    }
}
