//! Parses values of options: sizes, durations, environment variables.

use pinnacle_pexe::layout::PAGE_SIZE;
use pinnacle_runtime::Memory;
use std::ffi::OsString;
use std::fmt;
use std::time::Duration;

/// A size in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Size(pub(crate) u32);

impl fmt::Display for Size {
    /// Formats the size as an option's value, with the largest unit that fits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [(u32, &str); 3] = [(30, "g"), (20, "m"), (10, "k")];
        let fitting = UNITS
            .iter()
            .find(|(shift, _)| self.0.trailing_zeros() >= *shift && self.0 != 0);
        match fitting {
            Some((shift, unit)) => write!(f, "{}{unit}", self.0 >> shift),
            None => self.0.fmt(f),
        }
    }
}

/// An environment variable, as `NAME=VALUE`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Variable(pub(crate) Vec<u8>);

/// A size on this computer, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ByteCount(pub(crate) u64);

/// Parses a size in a program's address space: `65536`, `512k`, `64m` or `1g`. Units are powers of
/// 1024.
pub(crate) fn size(text: &str) -> Result<Size, String> {
    let most = Memory::MAX_LIMIT;
    let bytes = bytes(text)?
        .and_then(|bytes| u32::try_from(bytes).ok())
        .filter(|&bytes| bytes <= most);
    match bytes {
        Some(0) => Err("expected more than 0 bytes".into()),
        Some(bytes) => Ok(Size(bytes)),
        None => Err(format!(
            "a program has a 32-bit address space of {most} bytes"
        )),
    }
}

/// Parses a size on this computer, in the same form.
pub(crate) fn byte_count(text: &str) -> Result<ByteCount, String> {
    match bytes(text)? {
        Some(bytes) => Ok(ByteCount(bytes)),
        None => Err("the size is too large".into()),
    }
}

/// Parses the size of a program's memory, which is at least one page.
pub(crate) fn memory(text: &str) -> Result<Size, String> {
    let size = size(text)?;
    if size.0 < PAGE_SIZE {
        return Err(format!("expected at least {}, one page", Size(PAGE_SIZE)));
    }
    Ok(size)
}

/// Parses a number of bytes with an optional unit. Returns `None` if it exceeds 64 bits.
fn bytes(text: &str) -> Result<Option<u64>, String> {
    const FORM: &str =
        "expected a number of bytes with an optional unit, such as 65536, 512k, 64m or 1g";
    let lower = text.to_ascii_lowercase();
    let (digits, unit) = split_unit(&lower);
    let shift = match unit {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 10,
        "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        _ => return Err(FORM.into()),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(FORM.into());
    }
    let number = digits.parse::<u64>().ok();
    Ok(number.and_then(|number| number.checked_mul(1 << shift)))
}

/// Parses a duration: `500ms`, `10s`, `1.5m` or `2h`; without a unit, seconds.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    const FORM: &str = "expected a number and a unit, such as 500ms, 10s, 1.5m or 2h";
    let (digits, unit) = split_unit(text);
    let seconds_per_unit = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(FORM.into()),
    };
    let number: f64 = digits.parse().map_err(|_| FORM)?;
    Duration::try_from_secs_f64(number * seconds_per_unit)
        .map_err(|_| "the duration is too long".into())
}

/// Parses a seed for random numbers.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    let expected = || format!("expected a whole number from 0 to {}", u64::MAX);
    text.parse().map_err(|_| expected())
}

/// Parses a time in seconds.
pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text
        .parse()
        .map_err(|_| "expected a number of seconds, such as 5 or 0.5")?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(_) => Ok(seconds),
        Err(_) => Err("expected a number of seconds of at least 0, such as 5 or 0.5".into()),
    }
}

/// Splits a number from the text after it.
fn split_unit(text: &str) -> (&str, &str) {
    let end = text
        .find(|character: char| !character.is_ascii_digit() && character != '.')
        .unwrap_or(text.len());
    text.split_at(end)
}

/// Parses an environment variable: `NAME=VALUE`, or `NAME` for this command's variable of that
/// name.
pub(crate) fn variable(text: OsString) -> Result<Variable, String> {
    let bytes = text.as_encoded_bytes();
    match bytes.iter().position(|&byte| byte == b'=') {
        Some(0) => Err("there is no name before the \"=\", expected NAME=VALUE or NAME".into()),
        Some(_) => Ok(Variable(text.into_encoded_bytes())),
        None if bytes.is_empty() => Err("expected NAME=VALUE or NAME".into()),
        None => match std::env::var_os(&text) {
            Some(value) => Ok(Variable([bytes, b"=", value.as_encoded_bytes()].concat())),
            None => Err(format!(
                "there is no variable {} to pass on; {0}=VALUE sets one",
                text.display()
            )),
        },
    }
}

/// Returns the environment of a program: the named variables and, if `all`, the other variables of
/// this command's environment.
pub(crate) fn environment(named: Vec<Variable>, all: bool) -> Vec<Vec<u8>> {
    let name = |variable: &[u8]| {
        variable
            .split(|&byte| byte == b'=')
            .next()
            .map(<[u8]>::to_vec)
    };
    let mut environment: Vec<_> = named.into_iter().map(|variable| variable.0).collect();
    let names: Vec<_> = environment.iter().map(|variable| name(variable)).collect();
    let around = std::env::vars_os().filter(|_| all);
    let around = around
        .map(|(name, value)| [name.as_encoded_bytes(), b"=", value.as_encoded_bytes()].concat());
    environment.extend(around.filter(|variable| !names.contains(&name(variable))));
    environment
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(size("65536"), Ok(Size(65536)));
        assert_eq!(size("512k"), Ok(Size(512 << 10)));
        assert_eq!(size("64m"), Ok(Size(64 << 20)));
        assert_eq!(size("1G"), Ok(Size(1 << 30)));
        assert_eq!(size("2GiB"), Ok(Size(2 << 30)));
        for wrong in ["", "m", "1.5g", "-1", "64 m", "64x", "+1k", "0", "0k"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
        for large in ["4g", "99999999999999999999", "18446744073709551615g"] {
            assert!(size(large).unwrap_err().contains("32-bit"), "{large}");
        }
    }

    #[cfg(all(feature = "wasmtime", unix))]
    #[test]
    fn byte_counts() {
        assert_eq!(byte_count("0"), Ok(ByteCount(0)));
        assert_eq!(byte_count("100g"), Ok(ByteCount(100 << 30)));
        assert!(byte_count("much").unwrap_err().contains("512k"));
        assert!(byte_count("18446744073709551615g").is_err());
    }

    #[test]
    fn sizes_print_as_they_are_given() {
        for text in ["1g", "64m", "512k", "65535", "0"] {
            let shown = size(text).unwrap_or(Size(0)).to_string();
            assert_eq!(shown, text);
        }
    }

    #[test]
    fn durations() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("10s"), Ok(Duration::from_secs(10)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("2h"), Ok(Duration::from_secs(7200)));
        assert_eq!(duration("3"), Ok(Duration::from_secs(3)));
        for wrong in ["", "s", "-1s", "1d", "1..2s", "inf", "nan"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
        assert!(duration("99999999999999999999999h").is_err());
    }

    #[test]
    fn seconds_are_a_time() {
        assert_eq!(seconds("0.5"), Ok(0.5));
        for wrong in ["", "x", "-1", "nan", "inf", "1e300"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn variables() {
        assert_eq!(variable("A=b=c".into()), Ok(Variable(b"A=b=c".to_vec())));
        assert_eq!(variable("A=".into()), Ok(Variable(b"A=".to_vec())));
        assert!(variable("=b".into()).is_err());
        assert!(variable("".into()).is_err());
        assert!(variable("NO_SUCH_VARIABLE_HERE".into()).is_err());
        let path = variable("PATH".into()).unwrap();
        assert!(path.0.starts_with(b"PATH="));
    }
}
