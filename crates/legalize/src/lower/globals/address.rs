//! Evaluates constant expressions in initialisers: numbers, and addresses plus a number.

use super::bad_address;
use crate::error::{ErrorKind, Fault};
use crate::layout::{Layout, bits_of};
use pinnacle_llvm::{
    BinaryOp, CastOp, ConstantId, ConstantKind, GlobalId, IntPredicate, List, Module, TypeId,
};
use std::collections::HashMap;

/// The value of a constant of at most 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    /// The global whose address is added.
    base: Option<GlobalId>,
    /// The global whose address is subtracted. The value only becomes usable if the same address is
    /// also added.
    less: Option<GlobalId>,
    /// The bits, zero above the width.
    pub(super) bits: u64,
}

impl Number {
    const fn plain(bits: u64) -> Number {
        Number {
            base: None,
            less: None,
            bits,
        }
    }

    /// Returns the global if the value is its address plus a number, and `None` for a plain number.
    pub(super) fn address(self) -> Result<Option<GlobalId>, Fault> {
        if self.less.is_some() {
            return Err(bad_address());
        }
        Ok(self.base)
    }

    pub(super) const fn is_plain(self) -> bool {
        self.base.is_none() && self.less.is_none()
    }
}

/// Evaluates expressions and caches their values.
#[derive(Debug, Default)]
pub(super) struct Addresses {
    /// Values of expressions.
    known: HashMap<ConstantId, Number>,
    pending: Vec<ConstantId>,
}

impl Addresses {
    /// Evaluates a constant that is a number, an address or an expression.
    pub(super) fn evaluate(
        &mut self,
        module: &Module,
        layout: &mut Layout,
        constant: ConstantId,
    ) -> Result<Number, Fault> {
        if let Some(number) = leaf(module, constant)? {
            return Ok(number);
        }
        self.pending.clear();
        self.pending.push(constant);
        while let Some(&next) = self.pending.last() {
            if self.known.contains_key(&next) {
                self.pending.pop();
                continue;
            }
            let before = self.pending.len();
            let kind = module.constants.get(next).kind;
            let mut failure = None;
            module
                .constants
                .for_each_operand(kind, |part| match leaf(module, part) {
                    Ok(Some(_)) => {}
                    Ok(None) if self.known.contains_key(&part) => {}
                    Ok(None) => self.pending.push(part),
                    Err(fault) => {
                        failure.get_or_insert(fault);
                    }
                });
            if let Some(fault) = failure {
                return Err(fault);
            }
            if self.pending.len() == before {
                let number = self.compute(module, layout, next)?;
                self.known.insert(next, number);
                self.pending.pop();
            }
        }
        self.value(module, constant)
    }

    /// Returns the value of a constant that has been evaluated.
    fn value(&self, module: &Module, constant: ConstantId) -> Result<Number, Fault> {
        match leaf(module, constant)? {
            Some(number) => Ok(number),
            None => self.known.get(&constant).copied().ok_or_else(bad_address),
        }
    }

    fn compute(
        &self,
        module: &Module,
        layout: &mut Layout,
        constant: ConstantId,
    ) -> Result<Number, Fault> {
        use ConstantKind as K;
        let ty = module.constants.get(constant).ty;
        let width = width(module, ty)?;
        match module.constants.get(constant).kind {
            K::Cast(op, from) => {
                let from_width = self::width(module, module.constants.get(from).ty)?;
                cast(op, self.value(module, from)?, from_width, width)
            }
            K::Binary(op, _, lhs, rhs) => {
                let (lhs, rhs) = (self.value(module, lhs)?, self.value(module, rhs)?);
                binary(op, lhs, rhs, width)
            }
            K::GetElementPtr {
                source, operands, ..
            } => self.element(module, layout, source, operands),
            K::Select(list) => match *module.constants.list(list) {
                [condition, if_true, if_false] => {
                    let condition = self.value(module, condition)?;
                    if !condition.is_plain() {
                        return Err(bad_address());
                    }
                    let chosen = if condition.bits & 1 == 1 {
                        if_true
                    } else {
                        if_false
                    };
                    self.value(module, chosen)
                }
                _ => Err(bad_address()),
            },
            K::IntCompare(predicate, lhs, rhs) => {
                let operand_width = self::width(module, module.constants.get(lhs).ty)?;
                let (lhs, rhs) = (self.value(module, lhs)?, self.value(module, rhs)?);
                compare(predicate, lhs, rhs, operand_width)
            }
            _ => Err(ErrorKind::BadInitializer.fault(
                "an initialiser has an expression that cannot be computed before the program runs",
            )),
        }
    }

    /// The address of an element.
    fn element(
        &self,
        module: &Module,
        layout: &mut Layout,
        source: TypeId,
        operands: List,
    ) -> Result<Number, Fault> {
        let types = &module.types;
        let [base, indices @ ..] = module.constants.list(operands) else {
            return Err(bad_address());
        };
        let base = self.value(module, *base)?;
        let mut offset = 0_u64;
        let mut ty = source;
        for (place, &index) in indices.iter().enumerate() {
            let index_width = width(module, module.constants.get(index).ty)?;
            let index = self.value(module, index)?;
            if !index.is_plain() {
                return Err(bad_address());
            }
            let number = signed(index.bits, index_width) as u64;
            let beyond = if place == 0 {
                let size = layout.size(types, ty);
                size.map(|size| (size.wrapping_mul(number), ty))
            } else {
                layout.part(types, ty, number)
            };
            let Some((more, part)) = beyond else {
                return Err(ErrorKind::BadInitializer.fault(
                    "an initialiser uses the address of an element that its type does not have",
                ));
            };
            offset = offset.wrapping_add(more);
            ty = part;
        }
        Ok(Number {
            bits: base.bits.wrapping_add(offset) & mask(32),
            ..base
        })
    }
}

/// Returns the value of a constant that has no operands, or `None` if it has some.
fn leaf(module: &Module, constant: ConstantId) -> Result<Option<Number>, Fault> {
    use ConstantKind as K;
    Ok(Some(match module.constants.get(constant).kind {
        K::Bits(bits) => Number::plain(bits),
        K::Null | K::Undef | K::Poison | K::Zero => Number::plain(0),
        K::Global(id) | K::DsoLocalEquivalent(id) | K::NoCfi(id) => Number {
            base: Some(id),
            less: None,
            bits: 0,
        },
        K::Cast(..)
        | K::Binary(..)
        | K::GetElementPtr { .. }
        | K::Select(_)
        | K::IntCompare(..) => return Ok(None),
        _ => return Err(bad_address()),
    }))
}

/// The number of bits of an integer, an address or a floating-point number.
fn width(module: &Module, ty: TypeId) -> Result<u32, Fault> {
    let bits = bits_of(module.types.get(ty)).filter(|&bits| bits <= 64);
    bits.ok_or_else(bad_address)
}

const fn mask(width: u32) -> u64 {
    if width >= 64 {
        u64::MAX
    } else {
        (1 << width) - 1
    }
}

const fn signed(bits: u64, width: u32) -> i64 {
    let unused = 64 - width;
    if unused >= 64 {
        return 0;
    }
    (bits << unused) as i64 >> unused
}

fn cast(op: CastOp, value: Number, from: u32, to: u32) -> Result<Number, Fault> {
    match op {
        CastOp::BitCast | CastOp::AddrSpaceCast => Ok(value),
        // A wider integer holds an address with zeros above it.
        CastOp::PtrToInt | CastOp::IntToPtr | CastOp::ZExt | CastOp::Trunc
            if value.is_plain() || (to >= 32 && value.less.is_none()) =>
        {
            let bits = if value.is_plain() || to <= from {
                value.bits & mask(to)
            } else {
                signed(value.bits, from) as u64 & mask(to)
            };
            Ok(Number { bits, ..value })
        }
        CastOp::Trunc if to >= 32 => Ok(Number {
            bits: value.bits & mask(to),
            ..value
        }),
        CastOp::SExt if value.is_plain() => {
            Ok(Number::plain(signed(value.bits, from) as u64 & mask(to)))
        }
        _ => Err(bad_address()),
    }
}

fn binary(op: BinaryOp, lhs: Number, rhs: Number, width: u32) -> Result<Number, Fault> {
    let bits = match op {
        BinaryOp::Add => {
            return join(
                [lhs.base, rhs.base],
                [lhs.less, rhs.less],
                lhs.bits.wrapping_add(rhs.bits) & mask(width),
            );
        }
        BinaryOp::Sub => {
            return join(
                [lhs.base, rhs.less],
                [lhs.less, rhs.base],
                lhs.bits.wrapping_sub(rhs.bits) & mask(width),
            );
        }
        // The low bits of an address are not known to be zero, so no other operation on it can be
        // evaluated.
        _ if !lhs.is_plain() || !rhs.is_plain() => return Err(bad_address()),
        BinaryOp::Mul => lhs.bits.wrapping_mul(rhs.bits),
        BinaryOp::And => lhs.bits & rhs.bits,
        BinaryOp::Or => lhs.bits | rhs.bits,
        BinaryOp::Xor => lhs.bits ^ rhs.bits,
        BinaryOp::Shl if rhs.bits < u64::from(width) => lhs.bits << rhs.bits,
        BinaryOp::LShr if rhs.bits < u64::from(width) => lhs.bits >> rhs.bits,
        BinaryOp::AShr if rhs.bits < u64::from(width) => {
            (signed(lhs.bits, width) >> rhs.bits) as u64
        }
        BinaryOp::UDiv if rhs.bits != 0 => lhs.bits / rhs.bits,
        BinaryOp::URem if rhs.bits != 0 => lhs.bits % rhs.bits,
        BinaryOp::SDiv if rhs.bits != 0 => {
            signed(lhs.bits, width).wrapping_div(signed(rhs.bits, width)) as u64
        }
        BinaryOp::SRem if rhs.bits != 0 => {
            signed(lhs.bits, width).wrapping_rem(signed(rhs.bits, width)) as u64
        }
        _ => return Err(bad_address()),
    };
    Ok(Number::plain(bits & mask(width)))
}

/// The sum of two numbers. An address that is both added and subtracted cancels.
fn join(
    base: [Option<GlobalId>; 2],
    less: [Option<GlobalId>; 2],
    bits: u64,
) -> Result<Number, Fault> {
    let (mut base, mut less) = (base, less);
    for added in &mut base {
        for subtracted in &mut less {
            if added.is_some() && added == subtracted {
                *added = None;
                *subtracted = None;
            }
        }
    }
    match (base, less) {
        ([Some(_), Some(_)], _) | (_, [Some(_), Some(_)]) => Err(bad_address()),
        ([a, b], [c, d]) => Ok(Number {
            base: a.or(b),
            less: c.or(d),
            bits,
        }),
    }
}

fn compare(predicate: IntPredicate, lhs: Number, rhs: Number, width: u32) -> Result<Number, Fault> {
    use IntPredicate as P;
    let known = if lhs.base == rhs.base && lhs.less == rhs.less && lhs.less.is_none() {
        let (a, b) = (lhs.bits, rhs.bits);
        let (x, y) = (signed(a, width), signed(b, width));
        match predicate {
            P::Eq => a == b,
            P::Ne => a != b,
            // An address plus a number may wrap, so it cannot be extended.
            _ if lhs.base.is_some() => return Err(bad_address()),
            P::Ugt => a > b,
            P::Uge => a >= b,
            P::Ult => a < b,
            P::Ule => a <= b,
            P::Sgt => x > y,
            P::Sge => x >= y,
            P::Slt => x < y,
            P::Sle => x <= y,
        }
    } else {
        // The address of a global is never zero.
        let is_address =
            |number: Number| number.base.is_some() && number.less.is_none() && number.bits == 0;
        let is_null = |number: Number| number == Number::plain(0);
        if !(is_address(lhs) && is_null(rhs) || is_null(lhs) && is_address(rhs)) {
            return Err(bad_address());
        }
        match predicate {
            P::Eq => false,
            P::Ne => true,
            _ => return Err(bad_address()),
        }
    };
    Ok(Number::plain(u64::from(known)))
}
