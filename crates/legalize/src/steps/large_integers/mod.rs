//! Splits integers of more than 64 bits.
//!
//! PNaCl has none, C for this machine neither; but optimisers copy small structs as one
//! number, and objects of other languages have them. Each becomes a list of
//! parts of 64 bits, the lowest first, of which the last has zeros beyond the width.
//! In memory parts follow each other, and the last takes no more bytes than it needs.
//! Parameters become one for each part. A result is stored where an additional first
//! parameter points to.
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
//! Each instruction becomes a number of others in proportion to its width, but for
//! products, which take the square of it, and shifts by amounts that are not known, which
//! take its logarithm more. Widths are limited for that reason. Divisions and
//! conversions from and to floating-point numbers are refused: they would be functions of
//! a library that PNaCl never had.
//!
//! The step relies on structs having been split, on intrinsics being gone and on there being
//! no atomic accesses. It leaves odd integers behind, as pieces in memory.

mod arithmetic;

use pinnacle_llvm::{
    Align, Atomicity, AttributeListId, BinaryOp as Op, Body, Call, CastOp, ConstantKind, Edit,
    Editor, FunctionBuilder, GlobalId, GlobalKind, Instruction, InstructionKind as K, LocalId,
    Module, Parameter, Type, TypeId, Value,
};

use crate::Options;
use crate::emit::Emit;
use crate::error::{ErrorKind, Fault, Reporter, body_of};
use crate::memory::{self, Room};

/// The most bits that an integer may have.
const MAX_WIDTH: u32 = 4096;

/// The most bits that a factor may have.
const MAX_FACTOR_WIDTH: u32 = 1024;

/// The most parameters that a function may have of which some are parts.
const MAX_PARAMETERS: usize = 1 << 16;

/// The most operations on parts that a module may be made to consist of.
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

/// How a function is called once large integers are split: whether it stores its
/// result, its type, and the attributes of the parameters by which old ones they
/// were.
fn split_type(module: &mut Module, ty: TypeId) -> Result<(bool, TypeId), Fault> {
    let (Some(result), Some(parameters)) = (module.types.result(ty), module.types.parameters(ty))
    else {
        return Ok((false, ty));
    };
    let (mut result, parameters) = (result, parameters.to_vec());
    let mut split = Vec::with_capacity(parameters.len() + 1);
    let stores = large(module, result).is_some();
    if stores {
        split.push(module.types.pointer());
        result = module.types.void();
    }
    let part = module.types.integer(64);
    for parameter in parameters {
        match large(module, parameter) {
            Some(width) => {
                check_width(width)?;
                split.extend((0..arithmetic::count(width)).map(|_| part));
            }
            None => split.push(parameter),
        }
        if split.len() > MAX_PARAMETERS {
            return Err(Fault::new(
                ErrorKind::TooLarge,
                format!(
                    "more than {MAX_PARAMETERS} parameters, counting 64 bits of large ones each"
                ),
            ));
        }
    }
    let variadic = matches!(module.types.get(ty), Type::Function { variadic: true, .. });
    Ok((stores, module.types.function(result, &split, variadic)))
}

/// The attributes of a function or call whose parameters are split.
fn split_attributes(module: &mut Module, list: AttributeListId, old: TypeId) -> AttributeListId {
    let parameters = module.types.parameters(old).unwrap_or_default().to_vec();
    let whole = module.attributes.get(list);
    let mut sets = Vec::with_capacity(parameters.len() + 1);
    let none = pinnacle_llvm::AttributeSetId::EMPTY;
    let mut result = whole.result;
    if module
        .types
        .result(old)
        .and_then(|ty| large(module, ty))
        .is_some()
    {
        sets.push(none);
        result = none;
    }
    for (number, &parameter) in parameters.iter().enumerate() {
        match large(module, parameter) {
            Some(width) => sets.extend((0..arithmetic::count(width)).map(|_| none)),
            None => sets.push(module.attributes.parameter(list, number)),
        }
    }
    module.attributes.list(whole.function, result, &sets)
}

/// Gives a function the parameters that it has afterwards.
fn change_signature(module: &mut Module, function: GlobalId) -> Result<Step, Fault> {
    let mut step = Step::new();
    let old = module.global(function).ty;
    let Some(id) = module.as_function(function) else {
        return Ok(step);
    };
    if !has_large(module, old) {
        return Ok(step);
    }
    let (stores, new) = split_type(module, old)?;
    let attributes = module.function(id).attributes;
    module.function_mut(id).attributes = split_attributes(module, attributes, old);
    let mut sources = Vec::new();
    if stores {
        sources.push(Parameter::New);
    }
    let mut first_parts = Vec::new();
    let parameters = module.types.parameters(old).unwrap_or_default();
    for (number, &parameter) in parameters.iter().enumerate() {
        match large(module, parameter) {
            Some(width) => {
                first_parts.push(sources.len());
                sources.extend((0..arithmetic::count(width)).map(|_| Parameter::New));
            }
            None => sources.push(Parameter::Kept(number)),
        }
    }
    let displaced = module.change_parameters(function, new, &sources);
    step.parameters = displaced.into_iter().zip(first_parts).collect();
    step.stores_result = stores;
    Ok(step)
}

/// Whether an integer is not too wide.
pub(crate) fn check_width(width: u32) -> Result<(), Fault> {
    if width <= MAX_WIDTH {
        return Ok(());
    }
    Err(Fault::new(
        ErrorKind::TooLarge,
        format!("an integer has {width} bits; up to {MAX_WIDTH} are possible"),
    ))
}

/// A function that is being changed.
struct Step {
    /// Parameters that were large, with the number of the first of their parts.
    parameters: Vec<(LocalId, usize)>,
    /// Whether the result goes to where the first parameter points to.
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
                if let Some(place) = self.part(local, part) {
                    editor.replace(place, parameter);
                }
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
                if let Some(place) = self.part(local, number) {
                    editor.replace(place, part);
                }
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
            "there is more arithmetic on integers of more than 64 bits than a program may have",
        ))
    }

    /// An instruction whose result is large: the parts of that.
    fn define_large(
        &self,
        editor: &mut Editor<'_>,
        it: Instruction,
        width: u32,
    ) -> Result<Option<Vec<Value>>, Fault> {
        let build = &mut editor.build;
        let parts = match it.kind {
            K::Binary { op, lhs, rhs, .. } => {
                let lhs = self.parts(build, lhs)?;
                let rhs = self.parts(build, rhs)?;
                match op {
                    Op::And | Op::Or | Op::Xor => arithmetic::each(build, op, &lhs, &rhs),
                    Op::Add => arithmetic::add(build, false, &lhs, &rhs, width),
                    Op::Sub => arithmetic::add(build, true, &lhs, &rhs, width),
                    Op::Mul if width <= MAX_FACTOR_WIDTH => {
                        arithmetic::multiply(build, &lhs, &rhs, width)
                    }
                    Op::Shl | Op::LShr | Op::AShr => {
                        // The other parts of an amount that makes sense are zero.
                        let amount = rhs.first().copied().ok_or_else(unexpected)?;
                        arithmetic::shift(build, op, &lhs, amount, width)
                    }
                    _ => return Err(no_arithmetic(op, width)),
                }
            }
            K::Cast { op, value, .. } => self.cast_to(build, op, value, width)?,
            K::Select { operands, flags } => {
                let operands = build.body().values(operands).to_vec();
                let [condition, if_true, if_false] = operands[..] else {
                    return Err(unexpected());
                };
                let if_true = self.parts(build, if_true)?;
                let if_false = self.parts(build, if_false)?;
                let ty = build.module.types.integer(64);
                let pairs = if_true.into_iter().zip(if_false);
                pairs
                    .map(|(if_true, if_false)| {
                        let operands = build.values(&[condition, if_true, if_false]);
                        build.emit(K::Select { flags, operands }, ty)
                    })
                    .collect()
            }
            K::Phi { flags, incoming } => {
                let edges = build.body().incoming(incoming).to_vec();
                let ty = build.module.types.integer(64);
                let count = arithmetic::count(width) as usize;
                let mut parts = Vec::with_capacity(count);
                let mut of_part = Vec::with_capacity(edges.len());
                for number in 0..count {
                    of_part.clear();
                    for &(value, block) in &edges {
                        let part = self.part_of(&mut editor.build, value, number)?;
                        of_part.push((part, block));
                    }
                    let incoming = editor.old_edges(&of_part);
                    parts.push(editor.build.emit(K::Phi { flags, incoming }, ty));
                }
                parts
            }
            K::Load {
                pointer,
                align,
                volatile,
                atomicity: Atomicity::NONE,
            } => {
                let mut parts = Vec::new();
                for_each_piece(build, pointer, align, width, |build, kind, bits| {
                    let ty = build.module.types.integer(bits);
                    let (pointer, align) = kind;
                    let kind = K::Load {
                        pointer,
                        align,
                        volatile,
                        atomicity: Atomicity::NONE,
                    };
                    let piece = build.emit(kind, ty);
                    parts.push(build.resize(piece, 64));
                });
                parts
            }
            K::Call(id) => {
                let frame = self.frame.ok_or_else(unexpected)?;
                let call = build.body().call(id);
                self.call(build, call, Some(frame), None)?;
                read(build, frame, width)
            }
            _ => return Err(unknown()),
        };
        Ok(Some(parts))
    }

    /// A conversion to a large number.
    fn cast_to(
        &self,
        build: &mut FunctionBuilder<'_>,
        op: CastOp,
        value: Value,
        width: u32,
    ) -> Result<Vec<Value>, Fault> {
        let from = large_value(build.module, build.body(), value);
        if let Some(from) = from {
            let parts = self.parts(build, value)?;
            return match op {
                CastOp::Trunc | CastOp::ZExt | CastOp::BitCast => {
                    Ok(arithmetic::convert(build, false, &parts, from, width))
                }
                CastOp::SExt => Ok(arithmetic::convert(build, true, &parts, from, width)),
                _ => Err(unknown()),
            };
        }
        let signed = op == CastOp::SExt;
        let first = match op {
            CastOp::ZExt => build.resize(value, 64),
            CastOp::SExt => build.resize_signed(value, 64),
            CastOp::PtrToInt => {
                let word = build.module.types.integer(32);
                let address = build.cast(CastOp::PtrToInt, value, word);
                build.resize(address, 64)
            }
            CastOp::BitCast => {
                let frame = self.frame.ok_or_else(unexpected)?;
                build.emit_void(K::Store {
                    value,
                    pointer: frame,
                    align: memory::alignment(16),
                    volatile: false,
                    atomicity: Atomicity::NONE,
                });
                return Ok(read(build, frame, width));
            }
            _ => return Err(unknown()),
        };
        Ok(arithmetic::convert(build, signed, &[first], 64, width))
    }

    /// An instruction that uses a large number and whose result is none.
    fn use_large(&mut self, editor: &mut Editor<'_>, it: Instruction) -> Result<Edit, Fault> {
        let build = &mut editor.build;
        let value = match it.kind {
            K::IntCompare {
                predicate,
                lhs,
                rhs,
            } => {
                let width = large_value(build.module, build.body(), lhs);
                let width = width.ok_or_else(unexpected)?;
                let lhs = self.parts(build, lhs)?;
                let rhs = self.parts(build, rhs)?;
                arithmetic::compare(build, predicate, &lhs, &rhs, width)
            }
            K::Cast { op, value, .. } => {
                let Some(result) = it.result else {
                    return Err(unexpected());
                };
                let ty = build.body().local(result).ty;
                let parts = self.parts(build, value)?;
                let first = parts.first().copied().ok_or_else(unexpected)?;
                match (op, build.module.types.get(ty)) {
                    (CastOp::Trunc, Type::Integer(width)) => build.resize(first, width),
                    (CastOp::IntToPtr, _) => {
                        let address = build.resize(first, 32);
                        build.cast(CastOp::IntToPtr, address, ty)
                    }
                    (CastOp::BitCast, _) => {
                        let frame = self.frame.ok_or_else(unexpected)?;
                        let (align, width) = (memory::alignment(16), 64 * parts.len() as u32);
                        store(build, &parts, frame, align, width, false);
                        let kind = K::Load {
                            pointer: frame,
                            align,
                            volatile: false,
                            atomicity: Atomicity::NONE,
                        };
                        build.emit(kind, ty)
                    }
                    _ => return Err(unknown()),
                }
            }
            K::Store {
                value,
                pointer,
                align,
                volatile,
                atomicity: Atomicity::NONE,
            } => {
                let width = large_value(build.module, build.body(), value);
                let width = width.ok_or_else(unexpected)?;
                let parts = self.parts(build, value)?;
                store(build, &parts, pointer, align, width, volatile);
                return Ok(Edit::Drop);
            }
            K::Return(Some(value)) if self.stores_result => {
                let parts = self.parts(build, value)?;
                let place = build.parameter(0);
                let width = 64 * parts.len() as u32;
                store(build, &parts, place, memory::alignment(8), width, false);
                build.ret(None);
                return Ok(Edit::Drop);
            }
            K::Switch {
                value,
                default,
                cases,
            } => {
                // Which case it is is found out first, so that blocks stay.
                let width = large_value(build.module, build.body(), value);
                let width = width.ok_or_else(unexpected)?;
                let parts = self.parts(build, value)?;
                let mut cases = build.body().cases(cases).to_vec();
                let word = build.module.types.integer(32);
                let mut index = build.int(word, 0);
                for (number, case) in (1..).zip(&mut cases) {
                    let other = self.parts(build, Value::Constant(case.0))?;
                    let by = pinnacle_llvm::IntPredicate::Eq;
                    let is_it = arithmetic::compare(build, by, &parts, &other, width);
                    case.0 = build.module.int(32, number);
                    index = build.select(is_it, Value::Constant(case.0), index);
                }
                build.switch(index, default, &cases);
                return Ok(Edit::Drop);
            }
            K::Call(id) => {
                let call = build.body().call(id);
                self.call(build, call, None, it.result)?;
                return Ok(Edit::Drop);
            }
            K::GetElementPtr { .. } | K::Alloca { .. } => {
                let mut kind = it.kind;
                editor.map_operands(&mut kind, |editor, value| {
                    let build = &mut editor.build;
                    if large_value(build.module, build.body(), value).is_none() {
                        return Ok(value);
                    }
                    let parts = self.parts(build, value)?;
                    let first = parts.first().copied().ok_or_else(unexpected)?;
                    Ok(build.resize(first, 32))
                })?;
                editor.build.push(Instruction { kind, ..it });
                return Ok(Edit::Drop);
            }
            _ => return Err(unknown()),
        };
        if let Some(local) = it.result {
            editor.replace(local, value);
        }
        Ok(Edit::Drop)
    }

    /// Emits a call with large arguments in parts; its result is stored in memory, if
    /// some is given.
    fn call(
        &self,
        build: &mut FunctionBuilder<'_>,
        call: Call,
        place: Option<Value>,
        result: Option<LocalId>,
    ) -> Result<(), Fault> {
        let (_, function_type) = split_type(build.module, call.function_type)?;
        let attributes = split_attributes(build.module, call.attributes, call.function_type);
        let old = build.body().values(call.arguments).to_vec();
        let mut arguments = Vec::with_capacity(old.len() + 1);
        arguments.extend(place);
        for argument in old {
            match large_value(build.module, build.body(), argument) {
                Some(_) => arguments.extend(self.parts(build, argument)?),
                None => arguments.push(argument),
            }
        }
        let arguments = build.values(&arguments);
        let id = build.add_call(Call {
            function_type,
            arguments,
            attributes,
            ..call
        });
        let kind = K::Call(id);
        build.push(Instruction { kind, result });
        Ok(())
    }
}

#[cold]
fn unexpected() -> Fault {
    Fault::new(
        ErrorKind::BadInstruction,
        "a number of more than 64 bits is used in a way that LLVM does not have",
    )
}

#[cold]
fn unknown() -> Fault {
    Fault::new(
        ErrorKind::BadInstruction,
        "nothing is known that does this with an integer of more than 64 bits",
    )
}

#[cold]
fn no_arithmetic(op: Op, width: u32) -> Fault {
    if op == Op::Mul {
        return Fault::new(
            ErrorKind::TooLarge,
            format!("factors have {width} bits; up to {MAX_FACTOR_WIDTH} are possible"),
        );
    }
    Fault::new(
        ErrorKind::BadInstruction,
        format!("PNaCl divides integers of up to 64 bits only, and these have {width}"),
    )
}

/// Calls `each` for every piece of a number in memory, with its address, its
/// alignment and its width.
fn for_each_piece(
    build: &mut FunctionBuilder<'_>,
    pointer: Value,
    align: Align,
    width: u32,
    mut each: impl FnMut(&mut FunctionBuilder<'_>, (Value, Align), u32),
) {
    let align = align.bytes().unwrap_or(8).min(8);
    for number in 0..arithmetic::count(width) {
        let pointer = memory::address(build, pointer, u64::from(number) * 8);
        let bits = (width - 64 * number).min(64);
        let natural = u64::from(bits.div_ceil(8).next_power_of_two());
        let align = memory::alignment(align.min(natural));
        each(build, (pointer, align), bits);
    }
}

fn store(
    build: &mut FunctionBuilder<'_>,
    parts: &[Value],
    pointer: Value,
    align: Align,
    width: u32,
    volatile: bool,
) {
    let mut parts = parts.iter();
    for_each_piece(
        build,
        pointer,
        align,
        width,
        |build, (pointer, align), bits| {
            let Some(&part) = parts.next() else {
                return;
            };
            let value = build.resize(part, bits);
            build.emit_void(K::Store {
                value,
                pointer,
                align,
                volatile,
                atomicity: Atomicity::NONE,
            });
        },
    );
}

/// Reads all parts from where they were put.
fn read(build: &mut FunctionBuilder<'_>, place: Value, width: u32) -> Vec<Value> {
    let count = arithmetic::count(width);
    let mut parts = Vec::with_capacity(count as usize);
    let ty = build.module.types.integer(64);
    let align = memory::alignment(8);
    for_each_piece(
        build,
        place,
        align,
        64 * count,
        |build, (pointer, align), _| {
            let kind = K::Load {
                pointer,
                align,
                volatile: false,
                atomicity: Atomicity::NONE,
            };
            parts.push(build.emit(kind, ty));
        },
    );
    parts
}
