//! The source of a program's random bytes.

use crate::Errno;
use pinnacle_base::random::SplitMix64;

/// A source of random bytes.
pub trait RandomSource: Send {
    /// Fills a buffer.
    ///
    /// # Errors
    ///
    /// Fails if the source has no bytes. The guest receives the error.
    fn fill(&mut self, buffer: &mut [u8]) -> Result<(), Errno>;

    /// Returns the state that determines all following bytes. Returns `None` if there is no such
    /// state.
    fn state(&self) -> Option<u64> {
        None
    }

    /// Continues from a state returned by [`RandomSource::state`].
    fn set_state(&mut self, state: u64) {
        let _ = state;
    }
}

/// A source whose bytes depend only on a seed. It is not suitable for secrets.
#[derive(Debug)]
pub struct Seeded(SplitMix64);

impl Seeded {
    /// Creates the source for a seed.
    pub fn new(seed: u64) -> Seeded {
        Seeded(SplitMix64::new(seed))
    }
}

impl RandomSource for Seeded {
    fn fill(&mut self, buffer: &mut [u8]) -> Result<(), Errno> {
        for chunk in buffer.chunks_mut(8) {
            chunk.copy_from_slice(&self.0.next_word().to_le_bytes()[..chunk.len()]);
        }
        Ok(())
    }

    fn state(&self) -> Option<u64> {
        Some(self.0.state())
    }

    fn set_state(&mut self, state: u64) {
        self.0 = SplitMix64::new(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_bytes_each_time() {
        let bytes = |seed| {
            let mut buffer = [0; 13];
            Seeded::new(seed).fill(&mut buffer).unwrap();
            buffer
        };
        assert_eq!(bytes(1), bytes(1));
        assert_ne!(bytes(1), bytes(2));
    }

    #[test]
    fn a_source_continues_from_the_state_of_another() {
        let (mut first, mut second) = (Seeded::new(1), Seeded::new(2));
        let mut buffers = [[0; 13]; 2];
        first.fill(&mut buffers[0]).unwrap();
        second.set_state(first.state().unwrap());
        first.fill(&mut buffers[0]).unwrap();
        second.fill(&mut buffers[1]).unwrap();
        assert_eq!(buffers[0], buffers[1]);
    }
}
