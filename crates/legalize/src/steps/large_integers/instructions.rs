//! The replacements of instructions that take or return large integers.

use super::pieces::{load, store};
use super::signature::split_attributes;
use super::{MAX_FACTOR_WIDTH, Step, arithmetic, large_value, unexpected};
use crate::emit::Emit;
use crate::error::{ErrorKind, Fault};
use crate::memory::Place;
use crate::parts::SplitValues;
use pinnacle_llvm::{
    BinaryOp as Op, Call, CastOp, Edit, Editor, FunctionBuilder, Instruction, InstructionKind as K,
    LocalId, Type, Value,
};

impl Step<'_> {
    /// Replaces an instruction whose result is large. Returns the parts of the result.
    pub(super) fn define_large(
        &mut self,
        editor: &mut Editor<'_>,
        it: Instruction,
        width: u32,
    ) -> Result<Vec<Value>, Fault> {
        let build = &mut editor.build;
        let parts = match it.kind {
            K::Binary { op, lhs, rhs, .. } => {
                let lhs = self.parts_of(build, lhs)?;
                let rhs = self.parts_of(build, rhs)?;
                match op {
                    Op::And | Op::Or | Op::Xor => arithmetic::each(build, op, &lhs, &rhs),
                    Op::Add => arithmetic::add(build, false, &lhs, &rhs, width),
                    Op::Sub => arithmetic::add(build, true, &lhs, &rhs, width),
                    Op::Mul if width <= MAX_FACTOR_WIDTH => {
                        arithmetic::multiply(build, &lhs, &rhs, width)
                    }
                    Op::Shl | Op::LShr | Op::AShr => {
                        // The higher parts of a valid amount are zero.
                        let amount = rhs.first().copied().ok_or_else(unexpected)?;
                        arithmetic::shift(build, op, &lhs, amount, width)
                    }
                    _ => return Err(no_arithmetic(op, width)),
                }
            }
            K::Cast { op, value, .. } => self.cast_to(build, op, value, width)?,
            K::Select { .. } | K::Phi { .. } => {
                let whole = build.module.types.integer(width);
                let types = vec![build.module.types.integer(64); arithmetic::count(width) as usize];
                let first = self.repeat(editor, it.kind, whole, &types)?;
                self.parts.range(first, types.len()).to_vec()
            }
            K::Load { .. } => {
                let from = Place::of_plain_access(it.kind, 8).ok_or_else(unknown)?;
                load(build, from, width)
            }
            K::Call(id) => {
                let frame = self.frame.ok_or_else(unexpected)?;
                let call = build.body().call(id);
                self.call(build, call, Some(frame), None)?;
                load(build, Place::new(frame, 8), width.next_multiple_of(64))
            }
            _ => return Err(unknown()),
        };
        Ok(parts)
    }

    /// A conversion to a large number.
    fn cast_to(
        &mut self,
        build: &mut FunctionBuilder<'_>,
        op: CastOp,
        value: Value,
        width: u32,
    ) -> Result<Vec<Value>, Fault> {
        let from = large_value(build.module, build.body(), value);
        if let Some(from) = from {
            let parts = self.parts_of(build, value)?;
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
                let frame = Place::new(frame, 16);
                frame.store(build, value);
                return Ok(load(build, frame, width.next_multiple_of(64)));
            }
            _ => return Err(unknown()),
        };
        Ok(arithmetic::convert(build, signed, &[first], 64, width))
    }

    /// Replaces an instruction that uses a large number and has another kind of result.
    pub(super) fn use_large(
        &mut self,
        editor: &mut Editor<'_>,
        it: Instruction,
    ) -> Result<Edit, Fault> {
        let build = &mut editor.build;
        let value = match it.kind {
            K::IntCompare {
                predicate,
                lhs,
                rhs,
            } => {
                let width = large_value(build.module, build.body(), lhs);
                let width = width.ok_or_else(unexpected)?;
                let lhs = self.parts_of(build, lhs)?;
                let rhs = self.parts_of(build, rhs)?;
                arithmetic::compare(build, predicate, &lhs, &rhs, width)
            }
            K::Cast { op, value, .. } => {
                let Some(result) = it.result else {
                    return Err(unexpected());
                };
                let ty = build.body().local(result).ty;
                let parts = self.parts_of(build, value)?;
                let first = parts.first().copied().ok_or_else(unexpected)?;
                match (op, build.module.types.get(ty)) {
                    (CastOp::Trunc, Type::Integer(width)) => build.resize(first, width),
                    (CastOp::IntToPtr, _) => {
                        let address = build.resize(first, 32);
                        build.cast(CastOp::IntToPtr, address, ty)
                    }
                    (CastOp::BitCast, _) => {
                        let frame = self.frame.ok_or_else(unexpected)?;
                        let frame = Place::new(frame, 16);
                        store(build, &parts, frame, 64 * parts.len() as u32);
                        frame.load(build, ty)
                    }
                    _ => return Err(unknown()),
                }
            }
            K::Store { value, .. } => {
                let to = Place::of_plain_access(it.kind, 8).ok_or_else(unknown)?;
                let width = large_value(build.module, build.body(), value);
                let width = width.ok_or_else(unexpected)?;
                let parts = self.parts_of(build, value)?;
                store(build, &parts, to, width);
                return Ok(Edit::Drop);
            }
            K::Return(Some(value)) if self.changed.result => {
                let parts = self.parts_of(build, value)?;
                let place = build.parameter(0);
                let width = 64 * parts.len() as u32;
                store(build, &parts, Place::new(place, 8), width);
                build.ret(None);
                return Ok(Edit::Drop);
            }
            K::Switch {
                value,
                default,
                cases,
            } => {
                // The index of the case is computed first, so that the control flow does not
                // change.
                let width = large_value(build.module, build.body(), value);
                let width = width.ok_or_else(unexpected)?;
                let parts = self.parts_of(build, value)?;
                let mut cases = build.body().cases(cases).to_vec();
                let word = build.module.types.integer(32);
                let mut index = build.int(word, 0);
                for (number, case) in (1..).zip(&mut cases) {
                    let other = self.parts_of(build, Value::Constant(case.0))?;
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
                    let parts = self.parts_of(build, value)?;
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

    /// Emits a call with large arguments in parts. A large result is stored in memory.
    fn call(
        &mut self,
        build: &mut FunctionBuilder<'_>,
        call: Call,
        place: Option<Value>,
        result: Option<LocalId>,
    ) -> Result<(), Fault> {
        let types = &mut build.module.types;
        let function_type = self.types.function(types, call.function_type)?;
        let attributes = split_attributes(build.module, call.attributes, call.function_type);
        let old = build.body().values(call.arguments).to_vec();
        let mut arguments = Vec::with_capacity(old.len() + 1);
        arguments.extend(place);
        for argument in old {
            match large_value(build.module, build.body(), argument) {
                Some(_) => arguments.extend(self.parts_of(build, argument)?),
                None => arguments.push(argument),
            }
        }
        let call = Call {
            function_type,
            attributes,
            ..call
        };
        let kind = build.call_with(call, &arguments);
        build.push(Instruction { kind, result });
        Ok(())
    }
}

#[cold]
fn unknown() -> Fault {
    Fault::new(
        ErrorKind::BadInstruction,
        "this operation is not supported for integers of more than 64 bits",
    )
}

#[cold]
fn no_arithmetic(op: Op, width: u32) -> Fault {
    if op == Op::Mul {
        return Fault::new(
            ErrorKind::TooLarge,
            format!(
                "the factors of a product have {width} bits, expected at most {MAX_FACTOR_WIDTH}"
            ),
        );
    }
    Fault::new(
        ErrorKind::BadInstruction,
        format!("PNaCl divides integers of at most 64 bits, but these have {width}"),
    )
}
