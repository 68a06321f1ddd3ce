//! Parses numbers as constants: integers of any width, and floating-point numbers in decimal or as
//! bits.

use super::Parser;
use super::error::{Result, SyntaxErrorKind as E};
use super::lex::{Kind, Token};
use crate::ids::{ConstantId, TypeId};
use crate::types::Type;

/// Maximum length of a decimal number, because the time to read one grows with the square of its
/// length. Longer numbers must be hexadecimal.
const MAX_DECIMAL: usize = 1300;

/// A floating-point format of at most 32 bits: the number of bits of the exponent and of the
/// fraction.
#[derive(Clone, Copy)]
struct Format {
    exponent: u32,
    fraction: u32,
}

const HALF: Format = Format {
    exponent: 5,
    fraction: 10,
};
const BFLOAT: Format = Format {
    exponent: 8,
    fraction: 7,
};
const FLOAT: Format = Format {
    exponent: 8,
    fraction: 23,
};

impl Format {
    /// Rounds a `double` to this format and returns the bits. Of a NaN's payload, the bits that fit
    /// are kept.
    fn rounded(self, bits: u64) -> u64 {
        let sign = bits >> 63 << (self.exponent + self.fraction);
        let exponent = (bits >> 52 & 0x7FF) as i64;
        let fraction = bits & ((1 << 52) - 1);
        let infinite = ((1u64 << self.exponent) - 1) << self.fraction;
        if exponent == 0x7FF {
            let kept = fraction >> (52 - self.fraction);
            let quiet = u64::from(fraction != 0 && kept == 0) << (self.fraction - 1);
            return sign | infinite | kept | quiet;
        }
        let bias = (1i64 << (self.exponent - 1)) - 1;
        let new = exponent - 1023 + bias;
        // Subnormal numbers lose bits, possibly all of them.
        let lost = 52 - i64::from(self.fraction) + (1 - new).max(0);
        if lost > 54 || exponent == 0 {
            return sign;
        }
        let whole = fraction | 1 << 52;
        let rest = whole & ((1 << lost) - 1);
        let half = 1u64 << (lost - 1);
        let mut kept = whole >> lost;
        if rest > half || rest == half && kept & 1 == 1 {
            kept += 1;
        }
        // A carry out of the fraction increments the exponent.
        let magnitude = if new >= 1 {
            ((new as u64 - 1) << self.fraction) + kept
        } else {
            kept
        };
        sign | magnitude.min(infinite)
    }
}

impl Parser<'_> {
    /// Parses the current token as a number of this type.
    pub(super) fn number(&mut self, ty: TypeId) -> Result<ConstantId> {
        let token = self.token();
        let kind = self.module.types.get(ty);
        let constant = match (token.kind, kind) {
            (Kind::Integer, Type::Integer(width)) => {
                let words = self.decimal(token, width)?;
                self.integer(ty, width, words)?
            }
            (Kind::Word, Type::Integer(width)) => {
                let words = self.hexadecimal_integer(token, width)?;
                self.integer(ty, width, words)?
            }
            (Kind::Float | Kind::Hex, _) => self.float(token, ty, kind)?,
            // LLVM 2.x also accepts whole numbers as floating-point constants.
            (Kind::Integer, Type::Float | Type::Double | Type::Half | Type::BFloat) => {
                self.float(token, ty, kind)?
            }
            _ => {
                let message = format!("a number cannot have type {}", self.shown(ty));
                return self.fail(E::BadConstant, message);
            }
        };
        self.next();
        Ok(constant)
    }

    /// Makes an integer constant. `words` has at least the width of the type.
    fn integer(&mut self, ty: TypeId, width: u32, mut words: Vec<u64>) -> Result<ConstantId> {
        let count = width.div_ceil(64) as usize;
        let top = match width % 64 {
            0 => u64::MAX,
            rest => (1 << rest) - 1,
        };
        words.truncate(count);
        if let Some(last) = words.last_mut() {
            *last &= top;
        }
        Ok(match words[..] {
            [word] => self.module.constants.bits(ty, word),
            _ => self.module.constants.wide_bits(ty, &words),
        })
    }

    /// Makes zero words for an integer of this width, and charges them to the budget.
    fn words(&mut self, width: u32) -> Result<Vec<u64>> {
        if width > 64 {
            self.charge(u64::from(width) / 8)?;
        }
        Ok(vec![0; width.div_ceil(64) as usize])
    }

    fn decimal(&mut self, token: Token, width: u32) -> Result<Vec<u64>> {
        let digits = self.slice(token);
        if digits.len() > MAX_DECIMAL {
            let message = "a number of this length must be hexadecimal, such as u0x1F";
            return self.fail(E::NumberRange, message);
        }
        let mut words = self.words(width)?;
        for digit in digits.iter().filter(|digit| digit.is_ascii_digit()) {
            let mut carry = u128::from(digit - b'0');
            for word in &mut words {
                carry += u128::from(*word) * 10;
                *word = carry as u64;
                carry >>= 64;
            }
        }
        if digits.first() == Some(&b'-') {
            let mut carry = true;
            for word in &mut words {
                (*word, carry) = (!*word).overflowing_add(u64::from(carry));
            }
        }
        Ok(words)
    }

    /// Parses `u0x` or `s0x` and digits.
    fn hexadecimal_integer(&mut self, token: Token, width: u32) -> Result<Vec<u64>> {
        let word = self.slice(token);
        let (signed, digits) = match word {
            [b'u', b'0', b'x', digits @ ..] => (false, digits),
            [b's', b'0', b'x', digits @ ..] => (true, digits),
            _ => return self.unexpected("a constant"),
        };
        let mut words = self.words(width)?;
        for (place, &digit) in digits.iter().rev().enumerate() {
            let Some(value) = char::from(digit).to_digit(16) else {
                return self.fail(E::BadConstant, "expected hexadecimal digits");
            };
            if let Some(word) = words.get_mut(place / 16) {
                *word |= u64::from(value) << (place % 16 * 4);
            }
        }
        // The highest bit that is set is the sign, even if it is not the highest bit of a digit.
        if signed && let Some(top) = words.iter().rposition(|&word| word != 0) {
            words[top] |= !(u64::MAX >> words[top].leading_zeros());
            words[top + 1..].fill(u64::MAX);
        }
        Ok(words)
    }

    /// Parses hexadecimal digits.
    fn hexadecimal(&self, digits: &[u8]) -> Result<u64> {
        let text = std::str::from_utf8(digits).unwrap_or_default();
        match u64::from_str_radix(text, 16) {
            Ok(bits) => Ok(bits),
            Err(_) => self.fail(E::BadConstant, "expected 1 to 16 hexadecimal digits"),
        }
    }

    fn float(&mut self, token: Token, ty: TypeId, kind: Type) -> Result<ConstantId> {
        let text = self.slice(token);
        if token.kind == Kind::Hex && text.get(2).is_some_and(|byte| b"KLMHR".contains(byte)) {
            return self.float_of_bits(ty, kind, text[2], &text[3..]);
        }
        let bits = if token.kind == Kind::Hex {
            self.hexadecimal(&text[2..])?
        } else {
            let text = std::str::from_utf8(text).unwrap_or_default();
            match text.parse::<f64>() {
                Ok(number) => number.to_bits(),
                Err(_) => return self.unexpected("a number"),
            }
        };
        let bits = match kind {
            Type::Double => bits,
            Type::Float => FLOAT.rounded(bits),
            Type::Half => HALF.rounded(bits),
            Type::BFloat => BFLOAT.rounded(bits),
            _ => {
                let message = format!("this number cannot have type {}", self.shown(ty));
                return self.fail(E::BadConstant, message);
            }
        };
        Ok(self.module.constants.bits(ty, bits))
    }

    /// Makes a floating-point constant from its bits. The letter after `0x` determines their
    /// layout.
    fn float_of_bits(
        &mut self,
        ty: TypeId,
        kind: Type,
        letter: u8,
        digits: &[u8],
    ) -> Result<ConstantId> {
        let fits = matches!(
            (letter, kind),
            (b'K', Type::X86Fp80)
                | (b'L', Type::Fp128)
                | (b'M', Type::PpcFp128)
                | (b'H', Type::Half)
                | (b'R', Type::BFloat)
        );
        if !fits {
            let message = format!("this number cannot have type {}", self.shown(ty));
            return self.fail(E::BadConstant, message);
        }
        // In these formats the first 16 digits are the low half, unless there are fewer.
        let first = match letter {
            b'L' | b'M' if digits.len() < 16 => 0,
            b'K' => 4,
            _ => 16,
        };
        let (high, low) = digits.split_at(digits.len().min(first));
        let half = |digits: &[u8]| match digits {
            [] => Ok(0),
            digits => self.hexadecimal(digits),
        };
        let (high, low) = (half(high)?, half(low)?);
        let constants = &mut self.module.constants;
        Ok(match letter {
            b'K' => constants.wide_bits(ty, &[low, high]),
            b'L' | b'M' => constants.wide_bits(ty, &[high, low]),
            _ => constants.bits(ty, high & 0xFFFF),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_to_the_nearest() {
        let float = |number: f64| FLOAT.rounded(number.to_bits()) as u32;
        for number in [
            0.0,
            -0.0,
            1.0,
            0.1,
            1e-40,
            1e-46,
            3e38,
            1e39,
            f64::INFINITY,
            16_777_217.0,
        ] {
            assert_eq!(float(number), (number as f32).to_bits(), "{number}");
        }
        assert_eq!(HALF.rounded(1.0f64.to_bits()), 0x3C00);
        assert_eq!(HALF.rounded(65504.0f64.to_bits()), 0x7BFF);
        assert_eq!(HALF.rounded(65520.0f64.to_bits()), 0x7C00);
        assert_eq!(HALF.rounded(5.960_464_477_539_063e-8f64.to_bits()), 1);
        assert_eq!(BFLOAT.rounded(1.0f64.to_bits()), 0x3F80);
    }

    #[test]
    fn a_signalling_nan_stays_one() {
        let double = 0x7FF4_0000_0000_0000;
        assert_eq!(FLOAT.rounded(double), 0x7FA0_0000);
    }
}
