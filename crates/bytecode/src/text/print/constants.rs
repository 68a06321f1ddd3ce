//! Prints constants, including aggregates and expressions.
//!
//! Nothing here recurses: pending pieces are on a stack with the next piece on top.

use super::Printer;
use crate::error::Error;
use crate::model::{ConstantId, ConstantKind, GlobalId, List, Type, TypeId};
use crate::opcode;

/// A piece of text that is still to be written.
#[derive(Clone, Copy, Debug)]
pub(super) enum Piece {
    /// Fixed text.
    Text(&'static [u8]),
    /// A type.
    Type(TypeId),
    /// A constant with its type before it.
    Typed(ConstantId),
    /// The constants of a list from an index on, separated by commas. A comma comes before the
    /// first one if something precedes it.
    List {
        list: List<ConstantId>,
        next: u32,
        comma: bool,
        /// If set, write one constant per line, indented to this depth.
        depth: Option<u32>,
    },
    /// The end of a structure with one field per line.
    EndLines,
    /// The zero of a type, with the type before it.
    Zero(TypeId),
    /// The zero of the type `element`, `left` times with commas between.
    Zeros { element: TypeId, left: u32 },
    /// The zeros of the fields from an index on, separated by commas.
    ZeroFields { fields: List<TypeId>, next: u32 },
}

impl Printer<'_> {
    /// Writes a constant without its type, as an operand of an instruction.
    #[inline]
    pub(super) fn constant(&mut self, id: ConstantId) -> Result<(), Error> {
        match self.context.module.constants.get(id).kind {
            ConstantKind::Global(global) => self.global_name(global),
            ConstantKind::Function(function) => {
                self.out
                    .put(self.context.addresses.function(function.index()));
            }
            ConstantKind::Int(value) => self.integer(id, value),
            _ => return self.constant_in_constant(id),
        }
        Ok(())
    }

    /// Writes a constant without its type, as a part of a constant or as an
    /// initialiser.
    pub(super) fn constant_in_constant(&mut self, id: ConstantId) -> Result<(), Error> {
        let bottom = self.pieces.len();
        if bottom == 0 {
            self.depth = 0;
        }
        self.begin_constant(id)?;
        while self.pieces.len() > bottom {
            let Some(piece) = self.pieces.pop() else {
                break;
            };
            self.piece(piece)?;
            self.out.check(0)?;
        }
        Ok(())
    }

    fn piece(&mut self, piece: Piece) -> Result<(), Error> {
        match piece {
            Piece::Text(text) => self.out.put(text),
            Piece::Type(ty) => self.types.write(&mut self.out, ty)?,
            Piece::Typed(id) => {
                let ty = self.context.module.constants.type_of(id);
                self.types.write(&mut self.out, ty)?;
                self.out.byte(b' ');
                self.begin_constant(id)?;
            }
            Piece::EndLines => {
                self.depth -= 1;
                self.out.put(b" }");
            }
            Piece::List {
                list,
                next,
                comma,
                depth,
            } => {
                let list_of = self.context.module.constants.list(list);
                if let Some(&id) = list_of.get(next as usize) {
                    if comma {
                        self.out.put(b", ");
                    }
                    if let Some(depth) = depth {
                        self.new_line(depth);
                    }
                    self.pieces.push(Piece::List {
                        list,
                        next: next + 1,
                        comma: true,
                        depth,
                    });
                    self.pieces.push(Piece::Typed(id));
                }
            }
            Piece::Zero(ty) => {
                self.types.write(&mut self.out, ty)?;
                self.out.byte(b' ');
                self.begin_zero(ty);
            }
            Piece::Zeros { element, left } => {
                if left > 1 {
                    let left = left - 1;
                    self.pieces.push(Piece::Zeros { element, left });
                    self.pieces.push(Piece::Text(b", "));
                }
                if left > 0 {
                    self.pieces.push(Piece::Zero(element));
                }
            }
            Piece::ZeroFields { fields, next } => {
                let list = self.context.module.types.list(fields);
                if let Some(&ty) = list.get(next as usize) {
                    if next > 0 {
                        self.out.put(b", ");
                    }
                    let next = next + 1;
                    self.pieces.push(Piece::ZeroFields { fields, next });
                    self.pieces.push(Piece::Zero(ty));
                }
            }
        }
        Ok(())
    }

    /// Writes the beginning of a constant and pushes the rest.
    fn begin_constant(&mut self, id: ConstantId) -> Result<(), Error> {
        let constant = self.context.module.constants.get(id);
        match constant.kind {
            ConstantKind::Null => self.begin_zero(constant.ty),
            ConstantKind::Bool(value) => self.out.put(if value { b"true" } else { b"false" }),
            ConstantKind::Int(value) => self.integer(id, value),
            ConstantKind::Float(bits) => self.floating(widen(bits)),
            ConstantKind::Double(bits) => self.floating(bits),
            ConstantKind::Bytes(bytes) => {
                let bytes = self.context.module.constants.bytes(bytes);
                self.bytes(constant.ty, bytes)?;
            }
            ConstantKind::Array(list) => self.begin_list(b"[ ", list, b" ]"),
            ConstantKind::Struct(list) if self.context.style.fields_on_lines && list.len() > 2 => {
                self.depth += 1;
                self.out.byte(b'{');
                self.pieces.push(Piece::EndLines);
                self.pieces.push(Piece::List {
                    list,
                    next: 0,
                    comma: false,
                    depth: Some(self.depth),
                });
            }
            ConstantKind::Struct(list) => self.begin_list(b"{ ", list, b" }"),
            ConstantKind::Packed(list) => self.begin_list(b"< ", list, b" >"),
            ConstantKind::Undef => self.out.put(b"undef"),
            ConstantKind::InlineAsm {
                bytes,
                text,
                side_effects,
            } => {
                let (text, constraints) = self.context.module.constants.asm_parts(bytes, text);
                self.out.put(b"asm ");
                if side_effects {
                    self.out.put(b"sideeffect ");
                }
                self.out.byte(b'"');
                self.out.escaped_string(text);
                self.out.put(b"\", \"");
                self.out.escaped_string(constraints);
                self.out.byte(b'"');
            }
            ConstantKind::Global(global) => {
                self.out.put(self.context.style.before_reference);
                self.global_name(global);
            }
            ConstantKind::Function(function) => {
                self.out.put(self.context.style.before_reference);
                self.out
                    .put(self.context.addresses.function(function.index()));
            }
            ConstantKind::Binary { .. }
            | ConstantKind::Shift { .. }
            | ConstantKind::Vector { .. }
            | ConstantKind::Select { .. } => self.begin_expression(id),
            ConstantKind::Cast(value) => {
                self.out.put(b"cast (");
                self.pieces.extend([
                    Piece::Text(b")"),
                    Piece::Type(constant.ty),
                    Piece::Text(b" to "),
                    Piece::Typed(value),
                ]);
            }
            ConstantKind::GetElementPtr { pointer, indices } => {
                self.out.put(b"getelementptr (");
                self.pieces.extend([
                    Piece::Text(b")"),
                    Piece::List {
                        list: indices,
                        next: 0,
                        comma: true,
                        depth: None,
                    },
                    Piece::Typed(pointer),
                ]);
            }
        }
        Ok(())
    }

    /// Begins a line of a structure, indented by four spaces for each enclosing structure.
    fn new_line(&mut self, depth: u32) {
        self.out.byte(b'\n');
        for _ in 0..depth {
            self.out.put(b"    ");
        }
    }

    fn begin_list(&mut self, open: &[u8], list: List<ConstantId>, close: &'static [u8]) {
        self.out.put(open);
        self.pieces.push(Piece::Text(close));
        self.pieces.push(Piece::List {
            list,
            next: 0,
            comma: false,
            depth: None,
        });
    }

    fn begin_expression(&mut self, id: ConstantId) {
        let constants = &self.context.module.constants;
        let row = opcode::row(constants.operation(id));
        self.out.put(row.name.as_bytes());
        self.out.put(b" (");
        self.pieces.push(Piece::Text(b")"));
        let first = self.pieces.len();
        for (place, operand) in constants.operands(id).enumerate() {
            if place > 0 {
                self.pieces.push(Piece::Text(b", "));
            }
            self.pieces.push(Piece::Typed(operand));
        }
        self.pieces[first..].reverse();
    }

    /// Writes the beginning of a zero and pushes the rest.
    fn begin_zero(&mut self, ty: TypeId) {
        let types = &self.context.module.types;
        let ty_of = types.get(ty);
        let parts = match ty_of {
            Type::Struct { fields } => fields.len() as u32,
            Type::Array { length, .. } => length,
            _ => 0,
        };
        let longest = self.context.style.zeros_written_out;
        match ty_of {
            Type::Bool => self.out.put(b"false"),
            Type::Float | Type::Double => self.floating(0),
            Type::Pointer { .. } => self.out.put(b"null"),
            _ if ty.is_integer() => self.out.byte(b'0'),
            _ if longest.is_none_or(|longest| parts > longest) => {
                self.out.put(b"zeroinitializer");
            }
            Type::Struct { .. } if parts == 0 => self.out.put(b"{ }"),
            Type::Struct { fields } => {
                self.out.put(b"{ ");
                self.pieces.push(Piece::Text(b" }"));
                self.pieces.push(Piece::ZeroFields { fields, next: 0 });
            }
            Type::Array {
                element: TypeId::UBYTE | TypeId::SBYTE,
                ..
            } => {
                self.out.put(b"c\"");
                for _ in 0..parts {
                    self.out.escaped(0);
                }
                self.out.byte(b'"');
            }
            Type::Array { .. } if parts == 0 => self.out.put(b"[ ]"),
            Type::Array { element, .. } => {
                self.out.put(b"[ ");
                self.pieces.push(Piece::Text(b" ]"));
                let left = parts;
                self.pieces.push(Piece::Zeros { element, left });
            }
            // Types of the other kinds have no constants.
            _ => self.out.put(b"zeroinitializer"),
        }
    }

    #[inline]
    fn global_name(&mut self, global: GlobalId) {
        self.out.put(self.context.addresses.global(global.index()));
    }

    #[inline]
    fn integer(&mut self, id: ConstantId, value: u64) {
        if self.context.module.constants.type_of(id).is_signed() {
            let value = value as i64;
            if value == i64::MIN && self.context.style.smallest_long_is_zero {
                return self.out.byte(b'0');
            }
            self.out.signed(value);
        } else {
            self.out.decimal(value);
        }
    }

    /// Writes a floating-point number as the bits of a `double`, or in decimal if the style allows
    /// that. LLVM up to 1.4 never wrote decimals: it padded them with spaces and then did not
    /// recognise them as numbers.
    fn floating(&mut self, bits: u64) {
        if self.context.style.decimal
            && let Some(text) = decimal(f64::from_bits(bits))
        {
            self.out.put(text.as_bytes());
            return;
        }
        self.out.put(b"0x");
        self.out.hexadecimal(bits);
    }

    /// Writes an array of bytes as a string. In some styles, a signed array with a negative number
    /// is written as a list.
    fn bytes(&mut self, ty: TypeId, bytes: &[u8]) -> Result<(), Error> {
        let element = match self.context.module.types.get(ty) {
            Type::Array { element, .. } => element,
            _ => TypeId::UBYTE,
        };
        if element == TypeId::SBYTE && !bytes.is_ascii() && !self.context.style.signed_strings {
            for (place, &byte) in bytes.iter().enumerate() {
                self.out
                    .put(if place == 0 { b"[ sbyte " } else { b", sbyte " });
                self.out.signed(i64::from(byte as i8));
            }
            self.out.put(b" ]");
            return self.out.check(0);
        }
        self.out.put(b"c\"");
        self.out.escaped_string(bytes);
        self.out.byte(b'"');
        self.out.check(0)
    }
}

/// Formats a number with six digits after the point and an exponent. `None` if that is not exact.
fn decimal(value: f64) -> Option<String> {
    if !value.is_finite() {
        return None;
    }
    let text = format!("{value:.6e}");
    let is_exact = text.parse::<f64>().is_ok_and(|read| read == value);
    let (digits, exponent) = text.split_once('e')?;
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(exponent) => ('-', exponent),
        None => ('+', exponent),
    };
    is_exact.then(|| format!("{digits}e{sign}{exponent:0>2}"))
}

/// The bits that a `float` has as a `double`. A NaN becomes quiet, as machines
/// convert it.
fn widen(bits: u32) -> u64 {
    let sign = u64::from(bits >> 31) << 63;
    let fraction = u64::from(bits & 0x7F_FFFF) << 29;
    if bits & 0x7F80_0000 != 0x7F80_0000 {
        return f64::from(f32::from_bits(bits)).to_bits();
    }
    let quiet = if fraction == 0 { 0 } else { 1 << 51 };
    sign | 0x7FF << 52 | fraction | quiet
}

#[cfg(test)]
mod tests {
    use super::widen;

    #[test]
    fn floats_become_doubles() {
        for (float, double) in [
            (0, 0),
            (0x8000_0000, 0x8000_0000_0000_0000),
            (0x3FC0_0000, 0x3FF8_0000_0000_0000),
            (1, 0x36A0_0000_0000_0000),
            (0x7F80_0000, 0x7FF0_0000_0000_0000),
            (0xFF80_0000, 0xFFF0_0000_0000_0000),
            (0x7FC0_0001, 0x7FF8_0000_2000_0000),
            (0xFF80_0001, 0xFFF8_0000_2000_0000),
        ] {
            assert_eq!(widen(float), double, "{float:#x}");
        }
    }
}
