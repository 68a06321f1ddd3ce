//! Choices from a seed or from bytes that a fuzzer gives.

use pinnacle_base::random::SplitMix64;

/// A source of choices that a test can repeat.
pub trait Choices {
    /// Any 64 bits.
    fn next(&mut self) -> u64;

    /// A number below a limit; zero if the limit is zero.
    fn below(&mut self, limit: u64) -> u64 {
        self.next().checked_rem(limit).unwrap_or(0)
    }

    /// An index into a list of this length.
    fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// Returns a random index; small indices are more frequent.
    fn small_index(&mut self, len: usize) -> usize {
        let first = self.index(len);
        first.min(self.index(len))
    }

    /// Returns true with a probability of one in `times`.
    fn one_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// A random element of a list.
    fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T
    where
        Self: Sized,
    {
        &list[self.index(list.len())]
    }
}

/// Pseudo-random numbers from a seed (SplitMix64).
#[derive(Clone, Debug)]
pub struct Seeded(SplitMix64);

impl Seeded {
    /// The sequence for a seed.
    pub fn new(seed: u64) -> Seeded {
        Seeded(SplitMix64::new(seed))
    }

    /// Random bytes for a seed.
    pub fn bytes(seed: u64, len: usize) -> Vec<u8> {
        let mut choices = Seeded::new(seed);
        (0..len).map(|_| choices.below(256) as u8).collect()
    }
}

impl Choices for Seeded {
    fn next(&mut self) -> u64 {
        self.0.next_word()
    }
}

/// Choices read from a byte string. After its end, zeros.
#[derive(Clone, Debug)]
pub struct FromBytes<'a>(&'a [u8]);

impl FromBytes<'_> {
    /// Choices from bytes.
    pub fn new(bytes: &[u8]) -> FromBytes<'_> {
        FromBytes(bytes)
    }

    /// Returns true if no bytes are left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn take(&mut self, count: usize) -> u64 {
        let (now, later) = self.0.split_at(count.min(self.0.len()));
        self.0 = later;
        now.iter()
            .rev()
            .fold(0, |number, &byte| number << 8 | u64::from(byte))
    }
}

impl Choices for FromBytes<'_> {
    fn next(&mut self) -> u64 {
        self.take(8)
    }

    fn below(&mut self, limit: u64) -> u64 {
        // A small choice consumes few bytes, so that an input lasts for many.
        let bytes = if limit <= 1 << 8 { 1 } else { 4 };
        self.take(bytes).checked_rem(limit).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_sequence_again_and_others_another() {
        let sequence = |seed| {
            let mut source = Seeded::new(seed);
            [(); 8].map(|()| source.next())
        };
        assert_eq!(sequence(1), sequence(1));
        assert_ne!(sequence(1), sequence(2));
    }

    #[test]
    fn used_up_bytes_give_zeros() {
        let mut source = FromBytes::new(&[7, 9]);
        assert_eq!(source.below(100), 7);
        assert_eq!(source.next(), 9);
        assert_eq!((source.below(100), source.next()), (0, 0));
    }
}
