//! Parses the constants of a function.

use super::Parser;
use super::types::{Shape, TypeRef};
use crate::construct::{ConstantConstruct, block_id};
use crate::text::error::{Result, SyntaxErrorKind, fault};
use crate::text::scan::Integer;
use crate::types::Type;
use pinnacle_bitstream::Record;

impl Parser<'_> {
    pub(super) fn start_constants(&mut self) {
        self.body.constant_type = None;
    }

    pub(super) fn constants_item(&mut self) -> Result<()> {
        const EXPECTED: &str = "a type and `:`, `%cN = TYPE VALUE;`, or `}`";
        let at = self.scan.here();
        match self.scan.peek() {
            b'%' if self.scan.second() == b'c' => {
                let name = self.scan.name()?;
                self.check_name(name, *b"%c", self.body.constants.len());
                let before = self.body.constants.len();
                let result = self.constant(at);
                if self.body.constants.len() == before {
                    self.body.constants.push(TypeRef::UNKNOWN);
                }
                result
            }
            b'<' | b'@' => self.set_type(at),
            byte if byte.is_ascii_alphabetic() => {
                let mut ahead = self.scan.lookahead();
                if matches!(ahead.word(), b"record" | b"block" | b"constants") {
                    return self.common_item(EXPECTED);
                }
                self.set_type(at)
            }
            _ => self.common_item(EXPECTED),
        }
    }

    /// Parses `TYPE:`.
    fn set_type(&mut self, at: u32) -> Result<()> {
        let ty = self.types.parse(&mut self.scan)?;
        self.scan.expect(b':')?;
        self.body.constant_type = Some(ty);
        let construct = ConstantConstruct::SetType(self.types.id(ty, at)?);
        let record = self
            .buffer
            .record(at, |operands| construct.encode(operands));
        self.finish(record, at)
    }

    /// Parses `= TYPE VALUE;`.
    fn constant(&mut self, at: u32) -> Result<()> {
        self.scan.expect(b'=')?;
        let type_at = self.scan.here();
        let ty = self.types.parse(&mut self.scan)?;
        match self.body.constant_type {
            Some(set) if set.agrees(ty) => {}
            Some(set) => {
                return fault(
                    SyntaxErrorKind::WrongType,
                    type_at,
                    format!(
                        "found type {}, but the constants here are of type {}",
                        self.types.name(ty),
                        self.types.name(set)
                    ),
                );
            }
            None => {
                return fault(
                    SyntaxErrorKind::Unexpected,
                    at,
                    "found a constant, expected a type and `:` before it",
                );
            }
        }
        let construct = self.literal(ty)?;
        self.semicolon()?;
        let record = self
            .buffer
            .record(at, |operands| construct.encode(operands));
        self.body.constants.push(ty);
        self.finish(record, at)
    }

    fn literal(&mut self, ty: TypeRef) -> Result<ConstantConstruct> {
        let at = self.scan.here();
        let mut ahead = self.scan.lookahead();
        if ahead.word() == b"undef" {
            self.scan.word();
            return Ok(ConstantConstruct::Undef);
        }
        if let Some(Type::Float | Type::Double) = ty.value() {
            let text = self.scan.float_literal();
            return match float_bits(text, ty == Type::Double.into()) {
                Some(bits) => Ok(ConstantConstruct::Float(bits)),
                None => self
                    .scan
                    .unexpected_at(at, "a floating point number or `undef`"),
            };
        }
        match self.scan.peek() {
            b'-' | b'0'..=b'9' => {
                let number = self.scan.integer()?;
                self.in_range(number, ty, at)
                    .map(ConstantConstruct::Integer)
            }
            _ => self.scan.unexpected("a number or `undef`"),
        }
    }

    /// Returns a number as a signed value of its type, or an error if it does not fit. For the
    /// smallest 64-bit number the original disassembler writes -0, which is a negative zero in a
    /// record.
    pub(super) fn in_range(&self, number: Integer, ty: TypeRef, at: u32) -> Result<i64> {
        let bits = match self.types.shape(ty) {
            Some(Shape::Value(ty)) if ty.is_integer() => ty.bits(),
            Some(&Shape::Integer(bits @ 1..=64)) => bits as u32,
            _ => 0,
        };
        if bits == 0 {
            return fault(
                SyntaxErrorKind::ConstantRange,
                at,
                format!(
                    "found {number}, but {} is not an integer type",
                    self.types.name(ty)
                ),
            );
        }
        let value = number.value();
        if bits == 64 && number.negative && value == 0 {
            return Ok(i64::MIN);
        }
        if value < -(1i128 << (bits - 1)) || value >= 1i128 << bits {
            return fault(
                SyntaxErrorKind::ConstantRange,
                at,
                format!(
                    "found {number}, which does not fit in {}",
                    self.types.name(ty)
                ),
            );
        }
        Ok(sign_extended(value as i64, bits))
    }

    /// Returns true if two constants have the same text. Their numbers then differ only in bits
    /// that their type lacks, or only after the sixth digit of floating-point numbers.
    pub(super) fn same_constant(
        &self,
        kind: Option<u32>,
        text: &Record<'_>,
        listed: &Record<'_>,
    ) -> bool {
        if kind != Some(block_id::CONSTANTS) {
            return false;
        }
        let ty = self.body.constant_type.and_then(TypeRef::value);
        match (
            ConstantConstruct::decode(text),
            ConstantConstruct::decode(listed),
            ty,
        ) {
            (Ok(ConstantConstruct::Integer(a)), Ok(ConstantConstruct::Integer(b)), Some(ty)) => {
                let bits = ty.bits().clamp(1, 64);
                sign_extended(a, bits) == sign_extended(b, bits)
            }
            (Ok(ConstantConstruct::Float(a)), Ok(ConstantConstruct::Float(b)), Some(ty)) => {
                let value = |bits: u64| match ty {
                    Type::Float => f64::from(f32::from_bits(bits as u32)),
                    _ => f64::from_bits(bits),
                };
                let (a, b) = (value(a), value(b));
                let sixth = |value: f64| format!("{value:.5e}").parse::<f64>().ok();
                a.is_nan() && b.is_nan() || sixth(a).map(f64::to_bits) == sixth(b).map(f64::to_bits)
            }
            _ => false,
        }
    }
}

/// Returns the low bits of a number, sign-extended. `bits` is from 1 to 64.
pub(super) fn sign_extended(number: i64, bits: u32) -> i64 {
    let unused = 64 - bits;
    number << unused >> unused
}

/// Returns the bits of a floating-point number from its text: a decimal, a name, or the bits in
/// hexadecimal after `0x`.
fn float_bits(text: &str, double: bool) -> Option<u64> {
    if let Some(digits) = text.strip_prefix("0x") {
        let bits = u64::from_str_radix(digits, 16).ok()?;
        return (double || bits >> 32 == 0).then_some(bits);
    }
    let (magnitude, negative) = match text.strip_prefix('-') {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    let number = match magnitude {
        "nan" | "inf" => true,
        _ => magnitude.starts_with(|c: char| c.is_ascii_digit() || c == '.'),
    };
    if !number {
        return None;
    }
    if double {
        let bits = match magnitude {
            "nan" => 0x7ff8_0000_0000_0000,
            _ => magnitude.parse::<f64>().ok()?.to_bits(),
        };
        return Some(bits | u64::from(negative) << 63);
    }
    let bits = match magnitude {
        "nan" => 0x7fc0_0000,
        _ => magnitude.parse::<f32>().ok()?.to_bits(),
    };
    Some(u64::from(bits) | u64::from(negative) << 31)
}
