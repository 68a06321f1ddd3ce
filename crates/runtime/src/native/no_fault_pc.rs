//! Machines on which the instruction that faulted is not known.

use wasmtime::Store;

/// Does nothing.
pub(crate) fn note<T>(_: &mut Store<T>) {}

/// Returns nothing.
pub(crate) fn take() -> Option<usize> {
    None
}
