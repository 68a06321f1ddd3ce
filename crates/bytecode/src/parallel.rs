//! Work on many things at once, where the feature `parallel` allows it.

/// Maps a list in order on so many threads, each with a state of its own: 0 for
/// as many as the machine has cores, 1 for none but the caller's.
pub(crate) fn map<T: Sync, S, R: Send>(
    items: &[T],
    jobs: usize,
    state: impl Fn() -> S + Sync + Send,
    job: impl Fn(&mut S, &T) -> R + Sync + Send,
) -> Vec<R> {
    #[cfg(feature = "parallel")]
    if jobs != 1 && items.len() > 1 {
        use rayon::prelude::*;
        let map = || items.par_iter().map_init(&state, &job).collect();
        if jobs == 0 {
            return map();
        }
        // If the machine gives no threads the work is done without.
        if let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(jobs).build() {
            return pool.install(map);
        }
    }
    #[cfg(not(feature = "parallel"))]
    let _ = jobs;
    let mut state = state();
    items.iter().map(|item| job(&mut state, item)).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_are_in_order_whatever_the_number_of_threads() {
        let items: Vec<u32> = (0..1000).collect();
        let doubled: Vec<u32> = items.iter().map(|item| item * 2).collect();
        for jobs in [0, 1, 2, 5] {
            let found = super::map(&items, jobs, || 2, |factor, item| item * *factor);
            assert_eq!(found, doubled, "{jobs} threads");
        }
    }
}
