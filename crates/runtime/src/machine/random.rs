//! The operating system's random numbers.

use pinnacle_system::Errno;
use pinnacle_system::random::RandomSource;

/// The operating system's source of random bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemRandom;

impl RandomSource for SystemRandom {
    fn fill(&mut self, buffer: &mut [u8]) -> Result<(), Errno> {
        getrandom::fill(buffer).map_err(|_| Errno::EIO)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_buffer_is_filled() {
        let mut buffer = [0; 64];
        SystemRandom.fill(&mut buffer).unwrap();
        assert!(buffer[32..].iter().any(|&byte| byte != 0));
    }
}
