//! The maximum number of threads of a program, which is the same in every engine.

use crate::host::MAX_THREADS;

/// Most bytes that the host keeps for a thread: its stack as far as it is used, its store.
const THREAD_BYTES: usize = 64 << 10;

/// And for each function of the program: what describes it in the thread's instance, its
/// entry of the table, and where the interpreter looks it up.
const FUNCTION_BYTES: usize = 64;

/// Threads that a program may have in any case.
const MIN_THREADS: usize = 8;

/// Returns the maximum number of threads of a program with this many functions, including the
/// host's threads. The host's data for all of them, which grows with the program, takes no more
/// space than the program's own memory may.
pub(crate) fn max_threads(memory_limit: u32, functions: usize) -> usize {
    let each = THREAD_BYTES + FUNCTION_BYTES * functions;
    (memory_limit as usize / each).clamp(MIN_THREADS, MAX_THREADS)
}
