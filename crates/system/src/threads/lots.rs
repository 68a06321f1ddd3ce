//! Pseudo-random choices: the order and time slices of threads that take turns.

use pinnacle_base::random::SplitMix64;

/// Random numbers that vary the order of threads. Runs with the same seed get the same numbers.
#[derive(Clone, Debug)]
pub(super) struct Lots {
    random: Option<SplitMix64>,
    /// The generator for the lengths of time slices without a seed.
    lengths: SplitMix64,
}

impl Lots {
    /// Creates the generators for a seed. With seed 0, threads are not reordered.
    pub(super) fn new(seed: u64) -> Lots {
        Lots {
            random: (seed != 0).then(|| SplitMix64::new(seed)),
            lengths: SplitMix64::new(0),
        }
    }

    /// Returns true if there is a seed.
    pub(super) fn is_random(&self) -> bool {
        self.random.is_some()
    }

    /// Draws a number below a bound; `None` without a seed.
    pub(super) fn draw(&mut self, bound: u64) -> Option<u64> {
        let random = self.random.as_mut()?;
        Some(random.next_word() % bound.max(1))
    }

    /// Returns the length of a time slice. `usual` is the average.
    ///
    /// Without a seed, the length varies from half to one and a half times the average. The
    /// sequence is fixed, so that runs are repeatable. If all lengths were equal, a loop might
    /// always lose its turn while it holds a lock, and other threads would wait for the lock
    /// forever.
    pub(super) fn slice(&mut self, usual: u32) -> u32 {
        let usual = usual.max(2);
        match self.draw(2 * u64::from(usual)) {
            Some(number) => 1 + number as u32,
            None => usual / 2 + (self.lengths.next_word() % u64::from(usual)) as u32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn slices_without_a_seed_repeat_and_differ() {
        let slices = || {
            let mut lots = Lots::new(0);
            (0..1000).map(|_| lots.slice(100)).collect::<Vec<_>>()
        };
        let found = slices();
        assert_eq!(found, slices());
        assert!(found.iter().all(|length| (50..150).contains(length)));
        assert!(found.iter().collect::<BTreeSet<_>>().len() > 90);
        let sum: u32 = found.iter().sum();
        assert!((97_000..103_000).contains(&sum), "{sum}");
    }
}
