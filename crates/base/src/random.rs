//! Reproducible pseudorandom numbers.

/// The generator SplitMix64 by Steele, Lea and Flood: fast, with 64 bits of state. Not suitable for
/// secrets.
#[derive(Clone, Debug)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// Returns a generator with this initial state.
    pub fn new(seed: u64) -> SplitMix64 {
        SplitMix64 { state: seed }
    }

    /// Returns the state that the next numbers follow from.
    pub fn state(&self) -> u64 {
        self.state
    }

    /// Returns the next number.
    pub fn next_word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.state;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_gives_its_published_numbers() {
        let mut generator = SplitMix64::new(1_234_567);
        assert_eq!(generator.next_word(), 6_457_827_717_110_365_317);
        assert_eq!(generator.next_word(), 3_203_168_211_198_807_973);
    }
}
