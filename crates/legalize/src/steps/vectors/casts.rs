//! Conversions of vectors.

use super::{Expander, not_possible};
use crate::emit::Emit;
use crate::error::Fault;
use crate::layout::bits_of;
use crate::parts::SplitValues;
use crate::vector_shapes::{Shape, shape_of};
use pinnacle_llvm::{CastOp, Editor, InstructionKind, Module, Type, TypeId, Value};

/// The width of a number in bits.
fn width_of(module: &Module, ty: TypeId) -> Option<u32> {
    match module.types.get(ty) {
        Type::Pointer(_) => None,
        ty => bits_of(ty),
    }
}

/// Returns true if PNaCl has a conversion between two of its vector types.
fn is_possible(module: &Module, op: CastOp, from: Shape, to: Shape) -> bool {
    let is_integer = |shape: Shape| matches!(module.types.get(shape.element), Type::Integer(_));
    match op {
        CastOp::BitCast => !from.bits && !to.bits,
        CastOp::Trunc => to.bits && !from.bits,
        CastOp::ZExt | CastOp::SExt => from.bits && !to.bits,
        CastOp::FPToSI | CastOp::FPToUI => is_integer(to) && !to.bits,
        CastOp::SIToFP | CastOp::UIToFP => is_integer(from) && !from.bits,
        _ => false,
    }
}

impl Expander<'_> {
    /// Converts a vector. Returns the index of the resulting elements, or `None` if PNaCl has the
    /// instruction.
    pub(super) fn cast(
        &mut self,
        editor: &mut Editor<'_>,
        kind: InstructionKind,
        (ty, shape): (TypeId, Shape),
        (op, value): (CastOp, Value),
    ) -> Result<Option<usize>, Fault> {
        let from = shape_of(editor.build.module, editor.build.type_of(value))?;
        if let Some(from) = from
            && shape.legal
            && from.legal
            && (op == CastOp::BitCast || from.length == shape.length)
            && is_possible(editor.build.module, op, from, shape)
        {
            return Ok(None);
        }
        // A conversion from a 128-bit number is left to a later step.
        if from.is_none() && shape.legal && !shape.bits && op == CastOp::BitCast {
            return Ok(None);
        }
        match from {
            Some(from) if from.element == shape.element && from.length == shape.length => {
                self.elements(editor, value, from).map(Some)
            }
            Some(from) if from.length == shape.length => {
                let first = self.repeat(editor, kind, ty, &shape.types())?;
                Ok(Some(first))
            }
            _ if op == CastOp::BitCast => {
                let (first, width, count) = self.integers(editor, value)?;
                let wanted = width_of(editor.build.module, shape.element);
                let wanted = wanted.ok_or_else(not_possible)?;
                let first = self.regroup(editor, (first, width, count), (wanted, shape.length))?;
                for number in 0..shape.length as usize {
                    let number = first + number;
                    let element = editor.build.as_bits(self.parts.get(number), shape.element);
                    self.parts.set(number, element);
                }
                Ok(Some(first))
            }
            _ => Err(not_possible()),
        }
    }

    /// Reinterprets the bits of a vector as a number.
    pub(super) fn bit_cast_to_scalar(
        &mut self,
        editor: &mut Editor<'_>,
        op: CastOp,
        value: Value,
        ty: TypeId,
    ) -> Result<Value, Fault> {
        if op != CastOp::BitCast {
            return Err(not_possible());
        }
        let wanted = width_of(editor.build.module, ty).ok_or_else(not_possible)?;
        let integers = self.integers(editor, value)?;
        let first = self.regroup(editor, integers, (wanted, 1))?;
        Ok(editor.build.as_bits(self.parts.get(first), ty))
    }

    /// Converts a number, or the elements of a vector, to integers. Returns their index, width and
    /// count.
    fn integers(
        &mut self,
        editor: &mut Editor<'_>,
        value: Value,
    ) -> Result<(usize, u32, u32), Fault> {
        let ty = editor.build.type_of(value);
        let (element, length, source) = match shape_of(editor.build.module, ty)? {
            Some(shape) => {
                let source = self.elements(editor, value, shape)?;
                (shape.element, shape.length, source)
            }
            None => {
                self.parts.push(value);
                (ty, 1, self.parts.len() - 1)
            }
        };
        let width = width_of(editor.build.module, element).ok_or_else(not_possible)?;
        let integer = editor.build.module.types.integer(width);
        let first = self.parts.len();
        for number in 0..length as usize {
            let mut value = self.parts.get(source + number);
            if element != integer {
                value = editor.build.cast(CastOp::BitCast, value, integer);
            }
            self.parts.push(value);
        }
        Ok((first, width, length))
    }

    /// Regroups the bits of integers to integers of another width, lowest first.
    pub(super) fn regroup(
        &mut self,
        editor: &mut Editor<'_>,
        (first, width, count): (usize, u32, u32),
        (wanted, wanted_count): (u32, u32),
    ) -> Result<usize, Fault> {
        let total = u64::from(width) * u64::from(count);
        if total != u64::from(wanted) * u64::from(wanted_count) {
            return Err(not_possible());
        }
        if wanted % width != 0 && width % wanted != 0 {
            let total = u32::try_from(total).map_err(|_| not_possible())?;
            let whole = self.regroup(editor, (first, width, count), (total, 1))?;
            return self.regroup(editor, (whole, total, 1), (wanted, wanted_count));
        }
        let build = &mut editor.build;
        let start = self.parts.len();
        for number in 0..wanted_count {
            let value = if wanted >= width {
                let each = wanted / width;
                let mut sum = None;
                for part in 0..each {
                    let value = self.parts.get(first + (number * each + part) as usize);
                    sum = Some(build.join(sum, value, (part * width).into(), wanted));
                }
                sum.ok_or_else(not_possible)?
            } else {
                let each = width / wanted;
                let value = self.parts.get(first + (number / each) as usize);
                build.cut(value, (number % each * wanted).into(), wanted)
            };
            self.parts.push(value);
        }
        Ok(start)
    }
}
