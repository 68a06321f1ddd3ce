//! Damages saved states. `PINNACLE_FUZZ_INPUTS` changes the number of random inputs, and
//! `PINNACLE_FUZZ_SEED` selects other inputs.

use pinnacle_fuzzing::states::{STEPS, continues, restored, saved};
use pinnacle_testing::random::{Choices, Seeded};
use std::time::{Duration, Instant};

/// Time limit for one input, even on a busy machine.
const TIME: Duration = Duration::from_secs(20);

/// Number of bytes in the state before the pages of memory.
const SMALL_PARTS: usize = 1500;

#[test]
fn a_state_that_is_not_changed_continues() {
    let state = saved();
    assert!(state.len() > 500, "{}", state.len());
    assert!(continues(state.clone(), &[]));
    let mut longer = state;
    longer.push(0);
    assert!(!continues(longer, &[]));
}

#[test]
fn no_state_continues_that_ends_too_early() {
    let state = saved();
    for len in 0..state.len().min(SMALL_PARTS) {
        assert!(!continues(state[..len].to_vec(), &[]), "{len}");
    }
}

#[test]
fn no_changed_byte_makes_the_host_panic() {
    for at in 0..saved().len().min(SMALL_PARTS) as u16 {
        let [low, high] = at.to_le_bytes();
        restored(&[1, 6, low, high, 0x81]);
        restored(&[1, 0, low, high, 7]);
    }
    for at in 0..=u8::MAX {
        restored(&[STEPS, 6, at, 0, 0x81]);
        restored(&[STEPS, 0, at, 0, 7]);
    }
}

/// A number from the environment, or the default.
fn number(name: &str, usual: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.map_or(usual, |text| text.parse().expect("a number"))
}

#[test]
fn several_changes_at_once_end_soon_and_without_a_panic() {
    let first = number("PINNACLE_FUZZ_SEED", 0);
    for seed in first..first + number("PINNACLE_FUZZ_INPUTS", 500) {
        let mut choices = Seeded::new(seed);
        let count = 8 + choices.index(120);
        let input: Vec<u8> = (0..count).map(|_| choices.below(256) as u8).collect();
        let start = Instant::now();
        restored(&input);
        assert!(start.elapsed() < TIME, "seed {seed}");
    }
}
