//! Parameters of URLs that differ from visit to visit: times and random numbers, which pages add so
//! that no cache answers.

/// Names of parameters that only defeat caches: those of jQuery, ExtJS and Dojo, and common ones.
const NAMES: [&str; 12] = [
    "_",
    "_dc",
    "_ts",
    "bust",
    "cachebust",
    "cachebuster",
    "cb",
    "dojo.preventcache",
    "nocache",
    "rand",
    "random",
    "timestamp",
];

/// Digits of a time in milliseconds from 2001 to 2033, and the first of them.
const TIME_DIGITS: usize = 13;
const TIME_START: u8 = b'1';

/// Minimum number of digits after the point of a random number.
const RANDOM_DIGITS: usize = 8;

/// Returns true for a parameter of a query, `name=value` or a value alone, that differs from visit
/// to visit.
pub(crate) fn is_volatile(parameter: &str) -> bool {
    let (name, value) = parameter.split_once('=').unwrap_or(("", parameter));
    let name = name.to_ascii_lowercase();
    NAMES.contains(&name.as_str()) || is_time(value) || is_random(value)
}

/// Returns true for a time in milliseconds, as `Date.now()` gives it.
fn is_time(value: &str) -> bool {
    let digits = value.as_bytes();
    digits.len() == TIME_DIGITS
        && digits.first() == Some(&TIME_START)
        && digits.iter().all(u8::is_ascii_digit)
}

/// Returns true for a fraction of many digits, as `Math.random()` gives it.
fn is_random(value: &str) -> bool {
    let digits = value.strip_prefix("0.").unwrap_or_default();
    digits.len() >= RANDOM_DIGITS && digits.bytes().all(|digit| digit.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_random_numbers_are_volatile() {
        for parameter in [
            "_=5",
            "noCache=true",
            "t=1367409600000",
            "1367409600000",
            "r=0.8444218515250481",
            "0.8444218515250481",
        ] {
            assert!(is_volatile(parameter), "{parameter}");
        }
        for parameter in [
            "",
            "a",
            "a=",
            "v=1.0.25",
            "id=1367409600",
            "id=2367409600000",
            "x=0.5",
            "t=136740960000x",
            "level=0.1234567x",
        ] {
            assert!(!is_volatile(parameter), "{parameter}");
        }
    }
}
