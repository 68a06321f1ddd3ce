//! Splits structs and arrays in registers.
//!
//! PNaCl's values are numbers and vectors. A struct or an array in a register is split into its
//! scalars. It is loaded and stored one scalar at a time. Each scalar has its own phi, select or
//! `freeze`, and `insertvalue` and `extractvalue` select a scalar.
//!
//! ```llvm
//! %pair = load { i32, double }, ptr %p
//! %other = insertvalue { i32, double } %pair, i32 7, 0
//! store { i32, double } %other, ptr %q
//! ```
//!
//! becomes
//!
//! ```llvm
//! %place = getelementptr i8, ptr %p, i32 8
//! %second = load double, ptr %place
//! store i32 7, ptr %q
//! %to = getelementptr i8, ptr %q, i32 8
//! store double %second, ptr %to
//! ```
//!
//! # Large ones
//!
//! A type with more than 32 parts or scalars, in it or in a part of it, is not split, because code
//! would grow with the length of arrays. Its values are kept in the frame, each in a separate
//! place. A load copies to that place, and a store copies from it. `insertvalue` copies the whole
//! and stores the part. A phi has a second place, to which the preceding blocks copy their values,
//! so that phis can exchange their values. Constants become global variables. A function therefore
//! grows at most by a constant factor, and time is linear.
//!
//! Padding between scalars is not copied when a type is split. Accesses to whole aggregates are not
//! volatile afterwards. C compilers access volatile structs with volatile copies of memory, which
//! this step does not change.
//!
//! Relies on `signatures`, `intrinsics` and `atomics`: no call takes or returns an aggregate. Such
//! calls are errors, and so are types without a size, and constants that are computed in a way that
//! does not show their parts.

mod large;
mod shapes;

use crate::Options;
use crate::constants::ConstantVariables;
use crate::declarations::Declarations;
use crate::emit::is_undefined;
use crate::error::{Error, ErrorKind, Fault, Reporter, Rewrite, body_of};
use crate::layout::is_aggregate;
use crate::memory::{Place, Room, global_of};
use crate::mentions::{functions_with, in_instruction};
use crate::parts::{Operand, Parts, SplitValues, different_types, load_parts};
use crate::reach::remove_unreachable_blocks;
use large::{PhiEdge, Slot};
use pinnacle_llvm::{
    Align, Edit, Editor, Instruction, InstructionKind, LocalId, Module, TypeId, Value,
};
use shapes::{Shape, Shapes};

/// Maximum number of parts, and of scalars, of a type that is split.
const MAX_PARTS: u64 = 32;

/// Maximum number of parts of constants that are visited.
const MAX_VISITED: usize = 1 << 24;

/// Runs the step on a module.
pub(crate) fn run(module: &mut Module, _: &Options, reporter: &mut Reporter) {
    let mut shapes = None;
    let mut globals = ConstantVariables::default();
    let mut declared = Declarations::default();
    for function in functions_with(module, is_aggregate) {
        // In unreachable blocks a value may depend on itself.
        remove_unreachable_blocks(module, function);
        let Some(body) = body_of(module, function) else {
            continue;
        };
        let mut splitter = Splitter {
            shapes: shapes.get_or_insert_with(|| Shapes::of(module)),
            globals: &mut globals,
            declared: &mut declared,
            parts: Parts::new(body.locals().len()),
            kept: Vec::new(),
            edges: Vec::new(),
            pending: Vec::new(),
            room: Room::EMPTY,
            frame: None,
        };
        if let Err((instruction, fault)) = splitter.plan(module, body) {
            reporter.error(Error::at(fault, module, function, body, instruction));
            continue;
        }
        reporter.rewrite(module, function, &mut splitter);
    }
}

struct Splitter<'s> {
    shapes: &'s mut Shapes,
    globals: &'s mut ConstantVariables,
    declared: &'s mut Declarations,
    parts: Parts,
    /// Locals that are kept in the frame, by id.
    kept: Vec<(LocalId, Slot)>,
    /// Incoming values of phis that are kept in memory, by predecessor.
    edges: Vec<PhiEdge>,
    /// The phis of the current block that are kept in memory.
    pending: Vec<Slot>,
    room: Room,
    frame: Option<Value>,
}

impl Rewrite for Splitter<'_> {
    fn begin(&mut self, editor: &mut Editor<'_>) -> Result<(), Fault> {
        self.frame = self.room.frame(&mut editor.build);
        Ok(())
    }

    fn leave_block(&mut self, editor: &mut Editor<'_>) -> Result<(), Fault> {
        self.finish_phis(editor)?;
        self.fill_phis(editor)
    }

    fn instruction(
        &mut self,
        editor: &mut Editor<'_>,
        instruction: Instruction,
    ) -> Result<Edit, Fault> {
        if !matches!(instruction.kind, InstructionKind::Phi { .. }) {
            self.finish_phis(editor)?;
        }
        let shape = match instruction.result {
            Some(result) => {
                let ty = editor.build.body().local(result).ty;
                self.shapes.shape(&editor.build.module.types, ty)
            }
            None => Shape::Scalar,
        };
        match (shape, instruction.result) {
            (Shape::Split { start, count }, Some(result)) => {
                self.split(editor, instruction.kind, result, (start, count))?;
                Ok(Edit::Drop)
            }
            (Shape::Memory, Some(result)) => {
                self.keep(editor, instruction.kind, result)?;
                Ok(Edit::Drop)
            }
            _ => self.scalar(editor, instruction),
        }
    }
}

impl SplitValues for Splitter<'_> {
    fn operand(
        &mut self,
        editor: &mut Editor<'_>,
        value: Value,
        result: TypeId,
    ) -> Result<Operand, Fault> {
        match self.is_aggregate(editor, value) {
            true => self.parts_as(editor, value, result).map(Operand::Split),
            false => Ok(Operand::Same(value)),
        }
    }
}

impl Splitter<'_> {
    /// Replaces an instruction whose result is not an aggregate.
    fn scalar(&mut self, editor: &mut Editor<'_>, instruction: Instruction) -> Result<Edit, Fault> {
        let kind = instruction.kind;
        match (kind, instruction.result) {
            (
                InstructionKind::Store {
                    value,
                    pointer,
                    align,
                    ..
                },
                _,
            ) if self.is_aggregate(editor, value) => {
                self.store(editor, value, pointer, align)?;
                Ok(Edit::Drop)
            }
            (InstructionKind::ExtractValue { aggregate, indices }, Some(_)) => self
                .extract_scalar(editor, aggregate, indices)
                .map(Edit::Value),
            _ => {
                let build = &editor.build;
                if in_instruction(build.module, build.body(), &instruction, is_aggregate) {
                    return Err(not_possible(editor, kind));
                }
                Ok(Edit::Keep)
            }
        }
    }

    fn is_aggregate(&self, editor: &Editor<'_>, value: Value) -> bool {
        let build = &editor.build;
        let ty = build.module.type_of(build.body(), value);
        ty.is_some_and(|ty| is_aggregate(&build.module.types, ty))
    }

    /// Replaces an instruction whose result is a split aggregate.
    fn split(
        &mut self,
        editor: &mut Editor<'_>,
        kind: InstructionKind,
        result: LocalId,
        (start, count): (u32, u32),
    ) -> Result<(), Fault> {
        let ty = editor.build.body().local(result).ty;
        let parts = match kind {
            InstructionKind::Load { pointer, align, .. } => {
                let types = &editor.build.module.types;
                let layout = &mut self.shapes.layout;
                let from = Place::of_access(layout, types, ty, (pointer, align))?;
                let leaves = self.shapes.leaves(start, count);
                load_parts(editor, from, leaves.iter().copied())
            }
            InstructionKind::Phi { .. }
            | InstructionKind::Select { .. }
            | InstructionKind::Freeze(_) => {
                let types: Vec<_> = self.shapes.types(start, count).collect();
                self.repeat(editor, kind, ty, &types)?
            }
            InstructionKind::InsertValue {
                aggregate,
                element,
                indices,
            } => {
                let path = editor.build.body().indices(indices);
                let types = &editor.build.module.types;
                let found = self.shapes.first_leaf(types, ty, path);
                let (at, part_type) = found.ok_or_else(bad_path)?;
                let mut parts = self.parts_as(editor, aggregate, ty)?;
                let shape = self.shapes.shape(&editor.build.module.types, part_type);
                match shape {
                    Shape::Scalar => parts[at] = element,
                    Shape::Split { .. } => {
                        let inserted = self.parts_as(editor, element, part_type)?;
                        parts[at..at + inserted.len()].copy_from_slice(&inserted);
                    }
                    Shape::Memory => return Err(bad_path()),
                }
                parts
            }
            InstructionKind::ExtractValue { aggregate, indices } => {
                self.extract(editor, aggregate, indices, (start, count))?
            }
            _ => return Err(not_possible(editor, kind)),
        };
        self.parts.define(editor, result, parts);
        Ok(())
    }

    /// Returns a value's scalars.
    fn parts_of(&mut self, editor: &mut Editor<'_>, value: Value) -> Result<Vec<Value>, Fault> {
        let build = &mut editor.build;
        match value {
            Value::Constant(constant) => {
                let scalars = self.shapes.scalars(build.module, constant)?;
                Ok(scalars.into_iter().map(Value::Constant).collect())
            }
            Value::Local(local) => {
                let ty = build.body().local(local).ty;
                let shape = self.shapes.shape(&build.module.types, ty);
                let Shape::Split { start, count } = shape else {
                    return Err(bad_path());
                };
                let types = self.shapes.types(start, count);
                Ok(self.parts.of_local(build, local, types).to_vec())
            }
            Value::InlineAsm(_) | Value::Metadata(_) => Err(bad_path()),
        }
    }

    /// Like [`Splitter::parts_of`], for a value that must have this type.
    fn parts_as(
        &mut self,
        editor: &mut Editor<'_>,
        value: Value,
        ty: TypeId,
    ) -> Result<Vec<Value>, Fault> {
        if Self::type_of(editor, value)? == ty {
            return self.parts_of(editor, value);
        }
        Err(different_types())
    }

    fn type_of(editor: &Editor<'_>, value: Value) -> Result<TypeId, Fault> {
        let build = &editor.build;
        build
            .module
            .type_of(build.body(), value)
            .ok_or_else(bad_path)
    }

    /// Stores an aggregate.
    fn store(
        &mut self,
        editor: &mut Editor<'_>,
        value: Value,
        to: Value,
        align: Align,
    ) -> Result<(), Fault> {
        let ty = Self::type_of(editor, value)?;
        match self.shapes.shape(&editor.build.module.types, ty) {
            Shape::Split { start, count } => {
                let types = &editor.build.module.types;
                let layout = &mut self.shapes.layout;
                let to = Place::of_access(layout, types, ty, (to, align))?;
                let parts = self.parts_of(editor, value)?;
                let build = &mut editor.build;
                for (&part, leaf) in parts.iter().zip(self.shapes.leaves(start, count)) {
                    if !is_undefined(build.module, part) {
                        to.at(build, leaf.offset).store(build, part);
                    }
                }
                Ok(())
            }
            Shape::Memory => self.store_kept(editor, value, to),
            Shape::Scalar => Err(bad_path()),
        }
    }
}

#[cold]
fn bad_path() -> Fault {
    ErrorKind::BadInstruction.fault("this accesses a part of an aggregate that does not exist")
}

#[cold]
fn not_possible(editor: &Editor<'_>, kind: InstructionKind) -> Fault {
    let build = &editor.build;
    if let Some(id) = kind.call() {
        let callee = build.body().call(id).callee;
        if let Some(callee) = global_of(build.module, callee) {
            let name = crate::error::name_of(build.module, callee);
            return ErrorKind::BadIntrinsic.fault(format!(
                "`{name}` takes or returns a struct, and has no known replacement"
            ));
        }
    }
    ErrorKind::BadInstruction
        .fault("this instruction cannot have a struct or an array as operand or result")
}
