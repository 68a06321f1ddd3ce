//! Shortcuts for questions about values and types, and for code that steps often emit.

use crate::error::{ErrorKind, Fault};
use pinnacle_llvm::{
    BinaryOp, Call, CastOp, ConstantId, ConstantKind, FunctionBuilder, GlobalId, InstructionKind,
    Linkage, Module, Type, TypeId, Value,
};

/// Maximum number of bits that an integer may have.
pub(crate) const MAX_WIDTH: u32 = 4096;

/// Extends the builder with operations on integers and floating-point numbers of any size, and on
/// vectors of them. Constants for vectors have the same value in every lane.
pub(crate) trait Emit {
    /// An integer constant; bits above the width are dropped.
    fn int(&mut self, ty: TypeId, value: u64) -> Value;
    /// The integer whose bits are all ones.
    fn ones(&mut self, ty: TypeId) -> Value;
    /// The integer with only its highest bit set.
    fn lowest(&mut self, ty: TypeId) -> Value;
    /// The integer with all bits set except the highest.
    fn highest(&mut self, ty: TypeId) -> Value;
    /// The integer with this many low bits set.
    fn low_bits(&mut self, ty: TypeId, count: u32) -> Value;
    /// The integer with only this bit set.
    fn single_bit(&mut self, ty: TypeId, bit: u32) -> Value;
    /// A number of type `float` or `double`.
    fn float(&mut self, ty: TypeId, value: f64) -> Value;
    /// An operation with a constant on the right.
    fn with(&mut self, op: BinaryOp, lhs: Value, rhs: u64) -> Value;
    /// Reinterprets the bits of an integer as a floating-point number or an address.
    fn as_bits(&mut self, value: Value, ty: TypeId) -> Value;
    /// Joins two parts to an integer of this width. `piece` provides the bits from `offset` on, and
    /// `lower` those below.
    fn join(&mut self, lower: Option<Value>, piece: Value, offset: u64, width: u32) -> Value;
    /// Returns the part of an integer that begins at a bit and has this width.
    fn cut(&mut self, whole: Value, offset: u64, width: u32) -> Value;
    /// An undefined constant.
    fn undefined(&mut self, ty: TypeId) -> Value;
    /// Replaces a part of a struct, an array or a vector.
    fn insert(&mut self, whole: Value, element: Value, number: u32) -> Value;
    /// Makes a struct, an array or a vector from its parts.
    fn assemble(&mut self, ty: TypeId, parts: &[Value]) -> Value;
    /// Returns a call with other arguments, which is not emitted yet.
    fn call_with(&mut self, call: Call, arguments: &[Value]) -> InstructionKind;
    /// Truncates or zero-extends a number to a width. Other values are unchanged.
    fn resize(&mut self, value: Value, width: u32) -> Value;
    /// Truncates or sign-extends a number to a width.
    fn resize_signed(&mut self, value: Value, width: u32) -> Value;
}

/// The width of an integer, or of the integers in a vector.
pub(crate) fn width_of(module: &Module, ty: TypeId) -> Option<u32> {
    match module.types.get(scalar_of(module, ty)) {
        Type::Integer(width) => Some(width),
        _ => None,
    }
}

/// Returns the element type of a vector, or the type itself.
pub(crate) fn scalar_of(module: &Module, ty: TypeId) -> TypeId {
    match module.types.get(ty) {
        Type::Vector { element, .. } => element,
        _ => ty,
    }
}

/// Returns a type of the same shape (scalar or vector) with other elements.
pub(crate) fn with_scalar(module: &mut Module, ty: TypeId, scalar: TypeId) -> TypeId {
    match module.types.get(ty) {
        Type::Vector {
            length, scalable, ..
        } => module.types.vector(scalar, length, scalable),
        _ => scalar,
    }
}

/// The value of an integer constant of at most 64 bits.
pub(crate) fn constant_bits(module: &Module, value: Value) -> Option<u64> {
    let Value::Constant(constant) = value else {
        return None;
    };
    match module.constants.get(constant).kind {
        ConstantKind::Bits(bits) => Some(bits),
        _ => None,
    }
}

/// Returns true if a value is an undefined constant.
pub(crate) fn is_undefined(module: &Module, value: Value) -> bool {
    let Value::Constant(constant) = value else {
        return false;
    };
    matches!(
        module.constants.get(constant).kind,
        ConstantKind::Undef | ConstantKind::Poison
    )
}

/// Begins the body of a function that only this module refers to.
pub(crate) fn begin_internal(module: &mut Module, function: GlobalId) -> FunctionBuilder<'_> {
    module.global_mut(function).linkage = Linkage::Internal;
    let mut build = FunctionBuilder::new(module, function);
    let entry = build.block(b"");
    build.start(entry);
    build
}

/// Checks that an integer is not too wide.
pub(crate) fn check_width(width: u32) -> Result<(), Fault> {
    if width <= MAX_WIDTH {
        return Ok(());
    }
    Err(ErrorKind::TooLarge.fault(format!(
        "an integer has {width} bits, expected at most {MAX_WIDTH}"
    )))
}

/// Returns the constant of type `ty` with this value in every lane.
fn splat(module: &mut Module, ty: TypeId, scalar: ConstantId) -> Value {
    let constant = match module.types.get(ty) {
        Type::Vector { length, .. } => {
            let lanes = vec![scalar; length as usize];
            module.constants.aggregate(ty, &lanes)
        }
        _ => scalar,
    };
    Value::Constant(constant)
}

/// Returns the integer made of these words, lowest first. Bits that do not fit are dropped.
fn integer(module: &mut Module, width: u32, word: impl Fn(u32) -> u64) -> ConstantId {
    if width <= 64 {
        return module.int(width, word(0));
    }
    let ty = module.types.integer(width);
    let mut words: Vec<u64> = (0..width.div_ceil(64)).map(word).collect();
    if let (Some(last), unused @ 1..) = (words.last_mut(), 63 - (width - 1) % 64) {
        *last &= u64::MAX >> unused;
    }
    module.constants.wide_bits(ty, &words)
}

/// Returns the constant with these words in every lane. It is undefined for types other than
/// integers, which only invalid modules request.
fn number(module: &mut Module, ty: TypeId, word: impl Fn(u32, u32) -> u64) -> Value {
    match width_of(module, ty) {
        Some(width) => {
            let scalar = integer(module, width, |at| word(width, at));
            splat(module, ty, scalar)
        }
        None => Value::Constant(module.constants.plain(ty, ConstantKind::Undef)),
    }
}

/// Returns one word of a number whose lowest `count` bits are ones.
const fn ones_below(count: u32, at: u32) -> u64 {
    match count.saturating_sub(64 * at) {
        64.. => u64::MAX,
        some => (1 << some) - 1,
    }
}

/// Returns one word of a number with only one bit set.
const fn bit_at(bit: u32, at: u32) -> u64 {
    if bit / 64 == at { 1 << (bit % 64) } else { 0 }
}

impl Emit for FunctionBuilder<'_> {
    fn int(&mut self, ty: TypeId, value: u64) -> Value {
        number(self.module, ty, |_, at| if at == 0 { value } else { 0 })
    }

    fn ones(&mut self, ty: TypeId) -> Value {
        number(self.module, ty, |_, _| u64::MAX)
    }

    fn lowest(&mut self, ty: TypeId) -> Value {
        number(self.module, ty, |width, at| bit_at(width - 1, at))
    }

    fn highest(&mut self, ty: TypeId) -> Value {
        number(self.module, ty, |width, at| ones_below(width - 1, at))
    }

    fn low_bits(&mut self, ty: TypeId, count: u32) -> Value {
        number(self.module, ty, |_, at| ones_below(count, at))
    }

    fn single_bit(&mut self, ty: TypeId, bit: u32) -> Value {
        number(self.module, ty, |_, at| bit_at(bit, at))
    }

    fn float(&mut self, ty: TypeId, value: f64) -> Value {
        let scalar = scalar_of(self.module, ty);
        let bits = match self.module.types.get(scalar) {
            Type::Float => u64::from((value as f32).to_bits()),
            _ => value.to_bits(),
        };
        let constant = self.module.constants.bits(scalar, bits);
        splat(self.module, ty, constant)
    }

    fn with(&mut self, op: BinaryOp, lhs: Value, rhs: u64) -> Value {
        let ty = self.type_of(lhs);
        let rhs = self.int(ty, rhs);
        self.binary(op, lhs, rhs)
    }

    fn as_bits(&mut self, value: Value, ty: TypeId) -> Value {
        match self.module.types.get(ty) {
            Type::Integer(_) => value,
            Type::Pointer(_) => self.cast(CastOp::IntToPtr, value, ty),
            _ => self.cast(CastOp::BitCast, value, ty),
        }
    }

    fn join(&mut self, lower: Option<Value>, mut piece: Value, offset: u64, width: u32) -> Value {
        let ty = self.module.types.integer(width);
        if self.type_of(piece) != ty {
            piece = self.cast(CastOp::ZExt, piece, ty);
        }
        if offset > 0 {
            piece = self.with(BinaryOp::Shl, piece, offset);
        }
        match lower {
            Some(lower) => self.binary(BinaryOp::Or, lower, piece),
            None => piece,
        }
    }

    fn cut(&mut self, mut whole: Value, offset: u64, width: u32) -> Value {
        if offset > 0 {
            whole = self.with(BinaryOp::LShr, whole, offset);
        }
        let ty = self.module.types.integer(width);
        match self.type_of(whole) == ty {
            true => whole,
            false => self.cast(CastOp::Trunc, whole, ty),
        }
    }

    fn undefined(&mut self, ty: TypeId) -> Value {
        Value::Constant(self.module.constants.plain(ty, ConstantKind::Undef))
    }

    fn insert(&mut self, whole: Value, element: Value, number: u32) -> Value {
        let ty = self.type_of(whole);
        let kind = if let Type::Vector { .. } = self.module.types.get(ty) {
            let index = Value::Constant(self.module.int(32, number.into()));
            let operands = self.values(&[whole, element, index]);
            InstructionKind::InsertElement { operands }
        } else {
            let indices = self.indices(&[number]);
            InstructionKind::InsertValue {
                aggregate: whole,
                element,
                indices,
            }
        };
        self.emit(kind, ty)
    }

    fn assemble(&mut self, ty: TypeId, parts: &[Value]) -> Value {
        let nothing = self.undefined(ty);
        let parts = (0..).zip(parts);
        parts.fold(nothing, |whole, (number, &part)| {
            self.insert(whole, part, number)
        })
    }

    fn call_with(&mut self, mut call: Call, arguments: &[Value]) -> InstructionKind {
        call.arguments = self.values(arguments);
        InstructionKind::Call(self.add_call(call))
    }

    fn resize(&mut self, value: Value, width: u32) -> Value {
        resize(self, value, width, CastOp::ZExt)
    }

    fn resize_signed(&mut self, value: Value, width: u32) -> Value {
        resize(self, value, width, CastOp::SExt)
    }
}

fn resize(build: &mut FunctionBuilder<'_>, value: Value, wanted: u32, extend: CastOp) -> Value {
    let ty = build.type_of(value);
    let Some(own) = width_of(build.module, ty) else {
        return value;
    };
    if let Some(bits) = constant_bits(build.module, value) {
        let unused = 64 - own;
        let signed = (bits << unused).cast_signed() >> unused;
        let negative = extend == CastOp::SExt && signed < 0 && wanted > own;
        let (bits, fill) = match negative {
            true => (signed.cast_unsigned(), u64::MAX),
            false => (bits, 0),
        };
        let word = |word| if word == 0 { bits } else { fill };
        return Value::Constant(integer(build.module, wanted, word));
    }
    let scalar = build.module.types.integer(wanted);
    let target = with_scalar(build.module, ty, scalar);
    match wanted.cmp(&own) {
        std::cmp::Ordering::Less => build.cast(CastOp::Trunc, value, target),
        std::cmp::Ordering::Equal => value,
        std::cmp::Ordering::Greater => build.cast(extend, value, target),
    }
}
