//! Maps lists on several threads, if the feature `parallel` is on and the platform has threads.

/// A pool of threads, started when there is work.
#[derive(Debug)]
pub struct Threads {
    jobs: usize,
    #[cfg(all(feature = "parallel", not(target_family = "wasm")))]
    pool: Option<rayon::ThreadPool>,
}

impl Threads {
    /// Returns a pool of this number of threads: 0 for one per core, 1 for the caller's thread
    /// alone.
    pub fn new(jobs: usize) -> Threads {
        Threads {
            jobs: if cfg!(all(feature = "parallel", not(target_family = "wasm"))) {
                jobs
            } else {
                1
            },
            #[cfg(all(feature = "parallel", not(target_family = "wasm")))]
            pool: None,
        }
    }

    /// Returns true if there may be more threads than the caller's.
    pub fn are_several(&self) -> bool {
        self.jobs != 1
    }

    /// Maps a list in order, each thread with a state of its own.
    pub fn map<T: Sync, S, R: Send>(
        &mut self,
        items: &[T],
        state: impl Fn() -> S + Sync + Send,
        job: impl Fn(&mut S, &T) -> R + Sync + Send,
    ) -> Vec<R> {
        #[cfg(all(feature = "parallel", not(target_family = "wasm")))]
        {
            use rayon::prelude::*;
            self.start();
            let map = || items.par_iter().map_init(&state, &job).collect();
            match &self.pool {
                Some(pool) => return pool.install(map),
                None if self.jobs == 0 => return map(),
                None => {}
            }
        }
        let mut state = state();
        items.iter().map(|item| job(&mut state, item)).collect()
    }

    /// Starts the threads if they are needed and the pool of the process does not serve.
    #[cfg(all(feature = "parallel", not(target_family = "wasm")))]
    fn start(&mut self) {
        if self.jobs == 0 && !has_global_pool() {
            self.jobs = 1;
        }
        if self.jobs > 1 && self.pool.is_none() {
            match rayon::ThreadPoolBuilder::new()
                .num_threads(self.jobs)
                .build()
            {
                Ok(pool) => self.pool = Some(pool),
                // The machine gives no threads; the work can be done without.
                Err(_) => self.jobs = 1,
            }
        }
    }
}

/// Returns true if the process has a global thread pool; the first call creates it. There is no
/// pool if the system refuses to create threads, and rayon would then panic.
#[cfg(all(feature = "parallel", not(target_family = "wasm")))]
fn has_global_pool() -> bool {
    use std::error::Error;
    static HAS_POOL: std::sync::OnceLock<bool> = std::sync::OnceLock::new();
    *HAS_POOL.get_or_init(|| match rayon::ThreadPoolBuilder::new().build_global() {
        Ok(()) => true,
        // Without a cause: someone has made it before.
        Err(error) => error.source().is_none(),
    })
}

/// Maps a list in order on this number of threads, each with its own state: 0 for one per core, 1
/// for the caller's thread alone.
pub fn map<T: Sync, S, R: Send>(
    items: &[T],
    jobs: usize,
    state: impl Fn() -> S + Sync + Send,
    job: impl Fn(&mut S, &T) -> R + Sync + Send,
) -> Vec<R> {
    Threads::new(jobs).map(items, state, job)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_whatever_the_number_of_threads() {
        let items: Vec<u32> = (0..1000).collect();
        let doubled: Vec<u32> = items.iter().map(|item| item * 2).collect();
        for jobs in [0, 1, 2, 5] {
            let mut threads = Threads::new(jobs);
            for _ in 0..2 {
                let found = threads.map(&items, || 2, |factor, item| item * *factor);
                assert_eq!(found, doubled, "{jobs} threads");
            }
        }
    }
}
