//! Prints the smallest parts of the text: names, strings and numbers.

/// Appends a number.
pub(super) fn push_unsigned(out: &mut String, mut number: u64) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.extend(digits[at..].iter().map(|&digit| char::from(digit)));
}

/// Appends the lowest `digits` hexadecimal digits of a number.
pub(super) fn push_hex(out: &mut String, number: u64, digits: u32) {
    for place in (0..digits).rev() {
        let digit = (number >> (place * 4)) as usize & 15;
        out.push(char::from(b"0123456789ABCDEF"[digit]));
    }
}

/// Appends the contents of a quoted string. Bytes that are not printable, quotes and backslashes
/// are written as a backslash and two hexadecimal digits.
pub(super) fn push_escaped(out: &mut String, bytes: &[u8]) {
    for &byte in bytes {
        if matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\' {
            out.push(char::from(byte));
        } else {
            out.push('\\');
            push_hex(out, u64::from(byte), 2);
        }
    }
}

/// Appends a string in quotes.
pub(super) fn push_quoted(out: &mut String, bytes: &[u8]) {
    out.push('"');
    push_escaped(out, bytes);
    out.push('"');
}

/// Appends a string in quotes as LLVM 10 and later do, with doubled backslashes.
pub(super) fn push_doubled(out: &mut String, bytes: &[u8]) {
    out.push('"');
    for (index, part) in bytes.split(|&byte| byte == b'\\').enumerate() {
        out.push_str(if index == 0 { "" } else { "\\\\" });
        push_escaped(out, part);
    }
    out.push('"');
}

/// Returns true if a name must be quoted: it begins with a digit, or contains characters other than
/// letters, digits, `-`, `.` and `_`.
fn needs_quotes(name: &[u8]) -> bool {
    let plain = |&byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
    !name.iter().all(plain) || name.first().is_none_or(u8::is_ascii_digit)
}

/// Appends a name with its sigil as LLVM 2.0 did. In quoted names only bytes that are not ASCII are
/// escaped, and only globals have a sigil.
pub(super) fn push_old_name(out: &mut String, sign: &str, name: &[u8]) {
    if !needs_quotes(name) || sign == "@" {
        out.push_str(sign);
    }
    if !needs_quotes(name) {
        return push_name(out, name);
    }
    out.push('"');
    push_raw(out, name);
    out.push('"');
}

/// Appends bytes. Only bytes that are not ASCII are escaped.
pub(super) fn push_raw(out: &mut String, bytes: &[u8]) {
    for &byte in bytes {
        if byte.is_ascii() {
            out.push(char::from(byte));
        } else {
            push_escaped(out, &[byte]);
        }
    }
}

/// Appends a name, quoted if necessary.
pub(super) fn push_name(out: &mut String, name: &[u8]) {
    push_name_by(out, name, push_quoted);
}

/// Appends a name, quoted by the function `quote` if necessary.
pub(super) fn push_name_by(out: &mut String, name: &[u8], quote: fn(&mut String, &[u8])) {
    if !needs_quotes(name) {
        out.extend(name.iter().map(|&byte| char::from(byte)));
    } else {
        quote(out, name);
    }
}

/// Appends the bits of an integer of this width as a signed number. `i1` is written as a word.
pub(super) fn push_integer(out: &mut String, bits: u64, width: u32) {
    if width == 1 {
        out.push_str(if bits & 1 == 1 { "true" } else { "false" });
        return;
    }
    let unused = 64 - width.clamp(1, 64);
    let number = (bits << unused) as i64 >> unused;
    if number < 0 {
        out.push('-');
    }
    push_unsigned(out, number.unsigned_abs());
}

/// Maximum width of an integer that is printed in decimal. The time grows with the square of the
/// width.
const WIDEST_DECIMAL: u32 = 4096;

/// Appends an integer of more than 64 bits: decimal and signed, or
/// hexadecimal if it is very wide.
pub(super) fn push_wide_integer(out: &mut String, words: &[u64], width: u32) {
    if width > WIDEST_DECIMAL && words.iter().any(|&word| word != 0) {
        out.push_str("u0x");
        for &word in words.iter().rev() {
            push_hex(out, word, 16);
        }
        return;
    }
    let mut words = words.to_vec();
    let top = (width - 1) as usize;
    let negative = words
        .get(top / 64)
        .is_some_and(|word| word >> (top % 64) & 1 == 1);
    if negative {
        out.push('-');
        let mut carry = true;
        for (index, word) in words.iter_mut().enumerate() {
            let used = (width as usize).saturating_sub(index * 64).min(64);
            let mask = if used == 64 {
                u64::MAX
            } else {
                (1 << used) - 1
            };
            (*word, carry) = (!*word & mask).overflowing_add(u64::from(carry));
            *word &= mask;
        }
    }
    // Groups of nine digits, lowest first. Each division works on half words.
    let mut groups = Vec::new();
    while words.iter().any(|&word| word != 0) {
        let mut rest = 0;
        for word in words.iter_mut().rev() {
            let high = rest << 32 | *word >> 32;
            let low = (high % 1_000_000_000) << 32 | (*word & 0xFFFF_FFFF);
            rest = low % 1_000_000_000;
            *word = ((high / 1_000_000_000) << 32) + low / 1_000_000_000;
        }
        groups.push(rest);
    }
    let Some((&first, others)) = groups.split_last() else {
        out.push('0');
        return;
    };
    push_unsigned(out, first);
    for &group in others.iter().rev() {
        let mut digits = String::new();
        push_unsigned(&mut digits, group);
        out.extend(std::iter::repeat_n('0', 9 - digits.len()));
        out.push_str(&digits);
    }
}

/// Appends the bits of a `double`. It is written with up to six digits after the point if that is
/// exact, and in hexadecimal otherwise.
pub(super) fn push_double(out: &mut String, bits: u64, digits_behind: usize) {
    let number = f64::from_bits(bits);
    if number.is_finite() {
        let text = format!("{number:.digits_behind$e}");
        if text.parse() == Ok(number)
            && let Some((digits, exponent)) = text.split_once('e')
        {
            let (sign, exponent) = match exponent.strip_prefix('-') {
                Some(exponent) => ('-', exponent),
                None => ('+', exponent),
            };
            out.push_str(digits);
            out.extend(std::iter::repeat_n(
                '0',
                6_usize.saturating_sub(digits_behind),
            ));
            out.push('e');
            out.push(sign);
            if exponent.len() < 2 {
                out.push('0');
            }
            out.push_str(exponent);
            return;
        }
    }
    out.push_str("0x");
    // LLVM leaves out leading zeros.
    push_hex(out, bits, 16 - bits.leading_zeros() / 4);
}

/// The bits of the `double` that equals a `float`. The processor's conversion would make signalling
/// NaNs quiet, which would change the text.
pub(super) fn float_to_double(bits: u32) -> u64 {
    let number = f32::from_bits(bits);
    if number.is_nan() {
        let sign = u64::from(bits >> 31) << 63;
        sign | 0x7FF << 52 | u64::from(bits & 0x7F_FFFF) << 29
    } else {
        f64::from(number).to_bits()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(print: impl FnOnce(&mut String)) -> String {
        let mut out = String::new();
        print(&mut out);
        out
    }

    #[test]
    fn names_are_quoted_when_they_must_be() {
        let name = |name: &[u8]| text(|out| push_name(out, name));
        assert_eq!(name(b"llvm.va_start"), "llvm.va_start");
        assert_eq!(name(b"-x_Y.9"), "-x_Y.9");
        assert_eq!(name(b"9x"), "\"9x\"");
        assert_eq!(name(b"a$b"), "\"a$b\"");
        assert_eq!(name(b"a b\"\\\xff\n"), "\"a b\\22\\5C\\FF\\0A\"");
        assert_eq!(name(b""), "\"\"");
        let name = |name: &[u8]| text(|out| push_name_by(out, name, push_doubled));
        assert_eq!(name(b"a\\\"b"), "\"a\\\\\\22b\"");
        assert_eq!(name(b"ab"), "ab");
    }

    #[test]
    fn old_names_in_quotes_have_no_sign_unless_they_are_of_globals() {
        let name = |sign, name: &[u8]| text(|out| push_old_name(out, sign, name));
        assert_eq!(name("%", b"x"), "%x");
        assert_eq!(name("%", b"a\\b"), "\"a\\b\"");
        assert_eq!(name("@", b"a b\xff"), "@\"a b\\FF\"");
    }

    #[test]
    fn integers_are_signed() {
        let integer = |bits, width| text(|out| push_integer(out, bits, width));
        assert_eq!(integer(1, 1), "true");
        assert_eq!(integer(0, 1), "false");
        assert_eq!(integer(255, 8), "-1");
        assert_eq!(integer(127, 8), "127");
        assert_eq!(integer(1 << 63, 64), "-9223372036854775808");
        assert_eq!(integer(4, 3), "-4");
    }

    #[test]
    fn wide_integers_are_exact() {
        let integer = |words: &[u64], width| text(|out| push_wide_integer(out, words, width));
        assert_eq!(integer(&[0, 0], 128), "0");
        assert_eq!(integer(&[0, 1], 128), "18446744073709551616");
        assert_eq!(integer(&[u64::MAX, u64::MAX], 128), "-1");
        assert_eq!(
            integer(&[0, 1 << 63], 128),
            "-170141183460469231731687303715884105728"
        );
        assert_eq!(integer(&[0, 1], 65), "-18446744073709551616");
        assert_eq!(
            integer(&[1_000_000_000_000_000_000, 0], 100),
            "1000000000000000000"
        );
        let mut words = [0; 65];
        words[0] = 255;
        assert!(integer(&words, 4160).starts_with("u0x0000"));
        assert_eq!(integer(&[0; 65], 4160), "0");
    }

    #[test]
    fn floating_point_is_exact() {
        let double = |number: f64| text(|out| push_double(out, number.to_bits(), 5));
        assert_eq!(double(1.5), "1.500000e+00");
        assert_eq!(double(-0.0), "-0.000000e+00");
        assert_eq!(double(1e100), "1.000000e+100");
        assert_eq!(double(0.1), "1.000000e-01");
        assert_eq!(double(123_456.0), "1.234560e+05");
        assert_eq!(double(1_234_567.0), "0x4132D68700000000");
        assert_eq!(double(f64::INFINITY), "0x7FF0000000000000");
        assert_eq!(double(f64::from_bits(0x427F_4000)), "0x427F4000");
        assert_eq!(float_to_double(0x7FA0_0000), 0x7FF4_0000_0000_0000);
        assert_eq!(float_to_double(0xC000_0000), (-2.0f64).to_bits());
    }
}
