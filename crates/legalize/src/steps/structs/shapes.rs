//! Decides for each type whether it is split into scalars.

use super::{MAX_PARTS, MAX_VISITED};
use crate::constants::{part_of, unknown_parts};
use crate::error::{ErrorKind, Fault};
use crate::layout::{Layout, is_aggregate};
use crate::parts::Part;
use pinnacle_llvm::{ConstantId, ConstantKind, Module, Type, TypeId, TypeTable};

/// The treatment of values of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Unchanged: the type is not an aggregate.
    Scalar,
    /// Split into `count` scalars, from index `start` of [`Shapes::leaves`] on.
    Split { start: u32, count: u32 },
    /// Kept in memory.
    Memory,
}

#[derive(Clone, Copy)]
enum State {
    Unknown,
    Begun,
    Known(Shape),
}

/// The shape of each type, computed on first use.
pub(super) struct Shapes {
    known: Vec<State>,
    /// Number of parts of constants visited so far.
    visited: usize,
    leaves: Vec<Part>,
    pub(super) layout: Layout,
}

/// The number of parts of an aggregate.
fn part_count(types: &TypeTable, ty: TypeId) -> u64 {
    match types.get(ty) {
        Type::Array { length, .. } => length,
        _ => types.fields(ty).map_or(0, |fields| fields.len() as u64),
    }
}

/// The type of a part of an aggregate, if the part exists.
pub(super) fn part_type(types: &TypeTable, ty: TypeId, number: u64) -> Option<TypeId> {
    if number >= part_count(types, ty) {
        return None;
    }
    match types.get(ty) {
        Type::Array { element, .. } => Some(element),
        _ => types
            .fields(ty)?
            .get(usize::try_from(number).ok()?)
            .copied(),
    }
}

impl Shapes {
    pub(super) fn of(module: &Module) -> Shapes {
        Shapes {
            known: vec![State::Unknown; module.types.len()],
            visited: 0,
            leaves: Vec::new(),
            layout: Layout::of(module),
        }
    }

    /// The scalars of a shape that is split.
    pub(super) fn leaves(&self, start: u32, count: u32) -> &[Part] {
        &self.leaves[start as usize..(start + count) as usize]
    }

    /// The types of the scalars of a shape that is split.
    pub(super) fn types(&self, start: u32, count: u32) -> impl Iterator<Item = TypeId> {
        self.leaves(start, count).iter().map(|leaf| leaf.ty)
    }

    /// Returns the treatment of values of a type. Types may be nested deeply, so this uses an
    /// explicit stack. Only a bounded number of parts of each type is visited.
    pub(super) fn shape(&mut self, types: &TypeTable, ty: TypeId) -> Shape {
        if !is_aggregate(types, ty) {
            return Shape::Scalar;
        }
        if self.known.len() < types.len() {
            self.known.resize(types.len(), State::Unknown);
        }
        let mut pending = vec![ty];
        while let Some(&next) = pending.last() {
            let shape = match self.known[next.index()] {
                State::Known(_) => {
                    pending.pop();
                    continue;
                }
                State::Unknown => {
                    self.known[next.index()] = State::Begun;
                    let count = part_count(types, next);
                    // Types without a size are reported elsewhere, where the size is needed.
                    if count > MAX_PARTS || self.layout.size(types, next).is_none() {
                        Shape::Memory
                    } else {
                        for part in (0..count).filter_map(|part| part_type(types, next, part)) {
                            if let State::Unknown = self.known[part.index()]
                                && is_aggregate(types, part)
                            {
                                pending.push(part);
                            }
                        }
                        continue;
                    }
                }
                State::Begun => self.collect(types, next),
            };
            self.known[next.index()] = State::Known(shape);
            pending.pop();
        }
        match self.known[ty.index()] {
            State::Known(shape) => shape,
            _ => Shape::Memory,
        }
    }

    /// Concatenates the scalars of all parts.
    fn collect(&mut self, types: &TypeTable, ty: TypeId) -> Shape {
        let start = self.leaves.len();
        for number in 0..part_count(types, ty) {
            let Some((offset, part)) = self.layout.part(types, ty, number) else {
                self.leaves.truncate(start);
                return Shape::Memory;
            };
            if !is_aggregate(types, part) {
                self.leaves.push(Part { ty: part, offset });
            } else if let State::Known(Shape::Split { start, count }) = self.known[part.index()] {
                for number in 0..count as usize {
                    let Part { ty, offset: inner } = self.leaves[start as usize + number];
                    let offset = offset + inner;
                    self.leaves.push(Part { ty, offset });
                }
            } else {
                self.leaves.truncate(start);
                return Shape::Memory;
            }
            if (self.leaves.len() - start) as u64 > MAX_PARTS {
                self.leaves.truncate(start);
                return Shape::Memory;
            }
        }
        Shape::Split {
            start: start as u32,
            count: (self.leaves.len() - start) as u32,
        }
    }

    /// Returns the scalars of a constant whose type is split.
    pub(super) fn scalars(
        &mut self,
        module: &mut Module,
        constant: ConstantId,
    ) -> Result<Vec<ConstantId>, Fault> {
        let mut scalars = Vec::new();
        let mut pending = vec![constant];
        while let Some(next) = pending.pop() {
            self.visited += 1;
            if self.visited > MAX_VISITED {
                return Err(ErrorKind::TooLarge
                    .fault("the constant structs of the program have too many parts"));
            }
            let whole = module.constants.get(next);
            match (self.shape(&module.types, whole.ty), whole.kind) {
                (Shape::Scalar, _) => scalars.push(next),
                (Shape::Split { count: 0, .. }, _) => {}
                (Shape::Split { .. }, ConstantKind::Aggregate(list)) => {
                    pending.extend(module.constants.list(list).iter().rev());
                }
                (Shape::Split { start, count }, _) => {
                    for (number, leaf) in self.leaves(start, count).iter().enumerate() {
                        scalars.push(part_of(module, next, number, leaf.ty)?);
                    }
                }
                (Shape::Memory, _) => return Err(unknown_parts()),
            }
        }
        let ty = module.constants.get(constant).ty;
        match self.shape(&module.types, ty) {
            Shape::Split { count, .. } if scalars.len() == count as usize => Ok(scalars),
            _ => Err(unknown_parts()),
        }
    }

    /// Returns the index of the first scalar of a part of a split aggregate, and the part's type.
    /// The part is given by the indices of `extractvalue`.
    pub(super) fn first_leaf(
        &mut self,
        types: &TypeTable,
        ty: TypeId,
        path: &[u32],
    ) -> Option<(usize, TypeId)> {
        let (mut first, mut ty) = (0, ty);
        for &number in path {
            let wanted = part_type(types, ty, number.into())?;
            for before in 0..number {
                let part = part_type(types, ty, before.into())?;
                first += match self.shape(types, part) {
                    Shape::Scalar => 1,
                    Shape::Split { count, .. } => count as usize,
                    Shape::Memory => return None,
                };
            }
            ty = wanted;
        }
        Some((first, ty))
    }

    /// Returns the offset of a part of an aggregate, and the part's type.
    pub(super) fn offset(
        &mut self,
        types: &TypeTable,
        ty: TypeId,
        path: &[u32],
    ) -> Option<(u64, TypeId)> {
        let (mut offset, mut ty) = (0_u64, ty);
        for &number in path {
            let wanted = part_type(types, ty, number.into())?;
            let (inner, _) = self.layout.part(types, ty, number.into())?;
            offset = offset.checked_add(inner)?;
            ty = wanted;
        }
        Some((offset, ty))
    }
}
