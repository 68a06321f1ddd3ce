//! How many damaged and random inputs the tests make, and which.
//!
//! `DAMAGE` is a percentage of the usual number, which is 100. `DAMAGE=2000` makes twenty times as
//! many inputs; `DAMAGE=1` makes a hundredth, for emulators. `DAMAGE_SEED=7` makes different ones.

/// Returns the number of inputs to make instead of the usual number. It is at least one.
pub fn copies(usual: usize) -> usize {
    scaled(usual, percent())
}

/// Returns the distance between the positions to damage in a test that usually damages every
/// position. It is odd, so that a bit chosen by position is not always the same one.
pub fn stride() -> usize {
    distance(percent())
}

/// Returns the seed for random damage: the usual one unless `DAMAGE_SEED` is set.
pub fn seed(usual: u64) -> u64 {
    number("DAMAGE_SEED", usual)
}

fn percent() -> u64 {
    number("DAMAGE", 100)
}

fn number(variable: &str, usual: u64) -> u64 {
    let Ok(text) = std::env::var(variable) else {
        return usual;
    };
    let number = text.parse();
    number.unwrap_or_else(|_| panic!("{variable} is {text:?}, not a number"))
}

fn scaled(usual: usize, percent: u64) -> usize {
    let scaled = (usual as u64).saturating_mul(percent) / 100;
    usize::try_from(scaled).unwrap_or(usize::MAX).max(1)
}

fn distance(percent: u64) -> usize {
    let distance = 100 / percent.clamp(1, 100);
    distance as usize | 1
}

#[cfg(test)]
mod tests {
    use super::{distance, scaled};

    #[test]
    fn a_percentage_makes_more_or_fewer_but_never_none() {
        assert_eq!(scaled(300, 100), 300);
        assert_eq!(scaled(300, 2000), 6000);
        assert_eq!(scaled(300, 1), 3);
        assert_eq!(scaled(6, 1), 1);
        assert_eq!(scaled(6, 0), 1);
    }

    #[test]
    fn every_position_is_damaged_unless_fewer_are_wanted() {
        assert_eq!(distance(100), 1);
        assert_eq!(distance(2000), 1);
        assert_eq!(distance(10), 11);
        assert_eq!(distance(1), 101);
        assert_eq!(distance(0), 101);
    }
}
