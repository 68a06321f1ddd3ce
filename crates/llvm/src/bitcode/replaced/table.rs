//! The intrinsics that are replaced, by name and type.
//!
//! A function matches only if it has the intrinsic's type, so its replacement need not check
//! operands again. A call to any other function of that name stays a call.

use crate::ids::TypeId;
use crate::instruction::RmwOp;
use crate::module::Module;
use crate::types::Type;

/// The replacement for calls of an intrinsic.
#[derive(Clone, Copy, Debug)]
pub(super) enum Replacement {
    /// The caught exception.
    Exception,
    /// The clause of the landing pad that caught it. The operands are the clauses.
    Selector,
    /// As [`Replacement::Selector`], but all types belong to one filter (LLVM 2.0).
    Filter,
    /// The number of an exception type.
    TypeId,
    /// `resume`.
    Resume,
    /// `fence`.
    Fence,
    /// `cmpxchg`.
    CompareExchange,
    /// `atomicrmw`.
    Modify(RmwOp),
    /// A bit range of a number.
    PartSelect,
    /// A number with a bit range replaced.
    PartSet,
    /// True if one of two numbers is a NaN.
    Unordered,
    /// A trampoline, which returns its address.
    Trampoline,
    /// A call to the same function with another type of the same size.
    Retyped(TypeId),
    /// A function of the C library.
    Library(&'static str),
    /// A load without alignment.
    LoadUnaligned,
    /// A store that bypasses the cache.
    StoreStreaming,
    /// A shuffle of two vectors.
    Shuffle(&'static [u64]),
    /// The lower half of a vector, followed by zeros.
    LowerHalf,
    /// A vector with one half loaded from memory.
    LoadHalf(&'static [u64]),
    /// One element of each of two pairs, selected by bits of a number.
    ShufflePair,
    /// A product of two values.
    Multiply,
    /// A range of the bytes of two concatenated vectors.
    AlignRight,
    /// The bits of an element.
    ElementBits,
    /// NEON arithmetic on widened elements. True if they are signed.
    Wide(Wide, bool),
    /// Elements truncated to half of their width.
    Narrow,
}

/// The operation on widened elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wide {
    /// None: the elements are only widened.
    Move,
    /// Both operands are widened and added.
    Add,
    /// Both operands are widened and subtracted.
    Subtract,
    /// The second operand is widened and added.
    AddSecond,
    /// The second operand is widened and subtracted.
    SubtractSecond,
    /// The product of the second and the third is added to the first.
    MultiplyAdd,
    /// The product of the second and the third is subtracted from the first.
    MultiplySubtract,
    /// The absolute difference of the two operands is widened.
    Distance,
    /// The absolute difference of the second and the third operand is widened and added.
    AddDistance,
    /// The absolute difference of the second and the third operand is added without widening.
    AddDistanceAsItIs,
}

/// The replacements of `llvm.arm.neon.v...`, by the text between the `v` and the letter for the
/// signedness.
const WIDE: &[(&str, Wide)] = &[
    ("movl", Wide::Move),
    ("addl", Wide::Add),
    ("subl", Wide::Subtract),
    ("addw", Wide::AddSecond),
    ("subw", Wide::SubtractSecond),
    ("mlal", Wide::MultiplyAdd),
    ("mlsl", Wide::MultiplySubtract),
    ("abdl", Wide::Distance),
    ("abal", Wide::AddDistance),
    ("aba", Wide::AddDistanceAsItIs),
];

/// The operations of `llvm.atomic.`. The first three have their names of LLVM 2.3.
const MODIFY: &[(&str, RmwOp)] = &[
    ("las.", RmwOp::Add),
    ("lss.", RmwOp::Sub),
    ("swap.", RmwOp::Xchg),
    ("load.add.", RmwOp::Add),
    ("load.sub.", RmwOp::Sub),
    ("load.and.", RmwOp::And),
    ("load.nand.", RmwOp::Nand),
    ("load.or.", RmwOp::Or),
    ("load.xor.", RmwOp::Xor),
    ("load.max.", RmwOp::Max),
    ("load.min.", RmwOp::Min),
    ("load.umax.", RmwOp::UMax),
    ("load.umin.", RmwOp::UMin),
];

/// Functions of the C library that were intrinsics.
const LIBRARY: &[&str] = &["setjmp", "longjmp", "sigsetjmp", "siglongjmp"];

/// SSE2 operations on pairs that are shuffles.
const SHUFFLES: &[(&str, &[u64])] = &[
    ("movs.d", &[2, 1]),
    ("unpckh.pd", &[1, 3]),
    ("unpckl.pd", &[0, 2]),
    ("punpckh.qdq", &[1, 3]),
    ("punpckl.qdq", &[0, 2]),
];

/// The parts of a function's type.
struct Signature<'a> {
    module: &'a Module,
    result: TypeId,
    parameters: &'a [TypeId],
    variadic: bool,
}

impl Signature<'_> {
    fn get(&self, ty: TypeId) -> Type {
        self.module.types.get(ty)
    }

    fn result(&self) -> Type {
        self.get(self.result)
    }

    fn parameter(&self, index: usize) -> Option<Type> {
        self.parameters.get(index).map(|&ty| self.get(ty))
    }

    fn is_pointer(&self, index: usize) -> bool {
        matches!(self.parameter(index), Some(Type::Pointer(_)))
    }

    fn is_integer(&self, index: usize) -> bool {
        matches!(self.parameter(index), Some(Type::Integer(_)))
    }

    fn returns_integer(&self) -> bool {
        matches!(self.result(), Type::Integer(_))
    }

    fn returns_nothing(&self) -> bool {
        self.result() == Type::Void
    }

    /// Returns true if it has exactly this many parameters.
    fn takes(&self, count: usize) -> bool {
        self.parameters.len() == count && !self.variadic
    }

    /// Returns true if it has this many parameters, all of the result's type.
    fn is_of_one_type(&self, count: usize) -> bool {
        self.takes(count) && self.parameters.iter().all(|&ty| ty == self.result)
    }

    /// The element type and length of a vector.
    fn vector(&self, ty: Option<Type>) -> Option<(Type, u32)> {
        match ty? {
            Type::Vector {
                element,
                length,
                scalable: false,
            } => Some((self.get(element), length)),
            _ => None,
        }
    }

    /// Returns true if the result and the first `count` parameters are vectors with this element
    /// type and length.
    fn is_of_vectors(&self, wanted: (Type, u32), count: usize) -> bool {
        self.vector(Some(self.result())) == Some(wanted)
            && self.parameters.len() >= count
            && self.parameters[..count].iter().all(|&ty| ty == self.result)
    }

    /// Returns true if the second parameter has a type that atomic operations support.
    fn is_atomic(&self) -> bool {
        let wide = match self.result() {
            Type::Integer(width) => width >= 8 && width.is_power_of_two(),
            _ => false,
        };
        wide && self.is_pointer(0) && self.parameters[1..].iter().all(|&ty| ty == self.result)
    }
}

/// Returns the replacement of a function, if it is an intrinsic of this kind. `old` is true if a
/// release before LLVM 3.0 wrote the module.
pub(super) fn replacement(
    module: &mut Module,
    name: &[u8],
    ty: TypeId,
    old: bool,
) -> Option<Replacement> {
    let name = name.strip_prefix(b"llvm.")?;
    let Type::Function {
        result, variadic, ..
    } = module.types.get(ty)
    else {
        return None;
    };
    let parameters = module.types.parameters(ty)?.to_vec();
    let signature = Signature {
        module,
        result,
        parameters: &parameters,
        variadic,
    };
    if let Some(rest) = name.strip_prefix(b"eh.") {
        return exception(rest, &signature);
    }
    if let Some(rest) = name.strip_prefix(b"atomic.") {
        return atomic(rest, &signature);
    }
    if let Some(rest) = name.strip_prefix(b"x86.") {
        if let Some(found) = processor(rest, &signature) {
            return Some(found);
        }
        return if old {
            retyped(module, ty, rest == b"sse.pshuf.w")
        } else {
            None
        };
    }
    if let Some(rest) = name.strip_prefix(b"arm.neon.v") {
        if let Some(found) = neon(rest, &signature) {
            return Some(found);
        }
        let lacks = old && lacks_alignment(rest, &parameters);
        return lacks.then(|| with_alignment(module, ty)).flatten();
    }
    let starts = |prefix: &str| name.starts_with(prefix.as_bytes());
    if let Some(&function) = LIBRARY.iter().find(|it| it.as_bytes() == name) {
        return Some(Replacement::Library(function));
    }
    let bit = Some(Type::Integer(1));
    if name == b"memory.barrier" {
        let fits = signature.takes(5) && (0..5).all(|index| signature.parameter(index) == bit);
        return (fits && signature.returns_nothing()).then_some(Replacement::Fence);
    }
    if name == b"init.trampoline" {
        let fits = signature.takes(3) && (0..3).all(|index| signature.is_pointer(index));
        let returns = matches!(signature.result(), Type::Pointer(_));
        return (fits && returns).then_some(Replacement::Trampoline);
    }
    if starts("isunordered.") {
        let fits = signature.takes(2) && signature.parameters[0] == signature.parameters[1];
        let float = matches!(signature.parameter(0), Some(Type::Float | Type::Double));
        let truth = Some(signature.result()) == bit;
        return (fits && float && truth).then_some(Replacement::Unordered);
    }
    let word = Some(Type::Integer(32));
    let of_bits = |count: usize| {
        signature.takes(count)
            && signature.returns_integer()
            && Some(signature.result()) == signature.parameter(0)
            && signature.parameter(count - 1) == word
            && signature.parameter(count - 2) == word
    };
    if starts("part.select.") {
        return of_bits(3).then_some(Replacement::PartSelect);
    }
    if starts("part.set.") {
        return (of_bits(4) && signature.is_integer(1)).then_some(Replacement::PartSet);
    }
    None
}

fn exception(name: &[u8], signature: &Signature<'_>) -> Option<Replacement> {
    let pointers = |count: usize| (0..count).all(|index| signature.is_pointer(index));
    let numbered = |start: &[u8]| matches!(name.strip_prefix(start), Some(b"" | b".i32" | b".i64"));
    let word = signature.returns_integer();
    if name == b"exception" {
        let address = matches!(signature.result(), Type::Pointer(0));
        return (signature.takes(0) && address).then_some(Replacement::Exception);
    }
    if numbered(b"selector") || name == b"filter" {
        let fits = word && signature.variadic && signature.parameters.len() == 2 && pointers(2);
        let what = if name == b"filter" {
            Replacement::Filter
        } else {
            Replacement::Selector
        };
        return fits.then_some(what);
    }
    if matches!(name, b"typeid.for.i32" | b"typeid.for.i64") {
        let fits = word && signature.takes(1) && pointers(1);
        return fits.then_some(Replacement::TypeId);
    }
    let fits = signature.takes(2) && pointers(1) && signature.is_integer(1);
    (name == b"resume" && fits && signature.returns_nothing()).then_some(Replacement::Resume)
}

fn atomic(name: &[u8], signature: &Signature<'_>) -> Option<Replacement> {
    let starts = |prefix: &str| name.starts_with(prefix.as_bytes());
    if starts("cmp.swap.") || starts("lcs.") {
        let fits = signature.takes(3) && signature.is_atomic();
        return fits.then_some(Replacement::CompareExchange);
    }
    let &(_, op) = MODIFY.iter().find(|(prefix, _)| starts(prefix))?;
    let fits = signature.takes(2) && signature.is_atomic();
    fits.then_some(Replacement::Modify(op))
}

/// SSE operations that became ordinary instructions.
fn processor(name: &[u8], signature: &Signature<'_>) -> Option<Replacement> {
    let name = std::str::from_utf8(name).ok()?;
    let pair = signature.is_of_vectors((Type::Double, 2), 1)
        || signature.is_of_vectors((Type::Integer(64), 2), 1);
    let words = signature.is_of_vectors((Type::Integer(32), 4), 1);
    match name {
        "sse.loadu.ps" | "sse2.loadu.dq" | "sse2.loadu.pd" => {
            let vector = signature.vector(Some(signature.result())).is_some();
            let fits = signature.takes(1) && signature.is_pointer(0) && vector;
            return fits.then_some(Replacement::LoadUnaligned);
        }
        "sse.movnt.ps" | "sse2.movnt.dq" | "sse2.movnt.pd" | "sse2.movnt.i" => {
            let fits = signature.takes(2) && signature.is_pointer(0);
            let stored =
                signature.is_integer(1) || signature.vector(signature.parameter(1)).is_some();
            let fits = fits && stored && signature.returns_nothing();
            return fits.then_some(Replacement::StoreStreaming);
        }
        "sse2.movl.dq" => {
            return (signature.takes(1) && words).then_some(Replacement::LowerHalf);
        }
        "sse2.loadh.pd" | "sse2.loadl.pd" => {
            let fits = signature.takes(2) && signature.is_pointer(1);
            let fits = fits && signature.is_of_vectors((Type::Double, 2), 1);
            let order: &[u64] = if name.contains('h') { &[0, 2] } else { &[2, 1] };
            return fits.then_some(Replacement::LoadHalf(order));
        }
        "sse2.shuf.pd" => {
            let fits = signature.takes(3) && signature.is_of_vectors((Type::Double, 2), 2);
            return (fits && signature.is_integer(2)).then_some(Replacement::ShufflePair);
        }
        "sse41.pmulld" => {
            let fits = words && signature.is_of_one_type(2);
            return fits.then_some(Replacement::Multiply);
        }
        "ssse3.palign.r" | "ssse3.palign.r.128" => {
            let fits = signature.takes(3) && signature.is_integer(2);
            let fits = fits && signature.parameters[..2] == [signature.result; 2];
            let long = name.ends_with("128");
            let length = if long { 2 } else { 1 };
            let vector = signature.is_of_vectors((Type::Integer(64), length), 2);
            return (fits && vector).then_some(Replacement::AlignRight);
        }
        "sse41.extractps" => {
            let vector = signature.vector(signature.parameter(0)) == Some((Type::Float, 4));
            let fits = signature.takes(2) && vector && signature.is_integer(1);
            let word = signature.result() == Type::Integer(32);
            return (fits && word).then_some(Replacement::ElementBits);
        }
        _ => {}
    }
    let rest = name.strip_prefix("sse2.")?;
    let &(_, order) = SHUFFLES.iter().find(|(it, _)| *it == rest)?;
    (pair && signature.is_of_one_type(2)).then_some(Replacement::Shuffle(order))
}

/// NEON operations that became ordinary arithmetic in LLVM 2.8, by the part of their names after
/// the `v`.
fn neon(name: &[u8], signature: &Signature<'_>) -> Option<Replacement> {
    let name = std::str::from_utf8(name).ok()?;
    let (operation, _) = name.split_once('.')?;
    let integers = |ty: Option<Type>| match signature.vector(ty)? {
        (Type::Integer(width), length) => Some((width, length)),
        _ => None,
    };
    let (width, length) = integers(Some(signature.result()))?;
    let narrow = Some((width / 2, length));
    let is = |index: usize, wanted: Option<(u32, u32)>| {
        integers(signature.parameter(index)).is_some_and(|found| Some(found) == wanted)
    };
    if operation == "movn" {
        let fits = signature.takes(1) && is(0, Some((width.checked_mul(2)?, length)));
        return fits.then_some(Replacement::Narrow);
    }
    let signed = operation.ends_with('s');
    let stem = operation.strip_suffix(['s', 'u'])?;
    let &(_, wide) = WIDE.iter().find(|(it, _)| *it == stem)?;
    let same = Some((width, length));
    let wanted: &[_] = match wide {
        Wide::Move => &[narrow],
        Wide::Add | Wide::Subtract | Wide::Distance => &[narrow, narrow],
        Wide::AddSecond | Wide::SubtractSecond => &[same, narrow],
        Wide::MultiplyAdd | Wide::MultiplySubtract | Wide::AddDistance => &[same, narrow, narrow],
        Wide::AddDistanceAsItIs => &[same, same, same],
    };
    let fits = signature.takes(wanted.len())
        && (0..).zip(wanted).all(|(index, &wanted)| is(index, wanted));
    fits.then_some(Replacement::Wide(wide, signed))
}

/// Returns true if a NEON load or store lacks the alignment as its last operand, as before LLVM
/// 2.8.
fn lacks_alignment(name: &[u8], parameters: &[TypeId]) -> bool {
    let Some((start, _)) = std::str::from_utf8(name)
        .ok()
        .and_then(|name| name.split_once('.'))
    else {
        return false;
    };
    let is_load = start.starts_with("ld");
    let Some(rest) = start.strip_prefix("ld").or(start.strip_prefix("st")) else {
        return false;
    };
    let (count, lane) = match rest.strip_suffix("lane") {
        Some(count) => (count, 1),
        None => (rest, 0),
    };
    let Ok(vectors @ 1..=4) = count.parse::<usize>() else {
        return false;
    };
    let vectors = if is_load && lane == 0 { 0 } else { vectors };
    parameters.len() == 1 + vectors + lane
}

/// Returns the function type with another `i32` parameter.
fn with_alignment(module: &mut Module, ty: TypeId) -> Option<Replacement> {
    let result = module.types.result(ty)?;
    let mut parameters = module.types.parameters(ty)?.to_vec();
    parameters.push(module.types.integer(32));
    let new = module.types.function(result, &parameters, false);
    Some(Replacement::Retyped(new))
}

/// Returns the current type of the function: `x86_mmx` instead of 64-bit vectors (since LLVM 2.9),
/// and with `byte_last` an `i8` as its last parameter. `None` if nothing changes.
fn retyped(module: &mut Module, ty: TypeId, byte_last: bool) -> Option<Replacement> {
    let result = module.types.result(ty)?;
    let mut parameters = module.types.parameters(ty)?.to_vec();
    let new_result = mmx(module, result);
    for parameter in &mut parameters {
        *parameter = mmx(module, *parameter);
    }
    if let Some(last) = parameters.last_mut()
        && byte_last
        && matches!(module.types.get(*last), Type::Integer(_))
    {
        *last = module.types.integer(8);
    }
    let new = module.types.function(new_result, &parameters, false);
    (new != ty).then_some(Replacement::Retyped(new))
}

/// Returns `x86_mmx` instead of a 64-bit vector.
fn mmx(module: &mut Module, ty: TypeId) -> TypeId {
    if let Type::Vector {
        element,
        length,
        scalable: false,
    } = module.types.get(ty)
        && let Type::Integer(width) = module.types.get(element)
        && u64::from(width) * u64::from(length) == 64
    {
        return module.types.simple(Type::X86Mmx);
    }
    ty
}
