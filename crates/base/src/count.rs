//! Counts of things in messages.

use core::fmt::{self, Display};

/// A number of things, as `1 operand`, `2 operands` or `3 entries`. The number is written as it is,
/// and the noun gets its plural unless the number is one.
pub fn counted<N: Copy + Display + TryInto<u8>>(number: N, noun: &str) -> Count<'_, N> {
    Count { number, noun }
}

/// A number with its noun. Made by [`counted`].
#[derive(Debug, Clone, Copy)]
pub struct Count<'a, N> {
    number: N,
    noun: &'a str,
}

impl<N: Copy + Display + TryInto<u8>> Display for Count<'_, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, noun } = *self;
        match (number.try_into(), noun.strip_suffix('y')) {
            (Ok(1), _) => write!(f, "{number} {noun}"),
            (_, Some(stem)) => write!(f, "{number} {stem}ies"),
            (_, None) => write!(f, "{number} {noun}s"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_is_not_plural() {
        assert_eq!(counted(1_usize, "operand").to_string(), "1 operand");
        assert_eq!(counted(0_u64, "operand").to_string(), "0 operands");
        assert_eq!(counted(257_u32, "operand").to_string(), "257 operands");
    }

    #[test]
    fn a_noun_in_y_ends_in_ies() {
        assert_eq!(counted(1_u32, "entry").to_string(), "1 entry");
        assert_eq!(counted(2_u32, "entry").to_string(), "2 entries");
    }
}
