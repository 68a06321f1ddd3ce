//! Collects statistics of the operands at one position of a record code.

use super::encoding::{self, WIDTHS};
use super::{Distinct, OperandStatistics};

/// Distinct values below this number are always counted.
const SMALL: u64 = 256;

/// Maximum number of distinct values from [`SMALL`] on that are counted.
const MOST_LARGE: u32 = 256;

/// Number of slots for these values. At most half of them are used. It is a power of two.
const SLOTS: usize = 512;

/// The values at one position so far.
#[derive(Clone, Debug)]
pub(super) struct Operand {
    bits: u64,
    smallest: u64,
    largest: u64,
    widths: [u64; WIDTHS],
    /// One bit for each value below [`SMALL`], set if the value occurred.
    small: [u64; SMALL as usize / 64],
    /// A hash table with open addressing, in which zero is an empty slot. It is created when it is
    /// first needed.
    large: Vec<u64>,
    large_count: u32,
}

impl Operand {
    pub(super) fn new() -> Operand {
        Operand {
            bits: 0,
            smallest: u64::MAX,
            largest: 0,
            widths: [0; WIDTHS],
            small: [0; SMALL as usize / 64],
            large: Vec::new(),
            large_count: 0,
        }
    }

    /// Counts a value. `needed` is its width and `bits` its encoded size, both in bits.
    #[inline(always)]
    pub(super) fn add(&mut self, value: u64, needed: usize, bits: u64) {
        self.bits += bits;
        self.widths[needed] += 1;
        self.smallest = self.smallest.min(value);
        self.largest = self.largest.max(value);
        if value < SMALL {
            self.small[(value / 64) as usize] |= 1 << (value % 64);
        } else if self.large_count <= MOST_LARGE {
            self.add_large(value);
        }
    }

    fn add_large(&mut self, value: u64) {
        if self.large.is_empty() {
            self.large = vec![0; SLOTS];
        }
        // The high bits of a product with an odd number depend on all bits of the value.
        let start = value.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - SLOTS.ilog2());
        let mut slot = start as usize;
        while self.large[slot] != value {
            if self.large[slot] == 0 {
                self.large[slot] = value;
                self.large_count += 1;
                return;
            }
            slot = (slot + 1) % SLOTS;
        }
    }

    /// Returns the statistics, or `None` if there were no values.
    pub(super) fn finish(
        &self,
        name: &'static str,
        from: u32,
        step: u32,
    ) -> Option<OperandStatistics> {
        let count: u64 = self.widths.iter().sum();
        if count == 0 {
            return None;
        }
        let small: u32 = self.small.iter().map(|word| word.count_ones()).sum();
        let distinct = if self.large_count > MOST_LARGE {
            Distinct::MoreThan(small + MOST_LARGE)
        } else {
            Distinct::Exactly(small + self.large_count)
        };
        let only = (distinct == Distinct::Exactly(1)).then_some(self.smallest);
        let (cheapest, cheapest_bits) = encoding::cheapest(&self.widths, only, self.characters());
        let most = self
            .widths
            .iter()
            .rposition(|&count| count > 0)
            .unwrap_or(0);
        Some(OperandStatistics {
            name,
            from,
            step,
            count,
            bits: self.bits,
            smallest: self.smallest,
            largest: self.largest,
            distinct,
            widths: self.widths[..=most].into(),
            cheapest,
            cheapest_bits,
        })
    }

    /// Returns true if all values are characters with a six-bit encoding.
    fn characters(&self) -> bool {
        let has = |value: u64| self.small[(value / 64) as usize] >> (value % 64) & 1 == 1;
        self.largest < SMALL
            && (0..=self.largest).filter(|&value| has(value)).all(|value| {
                let byte = value as u8;
                byte.is_ascii_alphanumeric() || byte == b'.' || byte == b'_'
            })
    }
}

#[cfg(test)]
mod tests {
    use super::encoding::needed;
    use super::*;
    use pinnacle_bitstream::Scalar;

    fn statistics(values: impl IntoIterator<Item = u64>) -> OperandStatistics {
        let mut operand = Operand::new();
        for value in values {
            operand.add(value, needed(value), 6);
        }
        operand.finish("value", 0, 1).expect("there are numbers")
    }

    #[test]
    fn numbers_are_summed_up() {
        let found = statistics([5, 0, 1000, 5, 1 << 40]);
        assert_eq!((found.count, found.bits), (5, 30));
        assert_eq!((found.smallest, found.largest), (0, 1 << 40));
        assert_eq!(found.distinct, Distinct::Exactly(4));
        assert_eq!(
            (found.widths[0], found.widths[3], found.widths[10]),
            (1, 2, 1)
        );
        assert_eq!(found.widths.len(), 42);
    }

    #[test]
    fn different_numbers_are_counted_up_to_a_bound() {
        assert_eq!(statistics(0..200).distinct, Distinct::Exactly(200));
        assert_eq!(statistics(1000..1256).distinct, Distinct::Exactly(256));
        assert_eq!(statistics(1000..1257).distinct, Distinct::MoreThan(256));
        assert_eq!(
            statistics((0..100_000).map(|n| n * 4096)).distinct,
            Distinct::MoreThan(257)
        );
    }

    #[test]
    fn characters_are_recognised() {
        let text = |text: &str| statistics(text.bytes().map(u64::from)).cheapest;
        assert_eq!(text("_start"), Scalar::Char6);
        assert_ne!(text("a-b"), Scalar::Char6);
    }

    #[test]
    fn an_empty_list_of_numbers_prints_nothing() {
        assert_eq!(Operand::new().finish("value", 0, 1), None);
    }
}
