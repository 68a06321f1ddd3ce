//! The sizes of objects in memory, as intrinsics need them.

use pinnacle_llvm::{Body, ConstantKind, GlobalKind, InstructionKind as K, Module, Type, Value};

use crate::emit::constant_bits;
use crate::layout::Layout;

/// For each local that points into an object of known size, the number of bytes up to its end.
#[derive(Debug, Default)]
pub(super) struct Sizes {
    of_locals: Vec<Option<u64>>,
}

impl Sizes {
    /// Computes the sizes for a body whose `getelementptr` instructions have not been lowered.
    pub(super) fn of(module: &Module, layout: &mut Layout, body: &Body) -> Sizes {
        let mut sizes = Sizes {
            of_locals: vec![None; body.locals().len()],
        };
        for instruction in body.instructions() {
            let Some(result) = instruction.result else {
                continue;
            };
            let size = match instruction.kind {
                K::Alloca {
                    allocated, count, ..
                } => {
                    let count = count.map_or(Some(1), |count| constant_bits(module, count));
                    let size = layout.size(&module.types, allocated);
                    count
                        .zip(size)
                        .and_then(|(count, size)| count.checked_mul(size))
                }
                K::GetElementPtr {
                    source, operands, ..
                } => {
                    let Some((&base, indices)) = body.values(operands).split_first() else {
                        continue;
                    };
                    let offset = offset(module, layout, source, indices);
                    let base = sizes.remaining(module, layout, base);
                    // Nothing is known about memory before the pointer.
                    let offset = offset.and_then(|offset| u64::try_from(offset).ok());
                    base.zip(offset)
                        .map(|(base, offset)| base.saturating_sub(offset))
                }
                _ => None,
            };
            sizes.of_locals[result.index()] = size;
        }
        sizes
    }

    /// Returns the number of bytes from a pointer to the end of its object.
    pub(super) fn remaining(
        &self,
        module: &Module,
        layout: &mut Layout,
        pointer: Value,
    ) -> Option<u64> {
        match pointer {
            Value::Local(local) => *self.of_locals.get(local.index())?,
            Value::Constant(constant) => match module.constants.get(constant).kind {
                ConstantKind::Global(id) => {
                    let global = module.global(id);
                    match global.kind {
                        GlobalKind::Variable {
                            initializer: Some(_),
                            ..
                        } => layout.size(&module.types, global.ty),
                        _ => None,
                    }
                }
                _ => None,
            },
            _ => None,
        }
    }
}

/// Returns the offset in bytes that constant indices select.
fn offset(
    module: &Module,
    layout: &mut Layout,
    source: pinnacle_llvm::TypeId,
    indices: &[Value],
) -> Option<i64> {
    let (&first, rest) = indices.split_first()?;
    let size = i64::try_from(layout.size(&module.types, source)?).ok()?;
    let mut sum = signed_index(module, first)?.checked_mul(size)?;
    let mut ty = source;
    for &index in rest {
        let index = signed_index(module, index)?;
        let is_struct = module.types.fields(ty).is_some();
        let (start, next) = if is_struct {
            layout.part(&module.types, ty, u64::try_from(index).ok()?)?
        } else {
            let (size, element) = layout.part(&module.types, ty, 1)?;
            (
                index
                    .wrapping_mul(i64::try_from(size).ok()?)
                    .cast_unsigned(),
                element,
            )
        };
        sum = sum.checked_add(start.cast_signed())?;
        ty = next;
    }
    Some(sum)
}

fn signed_index(module: &Module, value: Value) -> Option<i64> {
    let bits = constant_bits(module, value)?;
    let Value::Constant(constant) = value else {
        return None;
    };
    let Type::Integer(width) = module.types.get(module.constants.get(constant).ty) else {
        return None;
    };
    let unused = 64 - width.clamp(1, 64);
    Some((bits << unused).cast_signed() >> unused)
}
