//! Values in file tests: `i32 -5`, `double 0.5`, `<4 x i32> <1, 2, 3, 4>`.
//!
//! Integers are decimal or, with `0x`, hexadecimal. Floating-point numbers are decimal, `inf`,
//! `-inf`, `nan`, or their bits with `0x`. A vector is the list of its elements.

use anyhow::{Context, Result, bail, ensure};
use pinnacle_pexe::Type;
use std::fmt;
use std::str::FromStr;

/// A value that a function takes or returns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Value {
    /// Its type.
    pub ty: Type,
    /// Its bits. The first element of a vector has the lowest bits.
    pub bits: u128,
}

/// Parses values separated by commas.
///
/// # Errors
///
/// Fails if one of them is malformed.
pub fn parse_values(text: &str) -> Result<Vec<Value>> {
    let mut values = Vec::new();
    let mut start = 0;
    let mut depth = 0u32;
    for (at, letter) in text.char_indices() {
        match letter {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                values.push(text[start..at].parse()?);
                start = at + 1;
            }
            _ => {}
        }
    }
    if !text.trim().is_empty() {
        values.push(text[start..].parse()?);
    }
    Ok(values)
}

impl FromStr for Value {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Value> {
        let text = text.trim();
        let ty = Type::ALL
            .into_iter()
            .find(|ty| {
                let name = ty.to_string();
                text.strip_prefix(&name)
                    .is_some_and(|rest| rest.starts_with(' '))
            })
            .with_context(|| format!("`{text}` does not begin with a type"))?;
        let number = text[ty.to_string().len()..].trim();
        let bits = if ty.is_vector() {
            let list = number
                .strip_prefix('<')
                .and_then(|list| list.strip_suffix('>'))
                .with_context(|| format!("`{number}` is not written as <A, B, ...>"))?;
            let elements: Vec<&str> = list.split(',').collect();
            ensure!(
                elements.len() == ty.lanes() as usize,
                "`{text}` has {} elements",
                elements.len()
            );
            let mut bits = 0;
            for element in elements.into_iter().rev() {
                bits =
                    bits << ty.element_bits() | u128::from(scalar(ty.element(), element.trim())?);
            }
            bits
        } else {
            scalar(ty, number)?.into()
        };
        Ok(Value { ty, bits })
    }
}

/// Parses a scalar of a type. Returns its bits.
fn scalar(ty: Type, text: &str) -> Result<u64> {
    let width = ty.bits();
    let hexadecimal = text.strip_prefix("0x");
    let bits = if let Some(digits) = hexadecimal {
        u64::from_str_radix(digits, 16).with_context(|| format!("`{text}` is not a number"))?
    } else {
        let wrong = || format!("`{text}` is not a number of type {ty}");
        match ty {
            Type::Float => text.parse::<f32>().with_context(wrong)?.to_bits().into(),
            Type::Double => text.parse::<f64>().with_context(wrong)?.to_bits(),
            _ if ty.is_integer() => {
                let number: i128 = text.parse().with_context(wrong)?;
                let least = -(1i128 << (width - 1));
                ensure!(number >= least && number < 1i128 << width, wrong());
                number as u64 & (u64::MAX >> (64 - width))
            }
            _ => bail!("there is not a number of type {ty}"),
        }
    };
    ensure!(
        width == 64 || bits >> width == 0,
        "`{text}` has more than {width} bits"
    );
    Ok(bits)
}

impl Value {
    /// The bits of an element. A scalar has a single element.
    fn element(&self, index: u32) -> u64 {
        let width = self.ty.element_bits();
        (self.bits >> (index * width)) as u64 & (u64::MAX >> (64 - width))
    }

    /// Returns true if two values are equal. All NaNs are equal.
    pub fn same(&self, other: &Value) -> bool {
        let is_nan = |bits: u64| match self.ty.element() {
            Type::Float => f32::from_bits(bits as u32).is_nan(),
            Type::Double => f64::from_bits(bits).is_nan(),
            _ => false,
        };
        self.ty == other.ty
            && (0..self.ty.lanes().max(1)).all(|index| {
                let (a, b) = (self.element(index), other.element(index));
                a == b || is_nan(a) && is_nan(b)
            })
    }

    fn write_element(&self, f: &mut fmt::Formatter<'_>, index: u32) -> fmt::Result {
        let bits = self.element(index);
        match self.ty.element() {
            Type::Float => match f32::from_bits(bits as u32) {
                number if number.is_nan() => f.write_str("nan"),
                number => write!(f, "{number:?}"),
            },
            Type::Double => match f64::from_bits(bits) {
                number if number.is_nan() => f.write_str("nan"),
                number => write!(f, "{number:?}"),
            },
            Type::I1 => write!(f, "{bits}"),
            _ => {
                let unused = 64 - self.ty.element_bits();
                write!(f, "{}", (bits << unused) as i64 >> unused)
            }
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.ty)?;
        if !self.ty.is_vector() {
            return self.write_element(f, 0);
        }
        for index in 0..self.ty.lanes() {
            f.write_str(if index == 0 { "<" } else { ", " })?;
            self.write_element(f, index)?;
        }
        f.write_str(">")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_printed_as_they_are_read() {
        for text in [
            "i32 -5",
            "i64 9223372036854775807",
            "float 0.5",
            "double -inf",
            "double nan",
            "double 1e300",
            "<4 x i32> <1, -2, 3, 2147483647>",
            "<16 x i8> <0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, -128, 127>",
            "<4 x i1> <1, 0, 0, 1>",
            "<4 x float> <1.0, nan, -0.0, inf>",
        ] {
            assert_eq!(text.parse::<Value>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn bits_and_unsigned_numbers_are_values_too() {
        let bits = |text: &str| text.parse::<Value>().unwrap().bits;
        assert_eq!(bits("i32 4294967295"), bits("i32 -1"));
        assert_eq!(bits("float 0x3f800000"), bits("float 1.0"));
        assert_eq!(
            parse_values("i32 1, <4 x i32> <1, 2, 3, 4>, i64 2")
                .unwrap()
                .len(),
            3
        );
        assert_eq!(parse_values(" ").unwrap(), []);
    }

    #[test]
    fn invalid_values_are_refused() {
        for text in [
            "i32",
            "5",
            "i32 x",
            "i32 4294967296",
            "<4 x i32> <1, 2>",
            "void 0",
            "i1 2",
        ] {
            assert!(text.parse::<Value>().is_err(), "{text}");
        }
    }

    #[test]
    fn every_nan_is_the_same() {
        let value = |text: &str| text.parse::<Value>().unwrap();
        assert!(value("float 0x7fc00001").same(&value("float nan")));
        assert!(!value("float 0.0").same(&value("float -0.0")));
        assert!(!value("i32 2143289344").same(&value("i32 2143289345")));
    }
}
