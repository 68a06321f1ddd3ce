//! Formats numbers as text, without `fmt`.

/// The decimal digits of 0 to 99, two for each number.
const PAIRS: &[u8; 200] = b"\
0001020304050607080910111213141516171819\
2021222324252627282930313233343536373839\
4041424344454647484950515253545556575859\
6061626364656667686970717273747576777879\
8081828384858687888990919293949596979899";

/// Appends a number in decimal.
#[inline]
pub(super) fn decimal(out: &mut Vec<u8>, number: u64) {
    if number < 10 {
        out.push(b'0' + number as u8);
    } else if number < 100 {
        let pair = number as usize * 2;
        out.extend_from_slice(&PAIRS[pair..pair + 2]);
    } else {
        long_decimal(out, number);
    }
}

fn long_decimal(out: &mut Vec<u8>, mut number: u64) {
    // The largest number has 20 digits.
    let mut digits = [0; 20];
    let mut start = digits.len();
    while number >= 100 {
        let pair = (number % 100) as usize * 2;
        number /= 100;
        start -= 2;
        digits[start..start + 2].copy_from_slice(&PAIRS[pair..pair + 2]);
    }
    if number >= 10 {
        let pair = number as usize * 2;
        start -= 2;
        digits[start..start + 2].copy_from_slice(&PAIRS[pair..pair + 2]);
    } else {
        start -= 1;
        digits[start] = b'0' + number as u8;
    }
    out.extend_from_slice(&digits[start..]);
}

/// Appends a number in decimal, with a sign if it is negative.
#[inline]
pub(super) fn signed(out: &mut Vec<u8>, number: i64) {
    if number < 0 {
        out.push(b'-');
    }
    decimal(out, number.unsigned_abs());
}

/// Appends a byte as two hexadecimal digits.
pub(super) fn hexadecimal(out: &mut Vec<u8>, byte: u8) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    out.push(DIGITS[usize::from(byte >> 4)]);
    out.push(DIGITS[usize::from(byte & 15)]);
}

/// Formats a number as the original tools do: with six significant digits, without trailing zeros,
/// and with an exponent if that is shorter.
pub(super) fn six_digits(number: f64) -> String {
    const DIGITS: i32 = 6;
    if let Some(word) = not_a_decimal(number) {
        return word.into();
    }
    // Rounding may increase the power of ten, so the exponent is that of the rounded number.
    let rounded = format!("{number:.5e}");
    let (mantissa, exponent) = split_exponent(&rounded);
    if (-4..DIGITS).contains(&exponent) {
        let places = (DIGITS - 1 - exponent) as usize;
        return without_zeros(&format!("{number:.places$}")).into();
    }
    with_exponent(without_zeros(mantissa), exponent)
}

/// Returns the shortest decimal that is parsed as the same number. The debug format of the number
/// has the same digits, but another format of the exponent.
pub(super) fn shortest(number: f64, debug: &str) -> String {
    if let Some(word) = not_a_decimal(number) {
        return word.into();
    }
    if debug.contains('e') {
        let (mantissa, exponent) = split_exponent(debug);
        return with_exponent(without_zeros(mantissa), exponent);
    }
    without_zeros(debug).into()
}

/// Returns the word for an infinity or NaN, or `None` for other numbers.
fn not_a_decimal(number: f64) -> Option<&'static str> {
    match (
        number.is_nan(),
        number.is_infinite(),
        number.is_sign_negative(),
    ) {
        (true, _, false) => Some("nan"),
        (true, _, true) => Some("-nan"),
        (_, true, false) => Some("inf"),
        (_, true, true) => Some("-inf"),
        _ => None,
    }
}

fn split_exponent(text: &str) -> (&str, i32) {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    (mantissa, exponent.parse().unwrap_or(0))
}

fn with_exponent(mantissa: &str, exponent: i32) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}e{sign}{:02}", exponent.unsigned_abs())
}

/// Removes trailing zeros of a fraction, and the point if no digits follow it.
fn without_zeros(text: &str) -> &str {
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers() {
        for number in [0, 7, 10, 99, 100, 101, 999, 1000, 65_535, u64::MAX] {
            let mut text = Vec::new();
            decimal(&mut text, number);
            assert_eq!(text, number.to_string().as_bytes());
        }
        let mut text = Vec::new();
        signed(&mut text, i64::MIN);
        signed(&mut text, 5);
        assert_eq!(text, b"-92233720368547758085");
    }

    #[test]
    fn six_significant_digits() {
        for (number, text) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (1.0, "1"),
            (0.5, "0.5"),
            (0.1, "0.1"),
            (1e256, "1e+256"),
            (8.008_566e-17, "8.00857e-17"),
            (18_014_398_509_481_984.0, "1.80144e+16"),
            (123_456.0, "123456"),
            (1_234_567.0, "1.23457e+06"),
            (999_999.5, "1e+06"),
            (0.000_123_456_7, "0.000123457"),
            (0.000_012, "1.2e-05"),
            (f64::INFINITY, "inf"),
            (f64::NEG_INFINITY, "-inf"),
            (f64::NAN.copysign(1.0), "nan"),
        ] {
            assert_eq!(six_digits(number), text);
        }
    }

    #[test]
    fn the_shortest_decimal_reads_as_the_same_number() {
        for number in [0.1, 1e256, 5e-324, 1.0 / 3.0, f64::MAX, 1e16, -0.0, 100.0] {
            let text = shortest(number, &format!("{number:?}"));
            let read: f64 = text.parse().unwrap();
            assert_eq!(read.to_bits(), number.to_bits(), "{text}");
        }
        assert_eq!(shortest(100.0, "100.0"), "100");
        assert_eq!(shortest(1e256, "1e256"), "1e+256");
    }
}
