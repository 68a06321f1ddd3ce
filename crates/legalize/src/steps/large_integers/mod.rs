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
    GlobalKind, Instruction, InstructionKind as K, LocalId, Module, Type, TypeId, Value,
};

use crate::Options;
use crate::emit::{MAX_WIDTH, check_width};
use crate::error::{ErrorKind, Fault, Reporter, body_of};
use crate::memory::Room;
use signature::change_signature;

/// Maximum number of bits that a factor may have.
const MAX_FACTOR_WIDTH: u32 = 1024;

/// Maximum number of parameters of a function in which some are parts.
const MAX_PARAMETERS: usize = 1 << 16;

/// Maximum number of operations on parts that a module may be made to consist of.
const MAX_OPERATIONS: u64 = 1 << 19;

/// The step.
pub(crate) fn run(module: &mut Module, _: &Options, reporter: &mut Reporter) {
    let has_any = (0..module.types.len()).any(|index| large(module, TypeId::at(index)).is_some());
    if !has_any {
        return;
    }
    let mut operations = 0;
    for index in 0..module.globals().len() {
        let function = GlobalId::at(index);
        if !matches!(module.global(function).kind, GlobalKind::Function(_)) {
            continue;
        }
        let wanted = body_of(module, function).is_some_and(|body| is_wanted(module, body));
        let mut step = match change_signature(module, function) {
            Ok(step) => step,
            Err(fault) => {
                let error = crate::error::Error::in_function(fault, module, function);
                reporter.error(error);
                continue;
            }
        };
        if wanted {
            step.room = room(module, function);
            step.operations = operations;
            reporter.edit(module, function, |editor, instruction| {
                step.instruction(editor, instruction)
            });
            operations = step.operations;
        }
    }
}

/// The width of an integer that is split.
fn large(module: &Module, ty: TypeId) -> Option<u32> {
    match module.types.get(ty) {
        Type::Integer(width @ 65..) => Some(width),
        _ => None,
    }
}

fn large_value(module: &Module, body: &Body, value: Value) -> Option<u32> {
    large(module, module.type_of(body, value)?)
}

fn is_wanted(module: &Module, body: &Body) -> bool {
    let is_large = |ty| large(module, ty).is_some();
    body.locals().iter().any(|local| is_large(local.ty))
        || body.instructions().iter().any(|instruction| {
            let mut found = false;
            body.for_each_operand(&instruction.kind, |operand| {
                found |= large_value(module, body, operand).is_some();
            });
            if let Some(call) = instruction.kind.call() {
                found |= has_large(module, body.call(call).function_type);
            }
            found
        })
}

fn has_large(module: &Module, function_type: TypeId) -> bool {
    let result = module.types.result(function_type);
    let parameters = module.types.parameters(function_type).unwrap_or_default();
    let mut all = result.iter().chain(parameters);
    all.any(|&ty| large(module, ty).is_some())
}

/// The room that a function needs for results of calls, and for vectors that are
/// taken for numbers.
fn room(module: &Module, function: GlobalId) -> Room {
    let mut room = Room::EMPTY;
    let Some(body) = body_of(module, function) else {
        return room;
    };
    for instruction in body.instructions() {
        let result = instruction.result;
        let result = result.and_then(|local| large(module, body.local(local).ty));
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
struct Step {
    /// Parameters that were large, with the number of the first of their parts.
    parameters: Vec<(LocalId, usize)>,
    /// True if the result is stored to the address in the first parameter.
    stores_result: bool,
    /// The room that it needs in its frame.
    room: Room,
    /// That room.
    frame: Option<Value>,
    begun: bool,
    /// The operations on parts in the module so far.
    operations: u64,
    /// The first part of each local that is large; the others follow.
    parts: Vec<Option<LocalId>>,
}

impl Step {
    fn new() -> Step {
        Step {
            parameters: Vec::new(),
            stores_result: false,
            room: Room::EMPTY,
            frame: None,
            begun: false,
            operations: 0,
            parts: Vec::new(),
        }
    }

    /// Reserves the parts of all large locals, and takes room in the frame.
    fn begin(&mut self, editor: &mut Editor<'_>) -> Result<(), Fault> {
        let build = &mut editor.build;
        if self.room.size > 0 {
            self.frame = Some(self.room.alloca(build));
        }
        let part = build.module.types.integer(64);
        for number in 0..build.body().locals().len() {
            let ty = build.body().local(LocalId::at(number)).ty;
            let mut first = None;
            if let Some(width) = large(build.module, ty) {
                check_width(width)?;
                for _ in 0..arithmetic::count(width) {
                    let reserved = build.reserve(part);
                    first.get_or_insert(reserved);
                }
            }
            self.parts.push(first);
        }
        for &(local, first) in &self.parameters {
            for part in 0..self.count_of(&editor.build, local) {
                let parameter = editor.build.parameter(first + part);
                let place = self.part(local, part).ok_or_else(unexpected)?;
                editor.replace(place, parameter);
            }
        }
        Ok(())
    }

    fn count_of(&self, build: &FunctionBuilder<'_>, local: LocalId) -> usize {
        let width = large(build.module, build.body().local(local).ty);
        width.map_or(0, |width| arithmetic::count(width) as usize)
    }

    /// The local that is a part of a large one.
    fn part(&self, local: LocalId, number: usize) -> Option<LocalId> {
        let first = self.parts.get(local.index()).copied().flatten()?;
        Some(LocalId::at(first.index() + number))
    }

    /// The parts of a large number.
    fn parts(&self, build: &mut FunctionBuilder<'_>, value: Value) -> Result<Vec<Value>, Fault> {
        let Some(width) = large_value(build.module, build.body(), value) else {
            return Err(unexpected());
        };
        check_width(width)?;
        (0..arithmetic::count(width) as usize)
            .map(|number| self.part_of(build, value, number))
            .collect()
    }

    /// A part of a large number.
    fn part_of(
        &self,
        build: &mut FunctionBuilder<'_>,
        value: Value,
        number: usize,
    ) -> Result<Value, Fault> {
        let id = match value {
            Value::Local(local) => {
                let part = self.part(local, number);
                return part.map(Value::Local).ok_or_else(unexpected);
            }
            Value::Constant(id) => id,
            Value::InlineAsm(_) | Value::Metadata(_) => return Err(unexpected()),
        };
        let word = match build.module.constants.get(id).kind {
            ConstantKind::WideBits(words) => {
                build.module.constants.words(words).get(number).copied()
            }
            ConstantKind::Undef | ConstantKind::Zero => None,
            _ => {
                return Err(Fault::new(
                    ErrorKind::BadConstant,
                    "a constant of more than 64 bits is not a number",
                ));
            }
        };
        Ok(arithmetic::constant(build, word.unwrap_or(0)))
    }

    fn instruction(&mut self, editor: &mut Editor<'_>, it: Instruction) -> Result<Edit, Fault> {
        if !std::mem::replace(&mut self.begun, true) {
            self.begin(editor)?;
        }
        let (module, body) = (&*editor.build.module, editor.build.body());
        let result = it
            .result
            .and_then(|local| large(module, body.local(local).ty));
        let mut concerned = result.is_some();
        body.for_each_operand(&it.kind, |operand| {
            concerned |= large_value(module, body, operand).is_some();
        });
        if let Some(call) = it.kind.call() {
            concerned |= has_large(module, body.call(call).function_type);
        }
        if !concerned {
            return Ok(Edit::Keep);
        }
        self.charge(&editor.build, &it, result)?;
        let Some(width) = result else {
            return self.use_large(editor, it);
        };
        if let Some(parts) = self.define_large(editor, it, width)?
            && let Some(local) = it.result
        {
            for (number, part) in parts.into_iter().enumerate() {
                let place = self.part(local, number).ok_or_else(unexpected)?;
                editor.replace(place, part);
            }
        }
        Ok(Edit::Drop)
    }

    /// Counts what an instruction will be made of.
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
