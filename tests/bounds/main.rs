//! Memory and damage: decoding, compressing and compiling take no more memory than their
//! bounds, whatever they are given. These tests run one after the other, since
//! the allocator counts for the whole process.

mod compile;
mod compress;
mod damage;
mod growth;
mod memory;
mod shapes;

use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

fn main() {
    pinnacle_tests::run(
        |shared| {
            let mut trials = memory::trials(&shared)?;
            trials.extend(compile::trials());
            trials.extend(growth::trials());
            trials.extend(compress::trials(&shared)?);
            trials.extend(damage::trials(&shared)?);
            Ok(trials)
        },
        true,
    );
}

/// Calls a function and gives the most memory that it had in use at a time,
/// in bytes, beyond what was in use before.
fn peak_memory<R>(function: impl FnOnce() -> R) -> (R, usize) {
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    let result = function();
    (result, ALLOCATOR.peak_usage().saturating_sub(before))
}
