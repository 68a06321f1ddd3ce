//! Formats numbers for messages and tables.

use pinnacle_pexe::Type;
use pinnacle_pexe::function::{Constant, ConstantValue};

/// Formats a number with its digits in groups of three.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns a number with a noun, as `1 error` or `1,200 errors`.
pub fn count(number: u64, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {thing}{plural}", grouped(number))
}

/// Returns the value of a constant as text. Integers are signed, as in PNaClAsm.
pub(crate) fn constant(constant: Constant) -> String {
    let ConstantValue::Bits(bits) = constant.value else {
        return "undef".into();
    };
    match constant.ty {
        Type::Float => f32::from_bits(bits as u32).to_string(),
        Type::Double => f64::from_bits(bits).to_string(),
        Type::I1 => (bits != 0).to_string(),
        ty => {
            let unused = 64 - ty.bits().clamp(1, 64);
            (((bits << unused) as i64) >> unused).to_string()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1000), "1,000");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }

    #[test]
    fn constants_have_their_sign() {
        let text = |ty, bits| {
            let value = ConstantValue::Bits(bits);
            constant(Constant { ty, value })
        };
        assert_eq!(text(Type::I1, 1), "true");
        assert_eq!(text(Type::I8, 0xff), "-1");
        assert_eq!(text(Type::I64, i64::MIN as u64), "-9223372036854775808");
        assert_eq!(text(Type::Float, u64::from(0.1f32.to_bits())), "0.1");
        assert_eq!(text(Type::Double, (-0.0f64).to_bits()), "-0");
    }

    #[test]
    fn one_is_singular() {
        assert_eq!(count(1, "error"), "1 error");
        assert_eq!(count(1200, "error"), "1,200 errors");
    }
}
