//! Prints instructions.
//!
//! A list of operands is a sequence of units that are not broken, each with the punctuation after
//! it. Therefore rows are broken at the same places as in the original disassembler.

use super::Tone;
use super::columns::Columns;
use super::constructs::write_alignment;
use super::function::{FunctionPrinter, in_type};
use super::marked_line::MarkedLine;
use super::names::ValueType;
use crate::construct::{Instruction, PhiOperands, RelativeValues, SwitchCases};
use crate::error::Error;
use crate::ids::{BlockId, ValueId};
use crate::inst::{Alignment, BinaryOp, CastOp, Predicate};
use crate::types::Type;

/// An error: an operand is invalid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unreadable;

impl From<Error> for Unreadable {
    #[cold]
    fn from(_: Error) -> Unreadable {
        Unreadable
    }
}

/// Prints the instructions of a function.
#[derive(Clone, Copy)]
pub(super) struct InstructionWriter<'f, 'm> {
    pub(super) function: &'f FunctionPrinter<'m>,
    /// The indentation of instructions.
    pub(super) indent: usize,
    /// The position of the record in bits.
    pub(super) position: u64,
}

impl InstructionWriter<'_, '_> {
    /// Writes an instruction. Returns the type of its result, or `None` if it has no result.
    ///
    /// # Errors
    ///
    /// Fails if an operand is invalid. The line is then incomplete.
    #[inline]
    pub(super) fn write(
        &self,
        columns: &mut Columns<'_>,
        instruction: &Instruction<'_>,
    ) -> Result<Option<ValueType>, Unreadable> {
        let line = &mut columns.line;
        Ok(match *instruction {
            Instruction::Binary { op, lhs, rhs } => Some(self.binary(line, op, lhs, rhs)?),
            Instruction::Load { address, align, ty } => {
                let ty = self.function.names.ty(ty);
                self.result(line);
                line.keyword(b"load");
                line.space();
                self.pointer(line, ty, address);
                write_alignment(line, align.bytes(), b';');
                Some(ty)
            }
            Instruction::Store {
                address,
                value,
                align,
            } => {
                line.keyword(b"store");
                line.space();
                self.typed(line, value, b',');
                line.space();
                self.pointer(line, self.type_of(value), address);
                write_alignment(line, align.bytes(), b';');
                None
            }
            Instruction::Compare {
                predicate,
                lhs,
                rhs,
            } => Some(self.compare(line, predicate, lhs, rhs)),
            Instruction::Br { target } => {
                line.keyword(b"br");
                line.space();
                self.label(line, target, b';');
                None
            }
            Instruction::CondBr {
                condition,
                if_true,
                if_false,
            } => {
                self.cond_br(line, condition, if_true, if_false);
                None
            }
            Instruction::Phi { ty, incoming } => {
                let ty = self.function.names.ty(ty);
                self.phi(line, ty, incoming)?;
                Some(ty)
            }
            Instruction::Cast { op, value, ty } => {
                let ty = self.function.names.ty(ty);
                self.cast(line, op, value, ty);
                Some(ty)
            }
            Instruction::Call { tail, callee, args } => {
                let signature = self.function.names.function_signature(callee.0);
                let ty = signature.map_or(ValueType::Unknown, |signature| signature.result);
                self.call(line, tail, ty, callee, args)?
            }
            Instruction::CallIndirect {
                tail,
                callee,
                ty,
                args,
            } => {
                let ty = self.function.names.ty(ty);
                self.call(line, tail, ty, callee, args)?
            }
            Instruction::Ret { value } => {
                self.ret(line, value);
                None
            }
            Instruction::Select {
                if_true,
                if_false,
                condition,
            } => {
                self.select(line, condition, if_true, if_false);
                Some(self.type_of(if_true))
            }
            Instruction::ForwardType { value, ty } => {
                line.keyword(b"declare");
                line.space();
                self.function.names.ty(ty).write(line);
                line.space();
                self.value(line, value);
                line.byte(b';');
                None
            }
            Instruction::Switch {
                ty,
                value,
                default,
                cases,
            } => {
                self.switch(columns, ty, value, default, cases)?;
                None
            }
            Instruction::Alloca { size, align } => {
                self.alloca(line, size, align);
                Some(ValueType::Known(Type::I32))
            }
            Instruction::ExtractElement { vector, index } => {
                self.wide_result(line);
                self.vector(line, b"extractelement", vector);
                self.typed(line, index, b';');
                let ty = self.type_of(vector).known();
                Some(ty.map_or(ValueType::Unknown, |ty| ValueType::Known(ty.element())))
            }
            Instruction::InsertElement {
                vector,
                element,
                index,
            } => {
                self.wide_result(line);
                self.vector(line, b"insertelement", vector);
                self.typed(line, element, b',');
                line.space();
                self.typed(line, index, b';');
                Some(self.type_of(vector))
            }
            Instruction::Unreachable => {
                line.keyword(b"unreachable");
                line.byte(b';');
                None
            }
            // The count of blocks is printed by the caller.
            Instruction::Blocks { .. } => None,
        })
    }

    #[inline]
    fn binary(
        &self,
        line: &mut MarkedLine,
        op: u64,
        lhs: ValueId,
        rhs: ValueId,
    ) -> Result<ValueType, Unreadable> {
        let ty = self.type_of(lhs);
        let float = ty.known().is_some_and(|ty| ty.element().is_float());
        let op = BinaryOp::from_code(op, float).ok_or(Unreadable)?;
        self.result(line);
        line.keyword(op.name().as_bytes());
        line.space();
        self.pair(line, ty, lhs, rhs);
        line.cut();
        line.byte(b';');
        Ok(ty)
    }

    #[inline]
    fn compare(
        &self,
        line: &mut MarkedLine,
        predicate: Predicate,
        lhs: ValueId,
        rhs: ValueId,
    ) -> ValueType {
        let ty = self.type_of(lhs);
        self.result(line);
        line.keyword(if predicate.is_integer() {
            b"icmp"
        } else {
            b"fcmp"
        });
        line.space();
        line.keyword(predicate.name().as_bytes());
        line.space();
        self.pair(line, ty, lhs, rhs);
        line.byte(b';');
        match ty {
            ValueType::Known(ty) => ValueType::Known(ty.comparison_result()),
            _ => ValueType::Known(Type::I1),
        }
    }

    #[inline]
    fn phi(
        &self,
        line: &mut MarkedLine,
        ty: ValueType,
        incoming: PhiOperands<'_>,
    ) -> Result<(), Unreadable> {
        self.result(line);
        line.keyword(b"phi");
        line.space();
        ty.write(line);
        for (index, edge) in incoming.iter(self.position).enumerate() {
            let (value, block) = edge?;
            if index > 0 {
                line.byte(b',');
            }
            line.space();
            line.open();
            line.byte(b'[');
            self.value(line, value);
            line.byte(b',');
            line.space();
            self.block(line, block);
            line.byte(b']');
            line.close();
        }
        line.byte(b';');
        Ok(())
    }

    #[inline]
    fn cast(&self, line: &mut MarkedLine, op: CastOp, value: ValueId, ty: ValueType) {
        self.result(line);
        line.keyword(op.name().as_bytes());
        line.space();
        self.type_of(value).write(line);
        line.space();
        self.value(line, value);
        line.space();
        line.keyword(b"to");
        line.space();
        ty.write(line);
        line.cut();
        line.byte(b';');
    }

    #[inline]
    fn select(
        &self,
        line: &mut MarkedLine,
        condition: ValueId,
        if_true: ValueId,
        if_false: ValueId,
    ) {
        self.result(line);
        line.keyword(b"select");
        line.space();
        self.typed(line, condition, b',');
        line.space();
        self.typed(line, if_true, b',');
        line.space();
        self.typed(line, if_false, b';');
    }

    #[inline]
    fn alloca(&self, line: &mut MarkedLine, size: ValueId, align: Alignment) {
        self.result(line);
        line.keyword(b"alloca");
        line.space();
        line.toned(Tone::Type, b"i8");
        line.byte(b',');
        line.space();
        self.typed(line, size, b',');
        line.space();
        write_alignment(line, align.bytes(), b';');
    }

    #[inline]
    fn ret(&self, line: &mut MarkedLine, value: Option<ValueId>) {
        line.keyword(b"ret");
        line.space();
        match value {
            Some(value) => self.typed(line, value, b';'),
            None => {
                ValueType::VOID.write(line);
                line.byte(b';');
            }
        }
    }

    #[inline]
    fn cond_br(
        &self,
        line: &mut MarkedLine,
        condition: ValueId,
        if_true: BlockId,
        if_false: BlockId,
    ) {
        line.keyword(b"br");
        line.space();
        self.typed(line, condition, b',');
        line.space();
        self.label(line, if_true, b',');
        line.space();
        self.label(line, if_false, b';');
    }

    #[inline]
    fn type_of(&self, value: ValueId) -> ValueType {
        self.function.type_of(value.0)
    }

    #[inline]
    fn value(&self, line: &mut MarkedLine, value: ValueId) {
        self.function.write_value(line, value.0);
    }

    /// Appends `%vN = `.
    #[inline]
    fn result(&self, line: &mut MarkedLine) {
        self.value(line, ValueId(self.function.next_value()));
        line.space();
        line.byte(b'=');
        line.space();
    }

    /// Appends `%vN = ` with two additional spaces, as the original disassembler does for
    /// instructions on vectors.
    fn wide_result(&self, line: &mut MarkedLine) {
        self.value(line, ValueId(self.function.next_value()));
        line.space();
        line.text(b" = ");
        line.space();
    }

    /// Appends a type, a value of it, and another value.
    #[inline]
    fn pair(&self, line: &mut MarkedLine, ty: ValueType, lhs: ValueId, rhs: ValueId) {
        ty.write(line);
        line.space();
        self.value(line, lhs);
        line.byte(b',');
        line.space();
        self.value(line, rhs);
    }

    /// Appends a value with its type and the character after it as a unit.
    #[inline]
    fn typed(&self, line: &mut MarkedLine, value: ValueId, end: u8) {
        line.open();
        self.type_of(value).write(line);
        line.space();
        self.value(line, value);
        line.byte(end);
        line.close();
    }

    /// Appends the address of a load or store.
    #[inline]
    fn pointer(&self, line: &mut MarkedLine, ty: ValueType, address: ValueId) {
        line.open();
        ty.write(line);
        line.byte(b'*');
        line.space();
        self.value(line, address);
        line.byte(b',');
        line.close();
        line.space();
    }

    /// Appends an operation and its vector operand as a unit.
    fn vector(&self, line: &mut MarkedLine, operation: &[u8], vector: ValueId) {
        line.open();
        line.keyword(operation);
        line.space();
        self.type_of(vector).write(line);
        line.space();
        self.value(line, vector);
        line.byte(b',');
        line.close();
        line.space();
    }

    #[inline]
    fn block(&self, line: &mut MarkedLine, block: BlockId) {
        line.identifier(Tone::Label, b"%b", block.0.into());
    }

    /// Appends the target of a branch as a unit.
    #[inline]
    fn label(&self, line: &mut MarkedLine, block: BlockId, end: u8) {
        line.open();
        line.keyword(b"label");
        line.space();
        self.block(line, block);
        line.byte(end);
        line.close();
    }

    fn call(
        &self,
        line: &mut MarkedLine,
        tail: bool,
        ty: ValueType,
        callee: ValueId,
        args: RelativeValues<'_>,
    ) -> Result<Option<ValueType>, Unreadable> {
        let result = (!ty.is_void()).then_some(ty);
        if result.is_some() {
            self.result(line);
        }
        if tail {
            line.keyword(b"tail");
            line.space();
        }
        line.keyword(b"call");
        line.space();
        ty.write(line);
        line.space();
        line.open();
        self.value(line, callee);
        line.byte(b'(');
        line.push();
        let last = args.len().saturating_sub(1);
        for (index, value) in args.iter(self.position).enumerate() {
            if index > 0 {
                line.space();
            }
            self.typed(line, value?, if index < last { b',' } else { b')' });
        }
        if args.is_empty() {
            line.byte(b')');
        }
        line.pop();
        line.byte(b';');
        line.close();
        Ok(result)
    }

    /// Prints a switch, with a line for each case.
    fn switch(
        &self,
        columns: &mut Columns<'_>,
        ty: u32,
        value: ValueId,
        default: BlockId,
        cases: SwitchCases<'_>,
    ) -> Result<(), Unreadable> {
        let ty = self.function.names.ty(ty);
        let target = |line: &mut MarkedLine, block| {
            line.byte(b':');
            line.space();
            line.keyword(b"br");
            line.space();
            self.label(line, block, b';');
        };
        let line = &mut columns.line;
        line.keyword(b"switch");
        line.space();
        ty.write(line);
        line.space();
        self.value(line, value);
        line.space();
        line.byte(b'{');
        columns.end_line(self.indent);
        columns.line.keyword(b"default");
        target(&mut columns.line, default);
        columns.end_line(self.indent + 2);
        for case in cases.iter(self.position) {
            let (selector, block) = case?;
            let line = &mut columns.line;
            ty.write(line);
            line.space();
            line.signed(in_type(ty, selector));
            target(line, block);
            columns.end_line(self.indent + 2);
        }
        columns.line.byte(b'}');
        Ok(())
    }
}
