//! Aggregates that are too large to split and are kept in memory.

use super::shapes::Shape;
use super::{Splitter, bad_path, not_possible};
use crate::emit::Emit;
use crate::error::Fault;
use crate::layout::is_aggregate;
use crate::memory::{Place, address, alignment, extent};
use crate::parts::load_parts;
use pinnacle_llvm::{
    BlockId, Body, ConstantKind, Editor, InstructionId, InstructionKind, List, LocalId, Module,
    TypeId, Value,
};

/// The location of a local in the frame.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    pub(super) ty: TypeId,
    offset: u64,
    /// Offset of the incoming value, for a phi.
    incoming: u64,
}

/// An incoming value of a phi.
#[derive(Clone, Copy)]
pub(super) struct PhiEdge {
    from: BlockId,
    value: Value,
    phi: LocalId,
}

/// The location of an aggregate's bytes.
#[derive(Clone, Copy)]
enum Source {
    /// Undefined: the bytes may have any value.
    Undefined,
    /// All bytes are zero.
    Zero,
    At(Value),
}

impl Splitter<'_> {
    /// Assigns locations to all locals that are kept in memory, and collects the incoming values of
    /// phis among them.
    pub(super) fn plan(
        &mut self,
        module: &Module,
        body: &Body,
    ) -> Result<(), (InstructionId, Fault)> {
        for &block in body.order() {
            let range = body.block(block);
            for (number, instruction) in body.block_instructions(block).iter().enumerate() {
                let Some(result) = instruction.result else {
                    continue;
                };
                let ty = body.local(result).ty;
                if self.shapes.shape(&module.types, ty) != Shape::Memory {
                    continue;
                }
                let id = InstructionId::at(range.start.index() + number);
                let placed = self.place(module, ty, &instruction.kind);
                let placed = placed.map_err(|fault| (id, fault))?;
                self.kept.push((result, placed));
                if let InstructionKind::Phi { incoming, .. } = instruction.kind {
                    for &(value, from) in body.incoming(incoming) {
                        self.edges.push(PhiEdge {
                            from,
                            value,
                            phi: result,
                        });
                    }
                }
            }
        }
        self.kept.sort_by_key(|&(local, _)| local);
        self.edges.sort_by_key(|edge| (edge.from, edge.phi));
        self.edges.dedup_by_key(|edge| (edge.from, edge.phi));
        Ok(())
    }

    fn place(
        &mut self,
        module: &Module,
        ty: TypeId,
        kind: &InstructionKind,
    ) -> Result<Slot, Fault> {
        let extent = extent(&mut self.shapes.layout, &module.types, ty)?;
        let offset = self.room.place(extent.size, extent.align)?;
        let incoming = match kind {
            InstructionKind::Phi { .. } => self.room.place(extent.size, extent.align)?,
            _ => offset,
        };
        Ok(Slot {
            ty,
            offset,
            incoming,
        })
    }

    fn slot_of(&self, local: LocalId) -> Option<Slot> {
        let found = self.kept.binary_search_by_key(&local, |&(local, _)| local);
        found.ok().map(|at| self.kept[at].1)
    }

    /// Returns an address in the frame. A value without a size may be at any address.
    fn in_frame(&self, editor: &mut Editor<'_>, offset: u64) -> Value {
        let frame = match self.frame {
            Some(frame) => frame,
            None => editor.build.module.null().into(),
        };
        address(&mut editor.build, frame, offset)
    }

    fn size_of(&mut self, editor: &Editor<'_>, ty: TypeId) -> Result<u64, Fault> {
        Ok(extent(&mut self.shapes.layout, &editor.build.module.types, ty)?.size)
    }

    fn source(&mut self, editor: &mut Editor<'_>, value: Value) -> Result<Source, Fault> {
        let module = &mut *editor.build.module;
        match value {
            Value::Local(local) => {
                let place = self.slot_of(local).ok_or_else(bad_path)?;
                Ok(Source::At(self.in_frame(editor, place.offset)))
            }
            Value::Constant(constant) => Ok(match module.constants.get(constant).kind {
                ConstantKind::Undef | ConstantKind::Poison => Source::Undefined,
                ConstantKind::Zero => Source::Zero,
                _ => {
                    let global = self.globals.get(module, constant, |_| Ok(constant))?;
                    Source::At(module.address_of(global).into())
                }
            }),
            Value::InlineAsm(_) | Value::Metadata(_) => Err(bad_path()),
        }
    }

    fn copy(
        &mut self,
        editor: &mut Editor<'_>,
        to: Value,
        source: Source,
        size: u64,
    ) -> Result<(), Fault> {
        match source {
            Source::Undefined => Ok(()),
            Source::Zero => self.declared.clear(&mut editor.build, to, size),
            Source::At(from) => self.declared.copy(&mut editor.build, to, from, size),
        }
    }

    /// Stores an aggregate that is kept in memory.
    pub(super) fn store_kept(
        &mut self,
        editor: &mut Editor<'_>,
        value: Value,
        to: Value,
    ) -> Result<(), Fault> {
        let ty = Self::type_of(editor, value)?;
        let size = self.size_of(editor, ty)?;
        let source = self.source(editor, value)?;
        self.copy(editor, to, source, size)
    }

    /// Replaces an instruction whose result is an aggregate that is kept in memory.
    pub(super) fn keep(
        &mut self,
        editor: &mut Editor<'_>,
        kind: InstructionKind,
        result: LocalId,
    ) -> Result<(), Fault> {
        let place = self.slot_of(result).ok_or_else(bad_path)?;
        if let InstructionKind::Phi { .. } = kind {
            self.pending.push(place);
            return Ok(());
        }
        let size = self.size_of(editor, place.ty)?;
        let to = self.in_frame(editor, place.offset);
        match kind {
            InstructionKind::Load { pointer, .. } => {
                self.copy(editor, to, Source::At(pointer), size)?;
            }
            InstructionKind::Freeze(value) => {
                let source = self.source(editor, value)?;
                self.copy(editor, to, source, size)?;
            }
            InstructionKind::Select { operands, .. } => {
                let &[condition, if_true, if_false] = editor.build.body().values(operands) else {
                    return Err(not_possible(editor, kind));
                };
                let if_true = self.addressed(editor, if_true)?;
                let if_false = self.addressed(editor, if_false)?;
                let source = match (if_true, if_false) {
                    (None, other) | (other, None) => other,
                    (Some(one), Some(other)) => Some(editor.build.select(condition, one, other)),
                };
                if let Some(source) = source {
                    self.copy(editor, to, Source::At(source), size)?;
                }
            }
            InstructionKind::InsertValue {
                aggregate,
                element,
                indices,
            } => {
                let (offset, part_type) = self.path(editor, place.ty, indices)?;
                let source = self.source(editor, aggregate)?;
                self.copy(editor, to, source, size)?;
                let at = self.part_at(editor, to, place.ty, offset)?;
                if is_aggregate(&editor.build.module.types, part_type) {
                    self.store(editor, element, at.address, alignment(at.align))?;
                } else {
                    at.store(&mut editor.build, element);
                }
            }
            InstructionKind::ExtractValue { aggregate, indices } => {
                let whole = Self::type_of(editor, aggregate)?;
                let (offset, _) = self.path(editor, whole, indices)?;
                let source = match self.source(editor, aggregate)? {
                    Source::At(from) => Source::At(address(&mut editor.build, from, offset)),
                    same => same,
                };
                self.copy(editor, to, source, size)?;
            }
            _ => return Err(not_possible(editor, kind)),
        }
        Ok(())
    }

    /// Returns the address of an aggregate that is kept in memory; `None` if the value is
    /// undefined.
    fn addressed(&mut self, editor: &mut Editor<'_>, value: Value) -> Result<Option<Value>, Fault> {
        Ok(match self.source(editor, value)? {
            Source::Undefined => None,
            Source::At(place) => Some(place),
            Source::Zero => {
                let Value::Constant(constant) = value else {
                    return Err(bad_path());
                };
                let module = &mut *editor.build.module;
                let global = self.globals.get(module, constant, |_| Ok(constant))?;
                Some(module.address_of(global).into())
            }
        })
    }

    fn path(
        &mut self,
        editor: &Editor<'_>,
        ty: TypeId,
        indices: List,
    ) -> Result<(u64, TypeId), Fault> {
        let path = editor.build.body().indices(indices);
        let types = &editor.build.module.types;
        self.shapes.offset(types, ty, path).ok_or_else(bad_path)
    }

    /// Returns the location of a part of an aggregate that is aligned as its type requires.
    fn part_at(
        &mut self,
        editor: &mut Editor<'_>,
        whole: Value,
        ty: TypeId,
        offset: u64,
    ) -> Result<Place, Fault> {
        let build = &mut editor.build;
        let align = extent(&mut self.shapes.layout, &build.module.types, ty)?.align;
        Ok(Place::new(whole, align).at(build, offset))
    }

    /// Extracts a part of an aggregate. Returns its scalars.
    pub(super) fn extract(
        &mut self,
        editor: &mut Editor<'_>,
        aggregate: Value,
        indices: List,
        (start, count): (u32, u32),
    ) -> Result<Vec<Value>, Fault> {
        let ty = Self::type_of(editor, aggregate)?;
        if self.shapes.shape(&editor.build.module.types, ty) != Shape::Memory {
            let path = editor.build.body().indices(indices);
            let found = self.shapes.first_leaf(&editor.build.module.types, ty, path);
            let (at, _) = found.ok_or_else(bad_path)?;
            let parts = self.parts_of(editor, aggregate)?;
            let part = parts.get(at..at + count as usize);
            return part.map(<[_]>::to_vec).ok_or_else(bad_path);
        }
        match self.kept_part(editor, aggregate, indices)? {
            (Some(from), _) => {
                let leaves = self.shapes.leaves(start, count);
                Ok(load_parts(editor, from, leaves.iter().copied()))
            }
            (None, part) => self.parts_of(editor, part),
        }
    }

    /// Returns the location of a part of an aggregate that is kept in memory, and an undefined
    /// value of its type; or the part if it is a constant.
    fn kept_part(
        &mut self,
        editor: &mut Editor<'_>,
        aggregate: Value,
        indices: List,
    ) -> Result<(Option<Place>, Value), Fault> {
        let ty = Self::type_of(editor, aggregate)?;
        let (offset, part_type) = self.path(editor, ty, indices)?;
        let undefined = editor.build.undefined(part_type);
        Ok(match self.source(editor, aggregate)? {
            Source::Undefined => (None, undefined),
            Source::Zero => (None, editor.build.module.zero(part_type).into()),
            Source::At(from) => (Some(self.part_at(editor, from, ty, offset)?), undefined),
        })
    }

    /// Extracts a scalar from an aggregate.
    pub(super) fn extract_scalar(
        &mut self,
        editor: &mut Editor<'_>,
        aggregate: Value,
        indices: List,
    ) -> Result<Value, Fault> {
        let ty = Self::type_of(editor, aggregate)?;
        match self.shapes.shape(&editor.build.module.types, ty) {
            Shape::Scalar => Err(bad_path()),
            Shape::Split { .. } => {
                let path = editor.build.body().indices(indices);
                let found = self.shapes.first_leaf(&editor.build.module.types, ty, path);
                let (at, part_type) = found.ok_or_else(bad_path)?;
                if is_aggregate(&editor.build.module.types, part_type) {
                    return Err(bad_path());
                }
                Ok(self.parts_of(editor, aggregate)?[at])
            }
            Shape::Memory => Ok(match self.kept_part(editor, aggregate, indices)? {
                (Some(from), part) => {
                    let ty = editor.build.type_of(part);
                    from.load(&mut editor.build, ty)
                }
                (None, part) => part,
            }),
        }
    }

    /// Copies the incoming values to the phis of a block.
    pub(super) fn finish_phis(&mut self, editor: &mut Editor<'_>) -> Result<(), Fault> {
        for place in std::mem::take(&mut self.pending) {
            let size = self.size_of(editor, place.ty)?;
            let to = self.in_frame(editor, place.offset);
            let from = self.in_frame(editor, place.incoming);
            self.copy(editor, to, Source::At(from), size)?;
        }
        Ok(())
    }

    /// At the end of a block, stores the incoming values for the phis of its successors.
    pub(super) fn fill_phis(&mut self, editor: &mut Editor<'_>) -> Result<(), Fault> {
        let block = editor.reading();
        let start = self.edges.partition_point(|edge| edge.from < block);
        let end = self.edges.partition_point(|edge| edge.from <= block);
        for at in start..end {
            let PhiEdge { value, phi, .. } = self.edges[at];
            let place = self.slot_of(phi).ok_or_else(bad_path)?;
            let size = self.size_of(editor, place.ty)?;
            let source = self.source(editor, value)?;
            let to = self.in_frame(editor, place.incoming);
            self.copy(editor, to, source, size)?;
        }
        Ok(())
    }
}
