//! Decisions about how to lower single instructions.

use super::Target;
use super::types::Types;
use crate::error::{ErrorKind, Fault};
use crate::layout::Layout;
use pinnacle_llvm::{
    self as llvm, Align, BinaryOp as LlvmBinary, Body, Call, CastOp as LlvmCast, ConstantKind,
    FloatPredicate, IntPredicate, Module, TypeId, Value,
};
use pinnacle_pexe::ids::FuncId;
use pinnacle_pexe::inst::{Alignment, BinaryOp, CastOp, Predicate};
use pinnacle_pexe::intrinsics::{Intrinsic, Row};
use pinnacle_pexe::types::Type;

/// The context for lowering bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context<'p> {
    pub(super) module: &'p Module,
    pub(super) types: &'p Types,
    pub(super) targets: &'p [Target],
    /// Number of functions in the program. They are numbered before its globals.
    pub(super) function_count: u32,
}

/// The target of a call.
#[derive(Clone, Copy, Debug)]
pub(super) enum Callee {
    Function(FuncId),
    Intrinsic(FuncId, &'static Row),
    /// An address. This is the type of the result.
    Address(Type),
}

/// A stack allocation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alloca {
    pub(super) align: Alignment,
    pub(super) size: Size,
}

/// The size of a stack allocation.
#[derive(Clone, Copy, Debug)]
pub(super) enum Size {
    Constant(u32),
    /// A number of elements, converted to `i32` if necessary, times the size of one.
    Dynamic {
        count: Value,
        cast: Option<CastOp>,
        element: u32,
    },
}

impl Context<'_> {
    /// The type of a value.
    pub(super) fn type_of(&self, body: &Body, value: Value) -> Result<Type, Fault> {
        let ty = self.module.type_of(body, value);
        ty.and_then(|ty| self.types.get(ty))
            .filter(|&ty| ty != Type::Void)
            .ok_or_else(bad_type)
    }

    /// Returns the conversion that corresponds to LLVM's, or `None` if it changes nothing.
    pub(super) fn cast(&self, op: LlvmCast, from: Type, to: Type) -> Option<CastOp> {
        Some(match op {
            LlvmCast::PtrToInt | LlvmCast::IntToPtr => return resize(from, to),
            LlvmCast::BitCast | LlvmCast::AddrSpaceCast if from == to => return None,
            LlvmCast::BitCast | LlvmCast::AddrSpaceCast => CastOp::Bitcast,
            LlvmCast::Trunc => CastOp::Trunc,
            LlvmCast::ZExt => CastOp::ZExt,
            LlvmCast::SExt => CastOp::SExt,
            LlvmCast::FPTrunc => CastOp::FpTrunc,
            LlvmCast::FPExt => CastOp::FpExt,
            LlvmCast::FPToUI => CastOp::FpToUi,
            LlvmCast::FPToSI => CastOp::FpToSi,
            LlvmCast::UIToFP => CastOp::UiToFp,
            LlvmCast::SIToFP => CastOp::SiToFp,
        })
    }

    /// The target of a call.
    pub(super) fn callee(&self, call: &Call) -> Result<Callee, Fault> {
        let global = match call.callee {
            Value::Constant(constant) => match self.module.constants.get(constant).kind {
                ConstantKind::Global(global) => Some(global),
                _ => None,
            },
            Value::InlineAsm(_) => return Err(left_over("assembly")),
            _ => None,
        };
        if let Some(global) = global {
            match self.targets[global.index()] {
                Target::Intrinsic(id, row) => return Ok(Callee::Intrinsic(id, row)),
                Target::Function(id) if self.same_signature(global, call.function_type) => {
                    return Ok(Callee::Function(id));
                }
                _ => {}
            }
        }
        let types = &self.module.types;
        match types.get(call.function_type) {
            llvm::Type::Function {
                result,
                variadic: false,
                ..
            } => Ok(Callee::Address(
                self.types.get(result).ok_or_else(bad_type)?,
            )),
            _ => Err(left_over("a call with variable arguments")),
        }
    }

    fn same_signature(&self, global: llvm::GlobalId, by: TypeId) -> bool {
        let own = self.module.global(global).ty;
        if own == by {
            return true;
        }
        let types = &self.module.types;
        let of = |ty: TypeId| self.types.get(ty);
        let (Some(left), Some(right)) = (types.parameters(own), types.parameters(by)) else {
            return false;
        };
        types.result(own).map(of) == types.result(by).map(of)
            && left.len() == right.len()
            && left.iter().zip(right).all(|(&a, &b)| of(a) == of(b))
    }

    /// Returns the stack allocation of an `alloca`.
    pub(super) fn alloca(
        &self,
        layout: &mut Layout,
        body: &Body,
        allocated: TypeId,
        count: Option<Value>,
        align: Align,
    ) -> Result<Alloca, Fault> {
        let Some(extent) = layout.extent(&self.module.types, allocated) else {
            return Err(bad_type());
        };
        let bytes = align.bytes().unwrap_or(1).max(extent.align);
        let align = alignment(bytes)?;
        let number = match count {
            None => Some(1),
            Some(Value::Constant(constant)) => match self.module.constants.get(constant).kind {
                ConstantKind::Bits(bits) => Some(bits),
                _ => None,
            },
            Some(_) => None,
        };
        let too_large = || {
            ErrorKind::TooLarge
                .fault("an alloca requests more memory than the address space of 2^32 bytes")
        };
        let size = match (number, count) {
            (None, Some(count)) => Size::Dynamic {
                count,
                cast: resize(self.type_of(body, count)?, Type::I32),
                element: u32::try_from(extent.size).map_err(|_| too_large())?,
            },
            (number, _) => {
                let size = extent.size.checked_mul(number.unwrap_or(1));
                let size = size.and_then(|size| u32::try_from(size).ok());
                Size::Constant(size.ok_or_else(too_large)?)
            }
        };
        Ok(Alloca { align, size })
    }
}

/// Returns true if a call has one argument less than the PNaCl intrinsic: LLVM no longer has the
/// alignment, which is the second-to-last one.
pub(super) fn lacks_alignment(row: &Row, arguments: usize) -> bool {
    use Intrinsic as I;
    matches!(row.intrinsic, I::Memcpy | I::Memmove | I::Memset) && arguments + 1 == row.params.len()
}

/// The conversion between integers of any two widths.
fn resize(from: Type, to: Type) -> Option<CastOp> {
    match from.element_bits().cmp(&to.element_bits()) {
        std::cmp::Ordering::Less => Some(CastOp::ZExt),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(CastOp::Trunc),
    }
}

/// Returns an alignment of this number of bytes.
pub(super) fn alignment(bytes: u64) -> Result<Alignment, Fault> {
    Alignment::from_code(u64::from(bytes.trailing_zeros()) + 1).ok_or_else(|| {
        ErrorKind::TooLarge.fault(format!(
            "an alignment is {bytes} bytes, expected at most 2^29"
        ))
    })
}

/// Returns the alignment of a load or store, chosen from those that are legal for its type: 1 in
/// general, that of the element for vectors, and also its own for `float` and `double`.
pub(super) fn access_alignment(ty: Type, said: Align) -> Alignment {
    let own = u64::from(ty.element_bits() / 8).max(1);
    let bytes = match ty {
        _ if ty.is_vector() => own,
        Type::Float | Type::Double if said.bytes().is_none_or(|bytes| bytes >= own) => own,
        _ => 1,
    };
    let alignment = Alignment::from_code(u64::from(bytes.trailing_zeros()) + 1);
    alignment.expect("an element has at most 8 bytes")
}

/// Returns the operation that corresponds to LLVM's.
pub(super) const fn binary(op: LlvmBinary) -> BinaryOp {
    match op {
        LlvmBinary::Add => BinaryOp::Add,
        LlvmBinary::Sub => BinaryOp::Sub,
        LlvmBinary::Mul => BinaryOp::Mul,
        LlvmBinary::UDiv => BinaryOp::UDiv,
        LlvmBinary::SDiv => BinaryOp::SDiv,
        LlvmBinary::URem => BinaryOp::URem,
        LlvmBinary::SRem => BinaryOp::SRem,
        LlvmBinary::Shl => BinaryOp::Shl,
        LlvmBinary::LShr => BinaryOp::LShr,
        LlvmBinary::AShr => BinaryOp::AShr,
        LlvmBinary::And => BinaryOp::And,
        LlvmBinary::Or => BinaryOp::Or,
        LlvmBinary::Xor => BinaryOp::Xor,
        LlvmBinary::FAdd => BinaryOp::FAdd,
        LlvmBinary::FSub => BinaryOp::FSub,
        LlvmBinary::FMul => BinaryOp::FMul,
        LlvmBinary::FDiv => BinaryOp::FDiv,
        LlvmBinary::FRem => BinaryOp::FRem,
    }
}

/// Returns the condition that corresponds to LLVM's for integers.
pub(super) const fn int_predicate(predicate: IntPredicate) -> Predicate {
    match predicate {
        IntPredicate::Eq => Predicate::Eq,
        IntPredicate::Ne => Predicate::Ne,
        IntPredicate::Ugt => Predicate::Ugt,
        IntPredicate::Uge => Predicate::Uge,
        IntPredicate::Ult => Predicate::Ult,
        IntPredicate::Ule => Predicate::Ule,
        IntPredicate::Sgt => Predicate::Sgt,
        IntPredicate::Sge => Predicate::Sge,
        IntPredicate::Slt => Predicate::Slt,
        IntPredicate::Sle => Predicate::Sle,
    }
}

/// Returns the condition that corresponds to LLVM's for floating-point numbers.
pub(super) const fn float_predicate(predicate: FloatPredicate) -> Predicate {
    match predicate {
        FloatPredicate::False => Predicate::FFalse,
        FloatPredicate::Oeq => Predicate::FOeq,
        FloatPredicate::Ogt => Predicate::FOgt,
        FloatPredicate::Oge => Predicate::FOge,
        FloatPredicate::Olt => Predicate::FOlt,
        FloatPredicate::Ole => Predicate::FOle,
        FloatPredicate::One => Predicate::FOne,
        FloatPredicate::Ord => Predicate::FOrd,
        FloatPredicate::Ueq => Predicate::FUeq,
        FloatPredicate::Ugt => Predicate::FUgt,
        FloatPredicate::Uge => Predicate::FUge,
        FloatPredicate::Ult => Predicate::FUlt,
        FloatPredicate::Ule => Predicate::FUle,
        FloatPredicate::Une => Predicate::FUne,
        FloatPredicate::Uno => Predicate::FUno,
        FloatPredicate::True => Predicate::FTrue,
    }
}

/// The bits of negative zero. A number is negated by subtracting it from that.
pub(super) const fn negative_zero(ty: Type) -> Option<u64> {
    match ty {
        Type::Float => Some(1 << 31),
        Type::Double => Some(1 << 63),
        _ => None,
    }
}

#[cold]
pub(super) fn bad_type() -> Fault {
    ErrorKind::BadType.fault("a value has a type that programs do not support")
}

/// The error for something that a step should have removed.
#[cold]
pub(super) fn left_over(what: &str) -> Fault {
    Fault::internal(format!("{what} was left over, which programs cannot have"))
}
