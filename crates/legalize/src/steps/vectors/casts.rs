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
    /// Converts a vector. Returns the resulting elements, or `None` if PNaCl has the
    /// instruction.
    pub(super) fn cast(
        &mut self,
        editor: &mut Editor<'_>,
        kind: InstructionKind,
        (ty, shape): (TypeId, Shape),
        (op, value): (CastOp, Value),
    ) -> Result<Option<Vec<Value>>, Fault> {
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
                self.repeat(editor, kind, ty, &shape.types()).map(Some)
            }
            _ if op == CastOp::BitCast => {
                let (integers, width) = self.integers(editor, value)?;
                let wanted = width_of(editor.build.module, shape.element);
                let wanted = wanted.ok_or_else(not_possible)?;
                let mut elements = regroup(editor, &integers, width, (wanted, shape.length))?;
                for element in &mut elements {
                    *element = editor.build.as_bits(*element, shape.element);
                }
                Ok(Some(elements))
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
        let (integers, width) = self.integers(editor, value)?;
        let whole = regroup(editor, &integers, width, (wanted, 1))?;
        Ok(editor.build.as_bits(whole[0], ty))
    }

    /// Converts a number, or the elements of a vector, to integers. Returns them and their width.
    fn integers(
        &mut self,
        editor: &mut Editor<'_>,
        value: Value,
    ) -> Result<(Vec<Value>, u32), Fault> {
        let ty = editor.build.type_of(value);
        let (element, mut integers) = match shape_of(editor.build.module, ty)? {
            Some(shape) => (shape.element, self.elements(editor, value, shape)?),
            None => (ty, vec![value]),
        };
        let width = width_of(editor.build.module, element).ok_or_else(not_possible)?;
        let integer = editor.build.module.types.integer(width);
        if element != integer {
            for value in &mut integers {
                *value = editor.build.cast(CastOp::BitCast, *value, integer);
            }
        }
        Ok((integers, width))
    }
}

/// Regroups the bits of integers of this width to integers of another width, lowest first.
fn regroup(
    editor: &mut Editor<'_>,
    integers: &[Value],
    width: u32,
    (wanted, wanted_count): (u32, u32),
) -> Result<Vec<Value>, Fault> {
    let total = u64::from(width) * integers.len() as u64;
    if total != u64::from(wanted) * u64::from(wanted_count) {
        return Err(not_possible());
    }
    if !wanted.is_multiple_of(width) && !width.is_multiple_of(wanted) {
        let total = u32::try_from(total).map_err(|_| not_possible())?;
        let whole = regroup(editor, integers, width, (total, 1))?;
        return regroup(editor, &whole, total, (wanted, wanted_count));
    }
    let build = &mut editor.build;
    if wanted < width {
        let each = width / wanted;
        let cut = |number: u32| {
            let value = integers[(number / each) as usize];
            build.cut(value, (number % each * wanted).into(), wanted)
        };
        return Ok((0..wanted_count).map(cut).collect());
    }
    let mut regrouped = Vec::with_capacity(wanted_count as usize);
    for group in integers.chunks((wanted / width) as usize) {
        let mut sum = None;
        for (part, &value) in (0..).zip(group) {
            sum = Some(build.join(sum, value, part * u64::from(width), wanted));
        }
        regrouped.push(sum.ok_or_else(not_possible)?);
    }
    Ok(regrouped)
}
