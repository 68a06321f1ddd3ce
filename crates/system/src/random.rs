//! Where random bytes come from.

use crate::Errno;

/// A source of random bytes.
#[derive(Debug)]
pub struct RandomSource(Source);

#[derive(Debug)]
enum Source {
    System,
    Seeded { state: u64 },
}

impl RandomSource {
    /// The operating system's.
    pub fn system() -> RandomSource {
        RandomSource(Source::System)
    }

    /// One that gives the same bytes for the same seed. Not for secrets.
    pub fn seeded(seed: u64) -> RandomSource {
        RandomSource(Source::Seeded { state: seed })
    }

    /// Fills a buffer.
    pub fn fill(&mut self, buffer: &mut [u8]) -> Result<(), Errno> {
        match &mut self.0 {
            Source::System => getrandom::fill(buffer).map_err(|_| Errno::EIO),
            Source::Seeded { state } => {
                for chunk in buffer.chunks_mut(8) {
                    chunk.copy_from_slice(&split_mix(state).to_le_bytes()[..chunk.len()]);
                }
                Ok(())
            }
        }
    }
}

/// The next number of the SplitMix64 generator.
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut word = *state;
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_bytes_each_time() {
        let bytes = |seed| {
            let mut buffer = [0; 13];
            RandomSource::seeded(seed).fill(&mut buffer).unwrap();
            buffer
        };
        assert_eq!(bytes(1), bytes(1));
        assert_ne!(bytes(1), bytes(2));
    }

    #[test]
    fn the_generator_gives_its_published_numbers() {
        let mut state = 1_234_567;
        assert_eq!(split_mix(&mut state), 6_457_827_717_110_365_317);
        assert_eq!(split_mix(&mut state), 3_203_168_211_198_807_973);
    }

    #[test]
    fn the_system_fills_the_whole_buffer() {
        let mut buffer = [0; 64];
        RandomSource::system().fill(&mut buffer).unwrap();
        assert!(buffer[32..].iter().any(|&byte| byte != 0));
    }
}
