//! Aggregates that are too large to be split and are kept in memory.

use super::shapes::{Shape, is_aggregate};
use super::{Splitter, bad_path, load_leaf, not_possible, three};
use crate::error::Fault;
use crate::memory::{address, aligned_at, extent};
use pinnacle_llvm::{
    Align, BlockId, Body, ConstantId, ConstantKind, Editor, GlobalId, GlobalKind, InstructionId,
    InstructionKind, Linkage, List, LocalId, Module, TypeId, Value,
};

/// The place of a local in the frame.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) ty: TypeId,
    offset: u64,
    /// Offset at which a phi finds its incoming value.
    incoming: u64,
}

/// An incoming value of a phi.
#[derive(Clone, Copy)]
pub(super) struct PhiEdge {
    from: BlockId,
    value: Value,
    phi: LocalId,
}

/// Variables that hold constants, by the id of the constant.
#[derive(Default)]
pub(super) struct Globals(Vec<Option<GlobalId>>);

impl Globals {
    fn of(&mut self, module: &mut Module, constant: ConstantId) -> GlobalId {
        if self.0.len() <= constant.index() {
            self.0.resize(constant.index() + 1, None);
        }
        *self.0[constant.index()].get_or_insert_with(|| {
            let ty = module.constants.get(constant).ty;
            let kind = GlobalKind::Variable {
                initializer: Some(constant),
                constant: true,
                externally_initialized: false,
                attributes: pinnacle_llvm::AttributeSetId::EMPTY,
            };
            let global = module.add_global(b"", ty, kind);
            module.global_mut(global).linkage = Linkage::Internal;
            global
        })
    }
}

/// The place of an aggregate's bytes.
#[derive(Clone, Copy)]
enum Source {
    /// They may be anything.
    Undefined,
    /// They are zero.
    Zero,
    At(Value),
}

impl Splitter<'_> {
    /// Assigns places to all locals that are kept in memory, and collects the incoming values of
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
    ) -> Result<Place, Fault> {
        let extent = extent(&mut self.shapes.layout, &module.types, ty)?;
        let offset = self.room.place(extent.size, extent.align)?;
        let incoming = match kind {
            InstructionKind::Phi { .. } => self.room.place(extent.size, extent.align)?,
            _ => offset,
        };
        Ok(Place {
            ty,
            offset,
            incoming,
        })
    }

    fn place_of(&self, local: LocalId) -> Option<Place> {
        let found = self.kept.binary_search_by_key(&local, |&(local, _)| local);
        found.ok().map(|at| self.kept[at].1)
    }

    /// An address in the frame. A value without a size may be at any address.
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
                let place = self.place_of(local).ok_or_else(bad_path)?;
                Ok(Source::At(self.in_frame(editor, place.offset)))
            }
            Value::Constant(constant) => Ok(match module.constants.get(constant).kind {
                ConstantKind::Undef | ConstantKind::Poison => Source::Undefined,
                ConstantKind::Zero => Source::Zero,
                _ => {
                    let global = self.globals.of(module, constant);
                    Source::At(module.address_of(global).into())
                }
            }),
            Value::InlineAsm(_) | Value::Metadata(_) => Err(bad_path()),
        }
    }

    fn copy(&mut self, editor: &mut Editor<'_>, to: Value, source: Source, size: u64) {
        match source {
            Source::Undefined => {}
            Source::Zero => self.copies.clear(&mut editor.build, to, size),
            Source::At(from) => self.copies.copy(&mut editor.build, to, from, size),
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
        self.copy(editor, to, source, size);
        Ok(())
    }

    /// An instruction that gives an aggregate that is kept in memory.
    pub(super) fn keep(
        &mut self,
        editor: &mut Editor<'_>,
        kind: InstructionKind,
        result: LocalId,
    ) -> Result<(), Fault> {
        let place = self.place_of(result).ok_or_else(bad_path)?;
        if let InstructionKind::Phi { .. } = kind {
            self.pending.push(place);
            return Ok(());
        }
        let size = self.size_of(editor, place.ty)?;
        let to = self.in_frame(editor, place.offset);
        match kind {
            InstructionKind::Load { pointer, .. } => {
                self.copy(editor, to, Source::At(pointer), size);
            }
            InstructionKind::Freeze(value) => {
                let source = self.source(editor, value)?;
                self.copy(editor, to, source, size);
            }
            InstructionKind::Select { operands, .. } => {
                let (condition, if_true, if_false) = three(editor, kind, operands)?;
                let if_true = self.addressed(editor, if_true)?;
                let if_false = self.addressed(editor, if_false)?;
                let source = match (if_true, if_false) {
                    (None, other) | (other, None) => other,
                    (Some(one), Some(other)) => Some(editor.build.select(condition, one, other)),
                };
                if let Some(source) = source {
                    self.copy(editor, to, Source::At(source), size);
                }
            }
            InstructionKind::InsertValue {
                aggregate,
                element,
                indices,
            } => {
                let (offset, part_type) = self.path(editor, place.ty, indices)?;
                let source = self.source(editor, aggregate)?;
                self.copy(editor, to, source, size);
                let at = address(&mut editor.build, to, offset);
                if is_aggregate(&editor.build.module.types, part_type) {
                    let align = self.part_align(editor, place.ty, offset)?;
                    self.store(editor, element, at, align)?;
                } else {
                    let align = self.part_align(editor, place.ty, offset)?;
                    editor.build.emit_void(InstructionKind::Store {
                        value: element,
                        pointer: at,
                        align,
                        volatile: false,
                        atomicity: pinnacle_llvm::Atomicity::NONE,
                    });
                }
            }
            InstructionKind::ExtractValue { aggregate, indices } => {
                let whole = Self::type_of(editor, aggregate)?;
                let (offset, _) = self.path(editor, whole, indices)?;
                let source = match self.source(editor, aggregate)? {
                    Source::At(from) => Source::At(address(&mut editor.build, from, offset)),
                    same => same,
                };
                self.copy(editor, to, source, size);
            }
            _ => return Err(not_possible(editor, kind)),
        }
        Ok(())
    }

    /// The address of an aggregate that is kept in memory; `None` if the value is undefined.
    fn addressed(&mut self, editor: &mut Editor<'_>, value: Value) -> Result<Option<Value>, Fault> {
        Ok(match self.source(editor, value)? {
            Source::Undefined => None,
            Source::At(place) => Some(place),
            Source::Zero => {
                let Value::Constant(constant) = value else {
                    return Err(bad_path());
                };
                let module = &mut *editor.build.module;
                let global = self.globals.of(module, constant);
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

    /// The alignment of a part of an aggregate that is itself aligned as its type
    /// is.
    fn part_align(&mut self, editor: &Editor<'_>, ty: TypeId, offset: u64) -> Result<Align, Fault> {
        let align = extent(&mut self.shapes.layout, &editor.build.module.types, ty)?.align;
        Ok(aligned_at(align, offset))
    }

    /// The scalars of a part of an aggregate, and where they are in `parts`.
    pub(super) fn extract(
        &mut self,
        editor: &mut Editor<'_>,
        aggregate: Value,
        indices: List,
        (start, count): (u32, u32),
    ) -> Result<usize, Fault> {
        let ty = Self::type_of(editor, aggregate)?;
        if self.shapes.shape(&editor.build.module.types, ty) != Shape::Memory {
            let path = editor.build.body().indices(indices);
            let found = self.shapes.first_leaf(&editor.build.module.types, ty, path);
            let (at, _) = found.ok_or_else(bad_path)?;
            return Ok(self.parts_of(editor, aggregate)? + at);
        }
        let (offset, part_type) = self.path(editor, ty, indices)?;
        match self.source(editor, aggregate)? {
            Source::Undefined => {
                let module = &mut *editor.build.module;
                let part = module.constants.plain(part_type, ConstantKind::Undef);
                self.parts_of(editor, part.into())
            }
            Source::Zero => {
                let part = editor.build.module.zero(part_type);
                self.parts_of(editor, part.into())
            }
            Source::At(from) => {
                let from = address(&mut editor.build, from, offset);
                let align = self.part_align(editor, ty, offset)?.bytes().unwrap_or(1);
                let first = self.parts.len();
                for number in 0..count as usize {
                    let leaf = self.shapes.leaf(start, number);
                    let part = load_leaf(editor, leaf, from, align);
                    self.parts.push(part);
                }
                Ok(first)
            }
        }
    }

    /// A scalar that is part of an aggregate, or none if `result` was defined as
    /// it.
    pub(super) fn extract_scalar(
        &mut self,
        editor: &mut Editor<'_>,
        aggregate: Value,
        indices: List,
        result: LocalId,
    ) -> Result<Option<Value>, Fault> {
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
                let first = self.parts_of(editor, aggregate)?;
                Ok(Some(self.parts.get(first + at)))
            }
            Shape::Memory => {
                let (offset, part_type) = self.path(editor, ty, indices)?;
                let module = &mut *editor.build.module;
                let undefined = module.constants.plain(part_type, ConstantKind::Undef);
                match self.source(editor, aggregate)? {
                    Source::Undefined => Ok(Some(undefined.into())),
                    Source::Zero => Ok(Some(editor.build.module.zero(part_type).into())),
                    Source::At(from) => {
                        let align = self.part_align(editor, ty, offset)?.bytes().unwrap_or(1);
                        let from = address(&mut editor.build, from, offset);
                        let leaf = super::Leaf {
                            ty: part_type,
                            offset: 0,
                        };
                        load_leaf(editor, leaf, from, align);
                        editor.define(result);
                        Ok(None)
                    }
                }
            }
        }
    }

    /// Takes over what came to the phis of a block.
    pub(super) fn finish_phis(&mut self, editor: &mut Editor<'_>) -> Result<(), Fault> {
        for place in std::mem::take(&mut self.pending) {
            let size = self.size_of(editor, place.ty)?;
            let to = self.in_frame(editor, place.offset);
            let from = self.in_frame(editor, place.incoming);
            self.copy(editor, to, Source::At(from), size);
        }
        Ok(())
    }

    /// At the end of a block, stores the incoming values for the phis of its successors.
    pub(super) fn leave_block(&mut self, editor: &mut Editor<'_>) -> Result<(), Fault> {
        let block = editor.reading();
        let start = self.edges.partition_point(|edge| edge.from < block);
        let end = self.edges.partition_point(|edge| edge.from <= block);
        for at in start..end {
            let PhiEdge { value, phi, .. } = self.edges[at];
            let place = self.place_of(phi).ok_or_else(bad_path)?;
            let size = self.size_of(editor, place.ty)?;
            let source = self.source(editor, value)?;
            let to = self.in_frame(editor, place.incoming);
            self.copy(editor, to, source, size);
        }
        Ok(())
    }
}
