//! Parses constants: numbers, strings, aggregates, addresses and expressions.
//!
//! A constant with operands waits on a stack until these are complete, and checks each of them as
//! it is completed.

use super::describe::describe;
use super::lex::{Literal, unescape};
use super::{Parser, TypeId};
use crate::model::{ConstantId, ConstantKind, Type};
use crate::opcode::{self, Class, Operand};
use crate::text::error::{Result, SyntaxErrorKind, fault};
use pinnacle_base::count::counted;

/// The parts of a constant before it is complete.
#[derive(Debug, Default)]
pub(super) struct ConstantStack {
    frames: Vec<Frame>,
    operands: Vec<ConstantId>,
}

/// A constant that is not complete yet.
#[derive(Clone, Copy, Debug)]
struct Frame {
    open: Open,
    /// The type that it must have.
    ty: TypeId,
    /// Offset in the text.
    at: u32,
    /// Index of its first operand in [`ConstantStack::operands`].
    base: usize,
}

#[derive(Clone, Copy, Debug)]
enum Open {
    Array {
        element: TypeId,
        length: u32,
    },
    Structure,
    Packed {
        element: TypeId,
        length: u32,
    },
    /// An operation with a form in the table of operations.
    Operator(u32),
    /// The type that the indices so far select.
    GetElementPtr {
        reached: TypeId,
    },
}

/// Rules for integers that must fit in their types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fit {
    /// The integer must be in the range of its type. Elements of constants follow this rule.
    Exact,
    /// The rule for operands: if the type is signed, an unsigned number of 2^63 or more stands for
    /// the negative number with the same bits.
    Operand,
}

/// A constant, its type and its position.
#[derive(Clone, Copy, Debug)]
struct Complete {
    id: ConstantId,
    ty: TypeId,
    at: u32,
}

impl<'a> Parser<'a> {
    /// Reads a constant of a known type. Operands of instructions follow other rules (see `fit`),
    /// and cannot be aggregates.
    pub(super) fn constant_of(&mut self, ty: TypeId, fit: Fit) -> Result<ConstantId> {
        self.constant_stack.frames.clear();
        self.constant_stack.operands.clear();
        let mut ty = ty;
        let mut fit = fit;
        loop {
            let Some(mut complete) = self.begin_constant(ty, fit)? else {
                ty = self.ty()?;
                fit = self.fit_of_next();
                continue;
            };
            loop {
                let Some(frame) = self.constant_stack.frames.last().copied() else {
                    return Ok(complete.id);
                };
                self.constant_stack.operands.push(complete.id);
                match self.add_operand(frame, complete)? {
                    Some(id) => {
                        self.constant_stack.frames.pop();
                        self.constant_stack.operands.truncate(frame.base);
                        complete = Complete {
                            id,
                            ty: frame.ty,
                            at: frame.at,
                        };
                        self.check_type(complete)?;
                    }
                    None => break,
                }
            }
            ty = self.ty()?;
            fit = self.fit_of_next();
        }
    }

    /// Returns the rule for the next operand. Indices follow the rule for operands.
    fn fit_of_next(&self) -> Fit {
        match self.constant_stack.frames.last() {
            Some(frame) if matches!(frame.open, Open::GetElementPtr { .. }) => Fit::Operand,
            _ => Fit::Exact,
        }
    }

    /// Checks that a constant has the type written before it.
    #[inline]
    fn check_type(&self, complete: Complete) -> Result<()> {
        let found = self.module.constants.type_of(complete.id);
        if found == complete.ty {
            return Ok(());
        }
        self.wrong_type(complete.at, complete.ty, found)
    }

    /// Fails because a value has the wrong type.
    #[cold]
    pub(super) fn wrong_type<T>(&self, at: u32, expected: TypeId, found: TypeId) -> Result<T> {
        let (expected, found) = (
            describe(&self.module, expected),
            describe(&self.module, found),
        );
        fault(
            SyntaxErrorKind::WrongType,
            at,
            format!("expected a value of type {expected}, found one of type {found}"),
        )
    }

    /// Reads a constant without operands, or the beginning of one with operands, which is pushed on
    /// the stack.
    fn begin_constant(&mut self, ty: TypeId, fit: Fit) -> Result<Option<Complete>> {
        let at = self.scanner.here();
        let id = match self.scanner.peek() {
            b'%' | b'"' => self.constant_address(ty)?,
            b'[' => match self.module.types.get(ty) {
                Type::Array { element, length } => {
                    self.scanner.eat(b'[');
                    if !self.scanner.eat(b']') {
                        return Ok(self.open(Open::Array { element, length }, ty, at));
                    }
                    self.check_count(at, "elements", length as usize, 0)?;
                    self.module.constants.array(ty, &[])
                }
                _ => return self.not_of_type(at, "an array", ty),
            },
            b'{' => match self.module.types.get(ty) {
                Type::Struct { fields } => {
                    self.scanner.eat(b'{');
                    if !self.scanner.eat(b'}') {
                        return Ok(self.open(Open::Structure, ty, at));
                    }
                    self.check_count(at, "fields", fields.len(), 0)?;
                    self.module.constants.structure(ty, &[])
                }
                _ => return self.not_of_type(at, "a structure", ty),
            },
            b'<' => match self.module.types.get(ty) {
                Type::Packed { element, length } => {
                    self.scanner.eat(b'<');
                    return Ok(self.open(Open::Packed { element, length }, ty, at));
                }
                _ => return self.not_of_type(at, "a packed value", ty),
            },
            _ if self.scanner.at_number() => {
                let literal = self.scanner.number()?;
                self.literal(ty, literal, fit, at)?
            }
            _ => match self.scanner.word() {
                b"null" => match self.module.types.get(ty) {
                    Type::Pointer { .. } => self.zero(ty, at)?,
                    _ => return self.not_of_type(at, "a pointer", ty),
                },
                b"zeroinitializer" => self.zero(ty, at)?,
                word @ (b"true" | b"false") => {
                    if ty != TypeId::BOOL {
                        return self.not_of_type(at, "a boolean", ty);
                    }
                    self.module.constants.bool(word == b"true")
                }
                b"undef" => match self.module.types.get(ty) {
                    Type::Void | Type::Label | Type::Function { .. } => {
                        return self.not_of_type(at, "a value", ty);
                    }
                    _ => self.module.constants.undef(ty),
                },
                b"asm" => {
                    if self.module.signature_of(ty).is_none() {
                        return self.not_of_type(at, "assembly", ty);
                    }
                    let (side_effects, text, constraints) = self.asm()?;
                    let (text, constraints) = (unescape(text), unescape(constraints));
                    let constants = &mut self.module.constants;
                    constants.inline_asm(ty, &text, &constraints, side_effects)
                }
                b"c" => self.byte_string(ty, at)?,
                word => match expression(word) {
                    Some(open) => {
                        self.scanner.expect(b'(')?;
                        return Ok(self.open(open, ty, at));
                    }
                    None => return self.scanner.unexpected_at(at, "a constant"),
                },
            },
        };
        Ok(Some(Complete { id, ty, at }))
    }

    /// Reads inline assembly after its keyword. Returns whether it has side effects, its
    /// instructions and its constraints.
    pub(super) fn asm(&mut self) -> Result<(bool, &'a [u8], &'a [u8])> {
        let side_effects = self.scanner.eat_word(b"sideeffect");
        let text = self.scanner.string()?;
        self.scanner.expect(b',')?;
        Ok((side_effects, text, self.scanner.string()?))
    }

    fn open(&mut self, open: Open, ty: TypeId, at: u32) -> Option<Complete> {
        let base = self.constant_stack.operands.len();
        self.constant_stack
            .frames
            .push(Frame { open, ty, at, base });
        None
    }

    /// Adds an operand to the innermost open constant, which is the last on the stack, and reads
    /// the text after it. Returns the constant if that completes it.
    fn add_operand(&mut self, frame: Frame, operand: Complete) -> Result<Option<ConstantId>> {
        let Complete { id, ty, at } = operand;
        let count = self.constant_stack.operands.len() - frame.base;
        match frame.open {
            Open::Array { element, length } => {
                if ty != element {
                    return self.wrong_type(at, element, ty);
                }
                if self.scanner.eat(b',') {
                    return Ok(None);
                }
                if !self.scanner.eat(b']') {
                    return self.scanner.unexpected("`,` or `]`");
                }
                self.check_count(frame.at, "elements", length as usize, count)?;
                let elements = &self.constant_stack.operands[frame.base..];
                Ok(Some(self.module.constants.array(frame.ty, elements)))
            }
            Open::Packed { element, length } => {
                if ty != element {
                    return self.wrong_type(at, element, ty);
                }
                if self.scanner.eat(b',') {
                    return Ok(None);
                }
                if !self.scanner.eat(b'>') {
                    return self.scanner.unexpected("`,` or `>`");
                }
                self.check_count(frame.at, "elements", length as usize, count)?;
                let elements = &self.constant_stack.operands[frame.base..];
                Ok(Some(self.module.constants.packed(frame.ty, elements)))
            }
            Open::Structure => {
                let fields = match self.module.types.get(frame.ty) {
                    Type::Struct { fields } => self.module.types.list(fields),
                    _ => &[],
                };
                let field = fields.get(count - 1).copied();
                let fields = fields.len();
                match field {
                    Some(field) if field != ty => return self.wrong_type(at, field, ty),
                    Some(_) => {}
                    None => self.check_count(frame.at, "fields", fields, count)?,
                }
                if self.scanner.eat(b',') {
                    return Ok(None);
                }
                if !self.scanner.eat(b'}') {
                    return self.scanner.unexpected("`,` or `}`");
                }
                self.check_count(frame.at, "fields", fields, count)?;
                let fields = &self.constant_stack.operands[frame.base..];
                Ok(Some(self.module.constants.structure(frame.ty, fields)))
            }
            Open::Operator(operation) => self.add_to_operator(operation, frame, operand),
            Open::GetElementPtr { reached } => {
                let (reached, index) = if count == 1 {
                    if !self.is_pointer(ty) {
                        return self.not_of_type(at, "a pointer", ty);
                    }
                    (ty, id)
                } else {
                    let is_first = count == 2;
                    self.step(reached, is_first, ty, Some(id), at)?
                };
                if let Some(last) = self.constant_stack.operands.last_mut() {
                    *last = index;
                }
                if self.scanner.eat(b',') {
                    if let Some(frame) = self.constant_stack.frames.last_mut() {
                        frame.open = Open::GetElementPtr { reached };
                    }
                    return Ok(None);
                }
                if !self.scanner.eat(b')') {
                    return self.scanner.unexpected("`,` or `)`");
                }
                let ty = match count {
                    1 => reached,
                    _ => self.module.types.pointer_to(reached),
                };
                let operands = &self.constant_stack.operands[frame.base..];
                let (pointer, indices) = (operands[0], &operands[1..]);
                Ok(Some(
                    self.module.constants.get_element_ptr(ty, pointer, indices),
                ))
            }
        }
    }

    /// Adds an operand to an operation that the table describes.
    fn add_to_operator(
        &mut self,
        operation: u32,
        frame: Frame,
        operand: Complete,
    ) -> Result<Option<ConstantId>> {
        let Complete { ty, at, .. } = operand;
        let row = opcode::row(operation);
        let form = row.form;
        let operands = &self.constant_stack.operands[frame.base..];
        let key = operands.get(form.key);
        let key = key.map_or(TypeId::VOID, |&key| self.module.constants.type_of(key));
        let Some(&expected) = form.operands.get(operands.len() - 1) else {
            return self.wrong_count(at, "operands", form.operands.len(), operands.len());
        };
        // All operators of constants accept pointers, except for bit operations.
        let of_pointers = match expected {
            Operand::Key(Class::Bits | Class::Integer) => false,
            Operand::Key(_) => !form.all_typed && self.is_pointer(ty),
            _ => false,
        };
        if !of_pointers {
            self.check_operand(operation, expected, key, ty, at)?;
        }
        if operands.len() < form.operands.len() {
            self.scanner.expect(b',')?;
            return Ok(None);
        }
        let written = self.type_after(form, operation)?;
        self.scanner.expect(b')')?;
        let result = form.result(&self.module.types, key, written);
        let operands = &self.constant_stack.operands[frame.base..];
        let constants = &mut self.module.constants;
        let made = result.and_then(|result| constants.operator(operation, result, operands));
        match made {
            Some(id) => Ok(Some(id)),
            None => self.no_operation(at, row.name, key),
        }
    }

    /// Returns the type that an index of `getelementptr` selects, and the index. The index of a
    /// field is converted to the type that the format requires.
    pub(super) fn step(
        &mut self,
        from: TypeId,
        is_first: bool,
        index_type: TypeId,
        index: Option<ConstantId>,
        at: u32,
    ) -> Result<(TypeId, ConstantId)> {
        let constant = index.unwrap_or(ConstantId(0));
        let to = match self.module.types.get(from) {
            Type::Pointer { pointee } if is_first => pointee,
            Type::Array { element, .. } | Type::Packed { element, .. } => element,
            Type::Struct { fields } => {
                let number = match index.map(|id| self.module.constants.get(id).kind) {
                    Some(ConstantKind::Int(number))
                        if matches!(index_type, TypeId::UINT | TypeId::UBYTE) =>
                    {
                        number
                    }
                    _ => {
                        return fault(
                            SyntaxErrorKind::BadIndex,
                            at,
                            "the index of a field must be a constant of type `uint` or `ubyte`",
                        );
                    }
                };
                let fields = self.module.types.list(fields);
                let field = usize::try_from(number)
                    .ok()
                    .and_then(|n| fields.get(n).copied());
                let Some(field) = field else {
                    let message = format!(
                        "field {number} does not exist: {} has {}",
                        describe(&self.module, from),
                        counted(fields.len(), "field")
                    );
                    return fault(SyntaxErrorKind::BadIndex, at, message);
                };
                let constant = match self.field_index {
                    Some(TypeId::UBYTE) if number > 255 => constant,
                    Some(ty) => self.module.constants.int(ty, number),
                    None => constant,
                };
                return Ok((field, constant));
            }
            _ => {
                let message = format!("{} has no elements", describe(&self.module, from));
                return fault(SyntaxErrorKind::BadIndex, at, message);
            }
        };
        if !matches!(
            index_type,
            TypeId::UINT | TypeId::INT | TypeId::ULONG | TypeId::LONG
        ) {
            let message = format!(
                "the index of an element must have type `uint`, `int`, `ulong` or `long`, found {}",
                describe(&self.module, index_type)
            );
            return fault(SyntaxErrorKind::BadIndex, at, message);
        }
        Ok((to, constant))
    }

    /// Reads a number of a type.
    pub(super) fn literal(
        &mut self,
        ty: TypeId,
        literal: Literal,
        fit: Fit,
        at: u32,
    ) -> Result<ConstantId> {
        if let Literal::Float(bits) = literal {
            return match ty {
                TypeId::DOUBLE => Ok(self.module.constants.double(bits)),
                TypeId::FLOAT => Ok(self.module.constants.float(narrow(bits))),
                _ => self.not_of_type(at, "a floating-point number", ty),
            };
        }
        let Some(bits) = ty.integer_bits() else {
            return self.not_of_type(at, "an integer", ty);
        };
        let signed_fits = |value: i64| value << (64 - bits) >> (64 - bits) == value;
        let (value, fits) = match literal {
            Literal::Signed(value) => (value as u64, ty.is_signed() && signed_fits(value)),
            Literal::Unsigned(value) if ty.is_signed() => {
                let is_small = value <= i64::MAX as u64;
                let fits = (is_small || fit == Fit::Operand) && signed_fits(value as i64);
                (value, fits)
            }
            Literal::Unsigned(value) => (value, bits == 64 || value >> bits == 0),
            Literal::Float(bits) => (bits, false),
        };
        if !fits {
            return self.out_of_range(ty, literal, at);
        }
        Ok(self.module.constants.int(ty, value))
    }

    #[cold]
    fn out_of_range<T>(&self, ty: TypeId, literal: Literal, at: u32) -> Result<T> {
        let number = match literal {
            Literal::Signed(number) => number.to_string(),
            Literal::Unsigned(number) => number.to_string(),
            Literal::Float(bits) => f64::from_bits(bits).to_string(),
        };
        let message = format!(
            "{number} is not a value of type {}",
            describe(&self.module, ty)
        );
        fault(SyntaxErrorKind::ConstantRange, at, message)
    }

    fn zero(&mut self, ty: TypeId, at: u32) -> Result<ConstantId> {
        match self.module.constants.zero(&self.module.types, ty) {
            Some(zero) => Ok(zero),
            None => {
                let message = format!("type {} has no zero value", describe(&self.module, ty));
                fault(SyntaxErrorKind::WrongType, at, message)
            }
        }
    }

    /// Reads the string of an array of bytes.
    fn byte_string(&mut self, ty: TypeId, at: u32) -> Result<ConstantId> {
        let string = self.scanner.string()?;
        let Type::Array {
            element: TypeId::SBYTE | TypeId::UBYTE,
            length,
        } = self.module.types.get(ty)
        else {
            return self.not_of_type(at, "an array of bytes", ty);
        };
        let bytes = unescape(string);
        self.check_count(at, "elements", length as usize, bytes.len())?;
        Ok(self.module.constants.byte_array(ty, &bytes))
    }

    fn check_count(&self, at: u32, what: &str, expected: usize, found: usize) -> Result<()> {
        if expected == found {
            return Ok(());
        }
        self.wrong_count(at, what, expected, found)
    }

    /// The error for the wrong number of elements, fields or operands.
    #[cold]
    pub(super) fn wrong_count<T>(
        &self,
        at: u32,
        what: &str,
        expected: usize,
        found: usize,
    ) -> Result<T> {
        fault(
            SyntaxErrorKind::WrongCount,
            at,
            format!("expected {expected} {what}, found {found}"),
        )
    }

    /// Fails because a value cannot have this type.
    #[cold]
    pub(super) fn not_of_type<T>(&self, at: u32, what: &str, ty: TypeId) -> Result<T> {
        let ty = describe(&self.module, ty);
        fault(
            SyntaxErrorKind::WrongType,
            at,
            format!("expected a value of type {ty}, which is not the type of {what}"),
        )
    }

    /// Fails because an operation does not exist for a type.
    #[cold]
    pub(super) fn no_operation<T>(&self, at: u32, operation: &str, ty: TypeId) -> Result<T> {
        let ty = describe(&self.module, ty);
        fault(
            SyntaxErrorKind::WrongOperation,
            at,
            format!("`{operation}` is not defined for values of type {ty}"),
        )
    }

    #[inline]
    pub(super) fn expect_type(&self, at: u32, expected: TypeId, found: TypeId) -> Result<()> {
        if expected == found {
            return Ok(());
        }
        self.wrong_type(at, expected, found)
    }

    #[inline]
    pub(super) fn expect_first_class(&self, at: u32, operation: &str, ty: TypeId) -> Result<()> {
        if self.module.types.is_first_class(ty) {
            return Ok(());
        }
        self.no_operation(at, operation, ty)
    }

    pub(super) fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(self.module.types.get(ty), Type::Pointer { .. })
    }
}

/// Returns the empty expression for an opcode; `None` if the word is not one.
fn expression(word: &[u8]) -> Option<Open> {
    match opcode::find(word) {
        opcode::GET_ELEMENT_PTR => Some(Open::GetElementPtr {
            reached: TypeId::VOID,
        }),
        operation => {
            let exists = opcode::row(operation).in_constants;
            exists.then_some(Open::Operator(operation))
        }
    }
}

/// Converts a `double` to a `float`. Numbers are rounded. A NaN keeps the bits that fit, so the
/// text still tells NaNs apart.
fn narrow(bits: u64) -> u32 {
    let value = f64::from_bits(bits);
    if !value.is_nan() {
        return (value as f32).to_bits();
    }
    let sign = (bits >> 32) as u32 & 1 << 31;
    let payload = (bits >> 29) as u32 & ((1 << 23) - 1);
    // A payload must not be truncated to zero, which would make it an infinity.
    let payload = if payload == 0 { 1 << 22 } else { payload };
    sign | 0xff << 23 | payload
}

#[cfg(test)]
mod tests {
    use super::narrow;

    #[test]
    fn doubles_become_floats() {
        for value in [0.0, -0.0, 1.5, -2.5e-40, f64::INFINITY, 1e300, 0.1] {
            assert_eq!(f32::from_bits(narrow(f64::to_bits(value))), value as f32);
        }
        assert_eq!(narrow(0x7ff8_0000_0000_0000), 0x7fc0_0000);
        assert_eq!(narrow(0xfff4_0000_2000_0000), 0xffa0_0001);
        assert_eq!(narrow(0x7ff0_0000_0000_0001), 0x7fc0_0000);
    }
}
