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

mod constants;
mod large;
mod shapes;

use crate::Options;
use crate::error::{Error, ErrorKind, Fault, Reporter, body_of};
use crate::memory::{Copies, Room, address, aligned_at, global_of};
use crate::split_values::SplitValues;
use constants::Constants;
use large::{PhiEdge, Place};
use pinnacle_llvm::{
    Align, Atomicity, Body, ConstantKind, Edit, Editor, FastMath, GlobalId, Instruction,
    InstructionKind, List, LocalId, Module, TypeId, Value,
};
use shapes::{Leaf, Shape, Shapes, is_aggregate};

/// Maximum number of parts, and of scalars, of a type that is split.
const MOST_PARTS: u64 = 32;

/// The step.
pub(crate) fn run(module: &mut Module, _: &Options, reporter: &mut Reporter) {
    let mut shapes = None;
    let mut constants = Constants::default();
    let mut globals = large::Globals::default();
    let mut copies = Copies::default();
    for index in 0..module.globals().len() {
        let function = GlobalId::at(index);
        let Some(id) = module.as_function(function) else {
            continue;
        };
        if !body_of(module, function).is_some_and(|body| has_aggregates(module, body)) {
            continue;
        }
        if let Some(body) = &mut module.function_mut(id).body {
            // In blocks that are never reached a value may be made of itself.
            body.remove_unreachable_blocks();
        }
        let Some(body) = body_of(module, function) else {
            continue;
        };
        let mut splitter = Splitter {
            shapes: shapes.get_or_insert_with(|| Shapes::of(module)),
            constants: &mut constants,
            globals: &mut globals,
            copies: &mut copies,
            parts: SplitValues::new(body.locals().len()),
            kept: Vec::new(),
            edges: Vec::new(),
            pending: Vec::new(),
            room: Room::EMPTY,
            frame: None,
            begun: false,
        };
        if let Err((instruction, fault)) = splitter.plan(module, body) {
            reporter.error(Error::at(fault, module, function, body, instruction));
            continue;
        }
        reporter.edit(module, function, |editor, instruction| {
            splitter.instruction(editor, instruction)
        });
    }
}

/// Returns true if a body works with aggregates.
fn has_aggregates(module: &Module, body: &Body) -> bool {
    let types = &module.types;
    let is_one = |value: Value| match value {
        Value::Constant(constant) => is_aggregate(types, module.constants.get(constant).ty),
        _ => false,
    };
    body.locals()
        .iter()
        .any(|local| is_aggregate(types, local.ty))
        || body.instructions().iter().any(|instruction| {
            // Others take an aggregate only if they give one.
            match instruction.kind {
                InstructionKind::Store { value, .. } | InstructionKind::Return(Some(value)) => {
                    is_one(value)
                }
                InstructionKind::ExtractValue { aggregate, .. } => is_one(aggregate),
                InstructionKind::Call(id) => body
                    .values(body.call(id).arguments)
                    .iter()
                    .copied()
                    .any(is_one),
                _ => false,
            }
        })
}

struct Splitter<'s> {
    shapes: &'s mut Shapes,
    constants: &'s mut Constants,
    globals: &'s mut large::Globals,
    copies: &'s mut Copies,
    parts: SplitValues,
    /// Locals that are kept in the frame, by id.
    kept: Vec<(LocalId, Place)>,
    /// Incoming values of phis that are kept in memory, by the block that they come from.
    edges: Vec<PhiEdge>,
    /// Such phis of the block that is being read.
    pending: Vec<Place>,
    room: Room,
    frame: Option<Value>,
    begun: bool,
}

impl Splitter<'_> {
    fn instruction(
        &mut self,
        editor: &mut Editor<'_>,
        instruction: Instruction,
    ) -> Result<Edit, Fault> {
        if !std::mem::replace(&mut self.begun, true) && self.room.size > 0 {
            self.frame = Some(self.room.alloca(&mut editor.build));
        }
        if !self.pending.is_empty() && !matches!(instruction.kind, InstructionKind::Phi { .. }) {
            self.finish_phis(editor)?;
        }
        if instruction.kind.is_terminator() && !self.edges.is_empty() {
            self.leave_block(editor)?;
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

    /// An instruction without an aggregate as its result.
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
            (InstructionKind::ExtractValue { aggregate, indices }, Some(result)) => {
                let part = self.extract_scalar(editor, aggregate, indices, result)?;
                if let Some(part) = part {
                    editor.replace(result, part);
                }
                Ok(Edit::Drop)
            }
            _ => {
                let mut bad = false;
                let build = &editor.build;
                build.body().for_each_operand(&kind, |value| {
                    let ty = build.module.type_of(build.body(), value);
                    bad |= ty.is_some_and(|ty| is_aggregate(&build.module.types, ty));
                });
                if bad {
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

    /// An instruction that gives an aggregate that is split.
    fn split(
        &mut self,
        editor: &mut Editor<'_>,
        kind: InstructionKind,
        result: LocalId,
        (start, count): (u32, u32),
    ) -> Result<(), Fault> {
        let first = self.parts.len();
        let ty = editor.build.body().local(result).ty;
        match kind {
            InstructionKind::Load { pointer, align, .. } => {
                let align = self.access_align(editor, ty, align)?;
                for number in 0..count as usize {
                    let leaf = self.shapes.leaf(start, number);
                    let part = load_leaf(editor, leaf, pointer, align);
                    self.parts.push(part);
                }
            }
            InstructionKind::Phi { incoming, .. } => {
                let edges = editor.build.body().incoming(incoming).to_vec();
                let mut sources = Vec::with_capacity(edges.len());
                for &(value, _) in &edges {
                    sources.push(self.parts_as(editor, value, ty)?);
                }
                let first = self.parts.len();
                let mut leaf_edges = Vec::with_capacity(edges.len());
                for number in 0..count as usize {
                    leaf_edges.clear();
                    leaf_edges.extend(
                        edges
                            .iter()
                            .zip(&sources)
                            .map(|(&(_, block), &source)| (self.parts.get(source + number), block)),
                    );
                    let incoming = editor.old_edges(&leaf_edges);
                    let flags = FastMath::NONE;
                    let phi = InstructionKind::Phi { flags, incoming };
                    let leaf = self.shapes.leaf(start, number);
                    let part = editor.build.emit(phi, leaf.ty);
                    self.parts.push(part);
                }
                self.parts.define(editor, result, first, count as usize);
                return Ok(());
            }
            InstructionKind::Select { operands, .. } => {
                let (condition, if_true, if_false) = three(editor, kind, operands)?;
                let if_true = self.parts_as(editor, if_true, ty)?;
                let if_false = self.parts_as(editor, if_false, ty)?;
                let first = self.parts.len();
                for number in 0..count as usize {
                    let (one, other) = (
                        self.parts.get(if_true + number),
                        self.parts.get(if_false + number),
                    );
                    let part = editor.build.select(condition, one, other);
                    self.parts.push(part);
                }
                self.parts.define(editor, result, first, count as usize);
                return Ok(());
            }
            InstructionKind::Freeze(value) => {
                let source = self.parts_as(editor, value, ty)?;
                let first = self.parts.len();
                for number in 0..count as usize {
                    let (part, leaf) = (
                        self.parts.get(source + number),
                        self.shapes.leaf(start, number),
                    );
                    let part = editor.build.emit(InstructionKind::Freeze(part), leaf.ty);
                    self.parts.push(part);
                }
                self.parts.define(editor, result, first, count as usize);
                return Ok(());
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
                let source = self.parts_as(editor, aggregate, ty)?;
                let shape = self.shapes.shape(&editor.build.module.types, part_type);
                let inserted = match shape {
                    Shape::Scalar => None,
                    Shape::Split { count, .. } => {
                        Some((self.parts_as(editor, element, part_type)?, count as usize))
                    }
                    Shape::Memory => return Err(bad_path()),
                };
                let first = self.parts.len();
                self.parts.repeat(source, count as usize);
                match inserted {
                    None => self.parts.set(first + at, element),
                    Some((from, length)) => {
                        self.parts.copy(from, length, first + at);
                    }
                }
                self.parts.define(editor, result, first, count as usize);
                return Ok(());
            }
            InstructionKind::ExtractValue { aggregate, indices } => {
                let first = self.extract(editor, aggregate, indices, (start, count))?;
                self.parts.define(editor, result, first, count as usize);
                return Ok(());
            }
            _ => return Err(not_possible(editor, kind)),
        }
        self.parts.define(editor, result, first, count as usize);
        Ok(())
    }

    /// The range in `parts` of a value's scalars.
    fn parts_of(&mut self, editor: &mut Editor<'_>, value: Value) -> Result<usize, Fault> {
        let build = &mut editor.build;
        let first = self.parts.len();
        match value {
            Value::Constant(constant) => {
                let constants = &mut *self.constants;
                let scalars = constants.scalars(build.module, self.shapes, constant)?;
                for &scalar in scalars {
                    self.parts.push(scalar.into());
                }
                Ok(first)
            }
            Value::Local(local) => {
                let ty = build.body().local(local).ty;
                let shape = self.shapes.shape(&build.module.types, ty);
                let Shape::Split { start, count } = shape else {
                    return Err(bad_path());
                };
                let leaves = self.shapes.leaves(start, count);
                let types = leaves.iter().map(|leaf| leaf.ty);
                Ok(self.parts.of_local(editor, local, types))
            }
            Value::InlineAsm(_) | Value::Metadata(_) => Err(bad_path()),
        }
    }

    /// Like [`Splitter::parts_of`], of a value that must have this type.
    fn parts_as(
        &mut self,
        editor: &mut Editor<'_>,
        value: Value,
        ty: TypeId,
    ) -> Result<usize, Fault> {
        if Self::type_of(editor, value)? == ty {
            return self.parts_of(editor, value);
        }
        Err(Fault::new(
            ErrorKind::BadInstruction,
            "the operands have different types",
        ))
    }

    /// The alignment of an access to an aggregate, in bytes.
    fn access_align(
        &mut self,
        editor: &Editor<'_>,
        ty: TypeId,
        align: Align,
    ) -> Result<u64, Fault> {
        if let Some(bytes) = align.bytes() {
            return Ok(bytes);
        }
        let types = &editor.build.module.types;
        Ok(crate::memory::extent(&mut self.shapes.layout, types, ty)?.align)
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
                let align = self.access_align(editor, ty, align)?;
                let source = self.parts_of(editor, value)?;
                for number in 0..count as usize {
                    let (part, leaf) = (
                        self.parts.get(source + number),
                        self.shapes.leaf(start, number),
                    );
                    if !is_undefined(editor, part) {
                        store_leaf(editor, part, leaf, to, align);
                    }
                }
                Ok(())
            }
            Shape::Memory => self.store_kept(editor, value, to),
            Shape::Scalar => Err(bad_path()),
        }
    }
}

/// Returns true if a value is undefined, so that it need not be stored.
fn is_undefined(editor: &Editor<'_>, value: Value) -> bool {
    match value {
        Value::Constant(constant) => matches!(
            editor.build.module.constants.get(constant).kind,
            ConstantKind::Undef | ConstantKind::Poison
        ),
        _ => false,
    }
}

/// The operands of a select.
fn three(
    editor: &Editor<'_>,
    kind: InstructionKind,
    operands: List,
) -> Result<(Value, Value, Value), Fault> {
    match *editor.build.body().values(operands) {
        [condition, if_true, if_false] => Ok((condition, if_true, if_false)),
        _ => Err(not_possible(editor, kind)),
    }
}

fn load_leaf(editor: &mut Editor<'_>, leaf: Leaf, from: Value, align: u64) -> Value {
    let place = address(&mut editor.build, from, leaf.offset);
    let load = InstructionKind::Load {
        pointer: place,
        align: aligned_at(align, leaf.offset),
        volatile: false,
        atomicity: Atomicity::NONE,
    };
    editor.build.emit(load, leaf.ty)
}

fn store_leaf(editor: &mut Editor<'_>, value: Value, leaf: Leaf, to: Value, align: u64) {
    let place = address(&mut editor.build, to, leaf.offset);
    editor.build.emit_void(InstructionKind::Store {
        value,
        pointer: place,
        align: aligned_at(align, leaf.offset),
        volatile: false,
        atomicity: Atomicity::NONE,
    });
}

#[cold]
fn bad_path() -> Fault {
    Fault::new(
        ErrorKind::BadInstruction,
        "this accesses a part of an aggregate that does not exist",
    )
}

#[cold]
fn not_possible(editor: &Editor<'_>, kind: InstructionKind) -> Fault {
    let build = &editor.build;
    if let Some(id) = kind.call() {
        let callee = build.body().call(id).callee;
        if let Some(callee) = global_of(build.module, callee) {
            let name = crate::error::name_of(build.module, callee);
            return Fault::new(
                ErrorKind::BadIntrinsic,
                format!("`{name}` takes or returns a struct, and has no known replacement"),
            );
        }
    }
    Fault::new(
        ErrorKind::BadInstruction,
        "this instruction cannot have a struct or an array as operand or result",
    )
}
