//! The host's threads that compile a program while it runs.
//!
//! A large program takes a second and more of them, and must not wait for that: they leave a core
//! to it, where there are more than two, and have a lower priority. A small program is compiled so
//! soon that it gains more from its code than it loses by then.

use rayon::ThreadPoolBuilder;
use std::num::NonZeroUsize;
use std::thread::available_parallelism;

/// The niceness of threads that compile a large program, added to that of the process. A busy core
/// gives such a thread a quarter of its time, so compilation always goes on.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 5;

/// Runs the work of compiling a program, and waits for it. Parallel iterators of rayon in the work
/// use the threads too. With one job, or if the system starts no threads, the caller's thread does
/// everything, and keeps the lower priority if the program is large.
pub(super) fn run<T: Send>(jobs: usize, is_large: bool, work: impl FnOnce() -> T + Send) -> T {
    let prepare = move || {
        if is_large {
            lower_priority();
        }
    };
    if jobs != 1 {
        let cores = available_parallelism().map_or(1, NonZeroUsize::get);
        let pool = ThreadPoolBuilder::new()
            .num_threads(thread_count(cores))
            .thread_name(|_| "compiler".into())
            .start_handler(move |_| prepare())
            .build();
        if let Ok(pool) = pool {
            return pool.install(work);
        }
    }
    prepare();
    work()
}

/// Number of threads that compile on this number of cores.
fn thread_count(cores: usize) -> usize {
    match cores {
        0..=2 => cores.max(1),
        _ => cores - 1,
    }
}

/// Lowers the priority of the current thread. Only Linux has a niceness for each thread; elsewhere
/// it belongs to the process, and is left as it is.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    // If the system refuses, compilation competes with the program; nothing else changes.
    let _ = rustix::process::nice(NICENESS);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_core_is_left_to_the_program_where_there_are_more_than_two() {
        let counts = [0, 1, 2, 3, 16].map(thread_count);
        assert_eq!(counts, [1, 1, 2, 2, 15]);
    }

    #[test]
    fn work_gives_its_result_in_any_number_of_threads() {
        for (jobs, is_large) in [(0, false), (1, false), (2, true)] {
            let thread = std::thread::spawn(move || run(jobs, is_large, || 7));
            assert_eq!(thread.join().unwrap(), 7);
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_threads_for_a_large_program_have_a_lower_priority() {
        use rayon::prelude::*;
        let niceness = || rustix::process::getpriority_process(None).unwrap();
        let here = niceness();
        let of_all = |is_large| {
            run(0, is_large, || {
                let found: Vec<i32> = (0..100).into_par_iter().map(|_| niceness()).collect();
                found
            })
        };
        assert_eq!(of_all(false), [here; 100]);
        assert_eq!(of_all(true), [(here + NICENESS).min(19); 100]);
        assert_eq!(niceness(), here);
    }
}
