//! Work on many things at once.

use rayon::prelude::*;

/// Maps a list in order on so many threads, each with a state of its own: 0 for
/// as many as the machine has cores.
pub(crate) fn map<T: Sync, S, R: Send>(
    items: &[T],
    jobs: usize,
    state: impl Fn() -> S + Sync + Send,
    job: impl Fn(&mut S, &T) -> R + Sync + Send,
) -> Vec<R> {
    let map = || items.par_iter().map_init(&state, &job).collect();
    if jobs == 0 {
        return map();
    }
    match rayon::ThreadPoolBuilder::new().num_threads(jobs).build() {
        Ok(pool) => pool.install(map),
        // The machine gives no threads; the work can be done without.
        Err(_) => {
            let mut state = state();
            items.iter().map(|item| job(&mut state, item)).collect()
        }
    }
}
