//! Splits integers of more than 64 bits.
//!
//! PNaCl has no such integers, and C for this target has none either. But optimisers copy small
//! structs as one number, and objects of other languages have large integers. Each integer becomes
//! a list of 64-bit parts, the lowest first, and the last part has zeros beyond the width. In
//! memory the parts follow each other, and the last takes only the bytes that it needs. A parameter
//! becomes one parameter for each part. A result is stored to the address in an additional first
//! parameter.
//!
//! ```llvm
//! ; before
//! %v = load i128, ptr %p
//! %s = add i128 %v, %w
//! ; after
//! %v0 = load i64, ptr %p
//! %1 = getelementptr i8, ptr %p, i32 8
//! %v1 = load i64, ptr %1
//! %s0 = add i64 %v0, %w0
//! %2 = icmp ult i64 %s0, %v0
//! %3 = add i64 %v1, %w1
//! %4 = zext i1 %2 to i64
//! %s1 = add i64 %3, %4
//! ```
//!
//! The number of resulting instructions is proportional to the width. For products it is
//! proportional to the square of the width, and for shifts by unknown amounts to the width times
//! its logarithm. Widths are limited for that reason. Divisions, and conversions from and to
//! floating-point numbers, are refused, because they would need a library that PNaCl never had.
//!
//! Relies on `structs`, `intrinsics` and `atomics`: structs are split, intrinsics are replaced, and
//! there are no atomic accesses. The step may leave odd integers, as pieces in memory.

mod arithmetic;
mod instructions;
mod pieces;
mod signature;

use pinnacle_llvm::{
    BinaryOp as Op, Body, CastOp, ConstantKind, Edit, Editor, FunctionBuilder, GlobalId,
    GlobalKind, Instruction, InstructionKind as K, Module, Type, TypeId, TypeTable, Value,
};

use crate::Options;
use crate::emit::{MAX_WIDTH, check_width};
use crate::error::{ErrorKind, Fault, Reporter, Rewrite, body_of};
use crate::memory::Room;
use crate::mentions::{any_type, in_body, in_instruction};
use crate::parts::{Operand, Parts, SplitValues};
use crate::passing::{Changed, FunctionTypes};
use signature::{function_types, split_attributes};

/// Maximum width in bits of a factor.
const MAX_FACTOR_WIDTH: u32 = 1024;

/// Maximum number of operations on parts that a module may expand to.
const MAX_OPERATIONS: u64 = 1 << 19;

/// Runs the step on a module.
pub(crate) fn run(module: &mut Module, _: &Options, reporter: &mut Reporter) {
    if !any_type(module, is_large) {
        return;
    }
    let mut types = function_types();
    let mut operations = 0;
    for index in 0..module.globals().len() {
        let function = GlobalId::at(index);
        let GlobalKind::Function(id) = module.global(function).kind else {
            continue;
        };
        let old = module.global(function).ty;
        let changed = types.change(module, function);
        let Some(changed) = reporter.checked(module, function, changed) else {
            continue;
        };
        if module.global(function).ty != old {
            let attributes = module.function(id).attributes;
            module.function_mut(id).attributes = split_attributes(module, attributes, old);
        }
        let Some(body) = body_of(module, function) else {
            continue;
        };
        if in_body(module, body, is_large) {
            let mut step = Step {
                types: &mut types,
                changed,
                room: room(module, body),
                frame: None,
                operations,
                parts: Parts::new(body.locals().len()),
            };
            reporter.rewrite(module, function, &mut step);
            operations = step.operations;
        }
    }
}

/// Returns the width if a type is an integer that must be split.
fn large(types: &TypeTable, ty: TypeId) -> Option<u32> {
    match types.get(ty) {
        Type::Integer(width @ 65..) => Some(width),
        _ => None,
    }
}

fn is_large(types: &TypeTable, ty: TypeId) -> bool {
    large(types, ty).is_some()
}

fn large_value(module: &Module, body: &Body, value: Value) -> Option<u32> {
    large(&module.types, module.type_of(body, value)?)
}

/// The room in a function's frame for results of calls, and for vectors that are converted to
/// numbers.
fn room(module: &Module, body: &Body) -> Room {
    let mut room = Room::EMPTY;
    for instruction in body.instructions() {
        let result = instruction.result;
        let result = result.and_then(|local| large(&module.types, body.local(local).ty));
        let width = match instruction.kind {
            K::Call(_) => result,
            K::Cast {
                op: CastOp::BitCast,
                value,
                ..
            } => result.or(large_value(module, body, value)),
            _ => None,
        };
        if let Some(width) = width {
            room.share(Room {
                size: u64::from(arithmetic::count(width)) * 8,
                align: 16,
            });
        }
    }
    room
}

/// A function that is being changed.
struct Step<'s> {
    types: &'s mut FunctionTypes,
    /// The function's parameters and result that were large.
    changed: Changed,
    /// The size of its room in the frame.
    room: Room,
    /// The address of that room.
    frame: Option<Value>,
    /// Number of operations on parts in the module so far.
    operations: u64,
    parts: Parts,
}

impl Rewrite for Step<'_> {
    /// Allocates room in the frame, and collects the parts of the parameters.
    fn begin(&mut self, editor: &mut Editor<'_>) -> Result<(), Fault> {
        self.frame = self.room.frame(&mut editor.build);
        for &(local, number) in &self.changed.displaced {
            let build = &editor.build;
            let width = large_value(build.module, build.body(), local.into());
            let count = arithmetic::count(width.ok_or_else(unexpected)?) as usize;
            let parameters = (number..number + count).map(|number| build.parameter(number));
            let first = self.parts.extend(parameters);
            self.parts.define(editor, local, first, count);
        }
        Ok(())
    }

    fn instruction(&mut self, editor: &mut Editor<'_>, it: Instruction) -> Result<Edit, Fault> {
        let (module, body) = (&*editor.build.module, editor.build.body());
        if !in_instruction(module, body, &it, is_large) {
            return Ok(Edit::Keep);
        }
        let result = it
            .result
            .and_then(|local| large(&module.types, body.local(local).ty));
        result.map_or(Ok(()), check_width)?;
        self.charge(&editor.build, &it, result)?;
        let Some(width) = result else {
            return self.use_large(editor, it);
        };
        let parts = self.define_large(editor, it, width)?;
        if let Some(local) = it.result {
            // Copies hide constants, which later replacements would otherwise fold.
            let (first, _) = self.place_of(&mut editor.build, local.into())?;
            for (number, part) in parts.into_iter().enumerate() {
                if let Value::Local(stand_in) = self.parts.get(first + number) {
                    editor.replace(stand_in, part);
                }
            }
        }
        Ok(Edit::Drop)
    }
}

impl SplitValues for Step<'_> {
    fn parts(&mut self) -> &mut Parts {
        &mut self.parts
    }

    fn operand(
        &mut self,
        editor: &mut Editor<'_>,
        value: Value,
        _: TypeId,
    ) -> Result<Operand, Fault> {
        let build = &mut editor.build;
        match large_value(build.module, build.body(), value) {
            Some(_) => Ok(Operand::Split(self.place_of(build, value)?.0)),
            None => Ok(Operand::Same(value)),
        }
    }
}

impl Step<'_> {
    /// Returns the parts of a large number.
    fn parts_of(
        &mut self,
        build: &mut FunctionBuilder<'_>,
        value: Value,
    ) -> Result<Vec<Value>, Fault> {
        let (first, count) = self.place_of(build, value)?;
        Ok(self.parts.range(first, count).to_vec())
    }

    /// Returns the index of a large number's parts, and their count.
    fn place_of(
        &mut self,
        build: &mut FunctionBuilder<'_>,
        value: Value,
    ) -> Result<(usize, usize), Fault> {
        let Some(width) = large_value(build.module, build.body(), value) else {
            return Err(unexpected());
        };
        check_width(width)?;
        let count = arithmetic::count(width) as usize;
        let id = match value {
            Value::Local(local) => {
                let types = std::iter::repeat_n(build.module.types.integer(64), count);
                return Ok((self.parts.of_local(build, local, types), count));
            }
            Value::Constant(id) => id,
            Value::InlineAsm(_) | Value::Metadata(_) => return Err(unexpected()),
        };
        let words = match build.module.constants.get(id).kind {
            ConstantKind::WideBits(words) => build.module.constants.words(words).to_vec(),
            ConstantKind::Undef | ConstantKind::Zero => Vec::new(),
            _ => {
                return Err(Fault::new(
                    ErrorKind::BadConstant,
                    "a constant of more than 64 bits is not a number",
                ));
            }
        };
        let words = words.into_iter().chain(std::iter::repeat(0)).take(count);
        let first = self
            .parts
            .extend(words.map(|word| arithmetic::constant(build, word)));
        Ok((first, count))
    }

    /// Adds the cost of an instruction to the number of operations.
    fn charge(
        &mut self,
        build: &FunctionBuilder<'_>,
        it: &Instruction,
        result: Option<u32>,
    ) -> Result<(), Fault> {
        let parts = u64::from(arithmetic::count(result.unwrap_or(MAX_WIDTH)));
        self.operations += match it.kind {
            K::Binary { op: Op::Mul, .. } => parts * parts,
            K::Phi { incoming, .. } => parts + parts * incoming.len() as u64 / 32,
            K::Switch { cases, .. } => cases.len() as u64,
            K::Call(id) => build.body().call(id).arguments.len() as u64,
            K::IntCompare { lhs, .. } => {
                let width = large_value(build.module, build.body(), lhs);
                u64::from(arithmetic::count(width.unwrap_or(64)))
            }
            _ if result.is_some() => parts,
            _ => 1,
        };
        if self.operations <= MAX_OPERATIONS {
            return Ok(());
        }
        Err(Fault::new(
            ErrorKind::TooLarge,
            "the program has too much arithmetic on integers of more than 64 bits",
        ))
    }
}

#[cold]
fn unexpected() -> Fault {
    Fault::new(
        ErrorKind::BadInstruction,
        "a number of more than 64 bits is used in an invalid way",
    )
}
