//! Constructs of function blocks: instructions, the count record, and forward
//! type declarations.

use super::codes::{RecordCode, function};
use super::module::too_aligned;
use super::{unknown_record, unrotate_sign, word, wrong_size};
use crate::error::{Error, ErrorKind};
use crate::ids::{BlockId, ValueId};
use crate::inst::{Alignment, CastOp, Predicate};
use pinnacle_base::count::counted;
use pinnacle_bitstream::Record;

/// The point that relative operands count back from: the absolute index of the next value that an
/// instruction will define ("RelativeIndex" in the manual).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueBase(pub u32);

impl ValueBase {
    /// The value of a relative operand. Values that come later are written
    /// as negative numbers of 32 bits.
    #[inline(always)]
    fn value(self, position: u64, relative: u64) -> Result<ValueId, Error> {
        if relative > u64::from(u32::MAX) {
            return Err(bad_relative(position, relative));
        }
        Ok(ValueId(self.0.wrapping_sub(relative as u32)))
    }

    /// The values of two relative operands, with one check for both.
    #[inline(always)]
    fn values(self, position: u64, first: u64, second: u64) -> Result<(ValueId, ValueId), Error> {
        if (first | second) > u64::from(u32::MAX) {
            return Err(bad_relative_of(position, first, second));
        }
        let value = |relative: u64| ValueId(self.0.wrapping_sub(relative as u32));
        Ok((value(first), value(second)))
    }
}

/// An operand of a record: of any size, or known to have up to 32 bits.
pub(crate) trait Operand: Copy + Into<u64> {
    /// See [`ValueBase::value`].
    fn value(self, position: u64, base: ValueBase) -> Result<ValueId, Error>;

    /// See [`ValueBase::values`].
    fn values(
        position: u64,
        base: ValueBase,
        first: Self,
        second: Self,
    ) -> Result<(ValueId, ValueId), Error>;

    /// See [`word`].
    fn word(self, position: u64, what: &str) -> Result<u32, Error>;
}

impl Operand for u64 {
    #[inline(always)]
    fn value(self, position: u64, base: ValueBase) -> Result<ValueId, Error> {
        base.value(position, self)
    }

    #[inline(always)]
    fn values(
        position: u64,
        base: ValueBase,
        first: u64,
        second: u64,
    ) -> Result<(ValueId, ValueId), Error> {
        base.values(position, first, second)
    }

    #[inline(always)]
    fn word(self, position: u64, what: &str) -> Result<u32, Error> {
        word(position, what, self)
    }
}

impl Operand for u32 {
    #[inline(always)]
    fn value(self, _: u64, ValueBase(base): ValueBase) -> Result<ValueId, Error> {
        Ok(ValueId(base.wrapping_sub(self)))
    }

    #[inline(always)]
    fn values(
        position: u64,
        base: ValueBase,
        first: u32,
        second: u32,
    ) -> Result<(ValueId, ValueId), Error> {
        Ok((first.value(position, base)?, second.value(position, base)?))
    }

    #[inline(always)]
    fn word(self, _: u64, _: &str) -> Result<u32, Error> {
        Ok(self)
    }
}

/// Returns the error of the first of the two operands that is wrong.
#[cold]
fn bad_relative_of(position: u64, first: u64, second: u64) -> Error {
    let first_is_bad = first > u64::from(u32::MAX);
    bad_relative(position, if first_is_bad { first } else { second })
}

#[cold]
fn bad_relative(position: u64, relative: u64) -> Error {
    Error::new(
        ErrorKind::UndefinedValue,
        position,
        format!("relative value index {relative} has more than 32 bits"),
    )
}

/// A list of values by relative index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RelativeValues<'a> {
    pub(super) operands: &'a [u64],
    pub(super) base: ValueBase,
}

impl<'a> RelativeValues<'a> {
    /// The number of values.
    pub fn len(&self) -> usize {
        self.operands.len()
    }

    /// Returns true if the list is empty.
    pub fn is_empty(&self) -> bool {
        self.operands.is_empty()
    }

    /// The values, each an error if its index makes no sense.
    #[inline]
    pub fn iter(self, position: u64) -> impl ExactSizeIterator<Item = Result<ValueId, Error>> {
        self.operands
            .iter()
            .map(move |&operand| self.base.value(position, operand))
    }
}

/// The operands of a phi.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PhiOperands<'a> {
    pub(super) operands: &'a [u64],
    pub(super) base: ValueBase,
}

impl<'a> PhiOperands<'a> {
    /// The number of pairs.
    pub fn len(&self) -> usize {
        self.operands.len() / 2
    }

    /// Returns true if the list is empty.
    pub fn is_empty(&self) -> bool {
        self.operands.is_empty()
    }

    /// Pairs of a value and the block that it comes from.
    #[inline]
    pub fn iter(
        self,
        position: u64,
    ) -> impl ExactSizeIterator<Item = Result<(ValueId, BlockId), Error>> {
        self.operands.chunks_exact(2).map(move |pair| {
            let delta = unrotate_sign(pair[0]);
            let value = u32::try_from(i64::from(self.base.0).saturating_sub(delta))
                .map_err(|_| bad_relative(position, pair[0]))?;
            Ok((
                ValueId(value),
                BlockId(word(position, "a block of a phi", pair[1])?),
            ))
        })
    }
}

/// The cases of a switch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SwitchCases<'a> {
    pub(super) operands: &'a [u64],
}

impl<'a> SwitchCases<'a> {
    /// The number of cases.
    pub fn len(&self) -> usize {
        self.operands.len() / 4
    }

    /// Returns true if the list is empty.
    pub fn is_empty(&self) -> bool {
        self.operands.is_empty()
    }

    /// Pairs of a selector and a block.
    pub fn iter(
        self,
        position: u64,
    ) -> impl ExactSizeIterator<Item = Result<(i64, BlockId), Error>> {
        self.operands.chunks_exact(4).map(move |case| {
            if case[..2] != [1, 1] {
                return Err(Error::new(
                    ErrorKind::BadSwitch,
                    position,
                    "a switch case is a range or a list of values; PNaCl allows only single values",
                ));
            }
            Ok((
                unrotate_sign(case[2]),
                BlockId(word(position, "a block of a switch", case[3])?),
            ))
        })
    }
}

/// A record of a function block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(
    missing_docs,
    reason = "each variant shows the syntax that its fields stand in"
)]
pub enum Instruction<'a> {
    /// `blocks N;`
    Blocks { count: u32 },
    /// A binary operation by its number; which one depends on the type.
    Binary { op: u64, lhs: ValueId, rhs: ValueId },
    /// `%v = zext T value to U`
    Cast { op: CastOp, value: ValueId, ty: u32 },
    /// `%v = extractelement T vector, i32 index`
    ExtractElement { vector: ValueId, index: ValueId },
    /// `%v = insertelement T vector, E element, i32 index`
    InsertElement {
        vector: ValueId,
        element: ValueId,
        index: ValueId,
    },
    /// `ret T value` or `ret void`
    Ret { value: Option<ValueId> },
    /// `br label %target`
    Br { target: BlockId },
    /// `br i1 condition, label %if_true, label %if_false`
    CondBr {
        condition: ValueId,
        if_true: BlockId,
        if_false: BlockId,
    },
    /// `switch T value { ... }`
    Switch {
        ty: u32,
        value: ValueId,
        default: BlockId,
        cases: SwitchCases<'a>,
    },
    /// `unreachable`
    Unreachable,
    /// `%v = phi T [value, %block], ...`
    Phi { ty: u32, incoming: PhiOperands<'a> },
    /// `%v = alloca i8, i32 size, align A`
    Alloca { size: ValueId, align: Alignment },
    /// `%v = load T* address, align A`
    Load {
        address: ValueId,
        align: Alignment,
        ty: u32,
    },
    /// `store T value, T* address, align A`
    Store {
        address: ValueId,
        value: ValueId,
        align: Alignment,
    },
    /// `%v = icmp eq T lhs, rhs`
    Compare {
        predicate: Predicate,
        lhs: ValueId,
        rhs: ValueId,
    },
    /// `%v = select C condition, T if_true, T if_false`
    Select {
        if_true: ValueId,
        if_false: ValueId,
        condition: ValueId,
    },
    /// `declare T %v`
    ForwardType { value: ValueId, ty: u32 },
    /// `%v = call T @f(...)`
    Call {
        tail: bool,
        callee: ValueId,
        args: RelativeValues<'a>,
    },
    /// `%v = call T callee(...)`
    CallIndirect {
        tail: bool,
        callee: ValueId,
        ty: u32,
        args: RelativeValues<'a>,
    },
}

/// The effect on numbering of a function block's record that is not an instruction. With it, the
/// text keeps the names of values and blocks that the file's writer meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CountsAs {
    /// An instruction that defines a value.
    Value,
    /// The end of a basic block.
    Terminator,
    /// Neither.
    Nothing,
}

impl CountsAs {
    /// The effect of records with this code. For a call, the code alone does not say if it defines
    /// a value.
    pub const fn of(code: u64) -> CountsAs {
        use super::codes::function::*;
        /// A comparison of LLVM before vectors, which PNaCl does not have.
        const OLD_COMPARE: RecordCode = RecordCode(9);
        match RecordCode(code) {
            BINARY | CAST | EXTRACT_ELEMENT | INSERT_ELEMENT | OLD_COMPARE | PHI | ALLOCA
            | LOAD | COMPARE | SELECT => CountsAs::Value,
            RET | BR | SWITCH | UNREACHABLE => CountsAs::Terminator,
            _ => CountsAs::Nothing,
        }
    }
}

impl<'a> Instruction<'a> {
    /// Decodes a record of a function block.
    ///
    /// # Errors
    ///
    /// Fails for an unknown code, a wrong number of operands, or an operand out of range.
    pub fn decode(record: &Record<'a>, base: ValueBase) -> Result<Instruction<'a>, Error> {
        Instruction::of(record.position, record.code, record.operands, base)
    }

    /// Decodes the parts of a record of a function block.
    #[inline(always)]
    pub(crate) fn of(
        position: u64,
        code: u64,
        operands: &'a [u64],
        base: ValueBase,
    ) -> Result<Instruction<'a>, Error> {
        let decoded = match *operands {
            [operand] => Instruction::of_one(position, code, operand, base)?,
            [first, second, third] => {
                Instruction::of_three(position, code, [first, second, third], base)?
            }
            _ => None,
        };
        if let Some(decoded) = decoded {
            return Ok(decoded);
        }
        let value = |operand| base.value(position, operand);
        let type_id = |operand| word(position, "the index of a type", operand);
        let block = |operand| word(position, "a block", operand).map(BlockId);
        Ok(match (RecordCode(code), operands) {
            // The fourth operand once held flags (no wrapping, exact), which
            // mean nothing in PNaCl.
            (function::BINARY, &[lhs, rhs, op, _]) => {
                let (lhs, rhs) = base.values(position, lhs, rhs)?;
                Instruction::Binary { op, lhs, rhs }
            }
            (function::PHI, &[ty, ref operands @ ..])
                if operands.len() >= 2 && operands.len() % 2 == 0 =>
            {
                Instruction::Phi {
                    ty: type_id(ty)?,
                    incoming: PhiOperands { operands, base },
                }
            }
            (function::CALL, &[convention, callee, ref operands @ ..]) => Instruction::Call {
                tail: tail(position, convention)?,
                callee: value(callee)?,
                args: RelativeValues { operands, base },
            },
            (function::CALL_INDIRECT, &[convention, callee, ty, ref operands @ ..]) => {
                Instruction::CallIndirect {
                    tail: tail(position, convention)?,
                    callee: value(callee)?,
                    ty: type_id(ty)?,
                    args: RelativeValues { operands, base },
                }
            }
            (function::RET, []) => Instruction::Ret { value: None },
            (function::FORWARD_TYPE, &[declared, ty]) => Instruction::ForwardType {
                value: ValueId(word(
                    position,
                    "the value of a forward declaration",
                    declared,
                )?),
                ty: type_id(ty)?,
            },
            (function::SWITCH, &[ty, selector, default, count, ref cases @ ..]) => {
                if count.checked_mul(4) != Some(cases.len() as u64) {
                    return Err(wrong_switch_size(position, count, cases.len()));
                }
                Instruction::Switch {
                    ty: type_id(ty)?,
                    value: value(selector)?,
                    default: block(default)?,
                    cases: SwitchCases { operands: cases },
                }
            }
            (function::ALLOCA, &[size, code]) => Instruction::Alloca {
                size: value(size)?,
                align: alignment(position, code)?,
            },
            (function::UNREACHABLE, []) => Instruction::Unreachable,
            (function::EXTRACT_ELEMENT, &[vector, index]) => Instruction::ExtractElement {
                vector: value(vector)?,
                index: value(index)?,
            },
            (function::BLOCKS, &[count]) => Instruction::Blocks {
                count: word(position, "the number of blocks", count)?,
            },
            _ => return Err(unfit(position, code, operands.len())),
        })
    }

    /// Decodes a record of one operand. Returns `None` if no instruction has this code and one
    /// operand.
    #[inline(always)]
    pub(crate) fn of_one<T: Operand>(
        position: u64,
        code: u64,
        operand: T,
        base: ValueBase,
    ) -> Result<Option<Instruction<'a>>, Error> {
        Ok(Some(match RecordCode(code) {
            function::BR => Instruction::Br {
                target: BlockId(operand.word(position, "a block")?),
            },
            function::RET => Instruction::Ret {
                value: Some(operand.value(position, base)?),
            },
            _ => return Ok(None),
        }))
    }

    /// Decodes a record of three operands. Returns `None` if no construct with this code always has
    /// three.
    #[inline(always)]
    pub(crate) fn of_three<T: Operand>(
        position: u64,
        code: u64,
        [first, second, third]: [T; 3],
        base: ValueBase,
    ) -> Result<Option<Instruction<'a>>, Error> {
        let value = |operand: T| operand.value(position, base);
        let type_id = |operand: T| operand.word(position, "the index of a type");
        let block = |operand: T| operand.word(position, "a block").map(BlockId);
        let alignment = |operand: T| alignment(position, operand.into());
        Ok(Some(match RecordCode(code) {
            function::BINARY => {
                let (lhs, rhs) = T::values(position, base, first, second)?;
                Instruction::Binary {
                    op: third.into(),
                    lhs,
                    rhs,
                }
            }
            function::CAST => Instruction::Cast {
                op: CastOp::from_code(third.into())
                    .ok_or_else(|| bad_operation(position, "conversion", third.into()))?,
                value: value(first)?,
                ty: type_id(second)?,
            },
            function::LOAD => Instruction::Load {
                address: value(first)?,
                align: alignment(second)?,
                ty: type_id(third)?,
            },
            function::STORE => {
                let (address, value) = T::values(position, base, first, second)?;
                Instruction::Store {
                    address,
                    value,
                    align: alignment(third)?,
                }
            }
            function::COMPARE => Instruction::Compare {
                predicate: Predicate::from_code(third.into())
                    .ok_or_else(|| bad_operation(position, "comparison", third.into()))?,
                lhs: value(first)?,
                rhs: value(second)?,
            },
            function::BR => Instruction::CondBr {
                condition: value(third)?,
                if_true: block(first)?,
                if_false: block(second)?,
            },
            function::SELECT => Instruction::Select {
                if_true: value(first)?,
                if_false: value(second)?,
                condition: value(third)?,
            },
            function::INSERT_ELEMENT => Instruction::InsertElement {
                vector: value(first)?,
                element: value(second)?,
                index: value(third)?,
            },
            _ => return Ok(None),
        }))
    }
}

#[inline(always)]
fn alignment(position: u64, code: u64) -> Result<Alignment, Error> {
    Alignment::from_code(code).ok_or_else(|| too_aligned(position, code))
}

/// The tail flag of a call; the other bits are the calling convention.
#[inline(always)]
fn tail(position: u64, convention: u64) -> Result<bool, Error> {
    match convention {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(bad_convention(position, convention)),
    }
}

#[cold]
fn bad_convention(position: u64, convention: u64) -> Error {
    Error::new(
        ErrorKind::CallingConvention,
        position,
        format!(
            "a call has calling convention {}, expected 0 (C)",
            convention >> 1
        ),
    )
}

#[cold]
fn bad_operation(position: u64, what: &str, code: u64) -> Error {
    Error::new(
        ErrorKind::BadOperation,
        position,
        format!("{what} number {code} does not exist"),
    )
}

#[cold]
fn wrong_switch_size(position: u64, cases: u64, found: usize) -> Error {
    Error::new(
        ErrorKind::RecordSize,
        position,
        format!(
            "a switch with {} has {} for them, expected 4 per case",
            counted(cases, "case"),
            counted(found, "operand")
        ),
    )
}

/// Reports the error in a record that matches no construct.
#[cold]
fn unfit(position: u64, code: u64, operands: usize) -> Error {
    let (what, expected) = match RecordCode(code) {
        function::BLOCKS => ("the count record of a function", "1"),
        function::BINARY => ("a binary instruction", "3"),
        function::CAST => ("a conversion", "3"),
        function::EXTRACT_ELEMENT => ("extractelement", "2"),
        function::INSERT_ELEMENT => ("insertelement", "3"),
        function::RET => ("a return", "0 or 1"),
        function::BR => ("a branch", "1 or 3"),
        function::SWITCH => ("a switch", "at least 4"),
        function::UNREACHABLE => ("unreachable", "0"),
        function::PHI => ("a phi", "a type and pairs of a value and a block"),
        function::ALLOCA => ("alloca", "2"),
        function::LOAD => ("a load", "3"),
        function::STORE => ("a store", "3"),
        function::COMPARE => ("a comparison", "3"),
        function::SELECT => ("a select", "3"),
        function::CALL => ("a call", "at least 2"),
        function::FORWARD_TYPE => ("a forward type declaration", "2"),
        function::CALL_INDIRECT => ("an indirect call", "at least 3"),
        _ => return unknown_record(position, code, "a function block"),
    };
    wrong_size(position, operands, what, expected)
}
