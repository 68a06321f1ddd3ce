//! The replacements of instructions that take or return integers in parts.

use super::arithmetic::{binary, cleared, compare, convert, extended};
use super::form::Form;
use super::{Splitter, split_attributes, unexpected};
use crate::emit::Emit;
use crate::error::{ErrorKind, Fault};
use crate::memory::Place;
use crate::parts::SplitValues;
use pinnacle_llvm::{
    Call, CastOp, Edit, Editor, FunctionBuilder, Instruction, InstructionKind as K, IntPredicate,
    Type, TypeId, Value,
};

type Builder<'m> = FunctionBuilder<'m>;

impl Splitter<'_> {
    /// Replaces an instruction whose result is in parts. Returns these.
    pub(super) fn result(
        &mut self,
        editor: &mut Editor<'_>,
        it: Instruction,
        form: Form,
    ) -> Result<Vec<Value>, Fault> {
        let build = &mut editor.build;
        match it.kind {
            K::Binary { op, lhs, rhs, .. } => {
                let (lhs, _) = self.parts_of(build, lhs)?;
                let (rhs, _) = self.parts_of(build, rhs)?;
                binary(build, op, &lhs, &rhs, form)
            }
            K::Cast { op, value, .. } => self.cast_to(build, op, value, form),
            K::Select { .. } | K::Phi { .. } => {
                let whole = build.module.types.integer(form.width);
                let types = vec![build.module.types.integer(form.unit); form.count()];
                self.repeat(editor, it.kind, whole, &types)
            }
            K::Load { .. } => Ok(form.load(build, place_of(it.kind, form)?)),
            K::Call(id) => {
                let call = build.body().call(id);
                if form.count() == 1 {
                    let kind = self.call(build, call, None)?;
                    let unit = build.module.types.integer(form.unit);
                    return Ok(vec![build.emit(kind, unit)]);
                }
                let frame = self.frame.ok_or_else(unexpected)?;
                let kind = self.call(build, call, Some(frame))?;
                build.emit_void(kind);
                Ok(form.filled().load(build, Place::new(frame, 8)))
            }
            _ => Err(not_possible()),
        }
    }

    /// Converts a value to a number in parts.
    fn cast_to(
        &mut self,
        build: &mut Builder<'_>,
        op: CastOp,
        value: Value,
        form: Form,
    ) -> Result<Vec<Value>, Fault> {
        let ty = build.type_of(value);
        let (parts, from) = match (self.form(build, value), build.module.types.get(ty)) {
            (Some(_), _) => self.parts_of(build, value)?,
            (None, Type::Integer(width)) => (vec![value], own_form(width)),
            _ => return self.cast_other(build, op, value, form),
        };
        let signed = op == CastOp::SExt;
        match op {
            CastOp::BitCast if from.width != form.width => Err(not_possible()),
            _ => Ok(convert(build, signed, parts, from, form)),
        }
    }

    /// Converts a value that is not an integer to a number in parts.
    fn cast_other(
        &mut self,
        build: &mut Builder<'_>,
        op: CastOp,
        value: Value,
        form: Form,
    ) -> Result<Vec<Value>, Fault> {
        let unit = build.module.types.integer(form.unit);
        match (op, form.count()) {
            (CastOp::PtrToInt, _) => {
                let address = build.cast(op, value, unit);
                Ok(convert(
                    build,
                    false,
                    vec![address],
                    own_form(form.unit),
                    form,
                ))
            }
            (CastOp::FPToSI | CastOp::FPToUI, 1) => {
                let number = build.cast(op, value, unit);
                Ok(vec![cleared(build, number, form)])
            }
            (CastOp::BitCast, 2..) => {
                let frame = Place::new(self.frame.ok_or_else(unexpected)?, 16);
                frame.store(build, value);
                Ok(form.filled().load(build, frame))
            }
            _ => Err(not_possible()),
        }
    }

    /// Converts a number in parts to a value that is not.
    fn cast_from(
        &mut self,
        build: &mut Builder<'_>,
        op: CastOp,
        value: Value,
        ty: TypeId,
    ) -> Result<Value, Fault> {
        let (parts, form) = self.parts_of(build, value)?;
        let first = parts.first().copied().ok_or_else(unexpected)?;
        match (op, build.module.types.get(ty), form.count()) {
            (CastOp::Trunc | CastOp::ZExt | CastOp::SExt, Type::Integer(width), _) => {
                let signed = op == CastOp::SExt;
                let number = convert(build, signed, parts, form, own_form(width));
                number.first().copied().ok_or_else(unexpected)
            }
            (CastOp::IntToPtr, ..) | (CastOp::UIToFP, _, 1) => Ok(build.cast(op, first, ty)),
            (CastOp::SIToFP, _, 1) => {
                let number = extended(build, first, form);
                Ok(build.cast(op, number, ty))
            }
            (CastOp::BitCast, _, 2..) => {
                let frame = Place::new(self.frame.ok_or_else(unexpected)?, 16);
                form.filled().store(build, &parts, frame);
                Ok(frame.load(build, ty))
            }
            _ => Err(not_possible()),
        }
    }

    /// Replaces an instruction that uses numbers in parts and has another kind of result.
    pub(super) fn use_parts(
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
                let (lhs, form) = self.parts_of(build, lhs)?;
                let (rhs, _) = self.parts_of(build, rhs)?;
                compare(build, predicate, &lhs, &rhs, form)
            }
            K::Cast { op, value, .. } => {
                let result = it.result.ok_or_else(unexpected)?;
                let ty = build.body().local(result).ty;
                self.cast_from(build, op, value, ty)?
            }
            K::Store { value, .. } => {
                let (parts, form) = self.parts_of(build, value)?;
                form.store(build, &parts, place_of(it.kind, form)?);
                return Ok(Edit::Drop);
            }
            K::Return(Some(value)) if self.changed.result => {
                match self.parts_of(build, value)? {
                    (parts, _) if parts.len() == 1 => build.ret(parts.first().copied()),
                    (parts, form) => {
                        let place = Place::new(build.parameter(0), 8);
                        form.filled().store(build, &parts, place);
                        build.ret(None);
                    }
                }
                return Ok(Edit::Drop);
            }
            K::Switch { .. } => return self.switch(build, it.kind),
            K::Call(id) => {
                let call = build.body().call(id);
                return self.call(build, call, None).map(Edit::As);
            }
            mut kind @ (K::GetElementPtr { .. }
            | K::Alloca { .. }
            | K::ExtractElement { .. }
            | K::InsertElement { .. }) => {
                let is_signed = matches!(kind, K::GetElementPtr { .. });
                editor.map_operands(&mut kind, |editor, value| {
                    self.index(&mut editor.build, value, is_signed)
                })?;
                return Ok(Edit::As(kind));
            }
            _ => return Err(not_possible()),
        };
        Ok(Edit::Value(value))
    }

    /// Replaces a switch. For several parts the index of the case is computed first, so that the
    /// control flow does not change.
    fn switch(&mut self, build: &mut Builder<'_>, kind: K) -> Result<Edit, Fault> {
        let K::Switch {
            value,
            default,
            cases,
        } = kind
        else {
            return Err(unexpected());
        };
        let (parts, form) = self.parts_of(build, value)?;
        let mut cases = build.body().cases(cases).to_vec();
        let word = build.module.types.integer(32);
        let mut index = match parts[..] {
            [part] => part,
            _ => build.int(word, 0),
        };
        for (number, case) in (1..).zip(&mut cases) {
            let (other, _) = self.parts_of(build, Value::Constant(case.0))?;
            if let [Value::Constant(part)] = other[..] {
                case.0 = part;
            } else {
                let is_it = compare(build, IntPredicate::Eq, &parts, &other, form);
                case.0 = build.module.int(32, number);
                index = build.select(is_it, Value::Constant(case.0), index);
            }
        }
        build.switch(index, default, &cases);
        Ok(Edit::Drop)
    }

    /// Returns the value of an index or a size, of which at most 32 bits count.
    fn index(
        &mut self,
        build: &mut Builder<'_>,
        value: Value,
        is_signed: bool,
    ) -> Result<Value, Fault> {
        if self.form(build, value).is_none() {
            return Ok(value);
        }
        let (parts, form) = self.parts_of(build, value)?;
        let first = parts.first().copied().ok_or_else(unexpected)?;
        Ok(match form.count() {
            1 if is_signed => extended(build, first, form),
            1 => first,
            _ => build.resize(first, 32),
        })
    }

    /// Returns a call with its arguments in parts. A result of several parts is stored at an
    /// address.
    fn call(
        &mut self,
        build: &mut Builder<'_>,
        call: Call,
        result: Option<Value>,
    ) -> Result<K, Fault> {
        let types = &mut build.module.types;
        let function_type = self.types.function(types, call.function_type)?;
        let attributes = split_attributes(build.module, call.attributes, call.function_type);
        let old = build.body().values(call.arguments).to_vec();
        let mut arguments = Vec::with_capacity(old.len() + 1);
        arguments.extend(result);
        for argument in old {
            match self.form(build, argument) {
                Some(_) => arguments.extend(self.parts_of(build, argument)?.0),
                None => arguments.push(argument),
            }
        }
        let call = Call {
            function_type,
            attributes,
            ..call
        };
        Ok(build.call_with(call, &arguments))
    }
}

/// The form of an integer that is not replaced.
fn own_form(width: u32) -> Form {
    Form { width, unit: width }
}

/// Returns the location of a number that is loaded or stored.
fn place_of(access: K, form: Form) -> Result<Place, Fault> {
    let natural = form.unit / 8;
    Place::of_plain_access(access, natural.into()).ok_or_else(|| {
        ErrorKind::BadAtomic.fault("an integer of this width cannot be accessed atomically")
    })
}

#[cold]
fn not_possible() -> Fault {
    ErrorKind::BadInstruction.fault("this operation is not supported for integers of this width")
}
