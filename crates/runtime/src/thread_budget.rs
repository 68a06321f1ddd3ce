//! The maximum number of threads of a program, which is the same in every engine.

use crate::host::MAX_THREADS;

/// Bytes that the host needs for each thread: the used part of its stack, and its store.
const THREAD_BYTES: usize = 64 << 10;

/// Bytes that each thread needs per function of the program: its entries in the instance, in the
/// table and in the interpreter.
const FUNCTION_BYTES: usize = 64;

/// Number of threads that every program may have.
const MIN_THREADS: usize = 8;

/// Returns the maximum number of threads of a program with this many functions, including the
/// host's threads. The host's data for all of them, which grows with the program, takes no more
/// space than the program's own memory may.
pub(crate) fn max_threads(memory_limit: u32, functions: usize) -> usize {
    let each = THREAD_BYTES + FUNCTION_BYTES * functions;
    (memory_limit as usize / each).clamp(MIN_THREADS, MAX_THREADS)
}
