//! The scalars of constant aggregates.

use super::MAX_PARTS;
use super::shapes::{Shape, Shapes};
use crate::constants::{part_of, unknown_parts};
use crate::error::Fault;
use pinnacle_llvm::{ConstantId, ConstantKind, Module};

/// The scalars of all split constants.
#[derive(Default)]
pub(super) struct Constants {
    /// Index of each constant's first scalar, by its id.
    starts: Vec<Option<u32>>,
    scalars: Vec<ConstantId>,
}

impl Constants {
    /// Returns the index of the scalars of a constant whose type is split. Constants may be nested
    /// deeply, so this uses an explicit stack.
    pub(super) fn scalars(
        &mut self,
        module: &mut Module,
        shapes: &mut Shapes,
        constant: ConstantId,
    ) -> Result<&[ConstantId], Fault> {
        let mut pending = vec![constant];
        while let Some(&next) = pending.last() {
            if self.start(next).is_none() {
                let before = pending.len();
                self.split(module, shapes, next, &mut pending)?;
                if pending.len() > MAX_PARTS as usize * module.constants.len() {
                    return Err(unknown_parts());
                }
                if pending.len() > before {
                    continue;
                }
            }
            pending.pop();
        }
        let ty = module.constants.get(constant).ty;
        let Shape::Split { count, .. } = shapes.shape(&module.types, ty) else {
            return Err(unknown_parts());
        };
        let start = self.start(constant).unwrap_or_default() as usize;
        Ok(&self.scalars[start..start + count as usize])
    }

    fn start(&self, constant: ConstantId) -> Option<u32> {
        self.starts.get(constant.index()).copied().flatten()
    }

    /// Splits a constant, or pushes the parts that must be split before.
    fn split(
        &mut self,
        module: &mut Module,
        shapes: &mut Shapes,
        constant: ConstantId,
        pending: &mut Vec<ConstantId>,
    ) -> Result<(), Fault> {
        let whole = module.constants.get(constant);
        let Shape::Split { start, count } = shapes.shape(&module.types, whole.ty) else {
            return Err(unknown_parts());
        };
        let first = self.scalars.len();
        match whole.kind {
            ConstantKind::Aggregate(list) => {
                let waiting = pending.len();
                for &part in module.constants.list(list) {
                    let ty = module.constants.get(part).ty;
                    if shapes.shape(&module.types, ty) != Shape::Scalar
                        && self.start(part).is_none()
                    {
                        pending.push(part);
                    }
                }
                if pending.len() > waiting {
                    return Ok(());
                }
                for &part in module.constants.list(list) {
                    let ty = module.constants.get(part).ty;
                    match (shapes.shape(&module.types, ty), self.start(part)) {
                        (Shape::Split { count, .. }, Some(start)) => {
                            let range = start as usize..(start + count) as usize;
                            self.scalars.extend_from_within(range);
                        }
                        _ => self.scalars.push(part),
                    }
                }
            }
            _ => {
                for (number, leaf) in shapes.leaves(start, count).iter().enumerate() {
                    let scalar = part_of(module, constant, number, leaf.ty)?;
                    self.scalars.push(scalar);
                }
            }
        }
        if self.scalars.len() - first != count as usize {
            return Err(unknown_parts());
        }
        if self.starts.len() <= constant.index() {
            self.starts.resize(constant.index() + 1, None);
        }
        self.starts[constant.index()] = Some(first as u32);
        Ok(())
    }
}
