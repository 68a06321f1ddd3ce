//! Systems on which the address of the faulting instruction is not available.

use wasmtime::Store;

/// Does nothing.
pub(crate) fn note<T>(_: &mut Store<T>) {}

/// Returns nothing.
pub(crate) fn take() -> Option<usize> {
    None
}
