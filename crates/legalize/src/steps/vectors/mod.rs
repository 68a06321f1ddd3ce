//! Expands the vectors, and the operations on vectors, that PNaCl does not have.
//!
//! PNaCl has vectors of 128 bits (`<16 x i8>`, `<8 x i16>`, `<4 x i32>`, `<4 x float>`) and, for
//! the results of comparisons, `<4 x i1>`, `<8 x i1>` and `<16 x i1>`. It computes with them as
//! with numbers. It has no constant vectors and no `shufflevector`, and an element's index must be
//! constant.
//!
//! A vector of another type is split into its elements, and every instruction is repeated for each
//! element. Operations that PNaCl lacks for its own types are also done for each element, and the
//! results are combined.
//!
//! ```llvm
//! %sum = add <2 x i32> %a, %b
//! %r = shufflevector <4 x i32> %v, <4 x i32> poison, <4 x i32> zeroinitializer
//! ```
//!
//! becomes
//!
//! ```llvm
//! %sum.0 = add i32 %a.0, %b.0
//! %sum.1 = add i32 %a.1, %b.1
//! %e = extractelement <4 x i32> %v, i32 0
//! %r.0 = insertelement <4 x i32> undef, i32 %e, i32 0
//! %r.1 = insertelement <4 x i32> %r.0, i32 %e, i32 1
//! ; ... and so on
//! ```
//!
//! Constant vectors are loaded from constant variables, and constant vectors of bits are built from
//! their elements. For phis this is done in the block that control comes from. Elements with an
//! index that is not constant are accessed through memory: an index that is too large then means
//! some element, never memory outside of the vector. Vectors are loaded and stored as a whole if
//! they have the alignment of their elements, and otherwise element by element. Elements that are
//! not whole bytes have no padding between them, so these vectors are loaded as one integer. A
//! `bitcast` between vectors of different elements goes through integers; between PNaCl's vectors
//! and 128-bit numbers it is left to `large-integers`.
//!
//! These intrinsics that exist only for vectors are expanded: reductions, masked loads and stores,
//! gathering, scattering, reversing, and inserting or extracting parts. Vectors of more than 128
//! elements, and scalable vectors, are errors.
//!
//! Relies on `signatures`, which passes vectors that PNaCl does not have in
//! memory, on `structs`, and on `intrinsics`, which computes functions of
//! vectors element by element.

mod casts;
mod elements;
mod functions;
mod memory;
mod shuffle;

use crate::Options;
use crate::constants::ConstantVariables;
use crate::emit::Emit;
use crate::error::{ErrorKind, Fault, Reporter, Rewrite, body_of};
use crate::layout::Layout;
use crate::memory::Room;
use crate::mentions::{functions_with, in_instruction};
use crate::parts::{Operand, Parts, SplitValues};
use crate::phis::PhiConstants;
use crate::reach::remove_unreachable_blocks;
use crate::vector_shapes::{Shape, is_vector, shape_of};
use functions::Outcome;
use pinnacle_llvm::{
    BinaryOp, Body, Edit, Editor, FastMath, Instruction, InstructionKind, List, LocalId, Module,
    TypeId, Value,
};

/// Runs the step on a module.
pub(crate) fn run(module: &mut Module, _: &Options, reporter: &mut Reporter) {
    let mut constants = ConstantVariables::default();
    let functions = functions_with(module, is_vector);
    if functions.is_empty() {
        return;
    }
    let mut layout = Layout::of(module);
    for function in functions {
        // In unreachable blocks a value may depend on itself.
        remove_unreachable_blocks(module, function);
        let Some(body) = body_of(module, function) else {
            continue;
        };
        let room = room(module, body, &mut layout);
        let mut step = Expander {
            constants: &mut constants,
            layout: &mut layout,
            parts: Parts::new(body.locals().len()),
            in_phis: PhiConstants::of(body, |constant| {
                let ty = module.constants.get(constant).ty;
                let shape = shape_of(module, ty);
                matches!(shape, Ok(Some(Shape { legal: true, .. })))
            }),
            room,
            frame: None,
        };
        reporter.rewrite(module, function, &mut step);
    }
}

/// Determines the memory for elements with variable indices.
fn room(module: &Module, body: &Body, layout: &mut Layout) -> Room {
    let mut room = Room::EMPTY;
    for instruction in body.instructions() {
        let vector = match instruction.kind {
            InstructionKind::ExtractElement { vector, .. } => vector,
            InstructionKind::InsertElement { operands } => match body.values(operands) {
                &[vector, ..] => vector,
                _ => continue,
            },
            InstructionKind::Call(id) => {
                if functions::needs_memory(module, body.call(id).callee) {
                    room.share(memory::SPARE);
                }
                continue;
            }
            _ => continue,
        };
        if let Some(ty) = module.type_of(body, vector)
            && let Ok(Some(shape)) = shape_of(module, ty)
            && let Some(needed) = memory::room_of(module, layout, shape)
        {
            room.share(needed);
        }
    }
    room
}

struct Expander<'s> {
    constants: &'s mut ConstantVariables,
    layout: &'s mut Layout,
    parts: Parts,
    /// The incoming constants of phis of PNaCl's own types.
    in_phis: PhiConstants,
    room: Room,
    frame: Option<Value>,
}

impl Rewrite for Expander<'_> {
    fn begin(&mut self, editor: &mut Editor<'_>) -> Result<(), Fault> {
        self.frame = self.room.frame(&mut editor.build);
        self.in_phis.begin(editor);
        Ok(())
    }

    fn leave_block(&mut self, editor: &mut Editor<'_>) -> Result<(), Fault> {
        let in_phis = std::mem::take(&mut self.in_phis);
        in_phis.leave_block(editor, |editor, constant| {
            self.loaded(editor, constant.into())
        })?;
        self.in_phis = in_phis;
        Ok(())
    }

    fn instruction(
        &mut self,
        editor: &mut Editor<'_>,
        instruction: Instruction,
    ) -> Result<Edit, Fault> {
        let build = &editor.build;
        if !in_instruction(build.module, build.body(), &instruction, is_vector) {
            return Ok(Edit::Keep);
        }
        let result = match instruction.result {
            Some(local) => {
                let ty = editor.build.body().local(local).ty;
                shape_of(editor.build.module, ty)?.map(|shape| (local, ty, shape))
            }
            None => None,
        };
        match result {
            Some((local, ty, shape)) => self.vector(editor, instruction.kind, local, ty, shape),
            None => self.scalar(editor, instruction),
        }
    }
}

impl SplitValues for Expander<'_> {
    /// Operands that are not vectors are the same for all elements.
    fn operand(
        &mut self,
        editor: &mut Editor<'_>,
        value: Value,
        result: TypeId,
    ) -> Result<Operand, Fault> {
        let ty = editor.build.type_of(value);
        let module = &editor.build.module;
        match (shape_of(module, ty)?, shape_of(module, result)?) {
            (None, _) => Ok(Operand::Same(value)),
            (Some(shape), Some(whole)) if shape.length == whole.length => {
                self.elements(editor, value, shape).map(Operand::Split)
            }
            _ => Err(not_possible()),
        }
    }
}

impl Expander<'_> {
    /// Replaces an instruction whose result is not a vector.
    fn scalar(&mut self, editor: &mut Editor<'_>, instruction: Instruction) -> Result<Edit, Fault> {
        use InstructionKind as K;
        let kind = instruction.kind;
        let value = match (kind, instruction.result) {
            (
                K::Store {
                    value,
                    pointer,
                    align,
                    ..
                },
                _,
            ) => {
                let (_, shape) = self.typed(editor, value)?;
                if memory::is_direct(editor.build.module, shape, align) {
                    return self.keep(editor, kind);
                }
                self.store(editor, value, shape, (pointer, align))?;
                return Ok(Edit::Drop);
            }
            (K::ExtractElement { vector, index }, Some(_)) => {
                let (_, shape) = self.typed(editor, vector)?;
                match elements::number_of(editor.build.module, index) {
                    Some(number) if number < u64::from(shape.length) && shape.legal => {
                        return self.keep(editor, kind);
                    }
                    Some(number) if number < u64::from(shape.length) => {
                        self.element(editor, vector, shape, number as u32)?
                    }
                    Some(_) => editor.build.undefined(shape.element),
                    None => self.extract_variable(editor, vector, shape, index)?,
                }
            }
            (K::Cast { op, value, .. }, Some(result)) => {
                let (_, shape) = self.typed(editor, value)?;
                if shape.legal && !shape.bits {
                    // A conversion to a 128-bit number is left to a later step.
                    return self.keep(editor, kind);
                }
                let ty = editor.build.body().local(result).ty;
                self.bit_cast_to_scalar(editor, op, value, ty)?
            }
            (K::Call(_), result) => {
                let Some(function) = functions::of_call(editor, kind) else {
                    return self.keep(editor, kind);
                };
                match (self.function(editor, kind, function, None)?, result) {
                    (Outcome::Value(value), Some(_)) => value,
                    (Outcome::Nothing, None) => return Ok(Edit::Drop),
                    _ => return Err(functions::not_known(editor, kind)),
                }
            }
            (K::Return(_), _) => return self.keep(editor, kind),
            _ => return Err(not_possible()),
        };
        Ok(Edit::Value(value))
    }

    /// Replaces an instruction whose result is a vector.
    fn vector(
        &mut self,
        editor: &mut Editor<'_>,
        kind: InstructionKind,
        result: LocalId,
        ty: TypeId,
        shape: Shape,
    ) -> Result<Edit, Fault> {
        use InstructionKind as K;
        let parts = match kind {
            K::Binary { .. }
            | K::FloatBinary { .. }
            | K::Negate { .. }
            | K::Freeze(_)
            | K::GetElementPtr { .. } => {
                if shape.legal && is_native(kind, shape) {
                    return self.keep(editor, kind);
                }
                self.repeat(editor, kind, ty, &shape.types())?
            }
            K::IntCompare { lhs, .. } | K::FloatCompare { lhs, .. } => {
                let (_, operands) = self.typed(editor, lhs)?;
                if shape.legal && operands.legal && !operands.bits {
                    return self.keep(editor, kind);
                }
                self.repeat(editor, kind, ty, &shape.types())?
            }
            K::Select { flags, operands } if shape.legal => {
                return self.select(editor, shape, (flags, operands)).map(Edit::As);
            }
            K::Select { .. } => self.repeat(editor, kind, ty, &shape.types())?,
            K::Cast { op, value, .. } => match self.cast(editor, kind, (ty, shape), (op, value))? {
                Some(parts) => parts,
                None => return self.keep(editor, kind),
            },
            K::Phi { incoming, .. } if shape.legal => {
                return self.in_phis.phi(editor, incoming).map(Edit::As);
            }
            K::Phi { .. } => self.repeat(editor, kind, ty, &shape.types())?,
            K::Load { pointer, align, .. } => {
                if memory::is_direct(editor.build.module, shape, align) {
                    return Ok(Edit::Keep);
                }
                self.load(editor, ty, shape, (pointer, align))?
            }
            K::InsertElement { operands } => {
                let &[vector, element, index] = editor.build.body().values(operands) else {
                    return Err(not_possible());
                };
                let result = (result, ty, shape);
                return self.insert(editor, kind, result, [vector, element, index]);
            }
            K::ShuffleVector { lhs, rhs, mask } => {
                return self.shuffle(editor, (result, ty, shape), [lhs, rhs], mask);
            }
            K::Call(_) => {
                let Some(function) = functions::of_call(editor, kind) else {
                    if !shape.legal {
                        return Err(not_possible());
                    }
                    return self.keep(editor, kind);
                };
                match self.function(editor, kind, function, Some(shape))? {
                    Outcome::Elements(parts) => parts,
                    _ => return Err(functions::not_known(editor, kind)),
                }
            }
            _ => return Err(not_possible()),
        };
        self.finish(editor, (result, ty, shape), parts);
        Ok(Edit::Drop)
    }

    /// Gives a select of one of PNaCl's own types a condition for each element.
    fn select(
        &mut self,
        editor: &mut Editor<'_>,
        shape: Shape,
        (flags, operands): (FastMath, List),
    ) -> Result<InstructionKind, Fault> {
        let &[condition, if_true, if_false] = editor.build.body().values(operands) else {
            return Err(not_possible());
        };
        let mut operands = [condition, if_true, if_false];
        let condition_type = editor.build.type_of(condition);
        if shape_of(editor.build.module, condition_type)?.is_none() {
            let bit = editor.build.module.types.integer(1);
            let bits = editor.build.module.types.vector(bit, shape.length, false);
            let all = vec![condition; shape.length as usize];
            operands[0] = editor.build.assemble(bits, &all);
        }
        for operand in &mut operands {
            *operand = self.loaded(editor, *operand)?;
        }
        let operands = editor.build.values(&operands);
        Ok(InstructionKind::Select { flags, operands })
    }
    /// Replaces an element of a vector.
    fn insert(
        &mut self,
        editor: &mut Editor<'_>,
        kind: InstructionKind,
        result @ (_, _, shape): (LocalId, TypeId, Shape),
        [vector, element, index]: [Value; 3],
    ) -> Result<Edit, Fault> {
        let parts = match elements::number_of(editor.build.module, index) {
            Some(number) if number < u64::from(shape.length) && shape.legal => {
                return self.keep(editor, kind);
            }
            Some(number) if number < u64::from(shape.length) => {
                let mut parts = self.elements(editor, vector, shape)?;
                parts[number as usize] = element;
                parts
            }
            Some(_) => vec![editor.build.undefined(shape.element); shape.length as usize],
            None => {
                self.insert_variable(editor, result, vector, element, index)?;
                return Ok(Edit::Drop);
            }
        };
        self.finish(editor, result, parts);
        Ok(Edit::Drop)
    }
}

/// Returns true if PNaCl has an instruction for its own vector types.
fn is_native(kind: InstructionKind, shape: Shape) -> bool {
    use BinaryOp::{And, Or, Xor};
    match kind {
        InstructionKind::Binary { op, .. } => !shape.bits || matches!(op, And | Or | Xor),
        InstructionKind::FloatBinary { .. } | InstructionKind::Freeze(_) => true,
        _ => false,
    }
}

#[cold]
fn not_possible() -> Fault {
    ErrorKind::BadInstruction.fault("this instruction has no replacement for these vectors")
}
