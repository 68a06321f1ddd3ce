//! Divides operand values into classes that cost the same with every packing.
//!
//! Unless an encoding is a literal, the cost of a value depends only on its length in bits.
//! Therefore the values of an operand of a record code are divided into few *symbols*. Each value
//! that is frequent enough for a literal is its own symbol. All other values of the same length
//! share a symbol.

use pinnacle_bitstream::{Encoding, Scalar, vbr_bits};

/// The cost of a value that an encoding cannot represent. It is larger than all real costs, but
/// sums of such costs do not overflow.
pub(super) const CANNOT: u32 = 1 << 28;

/// Maximum number of literals that are considered for an operand.
const MAX_LITERALS: usize = 40;

/// Minimum total cost in bits of a value's occurrences for a literal to be considered.
const MIN_LITERAL_BITS: u64 = 12;

/// The largest width of a fixed encoding.
const MAX_WIDTH: u8 = 32;

/// Returns the length of a value in bits; 0 for zero.
#[inline]
pub(super) fn length(value: u64) -> u8 {
    (u64::BITS - value.leading_zeros()) as u8
}

/// Returns the cost in bits of a value of this length, if the encoding is not a literal.
#[inline]
pub(super) fn cost_of_length(encoding: Scalar, length: u8) -> u32 {
    match encoding {
        Scalar::Literal(_) | Scalar::Char6 => CANNOT,
        Scalar::Fixed(width) if length <= width => u32::from(width),
        Scalar::Fixed(_) => CANNOT,
        Scalar::Vbr(width) => {
            let payload = u32::from(width) - 1;
            u32::from(length).div_ceil(payload).max(1) * u32::from(width)
        }
    }
}

/// Returns the size of an encoding in a definition, in bits.
pub(super) fn definition_cost(encoding: Scalar) -> u32 {
    match Encoding::from(encoding) {
        Encoding::Literal(value) => 1 + vbr_bits(value, 8) as u32,
        Encoding::Fixed(width) | Encoding::Vbr(width) => 4 + vbr_bits(width, 5) as u32,
        Encoding::Array | Encoding::Char6 => 4,
    }
}

/// An operand of the records of one code: its symbols, and the encodings that are considered.
#[derive(Debug, Default)]
pub(super) struct Position {
    /// The values that have their own symbols, in ascending order, with these symbols.
    literals: Vec<(u64, u8)>,
    /// The symbol of all other values of each length.
    by_length: Vec<u8>,
    /// The length of the values of each symbol.
    pub(super) lengths: Vec<u8>,
    /// The encodings that are considered.
    pub(super) encodings: Vec<Scalar>,
    /// The size in bits of each encoding in a definition.
    pub(super) definitions: Vec<u32>,
    /// The cost in bits of each symbol, for one encoding after the other.
    costs: Vec<u32>,
    /// The same costs, for one symbol after the other.
    by_symbol: Vec<u32>,
}

impl Position {
    /// Determines the symbols for the values of an operand. Sorts `values`.
    pub(super) fn new(values: &mut [u64]) -> Position {
        values.sort_unstable();
        let mut runs: Vec<(u64, u64)> = Vec::new();
        let mut lengths = [false; 65];
        for same in values.chunk_by(|a, b| a == b) {
            let value = same[0];
            lengths[usize::from(length(value))] = true;
            let bits = same.len() as u64 * u64::from(length(value).max(1));
            if same.len() > 1 && bits >= MIN_LITERAL_BITS {
                runs.push((bits, value));
            }
        }
        runs.sort_unstable_by(|a, b| b.cmp(a));
        runs.truncate(MAX_LITERALS);
        let mut position = Position::default();
        let mut literals: Vec<u64> = runs.iter().map(|&(_, value)| value).collect();
        literals.sort_unstable();
        for &value in &literals {
            position
                .literals
                .push((value, position.lengths.len() as u8));
            position.lengths.push(length(value));
        }
        position.by_length = vec![u8::MAX; 65];
        let present = (0..=64u8).filter(|&length| lengths[usize::from(length)]);
        for length in present.clone() {
            position.by_length[usize::from(length)] = position.lengths.len() as u8;
            position.lengths.push(length);
        }
        let longest = present.clone().max().unwrap_or(0);
        let literal = literals.iter().map(|&value| Scalar::Literal(value));
        let fixed = present
            .filter(|&length| (1..=MAX_WIDTH).contains(&length))
            .map(Scalar::Fixed);
        let vbr = (2..=longest.clamp(2, MAX_WIDTH)).map(Scalar::Vbr);
        position.encodings = literal.chain(fixed).chain(vbr).collect();
        position.fill_costs();
        position
    }

    fn fill_costs(&mut self) {
        self.definitions = self.encodings.iter().map(|&e| definition_cost(e)).collect();
        for &encoding in &self.encodings {
            for (symbol, &length) in self.lengths.iter().enumerate() {
                let cost = match encoding {
                    Scalar::Literal(value) => match self.literals.get(symbol) {
                        Some(&(literal, _)) if literal == value => 0,
                        _ => CANNOT,
                    },
                    _ => cost_of_length(encoding, length),
                };
                self.costs.push(cost);
            }
        }
        let symbols = self.lengths.len();
        self.by_symbol = (0..symbols)
            .flat_map(|symbol| self.costs.iter().skip(symbol).step_by(symbols).copied())
            .collect();
    }

    /// Returns the symbol of a value, which must occur in this operand.
    #[inline]
    pub(super) fn symbol(&self, value: u64) -> u8 {
        match self
            .literals
            .binary_search_by_key(&value, |&(literal, _)| literal)
        {
            Ok(place) => self.literals[place].1,
            Err(_) => self.by_length[usize::from(length(value))],
        }
    }

    /// Returns the cost in bits of each symbol with an encoding.
    #[inline]
    pub(super) fn costs(&self, encoding: u8) -> &[u32] {
        let symbols = self.lengths.len();
        &self.costs[usize::from(encoding) * symbols..][..symbols]
    }

    /// Returns the cost in bits of a symbol with each encoding.
    #[inline]
    pub(super) fn costs_of(&self, symbol: usize) -> &[u32] {
        let encodings = self.encodings.len();
        &self.by_symbol[symbol * encodings..][..encodings]
    }

    /// Returns the encoding with the lowest cost for a symbol.
    pub(super) fn tightest(&self, symbol: u8) -> u8 {
        let cost =
            |encoding: usize| self.costs[encoding * self.lengths.len() + usize::from(symbol)];
        let best = (0..self.encodings.len()).min_by_key(|&encoding| cost(encoding));
        best.unwrap_or(0) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_by_length_are_those_of_the_values() {
        let values = (0..64).flat_map(|bit| [1 << bit, u64::MAX >> bit]);
        for value in values.chain([0]) {
            for width in 1..=32 {
                for encoding in [Scalar::Fixed(width), Scalar::Vbr(width.max(2))] {
                    let expected = encoding.bits(value).unwrap_or(CANNOT.into());
                    let found = cost_of_length(encoding, length(value));
                    assert_eq!(u64::from(found), expected, "{value} as {encoding:?}");
                }
            }
        }
    }

    #[test]
    fn frequent_values_have_symbols_of_their_own() {
        let mut values = [7, 5, 7, 1 << 40, 7, 7, 7, 6];
        let position = Position::new(&mut values);
        assert_eq!(position.symbol(5), position.symbol(6));
        assert_ne!(position.symbol(5), position.symbol(7));
        assert_eq!(position.lengths[usize::from(position.symbol(1 << 40))], 41);
        let literal = position
            .encodings
            .iter()
            .position(|&e| e == Scalar::Literal(7));
        let costs = position.costs(literal.expect("7 is worth a literal") as u8);
        assert_eq!(costs[usize::from(position.symbol(7))], 0);
        assert_eq!(costs[usize::from(position.symbol(5))], CANNOT);
    }
}
