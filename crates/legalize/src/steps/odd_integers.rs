//! Computes with odd integers in the next size that PNaCl has.
//!
//! PNaCl has integers of 1, 8, 16, 32 and 64 bits. Bit fields and optimisers make others, such as
//! `i24` and `i33`. Each becomes an integer of the next size, whose upper bits are always zero.
//! They are cleared after operations that may set them, and the sign is copied into them before
//! operations that use it. In memory the number takes only the bytes that it needs, so it is loaded
//! and stored in pieces of 4, 2 and 1 bytes.
//!
//! ```llvm
//! ; before
//! %v = load i24, ptr %p
//! %s = add i24 %v, -1
//! %c = icmp slt i24 %s, 5
//! ; after
//! %1 = load i16, ptr %p
//! %2 = getelementptr i8, ptr %p, i32 2
//! %3 = load i8, ptr %2
//! %4 = zext i16 %1 to i32
//! %5 = zext i8 %3 to i32
//! %6 = shl i32 %5, 16
//! %v = or i32 %4, %6
//! %7 = add i32 %v, 16777215
//! %s = and i32 %7, 16777215
//! %8 = shl i32 %s, 8
//! %c = icmp slt i32 %8, 1280
//! ```
//!
//! Parameters and results of functions change in the same way. Objects in memory keep their types,
//! which only determine their size.
//!
//! Relies on `large-integers`, `vectors` and `atomics`: integers have at most 64 bits, vectors are
//! those of PNaCl, and there are no atomic accesses.

use pinnacle_llvm::{
    BinaryOp as Op, Call, CastOp, ConstantKind, Edit, Editor, FunctionBuilder, GlobalId,
    GlobalKind, Instruction, InstructionKind as K, IntPredicate as P, LocalId, Module, Type,
    TypeId, TypeTable, Value,
};

use crate::Options;
use crate::emit::{Emit, constant_bits};
use crate::error::{ErrorKind, Fault, Reporter, body_of};
use crate::memory::Place;
use crate::mentions::{any_type, in_body};
use crate::passing::{FunctionTypes, Passing};

/// Returns the width of the integer that replaces an odd one.
fn wider(ty: Type) -> Option<u32> {
    match ty {
        Type::Integer(2..=7) => Some(8),
        Type::Integer(9..=15) => Some(16),
        Type::Integer(17..=31) => Some(32),
        Type::Integer(33..=63) => Some(64),
        _ => None,
    }
}

fn is_odd(types: &TypeTable, ty: TypeId) -> bool {
    wider(types.get(ty)).is_some()
}

fn widened(types: &mut TypeTable, ty: TypeId) -> TypeId {
    match wider(types.get(ty)) {
        Some(width) => types.integer(width),
        None => ty,
    }
}

/// Runs the step on a module.
pub(crate) fn run(module: &mut Module, _: &Options, reporter: &mut Reporter) {
    if !any_type(module, is_odd) {
        return;
    }
    let mut step = Step {
        types: FunctionTypes::new(is_odd, |types, ty| Ok(Passing::As(widened(types, ty)))),
        widths: Vec::new(),
    };
    for index in 0..module.globals().len() {
        let function = GlobalId::at(index);
        if !matches!(module.global(function).kind, GlobalKind::Function(_)) {
            continue;
        }
        let ty = module.global(function).ty;
        let ty = step.types.function(&mut module.types, ty);
        let Some(ty) = reporter.checked(module, function, ty) else {
            continue;
        };
        module.global_mut(function).ty = ty;
        if body_of(module, function).is_some_and(|body| in_body(module, body, is_odd)) {
            step.change_locals(module, function);
            reporter.edit(module, function, |editor, instruction| {
                step.instruction(editor, instruction)
            });
        }
    }
}

struct Step {
    types: FunctionTypes,
    /// For each local, its original width if it was odd, otherwise 0.
    widths: Vec<u32>,
}

/// A value that was an odd integer: its new value, its old width and its new width.
#[derive(Clone, Copy)]
struct Odd {
    value: Value,
    width: u32,
    wide: u32,
}

fn odd_width(module: &Module, ty: TypeId) -> u32 {
    match module.types.get(ty) {
        odd @ Type::Integer(width) if wider(odd).is_some() => width,
        _ => 0,
    }
}

fn wide_width(width: u32) -> u32 {
    wider(Type::Integer(width)).unwrap_or(width)
}

impl Step {
    /// Gives all odd locals of a body their new types.
    fn change_locals(&mut self, module: &mut Module, function: GlobalId) {
        let Some(id) = module.as_function(function) else {
            return;
        };
        let Some(mut body) = module.function_mut(id).body.take() else {
            return;
        };
        self.widths.clear();
        for number in 0..body.locals().len() {
            let local = LocalId::at(number);
            let ty = body.local(local).ty;
            let width = odd_width(module, ty);
            self.widths.push(width);
            if width != 0 {
                let wide = widened(&mut module.types, ty);
                body.set_local_type(local, wide);
            }
        }
        module.function_mut(id).body = Some(body);
    }

    /// Returns the original width of a value if it was odd, otherwise 0.
    fn width(&self, module: &Module, value: Value) -> u32 {
        match value {
            Value::Local(local) => self.widths.get(local.index()).copied().unwrap_or(0),
            Value::Constant(constant) => odd_width(module, module.constants.get(constant).ty),
            Value::InlineAsm(_) | Value::Metadata(_) => 0,
        }
    }

    /// The current replacement of a value.
    fn now(&self, module: &mut Module, value: Value) -> Result<Value, Fault> {
        let Value::Constant(id) = value else {
            return Ok(value);
        };
        let width = self.width(module, value);
        if width == 0 {
            return Ok(value);
        }
        let bits = match module.constants.get(id).kind {
            ConstantKind::Bits(bits) => bits,
            // Any number without bits beyond the width will do.
            ConstantKind::Undef => 0,
            _ => {
                return Err(Fault::new(
                    ErrorKind::BadConstant,
                    format!("a constant of type i{width} is not a number"),
                ));
            }
        };
        Ok(Value::Constant(module.int(wide_width(width), bits)))
    }

    fn odd(&self, module: &mut Module, value: Value) -> Result<Odd, Fault> {
        let width = self.width(module, value);
        Ok(Odd {
            value: self.now(module, value)?,
            width,
            wide: wide_width(width),
        })
    }

    fn instruction(&mut self, editor: &mut Editor<'_>, it: Instruction) -> Result<Edit, Fault> {
        let module = &*editor.build.module;
        let body = editor.build.body();
        let result = match it.result {
            Some(local) => self.width(module, Value::Local(local)),
            None => 0,
        };
        let mut concerned = result != 0;
        body.for_each_operand(&it.kind, |operand| {
            concerned |= self.width(module, operand) != 0;
        });
        if let Some(call) = it.kind.call() {
            let ty = body.call(call).function_type;
            concerned |= self.types.may_change(&module.types, ty);
        }
        if !concerned {
            return Ok(Edit::Keep);
        }
        let value = match it.kind {
            K::Binary { op, lhs, rhs, .. } => {
                let lhs = self.odd(editor.build.module, lhs)?;
                let rhs = self.odd(editor.build.module, rhs)?;
                binary(&mut editor.build, op, lhs, rhs)
            }
            K::IntCompare {
                predicate,
                lhs,
                rhs,
            } => {
                let lhs = self.odd(editor.build.module, lhs)?;
                let rhs = self.odd(editor.build.module, rhs)?;
                compare(&mut editor.build, predicate, lhs, rhs)
            }
            K::Cast { op, value, .. } => match self.cast(editor, op, value, it.result)? {
                Some(value) => value,
                None => return self.keep(editor, it),
            },
            K::Load { .. } if result != 0 => {
                let place = place_of(it.kind, result)?;
                load(&mut editor.build, result, place)
            }
            K::Store { value, .. } if self.width(module, value) != 0 => {
                let value = self.odd(editor.build.module, value)?;
                let place = place_of(it.kind, value.width)?;
                store(&mut editor.build, value, place);
                return Ok(Edit::Drop);
            }
            K::Phi { flags, incoming } => {
                let mut edges = body.incoming(incoming).to_vec();
                for edge in &mut edges {
                    edge.0 = self.now(editor.build.module, edge.0)?;
                }
                let incoming = editor.old_edges(&edges);
                let kind = K::Phi { flags, incoming };
                editor.build.push(Instruction { kind, ..it });
                return Ok(Edit::Drop);
            }
            K::Switch {
                value,
                default,
                cases,
            } => {
                let value = self.now(editor.build.module, value)?;
                let mut cases = editor.build.body().cases(cases).to_vec();
                for case in &mut cases {
                    if let Value::Constant(wide) =
                        self.now(editor.build.module, Value::Constant(case.0))?
                    {
                        case.0 = wide;
                    }
                }
                editor.build.switch(value, default, &cases);
                return Ok(Edit::Drop);
            }
            K::Call(_)
            | K::GetElementPtr { .. }
            | K::Select { .. }
            | K::Return(_)
            | K::Alloca { .. }
            | K::ExtractElement { .. }
            | K::InsertElement { .. } => return self.keep(editor, it),
            _ => {
                return Err(Fault::new(
                    ErrorKind::BadInstruction,
                    "this operation is not supported for integers of this width",
                ));
            }
        };
        if let Some(local) = it.result {
            editor.replace(local, value);
        }
        Ok(Edit::Drop)
    }

    /// Keeps an instruction that works with the wider integers. A call gets the wider type.
    fn keep(&mut self, editor: &mut Editor<'_>, it: Instruction) -> Result<Edit, Fault> {
        let mut kind = it.kind;
        let has_indices = matches!(kind, K::GetElementPtr { .. });
        editor.map_operands(&mut kind, |editor, value| {
            let odd = self.odd(editor.build.module, value)?;
            // Indices are sign-extended, so copy the sign into the upper bits.
            Ok(match has_indices {
                true => signed(&mut editor.build, odd),
                false => odd.value,
            })
        })?;
        if let K::Call(id) = &mut kind {
            let call = editor.build.body().call(*id);
            let types = &mut editor.build.module.types;
            let function_type = self.types.function(types, call.function_type)?;
            *id = editor.build.add_call(Call {
                function_type,
                ..call
            });
        }
        editor.build.push(Instruction { kind, ..it });
        Ok(Edit::Drop)
    }

    /// Replaces a conversion. Returns `None` if it need not change.
    fn cast(
        &self,
        editor: &mut Editor<'_>,
        op: CastOp,
        value: Value,
        result: Option<LocalId>,
    ) -> Result<Option<Value>, Fault> {
        let Some(result) = result else {
            return Ok(None);
        };
        let from = self.odd(editor.build.module, value)?;
        let width = self.width(editor.build.module, Value::Local(result));
        let build = &mut editor.build;
        let ty = build.body().local(result).ty;
        let Type::Integer(wide) = build.module.types.get(ty) else {
            return Ok(match op {
                CastOp::SIToFP => {
                    let value = signed(build, from);
                    Some(build.cast(op, value, ty))
                }
                CastOp::UIToFP | CastOp::IntToPtr => None,
                _ => return Err(no_cast()),
            });
        };
        let value = match op {
            CastOp::Trunc | CastOp::ZExt => build.resize(from.value, wide),
            CastOp::SExt => {
                let value = signed(build, from);
                build.resize_signed(value, wide)
            }
            CastOp::FPToSI | CastOp::FPToUI | CastOp::PtrToInt => build.cast(op, from.value, ty),
            CastOp::BitCast if from.width == width => return Ok(Some(from.value)),
            _ => return Err(no_cast()),
        };
        Ok(Some(match (op, width) {
            (CastOp::ZExt, _) | (_, 0) => value,
            _ => cleared(build, value, width),
        }))
    }
}

#[cold]
fn no_cast() -> Fault {
    Fault::new(
        ErrorKind::BadInstruction,
        "integers of this width cannot be bitcast",
    )
}

/// Returns the location from which a number of this width is loaded, or to which it is stored.
fn place_of(access: K, width: u32) -> Result<Place, Fault> {
    let natural = wide_width(width) / 8;
    Place::of_plain_access(access, natural.into()).ok_or_else(|| {
        Fault::new(
            ErrorKind::BadAtomic,
            "an integer of this width cannot be accessed atomically",
        )
    })
}

/// Clears the bits of a number beyond a width.
fn cleared(build: &mut FunctionBuilder<'_>, value: Value, width: u32) -> Value {
    build.with(Op::And, value, (1 << width) - 1)
}

/// Sign-extends an odd number to its new width. Other numbers are unchanged.
fn signed(build: &mut FunctionBuilder<'_>, odd: Odd) -> Value {
    if odd.width == 0 {
        return odd.value;
    }
    let unused = odd.wide - odd.width;
    if let Some(bits) = constant_bits(build.module, odd.value) {
        let unused = 64 - odd.width;
        let value = (bits << unused).cast_signed() >> unused;
        return Value::Constant(build.module.int(odd.wide, value.cast_unsigned()));
    }
    let value = build.with(Op::Shl, odd.value, unused.into());
    build.with(Op::AShr, value, unused.into())
}

/// Shifts an odd number to the upper end of its new width, so that its sign bit is the highest bit.
fn raised(build: &mut FunctionBuilder<'_>, odd: Odd) -> Value {
    if odd.width == 0 {
        return odd.value;
    }
    let unused = odd.wide - odd.width;
    match constant_bits(build.module, odd.value) {
        Some(bits) => Value::Constant(build.module.int(odd.wide, bits << unused)),
        None => build.with(Op::Shl, odd.value, unused.into()),
    }
}

fn binary(build: &mut FunctionBuilder<'_>, op: Op, lhs: Odd, rhs: Odd) -> Value {
    match op {
        Op::And | Op::Or | Op::Xor | Op::LShr | Op::UDiv | Op::URem => {
            build.binary(op, lhs.value, rhs.value)
        }
        Op::AShr => {
            let value = signed(build, lhs);
            let value = build.binary(op, value, rhs.value);
            cleared(build, value, lhs.width)
        }
        Op::SDiv | Op::SRem => {
            let (lhs_value, rhs_value) = (signed(build, lhs), signed(build, rhs));
            let value = build.binary(op, lhs_value, rhs_value);
            cleared(build, value, lhs.width)
        }
        _ => {
            let value = build.binary(op, lhs.value, rhs.value);
            cleared(build, value, lhs.width)
        }
    }
}

fn compare(build: &mut FunctionBuilder<'_>, by: P, lhs: Odd, rhs: Odd) -> Value {
    let (lhs, rhs) = match by {
        P::Sgt | P::Sge | P::Slt | P::Sle => (raised(build, lhs), raised(build, rhs)),
        _ => (lhs.value, rhs.value),
    };
    build.int_compare(by, lhs, rhs)
}

/// Calls `each` with the offset and size in bytes of each piece of a number in memory.
fn for_each_piece(width: u32, mut each: impl FnMut(u32, u32)) {
    let bytes = width.div_ceil(8);
    let mut offset = 0;
    for size in [8, 4, 2, 1] {
        if bytes - offset >= size {
            each(offset, size);
            offset += size;
        }
    }
}

fn load(build: &mut FunctionBuilder<'_>, width: u32, from: Place) -> Value {
    let wide = wide_width(width);
    let mut whole = None;
    for_each_piece(width, |offset, size| {
        let place = from.at(build, offset.into()).for_size(size.into());
        let ty = build.module.types.integer(8 * size);
        let piece = place.load(build, ty);
        whole = Some(build.join(whole, piece, (8 * offset).into(), wide));
    });
    let ty = build.module.types.integer(wide);
    let whole = whole.unwrap_or_else(|| build.int(ty, 0));
    match width % 8 {
        0 => whole,
        _ => cleared(build, whole, width),
    }
}

fn store(build: &mut FunctionBuilder<'_>, odd: Odd, to: Place) {
    for_each_piece(odd.width, |offset, size| {
        let place = to.at(build, offset.into()).for_size(size.into());
        let shifted = match (offset, constant_bits(build.module, odd.value)) {
            (0, _) => odd.value,
            (_, Some(bits)) => Value::Constant(build.module.int(odd.wide, bits >> (8 * offset))),
            _ => build.with(Op::LShr, odd.value, (8 * offset).into()),
        };
        let value = build.resize(shifted, 8 * size);
        place.store(build, value);
    });
}
